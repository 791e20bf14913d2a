//! The one list of rules that a rule-set file can name.

use super::draw::{Dragon, Draw, Refill, Statue};
use super::hazard::{Daikaiju, Hazard, NoHazard};
use super::score::{LastStanding, LongestPath, MostCrossings, Score, Solo};
use crate::game::{DrawRule, HazardRule, Key, Rule, RuleState, ScoreRule, Values};

/// A phase of the game whose rule a file chooses by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// `[draw]`: who draws tiles when a turn ends.
    Draw,
    /// `[hazard]`: what acts before each placement.
    Hazard,
    /// `[score]`: who wins, and when.
    Score,
}

impl Phase {
    /// All phases, in the order of a turn's end, its beginning, and the game's end.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Hazard, Self::Score];

    /// The name of its table.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Hazard => "hazard",
            Self::Score => "score",
        }
    }

    /// The phase of a table, if it is one.
    pub fn of(table: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.table() == table)
    }
}

/// What a rule says of itself.
#[derive(Debug, Clone, Copy)]
pub struct RuleInfo {
    /// The name that selects it.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Its own keys.
    pub keys: &'static [Key],
}

impl RuleInfo {
    const fn of<T: Rule>() -> Self {
        Self { name: T::NAME, summary: T::SUMMARY, keys: T::KEYS }
    }
}

/// How a rule is made from the values of its keys.
type Build<T> = fn(&mut Values<'_>) -> Option<T>;

/// The rules of one phase: what they say of themselves, and at the same place how they are made.
#[derive(Debug)]
struct List<T> {
    infos: Vec<RuleInfo>,
    builds: Vec<Build<T>>,
}

impl<T> List<T> {
    const fn new() -> Self {
        Self { infos: Vec::new(), builds: Vec::new() }
    }

    fn with<R: Rule>(mut self, build: Build<T>) -> Self {
        assert!(self.infos.iter().all(|info| info.name != R::NAME), "there is a rule {:?} in this phase already", R::NAME);
        self.infos.push(RuleInfo::of::<R>());
        self.builds.push(build);
        self
    }

    fn build(&self, name: &str, values: &mut Values<'_>) -> Option<T> {
        let index = self.infos.iter().position(|info| info.name == name)?;
        self.builds[index](values)
    }
}

/// The rules that files may name: those of the crate, and any that a program adds before it starts.
#[derive(Debug)]
pub struct Registry {
    draw: List<Draw>,
    hazard: List<Hazard>,
    score: List<Score>,
}

impl Default for Registry {
    /// The rules of the crate.
    fn default() -> Self {
        Self {
            draw: List::new()
                .with::<Dragon>(|values| Dragon::build(values).map(Draw::Dragon))
                .with::<Statue>(|values| Statue::build(values).map(Draw::Statue))
                .with::<Refill>(|values| Refill::build(values).map(Draw::Refill)),
            hazard: List::new()
                .with::<NoHazard>(|values| NoHazard::build(values).map(Hazard::None))
                .with::<Daikaiju>(|values| Daikaiju::build(values).map(|rule| Hazard::Daikaiju(Box::new(rule)))),
            score: List::new()
                .with::<LastStanding>(|values| LastStanding::build(values).map(Score::LastStanding))
                .with::<LongestPath>(|values| LongestPath::build(values).map(Score::LongestPath))
                .with::<MostCrossings>(|values| MostCrossings::build(values).map(Score::MostCrossings))
                .with::<Solo>(|values| Solo::build(values).map(Score::Solo)),
        }
    }
}

impl Registry {
    /// Adds a draw rule.
    ///
    /// # Panics
    /// If a draw rule of that name is there already.
    #[must_use]
    pub fn with_draw<T: Rule + DrawRule<State: RuleState>>(mut self) -> Self {
        self.draw = self.draw.with::<T>(|values| T::build(values).map(|rule| Draw::Any(Box::new(rule))));
        self
    }

    /// Adds a hazard rule.
    ///
    /// # Panics
    /// If a hazard rule of that name is there already.
    #[must_use]
    pub fn with_hazard<T: Rule + HazardRule<State: RuleState>>(mut self) -> Self {
        self.hazard = self.hazard.with::<T>(|values| T::build(values).map(|rule| Hazard::Any(Box::new(rule))));
        self
    }

    /// Adds a score rule.
    ///
    /// # Panics
    /// If a score rule of that name is there already.
    #[must_use]
    pub fn with_score<T: Rule + ScoreRule<State: RuleState>>(mut self) -> Self {
        self.score = self.score.with::<T>(|values| T::build(values).map(|rule| Score::Any(Box::new(rule))));
        self
    }

    /// The rules of a phase, those of the crate first.
    pub fn rules(&self, phase: Phase) -> &[RuleInfo] {
        match phase {
            Phase::Draw => &self.draw.infos,
            Phase::Hazard => &self.hazard.infos,
            Phase::Score => &self.score.infos,
        }
    }

    /// Makes the draw rule with this name; `None` where there is none or its values cannot be.
    pub fn build_draw(&self, name: &str, values: &mut Values<'_>) -> Option<Draw> {
        self.draw.build(name, values)
    }

    /// Makes the hazard rule with this name; `None` where there is none or its values cannot be.
    pub fn build_hazard(&self, name: &str, values: &mut Values<'_>) -> Option<Hazard> {
        self.hazard.build(name, values)
    }

    /// Makes the score rule with this name; `None` where there is none or its values cannot be.
    pub fn build_score(&self, name: &str, values: &mut Values<'_>) -> Option<Score> {
        self.score.build(name, values)
    }
}

//! The one list of rules that a rule-set file can name.

use super::any::{AnyDraw, AnyHazard, AnyScore};
use super::draw::{Draw, Dragon, Refill, Statue};
use super::hazard::{Daikaiju, Hazard, NoHazard};
use super::score::{LastStanding, LongestPath, MostCrossings, Score, Solo};
use crate::game::{DrawRule, HazardRule, Key, Rule, RuleState, ScoreRule, Values};

/// A phase of the game whose rule a file chooses by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// `[draw]`: who draws tiles when a turn ends.
    Draw,
    /// `[hazard]`: what acts before each placement.
    Hazard,
    /// `[score]`: who wins, and when.
    Score,
}

impl Phase {
    /// All phases, in the order of their tables.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Hazard, Self::Score];

    /// The name of its table.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Hazard => "hazard",
            Self::Score => "score",
        }
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

type Build<T> = fn(&mut Values<'_>) -> Option<T>;

/// The rules that files may name: those of the crate, and any that a program adds before it starts.
#[derive(Debug, Clone)]
pub struct Registry {
    draw: Vec<(RuleInfo, Build<Draw>)>,
    hazard: Vec<(RuleInfo, Build<Hazard>)>,
    score: Vec<(RuleInfo, Build<Score>)>,
}

impl Default for Registry {
    /// The rules of the crate.
    fn default() -> Self {
        Self {
            draw: vec![
                (RuleInfo::of::<Dragon>(), |values| Dragon::build(values).map(Draw::Dragon)),
                (RuleInfo::of::<Statue>(), |values| Statue::build(values).map(Draw::Statue)),
                (RuleInfo::of::<Refill>(), |values| Refill::build(values).map(Draw::Refill)),
            ],
            hazard: vec![
                (RuleInfo::of::<NoHazard>(), |values| NoHazard::build(values).map(Hazard::None)),
                (RuleInfo::of::<Daikaiju>(), |values| Daikaiju::build(values).map(|rule| Hazard::Daikaiju(Box::new(rule)))),
            ],
            score: vec![
                (RuleInfo::of::<LastStanding>(), |values| LastStanding::build(values).map(Score::LastStanding)),
                (RuleInfo::of::<LongestPath>(), |values| LongestPath::build(values).map(Score::LongestPath)),
                (RuleInfo::of::<MostCrossings>(), |values| MostCrossings::build(values).map(Score::MostCrossings)),
                (RuleInfo::of::<Solo>(), |values| Solo::build(values).map(Score::Solo)),
            ],
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
        self.check_name::<T>(Phase::Draw);
        self.draw.push((RuleInfo::of::<T>(), |values| T::build(values).map(|rule| Draw::Any(Box::new(rule) as Box<dyn AnyDraw>))));
        self
    }

    /// Adds a hazard rule.
    ///
    /// # Panics
    /// If a hazard rule of that name is there already.
    #[must_use]
    pub fn with_hazard<T: Rule + HazardRule<State: RuleState>>(mut self) -> Self {
        self.check_name::<T>(Phase::Hazard);
        self.hazard
            .push((RuleInfo::of::<T>(), |values| T::build(values).map(|rule| Hazard::Any(Box::new(rule) as Box<dyn AnyHazard>))));
        self
    }

    /// Adds a score rule.
    ///
    /// # Panics
    /// If a score rule of that name is there already.
    #[must_use]
    pub fn with_score<T: Rule + ScoreRule<State: RuleState>>(mut self) -> Self {
        self.check_name::<T>(Phase::Score);
        self.score.push((RuleInfo::of::<T>(), |values| T::build(values).map(|rule| Score::Any(Box::new(rule) as Box<dyn AnyScore>))));
        self
    }

    fn check_name<T: Rule>(&self, phase: Phase) {
        assert!(self.rule(phase, T::NAME).is_none(), "there is a {} rule {:?} already", phase.table(), T::NAME);
    }

    /// The rules of a phase, those of the crate first.
    pub fn rules(&self, phase: Phase) -> Vec<RuleInfo> {
        match phase {
            Phase::Draw => self.draw.iter().map(|entry| entry.0).collect(),
            Phase::Hazard => self.hazard.iter().map(|entry| entry.0).collect(),
            Phase::Score => self.score.iter().map(|entry| entry.0).collect(),
        }
    }

    /// The rule of a phase with this name.
    pub fn rule(&self, phase: Phase, name: &str) -> Option<RuleInfo> {
        self.rules(phase).into_iter().find(|rule| rule.name == name)
    }

    /// Makes the draw rule with this name; `None` where there is none or its values cannot be.
    pub fn build_draw(&self, name: &str, values: &mut Values<'_>) -> Option<Draw> {
        build(&self.draw, name, values)
    }

    /// Makes the hazard rule with this name; `None` where there is none or its values cannot be.
    pub fn build_hazard(&self, name: &str, values: &mut Values<'_>) -> Option<Hazard> {
        build(&self.hazard, name, values)
    }

    /// Makes the score rule with this name; `None` where there is none or its values cannot be.
    pub fn build_score(&self, name: &str, values: &mut Values<'_>) -> Option<Score> {
        build(&self.score, name, values)
    }
}

fn build<T>(list: &[(RuleInfo, Build<T>)], name: &str, values: &mut Values<'_>) -> Option<T> {
    let (_, build) = list.iter().find(|entry| entry.0.name == name)?;
    build(values)
}

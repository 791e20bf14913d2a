//! [`Registry`]: the list of the rules that a rule-set file can name.

use super::any::{AnyDraw, AnyScore};
use super::draw::{Draft, Dragon, Draw, Refill, Statue};
use super::hazard::{Cannon, Daikaiju, Hazard, NoHazard, Tsunami, Whirlpool};
use super::placement::{Free, Placement, Truce};
use super::score::{LastStanding, LastTeam, LongestPath, MostCrossings, Score, Solo};
use crate::game::{
    Abilities, AskDecl, CauseDecl, ChanceDecl, DrawRule, EventDecl, Filter, HazardRule, Key, KeyWord, PlacementRule, Rule, RuleState,
    ScoreRule, Timing, ValueKind, Values,
};
use std::sync::{Arc, OnceLock};

/// A phase of the game for which a rule-set file names a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RulePhase {
    /// `[placement]`: what a placement may not do, besides what the keys of that table say.
    Placement,
    /// `[draw]`: who draws tiles when a turn ends.
    Draw,
    /// `[hazard]`: what acts before each placement.
    Hazard,
    /// `[score]`: who wins, and when.
    Score,
}

impl RulePhase {
    /// All phases: placement, draw, hazard, score.
    pub const ALL: [Self; 4] = [Self::Placement, Self::Draw, Self::Hazard, Self::Score];

    /// The name of the phase's table in a rule-set file.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Placement => "placement",
            Self::Draw => "draw",
            Self::Hazard => "hazard",
            Self::Score => "score",
        }
    }

    /// Whether a rule set can have several rules of the phase.
    pub(crate) const fn several(self) -> bool {
        matches!(self, Self::Hazard)
    }

    /// Whether the keys that all its rules share keep their values when another rule is chosen. Those of `[draw]` have
    /// always started anew.
    pub(crate) const fn keeps_shared_keys(self) -> bool {
        matches!(self, Self::Placement)
    }
}

/// A rule as help, documents and checks describe it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RuleInfo {
    /// The name that selects it in a rule-set file.
    pub name: &'static str,
    /// One line on what it does, a sentence without a full stop.
    pub summary: &'static str,
    /// Its own keys, without those that all rules of the phase share.
    pub keys: &'static [Key],
    /// The events that it declares.
    pub events: &'static [&'static EventDecl],
    /// Its own causes of elimination, which `placement.avoid` may name.
    pub causes: &'static [&'static CauseDecl],
    /// What it asks.
    pub asks: &'static [&'static AskDecl],
    /// The numbers that it draws by lot.
    pub chance: &'static [&'static ChanceDecl],
    /// The moments at which it acts; of no meaning unless it is a hazard.
    pub timings: &'static [Timing],
    /// What it can do that others have to know before a game begins.
    pub abilities: Abilities,
}

impl RuleInfo {
    const fn of<T: Rule>() -> Self {
        Self {
            name: T::NAME,
            summary: T::SUMMARY,
            keys: T::KEYS,
            events: T::EVENTS,
            causes: T::CAUSES,
            asks: T::ASKS,
            chance: T::CHANCE,
            timings: T::TIMINGS,
            abilities: T::ABILITIES,
        }
    }
}

/// The constructor of a rule: makes it from the values of its keys.
type Build<T> = fn(&mut Values<'_>) -> Option<T>;

/// The rules of one phase: their descriptions, and at the same index their constructors.
#[derive(Debug)]
struct RuleList<T> {
    infos: Vec<RuleInfo>,
    builds: Vec<Build<T>>,
}

impl<T> RuleList<T> {
    const fn new() -> Self {
        Self { infos: Vec::new(), builds: Vec::new() }
    }

    fn with<R: Rule>(mut self, build: Build<T>) -> Self {
        self.infos.push(RuleInfo::of::<R>());
        self.builds.push(build);
        self
    }

    fn build(&self, name: &str, values: &mut Values<'_>) -> Option<T> {
        let index = self.infos.iter().position(|info| info.name == name)?;
        self.builds[index](values)
    }
}

/// The rules that a rule-set file can name: those of the crate, and those that a program registers before it starts.
///
/// ```
/// use tsuro::rules::{Registry, RulePhase};
///
/// let names: Vec<&str> = Registry::default().rules(RulePhase::Score).iter().map(|rule| rule.name).collect();
/// assert!(names.contains(&"last-standing"));
/// ```
#[derive(Debug)]
pub struct Registry {
    placement: RuleList<Placement>,
    draw: RuleList<Draw>,
    hazard: RuleList<Hazard>,
    score: RuleList<Score>,
    /// All words of a [`ValueKind::Causes`] key, made when they are first needed.
    words: OnceLock<&'static [KeyWord]>,
}

fn filter<T: Rule + PlacementRule>(rule: T, is_from_outside: bool) -> Placement {
    Placement::Filter(Filter { name: T::NAME, is_from_outside, rule: Arc::new(rule) })
}

impl Default for Registry {
    /// The rules of the crate.
    fn default() -> Self {
        Self {
            placement: RuleList::new()
                .with::<Free>(|values| Free::build(values).map(|_| Placement::Free))
                .with::<Truce>(|values| Truce::build(values).map(|rule| filter(rule, false))),
            draw: RuleList::new()
                .with::<Dragon>(|values| Dragon::build(values).map(Draw::Dragon))
                .with::<Statue>(|values| Statue::build(values).map(Draw::Statue))
                .with::<Refill>(|values| Refill::build(values).map(Draw::Refill))
                .with::<Draft>(|values| Draft::build(values).map(|rule| Draw::Any(AnyDraw::new(rule)))),
            hazard: RuleList::new()
                .with::<NoHazard>(|values| NoHazard::build(values).map(Hazard::None))
                .with::<Daikaiju>(|values| Daikaiju::build(values).map(|rule| Hazard::Daikaiju(Box::new(rule))))
                .with::<Cannon>(|values| Cannon::build(values).map(Hazard::other))
                .with::<Tsunami>(|values| Tsunami::build(values).map(Hazard::other))
                .with::<Whirlpool>(|values| Whirlpool::build(values).map(Hazard::other)),
            score: RuleList::new()
                .with::<LastStanding>(|values| LastStanding::build(values).map(Score::LastStanding))
                .with::<LongestPath>(|values| LongestPath::build(values).map(Score::LongestPath))
                .with::<MostCrossings>(|values| MostCrossings::build(values).map(Score::MostCrossings))
                .with::<Solo>(|values| Solo::build(values).map(Score::Solo))
                .with::<LastTeam>(|values| LastTeam::build(values).map(|rule| Score::Any(AnyScore::new(rule)))),
            words: OnceLock::new(),
        }
    }
}

impl Registry {
    /// Registers a placement rule.
    ///
    /// # Panics
    /// If any phase has a rule of that name already, since reports tell rules by their names; if one of its causes is
    /// not named `rule/word`.
    #[must_use]
    pub fn with_placement<T: Rule + PlacementRule>(mut self) -> Self {
        self.check_declarations::<T>();
        self.placement = self.placement.with::<T>(|values| T::build(values).map(|rule| filter(rule, true)));
        self
    }

    /// Registers a draw rule.
    ///
    /// # Panics
    /// If any phase has a rule of that name already, since positions tell rules by their names; if one of its causes is
    /// not named `rule/word`.
    #[must_use]
    pub fn with_draw<T: Rule + DrawRule<State: RuleState>>(mut self) -> Self {
        self.check_declarations::<T>();
        self.draw = self.draw.with::<T>(|values| T::build(values).map(|rule| Draw::Any(AnyDraw::new(rule))));
        self
    }

    /// Registers a hazard rule.
    ///
    /// # Panics
    /// If any phase has a rule of that name already, since positions tell rules by their names; if one of its causes is
    /// not named `rule/word`; if one of its keys is `remove`, which takes a hazard away.
    #[must_use]
    pub fn with_hazard<T: Rule + HazardRule<State: RuleState>>(mut self) -> Self {
        self.check_declarations::<T>();
        assert!(T::KEYS.iter().all(|key| key.name != "remove"), "the rule {:?} has a key `remove`", T::NAME);
        self.hazard = self.hazard.with::<T>(|values| T::build(values).map(Hazard::other));
        self
    }

    /// Registers a score rule.
    ///
    /// # Panics
    /// If any phase has a rule of that name already, since positions tell rules by their names; if one of its causes is
    /// not named `rule/word`.
    #[must_use]
    pub fn with_score<T: Rule + ScoreRule<State: RuleState>>(mut self) -> Self {
        self.check_declarations::<T>();
        self.score = self.score.with::<T>(|values| T::build(values).map(|rule| Score::Any(AnyScore::new(rule))));
        self
    }

    /// Checks that the name of a rule is new, and that its causes, events and numbers are its own.
    fn check_declarations<T: Rule>(&mut self) {
        let known = RulePhase::ALL.iter().flat_map(|phase| self.rules(*phase)).any(|info| info.name == T::NAME);
        assert!(!known, "there is already a rule {:?}", T::NAME);
        for cause in T::CAUSES {
            let own = cause.name.split_once('/').is_some_and(|(rule, word)| rule == T::NAME && !word.is_empty());
            assert!(own, "the cause {:?} of the rule {:?} is not named {}/…", cause.name, T::NAME, T::NAME);
        }
        for event in T::EVENTS {
            assert!(event.is_of_rule() && event.name == T::NAME, "the event {:?} of the rule {:?} is not its own", event.name, T::NAME);
        }
        for chance in T::CHANCE {
            let told = chance.event.is_none_or(|(event, fields)| {
                T::EVENTS.iter().any(|own| std::ptr::eq(*own, event)) && fields.iter().all(|field| event.written().contains(field))
            });
            assert!(chance.rule == T::NAME && told, "the numbers {:?} of the rule {:?} are not its own", chance.text.of("en"), T::NAME);
        }
        self.words = OnceLock::new();
    }

    /// Turns [`ValueKind::Causes`] into the list of all causes that a file can name; returns any other kind unchanged.
    ///
    /// The list is made once and never freed, so that a kind can be copied.
    pub(crate) fn kind(&self, kind: ValueKind) -> ValueKind {
        match kind {
            ValueKind::Causes(words) => ValueKind::Choices(self.words.get_or_init(|| {
                let infos = RulePhase::ALL.iter().flat_map(|phase| self.rules(*phase));
                let causes = infos
                    .flat_map(|info| info.causes)
                    .filter(|cause| cause.by_placement && !words.iter().any(|word| word.name == cause.name));
                let causes = causes.map(|cause| KeyWord::new(cause.name, cause.means));
                Box::leak(words.iter().copied().chain(causes).collect())
            })),
            kind => kind,
        }
    }

    /// The rules of a phase: those of the crate first, then the others in the order of their registration.
    pub fn rules(&self, phase: RulePhase) -> &[RuleInfo] {
        match phase {
            RulePhase::Placement => &self.placement.infos,
            RulePhase::Draw => &self.draw.infos,
            RulePhase::Hazard => &self.hazard.infos,
            RulePhase::Score => &self.score.infos,
        }
    }

    /// Builds the placement rule with this name; `None` if there is none, or if it cannot be made of its values.
    pub(crate) fn build_placement(&self, name: &str, values: &mut Values<'_>) -> Option<Placement> {
        self.placement.build(name, values)
    }

    /// Builds the draw rule with this name; `None` if there is none, or if it cannot be made of its values.
    pub(crate) fn build_draw(&self, name: &str, values: &mut Values<'_>) -> Option<Draw> {
        self.draw.build(name, values)
    }

    /// Builds the hazard rule with this name; `None` if there is none, or if it cannot be made of its values.
    pub(crate) fn build_hazard(&self, name: &str, values: &mut Values<'_>) -> Option<Hazard> {
        self.hazard.build(name, values)
    }

    /// Builds the score rule with this name; `None` if there is none, or if it cannot be made of its values.
    pub(crate) fn build_score(&self, name: &str, values: &mut Values<'_>) -> Option<Score> {
        self.score.build(name, values)
    }
}

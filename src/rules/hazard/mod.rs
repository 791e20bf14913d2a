//! The hazard rules: what acts by itself, before each placement or at other moments. One file or folder for each rule.

mod cannon;
mod daikaiju;
mod list;
mod none;
mod tsunami;
mod whirlpool;

pub(crate) use cannon::Cannon;
pub(crate) use daikaiju::{Daikaiju, Pack, TAKEN, names};
pub(crate) use list::{HazardList, ListState, ListedHazard};
pub(crate) use none::NoHazard;
pub(crate) use tsunami::Tsunami;
pub(crate) use whirlpool::Whirlpool;

use super::any::AnyHazard;
use super::maker::{each_method, enum_method, given_type, phase_enum, wrong_state};
use crate::board::Square;
use crate::game::{
    Answer, Cause, Effect, HazardRule, PieceFace, Progress, Question, Relocation, Rng, Rule, RuleContext, RuleFacts, RulePiece, RuleState,
    Seat, Shown, Supply, Timing, TimingSet, hazard_rule,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The hazards of a rule set, which a file can name.
#[derive(Debug)]
#[non_exhaustive]
pub enum Hazard {
    /// No hazard (S19).
    None(NoHazard),
    /// Sea monsters and nothing else (S1–S12).
    Daikaiju(Box<Daikaiju>),
    /// Any other hazards: several, or one from outside the crate.
    List(HazardList),
}

/// The state of a [`Hazard`].
#[derive(Debug)]
pub enum HazardState {
    /// No hazard has no state.
    None(()),
    /// The daikaiju on the board and in the supply.
    Daikaiju(Box<Pack>),
    /// The states of several hazards.
    List(Box<ListState>),
}

phase_enum! {
    hazard_rule: HazardRule for Hazard { None in None, Daikaiju in Daikaiju, List in List },
    HazardState { None, Daikaiju, List }
}

impl Hazard {
    /// The hazard of a rule that is not one of this enum's arms.
    pub(super) fn other<R: Rule + HazardRule<State: RuleState>>(rule: R) -> Self {
        Self::List(HazardList::new(vec![(ListedHazard::Any(AnyHazard::new(rule)), TimingSet::of(R::TIMINGS))]))
    }

    /// These hazards, and after them those.
    pub(crate) fn and(self, other: Self) -> Self {
        let list = |hazard| match hazard {
            Self::None(_) => None,
            Self::Daikaiju(rule) => Some(HazardList::new(vec![(ListedHazard::Daikaiju(rule), TimingSet::of(Daikaiju::TIMINGS))])),
            Self::List(list) => Some(list),
        };
        match (self, other) {
            (Self::None(_), hazard) | (hazard, Self::None(_)) => hazard,
            (one, other) => list(one).into_iter().chain(list(other)).reduce(HazardList::and).map_or(Self::None(NoHazard), Self::List),
        }
    }

    /// The name of the hazard that acts now.
    pub(crate) fn acting(&self, state: &HazardState) -> &'static str {
        match (self, state) {
            (Self::List(list), HazardState::List(state)) => list.acting(state).map_or("", |(rule, _)| rule.name()),
            (Self::Daikaiju(_), _) => Daikaiju::NAME,
            _ => NoHazard::NAME,
        }
    }

    /// Whether the rule set has no hazard (S19).
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None(_))
    }

    /// The moments at which any of them acts.
    pub(crate) fn timings(&self) -> TimingSet {
        match self {
            Self::None(_) => TimingSet::of(NoHazard::TIMINGS),
            Self::Daikaiju(_) => TimingSet::of(Daikaiju::TIMINGS),
            Self::List(list) => list.timings(),
        }
    }

    /// The moments at which a hazard from outside the crate acts, by its name; none if there is no such hazard.
    pub(crate) fn timings_of(&self, name: &str) -> TimingSet {
        if let Self::List(list) = self { list.timings_of(name) } else { TimingSet::default() }
    }

    /// The names of the hazards from outside the crate.
    pub(crate) fn outside_names(&self) -> impl Iterator<Item = &'static str> {
        let list = if let Self::List(list) = self { Some(list) } else { None };
        list.into_iter().flat_map(HazardList::rules).filter_map(ListedHazard::outside_name)
    }

    /// What each hazard can do in a game, by its name.
    pub(crate) fn effects(&self, facts: &RuleFacts) -> Vec<(&'static str, Vec<Effect>)> {
        match self {
            Self::None(rule) => vec![(NoHazard::NAME, Rule::effects(rule, facts))],
            Self::Daikaiju(rule) => vec![(Daikaiju::NAME, Rule::effects(&**rule, facts))],
            Self::List(list) => list.rules().map(|rule| (rule.name(), rule.effects(facts))).collect(),
        }
    }

    /// The names and states of the hazards from outside the crate, as JSON: entries of a position's `rule-state`.
    pub(crate) fn save(&self, state: &HazardState) -> Vec<(&'static str, Value)> {
        match (self, state) {
            (Self::List(list), HazardState::List(state)) => list.save(state).collect(),
            _ => Vec::new(),
        }
    }

    /// Reads back the state of one hazard that [`Hazard::save`] wrote.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment; also if there is no such hazard.
    pub(crate) fn restore(&self, state: &mut HazardState, name: &str, saved: &Value) -> Result<(), String> {
        match (self, state) {
            (Self::List(list), HazardState::List(state)) => list.restore(state, name, saved),
            _ => Err("there is no such hazard".into()),
        }
    }
}

/// What a hazard has still to do at its moment. It asks nobody, so no position stands in the middle of that: it is
/// written as nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AtOnce<T>(T);

impl<T> Serialize for AtOnce<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de, T: Default> Deserialize<'de> for AtOnce<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <()>::deserialize(deserializer).map(|()| Self(T::default()))
    }
}

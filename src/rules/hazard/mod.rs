//! What acts before each placement: one file a rule.

mod daikaiju;
mod none;

pub use daikaiju::{Daikaiju, DaikaijuTile, Pack, Setup};
pub use none::NoHazard;

use super::any::{AnyHazard, AnyState};
use crate::game::{Cause, Effect, HazardRule, Monster, Relocation, Rng, Rule, RuleContext, RuleFacts, Seat};
use serde_json::Value;

/// The hazard rule of a rule set that was read from a file.
#[derive(Debug)]
pub enum Hazard {
    /// No hazard (S19).
    None(NoHazard),
    /// Sea monsters (S1–S12).
    Daikaiju(Box<Daikaiju>),
    /// A rule from outside the crate.
    Any(Box<dyn AnyHazard>),
}

/// The state of a [`Hazard`].
#[derive(Debug)]
pub enum HazardState {
    /// No hazard, no state.
    None,
    /// The daikaiju on the board and in the supply.
    Daikaiju(Box<Pack>),
    /// That of a rule from outside the crate.
    Any(AnyState),
}

// Not derived: a copy over one of the same kind keeps its memory.
impl Clone for HazardState {
    fn clone(&self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Daikaiju(pack) => Self::Daikaiju(pack.clone()),
            Self::Any(state) => Self::Any(state.clone()),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Daikaiju(pack), Self::Daikaiju(others)) => pack.clone_from(others),
            (Self::Any(state), Self::Any(others)) => state.clone_from(others),
            (state, other) => *state = other.clone(),
        }
    }
}

impl Hazard {
    /// Whether nothing ever acts before a placement.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None(_))
    }

    /// What is printed on the daikaiju tiles, by their number; empty where there are none.
    pub fn daikaiju_tiles(&self) -> &[DaikaijuTile] {
        match self {
            Self::Daikaiju(daikaiju) => &daikaiju.tiles,
            _ => &[],
        }
    }

    /// The rule's name and its state as JSON, for a position's `rule-state`: only of rules from outside the crate.
    pub fn save(&self, state: &HazardState) -> Option<(&'static str, Value)> {
        match (self, state) {
            (Self::Any(rule), HazardState::Any(state)) => Some((rule.any_name(), state.save())),
            _ => None,
        }
    }

    /// The name of a rule from outside the crate.
    pub fn own_name(&self) -> Option<&'static str> {
        match self {
            Self::Any(rule) => Some(rule.any_name()),
            _ => None,
        }
    }

    /// The rule's name, and what it can do in a game.
    pub fn effects(&self, facts: &RuleFacts) -> (&'static str, Vec<Effect>) {
        match self {
            Self::None(rule) => (<NoHazard as Rule>::NAME, rule.effects(facts)),
            Self::Daikaiju(rule) => (<Daikaiju as Rule>::NAME, rule.effects(facts)),
            Self::Any(rule) => (rule.any_name(), rule.any_effects(facts)),
        }
    }

    /// Reads a saved state back.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment.
    pub fn restore(&self, saved: &Value) -> Result<HazardState, String> {
        match self {
            Self::Any(rule) => rule.any_restore(saved).map(HazardState::Any),
            _ => Err("this hazard rule has no state of its own".into()),
        }
    }
}

impl HazardRule for Hazard {
    type State = HazardState;

    fn start(&self, seats: u8) -> HazardState {
        match self {
            Self::None(_) => HazardState::None,
            Self::Daikaiju(rule) => HazardState::Daikaiju(rule.start(seats).into()),
            Self::Any(rule) => HazardState::Any(rule.any_start(seats)),
        }
    }

    fn set_up<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut HazardState) {
        match (self, state) {
            (Self::Daikaiju(rule), HazardState::Daikaiju(state)) => rule.set_up(table, state),
            (Self::Any(rule), HazardState::Any(state)) => rule.any_set_up(table.as_dyn(), state),
            _ => {}
        }
    }

    #[inline]
    fn acts(&self) -> bool {
        match self {
            Self::None(_) => false,
            Self::Daikaiju(_) => true,
            Self::Any(rule) => rule.any_acts(),
        }
    }

    #[inline]
    fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut HazardState) {
        match (self, state) {
            (Self::Daikaiju(rule), HazardState::Daikaiju(state)) => rule.begin(table, state),
            (Self::Any(rule), HazardState::Any(state)) => rule.any_begin(table.as_dyn(), state),
            _ => {}
        }
    }

    #[inline]
    fn act<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut HazardState) -> bool {
        match (self, state) {
            (Self::Daikaiju(rule), HazardState::Daikaiju(state)) => rule.act(table, state),
            (Self::Any(rule), HazardState::Any(state)) => rule.any_act(table.as_dyn(), state),
            _ => false,
        }
    }

    #[inline]
    fn finish<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut HazardState) -> Relocation {
        match (self, state) {
            (Self::Daikaiju(rule), HazardState::Daikaiju(state)) => rule.finish(table, state),
            (Self::Any(rule), HazardState::Any(state)) => rule.any_finish(table.as_dyn(), state),
            _ => Relocation::No,
        }
    }

    #[inline]
    fn cause(&self) -> Cause {
        match self {
            Self::Any(rule) => rule.any_cause(),
            Self::None(_) | Self::Daikaiju(_) => Cause::Daikaiju,
        }
    }

    fn monsters(&self, state: &HazardState) -> Vec<Monster> {
        match (self, state) {
            (Self::Daikaiju(rule), HazardState::Daikaiju(state)) => rule.monsters(state),
            (Self::Any(rule), HazardState::Any(state)) => rule.any_monsters(state),
            _ => Vec::new(),
        }
    }

    fn supply(&self, state: &HazardState) -> Option<Vec<u8>> {
        match (self, state) {
            (Self::Daikaiju(rule), HazardState::Daikaiju(state)) => rule.supply(state),
            (Self::Any(rule), HazardState::Any(state)) => rule.any_supply(state),
            _ => None,
        }
    }

    fn set_monsters(&self, state: &mut HazardState, monsters: &[Monster], supply: Option<&[u8]>) -> Result<(), String> {
        match (self, state) {
            (Self::Daikaiju(rule), HazardState::Daikaiju(state)) => rule.set_monsters(state, monsters, supply),
            (Self::Any(rule), HazardState::Any(state)) => rule.any_set_monsters(state, monsters, supply),
            _ => NoHazard.set_monsters(&mut (), monsters, supply),
        }
    }

    fn view(&self, state: &HazardState, seat: Option<Seat>) -> Value {
        match (self, state) {
            (Self::Any(rule), HazardState::Any(state)) => rule.any_view(state, seat),
            _ => Value::Null,
        }
    }

    fn redeal(&self, state: &mut HazardState, seat: Seat, rng: &mut Rng) {
        if let (Self::Any(rule), HazardState::Any(state)) = (self, state) {
            rule.any_redeal(state, seat, rng);
        }
    }
}

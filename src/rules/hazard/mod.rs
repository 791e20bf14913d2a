//! The hazard rules: what acts before each placement. One file or folder for each rule.

mod daikaiju;
mod none;

pub use daikaiju::DaikaijuTile;
pub(crate) use daikaiju::{Daikaiju, Pack};
pub(crate) use none::NoHazard;

use super::any::{AnyHazard, AnyState, clone_in_place, rule_enum};
use crate::game::{Cause, HazardRule, Monster, Relocation, Rng, RuleContext, Seat};
use serde_json::Value;

/// The hazard rule of a rule set: one that a file can name.
#[derive(Debug)]
#[non_exhaustive]
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
    /// No hazard has no state.
    None,
    /// The daikaiju on the board and in the supply.
    Daikaiju(Box<Pack>),
    /// The state of a rule from outside the crate.
    Any(AnyState),
}

clone_in_place!(HazardState { None, Daikaiju, Any });

impl Hazard {
    /// Whether the rule set has no hazard (S19).
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None(_))
    }

    /// What is printed on the daikaiju tiles, by index in `hazard.tiles`; empty under other rules.
    pub fn daikaiju_tiles(&self) -> &[DaikaijuTile] {
        match self {
            Self::Daikaiju(daikaiju) => &daikaiju.tiles,
            _ => &[],
        }
    }
}

rule_enum!(Hazard { None(NoHazard), Daikaiju(Daikaiju) }, HazardState, "hazard");

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

//! The draw rules: who draws tiles when a turn ends. One file for each rule.

mod draft;
mod dragon;
mod refill;
mod statue;
mod token;

pub(crate) use draft::Draft;
pub(crate) use dragon::Dragon;
pub(crate) use refill::Refill;
pub(crate) use statue::Statue;

use super::any::{AnyDraw, AnyState};
use super::maker::{each_method, enum_method, given_type, named_rules, phase_enum, wrong_state};
use crate::game::{Answer, DrawRule, Effect, Progress, Question, Rng, Rule, RuleContext, RuleFacts, Seat, SeatSet, Texts, draw_rule};
use serde_json::Value;

/// The draw rule of a rule set: one that a file can name.
#[derive(Debug)]
#[non_exhaustive]
pub enum Draw {
    /// The Dragon tile (C7–C9).
    Dragon(Dragon),
    /// The Destiny statue (L3, L4).
    Statue(Statue),
    /// The active player fills its hand (S17).
    Refill(Refill),
    /// A rule from outside the crate.
    Any(AnyDraw),
}

/// The state of a [`Draw`].
#[derive(Debug)]
pub enum DrawState {
    /// The seat that holds the Dragon tile or the statue; always `None` under rules without either.
    Holder(Option<Seat>),
    /// The state of a rule from outside the crate.
    Any(AnyState),
}

phase_enum! {
    draw_rule: DrawRule for Draw { Dragon in Holder, Statue in Holder, Refill in Holder, Any in Any },
    DrawState { Holder, Any }
}
named_rules!(Draw { Dragon(Dragon), Statue(Statue), Refill(Refill) }, DrawState);

/// Draws for the active player, if it is alive, until its hand is full or the pile empty (L3, S17).
#[inline]
fn fill_hand<T: RuleContext + ?Sized>(table: &mut T) {
    let active = table.active();
    if table.alive().contains(active) {
        for _ in table.hand_len(active)..table.hand_size() {
            if table.draw_one(active).is_none() {
                return;
            }
        }
    }
}

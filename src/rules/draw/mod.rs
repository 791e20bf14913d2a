//! The draw rules: who draws tiles when a turn ends. One file for each rule.

mod dragon;
mod refill;
mod statue;
mod token;

pub(crate) use dragon::Dragon;
pub(crate) use refill::Refill;
pub(crate) use statue::Statue;

use super::any::{AnyDraw, AnyState, rule_enum};
use crate::game::{DrawRule, Rng, RuleContext, Seat, SeatSet};
use serde_json::{Value, json};

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
    Any(Box<dyn AnyDraw>),
}

/// The state of a [`Draw`].
#[derive(Debug, Clone)]
pub enum DrawState {
    /// The seat that holds the Dragon tile or the statue; always `None` under rules without either.
    Holder(Option<Seat>),
    /// The state of a rule from outside the crate.
    Any(AnyState),
}

rule_enum!(Draw { Dragon(Dragon), Statue(Statue), Refill(Refill) }, DrawState, "draw");

impl DrawRule for Draw {
    type State = DrawState;

    fn start(&self, seats: u8) -> DrawState {
        match self {
            Self::Any(rule) => DrawState::Any(rule.any_start(seats)),
            _ => DrawState::Holder(None),
        }
    }

    #[inline]
    fn hands_returned<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut DrawState, gone: SeatSet) {
        match (self, state) {
            (Self::Dragon(rule), DrawState::Holder(holder)) => rule.hands_returned(table, holder, gone),
            (Self::Statue(rule), DrawState::Holder(holder)) => rule.hands_returned(table, holder, gone),
            (Self::Any(rule), DrawState::Any(state)) => rule.any_hands_returned(table.as_dyn(), state, gone),
            _ => {}
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "1.3 to 1.7 % of the instructions of a random game, by `benches/instructions.sh`")]
    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut DrawState) {
        match (self, state) {
            (Self::Dragon(rule), DrawState::Holder(holder)) => rule.draw(table, holder),
            (Self::Statue(rule), DrawState::Holder(holder)) => rule.draw(table, holder),
            (Self::Refill(rule), _) => rule.draw(table, &mut ()),
            (Self::Any(rule), DrawState::Any(state)) => rule.any_draw(table.as_dyn(), state),
            _ => {}
        }
    }

    fn token(&self) -> &'static str {
        match self {
            Self::Dragon(rule) => rule.token(),
            Self::Statue(rule) => rule.token(),
            Self::Refill(rule) => rule.token(),
            Self::Any(rule) => rule.any_token(),
        }
    }

    fn holder(&self, state: &DrawState) -> Option<Seat> {
        match (self, state) {
            (Self::Any(rule), DrawState::Any(state)) => rule.any_holder(state),
            (_, DrawState::Holder(holder)) => *holder,
            _ => None,
        }
    }

    fn set_holder(&self, state: &mut DrawState, holder: Option<Seat>) -> bool {
        match (self, state) {
            (Self::Any(rule), DrawState::Any(state)) => rule.any_set_holder(state, holder),
            (Self::Dragon(rule), DrawState::Holder(state)) => rule.set_holder(state, holder),
            (Self::Statue(rule), DrawState::Holder(state)) => rule.set_holder(state, holder),
            _ => holder.is_none(),
        }
    }

    fn view(&self, state: &DrawState, seat: Option<Seat>) -> Value {
        match (self, state) {
            (Self::Any(rule), DrawState::Any(state)) => rule.any_view(state, seat),
            (Self::Dragon(_) | Self::Statue(_), DrawState::Holder(holder)) => json!({ "holder": holder.map(Seat::number) }),
            _ => Value::Null,
        }
    }

    fn redeal(&self, state: &mut DrawState, seat: Seat, rng: &mut Rng) {
        if let (Self::Any(rule), DrawState::Any(state)) = (self, state) {
            rule.any_redeal(state, seat, rng);
        }
    }
}

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

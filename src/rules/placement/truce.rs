//! Truce (V14): in the first rounds, nobody puts anybody else out who can help it.
//!
//! **What it changes.** While the turn's number is at most `rounds` × seats, a placement that puts a piece of another
//! seat out is not legal as long as one is left that does not. It is asked last, among the placements that the keys of
//! `[placement]` leave (C3, S13).
//!
//! **Keys.** `rounds`.
//!
//! **Example.** `[placement]` `rule = "truce"`, `rounds = 3`.

use crate::board::Laid;
use crate::game::{Abilities, Consequence, Key, PlacementRule, PlacementTable, PlacementVerdict, Rule, Values};

/// The truce of the first rounds (V14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Truce {
    rounds: u32,
}

impl Rule for Truce {
    const NAME: &'static str = "truce";
    const SUMMARY: &'static str = "In the first rounds, no placement puts another player out while there is one that does not";
    const KEYS: &'static [Key] = &[Key::number("rounds", 1..=5).default(2).rule("V14").means("For how many rounds there is a truce")];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self { rounds: u32::try_from(values.int("rounds")).ok()? })
    }
}

impl PlacementRule for Truce {
    fn verdict(&self, table: &dyn PlacementTable, _: Laid, consequences: &[Consequence]) -> PlacementVerdict {
        let lasts = table.turn() <= self.rounds * u32::from(table.seats());
        let puts_out = |consequence: &Consequence| consequence.cause.is_some() && consequence.player != table.active();
        if lasts && consequences.iter().any(puts_out) { PlacementVerdict::Avoided } else { PlacementVerdict::Allowed }
    }
}

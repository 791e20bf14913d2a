//! **What it changes.** The last piece on the board wins. If the last pieces are eliminated at the same time, they tie.
//! If several are left when the tiles are gone or the board is full, they share the win (C10, L6, L7, S18, T9).
//!
//! **Keys.** None of its own; `end.tie-break` decides who wins when the last pieces are eliminated at the same time.
//!
//! **Example.** `[score]` `rule = "last-standing"`, as in `rulesets/classic.toml`.
//!
//! **Source.** All rulebooks.

use super::{ends, last_to_fall};
use crate::game::{Abilities, Effect, Ending, Key, Occasion, Outcome, Rule, RuleContext, RuleFacts, ScoreRule, Values};

/// The last piece on the board wins (C10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastStanding;

impl Rule for LastStanding {
    const NAME: &'static str = "last-standing";
    const SUMMARY: &'static str = "The last piece on the board wins";
    const KEYS: &'static [Key] = &[];
    const ABILITIES: Abilities = Abilities::OUT_IS_LOST;

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, rules, doc, shows| Effect { name, key: "", rules, doc, shows };
        vec![
            by("last-standing", "C10", "the last piece on the board wins", |scene| ends(scene, Outcome::LastStanding)),
            by("tie", "C10, L7, S18", "all that are left go at once, and tie", |scene| ends(scene, Outcome::Tie)),
            by("shared", "C10, T9", "several are left when the tiles are gone or the board is full, and share the win", |scene| {
                ends(scene, Outcome::Shared)
            }),
        ]
    }
}

impl ScoreRule for LastStanding {
    type State = ();

    fn start(&self, _: u8, _: u8, _: u8) {}

    #[inline]
    fn ending<T: RuleContext + ?Sized>(&self, table: &T, (): &(), occasion: Occasion) -> Option<Ending> {
        let alive = table.alive();
        let outcome = match occasion {
            Occasion::TurnLimit => return Some(Ending::at_turn_limit(alive)),
            _ if alive.is_empty() => return Some(all_gone(table, occasion)),
            Occasion::Placement | Occasion::Act if alive.is_single() => Outcome::LastStanding,
            Occasion::TurnEnd if table.tiles_are_gone() || table.board_is_full() => Outcome::Shared,
            _ => return None,
        };
        Some(Ending { winners: alive, outcome })
    }
}

/// The ending when the last pieces are eliminated at the same time (C10, L6, S18).
fn all_gone<T: RuleContext + ?Sized>(table: &T, occasion: Occasion) -> Ending {
    let winners = last_to_fall(table, occasion);
    let outcome = if winners.len() == 1 && table.fallen().len() > 1 { Outcome::LastStanding } else { Outcome::Tie };
    Ending { winners, outcome }
}

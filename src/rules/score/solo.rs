//! **What it changes.** One person plays every piece in turn from one hand. The score is the number of pieces alive
//! when the tiles are gone, the board is full, or no piece is left (V4).
//!
//! **Keys.** None of its own. There is one hand for all pieces, as with `tiles.open = true`.
//!
//! **Example.** `[score]` `rule = "solo"`, as in `rulesets/solo.toml`. With three pieces alive at the end the score is
//! 3: each of them counts 1.
//!
//! **Source.** A way to play alone known from other programs.

use super::ends;
use crate::game::{Abilities, Effect, Ending, Key, Occasion, Outcome, Rule, RuleContext, RuleFacts, ScoreRule, Seat, Values};

/// One person plays every piece (V4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solo;

impl Rule for Solo {
    const NAME: &'static str = "solo";
    const SUMMARY: &'static str = "One person plays every piece; the score is how many are alive at the end";
    const KEYS: &'static [Key] = &[];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, doc, shows| Effect { name, key: "", rules: "V4", doc, shows };
        vec![
            by("markers-left", "the tiles are gone, and pieces are alive", |scene| ends(scene, Outcome::Score) && !scene.alive.is_empty()),
            by("nobody-left", "no piece is left", |scene| ends(scene, Outcome::Score) && scene.alive.is_empty()),
        ]
    }
}

impl ScoreRule for Solo {
    type State = ();

    fn start(&self, _: u8, _: u8, _: u8) {}

    fn one_hand(&self) -> bool {
        true
    }

    fn ending<T: RuleContext + ?Sized>(&self, table: &T, (): &(), occasion: Occasion) -> Option<Ending> {
        let alive = table.alive();
        if occasion == Occasion::TurnLimit {
            return Some(Ending::at_turn_limit(alive));
        }
        let gone = occasion == Occasion::TurnEnd && (table.tiles_are_gone() || super::is_full_for_several(table));
        (alive.is_empty() || gone).then_some(Ending { winners: alive, outcome: Outcome::Score })
    }

    fn scores<T: RuleContext + ?Sized>(&self, table: &T, (): &()) -> Option<Vec<i64>> {
        Some((0..table.seats()).map(|seat| table.alive().contains(Seat::new(seat)).into()).collect())
    }
}

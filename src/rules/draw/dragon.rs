//! **What it changes.** Everyone with too few tiles draws in turn, starting with the holder of the Dragon tile; whoever finds the pile empty
//! takes the Dragon and so will draw first (C8, C9, C13). With few seats only the active player draws, and there is no Dragon (C7).
//!
//! **Keys.** `min-players`: with fewer seats, C7.
//!
//! **Example.** `[draw]` `rule = "dragon"`, as in `rulesets/classic.toml`.
//!
//! **Source.** Calliope rulebook of *Tsuro* (2009).

use super::{draw_for_two, is_bequeathed, is_given, is_taken, pass_on, set_holder};
use crate::game::{DrawRule, Effect, Key, KeyDefault, Rule, RuleContext, RuleFacts, Seat, SeatSet, ValueKind, Values};

/// The Dragon tile (C7–C9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dragon {
    /// With fewer seats only the active player draws, and there is no Dragon (C7).
    pub min_players: u8,
}

impl Rule for Dragon {
    const NAME: &'static str = "dragon";
    const SUMMARY: &'static str = "Everyone draws in turn; whoever finds the pile empty takes the Dragon tile and draws first next time";
    const KEYS: &'static [Key] = &[Key {
        name: "min-players",
        kind: ValueKind::Int { min: 1, max: 32 },
        default: KeyDefault::Toml("3"),
        rules: "C7, C8, T8",
        doc: "With fewer seats there is no Dragon tile, and only the active player draws",
    }];

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self { min_players: u8::try_from(values.int("min-players")).ok()? })
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        if facts.max_players < self.min_players {
            return Vec::new();
        }
        let effect = |name, rules, doc, shows| Effect { name, key: "", rules, doc, shows };
        vec![
            effect("taken", "C8", "a player who cannot draw takes the Dragon tile", is_taken),
            effect("put-back", "C8", "the holder of the Dragon tile draws first, and puts it back", is_given),
            effect("passed-on", "C9", "the Dragon tile leaves a holder who is out", is_bequeathed),
        ]
    }
}

impl DrawRule for Dragon {
    type State = Option<Seat>;

    fn start(&self, _: u8) -> Option<Seat> {
        None
    }

    fn hands_returned<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>, gone: SeatSet) {
        pass_on(table, holder, gone);
    }

    // With the same on `Statue::draw` it saves a random game of classic for two 1.3 % of its instructions (`benches/instructions.sh`), and
    // costs one for four or eight 0.2 to 0.3 %.
    #[inline(never)]
    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>) {
        if table.seats() < self.min_players {
            return draw_for_two(table);
        }
        let mut at = holder.unwrap_or(table.active());
        while let Some(seat) = table.short_of_tiles().next_from(at) {
            if table.draw_one(seat).is_none() {
                if holder.is_none() {
                    set_holder(table, holder, Some(seat));
                }
                return;
            }
            if *holder == Some(seat) {
                set_holder(table, holder, None);
            }
            match table.alive().next_after(seat) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    fn holder(&self, holder: &Option<Seat>) -> Option<Seat> {
        *holder
    }

    fn set_holder(&self, state: &mut Option<Seat>, holder: Option<Seat>) -> bool {
        *state = holder;
        true
    }
}

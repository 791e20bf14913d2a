//! **What it changes.** The holder of the Destiny statue draws one tile and hands the statue on to the next player who is short of tiles, who
//! draws one, and so on; then the active player fills its hand (L3, L4).
//!
//! **Keys.** `min-players`: with fewer seats, C7.
//!
//! **Example.** `[draw]` `rule = "statue"`, as in `rulesets/luxury.toml`.
//!
//! **Source.** Rules summary of the *Luxury Edition* (2022 scroll, v1).

use super::{draw_for_two, fill_hand, is_bequeathed, is_given, is_taken, pass_on, set_holder};
use crate::game::{DrawRule, Effect, Key, KeyDefault, Rule, RuleContext, RuleFacts, Seat, SeatSet, ValueKind, Values};

/// The Destiny statue (L3, L4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statue {
    /// With fewer seats only the active player draws, and there is no statue (C7).
    pub min_players: u8,
}

impl Rule for Statue {
    const NAME: &'static str = "statue";
    const SUMMARY: &'static str = "The holder of the statue draws first and hands it on; then the active player fills its hand";
    const KEYS: &'static [Key] = &[Key {
        name: "min-players",
        kind: ValueKind::Int { min: 1, max: 32 },
        default: KeyDefault::Toml("2"),
        rules: "L3, C7, T8",
        doc: "With fewer seats there is no Destiny statue, and only the active player draws",
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
            effect("taken", "L3", "a player who cannot draw takes the statue", is_taken),
            effect("handed-on", "L3", "the holder of the statue draws first, and hands it on", is_given),
            effect("passed-on", "L4", "the statue leaves a holder who is out", is_bequeathed),
        ]
    }
}

impl DrawRule for Statue {
    type State = Option<Seat>;

    fn start(&self, _: u8) -> Option<Seat> {
        None
    }

    fn hands_returned<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>, gone: SeatSet) {
        pass_on(table, holder, gone);
    }

    // See `Dragon::draw`.
    #[inline(never)]
    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>) {
        if table.seats() < self.min_players {
            return draw_for_two(table);
        }
        while table.pile_len() > 0
            && let Some(seat) = *holder
        {
            table.draw_one(seat);
            let next = table.short_of_tiles().next_after(seat);
            if next != Some(seat) {
                set_holder(table, holder, next);
            }
        }
        fill_hand(table);
        let active = table.active();
        if holder.is_none() && table.short_of_tiles().contains(active) {
            set_holder(table, holder, Some(active));
        }
    }

    fn token(&self) -> &'static str {
        "statue"
    }

    fn holder(&self, holder: &Option<Seat>) -> Option<Seat> {
        *holder
    }

    fn set_holder(&self, state: &mut Option<Seat>, holder: Option<Seat>) -> bool {
        *state = holder;
        true
    }
}

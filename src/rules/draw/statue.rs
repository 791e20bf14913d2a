//! **What it changes.** The holder of the Destiny statue draws one tile and hands the statue on to the next player who
//! is short of tiles, who draws one, and so on; then the active player fills its hand (L3, L4).
//!
//! **Keys.** `min-players`: with fewer seats, C7.
//!
//! **Example.** `[draw]` `rule = "statue"`, as in `rulesets/luxury.toml`.
//!
//! **Source.** Rules summary of the *Luxury Edition* (2022 scroll, v1).

use super::fill_hand;
use super::token::{TokenRule, give_token, min_players_key, read_min_players, token_effects, token_event};
use crate::game::{Abilities, Effect, EventDecl, FieldValue, Key, Rule, RuleContext, RuleFacts, Seat, Telling, Texts, Values};

/// The Destiny statue changes hands.
static PASSES: EventDecl = token_event(&[
    Telling::when(
        "holder",
        FieldValue::Null,
        Texts(&[("en", "The Destiny statue is set aside."), ("fr", "La statue du Destin est mise de côté.")]),
    ),
    Telling::always(Texts(&[("en", "{holder} now holds the Destiny statue."), ("fr", "{holder} détient maintenant la statue du Destin.")]))
        .to_you("holder", Texts(&[("en", "You now hold the Destiny statue."), ("fr", "Vous détenez maintenant la statue du Destin.")])),
]);

/// The Destiny statue (L3, L4).
#[derive(Debug, Clone, Copy)]
pub struct Statue {
    min_players: u8,
}

impl Rule for Statue {
    const NAME: &'static str = "statue";
    const SUMMARY: &'static str = "The holder of the statue draws first and hands it on; then the active player fills its hand";
    const KEYS: &'static [Key] =
        &[min_players_key(2, "L3, C7, T8", "With fewer seats there is no Destiny statue, and only the active player draws")];
    const EVENTS: &'static [&'static EventDecl] = &[&PASSES];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self { min_players: read_min_players(values)? })
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        let effects = [
            ["taken", "L3", "a player who cannot draw takes the statue"],
            ["handed-on", "L3", "the holder of the statue draws first, and hands it on"],
            ["passed-on", "L4", "the statue leaves a holder who is out"],
        ];
        token_effects(self, facts, effects)
    }
}

impl TokenRule for Statue {
    const TOKEN: Texts = Texts(&[("en", "Destiny statue"), ("fr", "statue du Destin")]);
    const PASSES: &'static EventDecl = &PASSES;

    fn min_players(&self) -> u8 {
        self.min_players
    }

    fn draw_with_token<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>) {
        while table.pile_len() > 0
            && let Some(seat) = *holder
        {
            table.draw_one(seat);
            let next = table.short_of_tiles().next_after(seat);
            if next != Some(seat) {
                give_token::<Self, T>(table, holder, next);
            }
        }
        fill_hand(table);
        let active = table.active();
        if holder.is_none() && table.short_of_tiles().contains(active) {
            give_token::<Self, T>(table, holder, Some(active));
        }
    }
}

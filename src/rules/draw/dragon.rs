//! **What it changes.** Everyone with too few tiles draws in turn, starting with the holder of the Dragon tile; the
//! first to find the pile empty takes the Dragon and will draw first next time (C8, C9, C13). With few seats only the
//! active player draws, and there is no Dragon (C7).
//!
//! **Keys.** `min-players`: with fewer seats, C7.
//!
//! **Example.** `[draw]` `rule = "dragon"`, as in `rulesets/classic.toml`.
//!
//! **Source.** Calliope rulebook of *Tsuro* (2009).

use super::token::{TokenRule, give_token, min_players_key, read_min_players, token_effects, token_event};
use crate::game::{Abilities, Effect, EventDecl, FieldValue, Key, Rule, RuleContext, RuleFacts, Seat, Telling, Texts, Values};

/// The Dragon tile changes hands.
static PASSES: EventDecl = token_event(&[
    Telling::when(
        "holder",
        FieldValue::Null,
        Texts(&[("en", "The Dragon tile is set aside."), ("fr", "La tuile Dragon est mise de côté.")]),
    ),
    Telling::always(Texts(&[("en", "{holder} now holds the Dragon tile."), ("fr", "{holder} détient maintenant la tuile Dragon.")]))
        .to_you("holder", Texts(&[("en", "You now hold the Dragon tile."), ("fr", "Vous détenez maintenant la tuile Dragon.")])),
]);

/// The Dragon tile (C7–C9).
#[derive(Debug, Clone, Copy)]
pub struct Dragon {
    min_players: u8,
}

impl Rule for Dragon {
    const NAME: &'static str = "dragon";
    const SUMMARY: &'static str =
        "Everyone draws in turn; the first to find the pile empty takes the Dragon tile and draws first next time";
    const KEYS: &'static [Key] =
        &[min_players_key(3, "C7, C8, T8", "With fewer seats there is no Dragon tile, and only the active player draws")];
    const EVENTS: &'static [&'static EventDecl] = &[&PASSES];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self { min_players: read_min_players(values)? })
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        let effects = [
            ["taken", "C8", "a player who cannot draw takes the Dragon tile"],
            ["put-back", "C8", "the holder of the Dragon tile draws first, and puts it back"],
            ["passed-on", "C9", "the Dragon tile leaves a holder who is out"],
        ];
        token_effects(self, facts, effects)
    }
}

impl TokenRule for Dragon {
    const TOKEN: Texts = Texts(&[("en", "Dragon tile"), ("fr", "tuile Dragon")]);
    const PASSES: &'static EventDecl = &PASSES;

    fn min_players(&self) -> u8 {
        self.min_players
    }

    fn draw_with_token<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>) {
        let mut at = holder.unwrap_or(table.active());
        while let Some(seat) = table.short_of_tiles().next_from(at) {
            if table.draw_one(seat).is_none() {
                if holder.is_none() {
                    give_token::<Self, T>(table, holder, Some(seat));
                }
                return;
            }
            if *holder == Some(seat) {
                give_token::<Self, T>(table, holder, None);
            }
            match table.alive().next_after(seat) {
                Some(next) => at = next,
                None => return,
            }
        }
    }
}

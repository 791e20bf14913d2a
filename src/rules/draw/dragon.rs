//! **What it changes.** Everyone with too few tiles draws in turn, starting with the holder of the Dragon tile; the
//! first to find the pile empty takes the Dragon and will draw first next time (C8, C9, C13). With few seats only the
//! active player draws, and there is no Dragon (C7).
//!
//! **Keys.** `min-players`: with fewer seats, C7.
//!
//! **Example.** `[draw]` `rule = "dragon"`, as in `rulesets/classic.toml`.
//!
//! **Source.** Calliope rulebook of *Tsuro* (2009).

use super::token::{min_players_key, read_min_players, token_effects, token_event};
use crate::game::{
    Abilities, Drawing, Effect, FieldValue, Plan, Rule, RuleDecl, RuleEvent, RuleFacts, RulePhase, Seat, Telling, Texts, Token, Values,
};

/// The Dragon tile changes hands.
static PASSES: RuleEvent<(Option<Seat>, Option<Seat>)> = token_event(&[
    Telling::when(
        "holder",
        FieldValue::Null,
        Texts(&[("en", "The Dragon tile is set aside."), ("fr", "La tuile Dragon est mise de côté.")]),
    ),
    Telling::always(Texts(&[("en", "{holder} now holds the Dragon tile."), ("fr", "{holder} détient maintenant la tuile Dragon.")]))
        .to_you("holder", Texts(&[("en", "You now hold the Dragon tile."), ("fr", "Vous détenez maintenant la tuile Dragon.")])),
]);

/// The rule as files name it.
pub(crate) static DRAGON: RuleDecl = RuleDecl::new(
    RulePhase::Draw,
    "dragon",
    "Everyone draws in turn; the first to find the pile empty takes the Dragon tile and draws first next time",
    &build,
)
.keys(&[min_players_key(3, "C7, C8, T8", "With fewer seats there is no Dragon tile, and only the active player draws")])
.events(&[PASSES.decl()])
.abilities(Abilities::NONE);

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let name = Texts(&[("en", "Dragon tile"), ("fr", "tuile Dragon")]);
    Some(Box::new(Dragon { token: Token { name, passes: &PASSES, min_players: read_min_players(values)? } }))
}

/// The Dragon tile (C7–C9).
#[derive(Debug)]
struct Dragon {
    token: Token,
}

impl Rule for Dragon {
    fn decl(&self) -> &'static RuleDecl {
        &DRAGON
    }

    fn plan(&self, plan: &mut Plan) {
        plan.drawing = Drawing::InTurn(self.token);
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        let effects = [
            ["taken", "C8", "a player who cannot draw takes the Dragon tile"],
            ["put-back", "C8", "the holder of the Dragon tile draws first, and puts it back"],
            ["passed-on", "C9", "the Dragon tile leaves a holder who is out"],
        ];
        token_effects(self.token.min_players, facts, effects)
    }
}

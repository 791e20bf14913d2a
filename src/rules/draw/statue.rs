//! **What it changes.** The holder of the Destiny statue draws one tile and hands the statue on to the next player who
//! is short of tiles, who draws one, and so on; then the active player fills its hand (L3, L4).
//!
//! **Keys.** `min-players`: with fewer seats, C7.
//!
//! **Example.** `[draw]` `rule = "statue"`, as in `rulesets/luxury.toml`.
//!
//! **Source.** Rules summary of the *Luxury Edition* (2022 scroll, v1).

use super::token::{min_players_key, read_min_players, token_effects, token_event};
use crate::game::{
    Abilities, Drawing, Effect, FieldValue, Plan, Rule, RuleDecl, RuleEvent, RuleFacts, RulePhase, Seat, Telling, Texts, Token, Values,
};

/// The Destiny statue changes hands.
static PASSES: RuleEvent<(Option<Seat>, Option<Seat>)> = token_event(&[
    Telling::when(
        "holder",
        FieldValue::Null,
        Texts(&[("en", "The Destiny statue is set aside."), ("fr", "La statue du Destin est mise de côté.")]),
    ),
    Telling::always(Texts(&[("en", "{holder} now holds the Destiny statue."), ("fr", "{holder} détient maintenant la statue du Destin.")]))
        .to_you("holder", Texts(&[("en", "You now hold the Destiny statue."), ("fr", "Vous détenez maintenant la statue du Destin.")])),
]);

/// The rule as files name it.
pub(crate) static STATUE: RuleDecl = RuleDecl::new(
    RulePhase::Draw,
    "statue",
    "The holder of the statue draws first and hands it on; then the active player fills its hand",
    &build,
)
.keys(&[min_players_key(2, "L3, C7, T8", "With fewer seats there is no Destiny statue, and only the active player draws")])
.events(&[PASSES.decl()])
.abilities(Abilities::NONE);

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let name = Texts(&[("en", "Destiny statue"), ("fr", "statue du Destin")]);
    Some(Box::new(Statue { token: Token { name, passes: &PASSES, min_players: read_min_players(values)? } }))
}

/// The Destiny statue (L3, L4).
#[derive(Debug)]
struct Statue {
    token: Token,
}

impl Rule for Statue {
    fn decl(&self) -> &'static RuleDecl {
        &STATUE
    }

    fn plan(&self, plan: &mut Plan) {
        plan.drawing = Drawing::HandedOn(self.token);
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        let effects = [
            ["taken", "L3", "a player who cannot draw takes the statue"],
            ["handed-on", "L3", "the holder of the statue draws first, and hands it on"],
            ["passed-on", "L4", "the statue leaves a holder who is out"],
        ];
        token_effects(self.token.min_players, facts, effects)
    }
}

//! **What it changes.** The active player draws until its hand is full; if the pile is empty,
//! nothing happens (S17). No Dragon.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[draw]` `rule = "refill"`, as in `rulesets/seas.toml`.
//!
//! **Source.** Rulebook of *Tsuro of the Seas*.

use crate::game::{
    Abilities, Drawing, Effect, EffectScene, Event, Plan, Rule, RuleDecl, RuleFacts, RulePhase,
    Texts,
};

/// The rule as files name it.
pub(crate) static REFILL: RuleDecl = RuleDecl::new(
    RulePhase::Draw,
    "refill",
    "The active player draws until its hand is full",
    &|_| Some(Box::new(Refill)),
)
.rulebook(Texts(&[(
    "fr",
    "Le joueur dont c’est le tour pioche jusqu’à ce que sa main soit complète",
)]))
.abilities(Abilities::NONE);

/// The active player draws until its hand is full (S17).
#[derive(Debug)]
struct Refill;

impl Rule for Refill {
    fn decl(&self) -> &'static RuleDecl {
        &REFILL
    }

    fn plan(&self, plan: &mut Plan) {
        plan.drawing = Drawing::Active;
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let shows = |scene: &EffectScene<'_>| matches!(scene.event, Event::Drew { .. });
        vec![Effect {
            name: "filled",
            key: "",
            rules: "S17",
            doc: "the active player fills its hand",
            shows,
        }]
    }
}

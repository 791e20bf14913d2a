//! **What it changes.** One person plays every piece in turn from one hand. The score is the number
//! of pieces alive when the tiles are gone, the board is full, or no piece is left (V4).
//!
//! **Keys.** None of its own. There is one hand for all pieces, as with `tiles.open = true`.
//!
//! **Example.** `[score]` `rule = "solo"`, as in `rulesets/solo.toml`. With three pieces alive at
//! the end the score is 3: each of them counts 1.
//!
//! **Source.** A way to play alone known from other programs.

use super::endings::ends;
use crate::game::{
    Abilities, Effect, Ending, Occasion, Outcome, Own, Plan, Rule, RuleDecl, RuleFacts, RulePhase,
    Seat, TableView, Texts,
};

/// The rule as files name it.
pub(crate) static SOLO: RuleDecl = RuleDecl::new(
    RulePhase::Score,
    "solo",
    "One person plays every piece; the score is how many are alive at the end",
    &|_| Some(Box::new(Solo)),
)
.rulebook(Texts(&[(
    "fr",
    "Une seule personne joue tous les pions ; le score est le nombre de pions en vie à la fin",
)]))
.abilities(Abilities::ENDS);

/// One person plays every piece (V4).
#[derive(Debug)]
struct Solo;

impl Rule for Solo {
    fn decl(&self) -> &'static RuleDecl {
        &SOLO
    }

    fn plan(&self, plan: &mut Plan) {
        plan.one_hand = true;
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, doc, shows| Effect { name, key: "", rules: "V4", doc, shows };
        vec![
            by("markers-left", "the tiles are gone, and pieces are alive", |scene| {
                ends(scene, Outcome::Score) && !scene.alive.is_empty()
            }),
            by("nobody-left", "no piece is left", |scene| {
                ends(scene, Outcome::Score) && scene.alive.is_empty()
            }),
        ]
    }

    fn ending(&self, table: TableView<'_>, _: &Own, occasion: Occasion) -> Option<Ending> {
        let alive = table.alive();
        if occasion == Occasion::TurnLimit {
            return Some(Ending::at_turn_limit(alive));
        }
        let gone = occasion == Occasion::TurnEnd
            && (table.tiles_are_gone() || super::endings::is_full_for_several(table));
        (alive.is_empty() || gone).then_some(Ending { winners: alive, outcome: Outcome::Score })
    }

    fn scores(&self, table: TableView<'_>, _: &Own) -> Option<Vec<i64>> {
        Some(
            (0..table.seats()).map(|seat| table.alive().contains(Seat::new(seat)).into()).collect(),
        )
    }
}

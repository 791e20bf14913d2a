//! **What it changes.** The last piece on the board wins. If the last pieces are eliminated at the
//! same time, they tie. If several are left when the tiles are gone or the board is full, they
//! share the win (C10, L6, L7, S18, T9).
//!
//! **Keys.** None of its own; `end.tie-break` decides who wins when the last pieces are eliminated
//! at the same time.
//!
//! **Example.** `[score]` `rule = "last-standing"`, as in `rulesets/classic.toml`.
//!
//! **Source.** All rulebooks.

use super::endings::ends;
use crate::game::{Abilities, Effect, Outcome, Plan, Rule, RuleDecl, RuleFacts, RulePhase, Texts};

/// The rule as files name it.
pub(crate) static LAST_STANDING: RuleDecl =
    RuleDecl::new(RulePhase::Score, "last-standing", "The last piece on the board wins", &|_| {
        Some(Box::new(LastStanding))
    })
    .rulebook(Texts(&[("fr", "Le dernier pion sur le plateau gagne")]))
    .abilities(Abilities::OUT_IS_LOST);

/// The last piece on the board wins (C10).
#[derive(Debug)]
struct LastStanding;

impl Rule for LastStanding {
    fn decl(&self) -> &'static RuleDecl {
        &LAST_STANDING
    }

    fn plan(&self, plan: &mut Plan) {
        plan.last_standing = true;
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, rules, doc, shows| Effect { name, key: "", rules, doc, shows };
        vec![
            by("last-standing", "C10", "the last piece on the board wins", |scene| {
                ends(scene, Outcome::LastStanding)
            }),
            by("tie", "C10, L7, S18", "all that are left go at once, and tie", |scene| {
                ends(scene, Outcome::Tie)
            }),
            by(
                "shared",
                "C10, T9",
                "several are left when the tiles are gone or the board is full, and share the win",
                |scene| ends(scene, Outcome::Shared),
            ),
        ]
    }
}

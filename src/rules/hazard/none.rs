//! **What it changes.** Nothing: the rule set has no hazard (S19).
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[hazard]` `rule = "none"`, as in `rulesets/seas-calm.toml`.
//!
//! **Source.** Classic *Tsuro*; "No Daikaiju" in the rulebook of *Tsuro of the Seas*.

use crate::game::{Rule, RuleDecl, RulePhase, Texts};

/// The rule as files name it.
pub(crate) static NONE: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    "none",
    "Nothing but the other players threatens a piece",
    &|_| Some(Box::new(NoHazard)),
)
.rulebook(Texts(&[("fr", "Rien d’autre que les autres joueurs ne menace un pion")]))
.idle();

/// No hazard (S19).
#[derive(Debug)]
struct NoHazard;

impl Rule for NoHazard {
    fn decl(&self) -> &'static RuleDecl {
        &NONE
    }
}

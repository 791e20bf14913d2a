//! Free: what the keys of `[placement]` leave is legal (C3).
//!
//! **What it changes.** Nothing.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[placement]` `rule = "free"`, which is the default.

use crate::game::{Rule, RuleDecl, RulePhase, Texts};

/// The rule as files name it.
pub(crate) static FREE: RuleDecl = RuleDecl::new(
    RulePhase::Placement,
    "free",
    "Nothing besides what `avoid` and `never` say",
    &|_| Some(Box::new(Free)),
)
.rulebook(Texts(&[
    ("en", "There are no other limits to where a tile may be laid"),
    ("fr", "Il n’y a pas d’autre limite au placement des tuiles"),
]))
.idle();

/// No rule besides the keys of `[placement]`.
#[derive(Debug)]
struct Free;

impl Rule for Free {
    fn decl(&self) -> &'static RuleDecl {
        &FREE
    }
}

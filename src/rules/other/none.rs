//! **What it changes.** Nothing: the rule set has no further rule.
//!
//! **Keys.** None of its own.
//!
//! **Example.** A file that says nothing of `[[rule]]`.

use crate::game::{Rule, RuleDecl, RulePhase, Texts};

/// The rule as files name it.
pub(crate) static NO_RULE: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "no-rule", "Nothing besides", &|_| Some(Box::new(NoRule)))
        .rulebook(Texts(&[
            ("en", "There are no other rules"),
            ("fr", "Il n’y a pas d’autre règle"),
        ]))
        .idle();

/// No further rule.
#[derive(Debug)]
struct NoRule;

impl Rule for NoRule {
    fn decl(&self) -> &'static RuleDecl {
        &NO_RULE
    }
}

//! **What it changes.** Nothing: the rule set has no further rule.
//!
//! **Keys.** None of its own.
//!
//! **Example.** A file that says nothing of `[[rule]]`.

use crate::game::{Rule, RuleDecl, RulePhase};

/// The rule as files name it.
pub(crate) static NO_RULE: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "no-rule", "Nothing besides", &|_| Some(Box::new(NoRule)))
        .idle();

/// No further rule.
#[derive(Debug)]
struct NoRule;

impl Rule for NoRule {
    fn decl(&self) -> &'static RuleDecl {
        &NO_RULE
    }
}

//! [`RuleScript`]: a rule in the text of a script.

use super::script::Program;
use crate::game::RuleDecl;
use std::fmt;
use std::sync::Arc;

/// A script that was read as a rule: a text that rule sets name by the key `scripts`, in the
/// language of `docs/script-reference.md`.
pub struct RuleScript {
    pub(super) name: String,
    pub(super) text: Arc<str>,
    pub(super) program: Program,
}

impl fmt::Debug for RuleScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleScript")
            .field("name", &self.name)
            .field("rule", &self.rule().name)
            .finish_non_exhaustive()
    }
}

impl RuleScript {
    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name without folders, which say nothing on another machine: what records tell, which
    /// have to tell the same there.
    pub(crate) fn file_name(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or_default()
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rule that it declares.
    pub fn rule(&self) -> &'static RuleDecl {
        self.program.rule()
    }
}

//! [`Program`]: what a script is made into.

use super::declare::Declared;
use crate::game::RuleDecl;
use rhai::AST;

/// What a script is made into.
pub(crate) struct Program {
    pub(super) ast: AST,
    pub(super) declared: &'static Declared,
    /// The functions that it has.
    pub(super) hooks: u32,
}

impl Program {
    pub(crate) fn rule(&self) -> &'static RuleDecl {
        &self.declared.rule
    }
}

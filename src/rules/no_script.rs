//! What stands for scripts in a program that is built without them: none can be read.

use super::rule_script::RuleScript;
use crate::game::{Rule, RuleDecl};
use serde_json::{Map, Value};
use std::sync::Arc;

#[path = "script/problem.rs"]
mod problem;

pub use problem::ScriptProblem;

/// What a script is made into, of which there is none.
pub(super) enum Program {}

impl Program {
    pub(super) fn rule(&self) -> &'static RuleDecl {
        match *self {}
    }
}

impl RuleScript {
    pub(crate) fn compile(_: &str, _: &str) -> Result<Arc<Self>, Vec<ScriptProblem>> {
        Err(vec![ScriptProblem::new(None, "this program is built without scripts")])
    }
}

/// The rule of a script.
pub(crate) fn rule_of(script: &Arc<RuleScript>, _: &Map<String, Value>) -> Option<Box<dyn Rule>> {
    match script.program {}
}

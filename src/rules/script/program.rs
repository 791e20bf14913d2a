//! Reads scripts, and the engine that runs all of them.

use super::check;
use super::compiled::Program;
use super::declare::{self, Implied};
use super::hooks::{HOOKS, Hook};
use super::literal::{Literal, function_at, place_of};
use super::problem::ScriptProblem;
use super::{steps, verbs};
use crate::game::{Abilities, KeyWords as _, Timing, TimingSet};
use crate::rules::rule_script::RuleScript;
use rhai::{AST, Dynamic, Engine, EvalAltResult, OptimizationLevel, Stmt};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

/// The largest script, in bytes.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// The name of the constant with what a script declares.
const DECLARATION: &str = "RULE";

/// The engine that runs all scripts: without files, clock, chance or output of its own, and with
/// limits to everything.
pub(super) fn engine() -> &'static Engine {
    static ENGINE: LazyLock<Engine> = LazyLock::new(|| engine_at(OptimizationLevel::Simple));
    &ENGINE
}

/// The engine that reads scripts as they are written, with the place of each value.
fn reader() -> &'static Engine {
    static READER: LazyLock<Engine> = LazyLock::new(|| engine_at(OptimizationLevel::None));
    &READER
}

fn engine_at(level: OptimizationLevel) -> Engine {
    let mut engine = Engine::new();
    engine.set_max_call_levels(32);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_functions(64);
    engine.set_max_variables(128);
    engine.set_max_string_size(2_000);
    engine.set_max_array_size(400);
    engine.set_max_map_size(200);
    engine.set_strict_variables(true);
    engine.set_optimization_level(level);
    engine.disable_symbol("eval");
    engine.disable_symbol("Fn");
    engine.disable_symbol("curry");
    engine.disable_symbol("debug");
    engine.on_print(|_| {});
    engine.on_progress(steps::note_steps);
    // A function within a call on the table can call it, too: a variable of the language would be
    // locked.
    #[expect(deprecated, reason = "the crate calls it volatile")]
    engine.on_var(|name, _, _| Ok((name == "table").then(|| Dynamic::from(verbs::TableHandle))));
    verbs::register(&mut engine);
    engine
}

impl RuleScript {
    /// Reads a script; `name` is what messages call it.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn compile(name: &str, text: &str) -> Result<Arc<Self>, Vec<ScriptProblem>> {
        if text.len() > MOST_BYTES {
            return Err(vec![ScriptProblem::new(
                None,
                format!("a script has at most {MOST_BYTES} bytes"),
            )]);
        }
        let ast = reader().compile(text).map_err(|error| vec![check::of_parse_error(&error)])?;
        let (written, mut problems) = declaration(&ast);
        let calls = check::check(&ast, text, written.as_ref(), &mut problems);
        let mut hooks = 0;
        for function in ast.iter_functions() {
            if let Some(doc) = HOOKS
                .iter()
                .find(|doc| doc.name == function.name && doc.takes.len() == function.params.len())
            {
                hooks |= doc.hook.bit();
            }
        }
        let has = |hook: Hook| hooks & hook.bit() != 0;
        let mut timings: Vec<Timing> =
            Timing::VALUES.iter().copied().filter(|&timing| has(Hook::Moment(timing))).collect();
        let mut abilities = calls.and(Abilities::FAILS);
        for (hook, ability) in [
            (Hook::Verdict, Abilities::FORBIDS.and(Abilities::READS_HANDS)),
            (Hook::Ending, Abilities::ENDS),
            (Hook::Strike, Abilities::CAN_BE_STRUCK),
            (Hook::Crossed, Abilities::COUNTS_CROSSINGS),
            (Hook::Removed, Abilities::COUNTS_CROSSINGS),
            (Hook::Hides, Abilities::HIDES),
        ] {
            if has(hook) {
                abilities = abilities.and(ability);
            }
        }
        // Where squares are blocked, the engine looks before each placement whether a piece faces
        // one.
        if abilities.contains(Abilities::BLOCKS) && !timings.contains(&Timing::BeforePlacement) {
            timings.push(Timing::BeforePlacement);
        }
        let implied = Implied { timings: TimingSet::new(&timings), abilities };
        let Some(written) = written else { return Err(problems) };
        if !problems.is_empty() {
            problems.extend(declare::declared(&written, implied).err().into_iter().flatten());
            // The order of functions is not that of the text.
            problems.sort_by(|one, other| {
                one.at.cmp(&other.at).then_with(|| one.message.cmp(&other.message))
            });
            return Err(problems);
        }
        let declared = declare::declared(&written, implied)?;
        // What is declared is read already.
        let ast = engine()
            .compile(text)
            .map_err(|error| vec![check::of_parse_error(&error)])?
            .clone_functions_only();
        Ok(Arc::new(Self {
            name: name.to_owned(),
            text: text.into(),
            program: Program { ast, declared, hooks },
        }))
    }

    /// An error of a running script: `tide.rhai:12:5: …`.
    pub(super) fn error_text(&self, error: &EvalAltResult, hook: Hook) -> String {
        let mut inner = error;
        let mut at = inner.position();
        while let EvalAltResult::ErrorInFunctionCall(_, _, within, _) = inner {
            inner = within;
            at = if inner.position().is_none() { at } else { inner.position() };
        }
        // A limit is reached nowhere in particular.
        let at = place_of(at).or_else(|| function_at(&self.text, hook.name()));
        let mut told = self.file_name().to_owned();
        if let Some((line, column)) = at {
            let _ = write!(told, ":{line}:{column}");
        }
        let _ = write!(told, ": {}", check::of_error(inner));
        told
    }
}

/// The map that is declared at the top of a script.
fn declaration(ast: &AST) -> (Option<Literal>, Vec<ScriptProblem>) {
    let mut problems = Vec::new();
    let mut found = None;
    for statement in ast.statements() {
        match statement {
            Stmt::Var(variable, _, _) if variable.0.name == DECLARATION => {
                found = Some(Literal::read(&variable.1));
            }
            Stmt::Noop(_) => {}
            other => {
                let mut problem = ScriptProblem::new(
                    place_of(other.position()),
                    "only functions may stand beside `const RULE = #{ … };`",
                );
                problem.help("write it within a function; functions share nothing but `this`");
                problems.push(problem);
            }
        }
    }
    if found.is_none() {
        let mut problem = ScriptProblem::new(None, "the script declares no rule");
        problem.help(
            "begin it with `const RULE = #{ name: \"my-rule\", summary: \"what it does\" };`",
        );
        problems.push(problem);
    }
    (found, problems)
}

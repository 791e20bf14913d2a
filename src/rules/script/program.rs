//! Reads scripts, and the engine that runs all of them.

use super::check;
use super::declare::{self, Declared, Implied};
use super::literal::{Literal, function_at, place_of};
use super::live;
use super::problem::ScriptProblem;
use super::verbs;
use crate::game::{Abilities, KeyWords as _, RuleDecl, Timing, TimingSet};
use crate::rules::rule_script::RuleScript;
use rhai::{AST, Dynamic, Engine, EvalAltResult, OptimizationLevel, Stmt};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

/// The largest script, in bytes.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// The name of the constant with what a script declares.
const DECLARATION: &str = "RULE";

/// A function of a script that the engine calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    /// At a moment, which has begun.
    Moment(Timing),
    Start,
    Act,
    Question,
    Answer,
    Strike,
    Crossed,
    Placed,
    Removed,
    Verdict,
    Hides,
    Ending,
    Shows,
    View,
    Redeal,
}

/// A function of a script that the engine calls, as the reference tells of it.
#[derive(Debug)]
pub struct HookDoc {
    pub hook: Hook,
    pub name: &'static str,
    pub takes: &'static [&'static str],
    pub doc: &'static str,
}

macro_rules! hooks {
    ($($hook:expr, $name:literal, [$($takes:literal),*], $doc:literal;)+) => {
        /// All functions that the engine calls.
        pub const HOOKS: &[HookDoc] = &[
            $(HookDoc { hook: $hook, name: $name, takes: &[$($takes),*], doc: $doc }),+
        ];
    };
}

hooks! {
    Hook::Start, "start", ["setup"], "What the rule remembers when a game begins, which is `this` \
        in all other functions; `setup` has `seats`, `columns`, `rows` and `squares`";
    Hook::Moment(Timing::SetUp), "set_up", ["table"], "After the deal, before start marks are \
        chosen";
    Hook::Moment(Timing::TurnBegins), "turn_begins", ["table"], "When a turn begins, before \
        anything else acts";
    Hook::Moment(Timing::BeforePlacement), "before_placement", ["table"], "Before the placement";
    Hook::Moment(Timing::Response), "response", ["table"], "Before the placement, after those that \
        act `before_placement`";
    Hook::Moment(Timing::Threat), "threat", ["table"], "When a blocked square, or something that \
        comes to a square, is about to put pieces out: `strike(square)` may remove it";
    Hook::Moment(Timing::Due), "due", ["table"], "Before each placement, or the pass in its place: \
        `forgo_placement()` takes its stead";
    Hook::Moment(Timing::Ahead), "ahead", ["table"], "When a tile lies that will put pieces out, \
        before any piece travels: `carry_ahead(seat, place)` may take one away";
    Hook::Moment(Timing::Met), "met", ["table"], "When pieces have met and are about to be lost";
    Hook::Moment(Timing::Loss), "loss", ["table"], "When pieces are about to be lost, before any \
        of them is";
    Hook::Moment(Timing::Travelled), "travelled", ["table"], "When the pieces of a placement have \
        travelled, before it is judged who has won";
    Hook::Moment(Timing::AfterPlacement), "after_placement", ["table"], "When a placement is done \
        with";
    Hook::Moment(Timing::Drawing), "drawing", ["table"], "When tiles are drawn";
    Hook::Moment(Timing::Drawn), "drawn", ["table"], "When a tile was drawn, before the next one \
        is";
    Hook::Moment(Timing::TurnEnds), "turn_ends", ["table"], "At the end of the turn, after tiles \
        are drawn";
    Hook::Moment(Timing::NextSeat), "next_seat", ["table"], "When the turn is over, to say who is \
        next";
    Hook::Act, "act", ["table", "at"], "What is left to do at a moment, called until it returns \
        nothing: after the function of the moment, and after each answer";
    Hook::Question, "question", ["table", "seat"], "What `ask(seat)` asks: `#{ask, options, \
        about}`, or the options alone";
    Hook::Answer, "answer", ["table", "seat", "answer"], "Takes the answer of a seat; then `act` \
        is called";
    Hook::Strike, "strike", ["table", "square"], "Another rule strikes a square: removes what this \
        rule has there, frees the square, and returns true; false if it has nothing there";
    Hook::Crossed, "crossed", ["crossing"], "A piece travels over a tile: `#{player, square, tile, \
        rotation, from, to}`";
    Hook::Placed, "placed", ["tile", "square"], "A special tile was placed on a square, which is a \
        haven from now on";
    Hook::Removed, "removed", ["square"], "A tile was taken off a square";
    Hook::Verdict, "verdict", ["table", "tile", "fates"], "Whether a placement is \"allowed\", \
        \"avoided\" or \"never\" allowed; `tile` is `#{tile, rotation}`, `fates` say what becomes \
        of each piece: `#{player, to, cause}`";
    Hook::Hides, "hides", ["table", "seat", "square"], "Whether a seat does not see what lies on a \
        square";
    Hook::Ending, "ending", ["table", "occasion"], "How the game has ended: `#{winners, outcome}`; \
        nothing: it goes on. The occasion is \"travelled\", \"placement\", \"act\", \"turn-end\" \
        or \"turn-limit\"";
    Hook::Shows, "shows", ["turn"], "The marks and numbers that all see: a list of `mark(…)`, \
        `count(…)` and `count_for(…)`";
    Hook::View, "view", ["seat"], "What a seat may know of what the rule remembers; `()` stands \
        for an onlooker who may know everything";
    Hook::Redeal, "redeal", ["seat", "random"], "Replaces what a seat cannot know by something \
        random, for bots that search";
}

impl Hook {
    fn doc(self) -> &'static HookDoc {
        HOOKS.iter().find(|doc| doc.hook == self).unwrap_or(&HOOKS[0])
    }

    /// The name of the function.
    pub(super) fn name(self) -> &'static str {
        self.doc().name
    }

    /// The most steps of one call.
    pub(super) fn most_steps(self) -> u64 {
        match self {
            Self::Hides => live::STEPS_OF_A_SQUARE,
            Self::Question
            | Self::Verdict
            | Self::Ending
            | Self::Shows
            | Self::View
            | Self::Redeal => live::STEPS_OF_A_LOOK,
            _ => live::STEPS_OF_A_CALL,
        }
    }

    fn bit(self) -> u32 {
        HOOKS.iter().position(|doc| doc.hook == self).map_or(0, |at| 1 << at)
    }
}

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
    engine.on_progress(live::note_steps);
    // A function within a call on the table can call it, too: a variable of the language would be
    // locked.
    #[expect(deprecated, reason = "the crate calls it volatile")]
    engine.on_var(|name, _, _| Ok((name == "table").then(|| Dynamic::from(verbs::TableHandle))));
    verbs::register(&mut engine);
    engine
}

/// What a script is made into.
pub(crate) struct Program {
    ast: AST,
    declared: &'static Declared,
    /// The functions that it has.
    hooks: u32,
}

impl Program {
    pub(in crate::rules) fn rule(&self) -> &'static RuleDecl {
        &self.declared.rule
    }
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

    pub(super) fn ast(&self) -> &AST {
        &self.program.ast
    }

    pub(super) fn declared(&self) -> &'static Declared {
        self.program.declared
    }

    pub(super) fn has(&self, hook: Hook) -> bool {
        self.program.hooks & hook.bit() != 0
    }

    /// An error of a running script: `tide.rhai:12:5: …`.
    pub(super) fn told(&self, error: &EvalAltResult, hook: Hook) -> String {
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

//! What is wrong with a script before it runs, and what went wrong while it did, in words.

use super::hooks::HOOKS;
use super::literal::{Entry, Literal, LiteralValue, function_at, place_of};
use super::problem::ScriptProblem;
use super::verbs::{self, OF_LANGUAGE};
use crate::game::Abilities;
use rhai::{AST, ASTNode, EvalAltResult, Expr, FnCallExpr, ParseError, ParseErrorType, Position};

/// What the parser found, in words.
pub(super) fn of_parse_error(error: &ParseError) -> ScriptProblem {
    let at = error.position();
    match error.err_type() {
        ParseErrorType::VariableUndefined(name) => {
            let mut problem =
                ScriptProblem::new(place_of(at), format!("there is no variable `{name}` here"));
            problem.help(
                "a function sees its parameters, its own variables and `this`; keys are \
                read by `key(\"name\")`",
            );
            problem
        }
        ParseErrorType::Reserved(word) => {
            ScriptProblem::new(place_of(at), format!("`{word}` is a reserved word"))
        }
        ParseErrorType::LiteralTooLarge(what, most) => {
            ScriptProblem::new(place_of(at), format!("this {what} is larger than {most}"))
        }
        other => ScriptProblem::new(place_of(at), lower(&other.to_string())),
    }
}

/// What a running script did wrong, in words.
pub(super) fn of_error(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorRuntime(why, _) | EvalAltResult::ErrorTerminated(why, _) => {
            why.to_string()
        }
        EvalAltResult::ErrorFunctionNotFound(call, _) => not_found(call),
        EvalAltResult::ErrorArrayBounds(len, at, _) => format!("a list of {len} has no item {at}"),
        EvalAltResult::ErrorPropertyNotFound(name, _) => format!("there is no `{name}` here"),
        EvalAltResult::ErrorStackOverflow(_) => "functions call each other too deep".to_owned(),
        EvalAltResult::ErrorDataTooLarge(what, _) => format!("{} is too large", lower(what)),
        EvalAltResult::ErrorDataRace(..) => {
            "a variable is used by a function within a call on it: take what it gives into another \
             variable first"
                .to_owned()
        }
        EvalAltResult::ErrorUnboundThis(_) => "`this` is not known here".to_owned(),
        EvalAltResult::ErrorMismatchDataType(wanted, found, _) => format!(
            "a {wanted} is needed \
            here, not a {found}"
        ),
        other => {
            let said = other.to_string();
            // The place stands before it already.
            let said = said.split(" (line ").next().unwrap_or_default();
            lower(said)
        }
    }
}

/// A call `name (type, …)` that no function answers.
fn not_found(call: &str) -> String {
    let name = call.split(' ').next().unwrap_or_default();
    let given = call.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    let known: Vec<_> = verbs::all().filter(|verb| verb.name == name).collect();
    if known.is_empty() {
        return format!("there is no function {}", call.trim());
    }
    let takes: Vec<String> = known.iter().map(|verb| signature(verb)).collect();
    format!("`{name}` is {}, and was given ({given})", takes.join(" or "))
}

/// A verb as it is called.
pub fn signature(verb: &verbs::Verb) -> String {
    let takes: Vec<&str> = verb.takes.iter().map(|taken| taken.0).collect();
    let of = if verb.of == "table" || verb.of == "random" {
        format!("{}.", verb.of)
    } else {
        String::new()
    };
    format!("`{of}{}({})`", verb.name, takes.join(", "))
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The names that are declared in a section.
fn names<'l>(written: Option<&'l Literal>, section: &str) -> Option<Vec<&'l str>> {
    let LiteralValue::Map(top) = &written?.value else { return None };
    let Some(found) = top.iter().find(|entry| entry.key == section) else {
        return Some(Vec::new());
    };
    let LiteralValue::Map(entries) = &found.value.value else { return None };
    Some(entries.iter().map(|entry: &Entry| entry.key.as_str()).collect())
}

/// Checks the functions of a script and what they call. Returns what the rule can do that calls all
/// this.
pub(super) fn check(
    ast: &AST,
    text: &str,
    written: Option<&Literal>,
    problems: &mut Vec<ScriptProblem>,
) -> Abilities {
    let own: Vec<(String, usize)> = ast
        .iter_functions()
        .map(|function| (function.name.to_owned(), function.params.len()))
        .collect();
    problems.extend(own.iter().filter_map(|own| check_function(ast, text, own)));
    let mut abilities = Abilities::NONE;
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        let (call, at, is_method) = match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, at))) => (call, *at, false),
            Some(ASTNode::Expr(Expr::MethodCall(call, at))) => (call, *at, true),
            _ => return true,
        };
        // The last is what the language makes of a function that sees variables around it.
        if call.op_token.is_none() && call.name != "curry" {
            let verbs = verbs::all().filter(|verb| verb.name == call.name);
            abilities = verbs.fold(abilities, |can, verb| can.and(verb.abilities));
            problems.extend(check_call(call, at, is_method, &own, written));
        }
        true
    });
    abilities
}

/// Checks a function of a script, which has a name and a number of parameters.
fn check_function(ast: &AST, text: &str, (name, count): &(String, usize)) -> Option<ScriptProblem> {
    let hook = HOOKS.iter().find(|doc| doc.name == name);
    if let Some(doc) = hook.filter(|doc| doc.takes.len() != *count) {
        let message = format!(
            "the function `{name}` takes {}, and has {count} parameters here",
            listed(doc.takes)
        );
        return Some(ScriptProblem::new(function_at(text, name), message));
    }
    if hook.is_some() || called(ast, name) {
        return None;
    }
    // A function that nothing calls is a misspelt one.
    let message = format!("nothing calls the function `{name}`");
    let mut problem = ScriptProblem::new(function_at(text, name), message);
    problem.unknown(name, &HOOKS.iter().map(|doc| doc.name).collect::<Vec<_>>());
    Some(problem)
}

/// Checks that there is what a script calls, and that it is called as it has to be; `own` are the
/// functions of the script.
fn check_call(
    call: &FnCallExpr,
    at: Position,
    is_method: bool,
    own: &[(String, usize)],
    written: Option<&Literal>,
) -> Option<ScriptProblem> {
    let (name, count) = (call.name.as_str(), call.args.len());
    let is_own = own.iter().any(|(known, takes)| known == name && *takes == count);
    if is_own || OF_LANGUAGE.contains(&name) || name.starts_with("anon$") {
        return None;
    }
    let verbs: Vec<_> = verbs::all().filter(|verb| verb.name == name).collect();
    let fits = |verb: &&verbs::Verb| match verb.of {
        "table" | "random" => is_method && verb.takes.len() == count,
        // Of what is no table, a function is called either way.
        _ => verb.takes.len() == count + usize::from(is_method),
    };
    if verbs.is_empty() {
        let known: Vec<&str> = verbs::all()
            .map(|verb| verb.name)
            .chain(OF_LANGUAGE.iter().copied())
            .chain(own.iter().map(|own| own.0.as_str()))
            .collect();
        let what = if is_method { "verb" } else { "function" };
        let mut problem = ScriptProblem::new(place_of(at), format!("there is no {what} `{name}`"));
        problem.unknown(name, &known);
        return Some(problem);
    }
    if !verbs.iter().any(fits) {
        let takes: Vec<String> = verbs.iter().map(|verb| signature(verb)).collect();
        let message = format!("it is called as {}", takes.join(" or "));
        return Some(ScriptProblem::new(place_of(at), message));
    }
    let Some(Expr::StringConstant(word, place)) = call.args.first() else { return None };
    check_declared(name, word, *place, written)
}

/// Checks that a name is declared by which a verb calls something of the rule's.
fn check_declared(
    verb: &str,
    word: &str,
    place: Position,
    written: Option<&Literal>,
) -> Option<ScriptProblem> {
    let (section, what) = match verb {
        "key" => ("keys", "key"),
        "tell" => ("events", "event"),
        "chance" | "chance_for" => ("chance", "lot"),
        "mark" => ("marks", "mark"),
        "count" | "count_for" => ("counts", "count"),
        _ => return None,
    };
    let known = names(written, section).filter(|known| !known.contains(&word))?;
    let mut problem = ScriptProblem::new(
        place_of(place),
        format!("the rule declares no {what} {word:?} among its `{section}`"),
    );
    problem.unknown(word, &known);
    Some(problem)
}

/// Whether a function of the script is called by the script itself.
fn called(ast: &AST, name: &str) -> bool {
    if name.starts_with("anon$") {
        return true;
    }
    let mut found = false;
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        found |= match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _))) => {
                call.name == name
            }
            // Handed on as a value.
            Some(ASTNode::Expr(Expr::Variable(variable, ..))) => variable.1 == name,
            _ => false,
        };
        !found
    });
    found
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

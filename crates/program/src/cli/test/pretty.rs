//! Reports of results for people.

use std::fmt::Write as _;
use std::time::Duration;
use tsuro::game::{Observation, Seat};
use tsuro::picture::{BoardScene, TileScale, board};
use tsuro::rules::PrintedLine;
use tsuro::ruleset::{shown, shown_lines};
use tsuro_faces::outcomes::{Outcomes, RunCase, one_line};
use tsuro_suite::{Failure, LookMoment, Onlookers, letter, story};
use tsuro_world::diagnostics::{self, DiagnosticStyle};
use tsuro_world::terminal::Terminal;

/// The greatest width of the left column of two, in characters.
const COLUMN: usize = 54;

/// Text in a colour; text from outside is allowed.
fn paint(text: &str, code: &str, color: bool) -> String {
    let text = shown(text);
    if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into_owned() }
}

const GREEN: &str = "32";
const RED: &str = "1;31";
const BOLD: &str = "1";
const FAINT: &str = "2";

/// How much is told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Detail {
    /// Whether scenarios that pass are listed as well.
    pub all: bool,
    /// Whether scenarios are told event by event.
    pub steps: bool,
}

/// One line for each suite, each failure in full, and the totals.
pub(super) fn text(outcomes: &Outcomes<'_>, detail: Detail, time: Duration) -> String {
    let color = Terminal::current().out.color;
    let mut text = String::new();
    // Writing to a string cannot fail.
    for problem in outcomes.problems {
        let _ = writeln!(
            text,
            "{}\n",
            diagnostics::one(problem, DiagnosticStyle { color, ..DiagnosticStyle::default() })
        );
    }
    for suite in outcomes.suites {
        let cases: Vec<RunCase<'_>> =
            outcomes.cases().filter(|case| std::ptr::eq(case.suite, suite)).collect();
        let failed = cases.iter().filter(|case| !case.done.passed()).count();
        let skipped =
            outcomes.skipped_scenarios().filter(|(other, ..)| std::ptr::eq(*other, suite)).count();
        if cases.is_empty() && skipped == 0 {
            continue;
        }
        let mut line = format!("{}: {} passed", shown(&suite.source.shown), cases.len() - failed);
        if failed > 0 {
            let _ = write!(line, ", {}", paint(&format!("{failed} failed"), RED, color));
        }
        if skipped > 0 {
            let _ = write!(line, ", {skipped} skipped");
        }
        let _ = writeln!(text, "{line}");
        if detail.all {
            for case in &cases {
                let word = if case.done.passed() {
                    paint("ok", GREEN, color)
                } else {
                    paint("FAILED", RED, color)
                };
                let _ = writeln!(
                    text,
                    "  {word} {} {}",
                    shown(&case.scenario.label()),
                    rules(case, color)
                );
            }
            for (_, scenario, why) in
                outcomes.skipped_scenarios().filter(|(other, ..)| std::ptr::eq(*other, suite))
            {
                let _ = writeln!(
                    text,
                    "  {} {}: {}",
                    paint("skipped", FAINT, color),
                    shown(&scenario.label()),
                    shown(why)
                );
            }
        }
    }
    for case in outcomes.cases() {
        if !case.done.passed() {
            text.push('\n');
            failure(&mut text, outcomes, &case, detail, color);
        } else if detail.all && detail.steps {
            let label = shown(&case.scenario.label()).into_owned();
            let _ =
                writeln!(text, "\n{} {label} {}", paint("ok", GREEN, color), rules(&case, color));
            steps(&mut text, &case, color);
        }
    }
    let _ = writeln!(text, "\n{}", totals(outcomes, time, color));
    text
}

fn rules(case: &RunCase<'_>, color: bool) -> String {
    paint(&format!("({})", case.run.rules), FAINT, color)
}

/// One line for each failure, and the totals.
pub(super) fn terse(outcomes: &Outcomes<'_>, time: Duration) -> String {
    let color = Terminal::current().out.color;
    let mut text = String::new();
    for problem in outcomes.problems {
        let _ = writeln!(text, "{}", shown_lines(&problem.to_string()));
    }
    for case in outcomes.cases().filter(|case| !case.done.passed()) {
        let failure = case.done.failures.first().map(one_line).unwrap_or_default();
        let line = format!(
            "{}:{}: {} ({}): {failure}",
            case.suite.source.shown,
            case.line(),
            case.scenario.title,
            case.run.rules
        );
        let _ = writeln!(text, "{}", shown(&line));
    }
    let _ = writeln!(text, "{}", totals(outcomes, time, color));
    text
}

fn totals(outcomes: &Outcomes<'_>, time: Duration, color: bool) -> String {
    let (passed, failed, skipped) = (outcomes.passed(), outcomes.failed(), outcomes.skipped());
    let mut parts =
        vec![paint(&format!("{passed} passed"), if failed == 0 { GREEN } else { BOLD }, color)];
    if failed > 0 {
        let what = if outcomes.child { "changed or broken" } else { "failed" };
        parts.push(paint(&format!("{failed} {what}"), RED, color));
    }
    if skipped > 0 {
        parts.push(format!("{skipped} skipped (about other rules)"));
    }
    let total = passed + failed + skipped;
    let scenarios = if total == 1 { "scenario" } else { "scenarios" };
    format!("{total} {scenarios}: {} in {:.2} s", parts.join(", "), time.as_secs_f64())
}

fn failure(
    text: &mut String,
    outcomes: &Outcomes<'_>,
    case: &RunCase<'_>,
    detail: Detail,
    color: bool,
) {
    let word = if case.is_inherited() { "CHANGED" } else { "FAILED" };
    let ids = shown(&case.scenario.ids.join(" ")).into_owned();
    let gap = if ids.is_empty() { "" } else { " " };
    let _ = writeln!(
        text,
        "{} {ids}{gap}{} {}",
        paint(word, RED, color),
        paint(&case.scenario.title, BOLD, color),
        rules(case, color)
    );
    for failure in &case.done.failures {
        let problem = diagnostics::one(
            &case.problem(failure),
            DiagnosticStyle { color, ..DiagnosticStyle::default() },
        );
        let _ = writeln!(text, "{problem}");
        side_by_side(text, failure, color);
    }
    if detail.steps {
        boards(text, outcomes, case, color);
        steps(text, case, color);
    } else {
        what_happened(text, outcomes, case, color);
        for line in &case.done.printed {
            let _ = writeln!(text, "  printed: {}", shown(&line.to_string()));
        }
        if case.done.more_printed > 0 {
            let _ = writeln!(text, "  printed: {} more lines", case.done.more_printed);
        }
    }
    let seed = case.scenario.given.seed.as_ref();
    let seed =
        seed.map_or_else(|| "none; all chance is given".to_owned(), |seed| format!("{seed:?}"));
    let _ = writeln!(text, "  seed: {}\n  this one alone: {}", shown(&seed), shown(&case.again()));
}

/// Draws the board before the scenario and after it, and tells the events in between.
pub(super) fn what_happened(
    text: &mut String,
    outcomes: &Outcomes<'_>,
    case: &RunCase<'_>,
    color: bool,
) {
    boards(text, outcomes, case, color);
    if let Some(trace) = &case.done.trace {
        let events = story(&trace.events, &[]);
        if !events.is_empty() {
            let _ = writeln!(text, "  what happened: {}", shown(&events.join(" · ")));
        }
    }
}

/// Tells a scenario event by event, with what scripts printed before each.
fn steps(text: &mut String, case: &RunCase<'_>, color: bool) {
    let Some(trace) = &case.done.trace else { return };
    let mut lines = case.done.printed.iter();
    let print = |text: &mut String, lines: &[PrintedLine]| {
        for line in lines {
            let _ = writeln!(text, "        {}", paint(&format!("printed: {line}"), FAINT, color));
        }
    };
    let _ = writeln!(text, "  step by step:");
    let mut told = 0;
    for (number, (event, &printed)) in trace.events.iter().zip(&trace.printed_before).enumerate() {
        let before: Vec<PrintedLine> = lines.by_ref().take(printed - told).cloned().collect();
        told = printed;
        print(text, &before);
        let name = event.get("event").and_then(serde_json::Value::as_str).unwrap_or_default();
        let sentence = tsuro_suite::sentence(event).unwrap_or_else(|| name.to_owned());
        let _ = writeln!(text, "  {:4}  {}", number + 1, shown(&sentence));
    }
    print(text, lines.as_slice());
    if case.done.more_printed > 0 {
        let _ = writeln!(text, "        printed: {} more lines", case.done.more_printed);
    }
}

/// Writes what was expected and what was found in two columns, with a mark on lines that differ.
fn side_by_side(text: &mut String, failure: &Failure, color: bool) {
    if failure.expected.is_empty() && failure.found.is_empty() {
        return;
    }
    let width = failure
        .expected
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(12, COLUMN);
    let _ = writeln!(text, "    {:width$}   found", "expected");
    for index in 0..failure.expected.len().max(failure.found.len()) {
        let line = |lines: &[String]| {
            lines.get(index).map(|line| shown(line).into_owned()).unwrap_or_default()
        };
        let (expected, found) = (line(&failure.expected), line(&failure.found));
        let same = expected == found || tsuro_suite::same(&expected, &found);
        let mark = if same { " " } else { "≠" };
        let row = format!("  {mark} {expected:width$}   {found}");
        let _ = writeln!(text, "{}", if same { row } else { paint(row.trim_end(), RED, color) });
    }
}

/// Draws the board before the scenario and after it, side by side.
fn boards(text: &mut String, outcomes: &Outcomes<'_>, case: &RunCase<'_>, color: bool) {
    let mut drawn: Vec<(LookMoment, Vec<String>)> = Vec::new();
    let mut width = 0;
    let mut look = |moment: LookMoment, seen: &Observation<'_>| {
        let letters: Vec<char> = (0..seen.seats()).map(|seat| letter(Seat::new(seat))).collect();
        let scene = BoardScene::new(seen, &letters);
        let scale = TileScale::new(3);
        width = scale.size(&scene).0;
        drawn.push((moment, board(&scene, scale, color).lines(color)));
    };
    outcomes.plan.play(
        outcomes.suites,
        case.run,
        Onlookers { look: Some(&mut look), ..Onlookers::default() },
    );
    let [(_, before), (_, after)] = &drawn[..] else { return };
    let _ = writeln!(text, "  {:width$}   after", "before");
    for (one, other) in before.iter().zip(after) {
        let _ = writeln!(text, "  {one}   {}", other.trim_end());
    }
}

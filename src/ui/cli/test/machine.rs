//! Reports of results for programs: JSON, `JUnit` and TAP.

use super::outcome::{Outcomes, RunCase, line, place};
use crate::json::{Json, json};
use crate::ruleset::shown_lines;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;

/// One JSON document: the numbers of passed, failed and skipped runs, and each run.
pub(super) fn json(outcomes: &Outcomes<'_>) -> Json {
    let mut scenarios: Vec<Json> = Vec::new();
    for problem in outcomes.problems {
        let (file, line) = place(problem);
        scenarios.push(json!({
            "name": Json::NULL, "file": file, "line": line, "rules": Json::NULL, "status": "broken",
            "message": format!("{}[{}]: {}", problem.severity.as_str(), problem.code, problem.message),
        }));
    }
    for case in outcomes.cases() {
        scenarios.push(json!({
            "name": case.scenario.title,
            "file": case.suite.source.shown,
            "line": case.line(),
            "rule": case.scenario.ids,
            "rules": case.run.rules,
            "rules_hash": case.run.variant.as_ref().ok().map(|variant| variant.hash()),
            "status": if case.done.passed() { "passed" } else { "failed" },
            "message": (!case.done.passed()).then(|| case.message()),
        }));
    }
    for (suite, scenario, why) in outcomes.skipped_scenarios() {
        scenarios.push(json!({
            "name": scenario.title, "file": suite.source.shown, "line": line(suite, scenario), "rule": scenario.ids, "rules": Json::NULL,
            "status": "skipped", "message": why,
        }));
    }
    json!({ "passed": outcomes.passed(), "failed": outcomes.failed(), "skipped": outcomes.skipped(), "scenarios": scenarios })
}

/// The name of a case in reports that have no field for the rule set.
fn name(case: &RunCase<'_>) -> String {
    format!("{} ({})", case.scenario.label(), case.run.rules)
}

/// `JUnit` XML: a test suite for each file, a test case for each run.
pub(super) fn junit(outcomes: &Outcomes<'_>, time: Duration) -> String {
    let (mut all, mut suites) = (JunitCounts::default(), String::new());
    for suite in outcomes.suites {
        let file = suite.source.shown.as_str();
        let (mut counts, mut cases) = (JunitCounts::default(), String::new());
        for case in outcomes.cases().filter(|case| std::ptr::eq(case.suite, suite)) {
            let line = case.line().to_string();
            let attributes = [("name", name(&case)), ("classname", file.to_owned()), ("file", file.to_owned()), ("line", line.clone())];
            if case.done.passed() {
                counts.tests += 1;
                // Writing to a string cannot fail, here and below.
                let _ = writeln!(cases, "        <testcase{}/>", xml_attributes(&attributes));
            } else {
                counts.failures += 1;
                let message = case.message();
                let text = format!("{file}:{line}\n{message}");
                push_case(&mut cases, &attributes, "failure", &[("message", message), ("type", "failed".to_owned())], Some(&text));
            }
        }
        for (_, scenario, why) in outcomes.skipped_scenarios().filter(|(other, ..)| std::ptr::eq(*other, suite)) {
            counts.skipped += 1;
            let attributes = [("name", scenario.label()), ("classname", file.to_owned())];
            push_case(&mut cases, &attributes, "skipped", &[("message", why.to_owned())], None);
        }
        for problem in outcomes.problems.iter().filter(|problem| place(problem).0 == file) {
            counts.errors += 1;
            let attributes = [("name", problem.to_string()), ("classname", file.to_owned())];
            let about = [("message", problem.message.clone()), ("type", problem.code.as_str().to_owned())];
            push_case(&mut cases, &attributes, "error", &about, Some(&problem.to_string()));
        }
        let JunitCounts { skipped, errors, failures, .. } = counts;
        let tests = counts.tests + skipped + errors + failures;
        let counted = format!("tests=\"{tests}\" skipped=\"{skipped}\" errors=\"{errors}\" failures=\"{failures}\"");
        let suite = xml_attributes(&[("name", file.to_owned())]);
        let _ = match cases.as_str() {
            "" => writeln!(suites, "    <testsuite{suite} {counted}/>"),
            cases => writeln!(suites, "    <testsuite{suite} {counted}>\n{cases}    </testsuite>"),
        };
        all = JunitCounts {
            tests: all.tests + tests,
            skipped: all.skipped + skipped,
            errors: all.errors + errors,
            failures: all.failures + failures,
        };
    }
    let JunitCounts { tests, skipped, errors, failures } = all;
    let counted = format!("tests=\"{tests}\" skipped=\"{skipped}\" failures=\"{failures}\" errors=\"{errors}\"");
    let seconds = time.as_secs_f64();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"tsuro test\" {counted} time=\"{seconds:.3}\">\n{suites}</testsuites>\n"
    )
}

/// The numbers of test cases in `JUnit` XML. While those of a file are counted, `tests` are only the ones that passed.
#[derive(Default)]
struct JunitCounts {
    tests: usize,
    skipped: usize,
    errors: usize,
    failures: usize,
}

/// Adds a test case that did not pass: an element with the reason inside.
fn push_case(cases: &mut String, attributes: &[(&str, String)], reason: &str, about: &[(&str, String)], text: Option<&str>) {
    let (case, about) = (xml_attributes(attributes), xml_attributes(about));
    let inside = text.map_or_else(|| "/>".to_owned(), |text| format!(">{}</{reason}>", xml_text(text)));
    let _ = write!(cases, "        <testcase{case}>\n            <{reason}{about}{inside}\n        </testcase>\n");
}

fn xml_attributes(attributes: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (name, value) in attributes {
        let _ = write!(text, " {name}=\"{}\"", xml_text(value));
    }
    text
}

/// A text for an element or an attribute: special characters escaped, and characters shown that nobody sees or that XML cannot have.
fn xml_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in shown_lines(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            other => out.push(other),
        }
    }
    out
}

/// The Test Anything Protocol, version 14.
pub(super) fn tap(outcomes: &Outcomes<'_>) -> String {
    let total = outcomes.done.len() + outcomes.problems.len() + outcomes.skipped();
    let mut text = format!("TAP version 14\n1..{total}\n");
    let mut number = 0;
    let mut line_of = |text: &mut String, fine: bool, name: &str, rest: &str| {
        number += 1;
        let escaped = name.replace('\\', "\\\\").replace('#', "\\#").replace('\n', " ");
        let _ = writeln!(text, "{} {number} - {escaped}{rest}", if fine { "ok" } else { "not ok" });
    };
    let detail = |text: &mut String, message: &str, file: &str, line: usize| {
        let _ = writeln!(text, "  ---\n  message: {}\n  at: {}\n  ...", Value::from(message), Value::from(format!("{file}:{line}")));
    };
    for problem in outcomes.problems {
        line_of(&mut text, false, &problem.to_string(), "");
        let (file, line) = place(problem);
        detail(&mut text, &problem.message, &file, line);
    }
    for case in outcomes.cases() {
        line_of(&mut text, case.done.passed(), &name(&case), "");
        if !case.done.passed() {
            detail(&mut text, &case.message(), &case.suite.source.shown, case.line());
        }
    }
    for (_, scenario, why) in outcomes.skipped_scenarios() {
        line_of(&mut text, true, &scenario.label(), &format!(" # SKIP {}", why.replace('\n', " ")));
    }
    text
}

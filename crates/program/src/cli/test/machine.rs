//! Reports of results for programs: JSON, `JUnit` and TAP.

use super::pretty;
use maud::html;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;
use tsuro::json::{Json, json};
use tsuro::ruleset::shown_lines;
use tsuro_faces::outcomes::{Outcomes, RunCase, line, place};

/// One JSON document: the numbers of passed, failed and skipped runs, and each run.
pub(super) fn json(outcomes: &Outcomes<'_>) -> Json {
    let mut scenarios: Vec<Json> = Vec::new();
    for problem in outcomes.problems {
        let (file, line) = place(problem);
        scenarios.push(json!({
            "name": Json::NULL, "file": file, "line": line, "rules": Json::NULL, "status": "broken",
            "message": format!(
                "{}[{}]: {}", problem.severity.as_str(), problem.code, problem.message
            ),
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
            "name": scenario.title, "file": suite.source.shown, "line": line(suite, scenario),
            "rule": scenario.ids, "rules": Json::NULL,
            "status": "skipped", "message": why,
        }));
    }
    json!({
        "passed": outcomes.passed(), "failed": outcomes.failed(), "skipped": outcomes.skipped(),
        "scenarios": scenarios,
    })
}

/// The name of a case in reports that have no field for the rule set.
fn name(case: &RunCase<'_>) -> String {
    format!("{} ({})", case.scenario.label(), case.run.rules)
}

/// `JUnit` XML: a test suite for each file, a test case for each run.
pub(super) fn junit(outcomes: &Outcomes<'_>, time: Duration) -> String {
    let (mut all, mut suites) = (JunitCounts::default(), Vec::new());
    for suite in outcomes.suites {
        let file = suite.source.shown.as_str();
        let mut counts = JunitCounts::default();
        let cases: Vec<_> =
            outcomes.cases().filter(|case| std::ptr::eq(case.suite, suite)).collect();
        let skipped: Vec<_> = outcomes
            .skipped_scenarios()
            .filter(|(other, ..)| std::ptr::eq(*other, suite))
            .collect();
        let problems: Vec<_> =
            outcomes.problems.iter().filter(|problem| place(problem).0 == file).collect();
        counts.failures = cases.iter().filter(|case| !case.done.passed()).count();
        (counts.skipped, counts.errors) = (skipped.len(), problems.len());
        counts.tests = cases.len() + counts.skipped + counts.errors;
        all.add(&counts);
        suites.push(html! {
            testsuite name=(shown_lines(file)) tests=(counts.tests) skipped=(counts.skipped)
                errors=(counts.errors) failures=(counts.failures) {
                @for case in &cases {
                    testcase name=(shown_lines(&name(case))) classname=(shown_lines(file))
                        file=(shown_lines(file)) line=(case.line()) {
                        @if !case.done.passed() {
                            @let message = case.message();
                            failure message=(shown_lines(&message)) type="failed" {
                                (shown_lines(&failure(outcomes, case, &message)))
                            }
                        }
                    }
                }
                @for (_, scenario, why) in skipped {
                    testcase name=(shown_lines(&scenario.label())) classname=(shown_lines(file)) {
                        skipped message=(shown_lines(why)) {}
                    }
                }
                @for problem in problems {
                    @let told = problem.to_string();
                    testcase name=(shown_lines(&told)) classname=(shown_lines(file)) {
                        error message=(shown_lines(&problem.message)) type=(problem.code.as_str()) {
                            (shown_lines(&told))
                        }
                    }
                }
            }
        });
    }
    let time = format!("{:.3}", time.as_secs_f64());
    let report = html! {
        testsuites name="tsuro test" tests=(all.tests) skipped=(all.skipped) failures=(
            all.failures
        ) errors=(all.errors) time=(time) {
            @for suite in suites { (suite) }
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", report.into_string())
}

/// A failure as text: where it is, its message, the boards before and after, and the events.
fn failure(outcomes: &Outcomes<'_>, case: &RunCase<'_>, message: &str) -> String {
    let mut text = format!("{}:{}\n{message}\n", case.suite.source.shown, case.line());
    pretty::what_happened(&mut text, outcomes, case, false);
    text
}

/// The numbers of test cases in `JUnit` XML.
#[derive(Default)]
struct JunitCounts {
    tests: usize,
    skipped: usize,
    errors: usize,
    failures: usize,
}

impl JunitCounts {
    fn add(&mut self, more: &Self) {
        self.tests += more.tests;
        self.skipped += more.skipped;
        self.errors += more.errors;
        self.failures += more.failures;
    }
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
        let _ = writeln!(
            text,
            "  ---\n  message: {}\n  at: {}\n  ...",
            Value::from(message),
            Value::from(format!("{file}:{line}"))
        );
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

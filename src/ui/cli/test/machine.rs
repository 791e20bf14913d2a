//! Reports of results for programs: JSON, `JUnit` and TAP.

use super::outcome::{Outcomes, RunCase, line, place};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// One JSON document: the numbers of passed, failed and skipped runs, and each run.
pub fn json(outcomes: &Outcomes<'_>) -> Value {
    let mut scenarios: Vec<Value> = Vec::new();
    for problem in outcomes.problems {
        let (file, line) = place(problem);
        scenarios.push(json!({
            "name": null, "file": file, "line": line, "rules": null, "status": "broken",
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
            "message": if case.done.passed() { Value::Null } else { case.message().into() },
        }));
    }
    for (suite, scenario, why) in outcomes.skipped_scenarios() {
        scenarios.push(json!({
            "name": scenario.title, "file": suite.source.shown, "line": line(suite, scenario), "rule": scenario.ids, "rules": null,
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
pub fn junit(outcomes: &Outcomes<'_>, time: Duration) -> String {
    let mut report = Report::new("tsuro test");
    report.set_time(time);
    for suite in outcomes.suites {
        let file = suite.source.shown.as_str();
        let mut tests = TestSuite::new(file);
        for case in outcomes.cases().filter(|case| std::ptr::eq(case.suite, suite)) {
            let status = if case.done.passed() {
                TestCaseStatus::success()
            } else {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_type("failed").set_message(case.message()).set_description(format!(
                    "{file}:{}\n{}",
                    case.line(),
                    case.message()
                ));
                status
            };
            let mut test = TestCase::new(name(&case), status);
            test.set_classname(file);
            test.extra.insert("file".into(), file.into());
            test.extra.insert("line".into(), case.line().to_string().into());
            tests.add_test_case(test);
        }
        for (_, scenario, why) in outcomes.skipped_scenarios().filter(|(other, ..)| std::ptr::eq(*other, suite)) {
            let mut status = TestCaseStatus::skipped();
            status.set_message(why);
            let mut test = TestCase::new(scenario.label(), status);
            test.set_classname(file);
            tests.add_test_case(test);
        }
        for problem in outcomes.problems.iter().filter(|problem| place(problem).0 == file) {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type(problem.code.as_str()).set_message(problem.message.clone()).set_description(problem.to_string());
            let mut test = TestCase::new(problem.to_string(), status);
            test.set_classname(file);
            tests.add_test_case(test);
        }
        report.add_test_suite(tests);
    }
    // Writing XML into memory cannot fail on text that comes from TOML.
    report.to_string().unwrap_or_default()
}

/// The Test Anything Protocol, version 14.
pub fn tap(outcomes: &Outcomes<'_>) -> String {
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

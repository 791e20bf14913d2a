//! The results of suites, for all that report them.

use crate::shell_line;
use tsuro::ruleset::{Problem, Problems, SourceSpan};
use tsuro_suite::{Failure, RuleSetChoice, Run, RunPlan, RunResult, Scenario, Suite};

/// The results of all runs, with what is wrong with the suites themselves.
pub struct Outcomes<'a> {
    /// The suites that were run.
    pub suites: &'a [Suite],
    /// What is wrong with the text of the suites.
    pub problems: &'a Problems,
    /// The runs that were played, and the scenarios that were skipped.
    pub plan: &'a RunPlan,
    /// The results, in the order of the plan's runs.
    pub done: &'a [RunResult],
    /// Whether scenarios were played under the rule set of `--rules` instead of their own.
    pub child: bool,
}

/// One run with its result.
#[derive(Clone, Copy)]
pub struct RunCase<'a> {
    /// The suite of the scenario.
    pub suite: &'a Suite,
    /// The scenario that was played.
    pub scenario: &'a Scenario,
    /// The scenario's place in the plan, and its rule set.
    pub run: &'a Run,
    /// The failures and the course of the run.
    pub done: &'a RunResult,
}

impl RunCase<'_> {
    /// The line of the suite on which the scenario (or its row) begins.
    pub fn line(&self) -> usize {
        line(self.suite, self.scenario)
    }

    /// The failures, one line for each.
    pub fn message(&self) -> String {
        self.done.failures.iter().map(one_line).collect::<Vec<_>>().join("\n")
    }

    /// A failure as a problem with its place in the suite.
    pub fn problem(&self, failure: &Failure) -> Problem {
        tsuro_suite::problem(self.suite, self.scenario, failure)
    }

    /// Whether the scenario was written for another rule set than that of this run.
    pub fn is_inherited(&self) -> bool {
        self.run.is_inherited(self.scenario)
    }

    /// The command that repeats this run alone.
    pub fn again(&self) -> String {
        let at = self.scenario.place(&self.suite.source).start();
        let same_line = |other: &&Scenario| line(self.suite, other) == self.line();
        let alone = self.suite.scenarios.iter().filter(same_line).nth(1).is_none();
        let place = match at {
            Some(at) if !alone => format!("{}:{}:{}", self.suite.source.shown, at.line, at.column),
            _ => format!("{}:{}", self.suite.source.shown, self.line()),
        };
        let mut words = vec!["tsuro", "test", place.as_str()];
        let several =
            !matches!(&self.scenario.rules, RuleSetChoice::Named(named) if named.len() == 1);
        match &self.run.child {
            Some(child) => words.extend(["--rules", child]),
            None if several => words.extend(["--rules", tsuro::ruleset::base(&self.run.rules)]),
            None => {}
        }
        shell_line(words)
    }
}

/// The line of a suite on which a scenario begins, from 1.
pub fn line(suite: &Suite, scenario: &Scenario) -> usize {
    scenario.place(&suite.source).start().map_or(1, |at| at.line)
}

/// A failure in one line.
pub fn one_line(failure: &Failure) -> String {
    let message = &failure.message;
    if !failure.expected.is_empty() {
        format!(
            "{message}: expected {}; found {}",
            joined(&failure.expected),
            joined(&failure.found)
        )
    } else if !failure.found.is_empty() {
        format!("{message}: {}", joined(&failure.found))
    } else {
        message.clone()
    }
}

fn joined(lines: &[String]) -> String {
    if lines.is_empty() { "nothing".to_owned() } else { lines.join(" · ") }
}

impl<'a> Outcomes<'a> {
    /// All runs, in the order of the plan.
    pub fn cases(&self) -> impl Iterator<Item = RunCase<'a>> + use<'a> {
        let suites = self.suites;
        self.plan.runs.iter().zip(self.done).map(move |(run, done)| {
            let suite = &suites[run.suite];
            RunCase { suite, scenario: &suite.scenarios[run.scenario], run, done }
        })
    }

    /// The number of runs that passed.
    pub fn passed(&self) -> usize {
        self.done.iter().filter(|done| done.passed()).count()
    }

    /// The number of runs that failed, and of problems in the suites.
    pub fn failed(&self) -> usize {
        self.done.len() - self.passed() + self.problems.len()
    }

    /// The number of scenarios that were skipped.
    pub fn skipped(&self) -> usize {
        self.plan.skipped.len()
    }

    /// The scenarios that were skipped, each with its suite and the reason.
    pub fn skipped_scenarios(
        &self,
    ) -> impl Iterator<Item = (&'a Suite, &'a Scenario, &'a str)> + use<'a> {
        let suites = self.suites;
        self.plan.skipped.iter().map(move |skipped| {
            let suite = &suites[skipped.suite];
            (suite, &suite.scenarios[skipped.scenario], skipped.why.as_str())
        })
    }
}

/// The file and line of a problem.
pub fn place(problem: &Problem) -> (String, usize) {
    let shown =
        |place: &SourceSpan| (place.source.shown.clone(), place.start().map_or(1, |at| at.line));
    problem.place().map_or_else(|| (String::new(), 1), shown)
}

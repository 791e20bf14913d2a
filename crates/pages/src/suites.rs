//! Test suites of a rule set: played, looked at, and asked what they would not notice.

use crate::choose;
use crate::refused::NotAnswered;
use crate::rules::{AskedRules, PageRules, RequestLoader, SENT};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;
use tsuro::json::{Json, json};
use tsuro::rules::Registry;
use tsuro::ruleset::{Code, Problem, Problems, Source, SourceId, SourceSpan, Variant, base};
use tsuro_faces::outcomes::RunCase;
use tsuro_faces::shell_line;
use tsuro_faces::words::Language;
use tsuro_suite::{
    Baseline, Child, MutantNotice, MutationError, Onlookers, RuleBook, RuleSetChoice,
    RuleSetSelection, Run, RunPlan, RunResult, SHIPPED, Scenario, ScenarioView, Suite, read,
    shipped_suites,
};
use web_time::Instant;

/// The name of a suite that a client sent, in messages.
const SENT_SUITE: &str = "your-suite.toml";
/// Runs of a suite that a client sent.
const MOST_RUNS: usize = 2_000;
/// Turns of all scenarios of a suite that a client sent.
const MOST_TURNS: usize = 100_000;
/// How long the scenarios are played for one answer.
const LONGEST: Duration = Duration::from_secs(10);
/// How long changes are tried for one answer, so that a page can tell how far it is.
const SLICE: Duration = Duration::from_secs(1);

/// Which scenarios a client asks for.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedSuites {
    rules: AskedRules,
    #[serde(default)]
    suite: Option<String>,
}

/// One of them.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedLook {
    rules: AskedRules,
    #[serde(default)]
    suite: Option<String>,
    run: usize,
}

/// What they would not notice.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedChanges {
    rules: AskedRules,
    #[serde(default)]
    suite: Option<String>,
    #[serde(default)]
    own: bool,
    #[serde(default)]
    from: usize,
}

/// The suites that come with the program, read once.
pub struct Shipped(Vec<Suite>);

impl Shipped {
    /// Reads them.
    pub fn new(registry: &Registry) -> Self {
        Self(shipped_suites(registry))
    }

    /// A line for each.
    pub fn list(&self) -> Json {
        let one = |suite: &Suite| {
            json!({
                "name": file_name(suite), "title": suite.title, "scenarios": suite.scenarios.len()
            })
        };
        json!({ "suites": Json::list(self.0.iter().map(one)) })
    }
}

/// A rule set with the scenarios about it.
struct Study<'a> {
    registry: &'static Registry,
    loader: RequestLoader<'a>,
    reference: String,
    suites: Cow<'a, [Suite]>,
    /// Of the suite that was sent.
    problems: Problems,
    /// Whether the rule set was sent.
    is_sent: bool,
    /// Whether suite and rules are such that a command can name them.
    is_shipped: bool,
}

impl<'a> Study<'a> {
    fn new(
        page_rules: &'a PageRules,
        shipped: &'a Shipped,
        rules: &'a AskedRules,
        suite: Option<&str>,
    ) -> Result<Self, NotAnswered> {
        let registry = page_rules.registry;
        let mut problems = Problems::default();
        let suites = match suite {
            None => Cow::Borrowed(&shipped.0[..]),
            Some(text) => {
                let source =
                    Source::new(SourceId::BuiltIn(SENT_SUITE.to_owned()), SENT_SUITE, text);
                Cow::Owned(vec![read(source, registry, &mut problems)])
            }
        };
        if suite.is_some() {
            let scenarios = || suites.iter().flat_map(|suite| &suite.scenarios);
            let names = |choice: &RuleSetChoice| {
                if let RuleSetChoice::Named(names) = choice { names.len() } else { 1 }
            };
            if scenarios().map(|scenario| names(&scenario.rules)).sum::<usize>() > MOST_RUNS {
                return Err(NotAnswered::bad(format!(
                    "suite: at most {MOST_RUNS} scenarios, each counted for each rule set that it \
                     names"
                )));
            }
            if scenarios().map(|scenario| scenario.given.turns.unwrap_or_default()).sum::<usize>()
                > MOST_TURNS
            {
                return Err(NotAnswered::bad(format!(
                    "suite: at most {MOST_TURNS} turns in all scenarios"
                )));
            }
        }
        let is_sent = rules.text.is_some();
        let loader = page_rules.loader(rules.sent());
        Ok(Self {
            registry,
            loader,
            reference: rules.reference(),
            suites,
            problems,
            is_sent,
            is_shipped: suite.is_none() && !is_sent,
        })
    }

    /// The rule set as one that stands in for what it extends.
    fn child(&self) -> Result<(RuleBook<'_>, Child, Arc<Variant>), NotAnswered> {
        let mut book = RuleBook::new(self.registry, &self.loader);
        let child = Child::new(&self.reference, &mut book).map_err(NotAnswered::Rules)?;
        let variant = book.variant(&self.reference, None).map_err(NotAnswered::Rules)?;
        let child = if self.is_sent {
            own_names(&variant).into_iter().fold(child, Child::known_as)
        } else {
            child
        };
        Ok((book, child, variant))
    }

    /// The runs: all scenarios about the rule set, or about what it extends.
    fn plan(&self) -> Result<(RunPlan, Arc<Variant>), NotAnswered> {
        let (mut book, child, variant) = self.child()?;
        Ok((
            RunPlan::new(&self.suites, &RuleSetSelection::Instead(&[child]), &mut book, &|_, _| {
                true
            }),
            variant,
        ))
    }

    /// The rule sets that scenarios name and that do not exist here.
    fn unknown_rules(&self, plan: &RunPlan, variant: &Variant) -> Problems {
        let mut book = RuleBook::new(self.registry, &self.loader);
        let mut problems = Problems::default();
        for skipped in &plan.skipped {
            let suite = &self.suites[skipped.suite];
            let RuleSetChoice::Named(named) = &suite.scenarios[skipped.scenario].rules else {
                continue;
            };
            for (name, span) in named {
                if let Err(why) = book.variant(name, Some(&suite.source))
                    && !(self.is_sent && own_names(variant).iter().any(|own| own == base(name)))
                {
                    let why = why
                        .iter()
                        .next()
                        .map(|problem| problem.message.clone())
                        .unwrap_or_default();
                    problems.push(
                        Problem::error(Code::NotFound, why)
                            .at(SourceSpan::new(&suite.source, span), ""),
                    );
                }
            }
        }
        problems
    }

    /// Whether a run is of a scenario about what the rule set extends, and not about itself by any
    /// of its names.
    fn is_inherited(&self, run: &Run, scenario: &Scenario, variant: &Variant) -> bool {
        let RuleSetChoice::Named(named) = &scenario.rules else {
            return run.is_inherited(scenario);
        };
        let names = own_names(variant);
        let is_own = |name: &str| {
            let (base, extras) = name.split_at(base(name).len());
            names.iter().any(|own| base.trim_start_matches("./") == own)
                && run.rules == format!("{SENT}{extras}")
        };
        run.is_inherited(scenario) && !(self.is_sent && named.iter().any(|(name, _)| is_own(name)))
    }

    fn case<'s>(&'s self, run: &'s Run, done: &'s RunResult) -> RunCase<'s> {
        let suite = &self.suites[run.suite];
        RunCase { suite, scenario: &suite.scenarios[run.scenario], run, done }
    }

    fn command(&self, words: &[&str]) -> Option<String> {
        self.is_shipped.then(|| shell_line(words.iter().copied()))
    }
}

/// A rule set that a client sent goes by the name that it gives itself, and by that of its file.
fn own_names(variant: &Variant) -> [String; 2] {
    let name = base(&variant.resolved().texts().name);
    [name.to_owned(), format!("{name}.toml")]
}

fn file_name(suite: &Suite) -> &str {
    suite.source.shown.rsplit('/').next().unwrap_or_default()
}

/// Plays the scenarios.
///
/// # Errors
/// What is wrong with the rule set, or with the request.
pub fn run(
    page_rules: &PageRules,
    shipped: &Shipped,
    asked: &AskedSuites,
    language: Language,
) -> Result<Json, NotAnswered> {
    let mut study = Study::new(page_rules, shipped, &asked.rules, asked.suite.as_deref())?;
    let (plan, variant) = study.plan()?;
    if asked.suite.is_some() {
        study.problems.extend(study.unknown_rules(&plan, &variant));
    }
    let began = Instant::now();
    let (mut runs, mut passed, mut failed) = (Vec::new(), 0, 0);
    for (number, run) in plan.runs.iter().enumerate() {
        if began.elapsed() > LONGEST {
            break;
        }
        let done = plan.play(&study.suites, run, Onlookers::default());
        *(if done.passed() { &mut passed } else { &mut failed }) += 1;
        let case = study.case(run, &done);
        let failures = done.failures.iter().map(
            |one| json!({ "message": one.message, "expected": one.expected, "found": one.found }),
        );
        runs.push(json!({
            "run": number, "suite": file_name(case.suite), "line": case.line(),
            "title": case.scenario.title, "why": case.scenario.why,
            "rule": case.scenario.ids, "rules": run.rules, "inherited": study.is_inherited(
                run, case.scenario, &variant
            ),
            "status": if done.passed() { "passed" } else { "failed" },
            "failures": Json::list(failures),
        }));
    }
    Ok(json!({
        "rules": study.reference,
        "title": variant.resolved().texts().title_in(language.code()),
        "problems": choose::problems_in(&study.problems, SENT_SUITE),
        "planned": plan.runs.len(), "passed": passed, "failed": failed,
        "skipped": plan.skipped.len(),
        "command": study.command(&["tsuro", "test", SHIPPED, "--rules", &study.reference]),
        "runs": Json::List(runs),
    }))
}

/// One of the runs for people.
///
/// # Errors
/// As [`run`]; or there is no such run.
pub fn look(
    page_rules: &PageRules,
    shipped: &Shipped,
    asked: &AskedLook,
) -> Result<Json, NotAnswered> {
    let study = Study::new(page_rules, shipped, &asked.rules, asked.suite.as_deref())?;
    let (plan, _) = study.plan()?;
    let run = plan
        .runs
        .get(asked.run)
        .ok_or_else(|| NotAnswered::bad(format!("run: there are {}", plan.runs.len())))?;
    let view = ScenarioView::new(&plan, &study.suites, run);
    let done =
        RunResult { failures: Vec::new(), trace: None, printed: Vec::new(), more_printed: 0 };
    let case = study.case(run, &done);
    Ok(json!({
        "why": case.scenario.why, "given": view.given, "happens": view.happens,
        "expected": view.expected,
        "picture": view.picture(), "command": study.is_shipped.then(|| case.again()),
    }))
}

/// Which changes of the rules the scenarios would not notice.
///
/// # Errors
/// As [`run`]; or no scenario belongs to the rule set, or one of its own fails.
pub fn changes(
    page_rules: &PageRules,
    shipped: &Shipped,
    asked: &AskedChanges,
) -> Result<Json, NotAnswered> {
    let study = Study::new(page_rules, shipped, &asked.rules, asked.suite.as_deref())?;
    let baseline =
        Baseline::new(&study.suites, &study.reference, study.registry, &study.loader, &|_, _| true)
            .map_err(|why| match why {
                MutationError::Rules(problems) => NotAnswered::Rules(problems),
                why => NotAnswered::bad(why.to_string()),
            })?;
    let baseline = if asked.own { baseline.own_keys() } else { baseline };
    let mutants = baseline.mutants();
    let began = Instant::now();
    let mut tried = Vec::new();
    for mutant in mutants.iter().skip(asked.from) {
        let noticed = baseline.caught_by(mutant, MutantNotice::Failure);
        tried.push(json!({
            "key": mutant.key, "words": mutant.describe(), "rules": mutant.reference(
                &study.reference
            ),
            "noticed": noticed.map(
                |(suite, scenario)| &study.suites[suite].scenarios[scenario].title
            ),
        }));
        if began.elapsed() > SLICE {
            break;
        }
    }
    let next = asked.from + tried.len();
    Ok(json!({
        "scenarios": baseline.runs(), "left_out": baseline.left_out(), "changes": mutants.len(),
        "tried": Json::List(tried),
        "next": (next < mutants.len()).then_some(next),
    }))
}

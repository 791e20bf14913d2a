//! Plans and plays the runs of suites: each scenario under each of its rule sets.

use super::exercise;
use super::judge::{Failure, judge};
use super::model::{ExpectedFact, RuleSetChoice, Scenario, Suite};
use super::play::{self, Onlookers, Trace};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tsuro::board::Laid;
use tsuro::rules::{PrintedLine, Registry, printed};
use tsuro::ruleset::{
    BUILT_INS, Code, LoadError, Loader, Problem, Problems, Source, SourceId, SourceSpan, Variant,
    base, load, shown,
};
use tsuro_parallel::Jobs;

/// A cache of rule sets by reference: each is loaded and compiled once.
pub struct RuleBook<'a> {
    registry: &'a Registry,
    loader: &'a dyn Loader,
    known: BTreeMap<String, Result<Arc<Variant>, Problems>>,
}

/// The loader for references in a suite: their paths are relative to its file.
struct SuiteLoader<'a> {
    loader: &'a dyn Loader,
    suite: &'a Source,
}

impl Loader for SuiteLoader<'_> {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        let from =
            from.or_else(|| matches!(self.suite.id, SourceId::File(_)).then_some(self.suite));
        self.loader.load(reference, from)
    }

    fn script(&self, reference: &str, from: &Source) -> Result<Source, LoadError> {
        self.loader.script(reference, from)
    }

    fn scripts_beside(&self, reference: &str, from: &Source) -> Vec<String> {
        self.loader.scripts_beside(reference, from)
    }

    fn names(&self) -> Vec<String> {
        self.loader.names()
    }
}

/// The part of a reference after its base, with the `+`.
fn extras(reference: &str) -> &str {
    &reference[base(reference).len()..]
}

fn is_path(reference: &str) -> bool {
    let base = base(reference);
    base.contains(['/', '\\']) || Path::new(base).extension().is_some_and(|end| end == "toml")
}

/// A reference in a suite as the command line names the same rule set: there, paths are relative to
/// the working directory and not to the file of the suite.
pub fn reference_from(suite: &Source, reference: &str) -> String {
    if !matches!(suite.id, SourceId::File(_)) {
        return reference.to_owned();
    }
    let folder = Path::new(&suite.shown).parent().unwrap_or(Path::new(""));
    let part = |part: &str| {
        // What is set to a value is no path, and a name is the same everywhere.
        if part.contains('=') || !is_path(part) {
            part.to_owned()
        } else {
            folder.join(part).display().to_string()
        }
    };
    reference.split('+').map(part).collect::<Vec<_>>().join("+")
}

impl<'a> RuleBook<'a> {
    /// An empty cache.
    pub fn new(registry: &'a Registry, loader: &'a dyn Loader) -> Self {
        Self { registry, loader, known: BTreeMap::new() }
    }

    /// The registry of rules.
    pub fn registry(&self) -> &'a Registry {
        self.registry
    }

    /// The loader of rule sets.
    pub fn loader(&self) -> &'a dyn Loader {
        self.loader
    }

    /// The rule set of a reference in a suite or, without one, on the command line.
    ///
    /// # Errors
    /// All problems of the rule set.
    pub fn variant(
        &mut self,
        reference: &str,
        suite: Option<&Source>,
    ) -> Result<Arc<Variant>, Problems> {
        let key = match suite.filter(|_| is_path(reference)) {
            Some(suite) => format!("{}\n{reference}", suite.shown),
            None => reference.to_owned(),
        };
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let made = match suite {
            Some(suite) => {
                load(reference, &SuiteLoader { loader: self.loader, suite }, self.registry)
            }
            None => load(reference, self.loader, self.registry),
        };
        let made = made.and_then(|resolved| Variant::new(resolved, self.registry)).map(Arc::new);
        self.known.insert(key, made.clone());
        made
    }
}

/// The rule sets that scenarios are played under.
#[derive(Debug, Clone)]
pub enum RuleSetSelection<'a> {
    /// The rule sets that each scenario names.
    Own,
    /// These instead of the rule sets that they extend.
    Instead(&'a [Child]),
}

/// A rule set that is played instead of its parents.
#[derive(Debug, Clone)]
pub struct Child {
    /// The reference by which the rule set is loaded.
    pub reference: String,
    /// The names of itself and of all that it extends.
    pub(crate) lineage: Vec<String>,
}

impl Child {
    /// Loads the rule set and finds what it extends.
    ///
    /// # Errors
    /// All problems of the rule set.
    pub fn new(reference: &str, book: &mut RuleBook<'_>) -> Result<Self, Problems> {
        let variant = book.variant(reference, None)?;
        let mut lineage = vec![reference.to_owned(), base(reference).to_owned()];
        for file in variant.resolved().files() {
            match &file.source.id {
                SourceId::BuiltIn(name) => lineage.push(name.clone()),
                _ => lineage.push(file.source.shown.clone()),
            }
        }
        Ok(Self { reference: reference.to_owned(), lineage })
    }

    /// Adds a name under which scenarios may speak of it.
    #[must_use]
    pub fn known_as(mut self, name: impl Into<String>) -> Self {
        self.lineage.push(name.into());
        self
    }

    fn descends_from(&self, name: &str) -> bool {
        let file =
            |path: &str| std::path::Path::new(path).file_name().map(std::ffi::OsStr::to_os_string);
        self.lineage.iter().any(|known| {
            known == name || (is_path(name) && is_path(known) && file(known) == file(name))
        })
    }
}

/// One scenario under one rule set.
#[derive(Debug, Clone)]
pub struct Run {
    /// The index of its suite.
    pub suite: usize,
    /// The index of the scenario in it.
    pub scenario: usize,
    /// The reference of the rule set.
    pub rules: String,
    /// The reference of the child that is played instead of the scenario's own rule set, if any.
    pub child: Option<String>,
    /// The rule set, or its problems.
    pub variant: Result<Arc<Variant>, Problems>,
}

impl Run {
    /// Whether the scenario was written for another rule set than that of this run.
    pub fn is_inherited(&self, scenario: &Scenario) -> bool {
        match &scenario.rules {
            RuleSetChoice::Named(named) => !named.iter().any(|(name, _)| *name == self.rules),
            RuleSetChoice::Any { .. } => {
                !BUILT_INS.iter().any(|edition| edition.name == self.rules)
            }
        }
    }
}

/// A scenario that is not played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedScenario {
    /// The index of its suite.
    pub suite: usize,
    /// The index of the scenario in it.
    pub scenario: usize,
    /// Why the scenario is not played: a fragment.
    pub why: String,
}

/// The list of runs.
#[derive(Debug, Default)]
pub struct RunPlan {
    /// The runs, in the order of the suites.
    pub runs: Vec<Run>,
    /// The scenarios that are left out.
    pub skipped: Vec<SkippedScenario>,
    /// The hashes of the rule sets named in `same-rules-as`.
    hashes: BTreeMap<String, String>,
}

/// The result of one run.
#[derive(Debug, Clone)]
pub struct RunResult {
    /// The failures; empty if the scenario passed.
    pub failures: Vec<Failure>,
    /// What happened; `None` if the rule set has problems.
    pub trace: Option<Trace>,
    /// What scripts have printed: the first lines of it.
    pub printed: Vec<PrintedLine>,
    /// How many more lines they have printed.
    pub more_printed: usize,
}

impl RunResult {
    /// Whether the scenario passed.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl RunPlan {
    /// Plans the scenarios for which `wanted` is true.
    pub fn new(
        suites: &[Suite],
        under: &RuleSetSelection<'_>,
        book: &mut RuleBook<'_>,
        wanted: &dyn Fn(&Suite, &Scenario) -> bool,
    ) -> Self {
        let mut plan = Self::default();
        for (suite_number, suite) in suites.iter().enumerate() {
            for (number, scenario) in suite.scenarios.iter().enumerate() {
                if !wanted(suite, scenario) {
                    continue;
                }
                plan.add_hashes(scenario, suite, book);
                let references = references(scenario, under);
                if references.is_empty() {
                    let why = format!("it is about {}", about(&scenario.rules));
                    plan.skipped.push(SkippedScenario {
                        suite: suite_number,
                        scenario: number,
                        why,
                    });
                }
                for (rules, child, named) in references {
                    // Children are named on the command line, other rule sets in the file of the
                    // suite.
                    let from = matches!(under, RuleSetSelection::Own).then_some(&*suite.source);
                    let variant = book.variant(&rules, from);
                    let set_twice = |problems: &Problems| {
                        problems.iter().any(|problem| problem.code == Code::DuplicateKey)
                    };
                    if let Some(child) =
                        child.as_ref().filter(|_| variant.as_ref().is_err_and(set_twice))
                    {
                        // What it names may be the rule set itself.
                        let own = book.variant(child, None);
                        let is_own = |named: &Variant| {
                            own.as_ref().is_ok_and(|own| own.hash() == named.hash())
                        };
                        if book
                            .variant(&named, Some(&suite.source))
                            .is_ok_and(|named| is_own(&named))
                        {
                            let (rules, child) = (child.clone(), Some(child.clone()));
                            plan.runs.push(Run {
                                suite: suite_number,
                                scenario: number,
                                rules,
                                child,
                                variant: own,
                            });
                            continue;
                        }
                        let why = "it changes a key that the rule set's reference changes already"
                            .to_owned();
                        plan.skipped.push(SkippedScenario {
                            suite: suite_number,
                            scenario: number,
                            why,
                        });
                        continue;
                    }
                    plan.runs.push(Run {
                        suite: suite_number,
                        scenario: number,
                        rules,
                        child,
                        variant,
                    });
                }
            }
        }
        plan
    }

    fn add_hashes(&mut self, scenario: &Scenario, suite: &Suite, book: &mut RuleBook<'_>) {
        for expectation in &scenario.expect {
            if let ExpectedFact::SameRulesAs(other) = &expectation.want
                && let Ok(variant) = book.variant(other, Some(&suite.source))
            {
                self.hashes.insert(other.clone(), variant.hash().to_owned());
            }
        }
    }

    /// Plays one run.
    pub fn play(&self, suites: &[Suite], run: &Run, onlookers: Onlookers<'_>) -> RunResult {
        let scenario = &suites[run.suite].scenarios[run.scenario];
        let variant = match &run.variant {
            Ok(variant) => variant,
            Err(problems) => {
                let span = match &scenario.rules {
                    RuleSetChoice::Named(named) => named
                        .iter()
                        .find(|(name, _)| *name == run.rules)
                        .map(|(_, span)| span.clone()),
                    RuleSetChoice::Any { .. } => None,
                };
                let found = problems.iter().map(|problem| problem.message.clone()).collect();
                let message = format!("the rule set `{}` cannot be played", shown(&run.rules));
                let failure = Failure {
                    code: Code::NotFound,
                    message,
                    span,
                    expected: Vec::new(),
                    found,
                    toml: None,
                    asks: false,
                };
                return RunResult {
                    failures: vec![failure],
                    trace: None,
                    printed: Vec::new(),
                    more_printed: 0,
                };
            }
        };
        let play = || play::play(variant, &scenario.given, &questions(scenario), onlookers);
        let (trace, printed, more_printed) = printed::printed(play);
        let mut failures =
            judge(scenario, variant, &trace, &|other| self.hashes.get(other).cloned());
        // A lesson speaks of its own rules alone.
        if failures.is_empty() && run.child.is_none() {
            failures = exercise::check(scenario, variant);
        }
        RunResult { failures, trace: Some(trace), printed, more_printed }
    }

    /// Plays all runs on `jobs` threads; the results are in the order of the runs.
    pub fn play_all(&self, suites: &[Suite], jobs: usize) -> Vec<RunResult> {
        // A run takes little more time than handing it to a thread.
        const AT_ONCE: usize = 16;
        let mut all = Vec::with_capacity(self.runs.len());
        Jobs::new(self.runs.len().div_ceil(AT_ONCE) as u64, jobs).in_order(
            || (),
            |(), number| {
                let runs = self.runs.iter().skip(number as usize * AT_ONCE).take(AT_ONCE);
                runs.map(|run| self.play(suites, run, Onlookers::default()))
                    .collect::<Vec<RunResult>>()
            },
            |done| {
                all.extend(done);
                ControlFlow::Continue(())
            },
        );
        all
    }
}

/// The placements that a scenario expects to be legal or not.
pub fn questions(scenario: &Scenario) -> Vec<Laid> {
    let mut asked = Vec::new();
    for expectation in &scenario.expect {
        match &expectation.want {
            ExpectedFact::Legal(tiles) => asked.extend(tiles),
            ExpectedFact::NotLegal(tiles) => asked.extend(tiles.iter().map(|(tile, _)| *tile)),
            _ => {}
        }
    }
    asked
}

/// The references of the rule sets for one scenario, each with the child that it comes from, and
/// what the scenario names.
fn references(
    scenario: &Scenario,
    under: &RuleSetSelection<'_>,
) -> Vec<(String, Option<String>, String)> {
    let itself = |name: &str| (name.to_owned(), None, name.to_owned());
    let mut found: Vec<(String, Option<String>, String)> = match (&scenario.rules, under) {
        (RuleSetChoice::Named(named), RuleSetSelection::Own) => {
            named.iter().map(|(name, _)| itself(name)).collect()
        }
        (RuleSetChoice::Any { except }, RuleSetSelection::Own) => BUILT_INS
            .iter()
            .map(|edition| edition.name)
            .filter(|name| !except.iter().any(|other| other == name))
            .map(itself)
            .collect(),
        (RuleSetChoice::Named(named), RuleSetSelection::Instead(children)) => {
            let pairs =
                children.iter().flat_map(|child| named.iter().map(move |(name, _)| (child, name)));
            let fit = pairs.filter(|(child, name)| child.descends_from(base(name)));
            fit.map(|(child, name)| {
                (
                    format!("{}{}", child.reference, extras(name)),
                    Some(child.reference.clone()),
                    name.clone(),
                )
            })
            .collect()
        }
        (RuleSetChoice::Any { except }, RuleSetSelection::Instead(children)) => {
            let fits = |child: &&Child| !except.iter().any(|name| child.descends_from(name));
            let of = |child: &Child| {
                (child.reference.clone(), Some(child.reference.clone()), child.reference.clone())
            };
            children.iter().filter(fits).map(of).collect()
        }
    };
    found.dedup_by(|one, other| (&one.0, &one.1) == (&other.0, &other.1));
    found
}

fn about(rules: &RuleSetChoice) -> String {
    match rules {
        RuleSetChoice::Named(named) => {
            named.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
        }
        RuleSetChoice::Any { except } => format!("any rules but {}", except.join(", ")),
    }
}

/// A failure as a problem that points into the suite.
pub fn problem(suite: &Suite, scenario: &Scenario, failure: &Failure) -> Problem {
    let mut problem = Problem::error(failure.code, failure.message.clone());
    problem = match &failure.span {
        Some(span) => problem.at(SourceSpan::new(&suite.source, span), ""),
        None => problem.at(scenario.place(&suite.source), ""),
    };
    if let (Some(_), Some(row)) = (&failure.span, &scenario.row) {
        problem = problem.at(SourceSpan::new(&suite.source, &row.span), "with this row");
    }
    problem
}

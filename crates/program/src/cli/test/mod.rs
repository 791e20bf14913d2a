//! `tsuro test`: finds suites, plays them and reports the results.

mod conformance;
mod find;
mod machine;
mod pages;
mod pretty;
mod strength;
mod watch;

use super::options::{thread_count, threads};
use super::output::{print, print_as, print_json};
use super::{Context, Exit, complain, print_problems, refuse, usage};
use clap::ValueHint;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;
use tsuro::ruleset::{Code, Problem, SourceData, SourceId, SourceSpan, SourceValue};
use tsuro_faces::outcomes::Outcomes;
use tsuro_suite::{Child, RuleBook, RuleSetSelection, Run, RunPlan, RunResult, Scenario, Suite};
use tsuro_world::door::Form;
use tsuro_world::files::{Existing, write_whole};

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[allow(clippy::doc_markdown, reason = "these texts are the help on the terminal")]
pub(super) enum Format {
    /// One line for each suite, and each failure with boards and values side by side
    Pretty,
    /// One line for each failure, and the totals
    Terse,
    /// JUnit XML, for CI systems
    Junit,
    /// The Test Anything Protocol, version 14
    Tap,
}

/// The arguments of `tsuro test`.
#[derive(Debug, Clone, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag on the command line")]
pub(super) struct Args {
    /// Suites, or folders to search for suites; `suite.toml:12` is the scenario at line 12,
    /// `shipped` are the suites that come with the program [default: the folder tests/scenarios or
    /// scenarios, otherwise this folder]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    paths: Vec<String>,
    /// Play the scenarios of the rule sets that this one extends, but under this one. May be given
    /// several times
    #[arg(long, value_name = "NAME|FILE")]
    rules: Vec<String>,
    /// Only scenarios with this text in their title or path, or about the rule with this id
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How to print results
    #[arg(long, value_enum, default_value = "pretty")]
    format: Format,
    /// Print one JSON document
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_count())]
    jobs: Option<u16>,
    /// Print which rules and keys the suites exercise, and what never happens in them
    #[arg(long, conflicts_with_all = ["mutate", "format"])]
    coverage: bool,
    /// Change one key of this rule set at a time, and print which changes no scenario notices. May
    /// be given several times
    #[arg(long, value_name = "RULES", conflicts_with_all = ["rules", "format"])]
    mutate: Vec<String>,
    /// With --mutate: end with exit code 1 if less than this percentage of the changes is noticed
    #[arg(
        long, value_name = "PERCENT", requires = "mutate",
        value_parser = clap::value_parser!(u8).range(0..=100)
    )]
    at_least: Option<u8>,
    /// With --mutate: change only keys that the rule set sets itself, not those that it inherits
    #[arg(long, requires = "mutate")]
    own: bool,
    /// Play random games of this rule set, and check what must hold for every rule set. May be
    /// given several times
    #[arg(
        long, value_name = "RULES",
        conflicts_with_all = ["rules", "format", "mutate", "coverage", "filter", "paths"]
    )]
    conformance: Vec<String>,
    /// With --conformance: number of games [default: 200]
    #[arg(
        long, value_name = "N", requires = "conformance",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    games: Option<u32>,
    /// With --conformance: seed, any text. The same seed gives the same games
    #[arg(long, value_name = "TEXT", requires = "conformance")]
    seed: Option<String>,
    /// Replace each `?` in the suites with the value that was found
    #[arg(long, conflicts_with_all = ["rules", "mutate", "coverage", "conformance", "watch"])]
    bless: bool,
    /// Write the suites into this folder as pages to read, with pictures of the boards
    #[arg(
        long, value_name = "FOLDER", value_hint = ValueHint::DirPath,
        conflicts_with_all = [
            "rules", "mutate", "coverage", "conformance", "bless", "watch", "filter", "format",
            "json",
        ]
    )]
    pages: Option<String>,
    /// Run again whenever a suite, a rule set or a script changes
    #[arg(long, conflicts_with_all = ["mutate", "coverage", "conformance", "json"])]
    watch: bool,
    /// Tell what happens in each scenario that fails event by event, with what scripts print in
    /// between; with --verbose, in each that passes as well
    #[arg(
        long, conflicts_with_all = ["mutate", "coverage", "conformance", "pages", "json", "format"]
    )]
    step: bool,
    /// List all scenarios, not only those that fail
    #[arg(short, long)]
    verbose: bool,
}

impl Args {
    /// Whether `--filter` picks a scenario.
    fn picks(&self, suite: &Suite, scenario: &Scenario) -> bool {
        let Some(text) = &self.filter else { return true };
        let lower = text.to_lowercase();
        scenario.title.to_lowercase().contains(&lower)
            || suite.source.shown.to_lowercase().contains(&lower)
            || scenario.ids.iter().any(|id| id.to_lowercase() == lower)
    }

    fn jobs(&self) -> usize {
        threads(self.jobs)
    }
}

/// Runs the suites, or does what else was asked for.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    if !args.conformance.is_empty() {
        conformance::run(args, context)
    } else if args.watch {
        watch::run(args, context)
    } else {
        once(args, context, &mut BTreeSet::new())
    }
}

/// Runs the suites once, and adds the folders in which the files of their rule sets lie to
/// `folders`.
fn once(args: &Args, context: &Context, folders: &mut BTreeSet<PathBuf>) -> Result<Exit, Exit> {
    let begun = Instant::now();
    let mut book = RuleBook::new(&context.registry, &context.files);
    let mut found = find::suites(&args.paths, &mut book).map_err(usage)?;
    if args.coverage || !args.mutate.is_empty() || args.pages.is_some() {
        if found.problems.has_errors() {
            print_problems(&found.problems);
            return Ok(Exit::Problems);
        }
        let nothing_picked = nothing_found(args, &found.files, &found.suites);
        for suite in &mut found.suites {
            let all = std::mem::take(&mut suite.scenarios);
            suite.scenarios =
                all.into_iter().filter(|scenario| args.picks(suite, scenario)).collect();
        }
        if found.suites.iter().all(|suite| suite.scenarios.is_empty()) {
            return Err(usage(nothing_picked));
        }
        return if let Some(folder) = &args.pages {
            pages::run(folder, context, &found.suites)
        } else if args.coverage {
            strength::coverage(args, context, &found.suites)
        } else {
            strength::mutate(args, context, &found.suites)
        };
    }
    let children = args
        .rules
        .iter()
        .map(|rules| Child::new(rules, &mut book).map_err(|problems| refuse(&problems)));
    let children = children.collect::<Result<Vec<_>, _>>()?;
    let under = if children.is_empty() {
        RuleSetSelection::Own
    } else {
        RuleSetSelection::Instead(&children)
    };
    let plan = RunPlan::new(&found.suites, &under, &mut book, &|suite, scenario| {
        args.picks(suite, scenario)
    });
    if plan.runs.is_empty() && found.problems.is_empty() {
        return Err(usage(match plan.skipped.len() {
            0 => nothing_found(args, &found.files, &found.suites),
            skipped => {
                format!("no scenario is about {}: all {skipped} are skipped", args.rules.join(", "))
            }
        }));
    }
    for run in &plan.runs {
        folders_of(run, folders);
    }
    let done = plan.play_all(&found.suites, args.jobs());
    if args.bless && bless(args, &found.suites, &plan, &done)? {
        return once(&Args { bless: false, ..args.clone() }, context, folders);
    }
    let outcomes = Outcomes {
        suites: &found.suites,
        problems: &found.problems,
        plan: &plan,
        done: &done,
        child: !children.is_empty(),
    };
    if args.json {
        print_json(&machine::json(&outcomes))?;
    } else {
        let (text, form) = match args.format {
            Format::Pretty => (
                pretty::text(
                    &outcomes,
                    pretty::Detail { all: args.verbose, steps: args.step },
                    begun.elapsed(),
                ),
                Form::Colored,
            ),
            Format::Terse => (pretty::terse(&outcomes, begun.elapsed()), Form::Colored),
            Format::Junit => (machine::junit(&outcomes, begun.elapsed()), Form::Document),
            Format::Tap => (machine::tap(&outcomes), Form::Document),
        };
        print_as(&text, form)?;
    }
    Ok(if outcomes.failed() == 0 { Exit::Fine } else { Exit::Problems })
}

/// Adds the folders of the files that a run is made of: its rule set with parents and mixins, and
/// their scripts; where it has problems, of the files that have them.
fn folders_of(run: &Run, folders: &mut BTreeSet<PathBuf>) {
    let mut add = |id: &SourceId, below: &str| {
        if let SourceId::File(file) = id {
            folders.extend(
                file.parent()
                    .map(|folder| folder.join(below))
                    .as_deref()
                    .and_then(|path| Some(path.parent()?.to_owned())),
            );
        }
    };
    match &run.variant {
        Ok(variant) => {
            for file in variant.resolved().files() {
                add(&file.source.id, "x");
                if let Some(SourceData::List(scripts)) =
                    file.entry("scripts").map(|entry| &entry.value.data)
                {
                    // Others are texts that stand in the file itself.
                    let named = scripts
                        .iter()
                        .filter_map(SourceValue::as_text)
                        .filter(|script| !script.contains('\n'));
                    named.for_each(|script| add(&file.source.id, script));
                }
            }
        }
        Err(problems) => {
            problems.iter().filter_map(Problem::place).for_each(|place| add(&place.source.id, "x"));
        }
    }
}

/// Writes the values that were found into the suites that ask for them; whether any suite did.
fn bless(args: &Args, suites: &[Suite], plan: &RunPlan, done: &[RunResult]) -> Result<bool, Exit> {
    let mut blessed = false;
    for (number, suite) in suites.iter().enumerate() {
        let of_suite = plan.runs.iter().zip(done).filter(|(run, _)| run.suite == number);
        let failures = of_suite.flat_map(|(_, done)| &done.failures);
        match (tsuro_suite::bless(suite.source.text(), failures), &suite.source.id) {
            (Ok(Some(text)), SourceId::File(path)) => {
                write_whole(path, text.as_bytes(), Existing::Replace).map_err(usage)?;
                blessed = true;
                let note = format!(
                    "{} has the values that were found: read them before you trust them",
                    suite.source.shown
                );
                // Output for programs has no other text in it.
                if args.json || matches!(args.format, Format::Junit | Format::Tap) {
                    complain(&note);
                } else {
                    print(&format!("{note}\n"))?;
                }
            }
            (Ok(_), _) => {}
            (Err(why), _) => {
                let problem = Problem::error(Code::NotMet, why.to_string())
                    .at(SourceSpan::new(&suite.source, &why.span), "");
                print_problems(&problem.into());
            }
        }
    }
    Ok(blessed)
}

/// Why there is nothing to run.
fn nothing_found(args: &Args, files: &[PathBuf], suites: &[Suite]) -> String {
    let scenarios: usize = suites.iter().map(|suite| suite.scenarios.len()).sum();
    match &args.filter {
        Some(filter) if scenarios > 0 => format!(
            "none of {scenarios} scenarios fits --filter \
            {filter:?}"
        ),
        _ if files.is_empty() && args.paths.is_empty() => {
            "there is no suite here: a suite is a TOML file with [[scenario]] tables; \
             docs/test-suites.md shows how to write one, and \
             `tsuro test shipped` plays those that come with the program"
                .to_owned()
        }
        _ if files.is_empty() => format!(
            "there is no suite in {}: a suite is a TOML file with \
            [[scenario]] tables",
            args.paths.join(", ")
        ),
        _ => "no scenario was found".to_owned(),
    }
}

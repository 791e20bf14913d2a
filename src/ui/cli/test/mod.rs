//! `tsuro test`: suites found, played and reported.

mod conformance;
mod find;
mod machine;
mod outcome;
mod pages;
mod pretty;
mod strength;
mod watch;

use super::numbers::{thread_count, threads};
use super::output::{print, print_as, print_json};
use super::{Context, Exit, complain, error, exit_for, print_problems};
use crate::ruleset::{Code, Problem, SourceId, SourceSpan};
use crate::suite::{self, Child, RuleBook, RuleSetSelection, RunPlan, RunResult, Scenario, Suite};
use crate::ui::door::Form;
use crate::ui::files::{Existing, write_whole};
use outcome::Outcomes;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[allow(clippy::doc_markdown, reason = "these texts are the help on the terminal")]
pub enum Format {
    /// A line a suite, and each failure with boards and values side by side
    Pretty,
    /// A line a failure, and the sum
    Terse,
    /// JUnit XML, for CI systems
    Junit,
    /// The Test Anything Protocol, version 14
    Tap,
}

/// What `tsuro test` is told.
#[derive(Debug, Clone, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag on the command line")]
pub struct Args {
    /// Suites, or folders that are searched for them [default: tests/scenarios, scenarios, or this folder]; with a line behind it (suite.toml:12), a file is one scenario
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Play under this rule set what the suites say of the rule sets that it descends from; may be given several times
    #[arg(long, value_name = "NAME|FILE")]
    rules: Vec<String>,
    /// Only scenarios whose title or path holds this text, or which are about the rule with this id
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How results are printed
    #[arg(long, value_enum, default_value = "pretty")]
    format: Format,
    /// Print one JSON document
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Play on so many threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = thread_count())]
    jobs: Option<u16>,
    /// Say which rules and keys the suites exercise, and what never happened in them
    #[arg(long, conflicts_with_all = ["mutate", "format"])]
    coverage: bool,
    /// Change one key of this rule set at a time, and say which changes no scenario notices; may be given several times
    #[arg(long, value_name = "RULES", conflicts_with_all = ["rules", "format"])]
    mutate: Vec<String>,
    /// With --mutate: end with 1 if fewer than so many in a hundred changes are noticed
    #[arg(long, value_name = "PERCENT", requires = "mutate", value_parser = clap::value_parser!(u8).range(0..=100))]
    at_least: Option<u8>,
    /// With --mutate: change only what the rule set says itself, not what it has from its parents
    #[arg(long, requires = "mutate")]
    own: bool,
    /// Play random games of this rule set, and check what every rule set must keep; may be given several times
    #[arg(long, value_name = "RULES", conflicts_with_all = ["rules", "format", "mutate", "coverage", "filter", "paths"])]
    conformance: Vec<String>,
    /// With --conformance: so many games [default: 200]
    #[arg(long, value_name = "N", requires = "conformance", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// With --conformance: what decides the games, any text
    #[arg(long, value_name = "TEXT", requires = "conformance")]
    seed: Option<String>,
    /// Write what was found into the suites where they have a `?`
    #[arg(long, conflicts_with_all = ["rules", "mutate", "coverage", "conformance", "watch"])]
    bless: bool,
    /// Write the suites into this folder as pages to read, with pictures of the boards
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["rules", "mutate", "coverage", "conformance", "bless", "watch", "filter", "format", "json"])]
    pages: Option<String>,
    /// Run again whenever a suite or a rule set changes
    #[arg(long, conflicts_with_all = ["mutate", "coverage", "conformance", "json"])]
    watch: bool,
    /// List each scenario, not only those that fail
    #[arg(short, long)]
    verbose: bool,
}

impl Args {
    /// Whether a scenario is picked by `--filter`.
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

/// Runs the suites.
pub fn run(args: &Args, context: &Context) -> Exit {
    let done = if !args.conformance.is_empty() {
        conformance::run(args, context)
    } else if args.watch {
        watch::run(args, context)
    } else {
        once(args, context)
    };
    done.unwrap_or_else(|why| {
        error(format_args!("the answer cannot be written: {why}"));
        Exit::Usage
    })
}

/// What is wrong with the call itself, after it has been printed.
fn children(rules: &[String], book: &mut RuleBook<'_>) -> Result<Vec<Child>, Exit> {
    let mut found = Vec::new();
    for reference in rules {
        found.push(Child::new(reference, book).map_err(|problems| {
            print_problems(&problems);
            exit_for(&problems)
        })?);
    }
    Ok(found)
}

fn once(args: &Args, context: &Context) -> io::Result<Exit> {
    let begun = Instant::now();
    let mut found = match find::suites(&args.paths) {
        Ok(found) => found,
        Err(why) => {
            error(why);
            return Ok(Exit::Usage);
        }
    };
    if args.coverage || !args.mutate.is_empty() || args.pages.is_some() {
        if found.problems.has_errors() {
            print_problems(&found.problems);
            return Ok(Exit::Problems);
        }
        let nothing_picked = nothing_found(args, &found.files, &found.suites);
        for suite in &mut found.suites {
            let all = std::mem::take(&mut suite.scenarios);
            suite.scenarios = all.into_iter().filter(|scenario| args.picks(suite, scenario)).collect();
        }
        if found.suites.iter().all(|suite| suite.scenarios.is_empty()) {
            error(nothing_picked);
            return Ok(Exit::Usage);
        }
        return if let Some(folder) = &args.pages {
            pages::run(folder, context, &found.suites)
        } else if args.coverage {
            strength::coverage(args, context, &found.suites)
        } else {
            strength::mutate(args, context, &found.suites)
        };
    }
    let mut book = RuleBook::new(&context.registry, &context.files);
    let children = match children(&args.rules, &mut book) {
        Ok(children) => children,
        Err(exit) => return Ok(exit),
    };
    let under = if children.is_empty() { RuleSetSelection::Own } else { RuleSetSelection::Instead(&children) };
    let plan = RunPlan::new(&found.suites, &under, &mut book, &|suite, scenario| args.picks(suite, scenario));
    if plan.runs.is_empty() && found.problems.is_empty() {
        error(match plan.skipped.len() {
            0 => nothing_found(args, &found.files, &found.suites),
            skipped => format!("no scenario is about {}: {skipped} are skipped, and none is left", args.rules.join(", ")),
        });
        return Ok(Exit::Usage);
    }
    let done = plan.play_all(&found.suites, args.jobs());
    if args.bless {
        match bless(args, &found.suites, &plan, &done)? {
            Ok(true) => return once(&Args { bless: false, ..args.clone() }, context),
            Ok(false) => {}
            Err(exit) => return Ok(exit),
        }
    }
    let outcomes = Outcomes { suites: &found.suites, problems: &found.problems, plan: &plan, done: &done, child: !children.is_empty() };
    if args.json {
        print_json(&machine::json(&outcomes))?;
    } else {
        let (text, form) = match args.format {
            Format::Pretty => (pretty::text(&outcomes, args.verbose, begun.elapsed()), Form::Colored),
            Format::Terse => (pretty::terse(&outcomes, begun.elapsed()), Form::Colored),
            Format::Junit => (machine::junit(&outcomes, begun.elapsed()), Form::Document),
            Format::Tap => (machine::tap(&outcomes), Form::Document),
        };
        print_as(&text, form)?;
    }
    Ok(if outcomes.failed() == 0 { Exit::Fine } else { Exit::Problems })
}

/// Writes found values into the suites that ask for them; the answer is whether any did, or how the program ends where one cannot be written.
fn bless(args: &Args, suites: &[Suite], plan: &RunPlan, done: &[RunResult]) -> io::Result<Result<bool, Exit>> {
    let mut blessed = false;
    for (number, suite) in suites.iter().enumerate() {
        let of_suite = plan.runs.iter().zip(done).filter(|(run, _)| run.suite == number);
        let failures = of_suite.flat_map(|(_, done)| &done.failures);
        match suite::bless(suite.source.text(), failures) {
            Ok(Some(text)) => {
                if let SourceId::File(path) = &suite.source.id {
                    if let Err(why) = write_whole(path, text.as_bytes(), Existing::Replace) {
                        error(&why);
                        return Ok(Err(Exit::Usage));
                    }
                    blessed = true;
                    let note = format!("{} has the values that were found: read them before you trust them", suite.source.shown);
                    // What programs read has nothing beside it.
                    if args.json || matches!(args.format, Format::Junit | Format::Tap) {
                        complain(&note);
                    } else {
                        print(&format!("{note}\n"))?;
                    }
                }
            }
            Ok(None) => {}
            Err(why) => {
                let problem = Problem::error(Code::NotMet, why.to_string()).at(SourceSpan::new(&suite.source, &why.span), "");
                print_problems(&problem.into());
            }
        }
    }
    Ok(Ok(blessed))
}

fn nothing_found(args: &Args, files: &[PathBuf], suites: &[Suite]) -> String {
    let scenarios: usize = suites.iter().map(|suite| suite.scenarios.len()).sum();
    match &args.filter {
        Some(filter) if scenarios > 0 => format!("none of {scenarios} scenarios fits --filter {filter:?}"),
        _ if files.is_empty() && args.paths.is_empty() => {
            "there is no suite here: a suite is a TOML file with [[scenario]] tables; docs/test-suites.md shows how to write one".to_owned()
        }
        _ if files.is_empty() => format!("there is no suite in {}: a suite is a TOML file with [[scenario]] tables", args.paths.join(", ")),
        _ => "no scenario was found".to_owned(),
    }
}

//! `tsuro scenario`: cuts a scenario out of a recorded game.

use super::one_game::{find_game, record_name};
use super::output::{print, print_as};
use super::{Context, Exit, error, print_problems, problem, usage};
use std::io;
use std::path::Path;
use tsuro::record::{RecordHead, Replayer};
use tsuro::rules::Registry;
use tsuro::ruleset::{BUILT_INS, Problems, Source, SourceId, Variant};
use tsuro_suite::cut;
use tsuro_world::door::Form;
use tsuro_world::files::{self, Existing, FileReadError};

/// The arguments of `tsuro scenario`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Record of the game; `-` is standard input. The word `from-record` may stand before it
    #[arg(value_name = "FROM-RECORD", value_hint = clap::ValueHint::AnyPath)]
    record: String,
    /// Suite to which the scenario is added [default: print the scenario]
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    file: Option<String>,
    /// The suite, after `from-record RECORD`
    #[arg(hide = true)]
    third: Option<String>,
    /// The turn to cut out
    #[arg(long, value_name = "N")]
    turn: u32,
    /// Which game of the record, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// How the scenario names its rule set [default: as the record does]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Title of the scenario: what it shows, as a sentence
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// Cuts the scenario.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    // `scenario from-record GAME SUITE` means `scenario GAME SUITE`.
    let (record, file) = match (&args.file, &args.third) {
        (Some(record), suite)
            if args.record == "from-record" && !Path::new(&args.record).exists() =>
        {
            (record, suite.as_ref())
        }
        (file, None) => (&args.record, file.as_ref()),
        (_, Some(third)) => {
            return Err(usage(format_args!(
                "the command takes one record and one suite; {third:?} is one argument too many"
            )));
        }
    };
    let shown = record_name(record);
    let lines =
        files::lines(record).map_err(|why| usage(format_args!("{shown} cannot be read: {why}")))?;
    let game = find_game(shown, lines, args.game)?;
    let replayed = Replayer::new(&context.registry)
        .replay(&game)
        .map_err(|mismatch| problem(format_args!("{shown}: {mismatch}")))?;
    let rules = name_of_rules(args, &replayed.head, context)?;
    let place = if record == "-" {
        "a game".to_owned()
    } else {
        Path::new(record)
            .file_name()
            .map_or_else(|| record.clone(), |name| name.to_string_lossy().into_owned())
    };
    let title = args
        .title
        .clone()
        .unwrap_or_else(|| format!("Turn {} of {place}, game {}", args.turn, args.game));
    let text = cut(&game, &replayed.head, args.turn, &rules, &title)
        .map_err(|why| usage(format_args!("{shown}: {why}")))?;
    match file {
        None => print_as(&format!("schema = 1\n\n{text}"), Form::Toml).map(|_| Exit::Fine),
        Some(file) => add(file, &text, &title, &context.registry),
    }
}

/// A name for the rule set of the record under which the same rules are found.
fn name_of_rules(args: &Args, head: &RecordHead, context: &Context) -> Result<String, Exit> {
    let name = head.variant.name();
    if let Some(rules) = &args.rules {
        if context.variant(rules)?.hash() != head.variant.hash() {
            return Err(problem(format_args!(
                "--rules {rules}: the game was played by other rules ({name})"
            )));
        }
        return Ok(rules.clone());
    }
    let same = |name: &str| {
        Variant::load(name, &context.files, &context.registry)
            .is_ok_and(|variant| variant.hash() == head.variant.hash())
    };
    let known = std::iter::once(name)
        .chain(BUILT_INS.iter().map(|edition| edition.name))
        .find(|name| same(name));
    let unknown = || {
        problem(format_args!(
            "no rule set called {name} has the rules of this game: name their file with --rules"
        ))
    };
    known.map(str::to_owned).ok_or_else(unknown)
}

/// Adds the scenario to a suite, or begins a new one.
fn add(file: &str, text: &str, title: &str, registry: &Registry) -> Result<Exit, Exit> {
    let (before, existing) = match files::read_text(Path::new(file), files::SOURCE) {
        Ok(before) => (before, Existing::Replace),
        Err(FileReadError::Io(why)) if why.kind() == io::ErrorKind::NotFound => {
            (String::new(), Existing::Refuse)
        }
        Err(why) => return Err(usage(format_args!("{file} cannot be read: {why}"))),
    };
    let gap = if before.is_empty() { "schema = 1\n\n" } else { "\n" };
    let whole = format!("{before}{gap}{text}");
    let mut problems = Problems::default();
    tsuro_suite::read(
        Source::new(SourceId::File(file.into()), file, whole.as_str()),
        registry,
        &mut problems,
    );
    if problems.has_errors() {
        print_problems(&problems);
        error(format_args!(
            "{file} could not be read with the new scenario in it, so nothing was written"
        ));
        return Ok(Exit::Problems);
    }
    files::write_whole(Path::new(file), whole.as_bytes(), existing).map_err(usage)?;
    print(&format!(
        "{file} has a new scenario: {title:?}; give it a title that says what it shows, and the id \
         of its rule\n"
    ))?;
    Ok(Exit::Fine)
}

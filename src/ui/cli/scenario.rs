//! `tsuro scenario`: a scenario cut out of a recorded game.

use super::output::{print, print_as};
use super::{Context, Exit, error, print_problems};
use crate::record::{GameRecord, RecordHead, RecordReader, Replayer};
use crate::ruleset::{BUILT_INS, Problems, Source, SourceId, Variant};
use crate::suite::{self, cut};
use crate::ui::door::Form;
use crate::ui::files::{self, Existing, FileReadError};
use std::io;
use std::path::Path;

/// What `tsuro scenario` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record of the game; `-` is standard input (the word `from-record` may stand before it)
    #[arg(value_name = "FROM-RECORD")]
    record: String,
    /// The suite that the scenario is added to; without one, it is printed
    file: Option<String>,
    /// Behind `from-record RECORD`: the suite
    #[arg(hide = true)]
    third: Option<String>,
    /// The turn
    #[arg(long, value_name = "N")]
    turn: u32,
    /// The game with this number in the stream, from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// How the scenario names its rule set [default: as the record names it]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// What the scenario states
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// Cuts the scenario.
pub fn run(args: &Args, context: &Context) -> Exit {
    // `scenario from-record GAME SUITE` says the same as `scenario GAME SUITE`.
    let spelled_out = args.record == "from-record" && args.file.is_some() && !Path::new(&args.record).exists();
    let (record, file) = if spelled_out {
        (args.file.as_deref().unwrap_or_default(), args.third.as_deref())
    } else {
        (args.record.as_str(), args.file.as_deref())
    };
    if !spelled_out && args.third.is_some() {
        error(format_args!("one record and one suite are needed, not {:?} as well", args.third.as_deref().unwrap_or_default()));
        return Exit::Usage;
    }
    let game = match game(record, args.game) {
        Ok(game) => game,
        Err(exit) => return exit,
    };
    let mut replayer = Replayer::new(&context.registry);
    let replayed = match replayer.replay(&game) {
        Ok(replayed) => replayed,
        Err(mismatch) => {
            error(format_args!("{record}: {mismatch}"));
            return Exit::Problems;
        }
    };
    let rules = match name_of_rules(args, &replayed.head, context) {
        Ok(rules) => rules,
        Err(exit) => return exit,
    };
    let place = if record == "-" {
        "a game".to_owned()
    } else {
        Path::new(record).file_name().map_or_else(|| record.to_owned(), |name| name.to_string_lossy().into_owned())
    };
    let title = args.title.clone().unwrap_or_else(|| format!("Turn {} of {place}, game {}", args.turn, args.game));
    let text = match cut(&game, &replayed.head, args.turn, &rules, &title) {
        Ok(text) => text,
        Err(why) => {
            error(format_args!("{record}: {why}"));
            return Exit::Usage;
        }
    };
    match file {
        None => finish(print_as(&format!("schema = 1\n\n{text}"), Form::Toml).map(|_| Exit::Fine)),
        Some(file) => finish(add(file, &text, &title)),
    }
}

fn finish(done: io::Result<Exit>) -> Exit {
    done.unwrap_or_else(|why| {
        error(format_args!("the scenario cannot be written: {why}"));
        Exit::Usage
    })
}

fn game(record: &str, number: u64) -> Result<GameRecord, Exit> {
    let unreadable = |why: &dyn std::fmt::Display| {
        error(format_args!("{record} cannot be read: {why}"));
        Exit::Usage
    };
    let mut reader = RecordReader::new(files::lines(record).map_err(|why| unreadable(&why))?);
    let mut count = 0;
    loop {
        match reader.game() {
            Ok(Some(game)) if count == number => return Ok(game),
            Ok(Some(_)) => count += 1,
            Ok(None) if count == 0 => {
                error(format_args!("{record}: there is no game in it"));
                return Err(Exit::Problems);
            }
            Ok(None) => {
                error(format_args!("--game {number}: there are {count} games, counted from 0"));
                return Err(Exit::Usage);
            }
            Err(crate::record::ReadError::Io(why)) => return Err(unreadable(&why)),
            Err(why) => {
                error(format_args!("{record}: {why}"));
                return Err(Exit::Problems);
            }
        }
    }
}

/// How the suite names the rule set of the record: a name under which the same rules are found.
fn name_of_rules(args: &Args, head: &RecordHead, context: &Context) -> Result<String, Exit> {
    if let Some(rules) = &args.rules {
        let variant = context.variant(rules)?;
        if variant.hash() != head.variant.hash() {
            error(format_args!("--rules {rules}: the game was played by other rules ({})", head.variant.name()));
            return Err(Exit::Problems);
        }
        return Ok(rules.clone());
    }
    let same =
        |name: &str| Variant::load(name, &context.files, &context.registry).is_ok_and(|variant| variant.hash() == head.variant.hash());
    let name = head.variant.name();
    let known = std::iter::once(name).chain(BUILT_INS.iter().map(|edition| edition.name)).find(|name| same(name));
    known.map(str::to_owned).ok_or_else(|| {
        error(format_args!("the rules of this game ({name}) are not found under that name: --rules names the file that has them"));
        Exit::Problems
    })
}

/// Adds the scenario to a suite, or begins one.
fn add(file: &str, text: &str, title: &str) -> io::Result<Exit> {
    let (before, existing) = match files::read_text(Path::new(file), files::SOURCE) {
        Ok(before) => (before, Existing::Replace),
        Err(FileReadError::Io(why)) if why.kind() == io::ErrorKind::NotFound => (String::new(), Existing::Refuse),
        Err(why) => {
            error(format_args!("{file} cannot be read: {why}"));
            return Ok(Exit::Usage);
        }
    };
    let gap = if before.is_empty() { "schema = 1\n\n" } else { "\n" };
    let whole = format!("{before}{gap}{text}");
    let mut problems = Problems::default();
    suite::read(Source::new(SourceId::File(file.into()), file, whole.as_str()), &mut problems);
    if problems.has_errors() {
        print_problems(&problems);
        error(format_args!("with the new scenario {file} would not be a suite that can be read, so nothing was written"));
        return Ok(Exit::Problems);
    }
    if let Err(why) = files::write_whole(Path::new(file), whole.as_bytes(), existing) {
        error(&why);
        return Ok(Exit::Usage);
    }
    print(&format!("{file} has a new scenario: {title:?}; give it the rule id and the title that it is about\n"))?;
    Ok(Exit::Fine)
}

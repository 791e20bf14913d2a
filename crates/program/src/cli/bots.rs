//! `tsuro bots`: lists the bots.

use super::Exit;
use super::output::{print, print_json};
use std::fmt::Write as _;
use tsuro::bots::{BOTS, BotInfo, LEVELS, Level};
use tsuro::json::{Json, json};

/// The arguments of `tsuro bots`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints the list of bots, weakest first.
pub(super) fn run(args: &Args) -> Result<Exit, Exit> {
    if args.json { print_json(&as_json()) } else { print(&in_words()) }?;
    Ok(Exit::Fine)
}

fn in_words() -> String {
    let widest = BOTS.iter().map(|bot| bot.written().len()).max().unwrap_or_default();
    let mut text = String::new();
    for bot in BOTS {
        let _ = writeln!(text, "{:<widest$}  {}", bot.written(), bot.summary);
    }
    let width = |of: fn(&Level) -> &str| LEVELS.iter().map(|level| of(level).len()).max();
    let (name, bot) =
        (width(|level| level.name).unwrap_or(0), width(|level| level.bot).unwrap_or(0));
    text += "\nLevels, as opponents for people:\n";
    for level in LEVELS {
        let _ = writeln!(
            text,
            "{:<name$}  {:<bot$}  {:>6}  {}",
            level.name,
            level.bot,
            time(level),
            level.summary
        );
    }
    text += "The time is that of a decision in classic with four players, on one core. No bot sees \
        hidden tiles.\n";
    text
}

/// About how long the bots of a level take for a decision.
fn time(level: &Level) -> String {
    match level.milliseconds {
        0 => "< 1 ms".to_owned(),
        count => format!("{count} ms"),
    }
}

fn as_json() -> Json {
    let bot = |bot: &BotInfo| {
        json!({
            "name": bot.name, "argument": bot.argument, "summary": bot.summary
        })
    };
    let level = |level: &Level| {
        json!({
            "name": level.name, "bot": level.bot, "milliseconds": level.milliseconds,
            "summary": level.summary
        })
    };
    json!({
        "bots": Json::list(BOTS.iter().map(bot)), "levels": Json::list(LEVELS.iter().map(level))
    })
}

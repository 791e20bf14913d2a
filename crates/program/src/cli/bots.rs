//! `tsuro bots`: lists the bots.

use super::Exit;
use super::output::{print, print_json};
use std::fmt::Write as _;
use tsuro::bots::{BOTS, BotInfo, LEVELS};
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
    let levels: Vec<String> =
        LEVELS.iter().map(|(level, bot)| format!("{level} is {bot}")).collect();
    let _ = writeln!(text, "\nAs opponents: {}.", levels.join(", "));
    text
}

fn as_json() -> Json {
    let bot = |bot: &BotInfo| {
        json!({
            "name": bot.name, "argument": bot.argument, "summary": bot.summary
        })
    };
    json!({
        "bots": Json::list(BOTS.iter().map(bot)), "levels": Json::object(LEVELS.iter().copied())
    })
}

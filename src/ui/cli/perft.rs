//! `tsuro perft`: how many ways a game can go.

use super::numbers;
use super::output::{print, print_json};
use super::{Context, Exit, error, seats};
use crate::board::Laid;
use crate::game::RunSeed;
use crate::lab::{divide, perft};
use crate::with_rules;
use serde_json::{Value, json};
use std::io;

/// What `tsuro perft` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it
    rules: String,
    /// How many players; 2, or as near to it as the rules allow, if not given
    #[arg(long, short, value_name = "N", value_parser = numbers::players())]
    players: Option<u8>,
    /// How many placements deep
    #[arg(long, short, value_name = "D", value_parser = clap::value_parser!(u32).range(..=1024))]
    depth: u32,
    /// The count apart for each first placement
    #[arg(long)]
    divide: bool,
    /// The seed of deal, start marks, dice and reshuffles
    #[arg(long, short, value_name = "S", default_value = "1")]
    seed: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Counts, and prints the counts of all depths up to the one asked for.
pub fn run(args: &Args, context: &Context) -> Exit {
    let variant = match context.variant(&args.rules) {
        Ok(variant) => variant,
        Err(exit) => return exit,
    };
    let players = match seats(&variant, args.players, 2) {
        Ok(players) => players,
        Err(exit) => return exit,
    };
    let seed = RunSeed::new(&args.seed).game(0);
    let printed = with_rules!(variant.rules(), |rules| match (args.json, args.divide) {
        (true, divided) => {
            let what = if divided {
                let part = |(tile, count): (Laid, u64)| json!({ "tile": tile.face().number(), "rotation": tile.rotation().turns(), "count": count });
                ("divide", divide(rules, players, seed, args.depth).map(part).collect::<Value>())
            } else {
                ("counts", (1..=args.depth).map(|depth| perft(rules, players, seed, depth)).collect::<Value>())
            };
            print_json(&json!({
                "rules": variant.name(), "rules_hash": variant.hash(), "players": players, "depth": args.depth, "seed": args.seed, what.0: what.1,
            }))
        }
        (false, true) => {
            // The placements before the first are one way.
            let mut sum = u64::from(args.depth == 0);
            let parts = divide(rules, players, seed, args.depth).map(|(tile, count)| {
                sum += count;
                format!("{:>2} turned {}  {count}\n", tile.face().number(), tile.rotation())
            });
            print_each(parts).and_then(|_| print(&format!("sum  {sum}\n")))
        }
        (false, false) => print_each((1..=args.depth).map(|depth| format!("{depth:>2}  {}\n", perft(rules, players, seed, depth)))),
    });
    match printed {
        Ok(_) => Exit::Fine,
        Err(why) => {
            error(format_args!("the counts cannot be written: {why}"));
            Exit::Usage
        }
    }
}

/// Prints each line as soon as it is known, since the next may take long, while somebody reads them. `Ok(false)`: nobody does any more.
fn print_each(lines: impl Iterator<Item = String>) -> io::Result<bool> {
    for line in lines {
        if !print(&line)? {
            return Ok(false);
        }
    }
    Ok(true)
}

//! `tsuro perft`: how many ways a game can go.

use super::output::{print, print_json};
use super::{Context, Exit, error, seats};
use crate::game::RunSeed;
use crate::lab::{divide, perft};
use crate::with_rules;
use serde_json::json;
use std::fmt::Write as _;

/// What `tsuro perft` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it
    rules: String,
    /// How many players; 2, or as near to it as the rules allow, if not given
    #[arg(long, short, value_name = "N")]
    players: Option<u8>,
    /// How many placements deep
    #[arg(long, short, value_name = "D")]
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
    let (mut text, mut counts, mut parts) = (String::new(), Vec::new(), Vec::new());
    with_rules!(variant.rules(), |rules| {
        if args.divide {
            for (tile, count) in divide(rules, players, seed, args.depth) {
                let _ = writeln!(text, "{:>2} turned {}  {count}", tile.face().number(), tile.rotation());
                parts.push(json!({ "tile": tile.face().number(), "rotation": tile.rotation().turns(), "count": count }));
            }
            let _ = writeln!(text, "sum  {}", perft(rules, players, seed, args.depth));
        } else {
            for depth in 1..=args.depth {
                let count = perft(rules, players, seed, depth);
                let _ = writeln!(text, "{depth:>2}  {count}");
                counts.push(count);
            }
        }
    });
    let printed = if args.json {
        let what = if args.divide { ("divide", json!(parts)) } else { ("counts", json!(counts)) };
        print_json(&json!({
            "rules": variant.name(), "rules_hash": variant.hash(), "players": players, "depth": args.depth, "seed": args.seed, what.0: what.1,
        }))
    } else {
        print(&text)
    };
    match printed {
        Ok(_) => Exit::Fine,
        Err(why) => {
            error(format_args!("the counts cannot be written: {why}"));
            Exit::Usage
        }
    }
}

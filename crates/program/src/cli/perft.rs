//! `tsuro perft`: counts the sequences of placements with which a game can begin, to check the
//! engine.

use super::options;
use super::output::{print, print_json};
use super::{Context, Exit, seats};
use tsuro::board::{Laid, Square};
use tsuro::game::RunSeed;
use tsuro::json::{Json, json};
use tsuro::with_rules;
use tsuro_lab::{divide, perft};

/// The arguments of `tsuro perft`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Number of players [default: 2, or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Depth: the number of placements
    #[arg(long, short, value_name = "D", value_parser = clap::value_parser!(u32).range(..=1024))]
    depth: u32,
    /// Count separately after each first placement
    #[arg(long)]
    divide: bool,
    /// Seed of the deal, the start marks, the dice and reshuffles
    #[arg(long, short, value_name = "S", default_value = "1")]
    seed: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints the counts of all depths up to the one asked for.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let players = seats(&variant, args.players, 2)?;
    let seed = RunSeed::new(&args.seed).game(0);
    with_rules!(variant.rules(), |rules| match (args.json, args.divide) {
        (true, divided) => {
            let what = if divided {
                let part = |((square, tile), count): ((Square, Laid), u64)| {
                    let mut part = json!({
                        "tile": tile.face().number(), "rotation": tile.rotation().turns(),
                        "count": count,
                    });
                    if rules.basics.for_team() {
                        part.set("square", json!(square));
                    }
                    part
                };
                ("divide", Json::list(divide(rules, players, seed, args.depth).map(part)))
            } else {
                (
                    "counts",
                    Json::list((1..=args.depth).map(|depth| perft(rules, players, seed, depth))),
                )
            };
            let mut document = json!({
                "rules": variant.name(), "rules_hash": variant.hash(), "players": players,
                "depth": args.depth, "seed": args.seed,
            });
            document.set(what.0, what.1);
            print_json(&document)?;
        }
        (false, true) => {
            // At depth 0 there is one way: no placement.
            let mut sum = u64::from(args.depth == 0);
            let parts = divide(rules, players, seed, args.depth).map(|((square, tile), count)| {
                sum += count;
                let on =
                    if rules.basics.for_team() { format!(" on {square}") } else { String::new() };
                format!("{:>2} turned {}{on}  {count}\n", tile.face().number(), tile.rotation())
            });
            print_each(parts)?;
            print(&format!("sum  {sum}\n"))?;
        }
        (false, false) => print_each(
            (1..=args.depth)
                .map(|depth| format!("{depth:>2}  {}\n", perft(rules, players, seed, depth)))
        )?,
    });
    Ok(Exit::Fine)
}

/// Prints each line as soon as it is known, since the next one may take long; stops when the reader
/// has closed the pipe.
fn print_each(lines: impl Iterator<Item = String>) -> Result<(), Exit> {
    for line in lines {
        if !print(&line)? {
            break;
        }
    }
    Ok(())
}

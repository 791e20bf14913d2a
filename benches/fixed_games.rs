//! Plays random games, as many as it is told, for `benches/instructions.sh`:
//! `fixed_games RULES PLAYERS GAMES`.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use std::hint::black_box;
use tsuro::game::RunSeed;
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};
use tsuro::with_rules;
use tsuro_lab::BenchTable;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo runs benches with an option, and without a rule set.
    let [rules, players, games, ..] = &arguments[..] else { return };
    let variant = Variant::load(rules, &BuiltIns, &Registry::default()).unwrap();
    let run = RunSeed::new("bench");
    with_rules!(variant.rules(), |rules| {
        let mut table = BenchTable::new(rules, players.parse().unwrap());
        for game in 0..games.parse().unwrap() {
            black_box(table.play(run, game));
        }
    });
}

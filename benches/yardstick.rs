//! The engine beside a bare kernel, in one run: `cargo bench --bench yardstick [-- GAMES RUNS]`.
//!
//! The kernel plays classic at random and nothing else; the engine plays the same rules loaded from TOML. Of many short runs the fastest
//! counts: on a busy machine a run of a few milliseconds has a fair chance of not being interrupted.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot go on has failed, and its figures are for people")]

mod kernel;

use std::hint::black_box;
use std::time::Instant;
use tsuro::game::{Luck, RunSeed, Uniform, play};
use tsuro::rules::{AnyRules, Registry};
use tsuro::ruleset::{BuiltIns, Variant, load};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(2_000);
    let runs = numbers.next().unwrap_or(200);
    let registry = Registry::default();
    let classic = Variant::new(load("classic", &BuiltIns, &registry).unwrap(), &registry).unwrap();
    let AnyRules::Small(rules) = classic.rules() else { unreachable!("classic is small") };
    println!("players  kernel ns/turn  engine ns/turn  engine/kernel speed");
    for players in [2, 4, 8] {
        let kernel = fastest(runs, |run| {
            let totals = kernel::play(games, players, run);
            black_box(totals.checksum);
            totals.turns
        });
        let engine = fastest(runs, |run| {
            let run = RunSeed::new(&run.to_string());
            (0..games).map(|game| run.game(game)).fold(0, |turns, seed| {
                let Ok(state) = play(rules, players as u8, &mut Uniform(seed), &mut Luck(seed), &mut ());
                turns + u64::from(black_box(state).core().turn())
            })
        });
        println!("{players:>7}  {kernel:>14.1}  {engine:>14.1}  {:>19.2}", kernel / engine);
    }
}

/// Nanoseconds a turn in the fastest of so many runs; `play` gives back how many turns it played.
fn fastest(runs: u64, mut play: impl FnMut(u64) -> u64) -> f64 {
    let time = |run| {
        let start = Instant::now();
        let turns = play(run);
        start.elapsed().as_secs_f64() * 1e9 / turns as f64
    };
    (0..runs).map(time).fold(f64::INFINITY, f64::min)
}

//! The bare kernel that the yardstick compares the engine with plays the same game as the engine
//! does.

#[path = "../../benches/kernel/mod.rs"]
mod kernel;

use crate::common::games::variant;
use tsuro::game::RunSeed;
use tsuro::with_rules;
use tsuro_lab::BenchTable;

/// How many games are played of each.
const GAMES: u64 = 20_000;

/// The mean number of turns of a game on the engine, and its standard error.
fn engine(players: u8) -> (f64, f64) {
    let lengths: Vec<f64> = with_rules!(variant("classic").rules(), |rules| {
        let mut games = BenchTable::new(rules, players);
        (0..GAMES)
            .map(|index| f64::from(games.play(RunSeed::new("kernels"), index).core().turn()))
            .collect()
    });
    let mean = lengths.iter().sum::<f64>() / GAMES as f64;
    let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / GAMES as f64;
    (mean, (variance / GAMES as f64).sqrt())
}

#[test]
fn the_bare_kernel_plays_games_as_long_as_the_engine_does() {
    for players in [2, 4, 8] {
        let (mean, error) = engine(players);
        let kernel = kernel::play(GAMES, players.into(), 1).turns as f64 / GAMES as f64;
        // Two means of as many games; four standard errors of their difference.
        assert!(
            (kernel - mean).abs() < 4.0 * error * 2f64.sqrt(),
            "{players} players: {kernel} turns, on the engine {mean}"
        );
    }
}

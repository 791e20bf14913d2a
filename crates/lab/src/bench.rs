//! Benchmarks: how fast games are played at random, and a signature that changes only if the
//! behaviour of the engine does.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tsuro::game::unchecked::deal_on;
use tsuro::game::{Luck, RuleSet, RunSeed, State, Uniform, play_on, table};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// Number of games in the signature.
const SIGNED: u64 = 1000;

/// How much a benchmark played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BenchRun {
    /// Number of games.
    pub games: u64,
    /// Number of turns in all games.
    pub turns: u64,
}

/// A checksum of the results of a fixed set of games, the same on every machine and in every build.
pub fn signature(variant: &Variant, players: u8) -> u64 {
    let run = RunSeed::new("signature");
    with_rules!(variant.rules(), |rules| {
        let mut games = BenchTable::new(rules, players);
        (0..SIGNED).fold(0, |sum, index| mix(sum, digest(games.play(run, index))))
    })
}

/// Plays games at random on `threads` threads until `stop` is set.
pub fn play_until(variant: &Variant, players: u8, threads: usize, stop: &AtomicBool) -> BenchRun {
    let (games, turns) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for thread in 0..threads as u64 {
            let (games, turns) = (&games, &turns);
            scope.spawn(move || {
                let played = with_rules!(variant.rules(), |rules| play_games_until(
                    rules, players, thread, stop
                ));
                games.fetch_add(played.games, Ordering::Relaxed);
                turns.fetch_add(played.turns, Ordering::Relaxed);
            });
        }
    });
    BenchRun { games: games.into_inner(), turns: turns.into_inner() }
}

/// Plays the games of one thread until `stop` is set, at least a hundred.
fn play_games_until<R: RuleSet>(
    rules: &R,
    players: u8,
    thread: u64,
    stop: &AtomicBool,
) -> BenchRun {
    let run = RunSeed::new("bench");
    let mut games = BenchTable::new(rules, players);
    let mut played = BenchRun::default();
    loop {
        // The flag is looked at once in a hundred games, so that it costs nothing.
        for _ in 0..100 {
            let state = games.play(run, thread << 40 | played.games);
            played.games += 1;
            played.turns += u64::from(state.core().turn());
        }
        if stop.load(Ordering::Relaxed) {
            return played;
        }
    }
}

/// A table at which games are played at random, one after another, as fast as possible.
#[derive(Debug)]
pub struct BenchTable<'a, R: RuleSet> {
    rules: &'a R,
    fresh: State<R>,
    state: State<R>,
}

impl<'a, R: RuleSet> BenchTable<'a, R> {
    /// A table for `players` players.
    ///
    /// # Panics
    /// If the rule set does not allow this number of players.
    pub fn new(rules: &'a R, players: u8) -> Self {
        let fresh = table(rules, players);
        Self { rules, state: fresh.clone(), fresh }
    }

    /// Plays game number `index` of the run and returns its final state.
    pub fn play(&mut self, run: RunSeed, index: u64) -> &State<R> {
        let seed = run.game(index);
        let mut luck = Luck(seed);
        self.state.clone_from(&self.fresh);
        deal_on(self.rules, &mut self.state, &mut luck, &mut ());
        match play_on(self.rules, &mut self.state, &mut Uniform(seed), &mut luck, &mut ()) {
            Ok(_) => &self.state,
            Err(never) => match never {},
        }
    }
}

/// A checksum of the final state of a game.
fn digest<R: RuleSet>(state: &State<R>) -> u64 {
    let core = state.core();
    let mut sum = u64::from(core.turn());
    if let Some(ending) = core.ending() {
        sum = ending.winners.iter().fold(sum, |sum, seat| mix(sum, seat.number().into()));
        sum = ending.outcome.name().bytes().fold(sum, |sum, byte| mix(sum, byte.into()));
    }
    sum = (0..core.seats())
        .fold(sum, |sum, seat| mix(sum, core.place(tsuro::game::Seat::new(seat)).index() as u64));
    core.pile().iter().fold(sum, |sum, tile| mix(sum, tile.number().into()))
}

/// Folds a number into a checksum that depends on the order of numbers; the multiplier is that of
/// Knuth's MMIX generator.
const fn mix(sum: u64, number: u64) -> u64 {
    (sum ^ number)
        .wrapping_mul(6_364_136_223_846_793_005)
        .rotate_left(29)
        .wrapping_add(1_442_695_040_888_963_407)
}

//! Plays many games of one rule set on several threads. The result does not depend on the threads.

use super::summary::Summary;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tsuro::bots::{BadChoice, Bot, BotSpec, BotTable, Faults};
use tsuro::game::{
    Chance, Ending, Event, GameSeed, Luck, RuleSet, RunSeed, Seat, Sink, State, Uniform,
    deal_and_play, table,
};
use tsuro::record::{Header, write_event};
use tsuro::ruleset::Variant;
use tsuro::with_rules;
use tsuro_parallel::Jobs;

/// The bots of a simulation, one for each seat.
#[derive(Debug, Clone)]
pub struct Bots {
    specs: Vec<BotSpec>,
    strict: bool,
}

impl Bots {
    /// A bot for each seat.
    pub const fn new(bots: Vec<BotSpec>) -> Self {
        Self { specs: bots, strict: false }
    }

    /// The same bots; with `strict`, the first fault of a bot outside the program stops the run.
    #[must_use]
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// The names of the bots, by seat.
    pub fn names(&self) -> Vec<String> {
        self.specs.iter().map(ToString::to_string).collect()
    }

    /// Makes the bots of a thread. They play one game after another, so that programs are not
    /// started for each game.
    fn make(&self) -> ThreadBots {
        ThreadBots {
            bots: self.specs.iter().map(BotSpec::make).collect(),
            faults: BotFaults::new(),
        }
    }

    /// Whether all bots play at random, which needs no observations and is fast.
    fn are_random(&self) -> bool {
        self.specs.iter().all(|bot| bot.info().is_random())
    }
}

/// The bots of one thread.
struct ThreadBots {
    bots: Vec<Box<dyn Bot>>,
    faults: BotFaults,
}

/// The faults of bots outside the program, by the names of the bots.
pub type BotFaults = BTreeMap<String, Faults>;

/// The games to play.
#[derive(Debug)]
pub struct Simulation<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The bots, one for each player.
    pub bots: &'a Bots,
    /// The seed of the run, any text.
    pub seed: &'a str,
    /// The number of the first game of the run that is played, usually 0.
    pub first: u64,
    /// The number of games.
    pub games: u64,
    /// The number of threads, at least 1.
    pub threads: usize,
}

impl<'a> Simulation<'a> {
    /// Games number 0 to `games` - 1 of the run that has this seed, on one thread.
    pub const fn new(variant: &'a Variant, bots: &'a Bots, seed: &'a str, games: u64) -> Self {
        Self { variant, bots, seed, first: 0, games, threads: 1 }
    }

    /// As many games of the same run, from game number `first` on.
    #[must_use]
    pub const fn from(self, first: u64) -> Self {
        Self { first, ..self }
    }

    /// The same games on `threads` threads, at least 1. The result is the same.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

/// How far a run is, and the flag that stops it; shared between threads.
#[derive(Debug, Default)]
pub struct GameCounter {
    /// Number of games played so far.
    pub games: AtomicU64,
    /// The faults so far of bots outside the program, for each of which another choice was made.
    pub faults: Mutex<BotFaults>,
    /// Set to stop the run early; its result is that of the games before.
    pub stop: AtomicBool,
}

impl GameCounter {
    /// Counts the games of a chunk, and the faults of its bots.
    fn note<G: GameSums>(&self, chunk: &Chunk<G>, bots: &mut ThreadBots) {
        self.games.fetch_add(chunk.sums.games(), Ordering::Relaxed);
        if !bots.faults.is_empty() {
            let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
            add_faults(&mut faults, &std::mem::take(&mut bots.faults));
        }
    }
}

/// Why a run ended before its last game.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A bot made a choice that is not allowed.
    #[error("game {game}, turn {}, seat {}: {bot} {}", .choice.turn, .choice.seat, .choice.what)]
    Bot {
        /// The number of the game, from 0.
        game: u64,
        /// The bot as it was named.
        bot: String,
        /// The choice that is not allowed, and whose it is.
        choice: BadChoice,
    },
    /// The records could not be written.
    #[error("the record cannot be written: {0}")]
    Record(#[from] io::Error),
}

/// Number of games of random players in a chunk, which one thread plays at a time: large enough
/// that coordinating threads costs little, small enough for a smooth progress bar. Other bots play
/// one game at a time.
const CHUNK: u64 = 64;

/// A sink that sums up games. Sums are whole numbers, so they add up to the same in any order.
pub trait GameSums: Sink + Send {
    /// A game begins.
    fn begin(&mut self) {}
    /// Adds the game that began last, which took `turns` turns; `game` is its number.
    fn end(&mut self, ending: Ending, turns: u32, game: u64);
    /// Adds the games of other sums of the same kind.
    fn merge(&mut self, other: &Self);
    /// Number of games.
    fn games(&self) -> u64;
}

impl GameSums for Summary {
    fn end(&mut self, ending: Ending, turns: u32, game: u64) {
        self.add(ending, turns);
        self.number(game);
    }

    fn merge(&mut self, other: &Self) {
        self.merge(other);
    }

    fn games(&self) -> u64 {
        self.games()
    }
}

/// The results of some games that one thread played in a row.
struct Chunk<G> {
    sums: G,
    record: Vec<u8>,
    error: Option<RunError>,
    /// Whether it was interrupted; then neither its games count nor any after them.
    was_stopped: bool,
}

/// Plays the games and sums them up. The records of all games are written to `record`, in order.
///
/// The result depends on the rules, the bots, the seed and the number of games, never on threads or
/// time.
///
/// # Errors
/// A bot made a choice that is not allowed, or the records cannot be written; the summary is that
/// of the games before.
pub fn simulate(
    simulation: &Simulation<'_>,
    progress: &GameCounter,
    record: Option<&mut dyn Write>,
) -> (Summary, Result<(), RunError>) {
    let players = simulation.bots.specs.len() as u8;
    simulate_into(|| Summary::new(players), simulation, progress, record)
}

/// As [`simulate`], with sums of another kind; `empty` makes those of no games.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_into<G: GameSums>(
    empty: impl Fn() -> G + Sync,
    simulation: &Simulation<'_>,
    progress: &GameCounter,
    mut record: Option<&mut dyn Write>,
) -> (G, Result<(), RunError>) {
    let length = if simulation.bots.are_random() { CHUNK } else { 1 };
    let recording = record.is_some();
    let mut sums = empty();
    let mut outcome = Ok(());
    let play = |bots: &mut ThreadBots, number: u64| {
        let done = number * length;
        let begin = simulation.first + done;
        let games = begin..begin + length.min(simulation.games - done);
        let chunk = with_rules!(simulation.variant.rules(), |rules| play_chunk(
            rules,
            simulation,
            games,
            bots,
            (&empty, recording),
            &progress.stop
        ));
        progress.note(&chunk, bots);
        chunk
    };
    let jobs =
        Jobs::new(simulation.games.div_ceil(length), simulation.threads).stopped_by(&progress.stop);
    jobs.in_order(
        || simulation.bots.make(),
        play,
        |chunk| {
            if chunk.was_stopped {
                return ControlFlow::Break(());
            }
            sums.merge(&chunk.sums);
            if let Some(to) = &mut record
                && let Err(error) = to.write_all(&chunk.record)
            {
                outcome = Err(error.into());
            } else if let Some(error) = chunk.error {
                outcome = Err(error);
            }
            if outcome.is_ok() {
                return ControlFlow::Continue(());
            }
            // Other threads need not finish their games.
            progress.stop.store(true, Ordering::Relaxed);
            ControlFlow::Break(())
        },
    );
    if let (Some(to), Ok(())) = (record, &outcome)
        && let Err(error) = to.flush()
    {
        outcome = Err(error.into());
    }
    (sums, outcome)
}

/// Plays the games of two simulations side by side, which differ in their rules alone, and gives
/// what both sides of each game come to to `add`, in the order of the games. `empty` makes the sums
/// of no games of a side.
///
/// # Errors
/// A bot made a choice that is not allowed.
pub(crate) fn simulate_pairs<G: GameSums>(
    empty: impl Fn(usize) -> G + Sync,
    sides: [&Simulation<'_>; 2],
    progress: &GameCounter,
    mut add: impl FnMut([G; 2]),
) -> Result<(), RunError> {
    let mut outcome = Ok(());
    let shared = sides[0];
    let play = |bots: &mut ThreadBots, number: u64| {
        let game = shared.first + number;
        [0, 1].map(|side| {
            let (simulation, empty) = (sides[side], || empty(side));
            let chunk = with_rules!(simulation.variant.rules(), |rules| play_chunk(
                rules,
                simulation,
                game..game + 1,
                bots,
                (&empty, false),
                &progress.stop
            ));
            progress.note(&chunk, bots);
            chunk
        })
    };
    Jobs::new(shared.games, shared.threads).stopped_by(&progress.stop).in_order(
        || shared.bots.make(),
        play,
        |chunks| {
            if chunks.iter().any(|chunk| chunk.was_stopped) {
                return ControlFlow::Break(());
            }
            let [mut one, mut other] = chunks;
            if let Some(error) = one.error.take().or_else(|| other.error.take()) {
                outcome = Err(error);
                // Other threads need not finish their games.
                progress.stop.store(true, Ordering::Relaxed);
                return ControlFlow::Break(());
            }
            add([one.sums, other.sums]);
            ControlFlow::Continue(())
        },
    );
    outcome
}

fn add_faults(to: &mut BotFaults, more: &BotFaults) {
    for (bot, counts) in more {
        to.entry(bot.clone()).or_default().append(counts);
    }
}

/// A sink that adds events to sums and writes the record.
struct SumsAndRecord<'a, G> {
    sums: &'a mut G,
    record: &'a mut Vec<u8>,
}

impl<G: GameSums> Sink for SumsAndRecord<'_, G> {
    fn event(&mut self, event: &Event<'_>) {
        self.sums.event(event);
        write_event(self.record, event);
    }
}

/// Plays some games in a row.
fn play_chunk<R: RuleSet, G: GameSums>(
    rules: &R,
    simulation: &Simulation<'_>,
    games: Range<u64>,
    bots: &mut ThreadBots,
    (new, recording): (&impl Fn() -> G, bool),
    stop: &AtomicBool,
) -> Chunk<G> {
    let players = simulation.bots.specs.len() as u8;
    let run = RunSeed::new(simulation.seed);
    let empty = || Chunk { sums: new(), record: Vec::new(), error: None, was_stopped: false };
    let mut chunk = empty();
    let names = simulation.bots.names();
    let fresh = table(rules, players);
    let mut state = fresh.clone();
    for index in games {
        // A game of random players is not interrupted, but there may be many and long ones.
        if stop.load(Ordering::Relaxed) {
            return Chunk { was_stopped: true, ..empty() };
        }
        let seed = run.game(index);
        state.clone_from(&fresh);
        chunk.sums.begin();
        let played = if recording {
            let first = if rules.basics().first_at_random() {
                Luck(seed).first(players)
            } else {
                Seat::new(0)
            };
            let header = Header::new(simulation.variant, &names, first, simulation.seed, index);
            header.write(&mut chunk.record);
            let mut sink = SumsAndRecord { sums: &mut chunk.sums, record: &mut chunk.record };
            play_one(rules, &mut state, simulation.bots, bots, seed, stop, &mut sink)
        } else {
            play_one(rules, &mut state, simulation.bots, bots, seed, stop, &mut chunk.sums)
        };
        match played {
            Ok(()) => {
                if let Some(ending) = state.core().ending() {
                    chunk.sums.end(ending, state.core().turn(), index);
                }
            }
            Err(_) if stop.load(Ordering::Relaxed) => {
                return Chunk { was_stopped: true, ..empty() };
            }
            Err(choice) => {
                let bot = simulation.bots.specs[choice.seat.index()].to_string();
                chunk.error = Some(RunError::Bot { game: index, bot, choice });
                break;
            }
        }
    }
    chunk
}

/// Plays one game at a fresh table until it ends or is stopped.
fn play_one<R: RuleSet, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    bots: &Bots,
    playing: &mut ThreadBots,
    seed: GameSeed,
    stop: &AtomicBool,
    sink: &mut S,
) -> Result<(), BadChoice> {
    let mut luck = Luck(seed);
    if bots.are_random() {
        let Ok(_) = deal_and_play(rules, state, &mut Uniform(seed), &mut luck, sink);
        return Ok(());
    }
    let mut table =
        BotTable::new(std::mem::take(&mut playing.bots), seed).strict(bots.strict).stopped_by(stop);
    let played = deal_and_play(rules, state, &mut table, &mut luck, sink).map(|_| ());
    let (seated, faults) = table.into_parts();
    playing.bots = seated;
    for (spec, faults) in bots.specs.iter().zip(&faults).filter(|(_, faults)| !faults.is_empty()) {
        let counts = playing.faults.entry(spec.to_string()).or_default();
        for fault in faults {
            counts.add(fault);
        }
    }
    played
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use tsuro::rules::Registry;
    use tsuro::ruleset::BuiltIns;

    #[test]
    fn a_simulation_plays_the_games_that_were_asked_for_on_any_number_of_threads() {
        let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
        let bots = Bots::new(vec![BotSpec::parse("random").unwrap(); 3]);
        let games = |threads| {
            let games = Simulation::new(&variant, &bots, "any text", 70).threads(threads);
            let (summary, outcome) = simulate(&games, &GameCounter::default(), None);
            outcome.unwrap();
            summary
        };
        assert_eq!((games(1).players(), games(1).games()), (3, 70));
        assert_eq!(games(1), games(2));
    }

    #[test]
    fn a_run_in_parts_comes_to_the_same() {
        let variant = Variant::load("seas", &BuiltIns, &Registry::default()).unwrap();
        for bot in ["random", "greedy"] {
            let bots = Bots::new(vec![BotSpec::parse(bot).unwrap(); 3]);
            let play = |first, games| {
                let part = Simulation::new(&variant, &bots, "any text", games).from(first);
                let (summary, outcome) = simulate(&part, &GameCounter::default(), None);
                outcome.unwrap();
                summary
            };
            let mut sums = play(0, 70);
            sums.merge(&play(70, 1));
            sums.merge(&play(71, 79));
            assert_eq!(sums, play(0, 150), "{bot}");
            assert_ne!(play(70, 70), play(0, 70), "{bot}");
        }
    }
}

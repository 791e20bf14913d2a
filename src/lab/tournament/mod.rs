//! Tournaments: bots against each other, each in every seat on every deal.
//!
//! A *block* is one deal, played as often as there are contestants. They sit in a circle, in an order drawn for the block; in game `i` of it
//! the seats are taken from place `i` of the circle onwards. So everybody has every seat once, whatever the number of contestants and seats:
//! with more contestants than seats some sit out, with fewer a contestant has several seats.

mod finish;
mod rating;
mod standings;

pub use finish::Finish;
pub use rating::Rating;
pub use standings::{Standing, Standings, Versus};

use super::simulate::{Progress, RunError};
use crate::bots::{Bot, BotSpec, BotTable, Fault};
use crate::game::{self, Luck, Rng, RuleSet, RunSeed, deal_and_play};
use crate::ruleset::Variant;
use crate::with_rules;
use finish::Listener;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// What to play.
#[derive(Debug)]
pub struct Tournament<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// Who takes part; a bot that is named twice takes part twice.
    pub bots: &'a [BotSpec],
    /// How many sit at a table.
    pub players: u8,
    /// How many deals, each played once for each contestant.
    pub deals: u64,
    /// The run's seed, any text.
    pub seed: &'a str,
    /// Whether the first fault of a bot outside the program stops everything.
    pub strict: bool,
    /// On how many threads, at least 1.
    pub threads: usize,
}

/// What one game came to.
#[derive(Debug, Clone)]
struct Outcome {
    /// Which contestant sat in each seat.
    seats: Vec<usize>,
    /// How it ended for each seat.
    finishes: Vec<Finish>,
    /// What went wrong in each seat.
    faults: Vec<Vec<Fault>>,
}

/// A block, played.
struct Block {
    number: u64,
    games: Vec<Outcome>,
    error: Option<RunError>,
}

/// The bots of one thread: those of each contestant that are not at the table now. They are kept from game to game, so that a program is not
/// started anew for each.
struct Bench<'a> {
    specs: &'a [BotSpec],
    free: Vec<Vec<Box<dyn Bot>>>,
}

impl<'a> Bench<'a> {
    fn new(specs: &'a [BotSpec]) -> Self {
        Self { specs, free: specs.iter().map(|_| Vec::new()).collect() }
    }

    fn take(&mut self, contestant: usize) -> Box<dyn Bot> {
        self.free[contestant].pop().unwrap_or_else(|| self.specs[contestant].make())
    }
}

/// Plays the tournament. Bots that are [reproducible](BotSpec::is_reproducible) give the same standings for the same seed, whatever the number
/// of threads.
///
/// # Errors
/// What stopped it, with the standings up to there.
pub fn tournament(tournament: &Tournament<'_>, progress: &Progress) -> (Standings, Result<(), RunError>) {
    let mut standings = Standings::new(tournament.bots.len(), tournament.players);
    let mut outcome = Ok(());
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel::<Block>(2 * tournament.threads.max(1));
        for _ in 0..tournament.threads.max(1) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                let mut bench = Bench::new(tournament.bots);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tournament.deals || progress.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let block =
                        with_rules!(tournament.variant.rules(), |rules| play_block(rules, tournament, number, &mut bench, progress));
                    if send.send(block).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for block in receive {
            waiting.insert(block.number, block);
            while let Some(block) = waiting.remove(&expected) {
                expected += 1;
                if outcome.is_err() {
                    continue;
                }
                if let Some(error) = block.error {
                    outcome = Err(error);
                    progress.stop.store(true, Ordering::Relaxed);
                } else if block.games.len() == tournament.bots.len() {
                    // Only whole blocks count: in a part of one the seats are not shared out fairly.
                    standings.add(&block.games);
                }
            }
        }
    });
    (standings, outcome)
}

/// Who sits where in the games of a block: a circle of contestants, from each place of it once around the table.
fn circle(contestants: usize, run: RunSeed, block: u64) -> Vec<usize> {
    let mut circle: Vec<usize> = (0..contestants).collect();
    let mut rng: Rng = run.game(block).stream(crate::game::Purpose::Seats, 0, 0, 0);
    rng.shuffle(contestants, |one, other| circle.swap(one, other));
    circle
}

fn play_block<R: RuleSet>(rules: &R, tournament: &Tournament<'_>, number: u64, bench: &mut Bench<'_>, progress: &Progress) -> Block {
    let run = RunSeed::new(tournament.seed);
    let seed = run.game(number);
    let contestants = tournament.bots.len();
    let circle = circle(contestants, run, number);
    let mut block = Block { number, games: Vec::with_capacity(contestants), error: None };
    for game in 0..contestants {
        if progress.stop.load(Ordering::Relaxed) {
            return block;
        }
        let seats: Vec<usize> = (0..usize::from(tournament.players)).map(|seat| circle[(game + seat) % contestants]).collect();
        let bots = seats.iter().map(|&contestant| bench.take(contestant)).collect();
        let mut table = BotTable::new(bots, seed).strict(tournament.strict).stopped_by(&progress.stop);
        let mut luck = Luck(seed);
        let mut listener = Listener::new(tournament.players);
        let mut state = game::table(rules, tournament.players);
        let played = deal_and_play(rules, &mut state, &mut table, &mut luck, &mut listener);
        let (bots, faults) = table.into_parts();
        for (&contestant, bot) in seats.iter().zip(bots) {
            bench.free[contestant].push(bot);
        }
        match played {
            Ok(ending) => block.games.push(Outcome { seats, finishes: listener.finishes(ending), faults }),
            // A game that was broken off is no fault of anybody's.
            Err(_) if progress.stop.load(Ordering::Relaxed) => return block,
            Err(choice) => {
                let bot = tournament.bots[seats[choice.seat.index()]].to_string();
                block.error = Some(RunError::Bot { game: number * contestants as u64 + game as u64, bot, choice });
                return block;
            }
        }
        progress.games.fetch_add(1, Ordering::Relaxed);
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_every_seat_once_in_a_block() {
        for (contestants, players) in [(2, 2), (2, 4), (3, 4), (4, 4), (5, 3), (1, 2)] {
            for block in 0..5 {
                let circle = circle(contestants, RunSeed::new("seats"), block);
                for seat in 0..players {
                    let mut there: Vec<usize> = (0..contestants).map(|game| circle[(game + seat) % contestants]).collect();
                    there.sort_unstable();
                    assert!(there.into_iter().eq(0..contestants));
                }
            }
        }
    }
}

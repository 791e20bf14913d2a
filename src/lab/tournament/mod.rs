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
use crate::parallel::Jobs;
use crate::ruleset::Variant;
use crate::with_rules;
use finish::FinishSink;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

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
    /// Whether a bot outside the program lives on from game to game: then each plays once in a block, for which there have to be as many of it
    /// as it has seats in a block. Otherwise it [starts afresh](Bot::start_afresh) after each game.
    pub keep_programs: bool,
    /// On how many threads, at least 1.
    pub threads: usize,
}

/// What one game came to.
#[derive(Debug, Clone)]
struct GameResult {
    /// Which contestant sat in each seat.
    seats: Vec<usize>,
    /// How it ended for each seat.
    finishes: Vec<Finish>,
    /// What went wrong in each seat.
    faults: Vec<Vec<Fault>>,
}

/// A block, played.
struct Block {
    games: Vec<GameResult>,
    error: Option<RunError>,
}

/// The bots of one thread that are not at the table now. No program may carry what it saw of a deal from one seat to the next.
struct IdleBots<'a> {
    tournament: &'a Tournament<'a>,
    /// Those of each contestant, by their numbers.
    bots: Vec<Vec<Option<Box<dyn Bot>>>>,
    /// How many of each contestant have played in the block; where they start afresh after each game, in this game.
    seated: Vec<usize>,
}

impl<'a> IdleBots<'a> {
    fn new(tournament: &'a Tournament<'a>) -> Self {
        let contestants = tournament.bots.len();
        Self { tournament, bots: (0..contestants).map(|_| Vec::new()).collect(), seated: vec![0; contestants] }
    }

    /// A bot of a contestant for the next seat, with its number: of those that are kept, one that has not played in this block.
    fn take(&mut self, contestant: usize) -> (usize, Box<dyn Bot>) {
        let number = self.seated[contestant];
        self.seated[contestant] += 1;
        let bot = self.bots[contestant].get_mut(number).and_then(Option::take);
        (number, bot.unwrap_or_else(|| self.tournament.bots[contestant].make()))
    }

    fn give_back(&mut self, contestant: usize, number: usize, mut bot: Box<dyn Bot>) {
        if !self.tournament.keep_programs {
            bot.start_afresh();
            self.seated[contestant] = 0;
        }
        let bots = &mut self.bots[contestant];
        bots.resize_with(bots.len().max(number + 1), || None);
        bots[number] = Some(bot);
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
    let play = |bench: &mut IdleBots<'_>, number: u64| {
        with_rules!(tournament.variant.rules(), |rules| play_block(rules, tournament, number, bench, progress))
    };
    let jobs = Jobs::new(tournament.deals, tournament.threads).stopped_by(&progress.stop);
    jobs.in_order(
        || IdleBots::new(tournament),
        play,
        |block| {
            if let Some(error) = block.error {
                outcome = Err(error);
                // Games that others are playing need not come to their end.
                progress.stop.store(true, Ordering::Relaxed);
                return ControlFlow::Break(());
            }
            // Only whole blocks count: in a part of one the seats are not shared out fairly.
            if block.games.len() == tournament.bots.len() {
                standings.add(&block.games);
            }
            ControlFlow::Continue(())
        },
    );
    (standings, outcome)
}

/// Who sits where in the games of a block: a circle of contestants, from each place of it once around the table.
fn circle(contestants: usize, run: RunSeed, block: u64) -> Vec<usize> {
    let mut circle: Vec<usize> = (0..contestants).collect();
    let mut rng: Rng = run.game(block).stream(crate::game::Purpose::Seats, 0, 0, 0);
    rng.shuffle(contestants, |one, other| circle.swap(one, other));
    circle
}

fn play_block<R: RuleSet>(rules: &R, tournament: &Tournament<'_>, number: u64, bench: &mut IdleBots<'_>, progress: &Progress) -> Block {
    let run = RunSeed::new(tournament.seed);
    let seed = run.game(number);
    let contestants = tournament.bots.len();
    let circle = circle(contestants, run, number);
    bench.seated.fill(0);
    let mut block = Block { games: Vec::with_capacity(contestants), error: None };
    for game in 0..contestants {
        if progress.stop.load(Ordering::Relaxed) {
            return block;
        }
        let seats: Vec<usize> = (0..usize::from(tournament.players)).map(|seat| circle[(game + seat) % contestants]).collect();
        let (numbers, bots): (Vec<usize>, Vec<Box<dyn Bot>>) = seats.iter().map(|&contestant| bench.take(contestant)).unzip();
        let mut table = BotTable::new(bots, seed).strict(tournament.strict).stopped_by(&progress.stop);
        let mut luck = Luck(seed);
        let mut listener = FinishSink::new(tournament.players);
        let mut state = game::table(rules, tournament.players);
        let played = deal_and_play(rules, &mut state, &mut table, &mut luck, &mut listener);
        let (bots, faults) = table.into_parts();
        for ((&contestant, number), bot) in seats.iter().zip(numbers).zip(bots) {
            bench.give_back(contestant, number, bot);
        }
        match played {
            Ok(ending) => block.games.push(GameResult { seats, finishes: listener.finishes(ending), faults }),
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

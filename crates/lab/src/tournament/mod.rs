//! Tournaments: bots play against each other, each in every seat on every deal.
//!
//! A *block* is one deal, played once for each contestant. The contestants form a circle in an
//! order drawn for the block; in game `i` of the block the seats are filled from place `i` of the
//! circle onwards. So each contestant has every seat once, whatever the number of contestants and
//! seats: with more contestants than seats some sit out, with fewer a contestant has several seats.

mod finish;
mod part;
mod players;
mod rating;
mod standings;

pub use finish::Finish;
pub use part::{LeagueStandings, TournamentError, TournamentPart, TournamentPlan, TournamentSums};
pub use players::PlayerRatings;
pub use rating::Rating;
pub use standings::{Standing, Standings, Versus};

use super::simulate::{GameCounter, RunError};
use finish::FinishSink;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use tsuro::bots::{Bot, BotSpec, BotTable, Fault};
use tsuro::game::{self, Luck, Rng, RuleSet, RunSeed, deal_and_play};
use tsuro::ruleset::Variant;
use tsuro::with_rules;
use tsuro_parallel::Jobs;

/// The games to play.
#[derive(Debug)]
pub struct Tournament<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The contestants; a bot that is named twice takes part twice.
    pub bots: &'a [BotSpec],
    /// The number of players at a table.
    pub players: u8,
    /// The number of deals, each of which is played once for each contestant.
    pub deals: u64,
    /// The seed of the run, any text.
    pub seed: &'a str,
    /// Whether the first fault of a bot outside the program stops the tournament.
    pub strict: bool,
    /// Whether the programs of bots outside the program run from game to game. Each then plays once
    /// in a block, so there are as many of a bot as it has seats in a block. Otherwise a bot
    /// [starts afresh](Bot::start_afresh) after each game.
    pub keep_programs: bool,
    /// The number of threads, at least 1.
    pub threads: usize,
}

impl<'a> Tournament<'a> {
    /// A tournament on one thread, among bots that need no programs.
    pub const fn new(
        variant: &'a Variant,
        bots: &'a [BotSpec],
        players: u8,
        deals: u64,
        seed: &'a str,
    ) -> Self {
        Self {
            variant,
            bots,
            players,
            deals,
            seed,
            strict: false,
            keep_programs: false,
            threads: 1,
        }
    }

    /// The same games on this number of threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

/// The result of one game.
#[derive(Debug, Clone)]
struct GameResult {
    /// The contestant in each seat.
    seats: Vec<usize>,
    /// The finish of each seat.
    finishes: Vec<Finish>,
    /// The faults in each seat.
    faults: Vec<Vec<Fault>>,
}

/// The results of one block, and the error that ended it early, if one did.
struct BlockResult {
    games: Vec<GameResult>,
    error: Option<RunError>,
}

/// The bots of one thread that do not sit at the table now. No program may take what it saw of a
/// deal from one seat to another.
struct IdleBots<'a> {
    tournament: &'a Tournament<'a>,
    /// The bots of each contestant, by number.
    bots: Vec<Vec<Option<Box<dyn Bot>>>>,
    /// How many bots of each contestant have been taken: in this block, or, if they start afresh
    /// after each game, in this game.
    taken: Vec<usize>,
}

impl<'a> IdleBots<'a> {
    fn new(tournament: &'a Tournament<'a>) -> Self {
        let contestants = tournament.bots.len();
        Self {
            tournament,
            bots: (0..contestants).map(|_| Vec::new()).collect(),
            taken: vec![0; contestants],
        }
    }

    /// Takes a contestant's bot for its next seat, and returns its number as well. A bot that was
    /// given back is used again in a later game.
    fn take(&mut self, contestant: usize) -> (usize, Box<dyn Bot>) {
        let number = self.taken[contestant];
        self.taken[contestant] += 1;
        let bot = self.bots[contestant].get_mut(number).and_then(Option::take);
        (number, bot.unwrap_or_else(|| self.tournament.bots[contestant].make()))
    }

    /// Takes a bot back after a game.
    fn give_back(&mut self, contestant: usize, number: usize, mut bot: Box<dyn Bot>) {
        if !self.tournament.keep_programs {
            bot.start_afresh();
            self.taken[contestant] = 0;
        }
        let bots = &mut self.bots[contestant];
        bots.resize_with(bots.len().max(number + 1), || None);
        bots[number] = Some(bot);
    }
}

/// Plays the tournament. The same seed gives the same standings if all bots are
/// [reproducible](BotSpec::is_reproducible).
///
/// A bot made a choice that is not allowed; the standings are the standings of the blocks before.
pub fn tournament(
    tournament: &Tournament<'_>,
    progress: &GameCounter,
) -> (Standings, Result<(), RunError>) {
    let mut standings = Standings::new(tournament.bots.len(), tournament.players);
    let outcome = play_deals(tournament, 0, progress, |games| standings.add(games));
    (standings, outcome)
}

/// Plays the deals of a tournament, of which the first has the number `first`, and gives the games
/// of each whole deal to `add`, in their order.
fn play_deals(
    tournament: &Tournament<'_>,
    first: u64,
    progress: &GameCounter,
    mut add: impl FnMut(&[GameResult]),
) -> Result<(), RunError> {
    let mut outcome = Ok(());
    let play = |idle: &mut IdleBots<'_>, number: u64| {
        with_rules!(tournament.variant.rules(), |rules| play_block(
            rules,
            tournament,
            first + number,
            idle,
            progress
        ))
    };
    let jobs = Jobs::new(tournament.deals, tournament.threads).stopped_by(&progress.stop);
    jobs.in_order(
        || IdleBots::new(tournament),
        play,
        |block| {
            if let Some(error) = block.error {
                outcome = Err(error);
                // Other threads need not finish their games.
                progress.stop.store(true, Ordering::Relaxed);
                return ControlFlow::Break(());
            }
            // Only whole blocks count, since in part of a block contestants have not had every
            // seat.
            if block.games.len() == tournament.bots.len() {
                add(&block.games);
            }
            ControlFlow::Continue(())
        },
    );
    outcome
}

/// The circle of contestants from which the seats of a block are filled.
fn seating_circle(contestants: usize, run: RunSeed, block: u64) -> Vec<usize> {
    let mut circle: Vec<usize> = (0..contestants).collect();
    let mut rng: Rng = run.game(block).stream(tsuro::game::Purpose::Seats, 0, 0, 0);
    rng.shuffle(contestants, |one, other| circle.swap(one, other));
    circle
}

/// Plays the games of one block.
fn play_block<R: RuleSet>(
    rules: &R,
    tournament: &Tournament<'_>,
    number: u64,
    idle: &mut IdleBots<'_>,
    progress: &GameCounter,
) -> BlockResult {
    let run = RunSeed::new(tournament.seed);
    let seed = run.game(number);
    let contestants = tournament.bots.len();
    let circle = seating_circle(contestants, run, number);
    idle.taken.fill(0);
    let mut block = BlockResult { games: Vec::with_capacity(contestants), error: None };
    for game in 0..contestants {
        if progress.stop.load(Ordering::Relaxed) {
            return block;
        }
        let seats: Vec<usize> = (0..usize::from(tournament.players))
            .map(|seat| circle[(game + seat) % contestants])
            .collect();
        let (numbers, bots): (Vec<usize>, Vec<Box<dyn Bot>>) =
            seats.iter().map(|&contestant| idle.take(contestant)).unzip();
        let mut table =
            BotTable::new(bots, seed).strict(tournament.strict).stopped_by(&progress.stop);
        let mut luck = Luck(seed);
        let mut listener = FinishSink::new(tournament.players);
        let mut state = game::table(rules, tournament.players);
        let played = deal_and_play(rules, &mut state, &mut table, &mut luck, &mut listener);
        let (bots, faults) = table.into_parts();
        for ((&contestant, number), bot) in seats.iter().zip(numbers).zip(bots) {
            idle.give_back(contestant, number, bot);
        }
        match played {
            Ok(ending) => {
                block.games.push(GameResult { seats, finishes: listener.finishes(ending), faults });
            }
            // An interrupted game is not an error.
            Err(_) if progress.stop.load(Ordering::Relaxed) => return block,
            Err(choice) => {
                let bot = tournament.bots[seats[choice.seat.index()]].to_string();
                block.error = Some(RunError::Bot {
                    game: number * contestants as u64 + game as u64,
                    bot,
                    choice,
                });
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
    fn each_contestant_has_every_seat_once_in_a_block() {
        for (contestants, players) in [(2, 2), (2, 4), (3, 4), (4, 4), (5, 3), (1, 2)] {
            for block in 0..5 {
                let circle = seating_circle(contestants, RunSeed::new("seats"), block);
                for seat in 0..players {
                    let mut seated: Vec<usize> =
                        (0..contestants).map(|game| circle[(game + seat) % contestants]).collect();
                    seated.sort_unstable();
                    assert!(seated.into_iter().eq(0..contestants));
                }
            }
        }
    }
}

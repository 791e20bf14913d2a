//! How strong a player the tables of a training make, measured in games with another seed.

use super::{MEASURED, MEASURED_SCRIPTED, Training, TrainingState};
use crate::simulate::{Bots, GameCounter, Simulation, simulate};
use crate::summary::Summary;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tsuro::bots::BotSpec;
use tsuro::bots::values::{Goal, Judge, Trained, VersusGreedy};

/// The two bots that are compared.
struct Compared {
    learned: BotSpec,
    greedy: BotSpec,
}

impl Training<'_> {
    /// The numbers of players with which the result is measured: 2, 4 and 8 as far as they were
    /// trained, otherwise the smallest.
    fn measured(&self) -> Vec<u8> {
        let usual = [2, 4, 8].into_iter().filter(|count| self.players.contains(count));
        let usual: Vec<u8> = usual.collect();
        if usual.is_empty() {
            self.players.iter().copied().min().into_iter().collect()
        } else {
            usual
        }
    }

    /// The number of games that measure the result with each number of players.
    fn measuring_games(&self) -> u64 {
        if self.variant.resolved().is_scripted() { MEASURED_SCRIPTED } else { MEASURED }
    }

    /// The tables after the last round, and how strong a player they make. Where `counter` stops
    /// it, some figures are missing.
    pub fn end(&self, progress: &TrainingState, counter: &GameCounter) -> Trained {
        let values = progress.values();
        let mut trained = Trained::new(
            self.variant.name(),
            self.variant.hash(),
            &self.players,
            self.seed,
            progress.played.min(self.games),
            values.clone(),
        );
        trained.searched = progress.played - trained.games;
        let goal = values.goal();
        let Ok(greedy) = BotSpec::parse("greedy") else { return trained };
        let learned = BotSpec::learned(Judge::Given(Arc::new(values)));
        let bots = Compared { learned, greedy };
        for players in self.measured() {
            let figure = if goal.is_shared() {
                self.among_greedy(players, &bots, counter)
            } else {
                self.beside_greedy(players, goal, &bots, counter)
            };
            if counter.stop.load(Ordering::Relaxed) {
                break;
            }
            trained.figures.push(figure);
        }
        trained
    }

    /// The share of the wins of one seat, each in turn, so that no seat's advantage counts. It means
    /// nothing if `counter` has stopped it.
    fn among_greedy(&self, players: u8, pair: &Compared, counter: &GameCounter) -> VersusGreedy {
        let (mut share, mut games) = (0.0, 0);
        for seat in 0..usize::from(players) {
            let mut bots = vec![pair.greedy.clone(); players.into()];
            bots[seat] = pair.learned.clone();
            let summary = self.measure(bots, self.measuring_games() / u64::from(players), counter);
            share += summary.win_shares()[seat] * summary.games() as f64;
            games += summary.games();
        }
        VersusGreedy::new(players, games, rounded(share / games.max(1) as f64))
    }

    /// What the one bot and the other come to, each at all seats.
    fn beside_greedy(
        &self,
        players: u8,
        goal: Goal,
        pair: &Compared,
        counter: &GameCounter,
    ) -> VersusGreedy {
        let games = self.measuring_games();
        let reached = |bot: &BotSpec| {
            let bots = vec![bot.clone(); players.into()];
            rounded(self.measure(bots, games, counter).reached(goal))
        };
        let mut figure = VersusGreedy::new(players, games, reached(&pair.learned));
        figure.greedy = Some(reached(&pair.greedy));
        figure
    }

    fn measure(&self, bots: Vec<BotSpec>, games: u64, counter: &GameCounter) -> Summary {
        let (bots, seed) = (Bots::new(bots), format!("{}: measured", self.seed));
        let games = Simulation::new(self.variant, &bots, &seed, games).threads(self.threads);
        simulate(&games, counter, None).0
    }

    /// The number of games of which a counter is told: those of the rounds, and those that measure
    /// what `progress` comes to.
    pub fn counted_games(&self, progress: &TrainingState) -> u64 {
        let each = |players: u8| {
            let games = self.measuring_games();
            let players = u64::from(players);
            if progress.goal.is_shared() { games / players * players } else { 2 * games }
        };
        let measured: u64 = self.measured().into_iter().map(each).sum();
        self.all_games().saturating_add(measured)
    }
}

fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

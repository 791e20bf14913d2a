//! The results of many games of a simulation, in sums that do not depend on the order of the games.

use serde_json::Value;
use std::collections::BTreeMap;
use tsuro::bots::values::Goal;
use tsuro::game::{Cause, Ending, Event, Outcome, Sink};
use tsuro::json::{Json, json};
use tsuro::rules::hazard::TAKEN;

/// Counts by name.
type Counts = BTreeMap<&'static str, u64>;

/// The names that were counted with their counts, first the `known` ones in their order, then all
/// others in alphabetical order.
fn in_order(counts: &Counts, known: &[&'static str]) -> Vec<(&'static str, u64)> {
    let mut counts: Vec<_> = counts.iter().map(|(name, count)| (*name, *count)).collect();
    counts.sort_by_key(|(name, _)| {
        known.iter().position(|known| known == name).unwrap_or(known.len())
    });
    counts
}

/// The number of turns per game: mean, standard deviation, minimum and maximum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turns {
    /// The mean number of turns per game.
    pub mean: f64,
    /// The sample standard deviation; 0 for one game.
    pub sd: f64,
    /// The smallest number.
    pub min: u64,
    /// The largest number.
    pub max: u64,
}

/// A game that a rule has broken off.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct BrokenGame {
    /// The number of the game, from 0: with the seed of the run it is dealt again.
    pub game: u64,
    /// What the rule did wrong, and where.
    pub why: String,
}

/// The most broken games that are told one by one.
const MOST_BROKEN: usize = 20;

/// Sums over games. They are whole numbers, so summaries add up to the same in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    players: u8,
    games: u64,
    turns: u64,
    squares: u128,
    shortest: u64,
    longest: u64,
    outcomes: Counts,
    causes: Counts,
    /// `wins[seat][n - 1]` is how often the seat was one of `n` winners.
    wins: Vec<Vec<u64>>,
    /// The first games that rules have broken off.
    broken: Vec<BrokenGame>,
    /// Why that is played now is broken off.
    breaking: Option<String>,
}

impl Summary {
    /// The summary of no games, for `players` seats.
    pub fn new(players: u8) -> Self {
        Self {
            players,
            games: 0,
            turns: 0,
            squares: 0,
            shortest: u64::MAX,
            longest: 0,
            outcomes: Counts::default(),
            causes: Counts::default(),
            wins: vec![vec![0; players.into()]; players.into()],
            broken: Vec::new(),
            breaking: None,
        }
    }

    /// Adds a game that took `turns` turns.
    pub fn add(&mut self, ending: Ending, turns: u32) {
        let turns = u64::from(turns);
        self.games += 1;
        self.turns += turns;
        self.squares += u128::from(turns) * u128::from(turns);
        self.shortest = self.shortest.min(turns);
        self.longest = self.longest.max(turns);
        *self.outcomes.entry(ending.outcome.name()).or_default() += 1;
        let winners = usize::from(ending.winners.len());
        for seat in ending.winners.iter() {
            self.wins[seat.index()][winners - 1] += 1;
        }
    }

    /// Notes that the game that was added last has this number, in case that a rule has broken it
    /// off.
    pub(super) fn number(&mut self, game: u64) {
        if let Some(why) = self.breaking.take().filter(|_| self.broken.len() < MOST_BROKEN) {
            self.broken.push(BrokenGame { game, why });
        }
    }

    /// The first games that rules have broken off.
    pub fn broken(&self) -> &[BrokenGame] {
        &self.broken
    }

    /// Adds the games of another summary with the same number of seats.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.turns += other.turns;
        self.squares += other.squares;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        for (counts, others) in
            [(&mut self.outcomes, &other.outcomes), (&mut self.causes, &other.causes)]
        {
            for (name, count) in others {
                *counts.entry(name).or_default() += count;
            }
        }
        for (seat, wins) in self.wins.iter_mut().zip(&other.wins) {
            seat.iter_mut().zip(wins).for_each(|(sum, wins)| *sum += wins);
        }
        self.broken.extend(other.broken.iter().cloned());
        self.broken.sort_by_key(|broken| broken.game);
        self.broken.truncate(MOST_BROKEN);
    }

    /// Number of seats.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of games with this outcome.
    pub fn outcome(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(outcome.name()).copied().unwrap_or_default()
    }

    /// The number of turns per game; all zero without games.
    pub fn turns(&self) -> Turns {
        if self.games == 0 {
            return Turns { mean: 0.0, sd: 0.0, min: 0, max: 0 };
        }
        let games = self.games as f64;
        // n·Σx² − (Σx)² is exact in whole numbers, so no digits are lost in the difference.
        let squared_deviations =
            u128::from(self.games) * self.squares - u128::from(self.turns) * u128::from(self.turns);
        let sd = if self.games > 1 {
            (squared_deviations as f64 / games / (games - 1.0)).sqrt()
        } else {
            0.0
        };
        Turns { mean: self.turns as f64 / games, sd, min: self.shortest, max: self.longest }
    }

    /// The win share of each seat, a win of several seats split evenly; all zero without games.
    pub fn win_shares(&self) -> Vec<f64> {
        let won = |wins: &Vec<u64>| {
            wins.iter()
                .zip(1u32..)
                .map(|(&count, winners)| count as f64 / f64::from(winners))
                .sum::<f64>()
        };
        self.wins
            .iter()
            .map(|wins| if self.games == 0 { 0.0 } else { won(wins) / self.games as f64 })
            .collect()
    }

    /// What players came to together on average, 0–1, where nobody plays against another: the share
    /// of the seats that were winners, or of the games that had any.
    pub(crate) fn reached(&self, goal: Goal) -> f64 {
        if goal == Goal::Together {
            return self.win_shares().iter().sum();
        }
        let won: u64 = self.wins.iter().flatten().sum();
        won as f64 / (self.games * u64::from(self.players)).max(1) as f64
    }

    /// How often each outcome occurred; outcomes that did not occur are left out.
    pub fn outcome_counts(&self) -> Vec<(&'static str, u64)> {
        in_order(&self.outcomes, &Outcome::ALL.map(Outcome::name))
    }

    /// How many pieces were eliminated for each cause; causes that did not occur are left out.
    pub fn cause_counts(&self) -> Vec<(&'static str, u64)> {
        in_order(
            &self.causes,
            &[Cause::Edge, Cause::Collision, Cause::Loop, Cause::Rule(&TAKEN)].map(Cause::name),
        )
    }

    /// The summary as `simulate --json` prints it.
    pub fn to_json(&self) -> Value {
        self.to_json_in_order().into()
    }

    /// As [`Self::to_json`], with the fields in the documented order.
    pub fn to_json_in_order(&self) -> Json {
        let turns = self.turns();
        let mut json = json!({
            "games": self.games,
            "players": self.players,
            "outcomes": Json::object(self.outcome_counts()),
            "turns": json!({
                "mean": turns.mean, "sd": turns.sd, "min": turns.min, "max": turns.max
            }),
            "wins": self.win_shares(),
            "eliminations": Json::object(self.cause_counts()),
        });
        if !self.broken.is_empty() {
            json.set("broken", &self.broken);
        }
        json
    }
}

impl Sink for Summary {
    const OWN_ENGINE: bool = true;

    #[inline]
    fn counts_legal(&self) -> bool {
        false
    }

    #[inline]
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Eliminated { cause, .. } = event {
            *self.causes.entry(cause.name()).or_default() += 1;
        } else if let Some(why) = breaking(event) {
            self.breaking = Some(why);
        }
    }
}

/// Why a game is broken off, if the event says so.
pub(crate) fn breaking(event: &Event<'_>) -> Option<String> {
    let Event::Broken { rule, fault, player, moment, turn, why } = event else { return None };
    let (seat, deed) = (player.number(), fault.deed());
    let more = why.map(|why| format!(": {why}")).unwrap_or_default();
    Some(format!("in turn {turn}, at {moment}, the rule {rule:?} {deed} seat {seat}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::game::{Seat, SeatSet};

    fn ending(outcome: Outcome, winners: &[u8]) -> Ending {
        Ending::new(winners.iter().map(|&seat| Seat::new(seat)).collect::<SeatSet>(), outcome)
    }

    #[test]
    fn ties_are_split_and_sums_do_not_depend_on_the_order() {
        let games = [
            (ending(Outcome::LastStanding, &[0]), 10),
            (ending(Outcome::Tie, &[0, 2]), 14),
            (ending(Outcome::Shared, &[0, 1, 2]), 18),
            (ending(Outcome::LastStanding, &[1]), 22),
        ];
        let sum = |order: &[usize]| {
            let mut sum = Summary::new(3);
            for &game in order {
                sum.add(games[game].0, games[game].1);
            }
            sum
        };
        let whole = sum(&[0, 1, 2, 3]);
        let shares = whole.win_shares();
        // Seat 0 has 1 + 1/2 + 1/3 wins of 4, seat 1 has 1 + 1/3, seat 2 has 1/2 + 1/3.
        for (share, wins) in shares.iter().zip([11.0 / 6.0, 4.0 / 3.0, 5.0 / 6.0]) {
            assert!((share - wins / 4.0).abs() < 1e-12);
        }
        // 10, 14, 18, 22: mean 16, variance (36 + 4 + 4 + 36) / 3.
        let turns = whole.turns();
        assert!(
            (turns.mean - 16.0).abs() < 1e-12 && (turns.sd - (80.0f64 / 3.0).sqrt()).abs() < 1e-12
        );
        assert_eq!((turns.min, turns.max), (10, 22));
        let mut merged = sum(&[3]);
        merged.merge(&sum(&[2, 0]));
        merged.merge(&sum(&[1]));
        assert_eq!(merged.to_json(), whole.to_json());
    }
}

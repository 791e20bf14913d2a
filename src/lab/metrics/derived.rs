//! Metrics of many games at once: spreads, quantiles, and how even the seats are.

use super::facts::{GameFacts, WIN};
use super::luck::LuckSums;
use super::{MetricValue, metric};
use serde::{Deserialize, Serialize};

/// What derived metrics are worked out from: whole numbers only, which add up to the same in any order and can be taken away again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// Games.
    pub games: u64,
    /// Wins of each seat, in units of 1/[`WIN`].
    pub wins: Vec<i64>,
    /// How many games took so many turns.
    pub turns: Vec<u64>,
    /// How many games took so many rounds.
    pub rounds: Vec<u64>,
    /// In how many games so many tiles were laid.
    pub placed: Vec<u64>,
    /// Games played again with one kind of luck held fast.
    pub luck: LuckSums,
}

impl Pool {
    /// No games of so many seats.
    pub fn new(seats: u8) -> Self {
        Self {
            games: 0,
            wins: vec![0; seats.into()],
            turns: Vec::new(),
            rounds: Vec::new(),
            placed: Vec::new(),
            luck: LuckSums::new(seats),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, facts: &GameFacts) {
        self.games += 1;
        for seat in facts.winners.iter() {
            self.wins[seat.index()] += facts.win(seat);
        }
        count(&mut self.turns, facts.turns, 1);
        count(&mut self.rounds, facts.rounds, 1);
        count(&mut self.placed, facts.placed, 1);
    }

    /// Adds (`sign` 1) or takes away (-1) other games.
    pub fn merge(&mut self, other: &Self, sign: i64) {
        self.games = self.games.wrapping_add_signed(sign * other.games as i64);
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, wins)| *sum += sign * wins);
        for (counts, others) in [(&mut self.turns, &other.turns), (&mut self.rounds, &other.rounds), (&mut self.placed, &other.placed)] {
            for (value, &games) in others.iter().enumerate() {
                count(counts, value as u32, sign * games as i64);
            }
        }
        self.luck.merge(&other.luck, sign);
    }

    /// The win share of each seat.
    fn shares(&self) -> Option<Vec<f64>> {
        let whole = self.games as f64 * WIN as f64;
        (self.games > 0).then(|| self.wins.iter().map(|&wins| wins as f64 / whole).collect())
    }
}

fn count(counts: &mut Vec<u64>, value: u32, games: i64) {
    let value = value as usize;
    if counts.len() <= value {
        counts.resize(value + 1, 0);
    }
    counts[value] = counts[value].wrapping_add_signed(games);
}

/// The standard deviation of a sample; `None` with fewer than two games.
fn sd(counts: &[u64]) -> Option<f64> {
    let games: u64 = counts.iter().sum();
    let sum: i128 = counts.iter().enumerate().map(|(value, &games)| value as i128 * i128::from(games)).sum();
    let squares: i128 = counts.iter().enumerate().map(|(value, &games)| (value * value) as i128 * i128::from(games)).sum();
    // n·Σx² − (Σx)² is exact in whole numbers, so no digits are lost in the difference.
    let spread = i128::from(games) * squares - sum * sum;
    (games > 1).then(|| (spread as f64 / games as f64 / (games - 1) as f64).sqrt())
}

/// The quantile of whole numbers, each spread evenly over the unit around it: that of grouped data, which moves smoothly with the counts.
pub fn pooled_quantile(counts: &[u64], share: f64) -> Option<f64> {
    let games: u64 = counts.iter().sum();
    if games == 0 {
        return None;
    }
    let wanted = share * games as f64;
    let mut below = 0.0;
    for (value, &here) in counts.iter().enumerate() {
        let here = here as f64;
        if here > 0.0 && below + here >= wanted {
            return Some(value as f64 - 0.5 + (wanted - below) / here);
        }
        below += here;
    }
    None
}

metric!(
    SeatBalance,
    "seat-balance",
    Outcome,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "One less the largest difference between the win shares of two seats: 1 is even",
    MetricValue::Derived(|pool| {
        let shares = pool.shares()?;
        let most = shares.iter().copied().fold(f64::MIN, f64::max);
        let fewest = shares.iter().copied().fold(f64::MAX, f64::min);
        Some(1.0 - (most - fewest))
    })
);

metric!(
    SeatEntropy,
    "seat-entropy",
    Outcome,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The entropy of the win shares of the seats, as a share of the most that there can be: 1 is even",
    MetricValue::Derived(|pool| {
        let shares = pool.shares()?;
        let whole: f64 = shares.iter().sum();
        let entropy = -shares.iter().map(|share| share / whole).filter(|&share| share > 0.0).map(|share| share * share.ln()).sum::<f64>();
        (shares.len() > 1 && whole > 0.0).then(|| entropy / (shares.len() as f64).ln())
    })
);

macro_rules! spreads {
    ($($sd:ident, $sd_name:literal, $median:ident, $median_name:literal, $low:ident, $low_name:literal, $high:ident, $high_name:literal, $unit:ident, $what:literal, $counts:ident;)*) => {$(
        metric!($sd, $sd_name, Length, $unit, "from 0", Table, Events, false,
            concat!("The standard deviation of the ", $what, " a game"), MetricValue::Derived(|pool| sd(&pool.$counts)));
        metric!($median, $median_name, Length, $unit, "from 0", Table, Events, false,
            concat!("The median of the ", $what, " a game, as of grouped data"), MetricValue::Derived(|pool| pooled_quantile(&pool.$counts, 0.5)));
        metric!($low, $low_name, Length, $unit, "from 0", Table, Events, false,
            concat!("The number of ", $what, " below which one game in twenty stays, as of grouped data"), MetricValue::Derived(|pool| pooled_quantile(&pool.$counts, 0.05)));
        metric!($high, $high_name, Length, $unit, "from 0", Table, Events, false,
            concat!("The number of ", $what, " that one game in twenty goes beyond, as of grouped data"), MetricValue::Derived(|pool| pooled_quantile(&pool.$counts, 0.95)));
    )*};
}

spreads! {
    TurnsSd, "turns-sd", TurnsMedian, "turns-median", TurnsLow, "turns-low", TurnsHigh, "turns-high", Turns, "turns", turns;
    RoundsSd, "rounds-sd", RoundsMedian, "rounds-median", RoundsLow, "rounds-low", RoundsHigh, "rounds-high", Rounds, "rounds", rounds;
    TilesPlacedSd, "tiles-placed-sd", TilesPlacedMedian, "tiles-placed-median", TilesPlacedLow, "tiles-placed-low", TilesPlacedHigh, "tiles-placed-high", Tiles, "tiles laid", placed;
}

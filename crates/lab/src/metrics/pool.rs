//! Counts over many games, from which the derived metrics (spreads, quantiles, how even the seats
//! are) are computed.

use super::facts::{GameFacts, WIN};
use super::luck::LuckSums;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A number of each game that is counted by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// The turns.
    Turns,
    /// The rounds.
    Rounds,
    /// The tiles placed.
    Placed,
}

impl Counted {
    /// The number of a game.
    pub(super) const fn of(self, facts: &GameFacts) -> u32 {
        match self {
            Self::Turns => facts.turns,
            Self::Rounds => facts.rounds,
            Self::Placed => facts.placed,
        }
    }
}

/// In how many pairs of games a number had these two values.
type ByValues = BTreeMap<(u32, u32), u64>;

/// For each number that is counted, in how many pairs of games, one of each side with the same
/// luck, it had these two values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JointCounts {
    #[serde(with = "rows")]
    turns: ByValues,
    #[serde(with = "rows")]
    rounds: ByValues,
    #[serde(with = "rows")]
    placed: ByValues,
}

impl JointCounts {
    /// Adds a pair of games.
    pub(crate) fn add(&mut self, a: &GameFacts, b: &GameFacts) {
        for (counts, what) in self.all() {
            *counts.entry((what.of(a), what.of(b))).or_default() += 1;
        }
    }

    /// Adds other pairs.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (counts, what) in self.all() {
            for (&values, games) in other.counts(what) {
                *counts.entry(values).or_default() += games;
            }
        }
    }

    fn all(&mut self) -> [(&mut ByValues, Counted); 3] {
        [
            (&mut self.turns, Counted::Turns),
            (&mut self.rounds, Counted::Rounds),
            (&mut self.placed, Counted::Placed),
        ]
    }

    const fn counts(&self, what: Counted) -> &ByValues {
        match what {
            Counted::Turns => &self.turns,
            Counted::Rounds => &self.rounds,
            Counted::Placed => &self.placed,
        }
    }

    /// The correlation over all pairs of what `a` and `b` make of the numbers of each side; 0 where
    /// one does not vary.
    pub(crate) fn correlation(
        &self,
        what: Counted,
        a: impl Fn(f64) -> f64,
        b: impl Fn(f64) -> f64,
    ) -> f64 {
        let pairs = || {
            self.counts(what).iter().map(|(&(one, other), &games)| {
                [games as f64, a(f64::from(one)), b(f64::from(other))]
            })
        };
        let games: f64 = pairs().map(|[games, ..]| games).sum();
        let mean = |of: usize| pairs().map(|pair| pair[0] * pair[of]).sum::<f64>() / games;
        let means = [0.0, mean(1), mean(2)];
        let product = |one: usize, other: usize| -> f64 {
            pairs()
                .map(|pair| pair[0] * (pair[one] - means[one]) * (pair[other] - means[other]))
                .sum()
        };
        let scale = (product(1, 1) * product(2, 2)).sqrt();
        if scale > 0.0 { (product(1, 2) / scale).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

/// How joint counts stand in JSON: rows of the two values and the number of pairs.
mod rows {
    use super::ByValues;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        counts: &ByValues,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let rows: Vec<(u32, u32, u64)> =
            counts.iter().map(|(&(a, b), &games)| (a, b, games)).collect();
        rows.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ByValues, D::Error> {
        let rows = Vec::<(u32, u32, u64)>::deserialize(deserializer)?;
        let count = rows.len();
        let counts: ByValues = rows.into_iter().map(|(a, b, games)| ((a, b), games)).collect();
        if counts.len() == count { Ok(counts) } else { Err(D::Error::custom("a row stands twice")) }
    }
}

/// Counts over many games. They are whole numbers, so they add up to the same in any order and can
/// be subtracted again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// Number of games.
    pub games: u64,
    /// Wins of each seat, in units of 1/[`WIN`].
    pub wins: Vec<i64>,
    /// At index `n`, how many games took `n` turns.
    pub turns: Vec<u64>,
    /// At index `n`, how many games took `n` rounds.
    pub rounds: Vec<u64>,
    /// At index `n`, in how many games `n` tiles were placed.
    pub placed: Vec<u64>,
    /// Sums over the games that were replayed with one kind of luck kept.
    pub luck: LuckSums,
}

impl Pool {
    /// The counts of no games, for `seats` seats.
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

    /// Adds (`sign` 1) or subtracts (-1) the counts of other games.
    pub fn merge(&mut self, other: &Self, sign: i64) {
        self.games = self.games.wrapping_add_signed(sign * other.games as i64);
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, wins)| *sum += sign * wins);
        for (counts, others) in [
            (&mut self.turns, &other.turns),
            (&mut self.rounds, &other.rounds),
            (&mut self.placed, &other.placed),
        ] {
            for (value, &games) in others.iter().enumerate() {
                count(counts, value as u32, sign * games as i64);
            }
        }
        self.luck.merge(&other.luck, sign);
    }

    /// At index `n`, in how many games the number was `n`.
    pub(crate) fn counts(&self, what: Counted) -> &[u64] {
        match what {
            Counted::Turns => &self.turns,
            Counted::Rounds => &self.rounds,
            Counted::Placed => &self.placed,
        }
    }

    /// The win share of each seat; `None` without games.
    pub(super) fn win_shares(&self) -> Option<Vec<f64>> {
        let whole = self.games as f64 * WIN as f64;
        (self.games > 0).then(|| self.wins.iter().map(|&wins| wins as f64 / whole).collect())
    }
}

/// Adds `games` to the number of games that have this value.
fn count(counts: &mut Vec<u64>, value: u32, games: i64) {
    let value = value as usize;
    if counts.len() <= value {
        counts.resize(value + 1, 0);
    }
    counts[value] = counts[value].wrapping_add_signed(games);
}

/// The sample standard deviation of a value whose games are counted by value; `None` with fewer
/// than two games.
pub(super) fn standard_deviation(counts: &[u64]) -> Option<f64> {
    let games: u64 = counts.iter().sum();
    let sum: i128 =
        counts.iter().enumerate().map(|(value, &games)| value as i128 * i128::from(games)).sum();
    let squares: i128 = counts
        .iter()
        .enumerate()
        .map(|(value, &games)| (value * value) as i128 * i128::from(games))
        .sum();
    // n·Σx² − (Σx)² is exact in whole numbers, so no digits are lost in the difference.
    let squared_deviations = i128::from(games) * squares - sum * sum;
    (games > 1).then(|| (squared_deviations as f64 / games as f64 / (games - 1) as f64).sqrt())
}

/// The quantile of grouped data: each whole number counts as spread evenly over the unit around it,
/// so that the quantile moves smoothly with the counts. `None` without games.
pub(crate) fn grouped_quantile(counts: &[u64], share: f64) -> Option<f64> {
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

//! Metrics of how much of the outcome is luck: games are replayed with one kind of luck kept and
//! everything else drawn anew.

use super::{Metric, MetricValue, metric};
use crate::stats::text;
use serde::{Deserialize, Serialize};

/// The place of dice among the kinds of luck.
pub(crate) const DICE: usize = 1;

/// Sums over games and their replays, each of which keeps one kind of the game's luck.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LuckSums {
    /// Games that were replayed.
    pub games: u64,
    /// Wins of each seat in these games, in units of 1/[`WIN`](super::WIN).
    pub wins: Vec<i64>,
    /// Squares of the wins, summed over games and seats.
    #[serde(with = "text")]
    pub squares: i128,
    /// The replays that keep the deck, the dice, and the start marks, in this order.
    pub again: [LuckReplay; 3],
    /// Number of games in which rules drew numbers at all.
    pub with_dice: u64,
}

/// Sums over the replays that keep one kind of luck.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LuckReplay {
    /// Wins of each seat in the replays.
    pub wins: Vec<i64>,
    /// Products of the wins in game and replay, summed over games and seats.
    #[serde(with = "text")]
    pub products: i128,
}

impl LuckSums {
    /// The sums of no games, for `seats` seats.
    pub fn new(seats: u8) -> Self {
        let none = || vec![0; seats.into()];
        Self {
            games: 0,
            wins: none(),
            squares: 0,
            again: std::array::from_fn(|_| LuckReplay { wins: none(), products: 0 }),
            with_dice: 0,
        }
    }

    /// Adds the wins of a game and of its three replays; `has_dice` says whether rules drew
    /// numbers.
    pub fn add(&mut self, wins: &[i64], again: &[Vec<i64>; 3], has_dice: bool) {
        self.games += 1;
        self.with_dice += u64::from(has_dice);
        let product = |one: &[i64], other: &[i64]| {
            one.iter().zip(other).map(|(one, other)| i128::from(one * other)).sum::<i128>()
        };
        self.squares += product(wins, wins);
        self.wins.iter_mut().zip(wins).for_each(|(sum, wins)| *sum += wins);
        for (sums, again) in self.again.iter_mut().zip(again) {
            sums.wins.iter_mut().zip(again).for_each(|(sum, wins)| *sum += wins);
            sums.products += product(wins, again);
        }
    }

    /// Whether both are for the same number of seats.
    pub fn fits(&self, other: &Self) -> bool {
        self.wins.len() == other.wins.len()
            && self
                .again
                .iter()
                .zip(&other.again)
                .all(|(one, other)| one.wins.len() == other.wins.len())
    }

    /// Adds (`sign` 1) or subtracts (-1) the sums of other games.
    pub fn merge(&mut self, other: &Self, sign: i64) {
        let add = |sums: &mut Vec<i64>, others: &[i64]| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += sign * other);
        };
        self.games = self.games.wrapping_add_signed(sign * other.games as i64);
        self.with_dice = self.with_dice.wrapping_add_signed(sign * other.with_dice as i64);
        add(&mut self.wins, &other.wins);
        self.squares += i128::from(sign) * other.squares;
        for (sums, others) in self.again.iter_mut().zip(&other.again) {
            add(&mut sums.wins, &others.wins);
            sums.products += i128::from(sign) * others.products;
        }
    }

    /// The share of the variance of the seats' wins that one kind of luck explains: the covariance
    /// of game and replay, over the variance of the games. `None` where nothing varies.
    pub(crate) fn explained(&self, kind: usize) -> Option<f64> {
        if kind == DICE && self.with_dice == 0 {
            return (self.games > 0).then_some(0.0);
        }
        let games = self.games as f64;
        let LuckReplay { wins: again, products } = &self.again[kind];
        let squares_of_sums: f64 = self.wins.iter().map(|&sum| sum as f64 * sum as f64).sum();
        let crossed_sums: f64 =
            self.wins.iter().zip(again).map(|(&one, &other)| one as f64 * other as f64).sum();
        let variance = self.squares as f64 - squares_of_sums / games;
        (self.games > 1 && variance > 0.0)
            .then(|| (*products as f64 - crossed_sums / games) / variance)
    }
}

pub(super) const METRICS: &[Metric] = &[
    metric! {
        name: "luck-deck", family: Luck, unit: Share, range: "0 to 1, below 0 by chance",
        per: Table, needs: Replays, headline: false,
        definition: "The share of the variance of the wins that the order of the tiles explains",
        value: MetricValue::Luck(0),
    },
    metric! {
        name: "luck-dice", family: Luck, unit: Share, range: "0 to 1, below 0 by chance",
        per: Table, needs: Replays, headline: false,
        definition: "The share of the variance of the wins that the numbers which rules draw, such \
            as dice, explain; 0 where they draw none",
        value: MetricValue::Luck(1),
    },
    metric! {
        name: "luck-start", family: Luck, unit: Share, range: "0 to 1, below 0 by chance",
        per: Table, needs: Replays, headline: false,
        definition: "The share of the variance of the wins that the start marks, and who goes \
            first, explain",
        value: MetricValue::Luck(2),
    },
];

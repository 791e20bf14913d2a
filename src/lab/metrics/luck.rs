//! How much of the outcome chance decides before anybody plays: games are played again with one kind of luck held fast and all else new.

use super::{MetricValue, Pool, metric};
use crate::lab::stats::text;
use serde::{Deserialize, Serialize};

/// Sums over pairs of games that have one kind of luck in common, for each seat where they are.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LuckSums {
    /// Games that were played again.
    pub games: u64,
    /// Wins of each seat in them.
    pub wins: Vec<i64>,
    /// Their squares, over all seats.
    #[serde(with = "text")]
    pub squares: i128,
    /// For deck, dice and start marks, the games in which they were held fast.
    pub again: [LuckReplay; 3],
}

/// Sums over the games played again with one kind of luck held fast.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LuckReplay {
    /// Wins of each seat.
    pub wins: Vec<i64>,
    /// Their products with those of the first game, over all seats.
    #[serde(with = "text")]
    pub products: i128,
}

impl LuckSums {
    /// No games of so many seats.
    pub fn new(seats: u8) -> Self {
        let none = || vec![0; seats.into()];
        Self { games: 0, wins: none(), squares: 0, again: std::array::from_fn(|_| LuckReplay { wins: none(), products: 0 }) }
    }

    /// Adds a game's wins and those of the three that were played again.
    pub fn add(&mut self, wins: &[i64], again: &[Vec<i64>; 3]) {
        self.games += 1;
        let product = |one: &[i64], other: &[i64]| one.iter().zip(other).map(|(one, other)| i128::from(one * other)).sum::<i128>();
        self.squares += product(wins, wins);
        self.wins.iter_mut().zip(wins).for_each(|(sum, wins)| *sum += wins);
        for (sums, again) in self.again.iter_mut().zip(again) {
            sums.wins.iter_mut().zip(again).for_each(|(sum, wins)| *sum += wins);
            sums.products += product(wins, again);
        }
    }

    /// Whether both are of as many seats.
    pub fn fits(&self, other: &Self) -> bool {
        self.wins.len() == other.wins.len() && self.again.iter().zip(&other.again).all(|(one, other)| one.wins.len() == other.wins.len())
    }

    /// Adds (`sign` 1) or takes away (-1) the sums of other games.
    pub fn merge(&mut self, other: &Self, sign: i64) {
        let mix = |sums: &mut Vec<i64>, others: &[i64]| sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += sign * other);
        self.games = self.games.wrapping_add_signed(sign * other.games as i64);
        mix(&mut self.wins, &other.wins);
        self.squares += i128::from(sign) * other.squares;
        for (sums, others) in self.again.iter_mut().zip(&other.again) {
            mix(&mut sums.wins, &others.wins);
            sums.products += i128::from(sign) * others.products;
        }
    }

    /// The share of the variance of the seats' wins that one kind of luck explains: the covariance of two games that have it in common, over the
    /// variance. `None` where nothing varies.
    fn explained(&self, kind: usize) -> Option<f64> {
        let games = self.games as f64;
        let LuckReplay { wins: again, products } = &self.again[kind];
        let squares_of_sums: f64 = self.wins.iter().map(|&sum| sum as f64 * sum as f64).sum();
        let crossed_sums: f64 = self.wins.iter().zip(again).map(|(&one, &other)| one as f64 * other as f64).sum();
        let variance = self.squares as f64 - squares_of_sums / games;
        (self.games > 1 && variance > 0.0).then(|| (*products as f64 - crossed_sums / games) / variance)
    }
}

metric!(
    DeckLuck,
    "luck-deck",
    Luck,
    Share,
    "0 to 1, below 0 by chance",
    Table,
    Replays,
    false,
    "The share of the variance of the wins that the order of the tiles explains",
    MetricValue::Derived(|pool: &Pool| pool.luck.explained(0))
);

metric!(
    DiceLuck,
    "luck-dice",
    Luck,
    Share,
    "0 to 1, below 0 by chance",
    Table,
    Replays,
    false,
    "The share of the variance of the wins that the dice, and the daikaiju they bring, explain",
    MetricValue::Derived(|pool: &Pool| pool.luck.explained(1))
);

metric!(
    StartLuck,
    "luck-start",
    Luck,
    Share,
    "0 to 1, below 0 by chance",
    Table,
    Replays,
    false,
    "The share of the variance of the wins that the start marks, and who goes first, explain",
    MetricValue::Derived(|pool: &Pool| pool.luck.explained(2))
);

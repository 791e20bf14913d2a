//! Ratings of the contestants by the method of Weng and Lin, a Bayesian Bradley–Terry model for games of several
//! players.

use super::GameResult;
use crate::lab::stats::normal_quantile;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// How well a contestant plays: 25 before the first game; with a difference of about 4.2, the better one wins two of
/// three games.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// The estimated rating.
    pub mean: f64,
    /// The standard deviation of the estimate.
    pub deviation: f64,
}

impl Rating {
    /// The interval that contains the true rating with a probability of `confidence`, 0–1.
    pub fn interval(self, confidence: f64) -> [f64; 2] {
        let reach = normal_quantile(f64::midpoint(1.0, confidence)) * self.deviation;
        [self.mean - reach, self.mean + reach]
    }
}

/// The ratings of all contestants, updated game by game.
#[derive(Debug, Clone)]
pub(super) struct Ratings {
    ratings: Vec<WengLinRating>,
    config: WengLinConfig,
}

impl Ratings {
    /// The ratings before the first game.
    pub(super) fn new(contestants: usize) -> Self {
        Self { ratings: vec![WengLinRating::new(); contestants], config: WengLinConfig::new() }
    }

    /// Updates the ratings after a game. The new rating of a contestant with several seats is the mean of those of its
    /// seats.
    pub(super) fn add(&mut self, game: &GameResult) {
        if self.ratings.len() < 2 {
            return;
        }
        let before: Vec<[WengLinRating; 1]> = game.seats.iter().map(|&contestant| [self.ratings[contestant]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            before.iter().zip(&game.finishes).map(|(team, finish)| (&team[..], MultiTeamOutcome::new(finish.place + 1))).collect();
        let after = weng_lin_multi_team(&teams, &self.config);
        let mut sums = vec![(0.0, 0.0, 0.0); self.ratings.len()];
        for (&contestant, team) in game.seats.iter().zip(&after) {
            let sum = &mut sums[contestant];
            *sum = (sum.0 + team[0].rating, sum.1 + team[0].uncertainty, sum.2 + 1.0);
        }
        for (rating, (mean, deviation, seats)) in self.ratings.iter_mut().zip(sums) {
            if seats > 0.0 {
                *rating = WengLinRating { rating: mean / seats, uncertainty: deviation / seats };
            }
        }
    }

    /// The rating of a contestant.
    pub(super) fn of(&self, contestant: usize) -> Rating {
        let rating = self.ratings[contestant];
        Rating { mean: rating.rating, deviation: rating.uncertainty }
    }
}

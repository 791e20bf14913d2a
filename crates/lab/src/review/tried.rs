//! What searches add up: what the games came to for every seat, and for each choice.

use super::share::ShareEstimate;
use crate::advise::{Advice, judged};
use tsuro::game::Choice;

/// What games came to for every seat.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatSums {
    pub games: u32,
    sums: Vec<f64>,
    squares: Vec<f64>,
}

impl SeatSums {
    /// Adds what one game came to.
    pub(super) fn add(&mut self, rewards: &[f32]) {
        self.grow(rewards.len());
        self.games += 1;
        for (at, &reward) in rewards.iter().enumerate() {
            let reward = f64::from(reward);
            self.sums[at] += reward;
            self.squares[at] += reward * reward;
        }
    }

    /// Adds other games.
    pub(super) fn merge(&mut self, other: &Self) {
        self.grow(other.sums.len());
        self.games += other.games;
        for at in 0..other.sums.len() {
            self.sums[at] += other.sums[at];
            self.squares[at] += other.squares[at];
        }
    }

    fn grow(&mut self, seats: usize) {
        if self.sums.len() < seats {
            self.sums.resize(seats, 0.0);
            self.squares.resize(seats, 0.0);
        }
    }

    /// The chance of a seat; `None` before the first game.
    pub(super) fn of(&self, seat: usize) -> Option<ShareEstimate> {
        (self.games > 0).then(|| {
            let games = f64::from(self.games);
            ShareEstimate::new(self.sums[seat] / games, self.squares[seat] / games, games)
        })
    }
}

/// The choices of a decision, and what was found about each.
#[derive(Debug, Default)]
pub(super) struct TriedChoices {
    choices: Vec<TriedChoice>,
    chosen: usize,
}

#[derive(Debug)]
struct TriedChoice {
    choice: Choice,
    sum: f64,
    games: u32,
}

impl TriedChoices {
    /// All choices of a decision. The one that was made counts among them even where the seat was
    /// not offered it in these words.
    pub(super) fn new(mut choices: Vec<Choice>, chosen: &Choice) -> Self {
        let at = choices.iter().position(|choice| choice == chosen).unwrap_or_else(|| {
            choices.push(chosen.clone());
            choices.len() - 1
        });
        let choices =
            choices.into_iter().map(|choice| TriedChoice { choice, sum: 0.0, games: 0 }).collect();
        Self { choices, chosen: at }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Adds what a search found.
    pub(super) fn merge(&mut self, found: &[(Choice, f64, u32)]) {
        for (choice, mean, games) in found {
            if let Some(tried) = self.choices.iter_mut().find(|tried| tried.choice == *choice) {
                tried.sum += mean * f64::from(*games);
                tried.games += games;
            }
        }
    }

    /// The choices among which the best may be, and the one that was made: a search need not try
    /// the others any more.
    pub(super) fn contenders(&self) -> Vec<Choice> {
        let advice = self.advice();
        let is_out =
            |choice: &Choice| advice.iter().any(|advice| advice.choice == *choice && !advice.level);
        let choices = self.choices.iter().enumerate();
        choices
            .filter(|&(at, tried)| at == self.chosen || !is_out(&tried.choice))
            .map(|(_, tried)| tried.choice.clone())
            .collect()
    }

    /// What is known of each choice, from the best down.
    pub(super) fn advice(&self) -> Vec<Advice> {
        judged(self.choices.iter().map(|tried| {
            (tried.choice.clone(), tried.sum / f64::from(tried.games.max(1)), tried.games)
        }))
    }

    /// The choice that was made.
    pub(super) fn chosen(&self) -> Option<&Choice> {
        self.choices.get(self.chosen).map(|tried| &tried.choice)
    }
}

//! How many games a search may play.

use crate::compare::MOST_BLOCKS;
use std::fmt;

/// The largest number of games of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SearchBudget {
    /// A number of games.
    Games(u64),
    /// A share, from 0 to 1, of the games of trying all.
    Share(f64),
}

/// A budget cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a budget is a number of games from 1 to {MOST_BLOCKS}, or a share such as 5%, of at most \
     100%, not {0:?}"
)]
pub struct BudgetError(String);

impl SearchBudget {
    /// Reads `200000` or `5%`.
    ///
    /// # Errors
    /// It is neither.
    pub fn parse(text: &str) -> Result<Self, BudgetError> {
        let wrong = || BudgetError(text.to_owned());
        if let Some(share) = text.trim().strip_suffix('%') {
            let share = share.trim().parse::<f64>().map_err(|_| wrong())?;
            return if share > 0.0 && share <= 100.0 {
                Ok(Self::Share(share / 100.0))
            } else {
                Err(wrong())
            };
        }
        let games = text.trim().parse().ok().filter(|games| (1..=MOST_BLOCKS).contains(games));
        games.map(Self::Games).ok_or_else(wrong)
    }

    /// The number of games, where trying all takes `all`.
    pub fn games(self, all: u64) -> u64 {
        match self {
            Self::Games(games) => games,
            Self::Share(share) => (all as f64 * share).ceil() as u64,
        }
    }
}

/// As it is read.
impl fmt::Display for SearchBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games(games) => write!(f, "{games}"),
            Self::Share(share) => write!(f, "{}%", (share * 1e11).round() / 1e9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_a_number_of_games_or_a_share() {
        let read = |text: &str| {
            SearchBudget::parse(text).map(|budget| (budget.games(1000), budget.to_string()))
        };
        assert_eq!(read("5%"), Ok((50, "5%".to_owned())));
        assert_eq!(read(" 0.07 % "), Ok((1, "0.07%".to_owned())));
        assert_eq!(read("200"), Ok((200, "200".to_owned())));
        for text in ["0", "0%", "101%", "nan%", "-5", "many", "", "%", "1000000000001"] {
            assert_eq!(read(text), Err(BudgetError(text.to_owned())));
        }
    }
}

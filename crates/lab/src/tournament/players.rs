//! Ratings of people, from games that they have played.

use super::rating::{Rating, Ratings};
use super::{Finish, GameResult};

/// Ratings of players from the places that they had in games, by the method of tournaments: every
/// two players of a game are compared, and the errors come from a bootstrap over games.
#[derive(Debug, Clone)]
pub struct PlayerRatings(Ratings);

impl PlayerRatings {
    /// The ratings of this number of players before the first game.
    pub fn new(players: usize) -> Self {
        Self(Ratings::new(players))
    }

    /// Adds a game: the number of each of its players, with the number of seats that did better.
    pub fn add(&mut self, game: &[(usize, usize)]) {
        let finish = |&(_, place): &(usize, usize)| Finish { share: 0.0, place };
        self.0.add(&[GameResult {
            seats: game.iter().map(|(player, _)| *player).collect(),
            finishes: game.iter().map(finish).collect(),
            faults: vec![Vec::new(); game.len()],
        }]);
    }

    /// The rating of a player.
    pub fn rating(&self, player: usize) -> Rating {
        self.0.rating(player)
    }
}

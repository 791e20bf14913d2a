//! What persons say of a game that is over, without their names.

use super::SeatedGame;
use crate::refused::Refused;
use crate::states::GameState;
use tsuro::game::{Seat, SeatSet};
use tsuro::record::Feedback;
use tsuro::session::Game;

impl SeatedGame {
    /// The persons who can still say what they think of the game. Which of them have spoken is known
    /// only until the table leaves the memory, how many have for ever.
    pub fn asked_to_rate(&self) -> SeatSet {
        if self.state != GameState::Over {
            return SeatSet::EMPTY;
        }
        let left = self.persons().count().saturating_sub(self.game.feedback().len());
        self.persons().filter(|&seat| !self.rated.contains(seat)).take(left).collect()
    }

    /// The game with what a person says of it.
    ///
    /// # Errors
    /// The person is not asked, or says nothing.
    pub fn rated(&self, seat: Seat, feedback: Feedback) -> Result<Game, Refused> {
        if !self.asked_to_rate().contains(seat) {
            return Err(Refused::Bad(
                "seat: it is not asked what it thinks of the game".to_owned(),
            ));
        }
        let mut game = self.game.clone();
        if game.add_feedback(feedback) {
            Ok(game)
        } else {
            Err(Refused::Bad("feedback: it answers no question".to_owned()))
        }
    }

    /// Keeps the game with what a person has said of it.
    pub fn keep_rated(&mut self, seat: Seat, game: Game) {
        self.game = game;
        self.rated.insert(seat);
    }
}

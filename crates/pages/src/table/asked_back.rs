//! The moments of a game, and what is taken back to one.

use tsuro::game::Seat;
use tsuro::session::Game;

/// What a question is numbered by: it grows with every event, and with everything that is taken
/// back, so that no number comes twice. Before anything is taken back it is the number of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(transparent)]
pub struct QuestionNumber(
    /// The number.
    pub u64,
);

/// A game as it was before the last choice of a seat.
pub struct TakenBack {
    /// The game.
    pub game: Game,
    /// How many steps are taken back.
    pub steps: u32,
    /// Whether they have shown something that was hidden, or others have decided something since.
    pub concerns_others: bool,
}

/// A person has asked the others at the table to take something back.
pub(super) struct AskedBack {
    pub(super) seat: Seat,
    /// The seats that have agreed, including the seat that asked.
    pub(super) agreed: Vec<Seat>,
    /// A person did not agree: this is not asked again before something has happened.
    pub(super) is_refused: bool,
}

/// Where a request to take choices back stands after a person has answered it.
pub enum Agreement {
    /// All have agreed: this seat takes back.
    All(Seat),
    /// Others have not answered yet.
    Waits,
    /// A person did not agree.
    Refused,
}

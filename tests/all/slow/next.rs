//! What may follow: for drivers that make up games.

use super::{Game, Point};
use serde_json::Value;

/// What the next event can be.
#[derive(Clone, Debug)]
pub enum Next {
    /// Exactly this.
    Forced(Value),
    /// `deal`: a hand a seat, or one for the table, and the rest of the deck as the pile.
    Deal,
    /// `start` at one of these marks, also where a piece comes back (V16).
    Start { marks: Vec<String> },
    /// `daikaiju_placed`: one of these tiles, any facing, one of these rolls, on the square with
    /// that name.
    Spawn { reason: &'static str, tiles: Vec<usize>, rolls: Vec<([usize; 2], String)> },
    /// `roll`: any two dice.
    Roll,
    /// `die`: 1 to 6.
    Die,
    /// `rule` of the Mystic portal: this seat goes, by one of these rolls, to the square with that
    /// name (W3).
    TransportRoll { player: usize, rolls: Vec<([usize; 2], String)> },
    /// `daikaiju_moved` from the Mystic portal, by one of these rolls, to the square with that name
    /// (W3).
    DaikaijuCarried { tile: usize, portal: String, rolls: Vec<([usize; 2], String)> },
    /// `rule` of the wave: this seat rolls one die (W4).
    WaveRoll { player: usize },
    /// `relocated` to one of these marks; unless it must, the ship may also stay (see
    /// `Game::decline`).
    Relocate { player: usize, marks: Vec<String>, must: bool },
    /// `placed`: one of these tiles and rotations, on this square; or on the squares of the team
    /// (W7).
    Place {
        player: usize,
        square: String,
        legal: Vec<(u8, u8)>,
        /// Squares of the team's pieces, each with a tile and a rotation.
        on_squares: Vec<(String, u8, u8)>,
    },
    /// `exchanged`: tiles of the first list for as many of the second, or nothing (see
    /// `Game::decline`).
    Exchange { player: usize, own: Vec<u8>, theirs: Vec<u8> },
    /// `returned` with these tiles, and the pile in any order of these: the tiles that were in it,
    /// then the tiles that return.
    Shuffle { tiles: Vec<u8>, pile: Vec<u8> },
    /// `rule` of the tsunami: any line (V12).
    Sweep,
    /// `rule` of the lanterns: where they lie (V15).
    Lanterns,
    /// `rule` of the lanterns: from here to one of these squares (V15).
    LanternMoves { from: String, squares: Vec<String> },
    /// `chose`: one of these answers (V10, V11, W2, W3).
    Choose { player: usize, rule: &'static str, options: Vec<Value> },
    /// Nothing: the game is over.
    Over,
}

impl Game {
    /// What the next event can be.
    pub fn next(&self) -> Next {
        if let Some(event) = self.expected.front() {
            return Next::Forced(event.clone());
        }
        let player = self.active;
        let names = |marks: Vec<super::square::Place>| {
            marks.into_iter().map(super::square::Place::name).collect()
        };
        let squares = |squares: Vec<super::square::Square>| {
            squares.into_iter().map(super::square::Square::name).collect()
        };
        let rolls = |rolls: Vec<[usize; 2]>| {
            rolls.into_iter().map(|roll| (roll, self.square_of_dice(roll).name())).collect()
        };
        match &self.point {
            Point::Busy => unreachable!("never seen from outside"),
            Point::Over => Next::Over,
            Point::Turn => Next::Forced(self.turn_event()),
            Point::Return => Next::Start { marks: names(self.return_marks()) },
            Point::Deal => Next::Deal,
            Point::Start => Next::Start {
                marks: self.starter().map_or_else(Vec::new, |seat| names(self.start_marks(seat))),
            },
            Point::Spawn(reason) => Next::Spawn {
                reason: reason.word(),
                tiles: self.tiles_to_place(),
                rolls: rolls(self.rolls_that_count()),
            },
            Point::Roll => Next::Roll,
            Point::Die | Point::UzushioDie => Next::Die,
            Point::TransportRoll { seat } => {
                Next::TransportRoll { player: *seat, rolls: rolls(self.rolls_for(*seat)) }
            }
            Point::DaikaijuCarried { tile } => Next::DaikaijuCarried {
                tile: *tile,
                portal: self.board.portal.map_or_else(String::new, super::square::Square::name),
                rolls: rolls(self.rolls_that_count()),
            },
            Point::WaveRoll { seat } => Next::WaveRoll { player: *seat },
            Point::Relocate { must } => {
                Next::Relocate { player, marks: names(self.relocation_marks()), must: *must }
            }
            Point::Place => Next::Place {
                player,
                square: self.seats[player].place.map_or(String::new(), |place| place.square.name()),
                legal: self.legal(),
                on_squares: self
                    .legal_placements()
                    .into_iter()
                    .map(|(square, tile, rotation)| (square.name(), tile, rotation))
                    .collect(),
            },
            Point::Lanterns => Next::Lanterns,
            Point::LanternMoves { from } => {
                Next::LanternMoves { from: from.name(), squares: squares(self.open_to_lanterns()) }
            }
            Point::Sweep => Next::Sweep,
            Point::Ask { player, rule, options } => {
                Next::Choose { player: *player, rule, options: options.clone() }
            }
            Point::Exchange { lost } => Next::Exchange {
                player,
                own: self.hand(player).clone(),
                theirs: self.exchangeable(lost),
            },
            Point::Shuffle { tiles, .. } => {
                Next::Shuffle { tiles: tiles.clone(), pile: [&self.pile[..], tiles].concat() }
            }
        }
    }
}

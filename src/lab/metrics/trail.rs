//! How far the pieces travel, followed tile by tile from the events alone.
//!
//! The engine does not walk paths: it knows where each ends. Whoever wants to know how long they are has to walk them, and pays for it.

use crate::board::{Laid, Place, Port, Square};
use crate::game::{MAX_SEATS, Seat, SeatSet};

/// Squares of the largest board, by [`Square::index`].
const SQUARES: usize = 256;

/// A path cannot be longer than four segments a square: a walk that is has lost its way.
const LONGEST: u32 = 4 * SQUARES as u32;

/// Tiles and pieces, and the segments that each piece has travelled.
#[derive(Debug)]
pub struct Trails {
    tiles: Box<[Option<Laid>; SQUARES]>,
    places: [Option<Place>; MAX_SEATS],
    /// Where the pieces stood when the last tile was laid, and on which square.
    before: [Option<Place>; MAX_SEATS],
    square: Option<Square>,
    /// Those whose trip across it has been walked.
    walked: SeatSet,
    /// For each seat and square, up to four segments as `low << 3 | high`; 0: none, as no segment joins A with itself.
    travelled: Vec<[u8; 4]>,
    path: u32,
    crossings: u32,
}

impl Default for Trails {
    fn default() -> Self {
        Self {
            tiles: Box::new([None; SQUARES]),
            places: [None; MAX_SEATS],
            before: [None; MAX_SEATS],
            square: None,
            walked: SeatSet::EMPTY,
            travelled: Vec::new(),
            path: 0,
            crossings: 0,
        }
    }
}

impl Trails {
    /// An empty board for so many seats.
    pub fn clear(&mut self, seats: u8) {
        self.tiles.fill(None);
        self.places = [None; MAX_SEATS];
        self.square = None;
        self.travelled.clear();
        self.travelled.resize(SQUARES * usize::from(seats), [0; 4]);
        (self.path, self.crossings) = (0, 0);
    }

    /// A piece stands here now.
    pub fn put(&mut self, player: Seat, place: Place) {
        self.places[player.index()] = Some(place);
    }

    /// A piece is off the board.
    pub fn out(&mut self, player: Seat) {
        self.places[player.index()] = None;
    }

    /// A tile is laid; the pieces that face it travel next.
    pub fn lay(&mut self, square: Square, tile: Laid) {
        self.tiles[square.index()] = Some(tile);
        self.square = Some(square);
        self.walked = SeatSet::EMPTY;
        self.before = self.places;
    }

    /// A tile is taken away, with the segments travelled on it.
    pub fn remove(&mut self, square: Square) {
        self.tiles[square.index()] = None;
        for segments in self.travelled.iter_mut().skip(square.index()).step_by(SQUARES) {
            *segments = [0; 4];
        }
    }

    /// Tiles crossed, and crossings, of all pieces so far.
    pub const fn sums(&self) -> (u32, u32) {
        (self.path, self.crossings)
    }

    /// Walks the trip of a piece that faced the new tile; with `met`, only as far as where it meets another.
    pub fn travel(&mut self, player: Seat, met: bool) {
        let (Some(square), Some(from)) = (self.square, self.before[player.index()]) else { return };
        if from.square() != square || self.walked.contains(player) {
            return;
        }
        self.walked.insert(player);
        let stood = |before: &[Option<Place>; MAX_SEATS], place| {
            before.iter().enumerate().any(|(seat, &other)| seat != player.index() && other == Some(place))
        };
        let (mut at, mut steps) = (from, 0);
        while let Some(tile) = self.tiles[at.square().index()] {
            let here = at.square() == square;
            if met && here && at != from && stood(&self.before, at) {
                break;
            }
            let exit = tile.exit(at.port());
            self.step(player, at.square(), at.port(), exit);
            steps += 1;
            let leaves = Place::new(at.square(), exit);
            if met && here && stood(&self.before, leaves) {
                break;
            }
            match leaves.across() {
                Some(next) if next != from && steps < LONGEST => at = next,
                _ => break,
            }
        }
    }

    fn step(&mut self, player: Seat, square: Square, enter: Port, exit: Port) {
        self.path += 1;
        let (low, high) = (enter.index().min(exit.index()), enter.index().max(exit.index()));
        let segment = (low << 3 | high) as u8;
        let segments = &mut self.travelled[player.index() * SQUARES + square.index()];
        let Some(free) = segments.iter().position(|&known| known == 0 || known == segment) else { return };
        if segments[free] == segment {
            return;
        }
        // Two segments cross where their ends alternate around the tile.
        let inside = |port: u8| (low..=high).contains(&usize::from(port));
        self.crossings += segments[..free].iter().filter(|&&known| inside(known >> 3) != inside(known & 7)).count() as u32;
        segments[free] = segment;
    }
}

//! The lengths and crossings of the pieces' paths, found by walking them tile by tile, with nothing
//! but the events to go by.
//!
//! The engine itself does not walk paths: it knows where each ends. So only metrics that need
//! lengths pay for the walk.

use tsuro::board::{Laid, Place, Port, Shape, Square};
use tsuro::game::{MAX_SEATS, Seat, SeatSet};

/// Squares of the largest board, by [`Square::index`].
const SQUARES: usize = 256;

/// The longest path in segments, four per square: a longer walk would be a mistake.
const LONGEST: u32 = 4 * SQUARES as u32;

/// The tiles, the places of the pieces, and the segments that each piece has travelled.
#[derive(Debug)]
pub(crate) struct Trails {
    /// How the squares of the board meet.
    shape: Shape,
    tiles: Box<[Option<Laid>; SQUARES]>,
    places: [Option<Place>; MAX_SEATS],
    /// Where the pieces stood when the last tile was placed.
    before: [Option<Place>; MAX_SEATS],
    /// The square of the last tile.
    square: Option<Square>,
    /// The seats whose trip across the last tile has been walked.
    walked: SeatSet,
    /// For each seat and square, up to four segments as `low << 3 | high`; 0 for none, as no
    /// segment joins port A with itself.
    travelled: Vec<[u8; 4]>,
    path: u32,
    crossings: u32,
}

impl Default for Trails {
    fn default() -> Self {
        Self {
            shape: Shape::rectangle(16, 16),
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
    /// Begins a game of `seats` seats on an empty board of this shape.
    pub(crate) fn clear(&mut self, shape: &Shape, seats: u8) {
        self.shape.clone_from(shape);
        self.tiles.fill(None);
        self.places = [None; MAX_SEATS];
        self.square = None;
        self.travelled.clear();
        self.travelled.resize(SQUARES * usize::from(seats), [0; 4]);
        (self.path, self.crossings) = (0, 0);
    }

    /// Notes where a piece stands now.
    pub(crate) fn put(&mut self, player: Seat, place: Place) {
        self.places[player.index()] = Some(place);
    }

    /// Notes that a piece is off the board.
    pub(crate) fn eliminate(&mut self, player: Seat) {
        self.places[player.index()] = None;
    }

    /// Notes a placed tile; the pieces that face it travel next.
    pub(crate) fn place(&mut self, square: Square, tile: Laid) {
        self.tiles[square.index()] = Some(tile);
        self.square = Some(square);
        self.walked = SeatSet::EMPTY;
        self.before = self.places;
    }

    /// Removes a tile, with the segments travelled on it.
    pub(crate) fn remove(&mut self, square: Square) {
        self.tiles[square.index()] = None;
        for segments in self.travelled.iter_mut().skip(square.index()).step_by(SQUARES) {
            *segments = [0; 4];
        }
    }

    /// Tiles crossed and crossings so far, each summed over all pieces.
    pub(super) const fn sums(&self) -> (u32, u32) {
        (self.path, self.crossings)
    }

    /// Walks the trip of a piece that faced the new tile; with `met`, only to where it meets
    /// another piece. Returns the square of the last tile crossed; `None` if there was no trip, or
    /// if it was walked before.
    pub(crate) fn travel(&mut self, player: Seat, met: bool) -> Option<Square> {
        let (square, from) = (self.square?, self.before[player.index()]?);
        if from.square() != square || self.walked.contains(player) {
            return None;
        }
        self.walked.insert(player);
        let stood = |before: &[Option<Place>; MAX_SEATS], place| {
            before
                .iter()
                .enumerate()
                .any(|(seat, &other)| seat != player.index() && other == Some(place))
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
            match self.shape.across(leaves) {
                Some(next)
                    if next != from
                        && steps < LONGEST
                        && self.tiles[next.square().index()].is_some() =>
                {
                    at = next;
                }
                _ => break,
            }
        }
        Some(at.square())
    }

    /// Adds one segment to a piece's path.
    fn step(&mut self, player: Seat, square: Square, enter: Port, exit: Port) {
        self.path += 1;
        let (low, high) = (enter.index().min(exit.index()), enter.index().max(exit.index()));
        let segment = (low << 3 | high) as u8;
        let segments = &mut self.travelled[player.index() * SQUARES + square.index()];
        let Some(free) = segments.iter().position(|&known| known == 0 || known == segment) else {
            return;
        };
        if segments[free] == segment {
            return;
        }
        // Two segments cross where their ends alternate around the tile.
        let inside = |port: u8| (low..=high).contains(&usize::from(port));
        self.crossings += segments[..free]
            .iter()
            .filter(|&&known| inside(known >> 3) != inside(known & 7))
            .count() as u32;
        segments[free] = segment;
    }
}

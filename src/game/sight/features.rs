//! [`Features`]: what can be told of the pieces on a board in small numbers, for bots that judge it
//! by tables.

use super::outlook::Scout;
use crate::board::{Laid, Place, Side, Size, Square};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::RuleSet;
use crate::game::turn::view::View;
use arrayvec::ArrayVec;

/// What stands for "no other piece" in [`PieceFeatures::nearest`].
const NONE_NEAR: u8 = u8::MAX;

/// A board in small numbers: how far the game is, and the features of every piece on it.
///
/// A seat that is given them sees nothing in them of hidden tiles but in a game that was dealt for
/// a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Features {
    /// How much of the board is covered, in eighths rounded down (0–7).
    pub covered: u8,
    /// The pieces that are in the game, in the order in which their seats move next.
    pub pieces: ArrayVec<PieceFeatures, MAX_SEATS>,
}

/// One piece in small numbers. The *square* is the one that the piece faces, on which its next tile
/// will lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceFeatures {
    /// Whose piece it is.
    pub seat: Seat,
    /// Its open ways, as [`Outlook::ways`](crate::game::Outlook::ways) (0–7).
    pub ways: u8,
    /// How many placements of the tiles in its hand would keep it alive, if they were made now;
    /// `None`: the hand is hidden.
    pub continuations: Option<u8>,
    /// How many other pieces face its square.
    pub crowd: u8,
    /// How many empty squares are beside its square (0–4).
    pub free: u8,
    /// The steps from its square to the nearest square that another piece faces; 255: there is none.
    pub nearest: u8,
    /// The seat whose piece that is; of several, the first after its own.
    pub rival: Option<Seat>,
    /// How far its square is from the nearest column and row at the edge of the rectangle, the
    /// smaller number first.
    pub rim: [u8; 2],
    /// How many squares that a rule blocks are beside its square, and beside the square on which it
    /// stands (0–4 each).
    pub threats: [u8; 2],
    /// How many squares that a rule blocks are two steps from its square (0–8).
    pub far_threats: u8,
}

impl<R: RuleSet> View<'_, R> {
    /// The board in small numbers, with all hands.
    pub fn features(&self) -> Features {
        Scout::new(self.rules.basics(), &self.state.core).features(None, |_| true)
    }
}

impl<Z: Size> Scout<'_, Z> {
    /// The features of the board as it is, or after `tile` was laid for the active seat, which
    /// places now. `seen`: whose hands are seen.
    pub(crate) fn features(&mut self, tile: Option<Laid>, seen: impl Fn(Seat) -> bool) -> Features {
        let (core, active) = (self.core, self.core.active());
        let from = if let Some(tile) = tile {
            self.lay(tile);
            // That rules may change whose turn it is, is not foreseen.
            self.alive.next_after(active)
        } else {
            self.alive.contains(active).then_some(active).or(self.alive.next_after(active))
        };
        let mut pieces = ArrayVec::new();
        let mut next = from;
        while let Some(seat) = next.filter(|_| pieces.len() < usize::from(self.alive.len())) {
            let hand = seen(seat).then(|| {
                let mut hand = core.hand(seat);
                if seat == active {
                    // It was in the hand.
                    let _ = tile.is_some_and(|tile| hand.take(tile.face()));
                }
                hand
            });
            pieces.push(self.piece(seat, hand));
            next = self.alive.next_after(seat);
        }
        let covered = self.board.filled() * 8 / self.basics.grid.area().max(1);
        Features { covered: covered.min(7) as u8, pieces }
    }

    fn piece(&self, seat: Seat, hand: Option<Hand>) -> PieceFeatures {
        let at = self.places[seat.index()];
        let square = at.square();
        let (mut crowd, mut nearest, mut rival) = (0, NONE_NEAR, None);
        let others = self.alive.without(SeatSet::only(seat));
        let mut next = others.next_after(seat);
        for _ in 0..others.len() {
            let Some(other) = next else { break };
            let there = self.places[other.index()].square();
            crowd += u8::from(there == square);
            let steps = self.basics.grid.steps(square, there).unwrap_or(NONE_NEAR);
            if steps < nearest {
                (nearest, rival) = (steps, Some(other));
            }
            next = others.next_after(other);
        }
        let is_threatened = self.board.is_blocked_anywhere();
        let (threats, far_threats) = if is_threatened { self.threats(at) } else { ([0; 2], 0) };
        PieceFeatures {
            seat,
            ways: self.ways(seat),
            continuations: hand.map(|hand| self.continuations(seat, hand.distinct())),
            crowd,
            free: self.count_beside(square, |other| self.board.is_empty(other)),
            nearest,
            rival,
            rim: self.rim(square),
            threats,
            far_threats,
        }
    }

    /// How many squares beside `square` are such.
    fn count_beside(&self, square: Square, is_such: impl Fn(Square) -> bool) -> u8 {
        let beside = Side::ALL.map(|side| self.basics.grid.beside(square, side));
        beside.iter().map(|&other| u8::from(other != square && is_such(other))).sum()
    }

    /// The threats to a piece at `at`, and those from farther away.
    fn threats(&self, at: Place) -> ([u8; 2], u8) {
        let grid = &self.basics.grid;
        let is_blocked = |square| self.board.is_blocked(square);
        let behind = grid.across(at).map(|back| self.count_beside(back.square(), is_blocked));
        let far = grid
            .squares()
            .filter(|&other| is_blocked(other) && grid.steps(at.square(), other) == Some(2))
            .count();
        ([self.count_beside(at.square(), is_blocked), behind.unwrap_or(0)], far as u8)
    }

    /// How far a square is from the nearest column and row at the edge, the smaller number first.
    fn rim(&self, square: Square) -> [u8; 2] {
        let grid = &self.basics.grid;
        let column = square.column().min(grid.columns() - 1 - square.column());
        let row = square.row().min(grid.rows() - 1 - square.row());
        [column.min(row), column.max(row)]
    }
}

#[cfg(test)]
mod tests {
    use crate::Game;
    use crate::bots::{Bot as _, Random};
    use crate::game::Observation;
    use crate::game::Seat;

    /// Calls `look` at every placement of a random game.
    fn at_placements(rules: &str, seed: &str, mut look: impl FnMut(&Observation<'_>)) {
        let mut game = Game::new(rules, 4, seed).unwrap();
        while let Some(decision) = game.decision() {
            let mut stream = game.bot_stream();
            let see = game.observe(decision.seat());
            if !see.legal().is_empty() {
                look(&see);
            }
            let choice = Random.choose(&see, &mut stream).unwrap();
            game.play(&choice).unwrap();
        }
    }

    #[test]
    fn features_after_a_placement_are_those_of_its_outlook() {
        for rules in ["classic", "seas", "globe"] {
            at_placements(rules, "features", |see| {
                let active = see.active();
                let mut tiles = 0;
                see.features_after(&see.legal(), |tile, features| {
                    let outlook = see.outlook(tile);
                    tiles += 1;
                    let left = see.alive().without(outlook.out);
                    assert_eq!(features.pieces.len(), usize::from(left.len()));
                    for piece in &features.pieces {
                        assert!(left.contains(piece.seat));
                        assert_eq!(piece.ways, outlook.ways(piece.seat));
                        let own = (piece.seat == active).then_some(outlook.continuations);
                        assert_eq!(piece.continuations, own, "another hand is hidden");
                        assert_eq!(piece.nearest == u8::MAX, left.len() == 1);
                    }
                    // The seat that placed moves last.
                    if left.contains(active) {
                        assert_eq!(features.pieces.last().map(|piece| piece.seat), Some(active));
                    }
                });
                assert_eq!(tiles, see.legal().len());
            });
        }
    }

    #[test]
    fn pieces_come_in_the_order_in_which_they_move_and_know_what_is_near() {
        let mut threatened = 0;
        at_placements("seas", "threats", |see| {
            let features = see.features();
            let seats: Vec<Seat> = features.pieces.iter().map(|piece| piece.seat).collect();
            assert_eq!(seats.first(), Some(&see.active()));
            for (piece, next) in features.pieces.iter().zip(features.pieces.iter().skip(1)) {
                assert_eq!(see.alive().next_after(piece.seat), Some(next.seat));
            }
            for piece in &features.pieces {
                let crowd = seats
                    .iter()
                    .filter(|&&other| {
                        other != piece.seat
                            && see.place(other).unwrap().square()
                                == see.place(piece.seat).unwrap().square()
                    })
                    .count();
                assert_eq!(usize::from(piece.crowd), crowd);
                assert_eq!(piece.nearest == 0, crowd > 0);
                threatened += u32::from(piece.threats[0] > 0);
            }
        });
        assert!(threatened > 10, "something comes near: {threatened}");
    }
}

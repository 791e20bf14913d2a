//! [`Features`]: what can be told of the pieces on a board in small numbers, for bots that judge it
//! by tables.

use super::outlook::Scout;
use super::rooms::Rooms;
use crate::board::{Laid, Side, Size};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::RuleSet;
use crate::game::turn::ending::scores;
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
    /// The seats that are out and may still win, because points are counted, each with its lead.
    pub out: ArrayVec<(Seat, i16), MAX_SEATS>,
}

/// One piece in small numbers. The *square* is the one that the piece faces, on which its next tile
/// will lie.
#[derive(Debug, Clone, Copy, Eq)]
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
    /// How many other pieces face squares at most two steps from it, its own square included.
    pub company: u8,
    /// How many empty squares are beside its square (0–4).
    pub free: u8,
    /// How many empty squares can be reached from its square across empty squares, itself included
    /// (0–255).
    pub room: u8,
    /// The steps from its square to the nearest square that another piece faces; 255: there is none.
    pub nearest: u8,
    /// The seat whose piece that is; of several, the first after its own.
    pub rival: Option<Seat>,
    /// How far its square is from the nearest column and row at the edge of the rectangle, the
    /// smaller number first.
    pub rim: [u8; 2],
    /// The chance, of 255, that what blocks squares comes upon it before it places a tile, as far
    /// as the rules say how that moves; too small where more than 16 squares are blocked.
    pub danger: u8,
    /// By how many points it leads the best of the others, team mates among them; below 0: it is
    /// behind; 0 where no points are counted, or only pieces (V4). Where all win together (W6), it
    /// is what they have. After a placement that was only looked at, the points
    /// are those from before it.
    pub lead: i16,
}

impl<R: RuleSet> View<'_, R> {
    /// The board in small numbers, with all hands.
    pub fn features(&self) -> Features {
        let points = scores(self.rules, self.state);
        Scout::new(self.rules.basics(), &self.state.core).features(&|_| true, points.as_deref())
    }
}

impl PartialEq for PieceFeatures {
    #[expect(clippy::needless_bitwise_bool, reason = "a branch here is often mispredicted")]
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // All by name, so that a new one is not forgotten.
        let Self {
            seat,
            ways,
            continuations,
            crowd,
            company,
            free,
            room,
            nearest,
            rival,
            rim,
            danger,
            lead,
        } = self;
        (*seat == other.seat)
            & (*ways == other.ways)
            & (*continuations == other.continuations)
            & (*crowd == other.crowd)
            & (*company == other.company)
            & (*free == other.free)
            & (*room == other.room)
            & (*nearest == other.nearest)
            & (*rival == other.rival)
            & (*rim == other.rim)
            & (*danger == other.danger)
            & (*lead == other.lead)
    }
}

impl PieceFeatures {
    /// Orders the pieces of others: a nearer one is less, and of those as near, the one whose seat
    /// comes first after this piece's.
    #[inline]
    const fn nearness(&self, other: Seat, steps: u8) -> u16 {
        u16::from_be_bytes([steps, (other.index() as u8).wrapping_sub(self.seat.index() as u8)])
    }
}

/// Who moves when.
#[derive(Debug, Clone, Copy)]
struct Order {
    /// Who moves first.
    first: Option<Seat>,
    /// How many turns begin until that seat places.
    turns: u8,
}

impl<'a, Z: Size> Scout<'a, Z> {
    /// The features of the board as it is. `seen`: whose hands are seen. `points`: of all seats,
    /// where they are counted.
    pub(crate) fn features(
        &mut self,
        seen: &dyn Fn(Seat) -> bool,
        points: Option<&[i64]>,
    ) -> Features {
        let (core, mut rooms, points) = (self.core, self.rooms(), self.counted(points));
        let mut features = Features::default();
        // The seat that places now has no danger to pass before.
        let order = Order { first: self.alive().next_from(core.active()), turns: 0 };
        let hand = |seat| seen(seat).then(|| core.hand(seat));
        self.describe(order, &hand, points, &mut rooms, None, &mut features);
        features
    }

    /// Calls `each` with the features of the board after each of `tiles` was laid for the active
    /// seat, which places now.
    pub(crate) fn features_after(
        &mut self,
        tiles: &[Laid],
        seen: &dyn Fn(Seat) -> bool,
        points: Option<&[i64]>,
        each: &mut dyn FnMut(Laid, &Features),
    ) {
        let (core, active, points) = (self.core, self.core.active(), self.counted(points));
        let (mut features, mut first) = (Features::default(), None);
        for &tile in tiles {
            self.lay(tile);
            let hand = |seat| {
                let mut hand = seen(seat).then(|| core.hand(seat))?;
                if seat == active {
                    hand.take(tile.face());
                }
                Some(hand)
            };
            // All are laid on one square, so that they leave the same squares empty.
            let (rooms, still) = first.get_or_insert_with(|| {
                let mut rooms = self.rooms();
                let still = self.pieces_that_stay(&hand, points, &mut rooms);
                (rooms, still)
            });
            // That rules may change whose turn it is, is not foreseen.
            let order = Order { first: self.alive().next_after(active), turns: 1 };
            self.describe(order, &hand, points, rooms, Some(still), &mut features);
            each(tile, &features);
        }
    }

    /// Of the pieces that stay where they are, whatever tile is laid: their features after the tile
    /// that lies, with none but each other near.
    fn pieces_that_stay(
        &mut self,
        hand: &dyn Fn(Seat) -> Option<Hand>,
        points: Option<&[i64]>,
        rooms: &mut Rooms<'_>,
    ) -> [Option<PieceFeatures>; MAX_SEATS] {
        let (mut pieces, still) = ([None; MAX_SEATS], self.still());
        for seat in still.iter() {
            let others = still.without(SeatSet::only(seat));
            pieces[seat.index()] = Some(self.piece(seat, hand(seat), points, rooms, others));
        }
        pieces
    }

    /// Writes down the features of the board, on which hands are seen as `hand` shows them, with the
    /// rooms on it and those of [`Scout::pieces_that_stay`]. It is compiled once for each size of
    /// boards: the engine for browsers is to be small.
    fn describe(
        &mut self,
        order: Order,
        hand: &dyn Fn(Seat) -> Option<Hand>,
        points: Option<&[i64]>,
        rooms: &mut Rooms<'_>,
        still: Option<&[Option<PieceFeatures>; MAX_SEATS]>,
        features: &mut Features,
    ) {
        let covered = self.taken().filled() * 8 / self.basics.grid.area().max(1);
        features.covered = covered.min(7) as u8;
        features.pieces.clear();
        features.out.clear();
        let alive = self.alive();
        let moved = alive.without(self.still());
        let seats = order.first.map(|first| alive.clockwise_from(first));
        for (at, seat) in seats.into_iter().flatten().enumerate() {
            let mut piece = if let Some(mut piece) = still.and_then(|still| still[seat.index()]) {
                if !self.remote.contains(seat) {
                    piece.ways = self.ways_with(seat);
                }
                if piece.continuations.is_some()
                    && let Some(hand) = hand(seat)
                {
                    piece.continuations = Some(self.continuations(seat, hand.distinct()));
                }
                self.count_near(&mut piece, moved);
                piece
            } else {
                let others = alive.without(SeatSet::only(seat));
                self.piece(seat, hand(seat), points, rooms, others)
            };
            piece.danger = self.danger_to(seat, order.turns + at as u8);
            features.pieces.push(piece);
        }
        if points.is_some() && !self.basics.together {
            let gone = SeatSet::first(self.core.seats()).without(self.alive());
            features.out.extend(gone.iter().map(|seat| (seat, lead(points, seat, false))));
        }
    }

    /// The features of a seat's piece among the pieces of `others`, but for its danger.
    fn piece(
        &mut self,
        seat: Seat,
        hand: Option<Hand>,
        points: Option<&[i64]>,
        rooms: &mut Rooms<'_>,
        others: SeatSet,
    ) -> PieceFeatures {
        let (ways, continuations) = self.freedom(seat, hand);
        let (grid, square) = (&self.basics.grid, self.place(seat).square());
        let board = self.taken();
        let free = Side::ALL.map(|side| grid.beside(square, side));
        let free = free.map(|to| u8::from((to != square) & board.is_empty(to))).into_iter().sum();
        let column = square.column().min(grid.columns() - 1 - square.column());
        let row = square.row().min(grid.rows() - 1 - square.row());
        let mut piece = PieceFeatures {
            seat,
            ways,
            continuations,
            crowd: 0,
            company: 0,
            free,
            room: rooms.at(square),
            nearest: NONE_NEAR,
            rival: None,
            rim: [column.min(row), column.max(row)],
            danger: 0,
            lead: lead(points, seat, self.basics.together),
        };
        self.count_near(&mut piece, others);
        piece
    }

    /// The points that are those of one seat or another: pieces that are left are not (V4).
    fn counted<'p>(&self, points: Option<&'p [i64]>) -> Option<&'p [i64]> {
        points.filter(|_| !self.basics.one_hand)
    }

    /// Counts the pieces of `others` among those that are near a piece. Without branches on what is
    /// nearer, which would often be mispredicted.
    #[inline]
    fn count_near(&self, piece: &mut PieceFeatures, others: SeatSet) {
        let square = self.place(piece.seat).square();
        let mut nearest =
            piece.rival.map_or(u16::MAX, |rival| piece.nearness(rival, piece.nearest));
        for other in others.iter() {
            let there = self.place(other).square();
            let steps = self.basics.grid.steps(square, there).unwrap_or(NONE_NEAR);
            piece.crowd += u8::from(steps == 0);
            piece.company += u8::from(steps <= 2);
            nearest = nearest.min(piece.nearness(other, steps));
        }
        let [steps, turns] = nearest.to_be_bytes();
        if steps != NONE_NEAR {
            piece.nearest = steps;
            piece.rival = Some(Seat::new(turns.wrapping_add(piece.seat.index() as u8)));
        }
    }

    /// The rooms on the board as it is.
    pub(super) fn rooms(&mut self) -> Rooms<'a> {
        let grid = &self.basics.grid;
        Rooms::new(self.taken(), grid)
    }
}

/// By how many points a seat leads the best of the others or, where all win `together`, none.
fn lead(points: Option<&[i64]>, seat: Seat, together: bool) -> i16 {
    let Some(points) = points else { return 0 };
    let others = points.iter().enumerate().filter(|(other, _)| *other != seat.index());
    let best = if together { Some(0) } else { others.map(|(_, &points)| points).max() };
    let lead = best.map_or(0, |best| points[seat.index()].saturating_sub(best));
    lead.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

#[cfg(test)]
mod tests {
    use crate::Game;
    use crate::board::{Content, Place, Port, Square};
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
        // Ways are found once for all placements that cannot change them, and anew for an outlook.
        for rules in ["classic", "seas", "globe", "luxury", "portals", "islands", "storm-seas"] {
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
    fn what_stays_from_one_placement_to_the_next_is_what_it_would_be_alone() {
        let mut compared = 0;
        for rules in [
            "classic",
            "seas",
            "globe",
            "luxury",
            "portals",
            "islands",
            "storm-seas",
            "longest-path",
            "solo",
            "team-seas",
            "open-tiles",
            "veterans",
        ] {
            at_placements(rules, "alone", |see| {
                let mut all = Vec::new();
                see.features_after(&see.legal(), |_, features| all.push(features.clone()));
                let mut alone = Vec::new();
                for tile in see.legal() {
                    see.features_after(&[tile], |_, features| alone.push(features.clone()));
                }
                assert_eq!(all, alone, "{rules}");
                compared += all.len();
            });
        }
        assert!(compared > 1500, "{compared} boards");
    }

    #[test]
    fn room_is_what_can_be_reached_across_empty_squares() {
        for rules in ["classic", "seas", "globe", "islands"] {
            at_placements(rules, "room", |see| {
                let (shape, mut rooms) = (see.shape(), Vec::new());
                let place = |square| Place::new(square, Port::new(0));
                let empty = |square: &Square| see.content(*square) == Content::Empty;
                let mut left: Vec<Square> = shape.squares().filter(empty).collect();
                while let Some(first) = left.pop() {
                    let mut room = vec![first];
                    let mut at = 0;
                    while at < room.len() {
                        let from = room[at];
                        let is_beside = |to: &Square| see.steps(place(from), place(*to)) == Some(1);
                        let (new, rest) = left.into_iter().partition(is_beside);
                        room.extend::<Vec<Square>>(new);
                        left = rest;
                        at += 1;
                    }
                    rooms.push(room);
                }
                for piece in &see.features().pieces {
                    let square = see.place(piece.seat).unwrap().square();
                    let room = rooms.iter().find(|room| room.contains(&square));
                    assert_eq!(usize::from(piece.room), room.map_or(0, Vec::len), "{rules}");
                }
            });
        }
    }

    #[test]
    fn pieces_come_in_the_order_in_which_they_move_and_know_what_is_near() {
        let (mut threatened, mut ties, mut alone) = (0, 0, 0);
        for rules in ["seas", "globe", "portals", "islands"] {
            at_placements(rules, "threats", |see| {
                let features = see.features();
                let seats: Vec<Seat> = features.pieces.iter().map(|piece| piece.seat).collect();
                assert_eq!(seats.first(), Some(&see.active()));
                for (piece, next) in features.pieces.iter().zip(features.pieces.iter().skip(1)) {
                    assert_eq!(see.alive().next_after(piece.seat), Some(next.seat));
                }
                for piece in &features.pieces {
                    let turn = seats.iter().position(|&seat| seat == piece.seat).unwrap();
                    let place = |seat: Seat| see.place(seat).unwrap();
                    // The others from the next one on, with the steps to those that can be reached.
                    let others: Vec<(Seat, u8)> = [&seats[turn + 1..], &seats[..turn]]
                        .concat()
                        .into_iter()
                        .filter_map(|other| {
                            Some((other, see.steps(place(piece.seat), place(other))?))
                        })
                        .collect();
                    let nearest = others.iter().copied().min_by_key(|&(_, steps)| steps);
                    let (rival, steps) = nearest.unzip();
                    assert_eq!((piece.rival, piece.nearest), (rival, steps.unwrap_or(u8::MAX)));
                    let within = |most: u8| others.iter().filter(|other| other.1 <= most).count();
                    assert_eq!(usize::from(piece.crowd), within(0), "{rules}");
                    assert_eq!(usize::from(piece.company), within(2), "{rules}");
                    ties += u32::from(steps.is_some_and(|steps| within(steps) > 1));
                    alone += u32::from(rival.is_none());
                    threatened += u32::from(piece.danger > 20);
                }
            });
        }
        assert!(threatened > 10, "something comes near: {threatened}");
        assert!(ties > 10 && alone < 10, "{ties} have several as near, {alone} none");
    }
}

//! The state that the core keeps, whatever the rules: board, pieces, hands, pile, and whose turn it is.

use crate::board::{Board, Face, Place, Port, Size, Square, SquareSet, Store};
use crate::game::chance::Moment;
use crate::game::event::Ending;
use crate::game::pieces::hand::{Hand, Pile};
use crate::game::pieces::places::Places;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::basics::Basics;
use serde::{Deserialize, Serialize};

/// What the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The active seat chooses its start mark (C1).
    Start,
    /// The next turn has not begun.
    Turn,
    /// The active seat may (or must) move to another start mark (S12).
    Relocate {
        /// Whether it must.
        must: bool,
    },
    /// The active seat places a tile (C2).
    Place,
    /// The active seat may exchange tiles (C12).
    Exchange,
    /// Nothing: the game is over.
    Over,
}

/// How many outcomes of each kind of chance this turn has had. The next one of a kind is addressed by the next number (0–65,535).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChanceCounts {
    /// Rolls of two dice.
    pub dice: u16,
    /// Rolls of one die.
    pub die: u16,
    /// Daikaiju drawn from the supply.
    pub spawn: u16,
    /// Shuffles of the pile.
    pub reshuffle: u16,
    /// Numbers picked for rules from outside the crate.
    pub rule: u16,
}

/// The state of a game without that of its exchangeable rules. Read by everyone, changed only by the turn engine and the rules' verbs.
#[derive(Debug, Clone)]
pub struct Core<Z: Size> {
    pub(in crate::game) board: Board<Z>,
    pub(in crate::game) places: Places<Z>,
    pub(in crate::game) hands: Z::PerSeat<Hand>,
    pub(in crate::game) pile: Pile<Z>,
    pub(in crate::game) seats: u8,
    /// One hand for all (V3).
    pub(in crate::game) open: bool,
    pub(in crate::game) first: Seat,
    pub(in crate::game) active: Seat,
    pub(in crate::game) turn: u32,
    pub(in crate::game) alive: SeatSet,
    /// Pieces still on their start marks.
    pub(in crate::game) on_start_mark: SeatSet,
    /// Pieces that may relocate at their next turn (S12).
    pub(in crate::game) displaced: SeatSet,
    /// In [`Phase::Place`], the pieces that face the square on which the tile will lie: they will travel (T7).
    pub(in crate::game) travellers: SeatSet,
    /// Eliminated by the move that is being judged.
    pub(in crate::game) fallen: SeatSet,
    /// Seats with fewer tiles than a full hand, the dead not counted out; meaningless where the table has one hand.
    pub(in crate::game) short: SeatSet,
    /// Eliminated by a placement together with the active piece, by meeting it (L6).
    pub(in crate::game) met_active: SeatSet,
    /// Eliminated, with hands that are not yet returned.
    pub(in crate::game) unreturned: SeatSet,
    /// Squares from which a rule took tiles, for a score rule that is still to be told.
    pub(in crate::game) removed: SquareSet<Z>,
    pub(in crate::game) phase: Phase,
    pub(in crate::game) ending: Option<Ending>,
    pub(in crate::game) asked: ChanceCounts,
}

impl<Z: Size> Core<Z> {
    /// A table before anything was dealt: the deck lies there in ascending order.
    pub(in crate::game) fn new(basics: &Basics<Z>, seats: u8) -> Self {
        Self {
            board: basics.empty.clone(),
            places: Places::filled(Place::new(Square::new(0, 0), Port::new(0))),
            hands: <Z::PerSeat<Hand> as Store<_>>::filled(Hand::default()),
            pile: basics.deck.iter().map(|&tile| Face::from_raw(tile)).collect(),
            seats,
            open: basics.open,
            first: Seat::new(0),
            active: Seat::new(0),
            turn: 0,
            alive: SeatSet::first(seats),
            on_start_mark: SeatSet::EMPTY,
            displaced: SeatSet::EMPTY,
            travellers: SeatSet::EMPTY,
            fallen: SeatSet::EMPTY,
            short: SeatSet::EMPTY,
            met_active: SeatSet::EMPTY,
            unreturned: SeatSet::EMPTY,
            removed: SquareSet::default(),
            phase: Phase::Start,
            ending: None,
            asked: ChanceCounts::default(),
        }
    }

    /// Tiles and paths.
    #[inline]
    pub fn board(&self) -> &Board<Z> {
        &self.board
    }

    /// How many seats there were at the start (T8).
    #[inline]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Who went first.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Whose turn it is.
    #[inline]
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The number of the turn, from 1; 0 before the first.
    #[inline]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// What the game waits for.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How the game ended, once it has.
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The seats not eliminated.
    #[inline]
    pub fn alive(&self) -> SeatSet {
        self.alive
    }

    /// Pieces still on their start marks, those without one yet not counted.
    #[inline]
    pub fn on_start_mark(&self) -> SeatSet {
        self.on_start_mark
    }

    /// Pieces that may move to another start mark at their next turn (S12).
    pub fn displaced(&self) -> SeatSet {
        self.displaced
    }

    /// Those eliminated by the move that is being judged: by one placement, or by one act of the hazard (S18).
    pub fn fallen(&self) -> SeatSet {
        self.fallen
    }

    /// Of the fallen, those who met the active piece (L6).
    pub fn met_active(&self) -> SeatSet {
        self.met_active
    }

    /// Where a seat's piece stands, or stood when it was eliminated. Meaningless before it has a start mark.
    #[inline]
    pub fn place(&self, seat: Seat) -> Place {
        self.places.at(seat)
    }

    /// The seats with a piece on the board.
    pub fn placed(&self) -> SeatSet {
        if self.phase == Phase::Start {
            SeatSet::first(self.seats).clockwise_from(self.first).take_while(|&seat| seat != self.active).collect()
        } else {
            self.alive
        }
    }

    /// The slot of a seat's hand: with an open hand all share the first (V3).
    #[inline]
    pub(in crate::game) fn slot(&self, seat: Seat) -> usize {
        if self.open { 0 } else { seat.index() }
    }

    /// A seat's tiles.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands.at(self.slot(seat))
    }

    /// The draw pile.
    #[inline]
    pub fn pile(&self) -> &Pile<Z> {
        &self.pile
    }

    /// Live pieces that face `square`.
    #[inline]
    pub fn facing(&self, square: Square) -> SeatSet {
        self.places.facing(square, self.seats).and(self.alive)
    }

    /// Live pieces that stand at `place`.
    #[inline]
    pub fn standing_at(&self, place: Place) -> SeatSet {
        self.places.standing_at(place, self.seats).and(self.alive)
    }

    /// Live pieces that stand on the tile of `square`: the tile behind them, across their port (T5).
    #[expect(clippy::needless_bitwise_bool, reason = "measured: who is left, and where, is as random as the game, so there is no branch")]
    pub fn standing_on(&self, basics: &Basics<Z>, square: Square) -> SeatSet {
        let there = (0..self.seats).fold(0, |there, seat| {
            let place = self.place(Seat::new(seat));
            // On the rim, where nothing is behind a piece, the place itself.
            let behind = basics.grid.beyond(place);
            there | u32::from((behind.square() == square) & (behind != place)) << seat
        });
        SeatSet::from_bits(there).and(self.alive.without(self.on_start_mark))
    }

    /// Whether everything is as it has to be between two acts: every path end knows its other end, and every piece faces a square without a
    /// tile, from the tile behind it or from its start mark (T5). Checked after every act where debug assertions are on.
    pub(in crate::game) fn is_sound(&self, basics: &Basics<Z>) -> bool {
        let is_tile = |square| matches!(self.board.content(square), crate::board::Content::Tile(_));
        self.board.links_hold(&basics.grid)
            && self.alive.iter().all(|seat| {
                let place = self.place(seat);
                let behind = basics.grid.across(place).map_or(self.on_start_mark.contains(seat), |behind| is_tile(behind.square()));
                !is_tile(place.square()) && behind
            })
    }

    pub(in crate::game) fn moment(&self, nth: u16) -> Moment {
        Moment { turn: self.turn, nth }
    }
}

//! How things would stand after a placement: what a player at the table sees by looking at the board for a while.
//!
//! Nothing here depends on what is hidden: a placement is laid on a copy of the board, and the ways that lie open are counted there.

use crate::board::{Board, Face, Laid, PathExit, Place, Port, PortSet, RouteEnd, Size};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::basics::{Basics, Meeting};
use crate::game::state::core::Core;
use crate::game::turn::travel;

/// Most ways that can lie open before a piece: a tile leads it from its port to one of the seven others.
pub const MAX_WAYS: u8 = 7;

/// How things would stand right after a placement of the active seat, before anybody draws or is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    /// Where the own piece would stand; `None`: it would be out.
    pub to: Option<Place>,
    /// Who would be out, the own seat included.
    pub out: SeatSet,
    /// How many different placements of the tiles left in the hand would keep the own piece alive in its next turn, if the board stayed as it
    /// is then; 0 where it is out.
    pub continuations: u8,
    ways: [u8; MAX_SEATS],
    places: [Place; MAX_SEATS],
}

impl Outlook {
    /// Of the seven ports to which a tile could lead `seat`'s piece from where it would stand, how many do not put it out at once (0–7); 0 for
    /// a piece that is out.
    pub fn ways(&self, seat: Seat) -> u8 {
        self.ways[seat.index()]
    }

    /// Where a seat's piece would stand; meaningless for one that is out.
    pub fn place(&self, seat: Seat) -> Place {
        self.places[seat.index()]
    }
}

/// Lays placements on a copy of the board and looks around.
#[derive(Debug)]
pub struct Scout<'a, Z: Size> {
    basics: &'a Basics<Z>,
    core: &'a Core<Z>,
    board: Board<Z>,
    places: [Place; MAX_SEATS],
    alive: SeatSet,
}

impl<'a, Z: Size> Scout<'a, Z> {
    /// A look at the board as it is.
    pub fn new(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        let places = std::array::from_fn(|index| {
            if index < usize::from(core.seats()) {
                core.place(Seat::new(index as u8))
            } else {
                Place::new(basics.grid.mark(0).square(), Port::new(0))
            }
        });
        Self { basics, core, board: core.board().clone(), places, alive: core.placed() }
    }

    /// Lays `tile` for the active seat, which places now, and moves every piece that it touches.
    pub fn lay(&mut self, tile: Laid) {
        let active = self.core.active();
        self.board.clone_from(self.core.board());
        self.alive = self.core.alive();
        for seat in self.alive.iter() {
            self.places[seat.index()] = self.core.place(seat);
        }
        let square = self.core.place(active).square();
        let resolution = travel::resolve(self.basics, self.core, square, tile);
        self.board.lay(&self.basics.grid, square, tile);
        self.alive = self.alive.without(resolution.met);
        for &(seat, end) in &resolution.trips {
            match end {
                RouteEnd::At(to) if !self.board.is_blocked(to.square()) => self.places[seat.index()] = to,
                _ => self.alive.remove(seat),
            }
        }
    }

    /// Those that have a piece on the board.
    pub fn alive(&self) -> SeatSet {
        self.alive
    }

    /// The ports of a piece's square at which it would meet somebody.
    fn others(&self, seat: Seat) -> PortSet {
        if self.basics.meeting == Meeting::Pass {
            return PortSet::EMPTY;
        }
        let square = self.places[seat.index()].square();
        let rest = self.alive.without(SeatSet::only(seat)).iter().map(|other| self.places[other.index()]);
        rest.filter(|place| place.square() == square).fold(PortSet::EMPTY, |ports, place| ports.with(place.port()))
    }

    /// How many different placements of `tiles` would keep a seat's piece alive where it stands, if it were its turn.
    pub fn continuations(&self, seat: Seat, tiles: impl Iterator<Item = Face>) -> u8 {
        let (at, others) = (self.places[seat.index()], self.others(seat));
        tiles.map(|face| face.rotations().filter(|&rotation| self.lives(at, Laid::new(face, rotation), others)).count() as u8).sum()
    }

    /// Whether there is any such placement.
    pub fn can_continue(&self, seat: Seat, tiles: impl Iterator<Item = Face>) -> bool {
        let (at, others) = (self.places[seat.index()], self.others(seat));
        tiles.flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation))).any(|tile| self.lives(at, tile, others))
    }

    /// Whether a piece at `at` would live if `tile` were laid before it.
    fn lives(&self, at: Place, tile: Laid, others: PortSet) -> bool {
        let route = self.board.route(&self.basics.grid, at.square(), tile, at.port(), others);
        matches!(route.end, RouteEnd::At(to) if !self.board.is_blocked(to.square()))
    }

    /// See [`Outlook::ways`].
    pub fn ways(&self, seat: Seat) -> u8 {
        let at = self.places[seat.index()];
        if self.board.is_blocked(at.square()) { 0 } else { self.ways_from(at, self.others(seat)) }
    }

    /// How many ways would lie open before a piece at `at`, where others stand at `others`.
    pub fn ways_from(&self, at: Place, others: PortSet) -> u8 {
        let open = |port: &Port| {
            *port != at.port()
                && !others.contains(*port)
                && match self.board.exit(&self.basics.grid, at.square(), *port) {
                    PathExit::Edge => false,
                    PathExit::At(to) => !self.board.is_blocked(to.square()),
                    // Back to the same square: it depends on the tile what comes then.
                    PathExit::Again(back) => back != at.port() && !others.contains(back),
                }
        };
        Port::all().filter(open).count() as u8
    }

    /// How things would stand after `tile` was laid for the active seat, which places now.
    pub fn look(&mut self, tile: Laid) -> Outlook {
        self.lay(tile);
        let active = self.core.active();
        let lives = self.alive.contains(active);
        let mut hand = self.core.hand(active);
        hand.take(tile.face());
        let mut ways = [0; MAX_SEATS];
        for seat in self.alive.iter() {
            ways[seat.index()] = self.ways(seat);
        }
        Outlook {
            to: lives.then(|| self.places[active.index()]),
            out: self.core.alive().without(self.alive),
            continuations: if lives { self.continuations(active, hand.distinct()) } else { 0 },
            ways,
            places: self.places,
        }
    }
}

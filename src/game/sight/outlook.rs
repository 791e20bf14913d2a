//! [`Outlook`]: how the board would look after a placement, and how much freedom each piece would
//! have there.
//!
//! Nothing here depends on hidden tiles. A placement is laid on a copy of the board, and open ways
//! are counted there.

use super::danger::Danger;
use crate::board::{Board, Content, Face, Laid, PathExit, Place, Port, PortSet, RouteEnd, Size};
use crate::game::basics::data::{Basics, Meeting};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::table::core::Core;
use crate::game::table::travel;
use arrayvec::ArrayVec;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// The most ways that can be open to a piece: a tile leads it from its port to one of the seven
/// others.
pub(crate) const MAX_WAYS: u8 = 7;

/// How the board would look right after a placement of the active seat, before tiles are drawn or
/// the game is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outlook {
    /// Where the active seat's piece would stand; `None`: it would be out.
    pub to: Option<Place>,
    /// The seats whose pieces would be out, the active one included.
    pub out: SeatSet,
    /// How many different placements of the tiles left in the hand would keep the active seat's
    /// piece alive in its next turn, if the board did not change until then; 0 if it would be out.
    pub continuations: u8,
    /// The chance, of 255, that what blocks squares comes upon the active seat's piece before its
    /// next placement, as far as the rules say how that moves; 0 if the piece would be out.
    pub danger: u8,
    /// The number of seats at the start.
    seats: u8,
    alive: SeatSet,
    ways: [u8; MAX_SEATS],
    places: [Place; MAX_SEATS],
}

/// Leaves out `danger`, and writes `ways` and `places` as lists by seat, with 0 and `null` for
/// pieces that would be out.
impl Serialize for Outlook {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let seats = usize::from(self.seats);
        let place = |seat: Seat| self.alive.contains(seat).then(|| self.place(seat));
        let mut written = to.serialize_struct("Outlook", 5)?;
        written.serialize_field("to", &self.to)?;
        written.serialize_field("out", &self.out)?;
        written.serialize_field("continuations", &self.continuations)?;
        written.serialize_field("ways", &self.ways[..seats])?;
        written.serialize_field(
            "places",
            &SeatSet::first(self.seats).iter().map(place).collect::<ArrayVec<_, MAX_SEATS>>(),
        )?;
        written.end()
    }
}

impl Outlook {
    /// The open ways of a seat's piece (0–7): the number of ports, of the seven to which the next
    /// tile can lead it, at which it is not out at once. 0 for a piece that would be out.
    pub fn ways(&self, seat: Seat) -> u8 {
        self.ways[seat.index()]
    }

    /// Where a seat's piece would stand; meaningless for one that would be out.
    pub fn place(&self, seat: Seat) -> Place {
        self.places[seat.index()]
    }
}

/// Tries placements on a copy of the board.
#[derive(Debug)]
pub(crate) struct Scout<'a, Z: Size> {
    pub(super) basics: &'a Basics<Z>,
    pub(super) core: &'a Core<Z>,
    pub(super) board: Board<Z>,
    pub(super) places: [Place; MAX_SEATS],
    pub(super) alive: SeatSet,
    /// The seats that no tile on the square of the active seat can reach: their pieces stay, and so
    /// do their ways. Empty until [`Scout::compare`] has looked.
    pub(super) remote: SeatSet,
    /// The open ways of the remote seats.
    remote_ways: [u8; MAX_SEATS],
    /// What is known of the squares of remote pieces, see [`Scout::facts`].
    pub(super) facts: [Option<[u8; 4]>; MAX_SEATS],
    danger: Danger,
}

impl<'a, Z: Size> Scout<'a, Z> {
    /// A copy of the board as it is.
    pub(crate) fn new(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        let mut places = [core.place(Seat::new(0)); MAX_SEATS];
        SeatSet::first(core.seats())
            .iter()
            .for_each(|seat| places[seat.index()] = core.place(seat));
        Self {
            basics,
            core,
            board: core.board().clone(),
            places,
            alive: core.placed(),
            remote: SeatSet::EMPTY,
            remote_ways: [0; MAX_SEATS],
            facts: [None; MAX_SEATS],
            danger: Danger::default(),
        }
    }

    /// A copy of the board on which several placements of the active seat will be compared: what no
    /// placement changes is found once.
    pub(crate) fn compare(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        let mut scout = Self::new(basics, core);
        let square = core.aimed();
        for seat in scout.alive.iter() {
            let at = scout.places[seat.index()];
            // A path that the tile would change leads to its square.
            let is_near = |exit| matches!(exit, PathExit::At(to) if to.square() == square);
            let mut near = at.square() == square || is_near(scout.exit(at, at.port()));
            let ways = scout.count_ways(at, scout.others(seat), |exit| near |= is_near(exit));
            if !near {
                let is_stuck = scout.board.is_blocked(at.square());
                scout.remote_ways[seat.index()] = if is_stuck { 0 } else { ways };
                scout.remote.insert(seat);
            }
        }
        scout
    }

    /// Copies the board again, lays `tile` for the active seat, which places now, and moves the
    /// pieces.
    pub(crate) fn lay(&mut self, tile: Laid) {
        self.board.clone_from(self.core.board());
        self.alive = self.core.placed();
        for seat in self.alive.iter() {
            self.places[seat.index()] = self.core.place(seat);
        }
        let square = self.core.aimed();
        let resolution = travel::resolve(self.basics, self.core, square, tile);
        self.board.place(&self.basics.grid, square, tile);
        self.alive = self.alive.without(resolution.met);
        for &(seat, end) in &resolution.trips {
            match end {
                RouteEnd::At(to) if !self.board.is_blocked(to.square()) => {
                    self.places[seat.index()] = to;
                }
                _ => self.alive.remove(seat),
            }
        }
    }

    /// The seats with a live piece on the copy.
    pub(crate) fn alive(&self) -> SeatSet {
        self.alive
    }

    /// The ports at which a seat's piece would meet another that faces the same square.
    fn others(&self, seat: Seat) -> PortSet {
        if self.basics.meeting == Meeting::Pass {
            return PortSet::EMPTY;
        }
        let square = self.places[seat.index()].square();
        let rest =
            self.alive.without(SeatSet::only(seat)).iter().map(|other| self.places[other.index()]);
        rest.filter(|place| place.square() == square)
            .fold(PortSet::EMPTY, |ports, place| ports.with(place.port()))
    }

    /// How many different placements of `tiles` would keep a seat's piece alive where it stands, if
    /// it were the seat's turn.
    pub(crate) fn continuations(&self, seat: Seat, tiles: impl Iterator<Item = Face>) -> u8 {
        let (at, others) = (self.places[seat.index()], self.others(seat));
        let is_haven = self.board.content(at.square()) == Content::Haven;
        let tiles = tiles.filter(|_| !is_haven);
        tiles
            .map(|face| {
                face.rotations()
                    .filter(|&rotation| self.lives(at, Laid::new(face, rotation), others))
                    .count() as u8
            })
            .sum()
    }

    /// Whether any placement of `tiles` would keep a seat's piece alive where it stands, if it were
    /// the seat's turn.
    pub(crate) fn can_continue(&self, seat: Seat, tiles: impl Iterator<Item = Face>) -> bool {
        let (at, others) = (self.places[seat.index()], self.others(seat));
        if self.board.content(at.square()) == Content::Haven {
            // What is there carries it on.
            return true;
        }
        tiles
            .flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)))
            .any(|tile| self.lives(at, tile, others))
    }

    /// Whether a piece at `at` would live if `tile` were laid on the square that it faces and
    /// others stood at the ports `others`.
    fn lives(&self, at: Place, tile: Laid, others: PortSet) -> bool {
        if tile.face().is_special() {
            return true;
        }
        let route = self.board.route(&self.basics.grid, at.square(), tile, at.port(), others);
        matches!(route.end, RouteEnd::At(to) if !self.board.is_blocked(to.square()))
    }

    /// The open ways of a seat's piece, as [`Outlook::ways`].
    pub(crate) fn ways(&self, seat: Seat) -> u8 {
        if self.remote.contains(seat) {
            return self.remote_ways[seat.index()];
        }
        let at = self.places[seat.index()];
        if self.board.is_blocked(at.square()) { 0 } else { self.ways_from(at, self.others(seat)) }
    }

    /// The open ways of a piece at `at`, if others stood at the ports `others` of the same square.
    pub(crate) fn ways_from(&self, at: Place, others: PortSet) -> u8 {
        self.count_ways(at, others, |_| ())
    }

    fn exit(&self, at: Place, port: Port) -> PathExit {
        self.board.exit(&self.basics.grid, at.square(), port)
    }

    /// The same, and tells `look` of every exit but that at the piece's own port.
    #[inline]
    fn count_ways(&self, at: Place, others: PortSet, mut look: impl FnMut(PathExit)) -> u8 {
        let mut ways = 0;
        for port in Port::all().filter(|&port| port != at.port()) {
            let exit = self.exit(at, port);
            look(exit);
            let open = !others.contains(port)
                && match exit {
                    PathExit::Edge => false,
                    PathExit::At(to) => !self.board.is_blocked(to.square()),
                    // Back to the same square: whether the piece lives depends on the tile.
                    PathExit::Again(back) => back != at.port() && !others.contains(back),
                };
            ways += u8::from(open);
        }
        ways
    }

    /// The danger to a seat's piece that places in `turns` turns, as [`Outlook::danger`].
    pub(super) fn danger_to(&mut self, seat: Seat, turns: u8) -> u8 {
        self.danger.of(self.basics, &self.board, self.places[seat.index()], turns)
    }

    /// How the board would look after `tile` was laid for the active seat, which places now.
    pub(crate) fn look(&mut self, tile: Laid) -> Outlook {
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
            out: self.core.placed().without(self.alive),
            continuations: if lives { self.continuations(active, hand.distinct()) } else { 0 },
            danger: if lives { self.danger_to(active, self.alive.len()) } else { 0 },
            seats: self.core.seats(),
            alive: self.alive,
            ways,
            places: self.places,
        }
    }
}

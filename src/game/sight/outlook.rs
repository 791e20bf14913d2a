//! [`Outlook`]: how the board would look after a placement, and how much freedom each piece would
//! have there.
//!
//! Nothing here depends on hidden tiles. A placement is laid on a copy of the board, and open ways
//! are counted there.

use super::danger::Danger;
use super::paths::{Leads, Paths, Standing};
use crate::board::{Board, Face, Laid, PathExits, Place, PortSet, RouteEnd, Size};
use crate::game::basics::data::{Basics, Meeting};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::table::core::Core;
use crate::game::table::travel;
use arrayvec::ArrayVec;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The most ways that can be open to a piece: a tile leads it from its port to one of the seven
/// others.
pub(crate) const MAX_WAYS: u8 = 7;

/// The entry of a seat in an array with one for each. The remainder says that there is such an
/// entry, which the compiler does not know: a fiftieth of a step of `benches/tensors`.
#[inline]
const fn entry(seat: Seat) -> usize {
    seat.index() % MAX_SEATS
}

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

/// Writes `ways` and `places` as lists by seat, with 0 and `null` for pieces that would be out.
impl Serialize for Outlook {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let seats = usize::from(self.seats);
        let place = |seat: Seat| self.alive.contains(seat).then(|| self.place(seat));
        let mut written = to.serialize_struct("Outlook", 6)?;
        written.serialize_field("to", &self.to)?;
        written.serialize_field("out", &self.out)?;
        written.serialize_field("continuations", &self.continuations)?;
        written.serialize_field("danger", &self.danger)?;
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
        self.ways[entry(seat)]
    }

    /// Whether a seat's piece would stand on the board.
    pub(crate) fn is_on_board(&self, seat: Seat) -> bool {
        self.alive.contains(seat)
    }

    /// Where a seat's piece would stand; meaningless for one that would be out.
    pub fn place(&self, seat: Seat) -> Place {
        self.places[entry(seat)]
    }

    /// The ports at which a seat's piece would meet another that faces the same square.
    fn others(&self, meeting: Meeting, seat: Seat) -> PortSet {
        if meeting == Meeting::Pass {
            return PortSet::EMPTY;
        }
        let square = self.place(seat).square();
        let rest = self.alive.without(SeatSet::only(seat)).iter().map(|other| self.place(other));
        rest.fold(PortSet::EMPTY, |ports, place| {
            ports.with_if(place.port(), place.square() == square)
        })
    }
}

/// Tries placements.
#[derive(Debug)]
pub(crate) struct Scout<'a, Z: Size> {
    pub(super) basics: &'a Basics<Z>,
    pub(super) core: &'a Core<Z>,
    /// The board, on a copy of which the tile lies. Where `paths` follow the tile, it is laid only
    /// for those who ask which squares are [taken](Scout::taken).
    board: Cow<'a, Board<Z>>,
    /// The seats with a live piece on the board before the tile.
    placed: SeatSet,
    /// How it looks with the tile. What no tile changes stays from one to the next.
    pub(super) outlook: Outlook,
    /// The seats that no tile on the square of the active seat can reach: their pieces stay, and so
    /// do their ways. Empty until [`Scout::compare`] has looked.
    pub(super) remote: SeatSet,
    /// The ways open to the pieces that do not face the square of the active seat. Of no meaning
    /// until [`Scout::compare`] has looked.
    standing: [Standing; MAX_SEATS],
    /// The paths of the board without the tile, where several placements are compared.
    paths: Option<Paths>,
    /// The tile, where `paths` follow it.
    tile: Option<Laid>,
    /// The seats whose pieces the tile moves, where `paths` are enough to say where to: a piece
    /// meets no other but on the tile. Else empty.
    moved: SeatSet,
    /// The ports of the tile's square at which pieces meet others.
    stops: PortSet,
    danger: Danger,
}

impl<'a, Z: Size> Scout<'a, Z> {
    /// The board as it is.
    pub(crate) fn new(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        let mut places = [core.place(Seat::new(0)); MAX_SEATS];
        SeatSet::first(core.seats()).iter().for_each(|seat| places[entry(seat)] = core.place(seat));
        let placed = core.placed();
        Self {
            basics,
            core,
            board: Cow::Borrowed(core.board()),
            placed,
            outlook: Outlook {
                to: None,
                out: SeatSet::EMPTY,
                continuations: 0,
                danger: 0,
                seats: core.seats(),
                alive: placed,
                ways: [0; MAX_SEATS],
                places,
            },
            remote: SeatSet::EMPTY,
            standing: [Standing::default(); MAX_SEATS],
            paths: None,
            tile: None,
            moved: SeatSet::EMPTY,
            stops: PortSet::EMPTY,
            danger: Danger::default(),
        }
    }

    /// Says that several placements of the active seat will be compared on the board as it is: what
    /// no placement changes is found once. Done where the scout stays: it is not small. Returns
    /// where the paths of the square of the active seat lead.
    pub(crate) fn compare(&mut self) -> PathExits {
        let (basics, core) = (self.basics, self.core);
        let exits = core.board().exits(&basics.grid, core.aimed());
        let paths = self.paths.insert(Paths::new(core.board(), core.aimed(), exits));
        let mut facing = SeatSet::EMPTY;
        for seat in self.placed.iter() {
            let at = self.outlook.place(seat);
            if at.square() == core.aimed() {
                facing.insert(seat);
                continue;
            }
            let others = self.outlook.others(basics.meeting, seat);
            let standing = paths.standing(core.board(), &basics.grid, at, others);
            // A path that the tile would change leads to its square.
            if standing.through.is_empty() {
                self.outlook.ways[entry(seat)] = standing.sure;
                self.remote.insert(seat);
            }
            self.standing[entry(seat)] = standing;
        }
        let collide = basics.meeting == Meeting::Collide;
        if !(core.board().is_cut() && collide) {
            self.moved = facing;
            if collide && !facing.is_single() {
                self.stops = travel::ports_of(core, facing);
            }
        }
        exits
    }

    /// Where a seat's piece stands.
    #[inline]
    pub(super) fn place(&self, seat: Seat) -> Place {
        self.outlook.places[entry(seat)]
    }

    /// Lays `tile` for the active seat, which places now, in place of the one before, and moves the
    /// pieces.
    #[inline]
    pub(crate) fn lay(&mut self, tile: Laid) {
        let follows = self.paths.is_some() && !tile.face().is_special();
        if !follows {
            self.cover(tile);
        } else if self.tile.is_none() {
            self.board = Cow::Borrowed(self.core.board());
        }
        self.tile = follows.then_some(tile);
        self.outlook.alive = self.placed;
        match &self.paths {
            Some(paths) if follows && !self.moved.is_empty() => {
                self.outlook.alive = self.placed.without(self.moved);
                for seat in self.moved.iter() {
                    let from = self.core.place(seat);
                    let (to, lives) = paths.trip(tile, from.port(), self.stops);
                    self.outlook.alive = self.outlook.alive.with_if(seat, lives);
                    self.outlook.places[entry(seat)] = if lives { to } else { from };
                }
            }
            _ => self.move_all(tile),
        }
    }

    /// Moves all pieces that the tile moves.
    #[inline(never)]
    fn move_all(&mut self, tile: Laid) {
        let outlook = &mut self.outlook;
        for seat in self.placed.iter() {
            outlook.places[entry(seat)] = self.core.place(seat);
        }
        let resolution = travel::resolve(self.basics, self.core, self.core.aimed(), tile);
        outlook.alive = outlook.alive.without(resolution.met);
        for &(seat, end) in &resolution.trips {
            match end {
                RouteEnd::At(to) if !self.board.is_blocked(to.square()) => {
                    outlook.places[entry(seat)] = to;
                }
                _ => outlook.alive.remove(seat),
            }
        }
    }

    /// Lays a tile on a copy of the board.
    fn cover(&mut self, tile: Laid) {
        let board = match &mut self.board {
            Cow::Owned(board) => {
                board.clone_from(self.core.board());
                board
            }
            bare @ Cow::Borrowed(_) => {
                *bare = Cow::Owned(self.core.board().clone());
                bare.to_mut()
            }
        };
        board.place(&self.basics.grid, self.core.aimed(), tile);
    }

    /// The board with the tile. Where `paths` follow it, only which squares are taken is right: the
    /// paths are those of the first tile.
    pub(super) fn taken(&mut self) -> &Board<Z> {
        if let (Some(tile), Cow::Borrowed(_)) = (self.tile, &self.board) {
            self.cover(tile);
        }
        &self.board
    }

    /// The seats with a live piece on the copy.
    #[inline]
    pub(crate) fn alive(&self) -> SeatSet {
        self.outlook.alive
    }

    /// The ports at which a seat's piece would meet another that faces the same square.
    fn others(&self, seat: Seat) -> PortSet {
        self.outlook.others(self.basics.meeting, seat)
    }

    /// How many different placements of `tiles` would keep a seat's piece alive where it stands, if
    /// it were the seat's turn.
    pub(crate) fn continuations(&mut self, seat: Seat, tiles: impl Iterator<Item = Face>) -> u8 {
        let (at, others) = (self.place(seat), self.others(seat));
        let leads = self.leads(at);
        self.continuations_with(leads, at, others, tiles)
    }

    /// As [`Scout::continuations`] of a piece at `at`, whose paths lead as `leads` says, if others
    /// stood at the ports `others`.
    fn continuations_with(
        &self,
        leads: Leads,
        at: Place,
        others: PortSet,
        tiles: impl Iterator<Item = Face>,
    ) -> u8 {
        if self.board.is_haven(at.square()) {
            return 0;
        }
        tiles.map(|face| leads.continuations(at.port(), face, others)).sum()
    }

    /// Whether any placement of `tiles` would keep a seat's piece alive where it stands, if it were
    /// the seat's turn.
    pub(crate) fn can_continue(&self, seat: Seat, tiles: impl Iterator<Item = Face>) -> bool {
        let (at, others) = (self.place(seat), self.others(seat));
        if self.board.is_haven(at.square()) {
            // What is there carries it on.
            return true;
        }
        debug_assert!(self.tile.is_none(), "the board has the links of another tile");
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
    pub(crate) fn ways(&mut self, seat: Seat) -> u8 {
        if self.remote.contains(seat) {
            return self.outlook.ways(seat);
        }
        let at = self.place(seat);
        if self.board.is_blocked(at.square()) { 0 } else { self.ways_from(at, self.others(seat)) }
    }

    /// The open ways of a seat's piece after the tile, found the fastest way that there is.
    #[inline]
    pub(super) fn ways_with(&mut self, seat: Seat) -> u8 {
        match (&self.paths, self.tile) {
            (Some(paths), Some(tile)) if self.stands(seat) && !self.remote.contains(seat) => {
                paths.ways(self.standing[entry(seat)], tile)
            }
            _ => self.ways(seat),
        }
    }

    /// The open ways of a seat's piece after the tile, and how many placements of its hand would
    /// keep it alive. The second is `None` if the hand is hidden.
    pub(super) fn freedom(&mut self, seat: Seat, hand: Option<Hand>) -> (u8, Option<u8>) {
        let Some(hand) = hand else { return (self.ways_with(seat), None) };
        let (at, others) = (self.place(seat), self.others(seat));
        let leads = self.leads(at);
        let ways =
            if self.board.is_blocked(at.square()) { 0 } else { leads.ways(at.port(), others) };
        (ways, Some(self.continuations_with(leads, at, others, hand.distinct())))
    }

    /// The open ways of a piece at `at`, if others stood at the ports `others` of the same square.
    pub(crate) fn ways_from(&mut self, at: Place, others: PortSet) -> u8 {
        self.leads(at).ways(at.port(), others)
    }

    /// The seats whose pieces stay where they are and on the board, whatever tile is laid.
    #[inline]
    pub(super) fn still(&self) -> SeatSet {
        if self.moved.is_empty() { self.remote } else { self.placed.without(self.moved) }
    }

    /// Whether `standing` is right of a seat's piece. Another piece that comes to its square then
    /// closes no way: pieces pass each other, or the path behind each leads to its own start mark.
    #[inline]
    fn stands(&self, seat: Seat) -> bool {
        !self.moved.is_empty() && !self.moved.contains(seat)
    }

    /// Where the paths from the square of a place lead, but perhaps for that of the place itself.
    #[inline]
    fn leads(&mut self, at: Place) -> Leads {
        let grid = &self.basics.grid;
        match (&mut self.paths, self.tile) {
            (Some(paths), Some(tile)) => paths.leads(self.core.board(), grid, at, tile),
            _ => Leads::new(&self.board, grid, at.square()),
        }
    }

    /// The danger to a seat's piece that places in `turns` turns, as [`Outlook::danger`].
    #[inline]
    pub(super) fn danger_to(&mut self, seat: Seat, turns: u8) -> u8 {
        if self.basics.drift.is_none() {
            return 0;
        }
        self.danger.of(self.basics, &self.board, self.place(seat), turns)
    }

    /// How the board would look after `tile` was laid for the active seat, which places now.
    /// Compiled once for all that call it: the engine for browsers is to be small.
    #[inline(never)]
    pub(crate) fn look(&mut self, tile: Laid) -> &Outlook {
        self.lay(tile);
        let (active, alive) = (self.core.active(), self.alive());
        let (mut continuations, mut danger) = (0, 0);
        for seat in self.placed.without(self.remote).without(SeatSet::only(active)).iter() {
            let ways = if alive.contains(seat) { self.ways_with(seat) } else { 0 };
            self.outlook.ways[entry(seat)] = ways;
        }
        let mut ways = 0;
        if alive.contains(active) {
            let (at, others) = (self.place(active), self.others(active));
            let leads = self.leads(at);
            if !self.board.is_haven(at.square()) {
                let (hand, face) = (self.core.hand(active), tile.face());
                let is_gone = !hand.has_twice(face);
                for other in hand.distinct() {
                    let count = leads.continuations(at.port(), other, others);
                    continuations += if is_gone && other == face { 0 } else { count };
                }
            }
            danger = self.danger_to(active, alive.len());
            if !self.board.is_blocked(at.square()) {
                ways = leads.ways(at.port(), others);
            }
        }
        self.outlook.ways[active.index()] = ways;
        self.outlook.to = alive.contains(active).then(|| self.place(active));
        self.outlook.out = self.placed.without(alive);
        (self.outlook.continuations, self.outlook.danger) = (continuations, danger);
        &self.outlook
    }
}

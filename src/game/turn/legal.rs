//! Legal placements (C3, L1, S13).
//!
//! A placement is one distinct orientation of one distinct face in the hand (T3). Those that break a "never" fall away (unless all do), then
//! those that put the active player out in a way to be avoided (unless `placement.unless` says otherwise).

use super::travel;
use crate::board::{Laid, PathExit, Place, Port, PortSet, RouteEnd, Size};
use crate::game::chance::Rng;
use crate::game::event::Cause;
use crate::game::pieces::hand::{Hand, MAX_HAND, Orientations};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::basics::{AvoidException, Basics, CauseSet, Meeting};
use crate::game::state::core::Core;
use arrayvec::ArrayVec;

/// Most placements a turn can offer: five different faces in four orientations.
pub const MAX_PLACEMENTS: usize = MAX_HAND * 4;

/// A list of placements.
pub type Placements = ArrayVec<Laid, MAX_PLACEMENTS>;

/// What a placement would do to the active player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fate {
    /// Why it would be out; `None`: it lives.
    pub cause: Option<Cause>,
    /// Whether two ships would be on one wake (S13); looked at only where the rules forbid it.
    pub shares_wake: bool,
}

/// How often a random placement is drawn and looked at before all are.
const DRAWS: u32 = 4;

impl Fate {
    /// Whether the active player lives and no two ships are on one wake.
    #[inline]
    const fn lives_well(self) -> bool {
        self.cause.is_none() && !self.shares_wake
    }
}

/// The question which placements are legal, for the active seat of one moment.
#[derive(Debug)]
pub struct Choices<'a, Z: Size> {
    basics: &'a Basics<Z>,
    core: &'a Core<Z>,
    hand: Hand,
    at: Place,
    /// The ports at which the active piece would meet another that travels with it.
    others: PortSet,
    /// Whether the way behind each piece may be broken, so that the other pieces must be looked at as well.
    paths_cut: bool,
    /// Whether no other piece travels with the active one.
    alone: bool,
}

impl<'a, Z: Size> Choices<'a, Z> {
    /// The choices of the active seat, which has tiles and faces an empty square.
    #[inline]
    pub fn new(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        let at = core.place(core.active);
        let collide = basics.meeting == Meeting::Collide;
        let paths_cut = core.board.is_cut() && (collide || basics.never_share_wake);
        let rest = core.travellers.without(SeatSet::only(core.active));
        let others = if collide && !rest.is_empty() { travel::ports(core, rest) } else { PortSet::EMPTY };
        Self { basics, core, hand: core.hand(core.active), at, others, paths_cut, alone: rest.is_empty() }
    }

    /// All different placements, legal or not, in the order of the hand.
    pub fn all(&self) -> impl Iterator<Item = Laid> + use<Z> {
        self.hand.distinct().flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)))
    }

    /// Whether what becomes of the active piece, or of the wakes, depends on the trips of others.
    #[inline]
    const fn entangles(&self) -> bool {
        self.paths_cut && !self.alone
    }

    /// What `tile` would do to the active player.
    #[inline]
    pub fn fate(&self, tile: Laid) -> Fate {
        if self.entangles() {
            return self.tangled_fate(tile);
        }
        // The end of the active piece's trip where it travels alone, or on a board without broken ways.
        match self.core.board.route(&self.basics.grid, self.at.square(), tile, self.at.port(), self.others).end {
            RouteEnd::At(place) => self.fate_at(place),
            end => Fate { cause: self.cause(end), shares_wake: false },
        }
    }

    /// The fate of a piece that comes to stand at `place`, where another one that does not travel may stand already.
    #[inline]
    fn fate_at(&self, place: Place) -> Fate {
        let cause = self.cause(RouteEnd::At(place));
        if !self.paths_cut || !self.is_taken(place) {
            return Fate { cause, shares_wake: false };
        }
        match self.basics.meeting {
            Meeting::Collide => Fate { cause: Some(Cause::Collision), shares_wake: false },
            Meeting::Pass => Fate { cause, shares_wake: self.basics.never_share_wake && cause.is_none() },
        }
    }

    /// Whether another piece stands at `place` that does not travel.
    #[inline]
    fn is_taken(&self, place: Place) -> bool {
        !self.core.standing_at(place).without(self.core.travellers).is_empty()
    }

    fn tangled_fate(&self, tile: Laid) -> Fate {
        match self.basics.meeting {
            Meeting::Collide => self.colliding_fate(tile),
            Meeting::Pass => self.passing_fate(tile),
        }
    }

    /// Where those who meet collide, no two are left on one wake.
    fn colliding_fate(&self, tile: Laid) -> Fate {
        let resolution = travel::resolve(self.basics, self.core, self.at.square(), tile);
        let cause = if resolution.met.contains(self.core.active) {
            Some(Cause::Collision)
        } else {
            resolution.trips.first().and_then(|&(_, end)| self.cause(end))
        };
        Fate { cause, shares_wake: false }
    }

    /// Where ships pass each other: everyone's trip, and whether two that stood apart come to stand at the same place (S13).
    fn passing_fate(&self, tile: Laid) -> Fate {
        let core = self.core;
        let (mut after, mut alive, mut fate) = (core.places.clone(), core.alive, None);
        for seat in core.travellers.clockwise_from(core.active) {
            let end = core.board.route(&self.basics.grid, self.at.square(), tile, core.place(seat).port(), PortSet::EMPTY).end;
            let cause = self.cause(end);
            match end {
                RouteEnd::At(place) if cause.is_none() => after.put(seat, place),
                _ => alive.remove(seat),
            }
            // The active piece comes first.
            fate = fate.or(Some(cause));
        }
        let joins = |seat| {
            let there = after.standing_at(after.at(seat), core.seats).and(alive);
            there.iter().any(|other| core.place(other) != core.place(seat))
        };
        let shares_wake = self.basics.never_share_wake && core.travellers.and(alive).iter().any(joins);
        Fate { cause: fate.flatten(), shares_wake }
    }

    #[inline]
    fn cause(&self, end: RouteEnd) -> Option<Cause> {
        match end {
            RouteEnd::Edge => Some(Cause::Edge),
            RouteEnd::Loop => Some(Cause::Loop),
            RouteEnd::Met(_) => Some(Cause::Collision),
            RouteEnd::At(place) => self.core.board.is_blocked(place.square()).then_some(self.basics.cause_of_blocked),
        }
    }

    #[inline]
    fn avoided(&self, fate: Fate) -> bool {
        fate.cause.is_some_and(|cause| self.basics.avoid.contains(cause))
    }

    /// The legal placements among [`Choices::all`], as a bit for each.
    fn mask(&self) -> u32 {
        let orientations = self.hand.orientations();
        let all = u32::MAX >> (32 - orientations.len());
        let (mut shares, mut avoided, mut alive) = (0u32, 0u32, 0u32);
        if self.entangles() {
            for (index, tile) in self.all().enumerate() {
                let fate = self.fate(tile);
                shares |= u32::from(fate.shares_wake) << index;
                avoided |= u32::from(self.avoided(fate)) << index;
                alive |= u32::from(fate.cause.is_none()) << index;
            }
        } else {
            let verdicts = Verdicts::new(self);
            for index in 0..orientations.len() {
                let verdict = verdicts.of(orientations.at(index), self.at.port(), self.others);
                shares |= u32::from(verdict & SHARES != 0) << index;
                avoided |= u32::from(verdict & AVOIDED != 0) << index;
                alive |= u32::from(verdict & ALIVE != 0) << index;
            }
        }
        let allowed = if shares == all { all } else { all & !shares };
        let wished = allowed & !avoided;
        let falls_away = match self.basics.unless {
            AvoidException::NoOtherMove => wished == 0,
            AvoidException::NoSafeMove => allowed & alive == 0,
        };
        if falls_away { allowed } else { wished }
    }

    /// The legal placements, in ascending order of face and rotation.
    pub fn legal(&self) -> Placements {
        let mask = self.mask();
        let mut legal: Placements = self.all().enumerate().filter(|(index, _)| mask >> index & 1 != 0).map(|(_, tile)| tile).collect();
        legal.sort_unstable();
        legal
    }

    /// How many legal placements there are: at least 1.
    pub fn count(&self) -> u8 {
        self.mask().count_ones() as u8
    }

    /// Whether `tile` is a legal placement.
    pub fn allows(&self, tile: Laid) -> bool {
        if !self.hand.contains(tile.face()) {
            return false;
        }
        // Most placements break nothing; only where one does, the others decide whether it is legal all the same.
        let fate = self.fate(tile);
        (!fate.shares_wake && !self.avoided(fate)) || self.legal().contains(&tile)
    }

    /// A legal placement, all equally likely.
    ///
    /// Most placements are legal, so it draws among all and looks at that one alone; after a few misses it looks at all.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a part of the turn of a simulated game")]
    pub fn sample(&self, rng: &mut Rng) -> Laid {
        let orientations = self.hand.orientations();
        let drawn = rng.below(orientations.len());
        let tile = orientations.at(drawn);
        match self.glance(tile) {
            QuickVerdict::Legal => tile,
            glance => self.sample_again(orientations, drawn, glance, rng),
        }
    }

    /// After the first draw was not plainly legal. Whatever is drawn is taken if it is legal, so all that are legal stay equally likely.
    fn sample_again(&self, orientations: Orientations, mut drawn: u32, mut glance: QuickVerdict, rng: &mut Rng) -> Laid {
        if self.avoids_every_end() {
            for _ in 1..DRAWS {
                if glance == QuickVerdict::Unclear && self.fate(orientations.at(drawn)).lives_well() {
                    return orientations.at(drawn);
                }
                drawn = rng.below(orientations.len());
                glance = self.glance(orientations.at(drawn));
                if glance == QuickVerdict::Legal {
                    return orientations.at(drawn);
                }
            }
        }
        let mut mask = self.mask();
        if mask >> drawn & 1 != 0 {
            return orientations.at(drawn);
        }
        for _ in 0..rng.below(mask.count_ones()) {
            mask &= mask - 1;
        }
        orientations.at(mask.trailing_zeros())
    }

    /// Whether every way in which the active player could be out in this position is to be avoided, so that a placement by which it is out is
    /// legal only where all are.
    fn avoids_every_end(&self) -> bool {
        let board = &self.core.board;
        let mut ends = CauseSet::default().with(Cause::Edge);
        if self.basics.meeting == Meeting::Collide && (board.is_cut() || !self.others.is_empty()) {
            ends = ends.with(Cause::Collision);
        }
        if board.is_cut() {
            ends = ends.with(Cause::Loop);
        }
        if board.is_blocked_anywhere() {
            ends = ends.with(self.basics.cause_of_blocked);
        }
        self.basics.avoid.contains_all(ends)
    }

    /// What can be told of `tile` without following the other pieces.
    #[inline]
    fn glance(&self, tile: Laid) -> QuickVerdict {
        if self.entangles() && self.basics.meeting == Meeting::Collide {
            return QuickVerdict::Unclear;
        }
        // Where the way behind each piece is whole, a path that does not end in the open leads to the rim: off the board, or to the start mark
        // of a piece that it meets. Where pieces pass each other, none keeps another on the board.
        match self.core.board.destination(&self.basics.grid, self.at.square(), tile, self.at.port()) {
            Some(place) if self.core.board.is_blocked(place.square()) => QuickVerdict::Out,
            Some(_) if self.entangles() => QuickVerdict::Unclear,
            Some(place) if self.paths_cut && self.is_taken(place) => QuickVerdict::Unclear,
            Some(_) => QuickVerdict::Legal,
            None => QuickVerdict::Out,
        }
    }
}

/// What a look at one placement tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuickVerdict {
    /// The active player lives and breaks no "never".
    Legal,
    /// The active player is out.
    Out,
    /// That depends on other pieces.
    Unclear,
}

/// The active player lives.
const ALIVE: u8 = 0x10;
/// The active player is out in a way to be avoided.
const AVOIDED: u8 = 0x20;
/// The path comes back into the square, at the port in the lower bits.
const AGAIN: u8 = 0x40;
/// Two ships would be on one wake.
const SHARES: u8 = 0x80;

/// For each port of the square, what becomes of the active piece if its path leaves there: worked out once for all placements, where it travels
/// alone or on a board without broken ways.
struct Verdicts {
    ports: [u8; Port::COUNT],
    /// If it goes round for ever.
    round: u8,
    /// If it meets another piece.
    met: u8,
}

impl Verdicts {
    fn new<Z: Size>(choices: &Choices<'_, Z>) -> Self {
        let out = |cause| if choices.basics.avoid.contains(cause) { AVOIDED } else { 0 };
        let (core, grid, square) = (choices.core, &choices.basics.grid, choices.at.square());
        let leaving = |port: u8| match core.board.exit(grid, square, Port::new(port)) {
            PathExit::Edge => out(Cause::Edge),
            PathExit::At(place) => {
                let fate = choices.fate_at(place);
                fate.cause.map_or(ALIVE, out) | if fate.shares_wake { SHARES } else { 0 }
            }
            PathExit::Again(port) => AGAIN | port.index() as u8,
        };
        Self { ports: [0, 1, 2, 3, 4, 5, 6, 7].map(leaving), round: out(Cause::Loop), met: out(Cause::Collision) }
    }

    /// What becomes of the piece at `from` if `tile` is laid and others stand at the ports `others`; see [`Board::route`](crate::board::Board::route).
    #[inline]
    fn of(&self, tile: Laid, from: Port, others: PortSet) -> u8 {
        let mut leave = tile.exit(from);
        loop {
            if others.contains(leave) {
                return self.met;
            }
            let verdict = self.ports[leave.index()];
            if verdict & AGAIN == 0 {
                return verdict;
            }
            let again = Port::new(verdict);
            if again == from {
                return self.round;
            }
            if others.contains(again) {
                return self.met;
            }
            leave = tile.exit(again);
        }
    }
}

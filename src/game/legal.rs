//! Legal placements (C3, L1, S13).
//!
//! A placement is one distinct orientation of one distinct face in the hand (T3). Those that break a "never" fall away (unless all do), then
//! those that put the active player out in a way to be avoided (unless `placement.unless` says otherwise).

use super::basics::{Basics, Meeting, Unless};
use super::chance::Rng;
use super::core::Core;
use super::event::Cause;
use super::hand::{Hand, MAX_HAND};
use super::seat::SeatSet;
use super::travel;
use crate::board::{Face, Laid, Place, PortSet, Rotation, RouteEnd, Size};
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

/// The question which placements are legal, for the active seat of one moment.
#[derive(Debug)]
pub struct Choices<'a, Z: Size> {
    basics: &'a Basics<Z>,
    core: &'a Core<Z>,
    cause_of_blocked: Cause,
    hand: Hand,
    at: Place,
    others: PortSet,
    /// Whether the way behind each piece may be broken, so that the other pieces must be looked at as well.
    tangled: bool,
}

/// How often a random placement is drawn and looked at before all are listed.
const DRAWS: u32 = 4;

impl<'a, Z: Size> Choices<'a, Z> {
    /// The choices of the active seat, which has tiles and faces an empty square.
    #[inline]
    pub fn new(basics: &'a Basics<Z>, core: &'a Core<Z>, cause_of_blocked: Cause) -> Self {
        let at = core.place(core.active);
        let collide = basics.meeting == Meeting::Collide;
        let others =
            if collide { travel::ports(core, core.facing(at.square()).without(SeatSet::only(core.active))) } else { PortSet::EMPTY };
        let tangled = core.board.is_cut() && (collide || basics.never_share_wake);
        Self { basics, core, cause_of_blocked, hand: core.hand(core.active), at, others, tangled }
    }

    /// All different placements, legal or not, in the order of the hand.
    pub fn all(&self) -> impl Iterator<Item = Laid> + use<Z> {
        self.hand.distinct().flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)))
    }

    /// What `tile` would do to the active player.
    #[inline]
    pub fn fate(&self, tile: Laid) -> Fate {
        if self.tangled {
            return self.tangled_fate(tile);
        }
        let route = self.core.board.route(&self.basics.grid, self.at.square(), tile, self.at.port(), self.others);
        Fate { cause: self.cause(route.end), shares_wake: false }
    }

    #[cold]
    fn tangled_fate(&self, tile: Laid) -> Fate {
        let resolution = travel::resolve(self.basics, self.core, self.at.square(), tile);
        let cause = if resolution.met.contains(self.core.active) {
            Some(Cause::Collision)
        } else {
            resolution.trips.first().and_then(|&(_, end)| self.cause(end))
        };
        Fate { cause, shares_wake: self.basics.never_share_wake && travel::shares_wake(self.core, &resolution) }
    }

    #[inline]
    fn cause(&self, end: RouteEnd) -> Option<Cause> {
        match end {
            RouteEnd::Edge => Some(Cause::Edge),
            RouteEnd::Loop => Some(Cause::Loop),
            RouteEnd::Met(_) => Some(Cause::Collision),
            RouteEnd::At(place) => self.core.board.is_blocked(place.square()).then_some(self.cause_of_blocked),
        }
    }

    #[inline]
    fn avoided(&self, fate: Fate) -> bool {
        fate.cause.is_some_and(|cause| self.basics.avoid.contains(cause))
    }

    /// The legal placements among [`Choices::all`], as a bit for each.
    fn mask(&self) -> u32 {
        let (mut all, mut shares, mut avoided, mut alive) = (0u32, 0u32, 0u32, 0u32);
        for (index, tile) in self.all().enumerate() {
            let fate = self.fate(tile);
            let bit = 1 << index;
            all |= bit;
            shares |= if fate.shares_wake { bit } else { 0 };
            avoided |= if self.avoided(fate) { bit } else { 0 };
            alive |= if fate.cause.is_none() { bit } else { 0 };
        }
        let allowed = if shares == all { all } else { all & !shares };
        let wished = allowed & !avoided;
        let falls_away = match self.basics.unless {
            Unless::NoOtherMove => wished == 0,
            Unless::NoSafeMove => allowed & alive == 0,
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
        self.hand.contains(tile.face()) && self.legal().contains(&tile)
    }

    /// A legal placement, all equally likely.
    ///
    /// Most placements are legal, so it draws among all and looks at that one alone; after a few misses it lists them.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> Laid {
        if !self.tangled {
            let total = self.total();
            for _ in 0..DRAWS {
                let tile = self.nth(rng.below(total));
                let fate = self.fate(tile);
                if fate.cause.is_none() {
                    return tile;
                }
                if !self.avoided(fate) {
                    match self.basics.unless {
                        Unless::NoOtherMove => return tile,
                        // Legal, but so is everything else where nothing keeps the player alive: only the list can tell.
                        Unless::NoSafeMove if self.all().any(|tile| self.fate(tile).cause.is_none()) => return tile,
                        Unless::NoSafeMove => return self.nth(rng.below(total)),
                    }
                }
            }
        }
        self.sample_from_list(rng)
    }

    #[cold]
    fn sample_from_list(&self, rng: &mut Rng) -> Laid {
        let legal = self.legal();
        legal[rng.below(legal.len() as u32) as usize]
    }

    /// How many different placements there are, legal or not.
    #[inline]
    fn total(&self) -> u32 {
        if self.basics.repeats {
            self.hand.distinct().map(|face| u32::from(face.orientations())).sum()
        } else {
            self.hand.iter().map(|face| u32::from(face.orientations())).sum()
        }
    }

    /// The placement at `index` of [`Choices::all`].
    #[inline]
    fn nth(&self, index: u32) -> Laid {
        let mut left = index;
        let mut pick = |face: Face| {
            let count = u32::from(face.orientations());
            if left < count {
                return Some(Laid::new(face, Rotation::new(left as u8)));
            }
            left -= count;
            None
        };
        let found = if self.basics.repeats { self.hand.distinct().find_map(&mut pick) } else { self.hand.iter().find_map(&mut pick) };
        found.unwrap_or_else(|| Laid::new(self.hand.at(0), Rotation::NONE))
    }
}

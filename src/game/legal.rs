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
use crate::board::{Laid, Place, PortSet, RouteEnd, Size};
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
    /// Whether no other piece travels with the active one; known only where it matters.
    alone: bool,
}

/// How often a random placement is drawn and looked at before all are listed.
const DRAWS: u32 = 8;

impl<'a, Z: Size> Choices<'a, Z> {
    /// The choices of the active seat, which has tiles and faces an empty square.
    #[inline]
    pub fn new(basics: &'a Basics<Z>, core: &'a Core<Z>, cause_of_blocked: Cause) -> Self {
        let at = core.place(core.active);
        let collide = basics.meeting == Meeting::Collide;
        let tangled = core.board.is_cut() && (collide || basics.never_share_wake);
        let rest = if collide || tangled { core.facing(at.square()).without(SeatSet::only(core.active)) } else { SeatSet::EMPTY };
        let others = if collide { travel::ports(core, rest) } else { PortSet::EMPTY };
        Self { basics, core, cause_of_blocked, hand: core.hand(core.active), at, others, tangled, alone: rest.is_empty() }
    }

    /// All different placements, legal or not, in the order of the hand.
    pub fn all(&self) -> impl Iterator<Item = Laid> + use<Z> {
        self.hand.distinct().flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)))
    }

    /// What `tile` would do to the active player.
    #[inline]
    pub fn fate(&self, tile: Laid) -> Fate {
        if self.tangled && !self.alone {
            return self.tangled_fate(tile);
        }
        let end = self.core.board.route(&self.basics.grid, self.at.square(), tile, self.at.port(), self.others).end;
        let fate = Fate { cause: self.cause(end), shares_wake: false };
        if let (true, RouteEnd::At(place)) = (self.tangled, end) {
            return self.joined_fate(fate, place);
        }
        fate
    }

    /// The fate of a piece that travels alone to `place`, where another one may stand already.
    fn joined_fate(&self, fate: Fate, place: Place) -> Fate {
        let rest = self.core.alive.without(SeatSet::only(self.core.active));
        if rest.iter().all(|other| self.core.place(other) != place) {
            return fate;
        }
        match self.basics.meeting {
            Meeting::Collide => Fate { cause: Some(Cause::Collision), shares_wake: false },
            Meeting::Pass => Fate { shares_wake: self.basics.never_share_wake && fate.cause.is_none(), ..fate },
        }
    }

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
        for _ in 0..DRAWS {
            let Some(tile) = self.draw(rng) else { continue };
            let fate = self.fate(tile);
            if fate.shares_wake {
                continue;
            }
            if fate.cause.is_none() {
                return tile;
            }
            if !self.avoided(fate) {
                match self.basics.unless {
                    Unless::NoOtherMove => return tile,
                    // Legal, but so is everything else where nothing keeps the player alive: only the list can tell.
                    Unless::NoSafeMove if self.can_live() => return tile,
                    Unless::NoSafeMove => break,
                }
            }
        }
        self.sample_from_list(rng)
    }

    /// Whether a placement that breaks no "never" keeps the player alive.
    fn can_live(&self) -> bool {
        self.all().map(|tile| self.fate(tile)).any(|fate| fate.cause.is_none() && !fate.shares_wake)
    }

    /// One of the different placements, legal or not, all equally likely; `None` where the draw hit a rotation or a face for the second time.
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Option<Laid> {
        let drawn = rng.below(4 * self.hand.len() as u32);
        let (slot, turns) = ((drawn >> 2) as usize, (drawn & 3) as u8);
        let face = self.hand.at(slot);
        let again = self.basics.repeats && self.hand.iter().take(slot).any(|earlier| earlier == face);
        (turns < face.orientations() && !again).then(|| Laid::smallest(face, turns))
    }

    #[cold]
    fn sample_from_list(&self, rng: &mut Rng) -> Laid {
        let legal = self.legal();
        legal[rng.below(legal.len() as u32) as usize]
    }
}

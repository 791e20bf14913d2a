//! [`Timing`]: the moments of a game at which rules act.

use super::key::KeyWord;
use super::words::{KeyWords, key_words};

key_words! {
    /// A moment of a game at which rules act, in the order of a turn. Rules of the same moment act
    /// in the order of the file.
    #[derive(PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Timing {
        SetUp = "set-up": "after the deal, before start marks are chosen",
        TurnBegins = "turn-begins": "when a turn begins, before anything else acts",
        BeforePlacement = "before-placement": "before the placement",
        Response = "response": "before the placement, after those that act `before-placement`",
        Due = "due": "before each placement, or the pass in its place: a rule may take its stead",
        Threat = "threat": "when a blocked square, or something that comes to a square, is about \
            to put pieces out: rules may strike it",
        Ahead = "ahead": "when a tile lies that will put pieces out, before any piece travels: \
            rules may carry pieces away",
        Met = "met": "when pieces have met and are about to be lost, before those that act at the \
            `loss`",
        Loss = "loss": "when pieces are about to be lost, before any of them is",
        Travelled = "travelled": "when the pieces of a placement have travelled, before it is \
            judged who has won",
        AfterPlacement = "after-placement": "when a placement is done with: after its \
            eliminations, its exchange and the returned hands",
        Drawing = "drawing": "when tiles are drawn",
        Drawn = "drawn": "when a tile was drawn, before the next one is",
        TurnEnds = "turn-ends": "at the end of the turn, after tiles are drawn",
        NextSeat = "next-seat": "when the turn is over, to say who is next",
    }
}

/// A set of moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct TimingSet(u32);

impl TimingSet {
    /// The set of these moments.
    pub const fn new(timings: &[Timing]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < timings.len() {
            bits |= 1 << timings[at] as u8;
            at += 1;
        }
        Self(bits)
    }

    /// The moments before the placement of a turn.
    pub const BEFORE_PLACEMENT: Self =
        Self::new(&[Timing::TurnBegins, Timing::BeforePlacement, Timing::Response]);

    /// `BeforePlacement` alone: all that most hazards use.
    pub(in crate::game) const JUST_BEFORE: Self = Self::new(&[Timing::BeforePlacement]);

    /// The moments from the travels of pieces to the next turn.
    pub(in crate::game) const AFTER_TRAVEL: Self = Self::new(&[
        Timing::Travelled,
        Timing::AfterPlacement,
        Timing::Drawing,
        Timing::Drawn,
        Timing::TurnEnds,
        Timing::NextSeat,
    ]);

    /// The moments at which pieces are about to be lost.
    pub const FALLING: Self = Self::new(&[Timing::Met, Timing::Loss]);

    /// The moments that can come in the midst of others.
    pub const NESTED: Self = Self::new(&[Timing::Threat, Timing::Met, Timing::Loss, Timing::Drawn]);

    /// Not a moment of rules: pieces come back when their turns begin, before anything else (V16).
    pub(in crate::game) const RETURNS: Self = Self(1 << 31);

    /// Not a moment of rules either: the square of a placement is chosen (W7).
    pub(in crate::game) const FOR_TEAM: Self = Self(1 << 30);

    /// Nor this: special tiles are placed.
    pub(in crate::game) const SPECIALS: Self = Self(1 << 29);

    /// What comes between all else before a placement and the placement itself.
    pub(in crate::game) const DUE: Self =
        Self::new(&[Timing::Due]).or(Self::FOR_TEAM).or(Self::SPECIALS);

    /// What comes between a placement and the travels of pieces.
    pub(in crate::game) const BEFORE_TRAVEL: Self =
        Self::new(&[Timing::Threat, Timing::Ahead]).or(Self::SPECIALS);

    /// Whether a moment is in the set.
    #[inline]
    pub const fn contains(self, timing: Timing) -> bool {
        self.0 >> timing as u8 & 1 != 0
    }

    /// Whether the set and `other` have a moment in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it has none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The moments of the set that come after `timing`.
    #[must_use]
    pub const fn after(self, timing: Timing) -> Self {
        Self(self.0 & (!1 << timing as u32))
    }

    /// The moments that are in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The moments that are in this set and not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Its moments, in the order of a turn.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Timing> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let timing = Timing::VALUES.get(left.trailing_zeros() as usize).copied();
            left &= left.wrapping_sub(1);
            timing
        })
    }

    /// The moments of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

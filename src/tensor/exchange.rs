//! [`PartialExchange`]: an exchange that is made tile by tile (C12).

use crate::board::{Face, KINDS};
use crate::game::{Exchange, Hand, Observation};

/// An exchange as far as it has come: a row of tiles, given and taken in turn, up to a pass.
///
/// Tiles are given in ascending order, and taken in ascending order; no face is both given and
/// taken. So every exchange of [`Observation::exchanges`] is reached by one row of actions, and no
/// row leads to another one. The number of swaps is not limited as in that list.
///
/// ```
/// use tsuro::board::Face;
/// use tsuro::game::Hand;
/// use tsuro::tensor::PartialExchange;
///
/// let [one, two, five] = [1, 2, 5].map(|number| Face::new(number).expect("there are 35"));
/// let hand: Hand = [one, two].into_iter().collect();
/// let mut partial = PartialExchange::default();
/// assert_eq!(partial.gives(hand, &[five]).collect::<Vec<_>>(), [one, two]);
/// partial.give(two);
/// assert_eq!(partial.takes(&[five]).collect::<Vec<_>>(), [five]);
/// partial.take(five);
/// // Nothing more is offered, so all that is left is to pass.
/// assert_eq!(partial.gives(hand, &[five]).count(), 0);
/// assert_eq!(
///     (partial.exchange().gave(), partial.exchange().took()),
///     (&[two][..], &[five][..])
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartialExchange {
    exchange: Exchange,
    giving: Option<Face>,
}

/// A set of faces, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct FaceSet(u64);

impl FaceSet {
    fn new<'a>(faces: impl IntoIterator<Item = &'a Face>) -> Self {
        Self(faces.into_iter().fold(0, |bits, face| bits | 1 << face.number()))
    }

    /// The faces that are not below `face`.
    const fn from(self, face: Option<Face>) -> Self {
        match face {
            Some(face) => Self(self.0 >> face.number() << face.number()),
            None => self,
        }
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn iter(self) -> impl Iterator<Item = Face> {
        Face::all_kinds().filter(move |face| self.0 >> face.number() & 1 != 0)
    }
}

/// The faces of which `tiles` has more than `gone` has.
fn remaining(tiles: impl Iterator<Item = Face>, gone: &[Face]) -> FaceSet {
    let mut counts = [0i16; KINDS];
    tiles.for_each(|face| counts[face.index()] += 1);
    for face in gone {
        counts[face.index()] -= 1;
    }
    FaceSet(
        Face::all_kinds()
            .filter(|face| counts[face.index()] > 0)
            .fold(0, |bits, face| bits | 1 << face.number()),
    )
}

impl PartialExchange {
    /// The swaps that are made.
    pub const fn exchange(&self) -> &Exchange {
        &self.exchange
    }

    /// The tile that was given, for which another has to be taken next; `None`: the next action
    /// gives one, or passes.
    pub const fn giving(&self) -> Option<Face> {
        self.giving
    }

    /// The faces that may be given next from `hand`, in which the tiles given so far still are,
    /// ascending. None while a tile has to be taken.
    pub fn gives(&self, hand: Hand, offered: &[Face]) -> impl Iterator<Item = Face> + use<> {
        let (gave, took) = (self.exchange.gave(), self.exchange.took());
        let own =
            if self.giving.is_some() { FaceSet::default() } else { remaining(hand.iter(), gave) };
        let own = own.from(gave.last().copied()).without(FaceSet::new(took));
        let (offered, gave) = (self.offered(offered), FaceSet::new(gave));
        // A tile that no other could be taken for would end in nothing.
        own.iter()
            .filter(move |face| !offered.without(gave).without(FaceSet::new([face])).is_empty())
    }

    /// The faces that may be taken next, ascending. None unless a tile was given for it.
    pub fn takes(&self, offered: &[Face]) -> impl Iterator<Item = Face> + use<> {
        let takes = match &self.giving {
            Some(giving) => self
                .offered(offered)
                .without(FaceSet::new(self.exchange.gave()))
                .without(FaceSet::new([giving])),
            None => FaceSet::default(),
        };
        takes.iter()
    }

    /// Of the offered faces that are left, the faces that do not come before one that was taken.
    fn offered(&self, offered: &[Face]) -> FaceSet {
        remaining(offered.iter().copied(), self.exchange.took())
            .from(self.exchange.took().last().copied())
    }

    /// Gives a tile, one of [`PartialExchange::gives`].
    pub const fn give(&mut self, face: Face) {
        self.giving = Some(face);
    }

    /// Takes a tile, one of [`PartialExchange::takes`], for the one that was given. Nothing happens
    /// if none was.
    pub fn take(&mut self, face: Face) {
        if let Some(gave) = self.giving.take() {
            self.exchange.push(gave, face);
        }
    }

    /// The tiles given and taken, in the order of the actions that make `exchange`: each tile
    /// given, and the one taken for it. A face that is both given and taken is left out of both.
    pub fn row(exchange: &Exchange) -> impl Iterator<Item = (Face, Face)> + use<> {
        let (mut gave, mut took) = (exchange.gave().to_vec(), exchange.took().to_vec());
        gave.retain(|face| {
            let same = took.iter().position(|other| other == face);
            same.map(|index| took.remove(index)).is_none()
        });
        gave.sort_unstable();
        took.sort_unstable();
        gave.into_iter().zip(took)
    }

    /// The faces that `sees` may give now.
    pub(super) fn gives_now(&self, sees: &Observation<'_>) -> impl Iterator<Item = Face> + use<> {
        self.gives(sees.hand(), &sees.takeable())
    }

    /// The faces that `sees` may take now.
    pub(super) fn takes_now(&self, sees: &Observation<'_>) -> impl Iterator<Item = Face> + use<> {
        self.takes(&sees.takeable())
    }
}

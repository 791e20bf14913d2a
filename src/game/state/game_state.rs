//! [`State`]: everything that matters for how a game may go on; and [`Exchange`], a decision that
//! changes hands.

use crate::board::Face;
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::own::Own;
use crate::game::rule::terms::Setup;
use crate::game::table::core::Core;
use crate::game::table::veil::Veils;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The state of a game: everything that matters for how it may go on. It has no random generator
/// and no rules: these come from outside.
#[derive(Debug)]
pub struct State<R: RuleSet> {
    pub(in crate::game) core: Core<R::Size>,
    pub(in crate::game) own: Own,
    pub(super) veils: Veils<R::Size>,
}

// Not derived, since that would require `R: Clone`, and the rule set is not part of the state.
impl<R: RuleSet> Clone for State<R> {
    fn clone(&self) -> Self {
        let Self { core, own, .. } = self;
        Self { core: core.clone(), own: own.clone(), veils: Veils::default() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.core.clone_from(&other.core);
        self.own.clone_from(&other.own);
        self.veils.drop_all();
    }
}

impl<R: RuleSet> State<R> {
    /// A table before the deal: the pile is the deck in ascending order.
    pub(in crate::game) fn new(rules: &R, seats: u8) -> Self {
        let basics = rules.basics();
        let own = rules.rule().start(&Setup::new(seats, basics.grid.shape()));
        Self { core: Core::new(basics, seats), own, veils: Veils::default() }
    }

    /// The part of the state that every game has: board, pieces, hands, pile.
    #[inline]
    pub fn core(&self) -> &Core<R::Size> {
        &self.core
    }

    /// The state of the rule.
    #[inline]
    pub fn own(&self) -> &Own {
        &self.own
    }

    /// The state of the rule, to be changed: to another that the same rule has made.
    pub fn own_mut(&mut self) -> &mut Own {
        &mut self.own
    }
}

/// The tiles that one side gives in an exchange.
pub type SwapTiles = ArrayVec<Face, MAX_HAND>;

/// An exchange with the hands of the players just eliminated (C12): as many tiles given as taken,
/// in the order of the swaps. The default has none: it declines.
///
/// Written by serde as `{"gave": [3], "took": [5]}`; lists of different lengths are refused.
///
/// ```
/// use tsuro::board::Face;
/// use tsuro::game::Exchange;
///
/// let [three, five] = [3, 5].map(|number| Face::new(number).expect("there are 35"));
/// let exchange = Exchange::new(&[three], &[five])?;
/// assert_eq!(
///     (exchange.gave(), exchange.took(), exchange.is_empty()),
///     (&[three][..], &[five][..], false)
/// );
/// assert!(Exchange::new(&[three], &[]).is_err());
/// # Ok::<(), tsuro::game::UnequalExchange>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "ExchangeLists", into = "ExchangeLists")]
pub struct Exchange {
    swaps: u8,
    /// Face 0 from number `swaps` on, as in `took`, so that equal exchanges have equal bytes.
    gave: [Face; MAX_HAND],
    took: [Face; MAX_HAND],
}

/// An exchange as it is written.
#[derive(Serialize, Deserialize)]
struct ExchangeLists {
    gave: SwapTiles,
    took: SwapTiles,
}

impl From<Exchange> for ExchangeLists {
    fn from(exchange: Exchange) -> Self {
        Self {
            gave: exchange.gave().iter().copied().collect(),
            took: exchange.took().iter().copied().collect(),
        }
    }
}

impl TryFrom<ExchangeLists> for Exchange {
    type Error = UnequalExchange;

    fn try_from(lists: ExchangeLists) -> Result<Self, UnequalExchange> {
        Self::new(&lists.gave, &lists.took)
    }
}

/// Lists of tiles that are no exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{gave} tiles are given for {took}; the numbers have to be equal, and at most {MAX_HAND}")]
#[non_exhaustive]
pub struct UnequalExchange {
    /// The number of tiles given.
    pub gave: usize,
    /// The number of tiles taken.
    pub took: usize,
}

impl Default for Exchange {
    fn default() -> Self {
        let none = [Face::from_raw(0); MAX_HAND];
        Self { swaps: 0, gave: none, took: none }
    }
}

impl Exchange {
    /// An exchange of the first tile of `gave` for the first of `took`, and so on.
    ///
    /// # Errors
    /// If the lists are not of one length, or longer than a hand can be.
    pub fn new(gave: &[Face], took: &[Face]) -> Result<Self, UnequalExchange> {
        if gave.len() != took.len() || gave.len() > MAX_HAND {
            return Err(UnequalExchange { gave: gave.len(), took: took.len() });
        }
        let mut exchange = Self::default();
        gave.iter().zip(took).for_each(|(&gave, &took)| exchange.push(gave, took));
        Ok(exchange)
    }

    /// Adds a swap; there must be fewer than a hand can hold.
    pub fn push(&mut self, gave: Face, took: Face) {
        let next = usize::from(self.swaps);
        (self.gave[next], self.took[next]) = (gave, took);
        self.swaps += 1;
    }

    /// Takes the last swap back: what was given, and what was taken for it.
    pub fn pop(&mut self) -> Option<(Face, Face)> {
        let last = usize::from(self.swaps).checked_sub(1)?;
        self.swaps -= 1;
        let none = Face::from_raw(0);
        Some((
            std::mem::replace(&mut self.gave[last], none),
            std::mem::replace(&mut self.took[last], none),
        ))
    }

    /// The tiles given from the own hand.
    #[inline]
    pub fn gave(&self) -> &[Face] {
        &self.gave[..usize::from(self.swaps)]
    }

    /// The tiles taken from the hands of the eliminated players.
    #[inline]
    pub fn took(&self) -> &[Face] {
        &self.took[..usize::from(self.swaps)]
    }

    /// Whether it has no swaps, and so declines.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.swaps == 0
    }

    /// The own hand after the exchange: the tiles that stay, in their order, then the tiles taken.
    #[must_use]
    pub fn applied(&self, mut hand: Hand) -> Hand {
        for &tile in self.gave() {
            hand.take(tile);
        }
        for &tile in self.took() {
            hand.push(tile);
        }
        hand
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("gave", &self.gave()).field("took", &self.took()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_gives_as_many_tiles_as_it_takes() {
        let faces = |numbers: &[u8]| {
            numbers.iter().map(|&number| Face::from_raw(number)).collect::<Vec<_>>()
        };
        let exchange = Exchange::new(&faces(&[2, 1]), &faces(&[6, 5])).expect("two for two");
        let written = r#"{"gave":[2,1],"took":[6,5]}"#;
        assert_eq!(serde_json::to_string(&exchange).expect("it can be written"), written);
        assert_eq!(serde_json::from_str::<Exchange>(written).ok(), Some(exchange));
        for (gave, took) in [
            (vec![2, 1], vec![6]),
            (vec![], vec![5]),
            (vec![0; MAX_HAND + 1], vec![1; MAX_HAND + 1]),
        ] {
            let refused = Exchange::new(&faces(&gave), &faces(&took)).expect_err("not an exchange");
            assert_eq!((refused.gave, refused.took), (gave.len(), took.len()));
            let written = serde_json::json!({ "gave": gave, "took": took });
            assert!(serde_json::from_value::<Exchange>(written).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_swap_taken_back_leaves_no_trace() {
        let mut exchange = Exchange::default();
        exchange.push(Face::from_raw(3), Face::from_raw(5));
        assert_eq!(exchange.pop(), Some((Face::from_raw(3), Face::from_raw(5))));
        assert_eq!((exchange, exchange.pop()), (Exchange::default(), None));
    }
}

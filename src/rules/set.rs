//! [`Rules`]: a rule set as the engine plays it, and [`AnyRules`] for both table widths.

use super::draw::Draw;
use super::hazard::Hazard;
use super::score::Score;
use crate::board::{Large, Size, Small};
use crate::game::{Basics, RuleSet};

/// A rule set: its data and its three phase rules, as a rule-set file names them.
#[derive(Debug)]
pub struct Rules<Z: Size> {
    /// The part of the rules that is data: board, deck, hand size, legality.
    pub basics: Basics<Z>,
    /// The rule by which players draw when a turn ends.
    pub draw: Draw,
    /// The rule for what acts before each placement.
    pub hazard: Hazard,
    /// The rule that decides when the game ends and who wins.
    pub score: Score,
}

impl<Z: Size> RuleSet for Rules<Z> {
    type Size = Z;
    type Draw = Draw;
    type Hazard = Hazard;
    type Score = Score;

    #[inline]
    fn basics(&self) -> &Basics<Z> {
        &self.basics
    }
    #[inline]
    fn draw(&self) -> &Draw {
        &self.draw
    }
    #[inline]
    fn hazard(&self) -> &Hazard {
        &self.hazard
    }
    #[inline]
    fn score(&self) -> &Score {
        &self.score
    }
}

/// A rule set with tables as wide as its board, deck and number of seats need.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "few exist at a time, and a game reads from it all the time")]
pub enum AnyRules {
    /// Up to 256 path points, 16 seats and 128 tiles, see [`Small`].
    Small(Rules<Small>),
    /// Up to 16×16 squares, 32 seats and 1,024 tiles, see [`Large`].
    Large(Rules<Large>),
}

/// Runs the same code on the [`Rules`] of an [`AnyRules`], whatever their width: `with_rules!(rules, |rules| …)`.
#[macro_export]
#[doc(hidden)]
macro_rules! with_rules {
    ($rules:expr, |$name:ident| $body:expr) => {
        match $rules {
            $crate::rules::AnyRules::Small($name) => $body,
            $crate::rules::AnyRules::Large($name) => $body,
        }
    };
}

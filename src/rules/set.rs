//! [`Rules`]: a rule set as the engine plays it, and [`AnyRules`] for both table widths.

use super::draw::Draw;
use super::hazard::Hazard;
use super::score::Score;
use crate::board::{Large, Size, Small};
use crate::game::{Basics, DrawRule, HazardRule, RuleSet, ScoreRule};

/// A rule set: its data and its three phase rules. The default type parameters are the rules that a file can name.
#[derive(Debug)]
pub struct Rules<Z: Size, D = Draw, H = Hazard, C = Score> {
    /// The part of the rules that is data: board, deck, hand size, legality.
    pub basics: Basics<Z>,
    /// The rule by which players draw when a turn ends.
    pub draw: D,
    /// The rule for what acts before each placement.
    pub hazard: H,
    /// The rule that decides when the game ends and who wins.
    pub score: C,
}

impl<Z: Size, D: DrawRule, H: HazardRule, C: ScoreRule> RuleSet for Rules<Z, D, H, C> {
    type Size = Z;
    type Draw = D;
    type Hazard = H;
    type Score = C;

    #[inline]
    fn basics(&self) -> &Basics<Z> {
        &self.basics
    }
    #[inline]
    fn draw(&self) -> &D {
        &self.draw
    }
    #[inline]
    fn hazard(&self) -> &H {
        &self.hazard
    }
    #[inline]
    fn score(&self) -> &C {
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

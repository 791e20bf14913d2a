//! A rule set as the engine plays it.

use super::draw::Draw;
use super::hazard::Hazard;
use super::score::Score;
use crate::board::{Large, Size, Small};
use crate::game::{Basics, DrawRule, HazardRule, RuleSet, ScoreRule};

/// A rule set made of a draw, a hazard and a score rule: by default those that a file can name.
#[derive(Debug)]
pub struct Rules<Z: Size, D = Draw, H = Hazard, C = Score> {
    /// The part that is data.
    pub basics: Basics<Z>,
    /// Who draws.
    pub draw: D,
    /// What acts before each placement.
    pub hazard: H,
    /// Who wins.
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

/// A rule set in the width that its board, deck and seats need.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one for each rule set in use, and a game looks into it all the time")]
pub enum AnyRules {
    /// See [`Small`].
    Small(Rules<Small>),
    /// See [`Large`].
    Large(Rules<Large>),
}

/// Runs the same code on a rule set of either width: `with_rules!(rules, |rules| …)`.
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

//! [`Rules`]: a rule set as the engine plays it, and [`AnyRules`] for both table widths.

use super::draw::Draw;
use super::hazard::{Hazard, HazardState};
use super::score::Score;
use crate::board::{Large, Size, Small};
use crate::game::{Basics, RuleSet, SealedRules, State, Timing, TimingSet};

/// A rule set: its data and its three phase rules, as a rule-set file names them.
#[derive(Debug)]
#[non_exhaustive]
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

impl<Z: Size> Rules<Z> {
    /// The moments at which the rule of this name may ask somebody.
    pub(crate) fn moments_of(&self, rule: &str) -> TimingSet {
        let draws = self.draw.outside_name() == Some(rule);
        if draws { TimingSet::of(&[Timing::Drawing]) } else { self.hazard.timings_of(rule) }
    }
}

impl<Z: Size> SealedRules for Rules<Z> {}

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

    fn asking(&self, hazard: &HazardState, at: Timing) -> &'static str {
        if at == Timing::Drawing { self.draw.name() } else { self.hazard.acting(hazard) }
    }
}

/// A rule set with tables as wide as its board, deck and number of seats need.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "few exist at a time, and a game reads from it all the time")]
#[expect(clippy::exhaustive_enums, reason = "`with_rules!` matches both widths in other crates")]
pub enum AnyRules {
    /// Up to 256 path points, 16 seats and 128 tiles, see [`Small`].
    Small(Rules<Small>),
    /// Up to 16×16 squares, 32 seats and 1,024 tiles, see [`Large`].
    Large(Rules<Large>),
}

/// A state of [`AnyRules`], as wide as they are.
#[derive(Debug, Clone)]
pub(crate) enum AnyGameState {
    /// See [`Small`].
    Small(Box<State<Rules<Small>>>),
    /// See [`Large`].
    Large(Box<State<Rules<Large>>>),
}

impl From<State<Rules<Small>>> for AnyGameState {
    fn from(state: State<Rules<Small>>) -> Self {
        Self::Small(Box::new(state))
    }
}

impl From<State<Rules<Large>>> for AnyGameState {
    fn from(state: State<Rules<Large>>) -> Self {
        Self::Large(Box::new(state))
    }
}

/// Runs the same code on a rule set and a state of it, of either width: `with_state!(rules, state, |rules, state| …)`.
macro_rules! with_state {
    ($any_rules:expr, $any_state:expr, |$rules:ident, $state:ident| $body:expr) => {
        match ($any_rules, $any_state) {
            ($crate::rules::AnyRules::Small($rules), $crate::rules::AnyGameState::Small($state)) => $body,
            ($crate::rules::AnyRules::Large($rules), $crate::rules::AnyGameState::Large($state)) => $body,
            _ => unreachable!("a state is as wide as its rules"),
        }
    };
}
pub(crate) use with_state;

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

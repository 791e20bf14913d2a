//! [`Rules`]: a rule set as a file describes it and the engine plays it, and [`AnyRules`] for both
//! table widths.

use crate::board::{Large, Size, Small};
use crate::game::{Basics, RuleList, RuleSet, State};

/// A rule set: its data and its rules.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rules<Z: Size> {
    /// The part of the rules that is data: board, deck, hand size, legality.
    pub basics: Basics<Z>,
    /// The rules that the file names: placement rule, draw rule, hazards, score rule.
    pub list: RuleList,
}

impl<Z: Size> Rules<Z> {
    /// A rule set of this data and these rules, as they are.
    pub const fn new(basics: Basics<Z>, list: RuleList) -> Self {
        Self { basics, list }
    }
}

impl<Z: Size> RuleSet for Rules<Z> {
    type Size = Z;
    type Rule = RuleList;

    #[inline]
    fn basics(&self) -> &Basics<Z> {
        &self.basics
    }
    #[inline]
    fn rule(&self) -> &RuleList {
        &self.list
    }
}

/// A rule set with tables as wide as its board, deck and number of seats need.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "few exist at a time, and a game reads from it all the time"
)]
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

/// Runs the same code on a rule set and a state of it, of either width:
/// `with_state!(rules, state, |rules, state| …)`.
macro_rules! with_state {
    ($any_rules:expr, $any_state:expr, |$rules:ident, $state:ident| $body:expr) => {
        match ($any_rules, $any_state) {
            (
                $crate::rules::AnyRules::Small($rules),
                $crate::rules::AnyGameState::Small($state),
            ) => $body,
            (
                $crate::rules::AnyRules::Large($rules),
                $crate::rules::AnyGameState::Large($state),
            ) => $body,
            _ => unreachable!("a state is as wide as its rules"),
        }
    };
}
pub(crate) use with_state;

/// Runs the same code on the [`Rules`] of an [`AnyRules`], whatever their width:
/// `with_rules!(rules, |rules| …)`.
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

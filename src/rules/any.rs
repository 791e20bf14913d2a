//! Rules from outside the crate as trait objects, with their states.

use super::maker::{each_method, given_type};
use crate::board::{Laid, Port, Square};
use crate::game::{
    Answer, Cause, DrawRule, Effect, Ending, HazardRule, Occasion, PieceFace, Progress, Question, Relocation, Rng, Rule, RuleContext,
    RuleFacts, RulePiece, RuleState, ScoreRule, Seat, SeatSet, Shown, Supply, Texts, Timing, draw_rule, hazard_rule, score_rule,
};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// The state of a rule from outside the crate.
#[derive(Debug)]
pub struct AnyState(Box<dyn DynState>);

trait DynState: Any + Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn DynState>;
    /// Copies `other` over this state; `false` (and no change) if it has another type.
    fn copy_from(&mut self, other: &dyn DynState) -> bool;
    fn save(&self) -> Value;
}

impl<T: RuleState> DynState for T {
    fn boxed(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }
    fn copy_from(&mut self, other: &dyn DynState) -> bool {
        let other = (other as &dyn Any).downcast_ref::<T>();
        other.map(|other| self.clone_from(other)).is_some()
    }
    fn save(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl AnyState {
    fn new<T: RuleState>(state: T) -> Self {
        Self(Box::new(state))
    }

    /// Reads back what [`AnyState::save`] wrote.
    fn restore<T: RuleState>(saved: &Value) -> Result<Self, String> {
        serde_json::from_value::<T>(saved.clone()).map(Self::new).map_err(|error| error.to_string())
    }

    /// The state as JSON, for a position's `rule-state`.
    pub(crate) fn save(&self) -> Value {
        self.0.save()
    }

    /// # Panics
    /// If the state is that of another rule, which no caller can bring about.
    fn of<T: RuleState>(&self) -> &T {
        (&*self.0 as &dyn Any).downcast_ref().expect("a rule is only ever given its own state")
    }

    /// # Panics
    /// If the state is that of another rule, as with [`AnyState::of`].
    fn of_mut<T: RuleState>(&mut self) -> &mut T {
        (&mut *self.0 as &mut dyn Any).downcast_mut().expect("a rule is only ever given its own state")
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }

    fn clone_from(&mut self, other: &Self) {
        if !self.0.copy_from(&*other.0) {
            *self = other.clone();
        }
    }
}

/// The type by which the twin's methods get the game or the state.
macro_rules! dyn_type {
    (table_mut) => { &mut dyn RuleContext };
    (table) => { &dyn RuleContext };
    (state_mut) => { &mut AnyState };
    (state) => { &AnyState };
}

/// A game as a trait object. A state is handed on as it is.
macro_rules! to_dyn {
    (table_mut $table:ident) => {
        $table.as_dyn()
    };
    (table $table:ident) => {
        $table.as_dyn_ref()
    };
    ($given:ident $state:ident) => {
        $state
    };
}

/// A state turned back into the rule's own type. A game is handed on as it is.
macro_rules! to_own {
    (state_mut $state:ident) => {
        $state.of_mut()
    };
    (state $state:ident) => {
        $state.of()
    };
    ($given:ident $table:ident) => {
        $table
    };
}

/// Declares a method of the twin.
macro_rules! twin_method {
    ([] start ($($size:ident: $type:ty),*) $all:tt) => { fn start(&self $(, $size: $type)*) -> AnyState; };
    (
        [] $inline:tt $name:ident [$($T:ident $table:ident: $how:ident)?] [$($state:ident: $given:ident)?]
        ($($arg:ident: $type:ty),*) $all:tt [$($answer:tt)*]
    ) => {
        fn $name(&self $(, $table: dyn_type!($how))? $(, $state: dyn_type!($given))? $(, $arg: $type)*) $($answer)*;
    };
}

/// Makes a method of the twin of a rule `R`: the rule's own, with the state turned back into its type.
macro_rules! own_method {
    ([$phase:ident] start ($($size:ident: $type:ty),*) $all:tt) => {
        fn start(&self $(, $size: $type)*) -> AnyState {
            AnyState::new(<R as $phase>::start(self $(, $size)*))
        }
    };
    (
        [$phase:ident] $inline:tt $name:ident [$($T:ident $table:ident: $how:ident)?] [$($state:ident: $given:ident)?]
        ($($arg:ident: $type:ty),*) $all:tt [$($answer:tt)*]
    ) => {
        fn $name(&self $(, $table: dyn_type!($how))? $(, $state: dyn_type!($given))? $(, $arg: $type)*) $($answer)* {
            <R as $phase>::$name(self $(, to_own!($how $table))? $(, to_own!($given $state))? $(, $arg)*)
        }
    };
}

/// Makes a method of the trait for a twin in a box.
macro_rules! boxed_method {
    ([] start ($($size:ident: $type:ty),*) $all:tt) => {
        fn start(&self $(, $size: $type)*) -> AnyState {
            self.0.start($($size),*)
        }
    };
    (
        [] $inline:tt $name:ident [$($T:ident $table:ident: $how:ident)?] [$($state:ident: $given:ident)?]
        ($($arg:ident: $type:ty),*) $all:tt [$($answer:tt)*]
    ) => {
        fn $name$(<$T: RuleContext + ?Sized>)?(
            &self $(, $table: given_type!($how AnyState))? $(, $state: given_type!($given AnyState))? $(, $arg: $type)*
        ) $($answer)* {
            self.0.$name($(to_dyn!($how $table),)? $(to_dyn!($given $state),)? $($arg),*)
        }
    };
}

/// Makes the object-safe twin of a phase's trait, implements it for every rule whose state can be saved, and makes a
/// rule of the phase of any such twin.
macro_rules! any_rule {
    ($table:ident: $(#[$doc:meta])* $boxed:ident of $phase:ident by $twin:ident) => {
        trait $twin: Debug + Send + Sync {
            fn name(&self) -> &'static str;
            fn effects(&self, facts: &RuleFacts) -> Vec<Effect>;
            fn restore(&self, saved: &Value) -> Result<AnyState, String>;
            $table! { each_method! twin_method! }
        }

        impl<R: Rule + $phase<State: RuleState>> $twin for R {
            fn name(&self) -> &'static str {
                R::NAME
            }
            fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
                <R as Rule>::effects(self, facts)
            }
            fn restore(&self, saved: &Value) -> Result<AnyState, String> {
                AnyState::restore::<R::State>(saved)
            }
            $table! { each_method! own_method! $phase }
        }

        $(#[$doc])*
        #[derive(Debug)]
        pub struct $boxed(Box<dyn $twin>);

        impl $phase for $boxed {
            type State = AnyState;

            $table! { each_method! boxed_method! }
        }

        impl $boxed {
            pub(super) fn new<R: Rule + $phase<State: RuleState>>(rule: R) -> Self {
                Self(Box::new(rule))
            }

            /// Its name in rule-set files.
            pub(super) fn name(&self) -> &'static str {
                self.0.name()
            }

            /// What it can do in a game.
            pub(super) fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
                self.0.effects(facts)
            }

            /// Reads back a state that [`AnyState::save`] wrote.
            ///
            /// # Errors
            /// What is wrong with it, as a lower-case fragment.
            pub(super) fn restore(&self, saved: &Value) -> Result<AnyState, String> {
                self.0.restore(saved)
            }
        }
    };
}

any_rule! { draw_rule:
    /// A draw rule from outside the crate.
    AnyDraw of DrawRule by DynDraw
}
any_rule! { hazard_rule:
    /// A hazard rule from outside the crate.
    AnyHazard of HazardRule by DynHazard
}
any_rule! { score_rule:
    /// A score rule from outside the crate.
    AnyScore of ScoreRule by DynScore
}

//! Rules from outside the crate as trait objects, with their states.

use crate::board::{Laid, Port, Square};
use crate::game::{
    Answer, Cause, DrawRule, Effect, Ending, HazardRule, Monster, Occasion, Progress, Question, Relocation, Rng, Rule, RuleContext,
    RuleFacts, RuleState, ScoreRule, Seat, SeatSet, Timing, TimingSet,
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

/// Declares the object-safe twin of a rule trait and implements it for every rule whose state can be saved: first the
/// methods that all phases share, then the listed ones. Each calls the rule's own method with the state turned back
/// into its own type.
macro_rules! object_safe_twin {
    (
        $(#[$doc:meta])* $twin:ident of $phase:ident, start($($size:ident),*);
        $(fn $method:ident(&$this:ident $(, $name:ident: $type:ty)*) $(-> $answer:ty)? { $body:expr })*
    ) => {
        $(#[$doc])*
        pub trait $twin: Debug + Send + Sync {
            fn any_name(&self) -> &'static str;
            fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect>;
            fn any_start(&self, $($size: u8),*) -> AnyState;
            fn any_restore(&self, saved: &Value) -> Result<AnyState, String>;
            fn any_view(&self, state: &AnyState, seat: Option<Seat>) -> Value;
            fn any_redeal(&self, state: &mut AnyState, seat: Seat, rng: &mut Rng);
            $(fn $method(&self $(, $name: $type)*) $(-> $answer)?;)*
        }

        impl<T: Rule + $phase<State: RuleState>> $twin for T {
            fn any_name(&self) -> &'static str {
                T::NAME
            }
            fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect> {
                self.effects(facts)
            }
            fn any_start(&self, $($size: u8),*) -> AnyState {
                AnyState::new(self.start($($size),*))
            }
            fn any_restore(&self, saved: &Value) -> Result<AnyState, String> {
                AnyState::restore::<T::State>(saved)
            }
            fn any_view(&self, state: &AnyState, seat: Option<Seat>) -> Value {
                self.view(state.of(), seat)
            }
            fn any_redeal(&self, state: &mut AnyState, seat: Seat, rng: &mut Rng) {
                self.redeal(state.of_mut(), seat, rng);
            }
            $(fn $method(&$this $(, $name: $type)*) $(-> $answer)? { $body })*
        }
    };
}

object_safe_twin! {
    /// A draw rule from outside the crate: the object-safe twin of [`DrawRule`].
    AnyDraw of DrawRule, start(seats);

    fn any_hands_returned(&self, table: &mut dyn RuleContext, state: &mut AnyState, gone: SeatSet) {
        self.hands_returned(table, state.of_mut(), gone)
    }
    fn any_draw(&self, table: &mut dyn RuleContext, state: &mut AnyState) -> Progress { self.draw(table, state.of_mut()) }
    fn any_go_on(&self, table: &mut dyn RuleContext, state: &mut AnyState) -> Progress { self.go_on(table, state.of_mut()) }
    fn any_question(&self, table: &dyn RuleContext, state: &AnyState, seat: Seat) -> Option<Question> {
        self.question(table, state.of(), seat)
    }
    fn any_answer(&self, table: &mut dyn RuleContext, state: &mut AnyState, seat: Seat, answer: Answer) {
        self.answer(table, state.of_mut(), seat, answer)
    }
    fn any_extra(&self) -> u8 { self.extra() }
    fn any_token(&self) -> &'static str { self.token() }
    fn any_holder(&self, state: &AnyState) -> Option<Seat> { self.holder(state.of()) }
    fn any_set_holder(&self, state: &mut AnyState, holder: Option<Seat>) -> bool { self.set_holder(state.of_mut(), holder) }
}

object_safe_twin! {
    /// A hazard rule from outside the crate: the object-safe twin of [`HazardRule`].
    AnyHazard of HazardRule, start(seats);

    fn any_timings(&self) -> TimingSet { TimingSet::of(T::TIMINGS) }
    fn any_begin(&self, table: &mut dyn RuleContext, state: &mut AnyState, at: Timing) { self.begin(table, state.of_mut(), at) }
    fn any_act(&self, table: &mut dyn RuleContext, state: &mut AnyState, at: Timing) -> Progress { self.act(table, state.of_mut(), at) }
    fn any_question(&self, table: &dyn RuleContext, state: &AnyState, seat: Seat) -> Option<Question> {
        self.question(table, state.of(), seat)
    }
    fn any_answer(&self, table: &mut dyn RuleContext, state: &mut AnyState, seat: Seat, answer: Answer) {
        self.answer(table, state.of_mut(), seat, answer)
    }
    fn any_strike(&self, table: &mut dyn RuleContext, state: &mut AnyState, square: Square) -> bool {
        self.strike(table, state.of_mut(), square)
    }
    fn any_finish(&self, table: &mut dyn RuleContext, state: &mut AnyState) -> Relocation { self.finish(table, state.of_mut()) }
    fn any_cause(&self) -> Option<Cause> { self.cause() }
    fn any_monsters(&self, state: &AnyState) -> Vec<Monster> { self.monsters(state.of()) }
    fn any_supply(&self, state: &AnyState) -> Option<Vec<u8>> { self.supply(state.of()) }
    fn any_set_monsters(&self, state: &mut AnyState, monsters: &[Monster], supply: Option<&[u8]>) -> Result<(), String> {
        self.set_monsters(state.of_mut(), monsters, supply)
    }
}

object_safe_twin! {
    /// A score rule from outside the crate: the object-safe twin of [`ScoreRule`].
    AnyScore of ScoreRule, start(seats, columns, rows);

    fn any_teams(&self) -> u8 { self.teams() }
    fn any_one_hand(&self) -> bool { self.one_hand() }
    fn any_counts_crossings(&self) -> bool { self.counts_crossings() }
    fn any_crossing(&self, state: &mut AnyState, seat: Seat, square: Square, tile: Laid, from: Port, to: Port) {
        self.crossing(state.of_mut(), seat, square, tile, from, to)
    }
    fn any_removed(&self, state: &mut AnyState, square: Square) { self.removed(state.of_mut(), square) }
    fn any_ending(&self, table: &dyn RuleContext, state: &AnyState, occasion: Occasion) -> Option<Ending> {
        self.ending(table, state.of(), occasion)
    }
    fn any_scores(&self, table: &dyn RuleContext, state: &AnyState) -> Option<Vec<i64>> { self.scores(table, state.of()) }
    fn any_points(&self, state: &AnyState, seat: Seat) -> Option<i64> { self.points(state.of(), seat) }
    fn any_set_scores(&self, state: &mut AnyState, scores: &[i64]) -> bool { self.set_scores(state.of_mut(), scores) }
}

/// Implements what the enums [`Draw`](super::Draw), [`Hazard`](super::Hazard) and [`Score`](super::Score) share: the
/// names and effects of their rules, and saving and restoring the state of a rule from outside the crate.
macro_rules! rule_enum {
    ($rules:ident { $($arm:ident($rule:ty)),* }, $state:ident, $phase:literal) => {
        impl $rules {
            /// The name of a rule from outside the crate; `None` for those of the crate.
            pub(crate) fn outside_name(&self) -> Option<&'static str> {
                if let Self::Any(rule) = self { Some(rule.any_name()) } else { None }
            }

            /// The rule's name, and what it can do in a game.
            pub(crate) fn effects(&self, facts: &$crate::game::RuleFacts) -> (&'static str, Vec<$crate::game::Effect>) {
                match self {
                    $(Self::$arm(rule) => (<$rule as $crate::game::Rule>::NAME, <$rule as $crate::game::Rule>::effects(rule, facts)),)*
                    Self::Any(rule) => (rule.any_name(), rule.any_effects(facts)),
                }
            }

            /// Name and state, as JSON, of a rule from outside the crate: an entry of a position's `rule-state`.
            pub(crate) fn save(&self, state: &$state) -> Option<(&'static str, serde_json::Value)> {
                match (self, state) {
                    (Self::Any(rule), $state::Any(state)) => Some((rule.any_name(), state.save())),
                    _ => None,
                }
            }

            /// Reads back a state that [`Self::save`] wrote.
            ///
            /// # Errors
            /// What is wrong with it, as a lower-case fragment.
            pub(crate) fn restore(&self, saved: &serde_json::Value) -> Result<$state, String> {
                match self {
                    Self::Any(rule) => rule.any_restore(saved).map($state::Any),
                    _ => Err(concat!("this ", $phase, " rule has no state of its own").into()),
                }
            }
        }
    };
}
pub(super) use rule_enum;

/// Implements `Clone` for the enum of the states of a phase. It is not derived because `clone_from` over a state of the
/// same kind has to reuse its memory: searches copy states thousands of times.
macro_rules! clone_in_place {
    ($state:ident { None, $($arm:ident),* }) => {
        impl Clone for $state {
            fn clone(&self) -> Self {
                match self {
                    Self::None => Self::None,
                    $(Self::$arm(state) => Self::$arm(state.clone()),)*
                }
            }

            fn clone_from(&mut self, other: &Self) {
                match (self, other) {
                    $((Self::$arm(state), Self::$arm(other)) => state.clone_from(other),)*
                    (state, other) => *state = other.clone(),
                }
            }
        }
    };
}
pub(super) use clone_in_place;

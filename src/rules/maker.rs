//! Macros over the tables of methods in `game/rule/traits.rs`. For the enums of draw, hazard and score rules, which the
//! files of those phases declare, they implement the trait of the phase, `Clone` for the states, and what rules from outside
//! the crate have in common (names, effects, saved states). [`any`](super::any) makes the object-safe twin of each trait
//! from the same tables.

/// Hands each method of a table to another macro, which makes one method of it. So `draw_rule! { each_method! made! x }`
/// becomes `made! { [x] start (seats: u8) (seats) }` and, for `act` of `hazard_rule!`,
///
/// ```text
/// made! { [x] [#[inline]] act [T table: table_mut] [state: state_mut] (at: Timing) (table, state, at) [-> Progress] }
/// ```
///
/// That is: how the method of an enum is inlined; its name; whether and how it gets the game, and the rule's state; what
/// else it gets; all that it gets once more, as a call has it (a macro cannot repeat arguments within another
/// repetition); what it returns.
macro_rules! each_method {
    ([$make:ident! $($to:tt)*] $(#[$doc:meta])* pub trait $phase:ident {
        $(#[$memory:meta])* type State: RuleMemory;
        $(#[$begins:meta])* fn start(&self $(, $size:ident: $type:ty)*) -> Self::State;
        $($methods:tt)*
    }) => {
        $make! { [$($to)*] start ($($size: $type),*) ($($size),*) }
        each_method! { @inline [$make [$($to)*]] $($methods)* }
    };
    // Saves 1.3 to 1.7 % of the instructions of a random game where a rule draws, by `benches/instructions.sh`.
    (@inline $make:tt $(#[$doc:meta])* hot fn $($rest:tt)*) => { each_method! { @given $make [#[inline(always)]] $($rest)* } };
    (@inline $make:tt $(#[$doc:meta])* warm fn $($rest:tt)*) => { each_method! { @given $make [#[inline]] $($rest)* } };
    (@inline $make:tt $(#[$doc:meta])* fn $($rest:tt)*) => { each_method! { @given $make [] $($rest)* } };
    (@inline $make:tt) => {};
    (@given $make:tt $inline:tt $name:ident<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State $($args:tt)*) $($rest:tt)*) => {
        each_method! { @end $make $inline $name [T table: table_mut] [state: state_mut] (table, state) ($($args)*) $($rest)* }
    };
    (@given $make:tt $inline:tt $name:ident<T: RuleContext + ?Sized>(&self, table: &T, state: &Self::State $($args:tt)*) $($rest:tt)*) => {
        each_method! { @end $make $inline $name [T table: table] [state: state] (table, state) ($($args)*) $($rest)* }
    };
    (@given $make:tt $inline:tt $name:ident(&self, state: &mut Self::State $($args:tt)*) $($rest:tt)*) => {
        each_method! { @end $make $inline $name [] [state: state_mut] (state) ($($args)*) $($rest)* }
    };
    (@given $make:tt $inline:tt $name:ident(&self, state: &Self::State $($args:tt)*) $($rest:tt)*) => {
        each_method! { @end $make $inline $name [] [state: state] (state) ($($args)*) $($rest)* }
    };
    (@given $make:tt $inline:tt $name:ident(&self) $($rest:tt)*) => { each_method! { @end $make $inline $name [] [] () () $($rest)* } };
    (@end $make:tt $inline:tt $name:ident $table:tt $state:tt $own:tt $args:tt $(-> $answer:ty)?; $($rest:tt)*) => {
        each_method! { @make $make $inline $name $table $state $own $args [$(-> $answer)?] }
        each_method! { @inline $make $($rest)* }
    };
    (@end $make:tt $inline:tt $name:ident $table:tt $state:tt $own:tt $args:tt $(-> $answer:ty)? $body:block $($rest:tt)*) => {
        each_method! { @make $make $inline $name $table $state $own $args [$(-> $answer)?] }
        each_method! { @inline $make $($rest)* }
    };
    (@make [$make:ident $to:tt] $inline:tt $name:ident $table:tt $state:tt ($($own:ident),*) ($(, $arg:ident: $type:ty)*) $answer:tt) => {
        $make! { $to $inline $name $table $state ($($arg: $type),*) ($($own,)* $($arg),*) $answer }
    };
}
pub(super) use each_method;

/// The type by which a method gets the game or the state, where the rule's state is a `$state`.
macro_rules! given_type {
    (table_mut $state:ty) => {
        &mut T
    };
    (table $state:ty) => {
        &T
    };
    (state_mut $state:ty) => {
        &mut $state
    };
    (state $state:ty) => {
        &$state
    };
}
pub(super) use given_type;

/// What a method returns that was given the state of another rule, which no caller can bring about. Where a rule acts,
/// it costs nothing.
macro_rules! wrong_state {
    () => {
        unreachable!("a rule is only ever given its own state")
    };
    ($acts:ident) => {
        Default::default()
    };
}
pub(super) use wrong_state;

/// Makes a method of the enum of a phase: that of the rule that it holds.
macro_rules! enum_method {
    ([$held:ident { $($arm:ident in $slot:ident),* }] start ($($size:ident: $type:ty),*) $all:tt) => {
        fn start(&self $(, $size: $type)*) -> $held {
            match self { $(Self::$arm(rule) => $held::$slot(rule.start $all.into()),)* }
        }
    };
    ([$held:ident { $($arm:ident in $slot:ident),* }] [$($inline:tt)*] $name:ident [] [] () () [$($answer:tt)*]) => {
        $($inline)*
        fn $name(&self) $($answer)* {
            match self { $(Self::$arm(rule) => rule.$name(),)* }
        }
    };
    (
        [$held:ident { $($arm:ident in $slot:ident),* }] [$($inline:tt)*]
        $name:ident [$($T:ident $table:ident: $how:ident)?] [$state:ident: $given:ident] ($($arg:ident: $type:ty),*) $all:tt [$($answer:tt)*]
    ) => {
        $($inline)*
        fn $name$(<$T: RuleContext + ?Sized>)?(
            &self, $($table: given_type!($how $held),)? $state: given_type!($given $held) $(, $arg: $type)*
        ) $($answer)* {
            match (self, $state) {
                $((Self::$arm(rule), $held::$slot($state)) => rule.$name $all,)*
                _ => wrong_state!($($how)?),
            }
        }
    };
}
pub(super) use enum_method;

/// Implements the trait of a phase for an enum of rules, and `Clone` for the enum of their states. That is not derived
/// because `clone_from` over a state of the same kind has to reuse its memory: searches copy states thousands of times.
macro_rules! phase_enum {
    ($table:ident: $phase:ident for $rules:ident { $($arm:ident in $slot:ident),* }, $held:ident { $($state:ident),* }) => {
        impl $phase for $rules {
            type State = $held;

            $table! { each_method! enum_method! $held { $($arm in $slot),* } }
        }

        impl Clone for $held {
            fn clone(&self) -> Self {
                match self {
                    $(Self::$state(state) => Self::$state(state.clone()),)*
                }
            }

            fn clone_from(&mut self, other: &Self) {
                match (self, other) {
                    $((Self::$state(state), Self::$state(other)) => state.clone_from(other),)*
                    (state, other) => *state = other.clone(),
                }
            }
        }
    };
}
pub(super) use phase_enum;

/// Implements what enums share that have an arm `Any` for rules from outside the crate: the names and effects of their
/// rules, and how the state of a rule from outside is saved and restored.
macro_rules! named_rules {
    ($rules:ident { $($arm:ident($rule:ty)),* }, $held:ident) => {
        impl $rules {
            /// The rule's name in rule-set files.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Self::$arm(_) => <$rule>::NAME,)*
                    Self::Any(rule) => rule.name(),
                }
            }

            /// The name of a rule from outside the crate; `None` for those of the crate.
            pub(crate) fn outside_name(&self) -> Option<&'static str> {
                if let Self::Any(rule) = self { Some(rule.name()) } else { None }
            }

            /// What the rule can do in a game.
            pub(crate) fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
                match self {
                    $(Self::$arm(rule) => <$rule>::effects(rule, facts),)*
                    Self::Any(rule) => rule.effects(facts),
                }
            }

            /// Name and state, as JSON, of a rule from outside the crate: an entry of a position's `rule-state`.
            pub(crate) fn save(&self, state: &$held) -> Option<(&'static str, serde_json::Value)> {
                match (self, state) {
                    (Self::Any(rule), $held::Any(state)) => Some((rule.name(), state.save())),
                    _ => None,
                }
            }

            /// Reads back a state that [`Self::save`] wrote.
            ///
            /// # Errors
            /// What is wrong with it, as a lower-case fragment.
            pub(crate) fn restore(&self, saved: &serde_json::Value) -> Result<$held, String> {
                match self {
                    Self::Any(rule) => rule.restore(saved).map($held::Any),
                    _ => Err("this rule has no state of its own".into()),
                }
            }
        }
    };
}
pub(super) use named_rules;

//! Rules from outside the crate behind one type each, with whatever state they have.

use crate::board::{Laid, Port, Square};
use crate::game::{
    Cause, DrawRule, Effect, Ending, HazardRule, Monster, Occasion, Relocation, Rng, Rule, RuleContext, RuleFacts, RuleState, ScoreRule,
    Seat, SeatSet,
};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// The state of a rule from outside the crate.
pub struct OpenState(Box<dyn DynState>);

trait DynState: Any + Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn DynState>;
    fn copy_from(&mut self, other: &dyn DynState);
    fn save(&self) -> Value;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: RuleState> DynState for T {
    fn boxed(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }
    fn copy_from(&mut self, other: &dyn DynState) {
        if let Some(other) = other.as_any().downcast_ref::<T>() {
            self.clone_from(other);
        }
    }
    fn save(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl OpenState {
    fn new<T: RuleState>(state: T) -> Self {
        Self(Box::new(state))
    }

    /// The state as JSON, for a position's `rule-state`.
    pub fn save(&self) -> Value {
        self.0.save()
    }

    /// # Panics
    /// If the state is that of another rule, which no caller can bring about.
    fn of<T: RuleState>(&self) -> &T {
        self.0.as_any().downcast_ref().expect("a rule is only ever given its own state")
    }

    fn of_mut<T: RuleState>(&mut self) -> &mut T {
        self.0.as_any_mut().downcast_mut().expect("a rule is only ever given its own state")
    }
}

impl Clone for OpenState {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
    fn clone_from(&mut self, other: &Self) {
        if (*self.0).type_id() == (*other.0).type_id() {
            self.0.copy_from(&*other.0);
        } else {
            *self = other.clone();
        }
    }
}

impl Debug for OpenState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads a saved state back.
fn restored<T: RuleState>(saved: &Value) -> Result<OpenState, String> {
    serde_json::from_value::<T>(saved.clone()).map(OpenState::new).map_err(|error| error.to_string())
}

/// A draw rule from outside the crate: the object-safe twin of [`DrawRule`], implemented for every rule whose state can be saved.
pub trait AnyDraw: Debug + Send + Sync {
    #[doc(hidden)]
    fn any_name(&self) -> &'static str;
    #[doc(hidden)]
    fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect>;
    #[doc(hidden)]
    fn any_start(&self, seats: u8) -> OpenState;
    #[doc(hidden)]
    fn any_restore(&self, saved: &Value) -> Result<OpenState, String>;
    #[doc(hidden)]
    fn any_bereaved(&self, table: &mut dyn RuleContext, state: &mut OpenState, gone: SeatSet);
    #[doc(hidden)]
    fn any_draw(&self, table: &mut dyn RuleContext, state: &mut OpenState);
    #[doc(hidden)]
    fn any_token(&self) -> &'static str;
    #[doc(hidden)]
    fn any_holder(&self, state: &OpenState) -> Option<Seat>;
    #[doc(hidden)]
    fn any_set_holder(&self, state: &mut OpenState, holder: Option<Seat>) -> bool;
    #[doc(hidden)]
    fn any_view(&self, state: &OpenState, seat: Option<Seat>) -> Value;
    #[doc(hidden)]
    fn any_redeal(&self, state: &mut OpenState, seat: Seat, rng: &mut Rng);
}

impl<T: Rule + DrawRule<State: RuleState>> AnyDraw for T {
    fn any_name(&self) -> &'static str {
        T::NAME
    }
    fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        self.effects(facts)
    }
    fn any_start(&self, seats: u8) -> OpenState {
        OpenState::new(self.start(seats))
    }
    fn any_restore(&self, saved: &Value) -> Result<OpenState, String> {
        restored::<T::State>(saved)
    }
    fn any_bereaved(&self, table: &mut dyn RuleContext, state: &mut OpenState, gone: SeatSet) {
        self.hands_returned(table, state.of_mut(), gone);
    }
    fn any_draw(&self, table: &mut dyn RuleContext, state: &mut OpenState) {
        self.draw(table, state.of_mut());
    }
    fn any_token(&self) -> &'static str {
        self.token()
    }
    fn any_holder(&self, state: &OpenState) -> Option<Seat> {
        self.holder(state.of())
    }
    fn any_set_holder(&self, state: &mut OpenState, holder: Option<Seat>) -> bool {
        self.set_holder(state.of_mut(), holder)
    }
    fn any_view(&self, state: &OpenState, seat: Option<Seat>) -> Value {
        self.view(state.of(), seat)
    }
    fn any_redeal(&self, state: &mut OpenState, seat: Seat, rng: &mut Rng) {
        self.redeal(state.of_mut(), seat, rng);
    }
}

/// A hazard rule from outside the crate: the object-safe twin of [`HazardRule`].
pub trait AnyHazard: Debug + Send + Sync {
    #[doc(hidden)]
    fn any_name(&self) -> &'static str;
    #[doc(hidden)]
    fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect>;
    #[doc(hidden)]
    fn any_start(&self, seats: u8) -> OpenState;
    #[doc(hidden)]
    fn any_restore(&self, saved: &Value) -> Result<OpenState, String>;
    #[doc(hidden)]
    fn any_set_up(&self, table: &mut dyn RuleContext, state: &mut OpenState);
    #[doc(hidden)]
    fn any_acts(&self) -> bool;
    #[doc(hidden)]
    fn any_begin(&self, table: &mut dyn RuleContext, state: &mut OpenState);
    #[doc(hidden)]
    fn any_act(&self, table: &mut dyn RuleContext, state: &mut OpenState) -> bool;
    #[doc(hidden)]
    fn any_finish(&self, table: &mut dyn RuleContext, state: &mut OpenState) -> Relocation;
    #[doc(hidden)]
    fn any_cause(&self) -> Cause;
    #[doc(hidden)]
    fn any_monsters(&self, state: &OpenState) -> Vec<Monster>;
    #[doc(hidden)]
    fn any_supply(&self, state: &OpenState) -> Option<Vec<u8>>;
    #[doc(hidden)]
    fn any_set_monsters(&self, state: &mut OpenState, monsters: &[Monster], supply: Option<&[u8]>) -> Result<(), String>;
    #[doc(hidden)]
    fn any_view(&self, state: &OpenState, seat: Option<Seat>) -> Value;
    #[doc(hidden)]
    fn any_redeal(&self, state: &mut OpenState, seat: Seat, rng: &mut Rng);
}

impl<T: Rule + HazardRule<State: RuleState>> AnyHazard for T {
    fn any_name(&self) -> &'static str {
        T::NAME
    }
    fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        self.effects(facts)
    }
    fn any_start(&self, seats: u8) -> OpenState {
        OpenState::new(self.start(seats))
    }
    fn any_restore(&self, saved: &Value) -> Result<OpenState, String> {
        restored::<T::State>(saved)
    }
    fn any_set_up(&self, table: &mut dyn RuleContext, state: &mut OpenState) {
        self.set_up(table, state.of_mut());
    }
    fn any_acts(&self) -> bool {
        self.acts()
    }
    fn any_begin(&self, table: &mut dyn RuleContext, state: &mut OpenState) {
        self.begin(table, state.of_mut());
    }
    fn any_act(&self, table: &mut dyn RuleContext, state: &mut OpenState) -> bool {
        self.act(table, state.of_mut())
    }
    fn any_finish(&self, table: &mut dyn RuleContext, state: &mut OpenState) -> Relocation {
        self.finish(table, state.of_mut())
    }
    fn any_cause(&self) -> Cause {
        self.cause()
    }
    fn any_monsters(&self, state: &OpenState) -> Vec<Monster> {
        self.monsters(state.of())
    }
    fn any_supply(&self, state: &OpenState) -> Option<Vec<u8>> {
        self.supply(state.of())
    }
    fn any_set_monsters(&self, state: &mut OpenState, monsters: &[Monster], supply: Option<&[u8]>) -> Result<(), String> {
        self.set_monsters(state.of_mut(), monsters, supply)
    }
    fn any_view(&self, state: &OpenState, seat: Option<Seat>) -> Value {
        self.view(state.of(), seat)
    }
    fn any_redeal(&self, state: &mut OpenState, seat: Seat, rng: &mut Rng) {
        self.redeal(state.of_mut(), seat, rng);
    }
}

/// A score rule from outside the crate: the object-safe twin of [`ScoreRule`].
pub trait AnyScore: Debug + Send + Sync {
    #[doc(hidden)]
    fn any_name(&self) -> &'static str;
    #[doc(hidden)]
    fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect>;
    #[doc(hidden)]
    fn any_start(&self, seats: u8, columns: u8, rows: u8) -> OpenState;
    #[doc(hidden)]
    fn any_restore(&self, saved: &Value) -> Result<OpenState, String>;
    #[doc(hidden)]
    fn any_one_hand(&self) -> bool;
    #[doc(hidden)]
    fn any_counts_crossings(&self) -> bool;
    #[doc(hidden)]
    fn any_crossing(&self, state: &mut OpenState, seat: Seat, square: Square, tile: Laid, from: Port, to: Port);
    #[doc(hidden)]
    fn any_removed(&self, state: &mut OpenState, square: Square);
    #[doc(hidden)]
    fn any_ending(&self, table: &dyn RuleContext, state: &OpenState, occasion: Occasion) -> Option<Ending>;
    #[doc(hidden)]
    fn any_scores(&self, table: &dyn RuleContext, state: &OpenState) -> Option<Vec<i64>>;
    #[doc(hidden)]
    fn any_set_scores(&self, state: &mut OpenState, scores: &[i64]) -> bool;
    #[doc(hidden)]
    fn any_view(&self, state: &OpenState, seat: Option<Seat>) -> Value;
    #[doc(hidden)]
    fn any_redeal(&self, state: &mut OpenState, seat: Seat, rng: &mut Rng);
}

impl<T: Rule + ScoreRule<State: RuleState>> AnyScore for T {
    fn any_name(&self) -> &'static str {
        T::NAME
    }
    fn any_effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        self.effects(facts)
    }
    fn any_start(&self, seats: u8, columns: u8, rows: u8) -> OpenState {
        OpenState::new(self.start(seats, columns, rows))
    }
    fn any_restore(&self, saved: &Value) -> Result<OpenState, String> {
        restored::<T::State>(saved)
    }
    fn any_one_hand(&self) -> bool {
        self.one_hand()
    }
    fn any_counts_crossings(&self) -> bool {
        self.counts_crossings()
    }
    fn any_crossing(&self, state: &mut OpenState, seat: Seat, square: Square, tile: Laid, from: Port, to: Port) {
        self.crossing(state.of_mut(), seat, square, tile, from, to);
    }
    fn any_removed(&self, state: &mut OpenState, square: Square) {
        self.removed(state.of_mut(), square);
    }
    fn any_ending(&self, table: &dyn RuleContext, state: &OpenState, occasion: Occasion) -> Option<Ending> {
        self.ending(table, state.of(), occasion)
    }
    fn any_scores(&self, table: &dyn RuleContext, state: &OpenState) -> Option<Vec<i64>> {
        self.scores(table, state.of())
    }
    fn any_set_scores(&self, state: &mut OpenState, scores: &[i64]) -> bool {
        self.set_scores(state.of_mut(), scores)
    }
    fn any_view(&self, state: &OpenState, seat: Option<Seat>) -> Value {
        self.view(state.of(), seat)
    }
    fn any_redeal(&self, state: &mut OpenState, seat: Seat, rng: &mut Rng) {
        self.redeal(state.of_mut(), seat, rng);
    }
}

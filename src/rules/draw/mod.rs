//! Who draws tiles when a turn ends: one file a rule.

mod dragon;
mod refill;
mod statue;

pub use dragon::Dragon;
pub use refill::Refill;
pub use statue::Statue;

use super::any::{AnyDraw, AnyState};
use crate::game::{DrawRule, Effect, EffectScene, Event, Rng, Rule, RuleContext, RuleFacts, Seat, SeatSet};
use serde_json::{Value, json};

/// The draw rule of a rule set that was read from a file.
#[derive(Debug)]
pub enum Draw {
    /// The Dragon tile (C7–C9).
    Dragon(Dragon),
    /// The Destiny statue (L3, L4).
    Statue(Statue),
    /// Fill the hand (S17).
    Refill(Refill),
    /// A rule from outside the crate.
    Any(Box<dyn AnyDraw>),
}

/// The state of a [`Draw`].
#[derive(Debug, Clone)]
pub enum DrawState {
    /// Who holds the Dragon or the statue; always nobody under rules that have neither.
    Holder(Option<Seat>),
    /// That of a rule from outside the crate.
    Any(AnyState),
}

impl Draw {
    /// The rule's name and its state as JSON, for a position's `rule-state`: only of rules from outside the crate.
    pub fn save(&self, state: &DrawState) -> Option<(&'static str, Value)> {
        match (self, state) {
            (Self::Any(rule), DrawState::Any(state)) => Some((rule.any_name(), state.save())),
            _ => None,
        }
    }

    /// The name of a rule from outside the crate.
    pub fn own_name(&self) -> Option<&'static str> {
        match self {
            Self::Any(rule) => Some(rule.any_name()),
            _ => None,
        }
    }

    /// The rule's name, and what it can do in a game.
    pub fn effects(&self, facts: &RuleFacts) -> (&'static str, Vec<Effect>) {
        match self {
            Self::Dragon(rule) => (<Dragon as Rule>::NAME, rule.effects(facts)),
            Self::Statue(rule) => (<Statue as Rule>::NAME, rule.effects(facts)),
            Self::Refill(rule) => (<Refill as Rule>::NAME, rule.effects(facts)),
            Self::Any(rule) => (rule.any_name(), rule.any_effects(facts)),
        }
    }

    /// Reads a saved state back.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment.
    pub fn restore(&self, saved: &Value) -> Result<DrawState, String> {
        match self {
            Self::Any(rule) => rule.any_restore(saved).map(DrawState::Any),
            _ => Err("this draw rule has no state of its own".into()),
        }
    }
}

impl DrawRule for Draw {
    type State = DrawState;

    fn start(&self, seats: u8) -> DrawState {
        match self {
            Self::Any(rule) => DrawState::Any(rule.any_start(seats)),
            _ => DrawState::Holder(None),
        }
    }

    #[inline]
    fn hands_returned<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut DrawState, gone: SeatSet) {
        match (self, state) {
            (Self::Dragon(rule), DrawState::Holder(holder)) => rule.hands_returned(table, holder, gone),
            (Self::Statue(rule), DrawState::Holder(holder)) => rule.hands_returned(table, holder, gone),
            (Self::Any(rule), DrawState::Any(state)) => rule.any_bereaved(table.as_dyn(), state, gone),
            _ => {}
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "1.3 to 1.7 % of the instructions of a random game, by `benches/instructions.sh`")]
    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut DrawState) {
        match (self, state) {
            (Self::Dragon(rule), DrawState::Holder(holder)) => rule.draw(table, holder),
            (Self::Statue(rule), DrawState::Holder(holder)) => rule.draw(table, holder),
            (Self::Refill(rule), _) => rule.draw(table, &mut ()),
            (Self::Any(rule), DrawState::Any(state)) => rule.any_draw(table.as_dyn(), state),
            _ => {}
        }
    }

    fn token(&self) -> &'static str {
        match self {
            Self::Dragon(rule) => rule.token(),
            Self::Statue(rule) => rule.token(),
            Self::Refill(rule) => rule.token(),
            Self::Any(rule) => rule.any_token(),
        }
    }

    fn holder(&self, state: &DrawState) -> Option<Seat> {
        match (self, state) {
            (Self::Any(rule), DrawState::Any(state)) => rule.any_holder(state),
            (_, DrawState::Holder(holder)) => *holder,
            _ => None,
        }
    }

    fn set_holder(&self, state: &mut DrawState, holder: Option<Seat>) -> bool {
        match (self, state) {
            (Self::Any(rule), DrawState::Any(state)) => rule.any_set_holder(state, holder),
            (Self::Dragon(rule), DrawState::Holder(state)) => rule.set_holder(state, holder),
            (Self::Statue(rule), DrawState::Holder(state)) => rule.set_holder(state, holder),
            _ => holder.is_none(),
        }
    }

    fn view(&self, state: &DrawState, seat: Option<Seat>) -> Value {
        match (self, state) {
            (Self::Any(rule), DrawState::Any(state)) => rule.any_view(state, seat),
            (Self::Dragon(_) | Self::Statue(_), DrawState::Holder(holder)) => json!({ "holder": holder.map(Seat::number) }),
            _ => Value::Null,
        }
    }

    fn redeal(&self, state: &mut DrawState, seat: Seat, rng: &mut Rng) {
        if let (Self::Any(rule), DrawState::Any(state)) = (self, state) {
            rule.any_redeal(state, seat, rng);
        }
    }
}

/// From whom to whom the Dragon (or the statue) goes, if it does.
fn handed(scene: &EffectScene<'_>) -> Option<(Option<Seat>, Option<Seat>)> {
    match scene.event {
        Event::Dragon { holder } => Some((scene.holder, *holder)),
        _ => None,
    }
}

/// Whether somebody takes the Dragon (or the statue) that nobody held.
fn is_taken(scene: &EffectScene<'_>) -> bool {
    matches!(handed(scene), Some((None, Some(_))))
}

/// Whether its holder, still in the game, gives it away.
fn is_given(scene: &EffectScene<'_>) -> bool {
    matches!(handed(scene), Some((Some(from), _)) if scene.alive.contains(from))
}

/// Whether it leaves a holder who is out.
fn is_bequeathed(scene: &EffectScene<'_>) -> bool {
    matches!(handed(scene), Some((Some(from), _)) if !scene.alive.contains(from))
}

/// The holder of the Dragon (or the statue) is out: it goes clockwise to the next live player with fewer tiles than a full hand, or is set
/// aside (C9, L4).
fn pass_on<T: RuleContext + ?Sized>(table: &mut T, holder: &mut Option<Seat>, gone: SeatSet) {
    let Some(seat) = *holder else { return };
    if gone.contains(seat) {
        set_holder(table, holder, table.short_of_tiles().next_after(seat));
    }
}

/// The Dragon (or the statue) changes hands.
fn set_holder<T: RuleContext + ?Sized>(table: &mut T, holder: &mut Option<Seat>, to: Option<Seat>) {
    *holder = to;
    table.note(&crate::game::Event::Dragon { holder: to });
}

/// The active player draws one tile, if it has room and there is one (C7).
fn draw_for_two<T: RuleContext + ?Sized>(table: &mut T) {
    let active = table.active();
    if table.alive().contains(active) {
        table.draw_one(active);
    }
}

/// The active player, if alive, draws until its hand is full (L3, S17).
#[inline]
fn fill_hand<T: RuleContext + ?Sized>(table: &mut T) {
    let active = table.active();
    if table.alive().contains(active) {
        for _ in table.hand_len(active)..table.hand_size() {
            if table.draw_one(active).is_none() {
                return;
            }
        }
    }
}

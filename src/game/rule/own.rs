//! [`Own`]: the state of one rule in a game.

use crate::game::basics::timing::Timing;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// The state of a rule within a game: anything that can be copied. Every type that qualifies has
/// this trait.
pub trait RuleMemory: Clone + Debug + Send + Sync + 'static {}
impl<T: Clone + Debug + Send + Sync + 'static> RuleMemory for T {}

/// A state that can be written into a position and read back. Every type that qualifies has this
/// trait.
pub trait RuleState: RuleMemory + Serialize + DeserializeOwned {}
impl<T: RuleMemory + Serialize + DeserializeOwned> RuleState for T {}

/// What one rule remembers in a game: nothing, or a value of a type of its own. Copying a state
/// over another of the same rule allocates nothing if that of its type does not.
///
/// ```
/// use tsuro::game::Own;
///
/// let mut own = Own::new(vec![3u32]);
/// own.get_mut::<Vec<u32>>().push(5);
/// assert_eq!(
///     (own.get::<Vec<u32>>().len(), own.save()),
///     (2, Some(serde_json::json!([3, 5])))
/// );
/// assert_eq!(Own::NONE.save(), None);
/// ```
#[derive(Debug)]
pub struct Own(Kind);

/// What an [`Own`] holds. That of a list is not behind a pointer to any type, since it is looked at
/// in every turn.
#[derive(Debug)]
enum Kind {
    Nothing,
    List(Box<ListState>),
    Value(Box<dyn StoredMemory>),
}

/// The states of the rules of a [`RuleList`](crate::game::RuleList).
#[derive(Debug)]
pub(super) struct ListState {
    pub owns: Box<[Own]>,
    /// The moment at which rules act.
    pub moment: Timing,
    /// The position, from 0, of the rule that acts now among the rules that act at this moment.
    pub at: u8,
    /// Whether it has begun.
    pub begun: bool,
    /// Whether the only rule that acts is [idle](crate::game::Progress::Idle).
    pub idle: bool,
    /// The acts, from the outermost inwards, during which pieces are about to be lost: the moment,
    /// the position of the rule, and whether it has begun.
    pub outer: [(Timing, u8, bool); 2],
}

impl Clone for ListState {
    fn clone(&self) -> Self {
        Self { owns: self.owns.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { owns, moment, at, begun, idle, outer } = other;
        (self.moment, self.at, self.begun, self.idle, self.outer) =
            (*moment, *at, *begun, *idle, *outer);
        if self.owns.len() != owns.len() {
            self.owns.clone_from(owns);
            return;
        }
        let pairs = self.owns.iter_mut().zip(owns);
        // Most rules remember nothing.
        pairs
            .filter(|pair| !matches!(pair, (Own(Kind::Nothing), Own(Kind::Nothing))))
            .for_each(|(own, other)| own.clone_from(other));
    }
}

trait StoredMemory: Any + Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn StoredMemory>;
    /// Copies `other` over this state; `false` (and no change) if it has another type.
    fn copy_from(&mut self, other: &dyn StoredMemory) -> bool;
    fn save(&self) -> Option<Value>;
    fn restore(&mut self, saved: &Value) -> Result<(), String>;
}

/// A state, and how it is written and read back, if positions have it.
#[derive(Debug)]
struct Memory<T> {
    state: T,
    /// One pointer for both, since every game has it.
    file: Option<fn() -> InPositions<T>>,
}

struct InPositions<T> {
    save: fn(&T) -> Option<Value>,
    read: fn(&Value) -> serde_json::Result<T>,
}

impl<T: RuleMemory> StoredMemory for Memory<T> {
    fn boxed(&self) -> Box<dyn StoredMemory> {
        Box::new(Self { state: self.state.clone(), file: self.file })
    }
    fn copy_from(&mut self, other: &dyn StoredMemory) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Self>();
        other.map(|other| self.state.clone_from(&other.state)).is_some()
    }
    fn save(&self) -> Option<Value> {
        (self.file?().save)(&self.state)
    }
    fn restore(&mut self, saved: &Value) -> Result<(), String> {
        let file = self.file.ok_or(NO_STATE)?;
        self.state = (file().read)(saved).map_err(|error| error.to_string())?;
        Ok(())
    }
}

const NO_STATE: &str = "this rule has no state of its own";

impl Own {
    /// Nothing.
    pub const NONE: Self = Self(Kind::Nothing);

    /// A state that positions have in their `rule-state`.
    pub fn new<T: RuleState>(state: T) -> Self {
        let file = || InPositions {
            save: |state: &T| serde_json::to_value(state).ok(),
            read: |saved| T::deserialize(saved),
        };
        Self(Kind::Value(Box::new(Memory { state, file: Some(file) })))
    }

    /// A state that positions do not have: other fields of the position say all of it
    /// ([`Rule::set_pieces`], [`Rule::set_scores`]), or no game can stop in the middle of the act
    /// that the state serves.
    ///
    /// [`Rule::set_pieces`]: crate::game::Rule::set_pieces
    /// [`Rule::set_scores`]: crate::game::Rule::set_scores
    pub fn unsaved<T: RuleMemory>(state: T) -> Self {
        Self(Kind::Value(Box::new(Memory { state, file: None })))
    }

    /// The state.
    ///
    /// # Panics
    /// If it has another type than that with which it was made: that is a mistake in the rule's
    /// code.
    #[inline]
    pub fn get<T: RuleMemory>(&self) -> &T {
        if let Kind::Value(own) = &self.0
            && let Some(own) = (&**own as &dyn Any).downcast_ref::<Memory<T>>()
        {
            return &own.state;
        }
        wrong_type::<T>()
    }

    /// The state, to be changed.
    ///
    /// # Panics
    /// As [`Own::get`].
    #[inline]
    pub fn get_mut<T: RuleMemory>(&mut self) -> &mut T {
        if let Kind::Value(own) = &mut self.0
            && let Some(own) = (&mut **own as &mut dyn Any).downcast_mut::<Memory<T>>()
        {
            return &mut own.state;
        }
        wrong_type::<T>()
    }

    /// The state as JSON, for a position's `rule-state`; `None` if positions do not have it.
    pub fn save(&self) -> Option<Value> {
        if let Kind::Value(own) = &self.0 { own.save() } else { None }
    }

    /// Replaces the state by what [`Own::save`] wrote of one of the same type.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment; also if the rule has no state that
    /// positions have.
    pub fn restore(&mut self, saved: &Value) -> Result<(), String> {
        if let Kind::Value(own) = &mut self.0 {
            own.restore(saved)
        } else {
            Err(NO_STATE.to_owned())
        }
    }

    /// The states of a list.
    pub(super) fn of_list(state: ListState) -> Self {
        Self(Kind::List(Box::new(state)))
    }

    #[inline]
    pub(super) fn list(&self) -> &ListState {
        if let Kind::List(state) = &self.0 { state } else { wrong_type::<ListState>() }
    }

    /// Whether these are the states of a list whose only rule that acts is
    /// [idle](crate::game::Progress::Idle).
    #[inline]
    pub(in crate::game) fn is_idle(&self) -> bool {
        if let Kind::List(state) = &self.0 { state.idle } else { false }
    }

    /// The states of a list, to be changed in whatever way: so no rule counts as idle any more.
    #[inline]
    pub(super) fn list_mut(&mut self) -> &mut ListState {
        let state = self.list_at_rest();
        state.idle = false;
        state
    }

    /// The states of a list, as long as none is changed.
    #[inline]
    pub(super) fn list_at_rest(&mut self) -> &mut ListState {
        if let Kind::List(state) = &mut self.0 { state } else { wrong_type::<ListState>() }
    }
}

#[cold]
fn wrong_type<T>() -> ! {
    panic!("the state of this rule is no {}", std::any::type_name::<T>())
}

impl Clone for Own {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Kind::Nothing => Kind::Nothing,
            Kind::List(state) => Kind::List(state.clone()),
            Kind::Value(own) => Kind::Value(own.boxed()),
        })
    }

    fn clone_from(&mut self, other: &Self) {
        let copied = match (&mut self.0, &other.0) {
            (Kind::Nothing, Kind::Nothing) => true,
            (Kind::List(state), Kind::List(other)) => {
                state.clone_from(other);
                true
            }
            (Kind::Value(own), Kind::Value(other)) => own.copy_from(&**other),
            _ => false,
        };
        if !copied {
            *self = other.clone();
        }
    }
}

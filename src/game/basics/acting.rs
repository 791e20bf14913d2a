//! Which rule acts now, on each thread, so that a rule that panics or never returns can be named.
//! Rules are noted only where a sink hears the game; playouts without a sink cost nothing.

use super::timing::Timing;
use super::words::KeyWords as _;
use crate::game::declare::fault::RuleFault;
use crate::panics;
use crossbeam_utils::atomic::AtomicCell;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A rule in the midst of an act, and where.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActingRule {
    /// The name of the rule.
    pub rule: &'static str,
    /// The moment at which it acts.
    pub moment: Timing,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
}

impl fmt::Debug for ActingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `the rule "x", at before-placement in turn 7`.
impl fmt::Display for ActingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, moment, turn } = self;
        write!(f, "the rule {rule:?}, at {} in turn {turn}", moment.word())
    }
}

/// The rule that acts on one thread.
#[derive(Default)]
struct Slot {
    /// A pointer to its name, so that it is written in one piece.
    rule: AtomicCell<Option<&'static &'static str>>,
    at: AtomicCell<u8>,
    turn: AtomicCell<u32>,
}

impl Slot {
    fn read(&self) -> Option<ActingRule> {
        let moment = Timing::VALUES.get(usize::from(self.at.load())).copied()?;
        Some(ActingRule { rule: self.rule.load()?, moment, turn: self.turn.load() })
    }
}

/// The slots of all threads on which a rule has acted.
static SLOTS: Mutex<Vec<Arc<Slot>>> = Mutex::new(Vec::new());

/// The slot of one thread, which is among [`SLOTS`] as long as that lives.
struct ThreadSlot(Arc<Slot>);

impl ThreadSlot {
    fn new() -> Self {
        let slot = Arc::<Slot>::default();
        SLOTS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&slot));
        Self(slot)
    }
}

impl Drop for ThreadSlot {
    fn drop(&mut self) {
        SLOTS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|slot| !Arc::ptr_eq(slot, &self.0));
    }
}

thread_local! {
    static SLOT: ThreadSlot = ThreadSlot::new();
    /// How many callers of this thread catch a panic of a rule.
    static GUARDS: Cell<u32> = const { Cell::new(0) };
    /// What the rule did wrong that made it panic, if the engine found it.
    static FAULT: Cell<Option<RuleFault>> = const { Cell::new(None) };
    /// More about it, in words.
    static WHY: RefCell<Option<Arc<str>>> = const { RefCell::new(None) };
    /// Whether an act is noted on this thread.
    static IS_NOTED: Cell<bool> = const { Cell::new(false) };
    /// How many tiles the rule has drawn in one act.
    static DRAWS: Cell<u32> = const { Cell::new(0) };
}

/// Notes that a rule of this name acts.
pub(in crate::game) fn begin(rule: &'static &'static str, at: Timing, turn: u32) {
    SLOT.with(|ThreadSlot(slot)| {
        slot.at.store(at as u8);
        slot.turn.store(turn);
        slot.rule.store(Some(rule));
    });
    IS_NOTED.set(true);
    DRAWS.set(0);
}

/// Notes that another rule of a list acts, if acts are noted.
pub(in crate::game) fn goes_on_with(rule: &'static &'static str) {
    if IS_NOTED.get() {
        SLOT.with(|ThreadSlot(slot)| slot.rule.store(Some(rule)));
        DRAWS.set(0);
    }
}

/// Notes that no rule acts any more.
pub(in crate::game) fn end() {
    SLOT.with(|ThreadSlot(slot)| slot.rule.store(None));
    IS_NOTED.set(false);
}

/// The rule that acts on this thread.
pub fn current_rule() -> Option<ActingRule> {
    SLOT.with(|ThreadSlot(slot)| slot.read())
}

/// The rules that act now, each on its thread.
pub fn everywhere() -> Vec<ActingRule> {
    SLOTS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .filter_map(|slot| slot.read())
        .collect()
}

/// Whether a panic on this thread is that of a rule, and ends the game but not the program.
pub fn is_caught() -> bool {
    GUARDS.get() > 0 && current_rule().is_some()
}

/// Breaks off the act of a rule that does something wrong.
#[cold]
pub(in crate::game) fn fail(fault: RuleFault) -> ! {
    assert!(GUARDS.get() > 0, "it {}", fault.deed());
    FAULT.set(Some(fault));
    // A panic without the hook: what is wrong is told as an event.
    panics::break_off()
}

/// Whether a rule that fails on this thread ends its game: not where no sink hears the game, or
/// where the game is only looked at.
#[cfg(feature = "script")]
pub(crate) fn is_guarded() -> bool {
    GUARDS.get() > 0
}

/// Breaks off the act of a rule of this name that fails, and says why. `at`: the moment, if no rule
/// acts.
#[cfg(feature = "script")]
#[cold]
pub(crate) fn fail_with(rule: &'static &'static str, at: Timing, why: &str) -> ! {
    if current_rule().is_none() {
        begin(rule, at, 0);
    }
    FAULT.set(Some(RuleFault::Fails));
    WHY.set(Some(why.into()));
    panics::break_off()
}

/// Counts a draw of a rule. Breaks off an act that draws without end.
pub(in crate::game) fn count_draw(most: u32) {
    if IS_NOTED.get() {
        DRAWS.set(DRAWS.get() + 1);
        if DRAWS.get() > most {
            fail(RuleFault::NeverEnds);
        }
    }
}

/// A rule that has broken off in the midst of an act.
pub(in crate::game) struct BrokenAct {
    pub acting: ActingRule,
    pub fault: RuleFault,
    pub why: Option<Arc<str>>,
}

/// Does something in which rules act. If one of them panics, says which, and what it did wrong;
/// other panics go on.
pub(in crate::game) fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, BrokenAct> {
    GUARDS.set(GUARDS.get() + 1);
    let done = panics::caught(act);
    GUARDS.set(GUARDS.get() - 1);
    done.map_err(|panic| {
        let Some(acting) = current_rule() else { panic.go_on() };
        end();
        BrokenAct { acting, fault: FAULT.take().unwrap_or(RuleFault::Panics), why: WHY.take() }
    })
}

//! How many steps a script may take, and how many it has taken.

use rhai::Dynamic;
use std::cell::Cell;

/// The most steps that a script takes in one call.
pub(super) const STEPS_OF_A_CALL: u64 = 100_000;

/// The most steps in a call that only looks: the game makes such calls for every placement that it
/// considers.
pub(super) const STEPS_OF_A_LOOK: u64 = 20_000;

/// The most steps in a call that is made for every square and seat.
pub(super) const STEPS_OF_A_SQUARE: u64 = 2_000;

/// The most steps that a script takes from the beginning of a moment to its end.
pub(super) const STEPS_OF_A_MOMENT: u64 = 200_000;

thread_local! {
    /// The steps that scripts have taken since the moment began.
    static SPENT: Cell<u64> = const { Cell::new(0) };
    /// The steps of the call that runs.
    static OF_CALL: Cell<u64> = const { Cell::new(0) };
    /// Steps of the call that the language does not count.
    static CHARGED: Cell<u64> = const { Cell::new(0) };
    /// The most steps of the call that runs.
    static MOST: Cell<u64> = const { Cell::new(STEPS_OF_A_CALL) };
}

/// A moment begins, or a call that belongs to none.
pub(super) fn begin_moment() {
    SPENT.set(0);
}

/// Begins a call, and limits its steps.
pub(super) fn begin_call(most: u64) {
    MOST.set(most);
    // A call that only looks leaves its steps here.
    OF_CALL.set(0);
    CHARGED.set(0);
}

/// Counts more steps for a function that has more to do than others.
pub(super) fn charge(steps: u64) {
    CHARGED.set(CHARGED.get() + steps);
}

/// Counts the steps of a call when it is over.
pub(super) fn end_call() {
    SPENT.set(SPENT.get() + OF_CALL.take());
}

/// Notes how many steps the call has taken. Says why it has to end, if it has.
pub(super) fn note_steps(steps: u64) -> Option<Dynamic> {
    let steps = steps + CHARGED.get();
    OF_CALL.set(steps);
    let most = MOST.get();
    if steps > most {
        return Some(format!("it takes more than {most} steps in one call").into());
    }
    (SPENT.get() + steps > STEPS_OF_A_MOMENT)
        .then(|| format!("it takes more than {STEPS_OF_A_MOMENT} steps at one moment").into())
}

//! What is hidden stays hidden: what a seat is shown does not depend on what others have answered in secret, nor on numbers
//! that it does not see; and a search from what it is shown meets nothing true of either.

use super::LEAK;
use super::game::{CheckResult, ConformanceChance};
use crate::board::Size;
use crate::game::{
    self, ChanceDecl, ChanceSight, DeciderNotice, Knowledge, Listener, Luck, Memory, Question, Rng, Seat, SeatSet, State, View, redeal,
};
use crate::record::{write_observation, write_position, write_seen};
use crate::rules::Rules;
use serde_json::{Value, json};

/// Hears the events of a step.
type Hear<'a> = dyn FnMut(&game::Event<'_>) + 'a;

/// A game that has gone on, and what each seat saw of it meanwhile.
struct Branch<Z: Size> {
    state: State<Rules<Z>>,
    seen: Memory,
}

impl<Z: Size> Branch<Z> {
    /// Takes a step from a state.
    fn step(rules: &Rules<Z>, mut state: State<Rules<Z>>, step: impl FnOnce(&mut State<Rules<Z>>, &mut Hear<'_>)) -> Self {
        let mut seen = Memory::with_events(SeatSet::first(state.core().seats()));
        seen.hear(&DeciderNotice::Begins(View::new(rules, &state)));
        step(&mut state, &mut |event| seen.hear::<Rules<Z>>(&DeciderNotice::Happened(event)));
        Self { state, seen }
    }

    fn events(&self, seat: Seat) -> Vec<u8> {
        let mut lines = Vec::new();
        self.seen.events(Some(seat)).for_each(|event| write_seen(&mut lines, &event));
        lines
    }

    /// Whether `seat` could tell this game from another that differs in secrets alone: what it is shown, and what a search
    /// from there meets. Nothing is compared where events have told the difference.
    fn compare(&self, other: &Self, rules: &Rules<Z>, seat: Seat, what: &str) -> CheckResult {
        // Nor where tiles that others have picked have come into its own hand.
        let hand = |branch: &Self| branch.state.core().hand(seat);
        if self.events(seat) != other.events(seat) || hand(self) != hand(other) {
            return Ok(());
        }
        let [here, there] = [self, other].map(|branch| shown(rules, &branch.state, seat));
        if let Some(field) = differing(&here, &there) {
            return Err((LEAK, format!("{what} shows in `{field}` of what seat {seat} sees")));
        }
        let dealt = |branch: &Self| {
            let mut state = branch.state.clone();
            redeal(rules, &mut state, seat, &Knowledge::default(), &mut Rng::new(7, u64::from(seat.number())));
            write_position(rules, &state)
        };
        if let Some(field) = differing(&dealt(self), &dealt(other)) {
            return Err((LEAK, format!("a search of seat {seat} meets {what}, in `{field}`: `redeal` has to hide it")));
        }
        Ok(())
    }
}

/// All that a seat is shown.
fn shown<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>, seat: Seat) -> Value {
    let see = View::new(rules, state).observation(Some(seat));
    let choices: Vec<String> = see.choices().iter().map(ToString::to_string).collect();
    let mut shows = Vec::new();
    see.shows(|shown| shows.push(format!("{shown:?}")));
    json!({ "observation": write_observation(&see), "view": see.rule_views(), "choices": choices, "shows": shows })
}

/// The first field, or field of a field, in which two objects differ.
fn differing(one: &Value, other: &Value) -> Option<String> {
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else { return None };
    let name = one.keys().chain(other.keys()).find(|name| one.get(*name) != other.get(*name))?;
    let inner = one.get(name).zip(other.get(name)).and_then(|(one, other)| differing(one, other));
    Some(inner.map_or_else(|| name.clone(), |inner| format!("{name}.{inner}")))
}

/// Checks that the answer to a question in secret shows to nobody but the asked seat.
pub(super) fn check_answer<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>, question: &Question, luck: &Luck) -> CheckResult {
    let [one, other, ..] = question.options[..] else { return Ok(()) };
    if !question.asks.secret {
        return Ok(());
    }
    let asked = state.core().decider();
    let answered = |answer| {
        Branch::step(rules, state.clone(), |state, hear| {
            game::unchecked::answer(rules, state, answer, &mut luck.clone(), &mut Listener(hear));
        })
    };
    let (one, other) = (answered(one), answered(other));
    let what = format!("what seat {asked} has answered the rule {:?} in secret", question.asks.rule);
    let others = SeatSet::first(state.core().seats()).without(SeatSet::only(asked));
    others.iter().try_for_each(|seat| one.compare(&other, rules, seat, &what))
}

/// Checks that numbers that a seat does not see show to it nowhere else, if `step` draws any.
pub(super) fn check_numbers<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    declared: &[&'static ChanceDecl],
    luck: &Luck,
    step: impl Fn(&mut State<Rules<Z>>, &mut ConformanceChance<'_>, &mut Listener<&mut Hear<'_>>),
) -> CheckResult {
    if declared.iter().all(|decl| decl.sight == ChanceSight::Everybody) {
        return Ok(());
    }
    let branch = |unseen_by| {
        let mut luck = ConformanceChance::new(luck.clone(), declared, unseen_by);
        Branch::step(rules, state.clone(), |state, hear| step(state, &mut luck, &mut Listener(hear)))
    };
    let one = branch(None);
    SeatSet::first(state.core().seats())
        .iter()
        .try_for_each(|seat| one.compare(&branch(Some(seat)), rules, seat, "a number that is drawn unseen"))
}

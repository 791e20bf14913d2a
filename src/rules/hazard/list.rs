//! [`HazardList`]: several hazards, or one from outside the crate, each of which acts at its own moments (`[[hazard]]`).

use super::{Daikaiju, Pack};
use crate::board::Square;
use crate::game::{
    Answer, Cause, Effect, HazardRule, PieceFace, Progress, Question, Relocation, Rng, Rule, RuleContext, RuleFacts, RulePiece, Seat,
    Shown, Supply, Timing, TimingSet, hazard_rule,
};
use crate::rules::any::{AnyHazard, AnyState};
use crate::rules::maker::{each_method, enum_method, given_type, named_rules, phase_enum, wrong_state};
use serde_json::{Map, Value};
use std::mem;

/// A hazard of a list.
#[derive(Debug)]
pub enum ListedHazard {
    /// Sea monsters (S1–S12).
    Daikaiju(Box<Daikaiju>),
    /// A rule from outside the crate.
    Any(AnyHazard),
}

/// The state of a [`ListedHazard`].
#[derive(Debug)]
pub enum ListedState {
    /// The daikaiju on the board and in the supply.
    Daikaiju(Box<Pack>),
    /// The state of a rule from outside the crate.
    Any(AnyState),
}

phase_enum! {
    hazard_rule: HazardRule for ListedHazard { Daikaiju in Daikaiju, Any in Any },
    ListedState { Daikaiju, Any }
}
named_rules!(ListedHazard { Daikaiju(Daikaiju) }, ListedState);

impl ListedHazard {
    /// The daikaiju, if it is they.
    pub fn daikaiju(&self) -> Option<&Daikaiju> {
        if let Self::Daikaiju(daikaiju) = self { Some(daikaiju) } else { None }
    }
}

/// The hazards of a rule set.
#[derive(Debug)]
pub struct HazardList {
    /// The hazards in the order of the files, each with the moments at which it acts.
    rules: Vec<(ListedHazard, TimingSet)>,
    /// When they act, as indices: by moment, and within a moment in the order of the files.
    schedule: Vec<(Timing, usize)>,
    /// Those that act before the placement, in that order, each once.
    before: Vec<usize>,
    /// The one that the fields `daikaiju` and `supply` of a position are about.
    keeper: usize,
}

/// The states of the hazards of a [`HazardList`].
#[derive(Debug)]
pub struct ListState {
    states: Vec<ListedState>,
    /// The entry of the schedule that acts now.
    at: usize,
    /// Whether it has begun.
    begun: bool,
}

impl Clone for ListState {
    fn clone(&self) -> Self {
        Self { states: self.states.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let states = mem::take(&mut self.states);
        *self = Self { states, ..*other };
        self.states.clone_from(&other.states);
    }
}

impl HazardList {
    /// The list of these hazards, of which there is at least one.
    pub fn new(rules: Vec<(ListedHazard, TimingSet)>) -> Self {
        let indices = |(index, rule): (usize, &(ListedHazard, TimingSet))| rule.1.iter().map(move |timing| (timing, index));
        let mut schedule: Vec<(Timing, usize)> = rules.iter().enumerate().flat_map(indices).collect();
        schedule.sort_by_key(|entry| entry.0);
        let mut before = Vec::new();
        for &(timing, index) in &schedule {
            if TimingSet::BEFORE_PLACEMENT.contains(timing) && !before.contains(&index) {
                before.push(index);
            }
        }
        let daikaiju = rules.iter().position(|(rule, _)| rule.daikaiju().is_some());
        let keeper = daikaiju.or_else(|| rules.iter().position(|(rule, _)| rule.supply(&rule.start(2)).is_some()));
        Self { rules, schedule, before, keeper: keeper.unwrap_or(0) }
    }

    /// This list, and after it that one.
    pub fn and(mut self, mut other: Self) -> Self {
        self.rules.append(&mut other.rules);
        Self::new(self.rules)
    }

    /// The hazards, in the order of the files.
    pub fn rules(&self) -> impl Iterator<Item = &ListedHazard> {
        self.rules.iter().map(|(rule, _)| rule)
    }

    /// The hazards with their states.
    fn with_states<'a>(&'a self, state: &'a ListState) -> impl Iterator<Item = (&'a ListedHazard, &'a ListedState)> {
        self.rules().zip(&state.states)
    }

    /// The moments at which any of them acts.
    pub fn timings(&self) -> TimingSet {
        self.rules.iter().fold(TimingSet::default(), |all, (_, timings)| all.or(*timings))
    }

    /// The moments at which the hazard of this name acts; none if there is no such hazard.
    pub fn timings_of(&self, name: &str) -> TimingSet {
        self.index(name).map_or_else(TimingSet::default, |index| self.rules[index].1)
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.rules().position(|rule| rule.name() == name)
    }

    /// The names and states of hazards from outside the crate, as JSON: entries of a position's `rule-state`.
    pub fn save<'a>(&'a self, state: &'a ListState) -> impl Iterator<Item = (&'static str, Value)> {
        self.with_states(state).filter_map(|(rule, own)| rule.save(own))
    }

    /// Reads back a state that [`HazardList::save`] wrote.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment; also if there is no such rule.
    pub fn restore(&self, state: &mut ListState, name: &str, saved: &Value) -> Result<(), String> {
        let index = self.index(name).ok_or("there is no such hazard")?;
        self.rules[index].0.restore(saved).map(|restored| state.states[index] = restored)
    }

    /// Removes what a hazard has on a square, other than the one at `index`.
    fn strike_others<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut ListState, index: usize, square: Square) -> bool {
        let mut others = self.rules().zip(&mut state.states).enumerate().filter(|(other, _)| *other != index);
        others.any(|(_, (rule, own))| rule.strike(table, own, square))
    }

    /// The hazard that acts now, and its state.
    pub(super) fn acting<'a>(&'a self, state: &'a ListState) -> Option<(&'a ListedHazard, &'a ListedState)> {
        let &(_, index) = self.schedule.get(state.at)?;
        Some((&self.rules[index].0, &state.states[index]))
    }
}

/// Whether a hazard that acts at `timing` does so when the engine is at `at`: the moments before the placement are one
/// for the engine, and the list puts them in order.
fn belongs(timing: Timing, at: Timing) -> bool {
    let before = TimingSet::BEFORE_PLACEMENT;
    timing == at || before.contains(timing) && before.contains(at)
}

impl HazardRule for HazardList {
    type State = ListState;

    fn start(&self, seats: u8) -> ListState {
        ListState { states: self.rules().map(|rule| rule.start(seats)).collect(), at: self.schedule.len(), begun: false }
    }

    /// Goes to the first hazard that acts at this moment.
    fn begin<T: RuleContext + ?Sized>(&self, _: &mut T, state: &mut ListState, at: Timing) {
        state.at = self.schedule.iter().position(|entry| belongs(entry.0, at)).unwrap_or(self.schedule.len());
        state.begun = false;
    }

    /// Lets the hazards act one after another. Before the placement none begins any more once the active piece is out.
    fn act<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut ListState, at: Timing) -> Progress {
        while let Some(&(timing, index)) = self.schedule.get(state.at)
            && belongs(timing, at)
        {
            let (rule, own) = (&self.rules[index].0, &mut state.states[index]);
            if !state.begun {
                if TimingSet::BEFORE_PLACEMENT.contains(timing) && !table.alive().contains(table.active()) {
                    return Progress::Done;
                }
                state.begun = true;
                rule.begin(table, own, timing);
                if !table.fallen().is_empty() {
                    return Progress::Again;
                }
            }
            match rule.act(table, own, timing) {
                Progress::Done => {
                    state.at += 1;
                    state.begun = false;
                }
                Progress::Strike(square) => {
                    self.strike_others(table, state, index, square);
                }
                progress => return progress,
            }
            // A loss is judged before anything else happens.
            if !table.fallen().is_empty() {
                return Progress::Again;
            }
        }
        Progress::Done
    }

    fn question<T: RuleContext + ?Sized>(&self, table: &T, state: &ListState, seat: Seat) -> Option<Question> {
        let (rule, own) = self.acting(state)?;
        rule.question(table, own, seat)
    }

    fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut ListState, seat: Seat, answer: Answer) {
        if let Some(&(_, index)) = self.schedule.get(state.at) {
            self.rules[index].0.answer(table, &mut state.states[index], seat, answer);
        }
    }

    fn moment(&self, state: &ListState, at: Timing) -> Timing {
        self.schedule.get(state.at).map(|entry| entry.0).filter(|&timing| belongs(timing, at)).unwrap_or(at)
    }

    fn resume(&self, state: &mut ListState, rule: &str, at: Timing) -> bool {
        let Some(at) = self.schedule.iter().position(|&(timing, index)| timing == at && self.rules[index].0.name() == rule) else {
            return false;
        };
        state.at = at;
        state.begun = true;
        true
    }

    /// Lets the hazards finish that act before the placement, until the active piece is out. It must relocate if any of
    /// them says so.
    fn finish<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut ListState) -> Relocation {
        let mut relocation = Relocation::No;
        for &index in &self.before {
            if !table.alive().contains(table.active()) {
                return Relocation::No;
            }
            relocation = match (relocation, self.rules[index].0.finish(table, &mut state.states[index])) {
                (Relocation::Must, _) | (_, Relocation::Must) => Relocation::Must,
                (Relocation::May, _) | (_, Relocation::May) => Relocation::May,
                (Relocation::No, Relocation::No) => Relocation::No,
            };
        }
        relocation
    }

    fn strike<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut ListState, square: Square) -> bool {
        self.strike_others(table, state, self.rules.len(), square)
    }

    fn cause(&self) -> Option<Cause> {
        self.rules().find_map(HazardRule::cause)
    }

    fn faces(&self) -> Vec<PieceFace> {
        self.rules[self.keeper].0.faces()
    }

    fn each_piece(&self, state: &ListState, each: &mut dyn FnMut(RulePiece)) {
        self.rules[self.keeper].0.each_piece(&state.states[self.keeper], each);
    }

    fn supply(&self, state: &ListState) -> Option<Supply> {
        self.rules[self.keeper].0.supply(&state.states[self.keeper])
    }

    fn shows(&self, state: &ListState, turn: u32, each: &mut dyn FnMut(Shown)) {
        self.with_states(state).for_each(|(rule, own)| rule.shows(own, turn, each));
    }

    fn set_pieces(&self, state: &mut ListState, pieces: &[RulePiece], supply: Option<&[u8]>) -> Result<(), String> {
        self.rules[self.keeper].0.set_pieces(&mut state.states[self.keeper], pieces, supply)
    }

    /// What a seat may know of each hazard, by its name.
    fn view(&self, state: &ListState, seat: Option<Seat>) -> Value {
        let views = self.with_states(state).map(|(rule, own)| (rule.name().to_owned(), rule.view(own, seat)));
        let views: Map<String, Value> = views.filter(|(_, view)| !view.is_null()).collect();
        if views.is_empty() { Value::Null } else { Value::Object(views) }
    }

    fn redeal(&self, state: &mut ListState, seat: Seat, rng: &mut Rng) {
        self.rules().zip(&mut state.states).for_each(|(rule, own)| rule.redeal(own, seat, rng));
    }
}

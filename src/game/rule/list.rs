//! [`RuleList`]: a rule made of rules, each of which acts at its own moments.

#![expect(clippy::inline_always, reason = "2 % of the instructions of a random game of Seas, by `benches/instructions.sh`")]

use super::contract::{Crossing, Occasion, Rule, RuleDecl, Setup, Verdict};
use super::own::{ListState, Own};
use super::phase::RulePhase;
use crate::board::{Laid, Shape, Square};
use crate::game::basics::ability::Abilities;
use crate::game::basics::data::Plan;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::basics::values::Values;
use crate::game::basics::words::KeyWords as _;
use crate::game::chance::Rng;
use crate::game::declare::ask::{Answer, Progress, Question};
use crate::game::declare::look::{PieceFace, RulePiece, Shown};
use crate::game::event::{Consequence, Ending};
use crate::game::pieces::seat::Seat;
use crate::game::pieces::supply::Supply;
use crate::game::table::handle::{Table, TableView};
use serde_json::{Map, Value};

/// Rules that are one: each acts at its moments, those of one moment in the order of the list.
#[derive(Debug)]
pub struct RuleList {
    rules: Box<[Box<dyn Rule>]>,
    /// Those that act at each moment, as indices, in the order of the list.
    schedule: [Box<[u8]>; Timing::VALUES.len()],
    timings: TimingSet,
    /// The one that acts, if there is no other.
    sole: Option<usize>,
    /// The one that the fields of a position are about that tell of pieces on the board.
    keeper: usize,
}

/// No file can name a list.
static LIST: RuleDecl = RuleDecl::new(RulePhase::Hazard, "list", "rules one after another", &unnamed);

fn unnamed(_: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    None
}

impl RuleList {
    /// A list of these rules.
    pub fn new(rules: Vec<Box<dyn Rule>>) -> Self {
        let acts = |timing| (0u8..).zip(&rules).filter(move |(_, rule)| rule.timings().contains(timing)).map(|(index, _)| index);
        let schedule = std::array::from_fn(|moment| acts(Timing::VALUES[moment]).collect());
        let timings = rules.iter().fold(TimingSet::default(), |all, rule| all.or(rule.timings()));
        let mut acting = (0..rules.len()).filter(|&index| !rules[index].timings().is_empty());
        let sole = acting.next().filter(|_| acting.next().is_none());
        let shape = Shape::rectangle(3, 3);
        let keeper = rules.iter().position(|rule| rule.supply(&rule.start(&Setup::new(2, &shape))).is_some());
        Self { rules: rules.into(), schedule, timings, sole, keeper: keeper.unwrap_or(0) }
    }

    /// The moments at which the rule of this name acts; none if there is no such rule.
    pub fn timings_of(&self, name: &str) -> TimingSet {
        self.index(name).map_or_else(TimingSet::default, |index| self.rules[index].timings())
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.decl().name == name)
    }

    /// The rules with their states.
    fn with_own<'a>(&'a self, own: &'a Own) -> impl Iterator<Item = (&'a dyn Rule, &'a Own)> {
        self.rules.iter().map(|rule| &**rule).zip(&own.list().owns)
    }

    fn with_own_mut<'a>(&'a self, own: &'a mut Own) -> impl Iterator<Item = (&'a dyn Rule, &'a mut Own)> {
        self.rules.iter().map(|rule| &**rule).zip(&mut own.list_mut().owns)
    }

    /// Names and states of rules, as JSON: the entries of a position's `rule-state`.
    pub fn saved<'a>(&'a self, own: &'a Own) -> impl Iterator<Item = (&'static str, Value)> + 'a {
        self.with_own(own).filter_map(|(rule, own)| Some((rule.decl().name, rule.save(own)?)))
    }

    /// Reads back one entry of [`RuleList::saved`].
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment; also if there is no such rule.
    pub fn restore_one(&self, own: &mut Own, name: &str, saved: &Value) -> Result<(), String> {
        let mut rules = self.with_own_mut(own);
        let found = rules.find(|(rule, own)| rule.decl().name == name && rule.save(own).is_some());
        let (rule, own) = found.ok_or("the rule set has no rule of that name with a state to be written")?;
        rule.restore(own, saved)
    }

    /// Goes on after an act of the only rule that acts.
    #[inline(always)]
    fn acted_alone(&self, sole: usize, table: &mut Table<'_>, state: &mut ListState, at: Timing, progress: Progress) -> Progress {
        match progress {
            Progress::Done => {
                state.at = 1;
                Self::close(state, at)
            }
            Progress::Strike(square) => {
                self.strike_others(sole, table, state, square);
                Progress::Again
            }
            progress => progress,
        }
    }

    /// Lets the rules act one after another.
    #[inline(never)]
    fn act_in_turn(&self, table: &mut Table<'_>, state: &mut ListState, at: Timing) -> Progress {
        while let Some(&index) = self.schedule[at as usize].get(usize::from(state.at)) {
            let index = usize::from(index);
            let (rule, own) = (&self.rules[index], &mut state.owns[index]);
            let progress = if state.begun {
                rule.act(table, own, at)
            } else {
                // It was in the game when the moment began.
                if state.at > 0 && TimingSet::BEFORE_PLACEMENT.contains(at) && !table.alive().contains(table.active()) {
                    return Progress::Done;
                }
                state.begun = true;
                rule.enter(table, own, at)
            };
            match progress {
                Progress::Done => {
                    state.at += 1;
                    state.begun = false;
                }
                Progress::Strike(square) => self.strike_others(index, table, state, square),
                progress => return progress,
            }
            // A loss is judged before anything else happens.
            if !TimingSet::FALLING.contains(at) && !table.fallen().is_empty() {
                return Progress::Again;
            }
        }
        Self::close(state, at)
    }

    /// Ends a moment: after a loss, the one goes on in whose midst it came.
    #[inline]
    fn close(state: &mut ListState, at: Timing) -> Progress {
        if TimingSet::FALLING.contains(at) {
            (state.moment, state.at, state.begun) = state.outer;
        }
        Progress::Done
    }

    /// Removes what another rule than that at `index` has on a square.
    #[cold]
    fn strike_others(&self, index: usize, table: &mut Table<'_>, state: &mut ListState, square: Square) {
        let mut others = self.rules.iter().zip(&mut state.owns).enumerate().filter(|(other, _)| *other != index);
        others.any(|(_, (rule, own))| rule.strike(table, own, square));
    }

    /// The rule that acts now, and its state.
    fn acting_rule<'a>(&'a self, own: &'a Own) -> Option<(&'a dyn Rule, &'a Own)> {
        let state = own.list();
        let index = usize::from(*self.schedule[state.moment as usize].get(usize::from(state.at))?);
        Some((&*self.rules[index], &state.owns[index]))
    }
}

impl Rule for RuleList {
    fn decl(&self) -> &'static RuleDecl {
        &LIST
    }

    fn timings(&self) -> TimingSet {
        self.timings
    }

    fn abilities(&self) -> Abilities {
        self.rules.iter().fold(Abilities::NONE, |all, rule| all.and(rule.abilities()))
    }

    fn plan(&self, plan: &mut Plan) {
        self.rules.iter().for_each(|rule| rule.plan(plan));
    }

    fn start(&self, setup: &Setup<'_>) -> Own {
        let owns = self.rules.iter().map(|rule| rule.start(setup)).collect();
        Own::of_list(ListState { owns, moment: Timing::SetUp, at: 0, begun: false, outer: (Timing::SetUp, 0, false) })
    }

    /// Goes to the first rule that acts at this moment, and lets it enter the moment.
    #[inline(always)]
    fn enter(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let state = own.list_mut();
        if TimingSet::FALLING.contains(at) {
            state.outer = (state.moment, state.at, state.begun);
        }
        (state.moment, state.at, state.begun) = (at, 0, self.sole.is_some());
        let Some(sole) = self.sole else { return self.act_in_turn(table, state, at) };
        let progress = self.rules[sole].enter(table, &mut state.owns[sole], at);
        self.acted_alone(sole, table, state, at, progress)
    }

    /// Lets the rules act one after another. Before the placement none begins any more once the active piece is out.
    #[inline]
    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let state = own.list_mut();
        let Some(sole) = self.sole else { return self.act_in_turn(table, state, at) };
        if state.at > 0 {
            return Progress::Done;
        }
        let progress = self.rules[sole].act(table, &mut state.owns[sole], at);
        self.acted_alone(sole, table, state, at, progress)
    }

    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        let (rule, own) = self.acting_rule(own)?;
        rule.question(table, own, seat)
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let state = own.list_mut();
        if let Some(&index) = self.schedule[state.moment as usize].get(usize::from(state.at)) {
            self.rules[usize::from(index)].answer(table, &mut state.owns[usize::from(index)], seat, answer);
        }
    }

    fn crossed(&self, own: &mut Own, crossing: &Crossing) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.crossed(own, crossing));
    }

    fn removed(&self, own: &mut Own, square: Square) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.removed(own, square));
    }

    /// The strictest of what the rules say.
    fn verdict(&self, table: TableView<'_>, own: &Own, tile: Laid, consequences: &[Consequence]) -> Verdict {
        let verdicts = self.with_own(own).map(|(rule, own)| rule.verdict(table, own, tile, consequences));
        verdicts.max().unwrap_or(Verdict::Allowed)
    }

    fn forbidden_by(&self, table: TableView<'_>, own: &Own, tile: Laid, consequences: &[Consequence]) -> Option<&'static str> {
        self.with_own(own).find_map(|(rule, own)| rule.forbidden_by(table, own, tile, consequences))
    }

    fn hides(&self, table: TableView<'_>, own: &Own, seat: Seat, square: Square) -> bool {
        self.with_own(own).any(|(rule, own)| rule.hides(table, own, seat, square))
    }

    /// As the first rule says that says something.
    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        self.with_own(own).find_map(|(rule, own)| rule.ending(table, own, occasion))
    }

    fn scores(&self, table: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        self.with_own(own).find_map(|(rule, own)| rule.scores(table, own))
    }

    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        self.with_own(own).find_map(|(rule, own)| rule.points(own, seat))
    }

    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        self.with_own_mut(own).any(|(rule, own)| rule.set_scores(own, scores))
    }

    fn faces(&self) -> Vec<PieceFace> {
        self.rules.get(self.keeper).map_or_else(Vec::new, |rule| rule.faces())
    }

    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        if let Some((rule, own)) = self.with_own(own).nth(self.keeper) {
            rule.each_piece(own, each);
        }
    }

    fn supply(&self, own: &Own) -> Option<Supply> {
        self.with_own(own).nth(self.keeper).and_then(|(rule, own)| rule.supply(own))
    }

    fn shows(&self, own: &Own, turn: u32, each: &mut dyn FnMut(Shown)) {
        self.with_own(own).for_each(|(rule, own)| rule.shows(own, turn, each));
    }

    fn set_pieces(&self, own: &mut Own, pieces: &[RulePiece], supply: Option<&[u8]>) -> Result<(), String> {
        match self.with_own_mut(own).nth(self.keeper) {
            Some((rule, own)) => rule.set_pieces(own, pieces, supply),
            None if pieces.is_empty() => Ok(()),
            None => Err("the rule set has none".into()),
        }
    }

    /// What a seat may know of each rule, by its name.
    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        let views = self.with_own(own).map(|(rule, own)| (rule.decl().name.to_owned(), rule.view(own, seat)));
        let views: Map<String, Value> = views.filter(|(_, view)| !view.is_null()).collect();
        if views.is_empty() { Value::Null } else { Value::Object(views) }
    }

    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.redeal(own, seat, rng));
    }

    fn parts(&self) -> &[Box<dyn Rule>] {
        &self.rules
    }

    fn acting(&self, own: &Own) -> &'static str {
        self.acting_rule(own).map_or("", |(rule, _)| rule.decl().name)
    }

    fn resume(&self, own: &mut Own, rule: &str, at: Timing) -> bool {
        let entry = self.schedule[at as usize].iter().position(|&index| self.rules[usize::from(index)].decl().name == rule);
        let Some(entry) = entry.and_then(|entry| u8::try_from(entry).ok()) else { return false };
        let state = own.list_mut();
        (state.moment, state.at, state.begun) = (at, entry, true);
        true
    }
}

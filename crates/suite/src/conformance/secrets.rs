//! What is hidden stays hidden: what a seat is shown and told does not depend on what others have
//! answered in secret, on numbers that it does not see, nor on what lies on squares that it does
//! not see; and a search from what it is shown meets nothing true of it. What comes of a secret on
//! the board all may see, and events of rules that [reveal](tsuro::game::RuleEvent::revealing)
//! something may tell of it.

use super::must_hold::{CheckResult, LEAK};
use super::notes::ConformanceChance;
use serde_json::{Value, json};
use std::cell::OnceCell;
use tsuro::board::Size;
use tsuro::game::{
    self, ChanceDecl, ChanceSight, Choice, DeciderNotice, Event, Knowledge, Listener, Luck, Memory,
    Question, Rng, Rule as _, RulePiece, Seat, SeatSet, SeenEvent, Shown, State, View, redeal,
    redeal_hidden,
};
use tsuro::record::{write_observation, write_position, write_seen};
use tsuro::rules::Rules;
use tsuro::ruleset::Variant;
use tsuro::tensor::{ArrayField, BoardForm, Layout, PartialExchange};

/// Hears the events of a step.
type Hear<'a> = dyn FnMut(&Event<'_>) + 'a;
type Hears<'a> = Listener<&'a mut Hear<'a>>;

/// Compares what seats are shown of two games that differ in secrets alone.
pub(super) struct Secrets<'a, Z: Size> {
    variant: &'a Variant,
    rules: &'a Rules<Z>,
    /// Made for the first array that is compared.
    layout: OnceCell<Option<Layout>>,
}

/// A game that has gone on, and what each seat saw of it meanwhile.
struct Branch<Z: Size> {
    state: State<Rules<Z>>,
    seen: Memory,
}

/// What a seat was told in a step.
#[derive(Default)]
struct SeatNews {
    /// By the game: what is chosen and what comes of it on the board, as far as the seat sees it.
    game: Vec<String>,
    /// By rules, each with the rule.
    rules: Vec<(&'static str, Value)>,
}

impl<Z: Size> Branch<Z> {
    fn line(event: &SeenEvent<'_>) -> String {
        let mut line = Vec::new();
        write_seen(&mut line, event);
        String::from_utf8_lossy(&line).into_owned()
    }

    fn events(&self, seat: Seat) -> Vec<String> {
        self.seen.events(Some(seat)).map(|event| Self::line(&event)).collect()
    }

    /// The rule that tells `seat` of a secret: its event is the first difference between the two
    /// games, and does not declare that it reveals anything. What is different after another
    /// difference may follow from that.
    fn tells<'a>(&'a self, other: &'a Self, seat: Seat) -> Option<&'static str> {
        let (mut here, mut there) = (self.seen.events(Some(seat)), other.seen.events(Some(seat)));
        let differing = loop {
            let pair = (here.next(), there.next());
            match &pair {
                (None, None) => return None,
                (Some(one), Some(two)) if Self::line(one) == Self::line(two) => {}
                _ => break pair,
            }
        };
        let teller = |event: Option<SeenEvent<'_>>| match event {
            Some(SeenEvent::Public(Event::Declared { decl, .. })) => {
                Some((!decl.reveals).then_some(decl))
            }
            Some(_) => Some(None),
            None => None,
        };
        // Nothing may be told in one of the two.
        let told: Option<Vec<_>> =
            [differing.0, differing.1].into_iter().filter_map(teller).collect();
        told?.first().map(|decl| decl.name)
    }

    fn news_for(&self, seat: Seat) -> SeatNews {
        let mut told = SeatNews::default();
        for event in self.seen.events(Some(seat)) {
            let rule = match event {
                SeenEvent::Public(Event::Declared { decl, .. }) => decl.name,
                SeenEvent::Picked { decl, .. } => decl.rule,
                // What rules show of the board is compared when the step is done.
                SeenEvent::Sight(sight) => {
                    if !sight.squares.is_empty() || !sight.pieces.is_empty() {
                        told.game.push(format!("{:?} {:?}", sight.squares, sight.pieces));
                    }
                    continue;
                }
                _ => {
                    told.game.push(Self::line(&event));
                    continue;
                }
            };
            told.rules.push((rule, serde_json::from_str(&Self::line(&event)).unwrap_or_default()));
        }
        told
    }
}

impl<'a, Z: Size> Secrets<'a, Z> {
    pub(super) const fn new(variant: &'a Variant, rules: &'a Rules<Z>) -> Self {
        Self { variant, rules, layout: OnceCell::new() }
    }

    /// Takes a step from a state.
    fn step(
        &self,
        mut state: State<Rules<Z>>,
        step: impl FnOnce(&mut State<Rules<Z>>, &mut Hear<'_>),
    ) -> Branch<Z> {
        let mut seen = Memory::with_events(SeatSet::first(state.core().seats()));
        seen.hear(&DeciderNotice::Begins(View::new(self.rules, &state)));
        step(&mut state, &mut |event| seen.hear::<Rules<Z>>(&DeciderNotice::Happened(event)));
        Branch { state, seen }
    }

    /// All that a seat is shown.
    fn shown(&self, state: &State<Rules<Z>>, seat: Seat) -> Value {
        let see = View::new(self.rules, state).observation(Some(seat));
        let choices: Vec<String> = see.choices().iter().map(ToString::to_string).collect();
        let mut shown = json!({
            "observation": write_observation(&see),
            "view": see.rule_views(),
            "choices": choices,
            "question": format!("{:?}", see.question()),
            "shows": self.shows(state, seat).1,
        });
        let layout = || {
            Layout::new(self.variant, see.seats(), BoardForm::Tokens).ok().map(Layout::with_outlook)
        };
        if let Some(layout) = self.layout.get_or_init(layout) {
            let (mut array, mut mask) = (vec![0; layout.len()], vec![0; layout.actions().len()]);
            let partial = PartialExchange::default();
            layout.write(&see, &partial, &mut array);
            // A string of them takes less than a list.
            let text = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect::<String>();
            let bytes = |field: &ArrayField| text(&array[field.offset..field.offset + field.len()]);
            let fields =
                layout.fields().iter().map(|field| (field.name.clone(), bytes(field).into()));
            shown["array"] = Value::Object(fields.collect());
            // A rule that does not list its questions has no mask.
            shown["mask"] = layout
                .actions()
                .write_mask(&see, &partial, &mut mask)
                .map_or(Value::Null, |()| text(&mask).into());
        }
        shown
    }

    /// What rules show to a seat: their pieces, and all else.
    fn shows(&self, state: &State<Rules<Z>>, seat: Seat) -> (Vec<RulePiece>, Vec<String>) {
        let see = View::new(self.rules, state).observation(Some(seat));
        let mut shows = Vec::new();
        see.shows(|shown: Shown| shows.push(format!("{shown:?}")));
        (see.rule_pieces(), shows)
    }

    /// Whether `seat` could tell one game from another that differs in secrets alone: what it is
    /// told by rules, what it is shown, and what a search from there meets. Nothing more is
    /// compared where events may tell the difference.
    fn compare(&self, one: &Branch<Z>, other: &Branch<Z>, seat: Seat, what: &str) -> CheckResult {
        if let Some(rule) = one.tells(other, seat) {
            return Err((
                LEAK,
                format!(
                    "{what} is told to seat {seat} by an event of the rule {rule:?} that is not \
                     `revealing`"
                ),
            ));
        }
        // Nor where tiles that others have picked have come into its own hand.
        let hand = |branch: &Branch<Z>| branch.state.core().hand(seat);
        if one.events(seat) != other.events(seat) || hand(one) != hand(other) {
            return Ok(());
        }
        let [here, there] = [one, other].map(|branch| self.shown(&branch.state, seat));
        if let Some(field) = differing(&here, &there) {
            return Err((LEAK, format!("{what} shows in `{field}` of what seat {seat} sees")));
        }
        let dealt = |branch: &Branch<Z>| {
            let mut state = branch.state.clone();
            redeal(
                self.rules,
                &mut state,
                seat,
                &Knowledge::default(),
                &mut Rng::new(7, u64::from(seat.number())),
            );
            write_position(self.rules, &state)
        };
        if let Some(field) = differing(&dealt(one), &dealt(other)) {
            return Err((
                LEAK,
                format!(
                    "a search of seat {seat} meets {what}, in `{field}`: `redeal` has to hide it"
                ),
            ));
        }
        Ok(())
    }

    /// Checks that the answer to a question in secret shows to no seat but the asked one.
    pub(super) fn check_answer(
        &self,
        state: &State<Rules<Z>>,
        question: &Question,
        luck: &Luck,
    ) -> CheckResult {
        let [one, other, ..] = question.options[..] else { return Ok(()) };
        if !question.asks.secret {
            return Ok(());
        }
        let asked = state.core().decider();
        let answered = |answer| {
            self.step(state.clone(), |state, hear| {
                game::unchecked::answer(
                    self.rules,
                    state,
                    answer,
                    &mut luck.clone(),
                    &mut Listener(hear),
                );
            })
        };
        let (one, other) = (answered(one), answered(other));
        let what =
            format!("what seat {asked} has answered the rule {:?} in secret", question.asks.rule);
        let others = SeatSet::first(state.core().seats()).without(SeatSet::only(asked));
        others.iter().try_for_each(|seat| self.compare(&one, &other, seat, &what))
    }

    /// Checks that numbers that a seat does not see show to it nowhere else, if `step` draws any.
    pub(super) fn check_numbers(
        &self,
        state: &State<Rules<Z>>,
        declared: &[&'static ChanceDecl],
        luck: &Luck,
        step: impl Fn(&mut State<Rules<Z>>, &mut ConformanceChance<'_>, &mut Hears<'_>),
    ) -> CheckResult {
        if declared.iter().all(|decl| decl.sight == ChanceSight::Everybody) {
            return Ok(());
        }
        let branch = |unseen_by| {
            let mut luck = ConformanceChance::new(luck.clone(), declared, unseen_by);
            self.step(state.clone(), |state, hear| step(state, &mut luck, &mut Listener(hear)))
        };
        let one = branch(None);
        SeatSet::first(state.core().seats()).iter().try_for_each(|seat| {
            self.compare(&one, &branch(Some(seat)), seat, "a number that is drawn unseen")
        })
    }

    /// Checks that what is hidden on squares shows to no seat that does not see them: where
    /// everything hidden is dealt anew, it is shown the same.
    pub(super) fn check_squares(&self, state: &State<Rules<Z>>) -> CheckResult {
        if !self.rules.basics.hides() {
            return Ok(());
        }
        SeatSet::first(state.core().seats()).iter().try_for_each(|seat| {
            let mut other = state.clone();
            redeal(
                self.rules,
                &mut other,
                seat,
                &Knowledge::default(),
                &mut Rng::new(11, u64::from(state.core().turn())),
            );
            let what = |field| {
                format!("what is hidden from seat {seat} shows in `{field}` of what it sees")
            };
            differing(&self.shown(state, seat), &self.shown(&other, seat))
                .map_or(Ok(()), |field| Err((LEAK, what(field))))
        })
    }

    /// Takes a choice; without one, the next turn begins.
    fn take(&self, state: State<Rules<Z>>, choice: Option<&Choice>, luck: &Luck) -> Branch<Z> {
        self.step(state, |state, hear| match choice {
            Some(choice) => game::unchecked::take(
                self.rules,
                state,
                choice,
                &mut luck.clone(),
                &mut Listener(hear),
            ),
            None => drop(game::unchecked::advance_turn(
                self.rules,
                state,
                &mut luck.clone(),
                &mut Listener(hear),
            )),
        })
    }

    /// Checks that what a step tells a seat does not depend on what it cannot know: the step is
    /// taken again after the secrets of rules were dealt anew, and after what lies on hidden
    /// squares was laid otherwise.
    pub(super) fn check_told(
        &self,
        state: &State<Rules<Z>>,
        choice: Option<&Choice>,
        luck: &Luck,
    ) -> CheckResult {
        let mut taken = None;
        for seat in SeatSet::first(state.core().seats()).iter() {
            let mut other = state.clone();
            self.rules.list.redeal(
                other.own_mut(),
                seat,
                &mut Rng::new(17, u64::from(state.core().turn())),
            );
            let is_other = format!("{:?}", state.own()) != format!("{:?}", other.own());
            if !is_other
                || choice.is_some_and(|choice| View::new(self.rules, &other).check(choice).is_err())
            {
                continue;
            }
            let taken = taken.get_or_insert_with(|| self.take(state.clone(), choice, luck));
            if let Some(rule) = taken.tells(&self.take(other, choice, luck), seat) {
                let why = format!(
                    "what the rule {rule:?} keeps from seat {seat} is told to it by an event that \
                     is not `revealing`"
                );
                return Err((LEAK, why));
            }
        }
        self.check_told_of_squares(state, choice, luck)
    }

    /// Checks that rules tell and show no seat what lies on squares that it does not see. The step
    /// is taken again after that was laid otherwise: where the seat is told the same of the choice
    /// and of the board, rules have to tell and show it the same.
    fn check_told_of_squares(
        &self,
        state: &State<Rules<Z>>,
        choice: Option<&Choice>,
        luck: &Luck,
    ) -> CheckResult {
        if !self.rules.basics.hides() {
            return Ok(());
        }
        let step = |state: State<Rules<Z>>| self.take(state, choice, luck);
        let mut taken = None;
        for seat in SeatSet::first(state.core().seats()).iter() {
            let mut other = state.clone();
            let is_other = redeal_hidden(
                self.rules,
                &mut other,
                seat,
                &mut Rng::new(13, u64::from(state.core().turn())),
            );
            if !is_other
                || choice.is_some_and(|choice| View::new(self.rules, &other).check(choice).is_err())
            {
                continue;
            }
            let (here, there) = (&*taken.get_or_insert_with(|| step(state.clone())), step(other));
            let (one, two) = (here.news_for(seat), there.news_for(seat));
            if one.game != two.game {
                continue;
            }
            let told = |rule: &str, field: &str| {
                let why = format!(
                    "what lies on squares that are hidden from seat {seat} shows in `{field}` of \
                     what it is told by {rule:?}"
                );
                Err((LEAK, why))
            };
            for (one, two) in one.rules.iter().zip(&two.rules) {
                if let Some(field) = differing(&one.1, &two.1) {
                    return told(one.0, &field);
                }
            }
            let [longer, shorter] =
                if one.rules.len() > two.rules.len() { [one, two] } else { [two, one] };
            if let Some((rule, _)) = longer.rules.get(shorter.rules.len()) {
                return told(rule, "event");
            }
            if self.shows(&here.state, seat) != self.shows(&there.state, seat) {
                let why = format!(
                    "what lies on squares that are hidden from seat {seat} shows in `shows` of \
                     what it sees after the step"
                );
                return Err((LEAK, why));
            }
        }
        Ok(())
    }
}

/// The first field, or field of a field, in which two objects differ.
fn differing(one: &Value, other: &Value) -> Option<String> {
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else { return None };
    let name = one.keys().chain(other.keys()).find(|name| one.get(*name) != other.get(*name))?;
    let inner = one.get(name).zip(other.get(name)).and_then(|(one, other)| differing(one, other));
    Some(inner.map_or_else(|| name.clone(), |inner| format!("{name}.{inner}")))
}

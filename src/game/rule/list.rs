//! [`RuleList`]: a rule made of rules, each of which acts at its own moments.

#![expect(
    clippy::inline_always,
    reason = "2 % of the instructions of a random game of Seas, by `benches/instructions.sh`"
)]

use super::contract::{Rule, RuleDecl};
use super::midst::Midst;
use super::own::{ListState, Own};
use super::phase::RulePhase;
use super::piece_numbers::{Guest, PieceNumbers, guests, piece_numbers};
use super::terms::{Crossing, Occasion, PieceCount, Setup, Verdict};
use crate::board::{Face, Laid, Shape, Square};
use crate::game::basics::ability::Abilities;
use crate::game::basics::acting;
use crate::game::basics::data::Plan;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::basics::values::Values;
use crate::game::basics::words::KeyWords as _;
use crate::game::chance::Rng;
use crate::game::declare::ask::{Answer, Progress, Question};
use crate::game::declare::look::{Look, LookColor, PieceFace, PieceFieldFault, RulePiece, Shown};
use crate::game::declare::texts::Texts;
use crate::game::event::{Consequence, Ending};
use crate::game::pieces::seat::Seat;
use crate::game::pieces::supply::{MAX_SUPPLY, Supply};
use crate::game::table::handle::{Table, TableView};
use serde_json::{Map, Value};
use std::borrow::Borrow;

/// Several rules that act as one: each acts at its moments, rules of the same moment in the order
/// of the list.
#[derive(Debug)]
pub struct RuleList {
    rules: Box<[Box<dyn Rule>]>,
    /// The rules that act at each moment, as indices, in the order of the list.
    schedule: [Box<[u8]>; Timing::VALUES.len()],
    timings: TimingSet,
    /// The one that acts, if there is no other.
    sole: Option<usize>,
    /// The rules that have pieces, and how the pieces of all of them are numbered.
    pieces: Box<[PieceNumbers]>,
    /// The rule that counts the pieces of the others, and the number of those pieces when a game
    /// begins.
    counter: Option<(usize, u32)>,
    /// The rules whose pieces lie in the supply of another.
    guests: Box<[Guest]>,
}

/// A blocked square, as which a piece without a face is drawn where other rules have pieces as
/// well.
static BLOCKED: Look = Look::new(
    '◆',
    LookColor::White,
    Texts(&[("en", "a blocked square"), ("fr", "une case bloquée")]),
);

/// How many pieces are in play of the rules that have a supply.
fn in_play<'a, O: Borrow<Own>>(rules: impl Iterator<Item = (&'a dyn Rule, O)>) -> u32 {
    let supplied = rules.filter(|(rule, own)| rule.supply(own.borrow()).is_some());
    supplied.map(|(rule, own)| rule.pieces_in_play(own.borrow())).sum()
}

/// No file can name a list.
static LIST: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "list", "rules one after another", &unnamed);

fn unnamed(_: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    None
}

impl RuleList {
    /// A list of these rules.
    pub fn new(rules: Vec<Box<dyn Rule>>) -> Self {
        let acts = |timing| {
            (0u8..)
                .zip(&rules)
                .filter(move |(_, rule)| rule.timings().contains(timing))
                .map(|(index, _)| index)
        };
        let schedule = std::array::from_fn(|moment| {
            let mut acting: Vec<u8> = acts(Timing::VALUES[moment]).collect();
            acting.sort_by_key(|&index| {
                rules[usize::from(index)].decl().order_at(Timing::VALUES[moment])
            });
            acting.into()
        });
        let timings = rules.iter().fold(TimingSet::default(), |all, rule| all.or(rule.timings()));
        let mut acting = (0..rules.len()).filter(|&index| !rules[index].timings().is_empty());
        let counter =
            rules.iter().position(|rule| rule.abilities().contains(Abilities::COUNTS_PIECES));
        // One that acts alone is not asked after its pieces, which takes time.
        let sole = acting.next().filter(|_| acting.next().is_none() && counter.is_none());
        let guests = guests(&rules);
        let pieces = piece_numbers(&rules, &guests);
        let start = |rule: &dyn Rule| rule.start(&Setup::new(2, &Shape::rectangle(3, 3)));
        let counter = counter
            .map(|counter| (counter, in_play(rules.iter().map(|rule| (&**rule, start(&**rule))))));
        Self { rules: rules.into(), schedule, timings, sole, pieces, counter, guests }
    }

    /// Tells the rule that counts the pieces of the others how many are in play. `true`: the game
    /// may be over by it.
    #[cold]
    fn count_pieces(&self, owns: &mut [Own]) -> bool {
        let Some((counter, all)) = self.counter else { return false };
        let in_play = in_play(self.rules.iter().map(|rule| &**rule).zip(&*owns));
        owns.get_mut(counter)
            .is_some_and(|own| self.rules[counter].count_pieces(own, PieceCount::new(all, in_play)))
    }

    /// A guest and its host, by name, if the guest's piece has no number of its own that a supply
    /// can have.
    pub(crate) fn guest_without_room(&self) -> Option<(&'static str, &'static str)> {
        let of = |index: usize| self.rules[index].decl().name;
        let is_taken = |at: usize, guest: &Guest| {
            self.guests[..at]
                .iter()
                .any(|other| (other.host, other.number) == (guest.host, guest.number))
        };
        let mut crowded =
            self.guests.iter().enumerate().filter(|(at, guest)| {
                usize::from(guest.number) >= MAX_SUPPLY || is_taken(*at, guest)
            });
        crowded.next().map(|(_, guest)| (of(guest.rule), of(guest.host)))
    }

    /// The field in which positions have the state of the rule of this name, if that has one of its
    /// own.
    pub(crate) fn field_of(&self, name: &str) -> Option<&'static str> {
        self.rules.iter().find(|rule| rule.decl().name == name)?.decl().in_field
    }

    /// The fields that positions have beside the piece with this number.
    pub(crate) fn piece_field_names(&self, tile: u8) -> &'static [&'static str] {
        self.owner(tile).map_or(&[], |(numbers, _)| self.rules[numbers.rule].decl().piece_fields)
    }

    /// The number of the piece of a rule that is a guest; `None`: it is none.
    pub(crate) fn guest_number(&self, name: &str) -> Option<u8> {
        let numbers =
            self.guests.iter().find(|guest| self.rules[guest.rule].decl().name == name)?;
        self.pieces.iter().find(|pieces| pieces.rule == numbers.rule).map(|pieces| pieces.first)
    }

    /// The rule whose piece has this number, and the number of the piece within that rule.
    fn owner(&self, tile: u8) -> Option<(&PieceNumbers, u8)> {
        self.pieces.iter().find_map(|numbers| Some((numbers, numbers.of_rule(tile)?)))
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

    fn with_own_mut<'a>(
        &'a self,
        own: &'a mut Own,
    ) -> impl Iterator<Item = (&'a dyn Rule, &'a mut Own)> {
        self.rules.iter().map(|rule| &**rule).zip(&mut own.list_mut().owns)
    }

    /// Names and states of rules, as JSON: the entries of a position's `rule-state`.
    pub fn saved<'a>(&'a self, own: &'a Own) -> impl Iterator<Item = (&'static str, Value)> + 'a {
        self.with_own(own).filter_map(|(rule, own)| Some((rule.decl().name, rule.save(own)?)))
    }

    /// Reads back one entry of [`RuleList::saved`], or of [`RuleList::saved_pending`].
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment; also if there is no such rule.
    pub(crate) fn restore_one(
        &self,
        own: &mut Own,
        name: &str,
        saved: &Value,
    ) -> Result<(), String> {
        let (rule, own) = self.rule_of_name(own, name)?;
        if rule.save(own).is_some() {
            rule.restore(own, saved)
        } else {
            rule.restore_pending(own, saved)
        }
    }

    /// What rules are in the middle of whose states have fields.
    pub(crate) fn saved_pending<'a>(
        &'a self,
        own: &'a Own,
    ) -> impl Iterator<Item = (&'static str, Value)> + 'a {
        self.with_own(own)
            .filter_map(|(rule, own)| Some((rule.decl().name, rule.save_pending(own)?)))
    }

    /// Reads back one entry of [`RuleList::saved_pending`].
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment; also if there is no such rule.
    pub(crate) fn restore_pending_of(
        &self,
        own: &mut Own,
        name: &str,
        saved: &Value,
    ) -> Result<(), String> {
        let (rule, own) = self.rule_of_name(own, name)?;
        rule.restore_pending(own, saved)
    }

    /// The rule of a name with its state.
    fn rule_of_name<'a>(
        &'a self,
        own: &'a mut Own,
        name: &str,
    ) -> Result<(&'a dyn Rule, &'a mut Own), &'static str> {
        let found = self.with_own_mut(own).find(|(rule, _)| rule.decl().name == name);
        found.ok_or("the rule set has no rule of that name")
    }

    /// Goes on after an act of the only rule that acts.
    #[inline(always)]
    fn acted_alone(
        &self,
        sole: usize,
        table: &mut Table<'_>,
        state: &mut ListState,
        at: Timing,
        progress: Progress,
    ) -> Progress {
        match progress {
            Progress::Done | Progress::Idle => {
                state.at = 1;
                state.idle = progress == Progress::Idle;
                // A loss is judged while the moment still stands.
                if TimingSet::NESTED.contains(at) && !table.is_settled(at) {
                    Progress::Again
                } else {
                    Self::close(state, at)
                }
            }
            Progress::Strike(_)
            | Progress::Sink(_)
            | Progress::Swallow(_)
            | Progress::Covered(_)
            | Progress::Guest => {
                self.deal_with_others(sole, table, state, progress);
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
            acting::goes_on_with(&rule.decl().name);
            let progress = if state.begun {
                rule.act(table, own, at)
            } else {
                // It was in the game when the moment began.
                if state.at > 0
                    && TimingSet::BEFORE_PLACEMENT.contains(at)
                    && !table.alive().contains(table.active())
                {
                    return Progress::Done;
                }
                state.begun = true;
                if !self.guests.is_empty() && self.has_to_rest(index, table, &state.owns, at) {
                    Progress::Done
                } else {
                    rule.enter(table, &mut state.owns[index], at)
                }
            };
            if matches!(
                progress,
                Progress::Strike(_)
                    | Progress::Sink(_)
                    | Progress::Swallow(_)
                    | Progress::Covered(_)
                    | Progress::Guest
            ) {
                self.deal_with_others(index, table, state, progress);
            }
            if self.counter.is_some() && self.count_pieces(&mut state.owns) {
                table.judge_act();
            }
            match progress {
                Progress::Done | Progress::Idle => {
                    state.at += 1;
                    state.begun = false;
                }
                // The engine counts how often it is called again.
                Progress::Strike(_)
                | Progress::Sink(_)
                | Progress::Swallow(_)
                | Progress::Covered(_)
                | Progress::Guest => {
                    return Progress::Again;
                }
                progress => return progress,
            }
            // A loss is judged, and a draw is heard of, before anything else happens.
            if !table.is_settled(at) {
                return Progress::Again;
            }
        }
        Self::close(state, at)
    }

    /// Ends a moment: after one that interrupted another, the interrupted one goes on.
    #[inline]
    fn close(state: &mut ListState, at: Timing) -> Progress {
        if TimingSet::NESTED.contains(at) {
            (state.moment, state.at, state.begun) = state.outer[Self::nesting(at)];
        }
        Progress::Done
    }

    /// The index in [`ListState::outer`] of the moment that this one interrupted: a loss may come
    /// while rules hear of a drawn tile.
    const fn nesting(at: Timing) -> usize {
        matches!(at, Timing::Drawn) as usize
    }

    /// Lets others do what the rule at `index` cannot: what another has on a square is removed, a
    /// guest comes to the board.
    #[cold]
    fn deal_with_others(
        &self,
        index: usize,
        table: &mut Table<'_>,
        state: &mut ListState,
        progress: Progress,
    ) {
        let mut others =
            self.rules.iter().zip(&mut state.owns).enumerate().filter(|(other, _)| *other != index);
        match progress {
            Progress::Strike(square) => {
                let _ = others.any(|(_, (rule, own))| rule.strike(table, own, square));
            }
            Progress::Sink(square) => {
                let _ = others.any(|(_, (rule, own))| rule.sink(table, own, square));
            }
            Progress::Covered(square) => {
                others.for_each(|(_, (rule, own))| rule.covered(table, own, square));
            }
            Progress::Swallow(square) => {
                let _ = others.any(|(_, (rule, own))| rule.swallow(table, own, square));
            }
            _ => {
                let Some(drawn) = self.rules[index].drawn_guest(&mut state.owns[index]) else {
                    return;
                };
                let guest = self
                    .guests
                    .iter()
                    .find(|guest| (guest.host, guest.number) == (index, drawn.piece.tile));
                if let Some(guest) = guest {
                    acting::goes_on_with(&self.rules[guest.rule].decl().name);
                    self.rules[guest.rule].come(table, &mut state.owns[guest.rule], &drawn);
                }
            }
        }
    }

    /// Whether a guest does not act at this moment because the pieces of its host do not rest in
    /// this turn.
    #[cold]
    fn has_to_rest(&self, index: usize, table: &Table<'_>, owns: &[Own], at: Timing) -> bool {
        let guest = self
            .guests
            .iter()
            .find(|guest| guest.rule == index && guest.while_resting.contains(at));
        guest.is_some_and(|guest| !self.rules[guest.host].rests(&owns[guest.host], table.turn()))
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
        let mut owns: Box<[Own]> = self.rules.iter().map(|rule| rule.start(setup)).collect();
        for &Guest { rule, host, number, .. } in &self.guests {
            self.rules[host].invite(&mut owns[host], number);
            self.rules[rule].invited(&mut owns[rule], number);
        }
        if self.counter.is_some() {
            self.count_pieces(&mut owns);
        }
        Own::of_list(ListState {
            owns,
            moment: Timing::SetUp,
            at: 0,
            begun: false,
            idle: false,
            outer: [(Timing::SetUp, 0, false); 2],
        })
    }

    /// Goes to the first rule that acts at this moment, and lets it enter the moment.
    #[inline(always)]
    fn enter(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let state = own.list_at_rest();
        if TimingSet::NESTED.contains(at) {
            state.outer[Self::nesting(at)] = (state.moment, state.at, state.begun);
        }
        (state.moment, state.at, state.begun) = (at, 0, self.sole.is_some());
        let Some(sole) = self.sole else { return self.act_in_turn(table, state, at) };
        state.idle = false;
        let progress = self.rules[sole].enter(table, &mut state.owns[sole], at);
        self.acted_alone(sole, table, state, at, progress)
    }

    /// That of the only one that acts.
    fn calling_dice(&self) -> Option<u16> {
        self.rules[self.sole?].calling_dice()
    }

    /// Lets the rules act one after another. Before the placement none begins any more once the
    /// active piece is out.
    #[inline]
    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let state = own.list_mut();
        let Some(sole) = self.sole else { return self.act_in_turn(table, state, at) };
        if state.at > 0 {
            return Self::close(state, at);
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
            acting::goes_on_with(&self.rules[usize::from(index)].decl().name);
            self.rules[usize::from(index)].answer(
                table,
                &mut state.owns[usize::from(index)],
                seat,
                answer,
            );
        }
    }

    fn holds(&self, own: &Own, square: Square) -> bool {
        self.with_own(own).any(|(rule, own)| rule.holds(own, square))
    }

    fn crossed(&self, own: &mut Own, crossing: &Crossing) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.crossed(own, crossing));
    }

    fn covered(&self, table: &mut Table<'_>, own: &mut Own, square: Square) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.covered(table, own, square));
    }

    fn haven(&self, own: &Own, square: Square) -> Option<Face> {
        self.with_own(own).find_map(|(rule, own)| rule.haven(own, square))
    }

    fn placed(&self, own: &mut Own, tile: Face, square: Square) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.placed(own, tile, square));
    }

    fn removed(&self, own: &mut Own, square: Square) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.removed(own, square));
    }

    /// The strictest of what the rules say.
    fn verdict(
        &self,
        table: TableView<'_>,
        own: &Own,
        tile: Laid,
        consequences: &[Consequence],
    ) -> Verdict {
        let verdicts =
            self.with_own(own).map(|(rule, own)| rule.verdict(table, own, tile, consequences));
        verdicts.max().unwrap_or(Verdict::Allowed)
    }

    fn forbidden_by(
        &self,
        table: TableView<'_>,
        own: &Own,
        tile: Laid,
        consequences: &[Consequence],
    ) -> Option<&'static str> {
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
        let mut faces = Vec::new();
        for numbers in &self.pieces {
            let own = self.rules[numbers.rule].faces();
            if !own.is_empty() {
                faces.resize(numbers.first.into(), PieceFace::new(&BLOCKED));
                faces.extend(own);
            }
        }
        faces
    }

    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        let owns = &own.list().owns;
        if let [only] = &*self.pieces {
            return self.rules[only.rule].each_piece(&owns[only.rule], each);
        }
        for numbers in &self.pieces {
            self.rules[numbers.rule].each_piece(&owns[numbers.rule], &mut |piece| {
                if let Some(tile) = numbers.of_all(piece.tile) {
                    each(RulePiece { tile, ..piece });
                }
            });
        }
    }

    /// The supplies of all rules whose numbers a supply can have, together.
    fn supply(&self, own: &Own) -> Option<Supply> {
        let owns = &own.list().owns;
        let supply = |numbers: &PieceNumbers| self.rules[numbers.rule].supply(&owns[numbers.rule]);
        let mut supplies = self
            .pieces
            .iter()
            .filter(|numbers| numbers.fits)
            .filter_map(|numbers| Some((numbers, supply(numbers)?)));
        let (numbers, first) = supplies.next()?;
        let mut all = if numbers.first == 0 {
            first
        } else {
            first.iter().filter_map(|tile| numbers.of_supply(tile)).collect()
        };
        supplies.for_each(|(numbers, supply)| {
            supply
                .iter()
                .filter_map(|tile| numbers.of_supply(tile))
                .for_each(|tile| all.insert(tile));
        });
        Some(all)
    }

    fn under_supply(&self, own: &Own) -> Vec<u8> {
        let owns = &own.list().owns;
        let under =
            |numbers: &PieceNumbers| self.rules[numbers.rule].under_supply(&owns[numbers.rule]);
        self.pieces
            .iter()
            .flat_map(|numbers| under(numbers).into_iter().filter_map(|tile| numbers.of_all(tile)))
            .collect()
    }

    fn set_under_supply(&self, own: &mut Own, tiles: &[u8]) -> Result<(), String> {
        let owns = &mut own.list_mut().owns;
        for numbers in &self.pieces {
            let theirs: Vec<u8> = tiles.iter().filter_map(|&tile| numbers.of_rule(tile)).collect();
            self.rules[numbers.rule].set_under_supply(&mut owns[numbers.rule], &theirs)?;
        }
        let others = |tile: &u8| self.pieces.iter().all(|numbers| numbers.of_rule(*tile).is_none());
        if tiles.iter().any(others) { Err("the rule set has none".into()) } else { Ok(()) }
    }

    fn shows(&self, own: &Own, turn: u32, each: &mut dyn FnMut(Shown)) {
        self.with_own(own).for_each(|(rule, own)| rule.shows(own, turn, each));
    }

    /// Gives each rule its own. What a rule without a supply does not take from here, its saved
    /// state says.
    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        supply: Option<&[u8]>,
    ) -> Result<(), String> {
        let owns = &mut own.list_mut().owns;
        for numbers in &self.pieces {
            let (rule, own) = (&self.rules[numbers.rule], &mut owns[numbers.rule]);
            // A host sees which of its guests are on the board, since guests on the board are not
            // in its supply.
            let theirs = pieces.iter().filter_map(|piece| {
                Some(RulePiece { tile: numbers.in_supply(piece.tile)?, ..*piece })
            });
            let theirs: Vec<RulePiece> = theirs.collect();
            let rest = |supply: &[u8]| -> Vec<u8> {
                supply.iter().filter_map(|&tile| numbers.in_supply(tile)).collect()
            };
            let set =
                rule.set_pieces(own, &theirs, supply.filter(|_| numbers.fits).map(rest).as_deref());
            if set.is_err() && (rule.supply(own).is_some() || rule.save(own).is_none()) {
                return set;
            }
        }
        self.count_pieces(owns);
        let others = |tile: &u8| self.pieces.iter().all(|numbers| numbers.of_rule(*tile).is_none());
        let mut named =
            pieces.iter().map(|piece| piece.tile).chain(supply.unwrap_or_default().iter().copied());
        named.find(others).map_or(Ok(()), |tile| Err(format!("there is no piece {tile}")))
    }

    fn piece_fields(&self, own: &Own, tile: u8) -> Vec<(&'static str, Value)> {
        let owner = self.owner(tile);
        owner.map_or_else(Vec::new, |(numbers, tile)| {
            self.rules[numbers.rule].piece_fields(&own.list().owns[numbers.rule], tile)
        })
    }

    fn set_piece_fields(
        &self,
        own: &mut Own,
        tile: u8,
        fields: &Map<String, Value>,
    ) -> Result<(), PieceFieldFault> {
        let Some((numbers, tile)) = self.owner(tile) else { return Ok(()) };
        self.rules[numbers.rule].set_piece_fields(
            &mut own.list_mut().owns[numbers.rule],
            tile,
            fields,
        )
    }

    /// What a seat may know of each rule, by its name.
    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        let views = self
            .with_own(own)
            .map(|(rule, own)| (rule.decl().name.to_owned(), rule.view(own, seat)));
        let views: Map<String, Value> = views.filter(|(_, view)| !view.is_null()).collect();
        if views.is_empty() { Value::Null } else { Value::Object(views) }
    }

    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        self.with_own_mut(own).for_each(|(rule, own)| rule.redeal(own, seat, rng));
        if self.counter.is_some() {
            self.count_pieces(&mut own.list_mut().owns);
        }
    }

    fn parts(&self) -> &[Box<dyn Rule>] {
        &self.rules
    }

    fn acting(&self, own: &Own) -> &'static str {
        self.acting_rule(own).map_or("", |(rule, _)| rule.decl().name)
    }

    fn first_acting(&self, at: Timing) -> &'static RuleDecl {
        self.schedule[at as usize]
            .first()
            .map_or(&LIST, |&index| self.rules[usize::from(index)].decl())
    }

    fn resume(&self, own: &mut Own, rule: &str, at: Timing) -> bool {
        let entry = self.schedule[at as usize]
            .iter()
            .position(|&index| self.rules[usize::from(index)].decl().name == rule);
        let Some(entry) = entry.and_then(|entry| u8::try_from(entry).ok()) else { return false };
        let state = own.list_mut();
        if TimingSet::NESTED.contains(at) {
            state.outer[Self::nesting(at)] = (state.moment, state.at, state.begun);
        }
        (state.moment, state.at, state.begun) = (at, entry, true);
        true
    }

    fn arrived(&self, table: TableView<'_>, own: &mut Own, square: Square) -> Option<Midst> {
        let mut rules = self.with_own_mut(own);
        rules.find_map(|(rule, own)| {
            let mut is_there = false;
            rule.each_piece(own, &mut |piece| is_there |= piece.square == square);
            if is_there { rule.arrived(table, own, square) } else { None }
        })
    }

    fn midst(&self, own: &Own, at: Timing) -> Option<Midst> {
        let (moment, at, begun) = own.list().outer[Self::nesting(at)];
        let next = self.schedule[moment as usize].get(usize::from(at));
        let rule = next.map(|&index| self.rules[usize::from(index)].decl().name);
        Some(
            rule.filter(|_| begun)
                .map_or_else(|| Midst::before(rule, moment), |rule| Midst::within(rule, moment)),
        )
    }

    fn resume_midst(&self, own: &mut Own, midst: &Midst) -> bool {
        let acting = &self.schedule[midst.at as usize];
        let is_meant = |name: &String| {
            acting.iter().position(|&index| self.rules[usize::from(index)].decl().name == *name)
        };
        let entry = midst.rule.as_ref().map_or(Some(acting.len()), is_meant);
        let Some(entry) =
            entry.and_then(|entry| u8::try_from(entry).ok()).filter(|_| !acting.is_empty())
        else {
            return false;
        };
        let state = own.list_mut();
        (state.moment, state.at, state.begun) =
            (midst.at, entry, midst.begun || self.sole.is_some());
        true
    }
}

//! Finds what a rule does without having declared that it can: the game is played under the same
//! rules, each of which is watched.
//!
//! Watched rules give the same games. The engine asks all of them for verdicts, endings and
//! crossings, also rules that have not declared any, which it would never ask otherwise.

use serde_json::{Map, Value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tsuro::board::{Content, Face, Laid, Size, Square};
use tsuro::game::{
    Abilities, Answer, Cause, Consequence, Crossing, DrawnGuest, Ending, Event, Midst, NO_MARK,
    Occasion, Outcome, Own, PieceCount, PieceFace, PieceFieldFault, Plan, Progress, Question, Rng,
    Rule, RuleDecl, RuleFacts, RulePiece, Seat, SeatSet, Setup, Shown, Spot, Supply, Table,
    TableView, Timing, TimingSet, Verdict,
};
use tsuro::rules::{RuleList, Rules};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// Abilities, their names, and what a rule does that has them.
const ABILITIES: [(Abilities, &str, &str); 9] = [
    (Abilities::MOVES_PIECES, "MOVES_PIECES", "moves pieces, or lays or turns tiles"),
    (Abilities::TAKES_TILES, "TAKES_TILES", "takes tiles off the board"),
    (Abilities::CAN_BE_STRUCK, "CAN_BE_STRUCK", "has something on squares that others strike"),
    (Abilities::STRIKES, "STRIKES", "strikes what others have on squares"),
    (Abilities::BLOCKS, "BLOCKS", "blocks squares on which it has no piece"),
    (Abilities::COUNTS_CROSSINGS, "COUNTS_CROSSINGS", "counts tiles that pieces cross"),
    (Abilities::FORBIDS, "FORBIDS", "forbids placements"),
    (Abilities::ENDS, "ENDS", "ends games"),
    (
        Abilities::MOVES_TILES,
        "MOVES_TILES",
        "puts tiles into hands or the pile, or takes them from there",
    ),
];

/// What watched rules have done without having declared it.
#[derive(Debug, Default)]
pub(super) struct Watch(Mutex<Watched>);

#[derive(Debug, Default)]
struct Watched {
    /// The rule that acts now.
    acting: Option<Acting>,
    /// The first thing that was not declared.
    undeclared: Option<String>,
}

/// A rule in the midst of a call.
#[derive(Debug, Clone, Copy)]
struct Acting {
    decl: &'static RuleDecl,
    abilities: Abilities,
    /// The seat that has said which tile of its hand it gives up.
    gives_up: Option<Seat>,
}

impl Watch {
    fn lock(&self) -> MutexGuard<'_, Watched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first thing that a rule has done without having declared it.
    pub(super) fn undeclared(&self) -> Option<String> {
        self.lock().undeclared.clone()
    }

    fn note(&self, rule: &str, does: &str) {
        self.lock().undeclared.get_or_insert_with(|| format!("the rule {rule:?} {does}"));
    }

    /// Notes that a rule shows an ability that it may not have declared.
    fn shows(&self, rule: &str, declared: Abilities, ability: Abilities) {
        if let Some((_, name, does)) =
            ABILITIES.iter().find(|known| known.0 == ability && !declared.contains(ability))
        {
            self.note(rule, &format!("{does}, and does not declare `Abilities::{name}`"));
        }
    }

    /// The same rules, watched.
    pub(super) fn over<Z: Size>(
        self: &Arc<Self>,
        variant: &Arc<Variant>,
        rules: &Rules<Z>,
    ) -> Rules<Z> {
        let watched = |part| -> Box<dyn Rule> {
            Box::new(WatchedRule { variant: Arc::clone(variant), part, watch: Arc::clone(self) })
        };
        Rules::new(
            rules.basics.watched(),
            RuleList::new((0..rules.list.parts().len()).map(watched).collect()),
        )
    }

    /// Notes what an event shows of the rule that acts, or of the one by which a piece is out.
    pub(super) fn hear(&self, event: &Event<'_>, variant: &Variant) {
        let acting = self.lock().acting;
        if let Event::Eliminated { cause: Cause::Rule(cause), .. } = event {
            let declares =
                |decl: &RuleDecl| decl.causes.iter().any(|known| known.name == cause.name);
            let is_planned = cause.name == NO_MARK.name
                || with_rules!(variant.rules(), |rules| {
                    rules.basics.causes_of_blocked().any(|known| known.name() == cause.name)
                });
            let is_known = match acting {
                Some(acting) => declares(acting.decl),
                None => with_rules!(variant.rules(), |rules| rules
                    .list
                    .parts()
                    .iter()
                    .any(|rule| declares(rule.decl()))),
            };
            if !is_planned && !is_known {
                let of = cause.name.split_once('/').map_or(cause.name, |name| name.0);
                let rule = acting.map_or(of, |acting| acting.decl.name);
                self.note(
                    rule,
                    &format!(
                        "puts a piece out with the cause {:?}, which it does not declare",
                        cause.name
                    ),
                );
            }
        }
        let Some(Acting { decl, abilities, gives_up }) = acting else { return };
        match *event {
            Event::Laid { .. } | Event::Turned { .. } | Event::Carried { .. } => {
                self.shows(decl.name, abilities, Abilities::MOVES_PIECES);
            }
            Event::WakeRemoved { .. } => self.shows(decl.name, abilities, Abilities::TAKES_TILES),
            // A tile that is laid is told by another event as well; one that a seat gives up, by
            // its answer.
            Event::Shifted { to: Spot::Board(_), .. } => {}
            Event::Shifted { from: Spot::Hand(seat), .. } if gives_up == Some(seat) => {}
            Event::Shifted { .. } => self.shows(decl.name, abilities, Abilities::MOVES_TILES),
            _ => {}
        }
    }
}

/// A rule that is watched.
#[derive(Debug)]
struct WatchedRule {
    /// The rule set to which it belongs.
    variant: Arc<Variant>,
    /// Its place in the list.
    part: usize,
    watch: Arc<Watch>,
}

/// The squares that are blocked.
fn blocked(table: &Table<'_>) -> Vec<Square> {
    table.shape().squares().filter(|&square| table.content(square) == Content::Blocked).collect()
}

impl WatchedRule {
    fn rule(&self) -> &dyn Rule {
        with_rules!(self.variant.rules(), |rules| &*rules.list.parts()[self.part])
    }

    fn has(&self, ability: Abilities) -> bool {
        self.abilities().contains(ability)
    }

    fn shown(&self, ability: Abilities) {
        self.watch.shows(self.decl().name, self.abilities(), ability);
    }

    /// Calls a rule that may change the game, and looks at what has changed.
    fn acts<T>(
        &self,
        table: &mut Table<'_>,
        own: &mut Own,
        gives_up: Option<Seat>,
        act: impl FnOnce(&dyn Rule, &mut Table<'_>, &mut Own) -> T,
    ) -> T {
        let before = (!self.has(Abilities::BLOCKS)).then(|| blocked(table));
        let outer = self.watch.lock().acting.replace(Acting {
            decl: self.decl(),
            abilities: self.abilities(),
            gives_up,
        });
        let answer = act(self.rule(), table, own);
        self.watch.lock().acting = outer;
        if let Some(before) = before {
            let (mut pieces, faces) = (Vec::new(), self.faces());
            self.each_piece(own, &mut |piece| {
                pieces.extend((!piece.lies_over(&faces)).then_some(piece.square));
            });
            if blocked(table)
                .iter()
                .any(|square| !before.contains(square) && !pieces.contains(square))
            {
                self.shown(Abilities::BLOCKS);
            }
        }
        answer
    }

    /// Notes what a rule shows without having declared it.
    fn declares(&self, shown: Shown) {
        let decl = self.decl();
        let (is_declared, list, what) = match shown {
            Shown::Mark(mark) => {
                let is_declared = decl.marks.contains(&mark.look);
                (is_declared, "marks", mark.look.name.in_language("en"))
            }
            Shown::Seat(count, ..) | Shown::Table(count, _) => {
                (decl.counts.contains(&count), "counts", count.name)
            }
            _ => return,
        };
        if !is_declared {
            let does = format!("shows {what:?}, which its declaration does not have in `{list}`");
            self.watch.note(decl.name, &does);
        }
    }

    /// Notes that a rule strikes.
    fn strikes(&self, progress: Progress) -> Progress {
        // A rule that declares nothing may do anything.
        if matches!(progress, Progress::Strike(_) | Progress::Sink(_) | Progress::Swallow(_))
            && !self.has(Abilities::ANY)
        {
            self.shown(Abilities::STRIKES);
        }
        progress
    }

    /// Lets a rule change its state where the engine would not call it, and notes whether it does.
    fn counts(&self, own: &mut Own, count: impl FnOnce(&dyn Rule, &mut Own)) {
        if self.has(Abilities::COUNTS_CROSSINGS) {
            return count(self.rule(), own);
        }
        let mut other = own.clone();
        count(self.rule(), &mut other);
        if format!("{other:?}") != format!("{own:?}") {
            self.shown(Abilities::COUNTS_CROSSINGS);
        }
    }
}

impl Rule for WatchedRule {
    fn decl(&self) -> &'static RuleDecl {
        self.rule().decl()
    }
    fn timings(&self) -> TimingSet {
        self.rule().timings()
    }
    fn abilities(&self) -> Abilities {
        self.rule().abilities()
    }
    fn plan(&self, plan: &mut Plan) {
        self.rule().plan(plan);
    }
    fn effects(&self, facts: &RuleFacts) -> Vec<tsuro::game::Effect> {
        self.rule().effects(facts)
    }
    fn start(&self, setup: &Setup<'_>) -> Own {
        self.rule().start(setup)
    }
    fn calling_dice(&self) -> Option<u16> {
        self.rule().calling_dice()
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
        self.acts(table, own, None, |rule, table, own| rule.begin(table, own, at));
    }
    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        self.strikes(self.acts(table, own, None, |rule, table, own| rule.act(table, own, at)))
    }
    fn enter(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        self.strikes(self.acts(table, own, None, |rule, table, own| rule.enter(table, own, at)))
    }
    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        self.rule().question(table, own, seat)
    }
    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let asked = self.question(table.view(), own, seat);
        let gives_up = asked.filter(|question| question.asks.gives_up).map(|_| seat);
        self.acts(table, own, gives_up, |rule, table, own| rule.answer(table, own, seat, answer));
    }
    fn strike(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        let struck =
            self.acts(table, own, None, |rule, table, own| rule.strike(table, own, square));
        if struck {
            self.shown(Abilities::CAN_BE_STRUCK);
        }
        struck
    }
    fn sink(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        let struck = self.acts(table, own, None, |rule, table, own| rule.sink(table, own, square));
        if struck {
            self.shown(Abilities::CAN_BE_STRUCK);
        }
        struck
    }
    fn swallow(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        let swallowed =
            self.acts(table, own, None, |rule, table, own| rule.swallow(table, own, square));
        if swallowed {
            self.shown(Abilities::CAN_BE_STRUCK);
        }
        swallowed
    }
    fn holds(&self, own: &Own, square: Square) -> bool {
        self.rule().holds(own, square)
    }
    fn invite(&self, own: &mut Own, guest: u8) {
        self.rule().invite(own, guest);
    }
    fn invited(&self, own: &mut Own, number: u8) {
        self.rule().invited(own, number);
    }
    fn drawn_guest(&self, own: &mut Own) -> Option<DrawnGuest> {
        self.rule().drawn_guest(own)
    }
    fn come(&self, table: &mut Table<'_>, own: &mut Own, guest: &DrawnGuest) {
        self.acts(table, own, None, |rule, table, own| rule.come(table, own, guest));
    }
    fn rests(&self, own: &Own, turn: u32) -> bool {
        self.rule().rests(own, turn)
    }
    fn crossed(&self, own: &mut Own, crossing: &Crossing) {
        self.counts(own, |rule, own| rule.crossed(own, crossing));
    }
    fn placed(&self, own: &mut Own, tile: Face, square: Square) {
        self.rule().placed(own, tile, square);
    }
    fn covered(&self, table: &mut Table<'_>, own: &mut Own, square: Square) {
        self.acts(table, own, None, |rule, table, own| rule.covered(table, own, square));
    }
    fn haven(&self, own: &Own, square: Square) -> Option<Face> {
        self.rule().haven(own, square)
    }
    fn removed(&self, own: &mut Own, square: Square) {
        self.counts(own, |rule, own| rule.removed(own, square));
    }
    fn verdict(
        &self,
        table: TableView<'_>,
        own: &Own,
        tile: Laid,
        consequences: &[Consequence],
    ) -> Verdict {
        let verdict = self.rule().verdict(table, own, tile, consequences);
        if verdict == Verdict::Allowed || self.has(Abilities::FORBIDS) {
            return verdict;
        }
        self.shown(Abilities::FORBIDS);
        Verdict::Allowed
    }
    fn hides(&self, table: TableView<'_>, own: &Own, seat: Seat, square: Square) -> bool {
        self.rule().hides(table, own, seat, square)
    }
    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let name = self.decl().name;
        if !self.has(Abilities::HIDES) {
            let is_kept =
                |seat| table.shape().squares().any(|square| self.hides(table, own, seat, square));
            if SeatSet::first(table.seats()).iter().any(is_kept) {
                self.watch.note(name, "hides squares, and does not declare `Abilities::HIDES`");
            }
        }
        let ending = self.rule().ending(table, own, occasion)?;
        if !self.has(Abilities::ENDS) {
            self.shown(Abilities::ENDS);
            return None;
        }
        if let Outcome::Rule(outcome) = ending.outcome
            && outcome.name.split_once('/').is_none_or(|(of, _)| of != name)
        {
            let why = format!(
                "ends games with the outcome {:?}, whose name does not begin with that of the rule",
                outcome.name
            );
            self.watch.note(name, &why);
        }
        Some(ending)
    }
    fn scores(&self, table: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        self.rule().scores(table, own)
    }
    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        self.rule().points(own, seat)
    }
    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        self.rule().set_scores(own, scores)
    }
    fn faces(&self) -> Vec<PieceFace> {
        self.rule().faces()
    }
    fn piece_fields(&self, own: &Own, tile: u8) -> Vec<(&'static str, Value)> {
        self.rule().piece_fields(own, tile)
    }
    fn set_piece_fields(
        &self,
        own: &mut Own,
        tile: u8,
        fields: &Map<String, Value>,
    ) -> Result<(), PieceFieldFault> {
        self.rule().set_piece_fields(own, tile, fields)
    }
    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        self.rule().each_piece(own, each);
    }
    fn supply(&self, own: &Own) -> Option<Supply> {
        self.rule().supply(own)
    }
    fn pieces_in_play(&self, own: &Own) -> u32 {
        self.rule().pieces_in_play(own)
    }
    fn count_pieces(&self, own: &mut Own, pieces: PieceCount) -> bool {
        self.rule().count_pieces(own, pieces)
    }
    fn shows(&self, own: &Own, turn: u32, each: &mut dyn FnMut(Shown)) {
        self.rule().shows(own, turn, &mut |shown| {
            self.declares(shown);
            each(shown);
        });
    }
    fn under_supply(&self, own: &Own) -> Vec<u8> {
        self.rule().under_supply(own)
    }
    fn set_under_supply(&self, own: &mut Own, tiles: &[u8]) -> Result<(), String> {
        self.rule().set_under_supply(own, tiles)
    }
    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        supply: Option<&[u8]>,
    ) -> Result<(), String> {
        self.rule().set_pieces(own, pieces, supply)
    }
    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        self.rule().view(own, seat)
    }
    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        self.rule().redeal(own, seat, rng);
    }
    fn save(&self, own: &Own) -> Option<Value> {
        self.rule().save(own)
    }
    fn restore(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        self.rule().restore(own, saved)
    }
    fn save_pending(&self, own: &Own) -> Option<Value> {
        self.rule().save_pending(own)
    }
    fn restore_pending(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        self.rule().restore_pending(own, saved)
    }
    fn arrived(&self, table: TableView<'_>, own: &mut Own, square: Square) -> Option<Midst> {
        self.rule().arrived(table, own, square)
    }
    fn midst(&self, own: &Own, at: Timing) -> Option<Midst> {
        self.rule().midst(own, at)
    }
    fn resume_midst(&self, own: &mut Own, midst: &Midst) -> bool {
        self.rule().resume_midst(own, midst)
    }
    fn acting(&self, own: &Own) -> &'static str {
        self.rule().acting(own)
    }
    fn first_acting(&self, at: Timing) -> &'static RuleDecl {
        self.rule().first_acting(at)
    }
    fn resume(&self, own: &mut Own, rule: &str, at: Timing) -> bool {
        self.rule().resume(own, rule, at)
    }
}

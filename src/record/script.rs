//! [`Script`]: a record that makes the choices and chance outcomes of a game, and checks what
//! follows from them.
//!
//! The engine plays the game again. Where it asks for a choice or a chance outcome, the next event
//! of the record answers; each event that the engine reports is compared with the record. When the
//! record is used up, other deciders and another source of chance take over: that is how a game
//! that was broken off is resumed.

use super::read::{GameLine, event_name, field, shortened};
use super::write::write_event;
use crate::board::{Face, Laid, Place, Rotation, Square};
use crate::game::{
    Answer, Chance, Choice, DeciderNotice, Deciders, Event, Exchange, Lot, Moment, Phase, RuleSet,
    Seat, Shuffle, Sink, View,
};
use crate::json::Json;
use serde_json::{Map, Value, json};
use std::cell::RefCell;

/// The first event of a record that does not follow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}: {event}")]
#[non_exhaustive]
pub struct Mismatch {
    /// The number of its line in the stream, from 1.
    pub line: usize,
    /// The event as the record has it; long events are cut.
    pub event: String,
    /// Why it does not follow.
    pub why: String,
}

/// Which numbers of an event were taken: its fields, and the place in their list.
type WrittenIn = (&'static [&'static str], Option<u8>);

/// A record that is being played again, and how far it has been played.
#[derive(Debug)]
pub struct Script<'a> {
    lines: &'a [String],
    /// The number of the first line in the stream.
    first_line: usize,
    /// The index of the next event in `lines`.
    at: usize,
    mismatch: Option<Mismatch>,
    /// The index of the event from which numbers were last taken, and all its fields that had some:
    /// a rule that draws again must not be given the same.
    drawn: (usize, Vec<WrittenIn>),
    /// How many numbers were made up after a mismatch.
    made_up: u32,
    /// A buffer for the event that is compared.
    line: Vec<u8>,
}

impl<'a> Script<'a> {
    /// Makes a script of the events `lines`. The first is the `game` event; its line has the number
    /// `first_line` in the stream.
    pub fn new(lines: &'a [String], first_line: usize) -> Self {
        Self {
            lines,
            first_line,
            at: 1,
            mismatch: None,
            drawn: (0, Vec::new()),
            made_up: 0,
            line: Vec::new(),
        }
    }

    /// The first event that does not follow.
    pub fn mismatch(&self) -> Option<&Mismatch> {
        self.mismatch.as_ref()
    }

    /// Whether all events have been played.
    pub fn is_used_up(&self) -> bool {
        self.at >= self.lines.len()
    }

    /// Notes that the next event does not follow. Only the first mismatch is kept.
    fn refuse(&mut self, why: impl Into<String>) {
        if self.mismatch.is_none() {
            let event = shortened(self.lines.get(self.at).map_or("", String::as_str), 300);
            self.mismatch =
                Some(Mismatch { line: self.first_line + self.at, event, why: why.into() });
        }
    }

    /// Notes a mismatch if events are left after the end of the game.
    pub(super) fn refuse_rest(&mut self) {
        if !self.is_used_up() {
            self.refuse("nothing follows the end of a game");
        }
    }

    /// The seat that goes first, as the `game` event has it.
    fn first_seat(&self, seats: u8) -> Option<Seat> {
        let game: GameLine = serde_json::from_str(self.lines.first()?).ok()?;
        Seat::checked(game.first?, seats)
    }

    /// The name of the next event; empty if there is none.
    fn name(&self) -> String {
        self.lines.get(self.at).and_then(|line| event_name(line).ok()).unwrap_or_default()
    }

    /// The next event, if it has this name.
    fn peek(&self, name: &str) -> Option<Map<String, Value>> {
        if self.name() != name {
            return None;
        }
        serde_json::from_str(self.lines.get(self.at)?).ok()
    }

    /// The next event, which has to have this name; otherwise notes a mismatch.
    fn need(&mut self, name: &str) -> Option<Map<String, Value>> {
        let event = self.peek(name);
        if event.is_none() {
            self.refuse(format!("{name} is expected here, not this event"));
        }
        event
    }

    /// Compares an event that the engine reports with the next event of the record.
    fn compare(&mut self, event: &Event<'_>) {
        if self.mismatch.is_some() || !event.is_written() {
            return;
        }
        self.line.clear();
        write_event(&mut self.line, event);
        self.line.pop();
        // Most records were written by this program and have the same bytes.
        if self.lines[self.at].as_bytes() == self.line {
            self.at += 1;
            return;
        }
        let expected: Map<String, Value> = serde_json::from_slice(&self.line).unwrap_or_default();
        let Ok(found) = serde_json::from_str::<Map<String, Value>>(&self.lines[self.at]) else {
            return self.refuse("not an event");
        };
        if found.get("event") != expected.get("event") {
            return self.refuse(format!(
                "{} is expected here, not this event",
                String::from_utf8_lossy(&self.line)
            ));
        }
        // Named in the order in which the event is written.
        let Ok(Json::Object(fields)) = serde_json::from_slice(&self.line) else {
            return self.refuse("not an event");
        };
        // A rule may have learned to say what it asks about since the record was written.
        let is_left_out = |name: &str| name == "about" && !found.contains_key(name);
        if let Some((name, value)) = fields
            .iter()
            .find(|(name, _)| !is_left_out(name) && found.get(name) != expected.get(name))
        {
            return self.refuse(format!("{name} should be {value}"));
        }
        // A field that the event has under other rules.
        if found.get("scores").is_some_and(|scores| !scores.is_null())
            && expected.get("event") == Some(&"end".into())
            && !expected.contains_key("scores")
        {
            return self.refuse("these rules count no scores");
        }
        self.at += 1;
    }
}

/// Brings tiles into the given order. `false` if `order` has other tiles; then the order is
/// undefined.
pub(super) fn arrange<T: Shuffle>(tiles: &mut T, order: &[u8]) -> bool {
    if tiles.len() != order.len() {
        return false;
    }
    for (index, &wanted) in order.iter().enumerate() {
        match (index..tiles.len()).find(|&from| tiles.face(from) == wanted) {
            Some(from) => tiles.swap(index, from),
            None => return false,
        }
    }
    true
}

/// A source of chance, deciders or a sink that follows a script, and `then` when the script is used
/// up.
#[derive(Debug)]
#[non_exhaustive]
pub struct ScriptFollower<'s, 'a, T> {
    script: &'s RefCell<Script<'a>>,
    /// What takes over after the script.
    pub then: T,
}

impl<'s, 'a, T> ScriptFollower<'s, 'a, T> {
    /// Makes one that follows `script` first and then hands over to `then`.
    pub fn new(script: &'s RefCell<Script<'a>>, then: T) -> Self {
        Self { script, then }
    }

    fn is_over(&self) -> bool {
        self.script.borrow().is_used_up()
    }
}

impl<C: Chance> Chance for ScriptFollower<'_, '_, C> {
    fn first(&mut self, seats: u8) -> Seat {
        let first = self.script.borrow().first_seat(seats);
        first.unwrap_or_else(|| self.then.first(seats))
    }

    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        if self.is_over() {
            return self.then.deck(deck);
        }
        let mut script = self.script.borrow_mut();
        let Some(event) = script.need("deal") else { return };
        let mut order = field::<Vec<Vec<u8>>>(&event, "hands").unwrap_or_default().concat();
        order.extend(field::<Vec<u8>>(&event, "pile").unwrap_or_default());
        if !arrange(deck, &order) {
            script.refuse("hands and pile together are not the deck of these rules");
        }
    }

    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        if self.is_over() {
            return self.then.reshuffle(at, pile);
        }
        let mut script = self.script.borrow_mut();
        let Some(event) = script.need("returned") else { return };
        if !arrange(pile, &field::<Vec<u8>>(&event, "pile").unwrap_or_default()) {
            script.refuse("the pile has other tiles");
        }
    }

    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        if self.is_over() {
            return self.then.numbers(at, lot);
        }
        self.script.borrow_mut().numbers(lot)
    }
}

/// Why a scripted game stopped before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the script or the decider stops it")]
pub enum ScriptStop<T> {
    /// The record does not follow from the rules; see [`Script::mismatch`].
    Mismatch,
    /// The deciders that took over after the script stopped the game.
    Decider(T),
}

/// The decisions and the numbers that the script names.
impl Script<'_> {
    fn numbers(&mut self, lot: &Lot<'_>) -> [u32; 2] {
        let (name, fields) =
            (lot.decl().event.map_or("rule", |(event, _)| event.written_name()), lot.written_in());
        if self.drawn.0 != self.at {
            self.drawn = (self.at, Vec::new());
        }
        let numbers = match self.need(name) {
            _ if self.drawn.1.contains(&fields) => Err(format!(
                "{}: the rule draws once more, so these numbers do not count",
                lot.decl().text.in_language("en")
            )),
            event => lot.in_record(&event.unwrap_or_default()),
        };
        match numbers {
            Ok(numbers) => {
                self.drawn.1.push(fields);
                numbers
            }
            Err(why) => {
                self.refuse(why);
                // One after another, so that a rule that draws until the numbers suit it comes to
                // an end.
                let [one, other] = lot.both_below();
                self.made_up = self.made_up.wrapping_add(1);
                [self.made_up % one, self.made_up / one % other]
            }
        }
    }

    fn start_mark<R: RuleSet>(&mut self, view: &View<'_, R>) -> Option<Place> {
        let event = self.need("start").unwrap_or_default();
        let mark = field(&event, "mark").filter(|mark| view.marks().at_start().contains(mark));
        if mark.is_none() {
            self.refuse(
                "mark should be a free start mark (not before a piece of a rule while \
                there are others)",
            );
        }
        mark
    }

    fn placement<R: RuleSet>(&mut self, view: &View<'_, R>) -> Option<Laid> {
        let event = self.need("placed").unwrap_or_default();
        let face = field(&event, "tile").filter(|face: &Face| face.orientations() > 0);
        let (Some(face), Some(rotation @ 0..4)) = (face, field(&event, "rotation")) else {
            self.refuse("tile should be a face and rotation a number from 0 to 3");
            return None;
        };
        let tile = Laid::new(face, Rotation::new(rotation));
        if tile.rotation().turns() != rotation {
            self.refuse(format!(
                "rotation should be {}, the smallest that looks the same",
                tile.rotation()
            ));
        } else if !view.core().hand(view.core().active()).contains(face) {
            self.refuse(format!("tile {face} is not in the hand"));
        } else if !view.choices().allows(tile) {
            self.refuse("that placement is not legal");
        } else if view.choices().is_for_team()
            && field::<Square>(&event, "square") != view.observation(None).placing_square()
        {
            self.refuse("no tile can legally be placed on that square");
        }
        Some(tile)
    }

    fn exchange<R: RuleSet>(&mut self, view: &View<'_, R>) -> Exchange {
        let Some(event) = self.peek("exchanged") else { return Exchange::default() };
        let side = |name: &str| field::<Vec<Face>>(&event, name).unwrap_or_default();
        let exchange = Exchange::new(&side("gave"), &side("took")).unwrap_or_default();
        let observation = view.observation(Some(view.core().active()));
        if exchange.is_empty() || !observation.allows_exchange(&exchange) {
            self.refuse(
                "as many tiles should be given from the player's own hand as are taken from the \
                 hands just eliminated, and at least one",
            );
        }
        exchange
    }

    /// The square of the next placement, where the seat chooses among the squares of its team (W7).
    fn aim(&mut self, options: &[Answer]) -> Option<Answer> {
        let event = self.need("placed").unwrap_or_default();
        let square = field::<Square>(&event, "square")
            .map(Answer::from)
            .filter(|square| options.contains(square));
        if square.is_none() {
            self.refuse("no tile can legally be placed on that square");
        }
        square
    }

    fn answer<R: RuleSet>(&mut self, view: &View<'_, R>) -> Option<Answer> {
        if view.aims() {
            let options = view.question().map(|question| question.options).unwrap_or_default();
            return self.aim(&options);
        }
        let event = self.need("chose").unwrap_or_default();
        let choice = field::<Answer>(&event, "choice");
        let options = view.question().map(|question| question.options).unwrap_or_default();
        let choice = choice.filter(|choice| options.contains(choice));
        if choice.is_none() {
            let options: Vec<String> =
                options.iter().map(|option| json!(option).to_string()).collect();
            self.refuse(format!("choice should be one of {}", options.join(", ")));
        }
        choice
    }

    fn relocation<R: RuleSet>(&mut self, view: &View<'_, R>, must: bool) -> Option<Place> {
        let Some(event) = self.peek("relocated") else {
            if must {
                self.refuse("relocated is expected here: the ship's start mark is blocked");
            }
            return None;
        };
        let mark = field(&event, "mark")
            .filter(|mark| view.marks().to_relocate(view.core().active()).contains(mark));
        if mark.is_none() {
            self.refuse(
                "mark should be a free start mark on the same side, without a tile or a \
                piece of a rule",
            );
        }
        mark
    }
}

impl<R: RuleSet, D: Deciders<R>> Deciders<R> for ScriptFollower<'_, '_, D> {
    type Stop = ScriptStop<D::Stop>;

    const LISTENS: bool = D::LISTENS;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.then.hear(news);
    }

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Self::Stop> {
        if self.is_over() {
            return self.then.decide(view).map_err(ScriptStop::Decider);
        }
        let mut script = self.script.borrow_mut();
        let choice = match view.core().phase() {
            Phase::Start => script.start_mark(&view).map(Choice::Start),
            Phase::Exchange => Some(Choice::Exchange(script.exchange(&view))),
            Phase::Relocate { must } => Some(Choice::Relocate(script.relocation(&view, must))),
            Phase::Ask => script.answer(&view).map(Choice::Rule),
            Phase::Place | Phase::Turn | Phase::Over => script.placement(&view).map(Choice::Place),
        };
        choice.filter(|_| script.mismatch.is_none()).ok_or(ScriptStop::Mismatch)
    }
}

impl<S: Sink> Sink for ScriptFollower<'_, '_, S> {
    fn follows(&self) -> bool {
        self.then.follows()
    }

    fn event(&mut self, event: &Event<'_>) {
        let mut script = self.script.borrow_mut();
        if script.mismatch.is_some() {
            return;
        }
        if script.is_used_up() {
            drop(script);
            self.then.event(event);
        } else {
            script.compare(event);
        }
    }
}

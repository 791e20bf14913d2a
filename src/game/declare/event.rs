//! What a rule declares of the events that it reports, of the causes for which it puts pieces out, of the outcomes with
//! which it ends games, and of the token that somebody holds. Records, views, narrator, suites and reports tell of
//! them by these declarations alone.

use super::texts::Texts;
use crate::board::{Face, Place, Rotation, Square};
use crate::game::pieces::seat::Seat;
use serde_json::{Map, Value, json};
use std::hash::{Hash, Hasher};

/// The most fields of a declared event.
pub const MAX_FIELDS: usize = 6;

/// The value of a field of a declared event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldValue {
    /// Nothing: `null`.
    Null,
    /// A number.
    Number(u32),
    /// A word.
    Word(&'static str),
    /// A seat.
    Seat(Seat),
    /// A face.
    Face(Face),
    /// A square.
    Square(Square),
    /// A place.
    Place(Place),
    /// A number of quarter-turns.
    Rotation(Rotation),
    /// Two numbers: `[4, 3]`.
    Pair([u32; 2]),
}

/// As in records: two numbers as `[4, 3]`.
impl serde::Serialize for FieldValue {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_unit(),
            Self::Number(number) => number.serialize(to),
            Self::Word(word) => word.serialize(to),
            Self::Seat(seat) => seat.serialize(to),
            Self::Face(face) => face.serialize(to),
            Self::Square(square) => square.serialize(to),
            Self::Place(place) => place.serialize(to),
            Self::Rotation(rotation) => rotation.serialize(to),
            Self::Pair(pair) => pair.serialize(to),
        }
    }
}

impl From<Option<Seat>> for FieldValue {
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Self::Null, Self::Seat)
    }
}

impl From<Option<Square>> for FieldValue {
    fn from(square: Option<Square>) -> Self {
        square.map_or(Self::Null, Self::Square)
    }
}

/// What an event says of the pieces that a rule has on squares and of who holds its token, for those who follow a game
/// by its events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventRole {
    /// Nothing of that kind.
    Other,
    /// Piece `tile` comes to `square`, turned by `facing`.
    Put,
    /// Piece `tile` moves from `from` to `to`; `null`: off the board.
    Moves,
    /// Piece `tile` on `square` is turned to `facing`.
    Turns,
    /// Piece `tile` leaves `square`.
    Gone,
    /// The rule's token goes to `holder`; `null`: nobody holds it.
    Holder,
    /// Dice are rolled; `value`, where there is one.
    Dice,
}

/// How an event is told to people, if a field has a value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Telling {
    /// The field and its value; `None`: in any case.
    pub when: Option<(&'static str, FieldValue)>,
    /// The sentence. A field in braces, such as `{square}`, stands for its value, a seat for its name.
    pub text: Texts,
    /// The field of the seat to which the sentence is said otherwise, and how.
    pub you: Option<(&'static str, Texts)>,
}

impl Telling {
    /// This sentence in any case.
    pub const fn always(text: Texts) -> Self {
        Self { when: None, text, you: None }
    }

    /// This sentence where the field has that value.
    pub const fn when(field: &'static str, value: FieldValue, text: Texts) -> Self {
        Self { when: Some((field, value)), text, you: None }
    }

    /// The same, said otherwise to the seat in this field.
    #[must_use]
    pub const fn to_you(mut self, field: &'static str, text: Texts) -> Self {
        self.you = Some((field, text));
        self
    }
}

/// An event of a rule, declared once as a `static`.
///
/// A rule added from Rust declares what it [notes](crate::game::Table::note) as `rule` events, whose `data` has
/// these fields:
///
/// ```
/// use tsuro::game::{EventDecl, Telling, Texts};
///
/// static FELL: EventDecl = EventDecl::of_rule(
///     "rock",
///     &["square"],
///     &[Telling::always(Texts(&[("en", "A rock falls on {square}."), ("fr", "Un rocher tombe en {square}.")]))],
/// );
/// assert!(FELL.is_of_rule() && FELL.fields == ["square"]);
/// ```
///
/// A rule with several events gives each a [kind](EventDecl::of_kind), by which they are told apart.
#[derive(Debug)]
#[non_exhaustive]
pub struct EventDecl {
    /// The name in records; that of the rule for an event that is written as a `rule` event.
    pub name: &'static str,
    /// Its fields, at most [`MAX_FIELDS`], in the order in which they are written.
    pub fields: &'static [&'static str],
    /// How many of the last fields are not written: they are for sentences and reports.
    pub unwritten: usize,
    /// How people are told of it: the first that fits. Empty: they are not.
    pub told: &'static [Telling],
    /// Its sentences in suites of scenarios, each with an example; the first whose fields are all there counts.
    pub forms: &'static [(&'static str, &'static str)],
    /// What it says of pieces on squares and tokens.
    pub role: EventRole,
    /// The fields that hold a seat, for an event that is written as a `rule` event: there a seat is a number.
    pub seats: &'static [&'static str],
    of_rule: bool,
    kind: Option<&'static str>,
}

impl EventDecl {
    /// An event with a name of its own in records, as rules of this crate have them.
    pub(crate) const fn new(name: &'static str, fields: &'static [&'static str]) -> Self {
        assert!(fields.len() <= MAX_FIELDS, "an event with too many fields");
        Self { name, fields, unwritten: 0, told: &[], forms: &[], role: EventRole::Other, seats: &[], of_rule: false, kind: None }
    }

    /// An event of a rule that is written as `{"event": "rule", "rule": …, "data": {…}}`.
    pub const fn of_rule(rule: &'static str, fields: &'static [&'static str], told: &'static [Telling]) -> Self {
        Self { told, of_rule: true, ..Self::new(rule, fields) }
    }

    /// The same, one of several events of a rule, which need not differ in their fields: written as
    /// `{"event": "rule", "rule": …, "data": {"KIND": {…}}}`.
    #[must_use]
    pub const fn of_kind(mut self, kind: &'static str) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The same, with seats in these fields, which people are told by their names.
    #[must_use]
    pub const fn with_seats(mut self, fields: &'static [&'static str]) -> Self {
        self.seats = fields;
        self
    }

    /// The same, with the last `count` fields not written.
    #[must_use]
    pub(crate) const fn hiding(mut self, count: usize) -> Self {
        self.unwritten = count;
        self
    }

    /// The same, told to people in this way.
    #[must_use]
    pub(crate) const fn told(mut self, told: &'static [Telling]) -> Self {
        self.told = told;
        self
    }

    /// The same, with these sentences in suites, each with an example.
    #[must_use]
    pub const fn in_suites(mut self, forms: &'static [(&'static str, &'static str)]) -> Self {
        self.forms = forms;
        self
    }

    /// The same, in this role.
    #[must_use]
    pub(crate) const fn in_role(mut self, role: EventRole) -> Self {
        self.role = role;
        self
    }

    /// Whether it is written as a `rule` event.
    pub const fn is_of_rule(&self) -> bool {
        self.of_rule
    }

    /// The `data` of the `rule` event with these values of its fields.
    pub(crate) fn data(&self, values: &[FieldValue]) -> Value {
        let fields: Map<String, Value> =
            self.written().iter().zip(values).map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        match self.kind {
            None => Value::Object(fields),
            Some(kind) => json!({ kind: fields }),
        }
    }

    /// The fields of `data`, if that is how this event is written as a `rule` event.
    pub(crate) fn fields_of<'a>(&self, data: &'a Value) -> Option<&'a Map<String, Value>> {
        let data = match self.kind {
            None => data.as_object(),
            Some(kind) => data.as_object().filter(|outer| outer.len() == 1)?.get(kind)?.as_object(),
        };
        let written = self.written();
        data.filter(|data| data.len() == written.len() && written.iter().all(|field| data.contains_key(*field)))
    }

    /// The name of the event in records.
    pub(crate) const fn written_name(&self) -> &'static str {
        if self.of_rule { "rule" } else { self.name }
    }

    /// The fields that are written.
    pub(crate) fn written(&self) -> &'static [&'static str] {
        &self.fields[..self.fields.len() - self.unwritten]
    }
}

/// A cause of elimination of a rule, declared once as a `static`. Two are equal if they have the same name.
///
/// ```
/// use tsuro::game::{Cause, CauseDecl, Texts};
///
/// static CRUSHED: CauseDecl = CauseDecl::new("rock/crushed", "being crushed by a rock", Texts(&[("en", "crushed by a rock")]));
/// assert_eq!(Cause::Rule(&CRUSHED).name(), "rock/crushed");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct CauseDecl {
    /// The name in records and rule-set files, `rule/word`.
    pub name: &'static str,
    /// What it is, after "avoid", for the description of `placement.avoid`: `"running into a whirlpool"`.
    pub means: &'static str,
    /// Why a piece is out, for people, as the end of a sentence: `"crushed by a rock"`.
    pub text: Texts,
    /// Whether a placement may put a piece out for it, so that `placement.avoid` can name it.
    pub by_placement: bool,
}

impl CauseDecl {
    /// A cause of this name, what it is for `placement.avoid`, and as the end of a sentence.
    pub const fn new(name: &'static str, means: &'static str, text: Texts) -> Self {
        Self { name, means, text, by_placement: true }
    }

    /// The same cause, for which no placement puts a piece out, only an act of the rule.
    #[must_use]
    pub const fn of_acts(mut self) -> Self {
        self.by_placement = false;
        self
    }
}

impl PartialEq for CauseDecl {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CauseDecl {}

impl Hash for CauseDecl {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.name.hash(to);
    }
}

/// An outcome with which a rule ends a game, declared once as a `static`. Two are equal if they have the same name.
#[derive(Debug)]
#[non_exhaustive]
pub struct OutcomeDecl {
    /// The name in records, `rule/word`.
    pub name: &'static str,
    /// How people are told, a sentence with the winners as `{who}`.
    pub text: Texts,
}

impl OutcomeDecl {
    /// An outcome of this name, and the sentence in which people are told, with the winners as `{who}`.
    pub const fn new(name: &'static str, text: Texts) -> Self {
        Self { name, text }
    }
}

impl PartialEq for OutcomeDecl {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for OutcomeDecl {}

impl Hash for OutcomeDecl {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.name.hash(to);
    }
}

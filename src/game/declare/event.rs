//! What a rule declares of the events that it reports, of the causes for which it puts pieces out,
//! of the outcomes with which it ends games, and of the token that a seat holds. Records, views,
//! narrator, suites and reports tell of them by these declarations alone.

use super::look::RulePiece;
use super::texts::Texts;
use crate::board::{Face, Place, Rotation, Square};
use crate::game::pieces::seat::Seat;
use serde_json::{Map, Value};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

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
    /// Squares, in their order: `["b2", "e5"]`.
    Squares(SquareList),
}

/// Up to fifteen squares in a field of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareList {
    len: u8,
    squares: [Square; Self::MOST],
}

impl SquareList {
    /// The most squares of a list.
    pub const MOST: usize = 15;

    /// The squares of the list, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Square> {
        self.squares.into_iter().take(self.len.into())
    }
}

/// The first fifteen of them.
impl FromIterator<Square> for SquareList {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut list = Self { len: 0, squares: [Square::new(0, 0); Self::MOST] };
        for (slot, square) in list.squares.iter_mut().zip(squares) {
            *slot = square;
            list.len += 1;
        }
        list
    }
}

impl serde::Serialize for SquareList {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
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
            Self::Squares(squares) => squares.serialize(to),
        }
    }
}

/// A type that a field of an event can have.
pub trait FieldType: Copy {
    /// The field with this value.
    fn to_field(self) -> FieldValue;
    /// The value of a field of this type.
    fn of_field(value: FieldValue) -> Option<Self>;
}

macro_rules! field_types {
    ($($type:ty: $kind:ident)+) => {$(
        impl FieldType for $type {
            #[inline]
            fn to_field(self) -> FieldValue {
                FieldValue::$kind(self)
            }

            #[inline]
            fn of_field(value: FieldValue) -> Option<Self> {
                if let FieldValue::$kind(value) = value { Some(value) } else { None }
            }
        }
    )+};
}

field_types! {
    u32: Number
    &'static str: Word
    Seat: Seat
    Face: Face
    Square: Square
    Place: Place
    Rotation: Rotation
    [u32; 2]: Pair
    SquareList: Squares
}

/// `null` where there is none.
impl<T: FieldType> FieldType for Option<T> {
    #[inline]
    fn to_field(self) -> FieldValue {
        self.map_or(FieldValue::Null, T::to_field)
    }

    #[inline]
    fn of_field(value: FieldValue) -> Option<Self> {
        if value == FieldValue::Null { Some(None) } else { T::of_field(value).map(Some) }
    }
}

/// The fields of an event: a tuple of up to [`MAX_FIELDS`] values.
pub trait Fields: Copy {
    /// How many there are.
    const COUNT: usize;
    /// A list of as many values.
    type Values: AsRef<[FieldValue]>;
    /// Their values.
    fn to_values(self) -> Self::Values;
    /// The fields with these values.
    fn of_values(values: &[FieldValue]) -> Option<Self>;
}

macro_rules! fields {
    ($($count:literal: $($type:ident $name:ident)*;)+) => {$(
        impl<$($type: FieldType),*> Fields for ($($type,)*) {
            const COUNT: usize = $count;
            type Values = [FieldValue; $count];

            #[inline]
            fn to_values(self) -> Self::Values {
                let ($($name,)*) = self;
                [$($name.to_field()),*]
            }

            fn of_values(values: &[FieldValue]) -> Option<Self> {
                let &[$($name),*] = values else { return None };
                Some(($($type::of_field($name)?,)*))
            }
        }
    )+};
}

fields! {
    0: ;
    1: A a;
    2: A a B b;
    3: A a B b C c;
    4: A a B b C c D d;
    5: A a B b C c D d E e;
    6: A a B b C c D d E e F f;
}

/// What an event says of the pieces that a rule has on squares and of the seat that holds its
/// token, for readers who follow a game by its events.
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
    /// The rule's token goes to `holder`; `null`: no seat holds it.
    Holder,
    /// Dice are rolled; `value`, where there is one.
    Dice,
}

impl EventRole {
    /// The fields that an event in this role has.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Put | Self::Turns => &["tile", "square", "facing"],
            Self::Moves => &["tile", "from", "to"],
            Self::Gone => &["tile", "square"],
            Self::Holder => &["holder"],
            Self::Other | Self::Dice => &[],
        }
    }
}

/// What an event tells of a piece that a rule has on a square; pieces are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceStep {
    /// It comes.
    Put(RulePiece),
    /// It moves.
    Moves {
        /// The piece.
        tile: u8,
        /// Where it was.
        from: Square,
        /// Where it is; `None`: it has left the board.
        to: Option<Square>,
    },
    /// It turns in place.
    Turns(RulePiece),
    /// It is removed.
    Gone {
        /// The piece.
        tile: u8,
        /// Where it was.
        square: Square,
    },
}

/// How an event is told to people, if a field has a value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Telling {
    /// The field and its value; `None`: in any case.
    pub when: Option<(&'static str, FieldValue)>,
    /// The sentence. A field in braces, such as `{square}`, stands for its value, a seat for its
    /// name.
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

    /// Tells the seat in this field the event in other words.
    #[must_use]
    pub const fn to_you(mut self, field: &'static str, text: Texts) -> Self {
        self.you = Some((field, text));
        self
    }

    /// Whether it speaks of these fields alone.
    const fn fits(&self, fields: &[&str]) -> bool {
        let when = match &self.when {
            Some((field, _)) => has(fields, field.as_bytes()),
            None => true,
        };
        let you = match &self.you {
            Some((field, text)) => has(fields, field.as_bytes()) && names_only(text, fields),
            None => true,
        };
        when && you && names_only(&self.text, fields)
    }
}

/// Whether a list has this name.
const fn has(names: &[&str], wanted: &[u8]) -> bool {
    let mut at = 0;
    while at < names.len() {
        if same(names[at].as_bytes(), wanted) {
            return true;
        }
        at += 1;
    }
    false
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Whether all that stands in braces in a text is one of these names.
const fn names_only(text: &Texts, names: &[&str]) -> bool {
    let mut language = 0;
    while language < text.0.len() {
        let mut rest = text.0[language].1.as_bytes();
        while let [first, after @ ..] = rest {
            rest = after;
            if *first == b'{' {
                let mut end = 0;
                while end < rest.len() && rest[end] != b'}' {
                    end += 1;
                }
                if !has(names, rest.split_at(end).0) {
                    return false;
                }
            }
        }
        language += 1;
    }
    true
}

/// An event of a rule, declared once as a `static`: its name, its fields with their types, and how
/// people are told of it. The rule [tells](crate::game::Table::tell) it, and who hears it
/// [reads](crate::game::Event::read) its fields.
///
/// ```
/// use tsuro::board::Square;
/// use tsuro::game::{Event, RuleEvent, Seat, Table, Telling, Texts};
///
/// static FELL: RuleEvent<(Seat, Square)> = RuleEvent::new(
///     "rock",
///     &["player", "square"],
///     &[Telling::always(Texts(&[
///         ("en", "A rock of {player} falls on {square}."),
///         ("fr", "Un rocher de {player} tombe en {square}."),
///     ]))],
/// );
///
/// fn falls(table: &mut Table<'_>, square: Square) {
///     table.tell(&FELL, (table.active(), square));
/// }
///
/// /// Where a rock has fallen, if that is what the event tells.
/// fn fallen(event: &Event<'_>) -> Option<Square> {
///     event.read(&FELL).map(|(_, square)| square)
/// }
/// ```
///
/// A rule with several events gives each a [kind](RuleEvent::of_kind).
///
/// Another type does not compile:
///
/// ```compile_fail,E0308
/// # use tsuro::board::Square;
/// # use tsuro::game::{RuleEvent, Seat, Table};
/// static FELL: RuleEvent<(Seat, Square)> = RuleEvent::new("rock", &["player", "square"], &[]);
/// fn falls(table: &mut Table<'_>, square: Square) {
///     table.tell(&FELL, (square, table.active()));
/// }
/// ```
///
/// Nor does a sentence with a field that the event does not have, or another number of fields:
///
/// ```compile_fail,E0080
/// # use tsuro::board::Square;
/// # use tsuro::game::{RuleEvent, Telling, Texts};
/// static FELL: RuleEvent<(Square,)> =
///     RuleEvent::new("rock", &["square"], &[Telling::always(Texts(&[
///         ("en", "A rock falls on {sqaure}."),
///     ]))]);
/// ```
#[derive(Debug)]
pub struct RuleEvent<F> {
    decl: EventDecl,
    fields: PhantomData<fn(F)>,
}

impl<F: Fields> RuleEvent<F> {
    /// An event of the rule of this name with these fields, and how people are told of it: the
    /// first that fits. In records it is `{"event": "rule", "rule": …, "data": {…}}`.
    ///
    /// # Panics
    /// If there are not as many names as values, or if what is told names another field.
    pub const fn new(
        rule: &'static str,
        fields: &'static [&'static str],
        told: &'static [Telling],
    ) -> Self {
        let event = Self::named(rule, fields, told);
        Self { decl: EventDecl { of_rule: true, ..event.decl }, ..event }
    }

    /// An event with a name of its own in records, as rules of this crate have them.
    pub(crate) const fn named(
        name: &'static str,
        fields: &'static [&'static str],
        told: &'static [Telling],
    ) -> Self {
        assert!(fields.len() == F::COUNT, "an event has a name for each of its fields");
        let mut at = 0;
        while at < told.len() {
            assert!(told[at].fits(fields), "an event is told by the fields that it has");
            at += 1;
        }
        let decl = EventDecl {
            name,
            fields,
            unwritten: 0,
            told,
            forms: &[],
            role: EventRole::Other,
            reveals: false,
            of_rule: false,
            kind: None,
        };
        Self { decl, fields: PhantomData }
    }

    /// Marks one of several events of a rule, which need not differ in their fields: in records its
    /// `data` is `{"KIND": {…}}`.
    #[must_use]
    pub const fn of_kind(mut self, kind: &'static str) -> Self {
        self.decl.kind = Some(kind);
        self
    }

    /// Lets all learn something of what was answered or drawn in secret: who has bid most, once all
    /// have bid. Conformance refuses a rule that tells of secrets by any other event.
    #[must_use]
    pub const fn revealing(mut self) -> Self {
        self.decl.reveals = true;
        self
    }

    /// Leaves the last `count` fields out of what is written.
    #[must_use]
    pub(crate) const fn hiding(mut self, count: usize) -> Self {
        self.decl.unwritten = count;
        self
    }

    /// Sets the event's sentences in suites, each with an example.
    #[must_use]
    pub(crate) const fn in_suites(
        mut self,
        forms: &'static [(&'static str, &'static str)],
    ) -> Self {
        self.decl.forms = forms;
        self
    }

    /// Sets the event's role, which needs fields of certain names.
    #[must_use]
    pub(crate) const fn in_role(mut self, role: EventRole) -> Self {
        assert!(self.decl.has(role.fields()), "an event in a role has its fields");
        self.decl.role = role;
        self
    }

    /// What is said of it without the types of its fields.
    #[inline]
    pub const fn decl(&self) -> &EventDecl {
        &self.decl
    }
}

/// What a [`RuleEvent`] says of an event, for code that reports it.
#[derive(Debug)]
#[non_exhaustive]
pub struct EventDecl {
    /// The name in records; that of the rule for an event that is written as a `rule` event.
    pub name: &'static str,
    /// Its fields, at most [`MAX_FIELDS`], in the order of their types.
    pub fields: &'static [&'static str],
    /// How many of the last fields are not written: they are for sentences and reports.
    pub unwritten: usize,
    /// How people are told of it: the first that fits. Empty: they are not.
    pub told: &'static [Telling],
    /// Its sentences in suites of scenarios, each with an example; the first whose fields are all
    /// there counts.
    pub forms: &'static [(&'static str, &'static str)],
    /// What it says of pieces on squares and tokens.
    pub role: EventRole,
    /// Its kind, if it is one of several events of a rule.
    pub kind: Option<&'static str>,
    /// Whether all [learn](RuleEvent::revealing) something secret by it.
    pub reveals: bool,
    of_rule: bool,
}

impl EventDecl {
    /// An event without a name, fields or words.
    #[cfg(feature = "script")]
    pub(crate) const NOTHING: Self = Self::of_script("", &[], &[], None, false);

    /// An event that a script declares: the name of its rule, its fields, how people are told of
    /// it, its kind, if it is one of several events, and whether it reveals a secret.
    #[cfg(feature = "script")]
    pub(crate) const fn of_script(
        rule: &'static str,
        fields: &'static [&'static str],
        told: &'static [Telling],
        kind: Option<&'static str>,
        reveals: bool,
    ) -> Self {
        Self {
            name: rule,
            fields,
            unwritten: 0,
            told,
            forms: &[],
            role: EventRole::Other,
            kind,
            of_rule: true,
            reveals,
        }
    }

    /// Whether it has all these fields.
    pub(crate) const fn has(&self, fields: &[&str]) -> bool {
        let mut at = 0;
        while at < fields.len() {
            if !has(self.fields, fields[at].as_bytes()) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Whether it is written as a `rule` event.
    pub const fn is_of_rule(&self) -> bool {
        self.of_rule
    }

    /// Whether it is an event of the rule of this name, written as a `rule` event.
    pub fn is_of(&self, rule: &str) -> bool {
        self.of_rule && self.name == rule
    }

    /// The fields of `data`, if that is how this event is written as a `rule` event.
    pub(crate) fn fields_of<'a>(&self, data: &'a Value) -> Option<&'a Map<String, Value>> {
        let data = match self.kind {
            None => data.as_object(),
            Some(kind) => data.as_object().filter(|outer| outer.len() == 1)?.get(kind)?.as_object(),
        };
        let written = self.written();
        data.filter(|data| {
            data.len() == written.len() && written.iter().all(|field| data.contains_key(*field))
        })
    }

    /// The name of the event in records.
    pub(crate) const fn written_name(&self) -> &'static str {
        if self.of_rule { "rule" } else { self.name }
    }

    /// The fields that are written.
    pub fn written(&self) -> &'static [&'static str] {
        &self.fields[..self.fields.len() - self.unwritten]
    }
}

/// A cause of elimination of a rule, declared once as a `static`. Two are equal if they have the
/// same name.
///
/// ```
/// use tsuro::game::{Cause, CauseDecl, Texts};
///
/// static CRUSHED: CauseDecl = CauseDecl::new(
///     "rock/crushed",
///     "being crushed by a rock",
///     Texts(&[("en", "crushed by a rock")]),
/// );
/// assert_eq!(Cause::Rule(&CRUSHED).name(), "rock/crushed");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct CauseDecl {
    /// The name in records and rule-set files, `rule/word`.
    pub name: &'static str,
    /// What it is, after "avoid", for the description of `placement.avoid`:
    /// `"running into a whirlpool"`.
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

    /// Declares that no placement puts a piece out for this cause, only an act of the rule.
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

/// An outcome with which a rule ends a game, declared once as a `static`. Two are equal if they
/// have the same name.
#[derive(Debug)]
#[non_exhaustive]
pub struct OutcomeDecl {
    /// The name in records, `rule/word`.
    pub name: &'static str,
    /// How people are told, a sentence with the winners as `{who}`.
    pub text: Texts,
}

impl OutcomeDecl {
    /// An outcome of this name, and the sentence in which people are told, with the winners as
    /// `{who}`.
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

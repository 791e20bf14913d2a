//! What a rule declares of the numbers that it draws by lot, and how it asks for them.

use super::event::{EventDecl, FieldValue, Fields, RuleEvent};
use super::texts::Texts;
use crate::game::pieces::seat::Seat;
use serde_json::{Map, Value, json};
use std::fmt;

/// What drawn numbers look like to people, and by which key scenarios and requests give them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceLook {
    /// Numbers, counted from 0: `picks`.
    Number,
    /// Dice, which count from 1: `dice` in scenarios, `rolls` in requests.
    Dice,
    /// A piece of the rule's own that comes, and its quarter-turns, as they are written: `spawns`.
    Piece,
}

/// Who sees drawn numbers, besides readers who may know everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceSight {
    /// Everybody.
    Everybody,
    /// The seat [for which](Lot::seen_by) they are drawn.
    OneSeat,
    /// No seat.
    Nobody,
}

/// The random bits of which numbers are made. Positions count what each has given in a turn
/// (`outcomes`), so all are there for good; what rules from outside the crate draw comes from
/// [`ChanceStream::Rule`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ChanceStream {
    Dice = 4,
    Die = 5,
    Spawn = 6,
    Rule = 7,
}

/// Numbers that a rule draws by lot, declared once. Two are equal if they have the same rule and
/// text.
///
/// A replay, a scenario and a request answer for chance, so the numbers are found again in what is
/// written: the engine reports them itself, in an event `rule` with `picked` and `below`, unless
/// the declaration names [an event](ChanceDecl::in_event) of the rule that has them.
///
/// ```
/// use tsuro::game::{ChanceDecl, RuleEvent, Table, Telling, Texts};
///
/// static FELL: RuleEvent<([u32; 2],)> = RuleEvent::new(
///     "rock",
///     &["throw"],
///     &[Telling::always(Texts(&[
///         ("en", "A rock falls: {throw}."),
///         ("fr", "Un rocher tombe : {throw}."),
///     ]))],
/// );
/// const FALLS: Texts = Texts(&[
///     ("en", "two dice are rolled for a rock"),
///     ("fr", "deux dés sont lancés pour un rocher"),
/// ]);
/// static THROW: ChanceDecl = ChanceDecl::new("rock", FALLS).as_dice().in_event(&FELL, &["throw"]);
/// const ROLES: Texts = Texts(&[("en", "a role is dealt"), ("fr", "un rôle est attribué")]);
/// static ROLE: ChanceDecl = ChanceDecl::new("rock", ROLES).seen_by_one_seat();
///
/// /// A column and a row, each counted from 0.
/// fn falls(table: &mut Table<'_>) -> (u32, u32) {
///     let [column, row] = table.chance(&THROW.two_below([6, 6]));
///     table.tell(&FELL, ([column + 1, row + 1],));
///     (column, row)
/// }
///
/// /// The role of the active seat, which no other seat sees.
/// fn role(table: &mut Table<'_>) -> u32 {
///     let [role, _] = table.chance(&ROLE.below(3).seen_by(table.active()));
///     role
/// }
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ChanceDecl {
    /// The name of the rule.
    pub rule: &'static str,
    /// What happens, as a clause: `"two dice are rolled"`.
    pub text: Texts,
    /// What the numbers look like.
    pub look: ChanceLook,
    /// Who sees them.
    pub sight: ChanceSight,
    /// The rule's event that has the numbers, and the fields: one for each number, or one with a
    /// list. `None`: the engine reports them.
    pub event: Option<(&'static EventDecl, &'static [&'static str])>,
    pub(crate) stream: ChanceStream,
}

impl PartialEq for ChanceDecl {
    fn eq(&self, other: &Self) -> bool {
        (self.rule, self.text) == (other.rule, other.text)
    }
}

impl Eq for ChanceDecl {}

impl ChanceDecl {
    /// Numbers of the rule of this name, and what happens by them: a clause. All see them, and the
    /// engine reports them.
    pub const fn new(rule: &'static str, text: Texts) -> Self {
        Self {
            rule,
            text,
            look: ChanceLook::Number,
            sight: ChanceSight::Everybody,
            event: None,
            stream: ChanceStream::Rule,
        }
    }

    /// Shows the numbers as dice.
    #[must_use]
    pub const fn as_dice(self) -> Self {
        Self { look: ChanceLook::Dice, ..self }
    }

    /// Shows the numbers as a piece of the rule's own and its quarter-turns.
    #[must_use]
    pub const fn as_piece(self) -> Self {
        Self { look: ChanceLook::Piece, ..self }
    }

    /// Lets the rule report the numbers in these fields of its `event`, which has to be the next
    /// that happens. The event has the last numbers of this kind; a rule that draws again where
    /// numbers do not suit it leaves them to the engine, which reports all: a game that is resumed
    /// goes on by how many were drawn.
    ///
    /// # Panics
    /// If not all see the numbers: all see the event. If the event does not have these fields, one
    /// or two.
    #[must_use]
    pub const fn in_event<F: Fields>(
        self,
        event: &'static RuleEvent<F>,
        fields: &'static [&'static str],
    ) -> Self {
        assert!(
            matches!(self.sight, ChanceSight::Everybody)
                && (fields.len() == 1 || fields.len() == 2)
        );
        assert!(event.decl().has(fields), "numbers are in fields of their event");
        Self { event: Some((event.decl(), fields)), ..self }
    }

    /// Shows the numbers only to the seat [for which](Lot::seen_by) they are drawn.
    ///
    /// # Panics
    /// If they are in an event of the rule.
    #[must_use]
    pub const fn seen_by_one_seat(self) -> Self {
        assert!(self.event.is_none());
        Self { sight: ChanceSight::OneSeat, ..self }
    }

    /// Hides the numbers from all seats.
    ///
    /// # Panics
    /// If they are in an event of the rule.
    #[must_use]
    pub const fn seen_by_nobody(self) -> Self {
        assert!(self.event.is_none());
        Self { sight: ChanceSight::Nobody, ..self }
    }

    /// Makes the numbers of other random bits.
    pub(crate) const fn of_stream(self, stream: ChanceStream) -> Self {
        Self { stream, ..self }
    }

    /// One number below a bound, which is at least 1.
    #[inline]
    pub const fn below<'a>(&'static self, bound: u32) -> Lot<'a> {
        Lot { count: 1, ..self.two_below([bound, 1]) }
    }

    /// Two numbers, each below its bound, which is at least 1.
    #[inline]
    pub const fn two_below<'a>(&'static self, bounds: [u32; 2]) -> Lot<'a> {
        let [one, other] = bounds;
        Lot {
            decl: self,
            below: [if one == 0 { 1 } else { one }, if other == 0 { 1 } else { other }],
            count: 2,
            seat: None,
            words: None,
            nth: None,
        }
    }

    /// Whether `seat` sees numbers that were drawn for `own`.
    pub fn is_seen_by(&self, own: Option<Seat>, seat: Option<Seat>) -> bool {
        match self.sight {
            ChanceSight::Everybody => true,
            ChanceSight::OneSeat => own.is_some() && own == seat,
            ChanceSight::Nobody => false,
        }
    }
}

/// The two dice with which a turn may begin
/// ([`Rule::calling_dice`](crate::game::Rule::calling_dice)), as the engine rolls them: the same
/// random bits as the dice of any rule.
pub(in crate::game) const TWO_DICE: ChanceDecl =
    ChanceDecl::new("", Texts(&[])).as_dice().of_stream(ChanceStream::Dice);

/// How the numbers of a [`Lot`] are written: the place of the number, and the number.
type Words<'a> = &'a dyn Fn(usize, u32) -> FieldValue;

/// One or two numbers, for which a rule [asks](crate::game::Table::chance): each is as likely as
/// any other that is below its bound.
#[derive(Clone, Copy)]
pub struct Lot<'a> {
    decl: &'static ChanceDecl,
    below: [u32; 2],
    count: usize,
    seat: Option<Seat>,
    words: Option<Words<'a>>,
    nth: Option<u8>,
}

impl fmt::Debug for Lot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lot")
            .field("decl", &self.decl)
            .field("below", &self.below())
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}

impl<'a> Lot<'a> {
    /// Draws the numbers for this seat.
    #[must_use]
    pub const fn seen_by(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// Writes the numbers in their event as `words` of the place of the number, 0 or 1, and the
    /// number: another value for each number. Otherwise numbers are written as they are, and dice
    /// from 1.
    #[must_use]
    pub const fn written_as(self, words: Words<'a>) -> Self {
        Self { words: Some(words), ..self }
    }

    /// Marks one of several numbers that are drawn one after another and that one event has in a
    /// list: the one at this place of it, from 0.
    #[must_use]
    pub const fn nth(self, at: u8) -> Self {
        Self { nth: Some(at), ..self }
    }

    /// Which of the numbers that its event has it is: its fields, and its place in their list.
    pub(crate) fn written_in(&self) -> (&'static [&'static str], Option<u8>) {
        (self.decl.event.map_or(&[], |(_, fields)| fields), self.nth)
    }

    /// Its declaration.
    #[inline]
    pub const fn decl(&self) -> &'static ChanceDecl {
        self.decl
    }

    /// The bounds, one or two.
    #[inline]
    pub fn below(&self) -> &[u32] {
        &self.below[..self.count]
    }

    /// Both bounds; the second is 1 where there is a single number.
    #[inline]
    pub const fn both_below(&self) -> [u32; 2] {
        self.below
    }

    /// The seat for which it is drawn.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// A number as the rule's event has it.
    fn written(&self, at: usize, number: u32) -> Value {
        match self.words {
            Some(words) => json!(words(at, number)),
            None => json!(number + u32::from(self.decl.look == ChanceLook::Dice)),
        }
    }

    /// The number that is written like this: as it is (`raw`), or as the rule's event has it.
    fn number(&self, raw: bool, at: usize, value: &Value) -> Option<u32> {
        let below = self.below[at];
        if self.words.is_some() && !raw {
            return (0..below).find(|&number| self.written(at, number) == *value);
        }
        let first = u64::from(!raw && self.decl.look == ChanceLook::Dice);
        let number = value.as_u64()?.checked_sub(first)?;
        u32::try_from(number).ok().filter(|&number| number < below)
    }

    /// What may stand where a number is, in words.
    fn possible(&self, raw: bool, at: usize) -> String {
        let below = self.below[at];
        match self.words {
            Some(_) if !raw && below <= 64 => {
                let all: Vec<String> =
                    (0..below).map(|number| self.written(at, number).to_string()).collect();
                format!("one of {}", all.join(", "))
            }
            Some(_) if !raw => format!("like {}", self.written(at, 0)),
            _ => {
                let first = u32::from(!raw && self.decl.look == ChanceLook::Dice);
                format!("a number from {first} to {}", below - 1 + first)
            }
        }
    }

    /// The numbers that this event of a record has.
    ///
    /// # Errors
    /// Which field is wrong, and what should stand there.
    pub(crate) fn in_record(&self, event: &Map<String, Value>) -> Result<[u32; 2], String> {
        let (of_rule, fields) = self
            .decl
            .event
            .map_or((true, &["picked"][..]), |(event, fields)| (event.is_of_rule(), fields));
        let (raw, listed) =
            (self.decl.event.is_none(), fields.len() < self.count || self.nth.is_some());
        let first = usize::from(self.nth.unwrap_or(0));
        let data = match self.decl.event {
            Some((own, _)) if of_rule => event.get("data").and_then(|data| own.fields_of(data)),
            None => event.get("data").and_then(Value::as_object),
            Some(_) => Some(event),
        };
        let mut numbers = [0; 2];
        for (at, number) in numbers.iter_mut().enumerate().take(self.count) {
            let field = fields[if listed { 0 } else { at }];
            let value = data.and_then(|data| data.get(field));
            let value = if listed { value.and_then(|list| list.get(first + at)) } else { value };
            *number = value.and_then(|value| self.number(raw, at, value)).ok_or_else(|| {
                let (before, after) = (
                    if of_rule { "data." } else { "" },
                    if listed { format!("[{}]", first + at) } else { String::new() },
                );
                format!("{before}{field}{after} should be {}", self.possible(raw, at))
            })?;
        }
        Ok(numbers)
    }

    /// The numbers that a scenario or a request gives: numbers of dice from 1, numbers of a piece
    /// as they are written.
    ///
    /// # Errors
    /// What is needed instead.
    pub fn given(&self, given: &[u32]) -> Result<[u32; 2], String> {
        let text = self.decl.text.in_language("en");
        if given.len() != self.count {
            return Err(format!(
                "{text} here: {} needed, not {}",
                ["one number is", "two numbers are"][self.count - 1],
                given.len()
            ));
        }
        let raw = self.decl.look == ChanceLook::Number;
        let mut numbers = [0; 2];
        for (at, (number, given)) in numbers.iter_mut().zip(given).enumerate() {
            let found = self.number(raw, at, &json!(given));
            *number = found
                .ok_or_else(|| format!("{text} here: {given} is not {}", self.possible(raw, at)))?;
        }
        Ok(numbers)
    }

    /// These numbers as a scenario gives them.
    pub fn as_given(&self, numbers: [u32; 2]) -> Vec<u32> {
        let raw = self.decl.look == ChanceLook::Number;
        let one = |(at, &number): (usize, &u32)| {
            if raw {
                number
            } else {
                self.written(at, number)
                    .as_u64()
                    .and_then(|number| number.try_into().ok())
                    .unwrap_or(number)
            }
        };
        numbers.iter().enumerate().take(self.count).map(one).collect()
    }
}

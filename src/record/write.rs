//! Writes events as lines of a record, and [`Recorder`], the sink that does so during a game.
//!
//! The JSON is written by hand: with `Serialize` derived for the events, recording random games to
//! memory takes 1.6 times as long (`docs/performance.md`).

use super::objects::write_sight;
use crate::board::{Face, Laid, Place, Rotation, Square};
use crate::game::{
    About, Answer, AskDecl, Event, EventDecl, FieldValue, Hand, MAX_FIELDS, PileView, RuleFault,
    Seat, SeatSet, SeenEvent, Sink, Subject,
};
use crate::json::Json;
use crate::ruleset::Variant;
use arrayvec::ArrayVec;
use serde::ser::{Error, Serialize, Serializer};
use std::io::{self, Write};

/// The version of the record format that is written, and the only one that is read.
pub(super) const FORMAT: u64 = 1;

/// The field that tells how long a choice took, in milliseconds.
pub(super) const TIME: &str = "ms";

/// The first line of a game: everything that is settled before the deal.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Header<'a> {
    /// The rule set; the line has its resolved values and its hash.
    pub variant: &'a Variant,
    /// Names of players or bots, by seat.
    pub players: &'a [String],
    /// The seat that goes first.
    pub first: Seat,
    /// The run's seed, as typed.
    pub seed: &'a str,
    /// The game's number in its run, from 0.
    pub index: u64,
    /// How often players took choices back; written unless it is 0.
    pub undos: u32,
}

impl<'a> Header<'a> {
    /// The header of a game of these players: `first` goes first, and the luck is that of game
    /// `index` of the run's `seed`.
    pub const fn new(
        variant: &'a Variant,
        players: &'a [String],
        first: Seat,
        seed: &'a str,
        index: u64,
    ) -> Self {
        Self { variant, players, first, seed, index, undos: 0 }
    }

    /// Appends the `game` event as one line, line end included.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut line = Line::new(out, "game");
        line.field("format", FORMAT).field("engine", env!("CARGO_PKG_VERSION"));
        line.field("rules", RawJson(self.variant.json())).field("rules_hash", self.variant.hash());
        line.field("players", self.players).field("first", self.first);
        line.field("seed", self.seed).field("index", self.index);
        if self.undos > 0 {
            line.field("undos", self.undos);
        }
        line.end();
    }
}

/// A line of a record while it is written.
struct Line<'a> {
    out: &'a mut Vec<u8>,
}

impl<'a> Line<'a> {
    /// Begins the line of an event.
    fn new(out: &'a mut Vec<u8>, event: &str) -> Self {
        out.extend_from_slice(b"{\"event\":\"");
        out.extend_from_slice(event.as_bytes());
        out.push(b'"');
        Self { out }
    }

    /// Appends a field.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "measured: without it, recording random games to memory takes 6 % longer"
    )]
    fn field(&mut self, name: &str, value: impl RecordValue) -> &mut Self {
        self.out.extend_from_slice(b",\"");
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        value.write(self.out);
        self
    }

    /// Appends the fields of a placement.
    fn placement(&mut self, player: Seat, tile: Laid, square: Square) -> &mut Self {
        self.field("player", player)
            .field("tile", tile.face())
            .field("rotation", tile.rotation())
            .field("square", square)
    }

    /// Appends whom a rule asked, and what about if it showed something.
    fn question(&mut self, player: Seat, asks: &'static AskDecl, about: &[Subject]) -> &mut Self {
        self.field("player", player).field("rule", asks.rule);
        if about.is_empty() { self } else { self.field("about", About(asks, about)) }
    }

    fn end(self) {
        self.out.extend_from_slice(b"}\n");
    }
}

/// A value that records have, and how it is written.
trait RecordValue {
    /// Appends the value as JSON.
    fn write(self, out: &mut Vec<u8>);
}

impl RecordValue for u64 {
    /// Does not go through the formatting machinery, which is several times slower.
    fn write(self, out: &mut Vec<u8>) {
        if self < 10 {
            out.push(b'0' + self as u8);
        } else if self < 100 {
            out.extend_from_slice(&[b'0' + (self / 10) as u8, b'0' + (self % 10) as u8]);
        } else {
            let mut digits = [0; 20];
            let mut at = digits.len();
            let mut left = self;
            while left > 0 {
                at -= 1;
                digits[at] = b'0' + (left % 10) as u8;
                left /= 10;
            }
            out.extend_from_slice(&digits[at..]);
        }
    }
}

impl RecordValue for About<'_> {
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(Json::serialized(self).to_string().as_bytes());
    }
}

/// Values that are written as another value.
macro_rules! written_as {
    ($($type:ty: |$value:ident| $written:expr;)*) => {$(
        impl RecordValue for $type {
            fn write(self, out: &mut Vec<u8>) {
                let $value = self;
                $written.write(out);
            }
        }
    )*};
}

written_as! {
    u8: |number| u64::from(number);
    u16: |number| u64::from(number);
    u32: |number| u64::from(number);
    Seat: |seat| seat.number();
    Face: |face| face.number();
    Rotation: |rotation| rotation.turns();
    Hand: |hand| List(hand.iter());
    &[Hand]: |hands| List(hands.iter().copied());
    &[Face]: |faces| List(faces.iter().copied());
    SeatSet: |seats| List(seats.iter());
    &dyn PileView: |pile| List((0..pile.len()).map(|depth| pile.at(depth)));
}

impl RecordValue for FieldValue {
    fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Number(number) => number.write(out),
            Self::Word(word) => word.write(out),
            Self::Seat(seat) => seat.write(out),
            Self::Face(face) => face.write(out),
            Self::Square(square) => square.write(out),
            Self::Place(place) => place.write(out),
            Self::Rotation(rotation) => rotation.write(out),
            Self::Pair(pair) => List(pair).write(out),
            Self::Squares(squares) => List(squares.iter()).write(out),
        }
    }
}

/// Values that are rare or may hold any text: `serde_json` writes them.
macro_rules! written_by_serde {
    ($($type:ty),*) => {$(
        impl RecordValue for &$type {
            fn write(self, out: &mut Vec<u8>) {
                // Writing to memory cannot fail.
                let _ = serde_json::to_writer(out, self);
            }
        }
    )*};
}

written_by_serde!(str, Answer, [String], [i64]);

impl RecordValue for bool {
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(if self { b"true" } else { b"false" });
    }
}

impl RecordValue for Square {
    fn write(self, out: &mut Vec<u8>) {
        out.push(b'"');
        write_square(out, self);
        out.push(b'"');
    }
}

impl RecordValue for Place {
    fn write(self, out: &mut Vec<u8>) {
        out.push(b'"');
        write_square(out, self.square());
        out.extend_from_slice(&[b':', self.port().letter() as u8, b'"']);
    }
}

fn write_square(out: &mut Vec<u8>, square: Square) {
    out.push(b'a' + square.column());
    (square.row() + 1).write(out);
}

impl<T: RecordValue> RecordValue for Option<T> {
    fn write(self, out: &mut Vec<u8>) {
        match self {
            Some(value) => value.write(out),
            None => out.extend_from_slice(b"null"),
        }
    }
}

/// The items of an iterator as a list.
struct List<I>(I);

impl<I: IntoIterator<Item: RecordValue>> RecordValue for List<I> {
    fn write(self, out: &mut Vec<u8>) {
        out.push(b'[');
        for (index, value) in self.0.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            value.write(out);
        }
        out.push(b']');
    }
}

/// Tiles that a seat sees, or the number of tiles that are hidden from it: each of those is written
/// as `null`.
enum SeenTiles<T> {
    Seen(T),
    Hidden(usize),
}

impl<T: RecordValue> RecordValue for SeenTiles<T> {
    fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Seen(tiles) => tiles.write(out),
            Self::Hidden(count) => List(std::iter::repeat_n(None::<Face>, count)).write(out),
        }
    }
}

/// A text that is JSON already.
struct RawJson<'a>(&'a str);

impl RecordValue for RawJson<'_> {
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.0.as_bytes());
    }
}

/// Numbers that a rule drew, one or two, and their bounds; `None`: they are hidden.
struct PickedData<'a>(Option<(&'a [u32], &'a [u32])>);

impl RecordValue for PickedData<'_> {
    fn write(self, out: &mut Vec<u8>) {
        let (picked, below) = self.0.unzip();
        for (before, numbers) in [(&b"{\"picked\":"[..], picked), (b",\"below\":", below)] {
            out.extend_from_slice(before);
            match numbers {
                Some([number]) => number.write(out),
                numbers => numbers.map(|numbers| List(numbers.iter().copied())).write(out),
            }
        }
        out.push(b'}');
    }
}

/// An object of JSON. Records have the fields of `data` in alphabetical order.
struct Object<'a, T>(&'a [(&'a str, T)]);

impl<T: RecordValue + Copy> RecordValue for &Object<'_, T> {
    fn write(self, out: &mut Vec<u8>) {
        out.push(b'{');
        for (index, &(name, value)) in self.0.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            name.write(out);
            out.push(b':');
            value.write(out);
        }
        out.push(b'}');
    }
}

/// The fields of an event that is written as a `rule` event.
struct RuleData<'a>(&'static EventDecl, &'a [FieldValue]);

impl RecordValue for RuleData<'_> {
    fn write(self, out: &mut Vec<u8>) {
        let Self(decl, values) = self;
        let mut fields: ArrayVec<(&str, FieldValue), MAX_FIELDS> =
            decl.written().iter().copied().zip(values.iter().copied()).take(MAX_FIELDS).collect();
        fields.sort_unstable_by_key(|field| field.0);
        match decl.kind {
            None => (&Object(&fields)).write(out),
            Some(kind) => (&Object(&[(kind, &Object(&fields))])).write(out),
        }
    }
}

/// A tile that a rule laid or turned.
struct LaidData(&'static str, Square, Laid);

impl RecordValue for LaidData {
    fn write(self, out: &mut Vec<u8>) {
        let Self(what, square, tile) = self;
        let rotation = FieldValue::Rotation(tile.rotation());
        let fields = [
            ("rotation", rotation),
            ("square", FieldValue::Square(square)),
            ("tile", FieldValue::Face(tile.face())),
        ];
        (&Object(&[(what, &Object(&fields))])).write(out);
    }
}

/// What a rule does wrong, the seat, the moment, the turn, and what a script says of it.
struct BrokenData<'a>(RuleFault, Seat, &'static str, u32, Option<&'a str>);

impl RecordValue for BrokenData<'_> {
    fn write(self, out: &mut Vec<u8>) {
        let Self(fault, player, moment, turn, why) = self;
        let (fault, moment) = (FieldValue::Word(fault.word()), FieldValue::Word(moment));
        let fields = [
            ("broken", fault),
            ("moment", moment),
            ("player", FieldValue::Seat(player)),
            ("turn", FieldValue::Number(turn)),
        ];
        (&Object(&fields)).write(out);
        if let Some(why) = why {
            out.pop();
            out.extend(b",\"why\":");
            why.write(out);
            out.push(b'}');
        }
    }
}

/// Appends an event as one line of a record, line end included; nothing if records do not have it
/// ([`Event::is_written`]).
pub fn write_event(out: &mut Vec<u8>, event: &Event<'_>) {
    if !event.is_written() {
        return;
    }
    let mut line = Line::new(out, event.name());
    match *event {
        Event::Deal { hands, pile } => line.field("hands", hands).field("pile", pile),
        Event::Start { player, mark } | Event::Relocated { player, mark } => {
            line.field("player", player).field("mark", mark)
        }
        Event::Turn { player, number } => line.field("player", player).field("number", number),
        Event::WakeRemoved { square, tile, to } => {
            line.field("square", square).field("tile", tile).field("to", to.name())
        }
        Event::Placed { player, tile, square, legal } => {
            line.placement(player, tile, square).field("legal", legal)
        }
        Event::Moved { player, to } => line.field("player", player).field("to", to),
        Event::Eliminated { player, cause } => {
            line.field("player", player).field("cause", cause.name())
        }
        Event::LifeLost { player, cause } => {
            line.field("player", player).field("cause", cause.name()).field("waits", true)
        }
        Event::Exchanged { player, gave, took } => {
            line.field("player", player).field("gave", gave).field("took", took)
        }
        Event::Returned { tiles, pile } => line.field("tiles", tiles).field("pile", pile),
        Event::Declared { decl, values } if decl.is_of_rule() => {
            line.field("rule", decl.name).field("data", RuleData(decl, values))
        }
        Event::Declared { decl, values } => decl
            .written()
            .iter()
            .zip(values)
            .fold(&mut line, |line, (name, &value)| line.field(name, value)),
        Event::Drew { player, tile } => line.field("player", player).field("tile", tile),
        Event::Passed { player } => line.field("player", player),
        Event::Laid { rule, square, tile } => {
            line.field("rule", rule).field("data", LaidData("laid", square, tile))
        }
        Event::Turned { rule, square, tile } => {
            line.field("rule", rule).field("data", LaidData("turned", square, tile))
        }
        Event::Broken { rule, fault, player, moment, turn, why } => {
            line.field("rule", rule).field("data", BrokenData(fault, player, moment, turn, why))
        }
        Event::Picked { decl, picked, below, .. } => {
            line.field("rule", decl.rule).field("data", PickedData(Some((picked, below))))
        }
        Event::Chose { player, asks, about, options, choice } => {
            line.question(player, asks, about).field("options", options).field("choice", &choice)
        }
        Event::Carried { player, to, rule } => {
            line.field("player", player).field("to", to).field("rule", rule)
        }
        Event::Shifted { .. }
        | Event::Content { .. }
        | Event::Shows { .. }
        | Event::Sight { .. } => &mut line,
        Event::End { ending, scores } => {
            line.field("winners", ending.winners).field("outcome", ending.outcome.name());
            if let Some(scores) = scores {
                line.field("scores", scores);
            }
            &mut line
        }
    };
    line.end();
}

/// As [`write_event`]; the line of a choice tells how long it took, in milliseconds, where that is
/// known.
pub fn write_timed_event(out: &mut Vec<u8>, event: &Event<'_>, milliseconds: Option<u32>) {
    write_event(out, event);
    if let Some(milliseconds) = milliseconds.filter(|_| event.chooser().is_some()) {
        let line_end = b"}\n".len();
        out.truncate(out.len() - line_end);
        let mut line = Line { out };
        line.field(TIME, milliseconds);
        line.end();
    }
}

/// Appends an event as one seat saw it, spelled as in a record: what is hidden is `null`, and in
/// lists a `null` stands for each hidden tile.
pub fn write_seen(out: &mut Vec<u8>, event: &SeenEvent<'_>) {
    if let SeenEvent::Public(event) = event {
        return write_event(out, event);
    }
    let mut line = Line::new(out, event.name());
    match *event {
        SeenEvent::Deal { sizes, shown, pile } => {
            let hand = |(index, &size): (usize, &u8)| match shown {
                Some((number, hand)) if number == index => SeenTiles::Seen(hand),
                _ => SeenTiles::Hidden(size.into()),
            };
            line.field("hands", List(sizes.iter().enumerate().map(hand)))
                .field("pile", SeenTiles::<Hand>::Hidden(pile))
        }
        SeenEvent::Placed { player, tile, square, legal } => {
            line.placement(player, tile, square).field("legal", legal)
        }
        SeenEvent::Exchanged { player, swaps, tiles } => {
            let side = |tiles: Option<_>| {
                tiles.map_or(SeenTiles::Hidden(swaps), SeenTiles::<&[Face]>::Seen)
            };
            let (gave, took) = tiles.unzip();
            line.field("player", player).field("gave", side(gave)).field("took", side(took))
        }
        SeenEvent::Returned { tiles, pile } => line
            .field("tiles", SeenTiles::<Hand>::Hidden(tiles))
            .field("pile", SeenTiles::<Hand>::Hidden(pile)),
        SeenEvent::Drew { player, tile } => line.field("player", player).field("tile", tile),
        SeenEvent::Picked { decl, picked } => {
            line.field("rule", decl.rule).field("data", PickedData(picked))
        }
        SeenEvent::Chose { player, asks, about, options, choice } => line
            .question(player, asks, about)
            .field("options", options)
            .field("choice", choice.as_ref()),
        SeenEvent::Unseen { player, fields, .. } => fields
            .iter()
            .fold(line.field("player", player), |line, field| line.field(field, None::<Seat>)),
        SeenEvent::Sight(sight) => {
            let Json::Object(fields) = write_sight(sight) else { return };
            fields.iter().fold(&mut line, |line, (name, value)| {
                line.field(name, RawJson(&value.to_string()))
            })
        }
        SeenEvent::Public(_) => &mut line,
    };
    line.end();
}

/// Written as in a record, whatever the format. It cannot be read back, since it borrows its lists;
/// what reads events is a [`Replayer`](super::Replayer), which knows the game in which they
/// happened.
impl Serialize for Event<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        serialize_line(|line| write_event(line, self), to)
    }
}

/// Written as in the view of a record: what is hidden from the seat is `null`.
impl Serialize for SeenEvent<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        serialize_line(|line| write_seen(line, self), to)
    }
}

fn serialize_line<S: Serializer>(
    write: impl FnOnce(&mut Vec<u8>),
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut line = Vec::new();
    write(&mut line);
    serde_json::from_slice::<Json>(&line).map_err(S::Error::custom)?.serialize(to)
}

/// A sink that writes each event as it happens, so that the record of a game that breaks off is
/// complete up to there.
///
/// After the first failed write nothing more is written; [`Recorder::error`] gives the reason.
///
/// ```
/// use tsuro::game::{Luck, RunSeed, Seat, Uniform, play};
/// use tsuro::record::{Header, Recorder};
/// use tsuro::rules::Registry;
/// use tsuro::ruleset::{BuiltIns, Variant};
/// use tsuro::with_rules;
///
/// let variant = Variant::load("classic", &BuiltIns, &Registry::default())?;
/// let (players, seed) = (vec!["random".to_owned(); 3], RunSeed::new("any text").game(0));
/// let mut recorder = Recorder::new(Vec::new());
/// recorder.begin(&Header::new(&variant, &players, Seat::new(0), "any text", 0));
/// let Ok(_) = with_rules!(variant.rules(), |rules| play(
///     rules,
///     3,
///     &mut Uniform(seed),
///     &mut Luck(seed),
///     &mut recorder
/// )
/// .map(drop));
/// let record = String::from_utf8(recorder.finish()?)?;
/// assert!(record.starts_with(r#"{"event":"game""#) && record.ends_with("}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder<W> {
    to: W,
    line: Vec<u8>,
    /// How long the choice took that is told next.
    time: Option<u32>,
    error: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// Makes a recorder that writes to `to`.
    pub fn new(to: W) -> Self {
        Self { to, line: Vec::with_capacity(256), time: None, error: None }
    }

    /// Writes the first line of a game.
    pub fn begin(&mut self, header: &Header<'_>) {
        self.line.clear();
        header.write(&mut self.line);
        self.write_line();
    }

    /// Notes how long a choice took that the next event [tells](crate::game::Choice::is_told), in
    /// milliseconds.
    pub fn note_time(&mut self, milliseconds: u32) {
        self.time = Some(milliseconds);
    }

    /// Calls `act` with the writer, unless a write has failed. If `act` fails, that counts as a
    /// failed write.
    pub fn with(&mut self, act: impl FnOnce(&mut W) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = act(&mut self.to).err();
        }
    }

    /// The error of the first failed write.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    /// Gives the writer back, to which everything has been written.
    ///
    /// # Errors
    /// The error of the first failed write.
    pub fn finish(self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.to),
        }
    }

    /// Writes the line that stands in the buffer.
    fn write_line(&mut self) {
        if self.error.is_none()
            && let Err(error) = self.to.write_all(&self.line).and_then(|()| self.to.flush())
        {
            self.error = Some(error);
        }
    }
}

impl<W: Write> Sink for Recorder<W> {
    fn event(&mut self, event: &Event<'_>) {
        self.line.clear();
        write_timed_event(&mut self.line, event, self.time);
        if !self.line.is_empty() {
            self.time = None;
            self.write_line();
        }
    }
}

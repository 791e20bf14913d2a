//! Events as lines of a record.

use crate::board::{Face, Laid, Place, Square};
use crate::game::{Event, PileView, Seat, SeatSet, SeenEvent, Sink};
use crate::ruleset::Variant;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The version of the record format that is written, and the only one that is read.
pub const FORMAT: u64 = 1;

/// The first line of a game: everything that is settled before the deal.
#[derive(Debug, Clone)]
pub struct Header<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// Names or bots, by seat.
    pub players: &'a [String],
    /// Who goes first.
    pub first: Seat,
    /// The run's seed, as typed.
    pub seed: &'a str,
    /// The game's number in its run, from 0.
    pub index: u64,
}

impl Header<'_> {
    /// Writes the `game` event as one line, line end included.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"event\":\"game\"");
        field(out, "format", FORMAT);
        word(out, "engine", env!("CARGO_PKG_VERSION"));
        out.extend_from_slice(b",\"rules\":");
        out.extend_from_slice(self.variant.json().as_bytes());
        word(out, "rules_hash", self.variant.hash());
        out.extend_from_slice(b",\"players\":[");
        for (index, player) in self.players.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            text(out, player);
        }
        out.push(b']');
        field(out, "first", self.first.number());
        out.extend_from_slice(b",\"seed\":");
        text(out, self.seed);
        field(out, "index", self.index);
        out.extend_from_slice(b"}\n");
    }
}

/// Writes a number without going through the formatting machinery: records are written at hundreds of megabytes a second.
fn number(out: &mut Vec<u8>, value: impl Into<u64>) {
    let value = value.into();
    if value < 10 {
        out.push(b'0' + value as u8);
    } else if value < 100 {
        out.extend_from_slice(&[b'0' + (value / 10) as u8, b'0' + (value % 10) as u8]);
    } else {
        let mut digits = [0; 20];
        let mut at = digits.len();
        let mut left = value;
        while left > 0 {
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        out.extend_from_slice(&digits[at..]);
    }
}

/// Writes a text as JSON does, whatever is in it.
fn text(out: &mut Vec<u8>, value: &str) {
    out.extend_from_slice(Value::from(value).to_string().as_bytes());
}

fn field(out: &mut Vec<u8>, name: &str, value: impl Into<u64>) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    number(out, value);
}

fn word(out: &mut Vec<u8>, name: &str, value: &str) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":\"");
    out.extend_from_slice(value.as_bytes());
    out.push(b'"');
}

fn square_text(out: &mut Vec<u8>, square: Square) {
    out.push(b'a' + square.column());
    number(out, u32::from(square.row()) + 1);
}

fn square_field(out: &mut Vec<u8>, name: &str, square: Square) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":\"");
    square_text(out, square);
    out.push(b'"');
}

fn place_field(out: &mut Vec<u8>, name: &str, place: Place) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":\"");
    square_text(out, place.square());
    out.push(b':');
    out.push(place.port().letter() as u8);
    out.push(b'"');
}

fn list(out: &mut Vec<u8>, values: impl IntoIterator<Item = u32>) {
    out.push(b'[');
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        number(out, value);
    }
    out.push(b']');
}

fn faces(tiles: &[Face]) -> impl Iterator<Item = u32> {
    tiles.iter().map(|tile| tile.number().into())
}

fn pile_list(out: &mut Vec<u8>, pile: &dyn PileView) {
    list(out, (0..pile.len()).map(|depth| pile.at(depth).number().into()));
}

fn seats(set: SeatSet) -> impl Iterator<Item = u32> {
    set.iter().map(|seat| seat.number().into())
}

fn player(out: &mut Vec<u8>, seat: Seat) {
    field(out, "player", seat.number());
}

fn placement(out: &mut Vec<u8>, tile: Laid, square: Square) {
    field(out, "tile", tile.face().number());
    field(out, "rotation", tile.rotation().turns());
    square_field(out, "square", square);
}

/// A number, or `null` where it is hidden.
fn known(out: &mut Vec<u8>, name: &str, value: Option<u8>) {
    if let Some(value) = value {
        field(out, name, value);
    } else {
        key(out, name);
        out.extend_from_slice(b"null");
    }
}

fn key(out: &mut Vec<u8>, name: &str) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

/// A list of so many hidden entries.
fn nulls(out: &mut Vec<u8>, count: usize) {
    out.push(b'[');
    for index in 0..count {
        out.extend_from_slice(if index > 0 { b",null" } else { b"null" });
    }
    out.push(b']');
}

/// Writes `event` as one line of a record, line end included.
pub fn write_event(out: &mut Vec<u8>, event: &Event<'_>) {
    out.extend_from_slice(b"{\"event\":\"");
    out.extend_from_slice(event.name().as_bytes());
    out.push(b'"');
    match *event {
        Event::Deal { hands, pile } => {
            out.extend_from_slice(b",\"hands\":[");
            for (index, hand) in hands.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                list(out, hand.iter().map(|tile| tile.number().into()));
            }
            out.extend_from_slice(b"],\"pile\":");
            pile_list(out, pile);
        }
        Event::DaikaijuPlaced { tile, facing, square, dice, reason } => {
            field(out, "tile", tile);
            field(out, "facing", facing.turns());
            square_field(out, "square", square);
            out.extend_from_slice(b",\"dice\":");
            list(out, [dice.gold.into(), dice.blue.into()]);
            word(out, "reason", reason.name());
        }
        Event::Start { player: seat, mark } | Event::Relocated { player: seat, mark } => {
            player(out, seat);
            place_field(out, "mark", mark);
        }
        Event::Turn { player: seat, number: turn } => {
            player(out, seat);
            field(out, "number", turn);
        }
        Event::Roll { dice } => {
            out.extend_from_slice(b",\"dice\":");
            list(out, [dice.gold.into(), dice.blue.into()]);
        }
        Event::Die { value } => field(out, "value", value),
        Event::DaikaijuMoved { tile, from, to } => {
            field(out, "tile", tile);
            square_field(out, "from", from);
            match to {
                Some(to) => square_field(out, "to", to),
                None => out.extend_from_slice(b",\"to\":null"),
            }
        }
        Event::DaikaijuTurned { tile, square, facing } => {
            field(out, "tile", tile);
            square_field(out, "square", square);
            field(out, "facing", facing.turns());
        }
        Event::DaikaijuDestroyed { tile, square } => {
            field(out, "tile", tile);
            square_field(out, "square", square);
        }
        Event::WakeRemoved { square, tile, to } => {
            square_field(out, "square", square);
            field(out, "tile", tile.number());
            word(out, "to", to.name());
        }
        Event::Placed { player: seat, tile, square, legal } => {
            player(out, seat);
            placement(out, tile, square);
            field(out, "legal", legal);
        }
        Event::Moved { player: seat, to } => {
            player(out, seat);
            place_field(out, "to", to);
        }
        Event::Eliminated { player: seat, cause } => {
            player(out, seat);
            word(out, "cause", cause.name());
        }
        Event::Exchanged { player: seat, gave, took } => {
            player(out, seat);
            out.extend_from_slice(b",\"gave\":");
            list(out, faces(gave));
            out.extend_from_slice(b",\"took\":");
            list(out, faces(took));
        }
        Event::Returned { tiles, pile } => {
            out.extend_from_slice(b",\"tiles\":");
            list(out, faces(tiles));
            out.extend_from_slice(b",\"pile\":");
            pile_list(out, pile);
        }
        Event::Dragon { holder } => match holder {
            Some(seat) => field(out, "holder", seat.number()),
            None => out.extend_from_slice(b",\"holder\":null"),
        },
        Event::Drew { player: seat, tile } => {
            player(out, seat);
            field(out, "tile", tile.number());
        }
        Event::Passed { player: seat } => player(out, seat),
        Event::Rule { rule, data } => {
            out.extend_from_slice(b",\"rule\":");
            out.extend_from_slice(json!(rule).to_string().as_bytes());
            out.extend_from_slice(b",\"data\":");
            out.extend_from_slice(data.to_string().as_bytes());
        }
        Event::End { ending, scores } => {
            out.extend_from_slice(b",\"winners\":");
            list(out, seats(ending.winners));
            word(out, "outcome", ending.outcome.name());
            if let Some(scores) = scores {
                out.extend_from_slice(b",\"scores\":");
                out.extend_from_slice(json!(scores).to_string().as_bytes());
            }
        }
    }
    out.extend_from_slice(b"}\n");
}

/// Writes an event as one seat saw it, spelled as in a record: what is hidden is `null`, in lists once an entry.
pub fn write_seen(out: &mut Vec<u8>, event: &SeenEvent<'_>) {
    if let SeenEvent::Public(event) = event {
        write_event(out, event);
        return;
    }
    out.extend_from_slice(b"{\"event\":\"");
    out.extend_from_slice(event.name().as_bytes());
    out.push(b'"');
    match *event {
        SeenEvent::Deal { sizes, shown, pile } => {
            out.extend_from_slice(b",\"hands\":[");
            for (index, &size) in sizes.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                match shown.filter(|&(number, _)| number == index) {
                    Some((_, hand)) => list(out, hand.iter().map(|tile| tile.number().into())),
                    None => nulls(out, size.into()),
                }
            }
            out.extend_from_slice(b"],\"pile\":");
            nulls(out, pile);
        }
        SeenEvent::Placed { player: seat, tile, square, legal } => {
            player(out, seat);
            placement(out, tile, square);
            known(out, "legal", legal);
        }
        SeenEvent::Exchanged { player: seat, swaps, tiles } => {
            player(out, seat);
            let (gave, took) = tiles.unzip();
            for (name, tiles) in [("gave", gave), ("took", took)] {
                key(out, name);
                match tiles {
                    Some(tiles) => list(out, faces(tiles)),
                    None => nulls(out, swaps),
                }
            }
        }
        SeenEvent::Returned { tiles, pile } => {
            key(out, "tiles");
            nulls(out, tiles);
            key(out, "pile");
            nulls(out, pile);
        }
        SeenEvent::Drew { player: seat, tile } => {
            player(out, seat);
            known(out, "tile", tile.map(Face::number));
        }
        SeenEvent::Public(_) => {}
    }
    out.extend_from_slice(b"}\n");
}

/// A sink that writes each event as it happens, so that a game that is broken off leaves a record up to there.
///
/// After the first write that fails nothing more is written; [`Recorder::error`] says why.
#[derive(Debug)]
pub struct Recorder<W> {
    to: W,
    line: Vec<u8>,
    error: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// Records to `to`, nothing written yet.
    pub fn new(to: W) -> Self {
        Self { to, line: Vec::with_capacity(256), error: None }
    }

    /// Writes the first line of a game.
    pub fn begin(&mut self, header: &Header<'_>) {
        self.line.clear();
        header.write(&mut self.line);
        self.write();
    }

    /// Does something else with what it records to. A failure counts as a write that failed.
    pub fn with(&mut self, act: impl FnOnce(&mut W) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = act(&mut self.to).err();
        }
    }

    /// Why nothing more is written, if a write failed.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    /// What it records to, or why a write failed.
    ///
    /// # Errors
    /// The first write that failed.
    pub fn finish(self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.to),
        }
    }

    fn write(&mut self) {
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
        write_event(&mut self.line, event);
        self.write();
    }
}

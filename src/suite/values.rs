//! Values of a suite's text, each wrong one a problem that points at it.

use super::model::{Span, Spanned};
use super::short::{self, ShortError};
use crate::board::{Laid, Place, Square};
use crate::game::Seat;
use crate::ruleset::{Code, Expected, Problem, Problems, SourceData, SourceDocument, SourceEntry, SourceValue, nearest, plain};
use serde_json::{Map, Value};

/// Reads values of one scenario.
pub struct ScenarioValues<'a> {
    /// The text.
    pub written: &'a SourceDocument,
    /// Where problems go.
    pub problems: &'a mut Problems,
    /// The row of the examples that the scenario is read with.
    pub row: Option<Span>,
}

impl ScenarioValues<'_> {
    /// Notes a problem at `span`.
    pub fn problem(&mut self, code: Code, span: &Span, message: impl Into<String>) {
        self.push(Problem::error(code, message), span);
    }

    /// Notes a problem at `span`, and in which row of the examples it comes up.
    pub fn push(&mut self, problem: Problem, span: &Span) {
        let mut problem = problem.at(self.written.place(span), "");
        if let Some(row) = self.row.as_ref().filter(|row| !(row.start <= span.start && span.end <= row.end)) {
            problem = problem.at(self.written.place(row), "with this row");
        }
        self.problems.push(problem);
    }

    /// Notes a key that does not exist.
    pub fn unknown_key(&mut self, entry: &SourceEntry, what: &str, known: &[&str]) {
        let problem = Problem::error(Code::UnknownKey, format!("{what} has no key `{}`", plain(&entry.key)))
            .expected(Expected::Words(known.iter().map(|&key| key.to_owned()).collect()))
            .did_you_mean(nearest(&entry.key, known.iter().copied()));
        self.push(problem, &entry.key_span);
    }

    fn wrong<T>(&mut self, node: &SourceValue, wanted: &str) -> Option<T> {
        let problem = Problem::error(Code::WrongType, format!("{} is not what stands here", node.describe()));
        self.push(problem.expected(Expected::Form(wanted.to_owned())), &node.span);
        None
    }

    fn short<T>(&mut self, node: &SourceValue, read: Result<T, ShortError>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(why) => {
                self.problem(Code::UnknownValue, &node.span, why.to_string());
                None
            }
        }
    }

    /// A text.
    pub fn text(&mut self, node: &SourceValue) -> Option<String> {
        match &node.data {
            SourceData::Text(text) => Some(text.clone()),
            _ => self.wrong(node, "a text"),
        }
    }

    /// A text that is one of these words.
    pub fn word(&mut self, node: &SourceValue, words: &[&str]) -> Option<String> {
        let text = self.text(node)?;
        if words.contains(&text.as_str()) {
            return Some(text);
        }
        let problem = Problem::error(Code::UnknownValue, format!("the word \"{}\" is not known here", plain(&text)))
            .expected(Expected::Words(words.iter().map(|&word| word.to_owned()).collect()))
            .did_you_mean(nearest(&text, words.iter().copied()));
        self.push(problem, &node.span);
        None
    }

    /// A whole number in a range.
    pub fn number(&mut self, node: &SourceValue, min: i64, max: i64) -> Option<i64> {
        match node.data {
            SourceData::Int(number) if (min..=max).contains(&number) => Some(number),
            SourceData::Int(number) => {
                let problem = Problem::error(Code::OutOfRange, format!("`{number}` is out of range"));
                self.push(problem.expected(Expected::Range(min, max)), &node.span);
                None
            }
            _ => self.wrong(node, &format!("a whole number from {min} to {max}")),
        }
    }

    /// Texts, of which one may stand without brackets.
    pub fn texts(&mut self, node: &SourceValue) -> Option<Spanned<String>> {
        let items = items(node);
        items.iter().map(|item| self.text(item).map(|text| (text, item.span.clone()))).collect()
    }

    /// A tile in an orientation: `14`, `"14/2"`.
    pub fn laid(&mut self, node: &SourceValue) -> Option<Laid> {
        match &node.data {
            SourceData::Int(number) => self.short(node, short::laid(&number.to_string())),
            SourceData::Text(text) => self.short(node, short::laid(text)),
            _ => self.wrong(node, "a tile, as in 14 or \"14/2\""),
        }
    }

    /// Tiles in orientations, of which one may stand without brackets.
    pub fn laids(&mut self, node: &SourceValue) -> Option<Spanned<Laid>> {
        let items = items(node);
        items.iter().map(|item| self.laid(item).map(|tile| (tile, item.span.clone()))).collect()
    }

    /// Faces: `[14, 2]`, or `"14 2"`.
    pub fn faces(&mut self, node: &SourceValue) -> Option<Vec<u8>> {
        match &node.data {
            SourceData::Text(text) => text.split_whitespace().map(|word| self.short(node, short::face(word))).collect(),
            SourceData::List(items) => items.iter().map(|item| self.number(item, 0, 34).map(|face| face as u8)).collect(),
            SourceData::Int(_) => self.number(node, 0, 34).map(|face| vec![face as u8]),
            _ => self.wrong(node, "faces of tiles, as in [14, 2]"),
        }
    }

    /// A daikaiju: `5`, `"5/2"`.
    pub fn monster(&mut self, node: &SourceValue) -> Option<(u8, u8)> {
        match &node.data {
            SourceData::Int(number) => self.short(node, short::monster(&number.to_string())),
            SourceData::Text(text) => self.short(node, short::monster(text)),
            _ => self.wrong(node, "a daikaiju tile with its facing, as in 5 or \"5/2\""),
        }
    }

    /// A place.
    pub fn place(&mut self, node: &SourceValue) -> Option<Place> {
        let text = self.text(node)?;
        if let Ok(place) = text.parse() {
            return Some(place);
        }
        let problem = Problem::error(Code::UnknownValue, format!("\"{}\" is no place", plain(&text)));
        self.push(problem.expected(Expected::Form("a square and a port, as in \"c3:H\"".into())), &node.span);
        None
    }

    /// Places, of which one may stand without brackets.
    pub fn places(&mut self, node: &SourceValue) -> Option<Spanned<Place>> {
        let items = items(node);
        items.iter().map(|item| self.place(item).map(|place| (place, item.span.clone()))).collect()
    }

    /// A seat by its letter.
    pub fn seat(&mut self, text: &str, span: &Span) -> Option<Seat> {
        let seat = super::sentences::seat(text);
        if seat.is_none() {
            let problem = Problem::error(Code::UnknownValue, format!("\"{}\" is no seat", plain(text)));
            self.push(problem.expected(Expected::Form("a letter: A is the first seat, B the next clockwise".into())), span);
        }
        seat
    }

    /// A seat by its letter, as a value.
    pub fn seat_value(&mut self, node: &SourceValue) -> Option<Seat> {
        let text = self.text(node)?;
        self.seat(&text, &node.span)
    }

    /// A square, as a key.
    pub fn square_key(&mut self, entry: &SourceEntry) -> Option<Square> {
        if let Ok(square) = entry.key.parse() {
            return Some(square);
        }
        let problem = Problem::error(Code::UnknownKey, format!("`{}` is no square", plain(&entry.key)));
        self.push(problem.expected(Expected::Form("a letter for the column and a number for the row, as in c3".into())), &entry.key_span);
        None
    }

    /// A table.
    pub fn table<'n>(&mut self, node: &'n SourceValue) -> Option<&'n [SourceEntry]> {
        match &node.data {
            SourceData::Table(entries) => Some(entries),
            _ => self.wrong(node, "a table"),
        }
    }
}

/// A list, of which one item may stand without brackets.
pub fn items(node: &SourceValue) -> Vec<SourceValue> {
    match &node.data {
        SourceData::List(items) => items.clone(),
        _ => vec![node.clone()],
    }
}

/// A value as JSON: what TOML has, JSON has.
pub fn json(node: &SourceValue) -> Value {
    match &node.data {
        SourceData::Bool(value) => Value::Bool(*value),
        SourceData::Int(number) => Value::from(*number),
        SourceData::Huge(text) | SourceData::Float(text) | SourceData::Date(text) | SourceData::Text(text) => Value::String(text.clone()),
        SourceData::List(items) => items.iter().map(json).collect(),
        SourceData::Table(entries) => {
            Value::Object(entries.iter().map(|entry| (entry.key.clone(), json(&entry.value))).collect::<Map<_, _>>())
        }
    }
}

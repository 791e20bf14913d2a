//! The short forms of suites, read with the [`ValueReader`] of rule-set files: tiles, places,
//! seats, squares, faces and pieces of rules.

use super::model::{Span, Spanned};
use super::short::{self, ShortError, StandingPiece};
use serde_json::{Map, Value};
use std::ops::{Deref, DerefMut};
use tsuro::board::{KINDS, Laid, Place, Square};
use tsuro::game::{Answer, MAX_ANSWER, Seat};
use tsuro::ruleset::{
    Code, Expected, Problem, Problems, SourceData, SourceDocument, SourceEntry, SourceValue,
    ValueReader, plain,
};

/// The reader of rule-set files, for the short forms of suites as well.
pub(crate) struct SuiteReader<'a>(ValueReader<'a>);

impl<'a> Deref for SuiteReader<'a> {
    type Target = ValueReader<'a>;

    fn deref(&self) -> &ValueReader<'a> {
        &self.0
    }
}

impl<'a> DerefMut for SuiteReader<'a> {
    fn deref_mut(&mut self) -> &mut ValueReader<'a> {
        &mut self.0
    }
}

impl<'a> SuiteReader<'a> {
    pub(crate) fn new(written: &'a SourceDocument, problems: &'a mut Problems) -> Self {
        Self(ValueReader::new(written, problems))
    }

    /// Reports an error at `span`.
    pub(crate) fn problem(&mut self, code: Code, span: &Span, message: impl Into<String>) {
        self.push(Problem::error(code, message), span);
    }

    pub(super) fn wrong<T>(&mut self, key: &str, node: &SourceValue, allowed: &str) -> Option<T> {
        self.not_taken(key, node, Expected::Form(allowed.to_owned()), None)
    }

    fn short<T>(&mut self, node: &SourceValue, read: Result<T, ShortError>) -> Option<T> {
        read.map_err(|error| self.problem(Code::UnknownValue, &node.span, error.to_string())).ok()
    }

    /// Each item of a list with its place; a single item may be written without brackets. `None` if
    /// any of them is wrong.
    pub(crate) fn each<T>(
        &mut self,
        node: &SourceValue,
        mut read: impl FnMut(&mut Self, &SourceValue) -> Option<T>,
    ) -> Option<Spanned<T>> {
        items(node).iter().map(|item| Some((read(self, item)?, item.span.clone()))).collect()
    }

    /// Each item of a list, without its place.
    pub(crate) fn list<T>(
        &mut self,
        node: &SourceValue,
        mut read: impl FnMut(&mut Self, &SourceValue) -> Option<T>,
    ) -> Option<Vec<T>> {
        items(node).iter().map(|item| read(self, item)).collect()
    }

    /// A tile in an orientation: `14` or `"14/2"`.
    pub(crate) fn laid(&mut self, key: &str, node: &SourceValue) -> Option<Laid> {
        match &node.data {
            SourceData::Int(number) => self.short(node, short::laid(&number.to_string())),
            SourceData::Text(text) => self.short(node, short::laid(text)),
            _ => self.wrong(key, node, "a tile, as in 14 or \"14/2\""),
        }
    }

    /// A tile in an orientation, and the square on which it is placed, if that is named:
    /// `"14/2 on d4"`.
    pub(crate) fn laid_on(
        &mut self,
        key: &str,
        node: &SourceValue,
    ) -> Option<(Laid, Option<Square>)> {
        let Some((tile, square)) = node.as_text().and_then(|text| text.split_once(" on ")) else {
            return Some((self.laid(key, node)?, None));
        };
        let tile = self.short(node, short::laid(tile))?;
        let Ok(square) = square.parse() else {
            return self.wrong(key, node, "a tile and a square, as in \"14/2 on d4\"");
        };
        Some((tile, Some(square)))
    }

    /// Faces and special tiles: `[14, 2]` or `"14 2"`.
    pub(crate) fn faces(&mut self, key: &str, node: &SourceValue) -> Option<Vec<u8>> {
        match &node.data {
            SourceData::Text(text) => {
                text.split_whitespace().map(|word| self.short(node, short::face(word))).collect()
            }
            SourceData::List(_) | SourceData::Int(_) => {
                self.list(node, |values, item| values.small(key, item, KINDS as u8 - 1))
            }
            _ => self.wrong(key, node, "faces of tiles, as in [14, 2]"),
        }
    }

    /// A whole number from 0 to `max`.
    pub(crate) fn small(&mut self, key: &str, node: &SourceValue, max: u8) -> Option<u8> {
        self.number(key, node, 0, max.into()).map(|number| number as u8)
    }

    /// A piece of a rule and its facing: `5` or `"5/2"`.
    pub(crate) fn rule_piece(&mut self, key: &str, node: &SourceValue) -> Option<(u8, u8)> {
        match &node.data {
            SourceData::Int(number) => self.short(node, short::rule_piece(&number.to_string())),
            SourceData::Text(text) => self.short(node, short::rule_piece(text)),
            _ => self.wrong(key, node, "the number of a piece with its facing, as in 5 or \"5/2\""),
        }
    }

    /// The pieces of rules on a square, as a position has them: `5`, `"5/2"` or
    /// `"5/2, 10/1 moves=2 by=B"`.
    pub(super) fn rule_pieces(
        &mut self,
        key: &str,
        node: &SourceValue,
    ) -> Option<Vec<StandingPiece>> {
        match &node.data {
            SourceData::Text(text) => self.short(node, short::rule_pieces(text)),
            _ => self.rule_piece(key, node).map(|(tile, turns)| vec![(tile, turns, Vec::new())]),
        }
    }

    /// An answer to the question of a rule: `14`, `"up"` or
    /// `{ port = "H", tile = 14, rotation = 1 }`.
    pub(crate) fn answer(&mut self, key: &str, node: &SourceValue) -> Option<Answer> {
        let answer = match &node.data {
            SourceData::Int(_) => {
                return self
                    .number(key, node, 0, u32::MAX.into())
                    .map(|number| Answer::number(number as u32));
            }
            SourceData::Text(text) if (1..=MAX_ANSWER).contains(&text.len()) => {
                Some(Answer::word(text))
            }
            SourceData::Table(_) => serde_json::from_value(json(node)).ok(),
            _ => None,
        };
        answer.or_else(|| {
            let port = "{ port = \"H\", tile = 14, rotation = 1 }";
            self.wrong(
                key,
                node,
                &format!(
                    "a number, a word of at most {MAX_ANSWER} bytes, or a \
                port, as in 14, \"up\" or {port}"
                ),
            )
        })
    }

    /// A square and a port: `"c3:H"`.
    pub(crate) fn port_place(&mut self, key: &str, node: &SourceValue) -> Option<Place> {
        let text = self.text(key, node)?;
        if let Ok(place) = text.parse() {
            return Some(place);
        }
        let problem =
            Problem::error(Code::UnknownValue, format!("\"{}\" is not a place", plain(&text)));
        self.push(
            problem.expected(Expected::Form("a square and a port, as in \"c3:H\"".into())),
            &node.span,
        );
        None
    }

    /// A seat by its letter.
    pub(crate) fn seat(&mut self, text: &str, span: &Span) -> Option<Seat> {
        let seat = super::letters::seat(text);
        if seat.is_none() {
            let problem =
                Problem::error(Code::UnknownValue, format!("\"{}\" is not a seat", plain(text)));
            self.push(
                problem.expected(Expected::Form(
                    "a letter: A is the first seat, B the next clockwise".into(),
                )),
                span,
            );
        }
        seat
    }

    /// A seat by its letter, as a value.
    pub(crate) fn seat_value(&mut self, key: &str, node: &SourceValue) -> Option<Seat> {
        let text = self.text(key, node)?;
        self.seat(&text, &node.span)
    }

    /// A square, as a key.
    pub(crate) fn square_key(&mut self, entry: &SourceEntry) -> Option<Square> {
        if let Ok(square) = entry.key.parse() {
            return Some(square);
        }
        let problem =
            Problem::error(Code::UnknownKey, format!("`{}` is not a square", plain(&entry.key)));
        self.push(
            problem.expected(Expected::Form(
                "a letter for the column and a number for the row, as in c3".into(),
            )),
            &entry.key_span,
        );
        None
    }

    /// The entries of a table.
    pub(crate) fn table<'n>(
        &mut self,
        key: &str,
        node: &'n SourceValue,
    ) -> Option<&'n [SourceEntry]> {
        match &node.data {
            SourceData::Table(entries) => Some(entries),
            _ => self.wrong(key, node, "a table"),
        }
    }
}

/// The items of a list; a single item may be written without brackets.
pub(super) fn items(node: &SourceValue) -> &[SourceValue] {
    match &node.data {
        SourceData::List(items) => items,
        _ => std::slice::from_ref(node),
    }
}

/// A value as JSON. Numbers beyond 64 bits, fractions and dates become texts.
pub(super) fn json(node: &SourceValue) -> Value {
    match &node.data {
        SourceData::Bool(value) => Value::Bool(*value),
        SourceData::Int(number) => Value::from(*number),
        SourceData::Huge(text)
        | SourceData::Float(text)
        | SourceData::Date(text)
        | SourceData::Text(text) => Value::String(text.clone()),
        SourceData::List(items) => items.iter().map(json).collect(),
        SourceData::Table(entries) => Value::Object(
            entries
                .iter()
                .map(|entry| (entry.key.clone(), json(&entry.value)))
                .collect::<Map<_, _>>(),
        ),
    }
}

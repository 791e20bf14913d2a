//! A document as written: its keys and values with their places, before anything is merged or
//! filled in.

use super::source::{Source, SourceSpan};
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// A parsed source text.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SourceDocument {
    /// The source text.
    pub source: Arc<Source>,
    /// The keys and tables at the top, in the order of the text.
    pub entries: Vec<SourceEntry>,
    /// The lines with syntax errors. The parser guesses their values, so they are ignored.
    pub(crate) damaged: Vec<Range<usize>>,
}

/// A key with its value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SourceEntry {
    /// The last part of the key.
    pub key: String,
    /// The place of the key.
    pub key_span: Range<usize>,
    /// The value that the key is set to.
    pub value: SourceValue,
}

/// A value with its place; the place of a table with a header is the header.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SourceValue {
    /// The place of the value, in bytes from the start of the text.
    pub span: Range<usize>,
    /// The value without its place.
    pub data: SourceData,
}

/// A value of TOML.
#[derive(Debug, Clone)]
#[expect(clippy::exhaustive_enums, reason = "TOML has these values")]
pub enum SourceData {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A whole number beyond 64 bits, as written.
    Huge(String),
    /// A number with a fraction or exponent, as written.
    Float(String),
    /// A text, without its quotes and escapes.
    Text(String),
    /// A date or time, as written.
    Date(String),
    /// A list, in the order of the text.
    List(Vec<SourceValue>),
    /// A table, in the order of the text.
    Table(Vec<SourceEntry>),
}

impl SourceDocument {
    /// The entry of a top key or table.
    pub fn entry(&self, key: &str) -> Option<&SourceEntry> {
        find(&self.entries, key)
    }

    /// The entries of each table of that name: of one, or of all in a list of tables.
    pub(crate) fn tables(&self, name: &str) -> impl Iterator<Item = &[SourceEntry]> {
        let of_name = self.entries.iter().filter(move |entry| entry.key == name);
        let nodes = of_name.flat_map(|entry| match &entry.value.data {
            SourceData::List(items) => items.as_slice(),
            _ => std::slice::from_ref(&entry.value),
        });
        nodes.filter_map(SourceValue::as_table)
    }

    /// A place in this text.
    pub fn place(&self, span: &Range<usize>) -> SourceSpan {
        SourceSpan::new(&self.source, span)
    }

    /// Whether a range touches lines with syntax errors.
    pub(crate) fn is_damaged(&self, span: &Range<usize>) -> bool {
        self.damaged.iter().any(|lines| lines.start <= span.end && span.start <= lines.end)
    }

    /// A document from JSON, without places.
    pub fn from_json(source: &Arc<Source>, value: &Value) -> Self {
        let entries = match SourceValue::from_json(value).data {
            SourceData::Table(entries) => entries,
            _ => Vec::new(),
        };
        Self { source: Arc::clone(source), entries, damaged: Vec::new() }
    }
}

impl SourceEntry {
    /// From the beginning of the key to the end of the value.
    pub fn span(&self) -> Range<usize> {
        let start = self.key_span.start.min(self.value.span.start);
        start..self.value.span.end.max(self.key_span.end)
    }
}

impl SourceValue {
    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.data {
            SourceData::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entries of a table, if it is one.
    pub fn as_table(&self) -> Option<&[SourceEntry]> {
        match &self.data {
            SourceData::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// A description for messages: `the text "edge"`, `a list`.
    pub fn describe(&self) -> String {
        use super::shown::plain;
        match &self.data {
            SourceData::Bool(value) => format!("`{value}`"),
            SourceData::Int(value) => format!("`{value}`"),
            SourceData::Huge(text) | SourceData::Float(text) => format!("`{}`", plain(text)),
            SourceData::Text(text) => format!("the text \"{}\"", plain(text)),
            SourceData::Date(text) => format!("the date `{text}`"),
            SourceData::List(_) => "a list".to_owned(),
            SourceData::Table(_) => "a table".to_owned(),
        }
    }

    /// A value from JSON. `null`, which TOML does not have, becomes a text; numbers beyond 64 bits
    /// keep their digits.
    fn from_json(value: &Value) -> Self {
        let data = match value {
            Value::Null => SourceData::Text("null".to_owned()),
            Value::Bool(value) => SourceData::Bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(value) => SourceData::Int(value),
                None if number.is_u64() => SourceData::Huge(number.to_string()),
                None => SourceData::Float(number.to_string()),
            },
            Value::String(text) => SourceData::Text(text.clone()),
            Value::Array(items) => SourceData::List(items.iter().map(Self::from_json).collect()),
            Value::Object(fields) => SourceData::Table(
                fields
                    .iter()
                    .map(|(key, value)| SourceEntry {
                        key: key.clone(),
                        key_span: 0..0,
                        value: Self::from_json(value),
                    })
                    .collect(),
            ),
        };
        Self { span: 0..0, data }
    }
}

/// The entry of that name.
pub fn find<'a>(entries: &'a [SourceEntry], key: &str) -> Option<&'a SourceEntry> {
    entries.iter().find(|entry| entry.key == key)
}

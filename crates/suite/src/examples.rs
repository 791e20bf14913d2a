//! Expands a scenario with `examples` into one for each row: `{name}` in its texts becomes the
//! value of that column.

use super::model::{ExampleRow, Span};
use super::values::SuiteReader;
use std::cell::Cell;
use std::collections::BTreeSet;
use tsuro::ruleset::{Code, Expected, Problem, SourceData, SourceEntry, SourceValue, find, plain};

/// A row, and the scenario's entries with it filled in.
type FilledRow = (Option<ExampleRow>, Vec<SourceEntry>);

/// How many bytes the texts of filled-in rows may still have in a suite.
pub(super) struct Room(Cell<usize>);

impl Room {
    pub(super) fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    /// Whether there is room for this many more bytes; they count as taken.
    fn takes(&self, bytes: usize) -> bool {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.unwrap_or_default());
        left.is_some()
    }
}

/// The scenario once for each row, or as it is where there are none.
pub(super) fn expand(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    room: &Room,
) -> Option<Vec<FilledRow>> {
    let size: usize = entries.iter().map(|entry| entry.value.span.len()).sum();
    if !room.takes(size) {
        let span = entries.first().map_or(0..0, |entry| entry.key_span.clone());
        values.problem(
            Code::TooMany,
            &span,
            "with what this scenario extends, the suite would be too large",
        );
        return None;
    }
    let Some(examples) = find(entries, "examples") else {
        return Some(vec![(None, entries.to_vec())]);
    };
    let SourceData::List(rows) = &examples.value.data else {
        values.problem(
            Code::WrongType,
            &examples.value.span,
            "`examples` is a list of rows, as in [{ from = \"a1:H\", to = \"b1:H\" }]",
        );
        return None;
    };
    if rows.is_empty() {
        values.problem(
            Code::NoExpectation,
            &examples.value.span,
            "`examples` has no rows, so nothing is tested",
        );
        return None;
    }
    let rest: Vec<SourceEntry> =
        entries.iter().filter(|entry| entry.key != "examples").cloned().collect();
    let mut filled = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let columns = values.table("examples", row)?;
        let mut filler =
            RowFiller { columns, used: BTreeSet::new(), missing: None, room, is_full: false };
        let with_row = filler.entries(&rest);
        if filler.is_full {
            values.problem(
                Code::TooMany,
                &row.span,
                "with this row filled in, the suite would be too large",
            );
            return None;
        }
        if let Some((name, span)) = filler.missing {
            let known = Expected::words(columns.iter().map(|column| column.key.as_str()));
            let problem = Problem::error(
                Code::Placeholder,
                format!("this row of the examples has no column `{}`", plain(&name)),
            );
            let used = values.written.place(&span);
            values.push(problem.expected(known).at(used, "used here"), &row.span);
            return None;
        }
        if let Some(column) =
            columns.iter().find(|column| !filler.used.contains(column.key.as_str()))
        {
            let message = format!(
                "the scenario does not use this column: write `{{{}}}` where its values go",
                plain(&column.key)
            );
            values.problem(Code::Placeholder, &column.key_span, message);
            return None;
        }
        let values =
            columns.iter().map(|column| (column.key.clone(), shown(&column.value))).collect();
        filled.push((
            Some(ExampleRow { number: index + 1, span: row.span.clone(), values }),
            with_row,
        ));
    }
    Some(filled)
}

/// Replaces the placeholders of a scenario by the values of one row.
struct RowFiller<'c> {
    columns: &'c [SourceEntry],
    /// The columns that a placeholder names.
    used: BTreeSet<&'c str>,
    /// The first placeholder without a column, and its place.
    missing: Option<(String, Span)>,
    room: &'c Room,
    /// Whether there was not enough room.
    is_full: bool,
}

impl<'c> RowFiller<'c> {
    /// Whether there is room for this many more bytes; they count as taken.
    fn takes(&mut self, bytes: usize) -> bool {
        self.is_full |= !self.room.takes(bytes);
        !self.is_full
    }

    /// The value of a column; `None`, and noted, if the row has no such column.
    fn column(&mut self, name: &str, span: &Span) -> Option<&'c SourceValue> {
        let column = find(self.columns, name);
        match column {
            Some(column) => drop(self.used.insert(&column.key)),
            None => drop(self.missing.get_or_insert_with(|| (name.to_owned(), span.clone()))),
        }
        column.map(|column| &column.value)
    }

    fn entries(&mut self, entries: &[SourceEntry]) -> Vec<SourceEntry> {
        let filled = |entry: &SourceEntry| {
            let mut filled = entry.clone();
            filled.value = self.value(&entry.value);
            filled
        };
        entries.iter().map(filled).collect()
    }

    /// A value with its placeholders filled in. A text that is nothing but a placeholder becomes
    /// the column's value, of whatever type.
    fn value(&mut self, node: &SourceValue) -> SourceValue {
        let data = match &node.data {
            SourceData::Text(text) => {
                if !self.takes(text.len()) {
                    return node.clone();
                }
                if let Some(name) = text
                    .strip_prefix('{')
                    .and_then(|text| text.strip_suffix('}'))
                    .filter(|name| is_name(name))
                {
                    let value = self.column(name, &node.span).unwrap_or(node);
                    let span = &value.span;
                    return if self.takes(span.end.saturating_sub(span.start)) {
                        value.clone()
                    } else {
                        node.clone()
                    };
                }
                SourceData::Text(self.text(text, &node.span))
            }
            SourceData::List(items) => {
                SourceData::List(items.iter().map(|item| self.value(item)).collect())
            }
            SourceData::Table(entries) => SourceData::Table(self.entries(entries)),
            other => other.clone(),
        };
        let mut value = node.clone();
        value.data = data;
        value
    }

    fn text(&mut self, text: &str, span: &Span) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, inner)) = rest.split_once('{') {
            out.push_str(before);
            if let Some((name, after)) = inner.split_once('}').filter(|(name, _)| is_name(name)) {
                let value = self.column(name, span).map(shown).unwrap_or_default();
                if !self.takes(value.len()) {
                    return out;
                }
                out.push_str(&value);
                rest = after;
            } else {
                out.push('{');
                rest = inner;
            }
        }
        out + rest
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// A value inside a text: lists without brackets.
fn shown(node: &SourceValue) -> String {
    match &node.data {
        SourceData::Bool(value) => value.to_string(),
        SourceData::Int(number) => number.to_string(),
        SourceData::Huge(text)
        | SourceData::Float(text)
        | SourceData::Date(text)
        | SourceData::Text(text) => text.clone(),
        SourceData::List(items) => items.iter().map(shown).collect::<Vec<_>>().join(" "),
        SourceData::Table(_) => String::new(),
    }
}

//! Expands a scenario with `examples` into one for each row: `{name}` in its texts becomes the value of that column.

use super::model::{ExampleRow, Span};
use crate::ruleset::{Code, Expected, Problem, SourceData, SourceEntry, SourceValue, ValueReader, find, plain};
use std::collections::BTreeSet;

/// A row, and the scenario's entries with it filled in.
type Filled = (Option<ExampleRow>, Vec<SourceEntry>);

/// The scenario once for each row, or as it is where there are none.
pub fn expand(values: &mut ValueReader<'_>, entries: &[SourceEntry]) -> Option<Vec<Filled>> {
    let Some(examples) = find(entries, "examples") else { return Some(vec![(None, entries.to_vec())]) };
    let SourceData::List(rows) = &examples.value.data else {
        values.problem(Code::WrongType, &examples.value.span, "`examples` is a list of rows, as in [{ from = \"a1:H\", to = \"b1:H\" }]");
        return None;
    };
    if rows.is_empty() {
        values.problem(Code::NoExpectation, &examples.value.span, "`examples` has no rows, so nothing is tested");
        return None;
    }
    let rest: Vec<&SourceEntry> = entries.iter().filter(|entry| entry.key != "examples").collect();
    let mut filled = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let columns = values.table("examples", row)?;
        let mut used = BTreeSet::new();
        let mut problem = None;
        let with_row: Vec<SourceEntry> = rest
            .iter()
            .map(|entry| SourceEntry {
                key: entry.key.clone(),
                key_span: entry.key_span.clone(),
                value: fill(&entry.value, columns, &mut used, &mut problem),
            })
            .collect();
        if let Some((name, span)) = problem {
            let known: Vec<String> = columns.iter().map(|column| column.key.clone()).collect();
            let problem = Problem::error(Code::Placeholder, format!("this row of the examples has no column `{}`", plain(&name)));
            values.push(problem.expected(Expected::Words(known)).at(values.written.place(&span), "used here"), &row.span);
            return None;
        }
        if let Some(column) = columns.iter().find(|column| !used.contains(column.key.as_str())) {
            let message = format!("the scenario does not use this column: write `{{{}}}` where its values go", plain(&column.key));
            values.problem(Code::Placeholder, &column.key_span, message);
            return None;
        }
        let values = columns.iter().map(|column| (column.key.clone(), shown(&column.value))).collect();
        filled.push((Some(ExampleRow { number: index + 1, span: row.span.clone(), values }), with_row));
    }
    Some(filled)
}

/// A value with its placeholders filled in. A text that is nothing but a placeholder becomes the column's value, of whatever type.
fn fill<'c>(
    node: &SourceValue,
    columns: &'c [SourceEntry],
    used: &mut BTreeSet<&'c str>,
    problem: &mut Option<(String, Span)>,
) -> SourceValue {
    let data = match &node.data {
        SourceData::Text(text) => {
            if let Some(name) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).filter(|name| is_name(name)) {
                let Some(column) = columns.iter().find(|column| column.key == name) else {
                    problem.get_or_insert_with(|| (name.to_owned(), node.span.clone()));
                    return node.clone();
                };
                used.insert(column.key.as_str());
                return column.value.clone();
            }
            SourceData::Text(fill_text(text, node, columns, used, problem))
        }
        SourceData::List(items) => SourceData::List(items.iter().map(|item| fill(item, columns, used, problem)).collect()),
        SourceData::Table(entries) => {
            let entry = |entry: &SourceEntry, used: &mut BTreeSet<&'c str>, problem: &mut Option<(String, Span)>| SourceEntry {
                key: entry.key.clone(),
                key_span: entry.key_span.clone(),
                value: fill(&entry.value, columns, used, problem),
            };
            SourceData::Table(entries.iter().map(|inner| entry(inner, used, problem)).collect())
        }
        other => other.clone(),
    };
    SourceValue { span: node.span.clone(), data }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

fn fill_text<'c>(
    text: &str,
    node: &SourceValue,
    columns: &'c [SourceEntry],
    used: &mut BTreeSet<&'c str>,
    problem: &mut Option<(String, Span)>,
) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let inner = &rest[open + 1..];
        let Some(close) = inner.find('}').filter(|&close| is_name(&inner[..close])) else {
            out.push('{');
            rest = inner;
            continue;
        };
        let name = &inner[..close];
        match columns.iter().find(|column| column.key == name) {
            Some(column) => {
                used.insert(column.key.as_str());
                out.push_str(&shown(&column.value));
            }
            None => drop(problem.get_or_insert_with(|| (name.to_owned(), node.span.clone()))),
        }
        rest = &inner[close + 1..];
    }
    out + rest
}

/// A value inside a text: lists without brackets.
fn shown(node: &SourceValue) -> String {
    match &node.data {
        SourceData::Bool(value) => value.to_string(),
        SourceData::Int(number) => number.to_string(),
        SourceData::Huge(text) | SourceData::Float(text) | SourceData::Date(text) | SourceData::Text(text) => text.clone(),
        SourceData::List(items) => items.iter().map(shown).collect::<Vec<_>>().join(" "),
        SourceData::Table(_) => String::new(),
    }
}

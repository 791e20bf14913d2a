//! From text to [`SourceDocument`]: calls the TOML parser and words its errors for people who do
//! not know TOML.

mod fault;

use super::problem::{Code, Problem, Problems};
use super::source::{Source, SourceSpan};
use super::written::{SourceData, SourceDocument, SourceEntry, SourceValue};
use fault::SyntaxFault;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Beyond this many bytes only the first syntax error is asked for: the parser makes up to one and
/// a half errors a byte.
const RECOVER_UP_TO: usize = 64 * 1024;

/// Reads a text. Syntax errors go to `problems`; `None` where they leave nothing that could be
/// checked further.
pub fn parse(source: &Arc<Source>, problems: &mut Problems) -> Option<SourceDocument> {
    let text = source.text();
    let (table, errors) = match DeTable::parse(text) {
        Ok(table) => (table, Vec::new()),
        Err(_) if text.len() <= RECOVER_UP_TO => DeTable::parse_recoverable(text),
        Err(error) => (Spanned::new(0..0, DeTable::default()), vec![error]),
    };
    let entries = entries(table.get_ref());
    if errors.is_empty() {
        return Some(SourceDocument { source: Arc::clone(source), entries, damaged: Vec::new() });
    }
    if text.trim_start().starts_with('{') {
        let start = text.len() - text.trim_start().len();
        let problem =
            Problem::error(Code::Syntax, "this looks like JSON, but the file has to be TOML");
        problems.push(
            problem
                .at(SourceSpan::new(source, &(start..start + 1)), "")
                .help("write `key = value`, one on each line, under headers like [tiles]"),
        );
        return None;
    }
    let mut faults: Vec<SyntaxFault> =
        errors.iter().map(|error| SyntaxFault::new(error, text)).collect();
    faults.sort_by_key(|fault| fault.span.start);
    let whole = faults.iter().any(|fault| fault.spreads) || text.len() > RECOVER_UP_TO;
    let faults = reduce(faults, source);
    let damaged: Vec<_> = faults.iter().map(|fault| source.lines_of(&fault.span)).collect();
    for fault in faults {
        problems.push(fault.problem(source, &entries));
    }
    (!whole).then(|| SourceDocument { source: Arc::clone(source), entries, damaged })
}

/// Reads one value, as written after a `=`; `offset` is its place in the whole text, in bytes.
pub(super) fn parse_value(text: &str, offset: usize) -> Option<SourceValue> {
    let mut value = node(&DeValue::parse(text).ok()?);
    shift(&mut value, offset);
    Some(value)
}

fn shift(value: &mut SourceValue, by: usize) {
    value.span = value.span.start + by..value.span.end + by;
    match &mut value.data {
        SourceData::List(items) => items.iter_mut().for_each(|item| shift(item, by)),
        SourceData::Table(entries) => {
            for entry in entries {
                entry.key_span = entry.key_span.start + by..entry.key_span.end + by;
                shift(&mut entry.value, by);
            }
        }
        _ => {}
    }
}

/// The entries of a table in the order of the text (the parser sorts them by name).
fn entries(table: &DeTable<'_>) -> Vec<SourceEntry> {
    let mut entries: Vec<SourceEntry> = table
        .iter()
        .map(|(key, value)| SourceEntry {
            key: key.get_ref().to_string(),
            key_span: key.span(),
            value: node(value),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    entries
}

fn node(value: &Spanned<DeValue<'_>>) -> SourceValue {
    let data = match value.get_ref() {
        DeValue::String(text) => SourceData::Text(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| SourceData::Huge(number.to_string()), SourceData::Int),
        DeValue::Float(number) => SourceData::Float(number.to_string()),
        DeValue::Boolean(value) => SourceData::Bool(*value),
        DeValue::Datetime(date) => SourceData::Date(date.to_string()),
        DeValue::Array(items) => SourceData::List(items.iter().map(node).collect()),
        DeValue::Table(table) => SourceData::Table(entries(table)),
    };
    SourceValue { span: value.span(), data }
}

/// Leaves out errors that only follow from an earlier one: all but the first on a line, and all
/// after a bracket that is never closed.
fn reduce(mut faults: Vec<SyntaxFault>, source: &Arc<Source>) -> Vec<SyntaxFault> {
    if let Some(deep) = faults.iter().position(|fault| fault.code == Code::TooDeep) {
        return vec![faults.swap_remove(deep)];
    }
    let end = source.text().trim_end().len();
    if let Some(unclosed) =
        faults.iter().position(|fault| fault.spreads && fault.unclosed && fault.span.start >= end)
    {
        let first = faults.iter().position(|fault| fault.spreads).unwrap_or(unclosed);
        let mut fault = faults.swap_remove(unclosed);
        let until = faults.get(first).map_or(end, |fault| fault.span.start).min(end);
        if let Some(open) = open_bracket(&source.text()[..source.clamp(&(0..until)).end]) {
            fault.span = open..open + 1;
        }
        faults.retain(|other| other.span.start < fault.span.start);
        faults.push(fault);
    }
    faults.dedup_by_key(|fault| source.lines_of(&fault.span).start);
    faults
}

/// The last bracket of `text` that is still open at its end. Brackets inside strings count too: the
/// answer only places a caret.
fn open_bracket(text: &str) -> Option<usize> {
    let mut closed = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b']' | b'}' => closed += 1,
            b'[' | b'{' if closed == 0 => return Some(at),
            b'[' | b'{' => closed -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::source::SourceId;
    use super::*;

    fn errors(text: &str) -> Vec<(String, String)> {
        let source = Arc::new(Source::new(SourceId::Overrides, "t", text));
        let mut problems = Problems::default();
        parse(&source, &mut problems);
        problems
            .iter()
            .map(|problem| {
                (
                    problem
                        .place()
                        .map(|place| place.start().map(|at| at.to_string()).unwrap_or_default())
                        .unwrap_or_default(),
                    problem.message.clone(),
                )
            })
            .collect()
    }

    #[test]
    fn each_line_has_its_own_error() {
        let found = errors("a = edge\nb = tru\nc =\nd = 01\n");
        let places: Vec<_> = found.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["1:5", "2:5", "3:4", "4:5"]);
    }

    #[test]
    fn a_list_that_is_never_closed_is_one_error_at_its_bracket() {
        assert_eq!(
            errors("a = 1\nd = [1, 2\ne = 3\n[x]\nf = 1\n"),
            [("2:5".to_owned(), "the list is not closed".to_owned())]
        );
    }

    #[test]
    fn deep_nesting_is_one_error() {
        assert_eq!(errors(&format!("a = {}", "[".repeat(100_000))).len(), 1);
        assert_eq!(errors(&format!("{}a = 1", "a.".repeat(100_000))).len(), 1);
        assert_eq!(errors(&"=\n".repeat(400_000)).len(), 1);
    }

    #[test]
    fn both_places_of_a_key_written_twice_are_shown() {
        let source = Arc::new(Source::new(
            SourceId::Overrides,
            "t",
            "[draw]\nmin = 1\n[draw]\nx = 1\nx = 2\n",
        ));
        let mut problems = Problems::default();
        parse(&source, &mut problems);
        let starts: Vec<Vec<_>> = problems
            .iter()
            .map(|problem| problem.labels.iter().map(|label| label.place.span.start).collect())
            .collect();
        assert_eq!(starts, [vec![16, 0], vec![28, 22]]);
    }
}

//! From text to [`SourceDocument`]: calls the TOML parser and words its errors for people who do
//! not know TOML.

use super::problem::{Code, Problem, Problems};
use super::shown::plain;
use super::source::{Source, SourceSpan};
use super::written::{SourceData, SourceDocument, SourceEntry, SourceValue};
use std::ops::Range;
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

/// A syntax error before it becomes a [`Problem`].
struct SyntaxFault {
    span: Range<usize>,
    code: Code,
    message: String,
    help: Option<String>,
    /// Whether the text after it cannot be trusted either.
    spreads: bool,
    /// Whether it is a bracket or text that is never closed.
    unclosed: bool,
}

impl SyntaxFault {
    fn new(error: &toml::de::Error, text: &str) -> Self {
        let span = error.span().unwrap_or(0..0);
        let (what, _) = error.message().split_once(", expected").unwrap_or((error.message(), ""));
        let found = plain(text.get(span.clone()).unwrap_or_default().trim());
        let mut fault = Self {
            span,
            code: Code::Syntax,
            message: what.to_owned(),
            help: None,
            spreads: false,
            unclosed: false,
        };
        let help = |text: &str| Some(text.to_owned());
        match what {
            "string values must be quoted" if found.is_empty() => {
                fault.message = String::from("there is no value after the `=`");
            }
            "string values must be quoted" if found.starts_with(['“', '”', '„', '‘', '’', '«']) =>
            {
                fault.message = format!("`{found}` has typographic quotation marks");
                fault.help = help("write plain ones: \"…\"");
            }
            "string values must be quoted" if found.starts_with(|c: char| c.is_ascii_digit()) => {
                fault.message = format!("`{found}` is not a number");
                let list =
                    found.contains(' ') && found.chars().all(|c| c.is_ascii_digit() || c == ' ');
                fault.help =
                    match found.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start() {
                        _ if list => Some(format!(
                            "write commas between the entries of a list: {}",
                            found.replace(' ', ", ")
                        )),
                        ";" => help("remove the semicolon"),
                        rest if rest.is_empty() || !found.contains(' ') => None,
                        _ => help("write each key on a line of its own; a comment begins with #"),
                    };
            }
            "string values must be quoted" | "invalid boolean" => {
                fault.message = format!("`{found}` is not a value");
                fault.help = match found.to_lowercase().as_str() {
                    "true" | "yes" | "on" => help("write `true`"),
                    "false" | "no" | "off" => help("write `false`"),
                    _ if found.contains('"') => {
                        help("a text begins and ends with a quotation mark")
                    }
                    _ => Some(format!(
                        "write a text in quotation marks (\"{found}\"), a number in digits"
                    )),
                };
            }
            "extra `=`" => {
                fault.message = String::from("there is a second `=`");
                fault.help = help("write one `=` between the key and its value");
            }
            "unquoted keys cannot be empty" => {
                fault.message = String::from("there is no key before the `=`");
            }
            "key with no value" => {
                fault.message = String::from("the key has no `=` and no value");
                let line = line_until(text, fault.span.start);
                fault.help = if line.contains(": ") {
                    help("write `=` between a key and its value")
                } else if let Some(name) = line.trim().strip_suffix(':') {
                    Some(format!("write the name of a table in brackets: [{}]", plain(name)))
                } else {
                    help(
                        "write `key = value`; the name of a table goes in brackets, a comment \
                         after a #",
                    )
                };
            }
            "unexpected key or value" => {
                (fault.message, fault.help) = after_a_value(text, fault.span.start);
            }
            _ if line_until(text, fault.span.start).contains('\\')
                && (what.contains("escape") || what.contains("unicode")) =>
            {
                fault.message =
                    String::from("the `\\` in this text begins an escape that TOML does not have");
                fault.help = help("write `\\\\` for a backslash; in paths, write / instead");
            }
            "duplicate key" => {
                fault.code = Code::DuplicateKey;
                fault.message = format!("`{found}` is written twice");
                fault.help = help("keep one of them, and all keys of a table under one header");
            }
            "unexpected leading zero" => {
                fault.message = String::from("a number may not begin with a zero");
            }
            "invalid unquoted key" => {
                fault.message = format!("`{found}` is not allowed in a key");
                fault.help = match found.as_str() {
                    ":" => help("write `=` between a key and its value"),
                    text if text.starts_with("//") || text.starts_with("--") => {
                        help("a comment begins with #")
                    }
                    _ => help("keys are made of lower-case letters and hyphens"),
                };
            }
            "invalid basic string" | "invalid literal string" if found.is_empty() => {
                fault.message = String::from("the text is not closed");
                fault.help = help("add the closing quotation mark");
            }
            "invalid basic string" | "invalid literal string" => {
                fault.message = format!("a text cannot contain the character `{found}`");
            }
            "unclosed table"
            | "unclosed array table"
            | "unclosed array"
            | "unclosed inline table" => {
                let (open, close) = match what {
                    "unclosed array" => ("list", ']'),
                    "unclosed inline table" => ("table", '}'),
                    _ => ("table's header", ']'),
                };
                fault.message = format!("the {open} is not closed");
                fault.help = Some(format!("add the `{close}`"));
                (fault.spreads, fault.unclosed) = (true, true);
            }
            "invalid multi-line basic string" | "invalid multi-line literal string"
                if found.is_empty() =>
            {
                fault.message = String::from("the text is not closed");
                fault.help = help("add the three closing quotation marks");
                (fault.spreads, fault.unclosed) = (true, true);
                let before = text.get(..fault.span.start).unwrap_or_default();
                if let Some(open) = before.rfind("\"\"\"").max(before.rfind("'''")) {
                    fault.span = open..open + 3;
                }
            }
            "missing comma between array elements" | "missing comma between key-value pairs" => {
                fault.message = String::from("a comma is missing");
                fault.spreads = true;
            }
            "cannot recurse further; max recursion depth met" | "recursion limit" => {
                fault.code = Code::TooDeep;
                fault.message = String::from("this is nested more than 80 levels deep");
                fault.spreads = true;
            }
            _ => {
                fault.help = error
                    .message()
                    .split_once(", expected ")
                    .filter(|(_, what)| *what != "nothing")
                    .map(|(_, what)| format!("expected {what}"));
                fault.spreads = what.contains("multi-line")
                    || what.contains("in array")
                    || what.contains("in inline table");
            }
        }
        fault
    }

    fn problem(self, source: &Arc<Source>, entries: &[SourceEntry]) -> Problem {
        let first = (self.code == Code::DuplicateKey)
            .then(|| first_of_two(source, entries, &self.span))
            .flatten();
        let mut problem =
            Problem::error(self.code, self.message).at(SourceSpan::new(source, &self.span), "");
        if let Some(first) = first {
            problem = problem.at(SourceSpan::new(source, &first), "first here");
        }
        problem.help = self.help;
        problem
    }
}

/// The part of the line before `at`.
fn line_until(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}

/// Message and help where something follows a value, or the header of a table, on the same line.
fn after_a_value(text: &str, at: usize) -> (String, Option<String>) {
    let before = line_until(text, at).trim();
    let rest = text.get(at..).unwrap_or_default().lines().next().unwrap_or_default().trim();
    let with_help = |message: String, help: &str| (message, Some(help.to_owned()));
    if before.starts_with('[') && before.ends_with(']') {
        return with_help(
            format!("`{}` is on the line of a header", plain(rest)),
            "write the keys below the header, each on a line of its own",
        );
    }
    let value = before.split_once('=').map_or("", |(_, value)| value.trim());
    if let Some(after) = rest.strip_prefix(',').map(str::trim) {
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let help = match after {
            "" => "remove the comma".to_owned(),
            _ if digits(value) && digits(after) && after.len() == 3 => {
                format!("write the number without a comma: {value}{after}")
            }
            _ => format!("write a list in brackets: {}", plain(&format!("[{value}, {after}]"))),
        };
        return with_help("a comma is not allowed after a value".to_owned(), &help);
    }
    if before.ends_with(['"', '\'']) && rest.contains(['"', '\'']) {
        let help = if value.starts_with('\'') {
            "put a text that contains a ' in double quotation marks"
        } else {
            "write a backslash before a quotation mark inside a text: \\\""
        };
        return with_help(format!("the text ends here, but `{}` follows", plain(rest)), help);
    }
    with_help(
        format!("`{}` is not allowed after a value", plain(rest)),
        "write each key on a line of its own; a comment begins with #",
    )
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

/// The first place of a key or header that is repeated at `span`; the parser does not tell it.
fn first_of_two(
    source: &Source,
    entries: &[SourceEntry],
    span: &Range<usize>,
) -> Option<Range<usize>> {
    let text = source.text();
    let line = source.lines_of(span);
    let header = text.get(line)?.trim();
    if header.starts_with('[') {
        let mut at = 0;
        for other in text.split_inclusive('\n') {
            if other.trim() == header && at < span.start.saturating_sub(header.len()) {
                let from = at + other.find('[')?;
                return Some(from..from + header.len());
            }
            at += other.len();
        }
    }
    let name = text.get(span.clone())?;
    let mut found = None;
    let mut open: Vec<&[SourceEntry]> = vec![entries];
    while let Some(entries) = open.pop() {
        for entry in entries {
            if let SourceData::List(items) = &entry.value.data {
                open.extend(items.iter().filter_map(SourceValue::as_table));
            }
            let before = entry.key_span.end <= span.start;
            if before
                && text.get(entry.key_span.clone()) == Some(name)
                && found
                    .as_ref()
                    .is_none_or(|best: &Range<usize>| best.start < entry.key_span.start)
            {
                found = Some(entry.key_span.clone());
            }
            open.extend(entry.value.as_table());
        }
    }
    found.or_else(|| line_beginning(text, name, span.start))
}

/// The last line before `until` that begins with the key `name`.
fn line_beginning(text: &str, name: &str, until: usize) -> Option<Range<usize>> {
    let mut found = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let rest = line.trim_start().strip_prefix(name);
        if start < until && rest.is_some_and(|rest| rest.trim_start().starts_with(['=', '.'])) {
            found = Some(start..start + name.len());
        }
    }
    found.filter(|span| span.end <= until)
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

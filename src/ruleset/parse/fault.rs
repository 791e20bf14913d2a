//! [`SyntaxFault`]: an error of the TOML parser, worded for people who do not know TOML.

use crate::ruleset::problem::{Code, Problem};
use crate::ruleset::shown::plain;
use crate::ruleset::source::{Source, SourceSpan};
use crate::ruleset::written::{SourceData, SourceEntry, SourceValue};
use std::ops::Range;
use std::sync::Arc;

/// A message, and what helps.
type Wording = (String, Option<String>);

fn with_help(message: impl Into<String>, help: &str) -> Wording {
    (message.into(), Some(help.to_owned()))
}

/// Errors of the parser of which there is only one thing to say: what it calls them, the message,
/// and what helps.
const ALWAYS: &[(&str, &str, Option<&str>)] = &[
    ("extra `=`", "there is a second `=`", Some("write one `=` between the key and its value")),
    ("unquoted keys cannot be empty", "there is no key before the `=`", None),
    ("unexpected leading zero", "a number may not begin with a zero", None),
    ("missing comma between array elements", "a comma is missing", None),
    ("missing comma between key-value pairs", "a comma is missing", None),
];

/// A syntax error before it becomes a [`Problem`].
pub(super) struct SyntaxFault {
    pub span: Range<usize>,
    pub code: Code,
    message: String,
    help: Option<String>,
    /// Whether the text after it cannot be trusted either.
    pub spreads: bool,
    /// Whether it is a bracket or text that is never closed.
    pub unclosed: bool,
}

impl SyntaxFault {
    /// What the parser has found, in words.
    pub(super) fn new(error: &toml::de::Error, text: &str) -> Self {
        let span = error.span().unwrap_or(0..0);
        let (what, _) = error.message().split_once(", expected").unwrap_or((error.message(), ""));
        let found = plain(text.get(span.clone()).unwrap_or_default().trim());
        let before = line_until(text, span.start);
        let mut fault = Self {
            span,
            code: Code::Syntax,
            message: what.to_owned(),
            help: None,
            spreads: false,
            unclosed: false,
        };
        match what {
            "string values must be quoted" => fault.says(not_quoted(&found)),
            "invalid boolean" => fault.says(not_a_value(&found)),
            "key with no value" => fault.says(without_value(before)),
            "unexpected key or value" => fault.says(after_a_value(text, fault.span.start)),
            _ if before.contains('\\') && (what.contains("escape") || what.contains("unicode")) => {
                fault.says(with_help(
                    "the `\\` in this text begins an escape that TOML does not have",
                    "write `\\\\` for a backslash; in paths, write / instead",
                ));
            }
            "duplicate key" => {
                fault.code = Code::DuplicateKey;
                fault.says(with_help(
                    format!("`{found}` is written twice"),
                    "keep one of them, and all keys of a table under one header",
                ));
            }
            "invalid unquoted key" => fault.says(not_a_key(&found)),
            "invalid basic string" | "invalid literal string" if found.is_empty() => {
                fault.says(with_help("the text is not closed", "add the closing quotation mark"));
            }
            "invalid basic string" | "invalid literal string" => {
                fault.message = format!("a text cannot contain the character `{found}`");
            }
            "unclosed table"
            | "unclosed array table"
            | "unclosed array"
            | "unclosed inline table" => fault.is_open(not_closed(what)),
            "invalid multi-line basic string" | "invalid multi-line literal string"
                if found.is_empty() =>
            {
                let help = "add the three closing quotation marks";
                fault.is_open(with_help("the text is not closed", help));
                let before = text.get(..fault.span.start).unwrap_or_default();
                if let Some(open) = before.rfind("\"\"\"").max(before.rfind("'''")) {
                    fault.span = open..open + 3;
                }
            }
            "cannot recurse further; max recursion depth met" | "recursion limit" => {
                fault.code = Code::TooDeep;
                fault.message = String::from("this is nested more than 80 levels deep");
                fault.spreads = true;
            }
            _ => fault.says_as_always(what, error.message()),
        }
        fault
    }

    fn says(&mut self, (message, help): Wording) {
        (self.message, self.help) = (message, help);
    }

    /// Notes that a bracket or text is never closed.
    fn is_open(&mut self, wording: Wording) {
        self.says(wording);
        (self.spreads, self.unclosed) = (true, true);
    }

    /// Says what the table has, or what the parser expected.
    fn says_as_always(&mut self, what: &str, whole: &str) {
        if let Some((_, message, help)) = ALWAYS.iter().find(|known| known.0 == what) {
            self.says((String::from(*message), help.map(str::to_owned)));
        } else {
            let expected = whole.split_once(", expected ").filter(|(_, what)| *what != "nothing");
            self.help = expected.map(|(_, what)| format!("expected {what}"));
        }
        self.spreads = ["missing comma", "multi-line", "in array", "in inline table"]
            .iter()
            .any(|part| what.contains(part));
    }

    pub(super) fn problem(self, source: &Arc<Source>, entries: &[SourceEntry]) -> Problem {
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

/// What stands where a value should, without quotation marks.
fn not_quoted(found: &str) -> Wording {
    if found.is_empty() {
        return (String::from("there is no value after the `=`"), None);
    }
    if found.starts_with(['“', '”', '„', '‘', '’', '«']) {
        let message = format!("`{found}` has typographic quotation marks");
        return with_help(message, "write plain ones: \"…\"");
    }
    if !found.starts_with(|c: char| c.is_ascii_digit()) {
        return not_a_value(found);
    }
    let message = format!("`{found}` is not a number");
    if found.contains(' ') && found.chars().all(|c| c.is_ascii_digit() || c == ' ') {
        let list = found.replace(' ', ", ");
        let help = format!("write commas between the entries of a list: {list}");
        return with_help(message, &help);
    }
    match found.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start() {
        ";" => with_help(message, "remove the semicolon"),
        rest if rest.is_empty() || !found.contains(' ') => (message, None),
        _ => with_help(message, "write each key on a line of its own; a comment begins with #"),
    }
}

fn not_a_value(found: &str) -> Wording {
    let help = match found.to_lowercase().as_str() {
        "true" | "yes" | "on" => "write `true`",
        "false" | "no" | "off" => "write `false`",
        _ if found.contains('"') => "a text begins and ends with a quotation mark",
        _ => &format!("write a text in quotation marks (\"{found}\"), a number in digits"),
    };
    with_help(format!("`{found}` is not a value"), help)
}

/// A key that ends the line.
fn without_value(line: &str) -> Wording {
    let help = if line.contains(": ") {
        "write `=` between a key and its value"
    } else if let Some(name) = line.trim().strip_suffix(':') {
        &format!("write the name of a table in brackets: [{}]", plain(name))
    } else {
        "write `key = value`; the name of a table goes in brackets, a comment after a #"
    };
    with_help("the key has no `=` and no value", help)
}

fn not_a_key(found: &str) -> Wording {
    let help = match found {
        ":" => "write `=` between a key and its value",
        text if text.starts_with("//") || text.starts_with("--") => "a comment begins with #",
        _ => "keys are made of lower-case letters and hyphens",
    };
    with_help(format!("`{found}` is not allowed in a key"), help)
}

/// A bracket, by what the parser calls its error.
fn not_closed(what: &str) -> Wording {
    let (open, close) = match what {
        "unclosed array" => ("list", ']'),
        "unclosed inline table" => ("table", '}'),
        _ => ("table's header", ']'),
    };
    with_help(format!("the {open} is not closed"), &format!("add the `{close}`"))
}

/// The part of the line before `at`.
fn line_until(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}

/// Message and help where something follows a value, or the header of a table, on the same line.
fn after_a_value(text: &str, at: usize) -> Wording {
    let before = line_until(text, at).trim();
    let rest = text.get(at..).unwrap_or_default().lines().next().unwrap_or_default().trim();
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

//! The only way to standard output and standard error. It escapes what could deceive or disturb a
//! terminal.
//!
//! Much of what is printed contains text from outside: names of rule sets, lines of records,
//! arguments, answers of programs. Control characters and other [hidden](is_hidden) characters are
//! escaped; only line ends, tabs, and the program's own colours pass. If the terminal shows only
//! ASCII, text for people is converted to it.

use super::terminal::Terminal;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use tsuro::game::acting;
use tsuro::ruleset::{is_hidden, push_shown, push_toml_escape};

/// The form of a text, which decides how characters in it are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Text for people: escapes such as `\u{1b}`.
    Words,
    /// Text for people with the program's own colours. Text from outside has been
    /// [escaped](tsuro::ruleset::shown()) before it came into it.
    Colored,
    /// A document for programs in a format without escapes (CSV, XML): escapes as for people, and
    /// always UTF-8.
    Document,
    /// JSON, one document or one on each line: JSON escapes, which are read back as the same text.
    Json,
    /// TOML: TOML escapes, which within quotation marks are read back as the same text.
    Toml,
}

/// The text as it leaves the program.
pub fn filter(text: &str, form: Form, ascii: bool, color: bool) -> Cow<'_, str> {
    let is_simple = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_simple) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if form == Form::Colored && color {
            let length = color_length(rest);
            if length > 0 {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
                continue;
            }
        }
        rest = &rest[character.len_utf8()..];
        match (character, form) {
            ('\n' | '\t', _) => out.push(character),
            // Part of a line end.
            ('\r', _) if rest.starts_with('\n') => {}
            (_, Form::Json) if is_hidden(character) || (ascii && !character.is_ascii()) => {
                push_json_escape(&mut out, character);
            }
            (_, Form::Toml) if is_hidden(character) => push_toml_escape(&mut out, character),
            (_, Form::Words | Form::Colored) if ascii => push_ascii(&mut out, character),
            _ => push_shown(&mut out, character),
        }
    }
    out.into()
}

/// The length of the escape sequence for colours (SGR) at the beginning of a text; 0 if there is
/// none.
fn color_length(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\x1b[") else { return 0 };
    let end = parameters.find(|character: char| !character.is_ascii_digit() && character != ';');
    end.filter(|&end| parameters[end..].starts_with('m')).map_or(0, |end| end + 3)
}

fn push_json_escape(out: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// Adds a character in ASCII: a similar letter or sign for characters that the program itself uses,
/// an escape for all others.
fn push_ascii(out: &mut String, character: char) {
    let alike = match character {
        ' '..='~' | '\n' | '\t' => return out.push(character),
        '\u{a0}' | '\u{202f}' | '\u{2009}' => " ",
        '–' | '−' | '↺' | '↔' | '─' | '━' | '▄' => "-",
        '—' => "--",
        '…' => "...",
        '·' | '•' | '▂' => ".",
        '×' | '✗' => "x",
        '±' => "+-",
        '≤' => "<=",
        '≥' => ">=",
        '›' | '▶' => ">",
        '‹' | '◀' => "<",
        '→' => "->",
        '←' => "<-",
        '↑' | '▲' => "^",
        '↓' | '▼' => "v",
        '✓' | '▅' => "=",
        '†' | '‼' => "!",
        '≈' => "~",
        '↕' | '│' => "|",
        '▏' | '▁' => "_",
        '▃' => ":",
        '▇' => "%",
        '▆' | '↻' | '┌' | '┐' | '└' | '┘' | '┼' => "+",
        '◆' | '≠' | '█' => "#",
        '★' | '☼' => "*",
        '‘' | '’' => "'",
        '“' | '”' | '«' | '»' => "\"",
        'à' | 'â' | 'ä' => "a",
        'À' | 'Â' => "A",
        'ç' => "c",
        'é' | 'è' | 'ê' | 'ë' => "e",
        'É' | 'È' | 'Ê' => "E",
        'î' | 'ï' => "i",
        'Î' => "I",
        'ô' | 'ö' | '●' | '◎' => "o",
        'Ô' => "O",
        'ù' | 'û' | 'ü' => "u",
        'œ' => "oe",
        '\u{2800}'..='\u{28ff}' => return out.push(dots_in_ascii(u32::from(character) as u8)),
        other => return out.extend(other.escape_unicode()),
    };
    out.push_str(alike);
}

/// A character of the screen as one in ASCII: the first of what stands for it elsewhere.
pub fn ascii_sign(character: char) -> char {
    let mut text = String::new();
    push_ascii(&mut text, character);
    if text.starts_with("\\u") { '?' } else { text.chars().next().unwrap_or('?') }
}

/// The ASCII sign most similar to a Braille pattern; paths are drawn in such patterns.
fn dots_in_ascii(dots: u8) -> char {
    const UPPER: u8 = 0b0001_1011;
    const LEFT: u8 = 0b0100_0111;
    let (upper_left, lower_left) = (dots & UPPER & LEFT != 0, dots & !UPPER & LEFT != 0);
    let (upper_right, lower_right) = (dots & UPPER & !LEFT != 0, dots & !UPPER & !LEFT != 0);
    match (upper_left, upper_right, lower_left, lower_right) {
        (false, false, false, false) => ' ',
        (true, true, false, false) => '-',
        (false, false, true, true) => '_',
        (_, _, false, false) => '\'',
        (false, false, _, _) => '.',
        (true, false, true, false) | (false, true, false, true) => '|',
        (true, false, false, true) => '\\',
        (false, true, true, false) => '/',
        _ => '+',
    }
}

/// Writes to standard output and flushes it.
///
/// # Errors
/// Standard output cannot be written.
pub fn write_out(text: &str, form: Form) -> io::Result<()> {
    let terminal = Terminal::current();
    let mut out = io::stdout().lock();
    out.write_all(filter(text, form, terminal.ascii, terminal.out.color).as_bytes())?;
    out.flush()
}

/// Writes to standard error. A failure is ignored: there is nowhere to report it.
pub fn write_err(text: &str, form: Form) {
    let terminal = Terminal::current();
    let _ = io::stderr()
        .lock()
        .write_all(filter(text, form, terminal.ascii, terminal.err.color).as_bytes());
}

/// From now on panics are printed in this way, too.
pub fn watch_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let trace = std::backtrace::Backtrace::capture();
        let trace = match trace.status() {
            std::backtrace::BacktraceStatus::Captured => format!("{trace}\n"),
            _ => String::new(),
        };
        let whose = acting::current_rule()
            .map_or_else(|| "a bug in the program itself".to_owned(), |acting| acting.to_string());
        write_err(&format!("error: {whose}: {panic}\n{trace}"), Form::Words);
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIL: &str = "\x1b[31m\x1b]0;x\x07\u{9b}2J\u{202e}\r\u{200b}\u{7f}\0\u{e0041}é日";

    #[test]
    fn nothing_hidden_gets_through_in_any_form() {
        for form in [Form::Words, Form::Colored, Form::Document, Form::Json, Form::Toml] {
            for (ascii, color) in [(false, false), (true, false), (false, true)] {
                let colors = form == Form::Colored && color;
                let text = filter(EVIL, form, ascii, color)
                    .replace(if colors { "\x1b[31m" } else { "no" }, "");
                assert!(!text.contains(is_hidden), "{form:?}: {text:?}");
                assert!(text.ends_with("é日") || ascii, "{form:?}: {text:?}");
            }
        }
    }

    #[test]
    fn only_colors_get_through_and_only_where_there_are_any() {
        let text = "\x1b[0;1;38;5;231mA\x1b[0m\x1b[2J\x1b[31\x1b[?25l\x1bm";
        assert_eq!(
            filter(text, Form::Colored, false, true),
            "\x1b[0;1;38;5;231mA\x1b[0m\\u{1b}[2J\\u{1b}[31\\u{1b}[?25l\\u{1b}m"
        );
        assert!(!filter(text, Form::Colored, false, false).contains('\x1b'));
        assert!(!filter(text, Form::Words, false, true).contains('\x1b'));
    }

    #[test]
    fn json_and_toml_read_back_as_the_same_text() {
        let json = serde_json::to_string(EVIL).unwrap();
        for ascii in [false, true] {
            let text = filter(&json, Form::Json, ascii, false);
            assert_eq!(serde_json::from_str::<String>(&text).unwrap(), EVIL, "{text}");
            assert!(!ascii || text.is_ascii());
        }
        let toml = format!("a = {}\n", toml::Value::from(EVIL));
        let text = filter(&toml, Form::Toml, false, false);
        assert_eq!(text.parse::<toml::Table>().unwrap()["a"].as_str(), Some(EVIL), "{text}");
    }
}

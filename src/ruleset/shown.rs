//! Makes text from outside (a file, a record, a program, the command line) safe to show: hidden
//! characters become escapes.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The most characters of a text from outside in a message.
const LONGEST: usize = 60;

/// Whether a character must be escaped: a terminal acts on it, or it is invisible, or it reverses
/// the text around it. These are the control characters (C0, delete, C1, line end and tab among
/// them) and the marks that Unicode calls formats and default ignorables.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A text with hidden characters as escapes such as `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_shown(&mut out, character);
    }
    out.into()
}

/// As [`shown()`], but line ends and tabs stay; a carriage return before a line end is dropped.
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    if !text.contains(|character| is_hidden(character) && !matches!(character, '\n' | '\t')) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\n' | '\t' => out.push(character),
            '\r' if rest.peek() == Some(&'\n') => {}
            other => push_shown(&mut out, other),
        }
    }
    out.into()
}

/// Adds a character, escaped if it is hidden.
pub fn push_shown(out: &mut String, character: char) {
    if is_hidden(character) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}", character.escape_unicode());
    } else {
        out.push(character);
    }
}

/// As [`shown()`], cut after 60 characters: for texts from outside in a message.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == LONGEST {
            out.push('…');
            break;
        }
        push_shown(&mut out, character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_a_terminal_acts_on_or_nobody_sees_are_escaped() {
        for (text, escaped) in [
            ("a\u{1b}[31m", "a\\u{1b}[31m"),
            ("\u{9b}31m\u{7f}\r\n\t", "\\u{9b}31m\\u{7f}\\u{d}\\u{a}\\u{9}"),
            ("\u{202e}txt\u{2066}\u{61c}\u{200f}", "\\u{202e}txt\\u{2066}\\u{61c}\\u{200f}"),
            (
                "a\u{200b}b\u{200d}c\u{2060}\u{feff}\u{ad}",
                "a\\u{200b}b\\u{200d}c\\u{2060}\\u{feff}\\u{ad}",
            ),
            ("\u{2028}\u{2029}\u{e0041}", "\\u{2028}\\u{2029}\\u{e0041}"),
        ] {
            assert_eq!(shown(text), escaped);
            assert_eq!(plain(text), escaped);
        }
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(shown_lines("a\tb\r\nc\rd\n\u{9b}"), "a\tb\nc\\u{d}d\n\\u{9b}");
        assert!(matches!(shown_lines("a\tb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn letters_of_all_scripts_stay_as_they_are() {
        for text in ["Élise", "日本", "тест", "שלום", "مرحبا", "हिन्दी", "🐉", "a b"]
        {
            assert!(matches!(shown(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn a_long_text_is_cut_inside_a_message() {
        assert_eq!(plain(&"x".repeat(100)).chars().count(), LONGEST + 1);
    }
}

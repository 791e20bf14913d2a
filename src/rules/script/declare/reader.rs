//! [`Reader`]: reads the parts of which all declarations are made.

use super::kept;
use crate::game::Texts;
use crate::rules::script::literal::{Entry, Literal, LiteralValue, place_of};
use crate::rules::script::problem::ScriptProblem;
use crate::rules::script::sections::{self, ScriptPart};
use rhai::Position;

/// The longest text in a declaration, in bytes.
const LONGEST: usize = 2_000;

/// Reads a declaration and notes what is wrong with it.
pub(super) struct Reader {
    pub problems: Vec<ScriptProblem>,
    /// Whether problems alone are looked for, and nothing is kept.
    pub dry: bool,
}

impl Reader {
    pub(super) fn problem(
        &mut self,
        at: Position,
        message: impl Into<String>,
    ) -> &mut ScriptProblem {
        self.problems.push(ScriptProblem::new(place_of(at), message));
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    pub(super) fn text(&self, found: &str) -> &'static str {
        if self.dry { "" } else { kept::text(found) }
    }

    pub(super) fn list<T>(&self, items: Vec<T>) -> &'static [T] {
        if self.dry { &[] } else { kept::list(items) }
    }

    /// The entries of a map, each of which is one of these parts if there are any.
    pub(super) fn map<'l>(
        &mut self,
        literal: &'l Literal,
        what: &str,
        parts: &[ScriptPart],
    ) -> &'l [Entry] {
        let LiteralValue::Map(entries) = &literal.value else {
            self.problem(
                literal.at,
                format!("{what} has to be a map `#{{ … }}`, not {}", literal.describe()),
            );
            return &[];
        };
        let has = |name: &str| parts.is_empty() || parts.iter().any(|part| part.name == name);
        for entry in entries.iter().filter(|entry| !has(&entry.key)) {
            // A language.
            if has("en") && is_language(&entry.key) {
                continue;
            }
            let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
            self.problem(entry.at, format!("{what} has no `{}`", entry.key))
                .unknown(&entry.key, &names);
        }
        entries
    }

    pub(super) fn entry<'l>(entries: &'l [Entry], key: &str) -> Option<&'l Literal> {
        entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    pub(super) fn string<'l>(&mut self, literal: &'l Literal, what: &str) -> &'l str {
        match &literal.value {
            LiteralValue::Text(text) if text.len() <= LONGEST => text,
            LiteralValue::Text(_) => {
                self.problem(literal.at, format!("{what} has more than {LONGEST} bytes"));
                ""
            }
            _ => {
                self.problem(
                    literal.at,
                    format!("{what} has to be a text, not {}", literal.describe()),
                );
                ""
            }
        }
    }

    pub(super) fn number(
        &mut self,
        literal: &Literal,
        what: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> i64 {
        match literal.value {
            LiteralValue::Number(number) if range.contains(&number) => number,
            _ => {
                let message = format!(
                    "{what} has to be a number from {} to {}, not {}",
                    range.start(),
                    range.end(),
                    literal.describe()
                );
                self.problem(literal.at, message);
                *range.start()
            }
        }
    }

    pub(super) fn items<'l>(&mut self, literal: &'l Literal, what: &str) -> &'l [Literal] {
        let LiteralValue::List(items) = &literal.value else {
            self.problem(
                literal.at,
                format!("{what} has to be a list `[ … ]`, not {}", literal.describe()),
            );
            return &[];
        };
        items
    }

    /// The word that stands for one of these values.
    pub(super) fn word<T: Copy>(
        &mut self,
        literal: &Literal,
        what: &str,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        let LiteralValue::Text(text) = &literal.value else {
            self.problem(
                literal.at,
                format!("{what} has to be a text, not {}", literal.describe()),
            );
            return None;
        };
        let found = words.iter().find(|word| word.0 == text);
        if found.is_none() {
            let names: Vec<_> = words.iter().map(|word| word.0).collect();
            self.problem(literal.at, format!("{what} cannot be {text:?}")).unknown(text, &names);
        }
        found.map(|found| found.1)
    }

    /// The texts of a map, by languages.
    pub(super) fn texts(&mut self, literal: &Literal, what: &str) -> Texts {
        let entries = self.map(literal, what, sections::TEXTS);
        self.texts_among(entries, literal.at, what)
    }

    /// The texts of a part that has to be there, with no other names in braces than these.
    pub(super) fn part(
        &mut self,
        fields: &[Entry],
        at: Position,
        key: &str,
        what: &str,
        names: &[&str],
    ) -> Texts {
        let Some(literal) = Self::entry(fields, key) else {
            self.problem(at, format!("{what} has no `{key}`"));
            return Texts(&[]);
        };
        let what = format!("`{key}` of {what}");
        if let LiteralValue::Map(said) = &literal.value {
            self.names_only(said, names, &what);
        }
        self.texts(literal, &what)
    }

    pub(super) fn texts_among(&mut self, entries: &[Entry], at: Position, what: &str) -> Texts {
        if Self::entry(entries, "en").is_none() {
            self.problem(at, format!("{what} has no text in English, `en`"));
        }
        let mut languages: Vec<&Entry> =
            entries.iter().filter(|entry| is_language(&entry.key)).collect();
        languages.sort_by_key(|entry| entry.key != "en");
        let mut texts = Vec::new();
        for entry in languages {
            let found = self.string(&entry.value, what);
            texts.push((self.text(&entry.key), self.text(found)));
        }
        Texts(self.list(texts))
    }

    /// Checks that a text names in braces no others than these.
    pub(super) fn names_only(&mut self, entries: &[Entry], names: &[&str], what: &str) {
        for entry in entries.iter().filter(|entry| is_language(&entry.key)) {
            let LiteralValue::Text(text) = &entry.value.value else { continue };
            for part in text.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or_default();
                if !names.contains(&name) {
                    let message = format!("{what} speaks of {{{name}}}, which it does not have");
                    self.problem(entry.value.at, message).unknown(name, names);
                }
            }
        }
    }

    /// A name for records: small letters, digits and hyphens.
    pub(super) fn name(&mut self, name: &str, at: Position, what: &str) -> &'static str {
        let is_name = |name: &str| {
            let mut letters = name.bytes();
            name.len() <= 32
                && letters.next().is_some_and(|first| first.is_ascii_lowercase())
                && letters.all(|letter| {
                    letter.is_ascii_lowercase()
                        || letter.is_ascii_digit()
                        || matches!(letter, b'-' | b'_')
                })
        };
        if !is_name(name) {
            self.problem(
                at,
                format!(
                    "{what} cannot be called {name:?}: a name has up to 32 small \
                letters, digits and hyphens"
                ),
            );
        }
        self.text(name)
    }

    pub(super) fn section<'l>(&mut self, top: &'l [Entry], key: &str) -> &'l [Entry] {
        Self::entry(top, key).map_or(&[], |literal| self.map(literal, &format!("`{key}`"), &[]))
    }

    pub(super) fn flag(&mut self, fields: &[Entry], key: &str) -> bool {
        match Self::entry(fields, key).map(|literal| (literal.at, &literal.value)) {
            None => false,
            Some((_, LiteralValue::Flag(flag))) => *flag,
            Some((at, _)) => {
                self.problem(at, format!("`{key}` has to be true or false"));
                false
            }
        }
    }
}

pub(super) fn is_language(key: &str) -> bool {
    key.len() == 2 && key.bytes().all(|letter| letter.is_ascii_lowercase())
}

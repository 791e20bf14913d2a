//! Writes rule sets as TOML: as written, or resolved, optionally with the origin of each value.

use super::keys::{PRESENTATION, SCHEMA};
use super::resolved::{Origin, Presentation, Resolved, TableValues};
use super::source::SourceId;
use super::toml_text::{shortest_copies, toml_inline, toml_pretty, toml_string};
use super::written::find;
use crate::game::KeyWords;
use crate::json::{Json, json};
use serde_json::Value;
use std::fmt::Write as _;

/// The part of a reference after its base (`+big-board+hand=4`).
pub(super) struct ReferenceParts<'a> {
    /// The whole part, with the first `+`.
    pub text: &'a str,
    /// The mixins in it.
    pub mixins: Vec<&'a str>,
}

impl Presentation {
    /// Writes its table, with the keys that are `wanted` of those that have a value.
    fn write(&self, text: &mut String, wanted: &dyn Fn(&str) -> bool) {
        let values = [
            ("plain", Some(self.plain.to_string())),
            ("language", self.language.as_deref().map(toml_string)),
            ("look", self.look.map(|look| toml_string(look.word()))),
        ];
        let lines: Vec<_> = values
            .into_iter()
            .filter(|(key, _)| wanted(key))
            .filter_map(|(key, value)| Some(format!("{key} = {}", value?)))
            .collect();
        if !lines.is_empty() {
            let _ = write!(text, "\n[{}]\n{}\n", PRESENTATION.name, lines.join("\n"));
        }
    }
}

impl Resolved {
    /// The mixins and overrides of the reference, if any.
    pub(super) fn extras(&self) -> Option<ReferenceParts<'_>> {
        let file = self.files.last().filter(|file| file.source.id == SourceId::Overrides)?;
        let text = &file.source.text()[self.base.end..];
        Some(ReferenceParts {
            text,
            mixins: text.split('+').skip(1).filter(|part| !part.contains('=')).collect(),
        })
    }

    /// Whether an override sets a full key.
    pub(super) fn is_override(&self, key: &str) -> bool {
        matches!(
            self.provenance(key),
            Some(Origin::Set { value, .. }) if value.source.id == SourceId::Overrides
        )
    }

    /// The named file as written; for a reference with mixins or overrides
    /// (`classic+tiles.hand=4`), a file with the same meaning.
    pub fn as_written(&self) -> String {
        let Some(file) = self.files.last() else {
            return String::new();
        };
        if file.source.id != SourceId::Overrides {
            return file.source.text().to_owned();
        }
        let base = toml_string(&file.source.text()[self.base.clone()]);
        let mut text = format!("schema = {SCHEMA}\nextends = {base}\n");
        let mixins: Vec<_> = self.extras().into_iter().flat_map(|extras| extras.mixins).collect();
        if !mixins.is_empty() {
            let _ = writeln!(text, "mixins = {}", toml_inline(&mixins.into()));
        }
        let chosen = |key: &str| {
            file.entry(PRESENTATION.name)
                .and_then(|table| find(table.value.as_table()?, key))
                .is_some()
        };
        self.presentation().write(&mut text, &chosen);
        for table in self.tables() {
            let is_own = |key: &str| self.is_override(&table.full(key));
            let own = table
                .written()
                .filter(|(key, _)| is_own(key) || (*key == "rule" && table.is_one_of_several()));
            let lines: Vec<_> = own.map(|(key, value)| line(table, key, value)).collect();
            if table.keys.iter().any(|key| is_own(key.name)) {
                let _ = write!(text, "\n{}\n{}\n", header(table), lines.join("\n"));
            }
        }
        text
    }

    /// All values as one file without a parent; with `provenance`, a comment after each value says
    /// where it comes from.
    pub fn to_toml(&self, provenance: bool) -> String {
        let mut text = format!("schema = {SCHEMA}\n");
        // A file cannot have a name with overrides.
        if !self.name().contains('+') {
            let _ = writeln!(text, "name = {}", toml_string(self.name()));
        }
        for (key, value) in
            [("title", self.title()), ("summary", self.summary()), ("source", self.source())]
        {
            if !value.is_empty() {
                let _ = writeln!(text, "{key} = {}", toml_string(value));
            }
        }
        let scripts: Vec<_> = self.scripts().map(|script| script_text(script.text())).collect();
        if !scripts.is_empty() {
            let _ = writeln!(text, "scripts = [{}]", scripts.join(", "));
        }
        if *self.presentation() != Presentation::default() {
            self.presentation().write(&mut text, &|_| true);
        }
        for table in self.tables() {
            let _ = write!(text, "\n{}\n", header(table));
            for (key, value) in table.written() {
                let mut written = line(table, key, value);
                if provenance {
                    let end = written.find('\n').unwrap_or(written.len());
                    written.insert_str(end, &format!(" # {}", self.origin_words(&table.full(key))));
                }
                text.push_str(&written);
                text.push('\n');
            }
        }
        for (language, translation) in &self.texts().translations {
            let _ = write!(text, "\n[text.{language}]\n");
            for (key, value) in [("title", &translation.title), ("summary", &translation.summary)] {
                if let Some(value) = value {
                    let _ = writeln!(text, "{key} = {}", toml_string(value));
                }
            }
        }
        text
    }

    /// The origin of each value as JSON: by full key, `{"value", "from", "line", "column"}`, or
    /// `"from": "default"`.
    pub fn provenance_json(&self) -> Value {
        self.provenance_in_order().into()
    }

    /// As [`Self::provenance_json`], in the order of the keys.
    pub fn provenance_in_order(&self) -> Json {
        let mut object = Json::Object(Vec::new());
        for (full, value) in self
            .tables()
            .iter()
            .flat_map(|table| table.written().map(|(key, value)| (table.full(key), value)))
        {
            let origin = match self.provenance(&full) {
                Some(Origin::Set { value: place, .. }) => match place.start() {
                    Some(at) => {
                        json!({
                            "value": value, "from": place.source.shown, "line": at.line,
                            "column": at.column,
                        })
                    }
                    None => json!({ "value": value, "from": place.source.shown }),
                },
                _ => json!({ "value": value, "from": "default" }),
            };
            object.set(&full, origin);
        }
        object
    }

    fn origin_words(&self, full: &str) -> String {
        match self.provenance(full) {
            Some(Origin::Set { value, .. }) => match value.start() {
                Some(at) if value.source.id != SourceId::Overrides => {
                    format!("{}:{}", value.source.shown, at.line)
                }
                _ => value.source.shown.clone(),
            },
            _ => "default".to_owned(),
        }
    }
}

/// A whole script, as a text of several lines where it can be one.
fn script_text(text: &str) -> String {
    let is_plain = text.chars().all(|letter| matches!(letter, '\n' | '\t') || !letter.is_control());
    if is_plain && !text.contains("'''") && !text.ends_with('\'') {
        format!("'''\n{text}'''")
    } else {
        toml_string(text)
    }
}

/// The header of a table: with two brackets if it is one of several.
pub(super) fn header(table: &TableValues) -> String {
    let name = table.table.name;
    if table.is_one_of_several() { format!("[[{name}]]") } else { format!("[{name}]") }
}

fn line(table: &TableValues, key: &str, value: Json) -> String {
    let short = (table.table.name, key) == ("tiles", "copies");
    let value = if short { toml_pretty(&shortest_copies(value)) } else { toml_pretty(&value) };
    format!("{key} = {value}")
}

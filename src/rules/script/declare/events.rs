//! The events of a script's rule.

use super::declared::FieldKind;
use super::kept::{list, one, text};
use super::reader::{Reader, is_language};
use crate::game::{EventDecl, MAX_FIELDS, Telling};
use crate::rules::script::literal::{Entry, LiteralValue};
use crate::rules::script::sections;

/// An event, and what its fields are, under its name.
pub(super) type NamedEvent = (&'static str, (&'static EventDecl, &'static [FieldKind]));

impl Reader {
    pub(super) fn events(&mut self, top: &[Entry], rule: &str) -> Vec<NamedEvent> {
        let mut events = Vec::new();
        for entry in self.section(top, "events") {
            let what = format!("the event `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "an event");
            let fields = self.map(&entry.value, &what, sections::EVENT);
            let (mut names, mut kinds, mut written) = (Vec::new(), Vec::new(), Vec::new());
            if let Some(list) = Self::entry(fields, "fields") {
                for field in self.map(list, &format!("`fields` of {what}"), &[]) {
                    let kind = if let LiteralValue::List(words) = &field.value.value {
                        let words: Vec<&str> =
                            words.iter().map(|word| self.string(word, &what)).collect();
                        let words = words.into_iter().map(|word| self.text(word)).collect();
                        Some(FieldKind::Words(self.list(words)))
                    } else {
                        self.word(
                            &field.value,
                            &format!("the field `{}` of {what}", field.key),
                            FieldKind::WORDS,
                        )
                    };
                    names.push(self.name(&field.key, field.at, "a field"));
                    written.push(field.key.as_str());
                    kinds.extend(kind);
                }
            }
            if names.len() > MAX_FIELDS {
                self.problem(entry.at, format!("{what} has more than {MAX_FIELDS} fields"));
            }
            let mut told = Vec::new();
            if fields.iter().any(|field| is_language(&field.key)) {
                self.names_only(fields, &written, &what);
                let mut telling = Telling::always(self.texts_among(fields, entry.value.at, &what));
                if let Some(you) = Self::entry(fields, "you") {
                    let said = self.map(you, &format!("`you` of {what}"), sections::YOU);
                    self.names_only(said, &written, &what);
                    let field =
                        Self::entry(said, "field").map_or("", |field| self.string(field, &what));
                    if !written.contains(&field) {
                        self.problem(
                            you.at,
                            format!(
                                "`you` of {what} needs a `field` of the event, which has the seat"
                            ),
                        );
                    }
                    let texts = self.texts_among(said, you.at, &what);
                    telling = telling.to_you(self.text(field), texts);
                }
                told.push(telling);
            }
            let reveals = self.flag(fields, "reveals");
            if self.dry {
                events.push((name, (&EventDecl::NOTHING, &[][..])));
                continue;
            }
            // The one event of a rule that is called as the rule itself needs no kind.
            let kind = (entry.key != rule).then_some(name);
            let decl = EventDecl::of_script(text(rule), list(names), list(told), kind, reveals);
            events.push((name, (one(decl), list(kinds))));
        }
        events
    }
}

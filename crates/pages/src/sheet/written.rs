//! The text of a sheet as it is written: what it comes to, and values that are put into it.

use crate::rules::{PageRules, SENT};
use crate::sent::SentTexts;
use toml_edit::{DocumentMut, Item, Value};
use tsuro::rules::Registry;
use tsuro::ruleset::Resolved;

/// What a text comes to, with its own keys and without; `None`: something is wrong with it.
pub(super) struct TextRules {
    pub own: Option<Resolved>,
    pub inherited: Option<Resolved>,
}

impl TextRules {
    /// The rules of a text that is TOML, or is not.
    pub(super) fn new(
        page_rules: &PageRules,
        sent: SentTexts<'_>,
        written: Option<&DocumentMut>,
    ) -> Self {
        let resolved = |sent| page_rules.with(sent, |rules| rules.resolved(SENT).ok());
        let bare = written.map(without_keys).unwrap_or_default();
        Self { own: resolved(sent), inherited: resolved(SentTexts { rules: Some(&bare), ..sent }) }
    }

    /// The rules that there are, including the rules of the text's scripts.
    pub(super) fn registry<'r>(&'r self, page_rules: &'r PageRules) -> &'r Registry {
        self.own
            .as_ref()
            .or(self.inherited.as_ref())
            .map_or(page_rules.registry, |rules| rules.registry(page_rules.registry))
    }
}

/// The text without its own keys: what it inherits.
fn without_keys(text: &DocumentMut) -> String {
    let mut bare = text.clone();
    bare.as_table_mut().retain(|_, item| item.is_value());
    bare.to_string()
}

/// Sets a key, and keeps what is written around its value.
pub(super) fn put(table: &mut dyn toml_edit::TableLike, name: &str, mut value: Value) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => drop(table.insert(name, Item::Value(value))),
    }
}

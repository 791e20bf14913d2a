//! Resolved rules: the value of every key, and where it comes from.

use super::catalog::{RuleCatalog, RulePhase};
use super::keys::{self, FullKey, KeyTable, RULES, keys_with};
use super::problem::{Code, Label, Problem, Problems};
use super::shown::plain;
use super::source::{SourceId, SourceSpan};
use super::top::RuleSetTexts;
use super::written::{SourceData, SourceDocument, SourceValue, find};
use crate::game::{Field, Key, KeyWords, RuleFacts, ValueKind, ValueProblem};
use crate::json::Json;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The default: no file sets the key.
    Default,
    /// A file or an override sets the key.
    Set {
        /// The place of the key.
        key: SourceSpan,
        /// The place of the value.
        value: SourceSpan,
        /// Whether the named rule set itself (or an override) sets it, not one that it extends.
        own: bool,
    },
}

/// How `play` shows the game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Presentation {
    /// Whether the game is described in plain sentences, without a drawn board.
    pub plain: bool,
    /// The language (`en`, `fr`), if the file chooses one.
    pub language: Option<String>,
}

/// A key that has a value, for lists of keys in the order in which they are always written.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenKey {
    /// The table and the key's name in it.
    pub key: FullKey,
    /// The fields of its entries, if it is a list of records.
    pub fields: &'static [Field],
}

/// The fields of the entries of a key of this kind; none if it is not a list of records.
pub(crate) fn record_fields(kind: &ValueKind) -> &'static [Field] {
    if let ValueKind::Records { fields, .. } = kind { fields } else { &[] }
}

/// The value of a key as it is always written; `fields` are those of its [kind](record_fields).
pub(crate) fn in_order(value: &Value, fields: &[Field]) -> Json {
    let entry = |entry: &Value| match entry {
        Value::Object(values) => Json::object(fields.iter().filter_map(|field| Some((field.name, values.get(field.name)?)))),
        other => Json::of(other),
    };
    match value {
        Value::Array(entries) if !fields.is_empty() => Json::List(entries.iter().map(entry).collect()),
        other => Json::of(other),
    }
}

/// A rule set with parents merged and defaults filled in.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub(super) texts: RuleSetTexts,
    pub(super) presentation: Presentation,
    /// Objects by table.
    pub(super) rules: Map<String, Value>,
    /// All keys that have a value, in the order of [`RULES`]: the order of a [`Map`] is not ours.
    pub(super) order: Vec<WrittenKey>,
    pub(super) origins: BTreeMap<FullKey, Origin>,
    pub(super) facts: RuleFacts,
    pub(super) one_hand: bool,
    pub(super) warnings: Problems,
    /// The files it is made from, the named one last.
    pub(super) files: Vec<Arc<SourceDocument>>,
    /// The place of the base in the reference, if the last file is made of its overrides.
    pub(super) base: std::ops::Range<usize>,
}

/// The rule sets that a rule set can be mixed into (`seas+rough-seas`), as far as its parent decides it; whether the
/// values go together is checked only when they are mixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MixesInto {
    /// Any rule set: it has no parent.
    Anything,
    /// Its parent, named as in the file, and all that extend that.
    Family(String),
    /// No rule set: it has mixins of its own.
    Nothing,
}

/// The part of a reference before the mixin: `any+`, `seas+`, or nothing.
impl fmt::Display for MixesInto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anything => f.write_str("any+"),
            Self::Family(parent) => write!(f, "{parent}+"),
            Self::Nothing => Ok(()),
        }
    }
}

impl Resolved {
    /// Its name, as in records: `classic`, or `classic+tiles.hand=4`.
    pub fn name(&self) -> &str {
        &self.texts.name
    }

    /// The title that lists show.
    pub fn title(&self) -> &str {
        &self.texts.title
    }

    /// One line on what it is like to play; may be empty.
    pub fn summary(&self) -> &str {
        &self.texts.summary
    }

    /// Where the rules come from; may be empty.
    pub fn source(&self) -> &str {
        &self.texts.source
    }

    /// All its texts, translations included.
    pub fn texts(&self) -> &RuleSetTexts {
        &self.texts
    }

    /// The rule sets that it can be mixed into.
    pub fn mixes_into(&self) -> MixesInto {
        let Some(file) = self.files.last().filter(|file| matches!(file.source.id, SourceId::BuiltIn(_) | SourceId::File(_))) else {
            return MixesInto::Nothing;
        };
        match (file.entry("mixins"), file.entry("extends").map(|entry| entry.value.as_text())) {
            (None, None) => MixesInto::Anything,
            (None, Some(Some(parent))) => MixesInto::Family(parent.to_owned()),
            _ => MixesInto::Nothing,
        }
    }

    /// How `play` shows the game.
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }

    /// All values of a table.
    ///
    /// # Panics
    /// If there is no such table in the rules; the names are those of [`keys::RULES`].
    pub fn table(&self, name: &str) -> &Map<String, Value> {
        self.rules.get(name).and_then(Value::as_object).unwrap_or_else(|| panic!("there is no table [{name}]"))
    }

    /// The value of a full key, like `tiles.hand`; `None` if these rules have no such key.
    pub fn value(&self, key: &str) -> Option<&Value> {
        let (table, key) = key.split_once('.')?;
        self.rules.get(table)?.get(key)
    }

    /// Where the value of a full key comes from; `None` if these rules have no such key.
    pub fn provenance(&self, key: &str) -> Option<&Origin> {
        let (table, key) = key.split_once('.')?;
        self.origins.iter().find(|(full, _)| **full == (table, key)).map(|(_, origin)| origin)
    }

    /// The values of the core that rules may use.
    pub fn facts(&self) -> &RuleFacts {
        &self.facts
    }

    /// Whether the table has one hand for everyone: `tiles.open` (V3), or a score rule that says so (V4).
    pub(crate) fn has_one_hand(&self) -> bool {
        self.one_hand
    }

    /// Warnings about rules that can be played.
    pub fn warnings(&self) -> &Problems {
        &self.warnings
    }

    /// The files, parents first, the named file last.
    pub fn files(&self) -> &[Arc<SourceDocument>] {
        &self.files
    }

    /// The rules as in records: `name` and every table, `tiles.copies` as one number for each face.
    pub fn to_json(&self) -> Value {
        self.to_json_in_order().into()
    }

    /// As [`Self::to_json`], with tables and keys in the order of records.
    pub(crate) fn to_json_in_order(&self) -> Json {
        let tables = RULES.iter().map(|table| (table.name, Json::object(self.written(table.name))));
        Json::object(std::iter::once(("name", Json::of(self.name()))).chain(tables))
    }

    /// The keys of a table with their values, as and in the order in which they are always written.
    pub(super) fn written(&self, table: &str) -> impl Iterator<Item = (&'static str, Json)> {
        let keys = self.order.iter().filter(move |written| written.key.0 == table);
        keys.filter_map(|&WrittenKey { key: (table, key), fields }| Some((key, in_order(self.rules.get(table)?.get(key)?, fields))))
    }

    /// An error about a full key, at the place where its value was set.
    ///
    /// Where the value is a default or inherited, it points at the nearest thing that the file itself says.
    pub(crate) fn problem_at(&self, key: &str, code: Code, message: impl Into<String>, help: Option<String>) -> Problem {
        self.locate(Problem::error(code, message), key, &[key], help)
    }

    /// A problem that a rule noted about its values, as an error at the place of the value.
    pub fn contradiction(&self, table: &str, problem: ValueProblem) -> Problem {
        let key = format!("{table}.{}", problem.key);
        let mut keys = vec![key.as_str()];
        keys.extend(problem.with.iter().copied());
        let mut located = self.locate(Problem::error(Code::Contradiction, problem.message), &key, &keys, problem.help);
        if let Some(item) = problem.item.and_then(|item| self.item_place(&key, |i, _| i == item)) {
            Self::narrow(&mut located, &item);
        }
        located
    }

    /// Adds places, key and help to a problem of several full keys. It points at the first that the file itself sets.
    pub(super) fn locate(&self, mut problem: Problem, key: &str, keys: &[&str], help: Option<String>) -> Problem {
        problem.key = Some(key.to_owned());
        problem.help = help;
        let mut set: Vec<(&str, &SourceSpan, bool)> = Vec::new();
        for key in keys {
            if let Some(Origin::Set { key: name, value, own }) = self.provenance(key) {
                // A list over several lines is marked by its key.
                let value = if value.text().contains('\n') { name } else { value };
                set.push((key, value, *own));
            }
        }
        set.sort_by_key(|(_, _, own)| !own);
        if set.first().is_none_or(|(_, _, own)| !own)
            && let Some(place) = self.anchor(key)
        {
            problem = problem.at(place, "");
        }
        for (i, (other, place, own)) in set.into_iter().enumerate() {
            let text = match (own, i) {
                (true, 0) => String::new(),
                (true, _) => format!("`{other}` is set here"),
                (false, _) => format!("`{other}` comes from `{}`", plain(&place.source.shown)),
            };
            if !own && other == key {
                problem.inherited_from.get_or_insert_with(|| place.source.shown.clone());
            }
            problem = problem.at(place.clone(), text);
        }
        problem
    }

    /// Makes a problem point at one item of a list instead of the whole list.
    pub(super) fn narrow(problem: &mut Problem, item: &SourceSpan) {
        let whole = |label: &&mut Label| {
            let SourceSpan { source, span } = &label.place;
            source.id == item.source.id && (span.end <= item.span.start || span.contains(&item.span.start))
        };
        // The label is at the value if that is on one line, otherwise at its key.
        if let Some(label) = problem.labels.iter_mut().filter(whole).max_by_key(|label| label.place.span.start) {
            label.place = item.clone();
        }
    }

    /// The place of an item of a list, as it was written.
    pub(super) fn item_place(&self, key: &str, wanted: impl Fn(usize, &SourceValue) -> bool) -> Option<SourceSpan> {
        let Origin::Set { value, .. } = self.provenance(key)? else {
            return None;
        };
        let (table, key) = key.split_once('.')?;
        let file = self.files.iter().find(|file| file.source.id == value.source.id)?;
        let node = &find(file.entry(table)?.value.as_table()?, key)?.value;
        let SourceData::List(items) = &node.data else {
            return None;
        };
        let item = items.iter().enumerate().find(|(i, item)| wanted(*i, item))?.1;
        Some(file.place(&item.span))
    }

    /// The place to point at for a key that the file does not set: its rule, its table, its `extends`, or its
    /// beginning.
    fn anchor(&self, key: &str) -> Option<SourceSpan> {
        let file = self.files.last()?;
        let table = key.split_once('.').map_or(key, |(table, _)| table);
        let rule = self.provenance(&format!("{table}.rule"));
        if let Some(Origin::Set { value, own: true, .. }) = rule {
            return Some(value.clone());
        }
        let entry = file.entry(table).map(|entry| entry.value.span.clone());
        let span = entry.or_else(|| file.entry("extends").map(|entry| entry.value.span.clone())).unwrap_or(0..0);
        Some(file.place(&span))
    }

    /// The whole number at a full key, 0 if these rules have no such key.
    pub(crate) fn int(&self, key: &str) -> i64 {
        self.value(key).and_then(Value::as_i64).unwrap_or_default()
    }

    /// The truth value at a full key, `false` if these rules have no such key.
    pub(crate) fn flag(&self, key: &str) -> bool {
        self.value(key).and_then(Value::as_bool).unwrap_or_default()
    }

    /// The name of the rule that is chosen for a phase.
    pub(crate) fn rule(&self, phase: RulePhase) -> &str {
        self.table(phase.table()).get("rule").and_then(Value::as_str).unwrap_or_default()
    }

    /// The keys of a table: those of the rule that is chosen for it, then those that all its rules share.
    pub(crate) fn keys<'c>(&self, table: &'static KeyTable, catalog: &'c dyn RuleCatalog) -> impl Iterator<Item = &'c Key> {
        let rule = table.phase.and_then(|info| catalog.rule(info.phase, self.rule(info.phase)));
        keys_with(table, rule.map_or(&[], |rule| rule.keys))
    }

    /// The value that the word at a full key of the core stands for.
    ///
    /// # Panics
    /// If the key takes other words than those of `T`.
    pub(crate) fn choice<T: KeyWords>(&self, key: &str) -> T {
        let word = self.value(key).and_then(Value::as_str).and_then(T::from_word);
        word.unwrap_or_else(|| panic!("`{key}` takes other words than {}", std::any::type_name::<T>()))
    }

    /// Whether the list of words at a full key has the word of `value`.
    pub(crate) fn lists<T: KeyWords>(&self, key: &str, value: T) -> bool {
        self.words(key).any(|word| T::from_word(word) == Some(value))
    }

    /// The list of words at a full key.
    pub(crate) fn words(&self, key: &str) -> impl Iterator<Item = &str> {
        self.value(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    /// Whether the named rule set itself sets the key.
    pub(super) fn is_own(&self, key: &str) -> bool {
        matches!(self.provenance(key), Some(Origin::Set { own: true, .. }))
    }

    /// Every full key with its value, in the order in which they are always written.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str, &Value)> {
        self.order.iter().filter_map(|&WrittenKey { key: (table, key), .. }| Some((table, key, self.rules.get(table)?.get(key)?)))
    }
}

/// The facts for rules, from the values of the core's tables.
pub(super) fn facts(rules: &Map<String, Value>) -> RuleFacts {
    let number = |table: &str, key: &str| {
        let value = rules.get(table).and_then(|table| table.get(key)).and_then(Value::as_u64).unwrap_or_default();
        u8::try_from(value).unwrap_or(u8::MAX)
    };
    let copies = rules.get("tiles").and_then(|table| table.get("copies")).and_then(Value::as_array);
    let tiles: i64 = copies.into_iter().flatten().filter_map(Value::as_i64).sum();
    debug_assert!(tiles <= keys::MAX_TILES, "the reader refuses larger decks");
    RuleFacts {
        columns: number("board", "columns"),
        rows: number("board", "rows"),
        min_players: number("players", "min"),
        max_players: number("players", "max"),
        hand: number("tiles", "hand"),
        tiles: u16::try_from(tiles).unwrap_or(u16::MAX),
    }
}

//! Resolved rules: the value of every key, and where it comes from.

use super::catalog::{RuleCatalog, RulePhase};
use super::keys::{self, KeyTable, RULES, keys_with};
use super::problem::{Code, Label, Problem, Problems};
use super::scripts;
use super::shown::plain;
use super::source::{SourceId, SourceSpan};
use super::top::RuleSetTexts;
use super::written::{SourceData, SourceDocument, SourceValue, find};
use crate::board::{Place, Shape, Square, StartMarks, Wrap};
use crate::game::{
    Abilities, BoardStyle, Field, Key, KeyWords, RuleFacts, ValueKind, ValueProblem,
};
use crate::json::Json;
use crate::rules::Registry;
use crate::rules::RuleScript;
use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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
    /// What pictures make of the board, if the file chooses it.
    pub look: Option<BoardStyle>,
}

/// A key that has a value.
#[derive(Debug, Clone)]
pub(super) struct WrittenKey {
    /// Its name in its table.
    pub name: &'static str,
    /// The fields of its entries, if it is a list of records.
    pub fields: &'static [Field],
    /// Where the value comes from.
    pub origin: Origin,
}

/// A table of the rules with its values. A rule set has one of each name, but for hazards: it can
/// have several.
#[derive(Debug, Clone)]
pub struct TableValues {
    /// The table.
    pub table: &'static KeyTable,
    /// The rule that is chosen, if it is the table of a phase.
    pub rule: Option<&'static str>,
    /// What stands before the last dot of its full keys: `hazard`, or `hazard.tsunami` for one of
    /// several.
    pub name: String,
    /// The values by key.
    pub values: Map<String, Value>,
    /// The keys that have a value, in the order in which they are always written: the order of a
    /// [`Map`] is not ours.
    pub(super) keys: Vec<WrittenKey>,
}

impl TableValues {
    /// The full name of one of its keys.
    pub fn full(&self, key: &str) -> String {
        format!("{}.{key}", self.name)
    }

    /// Whether it is one of several of its table.
    pub fn is_one_of_several(&self) -> bool {
        self.name != self.table.name
    }

    /// The keys that it can have: the keys of its rule, then the keys that all rules of its phase
    /// share.
    pub fn declared<'c>(
        &self,
        catalog: &'c dyn RuleCatalog,
    ) -> impl Iterator<Item = &'c Key> + use<'c> {
        let rule =
            self.table.phase.zip(self.rule).and_then(|(info, rule)| catalog.rule(info.phase, rule));
        keys_with(self.table, rule.map_or(&[], |rule| rule.keys))
    }

    /// Its values, in the order in which they are always written.
    pub fn in_order(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.keys.iter().filter_map(|key| Some((key.name, self.values.get(key.name)?)))
    }

    /// Its values as and in the order in which they are always written.
    pub(super) fn written(&self) -> impl Iterator<Item = (&'static str, Json)> {
        self.keys
            .iter()
            .filter_map(|key| Some((key.name, in_order(self.values.get(key.name)?, key.fields))))
    }

    /// Whether this is the name of the table, alone or followed by that of its rule.
    fn is_called(&self, name: &str) -> bool {
        let rule = name.strip_prefix(self.table.name).and_then(|rest| rest.strip_prefix('.'));
        name == self.table.name || (self.table.several() && rule.is_some() && rule == self.rule)
    }
}

/// A script as records carry it. Its folders are left out: they say nothing on another machine.
fn script_json(script: &RuleScript) -> Json {
    Json::object([
        ("name", Json::serialized(script.file_name())),
        ("hash", Json::serialized(scripts::hash(script))),
        ("text", Json::serialized(script.text())),
    ])
}

/// The fields of the entries of a key of this kind; none if it is not a list of records.
pub fn record_fields(kind: &ValueKind) -> &'static [Field] {
    if let ValueKind::Records { fields, .. } = kind { fields } else { &[] }
}

/// The value of a key as it is always written; `fields` are the fields of its
/// [kind](record_fields).
pub fn in_order(value: &Value, fields: &[Field]) -> Json {
    let entry = |entry: &Value| match entry {
        Value::Object(values) => Json::object(
            fields.iter().filter_map(|field| Some((field.name, values.get(field.name)?))),
        ),
        other => Json::serialized(other),
    };
    match value {
        Value::Array(entries) if !fields.is_empty() => {
            Json::List(entries.iter().map(entry).collect())
        }
        other => Json::serialized(other),
    }
}

/// A rule set with parents merged and defaults filled in.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub(super) texts: RuleSetTexts,
    pub(super) presentation: Presentation,
    /// The tables in the order of [`RULES`], hazards in the order in which they act.
    pub(super) tables: Vec<TableValues>,
    pub(super) facts: RuleFacts,
    pub(super) one_hand: bool,
    pub(super) warnings: Problems,
    /// The files it is made from, the named one last.
    pub(super) files: Vec<Arc<SourceDocument>>,
    /// The place of the base in the reference, if the last file is made of its overrides.
    pub(super) base: std::ops::Range<usize>,
    /// The rules that it could choose from, if scripts of its own are among them.
    pub(super) scripted: Option<Arc<Registry>>,
}

/// The rule sets that a rule set can be mixed into (`seas+rough-seas`), as far as its parent
/// decides it; whether the values go together is checked only when they are mixed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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
        let Some(file) = self
            .files
            .last()
            .filter(|file| matches!(file.source.id, SourceId::BuiltIn(_) | SourceId::File(_)))
        else {
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

    /// All values of a table; of one of several hazards by its rule (`hazard.tsunami`).
    ///
    /// # Panics
    /// If there is no such table in the rules; [`keys::RULES`] lists the names.
    pub fn table(&self, name: &str) -> &Map<String, Value> {
        let table = self.tables.iter().find(|table| table.name == name);
        &table.unwrap_or_else(|| panic!("there is no table [{name}]")).values
    }

    /// The tables in the order in which they are always written.
    pub fn tables(&self) -> &[TableValues] {
        &self.tables
    }

    /// The tables of this name: one, or all hazards in the order in which they act.
    pub fn tables_of(&self, name: &str) -> impl Iterator<Item = &TableValues> {
        self.tables.iter().filter(move |table| table.table.name == name)
    }

    /// The key of this full name. `hazard.every` is that of the one hazard that has it,
    /// `hazard.tsunami.every` the same wherever there is a tsunami.
    fn find(&self, full: &str) -> Option<(&TableValues, &WrittenKey)> {
        let (name, key) = full.rsplit_once('.')?;
        let called = self.tables.iter().filter(|table| table.is_called(name));
        let mut found = called.filter_map(|table| {
            Some((table, table.keys.iter().find(|written| written.name == key)?))
        });
        found.next().filter(|_| found.next().is_none())
    }

    /// The value of a full key, like `tiles.hand` or `hazard.every`, or of several hazards
    /// `hazard.tsunami.every`; `None` if these rules have no such key, or several hazards have it.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.find(key).and_then(|(table, key)| table.values.get(key.name))
    }

    /// Where the value of a full key comes from; `None` where [`Self::value`] has none.
    pub fn provenance(&self, key: &str) -> Option<&Origin> {
        self.find(key).map(|(_, key)| &key.origin)
    }

    /// The values of the core that rules may use.
    pub fn facts(&self) -> &RuleFacts {
        &self.facts
    }

    /// Whether the table has one hand for everyone: `tiles.open` (V3), or a score rule that says so
    /// (V4).
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
    pub fn to_json_in_order(&self) -> Json {
        let tables = RULES.iter().filter_map(|table| {
            let mut all: Vec<Json> =
                self.tables_of(table.name).map(|table| Json::object(table.written())).collect();
            // Of some phases there need be no rule.
            (!all.is_empty())
                .then(|| (table.name, if all.len() == 1 { all.remove(0) } else { Json::List(all) }))
        });
        let scripts: Vec<Json> = self.scripts().map(|script| script_json(script)).collect();
        let scripts = (!scripts.is_empty()).then_some(("scripts", Json::List(scripts)));
        Json::object(
            std::iter::once(("name", Json::serialized(self.name()))).chain(tables).chain(scripts),
        )
    }

    /// An error about a full key, at the place where its value was set.
    ///
    /// Where the value is a default or inherited, it points at the nearest thing that the file
    /// itself says.
    pub fn problem_at(
        &self,
        key: &str,
        code: Code,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Problem {
        self.locate(Problem::error(code, message), key, &[key], help)
    }

    /// A problem that a rule noted about its values, as an error at the place of the value. `table`
    /// is the rule's, for one of several hazards with its name (`hazard.tsunami`).
    pub fn contradiction(&self, table: &str, problem: ValueProblem) -> Problem {
        let key = format!("{table}.{}", problem.key);
        let full = |key: &&str| {
            if key.contains('.') { (*key).to_owned() } else { format!("{table}.{key}") }
        };
        let with: Vec<String> = problem.with.iter().map(full).collect();
        let keys: Vec<&str> =
            std::iter::once(key.as_str()).chain(with.iter().map(String::as_str)).collect();
        let found = if problem.is_warning {
            Problem::warning(Code::NeverApplies, problem.message)
        } else {
            Problem::error(Code::Contradiction, problem.message)
        };
        let mut located = self.locate(found, &key, &keys, problem.help);
        if let Some(item) = problem.item.and_then(|item| self.item_place(&key, |i, _| i == item)) {
            Self::narrow(&mut located, &item);
        }
        located
    }

    /// Adds places, key and help to a problem of several full keys. It points at the first that the
    /// file itself sets.
    pub(super) fn locate(
        &self,
        mut problem: Problem,
        key: &str,
        keys: &[&str],
        help: Option<String>,
    ) -> Problem {
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
            source.id == item.source.id
                && (span.end <= item.span.start || span.contains(&item.span.start))
        };
        // The label is at the value if that is on one line, otherwise at its key.
        if let Some(label) =
            problem.labels.iter_mut().filter(whole).max_by_key(|label| label.place.span.start)
        {
            label.place = item.clone();
        }
    }

    /// The place of an item of a list, as it was written.
    pub(super) fn item_place(
        &self,
        key: &str,
        wanted: impl Fn(usize, &SourceValue) -> bool,
    ) -> Option<SourceSpan> {
        let (file, items) = self.written_list(key)?;
        let item = items.iter().enumerate().find(|(i, item)| wanted(*i, item))?.1;
        Some(file.place(&item.span))
    }

    /// The list at a key as it was written, with its file.
    fn written_list(&self, key: &str) -> Option<(&SourceDocument, &[SourceValue])> {
        let Origin::Set { value, .. } = self.provenance(key)? else {
            return None;
        };
        let (name, key) = key.rsplit_once('.')?;
        let file = self.files.iter().find(|file| file.source.id == value.source.id)?;
        let mut written =
            file.tables(name.split('.').next()?).filter_map(|entries| find(entries, key));
        let node = &written.find(|entry| entry.value.span == value.span)?.value;
        let SourceData::List(items) = &node.data else {
            return None;
        };
        Some((file, items))
    }

    /// Makes a problem of a key point at the text `wanted` in its list, or in a list of that list.
    pub(super) fn narrowed_to_text(
        &self,
        mut problem: Problem,
        key: &str,
        wanted: &str,
    ) -> Problem {
        fn find<'i>(items: &'i [SourceValue], wanted: &str) -> Option<&'i SourceValue> {
            items.iter().find_map(|item| match &item.data {
                SourceData::List(items) => find(items, wanted),
                _ => Some(item).filter(|item| item.as_text() == Some(wanted)),
            })
        }
        if let Some((file, items)) = self.written_list(key)
            && let Some(item) = find(items, wanted)
        {
            Self::narrow(&mut problem, &file.place(&item.span));
        }
        problem
    }

    /// Whether the value of a full key stands in a built-in file.
    pub(super) fn is_of_a_built_in(&self, key: &str) -> bool {
        matches!(
            self.provenance(key),
            Some(Origin::Set { value, .. }) if matches!(value.source.id, SourceId::BuiltIn(_))
        )
    }

    /// Whether the file or a parent sets a full key.
    pub fn is_set(&self, key: &str) -> bool {
        matches!(self.provenance(key), Some(Origin::Set { .. }))
    }

    /// The place to point at for a key that the file does not set: its rule, its table, its
    /// `extends`, or its beginning.
    fn anchor(&self, key: &str) -> Option<SourceSpan> {
        let file = self.files.last()?;
        let name = key.rsplit_once('.').map_or(key, |(name, _)| name);
        let rule = self.provenance(&format!("{name}.rule"));
        if let Some(Origin::Set { value, own: true, .. }) = rule {
            return Some(value.clone());
        }
        let entry = name
            .split('.')
            .next()
            .and_then(|table| file.entry(table))
            .map(|entry| entry.value.span.clone());
        let span = entry
            .or_else(|| file.entry("extends").map(|entry| entry.value.span.clone()))
            .unwrap_or(0..0);
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

    /// The names of the rules that are chosen for a phase: one, or the names of all hazards in the
    /// order in which they act.
    pub(crate) fn rules(&self, phase: RulePhase) -> impl Iterator<Item = &'static str> {
        self.tables_of(phase.table()).filter_map(|table| table.rule)
    }

    /// The rules that it could choose from: the rules of `catalog`, and the rules of its own
    /// scripts.
    pub fn catalog<'c>(&'c self, catalog: &'c dyn RuleCatalog) -> &'c dyn RuleCatalog {
        self.scripted.as_deref().map_or(catalog, |scripted| scripted)
    }

    /// As [`Self::catalog`], of a registry.
    pub fn registry<'c>(&'c self, registry: &'c Registry) -> &'c Registry {
        self.scripted.as_deref().unwrap_or(registry)
    }

    /// The scripts of the rules that are chosen, in the order of their files.
    pub fn scripts(&self) -> impl Iterator<Item = &Arc<RuleScript>> {
        let scripts = self.scripted.iter().flat_map(|scripted| scripted.scripts());
        scripts.filter(|script| self.has_rule(script.rule().phase, script.rule().name))
    }

    /// Whether any of the chosen rules is a script.
    pub fn is_scripted(&self) -> bool {
        self.scripts().next().is_some()
    }

    /// What any of the chosen rules can do.
    pub(crate) fn abilities(&self, catalog: &dyn RuleCatalog) -> Abilities {
        let catalog = self.catalog(catalog);
        let chosen = RulePhase::ALL
            .into_iter()
            .flat_map(|phase| self.rules(phase).filter_map(move |rule| catalog.rule(phase, rule)));
        chosen.fold(Abilities::NONE, |all, info| all.and(info.abilities))
    }

    /// Whether a rule is chosen for a phase.
    pub(crate) fn has_rule(&self, phase: RulePhase, name: &str) -> bool {
        self.rules(phase).any(|rule| rule == name)
    }

    /// What `rule` of a phase's table says: a name, or the names of all hazards.
    pub fn choice_of_rules(&self, phase: RulePhase) -> Value {
        let names: Vec<_> = self.rules(phase).collect();
        match names.as_slice() {
            [name] => (*name).into(),
            // Of a phase that may have none, a rule set says nothing.
            [] => RULES
                .iter()
                .filter_map(|table| table.phase)
                .find(|info| info.phase == phase)
                .map_or("", |info| info.default)
                .into(),
            _ => names.into(),
        }
    }

    /// The value that the word at a full key of the core stands for.
    ///
    /// # Panics
    /// If the words that the key takes are not the words of `T`.
    pub fn choice<T: KeyWords>(&self, key: &str) -> T {
        let word = self.value(key).and_then(Value::as_str).and_then(T::from_word);
        word.unwrap_or_else(|| {
            panic!("`{key}` takes other words than {}", std::any::type_name::<T>())
        })
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

    /// Every key with its value, in the order in which they are always written, as the two parts of
    /// its full name: of several hazards the first part is `hazard.tsunami`.
    pub fn values(&self) -> impl Iterator<Item = (&str, &'static str, &Value)> {
        self.tables.iter().flat_map(|table| {
            table.in_order().map(|(key, value)| (table.name.as_str(), key, value))
        })
    }
}

/// The facts for rules, from the values of the core's tables.
pub(super) fn facts(rules: &Resolved) -> RuleFacts {
    let number = |key: &str| u8::try_from(rules.int(key)).unwrap_or(u8::MAX);
    let copies = rules.value("tiles.copies").and_then(Value::as_array);
    let tiles: i64 = copies.into_iter().flatten().filter_map(Value::as_i64).sum();
    debug_assert!(tiles <= keys::MAX_TILES, "the reader refuses larger decks");
    RuleFacts {
        shape: shape(rules, number("board.columns"), number("board.rows")),
        marks: marks(rules),
        min_players: number("players.min"),
        max_players: number("players.max"),
        hand: number("tiles.hand"),
        tiles: u16::try_from(tiles).unwrap_or(u16::MAX),
    }
}

/// The board, from the values of its table.
fn shape(rules: &Resolved, columns: u8, rows: u8) -> Shape {
    let square = |name: &Value| name.as_str().and_then(|name| name.parse::<Square>().ok());
    let pair = |pair: &Value| Some([square(pair.get(0)?)?, square(pair.get(1)?)?]);
    let items = |key| rules.value(key).and_then(Value::as_array).into_iter().flatten();
    let wrap = rules
        .value("board.wrap")
        .and_then(Value::as_str)
        .and_then(Wrap::from_word)
        .unwrap_or_default();
    let missing = items("board.missing").filter_map(square);
    Shape::rectangle(columns, rows)
        .wrapped(wrap)
        .without(missing)
        .with_portals(items("board.portals").filter_map(pair))
}

/// Where pieces may start.
fn marks(rules: &Resolved) -> StartMarks {
    match rules.value("start.marks") {
        Some(Value::Array(places)) => StartMarks::Places(
            places.iter().filter_map(|place| place.as_str()?.parse::<Place>().ok()).collect(),
        ),
        Some(word) if *word == keys::SHORE => StartMarks::Shore,
        _ => StartMarks::Rim,
    }
}

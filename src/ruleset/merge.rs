//! Merges the files of a rule set: each is checked against the rules chosen so far, then its values
//! replace earlier ones.

use super::catalog::{RuleCatalog, RulePhase};
use super::keys::{self, FullKey, KeyHome, KeyTable, PhaseInfo, RULES};
use super::not_a_table::{not_a_table, without_any};
use super::problem::{Code, Expected, Problem, Problems, nearest};
use super::resolved::Origin;
use super::shown::plain;
use super::source::{SourceId, SourceSpan};
use super::value::ValueReader;
use super::written::{SourceData, SourceDocument, SourceEntry, SourceValue, find};
use crate::game::Key;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A value of a key, and where it comes from.
#[derive(Debug, Clone)]
pub(super) struct MergedValue {
    /// The value, as JSON.
    pub value: Value,
    /// The place that sets it.
    pub origin: Origin,
}

/// A rule that the files so far choose for a phase.
#[derive(Debug, Clone)]
struct RuleChoice {
    /// Its name; `None` where no rule has the name that was written.
    rule: Option<&'static str>,
    /// Where it was chosen; `None` for the default.
    place: Option<SourceSpan>,
}

/// A value of a key shared by all rules of a phase that was set, and that the named file has
/// discarded by choosing another rule.
#[derive(Debug)]
pub(super) struct ResetKey {
    /// The key under the rule that was chosen.
    pub key: FullKey,
    /// What it was.
    pub old: MergedValue,
    /// The rule that was chosen, and where.
    pub rule: &'static str,
    /// Where it was chosen.
    pub place: SourceSpan,
}

/// What one file changes.
#[derive(Debug, Default)]
pub(super) struct FileEffect {
    /// The keys that it sets. `rule` is null for a hazard that it removes.
    set: BTreeMap<FullKey, MergedValue>,
    /// Where it discards earlier values: tables whose rule it changes, and hazards that it removes.
    renewed: BTreeSet<KeyHome>,
}

impl FileEffect {
    /// Whether it discards what earlier files set for a key.
    fn discards(&self, (home, key): &FullKey) -> bool {
        let renewed =
            self.renewed.contains(home) || self.renewed.contains(&KeyHome { rule: None, ..*home });
        renewed && !keys::find_table(home.table).is_some_and(|table| table.keeps(key))
    }

    /// The choice of a rule by which it discards what earlier files set.
    fn choice(&self, home: &KeyHome) -> Option<&MergedValue> {
        let others = || {
            self.set.iter().find(|((other, key), _)| other.table == home.table && *key == "rule")
        };
        self.set.get(&(*home, "rule")).or_else(|| others().map(|(_, slot)| slot))
    }
}

/// A file while it is merged.
struct MergingFile<'w> {
    written: &'w SourceDocument,
    /// Whether it is the named file, not a parent.
    own: bool,
    effect: FileEffect,
}

impl MergingFile<'_> {
    /// Whether nothing is wrong with the syntax of an entry.
    fn is_sound(&self, entry: &SourceEntry) -> bool {
        !self.written.is_damaged(&entry.span())
    }

    fn slot(&self, value: Value, entry: &SourceEntry) -> MergedValue {
        let (key, place) =
            (self.written.place(&entry.key_span), self.written.place(&entry.value.span));
        MergedValue { value, origin: Origin::Set { key, value: place, own: self.own } }
    }
}

/// The part of a file that some keys stand in.
struct KeyGroup<'r> {
    table: &'static KeyTable,
    /// Its name in full keys: `hazard`, or `hazard.tsunami` for an entry of a list of hazards.
    name: String,
    /// The rules whose keys may stand there; one `None` for a table without rules.
    rules: &'r [Option<&'static str>],
}

impl KeyGroup<'_> {
    fn is_entry(&self) -> bool {
        self.name != self.table.name
    }

    /// Its header, as messages show it.
    fn header(&self) -> String {
        if self.is_entry() {
            format!("`[[{}]]`", self.table.name)
        } else {
            format!("`[{}]`", self.table.name)
        }
    }

    /// The rules that are chosen: "rule" or "rules", and their names; `None` if there are none.
    fn chosen(&self) -> Option<(&'static str, String)> {
        let chosen: Vec<&str> = self.rules.iter().flatten().copied().collect();
        let rules = if chosen.len() == 1 { "rule" } else { "rules" };
        (!chosen.is_empty()).then(|| (rules, quoted(&chosen)))
    }

    /// A problem of the key of an entry.
    fn problem(
        &self,
        code: Code,
        message: String,
        written: &SourceDocument,
        entry: &SourceEntry,
    ) -> Problem {
        Problem::error(code, message)
            .key(format!("{}.{}", self.name, entry.key))
            .at(written.place(&entry.key_span), "")
    }
}

/// Names in a sentence: `one` and `other`.
fn quoted(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(" and ")
}

/// The values of all files merged so far.
pub(super) struct Merge<'a> {
    /// The rules to choose from.
    pub catalog: &'a dyn RuleCatalog,
    /// The problems found so far.
    pub problems: Problems,
    /// Whether unknown tables and keys are ignored, as in records.
    pub lenient: bool,
    /// Whether a parent or mixin could not be loaded: the rules that it chose are unknown.
    pub partial: bool,
    /// The values merged so far, by key.
    pub slots: BTreeMap<FullKey, MergedValue>,
    /// Keys that some file tried to set and failed.
    pub broken: BTreeSet<FullKey>,
    choices: BTreeMap<RulePhase, Vec<RuleChoice>>,
    /// The hazards that the file and its mixins have removed so far.
    removed: BTreeSet<&'static str>,
    /// The keys that the named file and its mixins have set back to their defaults by choosing
    /// other rules.
    pub resets: Vec<ResetKey>,
}

impl<'a> Merge<'a> {
    /// No files yet: every rule is the default.
    pub(super) fn new(catalog: &'a dyn RuleCatalog) -> Self {
        let mut choices = BTreeMap::new();
        for info in RULES.iter().filter_map(|table| table.phase) {
            let rule = catalog.rule(info.phase, info.default).map(|rule| rule.name);
            choices.insert(info.phase, vec![RuleChoice { rule, place: None }]);
        }
        Self {
            catalog,
            problems: Problems::default(),
            lenient: false,
            partial: false,
            slots: BTreeMap::new(),
            broken: BTreeSet::new(),
            choices,
            removed: BTreeSet::new(),
            resets: Vec::new(),
        }
    }

    /// The rules chosen for a table, each `None` where no rule has the name that was written; one
    /// `None` for a table without rules.
    pub(super) fn rules(&self, table: &KeyTable) -> Vec<Option<&'static str>> {
        let choices = table.phase.and_then(|info| self.choices.get(&info.phase));
        choices.map_or_else(
            || vec![None],
            |choices| choices.iter().map(|choice| choice.rule).collect(),
        )
    }

    /// The keys of a rule that is chosen for a table.
    pub(super) fn rule_keys(&self, table: &KeyTable, rule: Option<&str>) -> &'static [Key] {
        let info = table.phase.and_then(|info| self.catalog.rule(info.phase, rule?));
        info.map_or(&[], |rule| rule.keys)
    }

    /// Merges a file with its mixins. `last` says that it is the named file, not a parent.
    pub(super) fn merge_file(
        &mut self,
        mixins: &[(Arc<SourceDocument>, SourceSpan)],
        own: &SourceDocument,
        last: bool,
    ) {
        let effects = self.merge_mixins(mixins, last);
        self.merge_own(mixins, &effects, own, last);
    }

    /// Merges the mixins of a file: the first half of [`Self::merge_file`].
    pub(super) fn merge_mixins(
        &mut self,
        mixins: &[(Arc<SourceDocument>, SourceSpan)],
        last: bool,
    ) -> Vec<FileEffect> {
        self.removed.clear();
        mixins.iter().map(|(written, _)| self.apply(written, last)).collect()
    }

    /// Merges the keys of a file whose mixins are merged, and reports mixins that disagree.
    pub(super) fn merge_own(
        &mut self,
        mixins: &[(Arc<SourceDocument>, SourceSpan)],
        effects: &[FileEffect],
        own: &SourceDocument,
        last: bool,
    ) {
        let own = self.apply(own, last);
        for (i, later) in effects.iter().enumerate() {
            for (j, earlier) in effects[..i].iter().enumerate() {
                for (key, slot) in &earlier.set {
                    if own.set.contains_key(key) || own.discards(key) {
                        continue;
                    }
                    let other = match later.set.get(key) {
                        Some(other) if other.value != slot.value => Some(other),
                        None if later.discards(key) => later.choice(&key.0),
                        _ => None,
                    };
                    if let Some(other) = other {
                        let problem = self.conflict(key, (slot, &mixins[j]), (other, &mixins[i]));
                        self.problems.push(problem);
                    }
                }
            }
        }
    }

    fn apply(&mut self, written: &SourceDocument, own: bool) -> FileEffect {
        let mut file = MergingFile { written, own, effect: FileEffect::default() };
        for entry in &written.entries {
            let Some(table) = keys::find_table(&entry.key) else { continue };
            if not_a_table(entry, table).is_some() {
                self.broken.insert(choice_in(table.name));
            }
            match (&entry.value.data, table.phase) {
                (SourceData::Table(entries), _) => self.merge_table(&mut file, table, entries),
                (SourceData::List(items), Some(info)) if info.phase.several() => {
                    self.merge_list(&mut file, table, info, items);
                }
                _ => {}
            }
        }
        file.effect
    }

    /// Merges a table of which a file has only this one.
    fn merge_table(
        &mut self,
        file: &mut MergingFile<'_>,
        table: &'static KeyTable,
        entries: &[SourceEntry],
    ) {
        if let Some(info) = table.phase
            && let Some(entry) =
                entries.iter().find(|entry| entry.key == "rule" && file.is_sound(entry))
        {
            self.broken.remove(&choice_in(table.name));
            let rule = self.read_rule(file.written, info.phase, entry);
            if self.rules(table) != [rule] {
                self.note_resets(file, table, rule, entry);
                self.slots.retain(|(home, key), _| home.table != table.name || table.keeps(key));
                file.effect.renewed.insert(table.home(None));
            }
            self.choices.insert(info.phase, Vec::new());
            self.choose(file, table, info, rule, entry);
        }
        let rules = self.rules(table);
        let unknown =
            table.phase.and_then(|info| self.choices.get(&info.phase)).is_some_and(|choices| {
                choices
                    .iter()
                    .any(|choice| choice.rule.is_none() || (self.partial && choice.place.is_none()))
            });
        self.merge_keys(
            file,
            &KeyGroup { table, name: table.name.to_owned(), rules: &rules },
            unknown,
            entries,
        );
    }

    /// Notes the keys shared by all rules of a table that earlier files set, and that choosing
    /// another rule sets back. Users cannot change built-in files.
    fn note_resets(
        &mut self,
        file: &MergingFile<'_>,
        table: &'static KeyTable,
        rule: Option<&'static str>,
        entry: &SourceEntry,
    ) {
        let Some(rule) =
            rule.filter(|_| file.own && !matches!(file.written.source.id, SourceId::BuiltIn(_)))
        else {
            return;
        };
        let place = file.written.place(&entry.value.span);
        for key in table.keys.iter().filter(|key| !table.keeps(key.name)) {
            let mut earlier = self
                .slots
                .iter()
                .filter(|((home, name), _)| home.table == table.name && *name == key.name);
            if let Some((_, old)) = earlier.next() {
                let reset = ResetKey {
                    key: (table.home(Some(rule)), key.name),
                    old: old.clone(),
                    rule,
                    place: place.clone(),
                };
                self.resets.push(reset);
            }
        }
    }

    /// Chooses a rule beside the rules that are chosen, or says once more that it is.
    fn choose(
        &mut self,
        file: &mut MergingFile<'_>,
        table: &'static KeyTable,
        info: PhaseInfo,
        rule: Option<&'static str>,
        entry: &SourceEntry,
    ) {
        let choices = self.choices.entry(info.phase).or_default();
        let place = Some(file.written.place(&entry.value.span));
        match choices.iter_mut().find(|choice| choice.rule == rule) {
            Some(choice) => choice.place = place,
            None => choices.push(RuleChoice { rule, place }),
        }
        if let Some(rule) = rule {
            let slot = file.slot(rule.into(), entry);
            let key = (table.home(Some(rule)), "rule");
            self.slots.insert(key, slot.clone());
            file.effect.set.insert(key, slot);
        }
    }

    /// Merges a list of tables, each of which adds, changes or removes the one of its rule.
    fn merge_list(
        &mut self,
        file: &mut MergingFile<'_>,
        table: &'static KeyTable,
        info: PhaseInfo,
        items: &[SourceValue],
    ) {
        let mut seen: Vec<(&str, &SourceEntry)> = Vec::new();
        for item in items {
            if self.problems.is_full() {
                return;
            }
            // The check of the top reports items that are no tables.
            let Some(entries) = item.as_table() else { continue };
            let Some(entry) = find(entries, "rule") else {
                // It may stand in one of the lines with syntax errors.
                if file.written.damaged.is_empty() {
                    let message = format!("an entry of `[[{}]]` needs a `rule`", table.name);
                    let names = self
                        .catalog
                        .rules(info.phase)
                        .iter()
                        .map(|rule| rule.name)
                        .filter(|name| *name != info.default);
                    let problem = Problem::error(Code::MissingKey, message)
                        .key(format!("{}.rule", table.name));
                    self.problems.push(
                        problem
                            .at(file.written.place(&item.span), "")
                            .expected(Expected::words(names)),
                    );
                    self.broken.insert(choice_in(table.name));
                }
                continue;
            };
            if !file.is_sound(entry) {
                continue;
            }
            let Some(rule) = self.read_rule(file.written, info.phase, entry) else { continue };
            let place = file.written.place(&entry.value.span);
            let full = format!("{}.rule", table.name);
            if rule == info.default {
                let problem = Problem::error(
                    Code::UnknownValue,
                    format!("`{rule}` cannot be one of several"),
                )
                .key(full)
                .at(place, "");
                self.problems.push(problem.help(without_any(table, info)));
                self.broken.insert(choice_in(table.name));
            } else if let Some((_, first)) = seen.iter().find(|(known, _)| *known == rule) {
                let problem = Problem::error(
                    Code::DuplicateKey,
                    format!("`[[{}]]` has the rule `{rule}` twice", table.name),
                )
                .key(full);
                let first = file.written.place(&first.value.span);
                self.problems.push(
                    problem
                        .at(place, "")
                        .at(first, "first here")
                        .help("a rule set has each rule once: write all its keys there"),
                );
                self.broken.insert(choice_in(table.name));
            } else {
                seen.push((rule, entry));
                if let Some(remove) =
                    find(entries, "remove").filter(|remove| !self.lenient && file.is_sound(remove))
                {
                    self.remove(file, (table, info, rule), (entry, remove), entries);
                } else {
                    let choices = self.choices.entry(info.phase).or_default();
                    choices.retain(|choice| choice.rule.is_some_and(|other| other != info.default));
                    self.choose(file, table, info, Some(rule), entry);
                    let name = format!("{}.{rule}", table.name);
                    self.merge_keys(
                        file,
                        &KeyGroup { table, name, rules: &[Some(rule)] },
                        false,
                        entries,
                    );
                }
            }
        }
    }

    /// Takes a hazard away.
    fn remove(
        &mut self,
        file: &mut MergingFile<'_>,
        (table, info, rule): (&'static KeyTable, PhaseInfo, &'static str),
        (entry, remove): (&SourceEntry, &SourceEntry),
        entries: &[SourceEntry],
    ) {
        let name = format!("{}.{rule}", table.name);
        if !matches!(remove.value.data, SourceData::Bool(true)) {
            let mut reader = ValueReader::new(file.written, &mut self.problems);
            reader.not_taken::<()>(
                &format!("{name}.remove"),
                &remove.value,
                Expected::Form("`true`".to_owned()),
                None,
            );
            return;
        }
        let place = file.written.place(&remove.key_span);
        for other in entries.iter().filter(|other| {
            !["rule", "remove"].contains(&other.key.as_str()) && file.is_sound(other)
        }) {
            let message = format!("`{}` cannot stand beside `remove`", plain(&other.key));
            let problem =
                Problem::error(Code::Contradiction, message).key(format!("{name}.{}", other.key));
            let problem = problem
                .at(file.written.place(&other.key_span), "")
                .at(place.clone(), "removed here");
            self.problems.push(problem.help("leave out the key, or `remove`"));
        }
        let home = table.home(Some(rule));
        let choices = self.choices.entry(info.phase).or_default();
        let before: Vec<_> = choices.iter().map(|choice| choice.rule).collect();
        choices.retain(|choice| choice.rule != Some(rule));
        if choices.len() == before.len() {
            let known = !self.partial && before.iter().all(Option::is_some);
            if known && !self.removed.contains(rule) {
                let here: Vec<_> = before
                    .iter()
                    .flatten()
                    .filter(|other| **other != info.default)
                    .map(|other| format!("`{other}`"))
                    .collect();
                let help = match here.as_slice() {
                    [] => format!("what this file extends has no {}", table.name),
                    here => format!("what this file extends has {}", here.join(" and ")),
                };
                let problem = Problem::error(
                    Code::NothingToRemove,
                    format!("there is no {} `{rule}` to remove", table.name),
                );
                let problem = problem
                    .key(format!("{}.rule", table.name))
                    .at(file.written.place(&entry.value.span), "");
                self.problems.push(problem.help(help));
            }
            return;
        }
        self.removed.insert(rule);
        self.slots.retain(|key, _| key.0 != home);
        file.effect.renewed.insert(home);
        file.effect.set.insert((home, "rule"), file.slot(Value::Null, remove));
        if choices.is_empty() {
            choices.push(RuleChoice { rule: Some(info.default), place: Some(place) });
            self.slots.insert(
                (table.home(Some(info.default)), "rule"),
                file.slot(info.default.into(), remove),
            );
        }
    }

    /// Merges the keys of a table, apart from the choice of its rule. `unknown` says that its rules
    /// are not all known.
    fn merge_keys(
        &mut self,
        file: &mut MergingFile<'_>,
        group: &KeyGroup<'_>,
        unknown: bool,
        entries: &[SourceEntry],
    ) {
        let table = group.table;
        for entry in entries.iter().filter(|entry| table.phase.is_none() || entry.key != "rule") {
            if self.problems.is_full() {
                return;
            }
            if !file.is_sound(entry) {
                continue;
            }
            let mut owners = Vec::new();
            for rule in group.rules {
                let found = keys::keys_with(table, self.rule_keys(table, *rule))
                    .find(|key| key.name == entry.key);
                owners.extend(found.map(|key| (*rule, key)));
            }
            match owners.as_slice() {
                [(rule, key)] => {
                    let full = format!("{}.{}", group.name, key.name);
                    let kind = self.catalog.kind(key);
                    let mut reader = ValueReader {
                        lenient: self.lenient,
                        ..ValueReader::new(file.written, &mut self.problems)
                    };
                    let at = (table.home(*rule), key.name);
                    if let Some(value) = reader.read(&full, &kind, &entry.value) {
                        let slot = file.slot(value, entry);
                        self.slots.insert(at, slot.clone());
                        file.effect.set.insert(at, slot);
                        self.broken.remove(&at);
                    } else {
                        self.broken.insert(at);
                    }
                }
                [] if self.lenient || unknown => {}
                [] => {
                    let problem = self.unknown_key(file.written, group, entry);
                    self.problems.push(problem);
                }
                several => {
                    let names = several
                        .iter()
                        .flat_map(|(rule, _)| rule)
                        .map(|rule| format!("{}.{rule}.{}", table.name, entry.key));
                    let problem = Problem::error(
                        Code::AmbiguousKey,
                        format!("`{}` could be several keys", plain(&entry.key)),
                    )
                    .key(format!("{}.{}", table.name, entry.key))
                    .at(file.written.place(&entry.key_span), "")
                    .expected(Expected::Words(names.collect()));
                    self.problems.push(problem.help(format!(
                        "write it under a header `[[{}]]`, beside the `rule` that it is for",
                        table.name
                    )));
                }
            }
        }
    }

    /// The rule that an entry chooses; `None` with the reason among the problems.
    fn read_rule(
        &mut self,
        written: &SourceDocument,
        phase: RulePhase,
        entry: &SourceEntry,
    ) -> Option<&'static str> {
        let full = format!("{}.rule", phase.table());
        let mut names = self.catalog.rules(phase).iter().map(|rule| rule.name);
        let mut reader = ValueReader::new(written, &mut self.problems);
        let rule = match entry.value.as_text() {
            Some(text) => names.clone().find(|name| *name == text).or_else(|| {
                reader.unknown_word(&full, names, &entry.value, text);
                None
            }),
            None => reader.not_taken(&full, &entry.value, Expected::words(names.by_ref()), None),
        };
        if rule.is_none() {
            self.broken.insert(choice_in(phase.table()));
        }
        rule
    }

    /// The problem of a key that the table does not have under the chosen rules.
    fn unknown_key(
        &self,
        written: &SourceDocument,
        group: &KeyGroup<'_>,
        entry: &SourceEntry,
    ) -> Problem {
        let other_rule = self.key_of_another_rule(written, group, entry);
        let elsewhere = || self.misplaced_key(written, group, entry);
        other_rule.or_else(elsewhere).unwrap_or_else(|| self.no_such_key(written, group, entry))
    }

    /// The problem of a key that a rule has which is not chosen here.
    fn key_of_another_rule(
        &self,
        written: &SourceDocument,
        group: &KeyGroup<'_>,
        entry: &SourceEntry,
    ) -> Option<Problem> {
        let info = group.table.phase?;
        let (rules, chosen) = group.chosen()?;
        let rules_of_phase = self.catalog.rules(info.phase).iter();
        let owners: Vec<_> = rules_of_phase
            .filter(|other| other.keys.iter().any(|key| key.name == entry.key))
            .map(|other| other.name)
            .collect();
        let owner = owners.first()?;
        let choices = self.choices.get(&info.phase).into_iter().flatten();
        let mut choices = choices.filter(|choice| group.rules.contains(&choice.rule));
        let place = choices.next().and_then(|choice| choice.place.clone());
        let chosen_by = if place.is_some() { "" } else { ", by default" };
        let message = format!(
            "`{}` is a key of the {} {}, but the {rules} here {} {chosen}{chosen_by}",
            plain(&entry.key),
            if owners.len() == 1 { "rule" } else { "rules" },
            quoted(&owners),
            if rules == "rule" { "is" } else { "are" },
        );
        let mut problem = group.problem(Code::OtherRuleKey, message, written, entry);
        if let Some(place) = place {
            if place.source.id != written.source.id {
                problem.inherited_from = Some(place.source.shown.clone());
            }
            problem = problem.at(place, "chosen here");
        }
        Some(problem.help(format!("remove the key, or choose the rule: `rule = \"{owner}\"`")))
    }

    /// The problem of a key that stands under another header.
    fn misplaced_key(
        &self,
        written: &SourceDocument,
        group: &KeyGroup<'_>,
        entry: &SourceEntry,
    ) -> Option<Problem> {
        let homes: Vec<_> = keys::all_names(self.catalog)
            .iter()
            .filter(|(_, key)| *key == entry.key)
            .map(|(table, _)| format!("`[{table}]`"))
            .collect();
        if homes.is_empty() {
            return None;
        }
        let message = format!("`{}` is not a key of {}", plain(&entry.key), group.header());
        let problem = group.problem(Code::MisplacedKey, message, written, entry);
        Some(problem.help(format!("move it under the header {}", homes.join(" or "))))
    }

    /// The problem of a key that there is nowhere.
    fn no_such_key(
        &self,
        written: &SourceDocument,
        group: &KeyGroup<'_>,
        entry: &SourceEntry,
    ) -> Problem {
        let table = group.table;
        let own: Vec<&str> = table
            .phase
            .map(|_| "rule")
            .into_iter()
            .chain(group.is_entry().then_some("remove"))
            .chain(
                group
                    .rules
                    .iter()
                    .flat_map(|rule| self.rule_keys(table, *rule))
                    .chain(table.keys)
                    .map(|key| key.name),
            )
            .collect();
        let guess = nearest(&entry.key, own.iter().copied()).or_else(|| {
            let all = keys::all_names(self.catalog);
            let key = nearest(&entry.key, all.iter().map(|(_, key)| *key))?;
            all.iter().find(|(_, name)| *name == key).map(|(table, key)| format!("{table}.{key}"))
        });
        let (header, name) = (group.header(), plain(&entry.key));
        let message = match group.chosen() {
            Some((rules, chosen)) => {
                format!("{header} with the {rules} {chosen} has no key `{name}`")
            }
            None => format!("{header} has no key `{name}`"),
        };
        group
            .problem(Code::UnknownKey, message, written, entry)
            .did_you_mean(guess)
            .expected(Expected::words(own.into_iter()))
    }

    /// The full name of a key: of several hazards with the rule.
    fn name(&self, (home, key): &FullKey) -> String {
        let several = self.choices.values().any(|choices| {
            choices.len() > 1 && choices.iter().any(|choice| choice.rule == home.rule)
        });
        match home.rule {
            Some(rule) if several && *key != "rule" => format!("{}.{rule}.{key}", home.table),
            _ => format!("{}.{key}", home.table),
        }
    }

    fn conflict(
        &self,
        key: &FullKey,
        first: (&MergedValue, &(Arc<SourceDocument>, SourceSpan)),
        second: (&MergedValue, &(Arc<SourceDocument>, SourceSpan)),
    ) -> Problem {
        let full = self.name(key);
        let (earlier, later) = (plain(&first.1.0.source.shown), plain(&second.1.0.source.shown));
        let message = match &second.0.origin {
            Origin::Set { key: place, .. } if key.1 != "rule" && place.text() == "rule" => {
                format!(
                    "the mixin `{earlier}` sets `{full}`, and the mixin `{later}` discards that by \
                     choosing another rule"
                )
            }
            Origin::Set { key: place, .. } if key.1 != "rule" && place.text() == "remove" => {
                format!(
                    "the mixin `{earlier}` sets `{full}`, and the mixin `{later}` removes the {}",
                    key.0.table
                )
            }
            _ => format!("the mixins `{earlier}` and `{later}` set `{full}` differently"),
        };
        let mut problem =
            Problem::error(Code::MixinConflict, message).key(&full).at(second.1.1.clone(), "");
        for (slot, _) in [first, second] {
            if let Origin::Set { value, .. } = &slot.origin {
                problem = problem.at(value.clone(), format!("in `{}`", plain(&value.source.shown)));
            }
        }
        problem.help(format!("set `{full}` yourself, or leave out one of the mixins"))
    }
}

/// The key that chooses the rules of a table.
fn choice_in(table: &'static str) -> FullKey {
    (KeyHome { table, rule: None }, "rule")
}

//! Merges the files of a rule set: each is checked against the rules chosen so far, then its values replace earlier
//! ones.

use super::catalog::{RuleCatalog, RulePhase};
use super::keys::{self, FullKey, KeyTable, RULES};
use super::problem::{Code, Expected, Problem, Problems, nearest};
use super::resolved::Origin;
use super::shown::plain;
use super::source::SourceSpan;
use super::value::ValueReader;
use super::written::{SourceDocument, SourceEntry};
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

/// The rule that the files so far choose for a phase.
#[derive(Debug, Clone)]
struct RuleChoice {
    /// Its name; `None` where no rule has the name that was written.
    rule: Option<&'static str>,
    /// Where it was chosen; `None` for the default.
    place: Option<SourceSpan>,
}

/// What one file changes.
#[derive(Debug, Default)]
struct FileEffect {
    set: BTreeMap<FullKey, MergedValue>,
    /// Tables whose earlier values were discarded because their rule changed.
    renewed: BTreeSet<&'static str>,
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
    /// Keys (`tiles.hand`) that some file tried to set and failed.
    pub broken: BTreeSet<String>,
    choices: BTreeMap<RulePhase, RuleChoice>,
}

impl<'a> Merge<'a> {
    /// No files yet: every rule is the default.
    pub(super) fn new(catalog: &'a dyn RuleCatalog) -> Self {
        let mut choices = BTreeMap::new();
        for info in RULES.iter().filter_map(|table| table.phase) {
            let rule = catalog.rule(info.phase, info.default).map(|rule| rule.name);
            choices.insert(info.phase, RuleChoice { rule, place: None });
        }
        Self {
            catalog,
            problems: Problems::default(),
            lenient: false,
            partial: false,
            slots: BTreeMap::new(),
            broken: BTreeSet::new(),
            choices,
        }
    }

    /// The rule chosen for a phase; `None` if there is no rule with the name that was written.
    pub(super) fn rule(&self, phase: RulePhase) -> Option<&'static str> {
        self.choices.get(&phase).and_then(|choice| choice.rule)
    }

    /// The keys of the rule chosen for a table, if it is a phase.
    pub(super) fn rule_keys(&self, table: &KeyTable) -> &'static [Key] {
        let info = table.phase.and_then(|info| self.catalog.rule(info.phase, self.rule(info.phase)?));
        info.map_or(&[], |rule| rule.keys)
    }

    /// Merges a file with its mixins. `last` says that it is the named file, not a parent.
    pub(super) fn merge_file(&mut self, mixins: &[(Arc<SourceDocument>, SourceSpan)], own: &SourceDocument, last: bool) {
        let effects: Vec<_> = mixins.iter().map(|(written, _)| self.apply(written, last)).collect();
        let own = self.apply(own, last);
        for (i, later) in effects.iter().enumerate() {
            for (j, earlier) in effects[..i].iter().enumerate() {
                for (key, slot) in &earlier.set {
                    if own.set.contains_key(key) || own.renewed.contains(key.0) {
                        continue;
                    }
                    let other = match later.set.get(key) {
                        Some(other) if other.value != slot.value => Some(other),
                        None if later.renewed.contains(key.0) => later.set.get(&(key.0, "rule")),
                        _ => None,
                    };
                    if let Some(other) = other {
                        self.problems.push(conflict(*key, (slot, &mixins[j]), (other, &mixins[i])));
                    }
                }
            }
        }
    }

    fn apply(&mut self, written: &SourceDocument, own: bool) -> FileEffect {
        let mut effect = FileEffect::default();
        for entry in &written.entries {
            if let (Some(table), Some(entries)) = (keys::find_table(&entry.key), entry.value.as_table()) {
                self.merge_table(written, own, table, entries, &mut effect);
            }
        }
        effect
    }

    fn merge_table(
        &mut self,
        written: &SourceDocument,
        own: bool,
        table: &'static KeyTable,
        entries: &[SourceEntry],
        effect: &mut FileEffect,
    ) {
        let sound = |entry: &&SourceEntry| !written.is_damaged(&entry.span());
        let origin =
            |entry: &SourceEntry| Origin::Set { key: written.place(&entry.key_span), value: written.place(&entry.value.span), own };
        if let Some(info) = table.phase
            && let Some(entry) = entries.iter().filter(sound).find(|entry| entry.key == "rule")
        {
            let before = self.rule(info.phase);
            let rule = self.read_rule(written, info.phase, entry);
            if before != rule {
                self.slots.retain(|key, _| key.0 != table.name);
                effect.renewed.insert(table.name);
            }
            self.choices.insert(info.phase, RuleChoice { rule, place: Some(written.place(&entry.value.span)) });
            if let Some(rule) = rule {
                let slot = MergedValue { value: rule.into(), origin: origin(entry) };
                self.slots.insert((table.name, "rule"), slot.clone());
                effect.set.insert((table.name, "rule"), slot);
            }
        }
        let unknown_rule = table.phase.is_some_and(|info| {
            let by_default = self.choices.get(&info.phase).is_none_or(|choice| choice.place.is_none());
            self.rule(info.phase).is_none() || (self.partial && by_default)
        });
        for entry in entries.iter().filter(sound).filter(|entry| table.phase.is_none() || entry.key != "rule") {
            if self.problems.is_full() {
                return;
            }
            let found = keys::keys_with(table, self.rule_keys(table))
                .find(|key| key.name == entry.key)
                .map(|key| (key.name, self.catalog.kind(key)));
            if let Some((name, kind)) = found {
                let full = format!("{}.{name}", table.name);
                let mut reader = ValueReader { lenient: self.lenient, ..ValueReader::new(written, &mut self.problems) };
                if let Some(value) = reader.read(&full, &kind, &entry.value) {
                    let slot = MergedValue { value, origin: origin(entry) };
                    self.slots.insert((table.name, name), slot.clone());
                    effect.set.insert((table.name, name), slot);
                    self.broken.remove(&full);
                } else {
                    self.broken.insert(full);
                }
            } else if !self.lenient && !unknown_rule {
                let problem = self.unknown_key(written, table, entry);
                self.problems.push(problem);
            }
        }
    }

    /// The rule that an entry chooses; `None` with the reason among the problems.
    fn read_rule(&mut self, written: &SourceDocument, phase: RulePhase, entry: &SourceEntry) -> Option<&'static str> {
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
            self.broken.insert(full);
        } else {
            self.broken.remove(&full);
        }
        rule
    }

    /// The problem of a key that the table does not have under the chosen rule.
    fn unknown_key(&self, written: &SourceDocument, table: &KeyTable, entry: &SourceEntry) -> Problem {
        let name = plain(&entry.key);
        let full = format!("{}.{}", table.name, entry.key);
        let here = written.place(&entry.key_span);
        let chosen = table.phase.and_then(|info| Some((info, self.rule(info.phase)?)));
        if let Some((info, rule)) = chosen {
            let owners: Vec<_> = self
                .catalog
                .rules(info.phase)
                .iter()
                .filter(|other| other.keys.iter().any(|key| key.name == entry.key))
                .map(|other| format!("`{}`", other.name))
                .collect();
            if !owners.is_empty() {
                let place = self.choices.get(&info.phase).and_then(|choice| choice.place.clone());
                let chosen_by = if place.is_some() { "" } else { ", by default" };
                let message = format!(
                    "`{name}` is a key of the {} {}, but the rule here is `{rule}`{chosen_by}",
                    if owners.len() == 1 { "rule" } else { "rules" },
                    owners.join(" and ")
                );
                let mut problem = Problem::error(Code::OtherRuleKey, message).key(full).at(here, "");
                if let Some(place) = place {
                    if place.source.id != written.source.id {
                        problem.inherited_from = Some(place.source.shown.clone());
                    }
                    problem = problem.at(place, "chosen here");
                }
                let owner = owners.first().map_or("", |owner| owner.trim_matches('`'));
                return problem.help(format!("remove the key, or choose the rule: `rule = \"{owner}\"`"));
            }
        }
        let all = keys::all_names(self.catalog);
        let homes: Vec<_> = all.iter().filter(|(_, key)| *key == entry.key).map(|(table, _)| format!("`[{table}]`")).collect();
        if !homes.is_empty() {
            let problem = Problem::error(Code::MisplacedKey, format!("`{name}` is not a key of `[{}]`", table.name)).key(full).at(here, "");
            return problem.help(format!("move it under the header {}", homes.join(" or ")));
        }
        let own: Vec<&str> =
            table.phase.map(|_| "rule").into_iter().chain(keys::keys_with(table, self.rule_keys(table)).map(|key| key.name)).collect();
        let guess = nearest(&entry.key, own.iter().copied()).or_else(|| {
            let key = nearest(&entry.key, all.iter().map(|(_, key)| *key))?;
            all.iter().find(|(_, name)| *name == key).map(|(table, key)| format!("{table}.{key}"))
        });
        let message = match chosen {
            Some((_, rule)) => format!("`[{}]` with the rule `{rule}` has no key `{name}`", table.name),
            None => format!("`[{}]` has no key `{name}`", table.name),
        };
        Problem::error(Code::UnknownKey, message).key(full).at(here, "").did_you_mean(guess).expected(Expected::words(own.into_iter()))
    }
}

fn conflict(
    key: FullKey,
    first: (&MergedValue, &(Arc<SourceDocument>, SourceSpan)),
    second: (&MergedValue, &(Arc<SourceDocument>, SourceSpan)),
) -> Problem {
    let full = format!("{}.{}", key.0, key.1);
    let (earlier, later) = (plain(&first.1.0.source.shown), plain(&second.1.0.source.shown));
    let message = match &second.0.origin {
        Origin::Set { key: place, .. } if key.1 != "rule" && place.text() == "rule" => {
            format!("the mixin `{earlier}` sets `{full}`, and the mixin `{later}` discards that by choosing another rule")
        }
        _ => format!("the mixins `{earlier}` and `{later}` set `{full}` differently"),
    };
    let mut problem = Problem::error(Code::MixinConflict, message).key(&full).at(second.1.1.clone(), "");
    for (slot, _) in [first, second] {
        if let Origin::Set { value, .. } = &slot.origin {
            problem = problem.at(value.clone(), format!("in `{}`", plain(&value.source.shown)));
        }
    }
    problem.help(format!("set `{full}` yourself, or leave out one of the mixins"))
}

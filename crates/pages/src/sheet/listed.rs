//! The rules of a phase of which a rule set can have several, in a sheet: one table, or a list with
//! a header `[[hazard]]` for each.

use super::written::put;
use crate::refused::NotAnswered;
use std::collections::BTreeMap;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};
use tsuro::json::{Json, json};
use tsuro::rules::{Registry, RuleDecl, RulePhase};
use tsuro::ruleset::{KeyDoc, Resolved};

/// The rules of a phase of which a rule set can have several.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListedRules<'r> {
    /// The table of a file that can be a list.
    pub table: &'static str,
    all: &'r [&'static RuleDecl],
}

impl<'r> ListedRules<'r> {
    /// The rules of the phases that have a list, each with its field in requests and answers.
    pub(super) fn all(registry: &'r Registry) -> [(&'static str, Self); 2] {
        let of = |phase: RulePhase| Self { table: phase.table(), all: registry.rules(phase) };
        [("hazards", of(RulePhase::Hazard)), ("rules", of(RulePhase::Rule))]
    }

    /// The rule that stands where there is none.
    fn none(self) -> &'static str {
        self.all.iter().find(|info| info.idle).map_or("", |info| info.name)
    }

    /// The rules of a rule set, in the order in which they act.
    pub(super) fn rules_in(self, resolved: &Resolved) -> Vec<&'static str> {
        resolved
            .tables_of(self.table)
            .filter_map(|table| table.rule)
            .filter(|rule| *rule != self.none())
            .collect()
    }

    /// Whether a rule is one of them.
    pub(super) fn knows(self, name: &str) -> bool {
        self.all.iter().any(|info| info.name == name && !info.idle)
    }

    /// The rules of a text: as it resolves, or, while it has errors, as it is written.
    pub(super) fn of_text(
        self,
        text: Option<&DocumentMut>,
        own: Option<&Resolved>,
        inherited: Option<&Resolved>,
    ) -> Vec<String> {
        let names = |rules: Vec<&str>| rules.into_iter().map(str::to_owned).collect::<Vec<_>>();
        if let Some(own) = own {
            return names(self.rules_in(own));
        }
        let mut all = inherited.map(|rules| names(self.rules_in(rules))).unwrap_or_default();
        match text.and_then(|text| text.get(self.table)) {
            Some(Item::ArrayOfTables(list)) => {
                for table in list {
                    let Some(name) = rule(table) else { continue };
                    all.retain(|known| known != name);
                    if !removes(table) {
                        all.push(name.to_owned());
                    }
                }
            }
            Some(item) => {
                if let Some(name) = item.as_table_like().and_then(rule) {
                    all =
                        names(vec![name].into_iter().filter(|name| *name != self.none()).collect());
                }
            }
            None => {}
        }
        all
    }

    /// Every rule that there is, whether the rule set has it, and whether it can act earlier.
    pub(super) fn ticks(
        self,
        own: &[String],
        text: Option<&DocumentMut>,
        inherited: Option<&Resolved>,
    ) -> Json {
        let inherited = inherited.map(|rules| self.rules_in(rules)).unwrap_or_default();
        Json::list(self.all.iter().filter(|info| !info.idle).map(|info| {
            let ticked = own.iter().any(|name| name == info.name);
            json!({
                "rule": info.name, "doc": info.summary, "ticked": ticked,
                "inherited": inherited.contains(&info.name),
                "earlier": text.is_some_and(|text| self.place_before(text, info.name).is_some()),
            })
        }))
    }

    /// The keys of several rules: each with its table, `hazard.tsunami`.
    pub(super) fn keys(self, rules: &[String], docs: &[KeyDoc]) -> Vec<(String, KeyDoc)> {
        let of_one = |rule: &String| {
            let is_its = |doc: &&KeyDoc| {
                doc.table == self.table
                    && doc.name != "rule"
                    && doc.rule.is_none_or(|known| known == rule)
            };
            docs.iter()
                .filter(is_its)
                .map(|doc| (format!("{}.{rule}", self.table), doc.clone()))
                .collect::<Vec<_>>()
        };
        rules.iter().flat_map(of_one).collect()
    }

    /// Whether the text has them as a list.
    pub(super) fn is_listed(self, text: &DocumentMut) -> bool {
        text.get(self.table).is_some_and(Item::is_array_of_tables)
    }

    /// The rule and the key in `hazard.tsunami.every`.
    pub(super) fn parts(self, key: &str) -> Option<(&str, &str)> {
        key.strip_prefix(self.table)?.strip_prefix('.')?.split_once('.')
    }

    /// Where the rule of this name is in a text. A table without a `rule` key belongs to the rule
    /// that has its keys.
    pub(super) fn table_in<'a>(
        self,
        text: &'a DocumentMut,
        name: &str,
    ) -> Option<&'a dyn TableLike> {
        match text.get(self.table)? {
            Item::ArrayOfTables(list) => list
                .iter()
                .find(|table| rule(*table) == Some(name))
                .map(|table| table as &dyn TableLike),
            item => {
                item.as_table_like().filter(|table| rule(*table).is_none_or(|rule| rule == name))
            }
        }
    }

    /// The list of rules to which the rules of scripts belong.
    pub(super) fn of_scripts(registry: &'r Registry) -> Self {
        Self { table: RulePhase::Rule.table(), all: registry.rules(RulePhase::Rule) }
    }

    /// Adds a rule that the list does not have. A table becomes a list, where it says which rule it
    /// holds.
    ///
    /// # Errors
    /// The text has them in another form.
    pub(super) fn add(self, text: &mut DocumentMut, name: &str) -> Result<(), NotAnswered> {
        if let Some(table) = text.get(self.table).and_then(Item::as_table).cloned() {
            let known = rule(&table).map(str::to_owned);
            let known = known.ok_or_else(|| {
                NotAnswered::bad(format!(
                    "set: [{}] does not name its rule in this text",
                    self.table
                ))
            })?;
            text.remove(self.table);
            if known != self.none() {
                self.push(text, table)?;
            }
        }
        self.push(text, new_table(name))
    }

    /// Leaves a rule out, with its keys.
    pub(super) fn drop(self, text: &mut DocumentMut, name: &str) {
        let is_empty = match text.get_mut(self.table) {
            Some(Item::ArrayOfTables(list)) => {
                list.retain(|table| rule(table) != Some(name));
                list.is_empty()
            }
            Some(item) => item.as_table_like().and_then(rule) == Some(name),
            None => false,
        };
        if is_empty {
            text.remove(self.table);
        }
    }

    /// Adds a rule to the list of a text, which begins with it if there is none.
    fn push(self, text: &mut DocumentMut, table: Table) -> Result<(), NotAnswered> {
        let list =
            text.entry(self.table).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        let in_one_line = || {
            NotAnswered::bad(format!("set: {} is written in one line; change it there", self.table))
        };
        list.as_array_of_tables_mut().ok_or_else(in_one_line)?.push(table);
        Ok(())
    }

    /// Sets a key of one of several rules.
    ///
    /// # Errors
    /// The text has them in another form.
    pub(super) fn set(
        self,
        text: &mut DocumentMut,
        name: &str,
        key: &str,
        value: &Value,
    ) -> Result<(), NotAnswered> {
        if self.table_in(text, name).is_none() {
            if text.get(self.table).is_some_and(|item| !item.is_array_of_tables()) {
                let table = self.table;
                return Err(NotAnswered::bad(format!(
                    "set: [{table}] is about another {table} than {name} in this text; change it \
                     there"
                )));
            }
            self.push(text, new_table(name))?;
        }
        match text.get_mut(self.table) {
            Some(Item::ArrayOfTables(list)) => {
                list.iter_mut()
                    .filter(|table| rule(*table) == Some(name))
                    .for_each(|table| put(table, key, value.clone()));
            }
            Some(item) => item
                .as_table_like_mut()
                .into_iter()
                .for_each(|table| put(table, key, value.clone())),
            None => {}
        }
        Ok(())
    }

    /// Leaves out a key of one of several rules; a rule of which the text says nothing more is left
    /// to the parent.
    pub(super) fn remove(self, text: &mut DocumentMut, name: &str, key: &str, inherited: &[&str]) {
        let says_no_more = |table: &Table| table.iter().all(|(key, _)| key == "rule");
        match text.get_mut(self.table) {
            Some(Item::ArrayOfTables(list)) => {
                for table in list.iter_mut().filter(|table| rule(*table) == Some(name)) {
                    table.remove(key);
                }
                if inherited.contains(&name) {
                    list.retain(|table| rule(table) != Some(name) || !says_no_more(table));
                }
                if list.is_empty() {
                    text.remove(self.table);
                }
            }
            Some(item) => {
                if let Some(table) = item.as_table_like_mut() {
                    table.remove(key);
                    if table.is_empty() {
                        text.remove(self.table);
                    }
                }
            }
            None => {}
        }
    }

    /// Ticks rules and takes others away. `now` are the rules of the text as it is, `inherited` the
    /// rules that it would have without its own.
    ///
    /// # Errors
    /// One of them is unknown, or the text has them in another form.
    pub(super) fn tick(
        self,
        text: &mut DocumentMut,
        wanted: &BTreeMap<String, bool>,
        now: &[&str],
        inherited: &[&str],
    ) -> Result<(), NotAnswered> {
        if let Some(unknown) = wanted.keys().find(|name| !self.knows(name)) {
            return Err(NotAnswered::bad(format!("{0}s: there is no {0} {unknown}", self.table)));
        }
        let ticked = |name: &str| wanted.get(name).copied().unwrap_or(now.contains(&name));
        let added = wanted
            .iter()
            .filter(|(name, is_on)| **is_on && !now.contains(&name.as_str()))
            .map(|(name, _)| name.as_str());
        let all: Vec<&str> = now.iter().copied().filter(|name| ticked(name)).chain(added).collect();
        if all.is_empty() {
            text.remove(self.table);
            if !inherited.is_empty() {
                text.insert(self.table, Item::Table(new_table(self.none())));
            }
            return Ok(());
        }
        // A table becomes a list, and its rule says which it is.
        if let Some(Item::Table(table)) = text.get(self.table).filter(|item| item.is_table()) {
            let mut table = table.clone();
            let name = rule(&table).or(now.first().copied()).unwrap_or(self.none()).to_owned();
            text.remove(self.table);
            if name != self.none() && ticked(&name) {
                table.insert("rule", Item::Value(name.into()));
                table.sort_values_by(|one, _, other, _| {
                    (one.get() != "rule").cmp(&(other.get() != "rule"))
                });
                self.push(text, table)?;
            }
        }
        if let Some(list) = text.get_mut(self.table).and_then(Item::as_array_of_tables_mut) {
            list.retain(|table| {
                rule(table).is_none_or(|name| all.contains(&name) != removes(table))
            });
        }
        for name in &all {
            if !inherited.contains(name) && self.table_in(text, name).is_none() {
                self.push(text, new_table(name))?;
            }
        }
        for name in inherited.iter().filter(|name| !all.contains(name)) {
            let mut gone = new_table(name);
            gone.insert("remove", Item::Value(true.into()));
            if self.table_in(text, name).is_none() {
                self.push(text, gone)?;
            }
        }
        if text
            .get(self.table)
            .and_then(Item::as_array_of_tables)
            .is_some_and(ArrayOfTables::is_empty)
        {
            text.remove(self.table);
        }
        Ok(())
    }

    /// The places in the list of a text of this rule, and of the last one before it that acts at a
    /// moment of its own.
    fn place_before(self, text: &DocumentMut, name: &str) -> Option<[usize; 2]> {
        let list = text.get(self.table)?.as_array_of_tables()?;
        let timings =
            |name: &str| self.all.iter().find(|info| info.name == name).map(|info| info.timings);
        let own = timings(name)?;
        let shares = |table: &Table| {
            !removes(table)
                && rule(table).and_then(timings).is_some_and(|timings| timings.meets(own))
        };
        let at = list.iter().position(|table| rule(table) == Some(name) && !removes(table))?;
        let before = (0..at).rev().find(|&before| list.get(before).is_some_and(shares))?;
        Some([before, at])
    }

    /// Lets a rule act before the one that acts before it by the list of a text.
    ///
    /// # Errors
    /// There is none before it in this text.
    pub(super) fn move_up(self, text: &mut DocumentMut, name: &str) -> Result<(), NotAnswered> {
        let is_first = || {
            NotAnswered::bad(format!("earlier: no {} acts before {name} by this text", self.table))
        };
        let [before, at] = self.place_before(text, name).ok_or_else(is_first)?;
        let Some(list) = text.get_mut(self.table).and_then(Item::as_array_of_tables_mut) else {
            return Err(is_first());
        };
        let mut tables: Vec<Table> = list.iter().cloned().collect();
        // A document is written in the order of these positions, which stay.
        let positions: Vec<_> = tables.iter().map(Table::position).collect();
        tables[before..=at].rotate_right(1);
        list.clear();
        for (mut table, position) in tables.into_iter().zip(positions) {
            table.set_position(position);
            list.push(table);
        }
        Ok(())
    }
}

fn rule(table: &dyn TableLike) -> Option<&str> {
    table.get("rule")?.as_str()
}

fn removes(table: &Table) -> bool {
    table.get("remove").and_then(Item::as_bool) == Some(true)
}

fn new_table(rule: &str) -> Table {
    let mut table = Table::new();
    table.insert("rule", Item::Value(rule.into()));
    table
}

//! The hazards of a rule set in a sheet: one table, or a list with a header `[[hazard]]` for each.

use super::{NotEdited, put};
use crate::json::{Json, json};
use crate::rules::{Registry, RulePhase};
use crate::ruleset::{KeyDoc, Resolved, RuleCatalog};
use std::collections::BTreeMap;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

/// The table that can be a list.
const TABLE: &str = "hazard";
/// The rule of a rule set without hazards.
const NONE: &str = "none";

/// The rules of the hazards, in the order in which they act.
pub(super) fn rules_of(resolved: &Resolved) -> Vec<&'static str> {
    resolved.tables_of(TABLE).filter_map(|table| table.rule).filter(|rule| *rule != NONE).collect()
}

/// Whether a rule is a hazard.
pub(super) fn is_known(registry: &Registry, name: &str) -> bool {
    name != NONE && RuleCatalog::rule(registry, RulePhase::Hazard, name).is_some()
}

/// The rules of the hazards of a text: as it resolves, or, while it has errors, as it is written.
pub(super) fn rules_in(text: Option<&DocumentMut>, own: Option<&Resolved>, inherited: Option<&Resolved>) -> Vec<String> {
    let names = |rules: Vec<&str>| rules.into_iter().map(str::to_owned).collect::<Vec<_>>();
    if let Some(own) = own {
        return names(rules_of(own));
    }
    let mut all = inherited.map(|rules| names(rules_of(rules))).unwrap_or_default();
    match text.and_then(|text| text.get(TABLE)) {
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
                all = names(vec![name].into_iter().filter(|name| *name != NONE).collect());
            }
        }
        None => {}
    }
    all
}

/// Every hazard that there is, and whether these rules have it.
pub(super) fn list(registry: &Registry, own: &[String], inherited: Option<&Resolved>) -> Json {
    let all = RuleCatalog::rules(registry, RulePhase::Hazard).iter().filter(|info| info.name != NONE);
    let is_inherited = |rule| inherited.is_some_and(|rules| rules_of(rules).contains(&rule));
    Json::list(all.map(|info| {
        let ticked = own.iter().any(|name| name == info.name);
        json!({ "rule": info.name, "doc": info.summary, "ticked": ticked, "inherited": is_inherited(info.name) })
    }))
}

/// The keys of several hazards: each with its table, `hazard.tsunami`.
pub(super) fn keys(rules: &[String], docs: &[KeyDoc]) -> Vec<(String, KeyDoc)> {
    let of_one = |rule: &String| {
        let is_its = |doc: &&KeyDoc| doc.table == TABLE && doc.name != "rule" && doc.rule.is_none_or(|known| known == rule);
        docs.iter().filter(is_its).map(|doc| (format!("{TABLE}.{rule}"), doc.clone())).collect::<Vec<_>>()
    };
    rules.iter().flat_map(of_one).collect()
}

/// Whether this is the table of hazards, and the text has it as a list.
pub(super) fn is_listed(text: &DocumentMut, table: &str) -> bool {
    table == TABLE && text.get(TABLE).is_some_and(Item::is_array_of_tables)
}

/// The rule and the key in `hazard.tsunami.every`.
pub(super) fn parts(key: &str) -> Option<(&str, &str)> {
    key.strip_prefix(TABLE)?.strip_prefix('.')?.split_once('.')
}

fn rule(table: &dyn TableLike) -> Option<&str> {
    table.get("rule")?.as_str()
}

fn removes(table: &Table) -> bool {
    table.get("remove").and_then(Item::as_bool) == Some(true)
}

/// Where a hazard of this rule is in a text. A table without a rule is about the hazard that has its keys.
pub(super) fn table<'a>(text: &'a DocumentMut, name: &str) -> Option<&'a dyn TableLike> {
    match text.get(TABLE)? {
        Item::ArrayOfTables(list) => list.iter().find(|table| rule(*table) == Some(name)).map(|table| table as &dyn TableLike),
        item => item.as_table_like().filter(|table| rule(*table).is_none_or(|rule| rule == name)),
    }
}

fn new_table(rule: &str) -> Table {
    let mut table = Table::new();
    table.insert("rule", Item::Value(rule.into()));
    table
}

/// Adds a hazard to the list of a text, which begins with it if there is none.
fn push(text: &mut DocumentMut, table: Table) -> Result<(), NotEdited> {
    let list = text.entry(TABLE).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    let list =
        list.as_array_of_tables_mut().ok_or_else(|| NotEdited::Bad("set: hazard is written in one line; change it there".to_owned()))?;
    list.push(table);
    Ok(())
}

/// Sets a key of one of several hazards.
///
/// # Errors
/// The text has its hazards in another form.
pub(super) fn set(text: &mut DocumentMut, name: &str, key: &str, value: &Value) -> Result<(), NotEdited> {
    if table(text, name).is_none() {
        if text.get(TABLE).is_some_and(|item| !item.is_array_of_tables()) {
            return Err(NotEdited::Bad(format!("set: [hazard] is about another hazard than {name} in this text; change it there")));
        }
        push(text, new_table(name))?;
    }
    match text.get_mut(TABLE) {
        Some(Item::ArrayOfTables(list)) => {
            list.iter_mut().filter(|table| rule(*table) == Some(name)).for_each(|table| put(table, key, value.clone()));
        }
        Some(item) => item.as_table_like_mut().into_iter().for_each(|table| put(table, key, value.clone())),
        None => {}
    }
    Ok(())
}

/// Leaves out a key of one of several hazards; a hazard of which the text says nothing more is left to the parent.
pub(super) fn remove(text: &mut DocumentMut, name: &str, key: &str, inherited: &[&str]) {
    let says_no_more = |table: &Table| table.iter().all(|(key, _)| key == "rule");
    match text.get_mut(TABLE) {
        Some(Item::ArrayOfTables(list)) => {
            for table in list.iter_mut().filter(|table| rule(*table) == Some(name)) {
                table.remove(key);
            }
            if inherited.contains(&name) {
                list.retain(|table| rule(table) != Some(name) || !says_no_more(table));
            }
            if list.is_empty() {
                text.remove(TABLE);
            }
        }
        Some(item) => {
            if let Some(table) = item.as_table_like_mut() {
                table.remove(key);
                if table.is_empty() {
                    text.remove(TABLE);
                }
            }
        }
        None => {}
    }
}

/// Ticks hazards and takes others away. `now` are those of the text as it is, `inherited` those that it would have without
/// its own.
///
/// # Errors
/// The text has its hazards in another form.
pub(super) fn tick(text: &mut DocumentMut, wanted: &BTreeMap<String, bool>, now: &[&str], inherited: &[&str]) -> Result<(), NotEdited> {
    let ticked = |name: &str| wanted.get(name).copied().unwrap_or(now.contains(&name));
    let added = wanted.iter().filter(|(name, is_on)| **is_on && !now.contains(&name.as_str())).map(|(name, _)| name.as_str());
    let all: Vec<&str> = now.iter().copied().filter(|name| ticked(name)).chain(added).collect();
    if all.is_empty() {
        text.remove(TABLE);
        if !inherited.is_empty() {
            text.insert(TABLE, Item::Table(new_table(NONE)));
        }
        return Ok(());
    }
    // A table becomes a list, and its hazard says which it is.
    if let Some(Item::Table(table)) = text.get(TABLE).filter(|item| item.is_table()) {
        let mut table = table.clone();
        let name = rule(&table).or(now.first().copied()).unwrap_or(NONE).to_owned();
        text.remove(TABLE);
        if name != NONE && ticked(&name) {
            table.insert("rule", Item::Value(name.into()));
            table.sort_values_by(|one, _, other, _| (one.get() != "rule").cmp(&(other.get() != "rule")));
            push(text, table)?;
        }
    }
    if let Some(list) = text.get_mut(TABLE).and_then(Item::as_array_of_tables_mut) {
        list.retain(|table| rule(table).is_none_or(|name| all.contains(&name) != removes(table)));
    }
    for name in &all {
        if !inherited.contains(name) && table(text, name).is_none() {
            push(text, new_table(name))?;
        }
    }
    for name in inherited.iter().filter(|name| !all.contains(name)) {
        let mut gone = new_table(name);
        gone.insert("remove", Item::Value(true.into()));
        if table(text, name).is_none() {
            push(text, gone)?;
        }
    }
    if text.get(TABLE).and_then(Item::as_array_of_tables).is_some_and(ArrayOfTables::is_empty) {
        text.remove(TABLE);
    }
    Ok(())
}

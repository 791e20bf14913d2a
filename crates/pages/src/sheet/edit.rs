//! Changes of a text that keep its comments and its order.

use super::listed::ListedRules;
use super::scripts;
use super::written::{TextRules, put};
use crate::bounds::check_scripts;
use crate::refused::NotAnswered;
use crate::rules::PageRules;
use crate::sent::{SentScript, SentTexts};
use std::collections::BTreeMap;
use toml_edit::{Array, DocumentMut, Item, Table, Value};
use tsuro::ruleset::{Code, KeyDoc, Problem, Resolved, keys_reference};

/// Changes of a text.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedEdit {
    text: String,
    #[serde(default)]
    scripts: Vec<SentScript>,
    /// A script that is to be begun, and named by the text.
    #[serde(default)]
    new_script: Option<String>,
    /// A script that is to go, with its rule.
    #[serde(default)]
    drop_script: Option<String>,
    #[serde(default)]
    set: BTreeMap<String, Option<String>>,
    #[serde(default)]
    mixins: Option<Vec<String>>,
    #[serde(default)]
    hazards: BTreeMap<String, bool>,
    #[serde(default)]
    rules: BTreeMap<String, bool>,
    /// The rule of a list that is to act before the one that stands before it.
    #[serde(default)]
    earlier: Option<String>,
}

/// A text and its scripts after a change.
#[derive(Debug)]
pub struct Edited {
    pub text: String,
    pub scripts: Vec<SentScript>,
}

/// The keys that a text may have.
struct TextKeys<'a> {
    rules: &'a TextRules,
    lists: [ListedRules<'a>; 2],
    docs: Vec<KeyDoc>,
}

impl<'a> TextKeys<'a> {
    /// The list, the rule and the name of a key that is of one of several rules.
    fn of_one<'k>(&self, key: &'k str) -> Option<(ListedRules<'a>, &'k str, &'k str)> {
        self.lists.iter().find_map(|list| {
            let (rule, name) = list.parts(key)?;
            Some((*list, rule, name))
        })
    }

    fn doc(&self, key: &str) -> Option<&KeyDoc> {
        let named = self.of_one(key);
        let is_it = |doc: &&KeyDoc| match named {
            Some((list, rule, name)) => {
                doc.table == list.table
                    && doc.name == name
                    && doc.rule.is_none_or(|known| known == rule)
            }
            None => doc.full() == *key,
        };
        self.docs.iter().find(is_it)
    }

    /// The list of a text in which a key stands, and its rule there; `None`: it stands in a table.
    fn place_in_list(
        &self,
        text: &DocumentMut,
        key: &str,
        doc: &KeyDoc,
    ) -> Option<(ListedRules<'a>, String)> {
        if let Some((list, rule, _)) = self.of_one(key) {
            return Some((list, rule.to_owned()));
        }
        // A list of one rule means the same as one table.
        let list = self
            .lists
            .iter()
            .find(|list| list.table == doc.table && doc.name != "rule" && list.is_listed(text))?;
        let TextRules { own, inherited } = self.rules;
        let rules = list.of_text(Some(text), own.as_ref(), inherited.as_ref());
        let [rule] = <[String; 1]>::try_from(rules).ok()?;
        Some((*list, rule))
    }

    /// Sets a key, or leaves it out.
    fn change(
        &self,
        text: &mut DocumentMut,
        key: &str,
        value: Option<&str>,
    ) -> Result<(), NotAnswered> {
        let unknown = || NotAnswered::bad(format!("set: there is no key {key}"));
        let doc = self.doc(key).ok_or_else(unknown)?;
        match (self.place_in_list(text, key, doc), value) {
            (Some((list, rule)), Some(value)) => {
                list.set(text, &rule, doc.name, &toml_value(doc, value))
            }
            (Some((list, rule)), None) => {
                let inherited = rules_in(list, self.rules.inherited.as_ref());
                list.remove(text, &rule, doc.name, &inherited);
                Ok(())
            }
            (None, Some(value)) => set(text, doc, value),
            (None, None) => {
                remove(text, doc);
                Ok(())
            }
        }
    }
}

/// The rules of a list in a rule set, if there is one.
fn rules_in(list: ListedRules<'_>, rules: Option<&Resolved>) -> Vec<&'static str> {
    rules.map(|rules| list.rules_in(rules)).unwrap_or_default()
}

/// The text of a request.
///
/// # Errors
/// It is not TOML.
fn parsed(page_rules: &PageRules, asked: &AskedEdit) -> Result<DocumentMut, NotAnswered> {
    asked.text.parse().map_err(|why: toml_edit::TomlError| {
        // The checker says it better, and where.
        let problems =
            page_rules.check(SentTexts::new(&asked.text, &asked.scripts)).err().unwrap_or_default();
        NotAnswered::Rules(if problems.has_errors() {
            problems
        } else {
            Problem::error(Code::Syntax, why.message().to_owned()).into()
        })
    })
}

/// Changes a text.
///
/// # Errors
/// The text is not TOML, or a key cannot be changed in it.
pub fn edit(page_rules: &PageRules, mut asked: AskedEdit) -> Result<Edited, NotAnswered> {
    if let Some(problem) = check_scripts(&asked.scripts) {
        return Err(NotAnswered::Rules(problem.into()));
    }
    let mut text = parsed(page_rules, &asked)?;
    let rules =
        TextRules::new(page_rules, SentTexts::new(&asked.text, &asked.scripts), Some(&text));
    let registry = rules.registry(page_rules);
    let lists = ListedRules::all(registry).map(|(_, list)| list);
    let keys = TextKeys { rules: &rules, lists, docs: keys_reference(registry) };
    for (key, value) in &asked.set {
        keys.change(&mut text, key, value.as_deref())?;
    }
    for (list, wanted) in lists.into_iter().zip([&asked.hazards, &asked.rules]) {
        if !wanted.is_empty() {
            let (own, inherited) = (rules.own.as_ref(), rules.inherited.as_ref());
            list.tick(&mut text, wanted, &rules_in(list, own), &rules_in(list, inherited))?;
        }
    }
    if let Some(rule) = &asked.earlier {
        let unknown = || NotAnswered::bad(format!("earlier: there is no rule {rule}"));
        let list = lists.iter().find(|list| list.knows(rule)).ok_or_else(unknown)?;
        list.move_up(&mut text, rule)?;
    }
    if let Some(mixins) = &asked.mixins {
        let list: Array = mixins.iter().map(String::as_str).collect();
        if list.is_empty() {
            text.remove("mixins");
        } else {
            put(text.as_table_mut(), "mixins", list.into());
        }
    }
    if let Some(name) = &asked.drop_script {
        scripts::remove(&mut text, &mut asked.scripts, name, registry)?;
    }
    if let Some(name) = &asked.new_script {
        scripts::begin(&mut text, &mut asked.scripts, name, registry)?;
    }
    Ok(Edited { text: text.to_string(), scripts: asked.scripts })
}

/// A value as references have it, or what was written as a text: then the check says what is wrong
/// with it.
fn toml_value(doc: &KeyDoc, value: &str) -> Value {
    let value = value.trim();
    doc.toml_of(value).and_then(|toml| toml.parse().ok()).unwrap_or_else(|| value.into())
}

fn set(text: &mut DocumentMut, doc: &KeyDoc, value: &str) -> Result<(), NotAnswered> {
    if doc.table.is_empty() {
        let value =
            value.trim().parse().ok().filter(Value::is_str).unwrap_or_else(|| value.trim().into());
        put(text.as_table_mut(), doc.name, value);
        return Ok(());
    }
    let value = toml_value(doc, value);
    if text.get(doc.table).is_none() {
        text.insert(doc.table, Item::Table(Table::new()));
    }
    match text.get_mut(doc.table).and_then(Item::as_table_like_mut) {
        Some(table) => put(table, doc.name, value),
        None => {
            return Err(NotAnswered::bad(format!(
                "set: {} is a list in this text; change {} there",
                doc.table,
                doc.full()
            )));
        }
    }
    Ok(())
}

fn remove(text: &mut DocumentMut, doc: &KeyDoc) {
    if doc.table.is_empty() {
        text.remove(doc.name);
        return;
    }
    let Some(table) = text.get_mut(doc.table).and_then(Item::as_table_like_mut) else { return };
    table.remove(doc.name);
    if table.is_empty() {
        text.remove(doc.table);
    }
}

//! A rule set as a sheet (`docs/formats/server.md`): what an editor shows beside a text, and how it
//! changes the text.

mod edit;
mod listed;
mod scripts;
#[cfg(test)]
mod tests;
mod written;

pub use self::edit::{AskedEdit, edit};
pub use self::scripts::whole;

use self::listed::ListedRules;
use self::written::TextRules;
use crate::choose;
use crate::rules::{AskedRules, PageRules, SENT};
use crate::sent::SentTexts;
use toml_edit::{DocumentMut, Item, Value};
use tsuro::json::{Json, json};
use tsuro::picture::live_svg;
use tsuro::rules::Registry;
use tsuro::ruleset::{KeyDoc, Resolved, keys_reference, toml_inline};
use tsuro_faces::table::choosing::{Edition, RuleSource, difference_lines, house_rules_of};
use tsuro_faces::words::Language;

/// A key of a sheet.
struct SheetKey {
    /// Its full name: of several hazards `hazard.tsunami.every`.
    full: String,
    /// Its table: of several hazards `hazard.tsunami`.
    table: String,
    doc: KeyDoc,
}

/// Where a key is in a text.
fn item<'a>(text: &'a DocumentMut, key: &SheetKey, lists: &[OwnRules<'_>]) -> Option<&'a Item> {
    let list = lists.iter().find(|(list, _)| list.table == key.doc.table);
    match list.map(|(list, rules)| (list, list.parts(&key.full), rules)) {
        Some((list, Some((rule, name)), _)) => list.table_in(text, rule)?.get(name),
        Some((list, None, rules)) if list.is_listed(text) => {
            list.table_in(text, rules.first()?)?.get(key.doc.name)
        }
        _ if key.table.is_empty() => text.get(key.doc.name),
        _ => text.get(&key.table)?.as_table_like()?.get(key.doc.name),
    }
}

/// The texts in a list at the top of a file.
fn texts(text: &DocumentMut, key: &str) -> Vec<String> {
    let items = text.get(key).and_then(Item::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Keys at the top of a file that are said in another way.
const APART: [&str; 3] = ["schema", "mixins", "scripts"];

/// Keys in the order of the documents, each once: several rules of a phase may have the same. Where
/// there are several rules of a list, each has keys of its own.
fn keys(registry: &Registry, lists: &[OwnRules<'_>]) -> Vec<SheetKey> {
    let docs = keys_reference(registry);
    let mut keys: Vec<SheetKey> = Vec::new();
    for doc in &docs {
        if doc.table.is_empty() && APART.contains(&doc.name) {
            continue;
        }
        match lists.iter().find(|(list, rules)| list.table == doc.table && rules.len() > 1) {
            Some((list, rules)) if keys.iter().all(|known| known.doc.table != doc.table) => {
                let its = list.keys(rules, &docs).into_iter();
                keys.extend(its.map(|(table, doc)| SheetKey {
                    full: format!("{table}.{}", doc.name),
                    table,
                    doc,
                }));
            }
            None if keys.iter().all(|known| known.full != doc.full()) => {
                keys.push(SheetKey {
                    full: doc.full(),
                    table: doc.table.to_owned(),
                    doc: doc.clone(),
                });
            }
            _ => {}
        }
    }
    keys
}

/// A text, and what it comes to.
struct SheetText<'s> {
    sent: SentTexts<'s>,
    /// `None`: it is not TOML.
    written: Option<DocumentMut>,
    rules: TextRules,
    language: Language,
}

/// The rules of a phase of which a rule set can have several, with the names of the rules that it
/// has.
type OwnRules<'r> = (ListedRules<'r>, Vec<String>);

impl<'s> SheetText<'s> {
    fn new(page_rules: &PageRules, sent: SentTexts<'s>, language: Language) -> Self {
        let written: Option<DocumentMut> = sent.rules.unwrap_or_default().parse().ok();
        let rules = TextRules::new(page_rules, sent, written.as_ref());
        Self { sent, written, rules, language }
    }

    /// What the text extends.
    fn parent(&self) -> Option<&str> {
        self.written.as_ref()?.get("extends")?.as_str()
    }

    /// The house rules that the text can have, or has.
    fn mixins(&self, source: RuleSource<'_>) -> Json {
        let ticked =
            self.written.as_ref().map(|written| texts(written, "mixins")).unwrap_or_default();
        let mixins = self
            .parent()
            .into_iter()
            .flat_map(|parent| house_rules_of(parent, &ticked, source, self.language));
        Json::list(mixins.map(|house| {
            json!({
                "name": house.name, "title": house.title, "summary": house.summary,
                "ticked": house.is_ticked,
            })
        }))
    }

    /// What differs from what the text extends.
    fn differences(&self, source: RuleSource<'_>) -> Vec<String> {
        let plain = self.parent().and_then(|parent| source.resolved(parent).ok());
        match (&plain, &self.rules.own) {
            (Some(plain), Some(own)) => difference_lines(plain, own, source, self.language),
            _ => Vec::new(),
        }
    }

    /// A key, with what it holds here and what it would without the text's own.
    fn key(&self, key: &SheetKey, lists: &[OwnRules<'_>]) -> Option<Json> {
        let held =
            |resolved: &Option<Resolved>| resolved.as_ref()?.value(&key.full).map(toml_inline);
        let there = self.written.as_ref().and_then(|written| item(written, key, lists));
        let (mut value, inherited, is_own) =
            (held(&self.rules.own), held(&self.rules.inherited), there.is_some());
        let doc = &key.doc;
        if key.table.is_empty() {
            value = there.and_then(Item::as_str).map(|text| Value::from(text).to_string());
        } else if !is_own && value.is_none() && inherited.is_none() {
            // Keys of rules that are not chosen say nothing here.
            return None;
        }
        let words = if doc.is_one_word { doc.words.as_slice() } else { &[] };
        Some(json!({
            "key": key.full, "table": key.table, "doc": doc.doc, "values": doc.values,
            "default": doc.default,
            "value": value, "inherited": inherited, "own": is_own,
            "words": Json::list(
                words.iter().map(|(word, doc)| json!({ "word": word, "doc": doc }))
            ),
        }))
    }

    /// The board as it is dealt, drawn under the text's rules: in a game, scripts that a client sent
    /// could take their time.
    fn board(&self, page_rules: &PageRules) -> Option<String> {
        let asked = AskedRules {
            rules: None,
            text: Some(self.sent.rules.unwrap_or_default().to_owned()),
            scripts: self.sent.scripts.to_vec(),
            options: Vec::new(),
        };
        choose::board(page_rules, &asked, live_svg, &|| false).ok()
    }
}

/// What a text comes to.
pub fn sheet(page_rules: &PageRules, sent: SentTexts<'_>, language: Language) -> Json {
    let problems = page_rules.check(sent).err().unwrap_or_default();
    let text = SheetText::new(page_rules, sent, language);
    let registry = text.rules.registry(page_rules);
    let (written, TextRules { own, inherited }) = (text.written.as_ref(), &text.rules);
    let lists: [OwnRules<'_>; 2] = ListedRules::all(registry)
        .map(|(_, list)| (list, list.of_text(written, own.as_ref(), inherited.as_ref())));
    page_rules.with(sent, |source| {
        let edition = text.parent().map(|parent| Edition::load(parent, source, language));
        let chosen = Edition::load(SENT, source, language);
        let variant = chosen.variant.as_ref();
        let keys = keys(registry, &lists);
        let is_known = own.is_some();
        let mut sheet = json!({
            "problems": choose::problems(&problems),
            "title": is_known.then_some(&chosen.title),
            "summary": is_known.then_some(&chosen.summary),
            "counts": variant.map(|variant| choose::counts(variant)),
            "parent": edition.map(
                |edition| json!({ "reference": edition.reference, "title": edition.title })
            ),
            "mixins": text.mixins(source),
            "keys": Json::List(keys.iter().filter_map(|key| text.key(key, &lists)).collect()),
            "differences": text.differences(source),
            "board": variant.and_then(|_| text.board(page_rules)),
            // Without scripts, it is the text itself.
            "file": (!sent.scripts.is_empty()).then(|| whole(sent)),
        });
        for ((list, own), (field, _)) in lists.iter().zip(ListedRules::all(registry)) {
            sheet.set(field, list.ticks(own, written, inherited.as_ref()));
        }
        sheet
    })
}

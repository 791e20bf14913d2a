//! A rule set as a sheet (`docs/formats/server.md`): what an editor shows beside a text, and
//! changes of the text that keep its comments and its order.

mod listed;
mod scripts;

pub(super) use self::scripts::whole;

use super::bounds::check_scripts;
use super::choose;
use super::rules::{AskedRules, SENT, SentScript, SentTexts, ServerRules};
use listed::ListedRules;
use std::collections::BTreeMap;
use toml_edit::{Array, DocumentMut, Item, Table, Value};
use tsuro::json::{Json, json};
use tsuro::rules::Registry;
use tsuro::ruleset::{Code, KeyDoc, Problem, Problems, Resolved, keys_reference, toml_inline};
use tsuro_faces::table::choosing::{Edition, difference_lines, house_rules_of};
use tsuro_faces::words::Language;

/// Changes of a text.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskedEdit {
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
pub(super) struct Edited {
    pub text: String,
    pub scripts: Vec<SentScript>,
}

/// Why a text is not changed.
pub(super) enum NotEdited {
    Rules(Problems),
    Bad(String),
}

/// A key of a sheet.
struct SheetKey {
    /// Its full name: of several hazards `hazard.tsunami.every`.
    full: String,
    /// Its table: of several hazards `hazard.tsunami`.
    table: String,
    doc: KeyDoc,
}

/// Where a key is in a text.
fn item<'a>(
    text: &'a DocumentMut,
    key: &SheetKey,
    lists: &[(ListedRules<'_>, Vec<String>)],
) -> Option<&'a Item> {
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

/// The text without its own keys: what it inherits.
fn without_keys(text: &DocumentMut) -> String {
    let mut bare = text.clone();
    bare.as_table_mut().retain(|_, item| item.is_value());
    bare.to_string()
}

/// Keys at the top of a file that are said in another way.
const APART: [&str; 3] = ["schema", "mixins", "scripts"];

/// Keys in the order of the documents, each once: several rules of a phase may have the same. Where
/// there are several rules of a list, each has keys of its own.
fn keys(registry: &Registry, lists: &[(ListedRules<'_>, Vec<String>)]) -> Vec<SheetKey> {
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

/// What a text comes to.
pub(super) fn sheet(server: &ServerRules, sent: SentTexts<'_>, language: Language) -> Json {
    let text = sent.rules.unwrap_or_default();
    let written: Option<DocumentMut> = text.parse().ok();
    let problems = server.check(sent).err().unwrap_or_default();
    let bare = written.as_ref().map(without_keys).unwrap_or_default();
    let own = server.with(sent, |rules| rules.resolved(SENT).ok());
    let inherited =
        server.with(SentTexts { rules: Some(&bare), ..sent }, |rules| rules.resolved(SENT).ok());
    // The rules of scripts are among those that there are.
    let registry = own
        .as_ref()
        .or(inherited.as_ref())
        .map_or(server.registry, |rules| rules.registry(server.registry));
    let parent = written
        .as_ref()
        .and_then(|written| written.get("extends"))
        .and_then(Item::as_str)
        .map(str::to_owned);
    server.with(sent, |rules| {
        let edition = parent.as_deref().map(|parent| Edition::load(parent, rules, language));
        let chosen = Edition::load(SENT, rules, language);
        let ticked = written.as_ref().map(|written| texts(written, "mixins")).unwrap_or_default();
        let mixins =
            parent.iter().flat_map(|parent| house_rules_of(parent, &ticked, rules, language));
        let mixins = mixins.map(|house| {
            json!({
                "name": house.name, "title": house.title, "summary": house.summary,
                "ticked": house.is_ticked,
            })
        });
        let plain = parent.as_deref().and_then(|parent| rules.resolved(parent).ok());
        let differences = match (&plain, &own) {
            (Some(plain), Some(own)) => difference_lines(plain, own, rules, language),
            _ => Vec::new(),
        };
        let lists = ListedRules::all(registry).map(|(_, list)| {
            (list, list.of_text(written.as_ref(), own.as_ref(), inherited.as_ref()))
        });
        let value = |resolved: &Option<Resolved>, key: &SheetKey| {
            resolved.as_ref()?.value(&key.full).map(toml_inline)
        };
        let key = |key: &SheetKey| {
            let there = written.as_ref().and_then(|written| item(written, key, &lists));
            let (mut value, inherited, is_own) =
                (value(&own, key), value(&inherited, key), there.is_some());
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
        };
        let asked = AskedRules {
            rules: None,
            text: Some(text.to_owned()),
            scripts: sent.scripts.to_vec(),
            options: Vec::new(),
        };
        let board = chosen.variant.as_ref().and_then(|_| choose::board(server, &asked).ok());
        let counts = chosen.variant.as_ref().map(|variant| choose::counts(variant));
        let is_known = own.is_some();
        let mut sheet = json!({
            "problems": choose::problems(&problems),
            "title": is_known.then_some(&chosen.title),
            "summary": is_known.then_some(&chosen.summary),
            "counts": counts,
            "parent": edition.map(
                |edition| json!({ "reference": edition.reference, "title": edition.title })
            ),
            "mixins": Json::list(mixins),
            "keys": Json::List(keys(registry, &lists).iter().filter_map(key).collect()),
            "differences": differences,
            "board": board,
            // Without scripts, it is the text itself.
            "file": (!sent.scripts.is_empty()).then(|| whole(sent)),
        });
        for ((list, own), (field, _)) in lists.iter().zip(ListedRules::all(registry)) {
            sheet.set(field, list.ticks(own, written.as_ref(), inherited.as_ref()));
        }
        sheet
    })
}

/// Changes a text.
///
/// # Errors
/// The text is not TOML, or a key cannot be changed in it.
pub(super) fn edit(server: &ServerRules, mut asked: AskedEdit) -> Result<Edited, NotEdited> {
    if let Some(problem) = check_scripts(&asked.scripts) {
        return Err(NotEdited::Rules(problem.into()));
    }
    let mut text: DocumentMut = asked.text.parse().map_err(|why: toml_edit::TomlError| {
        // The checker says it better, and where.
        let problems =
            server.check(SentTexts::new(&asked.text, &asked.scripts)).err().unwrap_or_default();
        NotEdited::Rules(if problems.has_errors() {
            problems
        } else {
            Problem::error(Code::Syntax, why.message().to_owned()).into()
        })
    })?;
    let resolved = |text: &str| {
        server.with(SentTexts::new(text, &asked.scripts), |rules| rules.resolved(SENT).ok())
    };
    let (own, inherited) = (resolved(&asked.text), resolved(&without_keys(&text)));
    let registry = own
        .as_ref()
        .or(inherited.as_ref())
        .map_or(server.registry, |rules| rules.registry(server.registry));
    let lists = ListedRules::all(registry).map(|(_, list)| list);
    let of = |list: ListedRules<'_>, rules: &Option<Resolved>| {
        rules.as_ref().map(|rules| list.rules_in(rules)).unwrap_or_default()
    };
    let docs = keys_reference(registry);
    for (key, value) in &asked.set {
        let unknown = || NotEdited::Bad(format!("set: there is no key {key}"));
        let named = lists.iter().find_map(|list| Some((*list, list.parts(key)?)));
        let is_it = |doc: &&KeyDoc| match named {
            Some((list, (rule, name))) => {
                doc.table == list.table
                    && doc.name == name
                    && doc.rule.is_none_or(|known| known == rule)
            }
            None => doc.full() == *key,
        };
        let doc = docs.iter().find(is_it).ok_or_else(unknown)?;
        // A list of one rule means the same as one table.
        let alone = |list: &&ListedRules<'_>| {
            list.table == doc.table && doc.name != "rule" && list.is_listed(&text)
        };
        let alone = lists
            .iter()
            .find(alone)
            .map(|list| (*list, list.of_text(Some(&text), own.as_ref(), inherited.as_ref())));
        let of_list = match (named, &alone) {
            (Some((list, (rule, _))), _) => Some((list, rule)),
            (None, Some((list, rules))) if rules.len() == 1 => Some((*list, rules[0].as_str())),
            _ => None,
        };
        match (of_list, value) {
            (Some((list, rule)), Some(value)) => {
                list.set(&mut text, rule, doc.name, &toml_value(doc, value))?;
            }
            (Some((list, rule)), None) => {
                list.remove(&mut text, rule, doc.name, &of(list, &inherited));
            }
            (None, Some(value)) => set(&mut text, doc, value)?,
            (None, None) => remove(&mut text, doc),
        }
    }
    for (list, wanted) in lists
        .into_iter()
        .zip([&asked.hazards, &asked.rules])
        .filter(|(_, wanted)| !wanted.is_empty())
    {
        list.tick(&mut text, wanted, &of(list, &own), &of(list, &inherited))?;
    }
    if let Some(rule) = &asked.earlier {
        let unknown = || NotEdited::Bad(format!("earlier: there is no rule {rule}"));
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

/// Sets a key, and keeps what is written around its value.
fn put(table: &mut dyn toml_edit::TableLike, name: &str, mut value: Value) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => drop(table.insert(name, Item::Value(value))),
    }
}

/// A value as references have it, or what was written as a text: then the check says what is wrong
/// with it.
fn toml_value(doc: &KeyDoc, value: &str) -> Value {
    let value = value.trim();
    doc.toml_of(value).and_then(|toml| toml.parse().ok()).unwrap_or_else(|| value.into())
}

fn set(text: &mut DocumentMut, doc: &KeyDoc, value: &str) -> Result<(), NotEdited> {
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
            return Err(NotEdited::Bad(format!(
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

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::game::{Abilities, Key, Rule, RuleDecl, Timing};
    use tsuro::rules::hazard::names::PIECES;
    use tsuro::rules::{Registry, RulePhase};
    use tsuro_world::RuleFiles;

    const TEXT: &str = "# Ours.\nschema = 1\nname = \"mine\"\nextends = \"seas\" # the sea\n\n\
        [tiles]\n# Four of them.\nhand = 4 # not five\n";

    fn server() -> ServerRules {
        ServerRules { files: RuleFiles::default(), registry: Box::leak(Box::default()) }
    }

    /// A text without scripts.
    fn plain_text(text: &str) -> SentTexts<'_> {
        SentTexts::new(text, &[])
    }

    fn edited(change: &str) -> Result<String, String> {
        edited_on(&server(), change)
    }

    fn edited_on(server: &ServerRules, change: &str) -> Result<String, String> {
        let asked = serde_json::from_str(change).unwrap();
        edit(server, asked).map(|edited| edited.text).map_err(|why| match why {
            NotEdited::Bad(why) => why,
            NotEdited::Rules(problems) => problems.to_string(),
        })
    }

    /// The text with the hazard of Seas where it says `SEAS`.
    fn of_seas(text: &str) -> String {
        text.replace("SEAS", PIECES)
    }

    fn change(text: &str, set: &str) -> String {
        format!("{{\"text\": {}, \"set\": {set}}}", Json::serialized(text))
    }

    #[test]
    fn a_change_keeps_comments_and_order() {
        assert_eq!(
            edited(&change(TEXT, r#"{"tiles.hand": "2"}"#)).unwrap(),
            TEXT.replace("hand = 4", "hand = 2")
        );
        let more =
            edited(&change(TEXT, r#"{"board.columns": "8", "players.first": "random"}"#)).unwrap();
        assert!(
            more.starts_with(TEXT)
                && more.contains("[board]\ncolumns = 8\n")
                && more.contains("first = \"random\""),
            "{more}"
        );
        let less =
            edited(&change(&more, r#"{"board.columns": null, "tiles.hand": null}"#)).unwrap();
        assert!(
            !less.contains("[board]") && !less.contains("[tiles]") && less.contains("# the sea"),
            "{less}"
        );
        let named = edited(&change(TEXT, r#"{"title": "Ours", "name": "ours"}"#)).unwrap();
        assert!(
            named.contains("name = \"ours\"\n") && named.contains("title = \"Ours\"\n\n[tiles]"),
            "{named}"
        );
        let mixed = edited(&format!(
            "{{\"text\": {}, \"mixins\": [\"rough-seas\"]}}",
            Json::serialized(TEXT)
        ))
        .unwrap();
        assert!(
            mixed.contains("mixins = [\"rough-seas\"]\n")
                && mixed.find("mixins") < mixed.find("[tiles]"),
            "{mixed}"
        );
    }

    #[test]
    fn what_cannot_be_changed_is_said() {
        assert_eq!(
            edited(&change(TEXT, r#"{"tiles.hands": "2"}"#)).unwrap_err(),
            "set: there is no key tiles.hands"
        );
        assert!(
            edited(&change("schema = = 1", r#"{"tiles.hand": "2"}"#)).unwrap_err().contains('1')
        );
        let list =
            of_seas("schema = 1\n[[hazard]]\nrule = \"SEAS\"\n[[hazard]]\nrule = \"cannon\"\n");
        assert!(
            edited(&change(&list, r#"{"hazard.minimum": "2"}"#)).unwrap_err().contains("is a list")
        );
        assert_eq!(
            edited(&change(&list, r#"{"hazard.cannon.minimum": "2"}"#)).unwrap_err(),
            "set: there is no key hazard.cannon.minimum"
        );
        assert_eq!(
            edited(&change(TEXT, r#"{"hazard.rain.drops": "2"}"#)).unwrap_err(),
            "set: there is no key hazard.rain.drops"
        );
        let ticks =
            format!("{{\"text\": {}, \"hazards\": {{\"rain\": true}}}}", Json::serialized(TEXT));
        assert_eq!(edited(&ticks).unwrap_err(), "hazards: there is no hazard rain");
        let inline = format!(
            "{{\"text\": {}, \"hazards\": {{\"cannon\": true}}}}",
            Json::serialized(
                "schema = 1\nname = \"m\"\nextends = \"seas\"\nhazard = [{ rule = \"tsunami\" }]\n"
            )
        );
        assert!(edited(&inline).unwrap_err().contains("in one line"));
    }

    #[test]
    fn values_are_taken_as_references_have_them() {
        let with = |set: &str| edited(&change(TEXT, set)).unwrap();
        assert!(
            with(r#"{"placement.avoid": "edge, loop"}"#).contains("avoid = [\"edge\", \"loop\"]\n")
        );
        assert!(with(r#"{"placement.avoid": "edge"}"#).contains("avoid = [\"edge\"]\n"));
        assert!(with(r#"{"start.marks": "a1:A,b1:A"}"#).contains("marks = [\"a1:A\", \"b1:A\"]\n"));
        assert!(with(r#"{"start.marks": "shore"}"#).contains("marks = \"shore\"\n"));
        assert!(
            with(r#"{"board.portals": "[[b2,e5]]"}"#).contains("portals = [[\"b2\", \"e5\"]]\n")
        );
        assert!(
            with(r#"{"tiles.hand": "four \"tiles\""}"#).contains("hand = 'four \"tiles\"'"),
            "{}",
            with(r#"{"tiles.hand": "four \"tiles\""}"#)
        );
    }

    #[test]
    fn hazards_are_ticked_and_have_keys_of_their_own() {
        let tick = |text: &str, hazards: &str| {
            let text = edited(&format!(
                "{{\"text\": {}, \"hazards\": {hazards}}}",
                Json::serialized(text)
            ))
            .unwrap();
            let found = server().check(plain_text(&text)).map(|variant| {
                ListedRules::all(&Registry::default())[0].1.rules_in(variant.resolved()).join(" ")
            });
            (text, found.unwrap_or_else(|why| why.to_string()))
        };
        let seas = "schema = 1\nname = \"mine\"\nextends = \"seas\"\n";
        let (both, rules) = tick(seas, r#"{"cannon": true}"#);
        assert_eq!(
            (both.as_str(), rules.as_str()),
            (&*format!("{seas}\n[[hazard]]\nrule = \"cannon\"\n"), &*of_seas("SEAS cannon"))
        );
        let set = edited(&change(
            &both,
            &of_seas(r#"{"hazard.SEAS.minimum": "2", "hazard.cannon.shots": "3"}"#),
        ))
        .unwrap();
        assert_eq!(
            set,
            format!("{both}shots = 3\n\n[[hazard]]\nrule = \"{PIECES}\"\nminimum = 2\n")
        );
        let less = edited(&change(
            &set,
            &of_seas(r#"{"hazard.SEAS.minimum": null, "hazard.cannon.shots": null}"#),
        ))
        .unwrap();
        assert_eq!(less, both, "what says no more of a hazard of the parent goes");
        assert_eq!(tick(&both, r#"{"cannon": false}"#), (seas.to_owned(), PIECES.to_owned()));
        let (alone, rules) = tick(&both, &of_seas(r#"{"SEAS": false}"#));
        assert!(
            alone.contains(&of_seas("rule = \"SEAS\"\nremove = true")) && rules == "cannon",
            "{alone}"
        );
        assert_eq!(
            tick(&alone, &of_seas(r#"{"SEAS": true}"#)),
            (both.clone(), of_seas("SEAS cannon"))
        );
        let (none, rules) = tick(seas, &of_seas(r#"{"SEAS": false}"#));
        assert!(none.ends_with("[hazard]\nrule = \"none\"\n") && rules.is_empty(), "{none}");
        assert_eq!(
            tick(&none, &of_seas(r#"{"SEAS": true}"#)),
            (seas.to_owned(), PIECES.to_owned())
        );
        // A table with keys becomes a list, and its comments stay.
        let table = format!("{seas}\n[hazard] # ours\n# Few.\nminimum = 2 # not three\n");
        let (listed, rules) = tick(&table, r#"{"tsunami": true}"#);
        assert!(
            listed.contains(&of_seas("rule = \"SEAS\"\n# Few.\nminimum = 2 # not three\n"))
                && rules == of_seas("tsunami SEAS"),
            "{listed}: {rules}"
        );

        let one = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n\n[[hazard]]\n\
            rule = \"tsunami\"\nevery = 4\n";
        assert_eq!(
            edited(&change(one, r#"{"hazard.every": "5"}"#)).unwrap(),
            one.replace('4', "5")
        );
        let sheet: serde_json::Value =
            super::sheet(&server(), plain_text(one), Language::English).into();
        let every = sheet["keys"]
            .as_array()
            .unwrap()
            .iter()
            .find(|key| key["key"] == "hazard.every")
            .unwrap();
        assert_eq!((&every["value"], &every["own"]), (&"4".into(), &true.into()));

        let sheet: serde_json::Value =
            super::sheet(&server(), plain_text(&set), Language::English).into();
        let keys: Vec<&str> = sheet["keys"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|key| key["key"].as_str())
            .collect();
        assert!(
            keys.contains(&&*of_seas("hazard.SEAS.minimum"))
                && keys.contains(&"hazard.cannon.shots")
                && !keys.contains(&"hazard.minimum"),
            "{keys:?}"
        );
        let key = |name: &str| {
            sheet["keys"]
                .as_array()
                .unwrap()
                .iter()
                .find(|key| key["key"] == name)
                .cloned()
                .unwrap()
        };
        let minimum = key(&of_seas("hazard.SEAS.minimum"));
        assert_eq!(
            (&minimum["value"], &minimum["inherited"], &minimum["own"], &minimum["table"]),
            (&"2".into(), &"3".into(), &true.into(), &of_seas("hazard.SEAS").into())
        );
        assert_eq!(key(&of_seas("hazard.SEAS.rows"))["own"], false);
        let ticked: Vec<(&str, bool, bool)> = sheet["hazards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                (one["rule"].as_str().unwrap(), one["ticked"] == true, one["inherited"] == true)
            })
            .collect();
        assert!(
            ticked.contains(&(PIECES, true, true))
                && ticked.contains(&("cannon", true, false))
                && ticked.contains(&("tsunami", false, false)),
            "{ticked:?}"
        );
        let wrong: serde_json::Value = super::sheet(
            &server(),
            plain_text(&set.replace("shots = 3", "shots = 99")),
            Language::English,
        )
        .into();
        assert_eq!(wrong["problems"][0]["key"], "hazard.cannon.shots");
        assert!(
            wrong["keys"]
                .as_array()
                .unwrap()
                .iter()
                .any(|key| key["key"] == "hazard.cannon.shots" && key["own"] == true)
        );
        assert_eq!(
            wrong["hazards"], sheet["hazards"],
            "they are ticked while something else is wrong"
        );
    }

    static TOLL: RuleDecl =
        RuleDecl::new(RulePhase::Rule, "toll", "each tile costs something", &|_| {
            Some(Box::new(Nothing(&TOLL)))
        })
        .keys(&[Key::number("coins", 1..=9).default(2).means("What it costs")])
        .at(&[Timing::TurnEnds])
        .abilities(Abilities::NONE);
    static FERRY: RuleDecl = RuleDecl::new(RulePhase::Rule, "ferry", "a boat goes round", &|_| {
        Some(Box::new(Nothing(&FERRY)))
    })
    .keys(&[Key::number("seats", 1..=9).default(4).means("How many it holds")])
    .at(&[Timing::TurnEnds])
    .abilities(Abilities::NONE);

    /// A rule that does nothing.
    #[derive(Debug)]
    struct Nothing(&'static RuleDecl);

    impl Rule for Nothing {
        fn decl(&self) -> &'static RuleDecl {
            self.0
        }
    }

    #[test]
    fn other_rules_are_added_moved_and_removed_like_hazards() {
        let registry: &'static Registry =
            Box::leak(Box::new(Registry::default().with(&TOLL).with(&FERRY)));
        let server = ServerRules { files: RuleFiles::default(), registry };
        let edited = |text: &str, what: &str| {
            edited_on(&server, &format!("{{\"text\": {}, {what}}}", Json::serialized(text)))
        };
        let rules = |text: &str| {
            let of = |variant: tsuro::ruleset::Variant| {
                ListedRules::all(registry)[1].1.rules_in(variant.resolved()).join(" ")
            };
            server.check(plain_text(text)).map_or_else(|why| why.to_string(), of)
        };
        let classic = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n";
        let toll = edited(classic, r#""rules": {"toll": true}"#).unwrap();
        assert_eq!(
            (toll.as_str(), &*rules(&toll)),
            (&*format!("{classic}\n[[rule]]\nrule = \"toll\"\n"), "toll")
        );
        let both = edited(&toll, r#""rules": {"ferry": true}"#).unwrap();
        assert_eq!(rules(&both), "toll ferry");
        let set =
            edited(&both, r#""set": {"rule.toll.coins": "3", "rule.ferry.seats": "5"}"#).unwrap();
        assert_eq!(set, format!("{toll}coins = 3\n\n[[rule]]\nrule = \"ferry\"\nseats = 5\n"));
        // With its keys and comments, a rule goes before the other.
        let moved =
            edited(&set.replace("coins", "# Dear.\ncoins"), r#""earlier": "ferry""#).unwrap();
        assert_eq!(rules(&moved), "ferry toll", "{moved}");
        assert!(
            moved.ends_with("seats = 5\n\n[[rule]]\nrule = \"toll\"\n# Dear.\ncoins = 3\n"),
            "{moved}"
        );
        assert_eq!(
            edited(&moved, r#""earlier": "ferry""#).unwrap_err(),
            "earlier: no rule acts before ferry by this text"
        );
        assert_eq!(
            edited(&moved, r#""earlier": "rain""#).unwrap_err(),
            "earlier: there is no rule rain"
        );
        assert_eq!(
            edited(&moved, r#""rules": {"rain": true}"#).unwrap_err(),
            "rules: there is no rule rain"
        );
        assert_eq!(
            edited(&moved, r#""rules": {"no-rule": true}"#).unwrap_err(),
            "rules: there is no rule no-rule"
        );
        let less = edited(&moved, r#""set": {"rule.toll.coins": null}, "rules": {"ferry": false}"#)
            .unwrap();
        assert_eq!(rules(&less), "toll", "{less}");
        assert_eq!(
            edited(&less, r#""set": {"rule.coins": "4"}"#).unwrap(),
            format!("{less}coins = 4\n"),
            "alone, it is the list"
        );
        assert_eq!(edited(&less, r#""rules": {"toll": false}"#).unwrap(), classic);

        let sheet: serde_json::Value =
            super::sheet(&server, plain_text(&set), Language::English).into();
        let ticks = serde_json::json!([
            {
                "rule": "toll", "doc": "each tile costs something", "ticked": true,
                "inherited": false, "earlier": false,
            },
            {
                "rule": "ferry", "doc": "a boat goes round", "ticked": true, "inherited": false,
                "earlier": true,
            },
        ]);
        assert_eq!(sheet["rules"], ticks);
        let seats = sheet["keys"]
            .as_array()
            .unwrap()
            .iter()
            .find(|key| key["key"] == "rule.ferry.seats")
            .unwrap();
        assert_eq!(
            (&seats["value"], &seats["table"], &seats["own"]),
            (&"5".into(), &"rule.ferry".into(), &true.into())
        );
    }

    #[test]
    fn a_sheet_says_what_holds_what_is_inherited_and_what_is_wrong() {
        let sheet = sheet(&server(), plain_text(TEXT), Language::English);
        let sheet: serde_json::Value = sheet.into();
        let key = |sheet: &serde_json::Value, name: &str| {
            sheet["keys"]
                .as_array()
                .unwrap()
                .iter()
                .find(|key| key["key"] == name)
                .cloned()
                .unwrap_or_default()
        };
        let hand = key(&sheet, "tiles.hand");
        assert_eq!(
            (&hand["value"], &hand["inherited"], &hand["own"]),
            (&"4".into(), &"3".into(), &true.into())
        );
        let columns = key(&sheet, "board.columns");
        assert_eq!((&columns["value"], &columns["own"]), (&"7".into(), &false.into()));
        assert_eq!(
            (&sheet["parent"]["reference"], &sheet["problems"]),
            (&"seas".into(), &serde_json::json!([]))
        );
        assert_eq!(sheet["differences"], serde_json::json!(["Tiles in a hand: 3 → 4"]));
        assert!(sheet["board"].as_str().unwrap().starts_with("<svg"));
        assert!(
            sheet["mixins"]
                .as_array()
                .unwrap()
                .iter()
                .any(|mixin| mixin["name"] == "rough-seas" && mixin["ticked"] == false)
        );
        let broken: serde_json::Value = super::sheet(
            &server(),
            plain_text(&TEXT.replace("hand = 4", "hand = 99")),
            Language::English,
        )
        .into();
        assert_eq!(
            (&broken["problems"][0]["key"], &broken["board"]),
            (&"tiles.hand".into(), &serde_json::Value::Null)
        );
        let hand = key(&broken, "tiles.hand");
        assert_eq!((&hand["value"], &hand["inherited"]), (&serde_json::Value::Null, &"3".into()));
        let none: serde_json::Value =
            super::sheet(&server(), plain_text("schema = = 1"), Language::English).into();
        assert!(!none["problems"].as_array().unwrap().is_empty());
    }
}

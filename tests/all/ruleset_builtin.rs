//! The built-in rule sets.

use crate::common::{Catalog, in_checkout, rules};
use serde_json::Value;
use tsuro::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES, Resolved, load};

#[test]
fn every_built_in_rule_set_resolves_without_warnings() {
    for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
        let rules = rules(built_in.name);
        assert!(rules.warnings().is_empty(), "{}", rules.warnings());
        assert_eq!(rules.name(), built_in.name);
        assert!(
            !rules.title().is_empty() && !rules.summary().is_empty() && !rules.source().is_empty(),
            "{}",
            built_in.name
        );
        assert!(
            rules.summary().chars().count() <= 120,
            "the summary of {} is too long for one line",
            built_in.name
        );
        assert!(
            built_in.text.starts_with("# "),
            "{} begins with a line on what it is",
            built_in.name
        );
    }
}

#[test]
fn every_file_in_the_folder_is_embedded() {
    for (folder, list) in [("rulesets", BUILT_INS), ("rulesets/house", HOUSE_RULES)] {
        let directory = in_checkout(folder);
        let mut files: Vec<String> = std::fs::read_dir(directory)
            .expect("the folder is part of the checkout")
            .filter_map(|entry| {
                entry.ok()?.file_name().to_str()?.strip_suffix(".toml").map(str::to_owned)
            })
            .collect();
        let mut names: Vec<String> = list.iter().map(|built_in| built_in.name.to_owned()).collect();
        files.sort();
        names.sort();
        assert_eq!(files, names);
    }
}

#[test]
fn house_rules_of_differences_only_can_be_mixed_into_any_edition() {
    for house in HOUSE_RULES.iter().filter(|house| !house.text.contains("\nextends")) {
        for base in ["classic", "seas"] {
            let reference = format!("{base}+{}", house.name);
            // What is twelve on one board may be too many on another; then the error says so.
            match load(&reference, &BuiltIns, &Catalog) {
                Ok(rules) => assert_eq!(rules.name(), reference),
                Err(problems) => {
                    assert!(["big-board", "crowd"].contains(&house.name), "{problems}");
                }
            }
        }
        let alone = rules(house.name);
        let mixed = rules(&format!("classic+{}", house.name));
        assert_eq!(alone.hash(&Catalog), mixed.hash(&Catalog), "{}", house.name);
    }
}

/// Checks that `rules` has the same value for every key that both have.
fn assert_agrees(known: &Value, rules: &Value, path: &str) {
    match (known, rules) {
        (Value::Object(known), Value::Object(rules)) => {
            for (key, value) in known {
                // A record's writer may say less than we do, and more than we know.
                if let Some(ours) = rules.get(key) {
                    assert_agrees(value, ours, &format!("{path}.{key}"));
                }
            }
        }
        (known, rules) => assert_eq!(known, rules, "{path}"),
    }
}

#[test]
fn the_editions_say_what_the_records_of_another_program_say() {
    for name in ["classic", "classic-advanced", "luxury", "luxury-advanced", "seas"] {
        let path = in_checkout(format!("tests/corpus/records/{name}-3.jsonl"));
        let text = std::fs::read_to_string(path).expect("it is part of the corpus");
        let event: Value =
            serde_json::from_str(text.lines().next().unwrap_or_default()).expect("it is JSON");
        let known = event["rules"].clone();
        let ours = rules(name);
        assert_agrees(&known, &ours.to_json(), name);
        let theirs =
            Resolved::from_json(&known, &Catalog).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(theirs.to_json(), ours.to_json(), "{name}");
        assert_eq!(theirs.hash(&Catalog), ours.hash(&Catalog), "{name}");
        for table in tsuro::ruleset::keys::RULES {
            for key in known[table.name].as_object().into_iter().flatten().map(|(key, _)| key) {
                assert!(
                    ours.table(table.name).contains_key(key),
                    "{name} lacks {}.{key}",
                    table.name
                );
            }
        }
    }
}

#[test]
fn editions_differ_where_their_rulebooks_do() {
    let value = |name: &str, key: &str| rules(name).value(key).cloned().unwrap_or_default();
    assert_eq!(value("luxury", "players.max"), 11);
    assert_eq!(value("luxury", "draw.min-players"), 2);
    assert_eq!(value("luxury-advanced", "bonus.min-players"), 2);
    assert_eq!(value("luxury-advanced", "end.tie-break"), "active-first");
    assert_eq!(value("seas-calm", "hazard.rule"), "none");
    assert_eq!(
        value("seas-calm", "placement.avoid"),
        serde_json::json!(["edge", "loop", "daikaiju"])
    );
    assert_eq!(rules("seas-calm").table("hazard").len(), 1, "none of the daikaiju's keys is left");
    assert!(rules("accessible").presentation().plain);
    let french = rules("french");
    assert_eq!(french.presentation().language.as_deref(), Some("fr"));
    assert_eq!(french.texts().title_in("fr"), "Tsuro, édition française");
    assert_eq!(french.texts().title_in("de"), "Tsuro, French edition");
}

#[test]
fn presentations_do_not_change_the_rule_hash() {
    let classic = rules("classic").hash(&Catalog);
    for same in ["accessible", "french", "pass-the-pile"] {
        assert_eq!(rules(same).hash(&Catalog), classic, "{same}");
    }
}

#[test]
fn every_built_in_rule_set_has_a_french_title_and_summary() {
    for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
        let rules = rules(built_in.name);
        let french = &rules.texts().translations["fr"];
        let (title, summary) =
            (french.title.as_deref().unwrap(), french.summary.as_deref().unwrap());
        assert!(!title.is_empty() && summary != rules.summary(), "{}", built_in.name);
        assert!(
            summary.chars().count() <= 120,
            "the French summary of {} is too long for one line",
            built_in.name
        );
    }
}

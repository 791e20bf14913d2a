//! The list `[[rule]]` of rule-set files: how lists of them merge, and how they are named in
//! overrides, schema, comparison and reference, each as the list `[[hazard]]`.

use crate::common::Texts;
use crate::common::golden::pins;
use crate::common::json_schema::violations;
use crate::moments::program;
use serde_json::{Value, json};
use std::sync::LazyLock;
use tsuro::rules::Registry;
use tsuro::ruleset::{
    Code, Resolved, Variant, diff, diff_text, keys_json, keys_reference, keys_text, load, schema,
    template,
};

static REGISTRY: LazyLock<Registry> = LazyLock::new(program::registry);

/// A parent with two of them, and rule sets that extend it.
const TEXTS: &[(&str, &str)] = &[
    (
        "wet",
        "schema = 1\nextends = \"classic\"\n[[rule]]\nrule = \"tide\"\nevery = 5\n[[rule]]\n\
         rule = \"lantern\"\n",
    ),
    ("foggy", "schema = 1\nextends = \"wet\"\n[[rule]]\nrule = \"fog\"\nsees = 2\n"),
    ("faster", "schema = 1\nextends = \"foggy\"\n[[rule]]\nrule = \"tide\"\nevery = 2\n"),
    ("dry", "schema = 1\nextends = \"foggy\"\n[[rule]]\nrule = \"tide\"\nremove = true\n"),
    ("bare", "schema = 1\nextends = \"foggy\"\n[rule]\nrule = \"no-rule\"\n"),
    ("lone", "schema = 1\nextends = \"foggy\"\n[rule]\nrule = \"tide\"\n"),
    ("misty", "schema = 1\n[[rule]]\nrule = \"fog\"\n"),
    ("still", "schema = 1\n[[rule]]\nrule = \"tide\"\nremove = true\n"),
    ("spring", "schema = 1\n[[rule]]\nrule = \"tide\"\nevery = 9\n"),
];

fn with(reference: &str) -> Resolved {
    load(reference, &Texts(TEXTS), &*REGISTRY)
        .unwrap_or_else(|problems| panic!("{reference}\n{problems}"))
}

/// The places, codes and keys of the problems of a reference.
fn problems(reference: &str) -> Vec<String> {
    load(reference, &Texts(TEXTS), &*REGISTRY)
        .map_or_else(|problems| pins(&problems), |rules| pins(rules.warnings()))
}

/// The rules of the list, in the order of the rule set.
fn listed(rules: &Resolved) -> Vec<String> {
    let value = &rules.to_json()["rule"];
    let name = |one: &Value| one["rule"].as_str().unwrap().to_owned();
    value.as_array().map_or_else(|| vec![name(value)], |list| list.iter().map(name).collect())
}

#[test]
fn a_child_adds_changes_and_removes_rules_by_their_name() {
    let mut foggy = listed(&with("foggy"));
    foggy.sort();
    assert_eq!(
        (listed(&with("wet")).len(), foggy),
        (2, ["fog", "lantern", "tide"].map(str::to_owned).to_vec())
    );
    let faster = with("faster");
    assert_eq!(
        (faster.value("rule.tide.every"), faster.value("rule.fog.sees")),
        (Some(&json!(2)), Some(&json!(2)))
    );
    assert_eq!(
        listed(&faster),
        listed(&with("foggy")),
        "nothing is added, and each keeps its place"
    );
    let dry = with("dry");
    assert!(
        !listed(&dry).contains(&"tide".to_owned()) && dry.value("rule.tide.every").is_none(),
        "{}",
        dry.to_json()
    );
    assert_eq!(with("bare").to_json().get("rule"), None);
    assert_eq!(
        with("lone").to_json()["rule"],
        json!({ "rule": "tide", "every": 3 }),
        "replaced, not merged"
    );
    assert_eq!(
        with("bare").hash(&*REGISTRY),
        with("classic").hash(&*REGISTRY),
        "what is taken away leaves nothing"
    );
}

#[test]
fn mixins_add_and_remove_rules_unless_they_disagree() {
    assert_eq!(with("wet+misty").hash(&*REGISTRY), with("foggy+rule.fog.sees=1").hash(&*REGISTRY));
    assert_eq!(listed(&with("wet+still")), ["lantern"]);
    let codes = |reference| -> Vec<Code> {
        load(reference, &Texts(TEXTS), &*REGISTRY)
            .unwrap_err()
            .iter()
            .map(|problem| problem.code)
            .collect()
    };
    assert_eq!(codes("classic+spring+still"), [Code::MixinConflict; 2], "the rule, and its key");
    assert_eq!(codes("classic+still"), [Code::NothingToRemove]);
}

#[test]
fn overrides_name_a_rule() {
    for (reference, key, value) in [
        ("wet+every=4", "rule.tide.every", json!(4)),
        ("wet+rule.every=4", "rule.tide.every", json!(4)),
        ("wet+rule.tide.every=4", "rule.every", json!(4)),
        ("foggy+rule.fog.sees=3", "rule.fog.sees", json!(3)),
    ] {
        assert_eq!(with(reference).value(key), Some(&value), "{reference}");
    }
    for (reference, pin) in [
        ("wet+rule.fog.sees=3", "command line:1:10 other-rule-key rule.fog.sees"),
        ("wet+rule.tide.sees=3", "command line:1:5 other-rule-key rule.tide.sees"),
        ("wet+rule.tide.every=1", "command line:1:21 out-of-range rule.tide.every"),
    ] {
        assert_eq!(problems(reference), [pin], "{reference}");
    }
}

#[test]
fn a_rule_set_shows_each_rule_with_its_keys_and_can_be_read_again() {
    let foggy = with("foggy");
    let text = foggy.to_toml(true);
    assert!(
        text.contains("\n[[rule]]\nrule = \"tide\" # wet.toml:4\nevery = 5 # wet.toml:5\n"),
        "{text}"
    );
    assert!(
        text.contains("\n[[rule]]\nrule = \"fog\" # foggy.toml:4\nsees = 2 # foggy.toml:5\n"),
        "{text}"
    );
    assert_eq!(foggy.provenance_json()["rule.tide.every"]["line"], 5);
    let again = [("again", foggy.to_toml(false))];
    let again: Vec<(&str, &str)> =
        again.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let again =
        load("again", &Texts(&again), &*REGISTRY).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(
        (again.to_json(), again.hash(&*REGISTRY)),
        (foggy.to_json(), foggy.hash(&*REGISTRY))
    );
    let back = Resolved::from_json(&foggy.to_json(), &*REGISTRY)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!((back.to_json(), back.hash(&*REGISTRY)), (foggy.to_json(), foggy.hash(&*REGISTRY)));
    let fresh = template("mine", "foggy", &foggy, &*REGISTRY);
    assert!(fresh.contains("\n[[rule]]\n") && fresh.contains("\n# every = 5\n"), "{fresh}");
    let texts: Vec<_> = TEXTS.iter().copied().chain([("mine", fresh.as_str())]).collect();
    let mine = load("mine", &Texts(&texts), &*REGISTRY)
        .unwrap_or_else(|problems| panic!("{fresh}\n{problems}"));
    assert_eq!(mine.hash(&*REGISTRY), foggy.hash(&*REGISTRY), "{fresh}");
    assert!(Variant::from_text("wet", TEXTS[0].1, &REGISTRY).is_ok());
}

#[test]
fn a_difference_names_the_rule_in_which_it_is() {
    let keys = |one: &str, other: &str| -> Vec<String> {
        diff(&with(one), &with(other), &*REGISTRY)
            .into_iter()
            .map(|difference| difference.key)
            .collect()
    };
    assert_eq!(keys("foggy", "faster"), ["rule.tide.every"]);
    assert_eq!(keys("foggy", "dry"), ["rule.rule", "rule.tide.every"]);
    assert_eq!(keys("wet", "foggy"), ["rule.rule", "rule.fog.sees"]);
    let text = diff_text(&with("foggy"), &with("faster"), &*REGISTRY);
    assert!(text.contains("rule.tide.every") && text.contains('5') && text.contains('2'), "{text}");
}

#[test]
fn the_schema_takes_lists_of_rules_with_their_keys() {
    let schema = schema(&*REGISTRY);
    let fits = |text: &str| -> bool {
        let toml: toml::Table = toml::from_str(text).unwrap();
        violations(&schema, &serde_json::to_value(toml).unwrap()).is_empty()
    };
    for (_, text) in TEXTS {
        assert!(fits(text), "{text}");
    }
    for wrong in [
        "rule = \"tide\"\nsees = 2\n",
        "rule = \"tide\"\nevery = 1\n",
        "rule = \"tide\"\nremove = false\n",
        "every = 3\n",
    ] {
        assert!(!fits(&format!("schema = 1\n[[rule]]\n{wrong}")), "{wrong}");
    }
}

#[test]
fn the_reference_knows_a_key_by_its_rule() {
    let text = keys_text(&*REGISTRY, Some("rule.tide.every"))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let expected = "[rule]: Rules that fit no other word. Write one `[[rule]]` for each, with its \
        `rule`; `remove = true` beside that removes an inherited one\n\n  rule.every (with the rule `tide`)\n    How many turns \
                    there are from one tide to the next\n    \
                    values:  a whole number from 2 to 20\n    default: 3\n    example: every = 4\n";
    assert_eq!(text, expected);
    let json = keys_json(&*REGISTRY, Some("hazard.tsunami.every"))
        .unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!((json.as_array().unwrap().len(), &json[0]["rule"]), (1, &json!("tsunami")));
    // Of rules of which a file can have several, every key of every rule is found by the name by
    // which overrides have it.
    for doc in keys_reference(&*REGISTRY) {
        let Some(rule) = doc.rule.filter(|_| ["hazard", "rule"].contains(&doc.table)) else {
            continue;
        };
        let wanted = format!("{}.{rule}.{}", doc.table, doc.name);
        let found = keys_json(&*REGISTRY, Some(&wanted))
            .unwrap_or_else(|problem| panic!("{wanted}: {problem}"));
        let found: Vec<_> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|key| (key["key"].clone(), key["rule"].clone()))
            .collect();
        assert_eq!(found, [(json!(doc.full()), json!(rule))], "{wanted}");
    }
    for wrong in ["rule.fog.every", "draw.draft.every", "rule.tide.rule"] {
        assert!(keys_text(&*REGISTRY, Some(wrong)).is_err(), "{wrong}");
    }
    let slip = keys_text(&*REGISTRY, Some("rule.tide.evry")).unwrap_err();
    assert_eq!(slip.did_you_mean.as_deref(), Some("rule.tide.every"), "{slip}");
}

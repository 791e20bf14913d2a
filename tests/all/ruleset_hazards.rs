//! Rule sets with several hazards: how lists of them merge, in which order they stand, and how
//! their keys are named.

use crate::common::golden::pins;
use crate::common::json_schema::violations;
use crate::common::{Texts, rules};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::LazyLock;
use tsuro::game::{CauseDecl, Key, Rule, RuleDecl, RuleKey, RulePhase, Timing, TimingSet};
use tsuro::rules::Registry;
use tsuro::ruleset::{
    BuiltIns, Code, Problems, Resolved, Source, SourceId, Variant, diff, diff_text, load, resolve,
    schema, template,
};
use tsuro::with_rules;

/// A hazard of this file: it acts at its moments, and does nothing there.
macro_rules! hazard {
    ($decl:ident, $type:ident, $name:literal, $timings:expr, $keys:expr) => {
        static $decl: RuleDecl =
            RuleDecl::new(RulePhase::Hazard, $name, concat!("The ", $name, " comes"), &|values| {
                if $decl.keys.iter().any(|key| key.name == "every") && values.get(&EVERY)? == 13 {
                    values
                        .problem(&EVERY, "13 brings bad luck")
                        .with_own(&SIZE)
                        .with("board.columns");
                }
                Some(Box::new($type))
            })
            .keys($keys)
            .at($timings)
            .causes(&[&CauseDecl::new(
                concat!($name, "/out"),
                "being out",
                tsuro::game::Texts(&[("en", "out")]),
            )]);

        #[derive(Debug)]
        struct $type;

        impl Rule for $type {
            fn decl(&self) -> &'static RuleDecl {
                &$decl
            }
        }
    };
}

const EVERY: RuleKey<u8> =
    Key::number("every", 2..=100).default(8).means("How many turns there are between two").typed();
const SIZE: RuleKey<u8> = Key::number("size", 1..=9).default(1).means("How large it is").typed();

hazard!(TIDE, Tide, "tide", &[Timing::TurnBegins], &[EVERY.decl()]);
hazard!(GALE, Gale, "gale", &[Timing::BeforePlacement], &[EVERY.decl(), SIZE.decl()]);
hazard!(SQUALL, Squall, "squall", &[Timing::SetUp, Timing::BeforePlacement], &[SIZE.decl()]);
hazard!(
    FOG,
    Fog,
    "fog",
    &[Timing::AfterPlacement, Timing::TurnEnds],
    &[Key::flag("thick").default_flag(false).means("Whether it is thick")]
);
hazard!(REEF, Reef, "reef", &[Timing::TurnEnds], &[]);

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    Registry::default().with(&TIDE).with(&GALE).with(&SQUALL).with(&FOG).with(&REEF)
});

fn read(text: &str) -> Result<Resolved, Problems> {
    resolve(
        Source::new(SourceId::File("test.toml".into()), "test.toml", text),
        &BuiltIns,
        &*REGISTRY,
    )
}

fn fine(text: &str) -> Resolved {
    read(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

fn with(texts: &[(&str, &str)], reference: &str) -> Resolved {
    load(reference, &Texts(texts), &*REGISTRY)
        .unwrap_or_else(|problems| panic!("{reference}\n{problems}"))
}

/// The places, codes and keys of the problems of a reference.
fn problems(texts: &[(&str, &str)], reference: &str) -> Vec<String> {
    match load(reference, &Texts(texts), &*REGISTRY) {
        Ok(rules) => pins(rules.warnings()),
        Err(problems) => pins(&problems),
    }
}

/// The hazards of a rule set in its own order.
fn hazards(rules: &Resolved) -> Vec<String> {
    let value = &rules.to_json()["hazard"];
    let name = |hazard: &Value| hazard["rule"].as_str().unwrap().to_owned();
    value.as_array().map_or_else(|| vec![name(value)], |list| list.iter().map(name).collect())
}

const STORM: &str = "schema = 1\nextends = \"seas\"\n[[hazard]]\nrule = \"gale\"\nevery = 5\n\
    [[hazard]]\nrule = \"tide\"\n";

#[test]
fn entries_change_add_and_remove_by_their_rule() {
    let texts = [
        ("storm", STORM),
        (
            "more",
            "schema = 1\nextends = \"storm\"\n[[hazard]]\nrule = \"tide\"\nevery = 3\n[[hazard]]\n\
             rule = \"gale\"\nsize = 2\n",
        ),
        (
            "less",
            "schema = 1\nextends = \"more\"\n[[hazard]]\nrule = \"daikaiju\"\nremove = true\n\
             [[hazard]]\nrule = \"reef\"\n",
        ),
        ("none", "schema = 1\nextends = \"less\"\n[hazard]\nrule = \"none\"\n"),
        ("other", "schema = 1\nextends = \"less\"\n[hazard]\nrule = \"gale\"\nsize = 7\n"),
    ];
    let storm = with(&texts, "storm");
    assert_eq!(hazards(&storm), ["tide", "daikaiju", "gale"]);
    assert_eq!(
        storm.value("hazard.daikaiju.minimum"),
        rules("seas").value("hazard.minimum"),
        "the parent's stays"
    );
    let more = with(&texts, "more");
    assert_eq!(
        (more.value("hazard.tide.every"), more.value("hazard.gale.every")),
        (Some(&json!(3)), Some(&json!(5)))
    );
    assert_eq!(
        (more.value("hazard.size"), more.value("hazard.every"), more.value("hazard.rule")),
        (Some(&json!(2)), None, None)
    );
    let less = with(&texts, "less");
    assert_eq!(
        less.to_json()["hazard"],
        json!([
            { "rule": "tide", "every": 3 }, { "rule": "gale", "every": 5, "size": 2 }, {
                "rule": "reef"
            }
        ])
    );
    assert_eq!(with(&texts, "none").to_json()["hazard"], json!({ "rule": "none" }));
    assert_eq!(
        with(&texts, "other").to_json()["hazard"],
        json!({ "rule": "gale", "every": 8, "size": 7 }),
        "replaced, not merged"
    );
    let calm =
        fine("schema = 1\nextends = \"seas\"\n[[hazard]]\nrule = \"daikaiju\"\nremove = true\n");
    assert_eq!(calm.hash(&*REGISTRY), rules("seas-calm").hash(&*REGISTRY));
    let back = [
        (
            "calm",
            "schema = 1\nextends = \"seas\"\n[[hazard]]\nrule = \"daikaiju\"\nremove = true\n",
        ),
        ("back", "schema = 1\nextends = \"calm\"\n[[hazard]]\nrule = \"daikaiju\"\n"),
    ];
    assert_ne!(with(&back, "back").value("hazard.minimum"), None);
}

#[test]
fn a_table_without_a_rule_speaks_of_the_one_hazard_that_has_the_key() {
    let texts = [
        ("storm", STORM),
        ("sized", "schema = 1\nextends = \"storm\"\n[hazard]\nsize = 3\nminimum = 2\n"),
        ("vague", "schema = 1\nextends = \"storm\"\n[hazard]\nevery = 3\n"),
        ("lost", "schema = 1\nextends = \"storm\"\n[hazard]\nthick = true\nhand = 2\nsizes = 3\n"),
    ];
    let sized = with(&texts, "sized");
    assert_eq!(
        (sized.value("hazard.gale.size"), sized.value("hazard.daikaiju.minimum")),
        (Some(&json!(3)), Some(&json!(2)))
    );
    assert_eq!(hazards(&sized).len(), 3);
    assert_eq!(problems(&texts, "vague"), ["vague.toml:4:1 ambiguous-key hazard.every"]);
    let vague = load("vague", &Texts(&texts), &*REGISTRY).unwrap_err();
    let expected = vague.iter().next().unwrap().expected.as_ref().unwrap().to_string();
    assert_eq!(expected, "`hazard.gale.every`, `hazard.tide.every`");
    assert_eq!(
        problems(&texts, "lost"),
        [
            "lost.toml:4:1 other-rule-key hazard.thick",
            "lost.toml:5:1 misplaced-key hazard.hand",
            "lost.toml:6:1 unknown-key hazard.sizes (`size`?)",
        ]
    );
}

#[test]
fn problems_name_the_hazard_and_point_at_its_keys() {
    let text = "schema = 1\n[[hazard]]\nrule = \"gale\"\nsize = 10\nevery = 13\n[[hazard]]\n\
        rule = \"tide\"\nevery = 13\nsize = 1\n";
    let found = read(text).unwrap_err();
    assert_eq!(
        pins(&found),
        [
            "test.toml:4:8 out-of-range hazard.gale.size",
            "test.toml:8:9 contradiction hazard.tide.every",
            "test.toml:9:1 other-rule-key hazard.tide.size",
        ]
    );
    let luck = read(&text.replace("10", "9").replace("size = 1\n", "")).unwrap_err();
    let labels: Vec<_> = luck
        .iter()
        .next()
        .unwrap()
        .labels
        .iter()
        .map(|label| format!("{} {}", label.place, label.text))
        .collect();
    assert_eq!(labels, ["test.toml:5:9 ", "test.toml:4:8 `hazard.gale.size` is set here"]);
    // A warning about causes says which hazards there are.
    let warned = fine(
        "schema = 1\n[placement]\navoid = [\"gale/out\", \"reef/out\"]\n[[hazard]]\n\
         rule = \"gale\"\n[[hazard]]\nrule = \"tide\"\n",
    );
    let warnings: Vec<_> =
        warned.warnings().iter().map(|problem| problem.message.clone()).collect();
    assert_eq!(warnings, ["`reef/out` can never happen: the hazard rules are `tide` and `gale`"]);
}

#[test]
fn mixins_may_add_and_remove_hazards_unless_they_disagree() {
    let texts = [
        ("tidal", "schema = 1\n[[hazard]]\nrule = \"tide\"\nevery = 3\n"),
        ("reefs", "schema = 1\n[[hazard]]\nrule = \"reef\"\n"),
        ("windy", "schema = 1\n[[hazard]]\nrule = \"gale\"\n"),
        (
            "calm",
            "schema = 1\nextends = \"seas\"\n[[hazard]]\nrule = \"daikaiju\"\nremove = true\n",
        ),
        (
            "quiet",
            "schema = 1\nextends = \"seas\"\n[[hazard]]\nrule = \"daikaiju\"\nremove = true\n",
        ),
        ("still", "schema = 1\n[[hazard]]\nrule = \"tide\"\nremove = true\n"),
        ("empty", "schema = 1\n[hazard]\nrule = \"none\"\n"),
        ("decided", "schema = 1\nmixins = [\"tidal\", \"empty\"]\n[hazard]\nrule = \"reef\"\n"),
    ];
    assert_eq!(hazards(&with(&texts, "seas+tidal+reefs")), ["tide", "daikaiju", "reef"]);
    assert_eq!(hazards(&with(&texts, "seas+calm+quiet+tidal")), ["tide"]);
    assert_eq!(hazards(&with(&texts, "seas+empty+windy")), ["gale"]);
    assert_eq!(hazards(&with(&texts, "decided")), ["reef"]);
    let codes = |reference: &str| {
        load(reference, &Texts(&texts), &*REGISTRY)
            .unwrap_err()
            .iter()
            .map(|problem| problem.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes("seas+tidal+still"), [Code::MixinConflict; 2], "the hazard, and its key");
    assert_eq!(codes("seas+tidal+empty"), [Code::MixinConflict; 2]);
    assert_eq!(codes("seas+rough-seas+calm"), [Code::MixinConflict; 3], "each of its keys");
    assert_eq!(codes("seas+still"), [Code::NothingToRemove]);
    assert_eq!(codes("seas+calm+rough-seas"), [Code::OtherRuleKey; 3]);
}

#[test]
fn overrides_name_a_hazard_where_they_have_to() {
    let texts = [("storm", STORM), ("reefs", "schema = 1\n[[hazard]]\nrule = \"reef\"\n")];
    for (reference, key, value) in [
        ("storm+size=4", "hazard.gale.size", json!(4)),
        ("storm+hazard.size=4", "hazard.gale.size", json!(4)),
        ("storm+hazard.gale.size=4", "hazard.size", json!(4)),
        ("storm+hazard.gale.every=4", "hazard.gale.every", json!(4)),
        ("storm+reefs+minimum=1", "hazard.daikaiju.minimum", json!(1)),
        ("seas+hazard.daikaiju.minimum=1", "hazard.minimum", json!(1)),
        ("seas+hazard.daikaiju.moves-on=2,3", "hazard.moves-on", json!([2, 3])),
        ("storm+hazard.rule=tide+every=4", "hazard.every", json!(4)),
        ("storm+hazard.tide.every=4+hazard.rule=tide", "hazard.tide.every", json!(4)),
        ("storm+hazard.rule=none", "hazard.rule", json!("none")),
    ] {
        let rules = with(&texts, reference);
        assert_eq!(rules.value(key), Some(&value), "{reference}");
        let written = rules.as_written();
        let again = [texts[0], texts[1], ("again", written.as_str())];
        assert_eq!(
            with(&again, "again").to_json()["hazard"],
            rules.to_json()["hazard"],
            "{reference}:\n{written}"
        );
    }
    assert_eq!(hazards(&with(&texts, "storm+hazard.rule=tide")), ["tide"]);
    for (reference, pin) in [
        ("storm+every=4", "command line:1:7 ambiguous-key"),
        ("storm+hazard.every=4", "command line:1:7 ambiguous-key"),
        ("storm+hazard.fog.thick=true", "command line:1:14 other-rule-key hazard.fog.thick"),
        ("storm+hazard.gale.thick=true", "command line:1:7 other-rule-key hazard.gale.thick"),
        ("storm+hazard.gale.size=10", "command line:1:24 out-of-range hazard.gale.size"),
        ("storm+hazard.reef.rule=gale", "command line:1:7 bad-override"),
        ("storm+size=1+hazard.gale.size=2", "command line:1:14 duplicate-key"),
        (
            "reefs+hazard.reef.what=2",
            "command line:1:7 unknown-key hazard.reef.what (`board.wrap`?)",
        ),
    ] {
        assert_eq!(problems(&texts, reference), [pin], "{reference}");
    }
    let vague = load("storm+every=4", &Texts(&texts), &*REGISTRY).unwrap_err();
    let expected = vague.iter().next().unwrap().expected.as_ref().unwrap().to_string();
    assert!(
        expected.contains("`hazard.gale.every`") && expected.contains("`hazard.tide.every`"),
        "{expected}"
    );
}

#[test]
fn several_hazards_are_shown_compared_and_offered_each_with_its_keys() {
    let texts = [
        ("storm", STORM),
        ("swapped", "schema = 1\n[[hazard]]\nrule = \"gale\"\n[[hazard]]\nrule = \"squall\"\n"),
        (
            "plain",
            "schema = 1\n[[hazard]]\nrule = \"squall\"\n[[hazard]]\nrule = \"gale\"\nsize = 2\n",
        ),
    ];
    let storm = with(&texts, "storm");
    let text = storm.to_toml(true);
    assert!(
        text.contains(
            "\n[[hazard]]\nrule = \"gale\" # storm.toml:4\nevery = 5 # storm.toml:5\n\
        size = 1 # default\n"
        ),
        "{text}"
    );
    assert_eq!(storm.provenance_json()["hazard.gale.every"]["line"], 5);
    let fresh = template("mine", "storm", &storm, &*REGISTRY);
    let again = [texts[0], ("mine", fresh.as_str())];
    assert_eq!(with(&again, "mine").hash(&*REGISTRY), storm.hash(&*REGISTRY), "{fresh}");
    assert!(
        fresh.contains("\n[[hazard]]\n")
            && fresh.contains("\nrule = \"gale\"\n")
            && fresh.contains("\n# every = 5\n"),
        "{fresh}"
    );
    let keys = |one: &str, other: &str| -> Vec<String> {
        diff(&with(&texts, one), &with(&texts, other), &*REGISTRY)
            .into_iter()
            .map(|difference| difference.key)
            .collect()
    };
    assert_eq!(keys("storm", "storm+hazard.gale.every=6"), ["hazard.gale.every"]);
    assert_eq!(
        keys("swapped", "plain"),
        ["hazard.rule", "hazard.gale.size"],
        "in which order they act is a difference"
    );
    assert_eq!(
        keys("seas", "storm"),
        ["hazard.rule", "hazard.tide.every", "hazard.gale.every", "hazard.gale.size"]
    );
    let text = diff_text(&with(&texts, "seas"), &storm, &*REGISTRY);
    assert!(text.contains("[hazard.rule = [\"tide\", \"daikaiju\", \"gale\"]]"), "{text}");
}

#[test]
fn records_carry_several_hazards() {
    let storm = fine(&STORM.replace("extends = \"seas\"\n", ""));
    let back = Resolved::from_json(&storm.to_json(), &*REGISTRY)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!((back.to_json(), back.hash(&*REGISTRY)), (storm.to_json(), storm.hash(&*REGISTRY)));
    let with_hazard = |hazard: Value| {
        let mut json = storm.to_json();
        json["hazard"] = hazard;
        Resolved::from_json(&json, &*REGISTRY)
    };
    let lenient = with_hazard(
        json!([{ "rule": "tide", "colour": "green", "remove": true }, { "rule": "reef" }]),
    )
    .unwrap();
    assert_eq!(
        lenient.to_json()["hazard"],
        json!([{ "rule": "tide", "every": 8 }, { "rule": "reef" }])
    );
    for (bad, code) in [
        (json!([]), Code::WrongLength),
        (json!([1]), Code::WrongType),
        (json!("tide"), Code::WrongType),
        (json!([{ "every": 3 }]), Code::MissingKey),
        (json!([{ "rule": "tide" }, { "rule": "tide" }]), Code::DuplicateKey),
        (json!([{ "rule": "none" }]), Code::UnknownValue),
        (json!([{ "rule": "weather" }]), Code::UnknownValue),
        (json!([{ "rule": "tide", "every": 1 }]), Code::OutOfRange),
    ] {
        let found = with_hazard(bad.clone()).expect_err("it is wrong");
        assert_eq!(
            found.iter().map(|problem| (problem.code, problem.labels.len())).collect::<Vec<_>>(),
            [(code, 0)],
            "{bad}"
        );
    }
}

#[test]
fn every_hazard_of_a_list_is_built_and_each_says_what_is_wrong_with_it() {
    let several = Variant::from_text("storm", STORM, &REGISTRY).unwrap();
    assert_eq!(hazards(several.resolved()), ["tide", "daikaiju", "gale"]);
    assert!(!with_rules!(several.rules(), |rules| rules.list.faces()).is_empty());
    let unlucky = "schema = 1\n[[hazard]]\nrule = \"gale\"\nevery = 13\n[[hazard]]\n\
        rule = \"tide\"\nevery = 13\n";
    let problems = Variant::from_text("unlucky", unlucky, &REGISTRY).unwrap_err();
    let keys: Vec<_> = problems.iter().map(|problem| problem.key.as_deref()).collect();
    assert_eq!(
        keys,
        [Some("hazard.gale.every"), Some("hazard.tide.every")],
        "in the order of the file: {problems}"
    );
}

/// One hazard with values for its keys, as the lines below its header.
fn any_hazard() -> impl Strategy<Value = (&'static str, String)> {
    (0..6_usize, 2..9_u8, any::<bool>()).prop_map(|(rule, number, flag)| {
        let all = ["daikaiju", "tide", "gale", "squall", "fog", "reef"];
        let keys = match all[rule] {
            "daikaiju" => format!("minimum = {number}\n"),
            "tide" => format!("every = {number}\n"),
            "gale" if flag => format!("every = {number}\n"),
            "gale" | "squall" => format!("size = {number}\n"),
            "fog" => format!("thick = {flag}\n"),
            _ => String::new(),
        };
        (all[rule], format!("rule = \"{}\"\n{keys}", all[rule]))
    })
}

/// Hazards with different rules, in any order.
fn any_hazards() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    prop::collection::vec(any_hazard(), 1..9).prop_map(|mut all| {
        let mut seen = Vec::new();
        all.retain(|(rule, _)| !seen.contains(rule) && (seen.push(*rule), true).1);
        all
    })
}

fn list(hazards: &[(&'static str, String)]) -> String {
    hazards.iter().fold("schema = 1\n".to_owned(), |mut text, (_, lines)| {
        let _ = write!(text, "[[hazard]]\n{lines}");
        text
    })
}

fn timings(rule: &str) -> TimingSet {
    let rules = REGISTRY.rules(tsuro::rules::RulePhase::Hazard);
    rules.iter().find(|info| info.name == rule).expect("it is registered").timings
}

/// Pieces of which texts with hazards are made; most of these texts are wrong.
const PIECES: &[&str] = &[
    "[[hazard]]\n",
    "[[hazard]]\n",
    "[hazard]\n",
    "rule = \"gale\"\n",
    "rule = \"tide\"\n",
    "rule = \"daikaiju\"\n",
    "rule = \"none\"\n",
    "rule = 1\n",
    "remove = true\n",
    "remove = 1\n",
    "every = 3\n",
    "size = 0\n",
    "[[hazard.setup]]\n",
    "players = [1, 32]\n",
    "place = 1\n",
    "[hazard.gale]\n",
    "hazard = []\n",
    "hazard = [[]]\n",
    "extends = \"seas\"\n",
    "[",
    "=",
];

proptest! {
    #![proptest_config(
        ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }
    )]

    #[test]
    fn a_list_of_one_hazard_is_a_table((_, lines) in any_hazard()) {
        let (one, table) = (
            fine(&format!("schema = 1\n[[hazard]]\n{lines}")),
            fine(&format!("schema = 1\n[hazard]\n{lines}"))
        );
        prop_assert_eq!(one.to_json(), table.to_json());
        prop_assert_eq!(one.hash(&*REGISTRY), table.hash(&*REGISTRY));
        prop_assert_eq!(one.to_toml(false), table.to_toml(false));
    }

    #[test]
    fn removing_what_was_added_changes_nothing(
        all in any_hazards(),
        (rule, lines) in any_hazard(),
    ) {
        let parent: Vec<_> = all.into_iter().filter(|(other, _)| *other != rule).collect();
        let text = list(&parent);
        let added = format!("schema = 1\nextends = \"parent\"\n[[hazard]]\n{lines}");
        let removed = format!("schema = 1\nextends = \"added\"\n[[hazard]]\nrule = \"{rule}\"\n\
            remove = true\n");
        let texts = [("parent", text.as_str()), ("added", &added), ("removed", &removed)];
        let (before, after) = (with(&texts, "parent"), with(&texts, "removed"));
        prop_assert_eq!(&before.to_json()["hazard"], &after.to_json()["hazard"]);
        prop_assert_eq!(before.hash(&*REGISTRY), after.hash(&*REGISTRY));
        prop_assert_ne!(with(&texts, "added").hash(&*REGISTRY), before.hash(&*REGISTRY));
    }

    #[test]
    fn only_the_order_of_hazards_that_share_a_moment_counts(
        all in any_hazards(), at in any::<prop::sample::Index>()
    ) {
        prop_assume!(all.len() > 1);
        let at = at.index(all.len() - 1);
        let mut other = all.clone();
        other.swap(at, at + 1);
        let (one, other) = (fine(&list(&all)), fine(&list(&other)));
        let share = timings(all[at].0).iter().any(|timing| timings(all[at + 1].0).contains(timing));
        prop_assert_eq!(one.hash(&*REGISTRY) == other.hash(&*REGISTRY), !share, "{:?}", all);
        prop_assert_eq!(one.to_json() == other.to_json(), !share);
        prop_assert_eq!(diff(&one, &other, &*REGISTRY).is_empty(), !share);
    }

    #[test]
    fn several_hazards_mean_the_same_in_every_notation(all in any_hazards()) {
        let text = list(&all);
        let rules = fine(&text);
        let shown = rules.to_toml(true);
        prop_assert_eq!(fine(&shown).to_json(), rules.to_json(), "{}", shown);
        let back = Resolved::from_json(&rules.to_json(), &*REGISTRY).unwrap_or_else(
            |problems| panic!("{problems}")
        );
        prop_assert_eq!(
            (back.to_json(), back.hash(&*REGISTRY)), (rules.to_json(), rules.hash(&*REGISTRY))
        );
        for (table, key, value) in rules.values() {
            prop_assert_eq!(rules.value(&format!("{table}.{key}")), Some(value));
        }
        for (rule, _) in &all {
            prop_assert_eq!(rules.value(&format!("hazard.{rule}.rule")), Some(&json!(rule)));
        }
        let toml: toml::Table = toml::from_str(&text).expect("it is TOML");
        prop_assert_eq!(
            violations(
                &schema(&*REGISTRY), &serde_json::to_value(toml).expect("it has a form in JSON")
            ),
            [""; 0]
        );
    }

    #[test]
    fn every_text_of_pieces_of_the_language_is_fine_or_has_errors(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..14),
    ) {
        let text = format!("schema = 1\n{}", pieces.concat());
        match read(&text) {
            Ok(rules) => {
                prop_assert_eq!(
                    Resolved::from_json(&rules.to_json(), &*REGISTRY).map(|rules| rules.to_json()),
                    Ok(rules.to_json())
                );
                prop_assert_eq!(
                    fine(&rules.to_toml(false)).hash(&*REGISTRY), rules.hash(&*REGISTRY)
                );
            }
            Err(problems) => prop_assert!(problems.has_errors()),
        }
    }
}

#[test]
fn a_cannon_that_has_nothing_to_strike_is_a_warning() {
    let warned = |text: &str| -> Vec<_> {
        fine(text).warnings().iter().map(|warning| (warning.code, warning.key.clone())).collect()
    };
    let cannon = "[[hazard]]\nrule = \"cannon\"\n";
    let never = (Code::NeverApplies, Some("hazard.cannon.rule".to_owned()));
    assert_eq!(warned(&format!("schema = 1\n{cannon}")), std::slice::from_ref(&never));
    assert_eq!(warned(&format!("schema = 1\nextends = \"seas\"\n{cannon}")), []);
    assert_eq!(
        warned(&format!(
            "schema = 1\nextends = \"seas\"\n{cannon}[[hazard]]\nrule = \"daikaiju\"\n\
             remove = true\n"
        )),
        [never]
    );
}

#[test]
fn whirlpools_without_squares_are_a_warning() {
    let warned = |squares: &str| -> Vec<_> {
        let rules = fine(&format!("schema = 1\n[[hazard]]\nrule = \"whirlpool\"\n{squares}"));
        rules
            .warnings()
            .iter()
            .map(|warning| (warning.code, warning.key.clone(), warning.message.clone()))
            .collect()
    };
    let message = "there are no whirlpools: `squares` is empty".to_owned();
    let never = (Code::NeverApplies, Some("hazard.rule".to_owned()), message);
    assert_eq!(warned(""), std::slice::from_ref(&never));
    assert_eq!(warned("squares = []\n"), [never]);
    assert_eq!(warned("squares = [\"c3\"]\n"), []);
}

#[test]
fn whirlpools_are_squares_of_the_board_each_once() {
    let whirlpools = |squares: &str| {
        read(&format!("schema = 1\n[[hazard]]\nrule = \"whirlpool\"\nsquares = {squares}\n"))
    };
    assert!(whirlpools("[\"a1\", \"f6\"]").is_ok());
    for (squares, wrong) in [
        ("[\"a1\", \"g6\"]", "`g6` is off the board, which has 6 columns and 6 rows"),
        ("[\"f7\"]", "`f7` is off the board, which has 6 columns and 6 rows"),
        ("[\"c3\", \"c3\"]", "`hazard.whirlpool.squares` lists the text \"c3\" twice"),
        ("[\"33\"]", "`33` is no square"),
    ] {
        let problems = whirlpools(squares).expect_err(squares);
        let found: Vec<_> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(found, [wrong], "{problems}");
    }
}

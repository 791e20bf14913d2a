//! Inheritance, mixins and overrides of rule sets, and the provenance of values.

use crate::common::golden::pins;
use crate::common::{Catalog, Texts, rules, text_result, text_rules};
use serde_json::{Value, json};
use tsuro::ruleset::{Code, MixesInto, Origin, Problem, Problems, Resolved, SourceId, load};

fn with(texts: &[(&str, &str)], reference: &str) -> Resolved {
    load(reference, &Texts(texts), &Catalog).unwrap_or_else(|problems| panic!("{problems}"))
}

fn errors(result: Result<Resolved, Problems>) -> Vec<Code> {
    result.err().into_iter().flatten().map(|problem| problem.code).collect()
}

#[test]
fn a_file_that_says_nothing_is_classic() {
    assert_eq!(text_rules("schema = 1\n").hash(&Catalog), rules("classic").hash(&Catalog));
}

#[test]
fn tables_are_merged_key_by_key_and_lists_replaced_whole() {
    let rules = text_rules(
        "schema = 1\nextends = \"seas\"\n[placement]\navoid = [\"edge\"]\n[board]\nrows = 8\n",
    );
    assert_eq!(rules.value("placement.avoid"), Some(&json!(["edge"])));
    assert_eq!(rules.value("placement.never"), Some(&json!(["shared-wake"])));
    assert_eq!((rules.facts().columns(), rules.facts().rows()), (7, 8));
}

#[test]
fn a_table_whose_rule_changes_starts_from_the_new_rules_defaults() {
    let rules = text_rules("schema = 1\nextends = \"seas\"\n[draw]\nrule = \"dragon\"\n");
    assert_eq!(rules.value("draw.min-players"), Some(&json!(3)));
    assert_eq!(
        rules.value("draw.returned"),
        Some(&json!("shuffle")),
        "the parent's `bottom` does not leak in"
    );
    let same = text_rules("schema = 1\nextends = \"seas\"\n[draw]\nrule = \"refill\"\n");
    assert_eq!(
        same.value("draw.returned"),
        Some(&json!("bottom")),
        "naming the rule again changes nothing"
    );
}

#[test]
fn a_rule_that_changes_and_changes_back_starts_anew_each_time() {
    let texts = [
        ("a", "schema = 1\n[draw]\nrule = \"statue\"\nmin-players = 5\nreturned = \"bottom\"\n"),
        ("b", "schema = 1\nextends = \"a\"\n[draw]\nrule = \"refill\"\n"),
        ("c", "schema = 1\nextends = \"b\"\n[draw]\nrule = \"statue\"\n"),
    ];
    let rules = with(&texts, "c");
    assert_eq!(
        (rules.value("draw.min-players"), rules.value("draw.returned")),
        (Some(&json!(2)), Some(&json!("shuffle")))
    );
}

#[test]
fn computed_defaults_depend_on_the_board() {
    let rules = text_rules("schema = 1\n[board]\ncolumns = 9\n[hazard]\nrule = \"daikaiju\"\n");
    assert_eq!(rules.value("hazard.columns"), Some(&json!([1, 2, 3, 7, 8, 9])));
    assert_eq!(rules.value("hazard.rows"), Some(&json!([1, 2, 3, 4, 5, 6])));
    assert_eq!(rules.provenance("hazard.columns"), Some(&Origin::Default));
}

#[test]
fn copies_may_be_written_in_three_ways() {
    let mut numbers = vec![1; 35];
    numbers[3] = 2;
    numbers[34] = 0;
    let list = text_rules(&format!("schema = 1\n[tiles]\ncopies = {numbers:?}\n"));
    let table = text_rules("schema = 1\n[tiles]\ncopies = { 34 = 0, 3 = 2 }\n");
    let header = text_rules("schema = 1\n[tiles.copies]\n3 = 2\n34 = 0\n");
    for rules in [&list, &table, &header] {
        assert_eq!(rules.value("tiles.copies"), Some(&json!(numbers)));
        assert_eq!(rules.hash(&Catalog), list.hash(&Catalog));
    }
    let two = text_rules("schema = 1\n[tiles]\ncopies = 2\n");
    assert_eq!(two.value("tiles.copies"), Some(&json!(vec![2; 35])));
}

#[test]
fn a_list_of_entries_may_be_written_as_tables_with_headers() {
    let text = "schema = 1\nextends = \"seas\"\n[[hazard.setup]]\nplayers = [2, 5]\nplace = 6\n\
        [[hazard.setup]]\nplayers = [6, 8]\nplace = 4\n";
    let rules = text_rules(text);
    assert_eq!(
        rules.value("hazard.setup"),
        Some(&json!([{ "players": [2, 5], "place": 6 }, { "players": [6, 8], "place": 4 }]))
    );
}

#[test]
fn word_lists_are_sorted_in_the_order_of_declaration() {
    let rules = text_rules("schema = 1\n[placement]\navoid = [\"collision\", \"edge\"]\n");
    assert_eq!(rules.value("placement.avoid"), Some(&json!(["edge", "collision"])));
}

#[test]
fn mixins_apply_in_order_after_the_parent_and_before_the_file() {
    let texts = [
        ("m1", "schema = 1\n[tiles]\nhand = 2\n[board]\nrows = 8\n"),
        ("m2", "schema = 1\n[board]\ncolumns = 8\nrows = 8\n"),
        (
            "f",
            "schema = 1\nextends = \"luxury\"\nmixins = [\"m1\", \"m2\"]\n[board]\ncolumns = 9\n",
        ),
    ];
    let rules = with(&texts, "f");
    assert_eq!((rules.facts().columns(), rules.facts().rows(), rules.facts().hand), (9, 8, 2));
    assert_eq!(rules.value("draw.rule"), Some(&json!("statue")));
}

#[test]
fn two_mixins_that_disagree_are_an_error_unless_the_file_decides() {
    let mixins =
        [("m1", "schema = 1\n[tiles]\nhand = 2\n"), ("m2", "schema = 1\n[tiles]\nhand = 4\n")];
    let file = |text: &'static str| [mixins[0], mixins[1], ("f", text)];
    let open = file("schema = 1\nmixins = [\"m1\", \"m2\"]\n");
    assert_eq!(errors(load("f", &Texts(&open), &Catalog)), [Code::MixinConflict]);
    let decided = file("schema = 1\nmixins = [\"m1\", \"m2\"]\n[tiles]\nhand = 3\n");
    assert_eq!(with(&decided, "f").facts().hand, 3);
    assert_eq!(with(&open, "classic+m1+m2+hand=1").facts().hand, 1);
    assert_eq!(errors(load("classic+m1+m2", &Texts(&open), &Catalog)), [Code::MixinConflict]);
}

#[test]
fn mixins_that_agree_do_not_conflict() {
    let texts = [
        ("m1", "schema = 1\n[draw]\nrule = \"refill\"\nreturned = \"bottom\"\n"),
        (
            "m2",
            "schema = 1\n[draw]\nrule = \"refill\"\n[placement]\n\
             avoid = [\"edge\", \"collision\"]\n",
        ),
        ("m3", "schema = 1\n[placement]\navoid = [\"collision\", \"edge\"]\n"),
    ];
    assert_eq!(with(&texts, "classic+m1+m2+m3").value("draw.returned"), Some(&json!("bottom")));
}

#[test]
fn a_child_overrides_the_mixins_of_its_parent() {
    let texts = [
        ("m", "schema = 1\n[tiles]\nhand = 2\n"),
        ("parent", "schema = 1\nmixins = [\"m\"]\n"),
        ("child", "schema = 1\nextends = \"parent\"\n[tiles]\nhand = 4\n"),
    ];
    assert_eq!(with(&texts, "parent").facts().hand, 2);
    assert_eq!(with(&texts, "child").facts().hand, 4);
}

#[test]
fn a_file_can_be_mixed_into_its_parent_and_what_extends_that() {
    for house in tsuro::ruleset::HOUSE_RULES {
        let alone = rules(house.name);
        let base = match alone.mixes_into() {
            MixesInto::Anything => "classic".to_owned(),
            MixesInto::Family(parent) => parent,
            _ => panic!("{} cannot be mixed in", house.name),
        };
        let mixed = rules(&format!("{base}+{}", house.name));
        assert_eq!(
            mixed.hash(&Catalog),
            alone.hash(&Catalog),
            "{base}+{} is {0} by its values",
            house.name
        );
        assert_eq!(mixed.name(), format!("{base}+{}", house.name));
    }
    let both = rules("seas+rough-seas+two-dice");
    assert_eq!(
        (both.value("hazard.minimum"), both.value("hazard.movement-dice")),
        (Some(&json!(5)), Some(&json!(2)))
    );
    assert_eq!(both.hash(&Catalog), rules("rough-seas+two-dice").hash(&Catalog));
    assert_eq!(
        rules("classic-advanced+kaiju-classic").value("bonus.exchange"),
        Some(&json!(true)),
        "only the differences are mixed in"
    );
    let texts = [
        ("mine", "schema = 1\nextends = \"seas\"\nmixins = [\"rough-seas\", \"two-dice\"]\n"),
        ("yours", "schema = 1\nextends = \"mine\"\n[hazard]\nminimum = 1\n"),
        ("theirs", "schema = 1\nextends = \"yours\"\nmixins = [\"rough-seas\"]\n"),
    ];
    assert_eq!(with(&texts, "mine").hash(&Catalog), both.hash(&Catalog));
    assert_eq!(with(&texts, "theirs").hash(&Catalog), both.hash(&Catalog));
    assert_eq!(with(&texts, "mine+yours").value("hazard.minimum"), Some(&json!(1)));
    let written = load("seas+rough-seas+minimum=4", &Texts(&[]), &Catalog).unwrap();
    assert_eq!(
        text_rules(&written.as_written()).hash(&Catalog),
        written.hash(&Catalog),
        "the file that says the same"
    );
}

#[test]
fn a_file_with_another_parent_cannot_be_mixed_in() {
    let texts = [
        ("f", "schema = 1\nmixins = [\"rough-seas\"]\n"),
        ("up", "schema = 1\nextends = \"rough-seas\"\n"),
        ("lost", "schema = 1\nextends = \"nowhere\"\n"),
        ("nested", "schema = 1\nmixins = [\"big-board\"]\n"),
    ];
    let problem = |reference: &str| {
        load(reference, &Texts(&texts), &Catalog).unwrap_err().iter().next().unwrap().clone()
    };
    for reference in [
        "seas+dragon-seas",
        "seas+kaiju-classic",
        "classic+rough-seas",
        "seas+up",
        "f",
        "four-tiles+kaiju-classic",
        "classic+nested",
    ] {
        assert_eq!(problem(reference).code, Code::MixinExtends, "{reference}");
    }
    assert_eq!(problem("classic+lost").code, Code::NotFound);
    // The parents fit and the values do not: the error concerns the values.
    assert_eq!(problem("seas-calm+rough-seas").code, Code::OtherRuleKey);
}

#[test]
fn two_files_may_share_a_parent() {
    let texts = [
        ("a", "schema = 1\n"),
        ("b", "schema = 1\nextends = \"a\"\nmixins = [\"a\"]\n"),
        ("c", "schema = 1\nextends = \"b\"\nmixins = [\"a\"]\n"),
    ];
    assert_eq!(with(&texts, "c").hash(&Catalog), rules("classic").hash(&Catalog));
}

#[test]
fn overrides_are_keys_by_their_full_name_or_its_last_part() {
    for (reference, key, value) in [
        ("classic+tiles.hand=4", "tiles.hand", json!(4)),
        ("classic+hand=4", "tiles.hand", json!(4)),
        ("classic+players.first=random", "players.first", json!("random")),
        ("classic+first=\"random\"", "players.first", json!("random")),
        ("classic+avoid=[]", "placement.avoid", json!([])),
        ("classic+avoid=edge", "placement.avoid", json!(["edge"])),
        ("classic+avoid=collision,edge", "placement.avoid", json!(["edge", "collision"])),
        ("classic+avoid=[edge, collision]", "placement.avoid", json!(["edge", "collision"])),
        ("classic+avoid=[\"edge\"]", "placement.avoid", json!(["edge"])),
        ("classic+copies=2", "tiles.copies", json!(vec![2; 35])),
        ("classic+draw.rule=statue+draw.min-players=4", "draw.min-players", json!(4)),
        ("classic+draw.min-players=4+draw.rule=statue", "draw.min-players", json!(4)),
        ("seas+moves-on=7", "hazard.moves-on", json!([7])),
        ("seas+moves-on=7,2", "hazard.moves-on", json!([2, 7])),
        ("classic+columns=8", "board.columns", json!(8)),
        (
            "classic+hazard.rule=daikaiju+movement-dice=2+avoid=edge,daikaiju",
            "hazard.movement-dice",
            json!(2),
        ),
        ("classic+exchange=true", "bonus.exchange", json!(true)),
    ] {
        let rules = rules(reference);
        assert_eq!(rules.value(key), Some(&value), "{reference}");
        assert_eq!(rules.name(), reference);
        assert!(
            matches!(
                rules.provenance(key),
                Some(Origin::Set { value, .. }) if value.source.id == SourceId::Overrides
            ),
            "{reference}"
        );
    }
}

#[test]
fn the_presentation_can_be_overridden_too() {
    let rules = rules("classic+plain=true+language=fr");
    assert!(rules.presentation().plain);
    assert_eq!(rules.presentation().language.as_deref(), Some("fr"));
}

#[test]
fn texts_are_not_inherited() {
    let texts = [("mine", "schema = 1\nextends = \"french\"\n")];
    let rules = with(&texts, "mine");
    assert_eq!(
        (rules.name(), rules.title(), rules.summary(), rules.source()),
        ("mine", "mine", "", "")
    );
    assert!(rules.texts().translations.is_empty());
    assert_eq!(rules.presentation().language.as_deref(), Some("fr"), "how it is shown is");
}

#[test]
fn every_value_knows_where_it_comes_from() {
    let texts =
        [("mine", "schema = 1\nextends = \"luxury\"\n\n[tiles]\nhand = 4\n[players]\nmax = 8\n")];
    let rules = with(&texts, "mine+board.rows=7");
    let from = |key: &str| match rules.provenance(key) {
        Some(Origin::Set { value, own, .. }) => format!("{value} {own}"),
        Some(Origin::Default) => "default".to_owned(),
        Some(other) => panic!("{other:?}"),
        None => "nothing".to_owned(),
    };
    assert_eq!(from("board.rows"), "command line:1:17 true");
    assert_eq!(from("tiles.hand"), "mine.toml:5:8 true");
    assert_eq!(from("draw.rule"), "luxury:21:8 false");
    assert_eq!(from("board.columns"), "classic:13:11 false");
    assert_eq!(from("draw.min-players"), "default");
    assert_eq!(from("hazard.minimum"), "nothing");
    for (table, key, value) in rules.values() {
        let full = format!("{table}.{key}");
        assert_eq!(rules.value(&full), Some(value));
        if let Some(Origin::Set { key: place, .. }) = rules.provenance(&full) {
            assert_eq!(
                place.text().rsplit('.').next(),
                Some(key),
                "{full} is set where it is said to be"
            );
        }
    }
}

#[test]
fn one_run_reports_every_problem_once() {
    let texts = [
        ("broken", "schema = 1\n[tiles]\nhand = 9\n"),
        ("m", "schema = 1\n[board]\nrows = 99\n"),
        (
            "f",
            "schema = 1\nextends = \"broken\"\nmixins = [\"m\", \"m\"]\n[players]\nmin = 0\n\
             frist = 1\n",
        ),
    ];
    let problems = load("f+m+first=x", &Texts(&texts), &Catalog).expect_err("it is broken");
    assert_eq!(
        pins(&problems),
        [
            "broken.toml:3:8 out-of-range tiles.hand",
            "m.toml:3:8 out-of-range board.rows",
            "f.toml:5:7 out-of-range players.min",
            "f.toml:6:1 unknown-key players.frist (`first`?)",
            "command line:1:11 unknown-value players.first"
        ]
    );
}

#[test]
fn a_problem_in_a_parent_says_where_the_named_file_includes_it() {
    let texts = [
        ("broken", "schema = 1\n[tiles]\nhand = 9\n"),
        ("m", "schema = 1\n[board]\nrows = 99\n"),
        ("middle", "schema = 1\nextends = \"broken\"\nmixins = [\"m\"]\n"),
        ("f", "schema = 1\n# the parent\nextends = \"middle\"\n[end]\nturn-limit = 0\n"),
        ("syntax", "schema = 1\nhand: 4\n"),
        ("g", "schema = 1\nmixins = [\"syntax\"]\n"),
    ];
    let ways = |reference: &str| -> Vec<String> {
        let problems = load(reference, &Texts(&texts), &Catalog).expect_err("it is broken");
        let way = |problem: &Problem| {
            problem.include_sites.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        problems
            .iter()
            .map(|problem| format!("{} <- {}", problem.place().unwrap(), way(problem)))
            .collect()
    };
    assert_eq!(
        ways("f"),
        ["broken.toml:3:8 <- f.toml:3:11", "m.toml:3:8 <- f.toml:3:11", "f.toml:5:14 <- "]
    );
    assert_eq!(ways("g"), ["syntax.toml:2:5 <- g.toml:2:11"]);
    assert_eq!(ways("classic+m"), ["m.toml:3:8 <- command line:1:9"]);
    assert_eq!(ways("broken"), ["broken.toml:3:8 <- "]);
    // Two files with the same parent: its problem comes once, with both ways.
    let mut all = Problems::default();
    for reference in ["middle", "f", "broken"] {
        all.extend(load(reference, &Texts(&texts), &Catalog).expect_err("it is broken"));
    }
    let hand: Vec<_> =
        all.iter().filter(|problem| problem.key.as_deref() == Some("tiles.hand")).collect();
    assert_eq!(hand.len(), 1);
    let ways: Vec<_> = hand[0].include_sites.iter().map(ToString::to_string).collect();
    assert_eq!(ways, ["middle.toml:2:11", "f.toml:3:11"]);
}

#[test]
fn an_error_in_a_parent_is_reported_even_where_the_child_overrides_it() {
    let texts = [
        ("broken", "schema = 1\n[tiles]\nhand = 9\n"),
        ("f", "schema = 1\nextends = \"broken\"\n[tiles]\nhand = 3\n"),
    ];
    assert_eq!(errors(load("f", &Texts(&texts), &Catalog)), [Code::OutOfRange]);
}

#[test]
fn a_child_may_resolve_a_contradiction_of_its_parent() {
    let texts = [
        ("many", "schema = 1\n[players]\nmax = 12\n"),
        ("f", "schema = 1\nextends = \"many\"\n[tiles]\ncopies = 2\n"),
    ];
    assert_eq!(errors(load("many", &Texts(&texts), &Catalog)), [Code::NotEnoughTiles]);
    assert_eq!(with(&texts, "f").facts().tiles, 70);
}

#[test]
fn a_wrong_value_causes_no_further_contradiction() {
    let codes = errors(text_result("schema = 1\n[players]\nmin = 9\nmax = 99\n"));
    assert_eq!(codes, [Code::OutOfRange], "8 is not what the file says");
    let codes = errors(text_result(
        "schema = 1\n[board]\ncolumns = 50\n[hazard]\nrule = \"daikaiju\"\n\
         columns = [1, 2, 3, 14, 15, 16]\n",
    ));
    assert_eq!(codes, [Code::OutOfRange]);
}

#[test]
fn records_are_read_leniently_and_checked() {
    let mut json = rules("seas").to_json();
    json["weather"] = json!({ "rule": "storm" });
    json["tiles"]["colour"] = json!("green");
    json["title"] = json!(7);
    json["hazard"]["setup"][0]["note"] = json!("more");
    let back = Resolved::from_json(&json, &Catalog).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(back.to_json(), rules("seas").to_json());
    for table in ["tiles", "end", "draw"] {
        let mut json = rules("classic").to_json();
        json.as_object_mut().expect("it is an object").remove(table);
        assert_eq!(
            Resolved::from_json(&json, &Catalog).map(|rules| rules.to_json()),
            Ok(rules("classic").to_json()),
            "without {table}"
        );
    }
    for (pointer, bad, code) in [
        ("/tiles/hand", json!(9), Code::OutOfRange),
        ("/tiles/hand", json!("3"), Code::WrongType),
        ("/tiles/hand", json!(3.5), Code::WrongType),
        ("/tiles/hand", json!(u64::MAX), Code::OutOfRange),
        ("/tiles/hand", Value::Null, Code::WrongType),
        ("/tiles", json!([]), Code::WrongType),
        ("/tiles/copies", json!([1, 2]), Code::WrongLength),
        ("/draw/rule", json!("weather"), Code::UnknownValue),
        ("/hazard/columns", json!([1, 2, 3, 4, 5, 9]), Code::Contradiction),
        ("/players/max", json!(20), Code::NotEnoughTiles),
    ] {
        let mut json = rules("seas").to_json();
        *json.pointer_mut(pointer).expect("the field is there") = bad;
        let problems = Resolved::from_json(&json, &Catalog).expect_err(pointer);
        let problem = problems
            .iter()
            .find(|problem| problem.code == code)
            .unwrap_or_else(|| panic!("{pointer}: {problems}"));
        assert!(problem.labels.is_empty(), "a record has no lines to point at");
        assert!(problem.key.is_some(), "{pointer}: {problem:?}");
    }
    for odd in [json!(null), json!([]), json!("classic"), json!(1)] {
        assert!(Resolved::from_json(&odd, &Catalog).is_err());
    }
}

#[test]
fn overrides_are_named_in_records_and_lists() {
    let rules = rules("classic+hand=4+random-first");
    assert_eq!(rules.to_json()["name"], "classic+hand=4+random-first");
    assert_eq!(rules.title(), "Tsuro + hand=4 + random-first");
}

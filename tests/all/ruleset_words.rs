//! What the program says about rule sets and keys: show, diff, reference, schema and templates, all
//! made from one table of keys.

use crate::common::golden::{Messages, compare};
use crate::common::json_schema::violations;
use crate::common::{Catalog, Texts, in_checkout, read_checkout, rules, text_result, text_rules};
use serde_json::{Value, json};
use std::fmt::Write as _;
use tsuro::game::{Key, KeyDefault, ValueKind};
use tsuro::ruleset::keys::{PRESENTATION, RULES, TEXT, TOP};
use tsuro::ruleset::{
    BUILT_INS, BuiltIns, Code, HOUSE_RULES, Resolved, RuleCatalog, Source, SourceId, diff,
    diff_text, keys_json, keys_reference, keys_text, load, resolve, schema, template,
};

/// Every key of every table, with the rule that has to be chosen for it.
fn all_keys() -> Vec<(&'static str, Option<&'static str>, &'static Key)> {
    let mut keys = Vec::new();
    for table in RULES.iter().chain([&PRESENTATION]) {
        keys.extend(table.keys.iter().map(|key| (table.name, None, key)));
        for rule in table.phase.into_iter().flat_map(|info| Catalog.rules(info.phase).to_vec()) {
            keys.extend(rule.keys.iter().map(|key| (table.name, Some(rule.name), key)));
        }
    }
    keys
}

/// The header of a table, after that of the rule without which this one cannot be chosen.
fn header(table: &str, rule: Option<&str>) -> String {
    let phases = RULES.iter().filter(|keys| keys.name == table).filter_map(|keys| keys.phase);
    let mut chosen =
        phases.flat_map(|info| Catalog.rules(info.phase)).filter(|known| Some(known.name) == rule);
    let needed = chosen.find_map(|known| {
        known.needs.iter().find(|need| need.value.is_none() && need.phase == known.phase)
    });
    match needed {
        Some(need) => format!("[[{table}]]\nrule = \"{}\"\n[[{table}]]\n", need.rule),
        None => format!("[{table}]\n"),
    }
}

/// A file that sets one key to one value, with everything else that this value needs.
fn file(table: &str, rule: Option<&str>, key: &str, value: &str) -> String {
    let header = header(table, rule);
    let rule = rule.map(|rule| format!("rule = \"{rule}\"\n")).unwrap_or_default();
    // A deck that is large enough for every number of players, and a board with room for them.
    let deck = if (table, key) == ("tiles", "copies") {
        String::new()
    } else {
        "copies = 20\n".to_owned()
    };
    let board = |own: &str| {
        if (table, key) == ("board", own) { String::new() } else { format!("{own} = 9\n") }
    };
    let mut text = "schema = 1\n".to_owned();
    for (name, lines) in [
        ("board", format!("{}{}", board("columns"), board("rows"))),
        (
            "players",
            match (table, key) {
                ("players", "min") => "max = 32\n".to_owned(),
                ("players", "max") => "min = 1\n".to_owned(),
                // Teams have the same size.
                ("score", "teams") => format!("min = {value}\nmax = {value}\n"),
                _ => "min = 2\nmax = 4\n".to_owned(),
            },
        ),
        ("tiles", deck),
    ] {
        let _ = write!(text, "[{name}]\n{lines}");
        if name == table {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    // A board that is round both ways has no rim.
    if value == "\"both\"" {
        text += "[start]\nmarks = [\"a1:A\", \"b1:A\", \"c1:A\", \"d1:A\"]\n";
    }
    if !["board", "players", "tiles"].contains(&table) {
        let _ = writeln!(text, "{header}{rule}{key} = {value}");
        // A wake tile can only stay away from the board if fewer daikaiju than there are tiles have
        // to be on it.
        if (table, key) == ("hazard", "tiles") {
            text += "minimum = 0\nsetup = [{ players = [1, 32], place = 0 }]\n";
        }
        // Who lays a tile for a team has one (W7).
        if (table, key, value) == ("placement", "for", "\"team\"") {
            text += "[score]\nrule = \"last-team\"\n";
        }
        // No more of them can be asked for than there are.
        if key == "minimum" {
            let _ = writeln!(
                text,
                "tiles = {}",
                documented_entries("hazard", "tiles").last().expect("there are some")
            );
        }
    }
    text
}

/// The documented values of a kind: all words, both ends of each range, the shortest and the
/// longest list.
fn documented(kind: &ValueKind) -> Vec<String> {
    match kind {
        ValueKind::Bool => vec!["true".to_owned(), "false".to_owned()],
        ValueKind::Int { min, max } => vec![min.to_string(), max.to_string()],
        ValueKind::Text => vec!["\"text\"".to_owned()],
        ValueKind::Choice(words) => words.iter().map(|word| format!("\"{}\"", word.name)).collect(),
        ValueKind::Choices(words) | ValueKind::Causes(words) => {
            let all: Vec<_> = words.iter().map(|word| format!("\"{}\"", word.name)).collect();
            let mut lists: Vec<_> = all.iter().map(|word| format!("[{word}]")).collect();
            lists.extend(["[]".to_owned(), format!("[{}]", all.join(", "))]);
            lists
        }
        ValueKind::Copies => vec![
            "1".to_owned(),
            format!("{:?}", vec![29; 35]),
            "{ 0 = 2, 34 = 0 }".to_owned(),
            "{ 7 = 990 }".to_owned(),
        ],
        ValueKind::Ints { len, min, max, distinct } => {
            let list = |len: usize| {
                let numbers: Vec<_> = (0_i64..)
                    .take(len)
                    .map(|i| if *distinct { min + i } else { *max.min(&9) - i % 2 })
                    .collect();
                format!("{numbers:?}")
            };
            vec![list(len.0), list(len.1)]
        }
        ValueKind::Texts { len } => {
            vec!["[]".to_owned(), format!("{:?}", vec!["random-first"; len.1])]
        }
        ValueKind::Squares { .. } => {
            vec!["[]".to_owned(), "[\"c3\"]".to_owned(), "[\"a1\", \"f6\"]".to_owned()]
        }
        ValueKind::SquarePairs { .. } => {
            vec![
                "[]".to_owned(),
                "[[\"b2\", \"e5\"]]".to_owned(),
                "[[\"a1\", \"f6\"], [\"b2\", \"e5\"]]".to_owned(),
            ]
        }
        ValueKind::WordOrPlaces(words) => {
            let all = words.iter().map(|word| format!("\"{}\"", word.name));
            all.chain(["[\"a1:A\", \"c3:H\", \"b2:D\", \"e5:F\"]".to_owned()]).collect()
        }
        // Fields of an entry depend on each other: the next function has them. A kind that is new
        // is found missing by the test after that.
        _ => Vec::new(),
    }
}

/// Lists of entries, in which every documented value of every field occurs, the shortest and the
/// longest.
fn documented_entries(table: &str, key: &str) -> Vec<String> {
    let list = |entries: Vec<String>| format!("[{}]", entries.join(", "));
    match (table, key) {
        ("hazard", "tiles") => {
            let tile = |turn: usize| {
                let arrows: Vec<_> = (1..=5).filter(|&number| number != turn).collect();
                format!(
                    "{{ turn = {turn}, arrows = {arrows:?}, gold = {}, clockwise = {} }}",
                    turn.is_multiple_of(2),
                    turn.is_multiple_of(3)
                )
            };
            (1..=5)
                .map(|turn| list(vec![tile(turn)]))
                .chain([list((0..64).map(|i| tile(1 + i % 5)).collect())])
                .collect()
        }
        ("hazard", "setup") => {
            let band = |from: usize, to: usize, place: usize| {
                format!("{{ players = [{from}, {to}], place = {place} }}")
            };
            vec![
                list(vec![band(1, 32, 0)]),
                list(vec![band(1, 32, 10)]),
                list((1..=32).map(|players| band(players, players, 1)).collect()),
            ]
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_key_has_documented_values_that_are_tried() {
    for (table, _, key) in all_keys() {
        assert!(
            !(documented(key.kind()).is_empty() && documented_entries(table, key.name).is_empty()),
            "{table}.{}",
            key.name
        );
    }
}

#[test]
fn every_documented_value_of_every_key_is_accepted() {
    for (table, rule, key) in all_keys() {
        for value in documented(key.kind()).into_iter().chain(documented_entries(table, key.name)) {
            let text = file(table, rule, key.name, &value);
            if let Err(problems) = text_result(&text) {
                panic!("{table}.{} = {value}:\n{problems}\n{text}", key.name);
            }
        }
        if let KeyDefault::Toml(default) = *key.default_value() {
            let (header, named) = (
                header(table, rule),
                rule.map(|rule| format!("rule = \"{rule}\"\n")).unwrap_or_default(),
            );
            let text = format!("schema = 1\n{header}{named}{} = {default}\n", key.name);
            let set = text_rules(&text);
            if table != "presentation" {
                let value = |set: &Resolved| {
                    let own =
                        rule.and_then(|rule| set.value(&format!("{table}.{rule}.{}", key.name)));
                    own.or_else(|| set.value(&format!("{table}.{}", key.name))).cloned()
                };
                let unset = if rule.is_some() {
                    text_rules(&format!("schema = 1\n{header}{named}"))
                } else {
                    rules("classic")
                };
                assert_eq!(value(&set), value(&unset), "{table}.{}", key.name);
                assert_eq!(set.hash(&Catalog), unset.hash(&Catalog), "{table}.{}", key.name);
            }
        }
    }
}

#[test]
fn every_documented_value_at_the_top_of_a_file_is_accepted() {
    let longest = "Ä-1_b.c".repeat(9) + "z";
    assert_eq!(longest.chars().count(), 64);
    let parents: Vec<String> = BUILT_INS
        .iter()
        .chain(HOUSE_RULES)
        .map(|built_in| format!("\"{}\"", built_in.name))
        .collect();
    for key in TOP.keys {
        let values = match key.name {
            "schema" => vec!["1".to_owned()],
            "name" => vec!["\"x\"".to_owned(), format!("{longest:?}")],
            "extends" => parents.clone(),
            "mixins" => documented(key.kind()),
            // Texts of scripts are tried in scripts.rs.
            "scripts" => vec!["[]".to_owned()],
            _ => vec![
                "\"\"".to_owned(),
                "\"One line: ünï, 日本\"".to_owned(),
                "'''\nseveral\nlines'''".to_owned(),
            ],
        };
        for value in values {
            let schema = if key.name == "schema" { "" } else { "schema = 1\n" };
            let text = format!("{schema}{} = {value}\n", key.name);
            assert!(
                text_result(&text).is_ok(),
                "{text}{}",
                text_result(&text).map_or_else(|problems| problems.to_string(), |_| String::new())
            );
        }
    }
    for language in ["fr", "de", "nds"] {
        for key in TEXT.keys {
            let rules =
                text_rules(&format!("schema = 1\n[text.{language}]\n{} = \"drüben\"\n", key.name));
            let texts = rules.texts();
            assert!(
                [texts.title_in(language), texts.summary_in(language)].contains(&"drüben"),
                "{}",
                key.name
            );
        }
    }
}

#[test]
fn values_beyond_the_documented_ones_are_refused() {
    for (table, rule, key) in all_keys() {
        let beyond: Vec<String> = match *key.kind() {
            ValueKind::Int { min, max } => {
                vec![
                    (min - 1).to_string(),
                    (max + 1).to_string(),
                    "\"1\"".to_owned(),
                    "1.0".to_owned(),
                    "true".to_owned(),
                ]
            }
            ValueKind::Bool => vec!["0".to_owned(), "\"true\"".to_owned()],
            ValueKind::Choice(_) => vec!["\"\"".to_owned(), "1".to_owned(), "[]".to_owned()],
            ValueKind::Choices(_) | ValueKind::Causes(_) => {
                vec!["[\"\"]".to_owned(), "\"edge\"".to_owned(), "[1]".to_owned()]
            }
            ValueKind::Ints { min, max, len, .. } => {
                let list = |value: i64| format!("{:?}", vec![value; len.0.max(1)]);
                vec![
                    list(min - 1),
                    list(max + 1),
                    "1".to_owned(),
                    format!("{:?}", vec![min; len.1 + 1]),
                ]
            }
            ValueKind::Copies => vec![
                "-1".to_owned(),
                "[]".to_owned(),
                "0".to_owned(),
                "30".to_owned(),
                "{ 35 = 1 }".to_owned(),
            ],
            ValueKind::Records { .. } => {
                vec!["[]".to_owned(), "[{}]".to_owned(), "[1]".to_owned(), "{}".to_owned()]
            }
            ValueKind::Text | ValueKind::Texts { .. } => vec!["1".to_owned()],
            ValueKind::Squares { .. } => vec![
                "[\"z9\"]".to_owned(),
                "[\"c3\", \"c3\"]".to_owned(),
                "\"c3\"".to_owned(),
                "[3]".to_owned(),
            ],
            ValueKind::SquarePairs { .. } => vec![
                "[\"b2\", \"e5\"]".to_owned(),
                "[[\"b2\"]]".to_owned(),
                "[[\"b2\", \"b2\"]]".to_owned(),
                "[[\"b2\", \"e5\"], [\"e5\", \"c3\"]]".to_owned(),
                "[[\"b2\", 3]]".to_owned(),
            ],
            ValueKind::WordOrPlaces(_) => {
                vec![
                    "\"inland\"".to_owned(),
                    "[]".to_owned(),
                    "[\"c3\"]".to_owned(),
                    "[\"c3:H\", \"c3:H\"]".to_owned(),
                    "3".to_owned(),
                ]
            }
            kind => panic!("{table}.{}: say what is beyond {kind:?}", key.name),
        };
        for value in beyond {
            assert!(
                text_result(&file(table, rule, key.name, &value)).is_err(),
                "{table}.{} = {value}",
                key.name
            );
        }
    }
}

#[test]
fn every_key_and_word_says_what_it_means() {
    let sentence = |text: &str| !text.is_empty() && !text.ends_with('.') && !text.contains('\n');
    for doc in keys_reference(&Catalog) {
        assert!(
            sentence(&doc.doc) && doc.doc.starts_with(char::is_uppercase),
            "{}: {:?}",
            doc.full(),
            doc.doc
        );
        assert!(!doc.default.is_empty() && !doc.values.is_empty(), "{}", doc.full());
        assert!(doc.words.iter().all(|(_, meaning)| sentence(meaning)), "{}", doc.full());
        let name = doc.name;
        assert!(
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
            "{name} is kebab-case"
        );
    }
}

#[test]
fn every_example_of_the_reference_is_accepted() {
    for doc in keys_reference(&Catalog) {
        let rule = doc.rule.map(|rule| format!("rule = \"{rule}\"\n")).unwrap_or_default();
        let text = match doc.table {
            "" if doc.name == "schema" => doc.example.clone(),
            // It names a file.
            "" if doc.name == "scripts" => continue,
            "" => format!("schema = 1\n{}\n", doc.example),
            "text" => format!("schema = 1\n[text.fr]\n{}\n", doc.example),
            "start" if doc.name == "marks" => {
                format!("schema = 1\n[players]\nmax = 2\n[start]\n{}\n", doc.example)
            }
            "score" if doc.name == "teams" => {
                format!("schema = 1\n[players]\nmin = 6\nmax = 6\n[score]\n{rule}{}\n", doc.example)
            }
            "placement" if doc.name == "for" => {
                format!("schema = 1\n[placement]\n{}\n[score]\nrule = \"last-team\"\n", doc.example)
            }
            table => format!("schema = 1\n{}{rule}{}\n", header(table, doc.rule), doc.example),
        };
        let result = text_result(&text);
        // The reference shows the shape of lists; their values depend on the board of the file.
        assert!(
            result.is_ok(),
            "{}:\n{text}{}",
            doc.full(),
            result.err().map(|problems| problems.to_string()).unwrap_or_default()
        );
    }
}

#[test]
fn the_reference_finds_keys_by_name_table_and_rule() {
    let one = keys_text(&Catalog, Some("tiles.hand")).expect("it is a key");
    assert!(one.contains(" 1 to 5") && one.contains(" 3"), "{one}");
    let two = keys_text(&Catalog, Some("min-players")).expect("it is a key");
    assert!(two.contains("draw.min-players (") && two.contains("bonus.min-players"), "{two}");
    assert!(
        keys_text(&Catalog, Some("hazard"))
            .expect("it is a table")
            .contains("hazard.movement-dice")
    );
    assert!(
        keys_text(&Catalog, Some("statue")).expect("it is a rule").contains("draw.min-players")
    );
    assert_eq!(keys_json(&Catalog, Some("tiles.hand")).expect("it is a key")[0]["default"], "3");
    let problem = keys_text(&Catalog, Some("tiles.hnad")).expect_err("the key is misspelt");
    assert_eq!(problem.did_you_mean.as_deref(), Some("tiles.hand"));
    let all = keys_text(&Catalog, None).expect("all keys");
    for (table, _, key) in all_keys() {
        assert!(all.contains(&format!("\n  {table}.{}", key.name)), "{table}.{}", key.name);
    }
}

#[test]
fn shown_rules_load_again_with_the_same_values() {
    for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
        let rules = rules(built_in.name);
        for provenance in [false, true] {
            let again = text_rules(&rules.to_toml(provenance));
            assert_eq!(again.to_json(), rules.to_json(), "{}", built_in.name);
            assert_eq!(
                (again.title(), again.summary(), again.source()),
                (rules.title(), rules.summary(), rules.source())
            );
            assert_eq!(
                (again.presentation(), &again.texts().translations),
                (rules.presentation(), &rules.texts().translations)
            );
        }
        assert_eq!(rules.as_written(), built_in.text);
    }
}

#[test]
fn overrides_are_shown_as_an_equivalent_file() {
    let one = rules("seas+random-first+minimum=2+avoid=edge+tiles.copies=2");
    let text = one.as_written();
    assert_eq!(
        text,
        "schema = 1\nextends = \"seas\"\nmixins = [\"random-first\"]\n\n[tiles]\ncopies = 2\n\n\
         [placement]\navoid = [\"edge\"]\n\n[hazard]\nminimum = 2\n"
    );
    assert_eq!(text_rules(&text).hash(&Catalog), one.hash(&Catalog));
    let shown = rules("classic+plain=true+language=fr").as_written();
    assert_eq!(
        shown,
        "schema = 1\nextends = \"classic\"\n\n[presentation]\nplain = true\nlanguage = \"fr\"\n"
    );
}

#[test]
fn provenance_follows_each_value() {
    let texts = [("mine", "schema = 1\nextends = \"luxury\"\n[tiles]\nhand = 2\n")];
    let rules =
        load("mine", &Texts(&texts), &Catalog).unwrap_or_else(|problems| panic!("{problems}"));
    let text = rules.to_toml(true);
    for line in [
        "hand = 2 # mine.toml:4",
        "max = 11 # luxury:11",
        "columns = 6 # classic:13",
        "min-players = 2 # default",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    let json = rules.provenance_json();
    assert_eq!(
        json["tiles.hand"],
        json!({ "value": 2, "from": "mine.toml", "line": 4, "column": 8 })
    );
    assert_eq!(json["hazard.rule"]["from"], "default");
}

#[test]
fn differences_are_shown_in_words_and_as_keys() {
    let (classic, luxury) = (rules("classic"), rules("luxury"));
    let keys: Vec<String> =
        diff(&classic, &luxury, &Catalog).into_iter().map(|difference| difference.key).collect();
    assert_eq!(
        keys,
        [
            "players.max",
            "players.first",
            "placement.avoid",
            "placement.unless",
            "draw.rule",
            "draw.min-players"
        ]
    );
    let mut messages = Messages::new("differences");
    for [one, other] in [["classic", "luxury"], ["classic", "french"], ["classic", "seas"]] {
        messages.add(&format!("{one} {other}"), &diff_text(&rules(one), &rules(other), &Catalog));
    }
    messages.compare();
}

#[test]
fn two_files_of_one_name_are_shown_with_their_paths() {
    let file = |path: &str, hand: u8| {
        let text = format!("schema = 1\n[tiles]\nhand = {hand}\n");
        resolve(Source::new(SourceId::File(path.into()), path, text), &BuiltIns, &Catalog)
            .expect("it is fine")
    };
    let (monday, friday) = (file("monday/house.toml", 4), file("friday/house.toml", 2));
    let text = diff_text(&monday, &friday, &Catalog);
    assert!(
        text.contains("  monday/house.toml: 4 ") && text.contains("  friday/house.toml: 2 "),
        "{text}"
    );
    let same = diff_text(&monday, &file("friday/house.toml", 4), &Catalog);
    assert!(
        same.starts_with("monday/house.toml and friday/house.toml ") && same.lines().count() == 1,
        "{same}"
    );
}

#[test]
fn a_difference_is_shown_for_each_key_that_is_changed() {
    for part in [
        "hand=4",
        "open=true",
        "avoid=[]",
        "copies={3=2}",
        "turn-limit=5",
        "draw.rule=refill",
        "score.rule=solo",
        "first=random",
    ] {
        let found = diff(&rules("classic"), &rules(&format!("classic+{part}")), &Catalog);
        assert!(!found.is_empty(), "{part}");
        for difference in found {
            assert_ne!(difference.values[0], difference.values[1]);
            assert!(difference.words.iter().all(|words| !words.is_empty()), "{difference:?}");
        }
    }
}

/// A TOML text as JSON, as an editor sees it.
fn as_json(text: &str) -> Value {
    let table: toml::Table = toml::from_str(text).expect("it is TOML");
    serde_json::to_value(table).expect("it has a form in JSON")
}

#[test]
fn the_schema_accepts_every_file_that_the_parser_accepts() {
    let schema = schema(&Catalog);
    for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
        assert_eq!(violations(&schema, &as_json(built_in.text)), [""; 0], "{}", built_in.name);
        let resolved = rules(built_in.name).to_toml(false);
        assert_eq!(violations(&schema, &as_json(&resolved)), [""; 0], "{}", built_in.name);
    }
    for (table, rule, key) in all_keys() {
        for value in documented(key.kind()) {
            let text = file(table, rule, key.name, &value);
            assert_eq!(violations(&schema, &as_json(&text)), [""; 0], "{text}");
        }
    }
}

#[test]
fn the_schema_refuses_what_the_parser_refuses_but_for_what_only_the_whole_file_can_tell() {
    let schema = schema(&Catalog);
    let directory = in_checkout("tests/corpus/bad-rulesets");
    let mut refused = 0;
    for entry in std::fs::read_dir(directory).expect("the corpus is part of the checkout").flatten()
    {
        let name = entry.file_name().into_string().expect("names are text");
        let kinds = [
            "unknown-",
            "type-",
            "range-",
            "length-",
            "misplaced-",
            "other-rule.",
            "duplicate-word",
            "duplicate-number",
            "schema-",
        ];
        if !kinds.iter().any(|kind| name.starts_with(kind))
            || entry.path().extension().is_none_or(|end| end != "toml")
        {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).expect("it is text");
        let Ok(table) = toml::from_str::<toml::Table>(&text) else { continue };
        // Dates have no form of their own in JSON.
        let Ok(json) = serde_json::to_value(table) else { continue };
        assert!(!violations(&schema, &json).is_empty(), "the schema accepts {name}");
        refused += 1;
    }
    assert!(refused > 35, "only {refused} files were looked at");
}

#[test]
fn the_schema_knows_every_key_with_its_meaning() {
    let schema = schema(&Catalog);
    for key in TOP.keys {
        assert!(
            schema["properties"][key.name]["description"]
                .as_str()
                .is_some_and(|text| text.contains(key.doc)),
            "{}",
            key.name
        );
    }
    for (table, _, key) in all_keys() {
        let text = schema["properties"][table]["properties"][key.name].to_string();
        assert!(text.contains("description"), "{table}.{}", key.name);
    }
    for key in TEXT.keys {
        assert!(
            !schema["properties"]["text"]["additionalProperties"]["properties"][key.name].is_null()
        );
    }
}

#[test]
fn a_new_file_is_its_parent_until_something_is_changed() {
    for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
        let parent = rules(built_in.name);
        let text = template("friday-night", built_in.name, &parent, &Catalog);
        let fresh = text_rules(&text);
        assert!(fresh.warnings().is_empty(), "{}", fresh.warnings());
        assert_eq!(fresh.hash(&Catalog), parent.hash(&Catalog), "{}", built_in.name);
        assert_eq!((fresh.name(), fresh.title()), ("friday-night", "friday-night"));
        // Every line that looks like a key can be uncommented as it stands.
        let is_code = |line: &str| {
            let code = line.strip_prefix("# ").unwrap_or_default();
            let key = code.split(" = ").next().unwrap_or_default();
            let begins_key = code.contains(" = ")
                && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            begins_key || code.starts_with("  ") && code.ends_with(',') || code == "]"
        };
        let open: String = text
            .lines()
            .map(|line| if is_code(line) { &line[2..] } else { line })
            .collect::<Vec<_>>()
            .join("\n");
        let all = text_rules(&open);
        assert_eq!(all.to_json()["hazard"], parent.to_json()["hazard"]);
        assert_eq!(all.hash(&Catalog), parent.hash(&Catalog), "{}:\n{open}", built_in.name);
        for (table, key, _) in parent.values() {
            assert!(
                text.contains(&format!("\n# {key} = ")),
                "{} lacks {table}.{key}",
                built_in.name
            );
        }
    }
}

/// The document of rule-set files.
fn document() -> String {
    read_checkout("docs/rule-sets.md")
}

/// The tables of all keys as `docs/rule-sets.md` has them.
fn tables_of_keys() -> String {
    let tables = [&TOP].into_iter().chain(RULES).chain([&PRESENTATION, &TEXT]);
    let reference = keys_reference(&Catalog);
    let mut text = String::new();
    for table in tables {
        let header = match table.name {
            "" => "At the top of the file".to_owned(),
            "text" => "`[text.fr]`".to_owned(),
            name => format!("`[{name}]`"),
        };
        let _ = writeln!(
            text,
            "### {header}: {}\n\n| key | values | default | rule | meaning |\n\
             |---|---|---|---|---|",
            table.doc
        );
        for doc in reference.iter().filter(|doc| doc.table == table.name) {
            let rule = doc.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
            let default = match doc.default.as_str() {
                long if long.len() > 120 => format!("`tsuro rules keys {}` shows them", doc.full()),
                words if words.contains(' ') && !words.starts_with(['[', '{']) => words.to_owned(),
                value if ["empty", "none"].contains(&value) => value.to_owned(),
                value => format!("`{value}`"),
            };
            let words: Vec<_> =
                doc.words.iter().map(|(word, meaning)| format!("`{word}`: {meaning}")).collect();
            let words =
                if words.is_empty() { String::new() } else { format!(". {}", words.join("; ")) };
            let _ = writeln!(
                text,
                "| `{}`{rule} | {} | {default} | {} | {}{words} |",
                doc.name, doc.values, doc.rules, doc.doc
            );
        }
        text.push('\n');
    }
    text
}

/// The tables in the document come from the table that the parser uses. `TSURO_BLESS=1` writes them
/// anew.
#[test]
fn the_document_has_every_key_as_the_parser_has_it() {
    const BEGIN: &str = "<!-- keys: from here on written by tests/all/ruleset_words.rs -->\n\n";
    const END: &str = "<!-- keys: up to here -->\n";
    let text = document();
    let (before, rest) = text.split_once(BEGIN).expect("the tables begin somewhere");
    let (_, after) = rest.split_once(END).expect("the tables end somewhere");
    compare("docs/rule-sets.md", &format!("{before}{BEGIN}{}{END}{after}", tables_of_keys()));
}

#[test]
fn the_document_names_every_error_code_and_every_rule_set() {
    let text = document();
    let section = |heading: &str| {
        let rest = text
            .split_once(&format!("\n## {heading}\n"))
            .unwrap_or_else(|| panic!("no section {heading}"))
            .1;
        rest.split_once("\n## ").map_or(rest, |(section, _)| section).to_owned()
    };
    let errors = section("Errors");
    let rows: Vec<&str> = errors.lines().filter(|line| line.starts_with("| `")).collect();
    let in_first_column = |row: &&str| {
        row.split('|')
            .nth(1)
            .unwrap_or_default()
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut named: Vec<String> = rows.iter().flat_map(in_first_column).collect();
    let mut codes: Vec<String> = Code::ALL.iter().map(|code| code.as_str().to_owned()).collect();
    named.sort();
    codes.sort();
    assert_eq!(named, codes);
    let ships = section("What ships");
    for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
        assert!(ships.contains(&format!("`{}`", built_in.name)), "{}", built_in.name);
    }
}

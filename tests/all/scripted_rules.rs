//! The rules that ship as scripts: short, told in both languages, keeping the contract of rules,
//! and the same as their forms in Rust.

use crate::common::games::played;
use crate::common::program::{out, run, tsuro};
use crate::common::{in_checkout, read_checkout};
use crate::moments::program;
use std::sync::Arc;
use tsuro::Game;
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Problems, SCRIPTED, Source, SourceId, Variant};
use tsuro_suite::{Conformance, conformance, read};

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(
        Variant::load(name, &BuiltIns, &Registry::default())
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

#[test]
fn each_has_at_most_fifty_lines_and_is_told_in_both_languages() {
    for shipped in SCRIPTED {
        let text = read_checkout(format!("rulesets/scripts/{}.rhai", shipped.name));
        let code = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .count();
        assert!(code <= 50, "{} has {code} lines", shipped.name);
        let variant = variant(shipped.name);
        assert!(variant.resolved().texts().translations.contains_key("fr"), "{}", shipped.name);
        // Each text has its translation beside it.
        assert_eq!(
            text.matches("en: \"").count(),
            text.matches("fr: \"").count(),
            "{}",
            shipped.name
        );
    }
    assert_eq!(
        std::fs::read_dir(in_checkout("rulesets/scripts")).unwrap().count(),
        2 * SCRIPTED.len()
    );
}

#[test]
fn each_keeps_the_contract_of_rules_and_its_games_replay_without_its_file() {
    let how = Conformance { games: 5, ..Conformance::default() };
    for shipped in SCRIPTED {
        let variant = variant(shipped.name);
        conformance(shipped.name, &variant, &Registry::default(), &BuiltIns, &how)
            .unwrap_or_else(|broken| panic!("{}: {broken}", shipped.name));
        for index in 0..6 {
            let record = played(&variant, 2 + (index % 3) as u8, "shipped", index).record;
            assert!(!record.contains("broken-rule"), "{record}");
            assert_eq!(
                Game::from_record(&record, &Registry::default()).unwrap().record().unwrap(),
                record
            );
        }
    }
}

#[test]
fn each_keeps_the_contract_when_it_is_mixed_into_other_rule_sets() {
    conform_in_mixtures(1, 6);
}

#[test]
#[ignore = "six minutes: many games of every rule and every mixture"]
fn each_keeps_the_contract_in_many_games() {
    let how = Conformance { games: 60, ..Conformance::default() };
    for shipped in SCRIPTED {
        conformance(shipped.name, &variant(shipped.name), &Registry::default(), &BuiltIns, &how)
            .unwrap_or_else(|broken| panic!("{}: {broken}", shipped.name));
    }
    conform_in_mixtures(30, 30);
}

/// Plays games of each scripted rule in several other rule sets: in one of them `many`, with each
/// number of players, in the others `few`.
fn conform_in_mixtures(few: u32, many: u32) {
    let bases = ["luxury", "seas", "double-turn", "double-deck", "open-tiles"];
    for (number, shipped) in SCRIPTED.iter().enumerate() {
        for (at, base) in bases.into_iter().enumerate() {
            let games = if number % bases.len() == at { many } else { few };
            let how = Conformance { games, ..Conformance::default() };
            // Where a game stands at an exchange, a position says what lies there now, and not what
            // was laid last before: a ko, in Rust as well, judges the placement of the turn by it.
            if (base, shipped.name) == ("seas", "ko") {
                continue;
            }
            let name = format!("{base}+{}", shipped.name);
            conformance(&name, &variant(&name), &Registry::default(), &BuiltIns, &how)
                .unwrap_or_else(|broken| panic!("{name}: {broken}"));
        }
    }
}

const SUITE: &str = "examples/scripts_suite.toml";

#[test]
fn each_has_scenarios_and_all_of_them_pass() {
    let mut problems = Problems::default();
    let path = in_checkout(SUITE);
    let suite = read(
        Source::new(SourceId::File(path.clone()), SUITE, read_checkout(SUITE)),
        &Registry::default(),
        &mut problems,
    );
    assert!(problems.is_empty(), "{problems}");
    let about = |name: &str| {
        suite.scenarios.iter().filter(|scenario| scenario.ids.iter().any(|id| id == name)).count()
    };
    for shipped in SCRIPTED {
        assert!(about(shipped.name) >= 3, "{}", shipped.name);
    }
    let output = run(&["test", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", out(&output));
}

#[test]
fn each_comes_into_play_and_its_record_replays_where_there_are_no_files() {
    let shown = [
        ("tide", r#""rule":"tide","data":{"laid""#),
        ("auction", r#""rule":"auction","data":{"tile""#),
        ("bounty", r#""outcome":"score""#),
        ("ko", r#""rule":"ko""#),
        ("wind", r#""rule":"wind","data":{"turned""#),
        ("thief", r#""rule":"thief","data":{"player""#),
        ("harbour", "harbour/home"),
        ("bid", r#""rule":"bid","data":{"player""#),
    ];
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(shown.len(), SCRIPTED.len());
    for (name, shown) in shown {
        let record = folder.path().join(format!("{name}.jsonl"));
        let file = in_checkout(format!("rulesets/scripts/{name}.toml"));
        let games = [
            "simulate",
            file.to_str().unwrap(),
            "--games",
            "20",
            "--players",
            "3",
            "--seed",
            "away",
            "--record",
        ];
        let output = run(&[&games[..], &[record.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", out(&output));
        assert!(
            std::fs::read_to_string(&record).unwrap().contains(shown),
            "{name}: {shown} never happened"
        );
        let output = tsuro(&["replay", record.to_str().unwrap()])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{name}: {}", out(&output));
    }
}

/// Events of records, without the lines that name rule sets.
fn events(record: &str) -> Vec<&str> {
    record.lines().filter(|line| !line.starts_with("{\"event\":\"game\"")).collect()
}

#[test]
fn a_rule_as_a_script_and_in_rust_plays_the_same_games() {
    let in_rust = |text: &str| {
        Arc::new(Variant::from_text("in-rust.toml", text, &program::registry()).unwrap())
    };
    for (name, rust) in [
        ("tide", "schema = 1\nextends = \"classic\"\n[[rule]]\nrule = \"tide\"\n"),
        ("ko", "schema = 1\nextends = \"classic\"\n[placement]\nrule = \"ko\"\n"),
    ] {
        let (script, rust) = (variant(name), in_rust(rust));
        for index in 0..60 {
            let players = 2 + (index % 3) as u8;
            let (one, other) = (
                played(&script, players, "same", index).record,
                played(&rust, players, "same", index).record,
            );
            assert_eq!(events(&one), events(&other), "{name}, game {index}");
        }
    }
}

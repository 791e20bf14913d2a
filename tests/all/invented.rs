//! The rules of `examples/invented`, written as a designer would: how long they are, and that every
//! command of a program with them treats them as rules of the crate.

#[allow(dead_code, reason = "its `main` is run as a program of its own")]
#[path = "../../examples/invented/main.rs"]
mod program;

use crate::common::games::{played, resumes_after_every_line};
use crate::common::program::{err, example, feed, out};
use crate::common::{in_checkout, read_checkout};
use crate::moments::lines_of_a_rule;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tsuro::record::{RecordReader, ReplayVerdict, Replayer};
use tsuro::ruleset::{BuiltIns, Source, SourceId, Variant, resolve};

const RULES: &str = "examples/invented.toml";
const SUITE: &str = "examples/invented_suite.toml";

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(example("invented"));
    command.args(args).current_dir(crate::common::checkout());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// The standard output of the program, which has to succeed.
fn printed(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}{}", out(&output), err(&output));
    out(&output)
}

pub(crate) fn variant() -> Variant {
    let (path, registry) = (in_checkout(RULES), program::registry());
    let source = Source::new(SourceId::File(path), "invented.toml", read_checkout(RULES));
    let resolved =
        resolve(source, &BuiltIns, &registry).unwrap_or_else(|problems| panic!("{problems}"));
    Variant::new(resolved, &registry).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn each_rule_has_at_most_sixty_lines_and_the_file_that_combines_them_six() {
    for rule in ["pass_left", "current", "open_middle"] {
        let lines = lines_of_a_rule(&read_checkout(format!("examples/invented/{rule}.rs")));
        assert!((20..=60).contains(&lines), "{rule} has {lines} lines");
    }
    assert_eq!(read_checkout(RULES).lines().count(), 6);
}

#[test]
fn games_with_the_three_rules_replay_and_all_three_come_into_play() {
    let (variant, registry) = (variant(), program::registry());
    let mut all = String::new();
    for index in 0..40 {
        let game = played(&variant, 2 + 2 * (index % 4) as u8, "invented", index).record;
        let game_read = RecordReader::new(game.as_bytes()).game().unwrap().unwrap();
        let replayed = Replayer::new(&registry)
            .replay(&game_read)
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
        assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)));
        all.push_str(&game);
    }
    for shown in [
        r#""event":"chose""#,
        r#""rule":"pass-left""#,
        r#""rule":"current""#,
        r#""cause":"tsunami/swept""#,
        "last-team",
    ] {
        assert!(all.contains(shown), "{shown} never happened");
    }
}

#[test]
fn a_game_with_the_three_rules_resumes_after_every_event() {
    let seed = (0..20).map(|index| format!("broken off {index}")).find(|seed| {
        let record = played(&variant(), 4, seed, 0).record;
        record.contains("pass-left\",\"data") && record.contains("\"event\":\"carried\"")
    });
    resumes_after_every_line(&variant(), 4, &seed.expect("a game with questions and a current"));
}

/// A game played through a pipe to its end, and the file of its record.
fn piped(folder: &Path, seed: &str, more: &[&str]) -> (Output, String) {
    let record = folder.join(format!("{seed}.jsonl")).display().to_string();
    let args = [
        &["play", RULES, "--players", "4", "--plain", "--seed", seed, "--record", &record][..],
        more,
    ]
    .concat();
    // Different start marks are free in each game; after that, the first answer always is one.
    let input = format!("\n{}", "1\n".repeat(300));
    (feed(command(&args), &input), record)
}

#[test]
fn a_person_plays_to_the_end_and_is_told_of_the_rules_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let english = [
        "Which tile do you pass to the left?",
        "Yellow has answered in secret",
        "All pass a tile to the left.",
        "(number or word",
    ];
    let french = [
        "Quelle tuile passez-vous à gauche ?",
        "Jaune a répondu en secret",
        "Chacun passe une tuile à gauche.",
        "tsunami",
    ];
    for (language, told) in [("en", english), ("fr", french)] {
        let mut all = String::new();
        for seed in ["1", "2", "3", "4"] {
            let (output, record) =
                piped(folder.path(), &format!("{language}{seed}"), &["--language", language]);
            assert_eq!(
                (output.status.code(), err(&output).as_str()),
                (Some(0), ""),
                "{}",
                out(&output)
            );
            assert!(
                fs::read_to_string(&record).unwrap().contains("\"event\":\"end\""),
                "{}",
                out(&output)
            );
            assert!(printed(&["replay", &record]).contains("all of them follow the rules"));
            all.push_str(&out(&output));
        }
        for text in told {
            assert!(all.contains(text), "{text}: {all}");
        }
    }
}

#[test]
fn a_view_of_the_record_hides_what_others_pass() {
    let folder = tempfile::tempdir().unwrap();
    let (_, record) = piped(folder.path(), "2", &[]);
    let chosen = |text: String| -> Vec<Value> {
        let lines = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .collect::<Vec<_>>();
        lines.into_iter().filter(|event| event["event"] == "chose").collect()
    };
    let (whole, seen) = (
        chosen(fs::read_to_string(&record).unwrap()),
        chosen(printed(&["replay", &record, "--view", "1"])),
    );
    assert!(whole.len() > 4 && whole.len() == seen.len(), "{whole:?}");
    for (event, shown) in whole.iter().zip(seen) {
        let own = event["player"] == 1;
        assert_eq!(
            (shown["choice"] == event["choice"], shown["choice"].is_null()),
            (own, !own),
            "{shown}"
        );
    }
}

#[test]
fn simulations_comparisons_and_deep_checks_have_the_three_rules() {
    let summary: Value = serde_json::from_str(&printed(&[
        "simulate", RULES, "--games", "200", "--seed", "1", "--json",
    ]))
    .unwrap();
    assert_eq!(summary["games"], 200);
    assert!(summary["eliminations"]["tsunami/swept"].as_u64() > Some(0), "{summary}");
    let compared: Value = serde_json::from_str(&printed(&[
        "compare", "seas", RULES, "--games", "100", "--bots", "random", "--seed", "1", "--json",
    ]))
    .unwrap();
    let keys: Vec<&str> = compared["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["key"].as_str().unwrap())
        .collect();
    for key in [
        "placement.rule",
        "placement.margin",
        "draw.rule",
        "draw.every",
        "hazard.current.row",
        "score.teams",
    ] {
        assert!(keys.contains(&key), "{key}: {keys:?}");
    }
    let deep = run(&["rules", "check", "--deep", "--games", "60", RULES]);
    assert_eq!((deep.status.code(), err(&deep).as_str()), (Some(0), ""), "{}", out(&deep));
}

#[test]
fn the_suite_holds_and_notices_a_change_of_each_key_of_the_three_rules() {
    let answer: Value = serde_json::from_str(&printed(&["test", SUITE, "--json"])).unwrap();
    assert_eq!((&answer["failed"], &answer["skipped"]), (&0.into(), &0.into()), "{answer:#}");
    let mutation: Value =
        serde_json::from_str(&printed(&["test", SUITE, "--mutate", RULES, "--own", "--json"]))
            .unwrap();
    for survivor in mutation["survivors"].as_array().unwrap() {
        let key = survivor["key"].as_str().unwrap();
        assert!(
            ![
                "draw.rule",
                "draw.every",
                "hazard.current.row",
                "placement.rule",
                "placement.margin"
            ]
            .contains(&key),
            "{survivor}"
        );
    }
    assert!(printed(&["test", "--conformance", RULES, "--games", "50"]).contains("in 50 games"));
    // The name of a placement rule from outside is known as a reason, and a misspelled one is not.
    let folder = tempfile::tempdir().unwrap();
    let misspelled = folder.path().join("suite.toml");
    let rules = format!("rules = \"{}+", in_checkout(RULES).display());
    fs::write(
        &misspelled,
        read_checkout(SUITE)
            .replace("open-middle\"]", "open-midle\"]")
            .replace("rules = \"invented.toml+", &rules),
    )
    .unwrap();
    let output = run(&["test", misspelled.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        out(&output).contains("\"open-midle\" never makes a placement illegal")
            && out(&output).contains("did you mean `open-middle`?")
    );
}

#[test]
fn what_is_wrong_with_a_key_of_theirs_is_pointed_at() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    let check = |from: &str, to: &str| {
        let changed = read_checkout(RULES).replace(from, to);
        assert_ne!(changed, read_checkout(RULES));
        fs::write(&file, changed).unwrap();
        let output = run(&["rules", "check", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{to}");
        out(&output) + err(&output).as_str()
    };
    for (from, to, line, says) in [
        ("every = 4", "evry = 4", "^^^^", "did you mean `every`?"),
        ("margin", "margins", "^^^^^^^", "did you mean `margin`?"),
        ("row = 4", "rwo = 4", "^^^", "did you mean `row`?"),
        ("every = 4", "every = 0", "^", "1 to 100"),
        ("row = 4", "row = 8", "^", "row 8 is off the board, which has 7 rows"),
        ("margin = 3", "margin = 4", "^", "a margin of 4 leaves no middle on 7 × 7 squares"),
        ("pass-left", "pass-lft", "^^^^^^^^^^", "did you mean `pass-left`?"),
        ("\"current\"", "\"curent\"", "^^^^^^^^", "did you mean `current`?"),
        ("open-middle", "open-midle", "^^^^^^^^^^^^", "did you mean `open-middle`?"),
    ] {
        let told = check(from, to);
        assert!(
            told.lines().any(|text| text.trim_start_matches(['|', ' ']) == line)
                && told.contains(says),
            "{to}: {told}"
        );
    }
    // The program without the rules names them as unknown.
    let output =
        crate::common::program::run(&["rules", "check", in_checkout(RULES).to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let told = out(&output) + err(&output).as_str();
    for rule in ["pass-left", "open-middle", "current"] {
        assert!(told.contains(rule), "{told}");
    }
}

//! The programs in `examples/`: all of them run, and the rule of `custom_rule` keeps the promises that a rule from outside the crate is given.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

#[allow(dead_code, reason = "its `main` is run as a program of its own")]
#[path = "../examples/custom_rule.rs"]
mod custom_rule;

use custom_rule::Whirlpools;
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tsuro::game::{Luck, RunSeed, Uniform, deal, play_on};
use tsuro::record::{GameRecord, Reader, Recorder, Replayer, Script, Scripted, Verdict, answer, read_position, write_position};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Source, SourceId, Variant, resolve};
use tsuro::with_rules;

const GAMES: u64 = 30;

/// An example as it was built with the tests.
fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_tsuro")).parent().unwrap().join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: `cargo test` builds the examples, `cargo test --test examples` does not", program.display());
    program
}

fn run(name: &str, args: &[&str]) -> Output {
    Command::new(example(name)).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

/// What a program prints that has to end well.
fn printed(name: &str, args: &[&str]) -> String {
    let output = run(name, args);
    assert!(output.status.success(), "{name} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn embed_the_engine_plays_a_game_of_each_edition_to_its_end() {
    for (rules, seats) in [("classic", "2"), ("luxury-advanced", "5"), ("seas", "8"), ("classic+big-board+columns=16", "3")] {
        let text = printed("embed_the_engine", &[rules, seats, "a seed"]);
        assert!(text.contains("player 0 starts at") && text.lines().last().unwrap().starts_with("the end: "), "{text}");
        assert_eq!(text, printed("embed_the_engine", &[rules, seats, "a seed"]), "the same seed gives the same game");
    }
    let output = run("embed_the_engine", &["classic", "9"]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("2 to 8"));
}

#[test]
fn write_a_bot_prints_the_shares_of_both_bots() {
    let text = printed("write_a_bot", &[]);
    let share = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap()
    };
    let (hermit, greedy) = (share("hermit:"), share("greedy:"));
    assert!((hermit + greedy - 100.0).abs() < 0.2 && hermit > 5.0 && greedy > 5.0, "{text}");
}

fn registry() -> Registry {
    Registry::default().with_hazard::<Whirlpools>()
}

/// The rule set of `examples/custom_rule.toml`.
fn whirlpools(registry: &Registry) -> Variant {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/custom_rule.toml");
    let source = Source::new(SourceId::File(path.clone()), "custom_rule.toml", fs::read_to_string(path).unwrap());
    let resolved = resolve(source, &BuiltIns, registry).unwrap_or_else(|problems| panic!("{problems}"));
    Variant::new(resolved, registry).unwrap_or_else(|problems| panic!("{problems}"))
}

fn record(text: &str) -> GameRecord {
    Reader::new(text.as_bytes()).game().unwrap().unwrap()
}

#[test]
fn games_with_the_custom_rule_replay() {
    let registry = registry();
    let variant = whirlpools(&registry);
    let mut drowned = 0;
    for index in 0..GAMES {
        let game = common::games::played(&variant, 2 + (index % 7) as u8, "whirlpools", index);
        assert!(game.record.contains("{\"event\":\"rule\",\"rule\":\"whirlpools\",\"data\":{\"whirlpool\":"));
        drowned += game.record.matches("\"cause\":\"whirlpools/drowned\"").count();
        let replayed = Replayer::new(&registry).replay(&record(&game.record)).unwrap_or_else(|mismatch| panic!("{mismatch}"));
        assert!(matches!(replayed.verdict, Verdict::Complete(_)));
    }
    assert!(drowned > 0, "nobody was ever drowned");
}

#[test]
fn a_game_with_the_custom_rule_goes_on_after_any_event_as_it_would_have() {
    let registry = registry();
    let variant = whirlpools(&registry);
    let seed = RunSeed::new("broken off").game(0);
    let whole = common::games::played(&variant, 4, "broken off", 0).record;
    let lines: Vec<&str> = whole.lines().collect();
    for cut in 1..lines.len() {
        let broken = record(&format!("{}\n", lines[..cut].join("\n")));
        let script = RefCell::new(Script::new(&broken.lines, 1));
        let mut chance = Scripted::new(&script, Luck(seed));
        let mut sink = Scripted::new(&script, Recorder::new(Vec::new()));
        let mut deciders = Scripted::new(&script, Uniform(seed));
        with_rules!(variant.rules(), |rules| {
            let mut state = deal(rules, 4, &mut chance, &mut sink);
            assert!(play_on(rules, &mut state, &mut deciders, &mut chance, &mut sink).is_ok(), "{:?}", script.borrow().mismatch());
        });
        let rest = String::from_utf8(sink.then.finish().unwrap()).unwrap();
        assert_eq!(rest.lines().collect::<Vec<_>>(), lines[cut..], "broken off after line {cut}");
    }
}

#[test]
fn the_state_of_the_custom_rule_is_in_positions() {
    let registry = registry();
    let variant = whirlpools(&registry);
    let request = serde_json::json!({
        "position": {
            "players": [{ "at": "a1:A", "hand": [0, 1] }, { "at": "f6:D", "hand": [2] }], "active": 0, "turn": 3,
            "daikaiju": [{ "tile": 0, "square": "c3", "facing": 0 }], "rule-state": { "whirlpools": [[2, 2], null] },
        },
        "place": { "tile": 0, "rotation": 0 }, "turn": true, "seed": "1",
    });
    // Face 0 sends the piece back over the edge; only hands of that face have no other placement, so it is not legal here.
    let refused = answer(&variant, &request).unwrap_err();
    assert_eq!(refused.code(), "illegal-placement", "{refused}");
    let answered = answer(&variant, &{
        let mut request = request.clone();
        request.as_object_mut().unwrap().remove("place");
        request
    });
    assert!(!answered.unwrap()["legal"].as_array().unwrap().is_empty());
    with_rules!(variant.rules(), |rules| {
        let seed = RunSeed::new("1").game(0);
        let state = read_position(rules, &request["position"], seed).unwrap_or_else(|error| panic!("{error}"));
        let written = write_position(rules, &state);
        assert_eq!(written["rule-state"], serde_json::json!({ "whirlpools": [[2, 2], null] }));
        assert_eq!(written["daikaiju"][0]["square"], "c3");
        let again = read_position(rules, &written, seed).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(write_position(rules, &again), written);
    });
}

#[test]
fn the_whole_program_has_the_custom_rule() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.jsonl");
    let games = games.to_str().unwrap();
    let rules = "examples/custom_rule.toml";
    let summary = printed("custom_rule", &["simulate", rules, "--games", "200", "--seed", "1", "--json", "--record", games]);
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["games"], 200);
    assert!(summary["eliminations"]["whirlpools/drowned"].as_u64().is_some_and(|drowned| drowned > 0), "{summary}");
    printed("custom_rule", &["replay", games]);
    assert!(printed("custom_rule", &["rules", "show", rules, "--resolved"]).contains("rule = \"whirlpools\""));
    // The program without the rule says what it does not know.
    let output =
        Command::new(env!("CARGO_BIN_EXE_tsuro")).args(["simulate", rules]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("whirlpools"));
}

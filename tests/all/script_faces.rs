//! Rules in scripts on the command line: their keys, their names in suites, and what their author
//! sees.

use crate::common::json_schema::violations;
use crate::common::program::{err, feed, out, run, tsuro};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

const RULES: &str = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n\
    scripts = [\"mine.rhai\"]\n[[rule]]\nrule = \"mine\"\n";

fn script(says: &str) -> String {
    format!(
        "const RULE = #{{ name: \"mine\", summary: \"a rule of a test\", \
         keys: #{{ depth: #{{ number: [2, 9], usual: 3, means: \"How deep it is\" }} }} }};\n\
         fn after_placement(table) {{\n    print(`{says} in turn ${{table.turn()}}`);\n}}\n"
    )
}

fn suite(rules: &str, expect: &str) -> String {
    format!(
        "schema = 1\n[[scenario]]\ntitle = \"A turn\"\nrules = \"{rules}\"\n\
         players.A = \"a4:H 33 1 2\"\nplayers.B = \"f6:D 5 6 7\"\n\
         active = \"A\"\nturn = 5\nbegin = \"placement\"\nplace = 33\n{expect}\n"
    )
}

/// A folder with `rules/mine.toml`, its script, and a suite that fails.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("rules")).unwrap();
    write(&folder, "rules/mine.toml", RULES);
    write(&folder, "rules/mine.rhai", &script("first"));
    write(&folder, "suite.toml", &suite("./rules/mine.toml", "expect.out = { B = \"edge\" }"));
    folder
}

fn write(folder: &TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).unwrap();
}

fn output_of(folder: &Path, args: &[&str]) -> String {
    let output = tsuro(args).current_dir(folder).output().unwrap();
    out(&output) + err(&output).as_str()
}

#[test]
fn the_keys_of_rules_in_scripts_are_explained() {
    let keys = out(&run(&["rules", "keys", "every", "--rules", "classic+tide+wind"]));
    assert!(
        keys.contains("rule.every (with the rule `tide`)")
            && keys.contains("a whole number from 1 to 20"),
        "{keys}"
    );
    let folder = folder();
    for args in [
        &["rules", "keys", "rules/mine.toml"][..],
        &["rules", "keys", "depth", "--rules", "rules/mine.toml"],
    ] {
        let keys = output_of(folder.path(), args);
        assert!(
            keys.contains(
                "rule.depth (with the rule `mine`)\n    How deep it is\n    values:  a \
                whole number from 2 to 9\n"
            ),
            "{keys}"
        );
    }
    assert!(
        output_of(
            folder.path(),
            &["rules", "keys", "mine", "--rules", "rules/mine.toml", "--json"]
        )
        .contains("\"key\": \"rule.depth\"")
    );
    assert!(
        output_of(folder.path(), &["rules", "keys", "depth"]).contains("there is no key `depth`")
    );
    // So does the schema for editors, which knows the rule and its key.
    let schema: Value = serde_json::from_str(&output_of(
        folder.path(),
        &["rules", "schema", "--rules", "rules/mine.toml"],
    ))
    .unwrap();
    let text = std::fs::read_to_string(folder.path().join("rules/mine.toml")).unwrap();
    let file: Value = toml::from_str(&text).unwrap();
    assert_eq!(violations(&schema, &file), Vec::<String>::new());
    let plain: Value =
        serde_json::from_str(&output_of(folder.path(), &["rules", "schema"])).unwrap();
    assert!(!violations(&plain, &file).is_empty());
    assert!(
        output_of(folder.path(), &["rules", "keys", "rules/none.toml"]).contains("rules/none.toml")
    );
    // A file that is made from it has them as comments.
    output_of(folder.path(), &["rules", "new", "yours", "--from", "rules/mine.toml"]);
    let yours = std::fs::read_to_string(folder.path().join("yours.toml")).unwrap();
    assert!(
        yours.contains("# How deep it is: a whole number from 2 to 9\n# depth = 3\n"),
        "{yours}"
    );
}

#[test]
fn suites_know_the_rules_in_the_scripts_of_their_rule_sets() {
    let folder = tempfile::tempdir().unwrap();
    let ko = |rules: &str, reason: &str| {
        let situation = "players.A = \"a1:H 33 31 1\"\nplayers.B = \"f6:D 3 4 5\"\n\
            rule-state.ko = { last = 32 }\nplace = 1\n";
        let suite = format!(
            "schema = 1\n[[scenario]]\ntitle = \"Ko\"\nrules = \"{rules}\"\n\
             {situation}expect.not-legal = [\"33 because {reason}\", 31]\n"
        );
        write(&folder, "suite.toml", &suite);
        output_of(folder.path(), &["test", "suite.toml"])
    };
    write(&folder, "own.toml", "schema = 1\nextends = \"classic\"\nmixins = [\"ko\"]\n");
    for rules in ["classic+ko", "./own.toml"] {
        let fine = ko(rules, "ko");
        assert!(fine.contains("1 passed"), "{rules}: {fine}");
        let wrong = ko(rules, "kow");
        assert!(
            wrong.contains("\"kow\" never makes a placement illegal")
                && wrong.contains("did you mean `ko`?"),
            "{rules}: {wrong}"
        );
    }
    assert!(ko("classic", "ko").contains("\"ko\" never makes a placement illegal"));
    // What is wrong with the rule set is said, and nothing else.
    let broken = ko("./none.toml", "ko");
    assert!(broken.contains("none.toml") && !broken.contains("never makes"), "{broken}");
}

#[test]
fn a_failing_scenario_is_told_event_by_event_with_what_scripts_print() {
    let folder = folder();
    let steps = output_of(folder.path(), &["test", "suite.toml", "--step"]);
    let lines: Vec<&str> = steps.lines().map(str::trim).collect();
    let at = |wanted: &str| {
        lines
            .iter()
            .position(|line| line.contains(wanted))
            .unwrap_or_else(|| panic!("{wanted}\n{steps}"))
    };
    assert!(at("step by step:") < at("A places 33 on a4"), "{steps}");
    assert!(
        at("A places 33 on a4") < at("printed: mine.rhai:3, turn 5: first in turn 5"),
        "{steps}"
    );
    assert!(!steps.contains("what happened:"), "{steps}");
    // Scenarios that pass are told where the command asks for all.
    write(&folder, "suite.toml", &suite("./rules/mine.toml", "expect.out = {}"));
    assert!(!output_of(folder.path(), &["test", "suite.toml", "--step"]).contains("step by step"));
    let all = output_of(folder.path(), &["test", "suite.toml", "--step", "--verbose"]);
    assert!(all.contains("step by step") && all.contains("first in turn 5"), "{all}");
}

#[test]
fn a_file_with_scripts_is_played_and_taken_up_again_without_it() {
    let folder = folder();
    let play = |args: &[&str], answers: &str| {
        let mut command = tsuro(&[&["play"], args].concat());
        command.current_dir(folder.path());
        let output = feed(command, answers);
        assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
        out(&output)
    };
    let new = [
        "rules/mine.toml",
        "--seats",
        "human,greedy",
        "--plain",
        "--seed",
        "file",
        "--record",
        "game.jsonl",
    ];
    play(&new, "1\n1\nquit\n");
    std::fs::remove_dir_all(folder.path().join("rules")).unwrap();
    let record = std::fs::read_to_string(folder.path().join("game.jsonl")).unwrap();
    assert!(record.contains("const RULE") && !record.contains("\"event\":\"end\""), "{record}");
    play(&["--resume", "game.jsonl", "--plain"], &"1\n\n".repeat(600));
    let record = std::fs::read_to_string(folder.path().join("game.jsonl")).unwrap();
    assert!(record.contains("\"event\":\"end\""), "{record}");
    let checked = output_of(folder.path(), &["replay", "game.jsonl", "--check"]);
    assert!(checked.contains("all of them follow the rules"), "{checked}");
}

/// Waits for a line with this text.
fn wait_for(lines: &Receiver<String>, wanted: &str) {
    let mut seen = String::new();
    loop {
        match lines.recv_timeout(Duration::from_secs(60)) {
            Ok(line) if line.contains(wanted) => return,
            Ok(line) => seen = format!("{seen}{line}\n"),
            Err(why) => panic!("no {wanted:?} in\n{seen}\n{why}"),
        }
    }
}

#[test]
fn suites_are_run_again_when_a_script_changes() {
    let folder = folder();
    let mut command: Command = tsuro(&["test", "--watch", "suite.toml"]);
    let mut child = command
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let from = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        from.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    wait_for(&lines, "printed: mine.rhai:3, turn 5: first in turn 5");
    wait_for(&lines, "waiting for changes");
    write(&folder, "rules/mine.rhai", &script("second"));
    wait_for(&lines, "printed: mine.rhai:3, turn 5: second in turn 5");
    // A script that cannot be read is watched on.
    wait_for(&lines, "waiting for changes");
    write(&folder, "rules/mine.rhai", "const RULE = 7;");
    wait_for(&lines, "cannot be played");
    wait_for(&lines, "waiting for changes");
    write(&folder, "rules/mine.rhai", &script("third"));
    wait_for(&lines, "third in turn 5");
    child.kill().unwrap();
    child.wait().unwrap();
}

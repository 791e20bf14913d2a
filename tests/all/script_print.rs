//! What a script prints, shown where its author tests or asks it and nowhere else.

use crate::common::program::{feed, tsuro};
use serde_json::{Value, json};

const RULES: &str = r#"schema = 1
name = "mine"
extends = "classic"
scripts = ['''
const RULE = #{ name: "mine", summary: "a rule of a test" };
fn after_placement(table) {
    print(`it is turn ${table.turn()}`);
}
''']
[[rule]]
rule = "mine"
"#;

fn suite(out: &str) -> String {
    format!(
        "schema = 1\n[[scenario]]\ntitle = \"A turn\"\nrules = \"./mine.toml\"\n\
         players.A = \"a4:H 33 1 2\"\nplayers.B = \"f6:D 5 6 7\"\n\
         active = \"A\"\nturn = 5\nbegin = \"placement\"\nplace = 33\nexpect.out = {out}\n"
    )
}

#[test]
fn what_a_script_prints_is_shown_with_a_scenario_that_fails_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("mine.toml", RULES);
    write("wrong.toml", &suite("{ B = \"edge\" }"));
    write("right.toml", &suite("{}"));
    let told = |args: &[&str]| {
        let output = tsuro(args).current_dir(folder.path()).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let wrong = told(&["test", "wrong.toml"]);
    assert!(wrong.contains("printed: mine.toml, script 1:3, turn 5: it is turn 5"), "{wrong}");
    let right = told(&["test", "right.toml"]);
    assert!(right.contains("1 passed") && !right.contains("it is turn"), "{right}");
    let played = told(&["simulate", "mine.toml", "--games", "3"]);
    assert!(!played.contains("it is turn"), "{played}");
}

/// The games that are dealt to see what a rule sets up print nothing.
#[test]
fn what_a_script_prints_while_a_request_is_answered_goes_to_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let rules = RULES.replace("fn after", "fn set_up(table) { print(`set up`); }\nfn after");
    std::fs::write(folder.path().join("mine.toml"), rules).unwrap();
    let request = json!({
        "position": {
            "tiles": [], "players": [{ "at": "a4:H", "hand": [33] }, { "at": "f6:D", "hand": [5] }],
            "active": 0, "pile": [], "turn": 5,
        },
        "place": { "tile": 33, "rotation": 0 },
    });
    let mut command = tsuro(&["apply", "--rules", "mine.toml"]);
    command.current_dir(folder.path());
    let output = feed(command, &format!("{request}\n\n{request}\n"));
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(
        answers.len() == 2 && answers.iter().all(|answer| answer.get("events").is_some()),
        "{answers:?}"
    );
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "printed: mine.toml, script 1:4, turn 5: it is turn 5\n".repeat(2)
    );
}

//! Recorded games beside games of bots: the same values as if they had been played here, and every
//! record that is not measured is told.

use crate::common::program::{err, json, out, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How the record of a game begins.
const BEGIN: &str = "{\"event\":\"game\"";

/// Records games of bots in a folder and returns the path.
fn record(folder: &Path, rules: &str, players: &str, bots: &str, games: &str) -> String {
    let path = folder.join(format!("{rules}-{players}-{bots}.jsonl")).display().to_string();
    let call = ["simulate", rules, "--players", players, "--bots", bots, "--games", games];
    let told = run(&[&call[..], &["--seed", "judge", "--record", &path]].concat());
    assert!(told.status.success(), "{}", err(&told));
    path
}

/// The value and interval of each metric at a table, under these names of the fields.
fn values(table: &Value, value: &str, interval: &str) -> BTreeMap<String, [Value; 2]> {
    let metrics = table["metrics"].as_array().unwrap().iter();
    metrics
        .map(|one| {
            (one["name"].as_str().unwrap().to_owned(), [one[value].clone(), one[interval].clone()])
        })
        .collect()
}

#[test]
fn recorded_games_have_the_same_values_as_the_same_games_played_here() {
    let folder = tempfile::tempdir().unwrap();
    let known = [("classic", "4", "greedy"), ("seas", "3", "random"), ("luxury", "2", "safe")];
    let files =
        known.map(|(rules, players, bots)| record(folder.path(), rules, players, bots, "50"));
    let call =
        ["measure", "--json", "--games", "9", "--bots", "random", "--seed", "s", "--records"];
    let found = json(&[&call[..], &files.each_ref().map(String::as_str)].concat());
    let groups = found["groups"].as_array().unwrap();
    assert_eq!(groups.len(), known.len());
    for (rules, players, bots) in known {
        let group = groups.iter().find(|group| group["rules"] == rules).unwrap();
        assert_eq!((group["games"].as_u64(), group["few"].as_bool()), (Some(50), Some(false)));
        let call = ["measure", rules, "--players", players, "--bots", bots, "--games", "50"];
        let more = ["--seed", "judge", "--metrics", "outcome,length,causes,decisions,space"];
        let played = json(&[&call[..], &more, &["--json"]].concat());
        let mut played = values(&played, "a", "interval");
        // It is measured and not compared.
        assert!(played.remove("seat-entropy").is_some());
        assert_eq!(values(&group["tables"][0], "b", "b_interval"), played, "{rules}");
    }
}

#[test]
fn a_game_that_is_not_measured_is_told_and_no_name_gets_into_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name).display().to_string();
        fs::write(&path, text).unwrap();
        path
    };
    let whole = record(folder.path(), "classic", "2", "random", "8");
    let text = fs::read_to_string(&whole).unwrap();
    let first = BEGIN.to_owned() + text.split(BEGIN).nth(1).unwrap();
    // The same game under other names counts once.
    let again = write("again.jsonl", &text.replace("random", "Wilhelmina"));
    let lines: Vec<&str> = first.lines().collect();
    let broken = write("broken.jsonl", &(lines[..9].join("\n") + "\n"));
    let wrong = write("wrong.jsonl", &first.replacen("\"number\":2", "\"number\":7", 1));
    let foreign =
        write("foreign.jsonl", &first.replacen("{\"rule\":\"dragon\"", "{\"rule\":\"weather\"", 1));
    let view = out(&run(&["replay", &whole, "--game", "0", "--view", "0"]));
    let (view, empty) = (write("view.jsonl", &view), write("empty.jsonl", ""));
    let [csv, html] =
        ["r.csv", "r.html"].map(|name| folder.path().join(name).display().to_string());
    let call = ["measure", "--games", "9", "--seed", "s", "--csv", &csv, "--html", &html];
    let files = [&again, &whole, &broken, &wrong, &foreign, &view, &empty].map(String::as_str);
    let told = run(&[&call[..], &["--records"], &files].concat());
    assert_eq!(told.status.code(), Some(1));
    let text = out(&told).replace('\n', " ");
    assert!(text.contains("8 recorded games. That is few: there is no verdict"), "{text}");
    let left_out = "Games left out: 1 broken off; 3 damaged; 1 not whole, but the view of one seat \
                    or of the table; 8 there twice.";
    assert!(text.contains(left_out), "{text}");
    let errors = err(&told);
    for said in ["wrong.jsonl: line", "foreign.jsonl: line 1: rules", "empty.jsonl: the record has"]
    {
        assert!(errors.contains(said), "{errors}");
    }
    // The page has the command, and so the names of the files.
    for report in [text, fs::read_to_string(csv).unwrap(), fs::read_to_string(html).unwrap()] {
        assert!(!report.contains("Wilhelmina"), "{report}");
    }
}

#[test]
fn a_difference_that_matters_says_that_bots_do_not_predict_people() {
    let folder = tempfile::tempdir().unwrap();
    // As if people ran off the board for no reason.
    let path = record(folder.path(), "classic+free-suicide", "4", "random", "60");
    let call = ["measure", "--bots", "greedy", "--games", "200", "--seed", "s", "--records", &path];
    let text = out(&run(&call)).replace('\n', " ");
    let (_, words) = text.split_once("people's games are shorter than bots' by ").unwrap();
    assert!(words.contains(" turns"), "{text}");
    assert!(words.contains(": bots do not predict people here"), "{text}");
}

#[test]
fn records_exclude_what_says_which_games_are_played() {
    for (more, said) in [
        (&["classic"][..], "cannot be used with"),
        (&["--players", "2"], "cannot be used with"),
        (&["--fair", "1%"], "cannot be used with"),
        (&["--metrics", "luck,skill"], "a record shows no luck, skill or tension"),
        (&[], "no-such.jsonl cannot be read"),
    ] {
        let told = run(&[&["measure"], more, &["--records", "no-such.jsonl"]].concat());
        assert_eq!(told.status.code(), Some(2), "{more:?}");
        assert!(err(&told).contains(said), "{}", err(&told));
    }
}

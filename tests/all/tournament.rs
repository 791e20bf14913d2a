//! `tsuro tournament` and `tsuro advise`: fair, reproducible, and clear about what is wrong.

use crate::common::golden::Messages;
use crate::common::program::{err, json, out, run};
use serde_json::Value;

#[test]
fn the_result_is_the_same_whatever_the_threads_and_another_with_another_seed() {
    let call = |seed: &str, threads: &str| {
        json(&[
            "tournament",
            "classic",
            "--bots",
            "random,greedy,ismcts:5",
            "--games",
            "60",
            "--seed",
            seed,
            "--threads",
            threads,
            "--json",
        ])
    };
    let one = call("t", "1");
    assert_eq!(one, call("t", "3"));
    assert_ne!(one["bots"], call("u", "1")["bots"]);
    assert_eq!((one["games"].as_u64(), one["players"].as_u64()), (Some(60), Some(3)));
    let bots = one["bots"].as_array().unwrap();
    let names: Vec<&str> = bots.iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["random", "greedy", "ismcts:5"]);
    let share = |bot: &Value| bot["share"].as_f64().unwrap();
    assert!((bots.iter().map(share).sum::<f64>() - 1.0).abs() < 1e-9);
    for bot in bots {
        let (low, high) =
            (bot["interval"][0].as_f64().unwrap(), bot["interval"][1].as_f64().unwrap());
        assert!(
            low < share(bot)
                && share(bot) < high
                && bot["rating"].is_number()
                && bot["faults"] == 0,
            "{bot}"
        );
    }
    assert!(bots[0]["rating"].as_f64() < bots[1]["rating"].as_f64());
}

#[test]
fn bots_that_play_alike_have_equal_shares_because_everybody_has_every_seat() {
    let json = json(&[
        "tournament",
        "classic",
        "--bots",
        "greedy,greedy",
        "--games",
        "200",
        "--seed",
        "1",
        "--json",
    ]);
    // The same bot in either seat of the same deal plays the same game: each wins it once.
    assert!(
        json["bots"]
            .as_array()
            .unwrap()
            .iter()
            .all(|bot| (bot["share"].as_f64().unwrap() - 0.5).abs() < 1e-12),
        "{json}"
    );
}

#[test]
fn more_or_fewer_bots_than_seats_share_the_seats_out() {
    let more = json(&[
        "tournament",
        "classic",
        "--bots",
        "random,safe,greedy,timid,hunter",
        "-p",
        "3",
        "-g",
        "50",
        "-s",
        "1",
        "--json",
    ]);
    let bots = more["bots"].as_array().unwrap();
    assert!(
        bots.iter()
            .all(|bot| bot["games"] == 30
                && (bot["fair"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12)
    );
    let fewer = run(&[
        "tournament",
        "seas",
        "--bots",
        "random,safe,greedy",
        "-p",
        "4",
        "-g",
        "50",
        "-s",
        "1",
        "--csv",
    ]);
    let text = out(&fewer);
    assert!(
        ["51 ", "17 ", "3 "].iter().all(|number| err(&fewer).contains(number)),
        "{}",
        err(&fewer)
    );
    assert_eq!(text.lines().count(), 4);
    assert!(text.lines().skip(1).all(|line| line.split(',').nth(1) == Some("51")), "{text}");
}

#[test]
fn wrong_usage_ends_with_2_and_names_what_is_wrong() {
    let mut messages = Messages::new("tournament-usage");
    for (args, named) in [
        (&["--bots", "greedy"][..], "bots"),
        (&["--bots", "greedy,gredy"], "\"gredy\""),
        (&["--bots", "greedy,exec:"], "exec:"),
        (&["--bots", "greedy,exec:'a"], "exec:'a"),
        (&["--bots", "greedy,ismcts:0"], "ismcts:0"),
        (&["--bots", "greedy,random", "-p", "9"], "2 to 8"),
        (&["--bots", "greedy,random", "--bot-timeout", "0"], "--bot-timeout"),
        (&["--bots", "greedy,random", "--games", "0"], "--games"),
    ] {
        let output = run(&[&["tournament", "classic"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(named), "{args:?}: {}", err(&output));
        messages.add(&args.join(" "), &err(&output));
    }
    messages.compare();
}

/// A position in which the others' tiles are numbers.
const POSITION: &str = concat!(
    r#"{"players": [{"at": "a1:A", "hand": [3, 7]}, {"at": "f6:D", "hand": 2},"#,
    r#" {"at": "f1:A", "hand": 3}], "active": 0}"#,
);

/// The path of a file that is written into a folder.
fn written(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The path of a record of two games.
fn recorded(folder: &tempfile::TempDir) -> String {
    let record = folder.path().join("games.jsonl").to_str().unwrap().to_owned();
    assert!(
        run(&["simulate", "seas", "-p", "3", "-g", "2", "-s", "1", "--record", &record])
            .status
            .success()
    );
    record
}

#[test]
fn advice_comes_from_positions() {
    let folder = tempfile::tempdir().unwrap();
    let position = written(&folder, "position.json", POSITION);
    let call = ["advise", &position, "--rules", "classic", "--games", "50", "--json"];
    let advice = json(&call);
    assert_eq!(advice, json(&call), "the same advice again");
    let lines = advice["advice"].as_array().unwrap();
    assert!(lines.len() > 2 && (advice["seat"] == 0) && (advice["turn"] == 1));
    for line in lines {
        let (low, high) =
            (line["interval"][0].as_f64().unwrap(), line["interval"][1].as_f64().unwrap());
        let share = line["share"].as_f64().unwrap();
        assert!(
            low <= share
                && share <= high
                && low < high
                && line["games"] == 50
                && line["square"] == "a1",
            "{line}"
        );
    }
    assert!(lines.windows(2).all(|two| two[0]["share"].as_f64() >= two[1]["share"].as_f64()));
    let text = out(&run(&call[..6]));
    assert_eq!(text.lines().count(), 6 + lines.len(), "{text}");
    assert!(text.contains(" level") || text.contains("better than each other"), "{text}");
}

#[test]
fn advice_comes_from_records() {
    let folder = tempfile::tempdir().unwrap();
    let record = &recorded(&folder);
    let turn = json(&["advise", record, "--game", "1", "--at", "4", "--games", "20", "--json"]);
    assert_eq!((turn["turn"].as_u64(), turn["rules"].as_str()), (Some(4), Some("seas")));
    // A record that is broken off is advised on where it ends.
    let whole = std::fs::read_to_string(record).unwrap();
    let first: Vec<&str> =
        whole.lines().take_while(|line| !line.contains("\"event\":\"end\"")).collect();
    let cut = first.iter().rposition(|line| line.contains("\"event\":\"placed\"")).unwrap();
    let broken = written(&folder, "broken.jsonl", &format!("{}\n", first[..cut].join("\n")));
    assert!(json(&["advise", &broken, "--games", "20", "--json"])["turn"].as_u64() > Some(1));
}

#[test]
fn advice_says_what_is_wrong_with_positions_and_records() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| written(&folder, name, text);
    let (position, record) = (&*write("position.json", POSITION), &*recorded(&folder));
    let full = write(
        "full.json",
        r#"{"players": [{"at": "a1:A", "hand": [3]}, {"at": "f6:D", "hand": 9}], "active": 0}"#,
    );
    let piled = write(
        "piled.json",
        concat!(
            r#"{"players": [{"at": "a1:A", "hand": [3]}, {"at": "f6:D", "hand": 2}],"#,
            r#" "active": 0, "pile": [4]}"#,
        ),
    );
    let own = write(
        "own.json",
        r#"{"players": [{"at": "a1:A", "hand": [3]}, {"at": "f6:D", "hand": 2}], "active": 1}"#,
    );
    let garbage = write("garbage.json", "Not a position.");
    let mut messages = Messages::new("advise");
    for (args, code, named) in [
        (&[position][..], 2, "--rules"),
        (&[record], 2, "--at"),
        (&[record, "--rules", "classic"], 2, "--rules"),
        (&[record, "--at", "9999"], 2, "9999"),
        (&[record, "--at", "3", "--game", "7"], 2, "2 games"),
        (&[&full, "--rules", "classic"], 1, "players[1].hand"),
        (&[&piled, "--rules", "classic"], 1, "players[1].hand"),
        (&[&own, "--rules", "classic"], 1, "players[1].hand"),
        (&[&garbage, "--rules", "classic"], 1, "garbage.json"),
        (&["missing.json", "--rules", "classic"], 2, "missing.json"),
    ] {
        let output = run(&[&["advise"], args].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(named), "{args:?}: {}", err(&output));
        let here = format!("{}/", folder.path().display());
        messages.add(&args.join(" ").replace(&here, ""), &err(&output).replace(&here, ""));
    }
    messages.compare();
}

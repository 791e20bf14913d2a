//! Measures of a rule set beside `compare`: `tsuro learnability`, `tsuro collusion`, and
//! `tsuro simulate --losses --against`.

use crate::common::program::{err, json, out, run};
use std::fs;
use tempfile::TempDir;

/// A short learnability, with more arguments.
fn learnability(more: &[&str]) -> std::process::Output {
    let usual = ["learnability", "classic", "--games", "256", "--learners", "2", "--seed", "1"];
    run(&[&usual[..], &["--bots", "random", "--measured", "21"], more].concat())
}

#[test]
fn a_learnability_is_the_same_in_every_form_and_on_one_thread() {
    let folder = TempDir::new().unwrap();
    let [page, table] = ["page.html", "table.csv"].map(|name| folder.path().join(name));
    let [page, table] = [&page, &table].map(|path| path.to_str().unwrap());
    let done = learnability(&["--html", page, "--csv", table]);
    assert!(done.status.success(), "{}", err(&done));
    let text = out(&done);
    assert!(text.contains("2 players, 2 learners, each measured in 22 games a stage"), "{text}");
    let found = learnability(&["--json", "--threads", "1"]);
    let found: serde_json::Value = serde_json::from_str(&out(&found)).unwrap();
    let climb = &found["climbs"][0];
    let stages = climb["stages"].as_array().unwrap();
    let games: Vec<u64> = stages.iter().map(|stage| stage["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [0, 128, 256]);
    let (page, table) = (fs::read_to_string(page).unwrap(), fs::read_to_string(table).unwrap());
    for (stage, row) in stages.iter().zip(table.lines().skip(1)) {
        let share = stage["share"].as_f64().unwrap();
        let shown = format!("{:.1}", 100.0 * share);
        assert!(text.contains(&shown) && page.contains(&shown), "{shown} in {text}");
        assert!(row.starts_with(&format!("random,{},{share},", stage["games"])), "{row}");
    }
    let gain = climb["gain"].as_f64().unwrap();
    let [first, last] = [&stages[0], &stages[2]].map(|stage| stage["share"].as_f64().unwrap());
    assert!((gain - (last - first)).abs() < 1e-9);
    let again = learnability(&["--csv", folder.path().join("table.csv").to_str().unwrap()]);
    assert!(err(&again).contains("--force"), "{}", err(&again));
}

#[test]
fn teams_of_a_learner_are_measured_against_teams_of_a_bot() {
    let asked = ["learnability", "teams", "--players", "4", "--games", "1", "--learners", "2"];
    let asked = [&asked[..], &["--bots", "random", "--measured", "5", "--seed", "1"]].concat();
    let text = out(&run(&asked));
    assert!(
        text.contains(", 4 players in 2 teams, 2 learners, each measured in 6 games"),
        "{text}"
    );
    let found = json(&[&asked[..], &["--json"]].concat());
    assert_eq!((found["sides"].as_u64(), found["level"].as_f64()), (Some(2), Some(0.5)));
}

#[test]
fn what_has_no_learnability_or_collusion_is_refused_with_the_reason() {
    for (arguments, reason) in [
        (&["learnability", "solo", "--players", "4"][..], "that play against each other"),
        (&["learnability", "classic", "--bots", "ismcts-ms:5"], "cannot be repeated"),
        (&["learnability", "classic", "--learners", "1"], "2..=1000"),
        (&["learnability", "classic", "--level", "0"], "0.1 to 99.9"),
        (&["collusion", "classic", "--players", "2"], "at least three players"),
        (&["collusion", "solo", "--players", "4"], "against all others"),
        (&["collusion", "classic", "--bot", "greedy"], "greedy does not search"),
        (&["collusion", "classic", "--bot", "ismcts-ms:5"], "cannot be repeated"),
        (&["simulate", "classic", "--against", "seas"], "--losses"),
        (&["simulate", "classic", "--losses", "--against", "solo-seas"], "solo-seas"),
    ] {
        let done = run(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", out(&done));
        assert!(err(&done).contains(reason), "{arguments:?}: {}", err(&done));
    }
}

#[test]
fn a_collusion_counts_whole_deals_and_its_gain_is_the_difference() {
    let asked = ["collusion", "classic", "--bot", "ismcts:2", "--games", "11", "--seed", "1"];
    let found = json(&[&asked[..], &["--json"]].concat());
    assert_eq!(found["deals"], 3, "of five games each");
    let number = |name: &str| found[name].as_f64().unwrap();
    assert!((number("gain") - (number("together") - number("apart"))).abs() < 1e-9);
    // Each pair of seats that is as far apart as the deal says has had its turn.
    assert!((number("apart") - 0.5).abs() < 1e-9);
    let folder = TempDir::new().unwrap();
    let [page, table] = ["page.html", "table.csv"].map(|name| folder.path().join(name));
    let files = ["--html", page.to_str().unwrap(), "--csv", table.to_str().unwrap()];
    let text = out(&run(&[&asked[..], &files].concat()));
    let (shown, rows) = (fs::read_to_string(&page).unwrap(), fs::read_to_string(&table).unwrap());
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["bot", "deals", "together", "apart", "gain", "low", "high"]);
    assert!((rows[1][4].parse::<f64>().unwrap() - number("gain")).abs() < 1e-9, "{rows:?}");
    assert!(shown.contains("the same two seats, each for itself") && shown.contains("50.0"));
    let again = run(&[&asked[..], &files].concat());
    assert_eq!(again.status.code(), Some(1), "the files exist");
    assert!(text.contains("3 deals") && text.contains("each for itself, win 50.0 %"), "{text}");
}

#[test]
fn losses_are_compared_in_every_form() {
    let folder = TempDir::new().unwrap();
    let asked = ["simulate", "classic", "--against", "classic+hand=2", "--games", "40", "-s", "1"];
    let written = |name: &str| {
        let path = folder.path().join(name);
        let done = run(&[&asked[..], &[&format!("--losses={}", path.display())]].concat());
        assert!(done.status.success(), "{}", err(&done));
        fs::read_to_string(path).unwrap()
    };
    let (table, page) = (written("losses.csv"), written("losses.html"));
    let found = json(&[&asked[..], &["--losses", "--json"]].concat());
    let lists = ["squares", "marks", "tiles"].map(|kind| found["differences"][kind].clone());
    let all: Vec<&serde_json::Value> =
        lists.iter().flat_map(|list| list.as_array().unwrap()).collect();
    assert_eq!(table.lines().count(), 1 + all.len());
    for (row, one) in table.lines().skip(1).zip(all) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!(fields[1], one["name"].as_str().unwrap());
        let difference = one["difference"].as_f64().unwrap();
        assert!((fields[4].parse::<f64>().unwrap() - difference).abs() < 1e-9, "{row}");
        assert!(page.contains(fields[1]));
    }
    let alone = json(&["simulate", "classic", "--losses", "--games", "40", "-s", "1", "--json"]);
    assert_eq!(found["a"]["losses"], alone["losses"]);
}

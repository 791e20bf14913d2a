//! `tsuro depth`: how much room for skill a rule set has.

use crate::common::program::{err, json, out, run};
use std::fs;

#[test]
fn a_depth_is_the_sum_of_its_rungs_in_words_and_as_json() {
    let asked =
        ["depth", "classic", "--bots", "random,safe,greedy", "--games", "101", "--seed", "1"];
    let done = run(&asked);
    assert!(done.status.success(), "{}", err(&done));
    let text = out(&done);
    assert!(text.contains("classic (rules 44136fa355b3), 2 players, 102 games a rung, seed 1"));
    let document = json(&[&asked[..], &["--json", "--threads", "1"]].concat());
    let rungs = document["rungs"].as_array().unwrap();
    let mut sum = 0.0;
    for (rung, [below, bot]) in rungs.iter().zip([["random", "safe"], ["safe", "greedy"]]) {
        assert_eq!([&rung["below"], &rung["bot"]], [below, bot]);
        assert_eq!(rung["games"], 102);
        let steps = rung["steps"].as_f64().unwrap();
        let share = rung["share"].as_f64().unwrap();
        assert!((steps - libm::log(share / (1.0 - share)) / libm::log(1.5)).abs() < 1e-9);
        assert!(
            text.contains(&format!("{bot} among {below}")) && text.contains(&format!("{steps:.2}"))
        );
        sum += steps;
    }
    assert_eq!(rungs.len(), 2);
    assert!((document["steps"].as_f64().unwrap() - sum).abs() < 1e-9);
    assert!(text.contains(&format!("Depth: {sum:.1} steps")), "{text}");
    assert_eq!(document["without_goal"].as_array().map(Vec::len), Some(0));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [page, table] = ["depth.html", "depth.csv"].map(path);
    let files = ["--html", &page, "--csv", &table];
    assert_eq!(out(&run(&[&asked[..], &files].concat())), text);
    let page = fs::read_to_string(page).unwrap();
    let rows = fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count(), 3);
    assert_eq!(
        rows.lines().next(),
        Some("bot,below,games,share,share_low,share_high,steps,low,high")
    );
    for (rung, row) in rungs.iter().zip(rows.lines().skip(1)) {
        assert!(
            row.starts_with(&format!(
                "{},{},102,",
                rung["bot"].as_str().unwrap(),
                rung["below"].as_str().unwrap()
            )),
            "{row}"
        );
        assert!(page.contains(&format!("{:.2}", rung["steps"].as_f64().unwrap())));
    }
    // A file that exists is not replaced, and nothing is played before that is told.
    let refused = run(&[&asked[..], &["--csv", &table]].concat());
    assert_eq!((refused.status.code(), out(&refused)), (Some(1), String::new()));
}

#[test]
fn teams_of_a_bot_play_against_teams_of_the_bot_below() {
    let asked = ["depth", "teams", "--bots", "random,greedy", "--games", "101", "--seed", "1"];
    let asked = [&asked[..], &["--players", "4"]].concat();
    let text = out(&run(&asked));
    assert!(text.contains(", 4 players in 2 teams, 102 games a rung, seed 1\n"), "{text}");
    let report = json(&[&asked[..], &["--json"]].concat());
    assert_eq!(
        (report["sides"].as_u64(), report["rungs"][0]["games"].as_u64()),
        (Some(2), Some(102))
    );
    assert!(report["rungs"][0]["share"].as_f64().unwrap() > 0.7, "of an even half: {report}");
}

#[test]
fn bots_that_do_not_know_the_goal_are_named() {
    // Points, and the goal of a script.
    for rules in ["longest-path", "classic+harbour"] {
        let asked = ["depth", rules, "--bots", "random,greedy,ismcts:2", "--games", "2"];
        let (text, said) = (out(&run(&asked)), format!("Under {rules} it is not enough to be"));
        assert!(text.contains(&said) && text.contains("but greedy plays for that"), "{text}");
        assert_eq!(json(&[&asked[..], &["--json"]].concat())["without_goal"][0], "greedy");
    }
}

#[test]
fn what_has_no_depth_is_refused_with_the_reason() {
    for (arguments, reason) in [
        (&["classic", "--bots", "greedy"][..], "at least two bots"),
        (&["solo-seas", "--bots", "random,safe"], "at least two players"),
        (&["solo", "--players", "4"], "that play against each other"),
        (&["classic", "--players", "9"], "2 to 8"),
        (&["classic", "--bots", "random,nobody"], "\"nobody\""),
    ] {
        let done = run(&[&["depth"], arguments].concat());
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", out(&done));
        assert!(err(&done).contains(reason), "{arguments:?}: {}", err(&done));
    }
}

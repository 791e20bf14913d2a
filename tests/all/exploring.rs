//! Searches over rules with house rules, a map, a budget and a folder: the same however they are
//! played, and within the games that they may play.

use crate::common::program::{err, out, tsuro};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

const MAP: &str = "explore classic --house holes,four-tiles,no-exchange,double-deck --target \
    turns=25 --diverse turns-sd ties=10%,20% --budget 30% --games 1000 --bots random --seed map \
    --json --force";

fn words(call: &str) -> Vec<&str> {
    call.split_whitespace().collect()
}

fn run(folder: &Path, call: &[&str]) -> Output {
    tsuro(call).current_dir(folder).output().unwrap()
}

fn printed(folder: &Path, call: &[&str]) -> String {
    let output = run(folder, call);
    assert!(output.status.success(), "{call:?}: {}", err(&output));
    out(&output)
}

fn refused(folder: &Path, call: &str) -> (Option<i32>, String) {
    let output = run(folder, &words(call));
    (output.status.code(), err(&output))
}

#[test]
fn a_map_has_the_nearest_rule_set_of_each_cell_within_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["--html", "map.html", "--csv", "map.csv"];
    let text = printed(folder.path(), &[&words(MAP)[..], &files].concat());
    let found: Value = serde_json::from_str(&text).unwrap();
    // The rule set itself, four house rules, and every two of them.
    let (candidates, refused) =
        (found["candidates"].as_array().unwrap(), found["refused"].as_array().unwrap());
    assert_eq!(candidates.len() + refused.len(), 11);
    assert_eq!(found["all_games"], 1000 * candidates.len());
    assert!(found["games"].as_u64() <= Some(300 * candidates.len() as u64), "{}", found["games"]);
    let (axes, cells) =
        (found["map"]["axes"].as_array().unwrap(), found["map"]["cells"].as_array().unwrap());
    assert_eq!(axes[1]["edges"], serde_json::json!([0.1, 0.2]));
    assert!(axes[0]["edges"].as_array().is_some_and(|edges| !edges.is_empty()) && cells.len() > 1);
    for cell in cells {
        let best = candidates.iter().find(|one| one["rules"] == cell["rules"]).unwrap();
        assert!(best["confirmed"] == true && best["level"] == true, "{best}");
        assert!(!cell["decided"].as_bool().unwrap() || cell["rivals"] == serde_json::json!([]));
    }
    let page = fs::read_to_string(folder.path().join("map.html")).unwrap();
    assert!(page.contains("the nearest rule set of each cell") && page.contains("--budget '30%'"));
    assert!(!page.contains("\\u{a}"), "a line end is shown as an escape");
    let table = fs::read_to_string(folder.path().join("map.csv")).unwrap();
    assert_eq!(table.lines().count(), candidates.len() + 1);
    assert!(table.lines().next().unwrap().contains("measure_ties_low,measure_ties_high,cell_ties"));
    let again = [&words(MAP)[..], &["--threads", "3"]].concat();
    assert_eq!(printed(folder.path(), &again), text);
}

#[test]
fn the_names_of_many_house_rules_can_be_read_on_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let call = "explore classic --house all --together 1 --target turns=25 --games 100 --bots \
        random --seed names --html map.html --json";
    printed(folder.path(), &words(call));
    let page = fs::read_to_string(folder.path().join("map.html")).unwrap();
    for name in ["second-life", "exchange-for-all"] {
        assert!(page.contains(&format!(">{name}</text>")), "{name}");
    }
}

/// The nearest of the house rules that come with the program, found with a twentieth of the games
/// of trying all: the same rule set, and surely no nearer one was lost.
#[test]
fn the_nearest_house_rules_are_found_with_a_twentieth_of_the_games_of_trying_all() {
    let folder = tempfile::tempdir().unwrap();
    let call = "explore classic --house all --together 1 --target turns=25 --games 8000 --bots \
        random --seed house --json --force";
    let document = |more: &[&str]| -> Value {
        let text = printed(folder.path(), &[&words(call)[..], more].concat());
        serde_json::from_str(&text).unwrap()
    };
    let (all, few) = (document(&[]), document(&["--budget", "5%"]));
    assert!(few["games"].as_u64().unwrap() * 20 <= few["all_games"].as_u64().unwrap() + 20);
    assert_eq!(few["all_games"], all["all_games"]);
    let first = |found: &Value| found["candidates"][0]["rules"].clone();
    let named = |found: &Value| -> Vec<Value> {
        let candidates = found["candidates"].as_array().unwrap().iter();
        candidates.filter(|one| one["level"] == true).map(|one| one["rules"].clone()).collect()
    };
    assert!(named(&few).contains(&first(&all)), "{few:#}");
    assert!(named(&few).len() <= 5, "{:?}", named(&few));
}

#[test]
fn a_search_that_was_killed_goes_on_from_its_folder_to_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let whole = printed(here, &words(MAP));
    let kept = [&words(MAP)[..], &["--folder", "kept"]].concat();
    let mut child =
        tsuro(&kept).current_dir(here).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let parts = || -> Vec<_> {
        let entries = fs::read_dir(here.join("kept")).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.to_string_lossy().contains("part-")).collect()
    };
    let began = Instant::now();
    while parts().len() < 3 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(parts().len() >= 3);
    assert_eq!(printed(here, &kept), whole);
    // Nothing is left to play, and what is lost is played again.
    let files = parts();
    assert_eq!(printed(here, &kept), whole);
    files.iter().step_by(3).for_each(|file| fs::remove_file(file).unwrap());
    assert_eq!(printed(here, &kept), whole);
    assert_eq!(parts().len(), files.len());
    let (code, said) = refused(here, &format!("{MAP} --folder kept --games 900"));
    assert!(code == Some(2) && said.contains("--games"), "{said}");
    let other = MAP.replace("--games 1000", "--games 900");
    let (code, said) = refused(here, &format!("{other} --folder kept"));
    assert!(code == Some(1) && said.contains("another search, with other games"), "{said}");
    let text = fs::read_to_string(&files[1]).unwrap();
    fs::write(&files[1], &text[..text.len() - 9]).unwrap();
    let (code, said) = refused(here, &format!("{MAP} --folder kept"));
    assert!(code == Some(1) && said.contains("part-"), "{said}");
}

#[test]
fn processes_that_share_a_folder_play_one_search_together() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let whole = printed(here, &words(MAP));
    let part = |part: &str| {
        let call = [&words(MAP)[..], &["--folder", "shared", "--part", part]].concat();
        tsuro(&call)
            .current_dir(here)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let (first, second) = (part("1/2"), part("2/2"));
    let [first, second] = [first, second].map(|child| child.wait_with_output().unwrap());
    assert!(first.status.success() && second.status.success(), "{}", err(&second));
    assert_eq!((out(&first), out(&second)), (whole, String::new()));
    assert!(err(&second).contains("the report is that of part 1"), "{}", err(&second));
}

#[test]
fn wrong_options_are_refused_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let with =
        |more: &str| refused(folder.path(), &format!("explore classic --target turns=20 {more}"));
    for (more, code, named) in [
        ("", 2, "--vary"),
        ("--house nowhere", 2, "`nowhere`"),
        ("--house mystic-portal", 1, "`mystic-portal` cannot be mixed into `classic`"),
        ("--house holes,holes", 2, "--house: holes is listed twice"),
        ("--vary hand=2..3 --together 1", 2, "--house"),
        ("--house holes --together 0", 2, "'0'"),
        ("--house holes --diverse turns", 2, "--diverse"),
        ("--house holes --diverse turns turns=20", 2, "two measures that differ"),
        ("--house holes --diverse turns trns", 2, "there is no metric \"trns\""),
        ("--house holes --diverse turns ties=", 2, "\"ties=\""),
        ("--house holes --diverse turns=20,10 ties", 2, "turns=20,10: edges ascend"),
        ("--house holes --budget 0", 2, "'0'"),
        ("--house holes --budget 0%", 2, "'0%'"),
        ("--house holes --budget 100", 2, "--budget: 100 games are too few for 2 candidates"),
        (
            "--house holes --bots random --target skill-edge=80%",
            2,
            "--bots: skill-edge is not measured at tables of these bots",
        ),
        ("--house holes --folder kept", 2, "--seed"),
        ("--house holes --seed 1 --part 1/2", 2, "--folder"),
        ("--house holes --seed 1 --folder kept --part 3/2", 2, "'3/2'"),
    ] {
        let (found, said) = with(more);
        assert!(found == Some(code) && said.contains(named), "{more}: {found:?} {said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn house_rules_that_clash_are_listed_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let call = "explore classic --house four-tiles,one-tile --target turns=20 --games 30 --bots \
        random --seed 1 --json";
    let found: Value = serde_json::from_str(&printed(folder.path(), &words(call))).unwrap();
    assert_eq!(found["candidates"].as_array().unwrap().len(), 3);
    assert_eq!(found["refused"][0]["rules"], "classic+four-tiles+one-tile");
    assert!(found["refused"][0]["why"].as_str().unwrap().contains("set `tiles.hand` differently"));
}

//! Any number of threads: every command that plays on several ends, with the same result.

use crate::common::games::variant;
use crate::common::program::{err, out, run, run_within};
use serde_json::Value;
use std::time::Duration;
use tsuro_lab::{DeepCheck, GameCounter};

/// One thread, two, and as many as more work than there is was once waited for.
const COUNTS: [&str; 5] = ["1", "2", "257", "258", "1024"];

/// What a call prints with each number of threads, which has to be the same.
fn same_with_any(option: &str, args: &[&str]) -> String {
    let printed = |count: &str| {
        let args = [args, &[option, count]].concat();
        let output = run_within(&args, Duration::from_secs(120))
            .unwrap_or_else(|| panic!("{args:?} does not end"));
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
        out(&output)
    };
    let first = printed(COUNTS[0]);
    assert!(!first.is_empty());
    for count in &COUNTS[1..] {
        assert_eq!(printed(count), first, "{args:?} {option} {count}");
    }
    first
}

#[test]
fn simulations_end_and_are_the_same() {
    same_with_any("--threads", &["simulate", "classic", "-g", "10", "-s", "t", "--json"]);
    same_with_any("--threads", &["simulate", "classic", "-g", "1", "-s", "t", "--json"]);
    // More chunks of games, and more games of bots, than any number of threads.
    same_with_any("--threads", &["simulate", "classic", "-g", "17000", "-s", "t", "--json"]);
    same_with_any(
        "--threads",
        &["simulate", "seas", "-b", "safe", "-g", "1100", "-s", "t", "--record", "-"],
    );
}

#[test]
fn tournaments_end_and_are_the_same() {
    same_with_any(
        "--threads",
        &["tournament", "classic", "-b", "random,safe", "-g", "4", "-s", "t", "--json"],
    );
    same_with_any(
        "--threads",
        &["tournament", "classic", "-b", "random,safe", "-g", "2100", "-s", "t", "--json"],
    );
}

#[test]
fn comparisons_end_and_are_the_same() {
    same_with_any(
        "--threads",
        &[
            "compare",
            "classic",
            "classic+hand=4",
            "-b",
            "random,greedy",
            "-g",
            "3",
            "-s",
            "t",
            "--json",
        ],
    );
    same_with_any(
        "--threads",
        &["compare", "classic", "classic+hand=4", "-b", "safe", "-g", "260", "-s", "t", "--json"],
    );
    same_with_any("--threads", &["measure", "classic", "-g", "5", "-s", "t", "--json"]);
}

#[test]
fn searches_over_rules_end_and_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("found.toml");
    let call = [
        "explore",
        "classic",
        "--vary",
        "hand=2..3",
        "--target",
        "turns=20",
        "-g",
        "20",
        "-s",
        "t",
        "--json",
        "--force",
        "--out",
    ];
    same_with_any("--threads", &[&call[..], &[out.to_str().unwrap()]].concat());
}

#[test]
fn suites_and_their_mutants_end_and_are_the_same() {
    same_with_any("--jobs", &["test", "tests/scenarios", "--json"]);
    same_with_any(
        "--jobs",
        &["test", "tests/scenarios/variants.toml", "--mutate", "solo", "--json"],
    );
}

#[test]
fn benchmarks_end_and_have_the_same_signature() {
    let signature = |count: &str| {
        let output = run_within(
            &["bench", "classic", "-t", count, "-s", "0", "--json"],
            Duration::from_secs(120),
        )
        .unwrap();
        serde_json::from_str::<Value>(&out(&output)).unwrap()["signature"].clone()
    };
    let signatures = COUNTS.map(signature);
    assert!(signatures.iter().all(|signature| *signature == signatures[0]), "{signatures:?}");
}

#[test]
fn deep_checks_end_and_are_the_same() {
    let classic = variant("classic");
    let played = |threads| {
        let check = DeepCheck { variant: &classic, named: "classic", seed: "t", games: 4, threads };
        let report = check.run(&GameCounter::default()).unwrap();
        (
            report.games,
            report.findings.len(),
            report.coverage.points().iter().map(|point| point.times).sum::<u64>(),
        )
    };
    let first = played(1);
    for count in COUNTS {
        assert_eq!(played(count.parse().unwrap()), first, "{count} threads");
    }
}

#[test]
fn impossible_numbers_of_threads_are_refused_by_every_command() {
    let calls: [(&str, &[&str]); 7] = [
        ("--threads", &["simulate", "classic"]),
        ("--threads", &["tournament", "classic", "--bots", "random,safe"]),
        ("--threads", &["compare", "classic", "seas"]),
        ("--threads", &["measure", "classic"]),
        ("--threads", &["explore", "classic", "--vary", "hand=2..3", "--target", "turns=20"]),
        ("--threads", &["bench"]),
        ("--jobs", &["test"]),
    ];
    for (option, call) in calls {
        for count in ["0", "1025", "65536", "18446744073709551616", "many"] {
            let output = run(&[call, &[option, count]].concat());
            assert_eq!(output.status.code(), Some(2), "{call:?} {count}");
            let said = err(&output);
            assert!(
                said.contains(&format!("invalid value '{count}' for '{option}")),
                "{call:?}: {said}"
            );
            assert!(
                count.parse::<u32>().is_err() || said.contains("is not in 1..=1024"),
                "{call:?}: {said}"
            );
        }
    }
}

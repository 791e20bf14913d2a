//! Ctrl-C and other signals: every command ends soon and reports what it has, and no program that
//! it started is left running.
#![cfg(unix)]

use crate::common::program::{err, example, out, tsuro};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A bot that would think for a quarter of an hour about each decision.
const SLOW: &str = "ismcts:10000000";
/// A search takes a while to begin, and a machine may be busy: how long a command may take to end
/// at the most. Alone it takes far less than a second.
const SOON: Duration = Duration::from_secs(10);

fn start(args: &[&str]) -> Child {
    let mut command = heeding_signals(&tsuro(args));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The same command, which heeds signals also where whoever runs the tests ignores some, as
/// programs in the background of a shell do.
fn heeding_signals(plain: &Command) -> Command {
    // Elsewhere than on Linux no test sends what cannot be caught, and `env` has no such option.
    let is_linux = cfg!(target_os = "linux");
    let mut command = Command::new(if is_linux { "env".as_ref() } else { plain.get_program() });
    if is_linux {
        command.arg("--default-signal").arg(plain.get_program());
    }
    command.args(plain.get_args());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs a command and interrupts it after a while.
fn stopped(args: &[&str], input: &str, name: &str) -> Output {
    stopped_after(Duration::from_millis(700), args, input, name)
}

/// The JSON of a command that is stopped when it has something to show: a busy machine may take a
/// while until then.
fn shown(args: &[&str], is_something: impl Fn(&Value) -> bool) -> Value {
    for pause in [1, 4, 16] {
        let output = stopped_after(Duration::from_secs(pause), args, "", "-INT");
        match serde_json::from_slice(&output.stdout) {
            Ok(found) if is_something(&found) => return found,
            _ => {}
        }
    }
    panic!("{args:?} had nothing to show");
}

fn stopped_after(pause: Duration, args: &[&str], input: &str, name: &str) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    std::thread::sleep(pause);
    assert!(
        child.try_wait().unwrap().is_none(),
        "{args:?} ended by itself: {:?}",
        child.wait_with_output()
    );
    signal(&child, name);
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < SOON, "{args:?} took {:?}", begun.elapsed());
    assert_eq!(output.status.code(), Some(130), "{args:?}: {}", err(&output));
    drop(stdin);
    output
}

const POSITION: &str =
    r#"{"players": [{"at": "a1:A", "hand": [3, 7, 12]}, {"at": "f6:D", "hand": 3}], "active": 0}"#;

#[test]
fn interrupted_commands_without_results_end_at_once() {
    for (args, input, name) in [
        (&["replay", "-"][..], "", "-INT"),
        (&["render", "-", "--output", "stopped.svg"], "", "-INT"),
        (&["apply", "--rules", "classic"], "", "-TERM"),
        (&["advise", "--rules", "classic"], "", "-HUP"),
        (&["perft", "seas", "--players", "8", "--depth", "12"], "", "-INT"),
        (&["test", "--conformance", "seas", "--games", "1000000"], "", "-TERM"),
    ] {
        stopped(args, input, name);
    }
}

#[test]
fn an_interrupted_search_ends_at_once() {
    for args in [
        &["simulate", "classic", "--bots", SLOW, "--players", "3", "--games", "9"][..],
        &[
            "tournament",
            "seas",
            "--bots",
            "ismcts-ms:600000,ismcts-ms:600000:playout=random",
            "--games",
            "9",
        ],
        &["play", "classic", "--seats", "ismcts:10000000,random", "--plain"],
    ] {
        stopped(args, "", "-INT");
    }
}

#[test]
fn an_interrupted_comparison_reports_the_blocks_that_it_finished() {
    let call = |bots| {
        [
            "compare",
            "seas",
            "seas+hand=4",
            "--bots",
            bots,
            "--players",
            "3",
            "--games",
            "100000000",
            "--metrics",
            "outcome",
            "--json",
        ]
    };
    shown(&call("greedy"), |report| report["blocks"].as_u64() > Some(0));
    assert_eq!(shown(&call("ismcts:1000000"), |_| true)["blocks"], 0);
}

#[test]
fn interrupted_measures_report_what_they_have_or_end() {
    for args in [
        &["learnability", "classic", "--games", "16777216"][..],
        &["learnability", "classic", "--games", "1", "--learners", "2", "--measured", "100000000"],
        &["collusion", "seas", "--games", "100000000"],
        &["simulate", "seas", "--losses", "--against", "seas-calm", "--games", "100000000"],
    ] {
        stopped(args, "", "-INT");
    }
    let call = ["collusion", "seas", "--bot", "ismcts:5", "--games", "100000000"];
    let told = [1, 4, 16].into_iter().any(|pause| {
        let output = stopped_after(Duration::from_secs(pause), &call, "", "-INT");
        let text = out(&output);
        // Nothing is said of fewer than two deals.
        assert!(text.is_empty() || text.contains("It was stopped after "), "{text}");
        !text.is_empty()
    });
    assert!(told, "two deals take longer than sixteen seconds");
}

/// Stopped in the midst of a round, it reports what it has; the same command then goes on to the
/// bytes of a search that was never stopped.
#[test]
fn an_interrupted_search_over_rules_goes_on_from_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let args = "explore classic --house holes,four-tiles,no-exchange --target turns=25 --diverse \
        turns=28 ties=10% --games 6000 --bots random --seed 1 --threads 1 --csv map.csv --json \
        --force --folder kept";
    let args: Vec<&str> = args.split_whitespace().collect();
    let files = ["map.csv", "explored.toml"];
    let ended = |here: &Path| {
        let output = tsuro(&args).current_dir(here).output().unwrap();
        assert!(output.status.success(), "{}", err(&output));
        (output.stdout, files.map(|file| std::fs::read(here.join(file)).unwrap()))
    };
    let whole = folder.path().join("whole");
    std::fs::create_dir(&whole).unwrap();
    let wanted = ended(&whole);
    for name in ["-INT", "-TERM", "-KILL"] {
        let here = folder.path().join(name);
        std::fs::create_dir(&here).unwrap();
        let mut command = heeding_signals(&tsuro(&args));
        command.current_dir(&here).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let parts = || std::fs::read_dir(here.join("kept")).map_or(0, Iterator::count);
        wait_until("some games are kept", || parts() > 4);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        let code = (name != "-KILL").then_some(130);
        assert_eq!(output.status.code(), code, "{name}: {}", err(&output));
        let kept = |here: &Path| std::fs::read_dir(here.join("kept")).unwrap().count();
        assert!(kept(&here) < kept(&whole), "{name}: it was over");
        assert!(ended(&here) == wanted, "{name}: the report differs");
    }
}

#[test]
fn interrupted_advice_prints_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let position = folder.path().join("position.json");
    std::fs::write(&position, POSITION).unwrap();
    let found = shown(
        &[
            "advise",
            position.to_str().unwrap(),
            "--rules",
            "classic",
            "--games",
            "1000000",
            "--json",
        ],
        |_| true,
    );
    let games: Vec<u64> = found["advice"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["games"].as_u64().unwrap())
        .collect();
    assert!(
        !games.is_empty() && games.iter().all(|games| (1..1_000_000).contains(games)),
        "{games:?}"
    );
}

#[test]
fn an_interrupted_benchmark_prints_what_it_measured() {
    let found = shown(&["bench", "classic", "--seconds", "600", "--json"], |_| true);
    assert!(found["games"].as_u64() > Some(0) && found["seconds"].as_f64() < Some(60.0), "{found}");
}

/// A bot that writes its process id into a file, answers the first `answers` questions, and then no
/// more.
fn sleeper(folder: &Path, answers: u32) -> String {
    let script = folder.join("sleeper.sh");
    let text = "echo $$ > \"$1/$$.new\"\nmv \"$1/$$.new\" \"$1/$$.number\"\ni=0\n\
        while [ $i -lt $2 ]; do read -r line; echo 0; sleep 0.03; i=$((i + 1)); done\n\
        exec sleep 600\n";
    std::fs::write(&script, text).unwrap();
    format!("exec:sh '{}' '{}' {answers}", script.display(), folder.display())
}

/// The process ids of the running programs, once there are `count` of them.
fn numbers(folder: &Path, count: usize) -> Vec<u32> {
    let found = || -> Vec<PathBuf> {
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|end| end == "number")).collect()
    };
    wait_until("the programs are started", || found().len() >= count);
    found()
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap().parse().unwrap())
        .collect()
}

/// Whether a process runs: not one that has ended and was not waited for yet.
fn runs(number: u32) -> bool {
    let state =
        Command::new("ps").args(["-o", "stat=", "-p", &number.to_string()]).output().unwrap();
    let state = String::from_utf8(state.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

#[test]
fn an_interrupted_run_does_not_wait_for_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let bots = format!("{},random", sleeper(folder.path(), 0));
    for args in [
        &["simulate", "classic", "--bots", &bots, "--bot-timeout", "600000", "--json"][..],
        &["tournament", "classic", "--bots", &bots, "--bot-timeout", "600000", "--json"],
        &["play", "classic", "--seats", &bots, "--bot-timeout", "600000", "--plain"],
    ] {
        let output = stopped(args, "", "-INT");
        // An answer that was not waited for is not a fault.
        assert!(
            !err(&output).contains("did not answer") && !out(&output).contains("did not answer"),
            "{}",
            err(&output)
        );
    }
    wait_until("all programs have ended", || !numbers(folder.path(), 3).into_iter().any(runs));
}

#[test]
fn an_interrupted_game_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.jsonl");
    let slow = sleeper(folder.path(), 1_000_000);
    let bots = [&*slow, "random", "safe"].join(",");
    let output = stopped(
        &[
            "simulate",
            "classic",
            "--bots",
            &bots,
            "-g",
            "100000",
            "-t",
            "2",
            "-s",
            "1",
            "--record",
            record.to_str().unwrap(),
            "--json",
        ],
        "",
        "-INT",
    );
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["interrupted"], true);
    // All that counts are the first games, each to its end.
    let games = summary["games"].as_u64().unwrap();
    let replayed = tsuro(&["replay", record.to_str().unwrap(), "--json"]).output().unwrap();
    let lines: Vec<Value> =
        out(&replayed).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    if games == 0 {
        assert_eq!(std::fs::read(&record).unwrap(), b"");
    } else {
        assert_eq!(lines.len() as u64, games);
        assert!(
            lines.iter().all(|line| line["follows"] == true && line["complete"] == true),
            "{lines:?}"
        );
    }
}

#[test]
fn no_program_outlives_a_second_request_or_a_kill() {
    for signals in [&["-INT", "-INT"][..], &["-TERM", "-HUP"], &["-QUIT"], &["-KILL"]] {
        // What cannot be caught is left to the kernel.
        if !cfg!(target_os = "linux") && signals.len() == 1 {
            continue;
        }
        for call in [
            &["simulate", "classic", "--threads", "2", "--games", "1000"][..],
            &["tournament", "classic", "--threads", "2", "--players", "3"],
            &["play", "classic", "--plain"],
        ] {
            let folder = tempfile::tempdir().unwrap();
            let bots = [&*sleeper(folder.path(), 0), "random", "safe"].join(",");
            let list = if call[0] == "play" { "--seats" } else { "--bots" };
            let mut child = start(&[call, &[list, &bots, "--bot-timeout", "600000"]].concat());
            let programs = numbers(folder.path(), if call[0] == "play" { 1 } else { 2 });
            std::thread::sleep(Duration::from_millis(200));
            assert!(programs.iter().all(|&number| runs(number)), "{call:?}");
            for name in signals {
                // It may have ended after the first.
                let _ = Command::new("kill")
                    .args([*name, &child.id().to_string()])
                    .stderr(Stdio::null())
                    .status();
            }
            let mut last = Instant::now();
            let begun = last;
            while child.try_wait().unwrap().is_none() {
                assert!(begun.elapsed() < SOON, "{call:?} {signals:?} took {:?}", begun.elapsed());
                // Two of the same that come before the first was taken are one to the system.
                if last.elapsed() > Duration::from_secs(5) {
                    signal(&child, signals[signals.len() - 1]);
                    last = Instant::now();
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            wait_until("all programs have ended", || !programs.iter().any(|&number| runs(number)));
        }
    }
}

#[test]
fn a_record_that_names_an_endless_bot_is_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let path = record.to_str().unwrap();
    let begun =
        tsuro(&["play", "classic", "--seats", "human,ismcts:5", "--seed", "1", "--record", path])
            .output()
            .unwrap();
    assert_eq!(begun.status.code(), Some(0), "{}", err(&begun));
    let text = std::fs::read_to_string(&record).unwrap();
    std::fs::write(&record, text.replace("ismcts:5", "ismcts:4294967295")).unwrap();
    let output = tsuro(&["play", "--resume", path]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains(" 10000000 ") && err(&output).contains("--seats"),
        "{}",
        err(&output)
    );
    let output = tsuro(&["play", "--resume", path, "--seats", "human,ismcts:5"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

/// Classic with a hazard that never ends (`tests/programs/asking_rules.rs`).
const ENDLESS: &str = "schema = 1\nextends = \"classic\"\n[hazard]\nrule = \"herald\"\n";

/// Starts a command with a rule that never ends, once the rule has been called.
fn start_endless(folder: &Path, args: &[&str]) -> Child {
    let called = folder.join("called");
    std::fs::write(folder.join("endless.toml"), ENDLESS).unwrap();
    let mut command = Command::new(example("asking_rules"));
    command.args(args).current_dir(folder).env("HERALD_HANGS", &called);
    command
        .env_remove("TSURO_RULESETS")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", "/dev/null/state");
    let child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(&format!("{args:?} calls the rule"), || called.exists());
    child
}

/// How a command ends that has to end soon.
fn ended(mut child: Child, what: &str) -> Output {
    wait_until(&format!("{what} ends"), || child.try_wait().unwrap().is_some());
    child.wait_with_output().unwrap()
}

/// Commands under a rule that never ends, each with the signal that asks it to end.
const ENDLESS_COMMANDS: &[(&[&str], &str)] = &[
    (&["play", "endless.toml", "--seats", "random,random", "--seed", "1", "--plain"], "-TERM"),
    (
        &[
            "play",
            "endless.toml",
            "--seats",
            "random,random",
            "--seed",
            "1",
            "--record",
            "play.jsonl",
        ],
        "-HUP",
    ),
    (
        &[
            "simulate",
            "endless.toml",
            "--players",
            "2",
            "--games",
            "4",
            "--threads",
            "2",
            "--record",
            "games.jsonl",
        ],
        "-TERM",
    ),
    (
        &[
            "compare",
            "classic",
            "endless.toml",
            "--players",
            "2",
            "--bots",
            "random",
            "--games",
            "200",
            "--html",
            "report.html",
        ],
        "-TERM",
    ),
    (&["measure", "endless.toml", "--players", "2", "--bots", "random", "--games", "200"], "-HUP"),
    (&["tournament", "endless.toml", "--bots", "random,random", "--games", "4"], "-TERM"),
    (&["bench", "endless.toml", "--seconds", "1"], "-TERM"),
    (&["test", "--conformance", "endless.toml", "--games", "10"], "-TERM"),
    (&["rules", "check", "--deep", "--games", "10", "endless.toml"], "-HUP"),
    (
        &[
            "explore",
            "endless.toml",
            "--vary",
            "tiles.hand=2..3",
            "--target",
            "turns=5",
            "--players",
            "2",
            "--bots",
            "random",
        ],
        "-TERM",
    ),
];

#[test]
fn every_command_ends_at_the_first_request_of_the_system_though_a_rule_never_ends() {
    for &(args, name) in ENDLESS_COMMANDS {
        let folder = tempfile::tempdir().unwrap();
        let child = start_endless(folder.path(), args);
        signal(&child, name);
        let output = ended(child, &format!("{args:?} after one {name}"));
        assert_eq!(output.status.code(), Some(130), "{args:?}: {}", err(&output));
        // No sink hears the games of a measurement of time.
        let named = err(&output).contains("stopped in the midst of the rule \"herald\", at ")
            && err(&output).contains(" in turn 1\n");
        assert!(named || args[0] == "bench", "{args:?}: {}", err(&output));
        // What was written is whole: each line of a record, and a file of another kind or none.
        for entry in std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
            let text = std::fs::read_to_string(&entry).unwrap();
            match entry.extension().and_then(|end| end.to_str()) {
                Some("jsonl") => {
                    assert!(text.is_empty() || text.ends_with('\n'), "{args:?}: {text}");
                }
                found => assert!(
                    found.is_none_or(|end| end == "toml") && !entry.ends_with("report.html"),
                    "{args:?}: {}",
                    entry.display()
                ),
            }
        }
    }
}

#[test]
fn a_rule_that_never_ends_is_left_by_the_second_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let child = start_endless(
        folder.path(),
        &["simulate", "endless.toml", "--players", "2", "--games", "4"],
    );
    for _ in 0..2 {
        signal(&child, "-INT");
        // Two of the same that wait are one.
        std::thread::sleep(Duration::from_millis(200));
    }
    let output = ended(child, "simulate after two -INT");
    assert_eq!(output.status.code(), Some(130));
    assert!(err(&output).contains("the rule \"herald\", at "), "{}", err(&output));
}

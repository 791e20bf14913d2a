//! The programs in `examples/`: all of them run, and the rule of `sinkholes` has everything that a
//! rule of the crate has.

#[allow(dead_code, reason = "its `main` is run as a program of its own")]
#[path = "../../examples/sinkholes.rs"]
pub(crate) mod sinkholes;

use crate::common::games::resumes_after_every_line;
use crate::common::program::example;
use crate::common::{in_checkout, read_checkout};
use sinkholes::SINKHOLES;
use std::fs;
use std::process::{Command, Output};
use tsuro::game::RunSeed;
use tsuro::record::{
    GameRecord, RecordReader, ReplayVerdict, Replayer, answer, read_position, write_position,
};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Code, Source, SourceId, Variant, resolve};
use tsuro::with_rules;

const GAMES: u64 = 30;

fn run(name: &str, args: &[&str]) -> Output {
    Command::new(example(name)).args(args).current_dir(crate::common::checkout()).output().unwrap()
}

/// The standard output of a program, which has to succeed.
fn printed(name: &str, args: &[&str]) -> String {
    let output = run(name, args);
    assert!(
        output.status.success(),
        "{name} {args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn embed_the_engine_plays_a_game_of_each_edition_to_its_end() {
    for (rules, seats) in [
        ("classic", "2"),
        ("luxury-advanced", "5"),
        ("seas", "8"),
        ("classic+big-board+columns=16", "3"),
    ] {
        let text = printed("embed_the_engine", &[rules, seats, "a seed"]);
        assert!(
            text.contains("player 1 starts at")
                && text.lines().last().unwrap().starts_with("the end: "),
            "{text}"
        );
        assert_eq!(
            text,
            printed("embed_the_engine", &[rules, seats, "a seed"]),
            "the same seed gives the same game"
        );
    }
    let output = run("embed_the_engine", &["classic", "9"]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("2 to 8"));
}

#[test]
fn write_a_bot_prints_the_shares_of_both_bots() {
    let text = printed("write_a_bot", &[]);
    let share = |name: &str| {
        let line =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap()
    };
    let (hermit, greedy) = (share("hermit:"), share("greedy:"));
    assert!((hermit + greedy - 100.0).abs() < 0.2 && hermit > 5.0 && greedy > 5.0, "{text}");
}

fn registry() -> Registry {
    Registry::default().with(&SINKHOLES)
}

/// The rule set of `examples/sinkholes.toml`.
pub(crate) fn sinkholes(registry: &Registry) -> Variant {
    let path = in_checkout("examples/sinkholes.toml");
    let source = Source::new(
        SourceId::File(path.clone()),
        "sinkholes.toml",
        fs::read_to_string(path).unwrap(),
    );
    let resolved =
        resolve(source, &BuiltIns, registry).unwrap_or_else(|problems| panic!("{problems}"));
    Variant::new(resolved, registry).unwrap_or_else(|problems| panic!("{problems}"))
}

fn record(text: &str) -> GameRecord {
    RecordReader::new(text.as_bytes()).game().unwrap().unwrap()
}

#[test]
fn games_with_the_sinkholes_replay() {
    let registry = registry();
    let variant = sinkholes(&registry);
    let mut swallowed = 0;
    for index in 0..GAMES {
        let game =
            crate::common::games::played(&variant, 2 + (index % 7) as u8, "sinkholes", index);
        assert!(
            game.record
                .contains("{\"event\":\"rule\",\"rule\":\"sinkholes\",\"data\":{\"sinkhole\":")
        );
        swallowed += game.record.matches("\"cause\":\"sinkholes/swallowed\"").count();
        let replayed = Replayer::new(&registry)
            .replay(&record(&game.record))
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
        assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)));
    }
    assert!(swallowed > 0, "nobody was ever swallowed");
}

#[test]
fn a_game_with_the_sinkholes_resumes_after_any_event() {
    let registry = registry();
    let variant = sinkholes(&registry);
    resumes_after_every_line(&variant, 4, "broken off");
}

#[test]
fn the_state_of_the_sinkholes_is_in_positions() {
    let registry = registry();
    let variant = sinkholes(&registry);
    let request = serde_json::json!({
        "position": {
            "players": [{ "at": "a1:A", "hand": [0, 1] }, { "at": "f6:D", "hand": [2] }],
            "active": 0, "turn": 3,
            "daikaiju": [{ "tile": 0, "square": "c3", "facing": 0 }], "rule-state": {
                "sinkholes": ["c3", null]
            },
        },
        "place": { "tile": 0, "rotation": 0 }, "turn": true, "seed": "1",
    });
    // Face 0 sends the piece back over the edge; only hands of that face have no other placement,
    // so it is not legal here.
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
        let state = read_position(rules, &request["position"], seed)
            .unwrap_or_else(|error| panic!("{error}"));
        let written = write_position(rules, &state);
        assert_eq!(written["rule-state"], serde_json::json!({ "sinkholes": ["c3", null] }));
        assert_eq!(written["daikaiju"][0]["square"], "c3");
        let again = read_position(rules, &written, seed).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(write_position(rules, &again), written);
    });
}

#[test]
fn the_whole_program_has_the_sinkholes() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.jsonl");
    let games = games.to_str().unwrap();
    let rules = "examples/sinkholes.toml";
    let summary = printed(
        "sinkholes",
        &["simulate", rules, "--games", "200", "--seed", "1", "--json", "--record", games],
    );
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["games"], 200);
    assert!(
        summary["eliminations"]["sinkholes/swallowed"]
            .as_u64()
            .is_some_and(|swallowed| swallowed > 0),
        "{summary}"
    );
    printed("sinkholes", &["replay", games]);
    assert!(
        printed("sinkholes", &["rules", "show", rules, "--resolved"])
            .contains("rule = \"sinkholes\"")
    );
    // Compared with the game without it, sinkholes put pieces out, and the report says that the
    // rule came into play.
    let compared = printed(
        "sinkholes",
        &[
            "compare",
            "classic",
            rules,
            "--games",
            "200",
            "--bots",
            "random,greedy",
            "--seed",
            "1",
            "--json",
        ],
    );
    let compared: serde_json::Value = serde_json::from_str(&compared).unwrap();
    let outside = |metric: &&serde_json::Value| {
        metric["name"] == "out-outside-rule" && metric["bots"] == "random"
    };
    let outside = compared["metrics"].as_array().unwrap().iter().find(outside).unwrap();
    assert!(outside["a"] == 0.0 && outside["b"].as_f64() > Some(0.0), "{outside}");
    let fired = |point: &serde_json::Value| {
        point["name"].as_str().unwrap().starts_with("sinkholes/") && point["b"].as_f64() > Some(0.0)
    };
    assert!(compared["coverage"].as_array().unwrap().iter().any(fired), "{}", compared["coverage"]);
    let part = folder.path().join("part.json");
    let part = part.to_str().unwrap();
    printed(
        "sinkholes",
        &[
            "compare", "classic", rules, "--bots", "random", "--seed", "1", "--blocks", "0..40",
            "--out", part,
        ],
    );
    assert!(printed("sinkholes", &["merge", part]).contains("40 blocks"));
    // The program without the rule names the unknown word.
    let output = Command::new(env!("CARGO_BIN_EXE_tsuro"))
        .args(["simulate", rules])
        .current_dir(crate::common::checkout())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("sinkholes"));
}

#[test]
fn files_that_use_the_sinkholes_are_checked_shown_and_explained_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let text = |args: &[&str]| printed("sinkholes", args);
    let file = "examples/sinkholes.toml";
    assert_eq!(text(&["rules", "check", file]), format!("{file}: fine\n"));
    let provenance = text(&["rules", "show", file, "--provenance"]);
    let line = |start: &str| {
        provenance
            .lines()
            .find(|line| line.starts_with(start))
            .unwrap_or_else(|| panic!("no {start} in {provenance}"))
    };
    let written = read_checkout(file);
    let at = |start: &str| written.lines().position(|line| line.starts_with(start)).unwrap() + 1;
    assert!(line("count = 2").ends_with(&format!("# {file}:{}", at("count"))), "{provenance}");
    assert!(line("every = 3").ends_with(&format!("# {file}:{}", at("every"))), "{provenance}");
    assert!(line("avoid = ").contains("\"sinkholes/swallowed\""), "{provenance}");

    let keys = text(&["rules", "keys", "hazard.every"]);
    assert!(keys.contains("a whole number from 1 to 100") && keys.contains("sinkholes"), "{keys}");
    let keys = text(&["rules", "keys", "placement.avoid"]);
    assert!(
        keys.contains("sinkholes/swallowed")
            && keys.to_lowercase().contains("running into a sinkhole"),
        "{keys}"
    );
    let schema: serde_json::Value = serde_json::from_str(&text(&["rules", "schema"])).unwrap();
    let properties = &schema["properties"];
    assert_eq!(properties["hazard"]["properties"]["count"]["maximum"], 8);
    let words = properties["placement"]["properties"]["avoid"]["items"]["enum"].as_array().unwrap();
    assert!(words.contains(&"sinkholes/swallowed".into()), "{words:?}");

    let diff = text(&["rules", "diff", "classic", file]);
    assert!(
        diff.contains("sinkholes wander over the empty squares")
            && diff.contains("[hazard.every = 3]"),
        "{diff}"
    );
    assert!(diff.contains("running into a sinkhole"), "{diff}");
    let deep = run("sinkholes", &["rules", "check", "--deep", "--games", "40", file]);
    assert_eq!((deep.status.code(), String::from_utf8_lossy(&deep.stderr).as_ref()), (Some(0), ""));

    // Errors of its keys, its words and its own contradictions point at their lines.
    let broken = folder.path().join("broken.toml");
    let lines = [
        "schema = 1",
        "extends = \"classic\"",
        "[board]",
        "columns = 4",
        "rows = 4",
        "[placement]",
        "avoid = [\"edge\", \"sinkholes/swallowd\"]",
        "[hazard]",
        "rule = \"sinkholes\"",
        "count = 5",
        "every = 0",
        "depth = 3",
    ];
    fs::write(&broken, lines.join("\n")).unwrap();
    let check = |lines: &str| {
        fs::write(&broken, lines).unwrap();
        let output = run("sinkholes", &["rules", "check", "--json", broken.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1));
        let problems: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let at = |problem: &serde_json::Value| {
            (
                problem["code"].as_str().unwrap().to_owned(),
                problem["place"]["line"].as_u64().unwrap(),
            )
        };
        let found: Vec<_> = problems.as_array().unwrap().iter().map(at).collect();
        (found, problems)
    };
    let (found, problems) = check(&lines.join("\n"));
    let expected = [("unknown-value", 7), ("out-of-range", 11), ("unknown-key", 12)];
    assert_eq!(found, expected.map(|(code, line)| (code.to_owned(), line)), "{problems:#}");
    assert_eq!(problems[0]["did_you_mean"], "sinkholes/swallowed");
    assert_eq!(problems[1]["allowed"], serde_json::json!({ "min": 1, "max": 100 }));
    let (found, problems) = check(&lines[..10].join("\n").replace("swallowd", "swallowed"));
    assert_eq!(found, [("contradiction".to_owned(), 10)], "{problems:#}");
    assert_eq!(problems[0]["message"], "5 sinkholes leave no room on 16 squares");
}

#[test]
fn suites_and_comparisons_have_the_sinkholes() {
    // Under rules that move the sinkhole in every turn, what is promised of the turns between is
    // not kept.
    let broken = run(
        "sinkholes",
        &["test", "examples/sinkholes_suite.toml", "--rules", "examples/sinkholes.toml+every=1"],
    );
    assert_eq!(broken.status.code(), Some(1), "{}", String::from_utf8_lossy(&broken.stdout));
    let comparison = printed(
        "sinkholes",
        &[
            "compare",
            "classic",
            "examples/sinkholes.toml+every=1",
            "--games",
            "20",
            "--seed",
            "1",
            "--json",
        ],
    );
    let comparison: serde_json::Value = serde_json::from_str(&comparison).unwrap();
    assert_eq!(comparison["b"]["name"], "sinkholes+every=1");
    let keys: Vec<_> = comparison["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["key"].as_str().unwrap())
        .collect();
    assert_eq!(keys, ["placement.avoid", "hazard.rule", "hazard.count", "hazard.every"]);
    // What the rule does is measured as well, under its own name.
    assert!(comparison.to_string().contains("\"sinkholes/opened\""), "{comparison:#}");
}

#[test]
fn a_cause_of_the_sinkholes_can_be_avoided() {
    let registry = registry();
    let text = |avoid: &str| {
        format!(
            "schema = 1\n[placement]\navoid = [\"edge\", \"collision\"{avoid}]\n[hazard]\n\
             rule = \"sinkholes\"\ncount = 6\nevery = 1\n"
        )
    };
    let swallowed = |avoid: &str| {
        let variant = Variant::from_text("pools", &text(avoid), &registry)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let games =
            (0..60).map(|index| crate::common::games::played(&variant, 4, "avoided", index).record);
        games
            .map(|record| record.matches("\"cause\":\"sinkholes/swallowed\"").count())
            .sum::<usize>()
    };
    let (freely, avoided) = (swallowed(""), swallowed(", \"sinkholes/swallowed\""));
    assert!(
        avoided * 3 < freely * 2,
        "{avoided} swallowed where it is avoided, {freely} where it is not"
    );
    // Without the rule the word is known, and a warning says that it never applies.
    let calm = Variant::from_text(
        "calm",
        "schema = 1\n[placement]\navoid = [\"sinkholes/swallowed\"]\n",
        &registry,
    )
    .unwrap();
    let warnings: Vec<_> = calm.resolved().warnings().iter().collect();
    assert!(matches!(
        warnings[..],
        [warning] if warning.code == Code::NeverApplies && warning.message.contains(
            "sinkholes/swallowed"
        )
    ));
}

#[test]
fn the_program_with_the_sinkholes_plays_its_suite() {
    let text = printed("sinkholes", &["test", "examples/sinkholes_suite.toml", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&answer["failed"], &answer["skipped"]), (&0.into(), &0.into()), "{answer:#}");
    assert!(answer["passed"].as_u64() > Some(10), "{answer:#}");
    // Each key of the rule matters to some scenario.
    let own = [
        "test",
        "examples/sinkholes_suite.toml",
        "--mutate",
        "examples/sinkholes.toml",
        "--own",
        "--json",
    ];
    let mutation: serde_json::Value = serde_json::from_str(&printed("sinkholes", &own)).unwrap();
    for survivor in mutation["survivors"].as_array().unwrap() {
        assert_ne!(
            survivor["key"].as_str().unwrap().split('.').next(),
            Some("hazard"),
            "{survivor}"
        );
    }
    let kept = printed(
        "sinkholes",
        &["test", "--conformance", "examples/sinkholes.toml", "--games", "20"],
    );
    assert!(kept.contains("in 20 games"), "{kept}");
    // The program without the rule names the unknown word.
    let output = Command::new(env!("CARGO_BIN_EXE_tsuro"))
        .args(["test", "examples/sinkholes_suite.toml"])
        .current_dir(crate::common::checkout())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"sinkholes\""));
}

/// The parts and the report of a script in `examples/`, in a new folder.
#[cfg(unix)]
fn played_in_parts(
    script: &str,
    args: &[&str],
    envs: &[(&str, &str)],
) -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    let args: Vec<String> =
        args.iter().map(|arg| arg.replace("FOLDER", folder.path().to_str().unwrap())).collect();
    let mut command = Command::new(in_checkout("examples").join(script));
    let output = command
        .args(args)
        .env("TSURO", env!("CARGO_BIN_EXE_tsuro"))
        .envs(envs.iter().copied())
        .output()
        .unwrap();
    (folder, output)
}

#[cfg(unix)]
const PARTS_OF: [&str; 10] = [
    "classic",
    "classic+hand=4",
    "--bots",
    "random",
    "--metrics",
    "length",
    "--seed",
    "a 'quoted' seed",
    "--games",
    "101",
];

/// What one run of the same comparison reports.
#[cfg(unix)]
fn whole_report() -> String {
    let args = [&["compare"], &PARTS_OF[..], &["--json"]].concat();
    String::from_utf8(crate::common::program::run(&args).stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn the_scripts_for_many_machines_play_what_one_run_plays() {
    let whole = whole_report();
    let call = [&["5", "FOLDER"], &PARTS_OF[..]].concat();
    let (folder, output) = played_in_parts("compare_in_parallel.sh", &call, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_to_string(folder.path().join("report.json")).unwrap(), whole);
    // The parts of another number of parts would be other games.
    let mut again = Command::new(in_checkout("examples/compare_in_parallel.sh"));
    let again = again
        .arg("4")
        .arg(folder.path())
        .args(PARTS_OF)
        .env("TSURO", env!("CARGO_BIN_EXE_tsuro"))
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(2), "{}", String::from_utf8_lossy(&again.stderr));
    // Two jobs of an array on a cluster.
    let call = [&["FOLDER"], &PARTS_OF[..]].concat();
    let jobs: Vec<(tempfile::TempDir, Output)> = ["1", "2"]
        .iter()
        .map(|task| {
            played_in_parts(
                "compare.sbatch",
                &call,
                &[("SLURM_ARRAY_TASK_ID", task), ("SLURM_ARRAY_TASK_COUNT", "2")],
            )
        })
        .collect();
    let files: Vec<String> = (1..)
        .zip(&jobs)
        .map(|(task, (folder, _))| format!("{}/part-{task}.json", folder.path().display()))
        .collect();
    assert!(
        jobs.iter().all(|(_, output)| output.status.success()),
        "{}",
        String::from_utf8_lossy(&jobs[0].1.stderr)
    );
    let merged = crate::common::program::run(&["merge", &files[1], &files[0], "--json"]);
    assert_eq!(String::from_utf8(merged.stdout).unwrap(), whole);
}

#[cfg(unix)]
#[test]
fn the_driver_in_python_checks_its_parts_where_there_is_python() {
    if !Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: there is no python3 here");
        return;
    }
    let call = [&["3", "FOLDER"], &PARTS_OF[..]].concat();
    let (folder, output) = played_in_parts("parts.py", &call, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_to_string(folder.path().join("report.json")).unwrap(), whole_report());
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("turns: +"));
    // A part that is altered is noticed by the driver and by the program.
    let path = folder.path().join("part-2-of-3.json");
    let altered =
        fs::read_to_string(&path).unwrap().replacen("\"blocks\":[[33,", "\"blocks\":[[34,", 1);
    fs::write(&path, altered).unwrap();
    let call: Vec<String> =
        call.iter().map(|arg| arg.replace("FOLDER", folder.path().to_str().unwrap())).collect();
    let again = Command::new(in_checkout("examples/parts.py"))
        .args(call)
        .env("TSURO", env!("CARGO_BIN_EXE_tsuro"))
        .output()
        .unwrap();
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("checksum"));
    let merged = crate::common::program::run(&["merge", path.to_str().unwrap()]);
    assert!(
        merged.status.code() == Some(1)
            && String::from_utf8_lossy(&merged.stderr).contains("checksum")
    );
}

//! The commands: what they print, how they end, and which files they leave.

use crate::common::golden::Messages;
use crate::common::in_checkout;
use crate::common::program::{err, feed, out, run, tsuro};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Output, Stdio};

fn with_input(args: &[&str], input: &str) -> Output {
    feed(tsuro(args), input)
}

fn corpus(name: &str) -> String {
    in_checkout("tests/corpus/records").join(name).display().to_string()
}

#[test]
fn simulate_depends_on_seed_and_games_only() {
    let call = |threads: &str| {
        run(&[
            "simulate",
            "seas",
            "--players",
            "5",
            "--games",
            "700",
            "--seed",
            "s",
            "--threads",
            threads,
            "--json",
        ])
    };
    let one = call("1");
    assert_eq!(one.status.code(), Some(0), "{}", err(&one));
    assert_eq!(out(&one), out(&call("2")));
    assert_eq!(out(&one), out(&call("7")));
    let json: Value = serde_json::from_str(&out(&one)).unwrap();
    assert_eq!((&json["games"], &json["players"]), (&700.into(), &5.into()));
    let shares: f64 =
        json["wins"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    assert_eq!(
        json["outcomes"]
            .as_object()
            .unwrap()
            .values()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>(),
        700
    );
    for field in ["mean", "sd", "min", "max"] {
        assert!(json["turns"][field].is_number(), "{field}");
    }
    assert!(json["eliminations"]["daikaiju"].as_u64().unwrap() > 0);
    let other =
        run(&["simulate", "seas", "--players", "5", "--games", "700", "--seed", "t", "--json"]);
    assert_ne!(out(&one), out(&other));
}

#[test]
fn simulate_records_the_same_games_whatever_the_threads_and_replay_accepts_them() {
    let call = |threads: &str| {
        run(&[
            "simulate",
            "luxury-advanced",
            "--games",
            "150",
            "--seed",
            "s",
            "--threads",
            threads,
            "--record",
            "-",
        ])
    };
    let one = call("1");
    assert_eq!(out(&one), out(&call("3")));
    assert!(
        err(&one).contains("150 games") && err(&one).contains("luxury-advanced"),
        "{}",
        err(&one)
    );
    let replayed = with_input(&["replay", "-"], &out(&one));
    assert_eq!(replayed.status.code(), Some(0), "{}", err(&replayed));
    assert!(out(&replayed).contains("150 games"), "{}", out(&replayed));
}

#[test]
fn bots_are_named_one_a_seat_or_one_for_all() {
    let fine = run(&[
        "simulate",
        "classic",
        "--players",
        "3",
        "--bots",
        "greedy,random,greedy",
        "--games",
        "5",
        "--seed",
        "1",
        "--json",
    ]);
    assert_eq!(fine.status.code(), Some(0));
    let json: Value = serde_json::from_str(&out(&fine)).unwrap();
    assert_eq!(json["bots"], serde_json::json!(["greedy", "random", "greedy"]));
}

#[test]
fn wrong_usage_ends_with_2_and_names_what_is_wrong() {
    let mut messages = Messages::new("usage");
    for (args, named) in [
        (&["simulate", "clasic"][..], "`classic`"),
        (&["simulate", "classic", "--players", "9"], "--players 9"),
        (&["simulate", "classic", "--threads", "0"], "--threads"),
        (&["simulate", "classic", "--players", "3", "--bots", "greedy,random"], "--bots"),
        (&["simulate", "classic", "--bots", "gredy"], "\"gredy\""),
        (&["simulate", "no/such.toml"], "no/such.toml"),
        (&["simulate", "classic", "--games=-1"], "--games"),
        (&["replay", "no-such-record"], "no-such-record"),
        (&["rules", "show", "sea"], "`seas`"),
        (&["rules", "keys", "tiles.hnd"], "tiles.hnd"),
        (&["rules", "check", "--games", "10", "classic"], "--deep"),
        (&["completions", "tcsh"], "tcsh"),
        (&["nonsense"], "nonsense"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(named), "{args:?}: {}", err(&output));
        assert!(out(&output).is_empty(), "{args:?}: {}", out(&output));
        messages.add(&args.join(" "), &err(&output));
    }
    messages.compare();
}

#[test]
fn a_broken_rule_file_ends_every_command_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, "schema = 1\nname = \"mine\"\nextends = \"classic\"\n[tiles]\nhand = 9\n")
        .unwrap();
    let file = file.to_str().unwrap();
    for args in [
        &["simulate", file][..],
        &["rules", "check", file],
        &["rules", "show", file],
        &["apply", "--rules", file],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", err(&output));
        assert!(err(&output).contains("mine.toml:5:8"), "{args:?}: {}", err(&output));
    }
}

#[test]
fn an_existing_record_is_overwritten_only_with_force() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    fs::write(&file, "precious").unwrap();
    let path = file.to_str().unwrap();
    let refused = run(&["simulate", "classic", "--games", "2", "--record", path]);
    assert_eq!(refused.status.code(), Some(1), "{}", err(&refused));
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let forced = run(&["simulate", "classic", "--games", "2", "--record", path, "--force"]);
    assert_eq!(forced.status.code(), Some(0), "{}", err(&forced));
    assert_eq!(run(&["replay", path]).status.code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_with_a_message() {
    let output =
        run(&["simulate", "classic", "--games", "500", "--record", "/dev/full", "--force"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("(os error 28)"), "{}", err(&output));
}

#[test]
fn a_closed_pipe_ends_the_program_without_an_error() {
    let mut child = tsuro(&["simulate", "seas", "--games", "3000", "--record", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(!err(&output).contains("error"), "{}", err(&output));
}

#[test]
fn replay_names_the_first_event_that_does_not_follow() {
    let text = fs::read_to_string(corpus("classic-3.jsonl")).unwrap();
    let edited =
        text.replacen("\"event\":\"moved\",\"player\":0", "\"event\":\"moved\",\"player\":1", 1);
    let line = 1 + edited.lines().zip(text.lines()).position(|(one, other)| one != other).unwrap();
    let output = with_input(&["replay", "-"], &edited);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains(&format!("line {line}: player ")), "{}", err(&output));
    assert!(out(&output).is_empty());
}

#[test]
fn broken_records_are_refused_with_the_line_and_the_field() {
    let mut messages = Messages::new("records");
    let text = fs::read_to_string(corpus("classic-2.jsonl")).unwrap();
    let cut = &text[..text.len() / 2];
    let output = with_input(&["replay", "-"], cut);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    messages.add("cut in the middle of a line", &err(&output));
    let mut stray = text.clone();
    stray += "{\"event\":\"turn\",\"player\":0,\"number\":99}\n";
    for (what, text, named) in [
        ("format 2", text.replacen("\"format\":1", "\"format\":2", 1), "line 1: "),
        ("no format", text.replacen("\"format\":1", "\"form\":1", 1), "line 1: "),
        ("hand 9", text.replacen("\"hand\":3", "\"hand\":9", 1), "tiles.hand"),
        (
            "one player",
            text.replacen("\"players\":[\"random\",\"random\"]", "\"players\":[\"random\"]", 1),
            "line 1: ",
        ),
        ("no head", text.lines().skip(1).collect::<Vec<_>>().join("\n"), "line 1: "),
        ("not JSON", "garbage\n".to_owned(), "line 1: "),
        ("nothing", String::new(), "game"),
        ("an unknown event", text.replacen("\"event\":\"drew\"", "\"event\":\"stole\"", 1), "drew"),
        ("an event after the end", stray, "line 101: "),
    ] {
        let output = with_input(&["replay", "-"], &text);
        assert_eq!(output.status.code(), Some(1), "{what}: {}", out(&output));
        assert!(err(&output).contains(named), "{what}: {}", err(&output));
        messages.add(what, &err(&output));
    }
    messages.compare();
}

#[test]
fn a_view_hides_what_the_seat_cannot_know() {
    let output = run(&["replay", &corpus("luxury-advanced-3.jsonl"), "--view", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let mut others_drew = 0;
    for line in out(&output).lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        let own = event["player"] == 1;
        match event["event"].as_str().unwrap() {
            "game" => assert!(event["seed"].is_null()),
            "deal" => {
                assert!(event["hands"][1].as_array().unwrap().iter().all(Value::is_number));
                assert!(event["hands"][0].as_array().unwrap().iter().all(Value::is_null));
                assert!(event["pile"].as_array().unwrap().iter().all(Value::is_null));
            }
            "drew" => {
                others_drew += usize::from(!own);
                assert_eq!(event["tile"].is_number(), own);
            }
            "placed" => assert_eq!(event["legal"].is_number(), own),
            "returned" => assert!(event["pile"].as_array().unwrap().iter().all(Value::is_null)),
            _ => {}
        }
    }
    assert!(others_drew > 5);
    assert_eq!(run(&["replay", &corpus("luxury-3.jsonl"), "--view", "3"]).status.code(), Some(2));
}

#[test]
fn apply_answers_every_line_and_never_dies() {
    let good = concat!(
        r#"{"position":{"players":[{"at":"a1:A","hand":[31]},{"at":"f6:E","hand":[4,5,6]}],"#,
        r#""active":0}}"#,
    );
    let input = format!("{good}\nnot json\n[]\n{{}}\n{}\n{good}\n", good.replace("a1:A", "c3:A"));
    let output = with_input(&["apply", "--rules", "classic"], &input);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let answers: Vec<Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 6);
    // Face 31 joins A with E: the one placement there is.
    assert_eq!(answers[0], serde_json::json!({ "legal": [{ "tile": 31, "rotation": 0 }] }));
    let codes: Vec<_> =
        answers[1..5].iter().map(|answer| answer["error"]["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["not-a-request", "not-a-request", "bad-request", "bad-position"]);
    assert!(
        answers[4]["error"]["message"].as_str().unwrap().starts_with("position.players[0].at: ")
    );
    assert_eq!(answers[5], answers[0]);
}

#[test]
fn rules_list_names_every_shipped_rule_set() {
    let output = run(&["rules", "list"]);
    let shipped = || {
        tsuro::ruleset::BUILT_INS
            .iter()
            .chain(tsuro::ruleset::HOUSE_RULES)
            .chain(tsuro::ruleset::SCRIPTED)
    };
    for built_in in shipped() {
        assert!(
            out(&output).lines().any(|line| line.split_whitespace().next() == Some(built_in.name)),
            "{}",
            built_in.name
        );
    }
    let json = run(&["rules", "list", "--json"]);
    let list: Value = serde_json::from_str(&out(&json)).unwrap();
    assert_eq!(list.as_array().unwrap().len(), shipped().count());
}

#[test]
fn rules_list_says_what_can_be_mixed_with_what() {
    let text = out(&run(&["rules", "list"]));
    let mark = |name: &str| {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(
        (mark("big-board"), mark("rough-seas"), mark("dragon-seas")),
        ("any+".into(), "seas+".into(), "seas-calm+".into())
    );
    let list: Value = serde_json::from_str(&out(&run(&["rules", "list", "--json"]))).unwrap();
    let bases = |name: &str| {
        let entry = list.as_array().unwrap().iter().find(|entry| entry["name"] == name).unwrap();
        entry["mixes_into"]
            .as_array()
            .unwrap()
            .iter()
            .map(|base| base.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        bases("rough-seas"),
        [
            "seas",
            "storm-seas",
            "veterans",
            "team-seas",
            "two-dice",
            "taihou",
            "mystic-portal",
            "uzushio",
            "wave"
        ]
    );
    assert_eq!(bases("dragon-seas"), ["seas-calm"]);
    assert!(
        bases("big-board").contains(&"luxury".to_owned())
            && !bases("kaiju-classic").contains(&"seas".to_owned())
    );
    for base in bases("two-dice") {
        assert_eq!(run(&["rules", "check", &format!("{base}+two-dice")]).status.code(), Some(0));
    }
}

#[test]
fn apply_refuses_impossible_chance_even_without_a_placement() {
    let position = r#"{"players":[{"at":"a1:H","hand":[33]},{"at":"g7:D","hand":[1]}],"active":0}"#;
    let ask =
        |rolls: &str| format!("{{\"position\":{position},\"turn\":true,\"rolls\":{rolls}}}\n");
    let output = with_input(
        &["apply", "--rules", "seas+hazard.minimum=0"],
        &(ask("[[1]]") + ask("[[1,1]]").as_str()),
    );
    let answers: Vec<Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["error"]["code"], "impossible-chance", "{}", answers[0]);
    assert!(answers[1]["legal"].is_array(), "{}", answers[1]);
}

#[test]
fn replay_draws_one_game_and_answers_bad_streams_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().unwrap();
    assert_eq!(
        run(&["simulate", "classic", "--games", "5", "--seed", "1", "--record", path])
            .status
            .code(),
        Some(0)
    );
    let picture = run(&["replay", path, "--at", "3", "--svg"]);
    assert_eq!(out(&picture).matches("<svg").count(), 1);
    let other = run(&["replay", path, "--at", "3", "--svg", "--game", "2"]);
    assert_eq!(out(&other).matches("<svg").count(), 1);
    assert_ne!(out(&picture), out(&other));
    for input in ["garbage\n", ""] {
        let output = with_input(&["replay", "-", "--json"], input);
        assert_eq!(output.status.code(), Some(1));
        let answer: Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!(answer["follows"], false);
        assert!(err(&output).is_empty(), "{}", err(&output));
    }
}

#[test]
fn perft_counts_what_it_divides_and_depends_on_the_seed_alone() {
    let json = |args: &[&str]| -> Value { serde_json::from_str(&out(&run(args))).unwrap() };
    let counts = json(&["perft", "classic", "--players", "3", "--depth", "3", "--json"]);
    let parts = json(&["perft", "classic", "--players", "3", "--depth", "3", "--divide", "--json"]);
    let sum: u64 = parts["divide"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["count"].as_u64().unwrap())
        .sum();
    assert_eq!(counts["counts"][2].as_u64(), Some(sum));
    assert_eq!(
        counts["counts"][0].as_u64(),
        Some(parts["divide"].as_array().unwrap().len() as u64)
    );
    assert_ne!(
        counts,
        json(&["perft", "classic", "--players", "3", "--depth", "3", "--seed", "2", "--json"])
    );
    let printed = out(&run(&["perft", "classic", "--players", "3", "--depth", "3", "--divide"]));
    assert_eq!(printed.lines().count(), parts["divide"].as_array().unwrap().len() + 1);
    assert!(printed.ends_with(&format!("\nsum  {sum}\n")), "{printed}");
    assert_eq!(out(&run(&["perft", "classic", "--depth", "0", "--divide"])), "sum  1\n");
}

#[test]
fn perft_prints_each_count_at_once_and_ends_when_its_pipe_closes() {
    // To the end this would take longer than a lifetime.
    let mut counts = tsuro(&["perft", "seas", "--players", "8", "--depth", "60"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(counts.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, " 1  9\n");
    assert_eq!(counts.wait().unwrap().code(), Some(0));
}

#[test]
fn the_signature_is_the_same_with_any_number_of_threads() {
    let signature = |threads: u64| {
        let output = run(&[
            "bench",
            "seas",
            "--players",
            "3",
            "--seconds",
            "0",
            "--threads",
            &threads.to_string(),
            "--json",
        ]);
        let json: Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!(
            (&json["rules"], &json["players"], &json["threads"]),
            (&"seas".into(), &3.into(), &threads.into())
        );
        // No time at all still plays 100 games a thread, over which instructions are counted.
        assert_eq!(json["games"], 100 * threads, "{json}");
        let figures = ["seconds", "games_per_second", "turns_per_second", "ns_per_turn"];
        assert!(
            figures.iter().all(|name| json[name].as_f64().is_some_and(|number| number > 0.0)),
            "{json}"
        );
        json["signature"].clone()
    };
    assert_eq!(signature(1), signature(2));
}

#[test]
fn a_deep_check_plays_and_warns_with_the_seed_that_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("short.toml");
    // With three players every square has a daikaiju before the first turn.
    let text = "schema = 1\n[board]\ncolumns = 3\nrows = 3\n[players]\nmax = 3\n[hazard]\n\
        rule = \"daikaiju\"\nminimum = 0\n\
        columns = [1, 2, 3, 1, 2, 3]\nrows = [1, 2, 3, 1, 2, 3]\nmoves-on = []\n\
        setup = [{ players = [2, 2], place = 0 }, { players = [3, 3], place = 9 }]\n";
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let plain = run(&["rules", "check", file]);
    assert_eq!(
        (plain.status.code(), err(&plain).as_str()),
        (Some(0), ""),
        "without --deep nothing is played"
    );
    let deep = run(&["rules", "check", "--deep", "--games", "10", "--seed", "s", "--json", file]);
    assert_eq!(deep.status.code(), Some(0), "findings are warnings: {}", err(&deep));
    let problems: Value = serde_json::from_str(&out(&deep)).unwrap();
    let stuck = problems
        .as_array()
        .unwrap()
        .iter()
        .find(|problem| problem["code"] == "cannot-start")
        .unwrap();
    assert_eq!((&stuck["severity"], &stuck["key"]), (&"warning".into(), &"players.max".into()));
    assert_eq!(
        (&stuck["shown_by"]["seed"], &stuck["shown_by"]["players"]),
        (&"s".into(), &3.into())
    );
    // What the advice says shows it.
    let game = stuck["shown_by"]["game"].as_u64().unwrap();
    let (bot, games) = (stuck["shown_by"]["bots"].as_str().unwrap(), (game + 1).to_string());
    let again = [
        "simulate",
        file,
        "--players",
        "3",
        "--bots",
        bot,
        "--seed",
        "s",
        "--games",
        &games,
        "--json",
    ];
    assert!(
        stuck["help"].as_str().unwrap().contains(&format!("--bots {bot} --seed s --games {games}")),
        "{stuck}"
    );
    let summary: Value = serde_json::from_str(&out(&run(&again))).unwrap();
    assert_eq!(
        (&summary["games"], &summary["turns"]["max"]),
        (&(game + 1).into(), &1.into()),
        "{summary}"
    );
    let words = run(&["rules", "check", "--deep", "--games", "10", file]);
    assert!(err(&words).contains("warning[cannot-start]") && !out(&words).is_empty(), "{words:?}");
}

/// A rule set with overrides.
const RULES: &str = "classic+big-board+hand=4";

/// The beginning of its hash, as reports have it.
fn hash_of_overrides() -> String {
    let registry = tsuro::rules::Registry::default();
    let variant =
        tsuro::ruleset::Variant::load(RULES, &tsuro::ruleset::BuiltIns, &registry).unwrap();
    variant.hash()[..12].to_owned()
}

#[test]
fn every_command_takes_overrides_after_the_rule_set_and_reports_the_rule_hash() {
    let hash = &hash_of_overrides();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (record, games) = (file("record.jsonl"), file("games.jsonl"));
    // Each with whether it is a report on games, which has the hash.
    let calls: &[(&[&str], bool)] = &[
        (
            &[
                "play",
                RULES,
                "--seats",
                "random,random",
                "--seed",
                "1",
                "--plain",
                "--record",
                &record,
            ],
            false,
        ),
        (&["simulate", RULES, "--games", "2", "--seed", "1", "--record", &games], true),
        (&["simulate", RULES, "--games", "2", "--seed", "1", "--json"], true),
        (&["tournament", RULES, "--bots", "random,random", "--games", "2", "--seed", "1"], true),
        (
            &[
                "tournament",
                RULES,
                "--bots",
                "random,random",
                "--games",
                "2",
                "--seed",
                "1",
                "--json",
            ],
            true,
        ),
        (
            &[
                "compare", "classic", RULES, "--games", "2", "--bots", "random", "--seed", "1",
                "--json",
            ],
            true,
        ),
        (&["measure", RULES, "--games", "2", "--bots", "random", "--seed", "1", "--json"], true),
        (&["bench", RULES, "--seconds", "0.01"], true),
        (&["bench", RULES, "--seconds", "0.01", "--json"], true),
        (&["perft", RULES, "--depth", "1", "--json"], true),
        (&["rules", "check", RULES], false),
        (&["rules", "show", RULES], false),
        (&["rules", "show", RULES, "--provenance"], false),
        (&["rules", "diff", "classic", RULES, "--json"], true),
    ];
    for (args, reports) in calls {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
        assert!(!reports || out(&output).contains(hash.as_str()), "{args:?}: {}", out(&output));
    }
    for written in [record, games] {
        assert!(
            fs::read_to_string(&written).unwrap().lines().next().unwrap().contains(hash.as_str()),
            "{written}"
        );
    }
}

#[test]
fn positions_are_read_under_overrides() {
    let position = concat!(
        r#"{"position":{"players":[{"at":"a1:A","hand":[3,7,9,11]},{"at":"h8:D","hand":[2]}],"#,
        r#""active":0}}"#,
    );
    let applied = with_input(&["apply", "--rules", RULES], &format!("{position}\n"));
    assert!(out(&applied).contains("\"legal\""), "{}", out(&applied));
}

#[test]
fn suites_are_played_under_overrides_and_report_the_rule_hash() {
    let hash = &hash_of_overrides();
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.toml").display().to_string();
    let scenario = "[[scenario]]\ntitle = \"A large board has many marks\"\nrule = \"T4\"\n\
        seats = 2\nseed = \"1\"\nexpect.mark-count = 64\n";
    fs::write(&suite, format!("schema = 1\ntitle = \"Plus\"\nrules = \"{RULES}\"\n{scenario}"))
        .unwrap();
    let tested = run(&["test", &suite, "--json"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", out(&tested), err(&tested));
    assert!(out(&tested).contains(hash.as_str()), "{}", out(&tested));
    // What holds for classic need not hold for what is made of it.
    fs::write(
        &suite,
        format!("schema = 1\ntitle = \"Plus\"\nrules = \"classic\"\n{scenario}")
            .replace("64", "48"),
    )
    .unwrap();
    let changed = run(&["test", &suite, "--rules", RULES, "--json"]);
    assert_eq!(changed.status.code(), Some(1), "{}{}", out(&changed), err(&changed));
    assert!(out(&changed).contains(hash.as_str()), "{}", out(&changed));
}

/// Runs a call of the program followed by `rest` in a shell.
#[cfg(target_os = "linux")]
fn shell(call: &str, rest: &str) -> Output {
    let line = format!("{} {call} {rest}", env!("CARGO_BIN_EXE_tsuro"));
    let mut command = std::process::Command::new("sh");
    command.current_dir(crate::common::checkout());
    command
        .args(["-c", &line])
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env_remove("TSURO_RULESETS")
        .stdin(Stdio::null());
    command.output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_written_ends_with_2_and_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let record = record.to_str().unwrap();
    assert_eq!(
        run(&["simulate", "classic", "--games", "1", "--seed", "1", "--record", record])
            .status
            .code(),
        Some(0)
    );
    let pages = folder.path().join("man");
    let calls = [
        "--version".to_owned(),
        "--help".to_owned(),
        "help rules".to_owned(),
        "simulate classic --games 2".to_owned(),
        "simulate classic --games 2 --json".to_owned(),
        "simulate classic --games 2 --record -".to_owned(),
        "rules list".to_owned(),
        "rules show seas".to_owned(),
        "rules check classic".to_owned(),
        "rules diff classic luxury".to_owned(),
        "rules keys".to_owned(),
        "rules schema".to_owned(),
        "bots".to_owned(),
        "perft classic --depth 1".to_owned(),
        "tournament classic --bots random,random --games 2".to_owned(),
        "test tests/scenarios --filter T1".to_owned(),
        "completions zsh".to_owned(),
        format!("man {}", pages.display()),
        format!("replay {record}"),
        format!("replay {record} --at 1"),
        format!("replay {record} --view 0"),
        format!("replay {record} --json"),
    ];
    for call in calls {
        for gone in ["1</", ">/dev/full"] {
            let output = shell(&call, gone);
            assert_eq!(output.status.code(), Some(2), "{call} {gone}: {}", err(&output));
            let said = err(&output);
            assert_eq!(
                said.lines().filter(|line| line.starts_with("error: ")).count(),
                1,
                "{call} {gone}: {said}"
            );
        }
        // A closed output cannot be told from the second, which is how Python, Node and daemons
        // discard it.
        for discarded in [">/dev/null", "1<>/dev/null", ">&-", "</dev/null >&0"] {
            let quiet = shell(&call, discarded);
            assert_eq!(quiet.status.code(), Some(0), "{call} {discarded}: {}", err(&quiet));
        }
    }
    let head = shell("--help", "| head -c 1");
    assert_eq!((head.status.code(), err(&head).as_str()), (Some(0), ""));
}

#[test]
fn a_command_that_checks_nothing_fails() {
    for call in [
        &["test", "--conformance", "classic", "--games", "0"][..],
        &["simulate", "classic", "--games", "0"],
        &["tournament", "classic", "--bots", "random,random", "--games", "0"],
        &["compare", "classic", "luxury", "--games", "0"],
        &["measure", "classic", "--games", "0"],
        &["rules", "check", "--deep", "--games", "0", "classic"],
        &["test", "tests/scenarios", "--filter", "there is no such title"],
        &["test", "tests/scenarios", "--coverage", "--filter", "there is no such title"],
        &["test", "tests/scenarios", "--mutate", "classic", "--filter", "there is no such title"],
    ] {
        let output = run(call);
        assert_eq!((output.status.code(), out(&output)), (Some(2), String::new()), "{call:?}");
        assert!(err(&output).starts_with("error: "), "{call:?}: {}", err(&output));
    }
    let some = out(&run(&["test", "tests/scenarios", "--coverage", "--filter", "C14"]));
    assert!(some.contains(" T1–T9"), "--filter counts with --coverage: {some}");
}

#[test]
fn a_file_of_another_kind_is_reported_as_not_a_rule_set() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("report.html"), "<html>").unwrap();
    let output =
        tsuro(&["rules", "check", "report.html"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = err(&output);
    assert!(
        said.contains("[unreadable]")
            && said.contains("tsuro rules new")
            && said.contains("./report.html"),
        "{said}"
    );
}

/// Views of seats in a folder, and what the program says of them.
struct Views {
    folder: tempfile::TempDir,
    messages: Messages,
}

impl Views {
    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Checks every view of some games.
    fn follow(&mut self, rules: &str) {
        let (whole, seen) = (self.path(&format!("{rules}.jsonl")), self.path("view.jsonl"));
        let simulated = run(&[
            "simulate", rules, "--games", "6", "--seed", "v", "--bots", "random", "--record",
            &whole,
        ]);
        assert_eq!(simulated.status.code(), Some(0));
        let seats = if rules == "solo" { 1 } else { 2 };
        for seat in 0..seats {
            let view = out(&run(&["replay", &whole, "--view", &seat.to_string()]));
            fs::write(&seen, &view).unwrap();
            let output = run(&["replay", &seen]);
            assert_eq!(output.status.code(), Some(0), "{rules}: {}", err(&output));
            self.messages.add(
                &format!("{rules}, seat {seat}"),
                &out(&output).lines().next().unwrap().replace(&seen, "view.jsonl"),
            );
            let json: Value = serde_json::from_str(
                out(&run(&["replay", &seen, "--json"])).lines().next().unwrap(),
            )
            .unwrap();
            assert_eq!(
                (&json["follows"], &json["complete"]),
                (&true.into(), &true.into()),
                "{json}"
            );
            let placed = view
                .lines()
                .take_while(|line| !line.contains("\"event\":\"end\""))
                .filter(|line| line.contains("\"placed\""))
                .count();
            assert_eq!(json["view"]["placements"], placed, "{rules}: every placement");
        }
    }

    /// A view of which one field of an event is changed is refused, and its line named.
    fn refuse(&mut self, event: &str, field: &str, change: impl Fn(&Value) -> Value) {
        let (view, broken) =
            (fs::read_to_string(self.path("view.jsonl")).unwrap(), self.path("broken.jsonl"));
        let (at, line) = view.lines().enumerate().find(|(_, line)| line.contains(event)).unwrap();
        let event_fields: Value = serde_json::from_str(line).unwrap();
        let written = |value: &Value| format!("\"{field}\":{value}");
        let changed = line.replacen(
            &written(&event_fields[field]),
            &written(&change(&event_fields[field])),
            1,
        );
        assert_ne!(changed, line);
        fs::write(&broken, view.replacen(line, &changed, 1)).unwrap();
        let output = run(&["replay", &broken]);
        assert_eq!(output.status.code(), Some(1), "{event}: {}", out(&output));
        assert!(
            err(&output).contains(&format!("line {}: ", at + 1)),
            "{event} {field}: {}",
            err(&output)
        );
        self.messages.add(
            &format!("{event} with another {field}"),
            &err(&output).replace(&broken, "broken.jsonl"),
        );
    }

    /// Commands that need the whole record say so.
    fn need_whole_records(&mut self) {
        let view = self.path("view.jsonl");
        for call in [&["advise"][..], &["play", "--plain", "--resume"], &["scenario"]] {
            let mut args = call.to_vec();
            args.push(&view);
            if call == ["scenario"] {
                args.extend(["--turn", "2"]);
            }
            let output = run(&args);
            assert_ne!(output.status.code(), Some(0), "{args:?}: {}", out(&output));
            // The line that is quoted has the program's version.
            let said = err(&output).replace(&view, "view.jsonl");
            self.messages.add(call[0], said.split(": {").next().unwrap());
        }
        let at = run(&["replay", &view, "--at", "1"]);
        assert_eq!(at.status.code(), Some(2));
        self.messages.add("replay --at 1", &err(&at).replace(&view, "view.jsonl"));
    }
}

#[test]
fn the_view_of_a_seat_is_checked_as_far_as_it_shows() {
    let mut views =
        Views { folder: tempfile::tempdir().unwrap(), messages: Messages::new("views") };
    for rules in [
        "classic",
        "classic-advanced",
        "luxury-advanced",
        "seas",
        "rough-seas",
        "longest-path",
        "open-tiles",
        "solo",
        "crowd",
    ] {
        views.follow(rules);
    }
    // What a view shows has to follow.
    fs::write(
        views.path("view.jsonl"),
        out(&run(&["replay", &views.path("classic.jsonl"), "--view", "1", "--game", "0"])),
    )
    .unwrap();
    views.refuse("\"event\":\"moved\"", "to", |to| {
        if to == "c3:A" { "c4:A".into() } else { "c3:A".into() }
    });
    views.refuse("\"event\":\"turn\"", "number", |_| 9.into());
    views.refuse("\"event\":\"turn\"", "player", |_| 3.into());
    views.refuse("\"event\":\"end\"", "winners", |_| serde_json::json!([0, 1, 2, 3]));
    views.refuse("\"event\":\"placed\"", "square", |_| "d4".into());
    views.refuse("\"event\":\"placed\",\"player\":1", "legal", |legal| {
        (legal.as_u64().unwrap() + 1).into()
    });
    views.refuse("\"event\":\"deal\"", "hands", |hands| {
        let mut hands = hands.clone();
        hands[1] = serde_json::json!([0, 0, 0]);
        hands
    });
    views.need_whole_records();
    views.messages.compare();
}

#[test]
fn daikaiju_have_their_arrows_and_numbers_in_every_picture_of_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().unwrap();
    assert_eq!(
        run(&["simulate", "seas", "--games", "1", "--seed", "1", "--record", path]).status.code(),
        Some(0)
    );
    let svg = out(&run(&["replay", path, "--at", "1", "--svg"]));
    let monsters = svg.matches("fill=\"#5c1a1f\"").count();
    assert!(monsters >= 3, "{svg}");
    assert_eq!(svg.matches(" l9 13 h-18 z").count(), 4 * monsters, "four arrows on each");
    let text = out(&run(&["replay", path, "--at", "1"]));
    assert!(!text.contains('◆'), "{text}");
    assert_eq!(text.matches('▶').count(), monsters, "{text}");
    assert_eq!(text.matches(['↻', '↺']).count(), monsters, "{text}");
}

#[test]
fn completions_are_scripts_that_ask_the_program() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}: {}", err(&output));
        assert!(out(&output).contains("TSURO_COMPLETE"), "{shell}: {}", out(&output));
    }
    let asked = |words: &[&str]| {
        let mut command = tsuro(&["--", "tsuro"]);
        command.args(words).env("TSURO_COMPLETE", "fish");
        out(&command.output().unwrap())
    };
    assert!(asked(&["sim"]).starts_with("simulate\t"), "{}", asked(&["sim"]));
    assert!(
        asked(&["simulate", "seas+roug"]).starts_with("seas+rough-seas\tTsuro of the Seas; "),
        "{}",
        asked(&["simulate", "seas+roug"])
    );
    assert_eq!(asked(&["compare", "classic", "classic+rough"]), "");
    assert!(asked(&["simulate", "classic", "--bots", "greedy,hun"]).starts_with("greedy,hunter\t"));
}

#[test]
#[cfg(target_os = "linux")]
fn bash_completes_with_the_script() {
    let program = Path::new(env!("CARGO_BIN_EXE_tsuro"));
    let script = r#"
        source <(tsuro completions bash)
        COMP_WORDS=(tsuro simulate seas+roug); COMP_CWORD=2; COMP_TYPE=9
        _clap_complete_tsuro tsuro seas+roug simulate
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let Ok(output) = std::process::Command::new("bash")
        .args(["--norc", "-c", script])
        .env("PATH", path)
        .output()
    else {
        return;
    };
    assert_eq!(out(&output).trim(), "seas+rough-seas", "{}", err(&output));
}

#[test]
fn manual_pages_are_written_for_every_command_with_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    let output = run(&["man", pages.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let mut names: Vec<String> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in ["tsuro.1", "tsuro-play.1", "tsuro-rules-check.1", "tsuro-completions.1"] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
    for name in names {
        let page = fs::read_to_string(pages.join(&name)).unwrap();
        assert!(page.contains("EXIT STATUS") && page.contains("130"), "{name}: {page}");
    }
    let blocked = folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    assert_eq!(run(&["man", blocked.to_str().unwrap()]).status.code(), Some(2));
}

//! Bots that are programs: what they are sent, and how games go on after each of their faults.

use crate::common::program::{err, example, json, out, run};
use crate::common::read_checkout;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// `odd_bot` with a way to misbehave, as an entry of a list of bots.
fn odd(how: &str) -> String {
    format!("exec:'{}' {how}", example("odd_bot").display())
}

/// The messages that `odd_bot` was sent.
fn sent(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn events(message: &Value) -> Vec<Value> {
    message["events"].as_array().unwrap().clone()
}

/// The lines of a game as `seat` could have written them, without the first.
fn view(record: &str, game: usize, seat: usize) -> Vec<Value> {
    let output = run(&["replay", record, "--game", &game.to_string(), "--view", &seat.to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    out(&output).lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn own_placements(events: &[Value], seat: usize) -> usize {
    events.iter().filter(|event| event["event"] == "placed" && event["player"] == seat).count()
}

#[test]
fn a_program_is_sent_every_event_once_as_the_view_of_its_seat_shows_it() {
    for (rules, players, seat) in [
        ("luxury-advanced", 4, 2),
        ("classic-advanced", 8, 5),
        ("seas", 5, 0),
        ("open-tiles", 3, 1),
        ("solo", 2, 0),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("games.jsonl").to_str().unwrap().to_owned();
        let call = |name: &str, record: &[&str]| {
            let file = folder.path().join(name);
            let bots: Vec<String> = (0..players)
                .map(|other| {
                    if other == seat {
                        odd(&format!("log '{}'", file.display()))
                    } else {
                        "random".to_owned()
                    }
                })
                .collect();
            let output = run(&[
                &[
                    "simulate",
                    rules,
                    "--bots",
                    &bots.join(","),
                    "-g",
                    "4",
                    "-s",
                    "events",
                    "-t",
                    "1",
                ][..],
                record,
            ]
            .concat());
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            file
        };
        let recorded = call("recorded", &["--record", &record]);
        let messages = sent(&recorded);
        let mut games: Vec<Vec<&Value>> = Vec::new();
        for message in &messages {
            if message["events"][0]["event"] == "deal" {
                games.push(Vec::new());
            }
            games.last_mut().unwrap().push(message);
        }
        assert_eq!(games.len(), 4, "{rules}");
        for (game, messages) in games.iter().enumerate() {
            let told: Vec<Value> = messages.iter().flat_map(|message| events(message)).collect();
            let view = view(&record, game, seat);
            assert_eq!(told, view[..told.len()], "{rules}, game {game}");
            // It was sent everything up to its last decision, and made no decision unasked.
            let decisions =
                messages.iter().filter(|message| message["decision"] == "place").count();
            assert_eq!(decisions, own_placements(&view, seat), "{rules}, game {game}");
            assert!(own_placements(&view[told.len()..], seat) <= 1, "{rules}, game {game}");
        }
        // Whether a game is recorded, the program cannot tell.
        assert_eq!(
            std::fs::read(&recorded).unwrap(),
            std::fs::read(call("alone", &[])).unwrap(),
            "{rules}"
        );
    }
}

#[test]
fn the_line_in_bots_md_is_sent_to_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sent");
    let bots = format!("{},random", odd(&format!("log '{}'", file.display())));
    let output = run(&[
        "simulate",
        "classic+columns=3+rows=3+hand=1",
        "--bots",
        &bots,
        "-g",
        "1",
        "-s",
        "example",
        "-t",
        "1",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().nth(2).unwrap();
    let document = read_checkout("docs/formats/bot-programs.md");
    let (_, block) = document.split_once("```json\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    assert_eq!(block.replace('\n', ""), line);
}

#[test]
fn a_program_that_is_started_again_is_told_the_game_from_its_deal() {
    let folder = tempfile::tempdir().unwrap();
    let (record, file) = (folder.path().join("game.jsonl"), folder.path().join("sent"));
    let (record, bots) = (
        record.to_str().unwrap(),
        format!("{},random,safe", odd(&format!("log '{}' 3", file.display()))),
    );
    let output = run(&[
        "simulate", "classic", "--bots", &bots, "-g", "1", "-s", "again", "-t", "1", "--record",
        record,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let (messages, view) = (sent(&file), view(record, 0, 0));
    assert!(messages.len() > 3, "it lives too short for this test: {messages:?}");
    // The fourth line is lost with the program that ended; who answers then is a new one.
    let told = events(&messages[3]);
    assert_eq!(messages[3]["decision"], "place");
    assert_eq!(own_placements(&told, 0), 3);
    assert_eq!(told, view[..told.len()]);
}

#[test]
fn a_program_is_sent_a_resumed_game_from_its_deal_and_the_game_ends_as_it_would_have() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (record, cut) = (path("game.jsonl"), path("cut.jsonl"));
    let seats = |file: &str| format!("random,{},safe", odd(&format!("log '{}'", path(file))));
    let output = run(&[
        "play",
        "luxury-advanced",
        "--seats",
        &seats("whole"),
        "--seed",
        "resumed",
        "--record",
        &record,
        "--plain",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = std::fs::read_to_string(&record).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&cut, lines[..lines.len() / 2].join("\n") + "\n").unwrap();
    let output = run(&["play", "--resume", &cut, "--seats", &seats("rest"), "--plain"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let resumed = std::fs::read_to_string(&cut).unwrap();
    assert_eq!(resumed.lines().skip(1).collect::<Vec<_>>(), lines[1..]);
    let (whole, rest) = (sent(Path::new(&path("whole"))), sent(Path::new(&path("rest"))));
    assert!(!rest.is_empty() && rest.len() < whole.len());
    let missed: Vec<Value> = whole[..=whole.len() - rest.len()].iter().flat_map(events).collect();
    assert_eq!(events(&rest[0]), missed);
    assert_eq!(rest[1..], whole[whole.len() - rest.len() + 1..]);
}

/// The faults of a program in ten games against `safe`, whose first answer may take no longer than
/// others.
fn faults(how: &str, timeout: &str) -> (u64, Value, String) {
    faults_from(how, timeout, "1")
}

/// The faults of a program in ten games against `safe`.
fn faults_from(how: &str, timeout: &str, start: &str) -> (u64, Value, String) {
    let bots = format!("safe,{}", odd(how));
    let begun = Instant::now();
    let output = run(&[
        "tournament",
        "classic",
        "--bots",
        &bots,
        "-g",
        "10",
        "-s",
        "1",
        "--threads",
        "1",
        "--bot-timeout",
        timeout,
        "--bot-start",
        start,
        "--max-faults",
        "100",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{how}: {}", err(&output));
    assert!(begun.elapsed() < Duration::from_secs(60), "{how} held the tournament up");
    let json: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(json["games"], 10, "{how}");
    (
        json["bots"][1]["faults"].as_u64().unwrap(),
        json["bots"][1]["fault_kinds"].clone(),
        err(&output),
    )
}

#[test]
fn a_program_that_answers_has_no_faults() {
    assert_eq!(faults("first", "20000").0, 0);
}

#[test]
fn games_go_on_after_every_fault_of_a_program_and_faults_are_counted() {
    for (how, timeout, kind) in [
        ("silent", "100", "did not answer in time"),
        ("slow", "100", "did not answer in time"),
        ("garbage", "20000", "answered what is not a choice"),
        ("negative", "20000", "answered what is not a choice"),
        ("too-high", "20000", "answered what is not a choice"),
        ("exit", "20000", "ended"),
        ("flood", "20000", "flooded its output"),
        ("flood-line", "20000", "flooded its output"),
    ] {
        let (count, kinds, errors) = faults(how, timeout);
        assert!(count > 50 && kinds[kind].as_u64() > Some(0), "{how}: {kinds}");
        // A program that wastes time is asked no more; one that answers nonsense at once is asked
        // again.
        assert_eq!(
            kinds["was not asked any more"].is_null(),
            kind == "answered what is not a choice",
            "{how}: {kinds}"
        );
        assert!(errors.contains(kind) && errors.contains("`safe`"), "{how}: {errors}");
    }
    // With too little time at the start only: one fault.
    let (count, kinds, _) = faults("late-once", "200");
    assert!(count >= 1 && kinds["answered what is not a choice"].is_null(), "{kinds}");
    // The time in which it loads what it needs is not that of a decision.
    let (count, kinds, _) = faults_from("loads", "200", "20000");
    assert_eq!(count, 0, "{kinds}");
    let (count, _, errors) = faults("exit-later", "20000");
    assert!(count > 0 && errors.contains("three is enough"), "{errors}");
    let (count, _, errors) = faults("flood-errors", "20000");
    assert!(count == 0 && errors.contains("  complaint ") && errors.len() < 2000, "{errors}");
}

/// The notes of two programs in a tournament: the number of processes, of deals that a process saw
/// first, and of deals that it saw again.
fn remembered(bots: usize, players: &str, more: &[&str]) -> (usize, usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes");
    let remember = odd(&format!("remember '{}'", file.display()));
    let bots = [vec![remember.as_str(); 2], vec!["safe"; bots - 2]].concat().join(",");
    let call = [
        "tournament",
        "open-tiles",
        "--bots",
        &bots,
        "--players",
        players,
        "-g",
        "36",
        "-s",
        "1",
        "--bot-timeout",
        "60000",
        "--json",
    ];
    let result = json(&[&call[..], more].concat());
    assert_eq!(
        (result["games"].as_u64(), result["bots"][0]["faults"].as_u64()),
        (Some(36), Some(0)),
        "{result}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    let notes: Vec<(&str, &str)> = text.lines().map(|line| line.split_once(' ').unwrap()).collect();
    let count = |what: &str| notes.iter().filter(|note| note.1 == what).count();
    let processes: std::collections::BTreeSet<&str> = notes.iter().map(|note| note.0).collect();
    assert_eq!(count("new") + count("again"), notes.len());
    (processes.len(), count("new"), count("again"))
}

#[test]
fn no_program_of_a_tournament_sees_a_deal_twice() {
    // As many bots as seats, more, and fewer: both programs have as many seats as there are games,
    // times seats, by bots.
    for (bots, players, seats) in [(2, "2", 72), (4, "3", 54), (3, "4", 96)] {
        // Each game has programs of its own.
        assert_eq!(
            remembered(bots, players, &["--threads", "2"]),
            (seats, seats, 0),
            "{bots} bots, {players} players"
        );
        // Or each program has one seat in every deal: as many programs as both have seats in one.
        let kept = seats * bots / 36;
        assert_eq!(
            remembered(bots, players, &["--threads", "1", "--keep-programs"]),
            (kept, seats, 0),
            "{bots} bots, {players} players"
        );
    }
}

/// A program that starts another one, writes down its process id, and never answers.
#[test]
#[cfg(target_os = "linux")]
fn processes_that_a_program_started_end_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let script = folder.path().join("bot.sh");
    std::fs::write(&script, "sleep 600 &\necho $! >> \"$1\"\nexec cat > /dev/null\n").unwrap();
    let bots = format!("exec:sh '{}' '{}',safe", script.display(), numbers.display());
    let result = json(&[
        "tournament",
        "classic",
        "--players",
        "2",
        "--bots",
        &bots,
        "-g",
        "2",
        "-s",
        "1",
        "--bot-timeout",
        "1000",
        "--bot-start",
        "1000",
        "--max-faults",
        "100",
        "--json",
    ]);
    assert!(result["bots"][0]["faults"].as_u64() > Some(0), "{result}");
    let numbers = std::fs::read_to_string(&numbers).unwrap();
    assert!(!numbers.is_empty());
    // No process here waits for them: a busy machine may take a while to end what was killed, and
    // longer to bury it.
    let ended = |number: &str| {
        let listed = std::fs::read_to_string(format!("/proc/{number}/stat"));
        listed.as_ref().map_or(true, |line| line.contains(") Z "))
    };
    let patience = Instant::now() + Duration::from_secs(60);
    for number in numbers.lines() {
        while !ended(number) {
            assert!(Instant::now() < patience, "process {number} goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_tournament_fails_if_too_many_games_of_a_bot_have_faults() {
    let bots = format!("safe,{}", odd("garbage"));
    for (more, code) in [(&[][..], 1), (&["--max-faults", "99"], 1), (&["--max-faults", "100"], 0)]
    {
        let call = ["tournament", "classic", "--bots", &bots, "-g", "4", "-s", "1", "--csv"];
        let output = run(&[&call, more].concat());
        assert_eq!(output.status.code(), Some(code), "{}", err(&output));
        // The standings are printed all the same.
        assert_eq!(out(&output).lines().count(), 3);
        let said =
            format!("{} had faults in 4 of 4 games, and --max-faults allows", odd("garbage"));
        assert_eq!(err(&output).contains(&said), code == 1, "{}", err(&output));
    }
    let refused = run(&["tournament", "classic", "--bots", "safe,safe", "--max-faults", "-1"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn strict_stops_at_the_first_fault() {
    let bots = format!("safe,{}", odd("garbage"));
    let output = run(&[
        "tournament",
        "classic",
        "--bots",
        &bots,
        "-g",
        "10",
        "-s",
        "1",
        "--threads",
        "1",
        "--strict",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    // It says who did what, and prints no table of nothing.
    let said = format!("{} answered", odd("garbage"));
    assert!(err(&output).contains(&said), "{}", err(&output));
    assert_eq!(out(&output), "");
    let output = run(&[
        "tournament",
        "classic",
        "--bots",
        &bots,
        "-g",
        "10",
        "-s",
        "1",
        "--threads",
        "1",
        "--strict",
        "--json",
    ]);
    let result: Value = serde_json::from_str(&out(&output)).unwrap();
    assert!(
        result["stopped"].as_str().is_some_and(|why| why.contains(&said))
            && result["interrupted"] == false,
        "{result}"
    );
    let output = run(&[
        "simulate", "classic", "--bots", &bots, "-p", "2", "-g", "10", "-s", "1", "--strict",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(err(&output).contains(&format!("game 0, turn 0, seat 2: {said}")), "{}", err(&output));
}

#[test]
fn simulations_say_which_program_had_which_faults() {
    let bots = [odd("garbage"), odd("exit"), "safe".to_owned()];
    let call =
        |more: &[&str]| {
            run(&[
                &[
                    "simulate",
                    "classic",
                    "--bots",
                    &bots.join(","),
                    "-g",
                    "3",
                    "-s",
                    "1",
                    "-t",
                    "1",
                ][..],
                more,
            ]
            .concat())
        };
    let output = call(&["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let json: Value = serde_json::from_str(&out(&output)).unwrap();
    // As many players as are named.
    assert_eq!(json["bots"].as_array().unwrap().len(), 3);
    let [garbage, exit] = [&bots[0], &bots[1]].map(|bot| &json["fault_kinds"][bot]);
    assert_eq!(exit["ended"], 3, "{json}");
    let counts = [
        &garbage["answered what is not a choice"],
        &exit["ended"],
        &exit["was not asked any more"],
    ];
    assert_eq!(
        counts.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(),
        json["faults"].as_u64().unwrap()
    );
    let said = err(&call(&[]));
    let ended =
        format!("warning: {} ended 3 times; `safe` chose in its place\n  first: ended (", bots[1]);
    assert!(said.contains(&ended), "{said}");
    // As it was written, and yet nothing that a terminal would obey.
    assert!(said.contains("\"\\u{1b}[2J the third, please\""), "{said}");
}

#[test]
fn a_game_that_is_played_shows_what_went_wrong_with_a_program() {
    let seats = format!("{},safe", odd("exit-later"));
    let output = run(&[
        "play",
        "classic",
        "--seats",
        &seats,
        "--seed",
        "1",
        "--plain",
        "--bot-timeout",
        "20000",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("exit status: 7"), "{}", out(&output));
    assert!(err(&output).contains("\n  three is enough"), "{}", err(&output));
    let output = run(&[
        "play",
        "classic",
        "--seats",
        &format!("{},safe", odd("silent")),
        "--seed",
        "1",
        "--plain",
        "--bot-timeout",
        "50",
    ]);
    assert!(out(&output).contains(" late "), "{}", out(&output));
}

#[test]
fn a_bot_command_that_cannot_run_is_refused_before_the_games() {
    for (bots, named) in [
        ("greedy,exec:no-such-program --fast", "\"no-such-program\""),
        ("greedy,exec:./no/such/bot", "\"./no/such/bot\""),
        ("greedy,exec:cargo --list a,b", "\"b\""),
    ] {
        for args in [
            &["tournament", "classic", "--bots", bots][..],
            &["simulate", "classic", "-p", "2", "--bots", bots],
            &["play", "classic", "--seats", bots],
        ] {
            let output = run(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
            if args[0] != "play" || named != "\"b\"" {
                assert!(err(&output).contains(named), "{args:?}: {}", err(&output));
            }
        }
    }
}

#[test]
fn the_bot_in_python_plays_well_where_there_is_python() {
    if !Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: there is no python3 here");
        return;
    }
    let text = read_checkout("examples/bot.py");
    assert!(text.lines().count() < 60);
    let result = json(&[
        "tournament",
        "classic-advanced",
        "--bots",
        "random,random,exec:\"python3 examples/bot.py\"",
        "-g",
        "60",
        "-s",
        "1",
        "--bot-timeout",
        "20000",
        "--json",
    ]);
    assert_eq!(result["bots"][2]["faults"], 0);
    assert!(result["bots"][2]["share"].as_f64() > Some(0.45), "{result}");
    // Seas has relocations as well.
    let seas = json(&[
        "simulate",
        "seas",
        "--bots",
        "exec:python3 examples/bot.py",
        "-p",
        "4",
        "-g",
        "20",
        "-s",
        "1",
        "--bot-timeout",
        "20000",
        "--json",
    ]);
    assert_eq!((seas["faults"].as_u64(), seas["games"].as_u64()), (Some(0), Some(20)));
}

#[test]
fn a_program_is_sent_marks_and_what_is_counted_for_the_table_where_a_rule_shows_them() {
    let text = "schema = 1\nextends = \"classic\"\n[[hazard]]\nrule = \"tsunami\"\nevery = 6\n\
        [[hazard]]\nrule = \"whirlpool\"\nsquares = [\"c3\"]\n";
    let variant =
        tsuro::ruleset::Variant::from_text("waves", text, &tsuro::rules::Registry::default())
            .unwrap();
    let mut game = tsuro::Game::from_variant(variant, 2, "seen").unwrap();
    for _ in 0..8 {
        let Some(decision) = game.decision() else { break };
        let see = game.observe(decision.seat());
        let sees = tsuro::record::write_observation(&see);
        assert_eq!(
            sees["table"],
            serde_json::json!([{ "name": "tsunami", "number": 6 - see.turn() % 6 }]),
            "{sees}"
        );
        let mark = serde_json::json!([{
            "square": "c3", "name": { "en": "a whirlpool", "fr": "un tourbillon" }
        }]);
        assert_eq!(sees["marks"], mark, "{sees}");
        let choice = see.choices().swap_remove(0);
        game.play(&choice).unwrap();
    }
    let classic = tsuro::Game::new("classic", 2, "seen").unwrap();
    let sees = tsuro::record::write_observation(&classic.observe(None));
    assert!(sees.get("marks").is_none() && sees.get("table").is_none(), "{sees}");
}

//! `tsuro puzzles`: puzzles that are solved line by line, the puzzle of a day, and new ones.

use crate::common::program::{err, feed, json, out, run, tsuro};
use std::fs;
use std::process::Output;

/// Solves puzzles with `answers` from a pipe, in English.
fn solve(args: &[&str], answers: &str) -> Output {
    feed(tsuro(&[&["puzzles", "--plain", "--language", "en"], args].concat()), answers)
}

/// The numbers of the answers that are offered for the first puzzle.
fn offered(text: &str) -> usize {
    let number = |line: &str| line.split_once(": tile ")?.0.parse::<usize>().ok();
    text.lines().filter_map(number).max().expect("answers")
}

#[test]
fn a_puzzle_is_solved_a_wrong_choice_is_punished_and_the_answer_says_how_sure_it_is() {
    for (name, at, sure) in [
        ("classic", 7, "It is proved: there is no other answer"),
        ("luxury", 7, "It is proved: there is no other answer"),
        ("seas", 11, "It wins in all 400 of"),
    ] {
        let before = "skip\n".repeat(at - 1);
        let text = out(&solve(&[name], &before));
        let text = &text[text.find(&format!("Puzzle {at} of ")).expect("the puzzle")..];
        assert!(text.contains("You are ") && text.contains("Still in the game: "), "{text}");
        assert!(text.contains("After one placement every reply loses"), "{text}");
        // Every answer until the right one.
        let (mut wrong, mut right) = (0, None);
        for number in 1..=offered(text) {
            let text = out(&solve(&[name], &format!("{before}{number}\n")));
            let text = text[text.find(&format!("Puzzle {at} of ")).unwrap()..].replace("\n  ", " ");
            if let Some(words) = text.find("Right!") {
                assert!(text[words..].contains(sure), "{text}");
                assert!(text[words..].contains("you win!"), "{text}");
                right = Some(number);
                continue;
            }
            wrong += 1;
            let words = &text[text.find("Not yet.").expect("a verdict")..];
            // The others answer, or the choice itself was the end.
            let is_answered = words.contains("Turn ") && words.matches(" a tile on ").count() > 1;
            assert!(is_answered || words.contains("you are out"), "{words}");
            let said = ["this does not win by force", "You are out", "you have not won it"];
            assert!(said.iter().any(|one| words.contains(one)), "{words}");
        }
        assert!(right.is_some() && wrong >= 3, "{name}: {right:?}, {wrong} wrong");
    }
}

#[test]
fn every_day_has_its_puzzle_which_is_the_same_everywhere() {
    let of = |date: &str| out(&solve(&["--date", date], ""));
    let text = of("2026-11-27");
    assert!(text.contains("Puzzle of 2026-11-27"), "{text}");
    assert_eq!(of("2026-11-27"), text);
    assert_ne!(of("2026-11-28").replace("2026-11-28", "2026-11-27"), text);
    // The 52 puzzles take turns.
    assert_eq!(of("2027-01-18").replace("2027-01-18", "2026-11-27"), text);
    let today = out(&solve(&["--daily"], "hint\n"));
    assert!(today.contains("Puzzle of 20") && today.contains("Look "), "{today}");
    for date in ["2026-13-01", "2026-02-30", "yesterday", "", "1969-12-31", "10000-01-01"] {
        let wrong = solve(&["--date", date], "");
        assert_eq!(wrong.status.code(), Some(2), "{date}");
        assert!(err(&wrong).contains("a date from 1970 to 9999 is needed"), "{}", err(&wrong));
    }
}

#[test]
fn puzzles_are_solved_in_french_and_left_and_unknown_ones_are_named() {
    let words = "indice\npasser\nretour\nencore\naide\nquitter\n";
    let left = feed(tsuro(&["puzzles", "--plain", "--language", "fr", "seas"]), words);
    let text = out(&left);
    assert!(left.status.success(), "{}", err(&left));
    for part in ["Énigme 1 sur 17", "Énigme 2 sur 17", "Encore en jeu", "sortir des énigmes"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let unknown = solve(&["sees"], "");
    assert_eq!(unknown.status.code(), Some(2));
    let message = err(&unknown);
    assert!(message.contains("There are puzzles for classic, luxury and seas"), "{message}");
}

#[test]
fn the_choice_of_a_game_offers_the_puzzles_after_the_lessons() {
    let played =
        feed(tsuro(&["play", "--plain", "--language", "en"]), "puzzles\nquit\n1\n3\n\nquit\n");
    let text = out(&played);
    let (lessons, puzzles) =
        (text.find("learn: Learn by").unwrap(), text.find("puzzles: P").unwrap());
    assert!(lessons < puzzles && puzzles < text.find("Puzzle of 20").expect("today's"), "{text}");
}

#[test]
fn new_puzzles_are_a_suite_that_is_tested_and_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let path = file.to_str().unwrap();
    let make = ["puzzles", "make", "classic", "--games", "80", "--seed", "mine"];
    let more = ["--deals", "20", "--count", "3", "--out", path];
    let made = run(&[&make[..], &more].concat());
    assert!(made.status.success(), "{}", err(&made));
    assert!(out(&made).contains("has 3 puzzles, of "), "{}", out(&made));
    assert!(run(&["test", path]).status.success());
    assert!(out(&solve(&[path], "")).contains("Puzzle 1 of 3"));
    let text = fs::read_to_string(&file).unwrap();
    // Not again without --force, and the same on any number of threads.
    let again = run(&[&make[..], &more].concat());
    assert_ne!(again.status.code(), Some(0));
    assert!(err(&again).contains("exists"), "{}", err(&again));
    let threads = run(&[&make[..], &more, &["--force", "--threads", "1"]].concat());
    assert!(threads.status.success(), "{}", err(&threads));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let printed = json(&[&make[..], &["--deals", "20", "--json"]].concat());
    assert!(printed["puzzles"].as_array().unwrap().len() >= 3, "{printed}");
    let first = &printed["puzzles"][0];
    assert!(first["answer"].is_string() && first["scenario"].is_string(), "{first}");
    // A puzzle that claims too much is refused with its place.
    fs::write(&file, text.replace("\"trap\"", "\"at-once\"")).unwrap();
    let broken = run(&["test", path]);
    assert_eq!(broken.status.code(), Some(1));
    let message = format!("{}{}", out(&broken), err(&broken));
    assert!(message.contains("does not win by force in this way"), "{message}");
}

#[test]
fn what_cannot_be_made_is_refused_in_words() {
    for (args, code, part) in [
        (&["team-seas", "--players", "9"][..], 2, "is for"),
        (&["clasic"], 2, "clasic"),
        (&["classic", "--count", "0"], 2, "--count"),
        (&["classic", "--games", "0"], 2, "--games"),
        (&["classic", "--deals", "1"], 2, "--deals"),
        (&["classic", "--bots", "gredy"], 2, "gredy"),
        (&["classic", "--bots", "random,greedy", "--players", "3"], 2, "--bots names 2 bots"),
        (&["classic", "--json", "--out", "x.toml"], 2, "--out"),
        (&["classic", "--games", "1", "--seed", "1"], 1, "no puzzle in 1 game of classic"),
        (&["classic", "--out", "/nowhere/at/all.toml"], 2, "nothing was written"),
    ] {
        let refused = run(&[&["puzzles", "make"], args].concat());
        let message = err(&refused);
        assert_eq!(refused.status.code(), Some(code), "{args:?}: {message}");
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_hunt_keeps_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["puzzles", "make", "classic", "--games", "100000000", "--out", "mine.toml"];
    let child = tsuro(&args)
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(4));
    let kill = ["-INT", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(kill).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert!(err(&output).contains("it was stopped after "), "{}", err(&output));
    let made = folder.path().join("mine.toml");
    assert!(run(&["test", made.to_str().unwrap()]).status.success(), "{}", out(&output));
}

#[test]
fn solved_puzzles_are_remembered_and_the_next_one_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |answers: &str| {
        let mut command = tsuro(&["puzzles", "--plain", "--language", "en", "classic"]);
        command.env("XDG_STATE_HOME", folder.path());
        out(&feed(command, answers))
    };
    let text = solve("");
    assert!(text.contains("Puzzle 1 of 18") && !text.contains("solved"), "{text}");
    // Every answer until the right one.
    let all: Vec<String> = (1..=offered(&text)).map(|number| number.to_string()).collect();
    assert!(solve(&(all.join("\n") + "\n")).contains("Right!"));
    let then = solve("");
    assert!(then.contains("1 of 18 solved."), "{then}");
    assert!(then.contains("Puzzle 2 of 18") && !then.contains("Puzzle 1 of 18"), "{then}");
    assert!(solve("back\n").contains("Puzzle 1 of 18"));
}

#[test]
fn the_puzzles_of_a_rule_set_are_asked_alone() {
    let text = out(&solve(&["seas"], &"skip\n".repeat(17)));
    assert!(text.contains("Puzzle 17 of 17") && !text.contains("More puzzles"), "{text}");
    assert!(!text.contains("more: "), "{text}");
}

#[test]
fn a_wrong_choice_that_should_win_at_once_says_who_is_still_in_the_game() {
    let text = out(&solve(&["classic"], ""));
    assert!(text.contains("Puzzle 1 of 18: win at once"), "{text}");
    let mut told = 0;
    for number in 1..=offered(&text) {
        let text = out(&solve(&["classic"], &format!("{number}\n")));
        let words = &text[text.rfind("Not yet.").or(text.rfind("Right!")).unwrap()..];
        told += usize::from(words.contains("Still in the game: ") && words.contains("won at once"));
        assert!(!words.contains("does not win by force"), "{words}");
    }
    assert!(told > 0, "{text}");
}

#[test]
fn puzzles_for_a_file_with_a_script_name_it_from_where_the_suite_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("rules")).unwrap();
    let idle = "const RULE = #{ name: \"idle\", summary: \"does nothing\" };\n\
        fn before_placement(table) { }\n";
    fs::write(at("rules/idle.rhai"), idle).unwrap();
    let own = "schema = 1\nextends = \"classic\"\nscripts = [\"idle.rhai\"]\n[[rule]]\n\
        rule = \"idle\"\n";
    fs::write(at("rules/mine.toml"), own).unwrap();
    let call = |args: &[&str]| {
        let mut command = tsuro(args);
        command.current_dir(folder.path());
        command.output().unwrap()
    };
    // A script is read from the folder of the suite and below.
    for suite in ["rules/puzzles.toml", "puzzles.toml"] {
        let made = call(&[
            "puzzles",
            "make",
            "rules/mine.toml",
            "--games",
            "60",
            "--seed",
            "mine",
            "--deals",
            "20",
            "--count",
            "2",
            "--out",
            suite,
        ]);
        assert!(made.status.success(), "{suite}: {}", err(&made));
        let tested = call(&["test", suite]);
        assert!(tested.status.success(), "{suite}: {}{}", out(&tested), err(&tested));
        // The game after the puzzles is under the same rules.
        let mut command = tsuro(&["puzzles", suite, "--plain", "--language", "en"]);
        command.current_dir(folder.path());
        let solved = feed(command, "skip\nskip\nplay\n");
        assert!(out(&solved).contains(", 3 players."), "{}{}", out(&solved), err(&solved));
    }
}

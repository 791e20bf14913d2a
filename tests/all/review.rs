//! `tsuro review`: what it says of recorded games, in three forms.

use crate::common::program::{err, feed, json, out, run, tsuro};
use crate::fog::FOGGY;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use tempfile::TempDir;
use tsuro::Game;
use tsuro::bots::{Bot, Safe};
use tsuro::game::Seat;
use tsuro::picture::{BoardScene, svg};
use tsuro::ruleset::Variant;
use tsuro_faces::table::review::{ReviewedTable, html, text};
use tsuro_faces::words::Language;
use tsuro_lab::review::Review;
use tsuro_world::host::host;

/// A folder with a record of two games of Seas.
fn recorded() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.jsonl").to_str().unwrap().to_owned();
    let call = ["simulate", "seas", "-p", "3", "-g", "2", "-s", "1", "--record", &record];
    assert!(run(&call).status.success());
    (folder, record)
}

#[test]
fn the_three_forms_say_the_same_on_any_number_of_threads() {
    let (folder, record) = recorded();
    let call = ["review", &record, "--game", "1", "--seat", "1", "--playouts", "24"];
    let found = json(&[&call[..], &["--format", "json", "--threads", "1"]].concat());
    assert_eq!(found, json(&[&call[..], &["--format", "json", "--threads", "3"]].concat()));
    assert_eq!((found["seat"].as_u64(), found["games"].as_u64()), (Some(1), Some(24)));
    for point in found["curve"].as_array().unwrap() {
        for kind in ["known", "open"] {
            let shares = point[kind].as_array().unwrap().iter();
            let sum: f64 = shares.map(|share| share["value"].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{point}");
        }
    }
    let costliest = found["costliest"].as_array().unwrap();
    assert!((1..=3).contains(&costliest.len()), "{found}");
    let worst = &found["decisions"][costliest[0].as_u64().unwrap() as usize];
    assert_eq!(worst["seat"], 1);

    let text = out(&run(&call));
    // A command stands in one line, however long the name of its file is.
    let fits = |line: &str| line.chars().count() <= 80 || line.starts_with("  tsuro ");
    assert!(text.lines().all(fits), "{text}");
    let heading = format!("1 of {}: turn {}", costliest.len(), worst["turn"]);
    assert!(text.contains(&heading), "{text}");
    assert!(text.contains("What was luck") && text.contains("Chances with open hands"), "{text}");
    // Players, bots and the game are called as at the table, and choices are told in sentences.
    assert!(text.starts_with("Tsuro of the Seas, up to turn "), "{text}");
    assert!(text.contains("the review of Blue (random)"), "{text}");
    let as_programs_say = ["greedy", "turned 0", "turned 1", "turned 2", "turned 3", ":C)"];
    assert!(!as_programs_say.iter().any(|words| text.contains(words)), "{text}");
    assert!(text.contains("The best choice wins ") && text.contains("you reach "), "{text}");
    let french = out(&run(&[&call[..], &["--language", "fr"]].concat()));
    assert!(french.contains("l’analyse de Bleu (au hasard)"), "{french}");
    assert!(french.lines().all(fits), "{french}");
    let by_colour = ["review", &record, "--game", "1", "--seat", "blue", "--playouts", "24"];
    assert_eq!(out(&run(&by_colour)), text);

    let page = folder.path().join("review.html").to_str().unwrap().to_owned();
    let write = [&call[..], &["--format", "html", "--output", &page]].concat();
    assert!(out(&run(&write)).is_empty());
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains(&heading) && html.matches("<svg").count() > 3);
    assert!(!html.contains("http://") || !html.contains("src="), "nothing is loaded");
    // A file that exists is left alone.
    let again = run(&write);
    assert_eq!(again.status.code(), Some(1), "{}", err(&again));
}

#[test]
fn what_cannot_be_reviewed_is_refused_with_the_reason() {
    let (folder, record) = recorded();
    let view = out(&run(&["replay", &record, "--view", "0", "--game", "0"]));
    let seen = folder.path().join("seen.jsonl").to_str().unwrap().to_owned();
    std::fs::write(&seen, view).unwrap();
    for (call, code, why) in [
        (vec!["review", &seen, "--playouts", "1"], 1, "one seat's view"),
        (vec!["review", &record, "--seat", "nobody"], 2, "--seat nobody: there is no such player"),
        (vec!["review", &record, "--game", "2"], 2, "there are 2 games"),
        (vec!["review", "no-such.jsonl"], 2, "cannot be read"),
        (vec!["review", "https://example.com/game/a"], 2, "an https address cannot be read"),
        (vec!["review", "http://127.0.0.1:1/game/a"], 2, "the server cannot be read"),
        (vec!["review", "http://127.0.0.1/"], 2, "it is not the address of a game"),
    ] {
        let output = run(&call);
        assert_eq!(output.status.code(), Some(code), "{call:?}: {}", err(&output));
        assert!(err(&output).contains(why), "{call:?}: {}", err(&output));
    }
}

#[test]
fn a_game_that_was_broken_off_is_reviewed_as_far_as_it_went() {
    let (folder, record) = recorded();
    let whole = std::fs::read_to_string(&record).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let cut = lines
        .iter()
        .position(|line| line.contains("\"event\":\"turn\"") && line.contains("\"number\":4"))
        .unwrap();
    let broken = folder.path().join("broken.jsonl").to_str().unwrap().to_owned();
    std::fs::write(&broken, format!("{}\n", lines[..cut].join("\n"))).unwrap();
    let found: Value = json(&["review", &broken, "--playouts", "1", "--format", "json"]);
    assert_eq!(found["ended"], false);
    let last = found["curve"].as_array().unwrap().last().unwrap();
    assert!(last["turn"].as_u64() <= Some(4) && !last["decides"].is_null(), "{last}");
}

#[test]
fn a_game_goes_on_from_a_costly_decision_as_a_new_one() {
    let (folder, record) = recorded();
    let review =
        out(&run(&["review", &record, "--game", "1", "--seat", "blue", "--playouts", "4"]));
    let command = review.lines().find_map(|line| line.trim().strip_prefix("tsuro "));
    let command: Vec<&str> = command.expect("a command").split(' ').collect();
    assert_eq!(command[..6], ["review", &record, "--game", "1", "--seat", "1"], "{command:?}");
    assert_eq!(command[6], "--go-on", "{command:?}");
    let state = folder.path().join("state");
    let go_on = |call: &[&str], typed: &str| {
        let mut program = tsuro(call);
        program.env("XDG_STATE_HOME", &state);
        feed(program, typed)
    };
    let played = go_on(&command, "quit\n");
    let told = out(&played);
    let asked = match command[7] {
        "0" => "Choose a start mark.".to_owned(),
        turn => format!("Your turn, number {turn}."),
    };
    assert!(told.contains(&asked), "{told}");
    assert!(told.contains("You, human.") && told.contains("bot random"), "{told}");
    // The record that was reviewed has stayed as it was.
    let again = out(&run(&["review", &record, "--game", "1", "--seat", "blue", "--playouts", "4"]));
    assert_eq!(again, review);
    let games = std::fs::read_dir(state.join("tsuro/games")).unwrap();
    let kept: Vec<_> = games.map(|game| game.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let kept = std::fs::read_to_string(&kept[0]).unwrap();
    let whole = std::fs::read_to_string(&record).unwrap();
    let events = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let second = whole.rfind("{\"event\":\"game\"").unwrap();
    let (kept, whole) = (events(&kept), events(&whole[second..]));
    assert!(kept.len() > 5 && whole.starts_with(&kept), "{kept:?}");
    // A turn in which the player chooses nothing is refused with those in which there is a choice.
    let call = ["review", &record, "--game", "1", "--seat", "1", "--go-on", "9999"];
    let refused = go_on(&call, "");
    assert_eq!(refused.status.code(), Some(2));
    let why = "--go-on 9999: seat 1 chooses nothing in that turn, but in 0, ";
    assert!(err(&refused).contains(why), "{}", err(&refused));
}

/// A game of careful bots, and a review of it for seat 0 after one pass.
fn reviewed(variant: &Arc<Variant>, seed: &str) -> (Game, Review) {
    let mut game = Game::from_variant(Arc::clone(variant), 3, seed).unwrap();
    while let Some(decision) = game.decision() {
        let see = game.observe(decision.seat());
        let choice = Safe.choose(&see, &mut game.bot_stream()).expect("it decides");
        game.play(&choice).unwrap();
    }
    let mut review = Review::new(&game, Seat::new(0), "review").unwrap();
    assert!(review.pass(24, 2, &|_| true));
    (game, review)
}

/// A text and a page of a review.
fn told(game: &Game, review: &Review) -> [String; 2] {
    let findings = review.findings().unwrap();
    let title = "A game".to_owned();
    let table = ReviewedTable::of_record(
        (title, game.variant()),
        &game.players(),
        &host(1).1,
        Language::English,
    );
    [text(review, &findings, &table, false), html(review, &findings, &table, None)]
}

/// The lines of the paths that are drawn, whatever their colours.
fn lines(scene: &BoardScene) -> BTreeSet<String> {
    let drawing = svg(scene, "");
    drawing
        .split("d=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next().map(str::to_owned))
        .collect()
}

#[test]
fn rules_that_hide_squares_are_reviewed_by_what_the_player_saw() {
    let mut hidden = 0;
    for rules in FOGGY {
        let (game, review) = reviewed(&crate::fog::variant(rules), "hidden");
        let findings = review.findings().unwrap();
        assert!(findings.is_whole() && findings.ended, "{rules}");
        for cost in &findings.decisions {
            // The board of a decision is that of the seat, and not that of the table.
            let letters = ['1', '2', '3'];
            let seen = review.look(cost.point, |see| lines(&BoardScene::new(see, &letters)));
            let mark = findings.curve[cost.point].mark;
            let then = game.at_mark(mark).unwrap();
            let of = |seat: Option<Seat>| lines(&BoardScene::new(&then.observe(seat), &letters));
            assert_eq!(seen, Some(of(Some(cost.seat))), "{rules}");
            hidden += usize::from(seen != Some(of(None)));
        }
        assert!(told(&game, &review)[0].lines().all(|line| line.chars().count() <= 80));
    }
    assert!(hidden > 10, "{hidden} boards hide something");
}

#[test]
fn rules_from_outside_that_ask_questions_are_reviewed() {
    let (game, review) = reviewed(&crate::auction::variant(), "asked");
    let findings = review.findings().unwrap();
    let is_answer = |choice: &tsuro::game::Choice| matches!(choice, tsuro::game::Choice::Rule(_));
    let answers = findings.decisions.iter().filter(|cost| is_answer(&cost.chosen.choice));
    assert!(answers.count() > 0, "bids are decisions");
    assert!(told(&game, &review).iter().all(|told| told.contains("What was luck")));
}

//! Games whose server was bound to the seed (`docs/fair-luck.md`): `replay --verify`.

use crate::common::program::{err, feed, out, tsuro};
use serde_json::{Value, json};
use std::process::Output;
use tsuro::Game;
use tsuro::bots::{Bot as _, Random};

const SECRET: &str = "00112233445566778899aabbccddeeff";
const NUMBER: &str = "ffeeddccbbaa99887766554433221100";
/// `printf 00112233445566778899aabbccddeeff | sha256sum`
const COMMITMENT: &str = "5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720";

/// The record of a random game with a seed.
fn record(rules: &str, seed: &str) -> String {
    let mut game = Game::new(rules, 3, seed).unwrap();
    while let Some(decision) = game.decision() {
        let mut stream = game.bot_stream();
        let choice = Random.choose(&game.observe(decision.seat()), &mut stream).unwrap();
        game.play(&choice).unwrap();
    }
    game.record().unwrap()
}

fn verify(record: &str, commitment: Option<&str>) -> Output {
    let option = commitment.map_or("--verify".to_owned(), |hash| format!("--verify={hash}"));
    feed(tsuro(&["replay", "-", &option, "--json"]), record)
}

fn first_line(output: &Output) -> Value {
    serde_json::from_str(out(output).lines().next().unwrap()).unwrap()
}

#[test]
fn a_game_fits_the_commitment_to_its_seed_and_no_other() {
    for rules in ["classic", "luxury", "seas"] {
        let fair = record(rules, &format!("fair {SECRET} {NUMBER}"));
        let fits = verify(&fair, Some(COMMITMENT));
        assert_eq!(fits.status.code(), Some(0), "{rules}: {}", err(&fits));
        let luck = json!({ "commitment": COMMITMENT, "numbers": [NUMBER] });
        assert_eq!(first_line(&fits)["luck"], luck);
        assert_eq!(verify(&fair, Some(&COMMITMENT.to_uppercase())).status.code(), Some(0));
        for other in [COMMITMENT.replace('8', "9"), SECRET.to_owned(), String::new()] {
            let refused = verify(&fair, Some(&other));
            assert_eq!(refused.status.code(), Some(1), "{rules}: {other:?}");
            assert_eq!(first_line(&refused)["follows"], false);
        }
    }
}

#[test]
fn a_seed_that_was_changed_after_the_game_is_found_out() {
    for rules in ["classic", "luxury", "seas"] {
        let played = record(rules, &format!("fair {SECRET} {NUMBER}"));
        let changed = played.replace(NUMBER, &NUMBER.replace("ff", "00"));
        assert_ne!(changed, played);
        let refused = verify(&changed, Some(COMMITMENT));
        assert_eq!(refused.status.code(), Some(1), "{rules}");
        let why = first_line(&refused)["why"].as_str().unwrap().to_owned();
        assert!(why.contains("not those of its seed"), "{why}");
    }
}

#[test]
fn of_several_numbers_each_counts_and_so_does_their_order() {
    let other = NUMBER.replace("ff", "00");
    let played = record("classic", &format!("fair {SECRET} {NUMBER} {other}"));
    let fits = verify(&played, Some(COMMITMENT));
    assert_eq!(first_line(&fits)["luck"]["numbers"], json!([NUMBER, &other]));
    for changed in [format!("{other} {NUMBER}"), NUMBER.to_owned(), NUMBER.replace("ff", "aa")] {
        let record = played.replace(&format!("{NUMBER} {other}"), &changed);
        assert_eq!(verify(&record, Some(COMMITMENT)).status.code(), Some(1), "{changed}");
    }
}

#[test]
fn where_nobody_was_bound_only_the_chance_is_checked() {
    let free = record("seas", "free");
    let fine = verify(&free, None);
    assert_eq!(fine.status.code(), Some(0), "{}", err(&fine));
    assert_eq!(first_line(&fine)["luck"], json!({ "commitment": null, "numbers": null }));
    let refused = verify(&free, Some(COMMITMENT));
    assert_eq!(refused.status.code(), Some(1));
    // What looks like such a seed, and is none.
    for seed in ["fair", "fair 12", &format!("fair {SECRET} x"), &format!("unfair {SECRET}")] {
        let found = first_line(&verify(&record("classic", seed), None));
        assert_eq!(found["luck"]["commitment"], Value::Null, "{seed}");
    }
}

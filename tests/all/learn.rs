//! `tsuro learn`, line by line.

use crate::common::program::{err, feed, out, run, tsuro};
use std::fs;
use std::process::Output;

/// Takes the lessons with `answers` from a pipe.
fn learn(args: &[&str], answers: &str) -> Output {
    feed(tsuro(&[&["learn", "--plain"], args].concat()), answers)
}

/// The right answers of the course `basics`, each with Enter for the next lesson.
const RIGHT: &str = "c3\n\n4\n\n1\n\n4\n\n2\n\n2\n\n3\n\n";

#[test]
fn the_whole_course_is_taken_right_and_a_first_game_follows() {
    let learnt = learn(&["--language", "en"], &format!("{RIGHT}play\n"));
    let text = out(&learnt);
    assert!(learnt.status.success(), "{}", err(&learnt));
    assert_eq!(text.matches("Right!").count(), 7, "{text}");
    assert!(!text.contains("Not yet."), "{text}");
    assert!(text.contains("7 of 7 right at once"), "{text}");
    assert!(text.contains("Tsuro, 3 players."), "{text}");
}

#[test]
fn a_wrong_answer_is_shown_explained_and_asked_again() {
    let learnt = learn(&["--language", "en"], "b3\nhint\nc3\n\nquit\n");
    let text = out(&learnt);
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(at("Not yet.") < at("On b3 there is a tile already"));
    assert!(at("On b3 there is a tile already") < at("The line goes right to b2"));
    assert!(at("The line goes right to b2") < at("Right!"));
    assert!(at("Right!") < at("Lesson 2 of 7"));
}

#[test]
fn lessons_are_taken_in_french_and_gone_through_by_words() {
    let words = "aide\nencore\nplateau\nindice\npasser\nretour\n99\nnonsense\nquitter\n";
    let learnt = learn(&["seas", "--language", "fr"], words);
    let text = out(&learnt);
    assert!(learnt.status.success(), "{}", err(&learnt));
    for part in ["Leçon 1 sur 5", "Leçon 2 sur 5", "Votre sillage", "n’est pas dans la liste"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_file_of_ones_own_is_a_course_and_what_is_wrong_with_it_has_a_caret() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let text = "[[scenario]]\ntitle = \"Stay\"\nrules = \"classic+free-suicide\"\n\
        players.A = \"a1:H 7\"\nplayers.B = \"f6:D 1\"\npile = [2, 3]\nplace = 7\n\
        expect.out = \"nobody\"\n[scenario.lesson]\nname.en = \"Stay here\"\ntell.en = \"Tell\"\n\
        question.en = \"Which?\"\nright.en = \"Well done\"\nwrong.en = \"Off\"\n";
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let learnt = learn(&[path, "--language", "en"], "2\n1\n\nquit\n");
    assert!(out(&learnt).contains("Lesson 1 of 1: Stay here"), "{}", out(&learnt));
    assert!(out(&learnt).contains("Well done") && out(&learnt).contains("Off"));
    assert!(run(&["test", path]).status.success());
    fs::write(&file, text.replace("right.en", "wright.en")).unwrap();
    let broken = learn(&[path], "");
    assert_eq!(broken.status.code(), Some(1), "{}", err(&broken));
    assert!(err(&broken).contains("a lesson has no key `wright`"), "{}", err(&broken));
    let missing = learn(&["no-such-course", "--language", "en"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(err(&missing).contains("The courses are basics and seas"), "{}", err(&missing));
}

#[test]
fn the_choice_of_a_game_offers_the_lessons_first() {
    let answers = "learn\nquit\n1\n3\n\nquit\n";
    let played = feed(tsuro(&["play", "--plain", "--language", "en"]), answers);
    let text = out(&played);
    let lesson = text.find("Lesson 1 of 7").expect("the lessons");
    assert!(text.find("learn: Learn by playing").expect("the first entry") < lesson, "{text}");
}

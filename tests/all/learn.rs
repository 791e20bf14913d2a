//! `tsuro learn`, line by line.

use crate::common::program::{err, feed, out, run, tsuro};
use std::fs;
use std::process::Output;
use tsuro::game::Choice;
use tsuro::rules::Registry;
use tsuro::ruleset::BuiltIns;
use tsuro_faces::lesson::Lessons;
use tsuro_faces::table::ask::Ask;
use tsuro_faces::table::choosing::RuleSource;
use tsuro_faces::words::Language;

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
    // Who does not see the board is told which squares the path crosses, and is not told to look.
    assert!(text.contains("The squares on the way: a2, b2, b3."), "{text}");
    assert!(!text.contains("finger"), "{text}");
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

#[test]
fn the_first_game_after_a_file_of_ones_own_is_under_the_rules_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    fs::write(
        own.join("mine.toml"),
        "schema = 1\nextends = \"classic\"\ntitle = \"Mine\"\n[placement]\navoid = []\n",
    )
    .unwrap();
    let lesson = "[[scenario]]\ntitle = \"Stay\"\nrules = \"mine.toml\"\n\
        players.A = \"a1:H 7\"\nplayers.B = \"f6:D 1\"\npile = [2, 3]\nplace = 7\n\
        expect.out = \"nobody\"\n[scenario.lesson]\nname.en = \"Stay here\"\ntell.en = \"Tell\"\n\
        question.en = \"Which?\"\nright.en = \"Well done\"\nwrong.en = \"Off\"\n";
    let course =
        "[course]\ntitle.en = \"Mine\"\nabout.en = \"Mine\"\nfirst-game = \"mine.toml+hand=2\"\n\n";
    for text in [lesson.to_owned(), format!("schema = 1\n{course}{lesson}")] {
        fs::write(own.join("lesson.toml"), text).unwrap();
        let mut command = tsuro(&["learn", "own/lesson.toml", "--plain", "--language", "en"]);
        command.current_dir(folder.path());
        let learnt = feed(command, "1\n\nplay\n");
        let begun = ["Mine, 3 players.", "Mine + hand=2, 3 players."];
        let has_begun = begun.iter().any(|begun| out(&learnt).contains(begun));
        assert!(has_begun, "{}{}", out(&learnt), err(&learnt));
    }
}

#[test]
fn misspelt_words_and_names_are_guessed() {
    let guessed = |typed: &str, name: &str| {
        let text = out(&feed(tsuro(&["play", "--plain", "--language", "en"]), typed));
        // Long lines are broken.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("Did you mean {name}?")), "{typed:?}: {text}");
    };
    for (typed, name) in [
        ("lern\n", "learn"),
        ("puzles\n", "puzzles"),
        ("puzles clasic\n", "puzzles"),
        ("puzzles clasic\n", "classic"),
        ("learn sees\n", "seas"),
        ("clasic\n", "classic"),
        ("qit\n", "quit"),
        ("learn\nskp\n", "skip"),
    ] {
        guessed(typed, name);
    }
    for (args, name) in [(["learn", "basic"], "basics"), (["puzzles", "clasic"], "classic")] {
        let wrong = run(&args);
        assert_eq!(wrong.status.code(), Some(2));
        assert!(err(&wrong).contains(&format!("Did you mean {name}?")), "{}", err(&wrong));
    }
    // A course can be named at once, and the choice of a game can be left.
    let text =
        out(&feed(tsuro(&["play", "--plain", "--language", "en"]), "learn seas\nquit\nquit\n"));
    assert!(text.contains("Lesson 1 of 5") && !text.contains("There is no game"), "{text}");
}

#[test]
fn help_names_what_works_at_this_question() {
    // The first lesson asks for a square; only a tile can be tried.
    let text = out(&learn(&["--language", "en"], "help\n"));
    assert!(!text.contains("?3"), "{text}");
    let text = out(&learn(&["--language", "en"], "skip\nhelp\n?1\n"));
    assert!(text.contains("?3 tells what answer 3 would do"), "{text}");
}

#[test]
fn enter_takes_the_lessons_until_one_was_taken() {
    let folder = tempfile::tempdir().unwrap();
    let play = |answers: &str| {
        let mut command = tsuro(&["play", "--plain", "--language", "en"]);
        command.env("XDG_STATE_HOME", folder.path());
        out(&feed(command, answers))
    };
    let first = play("\nquit\n");
    assert!(first.contains("Never played?") && first.contains("(Enter: learn)"), "{first}");
    assert!(first.contains("Lesson 1 of 7"), "{first}");
    // A wrong answer is no lesson that was taken.
    assert!(play("\nb3\nquit\n").contains("Lesson 1 of 7"));
    assert!(play("\nc3\nquit\n").contains("Right!"));
    let then = play("\n2\n");
    assert!(then.contains("(Enter: 1)") && !then.contains("Never played?"), "{then}");
    assert!(then.contains("Who plays?") && !then.contains("Lesson 1"), "{then}");
}

/// The number of the right answer to a lesson.
fn right_answer(course: &Lessons, at: usize) -> usize {
    let view = course.view(at, Language::English, &mut |_| {}).expect("a lesson");
    let choices: Vec<Choice> = match view.ask {
        Ask::Cards { cards, .. } => cards
            .iter()
            .filter(|card| card.refused.is_none())
            .map(|card| Choice::Place(card.tile))
            .collect(),
        Ask::Items { items, .. } => items.into_iter().map(|item| item.choice).collect(),
    };
    let is_right = |choice: &Choice| {
        course.answer(at, choice, Language::English).is_some_and(|verdict| verdict.is_right)
    };
    1 + choices.iter().position(is_right).expect("a right answer")
}

#[test]
fn every_course_is_answered_right_to_its_end_and_its_first_game_begins() {
    let rules = RuleSource { loader: &BuiltIns, registry: &Registry::default() };
    for course in Lessons::shipped(rules) {
        let count = course.count();
        let answers: Vec<String> =
            (0..count).map(|at| right_answer(&course, at).to_string()).collect();
        let answers = format!("{}\n\nplay\n", answers.join("\n\n"));
        let learnt = learn(&[&course.name, "--language", "en"], &answers);
        let text = out(&learnt);
        assert!(learnt.status.success(), "{}", err(&learnt));
        assert_eq!(text.matches("Right!").count(), count, "{}: {text}", course.name);
        assert!(!text.contains("Not yet."), "{}: {text}", course.name);
        assert!(text.contains(&format!("{count} of {count} right at once")), "{text}");
        assert!(text.contains(", 3 players."), "{}: {text}", course.name);
    }
}

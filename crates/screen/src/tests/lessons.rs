//! Lessons and puzzles on the screen.

use super::{SIZES, Stage, context, options};
use crate::app::First;
use crate::input::Key;
use tsuro_faces::lesson::Lessons;
use tsuro_faces::table::ask::Ask;
use tsuro_faces::table::choosing::RuleSource;
use tsuro_faces::words::Language;

/// The lessons of the program on a screen.
fn lessons(language: Language) -> Stage {
    let context = context(None);
    let rules = RuleSource { loader: &context.files, registry: &context.registry };
    Stage::with(context, options(language, 0.0), First::Learn(Lessons::shipped(rules)))
}

#[test]
fn a_course_is_taken_with_the_keys_and_a_first_game_follows_which_explains() {
    let mut stage = lessons(Language::English);
    for answer in ["4", "rrr", "rrr", "rrr", "\t", "2", "3"] {
        for letter in answer.chars() {
            stage.key(if letter == '\t' { Key::Tab } else { Key::Char(letter) });
        }
        stage.key(Key::Enter);
        assert!(stage.shown(100, 35).contains("✓ Right!"), "{}", stage.shown(100, 35));
        stage.key(Key::Enter);
    }
    assert!(stage.shown(80, 24).contains("7 of 7 right at once"), "{}", stage.shown(80, 24));
    stage.key(Key::Enter).key(Key::Enter).key(Key::Enter);
    assert!(stage.shown(100, 35).contains("For the first time"), "{}", stage.shown(100, 35));
}

#[test]
fn every_lesson_of_every_course_is_answered_right_with_the_keys() {
    let context = context(None);
    let rules = RuleSource { loader: &context.files, registry: &context.registry };
    for course in Lessons::shipped(rules) {
        let count = course.count();
        let courses = First::Learn(vec![course.clone()]);
        let mut stage = Stage::with(context, options(Language::English, 0.0), courses);
        for at in 0..count {
            for key in keys_to_the_answer(&course, at) {
                stage.key(key);
            }
            stage.key(Key::Enter);
            let shown = stage.shown(80, 24);
            assert!(shown.contains("✓ Right!"), "{} {at}: {shown}", course.name);
            stage.key(Key::Enter);
        }
        let all = format!("{count} of {count} right at once");
        assert!(stage.shown(80, 24).contains(&all), "{}", stage.shown(80, 24));
    }
}

/// The keys that point at the right answer to a lesson.
pub(super) fn keys_to_the_answer(course: &Lessons, at: usize) -> Vec<Key> {
    let mut view = course.view(at, Language::English, &mut |_| {}).expect("a lesson");
    let is_right = |ask: &Ask| {
        let verdict = ask.choice().and_then(|choice| course.answer(at, &choice, Language::English));
        verdict.is_some_and(|verdict| verdict.is_right)
    };
    let is_of_tiles = matches!(view.ask, Ask::Cards { .. });
    for number in 1..=9_u8 {
        let digit = char::from(b'0' + number);
        match &mut view.ask {
            Ask::Cards { .. } => view.ask.pick_slot(usize::from(number) - 1),
            Ask::Items { items, at, .. } if usize::from(number) <= items.len() => {
                *at = usize::from(number) - 1;
            }
            Ask::Items { .. } => break,
        }
        let mut keys = vec![Key::Char(digit)];
        for _ in 0..4 {
            if is_right(&view.ask) {
                return keys;
            }
            if is_of_tiles {
                view.ask.turn(false);
                keys.push(Key::Char('r'));
            }
        }
    }
    panic!("no key leads to the answer of lesson {at} of {}", course.name)
}

#[test]
fn no_title_of_the_launch_is_cut_off() {
    for language in [Language::English, Language::French] {
        let mut stage = Stage::launch(language);
        for _ in 0..3 {
            let shown = stage.shown(80, 24);
            assert!(!shown.contains('…'), "{shown}");
            stage.key(Key::PageDown);
        }
    }
}

#[test]
fn a_wrong_answer_says_why_and_is_asked_again() {
    let mut stage = lessons(Language::French);
    stage.key(Key::Char('1')).key(Key::Enter);
    let shown = stage.shown(100, 35);
    assert!(shown.contains("✗ Pas encore.") && shown.contains("En b3 il y a"), "{shown}");
    stage.key(Key::Char('h'));
    assert!(stage.shown(100, 35).contains("Le trait va"), "{}", stage.shown(100, 35));
    stage.key(Key::Enter).key(Key::Char('4')).key(Key::Enter);
    let shown = stage.shown(100, 35);
    assert!(shown.contains("✓ Bravo !"), "{shown}");
    // To the end of both courses, and back to the choice of a game.
    for _ in 0..20 {
        stage.key(Key::Char('n'));
    }
    assert!(stage.shown(100, 35).contains("D’autres leçons"), "{}", stage.shown(100, 35));
    stage.key(Key::Tab).key(Key::Enter);
    assert!(stage.shown(100, 35).contains("Leçon 1 sur 5"), "{}", stage.shown(100, 35));
    stage.key(Key::Char('q'));
    assert!(stage.shown(100, 35).contains("Apprendre en jouant"), "{}", stage.shown(100, 35));
}

#[test]
fn a_puzzle_is_solved_with_the_keys_and_a_wrong_choice_shows_its_refutation() {
    let context = context(None);
    let rules = RuleSource { loader: &context.files, registry: &context.registry };
    let puzzles = Lessons::puzzles(rules);
    let count = puzzles.len();
    let mut stage = Stage::with(context, options(Language::English, 0.0), First::Learn(puzzles));
    assert!(stage.shown(100, 35).contains("Puzzle 1 of 18: win at once"));
    for _ in 0..6 {
        stage.key(Key::Char('n'));
    }
    let shown = stage.shown(100, 35);
    assert!(shown.contains("After one placement every reply"), "{shown}");
    // All tiles, each turned all ways, until one is right.
    let (mut wrong, mut right) = (0, false);
    for (tile, turns) in (1..=3).flat_map(|tile| (0..4).map(move |turns| (tile, turns))) {
        stage.key(Key::Char(char::from(b'0' + tile)));
        for _ in 0..turns {
            stage.key(Key::Char('r'));
        }
        stage.key(Key::Enter);
        let shown = stage.shown(100, 35);
        right = shown.contains("✓ Right!");
        if right {
            assert!(shown.contains("is proved"), "{shown}");
            break;
        }
        // What is not legal cannot be laid.
        if shown.contains("✗ Not yet.") {
            wrong += 1;
            stage.key(Key::Enter);
        }
    }
    assert!(right, "{}", stage.shown(100, 35));
    for (width, height) in SIZES {
        assert!(stage.shown(width, height).contains("Right!"));
    }
    stage.key(Key::Enter);
    assert!(stage.shown(100, 35).contains("Puzzle 8 of 18"), "{wrong} wrong");
    for _ in 0..12 {
        stage.key(Key::Char('n'));
    }
    let shown = stage.shown(100, 35);
    assert!(count > 1 && shown.contains("More puzzles: Tsuro, Luxury Edition"), "{shown}");
    stage.key(Key::Tab).key(Key::Enter);
    assert!(stage.shown(100, 35).contains("Puzzle 1 of 17"));
    stage.key(Key::Char('q'));
    let shown = stage.shown(100, 35);
    assert!(shown.contains("Learn by playing") && shown.contains("Puzzles"), "{shown}");
}

#[test]
fn the_launch_begins_with_the_puzzle_of_the_day() {
    let mut stage = Stage::launch(Language::English);
    stage.key(Key::Home).key(Key::Down).key(Key::Enter);
    assert!(stage.shown(100, 35).contains("Puzzle of 20"), "{}", stage.shown(100, 35));
}

#[test]
fn lessons_are_taken_with_the_mouse() {
    let mut stage = lessons(Language::English);
    stage.click("c2").click("c3").click("c3");
    assert!(stage.shown(100, 35).contains("✓ Right!"), "{}", stage.shown(100, 35));
    for (width, height) in SIZES {
        assert!(stage.shown(width, height).contains("Right!"));
    }
}

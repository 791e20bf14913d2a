use super::{ReviewedTable, html, sentences, text, words_of_choices};
use crate::words::{Language, Narrator};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use tsuro::Game;
use tsuro::bots::{Bot, Random};
use tsuro::game::{Choice, Seat};
use tsuro::ruleset::is_hidden;
use tsuro_lab::review::{Findings, Review};
use tsuro_world::host::host;

/// A game of bots that choose at random, as long as there are decisions and at most this many.
fn play(rules: &str, players: u8, most: usize) -> Game {
    let mut game = Game::new(rules, players, "reviewed").unwrap();
    for _ in 0..most {
        let Some(decision) = game.decision() else { break };
        let see = game.observe(decision.seat());
        let choice = Random.choose(&see, &mut game.bot_stream()).unwrap();
        game.play(&choice).unwrap();
    }
    game
}

fn reviewed(game: &Game, language: Language) -> (Review, Findings, ReviewedTable) {
    let mut review = Review::new(game, Seat::new(0), "review").unwrap();
    assert!(review.pass(24, 2, &|_| true));
    let findings = review.findings().expect("one pass is enough");
    let table = table(game, language);
    (review, findings, table)
}

/// A text whose long sentences are not broken.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(game: &Game, language: Language) -> ReviewedTable {
    let title = "The game".to_owned();
    ReviewedTable::of_record((title, game.variant()), &game.players(), &host(1).1, language)
}

#[test]
fn people_and_bots_are_called_as_at_the_table_in_both_languages() {
    let mut game = play("classic", 4, usize::MAX);
    game.name_players(&["human", "Ann", "medium", "exec:other"]);
    for (language, players, decision) in [
        (
            Language::English,
            ["Red (person)", "Ann", "Green (medium)", "Yellow (a program)"],
            "The choice made wins ",
        ),
        (
            Language::French,
            ["Rouge (personne)", "Ann", "Vert (moyen)", "Jaune (un programme)"],
            "Le choix fait gagne ",
        ),
    ] {
        let (review, findings, table) = reviewed(&game, language);
        assert_eq!(table.players, players);
        let told = text(&review, &findings, &table, false);
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
        let page = html(&review, &findings, &table, Some("tsuro review <game>"));
        assert!(page.contains("&lt;game&gt;") && page.matches("<svg").count() >= 4);
        assert!(page.contains(&format!("<html lang=\"{}\">", language.code())));
        assert!(!html(&review, &findings, &table, None).contains("<code>"));
        let spoken = sentences(&review, &findings, &table).join("\n");
        for out in [&told, &page, &spoken] {
            let out = in_one_line(out);
            assert!(out.contains(players[0]) && out.contains(decision), "{out}");
            for jargon in ["human", "greedy", "seat 0", "turned", "exec"] {
                assert!(!out.contains(jargon), "{jargon}: {out}");
            }
        }
        let is_board = |one: char| "─│┌┐╭╮█▁".contains(one);
        assert!(!spoken.contains(is_board), "{spoken}");
    }
}

#[test]
fn names_cannot_command_a_terminal() {
    let mut game = play("classic", 2, usize::MAX);
    game.name_players(&["a\u{1b}[31mred", "b\u{202e}\u{9b}2J"]);
    let (review, findings, table) = reviewed(&game, Language::English);
    let told = text(&review, &findings, &table, false);
    let page = html(&review, &findings, &table, None);
    for out in [told, page] {
        assert!(out.contains("[31mred"), "{out}");
        assert!(!out.contains(|one: char| one != '\n' && is_hidden(one)), "{out}");
    }
}

#[test]
fn a_review_says_how_far_the_search_and_the_game_came() {
    let (review, findings, table) = reviewed(&play("classic", 3, 5), Language::English);
    assert!(in_one_line(&text(&review, &findings, &table, false)).contains("was broken off"));
    let game = play("classic", 3, usize::MAX);
    let mut review = Review::new(&game, Seat::new(0), "review").unwrap();
    let searches = AtomicU32::new(0);
    let goes_on = |games| games > 0 || searches.fetch_add(1, Ordering::Relaxed) < 20;
    assert!(!review.pass(u32::MAX, 1, &goes_on));
    let (found, table) = (review.findings().unwrap(), self::table(&game, Language::English));
    let far = format!("Only {} of {} decisions", found.curve.len(), found.points);
    let told = text(&review, &found, &table, false);
    assert!(in_one_line(&told).contains(&far), "{told}");
    assert!(html(&review, &found, &table, None).contains(&far));
    assert!(sentences(&review, &found, &table).concat().contains(&far));
}

#[test]
fn what_a_chance_is_of_is_said_where_all_play_together() {
    for (rules, players, prize) in [
        ("solo", 4, "the share of the pieces that are saved"),
        ("solo-seas", 1, "the chance to win together"),
    ] {
        let (review, findings, table) =
            reviewed(&play(rules, players, usize::MAX), Language::English);
        let told = in_one_line(&text(&review, &findings, &table, false));
        assert!(told.contains(prize), "{rules}: {told}");
    }
}

#[test]
fn no_two_choices_of_a_decision_have_the_same_words() {
    let mut alike = 0;
    for seed in 0..20 {
        let mut game = Game::new("classic", 2, &seed.to_string()).unwrap();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choices = see.choices();
            let all: Vec<&Choice> = choices.iter().collect();
            for &language in Language::ALL {
                let narrator = Narrator::new(language, &[None, None]);
                let words = words_of_choices(&see, &narrator, &all);
                let different: BTreeSet<&String> = words.iter().collect();
                assert_eq!(different.len(), words.len(), "{words:?}");
                alike += usize::from(words.iter().any(|words| words.ends_with(')')));
            }
            let choice = choices[0].clone();
            game.play(&choice).unwrap();
        }
    }
    assert!(alike > 0, "somewhere two placements do the same");
}

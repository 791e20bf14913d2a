//! Squares that a rule hides from a seat: whatever the seat is shown is the same in all games that it cannot tell apart.
#![cfg(feature = "cli")]

use crate::common::{Texts as Loader, read_checkout};
use crate::moments::program;
use serde_json::Value;
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Content, Square};
use tsuro::game::{Choice, Illegal, Observation, Outlook, Rng, Seat};
use tsuro::record::write_request;
use tsuro::rules::AnyRules;
use tsuro::ruleset::Variant;

/// Rule sets with the fog: where pieces that meet are out, and where they pass each other; with a rule that looks at what
/// placements would do, and one that takes tiles off the board.
const FOGGY: [&str; 4] = [
    "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"fog\" }]\n",
    "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"fog\", sees = 2 }]\nscore = { rule = \"longest-path\" }\n",
    "schema = 1\nextends = \"luxury\"\nplacement = { rule = \"truce\" }\nrule = [{ rule = \"fog\" }]\n",
    "schema = 1\nextends = \"seas\"\nrule = [{ rule = \"fog\" }]\n",
];

fn variant(text: &str) -> Arc<Variant> {
    let loader = Loader(&[("foggy", text)]);
    Arc::new(Variant::load("foggy", &loader, &program::registry()).unwrap_or_else(|problems| panic!("{problems}")))
}

/// All that a seat is shown of a game: as a program is told, with what each placement would do, and what bots ask besides.
fn shown(see: &Observation<'_>) -> Vec<String> {
    let choices = see.choices();
    let mut shown = vec![String::from_utf8(write_request(see, &choices, usize::MAX, 7)).unwrap()];
    let mut codes = vec![0; usize::from(see.shape().columns()) * usize::from(see.shape().rows())];
    see.codes(&mut codes);
    shown.push(format!("{codes:?} {:?} {:?} {:?} {}", see.unseen(), see.rule_pieces(), see.square_marks(), see.rule_views()));
    for tile in see.placements() {
        shown.push(format!("{tile:?} {:?} {:?} {:?}", see.fate(tile), see.consequences(tile), see.outlook(tile)));
        shown.push(format!("{:?}", see.check(&Choice::Place(tile)).map_err(|why: Illegal| why.to_string())));
    }
    if see.is_to_decide() && !see.legal().is_empty() {
        let mut world = see.imagine();
        world.deal(&mut Rng::new(3, 4));
        let mut outlooks = Vec::new();
        world.outlooks(&see.legal(), &mut |tile, outlook: &Outlook| outlooks.push(format!("{tile:?} {outlook:?}")));
        shown.push(format!("{:?} {outlooks:?}", world.legal()));
    }
    shown
}

/// Plays games by random choices of what each seat sees, and calls `look` before each.
fn play(text: &str, mut look: impl FnMut(&Game)) {
    let variant = variant(text);
    for index in 0..12 {
        let mut game = Game::in_run(Arc::clone(&variant), 2 + (index % 4) as u8, "fog", index).unwrap();
        while let Some(decision) = game.decision() {
            look(&game);
            let choices = game.observe(decision.seat()).choices();
            let choice = choices[game.bot_stream().below(choices.len() as u32) as usize].clone();
            game.play(&choice).unwrap();
        }
    }
}

fn hidden(see: &Observation<'_>) -> Vec<Square> {
    see.shape().squares().filter(|&square| see.content(square) == Content::Hidden).collect()
}

#[test]
fn a_seat_sees_the_same_in_all_games_that_it_cannot_tell_apart() {
    for text in FOGGY {
        let (mut differ, mut pieces) = (0, 0);
        play(text, |game| {
            for seat in (0..game.seats()).map(Seat::new) {
                let other = game.redealt(seat, "anew");
                let see = game.observe(seat);
                assert_eq!(shown(&see), shown(&other.observe(seat)), "seat {seat} in {text}");
                let tiles = |game: &Game| game.position()["tiles"].clone();
                differ += usize::from(tiles(game) != tiles(&other));
                pieces += see.alive().without(see.in_sight()).len() as usize;
                // Nothing of the true game is left for a search.
                assert_eq!(other.redealt(seat, "again").position(), game.redealt(seat, "again").position(), "seat {seat} in {text}");
            }
        });
        assert!(differ > 100 && pieces > 100, "{differ} boards, {pieces} pieces were hidden in {text}");
    }
}

#[test]
fn what_lies_and_stands_on_a_hidden_square_is_nowhere_to_be_seen() {
    play(FOGGY[0], |game| {
        let position = game.position();
        for seat in (0..game.seats()).map(Seat::new) {
            let see = game.observe(seat);
            let hidden = hidden(&see);
            if let Some(own) = see.place(seat) {
                assert_ne!(see.content(own.square()), Content::Hidden, "a seat sees the square that it faces");
            }
            let sees: Value = tsuro::record::write_observation(&see);
            let lies: Vec<&str> = sees["tiles"].as_array().unwrap().iter().filter_map(|tile| tile["square"].as_str()).collect();
            for square in &hidden {
                assert!(!lies.contains(&square.to_string().as_str()), "a tile on {square}");
            }
            let away = |other: &Seat| {
                let at = position["players"][other.index()]["at"].as_str().map(|at| at[..at.len() - 2].to_owned());
                at.is_some_and(|at| hidden.iter().any(|square| square.to_string() == at))
            };
            for other in see.alive().iter().filter(away) {
                assert_eq!((see.place(other), &sees["players"][other.index()]["at"]), (None, &Value::Null), "the piece of {other}");
            }
            let listed: Vec<String> =
                sees["hidden"].as_array().into_iter().flatten().map(|square| square.as_str().unwrap().to_owned()).collect();
            assert_eq!(listed, hidden.iter().map(Square::to_string).collect::<Vec<_>>());
            // All tiles are somewhere: with those on hidden squares, none is missing from what a seat counts.
            let counted: usize = see.unseen().iter().map(|&count| usize::from(count)).sum();
            let whole = 35 - lies.len() - see.hand().len();
            assert_eq!(counted, whole, "{sees}");
        }
    });
}

#[test]
fn only_rule_sets_that_hide_something_pay_for_it() {
    assert!(matches!(variant(FOGGY[0]).rules(), AnyRules::Large(_)));
    assert!(matches!(variant("schema = 1\nextends = \"classic\"\n").rules(), AnyRules::Small(_)));
    assert_eq!(read_checkout("examples/fog.toml"), FOGGY[0]);
}

//! Compares expectations about the state at the end of a scenario.

use super::found::FoundValue;
use crate::letters::letter;
use crate::model::{ExpectedEnding, ExpectedFact};
use crate::play::{FinalState, Trace};
use crate::short::{laid_text, turned};
use serde_json::{Map, Value, json};
use tsuro::board::Square;
use tsuro::game::{Ending, Seat, Shown};
use tsuro::ruleset::{toml_inline, toml_string};

/// Compares an expectation about the state at the end of the scenario.
pub(super) fn compare_state(want: &ExpectedFact, trace: &Trace, after: &FinalState) -> FoundValue {
    match want {
        ExpectedFact::At(seat, expected) => {
            let found = after.places.get(seat.index()).copied().flatten();
            FoundValue::text(expected, &found, |place| {
                place.map_or_else(|| "not on the board".to_owned(), |place| place.to_string())
            })
        }
        ExpectedFact::Out(expected) => out(expected, &trace.events),
        ExpectedFact::Hand(seat, expected) => {
            FoundValue::numbers(&ascending(expected), &hand(after, *seat))
        }
        ExpectedFact::OpenHand(expected) => {
            let found = if after.open { hand(after, Seat::new(0)) } else { Vec::new() };
            FoundValue::numbers(&ascending(expected), &found)
        }
        ExpectedFact::HandCount(seat, expected) => {
            FoundValue::count(*expected, hand(after, *seat).len())
        }
        ExpectedFact::Pile(expected) => FoundValue::numbers(expected, &after.pile),
        ExpectedFact::PileCount(expected) => FoundValue::count(*expected, after.pile.len()),
        ExpectedFact::Holder(expected) => FoundValue::text(expected, &after.holder, |seat| {
            seat.map_or_else(|| "nobody".to_owned(), |seat| letter(seat).to_string())
        }),
        ExpectedFact::Tile(square, expected) => {
            let found = after.tiles.iter().find(|(at, _)| at == square).map(|(_, tile)| *tile);
            FoundValue::text(expected, &found, |tile| {
                tile.map_or_else(|| "none".to_owned(), laid_text)
            })
        }
        ExpectedFact::RulePiece(square, expected) => rule_piece(*square, *expected, after),
        ExpectedFact::RulePieceCount(expected) => {
            FoundValue::count(*expected, after.rule_pieces.len())
        }
        ExpectedFact::Supply(expected) => {
            let found = ascending(after.supply.as_deref().unwrap_or_default());
            FoundValue::numbers(&ascending(expected), &found)
        }
        // Their order counts.
        ExpectedFact::Under(expected) => FoundValue::numbers(expected, &after.under),
        ExpectedFact::SquareMark(square, expected) => {
            square_mark(*square, expected.as_deref(), &after.shown)
        }
        ExpectedFact::Counted(name, seat, expected) => {
            counted(name, *seat, *expected, &after.shown)
        }
        ExpectedFact::Score(seat, expected) => {
            let found = after.scores.as_ref().and_then(|scores| scores.get(seat.index()).copied());
            let words = |score: &Option<i64>| {
                score.map_or_else(|| "no points are counted".to_owned(), |score| score.to_string())
            };
            FoundValue::new(&Some(*expected), &found, words, words)
        }
        ExpectedFact::Active(expected) => {
            FoundValue::text(expected, &after.active, |seat| letter(*seat).to_string())
        }
        ExpectedFact::Turn(expected) => FoundValue::plain(expected, &u64::from(after.turn)),
        ExpectedFact::End(expected) => end(expected, trace.end),
        _ => unreachable!("compared before"),
    }
}

fn ascending(tiles: &[u8]) -> Vec<u8> {
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles
}

/// The hand of a seat, or the one that the table has, ascending.
fn hand(after: &FinalState, seat: Seat) -> Vec<u8> {
    let index = if after.open { 0 } else { seat.index() };
    ascending(after.hands.get(index).map_or(&[][..], |hand| hand))
}

/// Who is out, and by what.
fn out(expected: &Vec<(Seat, String)>, events: &[Map<String, Value>]) -> FoundValue {
    let mut found: Vec<(Seat, String)> = Vec::new();
    for event in events {
        if event.get("event").and_then(Value::as_str) == Some("eliminated")
            && event.get("waits").is_none()
        {
            let seat = event
                .get("player")
                .and_then(Value::as_u64)
                .and_then(|number| Seat::checked(number, 32));
            let cause = event.get("cause").and_then(Value::as_str).unwrap_or_default();
            found.extend(seat.map(|seat| (seat, cause.to_owned())));
        }
    }
    found.sort_by_key(|(seat, _)| *seat);
    let words = |out: &Vec<(Seat, String)>| {
        toml_inline(
            &out.iter().map(|(seat, cause)| (letter(*seat).to_string(), json!(cause))).collect(),
        )
    };
    FoundValue::new(expected, &found, words, words)
}

/// The piece of a rule on a square: its number and its quarter-turns.
fn rule_piece(square: Square, expected: Option<(u8, u8)>, after: &FinalState) -> FoundValue {
    let on_square = after.rule_pieces.iter().filter(|rule_piece| rule_piece.square == square);
    let on_square: Vec<(u8, u8)> =
        on_square.map(|rule_piece| (rule_piece.tile, rule_piece.facing.turns())).collect();
    // Several may share the square.
    let found =
        on_square.iter().find(|piece| Some(**piece) == expected).or(on_square.first()).copied();
    FoundValue::text(&expected, &found, |rule_piece| {
        rule_piece.map_or_else(|| "none".to_owned(), |(tile, facing)| turned(tile, facing))
    })
}

/// The marks of rules on a square.
fn square_mark(square: Square, expected: Option<&str>, shown: &[Shown]) -> FoundValue {
    let of = |shown: &Shown| match shown {
        Shown::Mark(mark) if mark.square == square => {
            Some(mark.look.name.in_language("en").to_owned())
        }
        _ => None,
    };
    let found: Vec<String> = shown.iter().filter_map(of).collect();
    let words =
        |marks: &[String]| if marks.is_empty() { "none".to_owned() } else { marks.join(", ") };
    let (fine, expected) = match expected {
        Some(mark) => (found.iter().any(|found| found == mark), mark.to_owned()),
        None => (found.is_empty(), words(&[])),
    };
    FoundValue {
        fine,
        expected: vec![expected],
        found: vec![words(&found)],
        toml: Some(toml_string(found.first().map_or("none", String::as_str))),
    }
}

/// What a rule counts for a seat, or for the table.
fn counted(name: &str, seat: Option<Seat>, expected: u64, shown: &[Shown]) -> FoundValue {
    let found = shown.iter().find_map(|shown| match shown {
        Shown::Seat(decl, of, count) if decl.name == name && Some(*of) == seat => {
            Some(u64::from(*count))
        }
        Shown::Table(decl, count) if decl.name == name && seat.is_none() => Some(u64::from(*count)),
        _ => None,
    });
    match found {
        Some(found) => FoundValue::plain(&expected, &found),
        None => FoundValue::mismatch(expected.to_string(), "not counted"),
    }
}

/// How the game ended.
fn end(expected: &ExpectedEnding, ending: Option<Ending>) -> FoundValue {
    let found = match ending {
        None => ExpectedEnding::GoesOn,
        Some(ending) => {
            ExpectedEnding::Ends(ending.outcome.name().to_owned(), ending.winners.iter().collect())
        }
    };
    FoundValue::text(expected, &found, |end| match end {
        ExpectedEnding::GoesOn => "goes on".to_owned(),
        ExpectedEnding::Ends(outcome, winners) if winners.is_empty() => {
            format!("{outcome}: nobody")
        }
        ExpectedEnding::Ends(outcome, winners) => {
            let letters: Vec<String> =
                winners.iter().map(|&seat| letter(seat).to_string()).collect();
            format!("{outcome}: {}", letters.join(" "))
        }
    })
}

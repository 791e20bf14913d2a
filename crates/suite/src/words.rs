//! Describes scenarios in English for the pages that people read.

use super::letters::letter;
use super::model::{ExpectedEnding, ExpectedFact, ScenarioDecision, Situation, Start};
use super::short::{laid_text, turned};
use serde_json::Value;
use tsuro::board::{Laid, Place};
use tsuro::game::Seat;
use tsuro::record::POSITION_FIELDS;
use tsuro::rules::hazard::names::PIECES;

/// The name of the tile that a player takes who finds the pile empty: `Dragon tile` or `statue`.
#[derive(Debug, Clone, Copy)]
pub(super) struct HolderName(pub &'static str);

fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// `A`, `A and B`, `A, B and C`.
fn named(seats: &[Seat]) -> String {
    let letters: Vec<String> = seats.iter().map(|&seat| letter(seat).to_string()).collect();
    match letters.split_last() {
        None => "nobody".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn tiles(laid: &[Laid]) -> String {
    joined(laid.iter().map(|&tile| laid_text(tile)))
}

fn places(places: &[Place]) -> String {
    joined(places)
}

/// `tile 5`, `tiles 5, 7`, or `no tiles`.
fn faces(faces: &[u8]) -> String {
    match faces {
        [] => "no tiles".to_owned(),
        [one] => format!("tile {one}"),
        more => format!("tiles {}", joined(more)),
    }
}

/// The numbers of pieces of rules, or `nothing`.
fn or_nothing(pieces: &[u8]) -> String {
    if pieces.is_empty() { "nothing".to_owned() } else { joined(pieces) }
}

fn some(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The situation, as fragments.
pub(super) fn situation(given: &Situation, holds: HolderName) -> Vec<String> {
    let mut lines = match &given.start {
        Start::Position(Value::Null) => Vec::new(),
        Start::Position(position) => of_position(position, holds),
        Start::Deal { seats, first, deck } => {
            let mut lines = vec![format!(
                "{} at the table; the game begins with the deal",
                some(u64::from(*seats), "player")
            )];
            lines.extend(first.map(|first| format!("{} goes first", letter(first))));
            lines
                .extend(deck.as_ref().map(|deck| format!("the deck begins with {}", joined(deck))));
            lines
        }
    };
    if let Some(seed) = &given.seed {
        lines.push(format!("chance is that of the seed \"{seed}\""));
    }
    lines
}

fn of_position(position: &Value, holds: HolderName) -> Vec<String> {
    let mut lines = Vec::new();
    let list = |value: &Value| -> Vec<u64> {
        value.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
    };
    let name = |value: &Value| {
        value.as_u64().and_then(|seat| Seat::checked(seat, 32)).map(|seat| letter(seat).to_string())
    };
    for (seat, player) in position["players"].as_array().into_iter().flatten().enumerate() {
        let letter = letter(Seat::new(seat as u8));
        if player["out"] == true {
            lines.push(format!("{letter} is out"));
            continue;
        }
        let lives = player["lives"]
            .as_u64()
            .map_or_else(String::new, |lives| format!(", {lives} lives left"));
        let owed = player["owed"]
            .as_u64()
            .map_or_else(String::new, |owed| format!(", {owed} tiles not replaced yet"));
        let hand = list(&player["hand"]);
        let at = player["at"]
            .as_str()
            .map_or_else(|| "waiting to come back".to_owned(), |at| format!("at {at}"));
        let holding =
            if hand.is_empty() { String::new() } else { format!(" with {}", joined(hand)) };
        let displaced = if player["displaced"] == true { ", and may relocate" } else { "" };
        lines.push(format!("{letter} {at}{holding}{displaced}{lives}{owed}"));
    }
    let on = |key: &str, turns: &str, what: &str| {
        let one = |entry: &Value| {
            let number = |field: &str| entry[field].as_u64().unwrap_or_default() as u8;
            format!(
                "{} on {}",
                turned(number("tile"), number(turns)),
                entry["square"].as_str().unwrap_or_default()
            )
        };
        let all: Vec<String> = position[key].as_array().into_iter().flatten().map(one).collect();
        (!all.is_empty()).then(|| format!("{what} {}", all.join(", ")))
    };
    lines.extend(on("tiles", "rotation", "on the board"));
    lines.extend(on(PIECES, "facing", PIECES));
    let listed = |key: &str, what: &str| {
        let tiles = list(&position[key]);
        (!tiles.is_empty()).then(|| format!("{what} {}", joined(tiles)))
    };
    lines.extend(listed("hand", "the open hand:"));
    lines.extend(listed("pile", "the pile, next first:"));
    lines.extend(listed("supply", "the supply:"));
    lines.extend(listed("under", "under the supply, next first:"));
    lines.extend(listed("scores", "points:"));
    lines.extend(name(&position["dragon"]).map(|seat| format!("{seat} holds the {}", holds.0)));
    let active = name(&position["active"]).filter(|seat| seat != "A");
    lines.extend(active.map(|seat| format!("it is {seat}'s turn")));
    lines.extend(position["turn"].as_u64().map(|turn| format!("this is turn {turn}")));
    for (rule, state) in position["rule-state"].as_object().into_iter().flatten() {
        lines.push(format!("{rule}: {state}"));
    }
    for (rule, state) in position
        .as_object()
        .into_iter()
        .flatten()
        .filter(|field| !POSITION_FIELDS.contains(&field.0.as_str()))
    {
        lines.push(format!("{rule}: {state}"));
    }
    let blocked: Vec<&str> =
        position["blocked"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !blocked.is_empty() {
        lines.push(format!("blocked: {}", blocked.join(", ")));
    }
    lines
}

const fn decision(asked: ScenarioDecision) -> &'static str {
    match asked {
        ScenarioDecision::Mark => "a start mark",
        ScenarioDecision::Relocation => "another start mark",
        ScenarioDecision::Placement => "a placement",
        ScenarioDecision::Exchange => "an exchange",
        ScenarioDecision::Answer => "an answer",
    }
}

/// What must follow, in a sentence; `None` for lists of events, which the story itself shows.
pub(super) fn expected(want: &ExpectedFact, holds: HolderName) -> Option<String> {
    Some(match want {
        ExpectedFact::Events(_) | ExpectedFact::SomeEvents(_) => return None,
        ExpectedFact::NoEvents(unwanted) => format!(
            "it does not happen: {}",
            joined(unwanted.iter().map(|word| word.replace('_', " ")))
        ),
        ExpectedFact::OnlyLegal(legal) if legal.is_empty() => "nothing is legal".to_owned(),
        ExpectedFact::OnlyLegalOn(legal) => {
            let one = |&(square, tile)| format!("{} on {square}", laid_text(tile));
            format!("legal: {}, and nothing else", joined(legal.iter().map(one)))
        }
        ExpectedFact::OnlyLegal(legal) => format!("legal: {}, and nothing else", tiles(legal)),
        ExpectedFact::Legal(legal) => format!("legal: {}", tiles(legal)),
        ExpectedFact::NotLegal(illegal) => {
            let one = |(tile, why): &(Laid, Option<String>)| match why {
                Some(why) => format!("{} ({})", laid_text(*tile), why.replace('-', " ")),
                None => laid_text(*tile),
            };
            format!("not legal: {}", joined(illegal.iter().map(one)))
        }
        ExpectedFact::LegalCount(1) => "1 placement is legal".to_owned(),
        ExpectedFact::LegalCount(count) => format!("{count} placements are legal"),
        ExpectedFact::OnlyMarks(marks) => {
            format!("marks to choose from: {}, and no others", places(marks))
        }
        ExpectedFact::Marks(marks) => format!("may be chosen: {}", places(marks)),
        ExpectedFact::NotMarks(marks) => format!("may not be chosen: {}", places(marks)),
        ExpectedFact::MarkCount(count) => format!("{} to choose from", some(*count, "mark")),
        ExpectedFact::Asked(None) => "no decision is asked for".to_owned(),
        ExpectedFact::Asked(Some(asked)) => format!("now {} is asked for", decision(*asked)),
        ExpectedFact::Refused(asked) => format!("{} like this is refused", decision(*asked)),
        ExpectedFact::At(seat, Some(place)) => format!("{} stands at {place}", letter(*seat)),
        ExpectedFact::At(seat, None) => format!("{} is not on the board", letter(*seat)),
        ExpectedFact::Out(out) if out.is_empty() => "nobody is out".to_owned(),
        ExpectedFact::Out(out) => format!(
            "out: {}",
            joined(out.iter().map(|(seat, cause)| format!("{} ({cause})", letter(*seat))))
        ),
        ExpectedFact::Hand(seat, hand) => format!("{} has {}", letter(*seat), faces(hand)),
        ExpectedFact::OpenHand(hand) => format!("the open hand has {}", faces(hand)),
        ExpectedFact::HandCount(seat, count) => {
            format!("{} has {}", letter(*seat), some(*count, "tile"))
        }
        ExpectedFact::Pile(pile) if pile.is_empty() => "the pile is empty".to_owned(),
        ExpectedFact::Pile(pile) => format!("the pile, next first: {}", joined(pile)),
        ExpectedFact::PileCount(count) => format!("{} in the pile", some(*count, "tile")),
        ExpectedFact::Holder(None) => format!("nobody holds the {}", holds.0),
        ExpectedFact::Holder(Some(seat)) => format!("{} holds the {}", letter(*seat), holds.0),
        ExpectedFact::Tile(square, None) => format!("no tile lies on {square}"),
        ExpectedFact::Tile(square, Some(tile)) => format!("{} lies on {square}", laid_text(*tile)),
        ExpectedFact::RulePiece(square, None) => format!("no {PIECES} is on {square}"),
        ExpectedFact::RulePiece(square, Some((tile, facing))) => {
            format!("{PIECES} {} is on {square}", turned(*tile, *facing))
        }
        ExpectedFact::RulePieceCount(count) => format!("{count} {PIECES} on the board"),
        ExpectedFact::Under(under) => format!("under the supply: {}", or_nothing(under)),
        ExpectedFact::Supply(supply) => format!("the supply: {}", or_nothing(supply)),
        ExpectedFact::SquareMark(square, None) => format!("no mark is on {square}"),
        ExpectedFact::SquareMark(square, Some(mark)) => format!("{mark} is marked on {square}"),
        ExpectedFact::Counted(name, None, count) => format!("{}: {count}", name.replace('-', " ")),
        ExpectedFact::Counted(name, Some(seat), count) => {
            format!("{} of {}: {count}", name.replace('-', " "), letter(*seat))
        }
        ExpectedFact::Score(seat, score) => {
            format!("{} has {score} points", letter(*seat)).replace(" 1 points", " 1 point")
        }
        ExpectedFact::Active(seat) => format!("the next turn is {}'s", letter(*seat)),
        ExpectedFact::Turn(turn) => format!("the next turn is turn {turn}"),
        ExpectedFact::End(ExpectedEnding::GoesOn) => "the game goes on".to_owned(),
        ExpectedFact::End(ExpectedEnding::Ends(outcome, winners)) => {
            format!("the game ends ({outcome}), won by {}", named(winners))
        }
        ExpectedFact::Impossible(why) => format!("this position is impossible: {why}"),
        ExpectedFact::Players(least, most) => format!("{least} to {most} can play"),
        ExpectedFact::SameRulesAs(other) => format!("the rules are those of {other}"),
    })
}

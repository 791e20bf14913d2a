//! What clients are told of a game: the messages of the live connection (`docs/formats/server.md`).
//! Everything is made from what a seat sees; nothing else of a game is at hand here but its public
//! events.

use tsuro::board::{Content, Face, Square};
use tsuro::game::{Choice, Observation, Phase, Seat, SeenEvent, Subject};
use tsuro::json::{Json, json};
use tsuro::picture::{BoardScene, live_svg, pieces_part, square_part, way_path};
use tsuro::record::{write_asked, write_seen};
use tsuro::session::Game;
use tsuro_faces::describe::{everyone, shape, square_in_words};
use tsuro_faces::table::ask::{Ask, Card, Item, Topic};
use tsuro_faces::table::show::{ShownEvent, Teller};
use tsuro_faces::table::summary::ResultSummary;
use tsuro_faces::words::{Language, Narrator, TextKey};

/// The reader to whom something is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// As whom they see the game; `None`: as an onlooker.
    pub seat: Option<Seat>,
    /// The language in which they read.
    pub language: Language,
    /// Whether they want pictures.
    pub pictures: bool,
}

/// The choices of a seat, as its questions number them.
pub fn choices(see: &Observation<'_>) -> Vec<Choice> {
    if see.phase() == Phase::Exchange {
        tsuro_faces::table::ask::exchanges(see)
    } else {
        see.choices()
    }
}

/// What differs between two boards, as a patch with names in a language.
pub fn patch(before: &BoardScene, after: &BoardScene, language: Language) -> Json {
    let after = &after.clone().in_language(language.code());
    let squares = after
        .changed_since(before)
        .into_iter()
        .map(|square| (square.to_string(), square_part(after, square)));
    let mut patch = json!({ "squares": Json::object(squares) });
    if after.pieces_differ(before) {
        patch.set("pieces", pieces_part(after));
    }
    patch
}

/// What is told from event number `from` on, each event with its words. `teller` stands before
/// them, and after them when this returns.
pub fn happened(
    game: &Game,
    from: usize,
    teller: &mut Teller,
    narrator: &Narrator,
    reader: Reader,
) -> Vec<Json> {
    let mut all = Vec::new();
    for (number, seen) in game.events_seen_by(reader.seat, from).numbered() {
        let before = reader.pictures.then(|| teller.scene.clone());
        let shown = teller.tell((number, seen), narrator);
        let mut line = Vec::new();
        write_seen(&mut line, &seen);
        let written = serde_json::from_slice(&line).unwrap_or(Json::NULL);
        let mut told = json!({ "event": written });
        let Some(shown) = shown else {
            // What of its sight a reader was told already is not told again.
            if !matches!(seen, SeenEvent::Sight(_)) {
                told.set("words", "");
                all.push(told);
            }
            continue;
        };
        set_words(&mut told, &seen, &shown, narrator);
        told.set("turn", turn(shown.turn));
        if let Some(first) = &shown.first {
            told.set("first", first.as_str());
        }
        if let Some(before) = before {
            told.set("patch", patch(&before, &shown.scene, reader.language));
            set_motion(&mut told, &shown);
        }
        all.push(told);
    }
    all
}

/// An event that has put somebody out, as it is told to a page that has not shown it.
pub fn loss(seen: &SeenEvent<'_>, shown: &ShownEvent, narrator: &Narrator) -> Json {
    let mut told = json!({});
    set_words(&mut told, seen, shown, narrator);
    set_motion(&mut told, shown);
    told
}

/// Puts an event into sentences.
fn set_words(told: &mut Json, seen: &SeenEvent<'_>, shown: &ShownEvent, narrator: &Narrator) {
    told.set("words", in_words(narrator.seen(seen).as_deref(), shown.reason.as_deref()));
    told.set("short", shown.words.as_str());
}

/// Says how an event is shown on the board.
pub fn set_motion(told: &mut Json, shown: &ShownEvent) {
    if let Some((seat, way)) = &shown.way {
        told.set("way", json!({ "seat": seat, "path": way_path(way), "tiles": way.len() }));
    }
    if let Some((seat, square)) = shown.out {
        let square = square.map(|square| square.to_string());
        told.set("out", json!({ "seat": seat, "square": square, "number": shown.events }));
    }
    told.set("stands", shown.stands);
}

/// An event in whole sentences: people who do not see the board are told which tile was laid.
pub fn in_words(event: Option<&str>, reason: Option<&str>) -> String {
    event.into_iter().chain(reason).collect::<Vec<_>>().join(" ")
}

/// Whose turn it is, and its number.
pub fn turn(turn: Option<(Seat, u32)>) -> Json {
    turn.map_or(Json::NULL, |(seat, number)| json!({ "seat": seat, "number": number }))
}

/// The board as an SVG document with names in a language.
pub fn board(scene: &BoardScene, title: &str, language: Language) -> Json {
    json!(live_svg(&scene.clone().in_language(language.code()), title))
}

/// A subject of a question: a tile to draw, or a square or place to mark, and what else is to be
/// said of it.
fn topic(topic: &Topic) -> Json {
    match topic.subject {
        Subject::Tile(tile) => {
            json!({ "tile": tile.face(), "rotation": tile.rotation(), "words": topic.words })
        }
        Subject::Square(square) => json!({ "square": square, "words": topic.words }),
        Subject::Place(place) => json!({ "place": place, "words": topic.words }),
        _ => json!({ "words": topic.words }),
    }
}

/// The question of the seat that decides.
pub fn ask(see: &Observation<'_>, narrator: &Narrator) -> Json {
    let choices = choices(see);
    let pick = |choice: &Choice| choices.iter().position(|known| known == choice);
    let question = Ask::new(see, narrator);
    let (title, shown) = match &question {
        Ask::Cards { cards, at } => {
            let card = |card: &Card| {
                json!({
                    "tile": card.tile.face(),
                    "rotation": card.tile.rotation(),
                    "slot": card.slot,
                    "pick": if card.refused.is_none() { pick(&Choice::Place(card.tile)) }
                    else { None },
                    "refused": card.refused,
                    "fate": card.fate,
                })
            };
            let square = see.placing_square().map(|square| square.to_string());
            let cards = Json::List(cards.iter().map(card).collect());
            let (special, hand): (Vec<Face>, Vec<Face>) =
                see.hand().iter().partition(|tile| tile.orientations() == 0);
            let mut shown = json!({ "cards": cards, "at": at, "square": square, "hand": hand });
            if !special.is_empty() {
                let named = |&tile: &Face| json!({ "tile": tile, "words": narrator.tile(tile) });
                shown.set("special", Json::List(special.iter().map(named).collect()));
            }
            (narrator.language.plain(TextKey::WebAskTile), shown)
        }
        Ask::Items { title, about, items, at } => {
            let item = |item: &Item| {
                let mut entry = json!({ "pick": pick(&item.choice), "words": item.words });
                if let Some(place) = item.place {
                    entry.set("place", place);
                }
                if let Some(square) = item.square {
                    entry.set("square", square);
                }
                if let Some(tile) = item.tile {
                    entry.set("tile", tile.face());
                    entry.set("rotation", tile.rotation());
                }
                entry
            };
            let mut shown =
                json!({ "items": Json::List(items.iter().map(item).collect()), "at": at });
            if !about.is_empty() {
                shown.set("about", Json::list(about.iter().map(topic)));
            }
            (title.clone(), shown)
        }
    };
    let mut asked = write_asked(see, &choices);
    asked.set("title", title);
    asked.set("shown", shown);
    asked
}

/// The end of a game.
pub fn result(game: &Game, narrator: &Narrator) -> Json {
    let summary = ResultSummary::new(game, narrator);
    let standing = |(seat, words): &(Seat, String)| json!({ "seat": seat, "words": words });
    json!({
        "type": "result",
        "title": summary.title,
        "standings": Json::List(summary.standings.iter().map(standing).collect()),
        "moments": summary.moments,
        "undos": game.undos(),
    })
}

/// The board in words, square by square, and where everybody is.
pub fn described(see: &Observation<'_>, narrator: &Narrator) -> Json {
    let words = |square: Square| {
        let nothing = if see.content(square) == Content::Closed {
            TextKey::WebSquareMissing
        } else {
            TextKey::WebSquareEmpty
        };
        let empty = || narrator.language.say(nothing, &[("square", &square.to_string())]);
        square_in_words(see, square, narrator).unwrap_or_else(empty)
    };
    let cells = see
        .shape()
        .rectangle_squares()
        .map(|square| json!({ "square": square.to_string(), "words": words(square) }));
    let mut sentences = shape(see.shape(), narrator.language);
    sentences.extend(everyone(see, narrator));
    json!({
        "columns": see.shape().columns(),
        "rows": see.shape().rows(),
        "cells": Json::List(cells.collect()),
        "sentences": sentences,
    })
}

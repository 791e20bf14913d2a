//! Boards that cannot be, or on which not everybody can start (T1, T4, V5–V7).

use super::super::problem::{Code, Problem};
use super::super::resolved::Resolved;
use crate::board::{Place, Shape, Square, StartMarks, Wrap};

/// The keys that make the board.
const BOARD: [&str; 5] =
    ["board.columns", "board.rows", "board.missing", "board.wrap", "board.portals"];

/// Squares and marks that the board does not have, and too few marks.
pub(super) fn check(rules: &Resolved, max: u32) -> Vec<Problem> {
    let marks = listed_marks(rules);
    // A list with a mark that is none says for itself why there are too few.
    let room = if marks.is_empty() { room(rules, max) } else { None };
    squares(rules).into_iter().chain(marks).chain(room).collect()
}

/// Missing squares and portals have to lie on the board, and portals must not be missing.
fn squares(rules: &Resolved) -> Vec<Problem> {
    let shape = &rules.facts().shape;
    let full = Shape::rectangle(shape.columns(), shape.rows());
    let gone = |key: &'static str, listed: Vec<Square>, on: &Shape| -> Vec<Problem> {
        let wrong = |square: Square| {
            let (why, other) = on.why_no_tile(square)?;
            let message = format!("`{square}` {why}");
            let found = rules.locate(
                Problem::error(Code::Contradiction, message),
                key,
                &[key, other],
                None,
            );
            Some(rules.narrowed_to_text(found, key, &square.to_string()))
        };
        listed.into_iter().filter_map(wrong).collect()
    };
    let there = full.clone().without(shape.missing());
    let missing = rules.words("board.missing").filter_map(|name| name.parse().ok()).collect();
    let off = gone("board.missing", missing, &full);
    off.into_iter().chain(gone("board.portals", shape.portals().concat(), &there)).collect()
}

/// The marks of a list have to be places of squares that take tiles.
fn listed_marks(rules: &Resolved) -> Vec<Problem> {
    let facts = rules.facts();
    let StartMarks::Places(places) = &facts.marks else { return Vec::new() };
    let wrong = |place: &Place| {
        let (why, key) = facts.shape.why_no_tile(place.square())?;
        let message = format!("`{place}` is no place of the board: {} {why}", place.square());
        let problem = rules.locate(
            Problem::error(Code::Contradiction, message),
            "start.marks",
            &["start.marks", key],
            None,
        );
        Some(rules.narrowed_to_text(problem, "start.marks", &place.to_string()))
    };
    places.iter().filter_map(wrong).collect()
}

/// Everybody needs a start mark, and without shared squares a square as well (T4).
fn room(rules: &Resolved, max: u32) -> Option<Problem> {
    let facts = rules.facts();
    let marks = facts.shape.marks(&facts.marks);
    let share = rules.flag("start.share-square");
    let mut squares: Vec<Square> = marks.iter().map(|mark| mark.square()).collect();
    squares.sort_unstable();
    squares.dedup();
    let room = if share { marks.len() } else { squares.len() };
    if max as usize <= room {
        return None;
    }
    let (columns, rows) = (facts.columns(), facts.rows());
    let rim = facts.marks == StartMarks::Rim;
    if marks.is_empty() {
        let message = match facts.shape.wrap() {
            Wrap::Both if rim => "a board that is round both ways has no rim, and so no start \
                marks"
                .to_owned(),
            Wrap::Both => "a board that is round both ways has no shore but at missing squares, \
                and so no start marks"
                .to_owned(),
            _ => "no start marks are left".to_owned(),
        };
        let keys: Vec<&str> = ["start.marks", "board.wrap", "board.missing", "board.portals"]
            .into_iter()
            .filter(|key| rules.is_set(key))
            .collect();
        let key = if facts.shape.wrap() == Wrap::Both { "board.wrap" } else { "start.marks" };
        let help = "list places as `start.marks`, such as `[\"c3:A\", \"d4:E\"]`, or take \
            `\"shore\"` and leave squares out with `board.missing`";
        return Some(rules.locate(
            Problem::error(Code::NotEnoughMarks, message),
            key,
            &keys,
            Some(help.to_owned()),
        ));
    }
    let what = match (share, rim) {
        (true, _) => "start marks",
        (false, true) => "squares at its rim, and no two pieces may start on the same one",
        (false, false) => "squares with start marks, and no two pieces may start on the same one",
    };
    let board = if facts.shape.is_plain() && rim {
        format!("a board of {columns} by {rows} has")
    } else {
        "this board has".to_owned()
    };
    let problem = Problem::error(
        Code::NotEnoughMarks,
        format!("{max} players, but {board} only {room} {what}"),
    );
    let odd = ["start.marks"]
        .into_iter()
        .chain(BOARD[2..].iter().copied())
        .filter(|key| rules.is_set(key));
    let keys = ["players.max", "board.columns", "board.rows"]
        .into_iter()
        .chain(odd)
        .chain((!share).then_some("start.share-square"));
    Some(rules.locate(problem, "players.max", &keys.collect::<Vec<_>>(), None))
}

/// The squares to which no path leads from any start mark.
pub(super) fn out_of_reach(shape: &Shape, marks: &StartMarks) -> Vec<Square> {
    let mut reached = [false; 256];
    for mark in shape.marks(marks) {
        if !reached[mark.square().index()] {
            let near = shape.distances(mark.square());
            reached.iter_mut().zip(near).for_each(|(reached, steps)| *reached |= steps.is_some());
        }
    }
    shape.squares().filter(|square| !reached[square.index()]).collect()
}

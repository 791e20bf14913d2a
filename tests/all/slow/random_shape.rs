//! V5 to V8: random boards, to compare implementations on.

use super::shape::Shape;
use super::square::{Place, Square};
use serde_json::{Value, json};

/// Numbers that jump about (`SplitMix64`), the same ones for the same start.
#[derive(Clone, Debug)]
pub struct Jump(pub u64);

impl Jump {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 33) as usize % count
    }

    /// One of these.
    pub fn one<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }
}

/// The tables `board`, `start` and `turn` of a resolved rule set: a board of 3 to 8 squares a side
/// on which `seats` seats can start, each on a square of its own. The same seed makes the same
/// board. All kinds come up: squares missing in the middle, at the rim or both, all four ways of
/// being round, up to three pairs of portals (also side by side and at the rim), and each kind of
/// start marks, with lists of inner marks, of marks at edges, and of both.
pub fn random_shape(seed: u64, seats: usize) -> Value {
    let mut jump = Jump(seed);
    loop {
        let patch = draw(&mut jump, seats);
        // Edges can be few: on a globe without missing squares there are none.
        let shape = Shape::read(&patch).unwrap_or_else(|why| panic!("{why}: {patch}"));
        let mut starts: Vec<Square> = shape.marks().iter().map(|mark| mark.square).collect();
        starts.sort_unstable();
        starts.dedup();
        if starts.len() >= seats {
            return patch;
        }
    }
}

fn draw(jump: &mut Jump, seats: usize) -> Value {
    let (columns, rows) = (3 + jump.below(6), 3 + jump.below(6));
    let wrap = jump.one(&["none", "columns", "rows", "both"]);
    let mut left: Vec<Square> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| Square { row, column })).collect();
    let at_rim = |square: Square| {
        square.row == 0
            || square.column == 0
            || square.row == rows - 1
            || square.column == columns - 1
    };

    let kind = jump.below(4);
    let mut candidates: Vec<Square> = left
        .iter()
        .copied()
        .filter(|&square| {
            kind == 3 || (kind == 1 && !at_rim(square)) || (kind == 2 && at_rim(square))
        })
        .collect();
    jump.shuffle(&mut candidates);
    candidates.truncate((1 + jump.below(columns * rows / 4)).min(candidates.len()));
    let missing = candidates;
    left.retain(|square| !missing.contains(square));

    let mut portals: Vec<[Square; 2]> = Vec::new();
    for _ in 0..jump.below(4) {
        let taken: Vec<Square> = portals.concat();
        let free: Vec<Square> =
            left.iter().copied().filter(|square| !taken.contains(square)).collect();
        // Any two squares, two at the rim, or one beside another portal, which may be its twin.
        let kind = jump.below(3);
        let first: Vec<Square> =
            free.iter().copied().filter(|&square| kind != 1 || at_rim(square)).collect();
        if first.len() < 2 {
            break;
        }
        let first = jump.one(&first);
        let near = |square: &Square| {
            [&taken[..], &[first]].concat().iter().any(|other| {
                square.row.abs_diff(other.row) + square.column.abs_diff(other.column) == 1
            })
        };
        let fits = |square: &Square| {
            *square != first && (kind != 1 || at_rim(*square)) && (kind != 2 || near(square))
        };
        let second: Vec<Square> = free.iter().copied().filter(|square| fits(square)).collect();
        if !second.is_empty() {
            portals.push([first, jump.one(&second)]);
        }
    }
    left.retain(|square| !portals.concat().contains(square));

    let names = |squares: &[Square]| -> Vec<String> {
        squares.iter().map(|square| square.name()).collect()
    };
    let mut board = json!({"columns": columns, "rows": rows});
    // What is as usual is left out as often as it is written.
    if wrap != "none" || jump.below(2) == 0 {
        board["wrap"] = json!(wrap);
    }
    if !missing.is_empty() || jump.below(2) == 0 {
        board["missing"] = json!(names(&missing));
    }
    if !portals.is_empty() || jump.below(2) == 0 {
        board["portals"] = portals.iter().map(|pair| json!(names(pair))).collect();
    }
    let mut patch = json!({"board": board, "start": {}, "turn": {}});
    match jump.below(5) {
        0 => {}
        1 => patch["start"]["marks"] = json!("rim"),
        2 => patch["start"]["marks"] = json!("shore"),
        _ => patch["start"]["marks"] = json!(listed_marks(jump, &patch, &left, seats)),
    }
    match jump.below(4) {
        0 => {}
        tiles => patch["turn"]["tiles"] = json!(tiles),
    }
    patch
}

/// Some places, in any order: at edges, on inner lines, or both.
fn listed_marks(jump: &mut Jump, patch: &Value, squares: &[Square], seats: usize) -> Vec<String> {
    let shape = Shape::read(patch).unwrap_or_else(|why| panic!("{why}: {patch}"));
    let mut places: Vec<Place> =
        squares.iter().flat_map(|&square| (0..8).map(move |port| Place { square, port })).collect();
    let kind = jump.below(3);
    places.retain(|&place| kind == 0 || (shape.across(place).is_some() == (kind == 1)));
    jump.shuffle(&mut places);
    places.truncate(seats + jump.below(2 * seats + 9));
    places.into_iter().map(Place::name).collect()
}

/// The same tables as text for a rule-set file. Tables without keys are left out.
pub fn in_toml(patch: &Value) -> String {
    let mut tables = Vec::new();
    for (table, keys) in patch.as_object().into_iter().flatten() {
        let keys: Vec<String> = keys
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| format!("{key} = {value}\n"))
            .collect();
        if !keys.is_empty() {
            tables.push(format!("[{table}]\n{}", keys.concat()));
        }
    }
    tables.concat()
}

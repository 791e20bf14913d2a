//! **What it changes.** One point for each pair of a player's own travelled segments that cross inside a tile: their ends alternate around it
//! (V2). Most points win, and the eliminated keep theirs. The game ends as under `longest-path`.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[score]` `rule = "most-crossings"`, as in `rulesets/most-crossings.toml`. A piece that crosses a tile from A to E and later
//! from C to G has one point; from B to C it would have none. A segment travelled twice counts once; segments go with their tile.
//!
//! **Source.** A house rule known from play and from other programs.

use super::{ending_by_points, endings_by_points};
use crate::board::{Port, Square};
use crate::game::{Effect, Ending, Facts, Key, Occasion, Rule, ScoreRule, Seat, Table, Values};

/// A point for each crossing of the own path (V2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MostCrossings;

/// Points, and the ports that each seat has travelled through, square by square.
#[derive(Debug)]
pub struct Crossings {
    points: Vec<i64>,
    columns: u8,
    squares: usize,
    /// For each seat and square a bit for each port travelled through. Ports are joined in pairs, so the bits and the tile tell the segments;
    /// the pairs themselves are kept beside them, so that the board need not be asked.
    travelled: Vec<[u8; 4]>,
}

// Not derived: a copy over another keeps its memory.
impl Clone for Crossings {
    fn clone(&self) -> Self {
        Self { points: self.points.clone(), travelled: self.travelled.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.points.clone_from(&other.points);
        self.travelled.clone_from(&other.travelled);
        (self.columns, self.squares) = (other.columns, other.squares);
    }
}

/// No segment: as `0` is a segment of port A with itself, which cannot be.
const NONE: u8 = 0;

impl Crossings {
    fn slot(&self, seat: Seat, square: Square) -> usize {
        seat.index() * self.squares + usize::from(square.row()) * usize::from(self.columns) + usize::from(square.column())
    }
}

impl Rule for MostCrossings {
    const NAME: &'static str = "most-crossings";
    const SUMMARY: &'static str = "A point for each crossing of the own path inside a tile; most points win";
    const KEYS: &'static [Key] = &[];

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }

    fn effects(&self, _: &Facts) -> Vec<Effect> {
        endings_by_points()
    }
}

impl ScoreRule for MostCrossings {
    type State = Crossings;

    fn start(&self, seats: u8, columns: u8, rows: u8) -> Crossings {
        let squares = usize::from(columns) * usize::from(rows);
        Crossings { points: vec![0; seats.into()], columns, squares, travelled: vec![[NONE; 4]; squares * usize::from(seats)] }
    }

    fn counts_crossings(&self) -> bool {
        true
    }

    fn crossing(&self, state: &mut Crossings, seat: Seat, square: Square, from: Port, to: Port) {
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let segment = (low << 3 | high) as u8;
        let slot = state.slot(seat, square);
        let segments = &mut state.travelled[slot];
        let Some(free) = segments.iter().position(|&known| known == NONE || known == segment) else { return };
        if segments[free] == segment {
            return;
        }
        let crossed = segments[..free].iter().filter(|&&known| {
            let (one, other) = (usize::from(known >> 3), usize::from(known & 7));
            (low < one && one < high) != (low < other && other < high)
        });
        state.points[seat.index()] += crossed.count() as i64;
        segments[free] = segment;
    }

    fn removed(&self, state: &mut Crossings, square: Square) {
        for seat in 0..state.points.len() {
            let slot = state.slot(Seat::new(seat as u8), square);
            state.travelled[slot] = [NONE; 4];
        }
    }

    fn ending<T: Table + ?Sized>(&self, table: &T, state: &Crossings, occasion: Occasion) -> Option<Ending> {
        ending_by_points(table, &state.points, occasion)
    }

    fn scores<T: Table + ?Sized>(&self, _: &T, state: &Crossings) -> Option<Vec<i64>> {
        Some(state.points.clone())
    }

    fn points<'s>(&self, state: &'s Crossings) -> Option<&'s [i64]> {
        Some(&state.points)
    }

    fn set_scores(&self, state: &mut Crossings, scores: &[i64]) -> bool {
        state.points.copy_from_slice(scores);
        true
    }
}

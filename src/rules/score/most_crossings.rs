//! **What it changes.** A player has one point for each pair of segments travelled by its piece
//! that cross inside a tile, that is, whose ends alternate around it (V2). The most points win, and
//! eliminated players keep theirs. The game ends as under `longest-path`.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[score]` `rule = "most-crossings"`, as in `rulesets/most-crossings.toml`. A piece
//! that crosses a tile from A to E and later from C to G has one point; from B to C it would have
//! none. A segment travelled twice counts once. If a tile is removed, its segments are forgotten,
//! but the points stay.
//!
//! **Source.** A house rule known from play and from other programs.

use super::endings::{ending_by_points, endings_by_points};
use crate::board::{Laid, Port, Square};
use crate::game::{
    Abilities, Crossing, Effect, Ending, Occasion, Own, Rule, RuleDecl, RuleFacts, RulePhase, Seat,
    Setup, TableView, Texts, Values,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The rule as files name it.
pub(crate) static MOST_CROSSINGS: RuleDecl = RuleDecl::new(
    RulePhase::Score,
    "most-crossings",
    "A point for each crossing of a player's own path inside a tile; most points win",
    &build,
)
.rulebook(Texts(&[(
    "fr",
    "Un point chaque fois que le chemin d’un joueur se croise lui-même \
     dans une tuile ; le plus de points gagne",
)]))
.abilities(Abilities::COUNTS_CROSSINGS.and(Abilities::ENDS));

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let facts = values.facts();
    Some(Box::new(MostCrossings {
        columns: facts.columns(),
        squares: u16::from(facts.columns()) * u16::from(facts.rows()),
    }))
}

/// One point each time a player's path crosses itself inside a tile (V2).
#[derive(Debug, Clone, Copy)]
struct MostCrossings {
    /// Squares in a row of the board.
    columns: u8,
    /// Squares on the board.
    squares: u16,
}

/// The points of each seat, and the segments that it has travelled on each square. One allocation,
/// because searches copy games thousands of times.
///
/// First come the points, a word for each seat. Then four bits for each seat and square: one for
/// each segment of the tile there, in the order of their lower ports.
#[derive(Debug)]
struct Crossings(Box<[i32]>);

// Not derived: `clone_from` over another state allocates nothing.
impl Clone for Crossings {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

/// Squares whose bits fit into a word: four bits each, of 32.
const SQUARES_PER_WORD: usize = 8;

impl MostCrossings {
    /// Where a seat's bits for a square are: the index of the word, and the lowest bit in it.
    fn slot(self, seats: usize, seat: Seat, square: Square) -> (usize, usize) {
        let number =
            usize::from(square.row()) * usize::from(self.columns) + usize::from(square.column());
        let slot = seat.index() * usize::from(self.squares) + number;
        (seats + slot / SQUARES_PER_WORD, slot % SQUARES_PER_WORD * 4)
    }

    /// The number of seats of a state, from its length: a seat has a word for its points and half a
    /// byte for each square.
    fn seats(self, state: &Crossings) -> usize {
        state.0.len() * SQUARES_PER_WORD / (SQUARES_PER_WORD + usize::from(self.squares))
    }
}

impl MostCrossings {
    /// For each seat, the squares on which it has travelled segments that still lie there: their
    /// numbers in the order of their lower ports.
    fn travelled(self, state: &Crossings) -> Value {
        let seats = self.seats(state);
        let travelled = |seat: usize| -> Travelled {
            let bits = |square| {
                let (word, shift) = self.slot(seats, Seat::new(seat as u8), square);
                state.0[word] >> shift & 0xf
            };
            let numbers = |square| {
                (0..4).filter(|number| bits(square) >> number & 1 != 0).collect::<Vec<u8>>()
            };
            self.all_squares()
                .map(|square| (square, numbers(square)))
                .filter(|(_, numbers)| !numbers.is_empty())
                .collect()
        };
        json!((0..seats).map(travelled).collect::<Vec<_>>())
    }

    /// Reads [`MostCrossings::travelled`] back.
    fn set_travelled(self, state: &mut Crossings, saved: &Value) -> Result<(), String> {
        let seats = self.seats(state);
        let travelled = Vec::<Travelled>::deserialize(saved).map_err(|why| why.to_string())?;
        if travelled.len() != seats {
            return Err(format!("{} entries for {seats} seats", travelled.len()));
        }
        for (seat, squares) in travelled.iter().enumerate() {
            for (&square, numbers) in squares {
                if !self.all_squares().any(|on_board| on_board == square)
                    || numbers.iter().any(|&number| number > 3)
                {
                    return Err(format!(
                        "{square}: squares of the board are needed, and segments from 0 to 3"
                    ));
                }
                let (word, shift) = self.slot(seats, Seat::new(seat as u8), square);
                state.0[word] &= !(0xf << shift);
                for &number in numbers {
                    state.0[word] |= 1 << (shift + usize::from(number));
                }
            }
        }
        Ok(())
    }

    fn all_squares(self) -> impl Iterator<Item = Square> {
        let columns = u16::from(self.columns.max(1));
        (0..self.squares)
            .map(move |number| Square::masked((number % columns) as u8, (number / columns) as u8))
    }
}

/// The travelled segments of one seat, square by square.
type Travelled = BTreeMap<Square, Vec<u8>>;

/// The segments of a tile as pairs of port indices, in the order of their lower ports.
fn segments(tile: Laid) -> impl Iterator<Item = (usize, usize)> {
    Port::all()
        .map(move |port| (port.index(), tile.exit(port).index()))
        .filter(|(one, other)| one < other)
}

impl Rule for MostCrossings {
    fn decl(&self) -> &'static RuleDecl {
        &MOST_CROSSINGS
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        endings_by_points()
    }

    fn start(&self, setup: &Setup<'_>) -> Own {
        let seats = usize::from(setup.seats);
        let bits = (seats * usize::from(self.squares)).div_ceil(SQUARES_PER_WORD);
        Own::unsaved(Crossings(vec![0; seats + bits].into()))
    }

    fn crossed(&self, own: &mut Own, &Crossing { seat, square, tile, from, to, .. }: &Crossing) {
        let state = own.get_mut::<Crossings>();
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let (word, shift) = self.slot(self.seats(state), seat, square);
        let travelled = state.0[word] >> shift;
        let mut crossed = 0;
        for (number, (one, other)) in segments(tile).enumerate() {
            let known = travelled >> number & 1 != 0;
            if (one, other) == (low, high) {
                if known {
                    return;
                }
                state.0[word] |= 1 << (shift + number);
            } else if known {
                crossed += i32::from((low < one && one < high) != (low < other && other < high));
            }
        }
        state.0[seat.index()] += crossed;
    }

    fn removed(&self, own: &mut Own, square: Square) {
        let state = own.get_mut::<Crossings>();
        let seats = self.seats(state);
        for seat in 0..seats {
            let (word, shift) = self.slot(seats, Seat::new(seat as u8), square);
            state.0[word] &= !(0xf << shift);
        }
    }

    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let state = own.get::<Crossings>();
        ending_by_points(table, |seat| state.0[seat.index()].into(), occasion)
    }

    fn scores(&self, _: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        let state = own.get::<Crossings>();
        Some(state.0[..self.seats(state)].iter().map(|&points| points.into()).collect())
    }

    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        let state = own.get::<Crossings>();
        state.0[..self.seats(state)].get(seat.index()).map(|&points| points.into())
    }

    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        let state = own.get_mut::<Crossings>();
        let seats = self.seats(state);
        for (points, &score) in state.0[..seats].iter_mut().zip(scores) {
            *points = i32::try_from(score).unwrap_or(if score < 0 { i32::MIN } else { i32::MAX });
        }
        true
    }

    /// The points are in a field of positions that all rules share.
    fn save(&self, own: &Own) -> Option<Value> {
        Some(self.travelled(own.get()))
    }

    fn restore(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        self.set_travelled(own.get_mut(), saved)
    }
}

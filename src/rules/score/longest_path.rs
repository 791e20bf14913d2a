//! **What it changes.** A player has one point for each time its piece crosses a tile, the last trip of an eliminated
//! piece included. The most points win, and eliminated players keep theirs (V1). The game ends when nobody is alive,
//! the tiles are gone, the board is full, or the only survivor leads.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[score]` `rule = "longest-path"`, as in `rulesets/longest-path.toml`. A piece that crosses two tiles
//! and leaves the board gains two points. A piece that meets another gains the crossings up to the meeting. In a loop
//! each crossing counts once.
//!
//! **Source.** A house rule known from play and from other programs.

use super::{ending_by_points, endings_by_points};
use crate::board::{Laid, Port, Square};
use crate::game::{Abilities, Effect, Ending, Key, Occasion, Rule, RuleContext, RuleFacts, ScoreRule, Seat, Values};

/// One point for each tile crossed (V1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongestPath;

impl Rule for LongestPath {
    const NAME: &'static str = "longest-path";
    const SUMMARY: &'static str = "A point for each tile crossed; most points win";
    const KEYS: &'static [Key] = &[];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        endings_by_points()
    }
}

impl ScoreRule for LongestPath {
    type State = Box<[i64]>;

    fn start(&self, seats: u8, _: u8, _: u8) -> Box<[i64]> {
        vec![0; seats.into()].into()
    }

    fn counts_crossings(&self) -> bool {
        true
    }

    fn crossing(&self, points: &mut Box<[i64]>, seat: Seat, _: Square, _: Laid, _: Port, _: Port) {
        points[seat.index()] += 1;
    }

    fn ending<T: RuleContext + ?Sized>(&self, table: &T, points: &Box<[i64]>, occasion: Occasion) -> Option<Ending> {
        ending_by_points(table, |seat| points[seat.index()], occasion)
    }

    fn scores<T: RuleContext + ?Sized>(&self, _: &T, points: &Box<[i64]>) -> Option<Vec<i64>> {
        Some(points.to_vec())
    }

    fn points(&self, points: &Box<[i64]>, seat: Seat) -> Option<i64> {
        points.get(seat.index()).copied()
    }

    fn set_scores(&self, points: &mut Box<[i64]>, scores: &[i64]) -> bool {
        points.copy_from_slice(scores);
        true
    }
}

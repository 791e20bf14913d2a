//! **What it changes.** A player has one point for each time its piece crosses a tile, the last
//! trip of an eliminated piece included. The most points win, and eliminated players keep theirs
//! (V1). The game ends when no player is alive, the tiles are gone, the board is full, or the only
//! survivor leads.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[score]` `rule = "longest-path"`, as in `rulesets/longest-path.toml`. A piece that
//! crosses two tiles and leaves the board gains two points. A piece that meets another gains the
//! crossings up to the meeting. In a loop each crossing counts once.
//!
//! **Source.** A house rule known from play and from other programs.

use super::endings::{ending_by_points, endings_by_points};
use crate::game::{
    Abilities, Crossing, Effect, Ending, Occasion, Own, Rule, RuleDecl, RuleFacts, RulePhase, Seat,
    Setup, TableView, Texts,
};

/// The rule as files name it.
pub(crate) static LONGEST_PATH: RuleDecl = RuleDecl::new(
    RulePhase::Score,
    "longest-path",
    "A point for each tile crossed; most points win",
    &|_| Some(Box::new(LongestPath)),
)
.rulebook(Texts(&[("fr", "Un point par tuile traversée ; le plus de points gagne")]))
.abilities(Abilities::COUNTS_CROSSINGS.and(Abilities::ENDS));

/// One point for each tile crossed (V1).
#[derive(Debug)]
struct LongestPath;

/// The points of each seat.
type Points = Box<[i64]>;

impl Rule for LongestPath {
    fn decl(&self) -> &'static RuleDecl {
        &LONGEST_PATH
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        endings_by_points()
    }

    fn start(&self, setup: &Setup<'_>) -> Own {
        let points: Points = vec![0; setup.seats.into()].into();
        Own::unsaved(points)
    }

    fn crossed(&self, own: &mut Own, crossing: &Crossing) {
        own.get_mut::<Points>()[crossing.seat.index()] += 1;
    }

    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let points = own.get::<Points>();
        ending_by_points(table, |seat| points[seat.index()], occasion)
    }

    fn scores(&self, _: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        Some(own.get::<Points>().to_vec())
    }

    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        own.get::<Points>().get(seat.index()).copied()
    }

    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        own.get_mut::<Points>().copy_from_slice(scores);
        true
    }
}

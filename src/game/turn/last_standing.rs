//! The ending of the printed rules: the last piece on the board wins (C10, L6, L7, S18, T9).

use crate::board::Size;
use crate::game::basics::data::{Basics, TieBreak};
use crate::game::event::{Ending, Outcome};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::terms::Occasion;
use crate::game::table::core::Core;
use crate::game::table::handle::TableView;

/// How the game has ended, if it has.
#[inline]
pub(super) fn ending<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    occasion: Occasion,
) -> Option<Ending> {
    let alive = core.alive;
    let outcome = match occasion {
        Occasion::TurnLimit => return Some(Ending::at_turn_limit(alive)),
        _ if alive.is_empty() => return Some(all_gone(basics, core, occasion)),
        Occasion::Placement | Occasion::Act if alive.is_single() => Outcome::LastStanding,
        Occasion::TurnEnd if core.tiles_are_gone() || core.board.is_full(&basics.grid) => {
            Outcome::Shared
        }
        _ => return None,
    };
    Some(Ending { winners: alive, outcome })
}

/// The ending when the last pieces are eliminated at the same time (C10, L6, S18).
#[cold]
#[inline(never)]
fn all_gone<Z: Size>(basics: &Basics<Z>, core: &Core<Z>, occasion: Occasion) -> Ending {
    let winners = TableView::new(basics, core).last_to_fall(occasion);
    let outcome = if winners.len() == 1 && core.fallen.len() > 1 {
        Outcome::LastStanding
    } else {
        Outcome::Tie
    };
    Ending { winners, outcome }
}

impl TableView<'_> {
    /// The seats that count as the last to be eliminated when no player is left: all that fell, but
    /// for a placement the active piece and the pieces that met it may count as the first to go
    /// (L6).
    pub(crate) fn last_to_fall(&self, occasion: Occasion) -> SeatSet {
        let fallen = self.fallen();
        if self.tie_break() == TieBreak::ActiveFirst && occasion == Occasion::Placement {
            let survived_longer =
                fallen.without(SeatSet::only(self.active())).without(self.met_active());
            if !survived_longer.is_empty() {
                return survived_longer;
            }
        }
        fallen
    }
}

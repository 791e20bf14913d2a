//! [`Safe`]: the bot that stays alive and keeps a way open.

use super::choice::spares_friends;
use super::one_ahead::OneAhead;
use crate::game::{Observation, Outlook};

/// Random among the placements that keep its piece alive and, as far as it can see, leave it a way
/// on in its next turn.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "a bot without settings")]
pub struct Safe;

impl OneAhead for Safe {
    type Worth = (bool, bool, bool);

    fn worth(&self, see: &Observation<'_>, outlook: &Outlook) -> Self::Worth {
        // With its last tile it cannot see its next placement, but whether any tile could keep its
        // piece alive.
        let last_tile = see.hand().len() == 1;
        let goes_on =
            if last_tile { outlook.ways(see.active()) > 0 } else { outlook.continuations > 0 };
        (outlook.to.is_some(), spares_friends(see, outlook), goes_on)
    }
}

//! [`Timid`]: the bot that keeps away from the others.

use super::choice::{best, nearest, opponents_or_all, others, spares_friends};
use super::one_ahead::OneAhead;
use crate::board::Place;
use crate::game::{Observation, Outlook, Rng};

/// Stays alive, and as far from all other pieces as it can.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "a bot without settings")]
pub struct Timid;

impl OneAhead for Timid {
    type Worth = (bool, bool, bool, Option<u32>, u8);

    fn start_mark(&self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        best(see.start_marks(), rng, |mark| nearest(see, *mark, others(see)))
            .unwrap_or_else(|| see.sample_mark(rng))
    }

    fn worth(&self, see: &Observation<'_>, outlook: &Outlook) -> Self::Worth {
        let left = see
            .in_sight()
            .and(opponents_or_all(see))
            .without(outlook.out)
            .iter()
            .map(|seat| outlook.place(seat));
        let distance = outlook.to.map(|to| nearest(see, to, left).unwrap_or(u32::MAX));
        (
            distance.is_some(),
            spares_friends(see, outlook),
            outlook.ways(see.active()) > 0,
            distance,
            outlook.continuations,
        )
    }
}

//! [`Hunter`]: the bot that attacks the others.

use super::choice::{best, nearest, opponents_or_all, others, spares_friends};
use super::one_ahead::OneAhead;
use crate::board::Place;
use crate::game::{MAX_WAYS, Observation, Outlook, Rng};

/// Eliminates as many others as it can; otherwise closes their ways and comes near them, as long as
/// it stays alive itself.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "a bot without settings")]
pub struct Hunter;

impl OneAhead for Hunter {
    type Worth = (bool, bool, bool, u8, u32, i64, u8);

    fn start_mark(&self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        let near =
            |mark: &Place| nearest(see, *mark, others(see)).map_or(0, |steps| -i64::from(steps));
        best(see.start_marks(), rng, near).unwrap_or_else(|| see.sample_mark(rng))
    }

    fn worth(&self, see: &Observation<'_>, outlook: &Outlook) -> Self::Worth {
        let prey = see.in_sight().and(opponents_or_all(see));
        let killed = outlook.out.and(prey);
        let goes_on = outlook.ways(see.active()) > 0 || killed == prey;
        let closed: u32 = prey.iter().map(|seat| u32::from(MAX_WAYS - outlook.ways(seat))).sum();
        let left = prey.without(killed).iter().map(|seat| outlook.place(seat));
        let distance = outlook.to.and_then(|to| nearest(see, to, left)).unwrap_or(0);
        (
            outlook.to.is_some(),
            spares_friends(see, outlook),
            goes_on,
            killed.len(),
            closed,
            -i64::from(distance),
            outlook.continuations,
        )
    }
}

//! [`Random`]: the bot that chooses at random.

use super::Bot;
use crate::board::Laid;
use crate::game::{Observation, Rng};

/// Chooses at random, exactly as [`Uniform`](crate::game::Uniform) does from the same seed, but
/// more slowly.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "a bot without settings")]
pub struct Random;

impl Bot for Random {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        see.sample_placement(rng)
    }

    fn wants_events(&self) -> bool {
        false
    }
}

//! The bot without a plan.

use super::Bot;
use crate::board::Laid;
use crate::game::{Observation, Rng};

/// Every legal choice is equally likely. Decides exactly as [`Uniform`](crate::game::Uniform) does, only slower.
#[derive(Debug, Clone, Copy)]
pub struct Random;

impl Bot for Random {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        see.sample_placement(rng)
    }

    fn wants_events(&self) -> bool {
        false
    }
}

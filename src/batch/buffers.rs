//! [`BatchBuffers`]: arrays that a program owns, for a batch to write.

use super::arrays::BatchArrays;
use super::lanes::GameBatch;

/// Arrays of the right lengths for a batch, to hand over as [`BatchArrays`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BatchBuffers {
    /// See [`BatchArrays::observations`].
    pub observations: Vec<u8>,
    /// See [`BatchArrays::masks`].
    pub masks: Vec<u8>,
    /// See [`BatchArrays::seats`].
    pub seats: Vec<u8>,
    /// See [`BatchArrays::rewards`].
    pub rewards: Vec<f32>,
    /// See [`BatchArrays::dones`].
    pub dones: Vec<u8>,
    /// See [`BatchArrays::states`].
    pub states: Vec<u8>,
    /// See [`BatchArrays::finals`].
    pub finals: Vec<u8>,
}

impl BatchBuffers {
    /// Arrays for this batch, filled with 0.
    pub fn new(batch: &GameBatch) -> Self {
        let games = batch.games();
        let lens = batch.row_lens();
        Self {
            observations: vec![0; games * lens.observation],
            masks: vec![0; games * lens.mask],
            seats: vec![0; games],
            rewards: vec![0.0; games * lens.rewards],
            dones: vec![0; games],
            states: vec![0; games * lens.state],
            finals: vec![0; games * lens.finals],
        }
    }

    /// The arrays, to be written.
    pub fn arrays(&mut self) -> BatchArrays<'_> {
        BatchArrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            dones: &mut self.dones,
            states: &mut self.states,
            finals: &mut self.finals,
        }
    }
}

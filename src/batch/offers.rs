//! [`Offers`]: what each game of a batch allows, kept together so that a step need not look into
//! every lane before it begins.

use super::arrays::BatchError;

/// For each lane the actions that are allowed, and one of them drawn at random.
pub(super) struct Offers {
    /// How many words of `allowed` a lane has.
    words: usize,
    /// A bit for each action that is allowed.
    allowed: Vec<u64>,
    samples: Vec<u16>,
}

/// The offers of some lanes.
pub(super) struct Offer<'a> {
    words: usize,
    pub allowed: &'a mut [u64],
    pub sample: &'a mut [u16],
}

impl Offers {
    /// The offers of `lanes` lanes, with `actions` actions each.
    pub(super) fn new(lanes: usize, actions: usize) -> Self {
        let words = actions.div_ceil(64);
        Self { words, allowed: vec![0; lanes * words], samples: vec![0; lanes] }
    }

    /// All of them, to be written.
    pub(super) fn all(&mut self) -> Offer<'_> {
        Offer { words: self.words, allowed: &mut self.allowed, sample: &mut self.samples }
    }

    /// The actions that were drawn.
    pub(super) fn samples(&self) -> &[u16] {
        &self.samples
    }

    /// Checks that each action is allowed.
    pub(super) fn check(&self, actions: &[u16]) -> Result<(), BatchError> {
        let wrong = self
            .allowed
            .chunks(self.words)
            .zip(actions)
            .position(|(allowed, &action)| !allows(allowed, action));
        wrong.map_or(Ok(()), |game| Err(BatchError::Illegal { game, action: actions[game] }))
    }
}

/// Whether the bit of an action is set.
fn allows(allowed: &[u64], action: u16) -> bool {
    let word = allowed.get(usize::from(action) / 64);
    word.is_some_and(|word| word >> (action % 64) & 1 == 1)
}

impl Offer<'_> {
    /// Whether the first of the lanes allows an action.
    pub(super) fn allows(&self, action: u16) -> bool {
        allows(&self.allowed[..self.words], action)
    }

    /// The offers of the first `lanes` lanes, and of the rest.
    pub(super) fn split(self, lanes: usize) -> (Self, Self) {
        let words = self.words;
        let (allowed, more_allowed) = self.allowed.split_at_mut(lanes * words);
        let (sample, more_samples) = self.sample.split_at_mut(lanes);
        (
            Self { words, allowed, sample },
            Self { words, allowed: more_allowed, sample: more_samples },
        )
    }
}

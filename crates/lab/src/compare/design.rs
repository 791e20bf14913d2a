//! What was planned before the first game: how many blocks, and what stops a run. It decides how
//! the results are judged.

use super::claim::Claim;
use super::tally::Blocks;
use crate::stats::Confidence;
use serde::{Deserialize, Serialize};

/// The number of blocks for which confidence sequences are tuned where no number of blocks was
/// planned.
const TUNED: f64 = 10_000.0;

/// What ends a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoppingRule {
    /// The planned number of blocks.
    Fixed,
    /// Intervals that reach at most this far to each side: a share, or a part of A's value.
    Until(f64),
    /// The decision on a claim.
    Claim(Claim),
    /// Nothing that was planned: a part of a run whose size is not known, or parts of different
    /// runs.
    Open,
}

/// The plan of a run: how many blocks, and what stops it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// The planned number of blocks, or the largest number where something else stops the run;
    /// `None` without such a number.
    pub blocks: Option<u64>,
    /// What stops the run.
    pub stop: StoppingRule,
}

impl Design {
    /// The design of a run that stops after this number of blocks.
    pub const fn fixed(blocks: u64) -> Self {
        Self { blocks: Some(blocks), stop: StoppingRule::Fixed }
    }

    /// The design of blocks that were played without a plan.
    pub const fn open() -> Self {
        Self { blocks: None, stop: StoppingRule::Open }
    }

    /// A design with another rule for stopping; `blocks` is the largest number that is played.
    pub const fn stopped_by(stop: StoppingRule, blocks: Option<u64>) -> Self {
        Self { blocks, stop }
    }

    /// Whether exactly the planned blocks were played, and a number of blocks was what was planned.
    pub fn is_completed(&self, played: &Blocks) -> bool {
        self.stop == StoppingRule::Fixed
            && self.blocks == Some(played.from_start())
            && played.from_start() == played.count()
    }

    /// How the blocks that were played have to be judged: as planned if exactly the planned number
    /// was played; otherwise as results that were looked at again and again.
    pub fn confidence(&self, played: &Blocks) -> Confidence {
        if self.is_completed(played) {
            Confidence::Fixed
        } else {
            Confidence::Always { tuned: self.blocks.map_or(TUNED, |blocks| blocks as f64) }
        }
    }

    /// The design of the blocks of two parts together. A claim is tested in the order of the games,
    /// so parts of such a run have no design together.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let is_claim = matches!(self.stop, StoppingRule::Claim(_));
        if self == other && !is_claim { self.clone() } else { Self::open() }
    }

    /// Whether its numbers are possible.
    pub(super) fn is_sound(&self, most: u64) -> bool {
        let stops = match &self.stop {
            StoppingRule::Fixed => self.blocks.is_some(),
            StoppingRule::Until(width) => *width > 0.0 && *width < 1.0,
            StoppingRule::Claim(claim) => claim.is_sound(),
            StoppingRule::Open => true,
        };
        stops && self.blocks.is_none_or(|blocks| (1..=most).contains(&blocks))
    }
}

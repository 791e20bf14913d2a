//! A part of an experiment as text: its plan and its sums, not its games. Parts of different blocks add up to the whole.

use super::plan::{Plan, Table};
use super::tally::Tally;
use crate::game::MAX_SEATS;
use crate::lab::stats::Confidence;
use serde::{Deserialize, Serialize};

/// The format's number; another one is not read.
const FORMAT: u32 = 1;

/// Some blocks of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// [`FORMAT`].
    #[serde(rename = "tsuro_part")]
    format: u32,
    /// What is played.
    pub plan: Plan,
    /// What the blocks came to.
    pub tally: Tally,
    /// If it was looked at while it was played and may have been stopped for what was seen: the number of blocks for which its
    /// [confidence sequences](Confidence::Always) are tuned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    looked: Option<u64>,
}

/// Why a part cannot be read or added.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// Not such a file.
    #[error("not a part of a comparison: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Another format.
    #[error("format {0} of parts is not known, only {FORMAT}")]
    Format(u32),
    /// The sums are not those of the plan.
    #[error("the sums do not belong to the plan of the part")]
    Shape,
    /// Numbers that no games come to.
    #[error("the sums are not such as games come to")]
    Unbounded,
    /// Another experiment.
    #[error("another experiment: {0} differ")]
    Plan(&'static str),
    /// The same blocks again.
    #[error("block {0} is in both")]
    Twice(u64),
}

impl Part {
    /// The blocks of `tally`, played by `plan`.
    pub fn new(plan: Plan, tally: Tally) -> Self {
        Self { format: FORMAT, plan, tally, looked: None }
    }

    /// The same, played and looked at with this confidence.
    #[must_use]
    pub fn with_confidence(self, confidence: Confidence) -> Self {
        let looked = match confidence {
            Confidence::Fixed => None,
            Confidence::Always { tuned } => Some(tuned as u64),
        };
        Self { looked, ..self }
    }

    /// The confidence with which it has to be judged: however few of its blocks were looked at while playing, all were.
    pub fn confidence(&self) -> Confidence {
        self.looked.map_or(Confidence::Fixed, |tuned| Confidence::Always { tuned: tuned as f64 })
    }

    /// Reads one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, PartError> {
        let part: Self = serde_json::from_str(text)?;
        if part.format != FORMAT {
            return Err(PartError::Format(part.format));
        }
        let can_sit = |table: &Table| (1..=MAX_SEATS).contains(&table.players.into()) && table.seating().is_ok();
        if part.plan.sides.is_empty() || !part.plan.tables.iter().all(can_sit) || !part.tally.fits(&part.plan) {
            return Err(PartError::Shape);
        }
        if !part.tally.is_bounded() {
            return Err(PartError::Unbounded);
        }
        Ok(part)
    }

    /// As one line of text.
    ///
    /// # Panics
    /// Never: all of it can be written.
    pub fn write(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_else(|error| unreachable!("a part is plain data: {error}"));
        text + "\n"
    }

    /// Whether another plan plays the same games.
    ///
    /// # Errors
    /// What differs.
    pub fn same_plan(&self, other: &Plan) -> Result<(), PartError> {
        let plan = &self.plan;
        let hashes = |plan: &Plan| plan.sides.iter().map(|side| (side.name.clone(), side.hash.clone())).collect::<Vec<_>>();
        let differs = [
            (plan.version != other.version, "the versions of the program"),
            (hashes(plan) != hashes(other), "the rule sets"),
            (plan.tables != other.tables, "players or bots"),
            (plan.seed != other.seed, "the seeds"),
            (plan.unpaired != other.unpaired, "paired and unpaired games"),
            (plan.families != other.families || plan.iterations != other.iterations, "the metrics"),
        ];
        differs.into_iter().find(|(differs, _)| *differs).map_or(Ok(()), |(_, what)| Err(PartError::Plan(what)))
    }

    /// Adds another part.
    ///
    /// # Errors
    /// If it is of another experiment, has blocks that are there already, or both are too large to be added; then nothing has changed.
    pub fn add(&mut self, other: &Self) -> Result<(), PartError> {
        self.same_plan(&other.plan)?;
        if let Some(block) = self.tally.blocks.overlap(&other.tally.blocks) {
            return Err(PartError::Twice(block));
        }
        let mut tally = self.tally.clone();
        tally.merge(&other.tally);
        if !tally.is_bounded() {
            return Err(PartError::Unbounded);
        }
        self.tally = tally;
        self.looked = self.looked.max(other.looked);
        Ok(())
    }
}

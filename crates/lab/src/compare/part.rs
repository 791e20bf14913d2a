//! A part of an experiment as a text file: its plan and the sums of some blocks. Parts add up to
//! the whole experiment.

use super::claim::ClaimLook;
use super::design::{Design, StoppingRule};
use super::plan::{ExperimentPlan, PlanTable};
use super::tally::Tally;
use crate::stats::Confidence;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::ops::Range;
use tsuro::game::MAX_SEATS;

/// The version of the format; no other is read.
const FORMAT: u32 = 3;

/// How a part ends: with the SHA-256 of everything before it, in hexadecimal.
const CHECKSUM: &str = ",\"sha256\":\"";

/// The length of the checksum with the quotation mark and the brace after it.
const CHECKSUM_LENGTH: usize = 66;

/// The largest number of blocks of an experiment: all block numbers are below it.
pub const MOST_BLOCKS: u64 = 1_000_000_000_000;

/// The largest count in a part, and the largest sum of a list of counts. [`MOST_BLOCKS`] blocks
/// come nowhere near it, and sums of such numbers fit into 64 bits.
const MOST_COUNTED: u64 = 1 << 56;

/// The largest sum of products of two or three numbers in a part; these are written as text. Sums
/// of such numbers fit into 128 bits, and [`MOST_BLOCKS`] blocks stay below it.
const MOST_SUMMED: u128 = 1 << 118;

/// The sums of some blocks of an experiment, with its plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// [`FORMAT`].
    #[serde(rename = "tsuro_part")]
    format: u32,
    /// How many blocks were planned, and what stops the run.
    pub design: Design,
    /// The looks at a claim, if the design has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<ClaimLook>,
    /// The plan of the experiment.
    pub plan: ExperimentPlan,
    /// The sums of the blocks.
    pub tally: Tally,
}

/// Why a part cannot be read or added.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// The text is not a part.
    #[error("not a part of a comparison: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The text was altered after it was written, or cut off.
    #[error("the checksum does not fit: the part was altered or cut off after it was written")]
    Checksum,
    /// The format is another one.
    #[error("format {0} of parts is not known, only {FORMAT}")]
    Format(u32),
    /// The numbers of blocks are impossible, or a count is too large.
    #[error("the part has impossible numbers: blocks are numbered from 0 to {}, and no count may \
        be larger than that many blocks allow", MOST_BLOCKS - 1)]
    Numbers,
    /// The sums do not have the shape that the plan asks for.
    #[error("the sums do not belong to the plan of the part")]
    Shape,
    /// The parts are of different experiments.
    #[error("another experiment: {0} differ")]
    ExperimentPlan(&'static str),
    /// A block is in both parts.
    #[error("block {0} is in both")]
    Twice(u64),
}

impl Part {
    /// A part with the blocks of `tally`, which were played by `plan` and `design`.
    pub fn new(plan: ExperimentPlan, design: Design, tally: Tally) -> Self {
        Self { format: FORMAT, design, looks: Vec::new(), plan, tally }
    }

    /// The same part, with the looks that were taken at its claim.
    #[must_use]
    pub fn with_looks(self, looks: Vec<ClaimLook>) -> Self {
        Self { looks, ..self }
    }

    /// A text that tells plans apart, for the names of files: 16 digits of the SHA-256 of a part
    /// without games.
    pub fn plan_id(plan: &ExperimentPlan) -> String {
        let nothing = Self::new(plan.clone(), Design::open(), Tally::new(plan)).write();
        let mut id = checksum(&nothing);
        id.truncate(16);
        id
    }

    /// The confidence with which it has to be judged: by its design, if exactly that was played.
    pub fn confidence(&self) -> Confidence {
        self.design.confidence(&self.tally.blocks)
    }

    /// Reads a part.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<Self, PartError> {
        #[derive(Deserialize)]
        struct Version {
            tsuro_part: u32,
        }
        let Version { tsuro_part } = serde_json::from_str(text)?;
        if tsuro_part != FORMAT {
            return Err(PartError::Format(tsuro_part));
        }
        if !has_checksum(text) {
            return Err(PartError::Checksum);
        }
        let part: Self = serde_json::from_str(text)?;
        let can_sit = |table: &PlanTable| {
            (1..=MAX_SEATS).contains(&table.players.into()) && table.seating().is_ok()
        };
        if part.plan.sides.is_empty()
            || !part.plan.tables.iter().all(can_sit)
            || !part.tally.fits(&part.plan)
        {
            return Err(PartError::Shape);
        }
        let is_sound = part.design.is_sound(MOST_BLOCKS)
            && part.looks.iter().all(|look| look.ratio.is_finite() && look.difference.is_finite());
        if !is_sound {
            return Err(PartError::Numbers);
        }
        check_numbers(&part.tally)?;
        Ok(part)
    }

    /// Writes the part as one line of text, whose last field is the checksum of everything before
    /// it.
    ///
    /// # Panics
    /// Never: a part can always be written.
    pub fn write(&self) -> String {
        let text = serde_json::to_string(self)
            .unwrap_or_else(|error| unreachable!("a part is plain data: {error}"));
        Self::with_checksum(&text)
    }

    /// The text of a part with the checksum that belongs to it, for programs that write or alter
    /// parts. An older checksum at its end is replaced.
    pub fn with_checksum(text: &str) -> String {
        let text = text.trim_end();
        let sealed = text.rsplit_once(CHECKSUM).filter(|(_, sum)| sum.len() == CHECKSUM_LENGTH);
        let body = sealed.map_or(text.strip_suffix('}').unwrap_or(text), |(body, _)| body);
        format!("{body}{CHECKSUM}{}\"}}\n", checksum(body))
    }

    /// Checks that another plan plays the same games.
    ///
    /// # Errors
    /// What differs.
    pub fn same_plan(&self, other: &ExperimentPlan) -> Result<(), PartError> {
        let plan = &self.plan;
        let hashes = |plan: &ExperimentPlan| {
            plan.sides.iter().map(|side| (side.name.clone(), side.hash.clone())).collect::<Vec<_>>()
        };
        let differs = [
            (plan.version != other.version, "the versions of the program"),
            (hashes(plan) != hashes(other), "the rule sets"),
            (plan.tables != other.tables, "players or bots"),
            (plan.seed != other.seed, "the seeds"),
            (plan.unpaired != other.unpaired, "paired and unpaired games"),
            (plan.families != other.families || plan.iterations != other.iterations, "the metrics"),
        ];
        differs
            .into_iter()
            .find(|(differs, _)| *differs)
            .map_or(Ok(()), |(_, what)| Err(PartError::ExperimentPlan(what)))
    }

    /// Adds another part.
    ///
    /// # Errors
    /// The other part is of another experiment, has a block that this one has, or the sums of both
    /// are too large; nothing changes then.
    pub fn add(&mut self, other: &Self) -> Result<(), PartError> {
        self.same_plan(&other.plan)?;
        if let Some(block) = self.tally.blocks.overlap(&other.tally.blocks) {
            return Err(PartError::Twice(block));
        }
        let mut tally = self.tally.clone();
        tally.merge(&other.tally);
        check_numbers(&tally)?;
        self.tally = tally;
        self.design = self.design.joined(&other.design);
        if !matches!(self.design.stop, StoppingRule::Claim(_)) {
            self.looks.clear();
        }
        Ok(())
    }
}

/// Whether a text ends with the checksum of everything before it.
pub(crate) fn has_checksum(text: &str) -> bool {
    let parts = text.trim_end().rsplit_once(CHECKSUM);
    parts.is_some_and(|(body, sum)| sum.strip_suffix("\"}") == Some(&checksum(body)))
}

/// The SHA-256 of a text in hexadecimal.
pub(crate) fn checksum(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Checks that blocks and counts are possible, so that nothing computed from the sums overflows.
fn check_numbers(tally: &Tally) -> Result<(), PartError> {
    let blocks: Vec<Range<u64>> = tally.blocks.ranges().collect();
    let apart = blocks.windows(2).all(|two| two[0].end < two[1].start);
    let sound = blocks.iter().all(|range| range.start < range.end && range.end <= MOST_BLOCKS);
    if apart && sound && can_be_added(&serde_json::to_value(tally)?) {
        Ok(())
    } else {
        Err(PartError::Numbers)
    }
}

/// Whether all numbers in a value are so small that they can be added up without overflow.
fn can_be_added(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            number.as_i64().is_some_and(|number| number.unsigned_abs() <= MOST_COUNTED)
        }
        Value::String(sum) => {
            sum.parse::<i128>().is_ok_and(|sum| sum.unsigned_abs() <= MOST_SUMMED)
        }
        Value::Array(items) => {
            let counted: u128 = items
                .iter()
                .filter_map(Value::as_i64)
                .map(|count| u128::from(count.unsigned_abs()))
                .sum();
            counted <= MOST_COUNTED.into() && items.iter().all(can_be_added)
        }
        Value::Object(fields) => fields.values().all(can_be_added),
        Value::Null | Value::Bool(_) => true,
    }
}

//! [`Fault`]: what a bot outside the program can do wrong; and [`Faults`], how often it happened.

use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Why a bot outside the program made no valid choice, so that another was made for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(clippy::exhaustive_enums, reason = "each has a sentence in every language")]
pub enum Fault {
    /// What it answered is not a choice.
    #[error("answered {answer:?}, which is not the number of a choice from 0 to {last}")]
    Answer {
        /// The beginning of the answer.
        answer: String,
        /// The number of the last choice.
        last: usize,
    },
    /// It wrote more than it was asked for.
    #[error("wrote {what}")]
    Flood {
        /// What it wrote too much of.
        what: &'static str,
    },
    /// It answered too late, or not at all.
    #[error("did not answer within {milliseconds} ms")]
    Late {
        /// The time that it had.
        milliseconds: u64,
    },
    /// It ended, or closed its output.
    #[error("ended{}", if .status.is_empty() { String::new() } else { format!(" ({})", .status) })]
    Gone {
        /// Its exit status; empty if it is not known.
        status: String,
    },
    /// It is not asked any more, because of an earlier fault.
    #[error("is not asked any more, after {after}")]
    Unasked {
        /// The earlier fault.
        after: &'static str,
    },
    /// It could not be started.
    #[error("cannot be started: {why}")]
    NotStarted {
        /// Why, as a lower-case fragment.
        why: String,
    },
}

impl Fault {
    /// The kind of fault, by which faults are counted: the end of a sentence, without the details
    /// of this one.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Answer { .. } => "answered what is not a choice",
            Self::Flood { .. } => "flooded its output",
            Self::Late { .. } => "did not answer in time",
            Self::Gone { .. } => "ended",
            Self::Unasked { .. } => "was not asked any more",
            Self::NotStarted { .. } => "could not be started",
        }
    }
}

/// The number of faults of each kind, with the first fault of the kind. JSON has the numbers alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults(BTreeMap<&'static str, (u64, Fault)>);

impl Faults {
    /// Counts a fault.
    pub fn add(&mut self, fault: &Fault) {
        self.0.entry(fault.kind()).or_insert_with(|| (0, fault.clone())).0 += 1;
    }

    /// Adds the counts of faults that came later.
    pub fn append(&mut self, later: &Self) {
        for (&kind, (count, first)) in &later.0 {
            self.0.entry(kind).or_insert_with(|| (0, first.clone())).0 += count;
        }
    }

    /// The number of faults of all kinds.
    pub fn count(&self) -> u64 {
        self.0.values().map(|(count, _)| count).sum()
    }

    /// Each [kind](Fault::kind) with its number and its first fault.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64, &Fault)> {
        self.0.iter().map(|(&kind, (count, first))| (kind, *count, first))
    }
}

impl Serialize for Faults {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.kinds().map(|(kind, count, _)| (kind, count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_counted_by_kind_and_the_first_of_each_is_kept() {
        let late = |milliseconds| Fault::Late { milliseconds };
        let gone = Fault::Gone { status: String::new() };
        let (mut faults, mut later) = (Faults::default(), Faults::default());
        faults.add(&late(1));
        faults.add(&late(2));
        later.add(&late(3));
        later.add(&gone);
        faults.append(&later);
        let kinds: Vec<_> = faults.kinds().collect();
        assert_eq!(kinds, [("did not answer in time", 3, &late(1)), ("ended", 1, &gone)]);
        assert_eq!(faults.count(), 4);
        assert_eq!(
            serde_json::json!(faults),
            serde_json::json!({ "did not answer in time": 3, "ended": 1 })
        );
    }
}

//! What goes wrong with bots outside the program, and how often.

use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A choice that a bot did not make, or not as it should: another one was made for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// What it answered is not a choice.
    #[error("answered {answer:?}, which is not the number of a choice from 0 to {last}")]
    Answer {
        /// The beginning of the answer.
        answer: String,
        /// The number of the last choice.
        last: usize,
    },
    /// It writes more than it is asked for.
    #[error("wrote {what}")]
    Flood {
        /// What there is too much of.
        what: &'static str,
    },
    /// It answered too late, or not at all.
    #[error("did not answer within {milliseconds} ms")]
    Late {
        /// How long it had.
        milliseconds: u64,
    },
    /// It ended, or closed its output.
    #[error("ended{}", if .status.is_empty() { String::new() } else { format!(" ({})", .status) })]
    Gone {
        /// How, as far as that is known.
        status: String,
    },
    /// It was given up before, and its say is lost for good.
    #[error("is not asked any more, after {after}")]
    Unasked {
        /// What it was given up for.
        after: &'static str,
    },
    /// It cannot be started.
    #[error("cannot be started: {why}")]
    NotStarted {
        /// Why.
        why: String,
    },
}

impl Fault {
    /// What kind of fault it is, as it is counted: part of a sentence, without what was special about this one.
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

/// Faults counted by their kinds, each kind with the first of it. As JSON the counts alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults(BTreeMap<&'static str, (u64, Fault)>);

impl Faults {
    /// Counts one more.
    pub fn add(&mut self, fault: &Fault) {
        self.0.entry(fault.kind()).or_insert_with(|| (0, fault.clone())).0 += 1;
    }

    /// Counts those that came after these.
    pub fn append(&mut self, later: &Self) {
        for (&kind, (count, first)) in &later.0 {
            self.0.entry(kind).or_insert_with(|| (0, first.clone())).0 += count;
        }
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.0.values().map(|(count, _)| count).sum()
    }

    /// Each [kind](Fault::kind) with how often it was, and the first of it.
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
        assert_eq!(serde_json::json!(faults), serde_json::json!({ "did not answer in time": 3, "ended": 1 }));
    }
}

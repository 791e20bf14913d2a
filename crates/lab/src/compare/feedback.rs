//! What players say of recorded games, summed up.

use tsuro::record::{Feedback, FeltLength, feedback_of};

/// What players say of recorded games, without names.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct FeedbackSums {
    /// Number of players who said something.
    pub answers: u64,
    /// Number of players by how much fun it was, 1 to 5.
    pub fun: [u64; 5],
    /// Number of players for whom it was too short, right, too long.
    pub length: [u64; 3],
    /// Number of players who would play it again, and who would not.
    pub again: [u64; 2],
    /// The remarks, in no order that tells whose they are.
    pub remarks: Vec<String>,
}

impl FeedbackSums {
    /// Adds what players said of a game.
    pub fn add(&mut self, lines: &[String]) {
        let said = lines.last().map(|line| feedback_of(line)).unwrap_or_default();
        for Feedback { fun, length, again, remark, .. } in said {
            self.answers += 1;
            if let Some(count) = fun.and_then(|fun| self.fun.get_mut(usize::from(fun) - 1)) {
                *count += 1;
            }
            match length {
                Some(FeltLength::TooShort) => self.length[0] += 1,
                Some(FeltLength::Right) => self.length[1] += 1,
                Some(FeltLength::TooLong) => self.length[2] += 1,
                None => {}
            }
            if let Some(again) = again {
                self.again[usize::from(!again)] += 1;
            }
            self.remarks.extend(remark);
        }
        self.remarks.sort_unstable();
    }

    /// The mean of the fun, 1 to 5.
    pub fn mean_fun(&self) -> Option<f64> {
        let sum: u64 = (1..).zip(self.fun).map(|(fun, count)| fun * count).sum();
        let count: u64 = self.fun.iter().sum();
        (count > 0).then(|| sum as f64 / count as f64)
    }
}

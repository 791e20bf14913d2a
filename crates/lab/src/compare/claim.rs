//! A claim about a difference, tested while the games are played: Wald's sequential probability
//! ratio test on the differences of blocks, with their variance as measured (the generalised test
//! of chess engines' testing frameworks).

use super::judge::findings_for;
use super::plan::{ExperimentPlan, PlanTable};
use super::tally::Tally;
use super::terms::{Terms, metric_of_name};
use crate::metrics::Metric;
use crate::stats::{ALPHA, Confidence, normal_quantile};
use serde::{Deserialize, Serialize};

/// A claim: that a difference, B − A, is at least or at most so large.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The name of the metric, with the numbers of its seats.
    pub metric: String,
    /// The difference that is claimed, in the unit of the metric; the claim holds for larger ones,
    /// too, or for smaller ones where it is below [`against`](Self::against).
    pub bound: f64,
    /// The difference that the claim is tested against.
    pub against: f64,
    /// The probability of accepting the claim where the difference is [`against`](Self::against),
    /// or beyond it.
    pub alpha: f64,
    /// The probability of rejecting the claim where the difference is [`bound`](Self::bound), or
    /// beyond it.
    pub beta: f64,
}

/// Why a claim cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// It is not written as a claim.
    #[error(
        "a claim is written METRIC >= DIFFERENCE or METRIC <= DIFFERENCE, with `against OTHER` if \
         it is not tested against 0: \"turns >= +2 against +1\", \"ties <= -3%\", not {0:?}"
    )]
    Form(String),
    /// There is no such metric.
    #[error(
        "there is no metric {0:?} with one value for a table or seat; docs/metrics.md lists them"
    )]
    Unknown(String),
    /// The claimed difference is on the wrong side of the other.
    #[error(
        "the claim {0:?} leaves no room: with >= the difference lies above the one it is tested \
         against, with <= below it"
    )]
    Sides(String),
    /// No two shares are as far apart.
    #[error("two shares differ by at most 100%, so {0:?} is impossible")]
    Share(String),
    /// There are more rule sets than two, or fewer.
    #[error("a claim is about two rule sets")]
    RuleSets,
    /// There are several tables.
    #[error("a claim is about one table: give one number of players and one bot")]
    Tables,
    /// The table does not measure the metric as a mean over games.
    #[error(
        "{0} is not measured as a mean over games at this table: another kind of metric or number \
         of players is needed"
    )]
    NotMeasured(String),
}

/// What is known of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimState {
    /// The claim holds.
    Accepted,
    /// The claim does not hold.
    Rejected,
    /// More games are needed.
    Undecided,
}

/// One look at a claim.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ClaimLook {
    /// The number of blocks.
    pub blocks: u64,
    /// The difference, B − A.
    pub difference: f64,
    /// The logarithm of how much more likely the games are if the claim is true than if it is not.
    pub ratio: f64,
}

/// A claim with the looks that were taken at it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClaimResult {
    /// The claim.
    pub claim: Claim,
    /// The looks, in their order.
    pub looks: Vec<ClaimLook>,
}

impl ClaimResult {
    /// A claim that has not been looked at.
    pub const fn new(claim: Claim) -> Self {
        Self { claim, looks: Vec::new() }
    }

    /// What is known after the last look.
    pub fn state(&self) -> ClaimState {
        let (low, high) = self.claim.limits();
        match self.looks.last() {
            Some(look) if look.ratio >= high => ClaimState::Accepted,
            Some(look) if look.ratio <= low => ClaimState::Rejected,
            _ => ClaimState::Undecided,
        }
    }

    /// Takes a look at the games of an experiment with two rule sets and one table. Returns what is
    /// known then.
    pub fn look(&mut self, plan: &ExperimentPlan, tally: &Tally) -> ClaimState {
        let terms = Terms::new(Confidence::Fixed, 0.01);
        let found = findings_for(plan, tally, &terms, |metric| {
            self.claim.metric().is_some_and(|known| known.name == metric.name)
        });
        if let Some(difference) =
            found.iter().find(|one| one.name == self.claim.metric).and_then(|one| one.difference)
        {
            let half = (difference.interval.1 - difference.interval.0) / 2.0;
            let error = (half / normal_quantile(1.0 - ALPHA / 2.0)).max(f64::MIN_POSITIVE.sqrt());
            let Claim { bound, against, .. } = self.claim;
            let ratio = (bound - against) * (difference.value - f64::midpoint(bound, against))
                / (error * error);
            self.looks.push(ClaimLook {
                blocks: tally.blocks.count(),
                difference: difference.value,
                ratio,
            });
        }
        self.state()
    }
}

impl Claim {
    /// Reads a claim such as `turns >= +2 against +1` or `ties <= -3%`; without `against` it is
    /// tested against 0.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str, alpha: f64, beta: f64) -> Result<Self, ClaimError> {
        let form = || ClaimError::Form(text.to_owned());
        let (is_least, (name, rest)) = match (text.split_once(">="), text.split_once("<=")) {
            (Some(parts), None) => (true, parts),
            (None, Some(parts)) => (false, parts),
            _ => return Err(form()),
        };
        let number = |text: &str| -> Option<f64> {
            let (digits, scale) =
                text.trim().strip_suffix('%').map_or((text, 1.0), |digits| (digits, 0.01));
            let number: f64 = digits.trim().replace('−', "-").parse().ok()?;
            (number.abs() < 1e12).then_some(number * scale)
        };
        let (bound, against) =
            rest.split_once("against").map_or((rest, "0"), |(bound, against)| (bound, against));
        let (name, bound, against) = (
            name.trim().to_owned(),
            number(bound).ok_or_else(form)?,
            number(against).ok_or_else(form)?,
        );
        let claim = Self { metric: name.clone(), bound, against, alpha, beta };
        let Some(metric) = claim.metric() else { return Err(ClaimError::Unknown(name)) };
        if metric.unit.is_share() && bound.abs().max(against.abs()) > 1.0 {
            return Err(ClaimError::Share(text.to_owned()));
        }
        let has_room = if is_least { bound > against } else { bound < against };
        if has_room { Ok(claim) } else { Err(ClaimError::Sides(text.to_owned())) }
    }

    /// Checks that the claim concerns one of the values that a plan measures, at its only table.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, plan: &ExperimentPlan) -> Result<(), ClaimError> {
        let tables: Vec<&PlanTable> =
            plan.tables.iter().filter(|table| !table.skill_only).collect();
        let [table] = tables[..] else { return Err(ClaimError::Tables) };
        if plan.sides.len() != 2 {
            return Err(ClaimError::RuleSets);
        }
        let is_derived = self.metric().is_some_and(|metric| metric.value.is_derived());
        if is_derived || !plan.columns(table).iter().any(|column| column.name == self.metric) {
            return Err(ClaimError::NotMeasured(self.metric.clone()));
        }
        Ok(())
    }

    /// The metric that it makes a claim on.
    pub fn metric(&self) -> Option<&'static Metric> {
        metric_of_name(&self.metric)
    }

    /// The logarithms of the ratio at which the claim is rejected and accepted (A. Wald,
    /// *Sequential Analysis*, 1947).
    pub fn limits(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// Whether its numbers are possible.
    pub(super) fn is_sound(&self) -> bool {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let is_finite = [self.bound, self.against].iter().all(|number| number.abs() < 1e12);
        is_rate(self.alpha)
            && is_rate(self.beta)
            && is_finite
            && (self.bound - self.against).abs() > 0.0
            && self.metric().is_some()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_with_both_of_their_bounds() {
        let claim = Claim::parse("turns >= +2 against 1", 0.05, 0.1).unwrap();
        assert_eq!((claim.metric.as_str(), claim.bound, claim.against), ("turns", 2.0, 1.0));
        let (low, high) = claim.limits();
        assert!(
            (low - libm::log(0.1 / 0.95)).abs() < 1e-12
                && (high - libm::log(0.9 / 0.05)).abs() < 1e-12
        );
        let ties = Claim::parse("ties<=-3%", 0.05, 0.05).unwrap();
        assert!((ties.bound + 0.03).abs() < 1e-12 && ties.against == 0.0);
        for far in ["ties >= 2", "ties <= -3% against 150%", "win-share-0 >= 101%"] {
            assert_eq!(Claim::parse(far, 0.05, 0.05), Err(ClaimError::Share(far.into())));
        }
        assert_eq!(Claim::parse("turns 2", 0.05, 0.05), Err(ClaimError::Form("turns 2".into())));
        assert_eq!(
            Claim::parse("turns >= 2 <= 3", 0.05, 0.05),
            Err(ClaimError::Form("turns >= 2 <= 3".into()))
        );
        assert_eq!(Claim::parse("trns >= 2", 0.05, 0.05), Err(ClaimError::Unknown("trns".into())));
        assert_eq!(
            Claim::parse("turns >= -2", 0.05, 0.05),
            Err(ClaimError::Sides("turns >= -2".into()))
        );
        assert_eq!(
            Claim::parse("turns <= 2 against 2", 0.05, 0.05),
            Err(ClaimError::Sides("turns <= 2 against 2".into()))
        );
    }

    #[test]
    fn a_claim_is_decided_where_the_ratio_passes_a_limit() {
        let mut result = ClaimResult::new(Claim::parse("turns >= 2", 0.05, 0.05).unwrap());
        assert_eq!(result.state(), ClaimState::Undecided);
        for (ratio, state) in [
            (2.9, ClaimState::Undecided),
            (2.95, ClaimState::Accepted),
            (-2.95, ClaimState::Rejected),
        ] {
            result.looks.push(ClaimLook { blocks: 128, difference: 0.0, ratio });
            assert_eq!(result.state(), state);
        }
    }
}

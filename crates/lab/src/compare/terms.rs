//! How findings are judged: the confidence of the intervals, and the margins below which
//! differences do not matter.

use crate::metrics::{self, Metric, MetricScope};
use crate::stats::Confidence;
use std::collections::BTreeMap;

/// How findings are judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// How often the results are looked at, on which the width of the intervals depends.
    pub confidence: Confidence,
    /// The margins below which differences do not matter.
    pub margins: Margins,
}

impl Terms {
    /// Terms with one margin for all metrics: percentage points (as 0–1) for shares, a part of A's
    /// value for the rest.
    pub const fn new(confidence: Confidence, margin: f64) -> Self {
        Self { confidence, margins: Margins::new(margin) }
    }
}

/// A margin that was given for one metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// In the unit of the metric; shares as 0–1.
    Absolute(f64),
    /// As a part of A's value.
    Relative(f64),
}

/// How large a difference has to be to matter, for each metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins {
    /// The margin of all metrics without one of their own: percentage points (as 0–1) for shares, a
    /// part of A's value for the rest.
    pub usual: f64,
    /// The margins of some metrics, by the name of the metric, with or without the numbers of its
    /// seats.
    of: BTreeMap<String, Margin>,
}

/// Why a margin cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MarginError {
    /// The number is none.
    #[error(
        "a margin is written WIDTH or METRIC=WIDTH, with a number above 0: 1%, turns=2, ties=0.5%, \
         not {0:?}"
    )]
    Form(String),
    /// A margin for all metrics, or for a share, is too large.
    #[error("a margin for all metrics or for a share is above 0% and below 100%, not {0:?}")]
    Share(String),
    /// The metric is not compared.
    #[error("{0} is measured but not compared, so it has no margin")]
    NotCompared(String),
    /// There is no such metric.
    #[error("there is no metric {0:?}; docs/metrics.md lists them")]
    Unknown(String),
}

/// The metric with this name, with or without the numbers of its seats: `win-share`, `win-share-0`.
pub(crate) fn metric_of_name(name: &str) -> Option<&'static Metric> {
    let (mut base, mut seats) = (name, 0);
    while let Some((front, seat)) = base.rsplit_once('-')
        && seat.parse::<u8>().is_ok()
    {
        (base, seats) = (front, seats + 1);
    }
    let per = [MetricScope::Table, MetricScope::Seat, MetricScope::Pair].get(seats)?;
    metrics::find(base).filter(|metric| metric.per == *per)
}

impl Margins {
    /// The same margin for all metrics.
    pub const fn new(usual: f64) -> Self {
        Self { usual, of: BTreeMap::new() }
    }

    /// Reads a list of margins, the later ones before the earlier ones: `1%` for all metrics,
    /// `turns=2` or `turns=5%` (of A's value) or `ties=0.5%` (points) for one.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn parse<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, MarginError> {
        let mut margins = Self::new(0.01);
        for text in texts {
            let form = || MarginError::Form(text.to_owned());
            let (name, width) = text
                .split_once('=')
                .map_or((None, text), |(name, width)| (Some(name.trim()), width));
            let (number, percent) =
                width.trim().strip_suffix('%').map_or((width, false), |number| (number, true));
            let number: f64 = number
                .trim()
                .parse()
                .ok()
                .filter(|number: &f64| *number > 0.0 && *number < 1e12)
                .ok_or_else(form)?;
            let number = if percent { number * 0.01 } else { number };
            let Some(name) = name else {
                margins.usual = if number < 1.0 {
                    number
                } else {
                    return Err(MarginError::Share(text.to_owned()));
                };
                continue;
            };
            let metric = metric_of_name(name).or_else(|| metrics::find(name));
            let metric = metric.ok_or_else(|| MarginError::Unknown(name.to_owned()))?;
            if !metric.is_compared() {
                return Err(MarginError::NotCompared(name.to_owned()));
            }
            if metric.unit.is_share() && number >= 1.0 {
                return Err(MarginError::Share(text.to_owned()));
            }
            let margin = if percent && !metric.unit.is_share() {
                Margin::Relative(number)
            } else {
                Margin::Absolute(number)
            };
            margins.of.insert(name.to_owned(), margin);
        }
        Ok(margins)
    }

    /// The margins as they are written, in the order of the names.
    pub fn as_text(&self) -> Vec<String> {
        let one = |(name, margin): (&String, &Margin)| match margin {
            Margin::Absolute(width) => format!("{name}={width}"),
            Margin::Relative(part) => format!("{name}={}%", 100.0 * part),
        };
        std::iter::once(self.usual.to_string()).chain(self.of.iter().map(one)).collect()
    }

    /// The margin of a value in the unit of its metric; `a` is A's value.
    pub fn width(&self, metric: &Metric, name: &str, a: f64) -> f64 {
        match self.of.get(name).or_else(|| self.of.get(metric.name)) {
            Some(Margin::Absolute(width)) => *width,
            Some(Margin::Relative(part)) => part * a.abs(),
            None if metric.unit.is_share() => self.usual,
            None => self.usual * a.abs(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn margins_are_read_for_all_metrics_and_for_one() {
        let margins = Margins::parse(["2%", "turns=3", "rounds=5%", "win-share-0=0.5%"]).unwrap();
        let width = |name: &str| margins.width(metric_of_name(name).unwrap(), name, 40.0);
        let near = |name: &str, wanted: f64| {
            assert!((width(name) - wanted).abs() < 1e-12, "{name}: {}", width(name));
        };
        near("ties", 0.02);
        near("turns", 3.0);
        near("rounds", 2.0);
        near("win-share-0", 0.005);
        near("win-share-1", 0.02);
        near("tiles-placed", 0.8);
        assert_eq!(
            Margins::parse(["turns=2", "ties=0.01"]).unwrap().as_text(),
            ["0.01", "ties=0.01", "turns=2"]
        );
        assert_eq!(Margins::parse(["half"]), Err(MarginError::Form("half".into())));
        assert_eq!(Margins::parse(["-1%"]), Err(MarginError::Form("-1%".into())));
        assert_eq!(Margins::parse(["trns=1%"]), Err(MarginError::Unknown("trns".into())));
        let entropy = Err(MarginError::NotCompared("seat-entropy".into()));
        assert_eq!(Margins::parse(["seat-entropy=1%"]), entropy);
        for wide in ["150%", "ties=2", "win-share-0=100%"] {
            assert_eq!(Margins::parse([wide]), Err(MarginError::Share(wide.into())));
        }
    }
}

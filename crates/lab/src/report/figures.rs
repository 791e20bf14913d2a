//! Numbers as people read them: shares in per cent, and no more digits than the interval justifies.

use crate::compare::Finding;
use crate::metrics::Unit;

/// A share in per cent with one digit.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A difference of shares in points, with its sign unless it is zero.
pub(super) fn points(difference: f64) -> String {
    let text = format!("{:+.1}", 100.0 * difference);
    if text.ends_with("0.0") && text.len() == 4 {
        "0.0".to_owned()
    } else {
        text.replace('-', "−")
    }
}

/// How the numbers of one finding are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures {
    digits: usize,
    percent: bool,
}

impl Figures {
    /// The figures for a finding, with digits by the width of its interval.
    pub(super) fn of_finding(finding: &Finding) -> Self {
        let half = |(low, high): (f64, f64)| (high - low) / 2.0;
        let widest = finding
            .difference
            .map(|difference| half(difference.interval))
            .filter(|half| *half > 0.0);
        Self::new(finding.metric.unit, widest.unwrap_or(half(finding.a.interval)))
    }

    /// The figures for numbers in `unit` whose intervals reach `half` to each side.
    pub(super) fn new(unit: Unit, half: f64) -> Self {
        let percent = unit.is_share();
        let half = if percent { 100.0 * half } else { half };
        // One digit beyond the first that is uncertain.
        let digits = if half > 0.0 && half.is_finite() {
            (1.0 - libm::log10(half).floor()).clamp(0.0, 4.0) as usize
        } else {
            2
        };
        Self { digits: digits.min(if percent { 3 } else { 4 }), percent }
    }

    /// A value, with a per cent sign if it is a share.
    pub(super) fn value(self, value: f64) -> String {
        if self.percent { format!("{} %", self.bare(value)) } else { self.bare(value) }
    }

    /// A value without a per cent sign.
    pub(super) fn bare(self, value: f64) -> String {
        let value = if self.percent { 100.0 * value } else { value };
        // No "-0.0".
        let text = format!("{value:.*}", self.digits);
        if text.trim_start_matches(['-', '0', '.']).is_empty() {
            text.trim_start_matches('-').to_owned()
        } else {
            text.replace('-', "−")
        }
    }

    /// A difference, with `+` or `−` unless it is zero.
    pub(super) fn signed(self, value: f64) -> String {
        let text = self.bare(value);
        let zero = text.trim_start_matches(['0', '.']).is_empty();
        if text.starts_with('−') || zero { text } else { format!("+{text}") }
    }

    /// An interval of a difference.
    pub(super) fn interval(self, (low, high): (f64, f64)) -> String {
        format!("{} to {}", self.signed(low), self.signed(high))
    }

    /// An interval of a value.
    pub(super) fn range(self, (low, high): (f64, f64)) -> String {
        format!("{} to {}", self.bare(low), self.bare(high))
    }
}

/// A factor: `1.3×`, `1,200×`.
pub(super) fn times(number: f64) -> String {
    if number < 100.0 { format!("{number:.1}×") } else { format!("{}×", grouped(number as u64)) }
}

/// A rough number, rounded up to two digits: `about 5,400`.
pub(super) fn about(number: u64) -> String {
    match number {
        0..100 => format!("about {number}"),
        1_000_000_000.. => "thousands of millions of".to_owned(),
        _ => {
            let step = 10u64.pow(number.ilog10() - 1);
            format!("about {}", grouped(number.div_ceil(step) * step))
        }
    }
}

/// A p-value: `p = 0.012`, `p < 0.001`.
pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// A whole number with commas between its thousands: `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    if number < 1000 {
        number.to_string()
    } else {
        format!("{},{:03}", grouped(number / 1000), number % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_digits_than_the_interval_justifies() {
        assert_eq!(Figures::new(Unit::Games, 0.0031).value(0.123_456), "12.35 %");
        assert_eq!(Figures::new(Unit::Turns, 0.4).value(30.123), "30.12");
        assert_eq!(Figures::new(Unit::Turns, 30.0).value(123.4), "123");
        assert_eq!(Figures::new(Unit::Points, 0.01).signed(-0.000_01), "0.0");
        assert_eq!(Figures::new(Unit::Points, 0.01).signed(-0.02), "−2.0");
        assert_eq!(Figures::new(Unit::Points, 0.01).signed(0.02), "+2.0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
        assert_eq!(
            (about(7).as_str(), about(5_352).as_str(), about(990_001).as_str()),
            ("about 7", "about 5,400", "about 1,000,000")
        );
        assert_eq!(
            (probability(0.000_2).as_str(), probability(0.05).as_str()),
            ("p < 0.001", "p = 0.050")
        );
        assert_eq!((times(1.26).as_str(), times(2_345.0).as_str()), ("1.3×", "2,345×"));
    }
}

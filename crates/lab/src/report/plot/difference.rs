//! Plot: one difference with its intervals, as small as a line of text.

use super::{HALF_NUMBER, Svg};
use crate::compare::Difference;
use maud::{Markup, html};

/// Width in units of its own: half of that of the other plots, since it is drawn half as large.
const WIDTH: f64 = 210.0;

/// A difference, of shares (in points) or of other numbers, as a dot with its 95 % interval as a
/// bar, the interval by which it is judged as a thin line, and the margin as a band around 0.
pub fn difference(found: &Difference, is_share: bool, description: &str) -> Markup {
    let (low, high) = found.joint_interval;
    let far = low.abs().max(high.abs()).max(2.0 * found.margin).max(1e-12) * 1.05;
    let centre = WIDTH / 2.0;
    let x = |value: f64| centre + (centre - HALF_NUMBER) * value / far;
    let (y, class) = (11.0, found.verdict.name());
    let mut svg = Svg::new(40.0);
    svg.rect("band", (x(-found.margin), 1.0), (x(found.margin) - x(-found.margin), 20.0));
    svg.line("even", (centre, 0.0), (centre, 22.0));
    svg.scale(22.0, far, is_share, x);
    svg.line(&format!("joint {class}"), (x(low), y), (x(high), y));
    svg.line(&format!("bar {class}"), (x(found.interval.0), y), (x(found.interval.1), y));
    svg.dot(&format!("fill {class}"), (x(found.value), y));
    html! {
        svg role="img" class="one" viewBox={ "0 0 " (WIDTH) " 40" } aria-label=(description) {
            desc { (description) }
            @for element in &svg.elements { (element) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::DifferenceVerdict;

    /// The numbers of a scale were cut where they stood at the end of it: `+20` was read as `+2`.
    #[test]
    fn the_numbers_of_a_scale_are_within_the_drawing() {
        for far in [19.05, 20.0, 0.048, 0.05, 1.0] {
            let found = Difference {
                value: -far,
                interval: (-far, -far),
                joint_interval: (-far, -far),
                paired: false,
                correlation: None,
                saved: 1.0,
                p: 0.0,
                p_report: 0.0,
                verdict: DifferenceVerdict::Lower,
                margin: 0.01 * far,
                detectable: None,
                more_games: None,
                error: 0.0,
                counted_games: 100,
                needed_games: 30,
            };
            for is_share in [false, true] {
                let drawn = difference(&found, is_share, "").into_string();
                let mut numbers = 0;
                for text in drawn.split("<text").skip(1) {
                    let (_, x) = text.split_once(" x=\"").unwrap();
                    let x: f64 = x.split_once('"').unwrap().0.parse().unwrap();
                    let (_, says) = text.split_once('>').unwrap();
                    let says = says.split_once('<').unwrap().0;
                    // A digit is at most 8 units wide.
                    let half = 4.0 * says.chars().count() as f64;
                    assert!(x >= half && x + half <= WIDTH, "{says} at {x}");
                    numbers += 1;
                }
                assert_eq!(numbers, 3, "{drawn}");
            }
        }
    }
}

//! Plot: one difference with its intervals, as small as a line of text.

use super::Svg;
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
    let x = |value: f64| centre + centre * value / far;
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

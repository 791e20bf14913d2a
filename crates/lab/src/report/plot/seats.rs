//! Plot: the win share of each seat.

use super::{Svg, WIDTH, legend_height, percent};
use crate::compare::MetricEstimate;
use maud::Markup;
use tsuro::game::Seat;

/// The win shares of all seats with their intervals, for one side or two, and a line at the even
/// share.
pub fn seats(names: &[&str], shares: &[Vec<MetricEstimate>]) -> Markup {
    let count = shares.first().map_or(0, Vec::len).max(1);
    let even = 1.0 / count as f64;
    let ends = || shares.iter().flatten().flat_map(|share| [share.interval.0, share.interval.1]);
    let low = ends().fold(even, f64::min);
    let high = ends().fold(even, f64::max);
    let (low, high) =
        ((low - 0.1 * (high - low + 0.001)).max(0.0), (high + 0.1 * (high - low + 0.001)).min(1.0));
    let (left, above, tall) = (46.0, legend_height(names), 34.0);
    let x = |share: f64| left + (WIDTH - left - 12.0) * (share - low) / (high - low).max(1e-9);
    let bottom = above + tall * count as f64;
    let mut svg = Svg::new(bottom + 34.0);
    svg.legend(names);
    svg.line("even", (x(even), above), (x(even), bottom));
    for mark in [low, f64::midpoint(low, high), high] {
        svg.text(
            "small middle",
            (x(mark).clamp(left, WIDTH - 20.0), bottom + 14.0),
            &format!("{:.1} %", 100.0 * mark),
        );
    }
    svg.text(
        "small middle",
        (left + (WIDTH - left) / 2.0, bottom + 30.0),
        &format!("share of the wins (even: {})", percent(even)),
    );
    let mut descriptions = Vec::new();
    for seat in 0..count {
        let middle = above + tall * (seat as f64 + 0.5);
        svg.text("small", (4.0, middle + 4.0), &format!("seat {}", Seat::new(seat as u8)));
        for (side, shares) in shares.iter().enumerate() {
            let Some(share) = shares.get(seat) else { continue };
            let class = if side == 0 { "a" } else { "b" };
            let y = if names.len() > 1 { middle - 6.0 + 12.0 * side as f64 } else { middle };
            svg.line(&format!("bar {class}"), (x(share.interval.0), y), (x(share.interval.1), y));
            svg.dot(&format!("fill {class}"), (x(share.value), y));
            descriptions.push(format!(
                "seat {} under {}: {:.1} %",
                Seat::new(seat as u8),
                names[side],
                100.0 * share.value
            ));
        }
    }
    svg.into_figure(
        "Win share of each seat",
        &format!("With 95 % intervals for all seats together. {}.", descriptions.join("; ")),
    )
}

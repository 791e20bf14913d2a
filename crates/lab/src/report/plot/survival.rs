//! Plot: the share of players alive after each round.

use super::{Svg, WIDTH, legend_height, percent, step};
use maud::Markup;

/// The share of players alive after each round, from round 0 on, for one side or two.
pub fn survival(names: &[&str], alive: &[Vec<f64>]) -> Markup {
    let rounds = alive.iter().map(Vec::len).max().unwrap_or_default().max(2) - 1;
    let (left, above, high) = (48.0, legend_height(names), 130.0);
    let x = |round: usize| left + (WIDTH - left - 10.0) * round as f64 / rounds as f64;
    let y = |share: f64| above + high * (1.0 - share);
    let mut svg = Svg::new(above + high + 36.0);
    svg.legend(names);
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.line("grid", (left, y(share)), (WIDTH - 4.0, y(share)));
        svg.text("small end", (left - 5.0, y(share) + 4.0), &percent(share));
    }
    let spaced = (step(rounds as f64, 8.0) as usize).max(1);
    for round in (0..=rounds).step_by(spaced) {
        svg.text("small middle", (x(round), above + high + 15.0), &round.to_string());
    }
    svg.text("small middle", (left + (WIDTH - left) / 2.0, above + high + 31.0), "round");
    let mut descriptions = Vec::new();
    for (side, (shares, name)) in alive.iter().zip(names).enumerate() {
        let mut points = Vec::new();
        for (round, &share) in shares.iter().enumerate() {
            // Steps: a share holds until the next round is over.
            if let Some(&(_, before)) = points.last() {
                points.push((x(round), before));
            }
            points.push((x(round), y(share)));
        }
        svg.path(if side == 0 { "curve a" } else { "curve b" }, &points);
        let half = shares.iter().position(|&share| share < 0.5);
        descriptions.push(
            half.map_or(format!("under {name} at least half live to the end"), |round| {
                format!("under {name} more than half are out by round {round}")
            }),
        );
    }
    svg.into_figure("Players alive by round", &format!("{}.", descriptions.join("; ")))
}

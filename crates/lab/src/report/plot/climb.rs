//! Plot: the share of the wins of learners, by the games that they have played.

use super::{Svg, WIDTH, percent, step};
use crate::learnability::Climb;
use crate::report::figures::grouped;
use maud::Markup;

/// The share of the wins at each stage with its interval, and the level that is to be reached as a
/// dashed line. The stages stand side by side, although each has twice the games of the one before.
pub fn climb(climb: &Climb, level: f64) -> Markup {
    let (left, above, high) = (48.0, 10.0, 170.0);
    let room = (WIDTH - left - 16.0) / climb.stages.len().max(2) as f64;
    let x = |number: usize| left + room * (number as f64 + 0.5);
    let top = climb.stages.iter().map(|stage| stage.interval[1]).fold(level, f64::max);
    let spaced = step(top, 5.0);
    let top = (top / spaced).ceil() * spaced;
    let y = |share: f64| above + high * (1.0 - share / top);
    let mut svg = Svg::new(above + high + 36.0);
    for mark in 0..=(top / spaced).round() as u32 {
        let share = f64::from(mark) * spaced;
        svg.line("grid", (left, y(share)), (WIDTH - 4.0, y(share)));
        svg.text("small end", (left - 5.0, y(share) + 4.0), &percent(share));
    }
    svg.line("even", (left, y(level)), (WIDTH - 4.0, y(level)));
    let every = climb.stages.len().div_ceil(9);
    for (number, stage) in climb.stages.iter().enumerate() {
        if number % every == 0 {
            let games = grouped(stage.games);
            svg.text("small middle", (x(number), above + high + 15.0), &games);
        }
        let [low, high] = stage.interval.map(y);
        svg.line("bar a", (x(number), low), (x(number), high));
        svg.dot("fill a", (x(number), y(stage.share)));
    }
    let points: Vec<(f64, f64)> = climb
        .stages
        .iter()
        .enumerate()
        .map(|(number, stage)| (x(number), y(stage.share)))
        .collect();
    svg.path("curve a", &points);
    svg.text("small middle", (left + (WIDTH - left) / 2.0, above + high + 31.0), "games");
    let at = |stage: Option<&crate::learnability::LearnerStage>| {
        stage.map_or_else(String::new, |stage| {
            format!("{} after {} games", percent(stage.share), grouped(stage.games))
        })
    };
    let (first, last) = (at(climb.stages.first()), at(climb.stages.last()));
    svg.into_figure(
        &format!("Share of the wins among {}", climb.opponent),
        &format!("{first}, {last}; the dashed line is at {}.", percent(level)),
    )
}

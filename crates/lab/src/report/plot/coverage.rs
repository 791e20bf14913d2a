//! Plot: what came into play, a bar for each side and each thing that can happen.

use super::super::FiredShare;
use super::{Svg, WIDTH, legend_height, percent, short};
use maud::Markup;

/// The share of the games in which each thing happened.
pub fn coverage(names: &[&str], fired: &[FiredShare]) -> Markup {
    let above = legend_height(names);
    let row = 18.0 + 9.0 * names.len() as f64;
    let bottom = above + row * fired.len() as f64;
    let mut svg = Svg::new(bottom + 36.0);
    svg.legend(names);
    let (left, right) = (4.0, WIDTH - 4.0);
    let mut descriptions = Vec::new();
    for (index, point) in fired.iter().enumerate() {
        let y = above + row * index as f64;
        svg.text(
            if point.never_happened() { "small never" } else { "small" },
            (left, y + 11.0),
            &short(&point.name, 44),
        );
        let shares = point
            .shares
            .iter()
            .map(|share| share.map_or("–".to_owned(), |(share, _)| percent(share)));
        let shares = shares.collect::<Vec<_>>().join(" · ");
        svg.text("small end", (right, y + 11.0), &shares);
        for (side, share) in point.shares.iter().enumerate() {
            let at = y + 15.0 + 9.0 * side as f64;
            svg.rect("band", (left, at), (right - left, 6.0));
            if let Some((share, _)) = share {
                svg.rect(
                    if side == 0 { "fill a" } else { "fill b" },
                    (left, at),
                    ((right - left) * share, 6.0),
                );
            }
        }
        descriptions.push(format!("{}: {shares}", point.name));
    }
    for (class, share) in [("small", 0.0), ("small middle", 0.5), ("small end", 1.0)] {
        let x = left + (right - left) * share;
        svg.line("even", (x, bottom), (x, bottom + 4.0));
        svg.text(class, (x, bottom + 16.0), &percent(share));
    }
    svg.text("small middle", (WIDTH / 2.0, bottom + 31.0), "share of the games");
    svg.into_figure(
        "What came into play",
        &format!("Share of the games in which it happened. {}.", descriptions.join("; ")),
    )
}

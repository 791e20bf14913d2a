//! What came into play: a bar a side for each thing that can happen.

use super::super::FiredShare;
use super::{Svg, WIDTH, key_height, percent, short};

/// In what share of the games each thing happened.
pub fn coverage(names: &[&str], fired: &[FiredShare]) -> String {
    let above = key_height(names);
    let row = 18.0 + 9.0 * names.len() as f64;
    let mut svg = Svg::new(above + row * fired.len() as f64 + 4.0);
    svg.key(names);
    let (left, right) = (4.0, WIDTH - 4.0);
    let mut told = Vec::new();
    for (index, thing) in fired.iter().enumerate() {
        let y = above + row * index as f64;
        svg.text(if thing.never() { "small never" } else { "small" }, (left, y + 11.0), &short(&thing.name, 44));
        let shares = thing.shares.iter().map(|share| share.map_or("–".to_owned(), |(share, _)| percent(share)));
        let shares = shares.collect::<Vec<_>>().join(" · ");
        svg.text("small end", (right, y + 11.0), &shares);
        for (side, share) in thing.shares.iter().enumerate() {
            let at = y + 15.0 + 9.0 * side as f64;
            svg.rect("band", (left, at), (right - left, 6.0));
            if let Some((share, _)) = share {
                svg.rect(if side == 0 { "fill a" } else { "fill b" }, (left, at), ((right - left) * share, 6.0));
            }
        }
        told.push(format!("{}: {shares}", thing.name));
    }
    svg.finish("What came into play", &format!("Share of the games in which it happened. {}.", told.join("; ")))
}

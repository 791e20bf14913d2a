//! Plot: how many turns games take.

use super::{Svg, WIDTH, legend_height, percent, step};
use maud::Markup;

/// The largest number of bars; beyond it, each bar stands for several numbers of turns.
const BARS: usize = 60;

/// For one side or two, the share of games by number of turns; `counts[side][n]` games took `n`
/// turns.
pub fn histogram(names: &[&str], counts: &[&[u64]]) -> Markup {
    let longest = counts.iter().map(|counts| counts.len()).max().unwrap_or_default();
    let shortest = counts
        .iter()
        .filter_map(|counts| counts.iter().position(|&games| games > 0))
        .min()
        .unwrap_or_default();
    let wide = (longest - shortest).div_ceil(BARS).max(1);
    let bars = (longest - shortest).div_ceil(wide).max(1);
    let shares: Vec<Vec<f64>> = counts
        .iter()
        .map(|counts| {
            let games = counts.iter().sum::<u64>().max(1) as f64;
            let bar = |bar: usize| {
                counts.iter().skip(shortest + bar * wide).take(wide).sum::<u64>() as f64 / games
            };
            (0..bars).map(bar).collect()
        })
        .collect();
    let top = shares.iter().flatten().copied().fold(0.0, f64::max).max(1e-9);
    let (left, above, high) = (38.0, legend_height(names), 130.0);
    let width = (WIDTH - left - 6.0) / bars as f64;
    let mut svg = Svg::new(above + high + 36.0);
    svg.legend(names);
    let each = step(top, 4.0);
    let mut mark = 0.0;
    while mark <= top {
        let y = above + high * (1.0 - mark / top);
        svg.line("grid", (left, y), (WIDTH - 4.0, y));
        svg.text("small end", (left - 5.0, y + 4.0), &percent(mark));
        mark += each;
    }
    for (side, shares) in shares.iter().enumerate() {
        let class = if side == 0 { "fill a see" } else { "fill b see" };
        for (bar, &share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let tall = high * share / top;
            svg.rect(class, (left + width * bar as f64, above + high - tall), (width * 0.92, tall));
        }
    }
    let spaced = (step((bars * wide) as f64, 7.0) as usize).max(1);
    for value in (shortest..longest).filter(|value| value % spaced == 0) {
        let x = left + width * ((value - shortest) as f64 / wide as f64 + 0.5);
        svg.text("small middle", (x, above + high + 15.0), &value.to_string());
    }
    svg.text("small middle", (left + (WIDTH - left) / 2.0, above + high + 31.0), "turns a game");
    let most = shares.iter().zip(names).map(|(shares, name)| {
        let bar = (0..bars)
            .max_by(|&one, &other| shares[one].total_cmp(&shares[other]))
            .unwrap_or_default();
        format!("{name}: most games take about {} turns", shortest + bar * wide)
    });
    svg.into_figure(
        "Length of games",
        &format!("Share of games by number of turns. {}.", most.collect::<Vec<_>>().join("; ")),
    )
}

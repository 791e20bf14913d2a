//! Plot: why pieces are eliminated, a divided bar for each side.

use super::{Svg, WIDTH, percent, short};
use maud::Markup;
use tsuro::game::Cause;
use tsuro::rules::hazard::TAKEN;

/// The name of the cause in a place of `GameFacts::causes`, which is also the number of its
/// colour. Causes of other rules than the first that has pieces are "other".
fn cause_name(slot: usize) -> &'static str {
    let of_rule = if slot == Cause::ALL.len() { TAKEN.name } else { "other" };
    Cause::ALL.get(slot).map_or(of_rule, |cause| cause.name())
}

/// The shares of the eliminations by edge, collision, loop, the first rule that has pieces and
/// rules from outside the crate, for each side.
pub fn causes(names: &[&str], shares: &[[f64; 5]]) -> Markup {
    let tall = 44.0;
    let bottom = tall * names.len() as f64;
    let mut svg = Svg::new(bottom + 60.0);
    let mut descriptions = Vec::new();
    for (side, (name, shares)) in names.iter().zip(shares).enumerate() {
        let y = tall * side as f64;
        svg.text("small", (4.0, y + 13.0), &short(name, 60));
        let mut x = 4.0;
        for (cause, &share) in shares.iter().enumerate() {
            let wide = (WIDTH - 8.0) * share;
            svg.rect(&format!("fill cause{cause}"), (x, y + 18.0), (wide, 20.0));
            if wide > 40.0 {
                svg.text("small middle inside", (x + wide / 2.0, y + 32.0), &percent(share));
            }
            x += wide;
            if share > 0.0 {
                descriptions.push(format!("{} {} under {name}", percent(share), cause_name(cause)));
            }
        }
    }
    for (class, share) in [("small", 0.0), ("small middle", 0.5), ("small end", 1.0)] {
        let x = 4.0 + (WIDTH - 8.0) * share;
        svg.line("even", (x, bottom - 4.0), (x, bottom));
        svg.text(class, (x, bottom + 12.0), &percent(share));
    }
    svg.text("small middle", (WIDTH / 2.0, bottom + 27.0), "share of the eliminations");
    let bottom = bottom + 34.0;
    let mut x = 4.0;
    for cause in (0..5).filter(|&cause| shares.iter().any(|shares| shares[cause] > 0.0)) {
        let name = cause_name(cause);
        svg.rect(&format!("fill cause{cause}"), (x, bottom + 8.0), (10.0, 10.0));
        svg.text("small", (x + 14.0, bottom + 17.0), name);
        x += 30.0 + 7.0 * name.len() as f64;
    }
    svg.into_figure("Causes of elimination", &format!("{}.", descriptions.join("; ")))
}

//! Plots as SVG figures of a page. The page's style gives them their colours; every number is in
//! the plot's text or in its description. Every plot has a scale with numbers, and a colour means
//! one thing in all of them (docs/comparing.md says what).

mod causes;
mod climb;
mod coverage;
mod difference;
mod differences;
mod heat;
mod histogram;
mod seats;
mod survival;

pub use causes::causes;
pub use climb::climb;
pub use coverage::coverage;
pub use difference::difference;
pub use differences::differences;
pub use heat::{Cell, Legend, MOST_COLUMNS, heat};
pub use histogram::histogram;
pub use seats::seats;
pub use survival::survival;

use maud::{Markup, html};
use tsuro::ruleset::shown;

/// Width of every plot in units of its own; the page scales it.
const WIDTH: f64 = 420.0;

/// A drawing, to which elements are added one by one.
struct Svg {
    elements: Vec<Markup>,
    height: f64,
}

impl Svg {
    /// An empty drawing of this height.
    fn new(height: f64) -> Self {
        Self { elements: Vec::new(), height }
    }

    fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        self.elements
            .push(html! { text class=(class) x=(tenths(x)) y=(tenths(y)) { (shown(text)) } });
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.elements.push(html! {
            line class=(class) x1=(tenths(from.0)) y1=(tenths(from.1))
                x2=(tenths(to.0)) y2=(tenths(to.1)) {}
        });
    }

    fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let (width, height) = (tenths(width.max(0.0)), tenths(height.max(0.0)));
        self.elements.push(html! {
            rect class=(class) x=(tenths(x)) y=(tenths(y)) width=(width) height=(height) {}
        });
    }

    fn dot(&mut self, class: &str, (x, y): (f64, f64)) {
        self.elements.push(html! { circle class=(class) cx=(tenths(x)) cy=(tenths(y)) r="4" {} });
    }

    fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let points = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect::<Vec<_>>();
        self.elements.push(html! { path class=(class) d={ "M" (points.join("L")) } {} });
    }

    /// The names of the sides at the top of a plot, each with its colour; they take
    /// [`legend_height`].
    fn legend(&mut self, names: &[&str]) {
        let mut y = 12.0;
        for (name, class) in names.iter().zip(["a", "b"]) {
            self.rect(&format!("fill {class}"), (4.0, y - 9.0), (10.0, 10.0));
            self.text("small", (19.0, y), &short(name, 56));
            y += 16.0;
        }
    }

    /// A scale of differences around 0 under a plot of a row, from `y` downwards: a mark with its
    /// number at 0 and at the same distance to each side. `x` is the place of a difference, `far`
    /// the largest.
    fn scale(&mut self, y: f64, far: f64, is_share: bool, x: impl Fn(f64) -> f64) {
        let times = if is_share { 100.0 } else { 1.0 };
        // The largest round number on the scale.
        let power = libm::exp10(libm::log10(far * times).floor());
        let round = [5.0, 2.0, 1.0].map(|round| round * power);
        let mark = round.into_iter().find(|&round| round <= far * times * 1.000_001);
        let mark = mark.unwrap_or(power);
        for number in [-mark, 0.0, mark] {
            let at = x(number / times);
            self.line("even", (at, y), (at, y + 4.0));
            self.text("small middle", (at, y + 15.0), &signed(number));
        }
    }

    /// The figure, with its title and a description of what it shows.
    fn into_figure(self, title: &str, description: &str) -> Markup {
        let title = shown(title);
        html! {
            figure {
                figcaption { (title) }
                svg role="img" viewBox={ "0 0 " (WIDTH) " " (self.height.ceil()) }
                    aria-label=(title) {
                    title { (title) }
                    desc { (shown(description)) }
                    @for element in &self.elements { (element) }
                }
            }
            "\n"
        }
    }
}

/// A coordinate as it is written.
fn tenths(number: f64) -> String {
    format!("{number:.1}")
}

/// The height of the legend of these sides.
fn legend_height(names: &[&str]) -> f64 {
    16.0 * names.len() as f64 + 8.0
}

/// A text of at most `letters` letters, cut where it is longer.
fn short(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        text.to_owned()
    } else {
        text.chars().take(letters - 1).chain(['…']).collect()
    }
}

/// A step for about `marks` marks on an axis up to `top`: 1, 2 or 5 times a power of ten.
fn step(top: f64, marks: f64) -> f64 {
    let rough = (top / marks).max(1e-9);
    let power = libm::exp10(libm::log10(rough).floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * power)
        .find(|&step| step >= rough)
        .unwrap_or(power)
}

/// The room that the numbers of a [scale](Svg::scale) need beyond the largest difference: half of
/// one such as `+0.05`.
const HALF_NUMBER: f64 = 20.0;

/// A round number with its sign.
fn signed(number: f64) -> String {
    let digits =
        if number == 0.0 { 0.0 } else { (-libm::log10(number.abs()).floor()).clamp(0.0, 9.0) };
    let text = format!("{:.*}", digits as usize, number.abs());
    match number {
        _ if number > 0.0 => format!("+{text}"),
        _ if number < 0.0 => format!("−{text}"),
        _ => text,
    }
}

/// A share in per cent; a whole number from 1 % upwards.
fn percent(share: f64) -> String {
    let value = 100.0 * share;
    if value > 0.0 && value < 1.0 { format!("{value:.1} %") } else { format!("{value:.0} %") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_of_a_scale_are_round_and_within_it() {
        for (far, is_share, marks) in [
            (0.0454, true, ["−2", "0", "+2"]),
            (0.05, true, ["−5", "0", "+5"]),
            (0.15, true, ["−10", "0", "+10"]),
            (0.0007, true, ["−0.05", "0", "+0.05"]),
            (37.0, false, ["−20", "0", "+20"]),
            (1.0, false, ["−1", "0", "+1"]),
        ] {
            let mut svg = Svg::new(10.0);
            svg.scale(0.0, far, is_share, |difference| 100.0 + difference / far);
            let drawn = svg.into_figure("", "").into_string();
            for mark in marks {
                assert!(drawn.contains(&format!(">{mark}</text>")), "{far}: {drawn}");
            }
            let places = drawn.split(" x1=\"").skip(1).map(|rest| rest.split_once('"'));
            let places: Vec<f64> = places.map(|at| at.unwrap().0.parse().unwrap()).collect();
            assert!(places.iter().all(|at| (99.0..=101.0).contains(at)), "{places:?}");
        }
    }
}

//! Plots as SVG, to be put into a page: colours come from the page's style, numbers stand in the text of the plot and in its description.

mod causes;
mod coverage;
mod differences;
mod heat;
mod histogram;
mod seats;
mod survival;

pub use causes::causes;
pub use coverage::coverage;
pub use differences::differences;
pub use heat::{Cell, heat};
pub use histogram::histogram;
pub use seats::seats;
pub use survival::survival;

use crate::ruleset::shown;
use std::fmt::Write as _;

/// Width of every plot in its own units; the page scales it.
const WIDTH: f64 = 420.0;

/// Text that cannot end an element or an attribute, hidden characters as escapes.
pub fn escaped(text: &str) -> String {
    shown(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A drawing in the making.
struct Svg {
    body: String,
    height: f64,
}

impl Svg {
    fn new(height: f64) -> Self {
        Self { body: String::new(), height }
    }

    fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let _ = write!(self.body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(text));
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ =
            write!(self.body, "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>", from.0, from.1, to.0, to.1);
    }

    fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            width.max(0.0),
            height.max(0.0)
        );
    }

    fn dot(&mut self, class: &str, (x, y): (f64, f64)) {
        let _ = write!(self.body, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    }

    fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let mut data = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let _ = write!(data, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        }
        let _ = write!(self.body, "<path class=\"{class}\" d=\"{data}\"/>");
    }

    /// Names of the sides above a plot, each in its colour; the room they take is [`key_height`].
    fn key(&mut self, names: &[&str]) {
        let mut y = 12.0;
        for (name, class) in names.iter().zip(["a", "b"]) {
            self.rect(&format!("fill {class}"), (4.0, y - 9.0), (10.0, 10.0));
            self.text("small", (19.0, y), &short(name, 56));
            y += 16.0;
        }
    }

    /// The whole drawing, with what it shows in a title and a sentence.
    fn finish(self, title: &str, description: &str) -> String {
        let (title, description) = (escaped(title), escaped(description));
        format!(
            "<figcaption>{title}</figcaption><svg role=\"img\" viewBox=\"0 0 {WIDTH} {}\" aria-label=\"{title}\"><title>{title}</title><desc>{description}</desc>{}</svg>",
            self.height.ceil(),
            self.body
        )
    }
}

/// The room for the names of so many sides.
fn key_height(names: &[&str]) -> f64 {
    16.0 * names.len() as f64 + 8.0
}

/// A text that is cut where it would be too long.
fn short(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters { text.to_owned() } else { text.chars().take(letters - 1).chain(['…']).collect() }
}

/// A step for about `marks` marks on an axis up to `top`: 1, 2 or 5 times a power of ten.
fn step(top: f64, marks: f64) -> f64 {
    let rough = (top / marks).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|&step| step >= rough).unwrap_or(power)
}

/// A share as a whole per cent.
fn percent(share: f64) -> String {
    let value = 100.0 * share;
    if value > 0.0 && value < 1.0 { format!("{value:.1} %") } else { format!("{value:.0} %") }
}

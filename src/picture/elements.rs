//! The measures, the colours and the simple elements of SVG drawings.

use super::curve::{Inset, Point, curve};
use super::ink::ink;
#[cfg(feature = "raster")]
use super::ink::{INKS, LOOK_INKS};
use super::letters::{Lettering, lettering};
use super::palette::{Palette, Tone};
use super::scene::BoardScene;
use crate::board::{Port, Square};
use crate::game::Seat;
use crate::ruleset::shown;
use std::fmt::Write as _;

/// The length of a tile's side, in units of the drawing.
pub(super) const TILE: f64 = 100.0;
/// The space around the squares, in units of the drawing.
pub(super) const MARGIN: f64 = 44.0;
/// How far a piece reaches around its middle, its line included.
pub(super) const PIECE_REACH: f64 = 16.0;

pub(super) const PIECE_GROUND: &str = "#5c1a1f";
/// The pictures of pieces of rules.
pub(super) const PIECE_PICTURE: &str = "#8a2f35";
/// Behind signs.
pub(super) const BADGE: &str = "#221d1a";
/// The colours of the pairs of portals, in turn.
pub(super) const PORTALS: [&str; 4] = ["#b48ee0", "#5fc4b8", "#e08ea6", "#8fb8e8"];
/// The outline of pieces, and their letters.
pub(super) const DARK: &str = "#16110e";
pub(super) const FONT: &str = "font-family=\"DejaVu Sans, Verdana, sans-serif\"";

/// All colours that a drawing fills something with.
#[cfg(feature = "raster")]
pub(super) fn colors(palette: Palette) -> impl Iterator<Item = &'static str> {
    let fixed = [PIECE_GROUND, PIECE_PICTURE, BADGE, DARK];
    let inks = INKS.into_iter().chain(LOOK_INKS).map(|ink| ink.rgb);
    palette.tones().chain(fixed).chain(PORTALS).chain(inks)
}

// Writing to a string cannot fail, so the results of `write!` below are ignored.

/// The beginning of a document that stands by itself.
pub(super) fn head(size: Point, title: &str, palette: Palette) -> String {
    scaled_head(size, 1.0, title) + palette.style().as_str()
}

/// The beginning of a document that stands in a page.
pub(super) fn scaled_head((width, height): Point, scale: f64, title: &str) -> String {
    let (wide, high) = ((width * scale).round(), (height * scale).round());
    let attributes = format!(" width=\"{wide}\" height=\"{high}\"");
    head_with((width, height), &attributes, title)
}

/// The beginning of a document. `attributes` are more attributes of the element, each with a space
/// before it.
pub(super) fn head_with((width, height): (f64, f64), attributes: &str, title: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"{attributes} \
         role=\"img\">\n\
         <title>{title}</title>\n"
    )
}

/// The size of a drawing of the board, in its own units.
pub(super) fn size(scene: &BoardScene) -> (f64, f64) {
    let length = |squares: u8| f64::from(squares) * TILE + 2.0 * MARGIN;
    (length(scene.shape.columns()), length(scene.shape.rows()))
}

pub(super) fn draw_ground(out: &mut String, (width, height): (f64, f64), palette: Palette) {
    let fill = palette.tone(Tone::Ground);
    let _ =
        writeln!(out, "<rect width=\"{width}\" height=\"{height}\" rx=\"18\" fill=\"{fill}\"/>");
}

/// The text for use inside an element: special characters escaped, hidden characters shown.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in shown(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

pub(super) fn corner(square: Square) -> (f64, f64) {
    (MARGIN + f64::from(square.column()) * TILE, MARGIN + f64::from(square.row()) * TILE)
}

/// Draws a text around a point: as lines if all of its letters have some, which need no font where
/// the drawing is shown.
pub(super) fn text(out: &mut String, (x, y): (f64, f64), size: f64, fill: &str, text: &str) {
    let is_bold = size > 18.0;
    if let Some(Lettering { path, scale }) = lettering(text) {
        let (scale, width) = (size * scale, if is_bold { 1.9 } else { 1.3 });
        let _ = writeln!(
            out,
            "<path transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\" d=\"{path}\" \
             fill=\"none\" stroke=\"{fill}\" \
             stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
        return;
    }
    let (y, weight) = (y + size * 0.36, if is_bold { " font-weight=\"bold\"" } else { "" });
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" {FONT} font-size=\"{size}\"{weight} \
         text-anchor=\"middle\" fill=\"{fill}\">{}</text>",
        escaped(text)
    );
}

/// The points of the curve of a path across a tile whose corner is at `(x, y)`, as path data has
/// them.
pub(super) fn path_points((x, y): Point, one: Port, other: Port) -> [String; 4] {
    curve(Inset::THIRD, one, other)
        .map(|point| format!("{:.1} {:.1}", x + point.0 * TILE, y + point.1 * TILE))
}

/// Draws the outline of a tile, a little smaller than its square.
pub(super) fn draw_card(out: &mut String, (x, y): (f64, f64), style: &str) {
    let (x, y, side) = (x + 0.8, y + 0.8, TILE - 1.6);
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"7\" \
         {style}/>"
    );
}

/// Draws the letter of a piece that is out: a ring in its colour, not filled with it.
pub(super) fn draw_fallen(out: &mut String, (x, y): (f64, f64), seat: Seat, letter: char) {
    let color = ink(seat).rgb;
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"12.5\" fill=\"{DARK}\" stroke=\"{color}\" \
         stroke-width=\"3\"/>"
    );
    text(out, (x, y), 15.0, color, &letter.to_string());
}

pub(super) fn draw_piece(out: &mut String, (x, y): (f64, f64), seat: Seat, letter: char) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"14\" fill=\"{}\" stroke=\"{DARK}\" \
         stroke-width=\"3\"/>",
        ink(seat).rgb
    );
    text(out, (x, y), 19.0, DARK, &letter.to_string());
}

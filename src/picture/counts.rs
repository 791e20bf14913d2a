//! What rules count, drawn below a board: a line for each number of the table, and one or more for
//! a number of each seat.

use super::curve::Point;
use super::elements::{MARGIN, draw_piece, escaped, size, text};
use super::palette::Tone;
use super::scene::BoardScene;
use crate::game::{CountDecl, Seat, Shown, Texts};
use std::fmt::Write as _;

/// The height of a line.
const LINE: f64 = 34.0;
/// The space below the last line.
const BELOW: f64 = 12.0;
/// The size of the letters, unless a name is too long for its room.
const LETTERS: f64 = 16.0;
/// How wide a letter is, in units of its size; a little more than most are.
const WIDE: f64 = 0.55;
/// The space between a name and its numbers.
const GAP: f64 = 20.0;
/// The room for a piece and its number.
const CELL: f64 = 72.0;
/// How much smaller a piece is drawn than on the board.
const SMALLER: f64 = 0.8;

/// The points of a seat.
static POINTS: CountDecl = CountDecl::new(
    "points",
    Texts(&[("en", "points"), ("fr", "points")]),
    Texts(&[("en", "{who}: points: {count}."), ("fr", "{who} : points : {count}.")]),
);

/// A number that a rule counts: for a seat, or for the table.
type Cell = (Option<Seat>, i64);

/// The numbers of one kind that fit into a line.
struct CountLine {
    decl: &'static CountDecl,
    /// Whether the name stands before them.
    named: bool,
    cells: Vec<Cell>,
}

/// A number and what it is called.
fn cell(shown: &Shown) -> Option<(&'static CountDecl, Cell)> {
    match *shown {
        Shown::Seat(decl, seat, count) => Some((decl, (Some(seat), count.into()))),
        Shown::Table(decl, count) => Some((decl, (None, count.into()))),
        Shown::Mark(_) => None,
    }
}

/// All numbers that are drawn, points first.
fn cells(scene: &BoardScene) -> impl Iterator<Item = (&'static CountDecl, Cell)> + '_ {
    let points = scene
        .scores
        .iter()
        .zip(0..)
        .map(|(&points, seat)| (&POINTS, (Some(Seat::new(seat)), points)));
    points.chain(scene.counts.iter().filter_map(cell))
}

/// How wide the names are, at most half of the drawing.
fn names_width(scene: &BoardScene) -> f64 {
    let letters = |decl: &CountDecl| {
        f64::from(
            u16::try_from(decl.label.in_language(scene.language).chars().count())
                .unwrap_or(u16::MAX),
        )
    };
    let widest = cells(scene).map(|(decl, _)| letters(decl) * WIDE * LETTERS).fold(0.0, f64::max);
    widest.min(size(scene).0 / 2.0 - MARGIN)
}

/// Where the numbers begin.
fn cells_from(scene: &BoardScene) -> f64 {
    MARGIN + names_width(scene) + GAP
}

fn lines(scene: &BoardScene) -> Vec<CountLine> {
    let room = ((size(scene).0 - MARGIN / 2.0 - cells_from(scene)) / CELL).floor().max(1.0);
    let mut kinds: Vec<(&'static CountDecl, Vec<Cell>)> = Vec::new();
    for (decl, cell) in cells(scene) {
        match kinds.iter_mut().find(|kind| std::ptr::eq(kind.0, decl)) {
            Some(kind) => kind.1.push(cell),
            None => kinds.push((decl, vec![cell])),
        }
    }
    let mut lines = Vec::new();
    for (decl, cells) in kinds {
        let parts = cells.chunks(room as usize).enumerate();
        lines.extend(parts.map(|(part, cells)| CountLine {
            decl,
            named: part == 0,
            cells: cells.to_vec(),
        }));
    }
    lines
}

/// How many lines there are.
pub(super) fn count(scene: &BoardScene) -> usize {
    lines(scene).len().max(scene.count_lines)
}

/// The height of what is counted, below a board; 0 where nothing is.
pub(super) fn height(scene: &BoardScene) -> f64 {
    let lines = u16::try_from(count(scene)).unwrap_or(u16::MAX);
    if lines == 0 { 0.0 } else { f64::from(lines) * LINE + BELOW }
}

/// Draws what is counted below a board, each number with a sentence as its title.
pub(super) fn draw(out: &mut String, scene: &BoardScene) {
    let mut middle = size(scene).1 + LINE / 2.0;
    let (width, from) = (names_width(scene), cells_from(scene));
    for line in lines(scene) {
        if line.named {
            let name = line.decl.label.in_language(scene.language);
            let letters = f64::from(u16::try_from(name.chars().count().max(1)).unwrap_or(u16::MAX));
            let size = LETTERS.min(width / letters / WIDE);
            let color = scene.palette().tone(Tone::Label);
            text(out, (MARGIN + letters * WIDE * size / 2.0, middle), size, color, name);
        }
        let mut x = from + CELL / 4.0;
        for &(seat, count) in &line.cells {
            draw_cell(out, scene, (x, middle), line.decl, (seat, count));
            x += CELL;
        }
        middle += LINE;
    }
}

fn draw_cell(
    out: &mut String,
    scene: &BoardScene,
    (x, y): Point,
    decl: &CountDecl,
    (seat, count): Cell,
) {
    let value = |name: &str| match name {
        "count" => Some(count.to_string()),
        "who" => seat.map(|seat| scene.letter(seat).to_string()),
        _ => None,
    };
    let sentence = decl.text.filled(scene.language, &value);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<g><title>{}</title>", escaped(&sentence));
    let mut x = x;
    if let Some(seat) = seat {
        let _ = writeln!(out, "<g transform=\"translate({x:.1} {y:.1}) scale({SMALLER})\">");
        draw_piece(out, (0.0, 0.0), seat, scene.letter(seat));
        out.push_str("</g>\n");
        x += CELL / 2.0 - 6.0;
    }
    text(out, (x, y), 18.0, scene.palette().tone(Tone::Text), &count.to_string());
    out.push_str("</g>\n");
}

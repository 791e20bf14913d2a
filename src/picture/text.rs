//! The board and single tiles as rows of characters.
//!
//! Paths are drawn with Braille patterns: two by four dots in every character, so a tile of three rows has twelve by twelve. Where paths cross
//! in one character, a travelled one lies on top and hides what nobody travelled, like a bridge.

use super::canvas::{Canvas, Pen};
use super::curve::{Inset, at, curve};
use super::ink::ink;
use super::scene::BoardScene;
use crate::board::{Content, Laid, Place, Port, Square};
use crate::game::{Monster, Seat};
use crate::rules::hazard::DaikaijuTile;

/// Fewest rows of characters that a tile can be drawn in.
pub const MIN_CUT: usize = 3;
/// Most rows of characters that a tile is drawn in.
pub const MAX_CUT: usize = 8;

/// Ground of tiles, light and dark by turns, so that neighbours can be told apart.
const TILE: [u8; 2] = [236, 238];
/// Ground of a tile that is only tried out.
const TRIED: u8 = 58;
/// Ground of empty squares.
const EMPTY: [u8; 2] = [233, 232];
/// Ground of the square that matters now.
const FOCUS: u8 = 24;
/// Ground of a square with a daikaiju.
const MONSTER: u8 = 52;
/// A path on which nobody travelled.
const PATH: u8 = 247;
/// Names of empty squares.
const FAINT: u8 = 241;
/// Column letters, row numbers and marks.
const LABEL: u8 = 250;
/// Daikaiju with gold arrows, and the others.
const ARROWS: [u8; 2] = [255, 220];

/// How large a tile is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileScale {
    rows: usize,
}

impl TileScale {
    /// A tile in `rows` rows and twice as many columns of characters; brought into the range that can be drawn.
    pub fn new(rows: usize) -> Self {
        Self { rows: rows.clamp(MIN_CUT, MAX_CUT) }
    }

    /// The largest with which `scene` fits into so many characters; `None` if it does not fit at all.
    pub fn fitting(scene: &BoardScene, width: usize, height: usize) -> Option<Self> {
        (MIN_CUT..=MAX_CUT).rev().map(Self::new).find(|cut| {
            let (wide, high) = cut.size(scene);
            wide <= width && high <= height
        })
    }

    /// Characters in a row and rows of the drawing of `scene`.
    pub fn size(self, scene: &BoardScene) -> (usize, usize) {
        let (left, top, right, bottom) = margins(scene);
        (left + usize::from(scene.columns) * self.width() + right, top + usize::from(scene.rows) * self.rows + bottom)
    }

    /// Rows of a tile.
    pub fn height(self) -> usize {
        self.rows
    }

    /// Characters in a row of a tile.
    pub fn width(self) -> usize {
        2 * self.rows
    }

    /// Dots along each side of a tile.
    fn dots(self) -> usize {
        4 * self.rows
    }

    /// The dots at which the ports lie, counted from a corner: a third of the way, but never two ports in one character.
    fn port_dots(self) -> (usize, usize) {
        if self.rows == MIN_CUT { (3, 2) } else { (self.dots() / 3, self.dots() / 3) }
    }

    fn inset(self) -> Inset {
        let (x, y) = self.port_dots();
        let unit = |dot: usize| (number(dot) + 0.5) / number(self.dots());
        Inset { x: unit(x), y: unit(y) }
    }

    /// The character of a tile in which a port lies.
    fn port_cell(self, port: Port) -> (usize, usize) {
        let (x, y) = self.port_dots();
        let (x, y) = (x / 2, y / 4);
        let (right, bottom) = (self.width() - 1, self.rows - 1);
        [(x, 0), (right - x, 0), (right, y), (right, bottom - y), (right - x, bottom), (x, bottom), (0, bottom - y), (0, y)][port.index()]
    }

    /// The dots of a path, in order, without needless corners.
    fn path(self, one: Port, other: Port) -> Vec<(usize, usize)> {
        let dots = self.dots();
        let line = curve(self.inset(), one, other);
        let steps = 16 * dots;
        let mut found: Vec<(usize, usize)> = Vec::with_capacity(2 * dots);
        for step in 0..=steps {
            let (x, y) = at(line, number(step) / number(steps));
            let next = (dot(x, dots), dot(y, dots));
            if found.last() == Some(&next) {
                continue;
            }
            // A step across and a step down are one step aslant.
            if let [.., before, _] = found[..]
                && before.0.abs_diff(next.0) == 1
                && before.1.abs_diff(next.1) == 1
            {
                found.pop();
            }
            found.push(next);
        }
        found
    }
}

/// A count of dots, far below what a float can hold.
fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(0.0, f64::from)
}

/// The dot of `dots` in which a point of a side lies.
fn dot(along: f64, dots: usize) -> usize {
    (1..dots).take_while(|&dot| number(dot) <= along * number(dots)).count()
}

/// Free characters left, above, right and below the squares.
fn margins(scene: &BoardScene) -> (usize, usize, usize, usize) {
    if scene.marks.is_empty() { (3, 1, 0, 0) } else { (3, 1, 3, 1) }
}

/// The board with everything on it.
pub fn board(scene: &BoardScene, cut: TileScale, color: bool) -> Canvas {
    let (width, height) = cut.size(scene);
    let (left, top, ..) = margins(scene);
    let mut canvas = Canvas::new(width, height);
    let corner = |square: Square| (left + usize::from(square.column()) * cut.width(), top + usize::from(square.row()) * cut.rows);
    for square in scene.squares() {
        let (x, y) = corner(square);
        let shade = usize::from((square.column() + square.row()) % 2);
        let focus = scene.focus == Some(square);
        let drawn = match scene.content(square) {
            Content::Tile(tile) => {
                let ground = if scene.tried == Some(square) { TRIED } else { TILE[shade] };
                let owner = |port| scene.traveller(square, port);
                draw(tile, cut, color, ground, &owner)
            }
            _ => match scene.monsters.iter().find(|monster| monster.square == square) {
                Some(monster) => draw_monster(*monster, scene.faces.get(usize::from(monster.tile)), cut),
                // A rule from outside the crate blocks squares without monsters.
                None if scene.content(square) == Content::Blocked => draw_blocked(cut),
                None => draw_empty(square, cut, if focus { FOCUS } else { EMPTY[shade] }, focus),
            },
        };
        canvas.paste(x, y, &drawn);
    }
    draw_labels(scene, cut, &mut canvas, corner);
    for (index, &(seat, place)) in scene.pieces.iter().enumerate() {
        let before = scene.pieces[..index].iter().filter(|piece| piece.1 == place).count();
        let (x, y) = corner(place.square());
        let (column, row) = piece_cell(cut, place.port(), before);
        canvas.put(x + column, y + row, scene.letter(seat), piece_pen(seat));
    }
    canvas
}

/// One tile alone; `owner` says whose way crosses it by a port.
pub fn tile(tile: Laid, cut: TileScale, color: bool, owner: &dyn Fn(Port) -> Option<Seat>) -> Canvas {
    draw(tile, cut, color, TILE[0], owner)
}

fn piece_pen(seat: Seat) -> Pen {
    Pen::ink(16).on(ink(seat).ansi).bold()
}

/// Where a piece is drawn that stands at a port of a square; `nth` others stand there too.
fn piece_cell(cut: TileScale, port: Port, nth: usize) -> (usize, usize) {
    use crate::board::Side;
    let (x, y) = cut.port_cell(port);
    let (right, bottom) = (cut.width() - 1, cut.rows - 1);
    match port.side() {
        Side::Top => (x, nth.min(bottom)),
        Side::Right => (right - nth.min(right), y),
        Side::Bottom => (x, bottom - nth.min(bottom)),
        Side::Left => (nth.min(right), y),
    }
}

/// The bit of a dot in a Braille pattern.
const fn bit(x: usize, y: usize) -> u8 {
    [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][x % 2][y % 4]
}

fn draw(tile: Laid, cut: TileScale, color: bool, ground: u8, owner: &dyn Fn(Port) -> Option<Seat>) -> Canvas {
    // Of every character: its dots, whose colour it has, and how many dots that seat has in it.
    let mut patterns: Vec<(u8, Option<Seat>, u32)> = vec![(0, None, 0); cut.width() * cut.rows];
    let mut pairs = tile.pairs();
    // Travelled paths last, on top.
    pairs.sort_by_key(|&(one, _)| owner(one).is_some());
    for (one, other) in pairs {
        let seat = owner(one);
        let mut bits = vec![0u8; patterns.len()];
        for (index, (x, y)) in cut.path(one, other).into_iter().enumerate() {
            // Without colours only travelled paths are drawn through.
            if color || seat.is_some() || index % 2 == 0 {
                bits[y / 4 * cut.width() + x / 2] |= bit(x, y);
            }
        }
        for (pattern, bits) in patterns.iter_mut().zip(bits).filter(|(_, bits)| *bits != 0) {
            let dots = bits.count_ones();
            *pattern = match (pattern.1, seat) {
                (None, Some(_)) => (bits, seat, dots),
                // Two travelled ways in one character: all dots stay, in the colour of the way that has most.
                (Some(_), Some(_)) if pattern.2 > dots => (pattern.0 | bits, pattern.1, pattern.2),
                _ => (pattern.0 | bits, seat, dots),
            };
        }
    }
    let mut canvas = Canvas::new(cut.width(), cut.rows);
    for (index, (bits, seat, _)) in patterns.into_iter().enumerate() {
        let glyph = if bits == 0 { ' ' } else { char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ') };
        let pen = Pen::ink(seat.map_or(PATH, |seat| ink(seat).ansi)).on(ground);
        canvas.put(index % cut.width(), index / cut.width(), glyph, if seat.is_some() { pen.bold() } else { pen });
    }
    canvas
}

fn fill(cut: TileScale, ground: u8) -> Canvas {
    let mut canvas = Canvas::new(cut.width(), cut.rows);
    for y in 0..cut.rows {
        for x in 0..cut.width() {
            canvas.put(x, y, ' ', Pen::ink(FAINT).on(ground));
        }
    }
    canvas
}

fn draw_empty(square: Square, cut: TileScale, ground: u8, focus: bool) -> Canvas {
    let mut canvas = fill(cut, ground);
    let name = square.to_string();
    let pen = if focus { Pen::ink(255).bold() } else { Pen::ink(FAINT) };
    canvas.text((cut.width() - name.len()) / 2, (cut.rows - 1) / 2, &name, pen);
    canvas
}

/// A square on which nothing can be laid, for reasons that only the rule from outside knows.
fn draw_blocked(cut: TileScale) -> Canvas {
    let mut canvas = fill(cut, MONSTER);
    canvas.text(cut.width() / 2 - 1, (cut.rows - 1) / 2, "◆", Pen::ink(ARROWS[0]).bold());
    canvas
}

/// A daikaiju: on its sides the die faces that move it that way, with arrows where there is room for them, in the middle the one that turns it.
fn draw_monster(monster: Monster, face: Option<&DaikaijuTile>, cut: TileScale) -> Canvas {
    let Some(face) = face else { return draw_blocked(cut) };
    let mut canvas = fill(cut, MONSTER);
    let (middle, centre) = ((cut.rows - 1) / 2, cut.width() / 2 - 1);
    let pen = Pen::ink(ARROWS[usize::from(face.gold)]);
    // Arrows turn with the tile: what it shows upwards was printed `facing` quarter-turns before that.
    let arrow = |side: usize| {
        let printed = (side + 4 - usize::from(monster.facing.turns())) % 4;
        char::from_digit(u32::from(face.arrows[printed]), 10).unwrap_or('?')
    };
    canvas.put_over(centre, 0, arrow(0), pen);
    canvas.put_over(cut.width() - 1, middle, arrow(1), pen);
    canvas.put_over(centre, cut.rows - 1, arrow(2), pen);
    canvas.put_over(0, middle, arrow(3), pen);
    if cut.rows > MIN_CUT {
        canvas.put_over(centre + 1, 0, '▲', pen);
        canvas.put_over(cut.width() - 2, middle, '▶', pen);
        canvas.put_over(centre + 1, cut.rows - 1, '▼', pen);
        canvas.put_over(1, middle, '◀', pen);
    }
    let turn = char::from_digit(u32::from(face.turn), 10).unwrap_or('?');
    canvas.put_over(centre, middle, if face.clockwise { '↻' } else { '↺' }, pen.bold());
    canvas.put_over(centre + 1, middle, turn, pen.bold());
    canvas
}

fn draw_labels(scene: &BoardScene, cut: TileScale, canvas: &mut Canvas, corner: impl Fn(Square) -> (usize, usize)) {
    let pen = Pen::ink(LABEL);
    if scene.marks.is_empty() {
        for column in 0..scene.columns {
            let (x, _) = corner(Square::new(column, 0));
            canvas.put(x + cut.width() / 2 - 1, 0, char::from(b'a' + column), pen);
        }
        for row in 0..scene.rows {
            let (_, y) = corner(Square::new(0, row));
            canvas.text(0, y + (cut.rows - 1) / 2, &format!("{:>2}", row + 1), pen);
        }
        return;
    }
    for (mark, label) in &scene.marks {
        let (x, y) = mark_cell(cut, *mark, label.chars().count(), &corner);
        canvas.text(x, y, label, Pen::ink(231));
    }
}

/// Where the label of a start mark begins: outside the board, beside its port.
fn mark_cell(cut: TileScale, mark: Place, length: usize, corner: &impl Fn(Square) -> (usize, usize)) -> (usize, usize) {
    use crate::board::Side;
    let (x, y) = corner(mark.square());
    let (column, row) = cut.port_cell(mark.port());
    match mark.port().side() {
        Side::Top => (x + column, y - 1),
        Side::Bottom => (x + column, y + cut.rows),
        Side::Left => (x - 1 - length, y + row),
        Side::Right => (x + cut.width() + 1, y + row),
    }
}

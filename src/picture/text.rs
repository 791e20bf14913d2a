//! Draws boards and single tiles as rows of characters.
//!
//! Paths are drawn with Braille patterns, which have two by four dots in a character, so that a
//! tile of three rows has 12 by 12 dots. Where two paths cross in one character, all dots stay, in
//! the colour of a travelled path.

use super::canvas::{Canvas, Pen};
use super::curve::{Inset, at, curve};
use super::ink::{ink, look_ink};
use super::scene::{BoardScene, OUT_OF_SIGHT};
use crate::board::{Content, Laid, Place, Port, Shape, Side, Square};
use crate::game::{BoardStyle, Look, LookColor, PieceFace, RulePiece, Seat};

/// The fewest rows of characters in which a tile is drawn.
pub const MIN_TILE_ROWS: usize = 3;
/// The most rows of characters in which a tile is drawn.
pub const MAX_TILE_ROWS: usize = 8;

/// Background of tiles, darker and lighter in turn, so that neighbours can be told apart.
const TILE: [u8; 2] = [236, 238];
/// Background of a tile that is only tried out.
const TRIED: u8 = 58;
/// Background of squares that the seat does not see.
const HIDDEN: u8 = 236;
/// Background of a portal.
const PORTAL: u8 = 54;
/// Background of a square that is blocked.
const PIECE_GROUND: u8 = 52;
/// Colour of a path on which no piece travelled.
const PATH: u8 = 247;
/// Colour of what matters least.
const FAINT: u8 = 241;
/// Colour of column letters, row numbers and start marks.
const LABEL: u8 = 250;

/// What differs between the looks of boards.
struct Grounds {
    /// Background of empty squares.
    empty: [u8; 2],
    /// Colour of the names of empty squares.
    name: u8,
    /// What stands for an empty square where a square has two characters.
    sign: &'static str,
    /// Background of the highlighted square.
    focus: u8,
    /// Background where there is no square, and two characters that stand for that.
    beyond: (u8, &'static str),
}

const STONE: Grounds =
    Grounds { empty: [233, 232], name: FAINT, sign: "· ", focus: 24, beyond: (17, "≈≈") };
const SEA: Grounds =
    Grounds { empty: [17, 18], name: 67, sign: "~ ", focus: 94, beyond: (58, "∴∴") };

impl Grounds {
    const fn new(scene: &BoardScene) -> &'static Self {
        match scene.look {
            BoardStyle::Stone => &STONE,
            BoardStyle::Sea => &SEA,
        }
    }
}

/// The size in which tiles are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileScale {
    rows: usize,
}

impl TileScale {
    /// The scale in which a tile has `rows` rows and twice as many columns of characters. `rows` is
    /// brought into the range from [`MIN_TILE_ROWS`] to [`MAX_TILE_ROWS`].
    pub fn new(rows: usize) -> Self {
        Self { rows: rows.clamp(MIN_TILE_ROWS, MAX_TILE_ROWS) }
    }

    /// The largest scale in which `scene` fits into `width` characters and `height` rows; `None` if
    /// it does not fit in any.
    pub fn fitting(scene: &BoardScene, width: usize, height: usize) -> Option<Self> {
        (MIN_TILE_ROWS..=MAX_TILE_ROWS).rev().map(Self::new).find(|scale| {
            let (wide, high) = scale.size(scene);
            wide <= width && high <= height
        })
    }

    /// The width in characters and the height in rows of the drawing of `scene`.
    pub fn size(self, scene: &BoardScene) -> (usize, usize) {
        let (left, top, right, bottom) = margins(scene);
        (
            left + usize::from(scene.shape.columns()) * self.width() + right,
            top + usize::from(scene.shape.rows()) * self.rows + bottom,
        )
    }

    /// The number of rows of a tile.
    pub fn height(self) -> usize {
        self.rows
    }

    /// The number of characters in a row of a tile.
    pub fn width(self) -> usize {
        2 * self.rows
    }

    /// The number of dots along each side of a tile.
    fn dots(self) -> usize {
        4 * self.rows
    }

    /// The dots at which the ports are, counted from a corner: at a third of the side, but never
    /// two ports in one character.
    fn port_dots(self) -> (usize, usize) {
        if self.rows == MIN_TILE_ROWS { (3, 2) } else { (self.dots() / 3, self.dots() / 3) }
    }

    fn inset(self) -> Inset {
        let (x, y) = self.port_dots();
        let unit = |dot: usize| (to_float(dot) + 0.5) / to_float(self.dots());
        Inset { x: unit(x), y: unit(y) }
    }

    /// The column and row of the character in which a port is.
    fn port_cell(self, port: Port) -> (usize, usize) {
        let (x, y) = self.port_dots();
        let (x, y) = (x / 2, y / 4);
        let (right, bottom) = (self.width() - 1, self.rows - 1);
        [
            (x, 0),
            (right - x, 0),
            (right, y),
            (right, bottom - y),
            (right - x, bottom),
            (x, bottom),
            (0, bottom - y),
            (0, y),
        ][port.index()]
    }

    /// The dots of a path, in order; a step across and a step down are joined to a diagonal one.
    fn path(self, one: Port, other: Port) -> Vec<(usize, usize)> {
        let dots = self.dots();
        let line = curve(self.inset(), one, other);
        let steps = 16 * dots;
        let mut found: Vec<(usize, usize)> = Vec::with_capacity(2 * dots);
        for step in 0..=steps {
            let (x, y) = at(line, to_float(step) / to_float(steps));
            let next = (dot(x, dots), dot(y, dots));
            if found.last() == Some(&next) {
                continue;
            }
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

/// A count of dots as a float.
fn to_float(count: usize) -> f64 {
    u32::try_from(count).map_or(0.0, f64::from)
}

/// The dot, of `dots` along a side, that contains the point at `along` (0–1).
fn dot(along: f64, dots: usize) -> usize {
    (1..dots).take_while(|&dot| to_float(dot) <= along * to_float(dots)).count()
}

/// The number of free characters left, above, right and below the squares.
fn margins(scene: &BoardScene) -> (usize, usize, usize, usize) {
    let (columns, rows) = round(&scene.shape);
    if scene.marks.is_empty() { (3, 1, columns.into(), rows.into()) } else { (3, 1, 3, 1) }
}

/// Whether the board is round from left to right, and from top to bottom (V6).
fn round(shape: &Shape) -> (bool, bool) {
    (shape.wrap().goes_round(Side::Left), shape.wrap().goes_round(Side::Top))
}

/// Draws a board with everything on it. Without `color`, paths on which no piece travelled are
/// dotted.
pub fn board(scene: &BoardScene, scale: TileScale, color: bool) -> Canvas {
    let (width, height) = scale.size(scene);
    let (left, top, ..) = margins(scene);
    let mut canvas = Canvas::new(width, height);
    let corner = |square: Square| {
        (
            left + usize::from(square.column()) * scale.width(),
            top + usize::from(square.row()) * scale.rows,
        )
    };
    let grounds = Grounds::new(scene);
    for square in scene.shape.squares() {
        let (x, y) = corner(square);
        let shade = usize::from((square.column() + square.row()) % 2);
        let focus = scene.focus == Some(square);
        let drawn = match scene.content(square) {
            Content::Tile(tile) if scene.rule_piece_on(square).is_none() => {
                let ground = if scene.tried == Some(square) { TRIED } else { TILE[shade] };
                let owner = |port| scene.traveller(square, port);
                let mut drawn = draw(tile, scale, color, ground, &owner);
                if let Some(look) = scene.mark_on(square) {
                    put_sign(&mut drawn, look.sign, look_ink(look.color).ansi, scale);
                }
                drawn
            }
            Content::Hidden => draw_sign(OUT_OF_SIGHT.sign, FAINT, HIDDEN, scale),
            content => match (scene.rule_piece_on(square), scene.mark_on(square)) {
                (Some(piece), _) => draw_rule_piece(piece, scene.face(piece), scale, color),
                (None, Some(look)) => {
                    let ground = match content {
                        Content::Blocked => PIECE_GROUND,
                        Content::Haven => TILE[shade],
                        _ => grounds.empty[shade],
                    };
                    draw_sign(
                        look.sign,
                        look_ink(look.color).ansi,
                        if focus { grounds.focus } else { ground },
                        scale,
                    )
                }
                // A rule can block squares without having anything on them.
                (None, None) if content == Content::Blocked => draw_blocked(scale),
                (None, None) => draw_empty(square, scale, grounds, focus),
            },
        };
        let mut drawn = drawn;
        scene
            .over(square)
            .filter(|over| over.0.square == square)
            .for_each(|(piece, face)| put_over(&mut drawn, piece, face, scale));
        canvas.paste(x, y, &drawn);
    }
    for square in scene.shape.missing() {
        let (x, y) = corner(square);
        canvas.paste(x, y, &draw_missing(scale, grounds));
    }
    for &[one, other] in scene.shape.portals() {
        for (square, twin) in [(one, other), (other, one)] {
            let (x, y) = corner(square);
            canvas.paste(x, y, &draw_portal(twin, scale));
        }
    }
    draw_round_sides(&scene.shape, scale, &mut canvas, corner);
    draw_labels(scene, scale, &mut canvas, corner);
    draw_fallen(scene, scale, &mut canvas, corner);
    for (index, &(seat, place)) in scene.pieces.iter().enumerate() {
        let before = scene.pieces[..index].iter().filter(|piece| piece.1 == place).count();
        let drawn = scene.tile_under(seat, place).unwrap_or(place);
        let (x, y) = corner(drawn.square());
        let (column, row) = piece_cell(scale, drawn.port(), before);
        canvas.put(x + column, y + row, scene.letter(seat), piece_pen(seat));
    }
    canvas
}

/// Draws the letters of the pieces that are out, where they were lost: in the colours of the seats,
/// and with a cross beside them.
fn draw_fallen(
    scene: &BoardScene,
    scale: TileScale,
    canvas: &mut Canvas,
    corner: impl Fn(Square) -> (usize, usize),
) {
    for (index, &(seat, place)) in scene.fallen.iter().enumerate() {
        let before = scene.fallen[..index].iter().filter(|fallen| fallen.1 == place).count();
        let (x, y) = corner(place.square());
        for (sign, nth) in [(scene.letter(seat), 2 * before), ('†', 2 * before + 1)] {
            let (column, row) = piece_cell(scale, place.port(), nth);
            canvas.put_over(x + column, y + row, sign, Pen::ink(ink(seat).ansi).bold());
        }
    }
}

/// Draws a board as small as it gets: two characters for each square.
pub fn thumbnail(scene: &BoardScene) -> Canvas {
    let (shape, grounds) = (&scene.shape, Grounds::new(scene));
    let mut canvas = Canvas::new(2 * usize::from(shape.columns()), shape.rows().into());
    for square in shape.rectangle_squares() {
        let shade = usize::from((square.column() + square.row()) % 2);
        let (text, pen) = match scene.content(square) {
            _ if shape.missing().any(|missing| missing == square) => {
                (grounds.beyond.1, Pen::ink(FAINT).on(grounds.beyond.0))
            }
            _ if shape.portals().iter().flatten().any(|&portal| portal == square) => {
                ("◎ ", Pen::ink(look_ink(LookColor::White).ansi).on(PORTAL))
            }
            Content::Tile(_) => {
                let seat = Port::all().find_map(|port| scene.traveller(square, port));
                ("┼─", Pen::ink(seat.map_or(PATH, |seat| ink(seat).ansi)).on(TILE[shade]))
            }
            Content::Hidden => ("? ", Pen::ink(FAINT).on(HIDDEN)),
            Content::Haven => ("Ω ", Pen::ink(look_ink(LookColor::Purple).ansi).on(TILE[shade])),
            Content::Blocked => ("◆ ", Pen::ink(look_ink(LookColor::Gold).ansi).on(PIECE_GROUND)),
            _ => (grounds.sign, Pen::ink(grounds.name).on(grounds.empty[shade])),
        };
        canvas.text(2 * usize::from(square.column()), square.row().into(), text, pen);
    }
    canvas
}

/// Draws a single tile. `owner` gives the seat whose piece crossed the tile through a port.
pub fn tile(
    tile: Laid,
    scale: TileScale,
    color: bool,
    owner: &dyn Fn(Port) -> Option<Seat>,
) -> Canvas {
    draw(tile, scale, color, TILE[0], owner)
}

/// Draws a single special tile: its sign.
pub fn special_tile(look: &Look, scale: TileScale) -> Canvas {
    draw_sign(look.sign, look_ink(look.color).ansi, TILE[0], scale)
}

fn piece_pen(seat: Seat) -> Pen {
    Pen::ink(16).on(ink(seat).ansi).bold()
}

/// The character of a square where the piece at a port is drawn, if `nth` others are drawn at the
/// same port.
fn piece_cell(scale: TileScale, port: Port, nth: usize) -> (usize, usize) {
    let (x, y) = scale.port_cell(port);
    let (right, bottom) = (scale.width() - 1, scale.rows - 1);
    match port.side() {
        Side::Top => (x, nth.min(bottom)),
        Side::Right => (right - nth.min(right), y),
        Side::Bottom => (x, bottom - nth.min(bottom)),
        Side::Left => (nth.min(right), y),
    }
}

/// The bit of a dot in a Braille pattern, by its column and row.
const fn bit(x: usize, y: usize) -> u8 {
    [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][x % 2][y % 4]
}

/// Draws a tile on this background.
fn draw(
    tile: Laid,
    scale: TileScale,
    color: bool,
    ground: u8,
    owner: &dyn Fn(Port) -> Option<Seat>,
) -> Canvas {
    // For each character: its dots, the seat that colours it, and how many of the dots are that
    // seat's.
    let mut patterns: Vec<(u8, Option<Seat>, u32)> = vec![(0, None, 0); scale.width() * scale.rows];
    let mut pairs = tile.pairs();
    // Travelled paths come last, so that they are on top.
    pairs.sort_by_key(|&(one, _)| owner(one).is_some());
    for (one, other) in pairs {
        let seat = owner(one);
        let mut bits = vec![0u8; patterns.len()];
        for (index, (x, y)) in scale.path(one, other).into_iter().enumerate() {
            // Without colours, paths on which no piece travelled are dotted.
            if color || seat.is_some() || index % 2 == 0 {
                bits[y / 4 * scale.width() + x / 2] |= bit(x, y);
            }
        }
        for (pattern, bits) in patterns.iter_mut().zip(bits).filter(|(_, bits)| *bits != 0) {
            let dots = bits.count_ones();
            *pattern = match (pattern.1, seat) {
                // With two travelled paths in a character all dots stay, in the colour of the path
                // with more dots.
                (Some(_), Some(_)) if pattern.2 > dots => (pattern.0 | bits, pattern.1, pattern.2),
                _ => (pattern.0 | bits, seat, dots),
            };
        }
    }
    let mut canvas = Canvas::new(scale.width(), scale.rows);
    for (index, (bits, seat, _)) in patterns.into_iter().enumerate() {
        let glyph =
            if bits == 0 { ' ' } else { char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ') };
        let pen = Pen::ink(seat.map_or(PATH, |seat| ink(seat).ansi)).on(ground);
        canvas.put(
            index % scale.width(),
            index / scale.width(),
            glyph,
            if seat.is_some() { pen.bold() } else { pen },
        );
    }
    canvas
}

fn fill(scale: TileScale, ground: u8) -> Canvas {
    let mut canvas = Canvas::new(scale.width(), scale.rows);
    for y in 0..scale.rows {
        for x in 0..scale.width() {
            canvas.put(x, y, ' ', Pen::ink(FAINT).on(ground));
        }
    }
    canvas
}

fn draw_empty(square: Square, scale: TileScale, grounds: &Grounds, focus: bool) -> Canvas {
    let shade = usize::from((square.column() + square.row()) % 2);
    let mut canvas = fill(scale, if focus { grounds.focus } else { grounds.empty[shade] });
    let name = square.to_string();
    let pen = if focus { Pen::ink(255).bold() } else { Pen::ink(grounds.name) };
    canvas.text((scale.width() - name.len()) / 2, (scale.rows - 1) / 2, &name, pen);
    canvas
}

/// Draws what lies where there is no square: open water, or land in the sea (V5).
fn draw_missing(scale: TileScale, grounds: &Grounds) -> Canvas {
    let (ground, signs) = grounds.beyond;
    let mut canvas = fill(scale, ground);
    canvas.text(scale.width() / 2 - 1, (scale.rows - 1) / 2, signs, Pen::ink(FAINT));
    canvas
}

/// Draws a portal, with the name of its twin (V7).
fn draw_portal(twin: Square, scale: TileScale) -> Canvas {
    let mut canvas = fill(scale, PORTAL);
    let name = format!("◎{twin}");
    canvas.text(
        (scale.width() - name.chars().count()) / 2,
        (scale.rows - 1) / 2,
        &name,
        Pen::ink(look_ink(LookColor::White).ansi).bold(),
    );
    canvas
}

/// Draws an arrow outwards at each row or column that goes round the world.
fn draw_round_sides(
    shape: &Shape,
    scale: TileScale,
    canvas: &mut Canvas,
    corner: impl Fn(Square) -> (usize, usize),
) {
    let pen = Pen::ink(LABEL);
    let (columns, rows) = round(shape);
    for row in (0..shape.rows()).filter(|_| columns) {
        let (left, y) = corner(Square::new(0, row));
        canvas.put(left - 1, y + (scale.rows - 1) / 2, '↔', pen);
        canvas.put(
            left + usize::from(shape.columns()) * scale.width(),
            y + (scale.rows - 1) / 2,
            '↔',
            pen,
        );
    }
    for column in (0..shape.columns()).filter(|_| rows) {
        let (x, top) = corner(Square::new(column, 0));
        canvas.put(x + scale.width() / 2, top - 1, '↕', pen);
        canvas.put(x + scale.width() / 2, top + usize::from(shape.rows()) * scale.rows, '↕', pen);
    }
}

/// Draws a square that is blocked, by nothing that has a look.
fn draw_blocked(scale: TileScale) -> Canvas {
    draw_sign('◆', look_ink(LookColor::White).ansi, PIECE_GROUND, scale)
}

/// Draws a square with a sign in its middle.
fn draw_sign(sign: char, color: u8, ground: u8, scale: TileScale) -> Canvas {
    let mut canvas = fill(scale, ground);
    put_sign(&mut canvas, sign, color, scale);
    canvas
}

fn put_sign(canvas: &mut Canvas, sign: char, color: u8, scale: TileScale) {
    canvas.put_over(scale.width() / 2 - 1, (scale.rows - 1) / 2, sign, Pen::ink(color).bold());
}

/// Puts a piece that lies over its square beside the middle, where neither ports nor the numbers of
/// other pieces are: its sign and, if it travels where it is turned, an arrow.
fn put_over(canvas: &mut Canvas, piece: RulePiece, face: &PieceFace, scale: TileScale) {
    let (centre, middle, pen) = (
        scale.width() / 2 - 1,
        (scale.rows - 1) / 2,
        Pen::ink(look_ink(face.look.color).ansi).bold(),
    );
    canvas.put_over(centre - 1, middle, face.look.sign, pen);
    if face.sweeps {
        canvas.put_over(
            centre + 2,
            middle,
            ['↑', '→', '↓', '←'][usize::from(piece.facing.turns() % 4)],
            pen,
        );
    }
}

/// Puts the sign of each piece that acts on a whole line beside the letter or the number of that
/// line.
fn label_lines(
    scene: &BoardScene,
    scale: TileScale,
    canvas: &mut Canvas,
    corner: impl Fn(Square) -> (usize, usize),
) {
    for piece in scene.pieces_over() {
        let Some(face) = scene.face(piece).filter(|face| face.sweeps) else { continue };
        let (x, y) = corner(piece.square);
        let is_row = piece.facing.turns().is_multiple_of(2);
        let (x, y) =
            if is_row { (2, y + (scale.rows - 1) / 2) } else { (x + scale.width() / 2, 0) };
        canvas.put(x, y, face.look.sign, Pen::ink(look_ink(face.look.color).ansi).bold());
    }
}

/// Draws a piece of a rule: its sign, or at each side the number of the die that moves it there,
/// with an arrow if there is room, and in the middle the number that turns it.
/// Without `color` it has a bracket at its left, so that it does not run into the piece beside it.
fn draw_rule_piece(
    piece: RulePiece,
    face: Option<&PieceFace>,
    scale: TileScale,
    color: bool,
) -> Canvas {
    let Some(face) = face else { return draw_blocked(scale) };
    let pen = Pen::ink(look_ink(face.look.color).ansi);
    let Some(dice) = face.dice else {
        return draw_sign(face.look.sign, look_ink(face.look.color).ansi, PIECE_GROUND, scale);
    };
    let mut canvas = fill(scale, PIECE_GROUND);
    let (middle, centre) = ((scale.rows - 1) / 2, scale.width() / 2 - 1);
    let left = usize::from(!color);
    for row in (0..scale.rows).take_while(|_| !color) {
        let sign = match row {
            0 => '┌',
            _ if row == scale.rows - 1 => '└',
            _ => '│',
        };
        canvas.put_over(0, row, sign, pen);
    }
    let digit = |number: u8| char::from_digit(number.into(), 10).unwrap_or('?');
    let arrow = |side| digit(dice.number(side, piece.facing));
    canvas.put_over(centre, 0, arrow(Side::Top), pen);
    canvas.put_over(scale.width() - 1, middle, arrow(Side::Right), pen);
    canvas.put_over(centre, scale.rows - 1, arrow(Side::Bottom), pen);
    canvas.put_over(left, middle, arrow(Side::Left), pen);
    if scale.rows > MIN_TILE_ROWS {
        canvas.put_over(centre + 1, 0, '▲', pen);
        canvas.put_over(scale.width() - 2, middle, '▶', pen);
        canvas.put_over(centre + 1, scale.rows - 1, '▼', pen);
        canvas.put_over(left + 1, middle, '◀', pen);
    }
    // Where there are no colours, gold is told by a star.
    if face.look.color == LookColor::Gold {
        canvas.put_over(left, 0, '*', pen);
    }
    if dice.turn == 0 {
        canvas.put_over(centre, middle, face.look.sign, pen.bold());
        return canvas;
    }
    canvas.put_over(centre, middle, if dice.clockwise { '↻' } else { '↺' }, pen.bold());
    canvas.put_over(centre + 1, middle, digit(dice.turn), pen.bold());
    canvas
}

fn draw_labels(
    scene: &BoardScene,
    scale: TileScale,
    canvas: &mut Canvas,
    corner: impl Fn(Square) -> (usize, usize),
) {
    let pen = Pen::ink(LABEL);
    if scene.marks.is_empty() {
        label_lines(scene, scale, canvas, &corner);
        for column in 0..scene.shape.columns() {
            let (x, _) = corner(Square::new(column, 0));
            canvas.put(x + scale.width() / 2 - 1, 0, char::from(b'a' + column), pen);
        }
        for row in 0..scene.shape.rows() {
            let (_, y) = corner(Square::new(0, row));
            canvas.text(0, y + (scale.rows - 1) / 2, &format!("{:>2}", row + 1), pen);
        }
        return;
    }
    for (mark, label) in &scene.marks {
        let length = label.chars().count();
        let (x, y) = if scene.shape.is_on_rim(*mark) {
            mark_cell(scale, *mark, length, &corner)
        } else {
            inner_mark_cell(scale, *mark, length, &corner)
        };
        canvas.text(x, y, label, Pen::ink(231));
    }
}

/// The character at which the label of a start mark begins that is not at the rim: on its own
/// square, where the labels of neighbouring ports do not touch it.
fn inner_mark_cell(
    scale: TileScale,
    mark: Place,
    length: usize,
    corner: &impl Fn(Square) -> (usize, usize),
) -> (usize, usize) {
    let (x, y) = corner(mark.square());
    let (column, row) = scale.port_cell(mark.port());
    let (right, bottom) = (scale.width() - length, scale.rows - 1);
    match mark.port().side() {
        Side::Top => (x + column.min(right), y),
        Side::Bottom => (x + column.min(right), y + bottom),
        Side::Left => (x, y + row.clamp(1, bottom - 1)),
        Side::Right => (x + right, y + row.clamp(1, bottom - 1)),
    }
}

/// The character at which the label of a start mark begins: outside the board, next to its port.
fn mark_cell(
    scale: TileScale,
    mark: Place,
    length: usize,
    corner: &impl Fn(Square) -> (usize, usize),
) -> (usize, usize) {
    let (x, y) = corner(mark.square());
    let (column, row) = scale.port_cell(mark.port());
    match mark.port().side() {
        Side::Top => (x + column, y - 1),
        Side::Bottom => (x + column, y + scale.rows),
        Side::Left => (x - 1 - length, y + row),
        Side::Right => (x + scale.width() + 1, y + row),
    }
}

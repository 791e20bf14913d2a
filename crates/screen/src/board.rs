//! The board on the screen: as large as fits, or a part of it around the piece that matters.

use super::input::Pointer;
use super::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tsuro::board::{Place, Shape, Square};
use tsuro::picture::{BoardScene, Canvas, MIN_TILE_ROWS, TileScale, board};

/// The mark of a loss.
const LOSS: &str = " † ";

/// Where a board was drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardArea {
    area: Rect,
    scale: TileScale,
    /// The character of the drawing that is at the top left of the area.
    from: (usize, usize),
    /// The character of the drawing at which square a1 begins.
    first: (usize, usize),
}

impl BoardArea {
    /// The square at a character of the screen.
    pub(super) fn square_at(&self, column: u16, row: u16, shape: &Shape) -> Option<Square> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let x = (usize::from(column - self.area.x) + self.from.0).checked_sub(self.first.0)?
            / self.scale.width();
        let y = (usize::from(row - self.area.y) + self.from.1).checked_sub(self.first.1)?
            / self.scale.height();
        shape
            .rectangle_squares()
            .find(|square| (usize::from(square.column()), usize::from(square.row())) == (x, y))
    }
}

impl BoardArea {
    /// Writes a few characters at the top left of a square, as far as it is seen.
    pub(super) fn label(&self, square: Square, text: &str, style: Style, buffer: &mut Buffer) {
        self.write(square, 0, (text, style), buffer);
    }

    /// Marks the square on which a piece is lost. Where a piece of a rule stands on it, the mark is
    /// at the right, so that its numbers stay readable.
    pub(super) fn mark_loss(
        &self,
        scene: &BoardScene,
        square: Square,
        theme: Theme,
        buffer: &mut Buffer,
    ) {
        let is_taken = scene.rule_pieces.iter().any(|piece| piece.square == square);
        let from =
            if is_taken { self.scale.width().saturating_sub(LOSS.chars().count()) } else { 0 };
        self.write(square, from, (LOSS, theme.danger()), buffer);
    }

    /// Writes a few characters into the first row of a square, from this column of it on.
    fn write(
        &self,
        square: Square,
        from: usize,
        (text, style): (&str, Style),
        buffer: &mut Buffer,
    ) {
        let x = self.first.0 + usize::from(square.column()) * self.scale.width() + from;
        let y = self.first.1 + usize::from(square.row()) * self.scale.height();
        let (Some(x), Some(y)) = (x.checked_sub(self.from.0), y.checked_sub(self.from.1)) else {
            return;
        };
        if x + text.chars().count() <= self.area.width.into() && y < self.area.height.into() {
            buffer.set_string(self.area.x + x as u16, self.area.y + y as u16, text, style);
        }
    }
}

impl BoardArea {
    /// How far a click is from a place of the board, in quarters of a row of a tile; `None`: not
    /// near it.
    pub(super) fn distance(&self, place: Place, pointer: Pointer) -> Option<u32> {
        let at = |first: usize, line: u8, side: usize, share: f64| {
            first as f64 + side as f64 * (f64::from(line) + share)
        };
        // The ports are at thirds of the sides.
        let (x, y) =
            [(1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1)][place.port().index()];
        let (x, y) = (f64::from(x) / 3.0, f64::from(y) / 3.0);
        let column = at(self.first.0, place.square().column(), self.scale.width(), x)
            - self.from.0 as f64
            + f64::from(self.area.x);
        let row = at(self.first.1, place.square().row(), self.scale.height(), y)
            - self.from.1 as f64
            + f64::from(self.area.y);
        // A character is roughly twice as high as it is wide.
        let right = f64::from(pointer.column) + 0.5 - column;
        let down = 2.0 * (f64::from(pointer.row) + 0.5 - row);
        let far = (right * right + down * down).sqrt();
        (far <= self.scale.width() as f64).then_some((4.0 * far) as u32)
    }

    /// Adds a style to what is seen of a square.
    pub(super) fn restyle(&self, square: Square, style: Style, buffer: &mut Buffer) {
        let x = (self.first.0 + usize::from(square.column()) * self.scale.width()) as i32
            - self.from.0 as i32;
        let y = (self.first.1 + usize::from(square.row()) * self.scale.height()) as i32
            - self.from.1 as i32;
        let (wide, high) = (self.scale.width() as i32, self.scale.height() as i32);
        let place = ratatui::layout::Offset { x, y };
        let there = Rect { width: wide as u16, height: high as u16, ..self.area }.offset(place);
        buffer.set_style(there.intersection(self.area), style);
    }
}

/// How large the drawing of `scene` is at most in this room, and whether it fits.
fn scale_for(scene: &BoardScene, width: u16, height: u16) -> (TileScale, bool) {
    match TileScale::fitting(scene, width.into(), height.into()) {
        Some(scale) => (scale, true),
        None => (TileScale::new(MIN_TILE_ROWS), false),
    }
}

/// The largest scale at which a board fits into the room whole, if it does.
pub(super) fn small_enough(scene: &BoardScene, width: u16, height: u16) -> Option<TileScale> {
    TileScale::fitting(scene, width.into(), height.into())
}

/// The width that a board needs at the largest scale that fits into the room.
pub(super) fn width_of(scene: &BoardScene, width: u16, height: u16) -> u16 {
    let (scale, _) = scale_for(scene, width, height);
    u16::try_from(scale.size(scene).0).unwrap_or(u16::MAX).min(width)
}

/// Draws the board; where it does not fit, the part around `near`.
pub(super) fn draw(
    scene: &BoardScene,
    near: Option<Square>,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> BoardArea {
    let (scale, _) = scale_for(scene, area.width, area.height);
    let canvas = board(scene, scale, theme.depth != super::theme::Depth::None);
    let (left, top) = (3, 1);
    let middle = near.map_or((0, 0), |near| {
        let at = |line: u8, side: usize| usize::from(line) * side + side / 2;
        (left + at(near.column(), scale.width()), top + at(near.row(), scale.height()))
    });
    let start = |middle: usize, room: usize, all: usize| {
        middle.saturating_sub(room / 2).min(all.saturating_sub(room))
    };
    let from = (
        start(middle.0, area.width.into(), canvas.width()),
        start(middle.1, area.height.into(), canvas.height()),
    );
    copy(&canvas, from, theme, area, buffer);
    BoardArea { area, scale, from, first: (left, top) }
}

/// Copies a drawing, from one of its characters on, as far as there is room.
pub(super) fn copy(
    canvas: &Canvas,
    from: (usize, usize),
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    for y in 0..area.height {
        for x in 0..area.width {
            let Some((glyph, pen)) = canvas.at(from.0 + usize::from(x), from.1 + usize::from(y))
            else {
                continue;
            };
            if let Some(cell) = buffer.cell_mut((area.x + x, area.y + y)) {
                cell.set_char(glyph).set_style(theme.pen(pen));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Depth;
    use tsuro::session::Game;

    #[test]
    fn the_mark_of_a_loss_leaves_the_numbers_of_a_piece_of_a_rule_readable() {
        let game = Game::new("seas", 3, "marked").unwrap();
        let scene = BoardScene::new(&game.observe(None), &['R', 'B', 'G']);
        assert!(!scene.rule_pieces.is_empty());
        let theme = Theme { depth: Depth::None, ascii: false, own: None };
        for (width, height) in [(50, 24), (110, 40)] {
            let area = Rect::new(0, 0, width, height);
            let mut board = Buffer::empty(area);
            let drawn = draw(&scene, None, theme, area, &mut board);
            let count = |buffer: &Buffer, is_meant: fn(char) -> bool| {
                let symbols = buffer.content().iter().map(|cell| cell.symbol().chars());
                symbols.flatten().filter(|one| is_meant(*one)).count()
            };
            for piece in &scene.rule_pieces {
                let mut marked = board.clone();
                drawn.mark_loss(&scene, piece.square, theme, &mut marked);
                let numbers = |buffer| count(buffer, |one| one.is_ascii_digit());
                assert_eq!(numbers(&marked), numbers(&board), "{} at {width}", piece.square);
                assert_eq!(count(&marked, |one| one == '†'), 1);
            }
        }
    }
}

//! [`Canvas`]: a grid of characters with colours, which becomes lines of text.

use std::fmt::Write as _;

/// The style of a character. Colours are numbers among the 256 of a terminal; `None` is the
/// terminal's own colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Pen {
    /// The colour of the character.
    pub ink: Option<u8>,
    /// The colour of the background.
    pub ground: Option<u8>,
    /// Whether it is bold.
    pub bold: bool,
}

impl Pen {
    /// A pen with this colour on the terminal's own background.
    pub const fn ink(ink: u8) -> Self {
        Self { ink: Some(ink), ground: None, bold: false }
    }

    /// The same pen in bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same pen on this background.
    #[must_use]
    pub const fn on(self, ground: u8) -> Self {
        Self { ground: Some(ground), ..self }
    }
}

/// A grid of characters, each with its pen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    cells: Vec<(char, Pen)>,
}

impl Canvas {
    /// An empty canvas of this many characters and rows.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![(' ', Pen::default()); width * height] }
    }

    /// The number of characters in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    fn index_of(&self, x: usize, y: usize) -> Option<usize> {
        (x < self.width && y < self.height()).then(|| y * self.width + x)
    }

    /// Writes a character; outside the canvas nothing happens.
    pub fn put(&mut self, x: usize, y: usize, glyph: char, pen: Pen) {
        if let Some(index) = self.index_of(x, y) {
            self.cells[index] = (glyph, pen);
        }
    }

    /// Writes a character, and keeps the background if the pen has none.
    pub(crate) fn put_over(&mut self, x: usize, y: usize, glyph: char, pen: Pen) {
        let ground = self.index_of(x, y).and_then(|index| self.cells[index].1.ground);
        self.put(x, y, glyph, Pen { ground: pen.ground.or(ground), ..pen });
    }

    /// Writes a text from left to right, and keeps the background if the pen has none.
    pub fn text(&mut self, x: usize, y: usize, text: &str, pen: Pen) {
        for (offset, glyph) in text.chars().enumerate() {
            self.put_over(x + offset, y, glyph, pen);
        }
    }

    /// Copies another canvas onto this one, its top left corner at `x`, `y`.
    pub fn paste(&mut self, x: usize, y: usize, other: &Self) {
        for (index, &(glyph, pen)) in other.cells.iter().enumerate() {
            self.put(x + index % other.width, y + index / other.width, glyph, pen);
        }
    }

    /// The character at a place of the canvas, with its pen; `None` outside it.
    pub fn at(&self, x: usize, y: usize) -> Option<(char, Pen)> {
        self.index_of(x, y).map(|index| self.cells[index])
    }

    /// The rows as texts, each as wide as the canvas; with `color`, with the escape sequences that
    /// colour a terminal.
    pub fn lines(&self, color: bool) -> Vec<String> {
        self.cells.chunks(self.width.max(1)).map(|row| line(row, color)).collect()
    }
}

fn line(row: &[(char, Pen)], color: bool) -> String {
    let mut text = String::with_capacity(row.len() * 4);
    let mut current = Pen::default();
    for &(glyph, pen) in row {
        if color && pen != current {
            push_pen(&mut text, pen);
            current = pen;
        }
        text.push(glyph);
    }
    if current != Pen::default() {
        text.push_str("\x1b[0m");
    }
    text
}

/// Adds the escape sequence that switches to `pen` from any other.
fn push_pen(text: &mut String, pen: Pen) {
    text.push_str("\x1b[0");
    if pen.bold {
        text.push_str(";1");
    }
    // Writing to a string cannot fail.
    if let Some(ink) = pen.ink {
        let _ = write!(text, ";38;5;{ink}");
    }
    if let Some(ground) = pen.ground {
        let _ = write!(text, ";48;5;{ground}");
    }
    text.push('m');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_there_are_no_escape_sequences_and_nothing_is_written_outside_the_canvas() {
        let mut canvas = Canvas::new(4, 2);
        canvas.text(1, 0, "long text", Pen::ink(9).bold());
        canvas.put(0, 7, 'x', Pen::default());
        assert_eq!(canvas.lines(false), [" lon", "    "]);
        assert_eq!(canvas.lines(true)[0], " \x1b[0;1;38;5;9mlon\x1b[0m");
        assert_eq!(Canvas::new(0, 3).lines(true), Vec::<String>::new());
    }
}

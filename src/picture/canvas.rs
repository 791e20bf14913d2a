//! A sheet of characters, each with its colours.

use std::fmt::Write as _;

/// How a character is written: colours by their number among the 256 of a terminal, `None` for the terminal's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pen {
    /// The colour of the character.
    pub ink: Option<u8>,
    /// The colour behind it.
    pub ground: Option<u8>,
    /// Whether it is bold.
    pub bold: bool,
}

impl Pen {
    /// Nothing but a colour.
    pub const fn ink(ink: u8) -> Self {
        Self { ink: Some(ink), ground: None, bold: false }
    }

    /// The same in bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same on another ground.
    #[must_use]
    pub const fn on(self, ground: u8) -> Self {
        Self { ground: Some(ground), ..self }
    }
}

/// Rows of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    cells: Vec<(char, Pen)>,
}

impl Canvas {
    /// An empty sheet.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![(' ', Pen::default()); width * height] }
    }

    /// Characters in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    fn slot(&self, x: usize, y: usize) -> Option<usize> {
        (x < self.width && y < self.height()).then(|| y * self.width + x)
    }

    /// Writes one character; beside the sheet nothing happens.
    pub fn put(&mut self, x: usize, y: usize, glyph: char, pen: Pen) {
        if let Some(slot) = self.slot(x, y) {
            self.cells[slot] = (glyph, pen);
        }
    }

    /// Writes one character on whatever ground is there.
    pub fn put_over(&mut self, x: usize, y: usize, glyph: char, pen: Pen) {
        if let Some(slot) = self.slot(x, y) {
            let ground = self.cells[slot].1.ground;
            self.cells[slot] = (glyph, Pen { ground: pen.ground.or(ground), ..pen });
        }
    }

    /// Writes a text from left to right on whatever ground is there.
    pub fn text(&mut self, x: usize, y: usize, text: &str, pen: Pen) {
        for (offset, glyph) in text.chars().enumerate() {
            self.put_over(x + offset, y, glyph, pen);
        }
    }

    /// Puts another sheet on top, its top left corner at `x`, `y`.
    pub fn paste(&mut self, x: usize, y: usize, other: &Self) {
        for (index, &(glyph, pen)) in other.cells.iter().enumerate() {
            self.put(x + index % other.width, y + index / other.width, glyph, pen);
        }
    }

    /// The rows as texts; with `color`, colours as a terminal reads them. Each row is as wide as the sheet.
    pub fn lines(&self, color: bool) -> Vec<String> {
        self.cells.chunks(self.width.max(1)).map(|row| line(row, color)).collect()
    }
}

fn line(row: &[(char, Pen)], color: bool) -> String {
    let mut text = String::with_capacity(row.len() * 4);
    let mut held = Pen::default();
    for &(glyph, pen) in row {
        if color && pen != held {
            escape(&mut text, pen);
            held = pen;
        }
        text.push(glyph);
    }
    if held != Pen::default() {
        text.push_str("\x1b[0m");
    }
    text
}

/// The escape sequence that begins to write with `pen`, whatever came before.
fn escape(text: &mut String, pen: Pen) {
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
    fn without_colour_there_are_no_escapes_and_beside_the_sheet_nothing_is_written() {
        let mut canvas = Canvas::new(4, 2);
        canvas.text(1, 0, "long text", Pen::ink(9).bold());
        canvas.put(0, 7, 'x', Pen::default());
        assert_eq!(canvas.lines(false), [" lon", "    "]);
        assert_eq!(canvas.lines(true)[0], " \x1b[0;1;38;5;9mlon\x1b[0m");
        assert_eq!(Canvas::new(0, 3).lines(true), Vec::<String>::new());
    }
}

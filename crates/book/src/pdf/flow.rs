//! Texts, tables and pictures one below the other, on as many pages as they need.

use super::font::has_all;
use super::{Document, DrawingError, Font, Line, POINT, Page, Paper};
use crate::model::Block;

/// The space around what is written, in millimetres.
const MARGIN: f32 = 18.0;
/// The sizes of letters, in points: of text, and of headings by their level.
const TEXT: f32 = 10.5;
const HEADINGS: [f32; 3] = [22.0, 15.0, 12.0];
/// The distance between two lines, as a multiple of the size of the letters.
const LEADING: f32 = 1.35;
/// The space below a block, in millimetres.
const GAP: f32 = 2.6;
/// How far the entries of lists are moved to the right, in millimetres.
const INDENT: f32 = 5.0;
/// The width of a square of a picture, in millimetres.
const SQUARE: f32 = 8.5;
/// A square of a picture, in its units.
const TILE: f32 = 100.0;

/// A document that is filled from top to bottom.
pub(crate) struct Flow<'d> {
    document: &'d mut Document,
    paper: Paper,
    page: Page,
    /// Where the next block begins.
    y: f32,
}

impl<'d> Flow<'d> {
    pub fn new(document: &'d mut Document, paper: Paper) -> Self {
        Self { document, paper, page: Page::new(paper.size()), y: MARGIN }
    }

    /// Draws all blocks.
    pub fn write(mut self, blocks: &[Block]) -> Result<(), DrawingError> {
        for block in blocks {
            match block {
                Block::Heading(level, text) => self.heading(usize::from(*level), text),
                Block::Paragraph(text) => self.lines(text, Font::Plain, TEXT, 0.0),
                Block::Question(text) => {
                    // With the first line of its answer.
                    self.keep(3.0 * TEXT * POINT * LEADING);
                    self.lines(text, Font::Bold, TEXT, 0.0);
                    self.y -= GAP / 2.0;
                }
                Block::List(entries) => self.list(entries),
                Block::Signs(signs) => {
                    // Signs of screens that the fonts do not have are on no paper either.
                    let known = signs.iter().filter(|(sign, _)| has_all(sign));
                    let entries = known.map(|(sign, says)| format!("{sign} {says}"));
                    self.list(&entries.collect::<Vec<String>>());
                }
                Block::Table { head, rows } => self.table(head, rows),
                Block::Picture { svg, says } => self.picture(svg, says)?,
            }
        }
        self.document.add(self.page);
        Ok(())
    }

    fn width(&self) -> f32 {
        self.page.width - 2.0 * MARGIN
    }

    /// Goes on to the next page unless there is room for this height.
    fn keep(&mut self, height: f32) {
        if self.y + height > self.page.height - MARGIN && self.y > MARGIN {
            let full = std::mem::replace(&mut self.page, Page::new(self.paper.size()));
            self.document.add(full);
            self.y = MARGIN;
        }
    }

    fn list(&mut self, entries: &[String]) {
        for entry in entries {
            self.keep(TEXT * POINT * LEADING);
            let at = (MARGIN + INDENT / 3.0, self.y + TEXT * POINT);
            self.page.text(at, Font::Plain, TEXT, "•");
            self.lines(entry, Font::Plain, TEXT, INDENT);
            self.y -= GAP / 2.0;
        }
        self.y += GAP / 2.0;
    }

    fn heading(&mut self, level: usize, text: &str) {
        let size = HEADINGS[level.clamp(1, HEADINGS.len()) - 1];
        // Not alone at the bottom of a page.
        self.keep(size * POINT * LEADING + 30.0);
        if self.y > MARGIN {
            self.y += 2.0 * GAP;
        }
        self.lines(text, Font::Bold, size, 0.0);
    }

    fn lines(&mut self, text: &str, font: Font, size: f32, indent: f32) {
        let height = size * POINT * LEADING;
        for line in font.lines(text, size * POINT, self.width() - indent) {
            self.keep(height);
            self.page.text((MARGIN + indent, self.y + size * POINT), font, size, &line);
            self.y += height;
        }
        self.y += GAP;
    }

    /// A table whose first column has its texts on the left, all columns as wide as they need or,
    /// where there is no room, equally wide.
    fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        let padding = 2.0;
        let needed = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let cells = cells.map(|cell| Font::Plain.width(cell, TEXT * POINT));
            let title = Font::Bold.width(&head[column], TEXT * POINT);
            cells.fold(title, f32::max) + 2.0 * padding
        };
        let mut widths: Vec<f32> = (0..head.len()).map(needed).collect();
        if widths.iter().sum::<f32>() > self.width() {
            let equal = self.width() / widths.len() as f32;
            widths.fill(equal);
        }
        self.row(head, &widths, Font::Bold, padding);
        for row in rows {
            self.row(row, &widths, Font::Plain, padding);
        }
        self.y += GAP;
    }

    fn row(&mut self, cells: &[String], widths: &[f32], font: Font, padding: f32) {
        let height = TEXT * POINT * LEADING;
        // A text that just fits is not broken because of the errors of arithmetic.
        let broken = |(cell, width): (&String, &f32)| {
            font.lines(cell, TEXT * POINT, width - 2.0 * padding + 0.01)
        };
        let cells: Vec<Vec<String>> = cells.iter().zip(widths).map(broken).collect();
        let tall = cells.iter().map(Vec::len).max().unwrap_or(1).max(1) as f32 * height + 1.2;
        self.keep(tall);
        let mut x = MARGIN;
        for (lines, width) in cells.iter().zip(widths) {
            for (number, line) in lines.iter().enumerate() {
                let y = self.y + number as f32 * height + TEXT * POINT;
                self.page.text((x + padding, y), font, TEXT, line);
            }
            x += width;
        }
        self.y += tall;
        self.page.line((MARGIN, self.y), (x, self.y), Line::Solid);
    }

    /// A picture with its sentence below it, both on one page.
    fn picture(&mut self, svg: &str, says: &str) -> Result<(), DrawingError> {
        let drawing = self.document.drawing(svg)?;
        let (width, height) = self.document.size_of(drawing);
        let most = self.page.height - 2.0 * MARGIN - 25.0;
        let scale = (SQUARE / TILE).min(self.width() / width).min(most / height);
        let lines = Font::Plain.lines(says, TEXT * POINT, self.width()).len() as f32;
        self.keep(height * scale + GAP + lines * TEXT * POINT * LEADING);
        self.lines(says, Font::Plain, TEXT, 0.0);
        self.page.place(drawing, (MARGIN, self.y), scale);
        self.y += height * scale + 2.0 * GAP;
        Ok(())
    }
}

//! Sheets to print and cut: the tiles in as many copies as the deck has, the board on pages to glue
//! together, the pieces, and what dice say. All parts have the size that fits the tiles.

use crate::BookError;
use crate::dice;
use crate::parts::Parts;
use crate::pdf::{Document, DrawingId, Flow, Font, Line, Page, Paper};
use crate::words::{Word, say};
use std::sync::Arc;
use tsuro::game::{Look, Seat};
use tsuro::picture::{printed_piece, printed_rule_piece, printed_tile, seat_letters};
use tsuro::ruleset::Variant;
use tsuro_faces::words::Language;

/// The length of a tile's side in millimetres, from the shortest to the longest.
pub const SHORTEST_TILE: u8 = 20;
/// See [`SHORTEST_TILE`].
pub const LONGEST_TILE: u8 = 100;

/// The part of a page, on each side, on which printers do not print.
const MARGIN: f32 = 10.0;
/// What is kept free below the parts, for the line of 100 mm and the number of the page.
const FOOT: f32 = 9.0;
/// The width of the strips on which pages of a board are glued.
const STRIP: f32 = 8.0;
/// How far a cut mark is from the part, and how long it is.
const MARK: (f32, f32) = (1.0, 4.0);
/// The side of a tile in the units of drawings.
const TILE: f32 = 100.0;
/// The space between two parts that have no common edge.
const GAP: f32 = 4.0;

/// Sheets as a PDF document.
#[derive(Debug, Clone)]
pub struct Sheets {
    /// The file.
    pub pdf: Vec<u8>,
    /// The number of its pages.
    pub pages: usize,
    /// The number of pages of the board.
    pub board_pages: usize,
    /// The number of tiles.
    pub tiles: usize,
    /// The number of pieces of players, and of the rules.
    pub pieces: usize,
}

/// Draws the sheets of a rule set; a tile's side has `tile` millimetres.
///
/// # Errors
/// If no game can begin, or a drawing of a rule is wrong.
pub fn sheets(
    variant: &Arc<Variant>,
    (paper, tile): (Paper, u8),
    language: Language,
) -> Result<Sheets, BookError> {
    let parts = Parts::new(variant, language)?;
    let title = variant.resolved().texts().title_in(language.code());
    let title = format!("{title}: {}", Word::Sheets.text(language));
    let mut document = Document::new(&title, language.code());
    let mut cutting = Cutting { document: &mut document, paper, tile: tile.into(), language };
    let board_pages = cutting.board(&parts)?;
    cutting.tiles(&parts)?;
    let pieces = cutting.pieces(&parts)?;
    let tables = dice::tables(&parts, language);
    if !tables.is_empty() {
        Flow::new(&mut document, paper).write(&tables)?;
    }
    document.number_pages(&title);
    let pages = document.pages();
    Ok(Sheets { pdf: document.finish(), pages, board_pages, tiles: parts.tiles(), pieces })
}

struct Cutting<'d> {
    document: &'d mut Document,
    paper: Paper,
    /// The side of a tile in millimetres.
    tile: f32,
    language: Language,
}

impl Cutting<'_> {
    /// Millimetres to a unit of drawings.
    fn scale(&self) -> f32 {
        self.tile / TILE
    }

    /// Finishes a page: its title, and the line by which its size is checked.
    fn add(&mut self, mut page: Page, title: &str) {
        for (line, number) in
            Font::Plain.lines(title, 2.9, page.width - 2.0 * MARGIN).iter().zip(0_u8..)
        {
            page.text((MARGIN, 4.5 + 3.4 * f32::from(number)), Font::Plain, 8.0, line);
        }
        let y = page.height - MARGIN - 1.0;
        page.line((MARGIN, y), (MARGIN + 100.0, y), Line::Solid);
        for x in [MARGIN, MARGIN + 100.0] {
            page.line((x, y - 1.5), (x, y + 1.5), Line::Solid);
        }
        page.text((MARGIN + 2.0, y - 0.8), Font::Plain, 7.0, Word::TrueSize.text(self.language));
        self.document.add(page);
    }

    /// Draws the board on as few pages as it needs, upright or not.
    fn board(&mut self, parts: &Parts) -> Result<usize, BookError> {
        let drawing = self.document.drawing(&parts.board)?;
        let (width, height) = self.document.size_of(drawing);
        let (width, height) = (width * self.scale(), height * self.scale());
        let (paper_width, paper_height) = self.paper.size();
        let room = |(wide, high): (f32, f32)| {
            (wide - 2.0 * MARGIN - STRIP, high - 2.0 * MARGIN - FOOT - STRIP)
        };
        let pages = |length: f32, room: f32| ((length - STRIP) / room).ceil().max(1.0) as u16;
        let count = |paper| {
            let (wide, high) = room(paper);
            (pages(width, wide), pages(height, high))
        };
        let upright = (paper_width, paper_height);
        let paper = [upright, (paper_height, paper_width)]
            .into_iter()
            .min_by_key(|paper| count(*paper).0 * count(*paper).1)
            .unwrap_or(upright);
        let ((wide, high), (columns, rows)) = (room(paper), count(paper));
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let mut page = Page::new(paper);
            let from = (f32::from(column) * wide, f32::from(row) * high);
            let part = ((width - from.0).min(wide + STRIP), (height - from.1).min(high + STRIP));
            let at = (MARGIN, MARGIN);
            page.place_part(drawing, (at, from, part), self.scale());
            cut_at_seams(&mut page, (at, part), (column > 0, row > 0));
            let title = if columns * rows == 1 {
                Word::BoardWhole.text(self.language).to_owned()
            } else {
                let [row, rows, column, columns] =
                    [row + 1, rows, column + 1, columns].map(|number| number.to_string());
                let names =
                    [("row", &*row), ("rows", &rows), ("column", &column), ("columns", &columns)];
                say(self.language, Word::BoardPage, &names)
            };
            self.add(page, &title);
        }
        Ok(usize::from(columns * rows))
    }

    fn tiles(&mut self, parts: &Parts) -> Result<(), BookError> {
        let code = self.language.code();
        let mut all = Vec::with_capacity(parts.tiles());
        let specials =
            parts.specials.iter().map(|(decl, copies)| (decl.face, Some(decl.look), copies));
        let faces = parts.faces.iter().map(|(face, copies)| (*face, None, copies));
        for (face, special, copies) in faces.chain(specials) {
            let special: Option<&Look> = special;
            let drawing = self.document.drawing(&printed_tile(face, special, parts.look, code))?;
            all.extend(std::iter::repeat_n(drawing, usize::from(*copies)));
        }
        self.grid(&all, Word::TilePage);
        Ok(())
    }

    /// Draws parts as large as a tile beside each other, with marks where they are cut.
    fn grid(&mut self, all: &[DrawingId], title: Word) {
        let (width, height) = self.paper.size();
        let fit = |length: f32| (length / self.tile).floor().max(1.0) as usize;
        let columns = fit(width - 2.0 * MARGIN);
        let rows = fit(height - 2.0 * MARGIN - FOOT);
        for some in all.chunks(columns * rows) {
            let mut page = Page::new((width, height));
            let used = (some.len().min(columns), some.len().div_ceil(columns));
            let left = (width - used.0 as f32 * self.tile) / 2.0;
            for (index, drawing) in some.iter().enumerate() {
                let x = left + (index % columns) as f32 * self.tile;
                let y = MARGIN + (index / columns) as f32 * self.tile;
                page.place(*drawing, (x, y), self.scale());
            }
            self.mark_cuts(&mut page, left, used);
            self.add(page, title.text(self.language));
        }
    }

    /// Draws short lines around a grid, where its parts are cut.
    fn mark_cuts(&self, page: &mut Page, left: f32, (columns, rows): (usize, usize)) {
        let (right, bottom) = (left + columns as f32 * self.tile, MARGIN + rows as f32 * self.tile);
        let (away, end) = (MARK.0, MARK.0 + MARK.1);
        for column in 0..=columns {
            let x = left + column as f32 * self.tile;
            page.line((x, MARGIN - away), (x, MARGIN - end), Line::Solid);
            page.line((x, bottom + away), (x, bottom + end), Line::Solid);
        }
        for row in 0..=rows {
            let y = MARGIN + row as f32 * self.tile;
            page.line((left - away, y), (left - end, y), Line::Solid);
            page.line((right + away, y), (right + end, y), Line::Solid);
        }
    }

    /// Draws the pieces of the players, and then those of the rules with what else they need.
    fn pieces(&mut self, parts: &Parts) -> Result<usize, BookError> {
        let players = parts.players.most();
        let discs: Vec<DrawingId> = seat_letters(players)
            .into_iter()
            .zip(0..)
            .map(|(letter, seat)| self.document.drawing(&printed_piece(Seat::new(seat), letter)))
            .collect::<Result<_, _>>()?;
        self.discs(&discs, parts);
        let code = self.language.code();
        let mut squares = Vec::new();
        for piece in &parts.pieces {
            squares.push(self.document.drawing(&printed_rule_piece(piece, code))?);
        }
        for (mark, number) in &parts.marks {
            let card = printed_rule_piece(&tsuro::game::PieceFace::new(mark).lying_over(), code);
            squares.extend(std::iter::repeat_n(self.document.drawing(&card)?, *number));
        }
        self.grid(&squares, Word::RulePiecePage);
        Ok(discs.len() + parts.pieces.len())
    }

    /// Draws the pieces of the players, and a card for what the player has who draws first.
    fn discs(&mut self, discs: &[DrawingId], parts: &Parts) {
        let (width, _) = self.paper.size();
        let mut page = Page::new(self.paper.size());
        let (mut x, mut y) = (MARGIN, MARGIN);
        for disc in discs {
            let side = self.document.size_of(*disc).0 * self.scale();
            if x + side > width - MARGIN {
                (x, y) = (MARGIN, y + side + GAP);
            }
            page.place(*disc, (x, y), self.scale());
            x += side + GAP;
        }
        let below = discs.last().map_or(0.0, |disc| self.document.size_of(*disc).1 * self.scale());
        if let Some((name, _)) = parts.token {
            let name = name.in_language(self.language.code());
            let (left, top, side) = (MARGIN, y + below + GAP, self.tile);
            let (right, bottom) = (left + side, top + side);
            for (from, to) in [((left, top), (right, top)), ((left, bottom), (right, bottom))] {
                page.line(from, to, Line::Solid);
            }
            for (from, to) in [((left, top), (left, bottom)), ((right, top), (right, bottom))] {
                page.line(from, to, Line::Solid);
            }
            for (line, number) in Font::Bold.lines(name, 4.2, side - 4.0).iter().zip(1_u8..) {
                page.text((left + 2.0, top + 6.0 * f32::from(number)), Font::Bold, 12.0, line);
            }
        }
        self.add(page, Word::PiecePage.text(self.language));
    }
}

/// Draws dashed lines where a page of a board is cut, to be laid on the strip of the page before
/// it.
fn cut_at_seams(
    page: &mut Page,
    ((x, y), (width, height)): ((f32, f32), (f32, f32)),
    (left, above): (bool, bool),
) {
    if left {
        page.line((x, y), (x, y + height), Line::Dashed);
    }
    if above {
        page.line((x, y), (x + width, y), Line::Dashed);
    }
}

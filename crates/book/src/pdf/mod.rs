//! PDF documents of drawings and texts, at true size: places and lengths on a page are millimetres
//! from its top left corner.

mod drawing;
mod flow;
mod font;

pub use drawing::DrawingError;
pub(crate) use flow::Flow;
pub(crate) use font::Font;

use crate::model::Book;
use drawing::Drawing;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use font::encoded;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use std::io::Write as _;

/// The unit of PDF documents, points, in a millimetre.
const POINTS: f32 = 72.0 / 25.4;
/// Millimetres in a point, the unit of letters.
const POINT: f32 = 1.0 / POINTS;

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Its width and height in millimetres, upright.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// A drawing of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DrawingId(usize);

/// A document that is being made.
pub(crate) struct Document {
    title: String,
    language: &'static str,
    drawings: Vec<Drawing>,
    /// What was drawn already, by its SVG text.
    known: BTreeMap<String, DrawingId>,
    pages: Vec<Page>,
}

/// A page that is being drawn.
pub(crate) struct Page {
    pub width: f32,
    pub height: f32,
    content: Content,
}

impl Document {
    pub fn new(title: &str, language: &'static str) -> Self {
        Self {
            title: title.to_owned(),
            language,
            drawings: Vec::new(),
            known: BTreeMap::new(),
            pages: Vec::new(),
        }
    }

    /// Takes in an SVG drawing of `tsuro::picture`; the same one is in the document once.
    pub fn drawing(&mut self, svg: &str) -> Result<DrawingId, DrawingError> {
        if let Some(known) = self.known.get(svg) {
            return Ok(*known);
        }
        let id = DrawingId(self.drawings.len());
        self.drawings.push(Drawing::read(svg)?);
        self.known.insert(svg.to_owned(), id);
        Ok(id)
    }

    /// The width and height of a drawing in its own units.
    pub fn size_of(&self, drawing: DrawingId) -> (f32, f32) {
        let drawing = &self.drawings[drawing.0];
        (drawing.width, drawing.height)
    }

    pub fn add(&mut self, page: Page) {
        self.pages.push(page);
    }

    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Writes a line at the bottom of all pages, from `first` on, with the number of each.
    pub fn number_pages(&mut self, text: &str) {
        let count = self.pages.len();
        for (number, page) in self.pages.iter_mut().enumerate() {
            let line = format!("{text} · {} / {count}", number + 1);
            let at =
                ((page.width - Font::Plain.width(&line, 8.0 * POINT)) / 2.0, page.height - 5.0);
            page.text(at, Font::Plain, 8.0, &line);
        }
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let [catalog, tree, info, plain, bold] = [1, 2, 3, 4, 5].map(Ref::new);
        let drawing = |index: usize| Ref::new(6 + index as i32);
        let page = |index: usize| Ref::new(6 + (self.drawings.len() + 2 * index) as i32);
        let mut root = pdf.catalog(catalog);
        root.pages(tree).lang(TextStr(self.language));
        root.viewer_preferences().display_doc_title(true);
        root.finish();
        pdf.document_info(info).title(TextStr(&self.title)).producer(TextStr("tsuro"));
        let count = self.pages.len();
        pdf.pages(tree).kids((0..count).map(page)).count(count as i32);
        for (font, id) in Font::ALL.into_iter().zip([plain, bold]) {
            pdf.type1_font(id)
                .base_font(Name(font.base()))
                .encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        for (index, Drawing { width, height, content }) in self.drawings.iter().enumerate() {
            let bytes = compressed(content);
            let mut form = pdf.form_xobject(drawing(index), &bytes);
            form.filter(Filter::FlateDecode);
            form.bbox(Rect::new(0.0, 0.0, *width, *height));
            let mut resources = form.resources();
            resources
                .fonts()
                .pair(Name(Font::Plain.name()), plain)
                .pair(Name(Font::Bold.name()), bold);
            resources.finish();
        }
        for (index, Page { width, height, content }) in self.pages.into_iter().enumerate() {
            let (id, body) = (page(index), page(index).next());
            let mut one = pdf.page(id);
            one.media_box(Rect::new(0.0, 0.0, width * POINTS, height * POINTS));
            one.parent(tree).contents(body);
            let mut resources = one.resources();
            resources
                .fonts()
                .pair(Name(Font::Plain.name()), plain)
                .pair(Name(Font::Bold.name()), bold);
            let mut drawings = resources.x_objects();
            for index in 0..self.drawings.len() {
                drawings.pair(Name(name_of(DrawingId(index)).as_bytes()), drawing(index));
            }
            drawings.finish();
            resources.finish();
            one.finish();
            let bytes = compressed(&content.finish());
            pdf.stream(body, &bytes).filter(Filter::FlateDecode);
        }
        pdf.finish()
    }
}

impl Book {
    /// The book as a PDF document, with the number of its pages.
    ///
    /// # Errors
    /// If a drawing of a rule is wrong.
    pub fn pdf(&self, paper: Paper) -> Result<(Vec<u8>, usize), DrawingError> {
        let mut document = Document::new(&self.title, self.language);
        Flow::new(&mut document, paper).write(&self.blocks)?;
        document.number_pages(&self.title);
        let pages = document.pages();
        Ok((document.finish(), pages))
    }
}

/// The name of a drawing in the resources of pages.
fn name_of(DrawingId(index): DrawingId) -> String {
    format!("D{index}")
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Solid,
    Dashed,
}

impl Page {
    pub fn new((width, height): (f32, f32)) -> Self {
        let mut content = Content::new();
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height * POINTS]);
        Self { width, height, content }
    }

    /// Draws a drawing with its top left corner here; a unit of it is `scale` millimetres.
    pub fn place(&mut self, drawing: DrawingId, (x, y): (f32, f32), scale: f32) {
        self.content.save_state().transform([scale, 0.0, 0.0, scale, x, y]);
        self.content.x_object(Name(name_of(drawing).as_bytes())).restore_state();
    }

    /// Draws the part of a drawing that is in a rectangle of this size, whose top left corner is
    /// `at` on the page and `from` in the drawing, both in millimetres.
    pub fn place_part(
        &mut self,
        drawing: DrawingId,
        (at, from, (width, height)): ((f32, f32), (f32, f32), (f32, f32)),
        scale: f32,
    ) {
        self.content.save_state().rect(at.0, at.1, width, height).clip_nonzero().end_path();
        self.place(drawing, (at.0 - from.0, at.1 - from.1), scale);
        self.content.restore_state();
    }

    /// Writes a text; `size` is in points, and `y` is where its letters stand.
    pub fn text(&mut self, (x, y): (f32, f32), font: Font, size: f32, text: &str) {
        self.content.set_fill_gray(0.1).begin_text();
        self.content.set_font(Name(font.name()), size * POINT);
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]);
        self.content.show(Str(&encoded(text))).end_text();
    }

    /// Draws a thin line.
    pub fn line(&mut self, (x, y): (f32, f32), (to_x, to_y): (f32, f32), line: Line) {
        let dashes: &[f32] = if line == Line::Dashed { &[1.5, 1.5] } else { &[] };
        self.content.set_stroke_gray(0.4).set_line_width(0.15);
        self.content.set_dash_pattern(dashes.iter().copied(), 0.0);
        self.content.move_to(x, y).line_to(to_x, to_y).stroke();
    }
}

//! What a book consists of, before it is written in a format.

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// A heading of a level from 1.
    Heading(u8, String),
    /// Whole sentences.
    Paragraph(String),
    /// A question, whose answer is the next block.
    Question(String),
    /// A list without an order.
    List(Vec<String>),
    /// Signs, each with what it means.
    Signs(Vec<(String, String)>),
    /// A table.
    Table {
        /// The titles of the columns.
        head: Vec<String>,
        /// The cells, row by row.
        rows: Vec<Vec<String>>,
    },
    /// A drawing, as SVG, with the sentence that it shows.
    Picture {
        /// The drawing.
        svg: String,
        /// The sentence.
        says: String,
    },
}

/// The rulebook of a rule set, to be written as [Markdown](Self::markdown), [HTML](Self::html) or
/// [PDF](Self::pdf).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    pub(crate) title: String,
    /// The language, by its two letters.
    pub(crate) language: &'static str,
    pub(crate) blocks: Vec<Block>,
}

impl Book {
    /// The number of pictures in it.
    pub fn pictures(&self) -> usize {
        self.blocks.iter().filter(|block| matches!(block, Block::Picture { .. })).count()
    }
}

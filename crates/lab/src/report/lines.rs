//! Text for a terminal: paragraphs that are wrapped, and columns under each other.

use std::fmt::Write as _;

/// The widest line of a paragraph, in characters.
pub(super) const LINE: usize = 100;

/// Rows of text with their columns under each other, the first row as long as the longest.
pub(super) fn aligned(rows: &[Vec<String>], is_left: impl Fn(usize) -> bool) -> String {
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if is_left(column) {
                write!(line, "  {cell:<width$}")
            } else {
                write!(line, "  {cell:>width$}")
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A paragraph in lines of at most [`LINE`] characters, each after `indent`.
pub(super) fn wrap(paragraph: &str, indent: &str) -> String {
    let (mut text, mut length) = (indent.to_owned(), 0);
    for word in paragraph.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > LINE {
            text = text + "\n" + indent;
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += letters;
    }
    text + "\n"
}

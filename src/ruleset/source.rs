//! Source texts and places in them, for error messages and the origin of values.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The largest text that is read, in bytes: far more than any rule set needs.
pub const MAX_SOURCE_BYTES: usize = 1024 * 1024;

/// The identity of a text: recognises a file that is loaded twice, and is the start of relative
/// paths.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SourceId {
    /// A built-in rule set, by name.
    BuiltIn(String),
    /// A file; the loader always uses the same path for the same file.
    File(PathBuf),
    /// The text of a script that stands in a rule set or in a record.
    Script(String),
    /// The reference with mixins or overrides, such as `classic+tiles.hand=4`.
    Overrides,
    /// Resolved rules from a game record. Places in them have no line and column of their own.
    Record,
}

/// A text with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// The identity, by which a file that is loaded twice is recognised.
    pub id: SourceId,
    /// Its name in messages: the path as the user wrote it, or the name of a built-in rule set.
    pub shown: String,
    /// The text, without a byte-order mark.
    text: String,
    /// Whether it is neither in the folder of the file that names it nor below.
    outside: bool,
}

impl Source {
    /// A text from UTF-8. A byte-order mark at its start is removed.
    pub fn new(id: SourceId, shown: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Self { id, shown: shown.into(), text, outside: false }
    }

    /// Marks the text as outside the folder of the file that names it. Unless it is a rule set,
    /// nothing of it is shown: a downloaded rule set must not be able to make the program print any
    /// file of the user.
    #[must_use]
    pub fn outside(self) -> Self {
        Self { outside: true, ..self }
    }

    /// Whether it is outside the folder of the file that names it.
    pub(crate) fn is_outside(&self) -> bool {
        self.outside
    }

    /// The text, without a byte-order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset; offsets beyond the end count as the end, offsets inside a
    /// character as its start.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let before = &self.text[..self.char_start(offset)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        LineColumn {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The byte range of the whole lines that `span` touches, line ends not included.
    pub fn lines_of(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.char_start(span.start);
        let end = self.char_start(span.end).max(start);
        let from = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at);
        from..to
    }

    /// `span`, clamped to the text and extended to whole characters.
    pub fn clamp(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.char_start(span.start);
        let mut end = span.end.clamp(start, self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        start..end
    }

    fn char_start(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// A line and a column, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A range of a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceSpan {
    /// The text that the range is in.
    pub source: Arc<Source>,
    /// The range, in bytes from its start.
    pub span: Range<usize>,
}

impl SourceSpan {
    /// A range of `source`, clamped to whole characters.
    pub fn new(source: &Arc<Source>, span: &Range<usize>) -> Self {
        Self { source: Arc::clone(source), span: source.clamp(span) }
    }

    /// Line and column of its start; `None` in a record, which has no lines that people read.
    pub fn start(&self) -> Option<LineColumn> {
        (self.source.id != SourceId::Record).then(|| self.source.line_column(self.span.start))
    }

    /// Line and column just after its end; `None` in a record.
    pub fn end(&self) -> Option<LineColumn> {
        (self.source.id != SourceId::Record).then(|| self.source.line_column(self.span.end))
    }

    /// The text of the range.
    pub fn text(&self) -> &str {
        &self.source.text()[self.span.clone()]
    }
}

impl fmt::Display for SourceSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start() {
            Some(at) => write!(f, "{}:{at}", self.source.shown),
            None => write!(f, "{}", self.source.shown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new(SourceId::Overrides, "test", text)
    }

    #[test]
    fn columns_count_characters_without_the_byte_order_mark() {
        let text = source("\u{feff}é = 1\r\nname = \"日本\"\r\n");
        assert_eq!(text.line_column(0), LineColumn { line: 1, column: 1 });
        let after = text.text().find("\"\r").expect("the closing quote");
        assert_eq!(text.line_column(after), LineColumn { line: 2, column: 11 });
        assert_eq!(text.line_column(usize::MAX).line, 3);
    }

    #[test]
    fn spans_are_cut_to_whole_characters() {
        let text = source("é");
        assert_eq!(text.clamp(&(1..1)), 0..2);
        assert_eq!(text.clamp(&(5..9)), 2..2);
    }
}

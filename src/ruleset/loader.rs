//! How texts come in. Nothing here opens a file: a [`Loader`] does, and it belongs to whoever has a file system.

use super::source::{MAX_SOURCE_BYTES, Source, SourceId};
use std::sync::Arc;

/// Finds the texts of rule sets by name or path.
///
/// A loader looks for a path first (a reference with a path separator, or ending in `.toml`; relative to the file `from`, or to the
/// working directory where there is none), then for a built-in rule set, then in the user's own directory. Where the last two both know
/// the name, it answers [`LoadError::Shadows`]: a user's file never silently takes the place of a built-in one.
///
/// A file that another file names, and that lies neither beside nor below it, is marked with [`Source::outside`].
pub trait Loader {
    /// The text that `reference` names, as written in `from`, or on the command line where that is `None`.
    ///
    /// # Errors
    /// A [`LoadError`] that says why there is none.
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError>;

    /// The names that [`Loader::load`] knows, for "did you mean" and for lists.
    fn names(&self) -> Vec<String>;

    /// The rule-set files that could have been meant by a path that leads nowhere, written as it was: `./friday.toml`.
    ///
    /// The default knows none.
    fn beside(&self, reference: &str, from: Option<&Source>) -> Vec<String> {
        let _ = (reference, from);
        Vec::new()
    }

    /// What else to write where a name on the command line leads nowhere: a sentence.
    ///
    /// The default knows nothing.
    fn advice(&self, reference: &str) -> Option<String> {
        let _ = reference;
        None
    }
}

/// Why there is no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// Neither a built-in nor a file of that name.
    #[error("there is no rule set of that name")]
    NotFound,
    /// A path was given and there is nothing at it.
    #[error("there is no such file")]
    NoFile,
    /// What was named as a rule set is a file, but not one whose name a rule set could have.
    #[error("it is a file, but rule-set files are TOML files whose names end in `.toml`")]
    NotToml,
    /// The path names a directory.
    #[error("it is a directory, not a file")]
    Directory,
    /// The file is larger than [`MAX_SOURCE_BYTES`].
    #[error("it has {bytes} bytes; rule-set files may have up to 1048576")]
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// Not text.
    #[error("it is not UTF-8 text: byte 0x{byte:02x} at {}", .text.line_column(*at))]
    NotUtf8 {
        /// What of it is text, with marks in place of the rest.
        text: Arc<Source>,
        /// Where in it the first bad byte was.
        at: usize,
        /// The byte.
        byte: u8,
    },
    /// A user's file has the name of a built-in rule set.
    #[error("`{name}` is built in, and the file {path} has the same name")]
    Shadows {
        /// The name.
        name: String,
        /// The user's file.
        path: String,
    },
    /// The system would not give it out.
    #[error("it cannot be read: {why}")]
    Unreadable {
        /// In the system's words.
        why: String,
    },
}

impl Source {
    /// The text of a file, from its bytes.
    ///
    /// # Errors
    /// [`LoadError::TooLarge`] over [`MAX_SOURCE_BYTES`], [`LoadError::NotUtf8`] with the first place that is not text.
    pub fn from_bytes(id: SourceId, shown: impl Into<String>, bytes: &[u8]) -> Result<Self, LoadError> {
        if bytes.len() > MAX_SOURCE_BYTES {
            return Err(LoadError::TooLarge { bytes: bytes.len() as u64 });
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(id, shown, text)),
            Err(error) => {
                let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
                let text = String::from_utf8_lossy(bytes);
                let source = Self::new(id, shown, text.as_ref());
                let mark = text.len() - source.text().len();
                Err(LoadError::NotUtf8 { text: Arc::new(source), at: error.valid_up_to().saturating_sub(mark), byte })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::LineColumn;
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_are_located() {
        let result = Source::from_bytes(SourceId::Overrides, "x", b"a = 1\nb = \xff");
        let Err(LoadError::NotUtf8 { text, at, byte }) = result else { panic!("{result:?}") };
        assert_eq!((text.line_column(at), byte), (LineColumn { line: 2, column: 5 }, 0xff));
    }
}

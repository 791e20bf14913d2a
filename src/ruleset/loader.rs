//! The interface through which texts of rule sets are found: [`Loader`], and why one fails; and the
//! loader of the built-in ones. Opening files is the business of the program.

use super::builtin;
use super::source::{MAX_SOURCE_BYTES, Source, SourceId};
use std::sync::Arc;

/// Finds the texts of rule sets by name or path.
///
/// A loader looks for a path first (a reference with a path separator, or ending in `.toml`;
/// relative to the file `from`, or to the working directory where there is none), then for a
/// built-in rule set, then in the user's own directory. Where the last two both know the name, it
/// answers [`LoadError::Shadows`]: a user's file never silently takes the place of a built-in one.
///
/// A file that another file names, and that lies neither beside nor below it, is marked with
/// [`Source::outside`].
pub trait Loader {
    /// The text that `reference` names, as written in `from`, or on the command line where that is
    /// `None`.
    ///
    /// # Errors
    /// A [`LoadError`] that says why there is none.
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError>;

    /// The names that [`Loader::load`] finds, for "did you mean" and for lists.
    fn names(&self) -> Vec<String>;

    /// The rule-set files in the folder of a path that does not exist, each written like that path:
    /// `./friday.toml`.
    ///
    /// The default returns none.
    fn beside(&self, reference: &str, from: Option<&Source>) -> Vec<String> {
        let _ = (reference, from);
        Vec::new()
    }

    /// The script that `reference` names in `from`: a path that ends in `.rhai`, and leads to no
    /// place but the folder of `from` and the folders below.
    ///
    /// The default finds the scripts of built-in rule sets.
    ///
    /// # Errors
    /// A [`LoadError`] that says why there is none.
    fn script(&self, reference: &str, from: &Source) -> Result<Source, LoadError> {
        match from.id {
            SourceId::BuiltIn(_) => builtin::script(reference).ok_or(LoadError::NoFile),
            _ => Err(LoadError::NoFile),
        }
    }

    /// The scripts in the folder of a path that does not exist, each written like that path.
    ///
    /// The default returns none.
    fn scripts_beside(&self, reference: &str, from: &Source) -> Vec<String> {
        let _ = (reference, from);
        Vec::new()
    }

    /// Whether paths of files are read; where they are not, no message advises to write one.
    ///
    /// The default is that they are.
    fn takes_paths(&self) -> bool {
        true
    }

    /// Advice where a name on the command line is not found, as a sentence.
    ///
    /// The default returns none.
    fn advice(&self, reference: &str) -> Option<String> {
        let _ = reference;
        None
    }
}

/// A loader of the built-in rule sets alone.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::exhaustive_structs, reason = "it is a name, and holds nothing")]
pub struct BuiltIns;

impl Loader for BuiltIns {
    fn load(&self, reference: &str, _from: Option<&Source>) -> Result<Source, LoadError> {
        let found = builtin::all()
            .find(|built_in| built_in.name == reference)
            .ok_or(LoadError::NotFound)?;
        Ok(Source::new(SourceId::BuiltIn(found.name.to_owned()), found.name, found.text))
    }

    fn names(&self) -> Vec<String> {
        builtin::all().map(|built_in| built_in.name.to_owned()).collect()
    }
}

/// Why there is no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// Neither a built-in rule set nor a file has that name.
    #[error("there is no rule set with that name")]
    NotFound,
    /// Nothing is at the given path.
    #[error("there is no such file")]
    NoFile,
    /// A file has the given name, but not the ending `.toml`.
    #[error("it is a file, but rule-set files are TOML files whose names end in `.toml`")]
    NotToml,
    /// The path names a directory.
    #[error("it is a directory, not a file")]
    Directory,
    /// The file is larger than [`MAX_SOURCE_BYTES`].
    #[error("it has {bytes} bytes; the limit is 1048576")]
    TooLarge {
        /// The size of the file.
        bytes: u64,
    },
    /// The file is not UTF-8.
    #[error("it is not UTF-8 text: byte 0x{byte:02x} at {}", .text.line_column(*at))]
    NotUtf8 {
        /// The text with replacement characters for all other bytes.
        text: Arc<Source>,
        /// The place of the first bad byte in it.
        at: usize,
        /// The first byte that is not UTF-8.
        byte: u8,
    },
    /// A user's file has the name of a built-in rule set.
    #[error("`{name}` is built in, and the file {path} has the same name")]
    Shadows {
        /// The name that both have.
        name: String,
        /// The user's file.
        path: String,
    },
    /// The operating system refuses to read it.
    #[error("it cannot be read: {why}")]
    Unreadable {
        /// The message of the operating system.
        why: String,
    },
}

impl Source {
    /// The text of a file, from its bytes.
    ///
    /// # Errors
    /// [`LoadError::TooLarge`] over [`MAX_SOURCE_BYTES`], [`LoadError::NotUtf8`] with the first
    /// place that is not text.
    pub fn from_bytes(
        id: SourceId,
        shown: impl Into<String>,
        bytes: &[u8],
    ) -> Result<Self, LoadError> {
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
                Err(LoadError::NotUtf8 {
                    text: Arc::new(source),
                    at: error.valid_up_to().saturating_sub(mark),
                    byte,
                })
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

//! [`ScriptProblem`]: what is wrong with a script.

/// Something wrong with a script, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScriptProblem {
    /// The line and the column, both from 1; `None`: the script as a whole.
    pub at: Option<(usize, usize)>,
    /// What is wrong: a lower-case fragment.
    pub message: String,
    /// A word that is not known, and the known words.
    pub unknown: Option<(String, Vec<String>)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl ScriptProblem {
    pub(super) fn new(at: Option<(usize, usize)>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), unknown: None, help: None }
    }

    /// Adds what could have been meant.
    #[cfg(feature = "script")]
    pub(super) fn unknown(&mut self, word: &str, known: &[impl AsRef<str>]) -> &mut Self {
        self.unknown =
            Some((word.to_owned(), known.iter().map(|known| known.as_ref().to_owned()).collect()));
        self
    }

    /// Adds what to do about it.
    #[cfg(feature = "script")]
    pub(super) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }
}

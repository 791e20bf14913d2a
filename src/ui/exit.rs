//! Exit codes, in one place.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything is fine.
    Fine,
    /// What was checked has problems: a bad rule file, a record that does not follow, a refused overwrite.
    Problems,
    /// Wrong usage, or a file that cannot be read or written.
    Usage,
    /// Broken off by the user.
    Interrupted,
}

impl Exit {
    /// The number the shell sees: 0, 1, 2, 130.
    pub const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Problems => 1,
            Self::Usage => 2,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

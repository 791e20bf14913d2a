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
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Fine, Self::Problems, Self::Usage, Self::Interrupted];

    /// What it means, for manuals.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Fine => "Fine.",
            Self::Problems => {
                "What was checked has problems: something wrong in a rule set, a record that does not follow, a refused overwrite, a bot \
                 that breaks the rules."
            }
            Self::Usage => {
                "Wrong usage, or a file that cannot be read or written. A name or path on the command line that leads to no rule set is wrong \
                 usage, too."
            }
            Self::Interrupted => "Interrupted.",
        }
    }

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

//! Exit codes.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The command did what it was asked to.
    Fine,
    /// What was checked has problems: an invalid rule set, a record that breaks its rules, a file
    /// that is not overwritten.
    Problems,
    /// Wrong usage, or a file that cannot be read or written.
    Usage,
    /// The user interrupted the command.
    Interrupted,
}

impl Exit {
    /// All ways to end.
    pub const ALL: [Self; 4] = [Self::Fine, Self::Problems, Self::Usage, Self::Interrupted];

    /// What the code means, for the manual pages.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Fine => "Success.",
            Self::Problems => {
                "What was checked has problems: an error in a rule set, a record that does not \
                 follow its rules, a file that exists and was \
                 not overwritten, a bot that breaks the rules."
            }
            Self::Usage => {
                "Wrong usage, or a file that cannot be read or written. This includes a name or \
                 path on the command line at which there is \
                 no rule set."
            }
            Self::Interrupted => "Interrupted.",
        }
    }

    /// The exit code: 0, 1, 2 or 130.
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

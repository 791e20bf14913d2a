//! Why a game stops before its end.

use crate::bots::BadChoice;
use std::io;

/// Why a game stops before its end.
#[derive(Debug)]
pub(super) enum PlayStop {
    /// Ctrl-C, or a request to terminate.
    Interrupted,
    /// There are no more answers.
    EndOfInput,
    /// Somebody said so.
    Quit,
    /// The record cannot be written.
    Record(io::Error),
    /// A bot broke the rules.
    Bot(BadChoice),
    /// Nobody reads the output any more.
    NobodyReads,
    /// The output cannot be written.
    Output(io::Error),
}

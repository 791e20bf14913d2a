//! Why a game stops before its end.

use std::io;
use tsuro::bots::BadChoice;

/// Why a game stops before its end.
#[derive(Debug)]
pub(super) enum PlayStop {
    /// Ctrl-C, or a request to terminate.
    Interrupted,
    /// The input has ended, and an answer is needed.
    EndOfInput,
    /// A person typed the word for it.
    Quit,
    /// A person takes back the last choice: the game is played again up to it.
    Undo,
    /// The record cannot be written.
    Record(io::Error),
    /// A bot broke the rules.
    Bot(BadChoice),
    /// The reader of standard output has closed the pipe.
    ReaderGone,
    /// Standard output cannot be written.
    Output(io::Error),
}

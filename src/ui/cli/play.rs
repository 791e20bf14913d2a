//! `tsuro play`.

use super::{Context, Exit};

/// What `tsuro play` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it (`classic+hand=4`); without one, a picker.
    rules: Option<String>,
}

/// Plays a game.
pub fn run(args: &Args, context: &Context) -> Exit {
    let _ = (args, context);
    Exit::Fine
}

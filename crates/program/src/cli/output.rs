//! Printing on standard output. A closed pipe is not an error; of any other failure the reason is
//! printed on standard error.

use super::usage;
use std::io;
use tsuro::json::Json;
use tsuro_world::Exit;
use tsuro_world::door::{self, Form};
use tsuro_world::terminal::Terminal;

/// Prints text for people. `Ok(false)`: the reader has closed the pipe.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn print(text: &str) -> Result<bool, Exit> {
    print_as(text, Form::Words)
}

/// Prints text of any form; otherwise as [`print()`].
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn print_as(text: &str, form: Form) -> Result<bool, Exit> {
    match door::write_out(text, form) {
        Ok(()) => Ok(true),
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(why) => Err(usage(format_args!("standard output cannot be written: {why}"))),
    }
}

/// Prints one JSON document over several lines; otherwise as [`print()`].
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn print_json(value: &Json) -> Result<bool, Exit> {
    print_as(&format!("{value:#}\n"), Form::Json)
}

/// Prints one JSON document, or where there are several, an array of them.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn print_json_each(documents: Vec<Json>) -> Result<bool, Exit> {
    print_json(&match <[Json; 1]>::try_from(documents) {
        Ok([document]) => document,
        Err(documents) => Json::List(documents),
    })
}

/// Prints what clap has to say: the help, the version, or what is wrong with the call.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn print_usage(error: &clap::Error) -> Result<Exit, Exit> {
    let terminal = Terminal::current();
    let text = |color: bool| {
        if color { error.render().ansi().to_string() } else { error.render().to_string() }
    };
    if error.use_stderr() {
        door::write_err(&text(terminal.err.color), Form::Colored);
        return Ok(Exit::Usage);
    }
    print_as(&text(terminal.out.color), Form::Colored)?;
    Ok(Exit::Fine)
}

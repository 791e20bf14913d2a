//! Standard output, where a reader that has gone away is no error.

use crate::ui::Exit;
use crate::ui::door::{self, Form};
use crate::ui::terminal::Terminal;
use serde_json::Value;
use std::io;

/// Writes words to standard output. `Ok(false)`: nobody reads it any more.
///
/// # Errors
/// Why it cannot be written, unless it is because the reader has gone.
pub fn print(text: &str) -> io::Result<bool> {
    print_as(text, Form::Words)
}

/// Writes a text of any form to standard output.
///
/// # Errors
/// As [`print()`].
pub fn print_as(text: &str, form: Form) -> io::Result<bool> {
    match door::write_out(text, form) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes one JSON document and a line end.
///
/// # Errors
/// As [`print()`].
pub fn print_json(value: &Value) -> io::Result<bool> {
    print_as(&format!("{value:#}\n"), Form::Json)
}

/// Prints what the command line has to say: help, the version, or what is wrong with the call. Arguments in it are shown as they are typed,
/// hidden characters as escapes.
pub fn print_usage(error: &clap::Error) -> Exit {
    let terminal = Terminal::here();
    let text = |color: bool| if color { error.render().ansi().to_string() } else { error.render().to_string() };
    if error.use_stderr() {
        door::write_err(&text(terminal.err.color), Form::Colored);
        return Exit::Usage;
    }
    match print_as(&text(terminal.out.color), Form::Colored) {
        Ok(_) => Exit::Fine,
        Err(why) => {
            super::error(format_args!("the answer cannot be written: {why}"));
            Exit::Usage
        }
    }
}

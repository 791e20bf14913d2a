//! Standard output, where a reader that has gone away is no error.

use serde_json::Value;
use std::io::{self, Write};

/// Writes to standard output. `Ok(false)`: nobody reads it any more.
///
/// # Errors
/// Why it cannot be written, unless it is because the reader has gone.
pub fn print(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
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
    print(&format!("{value:#}\n"))
}

//! What the terminal can show, read once from the environment; and its second screen.

use std::io::{self, IsTerminal, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the terminal of this process can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terminal {
    /// Whether text for people is ASCII only: with `TERM=dumb`, or where the locale names another
    /// encoding than UTF-8. Then nothing is coloured or drawn, and the cursor never moves.
    pub ascii: bool,
    /// What standard output can show.
    pub out: Stream,
    /// What standard error can show.
    pub err: Stream,
}

/// What one of the output streams can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream {
    /// Whether it is a terminal, and not a file or pipe.
    pub is_terminal: bool,
    /// Whether it shows colours: on a terminal with a cursor, unless `NO_COLOR` is set.
    pub color: bool,
    /// Whether its cursor can be moved and its screen cleared.
    pub cursor: bool,
}

impl Terminal {
    /// The terminal of this process.
    pub fn current() -> &'static Self {
        static CURRENT: OnceLock<Terminal> = OnceLock::new();
        CURRENT.get_or_init(|| {
            let variable = |name: &str| {
                std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
            };
            Self::new(
                variable,
                std::io::stdout().is_terminal(),
                std::io::stderr().is_terminal(),
                cfg!(windows),
            )
        })
    }

    /// Whether a person can play on the whole screen: standard input and output are a terminal
    /// whose cursor can be moved. ASCII alone is enough for it.
    pub fn has_screen() -> bool {
        let term = std::env::var_os("TERM").filter(|term| !term.is_empty());
        let moves = term.map_or(cfg!(windows), |term| term != "dumb");
        moves && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// The terminal that these environment variables describe; `out` and `err` say whether the
    /// streams are terminals. A missing `TERM` means a dumb terminal, except on Windows.
    pub fn new(
        variable: impl Fn(&str) -> Option<String>,
        out: bool,
        err: bool,
        windows: bool,
    ) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM");
        // The first of these that is set decides the encoding.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let ascii =
            term.as_deref() == Some("dumb") || locale.is_some_and(|locale| !is_utf8(&locale));
        let dumb = ascii || (term.is_none() && !windows);
        let stream = |is_terminal: bool| {
            let cursor = is_terminal && !dumb;
            Stream { is_terminal, color: cursor && set("NO_COLOR").is_none(), cursor }
        };
        Self { ascii, out: stream(out), err: stream(err) }
    }
}

/// Whether a locale allows UTF-8. `C` and `POSIX` are ASCII; a name without an encoding, such as
/// `fr_FR`, allows it.
fn is_utf8(locale: &str) -> bool {
    let (name, modifier) = locale.split_once('@').unwrap_or((locale, ""));
    match name.split_once('.') {
        Some((_, encoding)) => matches!(encoding.to_ascii_lowercase().as_str(), "utf-8" | "utf8"),
        None => !matches!(name, "C" | "POSIX") && modifier != "euro",
    }
}

/// Switches to the second screen, which has no scrollback, and clears it.
const SECOND_SCREEN: &str = "\x1b[?1049h\x1b[2J\x1b[H";
/// Switches back to the first screen, which shows what it did before.
const FIRST_SCREEN: &str = "\x1b[?1049l";

/// Whether the second screen is shown.
static ON_SECOND_SCREEN: AtomicBool = AtomicBool::new(false);

/// Shows the second screen.
///
/// # Errors
/// Standard output cannot be written.
pub fn enter_second_screen() -> io::Result<()> {
    if ON_SECOND_SCREEN.swap(true, Ordering::SeqCst) { Ok(()) } else { control(SECOND_SCREEN) }
}

/// Shows the first screen again; whether the second was shown. A failure is not reported: this is
/// called when the program ends.
pub fn leave_second_screen() -> bool {
    let left = ON_SECOND_SCREEN.swap(false, Ordering::SeqCst);
    if left {
        let _ = control(FIRST_SCREEN);
    }
    left
}

/// Writes an escape sequence that moves the cursor or clears the screen.
///
/// # Errors
/// Standard output cannot be written.
pub fn control(sequence: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(sequence.as_bytes()).and_then(|()| out.flush())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(variables: &[(&str, &str)]) -> Terminal {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Terminal::new(variable, true, true, false)
    }

    #[test]
    fn a_terminal_shows_everything_unless_it_says_otherwise() {
        let all = Stream { is_terminal: true, color: true, cursor: true };
        for locale in ["C.UTF-8", "en_GB.utf8", "fr_FR", ""] {
            assert_eq!(
                terminal(&[("TERM", "xterm"), ("LANG", locale)]),
                Terminal { ascii: false, out: all, err: all },
                "{locale}"
            );
        }
        let gray = terminal(&[("TERM", "xterm"), ("NO_COLOR", "1")]);
        assert_eq!((gray.ascii, gray.out.color, gray.out.cursor), (false, false, true));
        assert!(terminal(&[("TERM", "xterm"), ("NO_COLOR", "")]).err.color);
    }

    #[test]
    fn dumb_terminals_and_other_encodings_get_ascii_alone() {
        let plain = Stream { is_terminal: true, color: false, cursor: false };
        for variables in [
            &[("TERM", "dumb")][..],
            &[("TERM", "xterm"), ("LANG", "C")],
            &[("TERM", "xterm"), ("LC_ALL", "POSIX"), ("LANG", "en_GB.UTF-8")],
            &[("TERM", "xterm"), ("LC_CTYPE", "de_DE.ISO-8859-1"), ("LANG", "de_DE.UTF-8")],
            &[("TERM", "xterm"), ("LANG", "de_DE@euro")],
        ] {
            assert_eq!(
                terminal(variables),
                Terminal { ascii: true, out: plain, err: plain },
                "{variables:?}"
            );
        }
        let none = terminal(&[]);
        assert_eq!((none.ascii, none.out), (false, plain), "without TERM the terminal is dumb");
    }
}

//! What the terminal at hand can show, found out once from the environment.

use std::io::IsTerminal;
use std::sync::OnceLock;

/// What the terminal at hand can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terminal {
    /// Whether people get ASCII alone: with `TERM=dumb`, and where the locale names another encoding than UTF-8. Then nothing is coloured or
    /// drawn, and the cursor never moves.
    pub ascii: bool,
    /// Standard output.
    pub out: Stream,
    /// Standard error.
    pub err: Stream,
}

/// What one of the output streams can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream {
    /// Whether it is a terminal at all.
    pub is_terminal: bool,
    /// Whether it shows colours: on a terminal that is not dumb, unless `NO_COLOR` is set.
    pub color: bool,
    /// Whether its cursor moves and its screen can be cleared.
    pub cursor: bool,
}

impl Terminal {
    /// The terminal of this process.
    pub fn here() -> &'static Self {
        static HERE: OnceLock<Terminal> = OnceLock::new();
        HERE.get_or_init(|| {
            let variable = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
            Self::new(variable, std::io::stdout().is_terminal(), std::io::stderr().is_terminal(), cfg!(windows))
        })
    }

    /// The terminal that these environment variables describe; `out` and `err` say whether the streams are terminals at all. On Windows no
    /// `TERM` says nothing.
    pub fn new(variable: impl Fn(&str) -> Option<String>, out: bool, err: bool, windows: bool) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM");
        // Of the three, the first that is set says which encoding the terminal has.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let ascii = term.as_deref() == Some("dumb") || locale.is_some_and(|locale| !is_utf8(&locale));
        let dumb = ascii || (term.is_none() && !windows);
        let stream = |is_terminal: bool| {
            let cursor = is_terminal && !dumb;
            Stream { is_terminal, color: cursor && set("NO_COLOR").is_none(), cursor }
        };
        Self { ascii, out: stream(out), err: stream(err) }
    }
}

/// Whether text in this locale may be UTF-8. `C` and `POSIX` are ASCII; a name without an encoding, such as `fr_FR`, does not say.
fn is_utf8(locale: &str) -> bool {
    let (name, modifier) = locale.split_once('@').unwrap_or((locale, ""));
    match name.split_once('.') {
        Some((_, encoding)) => matches!(encoding.to_ascii_lowercase().as_str(), "utf-8" | "utf8"),
        None => !matches!(name, "C" | "POSIX") && modifier != "euro",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(variables: &[(&str, &str)]) -> Terminal {
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Terminal::new(variable, true, true, false)
    }

    #[test]
    fn a_terminal_shows_everything_unless_it_says_otherwise() {
        let all = Stream { is_terminal: true, color: true, cursor: true };
        for locale in ["C.UTF-8", "en_GB.utf8", "fr_FR", ""] {
            assert_eq!(terminal(&[("TERM", "xterm"), ("LANG", locale)]), Terminal { ascii: false, out: all, err: all }, "{locale}");
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
            assert_eq!(terminal(variables), Terminal { ascii: true, out: plain, err: plain }, "{variables:?}");
        }
        let none = terminal(&[]);
        assert_eq!((none.ascii, none.out), (false, plain), "without TERM nothing is known of the terminal");
    }
}

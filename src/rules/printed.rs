//! What scripts print while they are being written: [`printed`] collects it for the thread that
//! calls it, and anywhere else it is lost.

use std::cell::RefCell;
use std::fmt;

/// The most lines that are kept of one call of [`printed`].
#[cfg(feature = "script")]
const MOST_LINES: usize = 200;

/// The most letters of a line.
#[cfg(feature = "script")]
const LONGEST_LINE: usize = 200;

/// A line that a script has printed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedLine {
    /// The file name of the script.
    pub script: String,
    /// The line of the script, from 1; `None` where it is not known.
    pub line: Option<usize>,
    /// The turn of the game; `None` in a function that sees no table.
    pub turn: Option<u32>,
    /// What was printed.
    pub text: String,
}

impl fmt::Display for PrintedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.script)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(turn) = self.turn {
            write!(f, ", turn {turn}")?;
        }
        write!(f, ": {}", self.text)
    }
}

thread_local! {
    /// The printed lines, while they are collected on this thread, and how many more there were.
    static LINES: RefCell<Option<(Vec<PrintedLine>, usize)>> = const { RefCell::new(None) };
}

/// Does something, and returns what scripts have printed meanwhile: the first lines, and how many
/// more there were.
pub fn printed<T>(act: impl FnOnce() -> T) -> (T, Vec<PrintedLine>, usize) {
    /// Ends the collection, also where a rule panics.
    struct Collects;
    impl Drop for Collects {
        fn drop(&mut self) {
            LINES.set(None);
        }
    }
    LINES.set(Some((Vec::new(), 0)));
    let collects = Collects;
    let done = act();
    let (lines, more) = LINES.take().unwrap_or_default();
    drop(collects);
    (done, lines, more)
}

/// Does something without collecting what scripts print: for games that are played only to look at
/// what rules do.
pub(crate) fn unheard<T>(act: impl FnOnce() -> T) -> T {
    let lines = LINES.take();
    let done = act();
    LINES.set(lines);
    done
}

/// How many lines are kept by now.
pub fn printed_so_far() -> usize {
    LINES.with_borrow(|lines| lines.as_ref().map_or(0, |(lines, _)| lines.len()))
}

/// Whether what is printed is collected.
#[cfg(feature = "script")]
pub(crate) fn is_collected() -> bool {
    LINES.with_borrow(Option::is_some)
}

/// Keeps a line, where lines are collected.
#[cfg(feature = "script")]
pub(crate) fn keep(mut line: PrintedLine) {
    LINES.with_borrow_mut(|lines| match lines {
        Some((lines, _)) if lines.len() < MOST_LINES => {
            if let Some((end, _)) = line.text.char_indices().nth(LONGEST_LINE) {
                line.text.truncate(end);
                line.text.push('…');
            }
            lines.push(line);
        }
        Some((_, more)) => *more += 1,
        None => {}
    });
}

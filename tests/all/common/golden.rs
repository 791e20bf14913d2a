//! Files that hold what tests expect. `TSURO_BLESS=1` writes them anew; read the difference before
//! committing it.

use super::in_checkout;
use std::fmt::Write as _;
use tsuro::ruleset::{Problem, Problems};
use tsuro_world::diagnostics::{DiagnosticStyle, terminal};

/// Whether files are written anew instead of being compared.
pub fn is_blessing() -> bool {
    std::env::var_os("TSURO_BLESS").is_some()
}

/// Compares `found` with the file at `path` in the checkout, or writes it there.
///
/// # Panics
/// On the first line that differs.
pub fn compare(path: &str, found: &str) {
    let file = in_checkout(path);
    if is_blessing() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        return std::fs::write(&file, found).unwrap();
    }
    let expected = std::fs::read_to_string(&file)
        .unwrap_or_else(|why| panic!("{path}: {why}; TSURO_BLESS=1 writes it"));
    if expected != found {
        let same = expected
            .lines()
            .zip(found.lines())
            .take_while(|(expected, found)| expected == found)
            .count();
        let from = |text: &str| text.lines().skip(same).take(12).collect::<Vec<_>>().join("\n");
        panic!(
            "{path}:{} has\n{}\nand found is\n{}\nTSURO_BLESS=1 writes it anew",
            same + 1,
            from(&expected),
            from(found)
        );
    }
}

/// The full text of messages of one kind, in `tests/corpus/messages/KIND.txt`. Tests pin in Rust
/// what must not change with the words.
pub struct Messages {
    kind: &'static str,
    text: String,
}

impl Messages {
    /// The messages of a kind. Each kind belongs to one test.
    pub fn new(kind: &'static str) -> Self {
        Self { kind, text: String::new() }
    }

    /// Adds what `cause` is answered with.
    pub fn add(&mut self, cause: &str, message: &str) {
        let _ = write!(self.text, "---- {cause}\n{}\n\n", message.trim_end());
    }

    /// Compares all messages with the file, or writes it.
    pub fn compare(self) {
        compare(&format!("tests/corpus/messages/{}.txt", self.kind), &self.text);
    }
}

/// One line for each problem, which stays the same in other words: place, code, key, and what may
/// have been meant.
pub fn pins(problems: &Problems) -> Vec<String> {
    let pin = |problem: &Problem| {
        let place = problem.place().map_or_else(|| "-".to_owned(), ToString::to_string);
        let key = problem.key.iter().map(|key| format!(" {key}"));
        let meant = problem.did_you_mean.iter().map(|meant| format!(" (`{meant}`?)"));
        format!("{place} {}", problem.code) + key.chain(meant).collect::<String>().as_str()
    };
    problems.iter().map(pin).collect()
}

/// Problems as the program shows them.
pub fn shown(problems: &Problems) -> String {
    terminal(problems, DiagnosticStyle::default())
}

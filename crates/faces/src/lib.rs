//! What all faces share: the words in each language, who sits where, and a game as people choose,
//! see and hear it.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod alike;
pub mod describe;
pub mod fair_seed;
pub mod lesson;
pub mod outcomes;
pub mod puzzle_date;
pub mod repeat;
pub mod script_reference;
pub mod seats;
pub mod setup;
mod shell;
mod sketch;
pub mod table;
pub mod words;

pub use seats::{LONGEST_NAME, Player, SeatsError, USUAL_PLAYERS, is_all_human, narrator};
pub use shell::shell_line;
pub use sketch::sketch;

use std::path::Path;
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Resolved, Variant, is_name};

/// The built-in rules that these rules are, with their titles and summaries, which rules in records
/// do not have. `None`: no built-in rule set of their name has the same rules.
pub fn built_in(rules: &Variant, registry: &Registry) -> Option<Resolved> {
    let known = Variant::load(rules.name(), &BuiltIns, registry).ok()?;
    (known.hash() == rules.hash()).then(|| known.resolved().clone())
}

/// Whether a name of rules names no file. A path in a record is not followed: the record may come
/// from anywhere.
pub fn names_no_file(reference: &str) -> bool {
    let mut parts = reference.split('+');
    let is_plain = |part: &str| is_name(part) && !part.contains('.');
    let is_value = |part: &str| part.contains('=') && !part.contains(['/', '\\']);
    let is_first = parts.next().is_some_and(is_plain);
    let end = Path::new(reference).extension();
    let is_file = end.is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    is_first && parts.all(|part| is_value(part) || is_plain(part)) && !is_file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_records_are_told_from_paths() {
        for name in
            ["classic", "seas+wave", "mine+tiles.hand=4+round", "seas+hazard.columns=[1, 2]"]
        {
            assert!(names_no_file(name), "{name}");
        }
        for path in [
            "",
            "classic+/dev/tty",
            "classic+\\\\evil\\share\\x.toml",
            "mine.toml",
            "classic+mine.toml",
            "classic+a=b.toml",
            "classic+x=/dev/tty",
            "../classic",
            "classic+../x",
        ] {
            assert!(!names_no_file(path), "{path}");
        }
    }
}

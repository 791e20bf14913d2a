//! The values that come with the crate, and which of them fit a game.

use super::{BoardValues, ENTRIES, Goal};
use crate::game::Observation;
use std::sync::{Arc, LazyLock};

/// The files of values in `rulesets/values`, by the names of their rule sets.
const FILES: [(&str, &str); 3] = [
    ("classic", include_str!("../../../rulesets/values/classic.toml")),
    ("luxury", include_str!("../../../rulesets/values/luxury.toml")),
    ("seas", include_str!("../../../rulesets/values/seas.toml")),
];

/// What the compiler has read of the files: a program that does not ask for their texts has only
/// this in it, which is half as much.
static TABLES: [[i8; ENTRIES]; 3] = [tables(FILES[0].1), tables(FILES[1].1), tables(FILES[2].1)];

static CLASSIC: LazyLock<Arc<BoardValues>> = LazyLock::new(|| read(0));
static LUXURY: LazyLock<Arc<BoardValues>> = LazyLock::new(|| read(1));
static SEAS: LazyLock<Arc<BoardValues>> = LazyLock::new(|| read(2));

fn read(file: usize) -> Arc<BoardValues> {
    Arc::new(BoardValues::new(TABLES[file]).unwrap_or_default())
}

/// The tables in the text of a file: hexadecimal digits between two threes of quotation marks. A
/// file without them is not compiled.
#[expect(clippy::large_stack_arrays, reason = "only the compiler calls it")]
const fn tables(text: &str) -> [i8; ENTRIES] {
    let text = text.as_bytes();
    let mut at = 3;
    while !matches!([text[at - 3], text[at - 2], text[at - 1]], [b'"', b'"', b'"']) {
        at += 1;
    }
    let mut entries = [0; ENTRIES];
    let mut entry = 0;
    while entry < ENTRIES {
        if text[at] == b'\n' {
            at += 1;
            continue;
        }
        entries[entry] = (digit(text[at]) << 4 | digit(text[at + 1])).cast_signed();
        (entry, at) = (entry + 1, at + 2);
    }
    entries
}

/// The value of a hexadecimal digit.
const fn digit(letter: u8) -> u8 {
    match letter {
        b'0'..=b'9' => letter - b'0',
        b'a'..=b'f' => letter - b'a' + 10,
        _ => panic!("tables consist of hexadecimal digits"),
    }
}

/// The files that come with the crate, each with the name of its rule set and its text.
pub fn shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.into_iter()
}

/// By which values a bot judges.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Judge {
    /// Those of the shipped rule set that is most like the game: of Seas if rules bring pieces onto
    /// the board, of Luxury if pieces may meet, otherwise of classic.
    Shipped,
    /// These.
    Given(Arc<BoardValues>),
}

impl Judge {
    /// The goal for which it judges.
    pub fn goal(&self) -> Goal {
        match self {
            Self::Shipped => Goal::Win,
            Self::Given(values) => values.goal(),
        }
    }

    /// The values for a game.
    pub(in crate::bots) fn values(&self, see: &Observation<'_>) -> Arc<BoardValues> {
        match self {
            Self::Given(values) => Arc::clone(values),
            Self::Shipped if see.supply().is_some() => Arc::clone(&SEAS),
            Self::Shipped if see.avoids_collisions() => Arc::clone(&CLASSIC),
            Self::Shipped => Arc::clone(&LUXURY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Trained;
    use super::*;
    use crate::rules::Registry;
    use crate::ruleset::{BuiltIns, Variant};

    #[test]
    fn every_shipped_file_is_whole_and_about_the_rule_set_as_it_is() {
        for (file, (name, text)) in shipped().enumerate() {
            let trained = Trained::from_text(text).unwrap();
            let variant = Variant::load(name, &BuiltIns, &Registry::default()).unwrap();
            assert_eq!(
                (trained.rules.as_str(), trained.rules_hash.as_str()),
                (name, variant.hash())
            );
            assert_eq!(trained.to_text(), text, "{name}");
            assert_eq!(trained.values, *read(file), "{name}");
            assert!(
                trained
                    .figures
                    .iter()
                    .all(|figure| { figure.share > 1.1 / f64::from(figure.players) })
            );
        }
    }
}

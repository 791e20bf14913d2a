//! The built-in rule sets: the files in `rulesets/`, written in the language that users write theirs in.

use super::loader::{LoadError, Loader};
use super::source::{Source, SourceId};

/// A built-in rule set.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct BuiltIn {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

macro_rules! built_ins {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(BuiltIn { name: $name, text: include_str!(concat!("../../rulesets/", $folder, $name, ".toml")) }),*]
    };
}

/// The editions and variants, in the order in which they are listed.
pub const BUILT_INS: &[BuiltIn] = built_ins![
    "":
    "classic",
    "classic-advanced",
    "pass-the-pile",
    "accessible",
    "french",
    "luxury",
    "luxury-advanced",
    "seas",
    "seas-calm",
    "storm-seas",
    "teams",
    "draft",
    "islands",
    "globe",
    "portals",
    "double-turn",
    "longest-path",
    "most-crossings",
    "open-tiles",
    "solo",
];

/// House rules: examples of what a file can say. House rules without a parent hold only differences, so they can be
/// mixed into any rule set (`luxury+big-board`); by themselves they change classic.
pub const HOUSE_RULES: &[BuiltIn] = built_ins![
    "house/":
    "big-board",
    "double-deck",
    "four-tiles",
    "one-tile",
    "free-suicide",
    "no-suicide",
    "passing",
    "random-first",
    "exchange-for-all",
    "no-exchange",
    "own-squares",
    "crowd",
    "truce",
    "holes",
    "round",
    "doughnut",
    "kaiju-classic",
    "dragon-seas",
    "two-dice",
    "rough-seas",
];

/// All built-in rule sets, the house rules last.
pub(super) fn all() -> impl Iterator<Item = &'static BuiltIn> {
    BUILT_INS.iter().chain(HOUSE_RULES)
}

/// A loader of the built-in rule sets alone.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::exhaustive_structs, reason = "it is a name, and holds nothing")]
pub struct BuiltIns;

impl Loader for BuiltIns {
    fn load(&self, reference: &str, _from: Option<&Source>) -> Result<Source, LoadError> {
        let found = all().find(|built_in| built_in.name == reference).ok_or(LoadError::NotFound)?;
        Ok(Source::new(SourceId::BuiltIn(found.name.to_owned()), found.name, found.text))
    }

    fn names(&self) -> Vec<String> {
        all().map(|built_in| built_in.name.to_owned()).collect()
    }
}

//! The rule sets in the program: the files in `rulesets/`, in exactly the language that users write theirs in.

use super::source::{Source, SourceId};

/// One of them.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! built_ins {
    ($($name:literal),* $(,)?) => {
        &[$(BuiltIn { name: $name, text: include_str!(concat!("../../rulesets/", $name, ".toml")) }),*]
    };
}

/// All of them, in the order in which they are listed.
pub const BUILT_INS: &[BuiltIn] = built_ins![
    "classic",
    "classic-advanced",
    "pass-the-pile",
    "accessible",
    "french",
    "luxury",
    "luxury-advanced",
    "seas",
    "seas-calm",
    "longest-path",
    "most-crossings",
    "open-tiles",
    "solo",
];

/// The text of one of them.
pub fn source(name: &str) -> Option<Source> {
    let built_in = BUILT_INS.iter().find(|built_in| built_in.name == name)?;
    Some(Source::new(SourceId::BuiltIn(name.to_owned()), name, built_in.text))
}

//! The built-in rule sets: the files in `rulesets/`, written in the language that users write
//! theirs in.

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
        &[
            $(
                BuiltIn {
                    name: $name,
                    text: include_str!(concat!("../../rulesets/", $folder, $name, ".toml")),
                }
            ),*
        ]
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
    "veterans",
    "solo-seas",
    "solo-seas-easy",
    "team-seas",
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
    "lanterns",
];

/// House rules: examples of what a file can say. House rules without a parent hold only
/// differences, so they can be mixed into any rule set (`luxury+big-board`); by themselves they
/// change classic.
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
    "second-life",
    "holes",
    "round",
    "doughnut",
    "kaiju-classic",
    "dragon-seas",
    "two-dice",
    "rough-seas",
    "taihou",
    "mystic-portal",
    "uzushio",
    "wave",
];

/// Rules that are written as scripts, one each, without a parent: they can be mixed into any rule
/// set (`seas+tide`). Empty without the feature `script`.
#[cfg(feature = "script")]
pub const SCRIPTED: &[BuiltIn] =
    built_ins!["scripts/": "tide", "auction", "bounty", "ko", "wind", "thief", "harbour", "bid"];
/// Rules that are written as scripts: none, without the feature `script`.
#[cfg(not(feature = "script"))]
pub const SCRIPTED: &[BuiltIn] = &[];

#[cfg(feature = "script")]
macro_rules! scripts {
    ($($name:literal),* $(,)?) => {
        &[
            $(
                BuiltIn {
                    name: $name, text: include_str!(concat!("../../rulesets/scripts/", $name))
                }
            ),*
        ]
    };
}

/// The scripts of built-in rule sets, by their names there.
#[cfg(feature = "script")]
pub(crate) const SCRIPTS: &[BuiltIn] = scripts![
    "tide.rhai",
    "auction.rhai",
    "bounty.rhai",
    "ko.rhai",
    "wind.rhai",
    "thief.rhai",
    "harbour.rhai",
    "bid.rhai"
];
/// The scripts of built-in rule sets: none, without the feature `script`.
#[cfg(not(feature = "script"))]
pub(crate) const SCRIPTS: &[BuiltIn] = &[];

/// A script of a built-in rule set.
pub(super) fn script(reference: &str) -> Option<Source> {
    let found = SCRIPTS.iter().find(|script| script.name == reference)?;
    Some(Source::new(SourceId::Script(found.name.to_owned()), found.name, found.text))
}

/// All built-in rule sets: editions and variants, house rules, rules in scripts.
pub(super) fn all() -> impl Iterator<Item = &'static BuiltIn> {
    BUILT_INS.iter().chain(HOUSE_RULES).chain(SCRIPTED)
}

//! The texts that come with a request: a rule set, and the scripts beside it.

use tsuro::ruleset::SCRIPTED;

/// A script that a client sent beside a text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentScript {
    /// What the text calls it: `tide.rhai`.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// The texts that came with a request.
#[derive(Debug, Clone, Copy, Default)]
pub struct SentTexts<'a> {
    /// A rule set in TOML.
    pub rules: Option<&'a str>,
    /// The scripts beside it.
    pub scripts: &'a [SentScript],
}

impl<'a> SentTexts<'a> {
    /// A rule set and its scripts.
    pub fn new(rules: &'a str, scripts: &'a [SentScript]) -> Self {
        Self { rules: Some(rules), scripts }
    }

    /// Whether scripts, which may take their time, can be among them: its own, or the shipped ones.
    pub fn has_scripts(self) -> bool {
        self.rules.is_some_and(|rules| {
            rules.contains("scripts") || SCRIPTED.iter().any(|shipped| rules.contains(shipped.name))
        })
    }
}

//! What a rulebook says of each rule, for the page *How to play*: a sentence in every language, and
//! which scenario makes its picture.

use super::Language;
use std::sync::LazyLock;
use toml::{Table, Value};

/// The sentences, as `[[rule]]` with an `id`, what it `shows`, and a text by the code of each
/// language.
const TEXT: &str = include_str!("rulebook.toml");

/// The rules, in the order in which they are explained.
static RULES: LazyLock<Vec<ExplainedRule>> = LazyLock::new(|| {
    // A text that is not TOML, or lacks something, fails a test.
    let table: Table = TEXT.parse().unwrap_or_default();
    let rules = table.get("rule").and_then(Value::as_array);
    let explained = |rule: &Value| ExplainedRule::read(rule.as_table()?);
    rules.into_iter().flatten().filter_map(explained).collect()
});

/// A rule of which a rulebook speaks.
#[derive(Debug)]
pub struct ExplainedRule {
    /// Its id (`C4`), the first of the scenario that makes its picture.
    pub id: String,
    /// How the title of that scenario begins.
    pub shows: String,
    /// The rule sets for which the picture is shown besides those of the scenario.
    pub also: Vec<String>,
    /// The sentence by the code of each language.
    sentences: Table,
}

impl ExplainedRule {
    fn read(rule: &Table) -> Option<Self> {
        let text = |key: &str| rule.get(key)?.as_str().map(str::to_owned);
        let also = rule.get("also").and_then(Value::as_array);
        let names = also.into_iter().flatten().filter_map(Value::as_str);
        Some(Self {
            id: text("id")?,
            shows: text("shows")?,
            also: names.map(str::to_owned).collect(),
            sentences: rule.clone(),
        })
    }

    /// What a rulebook says of it: a sentence.
    pub fn sentence(&self, language: Language) -> &str {
        self.sentences.get(language.code()).and_then(Value::as_str).unwrap_or_default()
    }
}

/// The rules of which a rulebook speaks, in the order in which they are explained.
pub fn explained_rules() -> &'static [ExplainedRule] {
    &RULES
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::rules::Registry;
    use tsuro_suite::{Scenario, shipped_suites};

    #[test]
    fn each_explained_rule_has_one_scenario_and_a_sentence_in_every_language() {
        let suites = shipped_suites(&Registry::default());
        let scenarios: Vec<&Scenario> = suites.iter().flat_map(|suite| &suite.scenarios).collect();
        assert_eq!(explained_rules().len(), TEXT.matches("[[rule]]").count());
        for (index, rule) in explained_rules().iter().enumerate() {
            let id = &rule.id;
            let is_same = |other: &ExplainedRule| other.id == *id && other.shows == rule.shows;
            assert!(!RULES[..index].iter().any(is_same), "{id} stands once: {}", rule.shows);
            let shows = |scenario: &&&Scenario| {
                scenario.ids.first() == Some(id) && scenario.title.starts_with(&rule.shows)
            };
            assert!(scenarios.iter().any(|scenario| shows(&scenario)), "{id}: {}", rule.shows);
            for language in Language::ALL {
                let sentence = rule.sentence(*language);
                assert!(sentence.ends_with('.') && sentence.len() > 20, "{id}: {sentence:?}");
            }
        }
    }
}

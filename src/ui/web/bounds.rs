//! How long names, titles and references may be, wherever they come from. Those that are longer are refused where somebody
//! can be told, and cut where not. `bounds.sql` has cut those that are older.

use crate::ruleset::{Code, Problem, RuleSetTexts};

/// The longest reference to a rule set, in characters: base, mixins and values.
pub(super) const LONGEST_REFERENCE: usize = 1000;
/// The longest title of a rule set, in characters.
pub(super) const LONGEST_TITLE: usize = 100;
/// The longest summary of a rule set, in characters.
pub(super) const LONGEST_SUMMARY: usize = 500;
/// The longest name of a player from elsewhere, in characters: bots that are programs have long ones.
pub(super) const LONGEST_PLAYER: usize = 100;
/// The longest text that names are looked for by, in characters.
pub(super) const LONGEST_SEARCH: usize = 100;

/// Whether a text has more characters than it may have.
pub(super) fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().nth(most).is_some()
}

/// The beginning of a text, with an ellipsis where more follows.
pub(super) fn cut(text: &str, most: usize) -> String {
    if !is_longer(text, most) {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// What is too long in a reference.
pub(super) fn check_reference(reference: &str) -> Option<Problem> {
    is_longer(reference, LONGEST_REFERENCE)
        .then(|| Problem::error(Code::WrongLength, format!("the reference has more than {LONGEST_REFERENCE} characters")))
}

/// What is too long in the texts of a rule set.
pub(super) fn check_texts(texts: &RuleSetTexts) -> Option<Problem> {
    let own = [("title", Some(&texts.title), LONGEST_TITLE), ("summary", Some(&texts.summary), LONGEST_SUMMARY)];
    let translated = texts
        .translations
        .values()
        .flat_map(|texts| [("title", texts.title.as_ref(), LONGEST_TITLE), ("summary", texts.summary.as_ref(), LONGEST_SUMMARY)]);
    let (key, _, most) = own.into_iter().chain(translated).find(|(_, text, most)| text.is_some_and(|text| is_longer(text, *most)))?;
    Some(Problem::error(Code::WrongLength, format!("the {key} has more than {most} characters")).key(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_by_characters_and_says_so() {
        assert_eq!((cut("Zoë", 3), cut("Zoël", 3), cut("", 3)), ("Zoë".into(), "Zo…".into(), String::new()));
        assert!(!is_longer(&"ë".repeat(100), 100) && is_longer(&"ë".repeat(101), 100));
    }
}

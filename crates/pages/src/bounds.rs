//! Limits on the length of names, titles and references, wherever they come from. Longer texts are
//! refused where the sender can be told, and cut where not.

use crate::sent::SentScript;
use tsuro::bots::Level;
use tsuro::ruleset::{Code, Problem, RuleSetTexts, shown};

/// The longest reference to a rule set, in characters: base, mixins and values.
pub const LONGEST_REFERENCE: usize = 1000;
/// The longest title of a rule set, in characters.
pub const LONGEST_TITLE: usize = 100;
/// The longest summary of a rule set, in characters.
pub const LONGEST_SUMMARY: usize = 500;
/// The longest name of a player from elsewhere, in characters: bots that are programs have long
/// ones.
pub const LONGEST_PLAYER: usize = 100;
/// The longest text that names are looked for by, in characters.
pub const LONGEST_SEARCH: usize = 100;

/// The most scripts beside a rule set.
pub const MOST_SCRIPTS: usize = 16;
/// The longest name of a script, in bytes.
pub const LONGEST_SCRIPT_NAME: usize = 64;
/// The texts of all scripts beside a rule set, in bytes.
pub const MOST_SCRIPT_BYTES: usize = 128 * 1024;

/// Whether a text has more characters than it may have.
pub fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().nth(most).is_some()
}

/// The beginning of a text, with an ellipsis where more follows.
pub fn cut(text: &str, most: usize) -> String {
    if !is_longer(text, most) {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// What is too long in a reference.
pub fn check_reference(reference: &str) -> Option<Problem> {
    is_longer(reference, LONGEST_REFERENCE).then(|| {
        Problem::error(
            Code::WrongLength,
            format!("the reference has more than {LONGEST_REFERENCE} characters"),
        )
    })
}

/// What is too long in the texts of a rule set.
pub fn check_texts(texts: &RuleSetTexts) -> Option<Problem> {
    let own = [
        ("title", Some(&texts.title), LONGEST_TITLE),
        ("summary", Some(&texts.summary), LONGEST_SUMMARY),
    ];
    let translated = texts.translations.values().flat_map(|texts| {
        [
            ("title", texts.title.as_ref(), LONGEST_TITLE),
            ("summary", texts.summary.as_ref(), LONGEST_SUMMARY),
        ]
    });
    let (key, _, most) = own
        .into_iter()
        .chain(translated)
        .find(|(_, text, most)| text.is_some_and(|text| is_longer(text, *most)))?;
    Some(
        Problem::error(Code::WrongLength, format!("the {key} has more than {most} characters"))
            .key(key),
    )
}

/// Whether a script may be called so: a file name of plain letters that ends in `.rhai`.
pub fn is_script_name(name: &str) -> bool {
    let stem = name.strip_suffix(".rhai").filter(|stem| !stem.is_empty());
    let is_plain = |stem: &str| {
        stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    name.len() <= LONGEST_SCRIPT_NAME && stem.is_some_and(is_plain)
}

/// What is wrong with scripts before they are read.
pub fn check_scripts(scripts: &[SentScript]) -> Option<Problem> {
    let problem = |code, why: String| Some(Problem::error(code, why).key("scripts"));
    if scripts.len() > MOST_SCRIPTS {
        return problem(
            Code::WrongLength,
            format!("a rule set has at most {MOST_SCRIPTS} scripts"),
        );
    }
    if scripts.iter().map(|script| script.text.len()).sum::<usize>() > MOST_SCRIPT_BYTES {
        return problem(
            Code::WrongLength,
            format!("the scripts of a rule set have at most {MOST_SCRIPT_BYTES} bytes in all"),
        );
    }
    if scripts.iter().any(|script| !is_script_name(&script.name)) {
        let most = LONGEST_SCRIPT_NAME - ".rhai".len();
        let why = format!(
            "the name of a script has 1 to {most} letters a-z, digits, `-` and `_`, and then \
             `.rhai`"
        );
        return problem(Code::UnknownValue, why);
    }
    let twin = scripts
        .iter()
        .enumerate()
        .find(|(at, script)| scripts[..*at].iter().any(|other| other.name == script.name));
    twin.and_then(|(_, script)| {
        problem(Code::UnknownValue, format!("two scripts are called `{}`", shown(&script.name)))
    })
}

/// The longest time for a decision with which a run of many games ends soon enough.
const LONGEST_DECISION: u32 = 50;

/// Whether bots of a level are offered for runs, in which they play many games.
pub const fn plays_many_games(level: &Level) -> bool {
    level.milliseconds <= LONGEST_DECISION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_by_characters_and_says_so() {
        assert_eq!(
            (cut("Zoë", 3), cut("Zoël", 3), cut("", 3)),
            ("Zoë".into(), "Zo…".into(), String::new())
        );
        assert!(!is_longer(&"ë".repeat(100), 100) && is_longer(&"ë".repeat(101), 100));
    }
}

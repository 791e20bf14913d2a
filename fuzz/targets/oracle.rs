//! Checks of everything that the program would print.

use tsuro::ruleset::{MAX_PROBLEMS, Problems};
use tsuro_world::diagnostics::{DiagnosticStyle, json, terminal};

/// The longest message allowed, in bytes.
const SENTENCE: usize = 2_000;

/// Whether a character must not be printed: it would move the cursor, colour the text, change its
/// direction, or hide it.
pub fn is_control(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(
            character,
            '\u{61c}' | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

/// Checks a message: one readable line. Hidden characters are escaped where the text leaves the
/// program.
pub fn sentence(message: &str) {
    assert!(!message.contains('\n'), "several lines: {message:?}");
    assert!((1..SENTENCE).contains(&message.len()), "{} bytes: {message:?}", message.len());
}

/// Checks the problems of a rule set or a suite, on the terminal and as JSON.
pub fn problems(problems: &Problems) {
    assert!(problems.len() <= MAX_PROBLEMS + 1, "{} problems", problems.len());
    let plain = terminal(problems, DiagnosticStyle { color: false, width: 60 });
    assert!(
        plain.len() < (problems.len() + 1) * 20_000,
        "{} bytes for {} problems",
        plain.len(),
        problems.len()
    );
    let odd = plain.chars().find(|&character| is_control(character));
    assert!(odd.is_none(), "the control character {odd:?} comes out in {plain:?}");
    terminal(problems, DiagnosticStyle { color: true, width: 60 });
    problems.iter().for_each(|problem| sentence(&problem.to_string()));
    assert_eq!(json(problems).as_array().map(Vec::len), Some(problems.len()));
}

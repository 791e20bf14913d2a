//! What people write to each other: texts that are short, without addresses and hidden characters.

use crate::refused::Refused;
use tsuro::ruleset::shown;

/// The longest text, in characters.
const LONGEST: usize = 200;
/// What stands in addresses, and is not needed at a table.
const OF_ADDRESSES: [&str; 4] = ["://", "www.", "mailto:", "@"];

/// A text of a person as it is passed on and kept.
///
/// # Errors
/// It is empty or too long, or has hidden characters or an address.
pub fn checked(text: &str) -> Result<String, Refused> {
    let bad = |why: &str| Err(Refused::Bad(format!("text: {why}")));
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST {
        return bad(&format!("1 to {LONGEST} characters"));
    }
    if shown(text) != text {
        return bad("control characters and invisible characters are not allowed");
    }
    if has_address(text) {
        return bad("addresses are not allowed");
    }
    Ok(text.to_owned())
}

/// Whether a text has what could be an address: also a name like `example.org`, and numbers like
/// `10.0.0.1`. Letters that browsers read as others in an address are read so here.
fn has_address(text: &str) -> bool {
    let plain: String = text.chars().map(plain).collect();
    let plain = plain.to_lowercase();
    let is_name = |word: &str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.windows(2).any(|pair| {
            let after = pair[1].chars().take_while(|letter| letter.is_alphabetic()).count();
            pair[0].ends_with(char::is_alphanumeric) && after >= 2
        }) || parts.len() > 3
            && parts.iter().all(|part| part.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    OF_ADDRESSES.iter().any(|part| plain.contains(part)) || plain.split_whitespace().any(is_name)
}

/// Full-width forms and other full stops as ASCII has them.
fn plain(letter: char) -> char {
    match letter {
        '\u{3002}' | '\u{ff61}' => '.',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_short_and_have_no_address_and_nothing_hidden() {
        let long = "ä".repeat(LONGEST);
        for fine in
            ["Well played!", "3.5 of 4... e.g. a5", "<b>Ann</b> & 'Bea'", "😀", &long, " x "]
        {
            assert_eq!(checked(fine).unwrap(), fine.trim());
        }
        for wrong in [
            "",
            "  ",
            &format!("{long}x"),
            "one\ntwo",
            "\u{7}",
            "a\u{202e}b",
            "a\u{200b}b",
            "javascript://x",
            "see WWW.x",
            "example.org",
            "(Example.Org/path)",
            "ex\u{ff41}mple\u{3002}org",
            "http\u{ff1a}//x",
            "mailto:x",
            "ann@home",
            "10.0.0.1:80",
        ] {
            assert!(matches!(checked(wrong), Err(Refused::Bad(_))), "{wrong:?}");
        }
    }
}

//! What people write to each other: texts that are short, without addresses and hidden characters.

use crate::refused::Refused;
use tsuro::ruleset::shown;

/// The longest text, in characters.
const LONGEST: usize = 200;
/// What stands in addresses, and is not needed at a table.
const OF_ADDRESSES: [&str; 6] = ["//", "\\\\", ":/", "%2e", "www.", "@"];
/// What stands before a colon in addresses.
const SCHEMES: [&str; 10] =
    ["javascript", "vbscript", "data", "blob", "mailto", "tel", "sms", "http", "https", "file"];

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
    // The blank of Braille looks like none.
    if shown(text) != text || text.contains('\u{2800}') {
        return bad("control characters and invisible characters are not allowed");
    }
    if has_address(text) {
        return bad("addresses are not allowed");
    }
    Ok(text.to_owned())
}

/// Whether a text has what could be an address: also a name like `example.org`, and numbers like
/// `10.0.0.1`. Letters that browsers read as others in an address are read so here.
pub(crate) fn has_address(text: &str) -> bool {
    let plain: String = text.chars().filter(|letter| !is_mark(*letter)).map(plain).collect();
    let plain = plain.to_lowercase();
    let is_name = |word: &str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.windows(2).any(|pair| {
            let after = pair[1].chars().take_while(|letter| letter.is_alphanumeric()).count();
            pair[0].ends_with(char::is_alphanumeric)
                && pair[1].starts_with(char::is_alphabetic)
                && after >= 2
        }) || parts.len() > 3
            && parts.iter().all(|part| part.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let has_scheme = |word: &str| {
        word.match_indices(':').any(|(at, _)| {
            let (before, after) = (&word[..at], &word[at + 1..]);
            let is_port = after.chars().take_while(char::is_ascii_digit).count() >= 2;
            SCHEMES.iter().any(|scheme| before.ends_with(scheme))
                || is_port && (before.ends_with("localhost") || before.contains(['.', ']']))
                || after.starts_with(':')
        })
    };
    OF_ADDRESSES.iter().any(|part| plain.contains(part))
        || plain.split_whitespace().any(|word| is_name(word) || has_scheme(word))
}

/// Whether it is put on the letter before it, as an accent.
const fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\u{300}'..='\u{36f}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

/// Full-width forms and other full stops as ASCII has them.
fn plain(letter: char) -> char {
    match letter {
        '\u{2024}' | '\u{3002}' | '\u{fe52}' | '\u{ff61}' => '.',
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
        for fine in [
            "Well played!",
            "3.5 of 4... e.g. a5",
            "<b>Ann</b> & 'Bea'",
            "😀",
            &long,
            " x ",
            "at 12:30",
            "Ann:3 Bea:2",
            "GG:D",
            "note:ok",
            "ok:) so: yes",
            "Bea :-D",
            "e\u{301}t\u{301}e\u{301}",
        ] {
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
            "\u{2800}",
            "javascript://x",
            "see WWW.x",
            "example.org",
            "(Example.Org/path)",
            "ex\u{ff41}mple\u{3002}org",
            "http\u{ff1a}//x",
            "mailto:x",
            "ann@home",
            "10.0.0.1:80",
            "localhost:8080",
            "[::1]:80",
            "(127.1:7879)",
            "javascript:alert(1)",
            "data:text/html,x",
            "tel:+123",
            "http:/x",
            "http:\\x",
            "\\\\evil\\x",
            "::1",
            "2001:db8::1",
            "12:javascript:alert(1)",
            "evil%2ecom",
            "evil.c0m",
            "evil.c\u{1dc4}om",
            "ex\u{2024}ample\u{fe52}org",
            "evil.c\u{301}om",
        ] {
            assert!(matches!(checked(wrong), Err(Refused::Bad(_))), "{wrong:?}");
        }
    }
}

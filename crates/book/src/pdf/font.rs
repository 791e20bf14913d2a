//! The letters of PDF documents: two of the fonts that every reader of PDF brings, so that no font
//! has to be in the file, and its text can be searched. They have the letters of the languages of
//! western Europe.

/// A font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Font {
    Plain,
    Bold,
}

impl Font {
    pub(super) const ALL: [Self; 2] = [Self::Plain, Self::Bold];

    /// Its name in the resources of a page.
    pub(super) const fn name(self) -> &'static [u8] {
        match self {
            Self::Plain => b"F1",
            Self::Bold => b"F2",
        }
    }

    /// Its name for readers of PDF.
    pub(super) const fn base(self) -> &'static [u8] {
        match self {
            Self::Plain => b"Helvetica",
            Self::Bold => b"Helvetica-Bold",
        }
    }

    const fn widths(self) -> &'static [u16; 95] {
        match self {
            Self::Plain => &PLAIN,
            Self::Bold => &BOLD,
        }
    }

    /// The width of a text in the unit of `size`.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        let all: u32 = encoded(text).into_iter().map(|code| u32::from(self.width_of(code))).sum();
        all as f32 * size / 1000.0
    }

    /// The width of a letter, in thousandths of the size.
    fn width_of(self, code: u8) -> u16 {
        match code {
            32..=126 => self.widths()[usize::from(code - 32)],
            _ => special_width(code).unwrap_or_else(|| {
                let base = ACCENTED.iter().find(|(_, codes)| codes.contains(&code));
                base.map_or(556, |(base, _)| self.width_of(*base))
            }),
        }
    }

    /// Breaks a text into lines of at most this width. A word that is too long is broken where the
    /// line ends.
    pub(crate) fn lines(self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        // A no-break space is no space here.
        for word in text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()) {
            let with = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&with, size) <= width {
                line = with;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if self.width(&line, size) > width && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, letter.to_string()));
                }
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }
}

/// A text in the encoding of the fonts (`WinAnsiEncoding`). What it lacks is written as an escape,
/// like `\u{3b1}`.
pub(crate) fn encoded(text: &str) -> Vec<u8> {
    let mut codes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match code(letter) {
            Some(code) => codes.push(code),
            None => codes.extend(letter.escape_unicode().to_string().bytes()),
        }
    }
    codes
}

/// Whether the fonts have all letters of a text.
pub(super) fn has_all(text: &str) -> bool {
    text.chars().all(|letter| code(letter).is_some())
}

fn code(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(letter)).ok(),
        // A narrow no-break space, which French has before some signs.
        '\u{202f}' => Some(0xa0),
        _ => OTHERS.iter().find(|(known, _)| *known == letter).map(|(_, code)| *code),
    }
}

/// The codes that are not those of Unicode.
const OTHERS: &[(char, u8)] = &[
    ('€', 0x80),
    ('‚', 0x82),
    ('ƒ', 0x83),
    ('„', 0x84),
    ('…', 0x85),
    ('†', 0x86),
    ('‡', 0x87),
    ('ˆ', 0x88),
    ('‰', 0x89),
    ('Š', 0x8a),
    ('‹', 0x8b),
    ('Œ', 0x8c),
    ('Ž', 0x8e),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
    ('˜', 0x98),
    ('™', 0x99),
    ('š', 0x9a),
    ('›', 0x9b),
    ('œ', 0x9c),
    ('ž', 0x9e),
    ('Ÿ', 0x9f),
];

/// The widths from the space to the tilde, as readers of PDF have them.
#[rustfmt::skip]
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[rustfmt::skip]
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// The letters with accents by the letter without, whose width they have.
const ACCENTED: &[(u8, &[u8])] = &[
    (b' ', &[0xa0]),
    (b'A', &[0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5]),
    (b'C', &[0xc7]),
    (b'E', &[0xc8, 0xc9, 0xca, 0xcb]),
    (b'I', &[0xcc, 0xcd, 0xce, 0xcf]),
    (b'N', &[0xd1]),
    (b'O', &[0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd8]),
    (b'U', &[0xd9, 0xda, 0xdb, 0xdc]),
    (b'Y', &[0xdd, 0x9f]),
    (b'S', &[0x8a]),
    (b'Z', &[0x8e]),
    (b'a', &[0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5]),
    (b'c', &[0xe7]),
    (b'e', &[0xe8, 0xe9, 0xea, 0xeb]),
    // As wide as an i without a dot.
    (b'!', &[0xec, 0xed, 0xee, 0xef]),
    (b'n', &[0xf1]),
    (b'o', &[0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf8]),
    (b'u', &[0xf9, 0xfa, 0xfb, 0xfc]),
    (b'y', &[0xfd, 0xff]),
    (b's', &[0x9a]),
    (b'z', &[0x9e]),
];

/// The widths of other signs, alike in both fonts or nearly so.
fn special_width(code: u8) -> Option<u16> {
    Some(match code {
        0x85 | 0x89 | 0x8c | 0x97 | 0x99 | 0xc6 => 1000,
        0x9c => 944,
        0x91 | 0x92 | 0x82 | 0xb7 => 278,
        0x93 | 0x94 | 0x84 | 0x8b | 0x9b | 0xb4 | 0xb8 => 333,
        0x95 => 350,
        0xb0 => 400,
        0xd7 | 0xf7 | 0xb1 | 0xac => 584,
        0xa9 | 0xae => 737,
        0xbc..=0xbe => 834,
        0xe6 => 889,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_has_all_of_its_letters_and_other_letters_are_escapes() {
        assert!(has_all("Où l’île, « ça » — œuvre, À\u{a0}! naïve…"));
        assert_eq!(encoded("é’"), [0xe9, 0x92]);
        assert_eq!(encoded("aα"), b"a\\u{3b1}");
    }

    #[test]
    fn no_line_is_wider_than_its_column_however_long_a_word_is() {
        let text = format!("one two {} three", "w".repeat(300));
        let lines = Font::Bold.lines(&text, 10.0, 100.0);
        assert!(lines.len() > 10);
        assert!(lines.iter().all(|line| Font::Bold.width(line, 10.0) <= 100.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        // Not even one letter has room: it still ends.
        assert_eq!(Font::Plain.lines("ab", 10.0, 0.0), ["a", "b"]);
    }
}

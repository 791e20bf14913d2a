//! Words of four letters by which people find a table.

use rand::TryRng as _;
use rand::rngs::SysRng;

/// Letters that are neither alike nor said alike.
const CONSONANTS: &[u8; 12] = b"bdfgklmprstv";
const VOWELS: &[u8; 4] = b"aeio";

/// Words that could offend somebody, in English or French.
const RUDE: &[&str] = &[
    "bite", "dago", "dike", "dope", "fafa", "gode", "kaka", "kapo", "kike", "loli", "lolo", "mofo",
    "moro", "pede", "pedo", "pipe", "pipi", "popo", "rape", "sado", "sida", "sodo", "tapi", "tare",
];

/// A word such as `kelo`, which can be said on the telephone.
///
/// # Panics
/// If the operating system has no random numbers.
pub(super) fn random_word() -> String {
    loop {
        let number = SysRng
            .try_next_u64()
            .unwrap_or_else(|error| panic!("the operating system has no random numbers: {error}"));
        let word = word(number);
        if !RUDE.contains(&word.as_str()) {
            return word;
        }
    }
}

fn word(mut number: u64) -> String {
    let mut letter = |letters: &[u8]| {
        let count = letters.len() as u64;
        let at = number % count;
        number /= count;
        char::from(letters[at as usize])
    };
    [letter(CONSONANTS), letter(VOWELS), letter(CONSONANTS), letter(VOWELS)].iter().collect()
}

/// A word as somebody has typed it, in the form of [`random_word`].
pub(super) fn typed(word: &str) -> String {
    word.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_more_words_than_tables_and_none_is_rude() {
        let all: HashSet<String> = (0..12 * 4 * 12 * 4).map(word).collect();
        assert_eq!(all.len(), 2304);
        assert!(RUDE.iter().all(|rude| all.contains(*rude)), "a word that cannot come is listed");
        for _ in 0..200 {
            let word = random_word();
            assert!(all.contains(&word) && !RUDE.contains(&word.as_str()), "{word}");
        }
        assert_eq!(typed(" KeLo\n"), "kelo");
    }
}

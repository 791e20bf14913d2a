//! Seeds that nobody chooses alone: a secret number to which a server is bound before it knows the
//! numbers that others add.
//!
//! The seed of such a game is the text `fair SECRET NUMBER …`. Before the game the server shows the
//! SHA-256 of its secret, the commitment. Whoever has the record can compute all of it again.

use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write as _};

/// The word with which these seeds begin.
const FAIR: &str = "fair";
/// The length of a number: 128 bits in hexadecimal digits.
const DIGITS: usize = 32;
/// The most numbers that others add to one seed.
const MOST_NUMBERS: usize = 32;

/// A seed made of a server's secret and of numbers that others have added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FairSeed {
    secret: String,
    numbers: Vec<String>,
}

impl FairSeed {
    /// The seed of a secret and the numbers added to it; `None` if one of them is not a
    /// [number](is_number), or if there are too many.
    pub fn new(secret: String, numbers: Vec<String>) -> Option<Self> {
        let is_fair = is_number(&secret) && numbers.iter().all(|number| is_number(number));
        (is_fair && numbers.len() <= MOST_NUMBERS).then_some(Self { secret, numbers })
    }

    /// Reads the seed of a record; `None` if it was made in another way.
    pub fn parse(seed: &str) -> Option<Self> {
        let mut words = seed.split(' ');
        let secret = words.next().filter(|word| *word == FAIR).and(words.next())?;
        Self::new(secret.to_owned(), words.map(str::to_owned).collect())
    }

    /// The hash of the secret, which was shown before the game.
    pub fn commitment(&self) -> String {
        commitment(&self.secret)
    }

    /// The numbers that others have added.
    pub fn numbers(&self) -> &[String] {
        &self.numbers
    }
}

impl fmt::Display for FairSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FAIR} {}", self.secret)?;
        self.numbers.iter().try_for_each(|number| write!(f, " {number}"))
    }
}

/// Whether a text is a number of 128 bits: 32 hexadecimal digits in lower case.
pub fn is_number(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(is_digit)
}

const fn is_digit(digit: u8) -> bool {
    matches!(digit, b'0'..=b'9' | b'a'..=b'f')
}

/// Whether a text can be a commitment: 64 hexadecimal digits in lower case.
pub fn is_commitment(text: &str) -> bool {
    text.len() == 2 * DIGITS && text.bytes().all(is_digit)
}

/// The commitment to a number: the SHA-256 of its digits, in hexadecimal digits.
pub fn commitment(number: &str) -> String {
    let mut digits = String::with_capacity(64);
    for byte in Sha256::digest(number.as_bytes()) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "00112233445566778899aabbccddeeff";
    const NUMBER: &str = "ffeeddccbbaa99887766554433221100";

    #[test]
    fn a_seed_is_read_as_it_was_written() {
        for numbers in [vec![], vec![NUMBER.to_owned()], vec![NUMBER.to_owned(); MOST_NUMBERS]] {
            let seed = FairSeed::new(SECRET.to_owned(), numbers).unwrap();
            assert_eq!(FairSeed::parse(&seed.to_string()), Some(seed));
        }
        let (upper, short) = (SECRET.to_uppercase(), &SECRET[1..]);
        for other in [
            String::new(),
            "fair".to_owned(),
            SECRET.to_owned(),
            format!("Fair {SECRET}"),
            format!("fair {upper}"),
            format!("fair {short}"),
            format!("fair  {SECRET}"),
            format!("fair {SECRET} "),
            format!("fair {SECRET} é{}", &NUMBER[2..]),
            format!("fair {SECRET}{}", format!(" {NUMBER}").repeat(MOST_NUMBERS + 1)),
        ] {
            assert_eq!(FairSeed::parse(&other), None, "{other}");
        }
    }

    /// As `printf 00112233445566778899aabbccddeeff | sha256sum` says it.
    #[test]
    fn a_commitment_is_the_hash_of_the_digits() {
        let seed = FairSeed::new(SECRET.to_owned(), vec![NUMBER.to_owned()]).unwrap();
        assert_eq!(
            seed.commitment(),
            "5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720"
        );
    }
}

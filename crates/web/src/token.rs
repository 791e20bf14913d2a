//! Tokens that give access to a seat.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};
use std::fmt;
use subtle::ConstantTimeEq as _;

/// A secret of 128 random bits. It is shown once, to its owner, and never printed.
pub(super) struct Token(String);

impl Token {
    /// A new token from the operating system's random numbers.
    ///
    /// # Panics
    /// If the operating system has no random numbers.
    pub(super) fn random() -> Self {
        let mut bytes = [0; 16];
        SysRng
            .try_fill_bytes(&mut bytes)
            .unwrap_or_else(|error| panic!("the operating system has no random numbers: {error}"));
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The text that a client sends.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub(super) fn hash(&self) -> TokenHash {
        TokenHash::new(&self.0)
    }
}

/// What the server keeps of a token.
#[derive(Clone, Copy)]
pub(super) struct TokenHash([u8; 32]);

impl TokenHash {
    /// Of what a client sent as a token.
    pub(super) fn new(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// As it is stored; `None` if these bytes are no hash.
    pub(super) fn stored(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether both are of the same token; takes the same time wherever they differ.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// The characters of a game's name in links: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A new name for a game. It is no secret: it only has to be new.
///
/// # Panics
/// If the operating system has no random numbers.
pub(super) fn game_id() -> String {
    let number = SysRng
        .try_next_u64()
        .unwrap_or_else(|error| panic!("the operating system has no random numbers: {error}"));
    (0..10)
        .map(|letter| char::from(LETTERS[(number >> (5 * letter)) as usize % LETTERS.len()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_128_bits_and_is_known_again_by_its_hash_alone() {
        let (one, other) = (Token::random(), Token::random());
        assert_eq!(
            (one.reveal().len(), URL_SAFE_NO_PAD.decode(one.reveal()).unwrap().len()),
            (22, 16)
        );
        let stored = TokenHash::stored(one.hash().bytes()).unwrap();
        assert!(stored.is_same(&TokenHash::new(one.reveal())) && !stored.is_same(&other.hash()));
        assert!(TokenHash::stored(&[0; 31]).is_none());
        assert!(!format!("{stored:?}").contains(char::is_numeric));
    }

    #[test]
    fn names_of_games_differ() {
        let mut names: Vec<String> = (0..200).map(|_| game_id()).collect();
        assert!(
            names.iter().all(
                |name| name.len() == 10 && name.bytes().all(|letter| LETTERS.contains(&letter))
            )
        );
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 200);
    }
}

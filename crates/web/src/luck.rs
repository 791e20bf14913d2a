//! The luck of the games that a server opens.

use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tsuro_faces::fair_seed::{FairSeed, commitment};
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SentLuck;

/// Secrets that wait for a game at once; of more, the oldest are forgotten.
const MOST_PROMISED: usize = 10_000;

/// Gives each game a seed.
pub(super) struct GameLuck {
    /// The text of `--seed`; without it the seeds are random.
    text: Option<String>,
    /// The number of the next game.
    next: AtomicU64,
    /// Secrets to which clients were given the commitments, with these, the oldest first.
    promised: Mutex<VecDeque<(String, String)>>,
}

impl GameLuck {
    /// The luck of a server that has had `games` games before.
    pub(super) fn new(text: Option<String>, games: u64) -> Self {
        Self { text, next: AtomicU64::new(games), promised: Mutex::default() }
    }

    /// A secret for a game, to whose hash the server is bound from now on; `None` as below.
    pub(super) fn secret(&self) -> Option<String> {
        self.text.is_none().then(random_number)
    }

    /// The commitment to the secret of a game that a client is about to open; `None` if the person
    /// who runs the server has chosen the luck of its games.
    pub(super) fn promise(&self) -> Option<String> {
        let secret = self.secret()?;
        let hash = commitment(&secret);
        let mut promised = self.promised.lock().unwrap_or_else(PoisonError::into_inner);
        if promised.len() == MOST_PROMISED {
            promised.pop_front();
        }
        promised.push_back((hash.clone(), secret));
        Some(hash)
    }

    /// The seed of a new game, with what a client has added to a promised secret. A record has the
    /// seed, so it tells neither the text of `--seed` nor the seed of any other game.
    ///
    /// # Errors
    /// The client names another commitment than the one that it was given, or one that was used.
    pub(super) fn seed(&self, added: Option<&SentLuck>) -> Result<String, Refused> {
        if let Some(text) = &self.text {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let hash = Sha256::digest(format!("{number}\n{text}"));
            let first = hash.first_chunk().map_or(0, |first| u128::from_be_bytes(*first));
            return Ok(format!("{first:032x}"));
        }
        let (secret, numbers) = match added {
            Some(SentLuck { commitment, number }) => {
                (self.promised(commitment)?, vec![number.clone()])
            }
            None => (random_number(), Vec::new()),
        };
        let seed = FairSeed::new(secret, numbers).map(|seed| seed.to_string());
        seed.ok_or_else(|| Refused::Bad("number: 32 hexadecimal digits".to_owned()))
    }

    /// A secret that was promised; it serves once, since the game shows it at its end.
    fn promised(&self, commitment: &str) -> Result<String, Refused> {
        let mut promised = self.promised.lock().unwrap_or_else(PoisonError::into_inner);
        let at = promised.iter().position(|(known, _)| known == commitment);
        at.and_then(|at| promised.remove(at)).map(|(_, secret)| secret).ok_or_else(|| {
            Refused::Bad("commitment: the server has not given it, or it was used".to_owned())
        })
    }
}

/// A random number of 128 bits, in hexadecimal digits.
///
/// # Panics
/// If the operating system has no random numbers.
fn random_number() -> String {
    let mut bytes = [0; 16];
    SysRng
        .try_fill_bytes(&mut bytes)
        .unwrap_or_else(|error| panic!("the operating system has no random numbers: {error}"));
    format!("{:032x}", u128::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(commitment: &str, number: &str) -> SentLuck {
        SentLuck { commitment: commitment.to_owned(), number: number.to_owned() }
    }

    #[test]
    fn seeds_are_the_same_each_time_and_tell_no_other() {
        let seeds = |text: &str, games| {
            let luck = GameLuck::new(Some(text.to_owned()), games);
            [(); 3].map(|()| luck.seed(None).unwrap())
        };
        let first = seeds("summer", 0);
        assert_eq!(first, seeds("summer", 0));
        assert_eq!(first[1..], seeds("summer", 1)[..2], "a server that is started again goes on");
        assert!(first.iter().all(|seed| seed.len() == 32 && !seed.contains("summer")), "{first:?}");
        assert!(first[0] != first[1] && first[0] != seeds("winter", 0)[0]);
    }

    #[test]
    fn a_server_whose_luck_was_chosen_promises_nothing() {
        let luck = GameLuck::new(Some("summer".to_owned()), 0);
        assert_eq!(luck.promise(), None);
        assert_eq!(FairSeed::parse(&luck.seed(None).unwrap()), None);
    }

    #[test]
    fn a_promised_secret_serves_one_game_and_no_other() {
        let (luck, number) = (GameLuck::new(None, 0), "0123456789abcdef0123456789abcdef");
        let (one, other) = (luck.promise().unwrap(), luck.promise().unwrap());
        let seed = FairSeed::parse(&luck.seed(Some(&added(&other, number))).unwrap()).unwrap();
        assert_eq!((seed.commitment(), seed.numbers()), (other.clone(), &[number.to_owned()][..]));
        for wrong in [added(&other, number), added("", number), added(&one, "7")] {
            assert!(matches!(luck.seed(Some(&wrong)), Err(Refused::Bad(_))), "{wrong:?}");
        }
        assert!(luck.seed(Some(&added(&one, number))).is_err(), "a refused game has used it");
        let alone = FairSeed::parse(&luck.seed(None).unwrap()).unwrap();
        assert!(alone.numbers().is_empty());
    }

    #[test]
    fn promises_are_limited() {
        let luck = GameLuck::new(None, 0);
        let first = luck.promise().unwrap();
        (0..MOST_PROMISED).for_each(|_| drop(luck.promise()));
        assert_eq!(luck.promised.lock().unwrap().len(), MOST_PROMISED);
        assert!(luck.promised(&first).is_err());
    }
}

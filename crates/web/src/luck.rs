//! The luck of the games that a server opens.

use sha2::{Digest as _, Sha256};
use std::sync::atomic::{AtomicU64, Ordering};
use tsuro_world::context::random_seed;

/// Gives each game a seed.
pub(super) struct GameLuck {
    /// The text of `--seed`; without it the seeds are random.
    text: Option<String>,
    /// The number of the next game.
    next: AtomicU64,
}

impl GameLuck {
    /// The luck of a server that has had `games` games before.
    pub(super) fn new(text: Option<String>, games: u64) -> Self {
        Self { text, next: AtomicU64::new(games) }
    }

    /// The seed of a new game. A record has it, so it tells neither the text nor the seed of any
    /// other game.
    pub(super) fn seed(&self) -> String {
        let Some(text) = &self.text else { return random_seed() };
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let hash = Sha256::digest(format!("{number}\n{text}"));
        format!("{:032x}", hash.first_chunk().map_or(0, |first| u128::from_be_bytes(*first)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_the_same_each_time_and_tell_no_other() {
        let seeds = |text: &str, games| {
            let luck = GameLuck::new(Some(text.to_owned()), games);
            [luck.seed(), luck.seed(), luck.seed()]
        };
        let first = seeds("summer", 0);
        assert_eq!(first, seeds("summer", 0));
        assert_eq!(first[1..], seeds("summer", 1)[..2], "a server that is started again goes on");
        assert!(first.iter().all(|seed| seed.len() == 32 && !seed.contains("summer")), "{first:?}");
        assert!(first[0] != first[1] && first[0] != seeds("winter", 0)[0]);
    }
}

//! Records that clients bring.

use super::{Hall, LONGEST_WAIT};
use crate::store::{GameState, StoredGame, StoredSeat, Write, now};
use crate::table::standing;
use crate::tasks::blocking;
use crate::token::{Token, game_id};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tsuro::rules::Registry;
use tsuro_pages::records::{BroughtGame, SentGames};
use tsuro_pages::refused::Refused;
use tsuro_pages::table::TalkRules;

/// Checks all of them, unless the client no longer waits for it or the time is over.
fn check(
    games: &SentGames,
    registry: &Registry,
    is_wanted: &AtomicBool,
    until: Instant,
) -> Result<Vec<StoredGame>, Refused> {
    let check = |text: &String| {
        if !is_wanted.load(Ordering::Relaxed) || Instant::now() >= until {
            return Err(Refused::Bad("the record takes too long to check: split it".to_owned()));
        }
        BroughtGame::new(text, registry).map(to_stored)
    };
    games.records().iter().map(check).collect()
}

/// A game from elsewhere as it is stored.
fn to_stored(brought: BroughtGame) -> StoredGame {
    let BroughtGame { game, record, texts, names, .. } = brought;
    let variant = game.variant();
    let seat = |name| StoredSeat { name, token: None, is_away: false, reserve: None };
    StoredGame {
        id: game_id(),
        reference: variant.name().to_owned(),
        titles: texts.to_text(),
        rules_hash: variant.hash().to_owned(),
        rules: variant.json().to_owned(),
        seed: String::new(),
        host: Token::random().hash(),
        clock: None,
        talk: TalkRules::default(),
        undos: game.undos(),
        state: GameState::Uploaded,
        why: None,
        seats: names.into_iter().map(seat).collect(),
        record: Some(record),
        beginning: None,
        again: None,
        evening: None,
        winners: standing(&game).ended.map(|ended| ended.winners),
        waits: None,
        is_called: false,
        due: None,
        turn: game.turn(),
        created: now(),
        changed: now(),
    }
}

/// Clears its flag when it is dropped: the client no longer waits.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Hall {
    /// Keeps games that a client sent, all or none; the first one's name, and how many there are.
    /// The work ends with the request, or when the time is over.
    ///
    /// # Errors
    /// Why one of them is none.
    pub(crate) async fn upload(
        &self,
        games: SentGames,
        until: Instant,
        from: IpAddr,
    ) -> Result<(String, usize), Refused> {
        // A client that brings many records may not take all the threads.
        let _turn = self.uploads.wait_at_most(LONGEST_WAIT, from).await?;
        let (count, registry) = (games.count(), self.rules.registry);
        let waiting = Waiting(Arc::new(AtomicBool::new(true)));
        let is_wanted = Arc::clone(&waiting.0);
        let stored = blocking(move || check(&games, registry, &is_wanted, until)).await??;
        let first = stored.first().map(|game| game.id.clone()).unwrap_or_default();
        self.store.write(Write::Uploads(stored)).await?;
        Ok((first, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tsuro::session::Game;

    fn record() -> String {
        let mut game = Game::new("classic", 2, "1").unwrap();
        while let Some(decision) = game.decision() {
            game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
        }
        game.record().unwrap()
    }

    #[test]
    fn checking_ends_with_the_request_and_with_its_time() {
        let games = SentGames::split(&record().repeat(3)).unwrap();
        let (registry, later) = (Registry::default(), Instant::now() + Duration::from_secs(600));
        let check = |is_wanted: bool, until: Instant| {
            super::check(&games, &registry, &AtomicBool::new(is_wanted), until).map(|all| all.len())
        };
        assert_eq!(check(true, later).unwrap(), 3);
        assert!(check(false, later).is_err() && check(true, Instant::now()).is_err());
        let flag = Arc::new(AtomicBool::new(true));
        drop(Waiting(Arc::clone(&flag)));
        assert!(!flag.load(Ordering::Relaxed));
    }
}

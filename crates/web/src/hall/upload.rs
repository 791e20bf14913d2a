//! Records that clients bring.

use super::{Hall, LONGEST_WAIT};
use crate::bounds::{LONGEST_PLAYER, LONGEST_REFERENCE, cut, is_longer};
use crate::refused::Refused;
use crate::store::{GameState, StoredGame, StoredSeat, Write, now};
use crate::table::{TableTexts, standing};
use crate::tasks::blocking;
use crate::token::{Token, game_id};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tsuro::rules::Registry;
use tsuro::session::Game;
use tsuro_faces::built_in;

/// Games that are brought at once.
const MOST_GAMES: usize = 50;
/// The longest record of one game, in bytes: records of the shipped rule sets have a tenth of it.
const LARGEST_GAME: usize = 256 * 1024;

/// The games of a text, not checked yet.
#[derive(Debug)]
pub(crate) struct SentGames(Vec<String>);

impl SentGames {
    /// Finds the games in a text.
    ///
    /// # Errors
    /// They are too many, too large, or none.
    pub(crate) fn split(text: &str) -> Result<Self, Refused> {
        let begins = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line)
                .is_ok_and(|line| line["event"] == "game")
        };
        let mut games: Vec<String> = Vec::new();
        for line in text.lines() {
            match games.last_mut() {
                Some(game) if !(line.contains("\"game\"") && begins(line)) => {
                    game.push_str(line);
                    game.push('\n');
                }
                _ => games.push(format!("{line}\n")),
            }
            if games.len() > MOST_GAMES {
                return Err(Refused::Bad(format!(
                    "at most {MOST_GAMES} games at once: split the record"
                )));
            }
        }
        if games.is_empty() {
            return Err(Refused::Bad("there is no game in it".to_owned()));
        }
        if games.iter().any(|game| game.len() > LARGEST_GAME) {
            return Err(Refused::Bad(format!(
                "the record of a game has at most {LARGEST_GAME} bytes"
            )));
        }
        Ok(Self(games))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Checks all of them, unless the client no longer waits for it or the time is over.
    fn check(
        &self,
        registry: &Registry,
        is_wanted: &AtomicBool,
        until: Instant,
    ) -> Result<Vec<StoredGame>, Refused> {
        let check = |text: &String| {
            if !is_wanted.load(Ordering::Relaxed) || Instant::now() >= until {
                return Err(Refused::Bad(
                    "the record takes too long to check: split it".to_owned(),
                ));
            }
            checked(text, registry)
        };
        self.0.iter().map(check).collect()
    }
}

/// A game from elsewhere as it is stored, once its record has been followed.
fn checked(text: &str, registry: &Registry) -> Result<StoredGame, Refused> {
    let game = Game::from_record(text, registry).and_then(|game| Ok((game.record()?, game)));
    let (record, game) =
        game.map_err(|why| Refused::Bad(cut(&why.to_string(), LONGEST_REFERENCE)))?;
    let variant = game.variant();
    if is_longer(variant.name(), LONGEST_REFERENCE) {
        return Err(Refused::Bad(format!(
            "the name of the rules has more than {LONGEST_REFERENCE} characters"
        )));
    }
    // Rules in a record have no title.
    let built_in = built_in(variant, registry);
    let texts = TableTexts::new(built_in.as_ref().unwrap_or(variant.resolved()));
    let names = game.players().into_iter().map(|name| cut(&name, LONGEST_PLAYER));
    Ok(StoredGame {
        id: game_id(),
        reference: variant.name().to_owned(),
        titles: texts.to_text(),
        rules_hash: variant.hash().to_owned(),
        rules: variant.json().to_owned(),
        seed: String::new(),
        host: Token::random().hash(),
        clock: None,
        undos: game.undos(),
        state: GameState::Uploaded,
        why: None,
        seats: names.map(|name| StoredSeat { name, token: None, is_away: false }).collect(),
        record: Some(record),
        beginning: None,
        again: None,
        winners: standing(&game).ended.map(|ended| ended.0),
        turn: game.turn(),
        created: now(),
        changed: now(),
    })
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
        let stored = blocking(move || games.check(registry, &is_wanted, until)).await??;
        let first = stored.first().map(|game| game.id.clone()).unwrap_or_default();
        self.store.write(Write::Uploads(stored)).await?;
        Ok((first, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tsuro_faces::words::Language;

    fn record() -> String {
        let mut game = Game::new("classic", 2, "1").unwrap();
        while let Some(decision) = game.decision() {
            game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
        }
        game.record().unwrap()
    }

    #[test]
    fn records_are_split_into_games_and_bounded() {
        let record = record();
        assert_eq!(SentGames::split(&record.repeat(MOST_GAMES)).unwrap().count(), MOST_GAMES);
        for (bad, why) in [
            (record.repeat(MOST_GAMES + 1), "at most 50 games"),
            (String::new(), "no game"),
            (format!("{record}{}", " ".repeat(LARGEST_GAME)), "at most 262144 bytes"),
        ] {
            assert!(SentGames::split(&bad).unwrap_err().to_string().contains(why), "{why}");
        }
    }

    #[test]
    fn a_name_of_rules_that_is_too_long_is_refused_and_those_of_players_are_cut() {
        let record = record();
        let (registry, long) = (Registry::default(), "x".repeat(100_000));
        let renamed = record.replacen("\"name\":\"classic\"", &format!("\"name\":\"{long}\""), 1);
        assert_ne!(renamed, record);
        let why = checked(&renamed, &registry).unwrap_err().to_string();
        assert!(why.len() < 2000, "{} bytes", why.len());
        let named = record.replacen("player 1", &long, 1);
        assert_ne!(named, record);
        let stored = checked(&named, &registry).unwrap();
        assert_eq!(stored.seats[0].name.chars().count(), LONGEST_PLAYER);
    }

    #[test]
    fn a_record_of_built_in_rules_has_their_title_and_one_of_others_its_own() {
        let registry = Registry::default();
        let title = |record: &str| {
            let stored = checked(record, &registry).unwrap();
            let titles = TableTexts::from_text(&stored.titles).unwrap();
            [Language::English, Language::French].map(|language| titles.title(language).to_owned())
        };
        let seas = Game::new("seas", 2, "1").unwrap().record().unwrap();
        assert_eq!(title(&seas), ["Tsuro of the Seas"; 2]);
        let others = Game::new("seas+tiles.hand=2", 2, "1").unwrap().record().unwrap();
        let renamed = others.replacen("\"name\":\"seas+tiles.hand=2\"", "\"name\":\"seas\"", 1);
        assert_eq!(title(&renamed), ["seas"; 2]);
    }

    #[test]
    fn checking_ends_with_the_request_and_with_its_time() {
        let games = SentGames::split(&record().repeat(3)).unwrap();
        let (registry, later) = (Registry::default(), Instant::now() + Duration::from_secs(600));
        let check = |is_wanted: bool, until: Instant| {
            games.check(&registry, &AtomicBool::new(is_wanted), until).map(|all| all.len())
        };
        assert_eq!(check(true, later).unwrap(), 3);
        assert!(check(false, later).is_err() && check(true, Instant::now()).is_err());
        let flag = Arc::new(AtomicBool::new(true));
        drop(Waiting(Arc::clone(&flag)));
        assert!(!flag.load(Ordering::Relaxed));
    }
}

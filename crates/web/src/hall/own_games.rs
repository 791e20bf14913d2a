//! How games stand for a person who has tokens of them, without loading them.

use super::Hall;
use crate::gathering::OwnTable;
use crate::store::{Holders, StoreError};
use crate::token::TokenHash;
use std::collections::HashSet;
use std::ops::Range;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::json::Json;
use tsuro_faces::words::Language;
use tsuro_pages::choose::name_in_words;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SentOwnGame;

/// The most games of a request that follow those that it asks for. These are told all, since a
/// browser forgets what is not told.
const MOST_FOLLOWED: usize = 60;

/// The tokens of a browser at a table.
struct OwnTokens {
    host: Option<TokenHash>,
    /// Of the persons there.
    seats: Vec<TokenHash>,
    /// Of the links that it has given away.
    links: Vec<TokenHash>,
}

impl OwnTokens {
    fn sent(sent: &SentOwnGame) -> Self {
        let hashed = |tokens: &[String]| tokens.iter().map(|token| TokenHash::new(token)).collect();
        Self {
            host: sent.host.as_deref().map(TokenHash::new),
            seats: hashed(&sent.tokens),
            links: hashed(&sent.links),
        }
    }

    /// Notes in an entry which seats they have there. Whether they have any.
    fn note(&self, holders: &Holders, entry: &mut Json) -> bool {
        let seat = |token: &TokenHash| {
            let is_it = |own: &Option<TokenHash>| own.is_some_and(|own| own.is_same(token));
            holders.seats.iter().position(is_it)
        };
        let (seats, links): (Vec<_>, Vec<_>) =
            (self.seats.iter().map(seat).collect(), self.links.iter().map(seat).collect());
        let is_host = self.host.is_some_and(|host| host.is_same(&holders.host));
        let is_any = is_host || seats.iter().chain(&links).any(Option::is_some);
        entry.set("seats", seats);
        entry.set("links", links);
        entry.set("host", is_host);
        is_any
    }
}

impl Hall {
    /// The games and tables of which a browser has tokens, and the games after them for which they
    /// serve, too, each of them once: entries of the history, with whether the game waits for one of
    /// the tokens, for whom it waits, and for how many seconds at most. Those that it did not ask
    /// for name what it asked for (`was`), and the seats of its tokens. What is not there is left
    /// out.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn own_games(
        &self,
        sent: &[SentOwnGame],
        language: Language,
    ) -> Result<Vec<Json>, StoreError> {
        // What is asked for by itself is not told as what follows something else.
        let asked: HashSet<&str> = sent.iter().map(|game| game.id.as_str()).collect();
        let (mut games, mut known) = (Vec::new(), HashSet::new());
        let mut followed = 0..MOST_FOLLOWED;
        for game in sent {
            if known.insert(game.id.as_str()) {
                self.add_own_games(game, (&asked, &mut followed), language, &mut games)?;
            }
        }
        Ok(games)
    }

    fn add_own_games(
        &self,
        sent: &SentOwnGame,
        (asked, followed): (&HashSet<&str>, &mut Range<usize>),
        language: Language,
        games: &mut Vec<Json>,
    ) -> Result<(), StoreError> {
        let own = OwnTokens::sent(sent);
        let mut id = sent.id.clone();
        if let Ok(table) = self.gatherings.get(&id) {
            match table.own(&own.seats, own.host.as_ref(), language) {
                OwnTable::Waits(entry) => {
                    games.push(entry);
                    return Ok(());
                }
                OwnTable::Foreign => return Ok(()),
                OwnTable::Begun(game) => id = game,
            }
        } else if let Some(game) = self.store.begun(&id)? {
            id = game;
        }
        if id != sent.id && asked.contains(id.as_str()) {
            return Ok(());
        }
        while (id == sent.id || followed.next().is_some())
            && let Some((mut entry, holders)) = self.own_game(&id, &own.seats, language)?
        {
            if id != sent.id {
                if !own.note(&holders, &mut entry) {
                    break;
                }
                entry.set("was", sent.id.as_str());
            }
            games.push(entry);
            match holders.again {
                Some(next) if !asked.contains(next.as_str()) => id = next,
                _ => break,
            }
        }
        Ok(())
    }

    /// The game of a table at which people gathered, as pages are told of it that come late.
    ///
    /// # Errors
    /// There is none, or the database cannot be read.
    pub(crate) fn begun_table(
        &self,
        table: &str,
        token: Option<TokenHash>,
        language: Language,
    ) -> Result<Json, Refused> {
        let game = self.store.begun(table)?.ok_or(Refused::NoGame)?;
        let (entry, _) = self.store.standing_of(&game)?.ok_or(Refused::NoGame)?;
        let holders = self.store.holders_of(&game)?.ok_or(Refused::NoGame)?;
        let is_own = |own: &TokenHash| token.is_some_and(|token| token.is_same(own));
        let seats = (0..).map(Seat::new).zip(&holders.seats);
        let mine = seats.filter(|(_, own)| own.as_ref().is_some_and(is_own));
        let mut told = entry.listed(language);
        told.set("mine", mine.map(|(seat, _)| seat).collect::<Vec<_>>());
        told.set("host", is_own(&holders.host));
        told.set("game", game);
        Ok(told)
    }

    fn own_game(
        &self,
        id: &str,
        tokens: &[TokenHash],
        language: Language,
    ) -> Result<Option<(Json, Holders)>, StoreError> {
        let Some((game, awaited)) = self.store.standing_of(id)? else { return Ok(None) };
        let Some(holders) = self.store.holders_of(id)? else { return Ok(None) };
        let mut entry = game.listed(language);
        let own = awaited.as_ref().and_then(|awaited| awaited.token);
        let is_own = own.is_some_and(|own| tokens.iter().any(|token| own.is_same(token)));
        entry.set("waits", is_own);
        let now = self.ran.at(Instant::now());
        let due = awaited.as_ref().and_then(|awaited| awaited.due).filter(|_| own.is_some());
        entry.set("left", due.map(|due| due.saturating_sub(now).max(0)));
        entry.set("who", own.and(awaited).map(|awaited| name_in_words(&awaited.name, language)));
        Ok(Some((entry, holders)))
    }
}

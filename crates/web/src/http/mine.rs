//! Requests of a browser for all games of which it has tokens.

use crate::app::AppState;
use crate::failure::{Answer, answer, bad};
use crate::request::{Body, Spoken};
use crate::tasks::blocking;
use crate::token::TokenHash;
use axum::extract::{ConnectInfo, State};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::json::{Json, json};
use tsuro_pages::requests::{SentMine, SentOwnGame, SentText, SentToken};

/// The most games and tables of a request: as many as a browser keeps.
const MOST_GAMES: usize = 60;
/// The most tokens of a game.
const MOST_TOKENS: usize = 32;

/// How these games stand, and which of them wait for the person.
pub(super) async fn mine(
    State(app): AppState,
    Spoken(language): Spoken,
    Body(SentMine { games }): Body<SentMine>,
) -> Answer {
    let too_many = |game: &SentOwnGame| game.tokens.len().max(game.links.len()) > MOST_TOKENS;
    if games.len() > MOST_GAMES || games.iter().any(too_many) {
        return Err(bad(format!("games: at most {MOST_GAMES}, with {MOST_TOKENS} tokens each")));
    }
    let hall = Arc::clone(&app.hall);
    let games = blocking(move || hall.own_games(&games, language));
    Ok(answer(&json!({ "games": Json::List(games.await??) })))
}

/// Keeps a text for another device of the person.
pub(super) async fn carry(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(SentText { text }): Body<SentText>,
) -> Answer {
    let token = app.carried.put(text, from.ip(), Instant::now())?;
    Ok(answer(&json!({ "token": token.reveal() })))
}

/// Gives out such a text, once.
pub(super) async fn take(
    State(app): AppState,
    Body(SentToken { token }): Body<SentToken>,
) -> Answer {
    let text = app.carried.take(TokenHash::new(&token).bytes(), Instant::now())?;
    Ok(answer(&json!({ "text": text })))
}

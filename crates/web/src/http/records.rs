//! Requests for games that were played: the history, replays, and records that go in and out.

use crate::app::AppState;
use crate::bounds::{LONGEST_REFERENCE, LONGEST_SEARCH, is_longer};
use crate::choose;
use crate::failure::{Answer, Failure, answer, bad};
use crate::hall::upload::SentGames;
use crate::refused::Refused;
use crate::request::{Asking, Body, Spoken};
use crate::store::GameState;
use crate::store::history::{HistoryEntry, HistoryFilter};
use crate::table::{ONLOOKER, TableTexts};
use crate::tasks::blocking;
use crate::telling::{self, Reader};
use crate::token::TokenHash;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::json::{Json, json};
use tsuro_faces::words::Language;

/// The longest that the games of a record are checked.
const LONGEST_CHECK: Duration = Duration::from_secs(15);

#[derive(Deserialize)]
pub(super) struct AskedList {
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    won: bool,
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    before: Option<String>,
}

/// An entry of the history.
fn listed(game: &HistoryEntry, language: Language) -> Json {
    let texts = TableTexts::from_text(&game.titles);
    let title = texts.as_ref().map_or(game.reference.as_str(), |texts| texts.title(language));
    let winners: Json = game
        .winners
        .as_deref()
        .and_then(|winners| serde_json::from_str(winners).ok())
        .unwrap_or(Json::NULL);
    json!({
        "id": game.id,
        "title": title,
        "rules": game.reference,
        "state": game.state,
        "names": game.names.iter()
                .map(|name| choose::name_in_words(name, language)).collect::<Vec<_>>(),
        "winners": winners,
        "turn": game.turn,
        "created": game.created,
        "changed": game.changed,
        "why": game.why,
    })
}

pub(super) async fn list(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Asking(asked): Asking<AskedList>,
) -> Answer {
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let state = given(asked.state);
    if state.as_deref().is_some_and(|state| GameState::from_word(state).is_none()) {
        return Err(bad("state: running, over, broken, expired or uploaded"));
    }
    let before =
        match given(asked.before) {
            None => None,
            Some(text) => {
                let parts = text
                    .split_once('.')
                    .and_then(|(changed, id)| Some((changed.parse().ok()?, id.to_owned())));
                Some(parts.ok_or_else(|| {
                    bad("before: the time and the name of a game, joined by a dot")
                })?)
            }
        };
    let is_long =
        |text: &Option<String>, most| text.as_ref().is_some_and(|text| is_longer(text, most));
    if is_long(&asked.name, LONGEST_SEARCH) || is_long(&asked.rules, LONGEST_REFERENCE) {
        return Err(bad(format!(
            "name, rules: at most {LONGEST_SEARCH} and {LONGEST_REFERENCE} characters"
        )));
    }
    let wanted = HistoryFilter {
        rules: given(asked.rules),
        name: given(asked.name),
        won: asked.won,
        state,
        before,
        id: None,
    };
    let (games, more) = app.hall.list(wanted, from.ip()).await?;
    let games = Json::List(games.iter().map(|game| listed(game, language)).collect());
    Ok(answer(&json!({ "games": games, "more": more })))
}

pub(super) async fn one(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
) -> Answer {
    let (games, _) = app
        .hall
        .list(HistoryFilter { id: Some(id), ..HistoryFilter::default() }, from.ip())
        .await?;
    let game = games.first().ok_or(Refused::NoGame)?;
    Ok(answer(&listed(game, language)))
}

pub(super) async fn replay(
    State(app): AppState,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answer {
    let replay = app
        .hall
        .with(&id, |table| table.replay(Reader { language, pictures: true, ..ONLOOKER }))
        .await?;
    Ok(answer(&replay))
}

pub(super) async fn described(
    State(app): AppState,
    Spoken(language): Spoken,
    token: Option<TokenHash>,
    Path(id): Path<String>,
) -> Answer {
    let text = app
        .hall
        .with(&id, |table| {
            let seats = token.map(|token| table.holds(&[token]).0).unwrap_or_default();
            let reader = Reader { seat: seats.first().copied(), language, pictures: false };
            telling::described(&table.game.observe(reader.seat), &table.narrator(reader))
        })
        .await?;
    Ok(answer(&text))
}

pub(super) async fn record(
    State(app): AppState,
    token: Option<TokenHash>,
    Path(id): Path<String>,
) -> Answer {
    let (game, over, seats) = app
        .hall
        .with(&id, |table| {
            let seats = token.map(|token| table.holds(&[token]).0).unwrap_or_default();
            (table.game.clone(), table.decision().is_none(), seats)
        })
        .await?;
    let text = if over {
        blocking(move || game.record()).await?
    } else {
        let seat = *seats.first().ok_or(Failure::Refused(Refused::Forbidden))?;
        blocking(move || game.record_seen_by(seat)).await?
    };
    let text = text.map_err(|why| bad(why.to_string()))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/jsonl")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, attachment(&format!("tsuro-{id}.jsonl"))),
    ];
    Ok((headers, text).into_response())
}

/// The name under which a browser saves a file.
pub(super) fn attachment(name: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
        .unwrap_or(HeaderValue::from_static("attachment"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentText {
    text: String,
}

pub(super) async fn upload(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(SentText { text }): Body<SentText>,
) -> Answer {
    let games = blocking(move || SentGames::split(&text)).await??;
    if !app.openings.take_many(from.ip(), games.count(), Instant::now()) {
        return Err(Refused::TooManyGames.into());
    }
    let (id, count) = app.hall.upload(games, Instant::now() + LONGEST_CHECK, from.ip()).await?;
    Ok(answer(&json!({ "id": id, "count": count })))
}

/// Bytes of records that are read from the database at once for an export, up to and including the
/// record with which they reach this number.
const EXPORTED: usize = 64 * 1024;

pub(super) async fn export(State(app): AppState) -> Response {
    // Some games after another, so that all of them are never in memory.
    let parts = unfold((Arc::clone(&app.hall), 0), |(hall, after)| async move {
        let reader = Arc::clone(&hall);
        let records = blocking(move || reader.store.records_after(after, EXPORTED)).await;
        match records {
            Ok(Ok(records)) => {
                let last = records.last()?.0;
                let text: String = records.into_iter().map(|(_, record)| record).collect();
                Some((Ok(text), (hall, last)))
            }
            Ok(Err(why)) => Some((Err(why), (hall, i64::MAX))),
            Err(_) => None,
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"tsuro-games.jsonl\""),
    ];
    (headers, axum::body::Body::from_stream(parts)).into_response()
}

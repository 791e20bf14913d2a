//! Requests for games that were played: the history, replays, and records that go in and out.

use crate::app::AppState;
use crate::failure::{Answer, answer, bad};
use crate::request::{Asking, Body, Spoken};
use crate::tasks::blocking;
use crate::token::TokenHash;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::json::{Json, json};
use tsuro_pages::history::{AskedList, HistoryFilter};
use tsuro_pages::records::SentGames;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SentText;
use tsuro_pages::table::ONLOOKER;
use tsuro_pages::telling::{self, Reader};

/// The longest that the games of a record are checked.
const LONGEST_CHECK: Duration = Duration::from_secs(15);

pub(super) async fn list(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Asking(asked): Asking<AskedList>,
) -> Answer {
    let wanted = asked.filter()?;
    let (games, more) = app.hall.list(wanted, from.ip()).await?;
    let games = Json::List(games.iter().map(|game| game.listed(language)).collect());
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
    Ok(answer(&game.listed(language)))
}

pub(super) async fn replay(
    State(app): AppState,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answer {
    app.hall.check_unsealed(&id).await?;
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
    let is_sealed = app.hall.check_unsealed(&id).await;
    let text = app
        .hall
        .with(&id, |table| {
            let seats = token.map(|token| table.holds(&[token]).0).unwrap_or_default();
            let reader = Reader { seat: seats.first().copied(), language, pictures: false };
            let tell =
                || telling::described(&table.game.observe(reader.seat), &table.narrator(reader));
            if seats.is_empty() { is_sealed.map(|()| tell()) } else { Ok(tell()) }
        })
        .await??;
    Ok(answer(&text))
}

pub(super) async fn record(
    State(app): AppState,
    token: Option<TokenHash>,
    Path(id): Path<String>,
) -> Answer {
    let (game, over, comments, seats) = app
        .hall
        .with(&id, |table| {
            let seats = token.map(|token| table.holds(&[token]).0).unwrap_or_default();
            (table.game.clone(), table.decision().is_none(), table.comments.clone(), seats)
        })
        .await?;
    let text = if over {
        app.hall.check_unsealed(&id).await?;
        blocking(move || game.record().map(|record| comments.record_with(&record))).await?
    } else {
        let seat = *seats.first().ok_or(Refused::Forbidden)?;
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

//! Requests for reviews of games that are over.

use super::play::{SentSeatNumber, opened};
use crate::app::AppState;
use crate::failure::{Answer, answer};
use crate::refused::Refused;
use crate::request::{Body, Spoken};
use crate::reviewing;
use crate::tasks::unbroken;
use crate::token::TokenHash;
use axum::extract::{ConnectInfo, Path, State};
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

/// Whose review, and what of it the client has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentReview {
    #[serde(default)]
    seat: Option<SentSeatNumber>,
    #[serde(default)]
    known: Option<reviewing::Known>,
}

pub(super) async fn review(
    State(app): AppState,
    Spoken(language): Spoken,
    token: Option<TokenHash>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Body(sent): Body<SentReview>,
) -> Answer {
    let (seat, known) = (sent.seat.map(|seat| seat.0), sent.known);
    let told = app
        .hall
        .review(&id, seat, (token, language, from.ip()), move |review, of| {
            reviewing::told(review, of, known)
        })
        .await?;
    Ok(answer(&told))
}

/// From which moment a game goes on, and for whom.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentGoOn {
    seat: SentSeatNumber,
    mark: usize,
}

pub(super) async fn go_on(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Body(sent): Body<SentGoOn>,
) -> Answer {
    if !app.openings.take(from.ip(), Instant::now()) {
        return Err(Refused::TooManyGames.into());
    }
    let hall = Arc::clone(&app.hall);
    let table =
        unbroken(async move { hall.go_on(&id, sent.seat.0, sent.mark, from.ip()).await }).await??;
    Ok(answer(&opened(&table)))
}

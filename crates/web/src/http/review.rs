//! Requests for reviews of games that are over.

use super::play::opened;
use crate::app::AppState;
use crate::failure::{Answer, answer};
use crate::request::{Body, Spoken};
use crate::tasks::unbroken;
use crate::token::TokenHash;
use axum::extract::{ConnectInfo, Path, State};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::json::json;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{SentComment, SentGoOn, SentLead, SentReview, SentWhatIf};
use tsuro_pages::reviewing;

pub(super) async fn review(
    State(app): AppState,
    Spoken(language): Spoken,
    token: Option<TokenHash>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Body(sent): Body<SentReview>,
) -> Answer {
    app.hall.check_unsealed(&id).await?;
    let (seat, known) = (sent.seat.map(|seat| seat.0), sent.known);
    let told = app
        .hall
        .review(&id, seat, (token, language, from.ip()), move |review, of| {
            reviewing::told(review, of, known)
        })
        .await?;
    Ok(answer(&told))
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
    app.hall.check_unsealed(&id).await?;
    let hall = Arc::clone(&app.hall);
    let table =
        unbroken(async move { hall.go_on(&id, sent.seat.0, sent.mark, from.ip()).await }).await??;
    Ok(answer(&opened(&table)))
}

pub(super) async fn comment(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentComment>,
) -> Answer {
    app.hall.check_unsealed(&id).await?;
    unbroken(async move { app.hall.comment(&id, token, sent, from.ip()).await }).await??;
    Ok(answer(&json!({})))
}

pub(super) async fn lead(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentLead>,
) -> Answer {
    app.hall.check_unsealed(&id).await?;
    let (_, mut table) = app.hall.lock_for(&id, from.ip(), &[token]).await?;
    table.lead(&token, &sent, Instant::now())?;
    Ok(answer(&json!({})))
}

pub(super) async fn what_if(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Body(sent): Body<SentWhatIf>,
) -> Answer {
    app.hall.check_unsealed(&id).await?;
    let told = app.hall.what_if(&id, sent, language, from.ip()).await?;
    Ok(answer(&told))
}

//! Requests for club evenings: how everybody stands, and the results as a file.

use super::records::attachment;
use crate::app::{App, AppState};
use crate::failure::{Answer, answer};
use crate::request::Spoken;
use crate::tasks::{blocking, unbroken};
use crate::token::TokenHash;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{self, HeaderValue};
use axum::response::IntoResponse;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::json::json;
use tsuro_pages::evening::Evening;
use tsuro_pages::refused::{NotAnswered, Refused};

async fn evening(app: &App, id: String) -> Result<Evening, Refused> {
    let hall = Arc::clone(&app.hall);
    blocking(move || hall.store.evening(&id)).await??.ok_or(Refused::NoGame)
}

pub(super) async fn look(
    State(app): AppState,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answer {
    Ok(answer(&evening(&app, id).await?.told(language)))
}

/// Another table that plays the same deals.
pub(super) async fn beside(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
) -> Answer {
    if !app.openings.take(from.ip(), Instant::now()) {
        return Err(Refused::TooManyGames.into());
    }
    let opened = app.hall.gather_beside(id, token, from.ip()).await?;
    Ok(answer(&json!({ "id": opened.table.id, "host": opened.host.reveal() })))
}

/// The ratings of people who come to tables, where the server rates them.
pub(super) async fn ratings(State(app): AppState, Spoken(language): Spoken) -> Answer {
    let ratings = app.ratings.clone().ok_or(NotAnswered::Nothing(
        "this server rates nobody: it was started without --ratings",
    ))?;
    // Who does not wait for the answer does not break it off: others may wait for it, too.
    let ratings = unbroken(async move { ratings.now(&app.hall).await }).await??;
    Ok(answer(&ratings.told(language)))
}

pub(super) async fn csv(
    State(app): AppState,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answer {
    let evening = evening(&app, id).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, attachment(&format!("tsuro-evening-{}.csv", evening.id))),
    ];
    Ok((headers, evening.csv(language)).into_response())
}

//! Requests at a table before its game: it is opened and found, people sit down, and it begins.

use crate::app::AppState;
use crate::failure::{Answer, Failure, answer, bad};
use crate::gathering::OpenedGathering;
use crate::lan;
use crate::request::{Asking, Body, Spoken};
use crate::tasks::{blocking, unbroken};
use crate::token::{Token, TokenHash};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{SentArrangement, SentBeginning, SentLot, SentPlace, SentWord};
use tsuro_pages::table::AskedTable;

/// The longest address that is drawn as a code.
const LONGEST_ADDRESS: usize = 200;

/// How many changes of a table a client knows.
#[derive(Deserialize)]
pub(super) struct KnownChanges {
    #[serde(default)]
    known: Option<u64>,
}

/// The address that is drawn.
#[derive(Deserialize)]
pub(super) struct DrawnAddress {
    address: String,
}

pub(super) async fn open(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedTable>,
) -> Answer {
    if !app.openings.take(from.ip(), Instant::now()) {
        return Err(Refused::TooManyGames.into());
    }
    let hall = Arc::clone(&app.hall);
    let opened = blocking(move || hall.gather(&asked, from.ip())).await?;
    let OpenedGathering { table, host, seats } =
        opened.map_err(|why| Failure::from(why).said_in(language))?;
    let seat = |(seat, token): &(Seat, Token)| json!({ "seat": seat, "token": token.reveal() });
    Ok(answer(&json!({
        "id": table.id, "host": host.reveal(), "seats": Json::list(seats.iter().map(seat)),
    })))
}

/// The tables that wait for players, where the server shows them.
pub(super) async fn lobby(State(app): AppState, Spoken(language): Spoken) -> Response {
    let tables =
        if app.lobby { app.hall.gatherings.lobby(language, Instant::now()) } else { Json::NULL };
    answer(&json!({ "tables": tables }))
}

pub(super) async fn find(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(SentWord { word }): Body<SentWord>,
) -> Answer {
    let now = Instant::now();
    // Somebody could try all words.
    if !app.words.take(from.ip(), now) {
        return Err(Refused::Busy.into());
    }
    let table = app.hall.gatherings.find(&word, now)?;
    Ok(answer(&json!({ "id": table.id })))
}

pub(super) async fn look(
    State(app): AppState,
    Spoken(language): Spoken,
    token: Option<TokenHash>,
    Path(id): Path<String>,
    Asking(KnownChanges { known }): Asking<KnownChanges>,
) -> Answer {
    let Ok(table) = app.hall.gatherings.get(&id) else {
        let told = blocking(move || app.hall.begun_table(&id, token, language)).await??;
        return Ok(answer(&told));
    };
    table.wait(known).await;
    Ok(answer(&table.told(token, language, Instant::now())))
}

pub(super) async fn sit(
    State(app): AppState,
    Spoken(language): Spoken,
    Path(id): Path<String>,
    Body(sent): Body<SentPlace>,
) -> Answer {
    let table = app.hall.gatherings.get(&id)?;
    let sat = blocking(move || table.sit(&sent, Instant::now())).await?;
    let token = sat.map_err(|why| Failure::from(why).said_in(language))?;
    Ok(answer(&json!({ "token": token.reveal() })))
}

pub(super) async fn arrange(
    State(app): AppState,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentArrangement>,
) -> Answer {
    let table = app.hall.gatherings.get(&id)?;
    blocking(move || table.arrange(&token, &sent)).await??;
    Ok(answer(&json!({})))
}

pub(super) async fn lot(
    State(app): AppState,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentLot>,
) -> Answer {
    let table = app.hall.gatherings.get(&id)?;
    blocking(move || table.lot(&token, &sent)).await??;
    Ok(answer(&json!({})))
}

pub(super) async fn begin(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentBeginning>,
) -> Answer {
    let table = app.hall.gatherings.get(&id)?;
    let game =
        unbroken(async move { app.hall.begin_gathered(&table, token, &sent, from.ip()).await });
    Ok(answer(&json!({ "id": game.await?? })))
}

/// An address as a picture that phones read.
pub(super) async fn qr(Asking(DrawnAddress { address }): Asking<DrawnAddress>) -> Answer {
    let is_address = address.starts_with("http://") || address.starts_with("https://");
    let picture = (is_address && address.len() <= LONGEST_ADDRESS).then(|| lan::qr_svg(&address));
    let picture = picture.flatten().ok_or_else(|| {
        bad(format!("address: an address of at most {LONGEST_ADDRESS} characters"))
    })?;
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=86400")];
    Ok((headers, picture).into_response())
}

//! Requests at a table: it is opened, choices are made and taken back, and seats change hands.

use crate::app::AppState;
use crate::failure::{Answer, Failure, answer};
use crate::hall::opening::Opened;
use crate::hall::take_back::Wish;
use crate::request::{Body, Spoken};
use crate::tasks::unbroken;
use crate::token::{Token, TokenHash};
use axum::extract::{ConnectInfo, Path, State};
use axum::response::Response;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro::record::Feedback;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{
    SentAgain, SentChoice, SentConsent, SentFeedback, SentMoment, SentPreview, SentSeat, SentTalk,
};
use tsuro_pages::table::AskedTable;

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
    let opened = unbroken(async move { hall.open(asked, from.ip()).await })
        .await?
        .map_err(|why| Failure::from(why).said_in(language))?;
    Ok(answer(&self::opened(&opened)))
}

/// A table that has been opened, with the tokens of its persons.
pub(super) fn opened(table: &Opened) -> Json {
    let seat = |(seat, token): &(Seat, Token)| {
        json!({
            "seat": seat, "token": token.reveal()
        })
    };
    let seats = Json::List(table.seats.iter().map(seat).collect());
    json!({
        "id": table.id, "number": table.number.0, "host": table.host.reveal(), "seats": seats
    })
}

/// The commitment to the secret of a game that is opened next.
pub(super) async fn promise(State(app): AppState) -> Response {
    answer(&json!({ "commitment": app.hall.luck.promise() }))
}

pub(super) async fn again(
    State(app): AppState,
    token: TokenHash,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Body(SentAgain { luck }): Body<SentAgain>,
) -> Answer {
    if !app.openings.take(from.ip(), Instant::now()) {
        return Err(Refused::TooManyGames.into());
    }
    let again = unbroken(async move { app.hall.again(&id, token, luck.as_ref(), from.ip()).await })
        .await??;
    Ok(answer(&again))
}

pub(super) async fn choose_move(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentChoice>,
) -> Answer {
    let number = unbroken(async move {
        let pick = (sent.pick, sent.ms);
        app.hall.choose(&id, token, sent.seat.0, sent.number, pick, from.ip()).await
    })
    .await??;
    Ok(answer(&json!({ "number": number.0 })))
}

pub(super) async fn preview(
    State(app): AppState,
    Spoken(language): Spoken,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentPreview>,
) -> Answer {
    let SentPreview { seat, number, tile, rotation } = sent;
    let seat = seat.0;
    let patch = app
        .hall
        .with(&id, |table| {
            table.check_token(seat, &token)?;
            table.check_open(seat, number)?;
            table.preview(seat, (tile, rotation), language)
        })
        .await??;
    Ok(answer(&json!({ "patch": patch })))
}

pub(super) async fn advice(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentMoment>,
) -> Answer {
    let advice = app.hall.advice(&id, token, sent.seat.0, sent.number, from.ip()).await?;
    Ok(answer(&tsuro_pages::advice::told(&advice)))
}

pub(super) async fn undo(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentMoment>,
) -> Answer {
    Ok(wish(
        &unbroken(
            async move { app.hall.undo(&id, token, sent.seat.0, sent.number, from.ip()).await },
        )
        .await??,
    ))
}

/// What became of a wish to take back.
fn wish(wish: &Wish) -> Response {
    answer(&json!({ "number": wish.number.0, "waits": &wish.waits }))
}

pub(super) async fn consent(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentConsent>,
) -> Answer {
    let SentConsent { seat, number, agrees } = sent;
    Ok(wish(
        &unbroken(
            async move { app.hall.consent(&id, token, seat.0, number, agrees, from.ip()).await },
        )
        .await??,
    ))
}

pub(super) async fn say(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentTalk>,
) -> Answer {
    app.hall.say(&id, token, sent, from.ip()).await?;
    Ok(answer(&json!({})))
}

pub(super) async fn rate(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(SentFeedback { seat, feedback }): Body<SentFeedback>,
) -> Answer {
    let said = Feedback::read(&feedback);
    unbroken(async move { app.hall.rate(&id, token, seat.0, said, from.ip()).await }).await??;
    Ok(answer(&json!({})))
}

pub(super) async fn seats(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentSeat>,
) -> Answer {
    let seat = sent.seat;
    let change = sent.change()?;
    let changed =
        unbroken(async move { app.hall.change_seat(&id, token, seat.0, change, from.ip()).await })
            .await?;
    changed.map_err(|why| Failure::from(why).said_in(language))?;
    Ok(answer(&json!({})))
}

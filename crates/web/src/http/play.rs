//! Requests at a table: it is opened, choices are made and taken back, and seats change hands.

use crate::app::AppState;
use crate::failure::{Answer, Failure, answer, bad};
use crate::hall::opening::{AskedTable, Opened};
use crate::hall::seats::SeatChange;
use crate::hall::take_back::Wish;
use crate::refused::Refused;
use crate::request::{Body, Spoken};
use crate::table::Moment;
use crate::tasks::unbroken;
use crate::telling;
use crate::token::{Token, TokenHash};
use axum::extract::{ConnectInfo, Path, State};
use axum::response::Response;
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::board::Laid;
use tsuro::game::{MAX_SEATS, Seat};
use tsuro::json::{Json, json};

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

pub(super) async fn again(
    State(app): AppState,
    token: TokenHash,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
) -> Answer {
    if !app.openings.take(from.ip(), Instant::now()) {
        return Err(Refused::TooManyGames.into());
    }
    let again = unbroken(async move { app.hall.again(&id, token, from.ip()).await }).await??;
    Ok(answer(&json!({ "id": again })))
}

/// The number of a seat.
#[derive(Deserialize)]
#[serde(try_from = "u8")]
pub(super) struct SentSeatNumber(pub Seat);

impl TryFrom<u8> for SentSeatNumber {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Seat::checked(number.into(), MAX_SEATS as u8).map(Self).ok_or("there is no such seat")
    }
}

/// A choice of a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentChoice {
    seat: SentSeatNumber,
    number: Moment,
    pick: usize,
}

pub(super) async fn choose_move(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentChoice>,
) -> Answer {
    let number = unbroken(async move {
        app.hall.choose(&id, token, sent.seat.0, sent.number, sent.pick, from.ip()).await
    })
    .await??;
    Ok(answer(&json!({ "number": number.0 })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentPreview {
    seat: SentSeatNumber,
    number: Moment,
    tile: u8,
    rotation: u8,
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
            let see = table.game.observe(seat);
            let face = see.hand().iter().find(|face| face.number() == tile);
            let laid = face.and_then(|face| {
                Some(Laid::new(face, face.rotations().find(|known| known.turns() == rotation)?))
            });
            let laid = laid.ok_or_else(|| {
                Refused::Bad("tile: not a tile of the hand in one of its orientations".to_owned())
            })?;
            let now = table.scene(seat);
            let tried = now.clone().trying(&see, laid);
            Ok::<_, Refused>(telling::patch(now, &tried, language))
        })
        .await??;
    Ok(answer(&json!({ "patch": patch })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentMoment {
    seat: SentSeatNumber,
    number: Moment,
}

pub(super) async fn advice(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentMoment>,
) -> Answer {
    let advice = app.hall.advice(&id, token, sent.seat.0, sent.number, from.ip()).await?;
    let entry = |(pick, share): &(usize, f64)| {
        json!({
            "pick": pick, "share": (share * 1000.0).round() / 1000.0
        })
    };
    Ok(answer(&json!({ "advice": Json::List(advice.iter().map(entry).collect()) })))
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentConsent {
    seat: SentSeatNumber,
    number: Moment,
    agrees: bool,
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentSeat {
    seat: SentSeatNumber,
    #[serde(default)]
    player: Option<SeatPlayer>,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeatPlayer {
    Bot,
    Person,
}

pub(super) async fn seats(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentSeat>,
) -> Answer {
    let SentSeat { seat, player, name } = sent;
    let change = match (player, name) {
        (Some(SeatPlayer::Bot), None) => SeatChange::Away,
        (Some(SeatPlayer::Person), None) => SeatChange::Back,
        (None, Some(name)) => SeatChange::Name(name),
        _ => return Err(bad("either `player` or `name`")),
    };
    let changed =
        unbroken(async move { app.hall.change_seat(&id, token, seat.0, change, from.ip()).await })
            .await?;
    changed.map_err(|why| Failure::from(why).said_in(language))?;
    Ok(answer(&json!({})))
}

//! Requests for pictures: boards of rule sets, tiles, and games that are over.

use super::records::attachment;
use crate::app::AppState;
use crate::failure::{Answer, Failure, bad};
use crate::request::{Asking, Spoken};
use crate::table::Table;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tsuro::picture::{self, GameFilm, PictureWidth};
use tsuro::rules::Registry;
use tsuro::session::Game;
use tsuro_faces::words::Language;
use tsuro_pages::choose;
use tsuro_pages::pictures;
use tsuro_pages::refused::Refused;
use tsuro_pages::rules::AskedRules;

#[derive(Deserialize)]
pub(super) struct AskedBoard {
    rules: String,
}

pub(super) async fn board(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Asking(asked): Asking<AskedBoard>,
) -> Answer {
    let hall = Arc::clone(&app.hall);
    let key = format!("board {}", asked.rules);
    let asked = AskedRules::named(asked.rules);
    let draw = move |stop: &AtomicBool| {
        let goes_on = || !stop.load(Ordering::Relaxed);
        let drawn = choose::board(&hall.rules, &asked, picture::svg, &goes_on);
        drawn.map(String::into_bytes).map_err(Failure::from)
    };
    Ok(svg(app.hall.board(from.ip(), key, draw).await?))
}

/// A picture that does not change.
fn svg(picture: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")], picture)
        .into_response()
}

#[derive(Deserialize)]
pub(super) struct AskedTile {
    /// What is made of the board; without it, stone.
    look: Option<String>,
}

pub(super) async fn tile(Path(name): Path<String>, Asking(asked): Asking<AskedTile>) -> Answer {
    Ok(svg(pictures::tile(&name, asked.look.as_deref())?))
}

/// A special tile of a game's rules.
pub(super) async fn special_tile(
    State(app): AppState,
    Spoken(language): Spoken,
    Path((id, name)): Path<(String, String)>,
) -> Answer {
    let tile = |table: &mut Table| pictures::special_tile(table, &name, language);
    Ok(svg(app.hall.with(&id, tile).await??))
}

/// A game that is over as a file: its last board, or all of it.
pub(super) async fn picture(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path((id, name)): Path<(String, String)>,
) -> Answer {
    let kind = match name.as_str() {
        "picture.svg" => "image/svg+xml",
        "picture.png" => "image/png",
        "picture.gif" => "image/gif",
        _ => {
            return Err(Failure::Status(
                StatusCode::NOT_FOUND,
                "not-found",
                "there is nothing here".to_owned(),
            ));
        }
    };
    app.hall.check_unsealed(&id).await?;
    let shown = |table: &mut Table| {
        let title = table.texts.title(language).to_owned();
        (table.game.clone(), table.moment().0, (title, table.letters()))
    };
    let game = app.hall.with(&id, |table| table.decision().is_none().then(|| shown(table))).await?;
    let (game, moment, (title, letters)) =
        game.ok_or_else(|| bad("pictures are of games that are over"))?;
    let key = format!("{id} {moment} {name} {}", language.code());
    if kind == "image/gif"
        && app.hall.known_picture(&key).is_none()
        && !app.films.take(from.ip(), Instant::now())
    {
        return Err(Refused::Busy.into());
    }
    let registry = app.hall.rules.registry;
    let bytes = app
        .hall
        .picture(from.ip(), key, move |stop: &AtomicBool| {
            draw((&game, &letters), registry, kind, (&title, language), stop)
        })
        .await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            header::CONTENT_DISPOSITION,
            attachment(&format!("tsuro-{id}.{}", name.rsplit('.').next().unwrap_or_default())),
        ),
    ];
    Ok((headers, bytes).into_response())
}

/// Draws a game with the letters that its pieces have at the table.
fn draw(
    (game, letters): (&Game, &[char]),
    registry: &Registry,
    kind: &str,
    (title, language): (&str, Language),
    stop: &AtomicBool,
) -> Result<Vec<u8>, Failure> {
    let cannot = |why: &dyn std::fmt::Display| bad(why.to_string());
    let width = PictureWidth::default();
    if kind == "image/gif" {
        let record = game.record().map_err(|why| cannot(&why))?;
        let film = GameFilm::of_record(&record, registry, None).map_err(|why| cannot(&why))?;
        let goes_on = || !stop.load(Ordering::Relaxed);
        return film.lettered(letters).gif_while(width, &goes_on).map_err(|why| cannot(&why));
    }
    let picture = pictures::board(game, letters, language);
    match kind {
        "image/png" => picture.png(width).map_err(|why| cannot(&why)),
        _ => Ok(picture.svg(title).into_bytes()),
    }
}

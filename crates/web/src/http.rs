//! The requests of pages and programs (`docs/formats/server.md`).

mod editing;

use super::address::Proxy;
use super::bounds::{LONGEST_REFERENCE, LONGEST_SEARCH, is_longer};
use super::flight::{Flight, Needs, needing};
use super::guard::{self, Names, Rate};
use super::hall::{AskedTable, Hall, NotOpened, SeatChange, SentGames, Wish, blocking};
use super::lab::{self, Lab};
use super::rules::AskedRules;
use super::sheet::AskedEdit;
use super::store::{GameState, Listed, StoreError, Wanted};
use super::table::{Moment, ONLOOKER, Refused, Table, TableTexts};
use super::tasks::unbroken;
use super::telling::{self, Reader};
use super::token::TokenHash;
use super::{choose, connection, pages};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{
    ConnectInfo, FromRequest, FromRequestParts, OptionalFromRequestParts, Path, Query, Request,
    State,
};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::http::request::Parts;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::unfold;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tsuro::board::{Face, Laid};
use tsuro::game::{MAX_SEATS, Seat};
use tsuro::json::{Json, json};
use tsuro::picture::{
    self, BoardScene, PictureWidth, board_png, game_gif_while, seat_letters, special_svg, tile_svg,
};
use tsuro::rules::Registry;
use tsuro::ruleset::Problems;
use tsuro::session::Game;
use tsuro_faces::words::{Language, TextKey};

/// Most requests: their bodies are a few numbers and a name.
const FEW: Needs = Needs { body: 4 * 1024, held: 0 };
/// Requests that send the text of a rule set or a suite.
pub(super) const TEXTS: Needs = Needs { body: 256 * 1024, held: 256 * 1024 };
/// Requests whose answers can be large.
pub(super) const LARGE: Needs = Needs { body: 4 * 1024, held: 4 * 1024 * 1024 };
/// Uploads of records.
const UPLOADS: Needs = Needs { body: 4 * 1024 * 1024, held: 4 * 1024 * 1024 };
/// The longest that the games of a record are checked.
const LONGEST_CHECK: Duration = Duration::from_secs(15);

/// What all requests share.
pub(super) struct App {
    pub hall: Arc<Hall>,
    pub lab: Arc<Lab>,
    pub names: Names,
    /// Another server in front of this one.
    pub proxy: Proxy,
    /// The longest that a request may take, its body included.
    pub longest_request: Duration,
    /// Requests and answers in memory.
    pub flight: Flight,
    /// Requests of each address.
    pub requests: Rate,
    /// Games that each address opens.
    pub openings: Rate,
    /// Runs of the laboratory that each address begins.
    pub runs: Rate,
    /// Moving pictures that each address asks for.
    pub films: Rate,
    /// Requests of each address that play test suites.
    pub tests: Rate,
    /// Live connections of each address.
    pub connections: Arc<guard::Connections>,
    /// The addresses by which others in the network reach the server.
    pub others: Vec<String>,
}

/// What goes wrong with a request, as it is answered.
pub(super) enum Failure {
    Refused(Refused),
    Rules(Problems),
    Status(StatusCode, &'static str, String),
}

impl From<Refused> for Failure {
    fn from(why: Refused) -> Self {
        Self::Refused(why)
    }
}

impl From<NotOpened> for Failure {
    fn from(why: NotOpened) -> Self {
        match why {
            NotOpened::Rules(problems) => Self::Rules(problems),
            NotOpened::Refused(why) => Self::Refused(why),
        }
    }
}

impl Failure {
    /// What is wrong with a name, in the language of whoever gave it.
    fn said_in(self, language: Language) -> Self {
        match self {
            Self::Refused(Refused::Name(why)) => bad(format!("name: {}", why.in_words(language))),
            why => why,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, code, why, problems) = match self {
            Self::Status(status, code, why) => (status, code, why, None),
            Self::Rules(problems) => {
                let first = problems
                    .iter()
                    .next()
                    .map(|problem| problem.message.clone())
                    .unwrap_or_default();
                (
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "rules",
                    first,
                    Some(choose::problems(&problems)),
                )
            }
            Self::Refused(why) => {
                let (status, code) = match &why {
                    Refused::NoGame => (StatusCode::NOT_FOUND, "not-found"),
                    Refused::Forbidden => (StatusCode::FORBIDDEN, "forbidden"),
                    Refused::Stale => (StatusCode::CONFLICT, "stale"),
                    Refused::Illegal(_) => (StatusCode::UNPROCESSABLE_ENTITY, "illegal"),
                    Refused::Bad(_) | Refused::Name(_) => (StatusCode::BAD_REQUEST, "bad-request"),
                    Refused::Busy | Refused::TooManyGames | Refused::TooManyRuns => {
                        (StatusCode::TOO_MANY_REQUESTS, "busy")
                    }
                    Refused::TooManyIdle(_) => (StatusCode::TOO_MANY_REQUESTS, "too-many-idle"),
                    Refused::TakeBack(why) => (StatusCode::BAD_REQUEST, why.code()),
                    Refused::Broken => (StatusCode::GONE, "broken"),
                    Refused::Store(StoreError::Full) => (StatusCode::INSUFFICIENT_STORAGE, "full"),
                    Refused::Store(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
                };
                // What is wrong with the database is for whoever runs the server.
                let why =
                    if let Refused::Store(StoreError::Database(_) | StoreError::Folder(_)) = why {
                        "the server cannot use its database".to_owned()
                    } else {
                        why.to_string()
                    };
                (status, code, why, None)
            }
        };
        let mut body = json!({ "error": why, "code": code });
        if let Some(problems) = problems {
            body.set("problems", problems);
        }
        (status, answer(&body)).into_response()
    }
}

pub(super) type Answer = Result<Response, Failure>;

/// A JSON answer, which nobody keeps.
pub(super) fn answer(body: &Json) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body.to_string()).into_response()
}

fn bad(why: impl Into<String>) -> Failure {
    Failure::Refused(Refused::Bad(why.into()))
}

/// The body of a request: JSON, and said to be JSON, which no form of another page can do.
pub(super) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        if kind.split(';').next().unwrap_or_default().trim() != "application/json" {
            return Err(Failure::Status(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "bad-request",
                "the body has to be application/json".to_owned(),
            ));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|why| {
            let code = if why.status() == StatusCode::PAYLOAD_TOO_LARGE {
                "too-large"
            } else {
                "bad-request"
            };
            Failure::Status(why.status(), code, why.body_text())
        })?;
        parse(&bytes).map(Self).map_err(bad)
    }
}

/// What a client sent, read strictly.
///
/// # Errors
/// What is wrong with it.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    // A list would be read as the fields in their order.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err("a JSON object is expected".to_owned());
    }
    serde_json::from_slice(bytes).map_err(|why| why.to_string())
}

/// Whether bytes are the body of a request.
pub(super) fn is_body(bytes: &[u8]) -> bool {
    fn is<T: DeserializeOwned>(bytes: &[u8]) -> bool {
        parse::<T>(bytes).is_ok()
    }
    let moves = is::<SentChoice>(bytes)
        || is::<SentPreview>(bytes)
        || is::<SentMoment>(bytes)
        || is::<SentSeat>(bytes)
        || is::<SentConsent>(bytes);
    let runs =
        is::<AskedEdit>(bytes) || is::<lab::AskedRun>(bytes) || is::<lab::http::SentState>(bytes);
    moves || runs || is::<AskedTable>(bytes) || is::<AskedRules>(bytes) || is::<SentText>(bytes)
}

/// The query of a request.
struct Asking<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asking<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Query::from_request_parts(parts, state)
            .await
            .map(|Query(asked)| Self(asked))
            .map_err(|why| bad(why.body_text()))
    }
}

/// The `lang` of the query.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    lang: Option<String>,
}

/// The language of an answer.
pub(super) struct Spoken(pub Language);

impl<S: Send + Sync> FromRequestParts<S> for Spoken {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let asked = Query::<Asked>::from_request_parts(parts, state)
            .await
            .ok()
            .and_then(|Query(asked)| asked.lang);
        Ok(Self(asked.as_deref().and_then(Language::from_code).unwrap_or_default()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for TokenHash {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let sent = <Self as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await;
        sent.ok().flatten().ok_or(Failure::Refused(Refused::Forbidden))
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for TokenHash {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Self::Rejection> {
        let written =
            parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        Ok(written.and_then(|written| written.strip_prefix("Bearer ")).map(Self::new))
    }
}

pub(super) type AppState = State<Arc<App>>;

/// Everything the server answers.
pub(super) fn routes(app: Arc<App>) -> Router {
    let few = Router::new()
        .route("/words", get(words))
        .route("/editions", get(editions))
        .route("/board.svg", get(board))
        .route("/tiles/{name}", get(tile))
        .route("/games/{id}", get(one))
        .route("/games/{id}/again", post(again))
        .route("/games/{id}/choose", post(choose_move))
        .route("/games/{id}/preview", post(preview))
        .route("/games/{id}/advice", post(advice))
        .route("/games/{id}/undo", post(undo))
        .route("/games/{id}/consent", post(consent))
        .route("/games/{id}/seats", post(seats))
        .route("/games/{id}/live", get(connection::live))
        .merge(lab::http::few());
    let texts = Router::new()
        .route("/choose", post(editing::choose_rules))
        .route("/rules/check", post(editing::check_rules))
        .route("/rules/sheet", post(editing::rules_sheet))
        .route("/rules/edit", post(editing::edit_rules))
        .route("/rules/try", post(editing::try_rules))
        .route("/games", post(open))
        .merge(lab::http::texts());
    let large = Router::new()
        .route("/games", get(list))
        .route("/games/{id}/replay", get(replay))
        .route("/games/{id}/described", get(described))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/tiles/{name}", get(special_tile))
        .route("/games/{id}/{picture}", get(picture))
        .route("/export", get(export))
        .merge(lab::http::large());
    let uploads = Router::new().route("/records", post(upload));
    let api = [(FEW, few), (TEXTS, texts), (LARGE, large), (UPLOADS, uploads)]
        .into_iter()
        .fold(Router::new(), |api, (needs, routes)| api.merge(needing(needs, &app, routes)));
    pages::routes()
        .nest("/api/1", api)
        .fallback(async || {
            Failure::Status(StatusCode::NOT_FOUND, "not-found", "there is nothing here".to_owned())
        })
        .layer(from_fn_with_state(Arc::clone(&app), door))
        .with_state(app)
}

/// What every request passes: who asks, and how often; and what every answer says to browsers. A
/// request that panics ends alone, and one whose time is up or whose client has gone is broken off,
/// but for what is [`unbroken`].
async fn door(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = app.proxy.client(from.ip(), request.headers());
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(client, from.port())));
    let mut response = if let Err(why) = app.names.check(&request) {
        Failure::Status(StatusCode::FORBIDDEN, "forbidden", why.to_string()).into_response()
    } else if !app.requests.take(client, Instant::now()) {
        Failure::Refused(Refused::Busy).into_response()
    } else {
        // Dropped with the request, or when its time is up, this breaks off what is in it.
        let mut work = JoinSet::new();
        work.spawn(next.run(request));
        match tokio::time::timeout(app.longest_request, work.join_next()).await {
            Ok(Some(Ok(response))) => response,
            Ok(_) => Failure::Status(
                StatusCode::INTERNAL_SERVER_ERROR,
                "fault",
                "a fault of the program ended this request".to_owned(),
            )
            .into_response(),
            Err(_) => {
                let late = Failure::Status(
                    StatusCode::REQUEST_TIMEOUT,
                    "bad-request",
                    "the request took too long".to_owned(),
                );
                // The rest of its body is not read.
                ([(header::CONNECTION, "close")], late).into_response()
            }
        }
    };
    for (name, value) in guard::HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

async fn words(Spoken(language): Spoken) -> Response {
    answer(&Json::object(
        TextKey::ALL.iter().map(|&key| (format!("{key:?}"), language.sentence(key))),
    ))
}

async fn editions(State(app): AppState, Spoken(language): Spoken) -> Answer {
    let hall = Arc::clone(&app.hall);
    let mut all = blocking(move || choose::editions(&hall.rules, language)).await?;
    all.set("address", app.others.first());
    Ok(answer(&all))
}

#[derive(Deserialize)]
struct AskedBoard {
    rules: String,
}

async fn board(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Asking(asked): Asking<AskedBoard>,
) -> Answer {
    let hall = Arc::clone(&app.hall);
    let key = format!("board {}", asked.rules);
    let asked = AskedRules::named(asked.rules);
    let draw = move |_: &AtomicBool| {
        choose::board(&hall.rules, &asked).map(String::into_bytes).map_err(Failure::Rules)
    };
    Ok(svg(app.hall.board(from.ip(), key, draw).await?))
}

/// A picture that does not change.
fn svg(picture: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")], picture)
        .into_response()
}

async fn tile(Path(name): Path<String>) -> Answer {
    let tile = || {
        let (face, rotation) = name.strip_suffix(".svg")?.split_once('-')?;
        let face = Face::new(face.parse().ok()?)?;
        let rotation = face.rotations().find(|known| known.turns().to_string() == rotation)?;
        Some(Laid::new(face, rotation))
    };
    let tile = tile().ok_or(Failure::Status(
        StatusCode::NOT_FOUND,
        "not-found",
        "there is no such tile".to_owned(),
    ))?;
    Ok(svg(tile_svg(tile, &tile.to_string(), &|_| None)))
}

/// A special tile of a game's rules.
async fn special_tile(
    State(app): AppState,
    Spoken(language): Spoken,
    Path((id, name)): Path<(String, String)>,
) -> Answer {
    let number = name.strip_suffix(".svg").and_then(|number| Face::of_tile(number.parse().ok()?));
    let look = app.hall.with(&id, |table| table.game.observe(None).special(number?)).await?;
    let look = look.ok_or(Failure::Status(
        StatusCode::NOT_FOUND,
        "not-found",
        "there is no such tile".to_owned(),
    ))?;
    Ok(svg(special_svg(look, language.code())))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentText {
    text: String,
}

async fn open(
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
    let seat = |(seat, token): &(Seat, super::token::Token)| {
        json!({
            "seat": seat, "token": token.reveal()
        })
    };
    let seats = Json::List(opened.seats.iter().map(seat).collect());
    Ok(answer(&json!({
        "id": opened.id, "number": opened.number.0, "host": opened.host.reveal(), "seats": seats
    })))
}

#[derive(Deserialize)]
struct AskedList {
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
fn listed(game: &Listed, language: Language) -> Json {
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

async fn list(
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
    let wanted = Wanted {
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

async fn one(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
) -> Answer {
    let (games, _) = app.hall.list(Wanted { id: Some(id), ..Wanted::default() }, from.ip()).await?;
    let game = games.first().ok_or(Refused::NoGame)?;
    Ok(answer(&listed(game, language)))
}

async fn replay(State(app): AppState, Spoken(language): Spoken, Path(id): Path<String>) -> Answer {
    let replay = app
        .hall
        .with(&id, |table| table.replay(Reader { language, pictures: true, ..ONLOOKER }))
        .await?;
    Ok(answer(&replay))
}

async fn described(
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

async fn record(State(app): AppState, token: Option<TokenHash>, Path(id): Path<String>) -> Answer {
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

/// A game that is over as a file: its last board, or all of it.
async fn picture(
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
    let shown = |table: &mut Table| {
        (table.game.clone(), table.moment().0, table.texts.title(language).to_owned())
    };
    let game = app.hall.with(&id, |table| table.decision().is_none().then(|| shown(table))).await?;
    let (game, moment, title) = game.ok_or_else(|| bad("pictures are of games that are over"))?;
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
            draw(&game, registry, kind, (&title, language), stop)
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

fn draw(
    game: &Game,
    registry: &Registry,
    kind: &str,
    (title, language): (&str, Language),
    stop: &AtomicBool,
) -> Result<Vec<u8>, Failure> {
    let cannot = |why: &dyn std::fmt::Display| bad(why.to_string());
    let (see, width) = (game.observe(None), PictureWidth::default());
    match kind {
        "image/png" => board_png(&see, width).map_err(|why| cannot(&why)),
        "image/gif" => {
            let record = game.record().map_err(|why| cannot(&why))?;
            let goes_on = || !stop.load(Ordering::Relaxed);
            game_gif_while(&record, registry, None, width, &goes_on).map_err(|why| cannot(&why))
        }
        _ => {
            let scene =
                BoardScene::new(&see, &seat_letters(see.seats())).in_language(language.code());
            Ok(picture::svg(&scene, title).into_bytes())
        }
    }
}

/// The name under which a browser saves a file.
fn attachment(name: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
        .unwrap_or(HeaderValue::from_static("attachment"))
}

async fn again(
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
struct SentSeatNumber(Seat);

impl TryFrom<u8> for SentSeatNumber {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Seat::checked(number.into(), MAX_SEATS as u8).map(Self).ok_or("there is no such seat")
    }
}

/// A choice of a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentChoice {
    seat: SentSeatNumber,
    number: Moment,
    pick: usize,
}

async fn choose_move(
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
struct SentPreview {
    seat: SentSeatNumber,
    number: Moment,
    tile: u8,
    rotation: u8,
}

async fn preview(
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
struct SentMoment {
    seat: SentSeatNumber,
    number: Moment,
}

async fn advice(
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

async fn undo(
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
struct SentConsent {
    seat: SentSeatNumber,
    number: Moment,
    agrees: bool,
}

async fn consent(
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
struct SentSeat {
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

async fn seats(
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

async fn upload(
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

/// Bytes of records that are read from the database at once for an export, and those of the record
/// with which they get there.
const EXPORTED: usize = 64 * 1024;

async fn export(State(app): AppState) -> Response {
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

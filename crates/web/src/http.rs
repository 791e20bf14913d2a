//! The requests of pages and programs (`docs/formats/server.md`).

mod editing;
mod evening;
mod gather;
mod learn;
mod mine;
mod needs;
mod pictures;
mod play;
mod records;
mod review;

use self::needs::{FEW, LARGE, TEXTS, UPLOADS, needing};
use super::app::{App, AppState};
use super::failure::{Answer, Failure, answer};
use super::guard::Rate;
use super::request::{Asking, Spoken, parse};
use super::tags::Tags;
use super::tasks::blocking;
use super::{connection, guard, lab, pages};
use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::http::header;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tokio::task::JoinSet;
use tsuro::json::json;
use tsuro_pages::choose;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{
    SentAgain, SentArrangement, SentBeginning, SentChoice, SentComment, SentConsent, SentGoOn,
    SentLead, SentLot, SentMine, SentMoment, SentPlace, SentPreview, SentReview, SentSeat,
    SentState, SentTalk, SentText, SentToken, SentWhatIf, SentWord,
};
use tsuro_pages::rules::AskedRules;
use tsuro_pages::run::AskedRun;
use tsuro_pages::sheet::AskedEdit;
use tsuro_pages::table::{AskedTable, TimeLimit};

/// Whether bytes are the body of a request.
pub(super) fn is_body(bytes: &[u8]) -> bool {
    fn is<T: DeserializeOwned>(bytes: &[u8]) -> bool {
        parse::<T>(bytes).is_ok()
    }
    let moves = is::<SentChoice>(bytes)
        || is::<SentPreview>(bytes)
        || is::<SentMoment>(bytes)
        || is::<SentSeat>(bytes)
        || is::<SentTalk>(bytes)
        || is::<SentConsent>(bytes);
    let gathers = is::<SentPlace>(bytes)
        || is::<SentArrangement>(bytes)
        || is::<SentBeginning>(bytes)
        || is::<SentLot>(bytes)
        || is::<SentWord>(bytes)
        || is::<SentMine>(bytes)
        || is::<SentToken>(bytes);
    let reviews = is::<SentReview>(bytes)
        || is::<SentGoOn>(bytes)
        || is::<SentComment>(bytes)
        || is::<SentLead>(bytes)
        || is::<SentWhatIf>(bytes);
    let runs = is::<AskedEdit>(bytes) || is::<AskedRun>(bytes) || is::<SentState>(bytes);
    moves
        || reviews
        || runs
        || is::<AskedTable>(bytes)
        || is::<SentAgain>(bytes)
        || gathers
        || is::<AskedRules>(bytes)
        || is::<SentText>(bytes)
}

/// Everything the server answers.
pub(super) fn routes(app: Arc<App>) -> Router {
    let few = Router::new()
        .route("/words", get(words))
        .route("/editions", get(editions))
        .route("/how-to-play", get(learn::how_to_play))
        .route("/how-to-play/one", get(learn::how_one_is_played))
        .route("/lessons", get(learn::courses))
        .route("/lessons/one", get(learn::lesson))
        .route("/puzzles", get(learn::puzzles))
        .route("/puzzles/one", get(learn::puzzle))
        .route("/board.svg", get(pictures::board))
        .route("/tiles/{name}", get(pictures::tile))
        .route("/games/{id}", get(records::one))
        .route("/luck", post(play::promise))
        .route("/tables/find", post(gather::find))
        .route("/tables/{id}", get(gather::look))
        .route("/tables/{id}/sit", post(gather::sit))
        .route("/tables/{id}/arrange", post(gather::arrange))
        .route("/tables/{id}/luck", post(gather::lot))
        .route("/tables/{id}/begin", post(gather::begin))
        .route("/evenings/{id}", get(evening::look))
        .route("/evenings/{id}/results.csv", get(evening::csv))
        .route("/evenings/{id}/tables", post(evening::beside))
        .route("/ratings", get(evening::ratings))
        .route("/qr.svg", get(gather::qr))
        .route("/games/{id}/again", post(play::again))
        .route("/games/{id}/review", post(review::review))
        .route("/games/{id}/go-on", post(review::go_on))
        .route("/games/{id}/lead", post(review::lead))
        .route("/games/{id}/what-if", post(review::what_if))
        .route("/games/{id}/comment", post(review::comment))
        .route("/games/{id}/choose", post(play::choose_move))
        .route("/games/{id}/preview", post(play::preview))
        .route("/games/{id}/advice", post(play::advice))
        .route("/games/{id}/undo", post(play::undo))
        .route("/games/{id}/consent", post(play::consent))
        .route("/games/{id}/seats", post(play::seats))
        .route("/games/{id}/say", post(play::say))
        .route("/games/{id}/feedback", post(play::rate))
        .route("/games/{id}/live", get(connection::live))
        .merge(lab::http::few());
    let texts = Router::new()
        .route("/choose", post(editing::choose_rules))
        .route("/rules/check", post(editing::check_rules))
        .route("/rules/sheet", post(editing::rules_sheet))
        .route("/rules/edit", post(editing::edit_rules))
        .route("/rules/try", post(editing::try_rules))
        .route("/mine", post(mine::mine))
        .route("/carry", post(mine::carry))
        .route("/carry/take", post(mine::take))
        .route("/games", post(play::open))
        .route("/tables", post(gather::open).get(gather::lobby))
        .merge(lab::http::texts());
    let large = Router::new()
        .route("/games", get(records::list))
        .route("/games/{id}/replay", get(records::replay))
        .route("/games/{id}/described", get(records::described))
        .route("/games/{id}/record", get(records::record))
        .route("/games/{id}/tiles/{name}", get(pictures::special_tile))
        .route("/games/{id}/{picture}", get(pictures::picture))
        .route("/export", get(records::export))
        .merge(lab::http::large());
    let uploads = Router::new().route("/records", post(records::upload));
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

/// The limit that a request counts for. A page loads dozens of files, which are in memory, and many
/// people behind one address may go to the next game at once.
fn rate_of<'app>(app: &'app App, path: &str) -> &'app Rate {
    if path.starts_with("/static/") { &app.files } else { &app.requests }
}

/// What every request passes: who asks, and how often; and what every answer says to browsers. A
/// request that panics ends alone, and one whose time is up or whose client has gone is broken off,
/// but for what is [`unbroken`](crate::tasks::unbroken).
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
    } else if !rate_of(&app, request.uri().path()).take(client, Instant::now()) {
        Failure::from(Refused::Busy).into_response()
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

/// Of which script the sentences are wanted.
#[derive(Deserialize)]
struct WordsQuery {
    of: Option<String>,
}

async fn words(
    Spoken(language): Spoken,
    Asking(WordsQuery { of }): Asking<WordsQuery>,
    tags: Tags,
) -> Response {
    let words = tsuro_pages::words::words(language, of.as_deref());
    tags.answer("application/json", words.to_string())
}

async fn editions(State(app): AppState, Spoken(language): Spoken) -> Answer {
    let hall = Arc::clone(&app.hall);
    let mut all = blocking(move || choose::editions(&hall.rules, language)).await?;
    all.set("address", app.others.first());
    all.set("ratings", app.ratings.is_some());
    let clock = |limit: TimeLimit| json!({ "clock": limit.each, "reserve": limit.reserve });
    all.set("usual_clock", app.usual_clock.map(clock));
    Ok(answer(&all))
}

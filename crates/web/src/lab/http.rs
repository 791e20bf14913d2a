//! The requests of the laboratory (`docs/formats/server.md`).

use crate::app::{App, AppState};
use crate::failure::{Answer, answer};
use crate::request::{Body, Spoken};
use crate::store::RunStanding;
use crate::tasks::{blocking, unbroken};
use crate::token::TokenHash;
use axum::Router;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tsuro::json::{Json, json};
use tsuro_lab::GameCounter;
use tsuro_pages::measured::{self, AskedMeasure, HistoryRecords};
use tsuro_pages::refused::{NotAnswered, Refused};
use tsuro_pages::requests::SentState;
use tsuro_pages::rules::PageRules;
use tsuro_pages::run::{self, AskedRun, LabRun};
use tsuro_pages::suites::{self, AskedChanges, AskedLook, AskedSuites, Shipped};
use tsuro_world::context::random_seed;

/// Requests of the laboratory that are as small as their answers.
pub(in super::super) fn few() -> Router<Arc<App>> {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/suites", get(known_suites))
        .route("/runs", get(list))
        .route("/runs/{id}/state", post(change))
}

/// The routes that send the texts of rule sets and suites.
pub(in super::super) fn texts() -> Router<Arc<App>> {
    Router::new()
        .route("/suites/run", post(run_suites))
        .route("/suites/look", post(look_at_run))
        .route("/suites/changes", post(changes))
        .route("/runs", post(begin))
}

/// The routes whose answers can be large.
pub(in super::super) fn large() -> Router<Arc<App>> {
    Router::new()
        .route("/runs/{id}", get(one))
        .route("/runs/{id}/report", get(report))
        .route("/runs/{id}/report.json", get(report_json))
        .route("/runs/{id}/part", get(part))
        .route("/measure", post(measure))
}

async fn metrics() -> Response {
    answer(&run::metrics())
}

async fn list(State(app): AppState) -> Answer {
    let runs = blocking(move || app.lab.hall.store.runs(None)).await?.map_err(Refused::from)?;
    let one = |(id, created, run): &(String, i64, RunStanding)| run::listed(id, *created, run);
    Ok(answer(&json!({ "runs": Json::list(runs.iter().map(one)) })))
}

async fn begin(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedRun>,
) -> Answer {
    if !app.runs.take(from.ip(), Instant::now()) {
        return Err(Refused::TooManyRuns.into());
    }
    let (id, token) = unbroken(async move { app.lab.begin(asked, from.ip()).await }).await??;
    Ok(answer(&json!({ "id": id, "token": token.reveal() })))
}

async fn one(State(app): AppState, Path(id): Path<String>) -> Answer {
    Ok(answer(&app.lab.with(id, LabRun::status).await?))
}

async fn change(
    State(app): AppState,
    token: TokenHash,
    Path(id): Path<String>,
    Body(sent): Body<SentState>,
) -> Answer {
    let wanted = sent.wanted()?;
    unbroken(async move { app.lab.change(id, token, wanted).await }).await??;
    Ok(answer(&json!({})))
}

async fn report(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
) -> Answer {
    let page = app.lab.report(id, from.ip(), LabRun::report).await?;
    // The page has a stricter policy in itself, with the hashes of its own style and script.
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'")),
    ];
    Ok((headers, page).into_response())
}

async fn report_json(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
) -> Answer {
    Ok(answer(&app.lab.report(id, from.ip(), LabRun::report_json).await?))
}

async fn part(State(app): AppState, Path(id): Path<String>) -> Answer {
    let (name, text) = app.lab.with(id, |run, _| (run.part_name(), run.sums())).await?;
    let name = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
        .unwrap_or(HeaderValue::from_static("attachment"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// Does something with suites, or measures records, as often as the address may.
async fn tested(
    app: &Arc<App>,
    from: SocketAddr,
    work: impl FnOnce(&PageRules, &Shipped) -> Result<Json, NotAnswered> + Send + 'static,
) -> Answer {
    if !app.tests.take(from.ip(), Instant::now()) {
        return Err(Refused::Busy.into());
    }
    Ok(answer(&app.lab.test(from.ip(), work).await?))
}

/// Bytes of records that are read at once to be measured, up to and including the record with which
/// they reach this number.
const MEASURED: usize = 16 * 1024 * 1024;
/// When the games of bots beside those of the history are broken off: by then the request has no
/// client any more.
const LONGEST_MEASURE: Duration = Duration::from_secs(30);

/// Puts games of the history beside games of bots.
async fn measure(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedMeasure>,
) -> Answer {
    let (hall, counter) = (Arc::clone(&app.hall), Arc::new(GameCounter::default()));
    let late = Arc::clone(&counter);
    tokio::spawn(async move {
        tokio::time::sleep(LONGEST_MEASURE).await;
        late.stop.store(true, Ordering::Relaxed);
    });
    tested(&app, from, move |rules, _| {
        let wanted = asked.wanted()?;
        let read = hall.store.latest_records(&wanted, measured::MOST_READ, MEASURED);
        let (records, more) = read.map_err(Refused::from)?;
        let history = HistoryRecords { records, more };
        let luck = (&*random_seed(), &*counter);
        measured::measured(rules.registry, &asked, &history, language, luck)
    })
    .await
}

async fn known_suites(State(app): AppState, ConnectInfo(from): ConnectInfo<SocketAddr>) -> Answer {
    tested(&app, from, |_, shipped| Ok(shipped.list())).await
}

async fn run_suites(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedSuites>,
) -> Answer {
    tested(&app, from, move |server, shipped| suites::run(server, shipped, &asked, language)).await
}

async fn look_at_run(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedLook>,
) -> Answer {
    tested(&app, from, move |server, shipped| suites::look(server, shipped, &asked)).await
}

async fn changes(
    State(app): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedChanges>,
) -> Answer {
    tested(&app, from, move |server, shipped| suites::changes(server, shipped, &asked)).await
}

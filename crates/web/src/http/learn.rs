//! Requests for lessons and puzzles.

use crate::app::AppState;
use crate::failure::{Answer, Failure, answer, bad};
use crate::request::{Asking, Spoken};
use crate::tasks::blocking;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use tsuro_pages::how_to_play::{self, AskedHow};
use tsuro_pages::lessons::{AskedDay, AskedLesson, CourseKind};

pub(super) async fn courses(State(app): AppState, Spoken(language): Spoken) -> Answer {
    let app = Arc::clone(&app);
    Ok(answer(&blocking(move || app.courses.listed(&app.hall.rules, language)).await?))
}

pub(super) async fn lesson(app: AppState, spoken: Spoken, asked: Asking<AskedLesson>) -> Answer {
    one(CourseKind::Lessons, app, spoken, asked).await
}

pub(super) async fn puzzles(
    State(app): AppState,
    Spoken(language): Spoken,
    Asking(asked): Asking<AskedDay>,
) -> Answer {
    let app = Arc::clone(&app);
    let listed = move || app.courses.puzzles(&app.hall.rules, &asked, language);
    let listed = blocking(listed).await?;
    Ok(answer(&listed.map_err(|why| bad(why.to_string()))?))
}

pub(super) async fn puzzle(app: AppState, spoken: Spoken, asked: Asking<AskedLesson>) -> Answer {
    one(CourseKind::Puzzles, app, spoken, asked).await
}

async fn one(
    kind: CourseKind,
    State(app): AppState,
    Spoken(language): Spoken,
    Asking(asked): Asking<AskedLesson>,
) -> Answer {
    let app = Arc::clone(&app);
    let lesson = move || app.courses.lesson(&app.hall.rules, (kind, &asked), language);
    let lesson = blocking(lesson).await?.ok_or(Failure::Status(
        StatusCode::NOT_FOUND,
        "not-found",
        "there is no such lesson or puzzle".to_owned(),
    ))?;
    Ok(answer(&lesson))
}

pub(super) async fn how_to_play(State(app): AppState, Spoken(language): Spoken) -> Answer {
    let app = Arc::clone(&app);
    Ok(answer(&blocking(move || how_to_play::listed(&app.hall.rules, language)).await?))
}

pub(super) async fn how_one_is_played(
    State(app): AppState,
    Spoken(language): Spoken,
    Asking(asked): Asking<AskedHow>,
) -> Answer {
    let app = Arc::clone(&app);
    let how = move || app.how_to_play.of(&app.hall.rules, &asked, language);
    let how = blocking(how).await?.ok_or(Failure::Status(
        StatusCode::NOT_FOUND,
        "not-found",
        "there is no such edition or house rule".to_owned(),
    ))?;
    Ok(answer(&how))
}

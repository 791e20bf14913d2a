//! What goes wrong with a request, and how it is answered.

use axum::http::StatusCode;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tsuro::json::{Json, json};
use tsuro_faces::words::Language;
use tsuro_pages::refused::NotAnswered;

/// What goes wrong with a request, as it is answered.
pub(super) enum Failure {
    /// What pages without a server would answer, too.
    Pages(NotAnswered),
    Status(StatusCode, &'static str, String),
}

impl<T: Into<NotAnswered>> From<T> for Failure {
    fn from(why: T) -> Self {
        Self::Pages(why.into())
    }
}

impl Failure {
    /// What is wrong with a name, in the language of the client that gave it.
    pub(super) fn said_in(self, language: Language) -> Self {
        match self {
            Self::Pages(why) => Self::Pages(why.said_in(language)),
            why @ Self::Status(..) => why,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, body) = match self {
            Self::Status(status, code, why) => (status, json!({ "error": why, "code": code })),
            Self::Pages(why) => {
                let (status, body) = why.told();
                (StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), body)
            }
        };
        (status, answer(&body)).into_response()
    }
}

/// What a handler comes to.
pub(super) type Answer = Result<Response, Failure>;

/// A JSON answer, which is not cached.
pub(super) fn answer(body: &Json) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body.to_string()).into_response()
}

/// A request that says something wrong.
pub(super) fn bad(why: impl Into<String>) -> Failure {
    Failure::Pages(NotAnswered::bad(why))
}

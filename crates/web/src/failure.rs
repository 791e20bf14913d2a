//! What goes wrong with a request, and how it is answered.

use super::choose;
use super::hall::opening::NotOpened;
use super::refused::Refused;
use super::store::StoreError;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tsuro::json::{Json, json};
use tsuro::ruleset::Problems;
use tsuro_faces::words::Language;

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
    /// What is wrong with a name, in the language of the client that gave it.
    pub(super) fn said_in(self, language: Language) -> Self {
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
                // What is wrong with the database is for the operator of the server.
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

/// What a handler comes to.
pub(super) type Answer = Result<Response, Failure>;

/// A JSON answer, which is not cached.
pub(super) fn answer(body: &Json) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body.to_string()).into_response()
}

/// A request that says something wrong.
pub(super) fn bad(why: impl Into<String>) -> Failure {
    Failure::Refused(Refused::Bad(why.into()))
}

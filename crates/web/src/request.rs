//! What a request brings: its body, its query, its language and its token.

use super::failure::{Failure, bad};
use super::token::TokenHash;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::header;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tsuro_faces::words::Language;
use tsuro_pages::refused::Refused;

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

/// The query of a request.
pub(super) struct Asking<T>(pub T);

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
struct LanguageQuery {
    #[serde(default)]
    lang: Option<String>,
}

/// The language of an answer.
pub(super) struct Spoken(pub Language);

impl<S: Send + Sync> FromRequestParts<S> for Spoken {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let asked = Query::<LanguageQuery>::from_request_parts(parts, state)
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
        sent.ok().flatten().ok_or(Failure::from(Refused::Forbidden))
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

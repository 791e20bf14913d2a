//! What browsers keep: they ask for it again by its tag, and are sent only what they do not have.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

/// The tags of what a client has, as it sends them.
pub(super) struct Tags(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Tags {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let sent = parts.headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        Ok(Self(sent.map(str::to_owned)))
    }
}

impl Tags {
    /// An answer of this type, which the client keeps; without its body where the client has it.
    pub(super) fn answer(
        &self,
        kind: &'static str,
        body: impl IntoResponse + AsRef<[u8]>,
    ) -> Response {
        let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(Sha256::digest(body.as_ref())));
        let is_known = self.0.as_deref().is_some_and(|tags| {
            // A server in front of this one that compresses answers makes their tags weak.
            tags.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
        });
        let headers = [
            (header::CONTENT_TYPE, kind.to_owned()),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
            (header::ETAG, tag),
        ];
        if is_known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        (headers, body).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_has_is_not_sent_again() {
        let status = |tags: Option<&str>, text: &'static str| {
            Tags(tags.map(str::to_owned)).answer("text/css", text).status()
        };
        let first = Tags(None).answer("text/css", "a {}");
        assert_eq!(first.status(), StatusCode::OK);
        let tag = first.headers()[header::ETAG].to_str().unwrap();
        assert_eq!(status(Some(tag), "a {}"), StatusCode::NOT_MODIFIED);
        let several = format!("\"other\", W/{tag}");
        assert_eq!(status(Some(&several), "a {}"), StatusCode::NOT_MODIFIED);
        assert_eq!(status(Some(tag), "b {}"), StatusCode::OK, "it has changed");
        assert_eq!(status(None, "a {}"), StatusCode::OK);
    }
}

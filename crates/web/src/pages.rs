//! The pages and the files that they load.

use super::app::App;
use super::tags::Tags;
use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use tsuro_pages::files::{ICONS, PAGES, SERVED, STATIC, media_type};
use tsuro_pages::offline;

/// A page that loads the rest by itself.
fn page(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, media_type(".html")), (header::CACHE_CONTROL, "no-cache")], text)
        .into_response()
}

/// A file that pages load.
async fn file(tags: Tags, Path(name): Path<String>) -> Response {
    if let Some((_, text)) = STATIC.iter().find(|(known, _)| *known == name) {
        return tags.answer(media_type(&name), *text);
    }
    match ICONS.iter().find(|(known, _)| *known == name) {
        Some((_, icon)) => tags.answer(media_type(&name), *icon),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The service that keeps a page for times without this server.
async fn service(tags: Tags) -> Response {
    offline::service().map_or_else(
        |_| StatusCode::NOT_FOUND.into_response(),
        |text| tags.answer(media_type(".js"), text),
    )
}

/// The routes of all pages.
pub(super) fn routes() -> Router<Arc<App>> {
    PAGES
        .iter()
        .chain(SERVED)
        .fold(Router::new(), |router, (path, text)| router.route(path, get(async || page(text))))
        .route("/static/{name}", get(file))
        .route(
            offline::PAGE_PATH,
            get(async |tags: Tags| tags.answer(media_type(".html"), offline::page())),
        )
        .route("/service.js", get(service))
        .route(
            "/site.webmanifest",
            get(async |tags: Tags| tags.answer("application/manifest+json", offline::manifest())),
        )
}

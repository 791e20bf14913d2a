//! The pages: hand-written files, built into the program.

use super::app::App;
use super::tags::Tags;
use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;

/// Makes the list of files that pages load.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("pages/", $name)))),*] };
}

/// The files below `/static/`.
const STATIC: &[(&str, &str)] = files!(
    "ask.js"
    "asking.js"
    "base.css"
    "board.js"
    "clock.js"
    "common.js"
    "consent.js"
    "dialogs.js"
    "frame.js"
    "game.css"
    "game.js"
    "hand.js"
    "held.js"
    "history.css"
    "history.js"
    "how-to-play.css"
    "how-to-play.js"
    "icon.svg"
    "keys.js"
    "lab-address.js"
    "lab-findings.js"
    "lab-games.js"
    "lab-keep.js"
    "lab-plot.js"
    "lab-poll.js"
    "lab-run.js"
    "lab-runs.js"
    "lab-variants.js"
    "lab-words.js"
    "lab.css"
    "lab.js"
    "launch-editions.js"
    "launch-games.js"
    "launch-rules.js"
    "launch-seats.js"
    "launch.css"
    "launch.js"
    "learn.css"
    "learn.js"
    "lesson-player.js"
    "live.js"
    "notices.js"
    "own-rules.js"
    "own-suites.js"
    "panels.js"
    "people.js"
    "play.js"
    "puzzles.js"
    "replay-frame.js"
    "replay.js"
    "result.js"
    "review.css"
    "review.js"
    "rules-chooser-parts.js"
    "rules-chooser.js"
    "rules-editor.js"
    "rules-field.js"
    "rules-form.js"
    "rules-page.js"
    "rules-scripts.js"
    "rules-tables.js"
    "rules-text.js"
    "rules-ticks.js"
    "rules-trial.js"
    "rules-written.js"
    "rules.css"
    "settings.js"
    "show.js"
    "sounds.js"
    "suites-changes.js"
    "suites-results.js"
    "suites-scenario.js"
    "suites-side-by-side.js"
    "suites-source.js"
    "suites.css"
    "suites.js"
    "theme.js"
    "ways.js"
);

/// The pages, by their paths.
const PAGES: &[(&str, &str)] = &[
    ("/", include_str!("pages/index.html")),
    ("/game/{id}", include_str!("pages/game.html")),
    ("/game/{id}/review", include_str!("pages/review.html")),
    ("/how-to-play", include_str!("pages/how-to-play.html")),
    ("/learn", include_str!("pages/learn.html")),
    ("/puzzles", include_str!("pages/puzzles.html")),
    ("/lab", include_str!("pages/lab.html")),
    ("/lab/suites", include_str!("pages/suites.html")),
    ("/lab/{id}", include_str!("pages/lab-run.html")),
    ("/rules", include_str!("pages/rules.html")),
    ("/history", include_str!("pages/history.html")),
];

/// Whether a page, or a file that pages load, has this text in it.
pub(super) fn have(text: &str) -> bool {
    PAGES.iter().chain(STATIC).any(|(_, page)| page.contains(text))
}

/// A page that loads the rest by itself.
fn page(text: &'static str) -> Response {
    (
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")],
        text,
    )
        .into_response()
}

/// A file that pages load.
async fn file(tags: Tags, Path(name): Path<String>) -> Response {
    let Some((_, text)) = STATIC.iter().find(|(known, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    tags.answer(kind, *text)
}

/// The routes of all pages.
pub(super) fn routes() -> Router<Arc<App>> {
    PAGES
        .iter()
        .fold(Router::new(), |router, (path, text)| router.route(path, get(async || page(text))))
        .route("/static/{name}", get(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_has_the_light_colours_of_boards() {
        let (_, sheet) = STATIC.iter().find(|(name, _)| *name == "base.css").unwrap();
        let colors = tsuro::picture::live_colors();
        assert!(sheet.ends_with(&colors), "base.css has to end with\n{colors}");
    }

    #[test]
    fn every_file_of_the_pages_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages");
        let there = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let there = there.filter(|path| path.extension().is_none_or(|end| end != "html"));
        let mut there: Vec<String> =
            there.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
        there.sort();
        assert_eq!(STATIC.iter().map(|(name, _)| *name).collect::<Vec<_>>(), there);
    }

    /// Words that no page names are not sent to any, so a name may not be put together.
    #[test]
    fn pages_name_their_words_in_full() {
        for (file, text) in PAGES.iter().chain(STATIC) {
            for before in text.rsplit("${").skip(1) {
                let name = before.rsplit(|sign: char| !sign.is_ascii_alphanumeric()).next();
                let name = name.unwrap_or_default();
                let begins = before.strip_suffix(name).is_some_and(|rest| rest.ends_with('`'));
                let is_word = name.starts_with(|first: char| first.is_ascii_uppercase());
                assert!(!(begins && is_word), "{file}: `{name}${{…}}` is put together");
            }
        }
    }
}

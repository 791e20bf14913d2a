//! The pages: hand-written files, built into the program.

/// Makes the list of files that pages load.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("files/", $name)))),*] };
}

/// The files that pages load from below `/static/`, by name.
pub const STATIC: &[(&str, &str)] = files!(
    "ask.js"
    "asking.js"
    "base.css"
    "board.js"
    "clock.js"
    "comments.js"
    "common.js"
    "consent.js"
    "dialogs.js"
    "draw.js"
    "evening.css"
    "evening.js"
    "fair-luck.js"
    "frame.js"
    "game.css"
    "game.js"
    "gather.css"
    "gather.js"
    "gathered.js"
    "hand.js"
    "held.js"
    "history-measure.js"
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
    "launch-join.js"
    "launch-rules.js"
    "launch-seats.js"
    "launch.css"
    "launch.js"
    "learn.css"
    "learn.js"
    "lesson-player.js"
    "linked-game.js"
    "links.js"
    "live.js"
    "luck-check.js"
    "luck-panel.js"
    "luck.js"
    "mine.js"
    "my-turns.js"
    "notices.js"
    "offline.js"
    "own-games.js"
    "own-rules.js"
    "own-suites.js"
    "panels.js"
    "people.js"
    "play.js"
    "puzzles.js"
    "questionnaire.js"
    "ratings.js"
    "records-file.js"
    "removing.js"
    "replay-frame.js"
    "replay.js"
    "result.js"
    "results-table.js"
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
    "talk.js"
    "theme.js"
    "together.js"
    "transport.js"
    "turn-call.js"
    "ways.js"
    "what-if.js"
);

/// The icon as pictures in pixels, for systems that take no other: with round corners, and of 180
/// pixels to its corners, which iOS rounds. They are `icon.svg`, drawn by a browser.
pub const ICONS: &[(&str, &[u8])] = &[
    ("icon-192.png", include_bytes!("files/icon-192.png")),
    ("icon-512.png", include_bytes!("files/icon-512.png")),
    ("icon-180.png", include_bytes!("files/icon-180.png")),
];

/// What a site without a server has beside the files of the pages, or in place of the one with the
/// same name: modules of the pages, the worker that plays, and the service that keeps the site for
/// times without a network.
pub const SITE: &[(&str, &str)] = files!(
    "site/desk.js"
    "site/host.js"
    "site/lives.js"
    "site/playing.js"
    "site/service.js"
    "site/store.js"
    "site/transport.js"
    "site/worker.js"
);

/// The pages, by their paths. `{id}` stands for the name of a game or a run.
pub const PAGES: &[(&str, &str)] = &[
    ("/", include_str!("files/index.html")),
    ("/game/{id}", include_str!("files/game.html")),
    ("/game/{id}/review", include_str!("files/review.html")),
    ("/how-to-play", include_str!("files/how-to-play.html")),
    ("/learn", include_str!("files/learn.html")),
    ("/puzzles", include_str!("files/puzzles.html")),
    ("/lab", include_str!("files/lab.html")),
    ("/lab/suites", include_str!("files/suites.html")),
    ("/lab/{id}", include_str!("files/lab-run.html")),
    ("/rules", include_str!("files/rules.html")),
    ("/history", include_str!("files/history.html")),
];

/// Pages that only a server has.
pub const SERVED: &[(&str, &str)] = &[
    ("/evening/{id}", include_str!("files/evening.html")),
    ("/mine", include_str!("files/mine.html")),
    ("/ratings", include_str!("files/ratings.html")),
    ("/table/{id}", include_str!("files/gather.html")),
];

/// The page that stands in the place of others while the server cannot be reached.
pub const OFFLINE: &str = include_str!("files/offline.html");

/// All pages, by their paths.
pub(crate) fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.iter().chain(SERVED).copied()
}

/// All pages, and the files that they load from a server.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    pages().chain(STATIC.iter().copied())
}

/// What kind of file it is that pages load, by its name.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("png") => "image/png",
        _ => "image/svg+xml",
    }
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

    /// The names of the files in a folder beside this file, but for pages.
    fn files_in(folder: &str) -> Vec<String> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
        let there = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let there =
            there.filter(|path| path.is_file() && path.extension().is_none_or(|end| end != "html"));
        let mut there: Vec<String> =
            there.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
        there.sort();
        there
    }

    #[test]
    fn every_file_of_the_pages_is_served() {
        let icons = ICONS.iter().map(|(name, _)| *name);
        let mut served: Vec<&str> = STATIC.iter().map(|(name, _)| *name).chain(icons).collect();
        served.sort_unstable();
        assert_eq!(served, files_in("files"));
    }

    #[test]
    fn every_file_for_sites_without_a_server_is_listed() {
        let there = files_in("files/site").into_iter().map(|name| format!("site/{name}"));
        assert_eq!(
            SITE.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            there.collect::<Vec<_>>()
        );
    }

    /// Words that no page names are not sent to any, so a name may not be put together.
    #[test]
    fn pages_name_their_words_in_full() {
        for (file, text) in PAGES.iter().chain(STATIC).chain(SITE) {
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

//! What a browser keeps of a server for times without it: a page that says so, and how the pages
//! are installed as a program.

use crate::files::{OFFLINE, STATIC};
use crate::site::{self, Kept, SiteError, SiteFile};
use std::fmt::Write as _;
use tsuro_faces::words::{Language, TextKey};

/// The path of the page that says that the server cannot be reached.
pub const PAGE_PATH: &str = "/offline";

/// Where the words stand in the page.
const WORDS: &str = "<!-- words -->";

/// The files that the page loads.
const FILES: &[&str] = &["base.css", "icon.svg", "offline.js", "theme.js"];

/// The page, in all languages: it cannot ask for the words of one.
pub fn page() -> String {
    let mut parts = String::new();
    for language in Language::ALL {
        let text = |key| escaped(language.sentence(key));
        // Writing to a string cannot fail.
        let _ = write!(
            parts,
            "<section class=\"panel offline\" lang=\"{}\"><h1>{}</h1><p>{}</p><p>{}</p>\
             <div class=\"games\"><h2>{}</h2><ul></ul></div>\
             <p><button type=\"button\" class=\"primary\">{}</button></p></section>",
            language.code(),
            text(TextKey::OfflineTitle),
            text(TextKey::OfflineCannot),
            text(TextKey::OfflineCan),
            text(TextKey::OfflineGames),
            text(TextKey::OfflineAgain),
        );
    }
    OFFLINE.replace(WORDS, &parts)
}

/// A sentence as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The service that keeps the page.
///
/// # Errors
///
/// Its script is not there, or has what such a script cannot have.
pub fn service() -> Result<String, SiteError> {
    let file = |path: String, text: &str| SiteFile { path, bytes: text.into() };
    let own = STATIC.iter().filter(|(name, _)| FILES.contains(name));
    let mut files: Vec<SiteFile> =
        own.map(|(name, text)| file(format!("/static/{name}"), text)).collect();
    files.push(file(PAGE_PATH.to_owned(), &page()));
    site::service(&files, Kept::OnlyFor(PAGE_PATH))
}

/// How the pages are installed as a program.
pub fn manifest() -> String {
    site::manifest("/", "/static")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_everything_in_each_language_and_loads_only_what_is_kept() {
        let page = page();
        assert!(!page.contains(WORDS));
        for language in Language::ALL {
            assert!(page.contains(&format!("lang=\"{}\"", language.code())));
            assert!(page.contains(&escaped(language.sentence(TextKey::OfflineCannot))));
        }
        let service = service().unwrap();
        let loaded: Vec<&str> =
            page.split("\"/static/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(loaded.len(), FILES.len());
        for name in loaded {
            assert!(service.contains(&format!("[\"/static/{name}\", ")), "{name}");
        }
        assert!(!service.contains("/api/1"), "no answer of the server is kept");
    }
}

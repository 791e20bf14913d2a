//! A page of the server as one of the site: its addresses lead to files beside it.

use super::error::SiteError;

/// What a page of the site may load, and from where. Nothing but the site itself, which includes
/// what its scripts make: pictures, and a worker where a file of one cannot be loaded.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self' blob:; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'";

const CHARSET: &str = "<meta charset=\"utf-8\" />\n";
const MODULE: &str = "<script type=\"module\" src=\"/static/";
const ENTRY: &str = "<script defer src=\"assets/tsuro.js\" data-entry=\"";

/// The files of the pages, by their paths.
const FILES: &[(&str, &str)] = &[
    ("/", "index.html"),
    ("/game/{id}", "game.html"),
    ("/game/{id}/review", "review.html"),
    ("/how-to-play", "how-to-play.html"),
    ("/learn", "learn.html"),
    ("/puzzles", "puzzles.html"),
    ("/lab", "lab.html"),
    ("/lab/suites", "suites.html"),
    ("/lab/{id}", "lab-run.html"),
    ("/rules", "rules.html"),
    ("/history", "history.html"),
];

/// The name of the file of a page; `{id}` in its path stands for itself.
pub(super) fn file_name(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == path).map(|(_, file)| *file)
}

/// The text of a page for the site. `is_asset` tells which files of the server are files of the
/// site, and `is_module` which ones are modules of the bundle.
///
/// # Errors
///
/// The page has an address for which the site has nothing, has not just one module, or is written
/// otherwise than the other pages.
pub(super) fn page(
    path: &str,
    text: &str,
    is_asset: impl Fn(&str) -> bool,
    is_module: impl Fn(&str) -> bool,
) -> Result<String, SiteError> {
    let no_target =
        |address: &str| SiteError::NoTarget { page: path.to_owned(), address: address.to_owned() };
    let entries: Vec<_> =
        text.split(MODULE).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect();
    let [entry] = entries[..] else {
        return Err(SiteError::Entries { page: path.to_owned(), count: entries.len() });
    };
    if !is_module(entry) {
        return Err(no_target(&format!("/static/{entry}")));
    }
    let (before, after) =
        text.split_once(CHARSET).ok_or_else(|| SiteError::NoCharset(path.to_owned()))?;
    let mut made = format!(
        "{before}{CHARSET}    \
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n"
    );
    let mut rest = &*after.replace(MODULE, ENTRY);
    while let Some(at) = rest.find("=\"/") {
        let (before, address) = rest.split_at(at + 2);
        let end = address.find('"').unwrap_or(address.len());
        let target =
            target(&address[..end], &is_asset).ok_or_else(|| no_target(&address[..end]))?;
        made.push_str(before);
        made.push_str(&target);
        rest = &address[end..];
    }
    made.push_str(rest);
    Ok(made)
}

/// What an address of the server is in the site.
fn target(address: &str, is_asset: impl Fn(&str) -> bool) -> Option<String> {
    if let Some(name) = address.strip_prefix("/static/") {
        return is_asset(name).then(|| format!("assets/{name}"));
    }
    let len = address.find(['?', '#']).unwrap_or(address.len());
    let (path, rest) = address.split_at(len);
    Some(format!("{}{rest}", file_name(path)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "<meta charset=\"utf-8\" />\n<script type=\"module\" src=\"/static/a.js\">";

    fn made(rest: &str) -> Result<String, SiteError> {
        page("/a", &format!("{HEAD}{rest}"), |name| name == "a.css", |name| name == "a.js")
    }

    #[test]
    fn addresses_lead_to_files_beside_the_page() {
        let made = made(
            "<link href=\"/static/a.css\" /><a href=\"/\"></a><a href=\"/learn?step=2\"></a>\
             <a href=\"/lab/suites#a\"></a><a href=\"#main\"></a>",
        );
        let after = made.unwrap();
        let after = after.split_once("'none'\" />\n").unwrap().1;
        assert_eq!(
            after,
            "<script defer src=\"assets/tsuro.js\" data-entry=\"a.js\">\
             <link href=\"assets/a.css\" /><a href=\"index.html\"></a>\
             <a href=\"learn.html?step=2\"></a><a href=\"suites.html#a\"></a><a href=\"#main\"></a>"
        );
    }

    #[test]
    fn what_a_page_may_load_comes_first() {
        let made = made("").unwrap();
        let policy = "<meta charset=\"utf-8\" />\n    <meta http-equiv=\"Content-Security-Policy\" \
            content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ";
        assert!(made.starts_with(policy), "{made}");
    }

    #[test]
    fn an_address_that_the_site_does_not_have_is_refused() {
        for address in ["/static/b.css", "/static/a.js", "/api/1/export", "/game/a", "//a.example"]
        {
            let error = made(&format!("<a href=\"{address}\"></a>")).unwrap_err();
            let expected = format!("/a: the site has nothing for the address {address}");
            assert_eq!(error.to_string(), expected);
        }
        let error = page("/a", HEAD, |_| true, |_| false).unwrap_err();
        assert_eq!(error.to_string(), "/a: the site has nothing for the address /static/a.js");
    }

    #[test]
    fn a_page_has_one_module_and_its_charset() {
        assert_eq!(
            made(HEAD).unwrap_err().to_string(),
            "/a: the page loads 2 modules, and not one"
        );
        let error = page("/a", &HEAD[25..], |_| true, |_| true).unwrap_err();
        assert_eq!(error.to_string(), "/a: the page has no line <meta charset=\"utf-8\" />");
    }
}

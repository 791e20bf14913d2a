//! HTML pages that need no network, in light and dark colours and for paper, and their tables. The
//! Content-Security-Policy allows exactly the style and the script that a page contains, so no name
//! and no seed can run or load anything.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};
use tsuro::ruleset::{shown, shown_lines};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("sort.js");

/// A page in a language, by its code (`en`), with this title and body. It needs no network.
pub fn page(language: &str, title: &str, body: &Markup) -> String {
    // A browser reads a line end of two characters as one, and takes the hash of what it read.
    let [style, script] = [STYLE, SCRIPT].map(|text| format!("\n{}", shown_lines(text)));
    let [style_hash, script_hash] = [&style, &script].map(|text| source_hash(text));
    let policy = format!(
        "default-src 'none'; style-src '{style_hash}'; script-src '{script_hash}'; base-uri \
         'none'; form-action 'none'"
    );
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (shown(title)) }
                style { (PreEscaped(&style)) }
            }
            "\n"
            body {
                main { (body) }
                script { (PreEscaped(&script)) }
            }
        }
        "\n"
    };
    shown_lines(&page.into_string()).into_owned()
}

/// How a Content-Security-Policy names a text of the page: its SHA-256 in base 64.
fn source_hash(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut hash = String::from("sha256-");
    for bytes in Sha256::digest(text).chunks(3) {
        let bits =
            (0..3).fold(0, |bits, at| bits << 8 | u32::from(bytes.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]);
            hash.push(if at <= bytes.len() { digit } else { '=' });
        }
    }
    hash
}

/// A table that can be wider than the page.
pub fn wide_table(class: Option<&str>, head: Option<&Markup>, rows: &[Markup]) -> Markup {
    html! {
        div.wide {
            table class=[class] {
                @if let Some(head) = head { thead { tr { (head) } } "\n" }
                tbody { @for row in rows { tr { (row) } "\n" } }
            }
        }
    }
}

/// A cell of a sortable table: what is shown, and the number by which it is sorted.
pub fn number_cell(value: f64, text: &str) -> Markup {
    html! { td.n data-value=(value) { (text) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_names_texts_by_their_hashes() {
        // The hash of the empty text is known from the standard's examples.
        assert_eq!(source_hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(source_hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn a_page_allows_its_own_style_and_script_and_nothing_else() {
        let page = page("en", "<\u{9b}>", &html! { p { "text" } });
        let between = |from: &str, to: &str| {
            page.split_once(from).unwrap().1.split_once(to).unwrap().0.to_owned()
        };
        let policy = between("Content-Security-Policy\" content=\"", "\"");
        assert!(
            policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"),
            "{policy}"
        );
        for (source, text) in [
            ("style-src", between("<style>", "</style>")),
            ("script-src", between("<script>", "</script>")),
        ] {
            assert!(
                policy.contains(&format!("{source} '{}'", source_hash(&text))),
                "{source}: {policy}"
            );
        }
        assert_eq!(
            (
                page.matches("<style").count(),
                page.matches("<script").count(),
                page.matches(" style=").count()
            ),
            (1, 1, 0)
        );
        assert!(page.contains("<title>&lt;\\u{9b}&gt;</title>"));
    }
}

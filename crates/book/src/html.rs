//! Rulebooks as one HTML page, which needs nothing beside it and runs no script.

use crate::model::{Block, Book};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use tsuro::ruleset::shown;

/// How the page looks, on a screen and on paper.
const STYLE: &str = "body{max-width:48rem;margin:2rem auto;padding:0 1rem;\
    font:1.05rem/1.5 system-ui,sans-serif;color:#221d1a;background:#fff}\
    h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #bbb}\
    table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3rem .7rem;text-align:left}\
    figure{margin:1.5rem 0;break-inside:avoid}figure svg{max-width:100%;height:auto;display:block}\
    figcaption{margin-bottom:.5rem}dt{font-weight:bold;margin-top:1rem}dd{margin:0}";

impl Book {
    /// The book as one HTML page with its pictures in it.
    pub fn html(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang=(self.language) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy"
                        content="default-src 'none'; style-src 'unsafe-inline'";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (shown(&self.title)) }
                    style { (PreEscaped(STYLE)) }
                }
                body { @for block in &self.blocks { (written(block)) } }
            }
        };
        page.into_string() + "\n"
    }
}

fn written(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Heading(1, text) => h1 { (shown(text)) },
            Block::Heading(2, text) => h2 { (shown(text)) },
            Block::Heading(_, text) => h3 { (shown(text)) },
            Block::Paragraph(text) => p { (shown(text)) },
            Block::Question(text) => p { strong { (shown(text)) } },
            Block::List(entries) => ul { @for entry in entries { li { (shown(entry)) } } },
            Block::Signs(signs) => ul {
                @for (sign, says) in signs { li { b { (shown(sign)) } " " (shown(says)) } }
            },
            Block::Table { head, rows } => table {
                thead { tr { @for cell in head { th { (shown(cell)) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (shown(cell)) } } } } }
            },
            // Drawings escape what rules say.
            Block::Picture { svg, says } => figure {
                figcaption { (shown(says)) }
                (PreEscaped(svg))
            },
        }
    }
}

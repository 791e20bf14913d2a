//! Rulebooks as Markdown, with their pictures as files beside it.

use crate::model::{Block, Book};
use std::fmt::Write as _;
use tsuro::ruleset::{shown, shown_lines};

/// A rulebook as Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Markdown {
    /// The text.
    pub text: String,
    /// The pictures, each with the name of its file.
    pub pictures: Vec<(String, String)>,
}

/// A text with the characters escaped that mean something in Markdown or HTML.
fn plain(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    for letter in shown(text).chars() {
        match letter {
            '<' => found.push_str("&lt;"),
            '&' => found.push_str("&amp;"),
            '*' | '_' | '[' | ']' | '>' | '`' | '|' | '\\' | '#' | '!' | '~' => {
                found.push('\\');
                found.push(letter);
            }
            _ => found.push(letter),
        }
    }
    // What would be a list, a heading or a rule at the beginning of a line.
    let digits =
        found.len() - found.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let is_number = digits > 0 && found[digits..].starts_with(['.', ')']);
    if found.starts_with(['-', '+', '=']) {
        found.insert(0, '\\');
    } else if is_number {
        found.insert(digits, '\\');
    }
    found
}

impl Book {
    /// The book as Markdown. Its pictures are in the folder `folder` beside it, whose name has only
    /// letters, digits and hyphens.
    pub fn markdown(&self, folder: &str) -> Markdown {
        let mut text = String::new();
        let mut pictures = Vec::new();
        // Writing to a string cannot fail.
        for block in &self.blocks {
            let _ = match block {
                Block::Heading(level, heading) => {
                    writeln!(text, "{} {}", "#".repeat((*level).into()), plain(heading))
                }
                Block::Paragraph(paragraph) => writeln!(text, "{}", plain(paragraph)),
                Block::Question(question) => writeln!(text, "**{}**", plain(question)),
                Block::List(entries) => {
                    entries.iter().try_for_each(|entry| writeln!(text, "- {}", plain(entry)))
                }
                Block::Signs(signs) => signs.iter().try_for_each(|(sign, says)| {
                    writeln!(text, "- {} {}", plain(sign), plain(says))
                }),
                Block::Table { head, rows } => {
                    let row = |cells: &[String]| {
                        let cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
                        format!("| {} |\n", cells.join(" | "))
                    };
                    text.push_str(&row(head));
                    text.push_str(
                        &row(&vec!["---".to_owned(); head.len()]).replace("\\---", "---"),
                    );
                    for cells in rows {
                        text.push_str(&row(cells));
                    }
                    Ok(())
                }
                Block::Picture { svg, says } => {
                    let name = format!("{}.svg", pictures.len() + 1);
                    let says = plain(says);
                    let done = writeln!(text, "{says}\n\n![{says}]({folder}/{name})");
                    pictures.push((name, svg.clone()));
                    done
                }
            };
            text.push('\n');
        }
        Markdown { text: shown_lines(text.trim_end()).into_owned() + "\n", pictures }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_a_mark_of_markdown_or_html() {
        for (text, escaped) in [
            ("<script>", "&lt;script\\>"),
            ("![a](b)", "\\!\\[a\\](b)"),
            ("1. one", "1\\. one"),
            ("- one", "\\- one"),
            ("# one", "\\# one"),
            ("a | b", "a \\| b"),
            ("12 tiles", "12 tiles"),
            ("\u{202e}x", "\\\\u{202e}x"),
        ] {
            assert_eq!(plain(text), escaped);
        }
    }
}

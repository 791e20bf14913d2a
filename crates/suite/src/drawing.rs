//! A board drawn as text: small positions that a reader takes in at a glance.
//!
//! ```text
//!      a     b     c
//! 1    33    A@H   .
//! 2    .     14/2  *5/1
//! ```
//!
//! The first line names columns, each further line begins with the number of its row. A square is
//! `.` (empty), `~` (no tile can ever lie there: a missing square or a portal), a tile (`33`,
//! `14/2`), a piece of a rule after a star (`*5/1`), or the letter of a piece that faces it with
//! the port at which it stands (`A@H`). Several things on one square have commas between them
//! (`A@H,B@C`, `A@H,*5`). All other squares are empty.

use super::short;
use std::ops::Range;
use tsuro::board::{Laid, Place, Port, Square};
use tsuro::game::Seat;

/// What a drawing shows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Drawing {
    /// The tiles on the board, each with its square.
    pub tiles: Vec<(Square, Laid)>,
    /// The pieces on the board, each where it stands.
    pub pieces: Vec<(Seat, Place)>,
    /// The pieces of rules on the board: square, and number with the facing (0–3).
    pub rule_pieces: Vec<(Square, (u8, u8))>,
    /// The squares that are drawn as missing, or as portals.
    pub closed: Vec<Square>,
}

/// Why a drawing cannot be read: which bytes of it, and what is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadDrawing {
    /// Where in the drawing.
    pub at: Range<usize>,
    /// What is wrong, with what to write.
    pub why: String,
}

/// The words of a line with where they stand in the whole text.
fn words(line: &str, from: usize) -> impl Iterator<Item = (&str, Range<usize>)> {
    line.split_whitespace().map(move |word| {
        // A word of a line is a part of it, so the distance of the two is where it stands.
        let at = from + (word.as_ptr() as usize - line.as_ptr() as usize);
        (word, at..at + word.len())
    })
}

/// Reads a drawing.
///
/// # Errors
/// The first thing that is wrong with it.
pub(super) fn read(text: &str) -> Result<Drawing, BadDrawing> {
    let bad = |at: Range<usize>, why: String| Err(BadDrawing { at, why });
    let mut drawing = Drawing::default();
    let mut columns: Option<Vec<u8>> = None;
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let mut found = words(line, from);
        let line_span = from..from + line.trim_end().len();
        from += line.len();
        let Some((first, first_at)) = found.next() else { continue };
        let Some(known) = &columns else {
            let letters = std::iter::once((first, first_at)).chain(found);
            let mut names = Vec::new();
            for (word, at) in letters {
                match word.as_bytes() {
                    [letter @ b'a'..=b'p'] if !names.contains(&(letter - b'a')) => {
                        names.push(letter - b'a');
                    }
                    _ => {
                        return bad(
                            at,
                            format!(
                                "`{word}` is not a column: the first line of a board names its \
                                 columns, as in `a b c`"
                            ),
                        );
                    }
                }
            }
            columns = Some(names);
            continue;
        };
        let Some(row) = first.parse::<u8>().ok().filter(|row| (1..=16).contains(row)) else {
            return bad(
                first_at,
                format!(
                    "`{first}` is not a row: each line of a board begins with the number of its row"
                ),
            );
        };
        let mut count = 0;
        for (word, at) in found {
            let Some(&column) = known.get(count) else {
                return bad(
                    at,
                    format!("row {row} has more squares than there are columns ({})", known.len()),
                );
            };
            count += 1;
            square(&mut drawing, Square::new(column, row - 1), word)
                .map_err(|why| BadDrawing { at, why })?;
        }
        if count < known.len() {
            return bad(
                line_span,
                format!(
                    "row {row} has {count} squares, but there are {} columns: an empty square is a \
                     dot",
                    known.len()
                ),
            );
        }
    }
    if columns.is_none() {
        bad(0..text.len(), "this board is empty".to_owned())
    } else {
        Ok(drawing)
    }
}

fn square(drawing: &mut Drawing, square: Square, text: &str) -> Result<(), String> {
    if text == "." {
        return Ok(());
    }
    if text == "~" {
        drawing.closed.push(square);
        return Ok(());
    }
    for part in text.split(',') {
        if let Some((letter, port)) = part.split_once('@') {
            let seat = super::letters::seat(letter)
                .ok_or_else(|| format!("`{letter}` is not the letter of a piece"))?;
            let port = port.chars().next().filter(|_| port.len() == 1).and_then(Port::from_letter);
            let port = port.ok_or_else(|| {
                format!("`{part}` has no port: ports are A to H, clockwise from the top left")
            })?;
            if drawing.pieces.iter().any(|piece| piece.0 == seat) {
                return Err(format!("the piece {letter} is on the board twice"));
            }
            drawing.pieces.push((seat, Place::new(square, port)));
        } else if let Some(rule_piece) = part.strip_prefix('*') {
            drawing
                .rule_pieces
                .push((square, short::rule_piece(rule_piece).map_err(|why| why.to_string())?));
        } else {
            drawing.tiles.push((square, short::laid(part).map_err(|why| why.to_string())?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_shows_tiles_and_pieces() {
        let drawing = read("\n     a     b    c\n 1   33    A@H  .\n 2   B@A,*5/1  14/2 ~\n")
            .expect("a drawing");
        assert_eq!(drawing.closed.iter().map(ToString::to_string).collect::<Vec<_>>(), ["c2"]);
        let shown = |square: &Square| square.to_string();
        assert_eq!(
            drawing
                .tiles
                .iter()
                .map(|(square, tile)| (shown(square), short::laid_text(*tile)))
                .collect::<Vec<_>>(),
            [("a1".to_owned(), "33".to_owned()), ("b2".to_owned(), "14/2".to_owned())]
        );
        assert_eq!(
            drawing.pieces.iter().map(|(_, place)| place.to_string()).collect::<Vec<_>>(),
            ["b1:H", "a2:A"]
        );
        assert_eq!(
            drawing
                .rule_pieces
                .iter()
                .map(|(square, rule_piece)| (shown(square), *rule_piece))
                .collect::<Vec<_>>(),
            [("a2".to_owned(), (5, 1))]
        );
    }

    #[test]
    fn each_error_names_the_part_that_is_wrong_with_its_place() {
        for (text, at, why) in [
            ("x\n", 0..1, "`x` is not a column"),
            ("a b\nr . .\n", 4..5, "`r` is not a row"),
            ("a b\n1 . . .\n", 10..11, "more squares than there are columns"),
            ("a b\n1 .\n", 4..7, "has 1 squares"),
            ("a\n1 33/1\n", 4..8, "looks the same"),
            ("a\n1 A@Z\n", 4..7, "no port"),
            ("a b\n1 A@B A@C\n", 10..13, "on the board twice"),
            ("\n\n", 0..2, "board is empty"),
        ] {
            let found = read(text).expect_err(text);
            assert_eq!(found.at, at, "{text:?}: {}", found.why);
            assert!(found.why.contains(why), "{text:?}: {}", found.why);
        }
    }
}

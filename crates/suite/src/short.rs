//! Short forms: a tile with its rotation as `14/2`, a piece with its hand as `c3:H 14 2`.

use serde_json::Value;
use tsuro::board::{Face, KINDS, Laid, Place, Rotation};
use tsuro::ruleset::plain;

/// Why a short form cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ShortError {
    /// Not a tile with a rotation.
    #[error(
        "`{0}` is not a tile that can be laid: write a face from 0 to 34 and, after a slash, its \
         quarter-turns, as in `14/2`, or a special tile, 36 or 38"
    )]
    Tile(String),
    /// A rotation of a symmetric face that is the same as a smaller one.
    #[error("face {face} looks the same after {turns} quarter-turns as after {smallest}: write \
        `{}`",
        if *.smallest == 0 { .face.to_string() } else { format!("{}/{}", .face, .smallest) })]
    Same {
        /// The number of the face, 0 to 34.
        face: u8,
        /// The quarter-turns that were written.
        turns: u8,
        /// The smallest number of quarter-turns that looks the same.
        smallest: u8,
    },
    /// Not a piece of a rule with a facing.
    #[error(
        "`{0}` is not a piece of a rule: write its number and, after a slash, its quarter-turns, \
         as in `5/2`"
    )]
    RulePiece(String),
    /// Not a piece.
    #[error("`{0}` is not a piece: write its place and its hand, as in `c3:H 14 2`, or `out`")]
    Piece(String),
    /// Not a face, nor a special tile.
    #[error("`{0}` is not a tile: faces are 0 to 34, and special tiles 35 to 39")]
    Face(String),
}

fn number_and_turns(text: &str) -> Option<(u8, u8)> {
    let (number, turns) = text.split_once('/').unwrap_or((text, "0"));
    let turns = turns.parse().ok().filter(|turns| *turns < 4)?;
    Some((number.parse().ok()?, turns))
}

/// A tile in an orientation: `14` or `14/2`; a special tile that is laid has one.
///
/// # Errors
/// If it is none, or has another name.
pub(super) fn laid(text: &str) -> Result<Laid, ShortError> {
    let wrong = || ShortError::Tile(text.to_owned());
    let (number, turns) = number_and_turns(text).ok_or_else(wrong)?;
    let face = Face::of_tile(number).filter(|face| face.orientations() > 0).ok_or_else(wrong)?;
    let tile = Laid::new(face, Rotation::new(turns));
    match tile.rotation().turns() {
        same if same == turns => Ok(tile),
        smallest => Err(ShortError::Same { face: number, turns, smallest }),
    }
}

/// A tile as it is written short.
pub(super) fn laid_text(tile: Laid) -> String {
    turned(tile.face().number(), tile.rotation().turns())
}

/// A number with quarter-turns as it is written short.
pub(super) fn turned(number: u8, turns: u8) -> String {
    if turns == 0 { number.to_string() } else { format!("{number}/{turns}") }
}

/// A piece of a rule with its facing: `5` or `5/2`.
///
/// # Errors
/// If it is none.
pub(super) fn rule_piece(text: &str) -> Result<(u8, u8), ShortError> {
    number_and_turns(text)
        .filter(|(tile, _)| *tile < 64)
        .ok_or_else(|| ShortError::RulePiece(text.to_owned()))
}

/// A piece of a rule in a position: its number, its quarter-turns, and fields that positions have
/// beside these.
pub(super) type StandingPiece = (u8, u8, Vec<(String, Value)>);

/// The pieces of rules on a square, with fields that positions have beside them: `5/2`, or
/// `5/2, 10/1 moves=2 by=B`. A value is a number, or the letter of a seat.
///
/// # Errors
/// If one of them is none.
pub(super) fn rule_pieces(text: &str) -> Result<Vec<StandingPiece>, ShortError> {
    text.split(',').map(|part| rule_piece_with_fields(part.trim())).collect()
}

fn rule_piece_with_fields(text: &str) -> Result<StandingPiece, ShortError> {
    let mut words = text.split_whitespace();
    let (tile, turns) = rule_piece(words.next().unwrap_or_default())?;
    let field = |word: &str| {
        let (name, value) = word.split_once('=')?;
        let seat = || super::letters::seat(value).map(|seat| Value::from(seat.number()));
        let value = value.parse::<u32>().ok().map(Value::from).or_else(seat)?;
        (!name.is_empty()).then(|| (name.to_owned(), value))
    };
    let fields: Option<Vec<(String, Value)>> = words.map(field).collect();
    fields.map(|fields| (tile, turns, fields)).ok_or_else(|| ShortError::RulePiece(plain(text)))
}

/// A face, or a special tile.
///
/// # Errors
/// If it is none.
pub(super) fn face(text: &str) -> Result<u8, ShortError> {
    text.parse()
        .ok()
        .filter(|&face: &u8| usize::from(face) < KINDS)
        .ok_or_else(|| ShortError::Face(text.to_owned()))
}

/// A piece as its short form describes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Piece {
    /// Where it stands; `None`: out.
    pub at: Option<Place>,
    /// Whether it waits to come back (V16).
    pub waits: bool,
    /// How many lives it has left; `None`: all (V16).
    pub lives: Option<u8>,
    /// How many tiles it has played in turns of others (W1).
    pub owed: u8,
    /// The faces in its hand.
    pub hand: Vec<u8>,
    /// Whether it may relocate (S12).
    pub displaced: bool,
    /// Whether it has left its start mark; `None`: unless it stands at the rim.
    pub started: Option<bool>,
}

/// A piece: `c3:H 14 2`, `c1:A displaced 14`, `c1:A started 14`, `c3:H unstarted`,
/// `c3:H lives=1 14`, `c3:H owed=1 14`, `waits 14`, or `out`.
///
/// # Errors
/// What of it cannot be read.
pub(super) fn piece(text: &str) -> Result<Piece, ShortError> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let mut piece = Piece::default();
    if first == "out" && text.trim() == "out" {
        return Ok(piece);
    }
    piece.waits = first == "waits";
    piece.at = if piece.waits {
        None
    } else {
        Some(first.parse().map_err(|_| ShortError::Piece(plain(text)))?)
    };
    for word in words {
        match word {
            "displaced" => piece.displaced = true,
            "started" | "unstarted" => piece.started = Some(word == "started"),
            _ => {
                let number =
                    |count: &str| count.parse().map_err(|_| ShortError::Piece(plain(text)));
                match word.split_once('=') {
                    Some(("lives", lives)) => piece.lives = Some(number(lives)?),
                    Some(("owed", owed)) => piece.owed = number(owed)?,
                    _ => piece.hand.push(face(word)?),
                }
            }
        }
    }
    Ok(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_one_name_each() {
        assert_eq!(laid("14/2").map(laid_text), Ok("14/2".to_owned()));
        assert_eq!(laid("33").map(laid_text), Ok("33".to_owned()));
        assert_eq!(laid("33/1"), Err(ShortError::Same { face: 33, turns: 1, smallest: 0 }));
        assert_eq!(
            laid("36").map(laid_text),
            Ok("36".to_owned()),
            "the Mystic portal is laid like a wake tile (W3)"
        );
        for wrong in ["35", "36/1", "37", "14/4", "a", "", "1/"] {
            assert!(laid(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pieces_of_rules_share_squares_and_have_fields() {
        assert_eq!(rule_pieces("5"), Ok(vec![(5, 0, vec![])]));
        let fields = vec![("moves".to_owned(), Value::from(2)), ("by".to_owned(), Value::from(1))];
        assert_eq!(
            rule_pieces("5/2, 10/1 moves=2 by=B"),
            Ok(vec![(5, 2, vec![]), (10, 1, fields)])
        );
        for wrong in ["", "5,", "5 moves", "5 =2", "5 by=?", "64"] {
            assert!(rule_pieces(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pieces_have_a_place_and_a_hand() {
        let piece_ = piece("c3:H 14 2").expect("a piece");
        assert_eq!(
            (piece_.at.map(|at| at.to_string()).as_deref(), piece_.hand, piece_.displaced),
            (Some("c3:H"), vec![14, 2], false)
        );
        assert_eq!(piece("out"), Ok(Piece::default()));
        assert!(piece("a1:A displaced").expect("a piece").displaced);
        let waiting = piece("waits lives=2 14").expect("a piece");
        assert_eq!(
            (waiting.at, waiting.waits, waiting.lives, waiting.hand),
            (None, true, Some(2), vec![14])
        );
        for (word, started) in [("", None), ("started", Some(true)), ("unstarted", Some(false))] {
            assert_eq!(piece(&format!("a1:A {word} 14")).expect("a piece").started, started);
        }
        assert_eq!(piece("c3:H owed=2 14").expect("a piece").owed, 2);
        for wrong in
            ["", "c3", "c3:H x", "c3:H lives=x", "c3:H owed=", "c3:H lives", "out 3", "c3:H 40"]
        {
            assert!(piece(wrong).is_err(), "{wrong}");
        }
    }
}

//! Drawings of the parts of a game, to print and cut: each is as large as the part itself, in units
//! of which a tile has 100, and on light ground.

use super::elements::{MARGIN, PIECE_REACH, TILE, draw_ground, draw_piece, head, size};
use super::palette::{Ground, Palette, Tone};
use super::scene::BoardScene;
use super::svg::{draw_piece_face, draw_scene, draw_special, draw_tile, port_at};
use crate::board::{Face, Laid, Place, Rotation};
use crate::game::{BoardStyle, Look, Observation, PieceFace, Seat};
use std::fmt::Write as _;

// Writing to a string cannot fail, so the results of `write!` below are ignored.

/// A drawing of a tile's size.
fn square(title: &str, draw: impl FnOnce(&mut String)) -> String {
    let mut out = head((TILE, TILE), title, LIGHT_STONE);
    draw(&mut out);
    out.push_str("</svg>\n");
    out
}

/// Some palette of light ground: such a document has no style.
const LIGHT_STONE: Palette = Palette::new(BoardStyle::Stone, Ground::Light);

/// Draws a tile to cut: a face, or a special tile by its look. Its ground fills the whole square,
/// so that a cut beside the line shows no white. `language` has two letters.
pub fn printed_tile(
    face: Face,
    special: Option<&Look>,
    board: BoardStyle,
    language: &str,
) -> String {
    let palette = Palette::new(board, Ground::Light);
    let tile = Laid::new(face, Rotation::NONE);
    square(&face.to_string(), |out| {
        let card = palette.tone(Tone::Card);
        let _ = writeln!(out, "<rect width=\"{TILE}\" height=\"{TILE}\" fill=\"{card}\"/>");
        match special {
            Some(look) => draw_special(out, look, language, palette),
            None => draw_tile(out, (0.0, 0.0), tile, (palette, Tone::Card), &|_| None),
        }
    })
}

/// Draws the piece of a seat to cut: a disc.
pub fn printed_piece(seat: Seat, letter: char) -> String {
    let side = 2.0 * PIECE_REACH;
    let mut out = head((side, side), &letter.to_string(), LIGHT_STONE);
    draw_piece(&mut out, (PIECE_REACH, PIECE_REACH), seat, letter);
    out.push_str("</svg>\n");
    out
}

/// Draws a piece of a rule to cut, as large as a tile. `language` has two letters.
pub fn printed_rule_piece(face: &PieceFace, language: &str) -> String {
    square(face.look.name.in_language(language), |out| {
        if face.lies_over {
            draw_special(out, face.look, language, LIGHT_STONE);
        } else {
            draw_piece_face(out, (0.0, 0.0), face, Rotation::NONE);
        }
    })
}

/// Draws the board of an observation without anything that came onto it, with the names of its
/// columns and rows, and a line at each start mark.
pub fn printed_board(see: &Observation<'_>, title: &str) -> String {
    let mut scene = BoardScene::new(see, &[]);
    scene.ground = Ground::Light;
    scene.clear();
    scene.square_marks.clear();
    (scene.focus, scene.fallen) = (None, Vec::new());
    let palette = scene.palette();
    let mut out = head(size(&scene), title, palette);
    draw_ground(&mut out, size(&scene), palette);
    draw_scene(&mut out, &scene, None);
    let lines: String = see.all_marks().iter().map(|mark| start_line(&scene, *mark)).collect();
    let color = palette.tone(Tone::Text);
    let _ = writeln!(
        out,
        "<path d=\"{lines}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" \
         stroke-linecap=\"round\"/>"
    );
    out.push_str("</svg>\n");
    out
}

/// The line at a start mark, as path data: outwards at the rim, and inwards within the board.
fn start_line(scene: &BoardScene, mark: Place) -> String {
    let ((x, y), (into_x, into_y)) = port_at(mark);
    let length = if scene.shape.is_on_rim(mark) { -MARGIN / 4.0 } else { MARGIN / 4.0 };
    format!("M{x:.1} {y:.1}l{:.1} {:.1}", into_x * length, into_y * length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Game;

    #[test]
    fn a_printed_board_is_empty_and_light_and_shows_all_start_marks() {
        let game = Game::new("seas", 4, "printed").unwrap();
        let see = game.observe(None);
        assert!(!see.rule_pieces().is_empty());
        let board = printed_board(&see, "board");
        assert!(!board.contains("<style>") && !board.contains("<title>a1:"), "{board}");
        let lines = board.lines().rev().nth(1).unwrap();
        assert_eq!(lines.matches('M').count(), see.all_marks().len());
        let [bare, with_game] = [Game::new("seas-calm", 4, "printed").unwrap(), game]
            .map(|game| printed_board(&game.observe(None), "board"));
        assert_eq!(bare, with_game);
    }
}

//! The board of a recorded game at one turn, for `replay --at`.

use crate::game::{Observation, Seat};
use crate::picture::{BoardScene, TileScale, board, svg};
use crate::rules::hazard::DaikaijuTile;
use crate::ui::terminal::Terminal;
use std::fmt::Write as _;

/// The sign of each seat on the board: its number from 1, from ten on a letter.
fn letters(seats: u8) -> Vec<char> {
    let letter = |seat: Seat| char::from_digit(seat.ordinal().into(), 36).unwrap_or('?').to_ascii_uppercase();
    (0..seats).map(|seat| letter(Seat::new(seat))).collect()
}

/// The board in characters, and below it where every piece stands; `faces` are the daikaiju tiles of the rules.
pub fn as_text(seen: &Observation<'_>, faces: &[DaikaijuTile]) -> String {
    let scene = BoardScene::new(seen, &letters(seen.seats()), faces);
    let color = Terminal::here().out.color;
    let mut text = format!("turn {}, {} tiles in the pile\n\n", seen.turn(), seen.pile_len());
    for line in board(&scene, TileScale::new(4), color).lines(color) {
        let _ = writeln!(text, "{line}");
    }
    text.push('\n');
    for seat in (0..seen.seats()).map(Seat::new) {
        let _ = match seen.place(seat) {
            Some(place) => writeln!(text, "seat {seat} at {place}, {} tiles", seen.hand_len(seat)),
            None => writeln!(text, "seat {seat} is out"),
        };
    }
    text
}

/// The board as an SVG image.
pub fn as_svg(seen: &Observation<'_>, faces: &[DaikaijuTile]) -> String {
    svg(&BoardScene::new(seen, &letters(seen.seats()), faces), &format!("The board in turn {}", seen.turn()))
}

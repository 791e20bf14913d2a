//! The board of a recorded game at one moment, for `replay --at`.

use crate::game::{Observation, Seat};
use crate::picture::{Cut, Scene, board, svg};
use crate::rules::hazard::DaikaijuTile;
use std::fmt::Write as _;
use std::io::IsTerminal;

/// Seats are told by their numbers; from ten on, by letters.
fn letters(seats: u8) -> Vec<char> {
    (0..u32::from(seats)).map(|seat| char::from_digit(seat, 36).unwrap_or('?').to_ascii_uppercase()).collect()
}

/// The board in characters, and below it where everyone stands; `faces` are the daikaiju tiles of the rules.
pub fn as_text(seen: &Observation<'_>, faces: &[DaikaijuTile]) -> String {
    let scene = Scene::new(seen, &letters(seen.seats()), faces);
    let color = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut text = format!("turn {}, {} tiles in the pile\n\n", seen.turn(), seen.pile_len());
    for line in board(&scene, Cut::new(4), color).lines(color) {
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
    svg(&Scene::new(seen, &letters(seen.seats()), faces), &format!("The board in turn {}", seen.turn()))
}

//! The board of a recorded game at one turn, for `replay --at`.

use crate::game::{Observation, Seat};
use crate::picture::{BoardScene, TileScale, board, seat_letters};
use crate::rules::hazard::DaikaijuTile;
use crate::ui::terminal::Terminal;
use std::fmt::Write as _;

/// The board in characters, and below it where every piece stands; `faces` are the daikaiju tiles of the rules.
pub(super) fn as_text(seen: &Observation<'_>, faces: &[DaikaijuTile]) -> String {
    let scene = BoardScene::new(seen, &seat_letters(seen.seats()), faces);
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

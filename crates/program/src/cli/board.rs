//! The board of a recorded game at one turn, for `replay --at`.

use std::fmt::Write as _;
use tsuro::game::{Observation, Seat};
use tsuro::picture::{BoardScene, TileScale, board, seat_letters};
use tsuro_faces::describe::short_counts;
use tsuro_faces::words::Language;
use tsuro_world::terminal::Terminal;

/// The board in characters, and below it where every piece stands.
pub(super) fn as_text(seen: &Observation<'_>) -> String {
    let scene = BoardScene::new(seen, &seat_letters(seen.seats()));
    let color = Terminal::current().out.color;
    let mut text = format!(
        "turn {}, {} tiles in the pile{}\n\n",
        seen.turn(),
        seen.pile_len(),
        short_counts(seen, None, Language::English)
    );
    for line in board(&scene, TileScale::new(4), color).lines(color) {
        let _ = writeln!(text, "{line}");
    }
    text.push('\n');
    for seat in (0..seen.seats()).map(Seat::new) {
        let _ = match seen.place(seat) {
            Some(place) => {
                writeln!(
                    text,
                    "seat {seat} at {place}, {} tiles{}",
                    seen.hand_len(seat),
                    short_counts(seen, Some(seat), Language::English)
                )
            }
            None => writeln!(text, "seat {seat} is out"),
        };
    }
    text
}

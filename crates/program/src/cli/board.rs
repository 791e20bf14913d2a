//! The board of a recorded game at one turn, for `replay --at`, with the letters of the colours on
//! the pieces, as at the table.

use std::fmt::Write as _;
use tsuro::game::{Observation, Seat};
use tsuro::picture::{BoardScene, TileScale, board, svg};
use tsuro_faces::describe::short_counts;
use tsuro_faces::words::{Language, Narrator};
use tsuro_world::terminal::Terminal;

fn scene(seen: &Observation<'_>) -> BoardScene {
    let names = vec![None; seen.seats().into()];
    BoardScene::new(seen, Narrator::new(Language::English, &names).letters())
}

/// The board as an SVG document.
pub(super) fn as_svg(seen: &Observation<'_>) -> String {
    svg(&scene(seen), &format!("The board in turn {}", seen.turn()))
}

/// The board in characters, and below it where every piece stands.
pub(super) fn as_text(seen: &Observation<'_>) -> String {
    let scene = scene(seen);
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
    for (seat, letter) in (0..seen.seats()).map(Seat::new).zip(&scene.letters) {
        let _ = match seen.place(seat) {
            Some(place) => {
                writeln!(
                    text,
                    "{letter}: seat {seat} at {place}, {} tiles{}",
                    seen.hand_len(seat),
                    short_counts(seen, Some(seat), Language::English)
                )
            }
            None => writeln!(text, "{letter}: seat {seat} is out"),
        };
    }
    text
}

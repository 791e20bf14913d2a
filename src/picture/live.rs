//! A board as an SVG document whose parts have names, so that a page that shows it can exchange
//! them one by one.

use super::elements::{corner, draw_fallen, draw_ground, draw_piece, head_with, path_points, size};
use super::follow::Segment;
use super::scene::BoardScene;
use super::svg::{draw_labels, draw_round_sides, draw_square, placed_fallen, placed_pieces};
use crate::board::Square;
use crate::game::KeyWords;
use std::fmt::Write as _;

/// Draws a board as [`svg`](super::svg()) does, in parts that have names:
///
/// - `<g data-square="c3">` for each square of the rectangle, as [`square_part`] draws it;
/// - `<g data-part="marks">`, the labels of the start marks or of the columns and rows;
/// - `<g data-part="pieces">`, as [`pieces_part`] draws it.
///
/// The document says `data-look="stone"` or another [look](crate::game::BoardStyle), and its colours
/// are dark; [`live_colors`](super::live_colors) are rules for a page that may be light.
///
/// After an event, exchanging the squares of [`BoardScene::changed_since`] and the pieces gives the
/// drawing after it. The document has no size of its own; the page gives it one. `title` is what a
/// screen reader reads out.
///
/// ```
/// use tsuro::Game;
/// use tsuro::picture::{BoardScene, live_svg, pieces_part, square_part};
///
/// let mut game = Game::new("classic", 2, "any text")?;
/// let mut scene = BoardScene::new(&game.observe(None), &['A', 'B']);
/// let mut page = live_svg(&scene, "A game");
/// while let Some(decision) = game.decision() {
///     let choice = game.observe(decision.seat()).choices()[0].clone();
///     for event in game.play(&choice)? {
///         let before = scene.clone();
///         scene.follow(&event);
///         for square in scene.changed_since(&before) {
///             page =
///                 page.replace(&square_part(&before, square), &square_part(&scene, square));
///         }
///         page = page.replace(&pieces_part(&before), &pieces_part(&scene));
///     }
/// }
/// assert_eq!(page, live_svg(&scene, "A game"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn live_svg(scene: &BoardScene, title: &str) -> String {
    let look = format!(" data-look=\"{}\"", scene.look.word());
    let mut out = head_with(size(scene), &look, title);
    draw_ground(&mut out, size(scene), scene.palette());
    for square in scene.shape.rectangle_squares() {
        out.push_str(&square_part(scene, square));
        out.push('\n');
    }
    draw_round_sides(&mut out, scene);
    // A start mark within the board has its label on its square.
    out.push_str("<g data-part=\"marks\">");
    draw_labels(&mut out, scene);
    out.push_str("</g>\n");
    out.push_str(&pieces_part(scene));
    out.push_str("\n</svg>\n");
    out
}

/// The part of a [`live_svg`] that is a square, with everything on it but pieces.
pub fn square_part(scene: &BoardScene, square: Square) -> String {
    let mut out = format!("<g data-square=\"{square}\">");
    draw_square(&mut out, scene, square);
    out.push_str("</g>");
    out
}

/// The part of a [`live_svg`] that is all pieces: `<g data-seat="0">` for each of them, and
/// `<g data-fallen="0">` for each that is out.
pub fn pieces_part(scene: &BoardScene) -> String {
    let mut out = String::from("<g data-part=\"pieces\">");
    for (seat, at) in placed_fallen(scene) {
        let _ = write!(out, "<g data-fallen=\"{}\">", seat.number());
        draw_fallen(&mut out, at, seat, scene.letter(seat));
        out.push_str("</g>");
    }
    for (seat, at) in placed_pieces(scene) {
        // Writing to a string cannot fail.
        let _ = write!(out, "<g data-seat=\"{}\">", seat.number());
        draw_piece(&mut out, at, seat, scene.letter(seat));
        out.push_str("</g>");
    }
    out.push_str("</g>");
    out
}

/// The way of a piece, as [`BoardScene::follow`] returns it, as SVG path data in the units of the
/// board's drawing. It leads along the middle of the paths. Where the way goes on elsewhere, round
/// the board or through a portal, a new line begins.
pub fn way_path(way: &[Segment]) -> String {
    let mut out = String::new();
    let mut end = None;
    for &Segment { square, enter, leave } in way {
        let [from, control, other_control, to] = path_points(corner(square), enter, leave);
        if end.as_ref() != Some(&from) {
            let _ = write!(out, "{}M{from}", if out.is_empty() { "" } else { " " });
        }
        let _ = write!(out, " C{control}, {other_control}, {to}");
        end = Some(to);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Port;
    use crate::bots::BotSpec;
    use crate::game::{Choice, Phase, Seat};
    use crate::picture::seat_letters;
    use crate::session::Game;

    /// The drawing of `before` with the parts exchanged that differ in `after`.
    fn patched(live: &str, before: &BoardScene, after: &BoardScene) -> String {
        let mut live = live.to_owned();
        let mut exchange = |old: &str, new: &str| {
            assert_eq!(live.matches(old).count(), 1, "{old}");
            live = live.replace(old, new);
        };
        for square in after.changed_since(before) {
            let (old, new) = (square_part(before, square), square_part(after, square));
            assert_ne!(old, new, "{square} looks the same");
            exchange(&old, &new);
        }
        if after.pieces_differ(before) {
            exchange(&pieces_part(before), &pieces_part(after));
        }
        live
    }

    fn scene(game: &Game, seat: Option<Seat>) -> BoardScene {
        BoardScene::new(&game.observe(seat), &seat_letters(game.seats()))
    }

    /// Plays a game of random bots, following it event by event; returns the ways of the pieces.
    fn follow(rules: &str, players: u8, seed: &str) -> Vec<Vec<Segment>> {
        let mut game = Game::new(rules, players, seed).unwrap();
        let mut bot = BotSpec::parse("random").unwrap().make();
        let mut now = scene(&game, None);
        let mut live = live_svg(&now, "A game");
        let mut ways = Vec::new();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choice = bot.choose(&see, &mut game.bot_stream()).unwrap();
            let asked = scene(&game, Some(decision.seat()));
            assert_eq!(
                patched(&live_svg(&now, "A game"), &now, &asked),
                live_svg(&asked, "A game"),
                "what is asked for is highlighted"
            );
            if let (Phase::Place, Choice::Place(tile)) = (see.phase(), &choice) {
                let tried = asked.clone().trying(&see, *tile);
                assert_eq!(
                    patched(&live_svg(&asked, "A game"), &asked, &tried),
                    live_svg(&tried, "A game"),
                    "what is tried out"
                );
            }
            for event in game.play(&choice).unwrap() {
                let before = now.clone();
                ways.push(now.follow(&event));
                live = patched(&live, &before, &now);
                assert_eq!(live, live_svg(&now, "A game"), "{rules} {seed}: {event:?}");
            }
        }
        ways.retain(|way| !way.is_empty());
        ways
    }

    #[test]
    fn exchanged_parts_give_the_drawing_after_each_event() {
        for (rules, players) in [
            ("classic", 4),
            ("seas", 4),
            ("storm-seas", 3),
            ("islands", 3),
            ("portals", 2),
            ("globe", 3),
        ] {
            for seed in ["one", "two"] {
                assert!(!follow(rules, players, seed).is_empty(), "{rules} {seed}");
            }
        }
    }

    #[test]
    fn a_way_is_a_line_along_the_paths_and_begins_anew_where_it_goes_on_elsewhere() {
        assert_eq!(way_path(&[]), "");
        // From port H straight to port C.
        let across = |square: &str| {
            let port = |letter| Port::from_letter(letter).unwrap();
            Segment { square: square.parse().unwrap(), enter: port('H'), leave: port('C') }
        };
        let straight = way_path(&[across("a1"), across("b1")]);
        assert_eq!(
            straight,
            "M44.0 77.3 C89.0 77.3, 99.0 77.3, 144.0 77.3 C189.0 77.3, 199.0 77.3, 244.0 77.3"
        );
        let jump = way_path(&[across("b1"), across("a1")]);
        assert_eq!(
            jump,
            "M144.0 77.3 C189.0 77.3, 199.0 77.3, 244.0 77.3 M44.0 77.3 C89.0 77.3, 99.0 77.3, \
             144.0 77.3"
        );
        // A way is one line within a board with edges, and several where it leads round or through
        // portals.
        let lines = |rules, players| {
            follow(rules, players, "way").iter().map(|way| way_path(way).matches('M').count()).max()
        };
        assert_eq!(lines("classic", 4), Some(1));
        assert!(lines("globe", 4) > Some(1) && lines("portals", 4) > Some(1));
    }

    #[test]
    fn a_live_drawing_has_every_square_and_no_size() {
        let game = Game::new("islands", 2, "any").unwrap();
        let mut board = scene(&game, None);
        board.marks = vec![("a1:A".parse().unwrap(), "<1>".to_owned())];
        let live = live_svg(&board, "Title & text");
        assert!(live.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "));
        assert!(!live.lines().next().unwrap().contains("width="));
        assert!(live.contains("<title>Title &amp; text</title>") && live.contains("&lt;1&gt;"));
        for square in board.shape().rectangle_squares() {
            assert_eq!(live.matches(&format!("<g data-square=\"{square}\">")).count(), 1);
        }
        assert_eq!(live.matches("<g").count(), live.matches("</g>").count());
    }
}

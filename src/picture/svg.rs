//! Draws boards and single tiles as SVG documents.

use super::counts;
use super::curve::{Inset, Point, inwards};
use super::elements::{
    BADGE, FONT, MARGIN, PIECE_GROUND, PIECE_PICTURE, PORTALS, TILE, corner, draw_card,
    draw_fallen, draw_ground, draw_piece, escaped, head, path_points, scaled_head, size, text,
};
use super::ink::{ink, look_ink};
use super::palette::{Ground, Palette, Tone};
use super::scene::{BoardScene, OUT_OF_SIGHT, seat_letters};
use crate::board::{Content, Laid, Place, Port, Rotation, Side, Square};
use crate::game::{BoardStyle, Look, Observation, PieceFace, RulePiece, Seat};
use std::fmt::Write as _;

// Writing to a string cannot fail, so the results of `write!` below are ignored.

/// Draws the board that an observation shows as an SVG document.
pub fn board_svg(see: &Observation<'_>) -> String {
    svg(
        &BoardScene::new(see, &seat_letters(see.seats())),
        &format!("The board in turn {}", see.turn()),
    )
}

/// Draws a board with everything on it, and what rules count below it, as an SVG document. `title`
/// is what a screen reader reads out.
pub fn svg(scene: &BoardScene, title: &str) -> String {
    let (width, height) = whole_size(scene);
    let palette = scene.palette();
    let mut out = head((width, height), title, palette);
    draw_ground(&mut out, (width, height), palette);
    draw_scene(&mut out, scene, None);
    counts::draw(&mut out, scene);
    out.push_str("</svg>\n");
    out
}

/// A part of a drawing: its left top and right bottom corners.
pub(super) type Area = (Point, Point);

/// Draws everything but the ground; with an area, all that is seen there.
pub(super) fn draw_scene(out: &mut String, scene: &BoardScene, area: Option<Area>) {
    draw_labels(out, scene);
    draw_shape(out, scene);
    let is_seen = |square: &Square| {
        let (x, y) = corner(*square);
        // Nothing on a square reaches half a square beyond it.
        let near = TILE / 2.0;
        area.is_none_or(|(from, to)| {
            x + TILE + near > from.0
                && x - near < to.0
                && y + TILE + near > from.1
                && y - near < to.1
        })
    };
    for square in scene.shape.squares().filter(is_seen) {
        draw_content_or_empty(out, scene, square);
    }
    draw_pieces(out, scene);
}

/// Draws boards side by side as an SVG document, each with a caption. A square is `scale` pixels
/// wide; `title` is what a screen reader reads out.
pub fn strip(scenes: &[(&BoardScene, &str)], scale: f64, title: &str) -> String {
    let width = scenes.iter().map(|(scene, _)| size(scene).0).sum::<f64>();
    let height = scenes.iter().map(|(scene, _)| whole_size(scene).1).fold(0.0, f64::max);
    let palette = scenes.first().map_or(Palette::default(), |(scene, _)| scene.palette());
    let mut out = scaled_head((width, height), scale / TILE, title);
    draw_ground(&mut out, (width, height), palette);
    let mut from = 0.0;
    for &(scene, caption) in scenes {
        let width = size(scene).0;
        let _ = writeln!(out, "<g transform=\"translate({from} 0)\">");
        draw_grid(&mut out, scene, caption);
        for square in scene.shape.squares() {
            draw_content(&mut out, scene, square);
            draw_over(&mut out, scene, square);
        }
        draw_pieces(&mut out, scene);
        counts::draw(&mut out, scene);
        out.push_str("</g>\n");
        from += width;
    }
    out.push_str("</svg>\n");
    out
}

/// Draws a single tile as an SVG document. `owner` gives the seat whose piece crossed the tile
/// through a port.
pub fn tile_svg(
    tile: Laid,
    title: &str,
    look: BoardStyle,
    owner: &dyn Fn(Port) -> Option<Seat>,
) -> String {
    let palette = Palette::new(look, Ground::AsViewed);
    let mut out = head((TILE, TILE), title, palette);
    draw_tile(&mut out, (0.0, 0.0), tile, (palette, Tone::Card), owner);
    out.push_str("</svg>\n");
    out
}

/// Draws a single special tile as an SVG document, named in a language by its two letters.
pub fn special_svg(look: &Look, board: BoardStyle, language: &str) -> String {
    let palette = Palette::new(board, Ground::AsViewed);
    let mut out = head((TILE, TILE), look.name.in_language(language), palette);
    draw_special(&mut out, look, language, palette);
    out.push_str("</svg>\n");
    out
}

/// The size of a drawing of the board with what rules count below it, in its own units.
pub(super) fn whole_size(scene: &BoardScene) -> (f64, f64) {
    let (width, board) = size(scene);
    (width, board + counts::height(scene))
}

pub(super) fn draw_labels(out: &mut String, scene: &BoardScene) {
    let color = scene.palette().tone(Tone::Label);
    if scene.marks.is_empty() {
        for column in 0..scene.shape.columns() {
            let (x, _) = corner(Square::new(column, 0));
            text(
                out,
                (x + TILE / 2.0, MARGIN / 2.0),
                18.0,
                color,
                &char::from(b'a' + column).to_string(),
            );
        }
        for row in 0..scene.shape.rows() {
            let (_, y) = corner(Square::new(0, row));
            text(out, (MARGIN / 2.0, y + TILE / 2.0), 18.0, color, &(row + 1).to_string());
        }
    }
    for (mark, label) in &scene.marks {
        // A mark within the board has its label on its own square.
        let away = if scene.shape.is_on_rim(*mark) { -MARGIN / 2.0 } else { MARGIN / 3.0 };
        text(out, inside(*mark, away), 14.0, color, label);
    }
}

/// Draws an empty board with few elements: one rectangle, lines between the squares, the names of
/// columns and rows, and a caption below.
fn draw_grid(out: &mut String, scene: &BoardScene, caption: &str) {
    let (wide, high) =
        (f64::from(scene.shape.columns()) * TILE, f64::from(scene.shape.rows()) * TILE);
    let [empty, ground, label] =
        [Tone::Empty, Tone::Ground, Tone::Label].map(|tone| scene.palette().tone(tone));
    let _ = writeln!(
        out,
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{wide}\" height=\"{high}\" fill=\"{empty}\"/>"
    );
    let down = (1..scene.shape.columns())
        .map(|column| format!("M{} {MARGIN}v{high}", MARGIN + f64::from(column) * TILE));
    let across = (1..scene.shape.rows())
        .map(|row| format!("M{MARGIN} {}h{wide}", MARGIN + f64::from(row) * TILE));
    let lines: String = down.chain(across).collect();
    let _ = writeln!(out, "<path d=\"{lines}\" stroke=\"{ground}\" stroke-width=\"3\"/>");
    draw_shape(out, scene);
    let _ = write!(out, "<g {FONT} font-size=\"26\" text-anchor=\"middle\" fill=\"{label}\">");
    for column in 0..scene.shape.columns() {
        let (x, _) = corner(Square::new(column, 0));
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"31\">{}</text>",
            x + TILE / 2.0,
            char::from(b'a' + column)
        );
    }
    for row in 0..scene.shape.rows() {
        let (_, y) = corner(Square::new(0, row));
        let _ = write!(out, "<text x=\"22\" y=\"{}\">{}</text>", y + TILE / 2.0 + 9.0, row + 1);
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\">{}</text></g>",
        MARGIN + wide / 2.0,
        MARGIN + high + 32.0,
        escaped(caption)
    );
}

/// Draws what is unlike a rectangle with edges all round (V5–V7).
fn draw_shape(out: &mut String, scene: &BoardScene) {
    let shape = &scene.shape;
    for square in shape.missing() {
        draw_missing(out, scene, square);
    }
    draw_round_sides(out, scene);
    for (number, &[one, other]) in shape.portals().iter().enumerate() {
        draw_portal(out, one, other, number);
        draw_portal(out, other, one, number);
    }
}

fn draw_missing(out: &mut String, scene: &BoardScene, square: Square) {
    let (x, y) = corner(square);
    let fill = scene.palette().tone(Tone::Beyond);
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{TILE}\" height=\"{TILE}\" fill=\"{fill}\"/>"
    );
}

/// Draws everything on a square but pieces.
pub(super) fn draw_square(out: &mut String, scene: &BoardScene, square: Square) {
    if scene.shape.missing().any(|missing| missing == square) {
        draw_missing(out, scene, square);
    }
    for (number, pair) in scene.shape.portals().iter().enumerate() {
        for (one, other) in
            [(pair[0], pair[1]), (pair[1], pair[0])].into_iter().filter(|&(one, _)| one == square)
        {
            draw_portal(out, one, other, number);
        }
    }
    if scene.shape.takes_tiles(square) {
        draw_content_or_empty(out, scene, square);
    }
}

/// Draws a dashed line along each side that is no edge because the board is round, with an arrow
/// outwards in each row or column (V6).
pub(super) fn draw_round_sides(out: &mut String, scene: &BoardScene) {
    let (shape, color) = (&scene.shape, scene.palette().tone(Tone::Label));
    let (wide, high) = (f64::from(shape.columns()) * TILE, f64::from(shape.rows()) * TILE);
    let mut side = |line: String, arrows: Vec<String>| {
        let _ = writeln!(
            out,
            "<path d=\"{line}\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"8 6\"/>"
        );
        let _ = writeln!(out, "<path d=\"{}\" fill=\"{color}\"/>", arrows.concat());
    };
    let middle = |line: u8| MARGIN + f64::from(line) * TILE + TILE / 2.0;
    if shape.wrap().goes_round(Side::Left) {
        let (left, right) = (MARGIN - 4.0, MARGIN + wide + 4.0);
        side(
            format!("M{left} {MARGIN}v{high}"),
            (0..shape.rows())
                .map(|row| format!("M{} {}l8 -6v12z", left - 9.0, middle(row)))
                .collect(),
        );
        side(
            format!("M{right} {MARGIN}v{high}"),
            (0..shape.rows())
                .map(|row| format!("M{} {}l-8 -6v12z", right + 9.0, middle(row)))
                .collect(),
        );
    }
    if shape.wrap().goes_round(Side::Top) {
        let (top, bottom) = (MARGIN - 4.0, MARGIN + high + 4.0);
        side(
            format!("M{MARGIN} {top}h{wide}"),
            (0..shape.columns())
                .map(|column| format!("M{} {}l-6 8h12z", middle(column), top - 9.0))
                .collect(),
        );
        side(
            format!("M{MARGIN} {bottom}h{wide}"),
            (0..shape.columns())
                .map(|column| format!("M{} {}l-6 -8h12z", middle(column), bottom + 9.0))
                .collect(),
        );
    }
}

/// Draws a portal of pair number `pair` as rings with the name of its twin in them (V7).
fn draw_portal(out: &mut String, square: Square, twin: Square, pair: usize) {
    let color = PORTALS[pair % PORTALS.len()];
    let (x, y) = corner(square);
    let (x, y) = (x + TILE / 2.0, y + TILE / 2.0);
    draw_card(
        out,
        corner(square),
        &format!("fill=\"{BADGE}\" stroke=\"{color}\" stroke-width=\"1.5\""),
    );
    for radius in [38.0, 28.0] {
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"4\"/>"
        );
    }
    text(out, (x, y), 20.0, color, &twin.to_string());
}

fn draw_content_or_empty(out: &mut String, scene: &BoardScene, square: Square) {
    if !draw_content(out, scene, square) {
        draw_empty(out, scene, square);
    }
    draw_over(out, scene, square);
}

/// Draws the pieces of rules that lie over a square: a wavy line across it where they act on the
/// whole line, and on their own square an arrow where they go, or their sign, in a corner that
/// leaves the rest to be seen.
fn draw_over(out: &mut String, scene: &BoardScene, square: Square) {
    let (x, y) = corner(square);
    let middle = (x + TILE / 2.0, y + TILE / 2.0);
    for (piece, face) in scene.over(square) {
        let color = look_ink(face.look.color).rgb;
        begin_titled(out, scene, square, face.look);
        if face.sweeps {
            let turned = f64::from(piece.facing.turns()) * 90.0;
            let _ = writeln!(
                out,
                "<g transform=\"rotate({turned} {:.1} {:.1})\" fill=\"none\">",
                middle.0, middle.1
            );
            let line = format!("M{x} {:.1}q12.5 -7 25 0t25 0t25 0t25 0", y + 38.0);
            for (color, width) in [(BADGE, 7), (color, 3)] {
                let _ = writeln!(
                    out,
                    "<path d=\"{line}\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
                );
            }
            out.push_str("</g>\n");
        }
        if piece.square == square {
            // No path comes there, not even the shortest bend, whichever piece has travelled it.
            let at = (x + TILE - 12.0, y + TILE - 12.0);
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9.5\" fill=\"{BADGE}\" stroke=\"{color}\" \
                 stroke-width=\"2.5\"/>",
                at.0, at.1
            );
            if face.sweeps {
                let turned = f64::from(piece.facing.turns()) * 90.0;
                let arrow = "m0 -7l6 6.5h-3.5v7h-5v-7h-3.5z";
                let _ = writeln!(
                    out,
                    "<path transform=\"rotate({turned} {:.1} {:.1})\" d=\"M{:.1} {:.1}{arrow}\" \
                     fill=\"{color}\"/>",
                    at.0, at.1, at.0, at.1
                );
            } else {
                text(out, at, 13.0, color, &face.look.sign.to_string());
            }
        }
        out.push_str("</g>\n");
    }
}

/// Draws what is on a square: a tile, a piece of a rule, a mark, or that it is blocked; `false`
/// (and draws nothing) if the square is empty.
fn draw_content(out: &mut String, scene: &BoardScene, square: Square) -> bool {
    let (x, y) = corner(square);
    if let Some(piece) = scene.rule_piece_on(square)
        && scene.content(square) != Content::Hidden
    {
        // It covers what it has come onto.
        draw_rule_piece(out, scene, piece);
        return true;
    }
    if let Content::Tile(tile) = scene.content(square) {
        let tone = if scene.tried == Some(square) { Tone::Tried } else { Tone::Card };
        draw_tile(out, (x, y), tile, (scene.palette(), tone), &|port| {
            scene.traveller(square, port)
        });
        if let Some(look) = scene.mark_on(square) {
            begin_titled(out, scene, square, look);
            // Small, so that the paths stay to be seen.
            draw_ring(out, (x + TILE / 2.0, y + TILE / 2.0), 17.0, look);
        }
        return true;
    }
    let is_blocked = scene.content(square) == Content::Blocked;
    if scene.content(square) == Content::Hidden {
        begin_titled(out, scene, square, &OUT_OF_SIGHT);
        let [hidden, faint] = [Tone::Hidden, Tone::Faint].map(|tone| scene.palette().tone(tone));
        draw_card(out, (x, y), &format!("fill=\"{hidden}\""));
        text(out, (x + TILE / 2.0, y + TILE / 2.0), 34.0, faint, &OUT_OF_SIGHT.sign.to_string());
        out.push_str("</g>\n");
    } else if scene.content(square) == Content::Haven {
        draw_laid_special(out, (x, y), scene.mark_on(square), scene.palette(), &|out, look| {
            begin_titled(out, scene, square, look);
        });
    } else if let Some(look) = scene.mark_on(square) {
        draw_mark(out, scene, square, look);
    } else if is_blocked {
        draw_card(out, (x, y), &format!("fill=\"{PIECE_GROUND}\""));
    } else {
        return false;
    }
    true
}

/// Begins the drawing of something of a rule's, with what it is as its title.
fn begin_titled(out: &mut String, scene: &BoardScene, square: Square, look: &Look) {
    let _ = writeln!(
        out,
        "<g><title>{square}: {}</title>",
        escaped(look.name.in_language(scene.language))
    );
}

/// Draws a mark of a rule on a square on which no tile lies: its sign in a ring.
fn draw_mark(out: &mut String, scene: &BoardScene, square: Square, look: &Look) {
    let (x, y) = corner(square);
    let (x, y) = (x + TILE / 2.0, y + TILE / 2.0);
    begin_titled(out, scene, square, look);
    if scene.content(square) == Content::Blocked {
        draw_card(out, corner(square), &format!("fill=\"{PIECE_GROUND}\""));
    } else {
        draw_empty(out, scene, square);
    }
    draw_ring(out, (x, y), 34.0, look);
}

/// Draws the sign of a mark in a ring, and ends what has a title.
fn draw_ring(out: &mut String, (x, y): (f64, f64), radius: f64, look: &Look) {
    let color = look_ink(look.color).rgb;
    let width = radius / 8.5;
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{BADGE}\" stroke=\"{color}\" \
         stroke-width=\"{width}\"/>"
    );
    text(out, (x, y), radius, color, &look.sign.to_string());
    out.push_str("</g>\n");
}

fn draw_empty(out: &mut String, scene: &BoardScene, square: Square) {
    let ((x, y), palette) = (corner(square), scene.palette());
    let [fill, name] = if scene.focus == Some(square) {
        [Tone::Focus, Tone::Text]
    } else if (square.column() + square.row()).is_multiple_of(2) {
        [Tone::Empty, Tone::Faint]
    } else {
        [Tone::OtherEmpty, Tone::Faint]
    };
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{TILE}\" height=\"{TILE}\" fill=\"{}\"/>",
        palette.tone(fill)
    );
    if fill != Tone::Focus {
        draw_grain(out, scene, square);
    }
    let middle = (x + TILE / 2.0, y + TILE / 2.0);
    text(out, middle, 16.0, palette.tone(name), &square.to_string());
}

/// Draws the pattern of an empty square: flakes of stone, or waves.
fn draw_grain(out: &mut String, scene: &BoardScene, square: Square) {
    let ((x, y), palette) = (corner(square), scene.palette());
    let grains: [&str; 4] = match palette.look() {
        BoardStyle::Stone => [
            "m18 22l11 4l-9 3zm45 3l-5 8l-1 1zm-35 41l9 -3l-2 6zm40 7l10 3l-8 3z",
            "m30 16l-6 7l0 1zm44 4l9 5l-8 2zm-12 54l6 8l-6 1zm-41 -9l8 5l-7 2z",
            "m14 34l8 -5l-1 7zm64 -12l3 9l-5 0zm-54 52l10 4l-8 3zm48 -4l7 -6l-1 8z",
            "m24 20l9 1l-8 4zm51 14l8 -3l-1 6zm-58 44l7 6l-7 2zm52 2l9 -4l-2 7z",
        ],
        BoardStyle::Sea => [
            "m12 24q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1zm36 56q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1z",
            "m56 22q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1zm-38 58q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1z",
            "m34 18q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1zm-18 64q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1z",
            "m10 30q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1zm44 48q7 -8 14 -1t14 -1q-7 8 -14 2t-14 -1z",
        ],
    };
    let grain = grains[usize::from(7 * square.column() + 3 * square.row()) % grains.len()];
    let _ = writeln!(out, "<path d=\"M{x} {y}{grain}\" fill=\"{}\"/>", palette.tone(Tone::Grain));
}

/// Draws a tile, its card in a tone of a palette.
pub(super) fn draw_tile(
    out: &mut String,
    (x, y): (f64, f64),
    tile: Laid,
    (palette, card): (Palette, Tone),
    owner: &dyn Fn(Port) -> Option<Seat>,
) {
    let [fill, edge, bevel, casing, path] =
        [card, Tone::CardEdge, Tone::Bevel, Tone::Casing, Tone::Path]
            .map(|tone| palette.tone(tone));
    let style = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"");
    draw_card(out, (x, y), &style);
    let _ = writeln!(
        out,
        "<path d=\"M{:.1} {:.1}v-78q0 -8 8 -8h78\" fill=\"none\" stroke=\"{bevel}\" \
         stroke-width=\"2\"/>",
        x + 5.0,
        y + 91.0
    );
    if tile.face().is_special() {
        return;
    }
    let mut pairs = tile.pairs();
    pairs.sort_by_key(|&(one, _)| owner(one).is_some());
    for (one, other) in pairs {
        let [from, control, other_control, to] = path_points((x, y), one, other);
        let line = format!("M{from} C{control}, {other_control}, {to}");
        let (color, width) = owner(one).map_or((path, 8.0), |seat| (ink(seat).rgb, 10.0));
        let _ = writeln!(
            out,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{casing}\" stroke-width=\"{}\"/>",
            width + 7.0
        );
        let _ = writeln!(
            out,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
        );
    }
}

/// Draws a special tile at the origin: its sign, with what it is as its title.
pub(super) fn draw_special(out: &mut String, look: &Look, language: &str, palette: Palette) {
    let begin = |out: &mut String, look: &Look| {
        let _ = writeln!(out, "<g><title>{}</title>", escaped(look.name.in_language(language)));
    };
    draw_laid_special(out, (0.0, 0.0), Some(look), palette, &begin);
}

/// Draws a special tile: its sign on a card.
fn draw_laid_special(
    out: &mut String,
    (x, y): (f64, f64),
    look: Option<&Look>,
    palette: Palette,
    begin: &dyn Fn(&mut String, &Look),
) {
    let edge = palette.tone(Tone::CardEdge);
    let card = format!("fill=\"{BADGE}\" stroke=\"{edge}\" stroke-width=\"1.5\"");
    let Some(look) = look else { return draw_card(out, (x, y), &card) };
    begin(out, look);
    draw_card(out, (x, y), &card);
    text(
        out,
        (x + TILE / 2.0, y + TILE / 2.0),
        48.0,
        look_ink(look.color).rgb,
        &look.sign.to_string(),
    );
    out.push_str("</g>\n");
}

/// Draws the ground of a piece of a rule, with an edge, so that two of them beside each other are
/// told apart without their colours.
fn draw_piece_ground(out: &mut String, (x, y): Point, color: &str) {
    let (x, y, side) = (x + 4.0, y + 4.0, TILE - 8.0);
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"9\" \
         fill=\"{PIECE_GROUND}\" stroke=\"{color}\" stroke-width=\"2\"/>"
    );
}

fn draw_rule_piece(out: &mut String, scene: &BoardScene, piece: RulePiece) {
    let at = corner(piece.square);
    let Some(face) = scene.face(piece) else {
        return draw_card(out, at, &format!("fill=\"{PIECE_GROUND}\""));
    };
    begin_titled(out, scene, piece.square, face.look);
    draw_piece_face(out, at, face, piece.facing);
    out.push_str("</g>\n");
}

/// Draws what is printed on a piece of a rule, turned by `facing`.
pub(super) fn draw_piece_face(out: &mut String, (x, y): Point, face: &PieceFace, facing: Rotation) {
    let (middle, turned) = ((x + TILE / 2.0, y + TILE / 2.0), f64::from(facing.turns()) * 90.0);
    let color = look_ink(face.look.color).rgb;
    draw_piece_ground(out, (x, y), color);
    if let Some(path) = face.look.picture {
        let _ = writeln!(
            out,
            "<path transform=\"translate({x} {y})\" d=\"{}\" fill=\"{PIECE_PICTURE}\" \
             fill-rule=\"evenodd\" stroke=\"{PIECE_PICTURE}\" stroke-width=\"5\" \
             stroke-linejoin=\"round\"/>",
            escaped(path)
        );
    }
    if let Some(dice) = face.dice {
        let _ = writeln!(out, "<g transform=\"rotate({turned} {:.1} {:.1})\">", middle.0, middle.1);
        for (turns, arrow) in [0.0, 90.0, 180.0, 270.0].into_iter().zip(dice.arrows) {
            let _ =
                writeln!(out, "<g transform=\"rotate({turns} {:.1} {:.1})\">", middle.0, middle.1);
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {:.1} l9 13 h-18 z\" fill=\"{color}\"/>",
                middle.0,
                y + 8.0
            );
            // Turned back, so that the number is upright.
            let at = (middle.0, y + 29.0);
            let upright = -(turned + turns);
            let _ = writeln!(out, "<g transform=\"rotate({upright} {:.1} {:.1})\">", at.0, at.1);
            text(out, at, 15.0, color, &arrow.to_string());
            out.push_str("</g></g>\n");
        }
        out.push_str("</g>\n");
        let sign = if dice.clockwise { '↻' } else { '↺' };
        let in_the_middle = if dice.turn == 0 {
            face.look.sign.to_string()
        } else {
            format!("{sign}{}", dice.turn)
        };
        text(out, middle, if dice.turn == 0 { 26.0 } else { 16.0 }, color, &in_the_middle);
    } else {
        text(out, middle, 40.0, color, &face.look.sign.to_string());
    }
}

pub(super) fn draw_pieces(out: &mut String, scene: &BoardScene) {
    for (seat, at) in placed_fallen(scene) {
        draw_fallen(out, at, seat, scene.letter(seat));
    }
    for (seat, at) in placed_pieces(scene) {
        draw_piece(out, at, seat, scene.letter(seat));
    }
}

/// How far from the line between two squares the middle of a piece is that stands on a tile.
const ON_TILE: f64 = 14.0;
/// How far from each other pieces at one place are.
const APART: f64 = 28.0;

/// Where the middle of each piece is: on the tile on which it stands, at its edge, or on the line
/// before a start mark (T5). Pieces at one place stand in a row into their square.
pub(super) fn placed_pieces(scene: &BoardScene) -> impl Iterator<Item = (Seat, Point)> {
    scene.pieces.iter().enumerate().map(|(index, &(seat, place))| {
        let before = scene.pieces[..index].iter().filter(|piece| piece.1 == place).count();
        let (stands, away) =
            scene.tile_under(seat, place).map_or((place, 0.0), |stands| (stands, ON_TILE));
        (seat, inside(stands, away + APART * count(before)))
    })
}

/// Where the letter of each piece is that is out: where its path ends, on the square on which it
/// was lost.
pub(super) fn placed_fallen(scene: &BoardScene) -> impl Iterator<Item = (Seat, Point)> {
    scene.fallen.iter().enumerate().map(|(index, &(seat, place))| {
        let before = scene.fallen[..index].iter().filter(|fallen| fallen.1 == place).count();
        (seat, inside(place, ON_TILE + APART * count(before)))
    })
}

/// The point at a port of a square, so far inside the square.
fn inside(place: Place, away: f64) -> Point {
    let ((x, y), inwards) = port_at(place);
    (x + inwards.0 * away, y + inwards.1 * away)
}

/// The point at a port of a square, and the direction into the square.
pub(super) fn port_at(place: Place) -> (Point, Point) {
    let (x, y) = corner(place.square());
    let (port_x, port_y) = Inset::THIRD.port(place.port());
    ((x + port_x * TILE, y + port_y * TILE), inwards(place.port().side()))
}

fn count(pieces: usize) -> f64 {
    f64::from(u8::try_from(pieces).unwrap_or_default())
}

//! [`BoardPicture`]: a board with the hand of a seat below it.

use super::counts;
use super::curve::Point;
use super::elements::{self, MARGIN, TILE, draw_ground, draw_piece, head};
use super::palette::Tone;
use super::scene::{BoardScene, seat_letters};
use super::svg::{self, Area, draw_scene, draw_special, draw_tile};
use crate::board::{Face, Laid, Rotation};
use crate::game::{Observation, Seat};
use std::fmt::Write as _;

/// The height of the strip below the board where a hand is drawn, in units of the drawing.
const STRIP: f64 = 96.0;
/// The longest side of a tile of a hand, and the space between two of them.
const HAND_TILE: f64 = 70.0;
const HAND_GAP: f64 = 14.0;

/// A board, and below it the hand of a seat if one is shown: what the files of `tsuro render` are
/// made of.
///
/// ```
/// use tsuro::Game;
/// use tsuro::game::Seat;
/// use tsuro::picture::BoardPicture;
///
/// let game = Game::new("seas", 4, "any text")?;
/// let table = BoardPicture::new(&game.observe(None));
/// // The same board, with the tiles that the first seat holds.
/// let mine = BoardPicture::with_hand(&game.observe(Seat::new(0)));
/// assert!(table.svg("The table").len() < mine.svg("My view").len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BoardPicture {
    /// The board.
    pub scene: BoardScene,
    /// The number of the turn; 0 before the first.
    pub turn: u32,
    /// The seat whose hand is drawn, and the tiles of the hand.
    pub hand: Option<(Seat, Vec<Face>)>,
}

impl BoardPicture {
    /// The board that an observation shows.
    pub fn new(see: &Observation<'_>) -> Self {
        Self {
            scene: BoardScene::new(see, &seat_letters(see.seats())),
            turn: see.turn(),
            hand: None,
        }
    }

    /// As [`BoardPicture::new`], with the hand of the seat that observes, or the table's open hand;
    /// an onlooker sees no hand.
    pub fn with_hand(see: &Observation<'_>) -> Self {
        Self { hand: see.seat().map(|seat| (seat, see.hand().iter().collect())), ..Self::new(see) }
    }

    /// The size of the drawing, in its own units: a square of the board is 100 wide.
    pub(super) fn size(&self) -> Point {
        let (width, height) = svg::whole_size(&self.scene);
        (width, height + if self.hand.is_some() { STRIP } else { 0.0 })
    }

    /// Draws it as an SVG document, without a hand exactly as [`svg`](super::svg()) does. `title`
    /// is what a screen reader reads out.
    pub fn svg(&self, title: &str) -> String {
        self.svg_with(title, None)
    }

    /// As [`BoardPicture::svg`]; with an area, what is not seen there may be left out.
    pub(super) fn svg_with(&self, title: &str, area: Option<Area>) -> String {
        let (width, height) = self.size();
        let palette = self.scene.palette();
        let mut out = head((width, height), title, palette);
        draw_ground(&mut out, (width, height), palette);
        draw_scene(&mut out, &self.scene, area);
        counts::draw(&mut out, &self.scene);
        self.draw_hand(&mut out);
        out.push_str("</svg>\n");
        out
    }

    /// Draws the piece of the seat and beside it its tiles, in one row.
    fn draw_hand(&self, out: &mut String) {
        let Some((seat, hand)) = &self.hand else { return };
        let (width, top) = svg::whole_size(&self.scene);
        let count = f64::from(u8::try_from(hand.len()).unwrap_or(u8::MAX));
        let room = width - MARGIN - HAND_TILE;
        let side = HAND_TILE.min(room / count.max(1.0) - HAND_GAP);
        let mut x = (width - count * (side + HAND_GAP)) / 2.0 + HAND_GAP;
        let middle = top + STRIP / 2.0 - HAND_GAP / 2.0;
        draw_piece(out, (x - HAND_GAP, middle), *seat, self.scene.letter(*seat));
        x += HAND_GAP;
        let palette = self.scene.palette();
        for &face in hand {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "<g transform=\"translate({x:.1} {:.1}) scale({:.3})\">",
                middle - side / 2.0,
                side / TILE
            );
            if let Some(look) = self.scene.special(face) {
                draw_special(out, look, self.scene.language, palette);
            } else {
                let tile = Laid::new(face, Rotation::NONE);
                draw_tile(out, (0.0, 0.0), tile, (palette, Tone::Card), &|_| None);
            }
            out.push_str("</g>\n");
            x += side + HAND_GAP;
        }
    }

    /// The part of the drawing that differs from `before`, a picture of the same game, as its left
    /// top and right bottom corners; `None` if nothing differs.
    pub(super) fn changed_since(&self, before: &Self) -> Option<Area> {
        let squares = self.scene.changed_since(&before.scene).into_iter().map(|square| {
            let (x, y) = elements::corner(square);
            ((x, y), (x + TILE, y + TILE))
        });
        let pieces = |one: &Self, other: &Self| {
            let placed = |scene| svg::placed_fallen(scene).chain(svg::placed_pieces(scene));
            let kept: Vec<(Seat, Point)> = placed(&other.scene).collect();
            let reach = elements::PIECE_REACH;
            let around = move |(x, y): Point| ((x - reach, y - reach), (x + reach, y + reach));
            placed(&one.scene)
                .filter(|piece| !kept.contains(piece))
                .map(|piece| around(piece.1))
                .collect::<Vec<_>>()
        };
        let ((width, height), (_, board), (_, counted)) =
            (self.size(), elements::size(&self.scene), svg::whole_size(&self.scene));
        let is_counted = |scene: &BoardScene| (scene.counts.clone(), scene.scores.clone());
        let counts = (is_counted(&self.scene) != is_counted(&before.scene))
            .then_some(((0.0, board), (width, counted)));
        let hand = (self.hand != before.hand).then_some(((0.0, counted), (width, height)));
        squares
            .chain(pieces(self, before))
            .chain(pieces(before, self))
            .chain(counts)
            .chain(hand)
            .reduce(|((left, top), (right, bottom)), (from, to)| {
                ((left.min(from.0), top.min(from.1)), (right.max(to.0), bottom.max(to.1)))
            })
    }
}

//! Fits a board, and the tiles and lines beside it, into a window.

use tsuro::board::{Laid, Port};
use tsuro::game::{Look, Seat};
use tsuro::picture::{BoardScene, Canvas, MAX_TILE_ROWS, MIN_TILE_ROWS, Pen, TileScale, board, special_tile, tile};
use tsuro_faces::words::wrap;

/// A tile with a label.
#[derive(Clone)]
pub(super) struct Card {
    pub tile: Laid,
    /// How it looks, if it is a special tile.
    pub special: Option<&'static Look>,
    /// The text above the tile.
    pub label: String,
    pub pen: Pen,
    /// The seats whose pieces would cross the tile, each with the ports where it enters and leaves.
    pub ways: Vec<(Seat, Port, Port)>,
}

/// What is shown beside the board.
#[derive(Default)]
pub(super) struct Panel {
    /// Lines at the top.
    pub head: Vec<String>,
    /// Rows of tiles.
    pub cards: Vec<Vec<Card>>,
    /// Lines at the bottom.
    pub foot: Vec<String>,
}

/// The least width beside the board, in characters.
const NARROWEST: usize = 28;

/// The board of `scene` with `panel` beside it, or below it in a narrow window; `None` if the window is too small for
/// the board. The window scrolls, so the board may be higher than it.
pub(super) fn compose(scene: &BoardScene, panel: &Panel, (width, height): (usize, usize), color: bool) -> Option<Vec<String>> {
    let cards = panel.cards.iter().map(Vec::len).max().unwrap_or(0);
    let beside = NARROWEST.max(cards * (TileScale::new(MIN_TILE_ROWS).width() + 1));
    let fits = |cut: &TileScale| {
        let (wide, high) = cut.size(scene);
        wide + 2 + beside <= width && (high <= height || cut.height() == MIN_TILE_ROWS)
    };
    let Some(cut) = (MIN_TILE_ROWS..=MAX_TILE_ROWS).rev().map(TileScale::new).find(fits) else {
        let cut = TileScale::fitting(scene, width, height.saturating_sub(10)).or_else(|| TileScale::fitting(scene, width, height))?;
        let mut lines = board(scene, cut, color).lines(color);
        // Below the board all tiles go into one row, which is wrapped.
        let flowing =
            Panel { head: panel.head.clone(), cards: vec![panel.cards.iter().flatten().cloned().collect()], foot: panel.foot.clone() };
        lines.extend(panel_lines(&flowing, TileScale::new(MIN_TILE_ROWS), width, color));
        return Some(lines);
    };
    let (wide, high) = cut.size(scene);
    let left = width - wide - 2;
    let hand = (MIN_TILE_ROWS..=cut.height()).rev().map(TileScale::new).find(|cut| {
        let lines = panel.head.len() + panel.foot.len() + panel.cards.len() * (cut.height() + 1);
        cards * (cut.width() + 1) <= left && lines + 4 <= high
    });
    let lines = panel_lines(panel, hand.unwrap_or(TileScale::new(MIN_TILE_ROWS)), left, color);
    let mut board = board(scene, cut, color).lines(color).into_iter();
    let blank = " ".repeat(wide);
    let rows = lines.len().max(high);
    let mut lines = lines.into_iter();
    let row = |_| {
        let left = board.next().unwrap_or_else(|| blank.clone());
        format!("{left}  {}", lines.next().unwrap_or_default())
    };
    Some((0..rows).map(row).collect())
}

/// The lines of a panel of this width.
fn panel_lines(panel: &Panel, cut: TileScale, width: usize, color: bool) -> Vec<String> {
    let mut lines = panel.head.clone();
    for row in &panel.cards {
        lines.extend(card_row(row, cut, width, color));
    }
    let foot: Vec<String> = panel.foot.iter().flat_map(|line| wrap(line, width)).collect();
    if !foot.is_empty() {
        lines.push(String::new());
    }
    lines.extend(foot);
    lines
}

/// A row of cards, wrapped to the width of the window.
fn card_row(cards: &[Card], cut: TileScale, width: usize, color: bool) -> Vec<String> {
    let pitch = cut.width() + 1;
    let in_a_row = (width / pitch).max(1);
    let mut lines = Vec::new();
    for cards in cards.chunks(in_a_row) {
        let mut canvas = Canvas::new(cards.len() * pitch, cut.height() + 1);
        for (index, card) in cards.iter().enumerate() {
            let owner = |port: Port| card.ways.iter().rev().find(|way| way.1 == port || way.2 == port).map(|way| way.0);
            canvas.text(index * pitch, 0, &card.label, card.pen);
            let drawn = card.special.map_or_else(|| tile(card.tile, cut, color, &owner), |look| special_tile(look, cut));
            canvas.paste(index * pitch, 1, &drawn);
        }
        lines.extend(canvas.lines(color));
    }
    lines
}

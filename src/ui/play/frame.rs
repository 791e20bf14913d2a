//! Fits a board, and the tiles and lines beside it, into a window.

use crate::board::{Laid, Port};
use crate::game::Seat;
use crate::picture::{BoardScene, Canvas, MAX_TILE_ROWS, MIN_TILE_ROWS, Pen, TileScale, board, tile};

/// A tile with a label.
#[derive(Clone)]
pub(super) struct Card {
    pub tile: Laid,
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
    /// Lines at the bottom, which are always shown.
    pub foot: Vec<String>,
    /// Lines above the foot: the last ones, as many as there is room for.
    pub news: Vec<String>,
    /// The line that says how many news are left out.
    pub more: Option<Box<dyn Fn(usize) -> String>>,
}

/// The least width beside the board, in characters.
const NARROWEST: usize = 28;

/// The board of `scene` with `panel` beside it, or below it in a narrow window; `None` if the window is too small for
/// the board. If the window scrolls, the board may be higher than it.
pub(super) fn compose(
    scene: &BoardScene,
    panel: &Panel,
    (width, height): (usize, usize),
    scrolls: bool,
    color: bool,
) -> Option<Vec<String>> {
    let cards = panel.cards.iter().map(Vec::len).max().unwrap_or(0);
    let beside = NARROWEST.max(cards * (TileScale::new(MIN_TILE_ROWS).width() + 1));
    let fits = |cut: &TileScale| {
        let (wide, high) = cut.size(scene);
        wide + 2 + beside <= width && (high <= height || (scrolls && cut.height() == MIN_TILE_ROWS))
    };
    let Some(cut) = (MIN_TILE_ROWS..=MAX_TILE_ROWS).rev().map(TileScale::new).find(fits) else {
        let cut = TileScale::fitting(scene, width, height.saturating_sub(10)).or_else(|| TileScale::fitting(scene, width, height))?;
        let mut lines = board(scene, cut, color).lines(color);
        // Below the board all tiles go into one row, which is wrapped.
        let flowing = Panel {
            head: panel.head.clone(),
            cards: vec![panel.cards.iter().flatten().cloned().collect()],
            foot: panel.foot.clone(),
            news: panel.news.clone(),
            more: None,
        };
        let left = height.saturating_sub(lines.len());
        lines.extend(panel_lines(&flowing, TileScale::new(MIN_TILE_ROWS), width, Some(left), color));
        return Some(lines);
    };
    let (wide, high) = cut.size(scene);
    let left = width - wide - 2;
    let hand = (MIN_TILE_ROWS..=cut.height()).rev().map(TileScale::new).find(|cut| {
        let lines = panel.head.len() + panel.foot.len() + panel.cards.len() * (cut.height() + 1);
        cards * (cut.width() + 1) <= left && lines + 4 <= high
    });
    let lines = panel_lines(panel, hand.unwrap_or(TileScale::new(MIN_TILE_ROWS)), left, Some(high), color);
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

/// The lines of a panel of this width; `height` limits the news.
fn panel_lines(panel: &Panel, cut: TileScale, width: usize, height: Option<usize>, color: bool) -> Vec<String> {
    let mut lines = panel.head.clone();
    for row in &panel.cards {
        lines.extend(card_row(row, cut, width, color));
    }
    let foot: Vec<String> = panel.foot.iter().flat_map(|line| wrap(line, width)).collect();
    let mut news: Vec<String> = panel.news.iter().flat_map(|line| wrap(line, width)).collect();
    if let Some(height) = height {
        let room = height.saturating_sub(lines.len() + foot.len() + 1);
        if news.len() > room {
            let kept = room.saturating_sub(1);
            let left_out = news.len() - kept;
            news.drain(..left_out);
            if let (Some(more), true) = (&panel.more, room > 0) {
                news.insert(0, more(left_out));
            }
        }
    }
    if height.is_none_or(|height| lines.len() + news.len() + foot.len() < height) {
        lines.push(String::new());
    }
    lines.extend(news);
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
            canvas.paste(index * pitch, 1, &tile(card.tile, cut, color, &owner));
        }
        lines.extend(canvas.lines(color));
    }
    lines
}

/// Breaks a text at spaces into lines of at most `width` characters, as far as its words allow.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    // Coloured lines are short, and their length in characters is not what is seen.
    if text.contains('\x1b') || text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let length = lines.last().map_or(0, |line| line.chars().count());
        if length > 0 && length + 1 + word.chars().count() > width {
            lines.push(format!("  {word}"));
        } else if let Some(line) = lines.last_mut() {
            if length > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(wrap("four to five two four fives six two eleven", 20), ["four to five two", "  four fives six two", "  eleven"]);
        assert_eq!(wrap("short", 20), ["short"]);
        assert_eq!(wrap("averyveryverylongword", 5), ["averyveryverylongword"]);
    }
}

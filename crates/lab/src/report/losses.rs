//! Where pieces are lost, as text and as a page.

use super::figures::grouped;
use super::page::{number_cell, page, wide_table};
use super::plot::{Cell, heat};
use crate::losses::{LossKind, LossMap, LossShare};
use maud::html;
use std::fmt::Write as _;

/// Number of start marks and tiles that the text shows of each, those with the largest shares.
const SHOWN: usize = 5;

/// A share in per cent with one digit.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// The shares of one kind, largest first.
fn worst_first(map: &LossMap, kind: LossKind) -> Vec<LossShare> {
    let mut shares = map.shares(kind);
    shares.sort_by(|one, other| other.share().total_cmp(&one.share()));
    shares
}

/// What the shares of a kind are, in words.
const fn meaning(kind: LossKind) -> &'static str {
    match kind {
        LossKind::Square => "Share of the games in which a piece is lost on the square",
        LossKind::Mark => "Share of the pieces that are lost, by the start mark where they began",
        LossKind::Tile => "Share of the placements that eliminate a piece, by tile",
    }
}

/// The map as text: the board, and the start marks and tiles with the largest shares.
pub fn losses_text(map: &LossMap) -> String {
    let mut text = format!("\n{}, in per cent:\n    ", meaning(LossKind::Square));
    let shares = map.shares(LossKind::Square);
    for column in (b'a'..).take(map.shape().columns().into()) {
        let _ = write!(text, "{:>6}", char::from(column));
    }
    let squares: Vec<_> = map.shape().rectangle_squares().collect();
    for row in 0..map.shape().rows() {
        let _ = write!(text, "\n{:>4}", row + 1);
        for square in squares.iter().filter(|square| square.row() == row) {
            let name = square.to_string();
            let share = shares.iter().find(|share| share.name == name);
            let _ = write!(text, "{:>6}", share.map_or_else(String::new, |it| percent(it.share())));
        }
    }
    text.push('\n');
    for kind in [LossKind::Mark, LossKind::Tile] {
        let _ = writeln!(text, "\n{}; the largest:", meaning(kind));
        for share in worst_first(map, kind).iter().take(SHOWN) {
            let _ = writeln!(
                text,
                "  {:<8} {:>5} % ({} to {}) of {}",
                share.name,
                percent(share.share()),
                percent(share.interval.low),
                percent(share.interval.high),
                grouped(share.of),
            );
        }
    }
    if map.without_tile() > 0 {
        let lost = grouped(map.without_tile());
        let _ = writeln!(text, "\nPieces lost before the placement of a turn: {lost}.");
    }
    text + "The 95 % intervals of one list hold together.\n"
}

/// The map as a page; `title` says what was played.
pub fn losses_html(map: &LossMap, title: &str) -> String {
    let shares = map.shares(LossKind::Square);
    let most = shares.iter().map(LossShare::share).fold(1e-9, f64::max);
    let columns: Vec<String> = (b'a'..)
        .take(map.shape().columns().into())
        .map(|letter| char::from(letter).into())
        .collect();
    let rows: Vec<String> = (1..=map.shape().rows()).map(|row| row.to_string()).collect();
    let cell = |name: String| {
        let share = shares.iter().find(|share| share.name == name).map(LossShare::share);
        Cell {
            text: share.map(percent).unwrap_or_default(),
            near: share.map(|share| share / most),
            front: false,
        }
    };
    let cells: Vec<Vec<Cell>> = rows
        .iter()
        .map(|row| columns.iter().map(|column| cell(format!("{column}{row}"))).collect())
        .collect();
    let head = html! {
        th { "name" } th.n { "of" } th.n { "lost" } th.n { "share, %" } th.n { "95 % interval" }
    };
    let body = html! {
        h1 { "Where pieces are lost" }
        p {
            (title) ", " (grouped(map.summary.games()))
            " games. The 95 % intervals of one list hold together."
        }
        (heat(
            &format!("{}, in per cent", meaning(LossKind::Square)),
            ("column", &columns),
            ("row", &rows),
            &cells,
        ))
        p { "The colours run evenly from 0 % (lightest) to " (percent(most)) " % (darkest)." }
        @for kind in LossKind::ALL {
            h2 { (meaning(kind)) }
            (wide_table(None, Some(&head), &worst_first(map, kind).iter().map(|share| html! {
                td { (share.name) }
                (number_cell(share.of as f64, &grouped(share.of)))
                (number_cell(share.lost as f64, &grouped(share.lost)))
                (number_cell(share.share(), &percent(share.share())))
                td.n { (percent(share.interval.low)) " to " (percent(share.interval.high)) }
            }).collect::<Vec<_>>()))
        }
        @if map.without_tile() > 0 {
            p { "Pieces lost before the placement of a turn: " (grouped(map.without_tile())) "." }
        }
    };
    page("en", "Where pieces are lost", &body)
}

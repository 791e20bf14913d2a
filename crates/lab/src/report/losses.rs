//! Where pieces are lost, as text and as a page.

use super::figures::{grouped, percent, points};
use super::page::{number_cell, page, wide_table};
use super::plot::{Cell, Legend, heat};
use crate::loss_differences::{LossComparison, LossDifference};
use crate::losses::{LossKind, LossMap, LossShare};
use maud::html;
use std::fmt::Write as _;

/// Number of start marks and tiles that the text shows of each, those with the largest shares.
const SHOWN: usize = 5;

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
            &Legend { ends: ["0 %", &format!("{} %", percent(most))], front: "" },
            ("column", &columns),
            ("row", &rows),
            &cells,
        ))
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

/// The differences of one kind, largest first: those that are certain before the others.
fn largest_first(found: &LossComparison, kind: LossKind) -> Vec<LossDifference> {
    let mut all = found.differences(kind);
    let key = |one: &LossDifference| (one.verdict() != "undecided", one.difference().abs());
    all.sort_by(|one, other| {
        let (one, other) = (key(one), key(other));
        other.0.cmp(&one.0).then(other.1.total_cmp(&one.1))
    });
    all
}

/// How many differences of a kind are certain, in words.
fn certain(found: &LossComparison, kind: LossKind) -> String {
    let all = found.differences(kind);
    let count = |verdict| all.iter().filter(|one| one.verdict() == verdict).count();
    let of = all.len();
    format!(
        "under B surely higher {} times and lower {} times of {of}",
        count("higher"),
        count("lower")
    )
}

/// The differences of two rule sets as text: B − A on the board, and the start marks and tiles with
/// the largest differences.
pub fn loss_differences_text(found: &LossComparison) -> String {
    let mut text = format!(
        "\n{}: B − A in points (* surely not 0);\n{}:\n    ",
        meaning(LossKind::Square),
        certain(found, LossKind::Square)
    );
    let squares = found.differences(LossKind::Square);
    let shape = found.maps[0].shape();
    for column in (b'a'..).take(shape.columns().into()) {
        let _ = write!(text, "{:>7}", format!("{} ", char::from(column)));
    }
    let places: Vec<_> = shape.rectangle_squares().collect();
    for row in 0..shape.rows() {
        let _ = write!(text, "\n{:>4}", row + 1);
        for square in places.iter().filter(|square| square.row() == row) {
            let name = square.to_string();
            let shown = squares.iter().find(|one| one.name == name).map(|one| {
                let mark = if one.verdict() == "undecided" { " " } else { "*" };
                points(one.difference()) + mark
            });
            let _ = write!(text, "{:>7}", shown.unwrap_or_default());
        }
    }
    text = text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    for kind in [LossKind::Mark, LossKind::Tile] {
        let _ = writeln!(text, "\n{};\n{}; the largest:", meaning(kind), certain(found, kind));
        for one in largest_first(found, kind).iter().take(SHOWN) {
            let [low, high] = one.interval.map(points);
            let [a, b] = one.shares.map(percent);
            let _ = writeln!(
                text,
                "  {:<8} {a:>5} → {b:>5} %  {:>6} ({low} to {high}) {}",
                one.name,
                points(one.difference()),
                one.verdict()
            );
        }
    }
    text + "The 95 % intervals of one list hold together.\n"
}

/// The differences of two rule sets as a page; `title` says what was played.
pub fn loss_differences_html(found: &LossComparison, title: &str) -> String {
    let head = html! {
        th { "name" } th.n { "A, %" } th.n { "B, %" } th.n { "B − A, points" }
        th.n { "95 % interval" } th { "verdict" }
    };
    let body = html! {
        h1 { "Where pieces are lost: B compared with A" }
        p {
            (title) ", " (grouped(found.maps[0].summary.games()))
            " games of each on the same luck. The 95 % intervals of one list hold together."
        }
        @for kind in LossKind::ALL {
            h2 { (meaning(kind)) }
            p { "The share is " (certain(found, kind)) "." }
            (wide_table(None, Some(&head), &largest_first(found, kind).iter().map(|one| html! {
                td { (one.name) }
                (number_cell(one.shares[0], &percent(one.shares[0])))
                (number_cell(one.shares[1], &percent(one.shares[1])))
                (number_cell(one.difference(), &points(one.difference())))
                td.n { (points(one.interval[0])) " to " (points(one.interval[1])) }
                td class=(one.verdict()) { (one.verdict()) }
            }).collect::<Vec<_>>()))
        }
    };
    page("en", "Where pieces are lost: B compared with A", &body)
}

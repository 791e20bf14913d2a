//! A review as a text of at most 80 columns.

use super::{
    ReviewedTable, account_parts, chance, decision, decision_head, go_on, how_far, luck_headings,
};
use super::{lucky_turns, title};
use crate::words::{TextKey, wrap};
use std::fmt::Write as _;
use tsuro::game::{Choice, Observation};
use tsuro::picture::{BoardScene, Canvas, TileScale, board};
use tsuro::ruleset::shown;
use tsuro_lab::review::{ChancePoint, ChoiceCost, Findings, Review, ShareEstimate, percent};

/// The width of the text in characters.
const WIDTH: usize = 80;
/// The widest curve, in characters.
const CURVE: usize = 42;
/// The width of a player beside a curve, with the letter.
const PLAYER: usize = 20;
/// The most rows of a board.
const ROWS: usize = 26;

/// The findings for people; with `color`, boards with the escape sequences that colour a terminal.
pub fn text(review: &Review, findings: &Findings, table: &ReviewedTable, color: bool) -> String {
    let mut out = String::new();
    let narrator = &table.narrator;
    say(&mut out, &title(table, findings));
    if let Some(what) = review.look(0, |see| chance(see, narrator)) {
        say(&mut out, &what);
    }
    say(&mut out, &how_far(table, findings));
    out.push('\n');
    curves(&mut out, findings, table);
    costliest(&mut out, review, findings, table, color);
    luck(&mut out, findings, table);
    out.push('\n');
    say(&mut out, narrator.language.sentence(TextKey::ReviewHowSure));
    out
}

/// Adds a text in lines of at most [`WIDTH`] characters.
fn say(out: &mut String, text: &str) {
    indented(out, text, 0);
}

fn indented(out: &mut String, text: &str, indent: usize) {
    for line in wrap(shown(text).as_ref(), WIDTH - indent) {
        let _ = writeln!(out, "{:indent$}{}", "", line.trim_start());
    }
}

/// Both curves: a line for each seat.
fn curves(out: &mut String, findings: &Findings, table: &ReviewedTable) {
    let of: [fn(&ChancePoint) -> &[ShareEstimate]; 2] = [|one| &one.known, |one| &one.open];
    let points = findings.by_turn();
    for (head, of) in table.curve_titles(findings).iter().zip(of) {
        say(out, head);
        for seat in 0..table.players.len() {
            let shares: Vec<f64> =
                points.iter().map(|&at| of(&findings.curve[at])[seat].value).collect();
            let side =
                |share: Option<&f64>| format!("{} %", percent(share.copied().unwrap_or_default()));
            let _ = writeln!(
                out,
                "  {:<PLAYER$} {:>5} {} {}",
                short(&table.lettered(seat), PLAYER),
                side(shares.first()),
                line(&shares),
                side(shares.last()),
            );
        }
        out.push('\n');
    }
}

/// Shares as a line of bars. Of more shares than fit, it shows evenly spread ones, the first and
/// the last among them.
fn line(shares: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let shown = shares.len().min(CURVE);
    (0..shown)
        .map(|at| {
            let share = shares[at * (shares.len() - 1) / (shown - 1).max(1)];
            BARS[((share * 8.0) as usize).min(7)]
        })
        .collect()
}

/// The costliest decisions, each with its boards.
fn costliest(
    out: &mut String,
    review: &Review,
    findings: &Findings,
    table: &ReviewedTable,
    color: bool,
) {
    let words = table.narrator.language;
    if findings.costliest.is_empty() {
        say(out, words.sentence(TextKey::ReviewNoCost));
        out.push('\n');
        return;
    }
    say(out, words.sentence(TextKey::WebReviewCostliest));
    for (number, &at) in findings.costliest.iter().enumerate() {
        let cost = &findings.decisions[at];
        out.push('\n');
        say(out, &decision_head(table, findings, number, cost));
        let told = review.look(cost.point, |see| {
            let mut told = String::new();
            for sentence in decision(see, &table.narrator, cost) {
                indented(&mut told, &sentence, 2);
            }
            told.push_str(&boards(see, cost, table, color));
            told
        });
        out.push_str(&told.unwrap_or_default());
        // A command that is copied stands in one line.
        if let Some((what, command)) = go_on(table, cost) {
            let _ = writeln!(out, "{what}\n  {}", shown(&command));
        }
    }
    out.push('\n');
}

/// The board after both choices, side by side if there is room.
fn boards(see: &Observation<'_>, cost: &ChoiceCost, table: &ReviewedTable, color: bool) -> String {
    let placements = [&cost.best.choice, &cost.chosen.choice];
    if !placements.iter().all(|choice| matches!(choice, Choice::Place(_))) {
        return String::new();
    }
    let words = table.narrator.language;
    let titles = [TextKey::WebReviewBest, TextKey::WebReviewYours].map(|key| words.sentence(key));
    let scenes = placements.map(|choice| super::scene(see, &table.narrator, choice));
    let drawn = |scene: &BoardScene, width: usize| {
        TileScale::fitting(scene, width, ROWS).map(|scale| board(scene, scale, color))
    };
    let half = WIDTH / 2 - 1;
    let beside = scenes.iter().map(|scene| drawn(scene, half)).collect::<Option<Vec<_>>>();
    if let Some([best, chosen]) = beside.as_deref() {
        let mut both = Canvas::new(half + 2 + chosen.width(), best.height().max(chosen.height()));
        both.paste(0, 0, best);
        both.paste(half + 2, 0, chosen);
        let [best, yours] = titles;
        return titled(&format!("{best:<w$}{yours}", w = half + 2), &both, color);
    }
    scenes
        .iter()
        .zip(&titles)
        .filter_map(|(scene, title)| Some(titled(title, &drawn(scene, WIDTH)?, color)))
        .collect()
}

fn titled(title: &str, canvas: &Canvas, color: bool) -> String {
    let lines = canvas.lines(color);
    let lines = lines.iter().map(|line| if color { line.as_str() } else { line.trim_end() });
    let lines: Vec<&str> = std::iter::once(title).chain(lines).collect();
    format!("\n{}\n", lines.join("\n"))
}

/// What everybody's chance was made of.
fn luck(out: &mut String, findings: &Findings, table: &ReviewedTable) {
    /// The least widths of a share, and of a change with its error.
    const LEAST: [usize; 5] = [6, 10, 10, 10, 6];
    let words = table.narrator.language;
    say(out, words.sentence(TextKey::WebReviewLuck));
    let headings = luck_headings(words);
    let long = headings.iter().skip(1).map(|head| head.chars().count());
    let widths: Vec<usize> = long.zip(LEAST).map(|(long, least)| long.max(least) + 2).collect();
    let first = WIDTH.saturating_sub(widths.iter().sum());
    let row = |first_cell: &str, cells: &[String]| {
        let mut row = format!("{:<first$}", short(first_cell, first));
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(row, "{cell:>width$}");
        }
        row
    };
    let _ = writeln!(out, "{}", row("", &headings[1..]).trim_end());
    for (seat, account) in findings.accounts.iter().enumerate() {
        let cells = account_parts(account).map(|(_, text)| text);
        let _ = writeln!(out, "{}", row(&format!("  {}", table.lettered(seat)), &cells));
    }
    for sentence in lucky_turns(&table.narrator, findings) {
        say(out, &sentence);
    }
}

/// The first `most` characters of a name, in which nothing is left on which a terminal would act.
fn short(name: &str, most: usize) -> String {
    let name = shown(name);
    if name.chars().count() <= most {
        name.into_owned()
    } else {
        name.chars().take(most.saturating_sub(1)).chain(['…']).collect()
    }
}

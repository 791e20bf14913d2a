//! The findings as a text of at most 80 columns.

use super::words::{
    HOW_SURE, chance_words, choice_words, cost_words, decision_head, head, how_far, scene,
    share_words, short, with_sign,
};
use super::{ChancePoint, ChoiceCost, Findings, Review, ShareEstimate, signed};
use std::fmt::Write as _;
use tsuro::game::{Choice, Observation};
use tsuro::picture::{BoardScene, Canvas, TileScale, board};

/// The width of the text in characters.
const WIDTH: usize = 80;
/// The widest curve, in characters.
const CURVE: usize = 44;
/// The most rows of a board.
const ROWS: usize = 26;

/// The findings for people; with `color`, boards with the escape sequences that colour a terminal.
pub fn text(review: &Review, findings: &Findings, color: bool) -> String {
    let mut out = String::new();
    let games = findings.games;
    let head = head(review, findings);
    let _ = writeln!(out, "{head}\n{games} games searched for each number\n");
    if let Some(what) = review.look(0, chance_words) {
        let _ = writeln!(out, "100 % is {what}.\n");
    }
    if let Some(how_far) = how_far(findings) {
        wrap(&mut out, &how_far, 0);
        out.push('\n');
    }
    curves(&mut out, review, findings);
    costliest(&mut out, review, findings, color);
    luck(&mut out, review, findings);
    out.push('\n');
    wrap(&mut out, HOW_SURE, 0);
    out
}

/// Both curves: a line for each seat.
fn curves(out: &mut String, review: &Review, findings: &Findings) {
    let seat = short(&review.players()[findings.seat.index()], 30);
    let heads = [format!("As far as {seat} knew"), "With open hands".to_owned()];
    let of: [fn(&ChancePoint) -> &[ShareEstimate]; 2] = [|one| &one.known, |one| &one.open];
    let points = findings.by_turn();
    for (head, of) in heads.iter().zip(of) {
        let _ = writeln!(out, "{head}, from the first turn to the last:");
        for seat in 0..usize::from(review.seats()) {
            let shares: Vec<f64> =
                points.iter().map(|&at| of(&findings.curve[at])[seat].value).collect();
            let (first, last) = (shares.first(), shares.last());
            let _ = writeln!(
                out,
                "  {} {:<14} {:>5} {} {}",
                review_letter(review, seat),
                short(&review.players()[seat], 14),
                with_sign(first.copied().unwrap_or_default()),
                line(&shares),
                with_sign(last.copied().unwrap_or_default()),
            );
        }
        out.push('\n');
    }
}

fn review_letter(review: &Review, seat: usize) -> char {
    tsuro::picture::seat_letters(review.seats()).get(seat).copied().unwrap_or(' ')
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
fn costliest(out: &mut String, review: &Review, findings: &Findings, color: bool) {
    if findings.costliest.is_empty() {
        out.push_str("No decision cost anything that the search could find.\n\n");
        return;
    }
    out.push_str("The costliest decisions\n\n");
    for (number, &at) in findings.costliest.iter().enumerate() {
        let cost = &findings.decisions[at];
        let told = review.look(cost.point, |see| {
            let mut told = String::new();
            let _ = writeln!(told, "{}:", decision_head(findings, number + 1, cost));
            for (name, advice) in [("best", &cost.best), ("yours", &cost.chosen)] {
                let what = choice_words(see, &advice.choice);
                let line = format!("{name:>5}  {:<16} {what}", share_words(advice));
                wrap(&mut told, &line, 24);
            }
            let _ = writeln!(told, "       {}\n", cost_words(cost));
            told.push_str(&boards(see, cost, color));
            told
        });
        out.push_str(&told.unwrap_or_default());
    }
}

/// The board after both choices, side by side if there is room.
fn boards(see: &Observation<'_>, cost: &ChoiceCost, color: bool) -> String {
    let placements = [&cost.best.choice, &cost.chosen.choice];
    if !placements.iter().all(|choice| matches!(choice, Choice::Place(_))) {
        return String::new();
    }
    let scenes = placements.map(|choice| scene(see, choice));
    let drawn = |scene: &BoardScene, width: usize| {
        TileScale::fitting(scene, width, ROWS).map(|scale| board(scene, scale, color))
    };
    let half = WIDTH / 2 - 1;
    let beside = scenes.iter().map(|scene| drawn(scene, half)).collect::<Option<Vec<_>>>();
    if let Some([best, chosen]) = beside.as_deref() {
        let mut both = Canvas::new(half + 2 + chosen.width(), best.height().max(chosen.height()));
        both.paste(0, 0, best);
        both.paste(half + 2, 0, chosen);
        return titled(&format!("{:<w$}yours:", "best:", w = half + 2), &both, color);
    }
    let one_by_one = scenes.iter().zip(["best:", "yours:"]);
    one_by_one
        .filter_map(|(scene, title)| Some(titled(title, &drawn(scene, WIDTH)?, color)))
        .collect()
}

fn titled(title: &str, canvas: &Canvas, color: bool) -> String {
    let lines = canvas.lines(color);
    let lines = lines.iter().map(|line| if color { line.as_str() } else { line.trim_end() });
    let lines: Vec<&str> = std::iter::once(title).chain(lines).collect();
    format!("{}\n\n", lines.join("\n"))
}

/// What everybody's chance was made of.
fn luck(out: &mut String, review: &Review, findings: &Findings) {
    out.push_str("What was luck, with open hands\n");
    let _ = writeln!(
        out,
        "{:<18}{:>7}{:>14}{:>16}{:>12}{:>8}",
        "", "start", "own choices", "other choices", "luck", "end"
    );
    for (seat, account) in findings.accounts.iter().enumerate() {
        let _ = writeln!(
            out,
            "{:<18}{:>7}{:>14}{:>16}{:>12}{:>8}",
            format!("  {} {}", review_letter(review, seat), short(&review.players()[seat], 13)),
            with_sign(account.start.value),
            signed(&account.own),
            signed(&account.others),
            signed(&account.luck),
            with_sign(account.end.value),
        );
    }
    for turn in findings.lucky_turns() {
        let kind = if turn.luck.value > 0.0 { "good" } else { "bad" };
        let _ = writeln!(out, "Turn {}: {kind} luck, {} %.", turn.turn, signed(&turn.luck));
    }
    if !findings.ended {
        out.push_str("The game was broken off: the end is the chance where it stops.\n");
    }
}

/// Adds a text in lines of at most [`WIDTH`] characters; all but the first are indented.
fn wrap(out: &mut String, text: &str, indent: usize) {
    let mut used = 0;
    // What stands before the words of the first line stays as it is.
    let begins = text.len() - text.trim_start().len();
    out.push_str(&text[..begins]);
    used += begins;
    for word in text[begins..].split(' ') {
        let long = word.chars().count();
        if used > begins && used + 1 + long > WIDTH {
            let _ = write!(out, "\n{:indent$}", "");
            used = indent;
        } else if used > begins {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += long;
    }
    out.push('\n');
}

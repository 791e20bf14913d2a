//! The findings as one HTML page that needs no network and no script.

use super::curve::{CurveKind, CurveTexts, curve_svg};
use super::words::{
    HOW_SURE, chance_words, choice_words, cost_words, decision_head, head, how_far, player, scene,
    share_words, with_sign,
};
use super::{ChancePoint, ChoiceCost, Findings, Review, ShareEstimate, percent, signed};
use crate::report::{number_cell, page, wide_table};
use maud::{Markup, PreEscaped, html as markup};
use tsuro::game::{Choice, Observation};
use tsuro::picture::{seat_letters, svg};
use tsuro::ruleset::shown;

/// The whole review as a page. `command` is the command line that makes it again, if there is one.
pub fn html(review: &Review, findings: &Findings, command: Option<&str>) -> String {
    let title = head(review, findings);
    let body = markup! {
        h1 { (title) }
        p.note {
            (findings.games) " games searched for each number."
            @if let Some(what) = review.look(0, chance_words) { " 100\u{a0}% is " (what) "." }
            @if let Some(how_far) = how_far(findings) { " " (how_far) }
            @if !findings.ended { " The game was broken off: the end is where it stops." }
        }
        (costliest(review, findings))
        h2 { "Everybody’s chances" }
        (curves(review, findings))
        h2 { "What was luck" }
        (luck(review, findings))
        p.note { (HOW_SURE) }
        @if let Some(command) = command {
            p.note { code { (shown(command)) } }
        }
    };
    page(&title, &body)
}

/// The chances of all seats at a point of a curve.
type Chances = fn(&ChancePoint) -> &[ShareEstimate];

/// Both curves, each with its table.
fn curves(review: &Review, findings: &Findings) -> Markup {
    let known = format!("As far as {} knew", player(review, findings.seat));
    let kinds: [(&str, CurveKind, Chances); 2] = [
        (&known, CurveKind::Known, |point| &point.known),
        ("With open hands", CurveKind::Open, |point| &point.open),
    ];
    let names = names(review);
    let head = markup! { th.n { "Turn" } @for name in &names { th.n { (shown(name)) } } };
    markup! {
        @for (title, kind, chances) in kinds {
            figure {
                figcaption { (shown(title)) }
                (PreEscaped(curve_svg(findings, kind, CurveTexts {
                    title,
                    turn: "turn",
                    letters: &seat_letters(review.seats()),
                })))
            }
            details {
                summary { (shown(title)) ", in numbers" }
                (wide_table(None, Some(&head), &findings.by_turn().into_iter().map(|at| {
                    let point = &findings.curve[at];
                    markup! {
                        (number_cell(f64::from(point.turn), &point.turn.to_string()))
                        @for one in chances(point) { (number_cell(one.value, &with_interval(one))) }
                    }
                }).collect::<Vec<_>>()))
            }
        }
    }
}

/// A chance with its interval.
fn with_interval(share: &ShareEstimate) -> String {
    let [low, high] = share.interval;
    format!("{} ({}–{})", with_sign(share.value), percent(low), percent(high))
}

/// The players, each with the letter of the piece.
fn names(review: &Review) -> Vec<String> {
    let letters = seat_letters(review.seats());
    letters.iter().zip(review.players()).map(|(letter, name)| format!("{letter} {name}")).collect()
}

fn costliest(review: &Review, findings: &Findings) -> Markup {
    markup! {
        h2 { "The costliest decisions" }
        @if findings.costliest.is_empty() {
            p { "No decision cost anything that the search could find." }
        }
        @for (number, &at) in findings.costliest.iter().enumerate() {
            @let cost = &findings.decisions[at];
            @let head = decision_head(findings, number + 1, cost);
            (review.look(cost.point, |see| decision(see, &head, cost)).unwrap_or_default())
        }
    }
}

/// One decision with the boards after both choices.
fn decision(see: &Observation<'_>, head: &str, cost: &ChoiceCost) -> Markup {
    let sides = [("best", &cost.best), ("yours", &cost.chosen)];
    markup! {
        section {
            h3.written { (head) }
            p.words { (cost_words(cost)) }
            div.plots {
                @for (name, advice) in sides {
                    @let what = choice_words(see, &advice.choice);
                    figure {
                        figcaption { (name) ": " (share_words(advice)) ", " (what) }
                        @if matches!(advice.choice, Choice::Place(_)) {
                            (PreEscaped(svg(&scene(see, &advice.choice), &format!("{name}: {what}"))))
                        }
                    }
                }
            }
        }
    }
}

/// What everybody's chance was made of, and the turns of most luck.
fn luck(review: &Review, findings: &Findings) -> Markup {
    let head = markup! {
        th { "Player" } th.n { "start" } th.n { "own choices" } th.n { "others’ choices" }
        th.n { "luck" } th.n { "end" }
    };
    let rows: Vec<Markup> = names(review)
        .iter()
        .zip(&findings.accounts)
        .map(|(name, account)| {
            markup! {
                td { (shown(name)) }
                (number_cell(account.start.value, &with_sign(account.start.value)))
                @for part in [&account.own, &account.others, &account.luck] {
                    (number_cell(part.value, &signed(part)))
                }
                (number_cell(account.end.value, &with_sign(account.end.value)))
            }
        })
        .collect();
    markup! {
        (wide_table(None, Some(&head), &rows))
        @for turn in findings.lucky_turns() {
            p {
                "Turn " (turn.turn) ": " (if turn.luck.value > 0.0 { "good" } else { "bad" })
                " luck, " (signed(&turn.luck)) "\u{a0}%."
            }
        }
    }
}

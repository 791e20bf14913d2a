//! A review as one HTML page that needs no network and no script.

use super::{
    ReviewedTable, account_parts, chance, decision, decision_head, go_on, how_far, luck_headings,
};
use super::{lucky_turns, title, words_of_choices};
use crate::words::TextKey;
use maud::{Markup, PreEscaped, html as markup};
use tsuro::game::{Choice, Observation};
use tsuro::picture::svg;
use tsuro::ruleset::shown;
use tsuro_lab::report::{number_cell, page, wide_table};
use tsuro_lab::review::{
    ChancePoint, ChoiceCost, CurveKind, CurveTexts, Findings, Review, ShareEstimate, curve_svg,
    percent,
};

/// The whole review as a page. `command` is the command line that makes it again, if there is one.
pub fn html(
    review: &Review,
    findings: &Findings,
    table: &ReviewedTable,
    command: Option<&str>,
) -> String {
    let (title, words) = (title(table, findings), table.narrator.language);
    let body = markup! {
        h1 { (shown(&title)) }
        p.note {
            @if let Some(what) = review.look(0, |see| chance(see, &table.narrator)) { (what) " " }
            (how_far(table, findings))
        }
        (costliest(review, findings, table))
        h2 { (words.sentence(TextKey::WebReviewCurve)) }
        (curves(findings, table))
        h2 { (words.sentence(TextKey::WebReviewLuck)) }
        (luck(findings, table))
        p.note { (words.sentence(TextKey::ReviewHowSure)) }
        @if let Some(command) = command {
            p.note { code { (shown(command)) } }
        }
    };
    page(words.code(), &title, &body)
}

/// The chances of all seats at a point of a curve.
type Chances = fn(&ChancePoint) -> &[ShareEstimate];

/// Both curves, each with its table.
fn curves(findings: &Findings, table: &ReviewedTable) -> Markup {
    let words = table.narrator.language;
    let titles = table.curve_titles(findings);
    let kinds: [(&str, CurveKind, Chances); 2] = [
        (&titles[0], CurveKind::Known, |point| &point.known),
        (&titles[1], CurveKind::Open, |point| &point.open),
    ];
    let turn = words.sentence(TextKey::GoToAsk).trim_end_matches([':', ' ', '\u{a0}']);
    let names = (0..table.players.len()).map(|seat| table.lettered(seat));
    let head = markup! { th.n { (turn) } @for name in names { th.n { (shown(&name)) } } };
    let numbers = |chances: Chances| -> Vec<Markup> {
        let row = |at: usize| {
            let point = &findings.curve[at];
            markup! {
                (number_cell(f64::from(point.turn), &point.turn.to_string()))
                @for one in chances(point) { (number_cell(one.value, &with_interval(one))) }
            }
        };
        findings.by_turn().into_iter().map(row).collect()
    };
    markup! {
        @for (title, kind, chances) in kinds {
            figure {
                figcaption { (shown(title)) }
                (PreEscaped(curve_svg(findings, kind, CurveTexts {
                    title,
                    turn,
                    letters: table.narrator.letters(),
                })))
            }
            details {
                summary { (shown(&words.say(TextKey::ReviewInNumbers, &[("title", title)]))) }
                (wide_table(None, Some(&head), &numbers(chances)))
            }
        }
    }
}

/// A chance with its interval.
fn with_interval(share: &ShareEstimate) -> String {
    let [low, high] = share.interval.map(percent);
    format!("{} % ({low}–{high})", percent(share.value))
}

fn costliest(review: &Review, findings: &Findings, table: &ReviewedTable) -> Markup {
    let words = table.narrator.language;
    markup! {
        h2 { (words.sentence(TextKey::WebReviewCostliest)) }
        @if findings.costliest.is_empty() {
            p { (words.sentence(TextKey::ReviewNoCost)) }
        }
        @for (number, &at) in findings.costliest.iter().enumerate() {
            @let cost = &findings.decisions[at];
            @let head = decision_head(table, findings, number, cost);
            (review.look(cost.point, |see| one(see, table, &head, cost)).unwrap_or_default())
        }
    }
}

/// One decision with the boards after both choices.
fn one(see: &Observation<'_>, table: &ReviewedTable, head: &str, cost: &ChoiceCost) -> Markup {
    let narrator = &table.narrator;
    let [best, chosen, costs] = decision(see, narrator, cost);
    let sides = [(best, &cost.best), (chosen, &cost.chosen)];
    markup! {
        section {
            h3.written { (shown(head)) }
            p.words { (costs) }
            div.plots {
                @for (sentence, advice) in sides {
                    figure {
                        figcaption { (shown(&sentence)) }
                        @if matches!(advice.choice, Choice::Place(_)) {
                            @let what = words_of_choices(see, narrator, &[&advice.choice]).concat();
                            (PreEscaped(svg(&super::scene(see, narrator, &advice.choice), &what)))
                        }
                    }
                }
            }
            @if let Some((what, command)) = go_on(table, cost) {
                p.note { (what) " " code { (shown(&command)) } }
            }
        }
    }
}

/// What everybody's chance was made of, and the turns of most luck.
fn luck(findings: &Findings, table: &ReviewedTable) -> Markup {
    let headings = luck_headings(table.narrator.language);
    let head = markup! {
        @for (number, heading) in headings.iter().enumerate() {
            @if number == 0 { th { (heading) } } @else { th.n { (heading) } }
        }
    };
    let row = |(seat, account)| {
        markup! {
            td { (shown(&table.lettered(seat))) }
            @for (value, text) in account_parts(account) { (number_cell(value, &text)) }
        }
    };
    let rows: Vec<Markup> = findings.accounts.iter().enumerate().map(row).collect();
    markup! {
        (wide_table(None, Some(&head), &rows))
        @for sentence in lucky_turns(&table.narrator, findings) { p { (sentence) } }
    }
}

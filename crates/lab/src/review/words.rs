//! The findings in English words and numbers, for the text and the page.

use super::{ChoiceCost, Findings, Review, percent};
use crate::advise::Advice;
use tsuro::game::{Choice, Observation, Seat};
use tsuro::picture::{BoardScene, seat_letters};
use tsuro::ruleset::shown;

/// What a chance of 1 is.
pub(super) fn chance_words(see: &Observation<'_>) -> &'static str {
    if see.plays_alone() {
        "the share of the pieces that are saved"
    } else if see.plays_together() {
        "the chance to win together, or what their points are worth"
    } else {
        "the chance to win, or the share of a tie"
    }
}

/// A share as `41 %`.
pub(super) fn with_sign(share: f64) -> String {
    format!("{} %", percent(share))
}

/// The heading of a review.
pub(super) fn head(review: &Review, findings: &Findings) -> String {
    let turn = findings.curve.last().map_or(0, |point| point.turn);
    let name = short(review.variant().name(), 40);
    format!("{name}, turn {turn}: the review of {}", player(review, findings.seat))
}

/// The heading of one of the costliest decisions, with its place among them from 1.
pub(super) fn decision_head(findings: &Findings, place: usize, cost: &ChoiceCost) -> String {
    let seat =
        if cost.seat == findings.seat { String::new() } else { format!(", seat {}", cost.seat) };
    format!("{place}. Turn {}{seat}, {} choices", cost.turn, cost.choices)
}

/// How far the search has come, where its first pass was ended early.
pub(super) fn how_far(findings: &Findings) -> Option<String> {
    (!findings.is_whole()).then(|| {
        format!(
            "Only {} of {} decisions were looked at before the time was over: what follows ends \
             there.",
            findings.curve.len(),
            findings.points
        )
    })
}

/// The first `most` characters of a name. A record from outside may have any names, so characters on
/// which a terminal would act are escaped here, for every place that shows a name.
pub(super) fn short(name: &str, most: usize) -> String {
    let name = shown(name);
    if name.chars().count() <= most {
        name.into_owned()
    } else {
        name.chars().take(most - 1).chain(['…']).collect()
    }
}

/// A choice of a seat, and where it would lead.
pub(super) fn choice_words(see: &Observation<'_>, choice: &Choice) -> String {
    // The words of an answer may come from a script in the record.
    let Choice::Place(tile) = choice else { return shown(&choice.to_string()).into_owned() };
    let outlook = see.outlook(*tile);
    let own = outlook.to.map_or_else(|| "out".to_owned(), |to| format!("to {to}"));
    let others = outlook.out.iter().filter(|&other| other != see.decider());
    let others: Vec<String> = others.map(|other| format!(", seat {other} out")).collect();
    format!("{choice} ({own}{})", others.concat())
}

/// What a choice wins, with its interval.
pub(super) fn share_words(advice: &Advice) -> String {
    let [low, high] = advice.interval;
    format!("{} ({}–{})", with_sign(advice.share), percent(low), percent(high))
}

/// What a decision cost, and how sure that is.
pub(super) fn cost_words(cost: &ChoiceCost) -> String {
    let lost = with_sign(cost.cost);
    if cost.is_sure() {
        format!("It cost {lost}: at least {}, that is sure.", with_sign(cost.at_least))
    } else {
        format!("It cost {lost} as far as one can tell; it may have cost nothing: not sure.")
    }
}

/// The board at a decision: as it was, or with a placement tried.
pub(super) fn scene(see: &Observation<'_>, choice: &Choice) -> BoardScene {
    let scene = BoardScene::new(see, &seat_letters(see.seats()));
    if let Choice::Place(tile) = choice { scene.trying(see, *tile) } else { scene }
}

/// A seat with the name of its player: `anna (seat 0)`.
pub(super) fn player(review: &Review, seat: Seat) -> String {
    let name = review.players().get(seat.index()).map_or("", String::as_str);
    format!("{} (seat {seat})", short(name, 20))
}

/// How sure all of it is.
pub(super) const HOW_SURE: &str = "Intervals are at 95 %; those of the choices of one decision \
    hold together. They cover the chance in the games that the search played, not how well it \
    plays: people may win more often or less. Choices are judged by what the player could know, \
    luck with open hands. With more time the numbers get surer.";

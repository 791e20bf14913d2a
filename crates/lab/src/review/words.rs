//! The findings in English words and numbers, for the text and the page.

use super::{ChoiceCost, Findings, Review, ShareEstimate, TurnAccount};
use crate::advise::Advice;
use tsuro::game::{Choice, Observation, Seat};
use tsuro::picture::{BoardScene, seat_letters};
use tsuro::ruleset::shown;

/// The number of turns that are named for their luck.
const LUCKIEST: usize = 3;
/// The least change by luck that is worth a word.
const WORTH_A_WORD: f64 = 0.02;

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
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A difference of shares as `−12 ± 4`.
pub(super) fn signed(estimate: &ShareEstimate) -> String {
    let room = (estimate.interval[1] - estimate.interval[0]) / 2.0;
    let value = (100.0 * estimate.value).round();
    let sign = if value < 0.0 {
        "−"
    } else if value > 0.0 {
        "+"
    } else {
        ""
    };
    format!("{sign}{:.0} ± {:.0}", value.abs(), 100.0 * room)
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
    format!("{} ({:.0}–{:.0})", percent(advice.share), 100.0 * low, 100.0 * high)
}

/// What a decision cost, and how sure that is.
pub(super) fn cost_words(cost: &ChoiceCost) -> String {
    let lost = percent(cost.cost);
    if cost.is_sure() {
        format!("It cost {lost}: at least {}, that is sure.", percent(cost.at_least))
    } else {
        format!("It cost {lost} as far as one can tell; it may have cost nothing: not sure.")
    }
}

/// The board at a decision: as it was, or with a placement tried.
pub(super) fn scene(see: &Observation<'_>, choice: &Choice) -> BoardScene {
    let scene = BoardScene::new(see, &seat_letters(see.seats()));
    if let Choice::Place(tile) = choice { scene.trying(see, *tile) } else { scene }
}

/// The turns in which luck changed most, each with what it changed.
pub(super) fn lucky_turns(findings: &Findings) -> Vec<&TurnAccount> {
    let mut turns: Vec<&TurnAccount> = findings
        .turns
        .iter()
        .filter(|turn| turn.luck.value.abs() >= WORTH_A_WORD && turn.luck.is_sure())
        .collect();
    turns.sort_by(|one, other| other.luck.value.abs().total_cmp(&one.luck.value.abs()));
    turns.truncate(LUCKIEST);
    turns
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

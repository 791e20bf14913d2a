//! What a review found about a game, in the sentences of a language.

use super::ask::swap;
use crate::words::{Narrator, TextKey};
use tsuro::game::{Choice, Observation};
use tsuro_lab::review::{ChoiceCost, Findings, ShareEstimate};

/// A choice of the seat that observes, in words: for a placement, what it does.
fn choice_in_words(see: &Observation<'_>, narrator: &Narrator, choice: &Choice) -> String {
    let words = narrator.language;
    match choice {
        Choice::Place(tile) => narrator.consequences(&see.consequences(*tile), see.decider()),
        Choice::Start(mark) | Choice::Relocate(Some(mark)) => words.place(*mark),
        Choice::Relocate(None) => words.plain(TextKey::StayHere),
        Choice::Exchange(exchange) => swap(exchange, narrator),
        Choice::Rule(answer) => see.question().map_or_else(
            || answer.to_string(),
            |question| narrator.answer(question.asks.kind, *answer),
        ),
        other => other.to_string(),
    }
}

/// A decision of the player: what the best choice wins, what the one made wins, and what that
/// cost. `see` is what the seat saw.
pub fn decision(see: &Observation<'_>, narrator: &Narrator, cost: &ChoiceCost) -> [String; 3] {
    let words = narrator.language;
    let side = |key, advice: &tsuro_lab::Advice| {
        let [low, high] = advice.interval.map(percent);
        let choice = choice_in_words(see, narrator, &advice.choice);
        let names = [
            ("share", &*percent(advice.share)),
            ("low", &low),
            ("high", &high),
            ("choice", &choice),
        ];
        words.say(key, &names)
    };
    let (lost, least) = (percent(cost.cost), percent(cost.at_least.max(0.0)));
    let key = if cost.is_sure() { TextKey::ReviewSure } else { TextKey::ReviewUnsure };
    [
        side(TextKey::ReviewBest, &cost.best),
        side(TextKey::ReviewYours, &cost.chosen),
        words.say(key, &[("cost", &lost), ("least", &least)]),
    ]
}

/// What the chance of the player was made of, in one sentence.
pub fn luck(narrator: &Narrator, findings: &Findings) -> String {
    let account = &findings.accounts[findings.seat.index()];
    let names = [
        ("start", percent(account.start.value)),
        ("end", percent(account.end.value)),
        ("own", signed(&account.own)),
        ("others", signed(&account.others)),
        ("luck", signed(&account.luck)),
    ];
    let names = names.each_ref().map(|(name, text)| (*name, text.as_str()));
    narrator.language.say(TextKey::ReviewLuck, &names)
}

/// A share in per cent, without the sign.
fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// A difference in per cent, with how sure it is.
fn signed(estimate: &ShareEstimate) -> String {
    let room = 50.0 * (estimate.interval[1] - estimate.interval[0]);
    let value = (100.0 * estimate.value).round();
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{:.0} ± {room:.0}", value.abs())
}

//! What a review found about a game, in the sentences of a language.

use super::ask::choice_in_words;
use crate::words::{Narrator, TextKey};
use tsuro::game::{Choice, Observation};
use tsuro_lab::review::{ChoiceCost, Findings, ShareEstimate};

/// A choice of the seat that observes, in words: for a placement, what it does.
fn words_of_choice(see: &Observation<'_>, narrator: &Narrator, choice: &Choice) -> String {
    if let Choice::Place(tile) = choice {
        return narrator.consequences(&see.consequences(*tile), see.decider());
    }
    choice_in_words(choice, see.question().as_ref(), narrator)
}

/// A decision of the player: what the best choice wins, what the one made wins, and what that
/// cost. `see` is what the seat saw.
pub fn decision(see: &Observation<'_>, narrator: &Narrator, cost: &ChoiceCost) -> [String; 3] {
    let words = narrator.language;
    let side = |key, advice: &tsuro_lab::Advice| {
        let [low, high] = advice.interval.map(percent);
        let choice = words_of_choice(see, narrator, &advice.choice);
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

//! What a review found about a game, in the sentences of a language.

use super::ask::choice_in_words;
use crate::words::{Narrator, TextKey};
use tsuro::board::Laid;
use tsuro::game::{Choice, Observation};
use tsuro_lab::review::{ChoiceCost, Findings, TurnAccount, percent, signed};

/// Choices of the seat that observes, in words: for placements, what they do. Those that do the
/// same have their tile named as well, so that no two are alike.
pub fn words_of_choices(
    see: &Observation<'_>,
    narrator: &Narrator,
    choices: &[&Choice],
) -> Vec<String> {
    let one = |choice: &&Choice| match choice {
        Choice::Place(tile) => narrator.consequences(&see.consequences(*tile), see.decider()),
        _ => choice_in_words(choice, see.question().as_ref(), narrator),
    };
    let all: Vec<String> = choices.iter().map(one).collect();
    let apart = |(words, choice): (&String, &&Choice)| match choice {
        Choice::Place(tile) if all.iter().filter(|other| *other == words).count() > 1 => {
            let tile = placed_tile(see, narrator, *tile);
            let mut letters = tile.chars();
            let first = letters.next().map(|first| first.to_lowercase().to_string());
            format!("{words} ({}{})", first.unwrap_or_default(), letters.as_str())
        }
        _ => words.clone(),
    };
    all.iter().zip(choices).map(apart).collect()
}

/// A tile of the hand of the seat that observes, by its place there, and how it is turned.
pub fn placed_tile(see: &Observation<'_>, narrator: &Narrator, tile: Laid) -> String {
    let hand = see.hand();
    let mut laid = hand.iter().filter(|held| held.orientations() > 0);
    let place = laid.position(|held| held == tile.face()).map_or(0, |at| at + 1).to_string();
    let names = [("place", place.as_str()), ("turned", narrator.turned(tile))];
    narrator.language.say(TextKey::WebTileTurned, &names)
}

/// A decision of the player: what the best choice wins, what the one made wins, and what that
/// cost. `see` is what the seat saw.
pub fn decision(see: &Observation<'_>, narrator: &Narrator, cost: &ChoiceCost) -> [String; 3] {
    let words = narrator.language;
    let choices = [&cost.best, &cost.chosen].map(|advice| &advice.choice);
    let choices = words_of_choices(see, narrator, &choices);
    let side = |key, advice: &tsuro_lab::Advice, choice: &str| {
        let [low, high] = advice.interval.map(percent);
        let names = [
            ("share", &*percent(advice.share)),
            ("low", &low),
            ("high", &high),
            ("choice", choice),
        ];
        words.say(key, &names)
    };
    let (lost, least) = (percent(cost.cost), percent(cost.at_least.max(0.0)));
    let key = if cost.is_sure() { TextKey::ReviewSure } else { TextKey::ReviewUnsure };
    [
        side(TextKey::ReviewBest, &cost.best, &choices[0]),
        side(TextKey::ReviewYours, &cost.chosen, &choices[1]),
        words.say(key, &[("cost", &lost), ("least", &least)]),
    ]
}

/// What a chance of 100 % is in the game that is observed.
pub fn chance(see: &Observation<'_>, narrator: &Narrator) -> String {
    narrator.language.plain(if see.plays_alone() {
        TextKey::ReviewChanceAlone
    } else if see.plays_together() {
        TextKey::ReviewChanceTogether
    } else {
        TextKey::ReviewChance
    })
}

/// How far the search has come, and how often it has played each game.
pub fn progress(narrator: &Narrator, findings: &Findings, is_done: bool) -> String {
    let say = |key, names: &[(&str, usize)]| {
        let texts: Vec<String> = names.iter().map(|(_, number)| number.to_string()).collect();
        let names: Vec<(&str, &str)> =
            names.iter().zip(&texts).map(|((name, _), text)| (*name, text.as_str())).collect();
        narrator.language.say(key, &names)
    };
    if findings.is_whole() {
        let key = if is_done { TextKey::ReviewDone } else { TextKey::ReviewSearching };
        return say(key, &[("games", findings.games as usize)]);
    }
    say(TextKey::ReviewProgress, &[("seen", findings.curve.len()), ("all", findings.points)])
}

/// The turns in which luck changed most for the player, in a sentence each.
pub fn lucky_turns(narrator: &Narrator, findings: &Findings) -> Vec<String> {
    let words = |turn: &TurnAccount| {
        let (number, luck) = (turn.turn.to_string(), signed(&turn.luck));
        if turn.turn == 0 {
            return narrator.language.say(TextKey::ReviewLuckyStart, &[("luck", &luck)]);
        }
        narrator.language.say(TextKey::ReviewLuckyTurn, &[("turn", &number), ("luck", &luck)])
    };
    findings.lucky_turns().into_iter().map(words).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;
    use std::collections::BTreeSet;
    use tsuro::session::Game;

    #[test]
    fn no_two_choices_of_a_decision_have_the_same_words() {
        let mut alike = 0;
        for seed in 0..20 {
            let mut game = Game::new("classic", 2, &seed.to_string()).unwrap();
            while let Some(decision) = game.decision() {
                let see = game.observe(decision.seat());
                let choices = see.choices();
                let all: Vec<&Choice> = choices.iter().collect();
                for &language in Language::ALL {
                    let narrator = Narrator::new(language, &[None, None]);
                    let words = words_of_choices(&see, &narrator, &all);
                    let different: BTreeSet<&String> = words.iter().collect();
                    assert_eq!(different.len(), words.len(), "{words:?}");
                    alike += usize::from(words.iter().any(|words| words.ends_with(')')));
                }
                let choice = choices[0].clone();
                game.play(&choice).unwrap();
            }
        }
        assert!(alike > 0, "somewhere two placements do the same");
    }
}

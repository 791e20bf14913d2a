//! What a review found about a game, in the sentences of a language: one by one, as a text and as
//! a page.

mod page;
mod text;

#[cfg(test)]
mod tests;

pub use page::html;
pub use text::text;

use super::ask::choice_in_words;
use crate::seats::{Player, RecordedPlayerError};
use crate::words::{Language, Narrator, TextKey};
use std::sync::Arc;
use tsuro::board::Laid;
use tsuro::bots::Host;
use tsuro::game::{Choice, Observation, Seat};
use tsuro::picture::BoardScene;
use tsuro::ruleset::Variant;
use tsuro_lab::review::{
    ChancePoint, ChoiceCost, Findings, Review, SeatAccount, ShareEstimate, TurnAccount, percent,
    signed,
};

/// The game that is reviewed, as people call it and its players.
#[derive(Debug, Clone)]
pub struct ReviewedTable {
    /// The title of the game.
    pub title: String,
    /// Who tells it.
    pub narrator: Narrator,
    /// The players by seat: a person by the name, everybody else by the colour and what sits there.
    pub players: Vec<String>,
    /// The command line that goes on with the game from a turn, but for the number of the turn, if
    /// there is one.
    pub go_on: Option<String>,
    /// The first seat of a person, otherwise the first.
    first: Seat,
}

impl ReviewedTable {
    /// A table with the players of a record, by their names in it.
    pub fn of_record(
        (title, variant): (String, &Variant),
        players: &[String],
        host: &Arc<dyn Host>,
        language: Language,
    ) -> Self {
        let players: Vec<_> = players.iter().map(|name| Player::from_record(name, host)).collect();
        let name = |player: &Result<Player, RecordedPlayerError>| player.as_ref().ok()?.name();
        let names: Vec<Option<String>> = players.iter().map(name).collect();
        let narrator = Narrator::new(language, &names).for_rules(variant);
        let called = |(player, seat): (&Result<Player, RecordedPlayerError>, u8)| {
            let who = narrator.name(Seat::new(seat)).to_owned();
            let kind = match player {
                Ok(Player::Human(Some(_))) => return who,
                Ok(player) => player.kind(language),
                Err(_) => language.plain(TextKey::BotProgram),
            };
            format!("{who} ({kind})")
        };
        let called = players.iter().zip(0..).map(called).collect();
        let is_person = |player: &Result<Player, _>| player.as_ref().is_ok_and(Player::is_human);
        let first = Seat::new(players.iter().position(is_person).unwrap_or(0) as u8);
        Self { title, narrator, players: called, go_on: None, first }
    }

    /// The seat whose review is shown first: that of the first person, otherwise seat 0.
    pub fn first_person(&self) -> Seat {
        self.first
    }

    /// A player with the letter of the piece.
    fn lettered(&self, seat: usize) -> String {
        let letter = self.narrator.letters().get(seat).copied().unwrap_or(' ');
        format!("{letter} {}", self.players.get(seat).map_or("", String::as_str))
    }

    /// What the two curves are: as far as the player knew, and with open hands.
    fn curve_titles(&self, findings: &Findings) -> [String; 2] {
        let words = self.narrator.language;
        let who = [("who", self.narrator.name(findings.seat))];
        [words.say(TextKey::ReviewKnown, &who), words.plain(TextKey::ReviewOpen)]
    }
}

/// The title of a review.
fn title(table: &ReviewedTable, findings: &Findings) -> String {
    let turn = findings.curve.last().map_or(0, |point| point.turn).to_string();
    let who = table.players.get(findings.seat.index()).map_or("", String::as_str);
    let names = [("title", &*table.title), ("who", who), ("turn", &turn)];
    table.narrator.language.say(TextKey::ReviewOf, &names)
}

/// How far the search has come, and whether the game has.
fn how_far(table: &ReviewedTable, findings: &Findings) -> String {
    let words = table.narrator.language;
    let far = if findings.is_whole() {
        progress(&table.narrator, findings, true)
    } else {
        let (seen, all) = (findings.curve.len().to_string(), findings.points.to_string());
        words.say(TextKey::ReviewCut, &[("seen", &seen), ("all", &all)])
    };
    let broken = (!findings.ended).then(|| words.plain(TextKey::ReviewBroken));
    [Some(far), broken].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The heading of the costliest decision with this number, from 0.
fn decision_head(
    table: &ReviewedTable,
    findings: &Findings,
    number: usize,
    cost: &ChoiceCost,
) -> String {
    let place = (number, findings.costliest.len());
    let head = costliest_head(table.narrator.language, place, cost.turn);
    // One person may play all pieces.
    if cost.seat == findings.seat {
        head
    } else {
        format!("{head} ({})", table.narrator.name(cost.seat))
    }
}

/// That one can go on from the turn of a decision, and the command line that does it.
fn go_on(table: &ReviewedTable, cost: &ChoiceCost) -> Option<(String, String)> {
    let (words, turn) = (table.narrator.language, cost.turn.to_string());
    let command = format!("{} {turn}", table.go_on.as_ref()?);
    let what = if cost.turn == 0 {
        words.plain(TextKey::ReviewGoOnStart)
    } else {
        words.say(TextKey::ReviewGoOn, &[("turn", &turn)])
    };
    Some((what, command))
}

/// The headings of the table of what was luck: the player, and the five
/// [parts](account_parts).
fn luck_headings(language: Language) -> Vec<String> {
    language
        .sentence(TextKey::WebReviewParts)
        .split(',')
        .map(|part| part.trim().to_owned())
        .collect()
}

/// What the chance of a seat was made of: each part as a number and in words.
fn account_parts(account: &SeatAccount) -> [(f64, String); 5] {
    let share = |one: &ShareEstimate| (one.value, format!("{} %", percent(one.value)));
    let change = |one: &ShareEstimate| (one.value, signed(one));
    [
        share(&account.start),
        change(&account.own),
        change(&account.others),
        change(&account.luck),
        share(&account.end),
    ]
}

/// The board at a decision: as it was, or with a placement tried.
fn scene(see: &Observation<'_>, narrator: &Narrator, choice: &Choice) -> BoardScene {
    let scene = BoardScene::new(see, narrator.letters()).in_language(narrator.language.code());
    if let Choice::Place(tile) = choice { scene.trying(see, *tile) } else { scene }
}

/// The whole review in sentences, for those who do not see boards and curves.
pub fn sentences(review: &Review, findings: &Findings, table: &ReviewedTable) -> Vec<String> {
    let (narrator, words) = (&table.narrator, table.narrator.language);
    let mut lines = vec![title(table, findings)];
    lines.extend(review.look(0, |see| chance(see, narrator)));
    lines.push(how_far(table, findings));
    let of: [fn(&ChancePoint) -> &[ShareEstimate]; 2] = [|one| &one.known, |one| &one.open];
    let last = findings.curve.len() - 1;
    // The turns of the player, and the last.
    let points: Vec<usize> = findings
        .by_turn()
        .into_iter()
        .filter(|&at| at == last || findings.curve[at].decider == Some(findings.seat))
        .collect();
    for (head, of) in table.curve_titles(findings).iter().zip(of) {
        let share = |&at: &usize| {
            let point = &findings.curve[at];
            let share = percent(of(point)[findings.seat.index()].value);
            let names = [("share", &*share), ("turn", &point.turn.to_string())];
            let is_end = at == last && findings.ended && findings.is_whole();
            let key = match point.turn {
                _ if is_end => TextKey::ReviewAtEnd,
                0 => TextKey::ReviewAtStart,
                _ => TextKey::ReviewAt,
            };
            words.say(key, &names)
        };
        let shares: Vec<String> = points.iter().map(share).collect();
        let names = [("title", head.as_str()), ("shares", &words.list(&shares))];
        lines.push(words.say(TextKey::ReviewByTurn, &names));
    }
    if findings.costliest.is_empty() {
        lines.push(words.plain(TextKey::ReviewNoCost));
    } else {
        lines.push(format!("{}.", words.sentence(TextKey::WebReviewCostliest)));
    }
    for (number, &at) in findings.costliest.iter().enumerate() {
        let cost = &findings.decisions[at];
        lines.push(format!("{}.", decision_head(table, findings, number, cost)));
        lines.extend(
            review.look(cost.point, |see| decision(see, narrator, cost)).into_iter().flatten(),
        );
    }
    lines.push(luck(narrator, findings));
    lines.extend(lucky_turns(narrator, findings));
    lines.push(words.plain(TextKey::ReviewHowSure));
    lines
}

/// Choices of the seat that observes, in words: for placements, what they do. Those that do the
/// same have their tile named as well, so that no two are alike.
pub fn words_of_choices(
    see: &Observation<'_>,
    narrator: &Narrator,
    choices: &[&Choice],
) -> Vec<String> {
    let one = |choice: &&Choice| match choice {
        Choice::Place(tile) => narrator.consequences(&see.consequences(*tile), Some(see.decider())),
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

/// One of the choices that were tried at a decision, with its place from 0 among all of them.
pub fn tried(
    see: &Observation<'_>,
    narrator: &Narrator,
    (place, count): (usize, usize),
    advice: &tsuro_lab::Advice,
) -> String {
    let [low, high] = advice.interval.map(percent);
    let names = [
        ("number", &*(place + 1).to_string()),
        ("count", &count.to_string()),
        ("share", &percent(advice.share)),
        ("low", &low),
        ("high", &high),
        ("choice", &words_of_choices(see, narrator, &[&advice.choice]).concat()),
    ];
    narrator.language.say(TextKey::ReviewTried, &names)
}

/// The heading of one of the costliest decisions: its place from 0, how many there are, and the
/// turn.
pub fn costliest_head(words: Language, (place, count): (usize, usize), turn: u32) -> String {
    let names = [
        ("number", &*(place + 1).to_string()),
        ("count", &count.to_string()),
        ("turn", &turn.to_string()),
    ];
    let is_start = turn == 0;
    let key = if is_start { TextKey::ReviewDecisionAtStart } else { TextKey::ReviewDecision };
    words.say(key, &names)
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

//! What clients are told of a review (`docs/formats/server.md`). It is searched on in slices.

use crate::refused::Refused;
use crate::table::{Presence, QuestionNumber, SeatedGame};
use crate::telling::{self, Reader};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsuro::game::{Choice, Observation, Seat};
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro::session::{Game, GameError};
use tsuro_faces::table::review as words;
use tsuro_faces::words::{Language, Narrator, TextKey};
use tsuro_lab::review::{
    ChoiceCost, CurveKind, CurveTexts, ENOUGH, Findings, Review, SEED, curve_svg, percent, signed,
};
use web_time::Instant;

/// How long a slice begins new searches.
pub const SLICE: Duration = Duration::from_secs(1);
/// The most games of a pass for each number, so that a search is about as long as a piece of
/// advice; under scripts, whose games take longer, fewer.
const PASS: u32 = 192;
const SCRIPTED_PASS: u32 = 24;
/// The most games of one search about the choices of a decision under scripts: with many choices
/// it would take longer than a client waits, and the next slice would begin it anew.
const SCRIPTED_SEARCH: u32 = 400;

/// A game that is over, as a review of it is told to a client.
pub struct ReviewedGame {
    /// The game.
    pub game: Game,
    /// What a question in it would be numbered by.
    pub moment: QuestionNumber,
    /// Whose review it is.
    pub seat: Seat,
    /// The title of the rules.
    pub title: String,
    /// Who sits where.
    pub seats: Json,
    /// Who tells it.
    pub narrator: Narrator,
    /// The letters of the pieces at the table, which are the same in every language.
    pub letters: Vec<char>,
}

impl ReviewedGame {
    /// The game at a table for a seat; without one, for the first of the reader's `own` seats,
    /// otherwise of the first person, otherwise of seat 0.
    ///
    /// # Errors
    /// The game goes on, or there is no such seat.
    pub fn new(
        table: &SeatedGame,
        seat: Option<Seat>,
        own: &[Seat],
        language: Language,
    ) -> Result<Self, Refused> {
        let game = over(table)?.clone();
        let is_person = |seat: &Seat| table.seats[seat.index()].player.is_human();
        let first = || (0..game.seats()).map(Seat::new).find(is_person);
        let seat = seat.or(own.first().copied()).or_else(first).unwrap_or(Seat::new(0));
        if seat.number() >= game.seats() {
            return Err(Refused::Bad("seat: there is no such seat".to_owned()));
        }
        let reader = Reader { seat: None, language, pictures: true };
        let mut narrator = table.narrator(reader);
        narrator.you = own.contains(&seat).then_some(seat);
        Ok(Self {
            moment: table.moment(),
            game,
            seat,
            title: table.texts.title(language).to_owned(),
            seats: table.seat_list(language, Presence::NOBODY),
            narrator,
            letters: table.letters(),
        })
    }
}

/// The game at a table, if it is over: before, a review would show what is hidden.
///
/// # Errors
/// It goes on.
pub fn over(table: &SeatedGame) -> Result<&Game, Refused> {
    match table.decision() {
        None => Ok(&table.game),
        Some(_) => Err(Refused::Bad("reviews are of games that are over".to_owned())),
    }
}

/// A review at its beginning.
///
/// # Errors
/// The game cannot be reviewed.
pub fn new_review(game: &Game, seat: Seat) -> Result<Review, GameError> {
    let review = Review::new(game, seat, SEED)?;
    let longest = if game.variant().resolved().is_scripted() { SCRIPTED_SEARCH } else { u32::MAX };
    Ok(review.with_longest_search(longest))
}

/// Searches on for a slice, unless it is told to stop.
pub fn search_on(review: &mut Review, is_scripted: bool, stop: &AtomicBool) {
    let until = Instant::now() + SLICE;
    let most = if is_scripted { SCRIPTED_PASS } else { PASS };
    let goes_on = |games| !stop.load(Ordering::Relaxed) && (games > 0 || Instant::now() < until);
    while !is_enough(review) && review.pass(most, 1, &goes_on) {}
}

/// Whether a review has done enough.
fn is_enough(review: &Review) -> bool {
    review.passes() > 0 && review.games() >= ENOUGH
}

/// What a client has of a review: the number of games, and of decisions that were looked at.
pub type Known = (u32, usize);

/// A review as far as it has come; what is found only if the client does not have it.
pub fn told(review: &Review, of: &ReviewedGame, known: Option<Known>) -> Json {
    let narrator = &of.narrator;
    let mut told = json!({
        "seat": of.seat,
        "title": of.title,
        "seats": of.seats,
        "enough": is_enough(review),
    });
    let Some(findings) = review.findings() else {
        told.set("progress", narrator.language.plain(TextKey::ReviewFirst));
        return told;
    };
    told.set("known", json!([findings.games, findings.curve.len()]));
    told.set("progress", words::progress(narrator, &findings, is_enough(review)));
    if known != Some((findings.games, findings.curve.len())) {
        told.set("found", found(review, &findings, of));
    }
    told
}

fn found(review: &Review, findings: &Findings, of: &ReviewedGame) -> Json {
    let narrator = &of.narrator;
    let language = narrator.language;
    let who = narrator.name(findings.seat);
    let curve = |kind, title: &str| {
        let turn = language.plain(TextKey::GoToAsk);
        let turn = turn.trim_end_matches([':', ' ', '\u{a0}']);
        let texts = CurveTexts { title, turn, letters: &of.letters };
        json!({
            "title": title,
            "svg": curve_svg(findings, kind, texts),
            "turns": Json::List(by_turn(findings, kind)),
        })
    };
    let known = language.say(TextKey::ReviewKnown, &[("who", who)]);
    let decisions = findings.costliest.iter().filter_map(|&at| {
        let cost = &findings.decisions[at];
        let mark = findings.curve[cost.point].mark;
        review.look(cost.point, |see| decision(review, see, of, cost, mark))
    });
    let decisions: Vec<Json> = decisions.collect();
    let accounts = findings.accounts.iter().map(|account| {
        json!([
            percent(account.start.value),
            signed(&account.own),
            signed(&account.others),
            signed(&account.luck),
            percent(account.end.value),
        ])
    });
    let last = findings.points - 1;
    let scene =
        review.look(last, |see| telling::board(&BoardScene::new(see, &of.letters), "", language));
    json!({
        "whole": findings.is_whole(),
        "curves": [
            curve(CurveKind::Known, &known),
            curve(CurveKind::Open, &language.plain(TextKey::ReviewOpen)),
        ],
        "chance": review.look(0, |see| words::chance(see, narrator)),
        "decisions": Json::List(decisions),
        "no_cost": language.plain(TextKey::ReviewNoCost),
        "board": scene,
        "luck": words::luck(narrator, findings),
        "accounts": Json::list(accounts),
        "lucky": words::lucky_turns(narrator, findings),
        "how_sure": language.plain(TextKey::ReviewHowSure),
    })
}

/// Everybody's chances at the beginning of each turn and at the end, as a list for each.
fn by_turn(findings: &Findings, kind: CurveKind) -> Vec<Json> {
    let row = |at: usize| {
        let point = &findings.curve[at];
        let turn = if point.decider.is_some() { json!(point.turn) } else { Json::NULL };
        let shares = if kind == CurveKind::Known { &point.known } else { &point.open };
        let shares = Json::list(shares.iter().map(|share| percent(share.value)));
        json!({ "turn": turn, "shares": shares })
    };
    findings.by_turn().into_iter().map(row).collect()
}

/// A decision of the player: the board before it, and all choices with what they win.
fn decision(
    review: &Review,
    see: &Observation<'_>,
    of: &ReviewedGame,
    cost: &ChoiceCost,
    mark: usize,
) -> Json {
    let narrator = &of.narrator;
    let before = BoardScene::new(see, &of.letters);
    let tried = review.tried(cost.point);
    let choices: Vec<&Choice> = tried.iter().map(|advice| &advice.choice).collect();
    let choices = words::words_of_choices(see, narrator, &choices);
    let choice = |(advice, words): (&tsuro_lab::Advice, &String)| {
        let [low, high] = advice.interval.map(percent);
        let mut told = json!({
            "words": words,
            "share": percent(advice.share),
            "low": low,
            "high": high,
            "best": advice.choice == cost.best.choice,
            "made": advice.choice == cost.chosen.choice,
        });
        match &advice.choice {
            Choice::Place(tile) => {
                told.set("placed", words::placed_tile(see, narrator, *tile));
                told.set("tile", tile.face());
                told.set("rotation", tile.rotation());
                let after = before.clone().trying(see, *tile);
                told.set("patch", telling::patch(&before, &after, narrator.language));
            }
            Choice::Start(place) | Choice::Relocate(Some(place)) => told.set("place", *place),
            _ => {}
        }
        told
    };
    json!({
        "point": cost.point,
        "mark": mark,
        "turn": cost.turn,
        "seat": cost.seat,
        "who": narrator.name(cost.seat),
        "sure": cost.is_sure(),
        "words": words::decision(see, narrator, cost),
        "square": see.placing_square().map(|square| square.to_string()),
        "board": telling::board(&before, "", narrator.language),
        "choices": Json::List(tried.iter().zip(&choices).map(choice).collect()),
    })
}

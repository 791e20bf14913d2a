//! What clients are told of a review (`docs/formats/server.md`).

use super::hall::review::{ReviewedGame, is_enough};
use super::telling;
use tsuro::game::{Choice, Observation};
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro_faces::table::review as words;
use tsuro_faces::words::TextKey;
use tsuro_lab::review::{
    ChoiceCost, CurveKind, CurveTexts, Findings, Review, curve_svg, percent, signed,
};

/// What a client has of a review: the number of games, and of decisions that were looked at.
pub(super) type Known = (u32, usize);

/// A review as far as it has come; what is found only if the client does not have it.
pub(super) fn told(review: &Review, of: &ReviewedGame, known: Option<Known>) -> Json {
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

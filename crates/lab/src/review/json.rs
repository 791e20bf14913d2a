//! The findings as JSON, for programs; `docs/formats/reviews.md` says what each field is.

use super::{ChancePoint, ChoiceCost, Findings, Review, ShareEstimate};
use crate::advise::Advice;
use tsuro::json::{Json, json};

/// The findings as one document, with the fields in the documented order.
pub fn in_order(review: &Review, findings: &Findings) -> Json {
    let point = |point: &ChancePoint| {
        json!({
            "turn": point.turn,
            "decides": point.decider,
            "known": estimates(&point.known),
            "open": estimates(&point.open),
        })
    };
    let accounts = findings.accounts.iter().enumerate().map(|(seat, account)| {
        json!({
            "seat": seat,
            "start": estimate(&account.start),
            "own": estimate(&account.own),
            "others": estimate(&account.others),
            "luck": estimate(&account.luck),
            "end": estimate(&account.end),
        })
    });
    let turns = findings.turns.iter().map(|turn| {
        json!({
            "turn": turn.turn,
            "own": estimate(&turn.own),
            "others": estimate(&turn.others),
            "luck": estimate(&turn.luck),
        })
    });
    json!({
        "rules": review.variant().name(),
        "rules_hash": review.variant().hash(),
        "players": review.players(),
        "seat": findings.seat,
        "seed": review.seed,
        "games": findings.games,
        "ended": findings.ended,
        "points": findings.points,
        "curve": Json::list(findings.curve.iter().map(point)),
        "decisions": Json::list(findings.decisions.iter().map(decision)),
        "costliest": findings.costliest,
        "accounts": Json::list(accounts),
        "turns": Json::list(turns),
    })
}

fn estimates(estimates: &[ShareEstimate]) -> Json {
    Json::list(estimates.iter().map(estimate))
}

fn estimate(estimate: &ShareEstimate) -> Json {
    json!({ "value": estimate.value, "interval": estimate.interval })
}

fn decision(decision: &ChoiceCost) -> Json {
    json!({
        "point": decision.point,
        "turn": decision.turn,
        "seat": decision.seat,
        "choices": decision.choices,
        "chosen": advice(&decision.chosen),
        "best": advice(&decision.best),
        "cost": decision.cost,
        "at_least": decision.at_least,
        "sure": decision.is_sure(),
    })
}

fn advice(advice: &Advice) -> Json {
    json!({
        "choice": advice.choice,
        "share": advice.share,
        "interval": advice.interval,
        "games": advice.games,
    })
}

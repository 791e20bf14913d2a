//! Values that are each allowed and do not go together, and rules that can never come into play.
//!
//! Only the core's own keys are compared here; what a rule thinks of its keys it says itself, in [`RuleCatalog::check`](super::RuleCatalog::check).

use super::problem::{Code, Problem};
use super::resolved::Resolved;
use std::collections::BTreeSet;

/// All contradictions and warnings. Keys in `broken` have no value worth comparing.
pub fn check(rules: &Resolved, broken: &BTreeSet<String>) -> Vec<Problem> {
    let mut found = Vec::new();
    let sound = |keys: &[&str]| keys.iter().all(|key| !broken.contains(*key));
    let facts = rules.facts();
    let (min, max) = (u32::from(facts.min_players), u32::from(facts.max_players));
    if sound(&["players.min", "players.max"]) && min > max {
        let problem = Problem::error(Code::PlayerRange, format!("at least {min} players, but at most {max}"));
        found.push(rules.locate(problem, "players.min", &["players.min", "players.max"], None));
    }
    let keys = ["players.max", "tiles.hand", "tiles.copies", "tiles.open", "score.rule"];
    if sound(&keys) {
        found.extend(hands(rules, max));
    }
    let keys = ["players.max", "board.columns", "board.rows", "start.share-square"];
    if sound(&keys) {
        found.extend(marks(rules, max));
    }
    if broken.is_empty() {
        found.extend(never_applies(rules, max));
    }
    found
}

fn hands(rules: &Resolved, max: u32) -> Option<Problem> {
    let facts = rules.facts();
    let (hand, tiles) = (u32::from(facts.hand), u32::from(facts.tiles));
    // Open tiles (V3) and solo games (V4) have one hand, whoever plays.
    let one_hand = rules.flag("tiles.open") || rules.word("score.rule") == "solo";
    let hands = if one_hand { 1 } else { max };
    if hands * hand <= tiles {
        return None;
    }
    let message = if one_hand {
        format!("the hand of {hand} tiles cannot be dealt from a deck of {tiles}")
    } else {
        format!("{max} players with {hand} tiles each need {}, but the deck has {tiles}", hands * hand)
    };
    let help = if one_hand {
        "add copies, or make the hand smaller".to_owned()
    } else {
        format!("this deck is enough for {} players; lower `players.max` or `tiles.hand`, or add copies", tiles / hand)
    };
    let problem = Problem::error(Code::NotEnoughTiles, message);
    Some(rules.locate(problem, "players.max", &["players.max", "tiles.hand", "tiles.copies"], Some(help)))
}

fn marks(rules: &Resolved, max: u32) -> Option<Problem> {
    let facts = rules.facts();
    let (columns, rows) = (u32::from(facts.columns), u32::from(facts.rows));
    let share = rules.flag("start.share-square");
    // Two ports on each outer side of a square; corner squares have two such sides (T4).
    let room = if share { 4 * (columns + rows) } else { 2 * (columns + rows) - 4 };
    if max <= room {
        return None;
    }
    let what = if share { "start marks" } else { "squares at its rim, and no two pieces may start on the same one" };
    let message = format!("{max} players, but a board of {columns} by {rows} has only {room} {what}");
    let problem = Problem::error(Code::NotEnoughMarks, message);
    let keys = ["players.max", "board.columns", "board.rows", "start.share-square"];
    Some(rules.locate(problem, "players.max", &keys, None))
}

/// Only what the file itself says is held against it: that a parent's setting has no effect any more is often the point of extending it.
fn never_applies(rules: &Resolved, max: u32) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut warn = |key: &str, keys: &[&str], message: String, help: &str| {
        if keys.iter().any(|key| rules.is_own(key)) {
            let problem = Problem::warning(Code::NeverApplies, message);
            found.push(rules.locate(problem, key, keys, (!help.is_empty()).then(|| help.to_owned())));
        }
    };
    let exchange = rules.flag("bonus.exchange");
    let from = rules.int("bonus.min-players");
    if exchange && from > i64::from(max) {
        let keys = ["bonus.min-players", "bonus.exchange", "players.max"];
        warn("bonus.min-players", &keys, format!("the exchange needs {from} players, but there are never more than {max}"), "");
    }
    if exchange && rules.flag("tiles.open") {
        let message = "with open tiles there are no hands to exchange with".to_owned();
        warn("bonus.exchange", &["bonus.exchange", "tiles.open"], message, "leave `bonus.exchange` out, or set it to `false`");
    }
    if !exchange && rules.is_own("bonus.min-players") {
        warn(
            "bonus.min-players",
            &["bonus.min-players"],
            "`bonus.min-players` counts only where `bonus.exchange` is `true`".to_owned(),
            "",
        );
    }
    let from = rules.value("draw.min-players").and_then(serde_json::Value::as_i64).unwrap_or_default();
    if from > i64::from(max) {
        let message = format!("the rule `{}` needs {from} players, but there are never more than {max}", rules.word("draw.rule"));
        warn("draw.min-players", &["draw.min-players", "draw.rule"], message, "");
    }
    let (avoid, never) = ("placement.avoid", "placement.never");
    let calm = rules.word("hazard.rule") == "none";
    if rules.holds(avoid, "daikaiju") && calm {
        warn(
            avoid,
            &[avoid],
            "there are no daikaiju to avoid: the hazard rule is `none`".to_owned(),
            "leave `daikaiju` out of the list, or choose a hazard rule",
        );
    }
    if rules.holds(avoid, "loop") && calm {
        // Without tiles being removed, every path leads back to a start mark; one that closes upon itself does not.
        warn(
            avoid,
            &[avoid],
            "there are no endless loops to avoid: they need tiles to be removed".to_owned(),
            "leave `loop` out of the list",
        );
    }
    let pass = rules.word("movement.meeting") == "pass";
    if rules.holds(avoid, "collision") && pass {
        warn(
            avoid,
            &[avoid],
            "there are no collisions to avoid: pieces that meet pass each other".to_owned(),
            "leave `collision` out of the list",
        );
    }
    if rules.holds(never, "shared-wake") && calm {
        let message = "two pieces can only come to share a wake where tiles are removed".to_owned();
        warn(never, &[never], message, "leave `shared-wake` out of the list");
    }
    if rules.value(avoid).and_then(serde_json::Value::as_array).is_some_and(Vec::is_empty) && rules.is_own("placement.unless") {
        warn("placement.unless", &["placement.unless"], "`placement.unless` has no effect: `placement.avoid` is empty".to_owned(), "");
    }
    if rules.flag("tiles.open") && rules.is_own("draw.returned") {
        warn("draw.returned", &["draw.returned", "tiles.open"], "with open tiles no hand is ever returned".to_owned(), "");
    }
    found
}

//! V5 to V8: whole games on boards that nobody drew, and that such boards are of every kind.

use super::*;
use crate::slow::random_shape::{in_toml, random_shape};
use std::collections::{BTreeMap, BTreeSet};

/// The squares of the board that are not missing.
fn squares(board: &Value) -> Vec<String> {
    let lines = |key: &str| board[key].as_u64().unwrap();
    let names = (1..=lines("rows")).flat_map(|row| ('a'..='h').take(lines("columns") as usize).map(move |column| format!("{column}{row}")));
    let missing = board["missing"].as_array().cloned().unwrap_or_default();
    names.filter(|name| !missing.contains(&json!(name))).collect()
}

/// A rule set for a board: everything that can meet there.
fn rules_for(mut rules: Value, jump: &mut Jump) -> Value {
    let existing = squares(&rules["board"]);
    let lines = |key: &str, jump: &mut Jump| {
        let count = rules["board"][key].as_u64().unwrap() as usize;
        (0..6).map(|_| 1 + jump.below(count)).collect::<Vec<usize>>()
    };
    let (columns, rows) = (lines("columns", jump), lines("rows", jump));
    let mut hazard = vec![
        json!({
            "rule": "daikaiju", "columns": columns, "rows": rows, "setup": [{"players": [1, 32], "place": jump.below(6)}],
            "minimum": jump.below(4), "moves-on": [2, 4, 6, 7, 8, 10], "movement-dice": 1 + jump.below(2),
        }),
        json!({"rule": "cannon"}),
        json!({"rule": "tsunami", "every": 2 + jump.below(5)}),
        json!({"rule": "whirlpool", "squares": ([jump.one(&existing), jump.one(&existing), jump.one(&existing)])}),
    ];
    hazard.retain(|_| jump.below(2) == 0);
    rules["hazard"] = json!(hazard);
    // The smallest deck is dealt out at once where six have four tiles each.
    let few: Vec<usize> = (0..35).map(|face| usize::from(face < 24)).collect();
    rules["tiles"] =
        json!({"copies": (jump.one(&[json!(few), json!(1), json!(2)])), "hand": 1 + jump.below(4), "open": jump.below(6) == 0});
    rules["start"]["share-square"] = json!(jump.below(2) == 0);
    rules["placement"] = json!({
        "rule": (["free", "truce"][jump.below(2)]), "avoid": (jump.one(&[json!(["edge", "collision"]), json!(["edge", "loop", "daikaiju"]), json!([])])),
        "never": (jump.one(&[json!([]), json!(["shared-wake"])])), "unless": (jump.one(&["no-other-move", "no-safe-move"])),
    });
    rules["movement"] = json!({"meeting": (jump.one(&["collide", "pass"]))});
    rules["draw"] = json!({"rule": (jump.one(&["dragon", "statue", "refill", "draft"])), "returned": (jump.one(&["shuffle", "bottom"]))});
    rules["bonus"] = json!({"exchange": jump.below(2) == 0, "min-players": 2});
    rules["score"] =
        json!({"rule": (jump.one(&["last-standing", "last-standing", "last-team", "longest-path", "most-crossings", "solo"]))});
    rules["end"] = json!({"tie-break": (jump.one(&["none", "active-first"])), "turn-limit": 60});
    rules
}

/// What happened in a game, in words that can be counted.
fn happened(events: &[Value]) -> BTreeSet<String> {
    let word = |event: &Value| {
        let key = ["cause", "outcome", "rule"].into_iter().find(|key| event[key].is_string());
        event[key.unwrap_or("event")].as_str().unwrap().to_string()
    };
    events.iter().map(word).collect()
}

#[test]
fn games_on_random_boards_hold_together_from_the_deal_to_the_end() {
    let mut games = BTreeMap::<String, usize>::new();
    for seed in 0..600 {
        let mut jump = Jump(seed);
        let seats = 2 + 2 * jump.below(3);
        let rules = rules_for(random_shape(seed, seats), &mut jump);
        let begin = json!({"event": "game", "format": 1, "rules": rules, "players": vec!["someone"; seats], "first": 0});
        let game = Game::new(&begin).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{rules}"));
        let events = play_on(&rules, game, &mut jump).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        for word in happened(&events) {
            *games.entry(word).or_default() += 1;
        }
    }
    let wanted = [
        "edge",
        "collision",
        "loop",
        "daikaiju",
        "tsunami/swept",
        "cannon",
        "draft",
        "whirlpool",
        "relocated",
        "exchanged",
        "passed",
        "returned",
        "dragon",
        "last-standing",
        "last-team",
        "tie",
        "shared",
        "score",
    ];
    let rare: Vec<&str> = wanted.into_iter().filter(|word| games.get(*word).is_none_or(|&games| games < 3)).collect();
    assert!(rare.is_empty(), "{rare:?} of {games:?}");
}

#[test]
fn random_boards_are_of_every_kind() {
    let mut kinds = BTreeMap::<String, usize>::new();
    for seed in 0..400 {
        let patch = random_shape(seed, 4);
        let length = |key: &str| patch["board"][key].as_array().map_or(0, Vec::len);
        let marks = &patch["start"]["marks"];
        for kind in [
            format!("wrap {}", patch["board"]["wrap"]),
            format!("missing {}", length("missing").min(4)),
            format!("portals {}", length("portals")),
            format!("marks {}", if marks.is_array() { &Value::Null } else { marks }),
            format!("listed {}", marks.is_array()),
            format!("tiles {}", patch["turn"]["tiles"]),
            format!("columns {}", patch["board"]["columns"]),
            format!("rows {}", patch["board"]["rows"]),
        ] {
            *kinds.entry(kind).or_default() += 1;
        }
        assert_eq!(random_shape(seed, 4), patch, "the same seed, the same board");
        // Each seat finds a square of its own.
        let starts = offered(&dealt(&patch, 4));
        assert!(starts.iter().map(|mark| &mark[..2]).collect::<BTreeSet<_>>().len() >= 4, "{patch}");
    }
    assert!(kinds.values().all(|&boards| boards >= 10), "{kinds:?}");
    assert_eq!(kinds.len(), 5 + 5 + 4 + 3 + 2 + 4 + 6 + 6, "{kinds:?}");
}

#[test]
fn random_boards_are_written_in_toml() {
    for seed in 0..100 {
        let mut patch = random_shape(seed, 2);
        patch.as_object_mut().unwrap().retain(|_, table| table.as_object().is_some_and(|keys| !keys.is_empty()));
        assert_eq!(toml::from_str::<Value>(&in_toml(&patch)).unwrap(), patch);
    }
}

//! W1 to W5: whole games with cannons, portal, wave and uzushio on boards that nobody drew.

use super::*;
use crate::slow::random_shape::random_shape;
use std::collections::BTreeMap;

/// The modules of Veterans beside daikaiju, and what can meet them.
fn rules(jump: &mut Jump, seed: u64, seats: usize) -> Value {
    let mut rules = random_shape(seed, seats);
    let mut lines = |key: &str| {
        let count = rules["board"][key].as_u64().unwrap() as usize;
        (0..6).map(|_| 1 + jump.below(count)).collect::<Vec<usize>>()
    };
    let (columns, rows) = (lines("columns"), lines("rows"));
    let mut hazard = vec![json!({
        "rule": "daikaiju", "columns": columns, "rows": rows, "setup": [{"players": [1, 32], "place": jump.below(5)}],
        "minimum": jump.below(4), "moves-on": [2, 4, 6, 7, 8], "movement-dice": 1 + jump.below(2), "removed": jump.one(&["supply", "game"]),
    })];
    let round = rules["board"].get("wrap").is_some_and(|wrap| wrap != "none");
    let mut others = vec![
        json!({"rule": "taihou", "copies": 1 + jump.below(9)}),
        json!({"rule": "mystic-portal"}),
        json!({"rule": "uzushio"}),
        json!({"rule": "tsunami", "every": 3 + jump.below(5)}),
        json!({"rule": "cannon"}),
    ];
    if !round {
        others.push(json!({"rule": "wave", "strength": jump.one(&[vec![2, 3, 3, 4], vec![6], vec![1, 6]])}));
    }
    others.retain(|_| jump.below(4) > 0);
    hazard.extend(others);
    rules["hazard"] = json!(hazard);
    rules["tiles"] = json!({"copies": 2, "hand": 1 + jump.below(4)});
    rules["placement"] = json!({
        "rule": jump.one(&["free", "truce"]), "avoid": jump.one(&[json!(["edge", "collision"]), json!([])]),
        "never": jump.one(&[json!([]), json!(["shared-wake"])]), "unless": jump.one(&["no-other-move", "no-safe-move"]),
    });
    rules["movement"] = json!({"meeting": jump.one(&["collide", "pass"])});
    rules["draw"] = json!({"rule": jump.one(&["dragon", "statue", "refill", "draft"]), "returned": jump.one(&["shuffle", "bottom"])});
    rules["bonus"] = json!({"exchange": jump.below(2) == 0, "min-players": 2});
    rules["score"] = json!({"rule": jump.one(&["last-standing", "last-team", "longest-path", "most-crossings", "lanterns"])});
    if rules["score"]["rule"] == "lanterns" {
        rules["score"]["lanterns"] = json!(5);
    }
    rules["end"] = json!({"lives": 1 + jump.below(2), "turn-limit": 60});
    rules
}

#[test]
fn games_with_the_modules_of_veterans_hold_together_from_the_deal_to_the_end() {
    let mut games = BTreeMap::<String, usize>::new();
    for seed in 0..400 {
        let mut jump = Jump(seed);
        let seats = 2 + 2 * jump.below(3);
        let rules = rules(&mut jump, seed, seats);
        let begin = json!({"event": "game", "format": 1, "rules": rules, "players": vec!["someone"; seats], "first": 0});
        let game = Game::new(&begin).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{rules}"));
        let events = play_on(&rules, game, &mut jump).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let words = events.iter().map(|event| {
            let key = ["cause", "rule"].into_iter().find(|key| event[key].is_string()).unwrap_or("event");
            let more = [("from", "carried"), ("choice", "chose"), ("data", "rule")].into_iter().find(|(_, name)| event["event"] == *name);
            let said = match more {
                Some((_, "chose")) => event["choice"].as_str().unwrap_or("port").to_string(),
                Some((_, "rule")) => event["data"].as_object().unwrap().keys().next().unwrap().clone(),
                _ if event.get("dice").is_some() && event["event"] == "daikaiju_moved" => "carried on".to_string(),
                _ => String::new(),
            };
            format!("{} {} {said}", event["event"].as_str().unwrap(), event[key].as_str().unwrap())
        });
        for word in words.collect::<std::collections::BTreeSet<_>>() {
            *games.entry(word).or_default() += 1;
        }
    }
    let wanted = [
        "rule wave player",
        "rule wave square",
        "eliminated wave/capsized ",
        "rule mystic-portal dice",
        "chose mystic-portal port",
        "chose mystic-portal hold",
        "carried mystic-portal ",
        "eliminated mystic-portal/lost ",
        "daikaiju_moved daikaiju_moved carried on",
        "chose taihou fire",
        "rule lanterns from",
    ];
    let rare: Vec<&str> = wanted.into_iter().filter(|word| games.get(*word).is_none_or(|&games| games < 3)).collect();
    assert!(rare.is_empty(), "{rare:?} of {games:#?}");
}

//! Fields of positions under rule sets that do not have them, or that have another for it.

use crate::common::games::{played, variant};
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::Seat;
use tsuro::record::{RecordReader, Replayer, view};
use tsuro::rules::Registry;

/// A stands on the tile on a1 and faces b1, B stands at the rim.
fn position(more: &Value) -> Value {
    let mut position = json!({
        "tiles": [{ "square": "a1", "tile": 31, "rotation": 0 }],
        "players": [{ "at": "b1:H", "hand": [33, 34] }, { "at": "a4:G", "hand": [4, 5, 6] }],
        "pile": [9, 10], "active": 0,
    });
    for (name, value) in more.as_object().unwrap() {
        position[name] = value.clone();
    }
    position
}

fn refused(rules: &str, more: &Value) -> String {
    Game::at(Arc::new(variant(rules)), &position(more), "any").unwrap_err().to_string()
}

#[test]
fn the_portal_is_in_no_other_field() {
    for rules in ["mystic-portal", "veterans"] {
        let why = refused(rules, &json!({ "havens": ["c4"] }));
        assert!(why.starts_with("position.havens: ") && why.contains("\"portal\""), "{why}");
        let at = Game::at(Arc::new(variant(rules)), &position(&json!({ "portal": "c4" })), "any")
            .unwrap_or_else(|why| panic!("{why}"));
        assert_eq!((&at.position()["portal"], at.position().get("havens")), (&json!("c4"), None));
    }
    let why = refused("seas", &json!({ "havens": ["c4"] }));
    assert_eq!(why, "position.havens: only a rule from outside the program makes squares havens");
}

#[test]
fn what_is_wrong_with_the_portal_is_said_of_its_field() {
    assert_eq!(
        refused("mystic-portal", &json!({ "portal": "a1" })),
        "position.portal: a1 is not empty, but a rule has something there"
    );
    let why = refused("mystic-portal", &json!({ "portal": "h2" }));
    assert!(why.starts_with("position.portal: ") && why.contains("h2"), "{why}");
}

#[test]
fn nothing_lies_under_the_supply_where_nothing_is_shot_down() {
    for rules in ["seas", "seas+wave", "classic"] {
        let why = refused(rules, &json!({ "under": [3] }));
        assert!(why.starts_with("position.under: "), "{why}");
    }
    let at = Game::at(Arc::new(variant("taihou")), &position(&json!({ "under": [3, 7] })), "any")
        .unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(at.position()["under"], json!([3, 7]));
}

#[test]
fn each_ship_has_as_many_shots_as_the_rules_give_it_at_most() {
    let with = |left: Value| json!({ "rule-state": { "cannon": { "left": left } } });
    for left in [json!([3, 2]), json!([2]), json!([]), json!([2, 2, 2]), json!([200, 2])] {
        let why = refused("storm-seas", &with(left));
        assert_eq!(
            why,
            "position.rule-state.cannon: left: 2 numbers from 0 to 2 are needed, one for each ship"
        );
    }
    let at = Game::at(Arc::new(variant("storm-seas")), &position(&with(json!([0, 2]))), "any")
        .unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(at.position()["rule-state"]["cannon"]["left"], json!([0, 2]));
}

#[test]
fn messages_name_all_tiles_that_can_be_laid() {
    for tile in [35, 40] {
        let why = refused(
            "veterans",
            &json!({ "tiles": [{ "square": "a1", "tile": tile, "rotation": 0 }] }),
        );
        assert_eq!(
            why,
            format!(
                "position.tiles[0].tile: a tile that can be laid, 0 to 34, 36 or 38, is needed, \
                 not {tile}"
            )
        );
    }
}

/// The portal has its own field there, too.
#[test]
fn views_of_games_with_a_portal_follow() {
    let rules = variant("mystic-portal+placement.avoid=[]");
    let registry = Registry::default();
    let mut laid = 0;
    for game in 0..8 {
        let record = played(&rules, 4, "portal views", game).record;
        laid += record.matches("\"tile\":36,\"rotation\":0").count();
        let whole = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
        let mut replayer = Replayer::new(&registry);
        let (_, memory) = replayer
            .replay_remembering(&whole, &mut |_| {})
            .unwrap_or_else(|why| panic!("{why}\n{record}"));
        for seat in 0..4 {
            let seen = view(&whole, &memory, Seat::new(seat));
            let read = RecordReader::new(seen.as_bytes()).game().unwrap().unwrap();
            replayer
                .check_view(&read)
                .unwrap_or_else(|why| panic!("{why}: game {game}, seat {seat}\n{seen}"));
        }
    }
    assert!(laid > 0, "the portal is laid in some game");
}

//! Rules that one situation cannot show, because they concern all games or all faces. What a
//! situation can show is in `tests/scenarios`.

use crate::common::games::{played, variant};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tsuro::record::answer;

/// The events of a game played at random.
fn events(rules: &str, seats: u8, seed: u32) -> Vec<Value> {
    let record = played(&variant(rules), seats, &seed.to_string(), 0).record;
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn named<'a>(events: &'a [Value], name: &'a str) -> impl Iterator<Item = &'a Value> {
    events.iter().filter(move |event| event["event"] == name)
}

#[test]
fn each_of_the_35_faces_has_as_many_placements_as_orientations() {
    let faces: Value = serde_json::from_str(include_str!("../corpus/faces.json")).unwrap();
    let mut counts = [0; 5];
    for face in faces["faces"].as_array().unwrap() {
        let players =
            json!([{ "at": "c1:A", "hand": [face["face"]] }, { "at": "f6:D", "hand": [] }]);
        let request = json!({ "position": { "players": players, "active": 0, "pile": [] } });
        let legal =
            answer(&variant("classic+placement.avoid=[]"), &request).unwrap()["legal"].clone();
        let orientations = face["orientations"].as_u64().unwrap();
        // The smallest rotations stand for all that look the same.
        let expected: Value = (0..orientations)
            .map(|rotation| json!({ "tile": face["face"], "rotation": rotation }))
            .collect();
        assert_eq!(legal, expected);
        counts[orientations as usize] += 1;
    }
    assert_eq!(counts, [0, 5, 10, 0, 20]);
}

#[test]
fn the_first_player_chooses_the_first_mark_and_has_the_first_turn() {
    for (rules, seats, by_lot) in
        [("classic", 8, false), ("classic+players.first=random", 4, true), ("luxury", 11, true)]
    {
        let mut firsts = BTreeSet::new();
        for seed in 0..200 {
            let events = events(rules, seats, seed);
            let first = events[0]["first"].as_u64().unwrap();
            firsts.insert(first);
            let starts: Vec<u64> =
                named(&events, "start").map(|event| event["player"].as_u64().unwrap()).collect();
            let clockwise: Vec<u64> =
                (0..u64::from(seats)).map(|step| (first + step) % u64::from(seats)).collect();
            assert_eq!(starts, clockwise, "{rules}");
            assert_eq!(named(&events, "turn").next().unwrap()["player"], first, "{rules}");
        }
        assert_eq!(
            firsts.len(),
            if by_lot { usize::from(seats) } else { 1 },
            "{rules}: {firsts:?}"
        );
    }
}

#[test]
fn no_two_pieces_start_on_one_mark_or_on_one_square_where_it_is_not_shared() {
    for (rules, is_shared) in [("classic", true), ("classic+start.share-square=false", false)] {
        let mut neighbours = 0;
        for seed in 0..60 {
            let events = events(rules, 8, seed);
            let marks: Vec<&str> =
                named(&events, "start").map(|event| event["mark"].as_str().unwrap()).collect();
            for (index, mark) in marks.iter().enumerate() {
                assert!(!marks[..index].contains(mark));
                neighbours += marks[..index].iter().filter(|other| other[..2] == mark[..2]).count();
            }
        }
        assert_eq!(neighbours > 0, is_shared, "{rules}");
    }
}

#[test]
fn daikaiju_come_before_the_start_marks_to_the_squares_that_the_dice_name() {
    let lines = ["a", "b", "c", "e", "f", "g"];
    for seed in 0..60 {
        let events = events("seas", 2, seed);
        assert!(
            events[2..8].iter().all(|event| event["reason"] == "setup"),
            "six before the first start mark"
        );
        for event in named(&events, "daikaiju_placed") {
            let line = |die: usize| event["dice"][die].as_u64().unwrap() as usize - 1;
            let row = [1, 2, 3, 5, 6, 7][line(1)];
            assert_eq!(event["square"], format!("{}{row}", lines[line(0)]));
            assert!(event["facing"].as_u64().unwrap() < 4);
        }
    }
}

#[test]
fn without_daikaiju_no_dice_are_rolled() {
    for seed in 0..20 {
        for event in &events("seas-calm", 8, seed)[1..] {
            let name = event["event"].as_str().unwrap();
            assert!(
                !["roll", "die", "wake_removed", "relocated"].contains(&name)
                    && !name.starts_with("daikaiju"),
                "{name}"
            );
        }
    }
}

#[test]
fn editions_with_the_same_rules_play_the_same_games() {
    for edition in ["pass-the-pile", "accessible", "french"] {
        assert_eq!(variant(edition).hash(), variant("classic").hash());
        for (seed, seats) in [(0, 2), (1, 3), (2, 5), (3, 8)] {
            assert_eq!(
                events(edition, seats, seed)[1..],
                events("classic", seats, seed)[1..],
                "{edition}"
            );
        }
    }
    let is_plain = |rules: &str| variant(rules).resolved().presentation().plain;
    assert!(is_plain("accessible") && !is_plain("classic"));
}

//! V1–V4 and house rules.
//!
//! 33 is straight (H→C), 31 straight with its lanes crossing (H→D), 34 turns at the near corner (H→A, G→F), 0 turns back (H→G).

use crate::common::games::{played, variant};
use crate::scenario::{Scenario, at};
use serde_json::{Value, json};

/// c3 (33) is crossed from H to C; then d3, d2 and c2 (34) lead round its corner and back in at B, out at E.
fn twice_across(rules: &str) -> Scenario {
    at(&format!("{rules}+tiles.copies=4"))
        .tile("b3", 33, 0)
        .tile("d3", 34, 0)
        .tile("d2", 34, 0)
        .tile("c2", 34, 0)
        .player("c3:H", &[33])
        .player("f6:D", &[1])
}

/// Seat 0 lays 34 on a1 and lives (B→C); seat 1 leaves by the top (H→A): one crossing each.
fn kill(rules: &str, scores: [i64; 2]) -> Scenario {
    at(rules).player("a1:B", &[34, 1]).player("a1:H", &[2]).set("scores", json!(scores))
}

#[test]
fn v1_a_point_for_each_tile_crossing() {
    let answer = twice_across("longest-path").set("scores", json!([10, 20])).place(33, 0);
    assert_eq!(answer.events(), ["moved 0 c4:B"]);
    // c3, d3, d2, c2 and c3 again.
    assert_eq!(answer.position()["scores"], json!([15, 20]));
}

#[test]
fn v1_the_fatal_trip_counts_and_the_eliminated_keep_their_points() {
    let answer = kill("longest-path", [0, 7]).pile(&[5]).shuffled(&[5, 2]).place(34, 0);
    // The only survivor does not lead, so it plays on.
    assert_eq!(answer.events()[..2], ["moved 0 b1:H", "eliminated 1 edge"]);
    assert!(answer.goes_on());
    assert_eq!(answer.position()["scores"], json!([1, 8]));
    assert_eq!(answer.position()["active"], 0);
}

#[test]
fn v1_ends_when_the_only_survivor_leads() {
    assert_eq!(kill("longest-path", [6, 5]).place(34, 0).events()[2..], ["end [0] score [7,6]"]);
    // Level is not in the lead.
    assert!(kill("longest-path", [5, 5]).place(34, 0).goes_on());
}

#[test]
fn v1_ends_when_no_one_is_alive_or_the_tiles_are_gone() {
    let gone = at("longest-path").player("a1:A", &[0]).player("a1:H", &[]).set("scores", json!([3, 2])).place(0, 0);
    assert_eq!(gone.events(), ["eliminated 0 edge", "eliminated 1 edge", "end [0] score [4,3]"]);
    let last =
        |scores: [i64; 2]| at("longest-path").player("a1:H", &[33]).player("f6:D", &[]).set("scores", json!(scores)).place(33, 0).events();
    assert_eq!(last([0, 5]), ["moved 0 b1:H", "end [1] score [1,5]"]);
    assert_eq!(last([4, 5]), ["moved 0 b1:H", "end [0,1] score [5,5]"]);
}

#[test]
fn v2_a_point_for_each_pair_of_own_segments_that_cross_inside_a_tile() {
    // H–C and B–E cross on c3.
    let answer = twice_across("most-crossings").place(33, 0);
    assert_eq!(answer.position()["scores"], json!([1, 0]));
    // 12 (AB CH DG EF) is crossed twice as well, H–C and B–A, but the two do not cross: A leads into c2 at F, out at G.
    let beside = at("most-crossings+tiles.copies=4")
        .tile("b3", 33, 0)
        .tile("d3", 34, 0)
        .tile("d2", 34, 0)
        .tile("c2", 34, 0)
        .player("c3:H", &[12])
        .player("f6:D", &[1])
        .place(12, 0);
    assert_eq!(beside.events(), ["moved 0 b2:D"]);
    assert_eq!(beside.position()["scores"], json!([0, 0]));
}

#[test]
fn v2_ends_as_v1_does() {
    assert_eq!(kill("most-crossings", [6, 5]).place(34, 0).events()[2..], ["end [0] score [6,5]"]);
    assert!(kill("most-crossings", [5, 5]).place(34, 0).goes_on());
}

#[test]
fn v3_one_open_hand_is_refilled_after_each_placement() {
    let table = || at("open-tiles").piece("a1:H").piece("a1:B").piece("f6:D").set("hand", json!([34, 33, 1])).pile(&[7, 8]);
    let answer = table().place(33, 0);
    assert_eq!(answer.events()[..2], ["moved 0 b1:H", "moved 1 a2:B"]);
    assert_eq!(answer.only("drew"), ["drew 0 7"]);
    assert_eq!(answer.position()["pile"], json!([8]));
    // Nothing is returned when someone is out, and the Dragon is not in play. Here seat 1 lays 34: seat 0 leaves by the top.
    let out = table().active(1).place(34, 0);
    assert_eq!(out.events(), ["moved 1 b1:H", "eliminated 0 edge", "drew 1 7"]);
    // Every seat plays from it: for seat 1 at B, face 1 (AB CD EG FH) is safe only turned twice (B–D).
    assert_eq!(table().active(1).legal(), [(1, 2), (33, 0), (34, 0)]);
    let deal: Value = serde_json::from_str(played(&variant("open-tiles"), 5, "deal", 0).record.lines().nth(1).unwrap()).unwrap();
    assert_eq!((deal["hands"].as_array().unwrap().len(), deal["pile"].as_array().unwrap().len()), (1, 32));
}

#[test]
fn v3_ends_when_the_tiles_are_gone() {
    let last = at("open-tiles").piece("a1:H").piece("f6:D").set("hand", json!([33])).place(33, 0);
    assert_eq!(last.events(), ["moved 0 b1:H", "end [0,1] shared"]);
}

#[test]
fn v4_the_score_is_how_many_markers_are_alive_in_the_end() {
    let solo = |other: &str, hand: &[u8]| at("solo").piece("a1:B").piece(other).set("hand", json!(hand));
    assert_eq!(solo("f6:D", &[34]).place(34, 0).events(), ["moved 0 b1:H", "end [0,1] score [1,1]"]);
    // One marker lost: with tiles left, the game goes on with the other.
    let lost = solo("a1:H", &[34, 1]).place(34, 0);
    assert_eq!(lost.events(), ["moved 0 b1:H", "eliminated 1 edge"]);
    assert!(lost.goes_on());
    assert_eq!(lost.position()["active"], 0);
    // Nobody left.
    let none = at("solo").piece("a1:A").piece("a1:B").set("hand", json!([0])).pile(&[5]).place(0, 0);
    assert_eq!(none.json["events"].as_array().unwrap().last().unwrap()["scores"], json!([0, 0]));
    assert_eq!(none.json["end"]["outcome"], "score");
}

#[test]
fn v_house_rules_are_keys_and_play_to_their_end() {
    for rules in [
        "classic+board.columns=3+board.rows=3+players.max=4",
        "classic+board.columns=16+board.rows=16+tiles.copies=8",
        "classic+board.columns=4+board.rows=9+tiles.copies=2",
        "classic+tiles.hand=1",
        "classic+tiles.hand=5+players.max=6",
        "classic+tiles.copies=3+players.max=20",
        "classic+placement.avoid=[]",
        "classic+movement.meeting=pass",
        "classic+hazard.rule=daikaiju",
        "seas+hazard.moves-on=[2,4,6,8,10,12]",
        "seas+hazard.minimum=5",
        "seas+hazard.movement-dice=2",
        "seas+bonus.exchange=false",
        "luxury+draw.rule=dragon",
    ] {
        let variant = variant(rules);
        let (fewest, most) = variant.players();
        for seats in [fewest, most] {
            for seed in 0..10 {
                let record = played(&variant, seats, &seed.to_string(), 0).record;
                let end: Value = serde_json::from_str(record.lines().last().unwrap()).unwrap();
                assert_eq!(end["event"], "end", "{rules}");
                assert_ne!(end["outcome"], "turn-limit", "{rules}");
                assert_eq!(crate::slow::check_stream(&record), Ok(1), "{rules}");
            }
        }
    }
}

#[test]
fn v_the_turn_limit_ends_a_game_with_all_who_live_as_winners() {
    let limited = |limit: u32| {
        let scenario = at(&format!("classic+end.turn-limit={limit}")).player("a1:H", &[33]).out().player("f6:D", &[1]).player("f6:E", &[2]);
        scenario.dragon(2).set("turn", 5).place(33, 0).events()
    };
    assert_eq!(limited(5), ["moved 0 b1:H", "end [0,2,3] turn-limit"]);
    assert_eq!(limited(6), ["moved 0 b1:H"]);
}

//! T1–T9: what every edition has in common.
//!
//! Tiles that look the same however they are turned make positions easy to read: 33 is straight (H→C, A→F), 31 straight with its lanes
//! crossing (H→D, A→E), 34 turns at the near corner (H→A, G→F), 27 at the far one (H→E, A→D), and 0 turns back (H→G, A→B).

use crate::common::games::{played, try_variant, variant};
use crate::scenario::at;
use serde_json::{Value, json};
use tsuro::board::Place;
use tsuro::game::{Luck, RuleSet, RunSeed, View, choose_start, deal};
use tsuro::with_rules;

/// The start marks that are offered to the seats of one game, when each takes `choices[seat]`.
fn marks(rules: &str, choices: &[&str]) -> Vec<Vec<Place>> {
    let variant = variant(rules);
    let mut luck = Luck(RunSeed::new("marks").game(0));
    with_rules!(variant.rules(), |rules| {
        let mut state = deal(rules, 8, &mut luck, &mut ());
        let mut offered = vec![View::new(rules, &state).marks().at_start()];
        for choice in choices {
            choose_start(rules, &mut state, choice.parse().unwrap(), &mut ());
            offered.push(View::new(rules, &state).marks().at_start());
        }
        assert_eq!(rules.basics().players.1, 8);
        offered
    })
}

#[test]
fn t1_the_board_is_six_by_six_and_seven_by_seven_in_the_seas() {
    let lone = |rules: &str, mark: &str| at(rules).player(mark, &[33]).player("c1:A", &[1]);
    // The corners: a1 is at the top left, so a path out of a1 by the top or by the left is at the edge.
    for rules in ["classic", "luxury", "seas-calm"] {
        assert_eq!(lone(rules, "a1:H").place(33, 0).events()[0], "moved 0 b1:H");
        assert_eq!(lone(rules, "a1:A").place(33, 0).events()[0], "moved 0 a2:A");
    }
    // f6 is the last square of a board of 6×6, g7 that of one of 7×7.
    assert_eq!(lone("classic", "f6:D").place(33, 0).events()[0], "moved 0 e6:D");
    assert_eq!(lone("seas-calm", "g7:D").place(33, 0).events()[0], "moved 0 f7:D");
    for off_board in ["g1:A", "a7:E", "g7:D"] {
        let (code, sentence) = lone("classic", off_board).error();
        assert_eq!(code, "bad-position");
        assert!(sentence.contains("players[0].at") && sentence.contains("off the board"), "{sentence}");
    }
    // A port of f6 on the right is on the rim of 6×6, and no start mark of 7×7.
    assert!(lone("seas-calm", "f6:D").error().1.contains("players[0].at"));
}

#[test]
fn t1_boards_need_not_be_square() {
    let wide = "classic+board.columns=9+board.rows=3+tiles.copies=2";
    let across = |mark: &str| at(wide).player(mark, &[33]).player("c1:A", &[1]);
    assert_eq!(across("i3:C").place(33, 0).events()[0], "moved 0 h3:C");
    assert_eq!(across("i3:E").place(33, 0).events()[0], "moved 0 i2:E");
    assert!(across("c4:E").error().1.contains("players[0].at"));
}

#[test]
fn t2_ports_run_clockwise_and_meet_across_each_side() {
    // The straight tile leads from each port to the opposite side: out at the port that meets the same letter again in the next square.
    for (from, to) in [
        ("a3:H", "b3:H"), // out at C, which meets H
        ("a3:G", "b3:G"), // out at D, which meets G
        ("c1:A", "c2:A"), // out at F, which meets A
        ("c1:B", "c2:B"), // out at E, which meets B
        ("f3:C", "e3:C"),
        ("f3:D", "e3:D"),
        ("c6:E", "c5:E"),
        ("c6:F", "c5:F"),
    ] {
        let answer = at("classic").player(from, &[33]).player("f6:D", &[1]).place(33, 0);
        assert_eq!(answer.events(), [format!("moved 0 {to}")], "from {from}");
    }
    // Turning at the near corner shows which ports are neighbours around it: A–H, B–C, D–E, F–G.
    for (from, to) in [("a3:H", "a2:F"), ("a3:G", "a4:A"), ("c1:B", "d1:H"), ("c1:A", "b1:C"), ("f3:D", "f4:B"), ("c6:F", "b6:D")] {
        let answer = at("classic").player(from, &[34]).player("f6:D", &[1]).place(34, 0);
        assert_eq!(answer.events(), [format!("moved 0 {to}")], "from {from}");
    }
}

#[test]
fn t3_rotation_is_clockwise_in_quarter_turns() {
    // Face 2 is AB CD EH FG. A quarter-turn clockwise makes it CD EF GB HA, and so on; from H:
    let turned =
        |rotation| at("classic+placement.avoid=[]").player("a3:H", &[2]).player("f6:D", &[1]).place(2, rotation).events()[0].clone();
    assert_eq!(turned(0), "moved 0 a4:B"); // H–E
    assert_eq!(turned(1), "moved 0 a2:F"); // H–A
    assert_eq!(turned(2), "eliminated 0 edge"); // H–G
    assert_eq!(turned(3), "eliminated 0 edge"); // H–G
}

#[test]
fn t3_there_are_35_faces_with_1_2_or_4_orientations() {
    let faces: Value = serde_json::from_str(include_str!("../corpus/faces.json")).unwrap();
    let faces = faces["faces"].as_array().unwrap();
    assert_eq!(faces.len(), 35);
    let mut counts = [0; 5];
    for face in faces {
        let (number, orientations) = (face["face"].as_u64().unwrap() as u8, face["orientations"].as_u64().unwrap());
        let legal = at("classic+placement.avoid=[]").player("c1:A", &[number]).player("f6:D", &[]).legal();
        // Named by the smallest rotations.
        assert_eq!(legal, (0..orientations as u8).map(|rotation| (number, rotation)).collect::<Vec<_>>());
        counts[orientations as usize] += 1;
    }
    assert_eq!(counts, [0, 5, 10, 0, 20]);
}

#[test]
fn t3_equal_faces_in_a_hand_are_one_placement() {
    let legal = at("classic+placement.avoid=[]+tiles.copies=2").player("c1:A", &[9, 1, 9]).player("f6:D", &[]).legal();
    assert_eq!(legal, [(1, 0), (1, 1), (1, 2), (1, 3), (9, 0), (9, 1)]);
    let answer = at("classic+placement.avoid=[]+tiles.copies=2").player("c1:A", &[9, 9]).player("f6:D", &[1]).place(9, 1);
    assert_eq!(answer.json["events"][0]["legal"], 2);
    assert_eq!(answer.position()["players"][0]["hand"], json!([9]));
}

#[test]
fn t4_every_port_on_the_rim_is_a_start_mark() {
    assert_eq!(marks("classic", &[])[0].len(), 48);
    assert_eq!(marks("seas-calm", &[])[0].len(), 56);
    // Four sides of two ports a square: a1 has four marks, b1 has two, b2 has none.
    let names: Vec<String> = marks("classic", &[])[0].iter().map(ToString::to_string).collect();
    for mark in ["a1:A", "a1:B", "a1:G", "a1:H", "b1:A", "b1:B", "f6:C", "f6:D", "f6:E", "f6:F"] {
        assert!(names.contains(&mark.to_owned()), "{mark}");
    }
    for place in ["a1:C", "a1:F", "b1:C", "b2:A", "f6:A", "f6:H"] {
        assert!(!names.contains(&place.to_owned()), "{place}");
    }
}

#[test]
fn t4_one_piece_a_mark_and_two_on_a_square_unless_squares_are_not_shared() {
    let taken = ["a1:A", "c1:B"];
    // One mark fewer for each piece.
    let shared: Vec<usize> = marks("classic", &taken).iter().map(Vec::len).collect();
    assert_eq!(shared, [48, 47, 46]);
    // The corner has four marks, a square at a side two.
    let alone: Vec<usize> = marks("classic+start.share-square=false", &taken).iter().map(Vec::len).collect();
    assert_eq!(alone, [48, 44, 42]);

    let two = |rules: &str, other: &str| at(rules).player("a1:A", &[33]).player(other, &[1]);
    assert_eq!(two("classic", "a1:H").place(33, 0).events(), ["moved 0 a2:A", "moved 1 b1:H"]);
    assert!(two("classic", "a1:A").error().1.contains("players[1].at"));
    assert!(two("classic+start.share-square=false", "a1:H").error().1.contains("players[1].at"));
    assert_eq!(two("classic+start.share-square=false", "b1:A").legal(), [(33, 0)]);
}

#[test]
fn t5_a_piece_faces_an_empty_square_and_has_its_tile_behind_it() {
    let inside = || at("classic").player("c3:H", &[33]).player("f6:D", &[1]);
    // H is on the left of c3, so the tile behind is that of b3 and no other.
    assert!(inside().error().1.contains("players[0].at"));
    for elsewhere in ["c2", "d3", "c4", "b2"] {
        assert!(inside().tile(elsewhere, 31, 0).error().1.contains("players[0].at"), "{elsewhere}");
    }
    assert_eq!(inside().tile("b3", 31, 0).place(33, 0).events(), ["moved 0 d3:H"]);
    // It cannot face a tile.
    assert!(inside().tile("b3", 31, 0).tile("c3", 0, 0).error().1.contains("players[0].at"));
    // On its start mark it has no tile behind it.
    assert_eq!(at("classic").player("c1:A", &[33]).player("f6:D", &[1]).place(33, 0).events(), ["moved 0 c2:A"]);
}

#[test]
fn t6_a_piece_follows_its_path_tile_after_tile() {
    // 12 is AB CH DG EF. a2: H→C, b2 (33): H→C, c2 (31): H→D, d2 (34): G→F, and d3 is empty.
    let answer =
        at("classic").tile("b2", 33, 0).tile("c2", 31, 0).tile("d2", 34, 0).player("a2:H", &[12]).player("f6:D", &[1]).place(12, 0);
    assert_eq!(answer.events(), ["moved 0 d3:A"]);
}

#[test]
fn t6_a_path_ends_at_an_empty_square_the_edge_a_monster_or_in_a_loop() {
    // c3 is laid with 33 or 0. Behind, b3 (1: AB CD EG FH) turns what comes back at D round to C, where the piece set out.
    let sail = |tile: u8| at("seas+placement.avoid=[]").tile("b3", 1, 0).player("c3:H", &[tile]).player("g7:D", &[3]).player("g7:E", &[4]);
    assert_eq!(sail(33).place(33, 0).events(), ["moved 0 d3:H"]);
    assert_eq!(sail(33).monster(0, "d3", 0).place(33, 0).events(), ["eliminated 0 daikaiju"]);
    assert_eq!(sail(33).tile("d3", 31, 0).place(33, 0).events(), ["moved 0 e3:G"]);
    assert_eq!(sail(0).place(0, 0).events(), ["eliminated 0 loop"]);
    let edge = at("seas+placement.avoid=[]").player("a1:H", &[34]).player("g7:D", &[3]).player("g7:E", &[4]).place(34, 0);
    assert_eq!(edge.events(), ["eliminated 0 edge"]);
}

#[test]
fn t7_all_pieces_before_the_new_tile_travel_the_active_one_first_then_clockwise() {
    // On a1: A→F, B→E, H→C. Seat 3 faces another square.
    let answer = at("classic+tiles.hand=1")
        .player("a1:A", &[1])
        .player("a1:B", &[33])
        .player("a1:H", &[2])
        .player("b1:A", &[3])
        .active(1)
        .pile(&[4])
        .place(33, 0);
    assert_eq!(answer.events(), ["moved 1 a2:B", "moved 2 b1:H", "moved 0 a2:A", "drew 1 4"]);
    assert_eq!(answer.position()["players"][3]["at"], "b1:A");
}

#[test]
fn t7_all_fates_are_judged_at_the_same_time() {
    // 0 turns back on each side: seats 0 and 1 meet at the top, seat 2 leaves by the left. Nobody is out "first".
    let answer = at("classic").player("a1:A", &[0]).player("a1:B", &[]).player("a1:H", &[]).place(0, 0);
    assert_eq!(answer.events(), ["eliminated 0 collision", "eliminated 1 collision", "eliminated 2 edge", "end [0,1,2] tie"]);
}

#[test]
fn t8_turns_go_to_the_next_live_seat_also_when_the_active_player_died() {
    // 34 leads from a1:H over the edge. Seats 1 and 2 were out before.
    let died = at("classic").player("a1:H", &[34]).out().out().player("f6:D", &[1]).player("f6:E", &[2]).set("turn", 7).place(34, 0);
    assert_eq!(died.events(), ["eliminated 0 edge", "dragon 3"]);
    assert_eq!((&died.position()["active"], &died.position()["turn"]), (&json!(3), &json!(8)));
    // After the last seat comes the first.
    let last = at("classic").player("f6:D", &[1]).player("f6:E", &[2]).player("a1:H", &[33]).active(2).place(33, 0);
    assert_eq!(last.position()["active"], 0);
}

#[test]
fn t8_a_pass_is_a_turn() {
    let passed = at("classic").player("a1:H", &[]).player("f6:D", &[1]).set("turn", 4).no_placement();
    assert_eq!(passed.events(), ["passed 0"]);
    assert_eq!((&passed.position()["active"], &passed.position()["turn"]), (&json!(1), &json!(5)));
}

#[test]
fn t8_players_are_counted_at_the_start_and_a_full_hand_is_what_the_rules_say() {
    // Two are left of three: the Dragon is still in play. With two from the start there is none.
    assert_eq!(at("classic").player("a1:H", &[33]).out().player("f6:D", &[1]).place(33, 0).events(), ["moved 0 b1:H", "dragon 0"]);
    assert_eq!(at("classic").player("a1:H", &[33]).player("f6:D", &[1]).place(33, 0).events(), ["moved 0 b1:H"]);
    // "Three tiles" is the hand size: with two, a player who has two is served, one with one is not.
    let short =
        |rules: &str| at(rules).player("a1:H", &[33, 2]).player("f6:D", &[1, 5]).player("f6:E", &[6, 7]).pile(&[8, 9, 10]).place(33, 0);
    assert_eq!(short("classic+tiles.hand=2").only("drew"), ["drew 0 8"]);
    assert_eq!(short("classic").only("drew"), ["drew 0 8", "drew 1 9", "drew 2 10"]);
}

#[test]
fn t9_those_alive_on_a_full_board_share_the_win() {
    // Nine squares: two daikaiju, six tiles, and a1. Ships 1 and 2 face the daikaiju; ship 0 fills a1 and leaves the board (34: H→A).
    let rules = "seas+tiles.copies=2+board.columns=3+board.rows=3+hazard.columns=[1,2,3,1,2,3]+hazard.rows=[1,2,3,1,2,3]";
    let last_square = || {
        at(rules)
            .tile("b1", 1, 0)
            .tile("a2", 2, 0)
            .tile("b2", 3, 0)
            .tile("c2", 4, 0)
            .tile("a3", 5, 0)
            .player("a1:H", &[34])
            .player("c1:C", &[6])
            .player("c3:D", &[7])
            .monster(0, "c1", 0)
            .monster(1, "c3", 0)
    };
    assert_eq!(last_square().tile("b3", 6, 0).place(34, 0).events(), ["eliminated 0 edge", "end [1,2] shared"]);
    // With b3 empty, the game goes on.
    let goes_on = last_square().place(34, 0);
    assert_eq!(goes_on.events(), ["eliminated 0 edge"]);
    assert!(goes_on.goes_on());
}

#[test]
fn a_seat_starts_on_each_mark_once() {
    // Whole games: no two starts on one mark, and with unshared squares none on one square.
    for (rules, shared) in [("classic", true), ("classic+start.share-square=false", false)] {
        let variant = try_variant(rules).unwrap();
        let mut neighbours = 0;
        for seed in 0..60 {
            let record = played(&variant, 8, &seed.to_string(), 0).record;
            let events = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let marks: Vec<String> =
                events.filter(|event| event["event"] == "start").map(|event| event["mark"].as_str().unwrap().to_owned()).collect();
            for (index, mark) in marks.iter().enumerate() {
                assert!(!marks[..index].contains(mark));
                neighbours += marks[..index].iter().filter(|other| other[..2] == mark[..2]).count();
            }
        }
        assert_eq!(neighbours > 0, shared, "{rules}");
    }
}

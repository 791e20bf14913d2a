//! V7: portals.

use super::*;

fn rules(portals: &[[&str; 2]]) -> Value {
    plain(&json!({"portals": portals}))
}

/// What becomes of seat 0, which lays a straight tile, or tile 34, on b3.
fn from_b3(rules: &Value, at: &str, tile: u8) -> String {
    let behind = if at == "b3:A" { "b2" } else { "a3" };
    play(rules, &to_place(at, &[behind], &[tile]), tile)[0].clone()
}

#[test]
fn a_portal_takes_nothing_and_no_piece_faces_one() {
    let rules = sea_on(&json!({"portals": [["c3", "e5"]]}), &[]);
    let waits = |at: &str| json!({"at": at, "hand": [], "started": false});
    let position = json!({"players": [waits("d7:E"), waits("d7:F")], "active": 0});
    assert!(Game::from_position(&rules, &position).is_ok());
    for square in ["c3", "e5"] {
        for (key, wrong) in [("tiles", json!([straight(square)])), ("daikaiju", json!([daikaiju(0, square)]))] {
            let mut position = position.clone();
            position[key] = wrong;
            assert!(Game::from_position(&rules, &position).is_err(), "{key} {square}");
        }
        let faces = json!({"players": [waits(&format!("{square}:A")), waits("d7:F")], "active": 0});
        assert!(Game::from_position(&rules, &faces).is_err(), "{square}");
    }
    for wrong in [
        json!([["c3", "c3"]]),
        json!([["c3"]]),
        json!([["c3", "e5", "a1"]]),
        json!([["c3", "h1"]]),
        json!([["c3", "e5"], ["e5", "a1"]]),
        json!(["c3", "e5"]),
        json!("c3"),
    ] {
        assert!(Game::from_position(&sea_on(&json!({"portals": wrong}), &[]), &position).is_err(), "{wrong}");
    }
    let missing = sea_on(&json!({"portals": [["c3", "e5"]], "missing": ["e5"]}), &[]);
    assert!(Game::from_position(&missing, &position).is_err(), "a portal exists");
}

#[test]
fn a_path_comes_out_of_the_twin_straight_across() {
    for pair in [["c3", "e5"], ["e5", "c3"]] {
        assert_eq!(from_b3(&rules(&[pair]), "b3:H", 33), "moved 0 f5:H");
        assert_eq!(from_b3(&rules(&[pair]), "b3:G", 33), "moved 0 f5:G");
    }
    // Each way in: a straight tile beside the portal c3 leads onto it.
    for (square, port, behind, out) in [
        ("b3", "H", "a3", "f5:H"),
        ("b3", "G", "a3", "f5:G"),
        ("c2", "A", "c1", "e6:A"),
        ("c2", "B", "c1", "e6:B"),
        ("d3", "C", "e3", "d5:C"),
        ("d3", "D", "e3", "d5:D"),
        ("c4", "E", "c5", "e4:E"),
        ("c4", "F", "c5", "e4:F"),
    ] {
        let told = play(&rules(&[["c3", "e5"]]), &to_place(&format!("{square}:{port}"), &[behind], &[33]), 33);
        assert_eq!(told[0], format!("moved 0 {out}"), "from {square}");
    }
}

#[test]
fn another_portal_there_leads_on() {
    assert_eq!(from_b3(&rules(&[["c3", "e5"], ["f5", "a1"]]), "b3:H", 33), "moved 0 b1:H");
    assert_eq!(from_b3(&rules(&[["c3", "e5"], ["f5", "a1"], ["d2", "b1"]]), "b3:H", 33), "moved 0 e2:H");
    // Twins side by side.
    assert_eq!(from_b3(&rules(&[["c3", "d3"]]), "b3:H", 33), "moved 0 e3:H");
    assert_eq!(from_b3(&rules(&[["d3", "c3"], ["e3", "a6"]]), "b3:H", 33), "moved 0 b6:H");
}

#[test]
fn twins_side_by_side_lead_a_path_back_to_the_line_between_them() {
    // Leftwards onto d3, out of c3; rightwards onto c3, out of d3. Upwards both are apart.
    let told = |at: &str, behind: &str| play(&rules(&[["c3", "d3"]]), &to_place(at, &[behind], &[33]), 33)[0].clone();
    assert_eq!(told("e3:C", "f3"), "moved 0 b3:C");
    assert_eq!(told("c4:E", "c5"), "moved 0 d2:E");
    assert_eq!(told("d2:A", "d1"), "moved 0 c4:A");
}

#[test]
fn nothing_there_is_the_edge() {
    assert_eq!(from_b3(&rules(&[["c3", "f5"]]), "b3:H", 33), "eliminated 0 edge");
    let missing = plain(&json!({"portals": [["c3", "e5"]], "missing": ["f5"]}));
    assert_eq!(from_b3(&missing, "b3:H", 33), "eliminated 0 edge");
    assert_eq!(from_b3(&rules(&[["c3", "e5"], ["f5", "f1"]]), "b3:H", 33), "eliminated 0 edge");
    let mut avoided = game(&rules(&[["c3", "f5"]]), &to_place("b3:H", &["a3"], &[33, 34]));
    avoided.begin_at_placement().unwrap();
    assert_eq!(avoided.legal(), [(34, 0)]);
}

#[test]
fn beyond_a_portal_at_the_rim_the_world_may_go_round() {
    let round = plain(&json!({"portals": [["c3", "f5"]], "wrap": "columns"}));
    assert_eq!(from_b3(&round, "b3:H", 33), "moved 0 a5:H");
    // A portal beyond the last column.
    let round = plain(&json!({"portals": [["a3", "d5"]], "wrap": "columns"}));
    assert_eq!(play(&round, &to_place("f3:H", &["e3"], &[33]), 33)[0], "moved 0 e5:H");
}

#[test]
fn a_path_that_comes_back_where_it_set_out_is_a_loop_if_it_heads_the_same_way() {
    let rules = rules(&[["c3", "a3"]]);
    let from = |tile: u8| {
        let mut position = to_place("b3:H", &[], &[tile]);
        position["players"][0]["started"] = json!(false);
        play(&rules, &position, tile)[0].clone()
    };
    assert_eq!(from(33), "eliminated 0 loop");
    // Tile 4 joins D and H, F and G: it comes back in at G and goes on downwards.
    assert_eq!(from(4), "moved 0 b4:A");
    // Tile 34 joins H and A: it goes up and never comes near the portals.
    assert_eq!(from(34), "moved 0 b2:F");
    // The other way: tile 0 sends it back to where it came from, through a3 and out of c3.
    let mut position = to_place("b3:H", &[], &[0]);
    position["players"][0]["started"] = json!(false);
    assert_eq!(
        play(&rules, &position, 0)[0],
        "eliminated 0 loop",
        "H to G, leftwards into a3, out of c3 to b3:D, to C, into c3, out of a3 to b3:H"
    );
}

#[test]
fn two_that_come_out_at_one_place_meet() {
    let mut position = to_place("b3:H", &["a3"], &[33]);
    position["players"][1]["at"] = json!("f5:H");
    assert_eq!(play(&rules(&[["c3", "e5"]]), &position, 33)[..2], ["eliminated 0 collision", "eliminated 1 collision"]);
}

#[test]
fn the_tile_behind_a_piece_is_found_through_portals() {
    let mut position = json!({
        "tiles": [straight("b3")], "active": 0, "turn": 5, "daikaiju": [daikaiju(0, "b4")],
        "players": [{"at": "d7:E", "hand": []}, {"at": "f5:H", "hand": []}, {"at": "d7:F", "hand": []}],
    });
    let rules = sea_on(&json!({"portals": [["c3", "e5"]]}), &[json!({"rule": "tsunami", "every": 6})]);
    let mut game = game(&rules, &position);
    game.begin_turn().unwrap();
    assert_eq!(told(&let_them_move(&mut game, 2))[..3], ["daikaiju_moved", "wake_removed b3 pile", "eliminated 1 daikaiju"]);
    // Swept is the line of the tile, not that of the place.
    position["turn"] = json!(6);
    for (line, swept) in [("3", vec!["wake_removed b3 pile", "eliminated 1 tsunami/swept"]), ("5", vec![])] {
        let mut game = self::game(&rules, &position);
        game.begin_turn().unwrap();
        feed(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": line}}));
        assert_eq!(told(&follows(&mut game)), swept);
    }
    position["tiles"] = json!([straight("d5")]);
    assert!(Game::from_position(&rules, &position).is_err(), "no tile behind f5:H");
}

#[test]
fn a_crossing_of_a_portal_scores_nothing() {
    let mut rules = rules(&[["c3", "e5"]]);
    rules["score"] = json!({"rule": "longest-path"});
    let mut game = game(&rules, &to_place("b3:H", &["a3", "f5"], &[33]));
    game.begin_at_placement().unwrap();
    assert_eq!(place(&mut game, 33, 0)[0], "eliminated 0 edge");
    assert_eq!(game.position()["scores"], json!([2, 0, 0]));
}

#[test]
fn a_piece_carried_before_a_line_that_leads_to_a_portal_stands_on_the_tile_beyond() {
    let mut rules = rules(&[["c3", "e5"]]);
    rules["hazard"] = json!([{"rule": "whirlpool", "squares": ["b3"]}, {"rule": "tsunami", "every": 6}]);
    // From b2 downwards to b3:A, round to b3:C, before the portal c3 and f5 beyond.
    let mut game = game(&rules, &to_place("b2:A", &["b1", "f5"], &[33]));
    game.begin_at_placement().unwrap();
    assert_eq!(place(&mut game, 33, 0)[..2], ["moved 0 b3:A", "carried 0 b3:C"]);
    game.begin_turn().unwrap();
    feed(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": "5"}}));
    assert_eq!(told(&follows(&mut game))[..2], ["wake_removed f5 pile", "eliminated 0 tsunami/swept"]);
}

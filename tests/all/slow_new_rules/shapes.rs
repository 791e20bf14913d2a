//! V5, V6: missing squares and round worlds.

use super::*;

/// Two ships that wait at d7, far from everything.
fn waiting() -> Value {
    let waits = |at: &str| json!({"at": at, "hand": [], "started": false});
    json!({"players": [waits("d7:E"), waits("d7:F")], "active": 0, "turn": 5})
}

/// Where the whole world is round there is no rim: the marks are listed.
fn with_marks(mut rules: Value) -> Value {
    rules["start"] = json!({"marks": ["b2:A", "c2:A", "e2:A"]});
    rules
}

#[test]
fn missing_squares_hold_nothing() {
    let rules = sea_on(&json!({"missing": ["c3"]}), &[]);
    assert!(Game::from_position(&rules, &waiting()).is_ok());
    for (key, wrong) in [("tiles", json!([straight("c3")])), ("daikaiju", json!([daikaiju(0, "c3")]))] {
        let mut position = waiting();
        position[key] = wrong;
        assert!(Game::from_position(&rules, &position).is_err(), "{key}");
        assert!(Game::from_position(&sea(&[]), &position).is_ok(), "{key}");
    }
    let mut position = waiting();
    position["players"][0]["at"] = json!("c3:H");
    assert!(Game::from_position(&rules, &position).is_err());
    for wrong in [json!(["h1"]), json!(["a8"]), json!(["c"]), json!("c3"), json!([3])] {
        assert!(Game::from_position(&sea_on(&json!({"missing": wrong}), &[]), &waiting()).is_err(), "{wrong}");
    }
}

#[test]
fn a_path_onto_a_missing_square_has_left_the_board() {
    let rules = plain(&json!({"missing": ["c3"]}));
    assert_eq!(play(&rules, &to_place("b3:H", &["a3"], &[33]), 33), ["eliminated 0 edge"]);
    assert_eq!(play(&rules, &to_place("f3:H", &["e3"], &[33]), 33), ["eliminated 0 edge"], "as at the outer rim");
    assert_eq!(play(&plain(&json!({})), &to_place("b3:H", &["a3"], &[33]), 33)[0], "moved 0 c3:H");
}

#[test]
fn the_inner_shore_is_avoided_like_the_rim() {
    let mut game = game(&plain(&json!({"missing": ["c3"]})), &to_place("b3:H", &["a3"], &[33, 34]));
    game.begin_at_placement().unwrap();
    assert_eq!(game.legal(), [(34, 0)]);
}

#[test]
fn a_full_board_is_one_without_an_empty_square_that_exists_and_is_no_portal() {
    // Seat 0 lays the last tile and leaves the board; the others wait before a daikaiju.
    let ends = |more: Value, filled: &[&str]| {
        let mut rules = plain(&json!({"columns": 3, "rows": 3, "missing": more["missing"], "portals": more["portals"]}));
        rules["tiles"]["copies"] = json!(9);
        rules["hazard"] = json!({"rule": "daikaiju", "columns": [1, 1, 2, 2, 3, 3], "rows": [1, 1, 2, 2, 3, 3]});
        let mut position = to_place("a1:A", filled, &[33]);
        position["players"][1]["at"] = json!("c3:C");
        position["players"][2]["at"] = json!("c3:D");
        position["daikaiju"] = json!([daikaiju(0, "c3")]);
        play(&rules, &position, 33)
    };
    let (full, not_full) = (vec!["eliminated 0 edge", "end shared [1,2]"], vec!["eliminated 0 edge"]);
    let all_but_two = ["c1", "a2", "c2", "a3", "b3"];
    assert_eq!(ends(json!({}), &[&all_but_two[..], &["b1", "b2"]].concat()), full);
    assert_eq!(ends(json!({}), &all_but_two), not_full);
    assert_eq!(ends(json!({"missing": ["b2"]}), &all_but_two), not_full);
    assert_eq!(ends(json!({"missing": ["b2", "b1"]}), &all_but_two), full);
    assert_eq!(ends(json!({"portals": [["b2", "b1"]]}), &all_but_two), full);
}

/// Where the first daikaiju of the box goes from a square: up on a two, right on a five, down on a four, left on a three.
fn steps_to(board: &Value, from: &str, die: usize) -> Value {
    let mut position = waiting();
    position["daikaiju"] = json!([daikaiju(0, from)]);
    let mut game = game(&with_marks(sea_on(board, &[])), &position);
    game.begin_turn().unwrap();
    let_them_move(&mut game, die)[0]["to"].clone()
}

#[test]
fn a_daikaiju_that_steps_onto_a_missing_square_or_a_portal_has_left_the_board() {
    assert_eq!(steps_to(&json!({}), "e4", 3), "d4");
    assert_eq!(steps_to(&json!({"missing": ["d4"]}), "e4", 3), Value::Null);
    assert_eq!(steps_to(&json!({"portals": [["a1", "d4"]]}), "e4", 3), Value::Null);
    assert_eq!(steps_to(&json!({"missing": ["d4"], "portals": [["a1", "f4"]]}), "e4", 2), "e3");
}

#[test]
fn daikaiju_walk_round_the_world() {
    for (wrap, left_of_a, above_1) in [
        ("none", Value::Null, Value::Null),
        ("columns", json!("g4"), Value::Null),
        ("rows", Value::Null, json!("b7")),
        ("both", json!("g4"), json!("b7")),
    ] {
        let board = json!({"wrap": wrap});
        assert_eq!([steps_to(&board, "a4", 3), steps_to(&board, "b1", 2)], [left_of_a.clone(), above_1.clone()], "{wrap}");
        let back = [steps_to(&board, "g4", 5), steps_to(&board, "b7", 4)];
        assert_eq!(back.map(|to| to.is_null()), [left_of_a.is_null(), above_1.is_null()], "{wrap}");
    }
    assert_eq!(steps_to(&json!({"wrap": "columns", "missing": ["g4"]}), "a4", 3), Value::Null);
}

#[test]
fn a_roll_that_names_a_missing_square_or_a_portal_does_not_count() {
    let mut rules = sea_on(&json!({"missing": ["a1"], "portals": [["b1", "g7"]]}), &[]);
    rules["hazard"][0]["minimum"] = json!(1);
    let mut game = game(&rules, &waiting());
    game.begin_turn().unwrap();
    let Next::Spawn { rolls, .. } = game.next() else { panic!("no daikaiju comes") };
    assert_eq!(rolls.len(), 33);
    let placed = |square: &str, dice: [usize; 2]| json!({"event": "daikaiju_placed", "tile": 0, "facing": 0, "square": square, "dice": dice, "reason": "minimum"});
    for (square, dice) in [("a1", [1, 1]), ("b1", [2, 1]), ("g7", [6, 6])] {
        refuse(&mut game, &placed(square, dice));
    }
    feed(&mut game, &placed("b2", [2, 2]));
    // Where no roll counts, none is placed.
    for key in ["columns", "rows"] {
        rules["hazard"][0][key] = json!([1, 1, 1, 1, 1, 1]);
    }
    let mut game = self::game(&rules, &waiting());
    game.begin_turn().unwrap();
    assert!(matches!(game.next(), Next::Roll));
}

#[test]
fn a_line_is_swept_as_far_as_it_exists() {
    let rules = sea_on(&json!({"missing": ["c1", "c2", "c3", "c5", "c6", "c7"]}), &[json!({"rule": "tsunami", "every": 5})]);
    let mut position = waiting();
    position["tiles"] = json!([straight("c4")]);
    let mut game = game(&rules, &position);
    game.begin_turn().unwrap();
    let Next::Sweep { lines } = game.next() else { panic!("no tsunami") };
    assert_eq!(lines.len(), 14, "what is missing makes no line less likely");
    feed(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": "c"}}));
    assert_eq!(told(&follows(&mut game)), ["wake_removed c4 pile"]);
}

#[test]
fn beyond_the_last_column_or_row_lies_the_first() {
    for (at, behind, round) in [("f3:H", "e3", "a3:H"), ("a3:C", "b3", "f3:C"), ("c6:A", "c5", "c1:A"), ("c1:E", "c2", "c6:E")] {
        let in_a_row = behind.ends_with('3');
        for (wrap, is_round) in [("none", false), ("columns", in_a_row), ("rows", !in_a_row), ("both", true)] {
            let told = play(&with_marks(plain(&json!({"wrap": wrap}))), &to_place(at, &[behind], &[33]), 33);
            let wanted = if is_round { format!("moved 0 {round}") } else { "eliminated 0 edge".to_string() };
            assert_eq!(told[0], wanted, "{wrap} {at}");
        }
    }
    let rules = plain(&json!({"wrap": "columns", "missing": ["a3"]}));
    assert_eq!(play(&rules, &to_place("f3:H", &["e3"], &[33]), 33), ["eliminated 0 edge"]);
    assert!(Game::from_position(&plain(&json!({"wrap": "round"})), &to_place("f3:H", &["e3"], &[])).is_err());
}

#[test]
fn a_path_round_the_world_that_comes_back_is_a_loop_and_counts_once_round() {
    let mut rules = plain(&json!({"columns": 3, "rows": 3, "wrap": "columns"}));
    rules["score"] = json!({"rule": "longest-path"});
    let mut position = to_place("a1:H", &["b1", "c1"], &[33]);
    position["players"][1]["at"] = json!("b3:E");
    position["players"][2]["at"] = json!("b3:F");
    let mut game = game(&rules, &position);
    game.begin_at_placement().unwrap();
    assert_eq!(place(&mut game, 33, 0), ["eliminated 0 loop"]);
    assert_eq!(game.position()["scores"], json!([3, 0, 0]));
}

#[test]
fn the_tile_behind_a_piece_is_found_round_the_world() {
    let mut position = waiting();
    position["tiles"] = json!([straight("g4")]);
    position["players"].as_array_mut().unwrap().push(json!({"at": "a4:H", "hand": []}));
    position["daikaiju"] = json!([daikaiju(0, "f4")]);
    let mut game = game(&sea_on(&json!({"wrap": "columns"}), &[]), &position);
    game.begin_turn().unwrap();
    assert_eq!(told(&let_them_move(&mut game, 5))[..3], ["daikaiju_moved", "wake_removed g4 pile", "eliminated 2 daikaiju"]);
}

#[test]
fn a_shot_flies_round_the_world_at_most_once_and_is_stopped_as_daikaiju_are() {
    let choices = |board: Value, monsters: &[&str]| {
        let mut position = waiting();
        position["tiles"] = json!([straight("d3")]);
        position["players"][0] = json!({"at": "d4:A", "hand": [1]});
        position["daikaiju"] = monsters.iter().enumerate().map(|(tile, square)| daikaiju(tile, square)).collect();
        let mut game = game(&with_marks(sea_on(&board, &[json!({"rule": "cannon"})])), &position);
        begin_calm_turn(&mut game);
        answers(&game)
    };
    assert_eq!(choices(json!({}), &["a4", "d1"]), json!(["hold", "up", "left"]));
    assert_eq!(choices(json!({"wrap": "columns"}), &["a4", "d1"]), json!(["hold", "up", "right", "left"]));
    assert_eq!(choices(json!({"wrap": "rows"}), &["a4", "d1"]), json!(["hold", "up", "down", "left"]));
    assert_eq!(choices(json!({"wrap": "both"}), &["a1"]), Value::Null);
    assert_eq!(choices(json!({"wrap": "columns", "missing": ["b4"]}), &["a4"]), json!(["hold", "right"]));
    assert_eq!(choices(json!({"wrap": "columns", "portals": [["g4", "a1"]]}), &["a4"]), json!(["hold", "left"]));
    assert_eq!(choices(json!({"wrap": "columns", "missing": ["b4"], "portals": [["g4", "a1"]]}), &["a4"]), Value::Null);
}

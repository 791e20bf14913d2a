//! T4, V5 to V7: the start marks, and pieces that wait on inner ones.

use super::*;

fn marks(board: &Value, start: &Value) -> String {
    let mut rules = plain(board);
    rules["start"] = json!({"marks": start});
    offered(&dealt(&rules, 2)).join(" ")
}

#[test]
fn the_rim_goes_clockwise_from_the_first_port_of_a1() {
    let all = "a1:A a1:B b1:A b1:B c1:A c1:B c1:C c1:D c2:C c2:D c3:C c3:D c3:E c3:F b3:E b3:F a3:E a3:F a3:G a3:H a2:G a2:H a1:G a1:H";
    for start in [Value::Null, json!("rim")] {
        assert_eq!(marks(&json!({"columns": 3, "rows": 3}), &start), all);
    }
    let without = |squares: [&str; 2]| {
        let mut left: Vec<&str> = all.split(' ').collect();
        left.retain(|mark| !squares.contains(&&mark[..2]));
        left.join(" ")
    };
    let missing = json!({"columns": 3, "rows": 3, "missing": ["a1", "c2"]});
    assert_eq!(marks(&missing, &json!("rim")), without(["a1", "c2"]), "on the outside of the rectangle");
    let portals = json!({"columns": 3, "rows": 3, "portals": [["c1", "b3"]]});
    assert_eq!(marks(&portals, &json!("rim")), without(["c1", "b3"]));
}

#[test]
fn lines_that_go_round_the_world_have_no_marks_of_the_rim() {
    let board = |wrap: &str| json!({"columns": 3, "rows": 3, "wrap": wrap, "missing": ["b2"]});
    let (top, right) = ("a1:A a1:B b1:A b1:B c1:A c1:B", "c1:C c1:D c2:C c2:D c3:C c3:D");
    let (bottom, left) = ("c3:E c3:F b3:E b3:F a3:E a3:F", "a3:G a3:H a2:G a2:H a1:G a1:H");
    let shore = "b1:E b1:F a2:C a2:D c2:G c2:H b3:A b3:B";
    assert_eq!(marks(&board("columns"), &json!("rim")), format!("{top} {bottom}"));
    assert_eq!(marks(&board("rows"), &json!("rim")), format!("{right} {left}"));
    assert_eq!(marks(&board("none"), &json!("shore")), format!("{top} {right} {bottom} {left} {shore}"));
    assert_eq!(marks(&board("rows"), &json!("shore")), format!("{right} {left} {shore}"));
    assert_eq!(marks(&board("both"), &json!("shore")), shore);
    let waits = |at: &str| json!({"at": at, "hand": [], "started": false});
    let position = json!({"players": [waits("a1:A"), waits("c1:A")], "active": 0});
    assert!(Game::from_position(&plain(&board("both")), &position).is_err(), "no rim, no marks");
}

#[test]
fn the_shore_is_every_port_with_no_square_on_its_other_side() {
    let corner = json!({"columns": 3, "rows": 3, "missing": ["a1"]});
    assert_eq!(marks(&corner, &json!("shore")), format!("{} b1:G b1:H a2:A a2:B", marks(&corner, &json!("rim"))));
    // Round the world a missing square lies beyond the last column.
    let round = json!({"columns": 3, "rows": 3, "missing": ["a2"], "wrap": "both"});
    assert_eq!(marks(&round, &json!("shore")), "a1:E a1:F b2:G b2:H c2:C c2:D a3:A a3:B");
    let portals = json!({"columns": 3, "rows": 3, "portals": [["b2", "a1"]]});
    assert_eq!(marks(&portals, &json!("shore")), marks(&portals, &json!("rim")), "a portal is a square");
    let beside = json!({"columns": 4, "rows": 4, "missing": ["b2"], "portals": [["b3", "c3"]]});
    assert_eq!(marks(&beside, &json!("shore")).split_once("a1:H ").unwrap().1, "b1:E b1:F a2:C a2:D c2:G c2:H", "no marks on portals");
}

#[test]
fn a_list_is_offered_in_its_order() {
    let board = json!({"columns": 4, "rows": 4, "missing": ["b2"], "portals": [["c3", "a4"]], "wrap": "rows"});
    let list = ["d3:H", "b3:C", "c2:G", "a1:A", "d1:D", "c2:F"];
    assert_eq!(marks(&board, &json!(list)), list.join(" "), "also beside portals");
    for wrong in ["c3:H", "a4:G", "b2:A", "e1:A", "a5:A", "a1:I", "a1", "", "d3:H"] {
        let mut rules = plain(&board);
        rules["start"] = json!({"marks": ["d3:H", "a1:A", wrong]});
        let position = json!({"players": [{"at": "d1:D", "hand": []}, {"at": "d1:C", "hand": []}], "active": 0});
        assert!(Game::from_position(&rules, &position).is_err(), "{wrong}");
    }
}

#[test]
fn one_piece_chooses_a_mark_and_one_a_square_where_squares_are_not_shared() {
    for (share, left) in [(true, vec!["b2:D", "c3:D"]), (false, vec!["c3:D"])] {
        let mut rules = plain(&json!({}));
        rules["start"] = json!({"marks": ["b2:A", "b2:D", "c3:D"], "share-square": share});
        let mut game = dealt(&rules, 2);
        refuse(&mut game, &json!({"event": "start", "player": 0, "mark": "a1:A"}));
        feed(&mut game, &json!({"event": "start", "player": 0, "mark": "b2:A"}));
        assert_eq!(offered(&game), left);
    }
}

/// Seat 1 waits on an inner mark, c3:H; seat 0 comes there with a straight tile on b3.
fn toward_one_that_waits(meeting: &str) -> (Value, Value) {
    let mut rules = plain(&json!({}));
    rules["movement"] = json!({"meeting": meeting});
    let mut position = to_place("b3:H", &["a3"], &[33, 34]);
    position["players"][1]["at"] = json!("c3:H");
    (rules, position)
}

#[test]
fn whoever_arrives_at_an_inner_mark_meets_the_piece_that_waits_there() {
    let (rules, mut position) = toward_one_that_waits("collide");
    let mut collides = game(&rules, &position);
    collides.begin_at_placement().unwrap();
    assert_eq!(collides.legal(), [(34, 0)]);
    position["players"][0]["hand"] = json!([33]);
    assert_eq!(play(&rules, &position, 33)[..2], ["eliminated 0 collision", "eliminated 1 collision"]);
    let (rules, position) = toward_one_that_waits("pass");
    assert_eq!(play(&rules, &position, 33)[0], "moved 0 c3:H");
}

#[test]
fn a_piece_on_an_inner_mark_travels_and_is_met_inside_the_new_square() {
    // Both face c3, from the two ends of its straight path.
    let mut position = to_place("c3:H", &["b3"], &[33]);
    position["players"][1]["at"] = json!("c3:C");
    assert_eq!(play(&plain(&json!({})), &position, 33)[..2], ["eliminated 0 collision", "eliminated 1 collision"]);
    let mut rules = plain(&json!({}));
    rules["movement"] = json!({"meeting": "pass"});
    assert_eq!(play(&rules, &position, 33)[..2], ["moved 0 d3:H", "moved 1 a3:C"]);
}

#[test]
fn a_piece_that_leaves_an_inner_mark_has_started() {
    let mut position = to_place("c3:H", &[], &[33]);
    position["players"][0]["started"] = json!(false);
    let mut game = game(&plain(&json!({})), &position);
    assert_eq!(game.position()["players"][0]["started"], false);
    game.begin_at_placement().unwrap();
    assert_eq!(place(&mut game, 33, 0)[0], "moved 0 d3:H");
    assert_eq!(game.position()["players"][0], json!({"at": "d3:H", "hand": [10, 11, 12]}));
}

/// Ship 1 at e4:H, behind which a tile lies; ship 0 and another are elsewhere.
fn before_a_tile(started: bool) -> Value {
    json!({
        "tiles": [straight("d4")], "active": 0, "turn": 5, "daikaiju": [daikaiju(0, "e4")],
        "players": [{"at": "d7:E", "hand": []}, {"at": "e4:H", "hand": [], "started": started}, {"at": "d7:F", "hand": []}],
    })
}

#[test]
fn a_piece_on_its_mark_stands_on_no_tile() {
    let tsunami = sea_on(&json!({}), &[json!({"rule": "tsunami", "every": 5})]);
    for (started, swept) in [(false, vec!["wake_removed d4 pile"]), (true, vec!["wake_removed d4 pile", "eliminated 1 tsunami/swept"])] {
        let mut game = game(&tsunami, &before_a_tile(started));
        game.begin_turn().unwrap();
        feed(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": "d"}}));
        assert_eq!(told(&follows(&mut game)), swept);
    }
}

#[test]
fn a_daikaiju_that_walks_across_the_line_of_a_mark_does_not_touch_the_piece() {
    for started in [false, true] {
        let mut game = game(&sea(&[]), &before_a_tile(started));
        game.begin_turn().unwrap();
        let told = told(&let_them_move(&mut game, 3));
        assert_eq!(told[..2], ["daikaiju_moved", "wake_removed d4 pile"]);
        assert_eq!(told[2] == "eliminated 1 daikaiju", started);
        assert!(started || game.position()["players"][1] == json!({"at": "e4:H", "hand": [], "started": false}));
    }
}

/// A sea with marks in many places. Ship 0 waits at e4:H before a daikaiju; it is its turn.
fn blocked() -> (Value, Value) {
    let mut rules = sea(&[]);
    rules["start"] = json!({"marks": ["e4:H", "b2:G", "f6:A", "a3:H", "c5:H", "e4:G", "g2:D", "e1:C"]});
    let position = json!({
        "active": 0, "turn": 5, "daikaiju": [daikaiju(0, "e4")], "pile": [],
        "players": [{"at": "e4:H", "hand": [1], "started": false}, {"at": "f6:A", "hand": [2], "started": false}],
    });
    (rules, position)
}

/// The marks to which a blocked ship must go.
fn ways_out(rules: &Value, position: &Value) -> Vec<String> {
    let mut game = game(rules, position);
    begin_calm_turn(&mut game);
    let Next::Relocate { must: true, marks, .. } = game.next() else { panic!("it need not relocate") };
    marks
}

#[test]
fn the_same_side_is_the_same_two_letters_anywhere_on_the_board() {
    let (rules, mut position) = blocked();
    assert_eq!(ways_out(&rules, &position), ["b2:G", "a3:H", "c5:H"]);
    let mut game = game(&rules, &position);
    begin_calm_turn(&mut game);
    for wrong in ["e4:G", "e4:H", "g2:D", "e1:C", "f6:A", "d5:H"] {
        refuse(&mut game, &json!({"event": "relocated", "player": 0, "mark": wrong}));
    }
    feed(&mut game, &json!({"event": "relocated", "player": 0, "mark": "b2:G"}));
    assert_eq!(game.position()["players"][0], json!({"at": "b2:G", "hand": [1], "started": false}));
    position["tiles"] = json!([straight("c5")]);
    position["daikaiju"] = json!([daikaiju(0, "e4"), daikaiju(3, "a3")]);
    assert_eq!(ways_out(&rules, &position), ["b2:G"], "neither a tile nor a daikaiju");
}

#[test]
fn a_mark_where_a_live_piece_stands_is_not_free() {
    let (rules, mut position) = blocked();
    position["tiles"] = json!([straight("b5")]);
    position["players"][1] = json!({"at": "c5:H", "hand": [2]});
    assert_eq!(ways_out(&rules, &position), ["b2:G", "a3:H"], "also one that has left its own mark");
    position["players"][1] = json!({"at": "a3:H", "hand": [2]});
    assert_eq!(ways_out(&rules, &position), ["b2:G", "c5:H"]);
    position["players"][1] = json!({"at": "a3:G", "hand": [2]});
    assert_eq!(ways_out(&rules, &position), ["b2:G", "a3:H", "c5:H"], "another port is another mark");
}

#[test]
fn a_blocked_ship_without_a_free_mark_is_destroyed() {
    let (mut rules, position) = blocked();
    rules["start"] = json!({"marks": ["e4:H", "f6:A"]});
    let mut game = game(&rules, &position);
    begin_calm_turn(&mut game);
    assert_eq!(told(&follows(&mut game))[0], "eliminated 0 daikaiju");
}

/// It is the turn of ship 0; a daikaiju on e4 goes left, where ship 1 waits.
fn displaced(board: &Value) -> (Game, bool) {
    let mut rules = sea_on(board, &[]);
    rules["start"] = json!({"marks": ["e4:G", "e4:H", "c5:H", "d7:E", "d7:F"]});
    let mut position = before_a_tile(false);
    position["tiles"] = json!([]);
    let mut game = game(&rules, &position);
    game.begin_turn().unwrap();
    let_them_move(&mut game, 3);
    let displaced = game.position()["players"][1]["displaced"] == true;
    (game, displaced)
}

#[test]
fn a_ship_across_which_a_daikaiju_leaves_the_board_may_relocate() {
    assert!(!displaced(&json!({})).1, "it walks across an inner line");
    assert!(displaced(&json!({"portals": [["d4", "a1"]]})).1);
    let (mut game, displaced) = displaced(&json!({"missing": ["d4"]}));
    assert!(displaced, "at an inner shore");
    begin_calm_turn(&mut game);
    let Next::Relocate { must: false, marks, .. } = game.next() else { panic!("it cannot relocate") };
    assert_eq!(marks, ["e4:G", "c5:H"]);
}

#[test]
fn no_ship_starts_before_a_daikaiju_while_it_has_another_mark() {
    let mut rules = sea(&[]);
    rules["start"] = json!({"marks": ["e4:H", "c5:A", "c5:F"]});
    rules["hazard"][0]["setup"] = json!([{"players": [2, 8], "place": 1}]);
    let mut game = dealt(&rules, 2);
    feed(&mut game, &json!({"event": "daikaiju_placed", "tile": 0, "facing": 0, "square": "c5", "dice": [3, 4], "reason": "setup"}));
    assert_eq!(offered(&game), ["e4:H"]);
    feed(&mut game, &json!({"event": "start", "player": 0, "mark": "e4:H"}));
    assert_eq!(offered(&game), ["c5:A", "c5:F"]);
}

#[test]
fn a_position_says_who_waits_where_the_place_does_not() {
    let mut rules = sea_on(&json!({"missing": ["d4"], "wrap": "rows"}), &[]);
    rules["start"] = json!({"marks": "shore"});
    let written = |at: &str, started: Value, tiles: &[&str]| {
        let tiles: Vec<Value> = tiles.iter().map(|square| straight(square)).collect();
        let position = json!({
            "players": [{"at": at, "hand": [], "started": started}, {"at": "g7:D", "hand": []}], "active": 0, "tiles": tiles,
        });
        Game::from_position(&rules, &position).map(|game| game.position()["players"][0]["started"].clone()).ok()
    };
    let (unsaid, yes, no) = (Value::Null, json!(true), json!(false));
    assert_eq!(written("a1:G", unsaid.clone(), &[]), Some(unsaid.clone()), "on the rim it waits");
    assert_eq!(written("a1:G", no.clone(), &[]), Some(unsaid.clone()));
    assert_eq!(written("a1:G", yes.clone(), &[]), Some(yes.clone()));
    assert_eq!(written("e4:H", unsaid.clone(), &[]), Some(no.clone()), "on the shore too, but that is written");
    assert_eq!(written("e4:H", yes.clone(), &[]), Some(yes.clone()));
    for inner in ["c3:A", "c1:A"] {
        let behind = if inner == "c3:A" { "c2" } else { "c7" };
        assert_eq!(written(inner, unsaid.clone(), &[behind]), Some(unsaid.clone()), "on an inner line it has left its mark");
        assert_eq!(written(inner, yes.clone(), &[behind]), Some(unsaid.clone()));
        assert_eq!(written(inner, no.clone(), &[behind]), Some(no.clone()));
        assert_eq!(written(inner, unsaid.clone(), &[]), None, "no tile behind, and not said");
        assert_eq!(written(inner, no.clone(), &[]), Some(no.clone()));
        assert_eq!(written(inner, yes.clone(), &[]), Some(yes.clone()));
    }
    let twice = json!({"at": "e4:H", "hand": []});
    assert!(Game::from_position(&rules, &json!({"players": [twice, twice], "active": 0})).is_err());
}

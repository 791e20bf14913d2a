//! V8: several tiles a turn.

use super::*;

fn rules(tiles: usize) -> Value {
    json!({"turn": {"tiles": tiles}, "tiles": {"copies": 4}, "draw": {"rule": "refill", "returned": "bottom"}})
}

/// Seat 0 faces a1 from above; others wait elsewhere.
fn position(hand: &[u8], others: &[Value]) -> Value {
    let mine = json!({"at": "a1:A", "hand": hand});
    json!({"players": ([&[mine], others].concat()), "active": 0, "turn": 5, "pile": [10, 11, 12, 13, 14]})
}

fn far() -> Value {
    json!({"at": "f6:D", "hand": [3]})
}

/// The first placement of a turn, and what follows from it.
fn first(rules: &Value, position: &Value, tile: u8) -> (Game, Vec<String>) {
    let mut game = game(rules, position);
    game.begin_at_placement().unwrap();
    let told = place(&mut game, tile, 0);
    (game, told)
}

#[test]
fn the_placements_follow_each_other_and_the_draw_comes_once() {
    let (mut game, told) = first(&rules(2), &position(&[33, 33, 1], &[far()]), 33);
    assert_eq!(told, ["moved 0 a2:A"]);
    assert_eq!(game.position()["laid"], 1);
    let mut again = written_and_read(&rules(2), &game);
    for game in [&mut game, &mut again] {
        refuse(game, &json!({"event": "turn", "player": 1, "number": 6}));
        refuse(game, &json!({"event": "drew", "player": 0, "tile": 10}));
        assert_eq!(place(game, 33, 0), ["moved 0 a3:A", "drew 0 10", "drew 0 11"]);
        assert!(game.at_turn());
        assert_eq!(game.position()["laid"], Value::Null);
    }
}

#[test]
fn one_two_or_three() {
    for tiles in 1..=3 {
        let (mut game, mut told) = first(&rules(tiles), &position(&[33, 33, 33], &[far()]), 33);
        for laid in 1..tiles {
            assert_eq!((told.len(), game.position()["laid"].clone()), (1, json!(laid)));
            told = place(&mut game, 33, 0);
        }
        assert_eq!((told.len(), game.at_turn()), (1 + tiles, true), "{tiles} are drawn");
    }
    for wrong in [0, 4] {
        assert!(Game::from_position(&rules(wrong), &position(&[33], &[far()])).is_err());
    }
}

#[test]
fn each_placement_has_its_own_legality() {
    // Tile 34 leads from a1:A and from a2:A to the left edge.
    let mut game = game(&rules(2), &position(&[33, 34], &[far()]));
    game.begin_at_placement().unwrap();
    assert_eq!(game.legal(), [(33, 0)]);
    place(&mut game, 33, 0);
    assert_eq!(game.legal(), [(34, 0)], "nothing else is left");
    assert_eq!(place(&mut game, 34, 0), ["eliminated 0 edge", "end last-standing [1]"]);
}

#[test]
fn the_turn_ends_early_when_the_player_is_out() {
    let waits = json!({"at": "f1:A", "hand": [1, 2]});
    let (game, told) = first(&rules(3), &position(&[0, 0], &[far(), waits.clone()]), 0);
    assert_eq!(told, ["eliminated 0 edge", "returned [0] [10,11,12,13,14,0]"]);
    assert!(game.at_turn());
    assert_eq!((game.position()["active"].clone(), game.position()["turn"].clone()), (json!(1), json!(6)));
    let mut dragon = rules(3);
    dragon["draw"] = json!({"returned": "bottom"});
    let (_, told) = first(&dragon, &position(&[0, 0], &[far(), waits]), 0);
    assert_eq!(told[2..], ["drew 1 10", "drew 2 11", "drew 1 12"], "the turn still ends with a draw");
}

#[test]
fn the_turn_ends_early_when_the_hand_is_empty_and_that_is_no_pass() {
    let (game, told) = first(&rules(3), &position(&[33], &[far()]), 33);
    assert_eq!(told, ["moved 0 a2:A", "drew 0 10", "drew 0 11", "drew 0 12"]);
    assert!(game.at_turn());
}

#[test]
fn an_empty_hand_at_the_first_placement_is_a_pass() {
    let mut game = game(&rules(2), &position(&[], &[far()]));
    game.begin_at_placement().unwrap();
    assert_eq!(told(&follows(&mut game)), ["passed", "drew 0 10", "drew 0 11", "drew 0 12"]);
    assert!(game.at_turn(), "what was drawn is for the next turn");
}

#[test]
fn two_players_draw_up_to_as_many_as_a_turn_has_placements() {
    let drawn = |tiles: usize, hand: &[u8], pile: &[u8]| {
        let mut rules = rules(tiles);
        rules["draw"] = json!({"rule": "dragon"});
        let mut position = position(hand, &[far()]);
        position["pile"] = json!(pile);
        let mut game = game(&rules, &position);
        game.begin_at_placement().unwrap();
        let mut all = Vec::new();
        while is_placement(&game) {
            all.extend(place(&mut game, 33, 0));
        }
        all.extend(told(&follows(&mut game)));
        all.retain(|event| !event.starts_with("moved"));
        all.join(", ")
    };
    assert_eq!(drawn(1, &[33, 1], &[10, 11, 12]), "drew 0 10");
    assert_eq!(drawn(2, &[33, 33, 1], &[10, 11, 12]), "drew 0 10, drew 0 11");
    assert_eq!(drawn(2, &[33, 33], &[10, 11, 12]), "drew 0 10, drew 0 11", "not up to a full hand");
    assert_eq!(drawn(3, &[33, 33, 33], &[10, 11, 12]), "drew 0 10, drew 0 11, drew 0 12");
    assert_eq!(drawn(3, &[33, 33, 33], &[10]), "drew 0 10", "as far as the pile reaches");
    assert_eq!(drawn(2, &[33], &[10, 11, 12]), "drew 0 10, drew 0 11", "also after fewer placements");
    assert_eq!(drawn(2, &[], &[10, 11, 12]), "passed, drew 0 10, drew 0 11", "and after none");
}

/// Seat 0 lays tile 21 on a1, goes to b1:H and puts out seat 1, which has these tiles.
fn with_a_victim(hand: &[u8], others: &[Value]) -> Value {
    position(&[21, 1, 2], &[&[json!({"at": "a1:B", "hand": hand})], others].concat())
}

#[test]
fn exchange_and_returns_come_before_the_next_placement() {
    let mut rules = rules(2);
    rules["bonus"] = json!({"exchange": true});
    let (game, told) = first(&rules, &with_a_victim(&[6, 33], &[far()]), 21);
    assert_eq!(told, ["moved 0 b1:H", "eliminated 1 edge"]);
    assert!(matches!(game.next(), Next::Exchange { .. }));
    assert_eq!(game.position()["laid"], 1);
    let mut game = written_and_read(&rules, &game);
    feed(&mut game, &json!({"event": "exchanged", "player": 0, "gave": [1], "took": [33]}));
    assert_eq!(self::told(&follows(&mut game)), ["returned [1,6] [10,11,12,13,14,1,6]"]);
    assert_eq!(game.position()["laid"], 1);
    assert_eq!(place(&mut game, 33, 0), ["moved 0 c1:H", "drew 0 10", "drew 0 11"]);
}

#[test]
fn an_exchange_may_come_after_the_last_placement_too_and_does_not_lead_to_another() {
    let mut rules = rules(2);
    rules["bonus"] = json!({"exchange": true});
    let mut before = with_a_victim(&[6], &[far()]);
    before["phase"] = json!("place");
    before["laid"] = json!(1);
    let mut game = game(&rules, &before);
    assert_eq!(place(&mut game, 21, 0), ["moved 0 b1:H", "eliminated 1 edge"]);
    assert_eq!(game.position()["laid"], 2);
    let mut game = written_and_read(&rules, &game);
    game.decline().unwrap();
    assert_eq!(told(&follows(&mut game)), ["returned [6] [10,11,12,13,14,6]", "drew 0 10"]);
    assert!(game.at_turn());
}

#[test]
fn a_dead_holders_dragon_goes_on_before_the_next_placement() {
    let mut rules = rules(2);
    rules["draw"] = json!({"returned": "bottom"});
    let full = json!({"at": "f6:D", "hand": [3, 4, 5]});
    let mut before = with_a_victim(&[6, 7], &[full]);
    before["dragon"] = json!(1);
    let (game, told) = first(&rules, &before, 21);
    assert_eq!(told[2..], ["returned [6,7] [10,11,12,13,14,6,7]", "dragon 0"]);
    assert!(is_placement(&game));
    written_and_read(&rules, &game);
}

#[test]
fn the_game_may_end_between_two_placements() {
    let (game, told) = first(&rules(2), &with_a_victim(&[6], &[]), 21);
    assert_eq!(told, ["moved 0 b1:H", "eliminated 1 edge", "end last-standing [0]"]);
    assert!(game.is_over());
    let mut longest = rules(2);
    longest["score"] = json!({"rule": "longest-path"});
    let mut before = with_a_victim(&[6], &[]);
    before["scores"] = json!([5, 1]);
    assert_eq!(first(&longest, &before, 21).1[2], "end score [0]", "the only survivor leads");
    before["scores"] = json!([5, 9]);
    assert!(is_placement(&first(&longest, &before, 21).0));
}

#[test]
fn that_the_tiles_are_gone_is_seen_at_the_end_of_the_turn() {
    let mut before = position(&[33, 33], &[json!({"at": "f6:D", "hand": []})]);
    before["pile"] = json!([]);
    let (mut game, told) = first(&rules(2), &before, 33);
    assert_eq!(told, ["moved 0 a2:A"]);
    assert_eq!(place(&mut game, 33, 0), ["moved 0 a3:A", "end shared [0,1]"]);
}

#[test]
fn event_rules_before_the_placement_act_once_a_turn() {
    let mut rules = sea(&[json!({"rule": "tsunami", "every": 5}), json!({"rule": "cannon"})]);
    rules["turn"] = json!({"tiles": 2});
    rules["tiles"]["copies"] = json!(4);
    let mut before = position(&[33, 33, 1], &[json!({"at": "g7:D", "hand": [3]})]);
    before["players"][0] = json!({"at": "b1:H", "hand": [33, 33, 1]});
    before["tiles"] = json!([straight("a1")]);
    before["daikaiju"] = json!([daikaiju(3, "b7"), daikaiju(4, "c7"), daikaiju(5, "d7")]);
    before["rule-state"] = json!({"cannon": {"left": [2, 2]}});
    before["turn"] = json!(5);
    let mut game = game(&rules, &before);
    game.begin_turn().unwrap();
    feed(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": "g"}}));
    feed(&mut game, &json!({"event": "roll", "dice": [1, 1]}));
    assert_eq!(choose(&mut game, &json!("hold")), [""; 0]);
    assert_eq!(place(&mut game, 33, 0), ["moved 0 c1:H"]);
    assert_eq!(place(&mut game, 33, 0), ["moved 0 d1:H", "drew 0 10", "drew 0 11"]);
    assert!(game.at_turn());
}

/// A whirlpool on a2, where the first placement leads.
fn whirling() -> Value {
    let mut rules = rules(2);
    rules["hazard"] = json!({"rule": "whirlpool", "squares": ["a2"]});
    rules
}

#[test]
fn whirlpools_carry_after_each_placement() {
    let (mut game, told) = first(&whirling(), &position(&[33, 0], &[far()]), 33);
    assert_eq!(told, ["moved 0 a2:A", "carried 0 a2:C"]);
    assert_eq!(written_and_read(&whirling(), &game).legal(), [(0, 0)]);
    // Tile 0 joins C and D.
    assert_eq!(place(&mut game, 0, 0), ["moved 0 b2:G", "drew 0 10", "drew 0 11", "drew 0 12"]);
}

#[test]
fn a_player_who_is_carried_out_places_no_more() {
    let waits = json!({"at": "a2:C", "hand": [], "started": false});
    let (game, told) = first(&whirling(), &position(&[33, 0], &[waits, far(), json!({"at": "f1:A", "hand": []})]), 33);
    let wanted = ["moved 0 a2:A", "carried 0 a2:C", "eliminated 0 collision", "eliminated 1 collision", "returned [0] [10,11,12,13,14,0]"];
    assert_eq!(told, wanted);
    assert!(game.at_turn());
}

#[test]
fn an_open_hand_is_refilled_once() {
    let mut rules = rules(2);
    rules["tiles"]["open"] = json!(true);
    let mut before = position(&[], &[far()]);
    before["hand"] = json!([33, 33, 1]);
    let (mut game, told) = first(&rules, &before, 33);
    assert_eq!(told, ["moved 0 a2:A"]);
    assert_eq!(written_and_read(&rules, &game).legal(), game.legal());
    assert_eq!(place(&mut game, 33, 0), ["moved 0 a3:A", "drew 0 10", "drew 0 11"]);
}

#[test]
fn a_draft_comes_once_and_knows_how_many_were_laid() {
    let mut rules = rules(2);
    rules["draw"] = json!({"rule": "draft"});
    let (mut game, told) = first(&rules, &position(&[33, 33, 1], &[far()]), 33);
    assert_eq!(told, ["moved 0 a2:A"]);
    assert_eq!(place(&mut game, 33, 0), ["moved 0 a3:A", "drew 0 10", "drew 0 11", "drew 0 12"]);
    assert_eq!(game.position()["laid"], 2);
    let mut game = written_and_read(&rules, &game);
    assert_eq!(answers(&game), json!([1, 10, 11, 12]));
    assert_eq!(choose(&mut game, &json!(1)), [""; 0]);
    assert!(game.at_turn());
}

#[test]
fn the_truce_binds_each_placement() {
    // Tile 21 puts seat 1 out.
    let mut before = position(&[21, 33], &[json!({"at": "a1:B", "hand": []}), far()]);
    before["phase"] = json!("place");
    for (rule, legal) in [("truce", vec![(33, 0)]), ("free", vec![(21, 0), (33, 0)])] {
        let mut rules = rules(2);
        rules["placement"] = json!({"rule": rule});
        for laid in 0..2 {
            before["laid"] = json!(laid);
            assert_eq!(game(&rules, &before).legal(), legal, "{rule}, {laid} laid");
        }
    }
}

#[test]
fn a_position_cannot_stand_where_no_turn_stands() {
    let reads = |tiles: usize, hand: &[u8], more: Value| {
        let mut before = position(hand, &[far(), json!({"out": true})]);
        for (key, value) in more.as_object().unwrap() {
            before[key] = value.clone();
        }
        let mut rules = rules(tiles);
        rules["bonus"] = json!({"exchange": true});
        Game::from_position(&rules, &before).map(|game| game.position()["laid"].clone()).ok()
    };
    let place = |laid: usize| json!({"phase": "place", "laid": laid});
    assert_eq!(reads(3, &[33], place(0)), Some(Value::Null));
    assert_eq!(reads(3, &[33], place(2)), Some(json!(2)));
    assert_eq!(reads(3, &[33], place(3)), None);
    assert_eq!(reads(1, &[33], place(1)), None);
    assert_eq!(reads(3, &[], place(1)), None, "without a tile the turn is at its end");
    let exchange = |laid: Value| json!({"phase": "exchange", "offered": {"2": [5]}, "laid": laid});
    assert_eq!(reads(2, &[33], json!({"phase": "exchange", "offered": {"2": [5]}})), Some(json!(1)));
    assert_eq!(reads(2, &[33], exchange(json!(2))), Some(json!(2)));
    assert_eq!(reads(2, &[33], exchange(json!(0))), None);
    assert_eq!(reads(2, &[33], exchange(json!(3))), None);
    assert_eq!(reads(1, &[33], exchange(json!(1))), Some(Value::Null));
}

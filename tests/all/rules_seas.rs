//! S1–S12: the seas and their daikaiju. (What ships do is in `rules_seas_ships.rs`.)
//!
//! Daikaiju tiles by index: 0 and 1 turn on a 1, and move up, right, down, left on 2 5 4 3 (at facing 0); 4 and 5 turn on a 3, and move on
//! 4 2 1 5; 8 and 9 turn on a 5, and move on 1 4 3 2. They turn anticlockwise; even indices have gold arrows.
//! Wake tile 33 is straight: from d4:H the ship comes to e4:H.

use crate::common::games::{played, variant};
use crate::scenario::{Answer, Scenario, at};
use serde_json::{Value, json};
use tsuro::game::{Luck, RunSeed, View, deal};
use tsuro::with_rules;

/// Enough of each wake tile to lay it where it reads best.
const SEAS: &str = "seas+tiles.copies=4";
/// As above, and no daikaiju is needed on the board.
const FEW: &str = "seas+tiles.copies=4+hazard.minimum=0";

/// Ship 0 at d4:H on the tile of c4, ships 1 and 2 far away.
fn sea(rules: &str) -> Scenario {
    at(rules).tile("c4", 33, 0).player("d4:H", &[33]).player("g7:D", &[1]).player("g7:E", &[2])
}

/// The whole turn; the ship goes straight on if it can.
fn straight(scenario: Scenario) -> Answer {
    scenario.turn().place(33, 0)
}

fn record(rules: &str, seats: u8, seed: &str) -> Vec<Value> {
    let record = played(&variant(rules), seats, seed, 0).record;
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn s1_fifty_six_tiles_and_six_five_or_four_daikaiju_before_the_start_marks() {
    for (seats, daikaiju) in [(2, 6), (3, 6), (4, 6), (5, 5), (6, 5), (7, 4), (8, 4)] {
        let events = record("seas", seats, "setup");
        let hands: usize = events[1]["hands"].as_array().unwrap().iter().map(|hand| hand.as_array().unwrap().len()).sum();
        assert_eq!(hands, 3 * usize::from(seats));
        assert_eq!(hands + events[1]["pile"].as_array().unwrap().len(), 56);
        let names: Vec<&str> =
            events[2..].iter().map(|event| event["event"].as_str().unwrap()).take_while(|&name| name != "turn").collect();
        let mut expected = vec!["daikaiju_placed"; daikaiju];
        expected.resize(daikaiju + usize::from(seats), "start");
        assert_eq!(names, expected, "{seats} players");
        assert!(events[2..2 + daikaiju].iter().all(|event| event["reason"] == "setup"));
    }
    assert_eq!(variant("seas").resolved().value("hazard.tiles").unwrap().as_array().unwrap().len(), 10);
}

#[test]
fn s2_the_dice_name_a_column_and_a_row_and_never_the_middle_line() {
    let lines = [1_u8, 2, 3, 5, 6, 7];
    let mut seen = 0;
    for seed in 0..60 {
        let events = record("seas", 2, &seed.to_string());
        let placed: Vec<&Value> = events.iter().filter(|event| event["event"] == "daikaiju_placed").collect();
        for event in placed {
            let die = |index: usize| lines[event["dice"][index].as_u64().unwrap() as usize - 1];
            let column = (b'a' + die(0) - 1) as char;
            assert_eq!(event["square"], format!("{column}{}", die(1)));
            assert!(event["facing"].as_u64().unwrap() < 4);
            seen += 1;
        }
    }
    assert!(seen > 360);
}

#[test]
fn s2_gold_is_the_column_blue_the_row_and_a_held_square_is_rolled_again() {
    // Two daikaiju: one more has to come. The first roll names a1, where one stands already.
    let two = |rules: &str| sea(rules).monster(0, "a1", 0).monster(1, "g1", 0).spawn(5, 2);
    let answer = straight(two(SEAS).roll(1, 1).roll(2, 3));
    assert_eq!(answer.events(), ["daikaiju_placed 5 2 b3 [2,3] minimum", "placed 0 33 0 d4", "moved 0 e4:H"]);
    assert_eq!(answer.position()["daikaiju"].as_array().unwrap().len(), 3);
    let square = |rules: &str, gold, blue| straight(two(rules).roll(gold, blue)).events()[0].clone();
    assert_eq!(square(SEAS, 4, 4), "daikaiju_placed 5 2 e5 [4,4] minimum");
    assert_eq!(square(SEAS, 6, 5), "daikaiju_placed 5 2 g6 [6,5] minimum");
    // Other lines, other squares.
    assert_eq!(square(&format!("{SEAS}+hazard.columns=[2,3,4,5,6,7]"), 1, 1), "daikaiju_placed 5 2 b1 [1,1] minimum");
    assert_eq!(square(&format!("{SEAS}+hazard.rows=[2,3,4,5,6,7]"), 1, 1), "daikaiju_placed 5 2 a2 [1,1] minimum");
    assert_eq!(square(&format!("{SEAS}+hazard.rows=[7,6,5,4,3,2]"), 2, 1), "daikaiju_placed 5 2 b7 [2,1] minimum");
}

#[test]
fn s2_where_every_square_the_dice_can_name_is_held_none_is_placed() {
    // The dice can name a1 only, and a daikaiju holds it: nothing comes on a 6, and nothing can be placed up to the minimum.
    let rules = format!("{SEAS}+hazard.columns=[1,1,1,1,1,1]+hazard.rows=[1,1,1,1,1,1]+hazard.setup=[{{players=[2,8],place=1}}]");
    let answer = straight(sea(&rules).monster(0, "a1", 0).roll(3, 3).die(6));
    assert_eq!(answer.events(), ["roll [3,3]", "die 6", "placed 0 33 0 d4", "moved 0 e4:H"]);
}

#[test]
fn s3_a_start_mark_before_a_daikaiju_is_no_choice_while_there_is_another() {
    let offered = |rules: &str| {
        let variant = variant(rules);
        with_rules!(variant.rules(), |rules| {
            let mut luck = Luck(RunSeed::new("marks").game(3));
            let mut held = Vec::new();
            let mut sink = tsuro::game::Listener(|event: &tsuro::game::Event<'_>| {
                if let tsuro::game::Event::DaikaijuPlaced { square, .. } = event {
                    held.push(*square);
                }
            });
            let state = deal(rules, 2, &mut luck, &mut sink);
            (View::new(rules, &state).marks().at_start(), held)
        })
    };
    let (marks, held) = offered("seas");
    assert!(marks.iter().all(|mark| !held.contains(&mark.square())));
    let on_the_rim = |square: &tsuro::board::Square| {
        let sides = |line: u8| usize::from(line == 0 || line == 6);
        2 * (sides(square.column()) + sides(square.row()))
    };
    assert_eq!(marks.len() + held.iter().map(on_the_rim).sum::<usize>(), 56);
    assert!(marks.len() < 56, "this game should have a daikaiju on the rim");
    // Nine daikaiju on nine squares: there is no other choice.
    let full = "seas+tiles.copies=2+board.columns=3+board.rows=3+hazard.columns=[1,2,3,1,2,3]+hazard.rows=[1,2,3,1,2,3]\
        +hazard.setup=[{players=[2,8],place=9}]";
    assert_eq!(offered(full).0.len(), 24);
}

#[test]
fn s4_daikaiju_then_a_wake_tile_then_the_ships_then_drawing() {
    let answer = straight(sea(FEW).monster(4, "a1", 0).pile(&[5, 6, 7, 8]).roll(3, 3).die(1));
    assert_eq!(
        answer.events(),
        ["roll [3,3]", "die 1", "daikaiju_moved 4 a1 a2", "placed 0 33 0 d4", "moved 0 e4:H", "drew 0 5", "drew 0 6", "drew 0 7"]
    );
}

#[test]
fn s5_they_move_on_a_sum_of_six_seven_or_eight() {
    let moves = |rules: &str, gold, blue| straight(sea(rules).monster(4, "a1", 0).roll(gold, blue).die(1)).only("die").len() == 1;
    for gold in 1..=6 {
        for blue in 1..=6 {
            assert_eq!(moves(FEW, gold, blue), (6..=8).contains(&(gold + blue)), "{gold} and {blue}");
        }
    }
    let other = format!("{FEW}+hazard.moves-on=[2,12]");
    assert!(moves(&other, 1, 1) && moves(&other, 6, 6) && !moves(&other, 3, 4) && !moves(&other, 5, 6));
}

#[test]
fn s5_one_die_for_all_in_ascending_order_of_their_turn_numbers() {
    // Given in another order than they act in.
    let four = || sea(FEW).monster(9, "f6", 0).monster(4, "f2", 0).monster(1, "b6", 0).monster(0, "b2", 0).roll(3, 3);
    // 1: 0 and 1 turn, 4 moves down, 9 up.
    assert_eq!(
        straight(four().die(1)).events()[1..6],
        ["die 1", "daikaiju_turned 0 b2 3", "daikaiju_turned 1 b6 3", "daikaiju_moved 4 f2 f3", "daikaiju_moved 9 f6 f5"]
    );
    // 2: 0 and 1 move up, 4 right, 9 left. 3: 0 and 1 left, 4 turns, 9 down. 5: 0 and 1 right, 4 left, 9 turns.
    assert_eq!(
        straight(four().die(2)).events()[2..6],
        ["daikaiju_moved 0 b2 b1", "daikaiju_moved 1 b6 b5", "daikaiju_moved 4 f2 g2", "daikaiju_moved 9 f6 e6"]
    );
    assert_eq!(
        straight(four().die(3)).events()[2..6],
        ["daikaiju_moved 0 b2 a2", "daikaiju_moved 1 b6 a6", "daikaiju_turned 4 f2 3", "daikaiju_moved 9 f6 f7"]
    );
    assert_eq!(
        straight(four().die(5)).events()[2..6],
        ["daikaiju_moved 0 b2 c2", "daikaiju_moved 1 b6 c6", "daikaiju_moved 4 f2 e2", "daikaiju_turned 9 f6 3"]
    );
}

#[test]
fn s5_arrows_turn_with_the_tile() {
    // 4 moves down on a 1 at facing 0; a quarter-turn clockwise makes it left, then up, then right.
    let moved = |facing| straight(sea(FEW).monster(4, "f2", facing).roll(3, 3).die(1)).events()[2].clone();
    assert_eq!([0, 1, 2, 3].map(moved), ["f3", "e2", "f1", "g2"].map(|to| format!("daikaiju_moved 4 f2 {to}")));
    // Turning anticlockwise goes through 3, 2, 1 back to 0.
    let turned = |facing| straight(sea(FEW).monster(4, "f2", facing).roll(3, 3).die(3)).events()[2].clone();
    assert_eq!([0, 3, 2, 1].map(turned), [3, 2, 1, 0].map(|to| format!("daikaiju_turned 4 f2 {to}")));
}

#[test]
fn s5_gold_acts_first_on_equal_numbers_and_a_tile_may_turn_clockwise() {
    let tile = |turn: u8, gold: bool| format!("{{turn={turn},arrows=[5,4,3,2],gold={gold},clockwise=true}}");
    let tiles = [tile(1, false), tile(1, true), tile(1, true)].join(",");
    let rules = format!("{FEW}+hazard.tiles=[{tiles}]+hazard.setup=[{{players=[2,8],place=3}}]");
    let answer = straight(sea(&rules).monster(0, "a1", 3).monster(1, "c1", 0).monster(2, "e1", 1).roll(3, 3).die(1));
    assert_eq!(answer.events()[2..5], ["daikaiju_turned 1 c1 1", "daikaiju_turned 2 e1 2", "daikaiju_turned 0 a1 0"]);
}

#[test]
fn s5_on_a_six_none_moves_and_a_new_one_comes_if_there_is_any() {
    let six = |supply: &[u8]| straight(sea(FEW).monster(0, "a1", 0).supply(supply).roll(2, 4).die(6).spawn(7, 3).roll(1, 6));
    assert_eq!(six(&[3, 7]).events(), ["roll [2,4]", "die 6", "daikaiju_placed 7 3 a7 [1,6] six", "placed 0 33 0 d4", "moved 0 e4:H"]);
    assert_eq!(six(&[3, 7]).position()["supply"], json!([3]));
    let none = straight(sea(FEW).monster(0, "a1", 0).supply(&[]).roll(2, 4).die(6));
    assert_eq!(none.events(), ["roll [2,4]", "die 6", "placed 0 33 0 d4", "moved 0 e4:H"]);
}

#[test]
fn s5_two_movement_dice_are_rolled_one_after_another() {
    let rules = format!("{FEW}+hazard.movement-dice=2");
    let answer = straight(sea(&rules).monster(0, "f2", 0).roll(3, 3).die(3).die(4));
    assert_eq!(answer.events()[..5], ["roll [3,3]", "die 3", "daikaiju_moved 0 f2 e2", "die 4", "daikaiju_moved 0 e2 e3"]);
    let once = straight(sea(FEW).monster(0, "f2", 0).roll(3, 3).die(3));
    assert_eq!(once.only("die"), ["die 3"]);
}

#[test]
fn s6_one_that_leaves_the_board_goes_back_to_the_supply() {
    let leaves = |rules: &str| straight(sea(rules).monster(0, "f1", 0).supply(&[5]).roll(3, 3).die(2));
    let answer = leaves(FEW);
    assert_eq!(answer.events()[2], "daikaiju_moved 0 f1 null");
    assert_eq!((&answer.position()["daikaiju"], &answer.position()["supply"]), (&json!([]), &json!([0, 5])));
    let answer = leaves(&format!("{FEW}+hazard.removed=game"));
    assert_eq!((&answer.position()["daikaiju"], &answer.position()["supply"]), (&json!([]), &json!([5])));
}

/// A daikaiju moves down from c3 onto c4, on whose tile ships 0 and 1 stand; it is the turn of ship 1.
fn eaten(rules: &str) -> Answer {
    at(rules)
        .tile("c4", 33, 0)
        .player("c5:A", &[7])
        .player("d4:H", &[6, 5])
        .player("g7:D", &[1])
        .player("g7:E", &[2])
        .active(1)
        .pile(&[9])
        .monster(0, "c3", 0)
        .roll(3, 3)
        .die(4)
        .turn()
        .no_placement()
}

#[test]
fn s7_the_tile_goes_under_the_pile_then_the_ships_on_it_are_out_then_their_hands_follow() {
    let answer = eaten(FEW);
    assert_eq!(
        answer.events()[2..],
        [
            "daikaiju_moved 0 c3 c4",
            "wake_removed c4 33 pile",
            "eliminated 1 daikaiju",
            "eliminated 0 daikaiju",
            "returned [5,6,7] [9,33,5,6,7]"
        ]
    );
    assert_eq!(answer.position()["active"], 2);
    assert_eq!(answer.position()["tiles"], json!([]));
}

#[test]
fn s7_a_tile_moved_onto_may_go_into_the_box_instead() {
    let answer = eaten(&format!("{FEW}+hazard.moved-onto-wake=box"));
    assert_eq!(answer.events()[3], "wake_removed c4 33 box");
    assert_eq!(answer.events()[6], "returned [5,6,7] [9,5,6,7]");
}

#[test]
fn s7_a_ship_farther_along_the_eaten_wake_sails_on() {
    // c4 lies under the ship's path, but it stands on d4.
    let answer = straight(
        at(FEW).tile("c4", 33, 0).tile("d4", 33, 0).player("e4:H", &[33]).player("g7:D", &[1]).monster(0, "c3", 0).roll(3, 3).die(4),
    );
    assert_eq!(answer.events()[3..], ["wake_removed c4 33 pile", "placed 0 33 0 e4", "moved 0 f4:H", "drew 0 33"]);
}

#[test]
fn s8_the_stationary_one_is_removed_and_never_acts() {
    // On a 4, 0 moves down and 9, which would move right, is hit before it acts.
    let hit = |rules: &str| straight(sea(rules).monster(0, "f3", 0).monster(9, "f4", 0).supply(&[2]).roll(3, 3).die(4));
    let answer = hit(FEW);
    assert_eq!(answer.events()[2..5], ["daikaiju_moved 0 f3 f4", "daikaiju_destroyed 9 f4", "placed 0 33 0 d4"]);
    assert_eq!(answer.position()["supply"], json!([2, 9]));
    assert_eq!(hit(&format!("{FEW}+hazard.removed=game")).position()["supply"], json!([2]));
    // 9 acts after 0: it may hit one that has acted.
    let after = straight(sea(FEW).monster(0, "f3", 0).monster(9, "e4", 0).supply(&[2]).roll(3, 3).die(4));
    assert_eq!(after.events()[2..5], ["daikaiju_moved 0 f3 f4", "daikaiju_moved 9 e4 f4", "daikaiju_destroyed 0 f4"]);
    assert_eq!(after.position()["daikaiju"], json!([{ "tile": 9, "square": "f4", "facing": 0 }]));
}

/// A daikaiju is placed on a5, on whose tile ship 1 stands.
fn crushed(rules: &str) -> Vec<String> {
    let scenario = at(rules).tile("c4", 33, 0).tile("a5", 12, 0).player("d4:H", &[33]).player("b5:H", &[1]).player("g7:E", &[2]);
    straight(scenario.pile(&[9]).monster(0, "a1", 0).roll(3, 3).die(6).spawn(5, 2).roll(1, 4)).events().split_off(2)
}

#[test]
fn s9_a_tile_on_which_one_is_placed_is_out_of_the_game_with_the_ships_on_it() {
    assert_eq!(
        crushed(FEW),
        [
            "daikaiju_placed 5 2 a5 [1,4] six",
            "wake_removed a5 12 box",
            "eliminated 1 daikaiju",
            "returned [1] [9,1]",
            "placed 0 33 0 d4",
            "moved 0 e4:H",
            "drew 0 9",
            "drew 0 1"
        ]
    );
    assert_eq!(
        crushed(&format!("{FEW}+hazard.placed-on-wake=pile"))[1..4],
        ["wake_removed a5 12 pile", "eliminated 1 daikaiju", "returned [1] [9,12,1]"]
    );
}

#[test]
fn s10_fewer_than_three_are_made_three_instead_of_rolling() {
    let two_more = straight(sea(SEAS).monster(0, "a1", 0).spawn(5, 0).roll(1, 6).spawn(4, 1).roll(6, 1));
    assert_eq!(
        two_more.events()[..3],
        ["daikaiju_placed 5 0 a7 [1,6] minimum", "daikaiju_placed 4 1 g1 [6,1] minimum", "placed 0 33 0 d4"]
    );
    let enough = straight(sea(SEAS).monster(0, "a1", 0).monster(1, "a3", 0).monster(2, "a5", 0).roll(1, 1));
    assert_eq!(enough.events()[0], "roll [1,1]");
    // The same three under a minimum of four, and one under a minimum of one.
    let four = straight(
        sea(&format!("{SEAS}+hazard.minimum=4")).monster(0, "a1", 0).monster(1, "a3", 0).monster(2, "a5", 0).spawn(5, 0).roll(1, 6),
    );
    assert_eq!(four.events()[0], "daikaiju_placed 5 0 a7 [1,6] minimum");
    assert_eq!(straight(sea(&format!("{SEAS}+hazard.minimum=1")).monster(0, "a1", 0).roll(1, 1)).events()[0], "roll [1,1]");
}

#[test]
fn s10_with_an_empty_supply_the_dice_are_rolled_as_usual() {
    let answer = straight(sea(SEAS).monster(4, "a1", 0).supply(&[]).roll(3, 3).die(1));
    assert_eq!(answer.events()[..3], ["roll [3,3]", "die 1", "daikaiju_moved 4 a1 a2"]);
}

#[test]
fn s10_one_placed_before_the_active_ship_destroys_it_as_any_other() {
    // Minimum one: it comes to e5, which ship 0 faces.
    let rules = format!("{SEAS}+hazard.minimum=1");
    let answer = at(&rules).tile("d5", 33, 0).player("e5:H", &[33]).player("g7:D", &[1]).player("g7:E", &[2]).spawn(5, 0).roll(4, 4).turn();
    assert_eq!(answer.no_placement().events(), ["daikaiju_placed 5 0 e5 [4,4] minimum", "eliminated 0 daikaiju", "returned [33] [33]"]);
}

#[test]
fn s11_one_that_moves_before_the_active_ship_destroys_it_at_once_and_the_others_finish() {
    let answer = sea(FEW).monster(0, "d3", 0).monster(9, "a6", 0).pile(&[8]).roll(3, 3).die(4).turn().no_placement();
    assert_eq!(answer.events()[2..], ["daikaiju_moved 0 d3 d4", "eliminated 0 daikaiju", "returned [33] [8,33]", "daikaiju_moved 9 a6 b6"]);
    assert_eq!(answer.position()["active"], 1);
}

#[test]
fn s11_one_that_is_placed_before_the_active_ship_destroys_it_at_once() {
    let answer = at(FEW).tile("d5", 33, 0).player("e5:H", &[33]).player("g7:D", &[1]).player("g7:E", &[2]);
    let answer = answer.roll(3, 3).die(6).spawn(5, 0).roll(4, 4).turn().no_placement();
    assert_eq!(answer.events()[2..], ["daikaiju_placed 5 0 e5 [4,4] six", "eliminated 0 daikaiju", "returned [33] [33]"]);
}

#[test]
fn s11_one_that_was_there_before_has_until_the_end_of_the_phase_to_leave() {
    let there = || sea(FEW).monster(0, "d4", 0).monster(9, "a6", 0);
    // 4: it moves down, and the way is free.
    let left = straight(there().roll(3, 3).die(4));
    assert_eq!(left.events()[2..], ["daikaiju_moved 0 d4 d5", "daikaiju_moved 9 a6 b6", "placed 0 33 0 d4", "moved 0 e4:H"]);
    // 1: it turns. The other one still acts before the ship is destroyed.
    let stayed = there().roll(3, 3).die(1).turn().no_placement();
    assert_eq!(stayed.events()[2..], ["daikaiju_turned 0 d4 3", "daikaiju_moved 9 a6 a5", "eliminated 0 daikaiju", "returned [33] [33]"]);
    // Nothing moves.
    let still = there().roll(1, 1).turn().no_placement();
    assert_eq!(still.events(), ["roll [1,1]", "eliminated 0 daikaiju", "returned [33] [33]"]);
    // 5: it moves (its right arrow points up at facing 3), and another one comes in its place.
    let replaced = sea(FEW).monster(0, "d4", 3).monster(4, "e4", 0).roll(3, 3).die(5).turn().no_placement();
    assert_eq!(replaced.events()[2..], ["daikaiju_moved 0 d4 d3", "daikaiju_moved 4 e4 d4", "eliminated 0 daikaiju", "returned [33] [33]"]);
}

#[test]
fn s11_a_ship_that_is_not_active_is_safe_until_its_own_turn() {
    // Ships 0 and 1 both face d4, to which the daikaiju moves up: only the active one is destroyed.
    let both = |active| {
        at(FEW)
            .tile("c4", 33, 0)
            .tile("d3", 33, 0)
            .player("d4:H", &[33])
            .player("d4:A", &[33])
            .player("g7:D", &[1])
            .active(active)
            .monster(0, "d5", 0)
            .roll(3, 3)
            .die(2)
            .turn()
    };
    assert_eq!(both(0).no_placement().only("eliminated"), ["eliminated 0 daikaiju"]);
    assert_eq!(both(1).no_placement().only("eliminated"), ["eliminated 1 daikaiju"]);
    // Then it is its turn, and the daikaiju is still there.
    let after = both(0).no_placement();
    assert_eq!((&after.position()["players"][1]["at"], &after.position()["active"]), (&json!("d4:A"), &json!(1)));
}

/// Ship 0 waits at d1:A.
fn waiting(rules: &str) -> Scenario {
    at(rules).player("d1:A", &[33]).player("g7:D", &[1]).player("b1:A", &[2])
}

#[test]
fn s12_a_ship_on_its_start_mark_before_a_daikaiju_must_relocate_on_the_same_side() {
    let blocked = || waiting(FEW).monster(0, "d1", 0).tile("c1", 33, 0).roll(1, 1).turn();
    assert_eq!(straight(blocked().relocate("a1:A")).events(), ["roll [1,1]", "relocated 0 a1:A", "placed 0 33 0 a1", "moved 0 a2:A"]);
    // Another side, the daikaiju's square, a square with a tile, a mark that is taken; and its own.
    for mark in ["a1:H", "d1:B", "c1:A", "b1:A", "d1:A", "g7:E"] {
        let (code, sentence) = blocked().relocate(mark).refused(33, 0);
        assert_eq!(code, "illegal-choice", "{mark}");
        assert!(sentence.contains("relocate"), "{sentence}");
    }
    // A square may be shared, unless the rules say otherwise (T4).
    assert_eq!(straight(blocked().relocate("b1:B")).events()[1], "relocated 0 b1:B");
    let unshared = waiting(&format!("{FEW}+start.share-square=false")).monster(0, "d1", 0).roll(1, 1).turn();
    assert_eq!(unshared.relocate("b1:B").refused(33, 0).0, "illegal-choice");
}

#[test]
fn s12_it_is_not_destroyed_by_one_that_moves_before_it() {
    let answer = straight(waiting(FEW).monster(0, "d2", 0).roll(3, 3).die(2).relocate("e1:B"));
    assert_eq!(answer.events()[2..], ["daikaiju_moved 0 d2 d1", "relocated 0 e1:B", "placed 0 33 0 e1", "moved 0 e2:B"]);
}

#[test]
fn s12_with_no_mark_to_go_to_it_is_destroyed() {
    let mut scenario = waiting(FEW).monster(0, "d1", 0).monster(1, "b1", 0);
    for (square, tile) in [("a1", 3), ("c1", 4), ("e1", 6), ("f1", 8), ("g1", 11)] {
        scenario = scenario.tile(square, tile, 0);
    }
    let answer = scenario.roll(1, 1).turn().no_placement();
    assert_eq!(answer.events(), ["roll [1,1]", "eliminated 0 daikaiju", "returned [33] [33]"]);
}

#[test]
fn s12_a_ship_across_which_a_daikaiju_left_the_board_may_relocate() {
    // In its own phase: up, over the top of d1.
    let left = || waiting(FEW).monster(0, "d1", 0).roll(3, 3).die(2);
    assert_eq!(straight(left().relocate("f1:A")).events()[2..4], ["daikaiju_moved 0 d1 null", "relocated 0 f1:A"]);
    assert_eq!(straight(left()).events()[2..], ["daikaiju_moved 0 d1 null", "placed 0 33 0 d1", "moved 0 d2:A"]);
    // In another's: then at its next turn.
    let other = straight(sea(FEW).player("f1:A", &[3]).monster(0, "f1", 0).roll(3, 3).die(2));
    assert_eq!(other.position()["players"][3]["displaced"], true);
    let next = || at(FEW).displaced("f1:A", &[33]).player("g7:D", &[1]).roll(1, 1);
    assert_eq!(straight(next().relocate("e1:A")).events()[..2], ["roll [1,1]", "relocated 0 e1:A"]);
    let stays = straight(next());
    assert_eq!(stays.events()[..2], ["roll [1,1]", "placed 0 33 0 f1"]);
    // Nobody else may.
    let not = straight(at(FEW).player("f1:A", &[33]).player("g7:D", &[1]).roll(1, 1).relocate("e1:A"));
    assert_eq!(not.only("relocated"), [""; 0]);
}

#[test]
fn s12_only_the_side_across_which_it_left_counts() {
    // Both wait on a1, one at the top and one at the left; the daikaiju leaves by the top.
    let answer = straight(sea(FEW).player("a1:B", &[3]).player("a1:H", &[4]).monster(0, "a1", 0).roll(3, 3).die(2));
    assert_eq!(answer.position()["players"][3]["displaced"], true);
    assert_eq!(answer.position()["players"][4]["displaced"], Value::Null);
}

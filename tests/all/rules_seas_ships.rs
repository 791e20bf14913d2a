//! S13–S19: what ships do in the seas: what they may not do, how they pass, how they are lost, and how it ends.
//!
//! Wake tile 33 is straight (H→C, A→F), 27 turns at the far corner (H→E, A→D), 34 at the near one (H→A, B→C), 0 turns back (H→G).

use crate::common::games::{played, variant};
use crate::scenario::{Scenario, at};
use serde_json::json;

const SEAS: &str = "seas+tiles.copies=4";
const FEW: &str = "seas+tiles.copies=4+hazard.minimum=0";
const NONE: [&str; 0] = [];

/// Ship 0 at c3:H; the tile of b3 behind it (1: AB CD EG FH) leads from D back to C.
fn sailing(rules: &str, hand: &[u8]) -> Scenario {
    at(rules).tile("b3", 1, 0).player("c3:H", hand).player("g7:D", &[1]).player("g7:E", &[2])
}

#[test]
fn s13_not_willingly_over_the_edge_into_a_loop_or_to_a_daikaiju() {
    // 0 leads back into b3 and so into a loop; 33 to d3, where a daikaiju may be; 27 is safe.
    assert_eq!(sailing(SEAS, &[0, 27, 33]).legal(), [(27, 0), (33, 0)]);
    assert_eq!(sailing(SEAS, &[0, 27, 33]).monster(0, "d3", 0).legal(), [(27, 0)]);
    assert_eq!(at(SEAS).player("a1:H", &[33, 34]).player("g7:D", &[1]).legal(), [(33, 0)]);
    // Unless there is no other move.
    assert_eq!(sailing(SEAS, &[0, 33]).monster(0, "d3", 0).legal(), [(0, 0), (33, 0)]);
    assert_eq!(at(SEAS).player("a1:H", &[0, 34]).player("g7:D", &[1]).legal(), [(0, 0), (34, 0)]);
}

#[test]
fn s13_what_is_not_in_the_list_may_be_chosen() {
    let avoiding = |list: &str| sailing(&format!("{SEAS}+placement.avoid={list}"), &[0, 27, 33]).monster(0, "d3", 0).legal();
    assert_eq!(avoiding("[\"edge\",\"daikaiju\"]"), [(0, 0), (27, 0)]);
    assert_eq!(avoiding("[\"edge\",\"loop\"]"), [(27, 0), (33, 0)]);
    assert_eq!(avoiding("[]"), [(0, 0), (27, 0), (33, 0)]);
    let edge = |list: &str| at(&format!("{SEAS}+placement.avoid={list}")).player("a1:H", &[33, 34]).player("g7:D", &[1]).legal();
    assert_eq!(edge("[\"loop\",\"daikaiju\"]"), [(33, 0), (34, 0)]);
}

#[test]
fn s13_no_safe_move_frees_all_that_is_avoided() {
    // Over the edge by 0; into a daikaiju at b1 by 33. Only the edge is avoided.
    let legal = |unless: &str| {
        let rules = format!("{SEAS}+placement.avoid=[\"edge\"]+placement.unless={unless}");
        at(&rules).player("a1:H", &[0, 33]).player("g7:D", &[1]).monster(0, "b1", 0).legal()
    };
    assert_eq!(legal("no-other-move"), [(33, 0)]);
    assert_eq!(legal("no-safe-move"), [(0, 0), (33, 0)]);
}

/// c3 has been cut off from its ship's past: ship 1 stands at d3:H on it, and its other end lies open towards b3, which ship 0 faces.
fn following(rules: &str, hand: &[u8]) -> Scenario {
    at(rules).tile("a3", 33, 0).tile("c3", 33, 0).player("b3:H", hand).player("d3:H", &[1]).player("g7:D", &[2])
}

#[test]
fn s13_two_ships_may_not_come_to_the_same_wake_in_the_same_direction() {
    // 33 joins b3 to c3 and ends where ship 1 stands; 27 leads down.
    assert_eq!(following(SEAS, &[27, 33]).legal(), [(27, 0)]);
    let (code, sentence) = following(SEAS, &[27, 33]).refused(33, 0);
    assert_eq!(code, "illegal-placement");
    assert!(sentence.contains("wake"), "{sentence}");
    assert_eq!(following(&format!("{SEAS}+placement.never=[]"), &[27, 33]).legal(), [(27, 0), (33, 0)]);
}

#[test]
fn s13_sharing_is_forbidden_even_when_the_rest_is_suicide() {
    // 0 leads back through a3 over the edge.
    assert_eq!(following(SEAS, &[0, 33]).legal(), [(0, 0)]);
    assert_eq!(following(SEAS, &[0, 33]).place(0, 0).events()[0], "eliminated 0 edge");
    // Without the rule it is the edge that is avoided.
    assert_eq!(following(&format!("{SEAS}+placement.never=[]"), &[0, 33]).legal(), [(33, 0)]);
}

#[test]
fn s13_it_falls_away_when_every_placement_shares() {
    assert_eq!(following(SEAS, &[33]).legal(), [(33, 0)]);
    assert_eq!(following(SEAS, &[33]).place(33, 0).events(), ["moved 0 d3:H"]);
}

#[test]
fn s13_ships_that_stood_at_the_same_port_already_may_sail_on_together() {
    let together = at(SEAS).tile("c3", 33, 0).player("d3:H", &[27, 33]).player("d3:H", &[1]).player("g7:D", &[2]);
    assert_eq!(together.legal(), [(27, 0), (33, 0)]);
    assert_eq!(together.place(33, 0).events(), ["moved 0 e3:H", "moved 1 e3:H"]);
}

#[test]
fn s13_it_also_forbids_bringing_two_others_together() {
    // Ship 0 fills b3 from above (33: A→F) and would carry ship 2 from b3:H through c3 to d3:H, where ship 1 stands.
    let carry = || {
        at(SEAS).tile("b2", 33, 0).tile("a3", 33, 0).tile("c3", 33, 0).player("b3:A", &[27, 33]).player("d3:H", &[1]).player("b3:H", &[2])
    };
    // 27 leads ship 0 A→D, through c3 (G→D) to d3:G, and ship 2 H→E down: allowed.
    assert_eq!(carry().legal(), [(27, 0)]);
    assert_eq!(carry().place(27, 0).events(), ["moved 0 d3:G", "moved 2 b4:B"]);
}

/// Ships 0 and 1 face c3 from both sides, a straight tile behind each.
fn meeting(rules: &str) -> Vec<String> {
    let scenario = at(rules).tile("b3", 33, 0).tile("d3", 33, 0).player("c3:H", &[33]).player("c3:C", &[]);
    scenario.player("g7:D", &[2]).player("g7:E", &[3]).place(33, 0).events()
}

#[test]
fn s14_ships_that_meet_pass_and_sail_on_to_the_end_of_the_others_wake() {
    // Ship 0 along d3 to e3, ship 1 along b3 to a3.
    assert_eq!(meeting(SEAS), ["moved 0 e3:H", "moved 1 a3:C"]);
    assert_eq!(meeting(&format!("{SEAS}+movement.meeting=collide")), ["eliminated 0 collision", "eliminated 1 collision"]);
}

#[test]
fn s14_the_wake_of_a_ship_from_the_rim_leads_over_the_edge() {
    let answer =
        at(SEAS).tile("b3", 33, 0).player("c3:H", &[33]).player("c3:C", &[]).tile("d3", 27, 0).tile("a3", 33, 0).player("g7:D", &[2]);
    // d3: H→E, down to d4; b3 and a3 lead ship 1 out on the left.
    assert_eq!(answer.place(33, 0).events()[..2], ["moved 0 d4:B", "eliminated 1 edge"]);
}

#[test]
fn s15_out_by_the_edge_a_daikaiju_or_an_endless_loop_whoever_placed_the_tile() {
    // Ship 1 lays c3; ship 0 faces it too and is carried along.
    let carried =
        |tile: u8| at(SEAS).tile("b3", 1, 0).tile("c2", 33, 0).player("c3:H", &[5]).player("c3:A", &[tile]).player("g7:D", &[2]).active(1);
    assert_eq!(carried(33).place(33, 0).events(), ["moved 1 c4:A", "moved 0 d3:H", "exchanged"][..2]);
    assert_eq!(carried(33).monster(0, "d3", 0).place(33, 0).events()[..2], ["moved 1 c4:A", "eliminated 0 daikaiju"]);
    // 2 turned by a half (AD BC EF GH): ship 1 sails A→D, ship 0 turns H→G into b3 and comes back to where it was.
    assert_eq!(carried(2).place(2, 2).events()[..2], ["moved 1 d3:G", "eliminated 0 loop"]);
    let edge = at(SEAS).player("a1:H", &[]).player("a1:B", &[34]).player("g7:D", &[2]).active(1).place(34, 0);
    assert_eq!(edge.events(), ["moved 1 b1:H", "eliminated 0 edge"]);
}

/// Ship 0 lays 34 on a1 and lives (B→C); ship 1 leaves by the top.
fn kill(rules: &str, hand: &[u8], theirs: &[u8]) -> Scenario {
    at(rules).player("a1:B", hand).player("a1:H", theirs).player("g7:D", &[9])
}

#[test]
fn s16_an_elimination_by_a_placement_may_be_followed_by_an_exchange() {
    let answer = kill(SEAS, &[34, 7], &[6, 5]).pile(&[10]).exchange(&[7], &[5]).place(34, 0);
    assert_eq!(
        answer.events(),
        ["moved 0 b1:H", "eliminated 1 edge", "exchanged 0 [7] [5]", "returned [6,7] [10,6,7]", "drew 0 10", "drew 0 6"]
    );
    assert_eq!(kill(&format!("{SEAS}+bonus.exchange=false"), &[34, 7], &[6, 5]).exchange(&[7], &[5]).place(34, 0).only("exchanged"), NONE);
    assert_eq!(kill(&format!("{SEAS}+bonus.min-players=4"), &[34, 7], &[6, 5]).exchange(&[7], &[5]).place(34, 0).only("exchanged"), NONE);
}

#[test]
fn s16_returned_tiles_go_under_the_pile_in_ascending_order_or_are_shuffled() {
    let returned = |rules: &str| kill(rules, &[34], &[6, 20, 5]).pile(&[10, 3]).shuffled(&[20, 3, 5, 10, 6]).place(34, 0).only("returned");
    assert_eq!(returned(SEAS), ["returned [5,6,20] [10,3,5,6,20]"]);
    assert_eq!(returned(&format!("{SEAS}+draw.returned=shuffle")), ["returned [5,6,20] [20,3,5,10,6]"]);
}

#[test]
fn s16_there_is_no_exchange_for_what_a_daikaiju_did() {
    let answer = at(FEW)
        .tile("c4", 33, 0)
        .tile("c6", 33, 0)
        .player("d4:H", &[33, 7])
        .player("d6:H", &[5])
        .player("g7:D", &[9])
        .monster(0, "c5", 0)
        .exchange(&[7], &[5])
        .roll(3, 3)
        .die(4)
        .turn()
        .place(33, 0);
    assert_eq!(
        answer.events()[2..],
        [
            "daikaiju_moved 0 c5 c6",
            "wake_removed c6 33 pile",
            "eliminated 1 daikaiju",
            "returned [5] [33,5]",
            "placed 0 33 0 d4",
            "moved 0 e4:H",
            "drew 0 33",
            "drew 0 5"
        ]
    );
}

#[test]
fn s17_the_active_player_alone_draws_up_to_three() {
    let draw = |pile: &[u8]| at(SEAS).player("a1:H", &[33]).player("g7:D", &[1]).player("g7:E", &[]).pile(pile).place(33, 0).events();
    assert_eq!(draw(&[5, 6, 7, 8]), ["moved 0 b1:H", "drew 0 5", "drew 0 6", "drew 0 7"]);
    assert_eq!(draw(&[5]), ["moved 0 b1:H", "drew 0 5"]);
    // Nothing, and no Dragon.
    assert_eq!(draw(&[]), ["moved 0 b1:H"]);
    let (code, sentence) = at(SEAS).player("a1:H", &[33]).player("g7:D", &[1]).dragon(1).error();
    assert_eq!(code, "bad-position");
    assert!(sentence.contains("dragon"), "{sentence}");
}

#[test]
fn s18_each_daikaiju_is_a_move_of_its_own_and_one_ship_left_wins_at_once() {
    // On a 4, 0 moves down onto c4 and takes ship 1; then 9 would move right onto c6 and take ship 0, but the game is over.
    let answer = at(FEW)
        .tile("c4", 33, 0)
        .tile("c6", 33, 0)
        .player("d6:H", &[33])
        .player("d4:H", &[5])
        .monster(0, "c3", 0)
        .monster(9, "b6", 0)
        .roll(3, 3)
        .die(4)
        .turn()
        .no_placement();
    assert_eq!(
        answer.events()[2..],
        ["daikaiju_moved 0 c3 c4", "wake_removed c4 33 pile", "eliminated 1 daikaiju", "end [0] last-standing"]
    );
}

#[test]
fn s18_those_taken_by_the_same_daikaiju_tie() {
    let both = |rules: &str| {
        let scenario = at(rules).tile("c4", 33, 0).player("d4:H", &[33]).player("c5:A", &[5]).out().monster(0, "c3", 0).roll(3, 3).die(4);
        scenario.turn().no_placement().events().split_off(3)
    };
    let tie = ["wake_removed c4 33 pile", "eliminated 0 daikaiju", "eliminated 1 daikaiju", "end [0,1] tie"];
    assert_eq!(both(FEW), tie);
    // The tie-breaker is about placements (L6): nobody went first here.
    assert_eq!(both(&format!("{FEW}+end.tie-break=active-first")), tie);
}

#[test]
fn s18_a_ship_destroyed_at_the_end_of_the_phase_may_end_the_game() {
    let answer = at(FEW).tile("c4", 33, 0).player("d4:H", &[33]).player("g7:D", &[5]).monster(0, "d4", 0).roll(1, 1).turn().no_placement();
    assert_eq!(answer.events(), ["roll [1,1]", "eliminated 0 daikaiju", "end [1] last-standing"]);
    // The tiles gone, the rest share (C10).
    let shared = at("seas-calm").player("a1:H", &[33]).player("g7:D", &[]).place(33, 0);
    assert_eq!(shared.events(), ["moved 0 b1:H", "end [0,1] shared"]);
}

#[test]
fn s19_without_daikaiju_only_the_ships_move() {
    for seed in 0..20 {
        let record = played(&variant("seas-calm"), 8, &seed.to_string(), 0).record;
        for word in ["daikaiju_", "\"roll\"", "\"die\"", "wake_removed", "relocated"] {
            assert!(!record.lines().skip(1).any(|line| line.contains(word)), "{word}");
        }
    }
    // A whole turn rolls no dice.
    let answer = at("seas-calm").player("a1:H", &[33]).player("g7:D", &[1]).turn().place(33, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H"]);
    // And there is no daikaiju to put on the board.
    let (code, sentence) = at("seas-calm").player("a1:H", &[33]).player("g7:D", &[1]).monster(0, "c3", 0).error();
    assert_eq!(code, "bad-position");
    assert!(sentence.contains("daikaiju"), "{sentence}");
    assert!(at("seas-calm").player("a1:H", &[33]).player("g7:D", &[1]).set("supply", json!([0])).error().1.contains("supply"));
}

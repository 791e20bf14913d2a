//! L1–L7: what the Luxury Edition does differently.
//!
//! On a1: 33 leads H→C (safe), 0 H→G (edge), 34 H→A (edge, or into whoever waits at A) and B→C (safe).

use crate::common::games::{played, variant};
use crate::scenario::{Scenario, at};
use serde_json::{Value, json};

/// Seat 0 at a1:H; with `beside`, seat 1 waits at a1:A.
fn corner(rules: &str, hand: &[u8], beside: bool) -> Scenario {
    at(rules).player("a1:H", hand).player(if beside { "a1:A" } else { "c1:A" }, &[1]).player("f6:D", &[2])
}

/// Seat 0 lays 34 on a1 and lives (B→C), keeping two tiles; seat 1 leaves by the top (H→A).
fn kill(rules: &str, theirs: &[u8]) -> Scenario {
    at(rules).player("a1:B", &[34, 1, 2]).player("a1:H", theirs)
}

#[test]
fn l1_a_collision_may_always_be_chosen() {
    assert_eq!(corner("luxury", &[33, 34], true).legal(), [(33, 0), (34, 0)]);
    let answer = corner("luxury", &[33, 34], true).player("f6:E", &[3]).place(34, 0);
    assert_eq!(answer.events()[..2], ["eliminated 0 collision", "eliminated 1 collision"]);
}

#[test]
fn l1_the_edge_only_if_no_placement_keeps_you_alive() {
    assert_eq!(corner("luxury", &[0, 33], false).legal(), [(33, 0)]);
    assert_eq!(corner("luxury", &[0, 34], false).legal(), [(0, 0), (34, 0)]);
    // A collision does not keep you alive: the edge may be chosen beside it.
    assert_eq!(corner("luxury", &[0, 34], true).legal(), [(0, 0), (34, 0)]);
    assert_eq!(corner("luxury+placement.unless=no-other-move", &[0, 34], true).legal(), [(34, 0)]);
}

#[test]
fn l2_the_first_player_is_random_and_up_to_eleven_play() {
    assert_eq!(variant("luxury").players(), (2, 11));
    let mut firsts = [0; 11];
    for seed in 0..200 {
        let record = played(&variant("luxury"), 11, &seed.to_string(), 0).record;
        let events: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let first = events[0]["first"].as_u64().unwrap() as usize;
        firsts[first] += 1;
        assert_eq!(events[1]["pile"].as_array().unwrap().len(), 2);
        let order: Vec<u64> = events[2..13].iter().map(|start| start["player"].as_u64().unwrap()).collect();
        assert_eq!(order, (0..11).map(|step| (first as u64 + step) % 11).collect::<Vec<_>>());
        assert_eq!(events[13]["player"], json!(first));
    }
    assert!(firsts.iter().all(|&games| games > 0), "{firsts:?}");
}

#[test]
fn l3_without_the_statue_only_the_active_player_draws_up_to_three() {
    let draw = |pile: &[u8]| at("luxury").player("a1:H", &[33]).player("f6:D", &[1]).player("f6:E", &[2]).pile(pile).place(33, 0).events();
    assert_eq!(draw(&[5, 6, 7, 8]), ["moved 0 b1:H", "drew 0 5", "drew 0 6", "drew 0 7"]);
    // Still short of tiles: it takes the statue.
    assert_eq!(draw(&[5, 6]), ["moved 0 b1:H", "drew 0 5", "drew 0 6", "dragon 0"]);
    assert_eq!(draw(&[]), ["moved 0 b1:H", "dragon 0"]);
    // With any number of players, two as well.
    assert_eq!(at("luxury").player("a1:H", &[33]).player("f6:D", &[1]).place(33, 0).events(), ["moved 0 b1:H", "dragon 0"]);
}

#[test]
fn l3_a_statue_that_is_held_stays_while_the_bag_is_empty() {
    let answer = at("luxury").player("a1:H", &[33]).player("f6:D", &[1]).player("f6:E", &[2]).dragon(2).place(33, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H"]);
    assert_eq!(answer.position()["dragon"], 2);
}

#[test]
fn l3_the_statue_goes_round_and_each_who_gets_it_draws_one() {
    // Three tiles come into the bag. Hands: seat 2 (the holder) one, seat 3 two, seat 0 two.
    let answer = kill("luxury", &[20, 21, 22]).player("f6:D", &[3]).player("f6:E", &[4, 5]).dragon(2).shuffled(&[20, 21, 22]).place(34, 0);
    // Seat 2 is short again when the bag is empty: the statue was passed to it last, and it keeps it.
    assert_eq!(answer.events()[3..], ["drew 2 20", "dragon 3", "drew 3 21", "dragon 0", "drew 0 22", "dragon 2"]);
}

#[test]
fn l3_the_statue_is_set_aside_when_all_have_three() {
    let answer =
        kill("luxury", &[20, 21, 22]).player("f6:D", &[3, 4]).player("f6:E", &[5, 6, 7]).dragon(2).shuffled(&[20, 21, 22]).place(34, 0);
    assert_eq!(answer.events()[3..], ["drew 2 20", "dragon 0", "drew 0 21", "dragon null"]);
    assert_eq!(answer.position()["pile"], json!([22]));
}

#[test]
fn l3_the_holder_gets_the_statue_again_only_if_no_one_else_is_short() {
    // Seat 0 dies; seat 1 holds the statue and is short of two, seat 2 is full.
    let alone = |hand: &[u8]| {
        at("luxury")
            .player("a1:H", &[0, 34])
            .player("f6:D", &[3])
            .player("f6:E", hand)
            .dragon(1)
            .pile(&[10])
            .shuffled(&[10, 0])
            .place(34, 0)
    };
    assert_eq!(alone(&[5, 6, 7]).events()[2..], ["drew 1 10", "drew 1 0", "dragon null"]);
    // With seat 2 short as well, it gets the second one, and the statue goes back.
    assert_eq!(alone(&[5, 6]).events()[2..], ["drew 1 10", "dragon 2", "drew 2 0", "dragon 1"]);
}

#[test]
fn l3_after_the_statue_the_active_player_draws_up_to_three() {
    // Seat 0 keeps no tile. The statue: seat 2 one, seat 0 one, and all but seat 0 have three.
    let answer = at("luxury")
        .player("a1:B", &[34])
        .player("a1:H", &[20, 21])
        .player("f6:D", &[3, 4])
        .dragon(2)
        .pile(&[])
        .shuffled(&[20, 21])
        .place(34, 0);
    // Seat 0 is the only one short, so it is handed on to itself and stays.
    assert_eq!(answer.events()[3..], ["drew 2 20", "dragon 0", "drew 0 21"]);
    assert_eq!(answer.position()["dragon"], 0);
    let more = at("luxury+tiles.copies=2")
        .player("a1:B", &[34])
        .player("a1:H", &[20, 21, 22])
        .player("f6:D", &[3, 4])
        .dragon(2)
        .pile(&[9, 8])
        .shuffled(&[20, 21, 22, 9, 8])
        .place(34, 0);
    // It stays with seat 0 until all have three; then nothing is left for "draws up to three" to do.
    assert_eq!(more.events()[3..], ["drew 2 20", "dragon 0", "drew 0 21", "drew 0 22", "drew 0 9", "dragon null"]);
}

#[test]
fn l3_fewer_seats_than_min_players_draw_as_two_do() {
    let three = |rules: &str| at(rules).player("a1:H", &[33]).player("f6:D", &[1]).player("f6:E", &[2]).pile(&[7]).place(33, 0).events();
    assert_eq!(three("luxury+draw.min-players=4"), ["moved 0 b1:H", "drew 0 7"]);
    assert_eq!(three("luxury+draw.min-players=3"), ["moved 0 b1:H", "drew 0 7", "dragon 0"]);
}

#[test]
fn l4_a_dead_holders_statue_passes_over_full_hands() {
    let answer = kill("luxury", &[20]).player("f6:D", &[3, 4, 5]).player("f6:E", &[6, 7]).dragon(1).shuffled(&[20]).place(34, 0);
    // Seat 3 gets it and draws; then seat 0 is the only one short, and the bag is empty.
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "returned [20] [20]", "dragon 3", "drew 3 20", "dragon 0"]);
    let nobody =
        at("luxury").player("a1:A", &[0]).player("a1:B", &[]).player("f6:D", &[2, 3, 4]).player("f6:E", &[5, 6, 7]).dragon(1).place(0, 0);
    assert_eq!(nobody.events()[2..], ["dragon null"]);
}

#[test]
fn l5_the_exchange_is_an_option_for_any_number_of_players() {
    let bonus = |rules: &str| kill(rules, &[5]).player("f6:D", &[7, 8, 9]).exchange(&[1], &[5]).place(34, 0).only("exchanged");
    assert_eq!(bonus("luxury"), [""; 0]);
    assert_eq!(bonus("luxury-advanced"), ["exchanged 0 [1] [5]"]);
    assert_eq!(bonus("luxury+bonus.exchange=true+bonus.min-players=2"), ["exchanged 0 [1] [5]"]);
    assert_eq!(variant("luxury-advanced").resolved().value("bonus.min-players"), Some(&json!(2)));
}

/// 0 on a1 turns everyone back: A and B meet, H leaves by the left, C comes out at D, into b1 (22 turned: AG BD CE FH) and over the top.
fn all_gone(rules: &str, places: &[&str]) -> Vec<String> {
    let mut scenario = at(rules).tile("b1", 22, 1).player(places[0], &[0]);
    for place in &places[1..] {
        scenario = scenario.player(place, &[]);
    }
    scenario.place(0, 0).events().split_off(places.len())
}

#[test]
fn l6_when_everyone_goes_at_once_the_others_win_but_not_those_who_met_the_active_player() {
    let advanced = |places: &[&str]| all_gone("luxury-advanced", places);
    // Seats 0 and 1 meet, seat 2 does not: it wins alone.
    assert_eq!(advanced(&["a1:A", "a1:B", "a1:H"]), ["end [2] last-standing"]);
    // Nobody meets: the active player went first, the two others tie.
    assert_eq!(advanced(&["a1:H", "a1:C", "a1:A"]), ["end [1,2] tie"]);
    assert_eq!(advanced(&["a1:H", "a1:C"]), ["end [1] last-standing"]);
    // All the others met the active player: everybody ties.
    assert_eq!(advanced(&["a1:A", "a1:B"]), ["end [0,1] tie"]);
    // Others who met each other win all the same.
    assert_eq!(advanced(&["a1:H", "a1:A", "a1:B"]), ["end [1,2] tie"]);
}

#[test]
fn l6_without_the_tie_breaker_all_of_them_tie() {
    assert_eq!(all_gone("luxury", &["a1:A", "a1:B", "a1:H"]), ["end [0,1,2] tie"]);
    assert_eq!(all_gone("luxury-advanced+end.tie-break=none", &["a1:H", "a1:C"]), ["end [0,1] tie"]);
    assert_eq!(all_gone("classic+end.tie-break=active-first", &["a1:H", "a1:C"]), ["end [1] last-standing"]);
}

#[test]
fn l7_those_eliminated_last_tie_and_those_left_without_tiles_share() {
    assert_eq!(all_gone("luxury", &["a1:H", "a1:C"]), ["end [0,1] tie"]);
    let last = at("luxury").player("a1:H", &[33]).player("f6:D", &[]).player("f6:E", &[]).place(33, 0);
    // Seat 0 is short of tiles and takes the statue, as always; then the tiles are gone.
    assert_eq!(last.events(), ["moved 0 b1:H", "dragon 0", "end [0,1,2] shared"]);
}

//! C1–C14: classic Tsuro.
//!
//! 33 is straight (H→C, A→F), 31 straight with its lanes crossing (H→D, A→E), 34 turns at the near corner (H→A, G→F, B→C), 27 at the far
//! one (H→E, A→D), and 0 turns back (H→G, A→B). So on a1, for a piece that came from the left at H: 33 lives, 0 and 34 are suicide.

use crate::common::games::{played, variant};
use crate::scenario::{Scenario, at};
use serde_json::{Value, json};

fn record(rules: &str, seats: u8, seed: &str) -> Vec<Value> {
    let record = played(&variant(rules), seats, seed, 0).record;
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Seat 0 at a1:H; with `beside`, seat 1 waits at a1:A, into which 34 would lead.
fn corner(rules: &str, hand: &[u8], beside: bool) -> Scenario {
    at(rules).player("a1:H", hand).player(if beside { "a1:A" } else { "c1:A" }, &[1]).player("f6:D", &[2])
}

/// Seat 0 lays 34 on a1 and lives (B→C); seat 1 leaves by the top (H→A). Seat 0 keeps two tiles.
fn kill(rules: &str, theirs: &[u8]) -> Scenario {
    at(rules).player("a1:B", &[34, 1, 2]).player("a1:H", theirs)
}

#[test]
fn c1_three_tiles_each_and_then_the_start_marks_clockwise_from_the_first_player() {
    for seats in 2..=8 {
        let events = record("classic", seats, "setup");
        assert_eq!(events[0]["first"], 0);
        let hands = events[1]["hands"].as_array().unwrap();
        assert_eq!(hands.len(), usize::from(seats));
        assert!(hands.iter().all(|hand| hand.as_array().unwrap().len() == 3));
        assert_eq!(events[1]["pile"].as_array().unwrap().len(), 35 - 3 * usize::from(seats));
        for seat in 0..usize::from(seats) {
            assert_eq!((&events[2 + seat]["event"], &events[2 + seat]["player"]), (&json!("start"), &json!(seat)));
        }
        assert_eq!((&events[2 + usize::from(seats)]["event"], &events[2 + usize::from(seats)]["player"]), (&json!("turn"), &json!(0)));
    }
}

#[test]
fn c1_two_to_eight_may_play() {
    assert_eq!(variant("classic").players(), (2, 8));
    let marks = ["a1:A", "b1:A", "c1:A", "d1:A", "e1:A", "f1:A", "a6:F", "b6:F", "c6:F"];
    let table = |seats: usize| marks[..seats].iter().fold(at("classic"), |scenario, mark| scenario.player(mark, &[]));
    assert!(table(1).error().1.contains("players"));
    assert!(table(9).error().1.contains("players"));
    assert_eq!(table(8).set("turn", 2).no_placement().events(), ["passed 0", "dragon 0", "end [0,1,2,3,4,5,6,7] shared"]);
}

#[test]
fn c1_the_first_player_is_seat_0_or_random() {
    let firsts = |rules: &str| -> Vec<Value> {
        let games = (0..40).map(|seed| record(rules, 4, &seed.to_string()));
        games
            .map(|events| {
                // Start marks and turns begin with the first player.
                assert_eq!(events[0]["first"], events[2]["player"]);
                assert_eq!(events[0]["first"], events[6]["player"]);
                events[0]["first"].clone()
            })
            .collect()
    };
    assert!(firsts("classic").iter().all(|first| first == 0));
    let random = firsts("classic+players.first=random");
    assert!((0..4).all(|seat| random.contains(&json!(seat))));
}

#[test]
fn c2_a_tile_from_the_hand_goes_on_the_faced_square_in_any_orientation() {
    let turn = |hand: &[u8]| at("classic+placement.avoid=[]").player("a3:H", hand).player("f6:D", &[1]).pile(&[9]);
    assert_eq!(turn(&[2, 33]).legal(), [(2, 0), (2, 1), (2, 2), (2, 3), (33, 0)]);
    let answer = turn(&[2, 33]).place(2, 1);
    assert_eq!(answer.events(), ["moved 0 a2:F", "drew 0 9"]);
    assert_eq!(answer.position()["tiles"], json!([{ "square": "a3", "tile": 2, "rotation": 1 }]));
    assert_eq!(answer.position()["players"][0]["hand"], json!([33, 9]));
    let (code, sentence) = turn(&[2, 33]).refused(7, 0);
    assert_eq!(code, "illegal-placement");
    assert!(sentence.contains("not in the hand"), "{sentence}");
}

#[test]
fn c3_the_edge_may_not_be_chosen_while_there_is_another_move() {
    assert_eq!(corner("classic", &[0, 33, 34], false).legal(), [(33, 0)]);
    assert_eq!(corner("classic", &[0, 33, 34], false).refused(34, 0).0, "illegal-placement");
    // "Unless no other move is possible": then all are equal.
    assert_eq!(corner("classic", &[0, 34], false).legal(), [(0, 0), (34, 0)]);
    assert_eq!(corner("classic+placement.avoid=[]", &[0, 33, 34], false).legal(), [(0, 0), (33, 0), (34, 0)]);
}

#[test]
fn c3_running_into_another_marker_counts_as_suicide_too() {
    // 34 leads into seat 1, 0 over the edge, 33 nowhere bad.
    assert_eq!(corner("classic", &[0, 33, 34], true).legal(), [(33, 0)]);
    assert_eq!(corner("classic", &[0, 34], true).legal(), [(0, 0), (34, 0)]);
    // Only what is in the list is avoided.
    assert_eq!(corner("classic+placement.avoid=[\"edge\"]", &[0, 33, 34], true).legal(), [(33, 0), (34, 0)]);
    assert_eq!(corner("classic+placement.avoid=[\"collision\"]", &[0, 33, 34], true).legal(), [(0, 0), (33, 0)]);
}

#[test]
fn c3_no_other_move_and_no_safe_move_differ_where_a_suicide_is_allowed() {
    // The collision is allowed and the edge avoided. Is the collision another move? Yes. Is it a safe one? No.
    let rules = "classic+placement.avoid=[\"edge\"]+placement.unless=";
    assert_eq!(corner(&format!("{rules}no-other-move"), &[0, 34], true).legal(), [(34, 0)]);
    assert_eq!(corner(&format!("{rules}no-safe-move"), &[0, 34], true).legal(), [(0, 0), (34, 0)]);
    // With a safe one, both forbid the edge.
    assert_eq!(corner(&format!("{rules}no-other-move"), &[0, 33], true).legal(), [(33, 0)]);
    assert_eq!(corner(&format!("{rules}no-safe-move"), &[0, 33], true).legal(), [(33, 0)]);
}

#[test]
fn c4_a_marker_whose_path_ends_at_the_edge_is_out() {
    assert_eq!(corner("classic", &[34], false).place(34, 0).events(), ["eliminated 0 edge", "dragon 1"]);
    // Others travel too, and may die of a tile that the active player survives.
    let answer = kill("classic", &[]).player("f6:D", &[5]).place(34, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "dragon 0"]);
    assert_eq!(answer.position()["players"][1], json!({ "out": true }));
}

#[test]
fn c5_two_markers_whose_paths_become_one_are_both_out() {
    // Seat 0 travels through the port at which seat 1 stood: 0 leads A→B.
    let head_on = |rules: &str| at(rules).player("a1:A", &[0]).player("a1:B", &[]).player("f6:D", &[2]).player("f6:E", &[3]);
    assert_eq!(head_on("classic").place(0, 0).events(), ["eliminated 0 collision", "eliminated 1 collision", "dragon 2"]);
    assert_eq!(head_on("classic+movement.meeting=pass").place(0, 0).events(), ["eliminated 0 edge", "eliminated 1 edge", "dragon 2"]);
}

#[test]
fn c5_a_meeting_counts_before_anything_further_along_the_path() {
    // b3 leads each of the two back out of the board, but they have met by then: c3 (33) joins c3:H and c3:C.
    let joined = |rules: &str| {
        at(rules)
            .tile("b3", 33, 0)
            .tile("a3", 31, 0)
            .tile("d3", 27, 0)
            .player("c3:H", &[33])
            .player("c3:C", &[])
            .player("f6:D", &[2])
            .player("f6:E", &[3])
            .place(33, 0)
            .events()
    };
    let twice = "classic+tiles.copies=2";
    assert_eq!(joined(twice), ["eliminated 0 collision", "eliminated 1 collision", "dragon 2"]);
    // Passing, seat 0 goes on through d3 (H→E) and lives; seat 1 goes back through b3 (C→H) and a3 (C→G) over the edge.
    assert_eq!(joined(&format!("{twice}+movement.meeting=pass")), ["moved 0 d4:B", "eliminated 1 edge", "dragon 0"]);
}

#[test]
fn c5_two_that_end_at_the_same_port_are_both_out() {
    // Seat 1 stands at d3:H, its tile c3 behind it; c3 lies open towards b3, which seat 0 fills with a straight tile.
    let follow = |rules: &str| {
        at(rules)
            .tile("a3", 31, 0)
            .tile("c3", 33, 0)
            .player("b3:H", &[33])
            .player("d3:H", &[])
            .player("f6:D", &[2])
            .player("f6:E", &[3])
            .place(33, 0)
            .events()
    };
    let twice = "classic+tiles.copies=2";
    assert_eq!(follow(twice), ["eliminated 0 collision", "eliminated 1 collision", "dragon 2"]);
    assert_eq!(follow(&format!("{twice}+movement.meeting=pass")), ["moved 0 d3:H", "dragon 0"]);
}

#[test]
fn c5_a_third_marker_on_the_same_tile_is_not_in_the_meeting() {
    let answer = at("classic").player("a1:A", &[0]).player("a1:B", &[]).player("a1:G", &[]).player("f6:D", &[2]).place(0, 0);
    assert_eq!(answer.events(), ["eliminated 0 collision", "eliminated 1 collision", "eliminated 2 edge", "end [3] last-standing"]);
}

#[test]
fn c6_eliminated_hands_go_into_the_pile_which_is_shuffled() {
    let answer = kill("classic", &[6, 5]).player("f6:D", &[7, 8, 9]).pile(&[10, 11]).shuffled(&[6, 11, 5, 10]).place(34, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "returned [5,6] [6,11,5,10]", "drew 0 6"]);
    assert_eq!(answer.position()["pile"], json!([11, 5, 10]));
}

#[test]
fn c6_returned_at_the_bottom_they_are_not_shuffled() {
    let answer = kill("classic+draw.returned=bottom", &[6, 5]).player("f6:D", &[7, 8, 9]).pile(&[10, 4]).place(34, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "returned [5,6] [10,4,5,6]", "drew 0 10"]);
}

#[test]
fn c6_nothing_to_return_no_shuffle() {
    let answer = kill("classic", &[]).player("f6:D", &[7, 8, 9]).pile(&[10, 11]).place(34, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "drew 0 10"]);
    assert_eq!(answer.position()["pile"], json!([11]));
}

#[test]
fn c7_of_two_only_the_active_player_draws_and_only_one() {
    let two = |rules: &str, pile: &[u8]| at(rules).player("a1:H", &[33]).player("f6:D", &[1]).pile(pile).place(33, 0).events();
    assert_eq!(two("classic", &[7, 8, 9]), ["moved 0 b1:H", "drew 0 7"]);
    // No Dragon tile.
    assert_eq!(two("classic", &[]), ["moved 0 b1:H"]);
    // With draw.min-players = 2 there is one: round and round, until seat 1 finds the pile empty.
    assert_eq!(two("classic+draw.min-players=2", &[7, 8, 9]), ["moved 0 b1:H", "drew 0 7", "drew 1 8", "drew 0 9", "dragon 1"]);
}

#[test]
fn c7_fewer_seats_than_min_players_draw_without_the_dragon() {
    let three = |rules: &str| at(rules).player("a1:H", &[33]).player("f6:D", &[1]).player("f6:E", &[2]).pile(&[7]).place(33, 0).events();
    assert_eq!(three("classic+draw.min-players=4"), ["moved 0 b1:H", "drew 0 7"]);
    assert_eq!(three("classic"), ["moved 0 b1:H", "drew 0 7", "dragon 1"]);
}

#[test]
fn c8_everyone_with_fewer_than_three_draws_one_clockwise_round_and_round() {
    // After the placement the hands have 1, 3, 1 and 2 tiles.
    let answer = at("classic")
        .player("a1:H", &[33, 1])
        .player("f6:D", &[2, 3, 4])
        .player("f6:E", &[5])
        .player("f6:F", &[6, 7])
        .pile(&[10, 11, 12, 13, 14, 15, 16])
        .place(33, 0);
    // Round one: 0, 2, 3; round two: 0, 2; then all have three.
    assert_eq!(answer.events(), ["moved 0 b1:H", "drew 0 10", "drew 2 11", "drew 3 12", "drew 0 13", "drew 2 14"]);
    assert_eq!(answer.position()["pile"], json!([15, 16]));
}

#[test]
fn c8_whose_turn_it_is_to_draw_from_an_empty_pile_takes_the_dragon() {
    let short = |pile: &[u8]| {
        let scenario = at("classic").player("a1:H", &[33, 1, 2]).player("f6:D", &[3, 4, 5]).player("f6:E", &[6, 7]).pile(pile);
        scenario.place(33, 0).events()
    };
    assert_eq!(short(&[]), ["moved 0 b1:H", "dragon 0"]);
    // Seat 1 is full: after seat 0 has drawn the last tile, it is seat 2's turn to draw.
    assert_eq!(short(&[10]), ["moved 0 b1:H", "drew 0 10", "dragon 2"]);
    assert_eq!(short(&[10, 11]), ["moved 0 b1:H", "drew 0 10", "drew 2 11"]);
    // Someone holds it already: it stays there.
    let held = at("classic").player("a1:H", &[33, 1, 2]).player("f6:D", &[3, 4, 5]).player("f6:E", &[6, 7]).dragon(2).place(33, 0);
    assert_eq!(held.events(), ["moved 0 b1:H"]);
    assert_eq!(held.position()["dragon"], 2);
}

#[test]
fn c8_the_holder_draws_first_and_gives_the_dragon_back() {
    // Seat 1 dies with two tiles, the only ones in the pile. Seat 3 holds the Dragon: 3 draws, then clockwise 0; then it is 2's turn.
    let answer = kill("classic", &[20, 21]).player("f6:D", &[3, 4]).player("f6:E", &[5, 6]).dragon(3).shuffled(&[21, 20]).place(34, 0);
    assert_eq!(
        answer.events(),
        ["moved 0 b1:H", "eliminated 1 edge", "returned [20,21] [21,20]", "drew 3 21", "dragon null", "drew 0 20", "dragon 2"]
    );
}

#[test]
fn c8_drawing_starts_with_the_next_seat_if_the_active_player_died() {
    let answer = corner("classic", &[0, 34], false).player("f6:E", &[5]).pile(&[10]).shuffled(&[34, 10]).place(0, 0);
    assert_eq!(answer.events(), ["eliminated 0 edge", "returned [34] [34,10]", "drew 1 34", "drew 2 10", "dragon 3"]);
}

#[test]
fn c9_the_dragon_passes_over_players_with_full_hands() {
    // Seat 1 holds the Dragon and dies. Seat 2 has three tiles, seat 3 two: the Dragon goes to 3, before anyone draws.
    let answer = kill("classic", &[20]).player("f6:D", &[3, 4, 5]).player("f6:E", &[6, 7]).dragon(1).shuffled(&[20]).place(34, 0);
    assert_eq!(
        answer.events(),
        ["moved 0 b1:H", "eliminated 1 edge", "returned [20] [20]", "dragon 3", "drew 3 20", "dragon null", "dragon 0"]
    );
    // The next one clockwise, if that one is short.
    let answer = kill("classic", &[]).player("f6:D", &[3]).player("f6:E", &[6, 7]).dragon(1).place(34, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "dragon 2"]);
}

#[test]
fn c9_with_nobody_short_of_tiles_the_dragon_is_set_aside() {
    // Seats 0 and 1 meet; 2 and 3 have full hands.
    let answer =
        at("classic").player("a1:A", &[0]).player("a1:B", &[]).player("f6:D", &[2, 3, 4]).player("f6:E", &[5, 6, 7]).dragon(1).place(0, 0);
    assert_eq!(answer.events(), ["eliminated 0 collision", "eliminated 1 collision", "dragon null"]);
    assert!(answer.goes_on());
}

#[test]
fn c10_the_last_marker_wins() {
    // No return and no draw after the end.
    let answer = kill("classic", &[5, 6]).pile(&[7]).place(34, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "end [0] last-standing"]);
    let suicide = at("classic").player("a1:H", &[34]).out().player("f6:D", &[1]).place(34, 0);
    assert_eq!(suicide.events(), ["eliminated 0 edge", "end [2] last-standing"]);
}

#[test]
fn c10_those_eliminated_last_together_tie() {
    // Seat 1 was out before: it is no winner.
    let answer = at("classic").player("a1:A", &[0]).out().player("a1:B", &[5]).place(0, 0);
    assert_eq!(answer.events(), ["eliminated 0 collision", "eliminated 2 collision", "end [0,2] tie"]);
}

#[test]
fn c10_when_all_tiles_are_played_those_left_share_the_win() {
    let last = |theirs: &[u8], pile: &[u8]| at("classic").player("a1:H", &[33]).player("f6:D", theirs).pile(pile).place(33, 0).events();
    assert_eq!(last(&[], &[]), ["moved 0 b1:H", "end [0,1] shared"]);
    // A tile in a hand or in the pile, and the game goes on.
    assert_eq!(last(&[1], &[]), ["moved 0 b1:H"]);
    assert_eq!(last(&[], &[1]), ["moved 0 b1:H", "drew 0 1"]);
    // The last placement leaves one marker: that one wins alone.
    assert_eq!(at("classic").player("a1:B", &[34]).player("a1:H", &[]).place(34, 0).events()[2], "end [0] last-standing");
}

#[test]
fn c11_an_empty_hand_passes_and_then_draws_as_usual() {
    let empty = |pile: &[u8]| at("classic").player("a1:H", &[]).player("f6:D", &[1, 2]).player("f6:E", &[3, 4, 5]).pile(pile);
    assert_eq!(empty(&[]).no_placement().events(), ["passed 0", "dragon 0"]);
    assert_eq!(empty(&[7, 8]).no_placement().events(), ["passed 0", "drew 0 7", "drew 1 8", "dragon 0"]);
    assert_eq!(at("classic").player("a1:H", &[]).player("f6:D", &[1]).pile(&[7, 8]).no_placement().events(), ["passed 0", "drew 0 7"]);
    assert_eq!(empty(&[]).no_placement().legal(), []);
}

#[test]
fn c12_who_eliminates_and_survives_may_exchange_tiles() {
    let bonus = |rules: &str| kill(rules, &[5, 6]).player("f6:D", &[7, 8, 9]).exchange(&[2, 1], &[6, 5]).shuffled(&[1, 2]);
    let answer = bonus("classic-advanced").place(34, 0);
    assert_eq!(answer.events(), ["moved 0 b1:H", "eliminated 1 edge", "exchanged 0 [2,1] [6,5]", "returned [1,2] [1,2]", "drew 0 1"]);
    // One for one, or none at all.
    let one = kill("classic-advanced", &[5, 6]).player("f6:D", &[7, 8, 9]).exchange(&[1], &[5]).shuffled(&[6, 1]).place(34, 0);
    assert_eq!(one.events()[2..], ["exchanged 0 [1] [5]", "returned [1,6] [6,1]", "drew 0 6"]);
    let none = kill("classic-advanced", &[5, 6]).player("f6:D", &[7, 8, 9]).shuffled(&[6, 5]).place(34, 0);
    assert_eq!(none.events()[2..], ["returned [5,6] [6,5]", "drew 0 6"]);
    // Not in the plain game.
    let plain = kill("classic", &[5, 6]).player("f6:D", &[7, 8, 9]).exchange(&[1], &[5]).shuffled(&[6, 5]).place(34, 0);
    assert_eq!(plain.only("exchanged"), [""; 0]);
}

#[test]
fn c12_as_many_are_taken_as_given_and_only_from_those_hands() {
    let bonus = |gave: &[u8], took: &[u8]| kill("classic-advanced", &[5, 6]).player("f6:D", &[7, 8, 9]).exchange(gave, took).refused(34, 0);
    assert_eq!(bonus(&[1, 2], &[5]).0, "bad-request");
    for (gave, took) in [(&[1], &[7]), (&[7], &[5]), (&[34], &[5])] {
        assert_eq!(bonus(gave, took).0, "illegal-choice", "{gave:?} for {took:?}");
    }
    assert_eq!(bonus(&[1, 1], &[5, 6]).0, "illegal-choice");
    assert_eq!(bonus(&[1, 2], &[5, 5]).0, "illegal-choice");
}

#[test]
fn c12_the_hands_of_all_those_just_eliminated_are_offered() {
    // On a1 34 joins seat 1 at H and seat 2 at A; seat 0 lives by B→C.
    let answer = at("classic-advanced")
        .player("a1:B", &[34, 1, 2])
        .player("a1:H", &[5])
        .player("a1:A", &[6])
        .player("f6:D", &[7, 8, 9])
        .exchange(&[1, 2], &[6, 5])
        .shuffled(&[2, 1])
        .place(34, 0);
    assert_eq!(
        answer.events()[1..5],
        ["eliminated 1 collision", "eliminated 2 collision", "exchanged 0 [1,2] [6,5]", "returned [1,2] [2,1]"]
    );
    // There is no bonus for the dead.
    let dead = at("classic-advanced")
        .player("a1:A", &[0, 34])
        .player("a1:B", &[5])
        .player("f6:D", &[7])
        .player("f6:E", &[8])
        .exchange(&[34], &[5])
        .shuffled(&[34, 5])
        .place(0, 0);
    assert_eq!(dead.only("exchanged"), [""; 0]);
}

#[test]
fn c12_the_bonus_needs_min_players_at_the_start() {
    let bonus = |rules: &str| kill(rules, &[5]).player("f6:D", &[7, 8, 9]).exchange(&[1], &[5]).place(34, 0).only("exchanged");
    assert_eq!(bonus("classic-advanced"), ["exchanged 0 [1] [5]"]);
    assert_eq!(bonus("classic-advanced+bonus.min-players=4"), [""; 0]);
    assert_eq!(bonus("classic-advanced+bonus.exchange=false"), [""; 0]);
    // The end of the game comes before the bonus.
    let end = kill("classic-advanced", &[5]).out().exchange(&[1], &[5]).place(34, 0);
    assert_eq!(end.events(), ["moved 0 b1:H", "eliminated 1 edge", "end [0] last-standing"]);
}

#[test]
fn c13_passing_the_pile_is_the_same_play() {
    assert_eq!(variant("pass-the-pile").hash(), variant("classic").hash());
    for seed in 0..20 {
        for seats in [2, 3, 8] {
            let seed = seed.to_string();
            assert_eq!(record("pass-the-pile", seats, &seed)[1..], record("classic", seats, &seed)[1..]);
        }
    }
}

#[test]
fn c14_the_accessible_edition_has_the_same_rules_and_is_shown_in_plain_sentences() {
    assert_eq!(variant("accessible").hash(), variant("classic").hash());
    assert_eq!(record("accessible", 5, "same")[1..], record("classic", 5, "same")[1..]);
    let plain = |rules: &str| variant(rules).resolved().presentation().plain;
    assert!(plain("accessible"));
    assert!(!plain("classic"));
    assert_eq!(variant("french").hash(), variant("classic").hash());
}

//! Bugs that earlier programs of this game had, each with the position in which it would show.
//!
//! 33 is straight (H→C, A→F, B→E), 27 turns at the far corner (H→E, D→A, B→G), 34 at the near one (H→A, F→G, D→E), 0 turns back (H→G, A→B).

use crate::scenario::{Scenario, at};
use serde_json::json;

/// c3 is left at C, and d3, d2, c2 (34) lead round its corner back into it at B.
fn round_the_corner(rules: &str, hand: &[u8]) -> Scenario {
    at(rules)
        .tile("b3", 33, 0)
        .tile("d3", 34, 0)
        .tile("d2", 34, 0)
        .tile("c2", 34, 0)
        .player("c3:H", hand)
        .player("f6:D", &[1])
        .player("f6:E", &[2])
}

/// A loop was recognised by its square, so crossing a square twice counted as one.
#[test]
fn a_loop_is_recognised_by_square_and_port() {
    let rules = "classic+tiles.copies=4+placement.avoid=[\"loop\"]";
    assert_eq!(round_the_corner(rules, &[33]).place(33, 0).events()[0], "moved 0 c4:B");
    // Where the path comes back to the port it set out from, it is one. b3 (1: AB CD EG FH) leads D back to C.
    let looping = at(rules).tile("b3", 1, 0).player("c3:H", &[0, 33]).player("f6:D", &[1]).player("f6:E", &[2]);
    assert_eq!(looping.legal(), [(33, 0)]);
}

/// A piece that came back onto the tile just laid stopped there, as if its square were still empty.
#[test]
fn a_piece_may_cross_the_new_tile_twice() {
    // In at B, on through c3 to E.
    let answer = round_the_corner("classic+tiles.copies=4", &[33]).place(33, 0);
    assert_eq!(answer.events()[0], "moved 0 c4:B");
    // 12 (AB CH DG EF) leads it on from B to A, into c2 (F→G).
    let answer = round_the_corner("classic+tiles.copies=4", &[12]).place(12, 0);
    assert_eq!(answer.events()[0], "moved 0 b2:D");
}

/// Only the first of several pieces in loops was taken off the board.
#[test]
fn one_placement_can_put_several_pieces_into_loops_at_once() {
    // b3 (1: AB CD EG FH) turns back what comes from c3 at D, c2 (9: AB CG DH EF) what comes at E.
    let answer = at("seas+tiles.copies=4")
        .tile("b3", 1, 0)
        .tile("c2", 9, 0)
        .player("c3:H", &[0])
        .player("c3:A", &[])
        .player("g7:D", &[1])
        .player("g7:E", &[2])
        .place(0, 0);
    assert_eq!(answer.events(), ["eliminated 0 loop", "eliminated 1 loop"]);
}

/// Pieces were kept by square or by tile, so the second one there was forgotten.
#[test]
fn two_pieces_can_stand_on_one_tile() {
    // Both stand on c3: one faces d3, the other c4. The next tile carries only the one that faces its square.
    let two = || at("classic").tile("c3", 31, 0).player("d3:G", &[33]).player("c4:A", &[27]).player("f6:D", &[1]);
    assert_eq!(two().place(33, 0).events()[0], "moved 0 e3:G");
    assert_eq!(two().active(1).place(27, 0).events()[0], "moved 1 d4:G");
    // A tile behind both of them, at neighbouring ports.
    let side = at("classic").tile("c3", 31, 0).player("d3:G", &[33]).player("d3:H", &[]).player("f6:D", &[1]).place(33, 0);
    assert_eq!(side.events()[..2], ["moved 0 e3:G", "moved 1 e3:H"]);
}

/// As above, for two ships at the same port.
#[test]
fn two_ships_can_stand_at_one_port() {
    let together =
        || at("seas+tiles.copies=4+hazard.minimum=0").tile("c3", 33, 0).player("d3:H", &[33]).player("d3:H", &[5]).player("g7:D", &[2]);
    assert_eq!(together().place(33, 0).events(), ["moved 0 e3:H", "moved 1 e3:H"]);
    assert_eq!(together().active(2).set("turn", 3).monster(0, "c2", 0).roll(3, 3).die(4).turn().place(2, 0).only("eliminated").len(), 2);
    // Both go over the edge together, and tie.
    let edge = at("seas+tiles.copies=4").tile("f3", 33, 0).player("g3:H", &[33]).player("g3:H", &[5]).out().place(33, 0);
    assert_eq!(edge.events(), ["eliminated 0 edge", "eliminated 1 edge", "end [0,1] tie"]);
}

/// The last column or row counted as off the board, or one more as on it.
#[test]
fn the_rim_is_on_the_board_and_what_is_beyond_is_not() {
    for (columns, rows) in [(3, 3), (6, 6), (7, 7), (16, 16), (4, 9)] {
        let rules = format!("classic+board.columns={columns}+board.rows={rows}+tiles.copies=4+players.max=4");
        let letter = |column: u8| (b'a' + column - 1) as char;
        let moved = |mark: String, tile: Option<String>| {
            let scenario = at(&rules).player(&mark, &[33]).player("b1:A", &[1]).player("b1:B", &[2]);
            let scenario = match tile {
                Some(behind) => scenario.tile(&behind, 33, 0),
                None => scenario,
            };
            scenario.place(33, 0).events()[0].clone()
        };
        let (last, bottom) = (letter(columns), rows);
        // From each side of the last square of each line straight inwards.
        assert_eq!(moved(format!("a{bottom}:H"), None), format!("moved 0 b{bottom}:H"));
        assert_eq!(moved(format!("{last}{bottom}:C"), None), format!("moved 0 {}{bottom}:C", letter(columns - 1)));
        assert_eq!(moved(format!("{last}1:A"), None), format!("moved 0 {last}2:A"));
        assert_eq!(moved(format!("{last}{bottom}:F"), None), format!("moved 0 {last}{}:F", bottom - 1));
        // From the last but one to the last, and from the last over the edge.
        let before = letter(columns - 1);
        assert_eq!(moved(format!("{before}2:H"), Some(format!("{}2", letter(columns - 2)))), format!("moved 0 {last}2:H"));
        assert_eq!(moved(format!("{last}2:H"), Some(format!("{before}2"))), "eliminated 0 edge");
        assert_eq!(moved(format!("a{}:A", bottom - 1), Some(format!("a{}", bottom - 2))), format!("moved 0 a{bottom}:A"));
        assert_eq!(moved(format!("a{bottom}:A"), Some(format!("a{}", bottom - 1))), "eliminated 0 edge");
        assert_eq!(moved("a2:C".into(), Some("b2".into())), "eliminated 0 edge");
        assert_eq!(moved("c1:F".into(), Some("c2".into())), "eliminated 0 edge");
    }
}

/// The question whether every placement is suicide was asked of the board without the tile.
#[test]
fn whether_everything_is_suicide_is_judged_with_the_tile_on_the_board() {
    // 33 on c1 leads through d1, d2 and c2 (27) back into c1 at F, and over the top. Without the tile the path would end before c1, alive.
    let round = |hand: &[u8]| {
        at("classic+tiles.copies=4")
            .tile("b1", 33, 0)
            .tile("d1", 27, 0)
            .tile("d2", 27, 0)
            .tile("c2", 27, 0)
            .player("c1:H", hand)
            .player("f6:D", &[1])
            .player("f6:E", &[2])
    };
    // 34 goes over the top at once: both are suicide, both are legal.
    assert_eq!(round(&[33, 34]).legal(), [(33, 0), (34, 0)]);
    assert_eq!(round(&[33, 34]).place(33, 0).events()[0], "eliminated 0 edge");
    // 27 is safe (H→E, through c2 to b2): it is the only one.
    assert_eq!(round(&[27, 33, 34]).legal(), [(27, 0)]);
}

/// Rotations of a symmetric face that look the same were counted as different moves.
#[test]
fn rotations_that_look_the_same_are_one_move() {
    let free = |hand: &[u8]| at("classic+placement.avoid=[]+tiles.copies=2").player("c1:A", hand).player("f6:D", &[1]);
    assert_eq!(free(&[33]).legal(), [(33, 0)]);
    assert_eq!(free(&[9]).legal(), [(9, 0), (9, 1)]);
    assert_eq!(free(&[1]).legal(), [(1, 0), (1, 1), (1, 2), (1, 3)]);
    assert_eq!(free(&[33, 9, 9]).legal().len(), 3);
    // The record's count says the same.
    assert_eq!(free(&[33, 9, 1]).place(33, 0).json["events"][0]["legal"], 7);
}

/// Each of several players eliminated together returned the hands of all of them.
#[test]
fn hands_of_players_eliminated_together_are_returned_once() {
    // 34 joins A and H: seats 1 and 2 meet. Seat 0 lives (B→C).
    let together = |rules: &str| {
        let scenario = at(rules).player("a1:B", &[34, 1, 2]).player("a1:H", &[6, 5]).player("a1:A", &[8, 7]).player("f6:D", &[3, 4, 9]);
        scenario.pile(&[10]).shuffled(&[8, 10, 7, 6, 5]).place(34, 0)
    };
    let answer = together("classic");
    assert_eq!(answer.only("returned"), ["returned [5,6,7,8] [8,10,7,6,5]"]);
    assert_eq!(answer.position()["pile"], json!([10, 7, 6, 5]));
    assert_eq!(together("classic+draw.returned=bottom").only("returned"), ["returned [5,6,7,8] [10,5,6,7,8]"]);
}

//! The slow implementation in small games made by hand: what follows from V5 to V14, sentence by sentence. Nothing here asks the
//! engine.

use crate::slow::by_hand::{
    answers, begin_calm_turn, choose, daikaiju, dealt, feed, follows, game, is_placement, let_them_move, offered, place, plain, play,
    refuse, sea, sea_on, straight, to_place, told, written_and_read,
};
use crate::slow::made_up::{Jump, play_on};
use crate::slow::{Game, Next};
use serde_json::{Value, json};

mod marks;
mod portals;
mod random_boards;
mod several_tiles;
mod shapes;
mod veterans;

mod teams {
    use super::*;

    /// Four seats: 0 and 2 against 1 and 3. Tile 21 takes a piece from a1:A to b1:H, and one from a1:B or a1:H out; tile 0 takes
    /// all four marks of a1 out.
    fn four(players: &Value, hand: &Value) -> Value {
        let mut players = players.clone();
        players[0] = json!({"at": "a1:A", "hand": hand});
        json!({"players": players, "active": 0, "pile": [30, 31], "turn": 5})
    }

    fn rules() -> Value {
        json!({"score": {"rule": "last-team"}, "draw": {"returned": "bottom"}})
    }

    #[test]
    fn the_last_team_wins_with_its_dead() {
        for mate in [json!({"at": "f6:D", "hand": []}), json!({"out": true})] {
            let position = four(&json!([0, {"at": "a1:B", "hand": [5]}, mate, {"out": true}]), &json!([21, 1]));
            assert_eq!(play(&rules(), &position, 21), ["moved 0 b1:H", "eliminated 1 edge", "end last-team [0,2]"]);
        }
    }

    #[test]
    fn the_game_goes_on_while_two_teams_live() {
        let position = four(&json!([0, {"at": "a1:B", "hand": [5]}, {"out": true}, {"at": "f6:D", "hand": [7]}]), &json!([21, 1]));
        assert_eq!(play(&rules(), &position, 21)[2], "returned [5] [30,31,5]");
        let three_teams = json!({"score": {"rule": "last-team", "teams": 3}, "draw": {"returned": "bottom"}});
        let players = json!([0, {"at": "a1:B", "hand": [5]}, {"out": true}, {"out": true}, {"at": "c6:F", "hand": []}, {"out": true}]);
        assert_eq!(play(&three_teams, &four(&players, &json!([21, 1])), 21)[2], "returned [5] [30,31,5]");
    }

    #[test]
    fn the_fall_of_a_mate_ends_nothing_and_that_of_the_active_player_may_end_it() {
        let players = json!([0, {"at": "f6:D", "hand": []}, {"at": "a1:B", "hand": [5]}, {"out": true}]);
        assert_eq!(play(&rules(), &four(&players, &json!([21, 1])), 21)[..2], ["moved 0 b1:H", "eliminated 2 edge"]);
        let alone = json!([0, {"at": "f6:D", "hand": []}, {"out": true}, {"at": "d6:F", "hand": []}]);
        assert_eq!(play(&rules(), &four(&alone, &json!([0])), 0), ["eliminated 0 edge", "end last-team [1,3]"]);
    }

    #[test]
    fn teams_that_fall_in_one_move_tie() {
        let players = json!([0, {"at": "a1:G", "hand": []}, {"out": true}, {"out": true}]);
        let position = four(&players, &json!([0]));
        assert_eq!(play(&rules(), &position, 0), ["eliminated 0 edge", "eliminated 1 edge", "end tie [0,1,2,3]"]);
        let mut three_teams = rules();
        three_teams["score"]["teams"] = json!(3);
        let players = json!([0, {"at": "a1:G", "hand": []}, {"out": true}, {"out": true}, {"out": true}, {"out": true}]);
        assert_eq!(play(&three_teams, &four(&players, &json!([0])), 0)[2], "end tie [0,1,3,4]", "a team that fell before does not");
    }

    #[test]
    fn the_tie_break_names_teams() {
        let mut rules = rules();
        rules["end"] = json!({"tie-break": "active-first"});
        let one = four(&json!([0, {"at": "a1:G", "hand": []}, {"out": true}, {"out": true}]), &json!([0]));
        assert_eq!(play(&rules, &one, 0)[2], "end last-team [1,3]");
        let mates = four(&json!([0, {"at": "a1:G", "hand": []}, {"at": "a1:H", "hand": []}, {"out": true}]), &json!([0]));
        assert_eq!(play(&rules, &mates, 0)[3], "end tie [0,1,2,3]", "the active player's mate and the opponent are named");
        let met = four(&json!([0, {"at": "a1:B", "hand": []}, {"out": true}, {"out": true}]), &json!([0]));
        assert_eq!(play(&rules, &met, 0)[2], "end tie [0,1,2,3]", "those who collided with the active player are not named");
        rules["score"]["teams"] = json!(3);
        let players = json!([0, {"at": "a1:G", "hand": []}, {"at": "a1:H", "hand": []}, {"out": true}, {"out": true}, {"out": true}]);
        assert_eq!(play(&rules, &four(&players, &json!([0])), 0)[3], "end tie [1,2,4,5]");
    }

    #[test]
    fn teams_with_someone_alive_share_when_the_tiles_are_gone() {
        let mut rules = rules();
        rules["score"]["teams"] = json!(3);
        let players = json!([0, {"at": "f6:D", "hand": []}, {"out": true}, {"out": true}, {"out": true}, {"out": true}]);
        let mut position = four(&players, &json!([33]));
        position["pile"] = json!([]);
        assert_eq!(play(&rules, &position, 33), ["moved 0 a2:A", "dragon 0", "end shared [0,1,3,4]"]);
    }

    #[test]
    fn teams_with_someone_alive_share_on_a_full_board() {
        let mut rules = rules();
        rules["score"]["teams"] = json!(3);
        rules["board"] = json!({"columns": 3, "rows": 3});
        rules["tiles"] = json!({"copies": 9});
        rules["hazard"] = json!({"rule": "daikaiju", "columns": [1, 1, 2, 2, 3, 3], "rows": [1, 1, 2, 2, 3, 3]});
        // The active player fills the last square and leaves the board; two others wait before a daikaiju.
        let tiles = ["b1", "c1", "a2", "b2", "c2", "a3", "b3"].map(straight);
        let players = json!([
            {"at": "a1:A", "hand": [33]}, {"at": "c3:C", "hand": [1]}, {"at": "c3:D", "hand": [2]}, {"out": true}, {"out": true}, {"out": true},
        ]);
        let position = json!({
            "tiles": tiles, "players": players, "active": 0, "pile": [], "turn": 5, "daikaiju": [daikaiju(0, "c3")],
        });
        assert_eq!(play(&rules, &position, 33), ["eliminated 0 edge", "dragon 1", "end shared [1,2,4,5]"]);
    }

    #[test]
    fn the_turn_limit_is_won_by_the_teams_that_live() {
        let mut rules = rules();
        rules["end"] = json!({"turn-limit": 5});
        rules["score"]["teams"] = json!(3);
        let players = json!([0, {"at": "f6:D", "hand": [2]}, {"out": true}, {"out": true}, {"out": true}, {"out": true}]);
        assert_eq!(play(&rules, &four(&players, &json!([33])), 33).last().unwrap(), "end turn-limit [0,1,3,4]");
    }

    #[test]
    fn the_players_are_a_multiple_of_the_teams() {
        let position = |seats: usize| {
            let marks = ["a1:A", "b1:A", "c1:A", "d1:A", "e1:A", "f1:A"];
            let players: Vec<Value> = marks[..seats].iter().map(|mark| json!({"at": mark, "hand": []})).collect();
            json!({"players": players, "active": 0, "turn": 1})
        };
        let can_play = |seats, teams: usize| {
            let rules = json!({"score": {"rule": "last-team", "teams": teams}});
            Game::from_position(&rules, &position(seats)).is_ok()
        };
        assert_eq!([2, 3, 4, 5, 6].map(|seats| can_play(seats, 2)), [true, false, true, false, true]);
        assert_eq!([2, 3, 4, 5, 6].map(|seats| can_play(seats, 3)), [false, true, false, false, true]);
        assert!(Game::from_position(&json!({"score": {"rule": "last-team", "teams": 9}}), &position(6)).is_err());
    }

    fn exchange_rules() -> Value {
        let mut rules = rules();
        rules["bonus"] = json!({"exchange": true});
        rules
    }

    #[test]
    fn tiles_are_taken_from_other_teams_only() {
        let players = json!([0, {"at": "a1:B", "hand": [5, 6]}, {"at": "a1:H", "hand": [7]}, {"at": "f6:D", "hand": [8, 9, 10]}]);
        let mut game = game(&exchange_rules(), &four(&players, &json!([21, 1, 2])));
        game.begin_at_placement().unwrap();
        assert_eq!(place(&mut game, 21, 0), ["moved 0 b1:H", "eliminated 1 collision", "eliminated 2 collision"]);
        let Next::Exchange { player, own, theirs } = game.next() else { panic!("no exchange") };
        assert_eq!((player, own, theirs), (0, vec![1, 2], vec![5, 6]));
        let mut game = written_and_read(&exchange_rules(), &game);
        refuse(&mut game, &json!({"event": "exchanged", "player": 0, "gave": [1], "took": [7]}));
        feed(&mut game, &json!({"event": "exchanged", "player": 0, "gave": [1], "took": [6]}));
        assert_eq!(told(&follows(&mut game))[0], "returned [1,5,7] [30,31,1,5,7]");
        assert_eq!(game.position()["players"][0]["hand"], json!([2, 6, 30]));
    }

    #[test]
    fn the_fall_of_mates_alone_gives_no_exchange() {
        let players = json!([0, {"at": "f6:D", "hand": [5, 6]}, {"at": "a1:B", "hand": [7]}, {"at": "d6:F", "hand": []}]);
        let told = play(&exchange_rules(), &four(&players, &json!([21, 1, 2])), 21);
        assert_eq!(told[..3], ["moved 0 b1:H", "eliminated 2 edge", "returned [7] [30,31,7]"]);
    }
}

mod draft {
    use super::*;

    fn rules(extra: usize) -> Value {
        json!({"draw": {"rule": "draft", "extra": extra, "returned": "bottom"}, "tiles": {"copies": 3}})
    }

    fn position(hand: &Value, pile: &Value) -> Value {
        json!({"players": [{"at": "a1:A", "hand": hand}, {"at": "f6:D", "hand": [3]}], "active": 0, "pile": pile, "turn": 5})
    }

    fn after_placement(rules: &Value, position: &Value, tile: u8) -> (Game, Vec<String>) {
        let mut game = game(rules, position);
        game.begin_at_placement().unwrap();
        let told = place(&mut game, tile, 0);
        (game, told)
    }

    #[test]
    fn one_tile_more_is_drawn_and_one_goes_under_the_pile() {
        let no_key = json!({"draw": {"rule": "draft"}});
        for rules in [rules(1), no_key] {
            let (mut game, told) = after_placement(&rules, &position(&json!([33, 1, 2]), &json!([10, 11, 12])), 33);
            assert_eq!(told, ["moved 0 a2:A", "drew 0 10", "drew 0 11"]);
            assert_eq!(answers(&game), json!([1, 2, 10, 11]));
            let chose = |player: usize, options: usize, choice: usize| json!({"event": "chose", "player": player, "rule": "draft", "options": options, "choice": choice});
            for wrong in [chose(1, 4, 1), chose(0, 3, 1), chose(0, 4, 12), json!({"event": "turn", "player": 1, "number": 6})] {
                refuse(&mut game, &wrong);
            }
            assert_eq!(choose(&mut game, &json!(2)), [""; 0]);
            assert!(game.at_turn());
            let after = game.position();
            assert_eq!((&after["pile"], &after["players"][0]["hand"]), (&json!([12, 2]), &json!([1, 10, 11])));
        }
    }

    #[test]
    fn the_question_is_repeated_until_the_hand_is_full_and_no_more() {
        let (mut game, told) = after_placement(&rules(2), &position(&json!([33, 1, 2]), &json!([10, 2, 11, 12])), 33);
        assert_eq!(told[1..], ["drew 0 10", "drew 0 2", "drew 0 11"]);
        assert_eq!(answers(&game), json!([1, 2, 10, 11]), "equal tiles are one answer");
        assert_eq!(choose(&mut game, &json!(2)), [""; 0]);
        assert_eq!(answers(&game), json!([1, 2, 10, 11]));
        let mut game = written_and_read(&rules(2), &game);
        assert_eq!(choose(&mut game, &json!(2)), [""; 0]);
        assert!(game.at_turn());
        assert_eq!(game.position()["pile"], json!([12, 2, 2]));
    }

    #[test]
    fn a_hand_of_equal_tiles_leaves_one_answer() {
        let (game, _) = after_placement(&rules(1), &position(&json!([33, 1]), &json!([1, 1, 4])), 33);
        assert_eq!(answers(&game), json!([1, 4]));
        let mut four_copies = rules(1);
        four_copies["tiles"]["copies"] = json!(4);
        let (game, _) = after_placement(&four_copies, &position(&json!([33, 1]), &json!([1, 1, 1])), 33);
        assert_eq!(answers(&game), json!([1]));
    }

    #[test]
    fn a_short_pile_leaves_less_to_choose_or_nothing() {
        let (game, told) = after_placement(&rules(2), &position(&json!([33, 1, 2]), &json!([10, 11])), 33);
        assert_eq!((told.len(), answers(&game)), (3, json!([1, 2, 10, 11])));
        let (game, told) = after_placement(&rules(2), &position(&json!([33, 1, 2]), &json!([10])), 33);
        assert_eq!((told.len(), answers(&game), game.at_turn()), (2, Value::Null, true));
    }

    #[test]
    fn a_player_who_passes_drafts_and_a_dead_one_does_not() {
        let mut game = game(&rules(1), &position(&json!([]), &json!([10, 11, 12, 13, 14])));
        game.begin_at_placement().unwrap();
        assert_eq!(told(&follows(&mut game)), ["passed", "drew 0 10", "drew 0 11", "drew 0 12", "drew 0 13"]);
        assert_eq!(answers(&game), json!([10, 11, 12, 13]));
        let mut three = position(&json!([0]), &json!([10, 11, 12, 13]));
        three["players"].as_array_mut().unwrap().push(json!({"at": "d6:F", "hand": [4]}));
        let (game, told) = after_placement(&rules(1), &three, 0);
        assert_eq!((told, game.at_turn()), (vec!["eliminated 0 edge".to_string()], true));
    }
}

mod cannon {
    use super::*;

    fn rules() -> Value {
        sea(&[json!({"rule": "cannon"})])
    }

    /// Seat 0 faces d4 from above; seat 1 waits on its mark.
    fn before(monsters: &[Value]) -> Value {
        json!({
            "tiles": [straight("d3")], "players": [{"at": "d4:A", "hand": [1, 2, 3]}, {"at": "g7:D", "hand": [4, 5, 6]}],
            "active": 0, "turn": 5, "daikaiju": monsters, "pile": [10, 11, 12],
        })
    }

    #[test]
    fn the_directions_in_which_a_daikaiju_stands_are_offered() {
        for (squares, words) in [
            (vec!["d1"], json!(["hold", "up"])),
            (vec!["g4"], json!(["hold", "right"])),
            (vec!["d7", "a4"], json!(["hold", "down", "left"])),
            (vec!["d1", "e4", "d6", "c4"], json!(["hold", "up", "right", "down", "left"])),
            (vec!["d4"], json!(["hold", "up", "right", "down", "left"])),
            (vec!["c3", "e5"], Value::Null),
        ] {
            let monsters: Vec<Value> = squares.iter().enumerate().map(|(tile, square)| daikaiju(tile, square)).collect();
            let mut game = game(&rules(), &before(&monsters));
            begin_calm_turn(&mut game);
            assert_eq!(answers(&game), words, "{squares:?}");
            assert_eq!(is_placement(&game), words.is_null());
        }
    }

    #[test]
    fn the_nearest_daikaiju_is_removed_and_the_shot_flies_over_tiles_and_ships() {
        let mut position = before(&[daikaiju(3, "d7"), daikaiju(4, "d6")]);
        position["tiles"] = json!([straight("d3"), straight("d5")]);
        position["players"][1] = json!({"at": "d4:F", "hand": []});
        let mut game = game(&rules(), &position);
        begin_calm_turn(&mut game);
        for wrong in ["up", "left", "d6", "fire"] {
            refuse(&mut game, &json!({"event": "chose", "player": 0, "rule": "cannon", "options": 2, "choice": wrong}));
        }
        assert_eq!(choose(&mut game, &json!("down")), ["daikaiju_destroyed 4 d6"]);
        assert!(is_placement(&game), "one shot a turn");
        let after = game.position();
        assert_eq!(after["daikaiju"], json!([daikaiju(3, "d7")]));
        assert!(after["supply"].as_array().unwrap().contains(&json!(4)));
        assert_eq!(after["rule-state"], json!({"cannon": {"left": [1, 2]}}));
    }

    #[test]
    fn a_daikaiju_that_is_shot_leaves_the_game_where_others_do() {
        let mut rules = rules();
        rules["hazard"][0]["removed"] = json!("game");
        let mut game = game(&rules, &before(&[daikaiju(3, "d7")]));
        begin_calm_turn(&mut game);
        choose(&mut game, &json!("down"));
        assert!(!game.position()["supply"].as_array().unwrap().contains(&json!(3)));
    }

    #[test]
    fn holding_spends_no_shot_and_without_shots_nothing_is_asked() {
        let mut game = game(&rules(), &before(&[daikaiju(3, "d7")]));
        begin_calm_turn(&mut game);
        let mut game = written_and_read(&rules(), &game);
        assert_eq!(choose(&mut game, &json!("hold")), [""; 0]);
        assert!(is_placement(&game));
        assert_eq!(game.position()["rule-state"]["cannon"]["left"], json!([2, 2]));
        let mut spent = before(&[daikaiju(3, "d7")]);
        spent["rule-state"] = json!({"cannon": {"left": [0, 2]}});
        let mut game = self::game(&rules(), &spent);
        begin_calm_turn(&mut game);
        assert!(is_placement(&game));
        spent["rule-state"]["cannon"]["left"] = json!([3, 2]);
        assert!(Game::from_position(&rules(), &spent).is_err());
    }

    #[test]
    fn a_ship_on_its_start_mark_does_not_shoot() {
        let mut position = before(&[daikaiju(3, "g1")]);
        position["active"] = json!(1);
        let mut game = game(&rules(), &position);
        begin_calm_turn(&mut game);
        assert!(is_placement(&game));
    }

    #[test]
    fn a_daikaiju_that_stood_before_the_ship_is_judged_after_the_cannon() {
        for (choice, follow) in [("up", vec!["daikaiju_destroyed 3 d4"]), ("hold", vec!["eliminated 0 daikaiju", "end last-standing [1]"])]
        {
            let mut game = game(&rules(), &before(&[daikaiju(3, "d4")]));
            begin_calm_turn(&mut game);
            assert_eq!(choose(&mut game, &json!(choice)), follow);
            assert_eq!(is_placement(&game), choice == "up");
        }
    }

    #[test]
    fn a_daikaiju_that_comes_before_the_ship_destroys_it_at_once() {
        // Tile 0 of the box moves left on a three at facing 0.
        let mut position = before(&[daikaiju(0, "e4"), daikaiju(9, "d7")]);
        position["players"].as_array_mut().unwrap().push(json!({"at": "g6:D", "hand": []}));
        let mut game = game(&rules(), &position);
        game.begin_turn().unwrap();
        feed(&mut game, &json!({"event": "roll", "dice": [3, 4]}));
        feed(&mut game, &json!({"event": "die", "value": 3}));
        let told = told(&follows(&mut game));
        assert_eq!(told[..3], ["daikaiju_moved", "eliminated 0 daikaiju", "returned [1,2,3] [10,11,12,1,2,3]"]);
        assert!(game.at_turn(), "no shot, no placement, no draw");
    }

    #[test]
    fn the_minimum_is_counted_when_the_next_phase_begins() {
        let mut rules = rules();
        rules["hazard"][0]["minimum"] = json!(1);
        let mut game = game(&rules, &before(&[daikaiju(3, "d7")]));
        begin_calm_turn(&mut game);
        choose(&mut game, &json!("down"));
        place(&mut game, 1, 0);
        game.begin_turn().unwrap();
        assert!(matches!(game.next(), Next::Spawn { reason: "minimum", .. }));
    }

    #[test]
    fn without_daikaiju_there_is_nothing_to_shoot_at() {
        let rules = json!({"board": {"columns": 7, "rows": 7}, "hazard": {"rule": "cannon", "shots": 9}});
        let mut position = before(&[]);
        position["rule-state"] = json!({"cannon": {"left": [9, 9]}});
        let mut game = game(&rules, &position);
        game.begin_turn().unwrap();
        assert!(is_placement(&game));
    }
}

mod tsunami {
    use super::*;

    fn rules() -> Value {
        sea(&[json!({"rule": "tsunami", "every": 4})])
    }

    fn sweep(game: &mut Game, line: &str) -> Vec<String> {
        feed(game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": line}}));
        told(&follows(game))
    }

    /// Three wakes in column c, two ships that stand on them, one that only faces the column, and one elsewhere.
    fn before() -> Value {
        json!({
            "tiles": [
                {"square": "c2", "tile": 20, "rotation": 0}, {"square": "c4", "tile": 5, "rotation": 0},
                {"square": "c6", "tile": 5, "rotation": 1}, {"square": "b3", "tile": 1, "rotation": 0},
            ],
            "players": [
                {"at": "a1:A", "hand": [9]}, {"at": "d2:H", "hand": [8, 7]}, {"at": "c3:H", "hand": [6]}, {"at": "c7:A", "hand": [4]},
            ],
            "active": 0, "turn": 8, "pile": [10, 11, 12],
            "daikaiju": [daikaiju(7, "c7"), daikaiju(2, "c1"), daikaiju(1, "a2")],
        })
    }

    #[test]
    fn it_comes_in_every_fourth_turn_and_before_anything_else() {
        for turn in 1..=9 {
            let mut position = before();
            position["turn"] = json!(turn);
            let mut game = game(&rules(), &position);
            game.begin_turn().unwrap();
            assert_eq!(matches!(game.next(), Next::Sweep { .. }), turn % 4 == 0, "turn {turn}");
            assert_eq!(matches!(game.next(), Next::Roll), turn % 4 != 0, "turn {turn}");
        }
        let every_eighth = sea(&[json!({"rule": "tsunami"})]);
        let mut game = game(&every_eighth, &before());
        game.begin_turn().unwrap();
        let Next::Sweep { mut lines } = game.next() else { panic!("no tsunami") };
        lines.sort();
        assert_eq!(lines.join(""), "1234567abcdefg");
        for line in ["h", "8", "c3", "", "C", "0"] {
            refuse(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": line}}));
        }
        refuse(&mut game, &json!({"event": "rule", "rule": "flood", "data": {"line": "c"}}));
        refuse(&mut game, &json!({"event": "roll", "dice": [1, 1]}));
    }

    #[test]
    fn a_column_loses_wakes_then_ships_then_daikaiju() {
        let mut game = game(&rules(), &before());
        game.begin_turn().unwrap();
        assert_eq!(
            sweep(&mut game, "c"),
            [
                "wake_removed c4 pile",
                "wake_removed c6 pile",
                "wake_removed c2 pile",
                "eliminated 1 tsunami/swept",
                "eliminated 3 tsunami/swept",
                "returned [4,7,8] [10,11,12,5,5,20,4,7,8]",
                "daikaiju_destroyed 2 c1",
                "daikaiju_destroyed 7 c7",
            ]
        );
        assert!(matches!(game.next(), Next::Roll));
        let after = game.position();
        assert_eq!(after["daikaiju"], json!([daikaiju(1, "a2")]));
        assert!([2, 7].iter().all(|tile| after["supply"].as_array().unwrap().contains(&json!(tile))));
        assert_eq!(after["players"][2]["at"], "c3:H", "it stands beside the column");
    }

    #[test]
    fn a_row_is_swept_from_its_first_column() {
        let mut position = before();
        position["daikaiju"] = json!([daikaiju(7, "f2"), daikaiju(8, "b2"), daikaiju(1, "a3")]);
        let mut game = game(&rules(), &position);
        game.begin_turn().unwrap();
        assert_eq!(
            sweep(&mut game, "2"),
            [
                "wake_removed c2 pile",
                "eliminated 1 tsunami/swept",
                "returned [7,8] [10,11,12,20,7,8]",
                "daikaiju_destroyed 8 b2",
                "daikaiju_destroyed 7 f2",
            ]
        );
    }

    #[test]
    fn an_empty_line_loses_nothing() {
        let mut game = game(&rules(), &before());
        game.begin_turn().unwrap();
        assert_eq!(sweep(&mut game, "g"), [""; 0]);
        assert!(matches!(game.next(), Next::Roll));
    }

    #[test]
    fn the_turn_of_a_swept_active_player_ends_when_the_tsunami_has_finished() {
        let mut position = before();
        position["active"] = json!(3);
        let mut game = game(&rules(), &position);
        game.begin_turn().unwrap();
        let told = sweep(&mut game, "c");
        assert_eq!(told[3..5], ["eliminated 3 tsunami/swept", "eliminated 1 tsunami/swept"], "the active ship first");
        assert_eq!(told[6..], ["daikaiju_destroyed 2 c1", "daikaiju_destroyed 7 c7"]);
        assert!(game.at_turn());
        assert_eq!((game.position()["active"].clone(), game.position()["turn"].clone()), (json!(0), json!(9)));
    }

    #[test]
    fn the_end_comes_before_the_daikaiju() {
        let mut position = before();
        position["players"][0] = json!({"out": true});
        position["players"][2] = json!({"out": true});
        position["active"] = json!(1);
        let mut game = game(&rules(), &position);
        game.begin_turn().unwrap();
        let told = sweep(&mut game, "c");
        assert_eq!(told[3..], ["eliminated 1 tsunami/swept", "eliminated 3 tsunami/swept", "end tie [1,3]"]);
        position["players"][2] = json!({"at": "c3:H", "hand": [6]});
        let mut game = self::game(&rules(), &position);
        game.begin_turn().unwrap();
        assert_eq!(sweep(&mut game, "c").last().unwrap(), "end last-standing [2]");
    }

    #[test]
    fn the_minimum_is_counted_after_it() {
        let mut rules = rules();
        rules["hazard"][0]["minimum"] = json!(3);
        let mut game = game(&rules, &before());
        game.begin_turn().unwrap();
        sweep(&mut game, "c");
        assert!(matches!(game.next(), Next::Spawn { reason: "minimum", .. }));
    }

    #[test]
    fn a_swept_hand_is_shuffled_and_its_dragon_goes_on() {
        let rules = json!({"board": {"columns": 7, "rows": 7}, "tiles": {"copies": 2}, "hazard": {"rule": "tsunami"}});
        let mut position = before();
        position["dragon"] = json!(1);
        position["pile"] = json!([]);
        position["daikaiju"] = json!([]);
        let mut game = game(&rules, &position);
        game.begin_turn().unwrap();
        assert_eq!(sweep(&mut game, "c")[3..], ["eliminated 1 tsunami/swept", "eliminated 3 tsunami/swept"]);
        let Next::Shuffle { tiles, pile } = game.next() else { panic!("no shuffle") };
        assert_eq!((tiles, pile), (vec![4, 7, 8], vec![5, 5, 20, 4, 7, 8]));
        feed(&mut game, &json!({"event": "returned", "tiles": [4, 7, 8], "pile": [8, 5, 7, 20, 4, 5]}));
        assert_eq!(told(&follows(&mut game)), ["dragon 2"]);
        assert!(is_placement(&game), "without daikaiju the placement follows");
    }
}

mod whirlpool {
    use super::*;

    /// Four seats on the classic board; tile 33 leads straight on. Seat 0 faces b3 from the left.
    fn before(others: &[Value]) -> Value {
        let mine = json!({"at": "b3:H", "hand": [33, 1, 2]});
        json!({
            "tiles": [straight("a3")], "players": ([&[mine], others].concat()), "active": 0, "turn": 5, "pile": [10, 11, 12, 13, 14],
        })
    }

    fn rules(squares: &[&str]) -> Value {
        json!({"tiles": {"copies": 4}, "draw": {"rule": "refill", "returned": "bottom"},
            "hazard": {"rule": "whirlpool", "squares": squares}})
    }

    fn elsewhere() -> Value {
        json!({"at": "f6:D", "hand": [3, 4, 5]})
    }

    #[test]
    fn a_piece_that_comes_before_one_is_carried_two_ports_clockwise() {
        assert_eq!(play(&rules(&["c3"]), &before(&[elsewhere()]), 33), ["moved 0 c3:H", "carried 0 c3:B", "drew 0 10"]);
        assert_eq!(play(&rules(&["d3", "c2"]), &before(&[elsewhere()]), 33), ["moved 0 c3:H", "drew 0 10"]);
        assert_eq!(play(&rules(&[]), &before(&[elsewhere()]), 33), ["moved 0 c3:H", "drew 0 10"]);
    }

    #[test]
    fn only_pieces_that_travelled_are_carried() {
        let mut position = before(&[json!({"at": "c3:A", "hand": []}), elsewhere()]);
        position["tiles"] = json!([straight("a3"), straight("c2")]);
        assert_eq!(play(&rules(&["c3"]), &position, 33), ["moved 0 c3:H", "carried 0 c3:B", "drew 0 10"]);
    }

    #[test]
    fn the_active_piece_is_carried_first_then_clockwise() {
        let mut position = before(&[json!({"at": "b3:G", "hand": []}), elsewhere()]);
        assert_eq!(play(&rules(&["c3"]), &position, 33), ["moved 0 c3:H", "moved 1 c3:G", "carried 0 c3:B", "carried 1 c3:A", "drew 0 10"]);
        position["players"] = json!([{"at": "b3:G", "hand": []}, {"at": "b3:H", "hand": [33]}, elsewhere()]);
        position["active"] = json!(1);
        let told = play(&rules(&["c3"]), &position, 33);
        assert_eq!(told[..4], ["moved 1 c3:H", "moved 0 c3:G", "carried 1 c3:B", "carried 0 c3:A"]);
    }

    #[test]
    fn pieces_that_meet_are_out_at_once() {
        let mut position = before(&[json!({"at": "c3:B", "hand": [6, 7]}), elsewhere(), json!({"at": "f5:D", "hand": []})]);
        position["tiles"] = json!([straight("a3"), straight("c2")]);
        assert_eq!(
            play(&rules(&["c3"]), &position, 33),
            [
                "moved 0 c3:H",
                "carried 0 c3:B",
                "eliminated 0 collision",
                "eliminated 1 collision",
                "returned [1,2,6,7] [10,11,12,13,14,1,2,6,7]"
            ]
        );
        position["players"][3] = json!({"out": true});
        assert_eq!(play(&rules(&["c3"]), &position, 33).last().unwrap(), "end last-standing [2]");
        position["players"][2] = json!({"out": true});
        assert_eq!(play(&rules(&["c3"]), &position, 33).last().unwrap(), "end tie [0,1]");
    }

    #[test]
    fn a_meeting_is_judged_before_the_next_piece_is_carried() {
        // Seat 0 is carried from G to A, where seat 2 stands, and both are out; seat 1 is carried from H to B, alone.
        let mut position = before(&[json!({"at": "b3:H", "hand": []}), json!({"at": "c3:A", "hand": [8]}), elsewhere()]);
        position["players"][0] = json!({"at": "b3:G", "hand": [33, 1]});
        position["tiles"] = json!([straight("a3"), straight("c2")]);
        assert_eq!(
            play(&rules(&["c3"]), &position, 33)[2..],
            ["carried 0 c3:A", "eliminated 0 collision", "eliminated 2 collision", "returned [1,8] [10,11,12,13,14,1,8]", "carried 1 c3:B"]
        );
        // With no one else the game is over before seat 1 is carried.
        position["players"][3] = json!({"out": true});
        assert_eq!(play(&rules(&["c3"]), &position, 33).last().unwrap(), "end last-standing [1]");
    }

    #[test]
    fn a_piece_that_was_met_is_not_carried_any_more() {
        // Seat 1 goes up across b2 and comes down on c2 to c3:B, where seat 0 is carried.
        let mut position = before(&[json!({"at": "b3:F", "hand": [9]}), elsewhere(), json!({"at": "f5:D", "hand": []})]);
        let (up, down) = (json!({"square": "b2", "tile": 27, "rotation": 0}), json!({"square": "c2", "tile": 2, "rotation": 0}));
        position["tiles"] = json!([straight("a3"), straight("b4"), up, down]);
        assert_eq!(
            play(&rules(&["c3"]), &position, 33),
            [
                "moved 0 c3:H",
                "moved 1 c3:B",
                "carried 0 c3:B",
                "eliminated 0 collision",
                "eliminated 1 collision",
                "returned [1,2,9] [10,11,12,13,14,1,2,9]"
            ]
        );
    }

    #[test]
    fn under_pass_both_stay_and_a_later_reader_knows_who_waits_at_the_rim() {
        let mut rules = rules(&["c1"]);
        rules["movement"] = json!({"meeting": "pass"});
        let mut position = before(&[json!({"at": "c1:B", "hand": []}), elsewhere()]);
        position["tiles"] = json!([straight("a1")]);
        position["players"][0]["at"] = json!("b1:H");
        let mut game = game(&rules, &position);
        game.begin_at_placement().unwrap();
        assert_eq!(place(&mut game, 33, 0), ["moved 0 c1:H", "carried 0 c1:B", "drew 0 10"]);
        let after = game.position();
        assert_eq!(after["players"][0]["started"], json!(true));
        assert_eq!((&after["players"][1]["at"], after["players"][1].get("started")), (&json!("c1:B"), None));
        written_and_read(&rules, &game);
    }

    #[test]
    fn a_carry_plays_no_part_in_legality() {
        let mut position = before(&[json!({"at": "c3:B", "hand": []}), elsewhere()]);
        position["tiles"] = json!([straight("a3"), straight("c2")]);
        let legal = |squares: &[&str]| {
            let mut game = game(&rules(squares), &position);
            game.begin_at_placement().unwrap();
            game.legal()
        };
        assert_eq!(legal(&["c3"]), legal(&[]));
        assert!(legal(&["c3"]).contains(&(33, 0)));
    }

    #[test]
    fn a_carry_gives_no_exchange_and_comes_after_that_of_the_placement() {
        let mut rules = rules(&["c3"]);
        rules["bonus"] = json!({"exchange": true, "min-players": 2});
        let players = json!([
            {"at": "b3:H", "hand": [33, 1]}, {"at": "b3:G", "hand": [6]}, {"at": "c3:A", "hand": [7]}, elsewhere(),
        ]);
        let mut position = before(&[]);
        position["tiles"] = json!([straight("a3"), straight("c2")]);
        position["players"] = players;
        assert_eq!(
            play(&rules, &position, 33)[2..7],
            ["carried 0 c3:B", "carried 1 c3:A", "eliminated 1 collision", "eliminated 2 collision", "returned [6,7] [10,11,12,13,14,6,7]"]
        );
        // A placement on a1 puts seat 1 out and brings seat 0 before the whirlpool on b1.
        rules["hazard"]["squares"] = json!(["b1"]);
        let players = json!([{"at": "a1:A", "hand": [21, 1]}, {"at": "a1:B", "hand": [6, 7]}, elsewhere()]);
        let position = json!({"players": players, "active": 0, "turn": 5, "pile": [10]});
        let mut game = game(&rules, &position);
        game.begin_at_placement().unwrap();
        assert_eq!(place(&mut game, 21, 0), ["moved 0 b1:H", "eliminated 1 edge"]);
        assert!(matches!(game.next(), Next::Exchange { .. }));
        let mut game = written_and_read(&rules, &game);
        feed(&mut game, &json!({"event": "exchanged", "player": 0, "gave": [1], "took": [7]}));
        assert_eq!(told(&follows(&mut game))[..2], ["returned [1,6] [10,1,6]", "carried 0 b1:B"]);
    }

    #[test]
    fn a_carry_scores_nothing() {
        let mut rules = rules(&["c3"]);
        rules["score"] = json!({"rule": "longest-path"});
        let mut position = before(&[elsewhere()]);
        position["scores"] = json!([4, 4]);
        let mut game = game(&rules, &position);
        game.begin_at_placement().unwrap();
        place(&mut game, 33, 0);
        assert_eq!(game.position()["scores"], json!([5, 4]));
    }

    #[test]
    fn a_square_with_a_tile_is_like_any_other() {
        // Seat 0 faces the whirlpool, lays a tile there and goes on.
        let mut position = before(&[elsewhere()]);
        position["tiles"] = json!([straight("a3"), straight("b3")]);
        position["players"][0]["at"] = json!("c3:H");
        assert_eq!(play(&rules(&["c3"]), &position, 33), ["moved 0 d3:H", "drew 0 10"]);
        assert_eq!(play(&rules(&["c3", "d3"]), &position, 33)[1], "carried 0 d3:B");
    }

    /// Seas with a tsunami and a whirlpool at the rim, and a ship that was carried to it.
    fn at_the_rim(at: &str) -> (Value, Value) {
        let rules = sea(&[json!({"rule": "tsunami", "every": 2}), json!({"rule": "whirlpool", "squares": ["c1", "c3"]})]);
        let position = json!({
            "players": [{"at": at, "hand": [1], "started": true}, {"at": "g7:D", "hand": [4]}, {"at": "g6:D", "hand": []}],
            "active": 0, "turn": 4, "pile": [10],
        });
        (rules, position)
    }

    #[test]
    fn a_carried_piece_stands_on_a_tile_only_while_one_lies_behind_it() {
        for (at, behind, line, is_out) in
            [("c3:A", None, "2", false), ("c3:A", Some("c2"), "2", true), ("c3:A", Some("c2"), "3", false), ("c1:B", None, "1", false)]
        {
            let (rules, mut position) = at_the_rim(at);
            position["tiles"] = behind.into_iter().map(straight).collect();
            let mut game = game(&rules, &position);
            game.begin_turn().unwrap();
            feed(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": line}}));
            let told = told(&follows(&mut game));
            assert_eq!(told.contains(&"eliminated 0 tsunami/swept".to_string()), is_out, "{at} {behind:?} {line}: {told:?}");
        }
    }

    #[test]
    fn a_piece_carried_to_the_rim_does_not_relocate() {
        for (started, follow) in [(true, vec!["eliminated 0 daikaiju", "returned [1] [10,1]"]), (false, vec![])] {
            let (rules, mut position) = at_the_rim("c1:B");
            position["turn"] = json!(5);
            position["players"][0]["started"] = json!(started);
            position["daikaiju"] = json!([daikaiju(0, "c1")]);
            let mut game = game(&rules, &position);
            begin_calm_turn(&mut game);
            assert_eq!(told(&follows(&mut game)), follow);
            assert_eq!(matches!(game.next(), Next::Relocate { must: true, .. }), !started);
        }
    }

    #[test]
    fn positions_say_where_pieces_can_stand() {
        let (rules, mut position) = at_the_rim("c3:A");
        assert!(Game::from_position(&rules, &position).is_ok());
        position["players"][0].as_object_mut().unwrap().remove("started");
        assert!(Game::from_position(&rules, &position).is_err(), "no tile behind");
    }
}

mod truce {
    use super::*;

    fn rules(rounds: Option<usize>) -> Value {
        json!({"placement": {"rule": "truce", "rounds": rounds}, "draw": {"returned": "bottom"}})
    }

    /// Seats 0 and 1 face a1 from above; tile 21 as it is puts out seat 1 alone, and in any other rotation seat 0.
    fn legal(rules: &Value, turn: usize, hand: &[u8], players: &[Value]) -> Vec<(u8, u8)> {
        let both = [json!({"at": "a1:A", "hand": hand}), json!({"at": "a1:B", "hand": []})];
        let position = json!({"players": ([&both[..], players].concat()), "active": 0, "turn": turn, "pile": []});
        let mut game = game(rules, &position);
        game.begin_at_placement().unwrap();
        game.legal()
    }

    #[test]
    fn a_placement_that_puts_another_out_is_not_legal_in_the_first_rounds() {
        let far = [json!({"at": "f6:D", "hand": []})];
        for (rounds, last) in [(Some(1), 3), (Some(2), 6), (None, 6), (Some(5), 15)] {
            for turn in 1..=16 {
                let legal = legal(&rules(rounds), turn, &[21, 33], &far);
                let wanted = if turn <= last { vec![(33, 0)] } else { vec![(21, 0), (33, 0)] };
                assert_eq!(legal, wanted, "{rounds:?} rounds, turn {turn}");
            }
        }
        let free = json!({"placement": {"rule": "free"}});
        assert_eq!(legal(&free, 1, &[21, 33], &far), [(21, 0), (33, 0)]);
    }

    #[test]
    fn seats_that_are_out_count_for_the_rounds() {
        let out = [json!({"out": true}), json!({"out": true})];
        assert_eq!(legal(&rules(Some(1)), 4, &[21, 33], &out), [(33, 0)]);
        assert_eq!(legal(&rules(Some(1)), 5, &[21, 33], &out), [(21, 0), (33, 0)]);
    }

    #[test]
    fn it_is_asked_last_and_falls_away_where_nothing_is_left() {
        let far = [json!({"at": "f6:D", "hand": []})];
        assert_eq!(legal(&rules(None), 1, &[21], &far), [(21, 0)], "the other rotations are suicide");
        let mut suicide = rules(None);
        suicide["placement"]["avoid"] = json!([]);
        assert_eq!(legal(&suicide, 1, &[21], &far), [(21, 1), (21, 2), (21, 3)], "where suicide is allowed, it keeps the peace");
    }

    #[test]
    fn team_mates_are_spared_too() {
        let mut rules = rules(None);
        rules["score"] = json!({"rule": "last-team"});
        let position = json!({
            "players": [{"at": "a1:A", "hand": [21, 33]}, {"at": "f6:D", "hand": []}, {"at": "a1:B", "hand": []}, {"out": true}],
            "active": 0, "turn": 8, "pile": [],
        });
        let mut game = game(&rules, &position);
        game.begin_at_placement().unwrap();
        assert_eq!(game.legal(), [(33, 0)]);
    }
}

mod together {
    use super::*;

    /// Everything at once.
    fn storm(order: &[&str]) -> Value {
        let table = |rule: &&str| match *rule {
            "daikaiju" => json!({"rule": "daikaiju"}),
            "cannon" => json!({"rule": "cannon", "shots": 3}),
            "tsunami" => json!({"rule": "tsunami", "every": 3}),
            _ => json!({"rule": "whirlpool", "squares": ["c3", "e5", "d1"]}),
        };
        json!({
            "board": {"columns": 7, "rows": 7}, "tiles": {"copies": 2},
            "placement": {"rule": "truce", "avoid": ["edge", "loop", "daikaiju"], "never": ["shared-wake"]},
            "movement": {"meeting": "pass"}, "draw": {"rule": "draft", "extra": 2, "returned": "bottom"},
            "bonus": {"exchange": true, "min-players": 2}, "hazard": order.iter().map(table).collect::<Vec<Value>>(),
            "score": {"rule": "last-team"},
        })
    }

    #[test]
    fn the_moments_decide_the_order_and_the_file_does_not() {
        for order in [["tsunami", "daikaiju", "cannon", "whirlpool"], ["whirlpool", "cannon", "daikaiju", "tsunami"]] {
            let rules = storm(&order);
            let position = json!({
                "tiles": [{"square": "b2", "tile": 27, "rotation": 0}, straight("a3")],
                "players": [
                    {"at": "b3:H", "hand": [33, 1, 2]}, {"at": "g7:D", "hand": [4]}, {"at": "b3:A", "hand": [7]}, {"at": "g6:D", "hand": []},
                ],
                "active": 0, "turn": 9, "pile": [10, 11, 12, 13],
                "daikaiju": [daikaiju(0, "b7"), daikaiju(1, "f6"), daikaiju(2, "e7"), daikaiju(3, "f1")],
            });
            let mut game = game(&rules, &position);
            feed(&mut game, &json!({"event": "turn", "player": 0, "number": 9}));
            feed(&mut game, &json!({"event": "rule", "rule": "tsunami", "data": {"line": "f"}}));
            assert_eq!(told(&follows(&mut game)), ["daikaiju_destroyed 3 f1", "daikaiju_destroyed 1 f6"]);
            // Two are left, and the minimum is three.
            feed(
                &mut game,
                &json!({
                    "event": "daikaiju_placed", "tile": 5, "facing": 0, "square": "e1", "dice": [4, 1], "reason": "minimum",
                }),
            );
            assert_eq!(answers(&game), json!(["hold", "down"]));
            let mut game = written_and_read(&rules, &game);
            assert_eq!(choose(&mut game, &json!("down")), ["daikaiju_destroyed 0 b7"]);
            assert_eq!(place(&mut game, 33, 0), ["moved 0 c3:H", "moved 2 b4:A", "carried 0 c3:B", "drew 0 10", "drew 0 11", "drew 0 12"]);
            choose(&mut game, &json!(1));
            choose(&mut game, &json!(11));
            assert!(game.at_turn());
            assert_eq!(game.position()["pile"], json!([13, 1, 11]));
        }
    }

    #[test]
    fn a_list_of_one_is_that_one_and_no_rule_comes_twice() {
        let position = json!({"players": [{"at": "a1:A", "hand": []}, {"at": "b1:A", "hand": []}], "active": 0, "turn": 1});
        let read = |hazard: Value| Game::from_position(&json!({"hazard": hazard}), &position).map(|game| game.position());
        let tsunami = json!({"rule": "tsunami", "every": 9});
        assert_eq!(read(json!([tsunami])), read(tsunami.clone()));
        assert!(read(json!([])).is_ok());
        assert!(read(json!([tsunami, tsunami])).is_err());
        for wrong in [
            json!([{"rule": "flood"}]),
            json!({"rule": "tsunami", "every": 1}),
            json!({"rule": "cannon", "shots": 10}),
            json!({"rule": "whirlpool", "squares": ["g1"]}),
            json!({"rule": "whirlpool", "squares": [3]}),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_record_is_followed_from_its_first_line() {
        let names = ["a", "b", "c", "d"];
        let begin = json!({
            "event": "game", "format": 1, "rules": storm(&["cannon", "daikaiju", "tsunami", "whirlpool"]), "players": names, "first": 0,
        });
        let mut game = Game::new(&begin).unwrap();
        let deck: Vec<u8> = (0..35).flat_map(|face| [face, face]).collect();
        let (hands, pile) = deck.split_at(12);
        let hands: Vec<&[u8]> = hands.chunks(3).collect();
        feed(&mut game, &json!({"event": "deal", "hands": hands, "pile": pile}));
        // S1: six daikaiju for four players, whatever other event rules there are.
        for (tile, square) in ["a1", "b1", "c1", "e1", "f1", "g1"].into_iter().enumerate() {
            feed(
                &mut game,
                &json!({
                    "event": "daikaiju_placed", "tile": tile, "facing": 0, "square": square, "dice": [tile + 1, 1], "reason": "setup",
                }),
            );
        }
        for (player, mark) in ["a7:F", "b7:F", "c7:F", "d7:F"].into_iter().enumerate() {
            feed(&mut game, &json!({"event": "start", "player": player, "mark": mark}));
        }
        feed(&mut game, &json!({"event": "turn", "player": 0, "number": 1}));
        feed(&mut game, &json!({"event": "roll", "dice": [1, 1]}));
        assert!(is_placement(&game), "no tsunami in the first turn, no shot from a start mark");
        let three = json!({"event": "game", "format": 1, "rules": storm(&["tsunami"]), "players": names[..3], "first": 0});
        assert!(Game::new(&three).is_err(), "three players in two teams");
    }

    /// One rule set of many: hazards × teams × drawing × truce × meetings.
    fn mixture(jump: &mut Jump) -> Value {
        let all = ["tsunami", "daikaiju", "cannon", "whirlpool"];
        let chosen: Vec<&str> = all.into_iter().filter(|_| jump.below(3) > 0).collect();
        let mut rules = storm(&chosen);
        rules["hazard"].as_array_mut().unwrap().rotate_left(jump.below(chosen.len() + 1));
        let draws = ["draft", "dragon", "statue", "refill"];
        rules["draw"] = json!({"rule": draws[jump.below(4)], "returned": (["bottom", "shuffle"][jump.below(2)])});
        rules["score"] = json!({"rule": (["last-team", "last-standing", "longest-path"][jump.below(3)])});
        rules["movement"]["meeting"] = json!((["pass", "collide"][jump.below(2)]));
        rules["placement"]["rule"] = json!((["truce", "free"][jump.below(2)]));
        rules["end"] = json!({"tie-break": (["none", "active-first"][jump.below(2)]), "turn-limit": 200});
        rules
    }

    #[test]
    fn mixtures_are_played_to_their_end_and_read_back_at_every_choice() {
        for seed in 0..150 {
            let mut jump = Jump(seed);
            let rules = mixture(&mut jump);
            let marks = ["a1:A", "g3:C", "c7:F", "a6:H", "e1:A", "g6:D"];
            let mut deck: Vec<u8> = (0..35).chain(0..35).collect();
            jump.shuffle(&mut deck);
            let seats = 2 + 2 * jump.below(3);
            let players: Vec<Value> =
                marks[..seats].iter().map(|mark| json!({"at": mark, "hand": deck.split_off(deck.len() - 3)})).collect();
            let game = game(&rules, &json!({"players": players, "active": 0, "turn": 1, "pile": deck}));
            play_on(&rules, game, &mut jump).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        }
    }
}

//! Boards of any shape and turns of several tiles, where the suites and the slow implementation do
//! not reach: files, pictures, sentences, programs, advice, and games broken off in the middle of a
//! turn.

use crate::common::games::{played, resumes_after_every_line, variant};
use crate::common::program::{err, feed, out, run, tsuro};
use crate::common::{Texts, in_checkout, read_checkout};
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::Place;
use tsuro::game::{Choice, DecisionKind, Seat};
use tsuro::picture::{BoardScene, TileScale, board, board_svg, seat_letters};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};
use tsuro_suite::{Conformance, conformance};

const EIGHT_LINES: &str = "examples/round-teams.toml";

fn place(name: &str) -> Place {
    name.parse().unwrap()
}

fn game(rules: &str, players: u8, seed: &str) -> Game {
    Game::from_variant(Arc::new(variant(rules)), players, seed).unwrap()
}

/// Plays the first choice at every decision, and calls `each` before it.
fn play(mut game: Game, mut each: impl FnMut(&Game)) -> Game {
    while let Some(decision) = game.decision() {
        each(&game);
        let choices = game.observe(decision.seat()).choices();
        game.play(&choices[choices.len() / 2]).unwrap();
    }
    game
}

#[test]
fn classic_on_a_round_world_with_portals_two_tiles_a_turn_and_teams_is_a_file_of_eight_lines() {
    let text = read_checkout(EIGHT_LINES);
    assert_eq!(text.lines().count(), 8);
    let variant = Arc::new(
        Variant::from_text("round-teams", &text, &Registry::default())
            .unwrap_or_else(|why| panic!("{why}")),
    );
    // It plays: whole games that replay and resume, with two tiles in most turns, and won by teams.
    let (mut again, mut teams, mut seams, mut portals) = (0, 0, 0, 0);
    for index in 0..20 {
        let record = played(&variant, 4 + 2 * (index % 3) as u8, "eight lines", index).record;
        let events: Vec<Value> =
            record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        again += events
            .windows(6)
            .filter(|six| {
                six.iter()
                    .take_while(|event| event["event"] != "turn")
                    .filter(|event| event["event"] == "placed")
                    .count()
                    > 1
            })
            .count();
        teams += events.iter().filter(|event| event["outcome"] == "last-team").count();
        let shape = &variant.resolved().facts().shape;
        for to in events
            .iter()
            .filter(|event| event["event"] == "moved")
            .map(|event| place(event["to"].as_str().unwrap()))
        {
            let behind = shape.across(to).expect("a tile lies behind it").square();
            let near = behind.column().abs_diff(to.square().column())
                + behind.row().abs_diff(to.square().row());
            seams += usize::from(near == 5);
            portals += usize::from(near > 1 && near != 5);
        }
    }
    assert!(
        again > 50 && teams > 5 && seams > 20 && portals > 20,
        "{again} {teams} {seams} {portals}"
    );
    resumes_after_every_line(&variant, 4, "eight lines");
    let how = Conformance { games: 30, ..Conformance::default() };
    let loader = Texts(&[("round-teams", &text)]);
    conformance("round-teams", &variant, &Registry::default(), &loader, &how)
        .unwrap_or_else(|broken| panic!("{broken}\n{}", broken.record));
    // It draws: arrows at the sides that are no edges, rings with the name of the other portal.
    let game = Game::from_variant(Arc::clone(&variant), 4, "drawn").unwrap();
    let svg = board_svg(&game.observe(None));
    assert!(
        svg.matches("stroke-dasharray").count() == 2
            && svg.matches("<circle").count() == 8
            && !svg.contains("<text"),
        "{svg}"
    );
    let scene = BoardScene::new(&game.observe(None), &seat_letters(4));
    let drawn = board(&scene, TileScale::new(3), false).lines(false).join("\n");
    assert!(
        drawn.matches('↔').count() == 12
            && ["◎e5", "◎b2", "◎b5", "◎e2"].iter().all(|portal| drawn.contains(portal)),
        "{drawn}"
    );
    // It compares.
    let file = in_checkout(EIGHT_LINES);
    let file = file.to_str().unwrap();
    let compared = run(&[
        "compare",
        "teams",
        file,
        "--players",
        "4",
        "--games",
        "64",
        "--seed",
        "eight",
        "--bots",
        "safe",
    ]);
    assert!(
        compared.status.success() && out(&compared).contains("round-teams"),
        "{}{}",
        out(&compared),
        err(&compared)
    );
}

#[test]
fn the_rules_with_shapes_conform_and_resume_after_every_line() {
    for rules in [
        "islands",
        "globe",
        "portals",
        "double-turn",
        "seas+holes",
        "seas+round",
        "seas+doughnut",
        "storm-seas+round+missing=d4+turn.tiles=3",
        "draft+doughnut+turn.tiles=2",
        "classic-advanced+doughnut+turn.tiles=2",
    ] {
        let variant = Arc::new(variant(rules));
        let how = Conformance { games: 12, ..Conformance::default() };
        conformance(rules, &variant, &Registry::default(), &BuiltIns, &how)
            .unwrap_or_else(|broken| panic!("{rules}: {broken}\n{}", broken.record));
        resumes_after_every_line(&variant, 3, rules);
    }
}

/// The squares and sides of three shapes on one strip of squares: round the world, through a
/// portal, before a hole.
#[test]
fn pictures_show_what_is_missing_round_and_a_portal() {
    let drawn = |rules: &str| {
        let game = game(rules, 2, "drawn");
        let mut scene = BoardScene::new(&game.observe(None), &seat_letters(2));
        let see = game.observe(game.decision().unwrap().seat());
        scene.marks = see
            .start_marks()
            .into_iter()
            .zip(1..)
            .map(|(mark, number): (_, usize)| (mark, number.to_string()))
            .collect();
        (
            board(&scene, TileScale::new(4), false).lines(false).join("\n"),
            board_svg(&game.observe(None)),
        )
    };
    let (text, svg) = drawn("islands");
    let water = svg.matches("fill=\"#15232e\"/>").count();
    assert_eq!((text.matches("≈≈").count(), water), (4, 4), "{text}");
    // A mark of the inner shore has its number on its own square.
    assert!(text.lines().any(|line| line.contains("65") && line.contains("66")), "{text}");
    let (text, svg) = drawn("classic+doughnut");
    assert_eq!(
        (
            text.matches('↔').count(),
            text.matches('↕').count(),
            svg.matches("stroke-dasharray").count()
        ),
        (12, 12, 4),
        "{text}"
    );
}

#[test]
fn the_trail_of_a_piece_begins_at_its_own_start_mark() {
    // Seat 1 starts at b1:A's line from below: at c3:A, and seat 0 comes to lie behind it.
    let rules = "classic+movement.meeting=pass+avoid=[]+start.marks=[c1:A,c3:A]+players.max=2";
    let mut game = game(rules, 2, "trail");
    for mark in ["c1:A", "c3:A"] {
        game.play(&Choice::Start(place(mark))).unwrap();
    }
    // Whatever is laid behind it, a piece that is still on its mark has no trail.
    while game.decision().is_some_and(|decision| decision.seat() == Seat::new(0)) {
        let choices = game.observe(Seat::new(0)).choices();
        game.play(&choices[0]).unwrap();
    }
    let scene = BoardScene::new(&game.observe(None), &seat_letters(2));
    let mut shown = scene
        .shape()
        .squares()
        .flat_map(|square| tsuro::board::Port::all().map(move |port| (square, port)));
    assert!(shown.all(|(square, port)| scene.traveller(square, port) != Some(Seat::new(1))));
}

#[test]
fn steps_lead_round_the_world_and_through_portals() {
    let steps = |rules: &str, from: &str, to: &str| {
        let game = game(rules, 2, "steps");
        game.observe(None).steps(place(from), place(to))
    };
    assert_eq!(
        (steps("globe", "a1:A", "h1:A"), steps("classic+board.columns=8", "a1:A", "h1:A")),
        (Some(1), Some(7))
    );
    // Through b2, out of e5: d5 lies behind it.
    assert_eq!(steps("portals", "c2:A", "d5:A"), Some(1));
    assert_eq!(steps("islands", "c4:A", "f4:A"), Some(5));
    let split = "classic+missing=[a3,b3,c3,d3,e3,f3]";
    assert_eq!(steps(split, "a1:A", "a5:A"), None);
}

#[test]
fn each_tile_of_a_turn_has_random_numbers_of_its_own() {
    let mut same = 0;
    let mut turns = 0;
    let mut before: Option<(u32, tsuro::game::Rng)> = None;
    play(game("double-turn", 3, "numbers"), |game| {
        let (turn, number) = (game.observe(None).turn(), game.bot_stream());
        if game.decision().unwrap().kind() == DecisionKind::Place {
            if let Some((last, other)) = before.clone().filter(|(last, _)| *last == turn) {
                turns += 1;
                same += usize::from(other == number);
                assert_eq!(last, turn);
            }
            before = Some((turn, number));
        }
    });
    assert!(turns > 3 && same == 0, "{same} of {turns}");
}

/// What is wrong with a position, or the position that it is read as.
fn read(rules: &str, position: &Value) -> Result<Value, String> {
    Game::at(Arc::new(variant(rules)), position, "any")
        .map(|game| game.position())
        .map_err(|why| why.to_string())
}

#[test]
fn positions_name_squares_that_exist_and_say_what_cannot_be_seen() {
    let mut position = json!({
        "players": [
            { "at": "c3:A", "hand": [1, 2], "started": false }, { "at": "a1:A", "hand": [3, 4, 5] }
        ],
        "active": 0, "turn": 3, "phase": "place", "laid": 1, "pile": [],
    });
    let rules =
        "double-turn+players.max=2+start.marks=[a1:A,c3:A,b2:A]+portals=[[d4,e1]]+missing=e5";
    let written = read(rules, &position).unwrap();
    assert_eq!(
        (&written["laid"], &written["players"][0]["started"], &written["players"][1]["started"]),
        (&json!(1), &json!(false), &Value::Null)
    );
    for (path, value, wrong) in [
        (
            "/laid",
            json!(2),
            "laid: 2 tiles laid: at this moment of a turn of these rules it can be 0 to 1",
        ),
        ("/phase", Value::Null, "laid: only a position in the phase"),
        (
            "/players/0/started",
            Value::Null,
            "players[0].at: c3:A has no tile behind it; `started = false` says that the piece is \
             still on its start mark",
        ),
        (
            "/players/0/started",
            json!(true),
            "players[0].at: c3:A is not on the rim and has no tile behind it",
        ),
        ("/players/0/at", json!("d4:A"), "players[0].at: d4 is a portal"),
        ("/players/0/at", json!("e5:A"), "players[0].at: e5 is a missing square"),
        ("/players/0/at", json!("b3:A"), "players[0].started: b3:A is not a start mark"),
        (
            "/players/1/at",
            json!("b1:A"),
            "players[1].at: b1:A is no start mark and has no tile behind it",
        ),
    ] {
        let mut wrong_position = position.clone();
        *wrong_position.pointer_mut(path).unwrap() = value;
        let why = read(rules, &wrong_position).expect_err(path);
        assert!(why.contains(wrong), "{path}: {why}");
    }
    position["tiles"] = json!([{ "square": "e5", "tile": 0, "rotation": 0 }]);
    assert!(
        read(rules, &position).unwrap_err().contains("tiles[0].square: e5 is a missing square")
    );
    position["tiles"] = json!([{ "square": "e1", "tile": 0, "rotation": 0 }]);
    assert!(read(rules, &position).unwrap_err().contains("tiles[0].square: e1 is a portal"));
}

#[test]
fn apply_lays_the_tiles_of_a_turn_from_a_list() {
    let variant = variant("double-turn");
    let ask = |place: Value| {
        let position = json!({
            "players": [{ "at": "a1:A", "hand": [33, 31, 5] }, { "at": "f6:D", "hand": [2] }],
            "active": 0, "pile": [6, 7],
        });
        tsuro::record::answer(
            &variant,
            &json!({ "position": position, "place": place, "turn": true }),
        )
    };
    let (first, second) =
        (json!({ "tile": 33, "rotation": 0 }), json!({ "tile": 31, "rotation": 0 }));
    let events = |answer: &Value| {
        answer["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["event"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let half = ask(first.clone()).unwrap();
    assert_eq!(events(&half), ["turn", "placed", "moved"]);
    assert_eq!(
        (&half["position"]["phase"], &half["position"]["laid"], &half["position"]["active"]),
        (&json!("place"), &json!(1), &json!(0))
    );
    let whole = ask(json!([first, second])).unwrap();
    assert_eq!(events(&whole), ["turn", "placed", "moved", "placed", "moved", "drew", "drew"]);
    assert_eq!((&whole["position"]["active"], &whole["legal"]), (&json!(1), &half["legal"]));
    let why = ask(json!([first, first])).unwrap_err();
    assert_eq!(why.code(), "illegal-placement");
}

#[test]
fn replay_and_advise_find_the_second_tile_of_a_turn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("double.jsonl");
    let record = played(&variant("double-turn"), 2, "second", 0).record;
    std::fs::write(&file, &record).unwrap();
    let file = file.to_str().unwrap();
    let board = |at: &str| out(&run(&["replay", file, "--at", at]));
    let (first, second, next) = (board("1"), board("1.2"), board("2"));
    let names = |board: &str| {
        board.matches(|letter: char| ('\u{2801}'..='\u{28ff}').contains(&letter)).count()
    };
    assert!(
        names(&first) < names(&second) && names(&second) < names(&next),
        "{first}{second}{next}"
    );
    let best = |at: &str| {
        crate::common::program::json(&["advise", file, "--at", at, "--games", "20", "--json"])
    };
    assert_eq!((&best("1")["turn"], &best("1.2")["turn"]), (&json!(1), &json!(1)));
    assert_ne!(best("1")["advice"], best("1.2")["advice"]);
    for wrong in ["1.3", "1.0", "x", "1.2.3"] {
        assert_eq!(run(&["replay", file, "--at", wrong]).status.code(), Some(2), "{wrong}");
    }
}

/// The problems of a rule set in TOML, one line each.
fn problems(text: &str) -> Vec<String> {
    let Err(found) = Variant::from_text("test", text, &Registry::default()) else {
        panic!("nothing is wrong:\n{text}")
    };
    found.iter().map(|problem| problem.message.clone()).collect()
}

#[test]
fn one_run_reports_all_problems_of_a_board() {
    let found = problems(
        "schema = 1\n[board]\nwrap = \"both\"\nmissing = [\"c3\"]\n\
         portals = [[\"b2\", \"c3\"], [\"q1\", \"a1\"]]\n[[hazard]]\nrule = \"whirlpool\"\n\
         squares = [\"b2\"]\n",
    );
    assert!(found.iter().any(|found| found == "`q1` is no square"), "{found:?}");
    let found = problems(
        "schema = 1\n[board]\nwrap = \"both\"\nmissing = [\"c3\"]\nportals = [[\"b2\", \"c3\"]]\n\
         [[hazard]]\nrule = \"whirlpool\"\nsquares = [\"b2\"]\n",
    );
    for wrong in [
        "`c3` is a missing square",
        "a board that is round both ways has no rim, and so no start marks",
        "`b2` is a portal",
    ] {
        assert!(found.iter().any(|found| found == wrong), "{wrong}: {found:?}");
    }
    let found = problems(
        "schema = 1\n[board]\nportals = [[\"b2\"], [\"A1\", \"b1\"], [\"c3\", \"c3\"], [\"a17\", \
         4]]\n",
    );
    assert_eq!(found.len(), 5, "{found:#?}");
}

/// The whole conversation of a person with the program.
fn conversation(args: &[&str], input: &str) -> String {
    let args: Vec<&str> = ["play"].into_iter().chain(args.iter().copied()).collect();
    let mut command = tsuro(&args);
    command.args(["--plain", "--players", "2", "--seed", "told"]);
    out(&feed(command, input))
}

#[test]
fn a_person_is_told_the_shape_and_which_tile_of_the_turn_it_is() {
    let text = conversation(&["islands"], "1\nquit\n");
    for sentence in
        ["Within the board: 65 to 80.", "These squares do not exist: d4, e4, d5 and e5."]
    {
        assert!(text.contains(sentence), "{text}");
    }
    let text = conversation(&["globe", "--language", "fr"], "\n");
    assert!(
        text.contains("Derrière la dernière colonne vient la première, et inversement."),
        "{text}"
    );
    let text = conversation(&["portals"], "a2 A\nb1 A\n");
    assert!(
        text.contains(
            "b2 and e5 are portals: a path that leads onto one goes straight on behind the other."
        ),
        "{text}"
    );
    let text = conversation(&["double-turn"], "1\n1\n1\n1\n");
    assert!(
        text.contains("Tile 1 of 2 in this turn.") && text.contains("Tile 2 of 2 in this turn."),
        "{text}"
    );
    // A list of marks in no order is told mark by mark.
    let text = conversation(&["classic+doughnut"], "");
    assert!(text.contains("Within the board: 1 to 16."), "{text}");
}

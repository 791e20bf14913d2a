//! A piece that lies over its square shares it with whatever is there, in positions, records, views
//! and pictures (W4).

use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Content, Square};
use tsuro::game::{Choice, Seat};
use tsuro::picture::{BoardScene, TileScale, board, seat_letters, svg};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(
        Variant::load(name, &BuiltIns, &Registry::default())
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

/// A stands at d4:H on c4, with tile 32; B holds nothing that A could want.
fn position(pieces: &Value) -> Value {
    json!({
        "tiles": [{ "square": "c4", "tile": 33, "rotation": 0 }],
        "players": [{ "at": "d4:H", "hand": [32] }, { "at": "g7:D", "hand": [1, 2, 3] }],
        "active": 0, "pile": [4], "dragon": null, "turn": 3, "phase": "place", "daikaiju": pieces,
    })
}

fn at(pieces: &Value) -> Result<Game, String> {
    Game::at(variant("wave+uzushio"), &position(pieces), "wave").map_err(|error| error.to_string())
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn a_position_says_of_a_wave_how_often_it_has_moved_and_by_whom() {
    for over in ["c4", "a7", "f1", "d4"] {
        let pieces = json!([
            { "tile": 3, "square": "a7", "facing": 1 },
            { "tile": 10, "square": over, "facing": 2, "moves": 5, "by": 1 },
            { "tile": 11, "square": "f1", "facing": 0 },
        ]);
        let game = at(&pieces).unwrap_or_else(|why| panic!("{over}: {why}"));
        let written = game.position();
        assert_eq!(written["daikaiju"], pieces, "{over}");
        let again = Game::at(Arc::clone(game.variant()), &written, "other luck").unwrap();
        assert_eq!(again.position(), written);
        // It blocks nothing, and takes nothing from what is there.
        let see = game.observe(None);
        assert!(matches!(see.content(square("c4")), Content::Tile(_)));
        assert_eq!(
            (see.content(square("a7")), see.content(square("f1"))),
            (Content::Blocked, Content::Blocked)
        );
        assert_eq!(see.content(square("d4")), Content::Empty);
    }
    let left_out = at(&json!([{ "tile": 10, "square": "c4", "facing": 2 }])).unwrap().position();
    assert_eq!(
        left_out["daikaiju"][0],
        json!({ "tile": 10, "square": "c4", "facing": 2, "moves": 0, "by": 0 })
    );
}

#[test]
fn what_is_wrong_beside_a_piece_names_the_field() {
    let wave = |more: Value| {
        let mut wave = json!({ "tile": 10, "square": "c4", "facing": 2 });
        wave.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([{ "tile": 3, "square": "a7", "facing": 1 }, wave])
    };
    for (pieces, field) in [
        (wave(json!({ "moves": -1 })), "daikaiju[1].moves: "),
        (wave(json!({ "moves": "two" })), "daikaiju[1].moves: "),
        (wave(json!({ "by": 2 })), "daikaiju[1].by: "),
        (wave(json!({ "by": "A" })), "daikaiju[1].by: "),
        (wave(json!({ "rolling": 1 })), "daikaiju[1].rolling: "),
        (wave(json!({ "rolling": [0, 2] })), "daikaiju[1].rolling: "),
        (wave(json!({ "speed": 1 })), "daikaiju[1].speed: "),
        (wave(json!({ "square": "h1" })), "daikaiju[1].square: "),
        (json!([{ "tile": 3, "square": "a7", "facing": 1, "moves": 1 }]), "daikaiju[0].moves: "),
        (json!([{ "tile": 3, "square": "c4", "facing": 1 }]), "daikaiju[0].square: "),
        (
            json!([
                { "tile": 10, "square": "c4", "facing": 1 },
                { "tile": 10, "square": "c3", "facing": 1 },
            ]),
            "daikaiju: ",
        ),
    ] {
        let why = at(&pieces).map(|_| ()).unwrap_err();
        assert!(why.contains(&format!("position.{field}")), "{pieces}: {why}");
    }
}

#[test]
fn pictures_show_a_wave_its_way_and_its_row_over_what_is_there() {
    let letters = seat_letters(2);
    for (over, facing, arrow, label) in
        [("c4", 0, '↑', "4≋"), ("a7", 3, '←', "a≋"), ("e1", 2, '↓', "1≋"), ("e1", 1, '→', "e≋")]
    {
        let pieces = json!([
            { "tile": 3, "square": "a7", "facing": 1 },
            { "tile": 10, "square": over, "facing": facing, "moves": 1, "by": 0 },
        ]);
        let game = at(&pieces).unwrap();
        let scene = BoardScene::new(&game.observe(None), &letters);
        for rows in 3..=8 {
            let drawn = board(&scene, TileScale::new(rows), false).lines(false).join("\n");
            assert!(drawn.contains(arrow), "{drawn}");
            assert!(drawn.contains(label), "{label}: {drawn}");
            // The daikaiju keeps all its numbers.
            assert!(
                ["5", "3", "4", "1"].iter().all(|number| drawn.contains(number))
                    && drawn.contains('↺'),
                "{drawn}"
            );
        }
        let image = svg(&scene, "a wave");
        let lines = image.matches(": the wave</title>").count();
        assert_eq!(lines, 7, "its row is shown on each square");
        assert!(
            image.contains("a7: a white daikaiju") && image.matches("<circle").count() == 3,
            "two ships and the arrow's badge"
        );
    }
}

/// The numbers of an attribute or of path data.
fn numbers(text: &str) -> Vec<f64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|number| number.parse().ok())
        .collect()
}

#[test]
fn the_disc_of_a_wave_leaves_the_paths_of_its_tile_to_be_seen() {
    let tiles = [0, 14, 33, 34].into_iter().flat_map(|face| (0..4).map(move |turns| (face, turns)));
    for (face, turns) in tiles {
        let position = json!({
            "tiles": [{ "square": "c4", "tile": face, "rotation": turns }], "active": 0, "pile": [],
            "phase": "place",
            "players": [{ "at": "a1:A", "hand": [1] }, { "at": "g7:D", "hand": [2] }],
            "daikaiju": [{ "tile": 10, "square": "c4", "facing": 1, "moves": 1, "by": 0 }],
        });
        let game = Game::at(variant("wave"), &position, "any").unwrap();
        let image = svg(&BoardScene::new(&game.observe(None), &seat_letters(2)), "a wave");
        let circles = image.lines().filter(|line| line.starts_with("<circle")).map(numbers);
        // Middle and radius, and the width of its line, half of which is without.
        let disc = circles
            .map(|it| [it[0], it[1], it[2]])
            .find(|it| it[2] < 14.0)
            .expect("the disc is smaller than a ship");
        let reach = disc[2] + 1.25;
        assert!(
            disc[0] + reach <= 344.0 && disc[1] + reach <= 444.0,
            "it stays on its square: {disc:?}"
        );
        let curves: Vec<Vec<f64>> = image
            .lines()
            .filter(|line| line.contains(" C"))
            .filter_map(|line| Some(numbers(line.strip_prefix("<path d=\"M")?.split_once('"')?.0)))
            .filter(|curve| curve.len() == 8)
            .collect();
        assert_eq!(curves.len(), 8, "four paths, each with its casing");
        for curve in curves {
            for step in 0..=100 {
                let (t, left) = (f64::from(step) / 100.0, 1.0 - f64::from(step) / 100.0);
                let weights =
                    [left * left * left, 3.0 * left * left * t, 3.0 * left * t * t, t * t * t];
                let along =
                    |axis: usize| (0..4).map(|at| weights[at] * curve[2 * at + axis]).sum::<f64>();
                let away = libm::hypot(along(0) - disc[0], along(1) - disc[1]);
                // The widest path has a line of 10, and 7 more with its casing.
                assert!(
                    away > reach + 8.5,
                    "tile {face} turned {turns}: {away} from the disc at {disc:?}"
                );
            }
        }
    }
}

/// The position tells which players are still to roll at an exchange.
#[test]
fn a_game_goes_on_the_same_from_an_exchange_before_a_roll() {
    let rules = variant("wave");
    let mut rolled = 0;
    for seed in 0..400 {
        let mut game = Game::from_variant(Arc::clone(&rules), 5, &seed.to_string()).unwrap();
        let mut turns = 0;
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choices = see.choices();
            let choice = choices[(turns * 7 + seed as usize) % choices.len()].clone();
            turns += 1;
            if matches!(choice, Choice::Exchange(_)) {
                let position = game.position();
                let rolling = position["daikaiju"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .find_map(|piece| piece.get("rolling").cloned());
                if rolling.is_some() {
                    rolled += 1;
                    let again = Game::at(Arc::clone(&rules), &position, "any").unwrap();
                    assert_eq!(again.position(), position);
                }
            }
            game.play(&choice).unwrap();
            assert!(
                game.decision().is_none()
                    || game.observe(Some(Seat::new(0))).rule_pieces().len() <= 11
            );
        }
        if rolled > 2 {
            return;
        }
    }
    panic!("{rolled} exchanges before a roll");
}

//! Positions at questions that interrupt something else: a threat, pieces that wait to sail, a
//! drawn tile. The game goes on from each as it did.

use crate::common::games::variant;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{Answer, Choice};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;

/// Which of the choices is made: bold games fire and lay whatever they can.
fn chosen(choices: &[Choice], number: u64, bold: bool) -> Choice {
    let is_bold =
        |choice: &&Choice| ["answer fire", "answer show"].contains(&choice.to_string().as_str());
    let bolder = choices.iter().find(is_bold).filter(|_| bold && !number.is_multiple_of(4));
    bolder.unwrap_or(&choices[number as usize % choices.len()]).clone()
}

/// Plays a game; from the position at each question of that kind, three more choices lead to the
/// same positions and events. How many there were of each kind.
fn goes_on_from_positions(
    variant: &Arc<Variant>,
    seats: u8,
    seed: &str,
    counts: &mut BTreeMap<String, u32>,
) {
    let mut game = Game::from_variant(Arc::clone(variant), seats, seed).unwrap();
    let mut number = seed
        .bytes()
        .fold(seats.into(), |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut next = move || {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        number >> 33
    };
    // The games that were read from positions, each with the numbers of events before.
    let mut others: Vec<(Game, usize, usize, u32)> = Vec::new();
    while let Some(decision) = game.decision() {
        let choices = game.observe(decision.seat()).choices();
        let choice = chosen(&choices, next(), seats.is_multiple_of(2));
        let position = game.position();
        let about = &position["question"]["about"];
        let when = position["question"]["when"].as_str().unwrap_or("only");
        if about.is_null() {
            assert!(!["threat", "ahead", "drawn"].contains(&when), "{position}");
        } else {
            let kind = about
                .as_object()
                .unwrap()
                .keys()
                .find(|key| ["daikaiju", "placed", "drew"].contains(&key.as_str()))
                .unwrap();
            let phase =
                if position["rule-state"]["daikaiju"].is_null() { "" } else { " in the phase" };
            *counts.entry(format!("{when} {kind}{phase}")).or_default() += 1;
            let read = Game::at(Arc::clone(variant), &position, game.seed())
                .unwrap_or_else(|why| panic!("{why}\n{position}"));
            assert_eq!(read.position(), position);
            others.push((read, 0, game.mark(), 0));
            let last = others.last_mut().unwrap();
            last.1 = last.0.mark();
        }
        game.play(&choice).unwrap();
        for (other, from, since, steps) in &mut others {
            let asked = other.decision().unwrap();
            assert_eq!(other.observe(asked.seat()).choices(), choices);
            other.play(&choice).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(other.position(), game.position(), "after {choice} at {position}");
            let events = |game: &Game, from| {
                game.events_since(from).map(|event| format!("{event:?}")).collect::<Vec<String>>()
            };
            assert_eq!(events(other, *from), events(&game, *since));
            (*from, *since, *steps) = (other.mark(), game.mark(), *steps + 1);
        }
        others.retain(|other| other.3 < 4);
    }
    let record = game.record().unwrap();
    assert_eq!(Game::from_record(&record, &Registry::default()).unwrap().record().unwrap(), record);
}

fn counted(rules: &str, seats: impl Iterator<Item = u8>, games: u32) -> BTreeMap<String, u32> {
    let variant = Arc::new(variant(rules));
    let mut counts = BTreeMap::new();
    for seats in seats {
        for index in 0..games {
            goes_on_from_positions(&variant, seats, &format!("{rules} {index}"), &mut counts);
        }
    }
    counts
}

#[test]
fn games_go_on_from_every_question_about_a_threat_or_a_drawn_tile() {
    for rules in [
        "taihou+hazard.copies=9",
        "taihou+hazard.copies=9+tiles.copies=2+turn.tiles=2",
        "taihou+hazard.copies=9+hazard.minimum=6+hazard.movement-dice=3",
        "taihou+hazard.copies=9+draw.rule=dragon",
        "taihou+hazard.copies=9+draw.rule=draft",
        "taihou+hazard.copies=9+score.rule=most-crossings",
        "storm-seas+taihou+hazard.copies=9",
        "uzushio+taihou+hazard.copies=9",
        "taihou+hazard.copies=9+draw.rule=statue",
        "taihou+second-life+hazard.copies=9",
        "mystic-portal+placement.avoid=[]",
        "mystic-portal+placement.avoid=[]+turn.tiles=2",
        "veterans+placement.avoid=[]",
        "veterans",
    ] {
        let most = Arc::new(variant(rules)).players().iter().last().unwrap().min(8);
        let counts =
            counted(rules, [3, 4, most].into_iter(), if rules.contains("portal") { 40 } else { 6 });
        println!("{rules}: {counts:?}");
    }
}

/// Ship A stands on the tile on c3, to which the daikaiju on that square has just come; ship B
/// stands there, too. Both hold cannons.
fn under_a_daikaiju() -> Value {
    json!({
        "tiles": [{ "square": "c3", "tile": 33, "rotation": 0 }],
        "players": [
            { "at": "d3:H", "hand": [35, 33] }, { "at": "b3:C", "hand": [35, 2, 3] },
            { "at": "g7:D", "hand": [1, 4, 5] },
        ],
        "active": 0, "turn": 5, "pile": [7, 8, 9],
        "daikaiju": [{ "tile": 0, "square": "c3", "facing": 0 }], "supply": [],
        "phase": "ask", "question": {
            "rule": "taihou", "player": 0, "about": { "daikaiju": "c3" }
        },
    })
}

/// Ship A has laid a tile on d3, over which it and B will sail to the daikaiju on e3 and d2.
fn before_sailing() -> Value {
    json!({
        "tiles": [
            { "square": "c3", "tile": 33, "rotation": 0 },
            { "square": "d4", "tile": 33, "rotation": 0 },
        ],
        "players": [
            { "at": "d3:H", "hand": [35, 12] }, { "at": "d3:F", "hand": [35, 2, 3] },
            { "at": "g7:D", "hand": [1, 4, 5] },
        ],
        "active": 0, "turn": 5, "pile": [7, 8, 9],
        "daikaiju": [
            { "tile": 0, "square": "e3", "facing": 0 }, { "tile": 1, "square": "d2", "facing": 0 }
        ], "supply": [],
        "phase": "ask", "question": {
            "rule": "taihou", "player": 0,
            "about": { "placed": { "square": "d3", "tile": 33, "rotation": 0 } },
        },
    })
}

/// Seat 2, which does not play this turn, has drawn a cannon.
fn after_a_draw() -> Value {
    json!({
        "tiles": [{ "square": "c3", "tile": 33, "rotation": 0 }],
        "players": [
            { "at": "d3:H", "hand": [12, 13] }, { "at": "e7:E", "hand": [34, 2, 3] },
            { "at": "g7:D", "hand": [1, 4, 35] },
        ],
        "active": 0, "turn": 5, "pile": [7, 8, 9], "daikaiju": [], "supply": [],
        "phase": "ask", "question": { "rule": "taihou", "player": 2, "about": { "drew": 35 } },
    })
}

const CANNONS: &str = "taihou+tiles.copies=4+hazard.minimum=0";

/// The names of the events and the position after these answers.
fn after(rules: &str, position: &Value, answers: &[&str]) -> (Vec<String>, Value) {
    let mut game =
        Game::at(Arc::new(variant(rules)), position, "any").unwrap_or_else(|why| panic!("{why}"));
    let mark = game.mark();
    for answer in answers {
        game.play(&Choice::Rule(Answer::word(answer)))
            .unwrap_or_else(|why| panic!("{answer}: {why}"));
    }
    (game.events_since(mark).map(|event| event.name().to_owned()).collect(), game.position())
}

#[test]
fn a_position_by_hand_says_what_threatens() {
    let written = after(CANNONS, &under_a_daikaiju(), &[]).1;
    assert_eq!(
        (&written["tiles"], &written["daikaiju"]),
        (&under_a_daikaiju()["tiles"], &under_a_daikaiju()["daikaiju"])
    );
    assert_eq!(
        written["question"],
        json!({ "rule": "taihou", "player": 0, "when": "threat", "about": { "daikaiju": "c3" } })
    );
    let (names, position) = after(CANNONS, &under_a_daikaiju(), &["fire"]);
    assert_eq!(names[..2], ["chose", "daikaiju_destroyed"]);
    assert_eq!(
        (&position["under"], &position["tiles"]),
        (&json!([0]), &under_a_daikaiju()["tiles"])
    );
    // Each in turn; then both are out.
    let (names, _) = after(CANNONS, &under_a_daikaiju(), &["hold", "hold"]);
    assert_eq!(names[..5], ["chose", "chose", "wake_removed", "eliminated", "eliminated"]);
    // Who comes before B has held its fire.
    let mut second = under_a_daikaiju();
    second["question"]["player"] = json!(1);
    let (names, _) = after(CANNONS, &second, &["hold"]);
    assert_eq!(names[..4], ["chose", "wake_removed", "eliminated", "eliminated"]);
}

#[test]
fn a_position_by_hand_has_the_placed_tile_apart() {
    let (_, written) = after(CANNONS, &before_sailing(), &[]);
    assert_eq!(
        (&written["tiles"], &written["players"]),
        (&before_sailing()["tiles"], &before_sailing()["players"])
    );
    assert_eq!(written["question"]["about"], before_sailing()["question"]["about"]);
    let (names, position) = after(CANNONS, &before_sailing(), &["fire", "hold"]);
    assert_eq!(names[..5], ["chose", "daikaiju_destroyed", "chose", "moved", "eliminated"]);
    assert_eq!(position["tiles"].as_array().unwrap().len(), 3);
    let mut second = before_sailing();
    second["question"]["player"] = json!(1);
    assert_eq!(
        after(CANNONS, &second, &["fire"]).0[..4],
        ["chose", "daikaiju_destroyed", "eliminated", "moved"]
    );
}

#[test]
fn a_position_by_hand_says_what_was_drawn() {
    let (names, position) = after(CANNONS, &after_a_draw(), &["show"]);
    assert_eq!(names[..2], ["chose", "drew"]);
    assert_eq!(position["players"][2]["hand"], json!([1, 4, 7]));
    assert_eq!(
        after(CANNONS, &after_a_draw(), &["keep"]).1["players"][0]["hand"],
        json!([12, 13, 7])
    );
}

/// A change of a position, and the beginning of what is said of it.
type Wrong = (fn(&mut Value), &'static str);

fn refuses(rules: &str, position: fn() -> Value, wrong: &[Wrong]) {
    for (change, said) in wrong {
        let mut position = position();
        change(&mut position);
        let why = Game::at(Arc::new(variant(rules)), &position, "any")
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(why.contains(said), "{said:?} is not in {why:?}");
    }
}

/// Changes of a threat.
const WRONG_THREATS: &[Wrong] = &[
    (
        |it| drop(it["question"].as_object_mut().unwrap().remove("about")),
        "daikaiju[0].square: c3 is not empty",
    ),
    (
        |it| it["question"] = json!({ "rule": "taihou", "player": 0, "when": "threat" }),
        "question.about: missing",
    ),
    (|it| it["question"]["when"] = json!("due"), "question.about: that is not"),
    (|it| it["question"]["when"] = json!("drawn"), "question.about: that is not"),
    (|it| it["question"]["about"] = json!({}), "question.about: exactly one of"),
    (|it| it["question"]["about"]["drew"] = json!(35), "question.about: exactly one of"),
    (
        |it| it["question"]["about"]["token"] = json!(true),
        "question.about.token: only a drawn tile",
    ),
    (
        |it| it["question"]["about"]["daikaiju"] = json!("c9"),
        "question.about: there is no piece on c9",
    ),
    (
        |it| it["question"]["about"]["daikaiju"] = json!("d4"),
        "question.about: there is no piece on d4",
    ),
    (|it| it["daikaiju"][0]["square"] = json!("f5"), "question.about: there is no piece on c3"),
    (|it| it["tiles"] = json!([]), "players[0].at: d3:H is not on the rim"),
    (
        |it| {
            it["daikaiju"][0]["square"] = json!("f5");
            it["question"]["about"]["daikaiju"] = json!("f5");
        },
        "question.about: the piece on f5 threatens nobody",
    ),
    (
        |it| it["players"][0]["hand"] = json!([33]),
        "question: the rule \"taihou\" has nothing to ask players[0]",
    ),
    (
        |it| it["question"]["player"] = json!(2),
        "question: the rule \"taihou\" has nothing to ask players[2]",
    ),
    (|it| it["laid"] = json!(1), "laid: 1 tiles laid"),
    (
        |it| it["rule-state"] = json!({ "daikaiju": { "arrives": 3, "die": 1 } }),
        "rule-state.daikaiju: arrives: daikaiju tile 3",
    ),
    (
        |it| it["rule-state"] = json!({ "daikaiju": { "arrives": 0, "die": 9 } }),
        "rule-state.daikaiju: die",
    ),
    (
        |it| {
            it["rule-state"] = json!({ "daikaiju": { "arrives": 0, "die": 1, "dice": 9 } });
        },
        "rule-state.daikaiju: dice",
    ),
    (
        |it| {
            it["rule-state"] = json!({ "daikaiju": { "arrives": 0, "die": 1, "to-act": [0] } });
        },
        "rule-state.daikaiju: to-act",
    ),
    (|it| it["rule-state"] = json!({ "taihou": {} }), "rule-state.taihou"),
];

#[test]
fn what_cannot_threaten_is_an_error_that_names_the_field() {
    refuses(CANNONS, under_a_daikaiju, WRONG_THREATS);
}

/// Changes of a placed tile.
const WRONG_TILES: &[Wrong] = &[
    (
        |it| it["question"]["about"]["placed"]["square"] = json!("c3"),
        "question.about.placed.square: c3 is not empty",
    ),
    (
        |it| it["question"]["about"]["placed"]["square"] = json!("e5"),
        "question.about.placed.square: players[0] cannot have",
    ),
    (
        |it| it["question"]["about"]["placed"]["square"] = json!("j3"),
        "question.about.placed.square: j3 is off the board",
    ),
    (|it| it["question"]["about"]["placed"]["tile"] = json!(35), "question.about.placed.tile"),
    (|it| it["question"]["about"]["placed"]["turned"] = json!(1), "question.about.placed.turned"),
    (|it| it["pile"] = json!([33, 33]), "pile: more than 4 of tile 33"),
    (
        |it| it["question"]["player"] = json!(2),
        "question.player: the tile on d3 leads players[2] to nothing",
    ),
    (
        |it| it["daikaiju"] = json!([]),
        "question.player: the tile on d3 leads players[0] to nothing",
    ),
    (
        |it| it["players"][0]["hand"] = json!([12]),
        "question: the rule \"taihou\" has nothing to ask",
    ),
    (|it| it["laid"] = json!(2), "laid: 2 tiles laid"),
];

#[test]
fn a_placed_tile_that_cannot_be_asked_about_is_an_error_that_names_the_field() {
    refuses(CANNONS, before_sailing, WRONG_TILES);
}

/// Changes of a draw.
const WRONG_DRAWS: &[Wrong] = &[
    (
        |it| it["question"]["about"]["drew"] = json!(4),
        "question: the rule \"taihou\" has nothing to ask",
    ),
    (
        |it| it["question"]["player"] = json!(0),
        "question.about.drew: players[0] does not hold tile 35",
    ),
    (
        |it| it["question"]["about"]["by"] = json!(7),
        "question.about.by: players[7] is not at the table",
    ),
    (
        |it| it["question"]["about"]["further"] = json!([{ "player": 1, "tile": 9 }]),
        "question.about.further: players[1]",
    ),
    (|it| it["question"]["about"]["token"] = json!(true), "question.about.token"),
    (|it| it["question"]["about"]["midst"] = json!({ "when": "loss" }), "question.about.midst"),
    (
        |it| {
            it["question"]["about"]["midst"] = json!({ "when": "drawing", "rule": "none" });
        },
        "question.about.midst",
    ),
    (
        |it| it["question"]["about"]["midst"] = json!({ "when": "noon" }),
        "question.about.midst.when: there is no moment",
    ),
];

#[test]
fn a_draw_that_cannot_be_asked_about_is_an_error_that_names_the_field() {
    refuses(CANNONS, after_a_draw, WRONG_DRAWS);
}

/// Ship A has laid a tile on a1 that leads it off the board; it holds the portal.
fn before_the_rim() -> Value {
    json!({
        "tiles": [],
        "players": [{ "at": "a1:H", "hand": [36, 12] }, { "at": "g7:D", "hand": [1, 4, 5] }],
        "active": 0, "turn": 5, "pile": [7, 8, 9], "daikaiju": [], "supply": [],
        "phase": "ask",
        "question": {
            "rule": "mystic-portal", "player": 0,
            "about": { "placed": { "square": "a1", "tile": 0, "rotation": 0 } },
        },
    })
}

#[test]
fn a_position_by_hand_stands_before_the_portal_is_laid() {
    let rules = "mystic-portal+hazard.minimum=0+placement.avoid=[]";
    let written = after(rules, &before_the_rim(), &[]).1;
    assert_eq!(written["question"]["about"], before_the_rim()["question"]["about"]);
    assert_eq!(after(rules, &before_the_rim(), &["hold"]).0[..2], ["chose", "eliminated"]);
    let (names, position) = after(rules, &before_the_rim(), &["right"]);
    assert_eq!(
        (names[..2].to_vec(), &position["portal"]),
        (vec!["chose".to_owned(), "carried".to_owned()], &json!("b1"))
    );
    refuses(
        rules,
        before_the_rim,
        &[
            (
                |it| it["question"]["about"]["placed"]["tile"] = json!(33),
                "question.about.placed: the tile on a1 puts nobody out",
            ),
            (
                |it| it["players"][0]["hand"] = json!([12]),
                "question: the rule \"mystic-portal\" has nothing to ask",
            ),
        ],
    );
}

/// Changes something of a position at random.
fn changed(position: &Value, next: &mut impl FnMut() -> usize) -> Value {
    let mut changed = position.clone();
    let mut paths: Vec<String> = Vec::new();
    let mut found = vec![(String::new(), position)];
    while let Some((path, value)) = found.pop() {
        match value {
            Value::Object(fields) => {
                found.extend(fields.iter().map(|(name, value)| (format!("{path}/{name}"), value)));
            }
            Value::Array(items) => found
                .extend(items.iter().enumerate().map(|(at, item)| (format!("{path}/{at}"), item))),
            _ => {}
        }
        // The occasion of a question, and who plays, is changed as often as all else.
        if path.starts_with("/question")
            || path.starts_with("/rule-state")
            || path.starts_with("/players")
        {
            paths.extend(std::iter::repeat_n(path.clone(), 4));
        }
        paths.push(path);
    }
    let (one, other) = (&paths[next() % paths.len()], &paths[next() % paths.len()]);
    let taken = position.pointer(other).unwrap().clone();
    let value = changed.pointer_mut(one).unwrap();
    *value = match (next() % 4, &value) {
        (0, _) => Value::Null,
        (1, Value::Number(_)) => json!(next() % 40),
        (2, Value::String(_)) => {
            json!(format!("{}{}", char::from(b'a' + (next() % 7) as u8), next() % 7 + 1))
        }
        _ => taken,
    };
    changed
}

#[test]
fn positions_that_were_tampered_with_are_refused_or_played() {
    let registered =
        ["taihou+hazard.copies=9+tiles.copies=2", "veterans+placement.avoid=[]", CANNONS]
            .map(|rules| Arc::new(variant(rules)));
    let (mut read, mut refused) = (0, 0);
    for (index, rules) in registered.iter().enumerate() {
        let mut positions = vec![under_a_daikaiju(), before_sailing(), after_a_draw()];
        if index < 2 {
            positions.clear();
            for game in 0..12 {
                let mut game =
                    Game::from_variant(Arc::clone(rules), 5, &format!("tampered {game}")).unwrap();
                let mut number = 7;
                while let Some(decision) = game.decision() {
                    number = number * 31 % 1009;
                    let choices = game.observe(decision.seat()).choices();
                    if !game.position()["question"]["about"].is_null() {
                        positions.push(game.position());
                    }
                    game.play(&chosen(&choices, number, true)).unwrap();
                }
            }
        }
        let mut number = 5_u64;
        let mut next = || {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) as usize
        };
        for _ in 0..4_000 {
            let position = changed(&positions[next() % positions.len()], &mut next);
            let Ok(mut game) = Game::at(Arc::clone(rules), &position, "tampered") else {
                refused += 1;
                continue;
            };
            read += 1;
            let written = game.position();
            let again = Game::at(Arc::clone(rules), &written, "tampered")
                .unwrap_or_else(|why| panic!("{why}\n{position}\n{written}"));
            assert_eq!(again.position(), written, "{position}");
            for _ in 0..12 {
                let Some(decision) = game.decision() else { break };
                let choices = game.observe(decision.seat()).choices();
                game.play(&choices[next() % choices.len()])
                    .unwrap_or_else(|why| panic!("{why}\n{position}"));
            }
            assert!(
                game.events_since(0)
                    .all(|event| event.name() != "broken"
                        && !format!("{event:?}").contains("Broken")),
                "{position}"
            );
        }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} read, {refused} refused");
}

//! Bad requests: each is refused with one clear line that names the field, and none makes the
//! engine panic.

use crate::common::games::variant;
use serde_json::{Value, json};
use tsuro::game::Rng;
use tsuro::record::{MAX_LINE, answer, answer_line};

/// A valid request: the seas, a whole turn.
fn seas() -> Value {
    json!({
        "position": {
            "tiles": [
                { "square": "c4", "tile": 33, "rotation": 0 },
                { "square": "b2", "tile": 9, "rotation": 1 },
            ],
            "players": [
                { "at": "d4:H", "hand": [4, 27] },
                { "at": "g7:D", "hand": [1, 2], "displaced": true }, { "out": true },
            ],
            "active": 0,
            "pile": [5, 6, 7],
            "turn": 4,
            "daikaiju": [
                { "tile": 0, "square": "a6", "facing": 1 },
                { "tile": 4, "square": "f1", "facing": 0 },
                { "tile": 9, "square": "f6", "facing": 0 },
            ],
            "supply": [1, 2, 3],
            "boxed": [8]
        },
        "place": { "tile": 27, "rotation": 0 },
        "turn": true,
        "seed": "any",
        "rolls": [[3, 3], [6], [1, 1]],
        "spawns": [[3, 1]],
        "shuffles": [],
        "exchange": { "gave": [], "took": [] },
        "relocate": "g1:A"
    })
}

/// A valid request: classic, an exchange after an elimination.
fn classic() -> Value {
    json!({
        "position": {
            "tiles": [],
            "players": [
                { "at": "a1:B", "hand": [34, 1] }, { "at": "a1:H", "hand": [5] },
                { "at": "f6:D", "hand": [7, 8, 9] }, { "at": "f6:E", "hand": [2] },
            ],
            "active": 0,
            "pile": [10],
            "dragon": 3
        },
        "place": { "tile": 34, "rotation": 0 },
        "shuffles": [[1, 10]],
        "exchange": { "gave": [1], "took": [5] }
    })
}

fn rules_of(base: &Value) -> &'static str {
    if base["position"]["supply"].is_null() { "classic-advanced" } else { "seas" }
}

/// The request with the value at `pointer` replaced, or added.
fn changed(base: &Value, pointer: &str, value: Value) -> Value {
    let mut request = base.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match request.pointer_mut(parent).unwrap() {
        Value::Array(list) if name == "-" => list.push(value),
        Value::Array(list) => list[name.parse::<usize>().unwrap()] = value,
        Value::Object(fields) => drop(fields.insert(name.to_owned(), value)),
        other => panic!("{pointer} in {other}"),
    }
    request
}

/// Checks that the request with another value is refused in one line that begins with `named`;
/// returns that line.
fn refused(base: &Value, pointer: &str, value: Value, named: &str) -> String {
    let request = changed(base, pointer, value);
    match answer(&variant(rules_of(base)), &request) {
        Ok(answer) => panic!("accepted: {pointer} in {request}: {answer}"),
        Err(error) => {
            let sentence = error.to_string();
            assert!(
                !sentence.contains('\n') && sentence.len() < 300 && sentence.len() > 10,
                "{sentence}"
            );
            assert!(sentence.starts_with(named), "{pointer} in {request}: {sentence}");
            assert!(!error.code().is_empty());
            let line = answer_line(&variant(rules_of(base)), &request.to_string());
            assert_eq!(line, json!({ "error": { "code": error.code(), "message": sentence } }));
            sentence
        }
    }
}

#[test]
fn both_requests_are_accepted_unchanged() {
    for base in [seas(), classic()] {
        let answer = answer(&variant(rules_of(&base)), &base).unwrap();
        assert!(
            answer["events"].as_array().unwrap().iter().any(|event| event["event"] == "placed"),
            "{answer}"
        );
    }
    let exchanged = answer(&variant("classic-advanced"), &classic()).unwrap();
    assert!(
        exchanged["events"].as_array().unwrap().iter().any(|event| event["event"] == "exchanged")
    );
}

#[test]
fn a_value_of_the_wrong_type_is_refused_with_its_name() {
    let wrong = [
        json!(true),
        json!("x"),
        json!(-1),
        json!(1.5),
        json!({ "a": 1 }),
        json!([[]]),
        json!(99_999_999_999_u64),
    ];
    for (base, pointer, named) in [
        (seas(), "/position", "position"),
        (seas(), "/position/tiles", "position.tiles"),
        (seas(), "/position/tiles/0", "position.tiles[0]"),
        (seas(), "/position/tiles/0/square", "position.tiles[0].square"),
        (seas(), "/position/tiles/0/tile", "position.tiles[0].tile"),
        (seas(), "/position/tiles/0/rotation", "position.tiles[0].rotation"),
        (seas(), "/position/players", "position.players"),
        (seas(), "/position/players/1", "position.players[1]"),
        (seas(), "/position/players/1/at", "position.players[1].at"),
        (seas(), "/position/players/1/hand", "position.players[1].hand"),
        (seas(), "/position/players/1/hand/0", "position.players[1].hand[0]"),
        (seas(), "/position/active", "position.active"),
        (seas(), "/position/pile", "position.pile"),
        (seas(), "/position/pile/2", "position.pile[2]"),
        (seas(), "/position/turn", "position.turn"),
        (seas(), "/position/daikaiju", "position.daikaiju"),
        (seas(), "/position/daikaiju/1", "position.daikaiju[1]"),
        (seas(), "/position/daikaiju/1/tile", "position.daikaiju[1].tile"),
        (seas(), "/position/daikaiju/1/square", "position.daikaiju[1].square"),
        (seas(), "/position/daikaiju/1/facing", "position.daikaiju[1].facing"),
        (seas(), "/position/supply", "position.supply"),
        (seas(), "/position/supply/0", "position.supply[0]"),
        (seas(), "/position/boxed/0", "position.boxed[0]"),
        (classic(), "/position/dragon", "position.dragon"),
        (seas(), "/place", "place"),
        (seas(), "/place/tile", "place.tile"),
        (seas(), "/place/rotation", "place.rotation"),
        (seas(), "/rolls", "rolls"),
        (seas(), "/rolls/1", "rolls[1]"),
        (seas(), "/rolls/0/1", "rolls[0][1]"),
        (seas(), "/spawns", "spawns"),
        (seas(), "/spawns/0", "spawns[0]"),
        (seas(), "/spawns/0/1", "spawns[0]"),
        (classic(), "/shuffles", "shuffles"),
        (classic(), "/shuffles/0", "shuffles[0]"),
        (classic(), "/shuffles/0/1", "shuffles[0][1]"),
        (classic(), "/exchange", "exchange"),
        (classic(), "/exchange/gave", "exchange.gave"),
        (classic(), "/exchange/took/0", "exchange.took[0]"),
        (seas(), "/relocate", "relocate"),
    ] {
        for value in &wrong {
            refused(&base, pointer, value.clone(), named);
        }
    }
    for value in [json!(1), json!("true"), json!([])] {
        refused(&seas(), "/turn", value.clone(), "turn");
        refused(
            &seas(),
            "/position/players/1/displaced",
            value.clone(),
            "position.players[1].displaced",
        );
        refused(&seas(), "/position/players/2/out", value, "position.players[2].out");
    }
    for value in [json!(1), json!(true), json!([])] {
        refused(&seas(), "/seed", value, "seed");
    }
}

#[test]
fn a_number_out_of_range_is_refused_with_its_name() {
    for (base, pointer, value, named) in [
        (seas(), "/position/tiles/0/tile", json!(35), "position.tiles[0].tile"),
        (seas(), "/position/tiles/0/rotation", json!(4), "position.tiles[0].rotation"),
        (seas(), "/position/active", json!(3), "position.active"),
        (seas(), "/position/active", json!(32), "position.active"),
        (seas(), "/position/turn", json!(0), "position.turn"),
        (seas(), "/position/daikaiju/0/tile", json!(10), "position.daikaiju"),
        (seas(), "/position/daikaiju/0/facing", json!(4), "position.daikaiju[0].facing"),
        (classic(), "/position/dragon", json!(4), "position.dragon"),
        (seas(), "/place/tile", json!(35), "place.tile"),
        (seas(), "/place/rotation", json!(4), "place.rotation"),
        (seas(), "/rolls/0/0", json!(0), "rolls[0][0]"),
        (seas(), "/rolls/0/0", json!(7), "rolls[0][0]"),
        (seas(), "/rolls/0", json!([]), "rolls[0]"),
        (seas(), "/rolls/0", json!([1, 2, 3]), "rolls[0]"),
        (seas(), "/spawns/0", json!([1, 4]), "spawns[0]"),
        (seas(), "/spawns/0", json!([1]), "spawns[0]"),
        (classic(), "/shuffles/0/0", json!(40), "shuffles[0][0]"),
        (classic(), "/exchange/gave", json!([1, 1]), "exchange"),
        (classic(), "/exchange/gave", json!(vec![1; 8]), "exchange.gave"),
    ] {
        refused(&base, pointer, value, named);
    }
}

#[test]
fn names_that_are_not_known_are_refused() {
    for (base, pointer, named) in [
        (seas(), "/plaice", "plaice"),
        (seas(), "/position/dragons", "position.dragons"),
        (seas(), "/position/tiles/0/face", "position.tiles[0].face"),
        (seas(), "/position/players/0/hands", "position.players[0].hands"),
        (seas(), "/position/daikaiju/0/name", "position.daikaiju[0].name"),
    ] {
        refused(&base, pointer, json!(1), &format!("{named}: "));
    }
    for square in ["", "c", "3c", "c0", "c33", "C3", "c3:H", "é1"] {
        refused(&seas(), "/position/tiles/0/square", json!(square), "position.tiles[0].square");
    }
    for place in ["", "d4", "d4:", "d4:I", "d4:h", "d4:HH", ":H", "d4 H"] {
        refused(&seas(), "/position/players/0/at", json!(place), "position.players[0].at");
        refused(&seas(), "/relocate", json!(place), "relocate");
    }
}

#[test]
fn a_missing_field_is_named() {
    for (base, pointer, named) in [
        (seas(), "/position", "position"),
        (seas(), "/position/players", "position.players"),
        (seas(), "/position/active", "position.active"),
        (seas(), "/position/tiles/0/square", "position.tiles[0].square"),
        (seas(), "/position/tiles/0/tile", "position.tiles[0].tile"),
        (seas(), "/position/tiles/0/rotation", "position.tiles[0].rotation"),
        (seas(), "/position/players/0/at", "position.players[0].at"),
        (seas(), "/position/daikaiju/0/tile", "position.daikaiju[0].tile"),
        (seas(), "/position/daikaiju/0/square", "position.daikaiju[0].square"),
        (seas(), "/position/daikaiju/0/facing", "position.daikaiju[0].facing"),
        (seas(), "/place/tile", "place.tile"),
        (seas(), "/place/rotation", "place.rotation"),
        (classic(), "/exchange/gave", "exchange.gave"),
        (classic(), "/exchange/took", "exchange.took"),
    ] {
        let mut request = base.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        request.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name);
        let error = answer(&variant(rules_of(&base)), &request).unwrap_err().to_string();
        assert!(error.starts_with(named), "without {pointer}: {error}");
    }
}

#[test]
fn an_impossible_position_is_refused_with_the_name_of_the_field() {
    let seat = |at: &str, hand: &[u8]| json!({ "at": at, "hand": hand });
    for (base, pointer, value, named) in [
        // Off the board; a square taken twice; a tile and a daikaiju on one square.
        (seas(), "/position/tiles/0/square", json!("h1"), "position.tiles[0].square"),
        (seas(), "/position/tiles/1/square", json!("c4"), "position.tiles[1].square"),
        (seas(), "/position/daikaiju/1/square", json!("a8"), "position.daikaiju[1].square"),
        (seas(), "/position/daikaiju/1/square", json!("a6"), "position.daikaiju[1].square"),
        (seas(), "/position/daikaiju/0/square", json!("b2"), "position.daikaiju[0].square"),
        // One daikaiju twice, on the board or in the supply.
        (seas(), "/position/daikaiju/1/tile", json!(0), "position.daikaiju"),
        // Pieces: off the board, facing a tile, without a tile behind them, on a taken mark.
        (seas(), "/position/players/1/at", json!("h1:A"), "position.players[1].at"),
        (seas(), "/position/players/1/at", json!("b2:A"), "position.players[1].at"),
        (seas(), "/position/players/0/at", json!("d4:A"), "position.players[0].at"),
        (seas(), "/position/players/2", seat("g7:D", &[]), "position.players[2].at"),
        (classic(), "/position/players/2", seat("c3:H", &[]), "position.players[2].at"),
        // Displaced, but no longer on its mark; out, but with a hand.
        (seas(), "/position/players/0/displaced", json!(true), "position.players[0].displaced"),
        (seas(), "/position/players/2/hand", json!([]), "position.players[2].hand"),
        // Tiles: too many in a hand, more than the deck has.
        (seas(), "/position/players/1/hand", json!([1, 2, 4, 10]), "position.players[1].hand"),
        (seas(), "/position/players/1/hand", json!([33]), "position.players"),
        (seas(), "/position/pile", json!([33]), "position.pile"),
        (classic(), "/position/pile", json!([10, 10]), "position.pile"),
        // Who is active or holds the Dragon.
        (seas(), "/position/active", json!(2), "position.active"),
        (seas(), "/position/dragon", json!(1), "position.dragon"),
        (classic(), "/position/dragon", json!(2), "position.dragon"),
        (classic(), "/position/players/3", json!({ "out": true }), "position.dragon"),
        // Things that these rules do not have.
        (
            classic(),
            "/position/daikaiju",
            json!([{ "tile": 0, "square": "c3", "facing": 0 }]),
            "position.daikaiju",
        ),
        (classic(), "/position/supply", json!([]), "position.supply"),
        (classic(), "/position/hand", json!([3]), "position.hand"),
        (classic(), "/position/scores", json!([0, 0, 0, 0]), "position.scores"),
        // Too few, too many, or only one left.
        (seas(), "/position/players", json!([seat("a1:A", &[])]), "position.players"),
        (
            seas(),
            "/position/players",
            Value::Array(vec![json!({ "out": true }); 9]),
            "position.players",
        ),
        (seas(), "/position/players/1", json!({ "out": true }), "position.players"),
        (seas(), "/position/rule-state", json!({ "nothing": 1 }), "position.rule-state.nothing"),
    ] {
        refused(&base, pointer, value, named);
    }
}

#[test]
fn an_impossible_supply_is_refused() {
    // There is no tile 10, 0 is on the board, and 2 is in the supply already.
    for tile in [10, 0, 2] {
        let sentence = refused(&seas(), "/position/supply/0", json!(tile), "position.");
        assert!(sentence.contains(&format!("daikaiju tile {tile}")), "{sentence}");
    }
}

#[test]
fn impossible_chance_is_refused() {
    for (base, pointer, value, named) in [
        (seas(), "/rolls", json!([[6]]), "rolls[0]"),
        (seas(), "/rolls", json!([[3, 3], [1, 1]]), "rolls[1]"),
        (seas(), "/spawns", json!([[9, 0]]), "spawns[0]"),
        (seas(), "/spawns", json!([[60, 0]]), "spawns[0]"),
        (classic(), "/shuffles", json!([[1]]), "shuffles[0]"),
        (classic(), "/shuffles", json!([[10, 11]]), "shuffles[0]"),
        (classic(), "/shuffles", json!([[10, 1, 1]]), "shuffles[0]"),
    ] {
        refused(&base, pointer, value, named);
    }
}

#[test]
fn a_line_that_is_not_a_request_is_refused() {
    for line in ["", "{", "null", "[]", "7", "\"position\"", "{\"position\":", "\u{0}", "{}{}"] {
        let answer = answer_line(&variant("classic"), line);
        assert_eq!(answer["error"]["code"], "not-a-request", "{line}: {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().contains('\n'));
    }
}

/// A request before the limit and anything after it were taken for a request; many spaces for no
/// line at all.
#[test]
fn a_line_that_is_too_long_gets_an_error_and_the_next_one_its_answer() {
    use crate::common::program::{feed, out, tsuro};
    let request = classic().to_string();
    let (blank, rest) = (" ".repeat(MAX_LINE), " ".repeat(MAX_LINE - request.len()));
    let lines = [
        format!("{request}{blank}and more\n"),
        format!("{blank} \n"),
        format!("{request}{rest}\n"),
    ]
    .concat();
    let answers = out(&feed(tsuro(&["apply", "--rules", "classic-advanced"]), &lines));
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let too_long = json!({ "code": "not-a-request", "message": "not a request: the line is longer \
        than 1048576 bytes" });
    assert_eq!(
        answers.iter().map(|answer| answer["error"].clone()).collect::<Vec<_>>(),
        [too_long.clone(), too_long, Value::Null]
    );
}

#[test]
fn a_placement_that_the_turn_has_no_use_for_is_ignored() {
    let pass = json!({ "players": [{ "at": "a1:A" }, { "at": "f6:D", "hand": [2] }], "active": 0 });
    let classic = variant("classic");
    assert_eq!(answer(&classic, &json!({ "position": pass })).unwrap(), json!({ "legal": [] }));
    let passed =
        answer(&classic, &json!({ "position": pass, "place": { "tile": 3, "rotation": 0 } }))
            .unwrap();
    assert_eq!(
        (&passed["legal"], &passed["events"][0]["event"], &passed["end"]),
        (&json!([]), &json!("passed"), &Value::Null)
    );
    assert_eq!(passed["position"]["active"], 1);
}

#[test]
fn a_position_within_a_turn_goes_on_from_its_decision() {
    let start = json!({
        "players": [{ "at": "a1:A", "hand": [1] }, { "hand": [2] }], "active": 1, "phase": "start"
    });
    let classic = variant("classic-advanced");
    assert_eq!(answer(&classic, &json!({ "position": start })).unwrap(), json!({ "legal": [] }));
    let started = answer(&classic, &json!({ "position": start, "start": "f6:D" })).unwrap();
    assert_eq!(started["events"], json!([{ "event": "start", "player": 1, "mark": "f6:D" }]));
    assert_eq!(started["position"].get("phase"), None);
    assert!(answer(&classic, &json!({ "position": start, "start": "a1:A" })).is_err());

    let exchange = json!({
        "players": [{ "at": "a1:A", "hand": [1] }, { "at": "f6:D", "hand": [2] }, { "out": true }],
        "active": 0, "phase": "exchange", "offered": { "2": [5] },
    });
    assert_eq!(answer(&classic, &json!({ "position": exchange })).unwrap(), json!({ "legal": [] }));
    let swap = answer(
        &classic,
        &json!({ "position": exchange, "exchange": { "gave": [1], "took": [5] } }),
    )
    .unwrap();
    assert_eq!(
        swap["events"][0],
        json!({ "event": "exchanged", "player": 0, "gave": [1], "took": [5] })
    );
    assert!(
        answer(
            &classic,
            &json!({ "position": exchange, "exchange": { "gave": [1], "took": [6] } })
        )
        .is_err()
    );
}

#[test]
fn a_turn_before_a_daikaiju_cannot_begin_with_the_placement() {
    let mut base = changed(&seas(), "/position/daikaiju/0/square", json!("d4"));
    base["turn"] = json!(false);
    let error = answer(&variant("seas"), &base).unwrap_err();
    assert_eq!(error.code(), "bad-position");
    assert!(error.to_string().starts_with("position.players[0].at"), "{error}");
}

/// Every value in `value`, by pointer.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(list) => list
            .iter()
            .enumerate()
            .for_each(|(index, value)| pointers(value, &format!("{at}/{index}"), found)),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| pointers(value, &format!("{at}/{name}"), found));
        }
        _ => {}
    }
}

#[test]
fn no_mutation_of_a_request_makes_a_panic() {
    let odd = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(3),
        json!(6),
        json!(31),
        json!(34),
        json!(63),
        json!(255),
        json!(4_294_967_295_u32),
        json!(u64::MAX),
        json!(-1),
        json!(0.5),
        json!(""),
        json!("a1"),
        json!("a1:H"),
        json!("p16:C"),
        json!("g7:E"),
        json!([]),
        json!([1, 1]),
        json!([[1, 2]]),
        json!({}),
        json!({ "out": true }),
        json!({ "tile": 1, "square": "d4", "facing": 0 }),
    ];
    let mut rng = Rng::new(1, 1);
    let (mut refusals, mut answers) = (0, 0);
    for round in 0..4000 {
        let base = if round % 2 == 0 { seas() } else { classic() };
        let variants = [
            "seas",
            "classic-advanced",
            "luxury-advanced",
            "open-tiles",
            "longest-path",
            "seas-calm",
        ];
        // Mostly the rules it was made for.
        let rules =
            if rng.below(4) > 0 { rules_of(&base) } else { variants[rng.below(6) as usize] };
        let mut request = base;
        for _ in 0..=rng.below(3) {
            let mut found = Vec::new();
            pointers(&request, "", &mut found);
            let pointer = &found[rng.below(found.len() as u32) as usize];
            let other =
                request.pointer(&found[rng.below(found.len() as u32) as usize]).unwrap().clone();
            let value = if rng.below(2) == 0 {
                odd[rng.below(odd.len() as u32) as usize].clone()
            } else {
                other
            };
            match request.pointer_mut(pointer).unwrap() {
                Value::Array(list) if !list.is_empty() && rng.below(2) == 0 => {
                    let doubled = list[rng.below(list.len() as u32) as usize].clone();
                    list.push(doubled);
                }
                place => *place = value,
            }
        }
        let answer = answer_line(&variant(rules), &request.to_string());
        match answer["error"]["message"].as_str() {
            Some(sentence) => {
                assert!(!sentence.contains('\n') && sentence.len() < 400, "{sentence}");
                refusals += 1;
            }
            None => answers += 1,
        }
    }
    assert!(refusals > 1000 && answers > 100, "{refusals} refusals, {answers} answers");
}

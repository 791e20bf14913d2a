//! The checked game: every choice is checked in every build, and whatever is past can be had again.

use proptest::prelude::*;

use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::board::{Face, Laid, Rotation};
use tsuro::game::{Choice, Decision, DecisionKind, Event, Exchange, Illegal, Seat, SeenEvent};
use tsuro::rules::Registry;
use tsuro::ruleset::{BUILT_INS, BuiltIns, Variant};
use tsuro::session::GameError;
use tsuro::{Game, Snapshot};

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(Variant::load(name, &BuiltIns, &Registry::default()).expect("a built-in rule set"))
}

/// Rule sets that between them have every kind of decision and every kind of state.
const RULES: [&str; 9] = [
    "classic",
    "luxury",
    "seas",
    "seas+rough-seas",
    "luxury-advanced",
    "most-crossings",
    "longest-path",
    "solo",
    "open-tiles",
];

#[test]
fn every_built_in_rule_set_is_played_to_its_end() {
    for built_in in BUILT_INS {
        let variant = variant(built_in.name);
        let mut game = Game::from_variant(
            Arc::clone(&variant),
            variant.players().nearest(4),
            "a game of each",
        )
        .expect(built_in.name);
        while let Some(decision) = game.decision() {
            let choice = game.observe(decision.seat()).choices()[0].clone();
            game.play(&choice).expect("one of the choices");
        }
        assert!(game.ending().is_some(), "{}", built_in.name);
    }
}

/// Plays with choices from a row of numbers until a decision, calls `each` at each, and gives the
/// game back at its end.
fn play(mut game: Game, choices: &[u16], mut each: impl FnMut(&Game)) -> Game {
    let mut choices = choices.iter().cycle();
    while let Some(decision) = game.decision() {
        each(&game);
        let all = game.observe(decision.seat()).choices();
        let choice = &all[usize::from(*choices.next().expect("a cycle")) % all.len()];
        game.play(choice).expect("one of the choices");
    }
    game
}

fn lines(game: &Game, from: usize) -> Vec<String> {
    game.events_since(from).map(|event| format!("{event:?}")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// From a snapshot, from a position and from a clone a game goes on as it would have, whatever
    /// the phase; and a step taken back leaves what was before.
    #[test]
    fn a_game_goes_on_the_same_from_wherever_it_is_taken_up(
        rules in 0..RULES.len(), players in 2u8..=5, seed in 0u32..1000,
        row in prop::collection::vec(any::<u16>(), 40)
    ) {
        let variant = variant(RULES[rules]);
        let players = variant.players().nearest(players);
        let begin = || Game::from_variant(Arc::clone(&variant), players, &seed.to_string()).expect(
            "the players fit"
        );
        let mut at: Vec<(Game, usize)> = Vec::new();
        let mut number = 0;
        let whole = play(begin(), &row, |game| {
            at.push((game.clone(), number));
            number += 1;
        });
        for (game, number) in at.into_iter().step_by(3) {
            let rest: Vec<u16> = row.iter().cycle().skip(number).take(row.len()).copied().collect();
            let json = serde_json::to_string(&game.snapshot()).expect("it can be written");
            let snapshot: Snapshot = serde_json::from_str(&json).expect("it can be read");
            let restored = Game::restore_under(Arc::clone(&variant), &snapshot).expect("it was a \
                game");
            prop_assert_eq!(restored.snapshot(), snapshot);
            prop_assert_eq!(lines(&play(restored, &rest, |_| {}), 0), lines(&whole, 0));

            let position = game.position();
            let set_up = Game::at(Arc::clone(&variant), &position, &seed.to_string());
            let set_up = set_up.map_err(|why| TestCaseError::fail(format!("{why}: {position}")))?;
            prop_assert_eq!(set_up.position(), position);
            let mark = game.mark();
            prop_assert_eq!(lines(&play(set_up, &rest, |_| {}), 0), lines(&whole, mark));

            let mut undone = game.clone();
            if let Some(choice) = undone.undo() {
                undone.play(&choice).expect("it was allowed before");
                prop_assert_eq!(undone.snapshot(), game.snapshot());
            }
        }
        let record = whole.record().expect("it began with the deal");
        let again = Game::from_record(&record, &Registry::default()).expect("it follows");
        prop_assert_eq!(again.ending(), whole.ending());
        prop_assert_eq!(again.record().expect("it began with the deal"), record);
    }
}

fn game(rules: &str, players: u8) -> Game {
    Game::from_variant(variant(rules), players, "illegal").expect("the players fit")
}

/// Plays the first choice until a decision of this kind comes.
fn until(game: &mut Game, wanted: impl Fn(DecisionKind) -> bool) -> Vec<Choice> {
    while let Some(decision) = game.decision() {
        let choices = game.observe(decision.seat()).choices();
        if wanted(decision.kind()) {
            return choices;
        }
        game.play(&choices[choices.len() / 2]).expect("one of the choices");
    }
    Vec::new()
}

#[test]
fn why_a_choice_is_not_allowed_and_what_it_would_lead_to_are_written_as_json() {
    let json = serde_json::json!({
        "players": [{ "at": "a1:A", "hand": [0, 33] }, { "at": "f6:D", "hand": [1] }],
        "active": 0, "phase": "place"
    });
    let corner = Game::at(variant("classic"), &json, "any").expect("a position");
    let laid =
        |face: u8, turns: u8| Laid::new(Face::new(face).expect("a face"), Rotation::new(turns));
    let sees = corner.observe(Seat::new(0));
    let illegal = |tile: Laid| {
        serde_json::to_value(sees.check(&Choice::Place(tile)).expect_err("not allowed"))
            .expect("it is written")
    };
    assert_eq!(illegal(laid(5, 0)), serde_json::json!({ "not-in-hand": { "seat": 0, "tile": 5 } }));
    let avoidable = illegal(laid(0, 0));
    assert_eq!(
        (&avoidable["avoidable"]["seat"], &avoidable["avoidable"]["cause"]),
        (&0.into(), &"edge".into())
    );
    assert_eq!(serde_json::to_value(Illegal::GameOver).ok(), Some("game-over".into()));

    let out = serde_json::to_value(sees.outlook(laid(0, 0))).expect("it is written");
    assert_eq!(
        out,
        serde_json::json!({
            "to": null, "out": [0], "continuations": 0, "danger": 0,
            "ways": [0, out["ways"][1]],
            "places": [null, "f6:D"],
        })
    );
    let tile = sees.legal()[0];
    let outlook = sees.outlook(tile);
    let written = serde_json::to_value(outlook).expect("it is written");
    assert_eq!(
        (&written["places"][0], &written["ways"][0]),
        (&written["to"], &outlook.ways(Seat::new(0)).into())
    );
    assert_eq!(written["to"], outlook.to.expect("it lives").to_string());
}

#[test]
fn a_choice_that_is_not_allowed_is_refused_and_changes_nothing() {
    let mut game = game("classic", 3);
    let place = |text: &str| text.parse().expect("a place");
    let laid = |face: u8, turns: u8| {
        Choice::Place(Laid::new(Face::new(face).expect("a face"), Rotation::new(turns)))
    };
    let refused = |game: &mut Game, choice: Choice, why: fn(&Illegal) -> bool| {
        let before = game.snapshot();
        let found = game.play(&choice).err().unwrap_or_else(|| panic!("{choice} was allowed"));
        assert!(why(&found), "{choice}: {found:?}");
        assert_eq!(game.snapshot(), before);
        assert_eq!(game.preview(&choice).err(), Some(found));
    };
    refused(&mut game, Choice::Start(place("c3:A")), |why| {
        matches!(why, Illegal::StartMark { .. })
    });
    refused(&mut game, laid(0, 0), |why| {
        matches!(why, Illegal::OtherDecision { needed: DecisionKind::Start, .. })
    });
    game.play(&Choice::Start(place("a1:A"))).expect("a free mark");
    refused(&mut game, Choice::Start(place("a1:A")), |why| {
        matches!(why, Illegal::StartMark { .. })
    });
    until(&mut game, |kind| kind == DecisionKind::Place);
    let seat = game.decision().expect("a placement").seat();
    let hand = game.observe(seat).hand();
    let other = Face::all().find(|&face| !hand.contains(face)).expect("hands are small");
    refused(&mut game, laid(other.number(), 0), |why| matches!(why, Illegal::NotInHand { .. }));
    refused(&mut game, Choice::Relocate(None), |why| matches!(why, Illegal::OtherDecision { .. }));
    refused(&mut game, Choice::Exchange(Exchange::default()), |why| {
        matches!(why, Illegal::OtherDecision { .. })
    });
    // From the corner, a tile that leads straight back over the rim, while others do not.
    let position = serde_json::json!({
        "players": [{ "at": "a1:A", "hand": [0, 33] }, { "at": "f6:D", "hand": [1] }], "active": 0,
        "phase": "place",
    });
    let mut corner = Game::at(variant("classic"), &position, "any").expect("a position");
    refused(&mut corner, laid(0, 0), |why| matches!(why, Illegal::Avoidable { .. }));
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).expect("one of the choices");
    }
    refused(&mut game, laid(0, 0), |why| *why == Illegal::GameOver);
}

#[test]
fn a_fork_has_the_same_hands_and_other_dice() {
    let mut game = game("seas", 4);
    until(&mut game, |kind| kind == DecisionKind::Place);
    let play = |mut game: Game| {
        let mark = game.mark();
        for _ in 0..8 {
            let Some(decision) = game.decision() else { break };
            let choice = game.observe(decision.seat()).choices()[0].clone();
            game.play(&choice).expect("one of the choices");
        }
        lines(&game, mark)
    };
    let fork = game.fork("other");
    assert_eq!(fork.position(), game.position());
    assert_eq!(play(game.clone()), play(game.fork(game.seed())));
    assert_ne!(play(game.clone()), play(fork.clone()));
    // A choice that is taken back takes no luck with it.
    let mut taken_back = fork.clone();
    let first = taken_back.observe(taken_back.decision().map(Decision::seat)).choices()[0].clone();
    taken_back.play(&first).expect("one of the choices");
    assert_eq!(taken_back.undo(), Some(first));
    assert_eq!(play(taken_back.clone()), play(fork.clone()));
    // Nor does one that was made before the fork: with the seed of the game, it goes on as the game
    // itself did.
    let mut same_luck = game.fork(game.seed());
    let before = same_luck.undo().expect("a choice before the fork");
    same_luck.play(&before).expect("it was played once");
    assert_eq!(play(same_luck), play(game.clone()));
    // A fork is saved with its luck.
    let restored = Game::restore(&fork.snapshot(), &Registry::default()).expect("a snapshot");
    assert_eq!(play(restored), play(fork));
}

/// A piece that was carried back to the rim has left its mark (V13), and plays on from there.
/// A choice to stay, and an exchange that is declined, make no event.
#[test]
fn a_game_is_taken_up_at_each_of_its_decisions() {
    for rules in RULES {
        let (mut before, choices) = (Vec::new(), [0, 7, 3, 11, 1]);
        let whole = play(game(rules, 4), &choices, |game| {
            before.push((game.mark(), game.decision(), game.position()));
        });
        for (mark, decision, position) in before.into_iter().step_by(5) {
            let again = whole.at_mark(mark).unwrap();
            assert_eq!((again.mark(), again.decision()), (mark, decision), "{rules}");
            assert_eq!(again.position(), position, "{rules}");
        }
    }
}

#[test]
fn a_piece_that_has_left_its_mark_can_stand_at_the_rim() {
    let position = serde_json::json!({
        "players": [
            { "at": "a1:A", "started": true, "hand": [3, 14] }, { "at": "f6:D", "hand": [1, 20] }
        ], "active": 0,
    });
    let mut game = Game::at(variant("classic"), &position, "any").expect("a position");
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices().pop().expect("a choice");
        game.play(&choice).expect("one of the choices");
    }
}

#[test]
fn no_game_goes_on_after_its_last_turn() {
    let rules = variant("classic+turn-limit=5");
    let mut game = Game::from_variant(rules.clone(), 4, "any").expect("a game");
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).expect("one of the choices");
    }
    let refused = Game::at(rules, &game.position(), "any").map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("the game is over"), "{refused}");
}

#[test]
fn a_preview_says_what_happens_to_every_piece() {
    let mut game = game("classic", 6);
    for _ in 0..60 {
        let choices = until(&mut game, |kind| kind == DecisionKind::Place);
        let Some(choice) = choices.last() else { break };
        let fates = game.preview(choice).expect("one of the choices");
        let happened: Vec<Event<'_>> = game.play(choice).expect("one of the choices").collect();
        for fate in fates {
            let found = happened.iter().find_map(|event| match *event {
                Event::Moved { player, to } if player == fate.player => Some((Some(to), None)),
                Event::Eliminated { player, cause } if player == fate.player => {
                    Some((None, Some(cause)))
                }
                _ => None,
            });
            assert_eq!(found, Some((fate.to, fate.cause)));
        }
    }
}

#[test]
fn what_cannot_begin_says_why() {
    let registry = Registry::default();
    let message = |made: Result<Game, GameError>| made.expect_err("it cannot begin").to_string();
    assert!(message(Game::new("clasic", 3, "")).contains("clasic"));
    assert_eq!(message(Game::new("classic", 9, "")), "9 players, where 2 to 8 can play");
    assert!(
        message(Game::at(variant("classic"), &serde_json::json!({ "players": [] }), ""))
            .starts_with("position.")
    );
    assert_eq!(message(Game::from_record("", &registry)), "the record holds no game");
    let snapshot = game("classic", 2).snapshot();
    assert!(message(Game::restore_under(variant("luxury"), &snapshot)).contains("hash"));
    let mut other = serde_json::to_value(&snapshot).expect("it can be written");
    other["format"] = 7.into();
    assert!(
        message(Game::restore(
            &serde_json::from_value(other.clone()).expect("a snapshot"),
            &registry
        ))
        .contains("format 7")
    );
    other["format"] = 1.into();
    other["position"]["turn"] = 3.into();
    assert!(
        message(Game::restore(&serde_json::from_value(other).expect("a snapshot"), &registry))
            .contains("do not lead")
    );
    let position = game("classic", 2).position();
    assert!(Game::at(variant("classic"), &position, "").expect("a position").record().is_err());
}

#[test]
fn positions_within_a_turn_that_cannot_be_are_refused_by_field() {
    let refused = |rules: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let mut position = serde_json::json!({
            "players": [
                { "at": "a1:A", "hand": [3, 4] }, { "at": "f6:D", "hand": [2] }, { "out": true }
            ], "active": 0, "turn": 5,
        });
        change(&mut position);
        Game::at(variant(rules), &position, "any")
            .err()
            .map(|why| why.to_string())
            .unwrap_or_default()
    };
    for (rules, field, values) in [
        ("classic", "phase", r#"{"phase": "later"}"#),
        (
            "classic",
            "phase",
            concat!(
                r#"{"phase": "relocate", "tiles": [{ "square": "c2", "tile": 0,"#,
                r#" "rotation": 0 }], "players": [{ "at": "c3:A", "hand": [3] },"#,
                r#" { "at": "f6:D" }, { "out": true }]}"#,
            ),
        ),
        ("classic", "phase", r#"{"phase": "exchange", "offered": {"2": [5]}}"#),
        ("classic-advanced", "offered", r#"{"phase": "exchange"}"#),
        ("classic-advanced", "offered", r#"{"phase": "exchange", "offered": {"1": [5]}}"#),
        ("classic-advanced", "offered", r#"{"phase": "exchange", "offered": {"2": []}}"#),
        ("classic-advanced", "offered", r#"{"phase": "place", "offered": {"2": [5]}}"#),
        ("classic", "must", r#"{"must": true}"#),
        (
            "classic",
            "phase",
            concat!(
                r#"{"phase": "place", "players": [{ "at": "a1:A" }, { "at": "f6:D" },"#,
                r#" { "out": true }]}"#,
            ),
        ),
        ("classic", "players", r#"{"phase": "start", "turn": 1}"#),
        ("classic", "turn", r#"{"phase": "start"}"#),
        ("classic", "outcomes", r#"{"outcomes": {"cards": 1}}"#),
        (
            "classic",
            "players[0].started",
            r#"{"players": [{ "at": "c3:A", "started": false }, { "at": "f6:D" }]}"#,
        ),
    ] {
        let message = refused(rules, &|position| {
            let changes: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(values).expect("an object");
            position.as_object_mut().expect("an object").extend(changes);
        });
        assert!(message.starts_with(&format!("position.{field}")), "{values}: {message:?}");
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_sees_nothing() {
    // Tables of small boards have 16 entries: the hand of seat 20 was that of seat 4.
    let game = game("classic", 5);
    for number in [5, 15, 16, 20, 31] {
        let seat = Seat::new(number);
        let refused =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| game.observe(seat).hand()));
        let message =
            *refused.expect_err("there is no such seat").downcast::<String>().expect("a message");
        assert_eq!(message, format!("players[{number}] is not at a table of 5"));
        let onlooker = game.observe(None);
        assert_eq!((onlooker.hand_len(seat), onlooker.place(seat)), (0, None));
    }
    assert!((0..5).all(|seat| !game.observe(Seat::new(seat)).hand().is_empty()));
}

/// Every place in a JSON document, as a pointer.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(index, item)| places(item, &format!("{at}/{index}"), found)),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| places(field, &format!("{at}/{name}"), found));
        }
        _ => {}
    }
}

/// Games of which snapshots are attacked: begun with a deal, at a position and with a record,
/// forked, in several phases.
fn attacked() -> Vec<Game> {
    let mut exchange = game("luxury-advanced", 4);
    until(&mut exchange, |kind| kind == DecisionKind::Exchange);
    let mut seas = game("seas", 3);
    until(&mut seas, |kind| kind == DecisionKind::Place);
    let mut at =
        Game::at(variant("classic"), &exchange_free_position(), "attacked").expect("a position");
    until(&mut at, |kind| kind == DecisionKind::Place);
    let mut recorded =
        Game::from_record(&seas.record().expect("it began with the deal"), &Registry::default())
            .expect("it follows");
    let choice =
        recorded.observe(recorded.decision().expect("a placement").seat()).choices()[0].clone();
    recorded.play(&choice).expect("one of the choices");
    vec![game("solo", 2), exchange, seas.fork("other"), at, recorded]
}

fn exchange_free_position() -> Value {
    let mut game = game("classic", 2);
    until(&mut game, |kind| kind == DecisionKind::Place);
    game.position()
}

/// Whatever is changed in a snapshot, it is refused, or it is that of a game that can be played on.
/// Nothing is left unread.
#[test]
fn a_changed_snapshot_is_refused_or_is_that_of_another_game() {
    let others = [
        "null",
        "true",
        "-1",
        "0",
        "1",
        "255",
        "4294967296",
        "18446744073709551615",
        "1e300",
        r#""""#,
        r#""p16:H""#,
        "[]",
        "{}",
        "[[]]",
    ];
    let others = others.map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
    let mut taken = 0;
    for game in attacked() {
        let snapshot = serde_json::to_value(game.snapshot()).expect("it can be written");
        assert_eq!(
            restored(&snapshot).map_err(|why| why.to_string()).expect("a snapshot").snapshot(),
            game.snapshot()
        );
        let mut found = Vec::new();
        places(&snapshot, "", &mut found);
        // Of the rules, whose reader has tests of its own, some places are enough.
        let rules = found
            .iter()
            .filter(|place| place.starts_with("/rules/"))
            .step_by(9)
            .cloned()
            .collect::<Vec<_>>();
        found.retain(|place| !place.starts_with("/rules/"));
        for place in found.into_iter().chain(rules) {
            let mut changed: Vec<Value> = others
                .iter()
                .map(|other| with(&snapshot, &place, |value| *value = other.clone()))
                .collect();
            changed.push(with(&snapshot, &place, |value| match value {
                Value::Array(items) => items.extend(items.last().cloned()),
                Value::Object(fields) => drop(fields.insert("more".to_owned(), 1.into())),
                _ => {}
            }));
            changed.push(with(&snapshot, &place, |value| match value {
                Value::Array(items) => drop(items.pop()),
                Value::Object(fields) => {
                    drop(fields.keys().next().cloned().map(|name| fields.remove(&name)));
                }
                _ => {}
            }));
            for changed in changed.into_iter().filter(|changed| *changed != snapshot) {
                if let Ok(game) = restored(&changed) {
                    taken += 1;
                    // Rules are found by their hash: what it does not cover (texts, keys of other
                    // versions) may be left out.
                    let changed = with(&changed, "/rules", |rules| {
                        *rules = game.variant().resolved().to_json();
                    });
                    assert_eq!(
                        serde_json::to_value(game.snapshot()).expect("it can be written"),
                        changed,
                        "{place}"
                    );
                    assert!(play(game, &[3, 1, 4], |_| {}).ending().is_some(), "{place}");
                }
            }
        }
    }
    // Names may be others, for one.
    assert!(taken > 0);
}

fn with(value: &Value, place: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut value = value.clone();
    change(value.pointer_mut(place).expect("it has this place"));
    value
}

fn restored(snapshot: &Value) -> Result<Game, Box<dyn std::error::Error>> {
    Ok(Game::restore(&serde_json::from_value(snapshot.clone())?, &Registry::default())?)
}

#[test]
fn a_snapshot_whose_parts_do_not_fit_says_which() {
    let refused = |game: &Game, change: &dyn Fn(&mut Value)| {
        let mut snapshot = serde_json::to_value(game.snapshot()).expect("it can be written");
        change(&mut snapshot);
        restored(&snapshot).expect_err("it does not fit").to_string()
    };
    let mut game = game("classic", 3);
    assert_eq!(
        refused(&game, &|snapshot| snapshot["format"] = 2.into()),
        "format 2 of snapshots cannot be read, only format 1"
    );
    assert_eq!(
        refused(&game, &|snapshot| snapshot["players"] = json!(["one", "two"])),
        "players: there are 2 names, and 3 players"
    );
    assert_eq!(
        refused(&game, &|snapshot| snapshot["beginning"] = json!({ "deal": 1 })),
        "1 players, where 2 to 8 can play"
    );
    assert_eq!(
        refused(&game, &|snapshot| snapshot["beginning"] = json!({ "deal": 4 })),
        "players: there are 3 names, and 4 players"
    );
    let off_the_board = json!([{ "choice": { "start": "p16:H" } }]);
    assert!(
        refused(&game, &|snapshot| snapshot["steps"] = off_the_board.clone())
            .starts_with("steps[0]: start: p16:H is not")
    );
    let exchange =
        json!([{ "choice": { "exchange": { "gave": [1, 2, 3, 4, 5, 6, 7, 8], "took": [] } } }]);
    assert!(refused(&game, &|snapshot| snapshot["steps"] = exchange.clone()).contains('8'));
    assert!(
        refused(&game, &|snapshot| snapshot["luck"] = "good".into())
            .contains("unknown field `luck`")
    );
    assert!(refused(&game, &|snapshot| snapshot["index"] = (-1).into()).contains("-1"));
    assert_eq!(
        refused(&game, &|snapshot| snapshot["index"] = u64::MAX.into()),
        "the steps of the snapshot do not lead to its position"
    );
    let luxury = variant("luxury").resolved().to_json();
    assert!(
        refused(&game, &|snapshot| snapshot["rules"] = luxury.clone())
            .starts_with("the rules have the hash")
    );

    until(&mut game, |kind| kind == DecisionKind::Place);
    let recorded =
        Game::from_record(&game.record().expect("it began with the deal"), &Registry::default())
            .expect("it follows");
    let message = refused(&recorded, &|snapshot| snapshot["seed"] = "other".into());
    assert!(message.starts_with("seed: not that of the record"), "{message}");
    let message = refused(&recorded, &|snapshot| snapshot["beginning"]["record"][1] = "{}".into());
    assert!(message.contains("line 2"), "{message}");
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).expect("one of the choices");
    }
    let after_the_end = |snapshot: &mut Value| {
        let steps = snapshot["steps"].as_array_mut().expect("a list");
        steps.extend(steps.last().cloned());
    };
    assert!(refused(&game, &after_the_end).ends_with("the game is over"));
}

#[test]
fn events_are_written_with_serde_as_in_records() {
    for rules in RULES {
        let game = play(game(rules, 3), &[5, 0, 7, 2], |_| {});
        let record = game.record().expect("it began with the deal");
        let whole = game
            .events_since(0)
            .map(|event| serde_json::to_value(event).expect("it can be written"));
        // Legal placements are counted for records alone.
        let without_legal = |line: &str| {
            let mut event: Value = serde_json::from_str(line).expect("JSON");
            event.as_object_mut().expect("an object").remove("legal");
            event
        };
        let recorded: Vec<Value> = record.lines().skip(1).map(without_legal).collect();
        assert_eq!(
            whole.map(|event| without_legal(&event.to_string())).collect::<Vec<_>>(),
            recorded,
            "{rules}"
        );
        // What a seat saw: only its own tiles.
        for event in game.observe(Seat::new(1)).events() {
            let written = serde_json::to_value(event).expect("it can be written");
            assert_eq!(written["event"], event.name());
            if let SeenEvent::Drew { player, tile } = event {
                assert_eq!(written["tile"], json!(tile));
                assert!(
                    game.observe(None).is_open() || tile.is_some() == (player == Seat::new(1)),
                    "{rules}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A game that is dealt anew looks the same to the seat, is played to its end, and is restored
    /// from a snapshot; it has no record.
    #[test]
    fn a_game_dealt_anew_looks_the_same_to_the_seat_and_goes_on(
        rules in 0..RULES.len(), players in 2u8..=5, seed in 0u32..1000,
        row in prop::collection::vec(any::<u16>(), 40)
    ) {
        let variant = variant(RULES[rules]);
        let players = variant.players().nearest(players);
        let begun = Game::from_variant(Arc::clone(&variant), players, &seed.to_string()).expect(
            "the players fit"
        );
        let mut at = Vec::new();
        play(begun, &row, |game| at.push(game.clone()));
        for (number, game) in at.into_iter().enumerate().step_by(4) {
            let seat = Seat::new((number % usize::from(players)) as u8);
            let anew = game.redealt(seat, "other luck");
            let (one, other) = (game.observe(seat), anew.observe(seat));
            prop_assert_eq!(one.hand(), other.hand());
            prop_assert_eq!(one.knowledge(), other.knowledge());
            prop_assert_eq!(one.choices(), other.choices());
            let seen = |game: &Game| -> Vec<String> {
                game.observe(seat).events().map(|event| format!("{event:?}")).collect()
            };
            prop_assert_eq!(seen(&game), seen(&anew));
            prop_assert_eq!(anew.position(), game.redealt(seat, "other luck").position());

            let json = serde_json::to_string(&anew.snapshot()).expect("it can be written");
            let snapshot: Snapshot = serde_json::from_str(&json).expect("it can be read");
            let restored = Game::restore_under(Arc::clone(&variant), &snapshot).expect("it was a \
                game");
            let (mut ended, again) = (play(anew, &row, |_| {}), play(restored, &row, |_| {}));
            prop_assert_eq!(ended.position(), again.position());
            prop_assert!(matches!(ended.record(), Err(GameError::Redealt)));
            prop_assert!(ended.undo().is_some());
        }
    }
}

#[test]
fn a_snapshot_dealt_anew_for_a_seat_that_is_not_at_the_table_is_refused() {
    let anew = game("classic", 3).redealt(Seat::new(2), "other luck");
    let mut snapshot = serde_json::to_value(anew.snapshot()).expect("it can be written");
    assert!(restored(&snapshot).is_ok());
    snapshot["steps"][0]["redeal"]["seat"] = json!(3);
    let why = restored(&snapshot).map(drop).expect_err("there is no such seat").to_string();
    assert_eq!(why, "steps: step 0 names the seat 3");
}

/// Bytes without end, counted.
struct Endless<'a> {
    line: &'a [u8],
    read: usize,
}

impl std::io::Read for Endless<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        for (byte, number) in into.iter_mut().zip(self.read..) {
            *byte = self.line[number % self.line.len()];
        }
        self.read += into.len();
        Ok(into.len())
    }
}

#[test]
fn of_a_record_without_end_no_more_is_read_than_a_line_and_a_game_may_have() {
    let registry = Registry::default();
    let mut from = Endless { line: b"\0", read: 0 };
    let why = Game::read_record(std::io::BufReader::new(&mut from), &registry).unwrap_err();
    assert_eq!(why.to_string(), "line 1: longer than 1048576 bytes");
    assert!(from.read < 2 << 20, "{}", from.read);
    // One game and another: only the beginning of the second is read.
    let record = Game::new("classic", 2, "endless").unwrap().record().unwrap();
    let mut from = Endless { line: record.as_bytes(), read: 0 };
    let game = Game::read_record(std::io::BufReader::new(&mut from), &registry).unwrap();
    assert_eq!(game.record().unwrap(), record);
    assert!(from.read < 1 << 20, "{}", from.read);
}

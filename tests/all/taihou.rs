//! Taihou (W1, W2) in records, views and positions: what a game resumes from, and what others may
//! know.

use crate::common::games::{played, resumes_after_every_line, variant};
use crate::common::program::{feed, tsuro};
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::bots::{Bot, Random};
use tsuro::game::{Answer, Choice, Event, Seat};
use tsuro::record::{RecordReader, Replayer, view};
use tsuro::rules::Registry;

/// Rule sets in which the questions come at every moment: in any player's turn, between placements,
/// while others draw.
const MIXED: [&str; 5] = [
    "seas+taihou+hazard.copies=9",
    "seas+taihou+hazard.copies=9+draw.rule=dragon+tiles.copies=1",
    "seas+taihou+hazard.copies=9+draw.rule=statue+second-life",
    "seas+taihou+hazard.copies=9+draw.rule=draft+turn.tiles=2",
    "storm-seas+taihou+hazard.copies=9+movement.meeting=collide",
];

fn events(record: &str) -> Vec<Value> {
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn games_resume_after_every_line() {
    for (seed, rules) in MIXED.into_iter().enumerate() {
        resumes_after_every_line(&variant(rules), 4, &format!("taihou {seed}"));
    }
}

#[test]
fn views_follow_and_hide_who_holds_a_cannon() {
    let (mut hidden, mut seen_by_its_owner, mut public) = (0, 0, 0);
    for rules in MIXED {
        let variant = variant(rules);
        for game in 0..12 {
            let record = played(&variant, 4, "views", game).record;
            let whole = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
            let registry = Registry::default();
            let mut replayer = Replayer::new(&registry);
            let (_, memory) = replayer
                .replay_remembering(&whole, &mut |_| {})
                .unwrap_or_else(|why| panic!("{why}\n{record}"));
            for seat in 0..4u8 {
                let seen = view(&whole, &memory, Seat::new(seat));
                let read = RecordReader::new(seen.as_bytes()).game().unwrap().unwrap();
                replayer.check_view(&read).unwrap_or_else(|why| {
                    panic!("{why}: {rules}, game {game}, seat {seat}\n{seen}")
                });
                let asked = |record: &str, own: bool, words: &[&str]| {
                    let of_rule =
                        |event: &&Value| event["event"] == "chose" && event["rule"] == "taihou";
                    let is_meant = |event: &&Value| {
                        words.iter().any(|word| event["choice"] == *word)
                            && (event["player"] == seat) == own
                    };
                    events(record).iter().filter(of_rule).filter(is_meant).count()
                };
                let (withheld, told) =
                    (["keep", "hold"], ["show", "fire", "up", "right", "down", "left"]);
                assert_eq!(
                    asked(&seen, false, &withheld),
                    0,
                    "{rules}, seat {seat}: others see who was asked\n{seen}"
                );
                assert_eq!(
                    asked(&seen, true, &withheld),
                    asked(&record, true, &withheld),
                    "{rules}, seat {seat}"
                );
                for own in [true, false] {
                    assert_eq!(
                        asked(&seen, own, &told),
                        asked(&record, own, &told),
                        "{rules}, seat {seat}"
                    );
                }
                hidden += asked(&record, false, &withheld);
                seen_by_its_owner += asked(&seen, true, &withheld);
                public += asked(&seen, false, &told);
                shown_tiles_are_seen(&record, &seen, seat);
            }
        }
    }
    assert!(
        hidden > 20 && seen_by_its_owner > 20 && public > 20,
        "{hidden}, {seen_by_its_owner}, {public}"
    );
}

/// A tile that was drawn and shown is known to all, one that was kept is known to no other player.
fn shown_tiles_are_seen(record: &str, seen: &str, seat: u8) {
    let whole = events(record);
    let drawn = |events: &[Value]| -> Vec<Value> {
        events.iter().filter(|event| event["event"] == "drew").cloned().collect()
    };
    let (all, of_view) = (drawn(&whole), drawn(&events(seen)));
    assert_eq!(all.len(), of_view.len());
    let after = |index: usize| {
        let mut count = 0;
        let at = whole.iter().position(|event| {
            count += usize::from(event["event"] == "drew");
            count == index + 1
        });
        whole.get(at.unwrap() + 1).cloned().unwrap_or_default()
    };
    for (index, (drew, view)) in all.iter().zip(of_view).enumerate() {
        let next = after(index);
        let is_shown = drew["tile"] == 35
            && (next["choice"] == "show" || (next["event"] == "rule" && next["rule"] == "taihou"));
        let is_seen = !view["tile"].is_null();
        assert_eq!(
            is_seen,
            is_shown || drew["player"] == seat,
            "{drew} before {next}, for seat {seat}: {view}"
        );
    }
}

/// Ship A stands on the tile on c3, and a daikaiju above that.
fn before_the_placement() -> Value {
    json!({
        "tiles": [{ "square": "c3", "tile": 33, "rotation": 0 }],
        "players": [{ "at": "d3:H", "hand": [35, 33] }, { "at": "g7:D", "hand": [1, 2, 3] }],
        "active": 0, "turn": 5, "pile": [7, 8, 9],
        "daikaiju": [{ "tile": 0, "square": "c2", "facing": 0 }], "supply": [1, 2],
        "phase": "ask", "question": { "rule": "taihou", "player": 0, "when": "due" },
    })
}

fn apply(rules: &str, request: &Value) -> Value {
    let output = feed(tsuro(&["apply", "--rules", rules]), &format!("{request}\n"));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn positions_stand_at_the_question_before_a_placement() {
    let rules = "seas+taihou+tiles.copies=4+hazard.minimum=0+turn.tiles=2";
    for laid in [0, 1] {
        let mut position = before_the_placement();
        position["laid"] = json!(laid);
        let game = Game::at(Arc::new(variant(rules)), &position, "any")
            .unwrap_or_else(|why| panic!("{why}"));
        let written = game.position();
        assert_eq!(
            (&written["question"], &written["phase"]),
            (&position["question"], &position["phase"])
        );
        assert_eq!(written["laid"].as_u64().unwrap_or_default(), laid, "{written}");
        let asked = apply(rules, &json!({ "position": position }));
        assert_eq!(asked["options"], json!(["hold", "up"]), "{asked}");
        // The second placement is the turn's last.
        let fired = apply(rules, &json!({ "position": position, "chose": ["up"], "seed": "1" }));
        let names: Vec<&str> = fired["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["event"].as_str().unwrap())
            .collect();
        assert_eq!(names[..2], ["chose", "daikaiju_destroyed"], "{fired}");
        assert_eq!(fired["position"]["under"], json!([0]), "{fired}");
        assert_eq!(names.contains(&"drew"), laid == 1, "{fired}");
    }
    let mut full = before_the_placement();
    full["laid"] = json!(2);
    assert!(Game::at(Arc::new(variant(rules)), &full, "any").is_err(), "both tiles are laid");
    let mut unarmed = before_the_placement();
    unarmed["players"][0]["hand"] = json!([33]);
    assert!(
        Game::at(Arc::new(variant(rules)), &unarmed, "any").is_err(),
        "there is nothing to ask"
    );
}

/// The question comes in the stead of a placement, so it is asked wherever the turn begins.
#[test]
fn a_turn_that_begins_at_its_placement_has_the_question_before_it() {
    let rules = "seas+taihou+tiles.copies=4+hazard.minimum=0";
    let mut position = before_the_placement();
    for field in ["phase", "question"] {
        position.as_object_mut().unwrap().remove(field);
    }
    let asked = apply(rules, &json!({ "position": position }));
    assert_eq!(
        (&asked["legal"], &asked["options"]),
        (&json!([]), &json!(["hold", "up"])),
        "{asked}"
    );
    let fired = apply(
        rules,
        &json!({ "position": position, "chose": ["up"], "place": { "tile": 33, "rotation": 0 } }),
    );
    assert_eq!(
        (&fired["events"][0]["choice"], &fired["legal"]),
        (&json!("up"), &json!([])),
        "{fired}"
    );
    assert_eq!(fired["position"]["under"], json!([0]), "{fired}");
    let held = json!([{ "rule": "taihou", "player": 0, "choice": "hold" }]);
    let held = apply(
        rules,
        &json!({ "position": position, "choices": held, "place": { "tile": 33, "rotation": 0 } }),
    );
    assert_eq!(
        (&held["events"][0]["choice"], &held["events"][1]["event"]),
        (&json!("hold"), &json!("placed")),
        "{held}"
    );
}

#[test]
fn positions_say_what_is_not_replaced_yet() {
    let rules = Arc::new(variant("seas+taihou+tiles.copies=4+hazard.minimum=0+draw.rule=dragon"));
    let mut position = before_the_placement();
    let fields = position.as_object_mut().unwrap();
    fields.remove("phase");
    fields.remove("question");
    fields.insert("under".to_owned(), json!([7, 3]));
    position["players"][1] = json!({ "at": "g7:D", "hand": [1, 2], "owed": 1 });
    let written = Game::at(Arc::clone(&rules), &position, "any")
        .unwrap_or_else(|why| panic!("{why}"))
        .position();
    assert_eq!(
        (&written["players"][1]["owed"], &written["players"][0]["owed"]),
        (&json!(1), &Value::Null),
        "{written}"
    );
    assert_eq!(written["under"], json!([7, 3]));
    // Who is only owed a tile is not short, and cannot hold the Dragon.
    position["dragon"] = json!(1);
    let why = Game::at(rules, &position, "any").unwrap_err().to_string();
    assert!(why.contains("full hand"), "{why}");
}

#[test]
fn who_is_asked_to_fire_is_told_whom_that_would_save() {
    let (mut asked, mut together) = (0, 0);
    for index in 0..60 {
        let mut game = Game::from_variant(
            Arc::new(variant("veterans+hazard.copies=9")),
            8,
            &format!("saved {index}"),
        )
        .unwrap();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let question =
                see.question().filter(|question| question.options.contains(&Answer::word("fire")));
            if let Some(question) = question {
                let losses = see.losses();
                assert_eq!(
                    losses.first().map(|loss| loss.0),
                    Some(decision.seat()),
                    "the one that is asked comes first"
                );
                assert!(losses.iter().all(|loss| loss.1.name() == "daikaiju"), "{losses:?}");
                asked += 1;
                together += u32::from(losses.len() > 1);
                // All of them are alive when the cannon is fired.
                let fire = Choice::Rule(
                    question
                        .options
                        .iter()
                        .copied()
                        .find(|option| option.as_word() == Some("fire"))
                        .unwrap(),
                );
                let mark = game.mark();
                game.play(&fire).unwrap();
                let lost = |event: &Event<'_>| {
                    matches!(
                        event,
                        Event::Eliminated { player, .. } if losses.iter().any(
                            |loss| loss.0 == *player
                        )
                    )
                };
                let happened: Vec<String> =
                    game.events_since(mark).map(|event| event.name().to_owned()).take(2).collect();
                assert_eq!(happened, ["chose", "daikaiju_destroyed"]);
                let before_next =
                    game.events_since(mark).take_while(|event| event.name() != "turn");
                assert!(
                    !before_next.take(3).any(|event| lost(&event)),
                    "somebody is lost at once whom the cannon has saved"
                );
                continue;
            }
            let mut stream = game.bot_stream();
            let choice = Random.choose(&game.observe(decision.seat()), &mut stream).unwrap();
            game.play(&choice).unwrap();
        }
    }
    assert!(asked > 20 && together > 0, "{asked} questions, {together} about several ships");
}

#[test]
fn requests_say_who_answers_which_rule() {
    let position = json!({
        "tiles": [{ "square": "c3", "tile": 33, "rotation": 0 }],
        "players": [{ "at": "d3:G", "hand": [35, 34, 30] }, { "at": "g7:D", "hand": [1, 2, 3] }],
        "active": 0, "turn": 3, "pile": [4, 5, 6], "daikaiju": [{
            "tile": 3, "square": "b3", "facing": 1
        }],
        "supply": [0, 1, 2], "phase": "ask", "question": {
            "rule": "taihou", "player": 0, "when": "due"
        },
    });
    let answer = |rules: &str, more: Value| {
        let mut request = json!({ "position": position, "seed": "1" });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let out = feed(tsuro(&["apply", "--rules", rules]), &format!("{request}\n"));
        serde_json::from_slice::<Value>(&out.stdout).unwrap()
    };
    let choices = |player: u8, choice: Value| {
        json!({
            "choices": [{ "rule": "taihou", "player": player, "choice": choice }]
        })
    };
    let fired = answer("taihou", choices(0, json!("left")));
    assert_eq!(fired["events"][1]["event"], "daikaiju_destroyed", "{fired}");
    assert_eq!(fired["events"], answer("taihou", json!({ "chose": ["left"] }))["events"]);
    let message =
        |answer: &Value| answer["error"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(
        message(&answer("taihou", choices(1, json!("left"))))
            .contains("choices[0]: the rule \"taihou\" asks seat 0 here")
    );
    assert!(
        message(&answer("taihou", choices(0, json!({ "port": "Z" }))))
            .contains("choices[0].choice")
    );
    // A number that no daikaiju has is refused whatever modules are in the game.
    let mut wrong = position.clone();
    wrong["supply"] = json!([0, 12]);
    let refused = answer("veterans", json!({ "position": wrong }));
    assert!(message(&refused).contains("position.supply: there is no piece 12"), "{refused}");
}

//! The moment before each placement, at which a rule may take the placement's stead; tiles of which
//! a hand may hold few, tiles that are owed, and answers that only the asked seat hears. The rule
//! is a script, with the words of the Rust trait.

use crate::moments::breach;
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{Answer, Choice, Seat};
use tsuro::record::{RecordReader, Replayer, view};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;

/// A player who holds a pillow may rest on it instead of a placement; it costs the next player a
/// tile, if that has three.
const REST: &str = r#"
const RULE = #{
    name: "rest", summary: "Whoever holds a pillow may rest instead of a placement",
    tiles: #{ pillow: #{ number: 35, copies: 9, most_in_hand: 1, sign: "z",
        en: "a pillow", fr: "un coussin" } },
    asks: #{ rest: #{
        words: #{ lay: #{ en: "lay a tile", fr: "poser une tuile" },
            sleep: #{ en: "rest", fr: "se reposer" } },
        withheld: ["lay"],
        told: #{ sleep: #{ en: "{who}: good night.", fr: "{who} : bonne nuit." } },
        en: "Do you rest?", fr: "Vous reposez-vous ?" } },
};

fn start(setup) { #{ asked: false } }

fn due(table) {
    this.asked = false;
    this.act(table, "due")
}

fn drawn(table) {
    let drew = table.just_drawn();
    let held = table.hand(drew.player);
    if drew.tile == 35 && held.filter(|tile| tile == 35).len() > 1
            && table.put(35, drew.player, "box", table.alive()) {
        table.draw_beyond(drew.player, held.len());
    }
    return;
}

fn act(table, at) {
    if at == "due" && !this.asked && table.hand(table.active()).contains(35) {
            return ask(table.active()); }
}

fn question(table, seat) { #{ options: ["lay", "sleep"] } }

fn answer(table, seat, word) {
    this.asked = true;
    if word == "lay" { return; }
    table.put(35, seat, "box", table.alive());
    table.forgo_placement();
    let next = table.alive().next_after(seat);
    if next != () && table.hand_len(next) == 3 {
        table.put(table.hand(next)[0], next, "pile-bottom", [next]);
        table.owe_tile(next);
    }
}
"#;

fn text(base: &str, more: &str) -> String {
    let script = REST.replace('\\', "\\\\");
    format!(
        "schema = 1\nname = \"rest\"\nextends = \"{base}\"\n{more}scripts = ['''{script}''']\n\n\
         [[rule]]\nrule = \"rest\"\n"
    )
}

fn variant(base: &str, more: &str) -> Arc<Variant> {
    let registry = Registry::default();
    Arc::new(
        Variant::from_text("rest.toml", &text(base, more), &registry)
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

/// A game in which A may rest, and B sits across the board.
fn before_a_rest(base: &str, more: &str, b: &[u8]) -> Game {
    let position = json!({
        "tiles": [{ "square": "a1", "tile": 31, "rotation": 0 }],
        "players": [
            { "at": "b1:H", "hand": [33, 35] }, { "at": "f6:E", "hand": b },
            { "at": "f1:B", "hand": [7, 8] },
        ],
        "pile": [9, 10, 11, 12],
        "active": 0, "phase": "ask", "question": { "rule": "rest", "player": 0, "when": "due" },
    });
    Game::at(variant(base, more), &position, "rest").unwrap_or_else(|error| panic!("{error}"))
}

fn answered(game: &mut Game, word: &str) -> Vec<String> {
    let mark = game.mark();
    game.play(&Choice::Rule(Answer::word(word))).unwrap();
    game.events_since(mark).map(|event| event.name().to_owned()).collect()
}

#[test]
fn a_rule_takes_the_stead_of_a_placement() {
    let mut game = before_a_rest("classic", "", &[1, 2]);
    assert_eq!(answered(&mut game, "lay"), ["chose"]);
    assert!(game.observe(Seat::new(0)).legal().iter().all(|tile| tile.face().number() == 33));

    let mut game = before_a_rest("classic", "", &[1, 2]);
    let happened = answered(&mut game, "sleep");
    assert_eq!(happened[..2], ["chose", "drew"], "{happened:?}");
    assert!(!happened.iter().any(|event| event == "placed" || event == "passed"));
    assert_eq!(game.position()["active"], 1);
}

#[test]
fn with_several_tiles_a_turn_only_that_placement_falls_away() {
    let mut game = before_a_rest("classic", "turn.tiles = 2\n", &[1, 2]);
    assert_eq!(answered(&mut game, "sleep"), ["chose"]);
    let see = game.observe(Seat::new(0));
    assert_eq!(
        (see.laid(), see.legal().len()),
        (1, 1),
        "one of two is used up, and the other is laid"
    );
}

#[test]
fn a_tile_that_is_owed_is_drawn_when_ones_own_turn_ends() {
    let mut game = before_a_rest("classic", "", &[1, 2, 3]);
    answered(&mut game, "sleep");
    let len = |game: &Game, seat: u8| game.observe(Seat::new(seat)).hand().len();
    // A and C have drawn up to three; B holds two, and owes one.
    assert_eq!([0, 1, 2].map(|seat| len(&game, seat)), [3, 2, 3]);
    let placement = game.observe(Seat::new(1)).choices()[0].clone();
    game.play(&placement).unwrap();
    assert_eq!(len(&game, 1), 3);
}

/// The record of a game played at random.
fn played(number: u64) -> String {
    let mut game =
        Game::from_variant(variant("classic-advanced", ""), 4, &format!("rest {number}")).unwrap();
    let mut rng = number;
    while let Some(decision) = game.decision() {
        let choices = game.observe(decision.seat()).choices();
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        game.play(&choices[(rng >> 33) as usize % choices.len()].clone()).unwrap();
    }
    game.record().unwrap()
}

#[test]
fn nobody_else_hears_of_answers_that_are_withheld() {
    let registry = Registry::default();
    let (mut held, mut shown) = (0, 0);
    for number in 0..12 {
        let record = played(number);
        let game = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
        let mut replayer = Replayer::new(&registry);
        let (_, memory) = replayer
            .replay_remembering(&game, &mut |_| {})
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
        let whole: Vec<Value> =
            record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for seat in 0..4u8 {
            let seen = view(&game, &memory, Seat::new(seat));
            replayer
                .check_view(&RecordReader::new(seen.as_bytes()).game().unwrap().unwrap())
                .unwrap_or_else(|why| panic!("{why}\n{seen}"));
            let seen: Vec<Value> =
                seen.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let chose = |lines: &[Value], word: &str, own: bool| {
                let is_so = |line: &&Value| {
                    line["event"] == "chose"
                        && line["choice"] == word
                        && (line["player"] == seat) == own
                };
                lines.iter().filter(is_so).count()
            };
            assert_eq!(
                (chose(&seen, "lay", false), chose(&seen, "lay", true)),
                (0, chose(&whole, "lay", true))
            );
            assert_eq!(chose(&seen, "sleep", false), chose(&whole, "sleep", false));
            held += chose(&whole, "lay", false);
            shown += chose(&whole, "sleep", false);
        }
    }
    assert!(held > 20 && shown > 20, "{held} {shown}");
}

#[test]
fn no_hand_is_dealt_or_exchanged_more_than_it_may_hold() {
    let two =
        |hand: &Value| hand.as_array().unwrap().iter().filter(|&tile| *tile == 35).count() > 1;
    let mut dealt = 0;
    for number in 0..12 {
        for line in played(number).lines().map(|line| serde_json::from_str::<Value>(line).unwrap())
        {
            if line["event"] == "deal" {
                dealt += line["hands"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|hand| hand.to_string().contains("35"))
                    .count();
                assert!(!line["hands"].as_array().unwrap().iter().any(two), "{line}");
            }
        }
    }
    assert!(dealt > 5);
    // C's hand is offered to A, who has a pillow already.
    let position = json!({
        "tiles": [{ "square": "a1", "tile": 34, "rotation": 0 }],
        "players": [
            { "at": "b1:H", "hand": [4, 35] }, { "at": "f6:E", "hand": [1] }, { "out": true }
        ],
        "active": 0, "phase": "exchange", "offered": { "2": [35, 5] },
    });
    let mut game = Game::at(variant("classic-advanced", ""), &position, "rest")
        .unwrap_or_else(|error| panic!("{error}"));
    let exchanges: Vec<String> =
        game.observe(Seat::new(0)).choices().iter().map(ToString::to_string).collect();
    assert_eq!(exchanges.len(), 3, "{exchanges:?}");
    let tile = |number: u8| tsuro::board::Face::of_tile(number).unwrap();
    let greedy = Choice::Exchange(tsuro::game::Exchange::new(&[tile(4)], &[tile(35)]).unwrap());
    assert_eq!(
        game.play(&greedy).unwrap_err().to_string(),
        "exchange: players[0] would hold more than 1 of tile 35"
    );
    let mut three = position;
    three["players"][0]["hand"] = json!([35, 35]);
    let why = Game::at(variant("classic-advanced", ""), &three, "rest").unwrap_err().to_string();
    assert_eq!(
        why,
        "position.players[0].hand: more than 1 of tile 35, which is all that a hand may hold"
    );
}

#[test]
fn a_rule_of_that_moment_conforms() {
    assert_eq!(breach("rest", &text("classic-advanced", ""), &Registry::default()), None);
    assert_eq!(breach("rest", &text("luxury", "turn.tiles = 2\n"), &Registry::default()), None);
}

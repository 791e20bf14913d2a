//! Small games made by hand: a position, an event or two, and what follows.

use super::{Game, Next};
use serde_json::{Value, json};

/// A game that begins at a position.
pub fn game(rules: &Value, position: &Value) -> Game {
    Game::from_position(rules, position).unwrap_or_else(|why| panic!("{why}\n{position}"))
}

/// Feeds an event that has to be accepted.
pub fn feed(game: &mut Game, event: &Value) {
    game.apply(event).unwrap_or_else(|why| panic!("{event}: {why}"));
}

/// Feeds an event that has to be refused.
pub fn refuse(game: &mut Game, event: &Value) {
    assert!(game.apply(event).is_err(), "{event} is accepted");
}

/// The events that have to come now, up to the next choice, chance outcome or turn.
pub fn follows(game: &mut Game) -> Vec<Value> {
    let mut events = Vec::new();
    while let Next::Forced(event) = game.next() {
        if event["event"] == "turn" {
            break;
        }
        feed(game, &event);
        events.push(event);
    }
    events
}

/// What follows, in short: the name of each event and the value of one field.
pub fn told(events: &[Value]) -> Vec<String> {
    let short = |event: &Value| {
        let name = event["event"].as_str().unwrap();
        let fields: Vec<String> = match name {
            "moved" | "carried" => vec![event["player"].to_string(), event["to"].as_str().unwrap().to_string()],
            "eliminated" => vec![event["player"].to_string(), event["cause"].as_str().unwrap().to_string()],
            "drew" => vec![event["player"].to_string(), event["tile"].to_string()],
            "wake_removed" => ["square", "to"].map(|key| event[key].as_str().unwrap().to_string()).to_vec(),
            "daikaiju_destroyed" => vec![event["tile"].to_string(), event["square"].as_str().unwrap().to_string()],
            "returned" => vec![event["tiles"].to_string(), event["pile"].to_string()],
            "dragon" => vec![event["holder"].to_string()],
            "end" => vec![event["outcome"].as_str().unwrap().to_string(), event["winners"].to_string()],
            _ => vec![],
        };
        [vec![name.to_string()], fields].concat().join(" ")
    };
    events.iter().map(short).collect()
}

/// The placement of the active player, and what follows from it.
pub fn place(game: &mut Game, tile: u8, rotation: u8) -> Vec<String> {
    let Next::Place { player, square, legal, .. } = game.next() else { panic!("no placement, but {:?}", game.next()) };
    let event = json!({"event": "placed", "player": player, "tile": tile, "rotation": rotation, "square": square, "legal": legal.len()});
    feed(game, &event);
    told(&follows(game))
}

/// The placement at which a turn begins, and what follows from it.
pub fn play(rules: &Value, position: &Value, tile: u8) -> Vec<String> {
    let mut game = game(rules, position);
    game.begin_at_placement().unwrap();
    place(&mut game, tile, 0)
}

/// Answers the question of a rule; what follows from it.
pub fn choose(game: &mut Game, choice: &Value) -> Vec<String> {
    let Next::Choose { player, rule, options } = game.next() else { panic!("no question, but {:?}", game.next()) };
    feed(game, &json!({"event": "chose", "player": player, "rule": rule, "options": options.len(), "choice": choice}));
    told(&follows(game))
}

/// The answers among which a player may choose now.
pub fn answers(game: &Game) -> Value {
    match game.next() {
        Next::Choose { options, .. } => json!(options),
        _ => Value::Null,
    }
}

pub fn is_placement(game: &Game) -> bool {
    matches!(game.next(), Next::Place { .. })
}

/// Begins a turn in which the daikaiju stay where they are; what comes before their roll.
pub fn begin_calm_turn(game: &mut Game) {
    game.begin_turn().unwrap();
    feed(game, &json!({"event": "roll", "dice": [1, 1]}));
}

/// Writes the position down, reads it back and writes it down again.
pub fn written_and_read(rules: &Value, game: &Game) -> Game {
    let position = game.position();
    let again = self::game(rules, &position);
    assert_eq!(again.position(), position);
    again
}

/// Seas on the usual board, and little else: daikaiju that move on a seven, and no minimum.
pub fn sea(rules: &[Value]) -> Value {
    let daikaiju = json!({"rule": "daikaiju", "minimum": 0, "moves-on": [7]});
    json!({
        "board": {"columns": 7, "rows": 7}, "tiles": {"copies": 2}, "movement": {"meeting": "pass"},
        "draw": {"rule": "refill", "returned": "bottom"}, "hazard": ([&[daikaiju], rules].concat()),
    })
}

/// The same with more keys of the board.
pub fn sea_on(board: &Value, rules: &[Value]) -> Value {
    let mut sea = sea(rules);
    for (key, value) in board.as_object().unwrap() {
        sea["board"][key] = value.clone();
    }
    sea
}

/// A board, and nothing else that matters.
pub fn plain(board: &Value) -> Value {
    json!({"board": board, "tiles": {"copies": 4}, "draw": {"rule": "refill", "returned": "bottom"}})
}

/// Seat 0 is to place at a place; the tiles that lie there already lead straight on. Two others wait at f6.
pub fn to_place(at: &str, tiles: &[&str], hand: &[u8]) -> Value {
    let tiles: Vec<Value> = tiles.iter().map(|square| straight(square)).collect();
    let waits = |at: &str, tile: u8| json!({"at": at, "hand": [tile], "started": false});
    json!({
        "tiles": tiles, "players": [{"at": at, "hand": hand}, waits("f6:D", 4), waits("f6:C", 5)],
        "active": 0, "turn": 5, "pile": [10, 11, 12],
    })
}

/// Dealt from the deck in its order: the next choice is the first start mark.
pub fn dealt(rules: &Value, seats: usize) -> Game {
    let begin = json!({"event": "game", "format": 1, "rules": rules, "players": vec!["someone"; seats], "first": 0});
    let mut game = Game::new(&begin).unwrap_or_else(|why| panic!("{why}\n{rules}"));
    let mut pile = game.rules.deck();
    let hands: Vec<Vec<u8>> = (0..seats).map(|_| pile.drain(..game.rules.hand).collect()).collect();
    feed(&mut game, &json!({"event": "deal", "hands": hands, "pile": pile}));
    game
}

/// The start marks that are offered now, in their order.
pub fn offered(game: &Game) -> Vec<String> {
    match game.next() {
        Next::Start { marks } | Next::Relocate { marks, .. } => marks,
        other => panic!("no marks, but {other:?}"),
    }
}

/// A roll that lets the daikaiju move, and the die that says how.
pub fn let_them_move(game: &mut Game, die: usize) -> Vec<Value> {
    feed(game, &json!({"event": "roll", "dice": [3, 4]}));
    feed(game, &json!({"event": "die", "value": die}));
    follows(game)
}

pub fn daikaiju(tile: usize, square: &str) -> Value {
    json!({"tile": tile, "square": square, "facing": 0})
}

pub fn straight(square: &str) -> Value {
    json!({"square": square, "tile": 33, "rotation": 0})
}

//! Scenarios: a position written down in a few words, what is done in it, and what follows, in a few words too.
//!
//! Each answer of the engine is judged by the slow implementation as well: the same legal placements, the same events, the same position
//! afterwards. So what a test expects has been worked out three times: by hand, by the engine, and by walking square by square.
#![allow(dead_code, reason = "each test file uses its own part")]

use crate::common::games::variant;
use crate::slow::Game;
use crate::slow::position::in_one_spelling;
use serde_json::{Map, Value, json};
use tsuro::record::{ApplyError, answer};
use tsuro::ruleset::Variant;

/// A position and what is done in it. The pile is empty unless it is given, and nothing else is in the box.
#[must_use]
pub struct Scenario {
    variant: Variant,
    position: Map<String, Value>,
    request: Map<String, Value>,
    players: Vec<Value>,
    tiles: Vec<Value>,
    monsters: Vec<Value>,
}

/// What followed.
pub struct Answer {
    /// The whole answer.
    pub json: Value,
}

/// A scenario under these rules: seat 0 is active.
pub fn at(rules: &str) -> Scenario {
    let mut position = Map::new();
    position.insert("active".into(), json!(0));
    position.insert("pile".into(), json!([]));
    Scenario { variant: variant(rules), position, request: Map::new(), players: Vec::new(), tiles: Vec::new(), monsters: Vec::new() }
}

impl Scenario {
    /// A tile lies on a square.
    pub fn tile(mut self, square: &str, tile: u8, rotation: u8) -> Self {
        self.tiles.push(json!({ "square": square, "tile": tile, "rotation": rotation }));
        self
    }

    /// The next seat: where its piece stands, and its hand.
    pub fn player(mut self, place: &str, hand: &[u8]) -> Self {
        self.players.push(json!({ "at": place, "hand": hand }));
        self
    }

    /// The next seat, which may relocate at its next turn.
    pub fn displaced(mut self, mark: &str, hand: &[u8]) -> Self {
        self.players.push(json!({ "at": mark, "hand": hand, "displaced": true }));
        self
    }

    /// The next seat, at a table with one hand for all.
    pub fn piece(mut self, place: &str) -> Self {
        self.players.push(json!({ "at": place }));
        self
    }

    /// The next seat, already out.
    pub fn out(mut self) -> Self {
        self.players.push(json!({ "out": true }));
        self
    }

    /// A daikaiju on the board.
    pub fn monster(mut self, tile: u8, square: &str, facing: u8) -> Self {
        self.monsters.push(json!({ "tile": tile, "square": square, "facing": facing }));
        self
    }

    /// Any other field of the position.
    pub fn set(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.position.insert(field.into(), value.into());
        self
    }

    /// Whose turn it is.
    pub fn active(self, seat: u8) -> Self {
        self.set("active", seat)
    }

    /// The pile, next drawn first.
    pub fn pile(self, tiles: &[u8]) -> Self {
        self.set("pile", json!(tiles))
    }

    /// Who holds the Dragon tile or the statue.
    pub fn dragon(self, seat: u8) -> Self {
        self.set("dragon", seat)
    }

    /// The daikaiju that can be placed.
    pub fn supply(self, tiles: &[u8]) -> Self {
        self.set("supply", json!(tiles))
    }

    /// Any other field of the request.
    pub fn ask(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.request.insert(field.into(), value.into());
        self
    }

    fn push(mut self, field: &str, value: Value) -> Self {
        let list = self.request.entry(field).or_insert_with(|| json!([]));
        list.as_array_mut().unwrap().push(value);
        self
    }

    /// The next roll of two dice: gold and blue.
    pub fn roll(self, gold: u8, blue: u8) -> Self {
        self.push("rolls", json!([gold, blue]))
    }

    /// The next roll of one die.
    pub fn die(self, value: u8) -> Self {
        self.push("rolls", json!([value]))
    }

    /// The next daikaiju taken from the supply.
    pub fn spawn(self, tile: u8, facing: u8) -> Self {
        self.push("spawns", json!([tile, facing]))
    }

    /// The next order of the pile after shuffling.
    pub fn shuffled(self, pile: &[u8]) -> Self {
        self.push("shuffles", json!(pile))
    }

    /// The exchange that is made if there may be one.
    pub fn exchange(self, gave: &[u8], took: &[u8]) -> Self {
        self.ask("exchange", json!({ "gave": gave, "took": took }))
    }

    /// The mark chosen if the ship may or must relocate.
    pub fn relocate(self, mark: &str) -> Self {
        self.ask("relocate", mark)
    }

    /// The whole turn is played, daikaiju first.
    pub fn turn(self) -> Self {
        self.ask("turn", true)
    }

    /// The position as JSON.
    pub fn position(&self) -> Value {
        let mut position = self.position.clone();
        position.insert("players".into(), self.players.clone().into());
        position.insert("tiles".into(), self.tiles.clone().into());
        if !self.monsters.is_empty() {
            position.insert("daikaiju".into(), self.monsters.clone().into());
        }
        position.into()
    }

    /// The request as JSON.
    pub fn request(&self) -> Value {
        let mut request = self.request.clone();
        request.insert("position".into(), self.position());
        request.into()
    }

    fn slow(&self) -> Game {
        let rules = self.variant.resolved().to_json();
        Game::from_position(&rules, &self.position()).unwrap_or_else(|why| panic!("the slow implementation: {why}\n{}", self.position()))
    }

    /// The legal placements, by tile and rotation.
    pub fn legal(&self) -> Vec<(u8, u8)> {
        let answer = answer(&self.variant, &self.request()).unwrap_or_else(|error| panic!("{error}\n{}", self.request()));
        let legal = placements(&answer["legal"]);
        let mut slow = self.slow();
        slow.begin_at_placement().unwrap();
        assert_eq!(slow.legal(), legal, "the slow implementation (left) has another legal set\n{}", self.request());
        legal
    }

    /// A tile is placed.
    pub fn place(self, tile: u8, rotation: u8) -> Answer {
        let scenario = self.ask("place", json!({ "tile": tile, "rotation": rotation }));
        let request = scenario.request();
        let json = answer(&scenario.variant, &request).unwrap_or_else(|error| panic!("{error}\n{request}"));
        scenario.judge(&json);
        Answer { json }
    }

    /// No tile can be placed: the hand is empty, or the daikaiju leave nobody to place one.
    pub fn no_placement(self) -> Answer {
        let answer = self.place(0, 0);
        let placed = answer.json["events"].as_array().unwrap().iter().any(|event| event["event"] == "placed");
        assert!(!placed, "a tile was placed: {:?}", answer.events());
        answer
    }

    /// A placement that is refused; the answer is the error's code and sentence.
    pub fn refused(self, tile: u8, rotation: u8) -> (&'static str, String) {
        let scenario = self.ask("place", json!({ "tile": tile, "rotation": rotation }));
        scenario.error()
    }

    /// A request that is refused; the answer is the error's code and sentence.
    pub fn error(self) -> (&'static str, String) {
        let request = self.request();
        match answer(&self.variant, &request) {
            Err(error @ ApplyError::IllegalPlacement(_)) if request.get("turn").is_none() => {
                let mut slow = self.slow();
                slow.begin_at_placement().unwrap();
                let place = &request["place"];
                let asked = (number(&place["tile"]), number(&place["rotation"]));
                assert!(!slow.legal().contains(&asked), "the slow implementation finds {asked:?} legal\n{request}");
                (error.code(), error.to_string())
            }
            Err(error) => (error.code(), error.to_string()),
            Ok(answer) => panic!("accepted: {answer}\n{request}"),
        }
    }

    /// The slow implementation follows the events of an answer.
    fn judge(&self, answer: &Value) {
        let request = self.request();
        let mut slow = self.slow();
        let events = answer["events"].as_array().unwrap();
        if request.get("turn").is_none() {
            slow.begin_at_placement().unwrap();
        } else if events.first().is_none_or(|event| event["event"] != "turn") {
            slow.begin_turn().unwrap();
        }
        for event in events {
            if event["event"] == "placed" {
                assert_eq!(slow.legal(), placements(&answer["legal"]), "the slow implementation (left) has another legal set\n{request}");
            }
            slow.apply(event).unwrap_or_else(|why| panic!("the slow implementation: {why}\n{answer}\n{request}"));
        }
        assert_eq!(slow.is_over(), !answer["end"].is_null(), "the slow implementation (left) disagrees that it is over\n{answer}");
        if !slow.is_over() {
            // An exchange or a relocation may be declined as the last thing before a turn ends.
            while !slow.at_turn() {
                slow.decline().unwrap_or_else(|why| panic!("the slow implementation expects more: {why}\n{answer}\n{request}"));
            }
            assert_eq!(
                in_one_spelling(slow.position()),
                in_one_spelling(answer["position"].clone()),
                "the slow implementation (left) stands elsewhere\n{request}"
            );
        }
    }
}

impl Answer {
    /// What happened after the placement, one event a text: its name and its values in their order. The beginning of the turn is left out, and
    /// so is the placement where nothing came before it; how many placements were legal is left out too.
    pub fn events(&self) -> Vec<String> {
        let mut words: Vec<String> = self.json["events"].as_array().unwrap().iter().map(in_words).collect();
        if words.first().is_some_and(|first| first.starts_with("turn ")) {
            words.remove(0);
        }
        if words.first().is_some_and(|first| first.starts_with("placed ")) {
            words.remove(0);
        }
        words
    }

    /// The events of this name.
    pub fn only(&self, name: &str) -> Vec<String> {
        self.events().into_iter().filter(|event| event.split(' ').next() == Some(name)).collect()
    }

    /// The position afterwards, the next seat active.
    pub fn position(&self) -> &Value {
        &self.json["position"]
    }

    /// Whether the game goes on.
    pub fn goes_on(&self) -> bool {
        self.json["end"].is_null()
    }

    /// The legal placements, by tile and rotation.
    pub fn legal(&self) -> Vec<(u8, u8)> {
        placements(&self.json["legal"])
    }
}

/// An event in a few words: `moved 0 c4:B`.
pub fn in_words(event: &Value) -> String {
    let skipped = |name: &str| name == "event" || name == "legal";
    let fields = event.as_object().unwrap().iter().filter(|(name, _)| !skipped(name));
    let values = fields.map(|(_, value)| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    let mut words = vec![event["event"].as_str().unwrap().to_owned()];
    words.extend(values);
    words.join(" ")
}

fn number(value: &Value) -> u8 {
    u8::try_from(value.as_u64().unwrap()).unwrap()
}

fn placements(legal: &Value) -> Vec<(u8, u8)> {
    legal.as_array().unwrap().iter().map(|entry| (number(&entry["tile"]), number(&entry["rotation"]))).collect()
}

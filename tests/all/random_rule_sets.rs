//! Rule sets that no person wrote: sizes, shapes, decks, several tiles a turn, and all rules with
//! their keys, mixed at random. Whatever loads has to keep what every rule set must keep.

use crate::common::Texts;
use crate::slow::random_shape::{Jump, random_shape};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{Abilities, Key, Need, ValueKind};
use tsuro::rules::{Registry, RulePhase};
use tsuro::ruleset::Variant;
use tsuro::ruleset::keys::RULES;
use tsuro_suite::{Conformance, conformance};

/// The tables of a rule set in the making.
struct Maker {
    jump: Jump,
    columns: i64,
    rows: i64,
    /// The names of the squares that take tiles.
    squares: Vec<String>,
}

impl Maker {
    fn chance(&mut self, of: usize) -> bool {
        self.jump.below(of) == 0
    }

    /// A number of the range, which is mostly near its lower end, where most happens.
    fn number(&mut self, min: i64, max: i64) -> i64 {
        let wide = (max - min + 1) as usize;
        let count = if self.chance(8) { wide } else { wide.min(4) };
        min + self.jump.below(count) as i64
    }

    fn some<T: Clone>(&mut self, mut list: Vec<T>) -> Vec<T> {
        self.jump.shuffle(&mut list);
        let count = self.jump.below(list.len().min(5) + 1);
        list.truncate(count);
        list
    }

    fn value(&mut self, key: &str, kind: &ValueKind) -> Value {
        match *kind {
            ValueKind::Bool => json!(self.chance(2)),
            ValueKind::Int { min, max } => json!(self.number(min, max)),
            ValueKind::Choice(words) => json!(self.jump.one(words).name),
            ValueKind::Choices(words) | ValueKind::Causes(words) => {
                let names = words.iter().map(|word| word.name).collect();
                json!(self.some(names))
            }
            ValueKind::Squares { .. } => {
                let squares = self.squares.clone();
                json!(self.some(squares))
            }
            ValueKind::Ints { len: (fewest, most), min, max, distinct } => {
                let max = match key {
                    "columns" => self.columns,
                    "rows" => self.rows,
                    _ => max,
                };
                let mut numbers: Vec<i64> = (min..=max).collect();
                if distinct {
                    self.jump.shuffle(&mut numbers);
                    let count = fewest + self.jump.below(most - fewest + 1);
                    numbers.truncate(count);
                    json!(numbers)
                } else {
                    let count = fewest + self.jump.below(most - fewest + 1);
                    json!((0..count).map(|_| self.jump.one(&numbers)).collect::<Vec<_>>())
                }
            }
            ref other => panic!("`{key}` takes {other:?}, which no random rule set has yet"),
        }
    }

    /// Some of the keys, with values.
    fn keys<'a>(&mut self, keys: impl IntoIterator<Item = &'a Key>) -> Map<String, Value> {
        let mut table = Map::new();
        for key in keys {
            // What a key takes whose parts have to fit each other.
            let value = match key.name {
                // For any number of players.
                "setup" => json!([{ "players": [1, 32], "place": self.jump.below(4) }]),
                // On small boards the dice have no default.
                "columns" | "rows" => self.value(key.name, key.kind()),
                _ if !self.chance(2) => continue,
                "tiles" => self.daikaiju(),
                _ => self.value(key.name, key.kind()),
            };
            table.insert(key.name.to_owned(), value);
        }
        table
    }

    /// Daikaiju tiles: what a face of the die does to one is one thing, and of two with the same
    /// turn number one is gold.
    fn daikaiju(&mut self) -> Value {
        let mut tiles = Vec::new();
        for turn in 1..=5 {
            let mut arrows: Vec<i64> = (1..=5).filter(|&face| face != turn).collect();
            self.jump.shuffle(&mut arrows);
            let clockwise = self.chance(2);
            for gold in [true, false] {
                if tiles.is_empty() || !self.chance(3) {
                    tiles.push(json!({
                        "turn": turn, "arrows": arrows, "gold": gold, "clockwise": clockwise
                    }));
                }
            }
        }
        json!(tiles)
    }

    /// The table of a phase with a rule of it, which is drawn.
    fn phase(&mut self, registry: &Registry, phase: RulePhase, name: &str) -> Map<String, Value> {
        let rule = *registry
            .rules(phase)
            .iter()
            .find(|rule| rule.name == name)
            .expect("a rule of the phase");
        let shared = RULES
            .iter()
            .find(|table| table.name == phase.table())
            .expect("the table of the phase")
            .keys;
        let mut table = self.keys(rule.keys.iter().chain(shared));
        table.insert("rule".to_owned(), json!(name));
        table
    }
}

/// The tables of a board for up to `max` players, and what makes the other tables.
fn random_ground(mut jump: Jump, seed: u64, max: usize) -> (Value, Maker) {
    let tables = if jump.below(2) == 0 {
        random_shape(seed, max)
    } else {
        json!({
            "board": { "columns": 3 + jump.below(7), "rows": 3 + jump.below(7) }, "start": {},
            "turn": { "tiles": 1 + jump.below(3) },
        })
    };
    let size = |key: &str| tables["board"][key].as_i64().expect("the board has a size");
    let (columns, rows) = (size("columns"), size("rows"));
    let gone: BTreeSet<&str> = ["missing", "portals"]
        .iter()
        .filter_map(|key| tables["board"][key].as_array())
        .flatten()
        .flat_map(names)
        .collect();
    let all = (1..=rows).flat_map(|row| {
        (b'a'..).take(columns as usize).map(move |column| format!("{}{row}", char::from(column)))
    });
    let squares = all.filter(|square| !gone.contains(square.as_str())).collect();
    (tables, Maker { jump, columns, rows, squares })
}

/// The hazards of a rule set in the making, and what chosen rules need of others: that is wrong
/// only now and then.
fn random_hazards(
    maker: &mut Maker,
    registry: &Registry,
    tables: &mut Value,
) -> Vec<Map<String, Value>> {
    let mut hazards: Vec<&str> = registry
        .rules(RulePhase::Hazard)
        .iter()
        .filter(|rule| !rule.idle)
        .map(|rule| rule.name)
        .collect();
    maker.jump.shuffle(&mut hazards);
    hazards.truncate(maker.jump.below(4));
    let score = tables["score"]["rule"].as_str().unwrap_or_default().to_owned();
    let decl = |phase: RulePhase, name: &str| {
        *registry.rules(phase).iter().find(|rule| rule.name == name).expect("a rule of the phase")
    };
    let score = decl(RulePhase::Score, &score);
    if !score.abilities.contains(Abilities::TEAMS) && !maker.chance(20) {
        tables["placement"].as_object_mut().expect("a table").remove("for");
    }
    let one_hand = tables["tiles"]["open"] == true || score.name == "solo";
    hazards.retain(|name| !one_hand || !decl(RulePhase::Hazard, name).needs_hands);
    let chosen = hazards.iter().map(|name| decl(RulePhase::Hazard, name)).chain([score]);
    let needs: Vec<Need> = chosen
        .flat_map(|rule| rule.needs)
        .copied()
        .filter(|need| need.phase == RulePhase::Hazard)
        .collect();
    for need in needs.iter().filter(|need| need.value.is_none()) {
        if !hazards.contains(&need.rule) && !maker.chance(20) {
            hazards.push(need.rule);
        }
    }
    let mut hazards: Vec<_> =
        hazards.into_iter().map(|name| maker.phase(registry, RulePhase::Hazard, name)).collect();
    for (need, (key, word)) in needs.iter().filter_map(|need| Some((need, need.value?))) {
        hazards
            .iter_mut()
            .filter(|table| table["rule"] == need.rule)
            .for_each(|table| drop(table.insert(key.to_owned(), json!(word))));
    }
    hazards
}

/// A rule set as a file.
fn in_file(tables: &Value, hazards: Vec<Map<String, Value>>) -> String {
    let mut text = "schema = 1\n".to_owned();
    let tables =
        tables.as_object().into_iter().flatten().map(|(name, keys)| {
            (format!("[{name}]"), keys.as_object().cloned().unwrap_or_default())
        });
    for (head, keys) in
        tables.chain(hazards.into_iter().map(|keys| ("[[hazard]]".to_owned(), keys)))
    {
        let _ = writeln!(text, "\n{head}");
        for (key, value) in keys {
            let _ = writeln!(text, "{key} = {}", in_toml(&value));
        }
    }
    text
}

/// The text of a rule set; the same seed makes the same. Nine of ten load.
fn random_rule_set(registry: &Registry, seed: u64) -> String {
    let mut jump = Jump(seed);
    let max = jump.one(&[1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 8, 11]);
    let min = 1 + jump.below(max);
    let (mut tables, mut maker) = random_ground(jump, seed, max);
    tables["players"] =
        json!({ "min": min, "max": max, "first": maker.jump.one(&["seat", "random"]) });
    tables["start"]["share-square"] = json!(!maker.chance(3));
    tables["tiles"] = json!({
        "hand": 1 + maker.jump.below(5), "copies": 1 + maker.jump.below(3), "open": maker.chance(6)
    });
    if maker.chance(3) {
        let copies = (0..35).map(|_| maker.jump.below(4)).collect::<Vec<_>>();
        tables["tiles"]["copies"] = json!(copies);
    }
    for table in RULES.iter().filter(|table| ["movement", "bonus", "end"].contains(&table.name)) {
        tables[table.name] = maker.keys(table.keys).into();
    }
    // A game that only the turn limit ends is not endless.
    tables["end"]["turn-limit"] = json!(maker.jump.one(&[1, 5, 40, 200, 200, 200]));
    for phase in [RulePhase::Placement, RulePhase::Draw, RulePhase::Score] {
        let names: Vec<&str> = registry.rules(phase).iter().map(|rule| rule.name).collect();
        let name = maker.jump.one(&names);
        tables[phase.table()] = maker.phase(registry, phase, name).into();
    }
    let hazards = random_hazards(&mut maker, registry, &mut tables);
    in_file(&tables, hazards)
}

/// The squares that a list of squares, or one of pairs of them, names.
fn names(value: &Value) -> Vec<&str> {
    value.as_array().map_or_else(
        || value.as_str().into_iter().collect(),
        |pair| pair.iter().filter_map(Value::as_str).collect(),
    )
}

fn in_toml(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Array(items) => format!("[{}]", joined(items.iter().map(in_toml).collect())),
        Value::Object(fields) => {
            format!(
                "{{ {} }}",
                joined(
                    fields
                        .iter()
                        .map(|(key, value)| format!("{key} = {}", in_toml(value)))
                        .collect()
                )
            )
        }
        other => other.to_string(),
    }
}

/// Checks the rule sets of these seeds that load, with `games` games each; their number, and the
/// rules that are in any of them.
fn check(seeds: Range<u64>, games: u32) -> (usize, BTreeSet<&'static str>) {
    let registry = Registry::default();
    let how = Conformance { games, ..Conformance::default() };
    let (mut loaded, mut rules, mut broken) = (0, BTreeSet::new(), Vec::new());
    for seed in seeds {
        let text = random_rule_set(&registry, seed);
        let loader = [("random", text.as_str())];
        let Ok(variant) = Variant::load("random", &Texts(&loader), &registry).map(Arc::new) else {
            continue;
        };
        loaded += 1;
        for phase in RulePhase::ALL {
            rules.extend(
                registry
                    .rules(phase)
                    .iter()
                    .map(|rule| rule.name)
                    .filter(|name| text.contains(&format!("rule = \"{name}\""))),
            );
        }
        if let Err(breach) = conformance("random", &variant, &registry, &Texts(&loader), &how) {
            broken.push(format!("seed {seed}: {breach}\n{text}\n{}", breach.record));
        }
    }
    assert!(broken.is_empty(), "{} of {loaded} rule sets\n{}", broken.len(), broken.join("\n\n"));
    (loaded, rules)
}

#[test]
fn some_dozens_of_random_rule_sets_keep_what_every_rule_set_must_keep() {
    let (loaded, rules) = check(0..80, 3);
    assert!(loaded >= 60, "only {loaded} of 80 load");
    for phase in RulePhase::ALL {
        for rule in Registry::default().rules(phase).iter().filter(|rule| !rule.idle) {
            assert!(rules.contains(rule.name), "none of them has {}", rule.name);
        }
    }
}

#[test]
fn a_lone_survivor_may_come_to_lead_in_the_middle_of_its_turn() {
    let variant = Arc::new(
        Variant::load("longest-path+turn.tiles=3", &Texts(&[]), &Registry::default()).unwrap(),
    );
    // The points decide when a piece falls or the turn ends, not between two tiles of a turn.
    let position = json!({
        "tiles": [
            { "square": "a1", "tile": 14, "rotation": 0 },
            { "square": "f6", "tile": 20, "rotation": 0 },
        ],
        "players": [{ "at": "b1:H", "hand": [6, 34] }, { "out": true }], "active": 0, "turn": 4,
        "scores": [5, 1],
    });
    let refused = Game::at(Arc::clone(&variant), &position, "seed")
        .expect_err("between two turns the game would be over");
    assert!(refused.to_string().contains("the game is over"), "{refused}");
    for laid in 1..3 {
        let mut middle = position.clone();
        (middle["phase"], middle["laid"]) = (json!("place"), json!(laid));
        let game =
            Game::at(Arc::clone(&variant), &middle, "seed").unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(game.position()["laid"], laid);
    }
}

#[test]
fn a_piece_that_was_carried_to_the_rim_may_stand_beside_one_on_its_start_mark() {
    let variant = Arc::new(
        Variant::load("classic+movement.meeting=pass", &Texts(&[]), &Registry::default()).unwrap(),
    );
    let (carried, waits) = (
        json!({ "at": "b1:A", "started": true, "hand": [1, 2, 3] }),
        json!({ "at": "b1:A", "hand": [4, 5, 6] }),
    );
    let also = json!({ "at": "b1:A", "started": true, "hand": [7, 8, 9] });
    for players in [json!([carried, waits]), json!([waits, carried]), json!([carried, also])] {
        let position = json!({ "players": players, "active": 0, "turn": 3 });
        let game = Game::at(Arc::clone(&variant), &position, "seed")
            .unwrap_or_else(|why| panic!("{why}: {position}"));
        assert_eq!(game.position()["players"], players);
    }
    let other = json!({ "at": "b1:A", "hand": [7, 8, 9] });
    let twice = json!({ "players": [waits, other], "active": 0, "turn": 3 });
    let refused =
        Game::at(variant, &twice, "seed").expect_err("a mark is for one piece").to_string();
    assert!(refused.contains("is taken"), "{refused}");
}

#[test]
#[ignore = "long: some hundreds of rule sets"]
fn hundreds_of_random_rule_sets_keep_what_every_rule_set_must_keep() {
    let (loaded, _) = check(1_000..2_000, 8);
    assert!(loaded >= 750, "only {loaded} of 1000 load");
}

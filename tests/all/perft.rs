//! The tables of `tests/corpus/perft`: how many sequences of legal placements follow a deal,
//! counted by the engine and by the slow implementation. Large counts are checked by
//! `cargo test --release --test all perft:: -- --ignored`; `TSURO_BLESS=1` writes the tables anew.

use crate::common::games::{kept, played, variant};
use crate::common::golden::is_blessing;
use crate::common::in_checkout;
use crate::slow::Next;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use tsuro::game::{Chance, ChanceDecl, Luck, Moment, RunSeed, Shuffle};
use tsuro::rules::{Registry, RulePhase};
use tsuro::with_rules;
use tsuro_lab::{divide, perft};

/// The table of one rule set.
#[derive(Deserialize, Serialize)]
struct Table {
    rules: String,
    deals: Vec<Deal>,
}

/// The counts of one deal.
#[derive(Deserialize, Serialize)]
struct Deal {
    players: u8,
    seed: String,
    /// At depth 1, 2, 3 …
    counts: Vec<u64>,
}

const DEPTHS: u32 = 6;
/// Rule sets whose turns have many placements, each with the lower depth to which the test counts
/// it.
const SHALLOW: [(&str, u32); 1] = [("team-seas", 4)];
const SEEDS: [&str; 2] = ["1", "2"];

fn path(rules: &str) -> PathBuf {
    in_checkout(format!("tests/corpus/perft/{rules}.toml"))
}

/// The count of the engine at a depth.
fn fast(rules: &str, players: u8, seed: &str, depth: u32) -> u64 {
    with_rules!(variant(rules).rules(), |rules| perft(
        rules,
        players,
        RunSeed::new(seed).game(0),
        depth
    ))
}

/// The tables of all rule sets.
fn tables() -> Vec<Table> {
    let bless = is_blessing();
    let mut tables = Vec::new();
    for name in kept() {
        let counts = variant(name).players();
        let wanted: Vec<(u8, &str)> =
            BTreeSet::from([counts.fewest(), counts.nearest(4), counts.most()])
                .into_iter()
                .flat_map(|players| SEEDS.map(|seed| (players, seed)))
                .collect();
        if bless {
            let deepest = SHALLOW
                .iter()
                .find(|shallow| shallow.0 == name)
                .map_or(DEPTHS, |shallow| shallow.1);
            let count = |players, seed: &str| {
                (1..=deepest).map(|depth| fast(name, players, seed, depth)).collect()
            };
            let deal = |&(players, seed): &(u8, &str)| Deal {
                players,
                seed: seed.to_owned(),
                counts: count(players, seed),
            };
            let table = Table { rules: name.to_owned(), deals: wanted.iter().map(deal).collect() };
            fs::write(path(name), toml::to_string(&table).unwrap()).unwrap();
        }
        let text = fs::read_to_string(path(name))
            .unwrap_or_else(|why| panic!("{name}: {why}; TSURO_BLESS=1 writes the tables"));
        let table: Table = toml::from_str(&text).unwrap();
        let found: Vec<(u8, &str)> =
            table.deals.iter().map(|deal| (deal.players, deal.seed.as_str())).collect();
        assert_eq!((table.rules.as_str(), found), (name, wanted));
        tables.push(table);
    }
    let files = fs::read_dir(path("classic").parent().unwrap()).unwrap().count();
    assert_eq!(files, tables.len(), "a table of no shipped rule set");
    tables
}

/// Calls `check` with each rule set, number of players, seed, depth and count whose count is in
/// `range`.
fn each(range: std::ops::Range<u64>, check: impl Fn(&str, u8, &str, u32) -> u64) {
    for Table { rules, deals } in tables() {
        for Deal { players, seed, counts } in deals {
            for (depth, count) in (1..).zip(counts).filter(|(_, count)| range.contains(count)) {
                assert_eq!(
                    check(&rules, players, &seed, depth),
                    count,
                    "perft {rules} --players {players} --seed {seed} --depth {depth}"
                );
            }
        }
    }
}

#[test]
fn the_engine_counts_what_the_tables_have() {
    each(0..30_000, fast);
}

#[test]
fn the_slow_implementation_counts_what_the_tables_have() {
    each(0..1_000, slow_count);
}

#[test]
#[ignore = "counts millions of positions"]
fn the_engine_counts_what_the_tables_have_to_their_full_depth() {
    each(30_000..u64::MAX, fast);
}

#[test]
#[ignore = "minutes: the slow implementation is slow"]
fn the_slow_implementation_counts_what_the_tables_have_one_level_deeper() {
    each(1_000..200_000, slow_count);
}

#[test]
fn the_parts_of_a_count_add_up_to_it() {
    for (name, players) in [("classic", 2), ("luxury", 5), ("seas", 4)] {
        let seed = RunSeed::new("1").game(0);
        with_rules!(variant(name).rules(), |rules| {
            let parts: Vec<_> = divide(rules, players, seed, 3).collect();
            assert_eq!(parts.len() as u64, perft(rules, players, seed, 1));
            assert!(parts.is_sorted_by_key(|part| (
                part.0.0,
                part.0.1.face(),
                part.0.1.rotation().turns()
            )));
            assert_eq!(
                parts.iter().map(|part| part.1).sum::<u64>(),
                perft(rules, players, seed, 3),
                "{name}"
            );
            assert!(divide(rules, players, seed, 0).next().is_none());
            assert_eq!(perft(rules, players, seed, 0), 1);
        });
    }
}

/// The count of the slow implementation, which uses the engine for the deal and for chance only.
fn slow_count(rules: &str, players: u8, seed: &str, depth: u32) -> u64 {
    let record = played(&variant(rules), players, seed, 0).record;
    let mut lines = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut game = crate::slow::Game::new(&lines.next().unwrap()).unwrap();
    for event in lines.take_while(|event| event["event"] != "turn") {
        game.apply(&event).unwrap();
    }
    let mut line = Line { game, luck: Luck(RunSeed::new(seed).game(0)), asked: Asked::default() };
    line.go_to_placement();
    line.count(depth)
}

/// How many chance outcomes of each kind were asked for in a turn.
#[derive(Clone, Default)]
struct Asked {
    turn: u32,
    dice: u16,
    die: u16,
    spawn: u16,
    reshuffle: u16,
    rule: u16,
}

/// A game of the slow implementation, driven by the luck of a seed.
#[derive(Clone)]
struct Line {
    game: crate::slow::Game,
    luck: Luck,
    asked: Asked,
}

impl Line {
    fn count(&self, depth: u32) -> u64 {
        let Next::Place { player, on_squares: legal, .. } = self.game.next() else {
            return u64::from(depth == 0);
        };
        match depth {
            0 => 1,
            1 => legal.len() as u64,
            _ => {
                let after = |(square, tile, rotation): &(String, u8, u8)| {
                    let mut line = self.clone();
                    line.feed(&json!({
                        "event": "placed", "player": player, "tile": tile, "rotation": rotation,
                        "square": square, "legal": legal.len(),
                    }));
                    line.go_to_placement();
                    line.count(depth - 1)
                };
                legal.iter().map(after).sum()
            }
        }
    }

    fn feed(&mut self, event: &Value) {
        self.game.apply(event).unwrap_or_else(|why| panic!("{event}: {why}"));
    }

    /// Goes on to the next placement, or to the end: no exchanges, the first answer to what a rule
    /// asks, and a ship that may relocate goes to the first mark, clockwise from `a1:A`.
    fn go_to_placement(&mut self) {
        loop {
            match self.game.next() {
                Next::Place { .. } | Next::Over => return,
                Next::Deal | Next::Start { .. } => panic!("the setup is over"),
                Next::Forced(event) => {
                    if event["event"] == "turn" {
                        self.asked = Asked {
                            turn: event["number"].as_u64().unwrap() as u32,
                            ..Asked::default()
                        };
                    }
                    self.feed(&event);
                }
                Next::Roll => {
                    let dice = self.dice();
                    self.feed(&json!({ "event": "roll", "dice": dice }));
                }
                Next::Die => {
                    let at = moment(self.asked.turn, &mut self.asked.die);
                    let value = self.luck.numbers(at, &drawn("one die").below(6))[0] + 1;
                    self.feed(&json!({ "event": "die", "value": value }));
                }
                Next::Spawn { reason, tiles, rolls } => self.spawn(reason, &tiles, &rolls),
                Next::Relocate { player, marks, must } => {
                    if let Some(mark) = marks.iter().min_by_key(|mark| clockwise(mark)) {
                        self.feed(&json!({ "event": "relocated", "player": player, "mark": mark }));
                    } else {
                        assert!(!must, "a ship that has no mark to go to is out");
                        self.game.decline().unwrap();
                    }
                }
                Next::Exchange { .. } => self.game.decline().unwrap(),
                Next::Choose { player, rule, options } => {
                    let (count, first) = (options.len(), &options[0]);
                    self.feed(&json!({
                        "event": "chose", "player": player, "rule": rule, "options": count,
                        "choice": first,
                    }));
                }
                Next::LanternMoves { from, squares } => self.move_lantern(&from, &squares),
                Next::WaveRoll { player } => {
                    let at = moment(self.asked.turn, &mut self.asked.die);
                    let roll = self.luck.numbers(at, &drawn("one die").below(6))[0] + 1;
                    self.feed(&json!({
                        "event": "rule", "rule": "wave", "data": { "player": player, "roll": roll }
                    }));
                }
                Next::TransportRoll { player, rolls } => {
                    let (dice, square) = self.roll_that_counts(&rolls);
                    let data = json!({ "player": player, "dice": dice, "square": square });
                    self.feed(&json!({ "event": "rule", "rule": "mystic-portal", "data": data }));
                }
                Next::DaikaijuCarried { tile, portal, rolls } => {
                    let (dice, square) = self.roll_that_counts(&rolls);
                    self.feed(&json!({
                        "event": "daikaiju_moved", "tile": tile, "from": portal, "to": square,
                        "dice": dice,
                    }));
                }
                Next::Sweep | Next::Lanterns => {
                    panic!("the tables have no lines, and lanterns lie before the first turn")
                }
                Next::Shuffle { tiles, pile } => {
                    let mut pile = Row(pile);
                    self.luck
                        .reshuffle(moment(self.asked.turn, &mut self.asked.reshuffle), &mut pile);
                    self.feed(&json!({ "event": "returned", "tiles": tiles, "pile": pile.0 }));
                }
            }
        }
    }

    fn spawn(&mut self, reason: &str, tiles: &[usize], rolls: &[([usize; 2], String)]) {
        let (dice, square) = self.roll_that_counts(rolls);
        let at = moment(self.asked.turn, &mut self.asked.spawn);
        let [index, facing] =
            self.luck.numbers(at, &drawn("daikaiju").two_below([tiles.len() as u32, 4]));
        let tile = tiles[index as usize];
        self.feed(&json!({
            "event": "daikaiju_placed", "tile": tile, "square": square,
            "facing": facing, "dice": dice, "reason": reason,
        }));
    }

    fn move_lantern(&mut self, from: &str, squares: &[String]) {
        let registry = Registry::default();
        let lanterns =
            registry.rules(RulePhase::Score).iter().find(|rule| rule.name == "lanterns").unwrap();
        let moves: &'static ChanceDecl = lanterns
            .chance
            .iter()
            .find(|decl| decl.text.in_language("en").contains("moves on"))
            .unwrap();
        let at = moment(self.asked.turn, &mut self.asked.rule);
        let number = self.luck.numbers(at, &moves.below(squares.len() as u32))[0];
        let data = json!({ "from": from, "to": squares[number as usize] });
        self.feed(&json!({ "event": "rule", "rule": "lanterns", "data": data }));
    }

    /// Rolls that name a taken square do not count.
    fn roll_that_counts(&mut self, rolls: &[([usize; 2], String)]) -> ([usize; 2], String) {
        loop {
            let dice = self.dice();
            if let Some(roll) = rolls.iter().find(|roll| roll.0.map(|die| die as u32) == dice) {
                return roll.clone();
            }
        }
    }

    fn dice(&mut self) -> [u32; 2] {
        let at = moment(self.asked.turn, &mut self.asked.dice);
        self.luck.numbers(at, &drawn("two dice").two_below([6, 6])).map(|die| die + 1)
    }
}

/// What the daikaiju draw by lot, by a word of its text.
fn drawn(word: &str) -> &'static ChanceDecl {
    let registry = Registry::default();
    let daikaiju =
        registry.rules(RulePhase::Hazard).iter().find(|rule| rule.name == "daikaiju").unwrap();
    daikaiju.chance.iter().find(|decl| decl.text.in_language("en").contains(word)).unwrap()
}

/// The order of marks around the board: the side, then the distance along it (T4).
fn clockwise(mark: &str) -> (u8, i32, u8) {
    let (square, port) = mark.split_once(':').unwrap();
    let (column, row) = (i32::from(square.as_bytes()[0]), square[1..].parse::<i32>().unwrap());
    let port = port.as_bytes()[0] - b'A';
    let side = port / 2;
    (side, [column, row, -column, -row][usize::from(side)], port)
}

/// The moment of the next question of a kind in a turn.
fn moment(turn: u32, asked: &mut u16) -> Moment {
    let nth = *asked;
    *asked += 1;
    Moment { turn, nth }
}

/// Tiles in a row.
struct Row(Vec<u8>);

impl Shuffle for Row {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn face(&self, index: usize) -> u8 {
        self.0[index]
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.0.swap(one, other);
    }
}

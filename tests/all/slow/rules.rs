//! The resolved rule set, read from JSON: keys and defaults as in the rule-set page. Keys that are
//! not known are skipped.

use super::cause::{AVOIDABLE, Cause, Eaten, Meeting};
use super::faces::FACE_COUNT;
use super::json::{int, items, number, numbers};
use super::keys::{bool_or, get, int_or, word_or, words_or};
use super::mystic_portal::PORTAL;
use super::shape::Shape;
use super::taihou::TAIHOU;
use serde_json::{Value, json};
use std::sync::Arc;

/// `players.first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Seat,
    Random,
}

impl First {
    const WORDS: [(&str, First); 2] = [("seat", First::Seat), ("random", First::Random)];
}

/// `placement.unless`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unless {
    NoOtherMove,
    NoSafeMove,
}

impl Unless {
    const WORDS: [(&str, Unless); 2] =
        [("no-other-move", Unless::NoOtherMove), ("no-safe-move", Unless::NoSafeMove)];
}

/// `placement.never`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    SharedWake,
}

impl Never {
    const WORDS: [(&str, Never); 1] = [("shared-wake", Never::SharedWake)];
}

/// `draw.rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    Dragon,
    Statue,
    Refill,
    /// V10.
    Draft,
}

impl Draw {
    const WORDS: [(&str, Draw); 4] = [
        ("dragon", Draw::Dragon),
        ("statue", Draw::Statue),
        ("refill", Draw::Refill),
        ("draft", Draw::Draft),
    ];
}

/// `draw.returned`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    Shuffle,
    Bottom,
}

impl Returned {
    const WORDS: [(&str, Returned); 2] =
        [("shuffle", Returned::Shuffle), ("bottom", Returned::Bottom)];
}

/// `hazard.removed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    Supply,
    Game,
}

impl Removed {
    const WORDS: [(&str, Removed); 2] = [("supply", Removed::Supply), ("game", Removed::Game)];
}

/// `score.rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    LastStanding,
    /// V9.
    LastTeam,
    LongestPath,
    MostCrossings,
    Solo,
    /// W6.
    Outlast,
    /// V15.
    Lanterns,
}

impl Score {
    const WORDS: [(&str, Score); 7] = [
        ("last-standing", Score::LastStanding),
        ("last-team", Score::LastTeam),
        ("longest-path", Score::LongestPath),
        ("most-crossings", Score::MostCrossings),
        ("solo", Score::Solo),
        ("outlast", Score::Outlast),
        ("lanterns", Score::Lanterns),
    ];
}

/// `end.tie-break`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    None,
    ActiveFirst,
}

impl TieBreak {
    const WORDS: [(&str, TieBreak); 2] =
        [("none", TieBreak::None), ("active-first", TieBreak::ActiveFirst)];
}

/// One daikaiju tile (S5).
#[derive(Clone, Debug)]
pub struct Daikaiju {
    /// The die face that turns it.
    pub turn: usize,
    /// The die faces that move it up, right, down, left at facing 0.
    pub arrows: Vec<usize>,
    pub gold: bool,
    pub clockwise: bool,
}

/// S1: how many daikaiju are placed for `from` to `to` players.
#[derive(Clone, Debug)]
pub struct Setup {
    pub from: usize,
    pub to: usize,
    pub place: usize,
}

/// The event rule `daikaiju`.
#[derive(Clone, Debug)]
pub struct Hazard {
    pub tiles: Vec<Daikaiju>,
    pub setup: Vec<Setup>,
    pub columns: Vec<usize>,
    pub rows: Vec<usize>,
    pub moves_on: Vec<usize>,
    pub movement_dice: usize,
    pub minimum: usize,
    pub removed: Removed,
    pub moved_onto_wake: Eaten,
    pub placed_on_wake: Eaten,
}

/// The whole rule set.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key of the file that says yes or no")]
pub struct Rules {
    /// T1, T4, V5 to V7.
    pub shape: Arc<Shape>,
    pub players_min: usize,
    pub players_max: usize,
    pub first: First,
    pub hand: usize,
    pub copies: Vec<usize>,
    pub open: bool,
    pub share_square: bool,
    /// V8: how many tiles are placed in a turn.
    pub turn_tiles: usize,
    pub avoid: Vec<Cause>,
    pub never: Vec<Never>,
    pub unless: Unless,
    /// W7: a tile may be laid for the whole team.
    pub for_team: bool,
    /// V14: the rounds of the truce.
    pub truce: Option<usize>,
    pub meeting: Meeting,
    pub draw: Draw,
    pub draw_min_players: usize,
    /// V10: how many tiles are drawn beyond a full hand.
    pub extra: usize,
    pub returned: Returned,
    pub exchange: bool,
    pub exchange_min_players: usize,
    pub hazard: Option<Hazard>,
    /// V11: the shots of each ship.
    pub cannon: Option<usize>,
    /// W2: how many Taihou are in the deck.
    pub taihou: usize,
    /// V12: a tsunami comes in each turn whose number is a multiple of this.
    pub tsunami: Option<usize>,
    /// V13: the names of the whirlpool squares.
    pub whirlpools: Vec<String>,
    /// W5: the die faces on which the uzushio moves up, right, down and left.
    pub uzushio: Option<Vec<usize>>,
    /// W3: whether the deck has the Mystic portal.
    pub portal: bool,
    /// W4: its strength before it has moved, after one move, and so on.
    pub wave: Option<Vec<usize>>,
    pub score: Score,
    /// V9.
    pub teams: usize,
    /// V15: how many lanterns there are, and how many stars end the game.
    pub lanterns: usize,
    pub stars: usize,
    pub tie_break: TieBreak,
    /// V16.
    pub lives: usize,
    pub turn_limit: usize,
}

impl Rules {
    pub fn read(rules: &Value) -> Result<Rules, String> {
        let shape = Arc::new(Shape::read(rules)?);
        let draw = word_or(rules, "draw", "rule", Draw::Dragon, &Draw::WORDS)?;
        let truce =
            word_or(rules, "placement", "rule", false, &[("free", false), ("truce", true)])?;
        let score = word_or(rules, "score", "rule", Score::LastStanding, &Score::WORDS)?;
        let of_score = |needed: Score, key, default, range, otherwise| {
            if score == needed {
                int_or(rules, "score", key, default, range)
            } else {
                Ok(otherwise)
            }
        };
        let events = EventRules::read(rules)?;
        let read = Rules {
            players_min: int_or(rules, "players", "min", 2, 1..=32)?,
            players_max: int_or(rules, "players", "max", 8, 1..=32)?,
            first: word_or(rules, "players", "first", First::Seat, &First::WORDS)?,
            hand: int_or(rules, "tiles", "hand", 3, 1..=5)?,
            copies: read_copies(rules)?,
            open: bool_or(rules, "tiles", "open", false)?,
            share_square: bool_or(rules, "start", "share-square", true)?,
            turn_tiles: int_or(rules, "turn", "tiles", 1, 1..=3)?,
            avoid: words_or(
                rules,
                "placement",
                "avoid",
                vec![Cause::Edge, Cause::Collision],
                &AVOIDABLE,
            )?,
            never: words_or(rules, "placement", "never", vec![], &Never::WORDS)?,
            unless: word_or(rules, "placement", "unless", Unless::NoOtherMove, &Unless::WORDS)?,
            for_team: word_or(rules, "placement", "for", false, &[("own", false), ("team", true)])?,
            truce: truce.then(|| int_or(rules, "placement", "rounds", 2, 1..=5)).transpose()?,
            meeting: word_or(rules, "movement", "meeting", Meeting::Collide, &Meeting::WORDS)?,
            draw,
            draw_min_players: match draw {
                Draw::Dragon => int_or(rules, "draw", "min-players", 3, 0..=99)?,
                Draw::Statue => int_or(rules, "draw", "min-players", 2, 0..=99)?,
                Draw::Refill | Draw::Draft => 0,
            },
            extra: if draw == Draw::Draft { int_or(rules, "draw", "extra", 1, 1..=2)? } else { 0 },
            returned: word_or(rules, "draw", "returned", Returned::Shuffle, &Returned::WORDS)?,
            exchange: bool_or(rules, "bonus", "exchange", false)?,
            exchange_min_players: int_or(rules, "bonus", "min-players", 3, 0..=99)?,
            hazard: events
                .table("daikaiju")
                .map(|table| read_hazard(table, shape.columns, shape.rows))
                .transpose()?,
            cannon: events.number("cannon", "shots", 2, 1..=9)?,
            taihou: events.number("taihou", "copies", 5, 1..=9)?.unwrap_or(0),
            tsunami: events.number("tsunami", "every", 8, 2..=100)?,
            whirlpools: events.table("whirlpool").map_or(Ok(Vec::new()), read_whirlpools)?,
            uzushio: events.table("uzushio").map(read_arrows).transpose()?,
            portal: events.table("mystic-portal").is_some(),
            wave: events.table("wave").map(read_strength).transpose()?,
            score,
            teams: of_score(Score::LastTeam, "teams", 2, 2..=8, 1)?,
            lanterns: of_score(Score::Lanterns, "lanterns", 3, 1..=9, 0)?,
            stars: of_score(Score::Lanterns, "stars", 5, 1..=20, 0)?,
            tie_break: word_or(rules, "end", "tie-break", TieBreak::None, &TieBreak::WORDS)?,
            lives: int_or(rules, "end", "lives", 1, 1..=9)?,
            turn_limit: int_or(rules, "end", "turn-limit", 10_000, 1..=usize::MAX)?,
            shape,
        };
        read.check_needs()?;
        Ok(read)
    }

    /// What some rules need of others.
    fn check_needs(&self) -> Result<(), String> {
        // W7.
        if self.for_team && self.score != Score::LastTeam {
            return Err("`placement.for` needs teams".to_string());
        }
        // W6.
        let removed = self.hazard.as_ref().map(|hazard| hazard.removed);
        if self.score == Score::Outlast && removed != Some(Removed::Game) {
            return Err("`outlast` needs daikaiju with `removed = \"game\"`".to_string());
        }
        // W5.
        if self.uzushio.is_some() && self.hazard.is_none() {
            return Err("`uzushio` needs `daikaiju`".to_string());
        }
        // W4.
        if self.wave.is_some() && self.hazard.is_none() {
            return Err("`wave` needs `daikaiju`".to_string());
        }
        if self.wave.is_some() && self.shape.is_round() {
            return Err("`wave` is not for round worlds".to_string());
        }
        Ok(())
    }

    /// All tiles of the deck, ascending (W1: Taihou and portal after the faces).
    pub fn deck(&self) -> Vec<u8> {
        let mut tiles = Vec::new();
        for (face, &copies) in (0u8..).zip(&self.copies) {
            tiles.extend(std::iter::repeat_n(face, copies));
        }
        tiles.extend(std::iter::repeat_n(TAIHOU, self.taihou));
        if self.portal {
            tiles.push(PORTAL);
        }
        tiles
    }
}

/// The event rules: one `hazard` table, or a list of them. Each has its name, and stands inside a
/// table of its own, so that keys are read from it as from the whole rule set.
struct EventRules(Vec<(String, Value)>);

impl EventRules {
    // reading: a table without a `rule`, or with the rule `none`, is no event rule, also in a list.
    fn read(rules: &Value) -> Result<EventRules, String> {
        let tables = match rules.get("hazard") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(list)) => list.clone(),
            Some(one) => vec![one.clone()],
        };
        let names = [
            "none",
            "daikaiju",
            "cannon",
            "tsunami",
            "whirlpool",
            "taihou",
            "uzushio",
            "wave",
            "mystic-portal",
        ]
        .map(|name| (name, name));
        let mut list: Vec<(String, Value)> = Vec::new();
        for table in tables {
            let table = json!({"hazard": table});
            let name = word_or(&table, "hazard", "rule", "none", &names)?;
            if list.iter().any(|(other, _)| other == name) {
                return Err(format!("`hazard`: the rule `{name}` is there twice"));
            }
            if name != "none" {
                list.push((name.to_string(), table));
            }
        }
        Ok(EventRules(list))
    }

    fn table(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(rule, _)| rule == name).map(|(_, table)| table)
    }

    /// A number of an event rule, if that is there.
    fn number(
        &self,
        rule: &str,
        key: &str,
        default: usize,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<Option<usize>, String> {
        self.table(rule).map(|table| int_or(table, "hazard", key, default, range)).transpose()
    }
}

/// V13: the names of the squares; whether the board has them is checked when there is a board.
fn read_whirlpools(table: &Value) -> Result<Vec<String>, String> {
    let name = |square: &Value| {
        square
            .as_str()
            .map(str::to_string)
            .ok_or_else(|| format!("`hazard.squares`: {square} is not a square"))
    };
    match get(table, "hazard", "squares") {
        None => Ok(Vec::new()),
        Some(list) => items(list, "hazard.squares")?.iter().map(name).collect(),
    }
}

/// W5: four different numbers of a die.
fn read_arrows(table: &Value) -> Result<Vec<usize>, String> {
    let Some(list) = get(table, "hazard", "arrows") else {
        return Ok(vec![1, 2, 3, 4]);
    };
    let arrows = numbers(list, "hazard.arrows")?;
    let different = (1..=6).filter(|number| arrows.contains(number)).count();
    if arrows.len() == 4 && different == 4 {
        Ok(arrows)
    } else {
        Err(format!("`hazard.arrows` cannot be {list}"))
    }
}

/// W4: one to nine numbers of a die.
fn read_strength(table: &Value) -> Result<Vec<usize>, String> {
    let Some(list) = get(table, "hazard", "strength") else {
        return Ok(vec![2, 3, 3, 4]);
    };
    let strength = numbers(list, "hazard.strength")?;
    let fits =
        (1..=9).contains(&strength.len()) && strength.iter().all(|number| (1..=6).contains(number));
    if fits { Ok(strength) } else { Err(format!("`hazard.strength` cannot be {list}")) }
}

/// The keys of the event rule `daikaiju`.
fn read_hazard(rules: &Value, columns: usize, rows: usize) -> Result<Hazard, String> {
    let tiles = match get(rules, "hazard", "tiles") {
        None => standard_tiles(),
        Some(list) => {
            let read = |tile: &Value| -> Result<Daikaiju, String> {
                let flag = |key: &str| tile.get(key).and_then(Value::as_bool).unwrap_or(false);
                let arrows = numbers(&tile["arrows"], "hazard.tiles.arrows")?;
                if arrows.len() != 4 {
                    return Err(format!(
                        "`hazard.tiles.arrows` must be four numbers, not {arrows:?}"
                    ));
                }
                Ok(Daikaiju {
                    turn: int(tile, "turn")?,
                    arrows,
                    gold: flag("gold"),
                    clockwise: flag("clockwise"),
                })
            };
            items(list, "hazard.tiles")?.iter().map(read).collect::<Result<_, _>>()?
        }
    };
    let setup = match get(rules, "hazard", "setup") {
        // S1.
        None => [(2, 4, 6), (5, 6, 5), (7, 8, 4)]
            .map(|(from, to, place)| Setup { from, to, place })
            .to_vec(),
        Some(list) => {
            let read = |entry: &Value| -> Result<Setup, String> {
                match numbers(&entry["players"], "hazard.setup.players")?[..] {
                    [from, to] => Ok(Setup { from, to, place: int(entry, "place")? }),
                    _ => Err("`hazard.setup.players` must be two numbers".to_string()),
                }
            };
            items(list, "hazard.setup")?.iter().map(read).collect::<Result<_, _>>()?
        }
    };
    Ok(Hazard {
        tiles,
        setup,
        columns: read_lines(rules, "columns", columns)?,
        rows: read_lines(rules, "rows", rows)?,
        moves_on: match get(rules, "hazard", "moves-on") {
            None => vec![6, 7, 8],
            Some(list) => numbers(list, "hazard.moves-on")?,
        },
        movement_dice: int_or(rules, "hazard", "movement-dice", 1, 1..=3)?,
        minimum: int_or(rules, "hazard", "minimum", 3, 0..=999)?,
        removed: word_or(rules, "hazard", "removed", Removed::Supply, &Removed::WORDS)?,
        moved_onto_wake: word_or(rules, "hazard", "moved-onto-wake", Eaten::Pile, &Eaten::WORDS)?,
        placed_on_wake: word_or(rules, "hazard", "placed-on-wake", Eaten::Box, &Eaten::WORDS)?,
    })
}

/// S2: the lines that die faces 1 to 6 stand for.
// reading: the defaults are the first three and the last three lines, which is what the page says
// of 6 and of 7 lines; with fewer than six lines the key must be given.
fn read_lines(rules: &Value, key: &str, count: usize) -> Result<Vec<usize>, String> {
    let lines = match get(rules, "hazard", key) {
        Some(list) => numbers(list, key)?,
        None if count >= 6 => vec![1, 2, 3, count - 2, count - 1, count],
        None => return Err(format!("`hazard.{key}` is missing: no default on {count} lines")),
    };
    if lines.len() != 6 || lines.iter().any(|&line| line < 1 || line > count) {
        return Err(format!("`hazard.{key}` must be six lines of 1 to {count}, not {lines:?}"));
    }
    Ok(lines)
}

/// The ten daikaiju of the Seas box: gold and plain of each number, all turning anticlockwise.
fn standard_tiles() -> Vec<Daikaiju> {
    let mut list = Vec::new();
    for (turn, arrows) in [
        (1, [2, 5, 4, 3]),
        (2, [3, 1, 5, 4]),
        (3, [4, 2, 1, 5]),
        (4, [5, 3, 2, 1]),
        (5, [1, 4, 3, 2]),
    ] {
        for gold in [true, false] {
            list.push(Daikaiju { turn, arrows: arrows.to_vec(), gold, clockwise: false });
        }
    }
    list
}

/// `tiles.copies`: a number for all faces, 35 numbers, or a table of face = number.
fn read_copies(rules: &Value) -> Result<Vec<usize>, String> {
    let copies = match get(rules, "tiles", "copies") {
        None => vec![1; FACE_COUNT],
        Some(Value::Array(list)) => numbers(&Value::Array(list.clone()), "tiles.copies")?,
        Some(Value::Object(table)) => {
            let mut copies = vec![1; FACE_COUNT];
            for (face, count) in table {
                let index: usize =
                    face.parse().map_err(|_| format!("`tiles.copies`: `{face}` is not a face"))?;
                let slot = copies
                    .get_mut(index)
                    .ok_or_else(|| format!("`tiles.copies`: {face} is not a face"))?;
                *slot = number(count, "tiles.copies")?;
            }
            copies
        }
        Some(all) => vec![number(all, "tiles.copies")?; FACE_COUNT],
    };
    if copies.len() != FACE_COUNT {
        return Err(format!("`tiles.copies` must be {FACE_COUNT} numbers, not {}", copies.len()));
    }
    if copies.iter().any(|&c| c > 1024) || copies.iter().sum::<usize>() > 1024 {
        return Err("`tiles.copies`: more than 1024 tiles".to_string());
    }
    Ok(copies)
}

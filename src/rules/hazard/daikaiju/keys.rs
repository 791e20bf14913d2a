//! The keys of the daikaiju rule, and the checks of values that are allowed each but contradict each other.

use super::MAX_TILES;
use crate::game::{Destination, Field, Key, KeyWord, KeyWords, RuleFacts, ValueKind, Values, key_words};
use serde_json::{Value, json};
use std::collections::BTreeSet;

key_words! {
    /// Where a daikaiju goes that leaves the board or is destroyed (`removed`; S6, S8).
    pub(crate) enum RemovedMonsters {
        Supply = "supply": "back to the supply",
        Game = "game": "out of the game",
    }
}

/// A list of exactly `len` numbers from 1 to `max`.
const fn ints(len: usize, max: i64, distinct: bool) -> ValueKind {
    ValueKind::Ints { len: (len, len), min: 1, max, distinct }
}

/// The keys of `[hazard]` under `rule = "daikaiju"`.
pub(super) const KEYS: &[Key] = &[
    Key::of("tiles", ValueKind::Records { fields: DAIKAIJU_TILE, len: (1, MAX_TILES) })
        .default_toml(DAIKAIJU_TILES)
        .rule("S1, S5")
        .means("The daikaiju tiles"),
    Key::of("setup", ValueKind::Records { fields: SETUP_BAND, len: (1, 32) })
        .default_toml("[{ players = [2, 4], place = 6 }, { players = [5, 6], place = 5 }, { players = [7, 8], place = 4 }]")
        .rule("S1")
        .means("How many daikaiju are placed before the game, by number of players"),
    Key::of("columns", LINES)
        .computed(|facts: &RuleFacts| lines(facts.columns()), LINES_DEFAULT)
        .rule("S2")
        .means("The column for each face of the gold die"),
    Key::of("rows", LINES)
        .computed(|facts: &RuleFacts| lines(facts.rows()), LINES_DEFAULT)
        .rule("S2")
        .means("The row for each face of the blue die"),
    Key::of("moves-on", ValueKind::Ints { len: (0, 11), min: 2, max: 12, distinct: true })
        .default_toml("[6, 7, 8]")
        .rule("S5")
        .means("The sums of both dice on which the daikaiju move"),
    Key::number("movement-dice", 1..=3).default(1).rule("S5").means("How many dice move the daikaiju, one after another"),
    Key::number("minimum", 0..=64)
        .default(3)
        .rule("S10")
        .means("With fewer daikaiju on the board, the active player places some instead of rolling"),
    Key::choice("removed", RemovedMonsters::WORDS)
        .default_word("supply")
        .rule("S6, S8")
        .means("Where a daikaiju goes that leaves the board or is destroyed"),
    Key::choice("moved-onto-wake", Destination::WORDS)
        .default_word("pile")
        .rule("S7")
        .means("Where a wake tile goes that a daikaiju moves onto"),
    Key::choice("placed-on-wake", Destination::WORDS)
        .default_word("box")
        .rule("S9")
        .means("Where a wake tile goes that a daikaiju is placed on"),
];

const LINES: ValueKind = ints(6, 16, false);
const LINES_DEFAULT: &str = "the first three and the last three lines of the board; required on boards with fewer than six";

const DAIKAIJU_TILE: &[Field] = &[
    Field::new("turn", ValueKind::Int { min: 1, max: 5 }, "The die face on which it turns a quarter"),
    Field::new("arrows", ints(4, 5, true), "The die faces on which it moves up, right, down and left"),
    Field::new("gold", ValueKind::Bool, "Whether its arrows are gold: of two with the same turn number it acts first"),
    Field::new("clockwise", ValueKind::Bool, "Whether it turns clockwise"),
];

const SETUP_BAND: &[Field] = &[
    Field::new("players", ints(2, 32, false), "Fewest and most players it is for"),
    Field::new("place", ValueKind::Int { min: 0, max: 64 }, "How many daikaiju are placed"),
];

const DAIKAIJU_TILES: &str = "[
  { turn = 1, arrows = [2, 5, 4, 3], gold = true, clockwise = false },
  { turn = 1, arrows = [2, 5, 4, 3], gold = false, clockwise = false },
  { turn = 2, arrows = [3, 1, 5, 4], gold = true, clockwise = false },
  { turn = 2, arrows = [3, 1, 5, 4], gold = false, clockwise = false },
  { turn = 3, arrows = [4, 2, 1, 5], gold = true, clockwise = false },
  { turn = 3, arrows = [4, 2, 1, 5], gold = false, clockwise = false },
  { turn = 4, arrows = [5, 3, 2, 1], gold = true, clockwise = false },
  { turn = 4, arrows = [5, 3, 2, 1], gold = false, clockwise = false },
  { turn = 5, arrows = [1, 4, 3, 2], gold = true, clockwise = false },
  { turn = 5, arrows = [1, 4, 3, 2], gold = false, clockwise = false },
]";

/// The columns or rows that the six die faces stand for by default (S2); `None` on boards with fewer than six.
fn lines(count: u8) -> Option<Value> {
    (count >= 6).then(|| json!([1, 2, 3, count - 2, count - 1, count]))
}

/// Notes a problem for each contradiction between the values.
pub(super) fn check_contradictions(values: &mut Values<'_>) {
    let facts = values.facts().clone();
    let columns = values.ints("columns");
    let rows = values.ints("rows");
    let lines = [("columns", "board.columns", &columns, facts.columns(), "column"), ("rows", "board.rows", &rows, facts.rows(), "row")];
    for (key, size, lines, count, what) in lines {
        if let Some(face) = lines.iter().position(|line| *line > i64::from(count)) {
            let message = format!("a die face stands for {what} {}, but the board has {count}", lines[face]);
            values.problem(key, message).item(face).with(size).help(format!("use numbers from 1 to {count}"));
        }
    }
    let tiles = values.list("tiles");
    for (i, tile) in tiles.iter().enumerate() {
        let turn = tile.get("turn").and_then(Value::as_i64).unwrap_or_default();
        let arrows = tile.get("arrows").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        if arrows.iter().any(|arrow| arrow.as_i64() == Some(turn)) {
            let help = "each number from 1 to 5 stands once on a tile: one turns it, four are its arrows";
            values.problem("tiles", format!("this daikaiju both turns and moves on a {turn}")).item(i).help(help);
        }
    }
    let supply = count(tiles.len());
    let minimum = values.int("minimum");
    if minimum > supply {
        let message = format!("{minimum} daikaiju are to be kept on the board, but there are only {supply} tiles");
        values.problem("minimum", message).with("hazard.tiles");
    }
    let named = named_squares(&facts, &columns, &rows);
    if named == 0 {
        let problem = values.problem("columns", "the dice name no square: each is a missing square or a portal".to_owned());
        problem.with("hazard.rows").with("board.missing").with("board.portals");
        return;
    }
    check_setup(values, &facts, supply, named);
}

/// Notes the first problem of `setup`: its entries have to be in order, cover every number of players and not place too
/// many.
fn check_setup(values: &mut Values<'_>, facts: &RuleFacts, supply: i64, squares: i64) {
    let number = |value: Option<&Value>| value.and_then(Value::as_i64).unwrap_or_default();
    let bands: Vec<(i64, i64, i64)> = values
        .list("setup")
        .iter()
        .map(|band| (number(band.pointer("/players/0")), number(band.pointer("/players/1")), number(band.get("place"))))
        .collect();
    let (min, max) = (i64::from(facts.min_players), i64::from(facts.max_players));
    let mut last = 0;
    let mut uncovered = min;
    for (i, &(low, high, _)) in bands.iter().enumerate() {
        if low > high {
            let message = format!("the entry for {low} to {high} players is the wrong way round");
            values.problem("setup", message).item(i).help("the smaller number comes first");
            return;
        }
        if low <= last {
            let message = format!("the entry for {low} to {high} players begins before the one above it has ended, at {last}");
            values.problem("setup", message).item(i).help("write the entries in ascending order, each number of players once");
            return;
        }
        if low <= uncovered {
            uncovered = uncovered.max(high + 1);
        }
        last = high;
    }
    if uncovered <= max {
        let message = format!("`hazard.setup` does not say how many daikaiju are placed with {uncovered} players");
        let problem = values.problem("setup", message).with("players.min").with("players.max");
        problem.help(format!("the entries have to cover {min} to {max} players"));
    }
    // Entries for more players than can play are allowed: a child rule set may leave its parent's entries as they are.
    let played = bands.iter().enumerate().filter(|(_, (low, high, _))| *low <= max && *high >= min);
    if let Some((i, (low, high, place))) = played.clone().find(|(_, (_, _, place))| *place > squares) {
        let message = format!(
            "{place} daikaiju are to be placed with {low} to {high} players, but the dice can name only {squares} different square{}",
            if squares == 1 { "" } else { "s" }
        );
        values.problem("setup", message).item(i).with("hazard.columns").with("hazard.rows");
    } else if let Some((i, (low, high, place))) = played.clone().find(|(_, (_, _, place))| *place > supply) {
        let message = format!("{place} daikaiju are to be placed with {low} to {high} players, but there are only {supply} tiles");
        values.problem("setup", message).item(i).with("hazard.tiles");
    }
}

/// How many different squares that take tiles the dice can name.
fn named_squares(facts: &RuleFacts, columns: &[i64], rows: &[i64]) -> i64 {
    let lines = |lines: &[i64]| lines.iter().filter_map(|&line| u8::try_from(line - 1).ok()).collect::<BTreeSet<u8>>();
    let (columns, rows) = (lines(columns), lines(rows));
    count(facts.shape.squares().filter(|square| columns.contains(&square.column()) && rows.contains(&square.row())).count())
}

fn count(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

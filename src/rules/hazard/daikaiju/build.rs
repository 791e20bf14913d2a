//! The keys of the daikaiju rule, and the rule made from their values.

use super::{Daikaiju, DaikaijuTile, MAX_TILES, Setup};
use crate::game::{Destination, Facts, Field, Key, KeyDefault, Kind, Rule, Values, Word};
use serde_json::{Value, json};

const DIE: Kind = Kind::Int { min: 1, max: 5 };

const DESTINATIONS: &[Word] = &[Word { name: "pile", doc: "under the draw pile" }, Word { name: "box", doc: "out of the game" }];

/// The lines that the six faces of a die name: the first three and the last three, so that on seven lines the middle one has no number (S2).
fn lines(count: u8) -> Option<Value> {
    (count >= 6).then(|| json!([1, 2, 3, count - 2, count - 1, count]))
}

const LINES_DOC: &str = "the first three and the last three lines: 1 to 6 on 6, all but the middle one on 7; below 6 it has to be set";

impl Rule for Daikaiju {
    const NAME: &'static str = "daikaiju";
    const SUMMARY: &'static str = "sea monsters, moved by dice, eat tiles and ships";
    const KEYS: &'static [Key] = &[
        Key {
            name: "tiles",
            kind: Kind::Records {
                fields: &[
                    Field { name: "turn", kind: DIE, doc: "the die face that turns the tile a quarter, and its place in the order" },
                    Field {
                        name: "arrows",
                        kind: Kind::Ints { len: (4, 4), min: 1, max: 5, distinct: true },
                        doc: "the die faces that move it up, right, down, left while it is not turned",
                    },
                    Field { name: "gold", kind: Kind::Bool, doc: "whether it acts before others with the same turn number" },
                    Field { name: "clockwise", kind: Kind::Bool, doc: "whether it turns clockwise" },
                ],
                len: (1, MAX_TILES),
            },
            default: KeyDefault::Toml(
                "[
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
]",
            ),
            rules: "S5",
            doc: "the daikaiju tiles",
        },
        Key {
            name: "setup",
            kind: Kind::Records {
                fields: &[
                    Field {
                        name: "players",
                        kind: Kind::Ints { len: (2, 2), min: 1, max: 32, distinct: false },
                        doc: "fewest and most players for which this holds",
                    },
                    Field { name: "place", kind: Kind::Int { min: 0, max: 64 }, doc: "how many are placed before the first turn" },
                ],
                len: (1, 32),
            },
            default: KeyDefault::Toml(
                "[{ players = [2, 4], place = 6 }, { players = [5, 6], place = 5 }, { players = [7, 8], place = 4 }]",
            ),
            rules: "S1",
            doc: "how many daikaiju are placed before the first turn, by number of players",
        },
        Key {
            name: "columns",
            kind: Kind::Ints { len: (6, 6), min: 1, max: 16, distinct: false },
            default: KeyDefault::Computed { value: |facts: &Facts| lines(facts.columns), doc: LINES_DOC },
            rules: "S2",
            doc: "the column that each face of the gold die names",
        },
        Key {
            name: "rows",
            kind: Kind::Ints { len: (6, 6), min: 1, max: 16, distinct: false },
            default: KeyDefault::Computed { value: |facts: &Facts| lines(facts.rows), doc: LINES_DOC },
            rules: "S2",
            doc: "the row that each face of the blue die names",
        },
        Key {
            name: "moves-on",
            kind: Kind::Ints { len: (0, 11), min: 2, max: 12, distinct: true },
            default: KeyDefault::Toml("[6, 7, 8]"),
            rules: "S5",
            doc: "the sums of both dice on which the daikaiju move",
        },
        Key {
            name: "movement-dice",
            kind: Kind::Int { min: 1, max: 3 },
            default: KeyDefault::Toml("1"),
            rules: "S5",
            doc: "how many dice are rolled when they move, one after another",
        },
        Key {
            name: "minimum",
            kind: Kind::Int { min: 0, max: 64 },
            default: KeyDefault::Toml("3"),
            rules: "S10",
            doc: "with fewer on the board when a turn begins, the active player places some instead of rolling",
        },
        Key {
            name: "removed",
            kind: Kind::Choice(&[Word { name: "supply", doc: "it may come back" }, Word { name: "game", doc: "it is out of the game" }]),
            default: KeyDefault::Toml("\"supply\""),
            rules: "S6, S8",
            doc: "where a daikaiju goes that leaves the board or is destroyed",
        },
        Key {
            name: "moved-onto-wake",
            kind: Kind::Choice(DESTINATIONS),
            default: KeyDefault::Toml("\"pile\""),
            rules: "S7",
            doc: "where a wake tile goes that a daikaiju moves onto",
        },
        Key {
            name: "placed-on-wake",
            kind: Kind::Choice(DESTINATIONS),
            default: KeyDefault::Toml("\"box\""),
            rules: "S9",
            doc: "where a wake tile goes that a daikaiju is placed on",
        },
    ];

    fn build(values: &mut Values<'_>) -> Option<Self> {
        let tiles: Vec<DaikaijuTile> = values.list("tiles").iter().filter_map(read_tile).collect();
        let setup: Vec<Setup> = values.list("setup").iter().filter_map(read_setup).collect();
        let (columns, rows) = (read_lines(values, "columns")?, read_lines(values, "rows")?);
        let facts = values.facts().clone();
        check_tiles(values, &tiles);
        check_lines(values, "columns", columns, ("board.columns", facts.columns));
        check_lines(values, "rows", rows, ("board.rows", facts.rows));
        check_setup(values, &setup, tiles.len(), columns, rows, &facts);
        if values.int("minimum") > i64::try_from(tiles.len()).unwrap_or(i64::MAX) {
            let message =
                format!("{} daikaiju are to be kept on the board, but there are only {} tiles", values.int("minimum"), tiles.len());
            values.problem("minimum", message).with("hazard.tiles");
        }
        let mut order: Vec<u8> = (0..tiles.len() as u8).collect();
        order.sort_by_key(|&index| {
            let tile = &tiles[usize::from(index)];
            (tile.turn, !tile.gold, index)
        });
        Some(Self {
            order,
            setup,
            columns: columns.map(|line| line - 1),
            rows: rows.map(|line| line - 1),
            moves_on: values.ints("moves-on").into_iter().fold(0, |sums, sum| sums | 1 << (sum & 15)),
            movement_dice: u8::try_from(values.int("movement-dice")).ok()?,
            minimum: u8::try_from(values.int("minimum")).ok()?,
            returns_to_supply: values.word("removed") == "supply",
            moved_onto_wake: destination(values.word("moved-onto-wake")),
            placed_on_wake: destination(values.word("placed-on-wake")),
            tiles,
        })
    }
}

fn destination(word: &str) -> Destination {
    if word == "pile" { Destination::Pile } else { Destination::Box }
}

fn number(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|number| u8::try_from(number).ok())
}

fn read_tile(entry: &Value) -> Option<DaikaijuTile> {
    let arrows: Vec<u8> = entry["arrows"].as_array()?.iter().filter_map(number).collect();
    Some(DaikaijuTile {
        turn: number(&entry["turn"])?,
        arrows: arrows.try_into().ok()?,
        gold: entry["gold"].as_bool()?,
        clockwise: entry["clockwise"].as_bool()?,
    })
}

fn read_setup(entry: &Value) -> Option<Setup> {
    let players = entry["players"].as_array()?;
    Some(Setup { players: (number(players.first()?)?, number(players.get(1)?)?), place: number(&entry["place"])? })
}

fn read_lines(values: &Values<'_>, key: &str) -> Option<[u8; 6]> {
    let lines: Vec<u8> = values.ints(key).into_iter().filter_map(|line| u8::try_from(line).ok()).collect();
    lines.try_into().ok()
}

fn check_tiles(values: &mut Values<'_>, tiles: &[DaikaijuTile]) {
    let help = "each number from 1 to 5 stands once on a tile: one turns it, four are its arrows";
    for (i, tile) in tiles.iter().enumerate() {
        if tile.arrows.contains(&tile.turn) {
            values.problem("tiles", format!("this daikaiju both turns and moves on a {}", tile.turn)).item(i).help(help);
        }
    }
}

fn check_lines(values: &mut Values<'_>, key: &'static str, lines: [u8; 6], (size, count): (&'static str, u8)) {
    if let Some(face) = lines.into_iter().position(|line| line > count) {
        let message = format!("a die face stands for {} {}, but the board has {count}", key.trim_end_matches('s'), lines[face]);
        values.problem(key, message).item(face).with(size).help(format!("use numbers from 1 to {count}"));
    }
}

fn check_setup(values: &mut Values<'_>, setup: &[Setup], tiles: usize, columns: [u8; 6], rows: [u8; 6], facts: &Facts) {
    let (min, max) = (facts.min_players, facts.max_players);
    let mut last = 0;
    let mut uncovered = min;
    for (i, &Setup { players: (low, high), .. }) in setup.iter().enumerate() {
        if low > high {
            let message = format!("the entry for {low} to {high} players is the wrong way round");
            values.problem("setup", message).item(i).help("the smaller number comes first");
            return;
        }
        // In one order only, so that what means the same is the same to the rule hash.
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
        let message = format!("nothing says how many daikaiju are placed with {uncovered} players");
        let help = format!("the entries have to cover {min} to {max} players");
        values.problem("setup", message).with("players.min").with("players.max").help(help);
    }
    let distinct = |mut lines: [u8; 6]| {
        lines.sort_unstable();
        1 + lines.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let squares = distinct(columns) * distinct(rows);
    // Entries for more players than can play are no mistake: a parent's may be left as they are.
    let played = |band: &Setup| band.players.0 <= max && band.players.1 >= min;
    let beyond = |limit: usize| setup.iter().position(|band| played(band) && usize::from(band.place) > limit);
    let describe = |i: usize| {
        let Setup { players: (low, high), place } = setup[i];
        format!("{place} daikaiju are to be placed with {low} to {high} players")
    };
    if let Some(i) = beyond(squares) {
        let message = format!("{}, but the dice can name only {squares} different squares", describe(i));
        values.problem("setup", message).item(i).with("hazard.columns").with("hazard.rows");
    } else if let Some(i) = beyond(tiles) {
        values.problem("setup", format!("{}, but there are only {tiles} tiles", describe(i))).item(i).with("hazard.tiles");
    }
}

//! The keys of the daikaiju rule, and the rule made from their values.

use super::{Daikaiju, DaikaijuTile, MAX_TILES, Setup};
use crate::game::{Destination, Facts, Field, Key, KeyDefault, Kind, Rule, Values, Word};
use serde_json::{Value, json};

const DIE: Kind = Kind::Int { min: 1, max: 5 };

const DESTINATIONS: &[Word] =
    &[Word { name: "pile", doc: "under the draw pile" }, Word { name: "box", doc: "out of the game" }];

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
                        kind: Kind::Ints { len: (4, 4), min: 1, max: 5, distinct: false },
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
            kind: Kind::Choice(&[
                Word { name: "supply", doc: "it may come back" },
                Word { name: "game", doc: "it is out of the game" },
            ]),
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
        check_lines(values, "columns", columns, facts.columns);
        check_lines(values, "rows", rows, facts.rows);
        check_setup(values, &setup, tiles.len(), columns, rows, &facts);
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

fn check_lines(values: &mut Values<'_>, key: &'static str, lines: [u8; 6], count: u8) {
    if let Some(line) = lines.into_iter().find(|&line| line > count) {
        let name = key.trim_end_matches('s');
        values.problem(key, format!("{name} {line} is off the board, which has {count} {key}"));
    }
}

fn check_setup(values: &mut Values<'_>, setup: &[Setup], tiles: usize, columns: [u8; 6], rows: [u8; 6], facts: &Facts) {
    if let Some(band) = setup.iter().find(|band| band.players.0 > band.players.1) {
        values.problem("setup", format!("players = [{}, {}] runs backwards", band.players.0, band.players.1));
    }
    for seats in facts.min_players..=facts.max_players {
        let bands = setup.iter().filter(|band| (band.players.0..=band.players.1).contains(&seats)).count();
        if bands != 1 {
            let how = if bands == 0 { "in no entry" } else { "in more than one entry" };
            values.problem("setup", format!("{seats} players are {how}, and the rule set allows {seats} players"));
            break;
        }
    }
    let distinct = |mut lines: [u8; 6]| {
        lines.sort_unstable();
        1 + lines.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let squares = distinct(columns) * distinct(rows);
    if let Some(band) = setup.iter().find(|band| usize::from(band.place) > squares) {
        values.problem("setup", format!("place = {} is more than the {squares} squares that the dice can name", band.place));
    }
    if let Some(band) = setup.iter().find(|band| usize::from(band.place) > tiles) {
        values.problem("setup", format!("place = {} is more than the {tiles} daikaiju tiles", band.place));
    }
}

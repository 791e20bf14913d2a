//! The keys of the daikaiju rule, and the checks of values that are allowed each but contradict
//! each other.

use super::monsters::{Band, Daikaiju, DaikaijuTile, MAX_TILES};
use crate::game::{
    Destination, Field, Key, KeySentence, KeyShape, KeyType, KeyWord, KeyWords, RuleFacts, RuleKey,
    Texts, ValueKind, Values, key_words,
};
use serde::Deserialize as _;
use serde_json::{Value, json};

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
    TILES.decl(),
    SETUP.decl(),
    COLUMNS.decl(),
    ROWS.decl(),
    MOVES_ON.decl(),
    MOVEMENT_DICE.decl(),
    MINIMUM.decl(),
    REMOVED.decl(),
    MOVED_ONTO_WAKE.decl(),
    PLACED_ON_WAKE.decl(),
];

pub(super) const TILES: RuleKey<Vec<DaikaijuTile>> =
    Key::new("tiles", ValueKind::Records { fields: DAIKAIJU_TILE, len: (1, MAX_TILES) })
        .default_toml(DAIKAIJU_TILES)
        .rule("S1, S5")
        .means("The daikaiju tiles")
        .typed();
pub(super) const SETUP: RuleKey<Vec<Band>> =
    Key::new("setup", ValueKind::Records { fields: SETUP_BAND, len: (1, 32) })
        .default_toml(
            "[{ players = [2, 4], place = 6 }, { players = [5, 6], place = 5 }, { players = \
        [7, 8], place = 4 }]",
        )
        .rule("S1")
        .means("How many daikaiju are placed before the game, by number of players")
        .rulebook(&[KeySentence::any(Texts(&[
            ("en", "At the start there are {value}."),
            ("fr", "Au début, il y a {value}."),
        ]))
        .entry(Texts(&[
            ("en", "{place} daikaiju in a game of {players}"),
            ("fr", "{place} daïkaijus dans une partie à {players}"),
        ]))])
        .typed();
pub(super) const COLUMNS: RuleKey<[u8; 6]> = Key::new("columns", LINES)
    .computed(|facts: &RuleFacts| lines(facts.columns()), LINES_DEFAULT)
    .rule("S2")
    .means("The column for each face of the gold die")
    .typed();
pub(super) const ROWS: RuleKey<[u8; 6]> = Key::new("rows", LINES)
    .computed(|facts: &RuleFacts| lines(facts.rows()), LINES_DEFAULT)
    .rule("S2")
    .means("The row for each face of the blue die")
    .typed();
pub(super) const MOVES_ON: RuleKey<Vec<u8>> =
    Key::new("moves-on", ValueKind::Ints { len: (0, 11), min: 2, max: 12, distinct: true })
        .default_toml("[6, 7, 8]")
        .rule("S5")
        .means("The sums of both dice on which the daikaiju move")
        .rulebook(&[
            KeySentence::of(
                "",
                Texts(&[
                    ("en", "Daikaiju move on no roll."),
                    ("fr", "Aucun jet ne fait bouger les daïkaijus."),
                ]),
            ),
            KeySentence::any(Texts(&[
                ("en", "The daikaiju move when the two dice add up to {value}."),
                ("fr", "Les daïkaijus bougent quand la somme des deux dés est {value}."),
            ])),
        ])
        .typed();
pub(super) const MOVEMENT_DICE: RuleKey<u8> = Key::number("movement-dice", 1..=3)
    .default(1)
    .rule("S5")
    .means("How many dice move the daikaiju, one after another")
    .rulebook(&[
        KeySentence::of(
            "1",
            Texts(&[
                ("en", "One die moves all daikaiju."),
                ("fr", "Un seul dé fait bouger tous les daïkaijus."),
            ]),
        ),
        KeySentence::any(Texts(&[
            ("en", "The daikaiju move by {value} dice, one after another."),
            ("fr", "Les daïkaijus bougent selon {value} dés, l’un après l’autre."),
        ])),
    ])
    .typed();
pub(super) const MINIMUM: RuleKey<u8> = Key::number("minimum", 0..=64)
    .default(3)
    .rule("S10")
    .means("With fewer daikaiju on the board, the active player places some instead of rolling")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "With fewer than {value} daikaiju on the board, new ones come instead of a roll."),
        (
            "fr",
            "S’il y a moins de {value} daïkaijus sur le plateau, de nouveaux arrivent au lieu du \
             jet de dés.",
        ),
    ]))])
    .typed();
pub(super) const REMOVED: RuleKey<RemovedMonsters> = Key::choice("removed", RemovedMonsters::WORDS)
    .default_word("supply")
    .rule("S6, S8")
    .means("Where a daikaiju goes that leaves the board or is destroyed")
    .rulebook(&[
        KeySentence::of(
            "supply",
            Texts(&[
                ("en", "Daikaiju that leave the board may come back."),
                ("fr", "Les daïkaijus qui quittent le plateau peuvent revenir."),
            ]),
        ),
        KeySentence::of(
            "game",
            Texts(&[
                ("en", "Daikaiju that leave the board do not come back."),
                ("fr", "Les daïkaijus qui quittent le plateau ne reviennent pas."),
            ]),
        ),
    ])
    .typed();
pub(super) const MOVED_ONTO_WAKE: RuleKey<Destination> =
    Key::choice("moved-onto-wake", Destination::WORDS)
        .default_word("pile")
        .rule("S7")
        .means("Where a wake tile goes that a daikaiju moves onto")
        .rulebook(&[
            KeySentence::of(
                "pile",
                Texts(&[
                    ("en", "A tile that a daikaiju moves onto goes under the pile."),
                    ("fr", "Une tuile sur laquelle va un daïkaiju passe sous la pioche."),
                ]),
            ),
            KeySentence::of(
                "box",
                Texts(&[
                    ("en", "A tile that a daikaiju moves onto is out of the game."),
                    ("fr", "Une tuile sur laquelle va un daïkaiju sort du jeu."),
                ]),
            ),
        ])
        .typed();
pub(super) const PLACED_ON_WAKE: RuleKey<Destination> =
    Key::choice("placed-on-wake", Destination::WORDS)
        .default_word("box")
        .rule("S9")
        .means("Where a wake tile goes that a daikaiju is placed on")
        .rulebook(&[
            KeySentence::of(
                "pile",
                Texts(&[
                    ("en", "A tile on which a new daikaiju is placed goes under the pile."),
                    (
                        "fr",
                        "Une tuile sur laquelle arrive un nouveau daïkaiju passe sous la pioche.",
                    ),
                ]),
            ),
            KeySentence::of(
                "box",
                Texts(&[
                    ("en", "A tile on which a new daikaiju is placed is out of the game."),
                    ("fr", "Une tuile sur laquelle arrive un nouveau daïkaiju sort du jeu."),
                ]),
            ),
        ])
        .typed();

const LINES: ValueKind = ints(6, 16, false);
const LINES_DEFAULT: &str =
    "the first three and the last three lines of the board; required on boards with fewer than six";

const DAIKAIJU_TILE: &[Field] = &[
    Field::new(
        "turn",
        ValueKind::Int { min: 1, max: 5 },
        "The die face on which it turns a quarter",
    ),
    Field::new(
        "arrows",
        ints(4, 5, true),
        "The die faces on which it moves up, right, down and left",
    ),
    Field::new(
        "gold",
        ValueKind::Bool,
        "Whether its arrows are gold: of two with the same turn number it acts first",
    ),
    Field::new("clockwise", ValueKind::Bool, "Whether it turns clockwise"),
];

const SETUP_BAND: &[Field] = &[
    Field::new("players", ints(2, 32, false), "Fewest and most players it is for"),
    Field::new("place", ValueKind::Int { min: 0, max: 64 }, "How many daikaiju are placed"),
];

impl KeyType for DaikaijuTile {
    const SHAPE: KeyShape = KeyShape::Table(DAIKAIJU_TILE);
    fn of_value(value: &Value) -> Option<Self> {
        Self::deserialize(value).ok()
    }
}

impl KeyType for Band {
    const SHAPE: KeyShape = KeyShape::Table(SETUP_BAND);
    fn of_value(value: &Value) -> Option<Self> {
        Self::deserialize(value).ok()
    }
}

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

/// The columns or rows that the six die faces stand for by default (S2); `None` on boards with
/// fewer than six.
fn lines(count: u8) -> Option<Value> {
    (count >= 6).then(|| json!([1, 2, 3, count - 2, count - 1, count]))
}

/// Notes a problem for each contradiction between the values.
pub(super) fn check_contradictions(values: &mut Values<'_>, rule: &Daikaiju) {
    let Daikaiju { columns, rows, tiles, minimum, .. } = rule;
    let facts = values.facts();
    let lines = [
        (&COLUMNS, "board.columns", columns, facts.columns(), "column"),
        (&ROWS, "board.rows", rows, facts.rows(), "row"),
    ];
    for (key, size, lines, count, what) in lines {
        if let Some(face) = lines.iter().position(|line| *line >= count) {
            let message = format!(
                "a die face stands for {what} {}, but the board has {count}",
                lines[face] + 1
            );
            values
                .problem(key, message)
                .item(face)
                .with(size)
                .help(format!("use numbers from 1 to {count}"));
        }
    }
    for (i, tile) in tiles.iter().enumerate() {
        if tile.arrows.contains(&tile.turn) {
            let help =
                "each number from 1 to 5 stands once on a tile: one turns it, four are its arrows";
            values
                .problem(&TILES, format!("this daikaiju both turns and moves on a {}", tile.turn))
                .item(i)
                .help(help);
        }
    }
    let supply = tiles.len();
    if usize::from(*minimum) > supply {
        let message = format!(
            "{minimum} daikaiju are to be kept on the board, but there are only {supply} tiles"
        );
        values.problem(&MINIMUM, message).with_own(&TILES);
    }
    let named = facts
        .shape
        .squares()
        .filter(|square| columns.contains(&square.column()) && rows.contains(&square.row()))
        .count();
    if named == 0 {
        let problem = values
            .problem(&COLUMNS, "the dice name no square: each is a missing square or a portal");
        problem.with_own(&ROWS).with("board.missing").with("board.portals");
        return;
    }
    check_setup(values, &rule.setup, supply, named);
}

/// Notes the first problem of `setup`: its entries have to be in order, cover every number of
/// players and not place too many.
fn check_setup(values: &mut Values<'_>, bands: &[Band], supply: usize, squares: usize) {
    let (min, max) = (values.facts().min_players, values.facts().max_players);
    let mut last = 0;
    let mut uncovered = min;
    for (i, &Band { players: (low, high), .. }) in bands.iter().enumerate() {
        if low > high {
            let message = format!("the entry for {low} to {high} players is the wrong way round");
            values.problem(&SETUP, message).item(i).help("the smaller number comes first");
            return;
        }
        if low <= last {
            let message = format!(
                "the entry for {low} to {high} players begins before the one above it has ended, \
                 at {last}"
            );
            values
                .problem(&SETUP, message)
                .item(i)
                .help("write the entries in ascending order, each number of players once");
            return;
        }
        if low <= uncovered {
            uncovered = uncovered.max(high + 1);
        }
        last = high;
    }
    if uncovered <= max {
        let message = format!(
            "`hazard.setup` does not say how many daikaiju are placed with {uncovered} players"
        );
        let problem = values.problem(&SETUP, message).with("players.min").with("players.max");
        problem.help(format!("the entries have to cover {min} to {max} players"));
    }
    // Entries for more players than can play are allowed: a child rule set may leave its parent's
    // entries as they are.
    let mut played =
        bands.iter().enumerate().filter(|(_, band)| band.players.0 <= max && band.players.1 >= min);
    let too_many = |most: usize| move |(_, band): &(usize, &Band)| usize::from(band.place) > most;
    if let Some((i, &Band { players: (low, high), place })) = played.clone().find(too_many(squares))
    {
        let message = format!(
            "{place} daikaiju are to be placed with {low} to {high} players, but the dice can name \
             only {squares} different square{}",
            if squares == 1 { "" } else { "s" }
        );
        values.problem(&SETUP, message).item(i).with_own(&COLUMNS).with_own(&ROWS);
    } else if let Some((i, &Band { players: (low, high), place })) = played.find(too_many(supply)) {
        let message = format!(
            "{place} daikaiju are to be placed with {low} to {high} players, but there are only \
             {supply} tiles"
        );
        values.problem(&SETUP, message).item(i).with_own(&TILES);
    }
}

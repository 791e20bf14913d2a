//! A rule from outside the crate: whirlpools that wander over the board, with keys and a state of their own. Registered, it is in every
//! command of the program:
//!
//! ```text
//! cargo run --release --example custom_rule -- simulate examples/custom_rule.toml --games 1000
//! cargo run --release --example custom_rule -- play examples/custom_rule.toml
//! ```
//!
//! **What it changes.** Every so many turns one of the whirlpools closes, and opens again on an empty square before which no piece
//! stands. A path that ends before a whirlpool ends its piece.
//!
//! **Keys.** `count`: how many whirlpools; `every`: how many turns lie between two moves.
//!
//! **Example.** `examples/custom_rule.toml`.
//!
//! **Source.** Nowhere.

use serde::{Deserialize, Serialize};
use std::process::ExitCode;
use tsuro::board::{Content, Rotation, Square};
use tsuro::game::{
    Cause, Effect, EffectScene, Event, HazardRule, Key, KeyDefault, KeyWord, Monster, Rule, RuleContext, RuleFacts, Seat, ValueKind, Values,
};
use tsuro::rules::Registry;

fn main() -> ExitCode {
    tsuro::main_with(Registry::default().with_hazard::<Whirlpools>())
}

/// The rule: what the file says.
#[derive(Debug, Clone, Copy)]
pub struct Whirlpools {
    count: u8,
    every: u32,
}

/// What one game remembers: where each whirlpool is, or nothing for one that is not open. It is written into positions as JSON and read back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open(Vec<Option<Square>>);

impl Rule for Whirlpools {
    const NAME: &'static str = "whirlpools";
    const SUMMARY: &'static str = "whirlpools wander over the empty squares";
    // From these come the errors of files, the defaults, the reference, the schema and the hash.
    const KEYS: &'static [Key] = &[
        Key {
            name: "count",
            kind: ValueKind::Int { min: 1, max: 8 },
            default: KeyDefault::Toml("1"),
            rules: "",
            doc: "How many whirlpools there are",
        },
        Key {
            name: "every",
            kind: ValueKind::Int { min: 1, max: 100 },
            default: KeyDefault::Toml("4"),
            rules: "",
            doc: "One of them moves when the turn's number is a multiple of this",
        },
    ];

    // What `placement.avoid` may name in a file.
    const CAUSES: &'static [KeyWord] = &[KeyWord { name: "whirlpools/drowned", doc: "running into a whirlpool" }];

    fn build(values: &mut Values<'_>) -> Option<Self> {
        let (count, every) = (values.int("count"), values.int("every"));
        let squares = i64::from(values.facts().columns) * i64::from(values.facts().rows);
        if count * 4 > squares {
            values.problem("count", format!("{count} whirlpools leave no room on {squares} squares"));
        }
        // Ranges were checked by the key's kind.
        Some(Self { count: u8::try_from(count).ok()?, every: u32::try_from(every).ok()? })
    }

    // What it can do and how that shows: `rules check --deep` says what of it never happened.
    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let opened =
            |scene: &EffectScene<'_>| matches!(scene.event, Event::Rule { rule: Self::NAME, data } if data.get("whirlpool").is_some());
        vec![Effect { name: "opened", key: "every", rules: "", doc: "a whirlpool opens", shows: opened }]
    }
}

impl HazardRule for Whirlpools {
    type State = Open;

    fn start(&self, _seats: u8) -> Open {
        Open(vec![None; self.count.into()])
    }

    fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, open: &mut Open) {
        if !table.turn().is_multiple_of(self.every) {
            return;
        }
        let moves = (table.turn() / self.every) as usize % open.0.len();
        if let Some(square) = open.0[moves].take() {
            table.unblock(square);
        }
        let free: Vec<Square> = squares(table).filter(|&square| is_free(table, square)).collect();
        if free.is_empty() {
            return;
        }
        // Chance comes from the table, which writes it into the record: so a record can be replayed, and a game resumed.
        let picked = table.pick(Self::NAME, free.len() as u32);
        let square = free[picked as usize];
        table.block(square);
        open.0[moves] = Some(square);
        let data = serde_json::json!({ "whirlpool": moves, "square": square.to_string() });
        table.note(&Event::Rule { rule: Self::NAME, data: &data });
    }

    fn cause(&self) -> Cause {
        Cause::Rule("whirlpools/drowned")
    }

    // What stands on blocked squares is told by these three: pictures draw it, and positions block the squares again.
    fn monsters(&self, open: &Open) -> Vec<Monster> {
        let monster = |(tile, at): (u8, &Option<Square>)| at.map(|square| Monster { tile, square, facing: Rotation::NONE });
        (0u8..).zip(&open.0).filter_map(monster).collect()
    }

    fn supply(&self, open: &Open) -> Option<Vec<u8>> {
        Some((0u8..).zip(&open.0).filter(|(_, at)| at.is_none()).map(|(tile, _)| tile).collect())
    }

    fn set_monsters(&self, open: &mut Open, monsters: &[Monster], _supply: Option<&[u8]>) -> Result<(), String> {
        *open = self.start(0);
        for monster in monsters {
            let slot = open.0.get_mut(usize::from(monster.tile)).ok_or_else(|| format!("there is no whirlpool {}", monster.tile))?;
            if slot.replace(monster.square).is_some() {
                return Err(format!("whirlpool {} is named twice", monster.tile));
            }
        }
        Ok(())
    }

    // Everyone sees the water.
    fn view(&self, open: &Open, _seat: Option<Seat>) -> serde_json::Value {
        serde_json::json!(open.0)
    }
}

/// All squares of the board, row by row.
fn squares<T: RuleContext + ?Sized>(table: &T) -> impl Iterator<Item = Square> + use<T> {
    let (columns, rows) = (table.columns(), table.rows());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
}

/// Whether a whirlpool may open there.
fn is_free<T: RuleContext + ?Sized>(table: &T, square: Square) -> bool {
    table.content(square) == Content::Empty && table.facing(square).is_empty()
}

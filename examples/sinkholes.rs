//! A rule from outside the crate: sinkholes that wander over the board. It has keys and a state of
//! its own; once registered, it is part of every command of the program:
//!
//! ```text
//! cargo run --release --example sinkholes -- simulate examples/sinkholes.toml --games 1000
//! cargo run --release --example sinkholes -- play examples/sinkholes.toml
//! ```
//!
//! **What it changes.** Every few turns one of the sinkholes closes, and opens again on an empty
//! square that no piece faces. A piece whose path ends at a sinkhole is out.
//!
//! **Keys.** `count`: the number of sinkholes; `every`: how many turns pass from one move to the
//! next.
//!
//! **Example.** `examples/sinkholes.toml`.
//!
//! **Source.** Made up for this example.

use serde::{Deserialize, Serialize};
use std::process::ExitCode;
use tsuro::board::{Content, Rotation, Square};
use tsuro::game::{
    Cause, CauseDecl, ChanceDecl, Effect, EffectScene, Key, Look, LookColor, Own, PieceFace, Plan,
    Rule, RuleDecl, RuleEvent, RuleFacts, RuleKey, RulePhase, RulePiece, Seat, Setup, Supply,
    Table, TableView, Telling, Texts, Timing, Values,
};
use tsuro::rules::Registry;

fn main() -> ExitCode {
    tsuro_program::main_with(Registry::default().with(&SINKHOLES))
}

/// The rule, made from the keys in a rule-set file.
#[derive(Debug, Clone, Copy)]
pub struct Sinkholes {
    count: u8,
    every: u32,
}

/// The state of the rule in one game: the square of each sinkhole, or `None` for one that is not
/// open. Positions have it as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSinkholes(Vec<Option<Square>>);

/// Why a piece is out that runs into a sinkhole.
static SWALLOWED: CauseDecl = CauseDecl::new(
    "sinkholes/swallowed",
    "running into a sinkhole",
    Texts(&[("en", "swallowed by a sinkhole"), ("fr", "englouti dans un gouffre")]),
);

/// Which of the free squares sinks. The engine draws the number and writes it into the record, so
/// that the game can be replayed and resumed.
static SINKS: ChanceDecl = ChanceDecl::new(
    "sinkholes",
    Texts(&[("en", "the ground gives way"), ("fr", "le sol se dérobe")]),
);

/// How a sinkhole is drawn, and what it is called.
static SINKHOLE: Look =
    Look::new('◆', LookColor::Purple, Texts(&[("en", "a sinkhole"), ("fr", "un gouffre")]));

/// A sinkhole opens. Records have the event with these fields, and people are told of it by this
/// sentence.
static OPENED: RuleEvent<(u32, Square)> = RuleEvent::new(
    "sinkholes",
    &["sinkhole", "square"],
    &[Telling::always(Texts(&[
        ("en", "A sinkhole opens on {square}."),
        ("fr", "Un gouffre s’ouvre en {square}."),
    ]))],
);

/// The rule as files name it.
pub static SINKHOLES: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    "sinkholes",
    "sinkholes wander over the empty squares",
    &build,
)
// The parser of rule-set files, their errors, the reference and the JSON Schema are made from
// this list.
.keys(&[COUNT.decl(), EVERY.decl()])
.events(&[OPENED.decl()])
// The words that `placement.avoid` can name in a file, beside the words of the crate.
.causes(&[&SWALLOWED])
.chance(&[&SINKS])
.at(&[Timing::BeforePlacement]);

const COUNT: RuleKey<u8> =
    Key::number("count", 1..=8).default(1).means("How many sinkholes there are").typed();
const EVERY: RuleKey<u32> = Key::number("every", 1..=100)
    .default(4)
    .means("One of them moves when the turn's number is a multiple of this")
    .typed();

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let (count, every) = (values.get(&COUNT)?, values.get(&EVERY)?);
    let squares = u16::from(values.facts().columns()) * u16::from(values.facts().rows());
    if u16::from(count) * 4 > squares {
        values.problem(&COUNT, format!("{count} sinkholes leave no room on {squares} squares"));
    }
    Some(Box::new(Sinkholes { count, every }))
}

impl Rule for Sinkholes {
    fn decl(&self) -> &'static RuleDecl {
        &SINKHOLES
    }

    // What the rule can do, and which events show it: `rules check --deep` lists what never
    // happened.
    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let opened = |scene: &EffectScene<'_>| scene.event.is(&OPENED);
        vec![Effect::new("opened", "a sinkhole opens", opened).of_key(&EVERY)]
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(OpenSinkholes(vec![None; self.count.into()]))
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let open = own.get_mut::<OpenSinkholes>();
        if !table.turn().is_multiple_of(self.every) {
            return;
        }
        let moves = (table.turn() / self.every) as usize % open.0.len();
        if let Some(square) = open.0[moves].take() {
            table.unblock(square);
        }
        let free: Vec<Square> =
            squares(table.view()).filter(|&square| is_free(table.view(), square)).collect();
        if free.is_empty() {
            return;
        }
        let [picked, _] = table.chance(&SINKS.below(free.len() as u32));
        let square = free[picked as usize];
        table.block(square);
        open.0[moves] = Some(square);
        table.tell(&OPENED, (moves as u32, square));
    }

    fn plan(&self, plan: &mut Plan) {
        plan.cause_of_blocked.get_or_insert(Cause::Rule(&SWALLOWED));
    }

    // What stands on the blocked squares, and how it looks: pictures draw it, people are told of
    // it, and positions block the squares again.
    fn faces(&self) -> Vec<PieceFace> {
        vec![PieceFace::new(&SINKHOLE); self.count.into()]
    }

    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        let open = own.get::<OpenSinkholes>();
        for (number, at) in (0..).zip(&open.0) {
            if let Some(square) = *at {
                each(RulePiece::new(number, square, Rotation::NONE));
            }
        }
    }

    fn supply(&self, own: &Own) -> Option<Supply> {
        let open = own.get::<OpenSinkholes>();
        Some((0..).zip(&open.0).filter(|(_, at)| at.is_none()).map(|(number, _)| number).collect())
    }

    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        _supply: Option<&[u8]>,
    ) -> Result<(), String> {
        let open = own.get_mut::<OpenSinkholes>();
        open.0.fill(None);
        for piece in pieces {
            let slot = open
                .0
                .get_mut(usize::from(piece.tile))
                .ok_or_else(|| format!("there is no sinkhole {}", piece.tile))?;
            if slot.replace(piece.square).is_some() {
                return Err(format!("sinkhole {} is listed twice", piece.tile));
            }
        }
        Ok(())
    }

    // All players see the sinkholes.
    fn view(&self, own: &Own, _seat: Option<Seat>) -> serde_json::Value {
        let open = own.get::<OpenSinkholes>();
        serde_json::json!(open.0)
    }
}

/// All squares of the board, row by row.
fn squares(table: TableView<'_>) -> impl Iterator<Item = Square> + use<> {
    let (columns, rows) = (table.columns(), table.rows());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
}

/// Whether a sinkhole may open on this square.
fn is_free(table: TableView<'_>, square: Square) -> bool {
    table.content(square) == Content::Empty && table.facing(square).is_empty()
}

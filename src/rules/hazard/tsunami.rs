//! **What it changes.** Now and then a wave sweeps one line of the board, a column or a row: its
//! tiles go under the pile, the ships on them are lost, and daikaiju on it are removed (V12).
//!
//! **Keys.** `every`: how many turns there are from one wave to the next.
//!
//! **Example.** `[[hazard]]` `rule = "tsunami"` `every = 8`, as in `rulesets/storm-seas.toml`.
//!
//! **Source.** Our own.

use crate::board::{Content, Face, Square};
use crate::game::{
    Abilities, Cause, CauseDecl, ChanceDecl, CountDecl, Destination, Effect, Event, FieldValue,
    Key, KeySentence, Own, Progress, Rule, RuleDecl, RuleEvent, RuleFacts, RuleKey, RulePhase,
    SeatSet, Setup, Shown, Table, Telling, Texts, Timing,
};
use arrayvec::ArrayVec;

const NAME: &str = "tsunami";

/// The rule as files name it.
pub(crate) static TSUNAMI: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    NAME,
    "Now and then a wave sweeps one line of the board",
    &|values| Some(Box::new(Tsunami { every: values.get(&EVERY)? })),
)
.rulebook(Texts(&[("fr", "À intervalles réguliers, une vague balaie une ligne du plateau")]))
.keys(&[EVERY.decl()])
.events(&[CAME.decl()])
.causes(&[&SWEPT])
.counts(&[&NEXT])
.chance(&[&LINE])
.at(&[Timing::TurnBegins])
.abilities(Abilities::TAKES_TILES.and(Abilities::STRIKES));

const EVERY: RuleKey<u32> = Key::number("every", 2..=100)
    .default(8)
    .rule("V12")
    .means("How many turns there are from one wave to the next")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "It is {value} turns from one wave to the next."),
        ("fr", "Il y a {value} tours d’une vague à la suivante."),
    ]))])
    .typed();

/// Why a ship is out that stood on a tile that a wave swept away.
static SWEPT: CauseDecl = CauseDecl::new(
    "tsunami/swept",
    "standing on a tile that a wave sweeps away",
    Texts(&[("en", "swept away by a tsunami"), ("fr", "emporté par un tsunami")]),
)
.of_acts();

/// A wave sweeps a line: a column (`c`) or a row (`3`).
static CAME: RuleEvent<(&'static str,)> = RuleEvent::new(
    NAME,
    &["line"],
    &[Telling::always(Texts(&[
        ("en", "A tsunami sweeps line {line}."),
        ("fr", "Un tsunami balaie la ligne {line}."),
    ]))],
);

/// The line that a wave sweeps.
static LINE: ChanceDecl =
    ChanceDecl::new(NAME, Texts(&[("en", "a tsunami comes"), ("fr", "un tsunami arrive")]))
        .in_event(&CAME, &["line"]);

/// A wave now and then (V12).
#[derive(Debug)]
struct Tsunami {
    /// It comes in each turn whose number is a multiple of this, 2–100.
    every: u32,
}

/// The most squares in a line.
const LONGEST: usize = 16;

/// A line of the board: column 0 has number 0, and after the last column come the rows.
type Line = u8;

impl Tsunami {
    /// The squares of a line, from `a` or `1` on.
    fn squares(line: Line, columns: u8, rows: u8) -> impl Iterator<Item = Square> {
        let row = line.checked_sub(columns);
        (0..if row.is_some() { columns } else { rows }).map(move |at| {
            row.map_or_else(|| Square::masked(line, at), |row| Square::masked(at, row))
        })
    }

    /// Its name: the letter of a column or the number of a row.
    fn name(line: Line, columns: u8) -> &'static str {
        const NAMES: [[&str; LONGEST]; 2] = [
            ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"],
            ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"],
        ];
        let row = line.checked_sub(columns);
        NAMES[usize::from(row.is_some())][usize::from(row.unwrap_or(line))]
    }
}

/// The line that the wave of this turn sweeps, and how many of its squares it has searched for
/// daikaiju.
type Wave = Option<(Line, usize)>;

/// When the next wave comes.
static NEXT: CountDecl = CountDecl::new(
    "tsunami",
    Texts(&[("en", "tsunami in"), ("fr", "tsunami dans")]),
    Texts(&[
        ("en", "Turns until the next tsunami: {count}."),
        ("fr", "Tours jusqu’au prochain tsunami : {count}."),
    ]),
);

impl Rule for Tsunami {
    fn decl(&self) -> &'static RuleDecl {
        &TSUNAMI
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, doc, shows| Effect { name, key: EVERY.name(), rules: "V12", doc, shows };
        vec![
            by("came", "a wave sweeps a line of the board", |scene| scene.event.is(&CAME)),
            by("swept", "a wave takes a ship with its tile", |scene| {
                matches!(
                    scene.event, Event::Eliminated { cause, .. } if *cause == Cause::Rule(&SWEPT)
                )
            }),
        ]
    }

    /// No player is asked while a wave sweeps, so no position stands in the middle of it.
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(Wave::None)
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let wave = own.get_mut::<Wave>();
        *wave = None;
        if !table.turn().is_multiple_of(self.every) {
            return;
        }
        let (columns, rows) = (table.columns(), table.rows());
        let name = |_, line| FieldValue::Word(Self::name(line as Line, columns));
        let line = table.chance(&LINE.below(u32::from(columns) + u32::from(rows)).written_as(&name))
            [0] as Line;
        table.tell(&CAME, (Self::name(line, columns),));
        let mut tiles: ArrayVec<(Face, Square), LONGEST> = ArrayVec::new();
        let mut lost = SeatSet::EMPTY;
        for square in Self::squares(line, columns, rows) {
            if let Content::Tile(tile) = table.content(square) {
                tiles.push((tile.face(), square));
                lost = lost.or(table.standing_on(square));
            }
        }
        // Tiles of the same face stay in the order of the line: row by row from the top, or from
        // the left.
        tiles.sort_by_key(|tile| tile.0);
        for (_, square) in tiles {
            table.remove_tile(square, Destination::Pile);
        }
        lost.clockwise_from(table.active())
            .for_each(|seat| table.eliminate(seat, Cause::Rule(&SWEPT)));
        *wave = Some((line, 0));
    }

    /// Removes what stands on the line, once the lost ships are judged.
    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let wave = own.get_mut::<Wave>();
        let Some((line, searched)) = *wave else { return Progress::Done };
        let squares = Self::squares(line, table.columns(), table.rows()).enumerate().skip(searched);
        let Some((at, square)) =
            squares.into_iter().find(|&(_, square)| table.content(square) == Content::Blocked)
        else {
            *wave = None;
            return Progress::Done;
        };
        *wave = Some((line, at + 1));
        Progress::Strike(square)
    }

    fn shows(&self, _: &Own, turn: u32, each: &mut dyn FnMut(Shown)) {
        each(Shown::Table(&NEXT, self.every - turn % self.every));
    }
}

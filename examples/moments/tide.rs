//! A rule that shifts the board: now and then the tide takes the last tile of a row and lays it
//! before the first.

use tsuro::board::{Content, Square};
use tsuro::game::{
    Destination, Key, Own, Rule, RuleDecl, RuleEvent, RuleKey, RulePhase, Spot, Table, Telling,
    Texts, Timing,
};

static TURNS: RuleEvent<(u32,)> = RuleEvent::new(
    "tide",
    &["row"],
    &[Telling::always(Texts(&[
        ("en", "The tide shifts row {row}."),
        ("fr", "La marée décale la rangée {row}."),
    ]))],
);
const EVERY: RuleKey<u32> = Key::number("every", 2..=20)
    .default(3)
    .means("How many turns there are from one tide to the next")
    .typed();
pub static TIDE: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "tide", "the tide shifts a row now and then", &|values| {
        Some(Box::new(Tide(values.get(&EVERY)?)))
    })
    .keys(&[EVERY.decl()])
    .events(&[TURNS.decl()])
    .at(&[Timing::TurnEnds]);

#[derive(Debug)]
struct Tide(u32);

impl Rule for Tide {
    fn decl(&self) -> &'static RuleDecl {
        &TIDE
    }
    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let (columns, rows) = (table.columns(), table.rows());
        if !table.turn().is_multiple_of(self.0) {
            return;
        }
        let row = (table.turn() / self.0 % u32::from(rows)) as u8;
        table.tell(&TURNS, (u32::from(row) + 1,));
        // From the right: each tile moves one square on, if that is empty and no piece stands on
        // the tile.
        for column in (1..columns).rev() {
            let (from, to) = (Square::new(column - 1, row), Square::new(column, row));
            let Content::Tile(tile) = table.content(from) else { continue };
            if table.content(to) == Content::Empty && table.standing_on(from).is_empty() {
                table.remove_tile(from, Destination::Pile);
                table.lay(to, tile, Spot::PileBottom, "tide");
            }
        }
    }
}

//! A rule that forbids placements: nobody brings a piece to the middle of the board who can help it.

use tsuro::board::{Laid, Square};
use tsuro::game::{Consequence, Key, PlacementRule, PlacementTable, PlacementVerdict, Rule, Values};

/// The middle: the squares with at least `margin` squares between them and each side of the board.
#[derive(Debug)]
pub struct OpenMiddle {
    margin: u8,
    columns: u8,
    rows: u8,
}

impl Rule for OpenMiddle {
    const NAME: &'static str = "open-middle";
    const SUMMARY: &'static str = "no placement brings a piece to the middle of the board while there is another placement";
    const KEYS: &'static [Key] =
        &[Key::number("margin", 1..=7).default(2).means("How many squares there are between each side of the board and the middle")];

    fn build(values: &mut Values<'_>) -> Option<Self> {
        let (columns, rows) = (values.facts().columns(), values.facts().rows());
        let margin = u8::try_from(values.int("margin")).ok()?;
        if 2 * margin >= columns.min(rows) {
            let problem = values.problem("margin", format!("a margin of {margin} leaves no middle on {columns} × {rows} squares"));
            problem.with("board.columns").with("board.rows");
        }
        Some(Self { margin, columns, rows })
    }
}

impl PlacementRule for OpenMiddle {
    fn verdict(&self, _: &dyn PlacementTable, _: Laid, consequences: &[Consequence]) -> PlacementVerdict {
        let within = |at: u8, squares: u8| (self.margin..squares - self.margin).contains(&at);
        let middle = |square: Square| within(square.column(), self.columns) && within(square.row(), self.rows);
        let arrives = consequences.iter().filter_map(|consequence| consequence.to).any(|place| middle(place.square()));
        if arrives { PlacementVerdict::Avoided } else { PlacementVerdict::Allowed }
    }
}

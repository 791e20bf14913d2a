//! A rule that forbids placements: a player may not bring a piece to the middle of the board if it
//! has another placement.

use tsuro::board::{Laid, Square};
use tsuro::game::{
    Consequence, Key, Own, Rule, RuleDecl, RuleKey, RulePhase, TableView, Values, Verdict,
};

/// The middle: the squares with at least `margin` squares between them and each side of the board.
#[derive(Debug)]
pub struct OpenMiddle {
    margin: u8,
    columns: u8,
    rows: u8,
}

pub static OPEN_MIDDLE: RuleDecl = RuleDecl::new(
    RulePhase::Placement,
    "open-middle",
    "no placement brings a piece to the middle of the board while there is another placement",
    &build,
)
.keys(&[MARGIN.decl()]);

const MARGIN: RuleKey<u8> = Key::number("margin", 1..=7)
    .default(2)
    .means("How many squares there are between each side of the board and the middle")
    .typed();

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let (columns, rows) = (values.facts().columns(), values.facts().rows());
    let margin = values.get(&MARGIN)?;
    if 2 * margin >= columns.min(rows) {
        let problem = values.problem(
            &MARGIN,
            format!("a margin of {margin} leaves no middle on {columns} × {rows} squares"),
        );
        problem.with("board.columns").with("board.rows");
    }
    Some(Box::new(OpenMiddle { margin, columns, rows }))
}

impl Rule for OpenMiddle {
    fn decl(&self) -> &'static RuleDecl {
        &OPEN_MIDDLE
    }

    fn verdict(&self, _: TableView<'_>, _: &Own, _: Laid, consequences: &[Consequence]) -> Verdict {
        let within = |at: u8, squares: u8| (self.margin..squares - self.margin).contains(&at);
        let middle = |square: Square| {
            within(square.column(), self.columns) && within(square.row(), self.rows)
        };
        let arrives = consequences
            .iter()
            .filter_map(|consequence| consequence.to)
            .any(|place| middle(place.square()));
        if arrives { Verdict::Avoided } else { Verdict::Allowed }
    }
}

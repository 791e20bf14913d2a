//! A rule that hides squares: a fog in which each player sees only what is near the own piece.

use tsuro::board::Square;
use tsuro::game::{Abilities, Key, Own, Rule, RuleDecl, RuleKey, RulePhase, Seat, TableView};

pub static FOG: RuleDecl = RuleDecl::new(
    RulePhase::Rule,
    "fog",
    "each player sees only what is near the own piece",
    &|values| Some(Box::new(Fog { sees: values.get(&SEES)? })),
)
.keys(&[SEES.decl()])
.abilities(Abilities::HIDES);

const SEES: RuleKey<u8> = Key::number("sees", 1..=15)
    .default(1)
    .means("How many columns and rows away a player sees what lies on a square")
    .typed();

#[derive(Debug)]
struct Fog {
    sees: u8,
}

impl Rule for Fog {
    fn decl(&self) -> &'static RuleDecl {
        &FOG
    }
    /// A player who is out sees from where the piece was lost.
    fn hides(&self, table: TableView<'_>, _: &Own, seat: Seat, square: Square) -> bool {
        let from = table.place(seat).square();
        square.column().abs_diff(from.column()).max(square.row().abs_diff(from.row())) > self.sees
    }
}

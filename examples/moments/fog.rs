//! A rule that hides squares: a fog in which each player sees only what is near the own piece.

use tsuro::board::Square;
use tsuro::game::{Abilities, Key, Own, Rule, RuleDecl, RulePhase, Seat, TableView, Values};

pub static FOG: RuleDecl = RuleDecl::new(RulePhase::Rule, "fog", "each player sees only what is near the own piece", &build)
    .keys(&[Key::number("sees", 1..=15).default(1).means("How many columns and rows away a player sees what lies on a square")])
    .abilities(Abilities::HIDES);

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    Some(Box::new(Fog { sees: u8::try_from(values.int("sees")).ok()? }))
}

#[derive(Debug)]
struct Fog {
    sees: u8,
}

impl Rule for Fog {
    fn decl(&self) -> &'static RuleDecl {
        &FOG
    }
    /// Whoever is out sees from where the piece was lost.
    fn hides(&self, table: TableView<'_>, _: &Own, seat: Seat, square: Square) -> bool {
        let from = table.place(seat).square();
        square.column().abs_diff(from.column()).max(square.row().abs_diff(from.row())) > self.sees
    }
}

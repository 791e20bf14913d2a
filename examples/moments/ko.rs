//! A rule with memory and a verdict: a player may not lay the face again that was laid last, as
//! long as it has another.

use tsuro::board::{Content, Laid};
use tsuro::game::{
    Abilities, Consequence, Own, Rule, RuleDecl, RulePhase, Setup, Table, TableView, Timing,
    Verdict,
};

pub static KO: RuleDecl = RuleDecl::new(
    RulePhase::Placement,
    "ko",
    "no face is laid twice in a row, nor its neighbour",
    &|_| Some(Box::new(Ko)),
)
.at(&[Timing::AfterPlacement])
.abilities(Abilities::FORBIDS);

#[derive(Debug)]
struct Ko;

/// The face that was laid last.
type Last = Option<u8>;

impl Rule for Ko {
    fn decl(&self) -> &'static RuleDecl {
        &KO
    }
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(Last::None)
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        if let Some(Content::Tile(tile)) = table.last_laid().map(|square| table.content(square)) {
            *own.get_mut() = Last::Some(tile.face().number());
        }
    }
    fn verdict(&self, _: TableView<'_>, own: &Own, tile: Laid, _: &[Consequence]) -> Verdict {
        // Classic has each face once, so the next number counts as well.
        let is_near = own.get::<Last>().is_some_and(|last| last.abs_diff(tile.face().number()) < 2);
        if is_near { Verdict::Avoided } else { Verdict::Allowed }
    }
}

//! A token with a look: the player who lays a tile in the middle takes the lantern, and all see
//! where it burns.

use tsuro::board::Square;
use tsuro::game::{
    Abilities, Look, LookColor, Own, Rule, RuleDecl, RuleEvent, RulePhase, Seat, Setup, Shown,
    SquareMark, Table, Telling, Texts, Timing,
};

static BURNS: Look =
    Look::new('L', LookColor::Gold, Texts(&[("en", "the lantern"), ("fr", "la lanterne")]));
static TAKEN: RuleEvent<(Seat, Square)> = RuleEvent::new(
    "lantern",
    &["player", "square"],
    &[Telling::always(Texts(&[
        ("en", "{player} lights the lantern on {square}."),
        ("fr", "{player} allume la lanterne en {square}."),
    ]))],
);
pub static LANTERN: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "lantern", "a lantern is handed on", &|_| {
        Some(Box::new(Lantern))
    })
    .events(&[TAKEN.decl()])
    .marks(&[&BURNS])
    .at(&[Timing::AfterPlacement])
    .abilities(Abilities::NONE);

#[derive(Debug)]
struct Lantern;

/// Who holds it, and the square that the piece of its holder faced then.
type Holder = Option<(u8, Square)>;

impl Rule for Lantern {
    fn decl(&self) -> &'static RuleDecl {
        &LANTERN
    }
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(Holder::None)
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let (active, middle) = (table.active(), table.columns() / 2);
        let in_the_middle =
            table.last_laid().is_some_and(|square| square.column().abs_diff(middle) < 2);
        if in_the_middle && table.alive().contains(active) {
            let square = table.place(active).square();
            *own.get_mut() = Holder::Some((active.number(), square));
            table.tell(&TAKEN, (active, square));
        }
    }
    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        if let Some((_, square)) = *own.get::<Holder>() {
            each(Shown::Mark(SquareMark::new(square, &BURNS)));
        }
    }
}

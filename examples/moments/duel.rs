//! A rule that hears which pieces meet: they duel, and the winner starts again.

use tsuro::game::{
    Abilities, ChanceDecl, Own, Rule, RuleDecl, RuleEvent, RulePhase, Seat, Table, Telling, Texts,
    Timing,
};

static THROWS: ChanceDecl =
    ChanceDecl::new("duel", Texts(&[("en", "a duel is decided"), ("fr", "un duel est tranché")]));
static WON: RuleEvent<(Seat, Seat)> = RuleEvent::new(
    "duel",
    &["winner", "loser"],
    &[Telling::always(Texts(&[
        ("en", "{winner} wins the duel with {loser}."),
        ("fr", "{winner} gagne le duel avec {loser}."),
    ]))],
);
pub static DUEL: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "duel", "of two pieces that meet one starts again", &|_| {
        Some(Box::new(Duel))
    })
    .events(&[WON.decl()])
    .chance(&[&THROWS])
    .at(&[Timing::Met])
    .abilities(Abilities::MOVES_PIECES);

#[derive(Debug)]
struct Duel;

impl Rule for Duel {
    fn decl(&self) -> &'static RuleDecl {
        &DUEL
    }
    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        for seat in table.falling().clockwise_from(table.active()) {
            let others = table.met(seat).iter().filter(|&other| other > seat);
            others.for_each(|other| duel(table, [seat, other]));
        }
    }
}

/// Lets one of two start again, if a start mark is free, and neither has started again by now.
fn duel(table: &mut Table<'_>, pair: [Seat; 2]) {
    let both_fall = pair.iter().all(|&seat| table.falling().contains(seat));
    if let Some(&mark) = table.free_marks(pair[0]).first().filter(|_| both_fall) {
        let [first, _] = table.chance(&THROWS.below(2));
        let [winner, loser] = if first == 0 { pair } else { [pair[1], pair[0]] };
        table.tell(&WON, (winner, loser));
        table.save(winner, mark, "duel");
    }
}

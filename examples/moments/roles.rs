//! A rule with roles that are dealt in secret: each seat hunts another, and wins with those left
//! when its quarry is out.

use serde_json::{Value, json};
use tsuro::game::{
    Abilities, ChanceDecl, Ending, Occasion, Outcome, OutcomeDecl, Own, Rng, Rule, RuleDecl,
    RulePhase, Seat, SeatSet, Setup, Table, TableView, Texts, Timing,
};

static ROLE: ChanceDecl =
    ChanceDecl::new("roles", Texts(&[("en", "a role is dealt"), ("fr", "un rôle est distribué")]))
        .seen_by_one_seat();
static CAUGHT: OutcomeDecl = OutcomeDecl::new(
    "roles/caught",
    Texts(&[
        ("en", "A quarry is out. Won: {who}."),
        ("fr", "Une proie est sortie. Victoire : {who}."),
    ]),
);
pub static ROLES: RuleDecl =
    RuleDecl::new(RulePhase::Score, "roles", "each hunts another, in secret", &|_| {
        Some(Box::new(Roles))
    })
    .chance(&[&ROLE])
    .at(&[Timing::SetUp])
    .abilities(Abilities::ENDS);

#[derive(Debug)]
struct Roles;

/// How many seats clockwise each seat's quarry sits.
type Quarries = Vec<u8>;

impl Rule for Roles {
    fn decl(&self) -> &'static RuleDecl {
        &ROLES
    }
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new::<Quarries>(vec![1; setup.seats.into()])
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        for (seat, quarry) in (0..).map(Seat::new).zip(own.get_mut::<Quarries>()) {
            *quarry =
                1 + table.chance(&ROLE.below(u32::from(table.seats()) - 1).seen_by(seat))[0] as u8;
        }
    }
    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let quarry = |seat: Seat| {
            Seat::new((seat.number() + own.get::<Quarries>()[seat.index()]) % table.seats())
        };
        let lucky: SeatSet =
            table.alive().iter().filter(|&seat| table.fallen().contains(quarry(seat))).collect();
        let is_over = table.alive().len() < 2
            || occasion == Occasion::TurnEnd && table.tiles_are_gone()
            || table.board_is_full();
        if lucky.is_empty() {
            return is_over.then(|| Ending::new(table.alive(), Outcome::Shared));
        }
        Some(Ending::new(lucky, Outcome::Rule(&CAUGHT)))
    }
    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        seat.map_or(Value::Null, |seat| json!({ "quarry": own.get::<Quarries>()[seat.index()] }))
    }
    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        let quarries = own.get_mut::<Quarries>();
        let others = quarries.len() as u32 - 1;
        let unseen = quarries.iter_mut().enumerate().filter(|(other, _)| *other != seat.index());
        unseen.for_each(|(_, quarry)| *quarry = 1 + rng.below(others) as u8);
    }
}

//! Truce (V14): in the first rounds, a player may not put another player out if it has another
//! placement.
//!
//! **What it changes.** While the turn's number is at most `rounds` × seats, a placement that puts
//! a piece of another seat out is not legal as long as one is left that does not. It is asked last,
//! among the placements that the keys of `[placement]` leave (C3, S13).
//!
//! **Keys.** `rounds`.
//!
//! **Example.** `[placement]` `rule = "truce"`, `rounds = 3`.

use crate::board::Laid;
use crate::game::{
    Abilities, Consequence, Key, KeySentence, Own, Rule, RuleDecl, RuleKey, RulePhase, TableView,
    Texts, Verdict,
};

/// The rule as files name it.
pub(crate) static TRUCE: RuleDecl = RuleDecl::new(
    RulePhase::Placement,
    "truce",
    "In the first rounds, no placement puts another player out while there is one that does not",
    &|values| Some(Box::new(Truce { rounds: values.get(&ROUNDS)? })),
)
.rulebook(Texts(&[(
    "fr",
    "Pendant les premiers tours de table, aucun placement n’élimine un \
     autre joueur tant qu’un placement l’évite",
)]))
.keys(&[ROUNDS.decl()])
.abilities(Abilities::FORBIDS);

const ROUNDS: RuleKey<u32> = Key::number("rounds", 1..=5)
    .default(2)
    .rule("V14")
    .means("For how many rounds there is a truce")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "The truce lasts {value} rounds."),
        ("fr", "La trêve dure {value} tours de table."),
    ]))])
    .typed();

/// The truce of the first rounds (V14).
#[derive(Debug)]
struct Truce {
    rounds: u32,
}

impl Rule for Truce {
    fn decl(&self) -> &'static RuleDecl {
        &TRUCE
    }

    fn verdict(
        &self,
        table: TableView<'_>,
        _: &Own,
        _: Laid,
        consequences: &[Consequence],
    ) -> Verdict {
        let lasts = table.turn() <= self.rounds * u32::from(table.seats());
        let puts_out = |consequence: &Consequence| {
            consequence.cause.is_some() && consequence.player != table.active()
        };
        if lasts && consequences.iter().any(puts_out) { Verdict::Avoided } else { Verdict::Allowed }
    }
}

//! **What it changes.** The players try to outlast all daikaiju: the game ends as soon as there is
//! none on the board nor in the supply, and the live players win. Otherwise it ends when no player
//! is left (W6).
//!
//! **Keys.** None of its own. It needs `hazard.removed = "game"`, so that daikaiju can leave the
//! game.
//!
//! **Example.** `[score]` `rule = "outlast"` with `[hazard]` `removed = "game"`, as in
//! `rulesets/solo-seas.toml`.
//!
//! **Source.** The publisher's variant of *Tsuro of the Seas* for one, as others report it.

use super::endings::ends;
use crate::game::{
    Abilities, CountDecl, Effect, Ending, HelpDecl, Need, Occasion, Outcome, Own, PieceCount, Plan,
    Rule, RuleDecl, RuleFacts, RulePhase, SeatSet, Setup, Shown, TableView, Texts,
};
use crate::rules::hazard::names;

const NAME: &str = "outlast";

/// The rule as files name it.
pub(crate) static OUTLAST: RuleDecl =
    RuleDecl::new(RulePhase::Score, NAME, "The game is won by outlasting all daikaiju", &|_| {
        Some(Box::new(Outlast))
    })
    .rulebook(Texts(&[("fr", "On gagne en survivant à tous les daïkaijus")]))
    .needs(&[
        Need::rule(RulePhase::Hazard, names::PIECES, "the game is about outlasting them"),
        Need::value(
            RulePhase::Hazard,
            names::PIECES,
            names::OUT_OF_THE_GAME,
            "daikaiju that come back are never outlasted",
        ),
    ])
    .help(HELP)
    .counts(&[&LEFT])
    .abilities(Abilities::ENDS.and(Abilities::COUNTS_PIECES));

/// How many daikaiju are left.
static LEFT: CountDecl = CountDecl::new(
    "left",
    Texts(&[("en", "daikaiju left"), ("fr", "daïkaijus restants")]),
    Texts(&[
        ("en", "Daikaiju left in the game: {count}."),
        ("fr", "Daïkaijus restant en jeu : {count}."),
    ]),
);

const HELP: &[HelpDecl] = &[HelpDecl::new(
    Texts(&[("en", "Outlasting the daikaiju"), ("fr", "Survivre aux daïkaijus")]),
    Texts(&[
        (
            "en",
            "Daikaiju that leave the board or are destroyed are out of the game. As soon as none \
             is left on the board or in the \
             supply, all who are still alive win. If nobody is left before that, the daikaiju win. \
             The score is the number of \
             daikaiju that are out of the game. Without tiles you pass; the game goes on.",
        ),
        (
            "fr",
            "Les daïkaijus qui quittent le plateau ou sont détruits sont hors du jeu. Dès qu’il \
             n’en reste ni sur le plateau ni dans \
             la réserve, tous ceux qui sont encore en vie gagnent. S’il ne reste personne avant \
             cela, les daïkaijus gagnent. Le score \
             est le nombre de daïkaijus hors du jeu. Sans tuile, on passe ; la partie continue.",
        ),
    ]),
)];

/// Outlasting all daikaiju (W6).
#[derive(Debug)]
struct Outlast;

impl Rule for Outlast {
    fn decl(&self) -> &'static RuleDecl {
        &OUTLAST
    }

    fn plan(&self, plan: &mut Plan) {
        plan.together = true;
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, doc, shows| Effect { name, key: "", rules: "W6", doc, shows };
        vec![
            by("outlasted", "no daikaiju is left, and pieces are alive", |scene| {
                ends(scene, Outcome::Score) && !scene.alive.is_empty()
            }),
            by("nobody-left", "no piece is left", |scene| {
                ends(scene, Outcome::Score) && scene.alive.is_empty()
            }),
        ]
    }

    /// Positions say in fields of their own which daikaiju are left.
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(PieceCount::default())
    }

    fn count_pieces(&self, own: &mut Own, pieces: PieceCount) -> bool {
        let count = own.get_mut::<PieceCount>();
        let last_is_gone = pieces.in_play == 0 && count.in_play > 0;
        *count = pieces;
        last_is_gone
    }

    /// Neither the end of the tiles nor a full board ends the game (C11).
    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let alive = table.alive();
        if own.get::<PieceCount>().in_play == 0 {
            return Some(Ending::new(alive, Outcome::Score));
        }
        match occasion {
            _ if alive.is_empty() => Some(Ending::new(SeatSet::EMPTY, Outcome::Score)),
            Occasion::TurnLimit => Some(Ending::at_turn_limit(alive)),
            _ => None,
        }
    }

    fn scores(&self, table: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        Some(vec![own.get::<PieceCount>().out().into(); table.seats().into()])
    }

    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        each(Shown::Table(&LEFT, own.get::<PieceCount>().in_play));
    }
}

//! **What it changes.** The seats play in teams, and the last team with a piece on the board wins
//! (V9). Neighbours at the table are in different teams: seat by seat, the teams take turns.
//!
//! **Keys.** `teams`: how many teams there are; `end.tie-break` as under `last-standing`.
//!
//! **Example.** `[score]` `rule = "last-team"` `teams = 2`, as in `rulesets/teams.toml`.
//!
//! **Source.** Our own.

use super::endings::ends;
use crate::game::{
    Abilities, Effect, EffectScene, Ending, Event, Key, KeySentence, Occasion, Outcome, Own, Plan,
    Rule, RuleDecl, RuleFacts, RuleKey, RulePhase, Seat, SeatSet, TableView, Texts, Values,
};

/// The rule as files name it.
pub(crate) static LAST_TEAM: RuleDecl = RuleDecl::new(
    RulePhase::Score,
    "last-team",
    "The last team with a piece on the board wins",
    &build,
)
.rulebook(Texts(&[("fr", "La dernière équipe qui a un pion sur le plateau gagne")]))
.keys(&[TEAMS.decl()])
.abilities(Abilities::ENDS.and(Abilities::TEAMS).and(Abilities::BREAKS_TIES));

const TEAMS: RuleKey<u8> = Key::number("teams", 2..=8)
    .default(2)
    .rule("V9")
    .means("How many teams there are; neighbours at the table are in different ones")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "The players are in {value} teams; neighbours at the table are in different ones."),
        (
            "fr",
            "Les joueurs forment {value} équipes ; les voisins de table sont \
            dans des équipes différentes.",
        ),
    ]))])
    .typed();

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let teams = values.get(&TEAMS)?;
    let facts = values.facts();
    let bounds = [("players.min", facts.min_players), ("players.max", facts.max_players)];
    for (key, players) in bounds {
        if players % teams != 0 {
            let problem = values.problem(
                &TEAMS,
                format!("{players} players cannot be divided into {teams} teams of the same size"),
            );
            problem.with(key).help(format!("choose a multiple of {teams} for {key}"));
        }
    }
    Some(Box::new(LastTeam { teams }))
}

/// The last team on the board wins (V9).
#[derive(Debug, Clone, Copy)]
struct LastTeam {
    /// How many teams there are, 2–8.
    teams: u8,
}

impl LastTeam {
    /// All seats of the teams that have a seat in `some`.
    fn teams_of(self, some: SeatSet, seats: u8) -> SeatSet {
        let team = |seat: Seat| seat.number() % self.teams;
        SeatSet::first(seats)
            .iter()
            .filter(|&seat| some.iter().any(|one| team(one) == team(seat)))
            .collect()
    }

    /// How many teams have a seat in `some`.
    fn count(self, some: SeatSet) -> usize {
        (0..self.teams)
            .filter(|&team| some.iter().any(|seat| seat.number() % self.teams == team))
            .count()
    }
}

impl Rule for LastTeam {
    fn decl(&self) -> &'static RuleDecl {
        &LAST_TEAM
    }

    fn plan(&self, plan: &mut Plan) {
        plan.teams = self.teams;
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        let by = |name, key, rules, doc, shows| Effect { name, key, rules, doc, shows };
        let mut effects = vec![
            by("last-team", TEAMS.name(), "V9", "the last team on the board wins", |scene| {
                ends(scene, Outcome::LastTeam)
            }),
            by(
                "tie",
                TEAMS.name(),
                "V9",
                "the last of several teams go at once, and tie",
                |scene| ends(scene, Outcome::Tie),
            ),
            by(
                "shared",
                "",
                "V9, C10, T9",
                "several teams are left when the tiles are gone or the board is full, and share \
                 the win",
                |scene| ends(scene, Outcome::Shared),
            ),
        ];
        if facts.max_players > self.teams {
            effects.push(by(
                "dead-win",
                TEAMS.name(),
                "V9",
                "a player wins who was eliminated before",
                dead_wins,
            ));
        }
        effects
    }

    fn ending(&self, table: TableView<'_>, _: &Own, occasion: Occasion) -> Option<Ending> {
        let alive = table.alive();
        let (of, outcome) = match occasion {
            Occasion::TurnLimit => (alive, Outcome::TurnLimit),
            _ if alive.is_empty() => {
                let last = table.last_to_fall(occasion);
                let is_won = last != table.fallen() && self.count(last) == 1;
                (last, if is_won { Outcome::LastTeam } else { Outcome::Tie })
            }
            Occasion::Placement | Occasion::Act if self.count(alive) == 1 => {
                (alive, Outcome::LastTeam)
            }
            Occasion::TurnEnd if table.tiles_are_gone() || table.board_is_full() => {
                (alive, Outcome::Shared)
            }
            _ => return None,
        };
        Some(Ending::new(self.teams_of(of, table.seats()), outcome))
    }
}

/// Whether a seat wins that is not alive.
fn dead_wins(scene: &EffectScene<'_>) -> bool {
    matches!(
        scene.event,
        Event::End { ending, .. }
            if !ending.winners.without(scene.alive).is_empty() && ending.outcome != Outcome::Tie
    )
}

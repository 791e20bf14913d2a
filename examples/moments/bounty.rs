//! A rule that hears of losses and scores: a point for each piece that one's placement puts out.
//! Most points win.

use tsuro::game::{
    Abilities, Effect, EffectScene, Ending, Event, Occasion, Outcome, Own, Rule, RuleDecl,
    RuleFacts, RulePhase, Seat, SeatSet, Setup, Table, TableView, Timing,
};

pub static BOUNTY: RuleDecl = RuleDecl::new(
    RulePhase::Score,
    "bounty",
    "a point for each piece put out; most points win",
    &|_| Some(Box::new(Bounty)),
)
.at(&[Timing::Loss])
.abilities(Abilities::ENDS);

#[derive(Debug)]
struct Bounty;

impl Rule for Bounty {
    fn decl(&self) -> &'static RuleDecl {
        &BOUNTY
    }
    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let ends = |scene: &EffectScene<'_>| {
            matches!(
                scene.event, Event::End { ending, .. } if ending.outcome == Outcome::Score
            )
        };
        vec![Effect::new("counted", "the points decide", ends)]
    }
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::unsaved(vec![0_i64; setup.seats.into()])
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let others = table.falling().without(SeatSet::only(table.active()));
        own.get_mut::<Vec<i64>>()[table.active().index()] += i64::from(others.len());
    }
    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let points = own.get::<Vec<i64>>();
        let is_over = match occasion {
            Occasion::TurnEnd => {
                table.alive().len() < 2 || table.tiles_are_gone() || table.board_is_full()
            }
            Occasion::TurnLimit => true,
            _ => table.alive().is_empty(),
        };
        let best = points.iter().max().copied();
        let winners = (0..table.seats())
            .map(Seat::new)
            .filter(|seat| points.get(seat.index()).copied() == best)
            .collect();
        is_over.then_some(Ending::new(winners, Outcome::Score))
    }
    fn scores(&self, _: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        Some(own.get::<Vec<i64>>().clone())
    }
    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        own.get::<Vec<i64>>().get(seat.index()).copied()
    }
    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        own.get_mut::<Vec<i64>>().copy_from_slice(scores);
        true
    }
}

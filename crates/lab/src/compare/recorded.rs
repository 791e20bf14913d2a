//! Games that were not played here but recorded, such as those of people, beside games of bots: the
//! same facts, sums and findings, made of each record by playing it again.

use super::batch::Batch;
use super::plan::{ExperimentPlan, PlanSide, PlanTable};
use super::play;
use super::tally::{Blocks, Tally};
use crate::metrics::{Collector, DecisionCounts, Family, GameFacts};
use std::cell::RefCell;
use tsuro::game::{Event, RuleSet as _, Sink, StopAtDecision, WatchedDeciders};
use tsuro::record::{GameRecord, RecordHead, Script, ScriptFollower};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// The name of the players at a table of recorded games, where others have the names of bots.
const PEOPLE: &str = "people";

/// Recorded games with the same rules and number of players.
#[derive(Debug)]
pub struct RecordedGames {
    /// One side and one table: what was measured.
    pub plan: ExperimentPlan,
    /// The sums; each game is a block.
    pub tally: Tally,
}

/// A sink for two.
struct Both<'a, A, B>(&'a mut A, &'a mut B);

impl<A: Sink, B: Sink> Sink for Both<'_, A, B> {
    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
        self.1.event(event);
    }
}

/// The facts of a recorded game that was [replayed](tsuro::record::Replayer) to its end before;
/// `None` if the record does not follow.
pub fn recorded_facts(head: &RecordHead, game: &GameRecord) -> Option<GameFacts> {
    let script = RefCell::new(Script::new(&game.lines, game.first_line));
    let mut luck = ScriptFollower::new(&script, head.luck());
    let mut judge = ScriptFollower::new(&script, ());
    let mut decisions = ScriptFollower::new(&script, StopAtDecision);
    let mut counts = DecisionCounts::default();
    let mut deciders = WatchedDeciders::new(&mut decisions, &mut counts);
    let mut collector = Collector::<true>::new(head.seats());
    let facts = with_rules!(head.variant.rules(), |rules| {
        collector.clear(rules.basics().grid().shape());
        let mut sink = Both(&mut judge, &mut collector);
        let played = play::play_game(rules, head.seats(), &mut deciders, &mut luck, &mut sink);
        let (state, ending) = played.ok()?;
        collector.finish(rules, &state, ending)
    });
    counts.add_to(facts);
    script.borrow().mismatch().is_none().then(|| facts.clone())
}

/// Whether the metrics of a family can be computed from records. Skill, luck and tension need games
/// that are played again with other players or other luck, or a search in every turn.
pub const fn is_recorded(family: Family) -> bool {
    !matches!(family, Family::Skill | Family::Luck | Family::Tension)
}

impl RecordedGames {
    /// Sums up games of `players` players under a rule set, in the order in which they are given;
    /// families that are not [recorded](is_recorded) are left out.
    pub fn new(variant: &Variant, players: u8, games: &[GameFacts], families: &[Family]) -> Self {
        let known = families.iter().filter(|family| is_recorded(**family));
        let plan = ExperimentPlan {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            sides: vec![PlanSide::new(variant)],
            tables: vec![PlanTable { players, bots: PEOPLE.to_owned(), skill_only: false }],
            seed: String::new(),
            unpaired: true,
            families: known.map(|family| family.name().to_owned()).collect(),
            iterations: None,
        };
        let (mut tally, mut batch) = (Tally::new(&plan), Batch::new(1, 1));
        for (block, facts) in (0..).zip(games) {
            batch.push(0, facts.clone());
            batch.end_block(block);
        }
        batch.add_to(&mut tally.tables[0], &plan.columns(&plan.tables[0]));
        tally.blocks = Blocks::range(0..games.len() as u64);
        Self { plan, tally }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.tally.blocks.count()
    }
}

/// Recorded games beside games of bots with the same rules and number of players.
#[derive(Debug, Clone, Copy)]
pub struct RecordedPair<'a> {
    /// The plan of the games of bots, of one rule set.
    pub plan: &'a ExperimentPlan,
    /// Their sums.
    pub tally: &'a Tally,
    /// The recorded games.
    pub recorded: &'a RecordedGames,
}

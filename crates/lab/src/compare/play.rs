//! Plays the blocks of an experiment on many threads. Sums are whole numbers, so it does not matter
//! which thread played what.

use super::batch::Batch;
use super::luck::{LuckKind, SplitDeciders};
use super::plan::{Column, ExperimentPlan, Seating, TableError};
use super::tally::{Blocks, REPLAYED, Tally, group_of, is_covered, is_detailed};
use super::tension::Valuer;
use crate::GameCounter;
use crate::metrics::{Collector, DecisionCounts, Family, GameFacts, MetricNeed};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tsuro::bots::{BadChoice, BotError, BotSpec, BotTable, Host};
use tsuro::game::{
    Chance, Deciders, Ending, GameSeed, Luck, RuleSet, RunSeed, Seat, Sink, State, Uniform,
    WatchedDeciders, deal_and_play, table,
};
use tsuro::record::Coverage;
use tsuro::ruleset::Variant;
use tsuro::with_rules;
use tsuro_parallel::Jobs;

/// The largest turn limit that random players reach at once; games with a larger one may have to be
/// interrupted.
const LONG: u32 = 100_000;

/// The stop flag of blocks that are not interrupted.
static NEVER: AtomicBool = AtomicBool::new(false);

/// An experiment ready to be played: a plan with its compiled rule sets and its bots.
#[derive(Debug)]
pub struct Experiment<'a> {
    plan: &'a ExperimentPlan,
    variants: Vec<&'a Variant>,
    tables: Vec<TableSetup>,
}

/// A table of the plan with everything that is needed to play at it.
#[derive(Debug)]
struct TableSetup {
    players: u8,
    seating: Seating,
    /// The bots by side, arrangement and seat.
    bots: Vec<Vec<Vec<BotSpec>>>,
    columns: Vec<Column>,
    needs: MetricNeed,
    /// Whether the coverage of the rules is followed.
    has_coverage: bool,
    /// Whether blocks are replayed to measure luck.
    has_replays: bool,
    /// The number of iterations with which positions are valued, if they are.
    search: Option<u32>,
}

/// A bot broke a rule in a game. The game counts as an error, and its block is left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("block {block}, {rules}, {players} players: {choice}")]
pub struct BlockError {
    /// The number of the block.
    pub block: u64,
    /// The name of the rule set.
    pub rules: String,
    /// The number of players.
    pub players: u8,
    /// What the bot did.
    pub choice: BadChoice,
}

impl<'a> Experiment<'a> {
    /// Prepares the tables of a plan; `variants` are its rule sets, in its order.
    ///
    /// # Errors
    /// A table that cannot be played.
    pub fn new(plan: &'a ExperimentPlan, variants: Vec<&'a Variant>) -> Result<Self, TableError> {
        Self::with_given(plan, variants, |_, _, _| None)
    }

    /// As [`Experiment::new`], with bots that the plan names and the caller
    /// [gives](BotSpec::given): `given` makes that of a side, a number of players and a name. If one
    /// of them breaks a rule, no more blocks are played.
    ///
    /// # Errors
    /// A table that cannot be played, or a bot that is not given.
    pub fn with_given(
        plan: &'a ExperimentPlan,
        variants: Vec<&'a Variant>,
        given: impl Fn(usize, u8, &str) -> Option<BotSpec>,
    ) -> Result<Self, TableError> {
        Self::prepare(plan, variants, |side, players, bot| match bot.missing_name() {
            Some(name) => given(side, players, name)
                .ok_or(TableError::Bot(BotError::Outside { bot: bot.info().name })),
            None => Ok(bot.with_file(None)?),
        })
    }

    /// As [`Experiment::new`], with bots whose files of values `host` reads.
    ///
    /// # Errors
    /// A table that cannot be played, or a file that cannot be used or has changed since the plan
    /// was made.
    pub fn on_host(
        plan: &'a ExperimentPlan,
        variants: Vec<&'a Variant>,
        host: &Arc<dyn Host>,
    ) -> Result<Self, TableError> {
        Self::prepare(plan, variants, |_, _, bot| match bot.missing_name() {
            Some(_) => Err(TableError::Bot(BotError::Outside { bot: bot.info().name })),
            None => Ok(bot.with_file(Some(host))?),
        })
    }

    /// Prepares the tables, with what `make` makes of the bot of a plan for a side and a number of
    /// players.
    fn prepare(
        plan: &'a ExperimentPlan,
        variants: Vec<&'a Variant>,
        make: impl Fn(usize, u8, &BotSpec) -> Result<BotSpec, TableError>,
    ) -> Result<Self, TableError> {
        let prepare = |table: &super::PlanTable| {
            let seating = table.seating()?;
            let of_side = |side: usize| {
                let seats = |bots: &Vec<BotSpec>| {
                    bots.iter().map(|bot| make(side, table.players, bot)).collect()
                };
                seating.arrangements.iter().map(seats).collect::<Result<Vec<Vec<_>>, TableError>>()
            };
            let bots = (0..variants.len()).map(of_side).collect::<Result<_, _>>()?;
            Ok::<_, TableError>(TableSetup {
                players: table.players,
                seating,
                bots,
                columns: plan.columns(table),
                needs: plan.needs(table),
                has_coverage: plan.has_coverage(table),
                search: plan
                    .iterations
                    .filter(|_| plan.has_family(Family::Tension) && !table.skill_only),
                has_replays: plan.has_family(Family::Luck) && !table.skill_only,
            })
        };
        let tables = plan.tables.iter().map(prepare).collect::<Result<_, _>>()?;
        Ok(Self { plan, variants, tables })
    }

    /// The plan of the experiment.
    pub fn plan(&self) -> &'a ExperimentPlan {
        self.plan
    }

    /// Number of games in a block, on all sides and at all tables, without replays.
    pub fn games_a_block(&self) -> u64 {
        self.tables.iter().map(|table| table.seating.arrangements.len() as u64).sum::<u64>()
            * self.variants.len() as u64
    }

    /// The least number of blocks for each thread with which starting threads and adding up sums
    /// cost little beside playing.
    pub fn stride(&self) -> u64 {
        if self.is_fast() { 1 << 15 } else { 32 }
    }

    /// Whether all players play at random, and no positions are valued.
    fn is_fast(&self) -> bool {
        self.tables.iter().all(|table| table.seating.is_random && table.search.is_none())
    }

    /// Whether a block may take so long that stopping the run has to interrupt it: where bots
    /// think, and where games may be endless.
    fn is_slow(&self) -> bool {
        let is_long = |variant: &&Variant| {
            with_rules!(variant.rules(), |rules| rules.basics().turn_limit() > LONG)
        };
        !self.is_fast() || self.variants.iter().any(is_long)
    }

    /// Plays blocks on `threads` threads until done or asked to stop; the blocks that were played
    /// are then the first of the range. Returns the sums, and the first broken rule, if there was
    /// one.
    pub fn play(
        &self,
        blocks: Range<u64>,
        threads: usize,
        progress: &GameCounter,
    ) -> (Tally, Option<BlockError>) {
        if self.is_slow() {
            self.play_in_order(blocks, threads, progress)
        } else {
            self.play_by_thread(blocks, threads, progress)
        }
    }

    /// Plays blocks with separate sums for every few of them, so that an interrupted block can be
    /// left out with all blocks after it.
    fn play_in_order(
        &self,
        blocks: Range<u64>,
        threads: usize,
        progress: &GameCounter,
    ) -> (Tally, Option<BlockError>) {
        let (mut tally, mut error, mut end) = (Tally::new(self.plan), None, blocks.start);
        let searches = |table: &TableSetup| {
            table.search.is_some()
                || table.seating.arrangements.iter().flatten().any(BotSpec::searches)
        };
        let is_given = |bot: &BotSpec| bot.missing_name().is_some();
        let has_given = self
            .tables
            .iter()
            .any(|table| table.seating.arrangements.iter().flatten().any(is_given));
        // Sums for each block cost nothing beside a search.
        let chunk = if self.tables.iter().any(searches) { 1 } else { 8 };
        let play = |(): &mut (), number: u64| {
            let mut worker = Worker::new(self, &progress.stop);
            let to = worker.play_chunk(&blocks, number, chunk, progress);
            if worker.was_stopped { None } else { Some((to, worker.finish())) }
        };
        let jobs = Jobs::new(blocks.end.saturating_sub(blocks.start).div_ceil(chunk), threads)
            .stopped_by(&progress.stop);
        jobs.in_order(
            || (),
            play,
            |played| {
                let Some((to, (part, found))) = played else { return ControlFlow::Break(()) };
                tally.merge(&part);
                error = error.take().or(found);
                end = to;
                if has_given && error.is_some() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        tally.blocks = Blocks::range(blocks.start..end);
        (tally, error)
    }

    /// Plays blocks with sums for each thread. Blocks that were begun are finished.
    fn play_by_thread(
        &self,
        blocks: Range<u64>,
        threads: usize,
        progress: &GameCounter,
    ) -> (Tally, Option<BlockError>) {
        let chunk = 32;
        let play = |worker: &mut Worker<'_>, number: u64| {
            worker.play_chunk(&blocks, number, chunk, progress);
        };
        let jobs = Jobs::new(blocks.end.saturating_sub(blocks.start).div_ceil(chunk), threads)
            .stopped_by(&progress.stop);
        let (done, results) = jobs.fold(|| Worker::new(self, &NEVER), play, Worker::finish);
        let mut tally = Tally::new(self.plan);
        let mut error: Option<BlockError> = None;
        for (part, found) in results {
            tally.merge(&part);
            if let Some(found) = found
                && error.as_ref().is_none_or(|known| found.block < known.block)
            {
                error = Some(found);
            }
        }
        // The last chunk may be shorter than the others.
        let end = blocks.start.saturating_add(done.saturating_mul(chunk)).min(blocks.end);
        tally.blocks = Blocks::range(blocks.start..end);
        (tally, error)
    }
}

/// What one thread plays with, and its sums.
struct Worker<'a> {
    experiment: &'a Experiment<'a>,
    /// The luck of each side; the same for all unless the experiment is unpaired.
    luck: Vec<RunSeed>,
    /// The new luck of replays for each side.
    replay_luck: Vec<RunSeed>,
    tally: Tally,
    error: Option<BlockError>,
    /// The collectors of each table.
    collectors: Vec<TableCollectors>,
    /// For each table, the games that are not in the sums yet.
    batches: Vec<Batch>,
    /// A flag that interrupts play.
    stop: &'a AtomicBool,
    /// Whether play was interrupted; the sums mean nothing then.
    was_stopped: bool,
}

/// The collectors for games at one table.
struct TableCollectors {
    basic: Collector<false>,
    detail: Collector<true>,
    /// The coverage of the rules on each side.
    coverage: Vec<Coverage>,
}

impl<'a> Worker<'a> {
    fn new(experiment: &'a Experiment<'a>, stop: &'a AtomicBool) -> Self {
        let plan = experiment.plan;
        let seed = |suffix: String| RunSeed::new(&(plan.seed.clone() + suffix.as_str()));
        let has_own_luck = |side: usize| plan.unpaired && side > 0;
        let luck = |side: usize| {
            seed(if has_own_luck(side) { format!("\nside {side}") } else { String::new() })
        };
        let replay_luck = |side: usize| {
            seed(if has_own_luck(side) { format!("\nagain {side}") } else { "\nagain".to_owned() })
        };
        let sides = 0..plan.sides.len();
        Self {
            experiment,
            luck: sides.clone().map(luck).collect(),
            replay_luck: sides.map(replay_luck).collect(),
            tally: Tally::new(plan),
            error: None,
            collectors: experiment
                .tables
                .iter()
                .map(|table| TableCollectors::new(table.players, &experiment.variants))
                .collect(),
            batches: experiment
                .tables
                .iter()
                .map(|table| Batch::new(plan.sides.len(), table.seating.arrangements.len()))
                .collect(),
            stop,
            was_stopped: false,
        }
    }

    /// Looks whether play is to be interrupted, and remembers it.
    fn check_stop(&mut self) -> bool {
        self.was_stopped |= self.stop.load(Ordering::Relaxed);
        self.was_stopped
    }

    /// Plays chunk `number` of some blocks, each of which has `size` blocks and the last what is
    /// left. Returns the block after it.
    fn play_chunk(
        &mut self,
        blocks: &Range<u64>,
        number: u64,
        size: u64,
        progress: &GameCounter,
    ) -> u64 {
        let from = blocks.start + number * size;
        let to = from + size.min(blocks.end - from);
        self.play(from..to);
        if !self.was_stopped {
            progress
                .games
                .fetch_add((to - from) * self.experiment.games_a_block(), Ordering::Relaxed);
        }
        to
    }

    /// Plays blocks at all tables.
    fn play(&mut self, blocks: Range<u64>) {
        for (index, table) in self.experiment.tables.iter().enumerate() {
            for block in blocks.clone() {
                if self.play_block(index, block) {
                    self.batches[index].end_block(block);
                    if table.has_replays && block.is_multiple_of(REPLAYED) {
                        self.replay_block(index, block);
                    }
                } else {
                    self.batches[index].drop_block();
                }
            }
            self.batches[index].add_to(&mut self.tally.tables[index], &table.columns);
        }
    }

    /// Plays the games of a block at one table. Returns whether all bots kept to the rules and play
    /// was not interrupted.
    fn play_block(&mut self, index: usize, block: u64) -> bool {
        let table = &self.experiment.tables[index];
        let mut clean = true;
        for (side, variant) in self.experiment.variants.iter().enumerate() {
            let seed = self.luck[side].game(block);
            for arrangement in 0..table.seating.arrangements.len() {
                if self.check_stop() {
                    return false;
                }
                let game = BlockGame { table, arrangement, side, block, seed, stop: self.stop };
                match with_rules!(variant.rules(), |rules| game
                    .play(rules, &mut self.collectors[index]))
                {
                    Ok(facts) => self.batches[index].push(side, facts),
                    Err(_) if self.check_stop() => return false,
                    Err(choice) => {
                        clean = false;
                        self.tally.tables[index].sides[side].errors += 1;
                        if self.error.as_ref().is_none_or(|known| block < known.block) {
                            let (rules, players) = (variant.name().to_owned(), table.players);
                            self.error = Some(BlockError { block, rules, players, choice });
                        }
                    }
                }
            }
        }
        clean
    }

    /// The sums with the coverage of the rules, and the first broken rule.
    fn finish(mut self) -> (Tally, Option<BlockError>) {
        for (table, collectors) in self.tally.tables.iter_mut().zip(&self.collectors) {
            for (side, coverage) in table
                .sides
                .iter_mut()
                .zip(&collectors.coverage)
                .filter(|(_, coverage)| coverage.games() > 0)
            {
                side.listened = coverage.games();
                side.fired = coverage.points().iter().map(|point| point.games).collect();
            }
        }
        (self.tally, self.error)
    }

    /// Replays the first arrangement of a block, once for each kind of luck, which is kept.
    fn replay_block(&mut self, index: usize, block: u64) {
        let table = &self.experiment.tables[index];
        for (side, variant) in self.experiment.variants.iter().enumerate() {
            let seeds = (self.luck[side].game(block), self.replay_luck[side].game(block));
            let (stop, collector) = (self.stop, &mut self.collectors[index].basic);
            let replays = LuckKind::ALL.map(|kind| {
                with_rules!(variant.rules(), |rules| replay_game(
                    rules,
                    (table, side),
                    kind,
                    seeds,
                    stop,
                    collector
                ))
            });
            if replays.iter().any(Result::is_err) && self.check_stop() {
                return;
            }
            if let ([Ok(deck), Ok(dice), Ok(start)], Some(game)) =
                (replays, self.batches[index].first_of_last_block(side))
            {
                let luck = &mut self.tally.tables[index].sides[side].groups[group_of(block)].luck;
                let has_dice = deck.1 || dice.1 || start.1;
                luck.add(&wins_by_seat(game), &[deck.0, dice.0, start.0], has_dice);
            }
        }
    }
}

/// The wins of each seat, in units of 1/[`WIN`](crate::metrics::WIN).
fn wins_by_seat(facts: &GameFacts) -> Vec<i64> {
    (0..facts.seats).map(|seat| facts.win(Seat::new(seat))).collect()
}

impl TableCollectors {
    fn new(players: u8, variants: &[&Variant]) -> Self {
        let coverage = variants.iter().map(|variant| Coverage::new(variant)).collect();
        Self { basic: Collector::new(players), detail: Collector::new(players), coverage }
    }
}

/// One game of a block.
struct BlockGame<'a> {
    table: &'a TableSetup,
    arrangement: usize,
    side: usize,
    block: u64,
    seed: GameSeed,
    stop: &'a AtomicBool,
}

impl BlockGame<'_> {
    /// Plays the game, and collects as much of it as the table needs.
    fn play<R: RuleSet>(
        &self,
        rules: &R,
        collectors: &mut TableCollectors,
    ) -> Result<GameFacts, BadChoice> {
        let TableSetup { players, seating, bots, needs, has_coverage, .. } = self.table;
        let (players, seed) = (*players, self.seed);
        let covered = has_coverage.then_some(self.side);
        let bots = || bot_table(&bots[self.side][self.arrangement], seed, self.stop);
        let mut facts = if let Some(iterations) = self.table.search {
            let (mut bots, mut valuer) =
                (bots(), Valuer::new(players, iterations, seed, self.stop));
            let mut valued = WatchedDeciders::new(&mut bots, &mut valuer);
            let mut facts =
                play_counting_choices(rules, players, &mut valued, seed, collectors, covered)?;
            facts.tension = valuer.tension(facts.winners);
            facts
        } else if !seating.is_random {
            // Counting costs nothing beside bots that think.
            play_counting_choices(rules, players, &mut bots(), seed, collectors, covered)?
        } else if *needs == MetricNeed::Choices && is_detailed(self.block) {
            let covered = covered.filter(|_| is_covered(self.block));
            let Ok(facts) = play_counting_choices(
                rules,
                players,
                &mut Uniform(seed),
                seed,
                collectors,
                covered,
            );
            facts
        } else if *needs == MetricNeed::Detail && is_detailed(self.block) {
            let Ok(facts) =
                play_collecting(rules, players, &mut Uniform(seed), seed, &mut collectors.detail);
            facts
        } else {
            let Ok(facts) =
                play_collecting(rules, players, &mut Uniform(seed), seed, &mut collectors.basic);
            facts
        };
        facts.strong = seating.strong[self.arrangement];
        Ok(facts)
    }
}

/// The bots of one arrangement at a table.
fn bot_table<'a>(bots: &[BotSpec], seed: GameSeed, stop: &'a AtomicBool) -> BotTable<'a> {
    BotTable::new(bots.iter().map(BotSpec::make).collect(), seed).stopped_by(stop)
}

/// Plays a game and returns its final state.
pub(super) fn play_game<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink>(
    rules: &R,
    players: u8,
    deciders: &mut D,
    luck: &mut C,
    sink: &mut S,
) -> Result<(State<R>, Ending), D::Stop> {
    let mut state = table(rules, players);
    let ending = deal_and_play(rules, &mut state, deciders, luck, sink)?;
    Ok((state, ending))
}

/// Plays a game and collects its facts.
fn play_collecting<R: RuleSet, D: Deciders<R>, const DETAIL: bool>(
    rules: &R,
    players: u8,
    deciders: &mut D,
    seed: GameSeed,
    collector: &mut Collector<DETAIL>,
) -> Result<GameFacts, D::Stop> {
    collector.clear(rules.basics().grid().shape());
    let (state, ending) = play_game(rules, players, deciders, &mut Luck(seed), collector)?;
    Ok(collector.finish(rules, &state, ending).clone())
}

/// Plays a game, collects its facts and counts its choices. `covered` is the side whose coverage is
/// followed as well.
fn play_counting_choices<R: RuleSet, D: Deciders<R>>(
    rules: &R,
    players: u8,
    deciders: &mut D,
    seed: GameSeed,
    collectors: &mut TableCollectors,
    covered: Option<usize>,
) -> Result<GameFacts, D::Stop> {
    let TableCollectors { detail, coverage, .. } = collectors;
    let mut counts = DecisionCounts::default();
    let mut counted = WatchedDeciders::new(deciders, &mut counts);
    let mut facts = match covered {
        None => play_collecting(rules, players, &mut counted, seed, detail)?,
        Some(side) => play_collecting(
            rules,
            players,
            &mut WatchedDeciders::new(&mut counted, &mut coverage[side]),
            seed,
            detail,
        )?,
    };
    counts.add_to(&mut facts);
    Ok(facts)
}

/// Replays a game, whose luck is `kept` for one kind and `new` for the others. Returns the wins of
/// each seat, and whether the rules asked for dice.
fn replay_game<R: RuleSet>(
    rules: &R,
    (table, side): (&TableSetup, usize),
    kind: LuckKind,
    (kept, new): (GameSeed, GameSeed),
    stop: &AtomicBool,
    collector: &mut Collector<false>,
) -> Result<(Vec<i64>, bool), BadChoice> {
    let mut luck = kind.luck(kept, new);
    let start = kind.seed(LuckKind::Start, kept, new);
    collector.clear(rules.basics().grid().shape());
    if table.seating.is_random {
        let mut deciders = SplitDeciders { start: Uniform(start), rest: Uniform(new) };
        let Ok((state, ending)) =
            play_game(rules, table.players, &mut deciders, &mut luck, collector);
        return Ok((wins_by_seat(collector.finish(rules, &state, ending)), luck.has_dice));
    }
    let bots = |seed| bot_table(&table.bots[side][0], seed, stop);
    let mut deciders = SplitDeciders { start: bots(start), rest: bots(new) };
    let (state, ending) = play_game(rules, table.players, &mut deciders, &mut luck, collector)?;
    Ok((wins_by_seat(collector.finish(rules, &state, ending)), luck.has_dice))
}

#[cfg(test)]
mod tests {
    use super::super::PlanSide;
    use super::*;
    use tsuro::game::{Onlooker, Phase, RuleSet, RunSeed, SeatSet, View, WatchedDeciders};
    use tsuro::rules::{AnyRules, Registry};

    /// Looks for a kingmaker among all placements, by what each does to every piece.
    #[derive(Default)]
    struct KingmakerJudge {
        is_found: bool,
    }

    impl<R: RuleSet> Onlooker<R> for KingmakerJudge {
        fn before_decision(&mut self, view: &View<'_, R>) {
            let see = view.observation(Some(view.core().decider()));
            if see.phase() != Phase::Place || see.alive().len() < 3 {
                return;
            }
            let eliminated = |tile| {
                let all = see.consequences(tile);
                all.iter().filter(|one| one.cause.is_some()).map(|one| one.player).collect()
            };
            let sets: Vec<SeatSet> = see.legal().into_iter().map(eliminated).collect();
            let is_doomed = sets.iter().all(|set| set.contains(see.decider()));
            self.is_found |= is_doomed && sets.iter().any(|set| *set != sets[0]);
        }
    }

    #[test]
    fn kingmakers_are_found_where_all_consequences_show_them() {
        let mut found = [0; 2];
        for (name, seats) in [("classic", 3), ("classic", 6), ("luxury", 4)] {
            let variant = Variant::load(name, &tsuro::ruleset::BuiltIns, &Registry::default());
            let variant = variant.unwrap();
            let AnyRules::Small(rules) = variant.rules() else { panic!("{name} is small") };
            let mut collector = Collector::<false>::new(seats);
            for game in 0..150 {
                let seed = RunSeed::new("kings").game(game);
                let (mut counts, mut judge) =
                    (DecisionCounts::default(), KingmakerJudge::default());
                let mut deciders = Uniform(seed);
                let mut counted = WatchedDeciders::new(&mut deciders, &mut counts);
                let mut judged = WatchedDeciders::new(&mut counted, &mut judge);
                let Ok(mut facts) =
                    play_collecting(rules, seats, &mut judged, seed, &mut collector);
                counts.add_to(&mut facts);
                assert_eq!(facts.kingmade == 1, judge.is_found, "{name}, game {game}");
                found[usize::from(judge.is_found)] += 1;
            }
        }
        assert!(found[0] > 50 && found[1] > 20, "{found:?}");
    }

    #[test]
    fn a_policy_that_a_plan_names_has_to_be_given_before_it_plays() {
        let variant = Variant::load("classic", &tsuro::ruleset::BuiltIns, &Registry::default());
        let variant = variant.unwrap();
        let tiers = ["greedy", "greedy+policy:own"].map(str::to_owned);
        let sides = vec![PlanSide::new(&variant)];
        let plan =
            ExperimentPlan::new(sides, &[2], &tiers, "given".into(), false, &[Family::Outcome])
                .unwrap();
        let missing = Experiment::new(&plan, vec![&variant]).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "policy cannot play here: it needs the program that brings it along"
        );
        // Among bots of the list, it counts as the strongest.
        assert_eq!(plan.tables[1].seating().unwrap().strong[0], SeatSet::only(Seat::new(1)));
        let experiment = Experiment::with_given(&plan, vec![&variant], |side, players, name| {
            assert_eq!((side, players, name), (0, 2, "own"));
            BotSpec::parse("greedy").ok()
        });
        let (tally, broken) = experiment.unwrap().play(0..20, 2, &GameCounter::default());
        assert_eq!((tally.blocks.count(), broken), (20, None));
    }
}

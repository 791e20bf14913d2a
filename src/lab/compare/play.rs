//! Playing blocks on many threads. Each thread keeps sums of its own; they are whole numbers, so it does not matter who played what.

use super::batch::Batch;
use super::luck::{HeldLuck, SplitDeciders};
use super::plan::{Column, Plan, Seating, TableError};
use super::tally::{Blocks, REPLAYED, Tally, group, is_detailed, is_listened_to};
use super::tension::Valuer;
use crate::bots::{BadChoice, BotSpec, BotTable};
use crate::game::{
    Chance, Deciders, Ending, GameSeed, Luck, RuleSet, RunSeed, Seat, Sink, State, Uniform, WatchedDeciders, deal_and_play, table,
};
use crate::lab::Progress;
use crate::lab::metrics::{Collector, DecisionCounts, Family, GameFacts, Needs};
use crate::parallel::Jobs;
use crate::record::Coverage;
use crate::ruleset::Variant;
use crate::with_rules;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

/// A turn limit that random players reach in a moment.
const LONG: u32 = 100_000;

/// An experiment ready to be played: the plan, with its rule sets compiled and its bots found.
#[derive(Debug)]
pub struct Experiment<'a> {
    plan: &'a Plan,
    variants: Vec<&'a Variant>,
    tables: Vec<TableSetup>,
}

#[derive(Debug)]
struct TableSetup {
    players: u8,
    seating: Seating,
    columns: Vec<Column>,
    needs: Needs,
    /// Whether what comes into play is listened to.
    covers: bool,
    replays: bool,
    /// With how many iterations positions are valued, if they are.
    search: Option<u32>,
}

/// A bot broke a rule. The game is counted as an error, and its block left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("block {block}, {rules}, {players} players: {choice}")]
pub struct BlockError {
    /// The block.
    pub block: u64,
    /// The rule set's name.
    pub rules: String,
    /// Seats.
    pub players: u8,
    /// What it did.
    pub choice: BadChoice,
}

impl<'a> Experiment<'a> {
    /// Prepares the tables of a plan; `variants` are its sides.
    ///
    /// # Errors
    /// A tier that cannot be played.
    pub fn new(plan: &'a Plan, variants: Vec<&'a Variant>) -> Result<Self, TableError> {
        let prepare = |table: &super::PlanTable| {
            Ok::<_, TableError>(TableSetup {
                players: table.players,
                seating: table.seating()?,
                columns: plan.columns(table),
                needs: plan.needs(table),
                covers: plan.covers(table),
                search: plan.iterations.filter(|_| plan.wants(Family::Tension) && !table.skill_only),
                replays: plan.wants(Family::Luck) && !table.skill_only,
            })
        };
        Ok(Self { plan, variants, tables: plan.tables.iter().map(prepare).collect::<Result<_, _>>()? })
    }

    /// The plan.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Games that a block plays, on all sides and at all tables; those played again are not counted.
    pub fn games_a_block(&self) -> u64 {
        self.tables.iter().map(|table| table.seating.arrangements.len() as u64).sum::<u64>() * self.variants.len() as u64
    }

    /// Blocks that a thread should be given at least, for what it takes to begin and to add up to be little beside them.
    pub fn stride(&self) -> u64 {
        if self.is_fast() { 1 << 15 } else { 32 }
    }

    fn is_fast(&self) -> bool {
        self.tables.iter().all(|table| table.seating.random && table.search.is_none())
    }

    /// Whether blocks may take so long that they have to be broken off when the run is stopped: where bots think, and where games may be endless.
    fn is_slow(&self) -> bool {
        let is_long = |variant: &&Variant| with_rules!(variant.rules(), |rules| rules.basics().turn_limit > LONG);
        !self.is_fast() || self.variants.iter().any(is_long)
    }

    /// Plays blocks on so many threads, until done or asked to stop: then the blocks played are the first of the range. Gives the sums, and the
    /// first broken rule, if there was one.
    pub fn play(&self, blocks: Range<u64>, threads: usize, progress: &Progress) -> (Tally, Option<BlockError>) {
        if self.is_slow() { self.play_apart(blocks, threads, progress) } else { self.play_together(blocks, threads, progress) }
    }

    /// Plays blocks with sums for a few of them, so that those that are broken off can be left out with all after them.
    fn play_apart(&self, blocks: Range<u64>, threads: usize, progress: &Progress) -> (Tally, Option<BlockError>) {
        let (mut tally, mut error, mut end) = (Tally::new(self.plan), None, blocks.start);
        let searches = |table: &TableSetup| table.search.is_some() || table.seating.arrangements.iter().flatten().any(BotSpec::searches);
        // Beside a search, sums of its own for each block are nothing.
        let chunk = if self.tables.iter().any(searches) { 1 } else { 8 };
        let play = |(): &mut (), number: u64| {
            let from = blocks.start + number * chunk;
            let to = from + chunk.min(blocks.end - from);
            let mut worker = Worker::new(self, Some(&progress.stop));
            worker.play(from..to);
            if worker.broken_off {
                return None;
            }
            progress.games.fetch_add((to - from) * self.games_a_block(), Ordering::Relaxed);
            Some((to, worker.finish()))
        };
        let jobs = Jobs::new(blocks.end.saturating_sub(blocks.start).div_ceil(chunk), threads).stopped_by(&progress.stop);
        jobs.in_order(
            || (),
            play,
            |played| {
                let Some((to, (part, found))) = played else { return ControlFlow::Break(()) };
                tally.merge(&part);
                error = error.take().or(found);
                end = to;
                ControlFlow::Continue(())
            },
        );
        tally.blocks = Blocks::range(blocks.start..end);
        (tally, error)
    }

    /// Plays blocks with sums for each thread. What was begun is finished.
    fn play_together(&self, blocks: Range<u64>, threads: usize, progress: &Progress) -> (Tally, Option<BlockError>) {
        let chunk = if self.is_fast() { 32 } else { 1 };
        let chunks = blocks.end.saturating_sub(blocks.start).div_ceil(chunk);
        let play = |worker: &mut Worker<'_>, number: u64| {
            let from = blocks.start + number * chunk;
            let to = from + chunk.min(blocks.end - from);
            worker.play(from..to);
            progress.games.fetch_add((to - from) * self.games_a_block(), Ordering::Relaxed);
        };
        let jobs = Jobs::new(chunks, threads).stopped_by(&progress.stop);
        let (done, results) = jobs.fold(|| Worker::new(self, None), play, Worker::finish);
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

/// One thread's sums and tools.
struct Worker<'a> {
    experiment: &'a Experiment<'a>,
    own: RunSeed,
    /// Luck for the other sides of an unpaired experiment.
    others: Vec<RunSeed>,
    /// Luck for games that are played again.
    again: RunSeed,
    tally: Tally,
    error: Option<BlockError>,
    tools: Vec<TableCollectors>,
    /// Games that are not yet in the sums, by table.
    batches: Vec<Batch>,
    /// Set to break off what is being played.
    stop: Option<&'a AtomicBool>,
    /// Whether it was: then the sums mean nothing.
    broken_off: bool,
}

/// Collectors for one table.
struct TableCollectors {
    plain: Collector<false>,
    detail: Collector<true>,
    /// What comes into play, by side.
    coverage: Vec<Coverage>,
}

impl<'a> Worker<'a> {
    fn new(experiment: &'a Experiment<'a>, stop: Option<&'a AtomicBool>) -> Self {
        let plan = experiment.plan;
        let own = RunSeed::new(&plan.seed);
        let other = |side: usize| if plan.unpaired && side > 0 { RunSeed::new(&format!("{}\nside {side}", plan.seed)) } else { own };
        Self {
            experiment,
            own,
            others: (0..plan.sides.len()).map(other).collect(),
            again: RunSeed::new(&format!("{}\nagain", plan.seed)),
            tally: Tally::new(plan),
            error: None,
            tools: experiment.tables.iter().map(|table| TableCollectors::new(table.players, &experiment.variants)).collect(),
            batches: experiment.tables.iter().map(|table| Batch::new(plan.sides.len(), table.seating.arrangements.len())).collect(),
            stop,
            broken_off: false,
        }
    }

    /// Whether what is being played is broken off, which is noted.
    fn is_stopped(&mut self) -> bool {
        self.broken_off |= self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.broken_off
    }

    /// Plays blocks at all tables.
    fn play(&mut self, blocks: Range<u64>) {
        for (index, table) in self.experiment.tables.iter().enumerate() {
            for block in blocks.clone() {
                if self.block(index, block) {
                    self.batches[index].keep(block);
                    if table.replays && block.is_multiple_of(REPLAYED) {
                        self.replay(index, block);
                    }
                } else {
                    self.batches[index].forget();
                }
            }
            self.batches[index].add_to(&mut self.tally.tables[index], &table.columns);
        }
    }

    /// Plays the games of a block at one table. Says whether all bots kept to the rules.
    fn block(&mut self, index: usize, block: u64) -> bool {
        let table = &self.experiment.tables[index];
        let mut clean = true;
        for (side, variant) in self.experiment.variants.iter().enumerate() {
            let seed = self.others[side].game(block);
            for arrangement in 0..table.seating.arrangements.len() {
                if self.is_stopped() {
                    return false;
                }
                let game = BlockGame { table, arrangement, side, block, seed, stop: self.stop };
                match with_rules!(variant.rules(), |rules| game.play(rules, &mut self.tools[index])) {
                    Ok(facts) => self.batches[index].push(side, facts),
                    Err(_) if self.is_stopped() => return false,
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

    /// The sums, with what came into play.
    fn finish(mut self) -> (Tally, Option<BlockError>) {
        for (table, tools) in self.tally.tables.iter_mut().zip(&self.tools) {
            for (side, coverage) in table.sides.iter_mut().zip(&tools.coverage).filter(|(_, coverage)| coverage.games() > 0) {
                side.listened = coverage.games();
                side.fired = coverage.points().iter().map(|point| point.games).collect();
            }
        }
        (self.tally, self.error)
    }

    /// Plays the first arrangement of a block again, with each kind of luck held fast.
    fn replay(&mut self, index: usize, block: u64) {
        let table = &self.experiment.tables[index];
        for (side, variant) in self.experiment.variants.iter().enumerate() {
            let held = self.others[side].game(block);
            // The same new luck on all sides, unless each has its own.
            let run = if self.others[side] == self.own {
                self.again
            } else {
                RunSeed::new(&format!("{}\nagain {side}", self.experiment.plan.seed))
            };
            let new = run.game(block);
            let (stop, collector) = (self.stop, &mut self.tools[index].plain);
            let again =
                HeldLuck::ALL.map(|kind| with_rules!(variant.rules(), |rules| again(rules, table, kind, (held, new), stop, collector)));
            if again.iter().any(Result::is_err) && self.is_stopped() {
                return;
            }
            if let ([Ok(deck), Ok(dice), Ok(start)], Some(played)) = (again, self.batches[index].last(side)) {
                let wins = wins(played);
                self.tally.tables[index].sides[side].groups[group(block)].luck.add(&wins, &[deck, dice, start]);
            }
        }
    }
}

fn wins(facts: &GameFacts) -> Vec<i64> {
    (0..facts.seats).map(|seat| facts.win(Seat::new(seat))).collect()
}

impl TableCollectors {
    fn new(players: u8, variants: &[&Variant]) -> Self {
        let coverage = variants.iter().map(|variant| Coverage::new(variant)).collect();
        Self { plain: Collector::new(players), detail: Collector::new(players), coverage }
    }
}

/// One game of a block.
struct BlockGame<'a> {
    table: &'a TableSetup,
    arrangement: usize,
    side: usize,
    block: u64,
    seed: GameSeed,
    stop: Option<&'a AtomicBool>,
}

impl BlockGame<'_> {
    /// Plays it, and collects as much as the table needs.
    fn play<R: RuleSet>(&self, rules: &R, tools: &mut TableCollectors) -> Result<GameFacts, BadChoice> {
        let TableSetup { players, seating, needs, covers, .. } = self.table;
        let (players, seed) = (*players, self.seed);
        let bots = || seated(&seating.arrangements[self.arrangement], seed, self.stop);
        let mut facts = if let Some(iterations) = self.table.search {
            let (mut bots, mut valuer) = (bots(), Valuer::new(players, iterations, seed, self.stop));
            let mut valued = WatchedDeciders::new(&mut bots, &mut valuer);
            let mut facts = watched(rules, players, &mut valued, seed, tools, covers.then_some(self.side))?;
            facts.tension = valuer.tension(facts.winners);
            facts
        } else if !seating.random {
            // Beside what bots cost, counting costs nothing.
            watched(rules, players, &mut bots(), seed, tools, covers.then_some(self.side))?
        } else if *needs == Needs::Choices && is_detailed(self.block) {
            let side = (*covers && is_listened_to(self.block)).then_some(self.side);
            watched(rules, players, &mut Uniform(seed), seed, tools, side).unwrap_or_else(|never| match never {})
        } else if *needs == Needs::Detail && is_detailed(self.block) {
            listened(rules, players, &mut Uniform(seed), seed, &mut tools.detail).unwrap_or_else(|never| match never {})
        } else {
            listened(rules, players, &mut Uniform(seed), seed, &mut tools.plain).unwrap_or_else(|never| match never {})
        };
        facts.strong = seating.strong[self.arrangement];
        Ok(facts)
    }
}

/// A table of bots.
fn seated<'a>(bots: &[BotSpec], seed: GameSeed, stop: Option<&'a AtomicBool>) -> BotTable<'a> {
    let table = BotTable::new(bots.iter().map(BotSpec::make).collect(), seed);
    match stop {
        Some(stop) => table.stopped_by(stop),
        None => table,
    }
}

fn played<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink>(
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

fn listened<R: RuleSet, D: Deciders<R>, const DETAIL: bool>(
    rules: &R,
    players: u8,
    deciders: &mut D,
    seed: GameSeed,
    collector: &mut Collector<DETAIL>,
) -> Result<GameFacts, D::Stop> {
    collector.clear();
    let (state, ending) = played(rules, players, deciders, &mut Luck(seed), collector)?;
    Ok(collector.finish(rules, &state, ending).clone())
}

/// With the choices counted; with a side, what comes into play there as well.
fn watched<R: RuleSet, D: Deciders<R>>(
    rules: &R,
    players: u8,
    deciders: &mut D,
    seed: GameSeed,
    tools: &mut TableCollectors,
    covered: Option<usize>,
) -> Result<GameFacts, D::Stop> {
    let TableCollectors { detail, coverage, .. } = tools;
    let mut counts = DecisionCounts::default();
    let mut counted = WatchedDeciders::new(deciders, &mut counts);
    let mut facts = match covered {
        None => listened(rules, players, &mut counted, seed, detail)?,
        Some(side) => listened(rules, players, &mut WatchedDeciders::new(&mut counted, &mut coverage[side]), seed, detail)?,
    };
    counts.add_to(&mut facts);
    Ok(facts)
}

/// Plays a game again with one kind of luck held fast; gives the wins by seat.
fn again<R: RuleSet>(
    rules: &R,
    table: &TableSetup,
    kind: HeldLuck,
    (held, new): (GameSeed, GameSeed),
    stop: Option<&AtomicBool>,
    collector: &mut Collector<false>,
) -> Result<Vec<i64>, BadChoice> {
    let mut luck = kind.luck(held, new);
    let start = kind.seed(HeldLuck::Start, held, new);
    collector.clear();
    if table.seating.random {
        let mut deciders = SplitDeciders { start: Uniform(start), rest: Uniform(new) };
        let (state, ending) = played(rules, table.players, &mut deciders, &mut luck, collector).unwrap_or_else(|never| match never {});
        return Ok(wins(collector.finish(rules, &state, ending)));
    }
    let bots = |seed| seated(&table.seating.arrangements[0], seed, stop);
    let mut deciders = SplitDeciders { start: bots(start), rest: bots(new) };
    let (state, ending) = played(rules, table.players, &mut deciders, &mut luck, collector)?;
    Ok(wins(collector.finish(rules, &state, ending)))
}

//! The sums of blocks of games: whole numbers, which add up to the same in any order.

use super::plan::ExperimentPlan;
use crate::metrics::{JointCounts, Pool};
use crate::stats::{Cross, Sums};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// Number of groups of blocks; the jackknife leaves out one at a time.
pub(super) const GROUPS: usize = 40;

/// One block in this many is replayed to measure how much luck explains.
pub(crate) const REPLAYED: u64 = 16;

/// Whether every piece and every choice are followed in a block of random players. That takes
/// longer than playing, so it is done for the first blocks and for a part of the others. Where bots
/// think, all blocks are followed.
pub(super) const fn is_detailed(block: u64) -> bool {
    block < 2048 || block.is_multiple_of(8)
}

/// Whether the coverage of the rules is counted in a block of random players, which takes longer
/// still.
pub(super) const fn is_covered(block: u64) -> bool {
    block < 256 || block.is_multiple_of(64)
}

/// The group of blocks to which a block belongs.
pub(super) const fn group_of(block: u64) -> usize {
    ((block / REPLAYED) % GROUPS as u64) as usize
}

/// A set of block numbers, as ascending ranges that do not touch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks(Vec<(u64, u64)>);

impl Blocks {
    /// The blocks of one range.
    pub fn range(range: Range<u64>) -> Self {
        Self(if range.is_empty() { Vec::new() } else { vec![(range.start, range.end)] })
    }

    /// The number of blocks.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(from, to)| to - from).sum()
    }

    /// The number of blocks before the first gap, counted from block 0.
    pub fn from_start(&self) -> u64 {
        self.0.first().filter(|first| first.0 == 0).map_or(0, |first| first.1)
    }

    /// The ranges, in ascending order.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.iter().map(|&(from, to)| from..to)
    }

    /// The first block that is in both sets.
    pub(crate) fn overlap(&self, other: &Self) -> Option<u64> {
        let common = |one: &(u64, u64), other: &(u64, u64)| {
            (one.0.max(other.0) < one.1.min(other.1)).then(|| one.0.max(other.0))
        };
        self.0
            .iter()
            .flat_map(|one| other.0.iter().filter_map(move |other| common(one, other)))
            .min()
    }

    /// Adds blocks that are not in the set yet.
    pub fn merge(&mut self, other: &Self) {
        self.0.extend(&other.0);
        self.0.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for &(from, to) in &self.0 {
            match joined.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => joined.push((from, to)),
            }
        }
        self.0 = joined;
    }
}

/// The sums of one side at one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideTally {
    /// Number of games in which a bot broke a rule; their blocks are in no other sum.
    pub errors: u64,
    /// The sums of each [`Column`](super::Column).
    pub columns: Vec<Sums>,
    /// The counts for derived metrics, for each group of blocks.
    pub groups: Vec<Pool>,
    /// Number of games in which the coverage of the rules was followed.
    pub(crate) listened: u64,
    /// In how many of these games each effect occurred, in the order of the rule set's
    /// [`Coverage`](tsuro::record::Coverage).
    pub fired: Vec<u64>,
    /// Number of pieces eliminated in each round.
    pub(crate) out_in_round: Vec<u64>,
    /// Number of games with each outcome.
    pub outcomes: BTreeMap<String, u64>,
}

impl SideTally {
    /// The counts of all groups together.
    pub fn pool(&self, seats: u8) -> Pool {
        let mut whole = Pool::new(seats);
        self.groups.iter().for_each(|group| whole.merge(group, 1));
        whole
    }
}

/// The sums of all sides at one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableTally {
    /// Number of blocks in the sums.
    pub blocks: u64,
    /// The sides, in the order of the plan.
    pub sides: Vec<SideTally>,
    /// For each side after the first, the sums of its products with the first, for each column.
    pub crosses: Vec<Vec<Cross>>,
    /// For each side after the first, the counts of its games together with those of the first;
    /// empty where nothing is made of them.
    pub joint: Vec<JointCounts>,
}

impl TableTally {
    fn has_columns(&self, columns: usize) -> bool {
        self.sides.iter().all(|side| side.columns.len() == columns)
            && self.crosses.iter().all(|crosses| crosses.len() == columns)
    }

    fn has_seats(&self, seats: u8) -> bool {
        let empty = Pool::new(seats);
        let groups = self.sides.iter().flat_map(|side| &side.groups);
        groups
            .into_iter()
            .all(|pool| pool.wins.len() == empty.wins.len() && pool.luck.fits(&empty.luck))
    }
}

/// The sums of some blocks of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The blocks that were played.
    pub blocks: Blocks,
    /// The tables, in the order of the plan.
    pub tables: Vec<TableTally>,
}

impl Tally {
    /// The tally of no blocks.
    pub fn new(plan: &ExperimentPlan) -> Self {
        let table = |table: &super::PlanTable| {
            let columns = plan.columns(table).len();
            let side = SideTally {
                errors: 0,
                columns: vec![Sums::default(); columns],
                groups: vec![Pool::new(table.players); GROUPS],
                listened: 0,
                fired: Vec::new(),
                out_in_round: Vec::new(),
                outcomes: BTreeMap::new(),
            };
            TableTally {
                blocks: 0,
                sides: vec![side; plan.sides.len()],
                crosses: vec![vec![Cross::default(); columns]; plan.sides.len() - 1],
                joint: vec![JointCounts::default(); plan.joint_sides(table)],
            }
        };
        Self { blocks: Blocks::default(), tables: plan.tables.iter().map(table).collect() }
    }

    /// Whether it has the shape that the plan asks for, which a tally read from a file may not
    /// have.
    pub fn fits(&self, plan: &ExperimentPlan) -> bool {
        let sides = plan.sides.len();
        // Lengths that are looked up come first: the rest then takes no more time than reading the
        // file did.
        self.tables.len() == plan.tables.len()
            && self.tables.iter().zip(&plan.tables).all(|(table, planned)| {
                table.sides.len() == sides
                    && table.crosses.len() + 1 == sides
                    && table.joint.len() == plan.joint_sides(planned)
                    && table.sides.iter().all(|side| side.groups.len() == GROUPS)
                    && table.has_columns(plan.columns(planned).len())
                    && table.has_seats(planned.players)
            })
    }

    /// Adds the tally of other blocks of the same plan.
    pub fn merge(&mut self, other: &Self) {
        self.blocks.merge(&other.blocks);
        for (table, others) in self.tables.iter_mut().zip(&other.tables) {
            table.blocks += others.blocks;
            for (side, other) in table.sides.iter_mut().zip(&others.sides) {
                side.errors += other.errors;
                side.columns
                    .iter_mut()
                    .zip(&other.columns)
                    .for_each(|(sums, other)| sums.merge(other));
                side.groups
                    .iter_mut()
                    .zip(&other.groups)
                    .for_each(|(pool, other)| pool.merge(other, 1));
                side.listened += other.listened;
                add_counts(&mut side.fired, &other.fired);
                add_counts(&mut side.out_in_round, &other.out_in_round);
                for (name, games) in &other.outcomes {
                    *side.outcomes.entry(name.clone()).or_default() += games;
                }
            }
            for (joint, other) in table.joint.iter_mut().zip(&others.joint) {
                joint.merge(other);
            }
            for (crosses, others) in table.crosses.iter_mut().zip(&others.crosses) {
                crosses.iter_mut().zip(others).for_each(|(cross, other)| cross.merge(other));
            }
        }
    }
}

/// Adds counts place by place; missing ones are 0.
fn add_counts(counts: &mut Vec<u64>, others: &[u64]) {
    counts.resize(counts.len().max(others.len()), 0);
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_and_overlaps_are_found() {
        let mut blocks = Blocks::range(0..10);
        blocks.merge(&Blocks::range(20..30));
        assert_eq!((blocks.count(), blocks.from_start()), (20, 10));
        assert_eq!(blocks.overlap(&Blocks::range(10..20)), None);
        assert_eq!(blocks.overlap(&Blocks::range(5..25)), Some(5));
        blocks.merge(&Blocks::range(10..20));
        assert_eq!(blocks, Blocks::range(0..30));
        assert_eq!(Blocks::range(3..3).count(), 0);
    }
}

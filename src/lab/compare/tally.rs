//! What blocks of games come to: whole numbers that add up to the same in any order.

use super::plan::Plan;
use crate::lab::metrics::Pool;
use crate::lab::stats::{Cross, Sums};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// Groups of blocks, of which one is left out at a time for metrics that are not sums.
pub const GROUPS: usize = 40;

/// Every so many blocks one is played again to see what luck explains.
pub const REPLAYED: u64 = 16;

/// Whether a block of random players is followed closely: every piece, every choice. That takes longer than playing; so the first blocks are, and
/// of the others a part. Where bots think, all are.
pub const fn is_detailed(block: u64) -> bool {
    block < 2048 || block.is_multiple_of(8)
}

/// Whether a block of random players is listened to for what comes into play, which takes longer still.
pub const fn is_listened_to(block: u64) -> bool {
    block < 256 || block.is_multiple_of(64)
}

/// The group of a block.
pub const fn group(block: u64) -> usize {
    ((block / REPLAYED) % GROUPS as u64) as usize
}

/// Blocks by their numbers, as ranges that do not touch, ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks(Vec<(u64, u64)>);

impl Blocks {
    /// One range.
    pub fn range(range: Range<u64>) -> Self {
        Self(if range.is_empty() { Vec::new() } else { vec![(range.start, range.end)] })
    }

    /// How many.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(from, to)| to - from).sum()
    }

    /// The number of blocks from 0 on without a gap.
    pub fn from_start(&self) -> u64 {
        self.0.first().filter(|first| first.0 == 0).map_or(0, |first| first.1)
    }

    /// The ranges.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.iter().map(|&(from, to)| from..to)
    }

    /// The first block that is in both.
    pub fn overlap(&self, other: &Self) -> Option<u64> {
        let common = |one: &(u64, u64), other: &(u64, u64)| (one.0.max(other.0) < one.1.min(other.1)).then(|| one.0.max(other.0));
        self.0.iter().flat_map(|one| other.0.iter().filter_map(move |other| common(one, other))).min()
    }

    /// Adds blocks that are not yet there.
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

/// What one side of a table came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideTally {
    /// Games in which a bot broke a rule; their blocks are counted nowhere else.
    pub errors: u64,
    /// Sums by column.
    pub columns: Vec<Sums>,
    /// What derived metrics are worked out from, by group of blocks.
    pub groups: Vec<Pool>,
    /// Games that were listened to for what comes into play.
    pub listened: u64,
    /// In how many of them each thing happened, in the order of the rule set's [`Coverage`](crate::record::Coverage).
    pub fired: Vec<u64>,
    /// Pieces put out, by round.
    pub out_in_round: Vec<u64>,
    /// Games by outcome.
    pub outcomes: BTreeMap<String, u64>,
}

impl SideTally {
    /// All groups together.
    pub fn pool(&self, seats: u8) -> Pool {
        let mut whole = Pool::new(seats);
        self.groups.iter().for_each(|group| whole.merge(group, 1));
        whole
    }
}

/// What one table came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableTally {
    /// Blocks that are in the sums.
    pub blocks: u64,
    /// The sides, in the order of the plan.
    pub sides: Vec<SideTally>,
    /// For each side after the first, its products with the first, by column.
    pub crosses: Vec<Vec<Cross>>,
}

impl TableTally {
    fn has_columns(&self, columns: usize) -> bool {
        self.sides.iter().all(|side| side.columns.len() == columns) && self.crosses.iter().all(|crosses| crosses.len() == columns)
    }

    fn has_seats(&self, seats: u8) -> bool {
        let empty = Pool::new(seats);
        let groups = self.sides.iter().flat_map(|side| &side.groups);
        groups.into_iter().all(|pool| pool.wins.len() == empty.wins.len() && pool.luck.fits(&empty.luck))
    }
}

/// What the blocks of an experiment came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Which blocks were played.
    pub blocks: Blocks,
    /// The tables, in the order of the plan.
    pub tables: Vec<TableTally>,
}

impl Tally {
    /// No blocks yet.
    pub fn new(plan: &Plan) -> Self {
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
            }
        };
        Self { blocks: Blocks::default(), tables: plan.tables.iter().map(table).collect() }
    }

    /// Whether it has the shape that the plan asks for: what was read from a file may have any.
    pub fn fits(&self, plan: &Plan) -> bool {
        let sides = plan.sides.len();
        // Lengths that are looked up come first: the rest then takes no more time than reading the file did.
        self.tables.len() == plan.tables.len()
            && self.tables.iter().zip(&plan.tables).all(|(table, planned)| {
                table.sides.len() == sides
                    && table.crosses.len() + 1 == sides
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
                side.columns.iter_mut().zip(&other.columns).for_each(|(sums, other)| sums.merge(other));
                side.groups.iter_mut().zip(&other.groups).for_each(|(pool, other)| pool.merge(other, 1));
                side.listened += other.listened;
                add_counts(&mut side.fired, &other.fired);
                add_counts(&mut side.out_in_round, &other.out_in_round);
                for (name, games) in &other.outcomes {
                    *side.outcomes.entry(name.clone()).or_default() += games;
                }
            }
            for (crosses, others) in table.crosses.iter_mut().zip(&others.crosses) {
                crosses.iter_mut().zip(others).for_each(|(cross, other)| cross.merge(other));
            }
        }
    }
}

/// Adds counts, the shorter list filled up with zeros.
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

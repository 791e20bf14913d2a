//! Summing games metric by metric over many blocks at a time, which is many times faster than block
//! by block over all metrics.

use super::plan::Column;
use super::tally::{SideTally, TableTally, group_of};
use crate::metrics::{GameFacts, MetricValue};
use crate::stats::Pair;

/// The games of some blocks at one table that are not summed yet.
pub(super) struct Batch {
    games_a_block: usize,
    /// The blocks that were played to their end.
    blocks: Vec<u64>,
    /// For each side, the games in the order of the blocks.
    games: Vec<Vec<GameFacts>>,
    /// For each side, the sums of one metric over each block.
    pairs: Vec<Vec<Pair>>,
}

impl Batch {
    /// An empty batch for `sides` sides.
    pub(super) fn new(sides: usize, games_a_block: usize) -> Self {
        Self {
            games_a_block,
            blocks: Vec::new(),
            games: vec![Vec::new(); sides],
            pairs: vec![Vec::new(); sides],
        }
    }

    /// Adds a game of the current block.
    pub(super) fn push(&mut self, side: usize, facts: GameFacts) {
        self.games[side].push(facts);
    }

    /// Ends the current block, whose games then count.
    pub(super) fn end_block(&mut self, block: u64) {
        self.blocks.push(block);
    }

    /// Drops the games of the current block.
    pub(super) fn drop_block(&mut self) {
        let kept = self.blocks.len() * self.games_a_block;
        self.games.iter_mut().for_each(|games| games.truncate(kept));
    }

    /// The first game of the last block, on one side.
    pub(super) fn first_of_last_block(&self, side: usize) -> Option<&GameFacts> {
        let last = self.blocks.len().checked_sub(1)?;
        self.games[side].get(last * self.games_a_block)
    }

    /// Adds all blocks to the sums of the table, and empties the batch.
    pub(super) fn add_to(&mut self, sums: &mut TableTally, columns: &[Column]) {
        let Self { games_a_block, blocks, games, pairs } = self;
        sums.blocks += blocks.len() as u64;
        for (side, games) in sums.sides.iter_mut().zip(games.iter()) {
            add_games(side, games, blocks, *games_a_block);
        }
        if let Some((first, others)) = games.split_first() {
            for (joint, other) in sums.joint.iter_mut().zip(others) {
                first.iter().zip(other).for_each(|(a, b)| joint.add(a, b));
            }
        }
        for pairs in pairs.iter_mut() {
            pairs.resize(blocks.len(), Pair::default());
        }
        for (at, column) in columns.iter().enumerate() {
            for (pairs, games) in pairs.iter_mut().zip(games.iter()) {
                (column.metric.sum)(games, *games_a_block, column.at, pairs);
            }
            let is_mean = matches!(column.metric.value, MetricValue::Mean(..));
            for (side, pairs) in sums.sides.iter_mut().zip(pairs.iter()) {
                side.columns[at].add_blocks(pairs, is_mean);
            }
            let Some((first, others)) = pairs.split_first() else { continue };
            for (crosses, other) in sums.crosses.iter_mut().zip(others) {
                crosses[at].add_blocks(first, other, is_mean);
            }
        }
        blocks.clear();
        games.iter_mut().for_each(Vec::clear);
    }
}

/// Adds what is counted game by game: the counts for derived metrics, eliminations by round, and
/// outcomes.
fn add_games(side: &mut SideTally, games: &[GameFacts], blocks: &[u64], games_a_block: usize) {
    for (&block, games) in blocks.iter().zip(games.chunks_exact(games_a_block)) {
        for facts in games {
            side.groups[group_of(block)].add(facts);
            for &round in facts.out_round[..facts.seats.into()].iter().filter(|&&round| round > 0) {
                let round = round as usize;
                if side.out_in_round.len() <= round {
                    side.out_in_round.resize(round + 1, 0);
                }
                side.out_in_round[round] += 1;
            }
        }
    }
    // Few games in a row end otherwise than the game before, so names are looked up seldom.
    for alike in games.chunk_by(|one, other| one.outcome == other.outcome) {
        let name = alike[0].outcome.name();
        match side.outcomes.get_mut(name) {
            Some(games) => *games += alike.len() as u64,
            None => drop(side.outcomes.insert(name.to_owned(), alike.len() as u64)),
        }
    }
}

//! [`RewardKind`]: what the seats win when a game ends.

/// What the seats win when a game ends. Under either kind all together win nothing, but where one
/// person plays all pieces (V4): there each seat wins the share of pieces left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum RewardKind {
    /// (*S* × share − 1) / (*S* − 1) for *S* seats, where the winners share 1: a seat that wins
    /// alone gets 1, one that loses −1 / (*S* − 1).
    #[default]
    Win,
    /// The share of the other seats before which it ranks, minus the share that ranks before it: 1
    /// to −1. Winners rank first; then seats with more points, where points are counted; then seats
    /// that were out later. Seats that were out after the same choice rank alike.
    Rank,
}

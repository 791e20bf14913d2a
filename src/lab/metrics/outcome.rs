//! Who wins, and how games end.

use super::facts::WIN;
use super::{MetricValue, metric, plain};
use crate::game::Outcome;

metric!(
    WinShare,
    "win-share",
    Outcome,
    Games,
    "0 to 1",
    Seat,
    Events,
    false,
    "The seat's share of the wins; a win of several is split evenly",
    MetricValue::Mean(|facts, at| facts.win(at.seat), |_| WIN)
);

metric!(
    FirstSeatAdvantage,
    "first-seat-advantage",
    Outcome,
    Points,
    "-1 to 1",
    Table,
    Events,
    true,
    "How much more than an even share of the wins goes to the seat that moves first",
    MetricValue::Mean(|facts, _| i64::from(facts.seats) * facts.win(facts.first) - WIN, |seats| i64::from(seats) * WIN)
);

metric!(
    Ties,
    "ties",
    Outcome,
    Games,
    "0 to 1",
    Table,
    Events,
    true,
    "The share of the games that more than one seat won, or nobody",
    MetricValue::Mean(|facts, _| i64::from(facts.winners.len() != 1), plain)
);

metric!(
    TiesSameMove,
    "ties-same-move",
    Outcome,
    Games,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the games in which all who were left went out at once and the win was not given to one of them",
    MetricValue::Mean(|facts, _| i64::from(facts.outcome == Outcome::Tie), plain)
);

metric!(
    TiesTilesGone,
    "ties-tiles-gone",
    Outcome,
    Games,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the games that several shared because the tiles were gone or the board was full",
    MetricValue::Mean(|facts, _| i64::from(facts.outcome == Outcome::Shared), plain)
);

metric!(
    TurnLimit,
    "turn-limit",
    Outcome,
    Games,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the games that were broken off at the turn limit",
    MetricValue::Mean(|facts, _| i64::from(facts.outcome == Outcome::TurnLimit), plain)
);

metric!(
    Outlasts,
    "outlasts",
    Outcome,
    Games,
    "0 to 1",
    Pair,
    Events,
    false,
    "How often the first of two seats stays on the board for longer than the second; the same turn, or both to the end, counts half",
    MetricValue::Mean(
        |facts, at| {
            let end = |seat: crate::game::Seat| match facts.out_turn[seat.index()] {
                0 => u32::MAX,
                turn => turn,
            };
            match end(at.seat).cmp(&end(at.other)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            }
        },
        |_| 2
    )
);

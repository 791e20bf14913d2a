//! Metrics of who wins and how games end.

use super::facts::WIN;
use super::{Metric, MetricValue, metric, unscaled};
use std::cmp::Ordering;
use tsuro::game::{Outcome, Seat};

pub(super) const METRICS: &[Metric] = &[
    metric! {
        name: "win-share", family: Outcome, unit: Games, range: "0 to 1", per: Seat, needs: Events,
        headline: false,
        definition: "The seat's share of the wins; a win of several seats is split evenly",
        value: MetricValue::Mean(|facts, at| facts.win(at.seat), |_| WIN),
    },
    metric! {
        name: "first-seat-advantage", family: Outcome, unit: Points, range: "-1 to 1", per: Table,
        needs: Events, headline: false,
        definition: "The win share of the seat that moves first, less an even share",
        value: MetricValue::Mean(
            |facts, _| i64::from(facts.seats) * facts.win(facts.first) - WIN,
            |seats| i64::from(seats) * WIN,
        ),
    },
    metric! {
        name: "unfairness", family: Outcome, unit: Points, range: "0 to 0.5", per: Table,
        needs: Events, headline: true,
        definition: "How far the win shares of the seats lie from even: the root of their mean \
            square distance, without what chance adds to it; 0 means that all seats win alike",
        value: MetricValue::Seats(|shares| {
            let seats = shares.len() as f64;
            let mean = shares.iter().sum::<f64>() / seats;
            (shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / seats).sqrt()
        }),
    },
    metric! {
        name: "seat-balance", family: Outcome, unit: Share, range: "0 to 1", per: Table,
        needs: Events, headline: false,
        definition: "One minus the largest difference between the win shares of two seats, without \
            what chance adds to it; 1 means that all seats win alike",
        value: MetricValue::Seats(|shares| {
            let most = shares.iter().copied().fold(f64::MIN, f64::max);
            let fewest = shares.iter().copied().fold(f64::MAX, f64::min);
            1.0 - (most - fewest)
        }),
    },
    metric! {
        name: "seat-entropy", family: Outcome, unit: Share, range: "0 to 1", per: Table,
        needs: Events, headline: false,
        definition: "The entropy of the seats' win shares, as a share of the largest possible, \
            without what chance takes from it; 1 means that all seats win alike; `measure` only",
        value: MetricValue::Seats(|shares| {
            let whole: f64 = shares.iter().sum();
            let parts = shares.iter().map(|share| share / whole).filter(|&share| share > 0.0);
            let entropy = -parts.map(|share| share * libm::log(share)).sum::<f64>();
            entropy / libm::log(shares.len().max(2) as f64)
        }),
    },
    metric! {
        name: "ties", family: Outcome, unit: Games, range: "0 to 1", per: Table, needs: Events,
        headline: true,
        definition: "The share of games that several seats won, or none; a win of one team is no \
            tie, and there are none where all win or lose together or one person plays all pieces",
        value: MetricValue::Mean(
            |facts, _| {
                let has_rivals = !facts.together && !facts.one_hand;
                let is_shared = facts.winners.len() != 1 && facts.outcome != Outcome::LastTeam;
                i64::from(has_rivals && is_shared)
            },
            unscaled
        ),
    },
    metric! {
        name: "ties-same-move", family: Outcome, unit: Games, range: "0 to 1", per: Table,
        needs: Events, headline: false,
        definition: "The share of games in which all remaining pieces were eliminated at once and \
            no single seat was given the win",
        value: MetricValue::Mean(|facts, _| i64::from(facts.outcome == Outcome::Tie), unscaled),
    },
    metric! {
        name: "ties-tiles-gone", family: Outcome, unit: Games, range: "0 to 1", per: Table,
        needs: Events, headline: false,
        definition: "The share of games that several seats shared because the tiles had run out or \
            the board was full",
        value: MetricValue::Mean(|facts, _| i64::from(facts.outcome == Outcome::Shared), unscaled),
    },
    metric! {
        name: "won-together", family: Outcome, unit: Share, range: "0 to 1", per: Table,
        needs: Events, headline: true,
        definition: "The share of games that the players win, under rules where all win or lose \
            together (W6), or one person plays all pieces (V4) and wins if one of them is left",
        value: MetricValue::Ratio(|facts, _| {
            let is_joint = facts.together || facts.one_hand;
            (i64::from(is_joint && !facts.winners.is_empty()), i64::from(is_joint))
        }),
    },
    metric! {
        name: "turn-limit", family: Outcome, unit: Games, range: "0 to 1", per: Table,
        needs: Events, headline: false,
        definition: "The share of games that were stopped at the turn limit",
        value: MetricValue::Mean(
            |facts, _| i64::from(facts.outcome == Outcome::TurnLimit), unscaled
        ),
    },
    metric! {
        name: "outlasts", family: Outcome, unit: Games, range: "0 to 1", per: Pair, needs: Events,
        headline: false,
        definition: "How often the first of two seats stays on the board longer than the second; \
            the same turn, or both to the end, counts half",
        value: MetricValue::Mean(
            |facts, at| {
                let last_turn = |seat: Seat| match facts.out_turn[seat.index()] {
                    0 => u32::MAX,
                    turn => turn,
                };
                match last_turn(at.seat).cmp(&last_turn(at.other)) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                }
            },
            |_| 2,
        ),
    },
];

//! [`Findings`]: what a review has come to so far.

use super::share::{ShareEstimate, SignedParts, add};
use super::tried::SeatSums;
use super::{Review, ReviewedPoint};
use crate::advise::{Advice, least_difference};
use tsuro::game::{Choice, Seat};

/// The number of decisions that are named as the costliest.
pub const COSTLIEST: usize = 3;
/// The least cost that is worth a word.
const WORTH_A_WORD: f64 = 0.01;
/// The number of turns that are named for their luck.
const LUCKIEST: usize = 3;
/// The least change by luck that is worth a word.
const LUCK_WORTH_A_WORD: f64 = 0.02;

/// Everybody's chances at one decision, or at the end.
#[derive(Debug, Clone, PartialEq)]
pub struct ChancePoint {
    /// The number of events of the game before it.
    pub mark: usize,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The seat that decides; `None`: the game is over.
    pub decider: Option<Seat>,
    /// The chance of each seat as far as the player knew.
    pub known: Vec<ShareEstimate>,
    /// The chance of each seat with open hands.
    pub open: Vec<ShareEstimate>,
}

/// A decision of the player, and what it cost.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceCost {
    /// Its number among [`Findings::curve`].
    pub point: usize,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The seat that decided.
    pub seat: Seat,
    /// The best choice, as far as the player could know.
    pub best: Advice,
    /// The choice that was made.
    pub chosen: Advice,
    /// The number of choices.
    pub choices: usize,
    /// By how much the chance of the choice made is below that of the best.
    pub cost: f64,
    /// The least that it cost; at or below 0: it may have cost nothing.
    pub at_least: f64,
}

impl ChoiceCost {
    /// Whether the choice was worse than the best beyond chance.
    pub fn is_sure(&self) -> bool {
        self.at_least > 0.0
    }
}

/// What the chance of a seat was made of: it began at `start`, and the three changes lead to `end`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatAccount {
    /// The chance after the deal, with open hands.
    pub start: ShareEstimate,
    /// What the seat's own choices changed.
    pub own: ShareEstimate,
    /// What the choices of the others changed.
    pub others: ShareEstimate,
    /// What draws, dice and shuffles changed.
    pub luck: ShareEstimate,
    /// The result, or the chance where the game was broken off, or where the search has come to.
    pub end: ShareEstimate,
}

/// What changed the player's chance in one turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurnAccount {
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// What the player's own choices changed.
    pub own: ShareEstimate,
    /// What the choices of the others changed.
    pub others: ShareEstimate,
    /// What draws, dice and shuffles changed.
    pub luck: ShareEstimate,
}

/// What a review has come to so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// Whose review it is.
    pub seat: Seat,
    /// The number of games played for each value.
    pub games: u32,
    /// The chances at each decision, and at the end. While the first pass lasts, it ends where that
    /// has come to.
    pub curve: Vec<ChancePoint>,
    /// How long the curve of the whole game is.
    pub points: usize,
    /// The decisions of the player that had more than one choice, in order.
    pub decisions: Vec<ChoiceCost>,
    /// The costliest of them, by their numbers: first those that surely cost most.
    pub costliest: Vec<usize>,
    /// What the chance of each seat was made of.
    pub accounts: Vec<SeatAccount>,
    /// The same of the player by turn.
    pub turns: Vec<TurnAccount>,
    /// Whether the game was played to its end.
    pub ended: bool,
}

impl Findings {
    /// Whether every decision was looked at.
    pub fn is_whole(&self) -> bool {
        self.curve.len() == self.points
    }

    /// The turns in which luck surely changed most for the player, the one with the greatest change
    /// first.
    pub fn lucky_turns(&self) -> Vec<&TurnAccount> {
        let mut turns: Vec<&TurnAccount> = self
            .turns
            .iter()
            .filter(|turn| turn.luck.value.abs() >= LUCK_WORTH_A_WORD && turn.luck.is_sure())
            .collect();
        turns.sort_by(|one, other| other.luck.value.abs().total_cmp(&one.luck.value.abs()));
        turns.truncate(LUCKIEST);
        turns
    }

    /// The numbers in [`Findings::curve`] of the first decision of each turn, and of the end.
    pub fn by_turn(&self) -> Vec<usize> {
        let mut last = None;
        let firsts = self.curve.iter().enumerate().filter(|(at, point)| {
            let first = last.replace(point.turn) != Some(point.turn);
            first || at + 1 == self.curve.len()
        });
        firsts.map(|(at, _)| at).collect()
    }
}

impl Review {
    /// What the passes have come to so far; `None` before the first decision was looked at.
    pub fn findings(&self) -> Option<Findings> {
        let curve: Vec<ChancePoint> =
            self.points.iter().map_while(|point| self.chances(point)).collect();
        if curve.is_empty() {
            return None;
        }
        let after: Vec<Option<Vec<ShareEstimate>>> =
            self.points.iter().map(|point| self.shares(point, &point.after)).collect();
        let looked_at = self.points.iter().take(curve.len()).enumerate();
        let decisions: Vec<ChoiceCost> =
            looked_at.filter_map(|(at, point)| cost(at, point)).collect();
        let mut costliest: Vec<usize> =
            (0..decisions.len()).filter(|&at| decisions[at].cost >= WORTH_A_WORD).collect();
        costliest
            .sort_by(|&one, &other| decisions[other].at_least.total_cmp(&decisions[one].at_least));
        costliest.truncate(COSTLIEST);
        let accounts =
            (0..self.seats()).map(|seat| self.account(Seat::new(seat), &curve, &after)).collect();
        Some(Findings {
            seat: self.seat(),
            games: self.games(),
            accounts,
            turns: self.turn_accounts(&curve, &after),
            ended: self.points.last().is_some_and(|point| point.decider.is_none()),
            points: self.points.len(),
            curve,
            decisions,
            costliest,
        })
    }

    fn chances(&self, point: &ReviewedPoint) -> Option<ChancePoint> {
        Some(ChancePoint {
            mark: point.point.mark(),
            turn: point.turn,
            decider: point.decider,
            known: self.shares(point, &point.known)?,
            open: self.shares(point, &point.open)?,
        })
    }

    /// The chances of all seats in these sums; exact, where the game is over.
    fn shares(&self, point: &ReviewedPoint, sums: &SeatSums) -> Option<Vec<ShareEstimate>> {
        (0..usize::from(self.seats()))
            .map(|seat| {
                let share = sums.of(seat)?;
                let over = point.decider.is_none();
                Some(if over { ShareEstimate::exact(share.value) } else { share })
            })
            .collect()
    }

    fn account(
        &self,
        seat: Seat,
        curve: &[ChancePoint],
        after: &[Option<Vec<ShareEstimate>>],
    ) -> SeatAccount {
        let all = 0..curve.len() - 1;
        let [own, others, luck] = self.split(seat, all, curve, after);
        let at = seat.index();
        let (start, end) = (curve[0].open[at], curve[curve.len() - 1].open[at]);
        SeatAccount { start, own, others, luck, end }
    }

    /// What changed the chance of a seat at these decisions: its own choices, those of the others,
    /// and luck.
    fn split(
        &self,
        seat: Seat,
        decisions: impl Iterator<Item = usize>,
        curve: &[ChancePoint],
        after: &[Option<Vec<ShareEstimate>>],
    ) -> [ShareEstimate; 3] {
        let mut sums = [SignedParts::new(), SignedParts::new(), SignedParts::new()];
        let at_seat = seat.index();
        for at in decisions {
            let is_own = self.alone || curve[at].decider == Some(seat);
            let (before, then) = (curve[at].open[at_seat], curve[at + 1].open[at_seat]);
            let luck_begins = if let Some(after) = &after[at] {
                let choice = &mut sums[usize::from(!is_own)];
                add(choice, 2 * at + 1, 1.0, after[at_seat]);
                add(choice, 2 * at, -1.0, before);
                (2 * at + 1, after[at_seat])
            } else {
                // Nobody had a choice.
                (2 * at, before)
            };
            add(&mut sums[2], 2 * at + 2, 1.0, then);
            add(&mut sums[2], luck_begins.0, -1.0, luck_begins.1);
        }
        sums.map(|parts| ShareEstimate::sum(&parts))
    }

    fn turn_accounts(
        &self,
        curve: &[ChancePoint],
        after: &[Option<Vec<ShareEstimate>>],
    ) -> Vec<TurnAccount> {
        let mut turns: Vec<u32> = curve.iter().map(|point| point.turn).collect();
        turns.dedup();
        let account = |turn: u32| {
            let decisions = (0..curve.len() - 1).filter(|&at| curve[at].turn == turn);
            let [own, others, luck] = self.split(self.seat(), decisions, curve, after);
            TurnAccount { turn, own, others, luck }
        };
        turns.into_iter().map(account).collect()
    }
}

/// What a decision of the player cost; `None`: it had no choice, or it was not the player's.
fn cost(at: usize, point: &ReviewedPoint) -> Option<ChoiceCost> {
    let chosen: &Choice = point.tried.chosen()?;
    let advice = point.tried.advice();
    let (choices, best) = (advice.len(), advice.first()?.clone());
    let chosen = advice.into_iter().find(|advice| advice.choice == *chosen)?;
    let at_least = if best == chosen { 0.0 } else { least_difference(&best, &chosen) };
    Some(ChoiceCost {
        point: at,
        turn: point.turn,
        seat: point.decider?,
        cost: best.share - chosen.share,
        at_least,
        best,
        chosen,
        choices,
    })
}

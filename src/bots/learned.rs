//! [`Learned`]: the bot that judges boards by what was learned.

use super::choice::{best_answer, freest_exchange, openest_relocation, played_out};
use super::greedy;
use super::values::{Judge, WIN};
use super::{Bot, Weighed};
use crate::board::{Laid, Place};
use crate::game::{Answer, Choice, Exchange, Observation, Rng, SeatSet};

/// Takes the placement after which its side has the largest share of the win, as its
/// [`BoardValues`](super::values::BoardValues) judge it; or, to play as people do, one of the good ones.
/// Values know nothing of points and of games without opponents: there it judges by a few games
/// that it plays out, or as the greedy bot.
#[derive(Debug, Clone)]
pub struct Learned {
    judge: Judge,
    sharp: Option<u8>,
}

impl Learned {
    /// A bot that judges by these values, and takes the best placement.
    pub const fn new(judge: Judge) -> Self {
        Self { judge, sharp: None }
    }

    /// The same bot, which takes a placement at random: one with half the share of another is 2 to
    /// the power of `sharp` times less likely.
    #[must_use]
    pub fn sharp(self, sharp: u8) -> Self {
        Self { sharp: Some(sharp), ..self }
    }

    /// The shares of the win, of [`WIN`], that the bot's side has after each of `tiles`.
    pub fn shares(&self, see: &Observation<'_>, tiles: &[Laid]) -> Vec<u32> {
        let side = SeatSet::first(see.seats()).without(see.opponents(see.active()));
        let values = self.judge.values(see);
        let mut shares = Vec::with_capacity(tiles.len());
        see.features_after(tiles, |_, features| shares.push(values.share(features, side)));
        shares
    }
}

/// The number of games that are played out after each placement where points count.
const PLAYOUTS: usize = 10;
/// The loss in worth for the greedy bot that halves a share where nobody plays against another.
const HALVES: u32 = 8;

/// How good each placement is, of [`WIN`], where nobody plays against another. One that puts the
/// own piece out is as bad as can be if another does not.
fn shares_alone(see: &Observation<'_>, tiles: &[Laid]) -> Vec<u32> {
    let worth =
        |tile: &Laid| greedy::worth(&see.outlook(*tile), see.active(), see.alive(), SeatSet::EMPTY);
    let worths: Vec<(bool, i32)> = tiles.iter().map(worth).collect();
    let Some(&(lives, most)) = worths.iter().max() else { return Vec::new() };
    let share = |&(own, worth): &(bool, i32)| {
        if own == lives { WIN * HALVES / (HALVES + most.abs_diff(worth)) } else { 0 }
    };
    worths.iter().map(share).collect()
}

/// One of the largest, each equally likely.
fn one_of_the_largest(shares: &[u32], rng: &mut Rng) -> usize {
    let most = shares.iter().copied().max().unwrap_or(0);
    let count = shares.iter().filter(|&&share| share == most).count() as u32;
    let chosen = if count > 1 { rng.below(count) } else { 0 } as usize;
    let mut largest = (0..shares.len()).filter(|&at| shares[at] == most);
    largest.nth(chosen).unwrap_or_default()
}

/// One of the items, as likely as its share to the power of `sharp`; the first if none has a share.
fn one_by_weight(shares: &[u32], sharp: u8, rng: &mut Rng) -> usize {
    let most = u64::from(shares.iter().copied().max().unwrap_or(0).max(1));
    // In whole numbers, so that it is the same on every machine.
    let weight = |share: &u32| {
        let part = u64::from(*share) * u64::from(WIN) / most;
        (0..sharp).fold(u64::from(WIN), |weight, _| weight * part / u64::from(WIN)) as u32
    };
    let weights: Vec<u32> = shares.iter().map(weight).collect();
    let sum: u32 = weights.iter().sum();
    if sum == 0 {
        return 0;
    }
    let mut left = rng.below(sum);
    weights
        .iter()
        .position(|&weight| {
            let is_here = left < weight;
            left = left.saturating_sub(weight);
            is_here
        })
        .unwrap_or_default()
}

impl Learned {
    /// The same shares, from what knows the goal of the game.
    fn judged(&self, see: &Observation<'_>, tiles: &[Laid], rng: &mut Rng) -> Vec<u32> {
        if see.opponents(see.active()).is_empty() {
            shares_alone(see, tiles)
        } else if see.scores().is_some() {
            let choices = tiles.iter().copied().map(Choice::Place);
            let means = played_out(see, choices, PLAYOUTS, rng);
            means.into_iter().map(|mean| (mean * WIN as f32) as u32).collect()
        } else {
            self.shares(see, tiles)
        }
    }
}

impl Bot for Learned {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let shares = self.judged(see, &legal, rng);
        legal[match self.sharp {
            Some(sharp) => one_by_weight(&shares, sharp, rng),
            None => one_of_the_largest(&shares, rng),
        }]
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        freest_exchange(see, rng)
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        openest_relocation(see, must, rng)
    }

    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        best_answer(see, rng)
    }

    fn explain(&mut self, see: &Observation<'_>, rng: &mut Rng) -> (Option<Choice>, Vec<Weighed>) {
        let mut same_luck = rng.clone();
        let choice = self.choose(see, rng);
        let (true, false) =
            (matches!(choice, Some(Choice::Place(_))), see.opponents(see.active()).is_empty())
        else {
            return (choice, Vec::new());
        };
        let legal = see.legal();
        let shares = self.judged(see, &legal, &mut same_luck);
        let weigh = |(tile, share): (&Laid, u32)| {
            Weighed::new(Choice::Place(*tile), f64::from(share) / f64::from(WIN))
        };
        let mut weighed: Vec<Weighed> = legal.iter().zip(shares).map(weigh).collect();
        weighed.sort_by(|one, other| other.wins.total_cmp(&one.wins));
        (choice, weighed)
    }

    fn wants_events(&self) -> bool {
        false
    }
}

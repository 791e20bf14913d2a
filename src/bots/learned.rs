//! [`Learned`]: the bot that judges boards by what was learned.

use super::choice::{best_answer, freest_exchange, openest_relocation, played_out};
use super::values::{BoardValues, Goal, Judge, Judgement, WIN};
use super::{Bot, Weighed};
use crate::board::{Laid, Place};
use crate::game::{
    Answer, Choice, Exchange, MAX_PLACEMENTS, Observation, Reward, Rng, Seat, SeatSet, World,
};
use arrayvec::ArrayVec;

/// Takes the placement after which its side has the largest share of the win, as its
/// [`BoardValues`] judge it; or, to play as people do, one of the good ones. Where nobody plays
/// against another, it is the share of the pieces that are kept, or the chance to win.
/// Values know the [`Goal`] that they were trained for, and points only if they were trained with
/// them: where they do not know the goal, it judges by a few games that it plays out.
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

    /// How good each of `tiles` is, of [`WIN`]: the share of the win that the bot's side has after
    /// it. Values that do not know the goal of the game are not asked: a few games are played out.
    fn shares(&self, see: &Observation<'_>, tiles: &[Laid], rng: &mut Rng) -> Shares {
        let values = self.judge.values(see);
        let opponents = see.opponents(see.active());
        let side = SeatSet::first(see.seats()).without(opponents);
        let (goal, scores) = (Goal::of(see), see.scores());
        if !values.knows(goal, scores.is_some()) {
            let choices = tiles.iter().copied().map(Choice::Place);
            let means = played_out(see, choices, PLAYOUTS, rng);
            return means.into_iter().map(|mean| (mean * WIN as f32) as u32).collect();
        }
        // After the last tile of a hand, the next one says where the piece can go.
        let draws = see.hand_len(see.active()) == 1 && see.pile_len() > 0;
        match goal {
            _ if draws => shares_later(see, tiles, side, &values, 8, rng),
            Goal::Together => shares_after(see, tiles, side, &values, scores.as_deref()),
            Goal::Win if scores.is_none() => shares_after(see, tiles, side, &values, None),
            _ => shares_later(see, tiles, side, &values, 2, rng),
        }
    }
}

/// What each placement of a choice is worth.
type Shares = ArrayVec<u32, MAX_PLACEMENTS>;

/// The number of games that are played out after each placement where values do not know the goal.
const PLAYOUTS: usize = 10;

/// The share of the win that `side` has on the board after each of `tiles`, where these are the
/// scores so far.
fn shares_after(
    see: &Observation<'_>,
    tiles: &[Laid],
    side: SeatSet,
    values: &BoardValues,
    scores: Option<&[i64]>,
) -> Shares {
    let mut judgement = Judgement::new(values);
    let mut shares = Shares::new();
    see.features_after_with(tiles, scores, |tile, features| {
        shares.push(if features.pieces.is_empty() {
            // Who wins when all go out together, the rules say.
            let (mut world, mut rng) = (see.imagine(), Rng::new(0, 0));
            world.deal(&mut rng);
            world.take(&Choice::Place(tile), &mut rng);
            won(&*world, side)
        } else {
            judgement.share(features, side)
        });
    });
    shares
}

/// The share of the win that `side` has at the end of a game.
fn won(world: &dyn World, side: SeatSet) -> u32 {
    let rewards = world.rewards(Reward::Win);
    if world.opponents(Seat::new(0)).is_empty() {
        // All seats come to the same.
        return (rewards[0] * WIN as f32) as u32;
    }
    let won: f32 = side.iter().map(|seat| rewards[seat.index()]).sum();
    (won * WIN as f32) as u32
}

/// The share of the win that `side` has at the placement after each of `tiles`, as a mean of some
/// deals of hidden tiles, the same for all: where points are counted, only the rules know what a
/// placement earns; who plays all pieces needs to know what the next one can do (V4), and who lays
/// the last tile of a hand what may be drawn.
fn shares_later(
    see: &Observation<'_>,
    tiles: &[Laid],
    side: SeatSet,
    values: &BoardValues,
    deals: u32,
    rng: &Rng,
) -> Shares {
    let mut world = see.imagine();
    let mut share = |tile: &Laid| {
        let (mut rng, mut sum) = (rng.clone(), 0);
        for _ in 0..deals {
            world.deal(&mut rng);
            world.take(&Choice::Place(*tile), &mut rng);
            sum += if world.places().is_some() {
                values.of_side(&values.judge(&world.features()), side)
            } else {
                won(&*world, side)
            };
        }
        sum / deals
    };
    tiles.iter().map(&mut share).collect()
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

impl Bot for Learned {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let shares = self.shares(see, &legal, rng);
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
        if !matches!(choice, Some(Choice::Place(_))) {
            return (choice, Vec::new());
        }
        let legal = see.legal();
        let shares = self.shares(see, &legal, &mut same_luck);
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

//! Advice for a player: what each legal placement is worth, and how certain that is.

use super::stats::{ALPHA, Wilson, normal_quantile};
use crate::board::Laid;
use crate::bots::ismcts::{Search, Settings};
use crate::game::{Choice, Observation, Reward, Rng};

/// The estimated worth of one placement.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Advice {
    /// The tile as it would be laid: face and rotation.
    pub tile: Laid,
    /// The mean share of the win in the playouts, 0–1; where one person plays all pieces (V4), the share of pieces
    /// left.
    pub share: f64,
    /// The 95 % confidence interval of the share (Wilson's). It covers the chance in the playouts, not how well they
    /// are played.
    pub interval: [f64; 2],
    /// Number of playouts.
    pub games: u32,
}

/// Advice for the seat of an observation, from `games` playouts of each legal placement: the best first, equals in the
/// order of tile and rotation. Empty if the seat does not place now.
///
/// It knows only what the seat sees, as a bot does, and is the same for the same `rng`. A playout takes a few
/// microseconds. If the observation is [stopped](Observation::is_stopped), the advice is that of the playouts so far,
/// for the placements that were tried.
pub fn advise(see: &Observation<'_>, games: u32, rng: &mut Rng) -> Vec<Advice> {
    let choices: Vec<Choice> = see.legal().into_iter().map(Choice::Place).collect();
    let wanted = games.max(1).saturating_mul(choices.len() as u32);
    if choices.is_empty() {
        return Vec::new();
    }
    let settings = Settings { even: true, reward: Reward::Win, ..Settings::default() };
    let mut search = Search::default();
    search.run(&mut *see.imagine(), see.active(), &choices, &settings, rng, |made| made < wanted && !see.is_stopped());
    let advice = search.estimates(&choices).into_iter().filter(|estimate| estimate.visits > 0).filter_map(|estimate| {
        let Choice::Place(tile) = estimate.choice else { return None };
        let (share, games) = (f64::from(estimate.mean), f64::from(estimate.visits));
        let wilson = Wilson::new(share, games, normal_quantile(1.0 - ALPHA / 2.0));
        Some(Advice { tile, share, interval: [wilson.low, wilson.high], games: estimate.visits })
    });
    let mut advice: Vec<Advice> = advice.collect();
    advice.sort_by(|one, other| other.share.total_cmp(&one.share));
    advice
}

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
    /// The confidence interval of the share (Wilson's). The intervals of all placements hold together at 95 %, so that of
    /// the best may be looked at because it is the best. They cover the chance in the playouts, not how well they are
    /// played.
    pub interval: [f64; 2],
    /// Whether it cannot be told apart from the best placement with so many playouts; true for the best itself.
    pub level: bool,
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
    // Bonferroni's inequality: all intervals together, and all differences from the best together.
    let reach = normal_quantile(1.0 - ALPHA / 2.0 / choices.len() as f64);
    let advice = search.estimates(&choices).into_iter().filter(|estimate| estimate.visits > 0).filter_map(|estimate| {
        let Choice::Place(tile) = estimate.choice else { return None };
        let (share, games) = (f64::from(estimate.mean), f64::from(estimate.visits));
        let wilson = Wilson::new(share, games, reach);
        Some(Advice { tile, share, interval: [wilson.low, wilson.high], level: true, games: estimate.visits })
    });
    let mut advice: Vec<Advice> = advice.collect();
    advice.sort_by(|one, other| other.share.total_cmp(&one.share));
    if let Some(&best) = advice.first() {
        for one in &mut advice {
            one.level = !is_surely_better(&best, one);
        }
    }
    advice
}

/// Whether the interval of the difference of two shares (Newcombe's, from the intervals of both) is above 0.
fn is_surely_better(best: &Advice, other: &Advice) -> bool {
    let room = (best.share - best.interval[0]).hypot(other.interval[1] - other.share);
    best.share - other.share > room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_level_where_their_difference_may_be_chance() {
        let of = |share: f64, games: u32| {
            let wilson = Wilson::new(share, f64::from(games), normal_quantile(0.975));
            Advice { tile: Laid::from_code(0), share, interval: [wilson.low, wilson.high], level: true, games }
        };
        // Newcombe's own example: 56 of 70 against 48 of 80 has the interval 0.0524 to 0.3339.
        assert!(is_surely_better(&of(0.8, 70), &of(0.6, 80)) && !is_surely_better(&of(0.8, 70), &of(0.66, 80)));
    }
}

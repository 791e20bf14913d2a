//! Advice for a player: what each choice is worth, and how certain that is.

use super::stats::{ALPHA, Wilson, normal_quantile};
use tsuro::bots::ismcts::{Search, Settings};
use tsuro::game::{Choice, Observation, Reward, Rng};

/// The estimated worth of one choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// A start mark, a placement, an exchange, or an answer to what a rule asks.
    pub choice: Choice,
    /// The mean share of the win in the playouts, 0–1; where one person plays all pieces (V4), the
    /// share of pieces left.
    pub share: f64,
    /// The confidence interval of the share (Wilson's). The intervals of all choices hold together
    /// at 95 %, so that of the best may be looked at because it is the best. They cover the chance
    /// in the playouts, not how well they are played.
    pub interval: [f64; 2],
    /// Whether it cannot be told apart from the best choice with the playouts that were made; true
    /// for the best itself.
    pub level: bool,
    /// Number of playouts.
    pub games: u32,
}

/// Advice for the seat of an observation, from `games` playouts after each of its
/// [choices](Observation::choices): the best first, equals in the order of the choices. Empty if it
/// has nothing to decide.
///
/// It knows only what the seat sees, as a bot does, and is the same for the same `rng`. A playout
/// takes a few microseconds. If the observation is [stopped](Observation::is_stopped), the advice
/// is that of the playouts so far, for the choices that were tried.
pub fn advise(see: &Observation<'_>, games: u32, rng: &mut Rng) -> Vec<Advice> {
    let choices = see.choices();
    let wanted = games.max(1).saturating_mul(choices.len() as u32);
    if choices.is_empty() {
        return Vec::new();
    }
    let mut settings = Settings::default();
    (settings.even, settings.reward) = (true, Reward::Win);
    let mut search = Search::default();
    search.run(&mut *see.imagine(), see.decider(), &choices, &settings, rng, |_, made| {
        made < wanted && !see.is_stopped()
    });
    judged(
        search
            .estimates(&choices)
            .into_iter()
            .map(|estimate| (estimate.choice, f64::from(estimate.mean), estimate.visits)),
    )
}

/// The advice on all choices of a decision, each with its mean and its number of playouts, from
/// the best down; choices that were not tried are left out.
pub(crate) fn judged(choices: impl ExactSizeIterator<Item = (Choice, f64, u32)>) -> Vec<Advice> {
    // Bonferroni's inequality: all intervals together, and all differences from the best together.
    let reach = normal_quantile(1.0 - ALPHA / 2.0 / choices.len().max(1) as f64);
    let mut advice: Vec<Advice> = choices
        .filter(|&(_, _, games)| games > 0)
        .map(|(choice, share, games)| {
            let wilson = Wilson::new(share, f64::from(games), reach);
            Advice { choice, share, interval: [wilson.low, wilson.high], level: true, games }
        })
        .collect();
    advice.sort_by(|one, other| other.share.total_cmp(&one.share));
    if let Some(best) = advice.first().cloned() {
        for one in &mut advice {
            one.level = !is_surely_better(&best, one);
        }
    }
    advice
}

/// The least by which one choice is better than another: the lower end of the interval of the
/// difference of their shares (Newcombe's, from the intervals of both).
pub(crate) fn least_difference(best: &Advice, other: &Advice) -> f64 {
    let room = libm::hypot(best.share - best.interval[0], other.interval[1] - other.share);
    best.share - other.share - room
}

/// Whether one choice is better than another beyond chance.
fn is_surely_better(best: &Advice, other: &Advice) -> bool {
    least_difference(best, other) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::board::Laid;

    #[test]
    fn placements_are_level_where_their_difference_may_be_chance() {
        let of = |share: f64, games: u32| {
            let wilson = Wilson::new(share, f64::from(games), normal_quantile(0.975));
            Advice {
                choice: Choice::Place(Laid::checked(0).unwrap()),
                share,
                interval: [wilson.low, wilson.high],
                level: true,
                games,
            }
        };
        // Newcombe's own example: 56 of 70 against 48 of 80 has the interval 0.0524 to 0.3339.
        assert!(
            is_surely_better(&of(0.8, 70), &of(0.6, 80))
                && !is_surely_better(&of(0.8, 70), &of(0.66, 80))
        );
    }
}

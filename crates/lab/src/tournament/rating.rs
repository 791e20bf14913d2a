//! Ratings of the contestants: the strengths of the Bradley–Terry model that fit all results at
//! once, with errors by a bootstrap over deals.
//!
//! Every two contestants at a table are compared by who finished first. Where finishing orders
//! follow the model of Plackett and Luce, each pair follows that of Bradley and Terry with the same
//! strengths, so the pairs of tables of any size can be fitted together; that the pairs of one game
//! are not independent is the bootstrap's business.

use super::GameResult;
use crate::stats::t_quantile;
use std::sync::OnceLock;

/// Rating of an average contestant.
const AVERAGE: f64 = 1500.0;

/// Points by which a contestant with ten times the strength of another is above it.
const TENFOLD: f64 = 400.0;

/// Number of bootstrap samples.
const SAMPLES: usize = 300;

/// The least number of deals from which the bootstrap estimates an error; of fewer, most samples
/// are alike.
const FEW_DEALS: u64 = 10;

/// The error of a rating where there are fewer deals.
const UNKNOWN: f64 = 350.0;

/// How well a contestant plays, on the scale of Elo's ratings: the average of all contestants is
/// 1500, and with 400 points more a contestant finishes before another in ten of eleven games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The estimated rating.
    pub mean: f64,
    /// The standard error of the estimate.
    pub deviation: f64,
    /// The degrees of freedom of the standard error.
    freedom: f64,
}

impl Rating {
    /// The interval that contains the true rating with a probability of `confidence`, 0–1.
    pub fn interval(self, confidence: f64) -> [f64; 2] {
        let reach = t_quantile(f64::midpoint(1.0, confidence), self.freedom) * self.deviation;
        [self.mean - reach, self.mean + reach]
    }
}

/// How often each contestant finished before each other one, equal finishes counting half; by rows.
#[derive(Debug, Clone)]
struct Pairs {
    contestants: usize,
    before: Vec<f64>,
}

impl Pairs {
    fn new(contestants: usize) -> Self {
        Self { contestants, before: vec![0.0; contestants * contestants] }
    }

    fn add(&mut self, game: &GameResult) {
        for (seat, &one) in game.seats.iter().enumerate() {
            for (place, &other) in game.seats.iter().enumerate().filter(|&(_, &other)| other != one)
            {
                let won = match game.finishes[seat].place.cmp(&game.finishes[place].place) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                self.before[one * self.contestants + other] += won;
            }
        }
    }

    /// The logarithms of the strengths that fit best, with the mean 0, by the algorithm of Hunter
    /// (Annals of Statistics 32, 2004). Half a win each way is added between every two that met, so
    /// that a contestant that never won has a strength, too.
    fn strengths(&self) -> Vec<f64> {
        let all = 0..self.contestants;
        let at = |one: usize, other: usize| self.before[one * self.contestants + other];
        let met = |one: usize, other: usize| at(one, other) + at(other, one);
        let wins: Vec<f64> = all
            .clone()
            .map(|one| {
                all.clone()
                    .filter(|&other| other != one && met(one, other) > 0.0)
                    .map(|other| at(one, other) + 0.5)
                    .sum()
            })
            .collect();
        let mut strengths = vec![1.0; self.contestants];
        for _ in 0..2_000 {
            let next: Vec<f64> = all
                .clone()
                .map(|one| {
                    let rivals = all.clone().filter(|&other| other != one && met(one, other) > 0.0);
                    let chances: f64 = rivals
                        .map(|other| (met(one, other) + 1.0) / (strengths[one] + strengths[other]))
                        .sum();
                    if chances > 0.0 { wins[one] / chances } else { 1.0 }
                })
                .collect();
            let mean = next.iter().map(|strength: &f64| libm::log(*strength)).sum::<f64>()
                / next.len() as f64;
            let next: Vec<f64> =
                next.into_iter().map(|strength| strength / libm::exp(mean)).collect();
            let change = next
                .iter()
                .zip(&strengths)
                .map(|(one, other)| libm::log(one / other).abs())
                .fold(0.0, f64::max);
            strengths = next;
            if change < 1e-9 {
                break;
            }
        }
        strengths.into_iter().map(libm::log).collect()
    }
}

/// The results from which the ratings of all contestants are made.
#[derive(Debug, Clone)]
pub(super) struct Ratings {
    deals: u64,
    pairs: Pairs,
    /// The pairs with each deal taken as often as a Poisson variable with the mean 1 says: a
    /// bootstrap that needs no memory of the deals (Chamandy and others, *Estimating uncertainty
    /// for massive data streams*, 2012).
    samples: Vec<Pairs>,
    found: OnceLock<Fitted>,
}

impl Ratings {
    /// The ratings before the first game.
    pub(super) fn new(contestants: usize) -> Self {
        let pairs = Pairs::new(contestants);
        Self { deals: 0, samples: vec![pairs.clone(); SAMPLES], pairs, found: OnceLock::new() }
    }

    /// Adds the games of one deal.
    pub(super) fn add(&mut self, games: &[GameResult]) {
        let mut deal = Pairs::new(self.pairs.contestants);
        for game in games {
            deal.add(game);
        }
        let found: Vec<(usize, f64)> =
            deal.before.into_iter().enumerate().filter(|(_, won)| *won > 0.0).collect();
        let add = |pairs: &mut Pairs, times: f64| {
            for &(at, won) in &found {
                pairs.before[at] += times * won;
            }
        };
        add(&mut self.pairs, 1.0);
        for (number, sample) in (0..).zip(&mut self.samples) {
            match times_taken(self.deals * SAMPLES as u64 + number) {
                0 => {}
                times => add(sample, f64::from(times)),
            }
        }
        self.deals += 1;
        self.found = OnceLock::new();
    }

    /// The rating of a contestant.
    pub(super) fn rating(&self, contestant: usize) -> Rating {
        let fitted = self.fitted();
        fitted.rating(AVERAGE, self.deals, |strengths| strengths[contestant])
    }

    /// By how much one contestant is rated above another. The error is smaller than that of two
    /// ratings that have nothing in common: every sample has both.
    pub(super) fn difference(&self, one: usize, other: usize) -> Rating {
        self.fitted().rating(0.0, self.deals, |strengths| strengths[one] - strengths[other])
    }

    /// The estimates of all ratings.
    pub(super) fn means(&self) -> Vec<f64> {
        self.pairs.strengths().into_iter().map(|strength| AVERAGE + scale() * strength).collect()
    }

    fn fitted(&self) -> &Fitted {
        self.found.get_or_init(|| Fitted {
            strengths: self.pairs.strengths(),
            samples: if self.deals < FEW_DEALS {
                Vec::new()
            } else {
                self.samples.iter().map(Pairs::strengths).collect()
            },
        })
    }
}

/// Points of a rating for each unit of the logarithm of a strength.
fn scale() -> f64 {
    TENFOLD / std::f64::consts::LN_10
}

/// The logarithms of the strengths of all contestants.
#[derive(Debug, Clone)]
struct Fitted {
    strengths: Vec<f64>,
    /// Those of the bootstrap; none of few deals.
    samples: Vec<Vec<f64>>,
}

impl Fitted {
    /// A rating, from what `of` takes from the strengths.
    fn rating(&self, average: f64, deals: u64, of: impl Fn(&[f64]) -> f64) -> Rating {
        let count = self.samples.len() as f64;
        let sampled = self.samples.iter().map(|sample| of(sample));
        let mean = sampled.clone().sum::<f64>() / count;
        let variance = sampled.map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let deviation = if self.samples.is_empty() { UNKNOWN } else { scale() * variance.sqrt() };
        Rating {
            mean: average + scale() * of(&self.strengths),
            deviation,
            freedom: (deals as f64 - 1.0).max(1.0),
        }
    }
}

/// How often a sample takes a deal: a Poisson variable with the mean 1, from a hash of its number
/// (`SplitMix64`).
fn times_taken(number: u64) -> u32 {
    let mut bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let share = ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
    let (mut times, mut chance, mut below) = (0, libm::exp(-1.0), 0.0);
    while times < 12 {
        below += chance;
        if share < below {
            break;
        }
        times += 1;
        chance /= f64::from(times);
    }
    times
}

#[cfg(test)]
mod tests {
    use super::super::Finish;
    use super::*;
    use tsuro::game::{Rng, RunSeed};

    fn result(seats: &[usize], places: &[usize]) -> GameResult {
        let finishes = places.iter().map(|&place| Finish { share: 0.0, place }).collect();
        GameResult { seats: seats.to_vec(), finishes, faults: vec![Vec::new(); seats.len()] }
    }

    /// Two contestants of which one finishes first three times as often: with half a win each way,
    /// the odds are 30.5 to 10.5.
    #[test]
    fn two_strengths_have_the_ratio_of_the_wins() {
        let mut pairs = Pairs::new(2);
        (0..40).for_each(|game| {
            pairs.add(&result(&[0, 1], if game % 4 == 0 { &[1, 0] } else { &[0, 1] }));
        });
        let found = pairs.strengths();
        assert!((found[0] - found[1] - libm::log(30.5 / 10.5)).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn a_bootstrap_takes_each_deal_once_on_average() {
        let taken: Vec<u32> = (0..100_000).map(times_taken).collect();
        let mean = f64::from(taken.iter().sum::<u32>()) / 100_000.0;
        let none = taken.iter().filter(|&&times| times == 0).count() as f64 / 100_000.0;
        assert!(
            (mean - 1.0).abs() < 0.02 && (none - libm::exp(-1.0)).abs() < 0.01,
            "{mean} {none}"
        );
    }

    /// How often the interval of the first contestant's rating contains its true rating, over many
    /// made-up tournaments whose finishing orders follow the model of Plackett and Luce. Between
    /// deals, the strengths vary a little.
    fn covered(contestants: usize, players: usize, deals: u64, tries: u64) -> f64 {
        let strengths: Vec<f64> = (0..contestants).map(|one| 0.35 * one as f64).collect();
        let mean = strengths.iter().sum::<f64>() / contestants as f64;
        let mut rng: Rng = RunSeed::new("made-up strengths").game(contestants as u64).stream(
            tsuro::game::Purpose::Seats,
            0,
            0,
            0,
        );
        let mut uniform = move || (f64::from(rng.below(1 << 30)) + 0.5) / f64::from(1 << 30);
        let mut hits = 0;
        for _ in 0..tries {
            let mut ratings = Ratings::new(contestants);
            for deal in 0..deals {
                let games: Vec<GameResult> = (0..contestants)
                    .map(|game| {
                        let seats: Vec<usize> = (0..players)
                            .map(|seat| (game + seat + deal as usize) % contestants)
                            .collect();
                        // The order of exponential times with the strengths as rates.
                        let times: Vec<f64> = seats
                            .iter()
                            .map(|&one| -libm::log(uniform()) / libm::exp(strengths[one]))
                            .collect();
                        let places: Vec<usize> = times
                            .iter()
                            .map(|time| times.iter().filter(|other| *other < time).count())
                            .collect();
                        result(&seats, &places)
                    })
                    .collect();
                ratings.add(&games);
            }
            for (contestant, strength) in strengths.iter().enumerate() {
                let truth = AVERAGE + TENFOLD / std::f64::consts::LN_10 * (strength - mean);
                let [low, high] = ratings.rating(contestant).interval(0.95);
                hits += u64::from(low <= truth && truth <= high);
            }
        }
        hits as f64 / (tries * contestants as u64) as f64
    }

    #[test]
    fn intervals_of_ratings_contain_made_up_strengths() {
        for (contestants, players) in [(2, 2), (4, 4), (8, 8)] {
            let share = covered(contestants, players, 60, 40);
            assert!((0.87..=0.995).contains(&share), "{contestants}: {share}");
        }
    }

    #[test]
    #[ignore = "takes minutes: `just calibration`"]
    #[allow(clippy::print_stdout, reason = "it prints the figures that docs/comparing.md quotes")]
    fn intervals_of_ratings_contain_made_up_strengths_as_often_as_promised() {
        for (contestants, players, tries) in [(2, 2, 6000), (4, 4, 2000), (8, 8, 600)] {
            let share = covered(contestants, players, 100, tries);
            let error = (share * (1.0 - share) / (tries * contestants as u64) as f64).sqrt();
            println!(
                "| rating intervals, {players} players, 100 deals | 93 to 97 % | {:.1} % (± {:.1}) \
                 |",
                100.0 * share,
                100.0 * error
            );
            assert!((0.93..=0.97).contains(&share), "{contestants}: {share}");
        }
    }
}

//! The standings of a tournament.

use super::GameResult;
use super::rating::{Rating, Ratings};
use crate::stats::{Wilson, normal_quantile, t_quantile};
use tsuro::bots::Faults;

/// The least number of deals from whose shares a variance is estimated.
const FEW_DEALS: f64 = 30.0;

/// The score of one contestant against another, over all games in which both had a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Versus {
    /// How often the first finished before the second.
    pub before: u64,
    /// How often both finished equal.
    pub equal: u64,
    /// How often the first finished after the second.
    pub behind: u64,
}

/// The result of one contestant.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Number of games in which it had a seat.
    pub games: u64,
    /// The share of the wins in these games; a win of several seats is split evenly.
    pub share: f64,
    /// The confidence interval of the share: Student's over the shares of the deals, which are
    /// independent; Wilson's where there are few deals.
    pub interval: [f64; 2],
    /// The share that it would have if all contestants played equally well.
    pub fair: f64,
    /// The rating, on the scale of Elo's.
    pub rating: Rating,
    /// The confidence interval of the rating.
    pub rating_interval: [f64; 2],
    /// The number of faults of each kind.
    pub faults: Faults,
    /// Number of games in which it had a fault, so that not all of its choices were its own.
    pub faulty_games: u64,
}

/// The sums of one contestant.
#[derive(Debug, Clone, Default)]
struct ContestantTally {
    games: u64,
    seats: u64,
    won: f64,
    /// Number of deals in which it had a seat.
    deals: f64,
    /// The sums of its shares of the wins of each deal, and of their squares.
    shares: [f64; 2],
    faults: Faults,
    /// Number of games with a fault.
    faulty: u64,
}

impl ContestantTally {
    /// The confidence interval of the win share. Each contestant has every seat of a deal, so much
    /// of the luck with tiles and seats cancels out within a deal; the variance of the deals
    /// measures the rest.
    fn interval(&self, confidence: f64) -> [f64; 2] {
        if self.games == 0 {
            return [0.0, 1.0];
        }
        let side = f64::midpoint(1.0, confidence);
        if self.deals < FEW_DEALS {
            let wilson =
                Wilson::new(self.won / self.games as f64, self.games as f64, normal_quantile(side));
            return [wilson.low, wilson.high];
        }
        let mean = self.shares[0] / self.deals;
        let variance = (self.shares[1] - self.deals * mean * mean).max(0.0) / (self.deals - 1.0);
        let reach = t_quantile(side, self.deals - 1.0) * (variance / self.deals).sqrt();
        [(mean - reach).max(0.0), (mean + reach).min(1.0)]
    }
}

/// The results of all games so far.
#[derive(Debug, Clone)]
pub struct Standings {
    players: u8,
    games: u64,
    tallies: Vec<ContestantTally>,
    versus: Vec<Vec<Versus>>,
    ratings: Ratings,
}

impl Standings {
    pub(super) fn new(contestants: usize, players: u8) -> Self {
        Self {
            players,
            games: 0,
            tallies: vec![ContestantTally::default(); contestants],
            versus: vec![vec![Versus::default(); contestants]; contestants],
            ratings: Ratings::new(contestants),
        }
    }

    /// Adds the games of one deal, in their order.
    pub(super) fn add(&mut self, games: &[GameResult]) {
        let before: Vec<(u64, f64)> =
            self.tallies.iter().map(|tally| (tally.games, tally.won)).collect();
        for game in games {
            self.games += 1;
            let mut is_counted = vec![false; self.tallies.len()];
            let mut is_faulty = vec![false; self.tallies.len()];
            for (seat, &contestant) in game.seats.iter().enumerate() {
                let tally = &mut self.tallies[contestant];
                tally.seats += 1;
                tally.games += u64::from(!is_counted[contestant]);
                is_counted[contestant] = true;
                tally.won += game.finishes[seat].share;
                for fault in &game.faults[seat] {
                    tally.faults.add(fault);
                    tally.faulty += u64::from(!std::mem::replace(&mut is_faulty[contestant], true));
                }
                for (other, &rival) in game.seats.iter().enumerate() {
                    let versus = &mut self.versus[contestant][rival];
                    match game.finishes[seat].place.cmp(&game.finishes[other].place) {
                        _ if rival == contestant => {}
                        std::cmp::Ordering::Less => versus.before += 1,
                        std::cmp::Ordering::Equal => versus.equal += 1,
                        std::cmp::Ordering::Greater => versus.behind += 1,
                    }
                }
            }
        }
        self.ratings.add(games);
        for (tally, (games, won)) in self.tallies.iter_mut().zip(before) {
            if tally.games > games {
                let share = (tally.won - won) / (tally.games - games) as f64;
                tally.deals += 1.0;
                tally.shares[0] += share;
                tally.shares[1] += share * share;
            }
        }
    }

    /// Number of games played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of players at a table.
    pub(super) const fn players(&self) -> u8 {
        self.players
    }

    /// The estimated ratings of all contestants, without their errors, which take longer.
    pub fn means(&self) -> Vec<f64> {
        self.ratings.means()
    }

    /// By how much the rating of one contestant is above that of another.
    pub fn difference(&self, one: usize, other: usize) -> Rating {
        self.ratings.difference(one, other)
    }

    /// The score of one contestant against another; all zero against itself.
    pub(crate) fn versus(&self, one: usize, other: usize) -> Versus {
        self.versus[one][other]
    }

    /// The result of a contestant, with intervals that contain the true values with a probability
    /// of `confidence`, 0–1.
    pub fn standing(&self, contestant: usize, confidence: f64) -> Standing {
        let tally = &self.tallies[contestant];
        let games = tally.games as f64;
        let per_game = |sum: f64| if tally.games == 0 { 0.0 } else { sum / games };
        let share = per_game(tally.won);
        Standing {
            games: tally.games,
            share,
            interval: tally.interval(confidence),
            fair: per_game(tally.seats as f64 / f64::from(self.players)),
            rating: self.ratings.rating(contestant),
            rating_interval: self.ratings.rating(contestant).interval(confidence),
            faults: tally.faults.clone(),
            faulty_games: tally.faulty,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Finish;
    use super::*;
    use tsuro::bots::Fault;

    #[test]
    fn wins_are_shared_out_and_compared() {
        let game = |seats: [usize; 2], places: [usize; 2], shares: [f64; 2]| GameResult {
            seats: seats.to_vec(),
            finishes: (0..2)
                .map(|seat| Finish { share: shares[seat], place: places[seat] })
                .collect(),
            faults: vec![Vec::new(), vec![Fault::Late { milliseconds: 5 }]],
        };
        let mut standings = Standings::new(3, 2);
        standings.add(&[
            game([0, 1], [0, 1], [1.0, 0.0]),
            game([1, 0], [0, 0], [0.5, 0.5]),
            game([2, 0], [1, 0], [0.0, 1.0]),
        ]);
        let first = standings.standing(0, 0.95);
        assert_eq!((first.games, first.faults.count(), first.faulty_games), (3, 2, 2));
        assert!((first.share - 2.5 / 3.0).abs() < 1e-12 && (first.fair - 0.5).abs() < 1e-12);
        assert_eq!(standings.versus(0, 1), Versus { before: 1, equal: 1, behind: 0 });
        assert_eq!(standings.versus(1, 0), Versus { before: 0, equal: 1, behind: 1 });
        assert!(first.rating.mean > standings.standing(1, 0.95).rating.mean);
        assert!(
            (standings.standing(2, 0.95).share).abs() < 1e-12
                && standings.standing(2, 0.95).interval[1] < 1.0
        );
    }
}

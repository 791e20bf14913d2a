//! [`Depth`]: how much room for skill a rule set has, in steps between players of which one wins
//! 60 % of the games of two.
//!
//! Bots of growing strength form a ladder. Each plays alone, or as a whole team, among players of
//! the kind below, and the odds of its wins, beside the odds that luck alone gives it, say how many
//! steps it is above them: odds of 60 to 40 are one step, whatever the number of players. The depth
//! is the sum, from the first bot to the last. Stronger bots can only add to it, so it is what has
//! been shown of a rule set, not all that is in it.

use super::sides::sides;
use super::{GameCounter, RunError, Standing, Tournament, tournament};
use std::sync::atomic::Ordering;
use tsuro::bots::BotSpec;
use tsuro::ruleset::Variant;

/// The ladder that is climbed unless another is asked for.
pub const LADDER: &[&str] = &[
    "random",
    "safe",
    "greedy",
    "learned",
    "ismcts:200:values=learned",
    "ismcts:1000:values=learned",
];

/// The odds of a step: 60 to 40.
const STEP: f64 = 1.5;

/// Why a depth cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum DepthError {
    /// Nothing can be climbed.
    #[error("a ladder needs at least two bots")]
    Ladder,
    /// There is one player, or all play together.
    #[error("{0}: a depth needs at least two players or teams that play against each other")]
    Goal(String),
    /// A bot made a choice that is not allowed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The games of a depth.
#[derive(Debug)]
pub struct DepthRun<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The bots, weakest first; at least two.
    pub ladder: &'a [BotSpec],
    /// The number of players at a table, at least two.
    pub players: u8,
    /// The number of games of each rung, rounded up to whole deals. Each deal is played once with
    /// the stronger bot on each side: in each seat, or as each team.
    pub games: u64,
    /// The seed of the run, any text.
    pub seed: &'a str,
    /// The confidence level of the intervals, 0–1.
    pub confidence: f64,
    /// Whether the first fault of a bot outside the program stops the run.
    pub strict: bool,
    /// The number of threads, at least 1. The result does not depend on it.
    pub threads: usize,
}

/// How far a bot is above the one below it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rung {
    /// The stronger bot, alone among bots of the kind below.
    pub bot: String,
    /// The bots among which it plays.
    pub below: String,
    /// Its games and wins.
    pub standing: Standing,
    /// The number of steps, below 0 if it is the weaker one, and the ends of its interval.
    pub steps: [f64; 3],
}

/// How much room for skill a rule set has.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Depth {
    /// The rungs that were played, from the bottom up.
    pub rungs: Vec<Rung>,
    /// The sum of their steps, and the ends of its interval.
    pub steps: [f64; 3],
}

impl DepthRun<'_> {
    /// The number of sides that play against each other, all with as many players.
    pub fn sides(&self) -> u8 {
        sides(self.variant, self.players)
    }

    /// The number of deals of each rung.
    fn deals(&self) -> u64 {
        self.games.div_ceil(self.sides().into())
    }

    /// The number of games of each rung, whole deals.
    pub fn rung_games(&self) -> u64 {
        self.deals() * u64::from(self.sides())
    }

    /// The number of games of the whole run.
    pub fn all_games(&self) -> u64 {
        self.rung_games() * (self.ladder.len() as u64).saturating_sub(1)
    }

    /// Plays the games, rung by rung. If the run is stopped, the rungs that were finished count.
    ///
    /// # Errors
    /// There is no ladder, all play together, or a bot has made a choice that is not allowed.
    pub fn run(&self, progress: &GameCounter) -> Result<Depth, DepthError> {
        if self.ladder.len() < 2 {
            return Err(DepthError::Ladder);
        }
        let sides = self.sides();
        if sides < 2 {
            return Err(DepthError::Goal(self.variant.name().to_owned()));
        }
        let mut rungs = Vec::new();
        for (number, pair) in self.ladder.windows(2).enumerate() {
            // The rungs have luck of their own, so that their errors are independent.
            let seed = format!("{}, rung {number}", self.seed);
            // Fewer bots than seats take turns in them, as teams do.
            let mut bots = vec![pair[0].clone(); sides.into()];
            bots[0] = pair[1].clone();
            let games = Tournament {
                strict: self.strict,
                threads: self.threads,
                ..Tournament::new(self.variant, &bots, self.players, self.deals(), &seed)
            };
            let (standings, outcome) = tournament(&games, progress);
            outcome?;
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            let standing = standings.standing(0, self.confidence);
            rungs.push(Rung {
                bot: pair[1].to_string(),
                below: pair[0].to_string(),
                steps: self.steps(&standing),
                standing,
            });
        }
        let sum: f64 = rungs.iter().map(|rung| rung.steps[0]).sum();
        // Independent errors add up as their squares do.
        let half = |end: usize| {
            let square = |rung: &Rung| (rung.steps[end] - rung.steps[0]).powi(2);
            rungs.iter().map(square).sum::<f64>().sqrt()
        };
        Ok(Depth { steps: [sum, sum - half(1), sum + half(2)], rungs })
    }

    /// The steps to which a share of the wins and its interval come. No share is nearer to none or
    /// all than half a game, so that the steps are never infinite.
    fn steps(&self, standing: &Standing) -> [f64; 3] {
        let least = 0.5 / standing.games.max(1) as f64;
        let log_odds = |share: f64| {
            let share = share.clamp(least, 1.0 - least);
            libm::log(share / (1.0 - share))
        };
        let even = log_odds(1.0 / f64::from(self.sides()));
        [standing.share, standing.interval[0], standing.interval[1]]
            .map(|share| (log_odds(share) - even) / libm::log(STEP))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::rules::Registry;
    use tsuro::ruleset::BuiltIns;

    fn depth(rules: &str, players: u8, ladder: &[&str], games: u64, threads: usize) -> Depth {
        let variant = Variant::load(rules, &BuiltIns, &Registry::default()).unwrap();
        let ladder: Vec<BotSpec> =
            ladder.iter().map(|word| BotSpec::parse(word).unwrap()).collect();
        let run = DepthRun {
            variant: &variant,
            ladder: &ladder,
            players,
            games,
            seed: "depth",
            confidence: 0.95,
            strict: true,
            threads,
        };
        assert_eq!(run.rung_games().next_multiple_of(run.sides().into()), run.rung_games());
        assert_eq!(run.all_games(), run.rung_games() * (ladder.len() as u64 - 1));
        run.run(&GameCounter::default()).unwrap()
    }

    #[test]
    fn equal_bots_are_no_step_apart_and_the_order_of_the_ladder_is_the_sign() {
        for players in [2, 5] {
            let level = depth("classic", players, &["safe", "safe"], 400 * u64::from(players), 2);
            // Whoever plays alike has each other's luck within a deal, so little is left to chance.
            assert!(level.steps[1] <= 0.0 && level.steps[2] >= 0.0, "{:?}", level.steps);
            assert!(level.steps[0].abs() < 0.5, "{:?}", level.steps);
            let up = depth("classic", players, &["random", "greedy"], 100 * u64::from(players), 2);
            let down =
                depth("classic", players, &["greedy", "random"], 100 * u64::from(players), 1);
            assert!(up.steps[1] > 1.0 && down.steps[2] < -1.0);
        }
    }

    #[test]
    fn a_whole_team_of_the_stronger_bot_plays_against_teams_of_the_weaker() {
        // Whoever plays alike wins one game of each deal.
        let level = depth("teams", 6, &["safe", "safe"], 80, 2);
        assert!(level.steps.iter().all(|steps| steps.abs() < 1e-9), "{:?}", level.steps);
        let up = depth("teams", 4, &["random", "greedy"], 201, 2);
        let Standing { share, games, .. } = up.rungs[0].standing;
        assert_eq!(games, 202, "each deal is played twice");
        assert!((0.7..1.0).contains(&share), "{share}");
        // An even share is half of the wins, whatever the size of the teams.
        let odds = libm::log(share / (1.0 - share)) / libm::log(STEP);
        assert!((up.steps[0] - odds).abs() < 1e-9, "{odds}: {:?}", up.steps);
    }

    #[test]
    fn the_depth_is_the_sum_of_the_rungs_and_no_wider_than_their_intervals_together() {
        let found = depth("seas", 3, &["random", "safe", "greedy"], 300, 2);
        let [sum, low, high] = found.steps;
        let all = |end: usize| found.rungs.iter().map(|rung| rung.steps[end]).sum::<f64>();
        assert!((sum - all(0)).abs() < 1e-9);
        assert!(all(1) < low && low < sum && sum < high && high < all(2));
        let again = depth("seas", 3, &["random", "safe", "greedy"], 300, 1);
        assert_eq!(found.steps.map(f64::to_bits), again.steps.map(f64::to_bits), "on one thread");
    }

    #[test]
    fn a_share_of_60_per_cent_in_two_is_one_step() {
        let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
        let run = |players| DepthRun {
            variant: &variant,
            ladder: &[],
            players,
            games: 1,
            seed: "",
            confidence: 0.95,
            strict: true,
            threads: 1,
        };
        let level = depth("classic", 2, &["safe", "safe"], 20, 1).rungs.remove(0).standing;
        let won =
            |share: f64| Standing { share, interval: [0.0, 1.0], games: 1000, ..level.clone() };
        assert!((run(2).steps(&won(0.6))[0] - 1.0).abs() < 1e-9);
        // The odds of a quarter are 1 to 3; one and a half times them are 1 to 2.
        assert!((run(4).steps(&won(1.0 / 3.0))[0] - 1.0).abs() < 1e-9);
        assert!(run(2).steps(&won(1.0)).iter().all(|steps| steps.is_finite()));
    }
}

//! [`Learnability`]: how fast the bot `learned` climbs under a rule set.
//!
//! Several learners begin without knowledge and play against themselves, each with luck of its own.
//! After 0, 128, 256, 512 … games, each is measured: alone among bots of a fixed kind, in every
//! seat, on the same deals at every stage. So the gain from stage to stage has little luck in it.

use super::sides::sides;
use super::stats::{Wilson, mean_and_reach, normal_quantile};
use super::train::ROUND;
use super::{GameCounter, RunError, Tournament, Training, TrainingError, tournament};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tsuro::bots::BotSpec;
use tsuro::bots::values::Judge;
use tsuro::ruleset::Variant;

/// The games of a learnability.
#[derive(Debug)]
pub struct LearnabilityRun<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The bots among which the learners are measured; each kind for itself.
    pub opponents: &'a [BotSpec],
    /// The number of players at a table, who play against each other alone or in teams.
    pub players: u8,
    /// The number of learners.
    pub learners: u64,
    /// The number of games of each learner against itself; the last stage is the first that has as
    /// many.
    pub games: u64,
    /// The number of games with which each learner is measured at each stage, among each kind of
    /// bots, rounded up to whole deals. Each deal is played once with the learner on each side: in
    /// each seat, or as each team.
    pub measured: u64,
    /// The share of the wins that is to be reached; `None`: an even share.
    pub level: Option<f64>,
    /// The seed of the run, any text.
    pub seed: &'a str,
    /// The confidence level of the intervals, 0–1.
    pub confidence: f64,
    /// The number of threads, at least 1. The result does not depend on it.
    pub threads: usize,
}

/// Why a learnability cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum LearnabilityError {
    /// There is one player, or all play together.
    #[error("{0}: learnability needs at least two players or teams that play against each other")]
    Goal(String),
    /// There can be no training.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// A bot made a choice that is not allowed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// What the learners are worth after some games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LearnerStage {
    /// The number of games that each has played against itself.
    pub games: u64,
    /// The mean share of the wins.
    pub share: f64,
    /// Its interval; the intervals of all stages hold together.
    pub interval: [f64; 2],
}

/// After how many games a level is reached, and not lost again; `None`: not at any stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// The stage from which on the mean share is at the level.
    pub games: Option<u64>,
    /// The stage from which on the share may be at the level.
    pub earliest: Option<u64>,
    /// The stage from which on the share is at the level for sure.
    pub latest: Option<u64>,
}

/// How the learners climb among bots of one kind.
#[derive(Debug, Clone)]
pub struct Climb {
    /// The bots.
    pub opponent: String,
    /// The stages, from 0 games on.
    pub stages: Vec<LearnerStage>,
    /// By how much the share grows from the first stage to the last, and its interval.
    pub gain: [f64; 3],
    /// After how many games the level is reached.
    pub reached: Reached,
}

impl Climb {
    /// Whether it is certain that games teach something.
    pub fn is_certain(&self) -> bool {
        self.gain[1] > 0.0
    }

    /// The stage from which on half of the gain is there; `None`: there is no certain gain.
    pub fn half(&self) -> Option<u64> {
        let half = self.stages.first()?.share + self.gain[0] / 2.0;
        first_of(&self.stages, &|stage| stage.share >= half).filter(|_| self.is_certain())
    }
}

/// How fast learners climb under a rule set.
#[derive(Debug, Clone)]
pub struct Learnability {
    /// The number of learners that were measured at all stages.
    pub learners: u64,
    /// A climb for each kind of opponents.
    pub climbs: Vec<Climb>,
}

/// The number of games of the first stage from which on all stages are as asked; learners may fall
/// back.
fn first_of(stages: &[LearnerStage], is_there: &dyn Fn(&LearnerStage) -> bool) -> Option<u64> {
    let there = stages.iter().rev().take_while(|stage| is_there(stage));
    there.last().map(|stage| stage.games)
}

impl LearnabilityRun<'_> {
    /// The number of games at each stage: 0, and the whole rounds that are doubled until there are
    /// [`games`](Self::games).
    pub fn stages(&self) -> Vec<u64> {
        let mut stages = vec![0, ROUND];
        while let Some(&last) = stages.last()
            && last < self.games
        {
            stages.push(2 * last);
        }
        stages
    }

    /// The number of sides that play against each other, all of as many players.
    pub fn sides(&self) -> u8 {
        sides(self.variant, self.players)
    }

    /// The share of the wins that is to be reached.
    pub fn level(&self) -> f64 {
        self.level.unwrap_or_else(|| 1.0 / f64::from(self.sides()))
    }

    /// The number of deals of a measurement.
    fn deals(&self) -> u64 {
        self.measured.div_ceil(self.sides().into())
    }

    /// The number of games with which a learner is measured at a stage, among bots of one kind.
    pub fn measured_games(&self) -> u64 {
        self.deals() * u64::from(self.sides())
    }

    /// The number of games of the whole run.
    pub fn all_games(&self) -> u64 {
        let stages = self.stages();
        let measured = stages.len() as u64 * self.opponents.len() as u64 * self.measured_games();
        self.learners * (stages.last().copied().unwrap_or_default() + measured)
    }

    /// Plays the games, learner by learner. If the run is stopped, the learners that were finished
    /// count.
    ///
    /// # Errors
    /// Nobody plays against another, or a bot has made a choice that is not allowed.
    pub fn run(&self, progress: &GameCounter) -> Result<Learnability, LearnabilityError> {
        if self.sides() < 2 {
            return Err(LearnabilityError::Goal(self.variant.name().to_owned()));
        }
        let mut shares = Vec::new();
        for learner in 0..self.learners {
            let found = self.teach(learner, progress)?;
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            shares.push(found);
        }
        let climb = |(number, opponent): (usize, &BotSpec)| {
            let of = |shares: &Vec<Vec<f64>>| shares.iter().map(|stage| stage[number]).collect();
            self.climb(opponent.to_string(), &shares.iter().map(of).collect::<Vec<Vec<f64>>>())
        };
        let climbs = self.opponents.iter().enumerate().map(climb).collect();
        Ok(Learnability { learners: shares.len() as u64, climbs })
    }

    /// The shares of one learner: a list for each stage, with the share among each kind of bots.
    fn teach(
        &self,
        learner: u64,
        progress: &GameCounter,
    ) -> Result<Vec<Vec<f64>>, LearnabilityError> {
        let seed = format!("{}, learner {learner}", self.seed);
        let training = |games| Training {
            variant: self.variant,
            players: vec![self.players],
            seed: &seed,
            games,
            searched: 0,
            threads: self.threads,
        };
        let mut taught = training(0).begin()?;
        let mut shares = Vec::new();
        for games in self.stages() {
            let training = training(games);
            training.extend(&mut taught);
            while training.round(&mut taught, progress) {
                if progress.stop.load(Ordering::Relaxed) {
                    return Ok(shares);
                }
            }
            let learned = BotSpec::learned(Judge::Given(Arc::new(taught.values())));
            let measured = |opponent| self.measure(&learned, opponent, &seed, progress);
            shares.push(self.opponents.iter().map(measured).collect::<Result<_, _>>()?);
        }
        Ok(shares)
    }

    /// The share of the wins of a learner, alone or as a team among bots of a kind.
    fn measure(
        &self,
        learned: &BotSpec,
        opponent: &BotSpec,
        seed: &str,
        progress: &GameCounter,
    ) -> Result<f64, LearnabilityError> {
        // Fewer bots than seats take turns in them, as teams do.
        let mut bots = vec![opponent.clone(); self.sides().into()];
        bots[0] = learned.clone();
        let seed = format!("{seed}, measured");
        let games = Tournament::new(self.variant, &bots, self.players, self.deals(), &seed)
            .threads(self.threads);
        let (standings, outcome) = tournament(&games, progress);
        outcome?;
        Ok(standings.standing(0, self.confidence).share)
    }

    /// The climb of all learners among bots of one kind, from the shares of each at each stage.
    fn climb(&self, opponent: String, shares: &[Vec<f64>]) -> Climb {
        let all = self.stages();
        let played = shares.len() as f64 * self.measured_games() as f64;
        // Bonferroni: who looks for the stage at which a level is reached has looked at all.
        let side = 1.0 - (1.0 - self.confidence) / 2.0 / all.len() as f64;
        let at = |stage: usize| shares.iter().map(|learner| learner[stage]).collect::<Vec<f64>>();
        let stage = |(number, &games): (usize, &u64)| {
            let (share, reach) = mean_and_reach(&at(number), side);
            // Learners that happen to be alike do not make the games more than they are.
            let wilson = Wilson::new(share, played.max(1.0), normal_quantile(side));
            let interval =
                [wilson.low.min(share - reach).max(0.0), wilson.high.max(share + reach).min(1.0)];
            LearnerStage { games, share, interval }
        };
        let stages: Vec<LearnerStage> = all.iter().enumerate().map(stage).collect();
        let gains: Vec<f64> =
            shares.iter().map(|learner| learner[all.len() - 1] - learner[0]).collect();
        let side = f64::midpoint(1.0, self.confidence);
        let (gain, reach) = mean_and_reach(&gains, side);
        // What was seen in no game may still be there in one of many.
        let unseen = Wilson::new(0.0, played.max(1.0), normal_quantile(side)).high;
        let reach = reach.max(unseen).min(1.0 + gain.abs());
        let first = |is_there: &dyn Fn(&LearnerStage) -> bool| first_of(&stages, is_there);
        let reached = Reached {
            games: first(&|stage| stage.share >= self.level()),
            earliest: first(&|stage| stage.interval[1] >= self.level()),
            latest: first(&|stage| stage.interval[0] >= self.level()),
        };
        Climb { opponent, gain: [gain, gain - reach, gain + reach], reached, stages }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tsuro::rules::Registry;
    use tsuro::ruleset::BuiltIns;

    fn found(rules: &str, players: u8, games: u64, threads: usize) -> Learnability {
        let variant = Variant::load(rules, &HandMade, &Registry::default()).unwrap();
        let opponents = ["random", "greedy"].map(|bot| BotSpec::parse(bot).unwrap());
        let run = LearnabilityRun {
            variant: &variant,
            opponents: &opponents,
            players,
            learners: 4,
            games,
            measured: 100 * u64::from(players),
            level: None,
            seed: "learn",
            confidence: 0.95,
            threads,
        };
        let counter = GameCounter::default();
        let found = run.run(&counter).unwrap();
        assert_eq!(counter.games.into_inner(), run.all_games());
        found
    }

    #[test]
    fn where_a_lot_decides_there_is_nothing_to_learn() {
        let found = found("lottery", 2, 500, 2);
        assert_eq!(found.learners, 4);
        for climb in found.climbs {
            let games: Vec<u64> = climb.stages.iter().map(|stage| stage.games).collect();
            assert_eq!(games, [0, 128, 256, 512]);
            assert!(!climb.is_certain() && climb.half().is_none(), "{climb:?}");
            assert!(climb.gain[1] < 0.0 && climb.gain[2] > 0.0, "{:?}", climb.gain);
            for stage in climb.stages {
                assert!(stage.interval[0] < 0.5 && stage.interval[1] > 0.5, "{stage:?}");
            }
        }
    }

    #[test]
    fn where_there_is_much_to_learn_the_learners_climb_alike_on_any_number_of_threads() {
        let once = found("classic", 2, 4096, 2);
        for climb in &once.climbs {
            assert!(climb.is_certain() && climb.half().is_some(), "{climb:?}");
        }
        let [random, greedy] = [&once.climbs[0], &once.climbs[1]];
        let mut stages = random.stages.iter().zip(&greedy.stages);
        assert!(stages.all(|(easy, hard)| easy.share > hard.share));
        assert!(random.reached.games.is_some() && greedy.reached.games.is_none());
        let fewer = found("classic", 2, 512, 1);
        for (one, other) in once.climbs.iter().zip(&fewer.climbs) {
            let shares = |climb: &Climb| -> Vec<f64> {
                climb.stages.iter().take(4).map(|stage| stage.share).collect()
            };
            assert_eq!(shares(one), shares(other));
        }
    }

    #[test]
    fn a_level_is_reached_between_where_it_may_be_and_where_it_surely_is() {
        let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
        let run = LearnabilityRun {
            variant: &variant,
            opponents: &[],
            players: 2,
            learners: 2,
            games: 512,
            measured: 2000,
            level: None,
            seed: "",
            confidence: 0.95,
            threads: 1,
        };
        let climb =
            |shares: [f64; 4]| run.climb("greedy".into(), &[shares.to_vec(), shares.to_vec()]);
        let found = climb([0.3, 0.49, 0.51, 0.7]);
        let at = Reached { games: Some(256), earliest: Some(128), latest: Some(512) };
        assert_eq!((found.reached, found.half()), (at, Some(256)));
        // Two learners that happen to be alike tell no more than their games.
        assert!(found.stages[0].interval[1] - found.stages[0].interval[0] > 0.01, "{found:?}");
        // What is lost again was not reached.
        let lost = climb([0.3, 0.7, 0.3, 0.7]);
        assert_eq!((lost.reached.games, lost.reached.earliest), (Some(512), Some(512)));
        let never = climb([0.1; 4]);
        assert_eq!(never.reached, Reached { games: None, earliest: None, latest: None });
        assert!(never.gain[1] < 0.0 && never.gain[2] > 0.0);
    }

    #[test]
    fn whole_teams_of_learners_play_against_teams_of_a_bot() {
        let found = found("teams", 4, 512, 2);
        let random = &found.climbs[0];
        // Of an even half of the wins, whatever the size of the teams.
        assert!(random.stages.last().unwrap().share > 0.5, "{random:?}");
        assert!(random.is_certain(), "{random:?}");
    }

    #[test]
    fn players_alone_and_together_are_refused() {
        for (rules, players) in [("solo-seas", 1), ("solo", 4)] {
            let variant = Variant::load(rules, &BuiltIns, &Registry::default()).unwrap();
            let run = LearnabilityRun {
                variant: &variant,
                opponents: &[],
                players,
                learners: 2,
                games: 128,
                measured: 1,
                level: None,
                seed: "",
                confidence: 0.95,
                threads: 1,
            };
            let refused = run.run(&GameCounter::default()).unwrap_err();
            assert!(matches!(refused, LearnabilityError::Goal(_)), "{refused}");
        }
    }
}

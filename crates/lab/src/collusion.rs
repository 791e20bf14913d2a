//! [`Collusion`]: how much two players gain who play for each other.
//!
//! On each deal, one game is played in which each plays for itself, and then one for each seat in
//! which that seat and another value each other's win half as much as their own. What the two win
//! together more than the same two seats did before is the gain. The distance between the two
//! changes from deal to deal, so that all pairs of seats come up equally often.

use super::sides::sides;
use super::stats::{Wilson, mean_and_reach, normal_quantile};
use super::summary::breaking;
use super::{GameCounter, RunError};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use tsuro::bots::{BotSpec, BotTable};
use tsuro::game::{
    Event, GameSeed, Luck, RuleSet, RunSeed, Seat, SeatSet, Sink, deal_and_play, table,
};
use tsuro::ruleset::Variant;
use tsuro::with_rules;
use tsuro_parallel::Jobs;

/// The games of a collusion.
#[derive(Debug)]
pub struct CollusionRun<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The bot in all seats; it has to search.
    pub bot: &'a BotSpec,
    /// The number of players at a table, at least three.
    pub players: u8,
    /// The number of deals.
    pub deals: u64,
    /// The seed of the run, any text.
    pub seed: &'a str,
    /// The confidence level of the interval, 0–1.
    pub confidence: f64,
    /// The number of threads, at least 1. The result does not depend on it.
    pub threads: usize,
}

/// Why a collusion cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum CollusionError {
    /// There is nobody against whom two could play together.
    #[error("{0}: collusion needs at least three players, each of whom plays against all others")]
    Goal(String),
    /// The bot cannot play for another player.
    #[error("{0} does not search, so it cannot play for another player; name an `ismcts`")]
    Bot(String),
    /// A bot made a choice that is not allowed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A rule has broken off a game, which nobody has won or lost.
    #[error("game {game} was broken off: {why}")]
    Broken {
        /// The number of the game, from 0.
        game: u64,
        /// The rule, and what it did.
        why: String,
    },
}

/// What two players gain who play for each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Collusion {
    /// The number of deals that were played.
    pub deals: u64,
    /// The share of the wins of two players who play for each other.
    pub together: f64,
    /// The share of the wins of the same two seats, each of which plays for itself.
    pub apart: f64,
    /// The difference, and the ends of its interval.
    pub gain: [f64; 3],
}

/// The share of the win that two seats have together.
fn won(winners: SeatSet, pair: [Seat; 2]) -> f64 {
    let own = pair.iter().filter(|seat| winners.contains(**seat)).count();
    own as f64 / f64::from(winners.len().max(1))
}

impl CollusionRun<'_> {
    /// The number of games on each deal.
    fn games_a_deal(&self) -> u64 {
        1 + u64::from(self.players)
    }

    /// The number of games of the whole run.
    pub fn games(&self) -> u64 {
        self.deals * self.games_a_deal()
    }

    /// Plays the games. If the run is stopped, the deals that were finished count.
    ///
    /// # Errors
    /// Collusion is not defined for these players or this bot, a bot has made a choice that is not
    /// allowed, or a rule has broken off a game.
    pub fn run(&self, progress: &GameCounter) -> Result<Collusion, CollusionError> {
        if self.players < 3 || sides(self.variant, self.players) < self.players {
            return Err(CollusionError::Goal(self.variant.name().to_owned()));
        }
        if !self.bot.searches() {
            return Err(CollusionError::Bot(self.bot.to_string()));
        }
        let (mut shares, mut outcome) = (Vec::new(), Ok(()));
        Jobs::new(self.deals, self.threads).stopped_by(&progress.stop).in_order(
            || (),
            |(), deal| {
                with_rules!(self.variant.rules(), |rules| self.play_deal(rules, deal, progress))
            },
            |played| match played {
                Ok(Some(deal)) => {
                    shares.push(deal);
                    ControlFlow::Continue(())
                }
                // An interrupted game is not an error.
                _ if progress.stop.load(Ordering::Relaxed) => ControlFlow::Break(()),
                Ok(None) => ControlFlow::Break(()),
                Err(why) => {
                    outcome = Err(why);
                    progress.stop.store(true, Ordering::Relaxed);
                    ControlFlow::Break(())
                }
            },
        );
        outcome?;
        Ok(self.result(&shares))
    }

    /// What the shares of the deals come to: those of two together, and of the same two apart.
    fn result(&self, shares: &[[f64; 2]]) -> Collusion {
        let side = f64::midpoint(1.0, self.confidence);
        let of = |number: usize| shares.iter().map(|deal| deal[number]).collect::<Vec<f64>>();
        let gains: Vec<f64> = shares.iter().map(|[together, apart]| together - apart).collect();
        let (gain, reach) = mean_and_reach(&gains, side);
        // What was seen in no deal may still be there in one of many.
        let unseen = Wilson::new(0.0, shares.len().max(1) as f64, normal_quantile(side)).high;
        let reach = reach.max(unseen).min(1.0 + gain.abs());
        Collusion {
            deals: shares.len() as u64,
            together: mean_and_reach(&of(0), side).0,
            apart: mean_and_reach(&of(1), side).0,
            gain: [gain, gain - reach, gain + reach],
        }
    }

    /// The mean shares of all pairs at the distance of a deal: together, and apart. `None`: it was
    /// stopped.
    fn play_deal<R: RuleSet>(
        &self,
        rules: &R,
        deal: u64,
        progress: &GameCounter,
    ) -> Result<Option<[f64; 2]>, CollusionError> {
        let seed = RunSeed::new(self.seed).game(deal);
        let distance = 1 + (deal % u64::from(self.players - 1)) as u8;
        let first = deal * self.games_a_deal();
        let apart = self.play(rules, &|_| None, (seed, first), progress)?;
        let mut shares = [0.0; 2];
        for one in 0..self.players {
            if progress.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let other = (one + distance) % self.players;
            let partner = |seat| match seat {
                _ if seat == one => Some(distance),
                _ if seat == other => Some(self.players - distance),
                _ => None,
            };
            let game = first + 1 + u64::from(one);
            let together = self.play(rules, &partner, (seed, game), progress)?;
            let pair = [Seat::new(one), Seat::new(other)];
            shares[0] += won(together, pair) / f64::from(self.players);
            shares[1] += won(apart, pair) / f64::from(self.players);
        }
        Ok(Some(shares))
    }

    /// Plays a game in which some seats have a partner, a number of seats clockwise. Returns who
    /// has won.
    fn play<R: RuleSet>(
        &self,
        rules: &R,
        partner: &dyn Fn(u8) -> Option<u8>,
        (seed, game): (GameSeed, u64),
        progress: &GameCounter,
    ) -> Result<SeatSet, CollusionError> {
        let bot = |seat| partner(seat).and_then(|seats| self.bot.with_partner(seats));
        let bots: Vec<BotSpec> =
            (0..self.players).map(|seat| bot(seat).unwrap_or_else(|| self.bot.clone())).collect();
        let made = bots.iter().map(BotSpec::make).collect();
        let mut seats = BotTable::new(made, seed).stopped_by(&progress.stop);
        let mut state = table(rules, self.players);
        let mut broken = Breaking(None);
        let played = deal_and_play(rules, &mut state, &mut seats, &mut Luck(seed), &mut broken);
        progress.games.fetch_add(1, Ordering::Relaxed);
        let ending = played.map_err(|choice| {
            let bot = bots[choice.seat.index()].to_string();
            RunError::Bot { game, bot, choice }
        })?;
        match broken.0 {
            None => Ok(ending.winners),
            Some(why) => Err(CollusionError::Broken { game, why }),
        }
    }
}

/// Why a rule has broken off a game.
struct Breaking(Option<String>);

impl Sink for Breaking {
    fn counts_legal(&self) -> bool {
        false
    }

    fn event(&mut self, event: &Event<'_>) {
        self.0 = self.0.take().or_else(|| breaking(event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tsuro::rules::Registry;

    fn found(rules: &str, players: u8, bot: &str, deals: u64) -> Result<Collusion, CollusionError> {
        let variant = Variant::load(rules, &HandMade, &Registry::default()).unwrap();
        let bot = BotSpec::parse(bot).unwrap();
        let run = |threads| {
            let run = CollusionRun {
                variant: &variant,
                bot: &bot,
                players,
                deals,
                seed: "together",
                confidence: 0.95,
                threads,
            };
            run.run(&GameCounter::default())
        };
        let once = run(2)?;
        assert_eq!(once, run(1).unwrap(), "on any number of threads");
        Ok(once)
    }

    #[test]
    fn where_players_choose_who_is_out_two_of_three_nearly_always_win() {
        for bot in ["ismcts:40", "ismcts:40:values=learned"] {
            let found = found("accuse", 3, bot, 40).unwrap();
            // Now and then a placement is forced that leads the own piece off the board.
            assert!(found.together > 0.95, "{found:?}");
            assert!(found.apart > 0.5 && found.apart < 0.85, "{found:?}");
            assert!(found.gain[1] > 0.2, "{found:?}");
        }
    }

    #[test]
    fn where_a_lot_decides_two_gain_nothing() {
        let found = found("lottery", 4, "ismcts:5", 60).unwrap();
        // Each pair of seats comes up equally often on each deal.
        assert!((found.together - 0.5).abs() < 1e-9 && (found.apart - 0.5).abs() < 1e-9);
        assert!(found.gain[1] < 0.0 && found.gain[0] == 0.0 && found.gain[2] > 0.0, "{found:?}");
    }

    #[test]
    fn a_game_that_a_rule_breaks_off_is_no_game_without_winners() {
        let refused = found("breaks", 3, "ismcts:5", 4).unwrap_err().to_string();
        assert!(refused.starts_with("game 0 was broken off: in turn 3"), "{refused}");
        assert!(refused.contains("no third turn"), "{refused}");
    }

    #[test]
    fn it_is_not_defined_for_two_for_teams_and_for_bots_that_do_not_search() {
        for (rules, players, bot, reason) in [
            ("classic", 2, "ismcts:5", "at least three players"),
            ("teams", 4, "ismcts:5", "plays against all others"),
            ("solo", 4, "ismcts:5", "plays against all others"),
            ("classic", 4, "greedy", "greedy does not search"),
        ] {
            let refused = found(rules, players, bot, 1).unwrap_err().to_string();
            assert!(refused.contains(reason), "{rules}: {refused}");
        }
    }
}

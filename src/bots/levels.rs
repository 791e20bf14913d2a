//! The levels that people play against.

/// A level of difficulty: a bot under a name that people know.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Level {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// The bot that it stands for.
    pub bot: &'static str,
    /// About how long it takes for a decision in the middle of a game of classic with four players,
    /// on one core; 0: less than one millisecond.
    pub milliseconds: u32,
    /// How it plays, a sentence.
    pub summary: &'static str,
}

/// The levels that people play against, weakest first. Like all bots they see what their seat sees.
pub const LEVELS: &[Level] = &[
    Level {
        name: "beginner",
        bot: "learned:sharp=1",
        milliseconds: 0,
        summary: "Sees which placements are good, but often takes another.",
    },
    Level {
        name: "easy",
        bot: "learned:sharp=5",
        milliseconds: 0,
        summary: "Mostly takes a good placement, but not always the best.",
    },
    Level {
        name: "medium",
        bot: "learned",
        milliseconds: 0,
        summary: "Looks one placement ahead and takes what wins most often.",
    },
    Level {
        name: "hard",
        bot: "ismcts:200:values=learned",
        milliseconds: 2,
        summary: "Tries out up to 200 ways to play on before each decision.",
    },
    Level {
        name: "expert",
        bot: "ismcts:1000:values=learned",
        milliseconds: 8,
        summary: "Tries out up to 1,000 ways to play on before each decision.",
    },
    Level {
        name: "master",
        bot: "ismcts:10000:values=learned",
        milliseconds: 85,
        summary: "Tries out up to 10,000 ways to play on before each decision.",
    },
];

impl Level {
    /// The level with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LEVELS.iter().find(|level| level.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::bots::BotSpec;
    use crate::game::Seat;

    #[test]
    fn every_level_is_read_as_its_bot_and_takes_no_less_time_than_the_one_below() {
        for level in LEVELS {
            let bot = BotSpec::parse(level.name).unwrap();
            assert_eq!(bot.to_string(), level.bot);
            assert_eq!(bot.level().map(|level| level.name), Some(level.name));
        }
        assert!(LEVELS.is_sorted_by_key(|level| level.milliseconds));
        assert!(LEVELS.last().is_some_and(|master| master.milliseconds < 250));
    }

    /// The share of the wins that the first of two bots has in games of two players.
    fn wins(rules: &str, bots: [&str; 2], games: u64) -> f64 {
        let mut won = 0.0;
        for number in 0..games {
            // The same tiles, from both seats.
            let mut game = Game::new(rules, 2, &format!("ladder {}", number / 2)).unwrap();
            let own = Seat::new((number % 2) as u8);
            let mut bots = bots.map(|name| BotSpec::parse(name).unwrap().make());
            while let Some(decision) = game.decision() {
                let bot = &mut bots[usize::from(decision.seat() != own)];
                let see = game.observe(decision.seat());
                let choice = bot.choose(&see, &mut game.bot_stream()).unwrap();
                game.play(&choice).unwrap();
            }
            let winners = game.ending().map(|ending| ending.winners).unwrap();
            if winners.contains(own) {
                won += 1.0 / f64::from(winners.len());
            }
        }
        won / games as f64
    }

    #[test]
    fn every_level_that_looks_one_placement_ahead_is_stronger_than_the_one_below() {
        // Half of the wins and 2.58 standard errors of 400 games.
        const GAMES: u64 = 400;
        const SURELY_MORE: f64 = 0.5 + 2.58 * 0.5 / 20.0;
        for rules in ["classic", "luxury", "seas"] {
            for steps in LEVELS.windows(2).take_while(|steps| steps[1].milliseconds == 0) {
                let share = wins(rules, [steps[1].name, steps[0].name], GAMES);
                assert!(share > SURELY_MORE, "{rules}, {}: {share}", steps[1].name);
            }
        }
    }

    #[test]
    fn every_level_plays_every_kind_of_goal_to_the_end_with_allowed_choices() {
        let kinds =
            [("most-crossings", 3), ("solo", 4), ("solo-seas", 1), ("teams", 4), ("draft", 2)];
        for level in LEVELS.iter().take_while(|level| level.milliseconds < 5) {
            for (rules, players) in kinds {
                let mut game = Game::new(rules, players, level.name).unwrap();
                let mut bot = BotSpec::parse(level.name).unwrap().make();
                while let Some(decision) = game.decision() {
                    let see = game.observe(decision.seat());
                    let choice = bot.choose(&see, &mut game.bot_stream()).unwrap();
                    assert!(see.choices().contains(&choice), "{rules}, {}", level.name);
                    game.play(&choice).unwrap();
                }
                assert!(game.ending().is_some(), "{rules}, {}", level.name);
            }
        }
    }
}

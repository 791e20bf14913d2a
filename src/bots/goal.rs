//! Which bots know what a game is about.

use super::BotSpec;
use super::list::BotMaker;
use super::values::Judge;
use crate::game::{Seat, View, table};
use crate::ruleset::Variant;
use crate::with_rules;

impl BotSpec {
    /// Whether the bot plays for the goal that the rules have, as far as is known of it. Where
    /// points are counted, a bot that looks one placement ahead plays to be the last on the board,
    /// unless it judges by values that were trained with points; a search plays games to their end,
    /// and so sees what they come to.
    pub fn knows_goal(&self, variant: &Variant, players: u8) -> bool {
        with_rules!(variant.rules(), |rules| {
            let state = table(rules, players);
            let see = View::new(rules, &state).observation(None);
            // Where nobody plays against another, all keep their pieces on the board.
            if see.scores().is_none() || see.opponents(Seat::new(0)).is_empty() {
                return true;
            }
            match self.info().make {
                // Whoever plays at random plays for nothing.
                BotMaker::Plain(_) => self.info().is_random(),
                BotMaker::Learned => {
                    self.judge().unwrap_or(&Judge::Shipped).values(&see).knows_points()
                }
                BotMaker::Iterations | BotMaker::Milliseconds | BotMaker::Program => true,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::values::{BoardValues, ENTRIES};
    use crate::rules::Registry;
    use crate::ruleset::BuiltIns;
    use std::sync::Arc;

    #[test]
    fn points_are_known_to_searches_and_to_values_that_were_trained_with_them() {
        let load = |name: &str| Variant::load(name, &BuiltIns, &Registry::default()).unwrap();
        let knows = |bot: &str, rules: &str| {
            let variant = load(rules);
            BotSpec::parse(bot).unwrap().knows_goal(&variant, variant.players().fewest())
        };
        for bot in ["greedy", "learned", "ismcts:20", "ismcts:20:values=learned"] {
            assert!(knows(bot, "classic") && knows(bot, "seas") && knows(bot, "solo"), "{bot}");
            assert_eq!(knows(bot, "longest-path"), bot.starts_with("ismcts"), "{bot}");
        }
        // Entries of a lead of one point, which no game without points has.
        let taught = BoardValues::new(vec![1; ENTRIES]).unwrap();
        let taught = BotSpec::learned(Judge::Given(Arc::new(taught)));
        assert!(taught.knows_goal(&load("longest-path"), 2));
    }
}

//! Which bots know what a game is about.

use super::BotSpec;
use super::list::BotMaker;
use crate::bots::values::Goal;
use crate::game::{View, table};
use crate::ruleset::Variant;
use crate::with_rules;

impl BotSpec {
    /// Whether the bot plays for the goal that the rules have, as far as is known of it. Where
    /// points are counted, or a rule ends games for a goal of its own, bots that look at open ways
    /// play to be the last on the board all the same; `learned` and searches play games to their
    /// end, or judge by values that were trained for the goal.
    pub fn knows_goal(&self, variant: &Variant, players: u8) -> bool {
        // Whoever plays at random plays for nothing.
        if self.info().is_random() || !matches!(self.info().make, BotMaker::Plain(_)) {
            return true;
        }
        with_rules!(variant.rules(), |rules| {
            let state = table(rules, players);
            let see = View::new(rules, &state).observation(None);
            match Goal::of(&see) {
                Goal::Win => see.scores().is_none(),
                Goal::Own => false,
                // Where nobody plays against another, all keep their pieces on the board.
                Goal::Pieces | Goal::Together => true,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Registry;
    use crate::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES};

    #[test]
    fn the_goals_of_all_rule_sets_are_told_apart() {
        let registry = Registry::default();
        for name in BUILT_INS.iter().chain(HOUSE_RULES).map(|built_in| built_in.name) {
            let variant = Variant::load(name, &BuiltIns, &registry).unwrap();
            let goal = with_rules!(variant.rules(), |rules| {
                let state = table(rules, variant.players().nearest(4));
                Goal::of(&View::new(rules, &state).observation(None))
            });
            let wanted = match name {
                "solo" | "solo-seas-easy" => Goal::Pieces,
                "solo-seas" => Goal::Together,
                _ => Goal::Win,
            };
            assert_eq!(goal, wanted, "{name}");
        }
    }

    #[test]
    fn points_are_no_goal_of_bots_that_look_at_open_ways() {
        let load = |name: &str| Variant::load(name, &BuiltIns, &Registry::default()).unwrap();
        for bot in ["random", "greedy", "safe", "learned", "ismcts:20", "ismcts:20:values=learned"]
        {
            let knows = |rules: &str| {
                let variant = load(rules);
                BotSpec::parse(bot).unwrap().knows_goal(&variant, variant.players().fewest())
            };
            assert!(knows("classic") && knows("seas") && knows("solo"), "{bot}");
            assert_eq!(knows("longest-path"), !["greedy", "safe"].contains(&bot), "{bot}");
        }
    }
}

//! What a rule set's board looks like, for the small pictures beside its name.

use std::sync::Arc;
use tsuro::bots::BotSpec;
use tsuro::game::{Choice, SeatSet};
use tsuro::picture::{BoardScene, seat_letters};
use tsuro::ruleset::Variant;
use tsuro::session::Game;

use crate::USUAL_PLAYERS;

/// The bot that lays the tiles, and the part of the squares on which it lays one at most: a third.
const BOT: &str = "greedy";
const PART: usize = 3;
/// The most choices: questions of rules are choices as well, and lay no tile.
const CHOICES: usize = 200;

/// The board with a few tiles, always the same ones, before anyone is out; with fewer if
/// `goes_on`, which is asked before each choice, says no. `None`: the rules do not let a game begin.
pub fn sketch(variant: &Arc<Variant>, goes_on: &dyn Fn() -> bool) -> Option<BoardScene> {
    let players = variant.players().nearest(USUAL_PLAYERS);
    let mut game = Game::from_variant(Arc::clone(variant), players, "sketch").ok()?;
    let mut bot = BotSpec::parse(BOT).ok()?.make();
    let scene = |game: &Game| BoardScene::new(&game.observe(None), &seat_letters(players));
    let mut shown = scene(&game);
    let tiles = shown.shape().squares().count() / PART;
    let mut laid = 0;
    for _ in 0..CHOICES {
        let Some(decision) = game.decision().filter(|_| laid < tiles && goes_on()) else { break };
        let chosen = bot.choose(&game.observe(decision.seat()), &mut game.bot_stream());
        let Some(choice) = chosen else { break };
        laid += usize::from(matches!(choice, Choice::Place(_)));
        if game.play(&choice).is_err() || game.observe(None).alive() != SeatSet::first(players) {
            break;
        }
        shown = scene(&game);
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::board::Content;
    use tsuro::picture::svg;
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BUILT_INS, BuiltIns};

    #[test]
    fn every_shipped_rule_set_has_a_board_with_tiles_on_which_nobody_is_out() {
        for edition in BUILT_INS {
            let variant =
                Arc::new(Variant::load(edition.name, &BuiltIns, &Registry::default()).unwrap());
            let scene = sketch(&variant, &|| true).unwrap();
            let drawing = svg(&scene, "");
            let tiles = scene
                .shape()
                .squares()
                .filter(|&square| matches!(scene.content(square), Content::Tile(_)))
                .count();
            assert!(tiles >= 2, "{}: {tiles} tiles", edition.name);
            assert!(scene.fallen.is_empty(), "{}", edition.name);
            assert_eq!(drawing, svg(&sketch(&variant, &|| true).unwrap(), ""), "{}", edition.name);
        }
    }
}

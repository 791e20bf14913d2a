//! A game played step by step: the engine stops at each decision, and this program decides.
//!
//! ```text
//! cargo run --example embed_the_engine -- seas 3 "any text"
//! ```
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use tsuro::Game;
use tsuro::game::{Choice, Event};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let rules = args.next().unwrap_or_else(|| "classic".to_owned());
    let players = args.next().map_or(Ok(3), |players| players.parse())?;
    let mut game = Game::new(&rules, players, &args.next().unwrap_or_else(|| "embed".to_owned()))?;

    while let Some(decision) = game.decision() {
        // What the player who decides can see, and nothing more; among it, the choices that the
        // player has.
        let choices = game.observe(decision.seat()).choices();
        // The choice after which the fewest pieces are out, and of those the one in the middle.
        let losses = |choice: &Choice| {
            game.preview(choice)
                .map_or(0, |fates| fates.iter().filter(|fate| fate.cause.is_some()).count())
        };
        let fewest = choices.iter().map(losses).min();
        let best: Vec<&Choice> =
            choices.iter().filter(|choice| Some(losses(choice)) == fewest).collect();
        for event in game.play(best[best.len() / 2])? {
            tell(&event);
        }
    }
    Ok(())
}

/// Says a few of the events in words. There are more, and there will be more, hence the `_`.
fn tell(event: &Event<'_>) {
    match event {
        Event::Start { player, mark } => println!("player {player} starts at {mark}"),
        Event::Placed { player, tile, square, .. } => {
            println!("player {player} places tile {} on {square}", tile.face());
        }
        Event::Eliminated { player, cause } => {
            println!("  player {player} is out: {}", cause.name());
        }
        Event::End { ending, .. } => {
            println!("the end: {:?} wins ({})", ending.winners, ending.outcome.name());
        }
        _ => {}
    }
}

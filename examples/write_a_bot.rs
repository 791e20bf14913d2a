//! A bot of your own, and a thousand games of it against the bot `greedy`.
//!
//! ```text
//! cargo run --release --example write_a_bot
//! ```
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Laid, Place};
use tsuro::bots::{Bot, Greedy};
use tsuro::game::{Observation, Rng, SeatSet};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};

/// A bot that keeps away from the other pieces.
struct Hermit;

impl Bot for Hermit {
    // Start mark, exchange and relocation are chosen by the trait's default methods, at random.
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        // Ties are broken with the generator that came with the question, so that the same seed
        // gives the same game.
        let ties: Vec<u32> = legal.iter().map(|_| rng.bits()).collect();
        let best = (0..legal.len())
            .max_by_key(|&index| (distance_to_others(see, legal[index]), ties[index]));
        legal[best.expect("there is always a legal placement")]
    }
}

/// The distance to the nearest other piece after a placement, in steps; -1 if the placement
/// eliminates the bot's own piece.
fn distance_to_others(see: &Observation<'_>, tile: Laid) -> i32 {
    let consequences = see.consequences(tile);
    // The bot's own piece comes first. It always travels, since it faces the square.
    let Some(own) = consequences.first().and_then(|own| own.to) else { return -1 };
    let place_after =
        |player| match consequences.iter().find(|consequence| consequence.player == player) {
            Some(consequence) => consequence.to,
            None => see.place(player),
        };
    let others =
        see.alive().iter().filter(|&player| player != see.active()).filter_map(place_after);
    others.map(|other| steps(own, other)).min().unwrap_or(i32::MAX)
}

fn steps(one: Place, other: Place) -> i32 {
    let (one, other) = (one.square(), other.square());
    let apart = |a: u8, b: u8| i32::from(a.abs_diff(b));
    apart(one.column(), other.column()) + apart(one.row(), other.row())
}

fn main() -> Result<(), Box<dyn Error>> {
    const GAMES: u32 = 1000;
    // Loaded and compiled once for all games.
    let rules = Arc::new(Variant::load("classic", &BuiltIns, &Registry::default())?);
    let mut shares = [0.0; 2];
    for index in 0..GAMES {
        // Each bot sits in each seat equally often.
        let hermit = (index % 2) as usize;
        let winners = one_game(&rules, hermit, index.into())?;
        for seat in winners.iter() {
            shares[usize::from(seat.index() != hermit)] += 1.0 / f64::from(winners.len());
        }
    }
    for (name, share) in ["hermit", "greedy"].iter().zip(shares) {
        println!("{name}: {:.1} % of {GAMES} games", 100.0 * share / f64::from(GAMES));
    }
    Ok(())
}

/// The seats that win game `index`.
fn one_game(rules: &Arc<Variant>, hermit: usize, index: u64) -> Result<SeatSet, Box<dyn Error>> {
    let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Greedy)];
    bots.insert(hermit, Box::new(Hermit));
    let mut game = Game::in_run(Arc::clone(rules), 2, "hermit", index)?;
    while let Some(decision) = game.decision() {
        let seat = decision.seat();
        // A bot is given what its seat sees, and random numbers that depend on seed, seat and turn
        // alone.
        let choice = bots[seat.index()].choose(&game.observe(seat), &mut game.bot_stream());
        // Each choice is checked: an illegal one is an error, and changes nothing.
        game.play(&choice.ok_or("the bot whose turn it is has made no choice")?)?;
    }
    Ok(game.ending().ok_or("the game has no end")?.winners)
}

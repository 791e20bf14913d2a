//! Plays a game step by step: the engine stops at each decision, and this program decides.
//!
//! ```text
//! cargo run --example embed_the_engine -- seas 3 "any text"
//! ```
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use tsuro::game::{Event, Exchange, Listener, Luck, Phase, RuleSet, RunSeed, View, advance, choose_start, deal, exchange, place, relocate};
use tsuro::rules::{AnyRules, Registry};
use tsuro::ruleset::{BuiltIns, Variant, load};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "classic".to_owned());
    let seats: u8 = args.next().map_or(Ok(3), |seats| seats.parse())?;
    let seed = args.next().unwrap_or_else(|| "embed".to_owned());

    // A rule set by name, with changes after it if you like ("classic+hand=2"). `BuiltIns` knows the rule sets of
    // the crate; implement `ruleset::Loader` to load texts from elsewhere.
    let registry = Registry::default();
    let variant = Variant::new(load(&name, &BuiltIns, &registry)?, &registry)?;
    let (fewest, most) = variant.players();
    if !(fewest..=most).contains(&seats) {
        return Err(format!("{seats} players, where {fewest} to {most} can play {}", variant.name()).into());
    }

    // The engine is compiled twice: with narrow tables for ordinary boards, with wide ones for large boards. Code that
    // is generic over `RuleSet` works with both.
    match variant.rules() {
        AnyRules::Small(rules) => one_game(rules, seats, &seed),
        AnyRules::Large(rules) => one_game(rules, seats, &seed),
    }
    Ok(())
}

fn one_game<R: RuleSet>(rules: &R, seats: u8, seed: &str) {
    // The state holds no random generator. This seed gives the same deck and the same dice whatever is decided.
    let mut luck = Luck(RunSeed::new(seed).game(0));
    // Receives every event as it happens. `&mut ()` is a sink that ignores them and costs nothing.
    let mut sink = Listener(|event: &Event<'_>| print_event(event));

    let mut state = deal(rules, seats, &mut luck, &mut sink);
    loop {
        let phase = advance(rules, &mut state, &mut luck, &mut sink);
        // What the player who has to decide sees, and what it can choose from.
        let view = View::new(rules, &state);
        let see = view.observation(Some(state.core().active()));
        match phase {
            // Every third mark, so that no two players start next to each other.
            Phase::Start => {
                let marks = see.start_marks();
                let mark = marks[usize::from(see.active().number()) * 3 % marks.len()];
                choose_start(rules, &mut state, mark, &mut sink);
            }
            // The first of the placements that eliminate the fewest pieces.
            Phase::Place => {
                let losses = |tile| see.consequences(tile).iter().filter(|consequence| consequence.cause.is_some()).count();
                let tile = see.legal().into_iter().min_by_key(|&tile| losses(tile)).expect("there is always a legal placement");
                place(rules, &mut state, tile, &mut luck, &mut sink);
            }
            // To the first mark if the piece must move; otherwise it stays.
            Phase::Relocate { must } => {
                let mark = see.relocation_marks().first().copied().filter(|_| must);
                relocate(rules, &mut state, mark, &mut luck, &mut sink);
            }
            // An empty exchange declines.
            Phase::Exchange => exchange(rules, &mut state, &Exchange::default(), &mut luck, &mut sink),
            // `advance` plays turns and hazards by itself and never stops at `Turn`.
            Phase::Turn | Phase::Over => break,
        }
    }
}

/// Prints some of the events. `Event` is non-exhaustive, hence the `_`.
fn print_event(event: &Event<'_>) {
    match *event {
        Event::Start { player, mark } => println!("player {player} starts at {mark}"),
        Event::Placed { player, tile, square, legal } => {
            println!("player {player} places tile {} turned {} on {square}, one of {legal} legal placements", tile.face(), tile.rotation());
        }
        Event::Moved { player, to } => println!("  player {player} now faces {to}"),
        Event::Eliminated { player, cause } => println!("  player {player} is out: {}", cause.name()),
        Event::DaikaijuPlaced { square, .. } => println!("a daikaiju is placed on {square}"),
        Event::End { ending, .. } => {
            let winners: Vec<String> = ending.winners.iter().map(|seat| seat.to_string()).collect();
            println!("the end: player {} wins ({})", winners.join(" and player "), ending.outcome.name());
        }
        _ => {}
    }
}

//! A game played step by step: the engine stops wherever somebody has to decide, and this program decides.
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

    // A rule set by name, with changes behind it if you like ("classic+hand=2"). `BuiltIns` knows those of the
    // crate; implement `ruleset::Loader` to bring your own texts from wherever they are.
    let registry = Registry::default();
    let variant = Variant::new(load(&name, &BuiltIns, &registry)?, &registry)?;
    let (fewest, most) = variant.players();
    if !(fewest..=most).contains(&seats) {
        return Err(format!("{seats} players, where {fewest} to {most} can play {}", variant.name()).into());
    }

    // The engine is compiled twice: with narrow tables for the boards that are played most, with wide ones for the
    // rest. Code that is generic over `RuleSet` serves both.
    match variant.rules() {
        AnyRules::Small(rules) => one_game(rules, seats, &seed),
        AnyRules::Large(rules) => one_game(rules, seats, &seed),
    }
    Ok(())
}

fn one_game<R: RuleSet>(rules: &R, seats: u8, seed: &str) {
    // Chance is not in the state. This seed gives the same deck and the same dice whatever is decided.
    let mut luck = Luck(RunSeed::new(seed).game(0));
    // Every event as it happens. A sink that is not interested is `&mut ()`, and costs nothing.
    let mut sink = Listener(|event: &Event<'_>| tell(event));

    let mut state = deal(rules, seats, &mut luck, &mut sink);
    loop {
        let phase = advance(rules, &mut state, &mut luck, &mut sink);
        // What the player who has to decide can see, and what it may choose from.
        let view = View::new(rules, &state);
        let see = view.observation(Some(state.core().active()));
        match phase {
            // Every third mark, so that nobody starts beside another.
            Phase::Start => {
                let marks = see.start_marks();
                let mark = marks[usize::from(see.active().number()) * 3 % marks.len()];
                choose_start(rules, &mut state, mark, &mut sink);
            }
            // The placement after which the fewest pieces are out; the first of those that are equal.
            Phase::Place => {
                let losses = |tile| see.consequences(tile).iter().filter(|consequence| consequence.cause.is_some()).count();
                let tile = see.legal().into_iter().min_by_key(|&tile| losses(tile)).expect("there is always a legal placement");
                place(rules, &mut state, tile, &mut luck, &mut sink);
            }
            // To one of the marks, if it must; otherwise it stays.
            Phase::Relocate { must } => {
                let mark = see.relocation_marks().first().copied().filter(|_| must);
                relocate(rules, &mut state, mark, &mut luck, &mut sink);
            }
            // No, thank you.
            Phase::Exchange => exchange(rules, &mut state, &Exchange::default(), &mut luck, &mut sink),
            // `advance` plays turns and hazards by itself, so only the end is left.
            Phase::Turn | Phase::Over => break,
        }
    }
}

/// A few of the events in words. There are more, and there will be more: hence the `_`.
fn tell(event: &Event<'_>) {
    match *event {
        Event::Start { player, mark } => println!("player {player} starts at {mark}"),
        Event::Placed { player, tile, square, legal } => {
            println!("player {player} lays tile {} turned {} on {square}, one of {legal} legal placements", tile.face(), tile.rotation());
        }
        Event::Moved { player, to } => println!("  player {player} now faces {to}"),
        Event::Eliminated { player, cause } => println!("  player {player} is out: {}", cause.name()),
        Event::DaikaijuPlaced { square, .. } => println!("a daikaiju rises at {square}"),
        Event::End { ending, .. } => {
            let winners: Vec<String> = ending.winners.iter().map(|seat| seat.to_string()).collect();
            println!("the end: player {} wins ({})", winners.join(" and player "), ending.outcome.name());
        }
        _ => {}
    }
}

//! Perft: counts the legal placement sequences from a seeded deal, which checks move generation.

use crate::board::Laid;
use crate::game::unchecked::{advance, deal, exchange, place, relocate, take};
use crate::game::{Choice, Choices, Deciders, Placements};
use crate::game::{Exchange, GameSeed, Luck, Marks, Phase, RuleSet, State, Uniform, View};

/// Counts the sequences of `depth` legal placements after the deal of `seed`.
///
/// The deal, the start marks, the pile's order, dice and reshuffles are those of the seed; exchanges are declined, and
/// a ship that may or must relocate goes to the first mark allowed, clockwise from `a1:A`. A game that ends earlier has
/// no sequence of that length.
///
/// # Panics
/// If the rule set does not allow this number of seats.
pub fn perft<R: RuleSet>(rules: &R, seats: u8, seed: GameSeed, depth: u32) -> u64 {
    count(rules, &play_to_first_placement(rules, seats, seed), seed, depth)
}

/// The [`perft`] count of each first placement, in ascending order of face and rotation; computed as the iterator
/// advances, empty for depth 0.
///
/// # Panics
/// If the rule set does not allow this number of seats.
pub fn divide<R: RuleSet>(rules: &R, seats: u8, seed: GameSeed, depth: u32) -> impl Iterator<Item = (Laid, u64)> {
    let state = play_to_first_placement(rules, seats, seed);
    let first = if depth == 0 { Placements::new() } else { legal(rules, &state) };
    first.into_iter().map(move |tile| (tile, count(rules, &after_placement(rules, &state, seed, tile), seed, depth - 1)))
}

/// Starts a game and plays to its first placement, or to its end if there is none.
fn play_to_first_placement<R: RuleSet>(rules: &R, seats: u8, seed: GameSeed) -> State<R> {
    let mut luck = Luck(seed);
    let mut state = deal(rules, seats, &mut luck, &mut ());
    while state.core().phase() == Phase::Start {
        let Ok(mark) = Uniform(seed).decide(View::new(rules, &state));
        take(rules, &mut state, &mark, &mut luck, &mut ());
    }
    play_to_placement(rules, &mut state, seed);
    state
}

/// Plays on to the next placement, or to the end.
fn play_to_placement<R: RuleSet>(rules: &R, state: &mut State<R>, seed: GameSeed) {
    let mut luck = Luck(seed);
    loop {
        match advance(rules, state, &mut luck, &mut ()) {
            Phase::Exchange => exchange(rules, state, &Exchange::default(), &mut luck, &mut ()),
            Phase::Relocate { .. } => {
                let mark = Marks::new(rules.basics(), state.core()).to_relocate(state.core().active()).first().copied();
                relocate(rules, state, mark, &mut luck, &mut ());
            }
            Phase::Ask => {
                let first = View::new(rules, state).question().and_then(|question| question.options.first().copied());
                let Some(first) = first else { return };
                take(rules, state, &Choice::Rule(first), &mut luck, &mut ());
            }
            Phase::Place | Phase::Over | Phase::Start | Phase::Turn => return,
        }
    }
}

/// The legal placements of the player to move; none if the game is over.
fn legal<R: RuleSet>(rules: &R, state: &State<R>) -> Placements {
    if state.core().phase() != Phase::Place {
        return Placements::new();
    }
    Choices::new(rules, state).legal()
}

/// The game after this placement, at the next one.
fn after_placement<R: RuleSet>(rules: &R, state: &State<R>, seed: GameSeed, tile: Laid) -> State<R> {
    let mut state = state.clone();
    place(rules, &mut state, tile, &mut Luck(seed), &mut ());
    play_to_placement(rules, &mut state, seed);
    state
}

/// Counts the sequences of `depth` placements.
fn count<R: RuleSet>(rules: &R, state: &State<R>, seed: GameSeed, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => legal(rules, state).len() as u64,
        _ => legal(rules, state).into_iter().map(|tile| count(rules, &after_placement(rules, state, seed, tile), seed, depth - 1)).sum(),
    }
}

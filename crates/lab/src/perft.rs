//! Perft: counts the legal placement sequences from a seeded deal, which checks move generation.

use tsuro::board::{Laid, Square};
use tsuro::game::unchecked::{advance, answer, deal, exchange, place, relocate, take};
use tsuro::game::{Choice, Choices, Deciders};
use tsuro::game::{Exchange, GameSeed, Luck, Marks, Phase, RuleSet, State, Uniform, View};

/// Counts the sequences of `depth` legal placements after the deal of `seed`.
///
/// The deal, the start marks, the pile's order, dice and reshuffles follow from the seed; exchanges
/// are declined, and a ship that may or must relocate goes to the first mark allowed, clockwise
/// from `a1:A`. A game that ends earlier has no sequence of that length.
///
/// # Panics
/// If the rule set does not allow this number of seats.
pub fn perft<R: RuleSet>(rules: &R, seats: u8, seed: GameSeed, depth: u32) -> u64 {
    count(rules, &play_to_first_placement(rules, seats, seed), seed, depth)
}

/// The [`perft`] count of each first placement, with its square, in ascending order of square, face
/// and rotation; computed as the iterator advances, empty for depth 0.
///
/// # Panics
/// If the rule set does not allow this number of seats.
pub fn divide<R: RuleSet>(
    rules: &R,
    seats: u8,
    seed: GameSeed,
    depth: u32,
) -> impl Iterator<Item = ((Square, Laid), u64)> {
    let state = play_to_first_placement(rules, seats, seed);
    let first = if depth == 0 { Vec::new() } else { legal(rules, &state) };
    first.into_iter().map(move |placement| {
        (placement, count(rules, &after_placement(rules, &state, seed, placement), seed, depth - 1))
    })
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

/// Plays on to the next placement, or to the end. Where the player to move chooses the square of
/// its placement, that is part of the placement (W7).
fn play_to_placement<R: RuleSet>(rules: &R, state: &mut State<R>, seed: GameSeed) {
    let mut luck = Luck(seed);
    loop {
        match advance(rules, state, &mut luck, &mut ()) {
            Phase::Exchange => exchange(rules, state, &Exchange::default(), &mut luck, &mut ()),
            Phase::Relocate { .. } => {
                let mark = Marks::new(rules.basics(), state.core())
                    .to_relocate(state.core().active())
                    .first()
                    .copied();
                relocate(rules, state, mark, &mut luck, &mut ());
            }
            Phase::Ask if View::new(rules, state).aims() => return,
            Phase::Ask => {
                let first = View::new(rules, state)
                    .question()
                    .and_then(|question| question.options.first().copied());
                let Some(first) = first else { return };
                take(rules, state, &Choice::Rule(first), &mut luck, &mut ());
            }
            _ => return,
        }
    }
}

/// The legal placements of the player to move, with their squares; none if the game is over.
fn legal<R: RuleSet>(rules: &R, state: &State<R>) -> Vec<(Square, Laid)> {
    let places = state.core().phase() == Phase::Place || View::new(rules, state).aims();
    if places { Choices::new(rules, state).legal_on_squares() } else { Vec::new() }
}

/// The game after this placement, at the next one.
fn after_placement<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    seed: GameSeed,
    (square, tile): (Square, Laid),
) -> State<R> {
    let mut state = state.clone();
    if View::new(rules, &state).aims() {
        answer(rules, &mut state, square.into(), &mut Luck(seed), &mut ());
    }
    place(rules, &mut state, tile, &mut Luck(seed), &mut ());
    play_to_placement(rules, &mut state, seed);
    state
}

/// Counts the sequences of `depth` placements.
fn count<R: RuleSet>(rules: &R, state: &State<R>, seed: GameSeed, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => legal(rules, state).len() as u64,
        _ => legal(rules, state)
            .into_iter()
            .map(|placement| {
                count(rules, &after_placement(rules, state, seed, placement), seed, depth - 1)
            })
            .sum(),
    }
}

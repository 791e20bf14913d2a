//! A search asks for no memory from one iteration to the next. A test binary of its own: the allocator that counts serves all of it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use allocation_counter::measure;
use common::games::{stopped_at, variant};
use tsuro::bots::ismcts::{Search, Settings};
use tsuro::game::{Choice, Phase, Playout, Rng, RuleSet, RunSeed, State, View};
use tsuro::with_rules;

/// How often memory is asked for by a search of so many iterations whose tree has room already.
fn allocations<R: RuleSet>(rules: &R, state: &State<R>, playout: Playout, iterations: u32) -> u64 {
    let seat = state.core().active();
    let view = View::new(rules, state);
    let see = view.observation(Some(seat));
    let choices: Vec<Choice> = see.legal().into_iter().map(Choice::Place).collect();
    let settings = Settings { playout, ..Settings::default() };
    let mut search = Search::default();
    let mut world = see.imagine();
    let mut run = |most: u32| search.run(&mut *world, seat, &choices, &settings, &mut Rng::new(7, 7), |made| made < most);
    run(iterations);
    measure(|| run(iterations)).count_total
}

#[test]
fn a_search_asks_for_no_memory_from_one_iteration_to_the_next() {
    for (name, seats) in
        [("classic", 2), ("classic", 8), ("luxury-advanced", 4), ("seas", 4), ("longest-path", 3), ("most-crossings", 4), ("solo", 3)]
    {
        let variant = variant(name);
        with_rules!(variant.rules(), |rules| {
            let state = stopped_at(rules, seats, RunSeed::new("memory").game(0), u32::from(seats), |phase| phase == Phase::Place);
            for playout in [Playout::Random, Playout::Safe] {
                assert_eq!(allocations(rules, &state, playout, 250), 0, "{name}, {seats} players, {playout:?}");
            }
        });
    }
}

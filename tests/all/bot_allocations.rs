//! Iterations of a search allocate no memory.

use crate::common::games::{stopped_at, variant};
use allocation_counter::measure;
use tsuro::bots::ismcts::{Search, Settings};
use tsuro::game::{
    Choice, DeciderNotice, Luck, Memory, Observation, Onlooker, Phase, Playout, Rng, RuleSet,
    RunSeed, SeatSet, Uniform, View, WatchedDeciders, play,
};
use tsuro::with_rules;

/// The number of allocations of a search of `iterations` iterations whose tree has room already.
fn allocations(see: &Observation<'_>, playout: Playout, iterations: u32) -> u64 {
    let seat = see.active();
    let choices: Vec<Choice> = see.legal().into_iter().map(Choice::Place).collect();
    let mut settings = Settings::default();
    settings.playout = playout;
    let mut search = Search::default();
    let mut world = see.imagine();
    let mut run = |most: u32| {
        search.run(&mut *world, seat, &choices, &settings, &mut Rng::new(7, 7), |_, made| {
            made < most
        });
    };
    run(iterations);
    measure(|| run(iterations)).count_total
}

#[test]
fn iterations_of_a_search_allocate_no_memory() {
    for (name, seats) in [
        ("classic", 2),
        ("classic", 8),
        ("luxury-advanced", 4),
        ("seas", 4),
        ("longest-path", 3),
        ("most-crossings", 4),
        ("solo", 3),
    ] {
        let variant = variant(name);
        with_rules!(variant.rules(), |rules| {
            let state = stopped_at(
                rules,
                seats,
                RunSeed::new("memory").game(0),
                u32::from(seats),
                |phase| phase == Phase::Place,
            );
            for playout in [Playout::Random, Playout::Safe] {
                let view = View::new(rules, &state);
                let see = view.observation(Some(state.core().active()));
                assert_eq!(
                    allocations(&see, playout, 250),
                    0,
                    "{name}, {seats} players, {playout:?}"
                );
            }
        });
    }
}

/// Looks at the first ten placements of seats that know of hidden tiles and have events to read.
struct AllocationLook {
    memory: Memory,
    looked_at: u32,
}

impl<R: RuleSet> Onlooker<R> for AllocationLook {
    const LISTENS: bool = true;

    fn hear(&mut self, news: &DeciderNotice<'_, R>) {
        self.memory.hear(news);
    }
    fn before_decision(&mut self, view: &View<'_, R>) {
        let see = view.observation(Some(view.core().active())).remembering(&self.memory);
        if view.core().phase() == Phase::Place && self.looked_at < 10 && see.knowledge().len() > 1 {
            assert!(see.events().len() > 10);
            assert_eq!(allocations(&see, Playout::Safe, 250), 0);
            self.looked_at += 1;
        }
    }
}

#[test]
fn redeals_with_a_memory_allocate_nothing() {
    for (name, seats) in [("classic-advanced", 8), ("seas", 6)] {
        let variant = variant(name);
        let memory = Memory::with_events(SeatSet::first(seats));
        let mut looked_at = 0;
        for game in 0..20 {
            let seed = RunSeed::new("remembers").game(game);
            let mut look = AllocationLook { memory: memory.clone(), looked_at };
            with_rules!(variant.rules(), |rules| {
                let mut uniform = Uniform(seed);
                let mut deciders = WatchedDeciders::new(&mut uniform, &mut look);
                play(rules, seats, &mut deciders, &mut Luck(seed), &mut ())
                    .unwrap_or_else(|never| match never {});
            });
            looked_at = look.looked_at;
        }
        assert_eq!(looked_at, 10, "{name}");
    }
}

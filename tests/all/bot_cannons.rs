//! Bots that are asked by rules: a bot that looks ahead plays better than one that always says no.

use crate::common::games::variant;
use tsuro::board::{Laid, Place};
use tsuro::bots::{Bot, BotTable, Greedy};
use tsuro::game::{Answer, Exchange, Luck, Observation, Rng, RunSeed, Seat, play};
use tsuro::with_rules;

/// Plays as `greedy`, but never fires, and never lays a portal to save its ship.
struct Holding;

impl Bot for Holding {
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        Greedy.start(see, rng)
    }

    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        Greedy.place(see, rng)
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        Greedy.exchange(see, rng)
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        Greedy.relocate(see, must, rng)
    }

    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        let hold = Answer::word("hold");
        let holds = see.question().is_some_and(|question| question.options.contains(&hold));
        if holds { hold } else { Greedy.answer(see, rng) }
    }

    fn wants_events(&self) -> bool {
        false
    }
}

/// How many pairs of games `greedy` wins more of than `Holding`, and how many fewer: the same deal
/// from both seats.
fn pairs(rules: &str, count: u64) -> (u32, u32) {
    let variant = variant(rules);
    let (mut more, mut fewer) = (0, 0);
    with_rules!(variant.rules(), |rules| {
        for number in 0..count {
            let seed = RunSeed::new("cannons").game(number);
            let wins = |own: u8| {
                let bots: [Box<dyn Bot>; 2] = [Box::new(Greedy), Box::new(Holding)];
                let mut bots = Vec::from(bots);
                bots.rotate_left(own.into());
                let mut table = BotTable::new(bots, seed);
                let state = play(rules, 2, &mut table, &mut Luck(seed), &mut ())
                    .unwrap_or_else(|why| panic!("{why}"));
                let winners = state.core().ending().expect("the game is over").winners;
                i32::from(winners.contains(Seat::new(own)))
                    - i32::from(winners.contains(Seat::new(1 - own)))
            };
            match wins(0) + wins(1) {
                1.. => more += 1,
                0 => {}
                ..0 => fewer += 1,
            }
        }
    });
    (more, fewer)
}

#[test]
fn greedy_beats_greedy_that_never_fires() {
    let (more, fewer) = pairs("taihou", 300);
    // A sign test at 99 %: of n pairs that differ, more than half by 2.33 standard deviations.
    let (n, surplus) = (f64::from(more + fewer), f64::from(more) - f64::from(fewer));
    assert!(surplus > 2.33 * n.sqrt(), "{more} pairs to {fewer}");
}

#[test]
fn greedy_beats_greedy_that_keeps_the_portal() {
    let (more, fewer) = pairs("mystic-portal", 900);
    let (n, surplus) = (f64::from(more + fewer), f64::from(more) - f64::from(fewer));
    assert!(surplus > 2.33 * n.sqrt(), "{more} pairs to {fewer}");
}

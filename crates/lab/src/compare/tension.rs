//! Measures how close a game is: before each placement a search estimates what the placing seat can
//! expect, and the values of all seats are followed.

use crate::metrics::Tension;
use std::sync::atomic::AtomicBool;
use tsuro::bots::Ismcts;
use tsuro::bots::ismcts::{Budget, Settings};
use tsuro::game::{GameSeed, Onlooker, Phase, Purpose, RuleSet, Seat, SeatSet, View};

/// A whole win in the units of [`Tension`].
const WHOLE: f64 = 10_000.0;

/// An onlooker that values the placing seat by a search before each placement; the search is the
/// same for all rule sets and bots.
pub(super) struct Valuer<'a> {
    search: Ismcts,
    seed: GameSeed,
    /// A flag that stops a search.
    stop: &'a AtomicBool,
    /// The expected share of the win of each seat when it was last valued; an even share before
    /// that.
    values: Vec<f64>,
    /// After each valuation, the values of all seats as shares of their sum.
    course: Vec<Vec<f64>>,
}

impl<'a> Valuer<'a> {
    /// Values positions by searches of `iterations` iterations until `stop` is set; then the
    /// deciders have to end the game.
    pub(super) fn new(seats: u8, iterations: u32, seed: GameSeed, stop: &'a AtomicBool) -> Self {
        let even = vec![1.0 / f64::from(seats); seats.into()];
        let search = Ismcts::new(Budget::Iterations(iterations), Settings::default());
        Self { search, seed, stop, values: even, course: Vec::new() }
    }

    /// The sums over the course of the values, once it is known who won.
    pub(super) fn tension(&self, winners: SeatSet) -> Tension {
        sum_course(&self.course, winners)
    }
}

/// Sums up the course of the values.
fn sum_course(course: &[Vec<f64>], winners: SeatSet) -> Tension {
    let mut tension = Tension::default();
    let mut lead = None;
    for (turn, values) in course.iter().enumerate() {
        tension.valued += 1;
        let best = values.iter().copied().fold(0.0, f64::max);
        let winner = winners.iter().map(|seat| values[seat.index()]).fold(0.0, f64::max);
        // The leading seat keeps the lead until another is ahead of it.
        let leader = lead
            .filter(|&seat: &usize| values[seat] >= best)
            .or_else(|| values.iter().position(|&value| value >= best));
        if lead.is_some() && leader != lead {
            tension.changes += 1;
        }
        lead = leader;
        if winner < best {
            tension.behind += 1;
            tension.deficit += (WHOLE * (best - winner)).round() as u64;
            tension.open = turn as u32 + 1;
        }
        let entropy: f64 = -values
            .iter()
            .filter(|&&value| value > 0.0)
            .map(|value| value * libm::log(*value))
            .sum::<f64>();
        tension.entropy += (WHOLE * entropy / libm::log(values.len().max(2) as f64)).round() as u64;
    }
    tension
}

impl<R: RuleSet> Onlooker<R> for Valuer<'_> {
    fn before_decision(&mut self, view: &View<'_, R>) {
        let core = view.core();
        if core.phase() != Phase::Place {
            return;
        }
        let seat = core.active();
        let see = view.observation(Some(seat)).stopped_by(self.stop);
        // Without a choice there is no search, and the seat keeps its value.
        if see.legal().len() > 1 {
            let mut rng = self.seed.stream(Purpose::BotPlace, seat.number(), core.turn(), u16::MAX);
            let estimates = self.search.estimate(&see, &mut rng);
            if let Some(best) = estimates.iter().max_by_key(|estimate| estimate.visits) {
                self.values[seat.index()] = f64::from(best.mean).clamp(0.0, 1.0);
            }
        }
        for out in (0..core.seats()).map(Seat::new).filter(|&seat| !core.alive().contains(seat)) {
            self.values[out.index()] = 0.0;
        }
        let sum: f64 = self.values.iter().sum();
        let alive = f64::from(core.alive().len());
        let share = |(seat, value): (usize, &f64)| {
            let lives = core.alive().contains(Seat::new(seat as u8));
            // If no seat expects anything, all that are alive expect the same.
            if sum > 0.0 {
                value / sum
            } else if lives {
                1.0 / alive
            } else {
                0.0
            }
        };
        self.course.push(self.values.iter().enumerate().map(share).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::bots::{BotSpec, BotTable};
    use tsuro::game::{Luck, RunSeed, WatchedDeciders, play};
    use tsuro::record::Recorder;
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, Variant, load};
    use tsuro::with_rules;

    /// Bots that search remember tiles that went under the pile, also while the game is valued.
    #[test]
    fn whether_a_game_is_valued_changes_no_choice() {
        let registry = Registry::default();
        let variant = Variant::new(load("seas", &BuiltIns, &registry).unwrap(), &registry).unwrap();
        for index in 0..4 {
            let seed = RunSeed::new("valued").game(index);
            let bots = || {
                BotTable::new(
                    (0..5).map(|_| BotSpec::parse("ismcts:8").unwrap().make()).collect(),
                    seed,
                )
            };
            let record = |valued: bool| {
                let mut recorder = Recorder::new(Vec::new());
                let never = AtomicBool::new(false);
                with_rules!(variant.rules(), |rules| if valued {
                    let mut valuer = Valuer::new(5, 3, seed, &never);
                    play(
                        rules,
                        5,
                        &mut WatchedDeciders::new(&mut bots(), &mut valuer),
                        &mut Luck(seed),
                        &mut recorder,
                    )
                    .unwrap();
                } else {
                    play(rules, 5, &mut bots(), &mut Luck(seed), &mut recorder).unwrap();
                });
                recorder.finish().unwrap()
            };
            assert!(
                record(true) == record(false),
                "game {index} goes differently when it is valued"
            );
        }
    }

    /// Two seats over four turns: even, seat 0 ahead by 0.6, seat 1 ahead by 0.2, seat 0 ahead;
    /// seat 0 wins. It was behind once, by 0.2; the lead changed twice; the winner led for good
    /// after the third of four turns. Entropies: 1, that of 0.8 and 0.2, that of 0.4 and 0.6, 0.
    #[test]
    fn a_course_is_summed_up() {
        let course = [vec![0.5, 0.5], vec![0.8, 0.2], vec![0.4, 0.6], vec![1.0, 0.0]];
        let found = sum_course(&course, SeatSet::only(Seat::new(0)));
        assert_eq!(
            (found.valued, found.behind, found.deficit, found.changes, found.open),
            (4, 1, 2000, 2, 3)
        );
        assert_eq!(found.entropy, 10_000 + 7_219 + 9_710);
    }
}

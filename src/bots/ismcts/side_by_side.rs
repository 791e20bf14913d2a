//! A search in several trees side by side, on as many cores as there are.
//!
//! Each tree has its own stream of random numbers and its share of the iterations, so that the
//! choice is the same on any number of cores. At the end, what the trees have found of the choices
//! at the root is added up.

use super::{Budget, Ismcts, MAX_ITERATIONS, Search, Settings};
use crate::game::{Choice, Observation, Rng, Seat, World};
use std::iter::{once, zip};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the thread that has no tree left looks whether the search has to end.
const WATCHED_EVERY: Duration = Duration::from_millis(5);

/// One tree, which a thread takes and searches.
struct Task<'a> {
    search: &'a mut Search,
    world: Box<dyn World + 'a>,
    rng: Rng,
    /// The most iterations, at least one.
    most: u32,
}

/// What all trees have in common.
struct Common<'a> {
    seat: Seat,
    choices: &'a [Choice],
    settings: &'a Settings,
    /// Whether the search has to end now.
    is_over: AtomicBool,
    /// The number of trees that are not finished.
    left: AtomicUsize,
}

/// Ends the search when it is dropped: also where the thread that watches over it panics.
struct Watch<'a>(&'a AtomicBool);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Common<'_> {
    /// Searches in one tree after another that nobody has taken yet. `watch` says whether to go on.
    fn work(&self, tasks: &Mutex<Vec<Task<'_>>>, watch: &mut dyn FnMut() -> bool) {
        loop {
            // The lock is held no longer than it takes to take a task.
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(mut task) = task else { return };
            let (seat, choices, settings) = (self.seat, self.choices, self.settings);
            task.search.run(&mut *task.world, seat, choices, settings, &mut task.rng, |_, made| {
                made < task.most && !self.is_over.load(Ordering::Relaxed) && watch()
            });
            self.left.fetch_sub(1, Ordering::Release);
        }
    }
}

impl Ismcts {
    /// Searches in all trees, and adds up in the first what they find at the root.
    pub(super) fn search_side_by_side(
        &mut self,
        see: &Observation<'_>,
        choices: &[Choice],
        rng: &mut Rng,
    ) {
        let values = self.judge.as_ref().map(|judge| judge.values(see));
        // A module for browsers has no threads, and need not carry what starts them.
        let cores = if cfg!(target_family = "wasm") {
            1
        } else {
            thread::available_parallelism().map_or(1, usize::from)
        };
        let most_trees = 1 + self.others.len();
        // By the clock, each tree needs a core: a tree that waits for one has no time left.
        let (trees, most) = match self.budget {
            Budget::Iterations(most) => (most_trees.min(most as usize), most),
            Budget::Clock(_) => (most_trees.min(cores), MAX_ITERATIONS),
        };
        let seed = u64::from(rng.bits());
        let share = |number: u32| most / trees as u32 + u32::from(number < most % trees as u32);
        let searches = once(&mut self.search).chain(&mut self.others).take(trees);
        let mut tasks: Vec<Task<'_>> = zip(0.., searches)
            .map(|(number, search)| {
                search.judge_by(values.clone());
                let rng = Rng::new(seed, number.into());
                Task { search, world: see.imagine(), rng, most: share(number) }
            })
            .collect();
        // The first tree is taken first.
        tasks.reverse();
        let settings = &self.settings;
        let is_over = AtomicBool::new(false);
        let left = AtomicUsize::new(trees);
        let common = Common { seat: see.decider(), choices, settings, is_over, left };
        let budget = &self.budget;
        let mut watch = || {
            let has_time = !matches!(budget, Budget::Clock(clock) if !clock.has_time());
            let goes_on = has_time && !see.is_stopped();
            common.is_over.fetch_or(!goes_on, Ordering::Relaxed);
            goes_on
        };
        let tasks = Mutex::new(tasks);
        let caller = thread::current();
        thread::scope(|scope| {
            let _over_at_the_end = Watch(&common.is_over);
            for _ in 1..trees.min(cores) {
                // Where there are no threads, this one does all.
                let _ = thread::Builder::new().spawn_scoped(scope, || {
                    common.work(&tasks, &mut || true);
                    caller.unpark();
                });
            }
            common.work(&tasks, &mut watch);
            while common.left.load(Ordering::Acquire) > 0 && watch() {
                thread::park_timeout(WATCHED_EVERY);
            }
        });
        drop(tasks);
        for other in &self.others[..trees - 1] {
            self.search.add_root(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::bots::BotSpec;

    /// The estimates at the first placement, and the choice, of a search in several trees.
    fn explained(rules: &str, bot: &str) -> (Option<Choice>, Vec<(Choice, u32, f64)>) {
        let mut game = Game::new(rules, 3, "side by side").unwrap();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choices = see.choices();
            if choices.len() > 1 && matches!(choices[0], Choice::Place(_)) {
                let mut bot = BotSpec::parse(bot).unwrap().make();
                let (chosen, weighed) = bot.explain(&see, &mut game.bot_stream());
                let found = weighed.into_iter().map(|one| (one.choice, one.visits, one.wins));
                return (chosen, found.collect());
            }
            game.play(&choices[0]).unwrap();
        }
        unreachable!("{rules} has a placement with more than one choice")
    }

    #[test]
    fn trees_share_the_iterations_and_find_the_same_on_any_number_of_cores() {
        for rules in ["classic", "seas"] {
            for bot in ["ismcts:203:trees=4", "ismcts:203:values=learned:trees=4"] {
                let (chosen, found) = explained(rules, bot);
                let visits: u32 = found.iter().map(|one| one.1).sum();
                assert_eq!(visits, 203, "{rules}, {bot}");
                assert_eq!(chosen.as_ref(), Some(&found[0].0), "{rules}, {bot}");
                for _ in 0..5 {
                    assert_eq!((chosen.clone(), found.clone()), explained(rules, bot));
                }
                // It is another search than one in a single tree.
                assert_ne!(found, explained(rules, &bot.replace(":trees=4", "")).1);
            }
            // No tree is left without an iteration.
            let (_, found) = explained(rules, "ismcts:3:trees=16");
            assert_eq!(found.iter().map(|one| one.1).sum::<u32>(), 3, "{rules}");
        }
    }

    #[test]
    fn one_thread_does_the_work_of_all() {
        let game = Game::new("classic", 2, "alone").unwrap();
        let see = game.observe(Seat::new(0));
        let choices = see.choices();
        let settings = Settings::default();
        let found = |threads: u32| {
            let mut searches = vec![Search::default(); 3];
            let tasks = zip(0.., &mut searches).map(|(number, search)| Task {
                search,
                world: see.imagine(),
                rng: Rng::new(7, number),
                most: 40,
            });
            let tasks = Mutex::new(tasks.collect::<Vec<_>>());
            let common = Common {
                seat: see.decider(),
                choices: &choices,
                settings: &settings,
                is_over: AtomicBool::new(false),
                left: AtomicUsize::new(3),
            };
            thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(|| common.work(&tasks, &mut || true));
                }
                common.work(&tasks, &mut || true);
            });
            drop(tasks);
            assert_eq!(common.left.into_inner(), 0);
            searches.iter().map(|search| search.estimates(&choices)).collect::<Vec<_>>()
        };
        assert_eq!(found(1), found(3));
    }
}

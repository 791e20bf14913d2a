use super::*;
use crate::Game;
use crate::bots::ismcts::Budget;
use crate::bots::values::Judge;
use crate::bots::{Bot, BotTable, Greedy, Ismcts, Random};
use crate::game::{Luck, Observation, RunSeed, deal_and_play, table};
use crate::rules::Registry;
use crate::ruleset::{BuiltIns, Variant, load};
use crate::with_rules;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A bot that searches in trees with a limit, and notes the largest number of nodes.
struct LimitedBot(usize, Arc<AtomicUsize>);

impl Bot for LimitedBot {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let choices: Vec<Choice> = legal.iter().copied().map(Choice::Place).collect();
        let mut search = Search { tree: Tree::with_room(self.0), ..Search::default() };
        search.run(
            &mut *see.imagine(),
            see.active(),
            &choices,
            &Settings::default(),
            rng,
            |_, made| made < 200,
        );
        let visits: u32 = search.estimates(&choices).iter().map(|estimate| estimate.visits).sum();
        assert_eq!(visits, 200);
        self.1.fetch_max(search.tree.len(), Ordering::Relaxed);
        legal[search.best()]
    }
}

fn play(rules: &str, bot: &dyn Fn() -> Box<dyn Bot>, stop: &AtomicBool) -> bool {
    let registry = Registry::default();
    let variant = Variant::new(load(rules, &BuiltIns, &registry).unwrap(), &registry).unwrap();
    let seed = RunSeed::new("limited").game(0);
    let bots = vec![bot(), Box::new(Random), bot()];
    let mut bots = BotTable::new(bots, seed).stopped_by(stop);
    with_rules!(variant.rules(), |rules| deal_and_play(
        rules,
        &mut table(rules, 3),
        &mut bots,
        &mut Luck(seed),
        &mut ()
    )
    .is_ok())
}

#[test]
fn a_tree_stays_within_its_limit_and_the_search_goes_on() {
    for rules in ["classic", "seas"] {
        let largest = |most: usize| {
            let size = Arc::new(AtomicUsize::new(0));
            assert!(
                play(
                    rules,
                    &|| Box::new(LimitedBot(most, Arc::clone(&size))),
                    &AtomicBool::new(false)
                ),
                "{rules}"
            );
            size.load(Ordering::Relaxed)
        };
        // The choices at the root always have room.
        assert!((100..=150).contains(&largest(100)), "{rules}: {}", largest(100));
        assert!(largest(1) <= 1 + MAX_PLACEMENTS, "{rules}");
        assert!(largest(100_000) > 500, "{rules}");
    }
}

/// A bot that sets the stop flag while it searches.
struct Stopping(Arc<AtomicBool>);

impl Bot for Stopping {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let stop = Arc::clone(&self.0);
        std::thread::spawn(move || stop.store(true, Ordering::Relaxed));
        Ismcts::new(Budget::Iterations(u32::MAX), Settings::default()).place(see, rng)
    }
}

/// A bot that estimates its placements and takes the first; it notes the fewest that it had.
struct Estimating(Ismcts, Arc<AtomicUsize>);

impl Bot for Estimating {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let estimates = self.0.estimate(see, rng);
        assert!(
            estimates
                .into_iter()
                .map(|estimate| estimate.choice)
                .eq(legal.iter().copied().map(Choice::Place))
        );
        self.1.fetch_min(legal.len(), Ordering::Relaxed);
        legal[0]
    }
}

#[test]
fn every_legal_placement_is_estimated_even_a_single_one() {
    let fewest = Arc::new(AtomicUsize::new(usize::MAX));
    let bot = || {
        Box::new(Estimating(
            Ismcts::new(Budget::Iterations(3), Settings::default()),
            Arc::clone(&fewest),
        )) as Box<dyn Bot>
    };
    assert!(play("luxury", &bot, &AtomicBool::new(false)));
    assert_eq!(fewest.load(Ordering::Relaxed), 1);
}

#[test]
fn decisions_that_are_no_placements_are_in_the_tree_of_a_search_that_judges() {
    for (rules, players) in [("draft", 3), ("luxury-advanced", 3), ("storm-seas", 2)] {
        let mut game = Game::new(rules, players, "no placements").unwrap();
        let mut most = [0, 0];
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choices = see.choices();
            for (judges, most) in [false, true].into_iter().zip(&mut most) {
                let mut search = Search::default();
                search.judge_by(judges.then(|| Judge::Shipped.values(&see)));
                let (mut world, mut rng) = (see.imagine(), game.bot_stream());
                let settings = Settings::default();
                let seat = decision.seat();
                search.run(&mut *world, seat, &choices, &settings, &mut rng, |_, made| made < 60);
                let visits: u32 =
                    search.tree.children(0).map(|at| search.tree.node(at).visits).sum();
                assert_eq!(visits, 60, "{rules}");
                *most = (*most).max(search.tree.others());
            }
            let choice = Greedy.choose(&see, &mut game.bot_stream()).unwrap();
            game.play(&choice).unwrap();
        }
        assert!(most[0] == 0 && most[1] > 0, "{rules}: {most:?}");
    }
}

#[test]
fn where_a_side_is_out_after_every_placement_it_still_takes_others_along() {
    let (mut ties, values) = (0, Judge::Shipped);
    for number in 0..40 {
        let mut game = Game::new("classic", 2, &format!("ties {number}")).unwrap();
        while let Some(decision) = game.decision() {
            let (seat, mut rng) = (decision.seat(), game.bot_stream());
            let see = game.observe(seat);
            let mut world = see.imagine();
            world.deal(&mut rng);
            if world.places().is_some() {
                let tiles: Candidates = world.legal().into_iter().take(MAX_TRIES).collect();
                let best = best_for_values(&*world, seat, &tiles, &values.values(&see));
                let usual = best_for_greedy(&*world, seat, &tiles);
                world.take(&Choice::Place(best), &mut rng);
                if !world.alive().contains(seat) {
                    assert_eq!(best, usual);
                    ties += u32::from(world.rewards(Reward::Win)[seat.index()] > 0.0);
                }
            }
            drop(world);
            game.play(&Random.choose(&see, &mut rng).unwrap()).unwrap();
        }
    }
    assert!(ties > 0);
}

#[test]
fn a_long_search_and_its_game_end_when_they_are_stopped() {
    let stop = Arc::new(AtomicBool::new(false));
    assert!(!play("classic", &|| Box::new(Stopping(Arc::clone(&stop))), &stop));
}

/// The weight of a placement, of which only how it compares with others matters.
fn weight(world: &dyn World, tile: Laid, fears: bool) -> f32 {
    let mut found = 0.0;
    weigh(world, &[tile], &Settings::default(), fears, |_, weight| found = weight);
    found
}

#[test]
fn a_piece_without_a_way_is_not_doomed_if_no_foe_has_one() {
    for players in [2, 3] {
        let mut count = 0;
        for number in 0..60 {
            let mut game = Game::new("classic", players, &format!("doomed {number}")).unwrap();
            while let Some(decision) = game.decision() {
                let (seat, mut rng) = (decision.seat(), game.bot_stream());
                let see = game.observe(seat);
                let mut world = see.imagine();
                world.deal(&mut rng);
                let foes = next_foes(&*world, world.alive().and(world.opponents(seat)));
                let mut spared = Vec::new();
                world.outlooks(&see.legal(), &mut |tile, outlook| {
                    if reprieve(outlook, seat, foes) > 0 {
                        spared.push(tile);
                    }
                });
                for &tile in &spared {
                    assert!(weight(&*world, tile, true) > 1000.0 * weight(&*world, tile, false));
                    // Whatever is laid then, it is among the last.
                    let mut after = world.fork();
                    after.take(&Choice::Place(tile), &mut rng);
                    after.play_out(Playout::Safe, &mut rng);
                    assert!(after.rewards(Reward::Win)[seat.index()] > 0.0);
                }
                count += spared.len();
                drop(world);
                game.play(&Greedy.choose(&see, &mut rng).unwrap()).unwrap();
            }
        }
        assert!(count > 0, "{players}");
    }
    // With two tiles a turn, the next one may be its own.
    let game = Game::new("double-turn", 2, "doomed").unwrap();
    let seat = game.decision().unwrap().seat();
    let see = game.observe(seat);
    assert!(next_foes(&*see.imagine(), see.opponents(seat)).is_empty());
}

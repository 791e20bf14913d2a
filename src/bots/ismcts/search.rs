//! The search: information-set Monte-Carlo tree search with several players, each maximising its own reward.
//!
//! Each iteration deals anew what the seat cannot see, goes down the tree along choices that this deal allows, adds the choices that follow
//! the first leaf, plays the game out, and tells every choice on the way what it came to for whoever made it. How promising a choice looks
//! to the greedy bot guides where to look first; the more often a choice was tried, the less that counts. A tree that has grown to its limit
//! (2,097,152 choices, 64 MiB) is kept as it is: from its leaves games are played out.

use super::tree::{Index, Tree};
use crate::board::Laid;
use crate::bots::greedy;
use crate::game::{Choice, MAX_PLACEMENTS, MAX_SEATS, Playout, Reward, Rng, Seat, World};
use arrayvec::ArrayVec;

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How games are played out behind the tree.
    pub playout: Playout,
    /// How much is explored: what a choice is given for not having been tried.
    pub explore: f32,
    /// How many times more promising a choice looks for each point of the greedy bot's worth, as a power of e; 0: all look alike.
    pub bias: f32,
    /// How many choices deep the tree may grow.
    pub depth: u8,
    /// What the players of the search want.
    pub reward: Reward,
    /// Whether each choice at the root is tried equally often, to be compared with the others, instead of the best most often.
    pub even: bool,
    /// How many deals are made of what the seat cannot see, which take turns; 0: a new one for every iteration.
    pub deals: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { playout: Playout::Safe, explore: 1.6, bias: 0.15, depth: 40, reward: Reward::Usual { rank: 0.0 }, even: false, deals: 0 }
    }
}

/// What a placement that cannot be survived looks like, in points of worth, where whoever is out has lost.
const DEADLY: f32 = -150.0;
/// The least that a choice can look like beside the best of its siblings, so that nothing is never tried.
const LEAST: f32 = 1e-3;
/// The largest exponent of a weight: far from the limits of its type.
const STEEPEST: f32 = 60.0;
/// Codes of placements are below this.
const CODES: usize = 256;
/// Longest way down the tree.
const MAX_DEPTH: usize = 64;

/// What the search found out about one choice at the root.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceEstimate {
    /// The choice.
    pub choice: Choice,
    /// How often it was tried.
    pub visits: u32,
    /// The mean reward, 0–1.
    pub mean: f32,
    /// The standard error of that mean, were the tries independent; 1 where it was tried less than twice.
    pub error: f32,
}

/// A search with its memory.
#[derive(Debug, Default)]
pub struct Search {
    tree: Tree,
}

/// The way down the tree in one iteration: nodes, and who chose each.
type Path = ArrayVec<(Index, Seat), MAX_DEPTH>;

impl Search {
    /// Tries the choices that `seat` has at the root of `world` as long as `more` says, which is told how many iterations were made. At least
    /// one is made.
    pub fn run(
        &mut self,
        world: &mut dyn World,
        seat: Seat,
        choices: &[Choice],
        settings: &Settings,
        rng: &mut Rng,
        mut more: impl FnMut(u32) -> bool,
    ) {
        self.tree.clear();
        world.deal(rng);
        self.grow_root(world, choices, settings);
        let (first_deal, mut iterations) = (rng.bits(), 0);
        loop {
            match settings.deals {
                0 => world.deal(rng),
                deals => world.deal(&mut Rng::new(first_deal.into(), (iterations % deals).into())),
            }
            self.iterate(world, seat, choices, settings, rng);
            iterations += 1;
            if !more(iterations) {
                return;
            }
        }
    }

    /// What came of each choice, in the order in which they were given.
    pub fn estimates(&self, choices: &[Choice]) -> Vec<ChoiceEstimate> {
        let mut found: Vec<ChoiceEstimate> = self
            .tree
            .children(0)
            .map(|index| {
                let node = self.tree.node(index);
                let (visits, mean) = (f64::from(node.visits), f64::from(node.mean(0.0)));
                let variance = (f64::from(node.squares) - visits * mean * mean).max(0.0) / (visits - 1.0);
                let error = if node.visits < 2 { 1.0 } else { (variance / visits).sqrt() as f32 };
                ChoiceEstimate { choice: choices[usize::from(node.code)].clone(), visits: node.visits, mean: mean as f32, error }
            })
            .collect();
        found.reverse();
        found
    }

    /// The choice that was tried most, among equals the better one: its number.
    pub fn best(&self) -> usize {
        let key = |index: &Index| {
            let node = self.tree.node(*index);
            (node.visits, node.mean(0.0))
        };
        let best = self.tree.children(0).max_by(|one, other| {
            let (one, other) = (key(one), key(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        best.map_or(0, |index| usize::from(self.tree.node(index).code))
    }

    /// The root's children are the given choices, by number.
    fn grow_root(&mut self, world: &mut dyn World, choices: &[Choice], settings: &Settings) {
        let placements: ArrayVec<Laid, MAX_PLACEMENTS> =
            choices.iter().filter_map(|choice| if let Choice::Place(tile) = choice { Some(*tile) } else { None }).collect();
        if placements.is_empty() {
            (0..choices.len()).for_each(|code| self.tree.add(0, code as u16, 1.0));
        } else {
            let mut code = 0..;
            weigh(world, &placements, settings, |_, weight| self.tree.add(0, code.next().unwrap_or_default(), weight));
        }
    }

    fn iterate(&mut self, world: &mut dyn World, seat: Seat, choices: &[Choice], settings: &Settings, rng: &mut Rng) {
        let mut path = Path::new();
        let first = if settings.even { self.tree.least_tried(0) } else { self.select_among(0, settings, |_| true) };
        path.push((first, seat));
        world.take(&choices[usize::from(self.tree.node(first).code)], rng);
        let mut at = first;
        let depth = usize::from(settings.depth).min(MAX_DEPTH);
        while path.len() < depth && self.tree.node(at).visits > 0 {
            let Some(who) = world.places() else { break };
            let Some((next, tile)) = self.descend(world, at, settings) else { break };
            path.push((next, who));
            world.take(&Choice::Place(tile), rng);
            at = next;
        }
        world.play_out(settings.playout, rng);
        self.learn(&path, &world.rewards(settings.reward));
    }

    /// The next node on the way down: children that this deal allows and that are not there yet are added first. `None` where there is none and
    /// the tree is full.
    fn descend(&mut self, world: &mut dyn World, at: Index, settings: &Settings) -> Option<(Index, Laid)> {
        const NOT_LEGAL: u8 = 0;
        const MISSING: u8 = 1;
        const THERE: u8 = 2;
        let legal = world.legal();
        let mut state = [NOT_LEGAL; CODES];
        for tile in &legal {
            state[usize::from(tile.code())] = MISSING;
        }
        let mut missing = legal.len();
        for child in self.tree.children(at) {
            let code = usize::from(self.tree.node(child).code);
            if state[code] == MISSING {
                state[code] = THERE;
                missing -= 1;
            }
        }
        if missing > 0 && self.tree.has_room(missing) {
            let new: ArrayVec<Laid, MAX_PLACEMENTS> =
                legal.iter().copied().filter(|tile| state[usize::from(tile.code())] == MISSING).collect();
            weigh(world, &new, settings, |tile, weight| self.tree.add(at, tile.code().into(), weight));
        } else if missing == legal.len() {
            return None;
        }
        let next = self.select_among(at, settings, |code| state[usize::from(code)] != NOT_LEGAL);
        let code = self.tree.node(next).code as u8;
        let tile = legal.iter().copied().find(|tile| tile.code() == code);
        Some((next, tile.unwrap_or(legal[0])))
    }

    /// The most interesting child among those that can be chosen now, by the rule of PUCT with availability in the place of visits.
    fn select_among(&mut self, at: Index, settings: &Settings, allowed: impl Fn(u16) -> bool) -> Index {
        let (mut weights, mut tried, mut sum, mut most) = (0.0, 0u32, 0.0, 0.0f32);
        for child in self.tree.children(at) {
            let node = self.tree.node(child);
            if allowed(node.code) {
                weights += node.weight;
                most = most.max(node.weight);
                tried += node.visits;
                sum += node.sum;
            }
        }
        // What has not been tried is expected to come out as the rest has on average.
        let expected = if tried == 0 { 0.5 } else { sum / tried as f32 };
        let mut best = (f32::NEG_INFINITY, at);
        let mut next = self.tree.first_child(at);
        while let Some(child) = next {
            let node = self.tree.node_mut(child);
            if allowed(node.code) {
                node.available += 1;
                let share = node.weight.max(LEAST * most) / weights;
                let interest = node.mean(expected) + settings.explore * share * (node.available as f32).sqrt() / (1 + node.visits) as f32;
                if interest > best.0 {
                    best = (interest, child);
                }
            }
            next = self.tree.sibling(child);
        }
        best.1
    }

    fn learn(&mut self, path: &Path, rewards: &[f32; MAX_SEATS]) {
        for &(index, seat) in path {
            let (node, reward) = (self.tree.node_mut(index), rewards[seat.index()]);
            node.visits += 1;
            node.sum += reward;
            node.squares += reward * reward;
        }
    }
}

/// How promising each of the placements looks to the greedy bot: what matters is how their weights compare.
fn weigh(world: &dyn World, tiles: &[Laid], settings: &Settings, mut each: impl FnMut(Laid, f32)) {
    let (Some(seat), true) = (world.places(), settings.bias > 0.0) else {
        for &tile in tiles {
            each(tile, 1.0);
        }
        return;
    };
    let (alive, alone) = (world.alive(), world.plays_alone());
    // Where points count, the last trip may be the one that wins.
    let may_die = world.counts_points() && !alone;
    world.outlooks(tiles, &mut |tile, outlook| {
        let (lives, worth) = greedy::worth(outlook, seat, alive, alone);
        let worth = match (lives, may_die) {
            (true, _) => worth as f32,
            (false, true) => 0.0,
            (false, false) => worth as f32 + DEADLY,
        };
        each(tile, (worth * settings.bias).clamp(-STEEPEST, STEEPEST).exp());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{Bot, BotTable, Random};
    use crate::game::{Luck, Observation, RunSeed, deal_and_play, table};
    use crate::rules::Registry;
    use crate::ruleset::{BuiltIns, Variant, load};
    use crate::with_rules;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// Searches in trees of at most so many nodes, and tells how large they were in the end.
    struct Limited(usize, Arc<AtomicUsize>);

    impl Bot for Limited {
        fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
            let legal = see.legal();
            let choices: Vec<Choice> = legal.iter().copied().map(Choice::Place).collect();
            let mut search = Search { tree: Tree::of(self.0) };
            search.run(&mut *see.imagine(), see.active(), &choices, &Settings::default(), rng, |made| made < 200);
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
        with_rules!(variant.rules(), |rules| deal_and_play(rules, &mut table(rules, 3), &mut bots, &mut Luck(seed), &mut ()).is_ok())
    }

    #[test]
    fn a_tree_does_not_outgrow_its_limit_and_the_search_goes_on() {
        for rules in ["classic", "seas"] {
            let largest = |most: usize| {
                let size = Arc::new(AtomicUsize::new(0));
                assert!(play(rules, &|| Box::new(Limited(most, Arc::clone(&size))), &AtomicBool::new(false)), "{rules}");
                size.load(Ordering::Relaxed)
            };
            // What the root has to choose from has room always.
            assert!((100..=150).contains(&largest(100)), "{rules}: {}", largest(100));
            assert!(largest(1) <= 1 + MAX_PLACEMENTS, "{rules}");
            assert!(largest(100_000) > 500, "{rules}");
        }
    }

    /// Asks for the end of everything while it thinks.
    struct Stopping(Arc<AtomicBool>);

    impl Bot for Stopping {
        fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
            let stop = Arc::clone(&self.0);
            std::thread::spawn(move || stop.store(true, Ordering::Relaxed));
            crate::bots::Ismcts::new(crate::bots::ismcts::Budget::Iterations(u32::MAX), Settings::default()).place(see, rng)
        }
    }

    #[test]
    fn a_search_of_hours_ends_when_it_is_stopped_and_its_game_with_it() {
        let stop = Arc::new(AtomicBool::new(false));
        assert!(!play("classic", &|| Box::new(Stopping(Arc::clone(&stop))), &stop));
    }
}

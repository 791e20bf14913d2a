//! [`Search`]: information-set Monte-Carlo tree search for several players, each of which maximises
//! its own reward.
//!
//! Each iteration deals anew what the seat cannot see, goes down the tree along choices that this
//! deal allows, adds the choices that follow the first leaf, plays the game out, and adds the
//! result to every choice on the way, as the player who made it is rewarded. The worth of a choice
//! for the greedy bot decides which are tried first; it counts less the more often a choice was
//! tried. A tree at its limit (2,097,152 choices, 64 MiB) does not grow: games are played out from
//! its leaves.

use super::tree::{Index, PLACEMENT_CODES, Tree};
use crate::board::Laid;
use crate::bots::greedy;
use crate::bots::values::{BoardValues, Goal, Judgement, WIN};
use crate::game::{
    Choice, MAX_PLACEMENTS, MAX_SEATS, Outlook, Playout, Reward, Rng, Seat, SeatSet, World,
};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// How games are played out from the leaves of the tree.
    pub playout: Playout,
    /// How much is explored: the bonus of a choice for not having been tried.
    pub explore: f32,
    /// How much the greedy bot's worth of a choice counts before it is tried: its weight is `e` to
    /// the power of `bias × worth`. 0: all weigh the same.
    pub bias: f32,
    /// The most choices from the root of the tree to a leaf.
    pub depth: u8,
    /// What the players in the search maximise.
    pub reward: Reward,
    /// Whether each choice at the root is tried equally often, to compare them; otherwise the best
    /// ones are tried most.
    pub even: bool,
    /// The number of different deals of hidden tiles, which take turns; 0: a new one for every
    /// iteration.
    pub deals: u32,
    /// How many tiles are laid after a leaf before it is judged by [`BoardValues`]; of no account
    /// without them. `None`: as many as there are pieces, four at least; where something moves
    /// over the board by chance, half as many as there are pieces, one at least and two at most.
    pub moves: Option<u8>,
    /// In how many trees to search, 1–16, on as many cores as there are. The iterations are shared
    /// out among them, and what they find is added up, so that the choice does not depend on the
    /// number of cores. Each has its share of the memory, too.
    pub trees: u8,
    /// Among how many random placements each of these tiles is the best, 1–8. `None`: six if the
    /// values say which is best, otherwise three.
    pub tries: Option<u8>,
    /// While at most this number of pieces is left, and no points are counted, the values say which
    /// placement is best, otherwise the greedy bot does. `None`: two; none where something moves
    /// over the board by chance.
    pub judged: Option<u8>,
    /// How many seats clockwise from its own the partner sits, whose reward counts half as much as
    /// its own; it expects the same of the partner. 0: there is none.
    pub partner: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            playout: Playout::Safe,
            explore: 1.6,
            bias: 0.15,
            depth: 40,
            reward: Reward::Usual { rank: 0.0 },
            even: false,
            deals: 0,
            moves: None,
            tries: None,
            judged: None,
            trees: 1,
            partner: 0,
        }
    }
}

/// What is added to the greedy bot's worth of a placement that puts the own piece out, if that
/// loses the game.
const DEADLY: f32 = -150.0;
/// The least weight of a choice as a share of that of the best sibling, so that every choice can be
/// tried.
const LEAST: f32 = 1e-3;
/// The same in a search that judges by [`BoardValues`].
const LEAST_JUDGED: f32 = 0.02;
/// How much worse for a search that judges a placement is after which its piece is sure to be lost
/// to what moves on the board. From none to three times as much, the search is as strong.
const CAUTION: f32 = 50.0;
/// The fewest tiles that are laid after a leaf, unless the settings say otherwise.
const LEAST_MOVES: u8 = 4;
/// The most tiles that are laid after a leaf where something moves over the board by chance: much
/// of what would happen in a round is luck, and costs time.
const MOST_MOVES_ADRIFT: u8 = 2;
/// The most pieces that are left while the values say which placement is best, unless the settings
/// say otherwise. With eight pieces they took three times as long, and the search lost.
const JUDGED: u8 = 2;
/// Among how many placements the greedy bot says which is best, unless the settings say otherwise.
const TRIES: u8 = 3;
/// The same for the values.
const TRIES_JUDGED: u8 = 6;
/// The most placements that are compared for each tile before a leaf is judged.
pub(in crate::bots) const MAX_TRIES: usize = 8;
/// The most trees side by side.
pub(in crate::bots) const MAX_TREES: u8 = 16;
/// The largest exponent of a weight, far from the limits of its type.
const STEEPEST: f32 = 60.0;
/// The most choices in the tree of a decision of another kind than a placement. Of more exchanges,
/// those of the most tiles are left out; of more start marks on a large board, others each time.
const MOST_OTHERS: usize = 64;
/// The most choices from the root to a leaf, whatever the settings.
const MAX_DEPTH: usize = 64;

/// The estimate of one choice at the root.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ChoiceEstimate {
    /// A legal choice of the deciding seat.
    pub choice: Choice,
    /// The number of games in which it was tried.
    pub visits: u32,
    /// The mean reward of these games, 0–1.
    pub mean: f32,
    /// The standard error of that mean, as if the games were independent; 1 if it was tried less
    /// than twice.
    pub error: f32,
    /// Its weight before it was tried, as a share of that of all choices, 0–1.
    pub prior: f32,
}

/// A search. Its memory is used again by the next one.
#[derive(Debug, Default, Clone)]
pub struct Search {
    tree: Tree,
    values: Option<Arc<BoardValues>>,
}

/// The way down the tree in one iteration: the nodes, each with the seat that made the choice.
type Path = ArrayVec<(Index, Seat), MAX_DEPTH>;

/// Some placements, at least one, of which the best is laid before a board is judged.
type Candidates = ArrayVec<Laid, MAX_TRIES>;

impl Search {
    /// Judges boards by these values from now on, a few placements after the leaf, or plays games
    /// to their end. Where the values do not know the goal, games are played to their end in any
    /// case: they know the one that they were trained for.
    pub fn judge_by(&mut self, values: Option<Arc<BoardValues>>) {
        self.values = values;
    }

    /// Leaves room for other searches: one of `trees` has at most that share of the nodes.
    pub(super) fn share_room(&mut self, trees: usize) {
        self.tree.share_room(trees);
    }

    /// Adds what another search has found of the same choices at the root.
    pub(super) fn add_root(&mut self, other: &Self) {
        let mut own = self.tree.first_child(0);
        for index in other.tree.children(0) {
            let Some(at) = own else { return };
            let (node, more) = (self.tree.node_mut(at), other.tree.node(index));
            node.visits += more.visits;
            node.sum += more.sum;
            node.squares += more.squares;
            own = self.tree.sibling(at);
        }
    }

    /// How many more iterations than any other the choice with the most has had.
    pub(super) fn margin(&self) -> u32 {
        let (mut most, mut next) = (0, 0);
        for index in self.tree.children(0) {
            let visits = self.tree.node(index).visits;
            (most, next) = if visits > most { (visits, most) } else { (most, next.max(visits)) };
        }
        most - next
    }

    /// Tries the choices that `seat` has at the root of `world`, one in each iteration. `more` is
    /// given the search and the number of iterations made, and returns whether to go on; at least
    /// one is made.
    pub fn run(
        &mut self,
        world: &mut dyn World,
        seat: Seat,
        choices: &[Choice],
        settings: &Settings,
        rng: &mut Rng,
        mut more: impl FnMut(&Self, u32) -> bool,
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
            if !more(self, iterations) {
                return;
            }
        }
    }

    /// Plays games on from the root of `world`, with the choices of whoever places found by the
    /// same search: what the game is worth to everybody. With `first`, every game begins with that
    /// choice of the seat that decides. `add` is given what each game comes to for every seat, and
    /// returns whether to go on; at least one game is played.
    pub fn value(
        &mut self,
        world: &mut dyn World,
        first: Option<&Choice>,
        settings: &Settings,
        rng: &mut Rng,
        mut add: impl FnMut(&[f32; MAX_SEATS]) -> bool,
    ) {
        self.tree.clear();
        loop {
            world.deal(rng);
            if let Some(choice) = first {
                world.take(choice, rng);
            }
            let mut path = Path::new();
            self.go_down(world, 0, &mut path, settings, rng);
            let rewards = self.finish(world, settings, rng);
            self.add_rewards(&path, &rewards);
            if !add(&rewards) {
                return;
            }
        }
    }

    /// The estimates of `choices`, which have to be the choices of the last run, in the same order.
    pub fn estimates(&self, choices: &[Choice]) -> Vec<ChoiceEstimate> {
        let weights: f32 = self.tree.children(0).map(|index| self.tree.node(index).weight).sum();
        let mut found: Vec<ChoiceEstimate> = self
            .tree
            .children(0)
            .map(|index| {
                let node = self.tree.node(index);
                let (visits, mean) = (f64::from(node.visits), f64::from(node.mean(0.0)));
                let variance =
                    (f64::from(node.squares) - visits * mean * mean).max(0.0) / (visits - 1.0);
                let error = if node.visits < 2 { 1.0 } else { (variance / visits).sqrt() as f32 };
                ChoiceEstimate {
                    choice: choices[usize::from(node.code)].clone(),
                    visits: node.visits,
                    mean: mean as f32,
                    error,
                    prior: node.weight / weights,
                }
            })
            .collect();
        found.reverse();
        found
    }

    /// The index of the choice that was tried most, the one with the better mean among equals.
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

    /// Adds the given choices as children of the root, by their indices.
    fn grow_root(&mut self, world: &mut dyn World, choices: &[Choice], settings: &Settings) {
        let placements: ArrayVec<Laid, MAX_PLACEMENTS> = choices
            .iter()
            .filter_map(|choice| if let Choice::Place(tile) = choice { Some(*tile) } else { None })
            .collect();
        if placements.is_empty() {
            (0..choices.len()).for_each(|code| self.tree.add(0, code as u16, 1.0));
        } else {
            let mut code = 0..;
            weigh(world, &placements, settings, self.values.is_some(), |_, weight| {
                self.tree.add(0, code.next().unwrap_or_default(), weight);
            });
        }
    }

    /// Runs one iteration of the search, in a game whose hidden tiles have been dealt.
    fn iterate(
        &mut self,
        world: &mut dyn World,
        seat: Seat,
        choices: &[Choice],
        settings: &Settings,
        rng: &mut Rng,
    ) {
        let mut path = Path::new();
        let first = if settings.even {
            self.tree.least_tried(0)
        } else {
            self.select_among(0, settings, |_| true)
        };
        path.push((first, seat));
        self.make(world, &choices[usize::from(self.tree.node(first).code)], rng);
        self.go_down(world, first, &mut path, settings, rng);
        let mut rewards = self.finish(world, settings, rng);
        if settings.partner > 0 {
            let seats = usize::from(world.seats());
            let partner = (seat.index() + usize::from(settings.partner)) % seats;
            share(&mut rewards, seat.index(), partner);
        }
        self.add_rewards(&path, &rewards);
    }

    /// What the game comes to for every seat: it is played to its end or, with [`BoardValues`], for
    /// a few placements, after which the board is judged.
    fn finish(
        &self,
        world: &mut dyn World,
        settings: &Settings,
        rng: &mut Rng,
    ) -> [f32; MAX_SEATS] {
        world.play_on(rng);
        let knows_goal = |values: &&Arc<BoardValues>| {
            world.places().is_some() && values.knows(Goal::of_world(world), world.counts_points())
        };
        let Some(values) = self.values.as_ref().filter(knows_goal) else {
            world.play_out(settings.playout, rng);
            return world.rewards(settings.reward);
        };
        let drifts = world.drifts();
        let moves = settings.moves.unwrap_or_else(|| match world.alive().len() {
            pieces if drifts => (pieces / 2).clamp(1, MOST_MOVES_ADRIFT),
            // A round: at the end of it, everybody has moved as often.
            pieces => pieces.max(LEAST_MOVES),
        });
        let most_judged = settings.judged.unwrap_or(if drifts { 0 } else { JUDGED });
        for _ in 0..moves {
            let Some(seat) = world.places() else { break };
            // What a placement earns, only the rules know.
            let judges = world.alive().len() <= most_judged
                && !world.counts_points()
                && values.goal() != Goal::Pieces;
            let tries = settings.tries.unwrap_or(if judges { TRIES_JUDGED } else { TRIES });
            let tiles: Candidates =
                (0..usize::from(tries).clamp(1, MAX_TRIES)).map(|_| world.sample(rng)).collect();
            let tile = if judges {
                best_for_values(world, seat, &tiles, values)
            } else {
                best_for_greedy(world, seat, &tiles)
            };
            world.take(&Choice::Place(tile), rng);
        }
        if world.places().is_none() {
            // What is judged is the share of the win.
            let points = world.counts_points();
            return world.rewards(if points { Reward::Win } else { settings.reward });
        }
        let mut rewards = [0.0; MAX_SEATS];
        let judged = values.judge(&world.features());
        let together = values.goal() == Goal::Together;
        for piece in &judged {
            // The team wins together, whoever of it is left (V9); all pieces tell the chance of all.
            let mates = SeatSet::first(world.seats()).without(world.opponents(piece.seat));
            let parts = if together { judged.len() } else { mates.len().into() } as u32;
            for mate in mates.iter() {
                rewards[mate.index()] += piece.share as f32 / (WIN * parts) as f32;
            }
        }
        rewards
    }

    /// Makes the choices that the tree proposes, from a node to the first that was never tried.
    fn go_down(
        &mut self,
        world: &mut dyn World,
        mut at: Index,
        path: &mut Path,
        settings: &Settings,
        rng: &mut Rng,
    ) {
        let depth = usize::from(settings.depth).min(MAX_DEPTH);
        // The root is no choice, so it is never tried.
        while path.len() < depth && (at == 0 || self.tree.node(at).visits > 0) {
            let Some(who) = world.decides() else { break };
            let found = if world.places().is_some() {
                self.descend(world, at, settings).map(|(next, tile)| (next, Choice::Place(tile)))
            } else if self.values.is_some() {
                self.descend_otherwise(world, at, settings, rng)
            } else {
                None
            };
            let Some((next, choice)) = found else { break };
            path.push((next, who));
            self.make(world, &choice, rng);
            at = next;
        }
    }

    /// Carries out a choice. Searches without values choose only placements on the way down.
    fn make(&self, world: &mut dyn World, choice: &Choice, rng: &mut Rng) {
        if self.values.is_some() {
            world.step(choice, rng);
        } else {
            world.take(choice, rng);
        }
    }

    /// As [`Search::descend`], for a decision of another kind than a placement.
    fn descend_otherwise(
        &mut self,
        world: &mut dyn World,
        at: Index,
        settings: &Settings,
        rng: &mut Rng,
    ) -> Option<(Index, Choice)> {
        let mut choices = world.choices();
        if !matches!(choices.first(), Some(Choice::Exchange(_))) && choices.len() > MOST_OTHERS {
            rng.shuffle(choices.len(), |one, other| choices.swap(one, other));
        }
        choices.truncate(MOST_OTHERS);
        let codes: Option<ArrayVec<u16, MOST_OTHERS>> =
            choices.iter().map(|choice| self.tree.code_of(choice)).collect();
        let codes = codes?;
        let mut missing = codes.clone();
        for child in self.tree.children(at) {
            let code = self.tree.node(child).code;
            missing.retain(|missing| *missing != code);
        }
        if self.tree.has_room(missing.len()) {
            // Nothing says which is best, and not every game is to begin with the same one.
            rng.shuffle(missing.len(), |one, other| missing.swap(one, other));
            missing.iter().for_each(|&code| self.tree.add(at, code, 1.0));
        } else if missing.len() == codes.len() {
            return None;
        }
        let next = self.select_among(at, settings, |code| codes.contains(&code));
        let code = self.tree.node(next).code;
        let choice = codes.iter().position(|&one| one == code).map(|at| choices.swap_remove(at))?;
        Some((next, choice))
    }

    /// The next node on the way down, and its placement. Legal placements that are not in the tree
    /// yet are added first. `None` if the tree is full and has none of them.
    fn descend(
        &mut self,
        world: &mut dyn World,
        at: Index,
        settings: &Settings,
    ) -> Option<(Index, Laid)> {
        const NOT_LEGAL: u8 = 0;
        const MISSING: u8 = 1;
        const THERE: u8 = 2;
        let legal = world.legal();
        let mut state = [NOT_LEGAL; PLACEMENT_CODES];
        for tile in &legal {
            state[usize::from(tile.code())] = MISSING;
        }
        let mut missing = legal.len();
        for child in self.tree.children(at) {
            let code = usize::from(self.tree.node(child).code);
            if let Some(state @ &mut MISSING) = state.get_mut(code) {
                *state = THERE;
                missing -= 1;
            }
        }
        if missing > 0 && self.tree.has_room(missing) {
            let new: ArrayVec<Laid, MAX_PLACEMENTS> = legal
                .iter()
                .copied()
                .filter(|tile| state[usize::from(tile.code())] == MISSING)
                .collect();
            weigh(world, &new, settings, self.values.is_some(), |tile, weight| {
                self.tree.add(at, tile.code().into(), weight);
            });
        } else if missing == legal.len() {
            return None;
        }
        let next = self.select_among(at, settings, |code| {
            state.get(usize::from(code)).is_some_and(|&state| state != NOT_LEGAL)
        });
        let code = self.tree.node(next).code as u8;
        let tile = legal.iter().copied().find(|tile| tile.code() == code);
        Some((next, tile.unwrap_or(legal[0])))
    }

    /// The child to try next among the allowed ones, by the rule of PUCT, with the number of times
    /// that a child was available in the place of the parent's visits.
    fn select_among(
        &mut self,
        at: Index,
        settings: &Settings,
        allowed: impl Fn(u16) -> bool,
    ) -> Index {
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
        let least = if self.values.is_some() { LEAST_JUDGED } else { LEAST };
        // A choice that was not tried is expected to be as good as the others on average.
        let expected = if tried == 0 { 0.5 } else { sum / tried as f32 };
        let mut best = (f32::NEG_INFINITY, at);
        let mut next = self.tree.first_child(at);
        while let Some(child) = next {
            let node = self.tree.node_mut(child);
            if allowed(node.code) {
                node.available += 1;
                let share = node.weight.max(least * most) / weights;
                let interest = node.mean(expected)
                    + settings.explore * share * (node.available as f32).sqrt()
                        / (1 + node.visits) as f32;
                if interest > best.0 {
                    best = (interest, child);
                }
            }
            next = self.tree.sibling(child);
        }
        best.1
    }

    /// Adds the rewards of a game to the choices on the way.
    fn add_rewards(&mut self, path: &Path, rewards: &[f32; MAX_SEATS]) {
        for &(index, seat) in path {
            let (node, reward) = (self.tree.node_mut(index), rewards[seat.index()]);
            node.visits += 1;
            node.sum += reward;
            node.squares += reward * reward;
        }
    }
}

/// Makes the rewards of two partners those of each together with half of those of the other.
fn share(rewards: &mut [f32; MAX_SEATS], one: usize, other: usize) {
    let (mine, theirs) = (rewards[one], rewards[other]);
    rewards[one] = (2.0 * mine + theirs) / 3.0;
    rewards[other] = (2.0 * theirs + mine) / 3.0;
}

/// The best of some placements of a seat for the greedy bot.
fn best_for_greedy(world: &dyn World, seat: Seat, tiles: &Candidates) -> Laid {
    let (alive, opponents) = (world.alive(), world.opponents(seat));
    let next = next_foes(world, alive.and(opponents));
    let mut best = (tiles[0], (false, i32::MIN));
    world.outlooks(tiles, &mut |tile, outlook| {
        let (lives, worth) = greedy::worth(outlook, seat, alive, opponents);
        let spared = reprieve(outlook, seat, next);
        let worth = (lives, worth + spared - fear(outlook) as i32);
        if worth > best.1 {
            best = (tile, worth);
        }
    });
    best.0
}

/// The placement after which the side of the seat has the largest share of the win. Where it has
/// none after any of them, it may still take others along: the best for the greedy bot.
fn best_for_values(
    world: &dyn World,
    seat: Seat,
    tiles: &Candidates,
    values: &BoardValues,
) -> Laid {
    let side = SeatSet::first(world.seats()).without(world.opponents(seat));
    let mut judgement = Judgement::new(values);
    let mut best = (tiles[0], 0);
    world.features_after(tiles, &mut |tile, features| {
        let share = judgement.share(features, side);
        if share > best.1 {
            best = (tile, share);
        }
    });
    if best.1 > 0 { best.0 } else { best_for_greedy(world, seat, tiles) }
}

/// By how much the danger after a placement makes it worse.
fn fear(outlook: &Outlook) -> f32 {
    CAUTION * f32::from(outlook.danger) / 255.0
}

/// Those of the foes that place before the seat does again, as far as turns go around the table:
/// none where its own next tile may come first (V8).
fn next_foes(world: &dyn World, foes: SeatSet) -> SeatSet {
    if world.turn_tiles() > 1 { SeatSet::EMPTY } else { foes }
}

/// What the greedy bot counts against a placement as deadly that is not: the own piece stays, with
/// no way on, but none of the foes that are left and place before it has a way on either. They go
/// out before it or with it. Any other placement: 0.
fn reprieve(outlook: &Outlook, seat: Seat, foes: SeatSet) -> i32 {
    let left = foes.without(outlook.out);
    // Where no foe is left, the greedy bot counts nothing against it.
    let is_doomed = outlook.to.is_some() && outlook.ways(seat) == 0 && !left.is_empty();
    let is_spared = is_doomed && left.iter().all(|foe| outlook.ways(foe) == 0);
    if is_spared { greedy::DOOMED } else { 0 }
}

/// Calls `each` with every placement and its weight, by the greedy bot's worth. Only how the
/// weights compare matters. `fears`: whether danger counts, and who goes out first.
fn weigh(
    world: &dyn World,
    tiles: &[Laid],
    settings: &Settings,
    fears: bool,
    mut each: impl FnMut(Laid, f32),
) {
    // Who plays all pieces alone does not win by keeping one of them free; searches without values
    // play as they always have.
    let is_biased = settings.bias > 0.0 && !(fears && world.plays_alone());
    let (Some(seat), true) = (world.places(), is_biased) else {
        for &tile in tiles {
            each(tile, 1.0);
        }
        return;
    };
    let (alive, opponents) = (world.alive(), world.opponents(seat));
    let next = next_foes(world, alive.and(opponents));
    // If points are counted, a placement that puts the own piece out may still win.
    let may_die = world.counts_points() && !world.plays_alone();
    world.outlooks(tiles, &mut |tile, outlook| {
        let (lives, worth) = greedy::worth(outlook, seat, alive, opponents);
        let worth = match (lives, may_die) {
            (true, _) if fears => {
                let spared = reprieve(outlook, seat, next);
                (worth + spared) as f32 - fear(outlook)
            }
            (true, _) => worth as f32,
            (false, true) => 0.0,
            (false, false) => worth as f32 + DEADLY,
        };
        let exponent = (worth * settings.bias).clamp(-STEEPEST, STEEPEST);
        each(tile, libm::exp(f64::from(exponent)) as f32);
    });
}

#[cfg(test)]
mod tests;

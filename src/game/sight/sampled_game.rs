//! [`World`]: a game with its hidden tiles dealt at random, which a bot that searches plays on by
//! itself.
//!
//! It begins at what a seat can see, with everything else dealt anew, and goes on by the rules with
//! chance of its own. It is made from an observation, and nothing leads back to the game that was
//! observed.

use super::features::Features;
use super::memory::Knowledge;
use super::outlook::{Outlook, Scout};
use super::redeal::redeal;
use crate::board::Laid;
use crate::game::basics::data::Basics;
use crate::game::basics::timing::TimingSet;
use crate::game::chance::{Chance, Moment, Rng, Shuffle};
use crate::game::declare::chance::Lot;
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::{Exchange, State};
use crate::game::table::core::Phase;
use crate::game::turn::choice::{Choice, take};
use crate::game::turn::ending::scores;
use crate::game::turn::legal::{Choices, Placements};
use crate::game::turn::setup::Marks;
use crate::game::turn::step;
use crate::game::turn::view::View;
use arrayvec::ArrayVec;
use std::cmp::Ordering;

/// How a sampled game is played to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Playout {
    /// Every legal placement is equally likely.
    Random,
    /// Random among the placements that leave the piece a way on, if a few tries find one.
    Safe,
}

/// How the result of a game for a seat is turned into a number from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Reward {
    /// The share of the win or, under a rule that counts points, the share of the other seats that
    /// have fewer, ties counting half.
    Usual {
        /// How much of the share of the win is replaced by the share of the other seats that were
        /// out before, 0–1.
        rank: f32,
    },
    /// The share of the win, even if points are counted; where all win together (W6): 1 if they
    /// have won.
    Win,
}

/// Keeps [`World`] to the engine, so that it can gain methods.
mod sealed {
    use super::{RuleSet, SampledGame};

    /// A game that a search plays.
    pub trait SealedWorld {}

    impl<R: RuleSet> SealedWorld for SampledGame<'_, R> {}
}

/// The game of a seat that has to decide, with its hidden tiles dealt at random: a search deals and
/// plays it again and again. Only the engine implements it;
/// [`Observation::imagine`](crate::game::Observation::imagine) and
/// [`DecisionPoint::imagine`](crate::game::DecisionPoint::imagine) make one.
pub trait World: sealed::SealedWorld + Send {
    /// Goes back to the seat's decision, and deals anew what the seat cannot see.
    fn deal(&mut self, rng: &mut Rng);

    /// Carries out a decision, one of those allowed, and plays on to the next decision of any kind
    /// or to the end.
    fn step(&mut self, choice: &Choice, rng: &mut Rng);

    /// Plays on to the next placement or to the end. Start marks, exchanges, relocations and
    /// answers on the way are random.
    fn play_on(&mut self, rng: &mut Rng);

    /// [Steps](World::step) and [plays on](World::play_on).
    fn take(&mut self, choice: &Choice, rng: &mut Rng);

    /// The seat that decides next, whatever kind of decision it is; `None` if the game is over.
    fn decides(&self) -> Option<Seat>;

    /// The choices of the seat that [decides](World::decides), as
    /// [`Observation::choices`](crate::game::Observation::choices).
    fn choices(&self) -> Vec<Choice>;

    /// The seat that places next; `None` if the game is over, or before the seat's own decision of
    /// another kind.
    fn places(&self) -> Option<Seat>;

    /// The legal placements of the seat that [places](World::places), ascending by face and
    /// rotation.
    fn legal(&self) -> Placements;

    /// Calls `each` with every one of `tiles`, placements of the seat that places, and the outlook
    /// after it.
    fn outlooks(&self, tiles: &[Laid], each: &mut dyn FnMut(Laid, &Outlook));

    /// Calls `each` with every one of `tiles`, placements of the seat that places, and the board in
    /// small numbers after it, before tiles are drawn. Of the hands only that of this seat is
    /// looked at, and points are not counted.
    fn features_after(&self, tiles: &[Laid], each: &mut dyn FnMut(Laid, &Features));

    /// Whether a rule says that something of it [drifts](crate::game::Plan::drift) over the board.
    fn drifts(&self) -> bool;

    /// How many tiles a turn lays, 1–3 (V8).
    fn turn_tiles(&self) -> u8;

    /// A random legal placement of the seat that places, each equally likely.
    fn sample(&self, rng: &mut Rng) -> Laid;

    /// Whether nothing but the choices of the two players who are left decides how the game ends,
    /// and both know all tiles: nothing is drawn, rolled, exchanged, asked or hidden any more, and
    /// with the next loss the game is over.
    fn is_certain(&self) -> bool;

    /// The same game, which goes on by itself.
    fn fork(&self) -> Box<dyn World + '_>;

    /// The board in small numbers, as it is with the hands that were dealt.
    fn features(&self) -> Features;

    /// The number of seats at the table.
    fn seats(&self) -> u8;

    /// The seats not eliminated.
    fn alive(&self) -> SeatSet;

    /// Whether one person plays all pieces, so that no seat plays against another (V4).
    fn plays_alone(&self) -> bool;

    /// The seats against which `seat` plays, as
    /// [`Observation::opponents`](crate::game::Observation::opponents).
    fn opponents(&self, seat: Seat) -> SeatSet;

    /// Whether points are counted, so that an eliminated seat may still win.
    fn counts_points(&self) -> bool;

    /// Whether a rule may end the game by something else than who is left, or who has most points.
    fn has_own_end(&self) -> bool;

    /// Plays the game to its end.
    fn play_out(&mut self, playout: Playout, rng: &mut Rng);

    /// The result of the game for each seat, 0–1; 0 before the end. If one person plays all pieces
    /// (V4), it is the share of pieces left, whichever reward is asked for.
    fn rewards(&self, what: Reward) -> [f32; MAX_SEATS];
}

/// The one implementation of [`World`], generic over the rule set of the observed game.
pub(in crate::game) struct SampledGame<'a, R: RuleSet> {
    rules: &'a R,
    /// Whose view of the game it is; `None`: all hands are open, and only the pile is dealt anew.
    seat: Option<Seat>,
    known: Knowledge,
    root: State<R>,
    state: State<R>,
    /// Whether points are counted.
    counts: bool,
    /// The seats in the game when this was last noted, and the number of moves after which each of
    /// the others was eliminated.
    alive: SeatSet,
    lasted: [u16; MAX_SEATS],
    moves: u16,
}

impl<'a, R: RuleSet> SampledGame<'a, R> {
    /// A game like `state`, as far as `seat` can see it or knows of it; `None`: all is open but the
    /// order of the pile.
    pub(crate) fn new(
        rules: &'a R,
        state: &State<R>,
        seat: Option<Seat>,
        known: Knowledge,
    ) -> Self {
        let mut root = state.clone();
        // Nothing of what the seat cannot see is left after this.
        deal_unseen(rules, &mut root, seat, &known, &mut Rng::new(0, 0));
        let counts = scores(rules, &root).is_some();
        Self {
            rules,
            seat,
            known,
            alive: root.core.alive(),
            state: root.clone(),
            root,
            counts,
            lasted: [0; MAX_SEATS],
            moves: 0,
        }
    }

    fn basics(&self) -> &'a Basics<R::Size> {
        self.rules.basics()
    }

    fn placements(&self) -> Choices<'_, R::Size> {
        Choices::new(self.rules, &self.state)
    }

    /// Plays on to the next decision, or to the end. Compiled once for all that call it: inlined, it
    /// took 1 % of the module for browsers.
    #[inline(never)]
    fn advance(&mut self, rng: &mut Rng) {
        self.note_fallen();
        let phase = step::advance(self.rules, &mut self.state, &mut PlayoutChance(rng), &mut ());
        if phase.decision().is_none() {
            self.note_fallen();
        }
    }

    /// Carries out a choice; compiled once, as [`SampledGame::advance`].
    #[inline(never)]
    fn carry_out(&mut self, choice: &Choice, rng: &mut Rng) {
        take(self.rules, &mut self.state, choice, &mut PlayoutChance(rng), &mut ());
    }

    /// Makes a decision at random; a placement is left to the caller. `false`: there is no other.
    fn decide_at_random(&mut self, rng: &mut Rng) -> bool {
        let choice = match self.state.core.phase() {
            Phase::Place | Phase::Over | Phase::Turn => return false,
            Phase::Start => {
                Choice::Start(Marks::new(self.basics(), &self.state.core).sample_at_start(rng))
            }
            Phase::Exchange => Choice::Exchange(self.random_swap(rng)),
            Phase::Ask => Choice::Rule(View::new(self.rules, &self.state).random_answer(rng)),
            Phase::Relocate { must } => {
                let (marks, seat) =
                    (Marks::new(self.basics(), &self.state.core), self.state.core.active());
                Choice::Relocate(marks.sample_to_relocate(seat, must, rng))
            }
        };
        self.carry_out(&choice, rng);
        true
    }

    /// With a chance of one half no exchange, otherwise one tile for another at random.
    fn random_swap(&self, rng: &mut Rng) -> Exchange {
        let mut exchange = Exchange::default();
        let hand = self.state.core.hand(self.state.core.active());
        let offered = self.state.core.offered().count();
        if rng.below(2) == 1 && !hand.is_empty() && offered > 0 {
            let gave = hand.iter().nth(rng.below(hand.len() as u32) as usize);
            let took = self.state.core.offered().nth(rng.below(offered as u32) as usize);
            gave.zip(took).into_iter().for_each(|(gave, took)| exchange.push(gave, took));
        }
        exchange
    }

    fn place(&mut self, tile: Laid, rng: &mut Rng) {
        step::place(self.rules, &mut self.state, tile, &mut PlayoutChance(rng), &mut ());
    }

    /// Adds to the reward of each seat, times `weight`, the share of the other seats in the game at
    /// the root that were out before it.
    fn add_ranks(&self, weight: f32, rewards: &mut [f32; MAX_SEATS]) {
        let there = self.root.core.alive();
        let others = f32::from(there.len().saturating_sub(1).max(1));
        let winners = self.state.core.ending().map_or(SeatSet::EMPTY, |ending| ending.winners);
        let lasted =
            |seat: Seat| if winners.contains(seat) { u16::MAX } else { self.lasted[seat.index()] };
        for seat in there.iter() {
            let own = lasted(seat);
            let count = |other: Seat| match lasted(other).cmp(&own) {
                Ordering::Less => 1.0,
                Ordering::Equal if other != seat => 0.5,
                _ => 0.0,
            };
            rewards[seat.index()] += weight * there.iter().map(count).sum::<f32>() / others;
        }
    }

    /// Notes which seats were eliminated since the last call, and counts a move.
    fn note_fallen(&mut self) {
        let alive = self.state.core.alive();
        if alive != self.alive {
            for seat in self.alive.without(alive).iter() {
                self.lasted[seat.index()] = self.moves;
            }
            self.alive = alive;
        }
        self.moves += 1;
    }

    /// A random placement that leaves the piece a way on, if a few tries find one.
    fn safe_placement(&self, rng: &mut Rng) -> Laid {
        const TRIES: u32 = 4;
        let (core, choices) = (&self.state.core, self.placements());
        let mut scout = Scout::new(self.basics(), core);
        let mut tile = choices.sample(rng);
        for _ in 0..TRIES {
            scout.lay(tile);
            if scout.alive().contains(core.active()) {
                let mut rest: Hand = core.hand(core.active());
                rest.take(tile.face());
                let goes_on = if rest.is_empty() {
                    scout.ways(core.active()) > 0
                } else {
                    scout.can_continue(core.active(), rest.distinct())
                };
                if goes_on {
                    break;
                }
            }
            tile = choices.sample(rng);
        }
        tile
    }
}

impl<R: RuleSet> World for SampledGame<'_, R> {
    fn deal(&mut self, rng: &mut Rng) {
        self.state.clone_from(&self.root);
        self.alive = self.root.core.alive();
        self.moves = 0;
        deal_unseen(self.rules, &mut self.state, self.seat, &self.known, rng);
    }

    fn step(&mut self, choice: &Choice, rng: &mut Rng) {
        self.carry_out(choice, rng);
        self.advance(rng);
    }

    fn play_on(&mut self, rng: &mut Rng) {
        while self.decide_at_random(rng) {
            self.advance(rng);
        }
    }

    fn take(&mut self, choice: &Choice, rng: &mut Rng) {
        self.step(choice, rng);
        self.play_on(rng);
    }

    fn decides(&self) -> Option<Seat> {
        self.state.core.phase().decision().map(|_| self.state.core.decider())
    }

    fn choices(&self) -> Vec<Choice> {
        View::new(self.rules, &self.state).observation(self.decides()).choices()
    }

    fn places(&self) -> Option<Seat> {
        (self.state.core.phase() == Phase::Place).then(|| self.state.core.active())
    }

    fn legal(&self) -> Placements {
        self.placements().legal()
    }

    fn outlooks(&self, tiles: &[Laid], each: &mut dyn FnMut(Laid, &Outlook)) {
        let mut scout = Scout::new(self.basics(), &self.state.core);
        scout.compare();
        for &tile in tiles {
            each(tile, scout.look(tile));
        }
    }

    fn features_after(&self, tiles: &[Laid], each: &mut dyn FnMut(Laid, &Features)) {
        let active = self.state.core.active();
        let mut scout = Scout::new(self.basics(), &self.state.core);
        scout.compare();
        scout.features_after(tiles, &|seat| seat == active, None, each);
    }

    fn drifts(&self) -> bool {
        self.basics().drift.is_some()
    }

    fn turn_tiles(&self) -> u8 {
        self.basics().turn_tiles
    }

    fn sample(&self, rng: &mut Rng) -> Laid {
        self.placements().sample(rng)
    }

    fn is_certain(&self) -> bool {
        let (basics, core) = (self.basics(), &self.state.core);
        core.alive().len() == 2
            && core.pile.is_empty()
            && (basics.last_standing || basics.teams > 0)
            && !self.counts
            && !basics.hides()
            && basics.timings == TimingSet::default()
            && basics.exchange_from.is_none()
            && !self.plays_alone()
            && !basics.together
    }

    fn fork(&self) -> Box<dyn World + '_> {
        Box::new(SampledGame {
            known: Knowledge::new(),
            root: self.state.clone(),
            state: self.state.clone(),
            ..*self
        })
    }

    fn features(&self) -> Features {
        let points = if self.counts { points(self.rules, &self.state) } else { None };
        Scout::new(self.basics(), &self.state.core).features(&|_| true, points.as_deref())
    }

    fn seats(&self) -> u8 {
        self.state.core.seats()
    }

    fn alive(&self) -> SeatSet {
        self.state.core.alive()
    }

    fn plays_alone(&self) -> bool {
        self.basics().one_hand
    }

    fn opponents(&self, seat: Seat) -> SeatSet {
        let core = &self.state.core;
        if self.plays_alone() || self.basics().together {
            SeatSet::EMPTY
        } else {
            SeatSet::first(core.seats).without(core.mates(seat))
        }
    }

    fn counts_points(&self) -> bool {
        self.counts
    }

    fn has_own_end(&self) -> bool {
        self.basics().has_own_end(|| self.counts)
    }

    fn play_out(&mut self, playout: Playout, rng: &mut Rng) {
        loop {
            self.play_on(rng);
            if self.state.core.phase() != Phase::Place {
                return;
            }
            let tile = match playout {
                Playout::Random => self.placements().sample(rng),
                Playout::Safe => self.safe_placement(rng),
            };
            self.place(tile, rng);
            self.advance(rng);
        }
    }

    fn rewards(&self, what: Reward) -> [f32; MAX_SEATS] {
        let mut rewards = [0.0; MAX_SEATS];
        let core = &self.state.core;
        let Some(ending) = core.ending() else { return rewards };
        let seats = usize::from(core.seats());
        if self.plays_alone() {
            rewards[..seats].fill(f32::from(core.alive().len()) / seats as f32);
        } else if self.basics().together {
            let points = (what != Reward::Win).then(|| points(self.rules, &self.state)).flatten();
            rewards[..seats].fill(together(!ending.winners.is_empty(), points.as_deref()));
        } else if let Some(points) =
            (self.counts && what != Reward::Win).then(|| points(self.rules, &self.state)).flatten()
        {
            rank_by_points(&points, &mut rewards);
        } else {
            let rank = if let Reward::Usual { rank } = what { rank } else { 0.0 };
            for seat in ending.winners.iter() {
                rewards[seat.index()] = (1.0 - rank) / f32::from(ending.winners.len());
            }
            if rank > 0.0 {
                self.add_ranks(rank, &mut rewards);
            }
        }
        rewards
    }
}

/// Deals anew what `seat` cannot see; without a seat, the order of the pile.
fn deal_unseen<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    seat: Option<Seat>,
    known: &Knowledge,
    rng: &mut Rng,
) {
    if let Some(seat) = seat {
        redeal(rules, state, seat, known, rng);
    } else {
        rng.shuffle(state.core.pile.len(), |one, other| state.core.pile.swap(one, other));
        state.drop_veils();
    }
}

/// The points of all seats, without a list if the state of the rules holds them.
fn points<R: RuleSet>(rules: &R, state: &State<R>) -> Option<ArrayVec<i64, MAX_SEATS>> {
    let held: Option<_> = (0..state.core.seats())
        .map(|seat| rules.rule().points(&state.own, Seat::new(seat)))
        .collect();
    held.or_else(|| Some(scores(rules, state)?.into_iter().collect()))
}

/// The reward of all seats where they win or lose together: the more points they have, the better,
/// and best of all is to win.
fn together(is_won: bool, points: Option<&[i64]>) -> f32 {
    let points = points.and_then(|points| points.first()).map_or(0.0, |&points| points as f32);
    if is_won { 1.0 } else { 0.9 * points / (points + 10.0) }
}

/// Sets the reward of each seat to the share of the others that have fewer points, ties counting
/// half.
fn rank_by_points(points: &[i64], rewards: &mut [f32; MAX_SEATS]) {
    for (seat, (&own, reward)) in points.iter().zip(rewards).enumerate() {
        let count = |(_, &other): (usize, &i64)| match other.cmp(&own) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        };
        let sum: f32 =
            points.iter().enumerate().filter(|&(other, _)| other != seat).map(count).sum();
        *reward = sum / (points.len() - 1).max(1) as f32;
    }
}

/// Chance for sampled games: one stream for everything, since no game has to be repeated.
struct PlayoutChance<'a>(&'a mut Rng);

impl Chance for PlayoutChance<'_> {
    const OWN_ENGINE: bool = true;

    fn first(&mut self, seats: u8) -> Seat {
        Seat::new(self.0.below(seats.into()) as u8)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.0.shuffle(deck.len(), |one, other| deck.swap(one, other));
    }
    #[inline]
    fn reshuffle<T: Shuffle>(&mut self, _: Moment, pile: &mut T) {
        self.0.shuffle(pile.len(), |one, other| pile.swap(one, other));
    }
    #[inline]
    fn numbers(&mut self, _: Moment, lot: &Lot<'_>) -> [u32; 2] {
        self.0.draw(lot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Knowledge, Luck, RunSeed, table, unchecked};
    use crate::rules::Registry;
    use crate::ruleset::{BuiltIns, Variant};
    use crate::with_rules;

    /// Plays a sampled game at random, and returns the step in which each seat was out and what it
    /// gets by rank alone.
    fn ranked<R: RuleSet>(rules: &R, seats: u8, seed: u64) -> Vec<(u32, f32)> {
        let mut luck = Luck(RunSeed::new("ranks").game(seed));
        let mut state: State<R> = table(rules, seats);
        unchecked::deal_on(rules, &mut state, &mut luck, &mut ());
        let _ = unchecked::advance(rules, &mut state, &mut luck, &mut ());
        let mut world = SampledGame::new(rules, &state, None, Knowledge::new());
        let mut rng = Rng::new(seed, 3);
        world.deal(&mut rng);
        world.play_on(&mut rng);
        let (mut step, mut out) = (0, vec![u32::MAX; seats.into()]);
        while world.places().is_some() {
            let tile = world.sample(&mut rng);
            world.take(&Choice::Place(tile), &mut rng);
            step += 1;
            for seat in SeatSet::first(seats).without(world.state.core.alive()).iter() {
                out[seat.index()] = out[seat.index()].min(step);
            }
        }
        let winners = world.state.core.ending().unwrap().winners;
        winners.iter().for_each(|seat| out[seat.index()] = u32::MAX);
        let rewards = world.rewards(Reward::Usual { rank: 1.0 });
        out.into_iter().zip(rewards).collect()
    }

    #[test]
    fn by_rank_a_seat_gets_more_the_longer_it_lasts() {
        let mut earlier = 0;
        for name in ["classic", "seas", "storm-seas"] {
            let variant = Variant::load(name, &BuiltIns, &Registry::default()).unwrap();
            for seed in 0..20 {
                let seats = 4;
                let ranked = with_rules!(variant.rules(), |rules| ranked(rules, seats, seed));
                // Each two seats share a point, and a seat can get as many as there are others.
                let sum: f32 = ranked.iter().map(|seat| seat.1).sum();
                assert!((sum - f32::from(seats) / 2.0).abs() < 1e-5, "{name} {seed}: {ranked:?}");
                for (one, other) in
                    ranked.iter().flat_map(|one| ranked.iter().map(move |two| (one, two)))
                {
                    // What a seat loses to dice before the next placement counts with that.
                    if one.0.saturating_add(1) < other.0 {
                        assert!(one.1 < other.1, "{name} {seed}: {ranked:?}");
                        earlier += 1;
                    }
                }
            }
        }
        assert!(earlier > 100, "{earlier} pairs");
    }
}

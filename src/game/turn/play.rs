//! Whole games: [`Deciders`] are asked for each decision until the game ends.

use super::choice::{Choice, take};
use super::setup::table;
use super::step::{self, deal_on};
use super::view::View;
use crate::board::{Face, Laid, Place, Size};
use crate::game::chance::{Chance, GameSeed, Purpose, Rng};
use crate::game::event::{Ending, Event, Sink};
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::pieces::seat::{MAX_SEATS, Seat};
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::{Exchange, State};
use crate::game::table::core::{Core, Phase};
use arrayvec::ArrayVec;
use std::convert::Infallible;

/// What [`Deciders`] are told between the decisions that they are asked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum DeciderNotice<'a, R: RuleSet> {
    /// A game begins, at a fresh table before the deal, or goes on from a state in its middle.
    Begins(View<'a, R>),
    /// An event of the game.
    Happened(&'a Event<'a>),
    /// The active seat sees the hands of the players that it eliminated, and is asked for an
    /// exchange next (C12).
    Looks(View<'a, R>),
}

impl<R: RuleSet> Clone for DeciderNotice<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: RuleSet> Copy for DeciderNotice<'_, R> {}

/// Makes the decisions of a game. Each question is for the seat that decides
/// ([`Core::decider`]); an error stops the game where it is.
pub trait Deciders<R: RuleSet> {
    /// Why a game may be stopped.
    type Stop;

    /// Whether [`Deciders::hear`] wants to be called.
    const LISTENS: bool = false;

    /// Called with what happens between the decisions, if it [listens](Deciders::LISTENS).
    fn hear(&mut self, _notice: DeciderNotice<'_, R>) {}

    /// Chooses for the seat that decides: an allowed choice of the kind for which the game waits
    /// ([`Phase::decision`]). It is carried out as it is: deciders answer for what they choose, as
    /// [`BotTable`](crate::bots::BotTable) does by asking [`View::check`].
    ///
    /// # Errors
    /// To stop the game.
    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Self::Stop>;

    /// As [`Deciders::decide`], where the game waits for a placement, as it does for most
    /// decisions. Deciders that play games by the million give the tile alone, which saves wrapping
    /// it in a [`Choice`] and unwrapping it.
    ///
    /// # Errors
    /// To stop the game.
    ///
    /// # Panics
    /// If [`Deciders::decide`] chooses something else than a placement.
    fn decide_placement(&mut self, view: View<'_, R>) -> Result<Laid, Self::Stop> {
        match self.decide(view)? {
            Choice::Place(tile) => Ok(tile),
            choice => panic!("a placement was asked for, and the choice was: {choice}"),
        }
    }
}

/// Plays from `state` on until the game is over or a decider stops it. The state is one after the
/// deal. Choices are not checked, see [`Deciders::decide`].
///
/// # Errors
/// The error with which a decider stopped the game.
pub fn play_on<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    deciders: &mut D,
    chance: &mut C,
    sink: &mut S,
) -> Result<Ending, D::Stop> {
    play_to_end::<_, _, _, _, false>(rules, state, deciders, chance, sink)
}

/// Deals at a fresh [`table`] and plays a whole game. Choices are not checked, see
/// [`Deciders::decide`].
///
/// # Errors
/// The error with which a decider stopped the game.
pub fn deal_and_play<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    deciders: &mut D,
    chance: &mut C,
    sink: &mut S,
) -> Result<Ending, D::Stop> {
    play_to_end::<_, _, _, _, true>(rules, state, deciders, chance, sink)
}

/// What [`play_by_steps`] does next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a turn begins, or a decision is taken")]
pub enum NextStep {
    /// The next turn, up to its first decision.
    Turn,
    /// The next turn from its placement on: what rules do before it has been done.
    Placement,
    /// This choice. It is not checked.
    Take(Choice),
}

/// Plays on step by step: `next` is asked before each turn and at each decision, and `None` ends
/// it.
///
/// # Errors
/// The error of `next`.
pub fn play_by_steps<R: RuleSet, C: Chance, S: Sink, E>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
    mut next: impl FnMut(&State<R>, &mut C, &mut S) -> Result<Option<NextStep>, E>,
) -> Result<(), E> {
    while let Some(step) = next(state, chance, sink)? {
        match step {
            NextStep::Turn => drop(step::advance_turn(rules, state, chance, sink)),
            NextStep::Placement => step::begin_at_placement(rules, state, chance, sink),
            NextStep::Take(choice) => take_apart(rules, state, &choice, chance, sink),
        }
    }
    Ok(())
}

/// Plays to the end, after a deal if the table is `FRESH`.
#[inline]
fn play_to_end<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink, const FRESH: bool>(
    rules: &R,
    state: &mut State<R>,
    deciders: &mut D,
    chance: &mut C,
    sink: &mut S,
) -> Result<Ending, D::Stop> {
    // Written once and compiled twice.
    macro_rules! turns {
        ($deciders:expr, $sink:expr) => {{
            if FRESH {
                deal_on(rules, state, chance, $sink);
            }
            loop {
                match step::advance(rules, state, chance, $sink) {
                    Phase::Turn | Phase::Over => {
                        if let Some(ending) = state.core().ending() {
                            return Ok(ending);
                        }
                    }
                    Phase::Place => {
                        let tile = $deciders.decide_placement(View::new(rules, state))?;
                        step::place(rules, state, tile, chance, $sink);
                    }
                    phase => {
                        if D::LISTENS && phase == Phase::Exchange {
                            $deciders.hear(DeciderNotice::Looks(View::new(rules, state)));
                        }
                        let choice = $deciders.decide(View::new(rules, state))?;
                        take_apart(rules, state, &choice, chance, $sink);
                    }
                }
            }
        }};
    }
    if D::LISTENS {
        deciders.hear(DeciderNotice::Begins(View::new(rules, state)));
        let mut told = TeeSink { deciders, sink, rules: std::marker::PhantomData };
        turns!(told.deciders, &mut told);
    }
    turns!(deciders, sink)
}

/// Carries out a decision that is no placement. Compiled apart, so that the loop of [`play_to_end`]
/// has one copy of what follows a placement.
#[inline(never)]
fn take_apart<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    choice: &Choice,
    chance: &mut C,
    sink: &mut S,
) {
    take(rules, state, choice, chance, sink);
}

/// A sink that passes each event to deciders and to another sink.
struct TeeSink<'a, R, D, S> {
    deciders: &'a mut D,
    sink: &'a mut S,
    rules: std::marker::PhantomData<fn(&R)>,
}

impl<R: RuleSet, D: Deciders<R>, S: Sink> Sink for TeeSink<'_, R, D, S> {
    const EVENTS: bool = true;
    fn counts_legal(&self) -> bool {
        self.sink.counts_legal()
    }
    #[inline]
    fn follows(&self) -> bool {
        self.sink.follows()
    }

    #[inline]
    fn event(&mut self, event: &Event<'_>) {
        self.deciders.hear(DeciderNotice::Happened(event));
        if S::EVENTS {
            self.sink.event(event);
        }
    }
}

/// Deals and plays a whole game of `seats`. Choices are not checked, see [`Deciders::decide`].
///
/// # Errors
/// The error with which a decider stopped the game.
///
/// # Panics
/// If `seats` is not a number of players that the rule set allows.
pub fn play<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink>(
    rules: &R,
    seats: u8,
    deciders: &mut D,
    chance: &mut C,
    sink: &mut S,
) -> Result<State<R>, D::Stop> {
    let mut state = table(rules, seats);
    deal_and_play(rules, &mut state, deciders, chance, sink)?;
    Ok(state)
}

/// The random numbers for the first decision of its kind that a seat's bot makes in a turn, the
/// same in every run of the game and for every kind of bot.
#[inline]
pub fn bot_stream(seed: GameSeed, phase: Phase, seat: Seat, turn: u32) -> Rng {
    nth_bot_stream(seed, phase, seat, turn, 0)
}

/// As [`bot_stream`], for the `nth` decision of its kind in a turn, from 0 (V8).
#[inline]
fn nth_bot_stream(seed: GameSeed, phase: Phase, seat: Seat, turn: u32, nth: u8) -> Rng {
    let purpose = match phase {
        Phase::Start => Purpose::BotStart,
        Phase::Exchange => Purpose::BotExchange,
        Phase::Relocate { .. } => Purpose::BotRelocate,
        Phase::Ask => Purpose::BotRule,
        Phase::Place | Phase::Turn | Phase::Over => Purpose::BotPlace,
    };
    seed.stream(purpose, seat.number(), turn, nth.into())
}

/// The random numbers for the decision for which a game waits: [`bot_stream`], with other numbers
/// for each question and each tile of a turn.
#[inline]
pub fn decision_stream<Z: Size>(seed: GameSeed, core: &Core<Z>) -> Rng {
    match core.phase() {
        // Of its own, since nearly all are.
        Phase::Place => nth_bot_stream(seed, Phase::Place, core.active(), core.turn(), core.laid),
        Phase::Ask => {
            nth_bot_stream(seed, Phase::Ask, core.decider(), core.turn(), core.asking.number)
        }
        // An exchange comes after the tile that it belongs to.
        Phase::Exchange => nth_bot_stream(
            seed,
            Phase::Exchange,
            core.active(),
            core.turn(),
            core.laid.saturating_sub(1),
        ),
        phase => nth_bot_stream(seed, phase, core.active(), core.turn(), core.laid),
    }
}

/// Deciders that choose at random: legal placements and marks are equally likely, exchanges are
/// made by `random_exchange`. The fastest to play.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "made of its seed and nothing else")]
pub struct Uniform(pub GameSeed);

impl Uniform {
    #[inline]
    fn stream_to_place<R: RuleSet>(self, view: &View<'_, R>) -> Rng {
        let core = view.core();
        nth_bot_stream(self.0, Phase::Place, core.active(), core.turn(), core.laid)
    }

    #[inline]
    fn stream<R: RuleSet>(self, view: &View<'_, R>) -> Rng {
        decision_stream(self.0, view.core())
    }
}

impl<R: RuleSet> Deciders<R> for Uniform {
    type Stop = Infallible;

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Infallible> {
        let core = view.core();
        let rng = &mut self.stream(&view);
        Ok(match core.phase() {
            Phase::Start => Choice::Start(view.marks().sample_at_start(rng)),
            Phase::Exchange => {
                Choice::Exchange(random_exchange(core.hand(core.active()), core.offered(), rng))
            }
            Phase::Relocate { must } => {
                Choice::Relocate(view.marks().sample_to_relocate(core.active(), must, rng))
            }
            Phase::Ask => Choice::Rule(view.random_answer(rng)),
            Phase::Place | Phase::Turn | Phase::Over => Choice::Place(view.choices().sample(rng)),
        })
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "with `Choices::sample`, 1.9 to 4.5 % of the instructions of a random game, by \
            `benches/instructions.sh`"
    )]
    fn decide_placement(&mut self, view: View<'_, R>) -> Result<Laid, Infallible> {
        Ok(view.choices().sample(&mut self.stream_to_place(&view)))
    }
}

/// Deciders that stop a game at the first decision.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "it has nothing in it")]
pub struct StopAtDecision;

impl<R: RuleSet> Deciders<R> for StopAtDecision {
    type Stop = ();

    fn decide(&mut self, _: View<'_, R>) -> Result<Choice, ()> {
        Err(())
    }
}

/// A random exchange, made swap by swap. Each time it stops with a chance of one half, or swaps a
/// face of the hand for an offered one, all different faces equally likely.
pub fn random_exchange(
    hand: Hand,
    offered: impl IntoIterator<Item = Face>,
    rng: &mut Rng,
) -> Exchange {
    let mut own: ExchangePool = hand.iter().collect();
    let mut offered: ExchangePool = offered.into_iter().collect();
    own.sort_unstable();
    offered.sort_unstable();
    let mut exchange = Exchange::default();
    while !own.is_empty() && !offered.is_empty() && rng.below(2) == 1 {
        let gave = pick_face(&mut own, rng);
        let took = pick_face(&mut offered, rng);
        exchange.push(gave, took);
    }
    exchange
}

/// A list with room for the tiles of all hands together.
type ExchangePool = ArrayVec<Face, { MAX_SEATS * MAX_HAND }>;

/// Removes a random tile from `tiles`, which are in ascending order, all different faces equally
/// likely.
fn pick_face(tiles: &mut ExchangePool, rng: &mut Rng) -> Face {
    let is_first = |&index: &usize| index == 0 || tiles[index - 1] != tiles[index];
    let faces = || (0..tiles.len()).filter(is_first);
    let number = rng.below(faces().count() as u32) as usize;
    let index = faces().nth(number).unwrap_or_default();
    tiles.remove(index)
}

/// A random one of `marks` or, unless the piece `must` move, staying (`None`): all equally likely.
pub fn random_relocation(marks: &[Place], must: bool, rng: &mut Rng) -> Option<Place> {
    let choices = marks.len() as u32 + u32::from(!must);
    marks.get(rng.below(choices.max(1)) as usize).copied()
}

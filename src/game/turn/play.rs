//! A whole game: decisions asked of whoever sits at the table, until it ends.

use super::engine;
use super::setup::{choose_start, deal_on, table};
use super::view::View;
use crate::board::{Face, Laid, Place};
use crate::game::chance::{Chance, GameSeed, Purpose, Rng};
use crate::game::event::{Ending, Event, Sink};
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::pieces::seat::{MAX_SEATS, Seat};
use crate::game::rule::traits::RuleSet;
use crate::game::state::core::Phase;
use crate::game::state::game_state::{Exchange, State};
use arrayvec::ArrayVec;
use std::convert::Infallible;

/// What those who decide learn beside what they are asked.
#[derive(Debug)]
pub enum DeciderNotice<'a, R: RuleSet> {
    /// A game begins: at a fresh table, and the deal is next, or in its middle.
    Begins(View<'a, R>),
    /// Something happened.
    Happened(&'a Event<'a>),
    /// The active seat sees the hands of those that it put out, and will be asked for an exchange (C12).
    Looks(View<'a, R>),
}

impl<R: RuleSet> Clone for DeciderNotice<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: RuleSet> Copy for DeciderNotice<'_, R> {}

/// Who decides. Each question is about the active seat; an error stops the game where it is.
pub trait Deciders<R: RuleSet> {
    /// Why a game may be stopped.
    type Stop;

    /// Whether [`Deciders::hear`] wants to be called.
    const LISTENS: bool = false;

    /// Takes note of what goes on between the questions.
    fn hear(&mut self, _news: DeciderNotice<'_, R>) {}

    /// A start mark, one of those [allowed](crate::game::Marks::at_start) (C1).
    ///
    /// # Errors
    /// To stop the game.
    fn start(&mut self, view: View<'_, R>) -> Result<Place, Self::Stop>;

    /// A [legal](crate::game::Choices::legal) placement (C2).
    ///
    /// # Errors
    /// To stop the game.
    fn place(&mut self, view: View<'_, R>) -> Result<Laid, Self::Stop>;

    /// An exchange, or an empty one to decline (C12).
    ///
    /// # Errors
    /// To stop the game.
    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, Self::Stop>;

    /// Another start mark, or `None` to stay where it may (S12).
    ///
    /// # Errors
    /// To stop the game.
    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<Place>, Self::Stop>;
}

/// Plays on from `state` until the game is over or somebody stops it.
///
/// # Errors
/// What a decider stopped it with.
pub fn play_on<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    deciders: &mut D,
    chance: &mut C,
    sink: &mut S,
) -> Result<Ending, D::Stop> {
    go_on::<_, _, _, _, false>(rules, state, deciders, chance, sink)
}

/// Deals at a fresh [`table`] and plays a whole game.
///
/// # Errors
/// What a decider stopped it with.
pub fn deal_and_play<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    deciders: &mut D,
    chance: &mut C,
    sink: &mut S,
) -> Result<Ending, D::Stop> {
    go_on::<_, _, _, _, true>(rules, state, deciders, chance, sink)
}

/// Plays on, after dealing where the table is `FRESH`.
#[inline]
fn go_on<R: RuleSet, D: Deciders<R>, C: Chance, S: Sink, const FRESH: bool>(
    rules: &R,
    state: &mut State<R>,
    deciders: &mut D,
    chance: &mut C,
    sink: &mut S,
) -> Result<Ending, D::Stop> {
    // Written once and compiled twice: where nobody listens the sink is passed on as it is, which is measurably faster.
    macro_rules! turns {
        ($deciders:expr, $sink:expr) => {{
            if FRESH {
                deal_on(rules, state, chance, $sink);
            }
            loop {
                match engine::advance(rules, state, chance, $sink) {
                    Phase::Place => {
                        let tile = $deciders.place(View::new(rules, state))?;
                        engine::place(rules, state, tile, chance, $sink);
                    }
                    Phase::Start => {
                        let mark = $deciders.start(View::new(rules, state))?;
                        choose_start(rules, state, mark, $sink);
                    }
                    Phase::Relocate { must } => {
                        let mark = $deciders.relocate(View::new(rules, state), must)?;
                        engine::relocate(rules, state, mark, chance, $sink);
                    }
                    Phase::Exchange => {
                        if D::LISTENS {
                            $deciders.hear(DeciderNotice::Looks(View::new(rules, state)));
                        }
                        let exchange = $deciders.exchange(View::new(rules, state))?;
                        engine::exchange(rules, state, &exchange, chance, $sink);
                    }
                    Phase::Turn | Phase::Over => {
                        if let Some(ending) = state.core().ending() {
                            return Ok(ending);
                        }
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

/// Tells deciders what a sink is told.
struct TeeSink<'a, R, D, S> {
    deciders: &'a mut D,
    sink: &'a mut S,
    rules: std::marker::PhantomData<fn(&R)>,
}

impl<R: RuleSet, D: Deciders<R>, S: Sink> Sink for TeeSink<'_, R, D, S> {
    const EVENTS: bool = true;
    const LEGAL: bool = S::LEGAL;

    #[inline]
    fn event(&mut self, event: &Event<'_>) {
        self.deciders.hear(DeciderNotice::Happened(event));
        if S::EVENTS {
            self.sink.event(event);
        }
    }
}

/// Deals and plays a whole game of `seats`.
///
/// # Errors
/// What a decider stopped it with.
///
/// # Panics
/// If the rule set does not allow so many seats.
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

/// The stream from which a seat's bot decides at one moment: the same for every bot at that seat, so that a game goes on as it would have.
#[inline]
pub fn bot_stream(seed: GameSeed, phase: Phase, seat: Seat, turn: u32) -> Rng {
    let purpose = match phase {
        Phase::Start => Purpose::BotStart,
        Phase::Exchange => Purpose::BotExchange,
        Phase::Relocate { .. } => Purpose::BotRelocate,
        Phase::Place | Phase::Turn | Phase::Over => Purpose::BotPlace,
    };
    seed.stream(purpose, seat.number(), turn, 0)
}

/// Every seat decides at random: uniform over the legal placements and marks, exchanges swap by swap. The fastest way to play.
#[derive(Debug, Clone, Copy)]
pub struct Uniform(pub GameSeed);

impl Uniform {
    #[inline]
    fn stream<R: RuleSet>(self, view: &View<'_, R>) -> Rng {
        let core = view.core();
        bot_stream(self.0, core.phase(), core.active(), core.turn())
    }
}

impl<R: RuleSet> Deciders<R> for Uniform {
    type Stop = Infallible;

    fn start(&mut self, view: View<'_, R>) -> Result<Place, Infallible> {
        Ok(view.marks().sample_at_start(&mut self.stream(&view)))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a part of the turn of a simulated game")]
    fn place(&mut self, view: View<'_, R>) -> Result<Laid, Infallible> {
        Ok(view.choices().sample(&mut self.stream(&view)))
    }

    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, Infallible> {
        let hand = view.core().hand(view.core().active());
        Ok(random_exchange(hand, view.offered(), &mut self.stream(&view)))
    }

    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<Place>, Infallible> {
        Ok(view.marks().sample_to_relocate(view.core().active(), must, &mut self.stream(&view)))
    }
}

/// Ends a game where somebody would have to decide.
#[derive(Debug, Clone, Copy)]
pub struct StopAtDecision;

impl<R: RuleSet> Deciders<R> for StopAtDecision {
    type Stop = ();

    fn start(&mut self, _: View<'_, R>) -> Result<Place, ()> {
        Err(())
    }

    fn place(&mut self, _: View<'_, R>) -> Result<Laid, ()> {
        Err(())
    }

    fn exchange(&mut self, _: View<'_, R>) -> Result<Exchange, ()> {
        Err(())
    }

    fn relocate(&mut self, _: View<'_, R>, _: bool) -> Result<Option<Place>, ()> {
        Err(())
    }
}

/// An exchange decided swap by swap: stop as likely as not each time, else a uniform swap of one different face for another.
pub fn random_exchange(hand: Hand, offered: impl IntoIterator<Item = Face>, rng: &mut Rng) -> Exchange {
    let mut own: Tiles = hand.iter().collect();
    let mut offered: Tiles = offered.into_iter().collect();
    own.sort_unstable();
    offered.sort_unstable();
    let mut exchange = Exchange::default();
    while !own.is_empty() && !offered.is_empty() && rng.below(2) == 1 {
        let gave = pick_face(&mut own, rng);
        let took = pick_face(&mut offered, rng);
        exchange.gave.push(gave);
        exchange.took.push(took);
    }
    exchange
}

/// As many tiles as all hands together can hold.
type Tiles = ArrayVec<Face, { MAX_SEATS * MAX_HAND }>;

/// Takes one of the different faces out of tiles in ascending order, all faces equally likely.
fn pick_face(tiles: &mut Tiles, rng: &mut Rng) -> Face {
    let is_first = |&index: &usize| index == 0 || tiles[index - 1] != tiles[index];
    let faces = || (0..tiles.len()).filter(is_first);
    let number = rng.below(faces().count() as u32) as usize;
    let index = faces().nth(number).unwrap_or_default();
    tiles.remove(index)
}

/// One of `marks`, or, where it may stay, staying: all equally likely.
pub fn random_relocation(marks: &[Place], must: bool, rng: &mut Rng) -> Option<Place> {
    let choices = marks.len() as u32 + u32::from(!must);
    marks.get(rng.below(choices.max(1)) as usize).copied()
}

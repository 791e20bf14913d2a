//! [`Observation`]: what one seat can see of a game, and nothing else.
//!
//! Bots and screens are given an observation: the board, the own hand, the numbers of hidden tiles, the events so far,
//! and the choices of the seat. Nothing leads from it to the state, so other hands and the order of the pile stay
//! hidden from everything that decides by it.

use super::bulk::{BulkRules, StateRef};
use super::exchanges::exchanges;
use super::illegal::Illegal;
use super::memory::{Knowledge, Memory};
use super::outlook::Outlook;
use super::sampled_game::{SampledGame, World};
use super::seen::Events;
use crate::board::{Content, FACES, Face, Laid, Place, Port, PortSet, Shape, Square};
use crate::game::chance::{GameSeed, Rng};
use crate::game::declare::ask::{Answer, Question};
use crate::game::event::{Consequence, Ending};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::basics::Meeting;
use crate::game::rule::traits::{DrawRule, HazardRule, Monster, RuleSet, ScoreRule};
use crate::game::state::context::scores;
use crate::game::state::core::Phase;
use crate::game::state::game_state::{Exchange, State};
use crate::game::turn::choice::Choice;
use crate::game::turn::engine;
use crate::game::turn::legal::{Fate, Placements};
use crate::game::turn::play::decision_stream;
use crate::game::turn::travel;
use crate::game::turn::view::View;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game as one seat sees it, or, without a seat, as an onlooker who sees no hidden hand.
///
/// ```
/// use tsuro::Game;
///
/// let game = Game::new("luxury", 3, "any text")?;
/// let active = game.decision().expect("the game has just begun").seat();
/// let sees = game.observe(active);
/// assert_eq!((sees.hand().len(), sees.is_to_decide()), (usize::from(sees.hand_size()), true));
/// // Another seat does not see that hand, only how many tiles it has, and has nothing to choose.
/// let other = sees.alive().next_after(active).expect("three play");
/// assert_eq!(game.observe(other).hand_len(active), sees.hand().len());
/// assert!(game.observe(other).choices().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    pub(super) rules: &'a dyn ObservedRules,
    /// A [`State`] of these rules.
    pub(super) state: &'a StateRef,
    pub(super) seat: Option<Seat>,
    /// What is asked for most; the rest of [`PublicFacts`] is looked up when it is needed.
    active: Seat,
    decider: Seat,
    phase: Phase,
    memory: Option<&'a Memory>,
    stop: Option<&'a AtomicBool>,
}

/// A rule set, asked about a state of its own. It is private, since it shows everything: [`Observation`] decides what a
/// seat sees of it.
pub(super) trait ObservedRules: BulkRules + Sync {
    fn facts<'a>(&'a self, state: &'a StateRef) -> PublicFacts<'a>;
    fn content(&self, state: &StateRef, square: Square) -> Content;
    fn steps(&self, from: Square, to: Square) -> Option<u8>;
    fn hand(&self, state: &StateRef, seat: Seat) -> Hand;
    fn place(&self, state: &StateRef, seat: Seat) -> Place;
    fn holder(&self, state: &StateRef) -> Option<Seat>;
    fn monsters(&self, state: &StateRef) -> Vec<Monster>;
    fn supply(&self, state: &StateRef) -> Option<Vec<u8>>;
    fn rule_views(&self, state: &StateRef, seat: Option<Seat>) -> [Value; 3];
    fn scores(&self, state: &StateRef) -> Option<Vec<i64>>;
    fn marks_at_start(&self, state: &StateRef) -> Vec<Place>;
    fn sample_mark(&self, state: &StateRef, rng: &mut Rng) -> Place;
    fn marks_to_relocate(&self, state: &StateRef) -> Vec<Place>;
    fn legal(&self, state: &StateRef) -> Placements;
    fn sample_placement(&self, state: &StateRef, rng: &mut Rng) -> Laid;
    fn all_placements(&self, state: &StateRef) -> Placements;
    fn fate(&self, state: &StateRef, tile: Laid) -> Fate;
    fn consequences(&self, state: &StateRef, tile: Laid) -> Vec<Consequence>;
    fn forbidden_by(&self, state: &StateRef, tile: Laid) -> Option<&'static str>;
    fn outlook(&self, state: &StateRef, tile: Laid) -> Outlook;
    fn continuations(&self, state: &StateRef, tiles: &mut dyn Iterator<Item = Face>) -> u8;
    fn ways_at(&self, state: &StateRef, place: Place) -> u8;
    fn offered(&self, state: &StateRef) -> Vec<Face>;
    fn path(&self, state: &StateRef, from: Place, step: &mut dyn FnMut(Square, Port, Port));
    fn question(&self, state: &StateRef) -> Option<Question>;
    fn check(&self, state: &StateRef, choice: &Choice) -> Result<(), Illegal>;
    fn stream(&self, state: &StateRef, seed: GameSeed) -> Rng;
    fn imagine<'a>(&'a self, state: &'a StateRef, seat: Seat, known: Knowledge) -> Box<dyn World + 'a>;
}

/// What everybody may know of a game and what takes no time to look up.
pub(super) struct PublicFacts<'a> {
    shape: &'a Shape,
    marks: &'a [Place],
    copies: &'a [u16; FACES],
    hand_size: u8,
    collides: bool,
    plays_alone: bool,
    seats: u8,
    open: bool,
    first: Seat,
    turn: u32,
    laid: u8,
    turn_tiles: u8,
    alive: SeatSet,
    placed: SeatSet,
    on_start_mark: SeatSet,
    displaced: SeatSet,
    fallen: SeatSet,
    teams: u8,
    pile_len: usize,
    ending: Option<Ending>,
}

impl<'a, R: RuleSet> View<'a, R> {
    /// The observation of `seat`; `None`: that of an onlooker.
    ///
    /// # Panics
    /// If there is no such seat at the table.
    pub fn observation(&self, seat: Option<Seat>) -> Observation<'a> {
        let core = self.core();
        if let Some(seat) = seat {
            assert!(seat.number() < core.seats(), "{} is not at a table of {}", seat.field(), core.seats());
        }
        Observation {
            rules: self.rules,
            state: self.state,
            seat,
            active: core.active(),
            decider: core.decider(),
            phase: core.phase(),
            memory: None,
            stop: None,
        }
    }
}

impl<R: RuleSet> ObservedRules for R {
    fn facts<'a>(&'a self, state: &'a StateRef) -> PublicFacts<'a> {
        let view = View::of(self, state);
        let (core, basics) = (view.core(), self.basics());
        PublicFacts {
            shape: basics.grid.shape(),
            marks: basics.grid.marks(),
            copies: &basics.copies,
            hand_size: basics.hand,
            collides: basics.meeting == Meeting::Collide,
            plays_alone: self.score().one_hand(),
            seats: core.seats(),
            open: core.open,
            first: core.first(),
            turn: core.turn(),
            laid: core.laid(),
            turn_tiles: basics.turn_tiles,
            alive: core.alive(),
            placed: core.placed(),
            on_start_mark: core.on_start_mark(),
            displaced: core.displaced(),
            fallen: core.fallen(),
            teams: core.teams,
            pile_len: core.pile().len(),
            ending: core.ending(),
        }
    }
    fn content(&self, state: &StateRef, square: Square) -> Content {
        let view = View::of(self, state);
        view.state.core.board().content(square)
    }
    fn steps(&self, from: Square, to: Square) -> Option<u8> {
        self.basics().grid.steps(from, to)
    }
    fn hand(&self, state: &StateRef, seat: Seat) -> Hand {
        let view = View::of(self, state);
        view.state.core.hand(seat)
    }
    fn place(&self, state: &StateRef, seat: Seat) -> Place {
        let view = View::of(self, state);
        view.state.core.place(seat)
    }
    fn holder(&self, state: &StateRef) -> Option<Seat> {
        let view = View::of(self, state);
        view.rules.draw().holder(&view.state.draw)
    }
    fn monsters(&self, state: &StateRef) -> Vec<Monster> {
        let view = View::of(self, state);
        view.rules.hazard().monsters(&view.state.hazard)
    }
    fn supply(&self, state: &StateRef) -> Option<Vec<u8>> {
        let view = View::of(self, state);
        view.rules.hazard().supply(&view.state.hazard)
    }
    fn rule_views(&self, state: &StateRef, seat: Option<Seat>) -> [Value; 3] {
        let view = View::of(self, state);
        let State { draw, hazard, score, .. } = view.state;
        [view.rules.draw().view(draw, seat), view.rules.hazard().view(hazard, seat), view.rules.score().view(score, seat)]
    }
    fn scores(&self, state: &StateRef) -> Option<Vec<i64>> {
        let view = View::of(self, state);
        scores(view.rules, view.state)
    }
    fn marks_at_start(&self, state: &StateRef) -> Vec<Place> {
        let view = View::of(self, state);
        view.marks().at_start()
    }
    fn sample_mark(&self, state: &StateRef, rng: &mut Rng) -> Place {
        let view = View::of(self, state);
        view.marks().sample_at_start(rng)
    }
    fn marks_to_relocate(&self, state: &StateRef) -> Vec<Place> {
        let view = View::of(self, state);
        view.marks().to_relocate(view.state.core.active())
    }
    fn legal(&self, state: &StateRef) -> Placements {
        let view = View::of(self, state);
        view.choices().legal()
    }
    fn sample_placement(&self, state: &StateRef, rng: &mut Rng) -> Laid {
        let view = View::of(self, state);
        view.choices().sample(rng)
    }
    fn all_placements(&self, state: &StateRef) -> Placements {
        let view = View::of(self, state);
        let mut all: Placements = view.choices().all().collect();
        all.sort_unstable();
        all
    }
    fn fate(&self, state: &StateRef, tile: Laid) -> Fate {
        let view = View::of(self, state);
        view.choices().fate(tile)
    }
    fn consequences(&self, state: &StateRef, tile: Laid) -> Vec<Consequence> {
        let view = View::of(self, state);
        view.choices().consequences(tile).collect()
    }
    fn forbidden_by(&self, state: &StateRef, tile: Laid) -> Option<&'static str> {
        View::of(self, state).choices().forbidden_by(tile)
    }
    fn outlook(&self, state: &StateRef, tile: Laid) -> Outlook {
        let view = View::of(self, state);
        view.scout().look(tile)
    }
    fn continuations(&self, state: &StateRef, tiles: &mut dyn Iterator<Item = Face>) -> u8 {
        let view = View::of(self, state);
        view.scout().continuations(view.state.core.active(), tiles)
    }
    fn ways_at(&self, state: &StateRef, place: Place) -> u8 {
        let view = View::of(self, state);
        let core = &view.state.core;
        let rest = core.placed().without(SeatSet::only(core.active()));
        let rest: SeatSet = rest.iter().filter(|&other| core.place(other).square() == place.square()).collect();
        let others = if view.basics().meeting == Meeting::Collide { travel::ports_of(core, rest) } else { PortSet::EMPTY };
        view.scout().ways_from(place, others)
    }
    fn offered(&self, state: &StateRef) -> Vec<Face> {
        let view = View::of(self, state);
        engine::offered(view.state).collect()
    }
    fn path(&self, state: &StateRef, from: Place, step: &mut dyn FnMut(Square, Port, Port)) {
        let view = View::of(self, state);
        view.state.core.board().walk(&view.basics().grid, from, |square, enter, leave| {
            step(square, enter, leave);
            true
        });
    }
    fn question(&self, state: &StateRef) -> Option<Question> {
        View::of(self, state).question()
    }
    fn check(&self, state: &StateRef, choice: &Choice) -> Result<(), Illegal> {
        View::of(self, state).check(choice)
    }
    fn stream(&self, state: &StateRef, seed: GameSeed) -> Rng {
        decision_stream(seed, View::of(self, state).core())
    }
    fn imagine<'a>(&'a self, state: &'a StateRef, seat: Seat, known: Knowledge) -> Box<dyn World + 'a> {
        let view = View::of(self, state);
        Box::new(SampledGame::new(view.rules, view.state, seat, known))
    }
}

impl<'a> Observation<'a> {
    /// The same observation with what the seat remembers: the events that it saw, and hidden tiles that it has
    /// followed.
    #[must_use]
    pub fn remembering(self, memory: &'a Memory) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// The same observation for a decision that is no longer needed once `stop` is set.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The events of the game so far as the seat saw them, in order: the lines of the record's view for this seat. They
    /// begin where the game was dealt or resumed. Empty without a [memory](Observation::remembering), as in a position
    /// that was set up, or if that keeps no events for the seat.
    pub fn events(&self) -> Events<'a> {
        self.memory.map(|memory| memory.events(self.seat)).unwrap_or_default()
    }
}

impl Observation<'_> {
    /// What the seat knows of hidden tiles because it has followed them; nothing without a
    /// [memory](Observation::remembering).
    pub fn knowledge(&self) -> Knowledge {
        self.seat.zip(self.memory).map(|(seat, memory)| memory.knowledge(seat)).unwrap_or_default()
    }

    /// Whether the decision is no longer needed. A bot that takes long checks this often, and then returns any choice.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The seat that observes; `None`: an onlooker.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The number of seats at the start.
    pub fn seats(&self) -> u8 {
        self.facts().seats
    }

    /// The seat that went first; in a game set up at a position after the start marks were chosen, seat 0, since a
    /// position does not say it.
    pub fn first(&self) -> Seat {
        self.facts().first
    }

    /// The seat whose turn it is, or that chooses a start mark.
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The seat that decides: the one that a rule asks, otherwise the active one.
    pub fn decider(&self) -> Seat {
        self.decider
    }

    /// The number of the turn, from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.facts().turn
    }

    /// How many tiles the active seat has placed in this turn (V8).
    pub fn laid(&self) -> u8 {
        self.facts().laid
    }

    /// How many tiles a turn lays, 1–3 (V8).
    pub fn turn_tiles(&self) -> u8 {
        self.facts().turn_tiles
    }

    /// The random numbers for the decision for which the game waits, as [`decision_stream`].
    pub fn decision_stream(&self, seed: GameSeed) -> Rng {
        self.rules.stream(self.state, seed)
    }

    /// The decision for which the game waits.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How the game ended; `None` until it has.
    pub fn ending(&self) -> Option<Ending> {
        self.facts().ending
    }

    /// The seats not eliminated.
    pub fn alive(&self) -> SeatSet {
        self.facts().alive
    }

    /// The seats eliminated by the move that is being judged.
    pub fn fallen(&self) -> SeatSet {
        self.facts().fallen
    }

    /// The live seats whose pieces have a start mark and are still on it.
    pub fn on_start_mark(&self) -> SeatSet {
        self.facts().on_start_mark
    }

    /// The live seats whose pieces may move to another start mark in their next turn (S12).
    pub fn displaced(&self) -> SeatSet {
        self.facts().displaced
    }

    /// Where a seat's piece stands; `None` if it is not on the board.
    pub fn place(&self, seat: Seat) -> Option<Place> {
        self.facts().placed.contains(seat).then(|| self.rules.place(self.state, seat))
    }

    /// The board: which squares there are, and which lie side by side (T1, V5–V7).
    pub fn shape(&self) -> &Shape {
        self.facts().shape
    }

    /// All start marks of the board, taken or not, in the order in which they are offered (T4, V5).
    pub fn all_marks(&self) -> &[Place] {
        self.facts().marks
    }

    /// The fewest steps from square to square between two places, as paths go: round the world and through portals.
    /// `None`: neither can be reached from the other.
    pub fn steps(&self, from: Place, to: Place) -> Option<u8> {
        self.rules.steps(from.square(), to.square())
    }

    /// What lies on a square of the board.
    pub fn content(&self, square: Square) -> Content {
        self.rules.content(self.state, square)
    }

    /// Follows the path that enters a square at `from`, and calls `step` for each tile on it, with the square and the
    /// ports at which the path enters and leaves.
    pub fn walk(&self, from: Place, mut step: impl FnMut(Square, Port, Port)) {
        self.rules.path(self.state, from, &mut step);
    }

    /// The size of a full hand.
    pub fn hand_size(&self) -> u8 {
        self.facts().hand_size
    }

    /// Whether the table has one open hand (V3).
    pub fn is_open(&self) -> bool {
        self.facts().open
    }

    /// The own hand, or the table's open one; empty for an onlooker if hands are hidden.
    pub fn hand(&self) -> Hand {
        match self.seat {
            Some(seat) => self.rules.hand(self.state, seat),
            None if self.is_open() => self.rules.hand(self.state, self.active()),
            None => Hand::default(),
        }
    }

    /// The number of tiles that a seat holds; 0 if there is no such seat at the table.
    pub fn hand_len(&self, seat: Seat) -> usize {
        if seat.number() < self.seats() { self.rules.hand(self.state, seat).len() } else { 0 }
    }

    /// The number of tiles in the draw pile.
    pub fn pile_len(&self) -> usize {
        self.facts().pile_len
    }

    /// The number of copies of each face in the whole deck.
    pub fn copies(&self) -> &[u16; FACES] {
        self.facts().copies
    }

    /// The seat that holds the Dragon tile (or the statue); `None`: nobody.
    pub fn holder(&self) -> Option<Seat> {
        self.rules.holder(self.state)
    }

    /// The pieces of hazards on the board, in ascending order of index.
    pub fn monsters(&self) -> Vec<Monster> {
        self.rules.monsters(self.state)
    }

    /// The indices of the hazard's pieces in the supply; `None` if the rules have no supply.
    pub fn supply(&self) -> Option<Vec<u8>> {
        self.rules.supply(self.state)
    }

    /// The points of each seat; `None` if the score rule counts none.
    pub fn scores(&self) -> Option<Vec<i64>> {
        self.rules.scores(self.state)
    }

    /// What the seat may know of the states of the draw, hazard and score rule, as each rule shows it.
    pub fn rule_views(&self) -> [Value; 3] {
        self.rules.rule_views(self.state, self.seat)
    }

    /// Whether pieces that meet are eliminated; otherwise they pass each other.
    pub fn pieces_collide(&self) -> bool {
        self.facts().collides
    }

    /// The number of teams: seat 0 plays in the first, seat 1 in the next, and so on around the table; 0: each plays for
    /// itself (V9).
    pub fn teams(&self) -> u8 {
        self.facts().teams
    }

    /// The seats against which `seat` plays, dead or alive: all of other teams (V9), none where one person plays all
    /// pieces (V4).
    pub fn opponents(&self, seat: Seat) -> SeatSet {
        if self.plays_alone() {
            return SeatSet::EMPTY;
        }
        let teams = self.teams();
        let against = |other: &Seat| if teams == 0 { *other != seat } else { other.number() % teams != seat.number() % teams };
        SeatSet::first(self.seats()).iter().filter(against).collect()
    }

    /// Whether one person plays all pieces, so that no seat plays against another (V4).
    pub fn plays_alone(&self) -> bool {
        self.facts().plays_alone
    }

    /// Whether the seat has to decide now.
    pub fn is_to_decide(&self) -> bool {
        let decision = self.phase().decision().is_some();
        decision && self.seat == Some(self.decider)
    }

    /// The start marks that the seat may choose, in the order of [`Observation::all_marks`]; empty if it does not
    /// choose one now.
    pub fn start_marks(&self) -> Vec<Place> {
        if self.is_to_decide_in(Phase::Start) { self.rules.marks_at_start(self.state) } else { Vec::new() }
    }

    /// The start marks to which the seat may relocate; empty if it does not relocate now (S12).
    pub fn relocation_marks(&self) -> Vec<Place> {
        let relocates = self.is_to_decide() && matches!(self.phase(), Phase::Relocate { .. });
        if relocates { self.rules.marks_to_relocate(self.state) } else { Vec::new() }
    }

    /// The seat's legal placements, ascending by face and rotation; empty if it does not place now.
    pub fn legal(&self) -> Placements {
        if self.places_now() { self.rules.legal(self.state) } else { Placements::new() }
    }

    /// All different placements from the seat's hand, legal or not, ascending by face and rotation; empty if it does
    /// not place now.
    pub fn placements(&self) -> Placements {
        if self.places_now() { self.rules.all_placements(self.state) } else { Placements::new() }
    }

    /// A random legal placement, all equally likely: faster than one of [`Observation::legal`].
    ///
    /// # Panics
    /// If the seat does not place now.
    #[inline]
    pub fn sample_placement(&self, rng: &mut Rng) -> Laid {
        let (rules, state) = self.placing();
        rules.sample_placement(state, rng)
    }

    /// A random one of the [start marks](Observation::start_marks), all equally likely.
    ///
    /// # Panics
    /// If the seat does not choose a start mark now.
    pub fn sample_mark(&self, rng: &mut Rng) -> Place {
        assert!(self.is_to_decide_in(Phase::Start), "it is not this seat's choice of start mark");
        self.rules.sample_mark(self.state, rng)
    }

    /// What a placement of the seat would do to its own piece.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn fate(&self, tile: Laid) -> Fate {
        let (rules, state) = self.placing();
        rules.fate(state, tile)
    }

    /// What a placement of the seat would do to every piece that it touches: its own first, then clockwise.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn consequences(&self, tile: Laid) -> Vec<Consequence> {
        let (rules, state) = self.placing();
        rules.consequences(state, tile)
    }

    /// The name of the placement rule, if it is why a placement of the seat is not legal (V14).
    ///
    /// # Panics
    /// If the seat does not place now.
    pub(crate) fn forbidden_by(&self, tile: Laid) -> Option<&'static str> {
        let (rules, state) = self.placing();
        rules.forbidden_by(state, tile)
    }

    /// How the board would look after a placement of the seat.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn outlook(&self, tile: Laid) -> Outlook {
        let (rules, state) = self.placing();
        rules.outlook(state, tile)
    }

    /// The number of different placements of `tiles` that would keep the active seat's piece alive where it stands, if
    /// it placed now.
    pub fn continuations(&self, mut tiles: impl Iterator<Item = Face>) -> u8 {
        self.rules.continuations(self.state, &mut tiles)
    }

    /// The number of open ways (0–7, as [`Outlook::ways`]) that the active seat's piece would have at `place`, which
    /// faces a square without a tile.
    pub fn ways_at(&self, place: Place) -> u8 {
        self.rules.ways_at(self.state, place)
    }

    /// The tiles that the seat may take in its exchange; empty if it does not exchange now (C12).
    pub fn offered(&self) -> Vec<Face> {
        if self.is_to_decide_in(Phase::Exchange) { self.rules.offered(self.state) } else { Vec::new() }
    }

    /// The exchanges that lead to different hands, declining first; empty if the seat does not exchange now (C12). At
    /// most [`MAX_EXCHANGES`](crate::game::MAX_EXCHANGES), those with the fewest swaps.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let offered = self.offered();
        if offered.is_empty() { Vec::new() } else { exchanges(self.hand(), &offered) }
    }

    /// Whether the seat may make `exchange` now, from its own hand and the tiles offered (C12). If it exchanges now, it
    /// may always decline.
    pub fn allows_exchange(&self, exchange: &Exchange) -> bool {
        self.is_to_decide() && self.rules.check(self.state, &Choice::Exchange(*exchange)).is_ok()
    }

    /// Whether the seat may make this choice now.
    ///
    /// # Errors
    /// Why not.
    ///
    /// # Panics
    /// If the seat does not decide now.
    pub fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        assert!(self.is_to_decide(), "it is not this seat's decision");
        self.rules.check(self.state, choice)
    }

    /// The choices that the seat has now, in a fixed order: declining or staying first, the others ascending; empty if
    /// it has nothing to decide.
    pub fn choices(&self) -> Vec<Choice> {
        if !self.is_to_decide() {
            return Vec::new();
        }
        match self.phase() {
            Phase::Start => self.start_marks().into_iter().map(Choice::Start).collect(),
            Phase::Place => self.legal().iter().copied().map(Choice::Place).collect(),
            Phase::Exchange => self.exchanges().into_iter().map(Choice::Exchange).collect(),
            Phase::Relocate { must } => {
                let stay = (!must).then_some(Choice::Relocate(None));
                stay.into_iter().chain(self.relocation_marks().into_iter().map(|mark| Choice::Relocate(Some(mark)))).collect()
            }
            Phase::Ask => self.question().into_iter().flat_map(|question| question.options).map(Choice::Rule).collect(),
            Phase::Turn | Phase::Over => Vec::new(),
        }
    }

    /// What a rule asks the seat now; `None`: nothing.
    pub fn question(&self) -> Option<Question> {
        if self.is_to_decide_in(Phase::Ask) { self.rules.question(self.state) } else { None }
    }

    /// A random answer to what a rule asks the seat now, all equally likely.
    ///
    /// # Panics
    /// If a rule does not ask it now.
    pub fn sample_answer(&self, rng: &mut Rng) -> Answer {
        let options = self.question().map(|question| question.options).unwrap_or_default();
        assert!(!options.is_empty(), "this seat is not asked anything");
        options[rng.below(options.len() as u32) as usize]
    }

    /// A [`World`] for a search: a game that is the same as far as the seat can see or knows, and otherwise dealt at
    /// random.
    ///
    /// # Panics
    /// If the seat does not decide now.
    pub fn imagine(&self) -> Box<dyn World + '_> {
        assert!(self.is_to_decide(), "it is not this seat's decision");
        self.rules.imagine(self.state, self.decider, self.knowledge())
    }

    /// The rules and the state, in which the seat places now; panics otherwise.
    fn placing(&self) -> (&dyn ObservedRules, &StateRef) {
        assert!(self.places_now(), "it is not this seat's placement");
        (self.rules, self.state)
    }

    fn facts(&self) -> PublicFacts<'_> {
        self.rules.facts(self.state)
    }

    pub(super) fn is_to_decide_in(&self, phase: Phase) -> bool {
        self.is_to_decide() && self.phase() == phase
    }

    pub(super) fn places_now(&self) -> bool {
        self.is_to_decide_in(Phase::Place)
    }
}

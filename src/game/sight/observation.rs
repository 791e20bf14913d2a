//! What a seat can see (and nothing else).
//!
//! Bots and screens are given an [`Observation`]: the board, the own hand, counts of hidden things, the events so far, and the choices at hand.
//! There is no way from it back to the state, so nothing that decides through it can peek at other hands or at the order of the pile.

use super::exchanges::exchanges;
use super::illegal::Illegal;
use super::memory::{Knowledge, Memory};
use super::outlook::{Outlook, Scout};
use super::sampled_game::{SampledGame, World};
use super::seen::Events;
use crate::board::{Content, FACES, Face, Laid, Place, Port, PortSet, RouteEnd, Square};
use crate::game::chance::Rng;
use crate::game::event::{Cause, Ending};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::basics::Meeting;
use crate::game::rule::traits::{DrawRule, HazardRule, Monster, RuleSet, ScoreRule};
use crate::game::state::context::with_copy;
use crate::game::state::core::Phase;
use crate::game::state::game_state::{Exchange, State};
use crate::game::turn::choice::Choice;
use crate::game::turn::engine;
use crate::game::turn::legal::{Fate, Placements};
use crate::game::turn::travel;
use crate::game::turn::view::View;
use serde_json::Value;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a placement would do to one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consequence {
    /// Whose piece.
    pub player: Seat,
    /// Where it would stand, if it lives.
    pub to: Option<Place>,
    /// Why it would be out, if it would.
    pub cause: Option<Cause>,
}

/// A game as one seat sees it, or (without a seat) as an onlooker who sees no hand.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    rules: &'a dyn ObservedRules,
    /// A [`State`] of those rules.
    state: &'a StateRef,
    seat: Option<Seat>,
    memory: Option<&'a Memory>,
    stop: Option<&'a AtomicBool>,
}

/// A state behind a pointer.
type StateRef = dyn Any + Send + Sync;

/// A rule set behind a pointer, asked about a state of its own. Private: what it gives away is decided by [`Observation`].
trait ObservedRules: Sync {
    fn core<'a>(&'a self, state: &'a StateRef) -> CoreSummary<'a>;
    fn grid(&self, state: &StateRef) -> (u8, u8);
    fn content(&self, state: &StateRef, square: Square) -> Content;
    fn hand(&self, state: &StateRef, seat: Seat) -> Hand;
    fn hand_size(&self, state: &StateRef) -> u8;
    fn pile_len(&self, state: &StateRef) -> usize;
    fn place(&self, state: &StateRef, seat: Seat) -> Place;
    fn copies<'a>(&'a self, state: &'a StateRef) -> &'a [u16; FACES];
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
    fn outlook(&self, state: &StateRef, tile: Laid) -> Outlook;
    fn continuations(&self, state: &StateRef, tiles: &mut dyn Iterator<Item = Face>) -> u8;
    fn ways_at(&self, state: &StateRef, place: Place) -> u8;
    fn offered(&self, state: &StateRef) -> Vec<Face>;
    fn path(&self, state: &StateRef, from: Place, step: &mut dyn FnMut(Square, Port, Port));
    fn collides(&self, state: &StateRef) -> bool;
    fn plays_alone(&self, state: &StateRef) -> bool;
    fn check(&self, state: &StateRef, choice: &Choice) -> Result<(), Illegal>;
    fn imagine<'a>(&'a self, state: &'a StateRef, seat: Seat, known: Knowledge) -> Box<dyn World + 'a>;
}

/// What is public of the core, and needs no look-up in a table of its own width.
struct CoreSummary<'a> {
    seats: u8,
    open: bool,
    first: Seat,
    active: Seat,
    turn: u32,
    phase: Phase,
    alive: SeatSet,
    placed: SeatSet,
    on_start_mark: SeatSet,
    displaced: SeatSet,
    fallen: SeatSet,
    ending: &'a Option<Ending>,
}

impl<'a, R: RuleSet> View<'a, R> {
    /// What `seat` sees; `None`: an onlooker.
    pub fn observation(&self, seat: Option<Seat>) -> Observation<'a> {
        Observation { rules: self.rules, state: self.state, seat, memory: None, stop: None }
    }

    /// The view of these rules on a state of theirs.
    ///
    /// # Panics
    /// If the state is that of another kind of rule set, which no caller can bring about.
    fn of(rules: &'a R, state: &'a StateRef) -> Self {
        Self::new(rules, state.downcast_ref().expect("an observation holds rules and a state of theirs"))
    }

    fn scout(&self) -> Scout<'a, R::Size> {
        Scout::new(self.basics(), self.core())
    }
}

impl<R: RuleSet> ObservedRules for R {
    fn core<'a>(&'a self, state: &'a StateRef) -> CoreSummary<'a> {
        let view = View::of(self, state);
        let core = &view.state.core;
        CoreSummary {
            seats: core.seats(),
            open: core.open,
            first: core.first(),
            active: core.active(),
            turn: core.turn(),
            phase: core.phase(),
            alive: core.alive(),
            placed: core.placed(),
            on_start_mark: core.on_start_mark(),
            displaced: core.displaced(),
            fallen: core.fallen(),
            ending: &core.ending,
        }
    }
    fn grid(&self, state: &StateRef) -> (u8, u8) {
        let view = View::of(self, state);
        (view.basics().grid.columns(), view.basics().grid.rows())
    }
    fn content(&self, state: &StateRef, square: Square) -> Content {
        let view = View::of(self, state);
        view.state.core.board().content(square)
    }
    fn hand(&self, state: &StateRef, seat: Seat) -> Hand {
        let view = View::of(self, state);
        view.state.core.hand(seat)
    }
    fn hand_size(&self, state: &StateRef) -> u8 {
        let view = View::of(self, state);
        view.basics().hand
    }
    fn pile_len(&self, state: &StateRef) -> usize {
        let view = View::of(self, state);
        view.state.core.pile().len()
    }
    fn place(&self, state: &StateRef, seat: Seat) -> Place {
        let view = View::of(self, state);
        view.state.core.place(seat)
    }
    fn copies<'a>(&'a self, state: &'a StateRef) -> &'a [u16; FACES] {
        let view = View::of(self, state);
        &view.basics().copies
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
        with_copy(view.rules, &view.state.core, |table| view.rules.score().scores(table, &view.state.score))
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
        let core = &view.state.core;
        let resolution = travel::resolve(view.basics(), core, core.place(core.active()).square(), tile);
        let blocked = view.basics().cause_of_blocked;
        let touched: SeatSet = resolution.met.or(resolution.trips.iter().map(|trip| trip.0).collect());
        let consequence = |player| {
            let end = resolution.trips.iter().find(|trip| trip.0 == player).map(|trip| trip.1);
            let (to, cause) = match end {
                _ if resolution.met.contains(player) => (None, Some(Cause::Collision)),
                Some(RouteEnd::At(place)) if core.board().is_blocked(place.square()) => (None, Some(blocked)),
                Some(RouteEnd::At(place)) => (Some(place), None),
                Some(RouteEnd::Edge) => (None, Some(Cause::Edge)),
                Some(RouteEnd::Loop) => (None, Some(Cause::Loop)),
                Some(RouteEnd::Met(_)) | None => (None, Some(Cause::Collision)),
            };
            Consequence { player, to, cause }
        };
        touched.clockwise_from(core.active()).map(consequence).collect()
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
        let others = if view.basics().meeting == Meeting::Collide { travel::ports(core, rest) } else { PortSet::EMPTY };
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
    fn collides(&self, state: &StateRef) -> bool {
        let view = View::of(self, state);
        view.basics().meeting == Meeting::Collide
    }
    fn plays_alone(&self, state: &StateRef) -> bool {
        let view = View::of(self, state);
        view.rules.score().one_hand()
    }
    fn check(&self, state: &StateRef, choice: &Choice) -> Result<(), Illegal> {
        View::of(self, state).check(choice)
    }
    fn imagine<'a>(&'a self, state: &'a StateRef, seat: Seat, known: Knowledge) -> Box<dyn World + 'a> {
        let view = View::of(self, state);
        Box::new(SampledGame::new(view.rules, view.state, seat, known))
    }
}

impl<'a> Observation<'a> {
    /// The same, with what the seat remembers: the events that it saw, and where tiles are that it cannot see.
    #[must_use]
    pub fn remembering(self, memory: &'a Memory) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// The same, for a decision that is not needed any more once `stop` is set.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// What the seat saw happen so far in this game, in order, with everything hidden that it could not know: the lines of a record's view. Empty
    /// where nobody listened to the game, as in a position set up by hand, and where the memory does not keep events for the seat. Where a
    /// game was taken up in its middle, they begin there.
    pub fn events(&self) -> Events<'a> {
        self.memory.map(|memory| memory.events(self.seat)).unwrap_or_default()
    }
}

impl Observation<'_> {
    /// What the seat knows of tiles that it cannot see, because it saw where they went; nothing where nobody listened to the game.
    pub fn knowledge(&self) -> Knowledge {
        self.seat.zip(self.memory).map(|(seat, memory)| memory.knowledge(seat)).unwrap_or_default()
    }

    /// Whether the decision is not needed any more: a bot that takes long looks at it often, and then answers with any choice.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whose view it is; `None`: an onlooker's.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// How many seats there were at the start.
    pub fn seats(&self) -> u8 {
        self.rules.core(self.state).seats
    }

    /// Who went first.
    pub fn first(&self) -> Seat {
        self.rules.core(self.state).first
    }

    /// Whose turn it is, or who chooses a start mark.
    pub fn active(&self) -> Seat {
        self.rules.core(self.state).active
    }

    /// The turn's number, from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.rules.core(self.state).turn
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.rules.core(self.state).phase
    }

    /// How the game ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        *self.rules.core(self.state).ending
    }

    /// The seats not eliminated.
    pub fn alive(&self) -> SeatSet {
        self.rules.core(self.state).alive
    }

    /// Those that the present move eliminated.
    pub fn fallen(&self) -> SeatSet {
        self.rules.core(self.state).fallen
    }

    /// The pieces that have not left their start marks.
    pub fn on_start_mark(&self) -> SeatSet {
        self.rules.core(self.state).on_start_mark
    }

    /// The pieces that may relocate at their next turn (S12).
    pub fn displaced(&self) -> SeatSet {
        self.rules.core(self.state).displaced
    }

    /// Where a seat's piece stands; `None` if it has none on the board.
    pub fn place(&self, seat: Seat) -> Option<Place> {
        self.rules.core(self.state).placed.contains(seat).then(|| self.rules.place(self.state, seat))
    }

    /// Squares from left to right.
    pub fn columns(&self) -> u8 {
        self.rules.grid(self.state).0
    }

    /// Squares from top to bottom.
    pub fn rows(&self) -> u8 {
        self.rules.grid(self.state).1
    }

    /// What lies on a square of the board.
    pub fn content(&self, square: Square) -> Content {
        self.rules.content(self.state, square)
    }

    /// Calls `step` for each tile on the path that enters a square at `from`, with the ports where it comes in and goes out.
    pub fn walk(&self, from: Place, mut step: impl FnMut(Square, Port, Port)) {
        self.rules.path(self.state, from, &mut step);
    }

    /// The full hand size.
    pub fn hand_size(&self) -> u8 {
        self.rules.hand_size(self.state)
    }

    /// Whether the whole table has one open hand (V3).
    pub fn is_open(&self) -> bool {
        self.rules.core(self.state).open
    }

    /// The own hand, or the table's open one; empty for an onlooker of hidden hands.
    pub fn hand(&self) -> Hand {
        match self.seat {
            Some(seat) => self.rules.hand(self.state, seat),
            None if self.is_open() => self.rules.hand(self.state, self.active()),
            None => Hand::default(),
        }
    }

    /// How many tiles a seat holds.
    pub fn hand_len(&self, seat: Seat) -> usize {
        self.rules.hand(self.state, seat).len()
    }

    /// How many tiles are in the draw pile.
    pub fn pile_len(&self) -> usize {
        self.rules.pile_len(self.state)
    }

    /// Copies of each face in the whole deck.
    pub fn copies(&self) -> &[u16; FACES] {
        self.rules.copies(self.state)
    }

    /// Who holds the Dragon tile (or the statue).
    pub fn holder(&self) -> Option<Seat> {
        self.rules.holder(self.state)
    }

    /// The daikaiju on the board, in ascending order of their index.
    pub fn monsters(&self) -> Vec<Monster> {
        self.rules.monsters(self.state)
    }

    /// The daikaiju in the supply; `None` where the rules have none.
    pub fn supply(&self) -> Option<Vec<u8>> {
        self.rules.supply(self.state)
    }

    /// Points a seat, where the score rule counts any.
    pub fn scores(&self) -> Option<Vec<i64>> {
        self.rules.scores(self.state)
    }

    /// What the seat may know of the states of the draw, hazard and score rule.
    pub fn rule_views(&self) -> [Value; 3] {
        self.rules.rule_views(self.state, self.seat)
    }

    /// Whether pieces that meet are out; otherwise they pass each other.
    pub fn pieces_collide(&self) -> bool {
        self.rules.collides(self.state)
    }

    /// Whether one person plays all pieces (V4): then nobody plays against anybody.
    pub fn plays_alone(&self) -> bool {
        self.rules.plays_alone(self.state)
    }

    /// Whether this seat has to decide now.
    pub fn is_to_decide(&self) -> bool {
        self.phase().decision().is_some() && self.seat == Some(self.active())
    }

    /// The start marks the seat may choose; empty if it does not choose one now.
    pub fn start_marks(&self) -> Vec<Place> {
        if self.is_to_decide() && self.phase() == Phase::Start { self.rules.marks_at_start(self.state) } else { Vec::new() }
    }

    /// The marks to which the seat may relocate; empty if it does not relocate now (S12).
    pub fn relocation_marks(&self) -> Vec<Place> {
        let relocates = self.is_to_decide() && matches!(self.phase(), Phase::Relocate { .. });
        if relocates { self.rules.marks_to_relocate(self.state) } else { Vec::new() }
    }

    /// The legal placements of the seat, ascending by face and rotation; empty if it does not place now.
    pub fn legal(&self) -> Placements {
        if self.places_now() { self.rules.legal(self.state) } else { Placements::new() }
    }

    /// All different placements of the seat, legal or not, ascending by face and rotation; empty if it does not place now.
    pub fn placements(&self) -> Placements {
        if self.places_now() { self.rules.all_placements(self.state) } else { Placements::new() }
    }

    /// A legal placement, all equally likely: what `legal` and a random index would give, but faster.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn sample_placement(&self, rng: &mut Rng) -> Laid {
        assert!(self.places_now(), "it is not this seat's placement");
        self.rules.sample_placement(self.state, rng)
    }

    /// A start mark, all that are allowed equally likely.
    ///
    /// # Panics
    /// If the seat does not choose a start mark now.
    pub fn sample_mark(&self, rng: &mut Rng) -> Place {
        assert!(self.is_to_decide() && self.phase() == Phase::Start, "it is not this seat's choice of start mark");
        self.rules.sample_mark(self.state, rng)
    }

    /// What a placement of the seat's would do to itself.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn fate(&self, tile: Laid) -> Fate {
        assert!(self.places_now(), "it is not this seat's placement");
        self.rules.fate(self.state, tile)
    }

    /// What a placement of the seat's would do to every piece it touches, its own first, then clockwise.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn consequences(&self, tile: Laid) -> Vec<Consequence> {
        assert!(self.places_now(), "it is not this seat's placement");
        self.rules.consequences(self.state, tile)
    }

    /// How things would stand after a placement of the seat's.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn outlook(&self, tile: Laid) -> Outlook {
        assert!(self.places_now(), "it is not this seat's placement");
        self.rules.outlook(self.state, tile)
    }

    /// How many different placements of `tiles` would keep the active seat's piece alive where it stands, if it placed now.
    pub fn continuations(&self, mut tiles: impl Iterator<Item = Face>) -> u8 {
        self.rules.continuations(self.state, &mut tiles)
    }

    /// How many ways (0–7, see [`Outlook::ways`]) would lie open before the active seat's piece at `place`, a place that faces a square of the
    /// board without a tile.
    pub fn ways_at(&self, place: Place) -> u8 {
        self.rules.ways_at(self.state, place)
    }

    /// The tiles that the seat may take in an exchange; empty if it has none to make now (C12).
    pub fn offered(&self) -> Vec<Face> {
        if self.is_to_decide() && self.phase() == Phase::Exchange { self.rules.offered(self.state) } else { Vec::new() }
    }

    /// The exchanges that lead to different hands, declining first; empty if the seat has none to make now (C12).
    ///
    /// Where hands are so large that there would be more than [`MAX_EXCHANGES`](crate::game::MAX_EXCHANGES), those of fewest swaps.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let offered = self.offered();
        if offered.is_empty() { Vec::new() } else { exchanges(self.hand(), &offered) }
    }

    /// Whether `exchange` can be made now, from the own hand and the tiles offered (C12). Declining always can.
    pub fn allows_exchange(&self, exchange: &Exchange) -> bool {
        self.is_to_decide() && self.rules.check(self.state, &Choice::Exchange(exchange.clone())).is_ok()
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

    /// The choices that the seat has now, in a fixed order (declining or staying first, then ascending); empty if it decides nothing.
    pub fn choices(&self) -> Vec<Choice> {
        if !self.is_to_decide() {
            return Vec::new();
        }
        match self.phase() {
            Phase::Start => self.start_marks().into_iter().map(Choice::Start).collect(),
            Phase::Place => self.legal().into_iter().map(Choice::Place).collect(),
            Phase::Exchange => self.exchanges().into_iter().map(Choice::Exchange).collect(),
            Phase::Relocate { must } => {
                let stay = (!must).then_some(Choice::Relocate(None));
                stay.into_iter().chain(self.relocation_marks().into_iter().map(|mark| Choice::Relocate(Some(mark)))).collect()
            }
            Phase::Turn | Phase::Over => Vec::new(),
        }
    }

    /// A game to be played on in one's head: as it is as far as the seat can see, and otherwise dealt at random.
    ///
    /// # Panics
    /// If the seat does not decide now.
    pub fn imagine(&self) -> Box<dyn World + '_> {
        assert!(self.is_to_decide(), "it is not this seat's decision");
        self.rules.imagine(self.state, self.active(), self.knowledge())
    }

    fn places_now(&self) -> bool {
        self.is_to_decide() && self.phase() == Phase::Place
    }
}

//! [`Observation`]: what one seat can see of a game, and nothing else.
//!
//! Bots and screens are given an observation: the board, the own hand, the numbers of hidden tiles,
//! the events so far, and the choices of the seat. Nothing leads from it to the state, so other
//! hands and the order of the pile stay hidden from everything that decides by it.

use super::exchanges::exchanges;
use super::illegal::Illegal;
use super::memory::{Knowledge, Memory};
use super::outlook::{Outlook, Scout};
use super::sampled_game::{SampledGame, World};
use super::seen::Events;
use crate::board::{Content, FACES, Face, Laid, Place, Port, PortSet, Shape, Size, Square};
use crate::game::basics::data::{Basics, BoardStyle, Meeting};
use crate::game::chance::{GameSeed, Rng};
use crate::game::declare::ask::{Answer, Question};
use crate::game::declare::look::{Look, PieceFace, RulePiece, Shown, SquareMark};
use crate::game::declare::tile::{SPECIALS, TileDecl};
use crate::game::event::{Cause, Consequence, Ending};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::pieces::supply::Supply;
use crate::game::rule::contract::{Rule, RuleSet};
use crate::game::rule::own::Own;
use crate::game::state::game_state::Exchange;
use crate::game::table::core::Phase;
use crate::game::table::handle::{SizedTable, TableView};
use crate::game::table::travel;
use crate::game::table::veil::Unseen;
use crate::game::turn::choice::Choice;
use crate::game::turn::legal::{Choices, Fate, Judge, Placements};
use crate::game::turn::play::decision_stream;
use crate::game::turn::setup::Marks;
use crate::game::turn::view::View;
use serde_json::Value;
use std::any::Any;
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
    pub(super) table: TableView<'a>,
    pub(super) rule: &'a dyn Rule,
    /// The state of the rule.
    pub(super) own: &'a Own,
    pub(super) rules: &'a dyn ObservedRules,
    /// A state of these rules.
    pub(super) state: &'a StateRef,
    pub(super) seat: Option<Seat>,
    /// What rules hide from the seat; `None`: they hide nothing.
    pub(super) unseen: Option<&'a Unseen>,
    pub(super) memory: Option<&'a Memory>,
    stop: Option<&'a AtomicBool>,
}

/// Runs the same code on basics and core of the observed game, whatever its size:
/// `at_table!(self, |basics, core| …)`.
macro_rules! at_table {
    ($observation:expr, |$basics:pat_param, $core:pat_param| $body:expr) => {
        $crate::game::table::handle::at_table!($observation.table.0, |$basics, $core| $body)
    };
}
pub(super) use at_table;

/// A state of any rule set.
pub(super) type StateRef = dyn Any + Send + Sync;

/// A rule set, asked about a state of its own. It is private, since it shows everything:
/// [`Observation`] decides what a seat sees of it.
pub(super) trait ObservedRules: Sync {
    fn check(&self, state: &StateRef, choice: &Choice) -> Result<(), Illegal>;
    fn question(&self, state: &StateRef) -> Option<Question>;
    fn imagine<'a>(
        &'a self,
        state: &'a StateRef,
        seat: Option<Seat>,
        known: Knowledge,
    ) -> Box<dyn World + 'a>;
    fn copy(&self, state: &StateRef) -> Box<StateRef>;
}

impl<'a, R: RuleSet> View<'a, R> {
    /// The observation of `seat`; `None`: that of an onlooker.
    ///
    /// # Panics
    /// If there is no such seat at the table.
    pub fn observation(&self, seat: Option<Seat>) -> Observation<'a> {
        let veil = self.state.veil(self.rules, seat);
        let core = veil.map_or(self.core(), |veil| &veil.core);
        if let Some(seat) = seat {
            assert!(
                seat.number() < core.seats(),
                "{} is not at a table of {}",
                seat.field(),
                core.seats()
            );
        }
        let (rule, own) = (self.rules.rule(), &self.state.own);
        Observation {
            table: TableView::new(self.basics(), core),
            rule,
            own,
            rules: self.rules,
            state: self.state,
            seat,
            unseen: veil.map(|veil| &veil.unseen),
            memory: None,
            stop: None,
        }
    }

    /// The view of a state behind a pointer.
    ///
    /// # Panics
    /// If it is a state of another kind of rule set, which no caller can bring about.
    fn downcast(rules: &'a R, state: &'a StateRef) -> Self {
        Self::new(
            rules,
            state.downcast_ref().expect("an observation has rules and a state of them"),
        )
    }
}

impl<R: RuleSet> ObservedRules for R {
    fn check(&self, state: &StateRef, choice: &Choice) -> Result<(), Illegal> {
        View::downcast(self, state).check(choice)
    }
    fn question(&self, state: &StateRef) -> Option<Question> {
        View::downcast(self, state).question()
    }
    fn imagine<'a>(
        &'a self,
        state: &'a StateRef,
        seat: Option<Seat>,
        known: Knowledge,
    ) -> Box<dyn World + 'a> {
        Box::new(SampledGame::new(self, View::downcast(self, state).state, seat, known))
    }
    fn copy(&self, state: &StateRef) -> Box<StateRef> {
        Box::new(View::downcast(self, state).state.clone())
    }
}

impl<'a> Observation<'a> {
    /// The same observation with what the seat remembers: the events that it saw, and hidden tiles
    /// that it has followed.
    #[must_use]
    pub fn remembering(self, memory: &'a Memory) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// The same observation for a decision that is no longer needed once `stop` is set.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The events of the game so far as the seat saw them, in order: the lines of the record's view
    /// for this seat, and at the end of a game in which squares were hidden what has come into
    /// sight. They begin where the game was dealt or resumed. Empty without a
    /// [memory](Observation::remembering), as in a position that was set up, or if that keeps no
    /// events for the seat.
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

    /// Whether the decision is no longer needed. A bot that takes long checks this often, and then
    /// returns any choice.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The seat that observes; `None`: an onlooker.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The number of seats at the start.
    pub fn seats(&self) -> u8 {
        at_table!(self, |_, core| core.seats())
    }

    /// The seat that went first; in a game set up at a position after the start marks were chosen,
    /// seat 0, since a position does not say it.
    pub fn first(&self) -> Seat {
        at_table!(self, |_, core| core.first())
    }

    /// The seat whose turn it is, or that chooses a start mark.
    pub fn active(&self) -> Seat {
        at_table!(self, |_, core| core.active())
    }

    /// The seat that decides: the one that a rule asks, otherwise the active one.
    pub fn decider(&self) -> Seat {
        at_table!(self, |_, core| core.decider())
    }

    /// The number of the turn, from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        at_table!(self, |_, core| core.turn())
    }

    /// How many tiles the active seat has placed in this turn (V8).
    pub fn laid(&self) -> u8 {
        at_table!(self, |_, core| core.laid())
    }

    /// How many tiles a turn lays, 1–3 (V8).
    pub fn turn_tiles(&self) -> u8 {
        at_table!(self, |basics, _| basics.turn_tiles)
    }

    /// The random numbers for the decision for which the game waits, as [`decision_stream`].
    pub fn decision_stream(&self, seed: GameSeed) -> Rng {
        at_table!(self, |_, core| decision_stream(seed, core))
    }

    /// The decision for which the game waits.
    pub fn phase(&self) -> Phase {
        at_table!(self, |_, core| core.phase())
    }

    /// How the game ended; `None` until it has.
    pub fn ending(&self) -> Option<Ending> {
        at_table!(self, |_, core| core.ending())
    }

    /// The seats not eliminated.
    pub fn alive(&self) -> SeatSet {
        let seen = at_table!(self, |_, core| core.alive());
        self.unseen.map_or(seen, |unseen| seen.or(unseen.pieces))
    }

    /// The seats eliminated by the move that is being judged.
    pub fn fallen(&self) -> SeatSet {
        at_table!(self, |_, core| core.fallen())
    }

    /// The live seats whose pieces have a start mark and are still on it.
    pub fn on_start_mark(&self) -> SeatSet {
        at_table!(self, |_, core| core.on_start_mark())
    }

    /// The live seats whose pieces may move to another start mark in their next turn (S12).
    pub fn displaced(&self) -> SeatSet {
        at_table!(self, |_, core| core.displaced())
    }

    /// The live seats whose pieces are on the board, and not hidden from the seat.
    pub fn in_sight(&self) -> SeatSet {
        at_table!(self, |_, core| core.placed())
    }

    /// Whether a rule hides the piece of a live seat from the seat that observes.
    pub fn is_hidden(&self, seat: Seat) -> bool {
        self.unseen.is_some_and(|unseen| unseen.pieces.contains(seat))
    }

    /// Whether the piece of a live seat waits off the board to come back in its next turn (V16).
    pub fn is_waiting(&self, seat: Seat) -> bool {
        at_table!(self, |_, core| core.waiting().contains(seat))
    }

    /// Where a seat's piece stands; `None` if it is not on the board, or hidden from the seat.
    pub fn place(&self, seat: Seat) -> Option<Place> {
        at_table!(self, |_, core| core.placed().contains(seat).then(|| core.place(seat)))
    }

    /// The board: which squares there are, and which lie side by side (T1, V5–V7).
    pub fn shape(&self) -> &Shape {
        at_table!(self, |basics, _| basics.grid.shape())
    }

    /// All start marks of the board, taken or not, in the order in which they are offered (T4, V5).
    pub fn all_marks(&self) -> &[Place] {
        at_table!(self, |basics, _| basics.grid.marks())
    }

    /// The fewest steps from square to square between two places, as paths go: round the world and
    /// through portals. `None`: neither can be reached from the other.
    pub fn steps(&self, from: Place, to: Place) -> Option<u8> {
        at_table!(self, |basics, _| basics.grid.steps(from.square(), to.square()))
    }

    /// What lies on a square of the board.
    pub fn content(&self, square: Square) -> Content {
        at_table!(self, |_, core| core.board().content(square))
    }

    /// Follows the path that enters a square at `from`, and calls `step` for each tile on it, with
    /// the square and the ports at which the path enters and leaves.
    pub fn walk(&self, from: Place, mut step: impl FnMut(Square, Port, Port)) {
        at_table!(self, |basics, core| core.board().walk(
            &basics.grid,
            from,
            |square, enter, leave| {
                step(square, enter, leave);
                true
            }
        ));
    }

    /// The size of a full hand.
    pub fn hand_size(&self) -> u8 {
        at_table!(self, |basics, _| basics.hand)
    }

    /// Whether the table has one open hand (V3).
    pub fn is_open(&self) -> bool {
        at_table!(self, |_, core| core.open)
    }

    /// The own hand, or the table's open one; empty for an onlooker if hands are hidden.
    pub fn hand(&self) -> Hand {
        at_table!(self, |_, core| match self.seat {
            Some(seat) => core.hand(seat),
            None if core.open => core.hand(core.active()),
            None => Hand::default(),
        })
    }

    /// The number of tiles that a seat holds; 0 if there is no such seat at the table.
    pub fn hand_len(&self, seat: Seat) -> usize {
        at_table!(self, |_, core| if seat.number() < core.seats() {
            core.hand(seat).len()
        } else {
            0
        })
    }

    /// The number of tiles in the draw pile.
    pub fn pile_len(&self) -> usize {
        at_table!(self, |_, core| core.pile().len())
    }

    /// The number of copies of each face in the whole deck, and after them of each special tile up
    /// to the last that there is.
    pub fn copies(&self) -> &[u16] {
        at_table!(self, |basics, _| basics.copies())
    }

    /// What pictures make of the board.
    pub fn look(&self) -> BoardStyle {
        at_table!(self, |basics, _| basics.look)
    }

    /// The special tiles that rules have put into the deck, by their number from 35.
    pub fn specials(&self) -> &[Option<&'static TileDecl>; SPECIALS] {
        at_table!(self, |basics, _| &basics.specials)
    }

    /// How a special tile looks; `None`: it is a face, or no tile of these rules.
    pub fn special(&self, tile: Face) -> Option<&'static Look> {
        Some(self.specials()[tile.index().checked_sub(FACES)?]?.look)
    }

    /// The seat that holds the Dragon tile (or the statue); `None`: no seat.
    pub fn holder(&self) -> Option<Seat> {
        at_table!(self, |_, core| core.holder())
    }

    /// The pieces of rules on the board, in ascending order of number.
    pub fn rule_pieces(&self) -> Vec<RulePiece> {
        RulePiece::sorted(|each| self.each_rule_piece(each))
    }

    /// What positions say of a piece of rules on the board beside its number, square and direction,
    /// by names of fields.
    pub(crate) fn piece_fields(&self, tile: u8) -> Vec<(&'static str, Value)> {
        self.rule.piece_fields(self.own, tile)
    }

    /// What is printed on the pieces of rules, by their number.
    pub fn piece_faces(&self) -> Vec<PieceFace> {
        self.rule.faces()
    }

    /// The numbers of the pieces of rules that may still come onto the board; `None` if the rules
    /// have no supply.
    pub fn supply(&self) -> Option<Supply> {
        self.rule.supply(self.own)
    }

    /// The numbers of the pieces under the supply, in the order in which they come when that is
    /// empty (W2).
    pub fn under_supply(&self) -> Vec<u8> {
        self.rule.under_supply(self.own)
    }

    /// The marks of rules on squares. Under a tile they are not seen.
    pub fn square_marks(&self) -> Vec<SquareMark> {
        let mut marks = Vec::new();
        self.shows(|shown| {
            if let Shown::Mark(mark) = shown {
                marks.push(mark);
            }
        });
        marks
    }

    /// The points of each seat; `None` if none are counted.
    pub fn scores(&self) -> Option<Vec<i64>> {
        self.rule.scores(self.table, self.own)
    }

    /// The points of each seat that a rule keeps; `None` if there are none, or if they follow from
    /// the rest, as the pieces left in V4.
    pub(crate) fn kept_scores(&self) -> Option<Vec<i64>> {
        self.scores().filter(|scores| self.rule.set_scores(&mut self.own.clone(), scores))
    }

    /// What the seat may know of the states of the rules, by their names, as each rule shows it.
    pub fn rule_views(&self) -> Value {
        self.rule.view(self.own, self.seat)
    }

    /// The number of teams: seat 0 plays in the first, seat 1 in the next, and so on around the
    /// table; 0: each plays for itself (V9).
    pub fn teams(&self) -> u8 {
        at_table!(self, |_, core| core.teams)
    }

    /// The seats against which `seat` plays, dead or alive: all of other teams (V9), none where one
    /// person plays all pieces (V4).
    pub fn opponents(&self, seat: Seat) -> SeatSet {
        if self.plays_alone() || self.plays_together() {
            return SeatSet::EMPTY;
        }
        // Nobody is in a team with whom there are none.
        let team = |seat: Seat| seat.number().checked_rem(self.teams()).unwrap_or(seat.number());
        let against = |other: &Seat| team(*other) != team(seat);
        SeatSet::first(self.seats()).iter().filter(against).collect()
    }

    /// Whether one person plays all pieces, so that no seat plays against another (V4).
    pub fn plays_alone(&self) -> bool {
        at_table!(self, |basics, _| basics.one_hand)
    }

    /// Whether a rule may end the game by something else than who is left, or who has most points.
    pub fn has_own_end(&self) -> bool {
        at_table!(self, |basics, _| basics.has_own_end(|| self.scores().is_some()))
    }

    /// Whether all seats win or lose together, so that no seat plays against another (W6).
    pub fn plays_together(&self) -> bool {
        at_table!(self, |basics, _| basics.together)
    }

    /// Whether the seat has to decide now.
    pub fn is_to_decide(&self) -> bool {
        let decision = self.phase().decision().is_some();
        decision && self.seat == Some(self.decider())
    }

    /// The start marks that the seat may choose, in the order of [`Observation::all_marks`]; empty
    /// if it does not choose one now.
    pub fn start_marks(&self) -> Vec<Place> {
        if !self.is_to_decide_in(Phase::Start) {
            return Vec::new();
        }
        at_table!(self, |basics, core| Marks::new(basics, core).at_start())
    }

    /// The start marks to which the seat may relocate; empty if it does not relocate now (S12).
    pub fn relocation_marks(&self) -> Vec<Place> {
        if !self.relocates_now() {
            return Vec::new();
        }
        at_table!(self, |basics, core| Marks::new(basics, core).to_relocate(core.active()))
    }

    /// The seat's legal placements, ascending by face and rotation; empty if it does not place now.
    pub fn legal(&self) -> Placements {
        if !self.places_now() {
            return Placements::new();
        }
        at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
            .legal())
    }

    /// The square on which the active seat lays its next tile: the one that its piece faces, unless
    /// it has chosen that of another piece of its team (W7). `None` while its piece has no place.
    pub fn placing_square(&self) -> Option<Square> {
        self.place(self.active())?;
        Some(at_table!(self, |_, core| core.aimed()))
    }

    /// How many legal placements the seat has, on all squares from which it could choose (W7); 0 if
    /// it does not place now.
    pub fn legal_count(&self) -> u16 {
        if !self.places_now() {
            return 0;
        }
        at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
            .count())
    }

    /// All different placements from the seat's hand, legal or not, ascending by face and rotation;
    /// empty if it does not place now.
    pub fn placements(&self) -> Placements {
        if !self.places_now() {
            return Placements::new();
        }
        let mut all: Placements =
            at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
                .all()
                .collect());
        all.sort_unstable();
        all
    }

    /// A random legal placement, all equally likely: faster than one of [`Observation::legal`].
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn sample_placement(&self, rng: &mut Rng) -> Laid {
        self.must_place();
        at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
            .sample(rng))
    }

    /// A random one of the [start marks](Observation::start_marks), all equally likely.
    ///
    /// # Panics
    /// If the seat does not choose a start mark now.
    pub fn sample_mark(&self, rng: &mut Rng) -> Place {
        assert!(self.is_to_decide_in(Phase::Start), "it is not this seat's choice of start mark");
        at_table!(self, |basics, core| Marks::new(basics, core).sample_at_start(rng))
    }

    /// What a placement of the seat would do to its own piece.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn fate(&self, tile: Laid) -> Fate {
        self.must_place();
        at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
            .fate(tile))
    }

    /// What a placement of the seat would do to every piece that it touches: its own first, then
    /// clockwise.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn consequences(&self, tile: Laid) -> Vec<Consequence> {
        self.must_place();
        at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
            .aimed()
            .consequences(tile)
            .collect())
    }

    /// The name of the rule, if one is why a placement of the seat is not legal (V14).
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn forbidden_by(&self, tile: Laid) -> Option<&'static str> {
        self.must_place();
        at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
            .forbidden_by(tile))
    }

    /// How the board would look after a placement of the seat.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn outlook(&self, tile: Laid) -> Outlook {
        self.must_place();
        at_table!(self, |basics, core| *Scout::new(basics, core).look(tile))
    }

    /// Whether placements that make the piece meet another are to be avoided (C3, L1).
    pub fn avoids_collisions(&self) -> bool {
        at_table!(self, |basics, _| basics.avoid.contains(Cause::Collision))
    }

    /// The number of different placements of `tiles` that would keep the active seat's piece alive
    /// where it stands, if it placed now.
    pub fn continuations(&self, tiles: impl Iterator<Item = Face>) -> u8 {
        at_table!(self, |basics, core| Scout::new(basics, core).continuations(core.active(), tiles))
    }

    /// The number of open ways (0–7, as [`Outlook::ways`]) that the active seat's piece would have
    /// at `place`, which faces a square without a tile.
    pub fn ways_at(&self, place: Place) -> u8 {
        at_table!(self, |basics, core| {
            let rest = core.placed().without(SeatSet::only(core.active()));
            let rest: SeatSet =
                rest.iter().filter(|&other| core.place(other).square() == place.square()).collect();
            let others = if basics.meeting == Meeting::Collide {
                travel::ports_of(core, rest)
            } else {
                PortSet::EMPTY
            };
            Scout::new(basics, core).ways_from(place, others)
        })
    }

    /// The tiles that the seat may take in its exchange; empty if it does not exchange now (C12).
    pub fn offered(&self) -> Vec<Face> {
        if !self.is_to_decide_in(Phase::Exchange) {
            return Vec::new();
        }
        at_table!(self, |_, core| core.offered().collect())
    }

    /// The faces of [`Observation::offered`] for which the hand has room, where it may hold only
    /// some copies of a special tile.
    pub(crate) fn takeable(&self) -> Vec<Face> {
        let (mut hand, mut offered) = (self.hand().iter().collect::<Vec<_>>(), self.offered());
        at_table!(self, |basics, _| if basics.limits_hands {
            offered.retain(|&tile| {
                let fits =
                    hand.iter().filter(|&&held| held == tile).count() < basics.most_in_hand(tile);
                hand.extend(fits.then_some(tile));
                fits
            });
        });
        offered
    }

    /// The exchanges that lead to different hands, declining first; empty if the seat does not
    /// exchange now (C12). At most [`MAX_EXCHANGES`](crate::game::MAX_EXCHANGES), the ones with the
    /// fewest swaps.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let offered = self.offered();
        if offered.is_empty() {
            return Vec::new();
        }
        at_table!(self, |basics, _| exchanges(self.hand(), &offered, |hand| basics
            .too_many_in(hand)
            .is_none()))
    }

    /// Whether the seat may make `exchange` now, from its own hand and the tiles offered (C12). If
    /// it exchanges now, it may always decline.
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

    /// The choices that the seat has now, in a fixed order: declining or staying first, the others
    /// ascending; empty if it has nothing to decide.
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
                stay.into_iter()
                    .chain(
                        self.relocation_marks()
                            .into_iter()
                            .map(|mark| Choice::Relocate(Some(mark))),
                    )
                    .collect()
            }
            Phase::Ask => self
                .question()
                .into_iter()
                .flat_map(|question| question.options)
                .map(Choice::Rule)
                .collect(),
            Phase::Turn | Phase::Over => Vec::new(),
        }
    }

    /// What a rule asks the seat now; `None`: nothing.
    pub fn question(&self) -> Option<Question> {
        if self.is_to_decide_in(Phase::Ask) { self.rules.question(self.state) } else { None }
    }

    /// The pieces that are about to be lost while a rule asks at a
    /// [loss](crate::game::Timing::Loss), before it at a [threat](crate::game::Timing::Threat), or
    /// before pieces [sail](crate::game::Timing::Ahead), each with the cause; the piece of the seat
    /// that decides comes first.
    pub fn losses(&self) -> Vec<(Seat, Cause)> {
        if !self.is_to_decide_in(Phase::Ask) {
            return Vec::new();
        }
        let threatened = self.table.threatened();
        let lost = if threatened.is_empty() {
            self.table.falling().or(self.table.ahead())
        } else {
            threatened
        };
        let cause = |seat| self.table.cause_of_loss(seat).unwrap_or(self.table.cause_ahead(seat));
        lost.clockwise_from(self.decider()).map(|seat| (seat, cause(seat))).collect()
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

    /// A [`World`] for a search: a game that is the same as far as the seat can see or knows, and
    /// otherwise dealt at random.
    ///
    /// # Panics
    /// If the seat does not decide now.
    pub fn imagine(&self) -> Box<dyn World + '_> {
        assert!(self.is_to_decide(), "it is not this seat's decision");
        self.rules.imagine(self.state, Some(self.decider()), self.knowledge())
    }

    /// The rule that forbids placements, with its state.
    #[inline]
    pub(super) fn judge<Z: Size>(&self, basics: &Basics<Z>) -> Judge<'_> {
        if basics.forbids() { Some((self.rule, self.own)) } else { None }
    }

    pub(super) fn must_place(&self) {
        assert!(self.places_now(), "it is not this seat's placement");
    }

    pub(super) fn is_to_decide_in(&self, phase: Phase) -> bool {
        self.is_to_decide() && self.phase() == phase
    }

    pub(crate) fn places_now(&self) -> bool {
        self.is_to_decide_in(Phase::Place)
    }

    pub(super) fn relocates_now(&self) -> bool {
        self.is_to_decide() && matches!(self.phase(), Phase::Relocate { .. })
    }
}

//! Before the first turn: the deal, the hazard's setup, and start marks (C1, L2, S1, S3, T4);
//! later, marks to relocate to (S12).

use crate::board::{Content, Face, Place, Size, Store};
use crate::game::basics::data::Basics;
use crate::game::chance::{Chance, Rng};
use crate::game::event::{Event, Sink};
use crate::game::pieces::hand::{Hand, Pile};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::core::{Core, Phase};
use arrayvec::ArrayVec;

/// Makes a table for `seats`, before the deal.
///
/// # Panics
/// If `seats` is not a number of players that the rule set allows.
pub fn table<R: RuleSet>(rules: &R, seats: u8) -> State<R> {
    let counts = rules.basics().players;
    assert!(counts.contains(seats), "{seats} players, where {counts} can play");
    State::new(rules, seats)
}

/// Deals on a fresh [`table`].
pub(super) fn deal<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let basics = rules.basics();
    let core = &mut state.core;
    debug_assert!(
        core.phase == Phase::Start && core.pile.len() == basics.deck.len(),
        "not a fresh table"
    );
    let seats = core.seats;
    if basics.first_at_random {
        core.first = chance.first(seats);
    }
    core.active = core.first;
    core.pile.begins_at_its_first();
    chance.deck(&mut core.pile);
    let hands = if basics.open { 1 } else { usize::from(seats) };
    for slot in 0..hands {
        let hand: Hand = if basics.limits_hands {
            hand_within_limits(basics, &mut core.pile)
        } else {
            (0..basics.hand).filter_map(|_| core.pile.draw()).collect()
        };
        if hand.len() < basics.hand.into() {
            core.short.insert(Seat::new(slot as u8));
        }
        core.hands.put(slot, hand);
    }
    if S::EVENTS {
        let dealt: ArrayVec<Hand, MAX_SEATS> = (0..hands).map(|slot| core.hands.at(slot)).collect();
        sink.event(&Event::Deal { hands: &dealt, pile: &core.pile });
    }
}

/// Deals a hand that has no more of a special tile than hands may hold: further ones stay in the
/// pile (W2).
#[cold]
fn hand_within_limits<Z: Size>(basics: &Basics<Z>, pile: &mut Pile<Z>) -> Hand {
    let mut hand = Hand::default();
    for _ in 0..basics.hand {
        let fits = |tile: Face| {
            hand.iter().filter(|&held| held == tile).count() < basics.most_in_hand(tile)
        };
        let Some(tile) = pile.iter().find(|&tile| fits(tile)) else { break };
        pile.take_first(tile);
        hand.push(tile);
    }
    hand
}

/// The start marks from which a seat may choose, at the start or when it relocates.
#[derive(Debug)]
pub struct Marks<'a, Z: Size> {
    basics: &'a Basics<Z>,
    core: &'a Core<Z>,
    /// The seats whose pieces are in the way on their start marks.
    on_start_mark: SeatSet,
    /// Whether a piece comes back: then there may be tiles on the board, and pieces anywhere (V16).
    comes_back: bool,
}

impl<'a, Z: Size> Marks<'a, Z> {
    /// The start marks as they are occupied now.
    pub fn new(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        Self { basics, core, on_start_mark: core.on_start_mark(), comes_back: core.comes_back() }
    }

    /// The marks on which the active piece could come back (V16).
    pub(super) fn coming_back(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        Self { comes_back: true, ..Self::new(basics, core) }
    }

    /// Whether there is any mark to choose at the start.
    pub(super) fn is_there_any(&self) -> bool {
        self.basics.grid.marks().iter().any(|&mark| self.is_free(mark))
    }

    /// Whether a piece that comes back could stand at `mark`: without a tile, and where no piece
    /// stands (V16).
    #[cold]
    fn takes_back(&self, mark: Place) -> bool {
        matches!(self.core.board().content(mark.square()), Content::Empty | Content::Blocked)
            && self.core.standing_at(mark).is_empty()
    }

    /// Whether no piece is in the way at `mark`: on the mark itself or, if squares may not be
    /// shared, on its square (T4).
    #[inline]
    fn is_free(&self, mark: Place) -> bool {
        self.on_start_mark.iter().all(|seat| {
            let taken = self.core.place(seat);
            taken != mark && (self.basics.share_square || taken.square() != mark.square())
        }) && (!self.comes_back || self.takes_back(mark))
    }

    fn is_blocked(&self, mark: Place) -> bool {
        self.core.board().is_blocked(mark.square())
    }

    /// The free marks that a seat may choose at the start, in the order of
    /// [`Grid::marks`](crate::board::Grid::marks). Marks that face a blocked square are among them
    /// only if no others are free (S3).
    pub fn at_start(&self) -> Vec<Place> {
        let mut marks = Vec::with_capacity(self.basics.grid.marks().len());
        self.each_start(|mark| marks.push(mark));
        marks
    }

    /// Whether a seat may choose `mark` at the start.
    pub(crate) fn allows_start(&self, mark: Place) -> bool {
        let is_free = self.basics.grid.is_mark(mark) && self.is_free(mark);
        is_free && (!self.is_blocked(mark) || self.at_start().contains(&mark))
    }

    /// Calls `each` with every mark of [`Marks::at_start`], in their order.
    pub(crate) fn each_start(&self, mut each: impl FnMut(Place)) {
        let marks = self.basics.grid.marks();
        let mut all_blocked = true;
        for &mark in marks {
            if self.is_free(mark) && !self.is_blocked(mark) {
                all_blocked = false;
                each(mark);
            }
        }
        if all_blocked {
            marks.iter().copied().filter(|&mark| self.is_free(mark)).for_each(each);
        }
    }

    /// A random one of the marks [`at_start`](Marks::at_start), all equally likely.
    pub(crate) fn sample_at_start(&self, rng: &mut Rng) -> Place {
        let marks = self.basics.grid.marks();
        for _ in 0..8 {
            let mark = marks[rng.below(marks.len() as u32) as usize];
            if self.is_free(mark) && !self.is_blocked(mark) {
                return mark;
            }
        }
        // Without a list: a simulated game allocates nothing. There is always one: more seats than
        // marks are refused when the rules are compiled.
        let (mut count, mut at, mut chosen) = (0, 0, marks[0]);
        self.each_start(|_| count += 1);
        let number = rng.below(count);
        self.each_start(|mark| {
            if at == number {
                chosen = mark;
            }
            at += 1;
        });
        chosen
    }

    /// The marks to which the piece of `seat` may move: free ones on the same side of their squares
    /// that face an empty square (S12).
    pub fn to_relocate(&self, seat: Seat) -> Vec<Place> {
        self.relocations(seat).collect()
    }

    /// Whether there is any mark to which the piece of `seat` may move.
    pub(crate) fn has_relocation(&self, seat: Seat) -> bool {
        self.relocations(seat).next().is_some()
    }

    /// A random one of the marks [`to_relocate`](Marks::to_relocate) to or, unless the piece `must`
    /// move, staying (`None`): all equally likely.
    pub(crate) fn sample_to_relocate(
        &self,
        seat: Seat,
        must: bool,
        rng: &mut Rng,
    ) -> Option<Place> {
        let choices = self.relocations(seat).count() as u32 + u32::from(!must);
        self.relocations(seat).nth(rng.below(choices.max(1)) as usize)
    }

    pub(crate) fn relocations(&self, seat: Seat) -> impl Iterator<Item = Place> {
        let others = self.on_start_mark.without(SeatSet::only(seat));
        let along = self.basics.grid.marks_along(self.core.place(seat).port().side());
        // A rule may have carried a piece that has left its own mark to another one (V13).
        let is_taken = |mark: Place| !self.core.standing_at(mark).is_empty();
        let shares = move |mark: Place| {
            !self.basics.share_square && !self.core.facing(mark.square()).and(others).is_empty()
        };
        let is_free = move |mark: Place| {
            !is_taken(mark) && !shares(mark) && (!self.comes_back || self.takes_back(mark))
        };
        along
            .iter()
            .copied()
            .filter(move |&mark| self.core.board().is_empty(mark.square()) && is_free(mark))
    }
}

/// Puts the active seat's piece on `mark`, one of [`Marks::at_start`]; the next seat chooses then,
/// or the first turn can begin (C1).
pub fn choose_start<R: RuleSet, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    mark: Place,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert!(
        core.phase == Phase::Start && Marks::new(rules.basics(), core).allows_start(mark),
        "{mark}"
    );
    let player = core.active;
    core.places.put(player, mark);
    core.on_start_mark.insert(player);
    if S::EVENTS {
        sink.event(&Event::Start { player, mark });
    }
    core.active = Seat::new((player.number() + 1) % core.seats);
    if core.active == core.first {
        core.phase = Phase::Turn;
    }
    state.drop_veils();
    if const { <R::Size as Size>::HIDES && S::EVENTS } && rules.basics().hides() {
        state.tell_sights(rules, sink);
    }
}

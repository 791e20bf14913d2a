//! [`GameContext`]: the one implementation of [`RuleContext`], by which rules look at a game and act on it.

use super::core::Core;
use super::game_state::State;
use crate::board::{Content, Face, Laid, Place, PortSet, Rotation, RouteEnd, Shape, Size, Square, SquareSet, Store};
use crate::game::chance::{Chance, Luck, RunSeed, Shuffle};
use crate::game::declare::chance::Lot;
use crate::game::declare::event::{EventDecl, FieldValue};
use crate::game::event::{Cause, Destination, Event, Sink, Spot};
use crate::game::pieces::hand::{Hand, MAX_HAND, Pile};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::basics::{Basics, Meeting, TieBreak};
use crate::game::rule::traits::{RuleContext, RuleSet, ScoreRule, sealed};
use arrayvec::ArrayVec;
use serde_json::json;

/// A game together with its chance and its sink, as rules get it.
pub(in crate::game) struct GameContext<'a, Z: Size, C, S> {
    pub basics: &'a Basics<Z>,
    pub core: &'a mut Core<Z>,
    pub chance: &'a mut C,
    pub sink: &'a mut S,
}

impl<'a, Z: Size, C, S> GameContext<'a, Z, C, S> {
    #[inline]
    pub(crate) fn new(basics: &'a Basics<Z>, core: &'a mut Core<Z>, chance: &'a mut C, sink: &'a mut S) -> Self {
        Self { basics, core, chance, sink }
    }

    /// Gives a seat another hand, and notes whether it is short of tiles.
    fn set_hand(&mut self, seat: Seat, hand: Hand)
    where
        C: Chance,
        S: Sink,
    {
        self.core.hands.put(seat.index(), hand);
        if hand.len() < self.hand_size() {
            self.core.short.insert(seat);
        } else {
            self.core.short.remove(seat);
        }
    }

    /// Takes a tile of this face from a hand or the pile. `false` (and no change) if there is none.
    fn take(&mut self, tile: Face, from: Spot) -> bool
    where
        C: Chance,
        S: Sink,
    {
        match from {
            Spot::Hand(seat) => {
                if self.core.open || seat.number() >= self.core.seats {
                    return false;
                }
                let mut hand = self.core.hand(seat);
                let held = hand.take(tile);
                if held {
                    self.set_hand(seat, hand);
                }
                held
            }
            Spot::PileTop => self.core.pile.take_first(tile),
            Spot::PileBottom => self.core.pile.take_last(tile),
            Spot::Box | Spot::Board(_) => false,
        }
    }

    /// Eliminates a piece that comes to stand at `to`, with those that stand there, if pieces that meet are out. `true`:
    /// it met one.
    fn collides(&mut self, seat: Seat, to: Place) -> bool
    where
        C: Chance,
        S: Sink,
    {
        let others = self.core.standing_at(to).without(SeatSet::only(seat));
        if self.basics.meeting == Meeting::Pass || others.is_empty() {
            return false;
        }
        let both = others.or(SeatSet::only(seat));
        both.clockwise_from(self.core.active).for_each(|met| self.eliminate(met, Cause::Collision));
        true
    }

    /// Puts a piece at the end of its trip, where it is eliminated if the square that it faces is blocked.
    fn arrive(&mut self, seat: Seat, to: Place)
    where
        C: Chance,
        S: Sink,
    {
        self.core.places.put(seat, to);
        self.core.on_start_mark.remove(seat);
        self.core.displaced.remove(seat);
        if self.core.board.is_blocked(to.square()) {
            self.eliminate(seat, self.basics.cause_of_blocked);
        } else {
            self.note(&Event::Moved { player: seat, to });
        }
    }

    /// Tells the score rule which tiles were taken off the board, if it wants to know.
    #[inline]
    pub(crate) fn tell_removed<R: ScoreRule>(&mut self, score: &R, state: &mut R::State) {
        if self.basics.tells_removed {
            tell_each_removed(&mut self.core.removed, score, state);
        }
    }
}

/// Tells the score rule of each square from which a tile was taken.
// Its figure stands at `Board::cut_paths_that_return`.
#[cold]
fn tell_each_removed<Z: Size, R: ScoreRule>(removed: &mut SquareSet<Z>, score: &R, state: &mut R::State) {
    std::mem::take(removed).iter().for_each(|square| score.removed(state, square));
}

/// Shows a copy of a game to a rule that only looks at it. Copying takes time, so the turn engine does without.
pub(in crate::game) fn with_copy<R: RuleSet, T>(
    rules: &R,
    core: &Core<R::Size>,
    look: impl FnOnce(&GameContext<'_, R::Size, Luck, ()>) -> T,
) -> T {
    let (mut core, mut luck) = (core.clone(), Luck(RunSeed::new("").game(0)));
    look(&GameContext::new(rules.basics(), &mut core, &mut luck, &mut ()))
}

/// The points of all seats, if the score rule counts any.
pub(in crate::game) fn scores<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Vec<i64>> {
    with_copy(rules, &state.core, |table| rules.score().scores(table, &state.score))
}

impl<Z: Size> Shuffle for Pile<Z> {
    fn len(&self) -> usize {
        Self::len(self)
    }
    fn face(&self, index: usize) -> u8 {
        self.at(index).number()
    }
    fn swap(&mut self, one: usize, other: usize) {
        Self::swap(self, one, other);
    }
}

impl<Z: Size, C: Chance, S: Sink> sealed::Sealed for GameContext<'_, Z, C, S> {}

impl<Z: Size, C: Chance, S: Sink> RuleContext for GameContext<'_, Z, C, S> {
    #[inline]
    fn seats(&self) -> u8 {
        self.core.seats
    }
    #[inline]
    fn shape(&self) -> &Shape {
        self.basics.grid.shape()
    }
    #[inline]
    fn turn_tiles(&self) -> usize {
        self.basics.turn_tiles.into()
    }
    #[inline]
    fn turn(&self) -> u32 {
        self.core.turn
    }
    #[inline]
    fn active(&self) -> Seat {
        self.core.active
    }
    #[inline]
    fn alive(&self) -> SeatSet {
        self.core.alive
    }
    #[inline]
    fn fallen(&self) -> SeatSet {
        self.core.fallen
    }
    #[inline]
    fn met_active(&self) -> SeatSet {
        self.core.met_active
    }
    #[inline]
    fn on_start_mark(&self) -> SeatSet {
        self.core.on_start_mark
    }
    #[inline]
    fn displaced(&self) -> SeatSet {
        self.core.displaced
    }
    #[inline]
    fn place(&self, seat: Seat) -> Place {
        self.core.place(seat)
    }
    #[inline]
    fn facing(&self, square: Square) -> SeatSet {
        self.core.facing(square)
    }
    fn standing_on(&self, square: Square) -> SeatSet {
        self.core.standing_on(self.basics, square)
    }
    #[inline]
    fn content(&self, square: Square) -> Content {
        self.core.board.content(square)
    }
    #[inline]
    fn board_is_full(&self) -> bool {
        self.core.board.is_full(&self.basics.grid)
    }
    #[inline]
    fn hand_size(&self) -> usize {
        self.basics.hand.into()
    }
    #[inline]
    fn hand_len(&self, seat: Seat) -> usize {
        self.core.hand(seat).len()
    }
    #[inline]
    fn pile_len(&self) -> usize {
        self.core.pile.len()
    }
    #[inline]
    fn short_of_tiles(&self) -> SeatSet {
        self.core.short.and(self.core.alive)
    }
    #[inline]
    fn tie_break(&self) -> TieBreak {
        self.basics.tie_break
    }
    #[inline]
    fn hand(&self, seat: Seat) -> Hand {
        self.core.hand(seat)
    }
    fn pile(&self, depth: usize) -> Option<Face> {
        (depth < self.core.pile.len()).then(|| self.core.pile.at(depth))
    }
    fn mates(&self, seat: Seat) -> SeatSet {
        self.core.mates(seat)
    }
    fn travelled(&self) -> SeatSet {
        self.core.travellers.and(self.core.alive)
    }

    #[inline]
    fn draw_one(&mut self, seat: Seat) -> Option<Face> {
        let slot = self.core.slot(seat);
        let mut hand = self.core.hands.at(slot);
        if hand.len() >= self.hand_size() {
            return None;
        }
        let tile = self.core.pile.draw()?;
        hand.push(tile);
        self.core.hands.put(slot, hand);
        if hand.len() == self.hand_size() {
            self.core.short.remove(seat);
        }
        self.note(&Event::Drew { player: seat, tile });
        Some(tile)
    }

    fn draw_beyond(&mut self, seat: Seat, limit: usize) -> Option<Face> {
        let mut hand = self.core.hand(seat);
        if self.core.open || hand.len() >= limit.min(MAX_HAND) {
            return None;
        }
        let tile = self.core.pile.draw()?;
        hand.push(tile);
        self.set_hand(seat, hand);
        self.note(&Event::Drew { player: seat, tile });
        Some(tile)
    }

    fn put(&mut self, tile: Face, from: Spot, to: Spot, by: SeatSet) -> bool {
        let has_room = match to {
            Spot::Hand(seat) => !self.core.open && seat.number() < self.core.seats && self.core.hand(seat).len() < MAX_HAND,
            Spot::PileTop | Spot::PileBottom | Spot::Box => true,
            Spot::Board(_) => false,
        };
        if let Spot::Board(square) = from {
            let goes = match to {
                Spot::PileBottom => Destination::Pile,
                Spot::Box => Destination::Box,
                _ => return false,
            };
            let there = self.basics.grid.contains(square) && self.core.board.tile(square).is_some_and(|laid| laid.face() == tile);
            return there && self.remove_tile(square, goes).is_some();
        }
        if !has_room || from == to || !self.take(tile, from) {
            return false;
        }
        match to {
            Spot::Hand(seat) => {
                let mut hand = self.core.hand(seat);
                hand.push(tile);
                self.set_hand(seat, hand);
            }
            Spot::PileTop => self.core.pile.push_on_top(tile),
            Spot::PileBottom => self.core.pile.push(tile),
            Spot::Box | Spot::Board(_) => {}
        }
        self.note(&Event::Shifted { tile, from, to, by });
        true
    }

    fn lay(&mut self, square: Square, tile: Laid, from: Spot, rule: &'static str) -> bool {
        let free = self.basics.grid.contains(square) && self.core.board.content(square) == Content::Empty;
        if !free || matches!(from, Spot::Board(_)) || !self.take(tile.face(), from) {
            return false;
        }
        if S::EVENTS {
            let data = json!({ "laid": { "square": square, "tile": tile.face(), "rotation": tile.rotation() } });
            self.note(&Event::Shifted { tile: tile.face(), from, to: Spot::Board(square), by: SeatSet::first(self.core.seats) });
            self.note(&Event::Rule { rule, data: &data });
        }
        let collide = self.basics.meeting == Meeting::Collide;
        let travellers = self.core.facing(square);
        let trips: ArrayVec<(Seat, RouteEnd), MAX_SEATS> = travellers
            .clockwise_from(self.core.active)
            .map(|seat| {
                let rest = travellers.without(SeatSet::only(seat));
                let others = rest.iter().fold(PortSet::EMPTY, |ports, other| ports.with(self.core.place(other).port()));
                let others = if collide { others } else { PortSet::EMPTY };
                (seat, self.core.board.route(&self.basics.grid, square, tile, self.core.place(seat).port(), others).end)
            })
            .collect();
        self.core.board.lay(&self.basics.grid, square, tile);
        self.core.board.set_cut();
        // Who met whom is judged on the board as it is now, before anybody is taken off it (T7).
        let mut met = SeatSet::EMPTY;
        for &(seat, end) in &trips {
            let partners = match end {
                RouteEnd::Met(port) => travellers.iter().filter(|&other| other != seat && self.core.place(other).port() == port).collect(),
                RouteEnd::At(to) if collide => self.core.standing_at(to).without(travellers),
                _ => SeatSet::EMPTY,
            };
            if !partners.is_empty() {
                met = met.or(partners).or(SeatSet::only(seat));
            }
        }
        let touched = met.or(travellers);
        for seat in touched.clockwise_from(self.core.active) {
            let end = trips.iter().find(|trip| trip.0 == seat).map(|trip| trip.1);
            match end {
                _ if met.contains(seat) => self.eliminate(seat, Cause::Collision),
                Some(RouteEnd::At(to)) => self.arrive(seat, to),
                Some(RouteEnd::Edge) => self.eliminate(seat, Cause::Edge),
                Some(RouteEnd::Loop) => self.eliminate(seat, Cause::Loop),
                Some(RouteEnd::Met(_)) | None => self.eliminate(seat, Cause::Collision),
            }
        }
        true
    }

    fn turn_tile(&mut self, square: Square, by: Rotation, rule: &'static str) -> bool {
        let grid = &self.basics.grid;
        if !grid.contains(square) {
            return false;
        }
        let Some(laid) = self.core.board.remove(grid, square) else { return false };
        let tile = Laid::new(laid.face(), laid.rotation().then(by));
        self.core.board.lay(grid, square, tile);
        self.core.board.set_cut();
        if self.basics.tells_removed {
            self.core.removed.insert(square);
        }
        if S::EVENTS {
            let data = json!({ "turned": { "square": square, "tile": tile.face(), "rotation": tile.rotation() } });
            self.note(&Event::Rule { rule, data: &data });
        }
        true
    }

    fn carry(&mut self, seat: Seat, to: Place, rule: &'static str) -> bool {
        if !self.core.alive.contains(seat) || !self.basics.grid.contains(to.square()) {
            return false;
        }
        self.note(&Event::Carried { player: seat, to, rule });
        self.core.places.put(seat, to);
        self.core.on_start_mark.remove(seat);
        self.core.displaced.remove(seat);
        // The path behind the piece need not lead to its start mark any more.
        self.core.board.set_cut();
        if self.collides(seat, to) {
            return true;
        }
        if self.core.board.tile(to.square()).is_some() {
            match self.core.board.trip(&self.basics.grid, to) {
                RouteEnd::At(end) => {
                    if !self.collides(seat, end) {
                        self.arrive(seat, end);
                    }
                }
                RouteEnd::Loop => self.eliminate(seat, Cause::Loop),
                RouteEnd::Edge | RouteEnd::Met(_) => self.eliminate(seat, Cause::Edge),
            }
        } else if self.core.board.is_blocked(to.square()) {
            self.eliminate(seat, self.basics.cause_of_blocked);
        }
        true
    }

    fn eliminate(&mut self, seat: Seat, cause: Cause) {
        if !self.core.alive.contains(seat) {
            return;
        }
        self.core.alive.remove(seat);
        self.core.on_start_mark.remove(seat);
        self.core.displaced.remove(seat);
        self.core.fallen.insert(seat);
        self.core.unreturned.insert(seat);
        self.note(&Event::Eliminated { player: seat, cause });
    }

    fn displace(&mut self, seat: Seat) {
        if self.core.on_start_mark.contains(seat) {
            self.core.displaced.insert(seat);
        }
    }

    fn remove_tile(&mut self, square: Square, to: Destination) -> Option<Face> {
        let tile = self.core.board.remove(&self.basics.grid, square)?.face();
        if self.basics.tells_removed {
            self.core.removed.insert(square);
        }
        if to == Destination::Pile {
            self.core.pile.push(tile);
        }
        self.note(&Event::WakeRemoved { square, tile, to });
        Some(tile)
    }

    fn block(&mut self, square: Square) {
        if self.core.board.content(square) == Content::Empty {
            self.core.board.block(square);
        }
    }

    fn unblock(&mut self, square: Square) {
        if self.core.board.is_blocked(square) {
            self.core.board.unblock(square);
        }
    }

    #[inline]
    fn move_block(&mut self, from: Square, to: Square) {
        let board = &mut self.core.board;
        if board.is_blocked(from) & ((from == to) | (board.content(to) == Content::Empty)) {
            board.move_block(from, to);
        }
    }

    #[expect(clippy::inline_always, reason = "what the rule declares is known where it asks, and only the arithmetic is left of it")]
    #[inline(always)]
    fn chance(&mut self, lot: &Lot<'_>) -> [u32; 2] {
        let decl = lot.decl();
        let at = self.core.next_moment(|asked| asked.of(decl.stream));
        let numbers = self.chance.numbers(at, lot);
        if S::EVENTS && decl.event.is_none() {
            let below = lot.below();
            self.note(&Event::Picked { decl, seat: lot.seat(), picked: &numbers[..below.len()], below });
        }
        numbers
    }

    #[inline]
    fn note(&mut self, event: &Event<'_>) {
        if S::EVENTS {
            self.sink.event(event);
        }
    }

    #[inline]
    fn tell(&mut self, decl: &'static EventDecl, values: &[FieldValue]) {
        if S::EVENTS {
            debug_assert_eq!(decl.fields.len(), values.len(), "{}", decl.name);
            if decl.is_of_rule() {
                self.sink.event(&Event::Rule { rule: decl.name, data: &decl.data(values) });
            } else {
                self.sink.event(&Event::Declared { decl, values });
            }
        }
    }

    fn as_dyn(&mut self) -> &mut dyn RuleContext {
        self
    }
    fn as_dyn_ref(&self) -> &dyn RuleContext {
        self
    }
}

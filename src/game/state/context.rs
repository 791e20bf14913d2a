//! [`GameContext`]: the one implementation of [`RuleContext`], by which rules look at a game and act on it.

use super::core::Core;
use super::game_state::State;
use crate::board::{Content, Face, Place, Rotation, Size, Square, SquareSet, Store};
use crate::game::chance::{Chance, Dice, Luck, RunSeed, Shuffle};
use crate::game::event::{Cause, Destination, Event, Sink};
use crate::game::pieces::hand::Pile;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::pieces::supply::Supply;
use crate::game::rule::basics::{Basics, TieBreak};
use crate::game::rule::traits::{RuleContext, RuleSet, ScoreRule, sealed};

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
    fn columns(&self) -> u8 {
        self.basics.grid.columns()
    }
    #[inline]
    fn rows(&self) -> u8 {
        self.basics.grid.rows()
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

    #[inline]
    fn roll_dice(&mut self) -> Dice {
        let at = self.core.next_moment(|asked| &mut asked.dice);
        self.chance.dice(at)
    }

    #[inline]
    fn roll_die(&mut self) -> u8 {
        let at = self.core.next_moment(|asked| &mut asked.die);
        self.chance.die(at)
    }

    #[inline]
    fn spawn(&mut self, supply: Supply) -> (u8, Rotation) {
        let at = self.core.next_moment(|asked| &mut asked.spawn);
        let (tile, facing) = self.chance.spawn(at, supply);
        (tile, Rotation::new(facing))
    }

    fn pick(&mut self, rule: &'static str, bound: u32) -> u32 {
        let at = self.core.next_moment(|asked| &mut asked.rule);
        let picked = self.chance.pick(at, rule, bound.max(1));
        if S::EVENTS {
            self.note(&Event::Rule { rule, data: &serde_json::json!({ "picked": picked, "below": bound.max(1) }) });
        }
        picked
    }

    #[inline]
    fn note(&mut self, event: &Event<'_>) {
        if S::EVENTS {
            self.sink.event(event);
        }
    }

    fn as_dyn(&mut self) -> &mut dyn RuleContext {
        self
    }
    fn as_dyn_ref(&self) -> &dyn RuleContext {
        self
    }
}

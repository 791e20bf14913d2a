//! [`GameContext`]: a game with its sink, and what the verbs of rules do to it.

#![expect(
    clippy::inline_always,
    reason = "0.8 to 1.3 % of classic, as on the two ways to travel in `engine.rs`"
)]
use super::core::Core;
use super::pending::{Danger, Fall, Resolution};
use super::travel;
use crate::board::{Content, Face, Laid, Place, Rotation, RouteEnd, Size, Square, Store};
use crate::game::basics::data::{Basics, Meeting};
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Shuffle;
use crate::game::declare::event::{Fields, RuleEvent};
use crate::game::event::{Cause, Destination, Event, Sink, Spot};
use crate::game::pieces::hand::{Hand, MAX_HAND, Pile};
use crate::game::pieces::seat::{Seat, SeatSet};

/// A game together with its sink.
pub(in crate::game) struct GameContext<'a, Z: Size, S> {
    pub basics: &'a Basics<Z>,
    pub core: &'a mut Core<Z>,
    pub sink: &'a mut S,
}

impl<'a, Z: Size, S: Sink> GameContext<'a, Z, S> {
    #[inline]
    pub(crate) fn new(basics: &'a Basics<Z>, core: &'a mut Core<Z>, sink: &'a mut S) -> Self {
        Self { basics, core, sink }
    }

    /// Gives a seat another hand, and notes whether it is short of tiles.
    fn set_hand(&mut self, seat: Seat, hand: Hand) {
        self.core.hands.put(seat.index(), hand);
        if hand.len() + self.core.owed(seat) < self.hand_size() {
            self.core.short.insert(seat);
        } else {
            self.core.short.remove(seat);
        }
    }

    /// Takes a tile of this face from a hand or the pile. `false` (and no change) if there is none.
    fn take(&mut self, tile: Face, from: Spot) -> bool {
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

    /// Eliminates a piece that comes to stand at `to`, with the pieces that stand there, if pieces
    /// that meet are out. `true`: it met one.
    fn collides(&mut self, seat: Seat, to: Place) -> bool {
        let others = self.core.standing_at(to).without(SeatSet::only(seat));
        if self.basics.meeting == Meeting::Pass || others.is_empty() {
            return false;
        }
        let both = others.or(SeatSet::only(seat));
        both.clockwise_from(self.core.active)
            .for_each(|met| self.collide::<false>(met, both.without(SeatSet::only(met))));
        true
    }

    /// Eliminates a piece that has met others.
    pub(crate) fn collide<const PLACED: bool>(&mut self, seat: Seat, met: SeatSet) {
        self.fall::<PLACED>(Fall { seat, cause: Cause::Collision, met });
    }

    fn fall<const PLACED: bool>(&mut self, fall: Fall) {
        if !self.core.alive.contains(fall.seat) {
            return;
        }
        if self.basics.timings.meets(TimingSet::FALLING) {
            return self.core.fall(fall);
        }
        self.lose::<PLACED>(fall.seat, fall.cause);
    }

    /// Puts a piece at `to`, where it is eliminated if the square that it faces is blocked.
    #[inline(always)]
    pub(crate) fn stand<const PLACED: bool>(&mut self, seat: Seat, to: Place) {
        self.core.places.put(seat, to);
        self.core.on_start_mark.remove(seat);
        self.core.displaced.remove(seat);
        if self.core.board.is_blocked(to.square()) {
            self.put_out::<PLACED>(seat, self.basics.cause_of_blocked);
        } else {
            self.note(&Event::Moved { player: seat, to });
        }
    }

    /// Moves or eliminates a piece, given the end of its trip across the new tile.
    #[inline(always)]
    pub(crate) fn finish_trip<const PLACED: bool>(&mut self, seat: Seat, end: RouteEnd) {
        match end {
            RouteEnd::At(to) => self.stand::<PLACED>(seat, to),
            RouteEnd::Edge => self.put_out::<PLACED>(seat, Cause::Edge),
            RouteEnd::Loop => self.put_out::<PLACED>(seat, Cause::Loop),
            RouteEnd::Met(_) => self.put_out::<PLACED>(seat, Cause::Collision),
        }
    }

    /// Moves or eliminates all pieces that a placement touches, the active one first, then
    /// clockwise.
    pub(crate) fn finish_trips<const PLACED: bool>(&mut self, resolution: &Resolution) {
        for (seat, end) in resolution.ends(self.core.active) {
            match end {
                Some(end) => self.finish_trip::<PLACED>(seat, end),
                None => self.collide::<PLACED>(seat, resolution.partners(self.core, seat)),
            }
        }
    }
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

/// The verbs by which rules act. What each does stands at that of [`Table`](crate::game::Table).
impl<Z: Size, S: Sink> GameContext<'_, Z, S> {
    fn hand_size(&self) -> usize {
        self.basics.hand.into()
    }

    pub(crate) fn draw_one(&mut self, seat: Seat) -> Option<Face> {
        self.draw::<true>(seat)
    }

    /// [`GameContext::draw_one`], of which rules hear only if they may.
    #[inline]
    pub(crate) fn draw<const HEARD: bool>(&mut self, seat: Seat) -> Option<Face> {
        let slot = self.core.slot(seat);
        let mut hand = self.core.hands.at(slot);
        let owed = if HEARD { self.core.owed(seat) } else { 0 };
        if hand.len() + owed >= self.hand_size() {
            return None;
        }
        let tile = self.core.pile.draw()?;
        hand.push(tile);
        self.core.hands.put(slot, hand);
        if hand.len() + owed == self.hand_size() {
            self.core.short.remove(seat);
        }
        self.note(&Event::Drew { player: seat, tile });
        if HEARD {
            self.note_draw(seat, tile);
        }
        Some(tile)
    }

    pub(crate) fn draw_beyond(&mut self, seat: Seat, limit: usize) -> Option<Face> {
        let mut hand = self.core.hand(seat);
        if self.core.open || hand.len() >= limit.min(MAX_HAND) {
            return None;
        }
        let tile = self.core.pile.draw()?;
        hand.push(tile);
        self.set_hand(seat, hand);
        self.note(&Event::Drew { player: seat, tile });
        self.note_draw(seat, tile);
        Some(tile)
    }

    /// Notes a draw, if rules hear of it.
    fn note_draw(&mut self, seat: Seat, tile: Face) {
        if self.basics.timings.contains(Timing::Drawn) {
            self.core.pending.get_or_insert_default().drawn.push((seat, tile));
        }
    }

    pub(crate) fn put(&mut self, tile: Face, from: Spot, to: Spot, by: SeatSet) -> bool {
        let has_room = match to {
            Spot::Hand(seat) => {
                !self.core.open
                    && seat.number() < self.core.seats
                    && self.core.hand(seat).len() < MAX_HAND
            }
            Spot::PileTop | Spot::PileBottom | Spot::Box => true,
            Spot::Board(_) => false,
        };
        if let Spot::Board(square) = from {
            let goes = match to {
                Spot::PileBottom => Destination::Pile,
                Spot::Box => Destination::Box,
                _ => return false,
            };
            let there = self.basics.grid.contains(square)
                && self.core.board.tile(square).is_some_and(|laid| laid.face() == tile);
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

    pub(crate) fn lay(
        &mut self,
        square: Square,
        tile: Laid,
        from: Spot,
        rule: &'static str,
    ) -> bool {
        let free =
            self.basics.grid.contains(square) && self.core.board.content(square) == Content::Empty;
        if !free
            || tile.face().is_special()
            || matches!(from, Spot::Board(_))
            || !self.take(tile.face(), from)
        {
            return false;
        }
        self.lay_taken(square, tile, from, |table| table.note(&Event::Laid { rule, square, tile }));
        true
    }

    /// Lays a tile that was taken, and lets the pieces travel that face its square, when all have
    /// been told.
    fn lay_taken(&mut self, square: Square, tile: Laid, from: Spot, tell: impl FnOnce(&mut Self)) {
        self.note(&Event::Shifted {
            tile: tile.face(),
            from,
            to: Spot::Board(square),
            by: SeatSet::first(self.core.seats),
        });
        tell(self);
        let resolution = travel::resolve(self.basics, self.core, square, tile);
        self.core.board.lay(&self.basics.grid, square, tile);
        self.core.board.set_cut();
        self.finish_trips::<false>(&resolution);
    }

    pub(crate) fn turn_tile(&mut self, square: Square, by: Rotation, rule: &'static str) -> bool {
        let grid = &self.basics.grid;
        if !grid.contains(square) {
            return false;
        }
        let Some(laid) = self.core.board.remove(grid, square) else { return false };
        let tile = Laid::new(laid.face(), laid.rotation().then(by));
        self.core.board.lay(grid, square, tile);
        self.core.board.set_cut();
        if self.basics.counts_crossings() {
            self.core.removed.insert(square);
        }
        self.note(&Event::Turned { rule, square, tile });
        true
    }

    pub(crate) fn carry(&mut self, seat: Seat, to: Place, rule: &'static str) -> bool {
        if !self.core.on_board.contains(seat) || !self.basics.grid.contains(to.square()) {
            return false;
        }
        self.note(&Event::Carried { player: seat, to, rule });
        self.put_piece(seat, to);
        self.sail_on(seat, to);
        true
    }

    /// Lets a piece sail on from `to`, where it was put: along the path if a tile lies there.
    fn sail_on(&mut self, seat: Seat, to: Place) {
        if self.collides(seat, to) {
            return;
        }
        if self.core.board.tile(to.square()).is_some() {
            match self.core.board.trip(&self.basics.grid, to) {
                RouteEnd::At(end) => {
                    if !self.collides(seat, end) {
                        self.stand::<false>(seat, end);
                    }
                }
                RouteEnd::Loop => self.eliminate(seat, Cause::Loop),
                RouteEnd::Edge | RouteEnd::Met(_) => self.eliminate(seat, Cause::Edge),
            }
        } else if self.core.board.is_blocked(to.square()) {
            self.eliminate(seat, self.basics.cause_of_blocked);
        }
    }

    /// Takes a piece off its trip before pieces travel, and puts it at `to`, where it meets no
    /// piece.
    pub(crate) fn carry_ahead(&mut self, seat: Seat, to: Place, rule: &'static str) -> bool {
        let waits = self.core.pending.as_ref().is_some_and(|pending| pending.trips.is_some());
        if !waits || !self.core.on_board.contains(seat) || !self.basics.grid.contains(to.square()) {
            return false;
        }
        self.note(&Event::Carried { player: seat, to, rule });
        self.put_piece(seat, to);
        self.core.travellers.remove(seat);
        self.core.pending().carried.insert(seat);
        true
    }

    /// Puts a piece somewhere, to which no path of its own need lead.
    fn put_piece(&mut self, seat: Seat, to: Place) {
        self.core.places.put(seat, to);
        self.core.on_start_mark.remove(seat);
        self.core.displaced.remove(seat);
        self.core.board.set_cut();
    }

    /// Lets a piece sail from `from`, over `tile` of a hand if that is laid there.
    pub(crate) fn sail_from(
        &mut self,
        seat: Seat,
        from: Place,
        tile: Option<(Laid, Spot)>,
    ) -> bool {
        let square = from.square();
        let is_there = self.basics.grid.contains(square) && self.core.on_board.contains(seat);
        let is_free = is_there && self.core.board.content(square) == Content::Empty;
        match tile {
            Some((laid, spot))
                if is_there
                    && is_free
                    && !laid.face().is_special()
                    && self.take(laid.face(), spot) =>
            {
                // It goes first, then the others clockwise.
                let active = std::mem::replace(&mut self.core.active, seat);
                self.lay_taken(square, laid, spot, |table| {
                    table.put_piece(seat, from);
                    table.note_content(square, Content::Tile(laid));
                });
                self.core.active = active;
            }
            None if is_there && self.core.board.tile(square).is_some() => {
                self.put_piece(seat, from);
                self.sail_on(seat, from);
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn set_haven(&mut self, square: Square, is_haven: bool) {
        let from = if is_haven { Content::Empty } else { Content::Haven };
        if self.basics.grid.contains(square) && self.core.board.content(square) == from {
            self.core.board.set_haven(square, is_haven);
            self.note_content(square, if is_haven { Content::Haven } else { Content::Empty });
        }
    }

    /// Notes that pieces are about to be put out at a square, if a rule wants to hear of it before.
    pub(crate) fn threaten(&mut self, square: Square, seats: SeatSet) -> bool {
        let seats = seats.and(self.core.on_board);
        // In the midst of a loss it is too late.
        let may_be_saved =
            !seats.is_empty() && self.core.falling().is_empty() && !self.core.is_held(square);
        let is_heard = self.basics.timings.contains(Timing::Threat) && may_be_saved;
        if is_heard {
            self.core.pending().dangers.push(Danger { square, seats });
        }
        is_heard
    }

    pub(crate) fn eliminate(&mut self, seat: Seat, cause: Cause) {
        self.put_out::<false>(seat, cause);
    }

    /// Puts a piece out: by a placement (`PLACED`), so that it may have a life to come back with,
    /// or otherwise.
    #[inline(never)]
    pub(crate) fn put_out<const PLACED: bool>(&mut self, seat: Seat, cause: Cause) {
        if !self.core.alive.contains(seat) {
            return;
        }
        if self.basics.timings.meets(TimingSet::FALLING) {
            return self.core.fall(Fall { seat, cause, met: SeatSet::EMPTY });
        }
        self.lose::<PLACED>(seat, cause);
    }

    /// Takes a piece out of the game, or off the board if a placement (`PLACED`) has put it out and
    /// it has a life left (V16).
    pub(crate) fn lose<const PLACED: bool>(&mut self, seat: Seat, cause: Cause) {
        if PLACED && self.basics.lives > 1 && self.waits(seat, cause) {
            return;
        }
        self.core.alive.remove(seat);
        self.core.on_board.remove(seat);
        self.core.on_start_mark.remove(seat);
        self.core.displaced.remove(seat);
        self.core.fallen.insert(seat);
        self.core.unreturned.insert(seat);
        self.note(&Event::Eliminated { player: seat, cause });
    }

    /// Takes a piece off the board that has a life left. `false` (and nothing happens) if it has
    /// not.
    #[cold]
    fn waits(&mut self, seat: Seat, cause: Cause) -> bool {
        let left = self.core.lives(self.basics, seat);
        if left > 1 {
            self.core.set_lost_lives(seat, self.basics.lives - left + 1);
            self.core.on_board.remove(seat);
            self.core.on_start_mark.remove(seat);
            self.core.displaced.remove(seat);
            self.note(&Event::LifeLost { player: seat, cause });
        }
        left > 1
    }

    pub(crate) fn forgo_placement(&mut self) {
        self.core.pending().forgone = true;
    }

    pub(crate) fn owe_tile(&mut self, seat: Seat) {
        if seat != self.core.active {
            let owed = self.core.pending().kept.owed.get(seat);
            self.core.pending().kept.owed.set(seat, owed.saturating_add(1).min(MAX_HAND as u8));
            self.set_hand(seat, self.core.hand(seat));
        }
    }

    /// Lets the active seat draw what it owes, as its own turn ends.
    #[cold]
    pub(crate) fn settle_owed(&mut self) {
        let active = self.core.active;
        if self.core.owed(active) > 0 {
            self.core.pending().kept.owed.set(active, 0);
            self.set_hand(active, self.core.hand(active));
        }
    }

    pub(crate) fn displace(&mut self, seat: Seat) {
        if self.core.on_start_mark.contains(seat) {
            self.core.displaced.insert(seat);
        }
    }

    pub(crate) fn save(&mut self, seat: Seat, mark: Place, rule: &'static str) -> bool {
        if !self.core.about_to_fall().contains(seat)
            || !self.core.is_free_mark(self.basics, seat, mark)
        {
            return false;
        }
        if let Some(pending) = &mut self.core.pending {
            pending.falling.retain(|fall| fall.seat != seat);
        }
        self.note(&Event::Carried { player: seat, to: mark, rule });
        self.core.places.put(seat, mark);
        self.core.on_board.insert(seat);
        self.core.on_start_mark.remove(seat);
        self.core.displaced.remove(seat);
        self.core.board.set_cut();
        true
    }

    pub(crate) fn set_cause(&mut self, seat: Seat, cause: Cause) {
        let falling = self.core.pending.iter_mut().flat_map(|pending| &mut pending.falling);
        falling.filter(|fall| fall.seat == seat).for_each(|fall| fall.cause = cause);
    }

    pub(crate) fn set_next(&mut self, seat: Seat) {
        self.core.next = Some(seat);
    }

    /// Gives the token to a seat, or sets it aside.
    pub(crate) fn give_token(&mut self, to: Option<Seat>) {
        let from = std::mem::replace(&mut self.core.holder, to);
        if let Some(token) = self.basics.token() {
            self.tell(token.passes, (to, from));
        }
    }

    pub(crate) fn remove_tile(&mut self, square: Square, to: Destination) -> Option<Face> {
        let tile = self.core.board.remove(&self.basics.grid, square)?.face();
        if self.basics.counts_crossings() {
            self.core.removed.insert(square);
        }
        if to == Destination::Pile {
            self.core.pile.push(tile);
        }
        self.note(&Event::WakeRemoved { square, tile, to });
        Some(tile)
    }

    pub(crate) fn block(&mut self, square: Square) {
        if self.core.board.is_empty(square) {
            self.core.board.block(square);
            self.note_block(square, true);
        }
    }

    pub(crate) fn unblock(&mut self, square: Square) {
        if self.core.board.is_blocked(square) {
            self.core.board.unblock(square);
            self.note_block(square, false);
        }
    }

    pub(crate) fn hold(&mut self, square: Square, is_held: bool) {
        self.core.hold(square, is_held);
    }

    #[inline(always)]
    pub(crate) fn move_block(&mut self, from: Square, to: Square) {
        let board = &mut self.core.board;
        if board.is_blocked(from) & ((from == to) | board.is_empty(to)) {
            board.move_block(from, to);
            if from != to {
                self.note_block(from, false);
                self.note_block(to, true);
            }
        }
    }

    /// Tells sinks that follow the game whether a square is blocked now.
    #[inline]
    fn note_block(&mut self, square: Square, blocked: bool) {
        self.note_content(square, if blocked { Content::Blocked } else { Content::Empty });
    }

    /// Tells sinks that follow the game what lies on a square now.
    #[inline]
    fn note_content(&mut self, square: Square, content: Content) {
        if S::EVENTS && self.sink.follows() {
            self.sink.event(&Event::Content { square, content });
        }
    }

    #[inline]
    pub(crate) fn note(&mut self, event: &Event<'_>) {
        if S::EVENTS {
            self.sink.event(event);
        }
    }

    fn tell<F: Fields>(&mut self, event: &'static RuleEvent<F>, fields: F) {
        if S::EVENTS {
            tell(self.sink, event, fields);
        }
    }
}

/// Reports an event that a rule has declared.
#[inline]
pub(super) fn tell<S: Sink, F: Fields>(sink: &mut S, event: &'static RuleEvent<F>, fields: F) {
    sink.event(&Event::Declared { decl: event.decl(), values: fields.to_values().as_ref() });
}

//! [`Table`]: a game as a rule acts on it, and [`TableView`]: a game as a rule looks at it.
//!
//! Neither has type parameters, so a rule is compiled once: a game is of one of two sizes, and
//! chance and sink stand behind pointers.

use super::context::{GameContext, tell};
use super::core::Core;
use super::travel::{self, Landing};
use crate::board::{
    Content, EitherSize, Face, Laid, OfEachSize, Place, Rotation, Shape, Size, Square,
};
use crate::game::basics::acting;
use crate::game::basics::data::{Basics, TieBreak};
use crate::game::basics::timing::Timing;
use crate::game::chance::{AnyChance, Chance};
use crate::game::declare::chance::Lot;
#[cfg(feature = "script")]
use crate::game::declare::event::{EventDecl, FieldValue};
use crate::game::declare::event::{Fields, RuleEvent};
use crate::game::declare::fault::RuleFault;
use crate::game::event::{AnySink, Cause, Destination, Event, Sink, Spot};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use std::fmt;
use std::marker::PhantomData;

/// Plain data of the rule set, and the part of the state that does not depend on its rules.
#[derive(Clone, Copy)]
pub(in crate::game) struct SizedTable<'a, Z: Size> {
    pub basics: &'a Basics<Z>,
    pub core: &'a Core<Z>,
}

/// A [`SizedTable`] for each size.
pub(in crate::game) struct TableOf<'a>(PhantomData<&'a ()>);

impl<'a> OfEachSize for TableOf<'a> {
    type Of<Z: Size> = SizedTable<'a, Z>;
}

/// As [`SizedTable`], to be changed.
struct SizedTableMut<'a, Z: Size> {
    basics: &'a Basics<Z>,
    core: &'a mut Core<Z>,
}

/// A [`SizedTableMut`] for each size.
struct TableMutOf<'a>(PhantomData<&'a ()>);

impl<'a> OfEachSize for TableMutOf<'a> {
    type Of<Z: Size> = SizedTableMut<'a, Z>;
}

/// A game as a rule looks at it. Rules are trusted with what is hidden ([`TableView::hand`],
/// [`TableView::pile`]): what a seat sees of a rule is what its questions, its views and its events
/// show.
#[derive(Clone, Copy)]
pub struct TableView<'a>(pub(in crate::game) EitherSize<TableOf<'a>>);

/// A game as a rule acts on it: what it may look at, and the verbs by which it acts.
pub struct Table<'a> {
    at: EitherSize<TableMutOf<'a>>,
    chance: AnyChance<'a>,
    sink: AnySink<'a>,
}

impl fmt::Debug for TableView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        at_table!(self.0, |_, core| core.fmt(f))
    }
}

impl fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// Runs the same code on basics and core of a table, whatever its size:
/// `at_table!(table, |basics, core| …)`. [`SizedTable`] has to be imported where it is used.
macro_rules! at_table {
    ($table:expr, |$basics:pat_param, $core:pat_param| $body:expr) => {
        match $table {
            $crate::board::EitherSize::Small(SizedTable { basics: $basics, core: $core }) => $body,
            $crate::board::EitherSize::Large(SizedTable { basics: $basics, core: $core }) => $body,
        }
    };
}
pub(in crate::game) use at_table;

impl<'a> TableView<'a> {
    #[inline]
    pub(in crate::game) fn new<Z: Size>(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        Self(EitherSize::from_sized::<Z>(SizedTable { basics, core }))
    }

    /// Borrows the table for a shorter time.
    #[cfg(feature = "script")]
    pub(crate) fn again(&self) -> TableView<'_> {
        TableView(match self.0 {
            EitherSize::Small(SizedTable { basics, core }) => {
                EitherSize::Small(SizedTable { basics, core })
            }
            EitherSize::Large(SizedTable { basics, core }) => {
                EitherSize::Large(SizedTable { basics, core })
            }
        })
    }
}

impl<'a> Table<'a> {
    #[inline]
    pub(in crate::game) fn new<Z: Size, C: Chance, S: Sink>(
        basics: &'a Basics<Z>,
        core: &'a mut Core<Z>,
        chance: &'a mut C,
        sink: &'a mut S,
    ) -> Self {
        Self {
            at: EitherSize::from_sized::<Z>(SizedTableMut { basics, core }),
            chance: chance.any(),
            sink: sink.any(),
        }
    }

    /// Borrows the table for a function that is not inlined. The function cannot reach the
    /// original, so the compiler keeps what it knows of it, as after [`Table::if_plain`].
    #[inline]
    pub fn again(&mut self) -> Table<'_> {
        let at = match &mut self.at {
            EitherSize::Small(SizedTableMut { basics, core }) => {
                EitherSize::Small(SizedTableMut { basics, core })
            }
            EitherSize::Large(SizedTableMut { basics, core }) => {
                EitherSize::Large(SizedTableMut { basics, core })
            }
        };
        Table { at, chance: self.chance.any(), sink: self.sink.any() }
    }

    /// The same table if the game is one of the fast games that are played by the million: of the
    /// small size, with chance from a seed and no sink that listens. A rule that acts much writes
    /// its acts once, marks them `#[inline(always)]`, and calls them for this table and for any
    /// other: the compiler sees that this table asks nothing of size, chance and sink.
    #[inline]
    pub fn if_plain(&mut self) -> Option<Table<'_>> {
        let EitherSize::Small(SizedTableMut { basics, core }) = &mut self.at else { return None };
        let at = EitherSize::Small(SizedTableMut { basics, core });
        if self.sink.wants_events() {
            return None;
        }
        Some(Table { at, chance: self.chance.if_luck()?, sink: AnySink::SILENT })
    }

    /// The same game, only to be looked at.
    #[inline]
    pub fn view(&self) -> TableView<'_> {
        match &self.at {
            EitherSize::Small(SizedTableMut { basics, core }) => {
                TableView(EitherSize::Small(SizedTable { basics, core }))
            }
            EitherSize::Large(SizedTableMut { basics, core }) => {
                TableView(EitherSize::Large(SizedTable { basics, core }))
            }
        }
    }
}

/// Writes the methods that look at the table, for rules that only look and for rules that act.
macro_rules! looks {
    (
        $(
            $(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) -> $answer:ty {
                |$basics:pat_param, $core:pat_param| $body:expr
            }
        )+
    ) => {
        impl TableView<'_> {$(
            $(#[$doc])*
            #[inline]
            pub fn $name(&self $(, $arg: $type)*) -> $answer {
                at_table!(self.0, |$basics, $core| $body)
            }
        )+}

        impl Table<'_> {$(
            $(#[$doc])*
            #[inline]
            pub fn $name(&self $(, $arg: $type)*) -> $answer {
                match &self.at {
                    EitherSize::Small(SizedTableMut { basics: $basics, core: $core }) => $body,
                    EitherSize::Large(SizedTableMut { basics: $basics, core: $core }) => $body,
                }
            }
        )+}
    };
}

looks! {
    /// The number of seats at the start (T8).
    fn seats() -> u8 { |_, core| core.seats }
    /// The board: which squares there are, and which lie side by side (T1, V5–V7).
    fn shape() -> &Shape { |basics, _| basics.grid.shape() }
    /// The number of columns of the board.
    fn columns() -> u8 { |basics, _| basics.grid.columns() }
    /// The number of rows of the board.
    fn rows() -> u8 { |basics, _| basics.grid.rows() }
    /// How many tiles are placed in a turn (V8).
    fn turn_tiles() -> usize { |basics, _| basics.turn_tiles.into() }
    /// The number of the turn, from 1; 0 before the first.
    fn turn() -> u32 { |_, core| core.turn }
    /// The seat whose turn it is, eliminated or not.
    fn active() -> Seat { |_, core| core.active }
    /// The seats not eliminated.
    fn alive() -> SeatSet { |_, core| core.alive }
    /// The seats not eliminated whose pieces wait off the board: they come back in their next turn
    /// (V16).
    fn waiting() -> SeatSet { |_, core| core.waiting() }
    /// The seats eliminated by the move that is being judged, and the seats about to be eliminated,
    /// or threatened to be.
    fn fallen() -> SeatSet {
        |_, core| if core.pending.is_none() { core.fallen } else {
            core.fallen.or(core.about_to_fall()).or(core.threatened())
        }
    }
    /// At [`Timing::Threat`], the square at which something is about to put pieces out, and the
    /// seats of those pieces.
    fn threat() -> Option<(Square, SeatSet)> {
        |_, core| core.danger().map(|danger| (danger.square, danger.seats))
    }
    /// Whether any rule acts at [`Timing::Threat`], so that one that comes to pieces has to [say
    /// so](Table::threaten).
    fn hears_threats() -> bool { |basics, _| basics.timings.contains(Timing::Threat) }
    /// The seats whose pieces are about to be lost, which are alive until then; none but at
    /// [`Timing::Met`] and [`Timing::Loss`], and before.
    fn falling() -> SeatSet { |_, core| core.about_to_fall() }
    /// Why the piece of a seat is about to be lost; `None`: it is not.
    fn cause_of_loss(seat: Seat) -> Option<Cause> {
        |_, core| core.fall_of(seat).map(|fall| fall.cause)
    }
    /// The seats whose pieces the piece of `seat` has met, if that is why it is about to be lost.
    /// Where pieces pass each other (`movement.meeting = "pass"`), none meet.
    fn met(seat: Seat) -> SeatSet {
        |_, core| core.fall_of(seat).map_or(SeatSet::EMPTY, |fall| fall.met)
    }
    /// At [`Timing::Drawn`], who has drawn, and which tile: a rule tells of it what all may know.
    fn just_drawn() -> Option<(Seat, Face)> {
        |_, core| core.pending.as_ref().and_then(|pending| pending.heard)
    }
    /// The start marks on which the piece of a seat could stand as at the start: free ones before
    /// an empty square, in the order in which they are offered.
    fn free_marks(seat: Seat) -> Vec<Place> { |basics, core| core.free_marks(basics, seat) }
    /// The fallen seats whose pieces met the active piece (L6).
    fn met_active() -> SeatSet { |_, core| core.met_active }
    /// The live seats whose pieces are still on their start marks.
    fn on_start_mark() -> SeatSet { |_, core| core.on_start_mark }
    /// The live seats whose pieces may move to another start mark in their next turn (S12).
    fn displaced() -> SeatSet { |_, core| core.displaced }
    /// Where the piece of a seat stands, or stood last if it is eliminated.
    fn place(seat: Seat) -> Place { |_, core| core.place(seat) }
    /// The live seats whose pieces face a square.
    fn facing(square: Square) -> SeatSet { |_, core| core.facing(square) }
    /// The live seats whose pieces stand on the tile of a square: they came over it to where they
    /// are (T5).
    fn standing_on(square: Square) -> SeatSet { |basics, core| core.standing_on(basics, square) }
    /// What lies on a square of the board.
    fn content(square: Square) -> Content { |_, core| core.board.content(square) }
    /// Whether nothing lies on a square of the board.
    fn is_empty(square: Square) -> bool { |_, core| core.board.is_empty(square) }
    /// Whether a rule [holds](Table::hold) a square that is blocked.
    fn is_held(square: Square) -> bool { |_, core| core.is_held(square) }
    /// Whether every square has a tile or is blocked (T9).
    fn board_is_full() -> bool { |basics, core| core.board.is_full(&basics.grid) }
    /// The size of a full hand.
    fn hand_size() -> usize { |basics, _| basics.hand.into() }
    /// The number of tiles that a seat holds.
    fn hand_len(seat: Seat) -> usize { |_, core| core.hand(seat).len() }
    /// The number of tiles in the pile.
    fn pile_len() -> usize { |_, core| core.pile.len() }
    /// Who wins when one placement eliminates everyone left (L6).
    fn tie_break() -> TieBreak { |basics, _| basics.tie_break }
    /// The tiles that a seat holds; the table's open hand where it has one (V3).
    fn hand(seat: Seat) -> Hand { |_, core| core.hand(seat) }
    /// The tile `depth` below the top of the pile; `None` if the pile is not that deep. Hidden from
    /// everybody, as [`hand`](Self::hand) is from most.
    fn pile(depth: usize) -> Option<Face> {
        |_, core| (depth < core.pile.len()).then(|| core.pile.at(depth))
    }
    /// The seats that play for the same team as `seat`, itself included, dead or alive (V9).
    fn mates(seat: Seat) -> SeatSet { |_, core| core.mates(seat) }
    /// The live seats whose pieces travelled in this turn's placement; none before it, or if it was
    /// passed.
    fn travelled() -> SeatSet { |_, core| core.travellers.and(core.on_board) }
    /// The square on which the active seat has laid the last tile of this turn; `None`: it has laid
    /// none, or the game was set up in the middle of the turn.
    fn last_laid() -> Option<Square> { |_, core| core.laid_on }
    /// The seat that holds the token; `None`: no seat (C8, L3).
    fn holder() -> Option<Seat> { |_, core| core.holder }
    /// Whether no live seat has a tile to place and the pile is empty (C10).
    fn tiles_are_gone() -> bool { |_, core| core.tiles_are_gone() }
    /// Whether a rule [counts](crate::game::Abilities::COUNTS_PIECES) the pieces of the others, so
    /// that a game may end when none is left.
    fn counts_pieces() -> bool { |basics, _| basics.counts_pieces() }
    /// At [`Timing::Ahead`], the seats of the pieces that the tile which lies will put out, as
    /// things are.
    fn ahead() -> SeatSet { |basics, core| travel::ahead(basics, core) }
    /// At [`Timing::Threat`], the seats of all pieces that what threatens will put out; striking it
    /// saves them.
    fn threatened() -> SeatSet { |_, core| travel::threatened(core) }
    /// What will put the piece of a seat out, at [`Timing::Threat`] or [`Timing::Ahead`]: what
    /// blocks squares, unless the tile that lies leads it elsewhere.
    fn cause_ahead(seat: Seat) -> Cause {
        |basics, core| travel::causes_ahead(basics, core).find(|ahead| ahead.0 == seat).map_or(
            basics.cause_of_blocked, |ahead| ahead.1
        )
    }
    /// How a piece would fare that [sails](Table::sail_from) from `from`, over `tile` if that is
    /// laid there.
    fn landing(seat: Seat, from: Place, tile: Option<Laid>) -> Landing {
        |basics, core| travel::landing(basics, core, seat, from, tile)
    }
    /// The square that two dice name, each counted from 0; `None`: under these rules they name none
    /// (S2). It may be off the board.
    fn named_by_dice(dice: [u32; 2]) -> Option<Square> {
        |basics, _| basics.named_by_dice.map(
            |[columns, rows]| Square::masked(
                columns[dice[0] as usize % 6], rows[dice[1] as usize % 6]
            )
        )
    }
    /// The live seats with fewer tiles than a full hand.
    fn short_of_tiles() -> SeatSet { |_, core| core.short_of_tiles() }
}

/// How often a rule may act at one moment, ask in one turn, or draw in one act: no rule that ends
/// comes near it.
pub(in crate::game) const MOST_ACTS: u32 = 20_000;

/// Does something with the game, whatever its size. The sink is borrowed anew: a pointer into the
/// table itself would make the compiler forget what it knows of the table after
/// [`Table::if_plain`].
macro_rules! on_table {
    ($table:ident.$name:ident($($arg:expr),*)) => {
        match &mut $table.at {
            EitherSize::Small(at) => {
                GameContext::new(at.basics, at.core, &mut $table.sink.any()).$name($($arg),*)
            }
            EitherSize::Large(at) => {
                GameContext::new(at.basics, at.core, &mut $table.sink.any()).$name($($arg),*)
            }
        }
    };
}

/// Writes a verb: what it does stands in [`GameContext`].
macro_rules! verbs {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $answer:ty)?;)+) => {
        impl Table<'_> {$(
            $(#[$doc])*
            #[inline]
            pub fn $name(&mut self $(, $arg: $type)*) $(-> $answer)? {
                on_table!(self.$name($($arg),*))
            }
        )+}
    };
}

verbs! {
    /// Moves a tile of this face: from a hand, from the pile (the first from the top or from the
    /// bottom) or from a square to a hand, into the pile or out of the game. `by` are the seats
    /// that see which tile it is. `false` (and nothing happens) if there is no such tile, the hand
    /// is full, or the target is a square, on which tiles are [laid](Table::lay).
    ///
    /// A tile taken off a square is reported as [`remove_tile`](Table::remove_tile) does, seen by
    /// all, and can go under the pile or out of the game. Others are moved without a word, and the
    /// rule notes what seats may know.
    fn put(tile: Face, from: Spot, to: Spot, by: SeatSet) -> bool;
    /// Turns the tile on a square by quarter-turns clockwise. Pieces stay where they stand.
    /// Reported as [`Event::Turned`] by `rule`. `false` (and nothing happens) if there is no tile.
    fn turn_tile(square: Square, by: Rotation, rule: &'static str) -> bool;
    /// Announces that a rule will put pieces out at `square`: once the act is over, rules hear of
    /// it at [`Timing::Threat`], and may [strike](crate::game::Progress::Strike) the square; then
    /// the rule acts again. `false`: the rule need not wait, because no rule wants to hear of it or
    /// all of `seats` are out.
    fn threaten(square: Square, seats: SeatSet) -> bool;
    /// Eliminates the piece of a seat. Nothing happens if it is eliminated already.
    fn eliminate(seat: Seat, cause: Cause);
    /// Saves a piece that is about to be [lost](crate::game::Timing::Loss): it stands on `mark`,
    /// which is reported as `carried`, and can be lost again. `false` (and nothing happens) if it
    /// is not about to be lost, or if the mark is not [free](Table::free_marks).
    fn save(seat: Seat, mark: Place, rule: &'static str) -> bool;
    /// Gives another cause for which a piece is about to be lost. Nothing happens to other pieces.
    fn set_cause(seat: Seat, cause: Cause);
    /// Says at [`Timing::NextSeat`] whose turn comes next: the active seat's again, or any other's.
    /// Nothing happens if that seat is out by then: otherwise it is the next live seat clockwise.
    fn set_next(seat: Seat);
    /// Says at [`Timing::Due`] that the placement which is due falls away: the turn goes on as if
    /// it had been made (W2). Nothing else happens at other moments.
    fn forgo_placement();
    /// Says that a tile which a seat has played in a turn of another is not replaced before the end
    /// of the seat's own turn (W1). Under rules of which none acts at [`Timing::Drawn`] it is
    /// replaced as ever.
    fn owe_tile(seat: Seat);
    /// At [`Timing::Ahead`], takes a piece off the trip that waits for it and puts it at `to`, a
    /// place on the board, where it meets no piece. Reported as `carried` by `rule`. `false` (and
    /// nothing happens) at other moments, or if the piece is not on the board.
    fn carry_ahead(seat: Seat, to: Place, rule: &'static str) -> bool;
    /// Puts a piece at `from` and lets it sail along the path there: over the tile of that square,
    /// or, where it is empty, over one of a hand that is laid first; pieces that face the square
    /// sail, too, that one first, then clockwise. No event tells of the tile, so the rule's own do.
    /// `false` (and nothing happens) if the piece is not on the board, the square has a tile and
    /// one is given, or has none and none is given that lies there, or the tile is special.
    fn sail_from(seat: Seat, from: Place, tile: Option<(Laid, Spot)>) -> bool;
    /// Makes an empty square a [haven](Content::Haven), or a haven an empty square. Nothing happens
    /// to other squares.
    fn set_haven(square: Square, is_haven: bool);
    /// Lets a piece that is still on its start mark move to another in its next turn (S12). Nothing
    /// happens to other pieces.
    fn displace(seat: Seat);
    /// Gives the token to a seat, or sets it aside.
    fn give_token(to: Option<Seat>);
    /// Takes the tile off a square, and returns its face. `None` (and nothing happens) if there is
    /// none.
    fn remove_tile(square: Square, to: Destination) -> Option<Face>;
    /// Blocks an empty square: paths end before it. Nothing happens to a square that is not empty.
    fn block(square: Square);
    /// Frees a blocked square. Nothing happens to a square that is not blocked.
    fn unblock(square: Square);
    /// Holds a blocked square, or lets go of it: as long as it is held and blocked, other rules
    /// cannot strike what is there, and a piece of theirs that steps onto it is out of the game.
    fn hold(square: Square, is_held: bool);
}

impl Table<'_> {
    /// Frees the blocked square `from` and blocks the empty square `to` instead; they may be the
    /// same. Nothing happens if `from` is not blocked, or if `to` is another square that is not
    /// empty.
    #[expect(
        clippy::inline_always,
        reason = "2 % of a random game of Seas for two, by `benches/instructions.sh`"
    )]
    #[inline(always)]
    pub fn move_block(&mut self, from: Square, to: Square) {
        on_table!(self.move_block(from, to));
    }

    /// Lets a seat draw the top tile. `None` (and nothing happens) if the pile is empty or the hand
    /// is full.
    pub fn draw_one(&mut self, seat: Seat) -> Option<Face> {
        acting::count_draw(MOST_ACTS);
        on_table!(self.draw_one(seat))
    }

    /// As [`Table::draw_one`], up to `limit` tiles in the hand: at most
    /// [`MAX_HAND`](crate::game::MAX_HAND). When the turn is over, hands have to be within the hand
    /// size again. Not for the table's open hand.
    pub fn draw_beyond(&mut self, seat: Seat, limit: usize) -> Option<Face> {
        acting::count_draw(MOST_ACTS);
        on_table!(self.draw_beyond(seat, limit))
    }

    /// Lays a tile of a hand or of the pile on an empty square. Pieces that face the square travel,
    /// the active one first, then clockwise, and are out as after a placement. Reported as
    /// [`Event::Laid`] by `rule`. `false` (and nothing happens) if the tile is special, or if the
    /// square is off the board or not empty. Where a sink hears the game, a tile that is not in
    /// `from` breaks it off ([`RuleFault::LaysNone`]).
    pub fn lay(&mut self, square: Square, tile: Laid, from: Spot, rule: &'static str) -> bool {
        let is_there = match from {
            Spot::Hand(seat) => self.hand(seat).contains(tile.face()),
            Spot::PileTop | Spot::PileBottom => {
                (0..self.pile_len()).any(|depth| self.pile(depth) == Some(tile.face()))
            }
            Spot::Box | Spot::Board(_) => false,
        };
        if !is_there && self.is_heard() {
            acting::fail(RuleFault::LaysNone);
        }
        on_table!(self.lay(square, tile, from, rule))
    }

    /// Moves a live piece to `to`, a place on the board, which is reported as `carried`. It has
    /// left its start mark then, and is out where it meets another piece (as is that one, where
    /// pieces that meet are out) or faces a blocked square. If it faces a tile, it travels on.
    /// `false` (and nothing happens) if the seat is out. Where a sink hears the game, a place off
    /// the board breaks it off ([`RuleFault::CarriesOff`]).
    pub fn carry(&mut self, seat: Seat, to: Place, rule: &'static str) -> bool {
        if !self.shape().has(to.square()) && self.is_heard() {
            acting::fail(RuleFault::CarriesOff);
        }
        on_table!(self.carry(seat, to, rule))
    }

    /// Draws the numbers of a [declared](crate::game::ChanceDecl) lot; the second is 0 where there
    /// is one.
    #[expect(
        clippy::inline_always,
        reason = "what the rule declares is known where it asks, and only the arithmetic is left \
            of it"
    )]
    #[inline(always)]
    pub fn chance(&mut self, lot: &Lot<'_>) -> [u32; 2] {
        let decl = lot.decl();
        let at = match &mut self.at {
            EitherSize::Small(at) => at.core.next_moment(|asked| asked.count_mut(decl.stream)),
            EitherSize::Large(at) => at.core.next_moment(|asked| asked.count_mut(decl.stream)),
        };
        let numbers = self.chance.numbers(at, lot);
        if decl.event.is_none() {
            let below = lot.below();
            self.sink.event(&Event::Picked {
                decl,
                seat: lot.seat(),
                picked: &numbers[..below.len()],
                below,
            });
        }
        numbers
    }

    /// Lets the engine judge whether the game is over, once the act is done.
    pub(crate) fn judge_act(&mut self) {
        match &mut self.at {
            EitherSize::Small(at) => at.core.pending().is_judged = true,
            EitherSize::Large(at) => at.core.pending().is_judged = true,
        }
    }

    /// Whether nothing has happened that the engine deals with before the next act of a rule.
    pub(crate) fn is_settled(&self, at: Timing) -> bool {
        match &self.at {
            EitherSize::Small(table) => table.core.is_settled_at(at),
            EitherSize::Large(table) => table.core.is_settled_at(at),
        }
    }

    /// Whether a sink hears what is reported; if not, reports that take time to make can be left
    /// out.
    #[inline]
    pub fn is_heard(&self) -> bool {
        self.sink.wants_events()
    }

    /// Reports an event whose fields have these values.
    #[cfg(feature = "script")]
    pub(crate) fn tell_declared(&mut self, decl: &'static EventDecl, values: &[FieldValue]) {
        if self.is_heard() {
            self.sink.event(&Event::Declared { decl, values });
        }
    }

    /// Reports an event that the rule has [declared](RuleEvent), with its fields.
    #[inline]
    pub fn tell<F: Fields>(&mut self, event: &'static RuleEvent<F>, fields: F) {
        if self.is_heard() {
            tell(&mut self.sink.any(), event, fields);
        }
    }
}

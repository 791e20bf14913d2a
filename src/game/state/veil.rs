//! [`Veil`]: the table as a seat sees it where a rule [hides](crate::game::Rule::hides) squares.
//!
//! Here alone is decided what is hidden. A seat decides on a table of its own, from which everything hidden is taken away:
//! so what is legal, what a placement would do, and all else that it is shown can depend on nothing hidden. To the seat a path
//! that leads onto a hidden square ends before it, and the piece lives.

use super::game_state::State;
use crate::board::{Content, Face, Place, Port, Size, Square};
use crate::game::basics::timing::Timing;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::table::core::{Core, Phase};
use crate::game::table::handle::TableView;
use std::sync::OnceLock;

/// The table as a seat sees it.
#[derive(Debug)]
pub(in crate::game) struct Veil<Z: Size> {
    /// Without what lies on hidden squares, and without the pieces that face them.
    pub core: Core<Z>,
    pub unseen: Unseen,
}

/// What a seat knows to be on the board, and does not see.
#[derive(Debug, Default)]
pub(in crate::game) struct Unseen {
    /// The tiles on hidden squares, in any order.
    pub tiles: Vec<Face>,
    /// The seats whose live pieces face them.
    pub pieces: SeatSet,
}

/// The veils of a state, made when they are asked for: one for each seat, and one for onlookers.
#[derive(Debug)]
pub(super) struct Veils<Z: Size>(OnceLock<Box<[OnceLock<Box<Veil<Z>>>]>>);

impl<Z: Size> Default for Veils<Z> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<Z: Size> Veils<Z> {
    /// Drops them, because the state has changed.
    #[inline]
    pub(super) fn drop_all(&mut self) {
        if Z::HIDES {
            self.0.take();
        }
    }
}

impl<R: RuleSet> State<R> {
    /// What a seat (`None`: an onlooker) sees of the table; `None`: all of it, hands and pile aside.
    #[inline]
    pub(in crate::game) fn veil(&self, rules: &R, seat: Option<Seat>) -> Option<&Veil<R::Size>> {
        if rules.basics().hides() { Some(self.make_veil(rules, seat)) } else { None }
    }

    /// The table as a seat sees it, hands and pile aside.
    #[inline]
    pub(in crate::game) fn seen_core(&self, rules: &R, seat: Option<Seat>) -> &Core<R::Size> {
        self.veil(rules, seat).map_or(&self.core, |veil| &veil.core)
    }

    /// Drops what was worked out of what seats see, because the state has changed.
    #[inline]
    pub(in crate::game) fn drop_veils(&mut self) {
        self.veils.drop_all();
    }

    #[cold]
    fn make_veil(&self, rules: &R, seat: Option<Seat>) -> &Veil<R::Size> {
        let seats = usize::from(self.core.seats);
        let veils = self.veils.0.get_or_init(|| (0..=seats).map(|_| OnceLock::new()).collect());
        veils[seat.map_or(seats, Seat::index)].get_or_init(|| Box::new(Veil::new(rules, self, seat)))
    }

    /// The squares that are hidden from a seat, row by row from the top. An onlooker sees what every seat sees.
    pub(in crate::game) fn hidden_squares(&self, rules: &R, seat: Option<Seat>) -> Vec<Square> {
        let (basics, core) = (rules.basics(), &self.core);
        let sets_up = core.phase == Phase::Start || core.phase == Phase::Ask && core.asking.at == Timing::SetUp;
        if !basics.hides() || sets_up || core.phase == Phase::Over {
            return Vec::new();
        }
        let table = TableView::of(basics, core);
        let is_hidden = |seat: Seat, square: Square| {
            let is_own = core.alive.contains(seat) && core.place(seat).square() == square;
            // Whoever chooses another start mark sees which can be chosen (S12).
            let relocates = matches!(core.phase, Phase::Relocate { .. }) && core.active == seat;
            let is_offered = relocates && basics.grid.marks().iter().any(|mark| mark.square() == square);
            !is_own && !is_offered && rules.rule().hides(table, &self.own, seat, square)
        };
        let from_any = |square| SeatSet::first(core.seats).iter().any(|seat| is_hidden(seat, square));
        basics.grid.squares().filter(|&square| seat.map_or_else(|| from_any(square), |seat| is_hidden(seat, square))).collect()
    }
}

impl<Z: Size> Veil<Z> {
    fn new<R: RuleSet<Size = Z>>(rules: &R, state: &State<R>, seat: Option<Seat>) -> Self {
        let (grid, mut core) = (&rules.basics().grid, state.core.clone());
        let hidden = state.hidden_squares(rules, seat);
        let tiles = hidden.iter().filter_map(|&square| core.board.hide(grid, square)).map(|tile| tile.face()).collect();
        let is_hidden = |other: &Seat| core.board.content(core.place(*other).square()) == Content::Hidden;
        let pieces: SeatSet = core.placed().iter().filter(is_hidden).collect();
        // Nobody asks where these stand; should somebody, the answer tells nothing.
        let nowhere = Place::new(Square::new(0, 0), Port::new(0));
        pieces.iter().for_each(|other| core.places.put(other, nowhere));
        for seats in [&mut core.alive, &mut core.on_start_mark, &mut core.displaced, &mut core.travellers] {
            *seats = seats.without(pieces);
        }
        core.laid_on = core.laid_on.filter(|square| !hidden.contains(square));
        Self { core, unseen: Unseen { tiles, pieces } }
    }
}

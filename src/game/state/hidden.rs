//! What is hidden from a seat where a rule [hides](crate::game::Rule::hides) squares: decided here
//! alone.
//!
//! A seat decides on a table of its own, from which everything hidden is taken away: so what is
//! legal, what a placement would do, and all else that it is shown can depend on nothing hidden. To
//! the seat a path that leads onto a hidden square ends before it, and the piece lives.

use super::game_state::State;
use crate::board::{Content, Square};
use crate::game::declare::look::{RulePiece, Shown};
use crate::game::event::{Event, Sight, Sink};
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::table::core::{Core, Phase};
use crate::game::table::handle::TableView;
use crate::game::table::veil::Veil;

impl<R: RuleSet> State<R> {
    /// What a seat (`None`: an onlooker) sees of the table; `None`: all of it, hands and pile
    /// aside.
    #[inline]
    pub(in crate::game) fn veil(&self, rules: &R, seat: Option<Seat>) -> Option<&Veil<R::Size>> {
        if rules.basics().hides() { self.make_veil(rules, seat) } else { None }
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

    /// What a seat sees of the board.
    pub(in crate::game) fn sight(&self, rules: &R, seat: Option<Seat>) -> Sight {
        let core = self.seen_core(rules, seat);
        let content = |square| core.board.content(square);
        let shows = |square| content(square) != Content::Hidden;
        let mut shown = Vec::new();
        rules.rule().shows(&self.own, core.turn, &mut |one| {
            if !matches!(one, Shown::Mark(mark) if !shows(mark.square)) {
                shown.push(one);
            }
        });
        core.each_lives(rules.basics(), &mut |one| shown.push(one));
        core.each_aim(rules.basics(), &mut |one| shown.push(one));
        let mut rule_pieces = RulePiece::sorted(|each| rules.rule().each_piece(&self.own, each));
        rule_pieces.retain(|piece| shows(piece.square));
        let place = |other: Seat| (other, core.placed().contains(other).then(|| core.place(other)));
        Sight {
            squares: rules
                .basics()
                .grid
                .squares()
                .map(|square| (square, content(square)))
                .collect(),
            pieces: self.core.alive.iter().map(place).collect(),
            rule_pieces,
            shown,
        }
    }

    /// Tells what each seat sees, and what onlookers see, where rules hide squares.
    #[cold]
    pub(in crate::game) fn tell_sights<S: Sink>(&self, rules: &R, sink: &mut S) {
        let seats = SeatSet::first(self.core.seats).iter().map(Some);
        seats
            .chain([None])
            .for_each(|seat| sink.event(&Event::Sight { seat, sees: &self.sight(rules, seat) }));
    }

    #[cold]
    fn make_veil(&self, rules: &R, seat: Option<Seat>) -> Option<&Veil<R::Size>> {
        let seats = usize::from(self.core.seats);
        let make = || Veil::new(rules.basics(), &self.core, &self.hidden_squares(rules, seat));
        self.veils.get_or_make(seat.map_or(seats, Seat::index), seats + 1, make)
    }

    /// The squares that are hidden from a seat, row by row from the top. An onlooker sees what
    /// every seat sees.
    pub(in crate::game) fn hidden_squares(&self, rules: &R, seat: Option<Seat>) -> Vec<Square> {
        let (basics, core) = (rules.basics(), &self.core);
        let sets_up = core.phase == Phase::Start && core.turn == 0
            || core.phase == Phase::Ask && core.asks_at_set_up();
        if !basics.hides() || sets_up || core.phase == Phase::Over {
            return Vec::new();
        }
        let table = TableView::new(basics, core);
        let is_hidden = |seat: Seat, square: Square| {
            let is_own = core.on_board.contains(seat) && core.place(seat).square() == square;
            // A player who chooses another start mark sees which can be chosen (S12).
            let relocates = (core.comes_back() || matches!(core.phase, Phase::Relocate { .. }))
                && core.active == seat;
            let is_offered =
                relocates && basics.grid.marks().iter().any(|mark| mark.square() == square);
            !is_own && !is_offered && rules.rule().hides(table, &self.own, seat, square)
        };
        let from_any =
            |square| SeatSet::first(core.seats).iter().any(|seat| is_hidden(seat, square));
        basics
            .grid
            .squares()
            .filter(|&square| seat.map_or_else(|| from_any(square), |seat| is_hidden(seat, square)))
            .collect()
    }
}

//! The methods of [`Observation`] for those who write it down as arrays, as text or in small numbers:
//! they hand over all of something at once, and tell the hash of the rules.

use super::danger::Danger;
use super::features::Features;
use super::observation::{Observation, at_table};
use super::outlook::{Outlook, Scout};
use super::redeal::unseen_hands;
use super::rooms::Rooms;
use crate::board::{Content, Face, KINDS, Laid, Place, Square};
use crate::game::declare::look::{RulePiece, Shown};
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::table::core::Phase;
use crate::game::table::handle::SizedTable;
use crate::game::turn::legal::{Choices, Fate};
use crate::game::turn::setup::Marks;

impl Observation<'_> {
    /// The hash of the rule set, as [`Variant::hash`](crate::ruleset::Variant::hash); empty for
    /// rules that were made without a rule set.
    pub fn rules_hash(&self) -> &str {
        at_table!(self, |basics, _| &basics.rules_hash)
    }

    /// Writes the code of each square of the rectangle, row by row from the top: [`Laid::code`] of
    /// its tile, 255 for an empty square, 254 for a blocked one, 253 for one on which nothing can
    /// lie (V5, V7), 251 for a hidden one.
    ///
    /// # Panics
    /// If `codes` has not one entry for each square of the rectangle.
    pub fn codes(&self, codes: &mut [u8]) {
        at_table!(self, |basics, core| core.board.codes(&basics.grid, codes));
    }

    /// Calls `each` with every one of [`Observation::legal`], in the order of the tiles in the
    /// hand.
    pub fn each_legal(&self, each: impl FnMut(Laid)) {
        if self.places_now() {
            at_table!(self, |basics, core| Choices::with_judge(basics, core, self.judge(basics))
                .each_legal(None, each));
        }
    }

    /// Calls `each` with every one of [`Observation::start_marks`].
    pub(crate) fn each_start_mark(&self, each: impl FnMut(Place)) {
        if self.is_to_decide_in(Phase::Start) {
            at_table!(self, |basics, core| Marks::new(basics, core).each_start(each));
        }
    }

    /// Calls `each` with every one of [`Observation::relocation_marks`].
    pub(crate) fn each_relocation_mark(&self, each: impl FnMut(Place)) {
        if self.relocates_now() {
            at_table!(self, |basics, core| Marks::new(basics, core)
                .relocations(core.active)
                .for_each(each));
        }
    }

    /// Calls `each` with every one of [`Observation::rule_pieces`], in any order.
    pub(crate) fn each_rule_piece(&self, mut each: impl FnMut(RulePiece)) {
        self.rule.each_piece(self.own, &mut |piece| {
            if !self.hides(piece.square) {
                each(piece);
            }
        });
    }

    /// Calls `each` with everything that rules show to everybody besides their pieces: marks on
    /// squares, what they count for each seat (the shots that a ship has left, V11) and for the
    /// table. What is counted for seats is the same in every call of a game, in the same order.
    pub fn shows(&self, mut each: impl FnMut(Shown)) {
        self.rule.shows(self.own, self.turn(), &mut |shown| {
            if !matches!(shown, Shown::Mark(mark) if self.hides(mark.square)) {
                each(shown);
            }
        });
        at_table!(self, |basics, core| core.each_lives(basics, &mut each));
        at_table!(self, |basics, core| core.each_aim(basics, &mut each));
    }

    /// Whether a rule hides a square from the seat.
    fn hides(&self, square: Square) -> bool {
        self.unseen.is_some() && self.content(square) == Content::Hidden
    }

    /// Writes for each square of the rectangle, row by row from the top, the chance, of 255, that
    /// what blocks squares is there within a round; 0 where it stays.
    pub(crate) fn threats(&self, chances: &mut [u8]) {
        at_table!(self, |basics, core| {
            let (mut danger, turns) = (Danger::default(), core.alive().len());
            for (chance, square) in chances.iter_mut().zip(basics.grid.shape().rectangle_squares())
            {
                *chance = danger.upon(basics, &core.board, square, turns);
            }
        });
    }

    /// Calls `each` with every seat and its points; with none if none are counted.
    pub(crate) fn each_points(&self, mut each: impl FnMut(Seat, i64)) {
        let seats = SeatSet::first(self.seats());
        if self.rule.points(self.own, Seat::new(0)).is_some() {
            seats
                .iter()
                .filter_map(|seat| Some((seat, self.rule.points(self.own, seat)?)))
                .for_each(|(seat, points)| each(seat, points));
        } else if let Some(points) = self.scores() {
            seats.iter().zip(points).for_each(|(seat, points)| each(seat, points));
        }
    }

    /// How many tiles of each face, and of each special tile, are in the pile, in a hand or on a
    /// square that the seat does not see, up to 255. Where nothing goes into the box unseen, it is
    /// what is left of the [deck](Observation::copies) without the board, the tiles in the box, and
    /// the hands that the seat sees.
    pub fn unseen(&self) -> [u8; KINDS] {
        let mut counts = [0; KINDS];
        self.count_unseen(&mut counts);
        counts
    }

    /// Adds [`Observation::unseen`] to `counts`, as far as that goes.
    pub(crate) fn count_unseen(&self, counts: &mut [u8]) {
        // Not as an array of its own: the processor waits where bytes are written one by one and
        // then copied, a twelfth of a step of `benches/tensors`.
        let mut count = |face: Face| {
            if let Some(count) = counts.get_mut(face.index()) {
                *count = count.saturating_add(1);
            }
        };
        at_table!(self, |_, core| {
            let hidden = match self.seat {
                Some(seat) => unseen_hands(core, seat),
                None if core.open => SeatSet::EMPTY,
                None => SeatSet::first(core.seats),
            };
            core.pile.iter().for_each(&mut count);
            hidden.iter().for_each(|other| core.hand(other).iter().for_each(&mut count));
            self.unseen.into_iter().flat_map(|unseen| &unseen.tiles).copied().for_each(&mut count);
        });
    }

    /// The board in small numbers. Of the hands only that of the observing seat is known.
    pub fn features(&self) -> Features {
        at_table!(self, |basics, core| {
            let seen = |seat| Some(seat) == self.seat;
            Scout::new(basics, core).features(&seen, self.scores().as_deref())
        })
    }

    /// Calls `each` with every one of `tiles`, legal placements of the active seat, and the board
    /// in small numbers after it, before tiles are drawn. Of the hands only that of the observing
    /// seat is known.
    ///
    /// # Panics
    /// If the seat does not place now.
    pub fn features_after(&self, tiles: &[Laid], each: impl FnMut(Laid, &Features)) {
        self.features_after_with(tiles, self.scores().as_deref(), each);
    }

    /// As [`Observation::features_after`], where the [scores](Observation::scores) are known.
    pub(crate) fn features_after_with(
        &self,
        tiles: &[Laid],
        scores: Option<&[i64]>,
        mut each: impl FnMut(Laid, &Features),
    ) {
        self.must_place();
        at_table!(self, |basics, core| {
            let seen = |seat| Some(seat) == self.seat;
            let mut scout = Scout::new(basics, core);
            scout.compare();
            scout.features_after(tiles, &seen, scores, &mut each);
        });
    }

    /// Calls `each` with every one of [`Observation::legal`], what it would do to the seat's own
    /// piece, how the board would look after it, and with `has_rooms` how much room is on each
    /// square then; with none if the seat does not place now.
    pub(crate) fn each_outlook(
        &self,
        has_rooms: bool,
        mut each: impl FnMut(Laid, Fate, &Outlook, Option<&mut Rooms<'_>>),
    ) {
        if self.places_now() {
            at_table!(self, |basics, core| {
                let choices = Choices::with_judge(basics, core, self.judge(basics));
                let mut scout = Scout::new(basics, core);
                let exits = scout.compare();
                // Where no path was ever cut, two pieces never come to one wake, and the fate of a
                // piece that goes on is clear.
                let is_clear = !core.board.is_cut() && !basics.for_team;
                let mut rooms = None;
                choices.each_legal(Some(exits), |tile| {
                    scout.look(tile);
                    // All are laid on one square, so that they leave the same squares empty.
                    if has_rooms && rooms.is_none() {
                        rooms = Some(scout.rooms());
                    }
                    let outlook = &scout.outlook;
                    let fate = if is_clear && outlook.to.is_some() {
                        Fate { cause: None, shares_wake: false }
                    } else {
                        choices.fate(tile)
                    };
                    each(tile, fate, outlook, rooms.as_mut());
                });
            });
        }
    }
}

//! The methods of [`Observation`] that hand over all of something at once, for encoders of arrays.

use super::bulk::TableFacts;
use super::observation::Observation;
use super::outlook::Outlook;
use crate::board::{FACES, Laid, Place};
use crate::game::pieces::seat::Seat;
use crate::game::pieces::supply::Supply;
use crate::game::rule::traits::Monster;
use crate::game::state::core::Phase;
use crate::game::turn::legal::Fate;

impl Observation<'_> {
    /// What all see of the table.
    pub(crate) fn table(&self) -> TableFacts {
        self.rules.table(self.state)
    }

    /// Writes the code of each square of the rectangle, row by row from the top: [`Laid::code`] of its tile, 255 for an
    /// empty square, 254 for a blocked one, 253 for one on which nothing can lie (V5, V7).
    ///
    /// # Panics
    /// If `codes` has not one entry for each square of the rectangle.
    pub fn codes(&self, codes: &mut [u8]) {
        self.rules.codes(self.state, codes);
    }

    /// Calls `each` with every one of [`Observation::legal`], in the order of the tiles in the hand.
    pub fn each_legal(&self, mut each: impl FnMut(Laid)) {
        if self.places_now() {
            self.rules.each_legal(self.state, &mut each);
        }
    }

    /// Calls `each` with every one of [`Observation::start_marks`].
    pub fn each_start_mark(&self, mut each: impl FnMut(Place)) {
        if self.is_to_decide_in(Phase::Start) {
            self.rules.each_start(self.state, &mut each);
        }
    }

    /// Calls `each` with every one of [`Observation::relocation_marks`].
    pub fn each_relocation_mark(&self, mut each: impl FnMut(Place)) {
        if self.is_to_decide() && matches!(self.phase(), Phase::Relocate { .. }) {
            self.rules.each_relocation(self.state, &mut each);
        }
    }

    /// Calls `each` with every one of [`Observation::monsters`], in any order.
    pub fn each_monster(&self, mut each: impl FnMut(Monster)) {
        self.rules.each_monster(self.state, &mut each);
    }

    /// The tiles of [`Observation::supply`] as a set.
    pub fn supply_set(&self) -> Option<Supply> {
        self.rules.supply_set(self.state)
    }

    /// Calls `each` with the name, the seat and the number of everything that the hazards count for each seat: the shots
    /// that a ship has left (V11). Names and seats are the same in every call of a game, in the same order.
    pub fn tallies(&self, mut each: impl FnMut(&'static str, Seat, u8)) {
        self.rules.tallies(self.state, &mut each);
    }

    /// Calls `each` with every seat and its points; with none if the score rule counts none.
    pub fn each_points(&self, mut each: impl FnMut(Seat, i64)) {
        self.rules.each_points(self.state, &mut each);
    }

    /// How many tiles of each face are in the pile or in a hand that the seat does not see, up to 255. Where nothing goes
    /// into the box unseen, it is what is left of the [deck](Observation::copies) without the board, the tiles in the
    /// box, and the hands that the seat sees.
    pub fn unseen(&self) -> [u8; FACES] {
        let mut counts = [0; FACES];
        self.rules.count_unseen(self.state, self.seat, &mut counts);
        counts
    }

    /// Calls `each` with every legal placement of the seat, what it would do to its own piece, and how the board would
    /// look after it; with none if the seat does not place now.
    pub fn each_outlook(&self, mut each: impl FnMut(Laid, Fate, &Outlook)) {
        if self.places_now() {
            self.rules.each_outlook(self.state, &mut each);
        }
    }
}

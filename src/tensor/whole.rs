//! [`StateLayout`]: an array that shows a whole game, for critics.

use super::exchange::PartialExchange;
use super::fields::{ArrayField, FieldList};
use super::layout::Layout;
use super::space::clockwise;
use crate::game::{Observation, RuleSet, Seat, SeatSet, View};
use crate::json::Json;
use crate::rules::hazard::names::PIECES;

/// What an array holds of a whole game, hidden tiles included: what a seat sees, then all hands,
/// the pile by face, and the next tiles of the pile, as many as there are seats; where rules hide
/// squares, also the whole board as tokens.
///
/// It is for critics, which judge a position while a policy is trained. A policy that plays must
/// not be given it. [`Game::write_state`](crate::Game::write_state) writes it.
#[derive(Debug, Clone)]
pub struct StateLayout {
    sees: Layout,
    fields: Vec<ArrayField>,
    len: usize,
}

impl StateLayout {
    /// The layout that begins with `sees`.
    pub fn new(sees: Layout) -> Self {
        let (seats, kinds) = (usize::from(sees.seats()), sees.kinds);
        let mut list = FieldList { fields: sees.fields().to_vec(), len: sees.len() };
        list.add(
            "hands",
            &[seats, kinds],
            "hidden: tiles of each face in the hand of each seat; where one hand is open, that \
             hand for each",
        );
        list.add("pile_faces", &[kinds], "hidden: tiles of each face in the pile");
        list.add(
            "next",
            &[seats, kinds],
            "hidden: the face of the tile on top of the pile, and of \
            those below it, one row for each",
        );
        if sees.hides {
            let board = [usize::from(sees.rows), usize::from(sees.columns)];
            list.add(
                "whole_squares",
                &board,
                "hidden: what lies on all squares, in the codes of the field `squares` of tokens",
            );
            list.add(
                "whole_pieces",
                &[seats, 2],
                "hidden: the pieces of all seats, as in the field `pieces` of tokens",
            );
            if sees.rule_pieces > 0 {
                let all = format!("hidden: every {PIECES}, as in that field of tokens");
                list.add(&format!("whole_{PIECES}"), &[sees.rule_pieces.into(), 2], all);
            }
        }
        Self { sees, fields: list.fields, len: list.len }
    }

    /// The layout of what the seat sees, with which the array begins.
    pub const fn sees(&self) -> &Layout {
        &self.sees
    }

    /// The length of the array in bytes.
    #[expect(clippy::len_without_is_empty, reason = "no array is empty")]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The fields of the array, in their order.
    pub fn fields(&self) -> &[ArrayField] {
        &self.fields
    }

    /// The layout as JSON, as [`Layout::describe`].
    pub fn describe(&self) -> serde_json::Value {
        self.describe_in_order().into()
    }

    /// As [`StateLayout::describe`], with the fields in the documented order.
    pub(super) fn describe_in_order(&self) -> Json {
        let mut described = self.sees.describe_in_order();
        described.set("len", self.len);
        described.set("fields", Json::list(&self.fields));
        described
    }

    /// Writes a whole game, of which `sees` is what one seat sees: seats are counted clockwise from
    /// there.
    ///
    /// # Panics
    /// If the array has not [`StateLayout::len`] bytes, or the game is at a table of another size
    /// or another board.
    pub fn write<R: RuleSet>(
        &self,
        view: View<'_, R>,
        sees: &Observation<'_>,
        partial: &PartialExchange,
        array: &mut [u8],
    ) {
        assert_eq!(array.len(), self.len, "an array has as many bytes as its layout");
        let (seen, hidden) = array.split_at_mut(self.sees.len());
        self.sees.write(sees, partial, seen);
        let seat = sees.seat().unwrap_or(Seat::new(0));
        hidden.fill(0);
        let (core, kinds) = (view.core(), self.sees.kinds);
        let (tiles, board) = hidden.split_at_mut((2 * usize::from(core.seats()) + 1) * kinds);
        if self.sees.hides {
            self.sees.write_whole_tokens(view, seat, board);
        }
        let (rows, next) = tiles.split_at_mut((usize::from(core.seats()) + 1) * kinds);
        let mut count = |row: usize, face: crate::board::Face| {
            let slot = &mut rows[row * kinds + face.index()];
            *slot = slot.saturating_add(1);
        };
        for other in SeatSet::first(core.seats()).iter() {
            core.hand(other)
                .iter()
                .for_each(|face| count(clockwise(seat, other, core.seats()).into(), face));
        }
        core.pile().iter().for_each(|face| count(core.seats().into(), face));
        for (row, face) in core.pile().iter().take(core.seats().into()).enumerate() {
            next[row * kinds + face.index()] = 1;
        }
    }
}

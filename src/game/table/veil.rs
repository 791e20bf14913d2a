//! [`Veil`]: the table as a seat sees it where a rule [hides](crate::game::Rule::hides) squares.

use super::core::Core;
use crate::board::{Content, Face, Lazy as _, Place, Port, Size, Square};
use crate::game::basics::data::Basics;
use crate::game::pieces::seat::{Seat, SeatSet};
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

impl<Z: Size> Veil<Z> {
    /// The table without what lies and stands on these squares.
    pub(in crate::game) fn new(basics: &Basics<Z>, core: &Core<Z>, hidden: &[Square]) -> Self {
        let mut core = core.clone();
        let tiles = hidden
            .iter()
            .filter_map(|&square| core.board.hide(&basics.grid, square))
            .map(crate::board::Laid::face)
            .collect();
        let is_hidden =
            |other: &Seat| core.board.content(core.place(*other).square()) == Content::Hidden;
        let pieces: SeatSet = core.placed().iter().filter(is_hidden).collect();
        // No code asks where these pieces stand; if any does, the answer tells nothing.
        let nowhere = Place::new(Square::new(0, 0), Port::new(0));
        pieces.iter().for_each(|other| core.places.put(other, nowhere));
        for seats in [
            &mut core.alive,
            &mut core.on_board,
            &mut core.on_start_mark,
            &mut core.displaced,
            &mut core.travellers,
        ] {
            *seats = seats.without(pieces);
        }
        core.laid_on = core.laid_on.filter(|square| !hidden.contains(square));
        Self { core, unseen: Unseen { tiles, pieces } }
    }
}

/// The veils of a state, made when they are asked for: one for each seat, and one for onlookers.
#[derive(Debug)]
pub(in crate::game) struct Veils<Z: Size>(Z::IfHides<AllVeils<Z>>);

type AllVeils<Z> = Box<[OnceLock<Box<Veil<Z>>>]>;

impl<Z: Size> Default for Veils<Z> {
    fn default() -> Self {
        Self(Z::IfHides::default())
    }
}

impl<Z: Size> Veils<Z> {
    /// The veil with this number, one below `count`; `None` where no rule may hide squares.
    pub(in crate::game) fn get_or_make(
        &self,
        number: usize,
        count: usize,
        make: impl FnOnce() -> Veil<Z>,
    ) -> Option<&Veil<Z>> {
        let veils = self.0.get_or_make(|| (0..count).map(|_| OnceLock::new()).collect())?;
        Some(veils[number].get_or_init(|| Box::new(make())))
    }

    /// Drops them, because the state has changed.
    #[inline]
    pub(in crate::game) fn drop_all(&mut self) {
        self.0.drop_value();
    }
}

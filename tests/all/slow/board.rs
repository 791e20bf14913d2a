//! T2: what lies on squares. Nothing is linked or remembered: to find out
//! where a path goes walks it (see `travel`); what lies beyond a side is a matter of the `shape`.

use super::shape::Shape;
use super::square::{Place, Square};
use std::sync::Arc;

/// A tile on the board. `serial` tells tiles apart that lay on the same square one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    pub tile: u8,
    pub rotation: u8,
    pub serial: usize,
}

/// A daikaiju on the board; `tile` is its index in `hazard.tiles`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monster {
    pub tile: usize,
    pub square: Square,
    pub facing: u8,
}

/// The board: tiles and daikaiju on the squares of a shape.
#[derive(Clone, Debug)]
pub struct Board {
    pub shape: Arc<Shape>,
    cells: Vec<Vec<Option<Laid>>>,
    pub monsters: Vec<Monster>,
    /// W3: where the Mystic portal lies.
    pub portal: Option<Square>,
    next_serial: usize,
}

impl Board {
    pub fn new(shape: Arc<Shape>) -> Board {
        Board {
            cells: vec![vec![None; shape.columns]; shape.rows],
            monsters: Vec::new(),
            portal: None,
            next_serial: 0,
            shape,
        }
    }

    /// Every square that can hold a tile, row by row.
    pub fn squares(&self) -> Vec<Square> {
        self.shape.squares()
    }

    pub fn tile_at(&self, square: Square) -> Option<Laid> {
        self.cells[square.row][square.column]
    }

    pub fn monster_at(&self, square: Square) -> Option<Monster> {
        self.monsters.iter().copied().find(|m| m.square == square)
    }

    /// No tile, no daikaiju and not the Mystic portal (W3).
    pub fn is_empty(&self, square: Square) -> bool {
        self.tile_at(square).is_none()
            && self.monster_at(square).is_none()
            && self.portal != Some(square)
    }

    /// T9, V5, V7: no square is empty. Missing squares do not count, and portals as filled.
    pub fn is_full(&self) -> bool {
        self.squares().into_iter().all(|square| !self.is_empty(square))
    }

    pub fn lay(&mut self, square: Square, tile: u8, rotation: u8) {
        self.cells[square.row][square.column] =
            Some(Laid { tile, rotation, serial: self.next_serial });
        self.next_serial += 1;
    }

    /// Takes the tile off a square.
    pub fn lift(&mut self, square: Square) -> Option<Laid> {
        self.cells[square.row][square.column].take()
    }

    /// T5, V7: the square behind a piece, as a path finds it, backwards; none at an edge.
    pub fn behind(&self, place: Place) -> Option<Square> {
        self.shape.across(place).map(|other| other.square)
    }
}

//! T1, T2, T5: the grid of squares, what lies on it, and places. Nothing is linked or remembered: to find out where
//! a path goes walks it (see `travel`).

use super::faces::{meets, port_letter, port_of_letter, side};

/// T1: a square; `a1`, the top-left one, is column 0, row 0. Squares are ordered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    pub row: usize,
    pub column: usize,
}

/// T5: where a piece stands: at a port of the square that it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub square: Square,
    pub port: u8,
}

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

impl Square {
    /// `c3` and so on.
    pub fn name(self) -> String {
        let letter = ('a'..='z').nth(self.column).unwrap_or('?');
        format!("{letter}{}", self.row + 1)
    }
}

impl Place {
    /// `c3:H` and so on.
    pub fn name(self) -> String {
        format!("{}:{}", self.square.name(), port_letter(self.port))
    }
}

/// The board: tiles on a grid, and the daikaiju.
#[derive(Clone, Debug)]
pub struct Board {
    pub columns: usize,
    pub rows: usize,
    cells: Vec<Vec<Option<Laid>>>,
    pub monsters: Vec<Monster>,
    next_serial: usize,
}

impl Board {
    pub fn new(columns: usize, rows: usize) -> Board {
        Board { columns, rows, cells: vec![vec![None; columns]; rows], monsters: Vec::new(), next_serial: 0 }
    }

    /// Every square, row by row.
    pub fn squares(&self) -> Vec<Square> {
        let mut list = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                list.push(Square { row, column });
            }
        }
        list
    }

    /// The square that a name such as `c3` stands for.
    pub fn square_named(&self, name: &str) -> Result<Square, String> {
        self.squares().into_iter().find(|square| square.name() == name).ok_or_else(|| format!("`{name}` is not a square of this board"))
    }

    /// The place that a name such as `c3:H` stands for.
    pub fn place_named(&self, name: &str) -> Result<Place, String> {
        let wrong = || format!("`{name}` is not a place of this board");
        let (square, port) = name.split_once(':').ok_or_else(wrong)?;
        let mut letters = port.chars();
        let port = letters.next().and_then(port_of_letter).ok_or_else(wrong)?;
        if letters.next().is_some() {
            return Err(wrong());
        }
        let square = self.square_named(square).map_err(|_| wrong())?;
        Ok(Place { square, port })
    }

    pub fn tile_at(&self, square: Square) -> Option<Laid> {
        self.cells[square.row][square.column]
    }

    pub fn monster_at(&self, square: Square) -> Option<Monster> {
        self.monsters.iter().copied().find(|m| m.square == square)
    }

    /// No tile and no daikaiju.
    pub fn is_empty(&self, square: Square) -> bool {
        self.tile_at(square).is_none() && self.monster_at(square).is_none()
    }

    /// T9: no square is empty.
    pub fn is_full(&self) -> bool {
        self.squares().into_iter().all(|square| !self.is_empty(square))
    }

    pub fn lay(&mut self, square: Square, tile: u8, rotation: u8) {
        self.cells[square.row][square.column] = Some(Laid { tile, rotation, serial: self.next_serial });
        self.next_serial += 1;
    }

    /// Takes the tile off a square.
    pub fn lift(&mut self, square: Square) -> Option<Laid> {
        self.cells[square.row][square.column].take()
    }

    /// The next square in a direction (0 up, 1 right, 2 down, 3 left); none beyond the edge.
    pub fn neighbour(&self, square: Square, direction: u8) -> Option<Square> {
        let Square { row, column } = square;
        match direction {
            0 if row > 0 => Some(Square { row: row - 1, column }),
            1 if column + 1 < self.columns => Some(Square { row, column: column + 1 }),
            2 if row + 1 < self.rows => Some(Square { row: row + 1, column }),
            3 if column > 0 => Some(Square { row, column: column - 1 }),
            _ => None,
        }
    }

    /// The same point of the line, seen from the square on its other side; none on the rim.
    pub fn across(&self, place: Place) -> Option<Place> {
        let square = self.neighbour(place.square, side(place.port))?;
        Some(Place { square, port: meets(place.port) })
    }

    /// T4, T5: whether the place is a port of the rim, that is a start mark.
    pub fn is_mark(&self, place: Place) -> bool {
        self.across(place).is_none()
    }

    /// T5: the square behind a piece; none on its start mark.
    pub fn behind(&self, place: Place) -> Option<Square> {
        self.across(place).map(|other| other.square)
    }

    /// T4: all start marks, square by square.
    pub fn marks(&self) -> Vec<Place> {
        let mut list = Vec::new();
        for square in self.squares() {
            for port in 0..8 {
                let place = Place { square, port };
                if self.is_mark(place) {
                    list.push(place);
                }
            }
        }
        list
    }
}

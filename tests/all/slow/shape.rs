//! T1, T4, V5 to V7: which squares there are, what lies beyond their sides, and where pieces may
//! start. Nothing is linked or remembered but the list of marks: what lies beyond a port is looked
//! up square by square, as a path finds it.

use super::faces::{meets, port_of_letter, side};
use super::json::items;
use super::keys::{get, int_or, word_or};
use super::square::{Place, Square};
use serde_json::Value;

/// The squares of a board.
#[derive(Clone, Debug)]
pub struct Shape {
    pub columns: usize,
    pub rows: usize,
    /// V5: squares of the rectangle that do not exist.
    missing: Vec<Square>,
    /// V6: beyond the last column lies the first.
    columns_wrap: bool,
    /// V6: beyond the last row lies the first.
    rows_wrap: bool,
    /// V7.
    portals: Vec<(Square, Square)>,
    /// T4, V5: the start marks, in the order in which they are offered.
    marks: Vec<Place>,
}

impl Shape {
    /// The tables `board` and `start` of a rule set.
    // reading: a portal that does not exist, that has several twins or is its own one, and a start
    // mark that is listed twice or lies where no piece can stand are errors; a missing square that
    // is listed twice is missing.
    pub fn read(rules: &Value) -> Result<Shape, String> {
        let wraps = [
            ("none", (false, false)),
            ("columns", (true, false)),
            ("rows", (false, true)),
            ("both", (true, true)),
        ];
        let (columns_wrap, rows_wrap) = word_or(rules, "board", "wrap", (false, false), &wraps)?;
        let mut shape = Shape {
            columns: int_or(rules, "board", "columns", 6, 3..=16)?,
            rows: int_or(rules, "board", "rows", 6, 3..=16)?,
            missing: Vec::new(),
            columns_wrap,
            rows_wrap,
            portals: Vec::new(),
            marks: Vec::new(),
        };
        if let Some(list) = get(rules, "board", "missing") {
            shape.missing = items(list, "board.missing")?
                .iter()
                .map(|name| shape.square_of(name))
                .collect::<Result<_, _>>()?;
        }
        for pair in get(rules, "board", "portals")
            .map_or(Ok(&Vec::new()), |list| items(list, "board.portals"))?
        {
            let [one, other] = items(pair, "board.portals")?.as_slice() else {
                return Err(format!("`board.portals`: {pair} is not a pair of squares"));
            };
            let (one, other) = (shape.square_of(one)?, shape.square_of(other)?);
            if one == other || !shape.is_open(one) || !shape.is_open(other) {
                return Err(format!("`board.portals`: {pair} cannot be portals"));
            }
            shape.portals.push((one, other));
        }
        shape.marks = match get(rules, "start", "marks") {
            None => shape.rim(),
            Some(word) if word == "rim" => shape.rim(),
            Some(word) if word == "shore" => shape.shore(),
            Some(list) => {
                let mut marks = Vec::new();
                for name in items(list, "start.marks")? {
                    let mark = shape.place_named(name.as_str().unwrap_or_default())?;
                    if marks.contains(&mark) {
                        return Err(format!("`start.marks`: {name} is there twice"));
                    }
                    marks.push(mark);
                }
                marks
            }
        };
        Ok(shape)
    }

    /// Every square of the rectangle, row by row, including missing squares.
    pub fn rectangle(&self) -> Vec<Square> {
        let mut list = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                list.push(Square { row, column });
            }
        }
        list
    }

    /// V6.
    pub fn is_round(&self) -> bool {
        self.columns_wrap || self.rows_wrap
    }

    pub fn exists(&self, square: Square) -> bool {
        !self.missing.contains(&square)
    }

    /// V7: the other portal of the pair; none for a square that is no portal.
    pub fn twin(&self, square: Square) -> Option<Square> {
        for &(one, other) in &self.portals {
            if square == one {
                return Some(other);
            }
            if square == other {
                return Some(one);
            }
        }
        None
    }

    /// Whether the square can hold a tile or a daikaiju: it exists and is no portal.
    pub fn is_open(&self, square: Square) -> bool {
        self.exists(square) && self.twin(square).is_none()
    }

    /// The squares that can hold a tile or a daikaiju, row by row.
    pub fn squares(&self) -> Vec<Square> {
        self.rectangle().into_iter().filter(|&square| self.is_open(square)).collect()
    }

    /// The square of the rectangle, missing or not, that a name such as `c3` stands for.
    pub fn square_of_rectangle(&self, name: &str) -> Result<Square, String> {
        self.rectangle()
            .into_iter()
            .find(|square| square.name() == name)
            .ok_or_else(|| format!("`{name}` is not a square of this board"))
    }

    fn square_of(&self, name: &Value) -> Result<Square, String> {
        self.square_of_rectangle(name.as_str().unwrap_or_default())
            .map_err(|_| format!("`board`: {name} is not a square of this board"))
    }

    /// The square with this name, if it can hold a tile.
    pub fn square_named(&self, name: &str) -> Result<Square, String> {
        let square = self.square_of_rectangle(name)?;
        if self.is_open(square) { Ok(square) } else { Err(format!("`{name}` can hold nothing")) }
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

    /// V6: the square of the rectangle, missing or not, that lies in a direction (0 up, 1 right, 2
    /// down, 3 left): round the world, or none beyond the outer edge.
    fn next_in_rectangle(&self, square: Square, direction: u8) -> Option<Square> {
        let Square { row, column } = square;
        match direction {
            0 if row > 0 => Some(Square { row: row - 1, column }),
            0 if self.rows_wrap => Some(Square { row: self.rows - 1, column }),
            1 if column + 1 < self.columns => Some(Square { row, column: column + 1 }),
            1 if self.columns_wrap => Some(Square { row, column: 0 }),
            2 if row + 1 < self.rows => Some(Square { row: row + 1, column }),
            2 if self.rows_wrap => Some(Square { row: 0, column }),
            3 if column > 0 => Some(Square { row, column: column - 1 }),
            3 if self.columns_wrap => Some(Square { row, column: self.columns - 1 }),
            _ => None,
        }
    }

    /// V5: the square, portal or not, that lies in a direction; none beyond an edge, inner or
    /// outer.
    fn beyond(&self, square: Square, direction: u8) -> Option<Square> {
        self.next_in_rectangle(square, direction).filter(|&next| self.exists(next))
    }

    /// S6, V5 to V7: the square onto which a daikaiju steps in a direction; none where that is a
    /// step off the board.
    pub fn step(&self, square: Square, direction: u8) -> Option<Square> {
        self.beyond(square, direction).filter(|&next| self.is_open(next))
    }

    /// T5, V5 to V7: where a path faces that leaves a square through this port; none where it
    /// leaves the board.
    pub fn across(&self, place: Place) -> Option<Place> {
        let mut leaving = place;
        loop {
            let next = self.beyond(leaving.square, side(leaving.port))?;
            let entry = meets(leaving.port);
            match self.twin(next) {
                None => return Some(Place { square: next, port: entry }),
                // Out of the twin, through the port straight across from the one through which it
                // came in: the pairs (A F, B E, C H, D G) are the ports that meet across a side.
                Some(twin) => leaving = Place { square: twin, port: meets(entry) },
            }
        }
    }

    /// T4: whether the port lies on the outer edge of the board.
    pub fn is_rim(&self, place: Place) -> bool {
        self.next_in_rectangle(place.square, side(place.port)).is_none()
    }

    /// T4, V5: the start marks, in the order in which they are offered.
    pub fn marks(&self) -> &[Place] {
        &self.marks
    }

    /// T4: the ports of the outer edge, clockwise from a1:A.
    fn rim(&self) -> Vec<Place> {
        let (rows, columns) = (self.rows, self.columns);
        let top = (0..columns).map(|column| Square { row: 0, column }).collect();
        let right = (0..rows).map(|row| Square { row, column: columns - 1 }).collect();
        let bottom = (0..columns).rev().map(|column| Square { row: rows - 1, column }).collect();
        let left = (0..rows).rev().map(|row| Square { row, column: 0 }).collect();
        let sides: [Vec<Square>; 4] = [top, right, bottom, left];
        let mut list = Vec::new();
        for (direction, squares) in (0u8..).zip(sides) {
            for square in squares {
                list.extend([2 * direction, 2 * direction + 1].map(|port| Place { square, port }));
            }
        }
        list.retain(|&place| self.is_open(place.square) && self.is_rim(place));
        list
    }

    /// V5: the rim, then the ports beyond which a square is missing, square by square, row by row.
    // reading: a portal is an existing square, also where a path that leads onto it comes out at an
    // edge: the ports beside it are no shore.
    fn shore(&self) -> Vec<Place> {
        let mut list = self.rim();
        for square in self.squares() {
            for port in 0..8 {
                let place = Place { square, port };
                if self.beyond(square, side(port)).is_none() && !self.is_rim(place) {
                    list.push(place);
                }
            }
        }
        list
    }
}

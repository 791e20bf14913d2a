//! What [layout](super::Layout) 2 adds: the board round the own piece, turned as that piece travels,
//! facts about every piece, and what rules show.

use super::fields::{BoardForm, FieldList, JOINED, JOINS, NOWHERE, byte};
use super::space::clockwise;
use crate::board::{
    BLOCKED, CLOSED, Grid, HAVEN, HIDDEN, Laid, Place, Port, Rotation, Side, Size, Square,
};
use crate::game::{CountDecl, Look, Observation, Seat, SeatSet, Shown};

/// The squares from the middle of the window to its edge.
const REACH: i8 = 2;
/// The rows and the columns of the window.
pub(super) const WINDOW: usize = 2 * REACH as usize + 1;
/// The squares of the window.
const CELLS: usize = WINDOW * WINDOW;
/// The numbers about each piece.
const FACTS: usize = 6;
/// The squares of the window, those nearer to the middle first: on a small board that goes round the
/// world, a square stands in several of them.
const BY_DISTANCE: [usize; CELLS] =
    [12, 7, 11, 13, 17, 6, 8, 16, 18, 2, 10, 14, 22, 1, 3, 5, 9, 15, 19, 21, 23, 0, 4, 20, 24];
/// No square of the board.
const OUTSIDE: u16 = u16::MAX;

/// For each quarter-turn clockwise, which square of the unturned window comes to each of its
/// squares.
static TURNED: [[u8; CELLS]; 4] = {
    let mut turned = [[0; CELLS]; 4];
    let mut cell = 0;
    while cell < CELLS {
        let mut right = (cell % WINDOW) as i8 - REACH;
        let mut down = (cell / WINDOW) as i8 - REACH;
        let mut turns = 0;
        while turns < 4 {
            turned[turns][cell] = (down + REACH) as u8 * WINDOW as u8 + (right + REACH) as u8;
            (right, down) = (down, -right);
            turns += 1;
        }
        cell += 1;
    }
    turned
};

/// The properties of a rule set that decide which fields layout 2 adds.
#[derive(Debug)]
pub(super) struct NearTraits<'a> {
    pub form: BoardForm,
    pub seats: usize,
    pub rows: u8,
    pub columns: u8,
    pub hides: bool,
    /// Whether rules say how what blocks squares moves.
    pub drifts: bool,
    pub marks: &'a [&'static Look],
    /// What is counted for the table.
    pub counts: Vec<&'static CountDecl>,
    pub neighbours: Vec<[u16; CELLS]>,
}

/// The fields that layout 2 adds.
#[derive(Debug, Clone)]
pub(super) struct Near {
    facts: usize,
    threat: Option<usize>,
    marks: Vec<(&'static Look, usize)>,
    counts: Vec<(&'static CountDecl, usize)>,
    window_threat: Option<usize>,
    /// Where what depends on the form begins, and where it ends.
    pub window: usize,
    pub end: usize,
    pieces: usize,
    closed: usize,
    hidden: Option<usize>,
    /// By square, the squares of the window round it, row by row.
    neighbours: Vec<[u16; CELLS]>,
}

/// The squares round each square of the rectangle, as paths go: across first and then down, or the
/// other way round where that leads off the board.
pub(super) fn neighbours<Z: Size>(grid: &Grid<Z>) -> Vec<[u16; CELLS]> {
    let (columns, rows) = (grid.columns(), grid.rows());
    let number =
        |square: Square| u16::from(square.row()) * u16::from(columns) + u16::from(square.column());
    let walk = |from: Option<Square>, steps: i8, sides: [Side; 2]| {
        let side = sides[usize::from(steps > 0)];
        (0..steps.abs()).try_fold(from?, |at, _| Some(grid.beside(at, side)).filter(|&to| to != at))
    };
    let across = |from, steps| walk(from, steps, [Side::Left, Side::Right]);
    let down = |from, steps| walk(from, steps, [Side::Top, Side::Bottom]);
    let mut all = vec![[OUTSIDE; CELLS]; usize::from(columns) * usize::from(rows)];
    for square in grid.squares() {
        for (cell, near) in all[usize::from(number(square))].iter_mut().enumerate() {
            let (right, below) = ((cell % WINDOW) as i8 - REACH, (cell / WINDOW) as i8 - REACH);
            let to = down(across(Some(square), right), below)
                .or_else(|| across(down(Some(square), below), right));
            *near = to.map_or(OUTSIDE, number);
        }
    }
    all
}

impl Near {
    /// Adds the fields.
    pub(super) fn new(list: &mut FieldList, has: NearTraits<'_>) -> Self {
        let board = [usize::from(has.rows), usize::from(has.columns)];
        let facts = list.add(
            "piece_facts",
            &[has.seats, FACTS],
            "of the piece of a seat, all 0 if it is not on the board or hidden: open ways; empty \
             squares that can be reached from its square; empty squares beside it; other pieces \
             that face it; steps to the nearest of them, 255 if there is none; the chance, of 255, \
             that what blocks squares comes upon it before its next tile",
        );
        let threat = has.drifts.then(|| {
            let meaning = "the chance, of 255, that what blocks squares is on the square within a \
                           round, as far as the rules say how it moves";
            list.add("threat", &board, meaning)
        });
        let marks = has.marks.iter().enumerate().map(|(number, &look)| {
            let name = look.name.in_language("en");
            let meaning = format!("a mark is shown on the square: {name}");
            (look, list.add(&format!("mark:{number}"), &board, meaning))
        });
        let marks = marks.collect();
        let counts = has.counts.iter().map(|&decl| {
            let what = if decl.is_seat {
                "a seat, clockwise from the own one, which is 1"
            } else {
                "what the rules count for the table"
            };
            let meaning = format!("{what}: {}", decl.name);
            (decl, list.add(&format!("count:{}", decl.name), &[1], meaning))
        });
        let counts = counts.collect();
        let window_threat = threat.map(|_| {
            list.add("window_threat", &[WINDOW, WINDOW], "the field `threat`, in the window")
        });
        let window = list.len;
        let (pieces, closed, hidden) = Self::window_fields(list, &has);
        Self {
            facts,
            threat,
            marks,
            counts,
            window_threat,
            window,
            end: list.len,
            pieces,
            closed,
            hidden,
            neighbours: has.neighbours,
        }
    }

    /// Adds the fields of the window that depend on the form, and returns where those of the pieces,
    /// of closed and of hidden squares begin.
    fn window_fields(list: &mut FieldList, has: &NearTraits<'_>) -> (usize, usize, Option<usize>) {
        let turned = "in the 5 x 5 squares round the one that the own piece faces, turned so that \
                      the piece travels up";
        match has.form {
            BoardForm::Planes => {
                list.add(
                    "window_joins",
                    &[JOINS, WINDOW, WINDOW],
                    format!("{turned}: the tile joins two ports: AB, AC, .. AH, BC, .. GH"),
                );
                let pieces = list.add(
                    "window_pieces",
                    &[has.seats, Port::COUNT, WINDOW, WINDOW],
                    format!("{turned}: the piece of a seat faces the square, at its port A-H"),
                );
                let closed = list.add(
                    "window_closed",
                    &[WINDOW, WINDOW],
                    format!("{turned}: no tile lies on the square, and none can be laid there"),
                );
                let hidden = has.hides.then(|| {
                    let meaning = format!("{turned}: a rule hides what lies on the square");
                    list.add("window_hidden", &[WINDOW, WINDOW], meaning)
                });
                (pieces, closed, hidden)
            }
            BoardForm::Tokens => {
                list.add(
                    "window",
                    &[WINDOW, WINDOW],
                    format!(
                        "{turned}: what lies on the square, as in `squares`; 253 off the board"
                    ),
                );
                let pieces = list.add(
                    "window_pieces",
                    &[has.seats, 2],
                    format!(
                        "{turned}: the square that the piece of a seat faces (5 x row + column), \
                         and its port, 0-7; port 255: elsewhere"
                    ),
                );
                (pieces, 0, None)
            }
        }
    }

    /// Writes the fields into an array that has 0 in them. `squares`: the codes of the board.
    pub(super) fn write(
        &self,
        sees: &Observation<'_>,
        me: Seat,
        form: BoardForm,
        squares: &[u8],
        array: &mut [u8],
    ) {
        let (seats, columns) = (sees.seats(), usize::from(sees.shape().columns()));
        let area = self.neighbours.len();
        let number =
            |square: Square| usize::from(square.row()) * columns + usize::from(square.column());
        for piece in &sees.features().pieces {
            // A piece that the seat does not see is not on its board.
            let slot = self.facts + FACTS * usize::from(clockwise(me, piece.seat, seats));
            let facts =
                [piece.ways, piece.room, piece.free, piece.crowd, piece.nearest, piece.danger];
            array[slot..slot + FACTS].copy_from_slice(&facts);
        }
        if let Some(threat) = self.threat {
            sees.threats(&mut array[threat..threat + area]);
        }
        if !self.marks.is_empty() || !self.counts.is_empty() {
            sees.shows(|shown| match shown {
                Shown::Mark(mark) => {
                    let known = self.marks.iter().find(|(look, _)| *look == mark.look);
                    if let Some((_, field)) = known {
                        array[field + number(mark.square)] = 1;
                    }
                }
                Shown::Table(decl, count) => {
                    if let Some((_, field)) = self.counts.iter().find(|known| known.0 == decl) {
                        let seat = decl.is_seat.then(|| seat_in_turn(me, count, seats));
                        array[*field] = byte(seat.unwrap_or(count));
                    }
                }
                Shown::Seat(..) => {}
            });
        }
        let window = Window::new(sees.place(me), number, &self.neighbours);
        if let (Some(field), Some(threat)) = (self.window_threat, self.threat) {
            for (cell, near) in window.squares.into_iter().enumerate() {
                if near != OUTSIDE {
                    array[field + cell] = array[threat + usize::from(near)];
                }
            }
        }
        let places = SeatSet::first(seats).iter().map(|seat| (seat, sees.place(seat)));
        let mut short = [0; CELLS + 2 * crate::game::MAX_SEATS];
        let short = &mut short[..CELLS + 2 * usize::from(seats)];
        window.write(squares, places, |seat| clockwise(me, seat, seats).into(), number, short);
        self.write_window(form, short, &mut array[self.window..self.end]);
    }

    /// Writes the window that is given as tokens, in this form.
    pub(super) fn write_window(&self, form: BoardForm, short: &[u8], array: &mut [u8]) {
        if form == BoardForm::Tokens {
            return array.copy_from_slice(short);
        }
        let (codes, pieces) = short.split_at(CELLS);
        let at = |field: usize| field - self.window;
        for (cell, &code) in codes.iter().enumerate() {
            if code < Laid::LIMIT {
                for plane in JOINED[usize::from(code)] {
                    array[usize::from(plane) * CELLS + cell] = 1;
                }
            }
            array[at(self.closed) + cell] = matches!(code, BLOCKED | CLOSED | HAVEN).into();
            if let Some(hidden) = self.hidden {
                array[at(hidden) + cell] = (code == HIDDEN).into();
            }
        }
        for (seat, &[cell, port]) in pieces.as_chunks().0.iter().enumerate() {
            if port != NOWHERE {
                let plane = seat * Port::COUNT + usize::from(port);
                array[at(self.pieces) + plane * CELLS + usize::from(cell)] = 1;
            }
        }
    }
}

/// A seat that is counted from 1, clockwise from the own one, which is 1; 0 stays 0.
fn seat_in_turn(me: Seat, count: u32, seats: u8) -> u32 {
    match count.checked_sub(1).and_then(|seat| u8::try_from(seat).ok()) {
        Some(seat) if seat < seats => u32::from(clockwise(me, Seat::new(seat), seats)) + 1,
        _ => count,
    }
}

/// The squares round the one that a piece faces, turned as it travels.
struct Window {
    squares: [u16; CELLS],
    turn: Rotation,
}

impl Window {
    fn new(
        own: Option<Place>,
        number: impl Fn(Square) -> usize,
        neighbours: &[[u16; CELLS]],
    ) -> Self {
        let Some(own) = own else {
            return Self { squares: [OUTSIDE; CELLS], turn: Rotation::NONE };
        };
        // The side at which it enters comes to the bottom.
        let turn = Rotation::new(Side::Bottom as u8 + 4 - own.port().side() as u8);
        let near = &neighbours[number(own.square())];
        let squares = TURNED[usize::from(turn.turns())].map(|cell| near[usize::from(cell)]);
        Self { squares, turn }
    }

    /// Writes its squares and the pieces that face them as tokens.
    fn write(
        &self,
        squares: &[u8],
        places: impl Iterator<Item = (Seat, Option<Place>)>,
        slot: impl Fn(Seat) -> usize,
        number: impl Fn(Square) -> usize,
        short: &mut [u8],
    ) {
        let (codes, pieces) = short.split_at_mut(CELLS);
        for (code, &near) in codes.iter_mut().zip(&self.squares) {
            *code = match squares.get(usize::from(near)) {
                None => CLOSED,
                Some(&code) if code < Laid::LIMIT => {
                    let tile = Laid::from_code(code);
                    Laid::new(tile.face(), tile.rotation().then(self.turn)).code()
                }
                Some(&code) => code,
            };
        }
        pieces.fill(NOWHERE);
        for (seat, place) in places.filter_map(|(seat, place)| Some((seat, place?))) {
            let square = number(place.square());
            let is_there = |cell: &usize| usize::from(self.squares[*cell]) == square;
            if let Some(cell) = BY_DISTANCE.into_iter().find(is_there) {
                let port = place.port().turned(self.turn).index() as u8;
                pieces[2 * slot(seat)..][..2].copy_from_slice(&[cell as u8, port]);
            }
        }
    }
}

#[cfg(test)]
mod tests;

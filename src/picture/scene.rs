//! What there is to draw, gathered from what a seat sees.

use crate::board::{Content, Laid, Place, Port, Square};
use crate::game::{Monster, Observation, Seat};
use crate::rules::hazard::DaikaijuTile;

/// A position made ready for drawing.
#[derive(Debug, Clone)]
pub struct BoardScene {
    /// Squares from left to right.
    pub columns: u8,
    /// Squares from top to bottom.
    pub rows: u8,
    /// What lies on the squares, row by row.
    contents: Vec<Content>,
    /// Whose piece travelled where: by square and port, both ends of each crossing.
    travelled: Vec<Option<Seat>>,
    /// The pieces, in the order of the seats.
    pub pieces: Vec<(Seat, Place)>,
    /// The daikaiju.
    pub monsters: Vec<Monster>,
    /// What is printed on their tiles, by index; empty where the rules have none.
    pub faces: Vec<DaikaijuTile>,
    /// Start marks to choose from, with what to call them.
    pub marks: Vec<(Place, String)>,
    /// The square that matters now.
    pub focus: Option<Square>,
    /// A letter a seat.
    pub letters: Vec<char>,
    /// Where a tile lies that is only tried out.
    pub tried: Option<Square>,
}

impl BoardScene {
    /// The scene that `see` shows, pieces lettered with `letters` by seat. `faces` is what the rules print on the daikaiju tiles.
    pub fn new(see: &Observation<'_>, letters: &[char], faces: &[DaikaijuTile]) -> Self {
        let (columns, rows) = (see.columns(), see.rows());
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| Square::new(column, row)));
        let seats = (0..see.seats()).map(Seat::new);
        let mut scene = Self {
            columns,
            rows,
            contents: squares.map(|square| see.content(square)).collect(),
            travelled: vec![None; usize::from(columns) * usize::from(rows) * Port::COUNT],
            pieces: seats.filter_map(|seat| Some((seat, see.place(seat)?))).collect(),
            monsters: see.monsters(),
            faces: faces.to_vec(),
            marks: Vec::new(),
            focus: None,
            letters: letters.to_vec(),
            tried: None,
        };
        for (seat, place) in scene.pieces.clone() {
            // Backwards from where it stands: the way it came.
            if let Some(behind) = place.across().filter(|behind| scene.has(behind.square())) {
                see.walk(behind, |square, enter, leave| scene.trace(seat, square, enter, leave));
            }
        }
        if see.is_to_decide() && see.phase() == crate::game::Phase::Place {
            scene.focus = see.place(see.active()).map(Place::square);
        }
        scene
    }

    /// The same scene with the active seat's tile tried out, and where the pieces would go.
    #[must_use]
    pub fn trying(mut self, see: &Observation<'_>, tile: Laid) -> Self {
        let Some(square) = see.place(see.active()).map(Place::square) else { return self };
        if let Some(index) = self.index(square) {
            self.contents[index] = Content::Tile(tile);
        }
        self.tried = Some(square);
        self.focus = None;
        let travellers: Vec<_> = self.pieces.iter().copied().filter(|(_, place)| place.square() == square).collect();
        for (seat, place) in travellers {
            let mut at = place;
            trip(see, place, tile, |square, enter, leave| {
                self.trace(seat, square, enter, leave);
                at = Place::new(square, leave);
            });
            // Past the last crossing: where it comes to stand, or off the board.
            self.pieces.retain(|piece| piece.0 != seat);
            if let Some(to) = at.across().filter(|to| self.has(to.square()) && self.content(to.square()) == Content::Empty) {
                self.pieces.push((seat, to));
            }
        }
        self
    }

    fn trace(&mut self, seat: Seat, square: Square, enter: Port, leave: Port) {
        if let Some(index) = self.index(square) {
            self.travelled[index * Port::COUNT + enter.index()] = Some(seat);
            self.travelled[index * Port::COUNT + leave.index()] = Some(seat);
        }
    }

    fn has(&self, square: Square) -> bool {
        square.column() < self.columns && square.row() < self.rows
    }

    fn index(&self, square: Square) -> Option<usize> {
        self.has(square).then(|| usize::from(square.row()) * usize::from(self.columns) + usize::from(square.column()))
    }

    /// What lies on a square; beside the board nothing.
    pub fn content(&self, square: Square) -> Content {
        self.index(square).map_or(Content::Empty, |index| self.contents[index])
    }

    /// Whose piece crossed a square by this port.
    pub fn traveller(&self, square: Square, port: Port) -> Option<Seat> {
        self.index(square).and_then(|index| self.travelled[index * Port::COUNT + port.index()])
    }

    /// The letter of a seat.
    pub fn letter(&self, seat: Seat) -> char {
        self.letters.get(seat.index()).copied().unwrap_or('?')
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
    }
}

/// Follows a piece at `from` across `tile`, laid on the square before it, and on. A trip that comes round to where it began ends there.
fn trip(see: &Observation<'_>, from: Place, tile: Laid, mut step: impl FnMut(Square, Port, Port)) {
    let square = from.square();
    let mut enter = from.port();
    // A tile can be crossed four times.
    for _ in 0..4 {
        let leave = tile.exit(enter);
        step(square, enter, leave);
        let on_board = |place: &Place| place.square().column() < see.columns() && place.square().row() < see.rows();
        let Some(mut at) = Place::new(square, leave).across().filter(on_board) else { return };
        if matches!(see.content(at.square()), Content::Tile(_)) {
            let mut last = None;
            see.walk(at, |square, enter, leave| {
                step(square, enter, leave);
                last = Some(Place::new(square, leave));
            });
            let Some(next) = last.and_then(Place::across).filter(on_board) else { return };
            at = next;
        }
        if at.square() != square || at == from {
            return;
        }
        enter = at.port();
    }
}

/// How the pieces before the active seat's square would cross `tile`: pairs of ports, each with who crosses. Everyone before the active seat, so
/// that its own way is drawn last.
pub fn crossings(see: &Observation<'_>, tile: Laid) -> Vec<(Seat, Port, Port)> {
    let active = see.active();
    let Some(here) = see.place(active) else { return Vec::new() };
    let others = (0..see.seats()).map(Seat::new).filter(|&seat| seat != active).chain([active]);
    let mut found = Vec::new();
    for seat in others {
        if let Some(from) = see.place(seat).filter(|place| place.square() == here.square()) {
            trip(see, from, tile, |square, enter, leave| {
                if square == here.square() {
                    found.push((seat, enter, leave));
                }
            });
        }
    }
    found
}

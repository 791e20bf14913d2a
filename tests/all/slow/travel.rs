//! T6, T7, C4, C5, S14, S15: travel, square by square, and what becomes of every piece when a tile
//! has been laid.

use super::board::Board;
use super::cause::{Cause, Meeting};
use super::faces::exit;
use super::square::{Place, Square};

/// One way across one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub square: Square,
    /// Which tile it was (see `Laid::serial`).
    pub serial: usize,
    pub entry: u8,
    pub exit: u8,
}

/// T6: how a walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It faces an empty square.
    Faces(Place),
    /// It faces a daikaiju.
    Monster(Place),
    /// It leaves the board.
    Edge,
    /// It is back at the port from which it set out, heading the same way.
    Loop,
}

/// T6: walks from a place across every tile that comes.
pub fn walk(board: &Board, start: Place) -> (Vec<Crossing>, Stop) {
    let mut crossings = Vec::new();
    let mut at = start;
    loop {
        let Some(laid) = board.tile_at(at.square) else {
            let stop = match board.monster_at(at.square) {
                Some(_) => Stop::Monster(at),
                None => Stop::Faces(at),
            };
            return (crossings, stop);
        };
        let out = exit(laid.tile, laid.rotation, at.port);
        crossings.push(Crossing {
            square: at.square,
            serial: laid.serial,
            entry: at.port,
            exit: out,
        });
        let leaving = Place { square: at.square, port: out };
        let Some(next) = board.shape.across(leaving) else {
            return (crossings, Stop::Edge);
        };
        if next == start {
            return (crossings, Stop::Loop);
        }
        at = next;
    }
}

/// What a placement does to one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Stays,
    Moves(Place),
    Out(Cause),
}

/// What a placement does to all of them.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A fate a seat; seats without a piece stay.
    pub fates: Vec<Fate>,
    /// A trip a seat, up to its first meeting; empty for seats that did not travel.
    pub trips: Vec<Vec<Crossing>>,
    /// C5: the seats in each meeting.
    pub meetings: Vec<Vec<usize>>,
}

/// T7: all fates after a tile was laid on `new` (it lies on `board` already). `places` are the
/// places before it was laid.
pub fn outcome(board: &Board, new: Square, places: &[Option<Place>], meeting: Meeting) -> Outcome {
    let count = places.len();
    let mut result = Outcome {
        fates: vec![Fate::Stays; count],
        trips: vec![Vec::new(); count],
        meetings: Vec::new(),
    };
    // Where each piece stands in the end; none for pieces that are out on the way.
    let mut ends: Vec<Option<Place>> = places.to_vec();
    let mut travellers = Vec::new();
    for (seat, place) in places.iter().enumerate() {
        let Some(start) = place.filter(|p| p.square == new) else {
            continue;
        };
        travellers.push(seat);
        let (crossings, stop) = walk(board, start);
        result.fates[seat] = match stop {
            Stop::Faces(place) => Fate::Moves(place),
            Stop::Monster(_) => Fate::Out(Cause::Daikaiju),
            Stop::Edge => Fate::Out(Cause::Edge),
            Stop::Loop => Fate::Out(Cause::Loop),
        };
        ends[seat] = match stop {
            Stop::Faces(place) | Stop::Monster(place) => Some(place),
            Stop::Edge | Stop::Loop => None,
        };
        result.trips[seat] = crossings;
        if meeting == Meeting::Collide
            && let Some((length, others)) =
                meeting_inside(new, seat, start, stop, places, &result.trips[seat])
        {
            result.trips[seat].truncate(length);
            ends[seat] = None;
            result.meetings.push(others);
        }
    }
    if meeting == Meeting::Collide {
        for &seat in &travellers {
            let together: Vec<usize> =
                (0..count).filter(|&s| ends[s].is_some() && ends[s] == ends[seat]).collect();
            if together.len() > 1 {
                result.meetings.push(together);
            }
        }
        for seat in result.meetings.concat() {
            result.fates[seat] = Fate::Out(Cause::Collision);
        }
    }
    result
}

/// C5: the first meeting of one traveller at a port of the new square at which another piece stood:
/// how many crossings it made until then, and who is in the meeting.
fn meeting_inside(
    new: Square,
    seat: usize,
    start: Place,
    stop: Stop,
    places: &[Option<Place>],
    crossings: &[Crossing],
) -> Option<(usize, Vec<usize>)> {
    let met_at = |port: u8| -> Option<Vec<usize>> {
        let here = Some(Place { square: new, port });
        let others: Vec<usize> =
            (0..places.len()).filter(|&s| s != seat && places[s] == here).collect();
        if others.is_empty() {
            return None;
        }
        Some([vec![seat], others].concat())
    };
    for (made, crossing) in crossings.iter().enumerate() {
        if crossing.square != new {
            continue;
        }
        // Coming back in; the first crossing sets out from here and meets no one yet.
        if made > 0
            && let Some(all) = met_at(crossing.entry)
        {
            return Some((made, all));
        }
        // Leaving.
        if let Some(all) = met_at(crossing.exit) {
            return Some((made + 1, all));
        }
    }
    // Coming back in where it set out.
    if stop == Stop::Loop {
        return met_at(start.port).map(|all| (crossings.len(), all));
    }
    None
}

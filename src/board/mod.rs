//! Squares, ports, faces, and the links between path ends.
//!
//! This module knows only tiles and paths. Players, hands and turns live in [`crate::game`].

mod face;
mod grid;
pub(crate) mod packed;
mod paths;
mod port;
mod serial;
mod shape;
mod size;
mod square;

pub use face::{FACES, Face, KINDS, Laid};
pub use grid::Grid;
pub(crate) use paths::PathExits;
pub(crate) use paths::{BLOCKED, CLOSED, HAVEN, HIDDEN, PathEnd};
pub use paths::{Board, Content, PathExit, Route, RouteEnd};
pub(crate) use port::PortMap;
pub use port::{Port, PortSet, Rotation, Side};
#[cfg(test)]
pub(crate) use shape::tests::any_shape;
pub use shape::{Shape, StartMarks, Wrap};
pub(crate) use size::{EitherSize, OfEachSize};
pub use size::{Large, Lazy, PointIndex, Size, Small, Store, Value};
pub use square::{MAX_SIDE, MIN_SIDE, ParsePlaceError, Place, Square};
pub(crate) use square::{SquareSet, Step};

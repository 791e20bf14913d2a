//! Draws boards and tiles, as SVG and as text for a terminal.
//!
//! Both draw a [`BoardScene`], which is made from an [`Observation`](crate::game::Observation), so that nothing can be
//! drawn for a seat that it cannot see. Nothing here prints, asks how wide the terminal is or uses words of a language;
//! the results are lines or one text.

mod canvas;
mod curve;
mod follow;
mod ink;
mod live;
mod scene;
mod svg;
mod text;

pub use canvas::{Canvas, Pen};
pub use follow::Segment;
pub use ink::{INKS, Ink, ink};
pub use live::{live_svg, pieces_part, square_part, way_path};
pub use scene::{BoardScene, crossings, seat_letters};
#[cfg(feature = "suite")]
pub(crate) use svg::strip;
pub use svg::{board_svg, svg, tile_svg};
pub use text::{MAX_TILE_ROWS, MIN_TILE_ROWS, TileScale, board, thumbnail, tile};

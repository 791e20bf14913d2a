//! A position as a picture: text for a terminal, and SVG.
//!
//! Both draw a [`BoardScene`], which is made from an [`Observation`](crate::game::Observation): whatever a seat cannot see cannot be drawn for it.
//! Nothing here prints, asks how wide a terminal is, or knows a language; drawings come back as lines or as one text.

mod canvas;
mod curve;
mod ink;
mod scene;
mod svg;
mod text;

pub use canvas::{Canvas, Pen};
pub use ink::{INKS, Ink, ink};
pub use scene::{BoardScene, crossings};
pub use svg::{strip, svg, tile_svg};
pub use text::{MAX_CUT, MIN_CUT, TileScale, board, tile};

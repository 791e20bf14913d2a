//! Draws boards and tiles, as SVG and as text for a terminal; with the feature `raster` also as
//! PNG, and whole games as GIF.
//!
//! All of them draw a [`BoardScene`], which is made from an
//! [`Observation`](crate::game::Observation), so that nothing can be drawn for a seat that it
//! cannot see. Nothing here prints or asks how wide the terminal is; the results are lines or one
//! text. The only words are the words of rules, in the [language](BoardScene::language) of the
//! scene.

#[cfg(feature = "raster")]
mod animation;
mod canvas;
mod counts;
mod curve;
mod elements;
mod film;
mod follow;
mod ink;
mod letters;
mod live;
mod palette;
mod print;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod still;
mod svg;
mod text;

#[cfg(feature = "raster")]
pub use animation::game_gif;
pub use canvas::{Canvas, Pen};
pub use film::{FilmError, FilmStep, GameFilm};
pub use follow::Segment;
pub use ink::{INKS, Ink, ink};
pub use live::{live_svg, pieces_part, square_part, way_path};
pub use palette::{Ground, live_colors};
pub use print::{printed_board, printed_piece, printed_rule_piece, printed_tile};
#[cfg(feature = "raster")]
pub use raster::{PictureWidth, RasterError, board_png};
pub use scene::{BoardScene, crossings, seat_letters};
pub use still::BoardPicture;
pub use svg::strip;
pub use svg::{board_svg, special_svg, svg, tile_svg};
pub use text::{MAX_TILE_ROWS, MIN_TILE_ROWS, TileScale, board, special_tile, thumbnail, tile};

//! Drawings in pixels: they are made from the SVG documents, so that both show the same.

use super::curve::Point;
use super::still::BoardPicture;
use crate::game::Observation;
use resvg::tiny_skia::{IntRect, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;
use std::str::FromStr;

/// The most pixels of a picture, for boards that are much higher than wide: 64 MiB of memory.
const MOST_PIXELS: f64 = 16_777_216.0;

/// How many pixels are drawn around a part, and cut off: a curve comes out a little different beside
/// the edge of what is drawn.
const RIM: u32 = 4;

/// The width of a picture in pixels, 100 to 4000; 800 unless something else is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureWidth(u16);

impl PictureWidth {
    /// The smallest width.
    pub const MIN: u16 = 100;
    /// The largest width.
    pub const MAX: u16 = 4000;

    /// A width of this many pixels; `None` if it is not from [`MIN`](Self::MIN) to
    /// [`MAX`](Self::MAX).
    pub const fn new(pixels: u16) -> Option<Self> {
        if Self::MIN <= pixels && pixels <= Self::MAX { Some(Self(pixels)) } else { None }
    }

    /// The number of pixels.
    pub const fn pixels(self) -> u16 {
        self.0
    }
}

impl Default for PictureWidth {
    fn default() -> Self {
        Self(800)
    }
}

/// Why a picture cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The drawing is not one that the library for SVG reads.
    #[error("the drawing cannot be read: {0}")]
    Drawing(String),
    /// There is not enough memory for this number of pixels.
    #[error("a picture of {width} by {height} pixels cannot be made")]
    Size {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The pixels cannot be written as a file.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
    /// The caller no longer wants the picture.
    #[error("the drawing was broken off")]
    BrokenOff,
}

/// Draws the board that an observation shows as a PNG image with transparent corners.
///
/// ```
/// use tsuro::Game;
/// use tsuro::picture::{PictureWidth, board_png};
///
/// let game = Game::new("seas", 4, "any text")?;
/// let png = board_png(&game.observe(None), PictureWidth::default())?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// There is not enough memory.
pub fn board_png(see: &Observation<'_>, width: PictureWidth) -> Result<Vec<u8>, RasterError> {
    BoardPicture::new(see).png(width)
}

impl BoardPicture {
    /// Draws it as a PNG image with transparent corners.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn png(&self, width: PictureWidth) -> Result<Vec<u8>, RasterError> {
        let (_, height) = self.size();
        let scale = Scale::new(self, width);
        let pixels = scale.draw(self, scale.pixels((0.0, 0.0), (self.size().0, height)), None)?;
        pixels.encode_png().map_err(|why| RasterError::Encoding(why.to_string()))
    }
}

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PixelRect {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// How the units of a drawing become pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    factor: f64,
    /// The size of the whole picture in pixels.
    pub width: u32,
    pub height: u32,
}

impl Scale {
    pub(super) fn new(picture: &BoardPicture, width: PictureWidth) -> Self {
        let (wide, high) = picture.size();
        let factor = (f64::from(width.pixels()) / wide).min((MOST_PIXELS / (wide * high)).sqrt());
        let pixels = |length: f64| (length * factor).round().max(1.0) as u32;
        Self { factor, width: pixels(wide), height: pixels(high) }
    }

    /// The pixels that a part of the drawing touches.
    pub(super) fn pixels(&self, from: Point, to: Point) -> PixelRect {
        let first = |at: f64| (at * self.factor).floor().max(0.0) as u32;
        let end = |at: f64, most: u32| ((at * self.factor).ceil().max(0.0) as u32).min(most);
        let (left, top) = (first(from.0).min(self.width - 1), first(from.1).min(self.height - 1));
        PixelRect {
            left,
            top,
            width: end(to.0, self.width).max(left + 1) - left,
            height: end(to.1, self.height).max(top + 1) - top,
        }
    }

    /// Draws a part of a picture, on `ground` if one is given.
    pub(super) fn draw(
        &self,
        picture: &BoardPicture,
        part: PixelRect,
        ground: Option<Rgb>,
    ) -> Result<Pixmap, RasterError> {
        let unit = |pixels: u32| f64::from(pixels) / self.factor;
        let area = (
            (unit(part.left), unit(part.top)),
            (unit(part.left + part.width), unit(part.top + part.height)),
        );
        let tree = Tree::from_str(&picture.svg_with("", Some(area)), &Options::default())
            .map_err(|why| RasterError::Drawing(why.to_string()))?;
        let size = || RasterError::Size { width: part.width, height: part.height };
        let mut pixels =
            Pixmap::new(part.width + 2 * RIM, part.height + 2 * RIM).ok_or_else(size)?;
        if let Some(Rgb([red, green, blue])) = ground {
            pixels.fill(resvg::tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX));
        }
        // The size that the document asks for is in whole pixels; what is in it is scaled alike in
        // both directions.
        let (wide, high) = picture.size();
        let (across, down) =
            (wide / f64::from(tree.size().width()), high / f64::from(tree.size().height()));
        let factor = |unit: f64| (unit * self.factor) as f32;
        let moved = |from: u32| RIM as f32 - from as f32;
        let moved = Transform::from_translate(moved(part.left), moved(part.top));
        resvg::render(&tree, moved.pre_scale(factor(across), factor(down)), &mut pixels.as_mut());
        let part = IntRect::from_xywh(RIM as i32, RIM as i32, part.width, part.height);
        part.and_then(|part| pixels.clone_rect(part)).ok_or_else(size)
    }
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Rgb(pub [u8; 3]);

impl Rgb {
    /// The square of the distance to another colour.
    pub(super) fn distance(self, other: Self) -> u32 {
        self.0.iter().zip(other.0).map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    }
}

impl FromStr for Rgb {
    type Err = fmt::Error;

    /// Reads `#rrggbb`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let part = |from: usize| {
            u8::from_str_radix(text.get(from..from + 2).ok_or(fmt::Error)?, 16)
                .map_err(|_| fmt::Error)
        };
        Ok(Self([part(1)?, part(3)?, part(5)?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Game;

    #[test]
    fn widths_have_bounds_and_high_boards_have_no_more_pixels_than_others() {
        assert_eq!(
            [99, 100, 4000, 4001].map(|pixels| PictureWidth::new(pixels).is_some()),
            [false, true, true, false]
        );
        let game = Game::new("classic+columns=3+rows=16", 2, "high").unwrap();
        let picture = BoardPicture::new(&game.observe(None));
        let scale = Scale::new(&picture, PictureWidth::new(4000).unwrap());
        assert!(
            u64::from(scale.width) * u64::from(scale.height) <= 17_000_000 && scale.height > 8000,
            "{scale:?}"
        );
        let small = Scale::new(&picture, PictureWidth::new(100).unwrap());
        assert_eq!((small.width, small.height), (100, 435));
    }

    #[test]
    fn a_part_of_a_picture_has_the_pixels_of_the_whole() {
        let game = Game::new("seas", 3, "part").unwrap();
        let picture = BoardPicture::new(&game.observe(None));
        let scale = Scale::new(&picture, PictureWidth::new(300).unwrap());
        let whole = scale
            .draw(
                &picture,
                PixelRect { left: 0, top: 0, width: scale.width, height: scale.height },
                None,
            )
            .unwrap();
        let part = PixelRect { left: 57, top: 101, width: 88, height: 40 };
        let drawn = scale.draw(&picture, part, None).unwrap();
        for y in 0..part.height {
            for x in 0..part.width {
                let (one, other) =
                    (drawn.pixel(x, y).unwrap(), whole.pixel(part.left + x, part.top + y).unwrap());
                let far = |one: u8, other: u8| one.abs_diff(other) > 2;
                assert!(
                    !far(one.red(), other.red())
                        && !far(one.green(), other.green())
                        && !far(one.blue(), other.blue()),
                    "{x} {y}: {one:?} {other:?}"
                );
            }
        }
    }
}

//! Films as moving GIF images: a palette that all pictures share, and of each picture only what
//! differs from the one before.

use super::elements::colors;
use super::film::{FilmError, GameFilm};
use super::palette::{Palette, Tone};
use super::raster::{PictureWidth, PixelRect, RasterError, Rgb, Scale};
use crate::game::Seat;
use crate::rules::Registry;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use std::borrow::Cow;
use std::collections::HashMap;

/// How many pictures of a film are looked at for the palette.
const SAMPLES: usize = 6;
/// The number in the palette of what stays as it was in the picture before.
const UNCHANGED: u8 = 255;

/// A recorded game as a moving GIF image, from its first decision to its end; with `view` as that
/// seat saw it, with its hand.
///
/// ```
/// use tsuro::Game;
/// use tsuro::picture::{PictureWidth, game_gif};
/// use tsuro::rules::Registry;
///
/// let mut game = Game::new("classic+columns=3+rows=3", 2, "any text")?;
/// while let Some(decision) = game.decision() {
///     let choice = game.observe(decision.seat()).choices()[0].clone();
///     game.play(&choice)?;
/// }
/// let width = PictureWidth::new(200).expect("a width from 100 to 4000");
/// let gif = game_gif(&game.record()?, &Registry::default(), None, width)?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The text is not a record of a game that follows its rules, has no such seat, or there is not
/// enough memory.
pub fn game_gif(
    record: &str,
    registry: &Registry,
    view: Option<Seat>,
    width: PictureWidth,
) -> Result<Vec<u8>, FilmError> {
    Ok(GameFilm::of_record(record, registry, view)?.gif(width)?)
}

impl GameFilm {
    /// Draws the film as a GIF image that begins again after its end.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn gif(&self, width: PictureWidth) -> Result<Vec<u8>, RasterError> {
        self.gif_while(width, &|| true)
    }

    /// As [`GameFilm::gif`], as long as `goes_on` says so: it is asked before each picture.
    ///
    /// # Errors
    /// As with [`GameFilm::gif`], and [`RasterError::BrokenOff`].
    pub fn gif_while(
        &self,
        width: PictureWidth,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, RasterError> {
        let Some(first) = self.steps().first() else {
            return Err(RasterError::Size { width: 0, height: 0 });
        };
        let scale = Scale::new(&first.picture, width);
        let whole = PixelRect { left: 0, top: 0, width: scale.width, height: scale.height };
        let palette = first.picture.scene.palette();
        let ground = palette.tone(Tone::Ground).parse().ok();
        let last = self.steps().len() - 1;
        let mut samples: Vec<usize> =
            (0..SAMPLES).map(|sample| last * sample / (SAMPLES - 1)).collect();
        samples.dedup();
        let mut seen = ColorCount::default();
        for sample in samples {
            seen.count(&scale.draw(&self.steps()[sample].picture, whole, ground)?);
        }
        let mut palette = seen.palette(palette);
        let too_large = RasterError::Size { width: scale.width, height: scale.height };
        let (Ok(wide), Ok(high)) = (u16::try_from(scale.width), u16::try_from(scale.height)) else {
            return Err(too_large);
        };
        let written = |why: gif::EncodingError| RasterError::Encoding(why.to_string());
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, wide, high, &palette.bytes()).map_err(written)?;
        encoder.set_repeat(Repeat::Infinite).map_err(written)?;
        let mut shown: Vec<u8> = Vec::new();
        for (number, step) in self.steps().iter().enumerate() {
            if !goes_on() {
                return Err(RasterError::BrokenOff);
            }
            let before = number.checked_sub(1).map(|before| &self.steps()[before].picture);
            let part = match before.map(|before| step.picture.changed_since(before)) {
                None => whole,
                Some(Some((from, to))) => scale.pixels(from, to),
                // The encoder wants a picture for each pause.
                Some(None) => PixelRect { width: 1, height: 1, ..whole },
            };
            let pixels = scale.draw(&step.picture, part, ground)?;
            let colors: Vec<u8> = palette.numbers(&pixels);
            let buffer = if shown.is_empty() {
                shown.clone_from(&colors);
                colors
            } else {
                exchange(&mut shown, scale.width as usize, part, &colors)
            };
            let frame = Frame {
                delay: u16::try_from(step.stands / 10).unwrap_or(u16::MAX),
                dispose: DisposalMethod::Keep,
                transparent: Some(UNCHANGED),
                left: part.left as u16,
                top: part.top as u16,
                width: part.width as u16,
                height: part.height as u16,
                buffer: Cow::Owned(buffer),
                ..Frame::default()
            };
            encoder.write_frame(&frame).map_err(written)?;
        }
        drop(encoder);
        Ok(out)
    }
}

/// Puts a part into what is shown; the part with what was there already left out, which makes the
/// file smaller.
fn exchange(shown: &mut [u8], width: usize, part: PixelRect, colors: &[u8]) -> Vec<u8> {
    let (left, top) = (part.left as usize, part.top as usize);
    let mut new = Vec::with_capacity(colors.len());
    for (row, colors) in colors.chunks(part.width as usize).enumerate() {
        let from = (top + row) * width + left;
        let old = &mut shown[from..from + colors.len()];
        new.extend(
            old.iter()
                .zip(colors)
                .map(|(old, &color)| if *old == color { UNCHANGED } else { color }),
        );
        old.copy_from_slice(colors);
    }
    new
}

/// The colours of a picture's pixels, row by row.
fn pixels_of(pixels: &Pixmap) -> impl Iterator<Item = Rgb> {
    // They are opaque, so what is stored is the colour itself.
    pixels.pixels().iter().map(|pixel| Rgb([pixel.red(), pixel.green(), pixel.blue()]))
}

/// How often colours occur.
#[derive(Debug, Default)]
struct ColorCount(HashMap<Rgb, u32>);

impl ColorCount {
    fn count(&mut self, pixels: &Pixmap) {
        // Most pixels have the colour of the one before.
        let mut run: Option<(Rgb, u32)> = None;
        for color in pixels_of(pixels) {
            match &mut run {
                Some((last, length)) if *last == color => *length += 1,
                _ => {
                    if let Some((last, length)) = run.replace((color, 1)) {
                        *self.0.entry(last).or_default() += length;
                    }
                }
            }
        }
        if let Some((last, length)) = run {
            *self.0.entry(last).or_default() += length;
        }
    }

    /// The colours that drawings fill something with, and of the others the most frequent ones that
    /// are not too near to each other to be told apart.
    fn palette(self, palette: Palette) -> GifPalette {
        let fixed: Vec<Rgb> = colors(palette).filter_map(|color| color.parse().ok()).collect();
        let mut found: Vec<(Rgb, u32)> = self.0.into_iter().collect();
        found.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let chosen = |apart: u32| {
            let mut chosen = fixed.clone();
            for &(color, _) in &found {
                if chosen.iter().all(|&other| color.distance(other) > apart * apart) {
                    chosen.push(color);
                    if chosen.len() > usize::from(UNCHANGED) {
                        break;
                    }
                }
            }
            chosen
        };
        let mut apart = 0;
        let mut all = chosen(apart);
        while all.len() > usize::from(UNCHANGED) && apart < 64 {
            apart += 2;
            all = chosen(apart);
        }
        all.truncate(usize::from(UNCHANGED));
        GifPalette { colors: all, nearest: HashMap::new() }
    }
}

/// At most 255 colours.
struct GifPalette {
    colors: Vec<Rgb>,
    /// The number of the colour that is nearest to one that was looked up before.
    nearest: HashMap<Rgb, u8>,
}

impl GifPalette {
    /// The colours as GIF images have them, the one of what stays unchanged included.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flat_map(|color| color.0).collect();
        bytes.resize(3 * (usize::from(UNCHANGED) + 1), 0);
        bytes
    }

    /// The number of the nearest colour for each pixel.
    fn numbers(&mut self, pixels: &Pixmap) -> Vec<u8> {
        let mut last = None;
        let mut numbers = Vec::with_capacity(pixels.pixels().len());
        for color in pixels_of(pixels) {
            let number = match last {
                Some((known, number)) if known == color => number,
                _ => self.number(color),
            };
            last = Some((color, number));
            numbers.push(number);
        }
        numbers
    }

    fn number(&mut self, color: Rgb) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let nearest = (0u8..).zip(colors).min_by_key(|(_, other)| color.distance(**other));
            nearest.map_or(0, |(number, _)| number)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_is_broken_off_between_two_pictures() {
        let mut game = crate::Game::new("classic+columns=3+rows=3", 2, "film").unwrap();
        while let Some(decision) = game.decision() {
            let choice = game.observe(decision.seat()).choices()[0].clone();
            game.play(&choice).unwrap();
        }
        let film =
            GameFilm::of_record(&game.record().unwrap(), &Registry::default(), None).unwrap();
        let asked = std::cell::Cell::new(0);
        let goes_on = || asked.replace(asked.get() + 1) < 2;
        let drawn = film.gif_while(PictureWidth::new(100).unwrap(), &goes_on);
        assert!(
            matches!(drawn, Err(RasterError::BrokenOff))
                && asked.get() == 3
                && film.steps().len() > 3
        );
    }

    #[test]
    fn a_palette_has_the_colours_of_drawings_and_no_more_than_fit() {
        let mut seen = ColorCount::default();
        let mut pixels = Pixmap::new(256, 64).unwrap();
        for (number, pixel) in pixels.pixels_mut().iter_mut().enumerate() {
            let (across, down) = ((number % 256) as u8, (number / 256) as u8);
            *pixel = resvg::tiny_skia::ColorU8::from_rgba(across, down * 4, across ^ down, 255)
                .premultiply();
        }
        seen.count(&pixels);
        let of = Palette::default();
        let mut palette = seen.palette(of);
        assert!(
            palette.colors.len() <= 255 && palette.colors.len() > 128,
            "{}",
            palette.colors.len()
        );
        assert_eq!(palette.bytes().len(), 768);
        for color in colors(of) {
            let color: Rgb = color.parse().unwrap();
            let number = palette.number(color);
            assert_eq!(palette.colors[usize::from(number)], color);
        }
    }

    #[test]
    fn what_is_unchanged_is_left_out() {
        let mut shown = vec![1, 2, 3, 4, 5, 6];
        let new = exchange(
            &mut shown,
            3,
            PixelRect { left: 1, top: 0, width: 2, height: 2 },
            &[2, 9, 5, 8],
        );
        assert_eq!(new, [UNCHANGED, 9, UNCHANGED, 8]);
        assert_eq!(shown, [1, 2, 9, 4, 5, 8]);
    }
}

//! The colours of the board itself, by what pictures make of it, on dark and on light ground.

use crate::game::BoardStyle;
use std::fmt::Write as _;

/// On which ground pictures are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Ground {
    /// Dark; an SVG document is light for viewers who ask programs for light colours.
    #[default]
    AsViewed,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

/// What a colour is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// Around the squares.
    Ground,
    /// Empty squares, in turn.
    Empty,
    OtherEmpty,
    /// The pattern of empty squares.
    Grain,
    /// Tiles.
    Card,
    /// The line within the edge of a tile on which light falls.
    Bevel,
    CardEdge,
    /// Beside paths.
    Casing,
    /// Paths on which no piece travelled.
    Path,
    /// A tile that is only tried out.
    Tried,
    /// The highlighted square.
    Focus,
    /// Squares that the seat does not see.
    Hidden,
    /// The names of empty squares.
    Faint,
    /// The names of columns and rows.
    Label,
    /// Numbers, and the name of the highlighted square.
    Text,
    /// Where there is no square: water in stone, land in the sea.
    Beyond,
}

/// The number of [`Tone`]s.
const TONES: usize = 16;

/// The colours of a look, by [`Tone`], dark and light. No two dark ones are the same, and none is
/// the colour of a seat, so that a style can exchange them by their values.
type Colors = [[&'static str; 2]; TONES];

const STONE: Colors = [
    ["#1f1d1b", "#d6cfc2"],
    ["#302d2a", "#e7e1d6"],
    ["#2b2926", "#e0d9cc"],
    ["#45403b", "#c6bcab"],
    ["#5a554e", "#b3ab9e"],
    ["#777066", "#d2cbbf"],
    ["#837c71", "#7d7466"],
    ["#2d2925", "#443d35"],
    ["#ecdfc4", "#fbf2dd"],
    ["#5f5a2e", "#a9a568"],
    ["#1d4a5c", "#a9d5e3"],
    ["#3a3634", "#c2baac"],
    ["#877d74", "#7d7365"],
    ["#b9aa98", "#5e5346"],
    ["#efe3ca", "#2f2821"],
    ["#15232e", "#9db8c6"],
];

const SEA: Colors = [
    ["#0e2030", "#bcd9e6"],
    ["#15394f", "#abd4e7"],
    ["#123247", "#a1cde2"],
    ["#2a6484", "#79b0cd"],
    ["#22697f", "#5b9fba"],
    ["#3f8ba1", "#86bfd3"],
    ["#58a3b8", "#2b6780"],
    ["#0d3342", "#123e50"],
    ["#e2f3f0", "#f5fcf9"],
    ["#4a6b3a", "#7fa05c"],
    ["#7a5514", "#f3d482"],
    ["#26404f", "#8fb0be"],
    ["#7099ae", "#396981"],
    ["#a9c4d2", "#1f4a5e"],
    ["#e6f4f1", "#0d2a38"],
    ["#4f4a34", "#c9bd8e"],
];

/// The colours of a picture.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Palette {
    look: BoardStyle,
    ground: Ground,
}

impl Palette {
    pub(super) const fn new(look: BoardStyle, ground: Ground) -> Self {
        Self { look, ground }
    }

    pub(super) const fn look(self) -> BoardStyle {
        self.look
    }

    const fn colors(self) -> &'static Colors {
        match self.look {
            BoardStyle::Stone => &STONE,
            BoardStyle::Sea => &SEA,
        }
    }

    /// The colour as `#rrggbb`.
    pub(super) fn tone(self, tone: Tone) -> &'static str {
        self.colors()[tone as usize][usize::from(self.ground == Ground::Light)]
    }

    /// All colours.
    #[cfg(feature = "raster")]
    pub(super) fn tones(self) -> impl Iterator<Item = &'static str> {
        self.colors().iter().map(move |tone| tone[usize::from(self.ground == Ground::Light)])
    }

    /// The style element that makes a document light for viewers who ask for it; empty for a
    /// picture of one ground.
    pub(super) fn style(self) -> String {
        if self.ground != Ground::AsViewed {
            return String::new();
        }
        let mut style = String::from("<style>@media (prefers-color-scheme:light){");
        for [dark, light] in self.colors() {
            let _ = write!(
                style,
                "[fill=\"{dark}\"]{{fill:{light}}}[stroke=\"{dark}\"]{{stroke:{light}}}"
            );
        }
        style.push_str("}</style>\n");
        style
    }
}

/// Rules for the style sheet of a page that has drawings in it: [live ones](super::live_svg) and
/// [strips](super::strip()). Where the page is light, they are.
pub fn live_colors() -> String {
    let mut sheet = String::new();
    for [dark, light] in STONE.iter().chain(&SEA) {
        for part in ["fill", "stroke"] {
            // Writing to a string cannot fail.
            let _ = writeln!(
                sheet,
                "svg [{part}=\"{dark}\"] {{ {part}: light-dark({light}, {dark}); }}"
            );
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ink::{INKS, LOOK_INKS};

    /// How light a colour is, from 0 to 1, as WCAG 2 defines relative luminance.
    fn luminance(color: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    const LOOKS: [BoardStyle; 2] = [BoardStyle::Stone, BoardStyle::Sea];

    #[test]
    fn what_carries_meaning_stands_out_from_what_is_behind_it() {
        for (look, ground) in
            LOOKS.into_iter().flat_map(|look| [Ground::Dark, Ground::Light].map(|to| (look, to)))
        {
            let palette = Palette::new(look, ground);
            let mut pairs = vec![
                (palette.tone(Tone::Label), palette.tone(Tone::Ground), 4.5),
                (palette.tone(Tone::Text), palette.tone(Tone::Ground), 4.5),
                (palette.tone(Tone::Text), palette.tone(Tone::Focus), 4.5),
                (palette.tone(Tone::Label), palette.tone(Tone::Beyond), 3.0),
                (palette.tone(Tone::Path), palette.tone(Tone::Casing), 7.0),
                (palette.tone(Tone::CardEdge), palette.tone(Tone::Empty), 2.0),
            ];
            for empty in [Tone::Empty, Tone::OtherEmpty] {
                pairs.push((palette.tone(Tone::Faint), palette.tone(empty), 3.0));
                pairs.push((palette.tone(Tone::Label), palette.tone(empty), 4.5));
            }
            // Pieces have a dark outline, paths a casing.
            pairs.extend(INKS.iter().map(|ink| (ink.rgb, palette.tone(Tone::Casing), 3.0)));
            for (one, other, least) in pairs {
                let found = contrast(one, other);
                assert!(found >= least, "{look:?} {ground:?}: {one} on {other} is {found:.2}");
            }
        }
    }

    #[test]
    fn a_style_can_tell_all_colours_apart() {
        let mut all: Vec<&str> = STONE.iter().chain(&SEA).map(|tone| tone[0]).collect();
        all.extend(LOOK_INKS.iter().map(|ink| ink.rgb));
        all.extend(INKS.iter().map(|ink| ink.rgb));
        all.sort_unstable();
        // Rules have four colours of the seats.
        let seats = |color: &&str| INKS.iter().any(|ink| ink.rgb == *color);
        all.retain(|color| !seats(color));
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
        for look in LOOKS {
            assert!(Palette::new(look, Ground::Dark).style().is_empty());
            let style = Palette::new(look, Ground::AsViewed).style();
            assert_eq!(style.matches("[fill=").count(), TONES);
        }
        assert_eq!(live_colors().lines().count(), 4 * TONES);
    }
}

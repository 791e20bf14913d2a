//! Colours of the screen: as many as the terminal has, for a dark or a light background.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use tsuro::picture::Pen;
use tsuro::ruleset::is_hidden;
use tsuro_world::door::ascii_sign;

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// None: `NO_COLOR`.
    None,
    /// Sixteen.
    Sixteen,
    /// 256.
    Full,
}

/// How the screen is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Theme {
    pub depth: Depth,
    /// Whether only ASCII can be shown.
    pub ascii: bool,
    /// The ink of the own piece, whose path is bold where there are no colours.
    pub own: Option<u8>,
}

impl Theme {
    /// The style of a pen of the drawing.
    pub(super) fn pen(self, pen: Pen) -> Style {
        let mut style = Style::default();
        if pen.bold
            && (self.depth != Depth::None
                || self.own.is_none()
                || pen.ink == self.own
                || pen.ground.is_none())
        {
            style = style.add_modifier(Modifier::BOLD);
        }
        match self.depth {
            Depth::None => {
                // Without colours a piece is told from its ground by being reversed.
                if pen.bold && pen.ink == Some(16) {
                    style.add_modifier(Modifier::REVERSED)
                } else {
                    style
                }
            }
            Depth::Sixteen => {
                if let Some(ink) = pen.ink.filter(|&ink| pen.ground.is_some() || !is_gray(ink)) {
                    style = style.fg(ink_of_sixteen(ink));
                }
                if let Some(ground) = pen.ground {
                    style = style.bg(ground_of_sixteen(ground));
                }
                style
            }
            Depth::Full => {
                if let Some(ink) = pen.ink.filter(|&ink| pen.ground.is_some() || !is_gray(ink)) {
                    style = style.fg(Color::Indexed(ink));
                }
                if let Some(ground) = pen.ground {
                    style = style.bg(Color::Indexed(ground));
                }
                style
            }
        }
    }

    /// What is chosen in a list or proposed.
    pub(super) fn chosen() -> Style {
        Style::default().add_modifier(Modifier::REVERSED)
    }

    /// What puts a player out.
    pub(super) fn danger(self) -> Style {
        let style = Style::default().add_modifier(Modifier::BOLD);
        match self.depth {
            Depth::None => style.add_modifier(Modifier::UNDERLINED),
            Depth::Sixteen | Depth::Full => style.fg(Color::Red),
        }
    }

    /// Headings.
    pub(super) fn heading() -> Style {
        Style::default().add_modifier(Modifier::BOLD)
    }

    /// What is less important.
    pub(super) fn faint(self) -> Style {
        if self.depth == Depth::None {
            Style::default()
        } else {
            Style::default().add_modifier(Modifier::DIM)
        }
    }
}

/// Replaces what a terminal cannot show, or would not show as it is: hidden characters of texts
/// from outside, and with `ascii` everything that is not ASCII.
pub(super) fn purify(buffer: &mut Buffer, ascii: bool) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if symbol.contains(is_hidden) {
            cell.set_char('?');
        } else if ascii && !symbol.is_ascii() {
            let sign = symbol.chars().next().map_or('?', ascii_sign);
            cell.set_char(sign);
        }
    }
}

/// The red, green and blue of one of the 256 colours of a terminal.
fn rgb(index: u8) -> (u8, u8, u8) {
    const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];
    const SIXTEEN: [(u8, u8, u8); 16] = [
        (0, 0, 0),
        (128, 0, 0),
        (0, 128, 0),
        (128, 128, 0),
        (0, 0, 128),
        (128, 0, 128),
        (0, 128, 128),
        (192, 192, 192),
        (128, 128, 128),
        (255, 0, 0),
        (0, 255, 0),
        (255, 255, 0),
        (0, 0, 255),
        (255, 0, 255),
        (0, 255, 255),
        (255, 255, 255),
    ];
    match index {
        0..16 => SIXTEEN[usize::from(index)],
        16..232 => {
            let of = |value: u8| CUBE[usize::from(value % 6)];
            let index = index - 16;
            (of(index / 36), of(index / 6), of(index))
        }
        232.. => {
            let gray = 8 + 10 * (index - 232);
            (gray, gray, gray)
        }
    }
}

/// One of the 256 colours of a terminal as `#rrggbb`.
#[cfg(test)]
pub(super) fn hex(index: u8) -> String {
    let (red, green, blue) = rgb(index);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Whether a colour is white, gray or black. On the terminal's own background, dark or light, its
/// own colour of text is read better.
fn is_gray(index: u8) -> bool {
    let (red, green, blue) = rgb(index);
    red == green && green == blue
}

/// One of the sixteen colours that every terminal has, for a colour of the drawing as a ground.
fn ground_of_sixteen(ground: u8) -> Color {
    let (red, green, blue) = rgb(ground);
    if red == green && green == blue {
        return Color::Black;
    }
    match (red.max(green).max(blue), red, green, blue) {
        // The pieces.
        (160.., ..) => ink_of_sixteen(ground),
        (_, 1.., 1.., 0) | (_, 0, _, 1..) => Color::Blue,
        (_, 1.., 0, 1..) => Color::Magenta,
        _ => Color::Red,
    }
}

/// One of the sixteen colours that every terminal has, for a colour of the drawing as ink: another
/// for each seat.
fn ink_of_sixteen(ink: u8) -> Color {
    match ink {
        16 => Color::Black,
        203 => Color::LightRed,
        75 => Color::LightBlue,
        77 => Color::LightGreen,
        220 | 227 => Color::LightYellow,
        177 => Color::LightMagenta,
        80 => Color::LightCyan,
        208 => Color::Yellow,
        241..245 => Color::DarkGray,
        247 | 250 => Color::Gray,
        _ => Color::White,
    }
}

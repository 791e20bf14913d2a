//! Plot: a heat map of how near each combination of two values comes to its target.

use super::{Svg, WIDTH, short};
use maud::Markup;

/// One combination of two values, as a cell of a heat map.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::exhaustive_structs,
    reason = "plots and pages are drawn of ones made by hand, too"
)]
pub struct Cell {
    /// The text of the cell.
    pub text: String,
    /// How near it comes to the target, from 0 (the farthest of all) to 1 (on target); `None` where
    /// nothing was played.
    pub near: Option<f64>,
    /// Whether it is one of the best trade-offs.
    pub front: bool,
}

/// The number of shades, so few that the page's style can name them.
const SHADES: u8 = 10;

/// What the colours of a heat map mean.
#[derive(Debug, Clone)]
pub struct Legend<'a> {
    /// What the lightest shade and the darkest one stand for.
    pub ends: [&'a str; 2],
    /// What a frame stands for; empty: there are none.
    pub front: &'a str,
}

/// The width of a letter at most.
const LETTER: f64 = 7.0;

/// The largest number of columns whose names and texts have room side by side.
pub const MOST_COLUMNS: usize = 9;

/// The heat map of `cells[row][column]`, with the values of one key as columns and the values of
/// the other as rows. With more than [`MOST_COLUMNS`], texts that have no room are left out.
pub fn heat(
    title: &str,
    legend: &Legend<'_>,
    (across, columns): (&str, &[String]),
    (down, rows): (&str, &[String]),
    cells: &[Vec<Cell>],
) -> Markup {
    let letters = rows.iter().map(|value| value.chars().count()).max().unwrap_or(0).clamp(8, 24);
    let (left, above) = (LETTER * letters as f64 + 8.0, 40.0);
    let tall = if rows.len() > MOST_COLUMNS { 22.0 } else { 36.0 };
    let wide = (WIDTH - left - 4.0) / columns.len().max(1) as f64;
    let bottom = above + tall * rows.len() as f64 + 8.0;
    let mut svg = Svg::new(bottom + 22.0);
    let names = match (down.is_empty(), across.is_empty()) {
        (true, _) => format!("{} →", short(across, 50)),
        (_, true) => format!("{} ↓", short(down, 50)),
        _ => format!("{} ↓   {} →", short(down, 26), short(across, 26)),
    };
    let room = (wide / LETTER) as usize;
    svg.text("small", (2.0, 13.0), &names);
    let mut descriptions = Vec::new();
    for (column, value) in columns.iter().enumerate() {
        let name = short(value, room.clamp(1, 10));
        svg.text("small middle", (left + wide * (column as f64 + 0.5), 31.0), &name);
    }
    for (row, (value, cells)) in rows.iter().zip(cells).enumerate() {
        let y = above + tall * row as f64;
        svg.text("small end", (left - 6.0, y + tall / 2.0 + 4.0), &short(value, letters));
        for (column, cell) in cells.iter().enumerate() {
            let x = left + wide * column as f64;
            let shade = cell.near.map_or("none".to_owned(), |near| {
                format!("{:.0}", (near.clamp(0.0, 1.0) * f64::from(SHADES - 1)).round())
            });
            svg.rect(
                &format!("heat{shade}{}", if cell.front { " front" } else { "" }),
                (x + 1.0, y + 1.0),
                (wide - 2.0, tall - 2.0),
            );
            svg.text(
                if cell.near.is_some_and(|near| near > 0.61) {
                    "small middle inside"
                } else {
                    "small middle"
                },
                (x + wide / 2.0, y + tall / 2.0 + 4.0),
                if cell.text.chars().count() <= room { &cell.text } else { "" },
            );
            if cell.near.is_some() {
                descriptions.push(format!(
                    "{across} {} and {down} {value}: {}",
                    columns[column], cell.text
                ));
            }
        }
    }
    draw_legend(&mut svg, legend, bottom);
    svg.into_figure(title, &format!("{}.", descriptions.join("; ")))
}

/// The shades side by side between what they stand for, and the frame.
fn draw_legend(svg: &mut Svg, legend: &Legend<'_>, y: f64) {
    let [low, high] = legend.ends;
    let wide = |text: &str| 7.0 * text.chars().count() as f64 + 8.0;
    svg.text("small", (2.0, y + 11.0), low);
    let mut x = 2.0 + wide(low);
    for shade in 0..SHADES {
        svg.rect(&format!("heat{shade}"), (x, y), (14.0, 14.0));
        x += 14.0;
    }
    svg.text("small", (x + 6.0, y + 11.0), high);
    if !legend.front.is_empty() {
        x += 6.0 + wide(high) + 10.0;
        svg.rect("heat0 front", (x, y), (14.0, 14.0));
        svg.text("small", (x + 20.0, y + 11.0), legend.front);
    }
}

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

/// The heat map of `cells[row][column]`, with the values of one key as columns and the values of
/// the other as rows.
pub fn heat(
    title: &str,
    (across, columns): (&str, &[String]),
    (down, rows): (&str, &[String]),
    cells: &[Vec<Cell>],
) -> Markup {
    let (left, above, tall) = (64.0, 40.0, 36.0);
    let wide = (WIDTH - left - 4.0) / columns.len().max(1) as f64;
    let mut svg = Svg::new(above + tall * rows.len() as f64 + 6.0);
    let names = if down.is_empty() {
        format!("{} →", short(across, 50))
    } else {
        format!("{} ↓   {} →", short(down, 26), short(across, 26))
    };
    svg.text("small", (2.0, 13.0), &names);
    let mut descriptions = Vec::new();
    for (column, value) in columns.iter().enumerate() {
        svg.text("small middle", (left + wide * (column as f64 + 0.5), 31.0), &short(value, 10));
    }
    for (row, (value, cells)) in rows.iter().zip(cells).enumerate() {
        let y = above + tall * row as f64;
        svg.text("small end", (left - 6.0, y + tall / 2.0 + 4.0), &short(value, 10));
        for (column, cell) in cells.iter().enumerate() {
            let x = left + wide * column as f64;
            // Ten shades, so that the page's style can name them.
            let shade = cell.near.map_or("none".to_owned(), |near| {
                format!("{:.0}", (near.clamp(0.0, 1.0) * 9.0).round())
            });
            svg.rect(
                &format!("heat{shade}{}", if cell.front { " front" } else { "" }),
                (x + 1.0, y + 1.0),
                (wide - 2.0, tall - 2.0),
            );
            svg.text(
                if cell.near.is_some_and(|near| near > 0.5) {
                    "small middle inside"
                } else {
                    "small middle"
                },
                (x + wide / 2.0, y + tall / 2.0 + 4.0),
                &cell.text,
            );
            if cell.near.is_some() {
                descriptions.push(format!(
                    "{across} {} and {down} {value}: {}",
                    columns[column], cell.text
                ));
            }
        }
    }
    svg.into_figure(title, &format!("{}.", descriptions.join("; ")))
}

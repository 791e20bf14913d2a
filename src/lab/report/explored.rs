//! What a search over rules found: a table of the best trade-offs, JSON, and a page with heat maps.

use super::figures::Figures;
use super::html::{RunDescription, page};
use super::plot::{self, Cell, escaped};
use crate::lab::explore::{CandidateResult, MetricTarget};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A search that is over.
#[derive(Debug)]
pub struct Exploration<'a> {
    /// What was varied.
    pub base: &'a str,
    /// The keys with their values, as they are written.
    pub varied: &'a [(String, Vec<String>)],
    /// What was wanted.
    pub targets: &'a [MetricTarget],
    /// The candidates: names, the place of each value among its key's, and what they came to.
    pub candidates: Vec<(String, Vec<usize>, Option<CandidateResult>)>,
    /// Those that are no rule sets, with the reason.
    pub refused: &'a [(String, String)],
    /// The best one's place among the candidates.
    pub best: Option<usize>,
}

/// What is wanted, as it is shown.
fn wanted(target: &MetricTarget) -> String {
    let share = target.metric().is_some_and(|metric| metric.unit.is_share());
    if share { format!("{} %", 100.0 * target.wanted) } else { target.wanted.to_string() }
}

impl Exploration<'_> {
    /// The candidates with results, the nearest first.
    fn ranked(&self) -> Vec<(usize, &str, &CandidateResult)> {
        let known =
            self.candidates.iter().enumerate().filter_map(|(index, (name, _, tried))| Some((index, name.as_str(), tried.as_ref()?)));
        let mut ranked: Vec<_> = known.collect();
        ranked.sort_by(|one, other| one.2.total.total_cmp(&other.2.total));
        ranked
    }

    fn figures(&self, target: usize, tried: &CandidateResult) -> Figures {
        let (low, high) = tried.values[target].interval;
        Figures::new(self.targets[target].metric().map_or(crate::lab::metrics::Unit::Count, |metric| metric.unit), (high - low) / 2.0)
    }

    /// A value as it is shown.
    fn value(&self, target: usize, tried: &CandidateResult) -> String {
        self.figures(target, tried).value(tried.values[target].value)
    }

    /// The values of the varied keys of a candidate: `tiles.hand=3 board.columns=6`.
    fn settings(&self, index: usize) -> String {
        let chosen = self.varied.iter().zip(&self.candidates[index].1);
        chosen.map(|((key, values), &at)| format!("{key}={}", values[at])).collect::<Vec<_>>().join(" ")
    }

    /// As text: the front of best trade-offs, or, with `all`, every candidate.
    pub fn text(&self, all: bool) -> String {
        let mut text = format!("{} candidates from {}", self.candidates.len(), self.base);
        let dropped = self.candidates.iter().filter(|(_, _, tried)| tried.as_ref().is_some_and(|tried| tried.dropped)).count();
        let _ = writeln!(
            text,
            ", {dropped} of them dropped early; wanted: {}",
            self.targets.iter().map(|target| format!("{} {}", target.name, wanted(target))).collect::<Vec<_>>().join(", ")
        );
        let mut rows = vec![vec![String::new()]];
        rows[0].extend(self.targets.iter().map(|target| target.name.clone()));
        rows[0].extend(["off by".to_owned(), "blocks".to_owned()]);
        for (index, _, tried) in self.ranked().into_iter().filter(|(_, _, tried)| all || tried.front) {
            let mut row = vec![self.settings(index)];
            row.extend((0..self.targets.len()).map(|target| self.value(target, tried)));
            row.push(format!("{:.1}", tried.total));
            row.push(tried.blocks.to_string() + if tried.dropped { " dropped" } else { "" });
            rows.push(row);
        }
        let _ = writeln!(text, "\n{}", if all { "All candidates, the nearest first" } else { "Best trade-offs, the nearest first" });
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        for row in &rows {
            let mut line = format!("  {:<1$}", row[0], widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                let _ = write!(line, "  {cell:>width$}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        for (name, why) in self.refused {
            let _ = writeln!(text, "  {name} is no rule set: {why}");
        }
        text
    }

    /// As one JSON document.
    pub fn json(&self) -> Value {
        let row = |index: usize, name: &str, tried: &CandidateResult| {
            let values = self.targets.iter().zip(&tried.values).zip(&tried.distances).map(|((target, value), distance)| {
                json!({ "name": target.name, "wanted": target.wanted, "value": value.value, "interval": [value.interval.0, value.interval.1], "distance": distance })
            });
            let settings: serde_json::Map<String, Value> = self
                .varied
                .iter()
                .zip(&self.candidates[index].1)
                .map(|((key, values), &at)| (key.clone(), values[at].clone().into()))
                .collect();
            json!({
                "rules": name, "settings": settings, "targets": values.collect::<Vec<_>>(), "distance": tried.total, "blocks": tried.blocks,
                "dropped": tried.dropped, "front": tried.front, "best": self.best == Some(index),
            })
        };
        json!({
            "base": self.base,
            "candidates": self.ranked().into_iter().map(|(index, name, tried)| row(index, name, tried)).collect::<Vec<_>>(),
            "refused": self.refused.iter().map(|(name, why)| json!({ "rules": name, "why": why })).collect::<Vec<_>>(),
        })
    }

    /// As a page: heat maps over the first two keys, then every candidate.
    pub fn html(&self, made: &RunDescription) -> String {
        let mut body = format!("<h1>{}</h1>\n", escaped(&format!("Rules near {}", self.base)));
        if let Some(best) = self.best
            && let (_, _, Some(tried)) = &self.candidates[best]
        {
            let values = self
                .targets
                .iter()
                .enumerate()
                .map(|(at, target)| format!("{} {} (wanted: {})", target.name, self.value(at, tried), wanted(target)));
            let words = format!("Nearest to what is wanted is {}: {}.", self.settings(best), values.collect::<Vec<_>>().join(", "));
            let _ = writeln!(body, "<p class=\"words\">{}</p>", escaped(&words));
        }
        let _ = writeln!(body, "<section>\n<h2>The map</h2>\n<div class=\"plots\">");
        for map in self.maps() {
            let _ = writeln!(body, "<figure>{map}</figure>");
        }
        let _ = writeln!(
            body,
            "</div>\n<p class=\"note\">The darker, the nearer to what is wanted; framed: the best trade-offs. Where more than two keys vary, the nearest of the others is shown.</p>\n</section>"
        );
        let _ = write!(body, "<section>\n<h2>All candidates</h2>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr><th>Rules</th>");
        for target in self.targets {
            let _ = write!(body, "<th>{}</th>", escaped(&target.name));
        }
        let _ = writeln!(body, "<th>Off by</th><th>Blocks</th><th>Front</th></tr></thead><tbody>");
        for (index, _, tried) in self.ranked() {
            let _ = write!(body, "<tr><td>{}</td>", escaped(&self.settings(index)));
            for at in 0..self.targets.len() {
                let _ = write!(body, "<td data-value=\"{}\">{}</td>", tried.values[at].value, self.value(at, tried));
            }
            let front = if tried.front {
                "front"
            } else if tried.dropped {
                "dropped"
            } else {
                ""
            };
            let _ = writeln!(
                body,
                "<td data-value=\"{}\">{:.1}</td><td data-value=\"{}\">{}</td><td>{front}</td></tr>",
                tried.total, tried.total, tried.blocks, tried.blocks
            );
        }
        let _ = writeln!(
            body,
            "</tbody></table></div>\n<p class=\"note\">Off by: the root of the sum of the squares of all distances, in points for shares and in per cent of what is wanted for the rest.</p>\n</section>"
        );
        let _ = writeln!(
            body,
            "<section>\n<h2>Where this comes from</h2>\n<p class=\"note\">{}<br>{}</p>\n</section>",
            escaped(&made.command),
            escaped(&made.run)
        );
        page(&format!("Rules near {}", self.base), &body)
    }

    /// A heat map of each target, and of all together where there are several.
    fn maps(&self) -> Vec<String> {
        let mut maps: Vec<String> = (0..self.targets.len())
            .map(|target| self.map(&self.targets[target].name, &|tried| (tried.distances[target], self.value(target, tried))))
            .collect();
        if self.targets.len() > 1 {
            maps.push(self.map("all targets together", &|tried| (tried.total, format!("{:.0}", tried.total))));
        }
        maps
    }

    fn map(&self, title: &str, of: &dyn Fn(&CandidateResult) -> (f64, String)) -> String {
        let none = (String::new(), vec![String::new()]);
        let (across, down) = (self.varied.first().unwrap_or(&none), self.varied.get(1).unwrap_or(&none));
        let at = |row: usize, column: usize| {
            let here = |places: &Vec<usize>| places.first() == Some(&column) && places.get(1).is_none_or(|&place| place == row);
            let tried = self.candidates.iter().filter(|(_, places, _)| here(places)).filter_map(|(_, _, tried)| tried.as_ref());
            tried.min_by(|one, other| of(one).0.total_cmp(&of(other).0))
        };
        let farthest = self.candidates.iter().filter_map(|(_, _, tried)| tried.as_ref()).map(|tried| of(tried).0).fold(1e-9, f64::max);
        let cell = |row: usize, column: usize| match at(row, column) {
            // On a logarithmic scale, since near ones matter most.
            Some(tried) => {
                Cell { near: Some(1.0 - (1.0 + of(tried).0).ln() / (1.0 + farthest).ln()), text: of(tried).1, front: tried.front }
            }
            None => Cell { near: None, text: "–".into(), front: false },
        };
        let cells: Vec<Vec<Cell>> = (0..down.1.len()).map(|row| (0..across.1.len()).map(|column| cell(row, column)).collect()).collect();
        plot::heat(&format!("How near: {title}"), (&across.0, &across.1), (&down.0, &down.1), &cells)
    }
}

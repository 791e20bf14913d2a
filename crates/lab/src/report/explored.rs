//! The report of a search over rules: a table of the best trade-offs, or of the nearest rule set of
//! each cell of a map; JSON, CSV, and a page with heat maps.

use super::figures::{Figures, grouped};
use super::html::RunDescription;
use super::lines::{aligned, wrap};
use super::page::{number_cell, page, wide_table};
use super::plot::{self, Cell, Legend};
use crate::compare::MetricEstimate;
use crate::explore::{CandidateResult, MetricTarget, SearchResults, VariedKey, best};
use crate::metrics::{Metric, Unit};
use crate::table::{ColumnKind, DataTable, TableCell};
use maud::{Markup, html};
use serde_json::Value;
use std::fmt::Write as _;
use tsuro::json::{Json, json};
use tsuro::ruleset::shown;

/// What a search over rules played, and what it found.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "the caller fills in every field")]
pub struct Exploration<'a> {
    /// The rule set from which the candidates were made.
    pub base: &'a str,
    /// The varied keys, each with its values as they are written.
    pub varied: &'a [VariedKey],
    /// The targets that the candidates were compared on, in the order in which they were given.
    pub targets: &'a [MetricTarget],
    /// The candidates: the name, and the place of each value in the list of its key's values.
    pub names: &'a [(String, Vec<usize>)],
    /// The combinations that cannot be played, each with its name and the reason.
    pub refused: &'a [(String, String)],
    /// What was found of the candidates, in their order.
    pub found: &'a SearchResults,
}

/// How many of the combinations that cannot be played the text names.
const REFUSED: usize = 10;

/// The wanted value of a target as text.
fn wanted_text(target: &MetricTarget) -> String {
    let share = target.metric().is_some_and(|metric| metric.unit.is_share());
    if share { format!("{} %", 100.0 * target.wanted) } else { target.wanted.to_string() }
}

/// What is special about a candidate, in words.
fn marks(result: &CandidateResult) -> String {
    let marks = [
        (result.level, "may be the nearest"),
        (result.front, "trade-off"),
        (result.dropped, "dropped"),
        (result.set_aside, "set aside"),
    ];
    marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect::<Vec<_>>().join(", ")
}

/// The digits that an estimate of a metric justifies.
pub(super) fn figures(metric: Option<&Metric>, estimate: &MetricEstimate) -> Figures {
    let (low, high) = estimate.interval;
    Figures::new(metric.map_or(Unit::Count, |metric| metric.unit), (high - low) / 2.0)
}

/// How near a distance is on a map where another is the largest, from 0 to 1: on a logarithmic
/// scale, since near ones matter most.
pub(super) fn nearness(distance: f64, farthest: f64) -> f64 {
    1.0 - libm::log(1.0 + distance) / libm::log(1.0 + farthest)
}

impl Exploration<'_> {
    /// How sure it is which candidate is the nearest, in words.
    pub fn certainty(&self) -> String {
        let level: Vec<usize> = self
            .ranked()
            .into_iter()
            .filter(|(_, _, result)| result.level)
            .map(|(index, _, _)| index)
            .collect();
        let results = self.found.candidates.iter().flatten();
        let confirmed = results.clone().find(|result| result.confirmed);
        let whose = if self.found.axes.is_empty() { "Their values" } else { "Values in the map" };
        let games = confirmed.map_or_else(
            || {
                "Nothing was confirmed on other deals, because the search was interrupted."
                    .to_owned()
            },
            |result| {
                let left = results.filter(|one| one.level && !one.confirmed).count();
                let but = match left {
                    0 => String::new(),
                    left => format!(
                        ", but for {} of those that may be the nearest, for which the budget was \
                         too small",
                        grouped(left as u64)
                    ),
                };
                format!(
                    "{whose} come from {} blocks on other deals than those of the search{but}.",
                    grouped(result.blocks)
                )
            },
        );
        let found = match &level[..] {
            [] => return String::new(),
            _ if !self.found.axes.is_empty() => self.map_certainty(),
            [one] => format!(
                "{} is the nearest of all candidates, with 95 % confidence.",
                self.settings(*one)
            ),
            _ => format!(
                "With 95 % confidence, the nearest is one of {} candidates, which {} games cannot \
                 tell apart. All of them are as good as the best as far as is known.",
                level.len(),
                grouped(self.found.games)
            ),
        };
        format!("{found} {games}")
    }

    /// The place of the best candidate.
    pub fn best(&self) -> Option<usize> {
        best(&self.found.candidates)
    }

    /// The candidates with results, the nearest to the targets first.
    fn ranked(&self) -> Vec<(usize, &str, &CandidateResult)> {
        let known = self.names.iter().zip(&self.found.candidates).enumerate();
        let mut ranked: Vec<_> = known
            .filter_map(|(index, ((name, _), result))| {
                Some((index, name.as_str(), result.as_ref()?))
            })
            .collect();
        ranked.sort_by(|one, other| one.2.total.total_cmp(&other.2.total));
        ranked
    }

    /// The value of a candidate for one target, as text.
    pub(super) fn value_text(&self, target: usize, result: &CandidateResult) -> String {
        let metric = self.targets[target].metric();
        figures(metric, &result.values[target]).value(result.values[target].value)
    }

    /// The values of the varied keys of a candidate, and its house rules: `tiles.hand=3 +holes`;
    /// the name of the base if nothing is changed.
    pub(super) fn settings(&self, index: usize) -> String {
        let chosen = self.varied.iter().zip(&self.names[index].1);
        let settings: Vec<String> = chosen
            .map(|(varied, &at)| varied.setting(at))
            .filter(|setting| !setting.is_empty())
            .collect();
        if settings.is_empty() { self.base.to_owned() } else { settings.join(" ") }
    }

    /// What was tried and played, in one line.
    fn effort(&self) -> String {
        let results = || self.found.candidates.iter().flatten();
        let dropped = results().filter(|result| result.dropped).count();
        let aside = results().filter(|result| result.set_aside).count();
        let targets: Vec<String> = self
            .targets
            .iter()
            .map(|target| format!("{} {}", target.name, wanted_text(target)))
            .collect();
        let aside = match aside {
            0 => String::new(),
            aside => format!(", {aside} set aside for the budget"),
        };
        let SearchResults { games, all_games, .. } = *self.found;
        let share = if games < all_games {
            format!(
                ", {:.1} % of the {} of trying all",
                100.0 * games as f64 / all_games as f64,
                grouped(all_games)
            )
        } else {
            String::new()
        };
        format!(
            "{} candidates from {}, {dropped} of them dropped early{aside}; wanted: {}\n{} \
             games{share}\n",
            self.names.len(),
            self.base,
            targets.join(", "),
            grouped(games)
        )
    }

    /// As text: the map, or the best trade-offs; with `all`, every candidate.
    pub fn text(&self, all: bool) -> String {
        let mut text = self.effort();
        if !self.found.axes.is_empty() {
            text += &self.map_text();
        }
        if all || self.found.axes.is_empty() {
            text += &self.table_text(all);
        }
        let _ = writeln!(text, "\n{}", wrap(&self.certainty(), "").trim_end());
        for (name, why) in self.refused.iter().take(REFUSED) {
            let _ = writeln!(text, "  {name} was left out: {why}");
        }
        if let Some(more @ 1..) = self.refused.len().checked_sub(REFUSED) {
            let _ = writeln!(text, "  {more} more were left out; --json lists them");
        }
        text
    }

    /// The candidates as a table of text.
    fn table_text(&self, all: bool) -> String {
        let mut rows = vec![vec![String::new()]];
        rows[0].extend(self.targets.iter().map(|target| target.name.clone()));
        rows[0].extend(["off by".to_owned(), "blocks".to_owned(), String::new()]);
        for (index, _, result) in
            self.ranked().into_iter().filter(|(_, _, result)| all || result.front || result.level)
        {
            let mut row = vec![self.settings(index)];
            row.extend((0..self.targets.len()).map(|target| self.value_text(target, result)));
            row.push(format!("{:.1}", result.total));
            row.push(result.blocks.to_string());
            row.push(marks(result));
            rows.push(row);
        }
        let title = if all {
            "All candidates"
        } else {
            "Best trade-offs, and what cannot be told apart from the best"
        };
        let table = aligned(&rows, |column| column == 0 || column + 1 == self.targets.len() + 4);
        format!("\n{title}, the nearest first\n{table}")
    }

    /// As one JSON document.
    pub fn json(&self) -> Value {
        self.json_in_order().into()
    }

    /// As a table: a row for each candidate, the nearest to the targets first, with a column for
    /// each varied key and four for each target.
    pub fn table(&self) -> DataTable {
        let name = |name: &str, kind| (name.to_owned(), kind);
        let mut columns = vec![name("rules", ColumnKind::Text)];
        columns.extend(self.varied.iter().map(|varied| name(&varied.key, ColumnKind::Text)));
        for target in self.targets {
            let of = |what: &str| format!("{}{what}", target.name);
            columns.extend(
                ["", "_low", "_high", "_distance"].map(|what| (of(what), ColumnKind::Number)),
            );
        }
        for axis in &self.found.axes {
            columns.extend(
                ["", "_low", "_high"]
                    .map(|what| (format!("measure_{}{what}", axis.name), ColumnKind::Number)),
            );
            columns.push((format!("cell_{}", axis.name), ColumnKind::Text));
        }
        columns.extend([name("distance", ColumnKind::Number), name("blocks", ColumnKind::Count)]);
        columns.extend(
            ["dropped", "set_aside", "confirmed", "level", "front", "best", "best_of_cell"]
                .map(|what| name(what, ColumnKind::Truth)),
        );
        let nearest = self.best();
        let row = |(index, rules, result): (usize, &str, &CandidateResult)| {
            let mut row = vec![TableCell::from(rules)];
            row.extend(
                self.varied
                    .iter()
                    .zip(&self.names[index].1)
                    .map(|(varied, &at)| TableCell::from(varied.values[at].as_str())),
            );
            for (value, distance) in result.values.iter().zip(&result.distances) {
                row.extend(
                    [value.value, value.interval.0, value.interval.1, *distance]
                        .map(TableCell::from),
                );
            }
            for (axis, measure) in self.found.axes.iter().zip(&result.measures) {
                let MetricEstimate { value, interval: (low, high) } = *measure;
                row.extend([value, low, high].map(TableCell::from));
                row.push(axis.label(axis.cell(value)).into());
            }
            row.extend([result.total.into(), result.blocks.into()]);
            row.extend(
                [
                    result.dropped,
                    result.set_aside,
                    result.confirmed,
                    result.level,
                    result.front,
                    nearest == Some(index),
                    self.found.cells.iter().any(|cell| cell.best == index),
                ]
                .map(TableCell::from),
            );
            row
        };
        DataTable::new(columns, self.ranked().into_iter().map(row))
    }

    /// As [`Self::json`], with the fields in the documented order.
    pub fn json_in_order(&self) -> Json {
        let nearest = self.best();
        let row = |index: usize, name: &str, result: &CandidateResult| {
            let values = self.targets.iter().zip(&result.values).zip(&result.distances).map(
                |((target, value), distance)| {
                    json!({
                        "name": target.name, "wanted": target.wanted, "value": value.value,
                        "interval": [value.interval.0, value.interval.1], "distance": distance,
                    })
                },
            );
            let chosen = self.varied.iter().zip(&self.names[index].1);
            let settings = Json::object(
                chosen.map(|(VariedKey { key, values }, &at)| (key.as_str(), &values[at])),
            );
            json!({
                "rules": name, "settings": settings, "targets": Json::list(values),
                "distance": result.total, "blocks": result.blocks,
                "dropped": result.dropped, "set_aside": result.set_aside,
                "confirmed": result.confirmed, "level": result.level, "front": result.front,
                "best": nearest == Some(index),
            })
        };
        json!({
            "base": self.base,
            "games": self.found.games,
            "all_games": self.found.all_games,
            "map": self.map_json(),
            "candidates": Json::list(
                self.ranked().into_iter().map(|(index, name, result)| row(index, name, result))
            ),
            "certainty": self.certainty(),
            "refused": Json::list(
                self.refused.iter().map(|(name, why)| json!({ "rules": name, "why": why }))
            ),
        })
    }

    /// As a page: heat maps over the first two keys, then every candidate.
    pub fn html(&self, made: &RunDescription) -> String {
        let title = format!("Rules near {}", self.base);
        let best = self.best();
        let best = best.and_then(|best| Some((best, self.found.candidates[best].as_ref()?)));
        let best = best.map(|(index, result)| {
            let values = self.targets.iter().enumerate().map(|(at, target)| {
                format!(
                    "{} {} (wanted: {})",
                    target.name,
                    self.value_text(at, result),
                    wanted_text(target)
                )
            });
            format!(
                "Nearest to what is wanted is {}: {}.",
                self.settings(index),
                values.collect::<Vec<_>>().join(", ")
            )
        });
        let head = html! {
            th { "Rules" }
            @for target in self.targets { th { (shown(&target.name)) } }
            th { "Off by" } th { "Blocks" } th { "Remarks" }
        };
        let row = |(index, _, result): (usize, &str, &CandidateResult)| {
            html! {
                td { (shown(&self.settings(index))) }
                @for (at, value) in result.values.iter().enumerate() {
                    (number_cell(value.value, &self.value_text(at, result)))
                }
                (number_cell(result.total, &format!("{:.1}", result.total)))
                td data-value=(result.blocks) { (result.blocks) }
                td { (marks(result)) }
            }
        };
        let body = html! {
            h1 { (shown(&title)) }
            @if let Some(best) = best { p.words { (shown(&best)) " " (shown(&self.certainty())) } }
            p { (shown(&self.effort().trim_end().replace('\n', "; "))) }
            section {
                h2 { "The map" }
                @if self.found.axes.is_empty() {
                    div.plots { @for map in self.maps() { (map) } }
                    p.note {
                        "The darker a cell, the nearer to what is wanted; framed cells are the \
                         best trade-offs. Where more than two keys vary, a cell \
                         shows the nearest candidate of all values of the others."
                    }
                } @else {
                    (self.map_html())
                }
            }
            section {
                h2 { "All candidates" }
                (wide_table(
                    Some("sortable"), Some(&head),
                    &self.ranked().into_iter().map(row).collect::<Vec<_>>()
                ))
                p.note {
                    "Off by: the root of the sum of the squares of all distances, in points for \
                     shares and in per cent of what is wanted for the \
                     rest. Trade-off: a candidate that no other beats in one target without being \
                     worse in another. May be the nearest: all of \
                     these together contain the nearest candidate with 95 % confidence."
                }
            }
            section {
                h2 { "How this report was made" }
                p.note { (shown(&made.command)) br; (shown(&made.run)) }
            }
        };
        page("en", &title, &body)
    }

    /// A heat map of each target, and of all together where there are several.
    fn maps(&self) -> Vec<Markup> {
        let mut maps: Vec<Markup> = (0..self.targets.len())
            .map(|target| {
                self.map(&self.targets[target].name, &|result| {
                    (result.distances[target], self.value_text(target, result))
                })
            })
            .collect();
        if self.targets.len() > 1 {
            maps.push(self.map("all targets together", &|result| {
                (result.total, format!("{:.0}", result.total))
            }));
        }
        maps
    }

    /// A heat map of one distance; `of` gives it for a candidate, with the text of the cell.
    fn map(&self, title: &str, of: &dyn Fn(&CandidateResult) -> (f64, String)) -> Markup {
        let none = VariedKey { key: String::new(), values: vec![String::new()] };
        let (first, second) =
            (self.varied.first().unwrap_or(&none), self.varied.get(1).unwrap_or(&none));
        // Names that have no room side by side, such as those of house rules, stand below each
        // other.
        let is_turned = first.values.len() > plot::MOST_COLUMNS.max(second.values.len());
        let (across, down) = if is_turned { (second, first) } else { (first, second) };
        let at = |row: usize, column: usize| {
            let (row, column) = if is_turned { (column, row) } else { (row, column) };
            let here = |places: &Vec<usize>| {
                places.first() == Some(&column) && places.get(1).is_none_or(|&place| place == row)
            };
            let pairs = self.names.iter().zip(&self.found.candidates);
            let result = pairs
                .filter(|((_, places), _)| here(places))
                .filter_map(|(_, result)| result.as_ref());
            result.min_by(|one, other| of(one).0.total_cmp(&of(other).0))
        };
        let results = self.found.candidates.iter().flatten();
        let farthest = results.map(|result| of(result).0).fold(1e-9, f64::max);
        let cell = |row: usize, column: usize| match at(row, column) {
            Some(result) => Cell {
                near: Some(nearness(of(result).0, farthest)),
                text: of(result).1,
                front: result.front,
            },
            None => Cell { near: None, text: "–".into(), front: false },
        };
        let cells: Vec<Vec<Cell>> = (0..down.values.len())
            .map(|row| (0..across.values.len()).map(|column| cell(row, column)).collect())
            .collect();
        plot::heat(
            &format!("How near: {title}"),
            &Legend { ends: ["farthest", "on target"], front: "a best trade-off" },
            (&across.key, &across.values),
            (&down.key, &down.values),
            &cells,
        )
    }
}

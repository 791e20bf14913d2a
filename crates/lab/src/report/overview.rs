//! The overview: several rule sets and numbers of players side by side, a column for each and a row
//! for each metric.

use super::Report;
use super::figures::Figures;
use super::lines::{LINE, aligned, wrap};
use super::names::finding_for_people;
use super::page::wide_table;
use crate::compare::{DifferenceVerdict, Finding, MetricEstimate};
use crate::metrics::{METRICS, Metric};
use crate::table::{ColumnKind, DataTable, TableCell};
use maud::{Markup, html};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use tsuro::json::{Json, json};
use tsuro::ruleset::shown;

/// A rule set at a table: the places of both in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Column {
    table: usize,
    side: usize,
}

/// The value of one metric in one column.
#[derive(Debug, Clone, Copy)]
struct Cell {
    estimate: MetricEstimate,
    /// How it compares with the first rule set at the same table.
    verdict: Option<DifferenceVerdict>,
    /// Whether it is the best at its table, as the verdicts tell, or cannot be told from it. Only
    /// for metrics of which most designers want more, or less.
    is_best: bool,
}

/// One metric in all columns.
struct Row<'a> {
    finding: &'a Finding,
    cells: Vec<Option<Cell>>,
}

/// All rule sets at all tables at which the same kind of bots plays.
struct Grid<'a> {
    bots: &'a str,
    columns: Vec<Column>,
    rows: Vec<Row<'a>>,
}

/// Which values of a metric most designers want: greater or less ones. Of all others it depends on
/// what a game is to be.
fn wanted(metric: &Metric) -> Option<Ordering> {
    match metric.name {
        "seat-balance" | "seat-entropy" | "choice" | "won-together" => Some(Ordering::Greater),
        "unfairness" | "ties" | "ties-same-move" | "ties-tiles-gone" | "turn-limit" | "sat-out"
        | "sat-out-median" | "forced-suicides" | "kingmaking" | "wait" => Some(Ordering::Less),
        _ => None,
    }
}

/// The metrics of the overview on a screen; JSON and CSV have all of them.
fn is_shown(metric: &Metric) -> bool {
    metric.headline
        || matches!(metric.name, "minutes" | "wait" | "sat-out-median" | "choice" | "kingmaking")
}

/// Whether there is anything to be seen side by side: more than two rule sets, or several tables of
/// the same bots.
pub(super) fn is_worth_it(report: &Report<'_>) -> bool {
    let plan = report.plan;
    let mut bots = plan.tables.iter().map(|table| &table.bots).collect::<Vec<_>>();
    bots.sort();
    plan.sides.len() > 2 || bots.windows(2).any(|two| two[0] == two[1])
}

/// The names of the rule sets, of which equal ones are numbered: `classic`, `classic (2)`.
fn names(report: &Report<'_>) -> Vec<String> {
    let sides = &report.plan.sides;
    let numbered = sides.iter().enumerate().map(|(at, side)| {
        match sides[..at].iter().filter(|other| other.name == side.name).count() {
            0 => side.name.clone(),
            before => format!("{} ({})", side.name, before + 1),
        }
    });
    numbered.collect()
}

/// A number of players in words.
pub(super) fn players_in_words(players: u8) -> String {
    format!("{players} player{}", if players == 1 { "" } else { "s" })
}

/// The findings by name, table and side.
type FindingIndex<'a> = BTreeMap<(&'a str, usize, usize), &'a Finding>;

/// What was found of a metric in a column; not yet whether it is the best.
fn cell(index: &FindingIndex<'_>, name: &str, Column { table, side }: Column) -> Option<Cell> {
    if side == 0 {
        // Every comparison has the value of the first rule set.
        let (_, found) = index.range((name, table, 0)..=(name, table, usize::MAX)).next()?;
        return Some(Cell { estimate: found.a, verdict: None, is_best: false });
    }
    let found = index.get(&(name, table, side))?;
    let verdict = found.difference.map(|difference| difference.verdict);
    Some(Cell { estimate: found.b?, verdict, is_best: false })
}

fn grids<'a>(report: &'a Report<'_>, is_listed: fn(&Metric) -> bool) -> Vec<Grid<'a>> {
    let plan = report.plan;
    let mut grids: Vec<Grid<'a>> = Vec::new();
    for (index, table) in plan.tables.iter().enumerate() {
        let columns = (0..plan.sides.len()).map(|side| Column { table: index, side });
        match grids.iter_mut().find(|grid| grid.bots == table.bots) {
            Some(grid) => grid.columns.extend(columns),
            None => {
                grids.push(Grid {
                    bots: &table.bots,
                    columns: columns.collect(),
                    rows: Vec::new(),
                });
            }
        }
    }
    let findings = report.sections.iter().flat_map(|section| &section.findings);
    let index = findings.map(|one| ((one.name.as_str(), one.table, one.side), one)).collect();
    for grid in &mut grids {
        grid.fill(report, &index, is_listed);
    }
    grids.retain(|grid| !grid.rows.is_empty());
    grids
}

impl<'a> Grid<'a> {
    /// Adds the rows, in the order of [`METRICS`].
    fn fill(
        &mut self,
        report: &'a Report<'_>,
        index: &FindingIndex<'a>,
        is_listed: fn(&Metric) -> bool,
    ) {
        let (tables, mut names) = (self.tables(), BTreeSet::new());
        let findings = report.sections.iter().flat_map(|section| &section.findings);
        let mut listed: Vec<&Finding> = findings
            .filter(|one| is_listed(one.metric) && tables.contains(&one.table))
            .filter(|one| names.insert(one.name.as_str()))
            .collect();
        listed.sort_by_key(|one| METRICS.iter().position(|metric| metric.name == one.metric.name));
        for finding in listed {
            let cells = self.columns.iter().map(|column| cell(index, &finding.name, *column));
            let mut row = Row { finding, cells: cells.collect() };
            for &table in &tables {
                row.mark_best(report, &self.columns, table);
            }
            self.rows.push(row);
        }
    }

    /// The places in the plan of its tables, each once.
    fn tables(&self) -> Vec<usize> {
        let mut tables: Vec<usize> = self.columns.iter().map(|column| column.table).collect();
        tables.dedup();
        tables
    }

    /// The places of the columns of one table.
    fn places(&self, table: usize) -> Vec<usize> {
        (0..self.columns.len()).filter(|&at| self.columns[at].table == table).collect()
    }

    /// The same grid with some of its columns only.
    fn with_columns(&self, places: &[usize]) -> Self {
        let rows = self.rows.iter().map(|row| Row {
            finding: row.finding,
            cells: places.iter().map(|&at| row.cells[at]).collect(),
        });
        Self {
            bots: self.bots,
            columns: places.iter().map(|&at| self.columns[at]).collect(),
            rows: rows.filter(|row| row.cells.iter().any(Option::is_some)).collect(),
        }
    }
}

impl Row<'_> {
    /// Marks the best at a table: of what is better than the first rule set, the best and what its
    /// interval does not tell from it; where only worse ones are known, the first rule set and what
    /// makes no difference.
    fn mark_best(&mut self, report: &Report<'_>, columns: &[Column], table: usize) {
        let Some(wanted) = wanted(self.finding.metric) else { return };
        // How a verdict is to be taken: `Greater` is better than the first rule set.
        let worth = |cell: &Cell| match cell.verdict? {
            DifferenceVerdict::Higher | DifferenceVerdict::SlightlyHigher => Some(wanted),
            DifferenceVerdict::Lower | DifferenceVerdict::SlightlyLower => Some(wanted.reverse()),
            DifferenceVerdict::Equivalent => Some(Ordering::Equal),
            DifferenceVerdict::Undecided => None,
        };
        let mut here: Vec<&mut Cell> = columns
            .iter()
            .zip(&mut self.cells)
            .filter(|(column, _)| column.table == table && report.has_rivals[column.side])
            .filter_map(|(_, cell)| cell.as_mut())
            .collect();
        let better = here.iter().filter(|cell| worth(cell) == Some(Ordering::Greater));
        let best = better.map(|cell| cell.estimate).reduce(|one, other| {
            if other.value.total_cmp(&one.value) == wanted { other } else { one }
        });
        let some_are_worse = here.iter().any(|cell| worth(cell) == Some(Ordering::Less));
        for cell in &mut here {
            cell.is_best = match (best, cell.verdict) {
                (Some(best), Some(_)) => {
                    let (low, high) = cell.estimate.interval;
                    let overlaps = low <= best.interval.1 && best.interval.0 <= high;
                    overlaps && worth(cell) == Some(Ordering::Greater)
                }
                (Some(_), None) => false,
                (None, None) => some_are_worse,
                (None, Some(_)) => some_are_worse && worth(cell) == Some(Ordering::Equal),
            };
        }
    }

    fn figures(&self) -> Figures {
        let halves = self.cells.iter().flatten().map(|cell| {
            let (low, high) = cell.estimate.interval;
            (high - low) / 2.0
        });
        Figures::new(self.finding.metric.unit, halves.fold(0.0, f64::max))
    }
}

/// A verdict as one letter; its words are in [`LEGEND`].
const fn sign(verdict: Option<DifferenceVerdict>) -> &'static str {
    match verdict {
        None => " ",
        Some(DifferenceVerdict::Higher) => "↑",
        Some(DifferenceVerdict::Lower) => "↓",
        Some(DifferenceVerdict::SlightlyHigher) => "↗",
        Some(DifferenceVerdict::SlightlyLower) => "↘",
        Some(DifferenceVerdict::Equivalent) => "=",
        Some(DifferenceVerdict::Undecided) => "?",
    }
}

/// What the signs mean.
const LEGEND: &str = "↑ ↓ higher or lower than under the first rule set (↗ ↘ by less than the \
    margin), = no difference that matters, ? undecided; * the best at its table by these verdicts, \
    where most designers want more or less.";

/// The most columns of a part of a table that is too wide for a line.
const PART: usize = 6;

/// The overview as text; nothing if none of its metrics was measured.
pub(super) fn text(report: &Report<'_>) -> String {
    let fits = |text: &str| text.lines().all(|line| line.chars().count() <= LINE);
    let mut text = String::new();
    for grid in grids(report, is_shown) {
        let whole = lines(report, &grid, false);
        if fits(&whole) {
            text += &whole;
        } else {
            for table in grid.tables() {
                let places = grid.places(table);
                let part = lines(report, &grid.with_columns(&places), false);
                if fits(&part) {
                    text += &part;
                } else {
                    for places in places.chunks(PART) {
                        text += &lines(report, &grid.with_columns(places), true);
                    }
                }
            }
        }
        text.push('\n');
    }
    if !text.is_empty() && !report.is_single() {
        text += &wrap(LEGEND, "  ");
        text.push('\n');
    }
    text
}

/// The letter of a rule set: A to Z, then AA, AB and so on.
fn letter(side: usize) -> String {
    let last = char::from(b'A' + (side % 26) as u8);
    if side < 26 { last.to_string() } else { format!("{}{last}", letter(side / 26 - 1)) }
}

/// One grid as text; with `letters`, the rule sets are A, B, C and so on, and their names follow.
fn lines(report: &Report<'_>, grid: &Grid<'_>, letters: bool) -> String {
    let (plan, names) = (report.plan, names(report));
    let mut tables = vec![String::new()];
    let mut rules = vec![String::new()];
    for (at, column) in grid.columns.iter().enumerate() {
        let is_first = at == 0 || grid.columns[at - 1].table != column.table;
        let players = players_in_words(plan.tables[column.table].players);
        tables.push(if is_first { format!("{players}  ") } else { String::new() });
        let name = if letters { letter(column.side) } else { names[column.side].clone() };
        rules.push(format!("{}  ", shown(&name)));
    }
    let mut rows = vec![tables, rules];
    for row in &grid.rows {
        let figures = row.figures();
        let cells = row.cells.iter().map(|cell| {
            cell.map_or_else(
                || "–  ".to_owned(),
                |cell| {
                    let star = if cell.is_best { "*" } else { " " };
                    format!("{}{}{star}", figures.value(cell.estimate.value), sign(cell.verdict))
                },
            )
        });
        rows.push(std::iter::once(row.finding.title()).chain(cells).collect());
    }
    let mut text = format!("Side by side, {} players\n", shown(grid.bots));
    text += &aligned(&rows, |column| column == 0);
    if letters {
        let sides = grid.columns.iter().map(|column| column.side);
        let named = sides.map(|side| format!("{} {}", letter(side), shown(&names[side])));
        text += &wrap(&named.collect::<Vec<_>>().join(", "), "  ");
    }
    text
}

/// The overview as a part of a page.
pub(super) fn html(report: &Report<'_>) -> Markup {
    let (plan, names) = (report.plan, names(report));
    let grid_table = |grid: &Grid<'_>| {
        let head = html! {
            th { "Metric" }
            @for column in &grid.columns {
                th.n {
                    (shown(&names[column.side])) br;
                    (players_in_words(plan.tables[column.table].players))
                }
            }
        };
        let rows: Vec<Markup> = grid
            .rows
            .iter()
            .map(|row| {
                let figures = row.figures();
                html! {
                    td.name title=(row.finding.metric.definition) {
                        (finding_for_people(row.finding))
                    }
                    @for cell in &row.cells {
                        @if let Some(cell) = cell {
                            td.n class=[cell.verdict.map(DifferenceVerdict::name)]
                                title=(figures.range(cell.estimate.interval)) {
                                @if cell.is_best {
                                    strong { (figures.value(cell.estimate.value)) " *" }
                                } @else { (figures.value(cell.estimate.value)) }
                                " " (sign(cell.verdict))
                            }
                        } @else { td.n { "–" } }
                    }
                }
            })
            .collect();
        html! {
            h3.written { (shown(grid.bots)) " players" }
            (wide_table(None, Some(&head), &rows))
        }
    };
    let grids = grids(report, is_shown);
    html! {
        @if !grids.is_empty() {
            section {
                h2 { "Side by side" }
                @for grid in &grids { (grid_table(grid)) }
                @if !report.is_single() { p.note { (LEGEND) } }
            }
        }
    }
}

/// The overview for programs, with all metrics: a list with an entry for each kind of bots.
pub(super) fn in_order(report: &Report<'_>) -> Json {
    let plan = report.plan;
    Json::list(grids(report, |_| true).iter().map(|grid| {
        let columns = grid.columns.iter().map(|column| {
            json!({
                "rules": plan.sides[column.side].name,
                "players": plan.tables[column.table].players,
            })
        });
        let rows = grid.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| {
                cell.map(|cell| {
                    json!({
                        "value": cell.estimate.value, "interval": cell.estimate.interval,
                        "verdict": cell.verdict.map(DifferenceVerdict::name), "best": cell.is_best,
                    })
                })
            });
            json!({
                "name": row.finding.name, "unit": row.finding.metric.unit.name(),
                "cells": Json::list(cells),
            })
        });
        json!({ "bots": grid.bots, "columns": Json::list(columns), "rows": Json::list(rows) })
    }))
}

/// The overview as a table, with all metrics: a row for each metric and kind of bots, and for each
/// rule set and number of players its value, its verdict and whether it is the best.
pub fn overview_table(report: &Report<'_>) -> DataTable {
    let (plan, names) = (report.plan, names(report));
    let grids = grids(report, |_| true);
    let mut places: Vec<(u8, usize)> = Vec::new();
    let place = |column: &Column| (plan.tables[column.table].players, column.side);
    for at in grids.iter().flat_map(|grid| grid.columns.iter().map(place)) {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    let text = |name: &str| (name.to_owned(), ColumnKind::Text);
    let mut columns = vec![text("metric"), text("unit"), text("bots")];
    for &(players, side) in &places {
        let name = format!("{}, {}", names[side], players_in_words(players));
        columns.push((name.clone(), ColumnKind::Number));
        columns.push((format!("{name}: verdict"), ColumnKind::Text));
        columns.push((format!("{name}: best"), ColumnKind::Truth));
    }
    let rows = grids.iter().flat_map(|grid| {
        grid.rows.iter().map(|row| {
            let mut fields: Vec<TableCell> = vec![
                row.finding.name.clone().into(),
                row.finding.metric.unit.name().into(),
                grid.bots.into(),
            ];
            for wanted in &places {
                let cell = grid.columns.iter().position(|column| place(column) == *wanted);
                let cell = cell.and_then(|at| row.cells[at]);
                fields.push(cell.map(|cell| cell.estimate.value).into());
                fields.push(cell.and_then(|cell| cell.verdict).map(DifferenceVerdict::name).into());
                fields.push(cell.map(|cell| cell.is_best).into());
            }
            fields
        })
    });
    DataTable::new(columns, rows.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metrics_that_are_named_here_exist() {
        let marked = METRICS.iter().filter(|metric| wanted(metric).is_some()).count();
        let shown = METRICS.iter().filter(|metric| is_shown(metric) && !metric.headline).count();
        assert_eq!((marked, shown), (14, 5));
    }

    #[test]
    fn rule_sets_beyond_z_have_two_letters() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(letter).join(" "), "A Z AA AZ BA ZZ AAA");
    }
}

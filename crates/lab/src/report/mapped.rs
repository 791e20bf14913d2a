//! The map of a search over rules, as a part of its report.

use super::explored::{Exploration, figures, nearness};
use super::figures::grouped;
use super::lines::aligned;
use super::page::{number_cell, wide_table};
use super::plot::{self, Cell, Legend};
use crate::explore::{CandidateResult, MapAxis, MapCell};
use maud::{Markup, html};
use tsuro::json::{Json, json};
use tsuro::ruleset::shown;

/// How sure the nearest rule set of a cell is, in words.
fn verdict(cell: &MapCell) -> String {
    match cell.rivals.len() {
        _ if cell.is_decided => "decided".to_owned(),
        0 => "not decided: it may be in a neighbouring cell".to_owned(),
        1 => "not decided: one other may be nearer".to_owned(),
        rivals => format!("not decided: {} others may be nearer", grouped(rivals as u64)),
    }
}

impl Exploration<'_> {
    /// The cells with the result of the nearest rule set of each.
    fn cells(&self) -> impl Iterator<Item = (&MapCell, &CandidateResult)> {
        let cells = self.found.cells.iter();
        cells.filter_map(|cell| Some((cell, self.found.candidates[cell.best].as_ref()?)))
    }

    /// The values of the targets of a candidate, each with its interval.
    fn values_with_intervals(&self, result: &CandidateResult) -> Vec<String> {
        let pairs = self.targets.iter().zip(&result.values);
        pairs
            .map(|(target, value)| {
                let figures = figures(target.metric(), value);
                format!("{} ({})", figures.value(value.value), figures.range(value.interval))
            })
            .collect()
    }

    /// How sure the map is, in words.
    pub(super) fn map_certainty(&self) -> String {
        let decided = self.found.cells.iter().filter(|cell| cell.is_decided).count();
        format!(
            "{decided} of {} cells with a rule set are decided. With 95 % confidence, all of these \
             are right at once, all intervals hold, and the nearest of every other cell is among \
             the rule sets that may be nearer.",
            self.found.cells.len()
        )
    }

    /// The map as text: a line for each cell.
    pub(super) fn map_text(&self) -> String {
        let mut head: Vec<String> = self.found.axes.iter().map(|axis| axis.name.clone()).collect();
        head.push("nearest".to_owned());
        head.extend(self.targets.iter().map(|target| target.name.clone()));
        head.extend(["off by", "blocks", ""].map(str::to_owned));
        let last = head.len() - 1;
        let mut rows = vec![head];
        for (cell, result) in self.cells() {
            let mut row: Vec<String> =
                self.found.axes.iter().zip(cell.at).map(|(axis, at)| axis.label(at)).collect();
            row.push(self.settings(cell.best));
            row.extend(self.values_with_intervals(result));
            row.extend([format!("{:.1}", result.total), result.blocks.to_string(), verdict(cell)]);
            rows.push(row);
        }
        format!(
            "\nThe nearest rule set of each cell\n{}",
            aligned(&rows, |column| column < 3 || column == last)
        )
    }

    /// The map as JSON; `null` without one.
    pub(super) fn map_json(&self) -> Json {
        if self.found.axes.is_empty() {
            return Json::NULL;
        }
        let axis = |axis: &MapAxis| json!({ "name": axis.name, "edges": Json::list(axis.edges.iter().copied()) });
        let cell = |(cell, result): (&MapCell, &CandidateResult)| {
            let measures = self.found.axes.iter().zip(cell.at).zip(&result.measures).map(
                |((axis, at), value)| {
                    json!({
                        "name": axis.name, "cell": at, "label": axis.label(at),
                        "value": value.value,
                        "interval": [value.interval.0, value.interval.1],
                    })
                },
            );
            let rivals = cell.rivals.iter().map(|&rival| self.names[rival].0.as_str());
            json!({
                "rules": self.names[cell.best].0, "distance": result.total,
                "measures": Json::list(measures), "decided": cell.is_decided,
                "rivals": Json::list(rivals),
            })
        };
        json!({
            "axes": Json::list(self.found.axes.iter().map(axis)),
            "cells": Json::list(self.cells().map(cell)),
        })
    }

    /// The map for the page: a heat map of its cells, and a table of their rule sets.
    pub(super) fn map_html(&self) -> Markup {
        let [across, down] = &self.found.axes[..] else { return html! {} };
        let results = self.found.candidates.iter().flatten();
        let farthest = results.map(|result| result.total).fold(1e-9, f64::max);
        let cell = |row: usize, column: usize| {
            let here = self.cells().find(|(cell, _)| cell.at == [column, row]);
            here.map_or(Cell { near: None, text: "–".into(), front: false }, |(cell, result)| {
                Cell {
                    near: Some(nearness(result.total, farthest)),
                    text: format!("{:.0}", result.total),
                    front: cell.is_decided,
                }
            })
        };
        let rows: Vec<Vec<Cell>> = (0..down.cells())
            .map(|row| (0..across.cells()).map(|column| cell(row, column)).collect())
            .collect();
        let labels =
            |axis: &MapAxis| (0..axis.cells()).map(|at| axis.label(at)).collect::<Vec<_>>();
        let heat = plot::heat(
            "How far off the nearest rule set of each cell is",
            &Legend { ends: ["farthest", "on target"], front: "decided" },
            (&across.name, &labels(across)),
            (&down.name, &labels(down)),
            &rows,
        );
        let head = html! {
            @for axis in &self.found.axes { th { (shown(&axis.name)) } }
            th { "Nearest" }
            @for target in self.targets { th { (shown(&target.name)) } }
            th { "Off by" } th { "Blocks" } th { "Certainty" } th { "May be nearer" }
        };
        let row = |(cell, result): (&MapCell, &CandidateResult)| {
            html! {
                @for (axis, at) in self.found.axes.iter().zip(cell.at) {
                    td data-value=(at) { (axis.label(at)) }
                }
                td { (shown(&self.settings(cell.best))) }
                @for (value, text) in result.values.iter().zip(self.values_with_intervals(result)) {
                    (number_cell(value.value, &text))
                }
                (number_cell(result.total, &format!("{:.1}", result.total)))
                td data-value=(result.blocks) { (result.blocks) }
                td { (verdict(cell)) }
                td {
                    @for (at, rival) in cell.rivals.iter().enumerate() {
                        @if at > 0 { ", " }
                        (shown(&self.settings(*rival)))
                    }
                }
            }
        };
        html! {
            div.plots { (heat) }
            p.note {
                "The darker a cell, the nearer to what is wanted. In framed cells, it is decided \
                 which rule set is the nearest."
            }
            (wide_table(Some("sortable"), Some(&head), &self.cells().map(row).collect::<Vec<_>>()))
        }
    }
}

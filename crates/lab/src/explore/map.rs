//! The map of a search: a grid of cells by two measures, and the nearest rule set of each cell.
//! Without measures, there is one cell, which holds everything.

use super::result::CandidateResult;
use super::target::{MetricTarget, amount};
use crate::compare::{MetricEstimate, metric_of_name};
use crate::metrics::Metric;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The largest number of edges of a measure.
const MOST_EDGES: usize = 19;

/// About as many cells has a measure whose edges were not given.
const CELLS: f64 = 5.0;

/// The place of a cell: that of its value of each measure.
pub type CellPlace = [usize; 2];

/// A measure of a map: a metric, and the edges between its cells.
#[derive(Debug, Clone, PartialEq)]
pub struct MapAxis {
    /// The name of the metric, with the numbers of its seats: `win-share-0`.
    pub name: String,
    /// The edges in ascending order. The first cell is below all of them, and the last one begins
    /// at the last. Without any, the search chooses them after its first round.
    pub edges: Vec<f64>,
}

/// Why measures cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AxisError {
    /// It is not written as a metric with edges.
    #[error("a measure is written NAME or NAME=EDGE,EDGE, such as turns=20,30, not {0:?}")]
    Form(String),
    /// There is no such metric.
    #[error("there is no metric {0:?}; docs/metrics.md lists them")]
    Unknown(String),
    /// The edges do not ascend, or there are too many.
    #[error("{0}: edges ascend, and there are at most {MOST_EDGES}")]
    Edges(String),
    /// There are not two measures that differ.
    #[error("a map has two measures that differ, not {0}")]
    Two(String),
}

impl MapAxis {
    /// Reads a measure such as `turns`, `turns=20,30` or `ties=5%,10%`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, AxisError> {
        let (name, edges) =
            text.split_once('=').map_or((text, None), |(name, edges)| (name, Some(edges)));
        let name = name.trim().to_owned();
        if metric_of_name(&name).is_none() {
            return Err(AxisError::Unknown(name));
        }
        let edges: Option<Vec<f64>> =
            edges.map_or(Some(Vec::new()), |edges| edges.split(',').map(amount).collect());
        let edges = edges.ok_or_else(|| AxisError::Form(text.to_owned()))?;
        if edges.len() > MOST_EDGES || !edges.is_sorted_by(|one, other| one < other) {
            return Err(AxisError::Edges(text.to_owned()));
        }
        Ok(Self { name, edges })
    }

    /// Reads the two measures of a map; none of no texts.
    ///
    /// # Errors
    /// What is wrong with the texts.
    pub fn pair(texts: &[String]) -> Result<Vec<Self>, AxisError> {
        let axes = texts.iter().map(|text| Self::parse(text)).collect::<Result<Vec<_>, _>>()?;
        match &axes[..] {
            [] => Ok(axes),
            [one, other] if one.name != other.name => Ok(axes),
            _ => Err(AxisError::Two(texts.join(" and "))),
        }
    }

    /// The metric.
    pub fn metric(&self) -> Option<&'static Metric> {
        metric_of_name(&self.name)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.edges.len() + 1
    }

    /// The cell of a value.
    pub fn cell(&self, value: f64) -> usize {
        self.edges.partition_point(|edge| *edge <= value)
    }

    /// What the values in a cell are, in words: `under 20`, `20 to 30`, `30 or more`.
    pub fn label(&self, cell: usize) -> String {
        let is_share = self.metric().is_some_and(|metric| metric.unit.is_share());
        let (scale, unit) = if is_share { (100.0, " %") } else { (1.0, "") };
        // A share that was written in per cent is not exact.
        let text = |edge: &f64| ((scale * edge * 1e9).round() / 1e9).to_string();
        let from = cell.checked_sub(1).and_then(|below| self.edges.get(below)).map(text);
        match (from, self.edges.get(cell).map(text)) {
            (None, None) => "any".to_owned(),
            (None, Some(to)) => format!("under {to}{unit}"),
            (Some(from), Some(to)) => format!("{from} to {to}{unit}"),
            (Some(from), None) => format!("{from}{unit} or more"),
        }
    }

    /// The same measure with edges at round numbers among these values, if it has none.
    pub(super) fn with_edges(&self, values: impl Iterator<Item = f64> + Clone) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        if !self.edges.is_empty() || low >= high || !(high - low).is_finite() {
            return self.clone();
        }
        let wanted = (high - low) / CELLS;
        let power = libm::log10(wanted).floor() as i32;
        let digit = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .find(|digit| digit * libm::exp10(f64::from(power)) >= wanted)
            .unwrap_or(10.0);
        // A quotient of whole numbers is the number that its digits name.
        let edge = |step: f64| match power {
            0.. => step * digit * libm::exp10(f64::from(power)),
            _ => step * digit / libm::exp10(f64::from(-power)),
        };
        let first = (low / edge(1.0)).floor() + 1.0;
        let edges = (0..MOST_EDGES).map(|more| edge(first + more as f64));
        Self { name: self.name.clone(), edges: edges.take_while(|edge| *edge < high).collect() }
    }
}

/// The nearest rule set of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapCell {
    /// The cell.
    pub at: CellPlace,
    /// The place of the candidate: of those whose values lie in the cell, the nearest.
    pub best: usize,
    /// The places of the candidates that may be in the cell and nearer.
    pub rivals: Vec<usize>,
    /// Whether it is surely in the cell, and surely the nearest there.
    pub is_decided: bool,
}

/// A map with the targets of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid<'a> {
    pub axes: &'a [MapAxis],
    pub targets: &'a [MetricTarget],
}

impl Grid<'_> {
    /// The cells in which a candidate may be, wherever in their intervals its values are.
    fn reach(&self, result: &CandidateResult) -> [RangeInclusive<usize>; 2] {
        let cells = |at: usize| match (self.axes.get(at), result.measures.get(at)) {
            (Some(axis), Some(MetricEstimate { interval: (low, high), .. })) if low <= high => {
                axis.cell(*low)..=axis.cell(*high)
            }
            (axis, _) => 0..=axis.map_or(0, |axis| axis.edges.len()),
        };
        [cells(0), cells(1)]
    }

    fn possible(&self, result: &CandidateResult) -> impl Iterator<Item = CellPlace> {
        let [across, down] = self.reach(result);
        across.flat_map(move |one| down.clone().map(move |other| [one, other]))
    }

    /// The cell of a candidate's values.
    pub fn cell(&self, result: &CandidateResult) -> CellPlace {
        let place = |at: usize| match (self.axes.get(at), result.measures.get(at)) {
            (Some(axis), Some(measure)) => axis.cell(measure.value),
            _ => 0,
        };
        [place(0), place(1)]
    }

    /// The cell in which a candidate surely is.
    fn sure_cell(&self, result: &CandidateResult) -> Option<CellPlace> {
        let [across, down] = self.reach(result);
        let is_one = across.start() == across.end() && down.start() == down.end();
        is_one.then(|| [*across.start(), *down.start()])
    }

    /// How far the nearest candidate of each cell is at most, where one is surely in it.
    fn bounds<'r>(
        &self,
        results: impl Iterator<Item = &'r CandidateResult>,
    ) -> BTreeMap<CellPlace, f64> {
        let mut bounds = BTreeMap::new();
        for result in results {
            if let Some(cell) = self.sure_cell(result) {
                let bound = bounds.entry(cell).or_insert(f64::INFINITY);
                *bound = f64::min(*bound, result.reach(self.targets).1);
            }
        }
        bounds
    }

    /// The cells of which a candidate may be the nearest.
    fn led(
        &self,
        result: &CandidateResult,
        bounds: &BTreeMap<CellPlace, f64>,
    ) -> impl Iterator<Item = CellPlace> {
        let least = result.reach(self.targets).0;
        self.possible(result)
            .filter(move |cell| bounds.get(cell).is_none_or(|bound| least <= *bound))
    }

    /// For each candidate, whether it may be the nearest of some cell, wherever in their intervals
    /// the true values are.
    pub fn may_lead(&self, results: &[Option<CandidateResult>]) -> Vec<bool> {
        let bounds = self.bounds(results.iter().flatten());
        let leads = |result: &CandidateResult| self.led(result, &bounds).next().is_some();
        results.iter().map(|result| result.as_ref().is_some_and(leads)).collect()
    }

    /// The candidates of a list, the most promising first: the nearest of each cell, then the
    /// second of each, and so on.
    pub fn by_promise(
        &self,
        results: &[Option<CandidateResult>],
        mut list: Vec<usize>,
    ) -> Vec<usize> {
        let total = |index: usize| results[index].as_ref().map_or(f64::INFINITY, |one| one.total);
        list.sort_by(|&one, &other| total(one).total_cmp(&total(other)).then(one.cmp(&other)));
        let mut in_cell: BTreeMap<Option<CellPlace>, usize> = BTreeMap::new();
        let mut ranked: Vec<(usize, usize)> = Vec::new();
        for index in list {
            let cell = results[index].as_ref().map(|result| self.cell(result));
            let rank = in_cell.entry(cell).or_default();
            // A candidate without a value may get one, but promises least.
            ranked.push((if cell.is_none() { usize::MAX } else { *rank }, index));
            *rank += 1;
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// The number of cells in which the values of these candidates are.
    pub fn occupied(&self, results: &[Option<CandidateResult>], list: &[usize]) -> usize {
        let found = list.iter().filter_map(|&index| results[index].as_ref());
        found.map(|result| self.cell(result)).collect::<BTreeSet<_>>().len().max(1)
    }

    /// Those of the candidates of a list that gain by more games: all but those that are surely in
    /// a cell of which none of the others, dropped ones apart, may be the nearest.
    pub fn undecided(&self, results: &[Option<CandidateResult>], list: &[usize]) -> Vec<usize> {
        let bounds = self.bounds(results.iter().flatten());
        let mut shared: BTreeMap<CellPlace, usize> = BTreeMap::new();
        for result in results.iter().flatten().filter(|result| !result.dropped) {
            for cell in self.led(result, &bounds) {
                *shared.entry(cell).or_default() += 1;
            }
        }
        let is_alone = |index: usize| {
            let cell = results[index].as_ref().and_then(|result| self.sure_cell(result));
            cell.is_some_and(|cell| shared.get(&cell) == Some(&1))
        };
        list.iter().copied().filter(|&index| !is_alone(index)).collect()
    }

    /// The nearest rule set of each cell in which there is one.
    pub fn cells(&self, results: &[Option<CandidateResult>]) -> Vec<MapCell> {
        let is_confirmed = results.iter().flatten().any(|result| result.confirmed);
        let mut best: BTreeMap<CellPlace, usize> = BTreeMap::new();
        let total = |index: usize| results[index].as_ref().map_or(f64::INFINITY, |one| one.total);
        for (index, result) in results.iter().enumerate() {
            let Some(result) = result else { continue };
            if result.confirmed == is_confirmed && result.level {
                let known = best.entry(self.cell(result)).or_insert(index);
                if total(index) < total(*known) {
                    *known = index;
                }
            }
        }
        let cell = |(at, best): (CellPlace, usize)| {
            let found = results[best].as_ref()?;
            let most = found.reach(self.targets).1;
            let is_rival = |index: &usize| {
                results[*index].as_ref().is_some_and(|other| {
                    *index != best
                        && other.level
                        && other.reach(self.targets).0 <= most
                        && self.possible(other).any(|cell| cell == at)
                })
            };
            let rivals: Vec<usize> = (0..results.len()).filter(is_rival).collect();
            let is_decided = rivals.is_empty() && self.sure_cell(found) == Some(at);
            Some(MapCell { at, best, rivals, is_decided })
        };
        best.into_iter().filter_map(cell).collect()
    }
}

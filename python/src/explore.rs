//! `tsuro.Exploration`: a search over the values of some keys and house rules. Its rounds are
//! played in parts, as comparisons are.

use crate::arguments::seed;
use crate::comparison::Sums;
use crate::convert::to_python;
use crate::errors::{argument, guard, raise};
use crate::frames;
use crate::rules::{REGISTRY, RuleSet};
use crate::simulate::check_players;
use pyo3::prelude::*;
use tsuro::bots::BotSpec;
use tsuro_lab::DataTable;
use tsuro_lab::compare::{Design, Tally};
use tsuro_lab::explore::{
    Candidates, HouseError, KeySearch, MapAxis, MetricTarget, SearchBudget, SearchError,
    SearchResults, SearchRound, SearchState, VariedKey, best, house_rules, rule_set_text,
};
use tsuro_lab::report::{Exploration as Findings, RunDescription};

/// What was asked for, and the candidates.
struct ExploreRequest {
    base: String,
    varied: Vec<VariedKey>,
    targets: Vec<MetricTarget>,
    axes: Vec<MapAxis>,
    budget: Option<SearchBudget>,
    players: Vec<u8>,
    tiers: Vec<String>,
    seed: String,
    games: u64,
    iterations: u32,
    candidates: Candidates,
}

impl ExploreRequest {
    fn search(&self) -> KeySearch<'_> {
        let Self { candidates, players, tiers, seed, targets, games, iterations, .. } = self;
        let mut search =
            KeySearch::new(&candidates.variants, players, tiers, seed, targets, *games);
        (search.axes, search.iterations) = (&self.axes, *iterations);
        // Tables that cannot be played are named when the search begins.
        let all = search.all_games().unwrap_or_default();
        search.budget = self.budget.map(|budget| budget.games(all));
        search
    }
}

/// The exception for a search that cannot begin.
fn refused(py: Python<'_>, why: &SearchError) -> PyErr {
    match why {
        SearchError::Budget { .. } => argument(py, format!("budget: {why}")),
        _ => raise(py, "BotError", (why.to_string(),)),
    }
}

/// A search between two rounds.
#[pyclass(module = "tsuro._core")]
pub struct Search {
    asked: Option<ExploreRequest>,
    state: Option<SearchState>,
    round: Option<(SearchRound, Vec<Sums>)>,
}

impl Search {
    fn asked(&self, py: Python<'_>) -> PyResult<&ExploreRequest> {
        self.asked.as_ref().ok_or_else(|| raise(py, "Bug", ("the search has ended",)))
    }
}

#[pymethods]
impl Search {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "it has the arguments of the Python function")]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        vary: Vec<String>,
        house: Vec<String>,
        together: usize,
        targets: Vec<String>,
        diverse: Vec<String>,
        budget: Option<&str>,
        players: Vec<u8>,
        tiers: Vec<String>,
        games: u64,
        candidates: usize,
        seed: Option<&Bound<'_, PyAny>>,
        iterations: u32,
    ) -> PyResult<Self> {
        let rules = RuleSet::from_argument(rules)?;
        let Some(reference) = rules.reference() else {
            return Err(argument(
                py,
                "rules: the rule set of a record has no name to which changes can be added",
            ));
        };
        let varied = vary.iter().map(|text| VariedKey::parse(text)).collect::<Result<Vec<_>, _>>();
        let mut varied = varied.map_err(|why| argument(py, format!("vary: {why}")))?;
        let targets =
            targets.iter().map(|text| MetricTarget::parse(text)).collect::<Result<Vec<_>, _>>();
        let targets = targets.map_err(|why| argument(py, format!("target: {why}")))?;
        let axes =
            MapAxis::pair(&diverse).map_err(|why| argument(py, format!("diverse: {why}")))?;
        let budget = budget.map(SearchBudget::parse).transpose();
        let budget = budget.map_err(|why| argument(py, format!("budget: {why}")))?;
        let players =
            if players.is_empty() { vec![rules.variant.players().nearest(4)] } else { players };
        if let [players] = players[..] {
            check_players(py, &rules, players)?;
        }
        for bot in tiers.iter().flat_map(|tier| tier.split('+')) {
            BotSpec::parse(bot).map_err(|why| crate::bots::error(py, &why))?;
        }
        if !house.is_empty() {
            let fitting = guard(py, || {
                Ok(rules.origin.with_loader(|loader| {
                    house_rules(reference, &house, &players, (loader, &REGISTRY))
                }))
            })?;
            let fitting = fitting.map_err(|why| match &why {
                HouseError::Unfit { problems, .. } => crate::errors::rule_set(py, problems),
                _ => argument(py, format!("house: {why}")),
            })?;
            varied.push(VariedKey::house(&fitting, together, candidates));
        }
        let candidates = guard(py, || {
            Ok(rules.origin.with_loader(|loader| {
                Candidates::load(reference, &varied, &players, candidates, (loader, &REGISTRY))
            }))
        })?;
        if candidates.variants.is_empty() {
            let why: Vec<String> = candidates
                .refused
                .iter()
                .take(3)
                .map(|(name, why)| format!("{name}: {why}"))
                .collect();
            return Err(argument(
                py,
                format!("vary: none of the combinations can be played; {}", why.join("; ")),
            ));
        }
        let base = rules.variant.name().to_owned();
        let seed = self::seed(py, seed)?;
        let asked = ExploreRequest {
            base,
            varied,
            targets,
            axes,
            budget,
            players,
            tiers,
            seed,
            games,
            iterations,
            candidates,
        };
        let state = asked.search().begin().map_err(|why| refused(py, &why))?;
        Ok(Self { asked: Some(asked), state: Some(state), round: None })
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<&str> {
        Ok(&self.asked(py)?.seed)
    }

    /// The games of a block, at all tables.
    #[getter]
    fn games_a_block(&self) -> u64 {
        self.state.as_ref().map_or(1, SearchState::a_block)
    }

    /// Begins the next round: its first block, the block after its last one, and a text for each
    /// plan; `None` after the last round.
    fn begin_round(&mut self, py: Python<'_>) -> PyResult<Option<(u64, u64, Vec<String>)>> {
        let Some(state) = &self.state else { return Ok(None) };
        let round = self
            .asked(py)?
            .search()
            .next_round(state)
            .map_err(|why| raise(py, "BotError", (why.to_string(),)))?;
        let Some(round) = round else { return Ok(None) };
        let sums: Vec<Sums> =
            round.plans.iter().map(|(_, plan)| Sums::new(plan.clone(), Design::open())).collect();
        let answer =
            (round.blocks.start, round.blocks.end, sums.iter().map(Sums::plan_text).collect());
        self.round = Some((round, sums));
        Ok(Some(answer))
    }

    /// Adds a part with exactly these blocks to the sums of a plan of the round.
    fn add(
        &mut self,
        py: Python<'_>,
        plan: usize,
        text: &str,
        low: u64,
        high: u64,
    ) -> PyResult<()> {
        let sums = self.round.as_mut().and_then(|(_, sums)| sums.get_mut(plan));
        sums.ok_or_else(|| raise(py, "Bug", ("there is no such plan",)))?
            .add_played(py, text, low, high)
    }

    /// Judges the candidates after a round.
    fn end_round(&mut self, py: Python<'_>) -> PyResult<()> {
        let (Some((round, sums)), Some(state), Some(asked)) =
            (self.round.take(), &mut self.state, &self.asked)
        else {
            return Ok(());
        };
        let tallies: Vec<Tally> = sums.into_iter().map(|sums| sums.part.tally).collect();
        guard(py, || {
            asked.search().end_round(state, &round, &tallies);
            Ok(())
        })
    }

    /// What was found. The search is over then.
    fn finish(&mut self, py: Python<'_>, command: String, run: String) -> PyResult<Exploration> {
        let (Some(asked), Some(state)) = (self.asked.take(), self.state.take()) else {
            return Err(raise(py, "Bug", ("the search has ended",)));
        };
        let found = asked.search().finish(state);
        Ok(Exploration {
            best: best(&found.candidates),
            asked,
            found,
            run: RunDescription { command, run },
        })
    }
}

/// What a search over rules found: the answer of `tsuro.explore`.
///
/// In a notebook it shows itself as a page with heat maps. `str()` of it is the report as text, and
/// `to_polars()` a data frame with a row for each candidate, the nearest to the targets first.
#[pyclass(module = "tsuro", frozen)]
pub struct Exploration {
    asked: ExploreRequest,
    found: SearchResults,
    best: Option<usize>,
    run: RunDescription,
}

impl Exploration {
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&Findings<'_>) -> T) -> PyResult<T> {
        let ExploreRequest { base, varied, targets, candidates, .. } = &self.asked;
        let findings = Findings {
            base,
            varied,
            targets,
            names: &candidates.names,
            refused: &candidates.refused,
            found: &self.found,
        };
        guard(py, || Ok(work(&findings)))
    }

    fn table(&self, py: Python<'_>) -> PyResult<DataTable> {
        self.with(py, |findings| findings.table())
    }
}

#[pymethods]
impl Exploration {
    /// The name of the nearest rule set; `None` if no candidate has a value for every target.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.best.map(|best| self.asked.candidates.variants[best].name())
    }

    /// The nearest rule set as the text of a rule-set file; `None` if there is none.
    #[getter]
    fn best_text(&self) -> Option<String> {
        self.best.map(|best| rule_set_text(&self.asked.candidates.variants[best], &self.asked.seed))
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> &str {
        &self.asked.seed
    }

    /// The whole report as one document, with the fields of `tsuro explore --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.with(py, |findings| findings.json())?)
    }

    /// The same as a JSON text: what `tsuro explore --json` prints.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| format!("{:#}\n", findings.json()))
    }

    /// The best trade-offs as text; with `all`, every candidate.
    #[pyo3(signature = (*, all = false))]
    fn text(&self, py: Python<'_>, all: bool) -> PyResult<String> {
        self.with(py, |findings| findings.text(all))
    }

    /// The report as one HTML page with heat maps, which needs no network.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| findings.html(&self.run))
    }

    /// The candidates as a CSV table.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.table(py)?.csv())
    }

    /// The candidates as a polars data frame, the nearest first; needs the package polars.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py)?, "to_polars")
    }

    /// The same as a pandas data frame; needs the package pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py)?, "to_pandas")
    }

    /// The same as a table of Arrow; needs the package pyarrow.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py)?, "to_arrow")
    }

    fn __repr__(&self) -> String {
        format!(
            "<tsuro.Exploration {}, {} candidates>",
            self.asked.base,
            self.found.candidates.len()
        )
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, false)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(frames::framed(&self.html(py)?, "Exploration"))
    }
}

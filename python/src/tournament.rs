//! `tsuro.TournamentReport`: bots that play against each other.

use crate::arguments::seed;
use crate::convert::to_python;
use crate::errors::{argument, guard, raise};
use crate::frames;
use crate::player::Team;
use crate::rules::{REGISTRY, RuleSet};
use crate::run::counted;
use crate::simulate::check_players;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::ops::Range;
use std::sync::Arc;
use tsuro::bots::BotSpec;
use tsuro::ruleset::Variant;
use tsuro_lab::report::TournamentReport as Findings;
use tsuro_lab::{
    DataTable, LeagueStandings, Standings, TournamentPart, TournamentPlan, TournamentSums,
};

/// The standings of a tournament: the answer of `tsuro.tournament`.
///
/// `str()` of it is the standings as text, and `to_polars()` a data frame with a row for each bot.
#[pyclass(module = "tsuro", frozen)]
pub struct TournamentReport {
    variant: Arc<Variant>,
    bots: Vec<BotSpec>,
    players: u8,
    seed: String,
    standings: Standings,
    confidence: f64,
}

impl TournamentReport {
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&Findings<'_>) -> T) -> PyResult<T> {
        let Self { variant, bots, players, seed, standings, confidence } = self;
        let (players, confidence) = (*players, *confidence);
        guard(py, || {
            Ok(work(&Findings {
                variant,
                bots,
                players,
                seed,
                standings,
                confidence,
                interrupted: false,
                stopped: None,
            }))
        })
    }

    fn table(&self, py: Python<'_>) -> PyResult<DataTable> {
        self.with(py, |findings| findings.table())
    }
}

#[pymethods]
impl TournamentReport {
    /// The rule set.
    #[getter]
    fn rules(&self) -> &str {
        self.variant.name()
    }

    /// The bots, in the order in which they were named.
    #[getter]
    fn bots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.bots.iter().map(ToString::to_string))
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> &str {
        &self.seed
    }

    /// How many games were played.
    #[getter]
    fn games(&self) -> u64 {
        self.standings.games()
    }

    /// The whole report as one document, with the fields of `tsuro tournament --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.with(py, |findings| findings.json())?)
    }

    /// The same as a JSON text: what `tsuro tournament --json` prints.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| format!("{:#}\n", findings.json()))
    }

    /// The standings as text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| findings.text())
    }

    /// The standings as a CSV table.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.table(py)?.csv())
    }

    /// The standings as a polars data frame, a row for each bot; needs the package polars.
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
        let bots: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        format!(
            "<tsuro.TournamentReport {}, {}, {} games>",
            self.variant.name(),
            bots.join(" and "),
            self.standings.games()
        )
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        frames::preformatted(py, &self.text(py)?)
    }
}

/// A tournament while it is played in parts.
#[pyclass(module = "tsuro._core")]
pub struct TournamentRun {
    variant: Arc<Variant>,
    bots: Vec<BotSpec>,
    sums: TournamentSums,
}

fn refused(py: Python<'_>, why: &impl ToString) -> PyErr {
    raise(py, "PartError", (why.to_string(),))
}

/// Ranges as pairs of numbers.
fn pairs(ranges: &[Range<u64>]) -> Vec<(u64, u64)> {
    ranges.iter().map(|range| (range.start, range.end)).collect()
}

impl TournamentRun {
    fn read(&self, py: Python<'_>, text: &str) -> PyResult<TournamentPart> {
        py.detach(|| TournamentPart::read(text, self.sums.plan())).map_err(|why| refused(py, &why))
    }

    fn read_played(
        &self,
        py: Python<'_>,
        text: &str,
        low: u64,
        high: u64,
    ) -> PyResult<TournamentPart> {
        let part = self.read(py, text)?;
        if part.deals().iter().eq(std::iter::once(&(low..high))) {
            return Ok(part);
        }
        let why = format!("the part has the deals {:?}, not {low}..{high}", part.deals());
        Err(refused(py, &why))
    }
}

#[pymethods]
impl TournamentRun {
    /// A tournament of which nothing is played yet. With `elsewhere`, other processes may play it,
    /// so its bots may read no files.
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        bots: Vec<Bound<'_, PyAny>>,
        players: Option<u8>,
        seed: Option<&Bound<'_, PyAny>>,
        elsewhere: bool,
    ) -> PyResult<Self> {
        let rules = RuleSet::from_argument(rules)?;
        if bots.len() < 2 {
            return Err(argument(
                py,
                "bots: a tournament needs at least two bots; to let a bot play against itself, \
                 name it twice",
            ));
        }
        let players =
            players.unwrap_or_else(|| rules.variant.players().nearest(bots.len().min(32) as u8));
        check_players(py, &rules, players)?;
        let team = Team::read(py, &bots, &rules.variant, players)?;
        let names: Vec<String> = team.specs.iter().map(ToString::to_string).collect();
        if elsewhere {
            for name in &names {
                BotSpec::parse_planned(name).map_err(|why| crate::bots::error(py, &why))?;
            }
        }
        let plan = TournamentPlan::new(&rules.variant, players, names, self::seed(py, seed)?);
        Ok(Self { variant: rules.variant, bots: team.specs, sums: TournamentSums::new(plan) })
    }

    /// The text from which `play_part` plays. It is also what the games depend on.
    fn plan_text(&self) -> String {
        self.sums.plan().write()
    }

    /// What tells its parts from those of other runs.
    #[getter]
    fn identity(&self) -> String {
        self.plan_text()
    }

    /// The bots.
    #[getter]
    fn bots(&self) -> Vec<String> {
        self.sums.plan().bots.clone()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.sums.plan().players
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> &str {
        &self.sums.plan().seed
    }

    /// The deals that were added, as ranges.
    fn ranges(&self) -> Vec<(u64, u64)> {
        pairs(&self.sums.ranges())
    }

    /// The deals of a part of this tournament, as ranges.
    fn ranges_of(&self, py: Python<'_>, text: &str) -> PyResult<Vec<(u64, u64)>> {
        Ok(pairs(self.read(py, text)?.deals()))
    }

    /// The results of exactly these deals in a part of this tournament, as digits.
    fn results_of(&self, py: Python<'_>, text: &str, low: u64, high: u64) -> PyResult<String> {
        Ok(self.read_played(py, text, low, high)?.results().to_owned())
    }

    /// Adds a part with exactly these deals.
    fn add(&mut self, py: Python<'_>, text: &str, low: u64, high: u64) -> PyResult<()> {
        let part = self.read_played(py, text, low, high)?;
        self.sums.add(&part).map_err(|why| refused(py, &why))
    }

    /// Adds a part that was saved, whatever its deals are.
    fn add_saved(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        let part = self.read(py, text)?;
        self.sums.add(&part).map_err(|why| refused(py, &why))
    }

    /// Everything that was added as one part.
    fn part(&self) -> String {
        self.sums.part().write()
    }

    /// The report on the deals below `end`.
    fn report(&self, py: Python<'_>, end: u64, confidence: f64) -> TournamentReport {
        let plan = self.sums.plan();
        TournamentReport {
            variant: Arc::clone(&self.variant),
            bots: self.bots.clone(),
            players: plan.players,
            seed: plan.seed.clone(),
            standings: py.detach(|| self.sums.standings(end)),
            confidence,
        }
    }
}

/// Plays the deals from `low` up to `high` of the plan in a text, as `play_part` does.
pub fn play_part(
    py: Python<'_>,
    plan: &str,
    deals: Range<u64>,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    policies: &[Bound<'_, PyAny>],
) -> PyResult<String> {
    let plan = TournamentPlan::read(plan).map_err(|why| refused(py, &why))?;
    let variant = guard(py, || Ok(py.detach(|| plan.variant(&REGISTRY))))?;
    let variant = variant.map_err(|why| refused(py, &why))?;
    let bot = |name: &String| -> PyResult<Bound<'_, PyAny>> {
        let Some(policy) = name.strip_prefix("policy:") else {
            return Ok(PyString::new(py, name).into_any());
        };
        for given in policies {
            if given.getattr("name")?.extract::<String>()? == policy {
                return Ok(given.clone());
            }
        }
        Err(raise(py, "BotError", (format!("{name} is not a bot that plays here"),)))
    };
    let given = plan.bots.iter().map(bot).collect::<PyResult<Vec<_>>>()?;
    let team = Team::read(py, &given, &variant, plan.players)?;
    let played =
        counted(py, progress, |counter| plan.play(&variant, &team.specs, deals, threads, counter))?;
    let part = played.map_err(|why| team.error(py, why))?;
    part.map(|part| part.write()).ok_or_else(|| raise(py, "Bug", ("the part was stopped",)))
}

/// The standings of a league: of contestants that play tournaments in different companies.
#[pyclass(module = "tsuro._core")]
pub struct LeagueSums {
    standings: LeagueStandings,
    contestants: usize,
}

#[pymethods]
impl LeagueSums {
    #[new]
    fn new(contestants: usize, players: u8) -> Self {
        Self { standings: LeagueStandings::new(contestants, players), contestants }
    }

    /// Adds the results of the deals from `low` on of a tournament with this seed, whose bots are
    /// `members` of the league. Returns how many deals they are.
    fn add(
        &mut self,
        py: Python<'_>,
        members: Vec<usize>,
        players: usize,
        seed: &str,
        low: u64,
        results: &str,
    ) -> PyResult<u64> {
        let wrong = || refused(py, &"these are not the results of deals");
        let width = players.saturating_add(1).saturating_mul(members.len()).max(1);
        let fits = results.is_ascii()
            && members.len() >= 2
            && members.iter().all(|&member| member < self.contestants)
            && results.len().is_multiple_of(width);
        if !fits {
            return Err(wrong());
        }
        let deals = (results.len() / width) as u64;
        // Of results that are wrong somewhere, none are added.
        let mut standings = self.standings.clone();
        for (deal, at) in (low..low.saturating_add(deals)).zip((0..results.len()).step_by(width)) {
            if !standings.add(&members, seed, deal, &results[at..at + width]) {
                return Err(wrong());
            }
        }
        self.standings = standings;
        Ok(deals)
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.standings.standings().games()
    }

    /// The estimated ratings without their errors, which take longer.
    fn means(&self, py: Python<'_>) -> Vec<f64> {
        py.detach(|| self.standings.standings().means())
    }

    /// For each contestant the number of games; the share of the wins with its interval, and the
    /// fair one; the rating with its interval.
    #[expect(clippy::type_complexity, reason = "Python unpacks it")]
    fn standings(
        &self,
        py: Python<'_>,
        confidence: f64,
    ) -> Vec<(u64, (f64, f64, f64), f64, (f64, f64, f64))> {
        py.detach(|| {
            let standing = |contestant| {
                let standing = self.standings.standings().standing(contestant, confidence);
                let ([low, high], [worst, best]) = (standing.interval, standing.rating_interval);
                let share = (standing.share, low, high);
                (standing.games, share, standing.fair, (standing.rating.mean, worst, best))
            };
            (0..self.contestants).map(standing).collect()
        })
    }

    /// By how much the rating of one contestant is above that of another, with its interval.
    fn difference(
        &self,
        py: Python<'_>,
        one: usize,
        other: usize,
        confidence: f64,
    ) -> PyResult<(f64, f64, f64)> {
        if one.max(other) >= self.contestants {
            return Err(raise(py, "Bug", ("there is no such contestant",)));
        }
        py.detach(|| {
            let found = self.standings.standings().difference(one, other);
            let [low, high] = found.interval(confidence);
            Ok((found.mean, low, high))
        })
    }
}

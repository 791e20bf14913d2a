//! A comparison that is played in parts: what `tsuro.compare` and `tsuro.measure` stand on. The
//! driver in `python/tsuro/_driver.py` says where the parts are played.
//!
//! A part is a pure function of a text and two numbers ([`play_part`]): the text is a part without
//! blocks, which has the plan with its rule sets in full, and the numbers are the blocks. What
//! comes back is a part in the crate's format.

use crate::arguments::seed;
use crate::errors::{argument, guard, raise};
use crate::player::Company;
use crate::report::Report;
use crate::rules::{REGISTRY, RuleSet};
use crate::run::counted;
use crate::simulate::check_players;
use crate::{tournament, train};
use pyo3::prelude::*;
use std::sync::Arc;
use tsuro::bots::BotSpec;
use tsuro::ruleset::Variant;
use tsuro_lab::compare::{
    Claim, ClaimResult, ClaimState, Design, Experiment, ExperimentPlan, MOST_BLOCKS, Margins, Part,
    PlanSide, StoppingRule, Tally, Terms, next_look, relative_half_width,
};
use tsuro_lab::metrics::Family;
use tsuro_lab::report::RunDescription;
use tsuro_lab::{TournamentPlan, TrainingRound};

/// A list of bots that cannot be played.
fn bots(py: Python<'_>, why: &impl ToString) -> PyErr {
    raise(py, "BotError", (why.to_string(),))
}

/// A part that cannot be used.
fn refused(py: Python<'_>, why: &impl ToString) -> PyErr {
    raise(py, "PartError", (why.to_string(),))
}

/// The sums of an experiment to which parts are added.
pub struct Sums {
    /// What was added so far, with the plan and the design.
    pub part: Part,
}

impl Sums {
    /// No blocks yet.
    pub fn new(plan: ExperimentPlan, design: Design) -> Self {
        let tally = Tally::new(&plan);
        Self { part: Part::new(plan, design, tally) }
    }

    /// The text from which [`play_part`] plays.
    pub fn plan_text(&self) -> String {
        let Part { plan, design, .. } = &self.part;
        Part::new(plan.clone(), design.clone(), Tally::new(plan)).write()
    }

    /// Reads a part of this experiment.
    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Part> {
        let part = py.detach(|| Part::read(text)).map_err(|why| refused(py, &why))?;
        self.part.same_plan(&part.plan).map_err(|why| refused(py, &why))?;
        Ok(part)
    }

    /// Reads a part that must have exactly these blocks.
    fn read_played(&self, py: Python<'_>, text: &str, low: u64, high: u64) -> PyResult<Part> {
        let part = self.read(py, text)?;
        let blocks: Vec<_> = part.tally.blocks.ranges().collect();
        if !blocks.iter().eq(std::iter::once(&(low..high))) {
            return Err(refused(
                py,
                &format!("the part has the blocks {blocks:?}, not {low}..{high}"),
            ));
        }
        Ok(part)
    }

    /// Adds a part that was read. Its design and its looks are taken from this experiment, whatever
    /// stands in it.
    fn add(&mut self, py: Python<'_>, part: Part) -> PyResult<()> {
        let (design, looks) = (self.part.design.clone(), std::mem::take(&mut self.part.looks));
        let added = py.detach(|| self.part.add(&part)).map_err(|why| refused(py, &why));
        (self.part.design, self.part.looks) = (design, looks);
        added
    }

    /// Adds a part with exactly these blocks.
    pub fn add_played(&mut self, py: Python<'_>, text: &str, low: u64, high: u64) -> PyResult<()> {
        let part = self.read_played(py, text, low, high)?;
        self.add(py, part)
    }
}

/// A comparison while it is played.
#[pyclass(module = "tsuro._core")]
pub struct Comparison {
    sums: Sums,
    /// Whether a part from a folder was added.
    has_saved: bool,
    variants: Vec<Arc<Variant>>,
    margins: Margins,
    until: Option<f64>,
    claim: Option<ClaimResult>,
    planned: Option<u64>,
    games_a_block: u64,
    stride: u64,
}

impl Comparison {
    fn terms(&self) -> Terms {
        let mut terms = Terms::new(self.sums.part.confidence(), self.margins.usual);
        terms.margins = self.margins.clone();
        terms
    }
}

#[pymethods]
impl Comparison {
    #[new]
    #[expect(
        clippy::too_many_arguments,
        reason = "they have the arguments of the Python functions"
    )]
    fn new(
        py: Python<'_>,
        rules: Vec<Bound<'_, PyAny>>,
        players: Vec<u8>,
        tiers: Vec<String>,
        games: Option<u64>,
        seed: Option<&Bound<'_, PyAny>>,
        metrics: Vec<String>,
        margins: Vec<String>,
        unpaired: bool,
        all_pairs: bool,
        iterations: u32,
        until: Option<f64>,
        claim: Option<(String, f64, f64)>,
    ) -> PyResult<Self> {
        let rules = rules.iter().map(RuleSet::from_argument).collect::<PyResult<Vec<_>>>()?;
        let Some(first) = rules.first() else {
            return Err(argument(py, "rules: at least one rule set is needed"));
        };
        let players =
            if players.is_empty() { vec![first.variant.players().nearest(4)] } else { players };
        for rules in &rules {
            for &players in &players {
                check_players(py, rules, players)?;
            }
        }
        let margins = Margins::parse(margins.iter().map(String::as_str))
            .map_err(|why| argument(py, format!("margin: {why}")))?;
        let families = Family::of_names(metrics.iter().map(String::as_str))
            .map_err(|why| argument(py, format!("metrics: {why}")))?;
        let claim = claim.map(|(text, alpha, beta)| Claim::parse(&text, alpha, beta)).transpose();
        let claim = claim.map_err(|why| argument(py, format!("claim: {why}")))?;
        let variants: Vec<Arc<Variant>> =
            rules.iter().map(|rules| Arc::clone(&rules.variant)).collect();
        let sides = variants.iter().map(|variant| PlanSide::new(variant)).collect();
        let plan = ExperimentPlan::new(
            sides,
            &players,
            &tiers,
            self::seed(py, seed)?,
            unpaired,
            &families,
        )
        .map_err(|why| bots(py, &why))?;
        let plan = if all_pairs { plan.with_all_pairs() } else { plan };
        let plan =
            if families.contains(&Family::Tension) { plan.with_search(iterations) } else { plan };
        if let Some(claim) = &claim {
            claim.check(&plan).map_err(|why| argument(py, format!("claim: {why}")))?;
        }
        let experiment = Experiment::with_given(
            &plan,
            variants.iter().map(|variant| &**variant).collect(),
            // Only the numbers of games are asked for, which do not depend on the bots.
            |_, _, _| BotSpec::parse("random").ok(),
        )
        .map_err(|why| bots(py, &why))?;
        let (games_a_block, stride) = (experiment.games_a_block(), experiment.stride());
        let planned = games.map(|games| plan.blocks_of(games));
        let stop = match (&claim, until) {
            (Some(claim), _) => StoppingRule::Claim(claim.clone()),
            (None, Some(width)) => StoppingRule::Until(width),
            (None, None) => StoppingRule::Fixed,
        };
        drop(experiment);
        let sums = Sums::new(plan, Design::stopped_by(stop, planned));
        let claim = claim.map(ClaimResult::new);
        Ok(Self {
            sums,
            has_saved: false,
            variants,
            margins,
            until,
            claim,
            planned,
            games_a_block,
            stride,
        })
    }

    /// The text from which `play_part` plays.
    fn plan_text(&self) -> String {
        self.sums.plan_text()
    }

    /// What the games depend on, as a text: the same for every run that plays the same games in the
    /// same blocks.
    #[getter]
    fn identity(&self, py: Python<'_>) -> PyResult<String> {
        serde_json::to_string(&self.sums.part.plan)
            .map_err(|why| raise(py, "Bug", (why.to_string(),)))
    }

    /// The names of the rule sets.
    #[getter]
    fn rules(&self) -> Vec<&str> {
        self.sums.part.plan.sides.iter().map(|side| side.name.as_str()).collect()
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> &str {
        &self.sums.part.plan.seed
    }

    /// The numbers of players at the tables.
    #[getter]
    fn players(&self) -> Vec<u32> {
        let mut players: Vec<u32> =
            self.sums.part.plan.tables.iter().map(|table| table.players.into()).collect();
        players.dedup();
        players
    }

    /// How many blocks are planned, or at most; `None` if only the results end it.
    #[getter]
    fn planned(&self) -> Option<u64> {
        self.planned
    }

    /// Whether the results are looked at while they come in, so that parts are added in their
    /// order.
    #[getter]
    fn has_looks(&self) -> bool {
        self.until.is_some() || self.claim.is_some()
    }

    /// The games of a block, of all rule sets and tables.
    #[getter]
    fn games_a_block(&self) -> u64 {
        self.games_a_block
    }

    /// A number of blocks that is worth playing at once.
    #[getter]
    fn stride(&self) -> u64 {
        self.stride
    }

    /// The number of blocks in the sums.
    #[getter]
    fn blocks(&self) -> u64 {
        self.sums.part.tally.blocks.count()
    }

    /// The number of blocks in the sums before the first gap.
    #[getter]
    fn end(&self) -> u64 {
        self.sums.part.tally.blocks.from_start()
    }

    /// The blocks in the sums, as ranges.
    fn ranges(&self) -> Vec<(u64, u64)> {
        self.sums.part.tally.blocks.ranges().map(|range| (range.start, range.end)).collect()
    }

    /// The blocks of a part of this comparison, as ranges.
    fn ranges_of(&self, py: Python<'_>, text: &str) -> PyResult<Vec<(u64, u64)>> {
        Ok(self
            .sums
            .read(py, text)?
            .tally
            .blocks
            .ranges()
            .map(|range| (range.start, range.end))
            .collect())
    }

    /// Raises `PartError` unless a text is a part of this comparison with exactly these blocks.
    fn check(&self, py: Python<'_>, text: &str, low: u64, high: u64) -> PyResult<()> {
        self.sums.read_played(py, text, low, high).map(drop)
    }

    /// Adds a part with exactly these blocks.
    fn add(&mut self, py: Python<'_>, text: &str, low: u64, high: u64) -> PyResult<()> {
        self.sums.add_played(py, text, low, high)
    }

    /// Adds a part that was saved, whatever its blocks are.
    fn add_saved(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        let part = self.sums.read(py, text)?;
        self.sums.add(py, part)
    }

    /// Takes over the design of a part that was saved by an earlier run. A user who asks for
    /// another number of games now may have seen results, so the earlier design stands.
    fn adopt(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        let saved = self.sums.read(py, text)?;
        let claim = |design: &Design| {
            if let StoppingRule::Claim(claim) = &design.stop { Some(claim.clone()) } else { None }
        };
        let design = &self.sums.part.design;
        if claim(&saved.design) != claim(design) {
            return Err(refused(
                py,
                &"a claim is tested from the first game on, and this part was played with another \
                    claim or none",
            ));
        }
        if saved.design != *design {
            self.sums.part.design =
                if self.has_saved { design.joined(&saved.design) } else { saved.design.clone() };
        }
        self.has_saved = true;
        if let Some(claim) = &mut self.claim
            && saved.looks.len() > claim.looks.len()
        {
            claim.looks = saved.looks;
        }
        Ok(())
    }

    /// The number of blocks after which the results are looked at next.
    #[staticmethod]
    fn next_look(blocks: u64) -> u64 {
        next_look(blocks).min(MOST_BLOCKS)
    }

    /// Whether the results are clear enough to stop, after the blocks that are in the sums.
    fn look(&mut self, py: Python<'_>) -> PyResult<bool> {
        let (part, terms) = (&self.sums.part, self.terms());
        if let Some(claim) = &mut self.claim {
            let is_new =
                claim.looks.last().is_none_or(|look| look.blocks < part.tally.blocks.count());
            return guard(py, || {
                Ok((if is_new { claim.look(&part.plan, &part.tally) } else { claim.state() })
                    != ClaimState::Undecided)
            });
        }
        let Some(until) = self.until else { return Ok(false) };
        guard(py, || {
            Ok(relative_half_width(&part.plan, &part.tally, until, &terms)
                .is_some_and(|width| width <= 1.0))
        })
    }

    /// Everything in the sums as one part.
    fn part(&self) -> String {
        let looks = self.claim.as_ref().map_or_else(Vec::new, |claim| claim.looks.clone());
        self.sums.part.clone().with_looks(looks).write()
    }

    /// The report on the blocks in the sums; `command` is the call that makes it again, and `run`
    /// says how it was played.
    fn report(&self, command: String, run: &str) -> Report {
        let (os, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
        let Part { plan, design, tally, .. } = self.sums.part.clone();
        let run = RunDescription { command, run: format!("{os} {architecture}, {run}") };
        Report {
            plan,
            tally,
            terms: self.terms(),
            design,
            claim: self.claim.clone(),
            variants: self.variants.clone(),
            run,
        }
    }
}

/// Plays the blocks from `low` up to `high` of the plan in a text, these deals of a tournament, or
/// these games of a round of a training, on `threads` threads, and returns the part. `progress` is
/// called with the number of games that were played so far. `policies` are those that the plan
/// names.
#[pyfunction]
#[pyo3(signature = (plan, low, high, threads, progress, policies = Vec::new()))]
pub fn play_part(
    py: Python<'_>,
    plan: &str,
    low: u64,
    high: u64,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    policies: Vec<Bound<'_, PyAny>>,
) -> PyResult<String> {
    if TrainingRound::is_one(plan) {
        return train::play_part(py, plan, low..high, threads);
    }
    if low >= high || high > MOST_BLOCKS {
        return Err(argument(py, format!("blocks: {low}..{high} is not a range of blocks")));
    }
    if TournamentPlan::is_one(plan) {
        return tournament::play_part(py, plan, low..high, threads, progress, &policies);
    }
    let Part { plan, design, .. } =
        py.detach(|| Part::read(plan)).map_err(|why| refused(py, &why))?;
    let variants = guard(py, || Ok(py.detach(|| plan.variants(&REGISTRY))))?;
    let known = variants.filter(|variants| {
        variants.iter().zip(&plan.sides).all(|(variant, side)| variant.hash() == side.hash)
    });
    let Some(variants) = known else {
        return Err(refused(py, &"its rule sets cannot be read with the rules of this package"));
    };
    let players = plan.tables.iter().map(|table| table.players);
    let company = Company::read(py, &policies, &variants, players)?;
    let experiment =
        Experiment::with_given(&plan, variants.iter().collect(), |side, players, name| {
            company.bot(side, players, name)
        })
        .map_err(|why| bots(py, &why))?;
    let (tally, broken) =
        counted(py, progress, |counter| experiment.play(low..high, threads, counter))?;
    drop(experiment);
    if let Some(error) = company.error(py, broken) {
        return Err(error);
    }
    Ok(py.detach(|| Part::new(plan, design, tally).write()))
}

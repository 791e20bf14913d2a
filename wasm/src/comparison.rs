//! `Comparison`: the same games under several rule sets, some blocks at a time, and its report.

use crate::arguments::{self, SeedArgument, TextsArgument, options, within};
use crate::fault::{Fault, guard};
use crate::rules::{REGISTRY, Rules, RulesArgument};
use crate::value::text_to_js;
use serde::Deserialize;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tsuro::ruleset::Variant;
use tsuro_lab::GameCounter;
use tsuro_lab::compare::{
    Design, Experiment, ExperimentPlan, MOST_BLOCKS, Margins, Part, PlanSide, Tally, Terms,
};
use tsuro_lab::metrics::Family;
use tsuro_lab::report::{self, Report, RunDescription};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Games of each rule set at each table, if the caller names no number.
const USUAL_GAMES: u64 = 20_000;

/// Iterations of the search for the metrics of tension, if the caller names no number.
const USUAL_ITERATIONS: u64 = 50;

/// One number of players, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PlayersArgument {
    One(u64),
    Many(Vec<u64>),
}

/// A margin: a share, or texts as for `tsuro compare --margin`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MarginArgument {
    Share(f64),
    Texts(TextsArgument),
}

/// Which games are played, and how they are judged: the options of `tsuro compare`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CompareOptions {
    players: Option<PlayersArgument>,
    bots: Option<TextsArgument>,
    games: Option<u64>,
    seed: Option<SeedArgument>,
    metrics: Option<TextsArgument>,
    margin: Option<MarginArgument>,
    #[serde(default)]
    unpaired: bool,
    #[serde(default)]
    all_pairs: bool,
    iterations: Option<u64>,
}

/// A comparison of rule sets with the first of them, or, of one alone, a measurement.
///
/// `step` plays some blocks of games, until it returns `true`; the report can be asked for after
/// any step, and does not depend on them.
#[wasm_bindgen]
pub struct Comparison {
    part: Part,
    variants: AssertUnwindSafe<Vec<Arc<Variant>>>,
    margins: Margins,
    /// The number of blocks that are planned.
    planned: u64,
    /// The games of a block, of all rule sets and tables.
    games_a_block: u64,
    is_broken: bool,
}

/// Plans a comparison.
fn plan(rules: &[Rules], options: CompareOptions, seed: String) -> Result<Comparison, Fault> {
    let Some(first) = rules.first() else {
        return Err(Fault::argument("rules: at least one rule set is needed"));
    };
    let players = match options.players {
        None => vec![first.variant().players().nearest(4).into()],
        Some(PlayersArgument::One(players)) => vec![players],
        Some(PlayersArgument::Many(players)) => players,
    };
    let mut seats = Vec::new();
    for players in players {
        let players = arguments::players(players)?;
        for rules in rules {
            check_players(rules, players)?;
        }
        seats.push(players);
    }
    let margins = match options.margin {
        None => vec!["1%".to_owned()],
        Some(MarginArgument::Share(share)) => vec![share.to_string()],
        Some(MarginArgument::Texts(texts)) => texts.list(),
    };
    let margins = Margins::parse(margins.iter().map(String::as_str))
        .map_err(|why| Fault::argument(format!("margin: {why}")))?;
    let metrics = options.metrics.map_or_else(|| vec!["all".to_owned()], TextsArgument::list);
    let families = Family::of_names(metrics.iter().map(String::as_str))
        .map_err(|why| Fault::argument(format!("metrics: {why}")))?;
    let bots = options
        .bots
        .map_or_else(|| vec!["random".to_owned(), "greedy".to_owned()], TextsArgument::list);
    let sides = rules.iter().map(|rules| PlanSide::new(rules.variant())).collect();
    let plan = ExperimentPlan::new(sides, &seats, &bots, seed, options.unpaired, &families)
        .map_err(Fault::bot)?;
    let plan = if options.all_pairs { plan.with_all_pairs() } else { plan };
    let iterations = options.iterations.unwrap_or(USUAL_ITERATIONS);
    let iterations = within("iterations", iterations, 1..=1_000_000)? as u32;
    let plan =
        if families.contains(&Family::Tension) { plan.with_search(iterations) } else { plan };
    let games = within("games", options.games.unwrap_or(USUAL_GAMES), 1..=MOST_BLOCKS)?;
    let planned = plan.blocks_of(games);
    let variants: Vec<Arc<Variant>> = rules.iter().map(|rules| rules.variant().clone()).collect();
    let experiment = Experiment::new(&plan, variants.iter().map(|variant| &**variant).collect());
    let games_a_block = experiment.map_err(Fault::bot)?.games_a_block();
    let tally = Tally::new(&plan);
    let part = Part::new(plan, Design::fixed(planned), tally);
    let variants = AssertUnwindSafe(variants);
    Ok(Comparison { part, variants, margins, planned, games_a_block, is_broken: false })
}

/// Refuses a number of players that a rule set is not for.
pub fn check_players(rules: &Rules, players: u8) -> Result<(), Fault> {
    let allowed = rules.variant().players();
    if allowed.contains(players) {
        return Ok(());
    }
    Err(Fault::argument(format!(
        "players: {}: {players} players, where {allowed} can play",
        rules.variant().name()
    )))
}

/// Compares two rule sets in one call, which takes as long as the games do: a small number of them,
/// or in a worker. The report has the fields of `tsuro compare --json`.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub fn compare(
    a: RulesArgument,
    b: RulesArgument,
    #[wasm_bindgen(unchecked_optional_param_type = "CompareOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let mut comparison = Comparison::new(vec![a, b], options)?;
    while !comparison.step(Some(f64::from(u32::MAX)))? {}
    comparison.report()
}

#[wasm_bindgen]
impl Comparison {
    /// A comparison before the first step.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rules: Vec<RulesArgument>,
        #[wasm_bindgen(unchecked_optional_param_type = "CompareOptions")] options: JsValue,
    ) -> Result<Self, JsValue> {
        let rules = rules.iter().map(RulesArgument::rules).collect::<Result<Vec<_>, _>>()?;
        let mut options: CompareOptions = self::options(&options)?;
        let seed = arguments::seed(options.seed.take())?;
        guard(|| plan(&rules, options, seed))
    }

    /// Plays the next `blocks` blocks, by default one. A block has the same deals under all rule
    /// sets. Returns whether all games are played.
    pub fn step(&mut self, blocks: Option<f64>) -> Result<bool, JsValue> {
        let blocks = arguments::whole("blocks", blocks.unwrap_or(1.0), 1..=u32::MAX)?;
        guard(|| {
            self.check()?;
            self.is_broken = true;
            let played = self.play(blocks.into());
            self.is_broken = false;
            played?;
            Ok(self.is_done())
        })
    }

    /// Whether all games are played.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> bool {
        self.is_done()
    }

    /// How far it is, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        self.part.tally.blocks.from_start() as f64 / self.planned as f64
    }

    /// The number of games played so far, of all rule sets and tables.
    #[wasm_bindgen(getter)]
    pub fn games(&self) -> f64 {
        (self.part.tally.blocks.from_start() * self.games_a_block) as f64
    }

    /// The seed of the run.
    #[wasm_bindgen(getter)]
    pub fn seed(&self) -> String {
        self.part.plan.seed.clone()
    }

    /// The report as an object, with the fields of `tsuro compare --json`.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn report(&self) -> Result<JsValue, JsValue> {
        Ok(text_to_js(&self.json()?))
    }

    /// The same as a text, as `tsuro compare --json` prints it.
    #[wasm_bindgen(js_name = toJson)]
    pub fn json(&self) -> Result<String, JsValue> {
        self.with(|report| format!("{:#}\n", report::json_in_order(report)))
    }

    /// The report in words, as `tsuro compare` prints it; with `all`, with every metric.
    #[wasm_bindgen(js_name = toText)]
    pub fn text(&self, all: Option<bool>) -> Result<String, JsValue> {
        self.with(|report| report::text(report, all.unwrap_or_default()))
    }

    /// The metrics as a CSV table; with `overview`, all rule sets and numbers of players side by
    /// side.
    #[wasm_bindgen(js_name = toCsv)]
    pub fn csv(&self, overview: Option<bool>) -> Result<String, JsValue> {
        let table =
            if overview.unwrap_or_default() { report::overview_table } else { report::table };
        self.with(|report| table(report).csv())
    }

    /// The report as one HTML page, which needs no network. `command` is shown there as the call
    /// that makes it again.
    #[wasm_bindgen(js_name = toHtml)]
    pub fn html(&self, command: Option<String>) -> Result<String, JsValue> {
        let run = RunDescription {
            command: command.unwrap_or_default(),
            run: "WebAssembly, one thread".to_owned(),
        };
        self.with(|report| report::html(report, &run))
    }

    /// What was played, as a part that `tsuro merge` adds to others.
    #[wasm_bindgen(js_name = toPart)]
    pub fn part(&self) -> Result<String, JsValue> {
        guard(|| {
            self.check()?;
            Ok(self.part.write())
        })
    }
}

impl Comparison {
    fn check(&self) -> Result<(), Fault> {
        if self.is_broken { Err(Fault::unfinished()) } else { Ok(()) }
    }

    fn is_done(&self) -> bool {
        self.part.tally.blocks.from_start() >= self.planned
    }

    fn play(&mut self, blocks: u64) -> Result<(), Fault> {
        let from = self.part.tally.blocks.from_start();
        let to = from.saturating_add(blocks).min(self.planned);
        if from >= to {
            return Ok(());
        }
        let variants = self.variants.iter().map(|variant| &**variant).collect();
        let experiment = Experiment::new(&self.part.plan, variants).map_err(Fault::bot)?;
        let (tally, broken) = experiment.play(from..to, 1, &GameCounter::default());
        if let Some(why) = broken {
            return Err(Fault::new("Bug", why.to_string()));
        }
        self.part.tally.merge(&tally);
        Ok(())
    }

    fn with<T>(&self, work: impl FnOnce(&Report<'_>) -> T) -> Result<T, JsValue> {
        guard(|| {
            self.check()?;
            let Part { plan, design, tally, .. } = &self.part;
            let mut terms = Terms::new(self.part.confidence(), self.margins.usual);
            terms.margins = self.margins.clone();
            let report = Report::new(plan, tally, terms, &self.variants, &REGISTRY);
            Ok(work(&report.with_design(design.clone(), None)))
        })
    }
}

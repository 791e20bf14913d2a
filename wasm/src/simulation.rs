//! `SimulationRun`: many games of one rule set, some at a time.

use crate::arguments::{self, SeedArgument, TextsArgument, options, within};
use crate::bots;
use crate::comparison::check_players;
use crate::fault::{Fault, guard};
use crate::rules::{Rules, RulesArgument};
use crate::value::to_js;
use serde::Deserialize;
use std::panic::AssertUnwindSafe;
use tsuro::json::Json;
use tsuro_lab::{Bots, GameCounter, Simulation, Summary};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of games, if the caller names none.
const USUAL_GAMES: u64 = 1000;

/// Which games are played.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SimulateOptions {
    players: Option<u64>,
    bots: Option<TextsArgument>,
    games: Option<u64>,
    seed: Option<SeedArgument>,
}

/// Many games of one rule set, some at a time. `bots` is one bot for all seats, or one for each.
///
/// `step` plays some games, until it returns `true`; the sums can be asked for after any step.
#[wasm_bindgen]
pub struct SimulationRun {
    rules: Rules,
    // After a panic no more games are played.
    bots: AssertUnwindSafe<Bots>,
    seed: String,
    /// The number of games that are planned.
    planned: u64,
    sums: Summary,
    is_broken: bool,
}

/// Plans a simulation.
fn plan(rules: Rules, options: SimulateOptions, seed: String) -> Result<SimulationRun, Fault> {
    let names = options.bots.map_or_else(|| vec!["random".to_owned()], TextsArgument::list);
    let players = match options.players {
        Some(players) => arguments::players(players)?,
        None if names.len() > 1 => arguments::players(names.len() as u64)?,
        None => rules.variant().players().nearest(4),
    };
    check_players(&rules, players)?;
    let specs = names.iter().map(|name| bots::named(name)).collect::<Result<Vec<_>, _>>()?;
    let specs = match specs.as_slice() {
        [one] => vec![one.clone(); players.into()],
        several if several.len() == usize::from(players) => several.to_vec(),
        several => {
            let count = several.len();
            return Err(Fault::argument(format!(
                "bots: there are {count} bots, and {players} players"
            )));
        }
    };
    let planned = within("games", options.games.unwrap_or(USUAL_GAMES), 1..=1_000_000_000)?;
    let (bots, sums) = (AssertUnwindSafe(Bots::new(specs)), Summary::new(players));
    Ok(SimulationRun { rules, bots, seed, planned, sums, is_broken: false })
}

/// Plays many games of one rule set and sums them up: the document that `tsuro simulate --json`
/// prints. `bots` is one bot for all seats, or one for each.
#[wasm_bindgen(unchecked_return_type = "Simulation")]
pub fn simulate(
    rules: &RulesArgument,
    #[wasm_bindgen(unchecked_optional_param_type = "SimulateOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let mut run = SimulationRun::new(rules, options)?;
    while !run.step(Some(f64::from(u32::MAX)))? {}
    run.sums()
}

#[wasm_bindgen]
impl SimulationRun {
    /// A simulation before the first step.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rules: &RulesArgument,
        #[wasm_bindgen(unchecked_optional_param_type = "SimulateOptions")] options: JsValue,
    ) -> Result<Self, JsValue> {
        let rules = rules.rules()?;
        let mut options: SimulateOptions = self::options(&options)?;
        let seed = arguments::seed(options.seed.take())?;
        guard(|| plan(rules, options, seed))
    }

    /// Plays the next `games` games, by default one. Returns whether all are played.
    pub fn step(&mut self, games: Option<f64>) -> Result<bool, JsValue> {
        let games = arguments::whole("games", games.unwrap_or(1.0), 1..=u32::MAX)?;
        guard(|| {
            self.check()?;
            self.is_broken = true;
            let played = self.play(games.into());
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
        self.sums.games() as f64 / self.planned as f64
    }

    /// The sums of the games so far, with the fields of `tsuro simulate --json`.
    #[wasm_bindgen(unchecked_return_type = "Simulation")]
    pub fn sums(&self) -> Result<JsValue, JsValue> {
        Ok(to_js(&self.document()?))
    }

    /// The same as a text.
    #[wasm_bindgen(js_name = toJson)]
    pub fn json(&self) -> Result<String, JsValue> {
        Ok(self.document()?.to_string())
    }
}

impl SimulationRun {
    fn check(&self) -> Result<(), Fault> {
        if self.is_broken { Err(Fault::unfinished()) } else { Ok(()) }
    }

    fn is_done(&self) -> bool {
        self.sums.games() >= self.planned
    }

    fn play(&mut self, games: u64) -> Result<(), Fault> {
        let first = self.sums.games();
        let games = games.min(self.planned - first);
        let simulation =
            Simulation::new(self.rules.variant(), &self.bots, &self.seed, games).from(first);
        let (sums, outcome) = tsuro_lab::simulate(&simulation, &GameCounter::default(), None);
        outcome.map_err(|why| Fault::new("Bug", why.to_string()))?;
        self.sums.merge(&sums);
        Ok(())
    }

    fn document(&self) -> Result<Json, JsValue> {
        guard(|| {
            self.check()?;
            let mut document = self.sums.to_json_in_order();
            document.set("rules", self.rules.variant().name());
            document.set("rules_hash", self.rules.variant().hash());
            document.set("bots", self.bots.names());
            document.set("seed", &self.seed);
            Ok(document)
        })
    }
}

//! Many games of one rule set.

use crate::arguments::{self, SeedArgument, TextsArgument, options, within};
use crate::bots;
use crate::comparison::check_players;
use crate::fault::{Fault, guard};
use crate::rules::RulesArgument;
use crate::value::to_js;
use serde::Deserialize;
use tsuro_lab::{Bots, GameCounter, Simulation};
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

/// Plays many games of one rule set and sums them up: the document that `tsuro simulate --json`
/// prints. `bots` is one bot for all seats, or one for each.
#[wasm_bindgen(unchecked_return_type = "Simulation")]
pub fn simulate(
    rules: &RulesArgument,
    #[wasm_bindgen(unchecked_optional_param_type = "SimulateOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let rules = rules.rules()?;
    let options: SimulateOptions = self::options(&options)?;
    let seed = arguments::seed(options.seed)?;
    let document = guard(|| {
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
        let games = within("games", options.games.unwrap_or(USUAL_GAMES), 1..=1_000_000_000)?;
        let seats = Bots::new(specs);
        let simulation = Simulation::new(rules.variant(), &seats, &seed, games);
        let (summary, outcome) = tsuro_lab::simulate(&simulation, &GameCounter::default(), None);
        outcome.map_err(|why| Fault::new("Bug", why.to_string()))?;
        let mut document = summary.to_json_in_order();
        document.set("rules", rules.variant().name());
        document.set("rules_hash", rules.variant().hash());
        document.set("bots", seats.names());
        document.set("seed", &seed);
        Ok(document)
    })?;
    Ok(to_js(&document))
}

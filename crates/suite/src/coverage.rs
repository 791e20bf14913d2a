//! Measures what suites exercise: the rules they name, the keys on which a scenario depends, and
//! the effects that occur.

use super::ids;
use super::model::Suite;
use super::mutate::Baseline;
use super::plan::{RuleBook, RuleSetSelection, RunPlan};
use super::play::Onlookers;
use serde_json::Value;
use tsuro::json::{Json, json};
use tsuro::record::Coverage;
use tsuro::rules::Registry;
use tsuro::ruleset::Loader;

/// What a suite exercises of one rule set.
#[derive(Debug)]
pub struct RuleSetCoverage {
    /// The reference of the rule set, with mixins and overrides.
    pub rules: String,
    /// Each key that has another value, and whether what happens in a scenario depends on it.
    pub keys: Vec<(String, bool)>,
    /// All effects that its rules can have, and how often each occurred.
    pub happened: Coverage,
}

/// What suites exercise.
#[derive(Debug)]
pub struct SuiteCoverage {
    /// Each rule id with the number of its scenarios.
    pub ids: Vec<(String, usize)>,
    /// The rule sets that were asked for, without rule sets under which no scenario passes.
    pub rule_sets: Vec<RuleSetCoverage>,
}

/// What the scenarios of `suites` exercise of each of `rules`. Rule sets that no scenario passes
/// under are left out.
pub fn cover(
    suites: &[Suite],
    rules: &[String],
    registry: &Registry,
    loader: &(dyn Loader + Sync),
) -> SuiteCoverage {
    let scenarios = || suites.iter().flat_map(|suite| &suite.scenarios);
    let own = suites.iter().flat_map(|suite| suite.ids.iter().map(|(id, _)| id.clone()));
    let ids = ids::all().chain(own);
    let ids = ids
        .map(|id| (id.clone(), scenarios().filter(|scenario| scenario.ids.contains(&id)).count()))
        .collect();
    let mut book = RuleBook::new(registry, loader);
    let plan = RunPlan::new(suites, &RuleSetSelection::Own, &mut book, &|_, _| true);
    let mut rule_sets = Vec::new();
    for name in rules {
        let Ok(base) = Baseline::new(suites, name, registry, loader, &|_, _| true) else {
            continue;
        };
        let Ok(variant) = book.variant(name, None) else { continue };
        let mut happened = Coverage::new(&variant);
        for run in plan.runs.iter().filter(|run| tsuro::ruleset::base(&run.rules) == name) {
            let Ok(own) = &run.variant else { continue };
            let mut one = Coverage::new(own);
            plan.play(suites, run, Onlookers { coverage: Some(&mut one), ..Onlookers::default() });
            happened.add_known(&one);
        }
        rule_sets.push(RuleSetCoverage { rules: name.clone(), keys: base.exercised(), happened });
    }
    SuiteCoverage { ids, rule_sets }
}

impl SuiteCoverage {
    /// The rule ids without a scenario.
    pub fn never(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().filter(|(_, count)| *count == 0).map(|(id, _)| id.as_str())
    }

    /// `rules` (`id`, `scenarios`), and `rule_sets` (`name`, `keys` with `key` and `exercised`,
    /// `happened`).
    pub fn to_json(&self) -> Value {
        self.to_json_in_order().into()
    }

    /// As [`Self::to_json`], with the fields in this order.
    pub fn to_json_in_order(&self) -> Json {
        let ids =
            Json::list(self.ids.iter().map(|(id, count)| json!({ "id": id, "scenarios": count })));
        let sets = self.rule_sets.iter().map(|set| {
            let keys = Json::list(
                set.keys
                    .iter()
                    .map(|(key, exercised)| json!({ "key": key, "exercised": exercised })),
            );
            json!({ "name": set.rules, "keys": keys, "happened": set.happened.points() })
        });
        json!({
            "rules": ids, "never": self.never().collect::<Vec<_>>(), "rule_sets": Json::list(sets)
        })
    }
}

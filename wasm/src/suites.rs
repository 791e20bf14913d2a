//! `SuiteRun`: test suites, some scenarios at a time.

use crate::arguments::{self, options};
use crate::fault::{Fault, guard};
use crate::rules::{REGISTRY, Rules, RulesArgument};
use crate::value::text_to_js;
use serde::Deserialize;
use std::panic::AssertUnwindSafe;
use tsuro::json::{Json, json};
use tsuro::ruleset::{BuiltIns, Loader, Problems, Source, SourceId};
use tsuro_suite::{
    Child, Failure, Onlookers, RuleBook, RuleSetSelection, Run, RunPlan, RunResult, Scenario,
    Suite, read,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Which suite is played.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SuiteOptions {
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedSuite {
    name: String,
    text: String,
}

/// The scenarios of suites, each under the rule sets that it names, or under one instead.
///
/// `step` plays some of them, until it returns `true`; the report is that of what was played.
#[wasm_bindgen]
pub struct SuiteRun {
    suites: Vec<Suite>,
    // A step that ends by a panic adds nothing.
    plan: AssertUnwindSafe<RunPlan>,
    results: Vec<RunResult>,
}

/// A suite read from a text.
pub fn read_text(text: &str, name: &str) -> Result<Suite, Fault> {
    let mut problems = Problems::default();
    let source = Source::new(SourceId::File(name.into()), name, text);
    let suite = read(source, &REGISTRY, &mut problems);
    if problems.has_errors() { Err(Fault::suite(&problems)) } else { Ok(suite) }
}

fn planned(suites: &[Suite], rules: Option<&Rules>) -> Result<RunPlan, Fault> {
    let with = |loader: &dyn Loader| {
        let mut book = RuleBook::new(&REGISTRY, loader);
        let Some(rules) = rules else {
            return Ok(RunPlan::new(suites, &RuleSetSelection::Own, &mut book, &|_, _| true));
        };
        let Some(reference) = rules.reference() else {
            return Err(Fault::argument(
                "rules: the rules of a record have no name under which suites could speak of them",
            ));
        };
        let child = Child::new(reference, &mut book)
            .map_err(|problems| Fault::rules(&problems))?
            .known_as(rules.variant().name());
        let under = [child];
        Ok(RunPlan::new(suites, &RuleSetSelection::Instead(&under), &mut book, &|_, _| true))
    };
    match rules {
        Some(rules) => rules.with_loader(with),
        None => with(&BuiltIns),
    }
}

/// Plays a suite in one call, or several with their names, such as the `suites` of `tsuro/suites`.
/// The report has the fields of `tsuro test --json`.
///
/// @throws a `SuiteError` with `problems`
#[wasm_bindgen(js_name = runSuite, unchecked_return_type = "SuiteReport")]
pub fn run_suite(
    #[wasm_bindgen(unchecked_param_type = "string | NamedSuite[]")] suites: JsValue,
    rules: Option<RulesArgument>,
    #[wasm_bindgen(unchecked_optional_param_type = "{ name?: string }")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let mut run = SuiteRun::new(suites, rules, options)?;
    while !run.step(Some(f64::from(u32::MAX)))? {}
    run.report()
}

#[wasm_bindgen]
impl SuiteRun {
    /// Plans a suite, or several with their names. With `rules`, scenarios of the rule sets that
    /// these extend are played under them instead.
    ///
    /// @throws a `SuiteError` with `problems`
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string | NamedSuite[]")] suites: JsValue,
        rules: Option<RulesArgument>,
        #[wasm_bindgen(unchecked_optional_param_type = "{ name?: string }")] options: JsValue,
    ) -> Result<Self, JsValue> {
        let rules = rules.map(|rules| rules.rules()).transpose()?;
        let SuiteOptions { name } = self::options(&options)?;
        let suites: Vec<NamedSuite> = match suites.as_string() {
            Some(text) => {
                vec![NamedSuite { name: name.unwrap_or_else(|| "suite.toml".to_owned()), text }]
            }
            None => arguments::shaped("suites", &suites)?,
        };
        guard(|| {
            let read = suites.iter().map(|suite| read_text(&suite.text, &suite.name));
            let suites = read.collect::<Result<Vec<_>, _>>()?;
            let plan = AssertUnwindSafe(planned(&suites, rules.as_ref())?);
            Ok(Self { suites, plan, results: Vec::new() })
        })
    }

    /// Plays the next `scenarios` scenarios, by default one. Returns whether all are played.
    pub fn step(&mut self, scenarios: Option<f64>) -> Result<bool, JsValue> {
        let count = arguments::whole("scenarios", scenarios.unwrap_or(1.0), 1..=u32::MAX)?;
        guard(|| {
            for run in self.plan.runs.iter().skip(self.results.len()).take(count as usize) {
                self.results.push(self.plan.play(&self.suites, run, Onlookers::default()));
            }
            Ok(self.is_done())
        })
    }

    /// Whether all scenarios are played.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> bool {
        self.is_done()
    }

    /// How far it is, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        self.results.len() as f64 / self.plan.runs.len().max(1) as f64
    }

    /// The results so far, with the fields of `tsuro test --json`.
    #[wasm_bindgen(unchecked_return_type = "SuiteReport")]
    pub fn report(&self) -> Result<JsValue, JsValue> {
        Ok(text_to_js(&self.json()?))
    }

    /// The same as a text, byte for byte what `tsuro test --json` prints.
    #[wasm_bindgen(js_name = toJson)]
    pub fn json(&self) -> Result<String, JsValue> {
        guard(|| Ok(format!("{:#}\n", self.document())))
    }
}

impl SuiteRun {
    fn is_done(&self) -> bool {
        self.results.len() >= self.plan.runs.len()
    }

    fn document(&self) -> Json {
        let played = self.plan.runs.iter().zip(&self.results);
        let mut scenarios: Vec<Json> =
            played.map(|(run, result)| self.played(run, result)).collect();
        for skipped in &self.plan.skipped {
            let suite = &self.suites[skipped.suite];
            let scenario = &suite.scenarios[skipped.scenario];
            scenarios.push(json!({
                "name": scenario.title, "file": suite.source.shown, "line": line(suite, scenario),
                "rule": scenario.ids, "rules": Json::NULL,
                "status": "skipped", "message": skipped.why,
            }));
        }
        let passed = self.results.iter().filter(|result| result.passed()).count();
        json!({
            "passed": passed, "failed": self.results.len() - passed,
            "skipped": self.plan.skipped.len(), "scenarios": scenarios,
        })
    }

    fn played(&self, run: &Run, result: &RunResult) -> Json {
        let suite = &self.suites[run.suite];
        let scenario = &suite.scenarios[run.scenario];
        let message: Vec<String> = result.failures.iter().map(one_line).collect();
        json!({
            "name": scenario.title,
            "file": suite.source.shown,
            "line": line(suite, scenario),
            "rule": scenario.ids,
            "rules": run.rules,
            "rules_hash": run.variant.as_ref().ok().map(|variant| variant.hash()),
            "status": if result.passed() { "passed" } else { "failed" },
            "message": (!result.passed()).then(|| message.join("\n")),
        })
    }
}

/// The line of a suite on which a scenario begins, from 1.
fn line(suite: &Suite, scenario: &Scenario) -> usize {
    scenario.place(&suite.source).start().map_or(1, |at| at.line)
}

/// A failure in one line.
pub fn one_line(failure: &Failure) -> String {
    let joined = |lines: &[String]| {
        if lines.is_empty() { "nothing".to_owned() } else { lines.join(" · ") }
    };
    let message = &failure.message;
    if !failure.expected.is_empty() {
        let (expected, found) = (joined(&failure.expected), joined(&failure.found));
        format!("{message}: expected {expected}; found {found}")
    } else if !failure.found.is_empty() {
        format!("{message}: {}", joined(&failure.found))
    } else {
        message.clone()
    }
}

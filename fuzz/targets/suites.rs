//! Suites: read, played, reported, blessed, and written as pages.
//! Files after the first are rule sets that the suite may name.

use super::files::Files;
use super::{Target, oracle};
use tsuro::game::Observation;
use tsuro::picture::{BoardScene, TileScale, board};
use tsuro::rules::Registry;
use tsuro::ruleset::{Loader as _, Problems, Source};
use tsuro_suite::{LookMoment, Onlookers, RuleBook, RuleSetSelection, RunPlan, RunResult};

/// Suites of scenarios.
pub const TARGET: Target = Target {
    name: "suites",
    take,
    pieces: &[
        "\n",
        "[[scenario]]\n",
        "title = \"{x}\"\n",
        "rules = \"any\"\n",
        "rules = [\"seas\", \"classic\"]\n",
        "rules = \"./other.toml\"\n",
        "rule = \"T1\"\n",
        "extends = \"base\"\n",
        "[fixtures.base]\nextends = \"base\"\n",
        "examples = [{ x = 1 }]\n",
        "seats = 32\n",
        "seed = \"1\"\n",
        "turns = 100000\n",
        "begin = \"turn\"\n",
        "players.A = \"a1:A 1 2 3\"\n",
        "tiles.c3 = \"33 left\"\n",
        "daikaiju.c4 = \"1 left\"\n",
        "pile = [1, 2]\n",
        "dice = [[1, 6]]\n",
        "place = \"1\"\n",
        "expect.events = \"?\"\n",
        "expect.pile = \"?\"\n",
        "expect.winners = [\"A\"]\n",
        "\n=== other.toml\n",
        "\u{1b}]0;x\u{7}",
    ],
};

/// The most scenarios of a suite that are played.
const PLAYED: usize = 40;

fn take(bytes: &[u8]) -> bool {
    let (registry, files) = (Registry::default(), Files::split(bytes));
    let source: Source = match files.load("main.toml", None) {
        Ok(source) => source,
        Err(error) => {
            oracle::sentence(&error.to_string());
            return false;
        }
    };
    let mut problems = Problems::default();
    let suites = [tsuro_suite::read(source, &registry, &mut problems)];
    oracle::problems(&problems);
    let mut book = RuleBook::new(&registry, &files);
    let plan = RunPlan::new(&suites, &RuleSetSelection::Own, &mut book, &|_, _| true);
    let done: Vec<RunResult> = plan
        .runs
        .iter()
        .take(PLAYED)
        .map(|run| plan.play(&suites, run, Onlookers::default()))
        .collect();
    let mut reported = Problems::default();
    for (run, done) in plan.runs.iter().zip(&done) {
        let scenario = &suites[0].scenarios[run.scenario];
        done.failures
            .iter()
            .for_each(|failure| reported.push(tsuro_suite::problem(&suites[0], scenario, failure)));
        if let Some(trace) = &done.trace {
            for line in tsuro_suite::story(&trace.events, &[]) {
                oracle::sentence(&line);
            }
        }
    }
    oracle::problems(&reported);
    if let Some((run, _)) = plan.runs.iter().zip(&done).find(|(_, done)| !done.passed()) {
        let mut look = |_: LookMoment, see: &Observation<'_>| {
            let letters: Vec<char> = ('A'..).take(see.seats().into()).collect();
            board(&BoardScene::new(see, &letters), TileScale::new(3), true).lines(true);
        };
        let onlookers = Onlookers { look: Some(&mut look), ..Onlookers::default() };
        plan.play(&suites, run, onlookers);
    }
    let failures = done.iter().flat_map(|done| &done.failures);
    match tsuro_suite::bless(suites[0].source.text(), failures) {
        // Values that were found are written so that they can be read again.
        Ok(Some(blessed)) if problems.is_empty() => {
            let mut problems = Problems::default();
            tsuro_suite::read(
                Source::new(suites[0].source.id.clone(), "main.toml", blessed.as_str()),
                &registry,
                &mut problems,
            );
            assert!(problems.is_empty(), "{blessed}\n{problems}");
        }
        Ok(_) => {}
        Err(error) => oracle::sentence(&error.to_string()),
    }
    if plan.runs.len() <= PLAYED && done.iter().all(RunResult::passed) {
        match tsuro_suite::pages(&suites, &mut book) {
            Ok(pages) => assert!(!pages.is_empty()),
            Err(error) => oracle::sentence(&error.to_string()),
        }
    }
    !done.is_empty()
}

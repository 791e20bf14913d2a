//! What judges a change of the engine within seconds: every shipped scenario, every golden game,
//! and what must hold under every rule set. `cargo mutants` makes thousands of such changes, and
//! compiles the engine, the suites and this for each; the tests in `tests/all` need the whole
//! program and would take many times as long. `cargo test` leaves this out, since they check the
//! same and more.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[allow(dead_code, reason = "other tests need more of it")]
#[path = "all/common/games.rs"]
mod games;

use games::{kept, played, variant};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use tsuro::rules::Registry;
use tsuro::ruleset::BuiltIns;
use tsuro_suite::{Conformance, RuleBook, RuleSetSelection, RunPlan, conformance, shipped_suites};

#[test]
fn every_scenario_passes() {
    let registry = Registry::default();
    let suites = shipped_suites(&registry);
    let plan = RunPlan::new(
        &suites,
        &RuleSetSelection::Own,
        &mut RuleBook::new(&registry, &BuiltIns),
        &|_, _| true,
    );
    let done = plan.play_all(&suites, 2);
    let failed = plan.runs.iter().zip(&done).filter(|(_, done)| !done.passed());
    let mut failed =
        failed.map(|(run, _)| suites[run.suite].scenarios[run.scenario].title.as_str());
    assert!(
        plan.runs.len() > 250 && plan.runs.len() == done.len(),
        "{} scenarios, {} results",
        plan.runs.len(),
        done.len()
    );
    assert_eq!(failed.next(), None);
}

#[test]
fn every_golden_game_is_played_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/golden");
    for name in kept() {
        let variant = variant(name);
        for players in [variant.players().fewest(), variant.players().most()] {
            let found = played(&variant, players, "golden", 0).record.replacen(
                env!("CARGO_PKG_VERSION"),
                "golden",
                1,
            );
            assert!(
                std::fs::read_to_string(folder.join(format!("{name}-{players}.jsonl"))).unwrap()
                    == found,
                "{name}, {players} players"
            );
        }
    }
}

/// A few games of each: golden games take up none in the middle, and ask for nothing that a seat
/// sees.
#[test]
fn what_must_hold_holds_under_every_rule_set() {
    let how = Conformance { games: 4, ..Conformance::default() };
    let mut broken = String::new();
    for name in kept() {
        if let Err(breach) =
            conformance(name, &Arc::new(variant(name)), &Registry::default(), &BuiltIns, &how)
        {
            let _ = writeln!(broken, "{name}: {breach}");
        }
    }
    assert!(broken.is_empty(), "{broken}");
}

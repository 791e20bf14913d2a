//! Compares what happened in a scenario with what it expects.

mod choices;
mod compare;
mod failure;
mod found;
mod meaning;
mod state;
mod unplanned;

pub use failure::Failure;

use super::model::Scenario;
use super::play::Trace;
use compare::compare;
use meaning::why_meaningless;
use tsuro::ruleset::{Code, Variant};
use unplanned::unplanned;

/// All failures of a scenario, in order; none if it passed. `hash_of` returns the rule hash of
/// another rule set.
pub fn judge(
    scenario: &Scenario,
    variant: &Variant,
    trace: &Trace,
    hash_of: &dyn Fn(&str) -> Option<String>,
) -> Vec<Failure> {
    let unplanned = unplanned(&scenario.given, &scenario.expect, trace);
    let mut failures = unmet(scenario, variant, trace, hash_of, unplanned.is_empty());
    // In an impossible position nothing else can be compared.
    if unplanned.iter().any(|failure| failure.code == Code::ImpossiblePosition) {
        failures.clear();
    }
    // The reason why a game cannot go on comes before what is missing because of it.
    failures.splice(0..0, unplanned);
    failures
}

/// The expectations of a scenario that are not met; `as_planned`: it was played as given, so that
/// its values can be written down.
pub(super) fn unmet(
    scenario: &Scenario,
    variant: &Variant,
    trace: &Trace,
    hash_of: &dyn Fn(&str) -> Option<String>,
    as_planned: bool,
) -> Vec<Failure> {
    let mut failures = Vec::new();
    for expectation in &scenario.expect {
        if let Some(why) = trace
            .after
            .as_ref()
            .and_then(|after| why_meaningless(&expectation.want, after, variant))
        {
            let message = format!("`expect.{}` has no meaning here: {why}", expectation.key);
            failures.push(Failure::new(Code::NeverJudged, message, Some(expectation.span.clone())));
            continue;
        }
        let found = compare(&expectation.want, variant, trace, hash_of);
        if found.fine && !expectation.ask {
            continue;
        }
        // A scenario that cannot be played as given has no values to write down.
        let asks = expectation.ask && as_planned && found.toml.is_some();
        let message = match (expectation.ask, asks) {
            (true, true) => {
                format!("`expect.{}` has a `?`: `--bless` writes the value there", expectation.key)
            }
            (true, false) => format!(
                "`expect.{}` has a `?`, but there is no value to write there",
                expectation.key
            ),
            (false, _) => format!("`expect.{}` is not met", expectation.key),
        };
        failures.push(Failure {
            code: Code::NotMet,
            message,
            span: Some(expectation.span.clone()),
            expected: if expectation.ask { Vec::new() } else { found.expected },
            found: found.found,
            toml: found.toml,
            asks,
        });
    }
    failures
}

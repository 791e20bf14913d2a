//! The causes of elimination by name, as suites write them.

use tsuro::game::{BY_BLOCKED, Cause, NO_MARK};
use tsuro::rules::{Registry, RulePhase};

/// The causes of elimination that the rules of the crate have; with `of_placements`, only the
/// causes of placements.
pub(super) fn causes(of_placements: bool) -> Vec<&'static str> {
    let registry = Registry::default();
    let of_rules =
        RulePhase::ALL.iter().flat_map(|phase| registry.rules(*phase)).flat_map(|info| info.causes);
    let of_rules =
        of_rules.filter(|cause| cause.by_placement || !of_placements).map(|cause| cause.name);
    let of_core = Cause::ALL.iter().map(|cause| cause.name()).chain([BY_BLOCKED.name]);
    of_core.chain((!of_placements).then_some(NO_MARK.name)).chain(of_rules).collect()
}

/// Whether rules of the crate have this cause of elimination.
pub(super) fn is_cause(word: &str) -> bool {
    causes(false).contains(&word)
}

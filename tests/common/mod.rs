//! What the rule-set tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::sync::LazyLock;
use tsuro::game::Values;
use tsuro::rules::Registry;
use tsuro::ruleset::{Phase, RuleCatalog, RuleInfo};

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::default);

/// The built-in rules, as the language sees them.
pub struct Catalog;

impl RuleCatalog for Catalog {
    fn rules(&self, phase: Phase) -> &[RuleInfo] {
        REGISTRY.rules(phase)
    }

    fn check(&self, phase: Phase, rule: &str, values: &mut Values<'_>) {
        RuleCatalog::check(&*REGISTRY, phase, rule, values);
    }
}

pub mod games;

//! What the rule-set tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

use tsuro::game::Values;
use tsuro::rules::keys_draft::{DAIKAIJU, DRAGON, STATUE, daikaiju_contradictions};
use tsuro::ruleset::{Phase, RuleCatalog, RuleInfo};

/// The built-in rules, as the language sees them.
pub struct Catalog;

const fn rule(name: &'static str, summary: &'static str, keys: &'static [tsuro::game::Key]) -> RuleInfo {
    RuleInfo { name, summary, keys }
}

const DRAW: &[RuleInfo] = &[
    rule("dragon", "Drawing runs round the table; the Dragon tile marks where it stopped", DRAGON),
    rule("statue", "The holder of the Destiny statue draws first", STATUE),
    rule("refill", "Only the active player draws", &[]),
];
const HAZARD: &[RuleInfo] = &[rule("none", "Nothing", &[]), rule("daikaiju", "Daikaiju roam the board", DAIKAIJU)];
const SCORE: &[RuleInfo] = &[
    rule("last-standing", "The last piece on the board wins", &[]),
    rule("longest-path", "Most tiles crossed win", &[]),
    rule("most-crossings", "Most crossings of one's own path win", &[]),
    rule("solo", "The more pieces are left, the better", &[]),
];

impl RuleCatalog for Catalog {
    fn rules(&self, phase: Phase) -> &[RuleInfo] {
        match phase {
            Phase::Draw => DRAW,
            Phase::Hazard => HAZARD,
            Phase::Score => SCORE,
            _ => &[],
        }
    }

    fn check(&self, _: Phase, rule: &str, values: &mut Values<'_>) {
        if rule == "daikaiju" {
            daikaiju_contradictions(values);
        }
    }
}

//! What the rule-set tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod json_schema;

use tsuro::game::Values;
use tsuro::rules::keys_draft::{DAIKAIJU, DRAGON, STATUE, daikaiju_contradictions};
use tsuro::ruleset::{BuiltIns, LoadError, Loader, Phase, Problems, Resolved, RuleCatalog, RuleInfo, Source, SourceId, load, resolve};

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

/// A loader that knows some texts by name, beside the built-in ones.
pub struct Texts<'a>(pub &'a [(&'a str, &'a str)]);

impl Loader for Texts<'_> {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        match self.0.iter().find(|(name, _)| *name == reference) {
            Some((name, text)) => Ok(Source::new(SourceId::File(format!("{name}.toml").into()), format!("{name}.toml"), *text)),
            None => BuiltIns.load(reference, from),
        }
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).chain(BuiltIns.names()).collect()
    }
}

/// The rules of a reference that has to be fine.
pub fn rules(reference: &str) -> Resolved {
    load(reference, &BuiltIns, &Catalog).unwrap_or_else(|problems| panic!("{reference}:\n{problems}"))
}

/// The rules of a text that has to be fine.
pub fn text_rules(text: &str) -> Resolved {
    text_result(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

/// The rules of a text, or what is wrong with it.
pub fn text_result(text: &str) -> Result<Resolved, Problems> {
    resolve(Source::new(SourceId::File("test.toml".into()), "test.toml", text), &BuiltIns, &Catalog)
}

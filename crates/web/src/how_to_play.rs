//! How each edition and house rule is played, for the page *How to play*: what it is, what differs,
//! and what happens in pictures. All of it is made from rule sets and scenarios that ship.

use super::choose;
use super::rules::{AskedRules, ServerRules};
use super::sent::SentTexts;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use tsuro::json::{Json, json};
use tsuro::picture::live_svg;
use tsuro::ruleset::{BUILT_INS, BuiltIn, HOUSE_RULES, base};
use tsuro_faces::table::choosing::{Edition, RuleSource, lines_for_players};
use tsuro_faces::words::Language;
use tsuro_suite::{
    RuleBook, RuleSetChoice, RuleSetSelection, RunPlan, Scenario, ScenarioView, Suite, ids,
    shipped_suites,
};

/// The most pictures of an edition or house rule.
const MOST_PICTURES: usize = 12;
/// The editions to which house rules are added before all others.
const BASES: [&str; 2] = ["classic", "seas"];

/// The suites from which pictures are made, read once, and the pictures that were asked for.
#[derive(Debug, Default)]
pub(super) struct HowToPlay {
    suites: OnceLock<Vec<Suite>>,
    /// By the name of the edition or house rule, in every language the same: making them plays
    /// many scenarios. What is said beside them is quickly made, and is not kept.
    pictures: Mutex<HashMap<String, Json>>,
}

/// Whose rules a client wants explained.
#[derive(Debug, serde::Deserialize)]
pub(super) struct AskedHow {
    /// The name of an edition or house rule.
    rules: String,
}

/// The editions and the house rules that ship, with what they are.
pub(super) fn listed(rules: &ServerRules, language: Language) -> Json {
    let one = |shipped: &BuiltIn| {
        let edition = rules
            .with(SentTexts::default(), |source| Edition::load(shipped.name, source, language));
        json!({ "name": shipped.name, "title": edition.title, "summary": edition.summary })
    };
    json!({
        "editions": Json::list(BUILT_INS.iter().map(one)),
        "house_rules": Json::list(HOUSE_RULES.iter().map(one)),
    })
}

impl HowToPlay {
    /// How an edition or house rule is played; `None`: there is none of this name.
    pub(super) fn of(
        &self,
        rules: &ServerRules,
        asked: &AskedHow,
        language: Language,
    ) -> Option<Json> {
        let name = asked.rules.as_str();
        let is_edition = BUILT_INS.iter().any(|edition| edition.name == name);
        if !is_edition && !HOUSE_RULES.iter().any(|house| house.name == name) {
            return None;
        }
        rules.with(SentTexts::default(), |source| {
            let own = Edition::load(name, source, language);
            let plain = plain_of(name, is_edition, source);
            let reference = if is_edition {
                name.to_owned()
            } else {
                format!("{}+{name}", plain.unwrap_or(BASES[0]))
            };
            let played = Edition::load(&reference, source, language);
            let differs = plain
                .filter(|plain| *plain != name)
                .and_then(|plain| {
                    let (plain, own) =
                        (source.resolved(plain).ok()?, source.resolved(&reference).ok()?);
                    Some(lines_for_players(&plain, &own, source, language))
                })
                .unwrap_or_default();
            let board =
                choose::board(rules, &AskedRules::named(reference.clone()), live_svg, &|| true)
                    .ok();
            Some(json!({
                "name": name, "title": own.title, "summary": own.summary, "reference": reference,
                "counts": played.variant.as_ref().map(|variant| choose::counts(variant)),
                "differs_from": plain.filter(|plain| *plain != name)
                    .map(|plain| Edition::load(plain, source, language).title),
                "differs": differs,
                "board": board,
                "pictures": self.pictures(name, is_edition, source),
            }))
        })
    }

    fn kept_pictures(&self) -> MutexGuard<'_, HashMap<String, Json>> {
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What happens, in pictures. `name` is one that ships, so few are kept.
    fn pictures(&self, name: &str, is_edition: bool, source: RuleSource<'_>) -> Json {
        let known = self.kept_pictures().get(name).cloned();
        // Those of others are given while these are made.
        known.unwrap_or_else(|| {
            let made = Json::List(self.make_pictures(name, is_edition, source));
            self.kept_pictures().insert(name.to_owned(), made.clone());
            made
        })
    }

    /// Makes the pictures: for each rule the first scenario that has one.
    fn make_pictures(&self, name: &str, is_edition: bool, source: RuleSource<'_>) -> Vec<Json> {
        let suites = self.suites.get_or_init(|| shipped_suites(source.registry));
        let mut book = RuleBook::new(source.registry, source.loader);
        let wanted = |_: &Suite, scenario: &Scenario| is_about(scenario, name, is_edition);
        let plan = RunPlan::new(suites, &RuleSetSelection::Own, &mut book, &wanted);
        let (mut known, mut pictures) = (BTreeSet::new(), Vec::new());
        for run in &plan.runs {
            let scenario = &suites[run.suite].scenarios[run.scenario];
            let id = scenario.ids.first().map_or("", String::as_str);
            if pictures.len() == MOST_PICTURES
                || known.contains(id)
                || !is_named(&run.rules, name, is_edition)
            {
                continue;
            }
            let Some(picture) = ScenarioView::new(&plan, suites, run).picture() else { continue };
            known.insert(id);
            pictures.push(json!({
                "rule": ids::name(id).unwrap_or_default(),
                "title": scenario.title,
                "picture": picture,
            }));
        }
        pictures
    }
}

/// With what the rules are compared: an edition with classic, a house rule with the first edition to
/// which it can be added.
fn plain_of(name: &str, is_edition: bool, source: RuleSource<'_>) -> Option<&'static str> {
    if is_edition {
        return Some(BASES[0]);
    }
    BASES.into_iter().chain(BUILT_INS.iter().map(|edition| edition.name)).find(|plain| {
        Edition::load(&format!("{plain}+{name}"), source, Language::English).broken.is_none()
    })
}

/// Whether a reference is that of the edition, or has the house rule.
fn is_named(reference: &str, name: &str, is_edition: bool) -> bool {
    if is_edition {
        reference == name
    } else {
        base(reference) == name || reference.split('+').skip(1).any(|part| part == name)
    }
}

/// Whether a scenario is played under the edition, or with the house rule.
fn is_about(scenario: &Scenario, name: &str, is_edition: bool) -> bool {
    match &scenario.rules {
        RuleSetChoice::Named(named) => {
            named.iter().any(|(reference, _)| is_named(reference, name, is_edition))
        }
        RuleSetChoice::Any { except } => is_edition && !except.iter().any(|other| other == name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro_world::RuleFiles;

    /// What may be without pictures: no scenario that ships is played under it, or only some that
    /// compare its rules or count something, where nothing need lie on the board.
    const MAY_BE_WITHOUT: &[&str] = &[
        // Editions that are another one with a different look, or of which one number is checked.
        "accessible",
        "french",
        "lanterns",
        // House rules.
        "big-board",
        "double-deck",
        "four-tiles",
        "one-tile",
        "free-suicide",
        "no-suicide",
        "passing",
        "random-first",
        "exchange-for-all",
        "no-exchange",
        "own-squares",
        "crowd",
        "kaiju-classic",
        "dragon-seas",
        "two-dice",
        "rough-seas",
    ];

    #[test]
    fn every_edition_and_house_rule_is_explained_and_nothing_else() {
        let rules =
            ServerRules { files: RuleFiles { user: None }, registry: Box::leak(Box::default()) };
        let how = HowToPlay::default();
        for shipped in BUILT_INS.iter().chain(HOUSE_RULES) {
            let asked = AskedHow { rules: shipped.name.to_owned() };
            let text = how.of(&rules, &asked, Language::French).unwrap().to_string();
            assert!(text.contains("\"board\":\"<"), "{}: it has a board", shipped.name);
            let has_pictures = !text.contains("\"pictures\":[]");
            let may_be_without = MAY_BE_WITHOUT.contains(&shipped.name);
            assert!(has_pictures || may_be_without, "{}: it has pictures", shipped.name);
            let again = how.of(&rules, &asked, Language::French).unwrap().to_string();
            assert!(again == text, "{}: what is kept is what was made", shipped.name);
        }
        for name in ["", "nothing", "../classic", "classic+hand=4"] {
            let asked = AskedHow { rules: name.to_owned() };
            assert!(how.of(&rules, &asked, Language::English).is_none(), "{name}");
        }
    }
}

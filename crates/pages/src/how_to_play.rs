//! How each edition and house rule is played, for the page *How to play*: what it is, what differs,
//! and what happens in pictures. All of it is made from rule sets and scenarios that ship.

use crate::choose;
use crate::rules::{AskedRules, PageRules};
use crate::sent::SentTexts;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use tsuro::json::{Json, json};
use tsuro::picture::live_svg;
use tsuro::ruleset::{BUILT_INS, BuiltIn, HOUSE_RULES, SCRIPTED, base};
use tsuro_faces::table::choosing::{Edition, RuleSource, lines_for_players};
use tsuro_faces::words::{ExplainedRule, Language, TextKey, explained_rules};
use tsuro_suite::{
    RuleBook, RuleSetChoice, RuleSetSelection, RunPlan, Scenario, ScenarioView, Suite,
    shipped_suites,
};

/// The editions to which house rules are added before all others.
const BASES: [&str; 2] = ["classic", "seas"];

/// The suites from which pictures are made, read once, and the pictures that were asked for.
#[derive(Debug, Default)]
pub struct HowToPlay {
    suites: OnceLock<Vec<Suite>>,
    /// By the name of the edition or house rule, and the language: making them plays many
    /// scenarios. What is said beside them is quickly made, and is not kept.
    pictures: Mutex<HashMap<(String, Language), Json>>,
}

/// Whose rules a client wants explained.
#[derive(Debug, serde::Deserialize)]
pub struct AskedHow {
    /// The name of an edition or house rule.
    rules: String,
}

/// The house rules that ship, those in scripts last.
fn house_rules() -> impl Iterator<Item = &'static BuiltIn> {
    HOUSE_RULES.iter().chain(SCRIPTED)
}

/// The editions and the house rules that ship, with what they are.
pub fn listed(rules: &PageRules, language: Language) -> Json {
    let one = |shipped: &BuiltIn| {
        let edition = rules
            .with(SentTexts::default(), |source| Edition::load(shipped.name, source, language));
        json!({ "name": shipped.name, "title": edition.title, "summary": edition.summary })
    };
    json!({
        "editions": Json::list(BUILT_INS.iter().map(one)),
        "house_rules": Json::list(house_rules().map(one)),
    })
}

impl HowToPlay {
    /// How an edition or house rule is played; `None`: there is none of this name.
    pub fn of(&self, rules: &PageRules, asked: &AskedHow, language: Language) -> Option<Json> {
        let name = asked.rules.as_str();
        let is_edition = BUILT_INS.iter().any(|edition| edition.name == name);
        if !is_edition && !house_rules().any(|house| house.name == name) {
            return None;
        }
        rules.with(SentTexts::default(), |source| {
            let texts = Edition::load(name, source, language);
            let compared = compared(name, is_edition, source, language);
            let reference = compared.reference;
            let played = Edition::load(&reference, source, language);
            let board =
                choose::board(rules, &AskedRules::named(reference.clone()), live_svg, &|| true)
                    .ok();
            Some(json!({
                "name": name, "title": texts.title, "summary": texts.summary,
                "reference": reference,
                "counts": played.variant.as_ref().map(|variant| choose::counts(variant)),
                "differs_from": compared.plain
                    .map(|plain| Edition::load(plain, source, language).title),
                "differs": compared.differs,
                "board": board,
                "pictures": self.pictures(name, is_edition, source, language),
            }))
        })
    }

    fn kept_pictures(&self) -> MutexGuard<'_, HashMap<(String, Language), Json>> {
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What happens, in pictures. `name` is one that ships, so few are kept.
    fn pictures(
        &self,
        name: &str,
        is_edition: bool,
        source: RuleSource<'_>,
        language: Language,
    ) -> Json {
        let key = (name.to_owned(), language);
        let known = self.kept_pictures().get(&key).cloned();
        // Those of others are given while these are made.
        known.unwrap_or_else(|| {
            let made = Json::List(self.make_pictures(name, is_edition, source, language));
            self.kept_pictures().insert(key, made.clone());
            made
        })
    }

    /// Makes the pictures of the rules that a rulebook explains; those that only some editions have
    /// come first.
    fn make_pictures(
        &self,
        name: &str,
        is_edition: bool,
        source: RuleSource<'_>,
        language: Language,
    ) -> Vec<Json> {
        let suites = self.suites.get_or_init(|| shipped_suites(source.registry));
        let mut book = RuleBook::new(source.registry, source.loader);
        let is_also = |rule: &ExplainedRule| rule.also.iter().any(|also| also == name);
        let explains = |rule: &ExplainedRule, scenario: &Scenario| {
            scenario.ids.first() == Some(&rule.id) && scenario.title.starts_with(&rule.shows)
        };
        let wanted = |_: &Suite, scenario: &Scenario| {
            let mut rules = explained_rules().iter().filter(|rule| explains(rule, scenario));
            rules.any(|rule| is_also(rule) || is_about(scenario, name, is_edition))
        };
        let plan = RunPlan::new(suites, &RuleSetSelection::Own, &mut book, &wanted);
        let labels = [TextKey::WebHowBefore, TextKey::WebHowAfter].map(|key| language.plain(key));
        let picture_of = |rule: &ExplainedRule| {
            let run = plan.runs.iter().find(|run| {
                explains(rule, &suites[run.suite].scenarios[run.scenario])
                    && (is_also(rule) || is_named(&run.rules, name, is_edition))
            })?;
            let view = ScenarioView::new(&plan, suites, run).in_language(language.code());
            view.labelled_picture(labels.each_ref().map(String::as_str), "")
        };
        let mut pictures: Vec<(&ExplainedRule, String)> =
            explained_rules().iter().filter_map(|rule| Some((rule, picture_of(rule)?))).collect();
        // The rules of every edition have ids in T or C.
        pictures.sort_by_key(|(rule, _)| rule.id.starts_with(['T', 'C']));
        let shown = |(rule, picture): (&ExplainedRule, String)| json!({ "says": rule.sentence(language), "picture": picture });
        pictures.into_iter().map(shown).collect()
    }
}

/// What is played, and with what it is compared.
struct Compared {
    /// The edition, or the house rule added to one.
    reference: String,
    /// That from which it differs; `None`: nothing.
    plain: Option<&'static str>,
    /// What differs, in sentences.
    differs: Vec<String>,
}

/// Compares an edition with classic, and a house rule with the first edition from which it differs.
fn compared(name: &str, is_edition: bool, source: RuleSource<'_>, language: Language) -> Compared {
    let compare = |plain: &'static str| {
        let reference = if is_edition { name.to_owned() } else { format!("{plain}+{name}") };
        let (old, new) = (source.resolved(plain).ok()?, source.resolved(&reference).ok()?);
        Edition::load(&reference, source, language).broken.is_none().then(|| {
            let differs = lines_for_players(&old, &new, source, language);
            Compared { reference, plain: Some(plain).filter(|plain| *plain != name), differs }
        })
    };
    let editions = BUILT_INS.iter().map(|edition| edition.name);
    let bases = || if is_edition { &BASES[..1] } else { &BASES[..] }.iter().copied();
    let found = bases().chain(editions.filter(|_| !is_edition)).filter_map(compare);
    let mut first = None;
    for compared in found {
        if !compared.differs.is_empty() {
            return compared;
        }
        first.get_or_insert(compared);
    }
    let unknown = || Compared { reference: name.to_owned(), plain: None, differs: Vec::new() };
    first.unwrap_or_else(unknown)
}

/// Whether a reference is that of the edition, perhaps with other values, or has the house rule.
fn is_named(reference: &str, name: &str, is_edition: bool) -> bool {
    if is_edition {
        let mut parts = reference.split('+');
        parts.next() == Some(name) && parts.all(|part| part.contains('='))
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

    #[test]
    fn an_edition_shows_its_own_rules_first_and_none_of_others() {
        let rules = PageRules::shipped(Box::leak(Box::default()));
        let how = HowToPlay::default();
        let says = |name: &str| -> Vec<String> {
            let asked = AskedHow { rules: name.to_owned() };
            let text = how.of(&rules, &asked, Language::English).unwrap().to_string();
            let told: serde_json::Value = serde_json::from_str(&text).unwrap();
            let pictures = told["pictures"].as_array().unwrap().iter();
            pictures.map(|picture| picture["says"].as_str().unwrap().to_owned()).collect()
        };
        let [classic, luxury, seas, veterans] = ["classic", "luxury", "seas", "veterans"].map(says);
        assert!(classic.len() > 10 && !classic.join(" ").contains("dice"), "{classic:?}");
        assert!(luxury[0].starts_with("Only the edge is forbidden"), "{luxury:?}");
        assert!(seas.len() > 14 && seas.iter().any(|says| says.contains("swallows")), "{seas:?}");
        assert!(!seas.join(" ").contains("lantern"), "{seas:?}");
        assert_eq!(veterans.len(), 4, "{veterans:?}");
    }

    #[test]
    fn every_edition_and_house_rule_is_explained_and_nothing_else() {
        let rules = PageRules::shipped(Box::leak(Box::default()));
        let how = HowToPlay::default();
        for shipped in BUILT_INS.iter().chain(house_rules()) {
            let asked = AskedHow { rules: shipped.name.to_owned() };
            let text = how.of(&rules, &asked, Language::French).unwrap().to_string();
            assert!(text.contains("\"board\":\"<"), "{}: it has a board", shipped.name);
            let has_pictures = !text.contains("\"pictures\":[]");
            assert!(has_pictures, "{}: it has pictures of its own", shipped.name);
        }
        // Pictures are made once.
        let key = ("seas".to_owned(), Language::French);
        assert!(how.kept_pictures().contains_key(&key));
        how.kept_pictures().insert(key, Json::list(["kept"]));
        let asked = AskedHow { rules: "seas".to_owned() };
        let text = how.of(&rules, &asked, Language::French).unwrap().to_string();
        assert!(text.contains("[\"kept\"]"), "{text}");
        for name in ["", "nothing", "../classic", "classic+hand=4"] {
            let asked = AskedHow { rules: name.to_owned() };
            assert!(how.of(&rules, &asked, Language::English).is_none(), "{name}");
        }
    }
}

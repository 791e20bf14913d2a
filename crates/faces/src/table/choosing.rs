//! Which rules are played: an edition, house rules ticked, single keys changed. Knows nothing of
//! screens.

use super::differences;
use crate::words::{Language, TextKey};
use std::sync::Arc;
use std::time::Duration;
use tsuro::bots::BotSpec;
use tsuro::rules::Registry;
use tsuro::ruleset::{
    self, HOUSE_RULES, KeyDifference, KeyDoc, Loader, MixesInto, Problems, Resolved, SCRIPTED,
    Variant, diff, keys_reference,
};
use tsuro::session::Game;
use web_time::Instant;

/// Where rule sets come from.
#[derive(Clone, Copy)]
pub struct RuleSource<'a> {
    /// Finds the texts.
    pub loader: &'a dyn Loader,
    /// The rules that the texts may name.
    pub registry: &'a Registry,
}

impl RuleSource<'_> {
    /// The rule set that a reference names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn resolved(self, reference: &str) -> Result<Resolved, Problems> {
        ruleset::load(reference, self.loader, self.registry)
    }
}

/// What the list of editions says about a rule set.
pub struct Edition {
    /// How it is named on the command line, perhaps with options.
    pub reference: String,
    /// Its title in the language of the user.
    pub title: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Its rules; `None`: it is broken.
    pub variant: Option<Arc<Variant>>,
    /// Why it cannot be played, in the checker's words.
    pub broken: Option<String>,
}

impl Edition {
    /// Loads a rule set.
    pub fn load(reference: &str, rules: RuleSource<'_>, language: Language) -> Self {
        let loaded = rules.resolved(reference);
        let (title, summary) = match &loaded {
            Ok(resolved) => {
                let texts = resolved.texts();
                (
                    texts.title_in(language.code()).to_owned(),
                    texts.summary_in(language.code()).to_owned(),
                )
            }
            Err(_) => (reference.to_owned(), String::new()),
        };
        let compiled = loaded.and_then(|resolved| Variant::new(resolved, rules.registry));
        let broken = compiled.as_ref().err().map(first_message);
        Self {
            reference: reference.to_owned(),
            title,
            summary,
            variant: compiled.ok().map(Arc::new),
            broken,
        }
    }
}

/// The first problem, as the checker says it.
pub fn first_message(problems: &Problems) -> String {
    problems.iter().next().map(|problem| problem.message.clone()).unwrap_or_default()
}

/// The games from which the length of a game is told.
const LENGTH_GAMES: u64 = 8;

/// How long they are played: where it takes longer, as under slow scripts, nothing is told.
const LONGEST: Duration = Duration::from_secs(2);

/// How many turns a game takes on average, with `players` bots that look one turn ahead.
pub fn length(variant: &Arc<Variant>, players: u8) -> Option<u32> {
    let bot = BotSpec::parse("greedy").ok()?;
    let mut turns = 0;
    let began = Instant::now();
    for index in 0..LENGTH_GAMES {
        let mut game = Game::in_run(Arc::clone(variant), players, "length", index).ok()?;
        let mut bot = bot.make();
        while let Some(decision) = game.decision() {
            if began.elapsed() > LONGEST {
                return None;
            }
            let choice = bot.choose(&game.observe(decision.seat()), &mut game.bot_stream())?;
            game.play(&choice).ok()?;
        }
        turns += u64::from(game.turn());
    }
    u32::try_from(turns.div_ceil(LENGTH_GAMES)).ok()
}

/// A house rule that can be ticked.
pub struct HouseRule {
    /// Its name after a `+`.
    pub name: &'static str,
    /// Its title in the language of the user.
    pub title: String,
    /// What it changes, in a sentence.
    pub summary: String,
    /// Whether it is part of what is chosen.
    pub is_ticked: bool,
    /// Why it cannot be added to what is ticked already, in the checker's words.
    pub refused: Option<String>,
}

/// A key that can be changed.
#[derive(Clone)]
pub struct ChosenKey {
    /// Its name after a `+`, in full: `tiles.hand`, and of several rules that have a key of this
    /// name `rule.tide.every`.
    pub name: String,
    /// What it means and which values it takes.
    pub doc: KeyDoc,
    /// Its value now, as TOML.
    pub value: String,
}

/// An edition with what is ticked.
pub struct Choosing {
    /// The edition, without what is ticked.
    pub edition: Edition,
    /// All house rules, ticked or not.
    pub house_rules: Vec<HouseRule>,
    /// Changes of single keys, in the order in which they were made: the name after a `+`, and the
    /// value.
    pub values: Vec<(String, String)>,
    /// With what is ticked and changed.
    pub chosen: Edition,
}

impl Choosing {
    /// A rule set, with the options ticked that its reference names, and the house rules that fit
    /// it.
    pub fn new(reference: &str, rules: RuleSource<'_>, language: Language) -> Self {
        let mut parts = reference.split('+');
        let base = parts.next().unwrap_or_default();
        let options: Vec<&str> = parts.collect();
        let house_rules = house_rules_of(base, &options, rules, language);
        let values = options
            .iter()
            .filter_map(|option| option.split_once('='))
            .map(|(key, value)| (key.to_owned(), value.to_owned()));
        let edition = Edition::load(base, rules, language);
        let mut choosing = Self {
            values: values.collect(),
            house_rules,
            chosen: Edition::load(base, rules, language),
            edition,
        };
        choosing.check(rules, language);
        choosing
    }

    /// The reference that names it on the command line.
    fn reference(&self) -> String {
        self.named(&self.values)
    }

    /// The edition with the house rules that are ticked, and these values of keys.
    fn named(&self, values: &[(String, String)]) -> String {
        let ticked = self
            .house_rules
            .iter()
            .filter(|house| house.is_ticked)
            .map(|house| house.name.to_owned());
        let values = values.iter().map(|(key, value)| format!("{key}={value}"));
        std::iter::once(self.edition.reference.clone())
            .chain(ticked)
            .chain(values)
            .collect::<Vec<_>>()
            .join("+")
    }

    /// Ticks a house rule, or takes the tick away.
    pub fn tick(&mut self, index: usize, rules: RuleSource<'_>, language: Language) {
        let could_be_played = self.chosen.broken.is_none();
        if let Some(house) = self
            .house_rules
            .get_mut(index)
            .filter(|house| house.is_ticked || house.refused.is_none())
        {
            house.is_ticked = !house.is_ticked;
        }
        self.check(rules, language);
        if could_be_played && self.chosen.broken.is_some() {
            self.drop_values(rules);
            self.check(rules, language);
        }
    }

    /// Drops the changes of keys that are gone with a house rule.
    fn drop_values(&mut self, rules: RuleSource<'_>) {
        for value in std::mem::take(&mut self.values) {
            self.values.push(value);
            if rules.resolved(&self.reference()).is_err() {
                self.values.pop();
            }
        }
    }

    /// Changes the value of a key, or takes the change back.
    ///
    /// # Errors
    /// Why it cannot have this value, in the checker's words.
    pub fn set(
        &mut self,
        key: &str,
        value: Option<&str>,
        rules: RuleSource<'_>,
        language: Language,
    ) -> Result<(), String> {
        let before = self.values.clone();
        self.values.retain(|(known, _)| known != key);
        self.values.extend(value.map(|value| (key.to_owned(), value.to_owned())));
        self.check(rules, language);
        let Some(why) = self.chosen.broken.clone() else { return Ok(()) };
        self.values = before;
        self.check(rules, language);
        Err(why)
    }

    /// Loads what is chosen, and finds out which house rules can be added to it.
    fn check(&mut self, rules: RuleSource<'_>, language: Language) {
        let reference = self.reference();
        self.chosen = Edition::load(&reference, rules, language);
        // What cannot be played says so itself, and another tick may mend it.
        let is_broken = self.chosen.broken.is_some();
        for house in &mut self.house_rules {
            let with = || {
                Variant::load(&format!("{reference}+{}", house.name), rules.loader, rules.registry)
            };
            house.refused = if house.is_ticked || is_broken {
                None
            } else {
                with().err().as_ref().map(first_message)
            };
        }
    }

    /// What differs from the edition, in the sentences of a rulebook: what each house rule that is
    /// ticked says, then a sentence for each key that was changed.
    pub fn differences(&self, rules: RuleSource<'_>, language: Language) -> Vec<String> {
        let ticked: Vec<&HouseRule> =
            self.house_rules.iter().filter(|house| house.is_ticked).collect();
        let said = |house: &&HouseRule| {
            let summary = house.summary.trim_end_matches('.');
            language.say(TextKey::DiffersHouse, &[("rule", &*house.title), ("summary", summary)])
        };
        let mut lines: Vec<String> = ticked.iter().map(said).collect();
        // Without the house rule whose key it is, a change cannot be compared.
        if let Ok(plain) = rules.resolved(&self.named(&[]))
            && let Ok(own) = rules.resolved(&self.chosen.reference)
        {
            lines.extend(difference_lines(&plain, &own, rules, language));
        }
        lines
    }

    /// The keys that can be changed, including the keys of rules in scripts.
    pub fn keys(&self, rules: RuleSource<'_>) -> Vec<ChosenKey> {
        let Ok(own) = rules.resolved(&self.chosen.reference) else { return Vec::new() };
        let chosen = |doc: KeyDoc| {
            // Of several rules under one header, each has its keys under its own name.
            let of_rule = doc.full_of_rule();
            let value = own
                .value(of_rule.as_ref().unwrap_or(&doc.full()))
                .filter(|_| !doc.table.is_empty())?
                .to_string();
            let name = Some(doc.full()).filter(|full| own.value(full).is_some()).or(of_rule)?;
            Some(ChosenKey { name, doc, value })
        };
        let docs = keys_reference(own.registry(rules.registry));
        let mut keys: Vec<ChosenKey> = docs.into_iter().filter_map(chosen).collect();
        // A key that several rules of a phase declare is one key.
        let mut seen = Vec::new();
        keys.retain(|key| !seen.contains(&key.name) && (seen.push(key.name.clone()), true).1);
        keys
    }
}

/// What differs between two rule sets: a sentence for each key. Keys of rules have their meaning in
/// English.
pub fn difference_lines(
    plain: &Resolved,
    own: &Resolved,
    rules: RuleSource<'_>,
    language: Language,
) -> Vec<String> {
    lines_where([plain, own], rules, language, |_| true)
}

/// What a player who knows one rule set has to be told of another: as [`difference_lines`], without
/// the values of keys that come or go with a rule.
pub fn lines_for_players(
    plain: &Resolved,
    own: &Resolved,
    rules: RuleSource<'_>,
    language: Language,
) -> Vec<String> {
    lines_where([plain, own], rules, language, differences::is_for_players)
}

/// What a rulebook says of a value of a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyText {
    /// The full key: `tiles.hand`; of one of several rules of a phase `hazard.wave.every`.
    pub key: String,
    /// Whether the key would have this value if no file set it.
    pub is_default: bool,
    /// The sentence.
    pub text: String,
}

/// What a rulebook says of the values of a rule set, in the order of the keys: all for which it has
/// a sentence.
pub fn key_texts(own: &Resolved, rules: RuleSource<'_>, language: Language) -> Vec<KeyText> {
    let registry = own.registry(rules.registry);
    let mut texts = Vec::new();
    for table in own.tables() {
        for (name, value) in table.in_order() {
            let key = table.declared(registry).find(|key| key.name == name);
            let Some(key) = key else { continue };
            let of_table = format!("{}.{name}", table.table.name);
            let named = (&*of_table, key.rulebook);
            let (usual, written) = (key.default_value().toml(), value.to_string());
            texts.extend(differences::sentence_of_value(named, value, registry, language).map(
                |text| KeyText {
                    key: table.full(name),
                    is_default: usual.is_some_and(|usual| usual == written),
                    text,
                },
            ));
        }
    }
    texts
}

/// A sentence for each difference that is wanted.
fn lines_where(
    [plain, own]: [&Resolved; 2],
    rules: RuleSource<'_>,
    language: Language,
    is_wanted: impl Fn(&KeyDifference) -> bool,
) -> Vec<String> {
    let registry = own.registry(rules.registry);
    diff(plain, own, rules.registry)
        .iter()
        .filter(|difference| is_wanted(difference))
        .flat_map(|difference| differences::sentences(difference, registry, language))
        .collect()
}

/// The house rules that fit a rule set, with the named ones ticked; house rules in scripts come
/// last.
pub fn house_rules_of(
    base: &str,
    ticked: &[impl AsRef<str>],
    rules: RuleSource<'_>,
    language: Language,
) -> Vec<HouseRule> {
    let house_rule = |house: &ruleset::BuiltIn| {
        let resolved = rules.resolved(house.name).ok()?;
        let fits = match resolved.mixes_into() {
            MixesInto::Anything => true,
            MixesInto::Family(parent) => is_of_family(base, &parent, rules),
            _ => false,
        };
        let texts = resolved.texts();
        fits.then(|| HouseRule {
            name: house.name,
            title: texts.title_in(language.code()).to_owned(),
            summary: texts.summary_in(language.code()).to_owned(),
            is_ticked: ticked.iter().any(|name| name.as_ref() == house.name),
            refused: None,
        })
    };
    HOUSE_RULES.iter().chain(SCRIPTED).filter_map(house_rule).collect()
}

/// Whether an edition is `parent`, or extends it.
fn is_of_family(edition: &str, parent: &str, rules: RuleSource<'_>) -> bool {
    edition == parent
        || rules
            .resolved(edition)
            .is_ok_and(|resolved| resolved.files().iter().any(|file| file.source.shown == parent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::ruleset::BuiltIns;

    #[test]
    fn house_rules_in_scripts_are_ticked_refused_and_changed_like_others() {
        let rules = RuleSource { loader: &BuiltIns, registry: Box::leak(Box::default()) };
        let english = Language::English;
        let mut choosing = Choosing::new("classic+truce", rules, english);
        let find = |choosing: &Choosing, name: &str| {
            choosing.house_rules.iter().position(|house| house.name == name).unwrap()
        };
        for scripted in SCRIPTED {
            let house = &choosing.house_rules[find(&choosing, scripted.name)];
            assert!(
                !house.title.is_empty() && !house.summary.is_empty() && !house.is_ticked,
                "{}",
                house.name
            );
        }
        // Both are placement rules.
        let [ko, tide, wind] = ["ko", "tide", "wind"].map(|name| find(&choosing, name));
        assert!(choosing.house_rules[ko].refused.as_ref().unwrap().contains("placement.rule"));
        choosing.tick(ko, rules, english);
        assert!(!choosing.house_rules[ko].is_ticked);

        choosing.tick(tide, rules, english);
        assert_eq!(
            (&*choosing.chosen.reference, &choosing.chosen.broken),
            ("classic+truce+tide", &None)
        );
        assert!(choosing.differences(rules, english).iter().any(|line| line.starts_with("Tide: ")));
        assert!(choosing.set("rule.every", Some("50"), rules, english).is_err());
        choosing.set("rule.every", Some("5"), rules, english).unwrap();
        let value = |choosing: &Choosing, name: &str| {
            choosing.keys(rules).into_iter().find(|key| key.name == name).map(|key| key.value)
        };
        assert_eq!(value(&choosing, "rule.every").as_deref(), Some("5"));
        // What was said of its keys goes with it.
        choosing.tick(tide, rules, english);
        assert_eq!(
            (&*choosing.chosen.reference, &choosing.chosen.broken),
            ("classic+truce", &None)
        );

        choosing.tick(tide, rules, english);
        choosing.tick(wind, rules, english);
        choosing.set("rule.wind.every", Some("7"), rules, english).unwrap();
        assert_eq!(value(&choosing, "rule.every"), None);
        let each = ["rule.tide.every", "rule.wind.every"].map(|name| value(&choosing, name));
        assert_eq!(each, [Some("3".to_owned()), Some("7".to_owned())]);
        // A reference with them is understood again.
        let again = Choosing::new(&choosing.chosen.reference, rules, Language::French);
        assert_eq!(
            (&again.chosen.broken, &again.chosen.reference),
            (&None, &choosing.chosen.reference)
        );
        assert_eq!(again.house_rules[tide].title, "Marée");
    }
}

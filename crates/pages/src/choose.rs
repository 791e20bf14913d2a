//! Choosing rules, as JSON: editions, options, problems of a text.

use crate::bounds::{check_reference, is_script_name, plays_many_games};
use crate::players::host;
use crate::rules::{AskedRules, PageRules, SENT};
use crate::sent::SentTexts;
use std::sync::Arc;
use tsuro::bots::{LEVELS, Level};
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro::ruleset::{BUILT_INS, Expected, Problem, Problems, Variant};
use tsuro_faces::seats::about_level;
use tsuro_faces::table::choosing::{Choosing, ChosenKey, Edition, HouseRule, RuleSource, length};
use tsuro_faces::words::{Language, TextKey};
use tsuro_faces::{LONGEST_NAME, Player, USUAL_PLAYERS, sketch};

/// The clocks that pages offer, in seconds.
const CLOCKS: [u32; 9] = [30, 60, 180, 600, 3600, 12 * 3600, DAY, 3 * DAY, 7 * DAY];
/// The times in reserve that pages offer, in seconds.
const RESERVES: [u32; 6] = [300, 3600, 12 * 3600, DAY, 3 * DAY, 7 * DAY];
const DAY: u32 = 24 * 3600;

/// Everything a table is opened with.
pub fn editions(rules: &PageRules, language: Language) -> Json {
    let one = |(name, own): (String, bool)| {
        let edition =
            rules.with(SentTexts::default(), |source| Edition::load(&name, source, language));
        let variant = edition.variant?;
        let mut entry = described(&edition.reference, &edition.title, &edition.summary, &variant);
        entry.set("own", own);
        Some(entry)
    };
    let shipped = BUILT_INS.iter().map(|edition| (edition.name.to_owned(), false));
    let own = (rules.own_names)().into_iter().map(|name| (name, true));
    let level = |level: &Level| {
        json!({
            "word": level.name,
            "title": Player::from_record(level.name, &host()).map_or_else(
                |_| level.name.to_owned(), |player| player.kind(language)
            ),
            "about": about_level(level, language),
            "milliseconds": level.milliseconds,
            "lab": plays_many_games(level),
        })
    };
    let known =
        |language: &Language| json!({ "code": language.code(), "name": language.own_name() });
    json!({
        "editions": Json::List(shipped.chain(own).filter_map(one).collect()),
        "bots": Json::List(LEVELS.iter().map(level).collect()),
        "languages": Json::List(Language::ALL.iter().map(known).collect()),
        "clocks": CLOCKS,
        "reserves": RESERVES,
        "people": LONGEST_NAME,
    })
}

/// The numbers of players that can play.
pub fn counts(variant: &Variant) -> Vec<u8> {
    (1..=32).filter(|&players| variant.players().contains(players)).collect()
}

fn described(reference: &str, title: &str, summary: &str, variant: &Variant) -> Json {
    let shape = tsuro::with_rules!(variant.rules(), |rules| [
        rules.basics.grid().shape().columns(),
        rules.basics.grid().shape().rows()
    ]);
    json!({
        "reference": reference, "title": title, "summary": summary, "counts": counts(variant),
        "columns": shape[0], "rows": shape[1],
    })
}

/// How a board is drawn, with its title.
type DrawBoard = fn(&BoardScene, &str) -> String;

/// The board of a rule set with a few tiles, as many as are laid while `goes_on` says yes.
///
/// # Errors
/// What is wrong with the rule set.
pub fn board(
    rules: &PageRules,
    asked: &AskedRules,
    draw: DrawBoard,
    goes_on: &dyn Fn() -> bool,
) -> Result<String, Problems> {
    let variant = Arc::new(rules.variant(asked)?);
    let title = &variant.resolved().texts().title;
    Ok(sketch(&variant, goes_on).map_or_else(String::new, |scene| draw(&scene, title)))
}

/// A house rule that can be ticked.
fn house_rule(house: &HouseRule) -> Json {
    json!({
        "name": house.name, "title": house.title, "summary": house.summary,
        "ticked": house.is_ticked,
        "refused": house.refused,
    })
}

/// A value without the quotation marks of a text.
fn bare(value: &str) -> String {
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value).to_owned()
}

/// The keys of rules that can be changed.
struct OfferedKeys {
    keys: Vec<ChosenKey>,
    /// What they hold without a choice: in the base, and where a house rule that is ticked brings
    /// them.
    usual: Vec<ChosenKey>,
}

impl OfferedKeys {
    fn new(choosing: &Choosing, base: &str, source: RuleSource<'_>, language: Language) -> Self {
        let mut usual = Choosing::new(base, source, language).keys(source);
        let mut keys = choosing.keys(source);
        if keys.is_empty() {
            // What cannot be played has no values; the values of the base can be changed again.
            keys.clone_from(&usual);
        }
        // Keys that a house rule brings have the values that it gives them.
        let ticked =
            choosing.house_rules.iter().filter(|house| house.is_ticked).map(|house| house.name);
        let ticked = std::iter::once(base).chain(ticked).collect::<Vec<_>>().join("+");
        usual.extend(Choosing::new(&ticked, source, language).keys(source));
        Self { keys, usual }
    }

    /// The shortest name by which a reference can change a key.
    fn short(&self, key: &ChosenKey) -> String {
        let has_name = |other: &&ChosenKey| other.doc.name == key.doc.name;
        let is_alone = self.keys.iter().filter(has_name).count() == 1;
        if is_alone { key.doc.name.to_owned() } else { key.name.clone() }
    }

    fn one(&self, key: &ChosenKey) -> Json {
        let ChosenKey { name, doc, value } = key;
        let usual = self.usual.iter().find(|known| known.name == *name);
        let words: Vec<String> = if value == "true" || value == "false" {
            vec!["true".to_owned(), "false".to_owned()]
        } else if doc.is_one_word {
            doc.words.iter().map(|(word, _)| (*word).to_owned()).collect()
        } else {
            Vec::new()
        };
        json!({
            "key": self.short(key), "name": name, "doc": doc.doc, "value": bare(value),
            "usual": usual.map(|known| bare(&known.value)),
            "words": if words.is_empty() { Json::NULL } else { json!(words) },
        })
    }

    fn list(&self) -> Json {
        Json::List(self.keys.iter().map(|key| self.one(key)).collect())
    }
}

/// What is chosen, as an edition; without its numbers where it cannot be played.
fn chosen_edition(choosing: &Choosing) -> Json {
    let chosen = &choosing.chosen;
    match &chosen.variant {
        Some(variant) => described(&chosen.reference, &chosen.title, &chosen.summary, variant),
        None => json!({
            "reference": chosen.reference, "title": choosing.edition.title,
            "summary": choosing.edition.summary,
            "counts": Json::NULL, "columns": Json::NULL, "rows": Json::NULL,
        }),
    }
}

/// What a choice of rules comes to.
///
/// # Errors
/// What is wrong with the rule set on which it builds, or with an option that is not there to be
/// ticked.
pub fn chosen(rules: &PageRules, asked: &AskedRules, language: Language) -> Result<Json, Problems> {
    let reference = asked.reference();
    if let Some(problem) = check_reference(&reference) {
        return Err(problem.into());
    }
    let base = reference.split('+').next().unwrap_or_default().to_owned();
    // The problems of the base are problems of a text that is being written.
    rules.variant(&AskedRules {
        rules: Some(base.clone()),
        options: Vec::new(),
        ..asked.clone()
    })?;
    rules.with(asked.sent(), |source| {
        let choosing = Choosing::new(&reference, source, language);
        let chosen = &choosing.chosen;
        if chosen.reference.split('+').count() != reference.split('+').count() {
            Variant::load(&reference, source.loader, source.registry)?;
        }
        let turns = chosen
            .variant
            .as_ref()
            .and_then(|variant| length(variant, variant.players().nearest(USUAL_PLAYERS)));
        let options: Vec<&str> = chosen.reference.split('+').skip(1).collect();
        let mut entry = chosen_edition(&choosing);
        entry.set("base", if base == SENT { None } else { Some(&base) });
        entry.set("options", options);
        entry.set("turns", turns);
        entry.set("house_rules", Json::List(choosing.house_rules.iter().map(house_rule).collect()));
        entry.set("keys", OfferedKeys::new(&choosing, &base, source, language).list());
        entry.set("differences", choosing.differences(source, language));
        entry.set("broken", chosen.broken.as_deref());
        entry.set("problems", Json::List(Vec::new()));
        Ok(entry)
    })
}

/// Problems of a rule set, with their places in a text that was sent.
pub fn problems(problems: &Problems) -> Json {
    problems_in(problems, SENT)
}

/// Problems, with their places in the text that goes by a name.
pub fn problems_in(problems: &Problems, text: &str) -> Json {
    Json::List(problems.iter().map(|one| problem(one, text)).collect())
}

/// Whether a text is a script that a client sent, or one that stands in a text that it sent: others
/// have names that say where they lie.
fn is_of_script(shown: &str) -> bool {
    is_script_name(shown)
        || shown.strip_prefix(SENT).is_some_and(|rest| rest.starts_with(", script "))
}

fn problem(problem: &Problem, text: &str) -> Json {
    let mut entry = json!({
        "severity": problem.severity.as_str(),
        "code": problem.code.as_str(),
        "message": problem.message,
    });
    if let Some(place) = problem.place()
        && (place.source.shown == text || is_of_script(&place.source.shown))
        && let (Some(start), Some(end)) = (place.start(), place.end())
    {
        if place.source.shown != text {
            // The place is one of a script.
            entry.set("file", &*place.source.shown);
        }
        entry.set("line", start.line);
        entry.set("column", start.column);
        entry.set("length", if end.line == start.line { end.column - start.column } else { 1 });
    }
    if let Some(key) = &problem.key {
        entry.set("key", key);
    }
    let guess = problem.did_you_mean.as_ref().map(|guess| format!("did you mean `{guess}`?"));
    // All that is allowed is said where there is no likely guess among it.
    let help: Vec<String> =
        [guess.or(problem.expected.as_ref().map(Expected::to_string)), problem.help.clone()]
            .into_iter()
            .flatten()
            .collect();
    if !help.is_empty() {
        entry.set("help", help.join("; "));
    }
    entry
}

/// A player of a record in a language: a person by name, a bot by its level.
pub fn name_in_words(name: &str, language: Language) -> String {
    match Player::from_record(name, &host()) {
        Ok(player @ Player::Bot(_)) => {
            language.say(TextKey::KindBot, &[("bot", &player.kind(language))])
        }
        Ok(player @ Player::Human(None)) => player.kind(language),
        Ok(Player::Human(Some(name))) => name,
        Err(_) => name.to_owned(),
    }
}

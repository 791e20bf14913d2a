//! Sheets of texts, and changes of texts.

use super::*;
use crate::refused::{NotAnswered, Refused};
use tsuro::game::{Abilities, Key, Rule, RuleDecl, Timing};
use tsuro::rules::hazard::names::PIECES;
use tsuro::rules::{Registry, RulePhase};

const TEXT: &str = "# Ours.\nschema = 1\nname = \"mine\"\nextends = \"seas\" # the sea\n\n\
    [tiles]\n# Four of them.\nhand = 4 # not five\n";

fn server() -> PageRules {
    PageRules::shipped(Box::leak(Box::default()))
}

/// A text without scripts.
fn plain_text(text: &str) -> SentTexts<'_> {
    SentTexts::new(text, &[])
}

fn edited(change: &str) -> Result<String, String> {
    edited_on(&server(), change)
}

fn edited_on(server: &PageRules, change: &str) -> Result<String, String> {
    let asked = serde_json::from_str(change).unwrap();
    edit(server, asked).map(|edited| edited.text).map_err(|why| match why {
        NotAnswered::Refused(Refused::Bad(why)) => why,
        NotAnswered::Rules(problems) => problems.to_string(),
        other => panic!("{other:?}"),
    })
}

/// The text with the hazard of Seas where it says `SEAS`.
fn of_seas(text: &str) -> String {
    text.replace("SEAS", PIECES)
}

fn change(text: &str, set: &str) -> String {
    format!("{{\"text\": {}, \"set\": {set}}}", Json::serialized(text))
}

#[test]
fn a_change_keeps_comments_and_order() {
    assert_eq!(
        edited(&change(TEXT, r#"{"tiles.hand": "2"}"#)).unwrap(),
        TEXT.replace("hand = 4", "hand = 2")
    );
    let more =
        edited(&change(TEXT, r#"{"board.columns": "8", "players.first": "random"}"#)).unwrap();
    assert!(
        more.starts_with(TEXT)
            && more.contains("[board]\ncolumns = 8\n")
            && more.contains("first = \"random\""),
        "{more}"
    );
    let less = edited(&change(&more, r#"{"board.columns": null, "tiles.hand": null}"#)).unwrap();
    assert!(
        !less.contains("[board]") && !less.contains("[tiles]") && less.contains("# the sea"),
        "{less}"
    );
    let named = edited(&change(TEXT, r#"{"title": "Ours", "name": "ours"}"#)).unwrap();
    assert!(
        named.contains("name = \"ours\"\n") && named.contains("title = \"Ours\"\n\n[tiles]"),
        "{named}"
    );
    let mixed =
        edited(&format!("{{\"text\": {}, \"mixins\": [\"rough-seas\"]}}", Json::serialized(TEXT)))
            .unwrap();
    assert!(
        mixed.contains("mixins = [\"rough-seas\"]\n")
            && mixed.find("mixins") < mixed.find("[tiles]"),
        "{mixed}"
    );
}

#[test]
fn what_cannot_be_changed_is_said() {
    assert_eq!(
        edited(&change(TEXT, r#"{"tiles.hands": "2"}"#)).unwrap_err(),
        "set: there is no key tiles.hands"
    );
    assert!(edited(&change("schema = = 1", r#"{"tiles.hand": "2"}"#)).unwrap_err().contains('1'));
    let list = of_seas("schema = 1\n[[hazard]]\nrule = \"SEAS\"\n[[hazard]]\nrule = \"cannon\"\n");
    assert!(
        edited(&change(&list, r#"{"hazard.minimum": "2"}"#)).unwrap_err().contains("is a list")
    );
    assert_eq!(
        edited(&change(&list, r#"{"hazard.cannon.minimum": "2"}"#)).unwrap_err(),
        "set: there is no key hazard.cannon.minimum"
    );
    assert_eq!(
        edited(&change(TEXT, r#"{"hazard.rain.drops": "2"}"#)).unwrap_err(),
        "set: there is no key hazard.rain.drops"
    );
    let ticks =
        format!("{{\"text\": {}, \"hazards\": {{\"rain\": true}}}}", Json::serialized(TEXT));
    assert_eq!(edited(&ticks).unwrap_err(), "hazards: there is no hazard rain");
    let inline = format!(
        "{{\"text\": {}, \"hazards\": {{\"cannon\": true}}}}",
        Json::serialized(
            "schema = 1\nname = \"m\"\nextends = \"seas\"\nhazard = [{ rule = \"tsunami\" }]\n"
        )
    );
    assert!(edited(&inline).unwrap_err().contains("in one line"));
}

#[test]
fn values_are_taken_as_references_have_them() {
    let with = |set: &str| edited(&change(TEXT, set)).unwrap();
    assert!(
        with(r#"{"placement.avoid": "edge, loop"}"#).contains("avoid = [\"edge\", \"loop\"]\n")
    );
    assert!(with(r#"{"placement.avoid": "edge"}"#).contains("avoid = [\"edge\"]\n"));
    assert!(with(r#"{"start.marks": "a1:A,b1:A"}"#).contains("marks = [\"a1:A\", \"b1:A\"]\n"));
    assert!(with(r#"{"start.marks": "shore"}"#).contains("marks = \"shore\"\n"));
    assert!(with(r#"{"board.portals": "[[b2,e5]]"}"#).contains("portals = [[\"b2\", \"e5\"]]\n"));
    assert!(
        with(r#"{"tiles.hand": "four \"tiles\""}"#).contains("hand = 'four \"tiles\"'"),
        "{}",
        with(r#"{"tiles.hand": "four \"tiles\""}"#)
    );
}

/// The sheet of a text, as pages are sent it.
fn shown(text: &str) -> serde_json::Value {
    sheet(&server(), plain_text(text), Language::English).into()
}

/// A key of a sheet; null where it has none of this name.
fn key(sheet: &serde_json::Value, name: &str) -> serde_json::Value {
    let mut keys = sheet["keys"].as_array().unwrap().iter();
    keys.find(|key| key["key"] == name).cloned().unwrap_or_default()
}

/// A text after hazards are ticked or not, and the hazards that it then has.
fn tick(text: &str, hazards: &str) -> (String, String) {
    let asked = format!("{{\"text\": {}, \"hazards\": {hazards}}}", Json::serialized(text));
    let text = edited(&asked).unwrap();
    let found = server().check(plain_text(&text)).map(|variant| {
        ListedRules::all(&Registry::default())[0].1.rules_in(variant.resolved()).join(" ")
    });
    (text, found.unwrap_or_else(|why| why.to_string()))
}

/// A text that adds nothing to Seas.
const SEAS: &str = "schema = 1\nname = \"mine\"\nextends = \"seas\"\n";

/// One with a cannon beside the hazard of Seas.
fn with_cannon() -> String {
    format!("{SEAS}\n[[hazard]]\nrule = \"cannon\"\n")
}

/// The same with a key of each of the two.
fn with_keys_of_both() -> String {
    edited(&change(
        &with_cannon(),
        &of_seas(r#"{"hazard.SEAS.minimum": "2", "hazard.cannon.shots": "3"}"#),
    ))
    .unwrap()
}

#[test]
fn hazards_are_ticked_beside_those_of_the_parent() {
    let both = with_cannon();
    assert_eq!(tick(SEAS, r#"{"cannon": true}"#), (both.clone(), of_seas("SEAS cannon")));
    assert_eq!(tick(&both, r#"{"cannon": false}"#), (SEAS.to_owned(), PIECES.to_owned()));
    let (alone, rules) = tick(&both, &of_seas(r#"{"SEAS": false}"#));
    assert!(
        alone.contains(&of_seas("rule = \"SEAS\"\nremove = true")) && rules == "cannon",
        "{alone}"
    );
    assert_eq!(tick(&alone, &of_seas(r#"{"SEAS": true}"#)), (both, of_seas("SEAS cannon")));
    let (none, rules) = tick(SEAS, &of_seas(r#"{"SEAS": false}"#));
    assert!(none.ends_with("[hazard]\nrule = \"none\"\n") && rules.is_empty(), "{none}");
    assert_eq!(tick(&none, &of_seas(r#"{"SEAS": true}"#)), (SEAS.to_owned(), PIECES.to_owned()));
}

#[test]
fn a_table_of_a_hazard_becomes_a_list_and_its_comments_stay() {
    let table = format!("{SEAS}\n[hazard] # ours\n# Few.\nminimum = 2 # not three\n");
    let (listed, rules) = tick(&table, r#"{"tsunami": true}"#);
    assert!(
        listed.contains(&of_seas("rule = \"SEAS\"\n# Few.\nminimum = 2 # not three\n"))
            && rules == of_seas("tsunami SEAS"),
        "{listed}: {rules}"
    );
}

#[test]
fn several_hazards_have_keys_of_their_own() {
    let (both, set) = (with_cannon(), with_keys_of_both());
    assert_eq!(set, format!("{both}shots = 3\n\n[[hazard]]\nrule = \"{PIECES}\"\nminimum = 2\n"));
    let less = edited(&change(
        &set,
        &of_seas(r#"{"hazard.SEAS.minimum": null, "hazard.cannon.shots": null}"#),
    ))
    .unwrap();
    assert_eq!(less, both, "what says no more of a hazard of the parent goes");
}

#[test]
fn a_list_of_one_hazard_has_the_keys_of_a_table() {
    let one = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n\n[[hazard]]\n\
        rule = \"tsunami\"\nevery = 4\n";
    assert_eq!(edited(&change(one, r#"{"hazard.every": "5"}"#)).unwrap(), one.replace('4', "5"));
    let every = key(&shown(one), "hazard.every");
    assert_eq!((&every["value"], &every["own"]), (&"4".into(), &true.into()));
}

#[test]
fn a_sheet_has_the_keys_and_ticks_of_several_hazards() {
    let sheet = shown(&with_keys_of_both());
    for (name, is_there) in
        [("hazard.SEAS.minimum", true), ("hazard.cannon.shots", true), ("hazard.minimum", false)]
    {
        assert_eq!(!key(&sheet, &of_seas(name)).is_null(), is_there, "{name}: {}", sheet["keys"]);
    }
    let minimum = key(&sheet, &of_seas("hazard.SEAS.minimum"));
    assert_eq!(
        (&minimum["value"], &minimum["inherited"], &minimum["own"], &minimum["table"]),
        (&"2".into(), &"3".into(), &true.into(), &of_seas("hazard.SEAS").into())
    );
    assert_eq!(key(&sheet, &of_seas("hazard.SEAS.rows"))["own"], false);
    let ticked: Vec<(&str, bool, bool)> = sheet["hazards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["rule"].as_str().unwrap(), one["ticked"] == true, one["inherited"] == true))
        .collect();
    assert!(
        ticked.contains(&(PIECES, true, true))
            && ticked.contains(&("cannon", true, false))
            && ticked.contains(&("tsunami", false, false)),
        "{ticked:?}"
    );
}

#[test]
fn hazards_stay_ticked_while_something_else_is_wrong() {
    let set = with_keys_of_both();
    let wrong = shown(&set.replace("shots = 3", "shots = 99"));
    assert_eq!(wrong["problems"][0]["key"], "hazard.cannon.shots");
    assert_eq!(key(&wrong, "hazard.cannon.shots")["own"], true);
    assert_eq!(wrong["hazards"], shown(&set)["hazards"]);
}

static TOLL: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "toll", "each tile costs something", &|_| {
        Some(Box::new(Nothing(&TOLL)))
    })
    .keys(&[Key::number("coins", 1..=9).default(2).means("What it costs")])
    .at(&[Timing::TurnEnds])
    .abilities(Abilities::NONE);
static FERRY: RuleDecl = RuleDecl::new(RulePhase::Rule, "ferry", "a boat goes round", &|_| {
    Some(Box::new(Nothing(&FERRY)))
})
.keys(&[Key::number("seats", 1..=9).default(4).means("How many it holds")])
.at(&[Timing::TurnEnds])
.abilities(Abilities::NONE);

/// A rule that does nothing.
#[derive(Debug)]
struct Nothing(&'static RuleDecl);

impl Rule for Nothing {
    fn decl(&self) -> &'static RuleDecl {
        self.0
    }
}

#[test]
fn other_rules_are_added_moved_and_removed_like_hazards() {
    let registry: &'static Registry =
        Box::leak(Box::new(Registry::default().with(&TOLL).with(&FERRY)));
    let server = PageRules::shipped(registry);
    let edited = |text: &str, what: &str| {
        edited_on(&server, &format!("{{\"text\": {}, {what}}}", Json::serialized(text)))
    };
    let rules = |text: &str| {
        let of = |variant: tsuro::ruleset::Variant| {
            ListedRules::all(registry)[1].1.rules_in(variant.resolved()).join(" ")
        };
        server.check(plain_text(text)).map_or_else(|why| why.to_string(), of)
    };
    let classic = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n";
    let toll = edited(classic, r#""rules": {"toll": true}"#).unwrap();
    assert_eq!(
        (toll.as_str(), &*rules(&toll)),
        (&*format!("{classic}\n[[rule]]\nrule = \"toll\"\n"), "toll")
    );
    let both = edited(&toll, r#""rules": {"ferry": true}"#).unwrap();
    assert_eq!(rules(&both), "toll ferry");
    let set = edited(&both, r#""set": {"rule.toll.coins": "3", "rule.ferry.seats": "5"}"#).unwrap();
    assert_eq!(set, format!("{toll}coins = 3\n\n[[rule]]\nrule = \"ferry\"\nseats = 5\n"));
    // With its keys and comments, a rule goes before the other.
    let moved = edited(&set.replace("coins", "# Dear.\ncoins"), r#""earlier": "ferry""#).unwrap();
    assert_eq!(rules(&moved), "ferry toll", "{moved}");
    assert!(
        moved.ends_with("seats = 5\n\n[[rule]]\nrule = \"toll\"\n# Dear.\ncoins = 3\n"),
        "{moved}"
    );
    assert_eq!(
        edited(&moved, r#""earlier": "ferry""#).unwrap_err(),
        "earlier: no rule acts before ferry by this text"
    );
    assert_eq!(
        edited(&moved, r#""earlier": "rain""#).unwrap_err(),
        "earlier: there is no rule rain"
    );
    assert_eq!(
        edited(&moved, r#""rules": {"rain": true}"#).unwrap_err(),
        "rules: there is no rule rain"
    );
    assert_eq!(
        edited(&moved, r#""rules": {"no-rule": true}"#).unwrap_err(),
        "rules: there is no rule no-rule"
    );
    let less =
        edited(&moved, r#""set": {"rule.toll.coins": null}, "rules": {"ferry": false}"#).unwrap();
    assert_eq!(rules(&less), "toll", "{less}");
    assert_eq!(
        edited(&less, r#""set": {"rule.coins": "4"}"#).unwrap(),
        format!("{less}coins = 4\n"),
        "alone, it is the list"
    );
    assert_eq!(edited(&less, r#""rules": {"toll": false}"#).unwrap(), classic);

    let sheet: serde_json::Value =
        super::sheet(&server, plain_text(&set), Language::English).into();
    let ticks = serde_json::json!([
        {
            "rule": "toll", "doc": "each tile costs something", "ticked": true,
            "inherited": false, "earlier": false,
        },
        {
            "rule": "ferry", "doc": "a boat goes round", "ticked": true, "inherited": false,
            "earlier": true,
        },
    ]);
    assert_eq!(sheet["rules"], ticks);
    let seats = key(&sheet, "rule.ferry.seats");
    assert_eq!(
        (&seats["value"], &seats["table"], &seats["own"]),
        (&"5".into(), &"rule.ferry".into(), &true.into())
    );
}

#[test]
fn a_sheet_says_what_holds_what_is_inherited_and_what_is_wrong() {
    let sheet = shown(TEXT);
    let hand = key(&sheet, "tiles.hand");
    assert_eq!(
        (&hand["value"], &hand["inherited"], &hand["own"]),
        (&"4".into(), &"3".into(), &true.into())
    );
    let columns = key(&sheet, "board.columns");
    assert_eq!((&columns["value"], &columns["own"]), (&"7".into(), &false.into()));
    assert_eq!(
        (&sheet["parent"]["reference"], &sheet["problems"]),
        (&"seas".into(), &serde_json::json!([]))
    );
    assert_eq!(sheet["differences"], serde_json::json!(["A hand has 4 tiles (instead of 3)."]));
    assert!(sheet["board"].as_str().unwrap().starts_with("<svg"));
    assert!(
        sheet["mixins"]
            .as_array()
            .unwrap()
            .iter()
            .any(|mixin| mixin["name"] == "rough-seas" && mixin["ticked"] == false)
    );
    let broken = shown(&TEXT.replace("hand = 4", "hand = 99"));
    assert_eq!(
        (&broken["problems"][0]["key"], &broken["board"]),
        (&"tiles.hand".into(), &serde_json::Value::Null)
    );
    let hand = key(&broken, "tiles.hand");
    assert_eq!((&hand["value"], &hand["inherited"]), (&serde_json::Value::Null, &"3".into()));
    let none = shown("schema = = 1");
    assert!(!none["problems"].as_array().unwrap().is_empty());
}

//! Numbers that a rule from outside the crate declares and draws: recorded, replayed, given,
//! hidden, and refused when they cannot be.

use crate::common::games::{played, resumes_after_every_line};
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{
    ChanceDecl, ChanceLook, Event, FieldValue, Fields as _, Own, Rule, RuleDecl, RuleEvent, Seat,
    SeenEvent, Table, Telling, Texts, Timing,
};
use tsuro::record::{RecordReader, Replayer, answer, view, write_event};
use tsuro::rules::{Registry, RulePhase};
use tsuro::ruleset::{Problems, Source, SourceId, Variant};
use tsuro_suite::{Conformance, RuleBook, RuleSetSelection, RunPlan, conformance, cut, read};
use tsuro_world::RuleFiles;

static FELL: RuleEvent<([u32; 2], u32, u32)> = RuleEvent::new(
    "meteors",
    &["dice", "piece", "facing"],
    &[Telling::always(Texts(&[
        ("en", "Meteor {piece} falls: {dice}."),
        ("fr", "Le météore {piece} tombe : {dice}."),
    ]))],
);
static AIM: ChanceDecl =
    ChanceDecl::new("meteors", Texts(&[("en", "two dice are rolled for a meteor")]))
        .as_dice()
        .in_event(&FELL, &["dice"]);
static WHICH: ChanceDecl = ChanceDecl::new("meteors", Texts(&[("en", "a meteor falls")]))
    .as_piece()
    .in_event(&FELL, &["piece", "facing"]);
static DUST: ChanceDecl =
    ChanceDecl::new("meteors", Texts(&[("en", "dust settles"), ("fr", "de la poussière retombe")]));
static OMEN: ChanceDecl =
    ChanceDecl::new("meteors", Texts(&[("en", "an omen is seen")])).seen_by_one_seat();
static DOOM: ChanceDecl =
    ChanceDecl::new("meteors", Texts(&[("en", "a doom is set")])).seen_by_nobody();

/// In each turn a meteor falls by two dice; dust settles somewhere; the active seat sees an omen,
/// and no seat sees a doom.
#[derive(Debug)]
struct Meteors;

static METEORS: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "meteors", "numbers of all kinds are drawn", &|_| {
        Some(Box::new(Meteors))
    })
    .events(&[FELL.decl()])
    .chance(&[&AIM, &WHICH, &DUST, &OMEN, &DOOM])
    .at(&[Timing::BeforePlacement]);

/// The pieces that there are.
const PIECES: [u32; 3] = [2, 5, 7];

impl Rule for Meteors {
    fn decl(&self) -> &'static RuleDecl {
        &METEORS
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let name = |at, number: u32| {
            FieldValue::Number(if at == 0 { PIECES[number as usize] } else { number })
        };
        let [piece, facing] = table.chance(&WHICH.two_below([3, 4]).written_as(&name));
        let [gold, blue] = table.chance(&AIM.two_below([6, 6]));
        table.tell(&FELL, ([gold + 1, blue + 1], PIECES[piece as usize], facing));
        let [column, row] =
            table.chance(&DUST.two_below([table.columns().into(), table.rows().into()]));
        assert!(column < 6 && row < 6);
        let [omen, none] = table.chance(&OMEN.below(1000).seen_by(table.active()));
        assert!(omen < 1000 && none == 0);
        table.chance(&DOOM.below(1000));
    }
}

const TEXT: &str =
    "schema = 1\nname = \"meteors\"\nextends = \"classic\"\n[hazard]\nrule = \"meteors\"\n";

fn registry() -> Registry {
    Registry::default().with(&METEORS)
}

fn variant() -> Variant {
    Variant::from_text("meteors", TEXT, &registry()).unwrap()
}

/// The events of the rule in the first turn: the meteor, the dust, the omen and the doom.
fn of_first_turn(record: &str) -> Vec<Value> {
    let events = record.lines().skip_while(|line| !line.starts_with("{\"event\":\"turn\"")).skip(1);
    events
        .take_while(|line| line.contains("\"meteors\""))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Why a record in which one line is another does not follow.
fn refused(record: &str, from: &str, to: &str) -> String {
    let forged = record.replacen(from, to, 1);
    assert_ne!(forged, record, "{from} is not in the record");
    let game = RecordReader::new(forged.as_bytes()).game().unwrap().unwrap();
    Replayer::new(&registry()).replay(&game).unwrap_err().why
}

#[test]
fn what_a_rule_draws_is_recorded_and_replayed_as_it_declares() {
    let variant = variant();
    let record = played(&variant, 3, "meteors", 0).record;
    let [fell, dust, omen, doom] = &of_first_turn(&record)[..] else { panic!("{record}") };
    assert_eq!(fell["data"].as_object().unwrap().len(), 3, "{fell}");
    for (event, below) in [(dust, json!([6, 6])), (omen, json!(1000)), (doom, json!(1000))] {
        assert_eq!(event["data"]["below"], below, "{event}");
    }
    assert!(
        dust["data"]["picked"].as_array().is_some_and(|picked| picked.len() == 2)
            && omen["data"]["picked"].is_number()
    );
    resumes_after_every_line(&variant, 3, "meteors");
}

#[test]
fn a_number_that_cannot_have_been_drawn_is_named() {
    let record = played(&variant(), 3, "meteors", 0).record;
    let [fell, dust, omen, _] = &of_first_turn(&record)[..] else { panic!("{record}") };
    let changed = |event: &Value, field: &str, value: Value| {
        let (from, mut to) = (event["data"].to_string(), event["data"].clone());
        to[field] = value;
        // The engine writes `picked` first, and this test in the order of the alphabet.
        let from = if field == "picked" {
            format!("\"picked\":{}", event["data"]["picked"])
        } else {
            from
        };
        let to =
            if field == "picked" { format!("\"picked\":{}", to["picked"]) } else { to.to_string() };
        refused(&record, &from, &to)
    };
    assert_eq!(changed(fell, "dice", json!([7, 1])), "data.dice[0] should be a number from 1 to 6");
    assert_eq!(changed(fell, "dice", json!([6])), "data.dice[1] should be a number from 1 to 6");
    assert_eq!(changed(fell, "piece", json!(3)), "data.piece should be one of 2, 5, 7");
    assert_eq!(
        changed(dust, "picked", json!([1, 6])),
        "data.picked[1] should be a number from 0 to 5"
    );
    assert_eq!(changed(dust, "picked", json!(1)), "data.picked[0] should be a number from 0 to 5");
    assert_eq!(
        changed(omen, "picked", json!(1000)),
        "data.picked should be a number from 0 to 999"
    );
}

#[test]
fn secret_numbers_are_shown_to_their_seat_alone() {
    let record = played(&variant(), 3, "meteors", 0).record;
    let game = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
    let registry = registry();
    let (_, memory) = Replayer::new(&registry).replay_remembering(&game, &mut |_| {}).unwrap();
    let turn: Value = serde_json::from_str(
        record.lines().find(|line| line.starts_with("{\"event\":\"turn\"")).unwrap(),
    )
    .unwrap();
    let whole = of_first_turn(&record);
    let hidden = json!({ "picked": null, "below": null });
    for seat in (0..3).map(Seat::new) {
        let seen = of_first_turn(&view(&game, &memory, seat));
        assert_eq!(
            (&seen[..2], &seen[3]["data"]),
            (&whole[..2], &hidden),
            "all see meteors and dust, nobody a doom"
        );
        assert_eq!(
            seen[2]["data"] == whole[2]["data"],
            turn["player"] == seat.number(),
            "{}",
            seen[2]
        );
        assert!(seen[2] == whole[2] || seen[2]["data"] == hidden);
        let picked = memory.events(Some(seat)).filter_map(|event| match event {
            SeenEvent::Picked { decl, picked } => Some((decl, picked.is_some())),
            _ => None,
        });
        assert!(picked.take(3).all(|(decl, shown)| shown
            == (decl == &DUST || decl == &OMEN && turn["player"] == seat.number())));
    }
}

/// What is wrong with a suite of one scenario that is played under the meteors.
fn failures(scenario: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("meteors.toml");
    std::fs::write(&path, TEXT).unwrap();
    let text = scenario.replace("meteors.toml", path.to_str().unwrap());
    let (registry, files, mut problems) = (registry(), RuleFiles::default(), Problems::default());
    let suites = [read(
        Source::new(SourceId::File("suite.toml".into()), "suite.toml", text.as_str()),
        &registry,
        &mut problems,
    )];
    assert!(!problems.has_errors(), "{problems}\n{text}");
    let plan = RunPlan::new(
        &suites,
        &RuleSetSelection::Own,
        &mut RuleBook::new(&registry, &files),
        &|_, _| true,
    );
    let done = plan.play_all(&suites, 1);
    assert!(done.len() == 1, "{text}");
    done.iter().flat_map(|done| &done.failures).map(|failure| failure.message.clone()).collect()
}

#[test]
fn a_scenario_gives_what_a_rule_draws() {
    let with = |given: &str| {
        failures(&format!(
            "[[scenario]]\ntitle = \"A meteor falls\"\nrules = \"meteors.toml\"\n\
             players.A = \"a1:H 0 33 2\"\nplayers.B = \"f6:D 3 4 5\"\n\
             active = \"A\"\nturn = 1\npile = [6, 7, 8, 9]\nbegin = \"turn\"\nplace = 33\n{given}\n\
             expect.some-events = [\n\
             'rule meteors: {{\"dice\":[5,2],\"facing\":3,\"piece\":7}}',\n\
             'rule meteors: {{\"picked\":[0,5],\"below\":[6,6]}}',\n\
             'rule meteors: {{\"picked\":12,\"below\":1000}}',\n]\n"
        ))
    };
    let rest = "dice = [[5, 2]]\nspawns = [\"7/3\"]\n";
    assert_eq!(with(&format!("{rest}picks = [[0, 5], 12, 13]")), [""; 0]);
    for (given, why) in [
        (
            "dice = [[5, 2]]\nspawns = [\"3/0\"]\npicks = [[0, 5], 12, 13]".to_owned(),
            "a meteor falls here: 3 is not one of 2, 5, 7",
        ),
        (
            "dice = [[5]]\nspawns = [\"7/3\"]".to_owned(),
            "two dice are rolled for a meteor here: two numbers are needed, not 1",
        ),
        (format!("{rest}picks = [0, 5]"), "dust settles here: two numbers are needed, not 1"),
        (format!("{rest}picks = [[0, 6]]"), "dust settles here: 6 is not a number from 0 to 5"),
        (
            format!("{rest}picks = [[0, 5], [1, 2]]"),
            "an omen is seen here: one number is needed, not 2",
        ),
        (
            format!("{rest}picks = [[0, 5]]"),
            "an omen is seen, and the scenario does not give the outcome: give the outcome in \
             `picks`, or give a `seed`",
        ),
        (format!("{rest}picks = [[0, 5], 12, 13, 14]"), "this number is never picked"),
    ] {
        assert_eq!(with(&given)[0], why);
    }
}

#[test]
fn a_turn_cut_out_of_a_record_gives_what_was_drawn() {
    let record = played(&variant(), 3, "meteors", 0).record;
    let game = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
    let registry = registry();
    let head = Replayer::new(&registry).head(&game).unwrap();
    for turn in 1..6 {
        let scenario = cut(&game, &head, turn, "meteors.toml", "cut").unwrap();
        for key in ["dice = [[", "spawns = [\"", "picks = [["] {
            assert!(scenario.contains(&format!("\n{key}")), "{scenario}");
        }
        assert_eq!(failures(&scenario), [""; 0], "{scenario}");
    }
}

#[test]
fn a_request_gives_what_a_rule_draws() {
    let variant = Arc::new(variant());
    let mut game = Game::from_variant(Arc::clone(&variant), 2, "meteors").unwrap();
    while game.turn() == 0 {
        game.play(&game.observe(game.decision().unwrap().seat()).choices()[0].clone()).unwrap();
    }
    let mut position = game.position();
    for field in ["phase", "outcomes", "laid"] {
        position.as_object_mut().unwrap().remove(field);
    }
    let asked = |rolls: Value, spawns: Value, picks: Value| {
        let legal = answer(&variant, &json!({ "position": position, "turn": true })).unwrap();
        let request = json!({
            "position": position, "turn": true, "place": legal["legal"][0], "rolls": rolls,
            "spawns": spawns, "picks": picks,
        });
        answer(&variant, &request)
    };
    let events =
        asked(json!([[6, 6]]), json!([[5, 1]]), json!([[2, 3], 700, 800])).unwrap()["events"]
            .clone();
    let data: Vec<&Value> = events
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["rule"] == "meteors")
        .map(|event| &event["data"])
        .collect();
    assert_eq!(data[0], &json!({ "dice": [6, 6], "piece": 5, "facing": 1 }));
    assert_eq!(data[1], &json!({ "picked": [2, 3], "below": [6, 6] }));
    assert_eq!((&data[2]["picked"], &data[3]["picked"]), (&json!(700), &json!(800)));
    for (rolls, spawns, picks, why) in [
        (
            json!([[6]]),
            json!([]),
            json!([]),
            "rolls[0]: two dice are rolled for a meteor here: two numbers are needed, not 1",
        ),
        (
            json!([]),
            json!([[4, 0]]),
            json!([]),
            "spawns[0]: a meteor falls here: 4 is not one of 2, 5, 7",
        ),
        (
            json!([]),
            json!([]),
            json!([[2, 9]]),
            "picks[0]: dust settles here: 9 is not a number from 0 to 5",
        ),
        (
            json!([]),
            json!([]),
            json!([[2, 2], 1000]),
            "picks[1]: an omen is seen here: 1000 is not a number from 0 to 999",
        ),
    ] {
        assert_eq!(asked(rolls, spawns, picks).unwrap_err().to_string(), why);
    }
}

/// Draws a number that it does not declare.
#[derive(Debug)]
struct Smuggler;

static SMUGGLED: ChanceDecl =
    ChanceDecl::new("smuggler", Texts(&[("en", "something comes ashore")]));

static SMUGGLER: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "smuggler", "a rule of a test", &|_| Some(Box::new(Smuggler)))
        .at(&[Timing::BeforePlacement]);

impl Rule for Smuggler {
    fn decl(&self) -> &'static RuleDecl {
        &SMUGGLER
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        if table.turn() == 3 {
            table.chance(&SMUGGLED.below(2));
        }
    }
}

static RUMOUR: RuleEvent<(Seat, u32)> =
    RuleEvent::new("gossip", &["of", "times"], &[]).of_kind("heard");

/// A rule that reports an event that it does not declare.
#[derive(Debug)]
struct Gossip;

static GOSSIP: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "gossip", "a rule of a test", &|_| Some(Box::new(Gossip)))
        .at(&[Timing::BeforePlacement]);

impl Rule for Gossip {
    fn decl(&self) -> &'static RuleDecl {
        &GOSSIP
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        table.tell(&RUMOUR, (table.active(), 2));
    }
}

#[test]
fn the_fields_of_an_event_are_read_with_their_types_and_written_by_name() {
    let events = [
        (
            Event::Declared { decl: RUMOUR.decl(), values: &(Seat::new(1), 2).to_values() },
            r#"{"heard":{"of":1,"times":2}}"#,
        ),
        (
            Event::Declared { decl: FELL.decl(), values: &([4, 3], 2, 0).to_values() },
            r#"{"dice":[4,3],"facing":0,"piece":2}"#,
        ),
    ];
    let mut lines = Vec::new();
    for (event, data) in &events {
        write_event(&mut lines, event);
        assert!(String::from_utf8_lossy(&lines).ends_with(&format!(r#","data":{data}}}{}"#, "\n")));
    }
    let (rumour, fell) = (events[0].0, events[1].0);
    assert_eq!(rumour.read(&RUMOUR), Some((Seat::new(1), 2)));
    assert_eq!(fell.read(&FELL), Some(([4, 3], 2, 0)));
    assert_eq!((rumour.read(&FELL), fell.read(&RUMOUR)), (None, None));
}

#[test]
fn conformance_finds_numbers_and_events_that_are_not_declared() {
    let registry = registry().with(&SMUGGLER).with(&GOSSIP);
    let folder = tempfile::tempdir().unwrap();
    let found = |rule: &str| {
        let path = folder.path().join(format!("{rule}.toml"));
        std::fs::write(&path, TEXT.replace("meteors", rule)).unwrap();
        let path = path.to_str().unwrap();
        let variant = Arc::new(Variant::load(path, &RuleFiles::default(), &registry).unwrap());
        let how = Conformance { games: 20, ..Conformance::default() };
        conformance(path, &variant, &registry, &RuleFiles::default(), &how)
            .map_err(|broken| broken.to_string())
    };
    assert!(found("meteors").is_ok(), "{:?}", found("meteors"));
    let why = "rules draw the numbers that they declare: in turn 3, the rule \"smuggler\" draws \
        numbers that it does not declare: something comes ashore";
    assert_eq!(found("smuggler").unwrap_err(), why);
    let why = "rules report the events that they declare: in turn 1, \"gossip\" reports an event \
        of the kind \"heard\" that is not declared, with the fields: of, times";
    assert_eq!(found("gossip").unwrap_err(), why);
}

#[test]
fn a_rule_that_is_registered_declares_numbers_of_its_own() {
    let registry = registry();
    let meteors =
        registry.rules(RulePhase::Hazard).iter().find(|rule| rule.name == "meteors").unwrap();
    assert_eq!(meteors.chance, [&AIM, &WHICH, &DUST, &OMEN, &DOOM]);
    assert_eq!(variant().chance(), meteors.chance);
    let rolls = Registry::default()
        .rules(RulePhase::Hazard)
        .iter()
        .flat_map(|rule| rule.chance)
        .filter(|decl| decl.look == ChanceLook::Dice)
        .count();
    assert_eq!(
        rolls, 7,
        "daikaiju roll for sum, act, square and way out of a portal, the uzushio for its way, \
         ships for wave and portal"
    );
}

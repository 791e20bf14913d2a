//! The moment at which a tile was drawn: rules hear of each draw, before the next one where the
//! engine draws; questions, losses and draws in its midst, and rules that let draws go on for ever.

use crate::common::Texts as Loader;
use crate::common::games::{played, resumes_after_every_line};
use crate::moments::{program, variant as example};
use serde_json::Value;
use std::sync::Arc;
use tsuro::game::{
    Abilities, Cause, CauseDecl, Own, Progress, Rule, RuleDecl, RuleEvent, RulePhase, Seat,
    SeatSet, Spot, Table, Telling, Texts, Timing,
};
use tsuro::ruleset::{BUILT_INS, Variant};

const TOLD: &[Telling] = &[Telling::always(Texts(&[
    ("en", "{player} drew {tile}."),
    ("fr", "{player} a pioché {tile}."),
]))];
static HEARD: RuleEvent<(Seat, u32)> = RuleEvent::new("ears", &["player", "tile"], TOLD);

/// Tells of each draw.
static EARS: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "ears", "tells of each draw", &|_| Some(Box::new(Ears)))
        .events(&[HEARD.decl()])
        .at(&[Timing::Drawn])
        .abilities(Abilities::NONE);

#[derive(Debug)]
struct Ears;

impl Rule for Ears {
    fn decl(&self) -> &'static RuleDecl {
        &EARS
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let (seat, tile) = table.just_drawn().expect("a tile was drawn");
        table.tell(&HEARD, (seat, tile.number().into()));
    }
}

static SPRUNG: CauseDecl = CauseDecl::new(
    "trap/sprung",
    "drawing from a trap",
    Texts(&[("en", "caught in a trap"), ("fr", "pris au piège")]),
);

/// Takes a tile at the beginning of each turn, and puts out a player who draws one with a number
/// that seven divides.
static TRAP: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "trap", "some tiles are trapped", &|_| Some(Box::new(Trap)))
        .causes(&[&SPRUNG])
        .at(&[Timing::TurnBegins, Timing::Drawn])
        .abilities(Abilities::MOVES_TILES);

#[derive(Debug)]
struct Trap;

impl Rule for Trap {
    fn decl(&self) -> &'static RuleDecl {
        &TRAP
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, at: Timing) {
        assert_eq!(table.just_drawn().is_some(), at == Timing::Drawn);
        match table.just_drawn() {
            Some((seat, tile)) if tile.number().is_multiple_of(7) => {
                table.eliminate(seat, Cause::Rule(&SPRUNG));
            }
            Some(_) => {}
            None => {
                // Back into the pile with one tile, and another instead.
                let active = table.active();
                let tile = table
                    .hand(active)
                    .iter()
                    .next()
                    .expect("all have tiles when a turn begins here");
                table.put(tile, Spot::Hand(active), Spot::PileBottom, SeatSet::only(active));
                table.draw_one(active);
            }
        }
    }
}

/// Puts each drawn tile back.
static SIEVE: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "sieve", "holds no tile", &|_| Some(Box::new(Sieve)))
        .at(&[Timing::Drawn])
        .abilities(Abilities::MOVES_TILES);

#[derive(Debug)]
struct Sieve;

impl Rule for Sieve {
    fn decl(&self) -> &'static RuleDecl {
        &SIEVE
    }

    fn act(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) -> Progress {
        let (seat, tile) = table.just_drawn().expect("a tile was drawn");
        table.put(tile, Spot::Hand(seat), Spot::PileBottom, SeatSet::EMPTY);
        Progress::Done
    }
}

/// A rule set with these rules, and with second lives for players who want them.
fn with(decls: &[&'static RuleDecl], base: &str) -> Arc<Variant> {
    let registry = decls.iter().fold(program::registry(), |registry, decl| registry.with(decl));
    let rules = decls
        .iter()
        .fold(String::new(), |rules, decl| format!("{rules}{{ rule = \"{}\" }}, ", decl.name));
    let text =
        format!("schema = 1\nextends = \"{base}\"\nrule = [{rules}{{ rule = \"second-life\" }}]\n");
    Arc::new(
        Variant::load("drawn", &Loader(&[("drawn", &text)]), &registry)
            .unwrap_or_else(|problems| panic!("{base}: {problems}")),
    )
}

/// The events of a record, without its first line.
fn events(record: &str) -> Vec<Value> {
    let lines = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.skip(1).collect()
}

#[test]
fn rules_hear_of_every_draw_and_nothing_else_changes() {
    let mut engine = 0;
    for name in BUILT_INS.iter().map(|built_in| built_in.name) {
        let (plain, heard) = (with(&[], name), with(&[&EARS], name));
        for (index, seats) in plain.players().iter().take_while(|&seats| seats <= 8).enumerate() {
            let (plain, heard) = (
                played(&plain, seats, "drawn", index as u64),
                played(&heard, seats, "drawn", index as u64),
            );
            let heard = events(&heard.record);
            let is_heard = |event: &Value| event["rule"] == "ears";
            let silent: Vec<&Value> = heard.iter().filter(|event| !is_heard(event)).collect();
            assert_eq!(
                silent,
                events(&plain.record).iter().collect::<Vec<_>>(),
                "{name}, {seats} seats"
            );
            let mut draws: Vec<[&Value; 2]> = Vec::new();
            let mut hears: Vec<[&Value; 2]> = Vec::new();
            for (at, event) in heard.iter().enumerate() {
                if event["event"] == "drew" {
                    draws.push([&event["player"], &event["tile"]]);
                    engine += u32::from(heard.get(at + 1).is_some_and(is_heard));
                } else if is_heard(event) {
                    hears.push([&event["data"]["player"], &event["data"]["tile"]]);
                }
            }
            assert_eq!(draws, hears, "{name}, {seats} seats");
        }
    }
    assert!(engine > 1_000, "{engine}");
}

#[test]
fn losses_and_draws_in_the_midst_of_others_are_dealt_with_in_order() {
    // With second lives, a player who is caught is asked, which interrupts the draw and what it
    // came in.
    let variant = with(&[&EARS, &TRAP], "classic");
    let (mut caught, mut risen) = (0, 0);
    for index in 0..40 {
        let record = played(&variant, 2 + (index % 7) as u8, "trap", index).record;
        caught += record.matches("trap/sprung").count();
        let told = events(&record);
        for (at, event) in told.iter().enumerate().filter(|(_, event)| event["event"] == "drew") {
            let number = event["tile"].as_u64().unwrap();
            let heard = told[at + 1..].iter().find(|later| later["rule"] == "ears").unwrap();
            assert_eq!(heard["data"]["tile"], number);
            let after = told[at + 1..].iter().find(|later| {
                ["chose", "drew", "eliminated"].contains(&later["event"].as_str().unwrap_or(""))
            });
            if number.is_multiple_of(7) {
                let after = after.unwrap();
                assert!(after["event"] != "drew", "{after} after a trapped tile");
                risen += u32::from(after["choice"] == "rise");
            }
        }
    }
    assert!(caught > 20 && risen > 20, "{caught} caught, {risen} risen");
    resumes_after_every_line(&variant, 4, "trap");
    resumes_after_every_line(&example("examples/squall.toml"), 3, "squall");
}

#[test]
fn squalls_strike_under_every_way_of_drawing() {
    for base in ["luxury", "seas", "draft", "classic-advanced", "double-turn"] {
        let text = format!("schema = 1\nextends = \"{base}\"\nrule = [{{ rule = \"squall\" }}]\n");
        let variant =
            Variant::load("squalls", &Loader(&[("squalls", &text)]), &program::registry()).unwrap();
        let struck = (0..5).map(|index| {
            played(&variant, 3, "squalls", index)
                .record
                .matches(r#""rule":"squall","data""#)
                .count()
        });
        assert!(struck.sum::<usize>() > 3, "{base}");
        resumes_after_every_line(&variant, 3, "squalls");
    }
}

#[test]
fn draws_without_end_are_stopped_by_name() {
    for base in ["classic", "luxury", "seas"] {
        let variant = with(&[&EARS, &SIEVE], base);
        let record = played(&variant, 3, "sieve", 0).record;
        let told = events(&record);
        let broken = told
            .iter()
            .find(|event| event["data"]["broken"].is_string())
            .unwrap_or_else(|| panic!("{base}: {:?}", told.last()));
        assert_eq!(
            [&broken["rule"], &broken["data"]["moment"], &broken["data"]["broken"]],
            ["sieve", "drawn", "never-ends"],
            "{base}"
        );
    }
}

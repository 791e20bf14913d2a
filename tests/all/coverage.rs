//! Coverage and deep checks: everything that a rule set lists does happen, and each finding of a
//! deep check has a rule set that is rigged to show it.

use std::collections::BTreeMap;
use std::ops::Range;
use tsuro::bots::{BotSpec, BotTable};
use tsuro::game::unchecked::deal;
use tsuro::game::{
    Cause, CauseDecl, Effect, EffectScene, Ending, Event, Luck, Occasion, Outcome, OutcomeDecl,
    Own, Rule, RuleDecl, RuleEvent, RuleFacts, RulePhase, RunSeed, Seat, SeatSet, Table, TableView,
    Texts, Timing, WatchedDeciders, play, play_on,
};
use tsuro::record::Coverage;
use tsuro::rules::Registry;
use tsuro::ruleset::{
    BUILT_INS, BuiltIns, Code, HOUSE_RULES, Source, SourceId, Variant, load, resolve,
};
use tsuro_lab::{DeepCheck, DeepReport, GameCounter};

fn built_in(reference: &str) -> Variant {
    let registry = Registry::default();
    Variant::new(load(reference, &BuiltIns, &registry).unwrap(), &registry).unwrap()
}

fn written(text: &str, registry: &Registry) -> Variant {
    let source = Source::new(SourceId::File("rigged.toml".into()), "rigged.toml", text);
    Variant::new(resolve(source, &BuiltIns, registry).unwrap(), registry).unwrap()
}

fn covered(variant: &Variant, games: u64) -> Coverage {
    let mut coverage = Coverage::new(variant);
    cover(variant, 0..games, &mut coverage);
    coverage
}

fn cover(variant: &Variant, games: Range<u64>, coverage: &mut Coverage) {
    let counts = variant.players().iter().len() as u64;
    for index in games {
        let players = variant.players().round(index);
        let seed = RunSeed::new("coverage").game(index);
        let bot =
            BotSpec::parse(if index / counts % 4 == 3 { "greedy" } else { "random" }).unwrap();
        tsuro::with_rules!(variant.rules(), |rules| {
            let mut luck = Luck(seed);
            let mut table = BotTable::new((0..players).map(|_| bot.make()).collect(), seed);
            play(
                rules,
                players,
                &mut WatchedDeciders::new(&mut table, coverage),
                &mut luck,
                &mut (),
            )
            .unwrap();
        });
    }
}

fn deep(variant: &Variant, games: u64, threads: usize) -> DeepReport {
    DeepCheck { variant, named: "rigged.toml", seed: "deep", games, threads }
        .run(&GameCounter::default())
        .unwrap()
}

/// The messages of the findings with this code.
fn found(report: &DeepReport, code: Code) -> Vec<&str> {
    report
        .findings
        .iter()
        .filter(|problem| problem.code == code)
        .map(|problem| problem.message.as_str())
        .collect()
}

#[test]
fn everything_that_can_happen_happens_under_some_rule_set() {
    let shipped = BUILT_INS.iter().chain(HOUSE_RULES).map(|built_in| built_in.name);
    // With few tiles on a large board, one player runs out of tiles before the others do. A player
    // that lays its only tile, the portal, in the first turn has none to come out on.
    let mut all: Vec<(Variant, Coverage)> = shipped
        .chain(["seas-calm+hand=1+columns=9+rows=9+min=6", "mystic-portal+hand=1"])
        .map(|reference| {
            let variant = built_in(reference);
            let coverage = Coverage::new(&variant);
            (variant, coverage)
        })
        .collect();
    // Most of it happens soon, so more games are played only under rule sets of whose points some
    // have not happened under any.
    let mut never = vec![String::new()];
    for begin in (0..400).step_by(25) {
        for (variant, coverage) in &mut all {
            if begin == 0 || coverage.points().iter().any(|point| never.contains(&point.name)) {
                cover(variant, begin..begin + 25, coverage);
            }
        }
        let mut times: BTreeMap<&str, u64> = BTreeMap::new();
        for point in all.iter().flat_map(|(_, coverage)| coverage.points()) {
            *times.entry(&point.name).or_default() += point.times;
        }
        assert!(times.len() > 45, "only {} points", times.len());
        let unseen = times.iter().filter(|(_, times)| **times == 0);
        never = unseen.map(|(name, _)| (*name).to_owned()).collect();
        if never.is_empty() {
            return;
        }
    }
    panic!("{never:?}");
}

#[test]
fn effects_that_the_rules_exclude_are_not_listed() {
    let names = |reference: &str| -> Vec<String> {
        Coverage::new(&built_in(reference))
            .points()
            .iter()
            .map(|point| point.name.clone())
            .collect()
    };
    let has = |reference, name: &str| names(reference).iter().any(|known| known == name);
    assert!(has("classic", "movement/collision") && !has("passing", "movement/collision"));
    assert!(has("passing", "movement/pass") && !has("classic", "movement/pass"));
    assert!(has("classic", "dragon/taken") && !has("open-tiles", "dragon/taken"));
    assert!(
        has("classic-advanced", "bonus/exchange")
            && !has("classic-advanced+max=2", "bonus/exchange")
    );
    assert!(has("seas", "daikaiju/minimum") && !has("seas+minimum=0", "daikaiju/minimum"));
    assert!(has("two-dice", "daikaiju/second-die") && !has("seas", "daikaiju/second-die"));
}

#[test]
fn coverage_counts_times_and_games_and_adds_up() {
    let variant = built_in("classic");
    let (one, two) = (covered(&variant, 7), covered(&variant, 21));
    let mut sum = one.clone();
    sum.merge(&two);
    assert_eq!(sum.games(), 28);
    for ((sum, one), two) in sum.points().iter().zip(one.points()).zip(two.points()) {
        assert_eq!(
            (sum.times, sum.games),
            (one.times + two.times, one.games + two.games),
            "{}",
            sum.name
        );
        assert!(one.games <= 7 && one.games <= one.times, "{}", sum.name);
    }
    let json = sum.to_json();
    assert_eq!(json[0]["games"], sum.points()[0].games);
}

#[test]
fn shipped_rule_sets_pass_a_deep_check() {
    for reference in
        ["classic", "luxury-advanced", "seas", "seas-calm", "open-tiles", "solo", "longest-path"]
    {
        let report = deep(&built_in(reference), 120, 2);
        let messages: Vec<_> = report.findings.iter().map(|problem| &problem.message).collect();
        assert!(messages.is_empty(), "{reference}: {messages:?}");
    }
}

#[test]
fn a_deep_check_does_not_depend_on_threads() {
    let variant = built_in("kaiju-classic");
    let (one, three) = (deep(&variant, 20, 1), deep(&variant, 20, 3));
    assert_eq!(one.findings, three.findings);
    assert_eq!(one.coverage.to_json(), three.coverage.to_json());
    assert_eq!(one.games, three.games);
}

#[test]
fn games_that_do_not_end_are_found_with_the_game_that_shows_it() {
    let registry = Registry::default().with(&NEVER);
    let variant = written(
        "schema = 1\n[players]\nmax = 2\n[board]\ncolumns = 12\nrows = 12\n[score]\n\
         rule = \"never\"\n",
        &registry,
    );
    let report = deep(&variant, 40, 2);
    let endless = report.findings.iter().find(|problem| problem.code == Code::NeverEnds).unwrap();
    assert_eq!(endless.key.as_deref(), Some("end.turn-limit"));
    assert!(
        endless.message.ends_with("with 2 players did not end within 10000 turns"),
        "{}",
        endless.message
    );
    let shown = endless.shown_by.clone().unwrap();
    // The very game can be seen again.
    let bot = BotSpec::parse(&shown.bots).unwrap();
    let seed = RunSeed::new(&shown.seed).game(shown.game.unwrap());
    tsuro::with_rules!(variant.rules(), |rules| {
        let mut luck = Luck(seed);
        let mut table = BotTable::new((0..shown.players).map(|_| bot.make()).collect(), seed);
        let mut state = deal(rules, shown.players, &mut luck, &mut ());
        let ending = play_on(rules, &mut state, &mut table, &mut luck, &mut ()).unwrap();
        assert_eq!(ending.outcome, Outcome::TurnLimit);
    });
    assert!(
        endless.help.as_ref().unwrap().contains("tsuro simulate rigged.toml --players"),
        "{endless:?}"
    );
}

#[test]
fn a_rule_set_that_sets_a_turn_limit_ends_by_it() {
    let report =
        deep(&written("schema = 1\n[end]\nturn-limit = 12\n", &Registry::default()), 40, 2);
    assert_eq!(found(&report, Code::NeverEnds), [""; 0]);
    // Even where nothing else ends a game.
    let registry = Registry::default().with(&NEVER);
    let limited = written(
        "schema = 1\n[players]\nmax = 2\n[score]\nrule = \"never\"\n[end]\nturn-limit = 30\n",
        &registry,
    );
    assert_eq!(found(&deep(&limited, 40, 2), Code::NeverEnds), [""; 0]);
}

/// A score rule under which a game ends when a piece falls, and may go on without tiles.
#[derive(Debug)]
struct Never;

static NEVER: RuleDecl =
    RuleDecl::new(RulePhase::Score, "never", "nobody wins before somebody falls", &|_| {
        Some(Box::new(Never))
    });

impl Rule for Never {
    fn decl(&self) -> &'static RuleDecl {
        &NEVER
    }

    fn ending(&self, table: TableView<'_>, _: &Own, _: Occasion) -> Option<Ending> {
        // Some games are enough to see: each game that goes on has ten thousand turns.
        let goes_on = !table.tiles_are_gone()
            || table.place(Seat::new(0)).square().column().is_multiple_of(6);
        (table.alive().len() < table.seats() || !goes_on)
            .then_some(Ending::new(table.alive(), Outcome::Rule(&WON)))
    }
}

#[test]
fn a_number_of_players_that_cannot_start_is_found() {
    let text = "schema = 1\n[board]\ncolumns = 3\nrows = 3\n[players]\nmax = 3\n[hazard]\n\
        rule = \"daikaiju\"\nminimum = 0\n\
        columns = [1, 2, 3, 1, 2, 3]\nrows = [1, 2, 3, 1, 2, 3]\nmoves-on = []\n\
        setup = [{ players = [2, 2], place = 0 }, { players = [3, 3], place = 9 }]\n";
    let report = deep(&written(text, &Registry::default()), 30, 2);
    let messages = found(&report, Code::CannotStart);
    assert!(messages.len() == 1 && messages[0].contains(" 3 "), "{messages:?}");
}

#[test]
fn a_rule_or_a_key_that_never_comes_into_play_is_found() {
    let text = "schema = 1\n[tiles]\ncopies = 20\n";
    let report = deep(&written(text, &Registry::default()), 60, 2);
    let messages = found(&report, Code::NeverFires);
    assert!(
        messages.len() == 1 && messages[0].contains("`dragon`") && messages[0].contains(" 852 "),
        "{messages:?}"
    );
    let text = "schema = 1\n[hazard]\nrule = \"daikaiju\"\nmoves-on = []\nminimum = 1\n";
    let report = deep(&written(text, &Registry::default()), 20, 2);
    let messages = found(&report, Code::NeverFires);
    assert!(
        messages
            .iter()
            .any(|message| message.starts_with("`hazard.minimum`: ") && message.ends_with("(S10)")),
        "{messages:?}"
    );
    let problem = report
        .findings
        .iter()
        .find(|problem| problem.key.as_deref() == Some("hazard.minimum"))
        .unwrap();
    assert_eq!(problem.place().unwrap().to_string(), "rigged.toml:5:11");
}

static WON: OutcomeDecl = OutcomeDecl::new("rigged/won", Texts(&[("en", "Rigged: {who}.")]));
static BITTEN: CauseDecl =
    CauseDecl::new("idle/bitten", "being bitten", Texts(&[("en", "bitten")]));

/// A score rule under which the last seat never wins.
#[derive(Debug)]
struct Rigged;

static RIGGED: RuleDecl =
    RuleDecl::new(RulePhase::Score, "rigged", "seat 1 never wins", &|_| Some(Box::new(Rigged)));

impl Rule for Rigged {
    fn decl(&self) -> &'static RuleDecl {
        &RIGGED
    }

    fn ending(&self, table: TableView<'_>, _: &Own, _: Occasion) -> Option<Ending> {
        let winners = SeatSet::first(table.seats()).without(SeatSet::only(Seat::new(1)));
        (table.alive().len() < table.seats() || table.tiles_are_gone())
            .then_some(Ending::new(winners, Outcome::Rule(&WON)))
    }
}

#[test]
fn a_seat_that_cannot_win_is_found() {
    let registry = Registry::default().with(&RIGGED);
    let report = deep(
        &written("schema = 1\n[players]\nmax = 3\n[score]\nrule = \"rigged\"\n", &registry),
        60,
        2,
    );
    assert_eq!(
        found(&report, Code::SeatNeverWins),
        [
            "with 2 players, seat 2 won none of 60 games",
            "with 3 players, seat 2 won none of 72 games"
        ]
    );
    // It says nothing of its effects, and is seen by its outcome.
    assert!(
        report.findings.iter().all(|problem| problem.code != Code::NeverFires
            || problem.key.as_deref() != Some("score.rule"))
    );
    assert!(
        report
            .coverage
            .points()
            .iter()
            .any(|point| point.name == "rigged" && point.times == report.games)
    );
}

static YAWNED: RuleEvent<()> = RuleEvent::new("idle", &[], &[]);

/// A hazard with two effects, one of which never happens.
#[derive(Debug)]
struct Idle;

static IDLE: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "idle", "nothing much", &|_| Some(Box::new(Idle)))
        .at(&[Timing::BeforePlacement]);

impl Rule for Idle {
    fn decl(&self) -> &'static RuleDecl {
        &IDLE
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let yawned = |scene: &EffectScene<'_>| scene.event.is(&YAWNED);
        let woke = |scene: &EffectScene<'_>| {
            matches!(
                scene.event, Event::Eliminated { cause, .. } if *cause == Cause::Rule(&BITTEN)
            )
        };
        vec![
            Effect::new("yawned", "it yawns", yawned),
            Effect::new("woke", "it wakes and bites", woke),
        ]
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        if table.turn() == 5 {
            table.tell(&YAWNED, ());
        }
    }
}

#[test]
fn a_rule_from_outside_says_what_it_can_do() {
    let registry = Registry::default().with(&IDLE);
    let variant = written("schema = 1\n[hazard]\nrule = \"idle\"\n", &registry);
    let coverage = covered(&variant, 50);
    let times = |name: &str| {
        coverage.points().iter().find(|point| point.name == name).map(|point| point.times)
    };
    assert!(times("idle/yawned").is_some_and(|times| times > 0));
    assert_eq!(times("idle/woke"), Some(0));
    assert_eq!(times("idle"), None, "it has said itself what it can do");
}

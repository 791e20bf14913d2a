//! Suites on disk: messages for broken ones, values filled in, scenarios cut out of games, and
//! conformance of rule sets.
//!
//! `tests/corpus/bad-suites/*.toml` are broken; `problems.txt` beside them has the place, code and
//! key of each problem, `tests/corpus/messages/suites.txt` the full text.

use crate::common::games::{played, variant};
use crate::common::golden::{Messages, compare, pins, shown};
use crate::common::in_checkout;
use crate::common::program::{self, out};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;
use tsuro::board::Square;
use tsuro::game::{Key, Own, Rule, RuleDecl, RuleKey, RulePhase, Setup, Table, Timing};
use tsuro::record::{RecordReader, Replayer};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Code, Problems, Source, SourceId, Variant};
use tsuro_suite::{
    Conformance, MUST_HOLD, RuleBook, RuleSetSelection, RunPlan, Suite, bless, conformance, cut,
    problem, read,
};
use tsuro_world::RuleFiles;

fn tsuro(folder: &Path, arguments: &[&str]) -> Output {
    program::tsuro(arguments).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

fn suite(text: &str) -> (Suite, Problems) {
    let mut problems = Problems::default();
    let suite = read(
        Source::new(SourceId::File("test.toml".into()), "test.toml", text),
        &Registry::default(),
        &mut problems,
    );
    (suite, problems)
}

/// The problems of a suite: in its text, or when its scenarios are played.
fn problems(name: &str, text: &str) -> Problems {
    let mut found = Problems::default();
    let suite = read(
        Source::new(SourceId::File(name.into()), name, text),
        &Registry::default(),
        &mut found,
    );
    let (registry, files) = (Registry::default(), RuleFiles::default());
    let suites = [suite];
    let plan = RunPlan::new(
        &suites,
        &RuleSetSelection::Own,
        &mut RuleBook::new(&registry, &files),
        &|_, _| true,
    );
    for (run, done) in plan.runs.iter().zip(plan.play_all(&suites, 1)) {
        let scenario = &suites[0].scenarios[run.scenario];
        found.extend(done.failures.iter().map(|failure| problem(&suites[0], scenario, failure)));
    }
    found
}

#[test]
fn every_broken_suite_has_the_problems_that_are_recorded() {
    let folder = in_checkout("tests/corpus/bad-suites");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort();
    assert!(paths.len() >= 40, "{} files", paths.len());
    let (mut messages, mut pinned) = (Messages::new("suites"), String::new());
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let found = problems(&name, &std::fs::read_to_string(&path).unwrap());
        assert!(found.has_errors(), "{name} is fine");
        // Each names its line.
        for problem in &found {
            assert!(
                problem.place().is_some_and(|place| place.start().is_some()),
                "{name}: {problem}"
            );
        }
        messages.add(&name, &shown(&found));
        pinned.extend(pins(&found).iter().map(|pin| format!("{pin}\n")));
    }
    for code in Code::OF_SUITES {
        assert!(
            pinned.lines().any(|pin| pin.split(' ').nth(1) == Some(code.as_str())),
            "no file of the corpus has the error `{code}`"
        );
    }
    compare("tests/corpus/bad-suites/problems.txt", &pinned);
    messages.compare();
}

#[test]
fn a_question_mark_is_filled_in_where_it_stands_and_nothing_else_changes() {
    let text = "rule = \"C4\"\nrules = \"classic\"\n\n[[scenario]] # a remark\n\
        title = \"What happens?\"\nplayers.A = \"a1:H 33\"\nplayers.B = \
                \"f6:D 1\"\nplace = 33\nexpect.events = \"?\" # and this one\n\
                expect.at.A = \"?\"\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ask.toml");
    std::fs::write(&path, text).unwrap();
    assert_eq!(tsuro(folder.path(), &["test", "ask.toml"]).status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "without --bless nothing is written");
    let blessed = tsuro(folder.path(), &["test", "ask.toml", "--bless", "--json"]);
    assert_eq!(blessed.status.code(), Some(0));
    assert!(
        serde_json::from_slice::<serde_json::Value>(&blessed.stdout).is_ok(),
        "{}",
        out(&blessed)
    );
    let expected = text
        .replace("events = \"?\"", "events = [\"A moves to b1:H\"]")
        .replace("at.A = \"?\"", "at.A = \"b1:H\"");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn a_scenario_that_cannot_be_played_is_not_filled_in() {
    let head = "rules = \"classic\"\n\n";
    let scenario = |title: &str, rest: &str| {
        format!(
            "[[scenario]]\ntitle = \"{title}\"\nplayers.A = \"a1:H 33 34\"\n\
             players.B = \"f6:D 1\"\n{rest}\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ask.toml");
    let asks = [
        ("a tile that is not in the hand", "place = 14\nexpect.events = \"?\""),
        ("a placement over the edge", "place = 34\nexpect.events = \"?\""),
        ("a tile that nobody asks for", "place = [33, 14]\nturns = 1\nexpect.at.A = \"?\""),
        ("dice that are not rolled", "place = 33\ndice = [[4, 3]]\nexpect.at.A = \"?\""),
        ("no start mark is asked for", "place = 33\nexpect.only-marks = \"?\""),
        ("nothing is refused", "place = 33\nexpect.impossible = \"?\""),
    ];
    for (title, rest) in asks {
        let text = format!("{head}{}", scenario(title, rest));
        std::fs::write(&path, &text).unwrap();
        let output = tsuro(folder.path(), &["test", "ask.toml", "--bless"]);
        assert_eq!(output.status.code(), Some(1), "{title}: {}", out(&output));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{title}: {}", out(&output));
        assert!(out(&output).contains("error[not-met]"), "{title}: {}", out(&output));
    }
    // One scenario that cannot be played does not keep another from its values.
    let text = format!(
        "{head}{}\n{}",
        scenario("bad", asks[0].1),
        scenario("good", "place = 33\nexpect.at.A = \"?\"")
    );
    std::fs::write(&path, &text).unwrap();
    let output = tsuro(folder.path(), &["test", "ask.toml", "--bless"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        text.replace("at.A = \"?\"", "at.A = \"b1:H\"")
    );
    // Where the scenario expects the refusal, what happened until then is there to be read.
    let text = format!(
        "{head}{}",
        scenario("refused", "place = 14\nexpect.refused = \"placement\"\nexpect.at.A = \"?\"")
    );
    std::fs::write(&path, &text).unwrap();
    assert_eq!(tsuro(folder.path(), &["test", "ask.toml", "--bless"]).status.code(), Some(0));
}

#[test]
fn a_scenario_of_ones_own_needs_no_rule_id() {
    let text = "rules = \"classic\"\n\n[[scenario]]\ntitle = \"A piece moves\"\n\
        players.A = \"a1:H 33\"\nplayers.B = \"f6:D 1\"\nplace = \
                33\nexpect.at.A = \"b1:H\"\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let output = tsuro(folder.path(), &["test", "mine.toml", "--verbose"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    assert!(out(&output).contains("\n  ok A piece moves (classic)\n"), "{}", out(&output));
    let tap = out(&tsuro(folder.path(), &["test", "mine.toml", "--format", "tap"]));
    assert!(tap.contains("ok 1 - A piece moves (classic)"), "{tap}");
    assert_eq!(
        tsuro(folder.path(), &["test", "mine.toml", "--pages", "pages"]).status.code(),
        Some(0)
    );
    let index = std::fs::read_to_string(folder.path().join("pages/README.md")).unwrap();
    assert!(index.contains("- [Other situations](mine.md#other-situations)"), "{index}");
    assert!(
        std::fs::read_to_string(folder.path().join("pages/mine.md"))
            .unwrap()
            .contains("\n## Other situations\n")
    );
}

#[test]
fn one_question_mark_with_two_answers_is_left_alone() {
    let text = "rule = \"T1\"\nrules = [\"classic\", \"seas-calm\"]\n\n[[scenario]]\n\
        title = \"How many marks\"\nseats = 2\nseed = \
                \"x\"\nexpect.mark-count = \"?\"\n";
    let (one, problems) = suite(text);
    assert!(problems.is_empty(), "{problems}");
    let suites = [one];
    let (registry, files) = (Registry::default(), RuleFiles::default());
    let plan = RunPlan::new(
        &suites,
        &RuleSetSelection::Own,
        &mut RuleBook::new(&registry, &files),
        &|_, _| true,
    );
    let done = plan.play_all(&suites, 1);
    let found = bless(text, done.iter().flat_map(|done| &done.failures)).unwrap_err();
    assert_eq!((found.one.as_str(), found.other.as_str()), ("48", "56"));
}

#[test]
fn every_turn_of_a_recorded_game_makes_a_scenario_that_passes() {
    let registry = Registry::default();
    for (rules, seats) in [
        ("classic-advanced", 5),
        ("luxury", 3),
        ("seas", 6),
        ("open-tiles", 4),
        ("longest-path", 2),
    ] {
        let record = played(&variant(rules), seats, "cut", 0).record;
        let game = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
        let head = Replayer::new(&registry).replay(&game).unwrap().head;
        let turns =
            record.lines().filter(|line| line.starts_with("{\"event\":\"turn\"")).count() as u32;
        let mut text = "schema = 1\n".to_owned();
        for turn in 1..=turns {
            let _ = write!(
                text,
                "\n{}",
                cut(&game, &head, turn, rules, &format!("Turn {turn}")).unwrap()
            );
        }
        let found = problems("cut.toml", &text);
        assert!(found.is_empty(), "{rules}: {found}\n{text}");
        assert!(cut(&game, &head, turns + 1, rules, "none").is_err());
        assert!(cut(&game, &head, 0, rules, "none").is_err());
    }
}

#[test]
fn tsuro_scenario_adds_to_a_suite_and_leaves_a_broken_one_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::write(here.join("game.jsonl"), played(&variant("seas"), 4, "table", 0).record)
        .unwrap();
    for turn in ["2", "3"] {
        assert_eq!(
            tsuro(here, &["scenario", "game.jsonl", "mine.toml", "--turn", turn]).status.code(),
            Some(0)
        );
    }
    let tested = tsuro(here, &["test", "mine.toml", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&tested.stdout).unwrap();
    assert_eq!((&answer["passed"], &answer["failed"]), (&2.into(), &0.into()), "{answer:#}");
    // The same title again would make the suite unreadable.
    let before = std::fs::read_to_string(here.join("mine.toml")).unwrap();
    assert_eq!(
        tsuro(here, &["scenario", "game.jsonl", "mine.toml", "--turn", "3"]).status.code(),
        Some(1)
    );
    assert_eq!(std::fs::read_to_string(here.join("mine.toml")).unwrap(), before);
    assert!(
        out(&tsuro(here, &["scenario", "from-record", "game.jsonl", "--turn", "1"]))
            .contains("[[scenario]]")
    );
    assert_eq!(tsuro(here, &["scenario", "game.jsonl", "--turn", "5000"]).status.code(), Some(2));
    assert_eq!(tsuro(here, &["scenario", "nothing.jsonl", "--turn", "1"]).status.code(), Some(2));
}

#[test]
fn a_child_shows_which_inherited_expectations_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::write(
        here.join("mine.toml"),
        "schema = 1\nextends = \"classic\"\n[placement]\navoid = [\"edge\"]\n",
    )
    .unwrap();
    let suites = in_checkout("tests/scenarios");
    let tested = tsuro(here, &["test", suites.to_str().unwrap(), "--rules", "mine.toml", "--json"]);
    assert_eq!(tested.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&tested.stdout).unwrap();
    let of = |status: &str| -> Vec<String> {
        let scenarios = answer["scenarios"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|scenario| scenario["status"] == status);
        scenarios.map(|scenario| scenario["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(
        of("failed").contains(&"Running into another piece counts as suicide too".to_owned()),
        "{:?}",
        of("failed")
    );
    assert!(
        of("passed")
            .contains(&"The last piece wins, and nothing is returned or drawn any more".to_owned())
    );
    assert!(of("skipped").iter().any(|name| name.contains("daikaiju")));
    assert!(of("failed").len() < 15, "{:?}", of("failed"));
}

#[test]
fn the_suites_of_the_program_are_played_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let answer = |arguments: &[&str]| -> serde_json::Value {
        let played = tsuro(here, &[&["test", "--json"], arguments].concat());
        serde_json::from_slice(&played.stdout).unwrap_or_else(|_| {
            panic!("{arguments:?}: {}", String::from_utf8_lossy(&played.stderr))
        })
    };
    let files = ["tests/scenarios", "examples/scripts_suite.toml"].map(in_checkout);
    let [scenarios, scripts] = files.each_ref().map(|path| path.to_str().unwrap());
    let of_files = tsuro(here, &["test", "--json", scenarios, scripts]);
    let of_files: serde_json::Value = serde_json::from_slice(&of_files.stdout).unwrap();
    let all = answer(&["shipped"]);
    assert_eq!((&all["passed"], &all["failed"]), (&of_files["passed"], &0.into()));
    let one = answer(&["shipped/seas-ships.toml"]);
    let some = one["scenarios"].as_array().unwrap();
    let line = some[3]["line"].as_u64().unwrap();
    let at = answer(&[&format!("shipped/seas-ships.toml:{line}")]);
    assert!(
        at["scenarios"].as_array().unwrap().iter().all(|scenario| scenario["line"] == line),
        "{at:#}"
    );
    assert_eq!(tsuro(here, &["test", "shipped/nothing.toml"]).status.code(), Some(2));
    // A folder of that name comes first.
    std::fs::create_dir(here.join("shipped")).unwrap();
    assert_eq!(tsuro(here, &["test", "shipped"]).status.code(), Some(2));
    assert_eq!(
        tsuro(here, &["test", "shipped/classic.toml"]).status.code(),
        Some(0),
        "there is no such file in it"
    );
}

#[test]
fn a_test_run_without_suites_or_with_a_broken_one_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for arguments in [&["test"][..], &["test", "nowhere"], &["test", "."]] {
        assert_eq!(tsuro(here, arguments).status.code(), Some(2), "{arguments:?}");
    }
    std::fs::write(here.join("rules.toml"), "schema = 1\nextends = \"classic\"\n").unwrap();
    assert_eq!(tsuro(here, &["test", "."]).status.code(), Some(2), "a rule set is not a suite");
    std::fs::write(here.join("suite.toml"), "[[scenario]]\ntitle = \"x\"\n").unwrap();
    assert_eq!(tsuro(here, &["test", "."]).status.code(), Some(1));
    // A suite for other rules only counts as nothing, too.
    let classic = "rule = \"C1\"\nrules = \"classic\"\n[[scenario]]\ntitle = \"x\"\n\
        expect.players = [2, 8]\n";
    std::fs::write(here.join("classic.toml"), classic).unwrap();
    assert_eq!(tsuro(here, &["test", "classic.toml", "--rules", "classic"]).status.code(), Some(0));
    assert_eq!(tsuro(here, &["test", "classic.toml", "--rules", "seas"]).status.code(), Some(2));
    std::fs::remove_file(here.join("classic.toml")).unwrap();
    let terse = out(&tsuro(here, &["test", "--format", "terse"]));
    assert!(terse.starts_with("suite.toml:1:1: error[missing-key]"), "{terse}");
}

#[test]
fn reports_for_ci_say_the_same_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let scenario = |title: &str, to: &str| {
        format!(
            "\n[[scenario]]\ntitle = \"{title}\"\nplayers.A = \"a1:H 33\"\nplayers.B = \"f6:D 1\"\n\
             place = 33\nexpect.at.A = \"{to}\"\n"
        )
    };
    let text = format!(
        "rule = \"T6\"\nrules = \"classic\"\n{}{}",
        scenario("right & good", "b1:H"),
        scenario("wrong <#>", "b2:H")
    );
    std::fs::write(here.join("two.toml"), text).unwrap();
    let report = |format: &str| {
        let output = tsuro(here, &["test", "two.toml", "--format", format]);
        assert_eq!(output.status.code(), Some(1));
        out(&output)
    };
    let junit = report("junit");
    assert!(
        junit.starts_with("<?xml")
            && junit.contains("tests=\"2\"")
            && junit.contains("failures=\"1\""),
        "{junit}"
    );
    assert!(junit.contains("right &amp; good") && junit.contains("wrong &lt;#&gt;"), "{junit}");
    // The boards before and after, and the events, are the ones that people are shown, without
    // colours.
    let drawn = |text: &str| {
        let from = text.find("before").unwrap_or_else(|| panic!("no boards in {text}"));
        let to = from
            + text[from..].find("what happened: ").unwrap_or_else(|| panic!("no events in {text}"));
        text[from..=to + text[to..].find('\n').unwrap()].to_owned()
    };
    assert_eq!(
        drawn(&junit).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
        drawn(&report("pretty"))
    );
    assert!(drawn(&junit).contains("A moves to b1:H") && !junit.contains('\x1b'), "{junit}");
    let tap = report("tap");
    assert!(tap.starts_with("TAP version 14\n1..2\nok 1 - T6 right & good"), "{tap}");
    assert!(tap.contains("\nnot ok 2 - T6 wrong <\\#>"), "{tap}");
    let pretty = report("pretty");
    for part in ["two.toml:16:", "expected", "found", "b2:H", "before", "after", "seed"] {
        assert!(pretty.contains(part), "{part}: {pretty}");
    }
}

#[test]
fn the_command_that_is_shown_runs_that_one_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let text = "rule = \"T6\"\n\n[fixtures.f]\nplayers.A = \"a1:H 33\"\nplayers.B = \"f6:D 1\"\n\
        place = 33\n\n[[scenario]]\ntitle = \"In \
                many places\"\nrules = [\"classic\", \"luxury\"]\nextends = \"f\"\n\
                expect.at.A = \"{to}\"\nexamples = [{ to = \"b1:H\" }, { to = \
                \"b2:H\" }]\n\n[[scenario]]\ntitle = \"One place\"\nrules = \"classic\"\n\
                extends = \"f\"\nexpect.at.A = \"b3:H\"\n";
    std::fs::write(here.join("two.toml"), text).unwrap();
    let shown = out(&tsuro(here, &["test", "two.toml"]));
    let commands: Vec<Vec<String>> = shown
        .lines()
        .filter_map(|line| shlex::split(line.trim().strip_prefix("this one alone: tsuro ")?))
        .collect();
    assert_eq!(commands.len(), 3, "{shown}");
    let mut alone = std::collections::BTreeSet::new();
    for command in &commands {
        let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        arguments.push("--json");
        let answer: serde_json::Value =
            serde_json::from_slice(&tsuro(here, &arguments).stdout).unwrap();
        let [one] = &answer["scenarios"].as_array().unwrap()[..] else {
            panic!("{command:?}: {answer:#}")
        };
        assert_eq!(one["status"], "failed");
        alone.insert(format!("{} {}", one["name"], one["rules"]));
    }
    assert_eq!(alone.len(), 3, "{alone:?}");
    // A line inside a scenario picks it, too.
    let answer = tsuro(here, &["test", "two.toml:17", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(answer["scenarios"][0]["name"], "One place");
    assert_eq!(tsuro(here, &["test", "two.toml:1"]).status.code(), Some(2));
}

#[test]
fn every_shipped_rule_set_conforms() {
    shipped_rule_sets_conform(9);
}

#[test]
#[ignore = "two minutes: many games of every rule set"]
fn every_shipped_rule_set_conforms_in_many_games() {
    shipped_rule_sets_conform(60);
}

fn shipped_rule_sets_conform(games: u32) {
    let (registry, mut how) = (Registry::default(), Conformance::default());
    for edition in tsuro::ruleset::BUILT_INS.iter().chain(tsuro::ruleset::HOUSE_RULES) {
        let variant =
            std::sync::Arc::new(Variant::load(edition.name, &BuiltIns, &registry).unwrap());
        // At least one with each number of players.
        how.games = games.max(variant.players().iter().len() as u32);
        let found = conformance(edition.name, &variant, &registry, &BuiltIns, &how);
        assert!(found.is_ok(), "{}: {}", edition.name, found.unwrap_err());
    }
}

/// A hazard that is wrong in one of several ways, by its key `fault`.
#[derive(Debug)]
struct Faulty(i64);

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Memory {
    turns: u32,
    #[serde(skip)]
    forgotten: u32,
}

static FAULTY: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "faulty", "wrong on purpose", &|values| {
        Some(Box::new(Faulty(values.get(&FAULT)?)))
    })
    .keys(&[FAULT.decl()])
    .at(&[Timing::BeforePlacement]);

const FAULT: RuleKey<i64> =
    Key::number("fault", 0..=9).default(0).means("Which fault it has").typed();

impl Rule for Faulty {
    fn decl(&self) -> &'static RuleDecl {
        &FAULTY
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(Memory::default())
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let memory = own.get_mut::<Memory>();
        memory.turns += 1;
        // It walls the active piece in and lets it live.
        if self.0 == 1 && memory.turns == 7 {
            let before: Square = table.place(table.active()).square();
            table.block(before);
        }
    }
    fn view(&self, own: &Own, _seat: Option<tsuro::game::Seat>) -> serde_json::Value {
        let memory = own.get::<Memory>();
        if self.0 == 3 { serde_json::json!(memory.forgotten) } else { serde_json::Value::Null }
    }
    fn redeal(&self, own: &mut Own, _seat: tsuro::game::Seat, rng: &mut tsuro::game::Rng) {
        let memory = own.get_mut::<Memory>();
        memory.forgotten = rng.bits() | 1;
    }
}

#[test]
fn a_rule_that_breaks_something_is_shown_by_a_small_game_and_a_scenario() {
    let registry = Registry::default().with(&FAULTY);
    let how = Conformance { games: 20, ..Conformance::default() };
    let found = |fault: u8| {
        let text = format!(
            "schema = 1\nname = \"faulty\"\nextends = \"classic\"\n[hazard]\nrule = \"faulty\"\n\
             fault = {fault}\n"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faulty.toml");
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let variant =
            std::sync::Arc::new(Variant::load(path, &RuleFiles::default(), &registry).unwrap());
        conformance(path, &variant, &registry, &RuleFiles::default(), &how)
    };
    assert!(found(0).is_ok(), "{}", found(0).unwrap_err());
    let stuck = *found(1).unwrap_err();
    assert_eq!(stuck.what, "no seat is stuck", "{stuck}");
    // The smallest: two players, and the seventh turn in which it breaks.
    let turns = stuck.record.lines().filter(|line| line.starts_with("{\"event\":\"turn\"")).count();
    assert_eq!(turns, 7, "{}", stuck.record);
    assert!(
        stuck
            .record
            .lines()
            .next()
            .unwrap()
            .contains("\"players\":[\"conformance\",\"conformance\"]"),
        "{}",
        stuck.record
    );
    assert!(
        stuck.scenario.as_deref().is_some_and(|scenario| scenario.contains("turn = 7")),
        "{:?}",
        stuck.scenario
    );
    assert_eq!(found(3).unwrap_err().what, "views leak nothing");
    for (fault, what) in [(1, 3), (3, 9)] {
        assert_eq!(found(fault).unwrap_err().what, MUST_HOLD[what]);
    }
}

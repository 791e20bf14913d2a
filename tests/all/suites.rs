//! The suites in `tests/scenarios/`: run as by `tsuro test`, and each scenario checked by the slow
//! implementation as well.

use crate::common::golden::is_blessing;
use crate::common::{in_checkout, read_checkout};
use crate::slow::position::in_one_spelling;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tsuro::rules::Registry;
use tsuro::ruleset::{Problems, Source, SourceId};
use tsuro_suite::{
    Baseline, EXPECT_KEYS, GIVEN_KEYS, Page, RuleBook, RuleSetSelection, Run, RunPlan, RunResult,
    ScenarioStop, Start, Suite, TurnBeginning, event_sentences, ids, pages, read,
};
use tsuro_world::RuleFiles;

fn folder() -> PathBuf {
    in_checkout("tests/scenarios")
}

/// The suite of the rules that ship as scripts, which an example shows.
const SCRIPTS: &str = "examples/scripts_suite.toml";

fn suites() -> Vec<Suite> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort();
    let shown =
        |path: &Path| format!("tests/scenarios/{}", path.file_name().unwrap().to_string_lossy());
    read_all(paths.into_iter().map(|path| (shown(&path), path)))
}

/// Reads suites, each with the name that is shown of it.
fn read_all(paths: impl Iterator<Item = (String, PathBuf)>) -> Vec<Suite> {
    let mut problems = Problems::default();
    let read = |(shown, path): (String, PathBuf)| {
        let text = std::fs::read_to_string(&path).unwrap();
        read(Source::new(SourceId::File(path), shown, text), &Registry::default(), &mut problems)
    };
    let suites = paths.map(read).collect();
    assert!(problems.is_empty(), "{problems}");
    suites
}

fn name(suites: &[Suite], run: &Run) -> String {
    let suite = &suites[run.suite];
    let scenario = &suite.scenarios[run.scenario];
    format!("{} ({}) under {}", scenario.title, scenario.place(&suite.source), run.rules)
}

/// Everything played: each run with what came of it.
fn played<T>(look: impl Fn(&[Suite], &Run, &RunResult) -> Option<T>) -> Vec<T> {
    let (suites, registry, files) = (suites(), Registry::default(), RuleFiles::default());
    let plan = RunPlan::new(
        &suites,
        &RuleSetSelection::Own,
        &mut RuleBook::new(&registry, &files),
        &|_, _| true,
    );
    let done = plan.play_all(&suites, 2);
    plan.runs.iter().zip(&done).filter_map(|(run, done)| look(&suites, run, done)).collect()
}

#[test]
fn every_scenario_passes() {
    let failed = played(|suites, run, done| {
        let mut text = format!("{}\n", name(suites, run));
        for failure in &done.failures {
            let _ = writeln!(
                text,
                "  {}\n    expected {:?}\n    found    {:?}",
                failure.message, failure.expected, failure.found
            );
        }
        (!done.passed()).then_some(text)
    });
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// With `--nocapture`, `.ci/run` shows it.
#[test]
fn the_suites_and_their_scores_as_the_program_shows_it() {
    let mut mutate = vec!["--at-least", "95"];
    mutate.extend(
        [
            "classic",
            "luxury",
            "seas",
            "teams",
            "draft",
            "islands",
            "globe",
            "portals",
            "double-turn",
            "solo-seas",
            "solo-seas-easy",
            "team-seas",
        ]
        .iter()
        .flat_map(|rules| ["--mutate", rules]),
    );
    // It shares its other keys with Seas, and the suites of Seas notice them.
    let own = [
        "--own",
        "--at-least",
        "95",
        "--mutate",
        "storm-seas",
        "--mutate",
        "uzushio",
        "--mutate",
        "wave",
        "--mutate",
        "mystic-portal",
    ];
    for more in [&[][..], &mutate, &own] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tsuro"));
        let output = command
            .args(["test", "tests/scenarios"])
            .args(more)
            .current_dir(crate::common::checkout())
            .output()
            .unwrap();
        print!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.status.success(), "{more:?}");
    }
}

#[test]
fn each_ruling_has_scenarios_for_both_of_its_sides() {
    let text = read_checkout("docs/rules.md");
    let suites = suites();
    let mut rulings = 0;
    for &(id, _) in ids::RULES {
        let (_, after) = text.split_once(&format!("\n**{id} ")).unwrap();
        let paragraph = after.split("\n\n").next().unwrap();
        if paragraph.to_lowercase().contains("*ruling") {
            rulings += 1;
            let about = suites
                .iter()
                .flat_map(|suite| &suite.scenarios)
                .filter(|scenario| scenario.ids.iter().any(|known| known == id));
            assert!(about.count() >= 2, "{id}");
        }
    }
    assert!(rulings >= 10, "{rulings} rulings");
}

#[test]
fn there_are_at_least_250_scenarios_and_every_rule_id_has_one_of_its_own() {
    let suites = suites();
    let scenarios: Vec<_> = suites.iter().flat_map(|suite| &suite.scenarios).collect();
    // Rows that share a title say nothing new.
    let titles: std::collections::BTreeSet<&str> =
        scenarios.iter().map(|scenario| scenario.title.as_str()).collect();
    assert!(titles.len() >= 250, "{} titles", titles.len());
    assert!(
        scenarios.iter().all(|scenario| !scenario.ids.is_empty()),
        "each says which rule it is about"
    );
    let has_one = |id: &str| {
        scenarios.iter().any(|scenario| scenario.ids.first().is_some_and(|first| first == id))
    };
    let missing: Vec<&str> =
        ids::RULES.iter().map(|&(id, _)| id).filter(|id| !has_one(id)).collect();
    assert!(missing.is_empty(), "no scenario for {missing:?}");
}

#[test]
fn the_ids_are_those_of_the_rules() {
    let text = read_checkout("docs/rules.md");
    let is_id = |word: &str| {
        word.len() > 1
            && word[1..].chars().all(|c| c.is_ascii_digit())
            && word.starts_with(char::is_uppercase)
    };
    let described: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("**")?.split_once("**")?.0.split_once(' '))
        .map(|(id, name)| (id, name.trim_end_matches('.')))
        .filter(|(id, _)| is_id(id))
        .collect();
    assert_eq!(described, ids::RULES);
}

#[test]
fn the_document_names_every_key_and_every_event() {
    let text = read_checkout("docs/test-suites.md");
    let (_, reference) = text.split_once("\n## The file\n").unwrap();
    let named = |key: &str| {
        ["`", ".A`", ".c3`", " = "].iter().any(|end| reference.contains(&format!("`{key}{end}")))
    };
    let missing: Vec<&&str> =
        GIVEN_KEYS.iter().chain(EXPECT_KEYS).filter(|key| !named(key)).collect();
    assert!(missing.is_empty(), "docs/test-suites.md does not name {missing:?}");
    for (event, sentence) in event_sentences() {
        let row = format!("| `{event}` | `{sentence}` |");
        assert!(reference.contains(&row), "docs/test-suites.md has no row {row}");
    }
}

/// The files below a folder, by their path in it.
fn below(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            below(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, std::fs::read_to_string(entry.path()).unwrap());
        }
    }
}

/// The suite whose page and pictures are kept.
const REGRESSIONS: &str = "regressions";

#[test]
fn all_suites_make_pages_that_link_to_each_other_and_to_their_pictures() {
    let (registry, files) = (Registry::default(), RuleFiles::default());
    let mut all = suites();
    all.extend(read_all([(SCRIPTS.to_owned(), in_checkout(SCRIPTS))].into_iter()));
    let made = pages(&all, &mut RuleBook::new(&registry, &files)).unwrap();
    let paths: BTreeSet<&str> = made.iter().map(|page| page.path.as_str()).collect();
    assert_eq!(paths.len(), made.len(), "two pages or pictures have the same path");
    let texts: Vec<&Page> = made
        .iter()
        .filter(|page| Path::new(&page.path).extension().is_some_and(|end| end == "md"))
        .collect();
    assert_eq!(texts.len(), all.len() + 1, "a page for each suite, and one that lists them");
    let linked: BTreeSet<&str> = texts
        .iter()
        .flat_map(|page| page.text.split("](").skip(1))
        .filter_map(|rest| rest.split([')', '#']).next())
        .collect();
    let linked: BTreeSet<&str> = linked
        .into_iter()
        .filter(|link| !link.is_empty() && !link.contains("://") && !link.starts_with(".."))
        .collect();
    assert_eq!(
        linked.symmetric_difference(&paths).copied().collect::<Vec<_>>(),
        ["README.md"],
        "links without a page, or pages without a link"
    );

    let kept = in_checkout("tests/corpus/pages");
    let page = format!("{REGRESSIONS}.md");
    let of_page = |made: &&Page| {
        made.path == page || made.path.starts_with(&format!("pictures/{REGRESSIONS}/"))
    };
    let made: BTreeMap<String, String> =
        made.iter().filter(of_page).map(|page| (page.path.clone(), page.text.clone())).collect();
    if is_blessing() {
        std::fs::remove_dir_all(&kept).unwrap();
        for (path, text) in &made {
            let path = kept.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
    let mut there = BTreeMap::new();
    below(&kept, "", &mut there);
    let stale: Vec<&String> = made
        .keys()
        .chain(there.keys())
        .filter(|path| made.get(*path) != there.get(*path))
        .collect();
    assert!(
        stale.is_empty(),
        "these files of tests/corpus/pages are stale; `just bless` writes them anew: {stale:#?}"
    );
}

#[test]
fn the_slow_implementation_agrees_with_every_scenario() {
    let mut judged = BTreeMap::new();
    for (name, verdict) in played(|suites, run, done| {
        slow_verdict(suites, run, done).map(|verdict| (name(suites, run), verdict))
    }) {
        judged.insert(name, verdict);
    }
    let against: Vec<String> = judged
        .iter()
        .filter_map(|(name, verdict)| Some(format!("{name}: {}", verdict.as_ref().err()?)))
        .collect();
    assert!(against.is_empty(), "{}", against.join("\n"));
    assert!(judged.len() > 200, "only {} scenarios were judged", judged.len());
}

/// A change that is not noticed: the rule set, the key, and its other value.
type Survivor = (String, String, Value);

#[test]
fn at_least_95_percent_of_changes_are_noticed_and_the_others_are_explained() {
    let text = read_checkout("tests/corpus/surviving-mutants.toml");
    let listed: toml::Table = text.parse().unwrap();
    let mut explained: Vec<Survivor> = Vec::new();
    for entry in listed["survivor"].as_array().unwrap() {
        assert!(entry["why"].as_str().unwrap().len() > 20, "{entry}");
        let to = serde_json::to_value(&entry["to"]).unwrap();
        explained.push((
            entry["rules"].as_str().unwrap().to_owned(),
            entry["key"].as_str().unwrap().to_owned(),
            to,
        ));
    }
    let (suites, registry, files) = (suites(), Registry::default(), RuleFiles::default());
    let mut found: Vec<Survivor> = Vec::new();
    let judged = [
        "classic",
        "luxury",
        "seas",
        "teams",
        "draft",
        "classic+truce",
        "islands",
        "globe",
        "portals",
        "double-turn",
    ];
    for rules in judged.into_iter().chain(["solo-seas", "solo-seas-easy", "team-seas"]) {
        let mutation =
            Baseline::new(&suites, rules, &registry, &files, &|_, _| true).unwrap().judge(2);
        assert!(mutation.judged.len() >= 30, "{rules}: {} mutants", mutation.judged.len());
        assert!(
            mutation.score() >= 0.95,
            "{rules}: {} of {}",
            mutation.caught(),
            mutation.judged.len()
        );
        found.extend(
            mutation
                .survivors()
                .map(|mutant| (rules.to_owned(), mutant.key.clone(), mutant.to.clone())),
        );
    }
    let file = "tests/corpus/surviving-mutants.toml";
    let unexplained: Vec<&Survivor> =
        found.iter().filter(|change| !explained.contains(change)).collect();
    assert!(unexplained.is_empty(), "not explained in {file}: {unexplained:#?}");
    let noticed: Vec<&Survivor> =
        explained.iter().filter(|change| !found.contains(change)).collect();
    assert!(noticed.is_empty(), "explained in {file}, and noticed: {noticed:#?}");
}

#[test]
fn a_suite_that_expects_little_notices_little() {
    let text = "[[scenario]]\nrule = \"C2\"\nrules = \"classic\"\ntitle = \"a tile is laid\"\n\
        players = { A = \"a1:H 33\", B = \"f6:D 1\" }\nplace = 33\nexpect.tiles.a1 = 33\n";
    let mut problems = Problems::default();
    let suites = [read(
        Source::new(SourceId::File("little.toml".into()), "little.toml", text),
        &Registry::default(),
        &mut problems,
    )];
    assert!(problems.is_empty(), "{problems}");
    let (registry, files) = (Registry::default(), RuleFiles::default());
    let mutation =
        Baseline::new(&suites, "classic", &registry, &files, &|_, _| true).unwrap().judge(1);
    assert!(mutation.score() < 0.5, "{} of {}", mutation.caught(), mutation.judged.len());
    assert!(mutation.survivors().any(|mutant| mutant.key == "movement.meeting"));
    assert!(Baseline::new(&suites, "seas", &registry, &files, &|_, _| true).is_err());
}

/// What the slow implementation says of what happened; `None` where there is nothing that it could
/// follow.
fn slow_verdict(suites: &[Suite], run: &Run, done: &RunResult) -> Option<Result<(), String>> {
    let given = &suites[run.suite].scenarios[run.scenario].given;
    let trace = done.trace.as_ref()?;
    let Start::Position(position) = &given.start else { return None };
    if matches!(trace.stop, ScenarioStop::Impossible(..)) || position.get("pile").is_none() {
        return None;
    }
    let rules = run.variant.as_ref().unwrap().resolved().to_json();
    Some(follow(&rules, position, given.begin, trace))
}

fn follow(
    rules: &Value,
    position: &Value,
    begin: TurnBeginning,
    trace: &tsuro_suite::Trace,
) -> Result<(), String> {
    let mut slow = crate::slow::Game::from_position(rules, position)?;
    if position.get("phase").is_some() {
        // It stands within a turn already.
    } else if begin == TurnBeginning::Placement {
        slow.begin_at_placement()?;
    } else if trace.events.first().is_none_or(|event| event["event"] != "turn") {
        slow.begin_turn()?;
    }
    let placements = trace.events.iter().filter(|event| event["event"] == "placed").count();
    let mut placed = 0;
    let legal: Option<Vec<(u8, u8)>> = trace.legal.as_ref().map(|then| {
        then.legal.iter().map(|tile| (tile.face().number(), tile.rotation().turns())).collect()
    });
    for event in &trace.events {
        if event["event"] == "placed" {
            placed += 1;
            // The trace keeps the legal placements of the last decision.
            if placed == placements
                && trace.stop == ScenarioStop::Played
                && Some(slow.legal()) != legal
            {
                return Err(format!("legal are {:?}, not {legal:?}", slow.legal()));
            }
        }
        slow.apply(&Value::Object(event.clone()))?;
    }
    if matches!(trace.stop, ScenarioStop::Asked(tsuro_suite::ScenarioDecision::Placement))
        && Some(slow.legal()) != legal
    {
        return Err(format!("legal are {:?}, not {legal:?}", slow.legal()));
    }
    if slow.is_over() != trace.end.is_some() {
        return Err(format!("over: {}, not {}", slow.is_over(), trace.end.is_some()));
    }
    if trace.stop != ScenarioStop::Played || slow.is_over() {
        return Ok(());
    }
    // An exchange or a relocation may be declined as the last thing before a turn ends.
    while !slow.at_turn() {
        slow.decline()?;
    }
    let (one, other) = (
        in_one_spelling(slow.position()),
        in_one_spelling(trace.after.as_ref().unwrap().position.clone()),
    );
    if one == other { Ok(()) } else { Err(format!("it stands at {one}, not {other}")) }
}

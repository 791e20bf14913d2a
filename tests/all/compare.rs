//! Comparisons: the same on any number of threads and in any parts, right where the difference is
//! known, and calibrated where there is none.

use crate::common::games::variant;
use serde_json::Value;
use std::collections::BTreeMap;
use tsuro::game::{Own, Rule, RuleDecl, RulePhase, Seat, Table, Timing};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Source, SourceId, Variant, resolve};
use tsuro_lab::GameCounter;
use tsuro_lab::compare::{
    Design, Difference, DifferenceVerdict, Experiment, ExperimentPlan, Finding, Part, PartError,
    PlanSide, Tally, Terms, findings, findings_for,
};
use tsuro_lab::metrics::Family;
use tsuro_lab::report::{Report, json};
use tsuro_lab::stats::Confidence;

fn fixed() -> Terms {
    Terms::new(Confidence::Fixed, 0.01)
}

fn families() -> Vec<Family> {
    Family::ALL.into_iter().filter(|family| *family != Family::Tension).collect()
}

fn plan(
    variants: &[&Variant],
    players: &[u8],
    bots: &[&str],
    seed: &str,
    unpaired: bool,
    families: &[Family],
) -> ExperimentPlan {
    let sides = variants.iter().map(|variant| PlanSide::new(variant)).collect();
    let tiers: Vec<String> = bots.iter().map(|&bots| bots.to_owned()).collect();
    ExperimentPlan::new(sides, players, &tiers, seed.to_owned(), unpaired, families).unwrap()
}

fn played(
    plan: &ExperimentPlan,
    variants: &[&Variant],
    blocks: std::ops::Range<u64>,
    threads: usize,
) -> Tally {
    let (tally, error) = Experiment::new(plan, variants.to_vec()).unwrap().play(
        blocks,
        threads,
        &GameCounter::default(),
    );
    assert_eq!(error, None);
    tally
}

fn found<'a>(findings: &'a [Finding], name: &str) -> &'a Finding {
    findings.iter().find(|finding| finding.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn difference(findings: &[Finding], name: &str) -> Difference {
    found(findings, name).difference.unwrap()
}

fn report_json(plan: &ExperimentPlan, tally: &Tally) -> String {
    let registry = Registry::default();
    json(&Report::new(plan, tally, fixed(), &plan.variants(&registry).unwrap(), &registry))
        .to_string()
}

#[test]
fn one_run_is_seven_parts_merged_in_any_order_on_any_threads() {
    let (a, b) = (variant("classic"), variant("kaiju-classic"));
    let sides = [&a, &b];
    let plan =
        plan(&sides, &[2, 3], &["random", "greedy", "greedy+random"], "parts", false, &families());
    let whole = played(&plan, &sides, 0..168, 1);
    let expected = report_json(&plan, &whole);
    assert_eq!(report_json(&plan, &played(&plan, &sides, 0..168, 3)), expected, "on three threads");
    let parts: Vec<Part> = [0..11, 11..12, 12..64, 64..65, 65..100, 100..166, 166..168]
        .into_iter()
        .enumerate()
        .map(|(index, blocks)| {
            let part = Part::new(
                plan.clone(),
                Design::fixed(168),
                played(&plan, &sides, blocks, 1 + index % 2),
            );
            Part::read(&part.write()).unwrap()
        })
        .collect();
    for order in [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 6, 0, 5, 2, 4, 1]] {
        let mut merged = parts[order[0]].clone();
        order[1..].iter().for_each(|&index| merged.add(&parts[index]).unwrap());
        assert_eq!(
            merged.write(),
            Part::new(plan.clone(), Design::fixed(168), whole.clone()).write()
        );
        assert_eq!(report_json(&merged.plan, &merged.tally), expected);
    }
    let mut twice = parts[2].clone();
    assert!(matches!(twice.add(&parts[2]), Err(PartError::Twice(12))));
    let mut other = parts[0].clone();
    other.plan.seed = "another".into();
    assert_eq!(twice.add(&other).unwrap_err().to_string(), "another experiment: the seeds differ");
}

#[test]
fn a_rule_set_compared_with_itself_on_the_same_luck_does_not_differ() {
    let a = variant("seas");
    let sides = [&a, &a];
    let plan = plan(&sides, &[4], &["random", "greedy"], "itself", false, &families());
    let tally = played(&plan, &sides, 0..100, 2);
    let findings = findings(&plan, &tally, &fixed());
    assert!(findings.len() > 90);
    for finding in &findings {
        let difference = finding.difference.unwrap();
        if finding.metric.family == Family::Luck {
            continue;
        }
        assert!(
            difference.value == 0.0 && difference.interval == (0.0, 0.0) && difference.paired,
            "{}: {difference:?}",
            finding.name
        );
        assert_eq!(difference.verdict, DifferenceVerdict::Equivalent, "{}", finding.name);
    }
}

#[test]
fn a_comparison_finds_known_effects() {
    let (classic, free) = (variant("classic"), variant("classic+free-suicide"));
    let sides = [&classic, &free];
    let plan = plan(&sides, &[4], &["random"], "known", false, &families());
    let tally = played(&plan, &sides, 0..1500, 2);
    let findings = findings(&plan, &tally, &fixed());
    let ties = difference(&findings, "ties");
    assert!(ties.verdict == DifferenceVerdict::Lower && ties.value < -0.05, "{ties:?}");
    let turns = difference(&findings, "turns");
    assert!(
        turns.verdict == DifferenceVerdict::Lower
            && turns.interval.0 < turns.value
            && turns.value < turns.interval.1
            && turns.p_report < 1e-6
    );
    assert!(difference(&findings, "legal-placements").verdict == DifferenceVerdict::Higher);
}

#[test]
fn common_luck_saves_games_and_says_how_many() {
    // The turn limit is never reached and hands are returned in another way: most of each game
    // stays the same.
    let (a, b) = (variant("classic"), variant("classic+draw.returned=bottom"));
    let sides = [&a, &b];
    let apart = plan(&sides, &[4], &["greedy"], "saved", true, &families());
    let paired = plan(&sides, &[4], &["greedy"], "saved", false, &families());
    let width = |plan: &ExperimentPlan| {
        let findings = findings(plan, &played(plan, &sides, 0..400, 2), &fixed());
        let difference = difference(&findings, "turns");
        (difference.interval.1 - difference.interval.0, difference)
    };
    let ((narrow, with), (wide, without)) = (width(&paired), width(&apart));
    assert!(with.paired && with.correlation.unwrap() > 0.3, "{with:?}");
    assert!(
        !without.paired && (without.saved - 1.0).abs() < 1e-12 && without.correlation.is_none(),
        "{without:?}"
    );
    // Games saved are the square of what the interval is narrower.
    let saved = (wide / narrow).powi(2);
    assert!((0.5..2.0).contains(&(saved / with.saved)), "{saved} against {with:?}");
}

/// Six blocks of which the turns of both sides are given, and differ in each: the paired t test and
/// Welch's, with quantiles and p-values by numerical integration of the t density.
#[test]
fn intervals_and_p_values_of_pairs_that_all_differ_are_those_of_the_t_tests() {
    // Neither they nor their differences are skewed.
    let numbers = [(8, 7), (9, 6), (11, 9), (13, 11), (15, 14), (16, 13)];
    let (a, b) = (variant("classic"), variant("classic+hand=4"));
    let judged = |unpaired: bool| {
        let plan = plan(&[&a, &b], &[2], &["random"], "by hand", unpaired, &[Family::Length]);
        let column =
            plan.columns(&plan.tables[0]).iter().position(|column| column.name == "turns").unwrap();
        let mut tally = Tally::new(&plan);
        let table = &mut tally.tables[0];
        table.blocks = 6;
        for (a, b) in numbers {
            table.sides[0].columns[column].add_mean(a);
            table.sides[1].columns[column].add_mean(b);
            table.crosses[0][column].add_mean(a, b);
        }
        difference(&findings_for(&plan, &tally, &fixed(), |metric| metric.name == "turns"), "turns")
    };
    let close = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-7, "{found} is not {expected}");
    };
    let paired = judged(false);
    assert!(paired.paired);
    close(paired.correlation.unwrap(), 0.961_538_461_538_461_5);
    close(paired.value, -2.0);
    close(paired.interval.0, -2.938_643_772);
    close(paired.interval.1, -1.061_356_228);
    close(paired.p, 0.002_764_960);
    let apart = judged(true);
    assert!(!apart.paired);
    close(apart.interval.0, -6.148_568_771);
    close(apart.interval.1, 2.148_568_771);
    close(apart.p, 0.307_980_725);
    // The square of the ratio of the standard errors, both with the same quantile: that many times
    // fewer games give the same interval.
    close(paired.saved, (1.861_898_672_502_525_5f64 / 0.365_148_371_670_110_7).powi(2));
}

/// A draw rule made for this test: everyone refills, but the first seat draws nothing.
#[derive(Debug)]
struct Rigged;

static RIGGED: RuleDecl =
    RuleDecl::new(RulePhase::Draw, "rigged", "Everyone but the first seat draws", &|_| {
        Some(Box::new(Rigged))
    })
    .at(&[Timing::Drawing]);

impl Rule for Rigged {
    fn decl(&self) -> &'static RuleDecl {
        &RIGGED
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let active = table.active();
        if active != Seat::new(0) && table.alive().contains(active) {
            while table.draw_one(active).is_some() {}
        }
    }
}

#[test]
fn a_seat_that_never_draws_and_a_rule_that_never_fires_are_found() {
    let registry = Registry::default().with(&RIGGED);
    let text = "schema = 1\nname = \"rigged\"\ntitle = \"Rigged\"\n\
        summary = \"Seat 0 draws nothing\"\nextends = \"classic\"\n[draw]\nrule = \"rigged\"\n\
        [end]\nturn-limit = 9000\n";
    let source = Source::new(SourceId::Overrides, "rigged.toml", text);
    let rigged = Variant::new(resolve(source, &BuiltIns, &registry).unwrap(), &registry).unwrap();
    let fair = variant("classic+draw.rule=refill");
    let sides = [&fair, &rigged];
    let plan = plan(&sides, &[4], &["random"], "rigged", false, &families());
    let tally = played(&plan, &sides, 0..4000, 2);
    let report = Report::new(&plan, &tally, fixed(), &sides, &registry);
    let findings = &report.sections[0].findings;
    let advantage = difference(findings, "first-seat-advantage");
    assert!(advantage.verdict == DifferenceVerdict::Higher, "{advantage:?}");
    let unfairness = difference(findings, "unfairness");
    assert!(unfairness.has_known_sign() && unfairness.value > 0.0, "{unfairness:?}");
    assert!(report.seat_test(0, 1).unwrap().p_value < 1e-3, "{:?}", report.seat_test(0, 1));
    // Daikaiju that may not come: the loop has nothing to close it on.
    let json = json(&report);
    assert_eq!(json["b"]["name"], "rigged");
    let limited = variant("classic+draw.min-players=8");
    let sides = [&variant("classic"), &limited];
    let plan = plan_two(&sides);
    let tally = played(&plan, &sides, 0..4000, 2);
    let report = Report::new(&plan, &tally, fixed(), &sides, &registry);
    let never: Vec<String> = report
        .fired_shares(0, &[0, 1])
        .into_iter()
        .filter(tsuro_lab::report::FiredShare::never_happened)
        .map(|fired| fired.name)
        .collect();
    assert!(!never.is_empty());
    let words = tsuro_lab::report::paragraph(&report, &report.sections[0]);
    assert!(words.contains("Nothing that was measured"), "{never:?}: {words}");
}

/// Seats that happen to win alike in few games are not known to be even, and a rule set whose seats
/// are six points less even is never called fairer.
#[test]
fn seats_that_are_even_by_luck_prove_nothing() {
    let classic = variant("classic");
    let uneven = variant("classic+free-suicide+hand=1");
    for run in 0..40 {
        let sides = [&classic, &uneven];
        let plan = plan(&sides, &[2], &["random"], &format!("z{run}"), false, &[Family::Outcome]);
        let found = findings(&plan, &played(&plan, &sides, 0..40, 1), &fixed());
        let unfairness = found.iter().find(|finding| finding.name == "unfairness").unwrap();
        // Three standard errors of the share of 40 games, of which one is chance itself.
        assert!(unfairness.a.interval.1 > 0.15, "{run}: {unfairness:?}");
        let difference = unfairness.difference.unwrap();
        assert!(difference.interval.1 > 0.06, "{run}: {difference:?}");
        assert!(
            !matches!(
                difference.verdict,
                DifferenceVerdict::Lower
                    | DifferenceVerdict::SlightlyLower
                    | DifferenceVerdict::Equivalent
            ),
            "{run}: {difference:?}"
        );
        assert!(found.iter().all(|finding| finding.name != "seat-entropy"));
    }
}

/// Random players see more turns, greedy ones fewer; and with both, what is known to be more than
/// nothing but not whether it matters is said so.
#[test]
fn kinds_of_bots_that_disagree_are_named_and_so_is_what_is_half_known() {
    let (a, b) = (variant("classic"), variant("classic+hand=4"));
    let words = |moved: &dyn Fn(usize, i64) -> i64, players: &[u8]| -> String {
        let plan =
            plan(&[&a, &b], players, &["random", "greedy"], "said", false, &[Family::Length]);
        let column =
            plan.columns(&plan.tables[0]).iter().position(|column| column.name == "turns").unwrap();
        let mut tally = Tally::new(&plan);
        for (index, table) in tally.tables.iter_mut().enumerate() {
            table.blocks = 600;
            for block in 0..600 {
                let (turns, more) = (30 + block % 7, moved(index % 2, block));
                table.sides[0].columns[column].add_mean(turns);
                table.sides[1].columns[column].add_mean(turns + more);
                table.crosses[0][column].add_mean(turns, turns + more);
            }
        }
        let document: Value = serde_json::from_str(&report_json(&plan, &tally)).unwrap();
        document["words"].as_str().unwrap().to_owned()
    };
    let apart = words(&|table, block| [3, -3][table] * (1 + block % 2), &[4]);
    let said = "With 4 players, the number of turns rises with random and falls with greedy. \
                Believe greedy, the stronger players.";
    assert!(apart.contains(said), "{apart}");
    let alike = words(&|_, block| 3 + block % 2, &[4]);
    assert!(!alike.contains("Believe") && alike.contains("rises from"), "{alike}");
    // Tables of which the same is said share a sentence.
    let joined = words(&|_, block| 3 + block % 2, &[4, 5]);
    let parts = ["With 4 random players", " and with 4 greedy players", " and with 5 random"];
    assert!(parts.iter().all(|part| joined.contains(part)), "{joined}");
    // With one kind of bots something changes, with the other nothing that matters.
    let partly = words(&|table, block| [3 + block % 2, 0][table], &[4, 5]);
    for players in [4, 5] {
        let said = format!(
            "With {players} players, the number of turns changes with random, but with greedy by no \
             amount that matters. Believe greedy, the stronger players."
        );
        assert!(partly.contains(&said), "{partly}");
    }
    // What is so at all tables is said once.
    let never = words(&|_, block| (block + 1) % 2 - block % 2, &[4, 5]);
    assert!(never.contains("No difference that matters at any table: the number"), "{never}");
    assert_eq!(never.matches("the number of turns").count(), 1, "{never}");
    // Four tenths of a turn on average, and the margin is a third of a turn.
    let half = words(&|_, block| [2, -1, 2, -1, 0][block as usize % 5], &[4]);
    let said = "the number of turns rises by about 0.40; too early to say whether by more than \
                0.33";
    assert!(half.contains(said), "{half}");
}

#[test]
fn games_that_are_alike_under_both_rule_sets_are_called_alike() {
    let (a, b) = (variant("classic"), variant("classic+end.turn-limit=500"));
    let sides = [&a, &b];
    let plan = plan_two(&sides);
    let words = |tally: &Tally| -> String {
        let document: Value = serde_json::from_str(&report_json(&plan, tally)).unwrap();
        document["words"].as_str().unwrap().to_owned()
    };
    let alike = words(&played(&plan, &sides, 0..40, 1));
    assert!(alike.contains("Nothing that was measured differed in any game."), "{alike}");
    assert!(!alike.contains("With 2"), "{alike}");
    // No game was played: nothing is alike.
    assert!(!words(&Tally::new(&plan)).contains("Nothing that was measured"));
}

#[test]
fn games_that_are_alike_at_one_table_are_called_alike_there() {
    // Nobody exchanges tiles in a game of two.
    let (a, b) = (variant("classic"), variant("classic+exchange-for-all"));
    let sides = [&a, &b];
    let plan = plan(
        &sides,
        &[2, 4],
        &["random", "greedy"],
        "alike",
        false,
        &[Family::Outcome, Family::Skill],
    );
    let tally = played(&plan, &sides, 0..200, 1);
    let document: Value = serde_json::from_str(&report_json(&plan, &tally)).unwrap();
    let words = document["words"].as_str().unwrap();
    let alike = "With 2 random players and with 2 greedy players, nothing that was measured \
                 differed in any game.";
    assert!(words.contains(alike), "{words}");
    assert!(words.contains("Not decided at any other table: "), "{words}");
    assert!(
        words.contains("under both: nothing that was measured differed in any game."),
        "{words}"
    );
    assert_eq!(words.matches("which is not decided").count(), 1, "{words}");
}

#[test]
fn a_number_of_games_in_the_millions_is_no_answer_where_the_difference_is_about_the_margin() {
    let (a, b) = (variant("classic"), variant("luxury"));
    let sides = [&a, &b];
    let plan = plan(&sides, &[2, 4, 8], &["random", "greedy"], "1", false, &families());
    let tally = played(&plan, &sides, 0..60, 2);
    let registry = Registry::default();
    let variants = plan.variants(&registry).unwrap();
    let report = Report::new(&plan, &tally, fixed(), &variants, &registry);
    let text = tsuro_lab::report::text(&report, true);
    let mut near = 0;
    for finding in &report.sections[0].findings {
        let Some(difference) = finding.difference else { continue };
        let is_near = (difference.value.abs() / difference.margin - 1.0).abs() < 0.25;
        near += usize::from(is_near && difference.more_games >= Some(1_000_000));
    }
    assert!(near > 3);
    assert!(text.matches("about as large as what you call small").count() >= near, "{text}");
}

fn plan_two(sides: &[&Variant]) -> ExperimentPlan {
    plan(sides, &[2], &["random"], "never", false, &families())
}

#[test]
fn json_has_the_documented_fields() {
    let (a, b) = (variant("classic"), variant("classic+hand=4"));
    let sides = [&a, &b];
    let plan = plan(&sides, &[2], &["random"], "shape", false, &families());
    let document: Value =
        serde_json::from_str(&report_json(&plan, &played(&plan, &sides, 0..64, 1))).unwrap();
    for name in ["a", "b"] {
        assert!(document[name]["name"].is_string() && document[name]["hash"].is_string());
    }
    assert_eq!(
        (&document["games"], &document["blocks"], &document["seed"]),
        (&64.into(), &64.into(), &"shape".into())
    );
    let metrics = document["metrics"].as_array().unwrap();
    assert!(
        metrics.iter().any(|metric| metric["name"] == "win-share-1")
            && metrics.iter().any(|metric| metric["headline"] == true)
    );
    for metric in metrics {
        for field in ["name", "bots", "unit", "verdict"] {
            assert!(metric[field].is_string(), "{field} of {metric}");
        }
        for field in ["players", "a", "b", "difference"] {
            assert!(metric[field].is_number(), "{field} of {metric}");
        }
        let ends = metric["interval"].as_array().unwrap();
        assert!(
            ends.len() == 2
                && ends[0].as_f64() <= metric["difference"].as_f64()
                && metric["difference"].as_f64() <= ends[1].as_f64()
        );
        assert!(
            metric["paired"].is_boolean()
                && metric["headline"].is_boolean()
                && metric["saved"].as_f64() >= Some(1.0)
        );
        assert!(
            ["higher", "lower", "slightly-higher", "slightly-lower", "equivalent", "undecided"]
                .contains(&metric["verdict"].as_str().unwrap())
        );
    }
}

#[test]
fn a_rule_set_whose_goal_a_bot_does_not_know_is_named() {
    let (a, b) = (variant("classic"), variant("longest-path"));
    let sides = [&a, &b];
    let bots = ["random", "greedy", "safe", "learned"];
    let plan = plan(&sides, &[2], &bots, "goal", false, &[Family::Outcome]);
    let document: Value =
        serde_json::from_str(&report_json(&plan, &played(&plan, &sides, 0..2, 1))).unwrap();
    assert_eq!(document["a"]["without_goal"], serde_json::json!([]));
    assert_eq!(document["b"]["without_goal"], serde_json::json!(["greedy", "safe"]));
    let words = document["words"].as_str().unwrap();
    let sentence = "Under longest-path it is not enough to be the last on the board, but greedy \
                    and safe play for that; judge skill there by bots that know the goal, such as \
                    learned and ismcts.";
    assert!(words.contains(sentence) && !words.contains("Under classic it"), "{words}");
}

/// The cells of the overview, by metric, bots, players and rule set, as numbers and words.
fn overview_cells(document: &Value) -> BTreeMap<(String, String, u64, String), Value> {
    let mut cells = BTreeMap::new();
    for grid in document["overview"].as_array().unwrap() {
        let columns = grid["columns"].as_array().unwrap();
        for row in grid["rows"].as_array().unwrap() {
            for (column, cell) in columns.iter().zip(row["cells"].as_array().unwrap()) {
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                let key = (
                    text(&row["name"]),
                    text(&grid["bots"]),
                    column["players"].as_u64().unwrap(),
                    text(&column["rules"]),
                );
                assert!(cells.insert(key, cell.clone()).is_none());
            }
        }
    }
    cells
}

#[test]
fn the_overview_has_what_the_comparisons_say_side_by_side() {
    let (a, b, c) = (variant("classic"), variant("luxury"), variant("seas"));
    let sides = [&a, &b, &c];
    let plan = plan(&sides, &[2, 4], &["random", "greedy"], "side", false, &families());
    let tally = played(&plan, &sides, 0..240, 2);
    let registry = Registry::default();
    let variants = plan.variants(&registry).unwrap();
    let report = Report::new(&plan, &tally, fixed(), &variants, &registry);
    let document = json(&report);
    let cells = overview_cells(&document);
    let mut compared = 0;
    for section in std::iter::once(&document).chain(document["others"].as_array().unwrap()) {
        for metric in section["metrics"].as_array().unwrap() {
            let cell = |rules: &Value| {
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                &cells[&(
                    text(&metric["name"]),
                    text(&metric["bots"]),
                    metric["players"].as_u64().unwrap(),
                    text(rules),
                )]
            };
            let (first, other) = (cell(&section["a"]["name"]), cell(&section["b"]["name"]));
            assert_eq!((&first["value"], &first["verdict"]), (&metric["a"], &Value::Null));
            assert_eq!((&other["value"], &other["verdict"]), (&metric["b"], &metric["verdict"]));
            assert_eq!(other["interval"], metric["b_interval"]);
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
    // Ties are clearly rarest in Seas, and turns are not better or worse.
    let ties = |rules: &str| &cells[&("ties".into(), "random".into(), 4, rules.to_owned())];
    assert_eq!((&ties("seas")["best"], &ties("classic")["best"]), (&true.into(), &false.into()));
    let is_best = |cell: (&(String, String, u64, String), &Value)| {
        (cell.0.0 == "turns").then(|| cell.1["best"] == true)
    };
    assert!(cells.iter().filter_map(is_best).all(|is_best| !is_best));
    // The table for spreadsheets has the same numbers.
    let table = tsuro_lab::report::overview_table(&report).csv();
    let mut lines = table.lines();
    let head = lines.next().unwrap();
    assert!(head.starts_with("metric,unit,bots,\"classic, 2 players\","), "{head}");
    let ties_line = lines.find(|line| line.starts_with("ties,share of games,random,")).unwrap();
    let seas = format!(",{},", ties("seas")["value"].as_f64().unwrap());
    assert!(ties_line.contains(&seas), "{ties_line}");
    // No star stands where nothing is known.
    for (key, cell) in &cells {
        assert!(cell["best"] == false || cell["verdict"] != "undecided", "{key:?}");
    }
    // Two rule sets at one table of each kind have nothing more to show side by side.
    let sides = [&a, &b];
    let plan = plan_two(&sides);
    let two: Value =
        serde_json::from_str(&report_json(&plan, &played(&plan, &sides, 0..8, 1))).unwrap();
    assert!(two.get("overview").is_none());
}

#[test]
fn the_overview_has_every_value_of_the_first_rule_set_and_tells_equal_names_apart() {
    let (a, b, c) = (variant("solo-seas"), variant("solo-seas-easy"), variant("solo-seas"));
    let sides = [&a, &b, &c];
    let plan = plan(&sides, &[1], &["random"], "alone", false, &[Family::Outcome, Family::Length]);
    let tally = played(&plan, &sides, 0..40, 1);
    let registry = Registry::default();
    let variants = plan.variants(&registry).unwrap();
    let report = Report::new(&plan, &tally, fixed(), &variants, &registry);
    let document = json(&report);
    let grid = &document["overview"][0];
    let rows = grid["rows"].as_array().unwrap();
    let won = rows.iter().find(|row| row["name"] == "won-together").unwrap();
    let [first, easy, third] = [0, 1, 2].map(|column| &won["cells"][column]);
    // One person with one ship wins or loses as well.
    assert!(first["value"].is_number() && easy["value"].is_number());
    assert!(third["value"] == first["value"]);
    let ties = rows.iter().find(|row| row["name"] == "ties").unwrap();
    assert!(ties["cells"].as_array().unwrap().iter().all(|cell| cell["value"] == 0.0), "{ties}");
    assert!(tsuro_lab::report::text(&report, false).contains("\n1 random player, 40 games"));
    let table = tsuro_lab::report::overview_table(&report).csv();
    assert!(
        table.contains("\"solo-seas, 1 player\"") && table.contains("\"solo-seas (2), 1 player\"")
    );
}

/// Tests of the commands.
mod program {
    use crate::common::golden::Messages;
    use crate::common::program::{err, out, tsuro};
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Output};

    fn run(folder: &Path, args: &[&str]) -> Output {
        tsuro(args).current_dir(folder).output().unwrap()
    }

    fn printed(folder: &Path, args: &[&str]) -> String {
        let output = run(folder, args);
        assert!(output.status.success(), "{args:?}: {}", err(&output));
        out(&output)
    }

    /// The exit code and the standard error.
    fn refused(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
        let output = run(folder, args);
        (output.status.code(), err(&output))
    }

    const CALL: [&str; 12] = [
        "compare",
        "classic",
        "classic+hand=4",
        "--players",
        "2,3",
        "--bots",
        "random,greedy",
        "--seed",
        "program",
        "--json",
        "--metrics",
        "all",
    ];

    fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
        CALL.iter().copied().chain(more.iter().copied()).collect()
    }

    #[test]
    fn the_json_does_not_depend_on_threads_resuming_or_parts() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let expected = printed(at, &with(&["--games", "150", "--threads", "1"]));
        assert_eq!(printed(at, &with(&["--games", "150", "--threads", "3"])), expected);
        // In parts, as on several machines.
        for (name, blocks) in [("p1.json", "0..31"), ("p2.json", "31..32"), ("p3.json", "32..150")]
        {
            printed(at, &with(&["--games", "150", "--blocks", blocks, "--out", name]));
        }
        assert_eq!(printed(at, &["merge", "p3.json", "p1.json", "p2.json", "--json"]), expected);
        for part in ["1/3", "2/3", "3/3"] {
            printed(
                at,
                &with(&[
                    "--games",
                    "150",
                    "--part",
                    part,
                    "--out",
                    &format!("q{}.json", &part[..1]),
                ]),
            );
        }
        assert_eq!(printed(at, &["merge", "q3.json", "q1.json", "q2.json", "--json"]), expected);
        // Parts that each draw a seed would not fit together.
        for part in [["--part", "1/3"], ["--blocks", "0..3"]] {
            let (code, said) =
                refused(at, &["compare", "classic", "seas", part[0], part[1], "--out", "r.json"]);
            assert!(code == Some(2) && said.contains("--seed <S>"), "{said}");
        }
        // Two parts of three were not planned.
        let document: serde_json::Value =
            serde_json::from_str(&printed(at, &["merge", "q2.json", "q1.json", "--json"])).unwrap();
        assert_eq!(
            (&document["looks"], &document["design"]["blocks"], &document["blocks"]),
            (&"any".into(), &150.into(), &100.into())
        );
        // Continued where another process was stopped: the first part is what it had saved.
        fs::copy(at.join("p1.json"), at.join("run.json")).unwrap();
        assert_eq!(printed(at, &with(&["--games", "150", "--resume", "run.json"])), expected);
        // Extended beyond its plan: the same games, but not as planned.
        printed(at, &with(&["--games", "60", "--resume", "longer.json"]));
        let document: serde_json::Value = serde_json::from_str(&printed(
            at,
            &with(&["--games", "150", "--resume", "longer.json"]),
        ))
        .unwrap();
        assert_eq!(
            (&document["looks"], &document["design"]["blocks"], &document["blocks"]),
            (&"any".into(), &60.into(), &150.into())
        );
        let (code, said) = refused(at, &["merge", "p1.json", "p1.json"]);
        assert!(code == Some(1) && said.contains("block 0 "), "{said}");
        let (code, said) = refused(
            at,
            &["compare", "classic", "seas", "--seed", "program", "--resume", "run.json"],
        );
        assert!(code == Some(1) && said.contains("run.json"), "{said}");
        // Stopping by what is seen: the same block, broken off or not.
        let until = [
            "compare",
            "classic",
            "classic+hand=4",
            "--bots",
            "random",
            "--metrics",
            "outcome,length",
            "--seed",
            "s",
            "--json",
            "--until",
            "4%",
        ];
        let stopped = printed(at, &until);
        assert_eq!(printed(at, &[&until[..], &["--threads", "1"]].concat()), stopped);
        let blocks = serde_json::from_str::<serde_json::Value>(&stopped).unwrap()["blocks"]
            .as_u64()
            .unwrap();
        assert!(blocks > 128, "{blocks}");
        assert_eq!(printed(at, &[&until[..], &["--resume", "until.json"]].concat()), stopped);
        assert_eq!(
            printed(at, &[&until[..], &["--resume", "until.json"]].concat()),
            stopped,
            "it had ended"
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupted_comparison_reports_what_it_played() {
        let folder = tempfile::tempdir().unwrap();
        let child =
            tsuro(&with(&["--games", "100000000", "--resume", "long.json", "--html", "long.html"]))
                .current_dir(folder.path())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap();
        // Ctrl-C when some blocks have been saved.
        for _ in 0..600 {
            let saved = fs::read(folder.path().join("long.json")).unwrap_or_default();
            let saved: serde_json::Value = serde_json::from_slice(&saved).unwrap_or_default();
            if saved["tally"]["blocks"][0].is_array() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        assert!(
            Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(
            document["blocks"].as_u64().unwrap() > 0 && folder.path().join("long.html").exists()
        );
        printed(folder.path(), &["merge", "long.json"]);
    }

    /// Calls that are refused, with their exit codes and what the message names.
    const WRONG: &[(&[&str], i32, &str)] = &[
        (&["compare", "classic"], 2, "2 values"),
        (&["compare", "classic", "clasic"], 2, "clasic"),
        (&["compare", "classic", "seas", "--bots", "gredy"], 2, "\"gredy\""),
        (&["compare", "classic", "seas", "--bots", "random,random"], 2, "random"),
        (
            &["compare", "classic", "seas", "--players", "2", "--bots", "random+greedy+safe"],
            2,
            "random+greedy+safe",
        ),
        (&["compare", "classic", "seas", "--players", "9"], 2, "2 to 8"),
        (&["compare", "classic", "seas", "--until", "half"], 2, "half"),
        (&["compare", "classic", "seas", "--blocks", "5..5", "--out", "x"], 2, "5..5"),
        (&["compare", "classic", "seas", "--metrics", "lenght"], 2, "\"lenght\""),
        (&["compare", "classic", "seas", "--margin", "turns=0"], 2, "\"turns=0\""),
        (&["compare", "classic", "seas", "--margin", "1%,trns=2"], 2, "\"trns\""),
        (&["compare", "classic", "seas", "--margin", "150%"], 2, "150%"),
        (&["compare", "classic", "seas", "--part", "3/2", "--out", "x"], 2, "3/2"),
        (
            &[
                "compare", "classic", "seas", "--part", "1/9", "--games", "3", "--out", "y",
                "--bots", "random", "-s", "1",
            ],
            2,
            "only 3 blocks",
        ),
        (&["compare", "classic", "seas", "--claim", "turns 2"], 2, "\"turns 2\""),
        (&["compare", "classic", "seas", "--claim", "trns >= 2"], 2, "\"trns\""),
        (&["compare", "classic", "seas", "--claim", "turns >= -2"], 2, "\"turns >= -2\""),
        (&["compare", "classic", "seas", "--claim", "turns >= 2"], 2, "one table"),
        (
            &["compare", "classic", "seas", "--claim", "turns-low >= 2", "--bots", "random"],
            2,
            "turns-low",
        ),
        (
            &[
                "compare",
                "classic",
                "seas",
                "seas-calm",
                "--claim",
                "turns >= 2",
                "--bots",
                "random",
            ],
            2,
            "two rule sets",
        ),
        (&["compare", "classic", "seas", "--claim", "turns >= 2", "--alpha", "60%"], 2, "60%"),
        (&["compare", "classic", "seas", "--html", "there.html"], 1, "there.html"),
        (&["compare", "classic", "seas", "--csv", "no/such/folder.csv"], 2, "no/such/folder.csv"),
        (&["merge", "bad.json"], 1, "bad.json"),
        (&["merge", "altered.json"], 1, "checksum"),
        (&["merge", "cut.json"], 1, "cut.json"),
        (&["merge", "old.json"], 1, "format 1"),
        (&["merge", "none.json"], 2, "none.json"),
        (&["explore", "classic", "--vary", "hand=5..2", "--target", "turns=20"], 2, "hand=5..2"),
        (&["explore", "classic", "--vary", "hand=2..3", "--target", "trns=20"], 2, "\"trns\""),
        (&["explore", "classic", "--vary", "hand=90,91", "--target", "turns=20"], 1, "90"),
        (
            &[
                "explore",
                "classic",
                "--vary",
                "hand=2,3",
                "--target",
                "win-share-5=0.2",
                "--games",
                "10",
                "--seed",
                "1",
            ],
            1,
            "",
        ),
    ];

    #[test]
    fn wrong_input_is_refused_and_named() {
        let mut messages = Messages::new("compare-usage");
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("there.html"), "mine").unwrap();
        fs::write(at.join("bad.json"), "{}").unwrap();
        printed(
            at,
            &[
                "measure",
                "classic",
                "--bots",
                "random",
                "--metrics",
                "length",
                "--seed",
                "1",
                "--blocks",
                "0..3",
                "--out",
                "part.json",
            ],
        );
        let part = fs::read_to_string(at.join("part.json")).unwrap();
        fs::write(at.join("altered.json"), part.replacen("\"seed\":\"1\"", "\"seed\":\"2\"", 1))
            .unwrap();
        fs::write(at.join("cut.json"), &part[..part.len() - 9]).unwrap();
        fs::write(at.join("old.json"), part.replacen("\"tsuro_part\":3", "\"tsuro_part\":1", 1))
            .unwrap();
        for &(args, code, named) in WRONG {
            let (found, said) = refused(at, args);
            assert!(found == Some(code) && said.contains(named), "{args:?}: {found:?} {said}");
            // This message names a folder that is new in each run.
            if !args.contains(&"no/such/folder.csv") {
                messages.add(&args.join(" "), &said);
            }
        }
        messages.compare();
        assert_eq!(fs::read_to_string(at.join("there.html")).unwrap(), "mine");
    }

    #[test]
    fn unfair_seats_end_with_exit_code_one() {
        let folder = tempfile::tempdir().unwrap();
        let measure = |rules: &str, fair: &str| {
            refused(
                folder.path(),
                &[
                    "measure",
                    rules,
                    "--players",
                    "2",
                    "--bots",
                    "random",
                    "--metrics",
                    "outcome",
                    "--games",
                    "3000",
                    "--seed",
                    "1",
                    "--fair",
                    fair,
                ],
            )
        };
        let (code, said) = measure("classic", "15%");
        assert!(code == Some(0) && said.contains(": fair within"), "{said}");
        let (code, said) = measure("classic", "0.1%");
        assert!(code == Some(0) && said.contains("not decided"), "{said}");
        // Suicide is allowed, and with one tile there is little choice: the first player is out
        // first.
        let (code, said) =
            measure("classic+free-suicide+hand=1+board.columns=3+board.rows=3", "1%");
        assert!(code == Some(1) && said.contains("not fair within 1.00 %"), "{said}");
    }

    #[test]
    fn a_search_for_three_players_keeps_what_eight_could_not_play() {
        let folder = tempfile::tempdir().unwrap();
        let search = |players: &str, vary: &str| {
            let mut call = vec![
                "explore",
                "classic",
                "--players",
                players,
                "--vary",
                vary,
                "--target",
                "turns=20",
                "--bots",
                "random",
            ];
            call.extend(["--games", "20", "--seed", "1", "--json", "--force"]);
            let document: serde_json::Value =
                serde_json::from_str(&printed(folder.path(), &call)).unwrap();
            let names = |list: &str| -> Vec<String> {
                let mut names: Vec<_> = document[list]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|one| one["rules"].as_str().unwrap().to_owned())
                    .collect();
                names.sort();
                names
            };
            (names("candidates"), names("refused"))
        };
        // 35 tiles are enough for eight hands of four, for seven of five, and for eleven of three.
        let (kept, refused) = search("3", "tiles.hand=4..5");
        assert_eq!(
            (kept, refused.len()),
            (
                vec![
                    "classic+tiles.hand=4".to_owned(),
                    "classic+tiles.hand=5+players.max=7".to_owned()
                ],
                0
            )
        );
        let (kept, refused) = search("8", "tiles.hand=4..5");
        assert_eq!(
            (kept, refused),
            (vec!["classic+tiles.hand=4".to_owned()], vec!["classic+tiles.hand=5".to_owned()])
        );
        // The number of players that is tried is left alone.
        let (kept, refused) = search("3", "players.max=4,12");
        assert_eq!(
            (kept, refused),
            (vec!["classic+players.max=4".to_owned()], vec!["classic+players.max=12".to_owned()])
        );
        printed(folder.path(), &["rules", "check", "explored.toml"]);
    }

    #[test]
    fn a_search_over_rules_finds_and_writes_the_rule_set_that_meets_its_targets() {
        let folder = tempfile::tempdir().unwrap();
        let call = [
            "explore",
            "classic",
            "--vary",
            "tiles.hand=2..4",
            "--vary",
            "board.columns=4..6",
            "--target",
            "turns=20",
            "--target",
            "rounds=6",
        ];
        let more = [
            "--bots",
            "random",
            "--games",
            "1000",
            "--seed",
            "1",
            "--json",
            "--html",
            "map.html",
            "--out",
            "best.toml",
        ];
        let document: serde_json::Value =
            serde_json::from_str(&printed(folder.path(), &[&call[..], &more[..]].concat()))
                .unwrap();
        let candidates = document["candidates"].as_array().unwrap();
        assert_eq!(candidates.len(), 9);
        let best = &candidates[0];
        assert!(
            best["best"] == true && best["front"] == true && best["dropped"] == false,
            "{best}"
        );
        // Fewer columns make shorter games: six of them are clearly too long, and dropped before
        // the end.
        let dropped: Vec<_> = candidates.iter().filter(|one| one["dropped"] == true).collect();
        assert!(
            !dropped.is_empty()
                && dropped
                    .iter()
                    .all(|one| one["blocks"].as_u64() <= Some(1000) && one["front"] == false)
        );
        let page = fs::read_to_string(folder.path().join("map.html")).unwrap();
        assert!(
            page.contains("How near: turns") && page.matches("class=\"heat").count() >= 27,
            "the heat map"
        );
        printed(folder.path(), &["rules", "check", "best.toml"]);
        let shown: serde_json::Value = serde_json::from_str(&printed(
            folder.path(),
            &[
                "compare",
                "best.toml",
                best["rules"].as_str().unwrap(),
                "--games",
                "10",
                "--bots",
                "random",
                "--json",
            ],
        ))
        .unwrap();
        assert_eq!(shown["a"]["hash"], shown["b"]["hash"], "the file says what was played");
    }
}

#[test]
fn tension_is_measured_by_a_search() {
    let (a, b) = (variant("classic"), variant("classic+free-suicide"));
    let sides = [&a, &b];
    let plan = plan(&sides, &[2], &["random"], "tension", false, &[Family::Tension]).with_search(8);
    let tally = played(&plan, &sides, 0..24, 2);
    assert_eq!(played(&plan, &sides, 0..24, 1), tally, "on one thread");
    let findings = findings(&plan, &tally, &fixed());
    for name in ["behind", "lead-changes", "uncertainty", "decisiveness"] {
        let value = found(&findings, name).a.value;
        assert!(value > 0.0 && (name == "lead-changes" || value < 1.0), "{name}: {value}");
    }
}

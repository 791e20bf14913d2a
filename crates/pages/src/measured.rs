//! The games of a history beside games of bots: which rules and numbers of players there are, and
//! the report of one of them.
//!
//! All of it is in one answer, and nothing of it is kept. The bots play for a few seconds.

use crate::bounds::cut;
use crate::history::{AskedList, HistoryFilter};
use crate::refused::{NotAnswered, Refused};
use crate::run::next_step;
use crate::table::TableTexts;
use serde::Deserialize;
use std::cmp::Reverse;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tsuro::bots::LEVELS;
use tsuro::json::{Json, json};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro_faces::words::Language;
use tsuro_faces::{built_in, shell_line};
use tsuro_lab::compare::{
    Experiment, ExperimentPlan, Margins, PlanSide, Tally, Terms, is_recorded,
};
use tsuro_lab::metrics::Family;
use tsuro_lab::report::{LeftOut, RecordedReport, RecordedRows};
use tsuro_lab::stats::Confidence;
use tsuro_lab::{GameCounter, ReadGroup, RecordedInput};
use web_time::Instant;

/// The most games of a history that are read, the newest ones.
pub const MOST_READ: usize = 500;
/// The bots that lay tiles at random, who have no level.
const RANDOM: &str = "random";
/// The bots, where none are asked for.
const USUAL_BOTS: &str = "medium";
/// The most games of bots.
const MOST_GAMES: u64 = 2000;
/// Up to what size a difference does not matter.
const MARGIN: f64 = 0.01;
/// How long records are read: then the rest is left out.
const LONGEST_READING: Duration = Duration::from_secs(8);
/// How long bots play: then no further games begin.
const LONGEST_PLAY: Duration = Duration::from_secs(4);
/// Of how many games that are damaged the reason is told.
const MOST_REASONS: usize = 3;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 200;
/// The file in which a browser saves all records.
const EXPORT: &str = "tsuro-games.jsonl";

/// What a page asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedMeasure {
    /// The hash of the rules; without, those with the most games.
    #[serde(default)]
    rules: Option<String>,
    /// The number of players, likewise.
    #[serde(default)]
    players: Option<u8>,
    /// The bots that play.
    #[serde(default)]
    bots: Option<String>,
    /// Which games of the history are meant; without, all.
    #[serde(default)]
    filter: AskedList,
}

impl AskedMeasure {
    /// The filter of the games that are meant.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn wanted(&self) -> Result<HistoryFilter, NotAnswered> {
        self.filter.clone().filter()
    }
}

/// The records of a history.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryRecords {
    /// The records, the newest first; an empty text stands for one that cannot be read.
    pub records: Vec<String>,
    /// Whether there are older ones.
    pub more: bool,
}

/// The bots beside which games can be put: those that need no time to think.
fn offered() -> impl Iterator<Item = &'static str> {
    let quick = LEVELS.iter().filter(|level| level.milliseconds == 0).map(|level| level.name);
    std::iter::once(RANDOM).chain(quick)
}

/// What the rules of a group are called.
fn title(variant: &Variant, registry: &Registry, language: Language) -> String {
    // Rules in a record have no title.
    let known = built_in(variant, registry);
    TableTexts::new(known.as_ref().unwrap_or(variant.resolved())).title(language).to_owned()
}

/// The groups of a history as clients are told, the most frequent first, with the report of the one
/// that is asked for. `counter` can stop the games of the bots.
///
/// # Errors
/// What is wrong with what was asked for; or the bots could not play.
pub fn measured(
    registry: &Registry,
    asked: &AskedMeasure,
    history: &HistoryRecords,
    language: Language,
    (seed, counter): (&str, &GameCounter),
) -> Result<Json, NotAnswered> {
    let bots = asked.bots.as_deref().unwrap_or(USUAL_BOTS);
    if !offered().any(|known| known == bots) {
        let known: Vec<&str> = offered().collect();
        return Err(NotAnswered::bad(format!("bots: {}", known.join(", "))));
    }
    let ReadHistory { mut groups, left_out, rows, read, reasons } =
        ReadHistory::new(registry, history)?;
    let listed = groups.iter().map(|group| {
        json!({
            "hash": group.variant.hash(), "title": title(&group.variant, registry, language),
            "players": group.players, "games": group.games() as u64,
        })
    });
    let mut answer = json!({
        "read": read as u64,
        "more": history.more || read < history.records.len(),
        "groups": Json::list(listed),
        "bots": Json::list(offered()),
        "left_out": left_out.json(),
        "reasons": reasons,
    });
    if groups.is_empty() {
        return Ok(answer);
    }
    let is_wanted = |group: &ReadGroup| {
        asked.rules.as_ref().is_none_or(|hash| group.variant.hash() == hash)
            && asked.players.is_none_or(|players| group.players == players)
    };
    let at = groups.iter().position(is_wanted);
    let at = at.ok_or_else(|| NotAnswered::bad("rules, players: no such games are here"))?;
    let group = groups.swap_remove(at);
    let chosen = json!({
        "hash": group.variant.hash(), "players": group.players, "bots": bots,
    });
    answer.set("chosen", chosen);
    let (report, mut files) = report(group, left_out, bots, (seed, counter))?;
    files.set("games", rows.table().csv());
    answer.set("report", report);
    answer.set("files", files);
    Ok(answer)
}

/// What was read of a history.
struct ReadHistory {
    /// Most games first.
    groups: Vec<ReadGroup>,
    left_out: LeftOut,
    rows: RecordedRows,
    /// The number of records.
    read: usize,
    /// Why games are damaged, of the first ones.
    reasons: Vec<String>,
}

impl ReadHistory {
    fn new(registry: &Registry, history: &HistoryRecords) -> Result<Self, Refused> {
        let began = Instant::now();
        let (mut input, mut reasons, mut read) = (RecordedInput::new(registry), Vec::new(), 0);
        for record in history.records.iter().take(MOST_READ) {
            if began.elapsed() > LONGEST_READING {
                break;
            }
            let complain = &mut |why: &dyn Display| {
                if reasons.len() < MOST_REASONS {
                    reasons.push(cut(&why.to_string(), LONGEST_REASON));
                }
            };
            input.read(record.as_bytes(), complain).map_err(|_| Refused::Broken)?;
            read += 1;
        }
        let (mut groups, left_out, rows) = input.finish();
        groups.sort_by_key(|group| Reverse(group.games()));
        Ok(Self { groups, left_out, rows, read, reasons })
    }
}

/// Lets bots play beside the games of a group: the report for the page, and as files.
fn report(
    group: ReadGroup,
    left_out: LeftOut,
    bots: &str,
    (seed, counter): (&str, &GameCounter),
) -> Result<(Json, Json), NotAnswered> {
    let families: Vec<Family> =
        Family::ALL.into_iter().filter(|family| is_recorded(*family)).collect();
    let (variant, sides) = (Arc::clone(&group.variant), vec![PlanSide::new(&group.variant)]);
    let tables = (&[group.players], &[bots.to_owned()]);
    let plan = ExperimentPlan::new(sides, tables.0, tables.1, seed.to_owned(), false, &families);
    let plan = plan.map_err(|why| NotAnswered::bad(why.to_string()))?;
    let tally = play(&plan, &variant, counter)?;
    let group = group.summed(&families);
    // What ends the games is the clock and not their results.
    let terms = Terms { confidence: Confidence::Fixed, margins: Margins::new(MARGIN) };
    let report = RecordedReport::new(vec![group.beside(&plan, &tally)], left_out, terms);
    let games = plan.games_of(tally.blocks.count()).to_string();
    let words = ["tsuro", "measure", "--bots", bots, "--games", &games, "--seed", seed];
    let command = shell_line(words.into_iter().chain(["--records", EXPORT]));
    let files = json!({ "page": report.html(&command), "metrics": report.csv() });
    Ok((report.for_page(), files))
}

/// Lets bots play, until there are enough games or the time is up.
fn play(
    plan: &ExperimentPlan,
    variant: &Variant,
    counter: &GameCounter,
) -> Result<Tally, NotAnswered> {
    let bad = |why: &dyn std::fmt::Display| NotAnswered::bad(why.to_string());
    let experiment = Experiment::new(plan, vec![variant]).map_err(|why| bad(&why))?;
    let (mut tally, planned) = (Tally::new(plan), plan.blocks_of(MOST_GAMES));
    let (began, mut from, mut step) = (Instant::now(), 0, 1);
    while from < planned && began.elapsed() < LONGEST_PLAY && !counter.stop.load(Ordering::Relaxed)
    {
        let (to, at) = (planned.min(from + step), Instant::now());
        let (part, error) = experiment.play(from..to, 1, counter);
        if let Some(why) = error {
            return Err(bad(&why));
        }
        tally.merge(&part);
        (from, step) = (to, next_step(step, at.elapsed()));
    }
    if tally.blocks.count() == 0 {
        return Err(bad(
            &"no game of the bots has ended in time; the rules may make games endless",
        ));
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use tsuro::session::Game;

    /// A game of people who lay anything that is allowed.
    fn record(rules: &str, players: u8, number: usize) -> String {
        let mut game = Game::new(rules, players, &format!("game {number}")).unwrap();
        while let Some(decision) = game.decision() {
            let choices = game.observe(decision.seat()).choices();
            let at = game.bot_stream().below(choices.len() as u32) as usize;
            game.play(&choices[at].clone()).unwrap();
        }
        game.record().unwrap()
    }

    fn records(rules: &str, players: u8, games: usize) -> Vec<String> {
        (0..games).map(|number| record(rules, players, number)).collect()
    }

    fn ask(asked: &str, records: Vec<String>) -> Result<Value, String> {
        let history = HistoryRecords { records, more: false };
        let luck = ("seed", &GameCounter::default());
        let asked = serde_json::from_str(asked).unwrap();
        measured(&Registry::default(), &asked, &history, Language::French, luck)
            .map(|answer| serde_json::from_str(&answer.to_string()).unwrap())
            .map_err(|why| why.told().1.to_string())
    }

    const RANDOM_BOTS: &str = r#"{"bots": "random"}"#;

    #[test]
    fn the_most_frequent_games_come_first_and_others_can_be_chosen() {
        let mut all = records("classic", 3, 2);
        all.extend(records("classic", 2, 3));
        all.extend(records("seas", 2, 1));
        let answer = ask(RANDOM_BOTS, all.clone()).unwrap();
        let groups = answer["groups"].as_array().unwrap();
        let games: Vec<u64> = groups.iter().map(|one| one["games"].as_u64().unwrap()).collect();
        assert_eq!(games, [3, 2, 1]);
        assert_eq!(groups[2]["title"], "Tsuro of the Seas");
        let report = &answer["report"]["groups"][0];
        assert_eq!((&report["players"], &report["games"]), (&2.into(), &3.into()));
        assert_eq!((&report["few"], &answer["chosen"]["players"]), (&true.into(), &2.into()));
        assert!(report["tables"][0]["predicts"].is_null(), "there is no verdict on few games");
        let hash = groups[2]["hash"].as_str().unwrap();
        let asked = format!(r#"{{"rules": "{hash}", "players": 2, "bots": "random"}}"#);
        let answer = ask(&asked, all.clone()).unwrap();
        assert_eq!(answer["report"]["groups"][0]["rules"], "seas");
        // The table of games has all of them, whatever is chosen.
        assert_eq!(answer["files"]["games"].as_str().unwrap().lines().count(), 1 + 6);
        for (wrong, said) in [
            (r#"{"players": 5}"#, "no such games are here"),
            (r#"{"bots": "expert"}"#, "bots: random, beginner, easy, medium"),
        ] {
            assert!(ask(wrong, all.clone()).unwrap_err().contains(said), "{wrong}");
        }
    }

    #[test]
    fn people_who_play_otherwise_than_bots_are_not_predicted_by_them() {
        let all = records("classic+free-suicide", 4, 60);
        let answer = ask(r#"{"bots": "medium"}"#, all.clone()).unwrap();
        let table = &answer["report"]["groups"][0]["tables"][0];
        assert_eq!(table["predicts"], false, "{table}");
        assert!(table["words"].as_str().unwrap().contains("bots do not predict people here"));
        let turns = &table["metrics"].as_array().unwrap().iter().find(|one| one["name"] == "turns");
        let shown = &turns.unwrap()["shown"];
        assert!(shown["difference"].as_str().unwrap().starts_with('−'), "{shown}");
        for (file, begins) in [("page", "<!DOCTYPE"), ("metrics", "rules_hash,games,")] {
            let text = answer["files"][file].as_str().unwrap();
            assert!(text.starts_with(begins), "{}", &text[..80]);
        }
    }

    #[test]
    fn what_cannot_be_measured_is_counted_and_the_first_reasons_are_told() {
        let whole = record("classic", 2, 1);
        let lines: Vec<&str> = whole.lines().collect();
        let broken_off = lines[..9].join("\n");
        let wrong = whole.replacen("\"number\":2", "\"number\":7", 1);
        let foreign = whole.replacen("{\"rule\":\"dragon\"", "{\"rule\":\"weather\"", 1);
        assert!(wrong != whole && foreign != whole);
        let bad = vec![String::new(), wrong, foreign, "no JSON".to_owned(), broken_off];
        let answer = ask(RANDOM_BOTS, bad.clone()).unwrap();
        assert_eq!(answer["groups"], serde_json::json!([]));
        assert!(answer["report"].is_null() && answer["files"].is_null());
        let left_out = &answer["left_out"];
        assert_eq!((&left_out["damaged"], &left_out["broken_off"]), (&4.into(), &1.into()));
        let reasons = answer["reasons"].as_array().unwrap();
        assert_eq!(reasons.len(), MOST_REASONS);
        assert!(reasons[2].as_str().unwrap().contains("weather"), "{reasons:?}");
        // One good game among them is measured once, and nothing is one, too.
        let with_one = [bad, vec![whole.clone(), whole.replace("player 1", "Ann")]].concat();
        let answer = ask(RANDOM_BOTS, with_one).unwrap();
        assert_eq!((&answer["groups"][0]["games"], &answer["read"]), (&1.into(), &7.into()));
        assert_eq!(answer["left_out"]["twice"], 1);
        assert!(ask("{}", Vec::new()).unwrap()["report"].is_null());
    }

    #[test]
    fn bots_whose_games_are_stopped_are_no_values() {
        let history = HistoryRecords { records: records("classic", 2, 1), more: true };
        let counter = GameCounter::default();
        counter.stop.store(true, Ordering::Relaxed);
        let (registry, asked) = (Registry::default(), AskedMeasure::default());
        let luck = ("seed", &counter);
        let told = measured(&registry, &asked, &history, Language::English, luck);
        assert!(told.unwrap_err().told().1.to_string().contains("no game of the bots has ended"));
    }
}

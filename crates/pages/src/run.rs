//! One run: what was asked for, the games that were played, and how it stands.

use crate::bounds::plays_many_games;
use crate::refused::NotAnswered;
use crate::rules::{AskedRules, PageRules, SENT};
use crate::sheet::whole;
use crate::states::{RunStanding, RunState, now};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tsuro::bots::{BotSpec, Level};
use tsuro::json::{Json, json};
use tsuro::rules::Registry;
use tsuro::ruleset::{Variant, shown};
use tsuro_faces::USUAL_PLAYERS;
use tsuro_faces::repeat::{RepeatOptions, repeating};
use tsuro_faces::shell_line;
use tsuro_lab::GameCounter;
use tsuro_lab::compare::{
    Design, Experiment, ExperimentPlan, Finding, Margins, Part, PlanSide, Tally, Terms,
};
use tsuro_lab::metrics::{Family, METRICS, Metric, MetricNeed};
use tsuro_lab::report::{self, CountUnit, Report, RunDescription};
use web_time::Instant;

/// Rule sets in one run.
const MOST_RULES: usize = 5;
/// Tables in one run: a table for each number of players and each kind of bots.
const MOST_TABLES: usize = 6;
/// Games of each rule set at each table.
const MOST_GAMES: u64 = 1_000_000;
/// Without `games`.
const USUAL_GAMES: u64 = 20_000;
/// The longest seed, in bytes.
const LONGEST_SEED: usize = 100;
/// How long a slice should take: another run waits for it, and on a page all that is asked.
const SLICE: Duration = Duration::from_millis(200);

/// How many games the next slice has, if `step` games took so long.
pub(crate) fn next_step(step: u64, took: Duration) -> u64 {
    let wanted = step as f64 * SLICE.as_secs_f64() / took.as_secs_f64().max(1e-6);
    (wanted as u64).clamp(1, step * 4)
}
/// A run ends after this time.
const LONGEST_RUN: Duration = Duration::from_secs(6 * 3600);
/// A run in which no game ends for so long has rules under which games do not end.
const LONGEST_GAME: Duration = Duration::from_secs(300);

/// What a client asks for, filled in where it said nothing.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedRun {
    rules: Vec<AskedRules>,
    #[serde(default)]
    players: Vec<u8>,
    #[serde(default)]
    bots: Vec<String>,
    #[serde(default)]
    games: Option<u64>,
    #[serde(default)]
    margins: Vec<String>,
    #[serde(default)]
    matters: Vec<String>,
    #[serde(default)]
    seed: Option<String>,
}

/// A run as it is kept.
#[derive(Debug, Clone)]
pub struct KeptRun {
    /// What was asked for, as JSON.
    pub asked: String,
    /// When it began, in seconds since 1970.
    pub created: i64,
    /// How it stands.
    pub standing: RunStanding,
    /// The sums, as a part file.
    pub part: String,
}

/// A run.
pub struct LabRun {
    /// Its name in addresses.
    pub id: String,
    asked: AskedRun,
    created: i64,
    plan: ExperimentPlan,
    design: Design,
    variants: Vec<Variant>,
    margins: Margins,
    planned: u64,
    counter: GameCounter,
    now: Mutex<RunProgress>,
    /// The last answer, with the number of blocks that it covers.
    last_status: Mutex<Option<(u64, RunState, Json)>>,
}

/// What changes while a run is played.
struct RunProgress {
    state: RunState,
    why: Option<String>,
    tally: Tally,
    played: Duration,
    changed: i64,
    /// Blocks of the next slice.
    step: u64,
    /// While a slice is played: how many games there were when one last ended, and when.
    moved: Option<(u64, Instant)>,
    saved: Instant,
}

/// How often the sums are saved while games are played.
const SAVED_EVERY: Duration = Duration::from_secs(5);

impl AskedRun {
    /// The rule sets, and this with what was left out.
    fn fill(
        &mut self,
        page_rules: &PageRules,
        seed: impl FnOnce() -> String,
    ) -> Result<Vec<Variant>, NotAnswered> {
        let bad = |why: String| NotAnswered::bad(why);
        if !(1..=MOST_RULES).contains(&self.rules.len()) {
            return Err(bad(format!("rules: 1 to {MOST_RULES} rule sets")));
        }
        let variants: Vec<Variant> = self
            .rules
            .iter()
            .map(|asked| page_rules.variant(asked).map_err(NotAnswered::Rules))
            .collect::<Result<_, _>>()?;
        for (number, variant) in variants.iter().enumerate() {
            if variants[..number].iter().any(|other| other.name() == variant.name()) {
                return Err(bad(format!("rules: two of them are called {}", variant.name())));
            }
        }
        if self.players.is_empty() {
            self.players
                .extend(variants.first().map(|first| first.players().nearest(USUAL_PLAYERS)));
        }
        for (variant, players) in variants
            .iter()
            .flat_map(|variant| self.players.iter().map(move |players| (variant, *players)))
        {
            if !variant.players().contains(players) {
                return Err(bad(format!(
                    "players: {players}, but {} is for {}",
                    variant.name(),
                    variant.players()
                )));
            }
        }
        if self.bots.is_empty() {
            self.bots.push("greedy".to_owned());
        }
        for word in self.bots.iter().flat_map(|bots| bots.split('+')) {
            let is_level = Level::named(word).is_some_and(plays_many_games);
            // How long others think is not for clients to say.
            match BotSpec::parse(word) {
                Ok(bot) if is_level || !bot.searches() => {}
                Ok(_) => {
                    return Err(bad(format!("bots: {word} is not offered here; its levels are")));
                }
                Err(why) => return Err(bad(format!("bots: {why}"))),
            }
        }
        if self.players.len() * self.bots.len() > MOST_TABLES {
            return Err(bad(format!("players, bots: at most {MOST_TABLES} tables")));
        }
        let games = *self.games.get_or_insert(USUAL_GAMES);
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(bad(format!("games: 1 to {MOST_GAMES}")));
        }
        if let Some(unknown) =
            self.matters.iter().find(|name| METRICS.iter().all(|metric| metric.name != **name))
        {
            return Err(bad(format!("matters: there is no metric {unknown}")));
        }
        if self.margins.is_empty() {
            self.margins.push("1%".to_owned());
        }
        let seed = self.seed.get_or_insert_with(seed);
        if seed.len() > LONGEST_SEED {
            return Err(bad(format!("seed: at most {LONGEST_SEED} bytes")));
        }
        Ok(variants)
    }

    fn margins(&self) -> Result<Margins, NotAnswered> {
        Margins::parse(self.margins.iter().map(String::as_str))
            .map_err(|why| NotAnswered::bad(format!("margins: {why}")))
    }
}

/// Every kind of metric that needs no search.
fn families() -> Vec<Family> {
    Family::ALL.into_iter().filter(|family| *family != Family::Tension).collect()
}

impl LabRun {
    /// A run that begins.
    ///
    /// # Errors
    /// Why it does not.
    pub fn new(
        id: String,
        mut asked: AskedRun,
        page_rules: &PageRules,
        seed: impl FnOnce() -> String,
    ) -> Result<Self, NotAnswered> {
        let variants = asked.fill(page_rules, seed)?;
        let margins = asked.margins()?;
        let sides = variants.iter().map(PlanSide::new).collect();
        let plan = ExperimentPlan::new(
            sides,
            &asked.players,
            &asked.bots,
            asked.seed.clone().unwrap_or_default(),
            false,
            &families(),
        );
        let plan = plan.map_err(|why| NotAnswered::bad(why.to_string()))?;
        let design = Design::fixed(plan.blocks_of(asked.games.unwrap_or(USUAL_GAMES)));
        let tally = Tally::new(&plan);
        let standing = RunProgress::new(RunState::Running, None, tally, Duration::ZERO, now());
        Ok(Self::with_parts((id, asked, now()), plan, design, variants, margins, standing))
    }

    /// A run as it was kept.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn kept(id: String, kept: &KeptRun, registry: &Registry) -> Result<Self, String> {
        let asked: AskedRun = serde_json::from_str(&kept.asked).map_err(|why| why.to_string())?;
        let part = Part::read(&kept.part).map_err(|why| why.to_string())?;
        let variants = part
            .plan
            .variants(registry)
            .ok_or("its rules cannot be read by this version of the program")?;
        let margins = asked
            .margins()
            .map_err(|_| "its margins cannot be read by this version of the program")?;
        let RunStanding { mut state, mut why, seconds, changed, .. } = kept.standing.clone();
        if part.plan.version != env!("CARGO_PKG_VERSION")
            && matches!(state, RunState::Running | RunState::Paused)
        {
            (state, why) = (
                RunState::Failed,
                Some("it was begun by another version of the program".to_owned()),
            );
        }
        let Part { plan, design, tally, .. } = part;
        let played = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let standing = RunProgress::new(state, why, tally, played, changed);
        let parts = (id, asked, kept.created);
        Ok(Self::with_parts(parts, plan, design, variants, margins, standing))
    }

    fn with_parts(
        (id, asked, created): (String, AskedRun, i64),
        plan: ExperimentPlan,
        design: Design,
        variants: Vec<Variant>,
        margins: Margins,
        standing: RunProgress,
    ) -> Self {
        let planned = design.blocks.unwrap_or_default();
        let (counter, now, last_status) =
            (GameCounter::default(), Mutex::new(standing), Mutex::default());
        Self {
            id,
            asked,
            created,
            plan,
            design,
            variants,
            margins,
            planned,
            counter,
            now,
            last_status,
        }
    }

    fn now(&self) -> MutexGuard<'_, RunProgress> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has become of it.
    pub fn state(&self) -> RunState {
        self.now().state
    }

    /// As it is kept.
    pub fn to_keep(&self) -> KeptRun {
        let now = self.now();
        KeptRun {
            asked: Json::serialized(&self.asked).to_string(),
            created: self.created,
            standing: RunStanding {
                names: self.plan.sides.iter().map(|side| side.name.clone()).collect(),
                state: now.state,
                why: now.why.clone(),
                games: self.plan.games_of(now.tally.blocks.count()),
                planned: self.plan.games_of(self.planned),
                seconds: now.played.as_secs_f64(),
                changed: now.changed,
            },
            part: self.part(&now),
        }
    }

    fn part(&self, now: &RunProgress) -> String {
        Part::new(self.plan.clone(), self.design.clone(), now.tally.clone()).write()
    }

    /// Goes to a state that the client which began the run asks for; whether it changed.
    ///
    /// # Errors
    /// It has ended.
    pub fn go_to(&self, wanted: RunState) -> Result<bool, String> {
        let mut now = self.now();
        if matches!(now.state, RunState::Done | RunState::Failed | RunState::Stopped)
            && now.state != wanted
        {
            return Err(format!("state: this run is {}", now.state.word()));
        }
        let is_new = now.state != wanted;
        if is_new {
            now.go_to(wanted, None);
        }
        if wanted != RunState::Running {
            self.counter.stop.store(true, Ordering::Relaxed);
        }
        Ok(is_new)
    }

    /// Plays a little, if it goes on; whether it has to be stored.
    pub fn play(&self, threads: usize) -> bool {
        let (from, to) = {
            let mut now = self.now();
            if now.state != RunState::Running {
                return false;
            }
            self.counter.stop.store(false, Ordering::Relaxed);
            now.moved = Some((self.counter.games.load(Ordering::Relaxed), Instant::now()));
            let from = now.tally.blocks.from_start();
            (from, self.planned.min(from + now.step))
        };
        let began = Instant::now();
        let played = match Experiment::new(&self.plan, self.variants.iter().collect()) {
            Ok(experiment) => Ok(experiment.play(from..to, threads, &self.counter)),
            Err(why) => Err(why.to_string()),
        };
        let took = began.elapsed();
        let mut now = self.now();
        now.moved = None;
        if now.state == RunState::Stopped {
            // What was told when it was stopped is what holds: its report and its sums must not
            // differ by what came late.
            return true;
        }
        now.played += took;
        let (part, error) = match played {
            Ok(played) => played,
            Err(why) => {
                now.go_to(RunState::Failed, Some(why));
                return true;
            }
        };
        now.tally.merge(&part);
        now.changed = crate::states::now();
        // A slice that was broken off says nothing about how long one takes.
        if part.blocks.count() == to - from {
            now.step = next_step(now.step, took);
        }
        if let Some(why) = error {
            now.go_to(RunState::Failed, Some(why.to_string()));
        } else if now.state == RunState::Running && now.tally.blocks.from_start() >= self.planned {
            now.go_to(RunState::Done, None);
        } else if now.state == RunState::Running && now.played > LONGEST_RUN {
            now.go_to(RunState::Stopped, Some("it has played for six hours".to_owned()));
        }
        let is_due = now.state != RunState::Running || now.saved.elapsed() > SAVED_EVERY;
        if is_due {
            now.saved = Instant::now();
        }
        is_due
    }

    /// Breaks it off if no game has ended for too long.
    pub fn watch(&self) {
        let mut now = self.now();
        let games = self.counter.games.load(Ordering::Relaxed);
        let Some((known, since)) = now.moved else { return };
        if games != known {
            now.moved = Some((games, Instant::now()));
        } else if since.elapsed() > LONGEST_GAME && now.state == RunState::Running {
            let why = format!(
                "no game has ended for {} seconds; the rules may make games endless",
                LONGEST_GAME.as_secs()
            );
            now.go_to(RunState::Failed, Some(why));
            self.counter.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends it because of a fault: of the program, or of the disk.
    pub fn fail(&self, why: &str) {
        self.now().go_to(RunState::Failed, Some(why.to_owned()));
    }

    /// Calls `make` with the report of what has been played.
    fn with_report<T>(
        &self,
        registry: &Registry,
        make: impl FnOnce(&Report<'_>, &RunProgress) -> T,
    ) -> T {
        let now = {
            let now = self.now();
            RunProgress { tally: now.tally.clone(), why: now.why.clone(), ..*now }
        };
        let terms = Terms {
            confidence: self.design.confidence(&now.tally.blocks),
            margins: self.margins.clone(),
        };
        let report = Report::new(&self.plan, &now.tally, terms, &self.variants, registry)
            .with_design(self.design.clone(), None);
        make(&report, &now)
    }

    /// The report as a page.
    pub fn report(&self, registry: &Registry) -> String {
        self.with_report(registry, |report, now| {
            let run = format!(
                "{} {}, {:.0} s",
                std::env::consts::OS,
                std::env::consts::ARCH,
                now.played.as_secs_f64()
            );
            report::html(report, &RunDescription { command: self.command(now), run })
        })
    }

    /// The report as JSON.
    pub fn report_json(&self, registry: &Registry) -> Json {
        self.with_report(registry, |report, _| report::json_in_order(report))
    }

    /// The sums, as a part file.
    pub fn sums(&self) -> String {
        self.part(&self.now())
    }

    /// The file of each rule set that was sent, with its scripts in it: several texts may give
    /// themselves the same name.
    fn files(&self) -> Vec<Option<(String, String)>> {
        let mut files: Vec<Option<(String, String)>> = Vec::new();
        for (asked, side) in self.asked.rules.iter().zip(&self.plan.sides) {
            if asked.text.is_none() {
                files.push(None);
                continue;
            }
            let text = whole(asked.sent());
            let own = file_name(&side.name);
            let mut name = own.clone();
            for number in 2.. {
                if files.iter().flatten().all(|(known, same)| *known != name || *same == text) {
                    break;
                }
                name = own.replacen(".toml", &format!("-{number}.toml"), 1);
            }
            files.push(Some((name, text)));
        }
        files
    }

    /// The file in which a browser saves the sums.
    pub fn part_name(&self) -> String {
        format!("tsuro-{}-part.json", self.id)
    }

    /// The command that makes the same report: it plays the same games, or reads the sums of the
    /// games that were played.
    fn command(&self, now: &RunProgress) -> String {
        let rule = |(file, side): (Option<(String, String)>, &PlanSide)| match file {
            Some((file, _)) => format!("./{file}{}", options(&side.name)),
            None => side.name.clone(),
        };
        let rules: Vec<String> = self.files().into_iter().zip(&self.plan.sides).map(rule).collect();
        if now.state == RunState::Stopped {
            // Played again as planned, they would be judged without regard to the earlier look at
            // the results.
            let margins = self.margins.as_text().join(",");
            return shell_line(["tsuro", "merge", &self.part_name(), "--margin", &margins]);
        }
        let amounts = vec![("--games", self.plan.games_of(self.planned).to_string())];
        let name = if rules.len() > 1 { "compare" } else { "measure" };
        repeating(
            name,
            &rules,
            &self.plan,
            &self.margins,
            &RepeatOptions { amounts, all_pairs: false },
        )
    }

    /// The status of the run, as clients are told.
    pub fn status(&self, registry: &Registry) -> Json {
        let key = {
            let now = self.now();
            (now.tally.blocks.count(), now.state)
        };
        let mut last = self.last_status.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((blocks, state, answer)) if (*blocks, *state) == key => answer.clone(),
            _ => {
                let answer = self.with_report(registry, |report, now| self.answer(report, now));
                *last = Some((key.0, key.1, answer.clone()));
                answer
            }
        }
    }

    fn answer(&self, report: &Report<'_>, now: &RunProgress) -> Json {
        let rules = self
            .plan
            .sides
            .iter()
            .map(|side| json!({ "name": side.name, "title": *shown(&side.title) }));
        let rank = |name: &str| {
            self.asked.matters.iter().position(|wanted| wanted == name).unwrap_or(usize::MAX)
        };
        let sections = report.sections.iter().map(|section| {
            // Between kinds of bots the edge of the better ones is all that is measured.
            let is_wanted = |finding: &&Finding| {
                finding.metric.headline || rank(finding.metric.name) < usize::MAX
            };
            let missing = self.asked.matters.iter().filter(|name| {
                section.findings.iter().all(|finding| finding.metric.name != **name)
            });
            let missing = missing
                .filter_map(|name| METRICS.iter().find(|metric| metric.name == *name))
                .map(|metric| {
                    let needs_bots = metric.needs == MetricNeed::MixedTable
                        && !self.plan.tables.iter().any(|table| table.skill_only);
                    json!({
                        "title": report::name_for_people(metric.name),
                        "why": if needs_bots { "bots" } else { "games" },
                    })
                });
            let mut findings: Vec<_> = section.findings.iter().filter(is_wanted).collect();
            findings.sort_by_key(|finding| (finding.table, rank(finding.metric.name)));
            let differences = section
                .differences
                .iter()
                .map(|one| json!({ "key": one.key, "doc": one.doc, "words": one.words }));
            json!({
                "rules": section.side,
                "differences": Json::list(differences),
                "findings": Json::list(findings.into_iter().map(|finding| {
                    report::finding_for_page(&report.plan.tables[finding.table], finding)
                })),
                "missing": Json::list(missing),
            })
        });
        let mut files: Vec<(String, String)> = Vec::new();
        for file in self.files().into_iter().flatten() {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        let is_empty = report.blocks() == 0;
        json!({
            "id": self.id,
            "state": now.state.word(),
            "why": now.why,
            "rules": Json::list(rules),
            "players": self.asked.players,
            "bots": self.asked.bots,
            "seed": self.plan.seed,
            "matters": self.asked.matters,
            "margins": self.margins.as_text(),
            "games": self.plan.games_of(report.blocks()),
            "planned": self.plan.games_of(self.planned),
            "seconds": now.played.as_secs_f64(),
            "judged": if self.design.is_completed(&now.tally.blocks) { "one" } else { "any" },
            "words": if is_empty { Json::List(Vec::new()) } else {
                Json::list(
                    report.sections.iter().map(
                        |section| report::paragraph_in(report, section, CountUnit::Games)
                    )
                )
            },
            "certainty": if is_empty { String::new() } else {
                report::certainty_in(report, CountUnit::Games)
            },
            "sections": Json::list(sections),
            "command": self.command(now),
            "repeats": if now.state == RunState::Stopped { "sums" } else { "games" },
            "files": Json::list(
                files.into_iter().map(|(name, text)| json!({ "name": name, "text": text }))
            ),
        })
    }
}

/// The options in the name of a rule set: `+tiles.hand=4`.
fn options(name: &str) -> &str {
    name.find('+').map_or("", |at| &name[at..])
}

/// The file of a rule set that was sent.
fn file_name(name: &str) -> String {
    let base = name.split('+').next().filter(|base| !base.is_empty()).unwrap_or(SENT);
    format!("{base}.toml")
}

impl RunProgress {
    fn new(
        state: RunState,
        why: Option<String>,
        tally: Tally,
        played: Duration,
        changed: i64,
    ) -> Self {
        Self { state, why, tally, played, changed, step: 1, moved: None, saved: Instant::now() }
    }

    fn go_to(&mut self, state: RunState, why: Option<String>) {
        (self.state, self.why, self.changed) = (state, why, now());
    }
}

/// A run in a list, as clients are told it.
pub fn listed(id: &str, created: i64, run: &RunStanding) -> Json {
    json!({
        "id": id, "state": run.state.word(), "names": run.names, "games": run.games,
        "planned": run.planned,
        "created": created, "changed": run.changed,
    })
}

/// What a run can measure.
pub fn metrics() -> Json {
    let metric = |metric: &Metric| {
        json!({
            "name": metric.name, "title": report::name_for_people(metric.name),
            "headline": metric.headline,
        })
    };
    json!({ "metrics": Json::list(METRICS.iter().map(metric)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn run(rules: &str) -> LabRun {
        let server = PageRules::shipped(Box::leak(Box::default()));
        let asked = serde_json::from_str(rules).unwrap();
        LabRun::new("run".into(), asked, &server, || "seed".into()).ok().unwrap()
    }

    #[test]
    fn a_run_whose_games_do_not_end_is_broken_off() {
        let run = run(r#"{"rules": [{"rules": "classic"}], "bots": ["expert"], "players": [8]}"#);
        run.now().step = 1000;
        thread::scope(|scope| {
            let playing = scope.spawn(|| run.play(1));
            while run.now().moved.is_none() {
                thread::yield_now();
            }
            run.watch();
            assert_eq!(run.state(), RunState::Running, "it has only begun");
            let games = run.counter.games.load(Ordering::Relaxed);
            run.now().moved = Some((games, Instant::now().checked_sub(LONGEST_GAME * 2).unwrap()));
            run.watch();
            assert!(playing.join().unwrap(), "it is stored");
        });
        assert_eq!(run.state(), RunState::Failed);
        assert!(run.now().why.as_ref().unwrap().contains("no game has ended"));
    }

    #[test]
    fn a_slice_takes_about_as_long_as_wanted() {
        // Games of a millisecond, and of a second: within few slices, each takes as long as wanted.
        for (game, step) in [(Duration::from_millis(1), 200), (Duration::from_secs(1), 1)] {
            assert_eq!((0..8).fold(1, |step, _| next_step(step, game * step as u32)), step);
            assert_eq!((0..8).fold(1000, |step, _| next_step(step, game * step as u32)), step);
        }
        assert_eq!(next_step(10, Duration::ZERO), 40, "at most four times as many");
        let run = run(r#"{"rules": [{"rules": "classic"}], "bots": ["random"]}"#);
        for _ in 0..20 {
            run.play(1);
        }
        let now = run.now();
        assert_eq!(now.tally.blocks.from_start(), now.tally.blocks.count());
    }
}

//! What `compare`, `measure` and `explore` share: tables, budgets, a progress bar with the headline interval, and where reports go.

use super::numbers::{self, MOST_GAMES, Threads};
use super::output::{print, print_json};
use super::progress::{show_on, style};
use super::{Context, Exit, error};
use crate::bots::split;
use crate::lab::compare::{
    BlockError, Experiment, Part, Plan, PlanSide, PlanTable, Tally, Terms, findings_for, next_look, relative_half_width,
};
use crate::lab::metrics::Family;
use crate::lab::report::{self, Report, RunDescription};
use crate::lab::stats::Confidence;
use crate::lab::{Progress, compare};
use crate::ruleset::{Variant, shown};
use crate::ui::files::{self, Existing, Savings, WriteError};
use crate::ui::terminal::Terminal;
use indicatif::ProgressBar;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many games a side and table are played where nobody said.
const USUAL_GAMES: u64 = 20_000;

/// The number of blocks for which confidence sequences are tuned where no number of games is given.
const TUNED: f64 = 10_000.0;

/// How often what was played is saved, for `--resume`.
const SAVED_EVERY: Duration = Duration::from_secs(5);

/// Which games are played.
#[derive(Debug, Clone, clap::Args)]
#[allow(clippy::struct_field_names, reason = "the fields are called as the options are")]
pub struct GamesArgs {
    /// How many players, several with commas; 4, or as near to it as the rules allow, if not given
    #[arg(long, short, value_name = "N", value_delimiter = ',', value_parser = numbers::players())]
    pub players: Vec<u8>,
    /// Who plays, several tiers with commas: all seats play the same bot, or take turns where bots are joined by `+` (`greedy+random`)
    #[arg(long, short, value_name = "LIST", default_value = "random,greedy")]
    pub bots: String,
    /// How many games a side at each table; with --until, at most so many. 20000 if neither is given
    #[arg(long, short, value_name = "N", value_parser = numbers::games(1))]
    pub games: Option<u64>,
    /// Any text; the same seed gives the same games. From the operating system if not given
    #[arg(long, short, value_name = "S")]
    pub seed: Option<String>,
    #[command(flatten)]
    pub threads: Threads,
    /// Which kinds of metrics, with commas: outcome, length, causes, decisions, space, skill, luck, tension; `all` is every kind but tension, which takes a search in every turn
    #[arg(long, value_name = "KINDS", default_value = "all")]
    pub metrics: String,
    /// How many iterations the search has that values positions for `--metrics tension`
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub iterations: u32,
}

/// When playing stops, and what is made of it.
#[derive(Debug, Clone, clap::Args)]
pub struct OutputArgs {
    /// Play until every headline interval reaches no further than this to both sides: points for shares, a part of A's value for the rest
    #[arg(long, value_name = "WIDTH", value_parser = share)]
    pub until: Option<f64>,
    /// Differences smaller than this are as good as none: points for shares, a part of A's value for the rest
    #[arg(long, value_name = "WIDTH", value_parser = share, default_value = "1%")]
    pub margin: f64,
    /// Write a report as one HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print the report as one JSON document
    #[arg(long)]
    pub json: bool,
    /// Write the metrics as a CSV file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print all metrics, not only the headline and what differs
    #[arg(long)]
    pub all: bool,
    /// Keep what was played in this file, and go on from there if it is there already
    #[arg(long, value_name = "FILE", conflicts_with = "blocks")]
    pub resume: Option<PathBuf>,
    /// Play only these blocks, from the first up to but without the second: one part of a larger run
    #[arg(long, value_name = "FROM..TO", value_parser = block_range, conflicts_with_all = ["until", "games"], requires = "out")]
    pub blocks: Option<Range<u64>>,
    /// Write what was played as a part for `tsuro merge`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write over files that are there already
    #[arg(long)]
    pub force: bool,
}

/// Reads a share: `0.5%` or `0.005`.
///
/// # Errors
/// What is wrong with it, as one sentence.
pub fn share(text: &str) -> Result<f64, String> {
    let (number, scale) = text.trim().strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    let value: f64 = number.trim().parse().map_err(|_| "a share is a number such as 0.5% or 0.005".to_owned())?;
    let value = value * scale;
    if value > 0.0 && value < 1.0 { Ok(value) } else { Err("a share lies between 0 and 1, that is between 0% and 100%".to_owned()) }
}

/// Reads a range of blocks: `0..5000`.
fn block_range(text: &str) -> Result<Range<u64>, String> {
    let parse = |text: &str| text.trim().parse::<u64>().ok();
    let range = text.split_once("..").and_then(|(from, to)| Some(parse(from)?..parse(to)?));
    let wrong = || format!("blocks are written as FROM..TO, with FROM below TO and TO at most {MOST_GAMES}: 0..5000");
    range.filter(|range| !range.is_empty() && range.end <= MOST_GAMES).ok_or_else(wrong)
}

/// Which kinds of metrics a list names; all that need no search where it says `all`.
///
/// # Errors
/// What is wrong with the list, as one sentence.
pub fn families(list: &str) -> Result<Vec<Family>, String> {
    let cheap = Family::ALL.into_iter().filter(|family| *family != Family::Tension);
    let mut families = Vec::new();
    for name in list.split(',').map(str::trim) {
        if name == "all" {
            families.extend(cheap.clone());
            continue;
        }
        let known = || Family::ALL.map(Family::name).join(", ");
        let family = Family::ALL.into_iter().find(|family| family.name() == name);
        families.push(family.ok_or_else(|| format!("--metrics: there is no kind {name:?}, only all, {}", known()))?);
    }
    families.sort();
    families.dedup();
    Ok(families)
}

impl GamesArgs {
    /// The plan of these games with these rule sets.
    ///
    /// # Errors
    /// How the program ends, after it has said what is wrong.
    pub fn plan(&self, variants: &[Variant], unpaired: bool, seed: String) -> Result<Plan, Exit> {
        let usage = |why: String| {
            error(why);
            Exit::Usage
        };
        let Some(first) = variants.first() else { return Err(Exit::Usage) };
        let (fewest, most) = first.players();
        let players = if self.players.is_empty() { vec![4.clamp(fewest, most)] } else { self.players.clone() };
        for variant in variants {
            for &players in &players {
                super::seats(variant, Some(players), 4)?;
            }
        }
        let tiers = split(&self.bots).map_err(|why| usage(format!("--bots: {why}")))?;
        let tiers: Vec<String> = tiers.into_iter().map(str::to_owned).collect();
        let families = families(&self.metrics).map_err(usage)?;
        let sides = variants.iter().map(PlanSide::new).collect();
        let plan = Plan::new(sides, &players, &tiers, seed, unpaired, &families).map_err(|why| usage(format!("--bots: {why}")))?;
        Ok(if families.contains(&Family::Tension) { plan.with_search(self.iterations) } else { plan })
    }
}

/// What was played, and whether the user broke it off.
pub struct PlayedExperiment {
    /// The sums.
    pub tally: Tally,
    /// Whether playing was broken off.
    pub interrupted: bool,
    /// How it has to be judged: whoever broke it off may have done so for what he saw.
    pub terms: Terms,
    /// Whether it is in the file of `--resume`, if there is one; how the program ends otherwise, after the reason has been said.
    pub saved: Result<(), Exit>,
}

impl OutputArgs {
    /// How findings are judged, with so many blocks at the most.
    pub fn terms(&self, games: Option<u64>) -> Terms {
        let tuned = games.map_or(TUNED, |games| games as f64);
        let confidence = if self.until.is_some() { Confidence::Always { tuned } } else { Confidence::Fixed };
        Terms { confidence, margin: self.margin }
    }

    /// Looks before anything is played whether what is asked for can be written.
    ///
    /// # Errors
    /// How the program ends, after it has said what cannot.
    pub fn check(&self) -> Result<(), Exit> {
        for path in [&self.html, &self.csv, &self.out].into_iter().flatten() {
            check_target(path, self.force)?;
        }
        Ok(())
    }

    /// Whether an existing file may be replaced.
    fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }

    /// Plays as many games as asked for.
    ///
    /// # Errors
    /// How the program ends, after it has said what went wrong.
    pub fn play(&self, experiment: &Experiment<'_>, games: &GamesArgs, terms: &Terms) -> Result<PlayedExperiment, Exit> {
        let plan = experiment.plan();
        let (mut savings, mut tally) = match &self.resume {
            Some(path) => resumed(path, plan, terms).map(|(savings, tally)| (Some(savings), tally))?,
            None => (None, Tally::new(plan)),
        };
        let goal = self.goal(plan, games);
        let start = self.blocks.as_ref().map_or(tally.blocks.from_start(), |blocks| blocks.start);
        let progress = Progress::default();
        // Where the end is not known, it is guessed at each look.
        let end = if self.until.is_some() { next_look(start) } else { goal.unwrap_or(start) };
        let bar = progress_bar(end.saturating_sub(start).saturating_mul(experiment.games_a_block()));
        let (interrupted, saved) = show_on(&bar, &progress, || {
            self.rounds(experiment, &mut tally, start, goal, games.threads.count(), terms, &progress, &bar, savings.as_mut())
        });
        let terms = match terms.confidence {
            Confidence::Fixed if interrupted => {
                Terms { confidence: Confidence::Always { tuned: goal.map_or(TUNED, |goal| goal as f64) }, ..*terms }
            }
            _ => *terms,
        };
        Ok(PlayedExperiment { tally, interrupted, terms, saved })
    }

    /// The block before which playing ends; `None`: only when the intervals are narrow enough.
    fn goal(&self, plan: &Plan, games: &GamesArgs) -> Option<u64> {
        if let Some(blocks) = &self.blocks {
            return Some(blocks.end);
        }
        let wanted = games.games.or(if self.until.is_some() { None } else { Some(USUAL_GAMES) })?;
        let tables = plan.tables.iter().filter(|table| !table.skill_only);
        let fewest = tables.map(PlanTable::games_a_block).min().unwrap_or(1);
        Some(wanted.div_ceil(fewest))
    }

    /// Plays on from look to look. Says whether it was broken off, and whether what was played could be saved.
    #[allow(clippy::too_many_arguments, reason = "the loop's state, held by one caller")]
    fn rounds(
        &self,
        experiment: &Experiment<'_>,
        tally: &mut Tally,
        start: u64,
        goal: Option<u64>,
        threads: usize,
        terms: &Terms,
        progress: &Progress,
        bar: &ProgressBar,
        mut savings: Option<&mut Savings>,
    ) -> (bool, Result<(), Exit>) {
        let plan = experiment.plan();
        let (mut at, mut saved, mut told, mut warned) = (start, Instant::now(), false, false);
        let finish = |savings, tally: &Tally| {
            save(savings, plan, tally, terms).map_err(|why| {
                error(&why);
                why.exit()
            })
        };
        let narrow = |tally: &Tally, at: u64| {
            let open = self.until.and_then(|until| relative_half_width(plan, tally, until, terms));
            if let Some(open) = open {
                // Intervals shrink with the root of the number of blocks.
                let blocks = (at as f64 * open * open).min(goal.map_or(f64::INFINITY, |goal| goal as f64)) - start as f64;
                bar.set_length((blocks.max(1.0) * experiment.games_a_block() as f64) as u64);
            }
            open.is_some_and(|open| open <= 1.0)
        };
        // A run that goes on may have come as far as it has to.
        let mut finished = self.until.is_some() && at > 0 && next_look(at - 1) == at && narrow(tally, at);
        while !finished && goal.is_none_or(|goal| at < goal) {
            let look = if self.until.is_some() { next_look(at) } else { u64::MAX };
            // Small steps, so that little is lost where games take long.
            let end = look.min(goal.unwrap_or(u64::MAX)).min(at + experiment.stride() * threads as u64);
            let (part, broken) = experiment.play(at..end, threads, progress);
            tally.merge(&part);
            at += part.blocks.count();
            if let (Some(why), false) = (broken, told) {
                told = true;
                say_broken(&why);
            }
            bar.set_message(shown(&headline(plan, tally, terms)).into_owned());
            let stopped = at < end;
            if stopped {
                return (true, finish(savings, tally));
            }
            if saved.elapsed() >= SAVED_EVERY {
                // What cannot be saved now may be saved later.
                if let (Err(why), false) = (save(savings.as_deref_mut(), plan, tally, terms), warned) {
                    error(&why);
                    warned = true;
                }
                saved = Instant::now();
            }
            finished = at == look && narrow(tally, at);
        }
        (false, finish(savings, tally))
    }

    /// Prints and writes what was asked for: the report first, so that a file that cannot be written does not cost it.
    ///
    /// # Errors
    /// How the program ends, after it has said all that cannot be written.
    pub fn write(
        &self,
        plan: &Plan,
        tally: &Tally,
        terms: Terms,
        made: &RunDescription,
        variants: &[Variant],
        context: &Context,
    ) -> Result<(), Exit> {
        let part = || Part::new(plan.clone(), tally.clone()).with_confidence(terms.confidence).write();
        let only_part = self.blocks.is_some() && !self.json && self.html.is_none() && self.csv.is_none();
        let mut done = Ok(());
        if let (Some(path), true) = (&self.out, only_part) {
            done = write_file(path, &part(), self.existing());
            if done.is_ok() {
                return done;
            }
        }
        let report = Report::new(plan, tally, terms, variants, &context.registry);
        let printed = if self.json { print_json(&report::json(&report)) } else { print(&report::text(&report, self.all)) };
        done = done.and(printed.map(|_| ()).map_err(|why| {
            error(format_args!("the report cannot be written: {why}"));
            Exit::Usage
        }));
        if let (Some(path), false) = (&self.out, only_part) {
            done = done.and(write_file(path, &part(), self.existing()));
        }
        if let Some(path) = &self.html {
            done = done.and(write_file(path, &report::html(&report, made), self.existing()));
        }
        if let Some(path) = &self.csv {
            done = done.and(write_file(path, &report::csv(&report), self.existing()));
        }
        done
    }
}

fn say_broken(why: &BlockError) {
    error(format_args!("{why}; such games are counted as errors, and their blocks left out"));
}

/// How a run was made: the call that makes the same report again, and what is different each time.
pub fn made(name: &str, plan: &Plan, output: &OutputArgs, games: &GamesArgs, played: &Tally, began: Instant) -> RunDescription {
    let threads = games.threads.count();
    let mut command = format!("tsuro {name}");
    for side in &plan.sides {
        let _ = write!(command, " {}", quoted(&side.name));
    }
    let mut tables = plan.tables.iter().filter(|table| !table.skill_only).collect::<Vec<_>>();
    let mut players: Vec<String> = tables.iter().map(|table| table.players.to_string()).collect();
    players.dedup();
    tables.retain(|table| table.players.to_string() == players[0]);
    let bots: Vec<&str> = tables.iter().map(|table| table.bots.as_str()).collect();
    let _ = write!(command, " --players {} --bots {} --seed {}", players.join(","), quoted(&bots.join(",")), quoted(&plan.seed));
    match (output.until, games.games) {
        (Some(until), _) => drop(write!(command, " --until {until}")),
        (None, _) => drop(write!(
            command,
            " --games {}",
            played.blocks.count() * tables.iter().map(|table| table.games_a_block()).min().unwrap_or(1)
        )),
    }
    let _ = write!(command, " --margin {} --metrics {}", output.margin, plan.families.join(","));
    if let Some(iterations) = plan.iterations {
        let _ = write!(command, " --iterations {iterations}");
    }
    if plan.unpaired {
        command.push_str(" --unpaired");
    }
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    RunDescription { command, run: format!("{system}, {threads} threads, {:.1} s", began.elapsed().as_secs_f64()) }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-+=,:/".contains(letter);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// The first headline metric, with its interval.
fn headline(plan: &Plan, tally: &Tally, terms: &Terms) -> String {
    let side = usize::from(plan.sides.len() > 1);
    let findings = findings_for(plan, tally, side, terms, |metric| metric.headline);
    let best = findings.iter().find(|finding| finding.name == "turns").or(findings.first());
    best.map_or_else(String::new, report::headline)
}

/// The file of `--resume`, which nobody else writes to from now on, and what was saved in it of an earlier run of the same plan.
fn resumed(path: &Path, plan: &Plan, terms: &Terms) -> Result<(Savings, Tally), Exit> {
    let nothing = || Tally::new(plan);
    let first = Part::new(plan.clone(), nothing()).with_confidence(terms.confidence).write();
    let (savings, text) = Savings::open(path, first.as_bytes(), files::PART).map_err(|why| {
        error(why);
        Exit::Usage
    })?;
    let part = text.map(|text| parsed(path, &text)).transpose()?;
    // A run that saved nothing yet binds nobody.
    let Some(part) = part.filter(|part| part.tally.blocks.count() > 0) else { return Ok((savings, nothing())) };
    if let Err(why) = part.same_plan(plan) {
        error(format_args!("{} is of {why}; go on with the call that began it", path.display()));
        return Err(Exit::Problems);
    }
    if part.tally.blocks.from_start() != part.tally.blocks.count() {
        error(format_args!("{} has gaps between its blocks; `tsuro merge` makes a report of it", path.display()));
        return Err(Exit::Problems);
    }
    Ok((savings, part.tally))
}

/// Reads a part.
///
/// # Errors
/// How the program ends, after it has said what is wrong.
pub fn read_part(path: &Path) -> Result<Part, Exit> {
    let text = files::read_text(path, files::PART).map_err(|why| {
        error(format_args!("{} cannot be read: {why}", path.display()));
        Exit::Usage
    })?;
    parsed(path, &text)
}

fn parsed(path: &Path, text: &str) -> Result<Part, Exit> {
    Part::read(text).map_err(|why| {
        error(format_args!("{}: {why}", path.display()));
        Exit::Problems
    })
}

/// Saves what was played, where it is to be saved.
fn save(savings: Option<&mut Savings>, plan: &Plan, tally: &Tally, terms: &Terms) -> Result<(), WriteError> {
    let Some(savings) = savings else { return Ok(()) };
    let part = Part::new(plan.clone(), tally.clone()).with_confidence(terms.confidence);
    savings.replace(part.write().as_bytes())
}

/// Looks whether a file can be written that is only written much later.
///
/// # Errors
/// How the program ends, after it has said why it cannot.
pub fn check_target(path: &Path, force: bool) -> Result<(), Exit> {
    files::check_writable(path, Existing::with_force(force)).map_err(|why| {
        error(&why);
        why.exit()
    })
}

/// Writes a whole file.
///
/// # Errors
/// How the program ends, after it has said why it cannot be written.
pub fn write_file(path: &Path, text: &str, existing: Existing) -> Result<(), Exit> {
    files::write_whole(path, text.as_bytes(), existing).map_err(|why| {
        error(&why);
        // Whatever came in its way meanwhile, it was to be written.
        Exit::Usage
    })
}

/// A progress bar, on a terminal only.
fn progress_bar(games: u64) -> ProgressBar {
    if !Terminal::here().err.cursor {
        return ProgressBar::hidden();
    }
    ProgressBar::new(games).with_style(style("{bar:10} {human_pos}/{human_len} games, {rate}, {eta} left; {wide_msg}"))
}

/// Prepares an experiment, or says why it cannot be.
///
/// # Errors
/// How the program ends.
pub fn experiment<'a>(plan: &'a Plan, variants: &'a [Variant]) -> Result<Experiment<'a>, Exit> {
    compare::Experiment::new(plan, variants.iter().collect()).map_err(|why| {
        error(why);
        Exit::Usage
    })
}

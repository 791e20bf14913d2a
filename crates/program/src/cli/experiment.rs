//! What `compare`, `measure` and `merge` share: which games are played and until when, the progress
//! bar, and where reports go.

use super::options::{self, MOST_GAMES, SeedAndThreads};
use super::output::{print, print_json};
use super::progress::{games_bar, show_on};
use super::{Context, Exit, error, problem, report_write_error, usage};
use indicatif::ProgressBar;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::bots::{BotError, BotSpec, Host, split, split_at};
use tsuro::ruleset::{Variant, shown};
use tsuro_faces::repeat::{RepeatOptions, repeating};
use tsuro_faces::shell_line;
use tsuro_lab::GameCounter;
use tsuro_lab::compare::{
    Claim, ClaimResult, ClaimState, Design, Experiment, ExperimentPlan, Margins, Part, PlanSide,
    StoppingRule, Tally, Terms, findings_for, is_recorded, next_look, relative_half_width,
};
use tsuro_lab::metrics::Family;
use tsuro_lab::report::{self, RecordedReport, Report, RunDescription};
use tsuro_world::files::{self, Existing, Savings, WriteError};
use tsuro_world::host::patient_host;

/// Games of each rule set at each table, without --games and --until.
const USUAL_GAMES: u64 = 20_000;

/// The error rates of a claim, without --alpha and --beta.
const USUAL_ERROR_RATE: f64 = 0.05;

/// How often the sums are saved to the file of --resume.
pub(super) const SAVED_EVERY: Duration = Duration::from_secs(5);

/// Which games are played, and when playing stops.
#[derive(Debug, Clone, clap::Args)]
#[allow(clippy::struct_field_names, reason = "the fields are called as the options are")]
pub(super) struct GamesArgs {
    /// Number of players, or several numbers separated by commas
    /// [default: 4, or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_delimiter = ',', value_parser = options::players())]
    players: Vec<u8>,
    /// Bots: each one in the list plays a table of its own, in all seats. Bots joined by `+` share
    /// a table and take turns in its seats (`greedy+random`)
    #[arg(long, short, value_name = "LIST", default_value = "random,greedy")]
    bots: String,
    /// Number of games of each rule set at each table; with --until, the largest number that is
    /// played [default: 20000, without --until]
    #[arg(long, short, value_name = "N", value_parser = options::games(1))]
    games: Option<u64>,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Kinds of metrics, separated by commas: outcome, length, causes, decisions, space, skill,
    /// luck, tension. `all` is every kind but tension, which needs a search in every turn
    #[arg(long, value_name = "KINDS", default_value = "all")]
    metrics: String,
    /// Let each kind of bots meet every other kind to measure skill, not only the next weaker one
    #[arg(long)]
    all_pairs: bool,
    /// Iterations of the search that estimates who is winning, for `--metrics tension`
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = options::iterations())]
    iterations: u32,
    /// Play until the interval of every headline metric reaches at most this far to each side: in
    /// percentage points for shares, as a fraction of A's value for other metrics
    #[arg(long, value_name = "WIDTH", value_parser = share)]
    until: Option<f64>,
    /// Save the sums of the games to this file while playing; if the file exists, continue from it
    #[arg(long, value_name = "FILE", conflicts_with = "blocks")]
    resume: Option<PathBuf>,
    /// Play one part of a larger run: the blocks from FROM up to, but not including, TO. With
    /// --games, the size of the whole run, the parts together count as planned
    #[arg(
        long, value_name = "FROM..TO", value_parser = block_range, conflicts_with = "until",
        requires = "out", requires = "seed"
    )]
    blocks: Option<Range<u64>>,
    /// Play part K of N equal parts of the run, counted from 1
    #[arg(
        long,
        value_name = "K/N",
        value_parser = part_number,
        conflicts_with_all = ["until", "blocks", "resume"],
        requires = "out",
        requires = "seed"
    )]
    part: Option<(u64, u64)>,
}

/// How results are judged, and where they go.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct OutputArgs {
    /// Up to what size a difference does not matter: in percentage points for shares, as a fraction
    /// of A's value for other metrics. `turns=2` or `ties=0.5%` sets it for one metric. May be
    /// given several times, or as a list
    #[arg(long, value_name = "WIDTH|METRIC=WIDTH", value_delimiter = ',', default_value = "1%")]
    margin: Vec<String>,
    /// Write a report as one HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the report as one JSON document
    #[arg(long)]
    json: bool,
    /// Write the metrics to a CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write all rule sets and numbers of players side by side to a CSV file, with a row for each
    /// metric and kind of bots
    #[arg(long, value_name = "FILE")]
    overview: Option<PathBuf>,
    /// Print all metrics, not only the headline and what differs
    #[arg(long)]
    all: bool,
    /// Write the sums of the games to this file, for `tsuro merge`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

/// Parses a share: `0.5%` or `0.005`.
///
/// # Errors
/// What is wrong with the text, as one sentence.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let (number, scale) =
        text.trim().strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    let value: f64 = number
        .trim()
        .parse()
        .map_err(|_| "a share is a number such as 0.5% or 0.005".to_owned())?;
    let value = value * scale;
    if value > 0.0 && value < 1.0 {
        Ok(value)
    } else {
        Err("a share lies between 0 and 1, that is between 0% and 100%".to_owned())
    }
}

/// Parses a range of blocks: `0..5000`.
fn block_range(text: &str) -> Result<Range<u64>, String> {
    let parse = |text: &str| text.trim().parse::<u64>().ok();
    let range = text.split_once("..").and_then(|(from, to)| Some(parse(from)?..parse(to)?));
    let wrong = || {
        format!(
            "blocks are written as FROM..TO, with FROM below TO and TO at most {MOST_GAMES}: \
             0..5000"
        )
    };
    range.filter(|range| !range.is_empty() && range.end <= MOST_GAMES).ok_or_else(wrong)
}

/// Parses a part and the number of parts: `2/8`.
pub(super) fn part_number(text: &str) -> Result<(u64, u64), String> {
    let parse = |text: &str| text.trim().parse::<u64>().ok();
    let part = text.split_once('/').and_then(|(part, parts)| Some((parse(part)?, parse(parts)?)));
    let wrong = || "a part is written as K/N, with K from 1 to N: 1/8".to_owned();
    part.filter(|&(part, parts)| (1..=parts).contains(&part) && parts <= MOST_GAMES)
        .ok_or_else(wrong)
}

/// The tables of bots that `--bots` lists, with the hashes of the files of values that they name.
///
/// # Errors
/// The list or a file cannot be read.
pub(super) fn tiers(list: &str) -> Result<Vec<String>, Exit> {
    let host = values_host();
    let with_hashes = |tier: &str| {
        let bots = split_at(tier, '+')?.into_iter().map(|bot| BotSpec::with_hash(bot, &host));
        Ok(bots.collect::<Result<Vec<_>, BotError>>()?.join("+"))
    };
    let tiers = split(list).and_then(|tiers| tiers.into_iter().map(with_hashes).collect());
    tiers.map_err(|why| usage(format_args!("--bots: {why}")))
}

/// What reads files of values for experiments, whose bots have neither clock nor program.
pub(super) fn values_host() -> Arc<dyn Host> {
    patient_host(1, 1).1
}

/// The result of an experiment.
pub(super) struct PlayedExperiment {
    /// Which games were planned.
    pub plan: ExperimentPlan,
    /// How many blocks were planned, and what stops the run.
    pub design: Design,
    /// The looks at the claim, if there is one.
    pub claim: Option<ClaimResult>,
    /// The sums over the games that were played.
    pub tally: Tally,
    /// How the sums have to be judged: where not exactly what was planned was played, more
    /// carefully, since the user may have stopped or gone on because of what they saw.
    pub terms: Terms,
    /// Whether the user interrupted the games.
    pub interrupted: bool,
}

/// Plays an experiment, prints its report and writes its files; `name` is the command, for the
/// report.
///
/// # Errors
/// How the program ends; the reason has been printed.
pub(super) fn play_and_report(
    name: &str,
    variants: &[Variant],
    (unpaired, claim): (bool, Option<Claim>),
    games: &GamesArgs,
    output: &OutputArgs,
    context: &Context,
) -> Result<PlayedExperiment, Exit> {
    let began = Instant::now();
    output.check()?;
    let margins = output.margins()?;
    let plan = games.plan(variants, unpaired)?;
    if let Some(claim) = &claim {
        claim.check(&plan).map_err(|why| usage(format_args!("--claim: {why}")))?;
    }
    let experiment = Experiment::on_host(&plan, variants.iter().collect(), &values_host())
        .map_err(|why| usage(format_args!("--bots: {why}")))?;
    let (rounds, interrupted, saved) = games.play(&experiment, claim)?;
    let Rounds { tally, design, looks, .. } = rounds;
    let terms = Terms { confidence: design.confidence(&tally.blocks), margins };
    let run = games.description(name, &plan, &design, &tally, &terms, began);
    let played = PlayedExperiment { plan, design, claim: looks, tally, terms, interrupted };
    output.write(&played, games.is_part(), &run, variants, context).and(saved)?;
    Ok(played)
}

impl GamesArgs {
    /// The plan of these games for these rule sets.
    fn plan(&self, variants: &[Variant], unpaired: bool) -> Result<ExperimentPlan, Exit> {
        let Some(first) = variants.first() else { return Err(Exit::Usage) };
        let players = if self.players.is_empty() {
            vec![first.players().nearest(4)]
        } else {
            self.players.clone()
        };
        for variant in variants {
            for &players in &players {
                super::seats(variant, Some(players), 4)?;
            }
        }
        let sides = variants.iter().map(PlanSide::new).collect();
        self.plan_of(sides, (&players, self.run.seed()), unpaired, &self.families()?)
    }

    /// The families of metrics that are measured.
    ///
    /// # Errors
    /// One of the names is unknown.
    pub(super) fn families(&self) -> Result<Vec<Family>, Exit> {
        Family::of_names(self.metrics.split(','))
            .map_err(|why| usage(format_args!("--metrics: {why}")))
    }

    /// The seed that was given, or a new one.
    pub(super) fn seed(&self) -> String {
        self.run.seed()
    }

    /// The plan of the games of bots beside recorded ones: what records do not show is not measured
    /// of bots either, so no bots meet for their skill and no game is played again for its luck.
    fn plan_beside(
        &self,
        variant: &Variant,
        players: u8,
        seed: &str,
    ) -> Result<ExperimentPlan, Exit> {
        let mut families = self.families()?;
        families.retain(|family| is_recorded(*family));
        self.plan_of(vec![PlanSide::new(variant)], (&[players], seed.to_owned()), false, &families)
    }

    /// The plan of the games of these rule sets with these numbers of players and this seed.
    fn plan_of(
        &self,
        sides: Vec<PlanSide>,
        (players, seed): (&[u8], String),
        unpaired: bool,
        families: &[Family],
    ) -> Result<ExperimentPlan, Exit> {
        let tiers = tiers(&self.bots)?;
        let plan = ExperimentPlan::new(sides, players, &tiers, seed, unpaired, families);
        let plan = plan.map_err(|why| usage(format_args!("--bots: {why}")))?;
        let plan = if self.all_pairs { plan.with_all_pairs() } else { plan };
        Ok(if families.contains(&Family::Tension) {
            plan.with_search(self.iterations)
        } else {
            plan
        })
    }

    /// Plays games of bots with this number of players, without a report.
    ///
    /// # Errors
    /// How the program ends; the reason has been printed.
    pub(super) fn play_beside(
        &self,
        variant: &Variant,
        players: u8,
        seed: &str,
    ) -> Result<PlayedExperiment, Exit> {
        let plan = self.plan_beside(variant, players, seed)?;
        let experiment = Experiment::on_host(&plan, vec![variant], &values_host())
            .map_err(|why| usage(format_args!("--bots: {why}")))?;
        let (rounds, interrupted, saved) = self.play(&experiment, None)?;
        saved?;
        let Rounds { tally, design, .. } = rounds;
        let confidence = design.confidence(&tally.blocks);
        let terms = Terms { confidence, margins: Margins::new(0.01) };
        Ok(PlayedExperiment { plan, design, claim: None, tally, terms, interrupted })
    }

    /// The command line that measures these records again beside the same games of bots.
    pub(super) fn recorded_command(&self, files: &[String], seed: &str) -> String {
        let games = self.games.unwrap_or(USUAL_GAMES).to_string();
        let mut words = vec!["tsuro", "measure", "--bots", &self.bots, "--metrics", &self.metrics];
        words.extend(["--games", &games, "--seed", seed, "--records"]);
        words.extend(files.iter().map(String::as_str));
        shell_line(words)
    }

    /// Whether only a part of a run is played.
    fn is_part(&self) -> bool {
        self.blocks.is_some() || self.part.is_some()
    }

    /// Plays the games: the sums and looks, whether the user interrupted them, and whether they
    /// were saved for --resume (the reason why not has been printed).
    fn play<'a>(
        &'a self,
        experiment: &'a Experiment<'a>,
        claim: Option<Claim>,
    ) -> Result<(Rounds<'a>, bool, Result<(), Exit>), Exit> {
        let plan = experiment.plan();
        let planned = self.planned_blocks(plan, claim.is_some());
        let stop = match (claim.clone(), self.until) {
            (Some(claim), _) => StoppingRule::Claim(claim),
            (None, Some(width)) => StoppingRule::Until(width),
            (None, None) if self.blocks.is_some() && self.games.is_none() => StoppingRule::Open,
            (None, None) => StoppingRule::Fixed,
        };
        let design = Design::stopped_by(stop, planned);
        let (mut design, mut tally, mut savings) = (design, Tally::new(plan), None);
        let mut looks = claim.map(ClaimResult::new);
        if let Some(path) = &self.resume {
            let (opened, saved) = open_savings(path, plan, &design)?;
            savings = Some(opened);
            if let Some(saved) = saved {
                (design, tally) = (saved.design, saved.tally);
                if let Some(looks) = &mut looks {
                    looks.looks = saved.looks;
                }
            }
        }
        let range = self.range(planned)?;
        let start = range.as_ref().map_or(tally.blocks.from_start(), |range| range.start);
        let goal = range.map_or(planned, |range| Some(range.end));
        // Where something else stops the games, the end is not known, and the bar shows an
        // estimate.
        let end = if self.until.is_some() || looks.is_some() {
            next_look(start)
        } else {
            goal.unwrap_or(start)
        };
        let bar = games_bar(end.saturating_sub(start).saturating_mul(experiment.games_a_block()));
        let mut rounds =
            Rounds { args: self, experiment, tally, start, goal, design, looks, savings, bar };
        let progress = GameCounter::default();
        let bar = rounds.bar.clone();
        let (interrupted, saved) = show_on(&bar, &progress, || {
            let interrupted = rounds.play(&progress);
            (interrupted, rounds.save().map_err(report_write_error))
        });
        Ok((rounds, interrupted, saved))
    }

    /// The number of blocks of the whole run; `None` if nothing but its results ends it, or if it
    /// is not known.
    fn planned_blocks(&self, plan: &ExperimentPlan, has_claim: bool) -> Option<u64> {
        let is_open = self.until.is_some() || has_claim || self.blocks.is_some();
        let wanted = self.games.or(if is_open { None } else { Some(USUAL_GAMES) })?;
        Some(plan.blocks_of(wanted))
    }

    /// The blocks that are played, if they are a part of a run.
    fn range(&self, planned: Option<u64>) -> Result<Option<Range<u64>>, Exit> {
        let (Some((part, parts)), Some(planned)) = (self.part, planned) else {
            return Ok(self.blocks.clone());
        };
        let end = |part: u64| (u128::from(planned) * u128::from(part) / u128::from(parts)) as u64;
        let range = end(part - 1)..end(part);
        if range.is_empty() {
            return Err(usage(format_args!(
                "--part {part}/{parts}: the run has only {planned} blocks"
            )));
        }
        Ok(Some(range))
    }

    /// The command line that makes the same report again, and facts that differ from run to run.
    fn description(
        &self,
        name: &str,
        plan: &ExperimentPlan,
        design: &Design,
        tally: &Tally,
        terms: &Terms,
        began: Instant,
    ) -> RunDescription {
        let mut amounts = match (&design.stop, self.until) {
            (StoppingRule::Claim(claim), _) => vec![(
                "--claim",
                format!(
                    "{} {} {} against {}",
                    claim.metric,
                    if claim.bound > claim.against { ">=" } else { "<=" },
                    claim.bound,
                    claim.against
                ),
            )],
            (_, Some(until)) => vec![("--until", until.to_string())],
            _ => vec![("--games", plan.games_of(tally.blocks.count()).to_string())],
        };
        // What a claim or --until would otherwise take from the defaults.
        if amounts[0].0 != "--games" {
            amounts.extend(self.games.map(|games| ("--games", games.to_string())));
        }
        if let StoppingRule::Claim(claim) = &design.stop {
            let rates = [("--alpha", claim.alpha), ("--beta", claim.beta)].into_iter();
            amounts.extend(
                rates
                    .filter(|(_, rate)| (rate - USUAL_ERROR_RATE).abs() > 1e-12)
                    .map(|(option, rate)| (option, rate.to_string())),
            );
        }
        let rules: Vec<String> = plan.sides.iter().map(|side| side.name.clone()).collect();
        let command = repeating(
            name,
            &rules,
            plan,
            &terms.margins,
            &RepeatOptions { amounts, all_pairs: self.all_pairs },
        );
        let (os, architecture, threads) =
            (std::env::consts::OS, std::env::consts::ARCH, self.run.threads());
        let run = format!(
            "{os} {architecture}, {threads} threads, {:.1} s",
            began.elapsed().as_secs_f64()
        );
        RunDescription { command, run }
    }
}

/// An experiment that is being played.
struct Rounds<'a> {
    args: &'a GamesArgs,
    experiment: &'a Experiment<'a>,
    tally: Tally,
    /// The first block that this process plays.
    start: u64,
    goal: Option<u64>,
    design: Design,
    looks: Option<ClaimResult>,
    savings: Option<Savings>,
    bar: ProgressBar,
}

impl Rounds<'_> {
    /// Plays until the goal is reached, the intervals are narrow enough or the claim is decided;
    /// `true` if the user interrupted it.
    fn play(&mut self, progress: &GameCounter) -> bool {
        let (mut at, mut saved, mut reported, mut warned) =
            (self.start, Instant::now(), false, false);
        let threads = self.args.run.threads();
        let looks = self.args.until.is_some() || self.looks.is_some();
        // A resumed run may have ended already.
        let mut finished = match &self.looks {
            Some(claim) => claim.state() != ClaimState::Undecided,
            None => at > 0 && next_look(at - 1) == at && self.is_narrow(at),
        };
        while !finished && self.goal.is_none_or(|goal| at < goal) {
            let look = if looks { next_look(at) } else { u64::MAX };
            // In small steps, so that an interruption loses little where games take long.
            let end = look
                .min(self.goal.unwrap_or(u64::MAX))
                .min(at + self.experiment.stride() * threads as u64);
            let (part, broken) = self.experiment.play(at..end, threads, progress);
            self.tally.merge(&part);
            at += part.blocks.count();
            if let (Some(why), false) = (broken, reported) {
                error(format_args!(
                    "{why}; such games are counted as errors, and their blocks left out"
                ));
                reported = true;
            }
            self.bar.set_message(
                shown(&headline(self.experiment.plan(), &self.tally, &self.terms())).into_owned(),
            );
            if at < end {
                return true;
            }
            if saved.elapsed() >= SAVED_EVERY {
                // A save that fails now may succeed later.
                if let (Err(why), false) = (self.save(), warned) {
                    error(why);
                    warned = true;
                }
                saved = Instant::now();
            }
            finished = at == look && (self.is_claim_decided() || self.is_narrow(at));
        }
        false
    }

    /// How the results so far are judged; the margin does not matter here.
    fn terms(&self) -> Terms {
        Terms {
            confidence: self.design.confidence(&self.tally.blocks),
            margins: Margins::new(0.01),
        }
    }

    /// Takes a look at the claim, if there is one. Returns whether it is decided.
    fn is_claim_decided(&mut self) -> bool {
        let plan = self.experiment.plan();
        self.looks
            .as_mut()
            .is_some_and(|claim| claim.look(plan, &self.tally) != ClaimState::Undecided)
    }

    /// Whether the intervals are as narrow as --until asks for; shows on the bar how many games
    /// that will probably take.
    fn is_narrow(&self, at: u64) -> bool {
        let width = self.args.until.and_then(|until| {
            relative_half_width(self.experiment.plan(), &self.tally, until, &self.terms())
        });
        if let Some(width) = width {
            // Intervals shrink with the square root of the number of blocks.
            let blocks = (at as f64 * width * width)
                .min(self.goal.map_or(f64::INFINITY, |goal| goal as f64))
                - self.start as f64;
            self.bar.set_length((blocks.max(1.0) * self.experiment.games_a_block() as f64) as u64);
        }
        width.is_some_and(|width| width <= 1.0)
    }

    /// Saves the sums to the file of --resume, if there is one.
    fn save(&mut self) -> Result<(), WriteError> {
        let Some(savings) = &mut self.savings else { return Ok(()) };
        savings.replace(
            part(self.experiment.plan(), &self.design, &self.tally, self.looks.as_ref()).as_bytes(),
        )
    }
}

/// The text of a part file.
fn part(
    plan: &ExperimentPlan,
    design: &Design,
    tally: &Tally,
    claim: Option<&ClaimResult>,
) -> String {
    let looks = claim.map_or_else(Vec::new, |claim| claim.looks.clone());
    Part::new(plan.clone(), design.clone(), tally.clone()).with_looks(looks).write()
}

impl OutputArgs {
    /// The margins below which differences do not matter.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub(super) fn margins(&self) -> Result<Margins, Exit> {
        Margins::parse(self.margin.iter().map(String::as_str))
            .map_err(|why| usage(format_args!("--margin: {why}")))
    }

    /// Checks before anything is played that the files can be written.
    ///
    /// # Errors
    /// One of them cannot.
    pub(super) fn check(&self) -> Result<(), Exit> {
        for path in [&self.html, &self.csv, &self.overview, &self.out].into_iter().flatten() {
            files::check_writable(path, Existing::with_force(self.force))
                .map_err(report_write_error)?;
        }
        Ok(())
    }

    /// Whether existing files are overwritten.
    pub(super) fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }

    /// Prints the report and then writes the files, so that a file that cannot be written does not
    /// cost the report. `is_part`: with --blocks, where the part file is enough if no report is
    /// asked for.
    ///
    /// # Errors
    /// Something cannot be written; the rest has been.
    pub(super) fn write(
        &self,
        played: &PlayedExperiment,
        is_part: bool,
        run: &RunDescription,
        variants: &[Variant],
        context: &Context,
    ) -> Result<(), Exit> {
        let PlayedExperiment { plan, design, claim, tally, terms, .. } = played;
        let existing = Existing::with_force(self.force);
        let out = || {
            self.out.as_ref().map_or(Ok(()), |path| {
                write_file(path, &part(plan, design, tally, claim.as_ref()), existing)
            })
        };
        let has_tables = self.csv.is_some() || self.overview.is_some();
        let only_part = is_part && !self.json && self.html.is_none() && !has_tables;
        let mut done = Ok(());
        if only_part {
            done = out();
            if done.is_ok() {
                return done;
            }
        }
        let report = Report::new(plan, tally, terms.clone(), variants, &context.registry)
            .with_design(design.clone(), claim.clone());
        let printed = if self.json {
            print_json(&report::json_in_order(&report))
        } else {
            print(&report::text(&report, self.all))
        };
        done = done.and(printed.map(|_| ()));
        if !only_part {
            done = done.and(out());
        }
        if let Some(path) = &self.html {
            done = done.and(write_file(path, &report::html(&report, run), existing));
        }
        if let Some(path) = &self.csv {
            done = done.and(write_file(path, &report::csv(&report), existing));
        }
        if let Some(path) = &self.overview {
            let table = report::overview_table(&report);
            done = done.and(write_file(path, &table.csv(), existing));
        }
        done
    }
}

impl OutputArgs {
    /// As [`OutputArgs::write`], for recorded games; `command` makes the report again.
    ///
    /// # Errors
    /// Something cannot be written; the rest has been.
    pub(super) fn write_recorded(
        &self,
        report: &RecordedReport<'_>,
        command: &str,
    ) -> Result<(), Exit> {
        let existing = Existing::with_force(self.force);
        let printed =
            if self.json { print_json(&report.json()) } else { print(&report.text(self.all)) };
        let mut done = printed.map(|_| ());
        if let Some(path) = &self.html {
            done = done.and(write_file(path, &report.html(command), existing));
        }
        if let Some(path) = &self.csv {
            done = done.and(write_file(path, &report.csv(), existing));
        }
        done
    }
}

/// The first headline metric, with its interval: turns, if they are counted.
fn headline(plan: &ExperimentPlan, tally: &Tally, terms: &Terms) -> String {
    let findings = findings_for(plan, tally, terms, |metric| metric.headline);
    let best = findings.iter().find(|finding| finding.name == "turns").or(findings.first());
    best.map_or_else(String::new, report::headline)
}

/// Opens and locks the file of --resume, with what an earlier run of the same plan saved in it. The
/// design of that run stands: a user who asks for another number of games now may have seen
/// results.
fn open_savings(
    path: &Path,
    plan: &ExperimentPlan,
    design: &Design,
) -> Result<(Savings, Option<Part>), Exit> {
    let nothing = part(plan, design, &Tally::new(plan), None);
    let (savings, text) = Savings::open(path, nothing.as_bytes(), files::PART).map_err(usage)?;
    let saved = text.map(|text| parse_part(path, &text)).transpose()?;
    // A file without games may be of any plan.
    let Some(saved) = saved.filter(|saved| saved.tally.blocks.count() > 0) else {
        return Ok((savings, None));
    };
    if let Err(why) = saved.same_plan(plan) {
        return Err(problem(format_args!(
            "{} is of {why}; repeat the command that began it",
            path.display()
        )));
    }
    let claim = |design: &Design| {
        if let StoppingRule::Claim(claim) = &design.stop { Some(claim.clone()) } else { None }
    };
    if claim(&saved.design) != claim(design) {
        let why = "a claim is tested from the first game on, and this file was begun with another \
            claim or none";
        return Err(problem(format_args!(
            "{}: {why}; repeat the command that began it",
            path.display()
        )));
    }
    if saved.tally.blocks.from_start() != saved.tally.blocks.count() {
        return Err(problem(format_args!(
            "{} has gaps between its blocks; `tsuro merge` makes a report of it",
            path.display()
        )));
    }
    Ok((savings, Some(saved)))
}

/// Reads a part file.
///
/// # Errors
/// It cannot be read, or is not a part file.
pub(super) fn read_part(path: &Path) -> Result<Part, Exit> {
    let text = files::read_text(path, files::PART)
        .map_err(|why| usage(format_args!("{} cannot be read: {why}", path.display())))?;
    parse_part(path, &text)
}

fn parse_part(path: &Path, text: &str) -> Result<Part, Exit> {
    Part::read(text).map_err(|why| problem(format_args!("{}: {why}", path.display())))
}

/// Writes a file whose path was [checked](OutputArgs::check) before: that it exists by now is
/// [`Exit::Usage`] like any other failure.
///
/// # Errors
/// It cannot be written.
pub(super) fn write_file(path: &Path, text: &str, existing: Existing) -> Result<(), Exit> {
    files::write_whole(path, text.as_bytes(), existing).map_err(usage)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use clap::Parser as _;
    use std::sync::atomic::Ordering;
    use tsuro::rules::Registry;
    use tsuro::ruleset::BuiltIns;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        games: GamesArgs,
        /// Some options of the games need one of these.
        #[command(flatten)]
        _output: OutputArgs,
    }

    /// A record shows neither skill nor luck, and yet bots met for their skill, and one game in
    /// sixteen was played again for its luck.
    #[test]
    fn beside_recorded_games_bots_play_nothing_that_is_not_reported() {
        let Line { games, .. } =
            Line::try_parse_from(["measure", "--bots", "random,greedy", "--all-pairs"]).unwrap();
        let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
        let played = |plan: &ExperimentPlan| {
            let counter = GameCounter::default();
            let experiment = Experiment::new(plan, vec![&variant]).unwrap();
            let (tally, _) = experiment.play(0..40, 1, &counter);
            let sides = tally.tables.iter().flat_map(|table| &table.sides);
            let again: u64 =
                sides.flat_map(|side| &side.groups).map(|group| group.luck.games).sum();
            (counter.games.load(Ordering::Relaxed), again)
        };
        let beside = games.plan_beside(&variant, 4, "s").ok().unwrap();
        assert_eq!(played(&beside), (2 * 40, 0));
        // Alone, two games more in each block at the table where both kinds meet.
        let alone = games.plan(std::slice::from_ref(&variant), false).ok().unwrap();
        assert_eq!(played(&alone), (4 * 40, 2 * 3));
    }
}

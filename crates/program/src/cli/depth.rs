//! `tsuro depth`: how much room for skill a rule set has.

use super::options::{self, ProgramBots, SeedAndThreads};
use super::report_files::ReportFiles;
use super::tournament::confidence;
use super::{Context, Exit, complain, problem, progress, report_faults, report_output, usage};
use tsuro::bots::parse_bots;
use tsuro_faces::words::Language;
use tsuro_lab::report::DepthReport;
use tsuro_lab::{DepthError, DepthRun, GameCounter, LADDER};
use tsuro_world::interrupt;

/// The arguments of `tsuro depth`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Number of players at a table, at least 2 [default: 2, or the nearest number that the rules
    /// allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// The ladder: bots separated by commas, weakest first
    #[arg(long, short, value_name = "LIST", default_value_t = LADDER.join(","))]
    bots: String,
    /// Number of games of each bot, or of a team of it, among the bots below it, rounded up to whole
    /// deals
    #[arg(long, short, value_name = "G", default_value_t = 400, value_parser = options::games(1))]
    games: u64,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Confidence level of the intervals, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0, value_parser = confidence)]
    confidence: f64,
    #[command(flatten)]
    programs: ProgramBots,
    #[command(flatten)]
    files: ReportFiles,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the steps.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    args.files.check()?;
    let (program, host) = args.programs.host();
    let ladder =
        parse_bots(&args.bots, &host).map_err(|why| usage(format_args!("--bots: {why}")))?;
    let players = super::seats(&variant, args.players, 2)?;
    let seed = args.run.seed();
    let asked = DepthRun {
        variant: &variant,
        ladder: &ladder,
        players,
        games: args.games,
        seed: &seed,
        confidence: args.confidence / 100.0,
        strict: args.programs.strict,
        threads: args.run.threads(),
    };
    let counter = GameCounter::default();
    let depth =
        progress::show(asked.all_games(), &counter, || asked.run(&counter)).map_err(|why| {
            // A user who stops a run need not read what a bot did meanwhile.
            match (&why, interrupt::exit()) {
                (_, Exit::Interrupted) => Exit::Interrupted,
                (DepthError::Ladder, _) => usage(format_args!("--bots: {why}")),
                (DepthError::Goal(_), _) => usage(&why),
                (DepthError::Run(_), _) => problem(&why),
            }
        })?;
    let exit = interrupt::exit();
    let interrupted = exit == Exit::Interrupted;
    if interrupted && depth.rungs.is_empty() {
        complain("note: the run was stopped before the first rung was played");
        return Ok(exit);
    }
    if interrupted {
        complain("note: the run was stopped: stronger bots of the ladder have not played");
    }
    let report = DepthReport { asked: &asked, found: &depth, interrupted };
    let printed = args.files.give(&report, args.json);
    for rung in &depth.rungs {
        report_faults(&rung.bot, &rung.standing.faults);
    }
    report_output(&program.error_output(), Language::English);
    printed.map(|_| exit)
}

//! `tsuro learnability`: how fast a learner climbs under a rule set.

use super::options::{self, SeedAndThreads};
use super::report_files::ReportFiles;
use super::tournament::confidence;
use super::{Context, Exit, complain, problem, progress, usage};
use tsuro::bots::{BotSpec, parse_bots};
use tsuro_lab::report::LearnabilityReport;
use tsuro_lab::{GameCounter, LearnabilityError, LearnabilityRun};
use tsuro_world::host::patient_host;
use tsuro_world::interrupt;

/// The most games of a learner: as many as the widest table of doubled stages needs.
const MOST_GAMES: u64 = 1 << 24;

/// The arguments of `tsuro learnability`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Number of players at a table, at least 2 [default: 2, or the nearest number that the rules
    /// allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Bots among which the learners are measured, separated by commas: each kind for itself
    #[arg(long, short, value_name = "LIST", default_value = "random,greedy")]
    bots: String,
    /// Number of games of each learner against itself; the stages are 0, 128, 256, 512 … games, up
    /// to the first that has as many
    #[arg(
        long, short, value_name = "G", default_value_t = 8192,
        value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES)
    )]
    games: u64,
    /// Number of learners, each with luck of its own
    #[arg(
        long, value_name = "K", default_value_t = 5,
        value_parser = clap::value_parser!(u64).range(2..=1000)
    )]
    learners: u64,
    /// Number of games with which a learner is measured at each stage among each kind of bots,
    /// rounded up to whole deals
    #[arg(
        long, value_name = "G", default_value_t = 400,
        value_parser = options::games(1)
    )]
    measured: u64,
    /// Share of the wins that is to be reached, in per cent [default: an even share]
    #[arg(long, value_name = "PERCENT", value_parser = level)]
    level: Option<f64>,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Confidence level of the intervals, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0, value_parser = confidence)]
    confidence: f64,
    #[command(flatten)]
    files: ReportFiles,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Parses a share of the wins in per cent.
fn level(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    number
        .filter(|number| (0.1..=99.9).contains(number))
        .ok_or_else(|| "a number from 0.1 to 99.9 is needed".to_owned())
}

/// Plays the games and prints how the learners climb.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    args.files.check()?;
    let opponents = parse_bots(&args.bots, &patient_host(1, 1).1)
        .map_err(|why| usage(format_args!("--bots: {why}")))?;
    if let Some(bot) = opponents.iter().find(|bot| !BotSpec::is_reproducible(bot)) {
        return Err(usage(format_args!(
            "--bots: {bot}: its games cannot be repeated, and learners are measured on the same \
             deals at every stage"
        )));
    }
    let players = super::seats(&variant, args.players, 2)?;
    let seed = args.run.seed();
    let asked = LearnabilityRun {
        variant: &variant,
        opponents: &opponents,
        players,
        learners: args.learners,
        games: args.games,
        measured: args.measured,
        level: args.level.map(|level| level / 100.0),
        seed: &seed,
        confidence: args.confidence / 100.0,
        threads: args.run.threads(),
    };
    let counter = GameCounter::default();
    let found = progress::show(asked.all_games(), &counter, || asked.run(&counter)).map_err(
        |why| match (&why, interrupt::exit()) {
            (_, Exit::Interrupted) => Exit::Interrupted,
            (LearnabilityError::Run(_), _) => problem(&why),
            _ => usage(&why),
        },
    )?;
    let exit = interrupt::exit();
    let interrupted = exit == Exit::Interrupted;
    if found.learners < 2 && interrupted {
        complain("note: the run was stopped before two learners were measured");
        return Ok(exit);
    }
    if interrupted {
        complain("note: the run was stopped: fewer learners were measured");
    }
    let report = LearnabilityReport { asked: &asked, found: &found, interrupted };
    args.files.give(&report, args.json).map(|_| exit)
}

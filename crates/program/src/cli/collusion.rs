//! `tsuro collusion`: how much two players gain who play for each other.

use super::options::{self, SeedAndThreads};
use super::report_files::ReportFiles;
use super::tournament::confidence;
use super::{Context, Exit, complain, problem, progress, seats, usage};
use tsuro::bots::BotSpec;
use tsuro_lab::report::CollusionReport;
use tsuro_lab::{CollusionError, CollusionRun, GameCounter};
use tsuro_world::host::patient_host;
use tsuro_world::interrupt;

/// The arguments of `tsuro collusion`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Number of players at a table, at least 3 [default: 4, or the nearest number that the rules
    /// allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Bot in all seats, which has to search
    #[arg(long, short, value_name = "BOT", default_value = "ismcts:100:values=learned")]
    bot: String,
    /// Number of games, rounded up to whole deals: on each deal one game in which each plays for
    /// itself, and one with each seat and a partner
    #[arg(long, short, value_name = "G", default_value_t = 1000, value_parser = options::games(1))]
    games: u64,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Confidence level of the interval, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0, value_parser = confidence)]
    confidence: f64,
    #[command(flatten)]
    files: ReportFiles,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the gain.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    args.files.check()?;
    let bot = BotSpec::parse_on(&args.bot, &patient_host(1, 1).1)
        .map_err(|why| usage(format_args!("--bot: {why}")))?;
    if !bot.is_reproducible() {
        return Err(usage(format_args!("--bot: {bot}: its games cannot be repeated")));
    }
    let players = seats(&variant, args.players, 4)?;
    let seed = args.run.seed();
    let asked = CollusionRun {
        variant: &variant,
        bot: &bot,
        players,
        deals: args.games.div_ceil(u64::from(players) + 1),
        seed: &seed,
        confidence: args.confidence / 100.0,
        threads: args.run.threads(),
    };
    let counter = GameCounter::default();
    let found = progress::show(asked.games(), &counter, || asked.run(&counter)).map_err(|why| {
        match (&why, interrupt::exit()) {
            (_, Exit::Interrupted) => Exit::Interrupted,
            (CollusionError::Run(_) | CollusionError::Broken { .. }, _) => problem(&why),
            _ => usage(&why),
        }
    })?;
    let exit = interrupt::exit();
    let interrupted = exit == Exit::Interrupted;
    if found.deals < 2 && interrupted {
        complain("note: the run was stopped before two deals were played");
        return Ok(exit);
    }
    if interrupted {
        complain("note: the run was stopped: fewer deals were played");
    }
    let report = CollusionReport { asked: &asked, found: &found, interrupted };
    args.files.give(&report, args.json).map(|_| exit)
}

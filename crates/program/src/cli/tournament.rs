//! `tsuro tournament`: lets bots play against each other and rates them.

use super::options::{self, ProgramBots, SeedAndThreads};
use super::output::{print, print_as, print_json};
use super::{
    Context, Exit, complain, problem, progress, report_faults, report_output, seats, usage,
};
use tsuro::bots::parse_bots;
use tsuro_faces::words::Language;
use tsuro_lab::report::TournamentReport;
use tsuro_lab::{GameCounter, Standing, Tournament, tournament};
use tsuro_world::door::Form;
use tsuro_world::interrupt;

/// The arguments of `tsuro tournament`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Bots that take part, separated by commas: `greedy,ismcts:200,exec:"python3 mine.py"`. A bot
    /// named twice takes part twice
    #[arg(long, short, value_name = "LIST")]
    bots: String,
    /// Number of players at a table [default: the number of bots, or the nearest number that the
    /// rules allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Number of games, rounded up to whole deals: each deal is played once for each bot, so that
    /// every bot has every seat once
    #[arg(long, short, value_name = "G", default_value_t = 1000, value_parser = options::games(1))]
    games: u64,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Confidence level of the intervals, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0, value_parser = confidence)]
    confidence: f64,
    #[command(flatten)]
    programs: ProgramBots,
    /// Fail if a bot that is a program had faults in more of its games, in per cent: `safe` has
    /// chosen in its place, so its row is not its own
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0, value_parser = share)]
    max_faults: f64,
    /// Keep bots that are programs running from game to game, for programs that take long to start:
    /// of each bot, every thread runs as many as a table has seats. None of them gets the same deal
    /// twice, but they run at the same time and could tell each other what they see: use it only
    /// with programs that you trust
    #[arg(long)]
    keep_programs: bool,
    /// Print one JSON document
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values, one line for each bot
    #[arg(long)]
    csv: bool,
}

/// Plays the games and prints the standings.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let (program, host) = args.programs.host();
    let bots = parse_bots(&args.bots, &host).map_err(|why| usage(format_args!("--bots: {why}")))?;
    if bots.len() < 2 {
        return Err(usage(
            "--bots: a tournament needs at least two bots; to let a bot play against itself, name \
             it twice",
        ));
    }
    let players = seats(&variant, args.players, bots.len().min(32) as u8)?;
    let deals = args.games.div_ceil(bots.len() as u64);
    let games = deals * bots.len() as u64;
    if games != args.games {
        let deals = if deals == 1 { "1 deal".to_owned() } else { format!("{deals} deals") };
        complain(&format!(
            "note: {games} games are played, {deals} with each of the {} bots in every seat",
            bots.len()
        ));
    }
    let seed = args.run.seed();
    let asked = Tournament {
        variant: &variant,
        bots: &bots,
        players,
        deals,
        seed: &seed,
        strict: args.programs.strict,
        keep_programs: args.keep_programs,
        threads: args.run.threads(),
    };
    let done = GameCounter::default();
    let (standings, outcome) = progress::show(games, &done, || tournament(&asked, &done));
    let mut exit = interrupt::exit();
    let mut stopped = None;
    match outcome {
        // A user who stops a run need not read what a program did meanwhile.
        Err(why) if exit != Exit::Interrupted => {
            exit = problem(&why);
            stopped = Some(why.to_string());
        }
        _ if standings.games() == 0 => {
            complain("note: it was stopped before a whole deal was played");
        }
        _ => {}
    }
    let result = TournamentReport {
        variant: &variant,
        bots: &bots,
        players,
        seed: &seed,
        standings: &standings,
        confidence: args.confidence / 100.0,
        interrupted: exit == Exit::Interrupted,
        stopped,
    };
    let printed = match (args.json, args.csv) {
        (true, _) => print_json(&result.json_in_order()),
        (_, true) => print_as(&result.table().csv(), Form::Document),
        // Without a whole deal there is nothing to show but the reason.
        _ if standings.games() == 0 => Ok(true),
        _ => print(&result.text()),
    };
    for (index, bot) in bots.iter().enumerate() {
        let Standing { faults, faulty_games, games, .. } = standings.standing(index, 0.95);
        report_faults(&bot.to_string(), &faults);
        if faulty_games as f64 > args.max_faults / 100.0 * games as f64 && exit == Exit::Fine {
            exit = problem(format_args!(
                "{bot} had faults in {faulty_games} of {games} games, and --max-faults allows {} %",
                args.max_faults
            ));
        }
    }
    report_output(&program.error_output(), Language::English);
    printed.map(|_| exit)
}

/// Parses a share in per cent.
fn share(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "a number from 0 to 100 is needed".to_owned())
}

/// Parses a confidence level in per cent.
pub(super) fn confidence(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    number
        .filter(|number| (50.0..=99.999).contains(number))
        .ok_or_else(|| "a number from 50 to 99.999 is needed".to_owned())
}

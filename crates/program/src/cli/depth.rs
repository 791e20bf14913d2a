//! `tsuro depth`: how much room for skill a rule set has.

use super::options::{self, ProgramBots, SeedAndThreads};
use super::output::{print, print_json};
use super::tournament::confidence;
use super::{
    Context, Exit, complain, name_with_hash, problem, progress, report_faults, report_output, usage,
};
use std::fmt::Write as _;
use tsuro::bots::{BotSpec, parse_bots};
use tsuro::json::{Json, json};
use tsuro_faces::words::Language;
use tsuro_lab::report::{rounded, unknown_goal};
use tsuro_lab::{Depth, DepthRun, GameCounter, LADDER, Rung, each_plays_alone};
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
    /// Number of games of each bot among the bots below it, rounded up to whole deals
    #[arg(long, short, value_name = "G", default_value_t = 400, value_parser = options::games(1))]
    games: u64,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Confidence level of the intervals, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0, value_parser = confidence)]
    confidence: f64,
    #[command(flatten)]
    programs: ProgramBots,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the steps.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let (program, host) = args.programs.host();
    let ladder =
        parse_bots(&args.bots, &host).map_err(|why| usage(format_args!("--bots: {why}")))?;
    if ladder.len() < 2 {
        return Err(usage("--bots: a ladder needs at least two bots"));
    }
    let players = super::seats(&variant, args.players, 2)?;
    if !each_plays_alone(&variant, players) {
        return Err(usage(format_args!(
            "{}: a depth needs at least two players, each of whom plays against all others",
            variant.name()
        )));
    }
    let seed = args.run.seed();
    let asked = DepthRun {
        variant: &variant,
        ladder: &ladder,
        players,
        deals: args.games.div_ceil(players.into()),
        seed: &seed,
        confidence: args.confidence / 100.0,
        strict: args.programs.strict,
        threads: args.run.threads(),
    };
    let counter = GameCounter::default();
    let depth = progress::show(asked.games(), &counter, || asked.run(&counter)).map_err(|why| {
        // A user who stops a run need not read what a bot did meanwhile.
        match interrupt::exit() {
            Exit::Interrupted => Exit::Interrupted,
            _ => problem(&why),
        }
    })?;
    let exit = interrupt::exit();
    if exit == Exit::Interrupted {
        complain("note: the run was stopped: stronger bots of the ladder have not played");
    }
    let printed = if args.json {
        print_json(&as_json(&asked, &depth, exit == Exit::Interrupted))
    } else {
        print(&in_words(&asked, &depth))
    };
    for rung in &depth.rungs {
        report_faults(&rung.bot, &rung.standing.faults);
    }
    report_output(&program.error_output(), Language::English);
    printed.map(|_| exit)
}

/// The bots of the ladder that play for another goal than the rules have.
fn without_goal(asked: &DepthRun<'_>) -> Vec<String> {
    let knows = |bot: &&BotSpec| bot.knows_goal(asked.variant, asked.players);
    asked.ladder.iter().filter(|bot| !knows(bot)).map(ToString::to_string).collect()
}

fn in_words(asked: &DepthRun<'_>, depth: &Depth) -> String {
    let percent = rounded(100.0 * asked.confidence);
    let mut text = format!(
        "{}, {} players, {} games a rung, seed {}\n\n",
        name_with_hash(asked.variant),
        asked.players,
        asked.deals * u64::from(asked.players),
        asked.seed
    );
    let name = |rung: &Rung| format!("{} among {}", rung.bot, rung.below);
    let widest =
        depth.rungs.iter().map(|rung| name(rung).chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(text, "{:<widest$}  wins %  steps  {:>12}", "bot", format!("{percent} %"));
    for rung in &depth.rungs {
        let [steps, low, high] = rung.steps;
        let _ = writeln!(
            text,
            "{:<widest$}  {:>6.1}  {steps:>5.2}  {:>12}",
            name(rung),
            100.0 * rung.standing.share,
            format!("{low:.2} to {high:.2}")
        );
    }
    let [steps, low, high] = depth.steps;
    let _ = writeln!(
        text,
        "\nDepth: {steps:.1} steps ({low:.1} to {high:.1}). One step is the difference between two \
         players\nof whom the better wins 60 % of the games of two."
    );
    if let Some(sentence) = unknown_goal(asked.variant.name(), &without_goal(asked)) {
        let _ = writeln!(text, "\n{sentence}");
    }
    text
}

fn as_json(asked: &DepthRun<'_>, depth: &Depth, interrupted: bool) -> Json {
    let [steps, low, high] = depth.steps;
    json!({
        "rules": asked.variant.name(),
        "rules_hash": asked.variant.hash(),
        "players": asked.players,
        "seed": asked.seed,
        "confidence": asked.confidence,
        "steps": steps,
        "interval": [low, high],
        "rungs": Json::list(depth.rungs.iter().map(|rung| json!({
            "bot": rung.bot.as_str(),
            "below": rung.below.as_str(),
            "games": rung.standing.games,
            "share": rung.standing.share,
            "share_interval": rung.standing.interval,
            "steps": rung.steps[0],
            "interval": [rung.steps[1], rung.steps[2]],
        }))),
        "without_goal": Json::list(without_goal(asked)),
        "interrupted": interrupted,
    })
}

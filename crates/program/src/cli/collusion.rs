//! `tsuro collusion`: how much two players gain who play for each other.

use super::options::{self, SeedAndThreads};
use super::output::{print, print_json};
use super::tournament::confidence;
use super::{Context, Exit, complain, name_with_hash, problem, progress, seats, usage};
use tsuro::bots::BotSpec;
use tsuro::json::{Json, json};
use tsuro_lab::report::{rounded, unknown_goal};
use tsuro_lab::{Collusion, CollusionError, CollusionRun, GameCounter};
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
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the gain.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
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
    if exit == Exit::Interrupted {
        complain("note: the run was stopped: fewer deals were played");
    }
    let printed = if args.json {
        print_json(&as_json(&asked, &found, exit == Exit::Interrupted))
    } else {
        print(&in_words(&asked, &found))
    };
    printed.map(|_| exit)
}

/// The name of the bot if it plays for another goal than the rules have.
fn without_goal(asked: &CollusionRun<'_>) -> Vec<String> {
    let knows = asked.bot.knows_goal(asked.variant, asked.players);
    if knows { Vec::new() } else { vec![asked.bot.to_string()] }
}

fn in_words(asked: &CollusionRun<'_>, found: &Collusion) -> String {
    let points = |share: f64| format!("{:+.1}", 100.0 * share).replace('-', "−");
    let [_, low, high] = found.gain;
    let verdict = if low > 0.0 {
        "Collusion pays"
    } else if high < 0.0 {
        "Collusion does harm to those who try it"
    } else {
        "It is not decided whether collusion pays; more games may tell"
    };
    let mut text = format!(
        "{}, {} players, {}, {} deals, seed {}\n\nTwo players who play for each other win {:.1} % \
         of the games; the same two seats,\neach for itself, win {:.1} %.\n{verdict}: \
         {} points ({} % interval {} to {}).\n",
        name_with_hash(asked.variant),
        asked.players,
        asked.bot,
        found.deals,
        asked.seed,
        100.0 * found.together,
        100.0 * found.apart,
        points(found.gain[0]),
        rounded(100.0 * asked.confidence),
        points(low),
        points(high),
    );
    if let Some(sentence) = unknown_goal(asked.variant.name(), &without_goal(asked)) {
        text = text + "\n" + sentence.as_str() + "\n";
    }
    text
}

fn as_json(asked: &CollusionRun<'_>, found: &Collusion, interrupted: bool) -> Json {
    let [gain, low, high] = found.gain;
    json!({
        "rules": asked.variant.name(),
        "rules_hash": asked.variant.hash(),
        "players": asked.players,
        "bot": asked.bot.to_string(),
        "seed": asked.seed,
        "deals": found.deals,
        "confidence": asked.confidence,
        "together": found.together,
        "apart": found.apart,
        "gain": gain,
        "interval": [low, high],
        "without_goal": Json::list(without_goal(asked)),
        "interrupted": interrupted,
    })
}

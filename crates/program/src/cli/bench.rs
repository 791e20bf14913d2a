//! `tsuro bench`: measures how fast games are played.

use super::options;
use super::output::{print, print_json};
use super::{Context, Exit, seats};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsuro::json::json;
use tsuro_lab::{play_until, signature};
use tsuro_world::interrupt;

/// How often to check whether the time is over, or Ctrl-C was pressed.
const CHECK_EVERY: Duration = Duration::from_millis(50);

/// The arguments of `tsuro bench`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    #[arg(default_value = "classic")]
    rules: String,
    /// Number of players [default: 4, or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Number of threads
    #[arg(
        long, short, value_name = "T", default_value_t = 1, value_parser = options::thread_count()
    )]
    threads: u16,
    /// How long to play, in seconds; 0 plays a hundred games on each thread
    #[arg(
        long, short, value_name = "S", default_value = "3", value_parser = seconds,
        allow_negative_numbers = true
    )]
    seconds: Duration,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Parses a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .filter(|&seconds| seconds <= Duration::from_secs(86_400))
        .ok_or_else(|| "a number of seconds from 0 to a day is needed".into())
}

/// Plays games with random placements and prints the speed.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let players = seats(&variant, args.players, 4)?;
    interrupt::note();
    let signature = signature(&variant, players);
    // Zero seconds: stopped before the first game, so that the number of games does not depend on
    // when a thread starts.
    let stop = AtomicBool::new(args.seconds.is_zero());
    let begin = Instant::now();
    let played = std::thread::scope(|scope| {
        scope.spawn(|| {
            while begin.elapsed() < args.seconds && !interrupt::requested() {
                std::thread::sleep(args.seconds.saturating_sub(begin.elapsed()).min(CHECK_EVERY));
            }
            stop.store(true, Ordering::Relaxed);
        });
        play_until(&variant, players, args.threads.into(), &stop)
    });
    let seconds = begin.elapsed().as_secs_f64();
    let (games, turns) = (played.games as f64 / seconds, played.turns as f64 / seconds);
    // The time of a turn on its own thread: with two threads it is the same as with one.
    let nanoseconds = 1e9 * f64::from(args.threads) / turns;
    if args.json {
        print_json(&json!({
            "rules": variant.name(), "rules_hash": variant.hash(), "players": players,
            "threads": args.threads, "games": played.games, "seconds": seconds,
            "games_per_second": games, "turns_per_second": turns, "ns_per_turn": nanoseconds,
            "signature": format!("{signature:016x}"),
        }))?;
    } else {
        print(&format!(
            "{}, {players} players, threads: {}, {:.1} s\n{games:>12.0} games/s\n\
             {turns:>12.0} turns/s\n{nanoseconds:>12.1} ns/turn\n{signature:016x} signature\n",
            variant.name_with_hash(),
            args.threads,
            seconds,
        ))?;
    }
    Ok(interrupt::exit())
}

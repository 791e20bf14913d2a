//! `tsuro bench`: how fast games are played.

use super::numbers;
use super::output::{print, print_json};
use super::{Context, Exit, error, named, seats};
use crate::lab::{play_until, signature};
use crate::ui::interrupt;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it is looked whether the time is over, or Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// What `tsuro bench` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it
    #[arg(default_value = "classic")]
    rules: String,
    /// How many players; 4, or as near to it as the rules allow, if not given
    #[arg(long, short, value_name = "N", value_parser = numbers::players())]
    players: Option<u8>,
    /// How many threads
    #[arg(long, short, value_name = "T", default_value_t = 1, value_parser = numbers::thread_count())]
    threads: u16,
    /// For how many seconds; 0: a hundred games on each thread
    #[arg(long, short, value_name = "S", default_value_t = 3.0, allow_negative_numbers = true)]
    seconds: f64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays at random for a while and prints how fast it went.
pub fn run(args: &Args, context: &Context) -> Exit {
    let variant = match context.variant(&args.rules) {
        Ok(variant) => variant,
        Err(exit) => return exit,
    };
    let players = match seats(&variant, args.players, 4) {
        Ok(players) => players,
        Err(exit) => return exit,
    };
    let Some(duration) = Duration::try_from_secs_f64(args.seconds).ok().filter(|&duration| duration <= Duration::from_secs(86_400)) else {
        error(format_args!("--seconds {}: from 0 seconds to a day", args.seconds));
        return Exit::Usage;
    };
    interrupt::note();
    let signature = signature(&variant, players);
    // Whether the thread that stops the others would be in time is chance, and instructions are counted over these games.
    let stop = AtomicBool::new(duration.is_zero());
    let begin = Instant::now();
    let played = std::thread::scope(|scope| {
        scope.spawn(|| {
            while begin.elapsed() < duration && !interrupt::requested() {
                std::thread::sleep(duration.saturating_sub(begin.elapsed()).min(LOOK));
            }
            stop.store(true, Ordering::Relaxed);
        });
        play_until(&variant, players, args.threads.into(), &stop)
    });
    let seconds = begin.elapsed().as_secs_f64();
    let (games, turns) = (played.games as f64 / seconds, played.turns as f64 / seconds);
    // Each thread's own time: with two threads a turn takes as long as with one.
    let nanoseconds = 1e9 * f64::from(args.threads) / turns;
    let printed = if args.json {
        print_json(&json!({
            "rules": variant.name(), "rules_hash": variant.hash(), "players": players, "threads": args.threads, "games": played.games, "seconds": seconds,
            "games_per_second": games, "turns_per_second": turns, "ns_per_turn": nanoseconds, "signature": format!("{signature:016x}"),
        }))
    } else {
        print(&format!(
            "{}, {players} players, threads: {}, {:.1} s\n{games:>12.0} games/s\n{turns:>12.0} turns/s\n{nanoseconds:>12.1} ns/turn\n{signature:016x} signature\n",
            named(&variant),
            args.threads,
            seconds,
        ))
    };
    match printed {
        Ok(_) if interrupt::requested() => Exit::Interrupted,
        Ok(_) => Exit::Fine,
        Err(why) => {
            error(format_args!("the figures cannot be written: {why}"));
            Exit::Usage
        }
    }
}

//! `tsuro games`: the games that were played on this machine.

use super::output::{print, print_as, print_json};
use super::{Context, Exit, play, problem, usage};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use tsuro::json::{Json, json};
use tsuro_world::door::Form;
use tsuro_world::files::{self, Existing, KeptGame, KeptGames};

/// The arguments of `tsuro games`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Without a sub-command the games are listed.
    #[command(subcommand)]
    deed: Option<Deed>,
}

/// The sub-commands of `tsuro games`.
#[derive(Debug, clap::Subcommand)]
enum Deed {
    /// List the games, the one that was played last first
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Go on with a game that was broken off
    Resume {
        /// The number of the game [default: the last that was broken off]
        number: Option<u32>,
        /// Ask line by line, in sentences
        #[arg(long)]
        plain: bool,
    },
    /// Show a game step by step; without a terminal, check it
    Replay {
        /// The number of the game [default: the last]
        number: Option<u32>,
    },
    /// Write the record of a game to a file
    Export {
        /// The number of the game
        number: u32,
        /// The file [default: standard output]
        #[arg(value_hint = clap::ValueHint::AnyPath)]
        file: Option<PathBuf>,
        /// Overwrite the file if it exists
        #[arg(long, requires = "file")]
        force: bool,
    },
    /// Delete games
    Delete {
        /// The numbers of the games
        #[arg(required_unless_present = "all")]
        numbers: Vec<u32>,
        /// All games
        #[arg(long, conflicts_with = "numbers")]
        all: bool,
    },
}

/// Runs the sub-command.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let kept = KeptGames::from_environment()
        .ok_or_else(|| usage("no games are kept: neither XDG_STATE_HOME nor HOME is set"))?;
    let find = |number: u32| {
        kept.find(number).ok_or_else(|| {
            usage(format_args!("there is no game {number}; `tsuro games list` lists them"))
        })
    };
    let last = |open: bool| {
        let found = kept.all().into_iter().find(|game| !open || game.winners.is_none());
        found.ok_or_else(|| {
            usage(if open { "no game was broken off" } else { "no game has been kept yet" })
        })
    };
    match args.deed.as_ref().unwrap_or(&Deed::List { json: false }) {
        Deed::List { json } => list(&kept, *json),
        Deed::Resume { number, plain } => {
            let game = number.map_or_else(|| last(true), find)?;
            if game.winners.is_some() {
                return Err(problem(format_args!(
                    "game {} is over; `tsuro games replay {0}` shows it",
                    game.number
                )));
            }
            play::run(&play::Args::resuming(game.path, *plain, None), context)
        }
        Deed::Replay { number } => {
            let game = number.map_or_else(|| last(false), find)?;
            super::replay::run(
                &super::replay::Args::showing(game.path.display().to_string()),
                context,
            )
        }
        Deed::Export { number, file, force } => {
            let game = find(*number)?;
            let text =
                game.text().map_err(|why| usage(format_args!("{}: {why}", game.path.display())))?;
            match file {
                None => print_as(&text, Form::Json).map(|_| Exit::Fine),
                Some(file) => {
                    let written =
                        files::write_whole(file, text.as_bytes(), Existing::with_force(*force));
                    written.map(|()| Exit::Fine).map_err(super::report_write_error)
                }
            }
        }
        Deed::Delete { numbers, all } => {
            let games = if *all {
                kept.all()
            } else {
                numbers.iter().map(|&number| find(number)).collect::<Result<_, _>>()?
            };
            for game in &games {
                game.delete().map_err(|why| usage(format_args!("game {}: {why}", game.number)))?;
            }
            let games = if games.len() == 1 {
                "1 game".to_owned()
            } else {
                format!("{} games", games.len())
            };
            print(&format!("{games} deleted\n")).map(|_| Exit::Fine)
        }
    }
}

fn list(kept: &KeptGames, as_json: bool) -> Result<Exit, Exit> {
    let games = kept.all();
    if as_json {
        let one = |game: &KeptGame| {
            let played =
                game.played.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
            let KeptGame { number, rules, players, turn, winners, .. } = game;
            json!({
                "number": number, "rules": rules, "players": players, "turn": turn,
                "over": winners.is_some(),
                "winners": winners, "played": played, "file": game.path.display().to_string(),
            })
        };
        return print_json(&Json::List(games.iter().map(one).collect())).map(|_| Exit::Fine);
    }
    if games.is_empty() {
        return print("no game has been kept yet\n").map(|_| Exit::Fine);
    }
    let now = SystemTime::now();
    let mut text = String::new();
    for game in &games {
        let ended = match &game.winners {
            None if game.turn == 0 => "broken off before the first turn".to_owned(),
            None => format!("broken off in turn {}", game.turn),
            Some(winners) if winners.is_empty() => {
                format!("over in turn {}, without a winner", game.turn)
            }
            Some(winners) => {
                let name = |&seat: &usize| {
                    game.players.get(seat).map(|name| format!("{name} (seat {})", seat + 1))
                };
                let winners: Vec<String> = winners.iter().filter_map(name).collect();
                format!("over in turn {}: {}", game.turn, winners.join(", "))
            }
        };
        let age = age(now.duration_since(game.played).unwrap_or_default());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>5}  {age:>10}  {}  {}  {ended}",
            game.number,
            game.rules,
            game.players.join(",")
        );
    }
    print(&text).map(|_| Exit::Fine)
}

/// How long ago something was, roughly.
fn age(passed: Duration) -> String {
    let minutes = passed.as_secs() / 60;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..2880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_roughly() {
        let of = |seconds| age(Duration::from_secs(seconds));
        assert_eq!(
            [of(59), of(60), of(3599), of(3600), of(172_799), of(172_800)],
            ["just now", "1 min ago", "59 min ago", "1 h ago", "47 h ago", "2 days ago"]
        );
    }
}

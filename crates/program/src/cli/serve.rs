//! `tsuro serve`: the games in a browser.

use super::output::print;
use super::{Context, Exit, complain, error, files, usage};
use std::net::IpAddr;
use std::path::PathBuf;
use tsuro_web::{Patience, ServeOptions, Server, TimeLimit, back_up, prune};

/// What the program of `--on-turn` says, if nothing else is wanted.
const TURN_TEXT: &str = "{name}, it is your turn in {title}: {url}";

/// The arguments of `tsuro serve`.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The port; 0 is one that is free
    #[arg(long, default_value_t = 7879)]
    port: u16,
    /// Listen at this address, so that others can reach the server
    #[arg(long, value_name = "ADDRESS", conflicts_with = "lan")]
    host: Option<IpAddr>,
    /// Let everybody in your network play, and show the address as a QR code
    #[arg(long)]
    lan: bool,
    /// The folder with the games [default: `tsuro/server` in `$XDG_STATE_HOME` or `~/.local/state`]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    data: Option<PathBuf>,
    /// Open the page in your browser
    #[arg(long)]
    open: bool,
    /// A name under which another server in front of this one is reached; may be given several
    /// times
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// The address of another server in front of this one: requests from there are told apart by
    /// the `X-Forwarded-For` or `Forwarded` that it adds
    #[arg(long, value_name = "ADDRESS")]
    proxy: Option<IpAddr>,
    /// Take the luck of all games from this text, the same each time: for tests, since who knows it
    /// knows all tiles
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Show everybody who can reach the server the tables that wait for players
    #[arg(long)]
    lobby: bool,
    /// Rate the people who come to tables, by name, and show everybody the ratings
    #[arg(long)]
    ratings: bool,
    /// The time for each decision that the page proposes, such as 90s, 10m, 12h or 2d
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    clock: Option<u32>,
    /// The time in reserve for each seat that the page proposes
    #[arg(long, value_name = "TIME", requires = "clock", value_parser = seconds)]
    reserve: Option<u32>,
    /// Run this program when it is the turn of a person who is not there, or post to this address
    /// with http or https; either gets a line of JSON
    #[arg(long, value_name = "PROGRAM|URL", value_hint = clap::ValueHint::CommandName)]
    on_turn: Option<String>,
    /// What the line is to say, with `{name}`, `{title}` and `{url}`
    #[arg(long, value_name = "TEXT", requires = "on_turn", default_value = TURN_TEXT)]
    on_turn_text: String,
    /// Write a copy of all games to a new file and end; a server may be running
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    backup: Option<PathBuf>,
    /// Remove uploads, ended games and runs that do not go on, if they have not changed for this
    /// number of days, and end; a server may be running
    #[arg(
        long, value_name = "DAYS", conflicts_with = "backup",
        value_parser = clap::value_parser!(u32).range(0..=10_000)
    )]
    prune: Option<u32>,
    /// Most live connections
    #[arg(
        long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    connections: u32,
    /// Most live connections from one address
    #[arg(
        long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    connections_each: u32,
    /// Most requests a second from one address; of files of pages, ten times as many
    #[arg(
        long, value_name = "N", default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    rate: u32,
    /// Most games that one address opens in an hour
    #[arg(
        long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    games: u32,
    /// Most room on the disk, in MiB
    #[arg(
        long, value_name = "MIB", default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    disk: u32,
    /// Days after which a game with which nobody goes on expires
    #[arg(
        long, value_name = "DAYS", default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    expiry: u32,
    /// Days after which uploads, ended games, and runs that do not go on are removed
    #[arg(
        long, value_name = "DAYS", default_value_t = 365,
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    keep: u32,
}

/// A time in seconds: a number with its unit, `s`, `m`, `h` or `d`; without one it is in seconds.
fn seconds(text: &str) -> Result<u32, String> {
    let (number, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 'h')) => (&text[..at], 3600),
        Some((at, 'd')) => (&text[..at], 24 * 3600),
        _ => (text, 1),
    };
    let seconds = number.parse::<u32>().ok().and_then(|number| number.checked_mul(unit));
    seconds.ok_or_else(|| "a time is a number with s, m, h or d, such as 12h".to_owned())
}

/// Runs the sub-command.
pub(super) fn run(args: Args, context: &'static Context) -> Result<Exit, Exit> {
    let state = || files::state_folder().map(|state| state.join("server"));
    let data = args
        .data
        .or_else(state)
        .ok_or_else(|| usage("--data DIR: neither XDG_STATE_HOME nor HOME is set"))?;
    if let Some(to) = args.backup {
        back_up(&data, &to).map_err(|why| usage(format_args!("--backup: {why}")))?;
        return Ok(Exit::Fine);
    }
    if let Some(days) = args.prune {
        let removed = prune(&data, days).map_err(|why| usage(format_args!("--prune: {why}")))?;
        print(&format!("{removed}\n"))?;
        return Ok(Exit::Fine);
    }
    let clock = TimeLimit::checked(args.clock, args.reserve)
        .map_err(|why| usage(format_args!("--clock and --reserve: {why}")))?;
    let options = ServeOptions {
        host: args.host,
        lan: args.lan,
        port: args.port,
        data,
        names: args.names,
        proxy: args.proxy,
        connections: args.connections as usize,
        connections_each: args.connections_each as usize,
        rate: args.rate,
        games: args.games,
        disk: args.disk.into(),
        expiry: args.expiry,
        keep: args.keep,
        seed: args.seed,
        lobby: args.lobby,
        ratings: args.ratings,
        clock,
        patience: Patience::default(),
    };
    let server = Server::start(options, context.files.clone(), &context.registry).map_err(usage)?;
    if let Some(listener) = &args.on_turn {
        server.call_for_turns(listener, &args.on_turn_text).map_err(usage)?;
    }
    let address = server.address();
    print(&format!("{address}\n"))?;
    let others = server.addresses_for_others();
    if let Some(likeliest) = others.first() {
        print(&format!("in your network: {}\n", others.join(" ")))?;
        if let Some(picture) = Server::qr(likeliest) {
            print(&format!("{picture}\n"))?;
        }
    }
    if args.lan || args.host.is_some_and(|host| !host.is_loopback()) {
        complain(
            "everybody who reaches this address can open games and look on; what they send is not \
             encrypted",
        );
    }
    if let Some(most) = server.fewer_connections() {
        complain(&format!(
            "--connections {}: the system lets the server have {most} at most; `ulimit -n` sets \
             how many",
            args.connections
        ));
    }
    if args.open
        && let Err(why) = open::that_detached(&address)
    {
        error(format_args!("no browser was opened: {why}"));
    }
    server.run().map_err(usage)?;
    Ok(Exit::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_and_is_counted_in_seconds() {
        let read = |text| seconds(text).ok();
        assert_eq!(
            ["90", "90s", "10m", "12h", "2d"].map(read),
            [90, 90, 600, 43_200, 172_800].map(Some)
        );
        for wrong in ["", "d", "-1d", "1.5h", "2 d", "2w", "4294967295d", "é"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}

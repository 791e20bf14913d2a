//! A program of the server's owner that is run when it is the turn of a person who is not there.

use std::collections::HashMap;
use std::io::{self, Read, Write as _};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tsuro::json::json;
use tsuro_world::context::error;
use tsuro_world::program::Program;

/// Calls that wait for the program; more are left out.
const WAITING: usize = 100;
/// The program is run once in this time for each seat.
const REST: Duration = Duration::from_secs(60);
/// Seats of which it is known when they were called last.
const SEATS: usize = 10_000;
/// A program that runs longer is killed.
const LONGEST: Duration = Duration::from_secs(10);
/// How often it is looked whether the program has ended.
const LOOKS: Duration = Duration::from_millis(20);

/// What is run when it is somebody's turn.
#[derive(Debug, Clone)]
pub(super) struct TurnHook {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// What it is to say: `{name}`, `{title}` and `{url}` are filled in.
    pub text: String,
    /// The address of the server, with a slash at its end.
    pub address: String,
}

/// Whose turn it is.
#[derive(Debug)]
pub(super) struct Call {
    pub game: String,
    pub seat: u8,
    pub name: String,
    pub title: String,
    /// Seconds that are left, where a clock runs.
    pub left: Option<u64>,
}

/// Runs the program beside the server, one call after another.
pub(super) struct Caller(SyncSender<Call>);

impl Caller {
    /// Starts the thread that runs the program; it ends with the server.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn start(hook: TurnHook) -> io::Result<Self> {
        let (calls, waiting) = sync_channel(WAITING);
        thread::Builder::new()
            .name("turns".to_owned())
            .spawn(move || run_all(&hook, &waiting, LONGEST))?;
        Ok(Self(calls))
    }

    /// One whose calls a test looks at.
    #[cfg(test)]
    pub(super) fn of_a_test() -> (Self, Receiver<Call>) {
        let (calls, waiting) = sync_channel(WAITING);
        (Self(calls), waiting)
    }

    /// Has the program run soon; never waits.
    pub(super) fn call(&self, call: Call) {
        // Where too many wait, the person finds the game on the page of its games.
        let _ = self.0.try_send(call);
    }
}

fn run_all(hook: &TurnHook, calls: &Receiver<Call>, longest: Duration) {
    let mut last: HashMap<(String, u8), Instant> = HashMap::new();
    let mut has_failed = false;
    for call in calls {
        let (seat, now) = ((call.game.clone(), call.seat), Instant::now());
        last.retain(|_, called| now.duration_since(*called) < REST);
        if last.contains_key(&seat) || last.len() >= SEATS {
            continue;
        }
        last.insert(seat, now);
        let failed = run(hook, &call, longest);
        // The operator is told when it begins to fail.
        if let Err(why) = &failed
            && !has_failed
        {
            error(format_args!("--on-turn {}: {why}", hook.words.join(" ")));
        }
        has_failed = failed.is_err();
    }
}

/// What the program reads: a line of JSON.
fn message(hook: &TurnHook, call: &Call) -> String {
    let url = format!("{}game/{}", hook.address, call.game);
    // One pass, so that a name that looks like a gap stays as it is.
    let mut text = String::new();
    let mut rest = hook.text.as_str();
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let gaps = [("{name}", &call.name), ("{title}", &call.title), ("{url}", &url)];
        let gap = gaps.into_iter().find(|(gap, _)| rest.starts_with(gap));
        let (words, length) = gap.map_or(("{", 1), |(gap, words)| (words.as_str(), gap.len()));
        text.push_str(words);
        rest = &rest[length..];
    }
    text.push_str(rest);
    let message = json!({
        "game": call.game, "seat": call.seat, "name": call.name, "title": call.title, "url": url,
        "left": call.left, "text": text,
    });
    format!("{message}\n")
}

/// Runs the program for a call, and waits until it has ended.
fn run(hook: &TurnHook, call: &Call, longest: Duration) -> Result<(), String> {
    let begun = Instant::now();
    let mut program = Program::start(&hook.words).map_err(|why| why.to_string())?;
    let (input, output, errors) = program.pipes();
    // What it prints is of no use here, but a full pipe would stop it.
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        output.map(|output| Box::new(output) as Box<dyn Read + Send>),
        errors.map(|errors| Box::new(errors) as Box<dyn Read + Send>),
    ];
    for mut output in outputs.into_iter().flatten() {
        thread::spawn(move || while matches!(output.read(&mut [0; 4096]), Ok(1..)) {});
    }
    // A program that does not read its input may have done all the same; the line fits a pipe.
    let _ = input.map(|mut input| input.write_all(message(hook, call).as_bytes()));
    while begun.elapsed() < longest {
        match program.status() {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(status.to_string()),
            None => thread::sleep(LOOKS),
        }
    }
    Err(format!("it was stopped after {} s", longest.as_secs()))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::path::Path;

    fn hook(script: &str, file: &Path) -> TurnHook {
        let words = ["sh", "-c", script, "sh", file.to_str().unwrap()];
        TurnHook {
            words: words.map(str::to_owned).to_vec(),
            text: "{name}: {title} {url} {} {name".to_owned(),
            address: "https://tsuro.example/".to_owned(),
        }
    }

    fn call(game: &str, seat: u8, name: &str) -> Call {
        let title = "Tsuro".to_owned();
        Call { game: game.to_owned(), seat, name: name.to_owned(), title, left: Some(60) }
    }

    /// What a program leaves in a file after these calls.
    fn ran(script: &str, calls: Vec<Call>) -> Vec<serde_json::Value> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("told");
        let (sender, waiting) = sync_channel(WAITING);
        for call in calls {
            sender.send(call).unwrap();
        }
        drop(sender);
        run_all(&hook(script, &file), &waiting, Duration::from_millis(500));
        let told = std::fs::read_to_string(&file).unwrap_or_default();
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn the_program_is_told_whose_turn_it_is_and_names_are_only_text() {
        let told = ran("cat >> \"$1\"", vec![call("k7", 1, "$(id) {url}\n`id`")]);
        let url = "https://tsuro.example/game/k7";
        let expected = serde_json::json!([{
            "game": "k7", "seat": 1, "name": "$(id) {url}\n`id`", "title": "Tsuro", "url": url,
            "left": 60, "text": format!("$(id) {{url}}\n`id`: Tsuro {url} {{}} {{name"),
        }]);
        assert_eq!(serde_json::Value::from(told), expected);
    }

    #[test]
    fn a_seat_is_called_once_a_minute() {
        let calls = vec![call("a", 0, "Ann"), call("a", 0, "Ann"), call("a", 1, "Bea")];
        let seats: Vec<u64> =
            ran("cat >> \"$1\"", calls).iter().map(|told| told["seat"].as_u64().unwrap()).collect();
        assert_eq!(seats, [0, 1]);
    }

    #[test]
    fn a_program_that_hangs_fails_or_floods_does_not_stop_the_next_call() {
        let script = "read -r line; case $line in
            *hangs*) sleep 60 ;;
            *fails*) exit 3 ;;
            *floods*) head -c 1000000 /dev/zero ;;
        esac; echo \"$line\" >> \"$1\"";
        let names = ["hangs", "fails", "floods", "Ann"];
        let calls = (0..).zip(names).map(|(seat, name)| call("a", seat, name)).collect();
        let told = ran(script, calls);
        let told: Vec<&str> = told.iter().map(|told| told["name"].as_str().unwrap()).collect();
        assert_eq!(told, ["floods", "Ann"]);
        assert!(ran("", Vec::new()).is_empty());
        let none = TurnHook { words: vec!["/none".to_owned()], ..hook("", Path::new("")) };
        assert!(run(&none, &call("a", 0, "Ann"), LONGEST).is_err());
    }

    #[test]
    fn calls_that_are_too_many_are_left_out() {
        let (calls, _waiting) = sync_channel(2);
        let caller = Caller(calls);
        (0..10).for_each(|seat| caller.call(call("a", seat, "Ann")));
    }
}

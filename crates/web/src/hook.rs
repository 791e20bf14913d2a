//! What the server's owner has chosen to hear when it is the turn of a person who is not there: a
//! program that is run, or an address to which a message is posted.

use std::fmt::{self, Display};
use std::io::{self, Read, Write as _};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use tsuro::json::json;
use tsuro_world::context::error;
use tsuro_world::program::Program;
use ureq::Agent;
use ureq::http::Uri;

/// Calls that wait; for more than these, it is not yet time.
const WAITING: usize = 10;
/// A program that runs longer is killed, and an address that takes longer is given up.
const LONGEST: Duration = Duration::from_secs(10);
/// What makes links of words, calls people or changes letters where chat services show a message.
const MARKUP: &str = "<>@[]`*~|";
/// How often it is looked whether the program has ended.
const LOOKS: Duration = Duration::from_millis(20);

/// What hears of turns.
#[derive(Debug, Clone)]
pub(super) enum Listener {
    /// A program and its arguments.
    Program(Vec<String>),
    /// An address with `http` or `https`.
    Address(Uri),
}

impl Listener {
    /// What the owner has named: an address, if it begins like one, or else a program.
    ///
    /// # Errors
    /// Why it is no address, although it begins like one.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        if !["http://", "https://"].iter().any(|scheme| name.starts_with(scheme)) {
            return Ok(Self::Program(vec![name.to_owned()]));
        }
        let address: Uri = name.parse().map_err(|why| format!("{name}: {why}"))?;
        match address.host() {
            Some(host) if !host.is_empty() => Ok(Self::Address(address)),
            _ => Err(format!("{name}: it names no server")),
        }
    }
}

impl Display for Listener {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(words) => out.write_str(&words.join(" ")),
            // What follows the server is often a secret.
            Self::Address(address) => out.write_str(address.host().unwrap_or_default()),
        }
    }
}

/// What is done when it is somebody's turn.
#[derive(Debug, Clone)]
pub(super) struct TurnHook {
    pub listener: Listener,
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
    /// Whether the listener was told, once that is known.
    pub is_told: Arc<OnceLock<bool>>,
}

/// Tells the listener beside the server, one call after another.
pub(super) struct Caller(SyncSender<Call>);

impl Caller {
    /// Starts the thread that tells the listener; it ends with the server.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn start(hook: TurnHook) -> io::Result<Self> {
        let (calls, waiting) = sync_channel(WAITING);
        thread::Builder::new()
            .name("turns".to_owned())
            .spawn(move || tell_all(&hook, &waiting, LONGEST))?;
        Ok(Self(calls))
    }

    /// One whose calls a test looks at.
    #[cfg(test)]
    pub(super) fn of_a_test() -> (Self, Receiver<Call>) {
        let (calls, waiting) = sync_channel(WAITING);
        (Self(calls), waiting)
    }

    /// Has the listener told soon, unless too many calls wait for that. Whether it will be told;
    /// never waits.
    pub(super) fn call(&self, call: Call) -> bool {
        self.0.try_send(call).is_ok()
    }
}

fn tell_all(hook: &TurnHook, calls: &Receiver<Call>, longest: Duration) {
    let mut has_failed = false;
    for call in calls {
        let message = message(hook, &call);
        let failed = match &hook.listener {
            Listener::Program(words) => run(words, &message, longest),
            Listener::Address(address) => post(address, &message, longest),
        };
        let _ = call.is_told.set(failed.is_ok());
        // The operator is told when it begins to fail.
        if let Err(why) = &failed
            && !has_failed
        {
            error(format_args!("--on-turn {}: {why}", hook.listener));
        }
        has_failed = failed.is_err();
    }
}

/// What the listener reads: a line of JSON.
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
        // Where the message is shown, a name makes no link and calls nobody.
        let is_plain = |letter: &char| length == 1 || *words == url || !MARKUP.contains(*letter);
        text.extend(words.chars().filter(is_plain));
        rest = &rest[length..];
    }
    text.push_str(rest);
    let message = json!({
        "game": call.game, "seat": call.seat, "name": call.name, "title": call.title, "url": url,
        "left": call.left, "text": text,
    });
    format!("{message}\n")
}

/// Posts a message. Only the address itself is spoken to, wherever it sends to, and no more is read
/// than whether it has taken the message.
fn post(address: &Uri, message: &str, longest: Duration) -> Result<(), String> {
    let agent: Agent =
        Agent::config_builder().timeout_global(Some(longest)).max_redirects(0).build().into();
    let request = agent.post(address).header("Content-Type", "application/json");
    let status = request.send(message).map_err(|why| why.to_string())?.status();
    if status.is_success() { Ok(()) } else { Err(format!("it answers {status}")) }
}

/// Runs the program with a message, and waits until it has ended.
fn run(words: &[String], message: &str, longest: Duration) -> Result<(), String> {
    let begun = Instant::now();
    let mut program = Program::start(words).map_err(|why| why.to_string())?;
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
    let _ = input.map(|mut input| input.write_all(message.as_bytes()));
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
    use std::net::TcpListener;
    use std::path::Path;

    fn hook(script: &str, file: &Path) -> TurnHook {
        let words = ["sh", "-c", script, "sh", file.to_str().unwrap()];
        TurnHook {
            listener: Listener::Program(words.map(str::to_owned).to_vec()),
            text: "{name}: {title} {url} {} {name".to_owned(),
            address: "https://tsuro.example/".to_owned(),
        }
    }

    fn call(game: &str, seat: u8, name: &str) -> Call {
        let title = "Tsuro".to_owned();
        let (game, name) = (game.to_owned(), name.to_owned());
        Call { game, seat, name, title, left: Some(60), is_told: Arc::default() }
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
        tell_all(&hook(script, &file), &waiting, Duration::from_millis(500));
        let told = std::fs::read_to_string(&file).unwrap_or_default();
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn the_program_is_told_whose_turn_it_is_and_names_are_only_text() {
        let told = ran("cat >> \"$1\"", vec![call("k7", 1, "$(id) {url}\n`id`")]);
        let url = "https://tsuro.example/game/k7";
        let expected = serde_json::json!([{
            "game": "k7", "seat": 1, "name": "$(id) {url}\n`id`", "title": "Tsuro", "url": url,
            "left": 60, "text": format!("$(id) {{url}}\nid: Tsuro {url} {{}} {{name"),
        }]);
        assert_eq!(serde_json::Value::from(told), expected);
    }

    #[test]
    fn a_program_that_hangs_fails_or_floods_does_not_stop_the_next_call() {
        let script = "read -r line; case $line in
            *hangs*) sleep 60 ;;
            *fails*) exit 3 ;;
            *floods*) head -c 1000000 /dev/zero ;;
        esac; echo \"$line\" >> \"$1\"";
        let names = ["hangs", "fails", "floods", "Ann"];
        let calls: Vec<Call> = (0..).zip(names).map(|(seat, name)| call("a", seat, name)).collect();
        let outcomes = calls.iter().map(|call| Arc::clone(&call.is_told)).collect::<Vec<_>>();
        let told = ran(script, calls);
        let outcomes = outcomes.iter().map(|outcome| *outcome.get().unwrap());
        assert_eq!(outcomes.collect::<Vec<_>>(), [false, false, true, true]);
        let told: Vec<&str> = told.iter().map(|told| told["name"].as_str().unwrap()).collect();
        assert_eq!(told, ["floods", "Ann"]);
        assert!(ran("", Vec::new()).is_empty());
        assert!(run(&["/none".to_owned()], "", LONGEST).is_err());
    }

    /// A server that answers each request so, and its address; it gives what it was sent.
    fn listening(answer: &'static str) -> (Uri, Receiver<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/hook/secret", listener.local_addr().unwrap());
        let (sender, sent) = sync_channel(WAITING);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (mut text, mut part) = (Vec::new(), [0; 4096]);
                while !text.ends_with(b"}\n") {
                    match stream.read(&mut part) {
                        Ok(read @ 1..) => text.extend_from_slice(&part[..read]),
                        _ => break,
                    }
                }
                let _ = stream.write_all(answer.as_bytes());
                let _ = sender.send(String::from_utf8(text).unwrap());
            }
        });
        (address.parse().unwrap(), sent)
    }

    #[test]
    fn a_message_is_posted_to_the_address_and_to_no_other() {
        let (address, sent) = listening("HTTP/1.1 204 No Content\r\n\r\n");
        let hook = TurnHook { listener: Listener::Address(address), ..hook("", Path::new("")) };
        let (sender, waiting) = sync_channel(WAITING);
        sender.send(call("k7", 1, "Bea\r\nX-Evil: 1")).unwrap();
        drop(sender);
        tell_all(&hook, &waiting, LONGEST);
        let request = sent.recv_timeout(LONGEST).unwrap();
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("POST /hook/secret HTTP/1.1\r\n"), "{head}");
        assert!(head.to_lowercase().contains("content-type: application/json"), "{head}");
        assert!(!head.contains("X-Evil"), "{head}");
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["url"], "https://tsuro.example/game/k7");
        // A server that sends elsewhere is not followed.
        let (inside, reached) = listening("HTTP/1.1 204 No Content\r\n\r\n");
        let elsewhere: &'static str = Box::leak(
            format!("HTTP/1.1 307 Elsewhere\r\nLocation: {inside}\r\n\r\n").into_boxed_str(),
        );
        let (address, _sent) = listening(elsewhere);
        assert!(post(&address, "{}\n", LONGEST).is_err());
        assert!(reached.recv_timeout(Duration::from_millis(200)).is_err());
    }

    #[test]
    fn an_address_that_fails_or_hangs_is_given_up() {
        let (address, _sent) = listening("HTTP/1.1 500 No\r\n\r\n");
        assert!(post(&address, "{}\n", LONGEST).unwrap_err().contains("500"));
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", silent.local_addr().unwrap()).parse().unwrap();
        let begun = Instant::now();
        assert!(post(&address, "{}\n", Duration::from_millis(300)).is_err());
        assert!(begun.elapsed() < LONGEST);
    }

    #[test]
    fn an_address_begins_like_one_and_its_secret_is_not_told() {
        let told = |name: &str| Listener::named(name).map(|listener| listener.to_string());
        assert_eq!(told("./call.sh").unwrap(), "./call.sh");
        assert_eq!(told("https://chat.example/hooks/secret").unwrap(), "chat.example");
        for wrong in ["http://", "https:///hooks", "http://a b/"] {
            assert!(told(wrong).unwrap_err().starts_with(wrong), "{wrong}");
        }
    }

    #[test]
    fn calls_that_are_too_many_are_not_taken() {
        let (calls, _waiting) = sync_channel(2);
        let caller = Caller(calls);
        let taken = [0, 1, 2].map(|seat| caller.call(call("a", seat, "Ann")));
        assert_eq!(taken, [true, true, false]);
    }
}

//! The program on the whole screen of a real terminal: a pseudo-terminal, and an emulator that
//! shows what a person sees.
#![cfg(unix)]

use crate::common::program::{example, tsuro};
use rexpect::process::{PtyProcess, Signal, WaitStatus};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tsuro::record::{RecordReader, ReplayVerdict, Replayer};
use tsuro::rules::Registry;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn at_least_one(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a window has rows and columns")
}

/// A window with a program in it.
struct Window {
    process: PtyProcess,
    keyboard: File,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Window {
    /// Opens a window of this size; what it reads comes `at_once` bytes at a time at most.
    fn open(command: Command, rows: u16, columns: u16, at_once: usize) -> Self {
        let mut process = PtyProcess::new(command).unwrap();
        // What a failed test leaves behind is not waited for.
        process.set_kill_timeout(Some(5000));
        let keyboard = process.get_file_handle().unwrap();
        let screen =
            Arc::new(Mutex::new(vt100::Parser::new(at_least_one(rows), at_least_one(columns), 0)));
        let window = Self { process, keyboard, screen };
        window.set_size(rows, columns);
        let (mut from, screen) =
            (window.process.get_file_handle().unwrap(), Arc::clone(&window.screen));
        std::thread::spawn(move || {
            let mut bytes = vec![0; at_once];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..count]);
                if at_once < 100 {
                    std::thread::sleep(Duration::from_micros(500));
                }
            }
        });
        window
    }

    fn set_size(&self, rows: u16, columns: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keyboard, size).unwrap();
    }

    fn resize(&self, rows: u16, columns: u16) {
        self.screen
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(at_least_one(rows), at_least_one(columns));
        self.set_size(rows, columns);
    }

    fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// What a person sees.
    fn seen(&self) -> String {
        let seen = self.screen.lock().unwrap().screen().contents();
        seen.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// What a person sees, with its colours and the cursor.
    fn looks(&self) -> String {
        self.screen.lock().unwrap().screen().state_formatted()
    }

    /// Waits until nothing moves and gives how it looks.
    fn stands_still(&self) -> String {
        let end = Instant::now() + PATIENCE;
        let mut looks = self.looks();
        loop {
            std::thread::sleep(Duration::from_millis(80));
            let later = self.looks();
            if later == looks {
                return looks;
            }
            assert!(Instant::now() < end, "it does not stand still:\n{}", self.seen());
            looks = later;
        }
    }

    /// Sends keys to a screen that stands still and waits for what they do. Keys sent before an
    /// answer would be read by whatever comes next, which may be "Play again".
    fn press(&mut self, keys: &str) {
        let before = self.stands_still();
        self.send(keys);
        let end = Instant::now() + PATIENCE;
        while self.looks() == before {
            assert!(Instant::now() < end, "{keys:?} does nothing in\n{}", self.seen());
            std::thread::sleep(Duration::from_millis(2));
        }
        self.stands_still();
    }

    /// Whether the program has the whole screen.
    fn is_taken(&self) -> bool {
        self.screen.lock().unwrap().screen().alternate_screen()
    }

    /// Waits until the screen is as wanted.
    fn wait(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let seen = self.seen();
            if wanted(&seen) {
                return seen;
            }
            assert!(Instant::now() < end, "no {what} in\n{seen}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |seen| seen.contains(text))
    }

    /// Clicks the beginning of a text that is seen.
    fn click(&mut self, text: &str) {
        // What moves may be elsewhere when the click comes.
        self.wait_for(text);
        self.stands_still();
        let seen = self.wait_for(text);
        let (row, line) = seen.lines().enumerate().find(|(_, line)| line.contains(text)).unwrap();
        let column = line.split(text).next().unwrap().chars().count();
        self.send(&format!("\u{1b}[<0;{};{}M\u{1b}[<0;{0};{1}m", column + 1, row + 1));
    }

    /// The code with which the program ends, which it has to do by itself.
    fn end(&self) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.process.status() {
                Some(WaitStatus::StillAlive) if Instant::now() < end => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Some(WaitStatus::StillAlive) => panic!("it does not end; seen\n{}", self.seen()),
                Some(WaitStatus::Exited(_, code)) => return Some(code),
                _ => return None,
            }
        }
    }
}

/// A person at a machine: where games are kept, and commands.
struct Home(TempDir);

impl Home {
    /// The home of a person who has taken a lesson, to whom a game is proposed.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tsuro")).unwrap();
        fs::write(folder.path().join("tsuro/learner.json"), "{\"has_learnt\":true}").unwrap();
        Self(folder)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = tsuro(args);
        command
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8");
        command
            .env("XDG_STATE_HOME", self.0.path())
            .env("NO_MOTION", "1")
            .current_dir(self.0.path());
        // A pseudo-terminal becomes the standard input only where none is set.
        command.stdin(Stdio::inherit());
        command
    }

    fn window(&self, args: &[&str]) -> Window {
        Window::open(self.command(args), 24, 80, 4096)
    }

    /// The records of the games that are kept.
    fn kept(&self) -> Vec<PathBuf> {
        let entries =
            fs::read_dir(self.0.path().join("tsuro/games")).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    }

    fn games(&self, args: &[&str]) -> String {
        let output =
            self.command(&[&["games"], args].concat()).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

fn verdict(path: &Path) -> ReplayVerdict {
    let bytes = fs::read(path).unwrap();
    let game = RecordReader::new(&bytes[..]).game().unwrap().unwrap();
    Replayer::new(&Registry::default())
        .replay(&game)
        .unwrap_or_else(|mismatch| panic!("{}: {mismatch}", path.display()))
        .verdict
}

/// Presses Enter until the result is shown.
fn enter_to_the_end(window: &mut Window) {
    for _ in 0..600 {
        if window.seen().contains("Watch from the start") {
            return;
        }
        window.press("\r");
    }
    panic!("the game does not end:\n{}", window.seen());
}

#[test]
fn whole_games_are_played_by_keys_alone_from_the_launch_to_the_result() {
    for (edition, downs) in [("Tsuro", 0), ("Luxury", 5), ("Seas", 7), ("Solo", 19)] {
        let home = Home::new();
        let mut window = home.window(&["play", "--seed", "keys"]);
        window.wait_for("which game?");
        window.send(&"\u{1b}[B".repeat(downs));
        window.send("\r");
        window.wait_for("house rules");
        window.send("\r");
        window.wait_for("who plays?");
        window.send("\r");
        window.wait_for("Where do you start?");
        enter_to_the_end(&mut window);
        window.send("q");
        assert_eq!(window.end(), Some(0), "{edition}");
        let kept = home.kept();
        assert!(
            kept.len() == 1 && matches!(verdict(&kept[0]), ReplayVerdict::Complete(_)),
            "{edition}: {kept:?}"
        );
    }
}

#[test]
fn whole_games_are_played_by_the_mouse_alone() {
    for edition in ["Tsuro", "Tsuro, Luxury", "Tsuro of the Seas", "Solo"] {
        play_by_mouse(edition);
    }
}

fn play_by_mouse(edition: &str) {
    let home = Home::new();
    let mut window = home.window(&["play", "--seed", "mouse"]);
    window.wait_for("which game?");
    if edition != "Tsuro" {
        window.click(&format!("  {edition}"));
    }
    window.click(&format!("› {edition}"));
    window.click("Enter go on");
    window.click("Enter start");
    for _ in 0..3000 {
        let seen = window.seen();
        if seen.contains("Watch from the start") {
            break;
        }
        let entries =
            ["Enter lay", "Enter take", "Enter next", "Enter go on", "Enter watch", "Enter result"];
        let row = entries
            .into_iter()
            .find_map(|entry| seen.lines().position(|line| line.contains(entry)));
        match row {
            Some(row) => window.press(&format!("\u{1b}[<0;1;{}M", row + 1)),
            // Bots think.
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    window.click("Quit");
    assert_eq!(window.end(), Some(0));
    assert!(matches!(verdict(&home.kept()[0]), ReplayVerdict::Complete(_)));
}

#[test]
fn the_screen_follows_the_window_and_says_when_it_is_too_small() {
    let home = Home::new();
    let mut window = home.window(&["play", "classic+big-board", "--seed", "size"]);
    window.wait_for("Where do you start?");
    for (rows, columns) in [(50, 160), (18, 60), (35, 100), (24, 80)] {
        window.resize(rows, columns);
        window.wait("the keys in the last row", |seen| {
            seen.lines().count() == usize::from(rows)
                && seen.lines().last().is_some_and(|line| line.starts_with("Enter take"))
        });
    }
    window.resize(10, 30);
    window.wait_for("10 rows.");
    // What is not seen is not decided.
    window.send("\r");
    std::thread::sleep(Duration::from_millis(500));
    window.resize(24, 80);
    window.wait_for("Where do you start?");
    window.send("\r");
    window.wait_for("Enter lay");
}

#[test]
fn a_bug_in_a_rule_ends_the_game_and_names_the_rule() {
    let home = Home::new();
    fs::write(
        home.0.path().join("herald.toml"),
        "schema = 1\nname = \"herald\"\nextends = \"classic\"\n[hazard]\nrule = \"herald\"\n",
    )
    .unwrap();
    let mut command = Command::new(example("asking_rules"));
    command
        .args(["play", "herald.toml", "--seats", "human,random", "--seed", "bug"])
        .current_dir(home.0.path())
        .env("XDG_STATE_HOME", home.0.path());
    command
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env("HERALD_PANICS", "1")
        .env("RUST_BACKTRACE", "0")
        .env_remove("TSURO_RULESETS");
    let mut window = Window::open(command, 24, 80, 4096);
    window.wait_for("Where do you start?");
    window.send("\r");
    window.wait_for("The rule herald is broken");
    assert!(!window.seen().contains("stumbles"), "what a panic says does not fall upon the screen");
    window.process.signal(Signal::SIGTERM).unwrap();
    let end = Instant::now() + PATIENCE;
    while matches!(window.process.status(), Some(WaitStatus::StillAlive)) {
        assert!(Instant::now() < end, "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(200));
    let screen = window.screen.lock().unwrap();
    assert!(
        !screen.screen().alternate_screen()
            && screen.screen().mouse_protocol_mode() == vt100::MouseProtocolMode::None
    );
}

#[test]
fn a_rule_that_never_ends_is_left_at_the_first_request_and_the_terminal_given_back() {
    let home = Home::new();
    fs::write(
        home.0.path().join("herald.toml"),
        "schema = 1\nname = \"herald\"\nextends = \"classic\"\n[hazard]\nrule = \"herald\"\n",
    )
    .unwrap();
    let called = home.0.path().join("called");
    let mut command = Command::new(example("asking_rules"));
    command
        .args(["play", "herald.toml", "--seed", "endless"])
        .current_dir(home.0.path())
        .env("XDG_STATE_HOME", home.0.path());
    command
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env("HERALD_HANGS", &called)
        .env_remove("TSURO_RULESETS");
    let mut window = Window::open(command, 24, 80, 4096);
    let end = Instant::now() + PATIENCE;
    while !called.exists() {
        assert!(Instant::now() < end, "the rule is not called");
        window.send("\r");
        std::thread::sleep(Duration::from_millis(50));
    }
    let reads_lines = |window: &Window| {
        tcgetattr(&window.keyboard).unwrap().local_modes.contains(LocalModes::ICANON)
    };
    assert!(!reads_lines(&window));
    window.process.signal(Signal::SIGTERM).unwrap();
    let status = loop {
        match window.process.status() {
            Some(WaitStatus::StillAlive) => assert!(Instant::now() < end, "it does not end"),
            ended => break ended,
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(matches!(status, Some(WaitStatus::Exited(_, 130))), "{status:?}");
    window.wait("first screen", |_| !window.is_taken());
    assert!(reads_lines(&window));
    assert_eq!(
        window.screen.lock().unwrap().screen().mouse_protocol_mode(),
        vt100::MouseProtocolMode::None
    );
}

#[test]
fn ctrl_z_gives_the_terminal_back_for_a_while() {
    let home = Home::new();
    // A shell with job control, as at a desk.
    let mut shell = Command::new("bash");
    shell
        .args(["--norc", "--noprofile", "-i"])
        .env("PS1", "desk$ ")
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8");
    shell.env("XDG_STATE_HOME", home.0.path()).env_remove("TSURO_RULESETS").env("NO_MOTION", "1");
    let mut window = Window::open(shell, 24, 80, 4096);
    window.wait_for("desk$");
    window.send(&format!("{} play classic --seed z\n", env!("CARGO_BIN_EXE_tsuro")));
    window.wait_for("Where do you start?");
    assert!(window.is_taken());
    window.send("\u{1a}");
    window.wait_for("Stopped");
    assert!(!window.is_taken());
    let hides_cursor = |window: &Window| window.screen.lock().unwrap().screen().hide_cursor();
    assert!(!hides_cursor(&window), "the shell has no cursor");
    // The terminal shows again what is typed.
    window.send("echo still $((40 + 2))\n");
    window.wait_for("still 42");
    window.send("fg\n");
    window.wait_for("Where do you start?");
    assert!(window.is_taken());
    window.send("\r");
    window.wait_for("Enter lay");
    window.send("q");
    window.wait_for("tsuro play --resume");
    assert!(!window.is_taken());
    window.send("exit\n");
}

#[test]
fn a_program_whose_terminal_has_gone_ends() {
    let home = Home::new();
    let window = home.window(&["play", "classic", "--seed", "gone"]);
    window.wait_for("Where do you start?");
    let Window { process, keyboard, screen } = window;
    let path = home.kept().pop().unwrap();
    // The file of a game is locked as long as it is played.
    assert!(
        !home
            .command(&["games", "delete", "1"])
            .stdin(Stdio::null())
            .output()
            .unwrap()
            .status
            .success()
    );
    std::thread::spawn(move || drop((process, keyboard, screen)));
    let end = Instant::now() + PATIENCE;
    while !home
        .command(&["games", "delete", "1"])
        .stdin(Stdio::null())
        .output()
        .unwrap()
        .status
        .success()
    {
        assert!(Instant::now() < end, "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!path.exists());
}

#[test]
fn every_signal_that_can_be_caught_gives_the_terminal_back_and_keeps_the_game() {
    for signal in [
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGUSR1,
        Signal::SIGALRM,
    ] {
        let home = Home::new();
        let mut window = home.window(&["play", "classic", "--seed", "signal"]);
        window.wait_for("Where do you start?");
        window.send("\r");
        window.wait_for("Enter lay");
        window.process.signal(signal).unwrap();
        assert_eq!(window.end(), Some(130), "{signal}");
        window.wait_for("tsuro play --resume");
        assert!(!window.is_taken(), "{signal}");
        assert_eq!(verdict(&home.kept()[0]), ReplayVerdict::BrokenOff);
    }
}

#[test]
fn a_game_that_was_killed_is_offered_at_the_next_start_and_goes_on_with_the_same_luck() {
    let home = Home::new();
    let mut window = home.window(&["play", "seas", "--players", "3", "--seed", "killed 3"]);
    window.wait_for("Where do you start?");
    window.press("\r");
    // Until a tile can be laid in the first turn.
    for _ in 0..20 {
        if window.wait("a question", |seen| seen.contains("Enter ")).contains("Enter lay") {
            break;
        }
        window.press("\r");
    }
    window.press("\r");
    window.wait("the next turn", |seen| seen.contains("turn 4") && seen.contains("Enter lay"));
    window.stands_still();
    let shown = window.seen();
    window.process.kill(Signal::SIGKILL).unwrap();
    assert!(home.games(&["list"]).contains("broken off in turn"), "{}", home.games(&["list"]));

    let mut window = home.window(&["play"]);
    window.wait_for("Go on with");
    window.press("\r");
    window.wait("the same turn", |seen| seen.contains("turn 4") && seen.contains("Enter lay"));
    window.stands_still();
    assert_eq!(window.seen(), shown);
    // What was chosen before it was killed can be taken back.
    window.press("u");
    window.wait("an earlier turn", |seen| seen.contains("turn 1") && seen.contains("Enter lay"));
    window.press("q");
    window.end();
    assert!(
        fs::read_to_string(&home.kept()[0])
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .contains("\"undos\":1")
    );

    let mut window = home.window(&["games", "resume", "1"]);
    window.wait_for("Enter lay");
    enter_to_the_end(&mut window);
    assert!(window.seen().contains("Choices taken back: 1."), "{}", window.seen());
}

#[test]
fn games_are_listed_shown_exported_and_deleted() {
    let home = Home::new();
    assert_eq!(home.games(&["list"]), "no game has been kept yet\n");
    let mut window =
        home.window(&["play", "classic", "--seats", "human:Ann,greedy", "--seed", "games"]);
    enter_to_the_end(&mut window);
    window.send("q");
    window.end();
    let listed = home.games(&["list"]);
    assert!(
        listed.contains("classic  Ann,greedy  over in turn") && listed.contains("just now"),
        "{listed}"
    );
    let json: serde_json::Value = serde_json::from_str(&home.games(&["list", "--json"])).unwrap();
    assert_eq!((json[0]["number"].as_u64(), json[0]["over"].as_bool()), (Some(1), Some(true)));
    assert_eq!(home.games(&["export", "1"]), fs::read_to_string(&home.kept()[0]).unwrap());
    let mut window = home.window(&["games", "replay"]);
    window.wait_for("Before the first turn");
    window.send("\u{1b}[F");
    window.wait("the end", |seen| seen.contains("wins."));
    window.send("q");
    assert_eq!(window.end(), Some(0));
    assert_eq!(home.games(&["delete", "1"]), "1 game deleted\n");
    assert!(home.kept().is_empty());
}

#[test]
fn a_game_is_rated_on_the_screen_and_its_record_has_the_answers() {
    let home = Home::new();
    let mut window =
        home.window(&["play", "classic", "--seats", "human:Ann,greedy", "--seed", "rated"]);
    enter_to_the_end(&mut window);
    window.send("\t\t\t\t\r");
    window.wait_for("How much fun was it");
    window.send("9\r");
    window.wait_for("A number from 1 to 5");
    window.send("4\r");
    window.wait_for("How long was it?");
    window.send("\r");
    window.wait_for("Would you play it again?");
    window.send("1\r");
    window.wait_for("A remark");
    window.send("more wind\r");
    window.wait_for("The record has your answers");
    window.send("q");
    window.end();
    let record = fs::read_to_string(&home.kept()[0]).unwrap();
    let end: serde_json::Value = serde_json::from_str(record.lines().last().unwrap()).unwrap();
    let said = serde_json::json!([{ "fun": 4, "again": true, "remark": "more wind" }]);
    assert_eq!(end["feedback"], said, "{end}");
}

#[test]
fn a_recorded_game_is_looked_at_step_by_step() {
    let home = Home::new();
    let record = home.0.path().join("seas.jsonl");
    let path = record.to_str().unwrap();
    let made = tsuro(&["simulate", "seas", "--games", "1", "--seed", "replay", "--record", path])
        .output()
        .unwrap();
    assert!(made.status.success());
    let mut window = home.window(&["replay", path]);
    window.wait_for("Before the first turn");
    window.send("g3\r");
    window.wait_for("Turn 3 of");
    window.send("]");
    window.wait_for("Turn 4 of");
    window.send("[[");
    window.wait_for("Turn 2 of");
    window.send("x");
    let out = window.wait("an elimination", |seen| seen.contains(" is out"));
    window.send("v");
    window.wait("a hand", |seen| seen.contains("seen by Red") && seen.contains(" 1  "));
    window.send("X");
    window.wait("the beginning", |seen| seen.contains("Before the first turn") && *seen != out);
    window.send("l");
    window.wait_for("What happened");
    window.send("qq");
    assert_eq!(window.end(), Some(0));
    // Scripts check it as before.
    let checked = tsuro(&["replay", path]).output().unwrap();
    assert!(String::from_utf8_lossy(&checked.stdout).contains("all of them follow the rules"));
}

#[test]
fn bots_are_watched_step_by_step_and_to_the_end() {
    let home = Home::new();
    let mut command =
        home.command(&["watch", "seas", "--players", "3", "--seed", "watched", "--speed", "3"]);
    command.env_remove("NO_MOTION");
    let mut window = Window::open(command, 24, 80, 4096);
    window.wait_for("p pause");
    window.send("p");
    std::thread::sleep(Duration::from_millis(500));
    let paused = window.seen();
    std::thread::sleep(Duration::from_millis(800));
    assert_eq!(window.seen(), paused);
    window.send("\r");
    window.wait("the next step", |seen| seen != paused);
    window.send("e");
    window.wait_for("Enter result");
    window.send("\r");
    window.wait_for("Watch from the start");
    assert!(home.kept().is_empty(), "a game without a person is not kept");
}

#[test]
fn a_slow_line_and_a_flood_of_keys_do_no_harm() {
    let home = Home::new();
    let mut window = Window::open(
        home.command(&["play", "classic", "--seed", "slow", "--players", "2"]),
        24,
        80,
        16,
    );
    window.wait_for("Where do you start?");
    window.send(&"\trR12345 dml\u{1b}[A".repeat(200));
    window.send("\u{1b}\r");
    std::thread::sleep(Duration::from_millis(500));
    for _ in 0..400 {
        if window.seen().contains("Watch from the start") {
            return;
        }
        window.press("r\r");
    }
    panic!("{}", window.seen());
}

#[test]
fn colours_are_those_that_the_terminal_has() {
    let home = Home::new();
    let coloured = |command: Command| {
        let window = Window::open(command, 24, 80, 4096);
        window.wait_for("Where do you start?");
        let screen = window.screen.lock().unwrap();
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let most = cells
            .filter_map(|(row, column)| screen.screen().cell(row, column))
            .flat_map(|cell| [cell.fgcolor(), cell.bgcolor()]);
        most.map(|color| match color {
            vt100::Color::Default => -1,
            vt100::Color::Idx(index) => i32::from(index),
            vt100::Color::Rgb(..) => 1000,
        })
        .max()
        .unwrap()
    };
    let args = ["play", "seas", "--seed", "colours"];
    assert!((16..256).contains(&coloured(home.command(&args))));
    let mut sixteen = home.command(&args);
    sixteen.env("TERM", "xterm");
    assert!((0..16).contains(&coloured(sixteen)));
    let mut none = home.command(&args);
    none.env("NO_COLOR", "1");
    assert_eq!(coloured(none), -1);
    let mut latin = home.command(&args);
    latin.env("LC_ALL", "C");
    let window = Window::open(latin, 24, 80, 4096);
    assert!(window.wait_for("Where do you start?").is_ascii());
}

/// C14: the rule set says that its games are told in sentences.
#[test]
fn a_rule_set_that_is_plain_is_told_line_by_line_on_a_terminal() {
    let home = Home::new();
    let mut window = home.window(&["play", "accessible", "--seed", "told"]);
    let shown = window.wait_for("Start mark (a number");
    assert!(shown.contains("Along the top: 1 to 12.") && !shown.contains("quit"), "{shown}");
    window.send("quit\r");
    window.wait_for("The game stops here.");
    assert_eq!(window.end(), Some(0));
}

#[test]
fn nothing_is_kept_where_nobody_wants_it_or_nothing_can_be_written() {
    let home = Home::new();
    let mut window = home.window(&["play", "classic", "--no-record", "--seed", "n"]);
    window.wait_for("Where do you start?");
    window.send("q");
    window.wait_for("not kept anywhere");
    window.send("q");
    assert_eq!(window.end(), Some(0));
    assert!(home.kept().is_empty());
    // Where the folder cannot be made, the game is played all the same, and says so.
    let mut command = home.command(&["play", "classic", "--seed", "n"]);
    command.env("XDG_STATE_HOME", "/proc/nowhere");
    let mut window = Window::open(command, 24, 80, 4096);
    window.wait_for("The game is not kept");
    window.send("\r");
    window.wait_for("Enter lay");
}

#[test]
fn a_record_is_written_to_the_file_that_was_named_and_goes_on_there() {
    let home = Home::new();
    let record = home.0.path().join("mine.jsonl");
    let path = record.to_str().unwrap();
    let mut window =
        home.window(&["play", "classic", "--players", "2", "--seed", "file", "--record", path]);
    window.wait_for("Where do you start?");
    window.send("\r");
    window.wait_for("Enter lay");
    window.send("\u{3}");
    window.wait_for(&format!("tsuro play --resume {path}"));
    assert_eq!(window.end(), Some(130));
    assert_eq!(verdict(&record), ReplayVerdict::BrokenOff);
    let mut window = home.window(&["play", "--resume", path]);
    window.wait_for("Enter lay");
    enter_to_the_end(&mut window);
    window.send("q");
    window.end();
    assert!(matches!(verdict(&record), ReplayVerdict::Complete(_)));
    assert!(home.kept().is_empty());
}

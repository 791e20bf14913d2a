//! Runs the program as a user does who has no rule sets of their own.

use serde_json::Value;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A call of the program.
pub fn tsuro(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsuro"));
    command.current_dir(super::checkout());
    command
        .args(args)
        .env_remove("TSURO_RULESETS")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", "/dev/null/state");
    command.stdin(Stdio::null());
    command
}

/// Runs a command with `input` on its standard input.
pub fn feed(mut command: Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A command may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The path of an example, which `cargo test` builds.
pub fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_tsuro")).parent().unwrap().join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.exists(),
        "{} is missing: `cargo test` builds the examples, `cargo test --test all` alone does not",
        program.display()
    );
    program
}

/// Runs the program.
pub fn run(args: &[&str]) -> Output {
    tsuro(args).output().unwrap()
}

/// Runs the program; `None` if it did not end within `time` and was killed.
pub fn run_within(args: &[&str], time: Duration) -> Option<Output> {
    let mut child = tsuro(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Both pipes are read all the time, so that the program never waits for a full one.
    let reader = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).unwrap();
            bytes
        })
    };
    let (stdout, stderr) = (
        reader(Box::new(child.stdout.take().unwrap())),
        reader(Box::new(child.stderr.take().unwrap())),
    );
    let end = Instant::now() + time;
    let mut status = child.try_wait().unwrap();
    while status.is_none() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(2));
        status = child.try_wait().unwrap();
    }
    if status.is_none() {
        child.kill().unwrap();
    }
    let ended = child.wait().unwrap();
    let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
    assert!(
        !String::from_utf8_lossy(&stderr).contains("panicked"),
        "{args:?}: {}",
        String::from_utf8_lossy(&stderr)
    );
    status.map(|_| Output { status: ended, stdout, stderr })
}

/// The standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The JSON that a call prints; the call has to succeed.
pub fn json(args: &[&str]) -> Value {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

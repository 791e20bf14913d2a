//! The program, as somebody runs it who has no rule sets of their own.

use serde_json::Value;
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A call of the program.
pub fn tsuro(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsuro"));
    command.args(args).env_remove("TSURO_RULESETS").env("XDG_CONFIG_HOME", "/nonexistent").stdin(Stdio::null());
    command
}

/// What a call of the program comes to.
pub fn run(args: &[&str]) -> Output {
    tsuro(args).output().unwrap()
}

/// What a call comes to that has to end within so long; `None`: it had not ended, and was stopped.
pub fn run_within(args: &[&str], time: Duration) -> Option<Output> {
    let mut child = tsuro(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Read as it comes, so that a full pipe stops nobody.
    let reader = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).unwrap();
            bytes
        })
    };
    let (stdout, stderr) = (reader(Box::new(child.stdout.take().unwrap())), reader(Box::new(child.stderr.take().unwrap())));
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
    assert!(!String::from_utf8_lossy(&stderr).contains("panicked"), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    status.map(|_| Output { status: ended, stdout, stderr })
}

/// What it wrote.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it wrote on its standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The JSON that a call prints which has to go well.
pub fn json(args: &[&str]) -> Value {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

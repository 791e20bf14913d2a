//! The program, as somebody runs it who has no rule sets of their own.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

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

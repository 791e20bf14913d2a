//! A bot that misbehaves in the way that its first argument names, or logs the requests that it
//! receives: for the tests, and to see how the program reacts to such a bot.
//!
//! ```text
//! tsuro tournament classic --bots "greedy,exec:odd_bot garbage"
//! tsuro simulate classic --bots "greedy,exec:odd_bot log FILE" --games 1
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Adds a line to the file that the second argument names.
fn log(line: &str) -> std::io::Result<()> {
    let file = std::env::args().nth(2).unwrap_or_else(|| "odd_bot.jsonl".into());
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)?
        .write_all(format!("{line}\n").as_bytes())
}

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    // The deals of its games so far.
    let mut deals: Vec<String> = Vec::new();
    let mut output = std::io::stdout().lock();
    if how == "loads" {
        std::thread::sleep(Duration::from_millis(600));
    }
    for (number, line) in std::io::stdin().lock().lines().map_while(Result::ok).enumerate() {
        let written = match how.as_str() {
            "silent" => Ok(()),
            "garbage" => writeln!(output, "\u{1b}[2J the third, please"),
            "negative" => writeln!(output, "-1"),
            "too-high" => writeln!(output, "1000000"),
            "slow" => {
                std::thread::sleep(Duration::from_millis(400));
                writeln!(output, "0")
            }
            // Late once and then in time: the late answer must not be taken for the next one.
            "late-once" => {
                if number == 0 {
                    std::thread::sleep(Duration::from_millis(400));
                    writeln!(output, "999999")
                } else {
                    writeln!(output, "0")
                }
            }
            "exit" => return,
            "exit-later" if number == 3 => {
                eprintln!("three is enough");
                std::process::exit(7);
            }
            // The third argument is the number of answers that it gives before it ends.
            "log" => {
                let last = std::env::args().nth(3).and_then(|last| last.parse().ok());
                if last == Some(number) {
                    return;
                }
                log(&line).and_then(|()| writeln!(output, "0"))
            }
            // Logs for each deal whether it is the same as an earlier one, for rules with open
            // hands.
            "remember" => {
                let dealt = line
                    .split_once(r#""hands":"#)
                    .and_then(|(_, rest)| rest.split_once(r#","pile""#));
                let noted = dealt.map_or(Ok(()), |(hands, _)| {
                    let again = deals.iter().any(|deal| deal == hands);
                    deals.push(hands.to_owned());
                    log(&format!("{} {}", std::process::id(), if again { "again" } else { "new" }))
                });
                noted.and_then(|()| writeln!(output, "0"))
            }
            // Always the first choice, which is allowed.
            "first" | "exit-later" | "loads" => writeln!(output, "0"),
            "flood" => (0..).try_for_each(|_: u64| writeln!(output, "nonsense")),
            "flood-line" => (0..).try_for_each(|_: u64| write!(output, "nonsense")),
            "flood-errors" => {
                (0..20_000).for_each(|line| eprintln!("complaint {line}"));
                writeln!(output, "0")
            }
            _ => {
                eprintln!("odd_bot: how should it misbehave?");
                return;
            }
        };
        if written.and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

//! A bot that misbehaves as it is told, or writes down what it is told: to see what becomes of one that does, and for the tests.
//!
//! ```text
//! tsuro tournament classic --bots "greedy,exec:odd_bot garbage"
//! tsuro simulate classic --bots "greedy,exec:odd_bot log FILE" --games 1
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Adds a line to the file that stands behind how it should misbehave.
fn note(line: &str) -> std::io::Result<()> {
    let file = std::env::args().nth(2).unwrap_or_else(|| "odd_bot.jsonl".into());
    OpenOptions::new().create(true).append(true).open(file)?.write_all(format!("{line}\n").as_bytes())
}

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    // What it was dealt in its games so far.
    let mut deals: Vec<String> = Vec::new();
    let mut output = std::io::stdout().lock();
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
            // Late once, in time ever after: the late answer is not taken for the next one.
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
            // Behind the file: how many answers it gives before it ends.
            "log" => {
                let last = std::env::args().nth(3).and_then(|last| last.parse().ok());
                if last == Some(number) {
                    return;
                }
                note(&line).and_then(|()| writeln!(output, "0"))
            }
            // Notes of each deal whether it has met it before, which it can tell where all see the same tiles.
            "remember" => {
                let dealt = line.split_once(r#""hands":"#).and_then(|(_, rest)| rest.split_once(r#","pile""#));
                let noted = dealt.map_or(Ok(()), |(hands, _)| {
                    let again = deals.iter().any(|deal| deal == hands);
                    deals.push(hands.to_owned());
                    note(&format!("{} {}", std::process::id(), if again { "again" } else { "new" }))
                });
                noted.and_then(|()| writeln!(output, "0"))
            }
            // The first choice, always: nothing is wrong with that.
            "first" | "exit-later" => writeln!(output, "0"),
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

//! Reports on bots that are programs, after a game.

use tsuro::bots::Faults;
use tsuro_faces::words::{Language, TextKey};
use tsuro_world::context::complain;

/// The number of lines of a program's standard error that are shown.
const SHOWN: usize = 10;

/// Prints the faults of a bot that is a program.
pub fn report_faults(bot: &str, faults: &Faults) {
    for (what, count, first) in faults.kinds() {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        complain(&format!(
            "warning: {bot} {what} {times}; `safe` chose in its place\n  first: {first}"
        ));
    }
}

/// Prints the last lines that programs wrote on their standard error.
pub fn report_output(output: &[(String, String)], words: Language) {
    for (bot, text) in output {
        let lines: Vec<&str> = text.trim_end().lines().collect();
        complain(&words.say(TextKey::ProgramWrote, &[("bot", bot)]));
        for line in &lines[lines.len().saturating_sub(SHOWN)..] {
            complain(&format!("  {line}"));
        }
    }
}

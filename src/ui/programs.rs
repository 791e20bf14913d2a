//! What is said of programs that played.

use super::context::complain;
use crate::bots::Faults;
use crate::ui::words::{Language, TextKey};

/// How many lines of a program's standard error are shown.
const SHOWN: usize = 10;

/// What went wrong with a program.
pub fn report_faults(bot: &str, faults: &Faults) {
    for (what, count, first) in faults.kinds() {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        complain(&format!("warning: {bot} {what} {times}; `safe` chose in its place\n  first: {first}"));
    }
}

/// The end of what programs wrote on their standard error.
pub fn report_output(output: &[(String, String)], words: Language) {
    for (bot, text) in output {
        let lines: Vec<&str> = text.trim_end().lines().collect();
        complain(&words.say(TextKey::ProgramWrote, &[("bot", bot)]));
        for line in &lines[lines.len().saturating_sub(SHOWN)..] {
            complain(&format!("  {line}"));
        }
    }
}

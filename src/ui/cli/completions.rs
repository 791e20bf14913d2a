//! `tsuro completions`: what a shell needs in order to complete commands, options, rule sets and bots.
//!
//! The script that is printed asks the program itself at each press of the key, so that it knows the rule sets of the user, and after a `+`
//! those that can be mixed in there.

use super::output::print;
use super::{Exit, error};
use crate::bots::{BOTS, LEVELS};
use crate::rules::Registry;
use crate::ruleset::{self, Loader, is_name, plain};
use crate::ui::RuleFiles;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use std::ffi::OsStr;
use std::path::Path;

/// The environment variable by which a shell's script asks the program what can follow.
const ASKS: &str = "TSURO_COMPLETE";

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// What `tsuro completions` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(SHELLS))]
    shell: String,
}

/// Prints the script that tells a shell to ask this program.
pub fn run(args: &Args) -> Exit {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(&args.shell) else { return Exit::Usage };
    // Called by its path, it is asked by its path; called by its name, whichever the shell finds.
    let called = std::env::args_os().next().map_or_else(|| "tsuro".into(), std::path::PathBuf::from);
    let called = if called.components().count() > 1 { std::path::absolute(&called).unwrap_or(called) } else { called };
    let written = shell.write_registration(ASKS, "tsuro", "tsuro", &called.to_string_lossy(), &mut script);
    match written.and_then(|()| print(&String::from_utf8_lossy(&script))) {
        Ok(_) => Exit::Fine,
        Err(why) => {
            error(format_args!("the script cannot be written: {why}"));
            Exit::Usage
        }
    }
}

/// Answers a shell's script, if it is one that asks; `None`: it is not.
pub fn answer(command: impl Fn() -> Command) -> Option<Exit> {
    let here = std::env::current_dir().ok();
    let asked = CompleteEnv::with_factory(|| completing(command())).var(ASKS).try_complete(std::env::args_os(), here.as_deref());
    match asked {
        Ok(false) => None,
        Ok(true) => Some(Exit::Fine),
        Err(why) => {
            error(format_args!("{ASKS}: {why}"));
            Some(Exit::Usage)
        }
    }
}

/// What an argument takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    Rules,
    Bots,
    Seats,
    File,
    Folder,
}

/// The arguments whose values can be completed, by their names in all commands. A test finds those that are missing.
const VALUES: &[(&str, Takes)] = &[
    ("rules", Takes::Rules),
    ("a", Takes::Rules),
    ("b", Takes::Rules),
    ("from", Takes::Rules),
    ("files", Takes::Rules),
    ("mutate", Takes::Rules),
    ("conformance", Takes::Rules),
    ("bots", Takes::Bots),
    ("bot", Takes::Bots),
    ("seats", Takes::Seats),
    ("file", Takes::File),
    ("record", Takes::File),
    ("resume", Takes::File),
    ("html", Takes::File),
    ("csv", Takes::File),
    ("out", Takes::File),
    ("schema", Takes::File),
    ("suite", Takes::File),
    ("parts", Takes::File),
    ("paths", Takes::File),
    ("dir", Takes::Folder),
    ("folder", Takes::Folder),
    ("pages", Takes::Folder),
];

/// The same command with its values completed.
fn completing(command: Command) -> Command {
    let completer = |arg: Arg| {
        let takes = VALUES.iter().find(|(id, _)| arg.get_id() == *id).filter(|_| arg.get_action().takes_values());
        match takes.map(|(_, takes)| takes) {
            None => arg,
            Some(Takes::Rules) => arg.add(ArgValueCompleter::new(rules)),
            Some(Takes::Bots) => arg.add(ArgValueCompleter::new(|typed: &OsStr| listed(typed, &bots()))),
            Some(Takes::Seats) => arg.add(ArgValueCompleter::new(|typed: &OsStr| listed(typed, &sitters()))),
            Some(Takes::File) => arg.add(ArgValueCompleter::new(PathCompleter::any())),
            Some(Takes::Folder) => arg.add(ArgValueCompleter::new(PathCompleter::dir())),
        }
    };
    command.mut_args(completer).mut_subcommands(completing)
}

/// Rule sets by name and by path; after a `+`, those that can be mixed in there.
fn rules(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(text) = typed.to_str() else { return Vec::new() };
    let (files, registry) = (RuleFiles::from_environment(), Registry::default());
    let load = |reference: &str| ruleset::load(reference, &files, &registry);
    let base = text.rsplit_once('+').map(|(base, _)| base);
    if base.is_some_and(|base| load(base).is_err()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for name in files.names().into_iter().filter(|name| is_name(name)) {
        let reference = base.map_or_else(|| name.clone(), |base| format!("{base}+{name}"));
        let mixed = base.is_some();
        // A rule set that is mixed into itself changes nothing.
        if !reference.starts_with(text) || base.is_some_and(|base| base.split('+').any(|part| part == name)) {
            continue;
        }
        match load(&reference) {
            // Of a reference, only the last part has anything to say.
            Ok(rules) if !mixed => found.push(CompletionCandidate::new(reference).help(help(rules.summary()))),
            Ok(_) => found.push(CompletionCandidate::new(reference).help(load(&name).ok().and_then(|rules| help(rules.summary())))),
            Err(_) => {}
        }
    }
    if base.is_none() {
        let is_rule_set = |path: &Path| path.is_dir() || path.extension().is_some_and(|end| end == "toml");
        found.extend(PathCompleter::any().filter(is_rule_set).complete(typed));
    }
    found
}

fn help(text: &str) -> Option<clap::builder::StyledStr> {
    Some(plain(text)).filter(|text| !text.is_empty()).map(Into::into)
}

/// A word that may stand in a list, and what it means.
type Words = Vec<(String, String)>;

fn bots() -> Words {
    BOTS.iter()
        .map(|bot| (if bot.argument.is_empty() { bot.name.to_owned() } else { format!("{}:", bot.name) }, bot.summary.to_owned()))
        .collect()
}

fn sitters() -> Words {
    let levels = LEVELS.iter().map(|&(level, bot)| (level.to_owned(), format!("the bot {bot}")));
    std::iter::once(("human".to_owned(), "a person at the keyboard".to_owned())).chain(levels).chain(bots()).collect()
}

/// The last word of a list with commas between its words.
fn listed(typed: &OsStr, words: &[(String, String)]) -> Vec<CompletionCandidate> {
    let Some(text) = typed.to_str() else { return Vec::new() };
    let (before, last) = text.rfind(',').map_or(("", text), |comma| text.split_at(comma + 1));
    let fits = words.iter().filter(|(word, _)| word.starts_with(last));
    fits.map(|(word, meaning)| CompletionCandidate::new(format!("{before}{word}")).help(help(meaning))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn values(candidates: &[CompletionCandidate]) -> Vec<String> {
        candidates.iter().map(|candidate| candidate.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn every_argument_for_rules_files_and_bots_is_completed() {
        fn walk(command: &Command, missing: &mut Vec<String>) {
            for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
                let names = arg.get_value_names().unwrap_or_default();
                let looks_so = names.iter().any(|name| {
                    matches!(name.as_str(), "FILE" | "DIR" | "FOLDER" | "RULES" | "NAME|FILE" | "PATH" | "PART" | "RECORD" | "SUITE")
                });
                if looks_so && !VALUES.iter().any(|(id, _)| arg.get_id() == *id) {
                    missing.push(format!("{} {}", command.get_name(), arg.get_id()));
                }
            }
            command.get_subcommands().for_each(|command| walk(command, missing));
        }
        let mut missing = Vec::new();
        walk(&super::super::Cli::command(), &mut missing);
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn after_a_plus_come_the_rule_sets_that_can_be_mixed_in() {
        let found = values(&rules(OsStr::new("seas+")));
        assert!(found.contains(&"seas+rough-seas".to_owned()) && found.contains(&"seas+big-board".to_owned()), "{found:?}");
        assert!(!found.contains(&"seas+dragon-seas".to_owned()) && !found.contains(&"seas+seas".to_owned()), "{found:?}");
        assert_eq!(values(&rules(OsStr::new("rough-seas+two"))), ["rough-seas+two-dice"]);
        assert!(values(&rules(OsStr::new("nothing+"))).is_empty());
        assert!(values(&rules(OsStr::new("lux"))).starts_with(&["luxury".to_owned(), "luxury-advanced".to_owned()]));
    }

    #[test]
    fn lists_are_completed_at_their_last_word() {
        assert_eq!(values(&listed(OsStr::new("greedy,ra"), &bots())), ["greedy,random"]);
        assert_eq!(values(&listed(OsStr::new("hu"), &sitters())), ["human", "hunter"]);
    }
}

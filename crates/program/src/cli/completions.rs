//! `tsuro completions`: completes commands, options, rule sets and bots in a shell.
//!
//! The printed script asks the program itself at each press of the key, so that completion knows
//! the user's own rule sets, and after a `+` the rule sets that can be mixed in there.

use super::output::print;
use super::{Exit, usage};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use clap_complete::env::Shells;
use std::ffi::OsStr;
use std::path::Path;
use tsuro::bots::{BOTS, LEVELS};
use tsuro::rules::Registry;
use tsuro::ruleset::{self, Loader, is_name, plain};
use tsuro_world::RuleFiles;

/// The environment variable by which the script in the shell asks the program what can follow.
const ASKS: &str = "TSURO_COMPLETE";

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The arguments of `tsuro completions`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Your shell
    #[arg(value_parser = PossibleValuesParser::new(SHELLS))]
    shell: String,
}

/// Prints the script that makes a shell ask this program.
pub(super) fn run(args: &Args) -> Result<Exit, Exit> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let shell = shells.completer(&args.shell).ok_or(Exit::Usage)?;
    // A program called by its path is asked by its path; one called by its name, by its name.
    let called =
        std::env::args_os().next().map_or_else(|| "tsuro".into(), std::path::PathBuf::from);
    let called = if called.components().count() > 1 {
        std::path::absolute(&called).unwrap_or(called)
    } else {
        called
    };
    shell
        .write_registration(ASKS, "tsuro", "tsuro", &called.to_string_lossy(), &mut script)
        .map_err(usage)?;
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}

/// Answers the script if it was the script that called the program; `None` for any other call.
pub(super) fn answer(command: impl Fn() -> Command) -> Option<Exit> {
    let here = std::env::current_dir().ok();
    let asked = CompleteEnv::with_factory(|| with_completers(command()))
        .var(ASKS)
        .try_complete(std::env::args_os(), here.as_deref());
    match asked {
        Ok(false) => None,
        Ok(true) => Some(Exit::Fine),
        Err(why) => Some(usage(format_args!("{ASKS}: {why}"))),
    }
}

/// What the value of an argument names, where clap cannot complete it by itself as it does files
/// and folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArgumentValue {
    Rules,
    Bots,
    Seats,
}

/// The arguments that take rule sets, bots or seats, by their names in all commands. A test finds
/// missing ones.
const VALUES: &[(&str, ArgumentValue)] = &[
    ("rules", ArgumentValue::Rules),
    ("a", ArgumentValue::Rules),
    ("b", ArgumentValue::Rules),
    ("from", ArgumentValue::Rules),
    ("files", ArgumentValue::Rules),
    ("mutate", ArgumentValue::Rules),
    ("conformance", ArgumentValue::Rules),
    ("against", ArgumentValue::Rules),
    ("bots", ArgumentValue::Bots),
    ("seats", ArgumentValue::Seats),
];

/// The command, with completers for the arguments of [`VALUES`].
fn with_completers(command: Command) -> Command {
    let completer = |arg: Arg| {
        let takes = VALUES
            .iter()
            .find(|(id, _)| arg.get_id() == *id)
            .filter(|_| arg.get_action().takes_values());
        match takes.map(|(_, takes)| takes) {
            None => arg,
            Some(ArgumentValue::Rules) => arg.add(ArgValueCompleter::new(rules)),
            Some(ArgumentValue::Bots) => {
                arg.add(ArgValueCompleter::new(|typed: &OsStr| complete_list(typed, &bots())))
            }
            Some(ArgumentValue::Seats) => {
                arg.add(ArgValueCompleter::new(|typed: &OsStr| complete_list(typed, &players())))
            }
        }
    };
    command.mut_args(completer).mut_subcommands(with_completers)
}

/// Completes a rule set by name or path; after a `+`, a name that can be mixed in there.
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
        // Mixing a rule set into itself changes nothing.
        if !reference.starts_with(text)
            || base.is_some_and(|base| base.split('+').any(|part| part == name))
        {
            continue;
        }
        match load(&reference) {
            Ok(rules) if !mixed => {
                found.push(CompletionCandidate::new(reference).help(help(rules.summary())));
            }
            Ok(_) => found.push(
                CompletionCandidate::new(reference)
                    .help(load(&name).ok().and_then(|rules| help(rules.summary()))),
            ),
            Err(_) => {}
        }
    }
    if base.is_none() {
        let is_rule_set =
            |path: &Path| path.is_dir() || path.extension().is_some_and(|end| end == "toml");
        found.extend(PathCompleter::any().filter(is_rule_set).complete(typed));
    }
    found
}

fn help(text: &str) -> Option<clap::builder::StyledStr> {
    Some(plain(text)).filter(|text| !text.is_empty()).map(Into::into)
}

/// Words that may stand in a list, each with its meaning.
type Words = Vec<(String, String)>;

fn bots() -> Words {
    BOTS.iter()
        .map(|bot| {
            (
                if bot.argument.is_empty() {
                    bot.name.to_owned()
                } else {
                    format!("{}:", bot.name)
                },
                bot.summary.to_owned(),
            )
        })
        .collect()
}

fn players() -> Words {
    let levels = LEVELS.iter().map(|level| (level.name.to_owned(), level.summary.to_owned()));
    std::iter::once(("human".to_owned(), "a person at the keyboard".to_owned()))
        .chain(levels)
        .chain(bots())
        .collect()
}

/// Completes the last word of a list with commas between its words.
fn complete_list(typed: &OsStr, words: &[(String, String)]) -> Vec<CompletionCandidate> {
    let Some(text) = typed.to_str() else { return Vec::new() };
    let (before, last) = text.rfind(',').map_or(("", text), |comma| text.split_at(comma + 1));
    let fits = words.iter().filter(|(word, _)| word.starts_with(last));
    fits.map(|(word, meaning)| {
        CompletionCandidate::new(format!("{before}{word}")).help(help(meaning))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn values(candidates: &[CompletionCandidate]) -> Vec<String> {
        candidates
            .iter()
            .map(|candidate| candidate.get_value().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn every_argument_for_rules_files_and_bots_is_completed() {
        fn walk(command: &Command, missing: &mut Vec<String>) {
            for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
                let names = arg.get_value_names().unwrap_or_default();
                let looks_so =
                    |known: &[&str]| names.iter().any(|name| known.contains(&name.as_str()));
                let is_completed = VALUES.iter().any(|(id, _)| arg.get_id() == *id)
                    || arg.get_value_hint() != clap::ValueHint::Unknown;
                if looks_so(&[
                    "FILE",
                    "DIR",
                    "FOLDER",
                    "RULES",
                    "NAME|FILE",
                    "PATH",
                    "PART",
                    "RECORD",
                    "SUITE",
                ]) && !is_completed
                {
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
        assert!(
            found.contains(&"seas+rough-seas".to_owned())
                && found.contains(&"seas+big-board".to_owned()),
            "{found:?}"
        );
        assert!(
            !found.contains(&"seas+dragon-seas".to_owned())
                && !found.contains(&"seas+seas".to_owned()),
            "{found:?}"
        );
        assert_eq!(values(&rules(OsStr::new("rough-seas+two"))), ["rough-seas+two-dice"]);
        assert!(values(&rules(OsStr::new("nothing+"))).is_empty());
        assert!(
            values(&rules(OsStr::new("lux")))
                .starts_with(&["luxury".to_owned(), "luxury-advanced".to_owned()])
        );
    }

    #[test]
    fn lists_are_completed_at_their_last_word() {
        assert_eq!(values(&complete_list(OsStr::new("greedy,ra"), &bots())), ["greedy,random"]);
        assert_eq!(values(&complete_list(OsStr::new("hu"), &players())), ["human", "hunter"]);
    }
}

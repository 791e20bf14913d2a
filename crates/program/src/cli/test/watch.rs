//! `--watch`: runs the suites again whenever a suite, a rule set or a script changes.

use super::super::output::print;
use super::super::{Context, Exit, usage};
use super::{Args, once};
use notify::{Event, EventKind, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long nothing has to change before the suites are run: an editor writes a file in several
/// steps.
const QUIET: Duration = Duration::from_millis(150);

/// Runs the suites, and again after every change, until the user interrupts it.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let (sender, changes) = channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // Fails only when the command has ended.
        let _ = sender.send(event);
    });
    let mut watcher =
        watcher.map_err(|why| usage(format_args!("files cannot be watched here: {why}")))?;
    let (mut deep, mut plain) = (Vec::new(), BTreeSet::new());
    for (path, mode) in watched(args) {
        watcher
            .watch(&path, mode)
            .map_err(|why| usage(format_args!("{} cannot be watched: {why}", path.display())))?;
        match mode {
            RecursiveMode::Recursive => deep.push(path),
            RecursiveMode::NonRecursive => drop(plain.insert(path)),
        }
    }
    loop {
        let mut folders = BTreeSet::new();
        // What is wrong has been printed, and may be mended by the next change.
        let _ = once(args, context, &mut folders);
        for folder in folders
            .into_iter()
            .map(|folder| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder })
        {
            if !plain.contains(&folder) && !deep.iter().any(|known| folder.starts_with(known)) {
                // Where it cannot be watched, a change of a suite still is.
                let _ = watcher.watch(&folder, RecursiveMode::NonRecursive);
                plain.insert(folder);
            }
        }
        if !print("waiting for changes; Ctrl-C ends this\n")? || !changed(&changes) {
            return Ok(Exit::Fine);
        }
        print("\n")?;
    }
}

/// What is watched: the suites or their folders, the rule sets of --rules, and this folder if no
/// suites are named.
fn watched(args: &Args) -> Vec<(PathBuf, RecursiveMode)> {
    let mut found: Vec<(PathBuf, RecursiveMode)> = Vec::new();
    let named = args
        .paths
        .iter()
        .map(Path::new)
        .chain(args.rules.iter().map(|rules| Path::new(tsuro::ruleset::base(rules))));
    for path in named {
        if path.is_dir() {
            found.push((path.to_owned(), RecursiveMode::Recursive));
        } else if path.is_file() {
            // Editors replace a file by a new one, and only a watch on the folder notices that.
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty())
                .unwrap_or(Path::new("."));
            found.push((folder.to_owned(), RecursiveMode::NonRecursive));
        }
    }
    if args.paths.is_empty() {
        let folder = super::find::usual().unwrap_or_else(|| ".".to_owned());
        let mode =
            if folder == "." { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };
        found.push((PathBuf::from(folder), mode));
    }
    found.sort();
    found.dedup_by(|one, other| one.0 == other.0);
    found
}

/// Waits until a suite, a rule set or a script has changed and nothing changes any more; `false` if
/// the watcher has ended.
fn changed(changes: &Receiver<notify::Result<Event>>) -> bool {
    loop {
        let Ok(event) = changes.recv() else { return false };
        if is_of_rules(&event) {
            while changes.recv_timeout(QUIET).is_ok() {}
            return true;
        }
    }
}

/// Whether a TOML file or a script was written, made, renamed or removed.
fn is_of_rules(event: &notify::Result<Event>) -> bool {
    let Ok(event) = event else { return false };
    let is_one =
        |path: &PathBuf| path.extension().is_some_and(|end| end == "toml" || end == "rhai");
    !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(is_one)
}

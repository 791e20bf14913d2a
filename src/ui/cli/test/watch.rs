//! `--watch`: the suites are run again whenever a TOML file changes.

use super::super::output::print;
use super::super::{Context, Exit, error};
use super::{Args, once};
use notify::{Event, EventKind, RecursiveMode, Watcher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An editor writes a file in several steps; the suites are run when it has been quiet for so long.
const QUIET: Duration = Duration::from_millis(150);

/// Runs the suites, and again after every change, until it is broken off.
pub fn run(args: &Args, context: &Context) -> io::Result<Exit> {
    let (tell, told) = channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // Whoever listens no longer needs no news.
        let _ = tell.send(event);
    });
    let mut watcher = match watcher {
        Ok(watcher) => watcher,
        Err(why) => {
            error(format_args!("files cannot be watched here: {why}"));
            return Ok(Exit::Usage);
        }
    };
    for (path, mode) in watched(args) {
        if let Err(why) = watcher.watch(&path, mode) {
            error(format_args!("{} cannot be watched: {why}", path.display()));
            return Ok(Exit::Usage);
        }
    }
    loop {
        once(args, context)?;
        if !print("waiting for changes; Ctrl-C ends this\n")? {
            return Ok(Exit::Fine);
        }
        if !changed(&told) {
            return Ok(Exit::Fine);
        }
        print("\n")?;
    }
}

/// What is watched: the suites or their folders, the rule sets that are named, and this folder for what suites name.
fn watched(args: &Args) -> Vec<(PathBuf, RecursiveMode)> {
    let mut found: Vec<(PathBuf, RecursiveMode)> = Vec::new();
    let named = args.paths.iter().map(Path::new).chain(args.rules.iter().map(|rules| Path::new(crate::suite::base(rules))));
    for path in named {
        if path.is_dir() {
            found.push((path.to_owned(), RecursiveMode::Recursive));
        } else if path.is_file() {
            // Editors put a new file in the place of the old one, which only its folder tells.
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            found.push((folder.to_owned(), RecursiveMode::NonRecursive));
        }
    }
    if args.paths.is_empty() {
        let folder = super::find::usual().unwrap_or_else(|| ".".to_owned());
        let mode = if folder == "." { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };
        found.push((PathBuf::from(folder), mode));
    }
    found.sort();
    found.dedup_by(|one, other| one.0 == other.0);
    found
}

/// Waits until a TOML file has changed and it is quiet again; `false` where nothing is told any more.
fn changed(told: &Receiver<notify::Result<Event>>) -> bool {
    loop {
        let Ok(event) = told.recv() else { return false };
        if !matters(&event) {
            continue;
        }
        while told.recv_timeout(QUIET).is_ok() {}
        return true;
    }
}

fn matters(event: &notify::Result<Event>) -> bool {
    let Ok(event) = event else { return false };
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
    !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(is_toml)
}

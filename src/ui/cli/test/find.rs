//! Finding suites: the files that are named, and those in the folders that are.

use crate::ruleset::{Code, LoadError, Problem, Problems, Source};
use crate::suite::{self, Suite};
use crate::ui::rule_files;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Where suites are looked for when no path is given: the first of these that is there.
const USUAL: [&str; 3] = ["tests/scenarios", "scenarios", "."];

/// Folders that hold no suites of anybody.
const PASSED_OVER: [&str; 2] = ["target", "node_modules"];

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The suites, in the order of their paths as given, folders sorted.
    pub suites: Vec<Suite>,
    /// What is wrong with them.
    pub problems: Problems,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

/// A path that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be read: {why}")]
pub struct Unreadable {
    path: String,
    why: String,
}

/// The suites at `paths`, or in the usual places.
///
/// # Errors
/// The first path that cannot be read.
pub fn suites(paths: &[String]) -> Result<Found, Unreadable> {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    for path in files(paths)? {
        let known = std::fs::canonicalize(&path.0).unwrap_or_else(|_| path.0.clone());
        if !seen.insert(known) {
            continue;
        }
        let (path, named) = path;
        let source = match read(&path) {
            Ok(source) => source,
            Err(LoadError::NotUtf8 { text, at, byte }) if named || suite::looks_like_a_suite(text.text()) => {
                let problem = Problem::error(Code::Unreadable, format!("this is not UTF-8 text: byte 0x{byte:02x}"));
                found.problems.push(problem.at(crate::ruleset::Place::new(&text, &(at..at + 1)), ""));
                found.files.push(path);
                continue;
            }
            Err(LoadError::NotUtf8 { .. }) => continue,
            Err(why) => return Err(Unreadable { path: path.display().to_string(), why: why.to_string() }),
        };
        // In a folder there may be rule sets beside the suites.
        if named || suite::looks_like_a_suite(source.text()) {
            found.suites.push(suite::read(source, &mut found.problems));
            found.files.push(path);
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<Source, LoadError> {
    rule_files::read(path, &path.display().to_string(), true)
}

/// The files that might be suites, each with whether it was named.
fn files(paths: &[String]) -> Result<Vec<(PathBuf, bool)>, Unreadable> {
    let usual = || USUAL.iter().find(|path| Path::new(path).is_dir()).map(|path| (*path).to_owned());
    let paths: Vec<String> = if paths.is_empty() { usual().into_iter().collect() } else { paths.to_vec() };
    let mut found = Vec::new();
    for path in paths {
        let unreadable = |why: io::Error| Unreadable { path: path.clone(), why: why.to_string() };
        if std::fs::metadata(&path).map_err(unreadable)?.is_dir() {
            let mut inside = Vec::new();
            walk(Path::new(&path), &mut inside).map_err(unreadable)?;
            inside.sort();
            found.extend(inside.into_iter().map(|file| (file, false)));
        } else {
            found.push((PathBuf::from(path), true));
        }
    }
    Ok(found)
}

/// The TOML files below a folder; links to folders are not followed, so there are no circles.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let path = if folder == Path::new(".") { PathBuf::from(&*name) } else { entry.path() };
        if entry.file_type()?.is_dir() {
            if !name.starts_with('.') && !PASSED_OVER.contains(&&*name) {
                walk(&path, found)?;
            }
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
    Ok(())
}

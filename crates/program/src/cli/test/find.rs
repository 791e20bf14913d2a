//! Finds suites: the files named on the command line, and the files in folders named there.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use tsuro::ruleset::{Code, LoadError, Problem, Problems, Source};
use tsuro_suite::{RuleBook, Scenario, Suite};
use tsuro_world::rule_files;

/// The folders that are searched when no path is given: the first of these that exists.
const USUAL: [&str; 3] = ["tests/scenarios", "scenarios", "."];

/// Folders that are not searched.
const PASSED_OVER: [&str; 2] = ["target", "node_modules"];

/// The suites at the given paths.
#[derive(Debug, Default)]
pub(super) struct FoundSuites {
    /// The suites, in the order of their paths as given, folders sorted.
    pub suites: Vec<Suite>,
    /// What is wrong with the text of the suites.
    pub problems: Problems,
    /// The files of the suites, and the files that are not text.
    pub files: Vec<PathBuf>,
}

/// A line in a suite, perhaps with a column: what follows the path in `classic.toml:12:5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SuiteLine {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: Option<usize>,
}

impl SuiteLine {
    /// Splits `path` into the path and the line; `None` if it has no line.
    fn split(path: &str) -> Option<(&str, Self)> {
        let (front, last) = path.rsplit_once(':')?;
        let last: usize = last.parse().ok()?;
        match front.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?))) {
            Some((path, line)) => Some((path, Self { line, column: Some(last) })),
            None => Some((front, Self { line: last, column: None })),
        }
    }

    /// The numbers of the scenarios that begin (or whose row begins) at this line; if there are
    /// none, the last one before it.
    fn picked(self, suite: &Suite) -> BTreeSet<usize> {
        let line = |span: &tsuro_suite::Span| suite.source.line_column(span.start).line;
        let headers: Vec<usize> =
            suite.scenarios.iter().map(|scenario| line(&scenario.span)).collect();
        let begins = |(number, scenario): &(usize, &Scenario)| {
            let row = scenario.row.as_ref().map(|row| suite.source.line_column(row.span.start));
            row.is_some_and(|at| {
                at.line == self.line && self.column.is_none_or(|column| at.column == column)
            }) || (self.column.is_none() && headers[*number] == self.line)
        };
        let exact: BTreeSet<usize> =
            suite.scenarios.iter().enumerate().filter(begins).map(|(number, _)| number).collect();
        if !exact.is_empty() {
            return exact;
        }
        let last = headers.iter().copied().filter(|&header| header <= self.line).max();
        (0..headers.len()).filter(|&number| Some(headers[number]) == last).collect()
    }
}

/// A path cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be read: {why}")]
pub(super) struct Unreadable {
    path: String,
    why: String,
}

/// The suites at `paths`, or in the usual folders, about the rule sets that `book` finds. A line,
/// or line and column, may follow a file: then its suite has only the scenarios that are there.
///
/// # Errors
/// The first path that cannot be read.
pub(super) fn suites(paths: &[String], book: &mut RuleBook<'_>) -> Result<FoundSuites, Unreadable> {
    let mut found = FoundSuites::default();
    for SuiteFile { path, named, spots } in files(paths)? {
        let source = match shipped_at(&path).map_or_else(|| read(&path), Ok) {
            Ok(source) => source,
            Err(LoadError::NotUtf8 { text, at, byte })
                if named || tsuro_suite::looks_like_a_suite(text.text()) =>
            {
                let problem = Problem::error(
                    Code::Unreadable,
                    format!("this is not UTF-8 text: byte 0x{byte:02x}"),
                );
                found
                    .problems
                    .push(problem.at(tsuro::ruleset::SourceSpan::new(&text, &(at..at + 1)), ""));
                found.files.push(path);
                continue;
            }
            Err(LoadError::NotUtf8 { .. }) => continue,
            Err(why) => {
                return Err(Unreadable { path: path.display().to_string(), why: why.to_string() });
            }
        };
        // A folder may hold rule sets as well.
        if named || tsuro_suite::looks_like_a_suite(source.text()) {
            let mut suite = tsuro_suite::read_with(source, book, &mut found.problems);
            if !spots.is_empty() {
                let picked: BTreeSet<usize> =
                    spots.iter().flat_map(|spot| spot.picked(&suite)).collect();
                let all = std::mem::take(&mut suite.scenarios).into_iter().enumerate();
                suite.scenarios = all
                    .filter(|(number, _)| picked.contains(number))
                    .map(|(_, scenario)| scenario)
                    .collect();
            }
            found.suites.push(suite);
            found.files.push(path);
        }
    }
    Ok(found)
}

/// The suite of the program with this path, if there is no such file.
fn shipped_at(path: &Path) -> Option<Source> {
    if path.exists() {
        None
    } else {
        tsuro_suite::shipped().find(|source| Path::new(&source.shown) == path)
    }
}

fn read(path: &Path) -> Result<Source, LoadError> {
    rule_files::read(path, &path.display().to_string(), true)
}

/// The folder that is searched when no path is given, if there is one.
pub(super) fn usual() -> Option<String> {
    USUAL.iter().find(|path| Path::new(path).is_dir()).map(|path| (*path).to_owned())
}

/// A file that might be a suite.
struct SuiteFile {
    path: PathBuf,
    /// Whether the file itself was named, and not only its folder.
    named: bool,
    /// The lines that were named; empty: the whole file.
    spots: Vec<SuiteLine>,
}

/// The files that might be suites, each once.
fn files(paths: &[String]) -> Result<Vec<SuiteFile>, Unreadable> {
    let paths: Vec<String> =
        if paths.is_empty() { usual().into_iter().collect() } else { paths.to_vec() };
    let mut found: Vec<SuiteFile> = Vec::new();
    let mut known: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut add = |path: PathBuf, named: bool, spot: Option<SuiteLine>| {
        let name = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if let Some(&number) = known.get(&name) {
            let file = &mut found[number];
            // A line adds to other lines; the whole file includes them.
            match spot {
                Some(spot) if !file.spots.is_empty() => file.spots.push(spot),
                _ => file.spots.clear(),
            }
        } else {
            known.insert(name, found.len());
            found.push(SuiteFile { path, named, spots: spot.into_iter().collect() });
        }
    };
    for path in paths {
        if path == tsuro_suite::SHIPPED && !Path::new(&path).exists() {
            for source in tsuro_suite::shipped() {
                add(PathBuf::from(source.shown), true, None);
            }
            continue;
        }
        let spot = SuiteLine::split(&path).filter(|(file, _)| {
            let file = Path::new(file);
            !Path::new(&path).exists() && (file.is_file() || shipped_at(file).is_some())
        });
        if let Some((file, spot)) = spot {
            add(PathBuf::from(file), true, Some(spot));
            continue;
        }
        if shipped_at(Path::new(&path)).is_some() {
            add(PathBuf::from(path), true, None);
            continue;
        }
        let unreadable = |why: io::Error| Unreadable { path: path.clone(), why: why.to_string() };
        if std::fs::metadata(&path).map_err(unreadable)?.is_dir() {
            let mut inside = Vec::new();
            walk(Path::new(&path), &mut inside).map_err(unreadable)?;
            inside.sort();
            for file in inside {
                add(file, false, None);
            }
        } else {
            add(PathBuf::from(path), true, None);
        }
    }
    Ok(found)
}

/// Collects the TOML files below a folder, without following links to folders, so that there are no
/// circles.
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

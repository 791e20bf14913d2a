//! `--pages`: the suites written as pages to read.

use super::super::output::print;
use super::super::{Context, Exit, error};
use crate::suite::{MARK, Page, RuleBook, Suite, pages};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the pages of `suites` into a folder, and takes away what was written there before and is no longer made.
pub fn run(folder: &str, context: &Context, suites: &[Suite]) -> io::Result<Exit> {
    let made = match pages(suites, &mut RuleBook::new(&context.registry, &context.files)) {
        Ok(made) => made,
        Err(why) => {
            error(why);
            return Ok(Exit::Problems);
        }
    };
    match write(Path::new(folder), &made) {
        Ok(removed) => {
            let gone = if removed == 0 { String::new() } else { format!(", {removed} old ones removed") };
            print(&format!("{} files written to {folder}{gone}\n", made.len()))?;
            Ok(Exit::Fine)
        }
        Err((path, why)) => {
            error(format_args!("{} cannot be written: {why}", path.display()));
            Ok(Exit::Usage)
        }
    }
}

fn write(folder: &Path, made: &[Page]) -> Result<usize, (PathBuf, io::Error)> {
    let mut written = BTreeSet::new();
    for page in made {
        let path = folder.join(&page.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|why| (parent.to_owned(), why))?;
        }
        // A file of somebody's own is not written over.
        if let Ok(before) = std::fs::read_to_string(&path)
            && !is_ours(&before)
        {
            return Err((path, io::Error::new(io::ErrorKind::AlreadyExists, "there is a file that was not written by this command")));
        }
        std::fs::write(&path, &page.text).map_err(|why| (path.clone(), why))?;
        written.insert(path);
    }
    let mut removed = 0;
    let mut known = Vec::new();
    files(folder, &mut known).map_err(|why| (folder.to_owned(), why))?;
    for path in known.into_iter().filter(|path| !written.contains(path)) {
        if std::fs::read_to_string(&path).is_ok_and(|text| is_ours(&text)) {
            std::fs::remove_file(&path).map_err(|why| (path.clone(), why))?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Whether a file was written by this command.
fn is_ours(text: &str) -> bool {
    text.lines().take(2).any(|line| line == MARK)
}

/// The pages and pictures below a folder; links to folders are not followed.
fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let (entry, path) = entry.map(|entry| (entry.file_type(), entry.path()))?;
        if entry?.is_dir() {
            files(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "md" || end == "svg") {
            found.push(path);
        }
    }
    Ok(())
}

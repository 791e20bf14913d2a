//! `--pages`: the suites written as pages to read.

use super::super::output::print;
use super::super::{Context, Exit, error};
use crate::suite::{MARK, Page, RuleBook, Suite, pages};
use crate::ui::files::{self, Existing, WriteError};
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
        Err(why) => {
            error(why);
            Ok(Exit::Usage)
        }
    }
}

/// Why not all pages are there.
#[derive(Debug, thiserror::Error)]
enum PageError {
    /// A page cannot be written, or an old one cannot be removed.
    #[error("{0}")]
    Write(#[from] WriteError),
    /// A file of somebody's own is not written over.
    #[error("{} cannot be written: there is a file that was not written by this command", .0.display())]
    Foreign(PathBuf),
    /// The folder cannot be looked through for pages that are no longer made.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Unreadable(PathBuf, io::Error),
}

fn write(folder: &Path, made: &[Page]) -> Result<usize, PageError> {
    let mut written = BTreeSet::new();
    for page in made {
        let path = folder.join(&page.path);
        if let Some(parent) = path.parent() {
            files::make_folder(parent)?;
        }
        // One byte more than the page has, to see whether it is the same.
        match files::read_beginning(&path, page.text.len() as u64 + 1) {
            Ok(before) if before == page.text.as_bytes() => {}
            Ok(before) if !is_ours(&before) => return Err(PageError::Foreign(path)),
            _ => files::write_whole(&path, page.text.as_bytes(), Existing::Replace)?,
        }
        written.insert(path);
    }
    let mut removed = 0;
    let mut known = Vec::new();
    pages_in(folder, &mut known).map_err(|why| PageError::Unreadable(folder.to_owned(), why))?;
    for path in known.into_iter().filter(|path| !written.contains(path)) {
        if files::read_beginning(&path, HEAD).is_ok_and(|text| is_ours(&text)) {
            files::remove(&path)?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// The mark is looked for in so many bytes.
const HEAD: u64 = 4096;

/// Whether a file was written by this command.
fn is_ours(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').take(2).any(|line| line.strip_suffix(b"\r").unwrap_or(line) == MARK.as_bytes())
}

/// The pages and pictures below a folder; links to folders are not followed.
fn pages_in(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let (entry, path) = entry.map(|entry| (entry.file_type(), entry.path()))?;
        if entry?.is_dir() {
            pages_in(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "md" || end == "svg") {
            found.push(path);
        }
    }
    Ok(())
}

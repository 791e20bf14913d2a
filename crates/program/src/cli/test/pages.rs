//! `--pages`: writes the suites as pages to read, with pictures.

use super::super::output::print;
use super::super::{Context, Exit, problem, usage};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use tsuro_suite::{MARK, Page, RuleBook, Suite, pages};
use tsuro_world::files::{self, Existing, WriteError};

/// Writes the pages of the suites into a folder, and removes pages that this command wrote there
/// before and no longer makes.
pub(super) fn run(folder: &str, context: &Context, suites: &[Suite]) -> Result<Exit, Exit> {
    let made =
        pages(suites, &mut RuleBook::new(&context.registry, &context.files)).map_err(problem)?;
    let removed = write(Path::new(folder), &made).map_err(usage)?;
    let gone = if removed == 0 { String::new() } else { format!(", {removed} old ones removed") };
    print(&format!("{} files written to {folder}{gone}\n", made.len()))?;
    Ok(Exit::Fine)
}

/// Why a page was not written or removed.
#[derive(Debug, thiserror::Error)]
enum PageError {
    /// A page cannot be written, or an old one cannot be removed.
    #[error("{0}")]
    Write(#[from] WriteError),
    /// A file of the user's own has the name of a page.
    #[error(
        "{} cannot be written: there is a file that was not written by this command", .0.display()
    )]
    Foreign(PathBuf),
    /// The folder cannot be searched for old pages.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Unreadable(PathBuf, io::Error),
}

/// Writes the pages, and returns how many old pages it removed.
fn write(folder: &Path, made: &[Page]) -> Result<usize, PageError> {
    let mut written = BTreeSet::new();
    for page in made {
        let path = folder.join(&page.path);
        if let Some(parent) = path.parent() {
            files::make_folder(parent)?;
        }
        // One byte more than the page has, to see whether the file goes on.
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

/// The number of bytes at the beginning of a file that are searched for the mark.
const HEAD: u64 = 4096;

/// Whether a file was written by this command: it has the mark on its first or second line.
fn is_ours(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n')
        .take(2)
        .any(|line| line.strip_suffix(b"\r").unwrap_or(line) == MARK.as_bytes())
}

/// Collects the pages and pictures below a folder, without following links to folders.
fn pages_in(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            pages_in(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "md" || end == "svg") {
            found.push(path);
        }
    }
    Ok(())
}

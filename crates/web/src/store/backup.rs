//! A copy of the database, made while a server may be writing it.

use super::error::StoreError;
use super::files::{BESIDE, FILE, LOCK, connect, file_in};
use rusqlite::params;
use std::path::Path;
use tsuro_world::files::{WriteError, make_new_private};

/// Writes a copy of a database, as it is now, to a new file that only its owner can read: all of
/// it, or no file.
///
/// # Errors
/// Why there is no copy, in words.
pub fn back_up(folder: &Path, to: &Path) -> Result<(), String> {
    if !file_in(folder).is_file() {
        return Err(format!("{}: there are no games of a server", folder.display()));
    }
    if to.symlink_metadata().is_ok() {
        return Err(format!("{} exists already", to.display()));
    }
    let parent =
        to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_own = to
        .file_name()
        .is_some_and(|name| BESIDE.iter().chain(&[FILE, LOCK]).any(|own| name == *own));
    if is_own && parent.canonicalize().ok() == folder.canonicalize().ok() {
        return Err(format!("{} is a file of the server itself", to.display()));
    }
    let copy = |new: &Path| copy_to(folder, new);
    match make_new_private(to, copy) {
        Ok(()) => Ok(()),
        Err(StoreError::Folder(why)) if matches!(*why, WriteError::Exists(_)) => {
            Err(format!("{} exists already", to.display()))
        }
        Err(StoreError::Full) => Err(format!(
            "{} cannot be written: the disk is full; nothing was written",
            to.display()
        )),
        Err(why) => Err(why.to_string()),
    }
}

fn copy_to(folder: &Path, new: &Path) -> Result<(), StoreError> {
    // As bytes, since a path need not be text; whole, since `file:` at its beginning would be read
    // as an address.
    let new = std::path::absolute(new).unwrap_or_else(|_| new.to_owned());
    let connection = connect(&file_in(folder))?;
    connection
        .execute("VACUUM INTO CAST(?1 AS TEXT)", params![new.as_os_str().as_encoded_bytes()])?;
    Ok(())
}

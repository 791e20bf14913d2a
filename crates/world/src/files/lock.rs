//! File locks: a process that writes a file over a longer time is its only writer.

use super::error::{WriteError, WriteStep};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// How often a file may be replaced between being opened and being locked.
const ATTEMPTS: usize = 16;

/// Opens a file with `options` and locks it until it is dropped.
///
/// # Errors
/// [`WriteError::InUse`] if another process has locked it; otherwise why it cannot be opened.
pub(super) fn open_locked(path: &Path, options: &OpenOptions) -> Result<File, WriteError> {
    for _ in 0..ATTEMPTS {
        let file =
            options.open(path).map_err(|why| WriteError::failed(path, WriteStep::Open, why))?;
        if !lock(&file).map_err(|why| WriteError::failed(path, WriteStep::Lock, why))? {
            break;
        }
        // The process that held the lock may have replaced the file before it released the lock.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
    Err(WriteError::InUse(path.to_owned()))
}

/// Locks a file; `false` if another process has locked it. A file that cannot be locked (a device,
/// or on a file system without locks) is used without a lock.
pub(super) fn lock(file: &File) -> io::Result<bool> {
    if !file.metadata()?.is_file() {
        return Ok(true);
    }
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(why)) if has_no_locks(&why) => Ok(true),
        Err(TryLockError::Error(why)) => Err(why),
    }
}

fn has_no_locks(why: &io::Error) -> bool {
    #[cfg(unix)]
    if rustix::io::Errno::from_io_error(why) == Some(rustix::io::Errno::NOLCK) {
        return true;
    }
    why.kind() == io::ErrorKind::Unsupported
}

/// Whether a path leads to this file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let name = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(file), Ok(there)) => name(file) == name(there),
        _ => false,
    }
}

/// On this system a file cannot be replaced while it is open.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

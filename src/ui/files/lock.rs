//! Locks: who writes a file over a longer time is its only writer.

use super::write::{WriteError, WriteStep};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// How often a file may be replaced between being opened and being locked.
const ATTEMPTS: usize = 16;

/// Opens a file that is there, or that `options` make, and locks it. The lock ends with the file.
///
/// # Errors
/// [`WriteError::InUse`] where another process has locked it; why it cannot be opened otherwise. An error of the kind
/// [`NotFound`](io::ErrorKind::NotFound) is that of the path.
pub(super) fn open_locked(path: &Path, options: &OpenOptions) -> Result<File, WriteError> {
    for _ in 0..ATTEMPTS {
        let file = options.open(path).map_err(|why| WriteError::failed(path, WriteStep::Open, why))?;
        if !lock(&file).map_err(|why| WriteError::failed(path, WriteStep::Lock, why))? {
            break;
        }
        // Its last owner may have put another file in its place before it gave the lock up.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
    Err(WriteError::InUse(path.to_owned()))
}

/// Locks a file; `false` where another process has done so. What cannot be locked (a device, a network file system without locks) is used
/// without a lock.
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

/// Whether a path leads to this very file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let name = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(file), Ok(there)) => name(file) == name(there),
        _ => false,
    }
}

/// Files that are open cannot be replaced here.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

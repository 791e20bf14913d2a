//! Writes whole files: to a new file in the same folder, which is synced and then renamed, so that
//! readers see the old file or the new one.

use super::error::{WriteError, WriteStep};
use super::lock;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempPath;

/// What happens to a file that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It is replaced, and the new file has its owner and permissions.
    Replace,
    /// It stays, and writing fails with [`WriteError::Exists`].
    Refuse,
}

impl Existing {
    /// The choice that the option `--force` makes.
    pub const fn with_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Refuse }
    }
}

/// What a path leads to.
pub(super) enum Target {
    /// A device, a pipe, or an open descriptor of this process: written to, never replaced.
    Stream,
    /// A plain file, or nothing yet.
    File {
        /// The path with all links followed: it is replaced, so that links stay links.
        path: PathBuf,
        /// The file that exists, if there is one.
        there: Option<Metadata>,
    },
}

/// Finds out what a path leads to.
pub(super) fn target(path: &Path) -> Result<Target, WriteError> {
    // Links to open descriptors of this process: others may be writing to the same file.
    if ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name))
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc")
    {
        return Ok(Target::Stream);
    }
    let failed = |why| WriteError::failed(path, WriteStep::Open, why);
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(WriteError::Folder(path.to_owned())),
        Ok(there) if !there.is_file() => Ok(Target::Stream),
        Ok(there) => {
            Ok(Target::File { path: fs::canonicalize(path).map_err(failed)?, there: Some(there) })
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            Ok(Target::File { path: follow_links(path).map_err(failed)?, there: None })
        }
        Err(why) => Err(failed(why)),
    }
}

/// Follows a link whose last target does not exist.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    const LONGEST_CHAIN: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        if !path.is_symlink() {
            return Ok(path);
        }
        path = path.parent().unwrap_or(Path::new("")).join(fs::read_link(&path)?);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Writes a whole file in one step: readers see the old content or the new. Links are followed;
/// devices and pipes are written to.
///
/// # Errors
/// Why it was not written, and what is at the path now.
pub fn write_whole(path: &Path, content: &[u8], existing: Existing) -> Result<(), WriteError> {
    put(path, content, existing, false).map(drop)
}

/// As [`write_whole()`]; gives back the new file, or `None` for a device. If `locked`, the file is
/// locked before others can see it.
pub(super) fn put(
    path: &Path,
    content: &[u8],
    existing: Existing,
    locked: bool,
) -> Result<Option<File>, WriteError> {
    let failed = |step| move |why| WriteError::failed(path, step, why);
    let (target, there) = match target(path)? {
        Target::Stream => {
            let written = OpenOptions::new()
                .append(true)
                .open(path)
                .and_then(|mut stream| stream.write_all(content));
            return written
                .map(|()| None)
                .map_err(|why| WriteError::Device { path: path.to_owned(), why });
        }
        Target::File { path, there } => (path, there),
    };
    if existing == Existing::Refuse && path.symlink_metadata().is_ok() {
        return Err(WriteError::Exists(path.to_owned()));
    }
    // A file that is protected against writing, or locked by another process, is not replaced. A
    // caller that asks for a locked file holds the lock of the old one itself.
    let held = match &there {
        Some(_) => {
            Some(OpenOptions::new().write(true).open(&target).map_err(failed(WriteStep::Open))?)
        }
        None => None,
    };
    if let (Some(old), false) = (&held, locked)
        && !lock::lock(old).map_err(failed(WriteStep::Lock))?
    {
        return Err(WriteError::InUse(path.to_owned()));
    }
    let (mut file, new) = replacement_of(path, &target, there.as_ref())?;
    if locked {
        lock::lock(&file).map_err(failed(WriteStep::Lock))?;
    }
    file.write_all(content).map_err(failed(WriteStep::Write))?;
    file.sync_all().map_err(failed(WriteStep::Sync))?;
    if existing == Existing::Replace {
        fs::rename(&new, &target).map_err(failed(WriteStep::Rename))?;
        drop(new);
        drop(held);
        sync_folder(folder_of(&target))
            .map_err(|why| WriteError::NotSynced { path: path.to_owned(), why })?;
    } else {
        take_free_name(new, &target, path)?;
    }
    Ok(Some(file))
}

/// A new file to be renamed to `target`, under a temporary name, with the owner and permissions of
/// the file that is there. `path` is what messages call it.
pub(super) fn replacement_of(
    path: &Path,
    target: &Path,
    there: Option<&Metadata>,
) -> Result<(File, TempPath), WriteError> {
    let failed = |step| move |why| WriteError::failed(path, step, why);
    let (file, new) =
        new_file_in(folder_of(target), false).map_err(failed(WriteStep::Create))?.into_parts();
    if let Some(there) = there {
        keep_owner(&file, there);
        file.set_permissions(there.permissions()).map_err(failed(WriteStep::Permissions))?;
    }
    Ok((file, new))
}

/// Gives a file its name, unless another has it; `path` is what messages call it.
pub(super) fn take_free_name(new: TempPath, target: &Path, path: &Path) -> Result<(), WriteError> {
    rename_to_free_name(&new, target).map_err(|why| match why.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path.to_owned()),
        _ => WriteError::failed(path, WriteStep::Rename, why),
    })?;
    // Removes the temporary name, if the new file still has it.
    drop(new);
    sync_folder(folder_of(target))
        .map_err(|why| WriteError::NotSynced { path: path.to_owned(), why })
}

/// A new file with a temporary name, which is removed when it is dropped; a private one can be read
/// by its owner alone.
pub(super) fn new_file_in(folder: &Path, is_private: bool) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tsuro-").suffix(".tmp");
    // Without more, only the owner may read it.
    #[cfg(unix)]
    if !is_private {
        use std::os::unix::fs::PermissionsExt as _;
        // The usual permissions of a new file; the umask restricts them.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = is_private;
    let mut temporaries = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
    let file = builder.tempfile_in(folder)?;
    temporaries.retain(|path| path.exists());
    temporaries.push(file.path().to_owned());
    Ok(file)
}

/// The temporary names of new files.
static TEMPORARIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all files that still have temporary names, before the program ends at once. No more can
/// be made afterwards.
pub(crate) fn remove_temporaries() {
    let temporaries = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
    for path in &*temporaries {
        let _ = fs::remove_file(path);
    }
    std::mem::forget(temporaries);
}

/// Renames a file, unless there is a file of that name.
fn rename_to_free_name(new: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(new, target) {
        Err(why) if why.kind() != io::ErrorKind::AlreadyExists => {}
        done => return done,
    }
    // On file systems without hard links, an empty file reserves the name.
    OpenOptions::new().write(true).create_new(true).open(target)?;
    fs::rename(new, target).inspect_err(|_| drop(fs::remove_file(target)))
}

/// Gives a new file the owner of the old one, so that an administrator who changes a user's file
/// does not take it away from the user.
#[cfg(unix)]
fn keep_owner(file: &File, there: &Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let changed =
        file.metadata().is_ok_and(|own| (own.uid(), own.gid()) != (there.uid(), there.gid()));
    if changed {
        // Only an administrator may do this; for others the file becomes their own.
        let _ = fchown(file, Some(there.uid()), Some(there.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _there: &Metadata) {}

/// Waits until the names in a folder are on the disk.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // The folder may be written but not read, or the file system cannot sync folders.
        Err(why) if matches!(why.kind(), InvalidInput | PermissionDenied | Unsupported) => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that a file can be written, long before it is. Leaves nothing behind.
///
/// # Errors
/// It cannot be written.
pub fn check_writable(path: &Path, existing: Existing) -> Result<(), WriteError> {
    let (target, there) = match target(path)? {
        Target::Stream => {
            // Not opened: closing it again would tell the reader of a pipe that nothing more comes.
            return fs::metadata(path)
                .map(drop)
                .map_err(|why| WriteError::Device { path: path.to_owned(), why });
        }
        Target::File { path, there } => (path, there),
    };
    if existing == Existing::Refuse && path.symlink_metadata().is_ok() {
        return Err(WriteError::Exists(path.to_owned()));
    }
    if there.is_some() {
        OpenOptions::new()
            .write(true)
            .open(&target)
            .map_err(|why| WriteError::failed(path, WriteStep::Open, why))?;
    }
    new_file_in(folder_of(&target), false)
        .map(drop)
        .map_err(|why| WriteError::failed(path, WriteStep::Create, why))
}

/// Makes a folder and its parents, unless they exist.
///
/// # Errors
/// It cannot be made.
pub fn make_folder(path: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(path).map_err(|why| WriteError::Failed {
        path: path.to_owned(),
        step: WriteStep::Folder,
        why,
        old: path.exists(),
    })
}

/// Removes a file.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> Result<(), WriteError> {
    fs::remove_file(path).map_err(|why| WriteError::Failed {
        path: path.to_owned(),
        step: WriteStep::Remove,
        why,
        old: true,
    })
}

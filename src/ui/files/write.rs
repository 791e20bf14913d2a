//! Whole files: written beside the old one, synced, and put in its place in one step.

use super::lock;
use crate::ui::Exit;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What happens to a file that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It is replaced; its permissions stay.
    Replace,
    /// It stays, and writing fails.
    Refuse,
}

impl Existing {
    /// What `--force` says.
    pub const fn with_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Refuse }
    }
}

/// What was being done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteStep {
    /// Looking at it and opening it.
    Open,
    /// Locking it.
    Lock,
    /// Making a new file in its folder.
    Create,
    /// Giving the new file the permissions of the old one.
    Permissions,
    /// Writing.
    Write,
    /// Waiting until it is on the disk.
    Sync,
    /// Giving the new file its name.
    Rename,
    /// Taking away what was in it.
    Truncate,
    /// Removing it.
    Remove,
    /// Making a folder.
    Folder,
}

impl fmt::Display for WriteStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "it cannot be opened",
            Self::Lock => "it cannot be locked",
            Self::Create => "no new file can be made in its folder",
            Self::Permissions => "a new file cannot have its permissions",
            Self::Write => "its content cannot be written",
            Self::Sync => "its content does not reach the disk",
            Self::Rename => "the new file cannot take its name",
            Self::Truncate => "it cannot be shortened",
            Self::Remove => "it cannot be removed",
            Self::Folder => "the folder cannot be made",
        })
    }
}

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// It is there already and was not to be replaced.
    #[error("{} is there already; --force writes over it", .0.display())]
    Exists(PathBuf),
    /// Another process is writing it.
    #[error("{} is in use: another process is writing it", .0.display())]
    InUse(PathBuf),
    /// The path names a folder.
    #[error("{} is a folder, not a file", .0.display())]
    Folder(PathBuf),
    /// The path names something that can be written, but not kept and gone on with.
    #[error("{} is not a plain file", .0.display())]
    NotPlain(PathBuf),
    /// Nothing has changed at the path.
    #[error("{} cannot be written: {step}: {why}; {}", .path.display(), if *.old { "it is as it was" } else { "nothing was written" })]
    Failed {
        /// The path, as it was given.
        path: PathBuf,
        /// What was being done.
        step: WriteStep,
        /// In the system's words.
        why: io::Error,
        /// Whether there is a file, as it was.
        old: bool,
    },
    /// A device or pipe that took only a part, or nothing.
    #[error("{} cannot be written: {why}", .path.display())]
    Device {
        /// The path, as it was given.
        path: PathBuf,
        /// In the system's words.
        why: io::Error,
    },
    /// The new file is in its place, but its folder could not be synced.
    #[error("{} is written whole, but may be gone after a loss of power: its folder cannot be synced: {why}", .path.display())]
    NotSynced {
        /// The path, as it was given.
        path: PathBuf,
        /// In the system's words.
        why: io::Error,
    },
}

impl WriteError {
    /// A step that failed before anything was changed at the path.
    pub(super) fn failed(path: &Path, step: WriteStep, why: io::Error) -> Self {
        if path.is_dir() {
            return Self::Folder(path.to_owned());
        }
        Self::Failed { path: path.to_owned(), step, why, old: path.symlink_metadata().is_ok() }
    }

    /// Whether there is nothing at the path.
    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, Self::Failed { why, .. } if why.kind() == io::ErrorKind::NotFound)
    }

    /// How a command ends that wanted the file.
    pub const fn exit(&self) -> Exit {
        match self {
            Self::Exists(_) => Exit::Problems,
            _ => Exit::Usage,
        }
    }
}

/// What a path leads to.
pub(super) enum Target {
    /// A device, a pipe, or what a descriptor of this process is connected with: written to, never replaced.
    Stream,
    /// A plain file, or nothing yet.
    File {
        /// The path behind all links, so that a link stays one.
        path: PathBuf,
        /// The file that is there.
        there: Option<Metadata>,
    },
}

/// Looks what a path leads to.
pub(super) fn target(path: &Path) -> Result<Target, WriteError> {
    // Links to what this process has open: a file behind them is written by others as well.
    if ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name)) || path.starts_with("/dev/fd") || path.starts_with("/proc")
    {
        return Ok(Target::Stream);
    }
    let failed = |why| WriteError::failed(path, WriteStep::Open, why);
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(WriteError::Folder(path.to_owned())),
        Ok(there) if !there.is_file() => Ok(Target::Stream),
        Ok(there) => Ok(Target::File { path: fs::canonicalize(path).map_err(failed)?, there: Some(there) }),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(Target::File { path: behind_links(path).map_err(failed)?, there: None }),
        Err(why) => Err(failed(why)),
    }
}

/// Where a link that leads to nothing yet leads.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
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

/// Writes a whole file: what was there stays whole until the new file is, and keeps its permissions. Links are followed; devices and pipes
/// are written to.
///
/// # Errors
/// Why it was not written, and what is there now.
pub fn write_whole(path: &Path, content: &[u8], existing: Existing) -> Result<(), WriteError> {
    put(path, content, existing, false).map(drop)
}

/// The same, with the new file, which is locked before others can see it if `locked` says so; `None` for a device.
pub(super) fn put(path: &Path, content: &[u8], existing: Existing, locked: bool) -> Result<Option<File>, WriteError> {
    let failed = |step| move |why| WriteError::failed(path, step, why);
    let (target, there) = match target(path)? {
        Target::Stream => {
            let written = OpenOptions::new().append(true).open(path).and_then(|mut stream| stream.write_all(content));
            return written.map(|()| None).map_err(|why| WriteError::Device { path: path.to_owned(), why });
        }
        Target::File { path, there } => (path, there),
    };
    if existing == Existing::Refuse && path.symlink_metadata().is_ok() {
        return Err(WriteError::Exists(path.to_owned()));
    }
    // A file that is protected against writing, or that another process is writing, is not to be replaced either. Who replaces a file that it
    // has locked itself asks for a locked one.
    let held = match &there {
        Some(_) => Some(OpenOptions::new().write(true).open(&target).map_err(failed(WriteStep::Open))?),
        None => None,
    };
    if let (Some(old), false) = (&held, locked)
        && !lock::lock(old).map_err(failed(WriteStep::Lock))?
    {
        return Err(WriteError::InUse(path.to_owned()));
    }
    let folder = folder_of(&target);
    let (mut file, new) = new_file_in(folder).map_err(failed(WriteStep::Create))?.into_parts();
    if let Some(there) = &there {
        keep_owner(&file, there);
        file.set_permissions(there.permissions()).map_err(failed(WriteStep::Permissions))?;
    }
    if locked {
        lock::lock(&file).map_err(failed(WriteStep::Lock))?;
    }
    file.write_all(content).map_err(failed(WriteStep::Write))?;
    file.sync_all().map_err(failed(WriteStep::Sync))?;
    if existing == Existing::Replace {
        fs::rename(&new, &target).map_err(failed(WriteStep::Rename))?;
    } else {
        name_first(&new, &target).map_err(|why| match why.kind() {
            io::ErrorKind::AlreadyExists => WriteError::Exists(path.to_owned()),
            _ => WriteError::failed(path, WriteStep::Rename, why),
        })?;
    }
    // The name is either gone by now or has to go: what removes it does both.
    drop(new);
    drop(held);
    sync_folder(folder).map_err(|why| WriteError::NotSynced { path: path.to_owned(), why })?;
    Ok(Some(file))
}

/// A new file with a name of its own, which is gone when it is dropped.
pub(super) fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tsuro-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file: without what the user's mask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut temporaries = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
    let file = builder.tempfile_in(folder)?;
    temporaries.retain(|path| path.exists());
    temporaries.push(file.path().to_owned());
    Ok(file)
}

/// New files that do not have their names yet.
static TEMPORARIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the new files that do not have their names yet, before the program ends in the middle of whatever it does. No more can be made.
pub fn remove_temporaries() {
    let temporaries = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
    for path in &*temporaries {
        let _ = fs::remove_file(path);
    }
    std::mem::forget(temporaries);
}

/// Gives a file its name, unless something else has it.
fn name_first(new: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(new, target) {
        Err(why) if why.kind() != io::ErrorKind::AlreadyExists => {}
        done => return done,
    }
    // File systems without hard links: an empty file holds the name until the new file takes it.
    OpenOptions::new().write(true).create_new(true).open(target)?;
    fs::rename(new, target).inspect_err(|_| drop(fs::remove_file(target)))
}

/// Whoever writes another's file as its administrator leaves it theirs.
#[cfg(unix)]
pub(super) fn keep_owner(file: &File, there: &Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let changed = file.metadata().is_ok_and(|own| (own.uid(), own.gid()) != (there.uid(), there.gid()));
    if changed {
        // Only an administrator may; for others the file becomes their own.
        let _ = fchown(file, Some(there.uid()), Some(there.gid()));
    }
}

#[cfg(not(unix))]
pub(super) fn keep_owner(_file: &File, _there: &Metadata) {}

/// Makes a new name outlast a loss of power.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // A folder that may be written but not read, or a file system that syncs no folders.
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

/// Looks whether a file can be written that is only written much later. Nothing is left behind.
///
/// # Errors
/// Why it cannot.
pub fn check_writable(path: &Path, existing: Existing) -> Result<(), WriteError> {
    let (target, there) = match target(path)? {
        Target::Stream => {
            // Opened now and closed again, a pipe would tell its reader that nothing more comes.
            return fs::metadata(path).map(drop).map_err(|why| WriteError::Device { path: path.to_owned(), why });
        }
        Target::File { path, there } => (path, there),
    };
    if existing == Existing::Refuse && path.symlink_metadata().is_ok() {
        return Err(WriteError::Exists(path.to_owned()));
    }
    if there.is_some() {
        OpenOptions::new().write(true).open(&target).map_err(|why| WriteError::failed(path, WriteStep::Open, why))?;
    }
    new_file_in(folder_of(&target)).map(drop).map_err(|why| WriteError::failed(path, WriteStep::Create, why))
}

/// Makes a folder and those that it is in, unless they are there.
///
/// # Errors
/// Why it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(path).map_err(|why| WriteError::Failed { path: path.to_owned(), step: WriteStep::Folder, why, old: path.exists() })
}

/// Removes a file.
///
/// # Errors
/// Why it is still there.
pub fn remove(path: &Path) -> Result<(), WriteError> {
    fs::remove_file(path).map_err(|why| WriteError::Failed { path: path.to_owned(), step: WriteStep::Remove, why, old: true })
}

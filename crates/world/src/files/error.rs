//! Why a file was not written.

use crate::Exit;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The step of writing a file that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteStep {
    /// Looking up or opening the file.
    Open,
    /// Locking the file.
    Lock,
    /// Making a new file in the folder.
    Create,
    /// Giving the new file the permissions of the old one.
    Permissions,
    /// Writing the content.
    Write,
    /// Waiting until the content is on the disk.
    Sync,
    /// Giving the new file its name.
    Rename,
    /// Shortening the file.
    Truncate,
    /// Removing the file.
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
    /// There is a file, which was not to be replaced.
    #[error("{} exists; --force overwrites it", .0.display())]
    Exists(PathBuf),
    /// Another process has locked the file.
    #[error("{} is in use: another process is writing it", .0.display())]
    InUse(PathBuf),
    /// The path names a folder.
    #[error("{} is a folder, not a file", .0.display())]
    Folder(PathBuf),
    /// The path names a device or pipe, which keeps nothing.
    #[error("{} is not a plain file", .0.display())]
    NotPlain(PathBuf),
    /// A step failed before anything changed at the path.
    #[error(
        "{} cannot be written: {step}: {why}; {}", .path.display(),
        if *.old { "it is unchanged" } else { "nothing was written" }
    )]
    Failed {
        /// The path, as it was given.
        path: PathBuf,
        /// The step that failed.
        step: WriteStep,
        /// In the system's words.
        why: io::Error,
        /// Whether there is a file, unchanged.
        old: bool,
    },
    /// A device or pipe failed, perhaps after a part of the content.
    #[error("{} cannot be written: {why}", .path.display())]
    Device {
        /// The path, as it was given.
        path: PathBuf,
        /// In the system's words.
        why: io::Error,
    },
    /// The new file is in its place, but its folder could not be synced.
    #[error("{} is complete, but may be lost in a power failure: its folder cannot be synced: \
        {why}", .path.display())]
    NotSynced {
        /// The path, as it was given.
        path: PathBuf,
        /// In the system's words.
        why: io::Error,
    },
}

impl WriteError {
    /// The error of a step that failed before anything changed at the path.
    pub(super) fn failed(path: &Path, step: WriteStep, why: io::Error) -> Self {
        if path.is_dir() {
            return Self::Folder(path.to_owned());
        }
        Self::Failed { path: path.to_owned(), step, why, old: path.symlink_metadata().is_ok() }
    }

    /// Whether the reason is that there is no file.
    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, Self::Failed { why, .. } if why.kind() == io::ErrorKind::NotFound)
    }

    /// How a command ends that needed the file.
    pub const fn exit(&self) -> Exit {
        match self {
            Self::Exists(_) => Exit::Problems,
            _ => Exit::Usage,
        }
    }
}

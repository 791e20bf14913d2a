//! Why something is not stored or read.

use std::path::PathBuf;
use std::sync::Arc;
use tsuro_pages::refused::{NotAnswered, NotKept, Refused};
use tsuro_world::files::WriteError;

/// Why something was not stored or read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The disk or the limit of the database is full.
    #[error("the server has no room left for games")]
    Full,
    /// The database was written by a newer version of the program.
    #[error("{} was written by a newer version of tsuro (format {found}; this one knows \
        {known})", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: usize,
        /// The newest that this version knows.
        known: usize,
    },
    /// The database was written by an older version of the program, which may be serving it.
    #[error("{} has an older format: stop the server that uses it first", .0.display())]
    Older(PathBuf),
    /// The folder cannot be made, or is not kept from others.
    #[error("{0}")]
    Folder(Arc<WriteError>),
    /// The files of the server are no longer where they were when it started.
    #[error("the folder of the games is gone, and nothing can be stored")]
    Gone,
    /// A search was broken off.
    #[error("the search takes too long: write more of what you look for")]
    SearchTooLong,
    /// A game was to have the deal of others that are no longer sealed.
    #[error("others have seen this deal")]
    DealKnown,
    /// The database cannot be used.
    #[error("the database of games: {0}")]
    Database(Arc<rusqlite::Error>),
    /// The thread that writes has ended.
    #[error("the server is stopping")]
    Stopping,
}

impl StoreError {
    /// Whether what was refused may be tried again later.
    pub(crate) const fn may_pass(&self) -> bool {
        matches!(self, Self::Full | Self::Gone)
    }
}

impl From<StoreError> for Refused {
    fn from(why: StoreError) -> Self {
        if matches!(why, StoreError::DealKnown) {
            return Self::Late;
        }
        // What is wrong with the database is for the operator of the server.
        let told = if matches!(why, StoreError::Database(_) | StoreError::Folder(_)) {
            "the server cannot use its database".to_owned()
        } else {
            why.to_string()
        };
        let is_full = matches!(why, StoreError::Full);
        Self::NotKept(NotKept { is_full, may_pass: why.may_pass(), why: told })
    }
}

impl From<StoreError> for NotAnswered {
    fn from(why: StoreError) -> Self {
        Self::Refused(why.into())
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(why: rusqlite::Error) -> Self {
        match why.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full,
            // Only searches are interrupted.
            Some(rusqlite::ErrorCode::OperationInterrupted) => Self::SearchTooLong,
            _ => Self::Database(Arc::new(why)),
        }
    }
}

impl From<WriteError> for StoreError {
    fn from(why: WriteError) -> Self {
        Self::Folder(Arc::new(why))
    }
}

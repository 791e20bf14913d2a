//! Files: the only place that writes them, and the only place that reads them whole.
//!
//! Three kinds of files are written. A [whole file](write_whole()) appears in one step or not at
//! all. A [`Record`] grows by whole lines, and is locked while it is open. A [`Savings`] file is
//! replaced from time to time, and is locked in between. Whatever is read whole has a limit for
//! files of its kind. [`rule_files`](super::rule_files) says where rule sets are found.

mod error;
mod game_file;
mod kept;
mod lock;
mod private;
mod read;
mod record;
mod savings;
mod state;
mod write;

pub use error::WriteError;
pub use game_file::{GameFile, GameFileError};
pub use kept::state_folder;
pub use kept::{KeptGame, KeptGames};
pub use private::{FilesInPlace, make_new_private, make_private_file, make_private_folder};
pub use read::{
    FileReadError, Limit, PART, POSITION, SOURCE, lines, read_beginning, read_bytes, read_line,
    read_text, take,
};
pub use record::Record;
pub use savings::Savings;
pub use savings::SavingsError;
pub use state::StateFile;
pub(crate) use write::remove_temporaries;
pub use write::{Existing, check_writable, make_folder, remove, write_whole};

/// From now on a write beyond the size limit of the process (`ulimit -f`) fails and is reported,
/// like a write to a full disk. Without this the system would end the program.
pub fn survive_size_limits() {
    #[cfg(unix)]
    {
        // A handler that does nothing is enough. If there can be none, the program ends, as
        // programs usually do.
        let _ =
            signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}

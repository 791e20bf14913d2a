//! Files: the only place that writes them, and the only place that reads them whole.
//!
//! Three kinds of files are written. A [whole file](write_whole()) appears in one step or not at all. A [`Record`] grows by whole lines and
//! is locked while it grows. A [`Savings`] file is replaced from time to time, and is locked in between. Whatever is read whole has
//! a limit for files of its kind. Where rule sets are looked for stands in [`rule_files`](super::rule_files).

mod lock;
mod read;
mod record;
mod savings;
mod write;

pub use read::{FileReadError, PART, POSITION, SOURCE, lines, read_beginning, read_bytes, read_text, take};
pub use record::Record;
pub use savings::Savings;
pub use write::{Existing, WriteError, check_writable, make_folder, remove, remove_temporaries, write_whole};

/// From now on a write beyond the size limit of the process (`ulimit -f`) fails, and is reported like a full disk. Without this, the system
/// ends the program in the middle of it.
pub fn survive_size_limits() {
    #[cfg(unix)]
    {
        // A handler that notes the signal is enough. Without one the program ends, as programs do.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}

//! Game records and positions: written, read, replayed, and shown as one seat would see them.

mod line;
mod write;

pub use line::{Line, LineError};
pub use write::{FORMAT, Header, Recorder, write_event};

//! Game records and positions: written, read, replayed, and shown as one seat would see them.

mod apply;
mod coverage;
mod observed;
mod position;
mod read;
mod replay;
mod script;
mod unknown;
mod view;
mod view_check;
mod write;

pub use apply::{ApplyError, answer, answer_line, why_illegal};
pub use coverage::{Coverage, CoveragePoint};
pub use observed::{PROTOCOL, choices, write_observation, write_request};
pub use position::{read_position, write_position};
pub use read::{GameRecord, MAX_GAME, MAX_LINE, ReadError, RecordReader, is_view};
pub use replay::{HeadLuck, RecordHead, ReplayVerdict, Replayed, Replayer};
pub use script::{Mismatch, Script, ScriptStop, Scripted};
pub use unknown::fill_hands;
pub use view::view;
pub use view_check::{CheckedView, Viewer};
pub use write::{FORMAT, Header, Recorder, write_event, write_seen};

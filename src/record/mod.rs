//! Game records and positions as JSON: writing, reading, replaying, resuming, the view of one seat,
//! and `apply` requests.

mod apply;
mod coverage;
mod feedback;
mod fields;
mod objects;
mod observed;
mod position;
mod read;
mod replay;
mod script;
mod unknown;
mod view;
mod view_check;
mod write;

pub use apply::answer_line_in_order;
pub use apply::{ApplyError, answer, answer_line};
pub use coverage::{Coverage, CoveragePoint};
pub(crate) use feedback::written as with_feedback;
pub use feedback::{Feedback, FeltLength, MAX_REMARK, feedback_of};
pub use observed::write_asked;
pub use observed::{write_observation, write_request};
pub use position::FIELDS as POSITION_FIELDS;
pub use position::{read_position, write_position};
pub use read::{GameRecord, MAX_LINE, ReadError, RecordReader, choice_time, is_view, timed_choice};
pub use replay::{RecordHead, ReplayVerdict, ReplayedGame, Replayer};
pub use script::{Mismatch, Script, ScriptFollower, ScriptStop};
pub use unknown::fill_hands;
pub use view::view;
pub use view_check::{CheckedView, Viewer};
pub use write::{Header, Recorder, write_event, write_seen, write_timed_event};

//! What must hold under every rule set, and how a check says that it does not.

/// What must hold under every rule set.
pub const MUST_HOLD: &[&str] = &[
    "the rule hash is stable",
    "games end",
    "tiles are conserved",
    "no seat is stuck",
    "legal choices are accepted",
    "illegal choices are refused",
    "the same seed gives the same game",
    "a record replays",
    "a position is read back as it was written",
    "views leak nothing",
    "a game goes on the same from wherever it is taken up",
    "rules draw the numbers that they declare",
    "rules report the events that they declare",
    "rules do only what they declare that they can do",
];

pub(super) const HASH: &str = MUST_HOLD[0];
pub(super) const END: &str = MUST_HOLD[1];
pub(super) const TILES: &str = MUST_HOLD[2];
pub(super) const STUCK: &str = MUST_HOLD[3];
pub(super) const LEGAL: &str = MUST_HOLD[4];
pub(super) const ILLEGAL: &str = MUST_HOLD[5];
pub(super) const SAME: &str = MUST_HOLD[6];
pub(super) const REPLAY: &str = MUST_HOLD[7];
pub(super) const POSITION: &str = MUST_HOLD[8];
pub(super) const LEAK: &str = MUST_HOLD[9];
pub(super) const TAKEN_UP: &str = MUST_HOLD[10];
pub(super) const DECLARED: &str = MUST_HOLD[11];
pub(super) const REPORTED: &str = MUST_HOLD[12];
pub(super) const ABLE: &str = MUST_HOLD[13];

/// Something that does not hold: what of [`MUST_HOLD`], and how it is broken.
pub(super) type Broken = (&'static str, String);

/// The result of a check.
pub(super) type CheckResult = Result<(), Broken>;

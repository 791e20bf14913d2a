//! Why pieces are out, what comes of pieces that meet, and where eaten tiles go: words of rule sets
//! that the turn knows, too.

/// Why a piece is out. All but the last are also the words of `placement.avoid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Edge,
    Collision,
    Loop,
    Daikaiju,
    /// V12.
    Swept,
    /// W3.
    Lost,
    /// W4.
    Capsized,
    /// V16.
    NoMark,
}

/// The words of `placement.avoid`.
pub(super) const AVOIDABLE: [(&str, Cause); 4] = [
    ("edge", Cause::Edge),
    ("collision", Cause::Collision),
    ("loop", Cause::Loop),
    ("daikaiju", Cause::Daikaiju),
];

impl Cause {
    pub fn word(self) -> &'static str {
        match self {
            Cause::Edge => "edge",
            Cause::Collision => "collision",
            Cause::Loop => "loop",
            Cause::Daikaiju => "daikaiju",
            Cause::Swept => "tsunami/swept",
            Cause::Lost => "mystic-portal/lost",
            Cause::Capsized => "wave/capsized",
            Cause::NoMark => "no-mark",
        }
    }
}

/// `movement.meeting`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    Collide,
    Pass,
}

impl Meeting {
    pub(super) const WORDS: [(&str, Meeting); 2] =
        [("collide", Meeting::Collide), ("pass", Meeting::Pass)];
}

/// `hazard.moved-onto-wake` and `hazard.placed-on-wake`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eaten {
    Pile,
    Box,
}

impl Eaten {
    pub(super) const WORDS: [(&str, Eaten); 2] = [("pile", Eaten::Pile), ("box", Eaten::Box)];
}

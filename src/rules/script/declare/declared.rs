//! [`Declared`]: all that a script declares.

use crate::game::{
    Abilities, AskDecl, Cause, CauseDecl, ChanceDecl, CountDecl, EventDecl, Look, OutcomeDecl,
    PieceFace, RuleDecl, TileDecl, TimingSet,
};

/// What a field of an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldKind {
    Number,
    Seat,
    Square,
    Place,
    Tile,
    Rotation,
    /// One of these words.
    Words(&'static [&'static str]),
}

impl FieldKind {
    pub(super) const WORDS: &'static [(&'static str, Self)] = &[
        ("number", Self::Number),
        ("seat", Self::Seat),
        ("square", Self::Square),
        ("place", Self::Place),
        ("tile", Self::Tile),
        ("rotation", Self::Rotation),
    ];
}

/// Something declared under a name.
pub(crate) type Named<T> = &'static [(&'static str, T)];

/// How many copies of a special tile there are.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Copies {
    Number(u8),
    /// As many as this key says.
    Key(&'static str),
}

/// All that a script declares.
#[derive(Debug)]
pub(crate) struct Declared {
    pub rule: RuleDecl,
    pub events: Named<(&'static EventDecl, &'static [FieldKind])>,
    pub asks: Named<&'static AskDecl>,
    pub chance: Named<&'static ChanceDecl>,
    pub causes: Named<&'static CauseDecl>,
    pub outcomes: Named<&'static OutcomeDecl>,
    pub marks: Named<&'static Look>,
    pub counts: Named<&'static CountDecl>,
    pub pieces: &'static [PieceFace],
    pub tiles: Named<(&'static TileDecl, Copies)>,
    /// For which of the causes a piece is out whose path ends before a blocked square, or that
    /// faces one when it should place.
    pub cause_of_blocked: Option<Cause>,
    pub cause_of_facing: Option<Cause>,
}

/// What a script's functions say of its rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Implied {
    pub timings: TimingSet,
    pub abilities: Abilities,
}

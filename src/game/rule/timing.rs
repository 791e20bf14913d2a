//! [`Timing`]: the moments of a game at which hazards act.

/// A moment of a game at which hazards act, in the order of a turn. Of several hazards those of one moment act in the
/// order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Timing {
    /// After the deal, before start marks are chosen.
    SetUp,
    /// When a turn begins, before anything else acts.
    TurnBegins,
    /// Before the placement.
    BeforePlacement,
    /// Before the placement, after those that act [before it](Timing::BeforePlacement).
    Response,
    /// When a placement is done with.
    AfterPlacement,
    /// At the end of the turn.
    TurnEnds,
}

//! [`Abilities`]: what a rule can do that others have to know before a game begins.

/// A set of abilities, as a rule declares them ([`Rule::ABILITIES`](crate::game::Rule::ABILITIES)).
///
/// ```
/// use tsuro::game::Abilities;
///
/// const OF_A_CRANE: Abilities = Abilities::TAKES_TILES.and(Abilities::STRIKES);
/// assert!(OF_A_CRANE.contains(Abilities::STRIKES) && !OF_A_CRANE.contains(Abilities::MOVES_PIECES));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities(u8);

impl Abilities {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// It moves pieces or tiles in ways in which no placement and no draw does: pieces are carried, tiles laid, turned or
    /// put elsewhere. So a piece need not stand on a tile, and the holder of a token may have a full hand.
    pub const MOVES_PIECES: Self = Self(1);
    /// It takes tiles off the board, so that paths can become endless loops, and two pieces can come onto one path.
    pub const TAKES_TILES: Self = Self(1 << 1);
    /// It has something on squares that other rules can strike.
    pub const CAN_BE_STRUCK: Self = Self(1 << 2);
    /// It [strikes](crate::game::Progress::Strike) what other rules have on squares. One that can do nothing else has no
    /// effect where nothing can be struck.
    pub const STRIKES: Self = Self(1 << 3);
    /// Whoever is out has lost, whatever happens afterwards: of a score rule.
    pub const OUT_IS_LOST: Self = Self(1 << 4);
    /// Whatever others have to be prepared for: what a rule may do that declares nothing.
    pub const ANY: Self = Self::MOVES_PIECES.and(Self::TAKES_TILES).and(Self::CAN_BE_STRUCK);

    /// All of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it has all of `other`.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

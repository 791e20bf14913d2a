//! [`Abilities`]: what a rule can do that others have to know before a game begins.

/// A set of abilities, as a rule declares them
/// ([`RuleDecl::abilities`](crate::game::RuleDecl::abilities)).
///
/// ```
/// use tsuro::game::Abilities;
///
/// const OF_A_CRANE: Abilities = Abilities::TAKES_TILES.and(Abilities::STRIKES);
/// assert!(
///     OF_A_CRANE.contains(Abilities::STRIKES)
///         && !OF_A_CRANE.contains(Abilities::MOVES_PIECES)
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities(u16);

impl Abilities {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// It moves pieces or tiles in ways in which no placement and no draw does: pieces are carried,
    /// tiles laid, turned or put elsewhere. So a piece need not stand on a tile, and the holder of
    /// a token may have a full hand.
    pub const MOVES_PIECES: Self = Self(1);
    /// It takes tiles off the board, so that paths can become endless loops, and two pieces can
    /// come onto one path.
    pub const TAKES_TILES: Self = Self(1 << 1);
    /// It has something on squares that other rules can strike.
    pub const CAN_BE_STRUCK: Self = Self(1 << 2);
    /// It [strikes](crate::game::Progress::Strike) what other rules have on squares. One that can
    /// do nothing else has no effect where nothing can be struck.
    pub const STRIKES: Self = Self(1 << 3);
    /// A player that is out has lost, whatever happens afterwards.
    pub const OUT_IS_LOST: Self = Self(1 << 4);
    /// It blocks squares on which it has no piece.
    pub const BLOCKS: Self = Self(1 << 5);
    /// It wants to hear of every tile that a piece crosses, and of every tile that is taken off the
    /// board. Every trip is then followed tile by tile, which takes time.
    pub const COUNTS_CROSSINGS: Self = Self(1 << 6);
    /// It forbids placements.
    pub const FORBIDS: Self = Self(1 << 7);
    /// It decides when the game has ended and who wins.
    pub const ENDS: Self = Self(1 << 8);
    /// It puts tiles into hands or the pile, or takes them from there, so that others do not see
    /// where they are.
    pub const MOVES_TILES: Self = Self(1 << 9);
    /// What the rule forbids depends on the hand of the placing seat, so other seats cannot tell
    /// what that seat may lay.
    pub const READS_HANDS: Self = Self(1 << 10);
    /// It [hides](crate::game::Rule::hides) squares from seats. A rule set with such a rule is of
    /// the size [`Large`](crate::board::Large).
    pub const HIDES: Self = Self(1 << 11);
    /// It wants to hear how many pieces other rules have in the game
    /// ([`Rule::count_pieces`](crate::game::Rule::count_pieces)).
    pub const COUNTS_PIECES: Self = Self(1 << 13);
    /// It divides the seats into [teams](crate::game::Plan::teams), so that `placement.for` can be
    /// `team`.
    pub const TEAMS: Self = Self(1 << 14);
    /// It asks [who wins](crate::game::TableView::tie_break) when all who are left go at once (L6).
    /// A rule that leaves the ending to [`Plan::last_standing`](crate::game::Plan::last_standing)
    /// need not declare this.
    pub const BREAKS_TIES: Self = Self(1 << 15);
    /// It is a script, which can fail wherever it is asked.
    pub(crate) const FAILS: Self = Self(1 << 12);
    /// Whatever others have to be prepared for: what a rule may do that declares nothing. It
    /// counts, forbids and ends nothing unless it says so.
    pub const ANY: Self = Self::MOVES_PIECES
        .and(Self::TAKES_TILES)
        .and(Self::CAN_BE_STRUCK)
        .and(Self::BLOCKS)
        .and(Self::MOVES_TILES);

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

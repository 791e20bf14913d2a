//! [`Basics`]: what the core reads of a rule set while it plays; and the words and sets that are
//! the values of its keys.

use crate::board::{Board, FACES, Face, Grid, KINDS, Size};
use crate::game::basics::ability::Abilities;
use crate::game::basics::drift::Drift;
use crate::game::basics::key::KeyWord;
use crate::game::basics::timing::TimingSet;
use crate::game::basics::words::{KeyWords, key_words};
use crate::game::declare::event::RuleEvent;
use crate::game::declare::texts::Texts;
use crate::game::declare::tile::{SPECIALS, TileDecl};
use crate::game::event::Cause;
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::pieces::seat::{PlayerCounts, Seat};
use std::sync::Arc;

/// A set of causes of elimination, as `placement.avoid` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CauseSet(u8);

impl CauseSet {
    /// The set with `cause` added. All causes of rules from outside the crate count as one.
    #[must_use]
    pub const fn with(self, cause: Cause) -> Self {
        Self(self.0 | 1 << cause.slot())
    }

    /// Whether `cause` is in the set.
    #[inline]
    pub const fn contains(self, cause: Cause) -> bool {
        self.0 >> cause.slot() & 1 != 0
    }

    /// Whether all of `other` are in the set.
    #[inline]
    pub(crate) const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

key_words! {
    /// Who takes the first turn (`players.first`; C1, L2).
    #[non_exhaustive]
    pub enum FirstPlayer {
        Seat = "seat": "the first seat begins",
        Random = "random": "a random seat begins",
    }
}

key_words! {
    /// What pictures make of the board (`presentation.look`).
    #[non_exhaustive]
    pub enum BoardStyle {
        Stone = "stone": "paths hewn into stone",
        Sea = "sea": "wakes on a sea",
    }
}

#[expect(clippy::derivable_impls, reason = "the macro marks no variant")]
impl Default for BoardStyle {
    fn default() -> Self {
        Self::Stone
    }
}

key_words! {
    /// What no placement may do unless every placement does it (`placement.never`; S13).
    #[non_exhaustive]
    pub enum ForbiddenOutcome {
        SharedWake = "shared-wake": "two pieces that stood at different ports come to stand at the \
            same one",
    }
}

key_words! {
    /// On which squares a tile may be placed (`placement.for`; W7).
    #[non_exhaustive]
    pub enum PlacementFor {
        Own = "own": "on the square that the player's own piece faces",
        Team = "team": "on a square that any live piece of the player's team faces",
    }
}

key_words! {
    /// When a placement that should be avoided is legal nevertheless (`placement.unless`; C3, L1).
    #[non_exhaustive]
    pub enum AvoidException {
        NoOtherMove = "no-other-move": "`avoid` does not apply when every placement does something \
            in it",
        NoSafeMove = "no-safe-move": "`avoid` does not apply when no placement keeps the player \
            alive",
    }
}

key_words! {
    /// What happens to pieces that meet (`movement.meeting`; C5, S14).
    #[non_exhaustive]
    pub enum Meeting {
        Collide = "collide": "pieces that meet are both out",
        Pass = "pass": "pieces that meet pass each other",
    }
}

key_words! {
    /// Where the hands of eliminated players go (`draw.returned`; C6, S16).
    #[non_exhaustive]
    pub enum ReturnOrder {
        Shuffle = "shuffle": "into the pile, which is shuffled",
        Bottom = "bottom": "under the pile, in ascending order",
    }
}

key_words! {
    /// Who wins when one placement eliminates everyone left (`end.tie-break`; C10, L6, L7).
    #[non_exhaustive]
    pub enum TieBreak {
        None = "none": "all who are eliminated last tie",
        ActiveFirst = "active-first": "the active player counts as eliminated before the others",
    }
}

/// What the core reads of a rule set while it plays: values of its keys, and what follows from them
/// and from its rules (the deck, the empty board, the moments at which rules act, who draws).
/// Module `ruleset` makes it from a rule set whose values it has checked.
#[allow(clippy::struct_excessive_bools, reason = "each is a yes-or-no key of its own in the file")]
#[derive(Debug, Clone)]
pub struct Basics<Z: Size> {
    /// The hash of the rule set; empty for rules that were made without one.
    pub(crate) rules_hash: Arc<str>,
    /// The board's shape (T1).
    pub(crate) grid: Grid<Z>,
    /// The numbers of players with which the rules can be played.
    pub(crate) players: PlayerCounts,
    /// The number of teams; 0: each seat plays for itself (V9).
    pub(crate) teams: u8,
    /// Whether the seat that goes first is chosen at random; otherwise it is seat 0 (L2).
    pub(crate) first_at_random: bool,
    /// Hand size, 1–5.
    pub(crate) hand: u8,
    /// The number of copies of each face and of each special tile in the deck.
    pub(crate) copies: [u16; KINDS],
    /// The special tiles that rules have put into the deck, by their number from 35.
    pub(crate) specials: [Option<&'static TileDecl>; SPECIALS],
    /// Whether a hand may hold only some of a special tile.
    pub(crate) limits_hands: bool,
    /// Whether the whole table has one open hand (V3).
    pub(crate) open: bool,
    /// Whether two pieces may start on the same square (T4).
    pub(crate) share_square: bool,
    /// How many tiles are placed in a turn, 1–3 (V8).
    pub(crate) turn_tiles: u8,
    /// The causes of elimination of the active piece that a placement should avoid (C3, L1, S13).
    pub(crate) avoid: CauseSet,
    /// Whether a placement that puts two ships on one wake is illegal, unless every placement does
    /// (S13).
    pub(crate) never_share_wake: bool,
    /// The cause of elimination for a piece whose path ends before a blocked square.
    pub(crate) cause_of_blocked: Cause,
    /// When placements that should be avoided are legal after all (C3, L1).
    pub(crate) unless: AvoidException,
    /// What happens to pieces that meet (C5, S14).
    pub(crate) meeting: Meeting,
    /// How the hands of eliminated players go back into the pile (C6, S16).
    pub(crate) returned: ReturnOrder,
    /// The fewest seats with which a player may exchange tiles with the players it eliminated;
    /// `None`: never (C12).
    pub(crate) exchange_from: Option<u8>,
    /// Who wins when one placement eliminates everyone left (L6).
    pub(crate) tie_break: TieBreak,
    /// How many lives a piece has, 1–9: each but the last brings it back when a placement puts it
    /// out (V16).
    pub(crate) lives: u8,
    /// The number of turns after which the game ends in any case.
    pub(crate) turn_limit: u32,
    /// A board without tiles, copied at the start of each game.
    pub(crate) empty: Board<Z>,
    /// The numbers of all tiles, ascending: of faces, then of special tiles.
    pub(crate) deck: Vec<u8>,
    /// The moments at which rules act.
    pub(crate) timings: TimingSet,
    /// As [`Rule::calling_dice`](crate::game::Rule::calling_dice); all sums: no rule has such dice.
    pub(crate) calling_dice: u16,
    /// Whether a rule hears of tiles taken off the board, acts at
    /// [`Timing::Due`](crate::game::Timing::Due), or a tile may be placed for the team: one flag
    /// for what few rule sets have, since it is looked at in each turn.
    pub(crate) rare_moments: bool,
    /// Whether a turn ends as the printed rules say once the pieces have travelled: no rule acts
    /// from [`Timing::Travelled`](crate::game::Timing::Travelled) to
    /// [`Timing::NextSeat`](crate::game::Timing::NextSeat), each seat has its own hand and one
    /// life, and places one tile a turn, on the square of its own piece, and the last piece wins.
    /// One flag, as [`Basics::rare_moments`].
    pub(crate) plain_ends: bool,
    /// Whether each trip is followed tile by tile: where a rule counts crossings, or tiles are
    /// placed for the team.
    pub(crate) follows_trips: bool,
    /// What any of the rules can do.
    pub(crate) abilities: Abilities,
    /// The most tiles in a hand while tiles are drawn; the hand size, unless a rule says more.
    pub(crate) hand_limit: u8,
    /// Who draws when a turn ends.
    pub(crate) drawing: Drawing,
    /// Whether the last piece on the board wins (C10).
    pub(crate) last_standing: bool,
    /// Why the active piece is out if it faces a blocked square when it should place, or relocates.
    pub(crate) cause_of_facing: Option<Cause>,
    /// Whether one person plays all pieces with one open hand (V4).
    pub(crate) one_hand: bool,
    /// Whether all seats win or lose together (W6).
    pub(crate) together: bool,
    /// Whether a tile may be placed on the square of any live piece of the team (W7).
    pub(crate) for_team: bool,
    /// The columns and rows that two dice name (S2).
    pub(crate) named_by_dice: Option<[[u8; 6]; 2]>,
    /// How what blocks squares moves; `None`: it stays.
    pub(crate) drift: Option<Box<Drift>>,
    /// What pictures make of the board.
    pub(crate) look: BoardStyle,
}

/// Who draws when a turn ends, where the engine sees to it.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub enum Drawing {
    /// No seat draws, unless a rule draws for one.
    #[default]
    Nobody,
    /// The active seat, until its hand is full (S17).
    Active,
    /// All who are short of tiles in turn, a tile each, from the holder of the token on. The first
    /// to find the pile empty takes the token (C8, C9).
    InTurn(Token),
    /// The holder of the token draws a tile and hands it on to the next who is short of tiles, and
    /// so on; then the active seat fills its hand, and takes the token if it cannot (L3, L4).
    HandedOn(Token),
}

impl Drawing {
    /// The token that the drawing needs.
    pub const fn token(&self) -> Option<&Token> {
        match self {
            Self::Nobody | Self::Active => None,
            Self::InTurn(token) | Self::HandedOn(token) => Some(token),
        }
    }
}

/// Something that at most one seat holds, who draws first. When its holder is out, it goes
/// clockwise to the next who is short of tiles (C9, L4).
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "rules write it down field by field")]
pub struct Token {
    /// What it is called.
    pub name: Texts,
    /// The event in which it changes hands: `holder`, and, not written, `from`, who held it before.
    pub passes: &'static RuleEvent<(Option<Seat>, Option<Seat>)>,
    /// With fewer seats only the active player draws, and there is no token (C7).
    pub min_players: u8,
}

/// What the engine does for the rules of a rule set, as [`Rule::plan`](crate::game::Rule::plan)
/// fills it in.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Plan {
    /// Who draws when a turn ends.
    pub drawing: Drawing,
    /// Whether the last piece on the board wins (C10).
    pub last_standing: bool,
    /// Whether one person plays all pieces with one open hand, whatever `tiles.open` says (V4).
    pub one_hand: bool,
    /// Whether all seats win or lose together, so that none is another's opponent (W6).
    pub together: bool,
    /// The number of teams into which the seats are divided, seat 0 in the first, seat 1 in the
    /// next, and so on around the table; 0: each plays for itself (V9).
    pub teams: u8,
    /// How many tiles beyond the full hand a hand may hold while a rule draws.
    pub extra_tiles: u8,
    /// The cause of elimination for the active piece if it faces a blocked square when it should
    /// place. On its start mark it moves to another instead, and one that was
    /// [displaced](crate::game::Table::displace) may (S11, S12). `None`: nothing happens to it.
    pub cause_of_facing: Option<Cause>,
    /// The cause of elimination for a piece whose path ends before a blocked square. Of several
    /// rules, the first that has one counts; `None`: none blocks squares, or none has a cause of
    /// its own.
    pub cause_of_blocked: Option<Cause>,
    /// The columns, from 0, that the faces of one die name, and the rows that the faces of another
    /// name; `None`: dice name no squares (S2). Rules ask for [the
    /// square](crate::game::TableView::named_by_dice).
    pub named_by_dice: Option<[[u8; 6]; 2]>,
    /// The chance, of 65,536, that what blocks a square moves across a given side of it in a turn,
    /// so that bots can foresee danger; 0: it stays. Of several rules, the largest counts.
    pub drift: u16,
    /// What pictures make of the board, unless the rule-set file says so; `None`: stone.
    pub look: Option<BoardStyle>,
    /// The special tiles in the deck, by their number from 35, and how many of each.
    pub(crate) specials: [Option<(&'static TileDecl, u16)>; SPECIALS],
}

impl Plan {
    /// Puts copies of a special tile into the deck, beside the tiles with faces.
    pub fn put_into_deck(&mut self, tile: &'static TileDecl, copies: u8) {
        self.specials[tile.face.index() - FACES] = Some((tile, copies.into()));
    }

    /// Whether it puts this special tile into the deck.
    pub(crate) fn puts_into_deck(&self, tile: Face) -> bool {
        tile.index().checked_sub(FACES).is_some_and(|number| self.specials[number].is_some())
    }
}

impl<Z: Size> Basics<Z> {
    /// The board's shape (T1).
    #[inline]
    pub const fn grid(&self) -> &Grid<Z> {
        &self.grid
    }

    /// The numbers of players with which the rules can be played.
    pub const fn players(&self) -> PlayerCounts {
        self.players
    }

    /// Whether the seat that goes first is chosen at random; otherwise it is seat 0 (L2).
    pub const fn first_at_random(&self) -> bool {
        self.first_at_random
    }

    /// Hand size, 1–5.
    pub const fn hand(&self) -> u8 {
        self.hand
    }

    /// How many tiles are placed in a turn, 1–3 (V8).
    pub const fn turn_tiles(&self) -> u8 {
        self.turn_tiles
    }

    /// The cause of elimination for a piece whose path ends before a blocked square.
    pub const fn cause_of_blocked(&self) -> Cause {
        self.cause_of_blocked
    }

    /// Whether one person plays all pieces with one open hand (V4).
    pub const fn one_hand(&self) -> bool {
        self.one_hand
    }

    /// Whether a rule may end games for a goal of its own: not by who is left (W1) or which team is
    /// (V9), not by points, and not where nobody plays against another. In teams it is not seen.
    /// Whether points are counted is asked only where it decides, since that takes a while.
    pub(in crate::game) fn has_own_end(&self, counts_points: impl FnOnce() -> bool) -> bool {
        self.abilities.contains(Abilities::ENDS)
            && self.teams == 0
            && !self.one_hand
            && !self.together
            && (self.last_standing || !counts_points())
    }

    /// Whether all seats win or lose together (W6).
    pub const fn together(&self) -> bool {
        self.together
    }

    /// Whether the whole table has one open hand (V3).
    pub const fn open(&self) -> bool {
        self.open
    }

    /// The columns and rows, from 0, that the faces of two dice name; `None`: dice name no squares
    /// (S2).
    pub const fn named_by_dice(&self) -> Option<[[u8; 6]; 2]> {
        self.named_by_dice
    }

    /// The sums of two dice on which a rule acts before a placement, ascending; `None`: no rule
    /// has such dice.
    pub fn calling_sums(&self) -> Option<Vec<u8>> {
        let is_called = |sum: &u8| self.calling_dice >> (sum - 2) & 1 != 0;
        (self.calling_dice != u16::MAX).then(|| (2..=12).filter(is_called).collect())
    }

    /// The number of copies of each face in the deck, and after them of each special tile up to the
    /// last that there is.
    pub fn copies(&self) -> &[u16] {
        &self.copies[..self.kinds()]
    }

    /// The special tiles that rules have put into the deck, by their number from 35.
    pub const fn specials(&self) -> &[Option<&'static TileDecl>; SPECIALS] {
        &self.specials
    }

    /// One more than the highest number of a tile: 35 where there are no special tiles.
    pub fn kinds(&self) -> usize {
        self.specials.iter().rposition(Option::is_some).map_or(FACES, |last| FACES + last + 1)
    }

    /// How many tiles of this kind a hand may hold.
    pub(crate) fn most_in_hand(&self, tile: Face) -> usize {
        let special = tile.index().checked_sub(FACES).and_then(|number| self.specials[number]);
        special.map_or(MAX_HAND, |special| special.most.into())
    }

    /// A tile of which `hand` has more than a hand may hold.
    pub(crate) fn too_many_in(&self, hand: Hand) -> Option<Face> {
        let count = |tile: Face| hand.iter().filter(|&held| held == tile).count();
        if self.limits_hands {
            hand.iter().find(|&tile| count(tile) > self.most_in_hand(tile))
        } else {
            None
        }
    }

    /// What any of the rules can do.
    pub const fn abilities(&self) -> Abilities {
        self.abilities
    }

    /// How many lives a piece has (V16).
    pub const fn lives(&self) -> u8 {
        self.lives
    }

    /// What happens to pieces that meet (C5, S14).
    pub const fn meeting(&self) -> Meeting {
        self.meeting
    }

    /// How the hands of eliminated players go back into the pile (C6, S16).
    pub const fn returned(&self) -> ReturnOrder {
        self.returned
    }

    /// Whether a rule forbids placements (V14).
    #[inline]
    pub(crate) const fn forbids(&self) -> bool {
        self.abilities.contains(Abilities::FORBIDS)
    }

    /// Whether a rule forbids placements and one may fail.
    #[inline]
    pub(crate) const fn verdicts_may_fail(&self) -> bool {
        self.abilities.contains(Abilities::FORBIDS.and(Abilities::FAILS))
    }

    /// Whether a rule hides squares from seats.
    #[inline]
    pub const fn hides(&self) -> bool {
        Z::HIDES && self.abilities.contains(Abilities::HIDES)
    }

    /// Whether a rule is told of tiles that are crossed, and of tiles that are taken off the board.
    #[inline]
    pub(crate) const fn counts_crossings(&self) -> bool {
        self.abilities.contains(Abilities::COUNTS_CROSSINGS)
    }

    /// Whether special tiles can be placed, which make their squares
    /// [havens](crate::board::Content::Haven).
    pub(crate) const fn places_specials(&self) -> bool {
        self.timings.meets(TimingSet::SPECIALS)
    }

    /// Whether something comes before placements that few rule sets have.
    #[inline]
    pub(crate) const fn has_rare_moments(&self) -> bool {
        self.rare_moments
    }

    /// Whether nothing happens after the travels of pieces but what the printed rules say.
    #[inline]
    pub(crate) const fn ends_turns_plainly(&self) -> bool {
        self.plain_ends
    }

    /// Whether a rule hears how many pieces others have in the game.
    #[inline]
    pub(crate) const fn counts_pieces(&self) -> bool {
        self.abilities.contains(Abilities::COUNTS_PIECES)
    }

    /// What at most one seat holds, who draws first.
    pub const fn token(&self) -> Option<&Token> {
        self.drawing.token()
    }

    /// Whether rules may move pieces and tiles in ways in which no placement does: then a piece
    /// need not stand on a tile.
    pub(crate) const fn moves_pieces(&self) -> bool {
        self.abilities.contains(Abilities::MOVES_PIECES)
    }

    /// How many tiles of this face the deck has, special ones as well.
    pub const fn copies_of(&self, face: Face) -> u16 {
        self.copies[face.index()]
    }

    /// How many teams the seats play in (V9); 0: each plays for itself.
    pub const fn teams(&self) -> u8 {
        self.teams
    }

    /// Whether a tile may be placed before the piece of another of the team (W7).
    pub const fn for_team(&self) -> bool {
        self.for_team
    }

    /// Why pieces are out that come to a blocked square, and why the active one is that faces one
    /// when it should place.
    pub fn causes_of_blocked(&self) -> impl Iterator<Item = Cause> {
        [Some(self.cause_of_blocked), self.cause_of_facing].into_iter().flatten()
    }

    /// The same for rules that are watched: all that any of them may be asked or told is, and no
    /// way is shorter because none is. For conformance, to which rules show what they have not
    /// declared.
    #[doc(hidden)]
    #[must_use]
    pub fn watched(&self) -> Self {
        let abilities = self
            .abilities
            .and(Abilities::FORBIDS)
            .and(Abilities::ENDS)
            .and(Abilities::COUNTS_CROSSINGS);
        Self {
            abilities,
            follows_trips: true,
            rare_moments: true,
            plain_ends: false,
            ..self.clone()
        }
    }

    /// The number of turns after which the game ends in any case.
    pub const fn turn_limit(&self) -> u32 {
        self.turn_limit
    }
}

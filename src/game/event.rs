//! The events of a game, and the sinks that listen to them.
//!
//! The engine reports everything that happens to a [`Sink`]. Records, screens, statistics and tests
//! all use the same events, in the order that `docs/formats/records.md` describes.

use crate::board::{Content, Face, Laid, Place, Size, Square};
use crate::game::declare::ask::{Answer, AskDecl, Subject};
use crate::game::declare::chance::{ChanceDecl, ChanceLook};
use crate::game::declare::event::{
    CauseDecl, EventDecl, EventRole, FieldType, FieldValue, Fields, OutcomeDecl, PieceStep,
    RuleEvent,
};
use crate::game::declare::fault::RuleFault;
use crate::game::declare::look::{RulePiece, Shown};
use crate::game::pieces::hand::{Hand, Pile};
use crate::game::pieces::seat::{Seat, SeatSet};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// Why a piece was eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "what rules bring is `Rule`")]
pub enum Cause {
    /// Its path ends at the edge (C4, S15).
    Edge,
    /// Its path and another's became one (C5).
    Collision,
    /// Its path is an endless loop (S15).
    Loop,
    /// A cause of a rule.
    Rule(&'static CauseDecl),
}

/// Writes the name that records use. It cannot be read back, because only a registry knows what
/// rules declare.
impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl Cause {
    /// The causes that there are under any rules.
    pub const ALL: [Self; 3] = [Self::Edge, Self::Collision, Self::Loop];

    /// The cause's index in a table of four; causes of rules share the last entry.
    pub const fn slot(self) -> usize {
        match self {
            Self::Edge => 0,
            Self::Collision => 1,
            Self::Loop => 2,
            Self::Rule(_) => 3,
        }
    }

    /// The name that records use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edge => "edge",
            Self::Collision => "collision",
            Self::Loop => "loop",
            Self::Rule(cause) => cause.name,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "what rules bring is `Rule`")]
pub enum Outcome {
    /// One piece was left, or one won by the tie-break (C10, L6).
    LastStanding,
    /// One team was left, or one won by the tie-break (V9).
    LastTeam,
    /// All pieces that were left were eliminated at once (C10, L7, S18).
    Tie,
    /// Several pieces were left when the tiles were gone or the board was full (C10, T9).
    Shared,
    /// Points decided (V1, V2, V4).
    Score,
    /// The turn limit was reached.
    TurnLimit,
    /// An outcome of a rule.
    Rule(&'static OutcomeDecl),
}

/// Writes the name that records use. It cannot be read back, because only a registry knows what
/// rules declare.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl Outcome {
    /// The outcomes that rules of this crate have.
    pub const ALL: [Self; 6] =
        [Self::LastStanding, Self::LastTeam, Self::Tie, Self::Shared, Self::Score, Self::TurnLimit];

    /// The name that records use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LastStanding => "last-standing",
            Self::LastTeam => "last-team",
            Self::Tie => "tie",
            Self::Shared => "shared",
            Self::Score => "score",
            Self::TurnLimit => "turn-limit",
            Self::Rule(outcome) => outcome.name,
        }
    }
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Ending {
    /// The seats that won; they share the win evenly.
    pub winners: SeatSet,
    /// How the game ended.
    pub outcome: Outcome,
}

impl Ending {
    /// The end of a game that `winners` have won, which they share evenly.
    #[inline]
    pub const fn new(winners: SeatSet, outcome: Outcome) -> Self {
        Self { winners, outcome }
    }

    /// The end of a game at the turn limit, where all who are alive win.
    pub(crate) const fn at_turn_limit(alive: SeatSet) -> Self {
        Self::new(alive, Outcome::TurnLimit)
    }
}

/// Where a tile goes that is taken off the board (S7, S9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Destination {
    /// Under the draw pile.
    Pile,
    /// Out of the game.
    Box,
}

impl Destination {
    /// The name that records and rule-set files use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pile => "pile",
            Self::Box => "box",
        }
    }
}

/// A place where a tile can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spot {
    /// In the hand of a seat.
    Hand(Seat),
    /// The draw pile: on top.
    PileTop,
    /// The draw pile: at the bottom.
    PileBottom,
    /// Out of the game.
    Box,
    /// On a square of the board.
    Board(Square),
}

/// Keeps [`PileView`] to the crate, so that it can gain methods.
mod sealed {
    /// A list of tiles.
    pub trait SealedPile {}

    impl<Z: crate::board::Size> SealedPile for super::Pile<Z> {}
    impl SealedPile for Vec<super::Face> {}
}

/// A draw pile in an event: it can only be read. Only piles of games and lists of tiles are one.
pub trait PileView: sealed::SealedPile + Send + Sync {
    /// The number of tiles.
    fn len(&self) -> usize;
    /// Whether there are no tiles.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The tile `depth` below the top; `depth` is below [`PileView::len`].
    fn at(&self, depth: usize) -> Face;
    /// All tiles from the top.
    fn faces(&self) -> Vec<Face> {
        (0..self.len()).map(|depth| self.at(depth)).collect()
    }
}

impl fmt::Debug for dyn PileView + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|depth| self.at(depth).number())).finish()
    }
}

impl<Z: Size> PileView for Pile<Z> {
    fn len(&self) -> usize {
        Self::len(self)
    }
    fn at(&self, depth: usize) -> Face {
        Self::at(self, depth)
    }
}

/// Tiles from the top.
impl PileView for Vec<Face> {
    fn len(&self) -> usize {
        self.len()
    }
    fn at(&self, depth: usize) -> Face {
        self[depth]
    }
}

/// Something that happened in a game.
///
/// ```
/// use tsuro::Game;
/// use tsuro::game::Event;
///
/// let mut game = Game::new("classic", 2, "any text")?;
/// while let Some(decision) = game.decision() {
///     let choice = game.observe(decision.seat()).choices()[0].clone();
///     for event in game.play(&choice)? {
///         match event {
///             Event::Eliminated { player, cause } => {
///                 println!("player {player} is out: {}", cause.name())
///             }
///             Event::End { ending, .. } => println!("won by {:?}", ending.winners),
///             // There are more, and there will be more.
///             _ => {}
///         }
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The tiles were dealt (C1).
    Deal {
        /// The hand of each seat; a single one where the table has an open hand (V3).
        hands: &'a [Hand],
        /// The draw pile after the deal.
        pile: &'a dyn PileView,
    },
    /// A seat chose its start mark (C1).
    Start {
        /// The seat that chose.
        player: Seat,
        /// The start mark.
        mark: Place,
    },
    /// A turn began.
    Turn {
        /// The seat whose turn it is.
        player: Seat,
        /// The turn's number, from 1.
        number: u32,
    },
    /// A tile was taken off the board (S7, S9).
    WakeRemoved {
        /// The square on which it was.
        square: Square,
        /// The face of the tile, which shows no orientation.
        tile: Face,
        /// Where it went.
        to: Destination,
    },
    /// A piece moved to another start mark (S12).
    Relocated {
        /// The piece's seat.
        player: Seat,
        /// The new start mark.
        mark: Place,
    },
    /// A tile was placed (C2).
    Placed {
        /// The seat that placed it.
        player: Seat,
        /// The tile as it lies.
        tile: Laid,
        /// The square on which the tile was placed.
        square: Square,
        /// The number of different legal placements; 0 if the sink does not want it
        /// ([`Sink::counts_legal`]).
        legal: u16,
    },
    /// A piece travelled (T6).
    Moved {
        /// The piece's seat.
        player: Seat,
        /// Where it now stands.
        to: Place,
    },
    /// A piece was eliminated.
    Eliminated {
        /// The piece's seat.
        player: Seat,
        /// Why the piece is out.
        cause: Cause,
    },
    /// A placement has put a piece out that has a life left: it waits off the board, and comes back
    /// in its next turn (V16).
    LifeLost {
        /// The piece's seat.
        player: Seat,
        /// Why the piece is off the board.
        cause: Cause,
    },
    /// Tiles were exchanged with the tiles of the players just eliminated (C12).
    Exchanged {
        /// The seat that exchanged.
        player: Seat,
        /// The tiles given, in the order of the swaps.
        gave: &'a [Face],
        /// The tiles taken, in the order of the swaps.
        took: &'a [Face],
    },
    /// The hands of eliminated players went back into the pile (C6, S16).
    Returned {
        /// The tiles, in ascending order.
        tiles: &'a [Face],
        /// The pile afterwards.
        pile: &'a dyn PileView,
    },
    /// Something of a rule that it has declared, such as a piece of its own that moves.
    Declared {
        /// Its declaration.
        decl: &'static EventDecl,
        /// The values of its fields, in the order of the declaration.
        values: &'a [FieldValue],
    },
    /// A tile was drawn.
    Drew {
        /// The seat that drew it.
        player: Seat,
        /// The face of the tile that was drawn.
        tile: Face,
    },
    /// A player without tiles passed (C11).
    Passed {
        /// The seat that passed.
        player: Seat,
    },
    /// A rule laid a tile on the board.
    Laid {
        /// The rule's name.
        rule: &'static str,
        /// The square.
        square: Square,
        /// The tile as it lies.
        tile: Laid,
    },
    /// A rule turned a tile in place.
    Turned {
        /// The rule's name.
        rule: &'static str,
        /// The square.
        square: Square,
        /// The tile as it lies now.
        tile: Laid,
    },
    /// A rule is broken, so that the game cannot go on.
    Broken {
        /// The rule's name.
        rule: &'static str,
        /// What it does wrong.
        fault: RuleFault,
        /// The seat that it asked, or whose turn it is.
        player: Seat,
        /// The word for the [moment](crate::game::Timing) at which it acted.
        moment: &'static str,
        /// The number of the turn.
        turn: u32,
        /// What a script says of it, with the place in its text.
        why: Option<&'a str>,
    },
    /// A rule drew numbers that no event of its own has. Records have it as an event of the rule.
    Picked {
        /// Their declaration.
        decl: &'static ChanceDecl,
        /// The seat for which they were drawn.
        seat: Option<Seat>,
        /// The numbers, one or two.
        picked: &'a [u32],
        /// Their bounds.
        below: &'a [u32],
    },
    /// A seat answered the question of a rule.
    Chose {
        /// The seat that was asked.
        player: Seat,
        /// What it was asked.
        asks: &'static AskDecl,
        /// What the question showed.
        about: &'a [Subject],
        /// The number of answers that it had.
        options: u16,
        /// Its answer.
        choice: Answer,
    },
    /// A rule moved a piece (V13).
    Carried {
        /// The piece's seat.
        player: Seat,
        /// Where it now stands.
        to: Place,
        /// The rule's name.
        rule: &'static str,
    },
    /// A rule moved a tile in a way that no other event tells. Records do not have it, nor does a
    /// seat see it: it is for sinks that keep account of tiles ([`Event::is_written`]).
    Shifted {
        /// The tile.
        tile: Face,
        /// Where it was.
        from: Spot,
        /// Where it is now.
        to: Spot,
        /// The seats that saw which tile it was.
        by: SeatSet,
    },
    /// A rule blocked or freed a square, so that something else lies there now, which no other
    /// event tells. For sinks that [follow](Sink::follows) the game; records do not have it.
    Content {
        /// The square.
        square: Square,
        /// What lies there now.
        content: Content,
    },
    /// All that rules show now: told when that may have changed, also where it has not. For sinks
    /// that [follow](Sink::follows) the game; records do not have it.
    Shows {
        /// The pieces of rules on the board, by their number.
        pieces: &'a [RulePiece],
        /// The marks on squares, and what is counted.
        shown: &'a [Shown],
    },
    /// What a seat sees of the board when a step of the game is done. Only where rules
    /// [hide](crate::game::Rule::hides) squares; records do not have it. What a seat is told of it
    /// is a [`SeenEvent`](crate::game::SeenEvent::Sight).
    Sight {
        /// The seat; `None`: an onlooker.
        seat: Option<Seat>,
        /// All that it sees.
        sees: &'a Sight,
    },
    /// The game ended.
    End {
        /// Who won, and how the game ended.
        ending: Ending,
        /// The points of each seat, if a rule counts points (V).
        scores: Option<&'a [i64]>,
    },
}

impl Event<'_> {
    /// The name that records use.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Deal { .. } => "deal",
            Self::Start { .. } => "start",
            Self::Turn { .. } => "turn",
            Self::WakeRemoved { .. } => "wake_removed",
            Self::Relocated { .. } => "relocated",
            Self::Placed { .. } => "placed",
            Self::Moved { .. } => "moved",
            Self::Eliminated { .. } | Self::LifeLost { .. } => "eliminated",
            Self::Exchanged { .. } => "exchanged",
            Self::Returned { .. } => "returned",
            Self::Declared { decl, .. } => decl.written_name(),
            Self::Drew { .. } => "drew",
            Self::Passed { .. } => "passed",
            Self::Picked { .. } | Self::Laid { .. } | Self::Turned { .. } | Self::Broken { .. } => {
                "rule"
            }
            Self::Chose { .. } => "chose",
            Self::Carried { .. } => "carried",
            Self::Shifted { .. } => "shifted",
            Self::Content { .. } => "content",
            Self::Shows { .. } => "shows",
            Self::Sight { .. } => "sight",
            Self::End { .. } => "end",
        }
    }

    /// Whether it is this event of a rule.
    pub fn is<F: Fields>(&self, event: &RuleEvent<F>) -> bool {
        matches!(self, Self::Declared { decl, .. } if std::ptr::eq(*decl, event.decl()))
    }

    /// The fields of this event of a rule; `None`: it is another event.
    ///
    /// Fields have types: to read a square where the rule has declared a number does not compile.
    ///
    /// ```compile_fail,E0308
    /// use tsuro::board::Square;
    /// use tsuro::game::{Event, RuleEvent};
    ///
    /// static FELL: RuleEvent<(u32,)> = RuleEvent::new("rock", &["number"], &[]);
    ///
    /// fn fallen(event: &Event<'_>) -> Option<Square> {
    ///     event.read(&FELL).map(|(square,)| square)
    /// }
    /// ```
    pub fn read<F: Fields>(&self, event: &RuleEvent<F>) -> Option<F> {
        match self {
            Self::Declared { values, .. } if self.is(event) => F::of_values(values),
            _ => None,
        }
    }

    /// The value of a field of a declared event that has a field of this name and type.
    pub fn field<T: FieldType>(&self, name: &str) -> Option<T> {
        let Self::Declared { decl, values } = self else { return None };
        let at = decl.fields.iter().position(|field| *field == name)?;
        T::of_field(*values.get(at)?)
    }

    /// What it tells of a piece that a rule has on a square.
    pub fn piece_step(&self) -> Option<PieceStep> {
        let number = |name| u8::try_from(self.field::<u32>(name)?).ok();
        let piece =
            || Some(RulePiece::new(number("tile")?, self.field("square")?, self.field("facing")?));
        Some(match self.role() {
            EventRole::Put => PieceStep::Put(piece()?),
            EventRole::Moves => PieceStep::Moves {
                tile: number("tile")?,
                from: self.field("from")?,
                to: self.field("to")?,
            },
            EventRole::Turns => PieceStep::Turns(piece()?),
            EventRole::Gone => {
                PieceStep::Gone { tile: number("tile")?, square: self.field("square")? }
            }
            EventRole::Other | EventRole::Holder | EventRole::Dice => return None,
        })
    }

    /// Who holds the token from now on, if it changes hands.
    pub fn new_holder(&self) -> Option<Option<Seat>> {
        if self.role() == EventRole::Holder { self.field("holder") } else { None }
    }

    /// The seat whose choice the event tells: the first event after a choice, where there is one.
    /// To stay, or to exchange nothing, is told by no event.
    pub const fn chooser(&self) -> Option<Seat> {
        match *self {
            Self::Start { player, .. }
            | Self::Relocated { player, .. }
            | Self::Placed { player, .. }
            | Self::Exchanged { player, .. }
            | Self::Chose { player, .. } => Some(player),
            _ => None,
        }
    }

    /// What a declared event says of pieces on squares, tokens and dice; [`EventRole::Other`] for
    /// all others.
    pub const fn role(&self) -> EventRole {
        match self {
            Self::Declared { decl, .. } => decl.role,
            Self::Picked { decl, .. } if matches!(decl.look, ChanceLook::Dice) => EventRole::Dice,
            _ => EventRole::Other,
        }
    }

    /// Whether records have it: all but [`Event::Shifted`], [`Event::Content`], [`Event::Shows`]
    /// and [`Event::Sight`].
    #[inline]
    pub const fn is_written(&self) -> bool {
        !matches!(
            self,
            Self::Shifted { .. } | Self::Content { .. } | Self::Shows { .. } | Self::Sight { .. }
        )
    }
}

/// What a seat sees of the board; in what it is [told](crate::game::SeenEvent::Sight), only squares
/// and pieces of which it was not told before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sight {
    /// Squares, and what lies there; [`Content::Hidden`]: they are out of sight.
    pub squares: Vec<(Square, Content)>,
    /// The live seats, and where their pieces stand; `None`: out of sight, or not on the board yet.
    pub pieces: Vec<(Seat, Option<Place>)>,
    /// All pieces of rules that are in sight, by their number.
    pub rule_pieces: Vec<RulePiece>,
    /// All marks on squares that are in sight, and what is counted.
    pub shown: Vec<Shown>,
}

impl Sight {
    /// What lies on a square, if it is one of them.
    pub fn content(&self, square: Square) -> Option<Content> {
        self.squares.iter().find(|known| known.0 == square).map(|known| known.1)
    }

    /// Where the piece of a seat stands, if it is one of them and in sight.
    pub(in crate::game) fn place(&self, seat: Seat) -> Option<Place> {
        self.pieces.iter().find(|piece| piece.0 == seat)?.1
    }

    /// Changes what lies on a square, if it is one of them.
    pub(in crate::game) fn put(&mut self, square: Square, content: Content) {
        self.squares
            .iter_mut()
            .filter(|known| known.0 == square)
            .for_each(|known| known.1 = content);
    }
}

/// What a placement would do to one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[non_exhaustive]
pub struct Consequence {
    /// The piece's seat.
    pub player: Seat,
    /// Where the piece would stand; `None` if it would be out.
    pub to: Option<Place>,
    /// Why the piece would be out; `None` if it would live.
    pub cause: Option<Cause>,
}

/// Something that listens to a game. `()` listens to nothing and costs nothing.
pub trait Sink {
    /// Whether it wants events; if not, the engine makes none.
    const EVENTS: bool = true;
    /// Whether the engine is compiled for this sink, given a chance and a size that want the same
    /// ([`Chance::OWN_ENGINE`](crate::game::Chance::OWN_ENGINE)). It then plays faster, and the
    /// compiler has some ten thousand lines more of intermediate code.
    const OWN_ENGINE: bool = false;
    /// Whether it wants the number of legal placements in [`Event::Placed`]. Counting them takes
    /// about as long as the rest of a turn.
    fn counts_legal(&self) -> bool {
        true
    }
    /// Whether it follows the game by events alone, and so wants [`Event::Content`] and
    /// [`Event::Shows`] as well.
    #[inline]
    fn follows(&self) -> bool {
        false
    }
    /// Called with each event, in the order in which they happen.
    fn event(&mut self, event: &Event<'_>);

    /// The same sink, with its type forgotten.
    #[inline]
    fn any(&mut self) -> AnySink<'_>
    where
        Self: Sized,
    {
        AnySink(if Self::EVENTS { Some(self) } else { None })
    }
}

/// [`Sink`] without constants, so that there can be pointers to it.
trait SinkObject {
    fn counts_legal(&self) -> bool;
    fn follows(&self) -> bool;
    fn event(&mut self, event: &Event<'_>);
}

impl<S: Sink> SinkObject for S {
    fn counts_legal(&self) -> bool {
        Sink::counts_legal(self)
    }
    fn follows(&self) -> bool {
        Sink::follows(self)
    }
    fn event(&mut self, event: &Event<'_>) {
        Sink::event(self, event);
    }
}

/// Any sink, with its type forgotten.
#[expect(missing_debug_implementations, reason = "a sink need not have one")]
pub struct AnySink<'a>(Option<&'a mut dyn SinkObject>);

impl AnySink<'_> {
    /// The sink that wants nothing.
    pub(crate) const SILENT: Self = Self(None);

    /// Whether it wants events.
    #[inline]
    pub(crate) const fn wants_events(&self) -> bool {
        self.0.is_some()
    }
}

impl Sink for AnySink<'_> {
    fn counts_legal(&self) -> bool {
        self.0.as_ref().is_some_and(|sink| sink.counts_legal())
    }
    fn follows(&self) -> bool {
        self.0.as_ref().is_some_and(|sink| sink.follows())
    }
    #[inline]
    fn event(&mut self, event: &Event<'_>) {
        if let Some(sink) = &mut self.0 {
            sink.event(event);
        }
    }
    #[inline]
    fn any(&mut self) -> AnySink<'_> {
        AnySink(match &mut self.0 {
            Some(sink) => Some(&mut **sink),
            None => None,
        })
    }
}

impl Sink for () {
    const EVENTS: bool = false;
    const OWN_ENGINE: bool = true;
    #[inline]
    fn counts_legal(&self) -> bool {
        false
    }
    #[inline]
    fn event(&mut self, _: &Event<'_>) {}
}

impl<S: Sink> Sink for &mut S {
    const EVENTS: bool = S::EVENTS;
    const OWN_ENGINE: bool = S::OWN_ENGINE;
    #[inline]
    fn counts_legal(&self) -> bool {
        (**self).counts_legal()
    }
    #[inline]
    fn follows(&self) -> bool {
        (**self).follows()
    }
    #[inline]
    fn event(&mut self, event: &Event<'_>) {
        (**self).event(event);
    }
}

/// A sink that calls a closure with each event, legal placements counted.
#[expect(clippy::exhaustive_structs, reason = "made of its closure and nothing else")]
pub struct Listener<F>(pub F);

impl<F: FnMut(&Event<'_>)> Sink for Listener<F> {
    fn event(&mut self, event: &Event<'_>) {
        (self.0)(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static HIT: CauseDecl =
        CauseDecl::new("reef/hit", "hitting a reef", crate::game::Texts(&[("en", "wrecked")]));

    #[test]
    fn what_happens_is_written_with_the_names_of_records() {
        let ending = Ending::new(SeatSet::only(Seat::new(2)), Outcome::LastStanding);
        let all = (ending, Cause::Rule(&HIT), Destination::Pile, FieldValue::Pair([3, 6]));
        let written = serde_json::to_string(&all).expect("it can be written");
        assert_eq!(
            written,
            r#"[{"winners":[2],"outcome":"last-standing"},"reef/hit","pile",[3,6]]"#
        );
        for destination in [Destination::Pile, Destination::Box] {
            assert_eq!(serde_json::to_value(destination).ok(), Some(destination.name().into()));
        }
    }
}

//! The data of a suite: scenarios with what is given and what is expected.

mod lesson;

pub use lesson::{
    Course, Lesson, LessonAsk, LessonOption, LessonQuestion, LessonReply, LessonText, Puzzle,
    WinningWay,
};

use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;
use tsuro::board::{Laid, Place, Square};
use tsuro::game::{
    Answer, Exchange, ForbiddenOutcome, KeyWord, KeyWords, Seat, UnequalExchange, key_words,
};
use tsuro::ruleset::{Source, SourceSpan};

/// A place in the text of the suite, in bytes.
pub type Span = Range<usize>;

/// Items in the order of the text, each with its place.
pub type Spanned<T> = Vec<(T, Span)>;

/// A suite of scenarios, read from one file.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The file that it was read from: name and text.
    pub source: Arc<Source>,
    /// The title, the heading of its page.
    pub title: String,
    /// Its introduction, in Markdown; may be empty.
    pub summary: String,
    /// The rule ids that it declares, each with its meaning.
    pub ids: Vec<(String, String)>,
    /// What makes it a course of lessons, if it is one.
    pub course: Option<Course>,
    /// Its scenarios, in the order of the text; one for each row of examples.
    pub scenarios: Vec<Scenario>,
}

/// A row of examples.
#[derive(Debug, Clone)]
pub struct ExampleRow {
    /// Its number, from 1.
    pub number: usize,
    /// The range of the row in the text of the suite.
    pub span: Span,
    /// Its columns with their values, as they look inside a text.
    pub values: Vec<(String, String)>,
}

/// One situation and what must happen in it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The rule in a sentence, with the values of its row.
    pub title: String,
    /// The title as written, with `{column}` where the values of a row go.
    pub pattern: String,
    /// An explanation for readers; may be empty.
    pub why: String,
    /// The place where it begins.
    pub span: Span,
    /// The ids of its rules; there may be none.
    pub ids: Vec<String>,
    /// The rule sets under which it must hold.
    pub rules: RuleSetChoice,
    /// Its row of the examples, where there are any.
    pub row: Option<ExampleRow>,
    /// The situation, what is decided, and what the dice show.
    pub given: Situation,
    /// What must follow.
    pub expect: Vec<Expectation>,
    /// What makes it a lesson, if it is one.
    pub lesson: Option<Lesson>,
}

impl Scenario {
    /// Its name in lists: its rule ids and its title.
    pub fn label(&self) -> String {
        self.ids
            .iter()
            .map(String::as_str)
            .chain([self.title.as_str()])
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Its place in the suite, or that of its row of examples.
    pub fn place(&self, source: &Arc<Source>) -> SourceSpan {
        SourceSpan::new(source, self.row.as_ref().map_or(&self.span, |row| &row.span))
    }
}

/// The rule sets that a scenario is played under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleSetChoice {
    /// These rule sets.
    Named(Spanned<String>),
    /// All editions with exceptions.
    Any {
        /// The editions that are left out.
        except: Vec<String>,
    },
}

/// Where a scenario begins.
#[derive(Debug, Clone)]
pub enum Start {
    /// In a position, as in `docs/formats/positions.md`.
    Position(Value),
    /// With the deal.
    Deal {
        /// The number of players.
        seats: u8,
        /// The first player, where the rules draw it by lot.
        first: Option<Seat>,
        /// The deck as it is dealt, one hand after another and then the pile; tiles that are not
        /// named follow in ascending order.
        deck: Option<Vec<u8>>,
    },
}

key_words! {
    /// Where the first turn of a scenario begins (`begin`).
    pub enum TurnBeginning {
        Turn = "turn": "with the hazard, as every turn of a game does",
        Placement = "placement": "with the placement",
    }
}

/// What a scenario gives: the situation, the choices, and the outcomes of chance.
#[derive(Debug, Clone)]
pub struct Situation {
    /// Where it begins.
    pub start: Start,
    /// Squares on which, as the scenario draws its board, no tile can ever lie: missing squares and
    /// portals.
    pub closed: Vec<Square>,
    /// How many seats there are.
    pub seats: u8,
    /// The place of each field of the position.
    pub fields: Vec<(String, Span)>,
    /// Where the first turn begins.
    pub begin: TurnBeginning,
    /// How many turns are played; `None`: until all placements are made.
    pub turns: Option<usize>,
    /// The placements, in the order in which they are made: face and rotation.
    pub place: Spanned<Laid>,
    /// The square of each of them, where the suite names it: for a placement for the team (W7).
    pub place_on: Vec<Option<Square>>,
    /// The exchanges; an empty one declines.
    pub exchange: Spanned<Result<Exchange, UnequalExchange>>,
    /// The relocations; `None` stays.
    pub relocate: Spanned<Option<Place>>,
    /// The answers to what rules ask.
    pub choose: Spanned<Answer>,
    /// The start marks.
    pub marks: Spanned<Place>,
    /// Rolls of one die or two.
    pub dice: Spanned<Vec<u32>>,
    /// Pieces of a rule that come: piece and facing.
    pub spawns: Spanned<Vec<u32>>,
    /// Piles after shuffling.
    pub shuffles: Spanned<Vec<u8>>,
    /// The other numbers that rules draw, one or two at a time.
    pub picks: Spanned<Vec<u32>>,
    /// The seed for outcomes of chance that are not given; without it, all have to be given.
    pub seed: Option<String>,
}

impl Situation {
    /// The situation of a scenario about the rules alone, which plays no game.
    pub(super) fn without_game() -> Self {
        Self {
            start: Start::Position(Value::Null),
            closed: Vec::new(),
            seats: 32,
            fields: Vec::new(),
            begin: TurnBeginning::Placement,
            turns: Some(0),
            place: Vec::new(),
            place_on: Vec::new(),
            exchange: Vec::new(),
            relocate: Vec::new(),
            choose: Vec::new(),
            marks: Vec::new(),
            dice: Vec::new(),
            spawns: Vec::new(),
            shuffles: Vec::new(),
            picks: Vec::new(),
            seed: None,
        }
    }
}

/// One expectation of a scenario.
#[derive(Debug, Clone)]
pub struct Expectation {
    /// Its key below `expect`, as in `at.A`.
    pub key: String,
    /// The place of its value.
    pub span: Span,
    /// The expected fact.
    pub want: ExpectedFact,
    /// Whether the value is a `?`, which `--bless` fills in.
    pub ask: bool,
}

/// Why a placement is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalPlacement {
    /// Its tile is not in the hand.
    NotInHand,
    /// It puts two pieces on one path (S13).
    SharedWake,
    /// It eliminates its own piece, for this cause.
    Out(&'static str),
    /// The placement rule of this name forbids it (V14).
    Rule(&'static str),
}

impl IllegalPlacement {
    /// Its word in suites (`not-legal`).
    pub fn name(self) -> &'static str {
        match self {
            Self::NotInHand => "not-in-hand",
            Self::SharedWake => ForbiddenOutcome::SharedWake.word(),
            Self::Out(name) | Self::Rule(name) => name,
        }
    }
}

key_words! {
    /// A decision that a scenario answers or expects (`asked`, `refused`).
    pub enum ScenarioDecision {
        Mark = "mark": "the choice of a start mark",
        Relocation = "relocation": "the choice of another start mark, or to stay (S12)",
        Placement = "placement": "the choice of a tile and its rotation",
        Exchange = "exchange": "an exchange of tiles with eliminated players (C12)",
        Answer = "answer": "the answer to what a rule asks",
    }
}

impl ScenarioDecision {
    /// The key of the scenario that answers it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mark => "marks",
            Self::Relocation => "relocate",
            Self::Placement => "place",
            Self::Exchange => "exchange",
            Self::Answer => "choose",
        }
    }
}

/// How a game is expected to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedEnding {
    /// The game goes on.
    GoesOn,
    /// The game ends with this outcome and these winners.
    Ends(String, Vec<Seat>),
}

/// A fact that a scenario expects. Legal placements and marks are taken from the last such
/// decision; everything else is checked at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedFact {
    /// These events happen in this order, and no others.
    Events(Vec<String>),
    /// These events happen in this order, among others.
    SomeEvents(Vec<String>),
    /// None of these events happens.
    NoEvents(Vec<String>),
    /// These placements are legal and no others.
    OnlyLegal(Vec<Laid>),
    /// These placements with their squares are legal and no others (W7).
    OnlyLegalOn(Vec<(Square, Laid)>),
    /// These placements are legal.
    Legal(Vec<Laid>),
    /// These placements are not legal, each for this reason if one is given.
    NotLegal(Vec<(Laid, Option<String>)>),
    /// The number of legal placements.
    LegalCount(u64),
    /// These marks may be chosen and no others.
    OnlyMarks(Vec<Place>),
    /// These marks may be chosen.
    Marks(Vec<Place>),
    /// These marks may not be chosen.
    NotMarks(Vec<Place>),
    /// The number of marks that may be chosen.
    MarkCount(u64),
    /// The decision at which the scenario stops; `None` if it stops at none.
    Asked(Option<ScenarioDecision>),
    /// A given choice is not allowed.
    Refused(ScenarioDecision),
    /// The place of a piece.
    At(Seat, Option<Place>),
    /// The eliminated players with their causes, and no others.
    Out(Vec<(Seat, String)>),
    /// A hand, in any order.
    Hand(Seat, Vec<u8>),
    /// The table's one hand, in any order.
    OpenHand(Vec<u8>),
    /// The size of a hand.
    HandCount(Seat, u64),
    /// The pile, next drawn first.
    Pile(Vec<u8>),
    /// The size of the pile.
    PileCount(u64),
    /// The holder of the Dragon tile or statue.
    Holder(Option<Seat>),
    /// The tile on a square.
    Tile(Square, Option<Laid>),
    /// The piece of a rule on a square: number and facing.
    RulePiece(Square, Option<(u8, u8)>),
    /// How many pieces of rules are on the board.
    RulePieceCount(u64),
    /// The supply, in any order.
    Supply(Vec<u8>),
    /// The tiles under the supply, the first that comes first.
    Under(Vec<u8>),
    /// The mark of a rule on a square, by its English name.
    SquareMark(Square, Option<String>),
    /// The number of this name that a rule counts for the table, or for a seat.
    Counted(String, Option<Seat>, u64),
    /// The points of a player.
    Score(Seat, i64),
    /// The player whose turn comes next.
    Active(Seat),
    /// The number of the next turn.
    Turn(u64),
    /// How the game ends.
    End(ExpectedEnding),
    /// The position is impossible, for a reason that contains this text.
    Impossible(String),
    /// The fewest and most players of the rules.
    Players(u64, u64),
    /// The rules are the rules of another rule set.
    SameRulesAs(String),
}

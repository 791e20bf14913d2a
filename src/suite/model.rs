//! What a suite says, read and checked: scenarios with what is given and what is expected.

use crate::board::{Laid, Place, Square};
use crate::game::{Exchange, Seat, key_words};
use crate::ruleset::{Source, SourceSpan};
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// Where something stands in the text of its suite, in bytes.
pub type Span = Range<usize>;

/// Things in order, each with the place where it is said.
pub type Spanned<T> = Vec<(T, Span)>;

/// A suite: one file.
#[derive(Debug, Clone)]
pub struct Suite {
    /// Its text.
    pub source: Arc<Source>,
    /// What it is called.
    pub title: String,
    /// What it is about, in Markdown; may be empty.
    pub summary: String,
    /// Rule ids that it declares itself, with what they stand for.
    pub ids: Vec<(String, String)>,
    /// Its scenarios, in the order of the text; one for each row of examples.
    pub scenarios: Vec<Scenario>,
}

/// A row of examples.
#[derive(Debug, Clone)]
pub struct ExampleRow {
    /// Its number, from 1.
    pub number: usize,
    /// Where it stands.
    pub span: Span,
    /// Its columns, with their values as they look inside a text.
    pub values: Vec<(String, String)>,
}

/// One situation and what must happen in it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The rule in words.
    pub title: String,
    /// The title as it is written: with the names of the examples' columns where their values go.
    pub pattern: String,
    /// A remark for readers; may be empty.
    pub why: String,
    /// Where it begins.
    pub span: Span,
    /// The ids of the rules that it is about; there may be none.
    pub ids: Vec<String>,
    /// The rule sets under which it must hold.
    pub rules: RuleSetChoice,
    /// Its row of the examples, where there are any.
    pub row: Option<ExampleRow>,
    /// The situation, what is decided, and what the dice show.
    pub given: Given,
    /// What must follow.
    pub expect: Vec<Expectation>,
}

impl Scenario {
    /// What it is called in lists: the ids of its rules, if it has any, and its title.
    pub fn label(&self) -> String {
        self.ids.iter().map(String::as_str).chain([self.title.as_str()]).collect::<Vec<_>>().join(" ")
    }

    /// Line and column in the suite's text: those of its row, where it has one.
    pub fn place(&self, source: &Arc<Source>) -> SourceSpan {
        SourceSpan::new(source, self.row.as_ref().map_or(&self.span, |row| &row.span))
    }
}

/// Under which rule sets a scenario must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleSetChoice {
    /// These.
    Named(Spanned<String>),
    /// All editions, but for some.
    Any {
        /// Those.
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
        /// How many play.
        seats: u8,
        /// Who goes first, where the rules leave it to chance.
        first: Option<Seat>,
        /// The deck as it is dealt, one hand after another and then the pile; tiles that are not named follow in ascending order.
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

/// What is given: the situation, the choices, and chance.
#[derive(Debug, Clone)]
pub struct Given {
    /// Where it begins.
    pub start: Start,
    /// How many seats there are.
    pub seats: u8,
    /// Where each field of the position is said.
    pub fields: Vec<(String, Span)>,
    /// With what the first turn begins.
    pub begin: TurnBeginning,
    /// How many turns are played.
    pub turns: usize,
    /// The placements.
    pub place: Spanned<Laid>,
    /// The exchanges; an empty one declines.
    pub exchange: Spanned<Exchange>,
    /// The relocations; `None` stays.
    pub relocate: Spanned<Option<Place>>,
    /// The start marks.
    pub marks: Spanned<Place>,
    /// Rolls of one die or two.
    pub dice: Spanned<Vec<u8>>,
    /// Daikaiju that come: tile and facing.
    pub spawns: Spanned<(u8, u8)>,
    /// Piles after shuffling.
    pub shuffles: Spanned<Vec<u8>>,
    /// What rules from outside the crate pick.
    pub picks: Spanned<u32>,
    /// What decides the chance that is not given; without it, all chance has to be given.
    pub seed: Option<String>,
}

/// One thing that is expected.
#[derive(Debug, Clone)]
pub struct Expectation {
    /// Its key below `expect`, as in `at.A`.
    pub key: String,
    /// Where its value stands.
    pub span: Span,
    /// What.
    pub want: ExpectedFact,
    /// Whether the value is a `?`, which `--bless` fills in.
    pub ask: bool,
}

/// Why a placement is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// It is not in the hand.
    NotInHand,
    /// It puts two pieces on one path (S13).
    SharedWake,
    /// It puts its own piece out, for this cause.
    Out(&'static str),
}

impl Illegal {
    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotInHand => "not-in-hand",
            Self::SharedWake => "shared-wake",
            Self::Out(cause) => cause,
        }
    }
}

key_words! {
    /// A decision that a scenario answers or expects (`asked`, `refused`).
    pub enum DecisionKind {
        Mark = "mark": "the choice of a start mark",
        Relocation = "relocation": "the choice of another start mark, or to stay (S12)",
        Placement = "placement": "the choice of a tile and its rotation",
        Exchange = "exchange": "an exchange of tiles with eliminated players (C12)",
    }
}

impl DecisionKind {
    /// The key of the scenario that answers it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mark => "marks",
            Self::Relocation => "relocate",
            Self::Placement => "place",
            Self::Exchange => "exchange",
        }
    }
}

/// How a game is expected to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedEnding {
    /// It goes on.
    GoesOn,
    /// Like this, with these winners.
    Ends(String, Vec<Seat>),
}

/// What is expected. Legal placements and marks are those of the last such decision; everything else is as it is in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedFact {
    /// All events, in order.
    Events(Vec<String>),
    /// Some events, in order.
    SomeEvents(Vec<String>),
    /// None of these.
    NoEvents(Vec<String>),
    /// These placements are legal and no others.
    OnlyLegal(Vec<Laid>),
    /// These placements are legal.
    Legal(Vec<Laid>),
    /// These are not, each for this reason if one is given.
    NotLegal(Vec<(Laid, Option<String>)>),
    /// So many are legal.
    LegalCount(u64),
    /// These marks may be chosen and no others.
    OnlyMarks(Vec<Place>),
    /// These marks may be chosen.
    Marks(Vec<Place>),
    /// These may not.
    NotMarks(Vec<Place>),
    /// So many may be chosen.
    MarkCount(u64),
    /// The decision at which the scenario stops; `None`: at none.
    Asked(Option<DecisionKind>),
    /// A given choice is not allowed.
    Refused(DecisionKind),
    /// Where a piece stands.
    At(Seat, Option<Place>),
    /// Who is out, and why: these and no others.
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
    /// Who holds the Dragon tile or the statue.
    Holder(Option<Seat>),
    /// What lies on a square.
    Tile(Square, Option<Laid>),
    /// The daikaiju on a square: tile and facing.
    Daikaiju(Square, Option<(u8, u8)>),
    /// How many daikaiju are on the board.
    DaikaijuCount(u64),
    /// The supply, in any order.
    Supply(Vec<u8>),
    /// Points.
    Score(Seat, i64),
    /// Whose turn comes.
    Active(Seat),
    /// The number of the turn that comes.
    Turn(u64),
    /// The end.
    End(ExpectedEnding),
    /// The position cannot be, for a reason that holds this text.
    Impossible(String),
    /// How many can play.
    Players(u64, u64),
    /// The rules are those of another rule set.
    SameRulesAs(String),
}

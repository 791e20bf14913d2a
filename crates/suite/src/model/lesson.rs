//! Lessons: a scenario with a question, whose answer a learner finds. A suite of lessons is a
//! course.

use super::{ScenarioDecision, Span};
use tsuro::board::Square;
use tsuro::game::{KeyWord, KeyWords, key_words};

/// A text in the languages of lessons.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LessonText {
    /// In English.
    pub en: String,
    /// In French; `None`: English is shown.
    pub fr: Option<String>,
}

impl LessonText {
    /// The text in the language with this code; in English where it is not translated.
    pub fn in_language(&self, code: &str) -> &str {
        self.fr.as_deref().filter(|_| code == "fr").unwrap_or(&self.en)
    }
}

key_words! {
    /// What a lesson asks (`lesson.ask`).
    pub enum LessonQuestion {
        Placement = "placement": "which tile to lay, and how it is turned",
        Mark = "mark": "a start mark",
        Relocation = "relocation": "another start mark, or to stay (S12)",
        Exchange = "exchange": "an exchange of tiles with eliminated players (C12)",
        Answer = "answer": "the answer to what a rule asks",
        Square = "square": "a square of the board",
        Option = "option": "one of the lesson's own options",
    }
}

impl LessonQuestion {
    /// The decision of the game that the learner makes; `None`: the question is the lesson's own.
    pub const fn decision(self) -> Option<ScenarioDecision> {
        match self {
            Self::Placement => Some(ScenarioDecision::Placement),
            Self::Mark => Some(ScenarioDecision::Mark),
            Self::Relocation => Some(ScenarioDecision::Relocation),
            Self::Exchange => Some(ScenarioDecision::Exchange),
            Self::Answer => Some(ScenarioDecision::Answer),
            Self::Square | Self::Option => None,
        }
    }
}

/// What a learner is asked, and what is right where the game does not decide it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LessonAsk {
    /// The last choice of the scenario, in place of the model answer. It is right if all
    /// expectations of the scenario hold after it.
    Decision(ScenarioDecision),
    /// A square.
    Square {
        /// The squares that are right.
        right: Vec<Square>,
        /// The squares that are offered; empty: the whole board.
        offered: Vec<Square>,
    },
    /// One of these options.
    Options(Vec<LessonOption>),
}

/// An option of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonOption {
    /// What it says.
    pub text: LessonText,
    /// Whether it is the right one.
    pub is_right: bool,
}

/// What follows one choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonReply {
    /// The choice as suites write it: `14/2`, `c1:A`, `stay`, `d4`, or the number of an option.
    pub choice: String,
    /// The place of the choice in the suite.
    pub span: Span,
    /// What is said; `None`: what is said to every choice.
    pub text: Option<LessonText>,
    /// The choices that are played after it, by whose turn it is: what punishes a wrong choice.
    pub then: Vec<String>,
}

key_words! {
    /// How the right choice of a puzzle wins (`lesson.puzzle.wins`).
    pub enum WinningWay {
        AtOnce = "at-once": "the placement itself wins",
        Trap = "trap": "whatever the others do in their next turns, they lose",
        InTwo = "in-two": "the next own placement wins at the latest, whatever the others do",
        ToTheEnd = "to-the-end": "for one person with all pieces: the most pieces are left at the \
            end",
        Survive = "survive": "the player is still in the game at the next own placement, whatever \
            comes",
    }
}

/// What makes a lesson a puzzle: the first choice of the scenario is the one choice that wins, and
/// the choices after it show how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// How it wins.
    pub wins: WinningWay,
    /// In how many deals of what the player cannot see it was found to win, of as many;
    /// `None`: it wins in every deal.
    pub deals: Option<u32>,
    /// The place of the table.
    pub span: Span,
}

/// What makes a scenario a lesson. The texts of a puzzle may be empty: faces have their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// Its heading.
    pub name: LessonText,
    /// What it explains before it asks.
    pub tell: LessonText,
    /// What it asks.
    pub question: LessonText,
    /// Help for learners who ask for it.
    pub hint: Option<LessonText>,
    /// What is said to a right choice.
    pub right: LessonText,
    /// What is said to any other choice.
    pub wrong: LessonText,
    /// What follows single choices instead.
    pub because: Vec<LessonReply>,
    /// What makes it a puzzle, if it is one.
    pub puzzle: Option<Puzzle>,
    /// What can be chosen.
    pub ask: LessonAsk,
    /// The place of the table.
    pub span: Span,
}

/// What makes a suite a course: its lessons are taken in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// Its title.
    pub title: LessonText,
    /// What it teaches.
    pub about: LessonText,
    /// The rule set of the game that learners are offered at the end.
    pub first_game: String,
    /// The place of that rule set in the suite.
    pub span: Span,
}

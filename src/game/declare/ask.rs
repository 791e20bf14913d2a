//! How a rule asks a seat something: [`Question`], [`Answer`], and [`Progress`], by which it says that it has to ask.
//!
//! A rule that asks returns [`Progress::Ask`] from the method in which it acts. The engine stops there; it lists the
//! answers by the rule's `question`, hands the chosen one to its `answer`, and calls the rule again to go on. What the
//! rule has to remember in between is in its own state, so that a game can be saved at a question.

use super::texts::Texts;
use crate::board::{Face, Place, Square};
use crate::game::pieces::seat::{MAX_SEATS, Seat};
use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How far a rule has come when a method in which it acts returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Progress {
    /// Nothing is left to do at this moment.
    #[default]
    Done,
    /// The rule wants to be called again. If pieces were eliminated, the loss is judged before (S18).
    Again,
    /// This seat, which is alive, has to answer the rule's question before it goes on.
    Ask(Seat),
    /// What another hazard has on this square is removed, as a piece is that another one runs over (S6); then the rule
    /// is called again.
    Strike(Square),
}

/// The most bytes in the word of an [`Answer`].
pub const MAX_ANSWER: usize = 16;

/// One of the answers to a question: a number, or a word of 1 to 16 bytes. As JSON it is `14` or `"up"`.
///
/// ```
/// use tsuro::board::Square;
/// use tsuro::game::{Answer, Seat};
///
/// assert_eq!(serde_json::to_string(&[Answer::word("up"), Answer::number(14)])?, r#"["up",14]"#);
/// let square = Answer::from(Square::new(2, 2));
/// assert_eq!((square.to_string(), square.square()), ("c3".to_owned(), Some(Square::new(2, 2))));
/// assert_eq!(Answer::from(Seat::new(1)).seat(), Some(Seat::new(1)));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// A number: a face, a seat, or any other.
    Number(u32),
    /// A word: one that the rule declares, a square or a place.
    Word(ArrayString<MAX_ANSWER>),
}

impl Answer {
    /// A number.
    pub const fn number(number: u32) -> Self {
        Self::Number(number)
    }

    /// A word.
    ///
    /// # Panics
    /// If it has more than [`MAX_ANSWER`] bytes.
    pub fn word(word: &str) -> Self {
        Self::Word(ArrayString::from(word).unwrap_or_else(|_| panic!("{word:?} is longer than {MAX_ANSWER} bytes")))
    }

    /// The word; `None`: it is a number.
    pub fn as_word(&self) -> Option<&str> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }

    /// The number; `None`: it is a word.
    pub const fn as_number(&self) -> Option<u32> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// The face of this number.
    pub fn face(&self) -> Option<Face> {
        Face::new(u8::try_from(self.as_number()?).ok()?)
    }

    /// The seat of this number.
    pub fn seat(&self) -> Option<Seat> {
        Seat::checked(self.as_number()?.into(), MAX_SEATS as u8)
    }

    /// The square of this name.
    pub fn square(&self) -> Option<Square> {
        self.as_word()?.parse().ok()
    }

    /// The place of this name, such as `c3:H`.
    pub fn place(&self) -> Option<Place> {
        self.as_word()?.parse().ok()
    }
}

impl From<Face> for Answer {
    fn from(face: Face) -> Self {
        Self::Number(face.number().into())
    }
}

impl From<Seat> for Answer {
    fn from(seat: Seat) -> Self {
        Self::Number(seat.number().into())
    }
}

impl From<Square> for Answer {
    fn from(square: Square) -> Self {
        Self::word(&square.to_string())
    }
}

impl From<Place> for Answer {
    fn from(place: Place) -> Self {
        Self::word(&place.to_string())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// What the answers to a question are, which says how to show them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerKind {
    /// Words that the rule declares, each with a text for people.
    Words(&'static [(&'static str, Texts)]),
    /// Numbers of faces in the asked seat's hand.
    HandTile,
    /// Squares.
    Square,
    /// Places.
    Place,
    /// Numbers of seats, counted from 0.
    Seat,
    /// Any numbers.
    Number,
}

/// What a rule asks, as it declares it once.
///
/// ```
/// use tsuro::game::{AnswerKind, AskDecl, Texts};
///
/// const WHICH: Texts = Texts(&[("en", "Which tile do you lift?"), ("fr", "Quelle tuile soulevez-vous ?")]);
/// const LIFT: AskDecl = AskDecl::new("crane", AnswerKind::Square, WHICH);
/// assert!(LIFT.text.of("fr") == "Quelle tuile soulevez-vous ?" && !LIFT.secret);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "rules write it down field by field")]
pub struct AskDecl {
    /// The name of the rule.
    pub rule: &'static str,
    /// The question in words: a sentence.
    pub text: Texts,
    /// What its answers are.
    pub kind: AnswerKind,
    /// Whether only the asked seat sees what it answers, and among how many answers.
    pub secret: bool,
}

impl AskDecl {
    /// What the rule of this name asks: what the answers are, and the question in words. All see the answer.
    pub const fn new(rule: &'static str, kind: AnswerKind, text: Texts) -> Self {
        Self { rule, text, kind, secret: false }
    }

    /// The same, answered in secret.
    #[must_use]
    pub const fn in_secret(mut self) -> Self {
        self.secret = true;
        self
    }
}

/// A question for which a game waits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// What is asked.
    pub asks: &'static AskDecl,
    /// The answers: at least one, none twice, in the order in which they are shown.
    pub options: Vec<Answer>,
}

impl Question {
    /// A question with these answers: at least one, and none twice. A game in which a rule asks without answers, or asks a
    /// seat that is out, breaks off.
    pub fn new(asks: &'static AskDecl, options: impl IntoIterator<Item = Answer>) -> Self {
        let options: Vec<Answer> = options.into_iter().collect();
        debug_assert!((1..options.len()).all(|at| !options[..at].contains(&options[at])), "the rule {:?} has an answer twice", asks.rule);
        Self { asks, options }
    }
}

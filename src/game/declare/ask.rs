//! How a rule asks a seat something: [`Question`], [`Answer`], and [`Progress`], by which it says
//! that it has to ask.
//!
//! A rule that asks returns [`Progress::Ask`] from the method in which it acts. The engine stops
//! there; it lists the answers by the rule's `question`, hands the chosen one to its `answer`, and
//! calls the rule again to go on. What the rule has to remember in between is in its own state, so
//! that a game can be saved at a question.

use super::texts::Texts;
use crate::board::{Face, Laid, Place, Port, Rotation, Square};
use crate::game::pieces::seat::{MAX_SEATS, Seat};
use arrayvec::ArrayString;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// How far a rule has come when a method in which it acts returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Progress {
    /// Nothing is left to do at this moment.
    #[default]
    Done,
    /// As [`Progress::Done`]; and until the rule acts again, it has nothing to do before a
    /// placement but to roll its [dice](crate::game::Rule::calling_dice) and to tell of them,
    /// unless they call it. So the engine may look at the dice first and leave the rule alone. A
    /// rule that acts alone is believed; one beside others is called all the same.
    Idle,
    /// The rule wants to be called again. If pieces were eliminated, the loss is judged before
    /// (S18).
    Again,
    /// This seat, which is alive, has to answer the rule's question before it goes on.
    Ask(Seat),
    /// What another hazard has on this square is removed, as a piece is that another one runs over
    /// (S6); then the rule is called again.
    Strike(Square),
    /// As [`Progress::Strike`], but what is removed goes under the supply of its rule, if that has
    /// one (W2).
    Sink(Square),
    /// As [`Progress::Strike`], but what is removed does not come back: it is out of the game.
    Swallow(Square),
    /// The rule has laid a tile on this square, or made it a haven: [other rules hear of
    /// it](crate::game::Rule::covered), then this one is called again.
    Covered(Square),
    /// The rule has drawn a [guest](crate::game::GuestDecl), which its own rule puts on the board;
    /// then this one is called again.
    Guest,
}

/// The most bytes in the word of an [`Answer`].
pub const MAX_ANSWER: usize = 16;

/// One of the answers to a question: a number, or a word of 1 to 16 bytes. As JSON it is `14` or
/// `"up"`.
///
/// ```
/// use tsuro::board::Square;
/// use tsuro::game::{Answer, Seat};
///
/// assert_eq!(
///     serde_json::to_string(&[Answer::word("up"), Answer::number(14)])?,
///     r#"["up",14]"#
/// );
/// let square = Answer::from(Square::new(2, 2));
/// assert_eq!(
///     (square.to_string(), square.square()),
///     ("c3".to_owned(), Some(Square::new(2, 2)))
/// );
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
    /// A port of a square, and perhaps a tile for it.
    Entry(Entry),
}

/// A port of a square at which a piece enters it, and the tile that is laid there before, if one
/// is. As JSON it is `{"port": "H"}` or `{"port": "H", "tile": 14, "rotation": 1}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "EntryFields", into = "EntryFields")]
#[non_exhaustive]
pub struct Entry {
    /// The port.
    pub port: Port,
    /// The tile.
    pub tile: Option<Laid>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFields {
    port: Port,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tile: Option<Face>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<Rotation>,
}

impl From<Entry> for EntryFields {
    fn from(entry: Entry) -> Self {
        Self {
            port: entry.port,
            tile: entry.tile.map(Laid::face),
            rotation: entry.tile.map(Laid::rotation),
        }
    }
}

impl TryFrom<EntryFields> for Entry {
    type Error = &'static str;
    fn try_from(fields: EntryFields) -> Result<Self, Self::Error> {
        match (fields.tile, fields.rotation) {
            (Some(tile), Some(rotation))
                if !tile.is_special() && tile.smallest(rotation) == rotation =>
            {
                Ok(Self { port: fields.port, tile: Some(Laid::new(tile, rotation)) })
            }
            (None, None) => Ok(Self { port: fields.port, tile: None }),
            _ => Err(
                "a port goes with a face and the smallest rotation that looks the same, or with \
                 neither",
            ),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tile {
            Some(tile) => write!(f, "{} {}r{}", self.port, tile.face(), tile.rotation()),
            None => self.port.fmt(f),
        }
    }
}

impl Answer {
    /// A port, and the tile that is laid on its square before a piece enters there.
    pub const fn entry(port: Port, tile: Option<Laid>) -> Self {
        Self::Entry(Entry { port, tile })
    }

    /// The port and the tile.
    pub const fn as_entry(&self) -> Option<Entry> {
        if let Self::Entry(entry) = self { Some(*entry) } else { None }
    }

    /// A number.
    pub const fn number(number: u32) -> Self {
        Self::Number(number)
    }

    /// A word.
    ///
    /// # Panics
    /// If it has more than [`MAX_ANSWER`] bytes.
    pub fn word(word: &str) -> Self {
        Self::Word(
            ArrayString::from(word)
                .unwrap_or_else(|_| panic!("{word:?} is longer than {MAX_ANSWER} bytes")),
        )
    }

    /// The word; `None`: it is a number.
    pub fn as_word(&self) -> Option<&str> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }

    /// The number; `None`: it is a word.
    pub const fn as_number(&self) -> Option<u32> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// The face or special tile of this number.
    pub fn face(&self) -> Option<Face> {
        Face::of_tile(u8::try_from(self.as_number()?).ok()?)
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
            Self::Entry(entry) => entry.fmt(f),
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
    /// Numbers of any faces.
    Tile,
    /// Squares.
    Square,
    /// Places.
    Place,
    /// Ports of a square, perhaps each with a tile to be laid there.
    Entry,
    /// Numbers of seats, counted from 0.
    Seat,
    /// Any numbers.
    Number,
    /// Numbers of something: `3 coins`.
    Amount(UnitDecl),
}

impl AnswerKind {
    /// Whether the answers are numbers of faces.
    pub const fn is_tile(self) -> bool {
        matches!(self, Self::HandTile | Self::Tile)
    }

    /// What an answer is, as one word of JSON; but for `word`, the field of a question's `about`
    /// that has the same.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Words(_) => "word",
            Self::HandTile | Self::Tile => "tile",
            Self::Square => "square",
            Self::Place => "place",
            Self::Entry => "entry",
            Self::Seat => "seat",
            Self::Number | Self::Amount(_) => "number",
        }
    }

    /// An answer in a language: a word by the text that the rule declares, a tile by the ports that
    /// it joins, a number of something with its unit, anything else as it is in records.
    ///
    /// ```
    /// use tsuro::game::{Answer, AnswerKind, Texts};
    ///
    /// const UP: Texts = Texts(&[("en", "upwards"), ("fr", "vers le haut")]);
    /// assert_eq!(
    ///     AnswerKind::Words(&[("up", UP)]).text(Answer::word("up"), "fr"),
    ///     "vers le haut"
    /// );
    /// assert_eq!(AnswerKind::Tile.text(Answer::number(0), "fr"), "AB CD EF GH");
    /// ```
    ///
    /// ```
    /// use tsuro::board::{Face, Laid, Port, Rotation};
    /// use tsuro::game::{Answer, AnswerKind};
    ///
    /// let entry =
    ///     Answer::entry(Port::new(1), Face::new(0).map(|face| Laid::new(face, Rotation::NONE)));
    /// let texts = ["en", "fr"].map(|language| AnswerKind::Entry.text(entry, language));
    /// assert_eq!(texts, ["B: AB CD EF GH", "B : AB CD EF GH"]);
    /// ```
    pub fn text(self, answer: Answer, language: &str) -> String {
        let text = match self {
            Self::Words(texts) => {
                let text = texts.iter().find(|(word, _)| answer.as_word() == Some(*word));
                text.map(|(_, text)| text.in_language(language).to_owned())
            }
            Self::HandTile | Self::Tile => {
                answer.face().map(|face| Subject::from(face).to_string())
            }
            Self::Amount(unit) => answer.as_number().map(|number| unit.count(number, language)),
            Self::Entry => answer.as_entry().map(|entry| match entry.tile {
                // A colon stands off in French, within a sentence, too.
                Some(tile) => {
                    format!("{}{} {tile}", entry.port, if language == "fr" { " :" } else { ":" })
                }
                None => entry.port.to_string(),
            }),
            Self::Square | Self::Place | Self::Seat | Self::Number => None,
        };
        text.filter(|text| !text.is_empty()).unwrap_or_else(|| answer.to_string())
    }
}

/// What a number counts.
///
/// ```
/// use tsuro::game::{Texts, UnitDecl};
///
/// const COINS: UnitDecl = UnitDecl::new(
///     Texts(&[("en", "coin"), ("fr", "pièce")]),
///     Texts(&[("en", "coins"), ("fr", "pièces")]),
/// );
/// assert_eq!(
///     (COINS.count(0, "en"), COINS.count(1, "en")),
///     ("0 coins".to_owned(), "1 coin".to_owned())
/// );
/// assert_eq!(
///     (COINS.count(0, "fr"), COINS.count(2, "fr")),
///     ("0 pièce".to_owned(), "2 pièces".to_owned())
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitDecl {
    /// The word for one: `coin`.
    pub one: Texts,
    /// The word for several: `coins`.
    pub several: Texts,
}

impl UnitDecl {
    /// A unit with the word for one, and that for several.
    pub const fn new(one: Texts, several: Texts) -> Self {
        Self { one, several }
    }

    /// The word that goes with a number. In French, nought takes the word for one.
    pub fn word(self, number: u32, language: &str) -> &'static str {
        let is_one = number == 1 || number == 0 && language == "fr";
        if is_one { self.one.in_language(language) } else { self.several.in_language(language) }
    }

    /// A number with its word: `3 coins`.
    pub fn count(self, number: u32, language: &str) -> String {
        format!("{number} {}", self.word(number, language))
    }
}

/// A thing that a question shows, such as the tile or the price it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// A tile, as it is turned.
    Tile(Laid),
    /// A square.
    Square(Square),
    /// A place.
    Place(Place),
    /// A seat.
    Seat(Seat),
    /// A number.
    Number(u32),
}

impl Subject {
    /// The square that it is, or on which it is.
    pub fn square(self) -> Option<Square> {
        match self {
            Self::Square(square) => Some(square),
            Self::Place(place) => Some(place.square()),
            _ => None,
        }
    }
}

impl From<Face> for Subject {
    fn from(face: Face) -> Self {
        Self::Tile(Laid::new(face, Rotation::NONE))
    }
}

impl From<Laid> for Subject {
    fn from(tile: Laid) -> Self {
        Self::Tile(tile)
    }
}

impl From<Square> for Subject {
    fn from(square: Square) -> Self {
        Self::Square(square)
    }
}

impl From<Place> for Subject {
    fn from(place: Place) -> Self {
        Self::Place(place)
    }
}

impl From<Seat> for Subject {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl From<u32> for Subject {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

/// As in records: a tile by the ports that it joins, a seat by its number.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(tile) => tile.fmt(f),
            Self::Square(square) => square.fmt(f),
            Self::Place(place) => place.fmt(f),
            Self::Seat(seat) => seat.number().fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// The declaration of something that a question shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubjectDecl {
    /// Its name, by which the question's text has it in braces.
    pub name: &'static str,
    /// What it counts, if it is a number of something.
    pub unit: Option<UnitDecl>,
}

impl SubjectDecl {
    /// Something of this name.
    pub const fn new(name: &'static str) -> Self {
        Self { name, unit: None }
    }

    /// A number of this name, which counts something.
    pub const fn counting(name: &'static str, unit: UnitDecl) -> Self {
        Self { name, unit: Some(unit) }
    }
}

/// The subjects of a question as JSON: `[{"name": "lot", "tile": 12, "rotation": 0}, {"name":
/// "price", "number": 3}]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a>(pub &'static AskDecl, pub &'a [Subject]);

impl Serialize for About<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(
            self.0.about.iter().zip(self.1).map(|(decl, subject)| NamedSubject(decl, *subject)),
        )
    }
}

struct NamedSubject(&'static SubjectDecl, Subject);

impl Serialize for NamedSubject {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        fields.serialize_entry("name", self.0.name)?;
        match self.1 {
            Subject::Tile(tile) => {
                fields.serialize_entry("tile", &tile.face())?;
                fields.serialize_entry("rotation", &tile.rotation())?;
            }
            Subject::Square(square) => fields.serialize_entry("square", &square)?,
            Subject::Place(place) => fields.serialize_entry("place", &place)?,
            Subject::Seat(seat) => fields.serialize_entry("seat", &seat)?,
            Subject::Number(number) => fields.serialize_entry("number", &number)?,
        }
        fields.end()
    }
}

/// What a rule asks, as it declares it once.
///
/// ```
/// use tsuro::game::{AnswerKind, AskDecl, Texts};
///
/// const WHICH: Texts =
///     Texts(&[("en", "Which tile do you lift?"), ("fr", "Quelle tuile soulevez-vous ?")]);
/// const LIFT: AskDecl = AskDecl::new("crane", AnswerKind::Square, WHICH);
/// assert!(LIFT.text.in_language("fr") == "Quelle tuile soulevez-vous ?" && !LIFT.secret);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AskDecl {
    /// The name of the rule.
    pub rule: &'static str,
    /// The question in words: a sentence. What the question shows may stand in it by its name in
    /// braces, such as `{lot}`.
    pub text: Texts,
    /// What its answers are.
    pub kind: AnswerKind,
    /// What the question shows, in this order.
    pub about: &'static [SubjectDecl],
    /// Whether only the asked seat sees what the question shows, what it answers, and among how
    /// many answers.
    pub secret: bool,
    /// Whether the tile that is chosen leaves the asked seat's hand.
    pub gives_up: bool,
    /// The answers that only the asked seat hears; the other seats do not even hear that it was
    /// asked.
    pub withheld: &'static [&'static str],
    /// The sentences that report answers, by the answer's word, or by an empty word for answers
    /// that are not words. A sentence has the seat and the answer in braces (`{who}`, `{answer}`).
    /// For other answers, the question and the answer are told.
    pub answer_texts: &'static [(&'static str, Texts)],
    /// Whether records leave out what the question shows, since all of it follows from the events
    /// before.
    pub untold: bool,
}

impl AskDecl {
    /// What the rule of this name asks: what the answers are, and the question in words. All see
    /// the answer.
    pub const fn new(rule: &'static str, kind: AnswerKind, text: Texts) -> Self {
        Self {
            rule,
            text,
            kind,
            about: &[],
            secret: false,
            gives_up: false,
            withheld: &[],
            answer_texts: &[],
            untold: false,
        }
    }

    /// Lets the question show subjects of these names.
    #[must_use]
    pub const fn about(mut self, about: &'static [SubjectDecl]) -> Self {
        self.about = about;
        self
    }

    /// Has the question answered in secret.
    #[must_use]
    pub const fn in_secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Takes the chosen tile out of the asked seat's hand.
    #[must_use]
    pub const fn giving_up(mut self) -> Self {
        self.gives_up = true;
        self
    }

    /// Hides from other seats that the seat was asked if it has answered one of these words: being
    /// asked can show what the seat holds.
    #[must_use]
    pub const fn withholding(mut self, words: &'static [&'static str]) -> Self {
        self.withheld = words;
        self
    }

    /// Tells answers in these sentences, by the answer's word.
    #[must_use]
    pub const fn answer_texts(mut self, answer_texts: &'static [(&'static str, Texts)]) -> Self {
        self.answer_texts = answer_texts;
        self
    }

    /// Keeps what the question shows out of records: all of it follows from the events before.
    #[must_use]
    pub const fn untold(mut self) -> Self {
        self.untold = true;
        self
    }

    /// Whether only the asked seat hears of this answer.
    pub fn withholds(&self, answer: Answer) -> bool {
        answer.as_word().is_some_and(|word| self.withheld.contains(&word))
    }

    /// What is told of an answer, if the rule has a sentence for it.
    pub fn told_of(&self, answer: Answer) -> Option<Texts> {
        self.answer_texts
            .iter()
            .find(|(word, _)| answer.as_word().unwrap_or_default() == *word)
            .map(|told| told.1)
    }

    /// The question in a language, with what it shows in the words of `say`.
    pub fn text_with(
        &self,
        language: &str,
        about: &[Subject],
        say: &dyn Fn(&SubjectDecl, Subject) -> String,
    ) -> String {
        let known = |name: &str| self.about.iter().zip(about).find(|(decl, _)| decl.name == name);
        self.text.filled(language, &|name| known(name).map(|(decl, subject)| say(decl, *subject)))
    }
}

/// A question for which a game waits.
///
/// ```
/// use tsuro::board::Face;
/// use tsuro::game::{Answer, AnswerKind, AskDecl, Question, SubjectDecl, Texts, UnitDecl};
///
/// const COINS: UnitDecl =
///     UnitDecl::new(Texts(&[("en", "coin")]), Texts(&[("en", "coins")]));
/// const BID: AskDecl = AskDecl::new(
///     "auction",
///     AnswerKind::Amount(COINS),
///     Texts(&[("en", "More than {price} for {lot}?")]),
/// )
/// .about(&[SubjectDecl::new("lot"), SubjectDecl::counting("price", COINS)]);
/// let lot = Face::new(0).expect("there is a face 0");
/// let question =
///     Question::new(&BID, [3, 4].map(Answer::number)).about([lot.into(), 2.into()]);
/// assert_eq!(question.text("en"), "More than 2 coins for AB CD EF GH?");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// What is asked.
    pub asks: &'static AskDecl,
    /// The answers: at least one, none twice, in the order in which they are shown.
    pub options: Vec<Answer>,
    /// What it shows, in the order in which it is declared.
    pub about: Vec<Subject>,
}

impl Question {
    /// A question with these answers: at least one, and none twice. A game in which a rule asks
    /// without answers, offers one twice, or asks a seat that is out, breaks off.
    pub fn new(asks: &'static AskDecl, options: impl IntoIterator<Item = Answer>) -> Self {
        Self { asks, options: options.into_iter().collect(), about: Vec::new() }
    }

    /// Whether it offers an answer twice.
    pub(in crate::game) fn repeats(&self) -> bool {
        (1..self.options.len()).any(|at| self.options[..at].contains(&self.options[at]))
    }

    /// Sets the subjects that the question shows: as many as are declared, in that order.
    #[must_use]
    pub fn about(mut self, about: impl IntoIterator<Item = Subject>) -> Self {
        self.about = about.into_iter().collect();
        self
    }

    /// The question in a language: a tile by the ports that it joins, a seat by its number.
    pub fn text(&self, language: &str) -> String {
        self.asks.text_with(language, &self.about, &|decl, subject| match (subject, decl.unit) {
            (Subject::Number(number), Some(unit)) => unit.count(number, language),
            _ => subject.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn an_entry_has_one_spelling_and_no_special_tile() {
        let port = Port::new(7);
        for face in Face::all_kinds() {
            for rotation in (0..4).map(Rotation::new) {
                let text = json!({ "port": port, "tile": face, "rotation": rotation });
                let is_one =
                    !face.is_special() && face.rotations().any(|distinct| distinct == rotation);
                match from_value::<Entry>(text.clone()) {
                    Ok(entry) => assert!(is_one && to_value(entry).unwrap() == text, "{text}"),
                    Err(why) => assert!(!is_one, "{text}: {why}"),
                }
            }
        }
        let alone = json!({ "port": port });
        assert_eq!(to_value(from_value::<Entry>(alone.clone()).unwrap()).unwrap(), alone);
        assert!(from_value::<Entry>(json!({ "port": port, "rotation": 0 })).is_err());
    }
}

//! What is wrong with a rule set, as data. How it looks on a screen is the business of `ui`.

use super::shown::plain;
use super::source::{SourceId, SourceSpan};
use std::fmt;

/// The most problems reported of one run. A file with more has something wrong with it as a whole.
pub const MAX_PROBLEMS: usize = 100;

/// What sort of problem it is. The names are stable: scripts and editors may rely on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Code {
    /// Not TOML.
    Syntax,
    /// A key or table is written twice.
    DuplicateKey,
    /// No such rule set or file.
    NotFound,
    /// The text cannot be had: no permission, a directory, not UTF-8, too large, a name taken by a built-in.
    Unreadable,
    /// `schema` is missing.
    SchemaMissing,
    /// `schema` is a newer number than this program knows.
    SchemaNewer,
    /// A table that does not exist.
    UnknownTable,
    /// A key that does not exist.
    UnknownKey,
    /// A key that belongs to another table.
    MisplacedKey,
    /// A key of a rule that is not the chosen one.
    OtherRuleKey,
    /// A key that has no default is not set.
    MissingKey,
    /// A value of the wrong type.
    WrongType,
    /// A number outside its range.
    OutOfRange,
    /// A word that is not one of those allowed.
    UnknownValue,
    /// The same thing twice in a list.
    DuplicateValue,
    /// A list that is too short or too long.
    WrongLength,
    /// `extends` comes back to where it began.
    Cycle,
    /// More parents than anybody needs.
    TooDeep,
    /// A mixin that extends something.
    MixinExtends,
    /// Two mixins set a key differently.
    MixinConflict,
    /// A shortened key that could be several.
    AmbiguousKey,
    /// Something behind a `+` that is neither a mixin nor `key=value`.
    BadOverride,
    /// Fewest players are more than most players.
    PlayerRange,
    /// Not enough tiles for everyone's hand.
    NotEnoughTiles,
    /// More tiles than the engine has room for, or none.
    DeckSize,
    /// Not enough start marks for everyone.
    NotEnoughMarks,
    /// Values that parse but contradict each other.
    Contradiction,
    /// A file has the name of a built-in rule set.
    NameTaken,
    /// Something that can never happen in any game of these rules.
    NeverApplies,
    /// Games that went on until the turn limit (a deep check).
    NeverEnds,
    /// No game with so many players comes to a placement (a deep check).
    CannotStart,
    /// A seat that won no game (a deep check).
    SeatNeverWins,
    /// Something that did not come into play in many games (a deep check).
    NeverFires,
    /// There were more problems than are reported.
    TooMany,
    /// In a suite: a rule id that nobody has declared.
    UnknownRuleId,
    /// In a suite: a scenario that expects nothing.
    NoExpectation,
    /// In a suite: a position that cannot be.
    ImpossiblePosition,
    /// In a suite: a choice, a roll or a draw that nobody asked for.
    NeverUsed,
    /// In a suite: an expectation that can never be judged.
    NeverJudged,
    /// In a suite: a placeholder without a column in the examples, or a column without a placeholder.
    Placeholder,
    /// In a suite: an expectation that was not met.
    NotMet,
}

impl Code {
    /// Those of rule-set files.
    pub const ALL: &[Code] = &[
        Code::Syntax,
        Code::DuplicateKey,
        Code::NotFound,
        Code::Unreadable,
        Code::SchemaMissing,
        Code::SchemaNewer,
        Code::UnknownTable,
        Code::UnknownKey,
        Code::MisplacedKey,
        Code::OtherRuleKey,
        Code::MissingKey,
        Code::WrongType,
        Code::OutOfRange,
        Code::UnknownValue,
        Code::DuplicateValue,
        Code::WrongLength,
        Code::Cycle,
        Code::TooDeep,
        Code::MixinExtends,
        Code::MixinConflict,
        Code::AmbiguousKey,
        Code::BadOverride,
        Code::PlayerRange,
        Code::NotEnoughTiles,
        Code::DeckSize,
        Code::NotEnoughMarks,
        Code::Contradiction,
        Code::NameTaken,
        Code::NeverApplies,
        Code::NeverEnds,
        Code::CannotStart,
        Code::SeatNeverWins,
        Code::NeverFires,
        Code::TooMany,
    ];

    /// Those that only suites have.
    pub const OF_SUITES: &[Code] = &[
        Code::UnknownRuleId,
        Code::NoExpectation,
        Code::ImpossiblePosition,
        Code::NeverUsed,
        Code::NeverJudged,
        Code::Placeholder,
        Code::NotMet,
    ];

    /// As shown in messages, in kebab-case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::Syntax => "syntax",
            Code::DuplicateKey => "duplicate-key",
            Code::NotFound => "not-found",
            Code::Unreadable => "unreadable",
            Code::SchemaMissing => "schema-missing",
            Code::SchemaNewer => "schema-newer",
            Code::UnknownTable => "unknown-table",
            Code::UnknownKey => "unknown-key",
            Code::MisplacedKey => "misplaced-key",
            Code::OtherRuleKey => "other-rule-key",
            Code::MissingKey => "missing-key",
            Code::WrongType => "wrong-type",
            Code::OutOfRange => "out-of-range",
            Code::UnknownValue => "unknown-value",
            Code::DuplicateValue => "duplicate-value",
            Code::WrongLength => "wrong-length",
            Code::Cycle => "cycle",
            Code::TooDeep => "too-deep",
            Code::MixinExtends => "mixin-extends",
            Code::MixinConflict => "mixin-conflict",
            Code::AmbiguousKey => "ambiguous-key",
            Code::BadOverride => "bad-override",
            Code::PlayerRange => "player-range",
            Code::NotEnoughTiles => "not-enough-tiles",
            Code::DeckSize => "deck-size",
            Code::NotEnoughMarks => "not-enough-marks",
            Code::Contradiction => "contradiction",
            Code::NameTaken => "name-taken",
            Code::NeverApplies => "never-applies",
            Code::NeverEnds => "never-ends",
            Code::CannotStart => "cannot-start",
            Code::SeatNeverWins => "seat-never-wins",
            Code::NeverFires => "never-fires",
            Code::TooMany => "too-many",
            Code::UnknownRuleId => "unknown-rule-id",
            Code::NoExpectation => "no-expectation",
            Code::ImpossiblePosition => "impossible-position",
            Code::NeverUsed => "never-used",
            Code::NeverJudged => "never-judged",
            Code::Placeholder => "placeholder",
            Code::NotMet => "not-met",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The rules cannot be played.
    Error,
    /// They can, but somebody should look.
    Warning,
}

impl Severity {
    /// As shown in messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A place with a few words on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: SourceSpan,
    /// What is there; may be empty.
    pub text: String,
}

/// What would have been right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// One of these words.
    Words(Vec<String>),
    /// A whole number from the first to the second, both included.
    Range(i64, i64),
    /// Something else, in words.
    Form(String),
}

impl Expected {
    /// One of these words.
    pub fn words<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        Self::Words(words.map(str::to_owned).collect())
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Words(words) => {
                for (i, word) in words.iter().enumerate() {
                    write!(f, "{}`{}`", if i == 0 { "" } else { ", " }, plain(word))?;
                }
                Ok(())
            }
            Expected::Range(min, max) if min == max => write!(f, "{min}"),
            Expected::Range(min, max) => write!(f, "{min} to {max}"),
            Expected::Form(form) => f.write_str(form),
        }
    }
}

/// One thing that is wrong, or at least odd.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Its sort.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// A lower-case fragment that names the offending thing.
    pub message: String,
    /// The full key (`tiles.hand`), where it is about one.
    pub key: Option<String>,
    /// Where: the first is the place of the problem, the others explain it. Empty where there is no text to point at.
    pub labels: Vec<Label>,
    /// Where the files that were asked for take in the parent or mixin that the problem is in: their `extends` or `mixins`.
    pub ways_in: Vec<SourceSpan>,
    /// Allowed values or range.
    pub expected: Option<Expected>,
    /// What may have been meant.
    pub did_you_mean: Option<String>,
    /// The rule set from which the value was inherited, where it was.
    pub inherited_from: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// The games that show it, where it was found by playing.
    pub shown_by: Option<ShownBy>,
}

/// Games that show a problem: those of `tsuro simulate` with this seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownBy {
    /// The run's seed.
    pub seed: String,
    /// How many played.
    pub players: u8,
    /// Which bot played every seat.
    pub bots: String,
    /// The number of the game, from 0, where one game shows it.
    pub game: Option<u64>,
    /// How many games were looked at.
    pub games: u64,
}

impl Problem {
    /// An error.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            key: None,
            labels: Vec::new(),
            ways_in: Vec::new(),
            expected: None,
            did_you_mean: None,
            inherited_from: None,
            help: None,
            shown_by: None,
        }
    }

    /// A warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Points at a place; the first call says where the problem is.
    #[must_use]
    pub fn at(mut self, place: SourceSpan, text: impl Into<String>) -> Self {
        self.labels.push(Label { place, text: text.into() });
        self
    }

    /// Says which key it is about.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Says what is allowed.
    #[must_use]
    pub fn expected(mut self, expected: Expected) -> Self {
        self.expected = Some(expected);
        self
    }

    /// Says which words are allowed, and which of them `text` may have meant.
    #[must_use]
    pub fn one_of<'w>(self, text: &str, words: impl Iterator<Item = &'w str> + Clone) -> Self {
        self.did_you_mean(nearest(text, words.clone())).expected(Expected::words(words))
    }

    /// Says what may have been meant.
    #[must_use]
    pub fn did_you_mean(mut self, guess: Option<String>) -> Self {
        self.did_you_mean = guess;
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether it is the same problem, however the file that it is in was come by.
    fn is_same(&self, other: &Self) -> bool {
        let there = |one: &Label, two: &Label| {
            one.text == two.text && one.place.span == two.place.span && one.place.source.id == two.place.source.id
        };
        self.code == other.code
            && self.message == other.message
            && self.labels.len() == other.labels.len()
            && self.labels.iter().zip(&other.labels).all(|(one, two)| there(one, two))
            && (!self.labels.is_empty() || self == other)
    }

    /// The place of the problem, if there is a text to point at.
    pub fn place(&self) -> Option<&SourceSpan> {
        self.labels.first().map(|label| &label.place)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity.as_str(), self.code, self.message)
    }
}

/// Everything that is wrong, in the order in which it should be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The problems.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.list.iter()
    }

    /// Adds one, unless there are [`MAX_PROBLEMS`]. What is there already gets the other's ways in: a parent that several files share has its
    /// problems once.
    pub fn push(&mut self, problem: Problem) {
        let same = self.list.iter_mut().find(|known| known.is_same(&problem));
        if let Some(known) = same {
            for way in problem.ways_in {
                if !known.ways_in.contains(&way) {
                    known.ways_in.push(way);
                }
            }
        } else if self.list.len() < MAX_PROBLEMS {
            self.list.push(problem);
        } else if self.list.len() == MAX_PROBLEMS {
            self.list.push(Problem::error(Code::TooMany, format!("more than {MAX_PROBLEMS} problems; the rest is not shown")));
        }
    }

    /// Whether no more are taken.
    pub fn is_full(&self) -> bool {
        self.list.len() > MAX_PROBLEMS
    }

    /// Adds those of another run.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Problem>) {
        for problem in others {
            self.push(problem);
        }
    }

    /// Gives every problem in a parent or mixin the place at which the named file takes that in, unless it points into that file already.
    pub(super) fn attach_include_sites(&mut self, ways_in: &[(SourceId, SourceSpan)]) {
        for problem in &mut self.list {
            let Some(id) = problem.place().map(|place| &place.source.id) else { continue };
            let Some((_, way)) = ways_in.iter().find(|(known, _)| known == id) else { continue };
            if problem.labels.iter().all(|label| label.place.source.id != way.source.id) {
                problem.ways_in = vec![way.clone()];
            }
        }
    }

    /// Puts the problems of each text together, in the order of the text; texts stay in the order in which they came.
    pub fn sort(&mut self) {
        let mut texts = Vec::new();
        for problem in &self.list {
            let id = problem.place().map(|place| place.source.id.clone());
            if !texts.contains(&id) {
                texts.push(id);
            }
        }
        self.list.sort_by_key(|problem| {
            let id = problem.place().map(|place| place.source.id.clone());
            let text = texts.iter().position(|known| *known == id);
            (problem.code == Code::TooMany, text, problem.place().map_or(0, |place| place.span.start))
        });
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self { list: vec![problem] }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.list.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// A line of meaning as the beginning of a sentence: rules from everywhere write theirs with and without a capital.
pub fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The candidate that was most likely meant, if any is near enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    // Longer words are no misspelt keys, and the comparison takes time in the square of the length.
    if word.is_empty() || word.chars().count() > 64 {
        return None;
    }
    let simple = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    let word = simple(word);
    let far = word.chars().count() / 3 + usize::from(word.chars().count() > 3);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &simple(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= far.max(1) && *distance < candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_in_spite_of_case_and_underscores() {
        let words = ["min-players", "hand", "copies"];
        assert_eq!(nearest("Min_Players", words).as_deref(), Some("min-players"));
        assert_eq!(nearest("hnad", words).as_deref(), Some("hand"));
        assert_eq!(nearest("zebra", words), None);
        assert_eq!(nearest(&"x".repeat(10_000), words), None);
    }

    #[test]
    fn a_flood_of_problems_ends_in_one_that_says_so() {
        let mut problems = Problems::default();
        for i in 0..1000 {
            problems.push(Problem::error(Code::Syntax, i.to_string()));
        }
        assert_eq!(problems.len(), MAX_PROBLEMS + 1);
        assert_eq!(problems.iter().last().map(|problem| problem.code), Some(Code::TooMany));
    }
}

//! Problems of rule-set files and suites as data: code, message, places, what is allowed and what
//! to do. The program renders them.

use super::shown::plain;
use super::source::{SourceId, SourceSpan};
use std::fmt;

/// The most problems that are reported at once.
pub const MAX_PROBLEMS: usize = 100;

/// Declares the codes, each with its name.
macro_rules! codes {
    (
        rule_sets { $($(#[$doc:meta])* $code:ident = $name:literal,)+ }
        suites { $($(#[$suite_doc:meta])* $suite_code:ident = $suite_name:literal,)+ }
    ) => {
        /// The kind of a problem. The names are stable: scripts and editors may rely on them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $code,)+
            $($(#[$suite_doc])* $suite_code,)+
        }

        impl Code {
            /// The codes of rule-set files.
            pub const ALL: &[Code] = &[$(Code::$code),+];
            /// The codes that only suites have.
            pub const OF_SUITES: &[Code] = &[$(Code::$suite_code),+];

            /// The name as in messages, in kebab-case.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)+
                    $(Code::$suite_code => $suite_name,)+
                }
            }
        }
    };
}

codes! {
    rule_sets {
        /// The text is not TOML.
        Syntax = "syntax",
        /// A key or table is written twice.
        DuplicateKey = "duplicate-key",
        /// There is no such rule set or file.
        NotFound = "not-found",
        /// The text cannot be read: no permission, a directory, not UTF-8, too large, or its name
        /// is that of a built-in rule set.
        Unreadable = "unreadable",
        /// `schema` is missing.
        SchemaMissing = "schema-missing",
        /// `schema` is a newer number than this program knows.
        SchemaNewer = "schema-newer",
        /// A table that does not exist.
        UnknownTable = "unknown-table",
        /// A key that does not exist.
        UnknownKey = "unknown-key",
        /// A key that belongs to another table.
        MisplacedKey = "misplaced-key",
        /// A key of a rule that is not the chosen one.
        OtherRuleKey = "other-rule-key",
        /// A key that has no default is not set.
        MissingKey = "missing-key",
        /// A hazard to be removed is not there.
        NothingToRemove = "nothing-to-remove",
        /// A value of the wrong type.
        WrongType = "wrong-type",
        /// A number outside its range.
        OutOfRange = "out-of-range",
        /// A word that is not one of the allowed words.
        UnknownValue = "unknown-value",
        /// A list has the same item twice.
        DuplicateValue = "duplicate-value",
        /// A list that is too short or too long.
        WrongLength = "wrong-length",
        /// Rule sets extend each other in a circle.
        Cycle = "cycle",
        /// The chain of parents or the nesting of values is too deep.
        TooDeep = "too-deep",
        /// A mixin that has mixins, or that extends something its base does not.
        MixinExtends = "mixin-extends",
        /// Two mixins set a key differently.
        MixinConflict = "mixin-conflict",
        /// A shortened key that could be several.
        AmbiguousKey = "ambiguous-key",
        /// A part of a reference that is neither a mixin nor `key=value`.
        BadOverride = "bad-override",
        /// `players.min` is more than `players.max`.
        PlayerRange = "player-range",
        /// Not enough tiles for everyone's hand.
        NotEnoughTiles = "not-enough-tiles",
        /// More tiles than the engine has room for, or none.
        DeckSize = "deck-size",
        /// Not enough start marks for everyone.
        NotEnoughMarks = "not-enough-marks",
        /// Something wrong within a script.
        Script = "script",
        /// Values that are each allowed but contradict each other.
        Contradiction = "contradiction",
        /// A file has the name of a built-in rule set.
        NameTaken = "name-taken",
        /// A value that can never have an effect under these rules.
        NeverApplies = "never-applies",
        /// A key that the choice of another rule sets back to its default.
        ResetsKey = "resets-key",
        /// Games that went on until the turn limit (a deep check).
        NeverEnds = "never-ends",
        /// With some number of players no game comes to a placement (a deep check).
        CannotStart = "cannot-start",
        /// A seat that won no game (a deep check).
        SeatNeverWins = "seat-never-wins",
        /// Something that did not come into play in many games (a deep check).
        NeverFires = "never-fires",
        /// More problems than [`MAX_PROBLEMS`].
        TooMany = "too-many",
    }
    suites {
        /// A rule id that is not declared.
        UnknownRuleId = "unknown-rule-id",
        /// A scenario that expects nothing.
        NoExpectation = "no-expectation",
        /// A position that is impossible.
        ImpossiblePosition = "impossible-position",
        /// A choice or outcome of chance that the game never asks for.
        NeverUsed = "never-used",
        /// An expectation that can never be judged.
        NeverJudged = "never-judged",
        /// A placeholder without a column in the examples, or a column without a placeholder.
        Placeholder = "placeholder",
        /// An expectation that was not met.
        NotMet = "not-met",
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether a problem prevents playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a problem is one or the other")]
pub enum Severity {
    /// The rules cannot be played.
    Error,
    /// The rules can be played, but may not be what is meant.
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

/// A place in a text with an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The range of the text that the annotation marks.
    pub place: SourceSpan,
    /// The annotation; may be empty.
    pub text: String,
}

impl Label {
    /// An annotation of a place.
    pub const fn new(place: SourceSpan, text: String) -> Self {
        Self { place, text }
    }
}

/// What is allowed in place of a wrong value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "each is shown in its own way")]
pub enum Expected {
    /// One of these words.
    Words(Vec<String>),
    /// A whole number from the first to the second, both included.
    Range(i64, i64),
    /// Anything else, described.
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

/// One error or warning.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The kind of problem; programs tell problems apart by it.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong: a lower-case fragment with the offending value.
    pub message: String,
    /// The full key (`tiles.hand`), if the problem concerns one.
    pub key: Option<String>,
    /// The place of the problem, then places that explain it. Empty where there is no text to point
    /// at.
    pub labels: Vec<Label>,
    /// For a problem in a parent or mixin: the `extends` or `mixins` of the named files that
    /// include it.
    pub include_sites: Vec<SourceSpan>,
    /// Allowed values or range.
    pub expected: Option<Expected>,
    /// The allowed word that was probably meant.
    pub did_you_mean: Option<String>,
    /// The rule set from which the value was inherited, where it was.
    pub inherited_from: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// Games that show it, if it was found by playing.
    pub shown_by: Option<ShownBy>,
}

/// Games that show a problem: the games of `tsuro simulate` with this seed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShownBy {
    /// The run's seed.
    pub seed: String,
    /// The number of players.
    pub players: u8,
    /// The bot that played every seat.
    pub bots: String,
    /// The number of the game, from 0, where one game shows it.
    pub game: Option<u64>,
    /// How many games were played to find it.
    pub games: u64,
}

impl ShownBy {
    /// Games of a run that show a problem.
    pub fn new(seed: &str, players: u8, bots: &str, game: Option<u64>, games: u64) -> Self {
        Self { seed: seed.to_owned(), players, bots: bots.to_owned(), game, games }
    }
}

impl Problem {
    /// Makes an error with a code and a message, without place or advice.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            key: None,
            labels: Vec::new(),
            include_sites: Vec::new(),
            expected: None,
            did_you_mean: None,
            inherited_from: None,
            help: None,
            shown_by: None,
        }
    }

    /// Makes a warning with a code and a message, without place or advice.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Adds a place; the first is the place of the problem.
    #[must_use]
    pub fn at(mut self, place: SourceSpan, text: impl Into<String>) -> Self {
        self.labels.push(Label { place, text: text.into() });
        self
    }

    /// Names the key that the problem concerns.
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

    /// Whether it is the same problem, through whichever file it was included.
    fn is_same(&self, other: &Self) -> bool {
        let there = |one: &Label, two: &Label| {
            one.text == two.text
                && one.place.span == two.place.span
                && one.place.source.id == two.place.source.id
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

/// A list of problems in reading order, without repetition and of limited length.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    /// Whether there are no problems.
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

    /// The problems in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.list.iter()
    }

    /// Adds a problem, unless there are [`MAX_PROBLEMS`]. One that is known already gets the new
    /// include sites instead: a parent that several files share has its problems once.
    pub fn push(&mut self, problem: Problem) {
        let same = self.list.iter_mut().find(|known| known.is_same(&problem));
        if let Some(known) = same {
            for site in problem.include_sites {
                if !known.include_sites.contains(&site) {
                    known.include_sites.push(site);
                }
            }
        } else if self.list.len() < MAX_PROBLEMS {
            self.list.push(problem);
        } else if self.list.len() == MAX_PROBLEMS {
            self.list.push(Problem::error(
                Code::TooMany,
                format!("more than {MAX_PROBLEMS} problems: the rest are not shown"),
            ));
        }
    }

    /// Whether the limit is reached.
    pub fn is_full(&self) -> bool {
        self.list.len() > MAX_PROBLEMS
    }

    /// Adds several problems.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Problem>) {
        for problem in others {
            self.push(problem);
        }
    }

    /// Gives every problem in a parent or mixin the place at which the named file includes it,
    /// unless it points into that file already.
    pub(super) fn attach_include_sites(&mut self, include_sites: &[(SourceId, SourceSpan)]) {
        for problem in &mut self.list {
            let Some(id) = problem.place().map(|place| &place.source.id) else { continue };
            let Some((_, site)) = include_sites.iter().find(|(known, _)| known == id) else {
                continue;
            };
            if problem.labels.iter().all(|label| label.place.source.id != site.source.id) {
                problem.include_sites = vec![site.clone()];
            }
        }
    }

    /// Groups the problems by text, in the order in which the texts came, and orders each group by
    /// place.
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
            (
                problem.code == Code::TooMany,
                text,
                problem.place().map_or(0, |place| place.span.start),
            )
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

/// A line of meaning with a capital letter; rules declare theirs with or without.
pub(super) fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The candidate that was most likely meant: the most similar, if any is similar enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    // A misspelt key is not longer, and the comparison takes time in the square of the length.
    if word.is_empty() || word.chars().count() > 64 {
        return None;
    }
    let simple = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    let word = simple(word);
    let far = word.chars().count() / 3 + usize::from(word.chars().count() > 3);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &simple(candidate)), candidate))
        .filter(|(distance, candidate)| {
            *distance <= far.max(1) && *distance < candidate.chars().count()
        })
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
    fn after_the_limit_one_problem_says_that_the_rest_are_not_shown() {
        let mut problems = Problems::default();
        for i in 0..1000 {
            problems.push(Problem::error(Code::Syntax, i.to_string()));
        }
        assert_eq!(problems.len(), MAX_PROBLEMS + 1);
        assert_eq!(problems.iter().last().map(|problem| problem.code), Some(Code::TooMany));
    }
}

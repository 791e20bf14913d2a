//! The questions of a script's rule.

use super::kept::one;
use super::reader::Reader;
use crate::game::{AnswerKind, AskDecl, MAX_ANSWER, SubjectDecl, UnitDecl};
use crate::rules::script::literal::{Entry, Literal, LiteralValue};
use crate::rules::script::sections;
use rhai::Position;

/// The kinds of answers that have a word, with what else answers can be: some words.
const KINDS: &[(&str, AnswerKind)] = &[
    ("words", AnswerKind::Words(&[])),
    ("hand-tile", AnswerKind::HandTile),
    ("tile", AnswerKind::Tile),
    ("square", AnswerKind::Square),
    ("place", AnswerKind::Place),
    ("seat", AnswerKind::Seat),
    ("number", AnswerKind::Number),
];

impl Reader {
    pub(super) fn asks(
        &mut self,
        top: &[Entry],
        rule: &'static str,
    ) -> Vec<(&'static str, &'static AskDecl)> {
        let mut asks = Vec::new();
        for entry in self.section(top, "asks") {
            let what = format!("the question `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a question");
            let fields = self.map(&entry.value, &what, sections::QUESTION);
            let kind = self.answer_kind(fields, entry.value.at, &what);
            let (about, shown) = self.subjects(fields, &what);
            self.names_only(fields, &shown, &what);
            let mut ask = AskDecl::new(rule, kind, self.texts_among(fields, entry.value.at, &what))
                .about(self.list(about));
            ask.secret = self.flag(fields, "secret");
            ask.gives_up = self.flag(fields, "gives_up");
            let withheld =
                Self::entry(fields, "withheld").map(|words| self.words_of(words, kind, &what));
            ask.withheld = self.list(withheld.unwrap_or_default());
            let mut told = Vec::new();
            let (sentences, of) = (self.section(fields, "told"), format!("`told` of {what}"));
            for word in sentences {
                let answer = self.answer_of(&word.key, word.at, kind, &of);
                told.push((answer, self.part(sentences, word.at, &word.key, &of, &["who"])));
            }
            ask.answer_texts = self.list(told);
            if !self.dry {
                asks.push((name, one(ask)));
            }
        }
        asks
    }

    /// What the answers of a question are.
    fn answer_kind(&mut self, fields: &[Entry], at: Position, what: &str) -> AnswerKind {
        if let Some(words) = Self::entry(fields, "words") {
            return self.words(words, what);
        }
        if let Some(unit) = Self::entry(fields, "unit") {
            return AnswerKind::Amount(self.unit(unit, what));
        }
        let kind = if let Some(answers) = Self::entry(fields, "answers") {
            self.word(answers, &format!("`answers` of {what}"), KINDS)
        } else {
            self.problem(
                at,
                format!("{what} says not what its answers are: `answers`, `words` or `unit`"),
            );
            None
        };
        kind.unwrap_or(AnswerKind::Words(&[]))
    }

    /// Answers that are words, each with its texts.
    fn words(&mut self, words: &Literal, what: &str) -> AnswerKind {
        let mut all = Vec::new();
        for word in self.map(words, &format!("`words` of {what}"), &[]) {
            if word.key.len() > MAX_ANSWER {
                self.problem(
                    word.at,
                    format!("the word `{}` has more than {MAX_ANSWER} bytes", word.key),
                );
            }
            let texts = self.texts(&word.value, &format!("the word `{}`", word.key));
            all.push((self.text(&word.key), texts));
        }
        AnswerKind::Words(self.list(all))
    }

    /// The subjects that a question shows, and the names of all of them.
    fn subjects<'l>(
        &mut self,
        fields: &'l [Entry],
        what: &str,
    ) -> (Vec<SubjectDecl>, Vec<&'l str>) {
        let (mut about, mut shown) = (Vec::new(), Vec::new());
        let Some(list) = Self::entry(fields, "about") else { return (about, shown) };
        for subject in self.items(list, &format!("`about` of {what}")) {
            if let LiteralValue::Text(name) = &subject.value {
                shown.push(name.as_str());
                about.push(SubjectDecl::new(self.text(name)));
            } else {
                let fields = self.map(subject, &format!("`about` of {what}"), sections::SUBJECT);
                let name = Self::entry(fields, "name").map_or("", |name| self.string(name, what));
                let unit = Self::entry(fields, "unit").map(|unit| self.unit(unit, what));
                shown.push(name);
                let name = self.text(name);
                about.push(
                    unit.map_or(SubjectDecl::new(name), |unit| SubjectDecl::counting(name, unit)),
                );
            }
        }
        (about, shown)
    }

    /// The words of a list, which are among the answers of a question.
    fn words_of(&mut self, list: &Literal, kind: AnswerKind, what: &str) -> Vec<&'static str> {
        let what = format!("`withheld` of {what}");
        let mut found = Vec::new();
        for item in self.items(list, &what) {
            let word = self.string(item, &what);
            found.push(self.answer_of(word, item.at, kind, &what));
        }
        found
    }

    /// A word that has to be among the answers of a question.
    fn answer_of(
        &mut self,
        word: &str,
        at: Position,
        kind: AnswerKind,
        what: &str,
    ) -> &'static str {
        if !self.dry
            && !matches!(
                kind, AnswerKind::Words(words) if words.iter().any(|(known, _)| *known == word)
            )
        {
            self.problem(at, format!("{what} has {word:?}, which is none of the answers"));
        }
        self.text(word)
    }

    fn unit(&mut self, literal: &Literal, what: &str) -> UnitDecl {
        let what = format!("`unit` of {what}");
        let fields = self.map(literal, &what, sections::UNIT);
        let [one, several] =
            ["one", "several"].map(|key| self.part(fields, literal.at, key, &what, &[]));
        UnitDecl::new(one, several)
    }
}

//! Reads what makes a scenario a lesson, and a suite a course.

use crate::model::{
    Course, Expectation, ExpectedFact, Lesson, LessonAsk, LessonOption, LessonQuestion,
    LessonReply, LessonText, Puzzle,
};
use crate::values::{SuiteReader, items};
use tsuro::board::Square;
use tsuro::ruleset::{Code, Expected, Problem, SourceData, SourceEntry, SourceValue, find, plain};

const KEYS: &[&str] = &[
    "name", "tell", "question", "hint", "right", "wrong", "because", "ask", "answer", "options",
    "puzzle",
];
/// The most deals that a puzzle can be tried with.
const MAX_DEALS: i64 = 1_000_000;
const COURSE: &[&str] = &["title", "about", "first-game"];
/// The languages of lessons.
const LANGUAGES: &[&str] = &["en", "fr"];

/// Reads the table `course`.
pub(super) fn course(values: &mut SuiteReader<'_>, node: &SourceValue) -> Option<Course> {
    let entries = values.table("course", node)?;
    known_keys(values, "a course", entries, COURSE);
    let first = needed(values, "a course", "first-game", entries, node)?;
    Some(Course {
        title: text_of(values, "a course", "title", entries, node)?,
        about: text_of(values, "a course", "about", entries, node)?,
        first_game: values.text("first-game", first)?,
        span: first.span.clone(),
    })
}

/// Reads the table `lesson` of a scenario with these expectations.
pub(super) fn read(
    values: &mut SuiteReader<'_>,
    node: &SourceValue,
    expect: &[Expectation],
) -> Option<Lesson> {
    let entries = values.table("lesson", node)?;
    known_keys(values, "a lesson", entries, KEYS);
    let puzzle = match find(entries, "puzzle") {
        Some(entry) => Some(puzzle(values, &entry.value)?),
        None => None,
    };
    let text = |values: &mut SuiteReader<'_>, key| {
        if puzzle.is_some() && find(entries, key).is_none() {
            return Some(LessonText::default());
        }
        text_of(values, "a lesson", key, entries, node)
    };
    let (name, tell) = (text(values, "name"), text(values, "tell"));
    let (question, right) = (text(values, "question"), text(values, "right"));
    let wrong = text(values, "wrong");
    let hint = match find(entries, "hint") {
        Some(entry) => Some(spoken(values, "hint", &entry.value)?),
        None => None,
    };
    let because = match find(entries, "because") {
        Some(entry) => values.list(&entry.value, reply)?,
        None => Vec::new(),
    };
    let ask = ask(values, entries, node, expect);
    if let Some(puzzle) = &puzzle
        && !matches!(ask, None | Some(LessonAsk::Decision(_)))
    {
        let message = "a puzzle asks for a decision of the game";
        values.problem(Code::OtherRuleKey, &puzzle.span, message.to_owned());
        return None;
    }
    Some(Lesson {
        name: name?,
        tell: tell?,
        question: question?,
        hint,
        right: right?,
        wrong: wrong?,
        because,
        puzzle,
        ask: ask?,
        span: node.span.clone(),
    })
}

fn known_keys(
    values: &mut SuiteReader<'_>,
    owner: &str,
    entries: &[SourceEntry],
    known: &'static [&'static str],
) {
    for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
        values.unknown_key(owner, entry, known.iter().copied());
    }
}

/// The value of a key that has to be there.
fn needed<'e>(
    values: &mut SuiteReader<'_>,
    owner: &str,
    key: &str,
    entries: &'e [SourceEntry],
    node: &SourceValue,
) -> Option<&'e SourceValue> {
    let found = find(entries, key);
    if found.is_none() {
        values.problem(Code::MissingKey, &node.span, format!("{owner} needs `{key}`"));
    }
    found.map(|entry| &entry.value)
}

/// A text that has to be there.
fn text_of(
    values: &mut SuiteReader<'_>,
    owner: &str,
    key: &str,
    entries: &[SourceEntry],
    node: &SourceValue,
) -> Option<LessonText> {
    let value = needed(values, owner, key, entries, node)?;
    spoken(values, key, value)
}

/// A text in several languages: `{ en = "…", fr = "…" }`.
fn spoken(values: &mut SuiteReader<'_>, key: &str, node: &SourceValue) -> Option<LessonText> {
    let SourceData::Table(entries) = &node.data else {
        let form = "a text in each language, as in { en = \"…\", fr = \"…\" }";
        return values.not_taken(key, node, Expected::Form(form.to_owned()), None);
    };
    known_keys(values, &format!("`{key}`"), entries, LANGUAGES);
    in_languages(values, key, entries, node)
}

/// The texts of a table that may have other keys.
fn in_languages(
    values: &mut SuiteReader<'_>,
    key: &str,
    entries: &[SourceEntry],
    node: &SourceValue,
) -> Option<LessonText> {
    let text = |values: &mut SuiteReader<'_>, language: &str| {
        let entry = find(entries, language)?;
        let text = values.text(language, &entry.value)?;
        if text.trim().is_empty() {
            let message = format!("`{key}.{language}` is empty");
            values.problem(Code::UnknownValue, &entry.value.span, message);
        }
        Some(text.trim().to_owned())
    };
    if find(entries, "en").is_none() {
        let message = format!("`{key}` has no English text: write `{key}.en`");
        values.problem(Code::MissingKey, &node.span, message);
        return None;
    }
    Some(LessonText { en: text(values, "en")?, fr: text(values, "fr") })
}

/// What makes a lesson a puzzle: `{ wins = "trap", deals = 400 }`.
fn puzzle(values: &mut SuiteReader<'_>, node: &SourceValue) -> Option<Puzzle> {
    let entries = values.table("puzzle", node)?;
    known_keys(values, "a puzzle", entries, &["wins", "deals"]);
    let wins = needed(values, "a puzzle", "wins", entries, node)?;
    let wins = values.choice("wins", wins)?;
    let deals = match find(entries, "deals") {
        Some(entry) => Some(values.number("deals", &entry.value, 1, MAX_DEALS)? as u32),
        None => None,
    };
    Some(Puzzle { wins, deals, span: node.span.clone() })
}

/// What follows one choice: `{ choice = "14/1", en = "…", fr = "…", then = ["3/2"] }`.
fn reply(values: &mut SuiteReader<'_>, node: &SourceValue) -> Option<LessonReply> {
    let entries = values.table("because", node)?;
    known_keys(values, "`because`", entries, &["choice", "en", "fr", "then"]);
    let value = needed(values, "`because`", "choice", entries, node)?;
    let choice = written(values, "choice", value)?;
    let then = match find(entries, "then") {
        Some(entry) => values.list(&entry.value, |values, item| written(values, "then", item))?,
        None => Vec::new(),
    };
    let is_said = ["en", "fr"].iter().any(|language| find(entries, language).is_some());
    let text = if is_said || then.is_empty() {
        Some(in_languages(values, "because", entries, node)?)
    } else {
        None
    };
    Some(LessonReply { choice, span: value.span.clone(), text, then })
}

/// A choice; a tile as it is printed is a number.
fn written(values: &mut SuiteReader<'_>, key: &str, node: &SourceValue) -> Option<String> {
    match &node.data {
        SourceData::Int(number) => Some(number.to_string()),
        _ => values.text(key, node),
    }
}

/// What is asked, and what is right.
fn ask(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    node: &SourceValue,
    expect: &[Expectation],
) -> Option<LessonAsk> {
    let question = match find(entries, "ask") {
        Some(entry) => values.choice("ask", &entry.value)?,
        None => LessonQuestion::Placement,
    };
    let takes: &[&str] = match question {
        LessonQuestion::Square => &["answer", "options"],
        LessonQuestion::Option => &["options"],
        _ => &[],
    };
    for key in ["answer", "options"].into_iter().filter(|key| !takes.contains(key)) {
        if let Some(entry) = find(entries, key) {
            let message = format!("a lesson that asks for this has no `{key}`");
            let problem = Problem::error(Code::OtherRuleKey, message).help(
                "`answer` belongs to ask = \"square\", `options` to that or ask = \"option\"",
            );
            values.push(problem, &entry.key_span);
            return None;
        }
    }
    match question.decision() {
        Some(decision) => Some(LessonAsk::Decision(decision)),
        None if question == LessonQuestion::Square => square(values, entries, node, expect),
        None => options(values, entries, node).map(LessonAsk::Options),
    }
}

/// A question whose answer is a square. So that it cannot be wrong about the rules, an expectation
/// has to name each square that is right.
fn square(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    node: &SourceValue,
    expect: &[Expectation],
) -> Option<LessonAsk> {
    let answer = needed(values, "a lesson that asks for a square", "answer", entries, node)?;
    let right = squares(values, "answer", answer)?;
    for (square, item) in right.iter().zip(items(answer)) {
        if !expect.iter().any(|one| names(&one.want, *square)) {
            let problem = Problem::error(
                Code::NeverJudged,
                format!("no expectation says anything of {square}, so it may be wrong"),
            );
            values.push(
                problem.help(format!(
                    "say in `expect` what happens there, as in `expect.at.A = \"{square}:H\"`"
                )),
                &item.span,
            );
            return None;
        }
    }
    let offered = match find(entries, "options") {
        Some(entry) => squares(values, "options", &entry.value)?,
        None => Vec::new(),
    };
    let missing = right.iter().find(|square| !offered.is_empty() && !offered.contains(square));
    if let Some(square) = missing {
        let message = format!("{square} is right, but is not one of the `options`");
        values.problem(Code::UnknownValue, &answer.span, message);
        return None;
    }
    Some(LessonAsk::Square { right, offered })
}

fn squares(values: &mut SuiteReader<'_>, key: &str, node: &SourceValue) -> Option<Vec<Square>> {
    let found = values.list(node, |values, item| {
        let text = values.text(key, item)?;
        let square = text.parse().ok();
        if square.is_none() {
            let message = format!("\"{}\" is not a square", plain(&text));
            values.push(
                Problem::error(Code::UnknownValue, message).expected(Expected::Form(
                    "a letter for the column and a number for the row, as in c3".into(),
                )),
                &item.span,
            );
        }
        square
    })?;
    if found.is_empty() {
        values.problem(Code::WrongLength, &node.span, format!("`{key}` names no square"));
        return None;
    }
    Some(found)
}

/// Whether an expectation says something of a square.
fn names(want: &ExpectedFact, square: Square) -> bool {
    let name = square.to_string();
    let in_words = |sentences: &[String]| {
        let is_word =
            |sentence: &String| sentence.split([' ', ':', '"', ',']).any(|word| word == name);
        sentences.iter().any(is_word)
    };
    match want {
        ExpectedFact::Events(sentences) | ExpectedFact::SomeEvents(sentences) => {
            in_words(sentences)
        }
        ExpectedFact::At(_, place) => place.is_some_and(|place| place.square() == square),
        ExpectedFact::Tile(at, _)
        | ExpectedFact::RulePiece(at, _)
        | ExpectedFact::SquareMark(at, _) => *at == square,
        ExpectedFact::OnlyMarks(places) | ExpectedFact::Marks(places) => {
            places.iter().any(|place| place.square() == square)
        }
        _ => false,
    }
}

/// The options of a lesson, of which one is right.
fn options(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    node: &SourceValue,
) -> Option<Vec<LessonOption>> {
    let list = needed(values, "a lesson that asks for an option", "options", entries, node)?;
    let found = values.list(list, |values, item| {
        let entries = values.table("options", item)?;
        known_keys(values, "an option", entries, &["en", "fr", "right"]);
        let is_right = match find(entries, "right").map(|entry| &entry.value) {
            None => false,
            Some(SourceValue { data: SourceData::Bool(right), .. }) => *right,
            Some(other) => {
                let form = Expected::Form("true or false".to_owned());
                return values.not_taken("right", other, form, None);
            }
        };
        Some(LessonOption { text: in_languages(values, "options", entries, item)?, is_right })
    })?;
    let right = found.iter().filter(|option| option.is_right).count();
    if right != 1 || found.len() < 2 {
        let message = format!(
            "of two or more options one has to be right, with `right = true`; of these {} {right} \
             {}",
            found.len(),
            if right == 1 { "is" } else { "are" }
        );
        values.problem(Code::WrongLength, &list.span, message);
        return None;
    }
    Some(found)
}

//! The reader of written values: each wrong one becomes a problem that points at it and says what
//! is allowed.
//!
//! Rule-set files and suites are read with it. For a declared [`ValueKind`], values that mean the
//! same come out the same: word lists in the order in which the words are declared, number lists
//! without repetition ascending, `copies` as one number a face, tables with their fields in
//! declared order.

use super::keys::{FACES, LAST_FACE, MAX_TILES, MOST_PLACES};
use super::problem::{Code, Expected, Problem, Problems, nearest};
use super::shown::plain;
use super::written::{SourceData, SourceDocument, SourceEntry, SourceValue, find};
use crate::board::{Place, Square};
use crate::game::{Field, Key, KeyDefault, KeyWord, RuleFacts, ValueKind};
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

/// Reads the values of one document.
#[non_exhaustive]
pub struct ValueReader<'a> {
    /// The document that the values are written in.
    pub written: &'a SourceDocument,
    /// Where problems go.
    pub problems: &'a mut Problems,
    /// Whether fields that no key declares are ignored, as in records: programs may add their own.
    pub lenient: bool,
    /// In suites, the row of examples from which the values are filled in: problems outside it
    /// point at it as well.
    pub row: Option<Range<usize>>,
}

impl<'a> ValueReader<'a> {
    /// A strict reader, without a row of examples.
    pub fn new(written: &'a SourceDocument, problems: &'a mut Problems) -> Self {
        Self { written, problems, lenient: false, row: None }
    }

    /// The value of `node` in the form of `kind`, or `None` with the reason among the problems.
    pub(crate) fn read(
        &mut self,
        key: &str,
        kind: &ValueKind,
        node: &SourceValue,
    ) -> Option<Value> {
        match kind {
            ValueKind::Bool => match node.data {
                SourceData::Bool(value) => Some(Value::Bool(value)),
                _ => self.wrong_type(key, kind, node),
            },
            ValueKind::Int { min, max } => self.number(key, node, *min, *max).map(Value::from),
            ValueKind::Text => self.text(key, node).map(Value::from),
            ValueKind::Choice(words) => self.word(key, words, node).map(Value::from),
            ValueKind::Choices(words) | ValueKind::Causes(words) => {
                self.words(key, kind, node, words)
            }
            ValueKind::Texts { len } => {
                let items = self.items(key, kind, node, *len)?;
                self.all(items, |reader, item| reader.text(key, item).map(Value::from))
                    .map(Value::Array)
            }
            ValueKind::Squares { len } => {
                let items = self.items(key, kind, node, *len)?;
                let mut squares: Vec<Square> = self.different(
                    key,
                    items.iter(),
                    "a square is a column and a row, such as `c3`",
                )?;
                squares.sort_unstable();
                Some(names(&squares))
            }
            ValueKind::SquarePairs { len } => self.square_pairs(key, kind, node, *len),
            ValueKind::WordOrPlaces(words) => {
                if let SourceData::Text(text) = &node.data {
                    if words.iter().any(|word| word.name == text) {
                        return Some(text.as_str().into());
                    }
                    let message = format!("`{key}` does not take the word \"{}\"", plain(text));
                    let meant = nearest(text, words.iter().map(|word| word.name));
                    let problem = Problem::error(Code::UnknownValue, message)
                        .key(key)
                        .expected(expected(kind))
                        .did_you_mean(meant);
                    self.push(problem, &node.span);
                    return None;
                }
                if matches!(&node.data, SourceData::List(items) if items.is_empty()) {
                    let message = format!("`{key}` lists no places, so no start marks are left");
                    return self.refuse(
                        Code::OutOfRange,
                        key,
                        node,
                        message,
                        Expected::Form(describe(kind)),
                    );
                }
                let items = self.items(key, kind, node, (1, MOST_PLACES))?;
                let places: Vec<Place> = self.different(
                    key,
                    items.iter(),
                    "a place is a square and a port, such as `c3:H`",
                )?;
                Some(names(&places))
            }
            ValueKind::Ints { len, min, max, distinct } => {
                self.numbers(key, kind, node, *len, (*min, *max), *distinct)
            }
            ValueKind::Copies => self.copies(key, node),
            ValueKind::Records { fields, len } => {
                let items = self.items(key, kind, node, *len)?;
                self.all(items, |reader, item| reader.record(key, fields, item)).map(Value::Array)
            }
        }
    }

    /// Different squares or places; `form` says how one is written.
    fn different<'n, T: FromStr + PartialEq>(
        &mut self,
        key: &str,
        items: impl Iterator<Item = &'n SourceValue>,
        form: &str,
    ) -> Option<Vec<T>> {
        let mut found: Vec<(T, &SourceValue)> = Vec::new();
        let mut fine = true;
        for item in items {
            let read = self.text(key, item).map(|text| text.parse::<T>().map_err(|_| text));
            match read {
                Some(Ok(one)) => match found.iter().find(|(known, _)| *known == one) {
                    None => found.push((one, item)),
                    Some((_, first)) => {
                        self.push_duplicate(key, &item.describe(), item, first);
                        fine = false;
                    }
                },
                Some(Err(text)) => {
                    let what = if form.contains(':') { "place" } else { "square" };
                    let problem = Problem::error(
                        Code::UnknownValue,
                        format!("`{}` is no {what}", plain(&text)),
                    )
                    .help(form);
                    self.push(problem.key(key), &item.span);
                    fine = false;
                }
                None => fine = false,
            }
        }
        fine.then(|| found.into_iter().map(|(one, _)| one).collect())
    }

    /// Pairs of squares, no square in two of them.
    fn square_pairs(
        &mut self,
        key: &str,
        kind: &ValueKind,
        node: &SourceValue,
        len: (usize, usize),
    ) -> Option<Value> {
        let items = self.items(key, kind, node, len)?;
        let mut both = Vec::new();
        for item in items {
            match &item.data {
                SourceData::List(pair) if pair.len() == 2 => both.extend(pair),
                _ => {
                    let message = format!("`{key}` has pairs of squares, and this is none");
                    self.push(
                        Problem::error(Code::WrongType, message)
                            .key(key)
                            .help("a pair is written as `[\"b2\", \"e5\"]`"),
                        &item.span,
                    );
                }
            }
        }
        let count = both.len();
        let squares: Vec<Square> =
            self.different(key, both.into_iter(), "a square is a column and a row, such as `c3`")?;
        if count != 2 * items.len() {
            return None;
        }
        let mut pairs: Vec<[Square; 2]> = squares
            .chunks_exact(2)
            .map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])])
            .collect();
        pairs.sort_unstable();
        Some(pairs.iter().map(|pair| names(pair)).collect())
    }

    /// Reads a text of any length; any other value is a problem.
    pub fn text(&mut self, key: &str, node: &SourceValue) -> Option<String> {
        match &node.data {
            SourceData::Text(text) => Some(text.clone()),
            _ => self.wrong_type(key, &ValueKind::Text, node),
        }
    }

    /// A whole number from `min` to `max`, both included.
    pub fn number(&mut self, key: &str, node: &SourceValue, min: i64, max: i64) -> Option<i64> {
        let side = match &node.data {
            SourceData::Int(value) if (min..=max).contains(value) => return Some(*value),
            SourceData::Int(value) if *value < min => "too small",
            SourceData::Huge(text) if text.starts_with('-') => "too small",
            SourceData::Int(_) | SourceData::Huge(_) => "too large",
            _ => return self.wrong_type(key, &ValueKind::Int { min, max }, node),
        };
        let message = format!("{} is {side} for `{key}`", node.describe());
        self.refuse(Code::OutOfRange, key, node, message, Expected::Range(min, max))
    }

    /// The value that a word stands for.
    pub fn choice<T: crate::game::KeyWords>(&mut self, key: &str, node: &SourceValue) -> Option<T> {
        T::from_word(self.word(key, T::WORDS, node)?)
    }

    fn word<'n>(
        &mut self,
        key: &str,
        words: &'static [KeyWord],
        node: &'n SourceValue,
    ) -> Option<&'n str> {
        let SourceData::Text(text) = &node.data else {
            return self.wrong_type(key, &ValueKind::Choice(words), node);
        };
        if words.iter().any(|word| word.name == text) {
            return Some(text);
        }
        self.unknown_word(key, words.iter().map(|word| word.name), node, text);
        None
    }

    /// Reports a word that is none of `names`.
    pub(crate) fn unknown_word<'w>(
        &mut self,
        key: &str,
        names: impl Iterator<Item = &'w str> + Clone,
        node: &SourceValue,
        text: &str,
    ) {
        let message = format!("`{key}` does not take the word \"{}\"", plain(text));
        self.push(
            Problem::error(Code::UnknownValue, message).key(key).one_of(text, names),
            &node.span,
        );
    }

    /// Reports a key that is none of `known`; `owner` is what has no such key.
    pub fn unknown_key<'w>(
        &mut self,
        owner: &str,
        entry: &SourceEntry,
        known: impl Iterator<Item = &'w str> + Clone,
    ) {
        let message = format!("{owner} has no key `{}`", plain(&entry.key));
        self.push(
            Problem::error(Code::UnknownKey, message).one_of(&entry.key, known),
            &entry.key_span,
        );
    }

    /// Distinct words of a list, in the order in which they are declared.
    fn words(
        &mut self,
        key: &str,
        kind: &ValueKind,
        node: &SourceValue,
        words: &'static [KeyWord],
    ) -> Option<Value> {
        let items = self.items(key, kind, node, (0, usize::MAX))?;
        let mut seen: Vec<(&str, &SourceValue)> = Vec::new();
        let mut fine = true;
        for item in items {
            if self.problems.is_full() {
                return None;
            }
            let Some(word) = self.word(key, words, item) else {
                fine = false;
                continue;
            };
            if let Some((_, first)) = seen.iter().find(|(known, _)| *known == word) {
                self.push_duplicate(key, &format!("\"{word}\""), item, first);
                fine = false;
            } else {
                seen.push((word, item));
            }
        }
        let in_order = words.iter().filter(|word| seen.iter().any(|(name, _)| *name == word.name));
        fine.then(|| in_order.map(|word| json!(word.name)).collect())
    }

    fn numbers(
        &mut self,
        key: &str,
        kind: &ValueKind,
        node: &SourceValue,
        len: (usize, usize),
        (min, max): (i64, i64),
        distinct: bool,
    ) -> Option<Value> {
        let items = self.items(key, kind, node, len)?;
        let mut numbers = self.all(items, |reader, item| reader.number(key, item, min, max))?;
        if distinct {
            for (i, number) in numbers.iter().enumerate() {
                if let Some(first) = numbers[..i].iter().position(|other| other == number) {
                    self.push_duplicate(key, &number.to_string(), &items[i], &items[first]);
                    return None;
                }
            }
            // A fixed length means that each place has a meaning of its own.
            if len.0 != len.1 {
                numbers.sort_unstable();
            }
        }
        Some(numbers.into())
    }

    fn copies(&mut self, key: &str, node: &SourceValue) -> Option<Value> {
        let numbers: Vec<i64> = match &node.data {
            SourceData::Int(_) | SourceData::Huge(_) => {
                vec![self.number(key, node, 0, MAX_TILES)?; FACES]
            }
            SourceData::List(items) if items.len() != FACES => {
                let message =
                    format!("`{key}` has {} numbers, but there are {FACES} faces", items.len());
                return self.refuse(
                    Code::WrongLength,
                    key,
                    node,
                    message,
                    expected(&ValueKind::Copies),
                );
            }
            SourceData::List(items) => {
                self.all(items, |reader, item| reader.number(key, item, 0, MAX_TILES))?
            }
            SourceData::Table(entries) => self.copies_table(key, entries)?,
            _ => return self.wrong_type(key, &ValueKind::Copies, node),
        };
        let total: i64 = numbers.iter().sum();
        let (size, allowed) = match total {
            0 => ("without tiles".to_owned(), "at least one tile".to_owned()),
            total if total > MAX_TILES => {
                (format!("of {total} tiles"), format!("at most {MAX_TILES} tiles in all"))
            }
            _ => return Some(numbers.into()),
        };
        self.refuse(
            Code::DeckSize,
            key,
            node,
            format!("`{key}` makes a deck {size}"),
            Expected::Form(allowed),
        )
    }

    fn copies_table(&mut self, key: &str, entries: &[SourceEntry]) -> Option<Vec<i64>> {
        let mut numbers = vec![1; FACES];
        let mut fine = true;
        for entry in entries {
            let face = entry
                .key
                .parse::<usize>()
                .ok()
                .filter(|face| *face < FACES && face.to_string() == entry.key);
            match (face, self.number(key, &entry.value, 0, MAX_TILES)) {
                (Some(face), Some(number)) => numbers[face] = number,
                (None, _) => {
                    let problem = Problem::error(
                        Code::UnknownKey,
                        format!("there is no face \"{}\"", plain(&entry.key)),
                    );
                    self.push(
                        problem.key(key).expected(Expected::Range(0, LAST_FACE)),
                        &entry.key_span,
                    );
                    fine = false;
                }
                (Some(_), None) => fine = false,
            }
        }
        fine.then_some(numbers)
    }

    fn record(&mut self, key: &str, fields: &[Field], node: &SourceValue) -> Option<Value> {
        let form = || Expected::Form(describe_record(fields));
        let SourceData::Table(entries) = &node.data else {
            return self.refuse(
                Code::WrongType,
                key,
                node,
                format!("an entry of `{key}` cannot be {}", node.describe()),
                form(),
            );
        };
        let names = fields.iter().map(|field| field.name);
        let (strict, mut misspelt) = (!self.lenient, false);
        for entry in
            entries.iter().filter(|entry| strict && names.clone().all(|name| name != entry.key))
        {
            let problem = Problem::error(
                Code::UnknownKey,
                format!("an entry of `{key}` has no field `{}`", plain(&entry.key)),
            );
            self.push(problem.key(key).one_of(&entry.key, names.clone()), &entry.key_span);
            misspelt = true;
        }
        let mut object = Map::new();
        for field in fields {
            if let Some(entry) = find(entries, field.name) {
                let value = self.read(&format!("{key}.{}", field.name), &field.kind, &entry.value);
                object.extend(value.map(|value| (field.name.to_owned(), value)));
            } else if !misspelt {
                // A field that is missing beside a misspelt one is most likely the one that is
                // misspelt.
                let message = format!("an entry of `{key}` needs the field `{}`", field.name);
                self.refuse::<()>(Code::MissingKey, key, node, message, form());
            }
        }
        (!misspelt && object.len() == fields.len()).then_some(Value::Object(object))
    }

    fn items<'n>(
        &mut self,
        key: &str,
        kind: &ValueKind,
        node: &'n SourceValue,
        len: (usize, usize),
    ) -> Option<&'n [SourceValue]> {
        let SourceData::List(items) = &node.data else {
            return self.wrong_type(key, kind, node);
        };
        if !(len.0..=len.1).contains(&items.len()) {
            let message = format!("`{key}` has {} entries", items.len());
            return self.refuse(Code::WrongLength, key, node, message, expected(kind));
        }
        Some(items)
    }

    /// All items, or `None` if any of them is wrong; all are looked at, so that all are reported.
    fn all<T>(
        &mut self,
        items: &[SourceValue],
        mut read: impl FnMut(&mut Self, &SourceValue) -> Option<T>,
    ) -> Option<Vec<T>> {
        let values: Vec<_> = items.iter().filter_map(|item| read(self, item)).collect();
        (values.len() == items.len()).then_some(values)
    }

    fn push_duplicate(&mut self, key: &str, what: &str, item: &SourceValue, first: &SourceValue) {
        let problem =
            Problem::error(Code::DuplicateValue, format!("`{key}` lists {what} twice")).key(key);
        self.problems.push(
            problem
                .at(self.written.place(&item.span), "")
                .at(self.written.place(&first.span), "first here"),
        );
    }

    /// Reports a value of the wrong type.
    fn wrong_type<T>(&mut self, key: &str, kind: &ValueKind, node: &SourceValue) -> Option<T> {
        let help = match (&node.data, kind) {
            (SourceData::Text(text), ValueKind::Int { .. })
                if text.trim().parse::<i64>().is_ok() =>
            {
                Some(format!("write a number without quotation marks: {}", text.trim()))
            }
            (SourceData::Float(number), ValueKind::Int { .. }) => number
                .parse::<f64>()
                .ok()
                .filter(|number| number.fract() == 0.0 && number.abs() < 1e15)
                .map(|number| format!("write a whole number without a point: {number}")),
            (SourceData::List(_), ValueKind::Text) if key == "extends" => {
                Some("a file has one parent; list further rule sets in `mixins = [...]`".to_owned())
            }
            (SourceData::Text(text), ValueKind::Bool)
                if matches!(text.as_str(), "true" | "false") =>
            {
                Some(format!("write it without quotation marks: {text}"))
            }
            (
                SourceData::Text(text),
                ValueKind::Choices(_) | ValueKind::Texts { .. } | ValueKind::Squares { .. },
            ) => Some(format!("write a list in brackets: [\"{}\"]", plain(text))),
            (SourceData::Int(number), ValueKind::Ints { .. }) => {
                Some(format!("write a list in brackets: [{number}]"))
            }
            _ => None,
        };
        self.not_taken(key, node, expected(kind), help)
    }

    /// Reports a value of the wrong type, with what is allowed.
    pub fn not_taken<T>(
        &mut self,
        key: &str,
        node: &SourceValue,
        allowed: Expected,
        help: Option<String>,
    ) -> Option<T> {
        let mut problem =
            Problem::error(Code::WrongType, format!("`{key}` cannot be {}", node.describe()))
                .key(key)
                .expected(allowed);
        problem.help = help;
        self.push(problem, &node.span);
        None
    }

    fn refuse<T>(
        &mut self,
        code: Code,
        key: &str,
        node: &SourceValue,
        message: String,
        allowed: Expected,
    ) -> Option<T> {
        self.push(Problem::error(code, message).key(key).expected(allowed), &node.span);
        None
    }

    /// Reports a problem at `span`, and in which row of examples it comes up.
    pub fn push(&mut self, problem: Problem, span: &Range<usize>) {
        let mut problem = problem.at(self.written.place(span), "");
        if let Some(row) =
            self.row.as_ref().filter(|row| !(row.start <= span.start && span.end <= row.end))
        {
            problem = problem.at(self.written.place(row), "with this row");
        }
        self.problems.push(problem);
    }
}

/// Squares or places as a list of their names.
fn names<T: Display>(all: &[T]) -> Value {
    all.iter().map(|one| Value::from(one.to_string())).collect()
}

/// What a key of this kind takes, as the hint of a problem.
pub(super) fn expected(kind: &ValueKind) -> Expected {
    match kind {
        ValueKind::Choice(words) => {
            Expected::Words(words.iter().map(|word| word.name.to_owned()).collect())
        }
        kind => Expected::Form(describe(kind)),
    }
}

/// What a key of this kind takes, in words: `a whole number from 1 to 5`.
pub(super) fn describe(kind: &ValueKind) -> String {
    let words = |words: &[KeyWord]| {
        words.iter().map(|word| format!("`{}`", word.name)).collect::<Vec<_>>().join(", ")
    };
    let count = |(least, most): (usize, usize)| match (least, most) {
        (least, most) if least == most => least.to_string(),
        (0, most) => format!("up to {most}"),
        (least, most) => format!("{least} to {most}"),
    };
    match kind {
        ValueKind::Bool => "`true` or `false`".to_owned(),
        ValueKind::Int { min, max } if min == max => format!("{min}"),
        ValueKind::Int { min, max } => format!("a whole number from {min} to {max}"),
        ValueKind::Text => "a text in quotation marks".to_owned(),
        ValueKind::Choice(list) => format!("one of {}", words(list)),
        ValueKind::Choices(list) | ValueKind::Causes(list) => {
            format!("a list of any of {}", words(list))
        }
        ValueKind::Texts { len } => format!("a list of {} texts", count(*len)),
        ValueKind::Squares { len } => format!("a list of {} different squares", count(*len)),
        ValueKind::SquarePairs { len } => format!("a list of {} pairs of squares", count(*len)),
        ValueKind::WordOrPlaces(list) => format!("one of {}, or a list of places", words(list)),
        ValueKind::Ints { len, min, max, distinct } => {
            format!(
                "a list of {} {}whole numbers from {min} to {max}",
                count(*len),
                if *distinct { "different " } else { "" }
            )
        }
        ValueKind::Copies => format!(
            "a number for all faces, a list of {FACES} numbers, or a table of face = number"
        ),
        ValueKind::Records { fields, len } => {
            format!("a list of {} entries like {}", count(*len), describe_record(fields))
        }
    }
}

fn describe_record(fields: &[Field]) -> String {
    let fields: Vec<_> =
        fields.iter().map(|field| format!("{} = {}", field.name, sample(&field.kind))).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// An example of a value of this kind, as written in a file.
pub(super) fn sample(kind: &ValueKind) -> String {
    match kind {
        ValueKind::Bool => "true".to_owned(),
        ValueKind::Int { min, .. } => min.to_string(),
        ValueKind::Ints { len, min, max, .. } => {
            let numbers: Vec<_> =
                (*min..=*max).take(len.0.max(1)).map(|number| number.to_string()).collect();
            format!("[{}]", numbers.join(", "))
        }
        ValueKind::Choice(words) | ValueKind::WordOrPlaces(words) => {
            words.first().map_or_else(String::new, |word| format!("\"{}\"", word.name))
        }
        _ => "…".to_owned(),
    }
}

/// The default of a key, or `None` where the file has to set it.
///
/// # Panics
/// If the declared default is not a value that the key takes.
pub(super) fn default(key: &Key, facts: &RuleFacts) -> Option<Value> {
    let node = match key.default {
        KeyDefault::Computed { value, .. } => return value(facts),
        default => super::parse::parse_value(&default.toml()?, 0),
    };
    let source = std::sync::Arc::new(super::source::Source::new(
        super::source::SourceId::Record,
        "default",
        "",
    ));
    let written = SourceDocument { source, entries: Vec::new(), damaged: Vec::new() };
    let mut problems = Problems::default();
    let value = node.and_then(|node| {
        ValueReader::new(&written, &mut problems).read(key.name, &key.kind, &node)
    });
    Some(value.unwrap_or_else(|| {
        panic!("the default of the key {} is not a value that it takes: {problems}", key.name)
    }))
}
